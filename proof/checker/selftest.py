"""A hand-written certificate that must be shown, and planted errors that must be refused.

The field is tiny (modulus 251 in one word of 64 bits, Montgomery with R = 2^64), so that every
number below can be checked on paper. It is written here and not exported: the checker can be tried
without the generator.
"""

import copy
import sys

from certificate import Malformed, field
from judge import judge_function
from ranges import Refused

P = 251
R = 1 << 64
# -1 / P mod R.
FACTOR = -pow(P, -1, R) % R
WORD, BIT, BELOW_P = (0, R - 1), (0, 1), (0, P - 1)


def _range(pair):
    return [hex(pair[0]), hex(pair[1])]


def _step(op, args, *ranges, **immediate):
    step = {"op": op, "ranges": [_range(pair) for pair in ranges], **immediate}
    if args:
        step["args"] = args.split()
    return step


def _const(number):
    return _step("const", "", (number, number), constant=hex(number))


def _limits():
    return {"limbs": [_range(BELOW_P)], "value": _range(BELOW_P)}


def _function(name, inputs, steps, output, hints, quotients, factor, terms):
    return {
        "name": name,
        "inputs": [
            {"name": letter, "words": [f"{place}.0"], "limits": _limits()}
            for place, letter in enumerate(inputs)
        ],
        "output": {"words": [output], "limits": _limits(), "range": _range(BELOW_P)},
        "additions": 0,
        "formula": {
            "factor": hex(factor),
            "terms": [{"coefficient": hex(c), "inputs": places} for c, places in terms],
            "modulus": hex(P),
        },
        "steps": steps,
        "hints": [
            {"words": words.split(), "stop": [], "range": _range(pair)} for words, pair in hints
        ],
        "quotients": quotients,
    }


def _add():
    """a + b: a - (P - b), and P again if that borrows."""
    steps = [
        _step("input", "", BELOW_P, input=[0, 0]),
        _step("input", "", BELOW_P, input=[1, 0]),
        _const(P),
        _const(0),
        _step("sub", "2.0 1.0", (1, P)),
        _step("sbb", "0.0 4.0 3.0", WORD, BIT),
        _step("mask", "5.1", WORD),
        _step("and", "6.0 2.0", BELOW_P[:1] + (P,)),
        _step("adc", "5.0 7.0 3.0", BELOW_P, BIT),
    ]
    hints = [("5.0", WORD), ("8.0 8.1", (0, R + P - 1))]
    return _function("add", "ab", steps, "8.0", hints, [], 1, [(1, [0]), (1, [1])])


def _mul():
    """a b / R: the product and the multiple m P that clears its low word."""
    last = (P - 1) ** 2
    steps = [
        _step("input", "", BELOW_P, input=[0, 0]),
        _step("input", "", BELOW_P, input=[1, 0]),
        _const(P),
        _const(0),
        _const(FACTOR),
        # The product is below 2^16, so its high word is zero.
        _step("mul_wide", "0.0 1.0", (0, last), (0, 0)),
        _step("mul_low", "5.0 4.0", WORD),
        _step("mul_wide", "6.0 2.0", WORD, BELOW_P),
        _step("adc", "5.0 7.0 3.0", (0, 0), BIT),
        _step("add", "7.1 8.1", (0, P)),
        _step("sbb", "9.0 2.0 3.0", WORD, BIT),
        _step("mask", "10.1", WORD),
        _step("select", "11.0 9.0 10.0", BELOW_P),
    ]
    hints = [("9.0", (0, P)), ("10.0", WORD), ("12.0", BELOW_P)]
    return _function("mul", "ab", steps, "12.0", hints, ["6.0"], R, [(1, [0, 1])])


def document():
    """The certificate as a JSON object, of two functions."""
    return {
        "prime": "tiny",
        "form": "montgomery",
        "source": "by hand",
        "representation": {
            "modulus": hex(P), "limbs": 1, "limb_bits": 64, "word_bits": 64, "radix": hex(R),
            "limits": _limits(), "additions": 0,
        },
        "functions": [_add(), _mul()],
    }


def _at(*path_and_value):
    """An edit that puts the last argument where the path of the others leads."""
    *path, value = path_and_value

    def edit(item):
        for key in path[:-1]:
            item = item[key]
        item[path[-1]] = value

    return edit


