#!/usr/bin/env python3
"""Mutants of the source that is above the formulas and beside them: plants them, tries them, tells.

All changes that `lab/mutants` finds in the files of a group are compiled once, in a copy of the
tree; those that cannot be compiled are left out. Then each is chosen in turn and the tests that
reach it run, the quick ones first, until one fails. What none notices must stand in
scripts/mutants-equivalent.txt with a reason: file, tab, change, tab, reason. Exits with 1 if there
are others.
usage: scripts/mutants.py [--of GROUP] [--every N] [--seed S] [--quick] [--seconds S]
                          [--page FILE] [SOURCE...]
       scripts/mutants.py --self-test   shows that it says no: bytes, judged by tests of inversions
--of says which group: `library`, encodings, scalars, nonces and schemes, which it is without; or
`keystore`, with the frames that its service is asked by.
SOURCE... names files of the group, whose mutants alone are tried; such a run writes no page.
--every N tries one mutant in N, chosen by the seed; --quick leaves the slow tests out, and so finds
more that none notices; --seconds asks each the tests of its own module and of others no more than
take so long, the quick ones first, with the same effect; --page writes the table there. Verdicts
are kept in the target folder: an interrupted run writes what it has and goes on where it was, and
after a change those are asked again whose verdict it may undo.
"""

import argparse
import collections
import concurrent.futures
import filecmp
import hashlib
import itertools
import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from mutant_groups import GROUPS, PARTS, ROOT, UNITS, sources
from processor import processor

TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "mutants"
TREE = WORK / "tree"
# Without what makes the original fast to run or easy to debug, and without lints.
SPEED = {"RUSTFLAGS": "--cap-lints=allow", "CARGO_INCREMENTAL": "0"}
PROFILE = [f"--config=profile.dev.package.{name}.opt-level=1" for name in ("sealane", "testkit")]
# Seconds after which a test hangs.
LONGEST = 1200
COLUMNS = ("caught", "timeout", "equivalent", "missed", "not compiled")


def run(*command, **options):
    """Runs a command to its end and returns what it did."""
    return subprocess.run(command, text=True, capture_output=True, check=False, **options)


def cargo(*arguments):
    """Runs cargo in the copy and gives the messages, one after the other."""
    environment = os.environ | SPEED | {"CARGO_TARGET_DIR": str(WORK / "target")}
    done = run("cargo", *arguments, "--message-format=json", *PROFILE, cwd=TREE, env=environment)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode and not lines:
        sys.exit(done.stderr)
    return [json.loads(line) for line in lines]


def plant(group, skipped):
    """Plants all mutants of a group but some in a fresh copy. Returns all, and its files."""
    fresh = WORK / "planted"
    shutil.rmtree(fresh, ignore_errors=True)
    names = run("git", "ls-files", "-co", "--exclude-standard", cwd=ROOT).stdout.splitlines()
    for name in names:
        (fresh / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, fresh / name)
    (WORK / "skipped").write_text("\n".join(map(str, sorted(skipped))))
    files = [str(path.relative_to(ROOT)) for path in sources(group)]
    done = run(str(WORK / "planter/debug/mutants"), str(fresh), str(WORK / "skipped"), *files)
    if done.returncode:
        sys.exit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()], names


def take(names):
    """Takes files of the fresh copy to the one that is built."""
    for name in names:
        # What is as it was keeps its date, and is not compiled again.
        fresh = WORK / "planted" / name
        if not (TREE / name).exists() or not filecmp.cmp(fresh, TREE / name, shallow=False):
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(fresh, TREE / name)


def culprits(messages):
    """Returns the mutants that compiler errors stand in, or else those named last before them."""
    found = set()
    for message in messages:
        message = message.get("message", {})
        if not isinstance(message, dict) or message.get("level") != "error":
            continue
        for span in message["spans"]:
            text, begin = (TREE / span["file_name"]).read_bytes(), span["byte_start"]
            before, inside = (
                re.findall(rb"::mutant::on\((\d+)\)", part)
                for part in (text[:begin], text[begin : span["byte_end"]])
            )
            found |= set(map(int, inside or before[-1:])) if span["is_primary"] else set()
    return found


