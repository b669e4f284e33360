"""What a certificate may promise: the representation, and the contract of each function.

A certificate that is free to choose what it proves proves nothing. The formula of each function is
written here once more, and its limits must be those of the representation: an *element* keeps the
representation's limits, and a sum of elements, nested `additions` deep, keeps limits `2**additions`
times as wide. Numbers below the modulus are the only elements of a form that is not signed.
"""

from math import gcd

from primes import KNOWN
from ranges import Refused, within

WORD_BITS = 64
SIGNED = "signed"

# For each function: how many inputs, and `factor * output = sum(coefficient * product of inputs)`
# modulo the modulus. R stands for the radix: an element x is held as x R.
WANTED = {
    "mul": (2, "R", [(1, (0, 1))]),
    "sqr": (1, "R", [(1, (0, 0))]),
    "add": (2, 1, [(1, (0,)), (1, (1,))]),
    "sub": (2, 1, [(1, (0,)), (-1, (1,))]),
    "neg": (1, 1, [(-1, (0,))]),
    "encode": (1, 1, [("R", (0,))]),
    "decode": (1, "R", [(1, (0,))]),
    # Other limbs of the same number.
    "carry": (1, 1, [(1, (0,))]),
}
# What a field has, elements being numbers below the modulus, or signed limbs.
PLAIN = ("mul", "sqr", "add", "sub", "neg", "encode", "decode")
LAZY = ("mul", "sqr", "add", "sub", "neg", "carry")


def is_signed(field):
    """True if elements have signed limbs and sums of them are reduced later."""
    return field.form.split()[0].rstrip(",") == SIGNED


def check_field(field):
    """The representation is sound, and no function is missing or stands twice."""
    known = KNOWN.get(field.prime)
    if known is not None and known != field.modulus:
        raise Refused(f"the modulus is not {field.prime}")
    if field.modulus < 3 or field.modulus % 2 == 0:
        raise Refused("the modulus is not an odd number above 2")
    if field.radix < 1 or gcd(field.radix, field.modulus) != 1:
        raise Refused("the radix has no inverse modulo the modulus")
    if field.word_bits != WORD_BITS:
        raise Refused(f"words of {field.word_bits} bits are not known")
    room = field.limb_bits * field.limbs
    if not room - field.limb_bits < field.modulus.bit_length() <= room:
        raise Refused(f"{field.limbs} limbs of {field.limb_bits} bits do not suit the modulus")
    if len(field.limits.limbs) != field.limbs:
        raise Refused(f"the representation has not {field.limbs} limbs")
    if is_signed(field):
        check_room(field)
    elif field.limits != canonical(field) or field.additions:
        raise Refused("an element is not a number below the modulus")
    names = sorted(function.name for function in field.functions)
    wanted = LAZY if is_signed(field) else PLAIN
    if names != sorted(wanted):
        raise Refused(f"the functions are {', '.join(names)}, not {', '.join(wanted)}")
    sides = [side for one in field.functions for side in (*one.inputs, one.output)]
    if max(depth(field, side.limits, "a function") for side in sides) != field.additions:
        raise Refused(f"no function takes or gives {field.additions} nested additions")


def check_room(field):
    """Every residue has an element: the limbs go round once, and the value as well."""
    half = 1 << (field.limb_bits - 1)
    low, high = field.limits.value
    round_ = all(within((-half, half - 1), pair) for pair in field.limits.limbs[:-1])
    if not round_ or high - low < field.modulus - 1 or not low <= 0 <= high:
        raise Refused("not every residue has an element within the limits")


def canonical(field):
    """The limits of a number below the modulus: limb by limb, and as a whole."""
    last, limb = field.modulus - 1, (1 << field.limb_bits) - 1
    most = [last >> (field.limb_bits * place) for place in range(field.limbs)]
    return type(field.limits)([(0, min(limb, high)) for high in most], (0, last))


def check_contract(field, function):
    """The contract is the one that the function and the representation call for.

    Gives the number of nested additions that its inputs may have behind them.
    """
    depths = [
        depth(field, one.limits, f"input {one.name}") for one in function.inputs
    ]
    reached = depth(field, function.output.limits, "the output")
    least = min(depths, default=0)
    if function.name in ("mul", "sqr", "carry") and reached:
        raise Refused("the output is not an element")
    # An output may be an input of the next call, unless the caller counts one more addition.
    if function.additions != max(0, reached - least):
        raise Refused("an output may not be an input again: the contract is not inductive")
    if function.additions > 1:
        raise Refused("more than one addition is left to the caller")
    check_formula(field, function)
    return least


def depth(field, limits, name):
    """How many nested additions the limits allow for."""
    for additions in range(field.additions + 1):
        scaled = [(low << additions, high << additions) for low, high in field.limits.limbs]
        low, high = field.limits.value
        if (limits.limbs, limits.value) == (scaled, (low << additions, high << additions)):
            return additions
    raise Refused(f"the limits of {name} are not those of an element of this representation")


def check_formula(field, function):
    """The formula is that of the function."""
    if function.name not in WANTED:
        raise Refused("no function of that name is known")
    inputs, factor, terms = WANTED[function.name]
    letters = {"R": field.radix}
    factor = letters.get(factor, factor)
    terms = sorted((places, letters.get(c, c)) for c, places in terms)
    formula = function.formula
    if len(function.inputs) != inputs or formula.modulus != field.modulus:
        raise Refused("the formula has other inputs or another modulus")
    stated = sorted((tuple(places), c) for c, places in formula.terms)
    if (formula.factor, stated) != (factor, terms):
        raise Refused("the formula is not the one of that function")
