"""Products of the ring of ML-DSA: their functions read from the text, and proven.

Words have 32 bits and a sign. Of each word three things are known: a range, a polynomial that it is
over the integers, and one that it is modulo 2^32. A lower half is an unknown over the integers and
the product modulo 2^32. An upper half stands for the whole product until another one is subtracted
from it: if both are the same modulo 2^32, the difference is that of the products divided by 2^32.
In 2^32 times the result, less what it is to be, every coefficient must be divisible by q.
"""

import os
from collections import namedtuple

from polynomial import Polynomial
from ranges import Refused, floor, negative, product, total, within
from source import Cursor

FILE = "ring.rs"
Q = (1 << 23) - (1 << 13) + 1
BITS = 32
INVERSE = pow(Q, -1, 1 << BITS)
WORD = (-1 << (BITS - 1), (1 << (BITS - 1)) - 1)
LONG = (-1 << 63, (1 << 63) - 1)
HALF = (Q - 1) // 2
SUM = 8 * (Q - 1) * (6 * Q - 1)
IMPORTS = ("", "use crate::ring::table::Ring;", "use crate::ring::words::Words;")
NAME = "[a-z]+[0-9]+"

# `upper` is true of an upper half, whose other parts are those of the whole.
Word = namedtuple("Word", "range value residue upper")


def _unknown(name):
    return Polynomial.unknown(name)


def _reduced(polynomial):
    """The polynomial modulo 2^32."""
    terms = {m: c % (1 << BITS) for m, c in polynomial.terms.items()}
    return Polynomial({m: c for m, c in terms.items() if c})


def _input(name, limits, upper=False):
    return Word(limits, _unknown(name), _unknown(name), upper)


def _times():
    """The inputs of a product by a constant, its result over 2^32, and the limit of that."""
    x, z = _input("x", WORD), _input("z", (-HALF, HALF))
    quotient = Word(WORD, _unknown("z1"), _reduced(z.residue.scaled(INVERSE)), False)
    inputs = {"x0": x, "z0": z, "z1": quotient}
    return inputs, x.value.times(z.value), 3 * Q // 4 + 1


def _fold():
    """The same of the reduction of a sum of 64 bits, which is given by its halves."""
    whole = _input("s", (-SUM, SUM), True)
    low = Word(WORD, _unknown("l0"), whole.residue, False)
    return {"l0": low, "h0": whole}, whole.value, Q - 1


TASKS = {"times": _times, "fold": _fold}


def read(text):
    """The lines of each function: the name, or None of the result, what is done, and with what."""
    lines, found = Cursor(text), {}
    lines.comments("//!")
    lines.expect(*IMPORTS)
    for task, inputs in TASKS.items():
        names = ", ".join(f"{name}: W" for name in inputs()[0])
        lines.expect("")
        lines.comments("///")
        lines.expect("#[inline(always)]", f"pub fn {task}<R: Ring, W: Words>({names}) -> W {{")
        found[task] = []
        while lines.peek().startswith("    let "):
            found[task].append(lines.match(
                rf" {{4}}let ({NAME}) = ({NAME})\.(\w+)\((R::Q|R::INVERSE|{NAME})\);"))
        result = lines.match(rf" {{4}}({NAME})\.(\w+)\((R::Q|R::INVERSE|{NAME})\)")
        found[task].append((None, *result))
        lines.expect("}")
    lines.expect("")
    if lines.taken != len(lines.lines):
        lines.refuse("text after the end")
    return found


def judge(text):
    """Proves every function of a text; gives the number of lines."""
    found = read(text)
    for task, lines in found.items():
        try:
            judge_task(task, lines)
        except Refused as refusal:
            raise Refused(f"{task}: {refusal}") from None
    return sum(len(lines) for lines in found.values())


def judge_task(task, lines):
    """Proves one function."""
    words, wanted, limit = TASKS[task]()
    for number, (name, first, function, second) in enumerate(lines):
        word = _follow(words, function, first, second, f"m{number}")
        if not word.upper and not within(word.range, WORD):
            raise Refused(f"{function} of {first} and {second} may be no word")
        if name in words:
            raise Refused(f"{name} is no new name")
        words[name] = word
    result = words[None]
    if result.upper or not within(result.range, (-limit, limit)):
        raise Refused("the result may leave its limits")
    rest = result.value.scaled(1, BITS).minus(wanted)
    left = [monomial for monomial, factor in rest.terms.items() if factor % Q]
    if left:
        raise Refused(f"{len(left)} terms are not divisible by q, the first {left[0]}")


def _follow(words, function, first, second, unknown):
    """What a line makes."""
    one = _known(words, first)
    if function == "like":
        if second not in ("R::Q", "R::INVERSE"):
            raise Refused(f"{second} is no constant")
        number = Q if second == "R::Q" else INVERSE
        constant = Polynomial.constant(number)
        return Word((number, number), constant, constant, False)
    two = _known(words, second)
    if function == "sub":
        return _difference(one, two, unknown)
    if function not in ("mul_low", "mul_high"):
        raise Refused(f"{function} is no known step")
    if one.upper or two.upper:
        raise Refused("an upper half is no factor")
    whole, residue = product(one.range, two.range), _reduced(one.residue.times(two.residue))
    if not within(whole, LONG):
        raise Refused("a product of more than 64 bits")
    if function == "mul_low":
        return Word(whole if within(whole, WORD) else WORD, _unknown(unknown), residue, False)
    return Word(whole, one.value.times(two.value), residue, True)


def _known(words, name):
    if name not in words:
        raise Refused(f"{name} is not known")
    return words[name]


def _difference(one, two, unknown):
    """The difference of two upper halves of numbers that are the same modulo 2^32."""
    if not one.upper or not two.upper:
        raise Refused("only upper halves are subtracted")
    if _reduced(one.residue.minus(two.residue)).terms:
        raise Refused("lower halves may differ")
    limits = floor(total(one.range, negative(two.range)), BITS)
    return Word(limits, one.value.minus(two.value).scaled(1, -BITS), _unknown(unknown), False)


def judge_file(folder):
    """Proves the text in a folder of generated code; gives the number of lines."""
    with open(os.path.join(folder, FILE), encoding="utf-8") as text:
        return judge(text.read())
