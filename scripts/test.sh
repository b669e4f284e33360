#!/usr/bin/env bash
# Runs every test suite, keeps each one's output in target/test-logs, and closes with a summary.
# usage: scripts/test.sh [SUITE...]   (no name: all of them)
set -uo pipefail
cd "$(dirname "$0")/.."
logs=${CARGO_TARGET_DIR:-target}/test-logs
mkdir -p "$logs"
chosen=("$@")
passed=0 failed=0 skipped=0
rows=() reasons=()
begun=$SECONDS

counts() { # LOG: passed failed skipped, from the closing lines of cargo's runner and of our own
  awk '
    /^test result:/ {
      for (i = 1; i <= NF; i++) {
        if ($i ~ /^passed/) p += $(i-1)
        if ($i ~ /^failed/) f += $(i-1)
        if ($i ~ /^ignored/) s += $(i-1)
      }
    }
    /^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ { p += $1; f += $3; s += $5 }
    END { print p + 0, f + 0, s + 0 }' "$1"
}

suite() { # NAME WHAT COMMAND...
  local name=$1 what=$2 log="$logs/$1.log" start=$SECONDS code p f s
  shift 2
  if [ ${#chosen[@]} -gt 0 ] && [[ " ${chosen[*]} " != *" $name "* ]]; then return; fi
  printf -- '--- %s: %s\n' "$name" "$what"
  "$@" >"$log" 2>&1
  code=$?
  read -r p f s < <(counts "$log")
  # A suite that fails without a count (a build error, a crash) is one failure.
  if [ $code -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
  # A suite that counts nothing has tested nothing.
  if [ $code -eq 0 ] && [ $((p + s)) -eq 0 ]; then f=1; echo "no test was counted" >>"$log"; fi
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  rows+=("$(printf '%-12s %5d passed %3d failed %3d skipped %5d s   %s' \
    "$name" "$p" "$f" "$s" $((SECONDS - start)) "$what")")
  while IFS= read -r line; do reasons+=("$name: $line"); done \
    < <(grep -ahE '^SKIPPED:' "$log" | sort -u)
  if [ "$f" -ne 0 ]; then
    grep -aE '^(error|warning: unused)|panicked|FAILED|^test .* FAILED' "$log" | head -n 20
    tail -n 40 "$log"
  fi
}

# The command under test, as it ships, once it is built.
export SEALANE_BIN="${CARGO_TARGET_DIR:-$PWD/target}/release/sealane"
[ ${#chosen[@]} -eq 0 ] || [ -x "$SEALANE_BIN" ] || unset SEALANE_BIN

build_release() {
  cargo build --release -q -p sealane-cli && echo "1 passed, 0 failed, 0 skipped"
}

# By itself: the feature builds every curve a second time.
narrow_backend() {
  cargo test -q --no-fail-fast -p sealane --features narrow --test narrow &&
    SEALANE_BIN= cargo test -q --no-fail-fast -p sealane-cli --features narrow --test narrow
}

# The two counters agree; then the tables.
instruction_gate() {
  cargo test -q --no-fail-fast -p gate && bash scripts/gate.sh
}

# By themselves: features change the tables of all that is built with them.
other_tables() {
  cargo test -q --no-fail-fast -p sealane --features tables-large --lib tables:: &&
    cargo test -q --no-fail-fast -p sealane --features tables-small --lib tables:: &&
    SEALANE_BIN= cargo test -q --no-fail-fast -p sealane-cli --features tables-small \
      --test parts the_mark
}

suite build     "the command in release mode" build_release
suite lints     "clippy without a warning, formatting" bash scripts/lint.sh
suite arith     "field arithmetic" \
  cargo test -q --no-fail-fast -p sealane-arith --features forms
suite sign      "keys, encodings, schemes" cargo test -q --no-fail-fast -p sealane
suite fieldgen  "provers, regeneration, mutants" cargo test -q --no-fail-fast -p fieldgen
suite checker   "certificates proven again by the second checker" bash scripts/checker.sh
suite testkit   "bounds, counts, toy groups, published vectors, tidiness" \
  cargo test -q --no-fail-fast -p testkit
suite measure   "the measuring core" cargo test -q --no-fail-fast -p sealane-measure
suite forms     "the forms of P-256: equal to what ships, within their budgets" \
  cargo test -q --no-fail-fast -p forms
suite bench     "the measuring beside peers: what it refuses" \
  cargo test -q --no-fail-fast -p bench
suite mutants   "the planter of mutants" cargo test -q --no-fail-fast -p mutants
suite cli       "the command: bad input, interoperation with openssl" \
  cargo test -q --no-fail-fast -p sealane-cli
suite narrow    "the backend of signed limbs: bytes and counters, the command" \
  narrow_backend
suite tables    "small and large tables: their budgets, signatures, the mark" other_tables
suite gate      "instruction counts, exactly; one multiplication more is found" instruction_gate
suite ctext     "C text of the field programs, on aarch64 and armhf too" bash scripts/ctext.sh
suite hooks     "the operations that only published vectors may have" \
  cargo test -q --no-fail-fast -p sealane-cli --features test-hooks --test machines
suite timing    "two classes of secrets, one t-test; planted leaks" bash scripts/timing.sh
suite silence   "taint of every secret operation; planted leaks" bash scripts/silence.sh

echo
echo "what ran:"
[ ${#rows[@]} -gt 0 ] && printf '  %s\n' "${rows[@]}"
echo "what was skipped, and why:"
if [ ${#reasons[@]} -gt 0 ]; then printf '  %s\n' "${reasons[@]}"; else echo "  nothing"; fi
echo "took $((SECONDS - begun)) s; the output of each suite is in $logs"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
