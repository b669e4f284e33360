#!/usr/bin/env python3
"""Finds the groups of tests/testkit/src/toy: prints the rows of their tables.

toy-curves.py whole    curves of prime order over small primes, one for each prime and shape
toy-curves.py fields   curves over the fields of real curves with a point of small prime order
toy-curves.py endomorphisms   how the endomorphisms of those with a = 0 halve scalars

A curve with a point of order n is found by fixing a and x: the n-th division polynomial is then a
polynomial in b, and any root of it for which x^3 + a x + b is a square will do (Silverman, "The
arithmetic of elliptic curves", exercise 3.7). The tests of testkit check what is printed.
"""

import random
import sys

FIELDS = {
    "P-192": 2**192 - 2**64 - 1,
    "P-224": 2**224 - 2**96 + 1,
    "P-256": 2**256 - 2**224 + 2**192 + 2**96 - 1,
    "P-384": 2**384 - 2**128 - 2**96 + 2**32 - 1,
    "P-521": 2**521 - 1,
    "secp256k1": 2**256 - 2**32 - 977,
    "brainpoolP256r1": 0xA9FB57DBA1EEA9BC3E660A909D838D726E3BF623D52620282013481D1F6E5377,
}
BRAINPOOL_A = 0x7D5A0975FC2C3057EEF67530417AFFE7FB8055C126DC5C6CE94A4B44F330B5D9


