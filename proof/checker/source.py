"""Reading generated Rust text: every function back to its steps, every constant to its number.

What is compiled is text. A line that is not of the forms that stand here is refused, and so is a
name that is given twice or not at all, a list of another length, a function that is missing or one
too many. Four kinds of text are known: over full words, over signed limbs, in lanes and in quads.
"""

import re
from collections import namedtuple

from ranges import Refused

# A function: its steps as (op, operands, immediate), the words of each input, those of the result,
# what each name stands for, and its lines.
Function = namedtuple("Function", "name inputs steps output names constants lines")
# A file. `multiple` is how many moduli elements are below.
Source = namedtuple("Source", "kind limbs limb_bits bits modulus one multiple functions")

NAME = "[a-z]+[0-9]+"
LITERAL = "[0-9]|0x[0-9a-f]+(?:_[0-9a-f]+)*"
VALUE = f"({NAME}|{LITERAL})"
# Where words with a sign and without are mixed, a name may be read as a word of the other kind.
CAST = f"({NAME}(?: as [iu]64)?|{LITERAL})"
DISTANCE = "(?P<distance>[0-9]+)"

PARAMETERS = {
    "mul": "a b", "sqr": "a", "mul_sub": "a b c d", "mul_sub_sqr2": "a b c", "add": "a b",
    "sub": "a b", "neg": "a", "carry": "a", "encode": "plain", "decode": "a", "canonical": "a",
}
WORDS = ("mul", "sqr", "add", "sub", "neg", "encode", "decode")
SIGNED = ("mul", "sqr", "add", "sub", "neg")
WAYS = ("encode", "decode")
LANES = (
    "mul", "sqr", "mul_sub", "mul_sub_sqr2", "add", "sub", "neg", "carry", "encode", "decode",
)
QUADS = ("carry", "mul", "sqr", "add", "sub", "decode")


def _call(name, operands):
    return rf"{name}\({', '.join([VALUE] * operands)}\)"


# For each kind of text: the right sides of statements, and what they do.
FORMS = {
    "words": {
        rf"{VALUE} \+ {VALUE}": "add",
        rf"{VALUE} - {VALUE}": "sub",
        rf"{VALUE} & {VALUE}": "and",
        rf"{VALUE} << {DISTANCE}": "shl",
        rf"{VALUE} >> {DISTANCE}": "shr",
        rf"{VALUE}\.wrapping_mul\({VALUE}\)": "mul_low",
        _call("adc", 3): "adc",
        _call("mac", 4): "mac",
        _call("mask", 1): "mask",
        _call("mul_wide", 2): "mul_wide",
        _call("sbb", 3): "sbb",
        _call("select", 3): "select",
    },
    "signed": {
        rf"{VALUE} \* {VALUE}": "mul_signed",
        rf"{VALUE} \+ {VALUE}": "add_signed",
        rf"{VALUE} - {VALUE}": "sub_signed",
        rf"{VALUE} << {DISTANCE}": "shl_signed",
        rf"split::<{DISTANCE}>\({VALUE}\)": "split_signed",
        rf"carry::<{DISTANCE}>\({VALUE}\)": "carry_signed",
        rf"({NAME})": "copy",
    },
    # The way from words to signed limbs, and back. What a sum does hangs on its operands.
    "ways": {
        rf"{CAST} \* {CAST}": "mul_signed",
        rf"{CAST} \+ {CAST}": "add_signed",
        rf"{CAST} - {CAST}": "sub_signed",
        rf"{CAST} & {CAST}": "and",
        rf"{CAST} << {DISTANCE}": "shl_signed",
        rf"{CAST} >> {DISTANCE}": "shr",
        rf"split::<{DISTANCE}>\({CAST}\)": "split_signed",
        rf"carry::<{DISTANCE}>\({CAST}\)": "carry_signed",
        rf"mask\({CAST}\)": "mask",
        rf"select\({CAST}, {CAST}, {CAST}\)": "select",
        rf"({NAME})": "copy",
    },
    "lanes": {
        rf"{VALUE}\.madd_low\({VALUE}, {VALUE}\)": "madd52lo",
        rf"{VALUE}\.madd_high\({VALUE}, {VALUE}\)": "madd52hi",
        rf"{VALUE} \+ {VALUE}": "add_signed",
        rf"{VALUE} - {VALUE}": "sub_signed",
        rf"{VALUE}\.shl::<{DISTANCE}>\(\)": "shl_signed",
        rf"{VALUE}\.split::<{DISTANCE}>\(\)": "split_signed",
        rf"({NAME})\.like\((?P<constant>{LITERAL})\)": "constant",
    },
}
FORMS = {
    kind: [(re.compile(pattern), op) for pattern, op in forms.items()]
    for kind, forms in FORMS.items()
}
PAIRS = ("adc", "mac", "mul_wide", "sbb", "split_signed", "carry_signed")
WITHOUT_SIGN = {"add_signed": "add", "shl_signed": "shl"}
# How limbs are taken from a parameter, and put into the result.
TAKEN = {
    "words": r"let \[(.*)\] = \*(\w+)",
    "signed": r"let \[(.*)\] = (\w+)\.map\(\|word\| word as i64\)",
    "lanes": r"let \[(.*)\] = \*(\w+)",
    "encode": r"let \[(.*)\] = \*(\w+)",
    "decode": r"let \[(.*)\] = (\w+)\.map\(\|word\| word as i64\)",
}
GIVEN = {
    "words": r"\[(.*)\]", "signed": r"\[(.*)\]\.map\(\|limb\| limb as u64\)", "lanes": r"\[(.*)\]",
    "encode": r"\[(.*)\]\.map\(\|limb\| limb as u64\)", "decode": r"\[(.*)\]",
}


