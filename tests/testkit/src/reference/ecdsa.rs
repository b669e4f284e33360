//! ECDSA and ECDH from the definition. FIPS 186-5, section 6.4; SP 800-56A, section 5.7.1.2.

use super::curve::{Group, Point};
use super::field;
use super::hash::HashRow;
use super::nonce;
use num_bigint::BigUint;
use num_traits::Zero;

/// `(r, s)`.
pub type Signature = (BigUint, BigUint);

impl Group {
    /// Signs `digest` with the nonce `k`; `None` if r or s is zero.
    pub fn sign(&self, d: &BigUint, digest: &[u8], k: &BigUint) -> Option<Signature> {
        self.sign_integer(d, &nonce::bits2int(digest, &self.n), k)
    }

    /// Like `sign`, with the integer `e` that a digest was converted to.
    pub fn sign_integer(&self, d: &BigUint, e: &BigUint, k: &BigUint) -> Option<Signature> {
        let (x, _) = self.curve.mul(k, &self.g)?;
        let r = x % &self.n;
        let s = field::mul(&field::inv(k, &self.n), &(e + &r * d), &self.n);
        (!r.is_zero() && !s.is_zero()).then_some((r, s))
    }

    /// Signs `digest` with the first nonce of RFC 6979 that works, and returns it too.
    pub fn sign_deterministic(
        &self,
        d: &BigUint,
        digest: &[u8],
        extra: &[u8],
        hash: &'static HashRow,
    ) -> (Signature, BigUint) {
        nonce::candidates(d, &self.n, digest, extra, hash)
            .find_map(|k| self.sign(d, digest, &k).map(|signature| (signature, k)))
            .expect("candidates never end")
    }

    /// Returns whether `(r, s)` is a signature of `digest` under the public point `q`.
    pub fn verify(&self, q: &Point, digest: &[u8], signature: &Signature) -> bool {
        self.verify_integer(q, &nonce::bits2int(digest, &self.n), signature)
    }

    /// Like `verify`, with the integer `e` that a digest was converted to.
    pub fn verify_integer(&self, q: &Point, e: &BigUint, (r, s): &Signature) -> bool {
        let n = &self.n;
        if r.is_zero() || s.is_zero() || r >= n || s >= n {
            return false;
        }
        let inverse = field::inv(s, n);
        let base = self.curve.mul(&field::mul(e, &inverse, n), &self.g);
        let point = self.curve.mul(&field::mul(r, &inverse, n), q);
        self.curve.add(&base, &point).is_some_and(|(x, _)| &(x % n) == r)
    }

    /// Returns the shared secret of `d` with `peer`, as wide as the field; `None` for infinity.
    pub fn shared_secret(&self, d: &BigUint, peer: &Point) -> Option<Vec<u8>> {
        self.curve.mul(d, peer).map(|(x, _)| field::to_bytes(&x, self.field_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::hash;
    use sealane::ecc::Algorithm;

    /// Goal: what is signed verifies, and nothing near it does.
    #[test]
    fn signatures_verify_and_neighbours_do_not() {
        let group = Group::of(Algorithm::EcP256);
        let sha256 = hash::by_name("SHA-256");
        let d = field::hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
        let q = group.curve.mul(&d, &group.g);
        let digest = (sha256.of)(b"sample");
        let ((r, s), _) = group.sign_deterministic(&d, &digest, &[], sha256);
        assert!(group.verify(&q, &digest, &(r.clone(), s.clone())));
        assert!(group.verify(&q, &digest, &(r.clone(), &group.n - &s)), "s and n - s are twins");
        assert!(!group.verify(&q, &digest, &(r.clone(), &s + 1u32)));
        assert!(!group.verify(&q, &digest, &(&r + &group.n, s.clone())));
        assert!(!group.verify(&q, &digest, &(r.clone(), BigUint::zero())));
        assert!(!group.verify(&q, &(sha256.of)(b"sampld"), &(r, s)));
    }
}
