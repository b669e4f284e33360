"""The functions of a text in place of those of a certificate.

A certificate has what a text has not: limits of elements, and advice of where to look. Its steps
and what it claims of them are left aside. Advice names values by the steps of the generator, after
which the printer names variables: `x7` and `y7` are the results of step 7. What no name leads to is
left out, and advice that misleads can only make a proof fail.
"""

import os
import re

import ring
import source
from certificate import OPERATIONS, Hint, Input, Output, Step
from contract import is_loose, is_signed
from ranges import Refused

# The folders of generated text, below that of the texts over full words.
FOLDERS = ("", "narrow", "forms", "lanes", "quads")
# Text of no prime.
OTHERS = ("mod.rs", ring.FILE)


def files(folder):
    """The names of all texts that have programs."""
    found = []
    for below in FOLDERS:
        names = sorted(os.listdir(os.path.join(folder, below)))
        names = [name for name in names if name.endswith(".rs") and name not in OTHERS]
        found += [os.path.join(below, name) for name in names]
    return found


def missing(fields, names):
    """Which of the fields have no text among the files with these names."""
    return sorted(set(fields) - {name_of(name) for name in names})


def name_of(file):
    """What a file holds, as `key` names a field: prime and set."""
    folder, name = os.path.split(file)
    if folder in ("lanes", "quads"):
        return name[:-3], folder
    match = re.fullmatch(r"(\w+_[np])(?:_(s\w+))?\.rs", name)
    if not match or (match[2] is None) != (folder == ""):
        raise Refused("no name of a text")
    return match[1], match[2] or "words"


def key(field):
    """The same for a field of a certificate."""
    for kind in ("lanes", "quads"):
        if field.form.startswith(kind):
            return field.prime, kind
    if is_signed(field):
        match = re.match(r"signed (\d+)x(\d+), (\d+) addition", field.form)
        return field.prime, "s{}x{}a{}".format(*match.groups()) if match else ""
    return field.prime, "words"


def read(text, file, known=None):
    """What stands in a text, of the kind that its name says; functions of `known` as they are."""
    prime, kind = name_of(file)
    if kind == "words":
        return source.words(text, prime, known)
    if kind == "lanes":
        return source.lanes(text, prime, known)
    if kind == "quads":
        return source.quads(text, prime, known)
    return source.signed(text, prime, kind, known)


def of_text(field, text, known=None):
    """The field with the functions of the text that was read; those of `known`, by name and lines,
    as they are."""
    check_constants(field, text)
    advice = {function.name: function for function in field.functions}
    functions = []
    for function in text.functions:
        if function.name not in advice:
            raise Refused(f"{function.name} has no contract")
        made = known and known.get((function.name, function.lines))
        functions.append(made or advised(function, advice[function.name]))
    return field._replace(functions=functions)


def check_constants(field, text):
    """Constants and lengths of the text are those of the field."""
    stated = (text.limbs, text.limb_bits, text.modulus, text.bits)
    wanted = (field.limbs, field.limb_bits, field.modulus, field.modulus.bit_length())
    if stated != wanted:
        raise Refused("lengths or the modulus of the text are not those of the field")
    if text.one != field.radix % field.modulus:
        raise Refused("ONE is not the element one")
    if text.multiple != (2 if is_loose(field) else 1):
        raise Refused("MULTIPLE is not what elements are below")


def advised(text, advice):
    """A function that was read, with the limits and the advice of the one of a certificate."""
    if len(text.inputs) != len(advice.inputs):
        raise Refused(f"{text.name} has other inputs")
    steps = [
        Step(op, args, immediate, [None] * OPERATIONS[op].results)
        for op, args, immediate in text.steps
    ]
    inputs = [
        Input(one.name, words, one.limits) for words, one in zip(text.inputs, advice.inputs)
    ]
    hints = []
    for hint in advice.hints:
        words, stop = _found(text, advice, hint.words), _found(text, advice, hint.stop)
        if None not in words + stop:
            hints.append(Hint(words, stop, None))
    quotients = [one for one in _found(text, advice, advice.quotients) if one is not None]
    return advice._replace(
        inputs=inputs,
        output=Output(text.output, advice.output.limits, None),
        steps=steps,
        hints=hints,
        quotients=quotients,
    )


def _found(text, advice, values):
    """The values of the text for those of the certificate, or None."""
    return [_one(text, advice, value) for value in values]


def _one(text, advice, value):
    step, part = advice.steps[value[0]], value[1]
    if step.op == "input":
        group, limb = step.immediate
        return text.inputs[group][limb]
    if step.op == "const":
        return text.constants.get(step.immediate)
    names = [f"{letter}{value[0]}" for letter in "xy"]
    if names[part] in text.names:
        return text.names[names[part]]
    # A result that nothing reads has no name, but its step has.
    twin = text.names.get(names[1 - part])
    if twin is None or OPERATIONS[text.steps[twin[0]][0]].results < 2:
        return None
    return twin[0], 1 - twin[1]
