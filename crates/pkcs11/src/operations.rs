//! What is under way between the first call of an operation and its last.

mod form;
mod mldsa;
mod oaep;

use crate::attributes;
use crate::mechanisms::{self, Rule};
use crate::objects::{Holder, Kept, Part};
use crate::raw::Mechanism;
use crate::rv::Rv;
use crate::said;
use cryptoki_sys::*;
use form::Form;
use mldsa::Presented;
pub use oaep::{Decrypting, Encrypting};
use sealane::{Digest, Hash, Hasher, Lengths, PublicKey, Salt, Scheme};
use sealane_client::key::KeyKind;
use sealane_client::object::{Id, Mechanism as Use, Object};
use sealane_client::signer::{Content, MacInput, SignItem};

/// The most bytes of a message that is not hashed here, as one of EdDSA or of a MAC: what one
/// request holds.
const MAX_MESSAGE: usize = (1 << 20) - 4096;

/// The most bytes of a context. RFC 8032, sections 5.1 and 5.2; FIPS 204, section 5.2.
const MAX_CONTEXT: usize = 255;

/// The least bytes that PKCS#1 v1.5 adds to what it pads. RFC 8017, section 9.2.
const PKCS1_BYTES: usize = 11;

/// An operation whose message comes in parts.
pub trait Parts {
    /// Whether it does come so, and not whole alone.
    fn takes_parts(&self) -> bool {
        true
    }

    /// Takes a part. Errors: `CKR_DATA_LEN_RANGE`.
    fn update(&mut self, part: &[u8]) -> Result<(), Rv>;
}

/// A digest that is under way.
pub struct Digesting {
    hasher: Hasher,
    has_begun: bool,
}

impl Digesting {
    /// Begins one.
    #[must_use]
    pub fn new(hash: Hash) -> Self {
        Self { hasher: Hasher::new(hash), has_begun: false }
    }

    /// How many bytes it will have.
    #[must_use]
    pub fn length(&self) -> usize {
        self.hasher.hash().output_bytes()
    }

    /// Whether a part has come.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// The digest of all parts, and of this last one.
    #[must_use]
    pub fn finish(mut self, last: &[u8]) -> Digest {
        self.hasher.update(last);
        self.hasher.finish()
    }
}

impl Parts for Digesting {
    fn update(&mut self, part: &[u8]) -> Result<(), Rv> {
        self.has_begun = true;
        self.hasher.update(part);
        Ok(())
    }
}

/// A message or a digest that comes in parts.
struct Taken {
    rule: Rule,
    parameter: Parameter,
    hasher: Option<Hasher>,
    bytes: Vec<u8>,
    /// Whether a part has come.
    has_begun: bool,
}

/// What the parameter of a mechanism has said.
enum Parameter {
    None,
    Pss { hash: Hash, mgf: Hash, salt: usize },
    EdDsa { context: Option<Vec<u8>>, prehashed: bool },
    MlDsa(Presented),
    Mac { length: usize },
}

/// What is signed, and how.
struct Said {
    scheme: Option<Scheme>,
    content: Content,
}

