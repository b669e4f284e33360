#!/usr/bin/env python3
"""Tests of the checker. Needs the generator's command in the environment variable FIELDGEN.

usage: test_check.py [TEST...]      runs the other test files as well if no test is named

Ends with the line `N passed, N failed, N skipped`.
"""

import concurrent.futures
import contextlib
import copy
import functools
import io
import json
import os
import random
import re
import sys
import tempfile
import unittest

import check
import harmless
import selftest
from certificate import Malformed, field
from contract import PLAIN, check_field
from exported import certify, documents, export
from interpret import run
from judge import judge_function
from mutations import bypasses, changed, mutants
from primes import KNOWN
from ranges import Refused
from share import SHARE, TURN, part
from test_sound import SEED, is_formula, random_inputs

# Moduli of one word and of two: fields small enough to try every edit.
ONE_WORD, TWO_WORDS = "ffffffffffffffc5", "1fffffffffffffffffffffffffffff61"
# A byte in three signed limbs of three bits.
SIGNED = "fb --limb-bits 3 --limbs 3 --adds 1"
PLANTS = {
    "carry-order": "not the formula",
    "dropped-carry": "output limb 3",
    "budget": "neg: the output is only shown to be 0x1",
    "madd-operand": "step 3 (madd52lo): operand 1",
    "missing-reduction": "output limb 3",
    "wrong-constant": "add: the output is not the formula",
    "wrong-quotient": "sqr: the output is not the formula",
    "wrong-shift": "sqr: step",
    "swapped-operands": "sub: the output",
    "swapped-selection": "mul: the output",
    # 29x9 with two additions: a column needs 65 bits.
    "signed-budget": "65 bits of a signed word of 64",
    "signed-order": "output limb 8",
    "signed-reduction": "mul: the output is not the formula",
    # The residue of a power of two modulo a group order.
    "signed-constant": "mul: the output is not the formula",
}


def judged(document, only=None):
    """What is said against a certificate given as a JSON object: None, Refused or Malformed.

    With `only`, the number of a function, nothing else is looked at.
    """
    try:
        one = field(document)
        if only is None:
            check_field(one)
        for place, function in enumerate(one.functions):
            if only in (None, place):
                judge_function(one, function)
    except (Refused, Malformed) as refusal:
        return refusal
    return None


def command(*arguments):
    """Exit code, output and messages of check.py."""
    out, messages = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(messages):
        code = check.main(list(arguments))
    return code, out.getvalue(), messages.getvalue()


def small(arguments):
    """The certificate of a small field."""
    document, = documents("--modulus", *arguments.split())
    return document


def place_of(document, name):
    """Number of the function called `name`."""
    return [function["name"] for function in document["functions"]].index(name)


