#!/usr/bin/env bash
# Builds the command as it ships and runs the tests of the command on it.
# usage: scripts/test-release.sh TESTS   (the program of the tests, as it was built)
set -uo pipefail
cd "$(dirname "$0")/.."
make -s build || exit
SEALANE_BIN=$(realpath "${CARGO_TARGET_DIR:-target}")/release/sealane
export SEALANE_BIN
tests=$(realpath "$1")
# What ships has not the backend that the tests of `narrow` ask for.
cd crates/cli && "$tests" -q --test-threads 2 --skip narrow::