impl Taken {
    /// Reads the parameter. The public key is asked for where it is part of what is signed.
    ///
    /// Errors: `CKR_MECHANISM_PARAM_INVALID`.
    fn new(
        rule: Rule,
        mechanism: &Mechanism<'_>,
        key: impl FnOnce() -> Option<PublicKey>,
    ) -> Result<Self, Rv> {
        let parameter = match rule {
            Rule::RsaPss | Rule::RsaPssHashed(_) => pss(rule, mechanism)?,
            Rule::EdDsa if mechanism.is_plain() => {
                Parameter::EdDsa { context: None, prehashed: false }
            }
            Rule::EdDsa => {
                // SAFETY: it is the structure of the mechanism.
                let it = unsafe { mechanism.parameter::<CK_EDDSA_PARAMS>() }?;
                // SAFETY: the caller's promise of its mechanism.
                let context = unsafe { crate::raw::bytes(it.pContextData, it.ulContextDataLen) };
                let is_short = |context: &&[u8]| context.len() <= MAX_CONTEXT;
                let context = context.ok().filter(is_short);
                let context = context.ok_or(Rv(CKR_MECHANISM_PARAM_INVALID))?.to_vec();
                // One of no bytes is a context too: RFC 8032, section 5.1.
                Parameter::EdDsa { context: Some(context), prehashed: it.phFlag != CK_FALSE }
            }
            Rule::MlDsa | Rule::HashMlDsa | Rule::HashMlDsaHashed(_) => {
                Parameter::MlDsa(Presented::new(rule, mechanism, key())?)
            }
            Rule::HmacCut(hash) => {
                // SAFETY: it is the number of the mechanism.
                let length = unsafe { mechanism.parameter::<CK_MAC_GENERAL_PARAMS>() }?;
                let length = usize::try_from(length).unwrap_or(usize::MAX);
                if !(1..=hash.output_bytes()).contains(&length) {
                    return Err(Rv(CKR_MECHANISM_PARAM_INVALID));
                }
                Parameter::Mac { length }
            }
            _ if mechanism.is_plain() => Parameter::None,
            _ => return Err(Rv(CKR_MECHANISM_PARAM_INVALID)),
        };
        let hasher = rule.hash().map(Hasher::new);
        Ok(Self { rule, parameter, hasher, bytes: vec![], has_begun: false })
    }

    /// Takes a part. Errors: `CKR_DATA_LEN_RANGE`.
    fn update(&mut self, part: &[u8]) -> Result<(), Rv> {
        self.has_begun = true;
        if let Parameter::MlDsa(presented) = &mut self.parameter
            && presented.takes(part)
        {
            return Ok(());
        }
        match &mut self.hasher {
            Some(hasher) => hasher.update(part),
            None if self.bytes.len() + part.len() > MAX_MESSAGE => {
                return Err(Rv(CKR_DATA_LEN_RANGE));
            }
            None => self.bytes.extend_from_slice(part),
        }
        Ok(())
    }

    /// Whether a message may come in parts: a digest of ML-DSA comes whole.
    fn takes_parts(&self) -> bool {
        self.rule != Rule::HashMlDsa
    }

    /// Whether the signature is to have no random bytes, if it has any otherwise.
    ///
    /// Errors: `CKR_MECHANISM_PARAM_INVALID`.
    fn is_deterministic(&self) -> Result<bool, Rv> {
        match &self.parameter {
            Parameter::MlDsa(presented) => presented.is_deterministic(),
            _ => Ok(false),
        }
    }

    /// What a MAC is of, if it is one.
    fn mac(&mut self) -> Option<MacInput> {
        let hash = self.rule.mac_hash()?;
        Some(MacInput { hash, message: std::mem::take(&mut self.bytes) })
    }

    /// How what is made is written, by a key of a kind. Errors: `CKR_KEY_TYPE_INCONSISTENT`.
    fn form(&self, kind: KeyKind) -> Result<Form, Rv> {
        match (&self.parameter, self.rule.mac_hash()) {
            (Parameter::Mac { length }, _) => Ok(Form::Cut(*length)),
            (_, Some(hash)) => Ok(Form::Cut(hash.output_bytes())),
            (_, None) => Form::of(kind),
        }
    }

