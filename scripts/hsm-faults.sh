#!/usr/bin/env bash
# The tests of the keystore and the service under faults, at length, and what they have counted.
# usage: scripts/hsm-faults.sh [FILE]
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() { # TEST NAME=VALUE...: one test program, by itself
  local test=$1
  shift
  env "$@" cargo test -q --release -p sealane-hsm --test all -- "$test::" --nocapture \
    --test-threads 1 | tee -a "$log"
}
run kill SEALANE_KILLS=2000
run disk SEALANE_DISK=all
run storm SEALANE_STORM=2000
run hostile SEALANE_HOSTILE_ROUNDS=8
run many
[ -n "${1:-}" ] || exit 0
mkdir -p "$(dirname "$1")"
{
  cat <<'EOF'
# Faults in the keystore and the service, at length

Written by `make faults-hsm`; do not edit. Processes that make keys, take them in, change a PIN,
make the token's keys anew and back up are killed at random times; calls of the system on the files
of the store fail, one after the other, in four ways; 256 threads sign while keys come
and go; 64 hostile clients stand beside 64 good ones, whose signatures are counted without them and
with them; a token of 10,000 key pairs is opened. `crates/hsm/tests` says what must hold, and all of
it held.

EOF
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)."
  echo "- Compiler: $(rustc --version). Commit: $(git rev-parse --short=12 HEAD)."
  echo
  echo '```text'
  # The runner's dots stand before the first row of a test.
  sed -n -e 's/^\.*//' -E -e '/kills: |disk: |storm: |signatures alone|median ratio|keys: /p' "$log"
  echo '```'
} >"$1"
