#!/usr/bin/env python3
"""Proves again what a certificate of `fieldgen certify` states; trusts none of it.

usage: check.py [--quiet] FILE...      ("-" for standard input)
       check.py [--quiet] --texts FOLDER FILE
       check.py [--quiet] --c FOLDER FILE
       check.py --kernels FOLDER FILE ADVICE
       check.py --self-test

For every function of every field: each step's result fits its word, factors of madd52 are below
2^52, carries are 0 or 1, the output is within the limits of an input, and it is the stated value
modulo the modulus, for all inputs within the limits; each range that the certificate claims is
implied. With `--texts` it is the generated texts in the folder that are read and proven, and the
certificate has only limits and advice; with `--c` it is the C texts there, named PRIME.c64 and
PRIME.c32, as `fieldgen print` writes them; with `--kernels` it is the kernels of one lane there,
with the advice that `fieldgen advice` prints. Exit code 0: all shown, with a line for each
function. 1: refused, naming the step and the bound that fails. 2: not a certificate.

Needs Python 3.8 and nothing else. Shares no code with the generator.
"""

import os
import sys
import time

import ctext
import kernels
import products
import ring
import selftest
import texts
from certificate import Malformed, read
from contract import check_field, is_signed
from judge import judge_function
from primes import KNOWN
from ranges import Refused

SHOWN, REFUSED, MALFORMED = 0, 1, 2


def main(arguments):
    """The command; gives the exit code."""
    quiet = "--quiet" in arguments
    files = [one for one in arguments if one != "--quiet"]
    if files[:1] == ["--texts"] and len(files) == 3:
        codes = check_texts(files[1], files[2], quiet), check_products(files[1])
        return max(*codes, check_ring(files[1]))
    if files[:1] == ["--c"] and len(files) == 3:
        return check_c(files[1], files[2])
    if files[:1] == ["--kernels"] and len(files) == 4:
        return check_kernels(*files[1:])
    if files == ["--self-test"]:
        return selftest.run()
    if not files or any(one.startswith("-") and one != "-" for one in files):
        sys.stderr.write(__doc__)
        return MALFORMED
    return max(check_file(name, quiet) for name in files)


def check_file(name, quiet=False):
    """Checks one file and says what was found; gives the exit code."""
    try:
        text = sys.stdin.read() if name == "-" else open(name, encoding="utf-8").read()
        fields = read(text)
    except (OSError, UnicodeDecodeError, Malformed) as error:
        sys.stderr.write(f"{name}: malformed: {error}\n")
        return MALFORMED
    if not fields:
        sys.stderr.write(f"{name}: malformed: no field\n")
        return MALFORMED
    codes = [_check_one(name, field, quiet) for field in fields]
    shown = codes.count(SHOWN)
    print(f"{name}: {shown} of {len(codes)} fields shown")
    return max(codes)


def check_texts(folder, name, quiet=False):
    """Proves every text of a folder with the advice of a certificate; gives the exit code."""
    try:
        with open(name, encoding="utf-8") as file:
            fields = {texts.key(field): field for field in read(file.read())}
        files = texts.files(folder)
        missing = texts.missing(fields, files)
    except (OSError, UnicodeDecodeError, Malformed, Refused) as error:
        sys.stderr.write(f"{name}: malformed: {error}\n")
        return MALFORMED
    codes = [REFUSED] * len(missing)
    for prime, kind in missing:
        sys.stderr.write(f"{folder}: refused: no text of {prime}, {kind}\n")
    for file in files:
        try:
            field = fields[texts.name_of(file)]
            with open(os.path.join(folder, file), encoding="utf-8") as text:
                field = texts.of_text(field, texts.read(text.read(), file))
            codes.append(_check_one(file, field, quiet, is_text=True))
        except KeyError:
            sys.stderr.write(f"{file}: refused: no certificate has its limits\n")
            codes.append(REFUSED)
        except (OSError, UnicodeDecodeError, Refused) as refusal:
            sys.stderr.write(f"{file}: refused: {refusal}\n")
            codes.append(REFUSED)
    print(f"{folder}: {codes.count(SHOWN)} of {len(codes)} texts shown")
    return max(codes, default=REFUSED)


def check_products(folder):
    """Proves every text of products; gives the exit code."""
    folder, codes = os.path.join(folder, "products"), []
    try:
        files = products.files(folder)
    except (OSError, Refused) as error:
        sys.stderr.write(f"{folder}: refused: {error}\n")
        return REFUSED
    for name, limbs in files:
        try:
            with open(os.path.join(folder, name), encoding="utf-8") as text:
                count = products.judge(text.read(), limbs)
            print(f"products of {limbs:2} limbs shown, {count} instructions")
            codes.append(SHOWN)
        except (OSError, UnicodeDecodeError, Refused) as refusal:
            sys.stderr.write(f"{name}: refused: {refusal}\n")
            codes.append(REFUSED)
    print(f"{folder}: {codes.count(SHOWN)} of {len(codes)} texts shown")
    return max(codes)