def compiled(group):
    """Returns the mutants of a group and the test programs: name, file, folder."""
    planter = ["cargo", "build", "-q", "-p", "mutants", "--target-dir", str(WORK / "planter")]
    if run(*planter, cwd=ROOT).returncode:
        sys.exit("mutants: the planter cannot be built")
    # Those of the last time, if the list is the same.
    listed, skipped = WORK / f"{group}.json", set()
    names = [(it["file"], it["what"]) for it in plant(group, skipped)[0]]
    if listed.exists() and json.loads(listed.read_text())["names"] == [list(it) for it in names]:
        skipped = set(json.loads(listed.read_text())["skipped"])
    _, packages, _, _ = GROUPS[group]
    checked = [word for name in packages for word in ("-p", name)]
    programs = None
    while programs is None:
        mutants, files = plant(group, skipped)
        take(files)
        more = culprits(cargo("check", *checked)) - skipped
        if not more:
            # Some features are the tests' alone, and so is what does not compile with them.
            programs, messages = built(group)
            more = culprits(messages) - skipped
            if programs is None and not more:
                sys.exit("".join(it["message"]["rendered"] for it in messages))
        print(f"{len(mutants)} mutants, {len(skipped)} left out, {len(more)} more", flush=True)
        skipped |= more
    listed.write_text(json.dumps({"names": names, "skipped": sorted(skipped)}))
    return mutants, programs


def built(group):
    """Returns the test programs of a group, and nothing; or none, and the errors of compilers."""
    _, _, units, tests = GROUPS[group]
    programs, errors = [], []
    outside = [(name, ["--test", "all", *features(name)]) for name in tests]
    for package, which in [(name, ["--lib", *features(name)]) for name in units] + outside:
        for message in cargo("test", "--no-run", "-p", package, *which):
            if message.get("executable") and message["profile"]["test"]:
                folder = Path(message["manifest_path"]).parent
                # Of the tests from outside, some modules.
                units = (UNITS.get(group, ()), ())
                quick, slow = units if "--lib" in which else tests[package]
                programs.append((Path(message["executable"]), folder, quick, slow))
            elif message.get("message", {}).get("level") == "error":
                errors.append(message)
        if errors:
            return None, errors
    return programs, []


def features(package):
    """Returns what makes derivations from PINs cost next to nothing, where there are some."""
    return ["--features", "test-hooks"] if package == "sealane-hsm" else []


class Test:
    """A test of a program, with what it reaches and the seconds it takes."""

    def __init__(self, program, folder, name, is_slow):
        self.program, self.folder, self.name, self.is_slow = program, folder, name, is_slow
        self.seconds, self.reached = 0.0, set()

    def files(self):
        """Returns the files that its module stands in, as they are without mutants."""
        folder, words = ROOT / self.folder.relative_to(TREE), self.name.split("::")
        if "tests" not in words:
            files = [folder / f"tests/{words[0]}.rs", *(folder / f"tests/{words[0]}").rglob("*.rs")]
        else:
            inside = folder.joinpath("src", *words[: words.index("tests")])
            files = [inside / "tests.rs", inside.with_suffix(".rs")]
        return [path for path in files if path.exists()]


def listed(program, folder, quick, slow):
    """Returns the tests of a program that are asked: of modules, or all where none is named."""
    names = set()
    for sign, flags in ((1, ()), (-1, ("--ignored",))):
        lines = run(str(program), "--list", *flags, cwd=folder).stdout.splitlines()
        found = {line.removesuffix(": test") for line in lines if line.endswith(": test")}
        names = names | found if sign == 1 else names - found
    masks = [part for module in quick + slow for part in PARTS.get(module, (module,))]
    asked = [it for it in names if not masks or any(it.startswith(f"{part}::") for part in masks)]
    return [Test(program, folder, it, it.split("::")[0] in slow) for it in sorted(asked)]