    /// What it was, for a signature of `length` bytes. Errors: `CKR_DATA_LEN_RANGE`.
    fn finish(self, length: usize) -> Result<Said, Rv> {
        let scheme = match (self.rule, self.parameter) {
            (_, Parameter::MlDsa(presented)) => return presented.finish(self.hasher, &self.bytes),
            (Rule::RsaPkcs1(hash), _) => Scheme::RsaPkcs1(hash),
            (Rule::EcdsaHashed(hash), _) => Scheme::Ecdsa(hash),
            (Rule::DsaHashed(hash), _) => Scheme::Dsa(hash),
            (Rule::RsaPss | Rule::RsaPssHashed(_), Parameter::Pss { hash, mgf, salt }) => {
                let scheme = Scheme::RsaPss { hash, mgf, salt: Salt::Bytes(salt) };
                if self.hasher.is_none() {
                    let content = Content::Digest(digest_of(hash, &self.bytes)?);
                    return Ok(Said { scheme: Some(scheme), content });
                }
                scheme
            }
            (Rule::EdDsa, Parameter::EdDsa { context, prehashed }) => {
                let content = Content::Message(self.bytes);
                return Ok(Said { scheme: Some(Scheme::EdDsa { context, prehashed }), content });
            }
            (Rule::RsaPkcs1Bytes, _) if self.bytes.len() + PKCS1_BYTES > length => {
                return Err(Rv(CKR_DATA_LEN_RANGE));
            }
            (Rule::RsaPkcs1Bytes, _) => {
                let content = Content::Message(self.bytes);
                return Ok(Said { scheme: Some(Scheme::RsaPkcs1Bytes), content });
            }
            (Rule::RsaRaw, _) => {
                // A number, of which a caller may leave out zeros in front: PKCS#11, 6.1.6.
                let zeros = length.checked_sub(self.bytes.len()).ok_or(Rv(CKR_DATA_LEN_RANGE))?;
                let content = Content::Message([vec![0; zeros], self.bytes].concat());
                return Ok(Said { scheme: Some(Scheme::RsaRaw), content });
            }
            _ if self.bytes.is_empty() => return Err(Rv(CKR_DATA_LEN_RANGE)),
            // A digest, of a hash that nobody says.
            _ => {
                let content = Content::Digest(Digest::raw(&self.bytes));
                return Ok(Said { scheme: None, content });
            }
        };
        let hasher = self.hasher.ok_or(Rv(CKR_GENERAL_ERROR))?;
        Ok(Said { scheme: Some(scheme), content: Content::Digest(hasher.finish()) })
    }
}

/// The digest of a hash that bytes are. Errors: `CKR_DATA_LEN_RANGE`.
fn digest_of(hash: Hash, bytes: &[u8]) -> Result<Digest, Rv> {
    Digest::from_bytes(hash, bytes).map_err(|_| Rv(CKR_DATA_LEN_RANGE))
}

/// The parameter of PSS, whose hash must be that of the mechanism.
fn pss(rule: Rule, mechanism: &Mechanism<'_>) -> Result<Parameter, Rv> {
    // SAFETY: it is the structure of the mechanism.
    let it = unsafe { mechanism.parameter::<CK_RSA_PKCS_PSS_PARAMS>() }?;
    let (hash, mgf) = (mechanisms::hash(it.hashAlg)?, mechanisms::mask_hash(it.mgf)?);
    if rule.hash().is_some_and(|own| own != hash) {
        return Err(Rv(CKR_MECHANISM_PARAM_INVALID));
    }
    let salt = usize::try_from(it.sLen).ok().filter(|salt| *salt <= 1024);
    Ok(Parameter::Pss { hash, mgf, salt: salt.ok_or(Rv(CKR_MECHANISM_PARAM_INVALID))? })
}

/// What who has a key is asked for, to sign.
#[derive(Clone)]
pub enum Asked {
    /// A signature, by a key of a kind.
    Signature(KeyKind, SignItem),
    /// A MAC.
    Mac(MacInput),
}

/// A signature, or a MAC, that is under way.
pub struct Signing {
    key: Id,
    kind: KeyKind,
    holder: Holder,
    form: Form,
    is_deterministic: bool,
    taken: Taken,
}

