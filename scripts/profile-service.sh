#!/usr/bin/env bash
# The timing tree of a signature through a service, of RSA, DSA, P-256 and Ed25519.
# usage: scripts/profile-service.sh FILE [SECONDS]
# With less than 1 second a trial, of the command that SEALANE_LAB_BIN names.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${2:-2}
case $seconds in
  0*) sealane=$SEALANE_LAB_BIN ;;
  *) sealane=${CARGO_TARGET_DIR:-target}/release/sealane-lab
     cargo build --release -q -p sealane-lab --bin sealane-lab ;;
esac
mkdir -p "$(dirname "$1")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
changed=$(git status --porcelain -- crates lab Cargo.lock)
{
  cat <<'EOF'
# Where the time of a signature through a service goes

Written by `make profile-service`; do not edit. Time by the clock on the wall, medians; the samples
of a column are taken in turn. *Key kept*: it is unwrapped already; *key fetched*: it is read,
unwrapped and decoded for each signature. *Cleared*: nothing is kept for blinding. What the parts
leave of the whole is the remainder; docs/profile.md says what it holds.

EOF
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)."
  echo "- Compiler: $(rustc --version), release profile, no processor named."
  echo "- Commit: $(git rev-parse --short=12 HEAD)${changed:+ with changes}."
  for algorithm in rsa2048 rsa4096 dsa2048 p256 ed25519; do
    "$sealane" profile --service --algorithm $algorithm --seconds "$seconds" \
      >"$work/out" 2>"$work/warning"
    printf '\n## %s\n\n```text\n' $algorithm
    cat "$work/out" "$work/warning"
    printf '```\n'
  done
  cat <<'EOF'

## Beside the device of 2019

What Cryptech's "rsa timing tests" of January 2019 printed for RSA-2048, master firmware, and with
its key wrap core and a faster clock (60+wrap), milliseconds; shares are of the user view.

| part | master | 60+wrap |
|---|---:|---:|
| user view | 176.2 | 135.1 |
| transport and overhead | 19.0 % | 17.7 % |
| fetch | 21.5 (12.2 %) | 3.3 (2.4 %) |
| of it unwrap | 20.7 (11.7 %) | 2.7 (2.0 %) |
| sign | 142.8 (81.0 %) | 111.2 (82.3 %) |
| precalculation, first use | 116.7 (0.82 signatures) | 92.1 (0.83) |
| blinding, first use | 820 (5.7 signatures) | 696 (6.3) |
| check of the result | none | none |
EOF
} >"$work/page"
cp "$work/page" "$1"
echo "wrote $1"
