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
# What a run builds is not built again after a small change.
export CARGO_INCREMENTAL=0

# Everything but the taint test is built at once, with all features that only add: otherwise each
# suite would have the library of its own, which takes a minute to compile. What ships is built
# without them, by `build`, and looked at by `lints`; features that change tables stand apart.
packages=() manifests=() tried=()
for manifest in crates/*/Cargo.toml tools/*/Cargo.toml; do
  folder=$(basename "$(dirname "$manifest")")
  [ "$folder" = silence ] && continue
  # Of the suite `narrow` two folders have a part.
  if [ ${#chosen[@]} -gt 0 ] && [[ " ${chosen[*]/#narrow/sign cli} " != *" $folder "* ]]; then
    continue
  fi
  packages+=(-p "$(sed -n 's/^name = "\(.*\)"/\1/p' "$manifest" | head -n 1)")
  manifests+=("$manifest")
done
united=()
for feature in forms narrow test-hooks; do
  if [ ${#manifests[@]} -gt 0 ] && grep -q "^$feature = " "${manifests[@]}"; then
    united+=(--features "$feature")
  fi
done

# Says no to test programs of a folder that no suite has run.
all_are_run() {
  local folder missing=0
  while read -r folder; do
    [[ " ${tried[*]} " == *" $folder "* ]] && continue
    echo "$folder: no suite runs its tests"
    missing=1
  done < <(cut -d ' ' -f 1 "$logs/built" | sort -u)
  [ $missing -eq 0 ] && echo "1 passed, 0 failed, 0 skipped"
}

built_program() { # NAME: its file, if the tests built it
  sed -nE 's|.*"executable":"([^"]*/'"$1"')".*|\1|p' "$logs/built.json" | head -n 1
}

# Lists every test program as FOLDER NAME FILE.
build_tests() {
  rm -f "$logs/built"
  local line='"profile":\{[^}]*"test":true[^}]*\}.*"executable":"([^"]+)"'
  line='"manifest_path":"([^"]*)/Cargo.toml","target":\{[^}]*"name":"([^"]*)".*'$line
  cargo test --no-run -q "${packages[@]}" "${united[@]}" --message-format=json \
    >"$logs/built.json" ||
    { sed -n 's/.*"rendered":"\([^"]*\).*/\1/p' "$logs/built.json" | head -n 40; return 1; }
  sed -nE "s|.*$line.*|\\1 \\2 \\3|p" "$logs/built.json" | sed "s|^$PWD/||" >"$logs/built"
  # The tools that scripts run are those built with their tests.
  FIELDGEN=$(built_program fieldgen) FORMS=$(built_program forms)
  BENCH=$(built_program bench)
  export FIELDGEN FORMS BENCH
  echo "$(wc -l <"$logs/built") passed, 0 failed, 0 skipped"
}

# Runs the test programs of a folder: all but NAMES with -, else those.
tests() { # FOLDER [-] [NAME...]
  local folder=$1 bad=0 ran=0 name file
  shift
  tried+=("$folder")
  while read -r _ name file; do
    if [ "${1:-}" = - ]; then [[ " $* " == *" $name "* ]] && continue
    elif [ $# -gt 0 ]; then [[ " $* " == *" $name "* ]] || continue; fi
    echo "running $folder $name"
    ran=$((ran + 1))
    (cd "$folder" && "$file" -q) || bad=1
  done < <(grep "^$folder " "$logs/built")
  [ $ran -gt 0 ] && [ $bad -eq 0 ]
}

build_release() {
  cargo build --release -q -p sealane-cli && echo "1 passed, 0 failed, 0 skipped"
}

# The command that ships has neither this backend nor the hooks: that of the tests runs.
narrow_backend() { tests crates/sign narrow && SEALANE_BIN='' tests crates/cli narrow; }

# The two counters agree; then the tables.
instruction_gate() { tests tools/gate && bash scripts/gate.sh; }

# By themselves: features change the tables of all that is built with them.
other_tables() {
  local size
  for size in small large; do
    SEALANE_BIN='' cargo test -q --no-fail-fast -p sealane -p sealane-cli \
      --features "sealane-cli/tables-$size" --test tables --test parts -- \
      tables keys_work sizes the_mark || return
  done
}

timing() { tests tools/timing && bash scripts/timing.sh; }

examples() { cargo test -q --doc "${packages[@]}" "${united[@]}"; }

[ ${#packages[@]} -eq 0 ] || [ ${#chosen[@]} -eq 0 ] || chosen+=(tests)
# Optimizing at link time keeps one core busy, so what is released is built beside the tests; the
# suites that need it wait for cargo's lock and find it there.
if [ ${#chosen[@]} -eq 0 ]; then
  for package in sealane-cli timing silence; do cargo build --release -q -p $package; done \
    >"$logs/ahead.log" 2>&1 &
  # shellcheck disable=SC2064
  trap "kill $! 2>/dev/null" EXIT
fi
suite tests     "every test program, built" build_tests
suite build     "the command in release mode" build_release
suite lints     "clippy without a warning, formatting" bash scripts/lint.sh
suite arith     "field arithmetic" tests crates/arith
suite sign      "keys, encodings, schemes" tests crates/sign - narrow
suite examples  "the examples in the documentation" examples
suite fieldgen  "provers, regeneration, mutants" tests tools/fieldgen
suite checker   "certificates proven again by the second checker" bash scripts/checker.sh
suite testkit   "bounds, counts, toy groups, published vectors, tidiness" tests tools/testkit
suite measure   "the measuring core" tests crates/measure
suite hsm       "keys at rest: roles, corruption, crashes, failing disks" tests crates/hsm
suite forms     "the forms of P-256: equal to what ships, within their budgets" tests tools/forms
suite bench     "the measuring beside peers: what it refuses" tests tools/bench
suite mutants   "the planter of mutants" tests tools/mutants
suite cli       "the command: bad input, interoperation with openssl" tests crates/cli - narrow
suite narrow    "the backend of signed limbs: bytes and counters, the command" narrow_backend
suite tables    "small and large tables: their budgets, signatures, the mark" other_tables
suite gate      "instruction counts, exactly; one multiplication more is found" instruction_gate
suite primitives "hashes and ciphers that are measured: right results, a control that refuses" \
  tests tools/primitives
suite results   "tables and graphs of docs/results are made anew, with tiny budgets" \
  bash scripts/results.sh
suite ctext     "C text of the field programs, on aarch64 and armhf too" bash scripts/ctext.sh
suite timing    "two classes of secrets, one t-test; planted leaks" timing
suite silence   "taint of every secret operation; planted leaks" bash scripts/silence.sh
suite complete  "every test program that was built has run" all_are_run

echo
echo "what ran:"
[ ${#rows[@]} -gt 0 ] && printf '  %s\n' "${rows[@]}"
echo "what was skipped, and why:"
if [ ${#reasons[@]} -gt 0 ]; then printf '  %s\n' "${reasons[@]}"; else echo "  nothing"; fi
echo "took $((SECONDS - begun)) s; the output of each suite is in $logs"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
