"""Following a program over the integers.

Each operation is a total function of integers, given in `Walk.apply`: nothing wraps around unless
the operation says so, and no step is assumed to fit its word. What is found out on the way (ranges,
polynomials, facts about sums) is therefore true for all inputs within the limits, and whether every
result fits its word is asked at the end.

Every value has two polynomials. `full` goes back to the inputs; `near` stops at the values that
hints name as stops, which keeps sums of long programs short. What cannot be written as a polynomial
(carries, high words, quotients) is an unknown of its own.

Where a mask is made the walk forks: in one branch its bit is 0, in the other it is 1. A branch in
which some range becomes empty cannot occur for any input.
"""

from bounds import Bounds, Fact, Number
from contract import input_bits, output_bits
from operations import MEANINGS, RANGES
from polynomial import Polynomial, weighted
from ranges import Impossible, Refused, floor, negative, show, within

# Each fork doubles the work.
MAX_FORKS = 6
# Steps that a proof of divisibility may go back.
MAX_BACK = 24


class State:
    """What is known in one branch."""

    def __init__(self):
        self.ranges = {}
        self.near = {}
        self.full = {}
        self.splits = {}
        self.masks = {}
        self.numbers = []
        self.facts = {}
        self.sums = {}
        # When each unknown was last narrowed and each sum last looked at.
        self.changes = 0
        self.moved = {}
        self.looked = {}

    def copy(self):
        other = State()
        for name, value in vars(self).items():
            setattr(other, name, dict(value) if isinstance(value, dict) else value)
        return other

    def narrow(self, name, low, high):
        """Learns that the unknown `name` lies in a range."""
        old = self.ranges.get(name)
        if old is not None:
            if low <= old[0] and old[1] <= high:
                return
            low, high = max(low, old[0]), min(high, old[1])
        self.changes += 1
        self.moved[name] = self.changes
        self.ranges[name] = (low, high)
        if low > high:
            raise Impossible


