//! ML-DSA: keys and signatures of secret vectors that are extreme beside random ones, and leaks in
//! attempts at signatures.
//!
//! What is public has its own time: the matrix of a key, whose entries are drawn by rejection; how
//! many attempts a signature takes, and at which check each one failed; the challenge; the number
//! of hints. So nothing of it may differ with the class. Keys of both classes are imported with one
//! matrix; those that sign have a random matrix each, so that their public keys are as random;
//! signatures take one attempt, at which every check is passed.

use crate::cases::{Case, Make, Operation};
use operations::attempts::is_signed_at_once;
use operations::leaks::{self, Leak};
use operations::{Action, Operation as Row, Tool};
use sealane::mldsa::{MU_BYTES, ParameterSet, PrivateKey};
use sealane::{Algorithm, Digest, Hash, Nonces};
use sealane_arith::ring::{self, D, N, Polynomial, Q};
use shake::digest::{ExtendableOutput, Update, XofReader};
use shake::{Shake128, Shake256};
use std::hint::black_box;
use testkit::inputs::Random;

/// Every case of ML-DSA.
pub fn all() -> Vec<Case> {
    let sets = Tool::Timing.algorithms().filter_map(|algorithm| match algorithm {
        Algorithm::MlDsa(set) => Some(set),
        _ => None,
    });
    let mut cases: Vec<Case> = sets.flat_map(of_set).collect();
    cases.extend(leaks::MLDSA.map(|(name, leak)| Case {
        name: format!("planted-{name}"),
        planted: true,
        of: None,
        make: Box::new(move |classes: &[usize]| leaks_of(leak, classes)),
    }));
    cases
}

/// Makes an operation of a parameter set over inputs.
type MakeOfSet = fn(ParameterSet, &[usize]) -> Operation;

fn of_set(set: ParameterSet) -> [Case; 3] {
    let case = |name: &str, action, make: MakeOfSet| {
        let of = Some(Row { algorithm: Algorithm::MlDsa(set), action });
        let make: Make = Box::new(move |classes: &[usize]| make(set, classes));
        Case { name: format!("{set}-{name}"), planted: false, of, make }
    };
    [
        case("keygen", Action::Keygen, keygen),
        case("import", Action::Keygen, import),
        case("sign", Action::Sign, sign),
    ]
}

/// Rows and columns of the matrix, and the largest coefficient of a short vector. FIPS 204, table
/// 1.
fn sizes(set: ParameterSet) -> (usize, usize, i32) {
    match set {
        ParameterSet::MlDsa44 => (4, 4, 2),
        ParameterSet::MlDsa65 => (6, 5, 4),
        ParameterSet::MlDsa87 => (8, 7, 2),
        other => panic!("nobody here knows the sizes of {other}"),
    }
}

fn array<const L: usize>(random: &mut Random) -> [u8; L] {
    random.bytes(L).try_into().expect("as many bytes")
}

/// The bytes of an output, as many as are asked for.
fn read(mut stream: impl XofReader, length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    stream.read(&mut out);
    out
}

/// The vectors of an expanded key, one polynomial behind the other: a single 1, or random ones.
fn short_vectors(set: ParameterSet, class: usize, random: &mut Random) -> Vec<Polynomial> {
    let (k, l, eta) = sizes(set);
    let mut vectors = vec![Polynomial::ZERO; k + l];
    vectors[0].0[0] = 1;
    for x in vectors.iter_mut().flat_map(|it| &mut it.0).filter(|_| class == 1) {
        *x = random.below(2 * eta as usize + 1) as i32 - eta;
    }
    vectors
}

