#!/usr/bin/env bash
# The tests of the crate cryptoki, which Rust programs use the module by, against a service. Those
# that need what the module does not have are listed with their reasons, and must fail; others must
# pass.
# usage: scripts/test-pkcs11-cryptoki.sh [SEALANE]   (the command, the module beside it or in deps)
set -uo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
missing=$PWD/scripts/pkcs11-cryptoki-missing.txt
if [ $# -eq 0 ]; then
  cargo build -q -p sealane-cli -p sealane-pkcs11 || exit
  set -- "$target/debug/sealane"
fi
sealane=$(realpath "$1")
# `cargo build` puts the module beside the command, `cargo test` into deps: the newer one.
module=$(ls -t "$(dirname "$sealane")"{,/deps}/libsealane_pkcs11.so 2>/dev/null | head -n 1)
[ -n "$module" ] || { echo "no module beside $sealane"; exit 1; }

# The crate that the tests of the module use, as its registry has it. C_InitToken of a token that
# a service has is the officer's: instead of it, all objects go, once the officer has set the PIN.
host=$(rustc -vV | sed -n 's/^host: //p')
source=$(cargo metadata -q --format-version 1 --filter-platform "$host" |
  grep -Eo '"manifest_path":"[^"]*/cryptoki-[0-9][^"]*/Cargo.toml"' | head -n 1 | cut -d '"' -f 4)
[ -n "$source" ] || { echo "no source of cryptoki"; exit 1; }
copy=$target/cryptoki/source
rm -rf "$copy"
mkdir -p "$copy"
cp -r "$(dirname "$source")/." "$copy"
chmod -R u+w "$copy"
echo '[workspace]' >>"$copy/Cargo.toml"
emptied='{ let session = pkcs11.open_rw_session(slot).unwrap();'
emptied+=' session.login(UserType::User, Some(\&AuthPin::new(USER_PIN.into()))).unwrap();'
emptied+=' for object in session.find_objects(\&[]).unwrap()'
emptied+=' { let _ = session.destroy_object(object); } }'
sed -i "/pkcs11.init_token(/d; s|^    (pkcs11, slot)$|$emptied (pkcs11, slot)|" \
  "$copy/tests/common/mod.rs"
grep -q destroy_object "$copy/tests/common/mod.rs" || { echo "the tests have changed"; exit 1; }
pin() { sed -n "s/^pub static $1: &str = \"\(.*\)\";/\1/p" "$copy/tests/common/mod.rs"; }

work=$(mktemp -d)
stop() {
  [ ! -e "$work/pid" ] || kill "$(cat "$work/pid")"
  rm -rf "$work"
}
trap stop EXIT
(
  umask 077
  head -c 32 /dev/urandom >"$work/master.key"
  pin SO_PIN >"$work/officer.pin"
  pin USER_PIN >"$work/user.pin"
)
token="--store $work/token.db --master-file $work/master.key"
# shellcheck disable=SC2086
"$sealane" token init $token --label test --new-pin-file "$work/officer.pin" >/dev/null &&
  "$sealane" token set-pin $token --pin-file "$work/officer.pin" --for user \
    --new-pin-file "$work/user.pin" || exit
# shellcheck disable=SC2086
"$sealane" serve $token --socket "$work/socket" 2>"$work/log" &
echo $! >"$work/pid"
for _ in $(seq 100); do grep -q '"ready"' "$work/log" && break; sleep 0.1; done
echo "socket = '$work/socket'" >"$work/pkcs11.toml"
export SEALANE_PKCS11_CONF=$work/pkcs11.toml TEST_PKCS11_MODULE=$module

(cd "$copy" && CARGO_TARGET_DIR=$target/cryptoki cargo test -q --no-fail-fast --test basic \
  --test allowed_mechanisms --test ml_dsa --test wycheproof -- --test-threads 1 --format pretty) \
  >"$work/said" 2>"$work/errors"
sed -n 's/^test \([a-z0-9_:]*\).* \.\.\. \(ok\|FAILED\)$/\2 \1/p' "$work/said" >"$work/ended"
[ -s "$work/ended" ] || { tail -n 40 "$work/errors"; exit 1; }
passed=$(grep -c '^ok' "$work/ended") failed=0
listed() { sed 's/#.*//; s/:.*//; /^ *$/d' "$missing"; }
while read -r name; do
  if listed | grep -qx "$name"; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    grep -A 4 "^---- $name stdout" "$work/said"
    echo "FAILED: $name, which is not in $missing"
  fi
done < <(sed -n 's/^FAILED //p' "$work/ended")
# The list says no more than is so.
while read -r name; do
  grep -qx "FAILED $name" "$work/ended" && continue
  failed=$((failed + 1))
  echo "FAILED: $name is listed in $missing, and does not fail"
done < <(listed)
echo "$(grep -c '^FAILED' "$work/ended") tests fail, $(grep -c '^ok' "$work/ended") pass"
echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
