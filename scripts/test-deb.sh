#!/usr/bin/env bash
# A Debian package of ours in a Debian of its own: installed, its command run, the service started
# by the command of its unit and by its socket, a signature by the PKCS#11 module, an upgrade,
# removed, purged. The steps are those of README.Debian. usage: scripts/test-deb.sh DEB
set -uo pipefail
cd "$(dirname "$0")/.."
deb=$(realpath "$1")
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# shellcheck source=scripts/parts/checks.sh
. scripts/parts/checks.sh
skip_all() { # WHY
  skip "Debian package" "$1"
  finish
}
[ "$(id -u)" = 0 ] || skip_all "only root can change into another root folder"
command -v mmdebstrap >/dev/null || skip_all "mmdebstrap cannot be installed"

# A small Debian, made once; each run unpacks it anew.
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
base=$target/debian-$codename.tar
if [ ! -e "$base" ]; then
  mmdebstrap --quiet --variant=minbase --format=tar --include=systemd,p11-kit,opensc,openssl \
    "$codename" "$base.new" || skip_all "no Debian can be made here"
  mv "$base.new" "$base"
fi
root=$(mktemp -d)
running=
leave() {
  # shellcheck disable=SC2086 # Numbers of processes are words.
  [ -z "$running" ] || kill $running 2>/dev/null
  wait
  mountpoint -q "$root/proc" && umount "$root/proc"
  rm -rf --one-file-system "$root"
}
trap leave EXIT
tar -C "$root" -xpf "$base" --exclude=./dev/\*
mkdir -p "$root/dev"
for device in null:1:3 zero:1:5 random:1:8 urandom:1:9 tty:5:0; do
  IFS=: read -r name major minor <<<"$device"
  mknod -m 666 "$root/dev/$name" c "$major" "$minor" || skip_all "no devices can be made here"
done
mount -t proc proc "$root/proc" || skip_all "proc cannot be mounted here"
cp "$deb" "$root/sealane.deb"

# As root of that Debian.
within=(chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8
  DEBIAN_FRONTEND=noninteractive)
inside() { "${within[@]}" "$@"; } # COMMAND...
unit() { # KEY: what the unit of the service says of it
  inside sed -n "s/^$1=//p" /lib/systemd/system/sealane.service
}
steps() { # NUMBER: the commands of a step of README.Debian
  inside sed -n "/^$1\\. /,/^[^ ]/s/^     //p" /usr/share/doc/sealane/README.Debian
}
step() { # NUMBER: runs them
  inside bash -euc "cd /root; [ ! -d sealane ] || cd sealane; $(steps "$1")"
}
# What the service manager would do before it starts the service.
prepare() {
  local name path
  IFS=: read -r name path < <(unit LoadCredential)
  inside install -d -m 755 -o sealane -g sealane "/run/$(unit RuntimeDirectory)"
  inside install -d -m 500 -o sealane -g sealane /run/credentials/sealane.service
  inside install -m 400 -o sealane -g sealane "$path" "/run/credentials/sealane.service/$name"
}
as_sealane=(setpriv --reuid=sealane --regid=sealane --clear-groups
  env CREDENTIALS_DIRECTORY=/run/credentials/sealane.service)
serve() { # LOG COMMAND...: starts it as the user of the service; `server` is its number
  local log=$1
  shift
  "${within[@]}" "$@" >"$log" 2>&1 &
  server=$!
  running="$running $server"
}
ready() { # LOG
  local i
  for i in $(seq 100); do
    grep -q '"ready"' "$1" && return
    sleep 0.1
  done
  cat "$1"
  return 1
}
stop() { # NAME: stops it, in this shell, whose child it is
  kill "$server"
  wait "$server"
  check "$1" test $? = 0
  running=
}

check "it installs" inside dpkg -i /sealane.deb
check "the command runs" inside sealane --version
check "its self-test" inside sealane self-test
check "its manual pages" inside test -s /usr/share/man/man1/sealane-serve.1.gz
check "completions of bash" inside bash -c \
  '. /usr/share/bash-completion/completions/sealane && complete -p sealane'
check "the user" inside bash -c '[ "$(id -u sealane)" -lt 1000 ] && [ "$(id -un)" = root ]'
check "the folder of tokens is the service's alone" inside bash -c \
  '[ "$(stat -c %U:%G:%a /var/lib/sealane)" = sealane:sealane:700 ]'
