//! RSA by OAEP: decryptions that are under way.

use super::{own, permitted};
use crate::mechanisms::{self, Rule};
use crate::objects::{Holder, Kept, Part};
use crate::raw::Mechanism;
use crate::rv::Rv;
use cryptoki_sys::*;
use sealane::{Algorithm, Hash};
use sealane_client::key::KeyKind;
use sealane_client::signer::Ciphertext;

/// A decryption that is under way.
pub struct Decrypting {
    /// Who has the key.
    pub holder: Holder,
    /// The most bytes of the message.
    pub longest: usize,
    hash: Hash,
    mgf: Hash,
    label: Vec<u8>,
}

impl Decrypting {
    /// Begins one. Errors: as [`super::Signing::new`] has them.
    pub fn new(mechanism: &Mechanism<'_>, key: &Kept) -> Result<Self, Rv> {
        let rule = mechanisms::find(mechanism.number)?.rule;
        if rule != Rule::RsaOaep {
            return Err(Rv(CKR_MECHANISM_INVALID));
        }
        let (object, holder) = own(key, Part::Private)?;
        permitted(object, rule)?;
        // SAFETY: it is the structure of the mechanism.
        let it = unsafe { mechanism.parameter::<CK_RSA_PKCS_OAEP_PARAMS>() }?;
        let (hash, mgf) = (mechanisms::hash(it.hashAlg)?, mechanisms::mask_hash(it.mgf)?);
        // SAFETY: the caller's promise of its mechanism.
        let label = unsafe { crate::raw::bytes(it.pSourceData.cast(), it.ulSourceDataLen) };
        let label = label.map_err(|_| Rv(CKR_MECHANISM_PARAM_INVALID))?.to_vec();
        if it.source != CKZ_DATA_SPECIFIED && !(it.source == 0 && label.is_empty()) {
            return Err(Rv(CKR_MECHANISM_PARAM_INVALID));
        }
        let KeyKind::Pair(Algorithm::Rsa { bits }) = object.kind else {
            return Err(Rv(CKR_KEY_TYPE_INCONSISTENT));
        };
        let longest = bits.div_ceil(8).saturating_sub(2 * hash.output_bytes() + 2);
        Ok(Self { holder, longest, hash, mgf, label })
    }

    /// The ciphertext, with all that belongs to it.
    #[must_use]
    pub fn of(&self, bytes: &[u8]) -> Ciphertext {
        let (bytes, label) = (bytes.to_vec(), self.label.clone());
        Ciphertext { bytes, hash: self.hash, mgf: self.mgf, label }
    }
}
