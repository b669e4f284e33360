#!/usr/bin/env bash
# The second checker. usage: scripts/checker.sh [certificates | refusals | twelfth] [FIELDGEN]
# certificates: exports those of all programs and lets it prove the texts of the tree and the C
# texts with their advice; refusals: its own tests, where it proves the certificates themselves and
# refuses what it must; twelfth: with a twelfth of what is long in these; no word: certificates and
# refusals. FIELDGEN is the generator's command.
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
what=${1:-all}
export FIELDGEN=${2:-$target/debug/fieldgen}
[ $# -ge 2 ] || cargo build -q -p fieldgen || exit 1
# No compiled copies in the source tree.
export PYTHONDONTWRITEBYTECODE=1
passed=0 failed=0
check() {
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $*"; fi
}
case "$what" in certificates | all)
  check "$FIELDGEN" certify --out "$folder/all.json"
  check python3 proof/checker/check.py --texts crates/arith/src/generated "$folder/all.json"
  check "$FIELDGEN" advice >"$folder/advice.json"
  check python3 proof/checker/check.py --kernels crates/arith/src/generated "$folder/all.json" \
    "$folder/advice.json"
  for prime in $("$FIELDGEN" primes | awk '{ print $1 }'); do
    for language in c64 c32; do
      "$FIELDGEN" print --prime "$prime" --language $language --out "$folder/$prime.$language" ||
        failed=$((failed + 1))
    done
  done
  check python3 proof/checker/check.py --c "$folder" "$folder/all.json"
esac
[ "$what" != twelfth ] || export CHECKER_SHARE=12
case "$what" in refusals | twelfth | all)
  check python3 proof/checker/check.py --self-test
esac
echo "$passed passed, $failed failed, 0 skipped"
case "$what" in refusals | twelfth | all)
  check python3 proof/checker/test_check.py
esac
[ $failed -eq 0 ]
