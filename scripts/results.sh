#!/usr/bin/env bash
# Writes every table that no other suite writes, with tiny budgets, to a folder that is thrown away:
# what is tested is that the commands of `make help` still make whole documents, not their figures.
set -uo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
whole() { # FILE PART...: it says where it was made, and has these parts
  local file=$1 part
  shift
  for part in "Commit: " "Processor: " "Compiler: " "$@"; do
    grep -qF -- "$part" "$work/$file" || { echo "no \"$part\" in $file"; return 1; }
  done
}
check() { if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi; }
calm() { # COMMAND...: again, if the control refuses: the machine is busy with other suites
  local try
  for try in 1 2 3 4 5 6 7 8; do "$@" && return 0; done
  return 1
}

check calm bash scripts/primitives.sh "$work/primitives.md" 0.002
check whole primitives.md "| memxor aligned | " "| aes-256 | " "| salsa20 | " "| sha3-512 | " \
  "| keccak-f, eight lanes | "
export SEALANE_LAB_BIN=${SEALANE_LAB_BIN:-${CARGO_TARGET_DIR:-$PWD/target}/release/sealane-lab}
[ -x "$SEALANE_LAB_BIN" ] || cargo build -q --release -p sealane-lab --bin sealane-lab || exit 1
check bash scripts/profile.sh "$work" 0.01
check whole profile.md "## sign, portable" "inversion" "remainder" "p256-sign-portable.svg"
check grep -q "<svg" "$work/p256-sign-portable.svg"
check bash scripts/profile-service.sh "$work/service.md" 0.01
check whole service.md "## ed25519" "    unwrap " "    remainder " "t(100)" "60+wrap"
[ -x "${FORMS:-}" ] || cargo build -q -p forms || exit 1
forms=${FORMS:-${CARGO_TARGET_DIR:-$PWD/target}/debug/forms}
check calm "$forms" table --seconds 0.01 --out "$work/limb-forms.md"
check whole limb-forms.md
[ -x "${BENCH:-}" ] || cargo build -q -p bench || exit 1
bench=${BENCH:-${CARGO_TARGET_DIR:-$PWD/target}/debug/bench}
threads=1
[ "$(nproc)" -lt 2 ] || threads=1,2
check calm "$bench" sizes --sizes 1,8,20 --threads $threads --rounds 2 --turns 1 --secs 0.001 \
  --store --out "$work" >/dev/null
check whole batch-sizes.md "## On 1 thread" "| 20 | " "(batch-sizes.svg)"
check whole batch-sizes.tsv "ed25519	verify	1	20	"
check grep -q "<svg" "$work/batch-sizes.svg"
echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
