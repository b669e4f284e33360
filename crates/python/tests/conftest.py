"""What the tests share: rows whose verdicts are known, because they were planted."""

import hashlib
import os
import random
from dataclasses import dataclass

import pyarrow as pa
import pytest
import sealane

SEED = int(os.environ.get("SEALANE_SEED", random.SystemRandom().randrange(1 << 32)))
MANY = int(os.environ.get("SEALANE_PYTHON_ROWS", 1_000_000))


def pytest_report_header():
    return f"SEALANE_SEED={SEED} SEALANE_PYTHON_ROWS={MANY}"


@dataclass
class Rows:
    """Signatures on P-256 by some keys in no order, and what is to be found of each."""

    keys: list
    digests: list
    signatures: list
    verdicts: list
    reasons: list

    def batch(self):
        """The rows as a record batch with their numbers, keys as documents."""
        columns = {
            "id": pa.array(range(len(self.keys)), pa.int64()),
            "key": pa.array(self.keys, pa.binary()),
            "digest": pa.array(self.digests, pa.binary()),
            "signature": pa.array(self.signatures, pa.binary()),
        }
        return pa.RecordBatch.from_pydict(columns)


def planted(number, key, digest, signature):
    """A row with what is wrong with it, if its number says so: its columns, verdict and reason."""
    other = hashlib.sha256(digest).digest()
    match number % 1000:
        case 7 | 107 | 207 | 307 | 407 | 507 | 607 | 707 | 807 | 907:
            return key, other, signature, False, "SIG_INVALID"
        case 11:
            return key, digest, signature[:-1], None, "SIG_ENCODING"
        case 22:
            return key, digest[:31], signature, None, "DIGEST_LENGTH"
        case 33:
            return key[:-1], digest, signature, None, "KEY_ENCODING"
        case 44:
            # The last byte of y: not on the curve any more.
            return key[:-1] + bytes([key[-1] ^ 1]), digest, signature, None, "KEY_POINT_INVALID"
        case 55:
            return None, digest, signature, None, "NULL_KEY"
        case 66:
            return key, None, signature, None, "NULL_MESSAGE"
        case 77:
            return key, digest, None, None, "NULL_SIGNATURE"
    return key, digest, signature, True, None


def make_rows(count, keys):
    draw = random.Random(SEED)
    privates = sealane.generate_batch("p256", keys)
    documents = [key.public_key().to_der() for key in privates]
    of_rows = [draw.randrange(keys) for _ in range(count)]
    digests = [hashlib.sha256(b"payment %d of 100" % number).digest() for number in range(count)]
    signed = sealane.sign_batch([privates[at] for at in of_rows], digests, digests=True)
    rows = [
        planted(number, documents[at], digest, signature)
        for number, (at, digest, signature) in enumerate(zip(of_rows, digests, signed))
    ]
    return Rows(*map(list, zip(*rows)))


@pytest.fixture(scope="session")
def some():
    """A few thousand rows: more than a batch of the library, and no multiple of one."""
    return make_rows(9_001, 50)


@pytest.fixture(scope="session")
def many():
    return make_rows(MANY, 1_000)


def single(key, digest, signature):
    """The verdict and the reason that single calls give."""
    if key is None or digest is None or signature is None:
        null = {0: "NULL_KEY", 1: "NULL_MESSAGE", 2: "NULL_SIGNATURE"}
        return None, null[[key, digest, signature].index(None)]
    try:
        sealane.PublicKey.from_der(key).verify_digest(digest, signature)
    except sealane.InvalidSignature as error:
        return False, error.code
    except sealane.DecodeError as error:
        return None, error.code
    return True, None
