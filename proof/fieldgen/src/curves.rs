//! The one table of curves.

use num_bigint::BigUint;
use num_traits::Num;

/// The coefficient `a` of a short Weierstrass curve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum A {
    /// -3.
    MinusThree,
    /// 0.
    Zero,
    /// Anything else, in hexadecimal digits.
    Any(&'static str),
}

/// A curve `y^2 = x^3 + a x + b` and how the product uses it.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    /// Name on the command line, and of the library's feature that has the curve.
    pub name: &'static str,
    /// Name of the Rust type.
    pub type_name: &'static str,
    /// Name of the variant of `Algorithm`.
    pub variant: &'static str,
    /// Name in sentences.
    pub title: &'static str,
    /// Other names in use, as their documents spell them.
    pub names: &'static [&'static str],
    /// Object identifier of the curve.
    pub oid: &'static str,
    /// Row of the prime of the coordinates.
    pub prime: &'static str,
    /// Row of the prime order.
    pub order: &'static str,
    /// `a`.
    pub a: A,
    /// `b`, in hexadecimal digits.
    pub b: &'static str,
    /// The generator's `x` and `y`, in hexadecimal digits.
    pub g: [&'static str; 2],
    /// Whether BIP 340 is defined over the curve.
    pub bip340: bool,
    /// The hash that signatures use when none is named.
    pub usual_hash: &'static str,
    /// Bits per window of the fixed-base comb and windows per row: small, usual and large tables.
    pub combs: [(usize, usize); 3],
    /// Bits per window of a variable base.
    pub window: usize,
    /// Document and section that the constants are copied from.
    pub source: &'static str,
}

/// One of the two kinds of keys over an Edwards curve.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    /// Name on the command line.
    pub name: &'static str,
    /// Name of the variant of `Algorithm`.
    pub variant: &'static str,
    /// Other names in use, as their documents spell them.
    pub names: &'static [&'static str],
    /// Object identifier of the keys. RFC 8410, section 3.
    pub oid: &'static str,
    /// Document and section that say what the keys do.
    pub source: &'static str,
}

