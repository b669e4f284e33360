"""C texts that are changed in one line are refused, by the reader or by the proof.

A share of the lines is tried, others with each CHECKER_SEED; CHECKER_TEXT_LINES says how many.
"""

import functools
import os
import random
import subprocess
import unittest

import ctext
from ranges import Refused
from retouched import changes, says_something
from test_sound import SEED
from test_texts import LINES as ASKED
from test_texts import fields

# A text is proven as a whole.
LINES = min(ASKED, 200)

# Words with carries, words below twice the modulus, and signed limbs of each kind of reduction.
TEXTS = (("p256_p", "c64"), ("p25519_p", "c64"), ("p256_p", "c32"), ("secp256k1_n", "c32"))


@functools.lru_cache(maxsize=None)
def content(prime, language):
    """A text, as the generator prints it."""
    command = [os.environ["FIELDGEN"], "print", "--prime", prime, "--language", language]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def said(text, prime, language):
    """What is said against a text, or None."""
    try:
        ctext.prove(text, language, fields(), prime)
    except Refused as refusal:
        return refusal
    return None


class TextTest(unittest.TestCase):
    """Texts as they are printed, changed."""

    def test_changed_lines_are_refused(self):
        """Statements, one change at a time; their order and what is only declared aside."""
        source, tried, passed = random.Random(SEED), 0, []
        for prime, language in TEXTS:
            text = content(prime, language)
            self.assertIsNone(said(text, prime, language), (prime, language))
            lines = text.split("\n")
            own = [at for at, line in enumerate(lines) if says_something(line)
                   and line.startswith(("    const", "    out", "    (void)")) and " = " in line]
            for at in source.sample(own, min(len(own), -(-LINES // 8))):
                for what, changed in changes(lines, at):
                    if what == "exchanged with the next" or changed == text:
                        continue
                    tried += 1
                    if said(changed, prime, language) is None:
                        passed.append(f"{prime}.{language}:{at + 1}: {lines[at]}: {what}")
        print(f"{tried} changes of C texts")
        self.assertEqual(passed, [])

    def test_a_wrong_printer_is_refused(self):
        """Errors of a printer, and of who writes helpers and heads."""
        bugs = {
            "c64": [("field64_adc(x", "field64_sbb(x"),
                    ("(void)field64_sbb(", "(void)field64_adc("),
                    ("return c ^ (mask & (b ^ c));", "return b ^ (mask & (b ^ c));"),
                    ("uint64_t out[", "uint32_t out["), (" << ", " >> "),
                    ("out[0] = ", "out[1] = "),
                    ("a0 = a[0]", "a0 = a[1]"), ("#include <stdint.h>", "#include <stddef.h>"),
                    ("\n}\n", "\n    out[0] = 0;\n}\n"), (" */\n\n", " */ int x;\n\n")],
            "c32": [("field32_carry(x", "field32_split(x"), ("INT64_C(1) << 3", "INT64_C(1) << 4"),
                    ("a & ((INT64_C(1)", "a | ((INT64_C(1)"), ("(int32_t)x", "(int16_t)x"),
                    (" = x", " = (int64_t)(int32_t)x"), ("_mul(", "_sqr("),
                    ("const int32_t a[", "int32_t a[")],
        }
        for prime, language in TEXTS:
            text = content(prime, language)
            tried = 0
            for old, new in bugs[language]:
                if old in text:
                    tried += 1
                    changed = text.replace(old, new)
                    self.assertIsNotNone(said(changed, prime, language), (prime, old))
            self.assertGreater(tried, 4)

    def test_what_is_written_is_not_read(self):
        """The result may be one of the inputs: a word that is read after the first is written."""
        text = content("p256_p", "c64")
        start = text.index("    out[0]")
        end, late = text.index("\n", start) + 1, "    const uint64_t a9 = a[1];\n"
        self.assertIsNone(said(text[:start] + late + text[start:], "p256_p", "c64"))
        self.assertIsNotNone(said(text[:end] + late + text[end:], "p256_p", "c64"))

    def test_a_cut_needs_32_bits(self):
        """A column of a product is wider: a text that cuts it is refused by the proof."""
        text = content("p256_p", "c32")
        carry = text.index("field32_carry(x")
        name = text[carry + len("field32_carry("):].split(",")[0]
        late = f"    const int64_t x99999 = (int64_t)(int32_t){name} * 3;\n"
        place = text.rindex("\n", 0, carry) + 1
        refused = said(text[:place] + late + text[place:], "p256_p", "c32")
        self.assertIn("cut to 32 bits", str(refused))


if __name__ == "__main__":
    unittest.main()
