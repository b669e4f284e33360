#!/usr/bin/env bash
# A real sshd on loopback, with the host key in an agent, and logins by keys and certificates of an
# agent; each check has one that must fail.
# usage: scripts/test-agent-sshd.sh [SEALANE]
# SEALANE is the command; without it, it is built.
set -uo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh sshd || exit
if [ $# -eq 0 ]; then
  cargo build -q -p sealane-cli || exit
  set -- "${CARGO_TARGET_DIR:-$PWD/target}/debug/sealane"
fi
sealane=$(realpath "$1")
sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd)
if [ -z "$sshd" ] || ! command -v ssh >/dev/null; then
  echo "SKIPPED: no sshd and ssh on this machine"
  echo "0 passed, 0 failed, 1 skipped"
  exit
fi
# sshd of root wants this folder, which a service manager makes otherwise.
[ "$(id -u)" != 0 ] || mkdir -p -m 755 /run/sshd

work=$(mktemp -d) # of mode 700
started=()
stop() {
  # What was started last ends first.
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do
    kill "${started[i]}"
    wait "${started[i]}"
  done 2>/dev/null
  rm -rf "$work"
}
trap 'cd / && stop' EXIT
cd "$work" || exit
umask 077

until_true() { # COMMAND...
  for _ in $(seq 200); do "$@" && return; sleep 0.05; done
  echo "not in time: $*"
  exit 1
}
passed=0 failed=0
check() { # WHAT good|bad LINE
  local what=$1 expected=$2 said status=good
  said=$(timeout 60 bash -c "$3" 2>&1 </dev/null) || status=bad
  if [ $status = "$expected" ]; then
    passed=$((passed + 1))
    echo "passed: $what"
  else
    failed=$((failed + 1))
    echo "$said"
    echo "FAILED: $what"
  fi
}

# A token, its service and its keys.
head -c 32 /dev/urandom >master.key
for role in officer user operator; do echo "$role 1234" >$role.pin; done
at="--store token.db --master-file master.key"
"$sealane" token init $at --label ssh --new-pin-file officer.pin >/dev/null || exit
for role in user operator; do
  "$sealane" token set-pin $at --pin-file officer.pin --for $role --new-pin-file $role.pin \
    >/dev/null || exit
