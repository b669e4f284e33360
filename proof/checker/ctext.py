"""C texts of a prime, as `fieldgen print` writes them, read back to their steps and proven.

They lie nowhere in the tree: whoever prints one can have it proven here. Each function must keep
the limits of the certificate; what is cut to 32 bits must fit them, and limbs must as well. The
comment is not read. The helpers must be those whose digest stands here: what they do was read once,
and is what the forms say of their calls.
"""

import hashlib
import re
from collections import namedtuple

import texts
from contract import LAZY, check_field, is_loose, is_signed
from judge import INT32, judge_function
from ranges import Refused, within
from source import PARAMETERS, WORDS, Cursor, Function

NAME = "[a-z]+[0-9]+"
WORD = rf"({NAME}|[0-9]|UINT64_C\(0x[0-9a-f]{{16}}\))"
SIGNED = rf"({NAME}|[0-9]|INT64_C\(0x[0-9a-f]+\))"
FACTOR = rf"((?:\(int64_t\)\(int32_t\))?{NAME}|[0-9]|INT64_C\(0x[0-9a-f]+\))"
DISTANCE, SECOND = "(?P<distance>[0-9]+)", f"&(?P<second>{NAME}|unused|unused_signed)"

Dialect = namedtuple("Dialect", "word limb store digest forms")
DIALECTS = {
    "c64": Dialect(
        "uint64_t", "uint64_t", "",
        "1a21251e444aba66eab5ac5be84df81e56364a9b2874edd30011c929e855e423",
        {
            rf"{WORD} \+ {WORD}": "add",
            rf"{WORD} - {WORD}": "sub",
            rf"{WORD} \* {WORD}": "mul_low",
            rf"{WORD} & {WORD}": "and",
            rf"{WORD} << {DISTANCE}": "shl",
            rf"{WORD} >> {DISTANCE}": "shr",
            rf"field64_mul_wide\({WORD}, {WORD}, {SECOND}\)": "mul_wide",
            rf"field64_adc\({WORD}, {WORD}, {WORD}, {SECOND}\)": "adc",
            rf"field64_sbb\({WORD}, {WORD}, {WORD}, {SECOND}\)": "sbb",
            rf"field64_mask\({WORD}\)": "mask",
            rf"field64_select\({WORD}, {WORD}, {WORD}\)": "select",
        },
    ),
    "c32": Dialect(
        "int64_t", "int32_t", "(int32_t)",
        "f77c677e9eb0e1ed271cf4ac6666c89f262fb61433dc4f062cde336a55a4312a",
        {
            rf"{FACTOR} \* {FACTOR}": "mul_signed",
            rf"{SIGNED} \+ {SIGNED}": "add_signed",
            rf"{SIGNED} - {SIGNED}": "sub_signed",
            rf"{SIGNED} \* \(INT64_C\(1\) << {DISTANCE}\)": "shl_signed",
            rf"field32_split\({SIGNED}, {DISTANCE}, {SECOND}\)": "split_signed",
            rf"field32_carry\({SIGNED}, {DISTANCE}, {SECOND}\)": "carry_signed",
        },
    ),
}


def prove(text, language, fields, prime):
    """Proves a text of the prime; gives the number of its functions. Limits and advice are those of
    the field, which the text names by its set of limbs."""
    dialect, kind = DIALECTS[language], "words"
    if language == "c32":
        named = re.search(rf"^void {prime}_(s[0-9]+x[0-9]+a[0-9]+)_mul\(", text, re.MULTILINE)
        kind = named[1] if named else ""
    if (prime, kind) not in fields:
        raise Refused("no certificate has its limits")
    field = fields[prime, kind]
    if language == "c32" and (not is_signed(field) or field.additions):
        raise Refused("limbs of 32 bits are proven for sets without additions")
    check_field(field)
    names = LAZY[:6] if language == "c32" else WORDS + (("canonical",) if is_loose(field) else ())
    prefix = f"{field.prime}_{kind}" if language == "c32" else field.prime
    lines = Cursor(text)
    _head(lines, dialect, prefix, names, field.limbs)
    advice = {function.name: function for function in field.functions}
    for name in names:
        read, narrow = _function(lines, dialect, prefix, name, field.limbs)
        function = texts.advised(read, advice[name])
        ends = [one.limits for one in function.inputs] + [function.output.limits]
        limbs = [pair for limits in ends for pair in limits.limbs]
        if language == "c32" and not all(within(pair, INT32) for pair in limbs):
            raise Refused(f"{name}: limbs of more than 32 bits")
        judge_function(field, function, narrow)
    lines.expect("")
    if lines.taken != len(lines.lines):
        lines.refuse("text after the end")
    return len(names)


def _head(lines, dialect, prefix, names, limbs):
    """Comment, helpers, declarations."""
    if not lines.take().startswith("/* "):
        lines.refuse("no comment")
    while True:
        line = lines.take()
        if line == " */":
            break
        if not line.startswith(" *") or "*/" in line:
            lines.refuse("the comment ends early")
    lines.expect("", "#include <stdint.h>", "")
    helpers = []
    while not lines.peek().startswith("void "):
        helpers.append(lines.take())
    if hashlib.sha256("\n".join(helpers).encode()).hexdigest() != dialect.digest:
        lines.refuse("the helpers are not those that were read")
    lines.expect(*(f"{_signature(dialect, prefix, name, limbs)};" for name in names))


