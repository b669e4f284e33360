"""Keys and single signatures: every algorithm, every form, beside another library, and refusals."""

import copy
import pickle
import threading

import pytest
import sealane
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, padding, rsa, utils

QUICK = [name for name in sealane.algorithms() if not name.startswith(("rsa", "dsa"))]
SIGNING = [name for name in QUICK if not name.startswith("x")]

# RFC 6979, appendix A.2.5: P-256 with SHA-256, of "sample".
X = "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"
R = "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
S = "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"


def test_rfc6979_is_what_deterministic_signatures_are():
    key = sealane.PrivateKey.from_bytes("p256", bytes.fromhex(X))
    signature = key.sign(b"sample", deterministic=True, format="raw")
    assert signature.hex().upper() == R + S
    key.public_key().verify(b"sample", signature, format="raw")
    low = key.sign(b"sample", deterministic=True, low_s=True, check=True, format="raw")
    assert low[:32] == signature[:32] and low[32:] < signature[32:]


@pytest.mark.parametrize("name", QUICK)
def test_keys_of_every_algorithm_come_back(name):
    key = sealane.PrivateKey.generate(name)
    public = key.public_key()
    assert key.algorithm == public.algorithm == name and name in repr(key)
    for again in [sealane.PrivateKey.from_pem(key.to_pem()),
                  sealane.PrivateKey.from_pem(key.to_pem().encode()),
                  sealane.PrivateKey.from_der(key.to_der()),
                  sealane.PrivateKey.from_der(bytearray(key.to_der())),
                  sealane.PrivateKey.from_der(memoryview(key.to_der()))]:
        assert again.to_der() == key.to_der()
    forms = [sealane.PublicKey.from_pem(public.to_pem()),
             sealane.PublicKey.from_der(public.to_der()),
             sealane.PublicKey.from_bytes(name, public.to_bytes()),
             sealane.PublicKey.from_bytes(name, public.to_bytes(compressed=True)),
             pickle.loads(pickle.dumps(public)), copy.deepcopy(public)]
    assert all(again == public and hash(again) == hash(public) for again in forms)
    assert len({public, *forms}) == 1
    assert public != sealane.PrivateKey.generate(name).public_key()


@pytest.mark.parametrize("name", SIGNING)
def test_signatures_of_every_algorithm_verify(name):
    key = sealane.PrivateKey.generate(name)
    signature = key.sign(b"message")
    key.public_key().verify(b"message", signature)
    with pytest.raises(sealane.InvalidSignature) as caught:
        key.public_key().verify(b"another", signature)
    assert caught.value.code == "SIG_INVALID" and str(caught.value).startswith("SIG_INVALID: ")
    with pytest.raises(sealane.DecodeError) as caught:
        key.public_key().verify(b"message", signature[:-1])
    assert caught.value.code in ("SIG_LENGTH", "SIG_ENCODING")


@pytest.mark.parametrize("name", ["p256", "p384", "x25519", "x448", "secp256k1"])
def test_secrets_are_shared(name):
    ours, theirs = sealane.PrivateKey.generate(name), sealane.PrivateKey.generate(name)
    secret = ours.derive(theirs.public_key())
    assert secret == theirs.derive(ours.public_key()) and any(secret)


def documents(key):
    """Every document of a private key that the other library writes without a password."""
    forms = [serialization.PrivateFormat.PKCS8, serialization.PrivateFormat.TraditionalOpenSSL]
    if isinstance(key, ed25519.Ed25519PrivateKey):
        forms.pop()
    for form in forms:
        for encoding in [serialization.Encoding.DER, serialization.Encoding.PEM]:
            yield key.private_bytes(encoding, form, serialization.NoEncryption())


@pytest.mark.parametrize("theirs, name", [
    (ec.generate_private_key(ec.SECP256R1()), "p256"),
    (ec.generate_private_key(ec.SECP521R1()), "p521"),
    (ed25519.Ed25519PrivateKey.generate(), "ed25519"),
    (rsa.generate_private_key(65537, 2048), "rsa2048"),
    (dsa.generate_private_key(2048), "dsa2048"),
])
def test_keys_of_another_library_are_read_in_all_forms(theirs, name):
    for document in documents(theirs):
        is_pem = document.startswith(b"-----")
        read = sealane.PrivateKey.from_pem if is_pem else sealane.PrivateKey.from_der
        key = read(document)
        assert key.algorithm == name
        public = theirs.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        assert key.public_key() == sealane.PublicKey.from_der(public)
    if name.startswith("rsa"):
        public = theirs.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.PKCS1)
        assert sealane.PublicKey.from_der(public) == key.public_key()