/// The matrix of a seed, row by row. FIPS 204, algorithm 32.
fn matrix(set: ParameterSet, rho: &[u8; 32]) -> Vec<Polynomial> {
    let (k, l, _) = sizes(set);
    let entry = |i: usize| {
        let mut state = Shake128::default();
        state.update(rho);
        state.update(&[(i % l) as u8, (i / l) as u8]);
        let stream = read(state.finalize_xof(), 1680);
        let numbers = stream.as_chunks().0.iter();
        let numbers = numbers.map(|[a, b, c]| i32::from_le_bytes([*a, *b, *c & 0x7f, 0]));
        let mut entry = Polynomial::ZERO;
        entry.0.iter_mut().zip(numbers.filter(|x| *x < Q)).for_each(|(out, x)| *out = x);
        entry
    };
    (0..k * l).map(entry).collect()
}

/// Puts coefficients of so many bits behind each other.
fn pack(coefficients: impl Iterator<Item = i32>, bits: usize, out: &mut Vec<u8>) {
    let (mut word, mut filled) = (0u64, 0);
    for x in coefficients {
        word |= (x as u64) << filled;
        filled += bits;
        while filled >= 8 {
            out.push(word as u8);
            (word, filled) = (word >> 8, filled - 8);
        }
    }
}

/// The expanded key of these vectors. FIPS 204, algorithms 6 and 24.
fn expanded(
    set: ParameterSet,
    matrix: &[Polynomial],
    rho: &[u8; 32],
    vectors: &[Polynomial],
    mask_key: &[u8; 32],
) -> Vec<u8> {
    let (_, l, eta) = sizes(set);
    let (s1, s2) = vectors.split_at(l);
    let mut transforms = s1.to_vec();
    transforms.iter_mut().for_each(ring::transform);
    let (mut public, mut low) = (rho.to_vec(), Vec::new());
    for (row, s2) in matrix.chunks_exact(l).zip(s2) {
        let (mut t, mut high) = (Polynomial::ZERO, Polynomial::ZERO);
        ring::multiply_accumulate(row, &transforms, &mut t);
        ring::inverse(&mut t);
        ring::add(&mut t, s2);
        ring::to_positive(&mut t);
        ring::power2round(&mut t, &mut high);
        pack(high.0.into_iter(), 10, &mut public);
        pack(t.0.iter().map(|x| (1 << (D - 1)) - x), D as usize, &mut low);
    }
    let tr = Digest::of(Hash::Shake256, &public);
    let mut out = [&rho[..], mask_key, tr.as_bytes()].concat();
    let bits = if eta == 2 { 3 } else { 4 };
    pack(vectors.iter().flat_map(|it| it.0).map(|x| eta - x), bits, &mut out);
    out.extend(low);
    out
}

/// Imports of expanded keys with one matrix.
fn import(set: ParameterSet, classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    let rho = array(&mut random);
    let matrix = matrix(set, &rho);
    let document = |class: &usize| {
        let vectors = short_vectors(set, *class, &mut random);
        expanded(set, &matrix, &rho, &vectors, &array(&mut random))
    };
    let documents: Vec<_> = classes.iter().map(document).collect();
    Box::new(move |i| {
        black_box(PrivateKey::from_expanded_bytes(set, &documents[i]).expect("it is good"));
    })
}

/// Signatures of one attempt, by keys with a matrix each.
fn sign(set: ParameterSet, classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    let input = |class: &usize| {
        let rho = array(&mut random);
        let vectors = short_vectors(set, *class, &mut random);
        let document = expanded(set, &matrix(set, &rho), &rho, &vectors, &array(&mut random));
        let key = PrivateKey::from_expanded_bytes(set, &document).expect("it is good");
        let mu = std::iter::repeat_with(|| array::<MU_BYTES>(&mut random));
        let mu = mu.into_iter().find(|mu| is_signed_at_once(&key, mu)).expect("one in four is");
        (key, mu)
    };
    let inputs: Vec<_> = classes.iter().map(input).collect();
    Box::new(move |i| {
        let (key, mu) = &inputs[i];
        black_box(key.sign_mu(mu, Nonces::Deterministic).expect("nothing random is needed"));
    })
}

