#!/usr/bin/env python3
"""The page of scripts/ocaml-speed.sh, from what its program has printed.

usage: ocaml-speed.py ROWS PAGE VERSION OCAML | ocaml-speed.py --self-test
Exits with 3, and writes nothing, if the control is unquiet.
"""

import statistics
import subprocess
import sys

# How far the control may be off, as the median of its turns.
QUIET = 0.02

HEAD = """# P-256 in OCaml

Written by `scripts/ocaml-speed.sh`; do not edit. One program with both libraries, in turns: a
signature of a digest of 32 bytes with the nonce of RFC 6979, a verification, an agreement, through
the module types of mirage-crypto-ec. CPU time of a call in microseconds, medians of the turns; the
ratio is the median of those of the turns, and the *control* that of our side by itself, measured
twice in each turn. Signatures and secrets of both were compared before, byte by byte.

"""


def read(lines):
    """Returns the turns of each operation: ours, theirs, ours again."""
    rows = {}
    for line in lines:
        name, *figures = line.split()
        ours, theirs, again = map(float, figures)
        rows.setdefault(name, []).append((ours, theirs, again))
    return rows


def table(rows):
    """Returns the table, and whether the control was quiet."""
    text = ("| operation | Sealane | mirage-crypto-ec | times as fast | control |\n"
            "|---|---:|---:|---:|---:|\n")
    is_quiet = True
    for name, turns in rows.items():
        ours = statistics.median((first + again) / 2 for first, _, again in turns)
        theirs = statistics.median(turn[1] for turn in turns)
        ratio = statistics.median(2 * other / (first + again) for first, other, again in turns)
        control = statistics.median(again / first for first, _, again in turns)
        is_quiet = is_quiet and abs(control - 1) <= QUIET
        text += f"| {name} | {ours:.1f} | {theirs:.1f} | {ratio:.1f} | {control:.3f} |\n"
    return text, is_quiet


def said(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def provenance(version, ocaml):
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        model = next(line.split(": ")[1].strip() for line in lines if line.startswith("model name"))
    commit = said("git", "rev-parse", "--short=12", "HEAD")
    changed = " with changes" if said("git", "status", "--porcelain", "-uno") else ""
    return (f"- Processor: {model}.\n"
            f"- Compiler: {said('rustc', '--version')}. OCaml {ocaml}. Commit: {commit}{changed}.\n"
            f"- mirage-crypto-ec {version}, of the distribution.\n\n")


def self_test():
    text, is_quiet = table(read(["sign 10.0 50.0 10.1", "sign 10.0 51.0 10.0", "sign 9.9 50 10.0"]))
    assert is_quiet and "| sign | 10.0 | 50.0 | 5.0 |" in text, text
    _, is_quiet = table(read(["sign 10.0 50.0 10.5"]))
    assert not is_quiet
    print("2 passed, 0 failed, 0 skipped")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    rows, page, version, ocaml = sys.argv[1:]
    with open(rows, encoding="utf-8") as lines:
        text, is_quiet = table(read(lines))
    print(text, end="")
    if not is_quiet:
        print("the control is unquiet: nothing is written")
        sys.exit(3)
    with open(page, "w", encoding="utf-8") as out:
        out.write(HEAD + provenance(version, ocaml) + text)


main()
