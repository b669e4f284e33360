"""Reading a certificate: JSON text to objects whose shape is right.

Nothing here judges what a certificate says; a shape that is wrong is `Malformed`. Every key must be
there and no other, so that no field of a certificate goes unread.
"""

import json
import re
from collections import namedtuple

VERSION = 1

# The number of operands and results of each operation, and the key of its immediate.
Shape = namedtuple("Shape", "operands results immediate")
OPERATIONS = {
    "input": Shape(0, 1, "input"),
    "const": Shape(0, 1, "constant"),
    "mul_low": Shape(2, 1, None),
    "mul_wide": Shape(2, 2, None),
    "mac": Shape(4, 2, None),
    "madd52lo": Shape(3, 1, None),
    "madd52hi": Shape(3, 1, None),
    "add": Shape(2, 1, None),
    "sub": Shape(2, 1, None),
    "adc": Shape(3, 2, None),
    "sbb": Shape(3, 2, None),
    "and": Shape(2, 1, None),
    "shl": Shape(1, 1, "distance"),
    "shr": Shape(1, 1, "distance"),
    "mask": Shape(1, 1, None),
    "select": Shape(3, 1, None),
    "mul_signed": Shape(2, 1, None),
    "add_signed": Shape(2, 1, None),
    "sub_signed": Shape(2, 1, None),
    "shl_signed": Shape(1, 1, "distance"),
    "split_signed": Shape(1, 2, "distance"),
    "carry_signed": Shape(1, 2, "distance"),
}

# A value is the pair (step, result).
Step = namedtuple("Step", "op args immediate ranges")
Hint = namedtuple("Hint", "words stop range")
Limits = namedtuple("Limits", "limbs value")
Input = namedtuple("Input", "name words limits")
Output = namedtuple("Output", "words limits range")
Formula = namedtuple("Formula", "factor terms modulus")
Function = namedtuple(
    "Function", "name inputs output additions formula steps hints quotients"
)
Field = namedtuple(
    "Field", "prime form source modulus limbs limb_bits word_bits radix limits additions functions"
)


class Malformed(Exception):
    """The text is no certificate."""


def read(text):
    """The fields of the certificate in `text`."""
    try:
        document = json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from None
    top = _keys(document, "certificate", "format", "version", "fields")
    if top["format"] != "sealane-certificate":
        raise Malformed("the format is not sealane-certificate")
    if type(top["version"]) is not int or top["version"] != VERSION:
        raise Malformed(f"version {top['version']!r} is not {VERSION}")
    return [field(item) for item in _list(top["fields"], "fields")]


def field(item):
    """One field from its JSON object."""
    item = _keys(item, "field", "prime", "form", "source", "representation", "functions")
    held = _keys(
        item["representation"], "representation",
        "modulus", "limbs", "limb_bits", "word_bits", "radix", "limits", "additions",
    )
    return Field(
        prime=_text(item["prime"]),
        form=_text(item["form"]),
        source=_text(item["source"]),
        modulus=_number(held["modulus"]),
        limbs=_count(held["limbs"], 1, 64),
        limb_bits=_count(held["limb_bits"], 1, 64),
        word_bits=_count(held["word_bits"], 1, 64),
        radix=_number(held["radix"]),
        limits=_limits(held["limits"]),
        additions=_count(held["additions"], 0, 63),
        functions=[_function(one) for one in _list(item["functions"], "functions")],
    )


def _function(item):
    item = _keys(
        item, "function",
        "name", "inputs", "output", "additions", "formula", "steps", "hints", "quotients",
    )
    name = _text(item["name"])
    steps = []
    for number, step in enumerate(_list(item["steps"], "steps")):
        try:
            steps.append(_step(step, steps))
        except Malformed as error:
            raise Malformed(f"{name} step {number}: {error}") from None
    function = Function(
        name=name,
        inputs=[_input(one, steps) for one in _list(item["inputs"], "inputs")],
        output=_output(item["output"], steps),
        additions=_count(item["additions"], 0, 63),
        formula=_formula(item["formula"]),
        steps=steps,
        hints=[_hint(one, steps) for one in _list(item["hints"], "hints")],
        quotients=_values(item["quotients"], steps),
    )
    _match_inputs(function)
    for _, inputs in function.formula.terms:
        if any(number >= len(function.inputs) for number in inputs):
            raise Malformed(f"{name}: the formula names an input that is not there")
    return function


def _match_inputs(function):
    """Each word of each input is read by one step, the one that the input names."""
    named = {}
    for group, one in enumerate(function.inputs):
        if len(one.words) != len(one.limits.limbs):
            raise Malformed(f"{function.name}: an input has a limit for each word")
        for limb, value in enumerate(one.words):
            named[value] = (group, limb)
    read_by = {
        (number, 0): step.immediate
        for number, step in enumerate(function.steps) if step.op == "input"
    }
    if named != read_by or len(named) != sum(len(one.words) for one in function.inputs):
        raise Malformed(f"{function.name}: the words of the inputs and their steps differ")


