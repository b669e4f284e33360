"""Verifies a table of digests or messages as a loop over the package `cryptography` does."""

import base64
import csv
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

keys = {}
counts = {"valid": 0, "invalid": 0}
with open(sys.argv[1]) as table, open(sys.argv[2], "w") as verdicts:
    rows = csv.reader(table)
    of_digests = next(rows)[2] == "digest"
    scheme = ec.ECDSA(utils.Prehashed(SHA256()) if of_digests else SHA256())
    for name, text, what, signature in rows:
        key = keys.get(text)
        if key is None:
            key = keys[text] = load_der_public_key(base64.b64decode(text))
        try:
            content = bytes.fromhex(what) if of_digests else what.encode()
            key.verify(bytes.fromhex(signature), content, scheme)
            verdict = "valid"
        except InvalidSignature:
            verdict = "invalid"
        counts[verdict] += 1
        verdicts.write(f"{name},{verdict}\n")
print(counts["valid"], counts["invalid"])
