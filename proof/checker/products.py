"""Products of run-time numbers in lanes: their instructions read from the text, and proven.

Limbs of `x`, `y`, the modulus `m` (the array `words`), `t` (`shifted`) and `k` (`minus_inverse`)
are below 2^52, and `k m = -1 mod 2^52`. The columns of a product are at most `2 n (2^52 - 1)`, each
step of a reduction may leave sums `2 (TAKEN + 1) 2^52` above those that it begins with, and no sum
reaches 2^63. A product and a square give the columns of `x y` and of `x^2`; a step of a reduction
gives

    2^(52 TAKEN) out = sums + q (2^52 t - 1) + r m

with one quotient at each of TAKEN places, of which those of `r` are the last ones, and only of the
last step. Each value gets, as it is made, a linear form over words, products, their upper parts,
and words shifted by 52 bits; in the sum of what goes out all but the quotients must cancel.
"""

import os
import re
from collections import namedtuple

from ranges import Refused
from source import Cursor

LENGTHS = (20, 30, 40)
BITS, TAKEN, BY_MODULUS = 52, 10, 2
LIMB, SUM = 1 << BITS, 1 << 63
ARRAYS = ("sums", "x", "y", "words", "minus_inverse", "shifted", "limbs")
WRITTEN = ("sums", "limbs")
QUOTED = " " * 12 + '"'
TASKS = ("product", "square", "reduction", "last")
REGISTER = r"zmm(?:[0-9]|[12][0-9]|3[01])"
WORD = r"zmmword ptr \[\{[a-z_]+\} \+ [0-9]+\]"
INSTRUCTIONS = {
    "load": rf"vmovdqa64 ({REGISTER}), ({WORD})",
    "store": rf"vmovdqa64 ({WORD}), ({REGISTER})",
    "zero": rf"vpxorq ({REGISTER}), ({REGISTER}), \2",
    "low": rf"vpmadd52luq ({REGISTER}), ({REGISTER}), ({REGISTER}|{WORD})",
    "high": rf"vpmadd52huq ({REGISTER}), ({REGISTER}), ({REGISTER}|{WORD})",
    "add": rf"vpaddq ({REGISTER}), ({REGISTER}), ({REGISTER}|{WORD})",
    "shift": rf"vpsrlq ({REGISTER}), ({REGISTER}), ({BITS})",
}
INSTRUCTIONS = {op: re.compile(pattern) for op, pattern in INSTRUCTIONS.items()}

# A value: what makes it, the values that this takes, and its linear form. Of "word" the operands
# are array and place.
Value = namedtuple("Value", "op args form")


def reads(task, limbs):
    """How many words of each array a text finds there."""
    return {
        "product": {"x": limbs, "y": limbs},
        "square": {"x": limbs},
        "reduction": {"sums": limbs + TAKEN + 1, "shifted": limbs},
        "last": {"sums": limbs + TAKEN, "words": limbs, "minus_inverse": 1, "shifted": limbs},
    }[task]


def writes(task, limbs):
    """The array that the results go to, and their places."""
    if task == "last":
        return "limbs", range(limbs)
    if task == "reduction":
        return "sums", range(TAKEN, limbs + TAKEN + 1)
    return "sums", range(2 * limbs)


def read(text, limbs):
    """The instructions of each task that stand in a file."""
    lines, found = Cursor(text), {}
    lines.comments("//!")
    for task in TASKS:
        lines.expect("")
        lines.comments("///")
        lines.expect(
            f"macro_rules! {task}{limbs} {{",
            "    ($($operands:tt)*) => {",
            "        core::arch::asm!(",
        )
        found[task] = []
        while lines.peek().startswith(QUOTED):
            found[task].append(lines.match(r' {12}"([^"\\]*)",')[0])
        lines.expect("            $($operands)*", "        )", "    };", "}")
        lines.expect(f"pub(crate) use {task}{limbs};")
    lines.expect("")
    if lines.taken != len(lines.lines):
        lines.refuse("text after the end")
    return found


def judge(text, limbs):
    """Proves every text of a file; gives the number of instructions."""
    found = read(text, limbs)
    for task, lines in found.items():
        try:
            judge_task(lines, task, limbs)
        except Refused as refusal:
            raise Refused(f"{task}: {refusal}") from None
    return sum(len(lines) for lines in found.values())


