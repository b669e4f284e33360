#!/usr/bin/env bash
# Builds both commands as they ship and runs their tests on them.
# usage: scripts/test-release.sh TESTS LAB_TESTS   (the programs of the tests, as they were built)
set -uo pipefail
cd "$(dirname "$0")/.."
make -s build lab || exit
release=$(realpath "${CARGO_TARGET_DIR:-target}")/release
export SEALANE_BIN=$release/sealane SEALANE_LAB_BIN=$release/sealane-lab
tests=$(realpath "$1")
lab_tests=$(realpath "$2")
# What ships has not the backend that the tests of `narrow` ask for.
(cd crates/cli && "$tests" -q --test-threads 2 --skip narrow::)
status=$?
(cd lab/cli && "$lab_tests" -q --test-threads 2 --skip narrow::) && [ $status -eq 0 ]
