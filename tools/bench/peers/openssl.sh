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
if [ ! -f libcrypto.a ]; then
    mkdir -p obj; cd obj
    perl "$src/openssl/Configure" linux-x86_64 no-shared no-tests no-apps no-docs no-module \
        enable-ec_nistp_64_gcc_128 --prefix=/nonexistent >/dev/null
    make -s -j"${JOBS:-2}" build_generated >/dev/null
    make -s -j"${JOBS:-2}" libcrypto.a >/dev/null
    cp libcrypto.a ..; cd ..
fi
cc -O2 -I"$here/c" -Iobj/include -I"$src/openssl/include" "$here/c/evp.c" -o bench libcrypto.a \
    -ldl -lpthread
