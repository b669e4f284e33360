"""Texts that are changed in one line are refused, by the reader or by the proof.

A share of all lines is tried, others with each CHECKER_SEED; CHECKER_TEXT_LINES says how many, and
CHECKER_TEXT_CHANGES how many changes of each, at random.
"""

import functools
import os
import random
import re
import unittest
from collections import Counter

import texts
from contract import check_field
from exported import export
from interpret import run
from judge import judge_function
from ranges import Refused
from retouched import changes, says_something
from share import part
from test_sound import SEED, is_formula, random_inputs

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "../../crates/arith/src/generated")
LINES = int(os.environ.get("CHECKER_TEXT_LINES", "8"))
CHANGES = int(os.environ.get("CHECKER_TEXT_CHANGES", "0"))
# From how many lines on those of P-256 are tried besides, all of them.
MANY = 1000


@functools.lru_cache(maxsize=None)
def fields():
    """The fields of the certificates, by what they are called."""
    return {texts.key(field): field for field in export()}


def content(file):
    """A text."""
    with open(os.path.join(FOLDER, file), encoding="utf-8") as text:
        return text.read()


# Errors of a printer: what, the text, what stands there instead.
PRINTERS = (
    ("sum and factor exchanged", r"= (\w+)\.madd_low\((\w+), ", r"= \2.madd_low(\1, "),
    ("operands of sbb exchanged", r"= sbb\((\w+), (\w+), ", r"= sbb(\2, \1, "),
    ("a shift to the left off by one", r"<< (\d+);", lambda it: f"<< {int(it[1]) + 1};"),
    ("a shift to the right off by one", r">> (\d+);", lambda it: f">> {int(it[1]) - 1};"),
    ("a carry as a borrow", r"= adc\(x", "= sbb(x"),
    ("the other half of a product", "madd_high", "madd_low"),
    ("a mask of the other result", r"mask\(y", "mask(x"),
    ("a copy of the wrong word", r"^( +let \w+) = (x|y)(\d+);",
     lambda it: f"{it[1]} = {it[2]}{int(it[3]) - 1};"),
    ("limbs of another width", r"::<(\d+)>\(", lambda it: f"::<{int(it[1]) - 1}>("),
    ("the last statement lost", r"^        let [^;]*;\n(?=        \[)", ""),
    ("a wrong ONE", r"(const ONE: [^=]* = &?\[\s+)(\w+)",
     lambda it: it[1] + hex(int(it[2].replace("_", ""), 0) ^ 2)),
    ("a wrong MODULUS", r"(const MODULUS: [^=]* = &?\[\s+)(\w+)",
     lambda it: it[1] + hex(int(it[2].replace("_", ""), 0) ^ 2)),
    ("another name of ONE", "const ONE", "const TWO"),
    ("another MULTIPLE", "MULTIPLE: u64 = 2", "MULTIPLE: u64 = 3"),
    ("another BITS", r"BITS: usize = (\d+)", lambda it: f"BITS: usize = {int(it[1]) + 1}"),
)
# The same of the ways in and out of signed limbs.
WAYS = (
    ("a shift to the left off by one", r"<< (\d+);", lambda it: f"<< {int(it[1]) + 1};"),
    ("a shift to the right off by one", r">> (\d+);", lambda it: f">> {int(it[1]) - 1};"),
    ("a carry that is lost", r" = x(\d+) as i64 \+ y\d+;", r" = x\1 as i64 + 0;"),
    ("a limb that is not carried", "carry::<", "split::<"),
    ("a guess that may be too high", r"= (x\d+) - (0x\w+);", r"= \1 + \2;"),
    ("a modulus not taken away", r"= select\((\w+), (x\d+ as u64), (x\d+ as u64)\)",
     r"= select(\1, \3, \3)"),
    ("the operands of select exchanged", r"= select\((\w+), (x\d+ as u64), (x\d+ as u64)\)",
     r"= select(\1, \3, \2)"),
    ("a number read with its sign", r" as u64, ", ", "),
)


