#!/usr/bin/env bash
# `sealane verify-batch` over Parquet files that pyarrow writes. The command is built apart, with
# its feature `parquet`: it needs Arrow. usage: scripts/test-parquet.sh [SEALANE]   (built with it)
set -uo pipefail
cd "$(dirname "$0")/.."
skip() { echo "SKIPPED: Parquet: $*"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
python=$target/python-env/bin/python
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || skip "no python3 of 3.11 or later"
# One at a time: scripts/python-wheel.sh installs into the same environment.
mkdir -p "$target"
exec 9>"$target/python-env.lock"
flock 9
[ -x "$python" ] || python3 -m venv "${python%/bin/python}" || skip "no environment can be made"
"$python" -m pip -q --disable-pip-version-check install -r crates/python/tests/packages.txt ||
  skip "its packages cannot be installed"
exec 9>&-
if [ $# -eq 0 ]; then
  cargo build -q --locked -p sealane-cli --features parquet --target-dir "$target/parquet" || exit
  set -- "$target/parquet/debug/sealane"
fi
SEALANE_COMMAND=$(realpath "$1")
export SEALANE_COMMAND
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m pytest -q -p no:cacheprovider --basetemp="$work/files" crates/cli/tests/parquet |
  tee "$work/log"
status=${PIPESTATUS[0]}
count() { grep -oE "[0-9]+ $1" "$work/log" | tail -n 1 | cut -d ' ' -f 1; }
echo "$(($(count passed) + 0)) passed, $(($(count failed) + $(count error) + 0)) failed," \
  "$(($(count skipped) + 0)) skipped"
exit "$status"
