//! RFC 7748 through the public API: single multiplications, iterations, key agreement, and peers
//! that must be refused.

use crate::differential::on_each_machine;
use num_bigint::BigUint;
use num_traits::Zero;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, derive_batch};
use sealane::{DecodeError, DeriveError};
use sealane_arith::generated::{P448N, P25519N};
use sealane_arith::prime::Prime;
use testkit::documents::unhex;
use testkit::reference::field;

fn multiply(algorithm: Algorithm, k: &[u8], u: &[u8]) -> Result<Vec<u8>, DeriveError> {
    let key = PrivateKey::from_bytes(algorithm, k).expect("any string of the length");
    let peer = PublicKey::from_bytes(algorithm, u).expect("any string of the length");
    Ok(key.derive(&peer)?.as_bytes().to_vec())
}

const SINGLE: [(Algorithm, &str, &str, &str); 4] = [
    (
        Algorithm::X25519,
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
    ),
    (
        Algorithm::X25519,
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
    ),
    (
        Algorithm::X448,
        "3d262fddf9ec8e88495266fea19a34d28882acef045104d0d1aae121700a779c984c24f8cdd78fbff44943eb\
         a368f54b29259a4f1c600ad3",
        "06fce640fa3487bfda5f6cf2d5263f8aad88334cbd07437f020f08f9814dc031ddbdc38c19c6da2583fa5429\
         db94ada18aa7a7fb4ef8a086",
        "ce3e4ff95a60dc6697da1db1d85e6afbdf79b50a2412d7546d5f239fe14fbaadeb445fc66a01b0779d982239\
         61111e21766282f73dd96b6f",
    ),
    (
        Algorithm::X448,
        "203d494428b8399352665ddca42f9de8fef600908e0d461cb021f8c538345dd77c3e4806e25f46d3315c44e0\
         a5b4371282dd2c8d5be3095f",
        "0fbcc2f993cd56d3305b0b7d9e55d4c1a8fb5dbb52f8e9a1e9b6201b165d015894e56c4d3570bee52fe205e2\
         8a78b91cdfbde71ce8d157db",
        "884a02576239ff7a2f2f63b2db6a9ff37047ac13568e1e30fe63c4a7ad1b3ee3a5700df34321d62077e63633\
         c575c1c954514e99da7c179d",
    ),
];

/// Goal: section 5.2, the single multiplications.
#[test]
fn single_multiplications_are_right() {
    for (algorithm, k, u, result) in SINGLE {
        assert_eq!(multiply(algorithm, &unhex(k), &unhex(u)), Ok(unhex(result)), "{algorithm}");
    }
}

/// Goal: the public key of a string is its multiple of the base point, which the ladder gives, on
/// words of one lane, and where all lanes compute it on the Edwards curve; for strings at borders.
#[test]
fn keys_are_multiples_of_the_base_point_on_each_machine() {
    for (algorithm, k, ..) in SINGLE {
        let length = algorithm.order_bytes();
        let mut base = vec![0; length];
        base[0] = if algorithm == Algorithm::X25519 { 9 } else { 5 };
        for k in [unhex(k), vec![0; length], vec![0xff; length], vec![0x88; length]] {
            let key = || PrivateKey::from_bytes(algorithm, &k).expect("any string of the length");
            let public = on_each_machine(|| key().public_key().to_bytes());
            assert_eq!(multiply(algorithm, &k, &base), Ok(public), "{algorithm}: {k:x?}");
        }
    }
}

/// Section 5.2: after 1, 1,000 and 1,000,000 iterations.
const ITERATED: [(Algorithm, u8, [&str; 3]); 2] = [
    (
        Algorithm::X25519,
        9,
        [
            "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079",
            "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51",
            "7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424",
        ],
    ),
    (
        Algorithm::X448,
        5,
        [
            "3f482c8a9f19b01e6c46ee9711d9dc14fd4bf67af30765c2ae2b846a4d23a8cd0db897086239492caf35\
             0b51f833868b9bc2b3bca9cf4113",
            "aa3b4749d55b9daf1e5b00288826c467274ce3ebbdd5c17b975e09d4af6c67cf10d087202db88286e2b7\
             9fceea3ec353ef54faa26e219f38",
            "077f453681caca3693198420bbe515cae0002472519b3e67661a7e89cab94695c8f4bcd66e61b9b9c946\
             da8d524de3d69bd9d9d66b997e37",
        ],
    ),
];

/// Goal: section 5.2, 1 and 1,000 iterations; as many as `SEALANE_ITERATIONS` says, of which
/// 1,000,000 take some minutes in a release build.
#[test]
fn iterations_are_right() {
    let most = std::env::var("SEALANE_ITERATIONS")
        .map_or(1_000, |text| text.parse().expect("SEALANE_ITERATIONS is a number"));
    for (algorithm, base, results) in ITERATED {
        let mut k = vec![0; algorithm.field_bytes()];
        k[0] = base;
        let mut u = k.clone();
        for round in 1..=most {
            let next = multiply(algorithm, &k, &u).expect("no point of small order");
            u = std::mem::replace(&mut k, next);
            let known = [1, 1_000, 1_000_000].iter().position(|&known| known == round);
            if let Some(known) = known {
                assert_eq!(k, unhex(results[known]), "{algorithm} after {round}");
            }
        }
    }
}