def root(value, p):
    """The even square root of value mod p, or None."""
    value %= p
    if pow(value, (p - 1) // 2, p) == p - 1:
        return None
    odd, twos = p - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    non_square = next(z for z in range(2, p) if pow(z, (p - 1) // 2, p) == p - 1)
    c, y, t = pow(non_square, odd, p), pow(value, (odd + 1) // 2, p), pow(value, odd, p)
    for i in range(twos - 1, 0, -1):
        if pow(t, 1 << (i - 1), p) != 1:
            y, t = y * c % p, t * c * c % p
        c = c * c % p
    assert y * y % p == value
    return y if y % 2 == 0 else (p - y) % p


def add(left, right, a, p):
    if left is None or right is None:
        return left or right
    (x1, y1), (x2, y2) = left, right
    if x1 == x2:
        if (y1 + y2) % p == 0:
            return None
        slope = (3 * x1 * x1 + a) * pow(2 * y1, -1, p)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, p)
    x = (slope * slope - x1 - x2) % p
    return x, (slope * (x1 - x) - y1) % p


def times(k, point, a, p):
    total = None
    for bit in bin(k)[2:]:
        total = add(total, total, a, p)
        if bit == "1":
            total = add(total, point, a, p)
    return total


class Polynomials:
    """Polynomials over the field of p, as lists of coefficients from the lowest."""

    def __init__(self, p):
        self.p = p

    def trim(self, f):
        f = [c % self.p for c in f]
        while f and f[-1] == 0:
            f.pop()
        return f

    def mul(self, *factors):
        product = [1]
        for f in factors:
            out = [0] * (len(product) + len(f))
            for i, u in enumerate(product):
                for j, v in enumerate(f):
                    out[i + j] += u * v
            product = self.trim(out)
        return product

    def sub(self, f, g):
        width = max(len(f), len(g))
        f, g = f + [0] * (width - len(f)), g + [0] * (width - len(g))
        return self.trim([u - v for u, v in zip(f, g)])

    def divide(self, f, g):
        quotient, rest, lead = [0] * max(len(f) - len(g) + 1, 0), f[:], pow(g[-1], -1, self.p)
        while len(rest) >= len(g):
            factor, shift = rest[-1] * lead % self.p, len(rest) - len(g)
            quotient[shift] = factor
            rest = self.sub(rest, [0] * shift + [factor * v for v in g])
        return quotient, rest

    def power(self, f, exponent, modulus):
        """f^exponent mod a polynomial: the powers above its degree are reduced beforehand."""
        degree, lead = len(modulus) - 1, pow(modulus[-1], -1, self.p)
        top = [-c * lead % self.p for c in modulus[:-1]]
        above = [top]
        for _ in range(degree - 2):
            last = above[-1]
            above.append([(u + last[-1] * v) % self.p for u, v in zip([0] + last[:-1], top)])
        columns = list(zip(*above))

        def reduced(g, h):
            product = [0] * (2 * degree - 1)
            for i, u in enumerate(g):
                for j, v in enumerate(h):
                    product[i + j] += u * v
            high = [c % self.p for c in product[degree:]]
            return [(product[i] + sum(map(int.__mul__, high, columns[i]))) % self.p
                    for i in range(degree)]

        if degree == 1:
            value = -modulus[0] * lead % self.p
            return self.trim([pow(sum(c * value**i for i, c in enumerate(f)), exponent, self.p)])
        result, f = [1] + [0] * (degree - 1), f + [0] * (degree - len(f))
        for bit in bin(exponent)[2:]:
            result = reduced(result, result)
            if bit == "1":
                result = reduced(result, f)
        return self.trim(result)

    def gcd(self, f, g):
        while g:
            f, g = g, self.divide(f, g)[1]
        return f

    def roots(self, f):
        linear = self.gcd(f, self.sub(self.power([0, 1], self.p, f), [0, 1]))
        found, open_factors = [], [linear]
        while open_factors:
            g = open_factors.pop()
            if len(g) == 2:
                found.append(-g[0] * pow(g[1], -1, self.p) % self.p)
            elif len(g) > 2:
                half = self.power([random.randrange(self.p), 1], (self.p - 1) // 2, g)
                h = self.gcd(g, self.sub(half, [1]))
                open_factors += [h, self.divide(g, h)[0]] if 1 < len(h) < len(g) else [g]
        return sorted(found)


def division_polynomial(n, a, x, p):
    """The n-th division polynomial at x as a polynomial in b, n odd."""
    ring = Polynomials(p)
    right = [x**3 + a * x, 1]
    fourth = ring.mul(right, right)
    # Those of even index are without their factor y.
    psi = [
        [],
        [1],
        [2],
        ring.trim([3 * x**4 + 6 * a * x * x - a * a, 12 * x]),
        ring.trim([4 * (x**6 + 5 * a * x**4 - 5 * a * a * x * x - a**3),
                   4 * (20 * x**3 - 4 * a * x), -32]),
    ]
    half = pow(2, -1, p)
    for i in range(5, n + 1):
        m = i // 2
        if i % 2 == 1:
            first = ring.mul(psi[m + 2], *[psi[m]] * 3)
            second = ring.mul(psi[m - 1], *[psi[m + 1]] * 3)
            if m % 2 == 0:
                first = ring.mul(first, fourth)
            else:
                second = ring.mul(second, fourth)
            psi.append(ring.sub(first, second))
        else:
            first = ring.mul(psi[m + 2], psi[m - 1], psi[m - 1])
            second = ring.mul(psi[m - 2], psi[m + 1], psi[m + 1])
            psi.append(ring.mul([half], psi[m], ring.sub(first, second)))
    return psi[n]


def with_order(n, a, p, start):
    """b, x and y of a curve with a point of order n, x at least start."""
    x = start
    while True:
        for b in Polynomials(p).roots(division_polynomial(n, a, x, p)):
            y = root(x**3 + a * x + b, p)
            if y and (4 * a**3 + 27 * b * b) % p and times(n, (x, y), a, p) is None:
                return b, x, y
        x += 1


def with_a_zero(n, p):
    """b, x and y of a curve y^2 = x^3 + b with a point of order n."""
    # Its six twists have six orders: p + 1 - t with 4 p = t^2 + 3 v^2.
    t = p + 1 - 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
    v = int(isqrt((4 * p - t * t) // 3))
    traces = [t, -t, (t + 3 * v) // 2, (t - 3 * v) // 2, -(t + 3 * v) // 2, -(t - 3 * v) // 2]
    b = 1
    while True:
        for order in (p + 1 - trace for trace in traces):
            points = ((x, root(x**3 + b, p)) for x in range(1, 100))
            points = [point for point in points if point[1]]
            if order % n == 0 and all(times(order, q, 0, p) is None for q in points[:4]):
                rest = order
                while rest % n == 0:
                    rest //= n
                for g in (times(rest, q, 0, p) for q in points):
                    while g and times(n, g, 0, p):
                        g = times(n, g, 0, p)
                    if g:
                        return b, g[0], g[1]
        b += 1


def isqrt(n):
    low, high = 0, 1 << (n.bit_length() // 2 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle * middle <= n else (low, middle - 1)
    return low


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def whole():
    for a_of, primes in [
        (lambda p: 0, [31, 61, 127, 241, 523, 2029, 8191]),
        (lambda p: p // 3, [37, 67, 131, 251, 509, 2053, 8191]),
    ]:
        for p in primes:
            a, squares = a_of(p), {}
            for y in range(p):
                squares.setdefault(y * y % p, []).append(y)
            for b in range(1, p):
                right = [(x**3 + a * x + b) % p for x in range(p)]
                order = 1 + sum(len(squares.get(r, [])) for r in right)
                if (4 * a**3 + 27 * b * b) % p and order != p and is_prime(order):
                    x = next(x for x in range(p) if right[x] in squares)
                    print(f"p {p} order {order} a {a} b {b} g {x} {squares[right[x]][0]}")
                    break


def literal(value):
    """The hexadecimal digits as Rust text, at most 84 of them on a line."""
    digits = f"{value:x}"
    return '"' + "\\\n        ".join(digits[i : i + 84] for i in range(0, len(digits), 84)) + '"'


def fields():
    rows = []
    for name in ["P-192", "P-224", "P-256", "P-384", "P-521"]:
        for n in (5, 7, 11, 13):
            start = 2
            for _ in range(2):
                b, x, y = with_order(n, FIELDS[name] - 3, FIELDS[name], start)
                rows.append((name, n, FIELDS[name] - 3, b, x, y))
                start = x + 1
    rows += [("secp256k1", n, 0, *with_a_zero(n, FIELDS["secp256k1"])) for n in (7, 13, 199)]
    name = "brainpoolP256r1"
    rows += [(name, n, BRAINPOOL_A, *with_order(n, BRAINPOOL_A, FIELDS[name], 2))
             for n in (5, 7, 11, 13)]
    for name, n, a, b, x, y in rows:
        coefficient = "-3" if a == FIELDS[name] - 3 else f"{a:x}"
        print(f'    row("{name}", {n}, "{coefficient}",')
        print(f"        {literal(b)},\n        {literal(x)},\n        {literal(y)}),")


# p, order, x and y of groups on y^2 = x^3 + b; then one over the field of secp256k1.
WITH_A_ZERO = [
    (13, 19, 1, 4), (19, 13, 4, 3), (31, 43, 1, 2), (67, 73, 2, 12), (97, 79, 1, 43),
    (127, 109, 1, 41), (241, 211, 3, 47), (337, 367, 1, 4), (2029, 1951, 1, 802),
    (8191, 8011, 1, 256), (43, 31, 2, 12), (79, 97, 1, 2),
]
SECP256K1_BETA = 0x7AE96A2B657C07106E64479EAC3434E99CF0497512F58995C1396C28719501EE


def endomorphisms():
    groups = [(p, n, x, y, next(z for z in range(2, p) if z**3 % p == 1))
              for p, n, x, y in WITH_A_ZERO]
    p = FIELDS["secp256k1"]
    # The points of order 7 and 13 of these curves are not all multiples of one.
    groups += [(p, 199, *with_a_zero(199, p)[1:], SECP256K1_BETA)]
    for p, n, x, y, beta in groups:
        image = (beta * x % p, y)
        factor = next(k for k in range(1, n) if times(k, (x, y), 0, p) == image)
        # All vectors of the lattice near zero: the two shortest that span it, and the bounds.
        near = [(u, v) for u in range(-n, n + 1) for v in range(-99, 100)
                if (u + v * factor) % n == 0 and (u, v) != (0, 0)]
        near.sort(key=lambda v: v[0] ** 2 + v[1] ** 2)
        pairs = ((u, v) for u in near[:6] for v in near[:6])
        first, second = next((u, v) for u, v in pairs
                             if u[1] <= 0 <= v[1] and u[0] * v[1] - u[1] * v[0] == n)
        shift = n.bit_length() + 32
        quotients = [((b << shift + 1) + n) // (2 * n) for b in (second[1], -first[1])]
        halves = []
        for k in range(n):
            r = [(k * q + (1 << shift - 1)) >> shift for q in quotients]
            halves += [k - r[0] * first[0] - r[1] * second[0], -r[0] * first[1] - r[1] * second[1]]
        most, shortest = max(map(abs, halves)), min(max(map(abs, v)) for v in near)
        vectors = ", ".join(f"[{-u}, {-v}]" for u, v in (first, second))
        print(f"    row({n}, {factor}, [{vectors}], {quotients}, {shift}, [{most}, {shortest}]),")


if __name__ == "__main__":
    {"whole": whole, "fields": fields, "endomorphisms": endomorphisms}[sys.argv[1]]()