class Walk:
    """All branches of one function of a certificate."""

    def __init__(self, field, function):
        self.field = field
        self.function = function
        self.steps = function.steps
        self.bits = field.limb_bits
        self.input_bits = input_bits(field, function.name)
        self.output_bits = output_bits(field, function.name)
        # An unknown per value; more for parts of values that no step names.
        self.parts = {}
        self.read = {arg for step in self.steps for arg in step.args} | set(function.output.words)
        self.cut = {value for hint in function.hints for value in hint.stop}
        self.stops = {tuple(hint.stop) for hint in function.hints if len(hint.stop) > 1}
        self.stops = sorted(stop for stop in self.stops if len(set(stop)) == len(stop))
        self.chosen = {self.split_key(value) for value in function.quotients}
        self.sums = [(number, hint.words) for number, hint in enumerate(function.hints)]
        self.sums.append(("output", function.output.words))
        self.ready = {}
        for number, words in self.sums:
            last = max((value[0] for value in words), default=0)
            self.ready.setdefault(last, []).append((number, words))

    # Names of unknowns.

    def unknown(self, value):
        """The unknown of a value (step, result)."""
        return 2 * value[0] + value[1]

    def part(self, key):
        """The unknown of a part that is no value."""
        return self.parts.setdefault(key, 2 * len(self.steps) + len(self.parts))

    def describe(self, monomial):
        """A product of unknowns as text."""
        names = [f"{name // 2}.{name % 2}" for name in monomial]
        for (which, key), part in self.parts.items():
            if key[0] == "carry":
                text = f"the {which} part of step {key[1]}"
            elif key[0] == "52":
                text = "the {} part of {}.{} * {}.{}".format(which, *key[1], *key[2])
            else:
                text = "the {} part of {}.{} at bit {}".format(which, *key[0], key[1])
            names = [text if name == part else old for name, old in zip(monomial, names)]
        return " * ".join(names) or "the constant"

    def range_of(self, state, value):
        """The range of a value."""
        name = state.full[value].alone()
        own = state.ranges[self.unknown(value)]
        if name is None or name not in state.ranges:
            return own
        other = state.ranges[name]
        return max(own[0], other[0]), min(own[1], other[1])

    def learn(self, state, value, low, high):
        """Narrows a value, and the unknown that it is."""
        state.narrow(self.unknown(value), low, high)
        name = state.full[value].alone()
        if name is not None:
            state.narrow(name, low, high)

    def bounds(self, state):
        """Bounds as of now."""
        return Bounds(state.ranges.__getitem__, state.numbers, list(state.facts.values()))

    # The walk.

    def branches(self):
        """The final state of each branch that can occur."""
        state = State()
        for one in self.function.inputs:
            for value, pair in zip(one.words, one.limits.limbs):
                state.ranges[self.unknown(value)] = pair
            bits = self.input_bits
            weights = {self.unknown(v): 1 << (bits * i) for i, v in enumerate(one.words)}
            state.numbers.append(Number(weights, one.limits.value))
        yield from self.follow(state, 0, MAX_FORKS)

    def follow(self, state, start, forks):
        """The branches from the step `start` on."""
        try:
            for number in range(start, len(self.steps)):
                step = self.steps[number]
                if step.op == "mask" and not self.is_decided(state, number):
                    yield from self.fork(state, number, forks)
                    return
                self.make(state, number)
                for hint, words in self.ready.get(number, []):
                    self.look(state, hint, words)
            self.settle(state, len(self.steps))
        except Impossible:
            return
        yield state

    def is_decided(self, state, number):
        """True if the bit of the mask that step `number` makes is known."""
        pair = self.range_of(state, self.steps[number].args[0])
        if not within(pair, (0, 1)):
            raise Refused(f"step {number} (mask): the operand is not 0 or 1 but {show(pair)}")
        return pair[0] == pair[1]

    def fork(self, state, number, forks):
        """Both values of the bit of the mask that step `number` makes."""
        if not forks:
            raise Refused(f"step {number}: more than {MAX_FORKS} masks one after the other")
        bit = self.steps[number].args[0]
        for choice in (0, 1):
            branch = state.copy()
            try:
                self.learn(branch, bit, choice, choice)
                for basis in (branch.near, branch.full):
                    if basis[bit].alone() is None:
                        fact = Fact(basis[bit], (choice, choice))
                        branch.facts[("bit", bit, basis is branch.near)] = fact
                bounds = self.bounds(branch)
                for key, fact in branch.facts.items():
                    branch.facts[key] = Fact(bounds.pinned(fact.polynomial), fact.range)
                self.settle(branch, number)
            except Impossible:
                continue
            yield from self.follow(branch, number, forks - 1)

    def settle(self, state, end):
        """Goes over the steps and sums before `end` again until nothing new is learnt."""
        for _ in range(4):
            before = state.changes
            for number in range(end):
                for value, pair in zip(self.results(number), self.apply_ranges(state, number)):
                    self.learn(state, value, *pair)
            for hint, words in self.sums:
                if all(value[0] < end for value in words):
                    self.look(state, hint, words)
            if state.changes == before:
                break

    def results(self, number):
        return [(number, part) for part in range(len(self.steps[number].ranges))]

    def make(self, state, number):
        """Adds the results of a step to the state."""
        ranges = self.apply_ranges(state, number)
        for value, pair in zip(self.results(number), ranges):
            state.ranges.setdefault(self.unknown(value), pair)
        pairs = self.apply(state, number)
        for value, pair, (near, full) in zip(self.results(number), ranges, pairs):
            state.near[value], state.full[value] = near, full
            self.learn(state, value, *pair)
            if not full.unknowns():
                constant = full.terms.get((), 0) >> full.scale
                self.learn(state, value, constant, constant)

    # Sums.

    def look(self, state, hint, words):
        """Bounds the number in `words` and carries what that says back to words and bits."""
        if hint in state.looked:
            moment, names = state.looked[hint]
            if all(state.moved.get(name, 0) <= moment for name in names):
                return
        bits = self.output_bits if hint == "output" else self.bits
        near = weighted([state.near[value] for value in words], bits)
        full = weighted([state.full[value] for value in words], bits)
        names = near.unknowns() | full.unknowns() | {self.unknown(value) for value in words}
        state.looked[hint] = (state.changes, names)
        bounds = self.bounds(state)
        one, two = bounds.of(near), bounds.of(full)
        by_words = self.sum_of_words(state, words, bits)
        low = max(one[0], two[0], by_words[0])
        high = min(one[1], two[1], by_words[1])
        if low > high:
            raise Impossible
        for polynomial, found in ((near, one), (full, two)):
            if (low, high) != found:
                fact = Fact(bounds.pinned(polynomial), (low, high))
                state.facts[(hint, polynomial is near)] = fact
                self.learn_bits(state, bounds, polynomial, (low, high))
        for place, value in enumerate(words):
            own = self.range_of(state, value)
            all_words = self.sum_of_words(state, words, bits)
            shift = bits * place
            others = all_words[0] - (own[0] << shift), all_words[1] - (own[1] << shift)
            self.learn(state, value, -((others[1] - low) >> shift), (high - others[0]) >> shift)
        state.sums[hint] = (low, high)
        if bits == self.bits:
            self.register(state, words, (low, high))

    def sum_of_words(self, state, words, bits):
        ranges = [self.range_of(state, value) for value in words]
        return tuple(sum(r[side] << (bits * i) for i, r in enumerate(ranges))
                     for side in (0, 1))

    def learn_bits(self, state, bounds, polynomial, pair):
        """In `sum = rest + weight * bit` the sum and the rest say something of the bit."""
        polynomial = bounds.pinned(polynomial)
        for monomial, coefficient in polynomial.terms.items():
            if len(monomial) != 1 or coefficient % (1 << polynomial.scale):
                continue
            low, high = state.ranges[monomial[0]]
            if high - low != 1:
                continue
            weight = coefficient >> polynomial.scale
            rest = bounds.of(polynomial.plus(Polynomial.unknown(monomial[0]), -weight))
            low, high = pair[0] - rest[1], pair[1] - rest[0]
            if weight < 0:
                low, high, weight = -high, -low, -weight
            state.narrow(monomial[0], -(-low // weight), high // weight)

    def register(self, state, words, pair):
        """Remembers the bounds of the upper words of a number if later sums stop at them."""
        for stop in self.stops:
            start = len(words) - len(stop)
            if start < 0 or tuple(words[start:]) != stop:
                continue
            below = self.sum_of_words(state, words[:start], self.bits)
            shift = self.bits * start
            low, high = -((below[1] - pair[0]) >> shift), (pair[1] - below[0]) >> shift
            weights = {self.unknown(v): 1 << (self.bits * i) for i, v in enumerate(stop)}
            rest = [number for number in state.numbers if number.weights != weights]
            state.numbers = [*rest, Number(weights, (low, high))]

    # The operations.

    def operand(self, state, value):
        """The polynomials of a value as an operand."""
        near, full = state.near[value], state.full[value]
        if value in self.cut and len(near.terms) > 1:
            near = Polynomial.unknown(self.unknown(value))
        return near, full

    def apply_ranges(self, state, number):
        """The ranges of the results of a step, from those of its operands alone."""
        step = self.steps[number]
        ranges = [self.range_of(state, arg) for arg in step.args]
        return RANGES[step.op](self, state, step, number, ranges)

    def apply(self, state, number):
        """The polynomials (near, full) of the results of a step."""
        step = self.steps[number]
        args = [self.operand(state, arg) for arg in step.args]
        return MEANINGS[step.op](self, state, step, number, args)

    def split_key(self, value):
        """What a quotient is the low part of."""
        step = self.steps[value[0]]
        if step.op == "and":
            for mask, other in (step.args, step.args[::-1]):
                bits = self.low_bits(mask)
                if bits:
                    return (other, bits)
        if step.op == "madd52lo":
            return ("52", *sorted(step.args[1:]))
        if step.op == "split_signed":
            return (step.args[0], step.immediate)
        return value[0] if value[1] == 0 else None

    def low_bits(self, value):
        """The number of bits that a constant 2^k - 1 keeps, or None."""
        step = self.steps[value[0]]
        if step.op != "const":
            return None
        bits = step.immediate.bit_length()
        return bits if step.immediate > 0 and step.immediate == (1 << bits) - 1 else None

    def split(self, state, key, whole, bits, pair, sign=1, names=None, zero=None):
        """The parts of `whole = low + sign * 2**bits * high` with `0 <= low < 2**bits`.

        `pair` is the range of the whole, `names` are the unknowns of the parts, `zero` is a value
        that is congruent to the whole. One of the parts becomes an unknown, the other follows.
        """
        if key in state.splits:
            return state.splits[key]
        low_name, high_name = names or (self.part(("low", key)), self.part(("high", key)))
        above = floor(pair, bits)
        if above[0] == above[1]:
            number = Polynomial.constant(sign * above[0])
            lows = [p.plus(number, -sign, bits) for p in whole]
            highs = [number, number]
        elif zero is not None and self.vanishes({(zero,): 1}, bits):
            lows = [Polynomial({})] * 2
            highs = [p.scaled(sign, -bits) for p in whole]
        elif key in self.chosen:
            low = Polynomial.unknown(low_name)
            state.narrow(low_name, 0, (1 << bits) - 1)
            lows, highs = [low, low], [p.minus(low).scaled(sign, -bits) for p in whole]
        else:
            high = Polynomial.unknown(high_name)
            state.narrow(high_name, *(above if sign > 0 else negative(above)))
            lows, highs = [p.plus(high, -sign, bits) for p in whole], [high, high]
        state.splits[key] = (tuple(lows), tuple(highs))
        return state.splits[key]

    def vanishes(self, terms, bits):
        """True if all coefficients become multiples of `2**bits` when values are replaced by what
        they are congruent to, latest first."""
        modulus = 1 << bits
        for _ in range(MAX_BACK):
            latest = max((value for monomial in terms for value in monomial), default=None)
            if latest is None:
                break
            other = self.congruent(latest, bits)
            if other is None:
                return False
            replaced = {}
            for monomial, coefficient in terms.items():
                rest = tuple(value for value in monomial if value != latest)
                if len(monomial) - len(rest) > 1:
                    return False
                here = other if len(rest) < len(monomial) else [((), 1)]
                for values, factor in here:
                    key = tuple(sorted(rest + values))
                    replaced[key] = (replaced.get(key, 0) + coefficient * factor) % modulus
            terms = {m: c for m, c in replaced.items() if c}
        return not terms

    def congruent(self, value, bits):
        """Terms (values, coefficient) whose sum is `value` modulo `2**bits`, or None."""
        step = self.steps[value[0]]
        if value[1]:
            return None
        args = step.args
        if step.op == "const":
            terms = [((), step.immediate)]
        elif step.op in ("add", "adc", "add_signed"):
            terms = [((arg,), 1) for arg in args]
        elif step.op in ("sub", "sbb", "sub_signed"):
            terms = [((arg,), -1 if place else 1) for place, arg in enumerate(args)]
        elif step.op in ("mul_low", "mul_wide", "mul_signed"):
            terms = [(tuple(args), 1)]
        elif step.op == "mac":
            terms = [(tuple(args[:2]), 1), ((args[2],), 1), ((args[3],), 1)]
        elif step.op == "madd52lo" and bits <= 52:
            terms = [((args[0],), 1), (tuple(args[1:]), 1)]
        elif step.op in ("shl", "shl_signed"):
            terms = [((args[0],), 1 << step.immediate)]
        elif step.op in ("split_signed", "carry_signed") and bits <= step.immediate:
            terms = [((args[0],), 1)]
        elif step.op == "and":
            kept = [(word, self.low_bits(mask)) for mask, word in (args, args[::-1])]
            terms = [((word,), 1) for word, low in kept if low and low >= bits][:1] or None
        else:
            terms = None
        return terms and [self.without_constants(*term) for term in terms]

    def without_constants(self, values, coefficient):
        """A term with its constant values multiplied into the coefficient."""
        rest = []
        for value in values:
            step = self.steps[value[0]]
            if step.op == "const":
                coefficient *= step.immediate
            else:
                rest.append(value)
        return tuple(rest), coefficient
