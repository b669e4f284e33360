#!/usr/bin/env bash
# Installs what a build and the tests need on Debian or Ubuntu, one line for each thing it does.
# usage: scripts/setup.sh [build|test|clients|sshd|bindings|rustls|dist]
set -euo pipefail
what=${1:-build}
oldest_rust=1.94
# Where rustup puts cargo for a user.
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else
    command -v sudo >/dev/null ||
      fail "'$*' needs root, and there is no sudo; run it as root, then make again"
    sudo "$@"
  fi
}

updated=
apt_install() { # PACKAGE...
  command -v apt-get >/dev/null || fail "needs $*; without apt-get, install them by hand"
  if [ -z "$updated" ]; then
    say "reads the package lists (apt-get update)"
    as_root apt-get -qq update || say "could not read the package lists; going on with the old ones"
    updated=1
  fi
  as_root env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes \
    apt-get -qq -o Dpkg::Use-Pty=0 install --no-install-recommends -y "$@" >/dev/null
}

need() { # PROGRAM PACKAGE WHAT-FOR
  command -v "$1" >/dev/null && return
  say "installs $2: $3"
  apt_install "$2" || fail "could not install $2"
}

# Tests that need the program are skipped, and say so, where it is missing.
want() { # PROGRAM PACKAGE WHAT-FOR
  command -v "$1" >/dev/null && return
  say "installs $2: $3"
  apt_install "$2" || say "could not install $2; the tests that need it will be skipped"
}

want_file() { # FILE PACKAGE WHAT-FOR: like want, for what is no program
  [ -e "$1" ] && return
  say "installs $2: $3"
  apt_install "$2" || say "could not install $2; the tests that need it will be skipped"
}

rust_is_new_enough() {
  command -v cargo >/dev/null && command -v rustc >/dev/null || return 1
  have=$(rustc --version | awk '{print $2}')
  [ "$(printf '%s\n%s\n' "$oldest_rust" "$have" | sort -V | head -n 1)" = "$oldest_rust" ]
}

install_rust() {
  rust_is_new_enough && return
  if ! command -v rustup >/dev/null; then
    say "installs rustup: Rust $oldest_rust or newer"
    apt_install rustup || true
  fi
  if command -v rustup >/dev/null; then
    say "installs the stable Rust toolchain by rustup"
    rustup -q toolchain install stable --profile minimal --component rustfmt,clippy &&
      rustup -q default stable || true
  fi
  if ! rust_is_new_enough && ! command -v rustup >/dev/null; then
    # Debian 12 and older have no package of it: the installer that the Rust project hands out.
    need curl curl "fetches the Rust installer"
    say "installs the stable Rust toolchain by the installer of rustup.rs"
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs |
      sh -s -- -q -y --no-modify-path --profile minimal -c rustfmt -c clippy >/dev/null || true
  fi
  hash -r
  if ! rust_is_new_enough; then
    say "installs cargo and rustc: no rustup to be had"
    apt_install cargo rustc || true
  fi
  hash -r
  have=$(rustc --version 2>/dev/null || echo none)
  rust_is_new_enough ||
    fail "needs Rust $oldest_rust or newer (found: $have); see https://rustup.rs, then make again"
}

need cc gcc "the linker that Rust calls"
if [ ! -e /usr/include/stdio.h ]; then
  say "installs libc6-dev: the C library to link with"
  apt_install libc6-dev
fi
install_rust
want openssl openssl "the reference of the demo, the interop tests and the speed table"
if [ "$what" = test ]; then
  want valgrind valgrind "the taint tests, instruction counts"
  want ssh-keygen openssh-client "keys and signatures that go to OpenSSH and come from it"
  want groff groff "the warnings of the manual pages"
  want python3 python3 "the independent checker of the bounds"
  want aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu "the C text of the field programs on aarch64"
  want arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf "the same on armhf"
  want_file /usr/aarch64-linux-gnu/lib/libc.a libc6-dev-arm64-cross \
    "the C library of its test program"
  want_file /usr/arm-linux-gnueabihf/lib/libc.a libc6-dev-armhf-cross "the same on armhf"
  want qemu-aarch64-static qemu-user-static "runs the two"
fi
if [ "$what" = clients ]; then
  why="keys of the PKCS#11 module, by programs that people have"
  engine=$(uname -m)-linux-gnu/engines-3/pkcs11.so
  want pkcs11-tool opensc "$why"
  want p11tool gnutls-bin "$why"
  want softhsm2-util softhsm2 "what SoftHSM does beside the module"
  want_file "/usr/lib/$engine" libengine-pkcs11-openssl "$why"
  want curl curl "$why"
  want_file /usr/sbin/nginx nginx-light "$why"
  want osslsigncode osslsigncode "$why"
  want sbsign sbsigntool "$why"
  want_file /usr/lib/systemd/boot/efi systemd-boot-efi "$why"
  want ssh-keygen openssh-client "$why"
  want jarsigner openjdk-17-jdk-headless "$why"
  want go golang-go "$why"
  want python3 python3 "$why"
  python3 -c "import ensurepip" 2>/dev/null || apt_install python3-venv || true
  want_file /usr/sbin/keymgr knot "$why"
  want kzonesign knot-dnssecutils "$why"
  want dnssec-verify bind9-utils "$why"
  want ods-hsmutil opendnssec "$why"
  want gpgsm gpgsm "$why"
  want gnupg-pkcs11-scd gnupg-pkcs11-scd "$why"
  want p11-kit p11-kit "$why"
fi
if [ "$what" = rustls ]; then
  want curl curl "pages fetched over TLS"
fi
if [ "$what" = dist ]; then
  why="what is published"
  want git git "$why"
  want dh debhelper "the Debian package"
  want lintian lintian "what is wrong with it"
  want mmdebstrap mmdebstrap "a Debian to install it in"
  want pkg-config pkg-config "the library for C"
  want_file /usr/include/openssl/ssl.h libssl-dev "cargo-c, which has cargo inside"
  want python3 python3 "the wheel"
  python3 -c "import ensurepip" 2>/dev/null || apt_install python3-venv || true
fi
if [ "$what" = sshd ]; then
  want ssh openssh-client "logs in by keys of an agent"
  want_file /usr/sbin/sshd openssh-server "takes these logins, and asks an agent for its host key"
fi
if [ "$what" = bindings ]; then
  why="the bindings of the library for C"
  want pkg-config pkg-config "$why"
  want_file /usr/include/openssl/ssl.h libssl-dev "cargo-c, which has cargo inside"
  want valgrind valgrind "$why"
  want go golang-go "$why"
  want ocamlfind ocaml-findlib "$why"
  want ocamlopt ocaml-nox "$why"
  want dune ocaml-dune "$why"
  want_file /usr/lib/ocaml/mirage-crypto-ec/META libmirage-crypto-ocaml-dev "$why"
fi
say "all there: $(rustc --version)"
