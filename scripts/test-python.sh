#!/usr/bin/env bash
# The package for Python, as its wheel: keys, batches, columns of Arrow, DuckDB, Polars and Spark on
# a million rows, a client of the service.
# usage: scripts/test-python.sh [SEALANE | lints]   (the command, as it was built; without it it is)
# SEALANE_PYTHON_ROWS says how many rows engines have; SEALANE_PYTHON_TESTS which files are run.
set -uo pipefail
cd "$(dirname "$0")/.."
if [ "${1-}" = lints ]; then
  cargo clippy -q --release -p sealane-columns -p sealane-python --all-targets -- \
    -D warnings || exit
  echo "1 passed, 0 failed, 0 skipped"
  exit
fi
skip() { echo "SKIPPED: $*"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
command -v python3 >/dev/null || skip "there is no python3"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || skip "python3 is older than 3.11"
python=$(bash scripts/python-wheel.sh) || skip "no wheel: see above"
if [ $# -eq 0 ]; then
  cargo build -q -p sealane-cli || exit
  set -- "${CARGO_TARGET_DIR:-$PWD/target}/debug/sealane"
fi
SEALANE_COMMAND=$(realpath "$1")
export SEALANE_COMMAND
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd crates/python/tests || exit
# shellcheck disable=SC2086 # Several files may be named.
"$python" -m pytest -q -p no:cacheprovider -rs --basetemp="$work/rows" \
  --junitxml="$work/found.xml" ${SEALANE_PYTHON_TESTS:-.}
status=$?
"$python" - "$work/found.xml" <<'END' || exit
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot().find("testsuite")
total, failed, errors, skipped = (
    int(suite.get(name)) for name in ["tests", "failures", "errors", "skipped"])
failed += errors
for case in suite.iter("testcase"):
    for reason in case.iter("skipped"):
        print(f"SKIPPED: {case.get('classname')}: {reason.get('message')}")
print(f"{total - failed - skipped} passed, {failed} failed, {skipped} skipped")
END
exit $status
