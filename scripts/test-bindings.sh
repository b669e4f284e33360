#!/usr/bin/env bash
# The library for C as packages install it, and what stands on it. The guide's example is built by
# pkg-config, shared and static; modules in Go and OCaml are built and tested; programs in all three
# sign and verify published vectors and a batch of 1,000, that one under valgrind too.
# usage: scripts/test-bindings.sh [TESTS]   (the program of capi's tests, as it was built)
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
bash scripts/setup.sh bindings || exit
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=$target/bindings prefix=$target/bindings/prefix
# shellcheck source=scripts/parts/checks.sh
. scripts/parts/checks.sh
says() { # TEXT COMMAND...
  local text=$1 said
  shift
  said=$("$@") || return
  [ "$said" = "$text" ] || { echo "$said"; return 1; }
}
# Nothing is lost, and nothing read that is not the caller's.
watched() {
  valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
    --suppressions="$root/crates/capi/tests/valgrind.supp" "$@"
}

rm -rf "$prefix"
mkdir -p "$work"
# Without a registry there is no cargo-c, and without it nothing is installed.
if ! bash scripts/capi-install.sh "$prefix" >"$work/log" 2>&1; then
  tail -n 30 "$work/log"
  if [ ! -x "$target/cargo-c/bin/cargo-cinstall" ]; then
    skip "all" "cargo-c cannot be built here"
  else
    failed=1
    echo "FAILED: the library cannot be installed"
  fi
  finish
fi
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib

# What is there, under the names that others look for.
for file in include/sealane.h lib/libsealane.so lib/libsealane.a lib/pkgconfig/sealane.pc; do
  check "installed: $file" [ -s "$prefix/$file" ]
done
check "the header is the one of the tree" \
  cmp "$prefix/include/sealane.h" crates/capi/include/sealane.h
# The example of a page of the guide.
example() { # LANGUAGE PAGE
  awk -v begin="\`\`\`$1" '$0 == begin { inside = 1; next } /^```$/ { inside = 0 } inside' \
    "docs/guide/$2.md"
}
example c c >"$work/sign.c"
shared() {
  # shellcheck disable=SC2046 # Words of a command line.
  cc -Wall -Werror -o "$work/sign-shared" "$work/sign.c" $(pkg-config --cflags --libs sealane)
}
# Where there is no shared object, a linker takes the static one.
static() {
  mkdir -p "$work/only-static"
  cp "$prefix/lib/libsealane.a" "$work/only-static"
  # shellcheck disable=SC2046 # Words of a command line.
  cc -Wall -Werror -o "$work/sign-static" "$work/sign.c" \
    $(pkg-config --static --cflags --libs sealane | sed "s|-L$prefix/lib|-L$work/only-static|")
}
check "the guide's example is built, shared" shared
check "it runs, shared" says OK "$work/sign-shared"
check "it does not run without the shared object" \
  bash -c '! env -u LD_LIBRARY_PATH "$0"' "$work/sign-shared"
check "the guide's example is built, static" static
check "it runs, static, without the shared object" \
  says OK env -u LD_LIBRARY_PATH "$work/sign-static"
# What is not there is not found.
check "a prefix without the library is refused" \
  bash -c '! PKG_CONFIG_PATH=/nowhere pkg-config --exists sealane'

# A binding's programs: published vectors by capi's own tests, and batches.
programs() { # NAME CASES BATCH
  if [ -n "$tests" ]; then
    check "$1: RFC 6979, Wycheproof" env -C crates/capi SEALANE_CASES="$2" "$tests" vectors::
    check "$1: wrong verdicts are found" wrong "$2"
  fi
  check "$1: a batch of 1,000" says "1000 items" "$3" 1000
  if command -v valgrind >/dev/null; then
    [ -z "$tests" ] || check "$1: the vectors under valgrind" vectors_watched "$2"
    check "$1: the batch under valgrind" says "1000 items" watched "$3" 1000
  else
    skip "$1 under valgrind" "no valgrind on this machine"
  fi
}
vectors_watched() { # CASES
  {
    echo '#!/usr/bin/env bash'
    declare -f watched
    echo "root=$root; watched $1"
  } >"$work/watched"
  chmod +x "$work/watched"
  env -C crates/capi SEALANE_CASES="$work/watched" "$tests" vectors::
}
# And a key that is lost is.
lost() { # BATCH
  watched "$1" 3 lose
  [ $? = 99 ]
}
# The tests say no to a program whose answers are other ones.
wrong() {
  printf '#!/bin/sh\n%s | sed "s/^OK$/SIG_INVALID/; s/^30/31/"\n' "$1" >"$work/wrong"
  chmod +x "$work/wrong"
  ! env -C crates/capi SEALANE_CASES="$work/wrong" "$tests" vectors::
}
tests=${1:+$(realpath "$1")}
if [ -z "$tests" ]; then
  tests=$(cargo test -q --no-run -p sealane-capi --message-format=json |
    sed -n 's/.*"executable":"\([^"]*all-[^"]*\)".*/\1/p' | tail -n 1)
fi

if command -v go >/dev/null; then
  export GOFLAGS=-mod=mod GOTOOLCHAIN=local GOCACHE=$work/go-cache
  check "Go: vet" env -C crates/capi/go go vet ./...
  check "Go: tests" env -C crates/capi/go GODEBUG=cgocheck=1 go test ./...
  for program in cases batch; do
    check "Go: build $program" \
      env -C crates/capi/go go build -o "$work/go-$program" ./cmd/$program
  done
  # A program of another module, as the page says.
  guide() {
    mkdir -p "$work/go-guide"
    example go go >"$work/go-guide/main.go"
    printf 'module guide\n\ngo 1.19\n\nrequire sealane v0.0.0\n\nreplace sealane => %s\n' \
      "$root/crates/capi/go" >"$work/go-guide/go.mod"
    env -C "$work/go-guide" go run .
  }
  check "Go: the guide's example" says $'<nil> <nil>\ntrue' guide
  # Its runtime stops threads by signals, whose frames valgrind takes for wrong writes.
  export GODEBUG=asyncpreemptoff=1
  programs Go "$work/go-cases" "$work/go-batch"
  if command -v valgrind >/dev/null; then
    check "Go: a key that is lost is found" lost "$work/go-batch"
  fi
else
  skip Go "no go on this machine"
fi

if command -v dune >/dev/null && command -v ocamlfind >/dev/null; then
  dune() { command dune "$1" "${@:2}" --root crates/capi/ocaml --build-dir "$work/dune"; }
  check "OCaml: build" dune build
  check "OCaml: tests" dune test --force
  programs OCaml "$work/dune/default/test/cases.exe" "$work/dune/default/test/batch.exe"
  guide() {
    mkdir -p "$work/ocaml-guide"
    example ocaml ocaml >"$work/ocaml-guide/main.ml"
    dune install --prefix "$work/ocaml-guide/prefix" --libdir "$work/ocaml-guide/prefix/lib" &&
      OCAMLPATH=$work/ocaml-guide/prefix/lib env -C "$work/ocaml-guide" \
        ocamlfind ocamlopt -package sealane -linkpkg main.ml -o main && "$work/ocaml-guide/main"
  }
  check "OCaml: the guide's example, installed" says OK guide
  if [ -x "$work/dune/default/bench/speed.exe" ]; then
    check "OCaml: equal to mirage-crypto-ec" "$work/dune/default/bench/speed.exe" 1 20
  else
    skip "OCaml beside mirage-crypto-ec" "it is not installed"
  fi
else
  skip OCaml "no dune or no ocamlfind on this machine"
fi
finish
