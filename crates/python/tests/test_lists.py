"""Batches over lists and buffers: every result is that of the single call."""

import hashlib
import multiprocessing

import numpy as np
import pytest
import sealane
from conftest import single

P256 = sealane.PrivateKey.generate("p256")
MIXED = [sealane.PrivateKey.generate(name)
         for name in ["p256", "ed25519", "mldsa44", "rsa2048", "p384", "ed448"]]


def refused(call):
    with pytest.raises(sealane.Error) as caught:
        call()
    return caught.value.code


def test_verdicts_are_those_of_single_calls(some):
    keys = {der: sealane.PublicKey.from_der(der)
            for der, reason in zip(some.keys, some.reasons)
            if der is not None and reason not in ("KEY_ENCODING", "KEY_POINT_INVALID")}
    lists = [some.digests, some.signatures]
    of_rows = [keys.get(der) for der in some.keys]
    verdicts, reasons = sealane.verify_batch(of_rows, *lists, digests=True, reasons=True)
    for number, expected in enumerate(zip(some.verdicts, some.reasons)):
        if expected[1] in ("KEY_ENCODING", "KEY_POINT_INVALID"):
            expected = None, "NULL_KEY"
        assert (verdicts[number], reasons[number]) == expected, number
    for threads in [0, 2, 3, 7]:
        assert sealane.verify_batch(of_rows, *lists, digests=True, threads=threads) == verdicts
    row = some.keys[0], some.digests[0], some.signatures[0]
    assert single(*row) == (True, None)


@pytest.mark.parametrize("threads", [1, 3])
def test_keys_of_every_family_go_in_one_batch(threads):
    keys = [MIXED[number % len(MIXED)] for number in range(60)]
    messages = [b"message %d" % number for number in range(60)]
    signatures = sealane.sign_batch(keys, messages, threads=threads)
    publics = [key.public_key() for key in keys]
    messages[7] = b"another"
    signatures[9] = b""
    verdicts, reasons = sealane.verify_batch(
        publics, messages, signatures, threads=threads, reasons=True)
    assert verdicts == [{7: False, 9: None}.get(number, True) for number in range(60)]
    assert reasons[7] == "SIG_INVALID" and reasons[9] == "SIG_LENGTH"
    deterministic = [sealane.sign_batch(keys, messages, deterministic=True, threads=count)
                     for count in (1, 4)]
    assert deterministic[0] == deterministic[1]
    assert deterministic[0][0] == keys[0].sign(messages[0], deterministic=True)


def test_an_item_that_is_refused_harms_none_beside_it():
    x25519 = sealane.PrivateKey.generate("x25519")
    signed = sealane.sign_batch([P256, x25519, P256], [b"1", b"2", None])
    P256.public_key().verify(b"1", signed[0])
    assert isinstance(signed[1], sealane.SignError) and signed[1].code == "SCHEME_UNSUPPORTED"
    assert isinstance(signed[2], sealane.ArgumentError) and signed[2].code == "NULL_MESSAGE"
    derived = sealane.derive_batch([x25519, P256], [x25519.public_key()] * 2)
    assert derived[0] == x25519.derive(x25519.public_key())
    assert isinstance(derived[1], sealane.DeriveError) and derived[1].code == "KEY_CURVE_MISMATCH"


def test_rows_of_numpy_are_byte_strings():
    digests = np.frombuffer(
        b"".join(hashlib.sha256(b"%d" % number).digest() for number in range(100)), np.uint8)
    digests = digests.reshape(100, 32)
    signatures = sealane.sign_batch(P256, digests, digests=True, format="raw")
    signatures = np.frombuffer(b"".join(signatures), np.uint8).reshape(100, 64).copy()
    signatures[3, 40] ^= 1
    public = P256.public_key()
    verdicts = sealane.verify_batch(public, digests, signatures, digests=True, format="raw")
    assert np.array_equal(np.array(verdicts, dtype=bool), np.arange(100) != 3)
    # Rows that do not lie one behind the other.
    verdicts = sealane.verify_batch(
        public, digests[::2], signatures[::2], digests=True, format="raw")
    assert verdicts == [True] * 50
    assert refused(lambda: sealane.verify_batch(
        public, digests.astype(np.int32), signatures)) == "ARGUMENT_TYPE"
    assert refused(lambda: sealane.verify_batch(
        public, digests, signatures[:99])) == "ARGUMENT_LENGTH"


def test_keys_are_made_in_lanes():
    keys = sealane.generate_batch("ed25519", 100, threads=3)
    assert len({key.public_key() for key in keys}) == 100
    assert sealane.generate_batch("p256", 0) == []
    assert refused(lambda: sealane.generate_batch("p256", 1 << 62)) == "ARGUMENT_LENGTH"
    with pytest.raises(OverflowError):
        sealane.generate_batch("p256", -1)


def test_no_rows_are_no_error():
    assert sealane.verify_batch([], [], []) == []
    assert sealane.verify_batch(P256.public_key(), [], [], reasons=True) == ([], [])
    assert sealane.sign_batch(P256, []) == []
    assert sealane.derive_batch([], []) == []


@pytest.mark.parametrize("call, code", [
    (lambda public: sealane.verify_batch(public, [b""], []), "ARGUMENT_LENGTH"),
    (lambda public: sealane.verify_batch([public], [b""] * 2, [b""] * 2), "ARGUMENT_LENGTH"),
    (lambda public: sealane.verify_batch([], [b""], [b""]), "ARGUMENT_LENGTH"),
    (lambda public: sealane.verify_batch([b""], [b""], [b""]), "ARGUMENT_TYPE"),
    (lambda public: sealane.verify_batch(public, b"message", [b""] * 7), "ARGUMENT_TYPE"),
    (lambda public: sealane.verify_batch(public, "message", [b""] * 7), "ARGUMENT_TYPE"),
    (lambda public: sealane.verify_batch(public, ["text"], [b""]), "ARGUMENT_TYPE"),
    (lambda public: sealane.verify_batch(public, 7, [b""]), "ARGUMENT_TYPE"),
    (lambda public: sealane.verify_batch(public, [], [], threads=1025), "ARGUMENT_THREADS"),
    (lambda public: sealane.verify_batch(public, [], [], key_tables=1 << 60),
     "ARGUMENT_KEY_TABLES"),
    (lambda public: sealane.verify_batch(public, [], [], scheme="none"), "NAME_UNKNOWN"),
    (lambda public: sealane.sign_batch(public, [b""]), "ARGUMENT_TYPE"),
    (lambda public: sealane.sign_batch([P256] * 2, [b""]), "ARGUMENT_LENGTH"),
    (lambda public: sealane.derive_batch(P256, [P256]), "ARGUMENT_TYPE"),
    (lambda public: sealane.generate_batch("p255", 1), "NAME_UNKNOWN"),
])
def test_wrong_arguments_are_refused_with_their_code(call, code):
    assert refused(lambda: call(P256.public_key())) == code


def test_what_an_iterator_raises_arrives():
    def failing():
        yield b"1"
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        sealane.sign_batch(P256, failing())


def sign_in_child(count):
    return len(sealane.sign_batch(P256, [b"message"] * count, threads=2))


def test_processes_that_were_forked_have_threads_too():
    assert len(sealane.sign_batch(P256, [b"message"] * 100, threads=2)) == 100
    with multiprocessing.get_context("fork").Pool(2) as pool:
        done = pool.map_async(sign_in_child, [100, 200])
        assert done.get(timeout=120) == [100, 200]
