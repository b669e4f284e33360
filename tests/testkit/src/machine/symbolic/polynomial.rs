//! Polynomials over the integers in a few variables, of which some may have negative exponents.

use std::collections::BTreeMap;
use std::ops::{Add, Mul, Neg, Sub};

/// How many variables there are.
pub const VARIABLES: usize = 12;

/// A variable, by its number.
pub type Variable = usize;

/// A product of powers of variables: the exponents.
pub type Monomial = [i16; VARIABLES];

/// A sum of monomials with coefficients that are not zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Polynomial(BTreeMap<Monomial, i128>);

/// The equation "the monomial is the polynomial". Where it divides another, it is replaced.
#[derive(Debug, Clone)]
pub struct Rule {
    /// What is replaced: no exponent below 0.
    pub from: Monomial,
    /// What takes its place.
    pub to: Polynomial,
}

/// More steps than the reduction of any polynomial of a proof takes.
const MAX_STEPS: usize = 100_000;

impl Polynomial {
    /// Returns a constant.
    #[must_use]
    pub fn constant(value: i128) -> Self {
        Self::term([0; VARIABLES], value)
    }

    /// Returns a variable.
    #[must_use]
    pub fn variable(variable: Variable) -> Self {
        let mut monomial = [0; VARIABLES];
        monomial[variable] = 1;
        Self::term(monomial, 1)
    }

    fn term(monomial: Monomial, coefficient: i128) -> Self {
        let mut sum = Self::default();
        sum.add_term(monomial, coefficient);
        sum
    }

    /// Returns whether all coefficients are zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the monomial and the coefficient, if there is one alone.
    #[must_use]
    pub fn only_term(&self) -> Option<(Monomial, i128)> {
        let (monomial, coefficient) = self.0.first_key_value()?;
        (self.0.len() == 1).then_some((*monomial, *coefficient))
    }

    /// Returns `1 / self`, if that is a monomial with coefficient 1 or -1.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let (monomial, coefficient) = self.only_term()?;
        (coefficient.abs() == 1).then(|| Self::term(monomial.map(|e| -e), coefficient))
    }

    /// Returns `self / divisor`, if that is a single term.
    #[must_use]
    pub fn ratio(&self, divisor: &Self) -> Option<(Monomial, i128)> {
        let (monomial, coefficient) = self.0.last_key_value()?;
        let (other, by) = divisor.0.last_key_value()?;
        if coefficient % by != 0 {
            return None;
        }
        let mut ratio = *monomial;
        ratio.iter_mut().zip(other).for_each(|(e, other)| *e -= other);
        let found = (ratio, coefficient / by);
        (Self::term(found.0, found.1) * divisor.clone() == *self).then_some(found)
    }

    /// Returns an equal polynomial that no rule applies to.
    ///
    /// # Panics
    /// If the rules do not come to an end.
    #[must_use]
    pub fn reduced(mut self, rules: &[Rule]) -> Self {
        for _ in 0..MAX_STEPS {
            let applies = |monomial: &Monomial, rule: &Rule| {
                monomial.iter().zip(&rule.from).all(|(e, from)| *from == 0 || e >= from)
            };
            let next = self.0.iter().find_map(|(monomial, coefficient)| {
                let rule = rules.iter().find(|rule| applies(monomial, rule))?;
                Some((*monomial, *coefficient, rule))
            });
            let Some((monomial, coefficient, rule)) = next else { return self };
            self.0.remove(&monomial);
            let mut rest = monomial;
            rest.iter_mut().zip(&rule.from).for_each(|(e, from)| *e -= from);
            self = self + Self::term(rest, coefficient) * rule.to.clone();
        }
        panic!("the rules come to an end");
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: i128) {
        let entry = self.0.entry(monomial).or_insert(0);
        *entry = entry.checked_add(coefficient).expect("coefficients are small");
        if *entry == 0 {
            self.0.remove(&monomial);
        }
    }
}

impl Add for Polynomial {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        for (monomial, coefficient) in other.0 {
            self.add_term(monomial, coefficient);
        }
        self
    }
}

impl Neg for Polynomial {
    type Output = Self;
    fn neg(mut self) -> Self {
        self.0.values_mut().for_each(|coefficient| *coefficient = -*coefficient);
        self
    }
}

impl Sub for Polynomial {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Polynomial {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let mut product = Self::default();
        for (monomial, coefficient) in &self.0 {
            for (factor, by) in &other.0 {
                let mut exponents = *monomial;
                for (e, other) in exponents.iter_mut().zip(factor) {
                    *e = e.checked_add(*other).expect("exponents are small");
                }
                let value = coefficient.checked_mul(*by).expect("coefficients are small");
                product.add_term(exponents, value);
            }
        }
        product
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Polynomial {
        Polynomial::variable(0)
    }

    fn y() -> Polynomial {
        Polynomial::variable(1)
    }

    /// Goal: sums and products are those of polynomials, zeros vanish, inverses are those of units.
    #[test]
    fn operations_are_those_of_polynomials() {
        let square = (x() + y()) * (x() + y());
        let two = Polynomial::constant(2);
        assert_eq!(square, x() * x() + two.clone() * x() * y() + y() * y());
        assert!((square.clone() - square.clone()).is_zero());
        assert_ne!(square, x() * x() + x() * y() + y() * y());
        assert_eq!((-x()).inverse().expect("a unit") * x(), Polynomial::constant(-1));
        assert!(two.inverse().is_none() && square.inverse().is_none());
        assert_eq!((two.clone() * square.clone() * x()).ratio(&square), Some((monomial(1, 0), 2)));
        assert_eq!((square.clone() + x()).ratio(&square), None);
        assert_eq!(square.ratio(&(two * square.clone())), None, "a half is no integer");
    }

    /// Goal: rules replace what they divide, and rules without an end are refused.
    #[test]
    fn rules_replace_and_end() {
        let rule = Rule { from: monomial(0, 2), to: x() * x() * x() + Polynomial::constant(7) };
        let reduced = (y() * y() * y()).reduced(std::slice::from_ref(&rule));
        assert_eq!(reduced, (x() * x() * x() + Polynomial::constant(7)) * y());
        assert_eq!((y() * x()).reduced(&[rule]), y() * x());
        let endless = Rule { from: monomial(1, 0), to: x() * x() };
        assert!(std::panic::catch_unwind(|| x().reduced(&[endless])).is_err());
    }

    fn monomial(x: i16, y: i16) -> Monomial {
        let mut monomial = [0; VARIABLES];
        (monomial[0], monomial[1]) = (x, y);
        monomial
    }
}
