//! The constants of the curves, from another source than the product's table: what OpenSSL 3.0
//! holds, printed by `openssl ecparam -name NAME -param_enc explicit -text -noout`.

use super::curve::{Curve, Group};
use super::field;
use sealane::ecc::Algorithm;

/// A curve: its numbers in hexadecimal digits, without leading zeros.
struct Row {
    algorithm: Algorithm,
    /// The name in the case format and in published vectors.
    name: &'static str,
    /// The object identifier as its DER element; `-outform DER` in place of the explicit form.
    oid: &'static str,
    p: &'static str,
    a: &'static str,
    b: &'static str,
    x: &'static str,
    y: &'static str,
    n: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        algorithm: Algorithm::EcP192,
        name: "P-192",
        oid: "06082a8648ce3d030101",
        p: "fffffffffffffffffffffffffffffffeffffffffffffffff",
        a: "fffffffffffffffffffffffffffffffefffffffffffffffc",
        b: "64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1",
        x: "188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012",
        y: "7192b95ffc8da78631011ed6b24cdd573f977a11e794811",
        n: "ffffffffffffffffffffffff99def836146bc9b1b4d22831",
    },
    Row {
        algorithm: Algorithm::EcP224,
        name: "P-224",
        oid: "06052b81040021",
        p: "ffffffffffffffffffffffffffffffff000000000000000000000001",
        a: "fffffffffffffffffffffffffffffffefffffffffffffffffffffffe",
        b: "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
        x: "b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
        y: "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34",
        n: "ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
    },
    Row {
        algorithm: Algorithm::EcP256,
        name: "P-256",
        oid: "06082a8648ce3d030107",
        p: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
        a: "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
        b: "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
        x: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
        y: "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
        n: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    },
    Row {
        algorithm: Algorithm::EcP384,
        name: "P-384",
        oid: "06052b81040022",
        p: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff00000000\
             00000000ffffffff",
        a: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff00000000\
             00000000fffffffc",
        b: "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d\
             2a85c8edd3ec2aef",
        x: "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c\
             3a545e3872760ab7",
        y: "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d\
             7a431d7c90ea0e5f",
        n: "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77a\
             ecec196accc52973",
    },
    Row {
        algorithm: Algorithm::EcP521,
        name: "P-521",
        oid: "06052b81040023",
        p: "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
             fffffffffffffffffffffffffffffffffffffffffffffffffff",
        a: "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
             ffffffffffffffffffffffffffffffffffffffffffffffffffc",
        b: "51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e93\
             7b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00",
        x: "c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe759\
             28fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
        y: "11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42\
             640c550b9013fad0761353c7086a272c24088be94769fd16650",
        n: "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f9\
             66b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
    },
    Row {
        algorithm: Algorithm::EcSecp256k1,
        name: "secp256k1",
        oid: "06052b8104000a",
        p: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
        a: "0",
        b: "7",
        x: "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        y: "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
        n: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    },
    Row {
        algorithm: Algorithm::EcBrainpoolP256r1,
        name: "brainpoolP256r1",
        oid: "06092b2403030208010107",
        p: "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
        a: "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        b: "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
        x: "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
        y: "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
        n: "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7",
    },
    Row {
        algorithm: Algorithm::EcBrainpoolP384r1,
        name: "brainpoolP384r1",
        oid: "06092b240303020801010b",
        p: "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71\
             874700133107ec53",
        a: "7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb\
             04a8c7dd22ce2826",
        b: "4a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943\
             ab78696fa504c11",
        x: "1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aa\
             ef87b2e247d4af1e",
        y: "8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e46462177918111\
             42820341263c5315",
        n: "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc310\
             3b883202e9046565",
    },
    Row {
        algorithm: Algorithm::EcBrainpoolP512r1,
        name: "brainpoolP512r1",
        oid: "06092b240303020801010d",
        p: "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842\
             aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3",
        a: "7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa1\
             0a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca",
        b: "3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d\
             77fc94cadc083e67984050b75ebae5dd2809bd638016f723",
        x: "81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d\
             50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822",
        y: "7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e\
             5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892",
        n: "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619\
             418661197fac10471db1d381085ddaddb58796829ca90069",
    },
];

