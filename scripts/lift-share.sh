#!/usr/bin/env bash
# Reports which share of the instructions of one signature, alone and on the portable machine, runs
# in functions that `lift` proves from their machine code; and of signatures alone and of a batch of
# eight as a processor with AVX-512 makes them. There is no floor. usage: [PLACES], what `lift
# target/release/sealane` printed; it is run if not given.
set -uo pipefail
cd "$(dirname "$0")/.."
if [ "$(uname -m)" != x86_64 ] || ! command -v valgrind >/dev/null; then
  echo "SKIPPED: shares are counted by valgrind, on x86-64"
  exit 0
fi
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
program=$target/release/sealane
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
places=${1:-}
if [ -z "$places" ]; then
  places=$work/places
  "$target/release/lift" "$program" >"$places"
fi
echo message >"$work/message"
profiles=()
for algorithm in p256 p384 ed25519 rsa2048; do
  "$program" keygen --algorithm "$algorithm" --out "$work/$algorithm.pem" >/dev/null || exit
  # From the start of the signature to its end: the key is read before.
  valgrind -q --tool=callgrind --dump-instr=yes --callgrind-out-file="$work/$algorithm" \
    --toggle-collect='sealane_cli::subject::Subject::sign*' "$program" --backend portable sign \
    --key "$work/$algorithm.pem" --in "$work/message" --out "$work/$algorithm.sig" \
    2>"$work/said" || { cat "$work/said"; exit 1; }
  profiles+=("$algorithm=$work/$algorithm")
done
python3 proof/lift/share.py "$program" "$places" "${profiles[@]}" || exit
if ! grep -q avx512ifma /proc/cpuinfo || ! command -v cc >/dev/null; then
  echo "NOT COUNTED: signatures in lanes, and those by kernels of mulx: valgrind has neither" \
    "AVX-512 nor ADX, and steps take a processor with AVX-512 IFMA, and a C compiler"
  exit 0
fi
cargo build -q --release -p shipped || exit
profiles=()
count() { # ROW OPTION...: from the start of the signature to its end, as above
  local row=$1
  shift
  "$target/release/shipped" pairs "$program" --row "$row" --functions "$work/${row// /-}" "$@" \
    >"$work/said" || { cat "$work/said"; exit 1; }
  profiles+=("$row=$work/${row// /-}")
}
for algorithm in p256 p384 ed25519 rsa2048; do
  count "$algorithm sign" --from 7subject7Subject4sign17h --until 6output6Output5write17h
  batch=3ecc5batch4sign3run17h
  [ $algorithm = rsa2048 ] && batch=3rsa5batch10sign_batch17h
  count "$algorithm sign batch eight" --from $batch
done
python3 proof/lift/share.py "$program" "$places" "${profiles[@]}"
