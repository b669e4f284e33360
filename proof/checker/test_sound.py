"""What the checker finds out is true: its bounds and polynomials against numbers.

A proof that says yes too often is found here. Random polynomials, random programs and the exported
programs are evaluated on integers; every range, polynomial and fact must hold for every run.
Set CHECKER_SEED to repeat a run.
"""

import os
import random
import unittest
from unittest import mock

import operations
from bounds import Bounds, Fact, Number
from certificate import OPERATIONS, Field, Formula, Function, Hint, Input, Limits, Output, Step
from contract import input_bits, is_signed, output_bits, words_of
from exported import export
from interpret import limbs, number, run
from polynomial import Polynomial
from primes import KNOWN
from ranges import Refused, within
from share import part
from walk import Walk

SEED = int(os.environ.get("CHECKER_SEED", "1"))
WORD = (1 << 64) - 1


def evaluate(polynomial, values):
    """The polynomial at a point, times its denominator."""
    total = 0
    for monomial, coefficient in polynomial.terms.items():
        for name in monomial:
            coefficient *= values[name]
        total += coefficient
    return total


class Assertions(unittest.TestCase):
    """What must hold of a branch for a run that goes through it."""

    def values_of_unknowns(self, walk, values):
        """The run's value of each unknown."""
        known = {walk.unknown(value): found for value, found in values.items()}
        for (which, key), name in walk.parts.items():
            if key[0] == "carry":
                step = walk.steps[key[1]]
                bits = step.immediate
                whole = values[step.args[0]] + (1 << (bits - 1))
            elif key[0] == "52":
                whole, bits = values[key[1]] * values[key[2]], 52
            else:
                whole, bits = values[key[0]], key[1]
            known[name] = whole % (1 << bits) if which == "low" else whole >> bits
        return known

    def follows(self, walk, state, values):
        """True if the run goes through the branch."""
        return all((values[m] != 0) == (bit != 0) for m, bit in state.masks.items())

    def holds(self, walk, state, values):
        """Fails unless the branch tells the truth about the run."""
        known = self.values_of_unknowns(walk, values)
        for name, pair in state.ranges.items():
            self.assertTrue(within((known[name],) * 2, pair), (name, pair))
        for value in state.full:
            for polynomial in (state.near[value], state.full[value]):
                self.assertEqual(
                    evaluate(polynomial, known), values[value] << polynomial.scale, value)
        for fact in state.facts.values():
            found = evaluate(fact.polynomial, known)
            low, high = (end << fact.polynomial.scale for end in fact.range)
            self.assertTrue(low <= found <= high)
        for one in state.numbers:
            found = sum(weight * known[name] for name, weight in one.weights.items())
            self.assertTrue(within((found,) * 2, one.range))


class BoundsTest(Assertions):
    """Bounds of polynomials."""

    def test_bounds_hold_at_every_corner_of_random_polynomials(self):
        """Random polynomials over six unknowns, two of them numbers, at corners and inside."""
        source = random.Random(SEED)
        for _ in range(400):
            ranges = {}
            for name in range(6):
                low = source.randrange(-9, 9)
                ranges[name] = (low, low + source.randrange(0, 9))
            points = [{n: source.choice([*r, source.randint(*r)]) for n, r in ranges.items()}
                      for _ in range(20)]
            numbers = []
            for names in ((0, 1), (2, 3, 4)):
                weights = {name: 1 << (4 * i) for i, name in enumerate(names)}
                sums = [sum(w * p[n] for n, w in weights.items()) for p in points]
                numbers.append(Number(weights, (min(sums), max(sums))))
            polynomials = [self.random_polynomial(source) for _ in range(3)]
            facts = []
            for one in polynomials[1:]:
                found = [evaluate(one, p) for p in points]
                low, high = min(found) >> one.scale, -(-max(found) >> one.scale)
                facts.append(Fact(one, (low, high)))
            polynomial = polynomials[0].plus(polynomials[1], source.choice([0, 1, -2, 3]))
            low, high = Bounds(ranges.__getitem__, numbers, facts).of(polynomial)
            for point in points:
                found = evaluate(polynomial, point)
                # Bounds are of integers; a value between two integers is none that is asked for.
                if found % (1 << polynomial.scale) == 0:
                    self.assertTrue(low <= found >> polynomial.scale <= high)

    def random_polynomial(self, source):
        """Products of two forms, or terms at random."""
        def form(names):
            total = Polynomial.constant(source.randrange(-3, 4))
            for name in names:
                total = total.plus(Polynomial.unknown(name), source.randrange(-20, 20))
            return total

        if source.random() < 0.5:
            weights = form([0, 1]).times(form([2, 3, 4]))
            return weights.scaled(source.choice([1, -1, 5]), source.choice([0, 2, -3]))
        terms = Polynomial({})
        for _ in range(source.randrange(1, 8)):
            monomial = Polynomial.constant(source.randrange(-30, 30))
            for _ in range(source.randrange(0, 4)):
                monomial = monomial.times(Polynomial.unknown(source.randrange(6)))
            terms = terms.plus(monomial, 1, source.choice([0, 0, 3, -2]))
        return terms

    def test_a_whole_product_is_bounded_by_the_whole_numbers(self):
        """a b with a, b below 200 in digits of four bits: 199 * 199, not 255 * 255."""
        ranges = {name: (0, 15) for name in range(4)}
        weights = [{0: 1, 1: 16}, {2: 1, 3: 16}]
        numbers = [Number(one, (0, 199)) for one in weights]
        a, b = (Polynomial({(n,): w for n, w in one.items()}) for one in weights)
        bounds = Bounds(ranges.__getitem__, numbers, [])
        self.assertEqual(bounds.of(a.times(b)), (0, 199 * 199))
        self.assertEqual(bounds.of(a.times(a)), (0, 199 * 199))
        self.assertEqual(bounds.of(a.minus(b)), (-199, 199))
        self.assertEqual(bounds.of(a.plus(Polynomial.constant(5), 1)), (5, 204))

    def test_a_fact_bounds_what_its_words_do_not(self):
        """x - y is known to be at most 3: so is x - y + 2 at most 5."""
        ranges = {0: (0, 100), 1: (0, 100)}
        difference = Polynomial({(0,): 1, (1,): -1})
        bounds = Bounds(ranges.__getitem__, [], [Fact(difference, (-2, 3))])
        self.assertEqual(bounds.of(difference.plus(Polynomial.constant(2))), (0, 5))
        self.assertEqual(bounds.of(difference.scaled(-2)), (-6, 4))


