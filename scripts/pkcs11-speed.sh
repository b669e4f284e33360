#!/usr/bin/env bash
# The PKCS#11 module and its service beside SoftHSM 2, in turn, in one run: CPU time of signatures
# and of searches among many keys, the first signature, and processes that start at once, with the
# floors of each. Every side runs the same program, lab/bench/peers/c/pkcs11.c.
# usage: scripts/pkcs11-speed.sh [FILE [ROUNDS [SIGNATURES [KEYS [SEALANE]]]]]
# FILE is the page, standard output if it is - or none; it is written only if the control is quiet.
# SEALANE is the command, with the module beside it; without it both are built as a release.
# Needs the Debian packages softhsm2 and libp11-kit-dev.
set -euo pipefail
cd "$(dirname "$0")/.."
refuse() { echo "$1; usage: scripts/pkcs11-speed.sh [FILE [ROUNDS [SIGNATURES [KEYS" \
  "[SEALANE]]]]]" >&2; exit 2; }
[ $# -le 5 ] || refuse "$# arguments"
page=${1:--} rounds=${2:-7} count=${3:-20000} keys=${4:-10000}
[[ $rounds =~ ^[1-9][0-9]?$ ]] || refuse "ROUNDS is '$rounds': a number from 1 to 99 is needed"
[[ $count =~ ^[1-9][0-9]*$ ]] || refuse "SIGNATURES is '$count': a number is needed"
[[ $keys =~ ^[1-9][0-9]*$ ]] || refuse "KEYS is '$keys': a number is needed"
[ ! -d "$page" ] || refuse "FILE is '$page', which is a folder"
if [ -z "${5:-}" ]; then
  cargo build -q --release -p sealane-cli -p sealane-pkcs11
  set -- "$page" "$rounds" "$count" "$keys" "${CARGO_TARGET_DIR:-target}/release/sealane"
fi
sealane=$(realpath "$5")
own=$(dirname "$sealane")/libsealane_pkcs11.so
[ -x "$sealane" ] && [ -e "$own" ] || refuse "there is no $sealane with libsealane_pkcs11.so"
peer=$(find /usr/lib -name libsofthsm2.so 2>/dev/null | head -n 1)
[ -n "$peer" ] || { echo "no libsofthsm2.so: apt-get install softhsm2" >&2; exit 1; }
# In memory, for both sides: neither waits for a disk.
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
finish() {
  local file
  for file in "$work"/*/pid; do
    [ ! -e "$file" ] || { kill "$(cat "$file")" && wait "$(cat "$file")"; } || true
  done
  rm -rf "$work"
}
trap finish EXIT
umask 077
# shellcheck disable=SC2046
cc -O2 -pthread -w $(pkg-config --cflags p11-kit-1) -o "$work/client" \
  lab/bench/peers/c/pkcs11.c -ldl
head -c 32 /dev/urandom >"$work/master.key"
head -c 12 /dev/urandom | base64 >"$work/officer.pin"
pin=$(head -c 12 /dev/urandom | base64)
echo "$pin" >"$work/user.pin"

last=$(($(nproc) - 1))
# A service that has one processor begins as many threads as that needs; so each setting has its
# own. `many` has the keys that are searched.
processors() { [ "$1" = one ] && echo "$last" || echo "0-$last"; }
make_tokens() { # STORE: of both sides
  local folder=$work/$1
  mkdir -p "$folder/softhsm"
  printf 'directories.tokendir = %s\nlog.level = ERROR\n' "$folder/softhsm" >"$folder/softhsm.conf"
  SOFTHSM2_CONF=$folder/softhsm.conf softhsm2-util --init-token --free --label speed \
    --pin "$pin" --so-pin "$(cat "$work/officer.pin")"
  local token=(--store "$folder/token.db" --master-file "$work/master.key")
  "$sealane" token init "${token[@]}" --label speed --new-pin-file "$work/officer.pin"
  "$sealane" token set-pin "${token[@]}" --as officer --pin-file "$work/officer.pin" \
    --for user --new-pin-file "$work/user.pin"
  taskset -c "$(processors "$1")" "$sealane" serve "${token[@]}" --socket "$folder/socket" \
    2>"$folder/log" &
  echo $! >"$folder/pid"
  echo "socket = '$folder/socket'" >"$folder/pkcs11.toml"
  for _ in $(seq 300); do [ -S "$folder/socket" ] && return; sleep 0.1; done
  cat "$folder/log" >&2
  return 1
}
client() { # STORE SIDE WORD...: the program, with the module of a side
  local store=$1 module=$own service
  service=$(cat "$work/$store/pid")
  [ "$2" != softhsm ] || module=$peer service=0
  shift 2
  SEALANE_PKCS11_CONF=$work/$store/pkcs11.toml SOFTHSM2_CONF=$work/$store/softhsm.conf \
    taskset -c "$(processors "$store")" "$work/client" "$module" "$pin" "$service" "$@"
}
for store in one all many; do
  make_tokens $store >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  for side in ours softhsm; do
    for algorithm in p256 ed25519 rsa2048; do client $store $side make $algorithm; done
  done
done
for side in ours softhsm; do
  echo "makes $keys keys: $side" >&2
  client many $side fill "$keys"
done
measure() { # NAME STORE SIDE WORD...: a line of a run
  local figures
  figures=$(client "$2" "$3" "${@:4}") || { echo "$1 does not end well: $3" >&2; return 1; }
  echo "$1 $3 $figures" >>"$work/rows"
}
share() { echo $((count / $1 + 1)); }
orders=("ours softhsm again" "softhsm again ours" "again ours softhsm")
for round in $(seq "$rounds"); do
  echo "round $round of $rounds" >&2
  for side in ${orders[round % 3]}; do
    measure p256-64-threads all "$side" sign p256 1 64 "$count"
    measure p256-8-processes all "$side" sign p256 8 1 "$count"
    measure p256-one-thread one "$side" sign p256 1 1 "$(share 2)"
    measure ed25519-64-threads all "$side" sign ed25519 1 64 "$(share 2)"
    measure rsa2048-64-threads all "$side" sign rsa2048 1 64 "$(share 10)"
    # A search of SoftHSM looks at every key.
    searches=$(share 4)
    [ "$side" != softhsm ] || searches=2
    measure find many "$side" find "$keys" "$searches"
  done
done
for side in ours softhsm; do
  echo "starts: $side" >&2
  measure start all "$side" start 4 20 2>>"$work/refusals"
done
changed=$(git status --porcelain -- crates lab Cargo.lock)
quiet=0
{
  cat <<'HEAD'
# The PKCS#11 module beside SoftHSM 2

Written by `make pkcs11-speed`; do not edit. One program with either module, in turn, in one run:
CPU time a signature, in microseconds, of the program and of the service that has its keys; SoftHSM
has them in the program. Medians of the rounds; the ratio is the median of those of the rounds, and
the *control* that of our side by itself, measured twice in each round. *One thread* has one
processor, for the program and the service together; all else has all processors. Of every 64
signatures one was verified, and the last one of each thread.

Searches are by class with a label or an id, among keys of P-256, after a search that needs all of
them. The first signature is counted from the call of `C_Initialize`, with a search by label, and
without `C_Login`. Starts are of four processes at the same moment, twenty times: each begins, logs
in, finds a key, signs and verifies.

HEAD
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)," \
    "$(nproc) of them."
  echo "- Compiler: $(rustc --version). Commit: $(git rev-parse --short=12 HEAD)" \
    "${changed:+with changes}."
  echo "- SoftHSM $(dpkg-query -W -f '${Version}' libsofthsm2 2>/dev/null || echo unknown)." \
    "Module: SHA-256 $(sha256sum <"$own" | cut -c 1-16)."
  echo "- Rounds: $rounds, of $count signatures of P-256 by 64 threads; $keys keys." \
    "Load: $(cut -d ' ' -f 1-3 /proc/loadavg) at the end."
  echo
  python3 scripts/pkcs11-speed.py "$work/rows" || quiet=$?
} >"$work/page"
cat "$work/page"
[ "$quiet" = 0 ] || exit "$quiet"
[ "$page" = - ] || { mkdir -p "$(dirname "$page")" && cp "$work/page" "$page"; }
