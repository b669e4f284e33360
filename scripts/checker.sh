#!/usr/bin/env bash
# Exports the certificates of all programs and lets the second checker prove them again; its tests.
set -uo pipefail
cd "$(dirname "$0")/.."
if ! command -v python3 >/dev/null 2>&1; then
  echo "SKIPPED: python3 is not installed"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi
target=${CARGO_TARGET_DIR:-$PWD/target}
folder=$target/certificates
mkdir -p "$folder"
# `make test` names the generator that it has built with the tests.
[ -x "${FIELDGEN:-}" ] || cargo build -q -p fieldgen || exit 1
# No compiled copies in the source tree.
export PYTHONDONTWRITEBYTECODE=1
export FIELDGEN=${FIELDGEN:-$target/debug/fieldgen}
passed=0 failed=0
check() {
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $*"; fi
}
check "$FIELDGEN" certify --out "$folder/all.json"
check python3 tools/checker/check.py "$folder/all.json"
check python3 tools/checker/check.py --self-test
echo "$passed passed, $failed failed, 0 skipped"
check python3 tools/checker/test_check.py
[ $failed -eq 0 ]
