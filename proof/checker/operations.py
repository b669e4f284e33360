"""What each operation does, over the integers.

`RANGES[op]` takes the ranges of the operands and gives those of the results. `MEANINGS[op]` takes
the polynomials of the operands, each a pair (near, full), and gives those of the results. Both hold
for all integers, whether they fit a word or not, except where they refuse.
"""

from polynomial import Polynomial
from ranges import Refused, floor, modulo, negative, product, scaled, total, within

WORD_BITS = 64
ANY_WORD = (0, (1 << WORD_BITS) - 1)
SIGNED_WORD = (-1 << (WORD_BITS - 1), (1 << (WORD_BITS - 1)) - 1)


def _pair(function, *operands):
    """`function` on the near polynomials and on the full ones."""
    return tuple(function(*polynomials) for polynomials in zip(*operands))


def _sum(*polynomials):
    result = polynomials[0]
    for polynomial in polynomials[1:]:
        result = result.plus(polynomial)
    return result


def _times(a, b):
    return a.times(b)


def _minus(a, b):
    return a.minus(b)


def _mac(a, b, c, d):
    return a.times(b).plus(c).plus(d)


def _constant(number):
    return (Polynomial.constant(number),) * 2


# Which word an `and` keeps: all of it, none of it, or its lowest bits.


def _kept(walk, state, step, number):
    """(bits, word): the operand that is masked and how many of its bits are kept; all if None."""
    for mask, word in (step.args, step.args[::-1]):
        if mask in state.masks:
            if not within(walk.range_of(state, word), ANY_WORD):
                raise Refused(f"step {number} (and): the masked word is not shown to fit its word")
            return (None if state.masks[mask] else 0), word
    for mask, word in (step.args, step.args[::-1]):
        bits = walk.low_bits(mask)
        if bits:
            return bits, word
    raise Refused(f"step {number} (and): neither operand is a mask or a constant 2^k - 1")


def _chosen(state, step, number):
    """The operand that a selection takes in this branch."""
    if step.args[0] not in state.masks:
        raise Refused(f"step {number} (select): the first operand is no mask")
    return 1 if state.masks[step.args[0]] else 2


# Ranges. Arguments: the walk, the state, the step, its number, the ranges of the operands.


def _split_ranges(whole, sign=1):
    high = floor(whole, WORD_BITS)
    return [modulo(whole, WORD_BITS), high if sign > 0 else negative(high)]


def _range_and(walk, state, step, number, _):
    bits, word = _kept(walk, state, step, number)
    own = walk.range_of(state, word)
    return [own if bits is None else modulo(own, bits)]


def _range_madd52(walk, state, step, number, args):
    whole = product(args[1], args[2])
    part = modulo(whole, 52) if step.op == "madd52lo" else floor(whole, 52)
    return [total(args[0], part)]


def _range_shl(walk, state, step, number, args):
    kept = modulo(args[0], WORD_BITS - step.immediate)
    return [scaled(kept, step.immediate)]


def _range_carry(walk, state, step, number, args):
    half = _half(step)
    raised = total(args[0], (half, half))
    return [total(modulo(raised, step.immediate), (-half, -half)), floor(raised, step.immediate)]


def _half(step):
    """Half of the place that a carry goes to; `low + half` is what is split off."""
    return 1 << (step.immediate - 1)


RANGES = {
    "input": lambda walk, state, step, number, args: [state.ranges[2 * number]],
    "const": lambda walk, state, step, number, args: [(step.immediate,) * 2],
    "mul_low": lambda walk, state, step, number, args: [modulo(product(*args), WORD_BITS)],
    "mul_wide": lambda walk, state, step, number, args: _split_ranges(product(*args)),
    "mac": lambda walk, state, step, number, args: _split_ranges(
        total(product(args[0], args[1]), args[2], args[3])),
    "madd52lo": _range_madd52,
    "madd52hi": _range_madd52,
    "add": lambda walk, state, step, number, args: [total(*args)],
    "sub": lambda walk, state, step, number, args: [total(args[0], negative(args[1]))],
    "adc": lambda walk, state, step, number, args: _split_ranges(total(*args)),
    "sbb": lambda walk, state, step, number, args: _split_ranges(
        total(args[0], negative(args[1]), negative(args[2])), -1),
    "and": _range_and,
    "shl": _range_shl,
    "shr": lambda walk, state, step, number, args: [floor(args[0], step.immediate)],
    "mask": lambda walk, state, step, number, args: [product(args[0], (ANY_WORD[1],) * 2)],
    "select": lambda walk, state, step, number, args: [args[_chosen(state, step, number)]],
    "mul_signed": lambda walk, state, step, number, args: [product(*args)],
    "add_signed": lambda walk, state, step, number, args: [total(*args)],
    "sub_signed": lambda walk, state, step, number, args: [total(args[0], negative(args[1]))],
    "shl_signed": lambda walk, state, step, number, args: [scaled(args[0], step.immediate)],
    "split_signed": lambda walk, state, step, number, args: [
        modulo(args[0], step.immediate), floor(args[0], step.immediate)],
    "carry_signed": _range_carry,
}


