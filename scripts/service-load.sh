#!/usr/bin/env bash
# A signature through the service beside one of SoftHSM 2 in its own process, in turn, in one run.
# usage: scripts/service-load.sh FILE [ROUNDS]
# Needs the Debian packages softhsm2 and libp11-kit-dev besides.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${2:-5}
# Looked at before four minutes are spent on what could not be written.
refuse() { echo "$1; usage: scripts/service-load.sh FILE [ROUNDS]" >&2; exit 2; }
[ -n "${1:-}" ] || refuse "FILE is missing: where the page goes"
[ $# -le 2 ] || refuse "there are $# arguments, and 2 at most are taken"
[[ $rounds =~ ^[1-9][0-9]?$ ]] || refuse "ROUNDS is '$rounds': a number from 1 to 99 is needed"
[ ! -d "$1" ] || refuse "FILE is '$1', which is a folder"
mkdir -p "$(dirname "$1")" 2>/dev/null || refuse "FILE is '$1': its folder cannot be made"
if [ -e "$1" ]; then [ -w "$1" ]; else [ -w "$(dirname "$1")" ]; fi ||
  refuse "FILE is '$1', which cannot be written"
sealane=${CARGO_TARGET_DIR:-target}/release/sealane
cargo build --release -q -p sealane-cli -p sealane-lab --bin sealane --bin sealane-lab
sealane=$(realpath "$sealane")
module=$(find /usr/lib -name libsofthsm2.so | head -n 1)
[ -n "$module" ] || { echo "no libsofthsm2.so: apt-get install softhsm2" >&2; exit 1; }
work=$(mktemp -d)
service=
finish() {
  if [ -n "$service" ]; then kill "$service" 2>/dev/null || true; wait "$service" || true; fi
  rm -rf "$work"
}
trap finish EXIT
# shellcheck disable=SC2046
cc -O2 -w $(pkg-config --cflags p11-kit-1) -o "$work/softhsm" lab/bench/peers/c/softhsm.c -ldl
umask 077
head -c 32 /dev/urandom >"$work/master.key"
head -c 12 /dev/urandom | base64 >"$work/officer.pin"
head -c 12 /dev/urandom | base64 >"$work/user.pin"
store=(--store "$work/token.db" --master-file "$work/master.key")
"$sealane" token init "${store[@]}" --label bench --new-pin-file "$work/officer.pin"
"$sealane" token set-pin "${store[@]}" --as officer --pin-file "$work/officer.pin" \
  --for user --new-pin-file "$work/user.pin"
for algorithm in p256 ed25519 rsa2048; do
  "$sealane" key generate "${store[@]}" --pin-file "$work/user.pin" \
    --algorithm $algorithm --label $algorithm
done
# Two threads of one core slow each other down, and a processor that waits in a virtual machine
# looks for work all the time; so both sides have the same processors: one, or all at once.
last=$(($(nproc) - 1))
processors() { [ "$1" = one ] && echo "$last" || echo "0-$last"; }
start() { # SETTING: a service
  rm -f "$work/socket"
  taskset -c "$(processors "$1")" \
    "$sealane" serve "${store[@]}" --socket "$work/socket" 2>"$work/service.log" &
  service=$!
  for _ in $(seq 100); do [ -S "$work/socket" ] && break; sleep 0.1; done
}
load() { # SETTING NAME ALGORITHM ARGUMENT...: a line of a run
  local setting=$1 name=$2 algorithm=$3
  shift 3
  taskset -c "$(processors "$setting")" \
    "$sealane-lab" load --socket "$work/socket" --as user --pin-file "$work/user.pin" \
    --key "$algorithm" --json "$@" >"$work/out"
  python3 - "$setting" "$name" "$algorithm" "$work/out" <<'EOF' >>"$work/rows"
import json, sys
setting, name, algorithm, path = sys.argv[1:]
run = json.load(open(path))["runs"][-1]
cpu = run["cpu_service_us"] + run["cpu_clients_us"]
print(setting, name, algorithm, cpu, run["median_us"], run["sigs_per_s"])
EOF
}
softhsm() { # SETTING ALGORITHM: a line of each process; each has a token and a processor of its own
  local processor alone=()
  for processor in $(seq "$([ "$1" = one ] && echo "$last" || echo 0)" "$last"); do
    mkdir -p "$work/tokens/$processor"
    printf 'directories.tokendir = %s\nlog.level = ERROR\n' "$work/tokens/$processor" \
      >"$work/softhsm.$processor"
    SOFTHSM2_CONF=$work/softhsm.$processor taskset -c "$processor" \
      "$work/softhsm" "$module" "$2" 1.5 >"$work/out.$processor" &
    alone+=($!)
  done
  wait "${alone[@]}"
  awk -v name="$1 softhsm" '{ print name, $1, $3 }' "$work"/out.* >>"$work/rows"
  rm -rf "$work/tokens" "$work"/out.*
}
for round in $(seq "$rounds"); do
  for setting in one all; do
    echo "round $round of $rounds: $setting" >&2
    start $setting
    for algorithm in p256 ed25519 rsa2048; do
      softhsm $setting $algorithm
      count=60000
      [ $algorithm != rsa2048 ] || count=4000
      load $setting clients-64 $algorithm --clients 64 --count $count
      load $setting batch-64 $algorithm --clients 64 --count $count --batch 64
      load $setting alone $algorithm --clients 1 --count $((count / 4))
    done
    kill "$service"
    wait "$service"
    service=
  done
done
changed=$(git status --porcelain -- crates lab Cargo.lock)
{
  cat <<'EOF'
# The service beside SoftHSM 2

Written by `make service-load`; do not edit. CPU time of service *and* clients for a signature, in
microseconds, beside that of a process which has loaded SoftHSM and signs by itself; medians of the
rounds, in which all took turns. *64 clients*: a connection each, with one request in flight, asked
on by a thread for each processor. *Batches*: the same, 64 signatures a request. *Alone*: one
client, one signature a request.

Both sides have the same processors. *One*: all of it runs on one processor. *All*: service and
clients have all of them, and as many processes sign with SoftHSM at once as there are processors.
The last column says what a SoftHSM process alone on the machine takes, against the 64 clients on
all processors.

EOF
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)," \
    "$(nproc) of them."
  echo "- Compiler: $(rustc --version), release profile, no processor named."
  echo "- SoftHSM $(dpkg-query -W -f '${Version}' libsofthsm2 2>/dev/null || echo unknown)."
  echo "- Commit: $(git rev-parse --short=12 HEAD)${changed:+ with changes}."
  echo "- Rounds: $rounds."
  echo
  python3 - "$work/rows" <<'EOF'
import statistics, sys
rows = {}
for line in open(sys.argv[1]):
    *names, figures = line.split(maxsplit=3)
    rows.setdefault(tuple(names), []).append([float(x) for x in figures.split()])
def median(setting, name, algorithm, which=0):
    return statistics.median(row[which] for row in rows[setting, name, algorithm])
print("| processors | algorithm | SoftHSM | 64 clients | x | batches | x | alone | x |"
      " alone, median latency | 64 clients, signatures a second | x of SoftHSM alone |")
print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
for setting in ["one", "all"]:
    for algorithm in ["p256", "ed25519", "rsa2048"]:
        peer = median(setting, "softhsm", algorithm)
        cells = [f"{peer:.1f}"]
        for name in ["clients-64", "batch-64", "alone"]:
            own = median(setting, name, algorithm)
            cells += [f"{own:.1f}", f"{peer / own:.1f}"]
        against = median("one", "softhsm", algorithm) / median(setting, "clients-64", algorithm)
        cells += [f"{median(setting, 'alone', algorithm, 1):.1f}",
                  f"{median(setting, 'clients-64', algorithm, 2):.0f}", f"{against:.1f}"]
        print(f"| {setting} | {algorithm} | " + " | ".join(cells) + " |")
EOF
} >"$work/page"
cp "$work/page" "$1"
cat "$1"