def attempt(tests, limit, **environment):
    """Runs tests of one program. Returns passed, failed or timeout, and the seconds it took."""
    begun = time.monotonic()
    command = (str(tests[0].program), "-q", "--exact", *(it.name for it in tests))
    try:
        settings = os.environ | {"SEALANE_SEED": "1"} | environment
        # A session of its own: an interrupt from the terminal is no verdict.
        options = {"cwd": tests[0].folder, "env": settings, "timeout": limit}
        done = run(*command, start_new_session=True, **options)
        if done.returncode == -signal.SIGKILL:
            # By a person, which says nothing; or by the kernel, which will do it again.
            done = run(*command, start_new_session=True, **options)
        said = "failed" if done.returncode else "passed"
    except subprocess.TimeoutExpired:
        said = "timeout"
    return said, time.monotonic() - begun


def measure(test, limit):
    """Lets a test say which mutants it reaches, and how long it takes; none if that is too long."""
    log = WORK / f"reached-{os.getpid()}-{id(test)}"
    said, test.seconds = attempt([test], limit, SEALANE_REACHED=str(log))
    if said == "timeout" and limit < LONGEST:
        log.unlink(missing_ok=True)
        return True
    if said != "passed":
        print(f"mutants: {test.name} fails without a mutant", flush=True)
        return False
    test.reached = set(map(int, log.read_text().split())) if log.exists() else set()
    log.unlink(missing_ok=True)
    return True


def reach(programs, seconds, pool):
    """Returns the tests that reach a mutant, quick ones first, of those within so many seconds."""
    tests = [test for program in programs for test in listed(*program)]
    # Several run at a time, so that each takes longer than alone.
    limits = [min(4 * seconds, LONGEST)] * len(tests)
    if not all(list(pool.map(measure, tests, limits))):
        sys.exit(1)
    tests = sorted((it for it in tests if it.reached), key=lambda it: it.seconds)
    total = sum(it.seconds for it in tests)
    print(f"{len(tests)} tests reach mutants, in {total:.0f} s", flush=True)
    return tests


def within(tests, seconds):
    """Returns the first ones of tests, which take no more than so many seconds in all."""
    sums = itertools.accumulate(it.seconds for it in tests)
    return [it for it, total in zip(tests, sums) if total <= seconds]


def rounds(tests):
    """Yields the tests of one program that are run together, each time some that take longer."""
    limit, left = 0.2, list(tests)
    while left:
        some, total = [], 0.0
        while left and (not some or total + left[0].seconds < limit):
            some.append(left.pop(0))
            total += some[-1].seconds
        for program in sorted({it.program for it in some}):
            yield [it for it in some if it.program == program]
        limit *= 3


def verdict(mutant, tests, quick, limit):
    """Returns what tests say to a mutant, the quick ones alone or all, and those that said it.

    Asks those of its module, and as many others as take so many seconds.
    """
    number, path = mutant["number"], ROOT / mutant["file"]
    asked = [it for it in tests if number in it.reached and not (quick and it.is_slow)]
    near = [it for it in asked if path in it.files()]
    others = within([it for it in asked if it not in near], limit)
    asked = sorted(near + others, key=lambda it: it.seconds)
    for some in rounds(asked):
        seconds = sum(it.seconds for it in some)
        hangs = 20 + 6 * seconds
        said, _ = attempt(some, hangs, SEALANE_MUTANT=str(number))
        if said == "failed" and seconds > 2:
            # What waits may fail on a busy machine: twice is no accident.
            said, _ = attempt(some, hangs, SEALANE_MUTANT=str(number))
        if said != "passed":
            return "caught" if said == "failed" else "timeout", some
    return "missed", asked


def digest(texts):
    """Returns what texts have in common with no others."""
    return hashlib.sha256(b"".join(texts)).hexdigest()[:12]


def halves(path):
    """Returns what a file has beside its tests, and its tests; both without names of modules."""
    text = re.sub(rb"(#\[cfg\(test\)\]\s*)?mod \w+;\s*", b"", path.read_bytes())
    tests = re.search(rb"#\[cfg\(test\)\]\s(pub\(crate\) )?mod tests \{", text)
    return text[: tests.start()] if tests else text, text[tests.start() :] if tests else b""


