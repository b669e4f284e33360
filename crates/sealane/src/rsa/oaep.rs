//! Encryption by OAEP. RFC 8017, section 7.1.

use super::{Permitted, PrivateKey, PublicKey};
use crate::error::SignError;
use crate::hash::{Digest, Hash};
use crate::nonce::fill_random;
use crate::rsa::encoding::oaep::{decode, encode, longest_message};
use alloc::vec::Vec;
use core::fmt;
use sealane_arith::ct::Mask;
use zeroize::Zeroizing;

/// The hashes of an encryption, and what it is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Oaep<'a> {
    /// The hash of the label.
    pub hash: Hash,
    /// The hash of the masks.
    pub mgf: Hash,
    /// Bytes that both sides know; most often none.
    pub label: &'a [u8],
}

impl Oaep<'static> {
    /// One hash for all, and no label.
    #[must_use]
    pub const fn of(hash: Hash) -> Self {
        Self { hash, mgf: hash, label: b"" }
    }
}

/// Why a message was not encrypted or a ciphertext not decrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OaepError {
    /// The message is longer than the key has room for.
    TooLong {
        /// Bytes of the longest one; none if there is no room for the hashes.
        most: Option<usize>,
    },
    /// The ciphertext has another length than the modulus, which everyone can see.
    CiphertextLength {
        /// Bytes of the modulus.
        expected: usize,
        /// Bytes that were given.
        got: usize,
    },
    /// The ciphertext is not one for this key, these hashes and this label. Says nothing more, and
    /// takes the same time whatever is wrong.
    DecryptFailed,
    /// The system's generator of random bytes failed.
    Random,
    /// The result was not right, and is not given out: a fault in the computation.
    Fault,
    /// The key is for signatures alone.
    NotPermitted,
}

impl OaepError {
    /// The stable name of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "DATA_TOO_LONG",
            Self::CiphertextLength { .. } => "CIPHERTEXT_LENGTH",
            Self::DecryptFailed => "DECRYPT_FAILED",
            Self::Random => SignError::Random.code(),
            Self::Fault => SignError::Fault.code(),
            Self::NotPermitted => SignError::Unsupported.code(),
        }
    }
}

impl fmt::Display for OaepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { most: Some(most) } => {
                write!(f, "the message is longer than the {most} bytes that the key takes")
            }
            Self::TooLong { most: None } => f.write_str("the key has no room for the hashes"),
            Self::CiphertextLength { expected, got } => {
                write!(f, "the ciphertext has {got} bytes where {expected} are needed")
            }
            Self::DecryptFailed => f.write_str("the ciphertext cannot be decrypted"),
            Self::Random => SignError::Random.fmt(f),
            Self::Fault => SignError::Fault.fmt(f),
            Self::NotPermitted => f.write_str("the key is for signatures alone"),
        }
    }
}

impl core::error::Error for OaepError {}

impl From<SignError> for OaepError {
    fn from(error: SignError) -> Self {
        match error {
            SignError::Random => Self::Random,
            _ => Self::Fault,
        }
    }
}

impl PublicKey {
    /// Encrypts a message. Section 7.1.1. Errors: `NotPermitted`, `TooLong`, `Random`.
    ///
    /// Constant-time in the message; the ciphertext has as many bytes as the modulus.
    pub fn encrypt_oaep(&self, message: &[u8], by: Oaep<'_>) -> Result<Vec<u8>, OaepError> {
        if self.permitted() != Permitted::Everything {
            return Err(OaepError::NotPermitted);
        }
        let bytes = self.signature_bytes();
        let most = longest_message(by.hash, bytes);
        if most.is_none_or(|most| message.len() > most) {
            return Err(OaepError::TooLong { most });
        }
        let mut seed = Zeroizing::new(alloc::vec![0; by.hash.output_bytes()]);
        fill_random(&mut seed)?;
        let mut encoded = Zeroizing::new(alloc::vec![0; bytes]);
        encode(message, &Digest::of(by.hash, by.label), by.mgf, &seed, &mut encoded);
        let mut out = alloc::vec![0; bytes];
        // Below the modulus, whose first byte is not 0.
        self.0.apply(&encoded, &mut out);
        Ok(out)
    }
}

