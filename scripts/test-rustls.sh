#!/usr/bin/env bash
# The provider for rustls and keys of the service: clippy, tests, the guide, and a small run of what
# measures handshakes. Built apart: ring, which suites and hashes are from, is C and assembly.
# usage: scripts/test-rustls.sh [SEALANE]   (the command `sealane`; without it, it is built)
set -uo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh rustls || exit
target=${CARGO_TARGET_DIR:-target}
passed=0 failed=0 skipped=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# -eq 0 ]; then
  cargo build -q -p sealane-cli || exit
  set -- "$target/debug/sealane"
fi
SEALANE_COMMAND=$(realpath "$1")
export SEALANE_COMMAND

count() { # NAME COMMAND...: one check
  local name=$1
  shift
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $name"; fi
}
tests() { # ARGUMENT...: tests of a package, counted one by one
  # Not as lines that the runner of suites adds up, beside the last one here.
  cargo test "$@" 2>&1 | tee "$work/log" | sed 's/^test result:/cargo: &/'
  [ "${PIPESTATUS[0]}" -eq 0 ] || { failed=$((failed + 1)); echo "FAILED: cargo test $*"; }
  local count
  for count in $(sed -n 's/^test result: .* \([0-9]*\) passed.*/\1/p' "$work/log"); do
    passed=$((passed + count))
  done
  skipped=$((skipped + $(grep -c '^SKIPPED' "$work/log")))
}
if cargo clippy --version >/dev/null 2>&1; then
  count clippy cargo clippy -q -p sealane-rustls -p tls --all-targets -- -D warnings
else
  echo "SKIPPED: clippy is not installed"
  skipped=$((skipped + 1))
fi
# Examples first, for the guide's commands.
count examples cargo build -q -p sealane-rustls --examples
tests -q -p sealane-rustls -- --nocapture --test-threads 2
tests -q -p tls
# A page of tiny budgets, whose control is of no weight.
count measure bash scripts/tls.sh "$work/tls.md" --rounds 1 --handshakes 40 --clients 8 \
  --max-drift 100
count page grep -q '^| Sealane, key in the service |' "$work/tls.md"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