class Cursor:
    """The lines of a text, one after the other.

    `known` has functions that were read before, by name and lines: they are not read again.
    """

    def __init__(self, text, known=None):
        self.lines = text.split("\n")
        self.taken = 0
        self.known = known or {}

    def refuse(self, why):
        raise Refused(f"line {self.taken}: {why}")

    def take(self):
        self.taken += 1
        if self.taken > len(self.lines):
            self.refuse("the text ends early")
        return self.lines[self.taken - 1]

    def peek(self):
        """The next line, which stays; empty after the end."""
        return self.lines[self.taken] if self.taken < len(self.lines) else ""

    def expect(self, *wanted):
        for line in wanted:
            found = self.take()
            if found != line:
                self.refuse(f"{found!r} is not {line!r}")

    def match(self, pattern):
        """The groups of the next line, which must be of a form."""
        line = self.take()
        found = re.fullmatch(pattern, line)
        if not found:
            self.refuse(f"{line!r} is of no known form")
        return found.groups()

    def comments(self, mark):
        while self.peek().startswith(mark):
            self.taken += 1

    def until(self, last):
        """The next lines as one, up to the one of which `last` is true."""
        parts = []
        while not parts or not last(parts[-1]):
            parts.append(self.take())
        return " ".join(part.strip() for part in parts)

    def number(self, before, limbs, bits):
        """A list of literals, one a line, as a number."""
        self.expect(before)
        number = 0
        for place in range(limbs):
            limb = literal(self.match(f"        ({LITERAL}),")[0])
            if limb >> bits:
                self.refuse(f"a limb of more than {bits} bits")
            number |= limb << (bits * place)
        self.expect("    ];")
        return number


def literal(text):
    """The number that a literal is."""
    return int(text.replace("_", ""), 16 if text.startswith("0x") else 10)


def is_literal(text):
    """True if an operand is no name."""
    return text[0].isdigit()


def words(text, prime, known=None):
    """The text over full words of the prime with that name."""
    lines, name = Cursor(text, known), type_name(prime)
    calls = ("adc", "mac", "mask", "mul_wide", "sbb", "select")
    used = _begin(lines, "crate::word", calls, name)
    limbs = int(lines.match(r"    type Limbs = \[u64; ([1-9][0-9]*)\];")[0])
    lines.expect('    #[cfg(feature = "narrow")]')
    lines.match(rf"    type Narrow = super::narrow::{name}S[0-9]+X[0-9]+A0;")
    lines.expect(
        '    #[cfg(not(feature = "narrow"))]',
        "    type Narrow = Self;",
        f"    type Lanes = super::lanes::{name};",
    )
    bits, modulus, one = _constants(lines, prime, limbs)
    multiple, functions = 1, WORDS
    if lines.lines[lines.taken] != "":
        multiple = int(lines.match("    const MULTIPLE: u64 = ([2-9]);")[0])
        functions = (*WORDS, "canonical")
    read = [_function(lines, "words", limbs, function) for function in functions]
    _end(lines)
    _called(lines, used, calls, read)
    return Source("words", limbs, 64, bits, modulus, one, multiple, read)


