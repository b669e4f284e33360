#!/usr/bin/env bash
# Two builds of lab/primitives, and the table of both. usage: scripts/primitives.sh FILE [SECONDS]
set -euo pipefail
usage="usage: scripts/primitives.sh FILE [SECONDS]"
[ -n "${1:-}" ] || { echo "FILE is missing; $usage" >&2; exit 2; }
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
soft='--cfg aes_backend="soft" --cfg sha1_backend="soft" --cfg sha2_backend="soft"'
soft+=' --cfg keccak_backend="soft" --cfg salsa20_backend="soft" --cfg sealane_portable'
cargo build --release -q -p primitives
# Apart: flags of the compiler would throw away all that is built.
RUSTFLAGS=$soft cargo build --release -q -p primitives --target-dir "$target/primitives-soft"
# One CPU, the last one we may use: the same for both builds.
cpu=$(taskset -cp $$ | sed 's/.*[ ,-]//')
exec taskset -c "$cpu" "$target/release/primitives" table --seconds "${2:-0.2}" \
  --portable "$target/primitives-soft/release/primitives" --out "$1"
