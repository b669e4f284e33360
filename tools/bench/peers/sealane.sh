#!/bin/sh
# sealane.sh OUT: the command with all backends, apart from the one that users build.
set -e
cd "$(dirname "$0")/../../.."
cargo build -q --release --locked -p sealane-cli --features narrow --target-dir "$1"
