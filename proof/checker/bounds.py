"""How large a polynomial can become.

All functions work on integers `terms` that share one power of two as denominator. Every answer is
true for any choice made on the way (which multiple of a number is split off, which fact is used);
the choices only decide how tight it is.
"""

from collections import Counter, namedtuple
from math import gcd

from ranges import most, product

# `sum(weights[u] * u)` lies in `range`: tighter than the ranges of its words alone.
Number = namedtuple("Number", "weights range")
# `polynomial` lies in `range`.
Fact = namedtuple("Fact", "polynomial range")


def _ratio(a, b):
    """`a / b` in lowest terms, the denominator positive."""
    common = gcd(a, b) if b > 0 else -gcd(a, b)
    return a // common, b // common


class Bounds:
    """Bounds under given ranges of the unknowns, numbers and facts."""

    def __init__(self, range_of, numbers, facts):
        self.range_of = range_of
        self.numbers = numbers
        self.facts = facts
        self.home = {}
        for place, number in enumerate(numbers):
            for name in number.weights:
                self.home.setdefault(name, place)
        # Multiplied in so that a coefficient is divisible by every weight.
        weights = [w for number in numbers for w in number.weights.values()]
        self.fine = max(weights, default=1).bit_length()

    def pinned(self, polynomial):
        """The polynomial with the unknowns put in that can have one value only."""
        ranges = {name: self.range_of(name) for name in polynomial.unknowns()}
        return polynomial.known({n: r[0] for n, r in ranges.items() if r[0] == r[1]})

    def of(self, polynomial):
        """Least and greatest integer that the polynomial can be."""
        polynomial = self.pinned(polynomial)
        return -self._floor(polynomial.scaled(-1)), self._floor(polynomial)

    def _floor(self, polynomial):
        """An integer that no integer value of the polynomial exceeds."""
        best = self._upper(polynomial.terms) >> (polynomial.scale + self.fine)
        for fact in self.facts:
            with_fact = self._with_fact(polynomial, fact)
            if with_fact is not None:
                best = min(best, with_fact)
        return best

    def _with_fact(self, polynomial, fact):
        """Like `_floor`, by splitting off the multiple of the fact that removes most terms."""
        known, terms = fact.polynomial.terms, polynomial.terms
        common = [m for m in known if m and m in terms]
        # Splitting off the fact leaves its other terms behind: not worth it unless most go away.
        worth = (len(known) - (() in known)) / 2
        if len(common) <= worth:
            return None
        ratios = Counter(_ratio(terms[m], known[m]) for m in common)
        (times, over), count = ratios.most_common(1)[0]
        if count <= worth:
            return None
        # polynomial * 2**scale = (times / over) * fact * 2**fact.scale + rest
        rest = {m: c * over for m, c in terms.items()}
        for monomial, coefficient in known.items():
            rest[monomial] = rest.get(monomial, 0) - times * coefficient
        fine = self.fine
        whole = self._upper(rest)
        # most(...) is of the fact itself, which is terms / 2**fact.scale.
        whole += most(times, fact.range) << (fine + fact.polynomial.scale)
        return whole // (over << (fine + polynomial.scale))

    def _upper(self, terms):
        """No less than `2**fine` times the value of `terms`."""
        fine = self.fine
        linear, blocks, total = {}, {}, 0
        for monomial, coefficient in terms.items():
            if not coefficient:
                continue
            coefficient <<= fine
            if len(monomial) == 1:
                linear[monomial[0]] = coefficient
            elif len(monomial) == 2:
                # The unknown of the earlier number is the row.
                row, column = sorted(monomial, key=self._home)
                rows = blocks.setdefault((self._home(row), self._home(column)), {})
                rows.setdefault(row, {})[column] = coefficient
            else:
                pair = (1, 1)
                for name in monomial:
                    pair = product(pair, self.range_of(name))
                total += most(coefficient, pair)
        total += self._upper_linear(linear)
        for (first, second), rows in blocks.items():
            total += self._upper_block(rows, first == second)
        return total

    def _home(self, name):
        """A number for the sum that `name` belongs to, its own if it belongs to none."""
        return self.home.get(name, -1 - name)

    def _range_linear(self, linear):
        low = -self._upper_linear({name: -c for name, c in linear.items()})
        return low, self._upper_linear(linear)

    def _upper_linear(self, linear):
        """No less than `sum(c * name)`."""
        rest, total = dict(linear), 0
        for number in self.numbers:
            weights = number.weights
            ratios = {rest[n] // w for n, w in weights.items() if rest.get(n) and not rest[n] % w}
            if not ratios:
                continue

            def cost(ratio):
                words = (most(rest.get(n, 0) - ratio * w, self.range_of(n))
                         for n, w in weights.items())
                return most(ratio, number.range) + sum(words)

            best = min([0, *sorted(ratios)], key=cost)
            if best:
                total += most(best, number.range)
                for name, weight in weights.items():
                    rest[name] = rest.get(name, 0) - best * weight
        return total + sum(most(c, self.range_of(n)) for n, c in rest.items())

    def _upper_block(self, rows, same):
        """No less than a sum of products of words of two numbers, or of one with itself."""
        best = None
        for wide in (self._as_square(rows) if same else None, self._as_product(rows)):
            if wide is not None:
                best = wide if best is None else min(best, wide)
        if best is not None:
            return best
        columns = {}
        for row, line in rows.items():
            for column, coefficient in line.items():
                columns.setdefault(column, {})[row] = coefficient
        return min(self._by_rows(rows), self._by_rows(columns))

    def _by_rows(self, rows):
        return sum(
            product(self.range_of(row), self._range_linear(line))[1] for row, line in rows.items()
        )

    def _as_product(self, rows):
        """The bound if the block is one linear form times another, or None."""
        top = next(iter(rows.values()))
        corner_name, corner = next(iter(top.items()))
        left = {}
        for row, line in rows.items():
            head = line.get(corner_name, 0)
            if not head or len(line) != len(top):
                return None
            if any(line.get(n, 0) * corner != head * c for n, c in top.items()):
                return None
            left[row] = head
        low, high = product(self._range_linear(left), self._range_linear(top))
        return -(-high // corner) if corner > 0 else -(low // -corner)

    def _as_square(self, rows):
        """The bound if the block is a multiple of the square of a linear form, or None."""
        twice = {}
        for row, line in rows.items():
            for column, coefficient in line.items():
                both = coefficient * (2 if row == column else 1)
                twice.setdefault(row, {})[column] = both
                twice.setdefault(column, {})[row] = both
        first, top = next(iter(twice.items()))
        corner = top.get(first, 0)
        if not corner or set(top) != set(twice):
            return None
        for row, line in twice.items():
            if set(line) != set(top):
                return None
            if any(line[n] * corner != top[row] * c for n, c in top.items()):
                return None
        low, high = self._range_linear(top)
        squares = (0 if low <= 0 <= high else min(low * low, high * high),
                   max(low * low, high * high))
        corner *= 2
        return -(-squares[1] // corner) if corner > 0 else -(squares[0] // -corner)
