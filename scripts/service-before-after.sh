#!/usr/bin/env bash
# The service of two builds in turn, in one run: CPU time a signature, and how long a lone client
# waits; a third side is the first build once more, as the control. And what SoftHSM 2 takes, if it
# is installed (Debian packages softhsm2 and libp11-kit-dev).
# usage: scripts/service-before-after.sh BEFORE AFTER [FILE [ROUNDS [SIGNATURES]]]
# BEFORE and AFTER: folders with a `sealane` and a `sealane-lab` each. FILE: where the page goes,
# which is written only if the control is quiet.
set -euo pipefail
cd "$(dirname "$0")/.."
refuse() { echo "$1; usage: scripts/service-before-after.sh BEFORE AFTER [FILE [ROUNDS" \
  "[SIGNATURES]]]" >&2; exit 2; }
[ $# -ge 2 ] && [ $# -le 5 ] || refuse "$# arguments"
for folder in "$1" "$2"; do
  for program in sealane sealane-lab; do
    [ -x "$folder/$program" ] || refuse "there is no $folder/$program"
  done
done
before=$(realpath "$1") after=$(realpath "$2") page=${3:-} rounds=${4:-9} count=${5:-40000}
[[ $rounds =~ ^[1-9][0-9]?$ ]] || refuse "ROUNDS is '$rounds': a number from 1 to 99 is needed"
[[ $count =~ ^[1-9][0-9]*$ ]] || refuse "SIGNATURES is '$count': a number is needed"
work=$(mktemp -d)
service=
finish() {
  if [ -n "$service" ]; then kill "$service" 2>/dev/null || true; wait "$service" || true; fi
  rm -rf "$work"
}
trap finish EXIT
umask 077
head -c 32 /dev/urandom >"$work/master.key"
head -c 12 /dev/urandom | base64 >"$work/officer.pin"
head -c 12 /dev/urandom | base64 >"$work/user.pin"
programs() { [ "$1" = after ] && echo "$after" || echo "$before"; }
store() { echo --store "$work/$1.db" --master-file "$work/master.key"; }
make_token() { # SIDE: each build has a store of its own form
  local sealane
  sealane=$(programs "$1")/sealane
  # shellcheck disable=SC2046
  {
    "$sealane" token init $(store "$1") --label bench --new-pin-file "$work/officer.pin"
    "$sealane" token set-pin $(store "$1") --as officer --pin-file "$work/officer.pin" \
      --for user --new-pin-file "$work/user.pin"
    for algorithm in p256 ed25519 rsa2048; do
      "$sealane" key generate $(store "$1") --pin-file "$work/user.pin" \
        --algorithm $algorithm --label $algorithm
    done
  } >/dev/null 2>"$work/log" || { cat "$work/log" >&2; exit 1; }
}
last=$(($(nproc) - 1))
processors() { [ "$1" = one ] && echo "$last" || echo "0-$last"; }
start() { # SETTING SIDE
  rm -f "$work/socket"
  # shellcheck disable=SC2046
  taskset -c "$(processors "$1")" "$(programs "$2")/sealane" serve $(store "$2") \
    --socket "$work/socket" 2>"$work/log" &
  service=$!
  for _ in $(seq 300); do [ -S "$work/socket" ] && return; sleep 0.1; done
  cat "$work/log" >&2
  exit 1
}
load() { # SETTING SIDE NAME ALGORITHM ARGUMENT...: a line of a run
  local setting=$1 side=$2 name=$3 algorithm=$4
  shift 4
  taskset -c "$(processors "$setting")" "$(programs "$side")/sealane-lab" load \
    --socket "$work/socket" --as user --pin-file "$work/user.pin" --key "$algorithm" --json "$@" \
    >"$work/out"
  python3 - "$setting $side $name $algorithm" "$work/out" <<'EOF' >>"$work/rows"
import json, sys
run = json.load(open(sys.argv[2]))["runs"][-1]
service, clients = run["cpu_service_us"], run["cpu_clients_us"]
print(sys.argv[1], service, service + clients, run["median_us"])
EOF
}
module=$(find /usr/lib -name libsofthsm2.so 2>/dev/null | head -n 1)
if [ -n "$module" ]; then
  # shellcheck disable=SC2046
  cc -O2 -w $(pkg-config --cflags p11-kit-1) -o "$work/softhsm" lab/bench/peers/c/softhsm.c -ldl
fi
softhsm() { # SETTING ALGORITHM: on one processor, or a process for each
  [ -n "$module" ] || return 0
  local processor alone=()
  for processor in $(seq "$([ "$1" = one ] && echo "$last" || echo 0)" "$last"); do
    mkdir -p "$work/tokens/$processor"
    printf 'directories.tokendir = %s\nlog.level = ERROR\n' "$work/tokens/$processor" \
      >"$work/softhsm.$processor"
    SOFTHSM2_CONF=$work/softhsm.$processor taskset -c "$processor" \
      "$work/softhsm" "$module" "$2" 1.5 >"$work/peer.$processor" &
    alone+=($!)
  done
  wait "${alone[@]}"
  awk -v names="$1 softhsm peer" '{ print names, $1, $3, $3, 0 }' "$work"/peer.* >>"$work/rows"
  rm -rf "$work/tokens" "$work"/peer.*
}
for side in before after again; do make_token $side; done
orders=("before after again" "after again before" "again before after")
for round in $(seq "$rounds"); do
  for setting in one all; do
    for side in ${orders[round % 3]}; do
      echo "round $round of $rounds: $setting, $side" >&2
      start $setting $side
      for algorithm in p256 ed25519 rsa2048; do
        some=$count
        [ $algorithm != rsa2048 ] || some=$((count / 15 + 1))
        load $setting $side clients-64 $algorithm --clients 64 --count "$some"
        load $setting $side batch-64 $algorithm --clients 64 --count "$some" --batch 64
        load $setting $side alone $algorithm --clients 1 --count $((some / 4 + 1))
      done
      kill "$service"
      wait "$service" || true
      service=
    done
    for algorithm in p256 ed25519 rsa2048; do softhsm $setting $algorithm; done
  done
done
{
  cat <<'EOF'
# The service before and after

Written by `scripts/service-before-after.sh`; do not edit. Two builds in turn, in one run: CPU time
of the service for a signature, in microseconds, with 64 clients of one request each and in batches
of 64; and the median time that a lone client waits. Ratios are the medians of those of the rounds,
after by before; the *control* is the first build once more, by itself. *One*: service and clients
run on one processor; *all*: on all of them. The last columns: how many times less CPU time than
SoftHSM the service *and* its clients take, and the floor of that.

EOF
  echo "- Processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc)."
  echo "- Compiler: $(rustc --version). Commit: $(git rev-parse --short=12 HEAD)."
  echo "- Before: $("$before/sealane" --version | head -n 1)," \
    "SHA-256 $(sha256sum <"$before/sealane" | cut -c 1-16)." \
    "After: SHA-256 $(sha256sum <"$after/sealane" | cut -c 1-16)."
  echo "- Rounds: $rounds. Load: $(cut -d ' ' -f 1-3 /proc/loadavg) at the end."
  echo
  python3 - "$work/rows" <<'EOF'
import statistics, sys
rows = {}
for line in open(sys.argv[1]):
    setting, side, name, algorithm, *figures = line.split()
    rows.setdefault((setting, side, name, algorithm), []).append([float(x) for x in figures])
FLOORS = {("p256", "clients-64"): 4, ("p256", "batch-64"): 12, ("ed25519", "clients-64"): 8,
          ("rsa2048", "clients-64"): 3}
def median(setting, side, name, algorithm, which):
    return statistics.median(row[which] for row in rows[setting, side, name, algorithm])
def ratio(setting, side, name, algorithm, which):
    pairs = zip(rows[setting, side, name, algorithm], rows[setting, "before", name, algorithm])
    return statistics.median(one[which] / other[which] for one, other in pairs)
noise = []
print("| processors | algorithm | what | before | after | ratio | control | of SoftHSM | floor |")
print("|---|---|---|---:|---:|---:|---:|---:|---:|")
for setting in ["one", "all"]:
    for algorithm in ["p256", "ed25519", "rsa2048"]:
        for name in ["clients-64", "batch-64", "alone"]:
            which = 2 if name == "alone" else 0
            before, after = (median(setting, side, name, algorithm, which)
                             for side in ["before", "after"])
            control = ratio(setting, "again", name, algorithm, which)
            noise.append(abs(control - 1))
            times, floor = "-", FLOORS.get((algorithm, name), "-")
            if floor != "-" and (setting, "softhsm", "peer", algorithm) in rows:
                times = (median(setting, "softhsm", "peer", algorithm, 1)
                         / median(setting, "after", name, algorithm, 1))
                times = f"{times:.1f}"
            changed = ratio(setting, "after", name, algorithm, which)
            print(f"| {setting} | {algorithm} | {name} | {before:.2f} | {after:.2f} "
                  f"| {changed:.3f} | {control:.3f} | {times} | {floor} |")
print(f"\nThe control is off by {100 * statistics.median(noise):.1f} % in the median row,"
      f" by {100 * max(noise):.1f} % at most.")
open(sys.argv[1] + ".noise", "w").write(str(statistics.median(noise)))
EOF
} >"$work/page"
cat "$work/page"
[ -n "$page" ] || exit 0
awk '{ exit !($1 < 0.02) }' "$work/rows.noise" || {
  echo "the control is off by 2 % or more: nothing is written" >&2
  exit 1
}
cp "$work/page" "$page"