impl Signing {
    /// Begins one.
    ///
    /// Errors: `CKR_MECHANISM_INVALID`, `CKR_MECHANISM_PARAM_INVALID`;
    /// `CKR_KEY_TYPE_INCONSISTENT`, `CKR_KEY_FUNCTION_NOT_PERMITTED`.
    pub fn new(mechanism: &Mechanism<'_>, key: &Kept) -> Result<Self, Rv> {
        let rule = mechanisms::find(mechanism.number)?.rule;
        if rule.info().flags & CKF_SIGN == 0 {
            return Err(Rv(CKR_MECHANISM_INVALID));
        }
        let part = if rule.mac_hash().is_some() { Part::Secret } else { Part::Private };
        if part == Part::Secret {
            demand_flag(key, CKA_SIGN)?;
        }
        let (object, holder) = own(key, part)?;
        permitted(object, rule)?;
        let taken = Taken::new(rule, mechanism, || attributes::public_key(object))?;
        let (key, kind, is_deterministic) = (object.id, object.kind, taken.is_deterministic()?);
        Ok(Self { key, kind, holder, form: taken.form(kind)?, is_deterministic, taken })
    }

    /// How many bytes it will have.
    #[must_use]
    pub fn length(&self) -> usize {
        self.form.length()
    }

    /// Whether it has begun in parts.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.taken.has_begun
    }

    /// Signs, by what `sign` asks of who has the key. Errors: of the message, and those of `sign`.
    pub fn finish(
        mut self,
        sign: impl FnOnce(&Holder, Asked) -> Result<Vec<u8>, Rv>,
    ) -> Result<Vec<u8>, Rv> {
        if let Some(of) = self.taken.mac() {
            return self.form.encoded(sign(&self.holder, Asked::Mac(of))?);
        }
        let Said { scheme, content } = self.taken.finish(self.form.length())?;
        let (key, deterministic) = (self.key, self.is_deterministic);
        let item = SignItem { key, scheme, content, deterministic };
        self.form.encoded(sign(&self.holder, Asked::Signature(self.kind, item))?)
    }
}

/// Demands that a secret key does not say that it is not for MACs, of whatever type it is.
///
/// Errors: `CKR_KEY_FUNCTION_NOT_PERMITTED`.
fn demand_flag(key: &Kept, flag: CK_ATTRIBUTE_TYPE) -> Result<(), Rv> {
    match key.key() {
        Ok((_, Part::Secret, _)) => said::demand_set(key, flag),
        _ => Ok(()),
    }
}

/// What is said of the key that a handle is, if it is that part of one, and who has it.
///
/// Errors: `CKR_KEY_TYPE_INCONSISTENT`.
fn own(key: &Kept, wanted: Part) -> Result<(&Object, Holder), Rv> {
    match key.key()? {
        (object, part, holder) if part == wanted => Ok((object, holder)),
        _ => Err(Rv(CKR_KEY_TYPE_INCONSISTENT)),
    }
}

/// The public key that a handle is, if it has a right.
///
/// Errors: `CKR_KEY_FUNCTION_NOT_PERMITTED`, `CKR_KEY_HANDLE_INVALID`.
fn public_key(key: &Kept, right: CK_ATTRIBUTE_TYPE) -> Result<PublicKey, Rv> {
    if !key.value(right).is_ok_and(|value| *value == [CK_TRUE]) {
        return Err(Rv(CKR_KEY_FUNCTION_NOT_PERMITTED));
    }
    let document = key.value(CKA_PUBLIC_KEY_INFO).map_err(|_| Rv(CKR_KEY_HANDLE_INVALID))?;
    let key = PublicKey::from_spki_der(&document, Lengths::Legacy);
    key.map_err(|_| Rv(CKR_KEY_HANDLE_INVALID))
}

/// Demands that a key is of the mechanism's kind and may be used by it.
fn permitted(object: &Object, rule: Rule) -> Result<(), Rv> {
    let used = rule.used_as().ok_or(Rv(CKR_MECHANISM_INVALID))?;
    object.check_use(used).map_err(Rv::from)
}

impl Parts for Signing {
    fn takes_parts(&self) -> bool {
        self.taken.takes_parts()
    }

    fn update(&mut self, part: &[u8]) -> Result<(), Rv> {
        self.taken.update(part)
    }
}

/// By what is verified.
enum Verifier {
    /// A public key: nobody else is needed.
    Public(PublicKey),
    /// A secret.
    Secret(Holder),
}

