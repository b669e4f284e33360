//! The curves of the product: one Rust type per row, and the table of algorithms.

use super::twisted;
use crate::build::words;
use crate::curves::{A, SHORT, Short, TWISTED, number};
use crate::endomorphism::{self, Endomorphism};
use crate::kernel::PRIMES;
use crate::table::{Row, TABLE};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use std::fmt::Write;

/// What stands before the first algorithm.
const ALGORITHMS: &str =
    "//! The table of algorithms over curves. Written by `fieldgen write`; do not edit.

// What one kind of curves needs is idle in builds that have none of it.
#![cfg_attr(
    not(all(feature = \"short-curves\", feature = \"edwards-curves\")),
    allow(unused_imports, dead_code)
)]

use crate::ecc::algorithm::{Kind, Row};
use crate::ecc::eddsa::message::Suite;
use crate::ecc::ops::Ops;
use crate::ecc::ops::edwards::EdwardsOps;
use crate::ecc::ops::montgomery::MontgomeryOps;
use crate::ecc::ops::short::ShortOps;
use crate::ecc::scheme::Scheme;
use crate::hash::Hash;
use crate::names::EC_PUBLIC_KEY;
use der::asn1::ObjectIdentifier;
#[cfg(all(target_arch = \"x86_64\", not(sealane_portable)))]
use sealane_arith::machine::Mulx;
#[cfg(feature = \"narrow\")]
use sealane_arith::machine::Narrow;
use sealane_arith::machine::{One, Watched, Watcher};

/// A key's algorithm: the curve, and with it what the key can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
";

/// What stands before the first curve.
const CURVES: &str = "//! The curves. Written by `fieldgen write`; do not edit.

// What one kind of curves needs is idle in builds that have none of it.
#![cfg_attr(
    not(all(feature = \"short-curves\", feature = \"edwards-curves\")),
    allow(unused_imports, dead_code)
)]

use crate::group::comb::{Comb, Rows};
use crate::group::curve::{BaseTable, Curve};
use crate::group::edwards::{Edwards, EdwardsCurve, EdwardsTable, MinusOne, PlusOne};
use crate::group::glv::Endomorphism;
use crate::group::plan::Plan;
use crate::group::short::Short;
use crate::group::short_a0::Zero;
use crate::group::short_a3::MinusThree;
use crate::group::short_any::{Any, CoefficientA};
#[cfg(feature = \"lanes\")]
use crate::group::split_comb::{PARTS, SplitComb, SplitTable};
use alloc::boxed::Box;
use once_cell::race::OnceBox;
use sealane_arith::generated;
#[cfg(all(feature = \"lanes\", target_arch = \"x86_64\", not(sealane_portable)))]
use sealane_arith::machine::Eight;
#[cfg(all(target_arch = \"x86_64\", not(sealane_portable)))]
use sealane_arith::machine::Mulx;
#[cfg(feature = \"narrow\")]
use sealane_arith::machine::Narrow;
use sealane_arith::machine::One;
#[cfg(feature = \"lanes\")]
use sealane_arith::machine::Soft8;
";

