#!/usr/bin/env bash
# Builds the library and the command with small and with large tables of the generators, and runs
# the tests that hang on them. Features change the tables of all that is built with them, so these
# builds stand by themselves, and so do their files: other suites run the command of the common one.
set -uo pipefail
cd "$(dirname "$0")/.."
for size in small large; do
  SEALANE_BIN='' SEALANE_LAB_BIN='' \
    cargo test -q --no-fail-fast -p sealane -p sealane-cli -p sealane-lab \
    --target-dir "${CARGO_TARGET_DIR:-target}/tables" \
    --features "sealane-cli/tables-$size,sealane-lab/tables-$size" --test all -- \
    tables:: the_mark keys_work sizes || exit
done
