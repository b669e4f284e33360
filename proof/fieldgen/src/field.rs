//! From a row of the table to the set of its functions.

use crate::build::lanes::Lanes;
use crate::build::quads::Quads;
use crate::build::signed::rest::{Rest, Unfit, level_in, level_out, settle};
use crate::build::{crandall::Crandall, modular, montgomery::Montgomery, signed::Signed};
use crate::contract::{Contract, Formula, Limits};
use crate::ir::Program;
use crate::table::{Form, Row};
use num_bigint::{BigInt, BigUint};
use num_traits::One;

/// All functions of a prime, with what their text needs.
#[derive(Clone)]
pub struct Field {
    /// The row it was made from.
    pub row: &'static Row,
    /// The modulus.
    pub modulus: BigUint,
    /// What elements over full words are below: the modulus, or a multiple of it.
    pub bound: BigUint,
    /// Words per element.
    pub limbs: usize,
    /// An element `x` is held as `x * radix mod p`.
    pub radix: BigUint,
    /// The functions, in the order of the trait.
    pub programs: Vec<Program>,
    /// The ways in and out of signed limbs; of other forms they are among the functions.
    pub ways: Vec<Program>,
    /// The parameter set and the resting limbs, if the limbs are signed.
    pub signed: Option<(Signed, Rest)>,
    /// The form of eight lanes, if it is that.
    pub lanes: Option<Lanes>,
    /// The form of four elements together, if it is that.
    pub quads: Option<Quads>,
}

impl Field {
    /// Builds the functions of `row` in its form.
    #[must_use]
    pub fn build(row: &'static Row) -> Self {
        let modulus = row.modulus.value();
        match row.form {
            Form::Montgomery => Self::montgomery(row, &Montgomery::new(&modulus)),
            Form::MontgomerySparse => Self::montgomery(row, &Montgomery::sparse(&modulus)),
            Form::Crandall => Self::crandall(row, &Crandall::new(&modulus)),
        }
    }

    /// The functions in Montgomery form.
    #[must_use]
    pub fn montgomery(row: &'static Row, builder: &Montgomery) -> Self {
        let [add, sub, neg] = Self::linear(&builder.modulus, builder.limbs);
        let programs =
            vec![builder.mul(), builder.sqr(), add, sub, neg, builder.encode(), builder.decode()];
        let (modulus, limbs) = (builder.modulus.clone(), builder.limbs);
        let bound = modulus.clone();
        Self {
            row,
            modulus,
            bound,
            limbs,
            radix: builder.radix(),
            programs,
            ways: Vec::new(),
            signed: None,
            lanes: None,
            quads: None,
        }
    }

    /// The functions in plain form with folding.
    #[must_use]
    pub fn crandall(row: &'static Row, builder: &Crandall) -> Self {
        // Sums modulo a multiple of the modulus are sums modulo the modulus.
        let [add, sub, neg] = Self::linear(&builder.bound(), builder.limbs);
        let mut programs = vec![
            builder.mul(),
            builder.sqr(),
            add,
            sub,
            neg,
            builder.copy("encode", "plain"),
            builder.canonical("decode"),
        ];
        programs.extend(builder.is_loose().then(|| builder.canonical("canonical")));
        let (modulus, limbs) = (builder.modulus.clone(), builder.limbs);
        let bound = builder.bound();
        Self {
            row,
            modulus,
            bound,
            limbs,
            radix: BigUint::one(),
            programs,
            ways: Vec::new(),
            signed: None,
            lanes: None,
            quads: None,
        }
    }

    /// The functions on signed limbs, if resting bounds can be found for them.
    pub fn signed(row: &'static Row, set: Signed) -> Result<Self, Unfit> {
        let programs = set.programs();
        let rest = settle(&set, &programs)?;
        let ways = vec![set.encode(), set.decode(&rest)];
        let (modulus, limbs) = (set.modulus.clone(), set.limbs);
        let signed = Some((set, rest));
        let bound = modulus.clone();
        Ok(Self {
            row,
            modulus,
            bound,
            limbs,
            radix: BigUint::one(),
            programs,
            ways,
            signed,
            lanes: None,
            quads: None,
        })
    }

    /// The functions of eight lanes.
    #[must_use]
    pub fn lanes(row: &'static Row) -> Self {
        let lanes = Lanes::new(row);
        Self {
            row,
            modulus: lanes.modulus.clone(),
            bound: lanes.bound.clone(),
            limbs: lanes.limbs,
            radix: lanes.radix(),
            programs: lanes.programs(),
            ways: Vec::new(),
            signed: None,
            lanes: Some(lanes),
            quads: None,
        }
    }

