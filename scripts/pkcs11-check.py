#!/usr/bin/env python3
"""Writes the page of two runs of pkcs11-check: of our module, and of SoftHSM.

usage: scripts/pkcs11-check.py REASONS OURS SOFTHSM (reports in JSON lines), or --self-test
REASONS has lines `PATTERN : REASON`; the first pattern that is found in the name of a test or in
what it said explains it. The status is 1 where a failure has no reason, or where there are more
than MAX_FAILURES.
"""

import json
import re
import sys
from collections import Counter

OUTCOMES = ["passed", "failed", "skipped", "xfailed", "xpassed"]
MAX_FAILURES = 100
UNEXPLAINED = "**not explained**"


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
    return UNEXPLAINED


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
    rows += ["| test | Sealane | why |", "|---|---|---|"]
    left_out = Counter()
    for name, (outcome, _) in sorted(other.items()):
        own, message = ours.get(name, ("not run", ""))
        if outcome != "passed" or own in ("passed", "failed"):
            continue
        if own == "skipped":
            left_out[name.split("::")[0], message] += 1
        else:
            why = explained(name, message, pairs)
            rows.append(f"| `{cell(name)}` | {own}: {cell(message)} | {why} |")
    rows += ["", "Skipped tests that SoftHSM passes, by their files and by what they said:", ""]
    rows += ["| file | tests | what they said |", "|---|---:|---|"]
    for (name, message), count in sorted(left_out.items()):
        rows.append(f"| {name} | {count:,} | {cell(message)} |")
    return "\n".join(rows)


def is_good(ours, pairs):
    """Returns whether there are few failures, each with a reason."""
    failed = [(name, said) for name, (outcome, said) in ours.items() if outcome == "failed"]
    unexplained = any(explained(*one, pairs) == UNEXPLAINED for one in failed)
    return len(failed) <= MAX_FAILURES and not unexplained


def self_test():
    """Goal: a failure counts once, is explained, and is shown; what SoftHSM passes is shown where
    it is not run, and counted where it is skipped; unexplained failures, and too many, are told."""
    def report(when, outcome, name="x", **more):
        return json.dumps({"$report_type": "TestReport", "nodeid": f"a/testcases/t.py::{name}",
                           "when": when, "outcome": outcome, **more})
    failed = report("call", "failed", longrepr={"reprcrash": {"message": "CKR_X\nmore"}})
    ours = outcomes([report("setup", "passed"), failed, report("teardown", "passed")])
    assert ours == {"t.py::x": ("failed", "CKR_X")}, ours
    passed = outcomes([report("call", "passed")])
    known = reasons("# none\nCKR_X : known\n")
    assert "| `t.py::x` | CKR_X | known |" in page(ours, passed, known)
    assert "not explained" in page(ours, passed, [])
    assert "failed: " not in page(passed, ours, [])
    assert "| `t.py::x` | not run:  |" in page({}, passed, [])
    skipped = outcomes([report("call", "skipped", longrepr=["t.py", 1, "no AES"])])
    assert "| t.py | 1 | no AES |" in page(skipped, passed, [])
    assert is_good(ours, known) and not is_good(ours, [])
    many = outcomes([report("call", "failed", name=str(name)) for name in range(MAX_FAILURES + 1)])
    assert not is_good(many, reasons(". : known"))
    expected = outcomes([report("call", "skipped", wasxfail="known")])
    assert expected["t.py::x"][0] == "xfailed", expected
    print("1 passed, 0 failed, 0 skipped")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    else:
        with open(sys.argv[1]) as text, open(sys.argv[2]) as ours, open(sys.argv[3]) as other:
            own, known = outcomes(ours), reasons(text.read())
            print(page(own, outcomes(other), known))
        sys.exit(not is_good(own, known))
