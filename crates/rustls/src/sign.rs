//! Keys that sign: which schemes each kind has in TLS, and keys of this process.

use rustls::crypto::KeyProvider;
use rustls::pki_types::{PrivateKeyDer, SubjectPublicKeyInfoDer};
use rustls::sign::{Signer, SigningKey};
use rustls::{Error, SignatureAlgorithm, SignatureScheme};
use sealane::ecc::{self, Algorithm as Curve};
use sealane::mldsa::ParameterSet;
use sealane::rsa::{self, Permitted};
use sealane::{DecodeError, Hash, Lengths, PrivateKey, PublicKey, Scheme, SignOptions};
use std::fmt;
use std::sync::Arc;
use zeroize::Zeroizing;

/// RSA's, the strongest first, and PSS before PKCS#1, which TLS 1.3 has no more.
static RSA: &[SignatureScheme] = &[
    SignatureScheme::RSA_PSS_SHA512,
    SignatureScheme::RSA_PSS_SHA384,
    SignatureScheme::RSA_PSS_SHA256,
    SignatureScheme::RSA_PKCS1_SHA512,
    SignatureScheme::RSA_PKCS1_SHA384,
    SignatureScheme::RSA_PKCS1_SHA256,
];

/// What a key is in TLS.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The schemes that it signs by, the preferred one first.
    pub schemes: &'static [SignatureScheme],
    /// What decides on the suites of TLS 1.2.
    pub algorithm: SignatureAlgorithm,
}

impl Kind {
    /// What keys of a public key are, if TLS has schemes for them: none for other curves, DSA, and
    /// keys of RSA that are for PSS alone.
    #[must_use]
    pub fn of(key: &PublicKey) -> Option<Self> {
        use SignatureScheme as S;
        let (schemes, algorithm): (&'static [S], _) = match key {
            PublicKey::Curve(key) => match key.algorithm() {
                Curve::EcP256 => (&[S::ECDSA_NISTP256_SHA256], SignatureAlgorithm::ECDSA),
                Curve::EcP384 => (&[S::ECDSA_NISTP384_SHA384], SignatureAlgorithm::ECDSA),
                Curve::EcP521 => (&[S::ECDSA_NISTP521_SHA512], SignatureAlgorithm::ECDSA),
                Curve::Ed25519 => (&[S::ED25519], SignatureAlgorithm::ED25519),
                Curve::Ed448 => (&[S::ED448], SignatureAlgorithm::ED448),
                _ => return None,
            },
            PublicKey::Rsa(key) if key.permitted() == Permitted::Everything => {
                (RSA, SignatureAlgorithm::RSA)
            }
            PublicKey::MlDsa(key) => {
                let schemes: &'static [S] = match key.parameter_set() {
                    ParameterSet::MlDsa44 => &[S::ML_DSA_44],
                    ParameterSet::MlDsa65 => &[S::ML_DSA_65],
                    ParameterSet::MlDsa87 => &[S::ML_DSA_87],
                    _ => return None,
                };
                // TLS 1.2 has no such signatures, and so no number for them.
                (schemes, SignatureAlgorithm::Unknown(0))
            }
            _ => return None,
        };
        Some(Self { schemes, algorithm })
    }

    /// The scheme to sign by: the preferred one of those that the peer takes.
    #[must_use]
    pub fn choose(&self, offered: &[SignatureScheme]) -> Option<SignatureScheme> {
        self.schemes.iter().copied().find(|scheme| offered.contains(scheme))
    }
}

/// What a scheme of TLS is in the library; `None` for those that no key here has.
#[must_use]
pub fn scheme_of(scheme: SignatureScheme) -> Option<Scheme> {
    Some(match scheme {
        SignatureScheme::ECDSA_NISTP256_SHA256 => Scheme::Ecdsa(Hash::Sha256),
        SignatureScheme::ECDSA_NISTP384_SHA384 => Scheme::Ecdsa(Hash::Sha384),
        SignatureScheme::ECDSA_NISTP521_SHA512 => Scheme::Ecdsa(Hash::Sha512),
        SignatureScheme::ED25519 | SignatureScheme::ED448 => Scheme::PURE_EDDSA,
        SignatureScheme::RSA_PSS_SHA256 => Scheme::rsa_pss(Hash::Sha256),
        SignatureScheme::RSA_PSS_SHA384 => Scheme::rsa_pss(Hash::Sha384),
        SignatureScheme::RSA_PSS_SHA512 => Scheme::rsa_pss(Hash::Sha512),
        SignatureScheme::RSA_PKCS1_SHA256 => Scheme::RsaPkcs1(Hash::Sha256),
        SignatureScheme::RSA_PKCS1_SHA384 => Scheme::RsaPkcs1(Hash::Sha384),
        SignatureScheme::RSA_PKCS1_SHA512 => Scheme::RsaPkcs1(Hash::Sha512),
        SignatureScheme::ML_DSA_44 | SignatureScheme::ML_DSA_65 | SignatureScheme::ML_DSA_87 => {
            Scheme::PURE_MLDSA
        }
        _ => return None,
    })
}

