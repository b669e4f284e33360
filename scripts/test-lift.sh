#!/usr/bin/env bash
# Proves functions of the release from its machine code, by both provers; changes 20,000 of its
# bytes, each in a copy; and judges what the compiler makes of the same texts at other levels.
# What the provers proved is compared with what another decoder reads.
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

export PYTHONDONTWRITEBYTECODE=1
make -s build || exit
cargo build -q --release -p lift || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seed=${SEALANE_SEED:-$RANDOM}
echo "SEALANE_SEED=$seed"
check "the tests of the lifter" cargo test -q --release -p lift
# Proven by the generator's provers, proven by the second checker, and read by another decoder.
# Gives 1 if a function is not proven, and 2 if the two do not agree on one that is.
judge() { # PROGRAM OPTION...
  local program=$1 status
  shift
  "$target/release/lift" "$program" --certificates "$work/certificates.json" "$@" |
    tee "$work/places"
  status=${PIPESTATUS[0]}
  python3 proof/checker/check.py --quiet "$work/certificates.json" || return 2
  python3 proof/checker/machine.py "$program" "$work/certificates.json" "$work/places" || return 2
  return "$status"
}
refused_or_judged() {
  judge "$@"
  [ $? -le 1 ]
}
changes=${SEALANE_LIFT_CHANGES:-20000}
check "the release" judge "$target/release/sealane" --at-least 80 --seed "$seed" \
  --changes "$changes"
check "the share of proven code" scripts/lift-share.sh "$work/places"
# One lane: the texts that a release has within their callers, as functions built in the same way.
singles=$target/singles/release/singles
for level in 3 2 '"s"' 1; do
  cargo build -q --release -p outlined --bin singles --target-dir "$target/singles" \
    --config "profile.release.opt-level=$level" || exit
  echo "one lane at level $level:"
  case $level in
    3) check "one lane" "$target/release/lift" "$singles" --at-least 140 --seed "$seed" \
      --changes $((changes / 4)) ;;
    *) "$target/release/lift" "$singles"
      check "one lane, level $level" [ $? -le 1 ] ;;
  esac
done
# Functions of their own, of all primes; built for a processor that has the instructions. At levels
# that nobody ships what is not proven is refused, with its reason.
outlined=$target/outlined/$machine/release/outlined
for level in 3 2 '"s"' 1; do
  RUSTFLAGS='-C target-feature=+avx512f,+avx512ifma' cargo build -q --release -p outlined \
    --bin outlined --target "$machine" --target-dir "$target/outlined" \
    --config "profile.release.opt-level=$level" || exit
  rm -f "$work/certificates.json"
  echo "at level $level:"
  case $level in
    [32]) check "level $level" judge "$outlined" --at-least 140 ;;
    *) check "level $level" refused_or_judged "$outlined" ;;
  esac
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
