"""Judging a certificate: is everything that it states shown?"""

from collections import namedtuple
from math import gcd, log2

from operations import ANY_WORD
from polynomial import Polynomial, weighted
from primes import KNOWN
from ranges import Refused, show, within
from walk import Walk

# What was shown about one function. `margin` is in bits, at the step `tightest`.
Verdict = namedtuple("Verdict", "name steps branches margin tightest coefficients")

# For each function: inputs, and `factor * output = sum(coefficient * product of inputs)` where the
# letter R stands for the radix. It is written here once more so that a certificate cannot choose
# what it proves.
WANTED = {
    "mul": (2, "R", [(1, (0, 1))]),
    "sqr": (1, "R", [(1, (0, 0))]),
    "add": (2, 1, [(1, (0,)), (1, (1,))]),
    "sub": (2, 1, [(1, (0,)), (-1, (1,))]),
    "neg": (1, 1, [(-1, (0,))]),
    "encode": (1, 1, [("R", (0,))]),
    "decode": (1, "R", [(1, (0,))]),
}

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
EXACT = ("add", "sub", "madd52lo", "madd52hi")


def check_field(field):
    """The representation is sound and no function is missing."""
    check_representation(field)
    names = [function.name for function in field.functions]
    if sorted(names) != sorted(WANTED):
        raise Refused(f"the functions are {', '.join(names)}, not {', '.join(WANTED)}")


def check_representation(field):
    """The modulus is the prime of that name, and the limbs can hold its elements."""
    known = KNOWN.get(field.prime)
    if known is not None and known != field.modulus:
        raise Refused(f"the modulus is not {field.prime}")
    if field.modulus < 3 or field.modulus % 2 == 0:
        raise Refused("the modulus is not an odd number above 2")
    if gcd(field.radix, field.modulus) != 1 or field.radix < 1:
        raise Refused("the radix has no inverse modulo the modulus")
    if field.word != ANY_WORD:
        raise Refused(f"words of {show(field.word)} are not 64 bits")
    room = field.limb_bits * field.limbs
    if not room - field.limb_bits < field.modulus.bit_length() <= room:
        raise Refused(f"{field.limbs} limbs of {field.limb_bits} bits do not suit the modulus")


def judge_function(field, function):
    """The verdict on one function, or a refusal."""
    try:
        check_contract(field, function)
        check_claims(field, function)
        return _judge(field, function)
    except Refused as refusal:
        raise Refused(f"{function.name}: {refusal}") from None


def canonical(field):
    """The limits of a number below the modulus: limb by limb, and as a whole."""
    last = field.modulus - 1
    most = [last >> (field.limb_bits * place) for place in range(field.limbs)]
    limb = (1 << field.limb_bits) - 1
    return [(0, min(limb, high)) for high in most], (0, last)


def check_contract(field, function):
    """The contract is the one that the function and the representation call for."""
    limits = canonical(field)
    names = [(f"input {one.name}", one.limits) for one in function.inputs]
    for name, stated in [*names, ("the output", function.output.limits)]:
        if tuple(stated) != limits:
            raise Refused(f"the limits of {name} are not those of a number below the modulus")
    for name, stated in names:
        # The same comparison says so today; this is the reason for it.
        if not _inside(function.output.limits, stated):
            raise Refused(f"an output may not be {name} again: the contract is not inductive")
    if function.name not in WANTED:
        raise Refused("no function of that name is known")
    inputs, factor, terms = WANTED[function.name]
    with_radix = {"R": field.radix}
    factor = with_radix.get(factor, factor)
    terms = sorted((tuple(places), with_radix.get(c, c)) for c, places in terms)
    formula = function.formula
    if len(function.inputs) != inputs or formula.modulus != field.modulus:
        raise Refused("the formula has other inputs or another modulus")
    stated = sorted((tuple(places), c) for c, places in formula.terms)
    if (formula.factor, stated) != (factor, terms):
        raise Refused("the formula is not the one of that function")


def _inside(inner, outer):
    limbs = zip(inner.limbs, outer.limbs)
    return (
        len(inner.limbs) == len(outer.limbs)
        and all(within(one, other) for one, other in limbs)
        and within(inner.value, outer.value)
    )


def check_claims(field, function):
    """The claimed ranges, if true, keep every word, every operand and the output."""
    claimed = {}
    for number, step in enumerate(function.steps):
        for part, pair in enumerate(step.ranges):
            claimed[(number, part)] = pair
    _check_fit(field, function, claimed.__getitem__, "claimed to be")
    if not within(function.output.range, function.output.limits.value):
        raise Refused(f"the output is claimed to be {show(function.output.range)}")


def _check_fit(field, function, range_of, how):
    """Every result fits its word, every operand its width, every output limb its limit."""
    for number, step in enumerate(function.steps):
        place = f"step {number} ({step.op})"
        if step.op == "const" and not 0 <= step.immediate <= ANY_WORD[1]:
            raise Refused(f"{place}: the constant is no word")
        for part in range(len(step.ranges)):
            pair = range_of((number, part))
            if not within(pair, field.word):
                bits = max(abs(pair[0]).bit_length(), pair[1].bit_length())
                raise Refused(
                    f"{place}: result {part} is {how} {show(pair)}, {bits} bits of a word of 64"
                )
        for operand, limit in NARROW.get(step.op, {}).items():
            pair = range_of(step.args[operand])
            if not within(pair, limit):
                raise Refused(
                    f"{place}: operand {operand} is {how} {show(pair)}, not within {show(limit)}"
                )
    for limb, value in enumerate(function.output.words):
        pair, limit = range_of(value), function.output.limits.limbs[limb]
        if not within(pair, limit):
            raise Refused(f"output limb {limb} is {how} {show(pair)}, not within {show(limit)}")


def _judge(field, function):
    walk = Walk(field, function)
    hulls, sums = {}, {}
    branches = coefficients = 0
    for state in walk.branches():
        branches += 1

        def range_of(value, state=state):
            return walk.range_of(state, value)

        _check_fit(field, function, range_of, "only shown to be")
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
    compare_claims(function, hulls, sums)
    margin, tightest = find_margin(function, hulls)
    steps = sum(1 for step in function.steps if step.args)
    return Verdict(function.name, steps, branches, margin, tightest, coefficients)


def _widen(hulls, key, pair):
    old = hulls.get(key, pair)
    hulls[key] = min(old[0], pair[0]), max(old[1], pair[1])


def check_identity(walk, state):
    """`factor * output` is the formula modulo the modulus; gives the number of coefficients.

    The difference is a polynomial over a power of two, and the modulus is odd: if it divides every
    coefficient it divides the difference, whatever the unknowns are.
    """
    function, formula = walk.function, walk.function.formula
    bits = walk.bits
    inputs = [
        weighted([Polynomial.unknown(walk.unknown(value)) for value in one.words], bits)
        for one in function.inputs
    ]
    rest = weighted([state.full[value] for value in function.output.words], bits)
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
            most = hulls[(number, 0)][1]
            found.append((64 - log2(most + 1), number))
    return min(found, default=(None, None))