def check_ring(folder):
    """Proves the text of products of the ring of ML-DSA; gives the exit code."""
    try:
        count = ring.judge_file(folder)
    except (OSError, UnicodeDecodeError, Refused) as refusal:
        sys.stderr.write(f"{folder}: {ring.FILE} refused: {refusal}\n")
        return REFUSED
    print(f"{folder}: products of the ring shown, {count} lines")
    return SHOWN


def check_kernels(folder, name, advice):
    """Proves every kernel of one lane with the limits of a certificate; gives the exit code."""
    try:
        with open(name, encoding="utf-8") as file:
            fields = {texts.key(field): field for field in read(file.read())}
        with open(advice, encoding="utf-8") as file:
            advice = kernels.advice_of(file.read())
        primes = kernels.files(folder)
    except (OSError, UnicodeDecodeError, ValueError, KeyError, Malformed, Refused) as error:
        sys.stderr.write(f"{name}: malformed: {error}\n")
        return MALFORMED
    codes = []
    for prime in primes:
        try:
            path = os.path.join(folder, kernels.FOLDER, f"{prime}.rs")
            with open(path, encoding="utf-8") as file:
                found = kernels.read(file.read())
            field = fields[prime, "words"]
            check_field(field)
            for task, lines in found.items():
                verdict = kernels.prove(lines, task, field, advice[prime, task])
                print(f"{prime} kernel, {len(lines)} instructions: {_line(field, verdict)}")
            codes.append(SHOWN)
        except (OSError, UnicodeDecodeError, KeyError, Refused) as refusal:
            sys.stderr.write(f"{prime}: kernel refused: {refusal}\n")
            codes.append(REFUSED)
    print(f"{folder}: kernels of {codes.count(SHOWN)} of {len(codes)} primes shown")
    return max(codes, default=REFUSED)


def check_c(folder, name):
    """Proves the C texts of every prime with the limits and the advice of a certificate."""
    try:
        with open(name, encoding="utf-8") as file:
            fields = {texts.key(field): field for field in read(file.read())}
    except (OSError, UnicodeDecodeError, Malformed) as error:
        sys.stderr.write(f"{name}: malformed: {error}\n")
        return MALFORMED
    codes = []
    for prime in sorted({prime for prime, _ in fields}):
        for language in ctext.DIALECTS:
            file = f"{prime}.{language}"
            try:
                with open(os.path.join(folder, file), encoding="utf-8") as text:
                    count = ctext.prove(text.read(), language, fields, prime)
                print(f"{file:20} {count} functions shown")
                codes.append(SHOWN)
            except (OSError, UnicodeDecodeError, Refused) as refusal:
                sys.stderr.write(f"{file}: refused: {refusal}\n")
                codes.append(REFUSED)
    print(f"{folder}: {codes.count(SHOWN)} of {len(codes)} C texts shown")
    return max(codes, default=REFUSED)


def _check_one(name, field, quiet, is_text=False):
    begun = time.process_time()
    try:
        check_field(field, is_text)
        verdicts = [judge_function(field, function) for function in field.functions]
    except Refused as refusal:
        sys.stderr.write(f"{name}: {field.prime}: refused: {refusal}\n")
        return REFUSED
    steps = sum(verdict.steps for verdict in verdicts)
    spent = time.process_time() - begun
    held = f" of {field.limb_bits} signed bits" if is_signed(field) else ""
    known = "" if field.prime in KNOWN else ", a modulus without a known name"
    print(
        f"{field.prime:16} {len(verdicts)} functions shown, {steps} steps, "
        f"{field.modulus.bit_length()} bits in {field.limbs} limbs{held}{known}, {spent:.1f} s"
    )
    for verdict in verdicts:
        if not quiet:
            print(f"    {_line(field, verdict)}")
    return SHOWN


def _line(field, verdict):
    room = ""
    if is_signed(field):
        room = f", inputs to {verdict.depth} additions deep"
    if verdict.margin is not None:
        room += f", least room {verdict.margin:.2f} bits (step {verdict.tightest})"
    return (
        f"{verdict.name:8} {verdict.steps:4} steps fit in {verdict.branches} branches, "
        f"{verdict.coefficients:3} coefficients divisible by p{room}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