def test_another_library_verifies_what_we_sign_and_signs_what_we_verify():
    ours = sealane.PrivateKey.generate("p256")
    theirs = serialization.load_der_private_key(ours.to_der(), None)
    ecdsa = ec.ECDSA(hashes.SHA256())
    theirs.public_key().verify(ours.sign(b"message"), b"message", ecdsa)
    ours.public_key().verify(b"message", theirs.sign(b"message", ecdsa))
    with pytest.raises(InvalidSignature):
        theirs.public_key().verify(ours.sign(b"message"), b"another", ecdsa)
    digest = bytes(range(32))
    prehashed = ec.ECDSA(utils.Prehashed(hashes.SHA256()))
    theirs.public_key().verify(ours.sign_digest(digest), digest, prehashed)
    ours.public_key().verify_digest(digest, theirs.sign(digest, prehashed))

    ours = sealane.PrivateKey.generate("rsa2048")
    theirs = serialization.load_der_private_key(ours.to_der(), None)
    pss = padding.PSS(padding.MGF1(hashes.SHA256()), 32)
    signature = ours.sign(b"message", scheme="rsa-pss-sha256")
    theirs.public_key().verify(signature, b"message", pss, hashes.SHA256())
    signature = theirs.sign(b"message", pss, hashes.SHA256())
    ours.public_key().verify(b"message", signature, scheme="rsa-pss-sha256")


def test_dsa_signatures_have_both_forms():
    theirs = dsa.generate_private_key(2048)
    key = sealane.PrivateKey.from_der(next(documents(theirs)))
    signature = key.sign(b"message", format="raw")
    assert len(signature) == 64
    key.public_key().verify(b"message", signature, format="raw")
    theirs.public_key().verify(key.sign(b"message"), b"message", hashes.SHA256())


P256 = sealane.PrivateKey.generate("p256")
ED25519 = sealane.PrivateKey.generate("ed25519")
X25519 = sealane.PrivateKey.generate("x25519")
GENERATE = sealane.PrivateKey.generate
PRIVATE_PEM, PUBLIC_DER = sealane.PrivateKey.from_pem, sealane.PublicKey.from_der