/// The file of all algorithms over curves.
#[must_use]
pub fn algorithms() -> String {
    let short = SHORT.iter().map(|curve| curve.type_name);
    let types: Vec<&str> = short.chain(TWISTED.iter().map(|curve| curve.type_name)).collect();
    let import = format!("#[rustfmt::skip]\nuse crate::group::curve::{{{}}};\n", types.join(", "));
    let mut text =
        ALGORITHMS.replacen("use crate::hash::Hash;\n", &(import + "use crate::hash::Hash;\n"), 1);
    for curve in SHORT {
        let _ = writeln!(
            text,
            "    /// ECDSA and ECDH over {}. {}.\n    {}{},",
            curve.title,
            curve.source,
            condition(curve.name, "    "),
            curve.variant
        );
    }
    for curve in TWISTED {
        twisted::variants(&mut text, curve);
    }
    text.push_str(
        "}

/// In the order of the variants of [`Algorithm`].
#[rustfmt::skip]
pub(crate) static ROWS: &[Row] = &[
",
    );
    for curve in SHORT {
        row(&mut text, curve);
    }
    for curve in TWISTED {
        twisted::rows(&mut text, curve);
    }
    text.push_str("];\n");
    operations(&mut text);
    for curve in TWISTED {
        twisted::suite(&mut text, curve);
    }
    text
}

/// The file of all curves.
#[must_use]
pub fn curves() -> String {
    let mut text = String::from(CURVES);
    for curve in SHORT {
        short(&mut text, curve);
    }
    for curve in TWISTED {
        twisted::curve(&mut text, curve);
    }
    let short = SHORT.iter().map(|curve| curve.type_name);
    let types: Vec<&str> = short.chain(TWISTED.iter().map(|curve| curve.type_name)).collect();
    let _ = write!(
        text,
        "
/// The types of all curves.
pub mod curves {{
    #[rustfmt::skip]
    pub use super::{{{}}};
}}
",
        types.join(", ")
    );
    text
}

/// Feature, variant, kind of operations and curve type of an algorithm.
pub(super) type Operations = (&'static str, &'static str, &'static str, &'static str);

/// What has the item after it compiled with the feature of a curve alone, and a new line after it.
pub(super) fn condition(feature: &str, margin: &str) -> String {
    format!("#[cfg(feature = \"{feature}\")]\n{margin}")
}

/// The functions that give an algorithm's operations: on the machine that runs, and watched.
fn operations(text: &mut String) {
    let mut rows: Vec<Operations> = Vec::new();
    rows.extend(SHORT.iter().map(|curve| (curve.name, curve.variant, "ShortOps", curve.type_name)));
    for curve in TWISTED {
        rows.extend(twisted::operations(curve));
    }
    let arms = |machine: &str, margin: &str| {
        let arm = |(feature, variant, ops, name): &Operations| {
            let condition = condition(feature, margin);
            format!(
                "{margin}{condition}Algorithm::{variant} => &{ops}::<{name}, {machine}>::NEW,\n"
            )
        };
        rows.iter().map(arm).collect::<String>()
    };
    let with_kernels = |machine: &str| {
        let rows = rows.iter().filter(|(feature, ..)| has_kernels(feature));
        let choice = rows.map(|(feature, variant, ops, name)| {
            format!(
                "        {}if algorithm == Algorithm::{variant} {{
            return &{ops}::<{name}, {machine}>::NEW;
        }}
",
                condition(feature, "        ")
            )
        });
        choice.collect::<String>()
    };
    for (title, name, [narrow, mulx, one]) in [
        ("Returns the operations on the machine that runs.", "running", ["Narrow", "Mulx", "One"]),
        (
            "Returns the operations on the machine that runs, watched by `W`.",
            "watched<W: Watcher>",
            ["Watched<Narrow, W>", "Watched<Mulx, W>", "Watched<One, W>"],
        ),
    ] {
        let _ = write!(
            text,
            "
/// {title}
#[rustfmt::skip]
pub(crate) fn {name}(algorithm: Algorithm) -> &'static dyn Ops {{
    #[cfg(feature = \"narrow\")]
    if crate::backend::is_narrow() {{
        return match algorithm {{
{}        }};
    }}
    {MULX}    if crate::backend::is_mulx() {{
{}    }}
    match algorithm {{
{}    }}
}}
",
            arms(narrow, "            "),
            with_kernels(mulx),
            arms(one, "        "),
        );
    }
}

pub(super) fn prime(name: &str) -> &'static Row {
    TABLE.iter().find(|row| row.name == name).expect("a curve names rows of the table of primes")
}