class WalkTest(Assertions):
    """Branches of programs."""

    def test_random_programs_keep_what_is_said_of_them(self):
        """Programs of random steps: what is found out holds for runs on random inputs."""
        walked, held = self.try_random_programs(250)
        self.assertGreater(walked, 100)
        self.assertGreater(held, 1000)

    def test_a_wrong_range_or_meaning_is_noticed(self):
        """The same test with one operation of the checker wrong, for each operation."""
        def wider(function):
            return lambda *args: [(low + 1, high + 1) for low, high in function(*args)]

        def off(function):
            one = Polynomial.constant(1)
            return lambda *args: [(near.plus(one), full.plus(one))
                                  for near, full in function(*args)]

        for table, change in ((operations.RANGES, wider), (operations.MEANINGS, off)):
            for op in OPERATIONS:
                with self.subTest(op), mock.patch.dict(table, {op: change(table[op])}):
                    with self.assertRaises(AssertionError):
                        self.try_random_programs(250)

    def try_random_programs(self, count):
        """How many programs were followed, and how many runs."""
        source = random.Random(SEED)
        walked = held = 0
        for _ in range(count):
            function = random_function(source)
            walk = Walk(random_field(function), function)
            try:
                states = list(walk.branches())
            except Refused:
                continue
            walked += 1
            for _ in range(12):
                inputs = [[random_word(source, *pair) for pair in one.limits.limbs]
                          for one in function.inputs]
                # Results that are no words are let through: what the walk says is of integers.
                values = run(function, inputs, strict=False)
                through = [state for state in states if self.follows(walk, state, values)]
                self.assertEqual(len(through), 1, "a run goes through one branch")
                self.holds(walk, through[0], values)
                held += 1
        return walked, held

    def test_exported_programs_keep_what_is_said_of_them(self):
        """The programs of some primes on edge values and random ones, with the formula."""
        source = random.Random(SEED)
        fields = [export("--prime", name)[0]
                  for name in ("p256_p", "p256_n", "p192_p", "p25519_p", "secp256k1_p")]
        fields += [export("--prime", name, "--form", "lanes")[0]
                   for name in ("p256_p", "p256_n", "p25519_p")]
        fields += export("--form", "quads")
        for field in [*fields, *export("--form", "signed")]:
            for function in part(field.functions):
                walk = Walk(field, function)
                states = list(walk.branches())
                for _ in range(20):
                    inputs = random_inputs(source, field, function)
                    values = run(function, inputs)
                    through = [state for state in states if self.follows(walk, state, values)]
                    self.assertEqual(len(through), 1)
                    self.holds(walk, through[0], values)
                    self.assertTrue(is_formula(field, function, inputs, values))


def random_inputs(source, field, function):
    """Limbs within the limits of each input, often at their ends."""
    if words_of(field, function.name)[0]:
        return [limbs(edge(source, field.modulus), field.limbs, 64) for _ in function.inputs]
    if is_signed(field):
        return [[random_word(source, *pair) for pair in one.limits.limbs]
                for one in function.inputs]
    return [limbs_of(source, field, one.limits) for one in function.inputs]


def limbs_of(source, field, limits):
    """The limbs of an element, or of a sum of four with signs where such limbs may go in."""
    def element():
        return limbs(edge(source, field.modulus), field.limbs, field.limb_bits)

    if limits.value[0] == 0:
        return element()
    count = -limits.value[0] // field.limits.value[1]
    parts = [(source.choice([1, -1]), element()) for _ in range(count)]
    return [sum(sign * part[place] for sign, part in parts) for place in range(field.limbs)]