# Polynomials. Arguments as above, with the polynomials of the operands instead.


def _split_step(walk, state, number, whole, pair, sign=1):
    """A step whose two results are the low word and what is above it."""
    names, low = (2 * number, 2 * number + 1), (number, 0)
    # It costs too much to ask of every word whether it is always zero: only of those that nothing
    # reads, as in Montgomery's reduction, and of those that are claimed to be.
    asked = low not in walk.read or walk.steps[number].ranges[0] == (0, 0)
    zero = low if asked else None
    return list(walk.split(state, number, whole, WORD_BITS, pair, sign, names, zero))


def _operand_ranges(walk, state, step):
    return [walk.range_of(state, arg) for arg in step.args]


def _mul_low(walk, state, step, number, args):
    pair = product(*_operand_ranges(walk, state, step))
    # A quotient stays an unknown: what it was made of would make every later sum long.
    if within(pair, ANY_WORD) and number not in walk.chosen:
        return [_pair(_times, *args)]
    return [(Polynomial.unknown(2 * number),) * 2]


def _mul_wide(walk, state, step, number, args):
    pair = product(*_operand_ranges(walk, state, step))
    return _split_step(walk, state, number, _pair(_times, *args), pair)


def _mac_step(walk, state, step, number, args):
    a, b, c, d = _operand_ranges(walk, state, step)
    pair = total(product(a, b), c, d)
    return _split_step(walk, state, number, _pair(_mac, *args), pair)


def _adc(walk, state, step, number, args):
    pair = total(*_operand_ranges(walk, state, step))
    return _split_step(walk, state, number, _pair(_sum, *args), pair)


def _sbb(walk, state, step, number, args):
    a, b, c = _operand_ranges(walk, state, step)
    pair = total(a, negative(b), negative(c))
    whole = _pair(_minus, _pair(_minus, args[0], args[1]), args[2])
    return _split_step(walk, state, number, whole, pair, -1)


def _madd52(walk, state, step, number, args):
    _, b, c = _operand_ranges(walk, state, step)
    key = ("52", *sorted(step.args[1:]))
    low, high = walk.split(state, key, _pair(_times, args[1], args[2]), 52, product(b, c))
    return [_pair(_sum, args[0], low if step.op == "madd52lo" else high)]


def _split_value(walk, state, value, bits):
    """The low `bits` bits of a value and what is above them."""
    whole = walk.operand(state, value)
    pair = walk.range_of(state, value)
    return walk.split(state, (value, bits), whole, bits, pair, zero=value)


def _split_signed(walk, state, step, number, args):
    return list(_split_value(walk, state, step.args[0], step.immediate))


def _carry_signed(walk, state, step, number, args):
    half = _half(step)
    raised = tuple(p.plus(Polynomial.constant(half)) for p in args[0])
    pair = total(walk.range_of(state, step.args[0]), (half, half))
    low, high = walk.split(state, ("carry", number), raised, step.immediate, pair)
    return [tuple(p.plus(Polynomial.constant(-half)) for p in low), high]


def _and(walk, state, step, number, args):
    bits, word = _kept(walk, state, step, number)
    if bits is None:
        return [walk.operand(state, word)]
    return [_split_value(walk, state, word, bits)[0] if bits else _constant(0)]


def _shl(walk, state, step, number, args):
    low, _ = _split_value(walk, state, step.args[0], WORD_BITS - step.immediate)
    return [tuple(p.scaled(1, step.immediate) for p in low)]


def _shr(walk, state, step, number, args):
    return [_split_value(walk, state, step.args[0], step.immediate)[1]]


def _mask(walk, state, step, number, args):
    bit, _ = walk.range_of(state, step.args[0])
    state.masks[(number, 0)] = bit
    return [_constant(bit * ANY_WORD[1])]


MEANINGS = {
    "input": lambda walk, state, step, number, args: [(Polynomial.unknown(2 * number),) * 2],
    "const": lambda walk, state, step, number, args: [_constant(step.immediate)],
    "mul_low": _mul_low,
    "mul_wide": _mul_wide,
    "mac": _mac_step,
    "madd52lo": _madd52,
    "madd52hi": _madd52,
    "add": lambda walk, state, step, number, args: [_pair(_sum, *args)],
    "sub": lambda walk, state, step, number, args: [_pair(_minus, *args)],
    "adc": _adc,
    "sbb": _sbb,
    "and": _and,
    "shl": _shl,
    "shr": _shr,
    "mask": _mask,
    "select": lambda walk, state, step, number, args: [args[_chosen(state, step, number)]],
    "mul_signed": lambda walk, state, step, number, args: [_pair(_times, *args)],
    "add_signed": lambda walk, state, step, number, args: [_pair(_sum, *args)],
    "sub_signed": lambda walk, state, step, number, args: [_pair(_minus, *args)],
    "shl_signed": lambda walk, state, step, number, args: [
        tuple(p.scaled(1, step.immediate) for p in args[0])],
    "split_signed": _split_signed,
    "carry_signed": _carry_signed,
}
