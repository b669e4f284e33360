#!/usr/bin/env bash
# The arithmetic and the library with sums that are checked for overflow. The other suites run
# without these checks: each is a branch on a secret sum, which the taint test would report.
# As everywhere, a module of the tests from outside has a process of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
# Prints package folder and file of each test program.
programs() {
  cargo test -q --no-run --message-format=json --target-dir "${CARGO_TARGET_DIR:-target}/overflow" \
    --config profile.dev.package.sealane.overflow-checks=true \
    --config profile.dev.package.sealane-arith.overflow-checks=true \
    -p sealane-arith -p sealane -p testkit --features forms,narrow,test-hooks --lib --test all |
    python3 -c 'import json, sys
for row in map(json.loads, sys.stdin):
    if row.get("executable") and row["profile"]["test"]:
        print(row["manifest_path"], row["executable"])'
}
# Runs the tests of one module, or all of a program that has no modules of that kind.
module() {
  folder=$1 program=$2 module=$3
  cd "$folder"
  [ "$module" != - ] || module=""
  mapfile -t names < <("$program" --list | sed -n "s/^\($module.*\): test$/\1/p")
  "$program" -q --test-threads 1 --exact "${names[@]}" && return
  echo "FAILED: $program $module"
  exit 1
}
export -f module
built=$(programs)
while read -r manifest program; do
  folder=$(dirname "$manifest")
  case "$(basename "$program")" in
    all-*) "$program" --list | sed -n 's/::.*: test$/::/p' | sort -u ;;
    *) echo - ;;
  esac | grep -Ev '^(tidy|documents)::$' | sed "s|^|$folder $program |"
done <<<"$built" | xargs -P 2 -L 1 bash -c 'module "$@"' _
