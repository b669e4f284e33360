//! HMAC with every hash of the library. RFC 2104; FIPS 198-1.

use super::{Digest, Hash, Hasher, MAX_BLOCK_BYTES, MAX_OUTPUT_BYTES};
use crate::error::BadSignature;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::secret::{Secret, wipe};

/// A MAC in progress. Wiped on drop.
///
/// ```
/// use sealane::{Hash, Hmac};
///
/// let mut mac = Hmac::new(Hash::Sha256, b"a secret of two parties");
/// mac.update(b"message");
/// let sent = mac.clone().finish();
/// assert!(mac.verify(sent.as_bytes()).is_ok());
/// ```
#[derive(Clone)]
pub struct Hmac {
    inner: Hasher,
    outer: Hasher,
}

impl Hmac {
    /// A MAC of nothing yet, by a key of any length; one that is longer than a block of the hash
    /// counts as its digest. Under a SHAKE, a block has as many bytes as the rate.
    ///
    /// Leaks how long the key is.
    #[must_use]
    pub fn new(hash: Hash, key: &[u8]) -> Self {
        let mut digest = [0; MAX_OUTPUT_BYTES];
        let key = if key.len() > hash.block_bytes() {
            let digest = &mut digest[..hash.output_bytes()];
            let mut hasher = Hasher::new(hash);
            hasher.update(key);
            hasher.finish_into(digest);
            digest
        } else {
            key
        };
        let [inner, outer] = PADS.map(|pad| keyed(hash, key, pad));
        let made = Self { inner, outer };
        wipe(&mut digest);
        made
    }

    /// Which hash it is made with.
    pub(crate) fn hash(&self) -> Hash {
        self.inner.hash()
    }

    /// Writes the MAC of parts of a message to `out`, which holds exactly its bytes, and stays a
    /// MAC of nothing yet.
    pub(crate) fn of_parts(&self, parts: &[&[u8]], out: &mut [u8]) {
        let mut inner = self.inner.clone();
        for part in parts {
            inner.update(part);
        }
        inner.finish_into(out);
        let mut outer = self.outer.clone();
        outer.update(out);
        outer.finish_into(out);
    }

    /// Takes in the next `data` of the message.
    pub fn update(&mut self, data: &[u8]) {
        self.inner.update(data);
    }

    /// The MAC of all that was taken in, as long as the hash gives.
    #[must_use]
    pub fn finish(self) -> Digest {
        let Self { inner, mut outer } = self;
        let mut digest = [0; MAX_OUTPUT_BYTES];
        let bytes = inner.hash().output_bytes();
        inner.finish_into(&mut digest[..bytes]);
        outer.update(&digest[..bytes]);
        wipe(&mut digest);
        outer.finish()
    }

    /// Looks whether `mac` is the MAC of all that was taken in, or the first bytes of it: how many
    /// are enough, the caller says by its length. One byte is guessed once in 256 times.
    ///
    /// Constant-time in both MACs. Errors: also for no byte, and for more than the hash gives.
    pub fn verify(self, mac: &[u8]) -> Result<(), BadSignature> {
        if mac.is_empty() || mac.len() > self.inner.hash().output_bytes() {
            return Err(BadSignature);
        }
        let mut own = [0; MAX_OUTPUT_BYTES];
        let made = self.finish();
        own[..mac.len()].copy_from_slice(&made.as_bytes()[..mac.len()]);
        let own = Secret::new(own);
        let right = own.map(|own| {
            let different = own.iter().zip(mac).fold(0, |all, (own, given)| all | (own ^ given));
            WordMask::of_zero(u64::from(different)).to_bits()
        });
        let right = right.reveal("whether a MAC is right: the caller's to know") == 1;
        if right { Ok(()) } else { Err(BadSignature) }
    }
}

/// What the key is changed by in both passes, the inner and the outer.
pub(crate) const PADS: [u8; 2] = [0x36, 0x5c];

/// Starts one of the two passes of HMAC: the hash of `key` under its pad. The key must not be
/// longer than a block.
#[inline(never)]
fn keyed(hash: Hash, key: &[u8], pad: u8) -> Hasher {
    let mut block = [pad; MAX_BLOCK_BYTES];
    for (b, k) in block.iter_mut().zip(key) {
        *b ^= k;
    }
    let mut hasher = Hasher::new(hash);
    hasher.update(&block[..hash.block_bytes()]);
    wipe(&mut block);
    hasher
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::hex;

    fn mac(hash: Hash, key: &[u8], message: &[u8]) -> Hmac {
        let mut mac = Hmac::new(hash, key);
        let (first, rest) = message.split_at(message.len() / 3);
        mac.update(first);
        mac.update(rest);
        mac
    }

    /// Goal: MACs are the published ones. Method: RFC 4231, cases 1, 2 and 6, whose key is longer
    /// than a block; RFC 2202, case 2. OpenSSL beside every hash is in `hmac_interop`.
    #[test]
    fn macs_are_those_of_the_documents() {
        let long = b"Test Using Larger Than Block-Size Key - Hash Key First";
        let jefe = b"what do ya want for nothing?";
        for (hash, key, message, expected) in [
            (
                Hash::Sha256,
                &[0x0b; 20][..],
                &b"Hi There"[..],
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            ),
            (
                Hash::Sha256,
                b"Jefe",
                jefe,
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                Hash::Sha256,
                &[0xaa; 131],
                long,
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
            (Hash::Sha1, b"Jefe", jefe, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        ] {
            let mac = mac(hash, key, message);
            assert_eq!(mac.clone().finish().as_bytes(), hex(expected));
            assert_eq!(mac.verify(&hex(expected)), Ok(()));
        }
    }

    /// Goal: a MAC is right whole and cut short, and every change of it is noticed; no bytes are no
    /// MAC, and neither are more than there are.
    #[test]
    fn wrong_macs_are_refused() {
        for &hash in Hash::ALL {
            let mac = mac(hash, b"key", b"message");
            let right = mac.clone().finish();
            let right = right.as_bytes();
            for length in 1..=right.len() {
                assert_eq!(mac.clone().verify(&right[..length]), Ok(()));
                let mut wrong = right[..length].to_vec();
                wrong[length - 1] ^= 0x80;
                assert_eq!(mac.clone().verify(&wrong), Err(BadSignature));
            }
            assert_eq!(mac.clone().verify(&[]), Err(BadSignature));
            assert_eq!(mac.clone().verify(&[right, &[0]].concat()), Err(BadSignature));
            let mut other = Hmac::new(hash, b"another");
            other.update(b"message");
            assert_eq!(other.verify(right), Err(BadSignature));
        }
    }

    /// Goal: the MAC of parts is that of the parts one after the other, for every hash, and may be
    /// made again from the same state.
    #[test]
    fn parts_are_one_message() {
        for &hash in Hash::ALL {
            let keyed = Hmac::new(hash, b"key");
            let expected = mac(hash, b"key", b"a message in parts").finish();
            for parts in [[&b"a message"[..], b"", b" in parts"], [b"a", b" message in ", b"parts"]]
            {
                let mut out = [0; MAX_OUTPUT_BYTES];
                let out = &mut out[..keyed.hash().output_bytes()];
                keyed.of_parts(&parts, out);
                assert_eq!(out, expected.as_bytes());
            }
        }
    }
}
