//! Crates of RustCrypto and dalek.

use super::Other;
use ecdsa::hazmat::{sign_prehashed, verify_prehashed};
use ecdsa::{EcdsaCurve, Signature, SignatureSize};
use elliptic_curve::array::ArraySize;
use elliptic_curve::bigint::BitOps;
use elliptic_curve::group::Curve as _;
use elliptic_curve::sec1::{FromSec1Point, ModulusSize, Sec1Point, ToSec1Point};
use elliptic_curve::{
    AffinePoint, CurveArithmetic, FieldBytesSize, NonZeroScalar, ProjectivePoint, PublicKey,
    SecretKey,
};
use sealane::ecc::Algorithm;
use std::marker::PhantomData;

pub fn rows() -> Vec<(Algorithm, Box<dyn Other>)> {
    vec![
        (Algorithm::EcP192, short::<p192::NistP192>("p192")),
        (Algorithm::EcP224, short::<p224::NistP224>("p224")),
        (Algorithm::EcP256, short::<p256::NistP256>("p256")),
        (Algorithm::EcP384, short::<p384::NistP384>("p384")),
        (Algorithm::EcP521, short::<p521::NistP521>("p521")),
        (Algorithm::EcSecp256k1, short::<k256::Secp256k1>("k256")),
        (Algorithm::EcBrainpoolP256r1, short::<bp256::BrainpoolP256r1>("bp256")),
        (Algorithm::EcBrainpoolP384r1, short::<bp384::BrainpoolP384r1>("bp384")),
        (Algorithm::Ed25519, Box::new(Ed25519)),
        (Algorithm::X25519, Box::new(X25519)),
    ]
}

fn short<C>(name: &'static str) -> Box<dyn Other>
where
    C: EcdsaCurve + CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
    SignatureSize<C>: ArraySize,
{
    Box::new(Short(name, PhantomData::<C>))
}

/// A short curve, by the traits that all these crates share.
struct Short<C>(&'static str, PhantomData<C>);

/// A signature with the lower `s`: some crates take no other, and either is right.
fn low<C: EcdsaCurve + CurveArithmetic>(bytes: &[u8]) -> Option<Signature<C>>
where
    SignatureSize<C>: ArraySize,
{
    Some(Signature::<C>::from_slice(bytes).ok()?.normalize_s())
}

impl<C> Other for Short<C>
where
    C: EcdsaCurve + CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
    SignatureSize<C>: ArraySize,
{
    fn name(&self) -> &'static str {
        self.0
    }

    /// `ecdsa` 0.17 cuts digests to whole bytes: for P-521 it keeps 528 bits of a longer one.
    fn longest_digest(&self) -> usize {
        let bits = C::ORDER.bits() as usize;
        if bits.is_multiple_of(8) { usize::MAX } else { bits / 8 }
    }

    fn public(&self, private: &[u8]) -> Option<Vec<u8>> {
        let public = SecretKey::<C>::from_slice(private).ok()?.public_key();
        Some(public.as_affine().to_sec1_point(false).as_bytes().to_vec())
    }

    fn sign(&self, private: &[u8], signed: &[u8], nonce: &[u8]) -> Option<(Vec<u8>, bool)> {
        let scalar = |bytes: &[u8]| -> Option<NonZeroScalar<C>> {
            Some(SecretKey::<C>::from_slice(bytes).ok()?.to_nonzero_scalar())
        };
        let (signature, _) =
            sign_prehashed::<C>(&scalar(private)?, &scalar(nonce)?, signed).ok()?;
        Some((signature.to_bytes().to_vec(), true))
    }

    fn verify(&self, public: &[u8], signed: &[u8], signature: &[u8]) -> bool {
        let Ok(key) = PublicKey::<C>::from_sec1_bytes(public) else { return false };
        let Some(signature) = low::<C>(signature) else { return false };
        verify_prehashed::<C>(&key.to_projective(), signed, &signature).is_ok()
    }

    fn derive(&self, private: &[u8], public: &[u8]) -> Option<Vec<u8>> {
        let key = SecretKey::<C>::from_slice(private).ok()?;
        let point = PublicKey::<C>::from_sec1_bytes(public).ok()?.to_projective();
        let product: ProjectivePoint<C> = point * *key.to_nonzero_scalar();
        let product: Sec1Point<C> = product.to_affine().to_sec1_point(false);
        product.x().map(|x| x.to_vec())
    }
}

/// Crate `ed25519-dalek`.
struct Ed25519;

impl Other for Ed25519 {
    fn name(&self) -> &'static str {
        "ed25519-dalek"
    }

    fn public(&self, private: &[u8]) -> Option<Vec<u8>> {
        let key = ed25519_dalek::SigningKey::from_bytes(private.try_into().ok()?);
        Some(key.verifying_key().to_bytes().to_vec())
    }

    fn sign(&self, private: &[u8], signed: &[u8], _: &[u8]) -> Option<(Vec<u8>, bool)> {
        let key = ed25519_dalek::SigningKey::from_bytes(private.try_into().ok()?);
        let signature = ed25519_dalek::Signer::sign(&key, signed);
        Some((signature.to_bytes().to_vec(), true))
    }

    fn verify(&self, public: &[u8], signed: &[u8], signature: &[u8]) -> bool {
        let Ok(public) = public.try_into() else { return false };
        let Ok(key) = ed25519_dalek::VerifyingKey::from_bytes(public) else { return false };
        let Ok(signature) = ed25519_dalek::Signature::from_slice(signature) else { return false };
        ed25519_dalek::Verifier::verify(&key, signed, &signature).is_ok()
    }

    fn derive(&self, _: &[u8], _: &[u8]) -> Option<Vec<u8>> {
        None
    }
}

/// Crate `x25519-dalek`.
struct X25519;

impl Other for X25519 {
    fn name(&self) -> &'static str {
        "x25519-dalek"
    }

    fn public(&self, private: &[u8]) -> Option<Vec<u8>> {
        let base = x25519_dalek::X25519_BASEPOINT_BYTES;
        Some(x25519_dalek::x25519(private.try_into().ok()?, base).to_vec())
    }

    fn sign(&self, _: &[u8], _: &[u8], _: &[u8]) -> Option<(Vec<u8>, bool)> {
        None
    }

    fn verify(&self, _: &[u8], _: &[u8], _: &[u8]) -> bool {
        false
    }

    fn derive(&self, private: &[u8], public: &[u8]) -> Option<Vec<u8>> {
        let shared = x25519_dalek::x25519(private.try_into().ok()?, public.try_into().ok()?);
        (shared != [0; 32]).then(|| shared.to_vec())
    }
}
