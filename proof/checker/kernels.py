"""Kernels of one lane: products of a prime in instructions of BMI2 and ADX, read and proven.

A text is followed line by line: what registers, both flags that carry and the stack hold is known
after each, or nothing is. Each instruction that computes becomes a step of a function like those of
other texts, which `judge` proves by the contract of the field. Refused are a line that is
not known, a place outside of the arrays and of the kernel's own stack, a store to an operand, an
operand that is read after a word of the result was written, and a return that leaves the stack or a
register of the caller changed.

Advice (`fieldgen advice`) says which sums are worth looking at: the words in these places after so
many lines. It claims nothing; where it misleads, a proof fails.
"""

import json
import os
import re

from certificate import OPERATIONS, Hint, Input, Output, Step
from judge import judge_function
from ranges import Refused
from source import Cursor

FOLDER = "kernels"
TASKS = {"mul": ("a", "b"), "sqr": ("a",)}
WIDE = ("rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp",
        *(f"r{number}" for number in range(8, 16)))
LOW = {("e" + name[1:] if name[1].isalpha() else name + "d"): name for name in WIDE}
KEPT = ("rbx", "rbp", "r12", "r13", "r14", "r15")
MOST_STACK = 1024
FULL, HALF = (1 << 64) - 1, (1 << 32) - 1
MEMORY = re.compile(r"qword ptr \[(r[a-z0-9]+) \+ (0|[1-9][0-9]*)\]")
CONSTANT = re.compile(r"-?(?:0|[1-9][0-9]*)|0x[0-9a-f]+")