fn row(text: &mut String, curve: &Short) {
    let bytes = |name: &str| prime(name).modulus.value().bits().div_ceil(8);
    let _ = write!(
        text,
        "    {condition}Row {{
        algorithm: Algorithm::{variant},
        name: \"{name}\",
        names: &{names:?},
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap(\"{oid}\")),
        field_bytes: {field_bytes},
        order_bytes: {order_bytes},
        usual_scheme: Some(Scheme::Ecdsa(Hash::{hash})),
        fixed_hash: None,
    }},
",
        condition = condition(curve.name, "    "),
        variant = curve.variant,
        name = curve.name,
        names = curve.names,
        oid = curve.oid,
        field_bytes = bytes(curve.prime),
        order_bytes = bytes(curve.order),
        hash = curve.usual_hash,
    );
}

/// The words of a number as an array of Rust.
pub(super) fn constant(value: &BigUint, limbs: usize) -> String {
    let words: Vec<String> = words(value, limbs).iter().map(|w| format!("{w:#x}")).collect();
    format!("[{}]", words.join(", "))
}

/// The endomorphism of the curve of a name, whose coefficient `a` is zero.
#[must_use]
pub fn endomorphism_of(name: &str) -> Endomorphism {
    let curve = SHORT.iter().find(|curve| curve.name == name).expect("a curve of the table");
    Endomorphism::of(&endomorphism::Curve {
        p: prime(curve.prime).modulus.value(),
        n: prime(curve.order).modulus.value(),
        g: curve.g.map(number),
    })
}

/// The words of a number of either sign in two's complement, as an array of Rust.
fn complement(value: &BigInt, limbs: usize) -> String {
    let residue = value.mod_floor(&(BigInt::from(1) << (64 * limbs)));
    constant(&residue.to_biguint().expect("a residue"), limbs)
}

/// The constant of the curve's endomorphism; nothing if `a` is not zero.
fn endomorphism(curve: &Short) -> String {
    if curve.a != A::Zero {
        return String::new();
    }
    let found = endomorphism_of(curve.name);
    let words = |name: &str| prime(name).modulus.value().bits().div_ceil(64) as usize;
    let (p_words, n_words) = (words(curve.prime), words(curve.order));
    let scalar = |value: &BigUint| constant(value, n_words);
    let vector = |v: &endomorphism::Vector| {
        let [a, b] = v.each_ref().map(|x| complement(&-x, n_words));
        let indent = "\n                    ";
        format!("                [{indent}{a},{indent}{b},\n                ]")
    };
    let [v1, v2] = found.basis.each_ref().map(vector);
    format!(
        "    const ENDOMORPHISM: Option<Endomorphism<[u64; {p_words}], [u64; {n_words}]>> =
        Some(Endomorphism {{
            beta: {beta},
            lambda: {lambda},
            minus_basis: [
{v1},
{v2},
            ],
            quotients: [
                {q1},
                {q2},
            ],
            shift: {shift},
            most: {most},
            shortest: {shortest},
        }});
",
        beta = constant(&found.beta, p_words),
        lambda = scalar(&found.lambda),
        q1 = scalar(&found.quotients[0]),
        q2 = scalar(&found.quotients[1]),
        shift = found.shift,
        most = scalar(&found.most),
        shortest = scalar(&found.shortest),
    )
}