done
for key in host:p256 ed25519:ed25519 p384:p384 rsa:rsa3072 stranger:ed25519 ca:p521; do
  "$sealane" key generate $at --pin-file user.pin --label ${key%:*} --algorithm ${key#*:} \
    >/dev/null || exit
done
"$sealane" serve $at --socket service 2>log &
started+=($!)
until_true grep -q '"ready"' log
for key in host ed25519 p384 rsa stranger ca; do
  "$sealane" key pubkey $key --socket service --outform openssh --out $key.pub || exit
done
agent() { # NAME OPTION...
  local name=$1
  shift
  "$sealane" agent --socket service --pin-file operator.pin --foreground \
    --agent-socket "$work/$name/socket" "$@" >"$name.lines" &
  started+=($!)
  until_true grep -q SSH_AUTH_SOCK "$name.lines"
}
agent host --key host
agent users --key ed25519 --key p384 --key rsa --key stranger
agent authority --key ca
export SSH_AUTH_SOCK=$work/users/socket

# Certificates: one for this user, one for somebody else, one that is over, one of the host.
me=$(id -un)
certify() { # NAME KEY PRINCIPAL OPTION...
  [ $1 = $2 ] || cp $2.pub $1.pub
  SSH_AUTH_SOCK=$work/authority/socket ssh-keygen -q -U -s ca.pub -I "$1" -n "$3" "${@:4}" $1.pub
}
certify mine stranger "$me" -V +1h && certify theirs stranger somebody -V +1h &&
  certify over stranger "$me" -V 20200101:20200102 && certify host host 127.0.0.1 -h -V +1h ||
  exit

# The sshd, as this user.
cat ed25519.pub p384.pub rsa.pub >authorized
for port in $(shuf -i 20000-50000 -n 20); do
  cat >sshd_config <<END
ListenAddress 127.0.0.1:$port
HostKey $work/host.pub
HostKeyAgent $work/host/socket
HostCertificate $work/host-cert.pub
TrustedUserCAKeys $work/ca.pub
AuthorizedKeysFile $work/authorized
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PubkeyAcceptedAlgorithms +ssh-rsa
PermitRootLogin prohibit-password
END
  "$sshd" -D -e -f "$work/sshd_config" 2>sshd.log &
  server=$!
  until_true grep -qE 'Server listening|Bind to port|rror|unable' sshd.log
  grep -q 'Server listening' sshd.log && break
done
started+=($server)
grep -q 'Server listening' sshd.log || { cat sshd.log; exit 1; }
echo "[127.0.0.1]:$port $(cat host.pub)" >known
echo "[127.0.0.1]:$port $(cat stranger.pub)" >known-other
echo "@cert-authority * $(cat ca.pub)" >known-ca
login() { # KNOWN-HOSTS OPTION... -- COMMAND...
  local known=$1 options=()
  shift
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  shift
  # Of two options the first is meant.
  ssh -F none -p "$port" "${options[@]}" -o UserKnownHostsFile="$work/$known" \
    -o GlobalKnownHostsFile=none -o StrictHostKeyChecking=yes -o IdentitiesOnly=yes \
    -o BatchMode=yes -o PreferredAuthentications=publickey "$me@127.0.0.1" "$@"
}
listens() { # the agent's socket, asked on the other side
  login known -A -i ed25519.pub -- ssh-add -L | grep -qF "$(cut -d ' ' -f 2 p384.pub)"
}
export -f login listens
export port work me

plain='-o HostKeyAlgorithms=ecdsa-sha2-nistp256'
for key in ed25519 p384 rsa; do
  check "login by $key" good "login known $plain -i $key.pub -- true"
done
check 'rsa by SHA-256' good \
  "login known -o PubkeyAcceptedAlgorithms=rsa-sha2-256 -i rsa.pub -- true"
check 'rsa by SHA-1' bad \
  "login known -o PubkeyAcceptedAlgorithms=ssh-rsa -i rsa.pub -- true"
check 'login by a key that is not let in' bad "login known -i stranger.pub -- true"
check 'host key of another' bad "login known-other $plain -i ed25519.pub -- true"
check 'login by a certificate' good \
  "login known -i stranger.pub -o CertificateFile=mine-cert.pub -- true"
check 'certificate of somebody else' bad \
  "login known -i stranger.pub -o CertificateFile=theirs-cert.pub -- true"
check 'certificate that is over' bad \
  "login known -i stranger.pub -o CertificateFile=over-cert.pub -- true"
check 'host by its certificate' good "login known-ca -i ed25519.pub -- true"
check 'forwarded agent' good listens

agent careful --key ed25519 --key p384 --key stranger --certificate mine-cert.pub --no-forwarded
export SSH_AUTH_SOCK=$work/careful/socket
check 'login by a certificate that the agent offers' good \
  "login known -o IdentitiesOnly=no -- true"
check 'login of an agent that is not forwarded' good "login known -i ed25519.pub -- true"
check 'forwarded agent that refuses it' bad listens
printf '#!/bin/sh\necho secret\n' >askpass
chmod 700 askpass
export SSH_ASKPASS=$work/askpass SSH_ASKPASS_REQUIRE=force
check 'lock' good 'ssh-add -x'
check 'login of a locked agent' bad "login known -i ed25519.pub -- true"
check 'unlock' good 'ssh-add -X'
check 'login of an agent that is unlocked' good "login known -i ed25519.pub -- true"
# Without its agent the sshd has no host key.
kill "${started[1]}" && wait "${started[1]}"
check 'sshd without the agent of its key' bad "login known -i ed25519.pub -- true"
# What does not end as it should is told.
before=$failed
check 'planted' good false >/dev/null && check 'planted' bad true >/dev/null
if [ $failed -eq $((before + 2)) ]; then
  failed=$before passed=$((passed + 1))
else
  failed=$((before + 1))
  echo 'FAILED: a planted failure passed'
fi

[ $failed -eq 0 ] || tail -n 20 sshd.log
echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
