#!/usr/bin/env python3
"""Finds the toy curves of `src/toy/edwards.rs` and prints their rows.

Whole groups of a x^2 + y^2 = 1 + d x^2 y^2 over small primes, with a = -1 or 1 a square and d none,
so that the addition is complete, and with an order of 4 or 8 times a prime of at least 5. Such a
group is cyclic: its only point of order 2 is (0, -1).
"""


def is_prime(n):
    return n > 1 and all(n % i for i in range(2, int(n**0.5) + 1))


def add(p, a, d, first, second):
    (x1, y1), (x2, y2) = first, second
    t = d * x1 * x2 % p * y1 * y2 % p
    x = (x1 * y2 + y1 * x2) * pow(1 + t, -1, p) % p
    return x, (y1 * y2 - a * x1 * x2) * pow(1 - t, -1, p) % p


def points(p, a, d):
    roots = {}
    for x in range(p):
        roots.setdefault(x * x % p, []).append(x)
    for y in range(p):
        xx = (1 - y * y) * pow(a - d * y * y, -1, p) % p
        yield from ((x, y) for x in roots.get(xx, []))


def order(p, a, d, point):
    n, sum_so_far = 1, point
    while sum_so_far != (0, 1):
        sum_so_far = add(p, a, d, sum_so_far, point)
        n += 1
    return n


def first_row(p, a, cofactor):
    squares = {x * x % p for x in range(1, p)}
    if a % p not in squares:
        return None
    for d in range(2, p):
        if d in squares:
            continue
        group = list(points(p, a, d))
        n, rest = divmod(len(group), cofactor)
        if rest or n < 5 or not is_prime(n):
            continue
        base = next(g for g in group if order(p, a, d, g) == n)
        # (A - 2) / 4 of the partner in Montgomery's form: by the birational map, and by the
        # isogeny.
        a24 = d * pow(a - d, -1, p) % p if a == -1 else -d % p
        return p, n, d, *base, a24, cofactor.bit_length() - 1
    return None


def main():
    for form, a, tasks in (
        ("MinusOne", -1, [(29, 8), (37, 4), (61, 8), (229, 8), (241, 8), (509, 4), (8161, 8)]),
        ("PlusOne", 1, [(31, 4), (43, 4), (79, 8), (251, 4), (433, 4), (499, 4), (8191, 4)]),
    ):
        for p, cofactor in tasks:
            row = first_row(p, a, cofactor)
            print(f"{form}{row}" if row else f"none: {form} {p} {cofactor}")


main()
