//! Polynomials with dyadic coefficients over the values of a program.

use crate::ir::Value;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// An unknown: a value of the program, or a part of a value that no step names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(u32);

const VIRTUAL: u32 = 1 << 30;

impl Atom {
    /// The unknown number `index` that is not a value of the program.
    #[must_use]
    pub fn part(index: usize) -> Self {
        Atom(VIRTUAL | index as u32)
    }

    /// `Value::index` of the value this is, or the number of the part.
    pub fn place(self) -> Result<usize, usize> {
        if self.0 & VIRTUAL == 0 { Ok(self.0 as usize) } else { Err((self.0 ^ VIRTUAL) as usize) }
    }
}

impl From<Value> for Atom {
    fn from(value: Value) -> Self {
        Atom(value.index() as u32)
    }
}

/// A product of atoms, sorted; the empty product is one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Monomial(pub Vec<Atom>);

impl Monomial {
    fn times(&self, other: &[Atom]) -> Self {
        let mut atoms = self.0.clone();
        atoms.extend_from_slice(other);
        atoms.sort_unstable();
        Monomial(atoms)
    }
}

/// `sum(coefficient * monomial) / 2^scale`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Form {
    scale: u32,
    terms: BTreeMap<Monomial, BigInt>,
}

impl Form {
    /// The number zero.
    #[must_use]
    pub fn zero() -> Self {
        Self::default()
    }

    /// A constant.
    #[must_use]
    pub fn constant(number: impl Into<BigInt>) -> Self {
        let mut form = Self::zero();
        form.insert(Monomial(Vec::new()), number.into());
        form
    }

    /// A single atom.
    #[must_use]
    pub fn atom(atom: impl Into<Atom>) -> Self {
        let mut form = Self::zero();
        form.insert(Monomial(vec![atom.into()]), BigInt::one());
        form
    }

    /// The product of two atoms.
    #[must_use]
    pub fn product(a: impl Into<Atom>, b: impl Into<Atom>) -> Self {
        let mut form = Self::zero();
        form.insert(Monomial(vec![a.into()]).times(&[b.into()]), BigInt::one());
        form
    }

    /// `sum(words[i] * 2^(bits * i))`.
    #[must_use]
    pub fn number(words: &[Value], bits: u32) -> Self {
        let mut form = Self::zero();
        for (place, word) in words.iter().enumerate() {
            form.add_term(Monomial(vec![(*word).into()]), BigInt::one() << (bits * place as u32));
        }
        form
    }

    fn insert(&mut self, monomial: Monomial, coefficient: BigInt) {
        if !coefficient.is_zero() {
            self.terms.insert(monomial, coefficient);
        }
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: BigInt) {
        use std::collections::btree_map::Entry;
        match self.terms.entry(monomial) {
            Entry::Vacant(place) => {
                if !coefficient.is_zero() {
                    place.insert(coefficient);
                }
            }
            Entry::Occupied(mut place) => {
                *place.get_mut() += coefficient;
                if place.get().is_zero() {
                    place.remove();
                }
            }
        }
    }

    fn rescale(&mut self, scale: u32) {
        if scale > self.scale {
            let shift = scale - self.scale;
            self.terms.values_mut().for_each(|coefficient| *coefficient <<= shift);
            self.scale = scale;
        }
    }

    /// The terms of `self * 2^scale`, all integers.
    #[must_use]
    pub fn scaled_terms(&self) -> &BTreeMap<Monomial, BigInt> {
        &self.terms
    }

    /// The power of two that all coefficients are over.
    #[must_use]
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// True if no term is left.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// `self + factor * other / 2^shift`.
    pub fn add_scaled(&mut self, other: &Form, factor: &BigInt, shift: u32) {
        let scale = self.scale.max(other.scale + shift);
        self.rescale(scale);
        let factor = factor << (scale - other.scale - shift);
        for (monomial, coefficient) in &other.terms {
            self.add_term(monomial.clone(), coefficient * &factor);
        }
    }

    /// `self + other`.
    #[must_use]
    pub fn plus(mut self, other: &Form) -> Self {
        self.add_scaled(other, &BigInt::one(), 0);
        self
    }

    /// `self - other`.
    #[must_use]
    pub fn minus(mut self, other: &Form) -> Self {
        self.add_scaled(other, &-BigInt::one(), 0);
        self
    }

    /// `self * factor`.
    #[must_use]
    pub fn times(mut self, factor: &BigInt) -> Self {
        if factor.is_zero() {
            return Self::zero();
        }
        self.terms.values_mut().for_each(|coefficient| *coefficient *= factor);
        self
    }

    /// `self / 2^shift`.
    #[must_use]
    pub fn over_power(mut self, shift: u32) -> Self {
        self.scale += shift;
        self
    }

    /// The product of two forms.
    #[must_use]
    pub fn multiplied(&self, other: &Form) -> Self {
        let mut product = Form { scale: self.scale + other.scale, ..Self::zero() };
        for (monomial, coefficient) in &self.terms {
            for (factor, number) in &other.terms {
                product.add_term(monomial.times(&factor.0), coefficient * number);
            }
        }
        product
    }

    /// True if `atom` occurs.
    #[must_use]
    pub fn contains(&self, atom: Atom) -> bool {
        self.terms.keys().any(|monomial| monomial.0.contains(&atom))
    }

    /// Puts `value` in the place of `atom`.
    pub fn substitute(&mut self, atom: Atom, value: &Form) {
        let hits: Vec<Monomial> =
            self.terms.keys().filter(|monomial| monomial.0.contains(&atom)).cloned().collect();
        for monomial in hits {
            let coefficient = self.terms.remove(&monomial).expect("the key was just read");
            let mut rest = monomial.0;
            let mut factor = Form::constant(1);
            rest.retain(|other| {
                if *other == atom {
                    factor = factor.multiplied(value);
                }
                *other != atom
            });
            let rest = Form { scale: 0, terms: BTreeMap::from([(Monomial(rest), BigInt::one())]) };
            self.add_scaled(&factor.multiplied(&rest), &coefficient, self.scale);
        }
    }

    /// Takes every coefficient modulo `2^bits`; needs integer coefficients.
    pub fn reduce_coefficients(&mut self, bits: u32) {
        assert_eq!(self.scale, 0, "residues are taken of integers");
        let modulus = BigInt::one() << bits;
        self.terms.retain(|_, coefficient| {
            *coefficient = coefficient.mod_floor(&modulus);
            !coefficient.is_zero()
        });
    }

    /// The constant that the form is, if no atom is left.
    #[must_use]
    pub fn as_constant(&self) -> Option<BigInt> {
        match self.terms.len() {
            0 => Some(BigInt::zero()),
            1 => {
                let (monomial, coefficient) = self.terms.first_key_value()?;
                let whole = self.scale == 0 && monomial.0.is_empty();
                whole.then(|| coefficient.clone())
            }
            _ => None,
        }
    }
}
