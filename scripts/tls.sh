#!/usr/bin/env bash
# Full TLS handshakes with keys in a file and in the service, beside ring: makes keys, certificates
# and a service, and lets lab/tls measure. usage: scripts/tls.sh FILE [OPTION...]
# OPTION: those of `tls table`, as --rounds 9. Where SEALANE_COMMAND names a command `sealane`, that
# one serves and lab/tls is built without optimisation: a rehearsal, whose figures mean nothing.
set -euo pipefail
[ -n "${1:-}" ] || { echo "FILE is missing; usage: scripts/tls.sh FILE [OPTION...]" >&2; exit 2; }
cd "$(dirname "$0")/.."
page=$1
shift
target=${CARGO_TARGET_DIR:-target}
if [ -n "${SEALANE_COMMAND:-}" ]; then
  sealane=$SEALANE_COMMAND tls=$target/debug/tls
  cargo build -q -p tls
else
  sealane=$target/release/sealane tls=$target/release/tls
  cargo build --release -q -p sealane-cli
  # Apart: features unite over what is built together.
  cargo build --release -q -p tls
fi
work=$(mktemp -d)
service=
finish() {
  if [ -n "$service" ]; then kill "$service" 2>/dev/null || true; wait "$service" || true; fi
  rm -rf "$work"
}
trap finish EXIT
umask 077
head -c 32 /dev/urandom >"$work/master.key"
for who in officer user operator; do head -c 12 /dev/urandom | base64 >"$work/$who.pin"; done
store=(--store "$work/token.db" --master-file "$work/master.key")
"$sealane" token init "${store[@]}" --label tls --new-pin-file "$work/officer.pin" \
  >/dev/null
for who in user operator; do
  "$sealane" token set-pin "${store[@]}" --pin-file "$work/officer.pin" --for $who \
    --new-pin-file "$work/$who.pin" >/dev/null
done
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=Authority \
  -keyout "$work/authority.key" -out "$work/authority.pem" 2>/dev/null
printf '%s\n' 'subjectAltName = DNS:localhost' 'basicConstraints = CA:FALSE' >"$work/leaf.ext"
certify() { # NAME: a certificate of the public key NAME.pub
  openssl x509 -new -force_pubkey "$work/$1.pub" -subj /CN=localhost -days 2 \
    -extfile "$work/leaf.ext" -CA "$work/authority.pem" -CAkey "$work/authority.key" \
    -out "$work/$1.pem" 2>/dev/null
}
for algorithm in p256 p384 ed25519 rsa2048; do
  "$sealane" key generate "${store[@]}" --pin-file "$work/user.pin" --algorithm $algorithm \
    --label $algorithm >/dev/null
  "$sealane" keygen --algorithm $algorithm --out "$work/$algorithm-file.key"
  "$sealane" pubkey --key "$work/$algorithm-file.key" --out "$work/$algorithm-file.pub"
done
"$sealane" serve "${store[@]}" --socket "$work/socket" 2>"$work/log" &
service=$!
for _ in $(seq 100); do [ -S "$work/socket" ] && break; sleep 0.1; done
for algorithm in p256 p384 ed25519 rsa2048; do
  "$sealane" key pubkey $algorithm --socket "$work/socket" --out "$work/$algorithm-service.pub"
  certify $algorithm-file
  certify $algorithm-service
done
"$tls" table --folder "$work" --out "$page" "$@"