/// A verification that is under way.
pub struct Verifying {
    key: Verifier,
    form: Form,
    taken: Taken,
}

impl Verifying {
    /// Begins one. Errors: as [`Signing::new`] has them.
    pub fn new(mechanism: &Mechanism<'_>, key: &Kept) -> Result<Self, Rv> {
        let rule = mechanisms::find(mechanism.number)?.rule;
        if rule.info().flags & CKF_VERIFY == 0 {
            return Err(Rv(CKR_MECHANISM_INVALID));
        }
        if rule.mac_hash().is_some() {
            demand_flag(key, CKA_VERIFY)?;
            let (object, holder) = own(key, Part::Secret)?;
            object.check_use(Use::HmacVerify).map_err(Rv::from)?;
            let taken = Taken::new(rule, mechanism, || None)?;
            let form = taken.form(object.kind)?;
            return Ok(Self { key: Verifier::Secret(holder), form, taken });
        }
        let key = public_key(key, CKA_VERIFY)?;
        let kind = KeyKind::Pair(key.algorithm());
        if !rule.fits(kind) {
            return Err(Rv(CKR_KEY_TYPE_INCONSISTENT));
        }
        let taken = Taken::new(rule, mechanism, || Some(key.clone()))?;
        Ok(Self { key: Verifier::Public(key), form: Form::of(kind)?, taken })
    }

    /// Whether it has begun in parts.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.taken.has_begun
    }

    /// Looks at the signature; at a MAC by what `verify` asks. Errors: of the message;
    /// `CKR_SIGNATURE_LEN_RANGE`, `CKR_SIGNATURE_INVALID`; those of `verify`.
    pub fn finish(
        mut self,
        signature: &[u8],
        verify: impl FnOnce(&Holder, MacInput, &[u8]) -> Result<(), Rv>,
    ) -> Result<(), Rv> {
        let signature = self.form.decoded(signature)?;
        let public = match (self.key, self.taken.mac()) {
            (Verifier::Public(key), _) => key,
            (Verifier::Secret(holder), Some(of)) => return verify(&holder, of, &signature),
            (Verifier::Secret(_), None) => return Err(Rv(CKR_GENERAL_ERROR)),
        };
        let Said { scheme, content } = self.taken.finish(self.form.length())?;
        let usual = || public.algorithm().usual_scheme();
        let scheme = scheme.or_else(usual).ok_or(Rv(CKR_KEY_TYPE_INCONSISTENT))?;
        let verified = match content {
            Content::Message(message) => public.verify(&message, &scheme, &signature),
            Content::Digest(digest) => public.verify_digest(&digest, &scheme, &signature),
        };
        verified.map_err(|_| Rv(CKR_SIGNATURE_INVALID))
    }
}

/// A verification of a signature that comes before its message.
pub struct VerifyingSignature {
    /// What is verified by it.
    pub verifying: Verifying,
    /// The signature.
    pub signature: Vec<u8>,
}

impl VerifyingSignature {
    /// Begins one. Errors: as [`Signing::new`] has them; `CKR_SIGNATURE_LEN_RANGE`.
    pub fn new(mechanism: &Mechanism<'_>, key: &Kept, signature: &[u8]) -> Result<Self, Rv> {
        let verifying = Verifying::new(mechanism, key)?;
        if signature.len() != verifying.form.length() {
            return Err(Rv(CKR_SIGNATURE_LEN_RANGE));
        }
        Ok(Self { verifying, signature: signature.to_vec() })
    }
}

impl Parts for VerifyingSignature {
    fn takes_parts(&self) -> bool {
        self.verifying.takes_parts()
    }

    fn update(&mut self, part: &[u8]) -> Result<(), Rv> {
        self.verifying.update(part)
    }
}

impl Parts for Verifying {
    fn takes_parts(&self) -> bool {
        self.taken.takes_parts()
    }

    fn update(&mut self, part: &[u8]) -> Result<(), Rv> {
        self.taken.update(part)
    }
}

#[cfg(test)]
mod tests;
