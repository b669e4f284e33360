#!/usr/bin/env python3
"""Prints the table of Ed25519's edge cases in the form of C2SP CCTV, folder ed25519, as JSON.

Every pair of points A and R with a component of small order, each alone or added to a point of
prime order, small ones also in encodings that are not canonical. Of each pair one message for which
the components cancel in R + k A and one for which they do not, where both exist. Where one of the
encodings is not canonical beside a point of prime order, the same again for a k that hashes the
canonical encodings (`reencoded_k`). The rule is that of the table's published generator: the same
secrets, the same messages in the same order, so that the output is the published file.
usage: tests/testkit/scripts/ed25519_edges.py >tests/vectors/ed25519-cctv.json
"""

import hashlib
import itertools
import json

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ZERO = (0, 1)
BASE_Y = 4 * pow(5, -1, P) % P

# Canonical encoding of each point of small order, then the others that are read as the same point.
SMALL = (
    ("00" * 32, ["ed" + "ff" * 30 + "7f"]),
    ("00" * 31 + "80", ["ed" + "ff" * 31]),
    ("01" + "00" * 31, ["01" + "00" * 30 + "80", "ee" + "ff" * 30 + "7f", "ee" + "ff" * 31]),
    ("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", []),
    ("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", []),
    ("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", []),
    ("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa", []),
    ("ec" + "ff" * 30 + "7f", ["ec" + "ff" * 31]),
)


def add(a, b):
    """Returns the sum of two points."""
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    x3 = (x1 * y2 + x2 * y1) * pow(1 + t, -1, P) % P
    return x3, (y1 * y2 + x1 * x2) * pow(1 - t, -1, P) % P


def multiply(k, point):
    """Returns k times the point."""
    total = ZERO
    while k:
        if k & 1:
            total = add(total, point)
        point, k = add(point, point), k >> 1
    return total


def read(encoding):
    """Returns the point of 32 bytes; y may be p or more, and x = 0 may have a sign."""
    number = int.from_bytes(encoding, "little")
    sign, y = number >> 255, number % 2**255 % P
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    assert (x * x - square) % P == 0, "not a point"
    return (P - x if x % 2 != sign else x) % P, y


def write(point):
    """Returns the canonical encoding."""
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def challenge(a, r, message, again):
    """Returns k, with `again` of what the two encodings are read as."""
    if again:
        a, r = write(read(a)), write(read(r))
    return int.from_bytes(hashlib.sha512(r + a + message.encode()).digest(), "little") % ORDER


def first_message(a, r, again, remainder):
    """Returns the first message with this k mod 8, and k."""
    for number in itertools.count():
        message = f"ed25519vectors {number}" if number else "ed25519vectors"
        k = challenge(a, r, message, again)
        if k % 8 == remainder:
            return message, k


def half(low, other, prime):
    """Returns the bytes of A or R: small order alone, in its encoding `other`, or with `prime`."""
    if prime:
        return write(add(prime, read(low)))
    return other or low


def cases(lows, others, secrets, primes, again):
    """Gives the cases of one pair of points A and R, without their number."""
    points = [read(low) for low in lows]
    a, r = (half(low, other, prime) for low, other, prime in zip(lows, others, primes))
    s, nonce = (secret if prime else 0 for secret, prime in zip(secrets, primes))
    left = lambda k: add(points[1], multiply(k % 8, points[0])) != ZERO
    found = set()
    for remainder in range(8):
        message, k = first_message(a, r, again, remainder)
        if left(k) in found:
            continue
        found.add(left(k))
        flags = {
            "low_order_R": not primes[1],
            "low_order_A": not primes[0],
            "low_order_component_R": points[1] != ZERO,
            "low_order_component_A": points[0] != ZERO,
            "low_order_residue": left(challenge(a, r, message, False)),
            "non_canonical_A": bool(others[0]),
            "non_canonical_R": bool(others[1]),
            "reencoded_k": again,
        }
        proof = r + ((k * s + nonce) % ORDER).to_bytes(32, "little")
        set_flags = [name for name, is_set in flags.items() if is_set] or None
        yield {"key": a.hex(), "sig": proof.hex(), "msg": message, "flags": set_flags}


def pairs():
    """Gives, for each pair of small points, what A and R are made of: encodings, primes, again."""
    for (a, other_a), (r, other_r) in itertools.product(SMALL, SMALL):
        rows = [(None, None, False, False, False), (None, None, False, True, False)]
        rows += [(None, None, True, False, False), (None, None, True, True, False)]
        for other in other_a:
            rows += [(other, None, False, False, False)]
            rows += [(other, None, False, True, again) for again in (False, True)]
        for other in other_r:
            rows += [(None, other, False, False, False)]
            rows += [(None, other, True, False, again) for again in (False, True)]
        rows += [(*both, False, False, False) for both in itertools.product(other_a, other_r)]
        for row in rows:
            yield (a, r), row


def table():
    """Returns all cases."""
    base = read(BASE_Y.to_bytes(32, "little"))
    # The secrets of the published generator: 0x42 repeated and clamped, 0x1337 repeated.
    s = int.from_bytes(b"\x42" * 32, "little")
    s = (s & ~7 & (2**255 - 1) | 2**254) % ORDER
    nonce = int.from_bytes(b"\x13\x37" * 32, "little") % ORDER
    public, commitment = multiply(s, base), multiply(nonce, base)
    rows = []
    for lows, (other_a, other_r, with_a, with_r, again) in pairs():
        others = [other and bytes.fromhex(other) for other in (other_a, other_r)]
        primes = (with_a and public, with_r and commitment)
        lows = [bytes.fromhex(low) for low in lows]
        for case in cases(lows, others, (s, nonce), primes, again):
            rows.append({"number": len(rows)} | case)
    return rows


if __name__ == "__main__":
    print(json.dumps(table(), indent="\t"))