class Own:
    """A text that is checked in: its lines, what stands there, its functions as they were read."""

    def __init__(self, file):
        self.file, self.text = file, content(file)
        self.lines = self.text.split("\n")
        read = texts.read(self.text, file)
        self.field = texts.of_text(fields()[texts.name_of(file)], read)
        self.read = {(one.name, one.lines): one for one in read.functions}
        self.known = dict(zip(self.read, self.field.functions))

    def changed(self, text):
        """The field in a changed text, or a refusal. Functions of which no line changed are those
        of this text, the very objects."""
        field = fields()[texts.name_of(self.file)]
        return texts.of_text(field, texts.read(text, self.file, self.read), self.known)

    def different(self, field):
        """The functions of a changed text that are others, each with its own."""
        pairs = zip(field.functions, self.field.functions)
        return [(one, own) for one, own in pairs if one is not own and one != own]

    def said(self, text):
        """Who refuses a changed text, and the functions that are others."""
        try:
            field = self.changed(text)
            check_field(field, is_text=True)
        except Refused:
            return "the reader", []
        different = self.different(field)
        try:
            for function, _ in different:
                judge_function(field, function)
        except Refused:
            return "the proof", different
        return None, different


own_text = functools.lru_cache(maxsize=None)(Own)


def alike(field, one, own, rounded):
    """How two functions are alike on random inputs: "values" if each step gives the same numbers,
    "words" if the results do, or, if `rounded`, are the same residue within the limits."""
    source, how = random.Random(SEED), "values"
    for _ in range(40):
        inputs = random_inputs(source, field, own)
        values, others = run(one, inputs), run(own, inputs)
        how = how if values == others else "words"
        words = [values[word] for word in one.output.words]
        if words == [others[word] for word in own.output.words]:
            continue
        if not (rounded and is_formula(field, one, inputs, values)):
            return None
    return how


def is_rounded_around(one, own):
    """Whether the one difference of two functions is a number that `own` takes off before a split
    and adds to its lower half: it chooses which of the quotients next to each other is carried."""
    if len(one.steps) != len(own.steps) or one.output != own.output:
        return False
    different = [at for at, steps in enumerate(zip(one.steps, own.steps)) if steps[0] != steps[1]]
    if len(different) != 1 or {one.steps[different[0]].op, own.steps[different[0]].op} != {"const"}:
        return False

    def users(value):
        return [at for at, step in enumerate(own.steps) if value in step.args]

    number = (different[0], 0)
    if len(users(number)) != 2:
        return False
    off, on = users(number)
    if len(users((off, 0))) != 1:
        return False
    split = users((off, 0))[0]
    kept = (split, 0)
    return (
        own.steps[off].op == "sub_signed" and list(own.steps[off].args)[1] == number
        and own.steps[split].op in ("split_signed", "carry_signed")
        and own.steps[on].op == "add_signed"
        and sorted(own.steps[on].args) == sorted([kept, number])
        and users(kept) == [on]
        and not {number, kept, (off, 0)} & set(own.output.words)
    )


def reason(own, at, what, different):
    """Why a change may pass, or None; what it says of results is tried."""
    order = "two statements that do not read each other"
    line = own.lines[at]
    if not different:
        if "inline(" in line or "const CALLED" in line:
            return "the same program: whether it is compiled into its callers"
        if ".like(" in line and "becomes" in what:
            return "the same program: of which word a constant takes its kind"
        if what == "exchanged with the next":
            return order
        old, _, new = what.partition(" becomes ")
        copies = (f"        let {old} = {new};", f"        let {new} = {old};")
        copied = any(copy in own.lines for copy in copies)
        return "the same program: a copy, or what it is a copy of" if copied else None
    if len(different) > 1:
        return None
    around = is_rounded_around(*different[0])
    rounded = around or what in ("carry becomes split", "split becomes carry")
    how = alike(own.field, *different[0], rounded)
    if how is None:
        return None
    if what == "exchanged with the next":
        return order
    if around:
        return "a carry that rounds around another number: the same residue, within the limits"
    if rounded:
        return "a carry that rounds otherwise: the same residue, within the limits"
    if how == "values":
        return "another operand, and the results are the same numbers"
    return "other results on the way, and the same words in the end"


