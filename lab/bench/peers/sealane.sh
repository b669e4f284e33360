#!/bin/sh
# sealane.sh OUT: the laboratory's command, apart from the one that users build; with ALL_BACKENDS
# set those that are built on demand too. Tables for debuggers change no code, and take time.
set -e
cd "$(dirname "$0")/../../.."
export CARGO_PROFILE_RELEASE_DEBUG=0
cargo build -q --release --locked -p sealane-lab --bin sealane-lab \
  ${ALL_BACKENDS:+--features narrow} --target-dir "$1"
