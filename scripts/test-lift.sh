#!/usr/bin/env bash
# Proves functions of the release from its machine code, by both provers; changes 20,000 of its
# bytes, each in a copy; and judges what the compiler makes of the same texts at other levels.
# SEALANE_SEED chooses the changes, SEALANE_LIFT_CHANGES how many there are.
set -uo pipefail
cd "$(dirname "$0")/.."
if [ "$(uname -m)" != x86_64 ]; then
  echo "SKIPPED: the machine code of lanes is for x86-64"
  echo "0 passed, 0 failed, 1 skipped"
  exit
fi
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
machine=x86_64-unknown-linux-gnu
passed=0 failed=0
check() { # WHAT COMMAND...
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $what"
  fi
}

make -s build || exit
cargo build -q --release -p lift || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seed=${SEALANE_SEED:-$RANDOM}
echo "SEALANE_SEED=$seed"
check "the tests of the lifter" cargo test -q --release -p lift
check "the release" "$target/release/lift" "$target/release/sealane" --seed "$seed" \
  --changes "${SEALANE_LIFT_CHANGES:-20000}" --certificates "$work/certificates.json"
check "the release, by the second checker" \
  python3 proof/checker/check.py --quiet "$work/certificates.json"
# Functions of their own, of all primes; built for a processor that has the instructions.
for level in 3 2 '"s"' 1; do
  RUSTFLAGS='-C target-feature=+avx512f,+avx512ifma' cargo build -q --release -p outlined \
    --target "$machine" --target-dir "$target/outlined" \
    --config "profile.release.opt-level=$level" || exit
  echo "at level $level:"
  check "level $level" "$target/release/lift" --some "$target/outlined/$machine/release/outlined"
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
