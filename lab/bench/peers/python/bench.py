"""The OpenSSL inside the PyPI wheel `cryptography`. Every figure includes the Python call and the
wheel's own context of each operation, 1 to 3 microseconds. The loop is that of
lab/measure/src/contest.rs: turns of samples of about 1 ms over 64 inputs, of each turn the
median and the fastest. When the bench calls the turns, it says on standard input when each begins.
"""

import hashlib
import re
import statistics
import sys
import time

import cryptography
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, ed448
from cryptography.hazmat.primitives.asymmetric import padding, rsa, utils, x448, x25519

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.3
PATTERN = re.compile(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else None
PACED = len(sys.argv) > 3
INPUTS = 64
DIGESTS = [hashlib.sha256(bytes([i])).digest() for i in range(INPUTS)]
PREHASHED = utils.Prehashed(hashes.SHA256())


def wants(algo, op):
    return PATTERN is None or PATTERN.search(f"{algo} {op}") is not None


def wants_any(algo):
    return any(wants(algo, op) for op in ("keygen", "sign", "verify", "derive"))


def called(algo, op, turns):
    """Whether there is another turn after so many."""
    if not PACED:
        return turns == 0
    if turns == 0:
        print(f"ready\t{algo}\t{op}", flush=True)
    return sys.stdin.readline() == "turn\n"


def warm(work):
    """Warms up; returns how many operations a sample has."""
    start, spent, done = time.thread_time(), 0.0, 0
    while done == 0 or spent < SECONDS / 5:
        work(done % INPUTS)
        done += 1
        spent = time.thread_time() - start
    return min(max(int(1e-3 / (spent / done)), 1), INPUTS)


def measure(algo, op, work):
    """Prints a row; returns the last input and its result, or None."""
    clock, turns, calls, following, last = time.thread_time, 0, 0, 0, None
    while wants(algo, op) and called(algo, op, turns):
        calls = calls or warm(work)
        samples, used = [], 0.0
        while used < SECONDS or len(samples) < (1 if PACED else 5):
            work(following)
            start = clock()
            for call in range(following, following + calls):
                made = work(call % INPUTS)
            spent = clock() - start
            last = ((following + calls - 1) % INPUTS, made)
            following = (following + calls) % INPUTS
            used += spent
            samples.append(spent / calls)
        median, fastest = statistics.median(samples), min(samples)
        print(f"{algo}\t{op}\t{1 / median:.1f}\t{1 / fastest:.1f}", flush=True)
        turns += 1
    return last


def sample(algo, op, public, given, made):
    print("sample", algo, op, public.hex(), given, made, sep="\t", flush=True)


def spki(key):
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_bytes(serialization.Encoding.DER, form)


def pkcs8(key):
    form = serialization.PrivateFormat.PKCS8
    plain = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.DER, form, plain).hex()


def keygen(algo, generate):
    made = measure(algo, "keygen", lambda i: generate())
    if made:
        sample(algo, "keygen", spki(made[1].public_key()), pkcs8(made[1]), "-")


def signatures(algo, key, kind, form, options):
    """Sign and verify with one key; options follow the digest in both calls."""
    public = key.public_key()

    def sign(i):
        return key.sign(DIGESTS[i], *options)

    def verify(i, signature):
        public.verify(signature, DIGESTS[i], *options)

    def show(op, i, signature):
        given = f"{kind}:{DIGESTS[i].hex()}"
        sample(algo, op, spki(public), given, f"{form}:{signature.hex()}")

    made = [sign(i) for i in range(INPUTS)]
    last = measure(algo, "sign", sign)
    if last:
        show("sign", *last)
    if not wants(algo, "verify"):
        return
    for i in range(INPUTS):
        try:
            verify((i + 1) % INPUTS, made[i])
            sys.exit(f"wrong: {algo} takes a signature of another message")
        except InvalidSignature:
            pass
    print(f"refused\t{algo}")
    last = measure(algo, "verify", lambda i: verify(i, made[i]))
    if last:
        show("verify", last[0], made[last[0]])


def derive(algo, own, other, exchange):
    secret = measure(algo, "derive", lambda i: exchange(other))
    if secret:
        sample(algo, "derive", spki(other), pkcs8(own), f"x:{secret[1].hex()}")


def curve(name, number):
    algo = f"ecdsa-{name}"
    if not wants_any(algo) and not wants_any(f"ecdh-{name}"):
        return
    try:
        key = ec.generate_private_key(number())
    except Exception as refusal:  # whatever the library says: the row is absent
        print(f"# absent {algo}: {refusal}")
        return
    keygen(algo, lambda: ec.generate_private_key(number()))
    signatures(algo, key, "digest", "der", [ec.ECDSA(PREHASHED)])
    other, way = ec.generate_private_key(number()).public_key(), ec.ECDH()
    derive(f"ecdh-{name}", key, other, lambda peer: key.exchange(way, peer))


def main():
    text = backend.openssl_version_text()
    print(f"# version cryptography {cryptography.__version__} ({text})", flush=True)
    for name, number in (
        ("p192", ec.SECP192R1), ("p224", ec.SECP224R1), ("p256", ec.SECP256R1),
        ("p384", ec.SECP384R1), ("p521", ec.SECP521R1), ("secp256k1", ec.SECP256K1),
    ):
        curve(name, number)
    for algo, module in (("ed25519", ed25519), ("ed448", ed448)):
        if wants_any(algo):
            kind = getattr(module, f"E{algo[1:]}PrivateKey")
            keygen(algo, kind.generate)
            signatures(algo, kind.generate(), "message", "raw", [])
    for algo, module in (("x25519", x25519), ("x448", x448)):
        if wants_any(algo):
            kind = getattr(module, f"X{algo[1:]}PrivateKey")
            keygen(algo, kind.generate)
            own, other = kind.generate(), kind.generate().public_key()
            derive(algo, own, other, own.exchange)
    for bits in (1024, 2048, 3072, 4096):
        algo = f"rsa-{bits}"
        if wants_any(algo):
            if bits == 2048:
                keygen(algo, lambda: rsa.generate_private_key(65537, 2048))
            key = rsa.generate_private_key(65537, bits)
            signatures(algo, key, "digest", "raw", [padding.PKCS1v15(), PREHASHED])
    if wants_any("dsa-2048"):
        group = dsa.generate_parameters(2048)
        keygen("dsa-2048", group.generate_private_key)
        signatures("dsa-2048", group.generate_private_key(), "digest", "der", [PREHASHED])


main()
