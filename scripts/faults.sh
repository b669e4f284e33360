#!/usr/bin/env bash
# Flips bits in RSA signatures and writes what came of it. usage: scripts/faults.sh [FLIPS [FILE]]
set -euo pipefail
cd "$(dirname "$0")/.."
flips=${1:-10000}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
SEALANE_FAULTS=$flips cargo test -q --release -p testkit --test all -- --nocapture \
  --test-threads 1 rsa_faults:: | tee "$log"
[ -n "${2:-}" ] || exit 0
mkdir -p "$(dirname "$2")"
{
  echo "# Faults in RSA signatures"
  echo
  cat <<'EOF'
Written by `make faults-rsa`; do not edit. One bit at a time is changed in a number of the private
operation, in the encoded message, or in what is kept of the primes;
`tests/testkit/tests/rsa_faults.rs` says where, and has a test in which releases are found.
Harmless bits are those of words that the backend does not use: the signature is right.
EOF
  echo
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)."
  echo "- Compiler: $(rustc --version). Commit: $(git rev-parse --short=12 HEAD)."
  echo
  echo "| bits | backend | flips | found | harmless | released |"
  echo "|---|---|---|---|---|---|"
  # The runner's dots stand before the first row of a test.
  sed -n 's/^\.*\(| .*\)/\1/p' "$log"
} >"$2"
