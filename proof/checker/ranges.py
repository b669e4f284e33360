"""Ranges of integers, (least, greatest), and the two ways a proof can end early."""


class Refused(Exception):
    """The certificate states something that is not shown."""


class Impossible(Exception):
    """No input leads into this branch."""


def within(inner, outer):
    """True if the range `inner` lies in the range `outer`."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def total(*ranges):
    """All sums of one number of each range."""
    return sum(r[0] for r in ranges), sum(r[1] for r in ranges)


def negative(pair):
    """All `-x`."""
    return -pair[1], -pair[0]


def product(a, b):
    """All products of a number of `a` and a number of `b`."""
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def floor(pair, bits):
    """All `x / 2**bits`, rounded down."""
    return pair[0] >> bits, pair[1] >> bits


def modulo(pair, bits):
    """All `x mod 2**bits`."""
    low, high = floor(pair, bits)
    if low == high:
        return pair[0] - (low << bits), pair[1] - (low << bits)
    return 0, (1 << bits) - 1


def scaled(pair, bits):
    """All `x * 2**bits`."""
    return pair[0] << bits, pair[1] << bits


def most(factor, pair):
    """The greatest `factor * x`."""
    return factor * pair[1] if factor > 0 else factor * pair[0]


def show(pair):
    """The range as text."""
    return f"{pair[0]:#x} to {pair[1]:#x}"