fn short(text: &mut String, curve: &Short) {
    let (p, n) = (prime(curve.prime), prime(curve.order));
    let limbs = p.modulus.value().bits().div_ceil(64) as usize;
    let constant = |value: &BigUint| constant(value, limbs);
    let shape = match curve.a {
        A::MinusThree => String::from("MinusThree"),
        A::Zero => String::from("Zero"),
        A::Any(_) => String::from("Any<Self>"),
    };
    let _ = write!(
        text,
        "
/// {title}. {source}.
#[derive(Clone, Copy, Debug)]
pub struct {name};

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for {name} {{
    type P = generated::{p};
    type N = generated::{n};
    type Shape = {shape};
    const B: [u64; {limbs}] = {b};
    const G: [[u64; {limbs}]; 2] = [
        {x},
        {y},
    ];
{endomorphism}{bip340}{comb}    const WINDOW: usize = {window};
}}
",
        endomorphism = endomorphism(curve),
        title = curve.title,
        source = curve.source,
        name = curve.type_name,
        p = p.type_name,
        n = n.type_name,
        b = constant(&number(curve.b)),
        x = constant(&number(curve.g[0])),
        y = constant(&number(curve.g[1])),
        bip340 = if curve.bip340 { "    const BIP340: bool = true;\n" } else { "" },
        comb = comb(&curve.combs),
        window = curve.window,
    );
    base_tables(text, [curve.name, "BaseTable", "Short", curve.type_name]);
    split_tables(text, [curve.name, "Short", curve.type_name]);
    if let A::Any(a) = curve.a {
        let _ = write!(
            text,
            "
#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl CoefficientA for {name} {{
    type P = generated::{p};
    const A: [u64; {limbs}] = {a};
}}
",
            name = curve.type_name,
            p = p.type_name,
            a = constant(&number(a)),
        );
    }
}

/// The constants of a curve's comb, a line each.
pub(super) fn comb(combs: &[(usize, usize); 3]) -> String {
    let plans = combs.map(|(width, spacing)| format!("Plan::of({width}, {spacing})")).join(", ");
    format!("    const COMBS: [Plan; 3] = [{plans}];\n")
}

/// What the machine of kernels of one lane stands under.
const MULX: &str = "#[cfg(all(target_arch = \"x86_64\", not(sealane_portable)))]\n";

/// Whether the prime of a curve has kernels of one lane: if not, that machine runs it as plain
/// words.
fn has_kernels(feature: &str) -> bool {
    SHORT.iter().any(|curve| curve.name == feature && PRIMES.contains(&curve.prime))
}

/// What machines stand under: AVX-512 registers, and eight lanes.
const X86: &str =
    "#[cfg(all(feature = \"lanes\", target_arch = \"x86_64\", not(sealane_portable)))]\n";
const LANES: &str = "#[cfg(feature = \"lanes\")]\n";

/// The combs of a curve that are split over lanes, one for each machine that has them.
pub(super) fn split_tables(text: &mut String, [feature, model, name]: [&str; 3]) {
    for (further, machine) in [(X86, "Eight"), (LANES, "Soft8")] {
        let condition = condition(feature, "");
        let _ = write!(
            text,
            "
{condition}{further}impl SplitTable<{model}<Self>, {machine}> for {name} {{
    fn split_table(machine: {machine}) -> &'static SplitComb<{model}<Self>, {machine}> {{
        static TABLE: OnceBox<SplitComb<{model}<{name}>, {machine}>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }}
}}
"
        );
    }
}

/// The combs of a curve, one for each machine, from a new line on: with the feature of the curve,
/// as they are compiled whether used or not.
pub(super) fn base_tables(text: &mut String, [feature, table, model, name]: [&str; 4]) {
    let single = "spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)";
    let lanes = "build(machine, Self::LANES_COMB_WIDTH)";
    let machines = [
        ("", "One", single),
        (MULX, "Mulx", single),
        ("#[cfg(feature = \"narrow\")]\n", "Narrow", single),
        (X86, "Eight", lanes),
        (LANES, "Soft8", lanes),
    ];
    let machines = machines.iter().filter(|(_, name, _)| *name != "Mulx" || has_kernels(feature));
    for (further, machine, build) in machines {
        let condition = condition(feature, "");
        let _ = write!(
            text,
            "
{condition}{further}impl {table}<{machine}> for {name} {{
    fn base_table(machine: {machine}) -> &'static Comb<{model}<Self>, {machine}> {{
        static TABLE: OnceBox<Comb<{model}<{name}>, {machine}>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::{build}))
    }}
}}
"
        );
    }
}