check "the service is not enabled" refuses inside systemctl -q is-enabled sealane.service
check "nor its socket" refuses inside systemctl -q is-enabled sealane.socket
check "systemd takes the units" inside systemd-analyze verify --man=no \
  /lib/systemd/system/sealane.service /lib/systemd/system/sealane.socket
check "p11-kit knows the module" inside bash -c \
  'p11-kit list-modules | grep -Eq "^(module: )?sealane"'

check "README.Debian: a master key and PINs" step 1
check "README.Debian: a token" step 2
prepare
read -ra command < <(unit ExecStart)
check "the configuration has no mistake" inside "${as_sealane[@]}" "${command[@]}" --check
serve "$root/log" "${as_sealane[@]}" "${command[@]}"
check "the service starts by the command of its unit" ready "$root/log"
user=$(inside id -u sealane)
check "its token" inside sealane token status --socket /run/sealane/socket --service-user "$user"
check "who does not know the service's user does not trust it" refuses \
  inside sealane token status --socket /run/sealane/socket
# Reinstalling leaves the running service and its files as they are.
check "an upgrade" inside dpkg -i /sealane.deb
check "the service has survived it" inside sealane token status --socket /run/sealane/socket \
  --service-user "$user"
stop "the service stops"

# As README.Debian has it: the socket is the system's, and the first client starts the service.
check "README.Debian: the socket is enabled" inside systemctl -q enable sealane.socket
socket=$(inside sed -n 's/^ListenStream=//p' /lib/systemd/system/sealane.socket)
serve "$root/log" systemd-socket-activate -l "$socket" \
  -E CREDENTIALS_DIRECTORY=/run/credentials/sealane.service \
  setpriv --reuid=sealane --regid=sealane --clear-groups "${command[@]}"
for _ in $(seq 100); do
  [ -S "$root$socket" ] && break
  sleep 0.1
done
check "README.Debian: a key" step 4
check "the first client has started the service" ready "$root/log"
module=$(inside bash -c 'echo /usr/lib/*/pkcs11/libsealane_pkcs11.so')
pin=$(cat "$root/root/sealane/user")
tool=(inside pkcs11-tool --module "$module" --login --pin "$pin" --label web)
check "the module lists the key" "${tool[@]}" --list-objects --type privkey
inside bash -c 'echo "Pay 100 to Bob." >/root/letter; openssl dgst -sha256 -binary /root/letter \
  >/root/digest'
check "the module signs" "${tool[@]}" --sign --mechanism ECDSA --signature-format openssl \
  --input-file /root/digest --output-file /root/signature
inside sealane key pubkey web --socket "$socket" --out /root/public.pem >/dev/null
check "openssl verifies" inside openssl dgst -sha256 -verify /root/public.pem \
  -signature /root/signature /root/letter
inside bash -c 'echo "Pay 900 to Bob." >/root/letter'
check "openssl refuses another letter" refuses inside openssl dgst -sha256 \
  -verify /root/public.pem -signature /root/signature /root/letter
stop "the service stops again"

check "it is removed" inside dpkg -r sealane
check "the command is gone" refuses inside test -e /usr/bin/sealane
check "configuration and keys are there" inside test -s /etc/sealane/sealane.toml -a \
  -s /var/lib/sealane/token.db -a -s /etc/sealane/master
check "it is purged" inside dpkg -P sealane
check "the configuration is gone" refuses inside test -e /etc/sealane/sealane.toml
check "the socket is enabled no more" inside bash -c \
  '[ -z "$(find /etc/systemd/system -name "sealane*")" ]'
check "tokens and the master key are there" inside test -s /var/lib/sealane/token.db -a \
  -s /etc/sealane/master
left() { # what else is left of the package
  inside find /usr /etc /lib -xdev -name '*sealane*' ! -path /etc/sealane
}
nothing_left() { [ -z "$(left)" ] || { left; return 1; }; }
check "nothing else is left" nothing_left
check "it installs again, and finds its token" inside bash -c \
  'dpkg -i /sealane.deb && [ "$(stat -c %U /var/lib/sealane/token.db)" = sealane ]'
finish