/// A curve `a x^2 + y^2 = 1 + d x^2 y^2` and how the product uses it.
#[derive(Clone, Copy, Debug)]
pub struct Twisted {
    /// Name of the Rust type.
    pub type_name: &'static str,
    /// Name in sentences.
    pub title: &'static str,
    /// The feature of the library that has it.
    pub feature: &'static str,
    /// Keys that make signatures.
    pub signing: Keys,
    /// Keys that agree on secrets.
    pub agreement: Keys,
    /// Row of the prime of the coordinates.
    pub prime: &'static str,
    /// Row of the prime order of the generator.
    pub order: &'static str,
    /// Whether `a` is -1; else it is 1.
    pub minus_one: bool,
    /// The numerator of `d`, without its sign, which is minus.
    pub d_numerator: u32,
    /// The denominator of `d`.
    pub d_denominator: u32,
    /// The generator's `x` and `y`, in hexadecimal digits.
    pub g: [&'static str; 2],
    /// The cofactor is two to this power.
    pub cofactor_bits: usize,
    /// `(A - 2) / 4` of the partner in Montgomery's form.
    pub a24: u32,
    /// The hash of signatures.
    pub hash: &'static str,
    /// The text before all that is framed.
    pub domain: &'static str,
    /// Whether a message without context is framed too.
    pub always_framed: bool,
    /// Bits per window of the fixed-base comb and windows per row: small, usual and large tables.
    pub combs: [(usize, usize); 3],
    /// Document and section that the constants are copied from.
    pub source: &'static str,
}

/// The number that hexadecimal digits stand for.
#[must_use]
pub fn number(digits: &str) -> BigUint {
    BigUint::from_str_radix(digits, 16).expect("the table holds hexadecimal digits")
}

/// All short Weierstrass curves, in the order of `Algorithm`.
pub const SHORT: &[Short] = &[
    Short {
        name: "p192",
        type_name: "P192",
        variant: "EcP192",
        title: "NIST P-192",
        names: &["P-192", "secp192r1", "prime192v1", "nistp192"],
        oid: "1.2.840.10045.3.1.1",
        prime: "p192_p",
        order: "p192_n",
        a: A::MinusThree,
        b: "64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1",
        g: [
            "188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012",
            "07192b95ffc8da78631011ed6b24cdd573f977a11e794811",
        ],
        bip340: false,
        usual_hash: "Sha256",
        combs: [(5, 4), (6, 1), (6, 1)],
        window: 5,
        source: "FIPS 186-4, appendix D.1.2.1",
    },
    Short {
        name: "p224",
        type_name: "P224",
        variant: "EcP224",
        title: "NIST P-224",
        names: &["P-224", "secp224r1", "nistp224"],
        oid: "1.3.132.0.33",
        prime: "p224_p",
        order: "p224_n",
        a: A::MinusThree,
        b: "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
        g: [
            "b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
            "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34",
        ],
        bip340: false,
        usual_hash: "Sha256",
        combs: [(4, 4), (6, 1), (6, 1)],
        window: 5,
        source: "NIST SP 800-186, section 3.2.1.2",
    },
    Short {
        name: "p256",
        type_name: "P256",
        variant: "EcP256",
        title: "NIST P-256",
        names: &["P-256", "secp256r1", "prime256v1", "nistp256", "ecdsa-sha2-nistp256"],
        oid: "1.2.840.10045.3.1.7",
        prime: "p256_p",
        order: "p256_n",
        a: A::MinusThree,
        b: "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
        g: [
            "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
        ],
        bip340: false,
        usual_hash: "Sha256",
        combs: [(5, 8), (6, 1), (6, 1)],
        window: 5,
        source: "NIST SP 800-186, section 3.2.1.3",
    },
    Short {
        name: "p384",
        type_name: "P384",
        variant: "EcP384",
        title: "NIST P-384",
        names: &["P-384", "secp384r1", "nistp384", "ecdsa-sha2-nistp384"],
        oid: "1.3.132.0.34",
        prime: "p384_p",
        order: "p384_n",
        a: A::MinusThree,
        b: concat!(
            "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875a",
            "c656398d8a2ed19d2a85c8edd3ec2aef",
        ),
        g: [
            concat!(
                "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a38",
                "5502f25dbf55296c3a545e3872760ab7",
            ),
            concat!(
                "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c0",
                "0a60b1ce1d7e819d7a431d7c90ea0e5f",
            ),
        ],
        bip340: false,
        usual_hash: "Sha384",
        combs: [(5, 4), (6, 1), (6, 1)],
        window: 5,
        source: "NIST SP 800-186, section 3.2.1.4",
    },
    Short {
        name: "p521",
        type_name: "P521",
        variant: "EcP521",
        title: "NIST P-521",
        names: &["P-521", "secp521r1", "nistp521", "ecdsa-sha2-nistp521"],
        oid: "1.3.132.0.35",
        prime: "p521_p",
        order: "p521_n",
        a: A::MinusThree,
        b: concat!(
            "51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109",
            "e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f",
            "00",
        ),
        g: [
            concat!(
                "c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3d",
                "baa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd",
                "66",
            ),
            concat!(
                "011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e",
                "662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd1",
                "6650",
            ),
        ],
        bip340: false,
        usual_hash: "Sha512",
        combs: [(5, 8), (6, 2), (6, 1)],
        window: 5,
        source: "NIST SP 800-186, section 3.2.1.5",
    },
    Short {
        name: "secp256k1",
        type_name: "Secp256k1",
        variant: "EcSecp256k1",
        title: "secp256k1",
        names: &["k256"],
        oid: "1.3.132.0.10",
        prime: "secp256k1_p",
        order: "secp256k1_n",
        a: A::Zero,
        b: "07",
        g: [
            "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
            "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
        ],
        bip340: true,
        usual_hash: "Sha256",
        combs: [(5, 8), (6, 1), (6, 1)],
        window: 5,
        source: "SEC 2 version 2.0, section 2.4.1",
    },
    Short {
        name: "brainpoolp256r1",
        type_name: "BrainpoolP256r1",
        variant: "EcBrainpoolP256r1",
        title: "brainpoolP256r1",
        names: &["bp256r1"],
        oid: "1.3.36.3.3.2.8.1.1.7",
        prime: "brainpool256_p",
        order: "brainpool256_n",
        a: A::Any("7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9"),
        b: "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
        g: [
            "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
            "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
        ],
        bip340: false,
        usual_hash: "Sha256",
        combs: [(5, 8), (6, 1), (7, 1)],
        window: 5,
        source: "RFC 5639, section 3.4",
    },
    Short {
        name: "brainpoolp384r1",
        type_name: "BrainpoolP384r1",
        variant: "EcBrainpoolP384r1",
        title: "brainpoolP384r1",
        names: &["bp384r1"],
        oid: "1.3.36.3.3.2.8.1.1.11",
        prime: "brainpool384_p",
        order: "brainpool384_n",
        a: A::Any(concat!(
            "7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f",
            "8aa5814a503ad4eb04a8c7dd22ce2826",
        )),
        b: concat!(
            "04a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d5",
            "7cb4390295dbc9943ab78696fa504c11",
        ),
        g: [
            concat!(
                "1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8",
                "e826e03436d646aaef87b2e247d4af1e",
            ),
            concat!(
                "8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff9912928",
                "0e4646217791811142820341263c5315",
            ),
        ],
        bip340: false,
        usual_hash: "Sha384",
        combs: [(5, 4), (6, 2), (7, 1)],
        window: 5,
        source: "RFC 5639, section 3.6",
    },
    Short {
        name: "brainpoolp512r1",
        type_name: "BrainpoolP512r1",
        variant: "EcBrainpoolP512r1",
        title: "brainpoolP512r1",
        names: &["bp512r1"],
        oid: "1.3.36.3.3.2.8.1.1.13",
        prime: "brainpool512_p",
        order: "brainpool512_n",
        a: A::Any(concat!(
            "7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc",
            "2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca",
        )),
        b: concat!(
            "3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a7",
            "2bf2c7b9e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723",
        ),
        g: [
            concat!(
                "81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098e",
                "ff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822",
            ),
            concat!(
                "7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111",
                "b2dcde494a5f485e5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892",
            ),
        ],
        bip340: false,
        usual_hash: "Sha512",
        combs: [(5, 8), (6, 2), (7, 1)],
        window: 5,
        source: "RFC 5639, section 3.7",
    },
];

/// All Edwards curves, in the order of `Algorithm`, after the short Weierstrass curves.
pub const TWISTED: &[Twisted] = &[
    Twisted {
        type_name: "Edwards25519",
        title: "edwards25519",
        feature: "curve25519",
        signing: Keys {
            name: "ed25519",
            variant: "Ed25519",
            names: &["id-Ed25519", "ssh-ed25519"],
            oid: "1.3.101.112",
            source: "RFC 8032, section 5.1",
        },
        agreement: Keys {
            name: "x25519",
            variant: "X25519",
            names: &["Curve25519", "id-X25519"],
            oid: "1.3.101.110",
            source: "RFC 7748, section 6.1",
        },
        prime: "p25519_p",
        order: "p25519_n",
        minus_one: true,
        d_numerator: 121_665,
        d_denominator: 121_666,
        g: [
            "216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a",
            "6666666666666666666666666666666666666666666666666666666666666658",
        ],
        cofactor_bits: 3,
        a24: 121_665,
        hash: "Sha512",
        domain: "SigEd25519 no Ed25519 collisions",
        always_framed: false,
        combs: [(4, 8), (5, 1), (5, 1)],
        source: "NIST SP 800-186, section 3.2.3.2",
    },
    Twisted {
        type_name: "Edwards448",
        title: "edwards448",
        feature: "curve448",
        signing: Keys {
            name: "ed448",
            variant: "Ed448",
            names: &["id-Ed448", "ssh-ed448"],
            oid: "1.3.101.113",
            source: "RFC 8032, section 5.2",
        },
        agreement: Keys {
            name: "x448",
            variant: "X448",
            names: &["Curve448", "id-X448"],
            oid: "1.3.101.111",
            source: "RFC 7748, section 6.2",
        },
        prime: "p448_p",
        order: "p448_n",
        minus_one: false,
        d_numerator: 39_081,
        d_denominator: 1,
        g: [
            concat!(
                "4f1970c66bed0ded221d15a622bf36da9e146570470f1767ea6de324a3d3a464",
                "12ae1af72ab66511433b80e18b00938e2626a82bc70cc05e",
            ),
            concat!(
                "693f46716eb6bc248876203756c9c7624bea73736ca3984087789c1e05a0c2d7",
                "3ad3ff1ce67c39c4fdbd132c4ed7c8ad9808795bf230fa14",
            ),
        ],
        cofactor_bits: 2,
        a24: 39_081,
        hash: "Shake256",
        domain: "SigEd448",
        always_framed: true,
        combs: [(5, 8), (5, 1), (6, 1)],
        source: "NIST SP 800-186, section 3.2.3.3",
    },
];
