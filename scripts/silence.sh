#!/usr/bin/env bash
# Builds the taint test in release mode and runs it under valgrind.
# usage: scripts/silence.sh [--quick] [--half 1|2] [--jobs N] [PATTERN]
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build -q --release -p silence
# In the same mode: what it stands on is built already. Of two halves, the first has them.
[[ " $* " == *" --half 2 "* ]] || cargo test -q --release -p silence
"${CARGO_TARGET_DIR:-target}/release/silence" run "$@"