impl Row {
    fn group(&self) -> Group {
        let [p, a, b, x, y, n] = [self.p, self.a, self.b, self.x, self.y, self.n].map(field::hex);
        Group { name: self.name, oid: self.oid, curve: Curve { p, a, b }, g: Some((x, y)), n }
    }
}

impl Group {
    /// Returns the group of a short Weierstrass curve of the library.
    ///
    /// # Panics
    /// If the algorithm is not over such a curve.
    #[must_use]
    pub fn of(algorithm: Algorithm) -> Self {
        Self::find(algorithm).unwrap_or_else(|| panic!("no short curve for {algorithm}"))
    }

    /// Like [`Group::of`], and `None` for an algorithm over another curve.
    #[must_use]
    pub fn find(algorithm: Algorithm) -> Option<Self> {
        ROWS.iter().find(|row| row.algorithm == algorithm).map(Row::group)
    }

    /// Returns every algorithm over a short Weierstrass curve, in the library's order, with its
    /// group.
    pub fn all() -> impl Iterator<Item = (Algorithm, Self)> {
        Algorithm::ALL.iter().filter_map(|&algorithm| Some((algorithm, Self::find(algorithm)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Random;
    use num_bigint::BigUint;
    use num_traits::One;
    use sealane::ecc::PrivateKey;

    /// Returns whether the odd `n` is a prime, but for a chance below `4^-rounds`, by Miller and
    /// Rabin.
    fn is_prime(n: &BigUint, rounds: usize) -> bool {
        let minus_one = n - 1u32;
        let twos = minus_one.trailing_zeros().expect("n is above 1");
        let odd = &minus_one >> twos;
        let mut random = Random::from_seed(1);
        (0..rounds).all(|_| {
            let mut power = (random.integer(&(n - 3u32)) + 2u32).modpow(&odd, n);
            if power.is_one() || power == minus_one {
                return true;
            }
            (1..twos).any(|_| {
                power = &power * &power % n;
                power == minus_one
            })
        })
    }

    /// Goal: each row is a group of prime order over a prime field. The order is near `p` (Hasse),
    /// so that a prime `n` with `n G = 0` leaves no room for a cofactor.
    #[test]
    fn every_row_is_a_group_of_prime_order() {
        for row in ROWS {
            let Group { curve, g, n, .. } = row.group();
            let p = &curve.p;
            assert!(is_prime(p, 20) && is_prime(&n, 20), "{}", row.name);
            assert!(curve.contains(&g) && curve.mul(&n, &g).is_none(), "{}", row.name);
            let trace = if p > &n { p - &n } else { &n - p };
            assert!(trace.bits() <= p.bits() / 2 + 2, "{}: the order is not near p", row.name);
            let singular = &curve.a * &curve.a * &curve.a * 4u32 + &curve.b * &curve.b * 27u32;
            assert_ne!(singular % p, BigUint::ZERO, "{}", row.name);
        }
    }

    /// Goal: the test for primes says no: to products of two primes and to a Carmichael number.
    #[test]
    fn composites_are_seen() {
        let p = Group::of(Algorithm::EcP256).curve.p;
        let n = Group::of(Algorithm::EcP256).n;
        assert!(is_prime(&BigUint::from(8191u32), 20));
        for composite in [&p * &n, &p * &p, BigUint::from(561u32), &p + 2u32] {
            assert!(!is_prime(&composite, 20), "{composite:x}");
        }
    }

    /// Goal: no curve of the library is left out: every algorithm whose keys are marked
    /// `id-ecPublicKey` has a row, and every row is one of the library's.
    #[test]
    fn every_curve_of_the_library_has_a_row() {
        let ec_public_key = [0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
        for &algorithm in Algorithm::ALL {
            let key = PrivateKey::generate(algorithm).expect("the system has randomness");
            let marked =
                key.public_key().to_spki_der().windows(9).any(|bytes| bytes == ec_public_key);
            let listed = ROWS.iter().any(|row| row.algorithm == algorithm);
            assert_eq!(marked, listed, "{algorithm}");
        }
        assert_eq!(Group::all().count(), ROWS.len());
        assert!(ROWS.iter().all(|row| Algorithm::from_name(row.name) == Some(row.algorithm)));
    }
}
