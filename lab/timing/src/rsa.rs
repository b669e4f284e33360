//! RSA: the private power of an extreme number beside random ones, and decryption by OAEP of what
//! is right and of what is wrong in five ways. The last is what Manger (2001) and Kario's Marvin
//! (2023) measured.

use crate::cases::{Case, Make, Operation};
use operations::{Action, Operation as Row};
use sealane::rsa::{Oaep, PrivateKey, Scheme, hazmat};
use sealane::{Algorithm, Digest, Hash};
use std::hint::black_box;
use std::sync::OnceLock;
use testkit::inputs::Random;

const BITS: usize = 2048;
const BYTES: usize = BITS / 8;
const HASH: Hash = Hash::Sha256;
const HASH_BYTES: usize = 32;

/// What is wrong with the block below a ciphertext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrong {
    /// Nothing: it opens.
    Nothing,
    /// The first byte is not 0.
    FirstByte,
    /// The hash of the label is another one.
    Label,
    /// There is a byte that is neither 0 nor 1 before the separator.
    Padding,
    /// There is no separator.
    Separator,
    /// Everything: the block is random.
    All,
}

const KINDS: [(&str, Wrong); 6] = [
    ("success", Wrong::Nothing),
    ("first-byte", Wrong::FirstByte),
    ("label", Wrong::Label),
    ("padding", Wrong::Padding),
    ("separator", Wrong::Separator),
    ("all", Wrong::All),
];

/// Every case of RSA.
pub fn all() -> Vec<Case> {
    let of = |action| Some(Row { algorithm: Algorithm::Rsa { bits: BITS }, action });
    let case = |name: String, of, make: Make| Case { name, planted: false, of, make };
    let mut cases = vec![
        case("rsa-2048-power".into(), None, Box::new(power)),
        case("rsa-2048-sign".into(), of(Action::Sign), Box::new(sign)),
        case("rsa-2048-oaep-length".into(), of(Action::Decrypt), Box::new(message_length)),
    ];
    // Each beside the next, so that all are compared.
    for (i, (name, wrong)) in KINDS.into_iter().enumerate() {
        let next = KINDS[(i + 1) % KINDS.len()].1;
        let make = Box::new(move |classes: &[usize]| decrypt([wrong, next], classes));
        cases.push(case(format!("rsa-2048-oaep-{name}"), of(Action::Decrypt), make));
    }
    let planted = case("planted-oaep-early-end".into(), None, Box::new(decrypt_to_an_early_end));
    cases.push(Case { planted: true, ..planted });
    cases
}

/// One key for all cases: what is timed is what it is used on.
fn key() -> &'static PrivateKey {
    static KEY: OnceLock<PrivateKey> = OnceLock::new();
    KEY.get_or_init(|| PrivateKey::generate(BITS).expect("randomness"))
}

/// A random number below the modulus.
fn number(random: &mut Random) -> Vec<u8> {
    let mut number = random.bytes(BYTES);
    number[0] &= 0x7f;
    number
}

fn power(classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    let mut one = vec![0; BYTES];
    one[BYTES - 1] = 1;
    let numbers: Vec<_> = classes
        .iter()
        .map(|class| if *class == 0 { one.clone() } else { number(&mut random) })
        .collect();
    Box::new(move |i| {
        black_box(hazmat::private_power(key(), &numbers[i]).expect("no fault"));
    })
}

fn sign(classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    let message = |class: &usize| if *class == 0 { vec![0; 32] } else { random.bytes(32) };
    let digests: Vec<_> = classes.iter().map(message).map(|m| Digest::of(HASH, &m)).collect();
    Box::new(move |i| {
        black_box(key().sign_digest(&digests[i], Scheme::Pkcs1(HASH)).expect("it signs"));
    })
}

/// Messages of 1 byte and of 2, both of which open: how long a message is its owner may tell, but
/// not by looking for its beginning.
fn message_length(classes: &[usize]) -> Operation {
    let public = key().public_key();
    let seal = |class: &usize| public.encrypt_oaep(&vec![7; 1 + class], Oaep::of(HASH));
    let sealed: Vec<_> = classes.iter().map(|class| seal(class).expect("it fits")).collect();
    Box::new(move |i| {
        black_box(key().decrypt_oaep(&sealed[i], Oaep::of(HASH)).expect("it opens"));
    })
}

/// XORs the mask of a seed. RFC 8017, appendix B.2.1.
fn mask(seed: &[u8], out: &mut [u8]) {
    for (i, part) in out.chunks_mut(HASH_BYTES).enumerate() {
        let block = Digest::of(HASH, &[seed, &(i as u32).to_be_bytes()].concat());
        part.iter_mut().zip(block.as_bytes()).for_each(|(out, byte)| *out ^= byte);
    }
}

/// A ciphertext whose block is wrong in one way.
fn sealed(wrong: Wrong, random: &mut Random) -> Vec<u8> {
    let mut block = number(random);
    if wrong != Wrong::All {
        let label = if wrong == Wrong::Label { b"another" } else { &b""[..] };
        let (seed, data) = block[1..].split_at_mut(HASH_BYTES);
        data.fill(0);
        data[..HASH_BYTES].copy_from_slice(Digest::of(HASH, label).as_bytes());
        let last = data.len() - 8;
        match wrong {
            Wrong::Separator => {}
            Wrong::Padding => (data[HASH_BYTES + 1], data[last]) = (2, 1),
            _ => data[last] = 1,
        }
        mask(seed, data);
        mask(data, seed);
        block[0] = u8::from(wrong == Wrong::FirstByte);
    }
    hazmat::public_power_vartime(key().public_key(), &block).expect("it is below")
}

fn ciphertexts(kinds: [Wrong; 2], classes: &[usize]) -> Vec<Vec<u8>> {
    let mut random = Random::from_clock();
    let sealed = |class: &usize| {
        let kind = kinds[*class];
        let sealed = sealed(kind, &mut random);
        let opens = key().decrypt_oaep(&sealed, Oaep::of(HASH)).is_ok();
        assert_eq!(opens, kind == Wrong::Nothing, "{kind:?}");
        sealed
    };
    classes.iter().map(sealed).collect()
}

fn decrypt(kinds: [Wrong; 2], classes: &[usize]) -> Operation {
    let sealed = ciphertexts(kinds, classes);
    Box::new(move |i| {
        let _ = black_box(key().decrypt_oaep(&sealed[i], Oaep::of(HASH)));
    })
}

/// A decryption that ends at a first byte that is wrong, before any mask is taken away.
fn decrypt_to_an_early_end(classes: &[usize]) -> Operation {
    let sealed = ciphertexts([Wrong::FirstByte, Wrong::Label], classes);
    Box::new(move |i| {
        let power = hazmat::private_power(key(), &sealed[i]).expect("no fault");
        let mut block = power.expect("it is below").to_vec();
        if block[0] == 0 {
            let (seed, data) = block[1..].split_at_mut(HASH_BYTES);
            mask(data, seed);
            mask(seed, data);
        }
        black_box(block);
    })
}
