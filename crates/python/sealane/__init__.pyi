"""Public-key signatures and key agreement: keys, batches in lanes, columns of Arrow, a service.

Names of algorithms and schemes are those of the command: ``p256``, ``ed25519``, ``rsa3072``,
``mldsa65``; ``ecdsa-sha256``, ``eddsa``, ``rsa-pss-sha256``. No scheme stands for the usual one of
the key's algorithm. ``format`` is the form of signatures of ECDSA and DSA: ``der``, as documents
hold them, or ``raw``, both numbers one behind the other; other signatures have one form.

Whatever is refused is an exception with a stable ``code``: see ``Error``. Work is done without the
interpreter's lock. Bytes are ``bytes`` or any buffer of them.
"""

from collections.abc import Iterable
from typing import Any, Literal, Protocol, Self, final, overload

from typing_extensions import Buffer

from ._errors import (
    ArgumentError as ArgumentError,
    DecodeError as DecodeError,
    DeriveError as DeriveError,
    Error as Error,
    InvalidSignature as InvalidSignature,
    ServiceError as ServiceError,
    SignError as SignError,
)

__all__ = [
    "ArgumentError",
    "DecodeError",
    "DeriveError",
    "Error",
    "InvalidSignature",
    "PrivateKey",
    "PublicKey",
    "Service",
    "ServiceError",
    "ServiceKey",
    "SignError",
    "__version__",
    "algorithms",
    "clear_caches",
    "derive_batch",
    "generate_batch",
    "sign_batch",
    "verify_batch",
    "verify_batches",
    "verify_column",
]

__version__: str

_Format = Literal["der", "raw"]

class _ArrowArray(Protocol):
    """A column that speaks the PyCapsule interface: of pyarrow, polars, DuckDB, nanoarrow."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    """A column in chunks, or a table in batches, that speaks the PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

_Column = _ArrowArray | _ArrowStream
_Rows = Iterable[Buffer | None] | Buffer
"""Byte strings of a list, or the rows of a two-dimensional buffer of bytes, as numpy has them."""

@final
class PrivateKey:
    """A private key. It cannot be pickled, and its memory is wiped when it goes.

    What ``to_pem``, ``to_der`` and ``derive`` return is the interpreter's, which wipes nothing.
    """

    @staticmethod
    def generate(algorithm: str) -> PrivateKey:
        """Makes a fresh key. Raises ``SignError`` (``RANDOM``), ``ArgumentError`` (``NAME_UNKNOWN``)."""

    @staticmethod
    def from_pem(text: str | Buffer, *, legacy: bool = False) -> PrivateKey:
        """Reads the one PEM block of a text: ``PRIVATE KEY`` (not encrypted), ``EC PRIVATE KEY``,
        ``RSA PRIVATE KEY`` or ``DSA PRIVATE KEY``.

        With ``legacy``, RSA and DSA keys may have 1024 bits. Raises ``DecodeError``.
        """

    @staticmethod
    def from_der(data: Buffer, *, legacy: bool = False) -> PrivateKey:
        """Reads DER: PKCS#8, SEC 1, PKCS#1 or OpenSSL's form of DSA. Raises ``DecodeError``."""

    @staticmethod
    def from_bytes(algorithm: str, data: Buffer) -> PrivateKey:
        """Takes the scalar or the octets of a key over a curve, or the seed of an ML-DSA key.

        Raises ``DecodeError`` (``KEY_LENGTH``, ``KEY_RANGE``, ``KEY_ALGORITHM``).
        """

    @property
    def algorithm(self) -> str:
        """The name of its algorithm."""

    def public_key(self) -> PublicKey:
        """Returns the public key that belongs to it."""

    def to_pem(self) -> str:
        """Returns the PEM block ``PRIVATE KEY``, in the clear."""

    def to_der(self) -> bytes:
        """Returns the PKCS#8 document, in the clear."""

    def sign(
        self,
        message: Buffer,
        *,
        scheme: str | None = None,
        deterministic: bool = False,
        low_s: bool = False,
        check: bool = False,
        format: _Format = "der",
    ) -> bytes:
        """Signs a message.

        Nonces are hedged (RFC 6979 with fresh random bytes), or come of key and message alone with
        ``deterministic``. With ``low_s`` the lower ``s`` of ECDSA is taken, with ``check`` the
        signature is verified before it is returned. Raises ``SignError``.
        """

    def sign_digest(
        self,
        digest: Buffer,
        *,
        scheme: str | None = None,
        deterministic: bool = False,
        low_s: bool = False,
        check: bool = False,
        format: _Format = "der",
    ) -> bytes:
        """Signs a digest of the scheme's hash. Raises ``SignError``, ``DecodeError``
        (``DIGEST_LENGTH``)."""

    def derive(self, peer: PublicKey) -> bytes:
        """Returns the secret that it shares with a public key: ECDH, X25519, X448.

        Raises ``DeriveError`` (``DERIVE_UNSUPPORTED``, ``KEY_CURVE_MISMATCH``, ``PEER_LOW_ORDER``).
        """