class Kernel:
    """What lines have done so far."""

    def __init__(self, task, limbs):
        self.limbs, self.steps, self.constants = limbs, [], {}
        self.inputs = [
            [self.step("input", (), (group, limb)) for limb in range(limbs)]
            for group in range(len(TASKS[task]))
        ]
        # A number is a value, an address has the name of its array, and what the caller left is the
        # register's name in brackets.
        self.registers = {name: ("caller", name) for name in WIDE if name != "rsp"}
        for name, array in zip(("rdi", "rsi", "rdx"), ("out", *range(len(self.inputs)))):
            self.registers[name] = ("array", array)
        self.flags = {"carry": None, "overflow": None}
        # By distance below the return address.
        self.depth, self.stack, self.out, self.is_over = 0, {}, {}, False

    def step(self, op, args, immediate=None):
        """Adds a step; gives its first result."""
        self.steps.append(Step(op, list(args), immediate, [None] * OPERATIONS[op].results))
        return len(self.steps) - 1, 0

    def constant(self, word):
        """The value of a constant."""
        if word not in self.constants:
            self.constants[word] = self.step("const", (), word)
        return self.constants[word]

    def follow(self, line):
        """One line."""
        if self.is_over:
            raise Refused("a line after the return")
        name, _, rest = line.partition(" ")
        operands = rest.split(", ") if rest else []
        others = {"push": self.push, "pop": self.pop, "ret": self.leave, "mov": self.mov,
                  "mulx": self.mulx, "and": self.mask_off, "or": self.join, "xor": self.clear,
                  "cmovb": self.choose}
        if name in ("add", "sub") and operands[:1] == ["rsp"]:
            self.move_stack(name, *operands[1:])
        elif name == "sbb" and len(operands) == 2 and operands[0] == operands[1]:
            self.all_ones(operands[0])
        elif name in ("add", "adc", "sub", "sbb", "adcx", "adox"):
            self.chain(name, *operands)
        elif name in ("shl", "shr"):
            self.shift(name, *operands)
        elif name in ("shlx", "shrx"):
            self.shift_apart(name, *operands)
        elif name in others:
            others[name](*operands)
        else:
            raise Refused("a line that is not known")

    def push(self, name):
        """A register to the stack."""
        word = self.registers[wide(name)]
        self.move(8)
        self.stack[self.depth] = word

    def pop(self, name):
        """A register from the stack."""
        word = self.stack.get(self.depth)
        if word is None:
            raise Refused("nothing to pop")
        self.move(-8)
        self.registers[wide(name)] = word

    def move(self, by):
        """The stack pointer down by so many bytes; what is below it is anybody's."""
        self.depth += by
        if not 0 <= self.depth <= MOST_STACK:
            raise Refused("a stack pointer that leaves the stack")
        self.stack = {at: word for at, word in self.stack.items() if at <= self.depth}

    def move_stack(self, name, by):
        """`sub rsp, N` or `add rsp, N`."""
        if not by.isdecimal() or not int(by) or int(by) % 8:
            raise Refused("no distance")
        self.flags = dict.fromkeys(self.flags)
        self.move(int(by) if name == "sub" else -int(by))

    def leave(self):
        """What a return leaves behind."""
        if self.depth:
            raise Refused("the stack is not where it was")
        if any(self.registers[name] != ("caller", name) for name in KEPT):
            raise Refused("a register of the caller is not what it was")
        self.is_over = True

    def mov(self, to, source):
        """A word, or its lower half to a register, which clears the upper one."""
        if to in LOW:
            if source in LOW:
                word = self.step("and", (self.number(LOW[source]), self.constant(HALF)))
            else:
                word = self.constant(constant(source))
                if constant(source) > HALF:
                    raise Refused("a constant that is too long")
            self.registers[wide(LOW[to])] = word
            return
        match = MEMORY.fullmatch(to)
        if not match:
            self.registers[wide(to)] = self.word(source)
            return
        word, (kind, at) = self.registers[wide(source)], self.place(match)
        if kind == "stack":
            self.stack[at] = word
        elif kind == "out" and isinstance(word[0], int):
            self.out[at] = word
        else:
            raise Refused("a store to what is not the result's")

    def clear(self, one, other):
        """`xor r, r`: zero, and no carry in either chain."""
        if one != other:
            raise Refused("a line that is not known")
        self.registers[wide(LOW.get(one, one))] = zero = self.constant(0)
        self.flags = dict.fromkeys(self.flags, zero)

    def mulx(self, high, low, factor):
        """A whole product; no flag changes."""
        if high == low:
            raise Refused("one register for both halves")
        at, _ = self.step("mul_wide", (self.number("rdx"), self.number(factor)))
        self.registers[wide(low)], self.registers[wide(high)] = (at, 0), (at, 1)

    def chain(self, name, to, source):
        """Sums and differences. Those of the carry flag leave no carry in the overflow flag."""
        flag = "overflow" if name == "adox" else "carry"
        if CONSTANT.fullmatch(source):
            word = constant(source)
            if name in ("adcx", "adox") or not (word < 1 << 31 or word >= (1 << 64) - (1 << 31)):
                raise Refused("a constant that the instruction has not")
            other = self.constant(word)
        else:
            other = self.number(source)
        carry = self.constant(0) if name in ("add", "sub") else self.flags[flag]
        if carry is None:
            raise Refused(f"the {flag} flag is no carry")
        own = self.number(wide(to))
        step = self.steps[other[0]]
        if name == "add" and step.op == "shl" and step.args == [own] and step.immediate >= 32:
            self.add_shifted(to, own, other)
            return
        op = "sbb" if name in ("sub", "sbb") else "adc"
        at, _ = self.step(op, (self.number(wide(to)), other, carry))
        self.registers[to] = (at, 0)
        if name not in ("adcx", "adox"):
            self.flags["overflow"] = None
        self.flags[flag] = (at, 1)

    def all_ones(self, name):
        """`sbb r, r`: all ones where there is a carry. It stays."""
        if self.flags["carry"] is None:
            raise Refused("the carry flag is no carry")
        self.registers[wide(name)] = self.step("mask", (self.flags["carry"],))
        self.flags["overflow"] = None

    def put(self, name, value):
        """A result that leaves no carry in the flags."""
        self.registers[wide(name)] = value
        self.flags = dict.fromkeys(self.flags)

    def mask_off(self, to, source):
        """The lowest bits."""
        mask, name = constant(source), LOW.get(to, to)
        if not mask or mask & (mask + 1) or mask >> 31:
            raise Refused("no mask")
        self.put(name, self.step("and", (self.number(wide(name)), self.constant(mask))))

    def join(self, to, source):
        """`or` of a word without its upper bits and one of these alone: a sum."""
        args = self.number(wide(to)), self.number(wide(source))
        low, high = (self.steps[value[0]] for value in args)
        if (low.op, high.op) != ("shr", "shl") or low.immediate + high.immediate != 64:
            raise Refused("an or of what may share bits")
        self.put(to, self.step("add", args))

    def shift(self, name, to, by):
        """A shift by a constant."""
        if not by.isdecimal() or not 1 <= int(by) <= 63:
            raise Refused("no distance")
        self.put(to, self.step(name, (self.number(wide(to)),), int(by)))

    def shift_apart(self, name, to, source, by):
        """A shift that touches no flag, by a register that holds a known number."""
        distance = self.steps[self.number(wide(by))[0]]
        if distance.op != "const" or not 1 <= distance.immediate <= 63:
            raise Refused("no distance")
        word = self.number(wide(source))
        self.registers[wide(to)] = self.step(name[:3], (word,), distance.immediate)

    def choose(self, to, source):
        """`cmovb`: another word where there is a carry, which stays."""
        if self.flags["carry"] is None:
            raise Refused("the carry flag is no carry")
        words = self.number(wide(source)), self.number(wide(to))
        mask = self.step("mask", (self.flags["carry"],))
        self.registers[to] = self.step("select", (mask, *words))

    def add_shifted(self, to, own, shifted):
        """`add` of `u` and `x = 2^d u`, where `2 d` is 64 or more.

        It leaves `q = (2^d + 1) u mod 2^64`. As `2^d q = 2^d u + 2^(2 d) u`, `x` is `2^d q` too.
        With the carry, `u + x = q + 2^64 carry`, so `(2^64 - 1) q + u + x = 2^64 (q + carry)`.
        """
        distance = self.steps[shifted[0]].immediate
        total = self.step("mul_low", (own, self.constant((1 << distance) + 1)))
        again = self.step("shl", (total,), distance)
        at, _ = self.step("mac", (total, self.constant(FULL), own, again))
        carry = self.step("sub", ((at, 1), total))
        for name, word in self.registers.items():
            if word == shifted:
                self.registers[name] = again
        self.registers[to] = total
        self.flags.update(carry=carry, overflow=None)

    def number(self, operand):
        """The number that an operand is."""
        word = self.word(operand)
        if not isinstance(word[0], int):
            raise Refused(f"{operand} is no number")
        return word

    def word(self, operand):
        """What an operand of 64 bits holds."""
        if operand in self.registers:
            return self.registers[operand]
        match = MEMORY.fullmatch(operand)
        if not match:
            return self.constant(constant(operand))
        kind, at = self.place(match)
        if kind == "stack":
            if at not in self.stack:
                raise Refused(f"{operand} was not written")
            return self.stack[at]
        # The result may lie where an operand does.
        if kind == "out" or self.out:
            raise Refused(f"{operand} is read after the result was written, or is the result")
        return self.inputs[kind][at]

    def place(self, match):
        """An array and the number of its word, or the stack and the distance."""
        base, offset = match[1], int(match[2])
        if offset % 8:
            raise Refused("between two words")
        if base == "rsp":
            if not 0 < self.depth - offset:
                raise Refused("above the kernel's own stack")
            return "stack", self.depth - offset
        kind, array = self.registers.get(base, (None, None))
        if kind != "array" or offset // 8 >= self.limbs:
            raise Refused("outside of the arrays")
        return array, offset // 8

    def look(self, place):
        """The number in a place, or None: of what advice names nothing is refused."""
        if place in self.flags:
            return self.flags[place]
        try:
            return self.number(place)
        except Refused:
            return None


