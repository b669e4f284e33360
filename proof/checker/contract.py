"""What a certificate may promise: the representation, and the contract of each function.

A certificate that is free to choose what it proves proves nothing. The formula of each function is
written here once more, and its limits must be those of the representation: an *element* keeps the
representation's limits, and a sum of elements, nested `additions` deep, keeps limits `2**additions`
times as wide. Elements of a form that is not signed are the numbers below the modulus, or below
twice the modulus: then a function is there that gives the number below the modulus. In lanes an
element is a number below some bound in limbs from 0 to `2**52 - 1`, and a sum of `2**additions` of
them has their limits on both sides of zero. In quads limbs reach a little above a power of two; a
product is as large as 256 elements, sums as large as three products make one as large as six, and
`carry` makes an element of that.
"""

from math import gcd

from primes import KNOWN
from ranges import Refused, within

WORD_BITS = 64
SIGNED, LANES, QUADS = "signed", "lanes", "quads"

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
    "mul_sub": (4, "R", [(1, (0, 1)), (-1, (2, 3))]),
    "mul_sub_sqr2": (3, "R", [(1, (0, 1)), (-2, (2, 2))]),
    # Other limbs of the same number, and the least number of the same residue.
    "carry": (1, 1, [(1, (0,))]),
    "canonical": (1, 1, [(1, (0,))]),
}
# Functions that take, and that give, a number below the modulus whatever an element is.
TAKES_LEAST = ("encode",)
GIVES_LEAST = ("encode", "decode", "canonical")
# What a field has, elements being numbers below the modulus or twice that, or signed limbs.
PLAIN = ("mul", "sqr", "add", "sub", "neg", "encode", "decode")
LOOSE = (*PLAIN, "canonical")
LAZY = ("mul", "sqr", "add", "sub", "neg", "carry", "encode", "decode")
EIGHT = (*PLAIN, "mul_sub", "mul_sub_sqr2", "carry")
FOUR = ("carry", "mul", "sqr", "add", "sub", "decode")
# In quads: how many elements the inputs and the output of a function may be as large as.
QUAD_PRODUCT = 256
QUAD_SIZES = {
    "carry": (6 * QUAD_PRODUCT, 1),
    "mul": (1, QUAD_PRODUCT),
    "sqr": (1, QUAD_PRODUCT),
    "add": (3 * QUAD_PRODUCT, 6 * QUAD_PRODUCT),
    "sub": (3 * QUAD_PRODUCT, 6 * QUAD_PRODUCT),
    "decode": (1, 1),
}
# Functions whose output may be a sum; that of all others is an element.
SUMS = ("add", "sub", "neg")


def is_signed(field):
    """True if elements have signed limbs and sums of them are reduced later."""
    return field.form.split()[0].rstrip(",") == SIGNED


def words_of(field, function):
    """Whether the inputs are in words without a sign, and whether the output is, where the limbs of
    the field are signed."""
    return is_signed(field) and function == "encode", is_signed(field) and function == "decode"


def input_bits(field, function):
    """Bits between neighbouring words of an input of the function with that name."""
    return WORD_BITS if words_of(field, function)[0] else field.limb_bits


def output_bits(field, function):
    """Bits between neighbouring words of its output."""
    return WORD_BITS if words_of(field, function)[1] else field.limb_bits


def is_lanes(field):
    """True if elements have limbs for lanes, and sums of them signs."""
    return field.form.split()[0] == LANES


def is_quads(field):
    """True if elements have short limbs, and products are not carried."""
    return field.form.split()[0] == QUADS


def is_loose(field):
    """True if elements are the numbers below twice the modulus."""
    if is_signed(field) or is_lanes(field) or is_quads(field):
        return False
    return field.limits == below(field, 2 * field.modulus)


def check_field(field, is_text=False):
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
    elif is_quads(field):
        check_quads(field)
    elif is_lanes(field):
        end = field.limits.value[1] + 1
        if end < field.modulus or field.limits != below(field, end):
            raise Refused("an element is not a number below a bound that every residue is below")
    elif field.additions or not (field.limits == below(field, field.modulus) or is_loose(field)):
        raise Refused("an element is not a number below the modulus, or twice that")
    names = sorted(function.name for function in field.functions)
    wanted = functions_of(field)
    if is_text and is_signed(field) and not field.additions:
        # Each sum is carried: `carry` would have nothing to do, and is left out.
        wanted = [name for name in wanted if name != "carry"]
    if names != sorted(wanted):
        raise Refused(f"the functions are {', '.join(names)}, not {', '.join(wanted)}")
    if is_quads(field):
        return
    deepest = max(max(depths(field, one)) for one in field.functions)
    if deepest != field.additions:
        raise Refused(f"no function takes or gives {field.additions} nested additions")


def functions_of(field):
    """The names of the functions that a field has."""
    if is_signed(field):
        return LAZY
    if is_quads(field):
        return FOUR
    return EIGHT if is_lanes(field) else LOOSE if is_loose(field) else PLAIN


def check_room(field):
    """Every residue has an element: the limbs go round once, and the value as well."""
    half = 1 << (field.limb_bits - 1)
    low, high = field.limits.value
    round_ = all(within((-half, half - 1), pair) for pair in field.limits.limbs[:-1])
    if not round_ or high - low < field.modulus - 1 or not low <= 0 <= high:
        raise Refused("not every residue has an element within the limits")


