#!/usr/bin/env bash
# Profiles of P-256 on every backend: tables in one file, flame graphs of signing beside it.
# usage: scripts/profile.sh FOLDER [SECONDS]
# With less than 1 second a trial: it takes what comes, of the command that SEALANE_LAB_BIN names.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
seconds=${2:-3}
backends=(portable narrow)
mkdir -p "$folder"
case $seconds in
  0*) trial=yes sealane=$SEALANE_LAB_BIN backends=(portable) ;;
  *) trial=no sealane=${CARGO_TARGET_DIR:-target}/release/sealane-lab
     cargo build --release -q -p sealane-lab --bin sealane-lab --features narrow ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
table=$work/profile.md

measure() { # ARGUMENT...: one profile; again if the parts do not add up, for the machine is shared
  local try
  for try in 1 2 3 4 5; do
    "$sealane" profile --seconds "$seconds" "$@" >"$work/out" 2>"$work/warning"
    if [ ! -s "$work/warning" ] || [ $trial = yes ]; then return 0; fi
  done
  cat "$work/warning" >&2
}

changed=$(git status --porcelain -- crates lab Cargo.lock)
{
  echo "# Where the time of P-256 goes"
  echo
  echo "Written by \`make profile\`; do not edit. A profile whose parts miss the operation by more"
  echo "than 3 % is measured again, five times in all; then it says so below its table."
  echo "docs/profile.md says how it is measured."
  echo
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
  echo "- Compiler: $(rustc --version), release profile, no processor named."
  echo "- Commit: $(git rev-parse --short=12 HEAD)${changed:+ with changes}"
} >"$table"
for backend in "${backends[@]}"; do
  for op in keygen sign verify derive; do
    flame=()
    [ $op = sign ] && flame=(--flame "$work/p256-sign-$backend.svg" --force)
    measure $op --algorithm p256 --backend $backend "${flame[@]}"
    printf '\n## %s, %s\n\n```text\n' $op $backend >>"$table"
    cat "$work/out" "$work/warning" >>"$table"
    printf '```\n' >>"$table"
    if [ $op = sign ]; then
      printf '\n![flame graph](p256-sign-%s.svg)\n' $backend >>"$table"
    fi
  done
done
cp "$table" "$work"/*.svg "$folder"
echo "wrote $folder/profile.md and its flame graphs"
