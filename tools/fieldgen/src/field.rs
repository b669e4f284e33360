//! From a row of the table to the set of its functions.

use crate::build::{modular, montgomery::Montgomery};
use crate::ir::Program;
use crate::table::{Form, Row};
use num_bigint::BigUint;
use num_traits::One;

/// All functions of a prime, with what their text needs.
pub struct Field {
    /// The row it was made from.
    pub row: &'static Row,
    /// The modulus.
    pub modulus: BigUint,
    /// Words per element.
    pub limbs: usize,
    /// An element `x` is held as `x * radix mod p`.
    pub radix: BigUint,
    /// The functions, in the order of the trait.
    pub programs: Vec<Program>,
}

impl Field {
    /// Builds the functions of `row`.
    #[must_use]
    pub fn build(row: &'static Row) -> Self {
        let modulus = row.modulus.value();
        let builder = match row.form {
            Form::Montgomery | Form::Crandall => Montgomery::new(&modulus),
            Form::MontgomerySparse => Montgomery::sparse(&modulus),
        };
        let limbs = builder.limbs;
        let programs = vec![
            builder.mul(),
            builder.sqr(),
            modular::add(&modulus, limbs),
            modular::sub(&modulus, limbs),
            modular::neg(&modulus, limbs),
            builder.encode(),
            builder.decode(),
        ];
        let radix = builder.radix();
        Self { row, modulus, limbs, radix, programs }
    }

    /// The element one in internal form.
    #[must_use]
    pub fn one(&self) -> BigUint {
        &self.radix % &self.modulus * BigUint::one()
    }
}
