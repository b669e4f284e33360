#!/usr/bin/env bash
# Measures `sealane verify-batch` beside Python and beside the library, on a million rows.
# usage: scripts/verify-batch.sh FILE
# PYTHON names a Python that has the package `cryptography`; without it, one is made in the build
# folder. CPU names the processor; further arguments come through VERIFY_BATCH_ARGS.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
cargo build -q --release -p sealane-cli -p sealane-lab --bin sealane \
  --example verify_batch
if [ -z "${PYTHON:-}" ]; then
  python3 -m venv "$target/verify-batch-python"
  PYTHON=$target/verify-batch-python/bin/python
  "$PYTHON" -m pip install -q cryptography
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck disable=SC2086 # Several words are meant.
"$target/release/examples/verify_batch" measure --program "$target/release/sealane" \
  --python "$PYTHON" --folder "$folder" --out "$1" --cpu "${CPU:-1}" ${VERIFY_BATCH_ARGS:-}
