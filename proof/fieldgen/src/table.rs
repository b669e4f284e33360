//! The one table of primes: coordinate fields and group orders of the curves we know.

use num_bigint::{BigInt, BigUint};
use num_traits::Num;

/// How a modulus is written in its source.
#[derive(Clone, Copy, Debug)]
pub enum Modulus {
    /// `sum(sign * 2^power)`, highest power first.
    Terms(&'static [(i64, u32)]),
    /// Hexadecimal digits.
    Hex(&'static str),
}

impl Modulus {
    /// The number.
    #[must_use]
    pub fn value(self) -> BigUint {
        match self {
            Modulus::Terms(terms) => {
                let sum: BigInt = terms.iter().map(|(k, power)| BigInt::from(*k) << *power).sum();
                sum.to_biguint().expect("a modulus is positive")
            }
            Modulus::Hex(digits) => {
                BigUint::from_str_radix(digits, 16).expect("the table holds hexadecimal digits")
            }
        }
    }
}

/// How the programs of a prime hold and reduce an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Montgomery form, any odd modulus.
    Montgomery,
    /// Montgomery form for a prime of few terms: rows of shifts and sums.
    MontgomerySparse,
    /// Plain form, `2^k = c mod p` with small `c`: the high half is folded onto the low one.
    /// Elements are below `2 p` where the modulus leaves a bit of its words free.
    Crandall,
}

impl Form {
    /// How the form is called in text and in commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Montgomery => "montgomery",
            Form::MontgomerySparse => "montgomery, rows without products",
            Form::Crandall => "crandall",
        }
    }
}

/// One prime.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name in files and commands.
    pub name: &'static str,
    /// Name of the Rust type.
    pub type_name: &'static str,
    /// The modulus.
    pub modulus: Modulus,
    /// How its programs work.
    pub form: Form,
    /// Document and section that the modulus is copied from.
    pub source: &'static str,
}

const SP800_186: &str = "NIST SP 800-186, section 3.2.1";
const SP800_186_EDWARDS: &str = "NIST SP 800-186, section 3.2.3";
const FIPS_186_4: &str = "FIPS 186-4, appendix D.1.2";
const SEC_2: &str = "SEC 2 version 2.0, section 2.4.1";
const RFC_5639: &str = "RFC 5639, section 3";
const RFC_8032: &str = "RFC 8032, section 5";

const fn row(
    name: &'static str,
    type_name: &'static str,
    modulus: Modulus,
    form: Form,
    source: &'static str,
) -> Row {
    Row { name, type_name, modulus, form, source }
}

/// All primes.
pub const TABLE: &[Row] = &[
    row(
        "p192_p",
        "P192P",
        Modulus::Terms(&[(1, 192), (-1, 64), (-1, 0)]),
        Form::MontgomerySparse,
        FIPS_186_4,
    ),
    row(
        "p192_n",
        "P192N",
        Modulus::Hex("ffffffffffffffffffffffff99def836146bc9b1b4d22831"),
        Form::Montgomery,
        FIPS_186_4,
    ),
    row(
        "p224_p",
        "P224P",
        Modulus::Terms(&[(1, 224), (-1, 96), (1, 0)]),
        Form::MontgomerySparse,
        SP800_186,
    ),
    row(
        "p224_n",
        "P224N",
        Modulus::Hex("ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d"),
        Form::Montgomery,
        SP800_186,
    ),
    row(
        "p256_p",
        "P256P",
        Modulus::Terms(&[(1, 256), (-1, 224), (1, 192), (1, 96), (-1, 0)]),
        Form::MontgomerySparse,
        SP800_186,
    ),
    row(
        "p256_n",
        "P256N",
        Modulus::Hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
        Form::Montgomery,
        SP800_186,
    ),
    row(
        "p384_p",
        "P384P",
        Modulus::Terms(&[(1, 384), (-1, 128), (-1, 96), (1, 32), (-1, 0)]),
        Form::MontgomerySparse,
        SP800_186,
    ),
    row(
        "p384_n",
        "P384N",
        Modulus::Hex(concat!(
            "ffffffffffffffffffffffffffffffffffffffffffffffff",
            "c7634d81f4372ddf581a0db248b0a77aecec196accc52973"
        )),
        Form::Montgomery,
        SP800_186,
    ),
    row("p521_p", "P521P", Modulus::Terms(&[(1, 521), (-1, 0)]), Form::Crandall, SP800_186),
    row(
        "p521_n",
        "P521N",
        Modulus::Hex(concat!(
            "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"
        )),
        Form::Montgomery,
        SP800_186,
    ),
    row(
        "secp256k1_p",
        "Secp256k1P",
        Modulus::Terms(&[(1, 256), (-1, 32), (-977, 0)]),
        Form::Crandall,
        SEC_2,
    ),
    row(
        "secp256k1_n",
        "Secp256k1N",
        Modulus::Hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
        Form::Montgomery,
        SEC_2,
    ),
    row(
        "p25519_p",
        "P25519P",
        Modulus::Terms(&[(1, 255), (-19, 0)]),
        Form::Crandall,
        SP800_186_EDWARDS,
    ),
    row(
        "p25519_n",
        "P25519N",
        Modulus::Hex("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed"),
        Form::Montgomery,
        RFC_8032,
    ),
    row(
        "p448_p",
        "P448P",
        Modulus::Terms(&[(1, 448), (-1, 224), (-1, 0)]),
        Form::MontgomerySparse,
        SP800_186_EDWARDS,
    ),
    row(
        "p448_n",
        "P448N",
        Modulus::Hex(concat!(
            "3fffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "7cca23e9c44edb49aed63690216cc2728dc58f552378c292ab5844f3"
        )),
        Form::Montgomery,
        RFC_8032,
    ),
    row(
        "brainpool256_p",
        "Brainpool256P",
        Modulus::Hex("a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377"),
        Form::Montgomery,
        RFC_5639,
    ),
    row(
        "brainpool256_n",
        "Brainpool256N",
        Modulus::Hex("a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7"),
        Form::Montgomery,
        RFC_5639,
    ),
    row(
        "brainpool384_p",
        "Brainpool384P",
        Modulus::Hex(concat!(
            "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b4",
            "12b1da197fb71123acd3a729901d1a71874700133107ec53"
        )),
        Form::Montgomery,
        RFC_5639,
    ),
    row(
        "brainpool384_n",
        "Brainpool384N",
        Modulus::Hex(concat!(
            "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b3",
            "1f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565"
        )),
        Form::Montgomery,
        RFC_5639,
    ),
    row(
        "brainpool512_p",
        "Brainpool512P",
        Modulus::Hex(concat!(
            "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330871",
            "7d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3"
        )),
        Form::Montgomery,
        RFC_5639,
    ),
    row(
        "brainpool512_n",
        "Brainpool512N",
        Modulus::Hex(concat!(
            "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870",
            "553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069"
        )),
        Form::Montgomery,
        RFC_5639,
    ),
];

/// The row called `name`.
#[must_use]
pub fn find(name: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.name == name)
}

/// The row that a user means by `name`: `p256` is its coordinate prime.
pub fn named(name: &str) -> Result<&'static Row, String> {
    let found = find(name).or_else(|| find(&format!("{name}_p")));
    found.ok_or_else(|| "no such prime; `fieldgen primes` lists them".to_string())
}
