#!/usr/bin/env bash
# The C text of every prime, compiled for this machine, aarch64 and armhf: inspects the machine
# code, runs it (foreign code under qemu) on cases of the interpreter, counts its instructions.
# usage: scripts/ctext.sh [--write | --sixth]
# --write puts the counts into docs/results/c-text.md; --sixth takes P-256 and a sixth of the other
# primes. SEALANE_SEED chooses the random cases, and the sixth.
set -uo pipefail
cd "$(dirname "$0")/.."
write='' sixth=''
case "${1:-}" in
  '') ;;
  --write) write=1 ;;
  --sixth) sixth=1 ;;
  *) echo "usage: scripts/ctext.sh [--write | --sixth]" >&2; exit 2 ;;
esac
seed=${SEALANE_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
echo "SEALANE_SEED=$seed"

# The runner of the tests names the generator that it has built with them.
[ -x "${FIELDGEN:-}" ] || cargo build -q -p fieldgen || exit 1
fieldgen=${FIELDGEN:-${CARGO_TARGET_DIR:-$PWD/target}/debug/fieldgen}
tools=$PWD/proof/fieldgen/c
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touch "$work/results" "$work/counts"

warnings="-std=c99 -Wall -Wextra -Werror -pedantic -Wmissing-prototypes -Wconversion -Wshadow"
# As on a machine without a system, and without the guard words that some compilers add unasked.
freestanding="-ffreestanding -fno-stack-protector"

# NAME MACHINE COMPILER-PREFIX QEMU PRIMES/LANGUAGE..., with - for nothing. A `-checked` target is
# compiled with the sanitizer of undefined behaviour, `-halves` without the 128-bit product.
# A language is c64, c32, or c32 in a parameter set: c32:BITS:LIMBS:ADDITIONS:SEQUENCE.
host=$(uname -m)
p256=p256_p
sets="c32:29:9:1:carry+short,c32:26:10:2:reduce+short,c32:26:10:0:reduce+short"
targets=(
  "$host $host - - full/c64 full/c32"
  "$host-checked $host - - full/c64 all/c32 p256/$sets"
  "$host-halves-checked $host - - full/c64"
  "aarch64 aarch64 aarch64-linux-gnu- qemu-aarch64-static all/c64 all/c32 p256/$sets"
  "armhf arm arm-linux-gnueabihf- qemu-arm-static full/c64 all/c32 p256/$sets"
)

pass() { echo "pass $*" >>"$work/results"; }
fail() { echo "fail $*" >>"$work/results"; echo "FAILED: $*"; return 1; }
accepts() { local what=$1; shift; if "$@"; then pass "$what"; else fail "$what"; fi; }
refuses() {
  local what=$1
  shift
  if "$@" >/dev/null 2>&1; then fail "$what: accepted"; else pass "$what"; fi
}
skip() { # COUNT REASON
  local i
  for ((i = 0; i < $1; i++)); do echo "skip $2" >>"$work/results"; done
  echo "SKIPPED: $2"
}

compile() { # PREFIX FLAGS TEXT OBJECT
  # shellcheck disable=SC2086
  "$1gcc" $warnings $freestanding $2 -c "$3" -o "$4"
}

link() { # PREFIX FLAGS TABLE OBJECT PROGRAM
  # shellcheck disable=SC2086
  "$1gcc" $warnings $2 -DTABLE="\"$3\"" "$tools/run_cases.c" "$4" -o "$5"
}

# Whether an object is straight code that needs nothing from outside; prints the counts.
inspect() { # MACHINE PREFIX OBJECT
  local outside
  outside=$("$2nm" -u "$3") || return 1
  if [ -n "$outside" ]; then echo "needs: $outside"; return 1; fi
  "$2objdump" -d --no-show-raw-insn "$3" |
    awk -F '\t' -v machine="$1" -f "$tools/inspect.awk"
}

is_straight() { inspect "$@" >/dev/null; }

# Whether a program gets all cases of a file right; shows what it says if not.
agrees() { # QEMU PROGRAM CASES
  local said
  said=$($1 "$2" <"$3" 2>&1) || { echo "$said"; return 1; }
}

# The text, the table and the cases of one prime in one language.
print_text() { # PRIME LANGUAGE
  local folder=$work/$1-$2 count=300 language bits limbs adds sequence which
  IFS=: read -r language bits limbs adds sequence <<<"$2"
  which="--prime $1 --language $language"
  [ -z "$bits" ] || which+=" --limb-bits $bits --limbs $limbs --adds $adds --sequence $sequence"
  mkdir "$folder"
  cd "$folder" || return
  [[ -z $bits && " $full " == *" $1 "* ]] && count=3000
  # shellcheck disable=SC2086
  "$fieldgen" print $which --out text.c && "$fieldgen" print $which --table --out table.h &&
    "$fieldgen" cases $which --count $count --seed "$seed" --out cases ||
    fail "$1 $2: is printed"
}

# One text on one target.
try_text() { # PRIME LANGUAGE NAME MACHINE PREFIX QEMU
  local prefix=${5#-} qemu=${6#-} folder=$work/$1-$2 what="$1 $2 $3" flags
  local object=$folder/$3.o
  # Two functions of the same text stay two: one that jumps to the other would not be straight.
  flags="-O2 -fno-ipa-icf"
  [ -e "$folder/cases" ] || return
  [[ $3 == *-checked ]] && flags="-O1 -fsanitize=undefined -fno-sanitize-recover=all"
  [[ $3 == *-halves* ]] && flags+=" -DFIELD64_HALVES"
  accepts "$what: compiles" compile "$prefix" "$flags" "$folder/text.c" "$object" || return
  if [[ $3 == *-checked ]]; then flags+=" -static-libubsan"; else
    flags+=" -static"
    if inspect "$4" "$prefix" "$object" >"$folder/$3.seen"; then
      pass "$what: straight code"
      awk -v place="$1 $2 $3" '{
        set = match($1, /_s[0-9]+x[0-9]+a[0-9]+_/) ? substr($1, RSTART + 2, RLENGTH - 3) : "64"
        sub(/.*_/, "", $1)
        print place, $1, $2, set }' "$folder/$3.seen" >>"$work/counts"
    else
      fail "$what: straight code: $(grep -m 3 : "$folder/$3.seen")"
    fi
  fi
  [ -e "$work/runs-$3" ] || return
  accepts "$what: links" link "$prefix" "$flags" "$folder/table.h" "$object" "$folder/$3" || return
  accepts "$what: $(wc -l <"$folder/cases") cases" agrees "$qemu" "$folder/$3" "$folder/cases"
}

languages="c64 c32"
all=$("$fieldgen" primes | awk '{ print $1 }')
full="p256_p p256_n"
if [ $sixth ]; then
  all=$(awk -v seed="$seed" 'NR % 6 == seed % 6' <<<"$all")
  echo "P-256, and of the other primes:" $all
fi

export work tools fieldgen seed warnings freestanding full
export -f pass fail accepts compile link inspect agrees print_text try_text

# Runs a function with the words of each line of the input, as many at a time as there are cores.
at_a_time() { # FUNCTION
  xargs -r -P "$(nproc)" -L 1 bash -c "$1"' "$@"' _
}

# The texts, in every language, on every target that can be compiled for.
for language in $languages; do
  for prime in $full $all; do echo "$prime $language"; done
done | cat - <(printf "$p256 %s\n" ${sets//,/ }) | awk '!seen[$0]++' >"$work/texts"
at_a_time print_text <"$work/texts"
for target in "${targets[@]}"; do
  read -r name machine prefix qemu texts <<<"$target"
  gcc=${prefix#-}gcc
  for chosen in $texts; do
    primes=${chosen%/*}
    for language in $(tr , ' ' <<<"${chosen#*/}"); do
      for prime in ${!primes}; do echo "$prime $language"; done
    done
  done >"$work/texts-$name"
  count=$(wc -l <"$work/texts-$name")
  if ! command -v "$gcc" >/dev/null; then
    skip "$count" "the C text on $name: no $gcc"
    continue
  fi
  echo 'int main(void) { return 0; }' >"$work/empty.c"
  if ! "$gcc" -static "$work/empty.c" -o "$work/empty" 2>/dev/null; then
    skip "$count" "the cases of the C text on $name: $gcc has no C library to link with"
  elif ! ${qemu#-} "$work/empty" 2>/dev/null; then
    skip "$count" "the cases of the C text on $name: no ${qemu#-}"
  else
    touch "$work/runs-$name"
  fi
  sed "s/\$/ $name $machine $prefix $qemu/" "$work/texts-$name" | at_a_time try_text
done

# What must be noticed. On this machine and without optimizing: only the text matters here.
build_here() { # TEXT TABLE PROGRAM
  compile "" -O0 "$1" "$3.o" && link "" -O0 "$2" "$3.o" "$3"
}

# Wrong cases, each refused for its own reason.
wrong_cases() { # LANGUAGE
  local folder=$work/p256_p-$1 bad=$work/bad-$1 last
  accepts "$1: builds" build_here "$folder/text.c" "$folder/table.h" "$bad" || return
  # The last digit of the last case of each function.
  last=$(awk '{ line[$1] = NR } END { for (name in line) print line[name] }' "$folder/cases")
  awk -v last="$last" '
    BEGIN { n = split(last, words); for (i = 1; i <= n; i++) change[words[i]] }
    FNR in change { digit = substr($0, length($0)); sub(/.$/, digit == "0" ? "1" : "0") }
    { print }' "$folder/cases" >"$bad.cases"
  refuses "$1: outputs with one digit changed" agrees "" "$bad" "$bad.cases"
  accepts "$1: one refusal for each changed output" \
    [ "$("$bad" <"$bad.cases" | awk '/ wrong$/ { print $3 }')" = "$(wc -w <<<"$last")" ]
  grep -v '^sqr ' "$folder/cases" >"$bad.cases"
  refuses "$1: no case of one function" agrees "" "$bad" "$bad.cases"
  { cat "$folder/cases"; echo "mul 1 2"; } >"$bad.cases"
  refuses "$1: a case that is cut short" agrees "" "$bad" "$bad.cases"
  { cat "$folder/cases"; echo "cube 1 2"; } >"$bad.cases"
  refuses "$1: a function that is not there" agrees "" "$bad" "$bad.cases"
  accepts "$1: the cases unchanged" agrees "" "$bad" "$folder/cases"
}

# Every tenth text with one constant changed; which ones depends on the seed.
changed_text() { # LANGUAGE NUMBER
  local folder=$work/p256_p-$1 bad=$work/mutant-$1-$2 what="$1 text with constant $2 changed"
  awk -v target="$2" -f "$tools/mutate.awk" "$folder/text.c" >"$bad.c"
  accepts "$what: builds" build_here "$bad.c" "$folder/table.h" "$bad" || return
  refuses "$what" agrees "" "$bad" "$folder/cases"
  rm -f "$bad" "$bad.c" "$bad.o"
}

# Text that is not straight, with one that is.
crooked_text() { # NAME MACHINE PREFIX
  local kind object=$work/crooked-$1.o
  for kind in STRAIGHT BRANCH DIVISION CALL; do
    accepts "$1: $kind compiles" \
      compile "${3#-}" "-O2 -D$kind" "$tools/crooked.c" "$object" || return
    case $kind in
      STRAIGHT) accepts "$1: straight code" is_straight "$2" "${3#-}" "$object" ;;
      *) refuses "$1: $kind" inspect "$2" "${3#-}" "$object" ;;
    esac
  done
}

export -f build_here changed_text refuses
for language in $languages; do wrong_cases "$language"; done
for language in $languages; do
  constants=$(awk -v target=0 -f "$tools/mutate.awk" "$work/p256_p-$language/text.c")
  seq -f "$language %.0f" $((1 + seed % 10)) 10 "$constants"
done >"$work/mutants"
at_a_time changed_text <"$work/mutants"
for target in "${targets[@]}"; do
  read -r name machine prefix _ <<<"$target"
  [[ $name != *-checked ]] && command -v "${prefix#-}gcc" >/dev/null &&
    crooked_text "$name" "$machine" "$prefix"
done

# The counts: all functions of P-256, products and squares of the others.
table() {
  awk -v chosen="$full" '
    BEGIN { n = split(chosen, words); for (i = 1; i <= n; i++) full[words[i]] }
    $1 in full || $4 == "mul" || $4 == "sqr" {
      row = $1 " | " substr($2, 1, 3) " | " $6 " | " $4
      if (!(row in place)) { place[row] = ++rows; names[rows] = row }
      if (!($3 in column)) { column[$3] = ++columns; heads[columns] = $3 }
      count[row, $3] = $5
    }
    END {
      line = "| prime | text | limbs | function |"
      rule = "|---|---|---|---|"
      for (c = 1; c <= columns; c++) { line = line " " heads[c] " |"; rule = rule "---:|" }
      print line; print rule
      for (r = 1; r <= rows; r++) {
        line = "| " names[r] " |"
        for (c = 1; c <= columns; c++) line = line " " count[names[r], heads[c]] " |"
        print line
      }
    }' <(order)
}

# Texts and functions in the order of the printer, whichever job was done first.
order() {
  while read -r prime language; do grep "^$prime $language " "$work/counts"; done <"$work/texts"
}

echo
echo "instructions of each function, from the machine code:"
table | tee "$work/table"
if [ $write ]; then
  page=docs/results/c-text.md
  if grep -q '^skip\|^fail' "$work/results"; then
    echo "$page stays as it is: something was skipped or failed"
    exit 1
  fi
  sed '/^<!-- counts -->$/q' $page >"$work/page"
  cat "$work/table" >>"$work/page"
  sed -n '/^<!-- end of counts -->$/,$p' $page >>"$work/page"
  cp "$work/page" $page
fi
echo
awk '{ n[$1]++ } END {
  printf "%d passed, %d failed, %d skipped\n", n["pass"], n["fail"], n["skip"]
  exit n["fail"] > 0 || n["pass"] == 0 }' "$work/results"
