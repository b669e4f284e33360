"""Texts of products that are changed in one instruction are refused, by the reader or by the proof.

A share of all lines is tried, others with each CHECKER_SEED; CHECKER_TEXT_LINES says how many.
"""

import os
import random
import re
import unittest

import products
from ranges import Refused
from test_sound import SEED
from test_texts import FOLDER
from test_texts import LINES as ASKED

LINES = min(ASKED, 200)


def content(limbs):
    """A text."""
    with open(os.path.join(FOLDER, f"products/limbs{limbs}.rs"), encoding="utf-8") as text:
        return text.read()


def changes(lines, at):
    """All changes of one instruction: what, and the lines."""
    line = lines[at]
    others = [("left out", []), ("doubled", [line, line])]
    if at + 1 < len(lines) and lines[at + 1] != line:
        swapped = lines[:at] + [lines[at + 1], line] + lines[at + 2:]
        yield "exchanged with the next", swapped
    for one, two in (("luq", "huq"), ("huq", "luq"), ("vpaddq", "vpxorq"), (", 52", ", 51"),
                     ("{x}", "{y}"), ("{y}", "{x}"), ("{sums}", "{limbs}"),
                     ("{shifted}", "{words}"), ("{words}", "{shifted}")):
        if one in line:
            others.append((f"{one} becomes {two}", [line.replace(one, two)]))
    for number in re.finditer(r"(?<=zmm)[0-9]+|(?<=\+ )[0-9]+", line):
        step = 64 if line[number.start() - 1] == " " else 1
        for new in {max(0, int(number[0]) - step), int(number[0]) + step} - {int(number[0])}:
            changed = line[:number.start()] + str(new) + line[number.end():]
            others.append((f"{number[0]} becomes {new}", [changed]))
    for what, new in others:
        yield what, lines[:at] + new + lines[at + 1:]


def is_same(lines, changed, task, limbs):
    """True if both texts give the same numbers, on random ones: two lines that do not read each
    other are exchanged, a load or a zero is made twice, what is written nothing reads, or a part of
    a sum goes into another part of it."""
    source = random.Random(SEED)
    for _ in range(4):
        words = {array: [source.randrange(products.LIMB) for _ in range(limbs + 11)]
                 for array in products.ARRAYS}
        if numbers(lines, task, limbs, words) != numbers(changed, task, limbs, words):
            return False
    return True


def numbers(lines, task, limbs, words):
    """What a text gives for the words of the arrays."""
    run, values = products._Run(task, limbs), []
    for line in lines:
        run.follow(line)
    for op, args, _ in run.values:
        if op == "word":
            values.append(words[args[0]][args[1]])
            continue
        held = [values[arg] for arg in args]
        values.append({
            "zero": lambda: 0,
            "cut": lambda: held[0] % products.LIMB,
            "shift": lambda: held[0] // products.LIMB,
            "add": lambda: sum(held),
            "low": lambda: held[0] + held[1] * held[2] % products.LIMB,
            "high": lambda: held[0] + held[1] * held[2] // products.LIMB,
        }[op]())
    return [values[value] for value in run.output()]


class ProductTest(unittest.TestCase):
    """Changes of the texts that are checked in."""

    def test_changed_instructions_are_refused(self):
        """Every change of a random share of the instructions."""
        source, tried, same, passed = random.Random(SEED), 0, 0, []
        for limbs in products.LENGTHS:
            for task, lines in products.read(content(limbs), limbs).items():
                for at in source.sample(range(len(lines)), min(len(lines), -(-LINES // 8))):
                    for what, changed in changes(lines, at):
                        tried += 1
                        try:
                            products.judge_task(changed, task, limbs)
                        except Refused:
                            continue
                        same += 1
                        if not is_same(lines, changed, task, limbs):
                            passed.append(f"{task}{limbs}: {at}: {lines[at]}: {what}")
        print(f"{tried} changes of products, {same} of them give the same numbers")
        self.assertEqual(passed, [])

    def test_a_wrong_head_is_refused(self):
        """Another length, a text that is lost, text after the end."""
        text = content(20)
        self.assertGreater(products.judge(text, 20), 2000)
        for changed in (text.replace("square20", "square30"), text + "\n", text[:-40],
                        text.replace("sums", "limbs"), text.replace("vpsrlq", "vpsllq")):
            with self.assertRaises(Refused):
                products.judge(changed, 20)
        with self.assertRaises(Refused):
            products.judge(text, 30)


if __name__ == "__main__":
    unittest.main()
