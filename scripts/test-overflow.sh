#!/usr/bin/env bash
# The arithmetic and the library with sums that are checked for overflow. The other suites run
# without these checks: each is a branch on a secret sum, which the taint test would report.
set -uo pipefail
cd "$(dirname "$0")/.."
cargo test -q --target-dir "${CARGO_TARGET_DIR:-target}/overflow" \
  --config profile.dev.package.sealane.overflow-checks=true \
  --config profile.dev.package.sealane-arith.overflow-checks=true \
  -p sealane-arith -p sealane -p testkit --features forms,narrow,test-hooks --lib --test all -- \
  --test-threads 2 --skip tidy:: --skip documents::