impl PrivateKey {
    /// Decrypts a ciphertext. Section 7.1.2.
    ///
    /// Errors: `NotPermitted`; `CiphertextLength`; `DecryptFailed` for all else that can be wrong
    /// with it; `TooLong` if the key has no room for the hashes; `Random`; `Fault`.
    pub fn decrypt_oaep(
        &self,
        ciphertext: &[u8],
        by: Oaep<'_>,
    ) -> Result<Zeroizing<Vec<u8>>, OaepError> {
        if self.public.permitted() != Permitted::Everything {
            return Err(OaepError::NotPermitted);
        }
        let (expected, got) = (self.public.signature_bytes(), ciphertext.len());
        if got != expected {
            return Err(OaepError::CiphertextLength { expected, got });
        }
        if longest_message(by.hash, expected).is_none() {
            return Err(OaepError::TooLong { most: None });
        }
        let power = self.core.secret_power(ciphertext)?.ok_or(OaepError::DecryptFailed)?;
        let label = Digest::of(by.hash, by.label);
        let opened = power.map(|bytes| {
            let mut bytes = *bytes;
            let (place, good) = decode(&mut bytes[..expected], &label, by.mgf);
            // Nothing is left of what is no message.
            let keep = good.choose(0xff, 0) as u8;
            bytes.iter_mut().for_each(|byte| *byte &= keep);
            (bytes, [good.choose(place, 0), good.to_bits()])
        });
        let good = opened.map(|(_, [_, good])| *good);
        let good = good.reveal("whether a ciphertext could be decrypted: the caller's to know");
        let (bytes, [place, _]) = opened.reveal("a decrypted message is the caller's own");
        let bytes = Zeroizing::new(bytes);
        // Where there is no message zeros are copied and wiped, so that it takes as long.
        let message = Zeroizing::new(bytes[place as usize..expected].to_vec());
        if good == 1 { Ok(message) } else { Err(OaepError::DecryptFailed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rsa::Lengths;

    /// Goal: what is encrypted is decrypted, by the same hashes and label alone; every other fault
    /// has one error.
    #[test]
    fn messages_come_back() {
        let key = PrivateKey::from_pem(include_str!("example.pem"), Lengths::Current);
        let key = key.expect("the key is good");
        for by in
            [Oaep::of(Hash::Sha256), Oaep { hash: Hash::Sha1, mgf: Hash::Sha512, label: b"label" }]
        {
            let most = longest_message(by.hash, 256).expect("there is room");
            for length in [0, 1, most] {
                let message = alloc::vec![0x5a; length];
                let sealed = key.public_key().encrypt_oaep(&message, by).expect("it fits");
                assert_eq!(key.decrypt_oaep(&sealed, by).as_deref(), Ok(&message));
                let failed = Err(OaepError::DecryptFailed);
                let other = Oaep { label: b"other", ..by };
                assert_eq!(key.decrypt_oaep(&sealed, other).map(|_| ()), failed);
                let other = Oaep { mgf: Hash::Sha384, ..by };
                assert_eq!(key.decrypt_oaep(&sealed, other).map(|_| ()), failed);
                let mut bad = sealed.clone();
                bad[100] ^= 1;
                assert_eq!(key.decrypt_oaep(&bad, by).map(|_| ()), failed);
                assert_eq!(key.decrypt_oaep(&[0xff; 256], by).map(|_| ()), failed);
            }
            let refused = key.public_key().encrypt_oaep(&alloc::vec![0; most + 1], by);
            assert_eq!(refused, Err(OaepError::TooLong { most: Some(most) }));
            let refused = key.decrypt_oaep(&[0; 255], by).map(|_| ());
            assert_eq!(refused, Err(OaepError::CiphertextLength { expected: 256, got: 255 }));
        }
    }
}