@pytest.mark.parametrize("call, kind, code", [
    (lambda: GENERATE("p255"), sealane.ArgumentError, "NAME_UNKNOWN"),
    (lambda: GENERATE("P\udcff"), UnicodeEncodeError, None),
    (lambda: P256.sign(b"", scheme="ecdsa-md5"), sealane.ArgumentError, "NAME_UNKNOWN"),
    (lambda: P256.sign(b"", scheme="eddsa"), sealane.SignError, "SCHEME_UNSUPPORTED"),
    (lambda: P256.sign(b"", format="p1363"), sealane.ArgumentError, "NAME_UNKNOWN"),
    (lambda: P256.sign("text"), sealane.ArgumentError, "ARGUMENT_TYPE"),
    (lambda: P256.sign(None), sealane.ArgumentError, "ARGUMENT_TYPE"),
    (lambda: P256.sign([1, 2]), sealane.ArgumentError, "ARGUMENT_TYPE"),
    (lambda: P256.sign_digest(bytes(31)), sealane.DecodeError, "DIGEST_LENGTH"),
    (lambda: ED25519.sign_digest(bytes(64)), sealane.SignError, "SCHEME_UNSUPPORTED"),
    (lambda: X25519.sign(b""), sealane.SignError, "SCHEME_UNSUPPORTED"),
    (lambda: ED25519.derive(ED25519.public_key()), sealane.DeriveError, "DERIVE_UNSUPPORTED"),
    (lambda: P256.derive(X25519.public_key()), sealane.DeriveError, "KEY_CURVE_MISMATCH"),
    (lambda: X25519.derive(sealane.PublicKey.from_bytes("x25519", bytes(32))),
     sealane.DeriveError, "PEER_LOW_ORDER"),
    (lambda: P256.derive(b""), TypeError, None),
    (lambda: PRIVATE_PEM(""), sealane.DecodeError, "INPUT_PEM"),
    (lambda: PRIVATE_PEM(b"\xff"), sealane.DecodeError, "INPUT_PEM"),
    (lambda: PRIVATE_PEM("\udcff"), sealane.DecodeError, "INPUT_PEM"),
    (lambda: PRIVATE_PEM(P256.public_key().to_pem()), sealane.DecodeError, "INPUT_PEM_LABEL"),
    (lambda: PRIVATE_PEM(7), sealane.ArgumentError, "ARGUMENT_TYPE"),
    (lambda: PUBLIC_DER(b""), sealane.DecodeError, "KEY_ENCODING"),
    (lambda: PUBLIC_DER(P256.to_der()), sealane.DecodeError, "KEY_ENCODING"),
    (lambda: sealane.PrivateKey.from_der(P256.public_key().to_der()),
     sealane.DecodeError, "KEY_ENCODING"),
    (lambda: sealane.PrivateKey.from_bytes("p256", bytes(32)), sealane.DecodeError, "KEY_RANGE"),
    (lambda: sealane.PrivateKey.from_bytes("p256", bytes(31)), sealane.DecodeError, "KEY_LENGTH"),
    (lambda: sealane.PrivateKey.from_bytes("rsa2048", b"1"), sealane.DecodeError, "KEY_ALGORITHM"),
    (lambda: sealane.PublicKey.from_bytes("rsa2048", b"1"), sealane.DecodeError, "KEY_ALGORITHM"),
    (lambda: sealane.PublicKey.from_bytes("p256", b"\x02" + bytes([255] * 32)),
     sealane.DecodeError, "KEY_POINT_INVALID"),
    (lambda: P256.public_key().verify(b"", b""), sealane.DecodeError, "SIG_LENGTH"),
    (lambda: P256.public_key().verify(b"", bytes(63), format="raw"),
     sealane.DecodeError, "SIG_LENGTH"),
    (lambda: P256.public_key().verify(b"", bytes(64), format="raw"),
     sealane.InvalidSignature, "SIG_INVALID"),
    (lambda: P256.public_key().verify(b"", b"", scheme="rsa-raw"),
     sealane.DecodeError, "SIG_UNSUPPORTED"),
    (lambda: X25519.public_key().verify(b"", b""), sealane.DecodeError, "SIG_UNSUPPORTED"),
    (lambda: pickle.dumps(P256), TypeError, None),
    (lambda: sealane.PrivateKey(), TypeError, None),
])
def test_wrong_input_is_refused_with_its_code(call, kind, code):
    with pytest.raises(kind) as caught:
        call()
    assert code is None or caught.value.code == code


def test_bytes_that_lie_apart_are_put_together():
    message = memoryview(b"a-b-c-d-")[::2]
    P256.public_key().verify(b"abcd", P256.sign(message))


def test_refusals_are_exceptions_that_travel():
    with pytest.raises(ValueError) as caught:
        PUBLIC_DER(b"0")
    error = caught.value
    assert isinstance(error, sealane.DecodeError) and isinstance(error, sealane.Error)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.sentence, str(again)) == (error.code, error.sentence, str(error))


SHORT = """\
-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC7QEhPiDMD0vjJrdSBwh8yEwhn
Qzj1UeUznilci9CSdKYc+qce/YSGQCQvO+mIpkrEqNryJrBbd1HfLpwyDIaHvrtj
vBaPWmt42AqlQSfU9WDbq4KNMu7ruKIVIzAwxNZ33ZkbRk9BezY7uqgLMkxYfUtc
ZJQFkX/83v2KK7u0WwIDAQAB
-----END PUBLIC KEY-----
"""


def test_short_keys_of_rsa_are_read_on_request():
    with pytest.raises(sealane.DecodeError) as caught:
        sealane.PublicKey.from_pem(SHORT)
    assert caught.value.code == "KEY_RSA_MODULUS" and "2048" in caught.value.sentence
    key = sealane.PublicKey.from_pem(SHORT, legacy=True)
    assert key.algorithm == "rsa1024" and pickle.loads(pickle.dumps(key)) == key


def test_keys_are_for_all_threads():
    """One key signs and verifies on many threads, none of which waits for the interpreter."""
    failures = []

    def work():
        try:
            for _ in range(50):
                P256.public_key().verify(b"message", P256.sign(b"message"))
        except sealane.Error as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures
