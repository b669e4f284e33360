//! Verification of signatures in certificates and handshakes, by identifiers as webpki has them.
//!
//! Everything here is public, and verification takes variable time. EdDSA follows the rule of the
//! library (cofactored, canonical encodings), which takes every signature that ring takes but for
//! encodings that are not canonical.

use rustls::SignatureScheme;
use rustls::crypto::WebPkiSupportedAlgorithms;
use rustls::pki_types::{
    AlgorithmIdentifier, InvalidSignature, SignatureVerificationAlgorithm, alg_id,
};
use sealane::ecc::Algorithm;
use sealane::mldsa::ParameterSet;
use sealane::{Hash, Lengths, Scheme, ecc, mldsa, rsa};

/// Takes the octets of a public key as documents hold them, of the family that is looked for.
#[derive(Debug, Clone, Copy)]
enum Key {
    Curve(Algorithm),
    Rsa,
    MlDsa(ParameterSet),
}

/// A kind of key, and a scheme, both with the identifiers that certificates have of them.
#[derive(Debug)]
struct Verifier {
    key: Key,
    key_id: AlgorithmIdentifier,
    scheme: Scheme,
    scheme_id: AlgorithmIdentifier,
}

impl SignatureVerificationAlgorithm for Verifier {
    /// Errors: `InvalidSignature`, also for octets that are no public key.
    fn verify_signature(
        &self,
        key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        let key = match self.key {
            Key::Curve(algorithm) => {
                ecc::PublicKey::from_bytes(algorithm, key).map(sealane::PublicKey::Curve)
            }
            Key::Rsa => {
                rsa::PublicKey::from_pkcs1_der(key, Lengths::Current).map(sealane::PublicKey::Rsa)
            }
            Key::MlDsa(set) => {
                mldsa::PublicKey::from_bytes(set, key).map(sealane::PublicKey::MlDsa)
            }
        };
        let verified = key.and_then(|key| key.verify(message, &self.scheme, signature));
        verified.map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        self.key_id
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        self.scheme_id
    }
}

const fn ecdsa(algorithm: Algorithm, hash: Hash) -> Verifier {
    let key_id = match algorithm {
        Algorithm::EcP256 => alg_id::ECDSA_P256,
        Algorithm::EcP384 => alg_id::ECDSA_P384,
        _ => alg_id::ECDSA_P521,
    };
    let scheme_id = match hash {
        Hash::Sha256 => alg_id::ECDSA_SHA256,
        Hash::Sha384 => alg_id::ECDSA_SHA384,
        _ => alg_id::ECDSA_SHA512,
    };
    Verifier { key: Key::Curve(algorithm), key_id, scheme: Scheme::Ecdsa(hash), scheme_id }
}

const fn eddsa(algorithm: Algorithm, id: AlgorithmIdentifier) -> Verifier {
    let (key, scheme) = (Key::Curve(algorithm), Scheme::PURE_EDDSA);
    Verifier { key, key_id: id, scheme, scheme_id: id }
}

const fn rsa(scheme: Scheme, scheme_id: AlgorithmIdentifier) -> Verifier {
    Verifier { key: Key::Rsa, key_id: alg_id::RSA_ENCRYPTION, scheme, scheme_id }
}

const fn mldsa(set: ParameterSet, id: AlgorithmIdentifier) -> Verifier {
    Verifier { key: Key::MlDsa(set), key_id: id, scheme: Scheme::PURE_MLDSA, scheme_id: id }
}

/// The identifier of RSA by PKCS#1 without the parameters that it must have, and is to be taken
/// without as well: RFC 4055, section 5. The last octet of the object identifier says which hash.
const fn absent(identifier: &'static [u8; 11]) -> AlgorithmIdentifier {
    AlgorithmIdentifier::from_slice(identifier)
}

type Verifies = &'static dyn SignatureVerificationAlgorithm;

/// ECDSA over P-256, with SHA-256.
pub static ECDSA_P256_SHA256: Verifies = &ecdsa(Algorithm::EcP256, Hash::Sha256);
/// ECDSA over P-256, with SHA-384.
pub static ECDSA_P256_SHA384: Verifies = &ecdsa(Algorithm::EcP256, Hash::Sha384);
/// ECDSA over P-256, with SHA-512.
pub static ECDSA_P256_SHA512: Verifies = &ecdsa(Algorithm::EcP256, Hash::Sha512);
/// ECDSA over P-384, with SHA-256.
pub static ECDSA_P384_SHA256: Verifies = &ecdsa(Algorithm::EcP384, Hash::Sha256);
/// ECDSA over P-384, with SHA-384.
pub static ECDSA_P384_SHA384: Verifies = &ecdsa(Algorithm::EcP384, Hash::Sha384);
/// ECDSA over P-384, with SHA-512.
pub static ECDSA_P384_SHA512: Verifies = &ecdsa(Algorithm::EcP384, Hash::Sha512);
/// ECDSA over P-521, with SHA-256.
pub static ECDSA_P521_SHA256: Verifies = &ecdsa(Algorithm::EcP521, Hash::Sha256);
/// ECDSA over P-521, with SHA-384.
pub static ECDSA_P521_SHA384: Verifies = &ecdsa(Algorithm::EcP521, Hash::Sha384);
/// ECDSA over P-521, with SHA-512.
pub static ECDSA_P521_SHA512: Verifies = &ecdsa(Algorithm::EcP521, Hash::Sha512);
/// Ed25519.
pub static ED25519: Verifies = &eddsa(Algorithm::Ed25519, alg_id::ED25519);
/// Ed448.
pub static ED448: Verifies = &eddsa(Algorithm::Ed448, alg_id::ED448);
/// RSA by PKCS#1, with SHA-256, for moduli of 2048 to 8192 bits, as all of RSA here.
pub static RSA_PKCS1_SHA256: Verifies =
    &rsa(Scheme::RsaPkcs1(Hash::Sha256), alg_id::RSA_PKCS1_SHA256);