def _step(item, earlier):
    op = item.get("op") if isinstance(item, dict) else None
    if not isinstance(op, str) or op not in OPERATIONS:
        raise Malformed(f"no operation {op!r}")
    shape = OPERATIONS[op]
    keys = ["op", "ranges"]
    keys += ["args"] if shape.operands else []
    keys += [shape.immediate] if shape.immediate else []
    item = _keys(item, op, *keys)
    args = _values(item["args"], earlier) if shape.operands else []
    if len(args) != shape.operands:
        raise Malformed(f"{op} takes {shape.operands} operands")
    ranges = [_range(one) for one in _list(item["ranges"], "ranges")]
    if len(ranges) != shape.results:
        raise Malformed(f"{op} has {shape.results} results")
    immediate = None
    if shape.immediate == "input":
        pair = _list(item["input"], "input")
        if len(pair) != 2:
            raise Malformed("an input word is a group and a limb")
        immediate = tuple(_count(one, 0, 1 << 16) for one in pair)
    elif shape.immediate == "constant":
        immediate = _number(item["constant"])
    elif shape.immediate == "distance":
        immediate = _count(item["distance"], 1, 63)
    return Step(op, args, immediate, ranges)


def _input(item, steps):
    item = _keys(item, "input", "name", "words", "limits")
    return Input(_text(item["name"]), _values(item["words"], steps), _limits(item["limits"]))


def _output(item, steps):
    item = _keys(item, "output", "words", "limits", "range")
    output = Output(
        _values(item["words"], steps), _limits(item["limits"]), _range(item["range"])
    )
    if len(output.words) != len(output.limits.limbs):
        raise Malformed("the output has a limit for each word")
    return output


def _hint(item, steps):
    item = _keys(item, "hint", "words", "stop", "range")
    return Hint(
        _values(item["words"], steps), _values(item["stop"], steps), _range(item["range"])
    )


def _formula(item):
    item = _keys(item, "formula", "factor", "terms", "modulus")
    terms = []
    for term in _list(item["terms"], "terms"):
        term = _keys(term, "term", "coefficient", "inputs")
        inputs = [_count(one, 0, 1 << 16) for one in _list(term["inputs"], "inputs")]
        terms.append((_number(term["coefficient"]), inputs))
    return Formula(_number(item["factor"]), terms, _number(item["modulus"]))


def _limits(item):
    item = _keys(item, "limits", "limbs", "value")
    limbs = [_range(one) for one in _list(item["limbs"], "limbs")]
    return Limits(limbs, _range(item["value"]))


def _values(items, steps):
    values = []
    for item in _list(items, "values"):
        match = re.fullmatch(r"(0|[1-9][0-9]*)\.([01])", item) if isinstance(item, str) else None
        if not match:
            raise Malformed(f"{item!r} is no value")
        step, part = int(match[1]), int(match[2])
        if step >= len(steps):
            raise Malformed(f"{item} is read before it is made")
        if part >= OPERATIONS[steps[step].op].results:
            raise Malformed(f"{item}: {steps[step].op} has one result")
        values.append((step, part))
    return values


def _range(item):
    pair = [_number(one) for one in _list(item, "range")]
    if len(pair) != 2 or pair[0] > pair[1]:
        raise Malformed(f"{item!r} is no range")
    return tuple(pair)


def _number(item):
    if not isinstance(item, str) or not re.fullmatch(r"-?0x[0-9a-f]{1,4096}", item):
        raise Malformed(f"{item!r} is no hexadecimal number")
    number = int(item, 16)
    if hex(number) != item:
        raise Malformed(f"{item!r} is not written as {hex(number)}")
    return number


def _count(item, least, most):
    if type(item) is not int or not least <= item <= most:
        raise Malformed(f"{item!r} is not a number from {least} to {most}")
    return item


def _text(item):
    if not isinstance(item, str) or not item or not item.isprintable():
        raise Malformed(f"{item!r} is no text")
    return item


def _list(item, name):
    if not isinstance(item, list):
        raise Malformed(f"{name} is no list")
    return item


def _keys(item, name, *keys):
    if not isinstance(item, dict):
        raise Malformed(f"{name} is no object")
    if set(item) != set(keys):
        odd = sorted(set(item) ^ set(keys))
        raise Malformed(f"{name} lacks or should not have {', '.join(odd)}")
    return item


def _unique(pairs):
    item = dict(pairs)
    if len(item) != len(pairs):
        raise Malformed("a key stands twice")
    return item
