#!/usr/bin/env python3
"""Searches long: the targets of tests/fuzz in turns, at the lowest priority
unless told otherwise, over several calls.

Each turn goes to the target that has had the least CPU time, and continues with the inputs that it
has found before; one search for each processor runs at a time. What each turn did is kept in the
target folder, so that an interrupted run goes on where it stood. `--page FILE` writes what all
turns together have done, with those that the table beside it has from calls before (FILE with
`.tsv`), and adds the new ones to the table.
usage: scripts/fuzz-long.py MINUTES [--turn SECONDS] [--jobs N] [--nice N] [--page FILE] [TARGET...]
MINUTES 0 searches nothing, and writes the page alone. Exits with 1 if a turn has found something.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from processor import processor

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "fuzz/long"
ROWS = WORK / "turns.jsonl"
# What searches have found, and the tests that keep it mended: target, tab, what, tab, test.
FINDINGS = ROOT / "scripts/fuzz-findings.txt"
GOAL_HOURS = 4
# What the stored table has of the turns of one target at one commit.
COLUMNS = ("target", "commit", "executions", "edges", "counters", "cpu", "inputs")
FLAGS = ("-max_len=131072", "-timeout=60", "-rss_limit_mb=2048", "-print_final_stats=1")


def said(*command):
    """Returns what a command prints, in the tree."""
    done = subprocess.run(command, text=True, capture_output=True, check=False, cwd=ROOT)
    if done.returncode:
        sys.exit(done.stderr or done.stdout)
    return done.stdout.strip()


def rows(table):
    """Returns the turns of all runs so far: those of the table, if there is one, and new ones."""
    lines = ROWS.read_text().splitlines() if ROWS.exists() else []
    stored = table.read_text().splitlines()[1:] if table and table.exists() else []
    told = [dict(zip(COLUMNS, line.split("\t"))) for line in stored]
    numbers = [{key: float(row[key]) for key in COLUMNS[2:]} for row in told]
    return [row | own for row, own in zip(told, numbers)] + [json.loads(line) for line in lines]


def store(table, all_rows):
    """Writes the table, a row for each target and commit; no turn is new any more."""
    sums = {}
    for row in all_rows:
        so_far = sums.setdefault((row["target"], row["commit"]), collections.Counter())
        for key in ("executions", "cpu"):
            so_far[key] += row[key]
        for key in ("edges", "counters", "inputs"):
            so_far[key] = max(so_far[key], row[key])
    lines = ["\t".join(COLUMNS)]
    for names, own in sums.items():
        lines += ["\t".join([*names, *(f"{own[key]:.0f}" for key in COLUMNS[2:])])]
    table.write_text("\n".join(lines) + "\n")
    ROWS.unlink(missing_ok=True)


def turn(program, name, options):
    """Searches for a time, and returns what came of it."""
    corpus, found = WORK / "corpus" / name, WORK / "found"
    before = set(found.glob(f"{name}-*"))
    own = {"SEALANE_FUZZ_TARGET": name, "SEALANE_PKCS11_CONF": str(WORK / f"{name}.toml")}
    command = ["nice", "-n", str(options.nice), program, str(corpus), *FLAGS]
    command.append(f"-max_total_time={options.turn}")
    command.append(f"-artifact_prefix={found}/{name}-")
    log = WORK / f"{name}.log"
    with log.open("w") as out:
        # Waited for by its number, which tells what this one has used, whatever ends beside it.
        pid = subprocess.Popen(command, env=os.environ | own, stderr=out, stdout=out).pid
        _, status, used = os.wait4(pid, 0)
    text = log.read_text(errors="replace")
    last = lambda pattern: ([0] + re.findall(pattern, text))[-1]
    return {
        "target": name,
        "commit": said("git", "rev-parse", "--short=12", "HEAD"),
        "executions": int(last(r"stat::number_of_executed_units: *(\d+)") or last(r"#(\d+)")),
        "edges": int(last(r"cov: (\d+)")),
        "counters": int(last(r"(\d+) inline 8-bit counters")),
        "cpu": round(used.ru_utime + used.ru_stime, 1),
        "inputs": len(list(corpus.iterdir())),
        "found": sorted(path.name for path in set(found.glob(f"{name}-*")) - before),
        "failed": status != 0,
    }


def search(program, names, options):
    """Takes turns until the time is over. Returns whether all was well."""
    end, good = time.monotonic() + 60 * options.minutes, True
    used = collections.Counter({name: 0.0 for name in names})
    for row in rows(options.table):
        used[row["target"]] += row["cpu"]
    running = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        while True:
            free = [name for name in names if name not in running.values()]
            while free and len(running) < options.jobs and time.monotonic() < end:
                name = min(free, key=lambda it: used[it])
                running[pool.submit(turn, program, name, options)] = name
                free.remove(name)
            if not running:
                return good
            over, _ = concurrent.futures.wait(running, return_when="FIRST_COMPLETED")
            for row in [it.result() for it in over]:
                with ROWS.open("a") as out:
                    out.write(json.dumps(row) + "\n")
                # A turn that did not begin shall not be the next one again.
                used[row["target"]] += max(row["cpu"], 1)
                good &= not row["failed"]
                print(" ".join(f"{key}={value}" for key, value in row.items()), flush=True)
            running = {it: name for it, name in running.items() if it not in over}


def page(names, all_rows):
    """Returns what all turns have done."""
    all_rows = [row for row in all_rows if row["target"] in names]
    if not all_rows:
        sys.exit("fuzz-long: there was no turn yet")
    commits = list(dict.fromkeys(row["commit"] for row in all_rows))
    used = sum(row["cpu"] for row in all_rows)
    told = [line for line in FINDINGS.read_text().splitlines() if line[:1] != "#"]
    findings = [line.split("\t") for line in told]
    of_target = collections.Counter(row[0] for row in findings)
    version = said("rustc", "--version")
    lines = [
        "# Fuzzing: what was searched",
        "",
        "Written by `make fuzz-long`; do not edit. libFuzzer on the targets of `tests/fuzz`, in",
        "turns, over several calls. Edges are those of the newest commit that a target was",
        "searched at, of all code of the program, which is one for all targets.",
        "",
    ]
    lines += [f"- Processor: {processor()}. Compiler: {version}. Commit: {commits[-1]}."]
    lines += [f"- {used / 60:,.1f} CPU minutes in all; {60 * GOAL_HOURS} are the goal."]
    others = ", ".join(commits[:-1])
    lines += [f"- Turns at earlier commits are counted as well: {others}."] if others else []
    counters = max(row["counters"] for row in all_rows)
    lines += [f"- {counters:,.0f} edges are counted in the program."]
    lines += ["", "| target | executions | edges | CPU seconds | inputs kept | findings |"]
    lines += ["|---|---:|---:|---:|---:|---:|"]
    for name in names:
        own = [row for row in all_rows if row["target"] == name]
        executions, cpu = (sum(row[key] for row in own) for key in ("executions", "cpu"))
        newest = [row for row in own if row["commit"] == own[-1]["commit"]]
        edges = max((row["edges"] for row in newest), default=0)
        inputs = own[-1]["inputs"] if own else 0
        cells = [name, f"{executions:,.0f}", f"{edges:,.0f}", f"{cpu:,.0f}", f"{inputs:,.0f}"]
        lines += [f"| {' | '.join(cells)} | {of_target[name]} |"]
    executions, cpu = (sum(row[key] for row in all_rows) for key in ("executions", "cpu"))
    total = sum(of_target.values())
    lines += [f"| all | {executions:,.0f} | | {cpu:,.0f} | | {total} |", ""]
    lines += ["Findings:" if findings else "Findings: none.", ""]
    lines += [f"- `{target}`: {what}. Test: `{test}`." for target, what, test in findings]
    return "\n".join(lines).rstrip() + "\n"


def main():
    """Searches, and writes the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("minutes", type=float)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--turn", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--nice", type=int, default=19)
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    options.table = options.page and options.page.with_suffix(".tsv")
    for folder in ("found", "corpus"):
        (WORK / folder).mkdir(parents=True, exist_ok=True)
    if options.minutes:
        program = said("bash", "scripts/test-fuzz.sh", "build")
        own = os.environ | {"SEALANE_FUZZ_SEEDS": str(WORK / "corpus")}
        subprocess.run([program], env=own, check=True)
    names = sorted(path.name for path in (WORK / "corpus").iterdir())
    names = [name for name in names if not name.startswith("planted-")]
    chosen = options.targets or names
    if unknown := set(chosen) - set(names):
        sys.exit(f"fuzz-long: there is no target {', '.join(sorted(unknown))}")
    good = search(program, chosen, options) if options.minutes else True
    if options.page:
        all_rows = rows(options.table)
        options.page.write_text(page(names, all_rows))
        store(options.table, all_rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
