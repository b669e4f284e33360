#!/usr/bin/env python3
"""Chooses the table of each curve's generator from what `sealane-lab tables --json` measured.

usage: scripts/tables.py FILE.json... [--write]

Of several files, each row counts with its best figure. The rule: of the tables within the budget
the fastest one. Prints the rows for
proof/fieldgen/src/curves.rs; --write puts the table into docs/tables.md between its markers.
"""

import json
import pathlib
import sys

BUILDS = ("small", "usual", "large")
PAGE = pathlib.Path(__file__).parent.parent / "docs" / "tables.md"
BEGIN, END = "<!-- tables:begin -->\n", "<!-- tables:end -->\n"


def read(names):
    """Returns the rows by algorithm and plan, each with its best figures."""
    best = {}
    for name in names:
        for row in json.loads(pathlib.Path(name).read_text())["rows"]:
            key = (row["algorithm"], row["width"], row["spacing"])
            old = best.setdefault(key, row)
            old["ops_per_s"] = max(old["ops_per_s"], row["ops_per_s"])
            old["build_ns"] = min(old["build_ns"], row["build_ns"])
    return list(best.values())


def choose(rows, budget):
    """Returns the row of the rule."""
    fitting = [row for row in rows if row["bytes"] <= budget]
    return max(fitting, key=lambda row: row["ops_per_s"])


def main():
    names = [name for name in sys.argv[1:] if name != "--write"]
    rows = read(names)
    if not rows:
        sys.exit(__doc__)
    columns = ("curve", "tables", "width", "spacing", "bytes", "additions", "doublings", "ops/s")
    lines = [f"| {' | '.join(columns)} | made in |", "|---" * 9 + "|"]
    for algorithm in dict.fromkeys(row["algorithm"] for row in rows):
        own = [row for row in rows if row["algorithm"] == algorithm]
        chosen = [choose(own, budget) for budget in own[0]["budgets_bytes"]]
        print(algorithm, [(row["width"], row["spacing"]) for row in chosen])
        for build, row in zip(BUILDS, chosen):
            lines.append(
                f"| {algorithm} | {build} | {row['width']} | {row['spacing']} | {row['bytes']:,} "
                f"| {row['additions']} | {row['doublings']} | {row['ops_per_s']:,.0f} "
                f"| {row['build_ns'] / 1e6:.2f} ms |")
    if "--write" in sys.argv:
        text = PAGE.read_text()
        before, after = text.index(BEGIN) + len(BEGIN), text.index(END)
        PAGE.write_text(text[:before] + "\n".join(lines) + "\n" + text[after:])


main()
