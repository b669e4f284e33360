//! BIP 340: the published vectors, and what is one step beside them.

use sealane::curve::{Curve, Secp256k1};
use sealane::ecc::schnorr::message::{sign, verify_message_vartime};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey};
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::machine::One;
use sealane_arith::secret::Secret;
use testkit::documents::unhex;
use testkit::inputs::Random;

type P = <Secp256k1 as Curve>::P;
type N = <Secp256k1 as Curve>::N;
type Words = [u64; 4];

fn words(bytes_of: &[u8]) -> Words {
    bytes::from_be_bytes(bytes_of)
}

/// The point of an `x`, with the even `y`; `None` if there is none.
fn lift(x: &[u8]) -> Option<[Words; 2]> {
    let key = PublicKey::from_sec1(Algorithm::EcSecp256k1, &[&[2], x].concat()).ok()?;
    let point = key.to_sec1(false);
    Some([words(&point[1..33]), words(&point[33..])])
}

fn verify(public: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let (r, s) = (words(&signature[..32]), words(&signature[32..]));
    let in_range = bytes::is_below::<P>(&r).and(bytes::is_below::<N>(&s)).to_bool_vartime();
    let Some(public) = lift(public) else { return false };
    in_range && verify_message_vartime::<Secp256k1, One>(One, &public, message, &r, &s)
}

/// The signature by a scalar, and the `x` of its public key.
fn signed(scalar: &[u8], message: &[u8], auxiliary: [u8; 32]) -> ([u8; 32], [u8; 64]) {
    let key = PrivateKey::from_bytes(Algorithm::EcSecp256k1, scalar).expect("in range");
    let point = key.public_key().to_sec1(false);
    let public = [words(&point[1..33]), words(&point[33..])];
    let (d, auxiliary) = (Secret::new(words(scalar)), Secret::new(auxiliary));
    let (r, s) = sign::<Secp256k1, One>(One, &d, &public, message, &auxiliary).expect("a nonce");
    let mut out = [0; 64];
    bytes::to_be_bytes(&r, &mut out[..32]);
    bytes::to_be_bytes(&s, &mut out[32..]);
    (point[1..33].try_into().expect("32 bytes"), out)
}

/// Goal: signatures and verdicts are the published ones, byte for byte.
#[test]
fn published_vectors_are_met() {
    let text = testkit::vectors::read("bip340.csv");
    let (mut made, mut good, mut bad) = (0, 0, 0);
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [secret, public, auxiliary, message, signature] =
            [1, 2, 3, 4, 5].map(|i| unhex(fields[i]));
        if !secret.is_empty() {
            let auxiliary = auxiliary.try_into().expect("32 bytes");
            let (x, ours) = signed(&secret, &message, auxiliary);
            assert_eq!((&x[..], &ours[..]), (&public[..], &signature[..]), "vector {}", fields[0]);
            made += 1;
        }
        let wanted = fields[6] == "TRUE";
        assert!(wanted || fields[6] == "FALSE");
        assert_eq!(verify(&public, &message, &signature), wanted, "vector {}", fields[0]);
        *if wanted { &mut good } else { &mut bad } += 1;
    }
    assert_eq!((made, good, bad), (8, 9, 10));
}

/// Goal: random keys, lengths of messages and auxiliary bytes make good signatures, both signs of
/// `y` among the keys; any flipped bit makes them bad.
#[test]
fn signatures_verify_and_flipped_bits_do_not() {
    let mut random = Random::seeded("signatures_verify_and_flipped_bits_do_not");
    let mut odd = 0;
    for length in 0..40 {
        let mut scalar = random.bytes(32);
        scalar[0] &= 0x7f;
        let mut message = random.bytes(7 * length);
        let auxiliary = random.bytes(32).try_into().expect("32 bytes");
        let key = PrivateKey::from_bytes(Algorithm::EcSecp256k1, &scalar).expect("in range");
        odd += usize::from(key.public_key().to_sec1(true)[0] == 3);
        let (public, signature) = signed(&scalar, &message, auxiliary);
        assert!(verify(&public, &message, &signature));
        let mut wrong = signature;
        wrong[random.below(64)] ^= 1 << random.below(8);
        assert!(!verify(&public, &message, &wrong));
        if let Some(byte) = message.last_mut() {
            *byte ^= 1;
            assert!(!verify(&public, &message, &signature));
        }
        let other = signed(&scalar, b"other", [0; 32]).1;
        assert!(!verify(&public, &message, &other));
        assert_eq!(other, signed(&scalar, b"other", [0; 32]).1, "zeros make it deterministic");
    }
    assert!((5..35).contains(&odd), "{odd} keys of 40 had an odd y");
}
