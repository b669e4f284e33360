"""Exceptions. Every one has the stable code that library, command and service use too."""


class Error(Exception):
    """Something was refused.

    ``code`` is stable (``SIG_LENGTH``, ``KEY_POINT_INVALID``); ``sentence`` is for people, and
    names the argument and the limit. Neither holds a byte of the input.
    """

    code: str
    sentence: str

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"


class ArgumentError(Error, ValueError):
    """An argument, or a whole column, of a type, a length or a value that is not taken."""


class DecodeError(Error, ValueError):
    """A key, a digest or a signature that is not well-formed, or not supported."""


class InvalidSignature(Error):
    """A well-formed signature that is not one of this message by this key."""


class SignError(Error):
    """No signature or key was made."""


class DeriveError(Error, ValueError):
    """No secret was derived."""


class ServiceError(Error):
    """The service refused, or was not reached."""
