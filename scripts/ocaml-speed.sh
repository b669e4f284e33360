#!/usr/bin/env bash
# P-256 in OCaml, by the library for C, beside mirage-crypto-ec of the distribution, in one program.
# usage: scripts/ocaml-speed.sh FILE
# CPU names the processor, TURNS how often both are measured. Nothing is written if the control says
# that the machine was not quiet.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
bash scripts/setup.sh bindings
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
prefix=$target/bindings/prefix work=$target/bindings
bash scripts/capi-install.sh "$prefix"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
(cd crates/capi/ocaml && dune build --release --root . --build-dir "$work/dune" ./bench/speed.exe)
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
taskset -c "${CPU:-1}" "$work/dune/default/bench/speed.exe" "${TURNS:-15}" 200 >"$rows"
python3 "$root/scripts/ocaml-speed.py" "$rows" "$1" \
  "$(ocamlfind query -format %v mirage-crypto-ec)" "$(ocamlfind ocamlopt -version)"
