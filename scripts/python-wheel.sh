#!/usr/bin/env bash
# Builds the wheel for Python, installs it with the engines that it is tested with in an environment
# below the target folder, and prints the interpreter of that. All else goes to standard error.
# usage: scripts/python-wheel.sh
# WHEEL_PROFILE names cargo's profile: release, if nothing is said.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
environment=$target/python-env
python=$environment/bin/python
{
  # One at a time: what tests Parquet files installs into the same environment.
  mkdir -p "$target"
  exec 9>"$target/python-env.lock"
  flock 9
  [ -x "$python" ] || python3 -m venv "$environment"
  "$python" -m pip -q --disable-pip-version-check install -r crates/python/tests/packages.txt
  "$python" -m pip -q --disable-pip-version-check install \
    -r crates/python/tests/packages-spark.txt || echo "SKIPPED: pyspark cannot be installed"
  exec 9>&-
  rm -rf "$target/wheels"
  CARGO_TARGET_DIR=$target "$environment/bin/maturin" build -q --locked --manylinux off \
    --profile "${WHEEL_PROFILE:-release}" --manifest-path crates/python/Cargo.toml \
    --out "$target/wheels"
  "$python" -m pip -q --disable-pip-version-check install --no-deps --force-reinstall \
    "$target"/wheels/sealane-*.whl
} >&2
echo "$python"