ADD, MUL = ("functions", 0), ("functions", 1)
# What is planted, and the words that the refusal must hold.
ERRORS = {
    "a claimed bound one too low": (
        _at(*MUL, "steps", 9, "ranges", 0, 1, hex(P - 1)), "step 9 (add): result 0 is claimed"),
    "a claimed bound beyond the word": (
        _at(*MUL, "steps", 10, "ranges", 0, 1, hex(R)), "step 10 (sbb)"),
    "a claimed carry that may be two": (
        _at(*ADD, "steps", 5, "ranges", 1, 1, "0x2"), "step 6 (mask): operand 0"),
    "a claimed sum one too low": (
        _at(*ADD, "hints", 1, "range", 1, hex(R + P - 2)), "hint 1 is claimed"),
    "the constant of the quotient changed": (
        _at(*MUL, "steps", 4, _const(FACTOR ^ 2)), "is not the formula modulo the modulus"),
    "a word of the modulus changed": (
        _at(*ADD, "steps", 2, _const(P + 2)), "the output"),
    "the operands of a difference exchanged": (
        _at(*ADD, "steps", 5, "args", ["4.0", "0.0", "3.0"]), "output limb 0"),
    "the words of a selection exchanged": (
        _at(*MUL, "steps", 12, "args", ["11.0", "10.0", "9.0"]), "output limb 0"),
    "the last selection skipped": (
        _at(*MUL, "output", "words", ["9.0"]), "output limb 0"),
    "a carry dropped": (
        _at(*MUL, "steps", 9, "args", ["7.1", "3.0"]), "is not the formula modulo the modulus"),
    "a mask made of a word": (
        _at(*ADD, "steps", 6, "args", ["5.0"]), "step 6 (mask)"),
    "a factor of madd52 that fills a word": (
        _at(*MUL, "steps", 9, _step("madd52lo", "7.1 6.0 8.1", (0, P))), "step 9 (madd52lo)"),
    "a limit of an input widened": (
        _at(*ADD, "inputs", 0, "limits", "value", 1, hex(P)), "the limits of input a"),
    "a limit of the output widened": (
        _at(*ADD, "output", "limits", "limbs", 0, 1, hex(P)), "the limits of the output"),
    "the formula of another function": (
        _at(*ADD, "formula", "terms", 1, "coefficient", "-0x1"), "the formula is not the one"),
    "the modulus of the formula changed": (
        _at(*MUL, "formula", "modulus", hex(P + 2)), "another modulus"),
}
MALFORMED = {
    "a key missing": lambda item: item["functions"][0].pop("hints"),
    "a key too many": _at(*ADD, "note", "x"),
    "a value read before it is made": _at(*ADD, "steps", 4, "args", ["2.0", "8.0"]),
    "a result that is not there": _at(*ADD, "steps", 5, "args", ["0.0", "4.1", "3.0"]),
    "an operation that is not there": _at(*ADD, "steps", 4, "op", "minus"),
    "an operand too many": _at(*ADD, "steps", 4, "args", ["2.0", "1.0", "3.0"]),
    "a step that reads another input": _at(*ADD, "steps", 1, "input", [0, 0]),
    "a number that is not hexadecimal": _at(*ADD, "steps", 2, "constant", "251"),
    "a range upside down": _at(*ADD, "steps", 4, "ranges", 0, ["0x2", "0x1"]),
}


def judge(item):
    """None if the certificate is shown, else what was said against it."""
    try:
        one = field(item)
        for function in one.functions:
            judge_function(one, function)
    except (Refused, Malformed) as refusal:
        return refusal
    return None


def findings():
    """Lines about what went wrong."""
    wrong = []
    said = judge(document())
    if said is not None:
        wrong.append(f"the certificate written by hand is refused: {said}")
    planted = [(name, edit, Refused, words) for name, (edit, words) in ERRORS.items()]
    planted += [(name, edit, Malformed, "") for name, edit in MALFORMED.items()]
    for name, edit, kind, words in planted:
        item = copy.deepcopy(document())
        edit(item)
        said = judge(item)
        if not isinstance(said, kind) or words not in str(said):
            wrong.append(f"{name}: {said or 'shown'}")
    return wrong


def run():
    """The command; gives the exit code."""
    wrong = findings()
    for line in wrong:
        sys.stderr.write(f"self-test: {line}\n")
    count = len(ERRORS) + len(MALFORMED)
    print(f"self-test: {count} planted errors, {len(wrong)} findings")
    return 1 if wrong else 0
