"""The client on a real service, which this starts: the command is named by SEALANE_COMMAND."""

import os
import subprocess
import threading
import time

import pytest
import sealane
from test_guide import blocks

COMMAND = os.environ.get("SEALANE_COMMAND")
if not COMMAND:
    pytest.skip("SEALANE_COMMAND names no command", allow_module_level=True)


def refused(call):
    with pytest.raises(sealane.Error) as caught:
        call()
    assert isinstance(caught.value, sealane.ServiceError)
    return caught.value.code


@pytest.fixture(scope="module")
def socket(tmp_path_factory):
    folder = tmp_path_factory.mktemp("service")
    folder.chmod(0o700)

    def secret(name, content):
        path = folder / name
        path.write_bytes(content)
        path.chmod(0o600)
        return str(path)

    master = secret("master.key", os.urandom(32))
    token = ["--store", str(folder / "token.db"), "--master-file", master]
    pins = {who: secret(f"{who}.pin", pin) for who, pin in [
        ("officer", b"2718\n"), ("user", b"3141\n"), ("operator", b"1618\n")]}

    def run(*words):
        subprocess.run([COMMAND, *words], check=True, capture_output=True)

    run("token", "init", *token, "--label", "signing", "--new-pin-file", pins["officer"])
    for who in ["user", "operator"]:
        run("token", "set-pin", *token, "--pin-file", pins["officer"], "--for", who,
            "--new-pin-file", pins[who])
    path = str(folder / "socket")
    with open(folder / "log", "wb") as log:
        service = subprocess.Popen([COMMAND, "serve", *token, "--socket", path], stderr=log)
    for _ in range(600):
        if os.path.exists(path) or service.poll() is not None:
            break
        time.sleep(0.05)
    assert service.poll() is None, (folder / "log").read_text()
    yield path
    service.terminate()
    assert service.wait(timeout=60) == 0


def test_keys_of_a_service_sign_and_derive(socket):
    with sealane.Service(socket, wait=60) as service:
        assert refused(lambda: service.generate("web", "p256")) == "NOT_LOGGED_IN"
        assert refused(lambda: service.login("user", "0000")) == "PIN_WRONG"
        service.login("user", b"3141")
        assert "signing" in service.token
        made = [service.generate(name, name) for name in ["p256", "ed25519", "x25519", "mldsa44"]]
        assert [key.label for key in service.keys()] == sorted(key.label for key in made)
        assert len(service.random(40)) == 40
        assert refused(lambda: service.key("none")) == "KEY_UNKNOWN"
        assert refused(lambda: service.generate("p256", "p256")) == "NAME_EXISTS"
        service.logout()
        service.login("operator", "1618")
        for name in ["p256", "ed25519", "mldsa44"]:
            key = service.key(name)
            assert key.algorithm == name and name in repr(key)
            public = key.public_key()
            public.verify(b"message", key.sign(b"message"))
            with pytest.raises(sealane.InvalidSignature):
                public.verify(b"another", key.sign(b"message"))
        p256 = service.key("p256")
        digest = bytes(32)
        raw = p256.sign_digest(digest, format="raw")
        p256.public_key().verify_digest(digest, raw, format="raw")
        assert p256.sign(b"1", deterministic=True) == p256.sign(b"1", deterministic=True)
        service.logout()
        service.login("user", "3141")
        peer = sealane.PrivateKey.generate("x25519")
        x25519 = service.key("x25519")
        assert x25519.derive(peer.public_key()) == peer.derive(x25519.public_key())
        with pytest.raises(sealane.SignError):
            x25519.sign(b"message")
    assert refused(lambda: p256.sign(b"message")) == "DISCONNECTED"
    assert refused(lambda: service.keys()) == "DISCONNECTED"


def test_batches_are_as_long_as_you_like(socket):
    with sealane.Service(socket) as service:
        service.login("user", "3141")
        for name in ["p384", "ed448"]:
            key = service.generate(f"batch-{name}", name)
            messages = [b"message %d" % number for number in range(2_500)]
            messages[5] = None
            messages[7] = b"long" * 100_000
            signed = key.sign_batch(messages)
            assert isinstance(signed[5], sealane.ArgumentError)
            assert signed[5].code == "NULL_MESSAGE"
            signed[5] = None
            verdicts = sealane.verify_batch(key.public_key(), messages, signed)
            assert verdicts == [True if number != 5 else None for number in range(2_500)]
        digests = [bytes([number]) * 48 for number in range(20)]
        key = service.key("batch-p384")
        signed = key.sign_batch(digests, digests=True, format="raw")
        assert sealane.verify_batch(
            key.public_key(), digests, signed, digests=True, format="raw") == [True] * 20
        assert all(error.code == "DIGEST_LENGTH"
                   for error in key.sign_batch([b"short"] * 3, digests=True))


def test_threads_have_one_connection_in_common(socket):
    with sealane.Service(socket) as service:
        service.login("user", "3141")
        key = service.generate("threads", "p256")
        signatures = []

        def work():
            signatures.extend(key.sign(b"message") for _ in range(20))

        threads = [threading.Thread(target=work) for _ in range(6)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        verdicts = sealane.verify_batch(key.public_key(), [b"message"] * 120, signatures)
        assert verdicts == [True] * 120


def test_no_service_is_a_refusal(tmp_path):
    tmp_path.chmod(0o700)
    assert refused(lambda: sealane.Service(str(tmp_path / "none"))) == "DISCONNECTED"
    with pytest.raises(sealane.ArgumentError) as caught:
        sealane.Service("none", wait=-1.0)
    assert caught.value.code == "ARGUMENT_WAIT"
    with pytest.raises(sealane.ArgumentError):
        sealane.Service("none", wait=float("nan"))


def test_a_token_by_its_label(socket):
    with sealane.Service(socket, token="signing") as service:
        assert service.token in ("", "signing")
    assert refused(lambda: sealane.Service(socket, token="another")) == "TOKEN_UNKNOWN"


def test_the_guide_works(socket):
    block, = blocks(" service")
    with sealane.Service(socket) as service:
        service.login("user", "3141")
        service.generate("web", "p256")
    exec(block.replace("served/socket", socket), {"sealane": sealane})