def chosen(source):
    """The lines to change: at random, none twice; every line of P-256 before them if many are asked
    for."""
    every = [(file, at) for file in texts.files(FOLDER)
             for at, line in enumerate(content(file).split("\n")) if says_something(line)]
    first = [one for one in every if "p256_" in one[0]] if LINES >= MANY else []
    rest = [one for one in every if not first or "p256_" not in one[0]]
    return first + sorted(source.sample(rest, min(LINES, len(rest))))


class TextTest(unittest.TestCase):
    """Changes of the texts that are checked in."""

    def test_changed_lines_are_refused(self):
        """Every change of a random share of all lines, or some changes of each."""
        source = random.Random(SEED)
        lines, tried, passed = chosen(source), Counter(), []
        for number, (file, at) in enumerate(lines):
            if number % 1000 == 999:
                print(f"{number + 1} lines of {len(lines)}", flush=True)
            own = own_text(file)
            found = [one for one in changes(own.lines, at) if one[1] != own.text]
            if CHANGES:
                found = source.sample(found, min(CHANGES, len(found)))
            for what, changed in found:
                who, different = own.said(changed)
                if who is None:
                    who = reason(own, at, what, different)
                    change = f"{file}:{at + 1}: {own.lines[at].strip()}: {what}"
                    if who is None:
                        passed.append(change)
                    elif LINES >= MANY:
                        print(f"accepted: {change}: {who}", flush=True)
                tried[who] += 1
        print(f"{len(lines)} lines, {sum(tried.values())} changes")
        for who, count in sorted(tried.items(), key=lambda one: str(one[0])):
            print(f"{count:6} {who}")
        self.assertEqual(passed, [])

    def test_every_certificate_has_a_text(self):
        """One that is missing is named, and so is a file of no known name."""
        names = texts.files(FOLDER)
        self.assertEqual(texts.missing(fields(), names), [])
        for lost in ("p256_p.rs", "lanes/p256_n.rs", "narrow/p521_n_s29x18a0.rs",
                     "quads/p25519_p.rs"):
            found = texts.missing(fields(), [name for name in names if name != lost])
            self.assertEqual(found, [texts.name_of(lost)])
        for name in ("narrow/p256_p.rs", "p256.rs", "p256_p_s29x9a0.rs"):
            with self.assertRaises(Refused):
                texts.name_of(name)

    def test_a_wrong_printer_is_refused(self):
        """What a printer with an error would write, everywhere in a file; some files that have a
        use for it, or all if many lines are asked for."""
        source, tries = random.Random(SEED), len(texts.files(FOLDER)) if LINES >= MANY else 4
        for what, pattern, new in part(PRINTERS):
            tried, files = 0, texts.files(FOLDER)
            source.shuffle(files)
            for file in files:
                if tried == tries:
                    break
                own = own_text(file)
                changed = re.sub(pattern, new, own.text, flags=re.MULTILINE)
                if changed != own.text:
                    tried += 1
                    self.assertIsNotNone(own.said(changed)[0], (file, what))
            self.assertTrue(tried, what)

    def test_a_wrong_way_in_or_out_is_refused(self):
        """Errors of one place in the functions that go from words to signed limbs and back."""
        for file in texts.files(FOLDER):
            own = own_text(file)
            if own.field.form.split()[0] != "signed":
                continue
            start, end = own.text.index("fn encode("), own.text.index("fn canonical(")
            middle = own.text[start:end]
            for what, pattern, new in WAYS:
                changed, count = re.subn(pattern, new, middle, count=1, flags=re.MULTILINE)
                self.assertTrue(count, (file, what))
                who, different = own.said(own.text[:start] + changed + own.text[end:])
                self.assertIsNotNone(who, (file, what))
                self.assertLessEqual(len(different), 1, (file, what))


if __name__ == "__main__":
    unittest.main()
