#!/usr/bin/env bash
# A share of the tests of pkcs11-check on the module, and on SoftHSM: another one with each commit.
# scripts/pkcs11-check.sh runs all of them.
# usage: scripts/test-pkcs11-check.sh SEALANE [SHARES]
set -uo pipefail
cd "$(dirname "$0")/.."
sealane=$1 shares=${2:-20} status=0
share=$(($(git rev-list --count HEAD) % shares + 1))/$shares
page=$(mktemp)
trap 'rm -f "$page"' EXIT
echo "share $share of the files of tests"
SEALANE_CHECK_SHARE=$share bash scripts/pkcs11-check.sh "$page" "$sealane" || status=$?
if [ $status = 77 ]; then
  echo "SKIPPED: pkcs11-check, which needs Python 3.12 or newer"
  echo "0 passed, 0 failed, 1 skipped"
  exit
fi
sed -n '/^| module/,$p' "$page"
# Failures with a reason are no faults; the status says whether there are others.
passed=$(awk -F ' *[|] *' '$2 ~ /^(a service|embedded)$/ { gsub(",", "", $4); all += $4 }
  END { print all + 0 }' "$page")
[ "$passed" -gt 0 ] || status=1
echo "$passed passed, $((status != 0)) failed, 0 skipped"
[ $status = 0 ]