    /// The functions of four elements together, if the prime has that form.
    #[must_use]
    pub fn quads(row: &'static Row) -> Option<Self> {
        let quads = Quads::new(row)?;
        let bound = quads.limits(0).value.1.to_biguint().expect("elements are not negative") + 1u32;
        Some(Self {
            row,
            modulus: quads.modulus.clone(),
            bound,
            limbs: quads.limbs,
            radix: quads.radix(),
            programs: quads.programs(),
            ways: Vec::new(),
            signed: None,
            lanes: None,
            quads: Some(quads),
        })
    }

    /// Every program, the ways in and out at the end.
    pub fn all(&self) -> impl Iterator<Item = &Program> {
        self.programs.iter().chain(&self.ways)
    }

    /// How the form is called: that of the row, or the parameter set.
    #[must_use]
    pub fn form_name(&self) -> String {
        match (&self.signed, &self.lanes, &self.quads) {
            (Some((set, _)), ..) => format!("signed {}", set.name()),
            (_, Some(lanes), _) => lanes.name(),
            (.., Some(quads)) => quads.name(),
            _ => self.row.form.name().to_string(),
        }
    }

    fn linear(modulus: &BigUint, limbs: usize) -> [Program; 3] {
        [modular::add(modulus, limbs), modular::sub(modulus, limbs), modular::neg(modulus, limbs)]
    }

    /// The element one in internal form.
    #[must_use]
    pub fn one(&self) -> BigUint {
        &self.radix % &self.modulus
    }

    /// What the function `program` of this prime has to do.
    #[must_use]
    pub fn contract(&self, program: &Program) -> Contract {
        let radix = BigInt::from(self.radix.clone());
        let one = BigInt::from(1);
        let (factor, terms) = match program.name {
            // The product of two elements holds the radix twice.
            "mul" => (radix, vec![(one, vec![0, 1])]),
            "sqr" => (radix, vec![(one, vec![0, 0])]),
            "mul_sub" => (radix, vec![(one.clone(), vec![0, 1]), (-one, vec![2, 3])]),
            "mul_sub_sqr2" => (radix, vec![(one.clone(), vec![0, 1]), (one * -2, vec![2, 2])]),
            "add" => (one.clone(), vec![(one.clone(), vec![0]), (one, vec![1])]),
            "sub" => (one.clone(), vec![(one.clone(), vec![0]), (-one, vec![1])]),
            "neg" => (one.clone(), vec![(-one, vec![0])]),
            "encode" => (one, vec![(radix, vec![0])]),
            "carry" | "canonical" => (one.clone(), vec![(one, vec![0])]),
            "decode" => (radix, vec![(one, vec![0])]),
            other => unreachable!("no contract for {other}"),
        };
        let formula = Formula { factor, terms, modulus: self.modulus.clone().into() };
        let (input, output, additions) = self.limits(program.name);
        let inputs = vec![input; program.inputs.len()];
        Contract { inputs, output, formula, additions }
    }

    /// Bounds of inputs and output of a function, and the lazy additions that it costs.
    fn limits(&self, function: &str) -> (Limits, Limits, u32) {
        if let Some((set, rest)) = &self.signed {
            let (before, after) = (level_in(set, function), level_out(set, function));
            let at = |level| Limits::around_zero(&rest.limbs, level, set.bits);
            let plain = || Limits::below(&self.modulus, self.limbs);
            match function {
                "encode" => return (plain(), at(0), 0),
                "decode" => return (at(before), plain(), 0),
                _ => {}
            }
            return (at(before), at(after), after.saturating_sub(before));
        }
        if let Some(lanes) = &self.lanes {
            let (before, after) = (Lanes::units_in(function), Lanes::units_out(function));
            let input = lanes.limits(before);
            let output = match function {
                "decode" => lanes.plain(&((&self.modulus << 1u32).min(self.bound.clone()) - 1u32)),
                _ => lanes.limits(after),
            };
            // From one element to two, and from two to four, is one addition each.
            let additions = after.max(1).ilog2().saturating_sub(before.max(1).ilog2());
            return (input, output, additions);
        }
        if let Some(quads) = &self.quads {
            let (before, after) = (Quads::units_in(function), Quads::units_out(function));
            let input = quads.limits(before);
            let output = if function == "decode" { quads.decoded() } else { quads.limits(after) };
            // All of them are powers of two times three, or one.
            let additions = after.max(1).ilog2().saturating_sub(before.max(1).ilog2());
            return (input, output, additions);
        }
        let limits = |end| Limits::below(end, self.limbs);
        let (input, output) = match function {
            "encode" => (&self.modulus, &self.modulus),
            "decode" | "canonical" => (&self.bound, &self.modulus),
            _ => (&self.bound, &self.bound),
        };
        (limits(input), limits(output), 0)
    }
}
