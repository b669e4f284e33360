"""ML-DSA of the PyPI wheel `cryptography`, which has an OpenSSL of its own inside, asked line by
line. What is asked and answered is described in
tests/testkit/tests/mldsa_oracles/programs.rs."""

import datetime
import sys

import cryptography
from cryptography import x509
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


def certificate(title, seed):
    private = PRIVATE[title].from_seed_bytes(seed)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "example")])
    begin = datetime.datetime(2026, 1, 1)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).serial_number(1)
    made = made.public_key(private.public_key()).not_valid_before(begin)
    made = made.not_valid_after(begin + datetime.timedelta(days=365)).sign(private, None)
    return [made.public_bytes(DER)]


def issued(document):
    read = x509.load_der_x509_certificate(document)
    read.verify_directly_issued_by(read)
    return []


WORK = {work.__name__: work for work in (key, sign, verify, documents, read, certificate, issued)}
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
    print(f"cryptography-{cryptography.__version__} contexts documents certificates", flush=True)
    for line in sys.stdin:
        print(answer(line), flush=True)


main()
