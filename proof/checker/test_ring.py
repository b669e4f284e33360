"""Texts of the ring that are changed in one line are refused, by the reader or by the proof.

What is accepted computes the same, on random numbers and on the greatest ones.
"""

import os
import random
import re
import unittest

import ring
from ranges import Refused
from test_sound import SEED
from test_texts import FOLDER

CALLS = ("mul_low", "mul_high", "sub", "like", "add")


def content():
    """The text."""
    with open(os.path.join(FOLDER, ring.FILE), encoding="utf-8") as text:
        return text.read()


def changes(lines, at):
    """All changes of one line: the lines of each changed text."""
    line = lines[at]
    others = [[], [line, line]]
    for word in re.finditer(r"[a-z]+[0-9]+|R::[A-Z]+|\b(?:mul_low|mul_high|sub|like)\b", line):
        names = set(re.findall("[a-z]+[0-9]+", " ".join(lines)))
        if word[0] in CALLS:
            names = set(CALLS)
        elif word[0].startswith("R::"):
            names = {"R::Q", "R::INVERSE", "R::N"}
        for new in sorted(names - {word[0]}):
            others.append([line[:word.start()] + new + line[word.end():]])
    for new in others:
        yield lines[:at] + new + lines[at + 1:]
    if at + 1 < len(lines) and lines[at + 1] != line:
        yield lines[:at] + [lines[at + 1], line] + lines[at + 2:]


def signed(number):
    """The word of 32 bits that holds the number modulo 2^32."""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def run(lines, words):
    """What the lines of a function give."""
    words = dict(words)
    for name, first, function, second in lines:
        one = words[first]
        if function == "like":
            words[name] = ring.Q if second == "R::Q" else signed(ring.INVERSE)
        else:
            product = one * words[second]
            words[name] = {
                "mul_low": lambda: signed(product),
                "mul_high": lambda: product >> 32,
                "sub": lambda: signed(one - words[second]),
            }[function]()
    return words[None]


def inputs(source):
    """Random inputs of each task, and the number that is to be divided."""
    x, z = source.randrange(*ring.WORD), source.randrange(-ring.HALF, ring.HALF + 1)
    sum_ = source.randrange(-ring.SUM, ring.SUM + 1)
    if not source.randrange(4):
        x, z, sum_ = ring.WORD[source.randrange(2)], ring.HALF, -ring.SUM
    times = {"x0": x, "z0": z, "z1": signed(z * ring.INVERSE)}
    return {"times": (times, x * z), "fold": ({"l0": signed(sum_), "h0": sum_ >> 32}, sum_)}


class Ring(unittest.TestCase):
    """The text as it is checked in, and changed ones."""

    def test_text_is_shown(self):
        """What ships is proven, and divides."""
        self.assertEqual(ring.judge(content()), 10)
        source = random.Random(SEED)
        for task, lines in ring.read(content()).items():
            for _ in range(1000):
                words, number = inputs(source)[task]
                result = run(lines, words)
                self.assertEqual((number - (result << 32)) % ring.Q, 0)
                self.assertLess(abs(result), ring.Q)

    def test_changed_lines_are_refused(self):
        """A change of one line is refused, or changes no result."""
        lines, source = content().split("\n"), random.Random(SEED)
        right, refused, accepted = ring.read(content()), 0, 0
        for at, line in enumerate(lines):
            if not line or line.startswith("//"):
                continue
            for changed in changes(lines, at):
                text = "\n".join(changed)
                try:
                    ring.judge(text)
                except Refused:
                    refused += 1
                    continue
                accepted += 1
                for task, found in ring.read(text).items():
                    for _ in range(20):
                        words, _ = inputs(source)[task]
                        self.assertEqual(run(found, words), run(right[task], words), line)
        self.assertGreater(refused, 200)
        self.assertLess(accepted, refused // 4)


if __name__ == "__main__":
    unittest.main()
