#!/bin/sh
# crypto-mb.sh OUT: Intel's libcrypto_mb with headers and compiler runtime from PyPI wheels, then
# c/crypto_mb.c on it. The wheels stay in OUT/whl; remove OUT to take newer ones.
set -e
here=$(cd "$(dirname "$0")" && pwd); out=$1
mkdir -p "$out"; cd "$out"
if [ ! -e lib/libcrypto_mb.so ]; then
    rm -rf whl x lib include
    python3 -m pip download -q --no-deps --only-binary :all: -d whl \
        ipp-crypto ipp-crypto-include intel-cmplr-lib-rt
    for w in whl/*.whl; do python3 -m zipfile -e "$w" x; done
    mkdir lib include
    mv x/*.data/data/include/aggregator/crypto_mb include/
    for l in libsvml.so libirng.so libimf.so libintlc.so.5 'libcrypto_mb.so*'; do
        mv x/*.data/data/lib/$l lib/
    done
    rm -rf x
fi
# DT_RPATH, as it also serves what libcrypto_mb needs.
cc -O2 -Wall -DBN_OPENSSL_DISABLE -I"$here/c" -Iinclude "$here/c/crypto_mb.c" -o bench -Llib \
    -lcrypto_mb -lcrypto -Wl,-rpath-link,lib -Wl,--disable-new-dtags -Wl,-rpath,'$ORIGIN/lib'
