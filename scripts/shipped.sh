#!/usr/bin/env bash
# Follows the released command step by step for pairs of secrets: no operation may differ, and each
# planted leak must. Then compares the machine code of what was followed with the taint test's.
# usage: scripts/shipped.sh [long | pairs PROGRAM OPTION...]
# long: RSA of 8192 bits, too; pairs: only the operations of a command that is built.
set -uo pipefail
cd "$(dirname "$0")/.."
if [ "$(uname -sm)" != "Linux x86_64" ]; then
  echo "SKIPPED: steps are made on x86-64 and Linux only"
  echo "0 passed, 0 failed, 1 skipped"
  exit
fi
if ! command -v cc >/dev/null; then
  echo "SKIPPED: there is no C compiler for the library of steps"
  echo "0 passed, 0 failed, 1 skipped"
  exit
fi
release=${CARGO_TARGET_DIR:-target}/release
cargo build -q --release -p shipped || exit 1
if [ "${1:-}" = pairs ]; then
  shift
  exec "$release/shipped" pairs "$@"
fi
make -s build || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0
count() { # the last line of what a tool said
  local line
  line=$(tail -n 1 "$work/said")
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    skipped=$((skipped + BASH_REMATCH[3]))
  else
    failed=$((failed + 1))
    echo "FAILED: no count at the end"
  fi
}
if cargo test -q --release -p shipped; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
# Planted leaks on the same library, in the profile of a release. Chosen with the command, whose
# features of the library they then have, so that nothing of it is built once more.
cargo build -q --release -p sealane-cli -p leaky || exit 1
"$release/shipped" leaks "$release/leaky" | tee "$work/said" | sed -u '$d'
count
long=()
[ "${1:-}" = long ] && long=(--long)
"$release/shipped" pairs "$release/sealane" --pairs 2 "${long[@]}" --functions "$work/functions" |
  tee "$work/said" | sed -u '$d'
count
# The taint test as `scripts/silence.sh` runs it.
cargo build -q --release -p silence || exit 1
if "$release/shipped" functions "$release/sealane" "$release/silence" "$work/functions"; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
