#!/usr/bin/env bash
# Measures the package for Python, DuckDB, Polars and Spark on a million rows, beside a loop over
# `cryptography`, and writes the page.
# usage: scripts/python-results.sh FILE [WORD...]   (words of lab/python/measure.py page)
# CPU names the processor.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { echo "usage: scripts/python-results.sh FILE [WORD...]" >&2; exit 2; }
page=$1
shift
python=$(bash scripts/python-wheel.sh)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" lab/python/measure.py page "$page" "$folder" --cpu "${CPU:-1}" "$@"
