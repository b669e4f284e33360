#!/usr/bin/env bash
# clippy without a warning, and rustfmt's opinion.
# usage: scripts/lint.sh [format | clippy SELECTION... | clippy-plain]   (no word: all of them)
# SELECTION: the packages and features that are built together, as cargo takes them.
set -uo pipefail
cd "$(dirname "$0")/.."
passed=0 failed=0 skipped=0
check() { if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi; }
skip() { echo "SKIPPED: $1 is not installed"; skipped=$((skipped + 1)); }
clippy() { # ARGUMENTS...
  cargo clippy --version >/dev/null 2>&1 || { skip clippy; return; }
  check cargo clippy -q --all-targets "$@" -- -D warnings
}

what=${1:-all}
[ $# -eq 0 ] || shift
case "$what" in format | all)
  if cargo fmt --version >/dev/null 2>&1; then check cargo fmt --all --check; else skip rustfmt; fi
esac
# The targets of the fuzz tests are looked at here, and built where they are searched.
[ $# -eq 0 ] || set -- "$@" -p fuzz
case "$what" in clippy | all) clippy "$@" ;; esac
# What ships has neither hooks nor other forms: dead code shows here.
case "$what" in clippy-plain | all)
  clippy -p sealane-arith -p sealane -p sealane-cli -p sealane-lab
  clippy -p lift -p outlined -p shipped -p leaky
esac
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
