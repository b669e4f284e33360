#!/usr/bin/env bash
# The main job on real files, with the openssl command checking each result, and the speed table.
set -euo pipefail
cd "$(dirname "$0")/.."
sealane=${CARGO_TARGET_DIR:-$PWD/target}/release/sealane
readme=$PWD/README.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

step() { printf '\n== %s\n' "$*"; }
run() { printf '$ %s\n' "${*/#$sealane/sealane}"; "$@"; }
have_openssl=1
if ! command -v openssl >/dev/null; then
  have_openssl=
  echo "SKIPPED: openssl is not installed, so nobody checks our results"
fi

step "The machine tests itself"
run "$sealane" self-test

step "A P-256 key, and a signature of the README"
run "$sealane" keygen --algorithm p256 --out alice.pem
run "$sealane" pubkey --key alice.pem --out alice.pub
run "$sealane" sign --key alice.pem --in "$readme" --out readme.sig
run "$sealane" verify --key alice.pub --signature readme.sig --in "$readme"

if [ $have_openssl ]; then
  step "OpenSSL accepts key and signature"
  run openssl dgst -sha256 -verify alice.pub -signature readme.sig "$readme"

  step "An OpenSSL key and signature, accepted by sealane"
  run openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out bob.pem
  run openssl pkey -in bob.pem -pubout -out bob.pub
  run openssl dgst -sha256 -sign bob.pem -out bob.sig "$readme"
  run "$sealane" verify --key bob.pub --signature bob.sig --in "$readme"

  step "The same secret on both sides of an exchange"
  run "$sealane" derive --key alice.pem --peer bob.pub --out alice.secret
  run openssl pkeyutl -derive -inkey bob.pem -peerkey alice.pub -out bob.secret
  run cmp alice.secret bob.secret
  echo "the $(wc -c <alice.secret) bytes are equal"
fi

step "A changed message is refused (exit 4)"
cp "$readme" changed.md && echo >>changed.md
code=0
run "$sealane" verify --key alice.pub --signature readme.sig --in changed.md || code=$?
[ $code -eq 4 ] || { echo "expected exit 4, got $code" >&2; exit 1; }

step "Speed, beside the OpenSSL of this machine, in one run"
run "$sealane" speed --seconds 0.2 "p256|p384|secp256k1|25519"

step "A token, a service on a socket, and keys made through it"
umask 077
head -c 32 /dev/urandom >master.key
head -c 9 /dev/urandom | base64 >officer.pin
head -c 9 /dev/urandom | base64 >user.pin
token="--store token.db --master-file master.key"
# shellcheck disable=SC2086
{
  run "$sealane" token init $token --label demo --new-pin-file officer.pin
  run "$sealane" token set-pin $token --pin-file officer.pin --for user --new-pin-file user.pin
  echo '$ sealane serve '"$token"' --socket service.socket &'
  "$sealane" serve $token --socket service.socket 2>service.log &
}
service=$!
trap 'kill $service 2>/dev/null; wait $service; rm -rf "$dir"' EXIT
for _ in $(seq 100); do [ -S service.socket ] && break; sleep 0.1; done
there="--socket service.socket --pin-file user.pin"
for algorithm in p256 ed25519 rsa2048; do
  # shellcheck disable=SC2086
  run "$sealane" key generate $there --algorithm $algorithm --label $algorithm
done

step "A thousand files, signed by 16 clients of the service"
mkdir files
for i in $(seq 1000); do { echo "file $i"; head -c $((i % 97 * 10)) "$readme"; } >files/$i.txt; done
ls -d files/* >list
# shellcheck disable=SC2086
run "$sealane" load --socket service.socket --as user --pin-file user.pin --key p256 \
  --clients 16 --files-from list --out-dir signatures
count=$(ls signatures | wc -l)
[ "$count" -eq 1000 ] || { echo "expected 1000 signatures, got $count" >&2; exit 1; }
if [ $have_openssl ]; then
  "$sealane" key show p256 --socket service.socket | sed -n '/^-----BEGIN/,/^-----END/p' >p256.pub
  verified=0
  for i in $(seq 1000); do
    openssl dgst -sha256 -verify p256.pub -signature signatures/$i.txt.sig files/$i.txt >/dev/null
    verified=$((verified + 1))
  done
  echo "OpenSSL accepts $verified of $count signatures"
  echo changed >>files/7.txt
  if openssl dgst -sha256 -verify p256.pub -signature signatures/7.txt.sig files/7.txt; then
    echo "expected OpenSSL to refuse a changed file" >&2
    exit 1
  fi
fi

step "The way of one signature through a service"
run "$sealane" profile --service --algorithm rsa2048 --seconds 0.2

step "The service stops, and leaves nothing"
kill $service
wait $service
[ ! -e service.socket ] || { echo "the socket is still there" >&2; exit 1; }
trap 'rm -rf "$dir"' EXIT
tail -n 1 service.log
