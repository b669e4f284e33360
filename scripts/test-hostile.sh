#!/bin/sh
# A released service beside hostile clients, with the bounds that its documents state: nine tenths
# of the signatures, 99 of 100 at most twice as late, logins and stops within a second; and what the
# log costs a signature.
# usage: scripts/test-hostile.sh
set -eu
cd "$(dirname "$0")/.."
SEALANE_HOSTILE_ROUNDS=8 SEALANE_STRICT_TIMES=1 \
  cargo test -q --release -p sealane-hsm --test all -- \
  --test-threads 1 --nocapture hostile:: hardening_service:: use_cost::
