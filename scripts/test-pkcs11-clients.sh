#!/usr/bin/env bash
# Programs that people have sign by keys of a service, as docs/guide/pkcs11.md says: runs the blocks
# of the page, one section after the other, in a folder that is removed.
# usage: scripts/test-pkcs11-clients.sh [SEALANE [WORD...]]
# SEALANE is the command, with the module beside it or in deps; without it both are built. WORDs
# choose the sections that have one of them in their titles.
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD page=$PWD/docs/guide/pkcs11.md
bash scripts/setup.sh clients || exit
if [ $# -eq 0 ]; then
  cargo build -q -p sealane-cli -p sealane-pkcs11 || exit
  set -- "${CARGO_TARGET_DIR:-$root/target}/debug/sealane"
fi
sealane=$(realpath "$1")
shift
# `cargo build` puts the module beside the command, `cargo test` into deps: the newer one.
module=$(ls -t "$(dirname "$sealane")"{,/deps}/libsealane_pkcs11.so 2>/dev/null | head -n 1)
[ -n "$module" ] || { echo "no module beside $sealane"; exit 1; }
for program in nginx keymgr; do # in folders that only root's PATH has
  command -v $program >/dev/null || PATH=$PATH:/usr/sbin:/sbin
done

work=$(mktemp -d)
# Workers of nginx run as another user, who must reach the socket.
chmod 755 "$work"
stop() {
  local folder
  # The service, and what sections that failed have left behind.
  for folder in /proc/[0-9]*/cwd; do
    case $(readlink "$folder") in "$work"*) kill "$(cut -d / -f 3 <<<"$folder")" ;; esac
  done 2>/dev/null
  rm -rf "$work"
}
trap 'cd / && stop' EXIT

# The bash blocks of a section of a page, by its title; all that it needs comes first in a comment.
section() { # PAGE TITLE
  awk -v title="## $2" '
    $0 == title { inside = 1; next }
    /^## / && !block { inside = 0 }
    inside && /^```bash$/ { block = 1; next }
    /^```$/ { block = 0 }
    inside && block' "$1"
}
needs() { # PAGE TITLE
  awk -v title="## $2" '
    /^## / { inside = $0 == title }
    inside && /^<!-- needs: / { gsub(/^<!-- needs: | -->$/, ""); print }' "$1"
}
missing() { # PROGRAM-OR-FILE...
  local it
  for it in "$@"; do
    command -v "$it" >/dev/null || [ -e "$it" ] || echo "$it"
  done
}
passed=0 failed=0 skipped=0
# Runs a section in a folder of its own, and says how it ended.
run() { # PAGE TITLE
  local absent folder=$work/clients/${2//[^A-Za-z0-9]/-} status=0
  absent=$(missing $(needs "$1" "$2"))
  if [ -n "$absent" ]; then
    skipped=$((skipped + 1))
    echo "SKIPPED: $2: not installed:" $absent
    return
  fi
  mkdir -p "$folder"
  { echo 'set -euo pipefail'; cat "$work/variables"; section "$1" "$2"; } >"$folder/typed"
  [ "$(grep -c . "$folder/typed")" -gt 8 ] || { echo 'false # no commands' >>"$folder/typed"; }
  (cd "$folder" && timeout 600 bash typed >said 2>&1 </dev/null) || status=$?
  if [ $status -eq 0 ]; then
    passed=$((passed + 1))
    echo "passed: $2"
    return
  fi
  failed=$((failed + 1))
  tail -n 30 "$folder/said"
  echo "FAILED: $2 (status $status)"
}

# The service, once; its log is shown where something fails. The words of the page that set
# variables are heard by every section.
mkdir -p "$work/target/release" "$work/clients"
ln -s "$root/packaging" "$work/packaging"
ln -s "$sealane" "$work/target/release/sealane"
ln -s "$module" "$work/target/release/libsealane_pkcs11.so"
begin='Before you begin'
section "$page" "$begin" >"$work/begin"
cd "$work" || exit
if ! bash -euo pipefail begin >begun 2>&1 </dev/null; then
  cat begun
  echo "FAILED: $begin"
  echo "0 passed, 1 failed, 0 skipped"
  exit 1
fi
grep '^export ' begin | sed "s|\$PWD|$work|g" >variables

while read -r title; do
  [ "$title" != "$begin" ] || continue
  chosen=$([ $# -gt 0 ] || echo yes)
  for word in "$@"; do
    [[ "${title,,}" != *"${word,,}"* ]] || chosen=yes
  done
  [ -z "$chosen" ] || run "$page" "$title"
done < <(sed -n 's/^## //p' "$page")

# A section whose commands fail is refused, and one without commands.
refuses() { # TITLE
  local before=$failed said
  said=$(mktemp)
  run "$work/planted" "$1" >"$said"
  rm "$said"
  if [ "$failed" -gt "$before" ]; then
    failed=$before passed=$((passed + 1))
  else
    failed=$((failed + 1)) passed=$((passed - 1))
    echo "FAILED: a section with a fault passed: $1"
  fi
}
sign="pkcs11-tool --module \$MODULE --login --pin 314160 --sign --mechanism ECDSA --id 02"
cat >planted <<END
## wrong PIN
<!-- needs: pkcs11-tool -->
\`\`\`bash
head -c 32 /dev/zero > digest
$sign -i digest -o signature
true
\`\`\`
## nothing
## wrong in a pipe
\`\`\`bash
false | true
true
\`\`\`
END
for title in nothing 'wrong in a pipe' $(command -v pkcs11-tool >/dev/null && echo wrong); do
  [ "$title" != wrong ] || title='wrong PIN'
  refuses "$title"
done
[ $failed -eq 0 ] || tail -n 5 hsm/log
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
