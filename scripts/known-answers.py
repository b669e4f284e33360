#!/usr/bin/env python3
"""Prints the known answers of the self-test, computed with nothing but integers and hashlib.

For each curve: key, public point and RFC 6979 signature of `sample`, and a key agreement. The
domain parameters are read from OpenSSL's own table, so that neither they nor the arithmetic have
anything to do with the library that is tested. For the NIST curves the keys are those of RFC 6979,
appendix A.2, and the signatures must be the ones printed there.

usage: scripts/known-answers.py
"""

import hashlib
import hmac
import re
import subprocess

# Variant of `Algorithm`, OpenSSL's name, hash, private key (RFC 6979 where it has one).
CURVES = [
    ("EcP192", "prime192v1", "sha256", 0x6FAB034934E4C0FC9AE67F5B5659A9D7D1FEFD187EE09FD4),
    ("EcP224", "secp224r1", "sha256",
     0xF220266E1105BFE3083E03EC7A3A654651F45E37167E88600BF257C1),
    ("EcP256", "prime256v1", "sha256",
     0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721),
    ("EcP384", "secp384r1", "sha384", int(
        "6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba"
        "9aa47740787137d896d5724e4c70a825f872c9ea60d2edf5", 16)),
    ("EcP521", "secp521r1", "sha512", int(
        "fad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75ca"
        "a896eb32f1f47c70855836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b83538", 16)),
    ("EcSecp256k1", "secp256k1", "sha256", None),
    ("EcBrainpoolP256r1", "brainpoolP256r1", "sha256", None),
    ("EcBrainpoolP384r1", "brainpoolP384r1", "sha384", None),
    ("EcBrainpoolP512r1", "brainpoolP512r1", "sha512", None),
]


def parameters(name):
    """p, a, b, the generator and the order, from `openssl ecparam`."""
    text = subprocess.run(
        ["openssl", "ecparam", "-name", name, "-param_enc", "explicit", "-text", "-noout"],
        check=True, capture_output=True, text=True).stdout

    def number(label):
        small = re.search(rf"^{label}: +(\d+)", text, re.M)
        if small:
            return f"{int(small.group(1)):x}"
        digits = re.search(rf"^{label}[^\n]*:\s*\n((?:\s+[0-9a-f:]+\n)+)", text, re.M).group(1)
        return re.sub(r"[\s:]", "", digits)

    point = number("Generator")
    half = (len(point) - 2) // 2
    assert point.startswith("04")
    g = (int(point[2:2 + half], 16), int(point[2 + half:], 16))
    return [int(number(label), 16) for label in ("Prime", "A", "B")] + [g, int(number("Order"), 16)]


def add(p, a, one, two):
    """The sum of two points; None is infinity."""
    if one is None or two is None:
        return one or two
    (x1, y1), (x2, y2) = one, two
    if x1 == x2:
        if (y1 + y2) % p == 0:
            return None
        slope = (3 * x1 * x1 + a) * pow(2 * y1, -1, p) % p
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, p) % p
    x = (slope * slope - x1 - x2) % p
    return x, (slope * (x1 - x) - y1) % p


def multiply(p, a, k, point):
    """k times the point."""
    total = None
    for bit in bin(k)[2:]:
        total = add(p, a, total, total)
        if bit == "1":
            total = add(p, a, total, point)
    return total


def nonces(order, key, digest, hash_name):
    """The candidates of RFC 6979, section 3.2."""
    bits, width = order.bit_length(), (order.bit_length() + 7) // 8

    def to_number(data):
        return int.from_bytes(data, "big") >> max(0, 8 * len(data) - bits)

    def mac(secret, data):
        return hmac.new(secret, data, hash_name).digest()

    seed = key.to_bytes(width, "big") + (to_number(digest) % order).to_bytes(width, "big")
    v, k = b"\1" * len(digest), b"\0" * len(digest)
    for mark in (b"\0", b"\1"):
        k = mac(k, v + mark + seed)
        v = mac(k, v)
    while True:
        data = b""
        while len(data) < width:
            v = mac(k, v)
            data += v
        candidate = to_number(data[:width])
        if 1 <= candidate < order:
            yield candidate
        k = mac(k, v + b"\0")
        v = mac(k, v)


def rust(digits):
    """A string literal in lines that fit."""
    if len(digits) <= 72:
        return f'"{digits}"'
    lines = [digits[i:i + 72] for i in range(0, len(digits), 72)]
    return '"' + "\\\n         ".join(lines) + '"'


def main():
    """Prints a row for each curve."""
    for variant, name, hash_name, key in CURVES:
        p, a, b, g, n = parameters(name)
        field, order = (p.bit_length() + 7) // 8, (n.bit_length() + 7) // 8
        assert (g[1] ** 2 - g[0] ** 3 - a * g[0] - b) % p == 0 and multiply(p, a, n, g) is None

        def draw(label):
            data = b"".join(
                hashlib.sha512(f"{name} {label} {i}".encode()).digest() for i in range(2))
            return int.from_bytes(data, "big") % (n - 1) + 1

        def point(k, base=g):
            x, y = multiply(p, a, k, base)
            return "04" + x.to_bytes(field, "big").hex() + y.to_bytes(field, "big").hex()

        key = key or draw("key")
        digest = hashlib.new(hash_name, b"sample").digest()
        e = int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - n.bit_length())
        for k in nonces(n, key, digest, hash_name):
            r = multiply(p, a, k, g)[0] % n
            s = pow(k, -1, n) * (e + r * key) % n
            if r and s:
                break
        own, peer = draw("own"), draw("peer")
        secret = multiply(p, a, own * peer % n, g)[0]

        def scalar(value):
            return value.to_bytes(order, "big").hex()

        hash_variant = hash_name.capitalize()
        rows = [
            ("private", scalar(key)), ("public", point(key)), ("scheme", None),
            ("message", None), ("signature", scalar(r) + scalar(s)), ("own", scalar(own)),
            ("peer", point(peer)), ("secret", secret.to_bytes(field, "big").hex())]
        print(f"    KnownAnswer {{\n        algorithm: Algorithm::{variant},")
        for label, digits in rows:
            scheme = f"Some(Scheme::Ecdsa(Hash::{hash_variant}))"
            value = {"scheme": scheme, "message": 'b"sample"'}.get(label)
            print(f"        {label}: {value or rust(digits)},")
        print("    },")


if __name__ == "__main__":
    main()
