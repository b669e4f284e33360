"""ML-DSA of the PyPI wheel `cryptography`, which has an OpenSSL of its own inside, asked line by
line. What is asked and answered is described in
tests/testkit/tests/mldsa_oracles/programs.rs."""

import sys

import cryptography
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import mldsa

PRIVATE = {
    "ML-DSA-44": mldsa.MLDSA44PrivateKey,
    "ML-DSA-65": mldsa.MLDSA65PrivateKey,
    "ML-DSA-87": mldsa.MLDSA87PrivateKey,
}
PUBLIC = {
    "ML-DSA-44": mldsa.MLDSA44PublicKey,
    "ML-DSA-65": mldsa.MLDSA65PublicKey,
    "ML-DSA-87": mldsa.MLDSA87PublicKey,
}
DER = serialization.Encoding.DER


def spki(private):
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return private.public_key().public_bytes(DER, form)


def key(title, seed):
    return [PRIVATE[title].from_seed_bytes(seed).public_key().public_bytes_raw(), b""]


def sign(title, seed, context, message):
    return [PRIVATE[title].from_seed_bytes(seed).sign(message, context)]


def verify(title, public, context, message, signature):
    PUBLIC[title].from_public_bytes(public).verify(signature, message, context)
    return []


def documents(title, seed):
    private = PRIVATE[title].from_seed_bytes(seed)
    form = serialization.PrivateFormat.PKCS8
    return [private.private_bytes(DER, form, serialization.NoEncryption()), spki(private)]


def read(document):
    return [spki(serialization.load_der_private_key(document, None))]


WORK = {work.__name__: work for work in (key, sign, verify, documents, read)}
SETS = tuple(PRIVATE)


def answer(line):
    """The answer to a line. What the library does not take is refused; other errors end us."""
    name, *words = line.split()
    given = [word if word in SETS else bytes.fromhex(word.strip("-")) for word in words]
    try:
        made = WORK[name](*given)
    except (InvalidSignature, ValueError):
        return "no"
    return " ".join(one.hex() or "-" for one in made) or "yes"


def main():
    print(f"cryptography-{cryptography.__version__} contexts documents", flush=True)
    for line in sys.stdin:
        print(answer(line), flush=True)


main()