/// Section 6: private keys, public keys and the secret.
const AGREEMENT: [(Algorithm, [&str; 5]); 2] = [
    (
        Algorithm::X25519,
        [
            "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
            "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
            "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
            "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
            "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742",
        ],
    ),
    (
        Algorithm::X448,
        [
            "9a8f4925d1519f5775cf46b04b5800d4ee9ee8bae8bc5565d498c28dd9c9baf574a9419744897391006382\
             a6f127ab1d9ac2d8c0a598726b",
            "9b08f7cc31b7e3e67d22d5aea121074a273bd2b83de09c63faa73d2c22c5d9bbc836647241d953d40c5b12\
             da88120d53177f80e532c41fa0",
            "1c306a7ac2a0e2e0990b294470cba339e6453772b075811d8fad0d1d6927c120bb5ee8972b0d3e21374c9c\
             921b09d1b0366f10b65173992d",
            "3eb7a829b0cd20f5bcfc0b599b6feccf6da4627107bdb0d4f345b43027d8b972fc3e34fb4232a13ca706dc\
             b57aec3dae07bdc1c67bf33609",
            "07fff4181ac6cc95ec1c16a94a0f74d12da232ce40a77552281d282bb60c0b56fd2464c335543936521c24\
             403085d59a449a5037514a879d",
        ],
    ),
];

/// Goal: section 6: both sides, and the public keys, which come from the comb.
#[test]
fn both_sides_agree() {
    for (algorithm, values) in AGREEMENT {
        let [a, a_public, b, b_public, secret] = values.map(unhex);
        let key = |octets: &[u8]| PrivateKey::from_bytes(algorithm, octets).expect("a string");
        assert_eq!(key(&a).public_key().to_bytes(), a_public);
        assert_eq!(key(&b).public_key().to_bytes(), b_public);
        assert_eq!(multiply(algorithm, &a, &b_public), Ok(secret.clone()));
        assert_eq!(multiply(algorithm, &b, &a_public), Ok(secret));
    }
}

/// Goal: public keys from the comb are those of the ladder from the base point, for fresh keys.
#[test]
fn the_comb_and_the_ladder_agree() {
    for (algorithm, base, _) in ITERATED {
        let mut point = vec![0; algorithm.field_bytes()];
        point[0] = base;
        for _ in 0..50 {
            let key = PrivateKey::generate(algorithm).expect("random");
            let by_ladder = multiply(algorithm, &key.to_bytes(), &point);
            assert_eq!(Ok(key.public_key().to_bytes()), by_ladder);
        }
    }
}

/// The points of small order of Curve25519 and its twist, and their other encodings: the list of
/// <https://cr.yp.to/ecdh.html>, with the highest bit set as well.
const SMALL_ORDER: [&str; 7] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

/// Goal: the fourteen encodings of points of small order are refused, whatever our key, and those
/// of X448: 0, 1 and -1, and 0 and 1 plus the prime.
#[test]
fn peers_of_small_order_are_refused() {
    let mut refused = 0;
    let mut refuse = |algorithm, u: &[u8]| {
        let key = PrivateKey::generate(algorithm).expect("random");
        let peer = PublicKey::from_bytes(algorithm, u).expect("any string of the length");
        assert_eq!(key.derive(&peer).err(), Some(DeriveError::SmallOrder), "{u:02x?}");
        refused += 1;
    };
    for digits in SMALL_ORDER {
        let mut u = unhex(digits);
        refuse(Algorithm::X25519, &u);
        u[31] |= 0x80;
        refuse(Algorithm::X25519, &u);
    }
    // The prime is 2^448 - 2^224 - 1.
    let near_prime = |offset: u8| {
        let mut u = vec![0xff; 56];
        u[28] = 0xfe;
        match offset {
            0 => u[0] = 0xfe,
            1 => {}
            _ => {
                u[..28].fill(0);
                u[28] = 0xff;
            }
        }
        u
    };
    let mut one = vec![0; 56];
    one[0] = 1;
    for u in [vec![0; 56], one, near_prime(0), near_prime(1), near_prime(2)] {
        refuse(Algorithm::X448, &u);
    }
    assert_eq!(refused, 14 + 5);
}

