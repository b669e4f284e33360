//! What the user PIN of a token of SoftHSM opens: the key of its values, and the values.
use aes::Aes256;
use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockModeDecrypt, KeyIvInit};
use cbc::Decryptor;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// Hashes that a PIN goes through, to which the last byte of the salt is added.
const LEAST_HASHES: u32 = 1500;

/// What stands before the key of the values when the PIN is right.
const MAGIC: &[u8] = b"RJR";

/// The key that the values of a token are encrypted by.
pub struct ValueKey(Zeroizing<[u8; 32]>);

impl ValueKey {
    /// Opens the key of a token by its user's PIN. `sealed` is a salt of 8 bytes, then the key as
    /// a value by the key that comes of PIN and salt. Nothing if that is not its PIN, or if
    /// `sealed` is damaged.
    pub fn open(sealed: &[u8], pin: &[u8]) -> Option<Self> {
        let (salt, sealed) = sealed.split_first_chunk::<8>()?;
        let opened = Self(hashed(*salt, pin)).decrypt(sealed)?;
        let key = opened.strip_prefix(MAGIC)?;
        let mut own = Zeroizing::new([0; 32]);
        (key.len() == own.len()).then(|| own.copy_from_slice(key))?;
        Some(Self(own))
    }

    /// Decrypts a value: 16 bytes to begin with, then AES-CBC with the padding of PKCS#7. Nothing
    /// if it is none; what was changed may also give other bytes, for nothing authenticates it.
    pub fn decrypt(&self, value: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let (start, sealed) = value.split_first_chunk::<16>()?;
        let cipher = Decryptor::<Aes256>::new((&*self.0).into(), start.into());
        cipher.decrypt_padded_vec::<Pkcs7>(sealed).ok().map(Zeroizing::new)
    }
}

/// The key that comes of a PIN: SHA-256 of salt and PIN, and of that again and again.
fn hashed(salt: [u8; 8], pin: &[u8]) -> Zeroizing<[u8; 32]> {
    let first = Sha256::new().chain_update(salt).chain_update(pin).finalize();
    let mut hash = Zeroizing::new(first.into());
    for _ in 1..LEAST_HASHES + u32::from(salt[7]) {
        *hash = Sha256::digest(*hash).into();
    }
    hash
}