def judge_task(lines, task, limbs):
    """Proves one text."""
    run = _Run(task, limbs)
    for line in lines:
        run.follow(line)
    output = run.output()
    columns, growth = 2 * limbs * (LIMB - 1), 2 * (TAKEN + 1) * LIMB
    steps = -(-limbs // TAKEN) - 1
    times = {"reduction": range(steps), "last": [steps]}.get(task)
    if times is None:
        run.check_ranges(output, 0, columns)
    else:
        for time in times:
            run.check_ranges(output, columns + growth * time, columns + growth * (time + 1))
    _check_identity(run, output)


class _Run:
    """What the instructions have made so far."""

    def __init__(self, task, limbs):
        self.task, self.limbs = task, limbs
        self.values, self.cuts, self.registers = [], {}, {}
        self.found = {
            array: [self.word(array, place) for place in range(count)]
            for array, count in reads(task, limbs).items()
        }
        self.memory = {array: list(words) for array, words in self.found.items()}
        array, places = writes(task, limbs)
        held = self.memory.setdefault(array, [])
        held += [None] * (places.stop - len(held))

    def push(self, op, args, form):
        self.values.append(Value(op, args, form))
        return len(self.values) - 1

    def word(self, array, place):
        return self.push("word", (array, place), {("value", len(self.values)): 1})

    def follow(self, line):
        """One instruction."""
        for op, pattern in INSTRUCTIONS.items():
            found = pattern.fullmatch(line)
            if found:
                break
        else:
            raise Refused(f"{line!r} is no known instruction")
        to, *operands = found.groups()
        try:
            value = self.value(op, to, operands)
            if op == "store":
                array, place = self.place(to)
                if array not in WRITTEN:
                    raise Refused(f"{array} is not to be written")
                self.memory[array][place] = value
            else:
                self.registers[to] = value
        except Refused as refusal:
            raise Refused(f"{line}: {refusal}") from None

    def value(self, op, to, operands):
        """What an instruction writes."""
        if op == "zero":
            return self.push("zero", (), {})
        if op in ("load", "store"):
            return self.at(operands[0])
        if op == "shift":
            word = self.at(operands[0])
            return self.push(op, (word,), {("shifted", word): 1})
        if op == "add":
            one, two = map(self.at, operands)
            return self.push(op, (one, two), _sum(self.values[one].form, self.values[two].form))
        start = self.at(to)
        pair = tuple(sorted(self.factor(self.at(word)) for word in operands))
        part = {("high", pair): 1}
        if op == "low":
            part = {("product", pair): 1, ("high", pair): -LIMB}
        return self.push(op, (start, *pair), _sum(self.values[start].form, part))

    def at(self, word):
        """The value in a register or in memory."""
        if word.startswith("zmm") and not word.startswith("zmmword"):
            value = self.registers.get(word)
        else:
            array, place = self.place(word)
            value = self.memory[array][place]
        if value is None:
            raise Refused(f"{word} was not written")
        return value

    def place(self, word):
        array, offset = re.fullmatch(r"zmmword ptr \[\{(.*)\} \+ (.*)\]", word).groups()
        place, rest = divmod(int(offset), 64)
        if array not in self.memory or rest or place >= len(self.memory[array]):
            raise Refused(f"{word} is no word of an array")
        return array, place

    def factor(self, word):
        """What a product takes of a register: its lower 52 bits, which of a limb is all of it."""
        made = self.values[word]
        if made.op == "word" and made.args[0] != "sums":
            return word
        if made.op == "low" and self.values[made.args[0]].op == "zero":
            return word
        if word not in self.cuts:
            self.cuts[word] = self.push("cut", (word,), {("value", len(self.values)): 1})
        return self.cuts[word]

    def output(self):
        """The values that are given, all of which must have been written."""
        array, places = writes(self.task, self.limbs)
        output = [self.memory[array][place] for place in places]
        if None in output:
            raise Refused("a word of the result is not written")
        return output

    def check_ranges(self, output, before, after):
        """With sums up to `before` nothing overflows, and what goes out is up to `after`."""
        most = []
        for number, (op, args, _) in enumerate(self.values):
            if op == "word":
                most.append(before if args[0] == "sums" else LIMB - 1)
            elif op == "zero":
                most.append(0)
            elif op == "cut":
                most.append(LIMB - 1)
            elif op == "shift":
                most.append(most[args[0]] >> BITS)
            elif op == "add":
                most.append(most[args[0]] + most[args[1]])
            else:
                product = most[args[1]] * most[args[2]]
                part = product >> BITS if op == "high" else min(product, LIMB - 1)
                most.append(most[args[0]] + part)
            if most[-1] >= SUM:
                raise Refused(f"value {number} ({op}) may have {most[-1].bit_length()} bits")
        highest = max(most[value] for value in output)
        if highest > after:
            raise Refused(f"a sum out may be {highest:#x}, above {after:#x}")


def _sum(one, two, factor=1):
    """`one + factor * two`, two linear forms."""
    total = dict(one)
    for atom, coefficient in two.items():
        total[atom] = total.get(atom, 0) + factor * coefficient
        if not total[atom]:
            del total[atom]
    return total


def _wanted(run):
    """The form of what comes in: sums, and the product or the square."""
    found, form = run.found, {}
    for place, word in enumerate(found.get("sums", ())):
        form = _sum(form, run.values[word].form, 1 << (BITS * place))
    right = found["x"] if run.task == "square" else found.get("y", ())
    for i, one in enumerate(found.get("x", ())):
        for j, two in enumerate(right):
            pair = ("product", tuple(sorted((one, two))))
            form[pair] = form.get(pair, 0) + (1 << (BITS * (i + j)))
    return form


def _whole(run, value):
    """The quotient that makes a value a multiple of 2^52: it is `s + (s k mod 2^52) m[0]`, lower
    half, whose lower bits are those of `s (1 + k m)`. None if it is no such value."""
    made = run.values[value]
    if run.task != "last" or made.op != "low":
        return None
    start, *pair = made.args
    least, inverse = run.found["words"][0], run.found["minus_inverse"][0]
    for quotient in pair:
        of = run.values[quotient]
        if sorted((least, quotient)) != pair or of.op != "low":
            continue
        is_low = run.values[of.args[0]].op == "zero"
        if is_low and list(of.args[1:]) == sorted((inverse, run.factor(start))):
            return quotient
    return None


def _check_identity(run, output):
    """What goes out is what the task says, whatever the quotients are."""
    taken = TAKEN if run.task in ("reduction", "last") else 0
    form = {}
    for place, value in enumerate(output):
        weight = 1 << (BITS * (taken + place))
        form = _sum(form, run.values[value].form, weight)
        # Of a limb the lower bits count; what is above them is in the next one.
        if run.task == "last" and value != output[-1]:
            form = _sum(form, {("shifted", value): 1}, -weight << BITS)
    form = _sum(form, _wanted(run), -1)
    places = {}
    while True:
        # Latest first: a value is made of earlier ones only.
        value = max((atom[1] for atom in form if atom[0] == "shifted"), default=None)
        if value is None:
            break
        weight, rest = divmod(form.pop(("shifted", value)), LIMB)
        whole = _whole(run, value)
        # 2^52 times what is above the lower bits is the value less those, which are its quotient.
        quotient = whole if whole is not None else run.cuts.get(value)
        if rest or quotient is None or quotient in places:
            raise Refused(f"value {value} is cut, and is not shown to be whole")
        places[quotient] = weight, whole is not None
        form = _sum(form, run.values[value].form, weight)
    for quotient, (weight, is_whole) in places.items():
        words, shift = ("words", 0) if is_whole else ("shifted", BITS)
        for place, word in enumerate(run.found[words]):
            atom = ("product", tuple(sorted((word, quotient))))
            form = _sum(form, {atom: -weight << (BITS * place + shift)})
    if form:
        raise Refused(f"{len(form)} terms are left over, the first of {next(iter(form))}")
    by_modulus = BY_MODULUS if run.task == "last" else 0
    wanted = [(1 << (BITS * place), place >= taken - by_modulus) for place in range(taken)]
    if sorted(places.values()) != wanted:
        raise Refused("not one quotient at each place")


def files(folder):
    """The names of all texts of products, with their lengths."""
    names = sorted(name for name in os.listdir(folder) if name != "mod.rs")
    lengths = [re.fullmatch(r"limbs([0-9]+)\.rs", name) for name in names]
    if None in lengths or sorted(int(one[1]) for one in lengths) != list(LENGTHS):
        raise Refused("other files of products than there are to be")
    return [(name, int(one[1])) for name, one in zip(names, lengths)]