/// The primes, and the prime order and cofactor of each curve and its twist: both together have
/// `2 p + 2` points. RFC 7748, sections 4.1 and 4.2.
fn orders(algorithm: Algorithm) -> (BigUint, [(BigUint, u32); 2]) {
    let one = BigUint::from(1u32);
    let (p, l, cofactors) = match algorithm {
        Algorithm::X25519 => {
            ((&one << 255) - 19u32, field::from_words(&P25519N::MODULUS), [8u32, 4])
        }
        _ => ((&one << 448) - (&one << 224) - 1u32, field::from_words(&P448N::MODULUS), [4, 4]),
    };
    let twist = (&p * 2u32 + 2u32 - &l * cofactors[0]) / cofactors[1];
    (p, [(l, cofactors[0]), (twist, cofactors[1])])
}

/// Goal: of all pruned scalars one alone is a multiple of a prime order, so that the peer alone
/// decides whether a secret is 0, but for that key. Method: all multiples in the range.
#[test]
fn one_pruned_scalar_is_a_multiple_of_an_order() {
    for (algorithm, top, known) in
        [(Algorithm::X25519, 254, [0, 0]), (Algorithm::X448, 447, [1, 0])]
    {
        let (_, groups) = orders(algorithm);
        let cofactor = groups[0].1;
        for ((order, own), known) in groups.iter().zip(known) {
            assert_eq!(cofactor % own, 0, "points of small order become neutral");
            let pruned = |k: &BigUint| k.bits() == top + 1 && (k % cofactor).is_zero();
            let multiples = (1u32..=16).map(|i| order * i);
            assert!((order * 16u32).bits() > top + 1, "no larger multiple is in the range");
            assert_eq!(multiples.filter(pruned).count(), known, "{algorithm}");
        }
    }
}

/// Goal: X448's key `4 l` has the public key 0, and makes 0 of every point of the curve and of no
/// point of the twist but those of small order; its neighbours are keys like others. One by one and
/// in batches, for all strings that are pruned to it.
#[test]
fn four_times_the_order_is_the_key_that_agrees_with_nobody() {
    let (p, [(l, _), _]) = orders(Algorithm::X448);
    let octets = |k: &BigUint| {
        let mut octets = k.to_bytes_le();
        octets.resize(56, 0);
        octets
    };
    let four = octets(&(&l * 4u32));
    let strings: Vec<Vec<u8>> = (0..8)
        .map(|i: u8| {
            let mut string = four.clone();
            string[0] |= i & 3;
            string[55] &= 0x7f | (i >> 2) << 7;
            string
        })
        .collect();
    let key = |k: &[u8]| PrivateKey::from_bytes(Algorithm::X448, k).expect("a string");
    let keys: Vec<PrivateKey> = strings.iter().map(|k| key(k)).collect();
    let mut on_the_curve = 0;
    for u in 2u32..40 {
        let number = BigUint::from(u);
        let peer = PublicKey::from_bytes(Algorithm::X448, &octets(&number)).expect("a string");
        // v^2 = u^3 + 156326 u^2 + u, or no v for the twist.
        let right = (&number * &number + &number * 156_326u32 + 1u32) * &number % &p;
        let curve = field::is_square(&right, &p);
        on_the_curve += u32::from(curve);
        let expected = if curve { Some(DeriveError::SmallOrder) } else { None };
        let pairs: Vec<_> = keys.iter().map(|key| (key, &peer)).collect();
        for (key, together) in keys.iter().zip(derive_batch(&pairs)) {
            assert_eq!(key.derive(&peer).err(), expected, "u = {u}");
            assert_eq!(together.err(), expected, "u = {u}, in a batch");
        }
        for neighbour in [(&l - 1u32) * 4u32, (&l + 1u32) * 4u32] {
            assert!(key(&octets(&neighbour)).derive(&peer).is_ok(), "u = {u}");
        }
    }
    assert!((5..33).contains(&on_the_curve), "{on_the_curve} of 38 points on the curve");
    assert!(keys.iter().all(|key| key.public_key().to_bytes() == [0; 56]));
}

/// Goal: encodings above the prime and with the highest bit set are the values they stand for, and
/// lengths other than the own are refused.
#[test]
fn other_encodings_are_reduced() {
    // u = 9 and u = 9 + p, each with and without the masked bit.
    let mut low = vec![0; 32];
    low[0] = 9;
    let mut high = unhex("f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
    let key = |u: &[u8]| PublicKey::from_bytes(Algorithm::X25519, u);
    let nine = key(&low).expect("the base point");
    assert_eq!(key(&high).as_ref(), Ok(&nine));
    low[31] |= 0x80;
    high[31] |= 0x80;
    assert_eq!((key(&low).as_ref(), key(&high).as_ref()), (Ok(&nine), Ok(&nine)));
    for (algorithm, bytes) in [(Algorithm::X25519, 32), (Algorithm::X448, 56)] {
        for length in [0, 1, bytes - 1, bytes + 1, 64] {
            let octets = vec![9; length];
            let refused = PublicKey::from_bytes(algorithm, &octets);
            let error = DecodeError::KeyLength { expected: bytes, got: length };
            assert_eq!(refused.err(), Some(error), "{length} bytes");
            assert_eq!(PrivateKey::from_bytes(algorithm, &octets).err(), Some(error));
        }
    }
}
