"""Which share of a signature's instructions runs in proven machine code.

usage: share.py PROGRAM PLACES NAME=PROFILE...
PROGRAM has its symbols beside it in PROGRAM.debug; PLACES is what `lift PROGRAM` prints; a PROFILE
is what callgrind writes with --dump-instr=yes, or `shipped pairs --functions`, which has those in
PROGRAM alone, by functions. Every instruction counts for the function that holds its address, and
that function is proven or it is not.
"""

import re
import subprocess
import sys
from bisect import bisect_right
from collections import Counter

PLACE = re.compile(r"(\S.*?)\s+0x([0-9a-f]+)\s+(\d+) bytes +\d+ instructions proven")


def functions(program):
    """Start, end and name of every function, in order."""
    command = ["nm", "-C", "-S", "--defined-only", program + ".debug"]
    found = {}
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for line in printed.splitlines():
        match = re.fullmatch(r"([0-9a-f]+) ([0-9a-f]+) [tTwW] (.*)", line)
        if match:
            at = int(match[1], 16)
            found[at] = at, at + int(match[2], 16), match[3]
    return [found[at] for at in sorted(found)]


def costs(profile, program):
    """Instructions by address, and the addresses that calls go to, by name."""
    names, counts, entries, is_ours, called, is_call = {}, Counter(), {}, False, None, False
    at = 0

    def name_of(kind, text):
        match = re.fullmatch(r"\((\d+)\)(?: (.*))?", text)
        if match[2]:
            names[kind, match[1]] = match[2]
        return names[kind, match[1]]

    def address(word):
        if word.startswith("0x"):
            return int(word, 16)
        # The same again is written as a star.
        return at if word == "*" else at + int(word, 0)

    with open(profile, encoding="utf-8") as lines:
        for line in lines:
            line = line.rstrip()
            head, _, rest = line.partition("=")
            if head in ("ob", "cob"):
                found = name_of("ob", rest)
                if head == "ob":
                    is_ours = found.endswith(program)
            elif head in ("fn", "cfn"):
                called = name_of("fn", rest)
            elif head == "calls":
                entries.setdefault(called, address(rest.split()[1]))
                is_call = True
            elif re.match(r"(0x|[+*-])", line):
                words = line.split()
                at = address(words[0])
                # What a call costs is counted where it is spent.
                if not is_call:
                    counts[is_ours, at] += int(words[-1])
                is_call = False
    return counts, entries


def by_callgrind(profile, program, known):
    """Instructions by functions: where they begin, and their names."""
    starts = [start for start, _, _ in known]
    once = Counter(name for _, _, name in known)
    entry_of = {name: start for start, _, name in known if once[name] == 1}
    counts, entries = costs(profile, program.rsplit("/", 1)[-1])
    # Where the program was loaded: functions that are called tell.
    bases = Counter(at - entry_of[one] for one, at in entries.items() if one in entry_of)
    (base, votes), = bases.most_common(1)
    if base % 4096 or votes < 3:
        raise SystemExit(f"{profile}: the program is at an unknown place")
    of = Counter()
    for (is_ours, at), count in counts.items():
        number = bisect_right(starts, at - base) - 1
        start, end, function = known[number]
        is_in = is_ours and start <= at - base < end
        of[(start, function) if is_in else (None, "other programs")] += count
    return of


def by_steps(profile, known):
    """The same of a list of functions and steps."""
    names = {start: name for start, _, name in known}
    with open(profile, encoding="utf-8") as text:
        rows = [line.split("\t") for line in text]
    return Counter({(int(at, 16), names[int(at, 16)]): int(steps) for at, steps in rows})


def main(arguments):
    """The command; gives the exit code."""
    if len(arguments) < 3:
        sys.stderr.write(__doc__)
        return 2
    program, places = arguments[:2]
    with open(places, encoding="utf-8") as text:
        proven = {int(match[2], 16): match[1] for match in map(PLACE.match, text) if match}
    known = functions(program)
    for argument in arguments[2:]:
        name, _, profile = argument.partition("=")
        with open(profile, encoding="utf-8") as text:
            is_steps = re.fullmatch(r"[0-9a-f]+\t\d+\n", text.readline())
        of = by_steps(profile, known) if is_steps else by_callgrind(profile, program, known)
        total = sum(of.values())
        inside = sum(count for (start, _), count in of.items() if start in proven)
        share = 100 * inside / total
        print(f"{name}: {inside} of {total} instructions in proven functions, {share:.1f} %")
        for (start, function), count in of.most_common(6):
            what = f"proven: {proven[start]}" if start in proven else "not proven"
            print(f"    {100 * count / total:5.1f} %  {function[:90]}  ({what})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
