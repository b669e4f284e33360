#!/bin/sh
# rust.sh NAME plain|native: the peer of that name in rust/, for any processor or for this one.
set -e
cd "$(dirname "$0")/rust"
target=$B/target
if [ "$2" = native ]; then
    target=$B/target-native
    RUSTFLAGS="-C target-cpu=native"; export RUSTFLAGS
fi
cargo build -q --release --locked --features "$1" --bin "$1" --target-dir "$target"