@final
class PublicKey:
    """A public key: always a valid one. Equal keys are equal and hash alike; it can be pickled."""

    @staticmethod
    def from_pem(text: str | Buffer, *, legacy: bool = False) -> PublicKey:
        """Reads the one PEM block of a text: ``PUBLIC KEY`` or ``RSA PUBLIC KEY``. Raises
        ``DecodeError``."""

    @staticmethod
    def from_der(data: Buffer, *, legacy: bool = False) -> PublicKey:
        """Reads DER: a SubjectPublicKeyInfo, or the RSAPublicKey of PKCS#1. Raises ``DecodeError``."""

    @staticmethod
    def from_bytes(algorithm: str, data: Buffer) -> PublicKey:
        """Takes the octets of a key: a point, compressed or not (SEC 1), or what RFC 8032, RFC 7748
        or FIPS 204 have.

        Raises ``DecodeError`` (``KEY_LENGTH``, ``KEY_ENCODING``, ``KEY_POINT_INVALID``,
        ``KEY_ALGORITHM`` for RSA and DSA, whose keys have no such form).
        """

    @property
    def algorithm(self) -> str:
        """The name of its algorithm."""

    def to_pem(self) -> str:
        """Returns the PEM block ``PUBLIC KEY``."""

    def to_der(self) -> bytes:
        """Returns the SubjectPublicKeyInfo."""

    def to_bytes(self, *, compressed: bool = False) -> bytes:
        """Returns the octets of the key. Raises ``DecodeError`` (``KEY_ALGORITHM``)."""

    def verify(
        self,
        message: Buffer,
        signature: Buffer,
        *,
        scheme: str | None = None,
        format: _Format = "der",
    ) -> None:
        """Verifies a signature of a message.

        Raises ``InvalidSignature`` (``SIG_INVALID``) if it is not one; ``DecodeError`` if it is not
        well-formed (``SIG_LENGTH``, ``SIG_ENCODING``) or of another kind of key
        (``SIG_UNSUPPORTED``).
        """

    def verify_digest(
        self,
        digest: Buffer,
        signature: Buffer,
        *,
        scheme: str | None = None,
        format: _Format = "der",
    ) -> None:
        """Like ``verify``, for a digest of the scheme's hash. Raises also ``DecodeError``
        (``DIGEST_LENGTH``)."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def algorithms() -> list[str]:
    """Returns the names of all algorithms that fresh keys are made of."""

def sign_batch(
    keys: PrivateKey | Iterable[PrivateKey],
    messages: _Rows,
    *,
    scheme: str | None = None,
    digests: bool = False,
    deterministic: bool = False,
    low_s: bool = False,
    check: bool = False,
    format: _Format = "der",
    threads: int = 1,
) -> list[bytes | Error]:
    """Signs many messages, or digests, in lanes: with one key, or one for each.

    Where an item cannot be signed, its place has the exception that the single call would raise.
    ``threads`` is at most 1024; 0 stands for one a processor.
    """

@overload
def verify_batch(
    keys: PublicKey | Iterable[PublicKey | None],
    messages: _Rows,
    signatures: _Rows,
    *,
    scheme: str | None = None,
    digests: bool = False,
    format: _Format = "der",
    threads: int = 1,
    key_tables: int = 16,
    reasons: Literal[False] = False,
) -> list[bool | None]: ...
@overload
def verify_batch(
    keys: PublicKey | Iterable[PublicKey | None],
    messages: _Rows,
    signatures: _Rows,
    *,
    scheme: str | None = None,
    digests: bool = False,
    format: _Format = "der",
    threads: int = 1,
    key_tables: int = 16,
    reasons: Literal[True],
) -> tuple[list[bool | None], list[str | None]]:
    """Verifies many signatures of messages, or of digests, in lanes: by one key, or one for each.

    A verdict is ``True``, ``False`` for a well-formed signature that is not one of the message by
    the key, ``None`` where something is missing or malformed. With ``reasons``, a second list says
    why by stable codes: ``None`` for valid rows, ``SIG_INVALID`` where the verdict is ``False``,
    ``NULL_KEY``, ``NULL_MESSAGE``, ``NULL_SIGNATURE`` or a code of ``DecodeError`` elsewhere.

    ``key_tables`` is how many MiB tables of keys that come often may take, on each thread.
    Raises ``ArgumentError`` (``ARGUMENT_LENGTH``, ``ARGUMENT_TYPE``, ``ARGUMENT_THREADS``).
    """

def derive_batch(
    keys: PrivateKey | Iterable[PrivateKey],
    peers: Iterable[PublicKey],
    *,
    threads: int = 1,
) -> list[bytes | Error]:
    """Derives the secrets of many pairs of keys, in lanes; exceptions stand in the places of pairs
    that share none."""

def generate_batch(algorithm: str, count: int, *, threads: int = 1) -> list[PrivateKey]:
    """Makes many fresh keys of one algorithm, in lanes. Raises ``SignError``, ``ArgumentError``
    (``ARGUMENT_LENGTH`` for more than 16,777,216)."""

def verify_column(
    keys: PublicKey | _Column,
    digests_or_messages: _Column,
    signatures: _Column,
    *,
    algorithm: str | None = None,
    scheme: str | None = None,
    digests: bool = False,
    format: _Format = "der",
    legacy: bool = False,
    threads: int = 1,
    key_tables: int = 16,
    reasons: bool = False,
) -> Any:
    """Verifies columns of Arrow, and returns a column of booleans; with ``reasons`` a pair of it
    and of a column of codes, as ``verify_batch`` has them.

    Columns are of Binary, LargeBinary, BinaryView or FixedSizeBinary, of text, or of dictionaries of
    these. Keys are documents, PEM or DER; with ``algorithm`` they must be of that one, and may also be
    their octets alone. A key is read once, however often it comes, and kept from call to call. A row is
    null if a value of it is null or malformed: ``IS TRUE`` is the question to ask.

    The result is of the package that the signatures come from: a pyarrow array, a polars Series;
    else an object that speaks the PyCapsule interface.

    Raises ``ArgumentError``: ``ARGUMENT_TYPE`` for other columns, ``ARGUMENT_LENGTH`` for columns
    of different lengths, ``ARROW_INVALID`` for one that is not as Arrow has it.
    """

def verify_batches(
    batch: _ArrowArray | _ArrowStream,
    *,
    key: str | PublicKey | None = None,
    digest: str | None = None,
    message: str | None = None,
    signature: str = "signature",
    algorithm: str | None = None,
    scheme: str | None = None,
    format: _Format = "der",
    legacy: bool = False,
    threads: int = 1,
    key_tables: int = 16,
    valid: str = "valid",
    reason: str | None = ...,
    keep: bool = False,
) -> Any:
    """Verifies a record batch, or a table, and returns one: the one function that engines call.

    It reads the columns ``key``, ``digest`` or ``message`` (whichever is there), and ``signature``, or
    those that are named. It returns the other columns, with ``valid`` and ``reason`` behind them; with
    ``keep``, those that it read as well. Columns are as ``verify_column`` has them.

    Raises ``ArgumentError``: also ``ARGUMENT_COLUMN`` for a name that is missing or there twice.
    """

def clear_caches() -> None:
    """Forgets the keys that calls have read, and their tables."""

@final
class Service:
    """A connection to a service of this user or of root on this machine: ``sealane serve``.

    Several threads may use one; each waits for the other's reply. It is a context manager, which
    closes it.
    """

    def __new__(
        cls, endpoint: str, *, token: str | None = None, wait: float | None = None
    ) -> Self:
        """Connects to a socket, or to an address of this machine with its port.

        ``token`` is the label of the token, the first one if none is named. ``wait`` bounds each reply,
        in seconds. Raises ``ServiceError`` (``DISCONNECTED``, ``PERMISSION``, ``TIMED_OUT``).
        """

    def login(self, who: str, pin: str | Buffer) -> None:
        """Opens a session of a role or a person. Raises ``ServiceError`` (``PIN_WRONG``)."""

    def logout(self) -> None:
        """Ends the session."""

    def close(self) -> None:
        """Closes the connection, and with it the session. Its keys then are ``DISCONNECTED``."""

    def __enter__(self) -> Service: ...
    def __exit__(self, *exception: object) -> None: ...
    @property
    def token(self) -> str:
        """The label of the token; empty if the service tells it after a login only."""

    def keys(self) -> list[ServiceKey]:
        """Returns the private keys that may be seen, in the order of their labels."""

    def key(self, label: str) -> ServiceKey:
        """Returns the key of a label. Raises ``ServiceError`` (``KEY_UNKNOWN``, ``KEY_TYPE``)."""

    def generate(self, label: str, algorithm: str) -> ServiceKey:
        """Makes a key that does not leave the token."""

    def random(self, count: int) -> bytes:
        """Returns random bytes of the service."""

@final
class ServiceKey:
    """A private key in a service: it signs and derives there."""

    @property
    def label(self) -> str:
        """Its name in the token."""

    @property
    def algorithm(self) -> str:
        """The name of its algorithm."""

    def public_key(self) -> PublicKey:
        """Returns the public key that belongs to it."""

    def sign(
        self,
        message: Buffer,
        *,
        scheme: str | None = None,
        deterministic: bool = False,
        format: _Format = "der",
    ) -> bytes:
        """Signs a message, of which the service is sent the digest where the scheme has one.

        Raises ``ServiceError`` (``NOT_LOGGED_IN``, ``BUSY``, ``DISCONNECTED``).
        """

    def sign_digest(
        self,
        digest: Buffer,
        *,
        scheme: str | None = None,
        deterministic: bool = False,
        format: _Format = "der",
    ) -> bytes:
        """Signs a digest of the scheme's hash."""

    def sign_batch(
        self,
        messages: _Rows,
        *,
        scheme: str | None = None,
        digests: bool = False,
        deterministic: bool = False,
        format: _Format = "der",
    ) -> list[bytes | Error]:
        """Signs many messages, or digests, which the service does in lanes; exceptions stand in the
        places of those that it refused."""

    def derive(self, peer: PublicKey) -> bytes:
        """Returns the secret that it shares with a public key."""