def check_quads(field):
    """Every residue has an element, and an element is below twice the modulus."""
    full = full_limbs(field)
    if field.radix not in (1, 1 << (field.limb_bits * field.limbs)):
        raise Refused("the radix is neither one nor a unit above the limbs")
    if any(low != 0 or high < most for (low, high), most in zip(field.limits.limbs, full)):
        raise Refused("not every number of that many bits is an element")
    high = sum(high << (field.limb_bits * at) for at, (_, high) in enumerate(field.limits.limbs))
    if field.limits.value != (0, high) or high >= 2 * field.modulus:
        raise Refused("an element is not a number below twice the modulus")


def full_limbs(field):
    """The greatest limbs of a number of as many bits as the modulus."""
    last = field.limb_bits * (field.limbs - 1)
    top = (1 << (field.modulus.bit_length() - last)) - 1
    return [(1 << field.limb_bits) - 1] * (field.limbs - 1) + [top]


def check_quad_sizes(field, function):
    """Refuses limits other than those that formulas count with. Returns how many additions, one
    after the other, inputs may come from; callers count that there are no more."""
    size, reached = QUAD_SIZES[function.name]
    limits = type(field.limits)

    def times(count):
        scaled = [(-high * count, high * count) for _, high in field.limits.limbs]
        return limits(scaled, (-field.limits.value[1] * count, field.limits.value[1] * count))

    wanted = field.limits if size == 1 else times(size)
    if any(one.limits != wanted for one in function.inputs):
        raise Refused(f"the inputs are not sums as large as {size} elements")
    # A product has no sign.
    wanted = field.limits if reached == 1 else times(reached)
    if reached == QUAD_PRODUCT:
        wanted = limits([(0, high) for _, high in wanted.limbs], (0, wanted.value[1]))
    if function.name == "decode":
        limbs = [(0, most) for most in full_limbs(field)]
        # A little more in the top limb, as rows leave it.
        limbs[-1] = (0, limbs[-1][1] + (1 if field.radix == 1 else 64))
        high = sum(one[1] << (field.limb_bits * at) for at, one in enumerate(limbs))
        wanted = limits(limbs, (0, high))
        if high >= 2 * field.modulus:
            raise Refused("what is decoded may be twice the modulus")
    if function.output.limits != wanted:
        raise Refused(f"the output is not as large as {reached} elements")
    if reached > 6 * QUAD_PRODUCT or function.additions != max(
        0, reached.bit_length() - size.bit_length()
    ):
        raise Refused("an output may not be an input again: the contract is not inductive")


def below(field, end, bits=None):
    """The limits of a number below `end`: limb by limb, of as many bits, and as a whole."""
    bits = bits or field.limb_bits
    last, limb = end - 1, (1 << bits) - 1
    most = [last >> (bits * place) for place in range(field.limbs)]
    return type(field.limits)([(0, min(limb, high)) for high in most], (0, last))


def depths(field, function):
    """How many nested additions the limits of each input, and of the output, allow for."""
    least = (function.name in TAKES_LEAST, function.name in GIVES_LEAST)
    if is_lanes(field):
        least = (False, function.name == "decode")
    into, out = words_of(field, function.name)
    inputs = [
        depth_of_words(field, one.limits, f"input {one.name}") if into
        else depth(field, one.limits, f"input {one.name}", least[0]) for one in function.inputs
    ]
    if out:
        return [*inputs, depth_of_words(field, function.output.limits, "the output")]
    return [*inputs, depth(field, function.output.limits, "the output", least[1])]


def check_contract(field, function):
    """The contract is the one that the function and the representation call for.

    Gives the number of nested additions that its inputs may have behind them.
    """
    if is_quads(field):
        check_quad_sizes(field, function)
        check_formula(field, function)
        return 0
    *inputs, reached = depths(field, function)
    least = min(inputs, default=0)
    if function.name not in SUMS and reached:
        raise Refused("the output is not an element")
    # An output may be an input of the next call, unless the caller counts one more addition.
    if function.additions != max(0, reached - least):
        raise Refused("an output may not be an input again: the contract is not inductive")
    if function.additions > 1:
        raise Refused("more than one addition is left to the caller")
    check_formula(field, function)
    return least


def depth(field, limits, name, is_least):
    """How many nested additions the limits allow for; none if they must be those of the least
    number of a residue."""
    if is_lanes(field):
        return depth_in_lanes(field, limits, name, is_least)
    if is_least and not is_signed(field):
        if limits != below(field, field.modulus):
            raise Refused(f"the limits of {name} are not those of a number below the modulus")
        return 0
    for additions in range(field.additions + 1):
        scaled = [(low << additions, high << additions) for low, high in field.limits.limbs]
        low, high = field.limits.value
        if (limits.limbs, limits.value) == (scaled, (low << additions, high << additions)):
            return additions
    raise Refused(f"the limits of {name} are not those of an element of this representation")


def depth_of_words(field, limits, name):
    """No addition, for the limits are those of a number below the modulus in words."""
    if limits != below(field, field.modulus, WORD_BITS):
        raise Refused(f"the limits of {name} are not those of a number below the modulus in words")
    return 0


def depth_in_lanes(field, limits, name, is_least):
    """The same in lanes, where the least number of a residue may have the modulus added to it; who
    asked for it takes that off."""
    end = field.limits.value[1] + 1
    if limits == (below(field, min(2 * field.modulus, end)) if is_least else field.limits):
        return 0
    for additions in range(1, field.additions + 1):
        scaled = [(-high << additions, high << additions) for _, high in field.limits.limbs]
        high = field.limits.value[1] << additions
        if (limits.limbs, limits.value) == (scaled, (-high, high)):
            return additions
    raise Refused(f"the limits of {name} are not those of an element in lanes")


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
