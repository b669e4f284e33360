#!/usr/bin/env bash
# Instruction counts of every operation against the tables of docs/results, and proof that one
# multiplication more is found; batches in lanes and ML-DSA followed step by step; the machine code
# of lanes looked over.
# usage: scripts/gate.sh [write | pairs N | planted GATE]
# planted: only that the program GATE, built in whatever way, counts the same twice and finds one
# multiplication more.
set -uo pipefail
cd "$(dirname "$0")/.."
results=docs/results
if [ "${1:-check}" = planted ]; then
  gate=$2 table=$(mktemp)
  trap 'rm -f "$table"' EXIT
  said=$("$gate" write --only "p256 sign" "$table" && "$gate" check --only "p256 sign" "$table")
  code=$?
  case "$code $said" in
    *SKIPPED*) echo "$said"; echo "0 passed, 0 failed, 1 skipped"; exit 0 ;;
    "0 "*) ;;
    *)
      echo "the same program counts otherwise: $said"
      echo "0 passed, 1 failed, 0 skipped"
      exit 1
      ;;
  esac
  said=$("$gate" check --only "p256 sign" --plant "$table")
  code=$?
  echo "one multiplication more: $said"
  [ $code -eq 1 ] || { echo "0 passed, 1 failed, 0 skipped"; exit 1; }
  echo "2 passed, 0 failed, 0 skipped"
  exit 0
fi
cargo build -q --profile gate -p gate || exit 1
gate=${CARGO_TARGET_DIR:-target}/gate/gate
# Counter and table; backends that valgrind does not know are counted by single steps.
tables=("callgrind $results/instructions.tsv" "step $results/instructions-native.tsv")
if [ "${1:-check}" = write ]; then
  COUNTS=write cargo test -q -p testkit --test all -- operations:: || exit 1
  for row in "${tables[@]}"; do
    "$gate" write --by ${row% *} "${row#* }" || exit 1
  done
  exit 0
fi
# All operations that are followed, at length.
[ "${1:-check}" = pairs ] && exec "$gate" pairs "$2"
passed=0 failed=0 skipped=0
for row in "${tables[@]}"; do
  verdict=$("$gate" check --by ${row% *} "${row#* }")
  code=$?
  if [ -n "$verdict" ]; then echo "$verdict"; fi
  case "$code $verdict" in
    "0 ") ;;
    "0 SKIPPED"*) skipped=$((skipped + 1)) ;;
    0*) passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)) ;;
  esac
done
# Both counters agree, and are exact, in the build that is counted.
if cargo test -q --profile gate -p gate --test step -- steps_; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
fi
# A gate that cannot say no is none.
planted=$("$gate" check "$results/instructions.tsv" --only "p256 sign" --plant)
code=$?
case "$code $planted" in
  "0 SKIPPED"*) skipped=$((skipped + 1)) ;;
  1*) echo "one multiplication more: $planted"; passed=$((passed + 1)) ;;
  *) echo "one multiplication more is not found: $planted"; failed=$((failed + 1)) ;;
esac
# Operations in the lanes of this processor: the same steps whatever the secrets.
for only in "p192 sign" "x25519 derive alone" "p256 derive alone" mldsa44; do
  pairs=$("$gate" pairs 2 --only "$only")
  code=$?
  echo "$pairs"
  case "$code $pairs" in
    "0 SKIPPED"*) skipped=$((skipped + 1)) ;;
    0*) passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)) ;;
  esac
done
# What the compiler made of the lanes, on every path.
machine_code=$("$gate" lanes)
code=$?
echo "$machine_code"
case "$code $machine_code" in
  "0 SKIPPED"*) skipped=$((skipped + 1)) ;;
  0*) passed=$((passed + 1)) ;;
  *) failed=$((failed + 1)) ;;
esac
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
