//! DSA from the definition. FIPS 186-4, section 4.

use super::field;
use super::hash::HashRow;
use super::nonce;
use num_bigint::BigUint;
use num_traits::Zero;

/// `(r, s)`.
pub type Signature = (BigUint, BigUint);

/// Domain parameters: `g` has the order `q` modulo `p`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    /// The prime that numbers are taken modulo.
    pub p: BigUint,
    /// The prime order.
    pub q: BigUint,
    /// The generator.
    pub g: BigUint,
}

impl Parameters {
    /// Returns the public key of `x`.
    #[must_use]
    pub fn public(&self, x: &BigUint) -> BigUint {
        self.g.modpow(x, &self.p)
    }

    /// Signs `digest` with the nonce `k`; `None` unless `k` is in `1..q`, and if r or s is zero.
    #[must_use]
    pub fn sign(&self, x: &BigUint, digest: &[u8], k: &BigUint) -> Option<Signature> {
        if k.is_zero() || k >= &self.q {
            return None;
        }
        let (z, r) = (nonce::bits2int(digest, &self.q), self.public(k) % &self.q);
        let s = field::mul(&field::inv(k, &self.q), &(z + x * &r), &self.q);
        (!r.is_zero() && !s.is_zero()).then_some((r, s))
    }

    /// Signs `digest` with the first nonce of RFC 6979 that works.
    ///
    /// # Panics
    /// Never: candidates do not end.
    #[must_use]
    pub fn sign_deterministic(
        &self,
        x: &BigUint,
        digest: &[u8],
        hash: &'static HashRow,
    ) -> Signature {
        nonce::candidates(x, &self.q, digest, &[], hash)
            .find_map(|k| self.sign(x, digest, &k))
            .expect("candidates never end")
    }

    /// Returns whether `(r, s)` is a signature of `digest` under the public key `y`.
    #[must_use]
    pub fn verify(&self, y: &BigUint, digest: &[u8], (r, s): &Signature) -> bool {
        let q = &self.q;
        if r.is_zero() || s.is_zero() || r >= q || s >= q {
            return false;
        }
        let w = field::inv(s, q);
        let (a, b) = (field::mul(&nonce::bits2int(digest, q), &w, q), field::mul(r, &w, q));
        let product = self.public(&a) * y.modpow(&b, &self.p) % &self.p;
        &(product % q) == r
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::hash;
    use crate::vectors;

    /// The first value of a name in a table.
    fn value(table: &str, name: &str) -> BigUint {
        let start = format!("{name} = ");
        let text = table.lines().find_map(|line| line.strip_prefix(&start));
        field::hex(text.expect("the table has it"))
    }

    /// Goal: the published signature comes out and verifies, and nothing near it does. RFC 6979,
    /// appendix A.2.2.
    #[test]
    fn published_signatures_come_out_and_neighbours_do_not_verify() {
        let table = vectors::read("rfc6979-dsa2048.txt");
        let [p, q, g, x, y] = ["p", "q", "g", "x", "y"].map(|name| value(&table, name));
        let of = Parameters { p, q, g };
        assert_eq!(of.public(&x), y);
        let (_, rest) = table.split_once("With SHA-256, message = \"sample\":").expect("a head");
        let sha256 = hash::by_name("SHA-256");
        let digest = (sha256.of)(b"sample");
        let (r, s) = of.sign_deterministic(&x, &digest, sha256);
        assert_eq!((&r, &s), (&value(rest, "r"), &value(rest, "s")));
        let verify = |r: &BigUint, s: &BigUint| of.verify(&y, &digest, &(r.clone(), s.clone()));
        assert!(verify(&r, &s));
        assert!(!verify(&r, &(&s + 1u32)) && !verify(&(&r + 1u32), &s));
        assert!(!verify(&(&r + &of.q), &s) && !verify(&r, &(&s + &of.q)));
        assert!(!verify(&r, &(&of.q - &s)), "ECDSA's twin is none here");
        assert!(!verify(&r, &BigUint::zero()) && !verify(&BigUint::zero(), &s));
        assert!(!of.verify(&y, &(sha256.of)(b"sampld"), &(r, s)));
        assert_eq!(of.sign(&x, &digest, &BigUint::zero()), None);
        assert_eq!(of.sign(&x, &digest, &of.q), None);
    }
}