class Kept:
    """The verdicts of runs before this one that still hold.

    That tests noticed a mutant holds as long as its file, what all tests share, and the modules of
    those tests are the same; that none did, as long as all sources of its packages and all tests
    that are asked are.
    """

    def __init__(self, group, programs, seconds):
        tests = [test for program in programs for test in listed(*program)]
        modules = {path for test in tests for path in test.files()}
        folders = {ROOT / folder.relative_to(TREE) for _, folder, _, _ in programs}
        files = {path for folder in folders for path in folder.rglob("*.rs")}
        names = sorted(test.name.encode() for test in tests)
        self.seconds = seconds
        texts = [b"".join(halves(path)) for path in sorted(files)]
        self.all = digest([str(seconds).encode(), *names, *texts])
        common = sorted(it for it in files - modules if "tests" in it.parts)
        self.common = digest(halves(path)[0] for path in common)
        self.path = WORK / f"verdicts-{group}"
        self.verdicts = {}
        for line in self.path.read_text().splitlines() if self.path.exists() else []:
            *key, said, names, evidence = line.split("\t")
            self.verdicts[tuple(key)] = (said, names, evidence)

    def evidence(self, mutant, said, tests):
        """Returns the digest of what a verdict depends on."""
        if said == "missed":
            return self.all
        files = sorted({path for it in tests for path in it.files()})
        # Tests of a library stand in its files, others in files of their own.
        texts = [halves(path)["src" in path.parts and path.name != "tests.rs"] for path in files]
        return digest([self.common.encode(), halves(ROOT / mutant["file"])[0], *texts])

    def judge(self, mutant, tests, reasoned):
        """Returns the verdict of a mutant, and keeps it. Quick tests alone judge the reasoned."""
        if mutant["skipped"]:
            return "not compiled"
        key = (mutant["file"], mutant["what"], str(mutant["nth"]))
        said, names, evidence = self.verdicts.get(key, ("", "", ""))
        named = [it for it in tests if it.name in names.split()]
        if said and evidence == self.evidence(mutant, said, named):
            return said
        said, some = verdict(mutant, tests, reasoned, self.seconds)
        names = "" if said == "missed" else " ".join(it.name for it in some)
        with self.path.open("a") as log:
            row = (*key, said, names, self.evidence(mutant, said, some))
            log.write("\t".join(row) + "\n")
        return said


def known():
    """Returns the reasons of those that change nothing, by file and change."""
    lines = (ROOT / "scripts/mutants-equivalent.txt").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {(file, what): reason for file, what, reason in rows}


def page(options, table, lists, total, chosen):
    """Returns the table as a page: of mutants in all, and of those that were to be tried."""
    # By content: the commit that holds the page is not made yet.
    version = run("rustc", "--version").stdout.strip()
    counted = ("caught", "timeout", "missed")
    judged = sum(row[name] for row in table.values() for name in counted)
    missed = sum(row["missed"] for row in table.values())
    title = {"library": "the source beside the formulas", "keystore": "keystore and frames"}
    title |= {"judge": "bytes, judged by tests of inversions"}
    lines = [f"# Mutants of {title[options.of]}", ""]
    lines += ["Written by `make mutants-source`; do not edit. docs/tests.md says what it means."]
    lines += [""]
    files = digest(path.read_bytes() for path in sorted(sources(options.of)))
    lines += [f"- Files: {files} (SHA-256). Compiler: {version}."]
    lines += [f"- Processor: {processor()}."]
    tried = sum(sum(row.values()) for row in table.values())
    part = "All" if options.every == 1 else f"One in {options.every}, by seed {options.seed}"
    part += "" if tried == chosen else f"; interrupted after {tried} of {chosen}"
    slow = ", ".join(name for _, names in GROUPS[options.of][3].values() for name in names)
    slow = f" The slow tests, {slow}, were not asked." if options.quick else ""
    if options.seconds < math.inf:
        slow += f" Each was asked tests of its module and {options.seconds:.0f} s of others, quick"
        slow += " ones first, no more."
    lines += [f"- {part}: {tried} of {total} mutants were tried.{slow}", ""]
    lines += ["| file | " + " | ".join(COLUMNS) + " |", "|---|" + "---:|" * len(COLUMNS)]
    lines += [
        f"| `{file}` | " + " | ".join(str(row[name]) for name in COLUMNS) + " |"
        for file, row in sorted(table.items())
    ]
    score = 100 * (judged - missed) / max(judged, 1)
    lines += ["", f"Score: {score:.1f} % of {judged} that compile and change something.", ""]
    for title in ("missed", "equivalent"):
        lines += [f"{title.capitalize()}:" if lists[title] else f"{title.capitalize()}: none.", ""]
        lines += [f"- `{file}`: `{what}`{why}" for file, what, why in lists[title]]
        lines += [""] if lists[title] else []
    return "\n".join(lines[:-1]) + "\n"


