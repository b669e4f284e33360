#!/usr/bin/env bash
# Installs the library for C as packages do: header, shared object, static one, sealane.pc.
# usage: scripts/capi-install.sh PREFIX [CARGO-OPTION...]
# cargo-c is built once, below target: 5 minutes of a processor.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=$(realpath -m "$1")
shift
target=${CARGO_TARGET_DIR:-$PWD/target}
tools=$target/cargo-c version=0.10.24+cargo-0.98.0
if [ "$(cat "$tools/version" 2>/dev/null)" != "$version" ]; then
  # It calls the compiler and copies files: optimised it would take three times as long to build.
  cargo install -q --locked --no-track --force --debug --config profile.dev.debug=0 \
    --target-dir "$tools/build" --root "$tools" --version "$version" cargo-c
  rm -rf "$tools/build"
  echo "$version" >"$tools/version"
fi
PATH=$tools/bin:$PATH cargo cinstall --release -p sealane-capi --prefix "$prefix" \
  --libdir "$prefix/lib" "$@"
