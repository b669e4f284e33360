"""Kernels of one lane that are changed in one line are refused, by the reader or by the proof.

A share of all lines is tried, others with each CHECKER_SEED; CHECKER_KERNEL_LINES says how many of
each kernel. What is taken must give the same words: an interpreter that shares nothing with the
reader says so.
"""

import functools
import os
import random
import re
import subprocess
import unittest

import kernels
from exported import export
from ranges import Refused
from share import part
from test_sound import SEED
from test_texts import FOLDER

LINES = int(os.environ.get("CHECKER_KERNEL_LINES", "3"))
WORD = 1 << 64
# A name in a line, and what stands there instead.
EXCHANGED = (
    ("adcx", "adox"), ("adox", "adcx"), ("adc ", "add "), ("add r", "adc r"), ("sbb", "sub"),
    ("sub r", "sbb r"), ("shl", "shr"), ("shr", "shl"), ("mulx r", "mulx rd"), ("xor", "mov"),
    ("rsi +", "rcx +"), ("rsp +", "rdi +"), ("rax", "rbx"), ("r8", "r9"), ("r12", "r13"),
)


@functools.lru_cache(maxsize=None)
def advice():
    """What the generator says of all kernels."""
    command = [os.environ["FIELDGEN"], "advice"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return kernels.advice_of(text)


@functools.lru_cache(maxsize=None)
def fields():
    """The fields of the primes that have kernels."""
    return {prime: export("--prime", prime)[0] for prime in kernels.files(FOLDER)}


def content(prime):
    """The kernels of a prime."""
    with open(os.path.join(FOLDER, f"kernels/{prime}.rs"), encoding="utf-8") as text:
        return kernels.read(text.read())


def changes(lines, at):
    """Changes of one instruction: what, and the lines."""
    line = lines[at]
    others = [("left out", []), ("doubled", [line, line])]
    if at + 1 < len(lines) and lines[at + 1] != line:
        yield "exchanged with the next", lines[:at] + [lines[at + 1], line] + lines[at + 2:]
    for one, other in EXCHANGED:
        if one in line:
            others.append((f"{one} becomes {other}", [line.replace(one, other, 1)]))
    for number in re.finditer(r"(?<=\+ )[0-9]+|(?<=, )[0-9]+", line):
        changed = line[:number.start()] + str(int(number[0]) + 8) + line[number.end():]
        others.append((f"{number[0]} is 8 more", [changed]))
    for what, new in others:
        yield what, lines[:at] + new + lines[at + 1:]


class Processor:
    """What the instructions do to numbers: every flag is a bit, whatever it means."""

    def __init__(self, inputs):
        self.registers = dict.fromkeys(kernels.WIDE, 0)
        self.registers.update(rdi=1 << 20, rsi=2 << 20, rdx=3 << 20, rsp=4 << 20)
        self.memory, self.cf, self.of = {}, 0, 0
        for base, words in zip((2 << 20, 3 << 20), inputs):
            self.memory.update({base + 8 * at: word for at, word in enumerate(words)})

    def place(self, operand):
        """The address of an operand in memory, or None."""
        match = re.fullmatch(r"qword ptr \[(\w+) \+ (\d+)\]", operand)
        return match and (self.registers[match[1]] + int(match[2])) % WORD

    def get(self, operand):
        """The number that an operand is."""
        if operand in self.registers:
            return self.registers[operand]
        if operand in kernels.LOW:
            return self.registers[kernels.LOW[operand]] % (1 << 32)
        place = self.place(operand)
        return int(operand, 0) % WORD if place is None else self.memory.get(place, 0)

    def put(self, operand, number):
        """Writes a number."""
        place = self.place(operand)
        if place is not None:
            self.memory[place] = number % WORD
        elif operand in kernels.LOW:
            self.registers[kernels.LOW[operand]] = number % (1 << 32)
        else:
            self.registers[operand] = number % WORD

    def run(self, lines, limbs):
        """The words of the result."""
        for line in lines:
            name, _, rest = line.partition(" ")
            self.step(name, rest.split(", "))
        return [self.memory.get((1 << 20) + 8 * at) for at in range(limbs)]

    def step(self, name, operands):
        """One instruction."""
        to, numbers = operands[0], [self.get(one) for one in operands if one]
        if name == "push":
            self.registers["rsp"] -= 8
            self.memory[self.registers["rsp"]] = numbers[0]
        elif name == "pop":
            self.put(to, self.memory.get(self.registers["rsp"], 0))
            self.registers["rsp"] += 8
        elif name == "mov":
            self.put(to, numbers[1])
        elif name == "mulx":
            whole = self.registers["rdx"] * numbers[2]
            self.put(operands[1], whole)
            self.put(to, whole >> 64)
        elif name in ("shlx", "shrx"):
            by = numbers[2] % 64
            self.put(to, numbers[1] << by if name == "shlx" else numbers[1] >> by)
        elif name == "cmovb":
            self.put(to, numbers[self.cf])
        elif name in ("add", "adc", "adcx", "adox", "sub", "sbb"):
            with_flag = {"add": 0, "sub": 0, "adox": self.of}.get(name, self.cf)
            sign = -1 if name in ("sub", "sbb") else 1
            whole = numbers[0] + sign * (numbers[1] + with_flag)
            flag = int(not 0 <= whole < WORD)
            self.put(to, whole)
            if name == "adox":
                self.of = flag
            else:
                self.cf = flag
        elif name in ("and", "or", "xor"):
            both = {"and": int.__and__, "or": int.__or__, "xor": int.__xor__}[name]
            self.put(to, both(*numbers))
            self.cf = self.of = 0
        elif name in ("shl", "shr"):
            self.put(to, numbers[0] << numbers[1] if name == "shl" else numbers[0] >> numbers[1])


def is_same(lines, changed, field, task):
    """True if both give the same words, on random elements."""
    source = random.Random(SEED)
    for _ in range(6):
        numbers = [source.randrange(field.modulus) for _ in kernels.TASKS[task]]
        words = [[one >> (64 * at) & (WORD - 1) for at in range(field.limbs)] for one in numbers]
        if Processor(words).run(lines, field.limbs) != Processor(words).run(changed, field.limbs):
            return False
    return True


class KernelsTest(unittest.TestCase):
    """Reader and proof."""

    def test_kernels_are_shown(self):
        """All of them, as they stand."""
        self.assertEqual(kernels.files(FOLDER), ["p384_p", "p521_p"])
        for prime in part(kernels.files(FOLDER)):
            for task, lines in content(prime).items():
                verdict = kernels.prove(lines, task, fields()[prime], advice()[prime, task])
                self.assertGreater(verdict.steps, 150, f"{prime} {task}")

    def test_interpreter(self):
        """It gives what the contract says."""
        for prime in kernels.files(FOLDER):
            field, source = fields()[prime], random.Random(SEED)
            for task, lines in content(prime).items():
                numbers = [source.randrange(field.modulus) for _ in kernels.TASKS[task]]
                words = [[one >> (64 * at) & (WORD - 1) for at in range(field.limbs)]
                         for one in numbers]
                found = Processor(words).run(lines, field.limbs)
                found = sum(word << (64 * at) for at, word in enumerate(found))
                wanted = numbers[0] * numbers[-1]
                self.assertEqual(found * field.radix % field.modulus, wanted % field.modulus)

    def test_planted_changes_are_refused(self):
        """Changes of lines at random, those that change no word excepted."""
        source, refused, taken = random.Random(SEED), 0, 0
        for prime, task in part([(p, t) for p in kernels.files(FOLDER) for t in kernels.TASKS]):
            field, lines = fields()[prime], content(prime)[task]
            for at in source.sample(range(len(lines)), LINES):
                for what, changed in changes(lines, at):
                    try:
                        kernels.prove(changed, task, field, advice()[prime, task])
                    except Refused:
                        refused += 1
                        continue
                    taken += 1
                    same = is_same(lines, changed, field, task)
                    self.assertTrue(same, f"{prime} {task} line {at + 1} {what}: taken")
        print(f"kernels: {refused} changes refused, {taken} change no word")
        self.assertGreaterEqual(refused, taken)

    def test_refused_lines(self):
        """What a kernel must not do, whatever it computes."""
        field, nothing = fields()["p384_p"], {"looks": [], "quotients": []}
        start = content("p384_p")["mul"]
        for what, lines in (
            ("no return", start[:-1]),
            ("a line after it", [*start, "ret"]),
            ("a register of the caller", ["mov rbx, rcx", *start[1:]]),
            ("a store to an operand", ["mov qword ptr [rsi + 0], rax", *start]),
            ("a word behind the operand", ["mov rax, qword ptr [rsi + 48]", *start]),
            ("the return address", ["mov rax, qword ptr [rsp + 0]", *start]),
            ("a carry of nothing", ["adc r8, 0", *start]),
            ("a jump", ["jmp rax", *start]),
            ("another instruction", ["imul rax, rbx", *start]),
        ):
            with self.assertRaises(Refused, msg=what):
                kernels.prove(lines, "mul", field, nothing)


if __name__ == "__main__":
    unittest.main()
