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