def self_test():
    """Shows that tests which say nothing of a file let its mutants pass, and that it says so."""
    judge = [sys.executable, __file__, "--of", "judge", "--every", "6"]
    done = run(*judge, cwd=ROOT)
    rows = re.findall(r"^\| `\S+/(\w+)\.rs` \| (\d+) .* (\d+) \| \d+ \|$", done.stdout, re.M)
    caught = {name: (int(caught), int(missed)) for name, caught, missed in rows}
    print(done.stdout + done.stderr)
    said = done.stdout.count("missed: crates/arith/src/bytes.rs")
    good = caught["bytes"] == (0, said) and said > 0 and caught["divsteps"][0] > 0
    good = good and done.returncode == 1
    print(f"{good:d} passed, {not good:d} failed, 0 skipped")
    return 0 if good else 1


def judged(options, mutants, programs):
    """Yields the verdicts, each with its mutant and the reason why it may pass, until a signal."""
    reasons, stopped = known(), threading.Event()
    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        kept = Kept(options.of, programs, options.seconds)
        rows = reach(programs, options.seconds, pool)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopped.set())
        whys = [reasons.get((it["file"], it["what"])) for it in mutants]
        judge = lambda it, why: None if stopped.is_set() else kept.judge(it, rows, bool(why))
        for mutant, why, said in zip(mutants, whys, pool.map(judge, mutants, whys)):
            if said:
                yield mutant, why, said


def main():
    """Tries the mutants."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--of", choices=GROUPS, default="library")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--quick", action="store_true", help="without the slow tests")
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("sources", nargs="*")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    of_group = {str(path.relative_to(ROOT)) for path in sources(options.of)}
    if others := set(options.sources) - of_group:
        sys.exit(f"mutants: not of {options.of}: {', '.join(sorted(others))}")
    if options.sources and options.page:
        sys.exit("mutants: a page is of all sources of a group")
    WORK.mkdir(parents=True, exist_ok=True)
    mutants, programs = compiled(options.of)
    seen = collections.Counter()
    for it in mutants:
        it["nth"] = seen[it["file"], it["what"]]
        seen[it["file"], it["what"]] += 1
    if options.quick:
        programs = [(*program, quick, ()) for *program, quick, _ in programs]
    draw = random.Random(options.seed)
    named = [it for it in mutants if it["file"] in (options.sources or of_group)]
    chosen = [it for it in named if draw.randrange(options.every) == 0]
    table = collections.defaultdict(lambda: dict.fromkeys(COLUMNS, 0))
    lists = {"missed": [], "equivalent": []}
    for mutant, reason, said in judged(options, chosen, programs):
        if said == "missed":
            said = "equivalent" if reason else said
            note = f": {reason}" if reason else f" (line {mutant['line']})"
            lists[said].append((mutant["file"], mutant["what"], note))
            print(f"{said}: {mutant['file']}:{mutant['line']}: {mutant['what']}", flush=True)
        table[mutant["file"]][said] += 1
    text = page(options, table, lists, len(mutants), len(chosen))
    print(text)
    if options.page:
        options.page.write_text(text)
    done = sum(sum(row.values()) for row in table.values())
    return 1 if lists["missed"] or done < len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
