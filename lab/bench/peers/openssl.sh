#!/bin/sh
# openssl.sh OUT: newest OpenSSL (the source that the crate openssl-src carries), static, then
# c/evp.c on it. The crate's own recipe does not say enable-ec_nistp_64_gcc_128, so this one does.
set -e
here=$(cd "$(dirname "$0")" && pwd); out=$1
cd "$here/rust"
cargo fetch -q --locked
src=$(cargo metadata -q --locked --features openssl --format-version 1 | python3 -c '
import json, sys, os
for p in json.load(sys.stdin)["packages"]:
    if p["name"] == "openssl-src":
        print(os.path.dirname(p["manifest_path"]))')
mkdir -p "$out"; cd "$out"
# What was configured otherwise is built anew.
if [ ! -f libcrypto.a ] || [ "$here/openssl.sh" -nt libcrypto.a ]; then
    mkdir -p obj; cd obj
    # Without what no row needs, which is half of it.
    perl "$src/openssl/Configure" linux-x86_64 no-shared no-tests no-apps no-docs no-module \
        no-legacy no-aria no-camellia no-idea no-seed no-rc2 no-rc4 no-bf no-cast no-md4 no-mdc2 \
        no-whirlpool no-sm2 no-sm3 no-sm4 no-gost no-cmp no-cms no-ts no-ct no-srp no-argon2 \
        no-ml-kem no-slh-dsa no-ssl no-tls no-dtls no-quic no-http \
        enable-ec_nistp_64_gcc_128 --prefix=/nonexistent >/dev/null
    make -s -j"${JOBS:-2}" build_generated >/dev/null
    make -s -j"${JOBS:-2}" libcrypto.a >/dev/null
    cp libcrypto.a ..; cd ..
fi
cc -O2 -I"$here/c" -Iobj/include -I"$src/openssl/include" "$here/c/evp.c" -o bench libcrypto.a \
    -ldl -lpthread
