#!/usr/bin/env bash
# Builds the timing test in release mode and runs it. usage: scripts/timing.sh [SECONDS [FILE]]
# A long run closes by writing FILE, with what it ran on.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build -q --release -p timing
binary="${CARGO_TARGET_DIR:-target}/release/timing"
if [ -z "${2:-}" ]; then
  "$binary" run --seconds "${1:-0.2}"
  exit
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$binary" run --seconds "$1" | tee "$log"
mkdir -p "$(dirname "$2")"
{
  echo "# Timing test"
  echo
  echo "Written by \`make timing\`; do not edit. docs/tests.md says what it means."
  echo
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)."
  echo "- Compiler: $(rustc --version), release profile. Commit: $(git rev-parse --short=12 HEAD)."
  echo "- $1 s of CPU time a case; a case beyond 4.5 is measured again, four times as long."
  echo
  echo '```text'
  cat "$log"
  echo '```'
} >"$2"
