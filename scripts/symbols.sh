#!/usr/bin/env bash
# Takes symbols and debug information out of programs, into PROGRAM.debug beside each, where
# debuggers look for them by a link in the program. usage: scripts/symbols.sh PROGRAM...
# A program without symbols is left as it is: its file of symbols is from an earlier run.
set -euo pipefail
[ $# -gt 0 ] || { echo "PROGRAM is missing; usage: scripts/symbols.sh PROGRAM..." >&2; exit 2; }
for program; do
  debug=$program.debug new=$program.stripped
  # Parallel suites may call this for the same program: one call at a time.
  exec {lock}<"$(dirname "$program")"
  flock "$lock"
  # Held in a variable: a reader that stops at the first match would end readelf with an error.
  sections=$(readelf -SW "$program")
  if ! [[ $sections =~ [[:space:]]\.(symtab|debug_info)[[:space:]] ]]; then
    [ -f "$debug" ] || { echo "$program has no symbols, and there is no $debug" >&2; exit 1; }
    exec {lock}>&-
    continue
  fi
  objcopy --only-keep-debug --compress-debug-sections "$program" "$debug.new"
  chmod 644 "$debug.new"
  mv "$debug.new" "$debug"
  # Cargo keeps the same file by another name, and would link that one back at its next build.
  mapfile -t names < <(find "$(dirname "$program")" -maxdepth 2 -samefile "$program")
  objcopy --strip-all --add-gnu-debuglink="$debug" "$program" "$new"
  for name in "${names[@]}"; do
    ln -f "$new" "$name.new"
    mv "$name.new" "$name"
  done
  rm -f "$new"
  exec {lock}>&-
done
