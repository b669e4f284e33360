#!/usr/bin/env python3
"""Writes the page of two runs of pkcs11-check: of our module, and of SoftHSM.

usage: scripts/pkcs11-check.py REASONS OURS SOFTHSM (reports in JSON lines), or --self-test
REASONS has lines `PATTERN : REASON`; the first pattern that is found in the name of a test or in
what it said explains it.
"""

import json
import re
import sys
from collections import Counter

OUTCOMES = ["passed", "failed", "skipped", "xfailed", "xpassed"]


def outcomes(lines):
    """Returns a dict from names of tests to their outcome and what they said."""
    found = {}
    for line in lines:
        report = json.loads(line)
        if report.get("$report_type") != "TestReport":
            continue
        name = report["nodeid"].split("testcases/")[-1]
        outcome = report["outcome"]
        if report["when"] != "call" and outcome == "passed":
            continue
        if "wasxfail" in report:
            outcome = "xfailed" if outcome == "skipped" else "xpassed"
        if found.get(name, ("", ""))[0] != "failed":
            found[name] = (outcome, said(report.get("longrepr")))
    return found


def said(why):
    """Returns the first line of what a test said."""
    if isinstance(why, dict):
        why = (why.get("reprcrash") or {}).get("message", "")
    elif isinstance(why, list):
        why = str(why[-1]) if why else ""
    lines = (why or "").strip().splitlines()
    return lines[0][:160] if lines else ""


def reasons(text):
    """Returns pairs of a pattern and a reason."""
    rows = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return [tuple(part.strip() for part in row.split(" : ", 1)) for row in rows]


def explained(name, message, pairs):
    """Returns the reason of a test that failed."""
    for pattern, reason in pairs:
        if re.search(pattern, name) or re.search(pattern, message):
            return reason
    return "**not explained**"


def cell(text):
    """Returns a text that can be in a table."""
    return text.replace("|", "\\|").replace("`", "'")


def page(ours, other, pairs):
    """Returns the tables: counts, our failures, what SoftHSM passes and we do not."""
    rows = ["| module | tests | " + " | ".join(OUTCOMES) + " |", "|---|" + "---:|" * 6]
    for name, run in [("Sealane", ours), ("SoftHSM 2.6.1", other)]:
        counts = Counter(outcome for outcome, _ in run.values())
        cells = " | ".join(f"{counts[outcome]:,}" for outcome in OUTCOMES)
        rows.append(f"| {name} | {len(run):,} | {cells} |")
    failed = {name: message for name, (outcome, message) in ours.items() if outcome == "failed"}
    rows += ["", "## What fails", "", "| test | what it said | why |", "|---|---|---|"]
    for name, message in sorted(failed.items()):
        rows.append(f"| `{cell(name)}` | {cell(message)} | {explained(name, message, pairs)} |")
    rows += ["", "## What SoftHSM passes, and Sealane does not", ""]
    rows += ["| test | Sealane |", "|---|---|"]
    for name, (outcome, _) in sorted(other.items()):
        own = ours.get(name, ("not run", ""))
        if outcome == "passed" and own[0] != "passed":
            rows.append(f"| `{cell(name)}` | {own[0]}: {cell(own[1])} |")
    return "\n".join(rows)


def self_test():
    """Goal: a failure counts once, is explained, and is shown where the other passes."""
    def report(when, outcome, **more):
        return json.dumps({"$report_type": "TestReport", "nodeid": "a/testcases/t.py::x",
                           "when": when, "outcome": outcome, **more})
    failed = report("call", "failed", longrepr={"reprcrash": {"message": "CKR_X\nmore"}})
    ours = outcomes([report("setup", "passed"), failed, report("teardown", "passed")])
    assert ours == {"t.py::x": ("failed", "CKR_X")}, ours
    passed = outcomes([report("call", "passed")])
    text = page(ours, passed, reasons("# none\nCKR_X : known\n"))
    assert "| `t.py::x` | CKR_X | known |" in text and "failed: CKR_X" in text, text
    assert "not explained" in page(ours, passed, [])
    assert "failed: " not in page(passed, ours, [])
    expected = outcomes([report("call", "skipped", wasxfail="known")])
    assert expected["t.py::x"][0] == "xfailed", expected
    print("1 passed, 0 failed, 0 skipped")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    else:
        with open(sys.argv[1]) as text, open(sys.argv[2]) as ours, open(sys.argv[3]) as other:
            print(page(outcomes(ours), outcomes(other), reasons(text.read())))