/// How many half-bytes of the streams of a seed are no coefficients of its short vectors. FIPS 204,
/// algorithms 6, 31 and 33.
fn rejected(set: ParameterSet, seed: &[u8; 32]) -> usize {
    let (k, l, eta) = sizes(set);
    let shake = |parts: &[&[u8]], length| {
        let mut state = Shake256::default();
        parts.iter().for_each(|part| state.update(part));
        read(state.finalize_xof(), length)
    };
    let seed = shake(&[seed, &[k as u8, l as u8]], 96);
    let limit = if eta == 2 { 15 } else { 9 };
    let of = |number: usize| {
        let stream = shake(&[&seed[32..], &(number as u16).to_le_bytes()], 4 * 136);
        let halves = stream.iter().flat_map(|byte| [byte & 15, byte >> 4]);
        let mut good = 0;
        let tried = halves.take_while(|half| {
            good += usize::from(*half < limit);
            good < N
        });
        tried.count() + 1 - N
    };
    (0..k + l).map(of).sum()
}

/// Keys of seeds. The streams of one class hold fewer half-bytes that are no coefficients than
/// those of the other; what is public follows from another part of the seed's hash.
fn keygen(set: ParameterSet, classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    let mut seed = || {
        let seed = array(&mut random);
        (rejected(set, &seed), seed)
    };
    // Of so many seeds for each input, the first and the last ones.
    const DRAWN: usize = 3;
    let mut seeds: Vec<(usize, [u8; 32])> = (0..DRAWN * classes.len()).map(|_| seed()).collect();
    seeds.sort_unstable();
    let last = seeds.len() - 1;
    let seeds: Vec<_> = classes
        .iter()
        .enumerate()
        .map(|(i, class)| seeds[if *class == 0 { i } else { last - i }].1)
        .collect();
    Box::new(move |i| {
        black_box(PrivateKey::from_seed(set, &seeds[i]).expect("a seed has 32 bytes"));
    })
}

/// A leak, of the secret 1 and of random ones.
fn leaks_of(leak: Leak, classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    let secret = |class: &usize| leaks::short(if *class == 0 { 0 } else { random.word() });
    let secrets: Vec<Polynomial> = classes.iter().map(secret).collect();
    Box::new(move |i| {
        black_box(leak(black_box(&secrets[i])));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: keys of both classes are good ones, with the vectors that they are made of, and sign.
    #[test]
    fn keys_of_both_classes_are_good() {
        let mut random = Random::seeded("keys that are timed");
        for (set, class) in ParameterSet::ALL.into_iter().flat_map(|set| [(set, 0), (set, 1)]) {
            let rho = array(&mut random);
            let vectors = short_vectors(set, class, &mut random);
            let document = expanded(set, &matrix(set, &rho), &rho, &vectors, &[9; 32]);
            let key = PrivateKey::from_expanded_bytes(set, &document).expect("it is good");
            let mu = array(&mut random);
            let signature = key.sign_mu(&mu, Nonces::Hedged).expect("random bytes");
            assert_eq!(key.public_key().verify_mu(&mu, &signature), Ok(()), "{set} {class}");
            let mut wrong = document;
            *wrong.last_mut().expect("bytes") ^= 1;
            assert!(PrivateKey::from_expanded_bytes(set, &wrong).is_err(), "{set} {class}");
        }
    }

    /// Goal: rejected half-bytes are as many as the chances say: of 16 half-bytes 1 for `eta = 2`,
    /// and 7 for `eta = 4`.
    #[test]
    fn rejections_are_as_many_as_expected() {
        let mut random = Random::seeded("rejected half-bytes");
        for (set, each) in ParameterSet::ALL.into_iter().zip([256 / 15, 7 * 256 / 9, 256 / 15]) {
            let (k, l, _) = sizes(set);
            const SEEDS: usize = 200;
            let all = (0..SEEDS).map(|_| rejected(set, &array(&mut random))).sum::<usize>();
            let mean = all / (SEEDS * (k + l));
            assert!(mean.abs_diff(each) <= 3, "{set}: {mean}, not {each}");
        }
    }
}
