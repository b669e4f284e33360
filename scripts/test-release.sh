#!/usr/bin/env bash
# Builds the command as it ships and runs the tests of the command on it.
set -uo pipefail
cd "$(dirname "$0")/.."
make -s build || exit
SEALANE_BIN=$(realpath "${CARGO_TARGET_DIR:-target}")/release/sealane
export SEALANE_BIN
cargo test -q -p sealane-cli --test all -- --test-threads 2
