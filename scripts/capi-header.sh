#!/usr/bin/env bash
# Makes crates/capi/include/sealane.h of the sources, or says whether it is what they make.
# usage: scripts/capi-header.sh [check]
# The tool is built once, below target.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=${CARGO_TARGET_DIR:-$PWD/target}/cbindgen
header=crates/capi/include/sealane.h
if [ ! -x "$tools/bin/cbindgen" ]; then
  cargo install -q --locked --no-track --root "$tools" --version 0.29.4 cbindgen
fi
made=$(mktemp)
trap 'rm -f "$made"' EXIT
# Names as C has them; links of the Rust pages as plain names.
"$tools/bin/cbindgen" -q --config crates/capi/cbindgen.toml crates/capi |
  sed -e 's/\bSEALANE_STATUS_/SEALANE_/' \
    -e 's/\[`\([^`]*\)`\](crate::[^)]*)/`\1`/; s/\[`\([^`]*\)`\]/`\1`/g' >"$made"
if [ "${1-}" = check ]; then
  diff "$header" "$made" || { echo "FAILED: $header: run scripts/capi-header.sh"; exit 1; }
  # It says no to a header that is another one.
  sed 's/sealane_verify(/sealane_verifies(/' "$header" | diff -q - "$made" >/dev/null &&
    { echo "FAILED: a function of another name is not found"; exit 1; }
  echo "2 passed, 0 failed, 0 skipped"
else
  cp "$made" "$header"
fi
