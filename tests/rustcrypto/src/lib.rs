//! ML-DSA by the crate `ml-dsa`, which is generic throughout: its code is made where it is used. In
//! the tests that would be code for debugging. Here it is optimised: so this is a package.
//!
//! Parameter sets are named by their numbers: 44, 65, 87. Another one has no answer.
#![forbid(unsafe_code)]

use ml_dsa::{
    KeyInit, MlDsa44, MlDsa65, MlDsa87, MlDsaParams, Signature, SigningKey, VerifyingKey,
};

/// The encoded public key of a seed.
pub fn public_key(set: u8, seed: &[u8; 32]) -> Option<Vec<u8>> {
    fn of<P: MlDsaParams>(seed: &[u8; 32]) -> Vec<u8> {
        let key = SigningKey::<P>::from_seed(&(*seed).into());
        key.expanded_key().verifying_key().encode().to_vec()
    }
    match set {
        44 => Some(of::<MlDsa44>(seed)),
        65 => Some(of::<MlDsa65>(seed)),
        87 => Some(of::<MlDsa87>(seed)),
        _ => None,
    }
}

/// The deterministic signature of a message by the key of a seed; `None` for a context of more than
/// 255 bytes.
pub fn sign(set: u8, seed: &[u8; 32], message: &[u8], context: &[u8]) -> Option<Vec<u8>> {
    fn of<P: MlDsaParams>(seed: &[u8; 32], message: &[u8], context: &[u8]) -> Option<Vec<u8>> {
        let key = SigningKey::<P>::from_seed(&(*seed).into());
        let made = key.expanded_key().sign_deterministic(message, context);
        Some(made.ok()?.encode().to_vec())
    }
    match set {
        44 => of::<MlDsa44>(seed, message, context),
        65 => of::<MlDsa65>(seed, message, context),
        87 => of::<MlDsa87>(seed, message, context),
        _ => None,
    }
}

/// Whether a signature of a message is good.
pub fn verify(set: u8, public: &[u8], message: &[u8], context: &[u8], signature: &[u8]) -> bool {
    fn of<P: MlDsaParams>(public: &[u8], message: &[u8], context: &[u8], made: &[u8]) -> bool {
        let public = VerifyingKey::<P>::new_from_slice(public).ok();
        let made = Signature::<P>::try_from(made).ok();
        public.zip(made).is_some_and(|(key, made)| key.verify_with_context(message, context, &made))
    }
    match set {
        44 => of::<MlDsa44>(public, message, context, signature),
        65 => of::<MlDsa65>(public, message, context, signature),
        87 => of::<MlDsa87>(public, message, context, signature),
        _ => false,
    }
}