def signed(text, prime, tag, known=None):
    """The text over signed limbs; `tag` names the set, as `s29x9a0` does."""
    lines, name = Cursor(text, known), type_name(prime) + tag.upper()
    limb_bits, limbs, additions = map(int, re.fullmatch("s(\\d+)x(\\d+)a(\\d+)", tag).groups())
    calls, words_too = ("carry", "split"), "use crate::word::{mask, select};"
    used = _begin(lines, "crate::signed", calls, name, words_too)
    lines.expect(
        f"    type Limbs = [u64; {limbs}];",
        "    type Narrow = Self;",
        f"    type Lanes = crate::generated::lanes::{type_name(prime)};",
    )
    bits, modulus, one = _constants(lines, f"{prime}_{tag}", limbs)
    functions = (*SIGNED, "carry") if additions else SIGNED
    read = [_function(lines, "signed", limbs, function) for function in functions]
    read += [_function(lines, "ways", limbs, function) for function in WAYS]
    array = f"[u64; {limbs}]"
    lines.expect(
        "",
        "    #[inline(always)]",
        f"    fn canonical(a: &{array}) -> {array} {{",
        "        Self::decode(a)",
        "    }",
    )
    _end(lines)
    _called(lines, used, calls, read)
    return Source("signed", limbs, limb_bits, bits, modulus, one, 1, read)


def lanes(text, prime, known=None):
    """The text of a prime in lanes."""
    lines, name = Cursor(text, known), type_name(prime)
    lines.comments("//!")
    lines.expect("", "use crate::lanes::{Cell, LANES, Lanes, Word};", "")
    _structure(lines, name)
    lines.expect(f"impl Lanes for {name} {{")
    limbs = int(lines.match(r"    type Limbs<W: Word> = \[W; ([1-9][0-9]*)\];")[0])
    lines.expect(f"    type Cells = [Cell; {limbs}];")
    modulus = lines.number("    const MODULUS: &'static [u64] = &[", limbs, 52)
    one = lines.number("    const ONE: &'static [u64] = &[", limbs, 52)
    lines.expect(f"    const EMPTY: [Cell; {limbs}] = [Cell([0; LANES]); {limbs}];")
    lines.match("    const CALLED: bool = (true|false);")
    lines.expect(
        "",
        "    #[inline(always)]",
        f"    fn spread<W: Word>(word: W) -> [W; {limbs}] {{",
        f"        [word; {limbs}]",
        "    }",
    )
    read = [_function(lines, "lanes", limbs, function) for function in LANES]
    _end(lines)
    return Source("lanes", limbs, 52, modulus.bit_length(), modulus, one, 1, read)


def quads(text, prime, known=None):
    """The text of a prime in quads."""
    lines, name = Cursor(text, known), type_name(prime)
    lines.comments("//!")
    lines.expect("", "use crate::lanes::Word;", "use crate::quads::Quads;", "")
    _structure(lines, name)
    lines.expect(f"impl Quads for {name} {{")
    limbs = int(lines.match(r"    type Limbs<W: Word> = \[W; ([1-9][0-9]*)\];")[0])
    bits = int(lines.match(r"    const BITS: usize = ([1-9][0-9]?);")[0])
    modulus = lines.number("    const MODULUS: &'static [u64] = &[", limbs, bits)
    squared = lines.number("    const RADIX_SQUARED: &'static [u64] = &[", limbs, bits)
    # The radix is one, or a unit above the limbs.
    radix = 1 if squared == 1 else 1 << (bits * limbs)
    if squared != radix * radix % modulus:
        raise Refused("RADIX_SQUARED is not that of a radix")
    lines.expect(
        "",
        "    #[inline(always)]",
        f"    fn spread<W: Word>(word: W) -> [W; {limbs}] {{",
        f"        [word; {limbs}]",
        "    }",
    )
    # One is written nowhere.
    read = [_function(lines, "lanes", limbs, function) for function in QUADS]
    _end(lines)
    return Source("quads", limbs, bits, modulus.bit_length(), modulus, radix % modulus, 1, read)


