"""Public-key signatures and key agreement: keys, batches in lanes, columns of Arrow, a service.

The guide is docs/guide/data.md of the project; what each function takes and raises stands in the
stubs beside this file (``__init__.pyi``).
"""

from ._errors import (
    ArgumentError,
    DecodeError,
    DeriveError,
    Error,
    InvalidSignature,
    ServiceError,
    SignError,
)
from ._sealane import (
    PrivateKey,
    PublicKey,
    Service,
    ServiceKey,
    __version__,
    algorithms,
    clear_caches,
    derive_batch,
    generate_batch,
    sign_batch,
    verify_batch,
    verify_batches,
    verify_column,
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