def is_formula(field, function, inputs, values):
    """True if the run's output is the formula modulo the modulus, and within its limits."""
    bits = input_bits(field, function.name)
    numbers = [sum(limb << (bits * i) for i, limb in enumerate(one)) for one in inputs]
    wanted = 0
    for coefficient, places in function.formula.terms:
        for place in places:
            coefficient *= numbers[place]
        wanted += coefficient
    limits = function.output.limits
    output = number(function.output.words, values, output_bits(field, function.name))
    held = zip(function.output.words, limits.limbs)
    return (
        (function.formula.factor * output - wanted) % field.modulus == 0
        and within((output,) * 2, limits.value)
        and all(within((values[word],) * 2, pair) for word, pair in held)
    )


def edge(source, modulus):
    """A number below the modulus: near its ends, full or empty words, or any."""
    return source.choice([
        source.randrange(4),
        modulus - 1 - source.randrange(4),
        sum(source.choice([0, 1, WORD - 1, WORD]) << (64 * i) for i in range(9)) % modulus,
        source.randrange(modulus),
    ])


def random_word(source, low, high):
    """A number of the range, often near an end."""
    return source.choice([low, high, min(high, low + 1), max(low, high - 1),
                          source.randint(low, high)])


def random_field(function):
    """A field to hold a function that makes no sense."""
    limits = Limits([(0, WORD)], (0, WORD))
    return Field("any", "any", "any", 3, 1, 64, 64, 2, limits, 0, [function])


def random_function(source):
    """A function of random steps; it need not make sense."""
    ends = [1, 5, 1 << 20, 1 << 52, WORD]
    limits = [(0, source.choice(ends)) for _ in range(3)]
    limits.append((-source.choice(ends), source.choice(ends)))
    steps = [Step("input", [], (i // 2, i % 2), [limits[i]]) for i in range(4)]
    for constant in (0, 1, WORD, 255, (1 << 52) - 1, source.randrange(1 << 64)):
        steps.append(Step("const", [], constant, [(constant, constant)]))
    bits, masks = [(4, 0), (5, 0)], []
    hints = []
    names = [op for op in OPERATIONS if op not in ("input", "const")]
    for _ in range(source.randrange(4, 24)):
        op = source.choice(names)
        shape = OPERATIONS[op]
        values = [(n, part) for n, s in enumerate(steps) for part in range(len(s.ranges))]
        args = [source.choice(values) for _ in range(shape.operands)]
        if op in ("adc", "sbb"):
            args[2] = source.choice(bits)
            bits.append((len(steps), 1))
        elif op == "mask":
            if len(masks) > 3:
                continue
            args = [source.choice(bits)]
            masks.append((len(steps), 0))
        elif op == "select":
            if not masks:
                continue
            args[0] = source.choice(masks)
        elif op == "and":
            args[0] = source.choice([*masks, (7, 0), (8, 0)])
        immediate = source.randrange(1, 64) if shape.immediate else None
        steps.append(Step(op, args, immediate, [(0, WORD)] * shape.results))
        if source.random() < 0.3:
            words = [source.choice(values) for _ in range(source.randrange(1, 4))]
            stop = [source.choice(values) for _ in range(source.randrange(0, 3))]
            if hints and source.random() < 0.5:
                # The upper words of an earlier number, as the reductions use them.
                stop = source.choice(hints).words[source.randrange(2):]
            hints.append(Hint([*words, (len(steps) - 1, 0)], stop, (0, 0)))
    inputs = [
        Input(name, [(2 * i, 0), (2 * i + 1, 0)], Limits(
            limits[2 * i:2 * i + 2],
            tuple(limits[2 * i][n] + (limits[2 * i + 1][n] << 64) for n in (0, 1))))
        for i, name in enumerate("ab")
    ]
    words = [(len(steps) - 1, 0)]
    output = Output(words, Limits([(0, WORD)], (0, WORD)), (0, WORD))
    quotients = [(n, 0) for n in range(10, len(steps)) if source.random() < 0.2]
    return Function("any", inputs, output, 0, Formula(1, [], 3), steps, hints, quotients)


class PrimesTest(unittest.TestCase):
    """The table of moduli."""

    def test_every_modulus_is_prime(self):
        """Miller and Rabin, with the first twelve primes as bases."""
        for name, modulus in KNOWN.items():
            self.assertTrue(is_prime(modulus), name)
            self.assertFalse(is_prime(modulus + 2) and is_prime(modulus - 2), name)

    def test_every_order_is_within_the_bound_of_hasse(self):
        """The cofactor is 1, 8 on Curve25519 and 4 on Curve448."""
        for name, order in KNOWN.items():
            if name.endswith("_n"):
                p = KNOWN[name[:-1] + "p"]
                points = order * {"p25519_n": 8, "p448_n": 4}.get(name, 1)
                self.assertLessEqual((points - p - 1) ** 2, 4 * p, name)


def is_prime(n):
    """True for a prime, false for any composite but a freak."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


if __name__ == "__main__":
    unittest.main()