class CommandTest(unittest.TestCase):
    """Exit codes and messages."""

    def on_text(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(text)
            file.flush()
            return command(file.name)

    def test_every_prime_is_shown_and_known_by_name(self):
        """From the generator's table to a line for each function."""
        whole = json.loads(certify()[1])
        self.assertEqual({one["prime"] for one in whole["fields"]}, set(KNOWN))
        fields = part(whole["fields"])
        code, out, messages = self.on_text(json.dumps({**whole, "fields": fields}))
        self.assertEqual((code, messages), (0, ""))
        self.assertEqual(
            len(re.findall(r"^    \w+ +\d+ steps fit", out, re.M)),
            sum(len(one["functions"]) for one in fields))
        self.assertNotIn("without a known name", out)
        self.assertIn(f"{len(fields)} of {len(fields)} fields shown", out)

    def test_the_text_is_deterministic_and_canonical(self):
        """Two runs of the generator, and the JSON read and compared."""
        _, text, _ = certify()
        certify.cache_clear()
        self.assertEqual(certify()[1], text)
        fields = json.loads(text)["fields"]
        self.assertEqual({one["prime"] for one in fields}, set(KNOWN))
        self.assertTrue(any(one["form"].startswith("signed") for one in fields))

    def test_other_forms_are_shown(self):
        """P-256 with a product in every row, 2^255 - 19 in Montgomery form, madd52."""
        for arguments in (("p256_p", "montgomery"), ("p25519_p", "montgomery")):
            document, = documents("--prime", arguments[0], "--form", arguments[1])
            self.assertIsNone(judged(document), arguments)
        for modulus in (ONE_WORD, TWO_WORDS, SIGNED, "3", "fb", "8000000000000001"):
            self.assertIsNone(judged(small(modulus)), modulus)
        code, text, _ = certify("--plant", "none")
        self.assertEqual(code, 0)
        code, out, _ = self.on_text(text)
        self.assertEqual(code, 0)
        self.assertIn("a modulus without a known name", out)

    def test_a_refusal_names_the_step_and_the_bound(self):
        """Exit code 1, nothing shown, and the place on the error stream."""
        _, text, _ = certify("--plant", "wrong-shift")
        code, out, messages = self.on_text(text)
        self.assertEqual(code, 1)
        self.assertIn("0 of 1 fields shown", out)
        self.assertRegex(messages, r"p256_p: refused: sqr: step \d+ \(add\): result 0 .* 65 bits")

    def test_what_is_no_certificate_is_malformed(self):
        """Exit code 2 for text, other JSON, another version, a key twice and a missing file."""
        good = certify("--modulus", ONE_WORD)[1]
        bad = [
            "", "[]", "{}", "null", good[:-9], good.replace('"version": 1', '"version": 2'),
            good.replace('"version": 1', '"version": 1, "version": 1'),
            good.replace("sealane-certificate", "sealane"),
            good.replace('"version": 1', '"version": true'),
            '{"format": "sealane-certificate", "version": 1, "fields": []}',
            "[" * 100_000,
        ]
        for text in bad:
            code, _, messages = self.on_text(text)
            self.assertEqual(code, 2, text[:40])
            self.assertIn("malformed", messages)
        self.assertEqual(command("/no/such/file")[0], 2)
        self.assertEqual(command()[0], 2)
        self.assertEqual(command("--what", "x")[0], 2)

    def test_one_bad_field_decides(self):
        """A good and a refused certificate, in one file and in two."""
        good = json.loads(certify("--modulus", ONE_WORD)[1])
        bad = json.loads(certify("--plant", "budget")[1])
        both = {**good, "fields": good["fields"] + bad["fields"]}
        self.assertEqual(self.on_text(json.dumps(good))[0], 0)
        self.assertEqual(self.on_text(json.dumps(both))[0], 1)

    def test_self_test(self):
        """The planted errors that need no generator, and a self-test that finds something."""
        self.assertEqual(selftest.findings(), [])
        self.assertEqual(command("--self-test")[0], 0)
        name, (edit, words) = next(iter(selftest.ERRORS.items()))
        selftest.ERRORS[name] = (lambda item: None, words)
        try:
            self.assertEqual(command("--self-test")[0], 1)
        finally:
            selftest.ERRORS[name] = (edit, words)


class PlantTest(unittest.TestCase):
    """Planted errors: refused by the generator's provers and by the checker."""

    def test_planted_errors_are_refused_twice(self):
        """Exit code 3 of the generator, and the checker's refusal at the right place."""
        for name, words in PLANTS.items():
            with self.subTest(name):
                code, text, messages = certify("--plant", name)
                self.assertEqual(code, 3)
                self.assertIn("refused", messages)
                said = judged(json.loads(text)["fields"][0])
                self.assertIsInstance(said, Refused)
                self.assertIn(words, str(said))

    def test_the_list_is_complete(self):
        """The generator knows these errors and the one that is none."""
        _, _, messages = certify("--plant", "no-such-error")
        offered = re.search(r"possible values: ([^\]]*)\]", messages)[1].split(", ")
        self.assertEqual(sorted(offered), sorted([*PLANTS, "none"]))


class EditTest(unittest.TestCase):
    """Certificates edited by hand."""

    @classmethod
    def setUpClass(cls):
        cls.good, = documents("--prime", "p256_n")

    def refused(self, function, words, *edits):
        """The edits (path below the function, value) are refused with these words."""
        document, place = self.good, place_of(self.good, function)
        for path, value in edits:
            document = changed(document, ("functions", place, *path), value)
        said = judged(document, place)
        self.assertIsInstance(said, Refused, words)
        self.assertIn(words, str(said))

    def steps(self, function, op):
        """Numbers of the steps of a function with the operation `op`."""
        found = self.good["functions"][place_of(self.good, function)]["steps"]
        return [n for n, step in enumerate(found) if step["op"] == op], found

    def test_every_claim_is_needed(self):
        """Upper ends of claimed ranges of the product, lowered by one."""
        place = place_of(self.good, "mul")
        steps = self.good["functions"][place]["steps"]
        for number, step in random.Random(SEED).sample(list(enumerate(steps)), 25):
            for part, (_, high) in enumerate(step["ranges"]):
                path = ("functions", place, "steps", number, "ranges", part, 1)
                document = changed(self.good, path, hex(int(high, 16) - 1))
                self.assertIsNotNone(judged(document, place), path)

    def test_a_bound_beyond_the_word(self):
        number = self.steps("mul", "add")[0][0]
        self.refused("mul", f"step {number} (add): result 0 is claimed to be",
                     (("steps", number, "ranges", 0, 1), hex(1 << 64)))

    def test_a_changed_constant(self):
        numbers, steps = self.steps("mul", "const")
        number = next(n for n in numbers if int(steps[n]["constant"], 16) > 1)
        other = hex(int(steps[number]["constant"], 16) ^ 1 << 20)
        self.refused("mul", "mul: ", (("steps", number, "constant"), other))
        # The forger changes the claim as well.
        self.refused("mul", "mul: ", (("steps", number, "constant"), other),
                     (("steps", number, "ranges", 0), [other, other]))

    def test_a_changed_shift(self):
        document, = documents("--prime", "p256_p")
        place = place_of(document, "mul")
        for number, step in enumerate(document["functions"][place]["steps"]):
            for change in (-1, 1) if "distance" in step else ():
                path = ("functions", place, "steps", number, "distance")
                edited = changed(document, path, step["distance"] + change)
                self.assertIsInstance(judged(edited, place), Refused)

    def test_swapped_operands(self):
        number, steps = self.steps("sub", "sbb")
        a, b, c = steps[number[1]]["args"]
        self.refused("sub", "sub: ", (("steps", number[1], "args"), [b, a, c]))

    def test_a_contract_that_asks_for_less(self):
        """A limit widened, in one place and in all; the formula and the modulus changed."""
        modulus = int(self.good["representation"]["modulus"], 16)
        wide = [(("inputs", n, "limits", "value", 1), hex(modulus)) for n in (0, 1)]
        self.refused("add", "limits of input a", wide[0])
        self.refused("add", "limits of input b", wide[1])
        self.refused("add", "limits of", *wide, (("output", "limits", "value", 1), hex(modulus)))
        self.refused("add", "limits of input a",
                     (("inputs", 0, "limits", "limbs", 3, 1), hex((1 << 64) - 1)))
        self.refused("add", "formula", (("formula", "terms", 0, "coefficient"), "-0x1"))
        self.refused("sqr", "formula", (("formula", "factor"), "0x1"))
        self.refused("add", "formula", (("formula", "modulus"), hex(modulus - 2)))

    def test_another_modulus(self):
        """Changed by two, in the representation alone and wherever it stands."""
        modulus = int(self.good["representation"]["modulus"], 16)
        for other in (modulus - 2, modulus + 2):
            edited = changed(self.good, ("representation", "modulus"), hex(other))
            self.assertIn("the modulus is not p256_n", str(judged(edited)))
            # Under another name, with all limits and formulas to suit.
            text = json.dumps({**self.good, "prime": "mine"})
            text = text.replace(hex(modulus), hex(other)).replace(hex(modulus - 1), hex(other - 1))
            self.assertIsInstance(judged(json.loads(text)), Refused)

    def test_missing_and_repeated_functions(self):
        functions = self.good["functions"]
        for others in (functions[1:], functions + functions[:1], [functions[0]] * 7, []):
            said = judged({**self.good, "functions": others})
            self.assertIn("the functions are", str(said))
        # A function under the name of another.
        renamed = copy.deepcopy(self.good)
        renamed["functions"][0]["name"], renamed["functions"][1]["name"] = "sqr", "mul"
        self.assertIsInstance(judged(renamed), Refused)


def check_edits(arguments, name):
    """Tries every edit of a function; gives those tried, those that pass without a rule, counts."""
    document, tried, passed, counts = small(arguments), set(), set(), [0, 0, 0]
    # The function alone: to read the others again for every edit takes longer than to judge it.
    document = {**document, "functions": [document["functions"][place_of(document, name)]]}
    for where, what, value in part(mutants(document, ("functions", 0))):
        edited = changed(document, where, value)
        said = judged(edited, 0)
        key = (arguments, name, "/".join(map(str, where[2:])), what)
        tried.add(key)
        counts[0 if isinstance(said, Malformed) else 1 if said else 2] += 1
        if said is None:
            old = functools.reduce(lambda item, key: item[key], where, document)
            if harmless.rule(document, where, old, value) is None:
                passed.add(key)
                equally_right(edited, 0)
    return tried, passed, counts


def equally_right(document, place):
    """Fails unless a program that passed computes the formula and stays within its words."""
    one = field(document)
    source = random.Random(SEED)
    function = one.functions[place]
    for _ in range(60):
        inputs = random_inputs(source, one, function)
        if not is_formula(one, function, inputs, run(function, inputs)):
            raise AssertionError(f"a wrong program passed: {function.name} of {inputs}")


class MutantTest(unittest.TestCase):
    """Every edit of one field of the certificates of small fields."""

    def test_every_edit_of_a_function_is_refused_or_harmless(self):
        """One word: all functions; two words and signed limbs: some, for the carries."""
        wanted = [
            *((ONE_WORD, name) for name in PLAIN),
            *((TWO_WORDS, name) for name in ("add", "decode")),
            *((SIGNED, name) for name in ("mul", "add", "carry")),
        ]
        all_tried, found, all_counts = set(), set(), []
        with concurrent.futures.ProcessPoolExecutor() as pool:
            for tried, passed, counts in pool.map(check_edits, *zip(*wanted)):
                all_tried |= tried
                found |= passed
                all_counts.append(counts)
        malformed, refused, harmless_ones = map(sum, zip(*all_counts))
        print(f"edits: {malformed} malformed, {refused} refused, {harmless_ones} harmless")
        self.assertGreater(refused * SHARE, 4000)
        self.assertGreater(refused, 4 * harmless_ones)
        listed = {key for key in harmless.EQUAL if key[1] != "field" and key in all_tried}
        self.assertEqual(found - listed, set(), "edits that pass without a reason")
        self.assertEqual(listed - found, set(), "reasons for edits that do not pass")

    def test_every_edit_of_the_rest_is_refused_or_harmless(self):
        """Name, form, representation, and the list of functions."""
        found = set()
        for arguments in (ONE_WORD, TWO_WORDS, SIGNED):
            document = small(arguments)
            edits = [*mutants({**document, "functions": []})]
            functions = document["functions"]
            edits = [edit for edit in edits if edit[0] != ("functions",)]
            edits += [
                (("functions",), f"{one['name']} left out", [f for f in functions if f is not one])
                for one in functions
            ]
            edits += [(("functions",), f"{f['name']} doubled", [*functions, f]) for f in functions]
            for where, what, value in edits:
                said = judged(changed(document, where, value))
                if said is None and harmless.rule(document, where, None, value) is None:
                    found.add((arguments, "field", "/".join(map(str, where)), what))
        listed = {key for key in harmless.EQUAL if key[1] == "field"}
        self.assertEqual(found - listed, set(), "edits that pass without a reason")
        self.assertEqual(listed - found, set(), "reasons for edits that do not pass")

    def test_every_step_is_needed(self):
        """Programs in which nothing reads a step: refused, or right all the same."""
        for arguments in (TWO_WORDS, SIGNED):
            document = small(arguments)
            refused = passed = 0
            for place, function in enumerate(document["functions"]):
                for _, _, other in bypasses(function):
                    edited = changed(document, ("functions", place), other)
                    if judged(edited, place) is None:
                        equally_right(edited, place)
                        passed += 1
                    else:
                        refused += 1
            self.assertGreater(refused, 10 * passed)

    def test_edits_at_random_of_large_programs(self):
        """P-256, words, signed limbs and lanes: what passes computes the formula."""
        source = random.Random(SEED)
        plain, = documents("--prime", "p256_n")
        lanes, = documents("--prime", "p256_p", "--form", "lanes")
        for document in (plain, documents("--form", "signed")[-1], lanes):
            for name in ("add", "mul"):
                place = place_of(document, name)
                path = ("functions", place, "steps")
                edits = [edit for edit in mutants(document, path) if "ranges" not in edit[0]]
                refused = 0
                for where, _, value in source.sample(edits, 60):
                    edited = changed(document, where, value)
                    if judged(edited, place) is None:
                        equally_right(edited, place)
                    else:
                        refused += 1
                self.assertGreater(refused, 30)


class Result(unittest.TextTestResult):
    """Counts what passed."""

    passed = 0

    def addSuccess(self, test):  # noqa: N802 (the name is given)
        super().addSuccess(test)
        self.passed += 1


def main():
    """Runs the tests; gives the exit code."""
    loader = unittest.defaultTestLoader
    if sys.argv[1:]:
        suite = loader.loadTestsFromNames(sys.argv[1:], sys.modules["__main__"])
    else:
        suite = unittest.TestSuite([
            loader.loadTestsFromName("test_sound"),
            loader.loadTestsFromName("test_texts"),
            loader.loadTestsFromName("test_products"),
            loader.loadTestsFromName("test_kernels"),
            loader.loadTestsFromName("test_ring"),
            loader.loadTestsFromName("test_machine"),
            loader.loadTestsFromName("test_ctext"),
            loader.loadTestsFromModule(sys.modules["__main__"]),
        ])
    if not os.environ.get("FIELDGEN"):
        sys.stderr.write("FIELDGEN does not name the generator's command\n")
        return 2
    print(f"CHECKER_SEED={SEED} CHECKER_SHARE={SHARE} CHECKER_TURN={TURN}")
    result = unittest.TextTestRunner(resultclass=Result, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.passed} passed, {failed} failed, {len(result.skipped)} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
