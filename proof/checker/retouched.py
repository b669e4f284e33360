"""Small changes of a generated text, one line at a time, for the tests of the checker."""

import re

TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|0x[0-9a-f_]+|[0-9]+|<<|>>|.")
NAME = re.compile(r"[a-z]+[0-9]+")
NUMBER = re.compile(r"0x[0-9a-f_]+|[0-9]+")
GROUPS = (
    ("+", "-", "*", "&"), ("<<", ">>"), ("adc", "sbb", "select"), ("madd_low", "madd_high"),
    ("carry", "split"), ("always", "sometimes"), ("true", "maybe"), ("false", "maybe"),
)
# Calls and signs of which operands may be exchanged without another result.
ALIKE = ("adc", "mul_wide", "wrapping_mul", "&", "*", "+")


def says_something(line):
    """False for comments and empty lines, which nobody reads."""
    return bool(line.strip()) and not line.lstrip().startswith("//")


def changes(lines, at):
    """All changes of the line `at`: (what was done, the text)."""
    line = lines[at]
    yield "left out", _text(lines, at, [])
    yield "doubled", _text(lines, at, [line, line])
    if at + 1 < len(lines) and lines[at + 1] != line:
        swapped = [*lines[:at], lines[at + 1], line, *lines[at + 2:]]
        yield "exchanged with the next", "\n".join(swapped)
    tokens = TOKEN.findall(line)
    for place, token in enumerate(tokens):
        for new in sorted(_others(lines, at, token)):
            changed = "".join([*tokens[:place], new, *tokens[place + 1:]])
            yield f"{token} becomes {new}", _text(lines, at, [changed])
    for first, second in _exchanges(tokens):
        changed = list(tokens)
        changed[first], changed[second] = changed[second], changed[first]
        what = f"{tokens[first]} and {tokens[second]} exchanged"
        yield what, _text(lines, at, ["".join(changed)])


def _text(lines, at, new):
    return "\n".join([*lines[:at], *new, *lines[at + 1:]])


def _others(lines, at, token):
    """What may stand in place of a token."""
    if NAME.fullmatch(token):
        before = TOKEN.findall(lines[at - 1]) if at else []
        found = {name for name in before if NAME.fullmatch(name)}
        letters, digits = re.fullmatch("([a-z]+)([0-9]+)", token).groups()
        found.add(f"{letters}{max(0, int(digits) - 1)}")
        found.add(f"{'y' if letters == 'x' else 'x'}{digits}")
        return found - {token}
    if NUMBER.fullmatch(token):
        is_hexadecimal = token.startswith("0x")
        number = int(token.replace("_", ""), 16 if is_hexadecimal else 10)
        near = {number + 1, number - 1, number ^ (1 << (at * 7 % (60 if is_hexadecimal else 3)))}
        return {hex(one) if is_hexadecimal else str(one) for one in near if one >= 0}
    for group in GROUPS:
        if token in group:
            return set(group) - {token}
    return {token + "_"} if token.isidentifier() and token != "_" else set()


def _exchanges(tokens):
    """Pairs of results, and pairs of operands whose order means something."""
    middle = tokens.index("=") if "=" in tokens else 0
    places = [at for at, token in enumerate(tokens) if NAME.fullmatch(token)
              or NUMBER.fullmatch(token)]
    results = [at for at in places if at < middle]
    operands = [at for at in places if at > middle]
    if len(results) == 2:
        yield results
    if any(one in tokens for one in ALIKE):
        return
    first = 1 if "madd_low" in tokens or "madd_high" in tokens else len(operands)
    for one in range(len(operands)):
        for other in range(one + 1, len(operands)):
            if one < first and tokens[operands[one]] != tokens[operands[other]]:
                yield operands[one], operands[other]
