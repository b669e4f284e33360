//! The Edwards curves of the product: a Rust type each, and two rows of the table of algorithms.

use super::curves::{Operations, base_tables, comb, condition, constant, prime, split_tables};
use crate::curves::{Keys, Twisted, number};
use num_bigint::BigUint;
use std::fmt::Write;

/// The variants of `Algorithm`.
pub(super) fn variants(text: &mut String, curve: &Twisted) {
    let (signing, agreement) = (&curve.signing, &curve.agreement);
    let _ = write!(
        text,
        "    /// EdDSA over {title}. {}.\n    {condition}{},\n    /// Key agreement by the partner \
         of {title} in Montgomery's form.\n    /// {}.\n    {condition}{},\n",
        signing.source,
        signing.variant,
        agreement.source,
        agreement.variant,
        title = curve.title,
        condition = condition(curve.feature, "    "),
    );
}

/// What runs each of its algorithms.
pub(super) fn operations(curve: &Twisted) -> [Operations; 2] {
    [
        (curve.feature, curve.signing.variant, "EdwardsOps", curve.type_name),
        (curve.feature, curve.agreement.variant, "MontgomeryOps", curve.type_name),
    ]
}

/// The rows of the table of algorithms.
pub(super) fn rows(text: &mut String, curve: &Twisted) {
    // A point has all bits of y and one for the sign of x; u has no sign.
    let bits = prime(curve.prime).modulus.value().bits();
    let (signing, agreement) = (&curve.signing, &curve.agreement);
    let scheme = "Some(Scheme::PURE_EDDSA)";
    let hash = format!("Some(Hash::{})", curve.hash);
    let feature = curve.feature;
    row(text, [signing, agreement], "Edwards", bits / 8 + 1, [feature, scheme, &hash]);
    let bytes = bits.div_ceil(8);
    row(text, [agreement, signing], "Montgomery", bytes, [feature, "None", "None"]);
}

fn row(
    text: &mut String,
    [keys, partner]: [&Keys; 2],
    kind: &str,
    bytes: u64,
    [feature, scheme, hash]: [&str; 3],
) {
    let _ = write!(
        text,
        "    {condition}Row {{
        algorithm: Algorithm::{variant},
        name: \"{name}\",
        names: &{names:?},
        kind: Kind::{kind},
        partner: Some(Algorithm::{partner}),
        key_oid: ObjectIdentifier::new_unwrap(\"{oid}\"),
        curve_oid: None,
        field_bytes: {bytes},
        order_bytes: {bytes},
        usual_scheme: {scheme},
        fixed_hash: {hash},
    }},
",
        condition = condition(feature, "    "),
        variant = keys.variant,
        name = keys.name,
        names = keys.names,
        partner = partner.variant,
        oid = keys.oid,
    );
}

/// Returns `d` modulo the prime: minus a fraction, by Fermat's inverse.
fn coefficient_d(curve: &Twisted, p: &BigUint) -> BigUint {
    let inverse = BigUint::from(curve.d_denominator).modpow(&(p - 2u32), p);
    (p - BigUint::from(curve.d_numerator)) * inverse % p
}

/// The type of the curve.
pub(super) fn curve(text: &mut String, curve: &Twisted) {
    let (p, n) = (prime(curve.prime), prime(curve.order));
    let modulus = p.modulus.value();
    let limbs = modulus.bits().div_ceil(64) as usize;
    let _ = write!(
        text,
        "
/// {title}. {source}.
#[derive(Clone, Copy, Debug)]
pub struct {name};

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl EdwardsCurve for {name} {{
    type P = generated::{p};
    type N = generated::{n};
    type Form = {form};
    const D: [u64; {limbs}] = {d};
    const G: [[u64; {limbs}]; 2] = [
        {x},
        {y},
    ];
    const COFACTOR_BITS: usize = {cofactor_bits};
    const A24: [u64; {limbs}] = {a24};
{comb}}}
",
        title = curve.title,
        source = curve.source,
        name = curve.type_name,
        p = p.type_name,
        n = n.type_name,
        form = if curve.minus_one { "MinusOne" } else { "PlusOne" },
        d = constant(&coefficient_d(curve, &modulus), limbs),
        x = constant(&number(curve.g[0]), limbs),
        y = constant(&number(curve.g[1]), limbs),
        cofactor_bits = curve.cofactor_bits,
        a24 = constant(&BigUint::from(curve.a24), limbs),
        comb = comb(&curve.combs),
    );
    base_tables(text, [curve.feature, "EdwardsTable", "Edwards", curve.type_name]);
    split_tables(text, [curve.feature, "Edwards", curve.type_name]);
}

/// How its signatures hash.
pub(super) fn suite(text: &mut String, curve: &Twisted) {
    let _ = write!(
        text,
        "
/// {signing}.
impl Suite for {name} {{
    const HASH: Hash = Hash::{hash};
    const DOMAIN: &'static [u8] = b\"{domain}\";
    const ALWAYS_FRAMED: bool = {always_framed};
}}
",
        signing = curve.signing.source,
        name = curve.type_name,
        hash = curve.hash,
        domain = curve.domain,
        always_framed = curve.always_framed,
    );
}