def _signature(dialect, prefix, name, limbs):
    inputs = "".join(f", const {dialect.limb} {one}[{limbs}]" for one in PARAMETERS[name].split())
    return f"void {prefix}_{name}({dialect.limb} out[{limbs}]{inputs})"


def _function(lines, dialect, prefix, name, limbs):
    """The function that comes next, and the values that it cuts to 32 bits."""
    lines.expect("", _signature(dialect, prefix, name, limbs), "{")
    body = _Body(lines, dialect)
    body.inputs = [
        [(body.push("input", [], (group, limb)), 0) for limb in range(limbs)]
        for group, _ in enumerate(PARAMETERS[name].split())
    ]
    body.groups = dict(zip(PARAMETERS[name].split(), body.inputs))
    while True:
        statement = lines.until(lambda line: line.endswith((";", "}")))
        if statement == "}":
            break
        body.follow(statement)
    if len(body.output) != limbs or body.declared:
        lines.refuse("words of the result are missing, or variables not written")
    read = Function(name, body.inputs, body.steps, body.output, body.names, body.constants, ())
    return read, body.narrow


class _Body:
    """The statements of a function, as far as they were read."""

    def __init__(self, lines, dialect):
        self.lines, self.dialect = lines, dialect
        self.steps, self.names, self.constants, self.output = [], {}, {}, []
        self.narrow, self.declared, self.unused = [], set(), None

    def push(self, op, args, immediate):
        self.steps.append((op, args, immediate))
        return len(self.steps) - 1

    def name(self, name, value):
        if not re.fullmatch(NAME, name) or name in self.names or name in self.declared:
            self.lines.refuse(f"{name!r} is no new name")
        self.names[name] = value

    def value(self, text):
        """What an operand is; a constant gets its step where it is first read."""
        if text.startswith("(int64_t)(int32_t)"):
            value = self.value(text[len("(int64_t)(int32_t)"):])
            self.narrow.append(value)
            return value
        if re.fullmatch(NAME, text):
            if text not in self.names:
                self.lines.refuse(f"{text!r} is not known here")
            return self.names[text]
        inner = re.fullmatch(r"U?INT64_C\((0x.*)\)", text)
        number = int(inner[1], 16) if inner else int(text)
        if number >> (63 if text.startswith("INT") else 64):
            self.lines.refuse("a constant that is no word")
        if number not in self.constants:
            self.constants[number] = (self.push("const", [], number), 0)
        return self.constants[number]

    def follow(self, statement):
        """One statement."""
        word = self.dialect.word
        stored = re.fullmatch(
            rf"out\[([0-9]+)\] = {re.escape(self.dialect.store)}({NAME}|[0-9]);", statement)
        if stored:
            if int(stored[1]) != len(self.output):
                self.lines.refuse("words of the result in another order")
            self.output.append(self.value(stored[2]))
            return
        # `out` may be one of the inputs: what was written must not be read.
        if self.output:
            self.lines.refuse("a statement after the first word of the result")
        declared = re.fullmatch(rf"{word} ([a-z0-9_, ]+);", statement)
        taken = re.fullmatch(rf"const {word} ({NAME} = [a-z]+\[.*);", statement)
        made = re.fullmatch(rf"(?:const {word} ({NAME}) = |\(void\))(.*);", statement)
        if declared:
            self.declare(declared[1].split(", "))
        elif taken:
            self.take(taken[1].split(", "))
        elif made:
            self.step(statement, made[1], made[2])
        else:
            self.lines.refuse(f"{statement!r} is of no known form")

    def declare(self, names):
        """Variables for second results."""
        for name in names:
            if name in ("unused", "unused_signed") and self.unused is None:
                self.unused = name
            elif re.fullmatch(NAME, name) and name not in self.declared | set(self.names):
                self.declared.add(name)
            else:
                self.lines.refuse(f"{name!r} is no new name")

    def take(self, items):
        """Words of inputs."""
        for item in items:
            found = re.fullmatch(rf"({NAME}) = ([a-z]+)\[([0-9]+)\]", item)
            group = found and self.groups.get(found[2])
            if not group or int(found[3]) >= len(group):
                self.lines.refuse(f"{item!r} is no word of an input")
            self.name(found[1], group[int(found[3])])

    def step(self, statement, name, right):
        """An operation; its first result is dropped if it has no name."""
        for pattern, op in self.dialect.forms.items():
            found = re.fullmatch(pattern, right)
            if found:
                break
        else:
            self.lines.refuse(f"{statement!r} is of no known form")
        groups = found.groupdict()
        apart = {found.re.groupindex[key] for key in groups}
        args = [text for place, text in enumerate(found.groups(), 1) if place not in apart]
        args = [self.value(text) for text in args]
        distance = groups.get("distance")
        if distance is not None and not 1 <= int(distance) <= 63:
            self.lines.refuse(f"a distance of {distance}")
        step = self.push(op, args, None if distance is None else int(distance))
        second = groups.get("second")
        if name:
            self.name(name, (step, 0))
        if second and second != self.unused:
            if second not in self.declared:
                self.lines.refuse(f"{second!r} is not declared")
            self.declared.remove(second)
            self.names[second] = (step, 1)
