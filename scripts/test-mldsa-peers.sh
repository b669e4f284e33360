#!/usr/bin/env bash
# ML-DSA beside the wheel `cryptography`, which has OpenSSL 4 inside: keys, documents and signatures
# both ways, verdicts, limits.
# usage: scripts/test-mldsa-peers.sh [TESTS]   (the program of testkit's tests, as it was built)
# SEALANE_MLDSA_ROUNDS says how many rounds each parameter set has.
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
venv=$(realpath -m "${CARGO_TARGET_DIR:-target}")/mldsa-peers/venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" || exit
"$venv/bin/python" -m pip -q --disable-pip-version-check install cryptography==50.0.2 || exit

export SEALANE_MLDSA_ORACLES="$venv/bin/python $root/lab/bench/peers/python/mldsa.py"
export SEALANE_MLDSA_ROUNDS=${SEALANE_MLDSA_ROUNDS:-300}
if [ $# -eq 0 ]; then
  cargo test -q -p testkit --test all -- mldsa_oracles:: --nocapture --test-threads 1
else
  tests=$(realpath "$1")
  (cd tests/testkit && "$tests" -q mldsa_oracles:: --nocapture --test-threads 1)
fi
