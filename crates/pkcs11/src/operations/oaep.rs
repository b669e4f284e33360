//! RSA by OAEP: encryptions and decryptions that are under way. RFC 8017, section 7.1.

use super::{own, permitted, public_key};
use crate::mechanisms::{self, Rule};
use crate::objects::{Holder, Kept, Part};
use crate::raw::Mechanism;
use crate::rv::Rv;
use cryptoki_sys::*;
use sealane::rsa::{self, Oaep};
use sealane::{Algorithm, Hash, PublicKey};
use sealane_client::Error;
use sealane_client::key::KeyKind;
use sealane_client::signer::Ciphertext;

/// The least bits of a key that is encrypted for, as of one that decrypts.
const MIN_BITS: usize = 2048;

/// What the parameter of the mechanism says.
struct Parameter {
    hash: Hash,
    mgf: Hash,
    label: Vec<u8>,
}

impl Parameter {
    /// Reads it. PKCS#11, section 6.1.8. Errors: `CKR_MECHANISM_INVALID` for another mechanism;
    /// `CKR_MECHANISM_PARAM_INVALID`.
    fn new(mechanism: &Mechanism<'_>) -> Result<Self, Rv> {
        if mechanisms::find(mechanism.number)?.rule != Rule::RsaOaep {
            return Err(Rv(CKR_MECHANISM_INVALID));
        }
        // SAFETY: it is the structure of the mechanism.
        let it = unsafe { mechanism.parameter::<CK_RSA_PKCS_OAEP_PARAMS>() }?;
        let (hash, mgf) = (mechanisms::hash(it.hashAlg)?, mechanisms::mask_hash(it.mgf)?);
        // SAFETY: the caller's promise of its mechanism.
        let label = unsafe { crate::raw::bytes(it.pSourceData.cast(), it.ulSourceDataLen) };
        let label = label.map_err(|_| Rv(CKR_MECHANISM_PARAM_INVALID))?.to_vec();
        if it.source != CKZ_DATA_SPECIFIED && !(it.source == 0 && label.is_empty()) {
            return Err(Rv(CKR_MECHANISM_PARAM_INVALID));
        }
        Ok(Self { hash, mgf, label })
    }
}

/// An encryption that is under way, for a public key: nobody else is needed.
pub struct Encrypting {
    key: rsa::PublicKey,
    parameter: Parameter,
}

impl Encrypting {
    /// Begins one. Errors: as [`super::Signing::new`] has them; `CKR_KEY_SIZE_RANGE`.
    pub fn new(mechanism: &Mechanism<'_>, key: &Kept) -> Result<Self, Rv> {
        let parameter = Parameter::new(mechanism)?;
        let PublicKey::Rsa(key) = public_key(key, CKA_ENCRYPT)? else {
            return Err(Rv(CKR_KEY_TYPE_INCONSISTENT));
        };
        if key.bits() < MIN_BITS {
            return Err(Rv(CKR_KEY_SIZE_RANGE));
        }
        Ok(Self { key, parameter })
    }

    /// How many bytes the ciphertext will have.
    #[must_use]
    pub fn length(&self) -> usize {
        self.key.signature_bytes()
    }

    /// Returns the ciphertext of a message. Errors: `CKR_DATA_LEN_RANGE`;
    /// `CKR_KEY_TYPE_INCONSISTENT` for a key that is for signatures alone.
    pub fn finish(self, message: &[u8]) -> Result<Vec<u8>, Rv> {
        let Parameter { hash, mgf, label } = self.parameter;
        let encrypted = self.key.encrypt_oaep(message, Oaep { hash, mgf, label: &label });
        encrypted.map_err(|error| Rv::from(Error::from(error)))
    }
}

/// A decryption that is under way.
pub struct Decrypting {
    /// Who has the key.
    pub holder: Holder,
    /// The most bytes of the message.
    pub longest: usize,
    parameter: Parameter,
}

impl Decrypting {
    /// Begins one. Errors: as [`super::Signing::new`] has them.
    pub fn new(mechanism: &Mechanism<'_>, key: &Kept) -> Result<Self, Rv> {
        let parameter = Parameter::new(mechanism)?;
        let (object, holder) = own(key, Part::Private)?;
        permitted(object, Rule::RsaOaep)?;
        let KeyKind::Pair(Algorithm::Rsa { bits }) = object.kind else {
            return Err(Rv(CKR_KEY_TYPE_INCONSISTENT));
        };
        let hashes = 2 * parameter.hash.output_bytes() + 2;
        Ok(Self { holder, longest: bits.div_ceil(8).saturating_sub(hashes), parameter })
    }

    /// The ciphertext, with all that belongs to it.
    #[must_use]
    pub fn of(&self, bytes: &[u8]) -> Ciphertext {
        let Parameter { hash, mgf, label } = &self.parameter;
        Ciphertext { bytes: bytes.to_vec(), hash: *hash, mgf: *mgf, label: label.clone() }
    }
}