/// RSA by PKCS#1, with SHA-384.
pub static RSA_PKCS1_SHA384: Verifies =
    &rsa(Scheme::RsaPkcs1(Hash::Sha384), alg_id::RSA_PKCS1_SHA384);
/// RSA by PKCS#1, with SHA-512.
pub static RSA_PKCS1_SHA512: Verifies =
    &rsa(Scheme::RsaPkcs1(Hash::Sha512), alg_id::RSA_PKCS1_SHA512);
/// Like [`RSA_PKCS1_SHA256`], for certificates that lack the parameters of the identifier.
pub static RSA_PKCS1_SHA256_ABSENT_PARAMS: Verifies =
    &rsa(Scheme::RsaPkcs1(Hash::Sha256), absent(b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b"));
/// Like [`RSA_PKCS1_SHA384`], for certificates that lack the parameters of the identifier.
pub static RSA_PKCS1_SHA384_ABSENT_PARAMS: Verifies =
    &rsa(Scheme::RsaPkcs1(Hash::Sha384), absent(b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0c"));
/// Like [`RSA_PKCS1_SHA512`], for certificates that lack the parameters of the identifier.
pub static RSA_PKCS1_SHA512_ABSENT_PARAMS: Verifies =
    &rsa(Scheme::RsaPkcs1(Hash::Sha512), absent(b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0d"));
/// RSA by PSS, with SHA-256 and a salt as long as its digest, by keys of `rsaEncryption`.
pub static RSA_PSS_SHA256: Verifies = &rsa(Scheme::rsa_pss(Hash::Sha256), alg_id::RSA_PSS_SHA256);
/// RSA by PSS, with SHA-384.
pub static RSA_PSS_SHA384: Verifies = &rsa(Scheme::rsa_pss(Hash::Sha384), alg_id::RSA_PSS_SHA384);
/// RSA by PSS, with SHA-512.
pub static RSA_PSS_SHA512: Verifies = &rsa(Scheme::rsa_pss(Hash::Sha512), alg_id::RSA_PSS_SHA512);
/// ML-DSA-44, without a context. RFC 9881.
pub static ML_DSA_44: Verifies = &mldsa(ParameterSet::MlDsa44, alg_id::ML_DSA_44);
/// ML-DSA-65, without a context. RFC 9881.
pub static ML_DSA_65: Verifies = &mldsa(ParameterSet::MlDsa65, alg_id::ML_DSA_65);
/// ML-DSA-87, without a context. RFC 9881.
pub static ML_DSA_87: Verifies = &mldsa(ParameterSet::MlDsa87, alg_id::ML_DSA_87);

/// What the provider verifies by: all of this module, and what of it each scheme of a handshake
/// means. TLS 1.3 takes the first of a row, TLS 1.2, which names no curves, all of it.
pub static SUPPORTED: WebPkiSupportedAlgorithms =
    WebPkiSupportedAlgorithms { all: ALL, mapping: MAPPING };

static ALL: &[Verifies] = &[
    ECDSA_P256_SHA256,
    ECDSA_P256_SHA384,
    ECDSA_P256_SHA512,
    ECDSA_P384_SHA256,
    ECDSA_P384_SHA384,
    ECDSA_P384_SHA512,
    ECDSA_P521_SHA256,
    ECDSA_P521_SHA384,
    ECDSA_P521_SHA512,
    ED25519,
    ED448,
    RSA_PSS_SHA256,
    RSA_PSS_SHA384,
    RSA_PSS_SHA512,
    RSA_PKCS1_SHA256,
    RSA_PKCS1_SHA384,
    RSA_PKCS1_SHA512,
    RSA_PKCS1_SHA256_ABSENT_PARAMS,
    RSA_PKCS1_SHA384_ABSENT_PARAMS,
    RSA_PKCS1_SHA512_ABSENT_PARAMS,
    ML_DSA_44,
    ML_DSA_65,
    ML_DSA_87,
];

static MAPPING: &[(SignatureScheme, &[Verifies])] = &[
    (
        SignatureScheme::ECDSA_NISTP384_SHA384,
        &[ECDSA_P384_SHA384, ECDSA_P256_SHA384, ECDSA_P521_SHA384],
    ),
    (
        SignatureScheme::ECDSA_NISTP256_SHA256,
        &[ECDSA_P256_SHA256, ECDSA_P384_SHA256, ECDSA_P521_SHA256],
    ),
    (
        SignatureScheme::ECDSA_NISTP521_SHA512,
        &[ECDSA_P521_SHA512, ECDSA_P384_SHA512, ECDSA_P256_SHA512],
    ),
    (SignatureScheme::ED25519, &[ED25519]),
    (SignatureScheme::ED448, &[ED448]),
    (SignatureScheme::RSA_PSS_SHA512, &[RSA_PSS_SHA512]),
    (SignatureScheme::RSA_PSS_SHA384, &[RSA_PSS_SHA384]),
    (SignatureScheme::RSA_PSS_SHA256, &[RSA_PSS_SHA256]),
    (SignatureScheme::RSA_PKCS1_SHA512, &[RSA_PKCS1_SHA512]),
    (SignatureScheme::RSA_PKCS1_SHA384, &[RSA_PKCS1_SHA384]),
    (SignatureScheme::RSA_PKCS1_SHA256, &[RSA_PKCS1_SHA256]),
    (SignatureScheme::ML_DSA_65, &[ML_DSA_65]),
    (SignatureScheme::ML_DSA_87, &[ML_DSA_87]),
    (SignatureScheme::ML_DSA_44, &[ML_DSA_44]),
];
