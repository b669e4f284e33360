#!/usr/bin/env bash
# Lets libFuzzer search, for a time each, for bytes that the targets of tests/fuzz do not stand;
# and for faults that were put in, which it must find. Needs a C++ compiler, and no other toolchain.
# usage: scripts/test-fuzz.sh [SECONDS [TARGET...]]   (60, and all of them)
#        scripts/test-fuzz.sh half 1|2     every other target, 60 seconds each
#        scripts/test-fuzz.sh build        prints the program, for scripts/fuzz-long.py
# A failure names the file of the bytes: `scripts/test-fuzz.sh replay TARGET FILE` gives them again.
set -uo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
target=${CARGO_TARGET_DIR:-target}/fuzz
# What the compiler notes of each edge, for the search. Named by a target, so that programs that
# run while it is built are without.
counted="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
counted+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
counted+=" -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
RUSTFLAGS="$counted" cargo build -q --profile fuzz --target "$host" --target-dir "$target" \
  -p fuzz --features engine --bin fuzz || exit
program=$target/$host/fuzz/fuzz
if [ "${1:-}" = build ]; then
  echo "$program"
  exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SEALANE_PKCS11_CONF=$work/pkcs11.toml
if [ "${1:-}" = replay ]; then
  SEALANE_FUZZ_TARGET=$2 "$program" "$3"
  exit
fi
SEALANE_FUZZ_SEEDS=$work/seeds "$program" || exit
# A folder for each target, those with a fault that was put in behind the others.
mapfile -t planted < <(cd "$work/seeds" && ls | grep '^planted-')
mapfile -t all < <(cd "$work/seeds" && ls | grep -v '^planted-')
if [ "${1:-}" = half ]; then
  mapfile -t all < <(printf '%s\n' "${all[@]}" | awk -v half="$2" 'NR % 2 == half % 2')
  planted=("${planted[$(($2 - 1))]}")
  set --
fi
seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- "${all[@]}"
found=$target/found
mkdir -p "$found"
passed=0 failed=0
search() { # TARGET OPTION...: searches, and says what it has seen
  local name=$1
  shift
  SEALANE_FUZZ_TARGET=$name "$program" "$work/seeds/$name" -max_total_time="$seconds" \
    -max_len=131072 -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 "$@" >"$work/log" 2>&1
}
for name in "$@"; do
  if search "$name" -artifact_prefix="$found/$name-"; then
    passed=$((passed + 1))
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
    echo "$name: $runs inputs, $(grep -Eo 'cov: [0-9]+' "$work/log" | tail -n 1 | cut -c 6-) edges"
  else
    failed=$((failed + 1))
    tail -n 40 "$work/log"
    echo "FAILED: $name"
  fi
done
# The search says no where something is wrong: a reader, and a sum beside big integers. It ends when
# it has found it; a busy machine takes longer.
seconds=$((10 * seconds))
for name in "${planted[@]}"; do
  said='^planted'
  [ "$name" != planted-modulus ] || said=': sum of '
  if search "$name" -artifact_prefix="$work/planted-"; then
    failed=$((failed + 1))
    echo "FAILED: $name was not found"
  elif grep -q "panicked at" "$work/log" && grep -Eq "$said" "$work/log"; then
    passed=$((passed + 1))
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
    echo "$name: found after ${runs:-some} inputs"
  else
    failed=$((failed + 1))
    tail -n 40 "$work/log"
    echo "FAILED: $name, and not by its fault"
  fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