def type_name(prime):
    """`P256P` for `p256_p`."""
    return "".join(part[0].upper() + part[1:] for part in prime.split("_"))


def _begin(lines, module, known, name, *more):
    lines.comments("//!")
    lines.expect("", "use crate::prime::Prime;")
    used = lines.match(f"use {module}::{{([a-z_, ]+)}};")[0].split(", ")
    if not set(used) <= set(known):
        lines.refuse(f"{', '.join(used)} are not imported")
    lines.expect(*more, "")
    _structure(lines, name)
    lines.expect(f"impl Prime for {name} {{")
    return used


def _called(lines, used, known, functions):
    """What is imported is what is called, in the order of names."""
    ops = {op.replace("_signed", "") for one in functions for op, _, _ in one.steps}
    if used != [name for name in known if name in ops]:
        lines.refuse(f"{', '.join(used)} are not what is called")


def _structure(lines, name):
    lines.comments("///")
    lines.expect(
        "#[derive(Clone, Copy, PartialEq, Eq, Debug)]",
        f"pub struct {name};",
        "",
        "#[rustfmt::skip]",
    )


def _constants(lines, name, limbs):
    lines.expect(f"    const NAME: &'static str = \"{name}\";")
    bits = int(lines.match("    const BITS: usize = ([1-9][0-9]*);")[0])
    modulus = lines.number(f"    const MODULUS: [u64; {limbs}] = [", limbs, 64)
    one = lines.number(f"    const ONE: [u64; {limbs}] = [", limbs, 64)
    return bits, modulus, one


def _end(lines):
    lines.expect("}", "")
    if lines.taken != len(lines.lines):
        lines.refuse("text after the end")


def _items(text):
    """What stands between commas; the last may have one after it."""
    text = text.strip()
    return [item.strip() for item in text[: -1 if text.endswith(",") else None].split(",")]


def _function(lines, kind, limbs, name):
    """The function that comes next, which must be the one called `name`."""
    start = lines.taken
    if lines.known and "    }" in lines.lines[start:]:
        end = lines.lines.index("    }", start) + 1
        known = lines.known.get((name, tuple(lines.lines[start:end])))
        if known:
            lines.taken = end
            return known
    lines.expect("")
    lines.match(r"    #\[inline\((always|never)\)\]")
    word, generic = ("W", "<W: Word>") if kind == "lanes" else ("u64", "")
    array = f"[{word}; {limbs}]"
    head = lines.until(lambda line: line.endswith("{"))
    parameters = PARAMETERS[name].split()
    before, after = f"fn {name}{generic}(", f") -> {array} {{"
    inner = head[len(before): -len(after)]
    wanted = [f"{one}: &{array}" for one in parameters]
    if head != before + inner + after or _items(inner) != wanted:
        lines.refuse(f"{head!r} is not the head of {name}")
    body = _Body(lines, kind, name)
    inputs = [body.take(one, group, limbs) for group, one in enumerate(parameters)]
    while True:
        statement = lines.until(lambda line: line.endswith((";", "]", ")")))
        if not statement.startswith("let "):
            break
        body.follow(statement)
    output = body.give(statement, limbs)
    lines.expect("    }")
    own = tuple(lines.lines[start: lines.taken])
    return Function(name, inputs, body.steps, output, body.names, body.constants, own)


