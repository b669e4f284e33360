#!/usr/bin/env bash
# Measures what the caches of RSA cost and save. usage: scripts/rsa-caches.sh FILE
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build -q --release -p testkit --example rsa_caches
table=$("${CARGO_TARGET_DIR:-target}/release/examples/rsa_caches")
mkdir -p "$(dirname "$1")"
{
  echo "# What RSA keeps between signatures"
  echo
  cat <<'EOF'
Written by `make caches-rsa`; do not edit. CPU time of one thread; the samples of all rows are taken
in turn.
EOF
  echo
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)."
  echo "- Compiler: $(rustc --version), release profile. Commit: $(git rev-parse --short=12 HEAD)."
  echo
  echo "$table"
} >"$1"
