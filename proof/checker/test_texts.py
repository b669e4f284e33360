"""Texts that are changed in one line are refused, by the reader or by the proof.

A share of all lines is tried, others with each CHECKER_SEED; CHECKER_TEXT_LINES says how many.
"""

import functools
import os
import random
import unittest

import texts
from contract import check_field
from exported import export
from interpret import run
from judge import judge_function
from ranges import Refused
from retouched import changes, says_something
from test_sound import SEED, random_inputs

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "../../crates/arith/src/generated")
LINES = int(os.environ.get("CHECKER_TEXT_LINES", "8"))


@functools.lru_cache(maxsize=None)
def fields():
    """The fields of the certificates, by what they are called."""
    return {texts.key(field): field for field in export()}


def content(file):
    """A text."""
    with open(os.path.join(FOLDER, file), encoding="utf-8") as text:
        return text.read()


def field_of(file, text):
    """The field that stands in a text."""
    return texts.of_text(fields()[texts.name_of(file)], texts.read(text, file))


def said(file, text, own):
    """What is said against a changed text; None if that is nothing. Functions that stand in `own`
    are not proven again."""
    try:
        field = field_of(file, text)
        check_field(field, is_text=True)
        known = {function.name: function for function in own.functions}
        for function in field.functions:
            if function != known.get(function.name):
                judge_function(field, function)
    except Refused as refusal:
        return refusal
    return None


def gives_the_same(file, text, own):
    """True if each function of a text gives the words that the function of `own` gives, on random
    inputs: an operand is another, and its value is the same."""
    source, field = random.Random(SEED), field_of(file, text)
    for function, other in zip(field.functions, own.functions):
        if function == other:
            continue
        for _ in range(40):
            inputs = random_inputs(source, field, function)
            one, two = run(function, inputs), run(other, inputs)
            words = zip(function.output.words, other.output.words)
            if any(one[word] != two[twin] for word, twin in words):
                return False
    return True


def reason(lines, at, what):
    """Why a change may pass, or None."""
    if "inline(" in lines[at] or "const CALLED" in lines[at]:
        return "whether a function is called changes no result"
    if ".like(" in lines[at] and "0x" not in what:
        return "of which word a constant takes its machine does not matter"
    if what in ("carry becomes split", "split becomes carry"):
        return "a carry that rounds otherwise gives the same number in limbs within the limits"
    if what == "exchanged with the next" and "let " in lines[at + 1]:
        return "two statements that do not read each other"
    return None


class TextTest(unittest.TestCase):
    """Changes of the texts that are checked in."""

    def test_changed_lines_are_refused(self):
        """Every change of a random share of all lines."""
        source = random.Random(SEED)
        all_lines = [(file, at) for file in texts.files(FOLDER)
                     for at, line in enumerate(content(file).split("\n")) if says_something(line)]
        tried, passed = 0, []
        for file, at in source.sample(all_lines, min(LINES, len(all_lines))):
            text = content(file)
            lines, own = text.split("\n"), field_of(file, text)
            for what, changed in changes(lines, at):
                if changed == text:
                    continue
                tried += 1
                if said(file, changed, own) is not None or reason(lines, at, what):
                    continue
                if not gives_the_same(file, changed, own):
                    passed.append(f"{file}:{at + 1}: {lines[at].strip()}: {what}")
        print(f"{tried} changes of texts")
        self.assertEqual(passed, [])

    def test_every_certificate_has_a_text(self):
        """One that is missing is named, and so is a file of no known name."""
        names = texts.files(FOLDER)
        self.assertEqual(texts.missing(fields(), names), [])
        for lost in ("p256_p.rs", "lanes/p256_n.rs", "narrow/p521_n_s29x18a0.rs"):
            found = texts.missing(fields(), [name for name in names if name != lost])
            self.assertEqual(found, [texts.name_of(lost)])
        for name in ("narrow/p256_p.rs", "p256.rs", "p256_p_s29x9a0.rs"):
            with self.assertRaises(Refused):
                texts.name_of(name)

    def test_a_wrong_printer_is_refused(self):
        """What a printer with an error would write, everywhere in a file."""
        bugs = {
            "p256_n.rs": [("adc(x", "sbb(x"), ("mask(y", "mask(x"), ("const ONE", "const TWO")],
            "p256_p.rs": [(" << 32", " << 31"), (" >> 32", " >> 33"), ("sbb(a", "adc(a")],
            "p25519_p.rs": [("MULTIPLE: u64 = 2", "MULTIPLE: u64 = 3"), ("BITS: usize = 255",
                                                                         "BITS: usize = 256")],
            "narrow/brainpool384_p_s29x14a0.rs": [("x628 = x413", "x628 = x412"),
                                                  ("carry::<29>", "carry::<28>")],
            "narrow/p256_p_s29x9a0.rs": [("&Self::MODULUS, ", "&Self::MODULUS, 1"),
                                         ("cut::<29, 9>", "cut::<28, 9>")],
            "lanes/p256_p.rs": [("split::<52>", "split::<51>"), ("madd_high", "madd_low"),
                                ("        0x10,", "        0x11,")],
        }
        for file, edits in bugs.items():
            text = content(file)
            own = field_of(file, text)
            for old, new in edits:
                self.assertTrue(old in text, (file, old))
                self.assertIsNotNone(said(file, text.replace(old, new), own), (file, old))


if __name__ == "__main__":
    unittest.main()
