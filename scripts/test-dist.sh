#!/usr/bin/env bash
# What is published is made anew and looked at: sums, list of parts, crates, wheel, library for C;
# the Debian package is installed in a Debian of its own, serves, signs, is removed and purged.
# usage: scripts/test-dist.sh [FOLDER]   (what scripts/dist.sh has made; without it, it is made)
set -uo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh dist || exit
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=$target/dist-test
tools=$target/dist-build/tools
# shellcheck source=scripts/parts/checks.sh
. scripts/parts/checks.sh

rm -rf "$work"
mkdir -p "$work"
# Of both times that the package is made, whatever is committed in between.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
out=${1-}
if [ -z "$out" ]; then
  out=$target/dist
  # The sources of a test may be on their way.
  if ! bash scripts/dist.sh --allow-dirty "$out"; then
    failed=1
    echo "FAILED: scripts/dist.sh"
    finish
  fi
fi
out=$(realpath "$out")
deb=$(find "$out/deb" -name 'sealane_*.deb' 2>/dev/null | head -n 1)

# Sums: every file has one, and one byte more is found.
sums() { (cd "$1" && sha256sum -c --quiet SHA256SUMS); }
listed() {
  diff <(cd "$out" && find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort) \
    <(cut -c 67- "$out/SHA256SUMS")
}
check "sums" sums "$out"
check "every file has a sum" listed
mkdir "$work/changed"
cp -r "$out/." "$work/changed"
echo >>"$work/changed/LICENSE-MIT"
check "a changed file is found" refuses sums "$work/changed"
# Debug information has folders of the machine where it was built, if nobody takes them out.
no_folders() { # FOLDER...: no file below out has the name of a folder of this machine
  local folder
  for folder in "$PWD/" "${CARGO_HOME:-$HOME/.cargo}/"; do
    refuses grep -rlF "$folder" "$@" || return
  done
}

# The list of parts, by the published schema.
parts() { "$tools/bin/python" scripts/check-sbom.py "$@"; }
sbom=$(find "$out" -maxdepth 1 -name '*.cdx.json' | head -n 1)
if [ -z "$sbom" ]; then
  skip "list of parts" "there is none in $out"
elif { [ -x "$tools/bin/python" ] || python3 -m venv "$tools"; } &&
  "$tools/bin/python" -m pip -q --disable-pip-version-check install \
    'cyclonedx-python-lib[json-validation]==11.12.0'; then
  check "list of parts" parts "$out" "$sbom"
  check "lists of parts that are wrong are refused" parts --self-test "$out" "$sbom"
else
  skip "list of parts" "the validator of CycloneDX cannot be installed"
fi

if [ -d "$out/crates" ]; then
  published=$(cargo run -q -p xtask -- published | wc -l)
  has_all() { [ "$(find "$out/crates" -name '*.crate' | wc -l)" = "$published" ]; }
  has_licences() { # each archive has both texts, and says what it is for
    local crate files
    for crate in "$out"/crates/*.crate; do
      files=$(tar -tzf "$crate") || return
      for file in LICENSE-MIT LICENSE-APACHE README.md Cargo.toml; do
        grep -q "/$file\$" <<<"$files" || { echo "$crate: no $file"; return 1; }
      done
    done
  }
  check "a crate for each package that is published" has_all
  check "licences in each crate" has_licences
else
  skip "crates" "there are none in $out"
fi

wheel=$(find "$out/python" -name 'sealane-*.whl' 2>/dev/null | head -n 1)
if [ -n "$wheel" ]; then
  python3 -m venv "$work/python"
  check "wheel installs alone" "$work/python/bin/python" -m pip -q --disable-pip-version-check \
    install --no-index "$wheel"
  check "wheel signs and verifies" "$work/python/bin/python" -c '
import sealane
key = sealane.PrivateKey.generate("p256")
key.public_key().verify(b"message", key.sign(b"message"))
try:
    key.public_key().verify(b"another", key.sign(b"message"))
except sealane.InvalidSignature:
    pass
else:
    raise SystemExit("a wrong signature is valid")'
else
  skip "wheel" "there is none in $out"
fi

archive=$(find "$out/c" -name '*.tar.gz' 2>/dev/null | head -n 1)
if [ -n "$archive" ]; then
  mkdir "$work/c"
  tar -C "$work/c" --strip-components 1 -xzf "$archive"
  prefix=$work/c/usr/local
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
  cat >"$work/version.c" <<'END'
#include <sealane.h>
#include <stdio.h>
int main(void) { return puts(sealane_version()) < 0; }
END
  flags() { pkg-config --define-variable=prefix="$prefix" --cflags --libs "$@" sealane; }
  # shellcheck disable=SC2046 # The flags are words.
  shared() {
    cc -o "$work/shared" "$work/version.c" $(flags) &&
      [ -n "$(LD_LIBRARY_PATH=$prefix/lib "$work/shared")" ]
  }
  # shellcheck disable=SC2046
  static() {
    mkdir -p "$work/static-lib" && cp "$prefix/lib/libsealane.a" "$work/static-lib/" &&
      cc -o "$work/static" "$work/version.c" -L"$work/static-lib" $(flags --static) &&
      [ -n "$("$work/static")" ]
  }
  check "the shared library for C" shared
  check "the static library for C" static
else
  skip "library for C" "there is none in $out"
fi

if [ -z "$deb" ]; then
  skip "Debian package" "there is none in $out"
  finish
fi
# The same binaries, the same package: made again in another folder, at another time.
same_deb() {
  local again=$work/again binaries=$work/binaries
  mkdir -p "$binaries" "$work/unpacked"
  dpkg-deb -x "$deb" "$work/unpacked"
  cp "$work/unpacked/usr/bin/sealane" "$binaries/"
  cp "$work"/unpacked/usr/lib/*/pkcs11/libsealane_pkcs11.so "$binaries/"
  DIST_BINARIES=$binaries bash scripts/dist.sh --allow-dirty "$again" deb || return
  cmp "$deb" "$again/deb/$(basename "$deb")"
}
check "the Debian package, made again, has the same bytes" same_deb
check "no folders of this machine in programs" no_folders "$work/unpacked" \
  ${archive:+"$work/c/usr/local/lib/libsealane.so"}
if command -v lintian >/dev/null; then
  check "lintian has nothing to say" lintian --allow-root --fail-on error,warning "$deb"
else
  skip "lintian" "it is not installed"
fi
counts=$(bash scripts/test-deb.sh "$deb" | tee >(cat >&2) | tail -n 1)
if [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
  passed=$((passed + BASH_REMATCH[1]))
  failed=$((failed + BASH_REMATCH[2]))
  skipped=$((skipped + BASH_REMATCH[3]))
else
  failed=$((failed + 1))
  echo "FAILED: scripts/test-deb.sh ended early"
fi
finish
