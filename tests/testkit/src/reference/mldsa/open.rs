//! Signatures by keys that nobody has, with any answer and any hints.
//!
//! If the upper parts of a public key are all 0, a challenge is multiplied by nothing: whoever
//! chooses an answer and hints can compute the challenge that belongs to them. So a verifier
//! accepts every answer and all hints that are in form, and what it refuses it refuses by its
//! checks of the form alone.

use super::{N, Poly, Q, Set, pack, residue, signed_residue, width};

/// The inverse modulo `q`: the power `q - 2`, bit by bit.
fn inverse(x: i64) -> i64 {
    (0..23).rev().fold(1, |power, bit| {
        let square = power * power % Q;
        if (Q - 2) >> bit & 1 == 1 { square * x % Q } else { square }
    })
}

impl Set {
    /// The most ones that hints have.
    #[must_use]
    pub fn most_hints(&self) -> usize {
        self.omega
    }

    /// Rows of the matrix: so many polynomials the hints are of.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.k
    }

    /// Coefficients of an answer.
    #[must_use]
    pub fn answer_length(&self) -> usize {
        N * self.l
    }

    /// The largest absolute value of a coefficient of an answer; and the largest one that can be
    /// written, which its opposite cannot.
    #[must_use]
    pub fn answer_limits(&self) -> (i64, i64) {
        (self.gamma1 - self.tau as i64 * self.eta - 1, self.gamma1)
    }

    /// Returns the bytes of the hash that a signature begins with, and of the answer behind it.
    #[must_use]
    pub fn signature_parts(&self) -> (usize, usize) {
        (self.lambda / 4, 32 * self.l * width(2 * self.gamma1 - 1))
    }

    /// Returns the public key whose matrix has this seed and whose upper parts are 0.
    #[must_use]
    pub fn open_key(&self, rho: &[u8; 32]) -> Vec<u8> {
        [&rho[..], &vec![0; 320 * self.k]].concat()
    }

    /// Returns the matrix of a public key times an answer: what hints correct.
    #[must_use]
    pub fn commitment(&self, public: &[u8], answer: &[i64]) -> Poly {
        let answer: Vec<Poly> = answer.chunks(N).map(<[i64]>::to_vec).collect();
        self.times(&self.matrix(&public[..32]), &answer).concat()
    }

    /// Returns values of a coefficient at which high parts and corrections change, for the first,
    /// the second and the last of the high parts.
    #[must_use]
    pub fn edges(&self) -> Vec<i64> {
        let g2 = self.gamma2;
        let lows = [1 - g2, -1, 0, 1, g2];
        let highs = [0, 1, (Q - 1) / (2 * g2) - 1];
        let values = highs.iter().flat_map(|high| lows.map(|low| residue(2 * g2 * high + low, Q)));
        values.chain([Q - 1 - g2, Q - g2]).collect()
    }

    /// Returns the commitment of the answer that is 1.
    #[must_use]
    pub fn unit(&self, public: &[u8]) -> Poly {
        let mut answer = vec![0; self.answer_length()];
        answer[0] = 1;
        self.commitment(public, &answer)
    }

    /// Returns an answer whose commitment has the given coefficient, that commitment, and the place
    /// of the coefficient, from the commitment of 1. `None` if no answer of one term has it.
    #[must_use]
    pub fn answer_for(&self, unit: &[i64], coefficient: i64) -> Option<(Poly, Poly, usize)> {
        let factor = |x: &i64| signed_residue(coefficient * inverse(*x) % Q, Q);
        let (limit, _) = self.answer_limits();
        let place = unit.iter().position(|x| *x != 0 && factor(x).abs() <= limit)?;
        let mut answer = vec![0; self.answer_length()];
        answer[0] = factor(&unit[place]);
        let commitment = unit.iter().map(|x| residue(answer[0] * x, Q)).collect();
        Some((answer, commitment, place))
    }

    /// Signs `mu` by an open key, with an answer, its commitment and hints. Hints that are too many
    /// are cut at the end.
    #[must_use]
    pub fn sign_openly(
        &self,
        mu: &[u8],
        answer: &[i64],
        commitment: &[i64],
        hints: &[bool],
    ) -> Vec<u8> {
        let hash = self.hash(mu, &self.corrected(commitment, hints));
        let answer = pack(answer.iter().map(|x| self.gamma1 - x), width(2 * self.gamma1 - 1));
        [hash, answer, self.pack_hints(hints)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SETS, mu, pure};
    use crate::inputs::Random;

    /// Goal: signatures by open keys are good by the definition, and not with an answer or hints
    /// that differ by one.
    #[test]
    fn open_keys_sign() {
        let mut random = Random::seeded("open keys of ML-DSA");
        for set in SETS {
            let public = set.open_key(&[7; 32]);
            let mu = mu(&public, &pure(b"", b"message"));
            let (limit, _) = set.answer_limits();
            let coefficient = |random: &mut Random| random.below(2 * limit as usize + 1) as i64;
            let length = set.answer_length();
            let answer: Vec<i64> = (0..length).map(|_| coefficient(&mut random) - limit).collect();
            let commitment = set.commitment(&public, &answer);
            let hints: Vec<bool> = (0..commitment.len()).map(|i| i % 64 == 3).collect();
            let signature = set.sign_openly(&mu, &answer, &commitment, &hints);
            assert!(set.verify(&public, &mu, &signature), "{}", set.name);
            let mut other = answer.clone();
            other[9] -= other[9].signum();
            let other = set.sign_openly(&mu, &other, &commitment, &hints);
            assert!(!set.verify(&public, &mu, &other), "{}", set.name);
            let (hash, packed) = set.signature_parts();
            let mut other = signature;
            other[hash + packed] ^= 1;
            assert!(!set.verify(&public, &mu, &other), "{}", set.name);
        }
    }

    /// Goal: an answer is found for each value at an edge, and its commitment has that value.
    #[test]
    fn commitments_have_what_is_asked_for() {
        for set in SETS {
            let public = set.open_key(&[8; 32]);
            let unit = set.unit(&public);
            for edge in set.edges() {
                let found = set.answer_for(&unit, edge).expect("there are many coefficients");
                assert_eq!(found.1[found.2], edge, "{}", set.name);
            }
            let (answer, commitment, _) = set.answer_for(&unit, 1).expect("there is one");
            assert_eq!(commitment, set.commitment(&public, &answer), "{}", set.name);
        }
    }
}
