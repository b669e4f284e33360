#!/usr/bin/env python3
"""Writes the page of runs of pkcs11-check: of our module in both its ways, and of SoftHSM.

usage: scripts/pkcs11-check.py REASONS SERVICE EMBEDDED SOFTHSM (reports in JSON lines), or
--self-test
REASONS has lines `PATTERN : REASON`; the first pattern that is found in the name of a test or in
what it said explains it. The status is 1 where a failure has no reason, where SoftHSM passes a test
that is expected to fail here or is not run, and nothing explains it, or where one run has more than
MAX_FAILURES.
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
            why = report.get("longrepr") or report.get("wasxfail")
            found[name] = (outcome, said(why))
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


def failures(runs):
    """Returns a dict from tests that fail, and what they said, to the runs in which they do."""
    found = {}
    for run, results in runs.items():
        for name, (outcome, message) in results.items():
            if outcome == "failed":
                found.setdefault((name, message), []).append(run)
    return found


def behind(runs, other):
    """Returns the same of tests that the other module passes, and that neither pass, fail nor are
    skipped here."""
    found = {}
    for run, results in runs.items():
        for name, (outcome, _) in other.items():
            own, message = results.get(name, ("not run", ""))
            if outcome == "passed" and own not in ("passed", "failed", "skipped"):
                found.setdefault((name, f"{own}: {message}"), []).append(run)
    return found


def table(found, pairs):
    """Returns the rows of tests, with what explains them."""
    rows = ["| test | with | what it said | why |", "|---|---|---|---|"]
    for (name, message), where in sorted(found.items()):
        why = explained(name, message, pairs)
        rows.append(f"| `{cell(name)}` | {', '.join(where)} | {cell(message)} | {why} |")
    return rows if found else ["None."]


def page(runs, other, pairs):
    """Returns the tables: counts, our failures, what SoftHSM passes and we do not, without a reason
    and with one. `runs` are ours, by what they are called."""
    rows = ["| module | tests | " + " | ".join(OUTCOMES) + " |", "|---|" + "---:|" * 6]
    for name, run in [*runs.items(), ("SoftHSM 2.6.1", other)]:
        counts = Counter(outcome for outcome, _ in run.values())
        cells = " | ".join(f"{counts[outcome]:,}" for outcome in OUTCOMES)
        rows.append(f"| {name} | {len(run):,} | {cells} |")
    rows += ["", "## What fails", "", *table(failures(runs), pairs)]
    rows += ["", "## What SoftHSM passes, and Sealane does not", "", "### Without a reason", ""]
    left = behind(runs, other)
    bare = {one: where for one, where in left.items() if explained(*one, pairs) == UNEXPLAINED}
    rows += [*table(bare, pairs), "", "### With a reason", ""]
    rows += table({one: where for one, where in left.items() if one not in bare}, pairs)
    left_out = Counter()
    for name, (outcome, _) in other.items():
        for run, results in runs.items():
            own, message = results.get(name, ("not run", ""))
            if outcome == "passed" and own == "skipped":
                left_out[name.split("::")[0], run, message] += 1
    rows += ["", "Skipped tests that SoftHSM passes, by their files and by what they said:", ""]
    rows += ["| file | with | tests | what they said |", "|---|---|---:|---|"]
    for (name, run, message), count in sorted(left_out.items()):
        rows.append(f"| {name} | {run} | {count:,} | {cell(message)} |")
    return "\n".join(rows)


def is_good(runs, other, pairs):
    """Returns whether each run has few failures, and a reason for each, and for each test that it
    leaves to the other module."""
    counts = [Counter(outcome for outcome, _ in run.values())["failed"] for run in runs.values()]
    left = [*failures(runs), *behind(runs, other)]
    unexplained = any(explained(*one, pairs) == UNEXPLAINED for one in left)
    return max(counts, default=0) <= MAX_FAILURES and not unexplained


def self_test():
    """Goal: a failure counts once, is explained, and is shown; what SoftHSM passes is shown where
    it is not run, and counted where it is skipped; unexplained failures, and too many, are told,
    and what is left to SoftHSM without a reason."""
    def report(when, outcome, name="x", **more):
        return json.dumps({"$report_type": "TestReport", "nodeid": f"a/testcases/t.py::{name}",
                           "when": when, "outcome": outcome, **more})
    failed = report("call", "failed", longrepr={"reprcrash": {"message": "CKR_X\nmore"}})
    ours = outcomes([report("setup", "passed"), failed, report("teardown", "passed")])
    assert ours == {"t.py::x": ("failed", "CKR_X")}, ours
    passed = outcomes([report("call", "passed")])
    known = reasons("# none\nCKR_X : known\n")
    both = {"a service": ours, "embedded": ours}
    assert "| `t.py::x` | a service, embedded | CKR_X | known |" in page(both, passed, known)
    assert "not explained" in page(both, passed, [])
    assert "None." in page({"embedded": passed}, ours, [])
    assert "| `t.py::x` | embedded | not run:  |" in page({"embedded": {}}, passed, [])
    skipped = outcomes([report("call", "skipped", longrepr=["t.py", 1, "no AES"])])
    assert "| t.py | embedded | 1 | no AES |" in page({"embedded": skipped}, passed, [])
    assert is_good(both, {}, known) and not is_good(both, {}, [])
    assert not is_good({"a service": passed, "embedded": ours}, {}, [])
    many = outcomes([report("call", "failed", name=str(name)) for name in range(MAX_FAILURES + 1)])
    assert not is_good({"embedded": many}, {}, reasons(". : known"))
    expected = outcomes([report("call", "skipped", wasxfail="CKR_X")])
    assert expected["t.py::x"] == ("xfailed", "CKR_X"), expected
    for left in ({}, expected):
        for pairs, heading in (([], "### Without"), (reasons("x : known"), "### With a")):
            text = page({"embedded": left}, passed, pairs)
            assert "| `t.py::x` | embedded |" in text[text.index(heading):].split("\n\n")[1], text
            assert is_good({"embedded": left}, passed, pairs) == bool(pairs)
    assert is_good({"embedded": skipped}, passed, []) and is_good({"embedded": {}}, ours, [])
    print("1 passed, 0 failed, 0 skipped")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    else:
        with open(sys.argv[1]) as text:
            known = reasons(text.read())
        found = []
        for report in sys.argv[2:5]:
            with open(report) as lines:
                found.append(outcomes(lines))
        own = {"a service": found[0], "embedded": found[1]}
        print(page(own, found[2], known))
        sys.exit(not is_good(own, found[2], known))
