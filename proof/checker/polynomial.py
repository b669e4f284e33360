"""Polynomials with integer unknowns and coefficients that are integers over a power of two."""


class Polynomial:
    """`sum(terms[m] * product(m)) / 2**scale`.

    An unknown is a number (its meaning is the user's); a monomial is a sorted tuple of unknowns,
    the empty one for the constant. No coefficient is zero. Values are never changed in place.
    """

    __slots__ = ("terms", "scale")

    def __init__(self, terms, scale=0):
        self.terms = terms
        self.scale = scale

    @staticmethod
    def constant(number):
        """The polynomial without unknowns."""
        return Polynomial({(): number} if number else {})

    @staticmethod
    def unknown(name):
        """The unknown itself."""
        return Polynomial({(name,): 1})

    def plus(self, other, factor=1, shift=0):
        """`self + factor * 2**shift * other`; the shift may be negative."""
        if not factor:
            return self
        scale = max(self.scale, other.scale - shift)
        up = scale - self.scale
        terms = {m: c << up for m, c in self.terms.items()} if up else dict(self.terms)
        factor <<= scale - other.scale + shift
        for monomial, coefficient in other.terms.items():
            total = terms.get(monomial, 0) + coefficient * factor
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
        return Polynomial(terms, scale)

    def minus(self, other):
        """`self - other`."""
        return self.plus(other, -1)

    def times(self, other):
        """`self * other`."""
        terms = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                monomial = tuple(sorted(left + right))
                total = terms.get(monomial, 0) + a * b
                if total:
                    terms[monomial] = total
                else:
                    del terms[monomial]
        return Polynomial(terms, self.scale + other.scale)

    def scaled(self, factor, shift=0):
        """`factor * 2**shift * self`."""
        return Polynomial({}).plus(self, factor, shift)

    def unknowns(self):
        """All unknowns that occur."""
        return {name for monomial in self.terms for name in monomial}

    def alone(self):
        """The unknown that the polynomial is, or None."""
        if self.scale == 0 and len(self.terms) == 1:
            (monomial, coefficient), = self.terms.items()
            if coefficient == 1 and len(monomial) == 1:
                return monomial[0]
        return None

    def known(self, values):
        """The polynomial with numbers in the place of the unknowns that `values` holds."""
        if not values:
            return self
        terms = {}
        for monomial, coefficient in self.terms.items():
            rest = monomial
            for name in monomial:
                if name in values:
                    coefficient *= values[name]
            if any(name in values for name in monomial):
                rest = tuple(name for name in monomial if name not in values)
            total = terms.get(rest, 0) + coefficient
            if total:
                terms[rest] = total
            else:
                terms.pop(rest, None)
        return Polynomial(terms, self.scale)


def weighted(words, bits):
    """`sum(words[i] * 2**(bits * i))`."""
    total = Polynomial({})
    for place, word in enumerate(words):
        total = total.plus(word, 1, bits * place)
    return total
