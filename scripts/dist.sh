#!/usr/bin/env bash
# Makes all that is published, in one folder, with its checksums: crates, the wheel, the library for
# C, the Debian package, symbols for debuggers, the list of parts.
# usage: scripts/dist.sh [--allow-dirty] [FOLDER [PART...]]
# Parts: crates wheel c deb sbom; all, if none is named. The folder, dist below target if none is
# named, is made anew. DIST_BINARIES is a folder with the command and the module, if they are built.
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh dist >&2
dirty=
if [ "${1-}" = --allow-dirty ]; then
  dirty=$1
  shift
fi
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
out=$(realpath -m "${1:-$target/dist}")
shift $(($# > 0 ? 1 : 0))
parts=" ${*:-crates wheel c deb sbom} "
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
machine=$(uname -m)
# Not when it is made but when what it is made of was written: the same sources, the same bytes.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
if [ -z "$dirty" ] && [ -n "$(git status --porcelain)" ]; then
  echo "dist: there are changes that are not committed; commit them, or use --allow-dirty" >&2
  exit 2
fi
# Built apart, without the names of folders of this machine.
build=$target/dist-build
registry=${CARGO_HOME:-$HOME/.cargo}/registry/src
names="--remap-path-prefix=$PWD=sealane --remap-path-prefix=$registry=registry"
released() { # COMMAND...: runs it so that it builds what is published
  CARGO_TARGET_DIR=$build RUSTFLAGS="$names" CFLAGS="-ffile-prefix-map=$registry=registry" "$@"
}
wants() { [[ $parts == *" $1 "* ]]; }
say() { echo "dist: $*" >&2; }
xtask() { cargo run -q -p xtask -- "$@"; }
binaries=${DIST_BINARIES:-$build/release}
third_party=$build/THIRD-PARTY

make_binaries() {
  [ -z "${DIST_BINARIES-}" ] || return 0
  say "builds the command and the PKCS#11 module"
  # One after the other: what both need has then the features that each asks for.
  released cargo build -q --locked --release -p sealane-cli
  released cargo build -q --locked --release -p sealane-pkcs11
  bash scripts/symbols.sh "$binaries/sealane" "$binaries/libsealane_pkcs11.so"
  mkdir -p "$out/symbols"
  cp "$binaries/sealane.debug" "$binaries/libsealane_pkcs11.so.debug" "$out/symbols/"
}

make_third_party() {
  [ ! -e "$build/THIRD-PARTY.of" ] || ! cmp -s Cargo.lock "$build/THIRD-PARTY.of" || return 0
  say "collects the licences of what is inside"
  xtask third-party >"$third_party"
  cp Cargo.lock "$build/THIRD-PARTY.of"
}

make_crates() {
  say "packs the crates, and builds each from its archive"
  local options=() name
  while read -r name; do options+=(-p "$name"); done < <(xtask published)
  # One folder of what is built for all, which goes on from what an earlier run left.
  # That they build is all that is asked: tables for debuggers would take longer.
  CARGO_TARGET_DIR=$build/crates CARGO_PROFILE_DEV_DEBUG=0 \
    cargo package -q --locked $dirty "${options[@]}"
  mkdir -p "$out/crates"
  cp "$build"/crates/package/*-"$version".crate "$out/crates/"
}

make_wheel() {
  say "builds the wheel"
  local python=$build/python
  [ -x "$python/bin/python" ] || python3 -m venv "$python"
  "$python/bin/python" -m pip -q --disable-pip-version-check install \
    "$(grep '^maturin==' crates/python/tests/packages.txt)"
  released "$python/bin/maturin" build -q --locked --release \
    --manifest-path crates/python/Cargo.toml --out "$out/python"
}

make_c() {
  say "builds the library for C"
  local name=sealane-c-$version-$machine-linux stage
  stage=$build/c/$name
  rm -rf "$stage"
  RUSTFLAGS="$names" bash scripts/capi-install.sh /usr/local --destdir "$stage" \
    --target-dir "$build" >&2
  mkdir -p "$stage/usr/local/share/doc/sealane" "$out/c"
  cp LICENSE-MIT LICENSE-APACHE docs/guide/c.md "$third_party" \
    "$stage/usr/local/share/doc/sealane/"
  archive "$build/c" "$name" "$out/c/$name.tar.gz"
}

# The same files, the same bytes: sorted, of one time, of nobody.
archive() { # FOLDER NAME FILE
  tar -C "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u+rwX,go+rX,go-w -cf - "$2" | gzip -9n >"$3"
}

make_deb() {
  say "makes the Debian package"
  local stage=$build/deb shell
  rm -rf "$stage"
  mkdir -p "$stage/built/completions" "$stage/built/docs" "$out/deb"
  cp -r packaging "$stage/"
  cp -r packaging/debian "$stage/debian"
  cp packaging/sealane.service packaging/sealane.socket "$stage/debian/"
  cp "$binaries/sealane" "$binaries/libsealane_pkcs11.so" "$third_party" "$stage/built/"
  # Not CHANGELOG.md: debhelper would take it for a changelog in Debian's form.
  cp -r README.md SECURITY.md SOUNDNESS.md docs "$stage/built/docs/"
  rm -r "$stage/built/docs/docs/results" "$stage/built/docs/docs/notes"
  "$stage/built/sealane" man --out "$stage/built/man" >&2
  for shell in bash zsh fish; do
    "$stage/built/sealane" completions "$shell" >"$stage/built/completions/sealane.$shell"
  done
  sed -n '/^Permission/,$p' LICENSE-MIT | sed 's/^$/./; s/^/ /' >"$build/licence"
  sed -i -e "/^@MIT@\$/r $build/licence" -e '/^@MIT@$/d' "$stage/debian/copyright"
  {
    echo "sealane ($version) unstable; urgency=medium"
    echo
    echo "  * Version $version. New: CHANGELOG.md of the sources."
    echo
    echo " -- $(sed -n 's/^Maintainer: //p' "$stage/debian/control")" \
      " $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
  } >"$stage/debian/changelog"
  find "$stage" -type d -exec chmod 755 {} +
  (cd "$stage" && DEB_RULES_REQUIRES_ROOT=no debian/rules binary) >"$build/deb.log" 2>&1 ||
    { tail -n 30 "$build/deb.log" >&2; exit 1; }
  cp "$build"/sealane_"$version"_*.deb "$out/deb/"
}

rm -rf "$out"
mkdir -p "$out" "$build"
if wants c || wants deb; then make_third_party; fi
if wants crates; then make_crates; fi
if wants deb; then make_binaries; make_deb; fi
if wants c; then make_c; fi
if wants wheel; then make_wheel; fi
cp LICENSE-MIT LICENSE-APACHE CHANGELOG.md "$out/"
if wants sbom; then
  say "lists what all is made of"
  xtask sbom "$out" --time "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)" \
    >"$build/sbom.json"
  mv "$build/sbom.json" "$out/sealane-$version.cdx.json"
fi
(cd "$out" && find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort |
  xargs -d '\n' sha256sum >"$build/SHA256SUMS")
mv "$build/SHA256SUMS" "$out/SHA256SUMS"
say "all is in $out"