class _Body:
    """The statements of a function, as far as they were read."""

    def __init__(self, lines, kind, function):
        self.lines, self.kind = lines, kind
        # Where words are mixed, each function has its own way of taking and giving them.
        self.form = function if kind == "ways" else kind
        self.signs = {}
        self.steps, self.names, self.constants = [], {}, {}

    def push(self, op, args, immediate):
        self.steps.append((op, args, immediate))
        return len(self.steps) - 1

    def name(self, name, value):
        if not re.fullmatch(NAME, name) or name in self.names:
            self.lines.refuse(f"{name!r} is no new name")
        self.names[name] = value

    def value(self, text):
        """What an operand is: a constant gets its step where it is first read."""
        if text and is_literal(text):
            return self.constant(literal(text))
        if text not in self.names:
            self.lines.refuse(f"{text!r} is not known here")
        return self.names[text]

    def constant(self, number):
        if number >> (63 if self.kind in ("signed", "ways") else 64):
            self.lines.refuse("a constant that is no word")
        if number not in self.constants:
            self.constants[number] = (self.push("const", [], number), 0)
        return self.constants[number]

    def take(self, parameter, group, limbs):
        """The words of a parameter."""
        statement = self.lines.until(lambda line: line.endswith(";"))
        found = re.fullmatch(TAKEN[self.form] + ";", statement)
        if not found or found[2] != parameter:
            self.lines.refuse(f"{statement!r} does not take {parameter}")
        names = _items(found[1])
        if len(names) != limbs:
            self.lines.refuse(f"{len(names)} words of {limbs}")
        values = [(self.push("input", [], (group, limb)), 0) for limb in range(limbs)]
        for name, value in zip(names, values):
            self.signs[value] = self.form != "encode"
            # Words above a number are not read.
            if name != "_" or self.form != "encode":
                self.name(name, value)
        return values

    def give(self, statement, limbs):
        """The words of the result."""
        found = re.fullmatch(GIVEN[self.form], statement)
        if not found:
            self.lines.refuse(f"{statement!r} is no result")
        values = [self.value(name) for name in _items(found[1])]
        if len(values) != limbs:
            self.lines.refuse(f"{len(values)} words of {limbs}")
        return values

    def follow(self, statement):
        """One statement."""
        pair = r"\(([a-z0-9_]+), ([a-z0-9_]+)\)"
        found = re.fullmatch(f"let (?:([a-z0-9]+)|{pair}) = (.*);", statement)
        forms = FORMS[self.kind] if found else []
        for pattern, op in forms:
            right = pattern.fullmatch(found[4])
            if right:
                break
        else:
            self.lines.refuse(f"{statement!r} is of no known form")
        alone, first, second, _ = found.groups()
        if (alone is None) != (op in PAIRS) or first == second == "_":
            self.lines.refuse(f"{statement!r} names the wrong number of results")
        groups = right.groupdict()
        apart = {pattern.groupindex[name] for name in groups}
        args = [text for place, text in enumerate(right.groups(), 1) if place not in apart]
        if self.kind == "ways":
            op, args = self.typed(statement, op, args)
        args = [self.value(text) for text in args]
        if op == "copy":
            self.name(alone, args[0])
            return
        if op == "constant":
            self.name(alone, self.constant(literal(groups["constant"])))
            return
        distance = groups.get("distance")
        if distance is not None and not 1 <= int(distance) <= 63:
            self.lines.refuse(f"a distance of {distance}")
        step = self.push(op, args, None if distance is None else int(distance))
        for part in range(2):
            self.signs[step, part] = op.endswith("_signed")
        targets = [alone] if alone else [first, second]
        for part, target in enumerate(targets):
            if target != "_":
                self.name(target, (step, part))

    def typed(self, statement, op, args):
        """What an operation does to words with a sign, or without, as all its operands are, and the
        operands by name. That a word is the same number in both is for the proof."""
        names, signs = [], set()
        for text in args:
            name, _, cast = text.partition(" as ")
            names.append(name)
            if not is_literal(name):
                own = self.signs[self.value(name)]
                signs.add(own if not cast else cast == "i64")
                if cast and own == (cast == "i64"):
                    self.lines.refuse(f"{text!r} is of that kind already")
        if op == "copy":
            return op, names
        if signs == {False}:
            op = WITHOUT_SIGN.get(op, op)
        if signs != {op.endswith("_signed")}:
            self.lines.refuse(f"{statement!r} mixes words of two kinds")
        return op, names
