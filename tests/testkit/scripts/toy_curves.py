#!/usr/bin/env python3
"""Finds the toy groups of src/toy/table.rs and prints their rows.

Whole groups: curves y^2 = x^3 - 3x + b over small primes whose number of points is a prime.
Subgroups: curves y^2 = x^3 - 3x + b over the field of P-256 with a point of order 5, 7, 11 or 13.
For the second kind the division polynomial psi_l(x0; b) is built as a polynomial in b for a fixed
x0; a root b in the field gives a curve on which x0 belongs to a point of order l, and half of them
have that point's y in the field. Nothing here is trusted: a test counts every group again.

Usage: python3 toy_curves.py
"""

P256 = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF

# Both residues modulo 4, Mersenne primes and primes just above and below powers of two. A second
# number asks for an order on that side of the prime: ECDSA must meet x >= n as well as x < n.
SMALL = [(31, "<"), (31, ">"), (43, "<"), (61, ">"), (97, "<"), (127, ">"), (191, "<"), (251, ">"),
         (509, "<"), (521, ">"), (1021, "<"), (1031, ">"), (2039, "<"), (2053, ">"), (4093, "<"),
         (8191, "<")]
ORDERS = [5, 5, 7, 7, 11, 11, 13, 13]


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def count_points(p, b):
    squares = [0] * p
    for y in range(p):
        squares[y * y % p] += 1
    return 1 + sum(squares[(x**3 - 3 * x + b) % p] for x in range(p))


def whole_group(p, side):
    for b in range(1, p):
        if b in (2, p - 2):  # The cubic has a double root: no curve.
            continue
        n = count_points(p, b)
        if is_prime(n) and n != p and (n < p) == (side == "<") and n < 8192:
            for x in range(p):
                for y in range(1, p):
                    if (y * y - x**3 + 3 * x - b) % p == 0:
                        return b, x, y, n
    return None


# Polynomials in b over the field of P-256: lists of coefficients, lowest first.
def trim(f):
    while f and f[-1] == 0:
        f.pop()
    return f


def add(f, g, sign=1):
    size = max(len(f), len(g))
    f, g = f + [0] * (size - len(f)), g + [0] * (size - len(g))
    return trim([(x + sign * y) % P256 for x, y in zip(f, g)])


def mul(f, g):
    if not f or not g:
        return []
    out = [0] * (len(f) + len(g) - 1)
    for i, x in enumerate(f):
        for j, y in enumerate(g):
            out[i + j] = (out[i + j] + x * y) % P256
    return trim(out)


def rem(f, g):
    f, inverse = f[:], pow(g[-1], -1, P256)
    while len(f) >= len(g):
        factor, shift = f[-1] * inverse % P256, len(f) - len(g)
        for i, y in enumerate(g):
            f[i + shift] = (f[i + shift] - factor * y) % P256
        trim(f)
    return f


def gcd(f, g):
    while g:
        f, g = g, rem(f, g)
    return f


def power(f, e, modulus):
    result, f = [1], rem(f, modulus)
    while e:
        if e & 1:
            result = rem(mul(result, f), modulus)
        f, e = rem(mul(f, f), modulus), e >> 1
    return result


def one_root(f):
    """Returns a root of f in the field, or None (Cantor and Zassenhaus)."""
    f = gcd(f, add(power([0, 1], P256, f), [0, 1], -1))
    shift = 0
    while len(f) > 2:
        shift += 1
        part = gcd(f, add(power([shift, 1], (P256 - 1) // 2, f), [1], -1))
        if 1 < len(part) < len(f):
            f = part
    return -f[0] * pow(f[1], -1, P256) % P256 if len(f) == 2 else None


def division_polynomial(order, x):
    """psi_order at x as a polynomial in b, for a = -3 and an odd order.

    The even ones that the recursion needs are kept without their factor 2y.
    """
    a = -3
    curve = [x**3 + a * x, 1]  # y^2
    four = mul([4], curve)
    psi = {0: [], 1: [1], 2: [1]}
    psi[3] = trim([(3 * x**4 + 6 * a * x * x - a * a) % P256, 12 * x % P256])
    psi[4] = trim([c % P256 for c in [2 * (x**6 + 5 * a * x**4 - 5 * a * a * x * x - a**3),
                                      2 * (20 * x**3 - 4 * a * x), 2 * -8]])

    def at(n):
        if n in psi:
            return psi[n]
        m = n // 2
        if n % 2:
            left = mul(at(m + 2), mul(at(m), mul(at(m), at(m))))
            right = mul(at(m - 1), mul(at(m + 1), mul(at(m + 1), at(m + 1))))
            sixteen = mul(four, four)
            value = add(mul(sixteen, left), right, -1) if m % 2 == 0 else \
                add(left, mul(sixteen, right), -1)
        else:
            left = mul(at(m + 2), mul(at(m - 1), at(m - 1)))
            right = mul(at(m - 2), mul(at(m + 1), at(m + 1)))
            value = mul(at(m), add(left, right, -1))
        psi[n] = value
        return value

    return at(order)


def subgroup(order, start):
    for x in range(start, start + 10_000):
        b = one_root(division_polynomial(order, x))
        if b is None:
            continue
        square = (x**3 - 3 * x + b) % P256
        y = pow(square, (P256 + 1) // 4, P256)
        if y * y % P256 == square and b not in (2, P256 - 2):
            return x, b, y
    raise SystemExit(f"no curve with a point of order {order}")


def main():
    for p, side in SMALL:
        # Not every prime has such a curve: take the next one that has.
        while not is_prime(p) or (found := whole_group(p, side)) is None:
            p += 1
        b, x, y, n = found
        print(f"    whole::<{p}, {n}, {b}, {x}, {y}>(),")
    start = 2
    for order in ORDERS:
        x, b, y = subgroup(order, start)
        start = x + 1
        print(f"    ({order}, {x}, \"{b:064x}\", \"{y:064x}\"),")


main()
