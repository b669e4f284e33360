#!/bin/sh
# make.sh OUT: bench.ml against the mirage-crypto-ec that ocamlfind has; its calls are those of the
# versions before 1.0, which distributions carry.
set -e
here=$(cd "$(dirname "$0")" && pwd); out=$1
version=$(ocamlfind query -format '%v' mirage-crypto-ec)
mkdir -p "$out"
cp "$here/bench.ml" "$out/bench.ml"
cd "$out"
ocamlfind ocamlopt -package mirage-crypto-ec,mirage-crypto-pk,mirage-crypto-rng.unix,unix \
    -linkpkg bench.ml -o bench-bin
printf '#!/bin/sh\nPEER_VERSION=%s exec "$(dirname "$0")/bench-bin" "$@"\n' "$version" >bench
chmod +x bench
