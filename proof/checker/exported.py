"""Certificates as the generator exports them, for the tests.

The generator is named by the environment variable FIELDGEN; scripts/checker.sh sets it.
"""

import functools
import json
import os
import subprocess

from certificate import field


@functools.lru_cache(maxsize=None)
def certify(*arguments):
    """Exit code, text and messages of `fieldgen certify`."""
    command = [os.environ["FIELDGEN"], "certify", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stdout, done.stderr


def documents(*arguments):
    """The fields of a certificate as JSON objects; do not change them."""
    code, text, messages = certify(*arguments)
    if code:
        raise AssertionError(f"fieldgen certify {arguments}: {code}: {messages}")
    return json.loads(text)["fields"]


def export(*arguments):
    """The fields of a certificate."""
    return [field(document) for document in documents(*arguments)]
