#!/usr/bin/env bash
# Instruction counts of every operation against docs/results/instructions.tsv, and proof that one
# multiplication more is found. usage: scripts/gate.sh [write]
set -uo pipefail
cd "$(dirname "$0")/.."
table=docs/results/instructions.tsv
cargo build -q --profile gate -p gate || exit 1
gate=${CARGO_TARGET_DIR:-target}/gate/gate
if [ "${1:-check}" = write ]; then
  COUNTS=write cargo test -q -p testkit --test operations && exec "$gate" write "$table"
  exit 1
fi
if ! command -v valgrind >/dev/null; then
  echo "SKIPPED: instruction counts: there is no valgrind"
  echo "0 passed, 0 failed, 2 skipped"
  exit 0
fi
passed=0 failed=0 skipped=0
verdict=$("$gate" check "$table")
code=$?
echo "$verdict"
case "$code $verdict" in
  "0 SKIPPED"*) skipped=$((skipped + 1)) ;;
  0*) passed=$((passed + 1)) ;;
  *) failed=$((failed + 1)) ;;
esac
# A gate that cannot say no is none.
planted=$("$gate" check "$table" --only "p256 sign" --plant)
code=$?
case "$code $planted" in
  "0 SKIPPED"*) skipped=$((skipped + 1)) ;;
  1*) echo "one multiplication more: $planted"; passed=$((passed + 1)) ;;
  *) echo "one multiplication more is not found: $planted"; failed=$((failed + 1)) ;;
esac
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