def wide(name):
    """A register of 64 bits."""
    if name not in WIDE or name == "rsp":
        raise Refused(f"{name} is no register of a number")
    return name


def constant(text):
    """A constant as a word."""
    if not CONSTANT.fullmatch(text):
        raise Refused(f"{text} is no operand")
    word = int(text, 0)
    if not -1 << 63 <= word <= FULL:
        raise Refused(f"{text} is no word")
    return word & FULL


def follow(lines, task, limbs, advice):
    """The kernel after all lines; its hints and its quotients."""
    kernel, found, quotients = Kernel(task, limbs), {}, []
    for at in range(len(lines) + 1):
        for number, look in enumerate(advice["looks"]):
            if look["after"] == at:
                found[number] = [kernel.look(place) for place in look["words"]]
        quotients += [kernel.look(place) for after, place in advice["quotients"] if after == at]
        if at < len(lines):
            try:
                kernel.follow(lines[at])
            except (Refused, TypeError, KeyError) as refusal:
                raise Refused(f"line {at + 1}: {lines[at]}: {refusal}") from None
    if not kernel.is_over or len(kernel.out) != limbs:
        raise Refused("no return, or a word of the result that no line writes")
    hints = []
    for number, look in enumerate(advice["looks"]):
        earlier, first = look["stop"] or (number, len(look["words"]))
        stop = found.get(earlier, [None])[first:]
        if None not in found.get(number, [None]) + stop:
            hints.append(Hint(found[number], stop, None))
    return kernel, hints, [value for value in quotients if value is not None]


def prove(lines, task, field, advice):
    """Proves lines as a function of a field, and gives the verdict."""
    contract = next(one for one in field.functions if one.name == task)
    kernel, hints, quotients = follow(lines, task, field.limbs, advice)
    inputs = [
        Input(one.name, words, one.limits)
        for one, words in zip(contract.inputs, kernel.inputs)
    ]
    words = [kernel.out[limb] for limb in range(field.limbs)]
    function = contract._replace(
        inputs=inputs, output=Output(words, contract.output.limits, None), steps=kernel.steps,
        hints=hints, quotients=quotients,
    )
    return judge_function(field, function)


def read(text):
    """The kernels that stand in a text, by task, each as its lines."""
    cursor, found = Cursor(text), {}
    cursor.comments("//!")
    for task in TASKS:
        cursor.expect("")
        cursor.comments("///")
        for line in (f"macro_rules! {task} {{", "    () => {", "        core::arch::naked_asm!("):
            cursor.expect(line)
        found[task] = []
        while cursor.peek().startswith(" " * 12 + '"'):
            line = cursor.take().strip()
            if not re.fullmatch(r'"[^"\\{}]+",', line):
                raise Refused(f"{line} is no line of a kernel")
            found[task].append(line[1:-2])
        for line in ("        )", "    };", "}", f"pub(crate) use {task};"):
            cursor.expect(line)
    if cursor.lines[cursor.taken:] != [""]:
        cursor.refuse("more than the kernels")
    return found


def advice_of(text):
    """Advice by prime and function."""
    return {(one["prime"], one["function"]): one for one in json.loads(text)}


def files(folder):
    """The primes that have kernels: those that the folder's list names."""
    names = sorted(os.listdir(os.path.join(folder, FOLDER)))
    return [name[:-3] for name in names if name.endswith(".rs") and name != "mod.rs"]
