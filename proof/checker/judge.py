"""Judging a certificate: is everything that it states shown?"""

from collections import namedtuple
from math import log2

from contract import check_contract
from operations import ANY_WORD, SIGNED_WORD, WORD_BITS
from polynomial import Polynomial, weighted
from ranges import Refused, show, total, within
from walk import Walk

# What was shown about one function. `margin` is in bits, at the step `tightest`; `depth` is how
# many nested additions its inputs may have behind them.
Verdict = namedtuple("Verdict", "name steps branches margin tightest coefficients depth")

# What a value may be that is cut to 32 bits.
INT32 = (-1 << 31, (1 << 31) - 1)
# The ranges that operands must keep, by operation: operand number to range.
BIT = (0, 1)
FACTOR_52 = (0, (1 << 52) - 1)
NARROW = {
    "adc": {2: BIT},
    "sbb": {2: BIT},
    "mask": {0: BIT},
    "madd52lo": {1: FACTOR_52, 2: FACTOR_52},
    "madd52hi": {1: FACTOR_52, 2: FACTOR_52},
}
# Operations whose result is neither split nor cut, so that it must fit by its size.
EXACT = (
    "add", "sub", "madd52lo", "madd52hi", "mul_signed", "add_signed", "sub_signed", "shl_signed",
)


def judge_function(field, function, narrow=()):
    """The verdict on one function, or a refusal; values in `narrow` must fit 32 bits besides."""
    try:
        depth = check_contract(field, function)
        # A text claims nothing: there the output has no range.
        if function.output.range is not None:
            check_claims(function)
        return _judge(field, function, narrow)._replace(depth=depth)
    except Refused as refusal:
        raise Refused(f"{function.name}: {refusal}") from None


def check_claims(function):
    """The claimed ranges, if true, keep every word, every operand and the output."""
    claimed = {}
    for number, step in enumerate(function.steps):
        for part, pair in enumerate(step.ranges):
            claimed[(number, part)] = pair
    _check_fit(function, claimed.__getitem__, "claimed to be")
    if not within(function.output.range, function.output.limits.value):
        raise Refused(f"the output is claimed to be {show(function.output.range)}")


def _check_fit(function, range_of, how):
    """Every result fits its word, every operand its width, every output limb its limit."""
    for number, step in enumerate(function.steps):
        place = f"step {number} ({step.op})"
        if step.op == "const" and not within((step.immediate,) * 2, ANY_WORD):
            raise Refused(f"{place}: the constant is no word")
        for part in range(len(step.ranges)):
            pair = range_of((number, part))
            if not any(within(pair, word) for word in _words(step)):
                raise Refused(f"{place}: result {part} is {how} {_too_wide(step, pair)}")
        for operand, arg in enumerate(step.args):
            _check_operand(step, operand, range_of(arg), f"{place}: operand {operand} is {how}")
    for limb, value in enumerate(function.output.words):
        pair, limit = range_of(value), function.output.limits.limbs[limb]
        if not within(pair, limit):
            raise Refused(f"output limb {limb} is {how} {show(pair)}, not within {show(limit)}")


def _check_operand(step, operand, pair, what):
    """The operand is a word as the step reads it, and within what the operation takes."""
    limit = NARROW.get(step.op, {}).get(operand, _words(step)[0])
    if not within(pair, limit):
        raise Refused(f"{what} {show(pair)}, not within {show(limit)}")
    if step.op == "carry_signed":
        half = 1 << (step.immediate - 1)
        on_the_way = total(pair, (-half, half))
        if not within(on_the_way, SIGNED_WORD):
            raise Refused(f"{what} with half a place {_too_wide(step, on_the_way)}")


def _is_signed(step):
    return step.op.endswith("_signed")


def _words(step):
    """The words that a step can write; it reads the first kind."""
    if step.op == "input":
        return ANY_WORD, SIGNED_WORD
    return (SIGNED_WORD if _is_signed(step) else ANY_WORD,)