/// Takes private keys from documents: PKCS#8 of every kind, SEC 1 of ECDSA, PKCS#1 of RSA.
#[derive(Debug)]
pub(crate) struct Keys;

impl KeyProvider for Keys {
    /// Errors: `General`, which begins with the code of the library: that of a document that is
    /// refused, or `KEY_ALGORITHM` for a kind of key that TLS has no signatures for.
    fn load_private_key(&self, key: PrivateKeyDer<'static>) -> Result<Arc<dyn SigningKey>, Error> {
        let document = Zeroizing::new(key);
        let key = match &*document {
            PrivateKeyDer::Pkcs8(der) => {
                PrivateKey::from_pkcs8_der(der.secret_pkcs8_der(), Lengths::Current)
            }
            PrivateKeyDer::Sec1(der) => {
                ecc::PrivateKey::from_sec1_der(der.secret_sec1_der()).map(PrivateKey::Curve)
            }
            PrivateKeyDer::Pkcs1(der) => {
                rsa::PrivateKey::from_pkcs1_der(der.secret_pkcs1_der(), Lengths::Current)
                    .map(PrivateKey::Rsa)
            }
            _ => Err(DecodeError::KeyEncoding),
        };
        let key = key.map_err(refused)?;
        Ok(Arc::new(LocalKey::new(key).ok_or_else(|| refused(DecodeError::KeyAlgorithm))?))
    }
}

fn refused(error: DecodeError) -> Error {
    Error::General(format!("{}: the private key is refused: {error}", error.code()))
}

/// A private key of this process, as rustls wants one. Wiped when the last signer of it is dropped.
pub struct LocalKey {
    key: Arc<PrivateKey>,
    kind: Kind,
    spki: SubjectPublicKeyInfoDer<'static>,
}

impl LocalKey {
    /// Takes a key that TLS has schemes for; `None` for others.
    #[must_use]
    pub fn new(key: PrivateKey) -> Option<Self> {
        let public = key.public_key();
        let kind = Kind::of(&public)?;
        Some(Self { key: Arc::new(key), kind, spki: public.to_spki_der().into() })
    }
}

impl fmt::Debug for LocalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LocalKey").field(&self.kind.schemes).finish()
    }
}

impl SigningKey for LocalKey {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        let scheme = self.kind.choose(offered)?;
        Some(Box::new(LocalSigner { key: self.key.clone(), scheme, by: scheme_of(scheme)? }))
    }

    fn public_key(&self) -> Option<SubjectPublicKeyInfoDer<'_>> {
        Some(self.spki.clone())
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        self.kind.algorithm
    }
}

/// A key of this process, and the scheme that was chosen.
struct LocalSigner {
    key: Arc<PrivateKey>,
    scheme: SignatureScheme,
    by: Scheme,
}

impl fmt::Debug for LocalSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LocalSigner").field(&self.scheme).finish()
    }
}

impl Signer for LocalSigner {
    /// Errors: `FailedToGetRandomBytes`; `General` with the code of the library.
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        // What is the same each time could tell the key by a fault, so it is verified before.
        let options = SignOptions { check: self.by.is_deterministic(), ..SignOptions::default() };
        match self.key.sign(message, &self.by, options) {
            Ok(signature) => Ok(signature.as_ref().to_vec()),
            Err(sealane::SignError::Random) => Err(Error::FailedToGetRandomBytes),
            Err(error) => Err(Error::General(format!("{}: {error}", error.code()))),
        }
    }

    fn scheme(&self) -> SignatureScheme {
        self.scheme
    }
}
