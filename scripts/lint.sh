#!/usr/bin/env bash
# clippy without a warning over everything that is built together, and rustfmt's opinion.
set -uo pipefail
cd "$(dirname "$0")/.."
passed=0 failed=0
check() { if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi; }
if cargo clippy --version >/dev/null 2>&1; then
  check cargo clippy -q --all-targets -- -D warnings
  # What the first leaves out: features that only add, and the tools that turn them on.
  check cargo clippy -q --all-targets -p sealane-arith -p sealane -p sealane-cli -p forms -p bench \
    --features forms,narrow,test-hooks -- -D warnings
  skipped=0
else
  echo "SKIPPED: clippy is not installed"; skipped=1
fi
if cargo fmt --version >/dev/null 2>&1; then
  check cargo fmt --all --check
else
  echo "SKIPPED: rustfmt is not installed"
  skipped=$((skipped + 1))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