def _too_wide(step, pair):
    """A range that does not fit, and how many bits it would need."""
    bits = max((-pair[0] - 1).bit_length() if pair[0] < 0 else 0, pair[1].bit_length())
    signed = _is_signed(step) or pair[0] < 0
    kind = "signed " if signed else ""
    return f"{show(pair)}, {bits + signed} bits of a {kind}word of 64"


def _judge(field, function, narrow):
    walk = Walk(field, function)
    hulls, sums = {}, {}
    branches = coefficients = 0
    for state in walk.branches():
        branches += 1

        def range_of(value, state=state):
            return walk.range_of(state, value)

        _check_fit(function, range_of, "only shown to be")
        for value in narrow:
            if not within(range_of(value), INT32):
                found = show(range_of(value))
                raise Refused(f"step {value[0]} is cut to 32 bits and may be {found}")
        output = state.sums["output"]
        if not within(output, function.output.limits.value):
            raise Refused(f"the output is only shown to be {show(output)}")
        coefficients += check_identity(walk, state)
        for value in state.near:
            _widen(hulls, value, range_of(value))
        for name, pair in state.sums.items():
            _widen(sums, name, pair)
    if not branches:
        raise Refused("no input is within the limits")
    if function.output.range is not None:
        compare_claims(function, hulls, sums)
    margin, tightest = find_margin(function, hulls)
    steps = sum(1 for step in function.steps if step.args)
    return Verdict(function.name, steps, branches, margin, tightest, coefficients, 0)


def _widen(hulls, key, pair):
    old = hulls.get(key, pair)
    hulls[key] = min(old[0], pair[0]), max(old[1], pair[1])


def check_identity(walk, state):
    """`factor * output` is the formula modulo the modulus; gives the number of coefficients.

    The difference is a polynomial over a power of two, and the modulus is odd: if it divides every
    coefficient it divides the difference, whatever the unknowns are.
    """
    function, formula = walk.function, walk.function.formula
    inputs = [
        weighted([Polynomial.unknown(walk.unknown(value)) for value in one.words], walk.input_bits)
        for one in function.inputs
    ]
    rest = weighted([state.full[value] for value in function.output.words], walk.output_bits)
    rest = rest.scaled(formula.factor)
    for coefficient, places in formula.terms:
        product = Polynomial.constant(1)
        for place in places:
            product = product.times(inputs[place])
        rest = rest.plus(product, -coefficient)
    rest = walk.bounds(state).pinned(rest)
    wrong = [m for m, c in rest.terms.items() if c % formula.modulus]
    if wrong:
        what = ", ".join(walk.describe(monomial) for monomial in sorted(wrong)[:3])
        raise Refused(
            f"the output is not the formula modulo the modulus: {len(wrong)} coefficients are not "
            f"divisible by it, the first at {what}"
        )
    return len(rest.terms)


def compare_claims(function, hulls, sums):
    """Every claimed range holds the range that was shown."""
    for number, step in enumerate(function.steps):
        for part, pair in enumerate(step.ranges):
            shown = hulls[(number, part)]
            if not within(shown, pair):
                raise Refused(
                    f"step {number} ({step.op}): result {part} is claimed to be {show(pair)} but "
                    f"only shown to be {show(shown)}"
                )
    stated = [(f"hint {number}", number, hint.range) for number, hint in enumerate(function.hints)]
    for name, key, pair in [*stated, ("the output", "output", function.output.range)]:
        if not within(sums[key], pair):
            raise Refused(
                f"{name} is claimed to be {show(pair)} but only shown to be {show(sums[key])}"
            )


def find_margin(function, hulls):
    """Free bits of the tightest result that is not split, and its step."""
    found = []
    for number, step in enumerate(function.steps):
        if step.op in EXACT:
            pair = hulls[(number, 0)]
        elif step.op == "carry_signed":
            half = 1 << (step.immediate - 1)
            pair = total(hulls[step.args[0]], (-half, half))
        else:
            continue
        # Two's complement has one number more below zero than above.
        most = max(pair[1] + 1, -pair[0]) if _is_signed(step) else pair[1] + 1
        found.append((WORD_BITS - _is_signed(step) - log2(most), number))
    return min(found, default=(None, None))
