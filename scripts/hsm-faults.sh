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
run store SEALANE_FLIPS=1000
run faults
run storm SEALANE_STORM=2000
run hostile SEALANE_HOSTILE_ROUNDS=8
run many
rows='kills: |disk: |bytes changed: |flips in |torn: |calls: |clocks: |storm: '
rows+='|signatures alone|median ratio|keys: '
[ -n "${1:-}" ] || exit 0
mkdir -p "$(dirname "$1")"
{
  cat <<'EOF'
# Faults in the keystore and the service, at length

Written by `make faults-hsm`; do not edit. `crates/hsm/tests` says what must hold, and all of it
held: nothing that was acknowledged is lost in silence, nothing is half done, and the token opens or
says what is lost.

- *kills*: processes that make keys, take them in, change a PIN, make the token's keys anew and back
  up are killed at random times; the counts are of what they had acknowledged;
- *disk*: calls of the system on the files of the store fail, one after the other, in four ways;
  those for want of room are a full disk;
- *bytes changed*: each byte of a small store, in two ways;
- *flips*: one bit at a random place of the journal that a killed process has left, and of the file
  of 200 keys; *torn*: that journal, cut at every 512 bytes;
- *full disk*: a store that may not grow;
- *calls*: of the storage, which fail before and after they are done;
- *clocks*: the time of day jumps to the end of time and back;
- *storm*: 256 threads sign while keys come and go;
- *signatures*: of 64 good clients, without 64 hostile ones and with them;
- *keys*: a token of so many key pairs is opened.

EOF
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)."
  echo "- Compiler: $(rustc --version). Commit: $(git rev-parse --short=12 HEAD)."
  echo
  echo '```text'
  # The runner's dots stand before the first row of a test.
  sed -n -e 's/^\.*//' -E -e "/$rows/p" "$log"
  echo '```'
} >"$1"
