//! Keys: made, read, written; single signatures, and the secret that two keys share.

use crate::given::{bytes, with_secret, with_text};
use crate::refusal::{Outcome, Refusal};
use crate::terms::{SignTerms, verify_terms};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use sealane::{DecodeError, Digest, Lengths, SignError};
use sealane_columns::terms::lengths;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A private key. It cannot be pickled, and its memory is wiped when it goes.
#[pyclass(frozen, module = "sealane")]
pub struct PrivateKey(pub sealane::PrivateKey);

/// A public key. Equal to another one of the same value; it can be pickled.
#[pyclass(frozen, module = "sealane")]
pub struct PublicKey(pub sealane::PublicKey);

#[pymethods]
impl PrivateKey {
    /// Makes a fresh key of an algorithm by its name.
    #[staticmethod]
    pub fn generate(py: Python<'_>, algorithm: &str) -> PyResult<Self> {
        let algorithm = crate::terms::algorithm(algorithm)?;
        let made = py.detach(|| sealane::PrivateKey::generate(algorithm));
        Ok(Self(made.map_err(Refusal::from)?))
    }

    /// Reads the one PEM block of a text.
    #[staticmethod]
    #[pyo3(signature = (text, *, legacy = false))]
    pub fn from_pem(text: &Bound<'_, PyAny>, legacy: bool) -> PyResult<Self> {
        let read = |text: &str| Ok(sealane::PrivateKey::from_pem(text, lengths(legacy))?);
        Ok(Self(with_text("text", text, read)?))
    }

    /// Reads DER: PKCS#8, SEC 1, PKCS#1, or OpenSSL's form of DSA.
    #[staticmethod]
    #[pyo3(signature = (data, *, legacy = false))]
    pub fn from_der(data: &Bound<'_, PyAny>, legacy: bool) -> PyResult<Self> {
        let read = |der: &[u8]| Ok(sealane::PrivateKey::from_der(der, lengths(legacy))?);
        Ok(Self(with_secret("data", data, read)?))
    }

    /// Takes the octets of a key over a curve, or the seed of an ML-DSA key.
    #[staticmethod]
    pub fn from_bytes(algorithm: &str, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let of = crate::terms::algorithm(algorithm)?;
        let read = |octets: &[u8]| -> Outcome<sealane::PrivateKey> {
            Ok(match of {
                sealane::Algorithm::Curve(curve) => {
                    sealane::ecc::PrivateKey::from_bytes(curve, octets)?.into()
                }
                sealane::Algorithm::MlDsa(set) => {
                    sealane::mldsa::PrivateKey::from_seed(set, octets)?.into()
                }
                _ => return Err(DecodeError::KeyAlgorithm.into()),
            })
        };
        Ok(Self(with_secret("data", data, read)?))
    }

    /// The name of its algorithm.
    #[getter]
    fn algorithm(&self) -> String {
        self.0.algorithm().to_string()
    }

    /// Returns the public key that belongs to it.
    fn public_key(&self) -> PublicKey {
        PublicKey(self.0.public_key())
    }

    /// Returns the PEM block `PRIVATE KEY`, in the clear.
    fn to_pem<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::new(py, &self.0.to_pkcs8_pem())
    }

    /// Returns the PKCS#8 document, in the clear.
    fn to_der<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_pkcs8_der())
    }

    /// Signs a message.
    #[pyo3(signature = (message, *, scheme = None, deterministic = false, low_s = false,
                        check = false, format = "der"))]
    #[allow(clippy::too_many_arguments)]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
        scheme: Option<&str>,
        deterministic: bool,
        low_s: bool,
        check: bool,
        format: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let terms = SignTerms::new(scheme, deterministic, low_s, check, format)?;
        let message = bytes("message", message)?;
        let sign = || -> Outcome<Vec<u8>> {
            let scheme = terms.scheme(self.0.algorithm())?;
            let signature = self.0.sign(message.as_slice(), &scheme, terms.options)?;
            Ok(terms.form.write(&self.0.public_key(), &scheme, signature.into())?)
        };
        Ok(PyBytes::new(py, &py.detach(sign)?))
    }

    /// Signs a digest of the scheme's hash.
    #[pyo3(signature = (digest, *, scheme = None, deterministic = false, low_s = false,
                        check = false, format = "der"))]
    #[allow(clippy::too_many_arguments)]
    fn sign_digest<'py>(
        &self,
        py: Python<'py>,
        digest: &Bound<'py, PyAny>,
        scheme: Option<&str>,
        deterministic: bool,
        low_s: bool,
        check: bool,
        format: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let terms = SignTerms::new(scheme, deterministic, low_s, check, format)?;
        let digest = bytes("digest", digest)?;
        let sign = || -> Outcome<Vec<u8>> {
            let scheme = terms.scheme(self.0.algorithm())?;
            let hash = scheme.hash().ok_or(SignError::Unsupported)?;
            let digest = Digest::from_bytes(hash, digest.as_slice())?;
            let signature = self.0.sign_digest(&digest, &scheme, terms.options)?;
            Ok(terms.form.write(&self.0.public_key(), &scheme, signature.into())?)
        };
        Ok(PyBytes::new(py, &py.detach(sign)?))
    }

    /// Returns the secret that it shares with a public key: ECDH, X25519, X448.
    fn derive<'py>(
        &self,
        py: Python<'py>,
        peer: PyRef<'py, PublicKey>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let secret = self.0.derive(&peer.0).map_err(Refusal::from)?;
        Ok(PyBytes::new(py, secret.as_bytes()))
    }

    fn __repr__(&self) -> String {
        format!("<sealane.PrivateKey {}>", self.0.algorithm())
    }
}

#[pymethods]
impl PublicKey {
    /// Reads the one PEM block of a text.
    #[staticmethod]
    #[pyo3(signature = (text, *, legacy = false))]
    fn from_pem(text: &Bound<'_, PyAny>, legacy: bool) -> PyResult<Self> {
        let read = |text: &str| Ok(sealane::PublicKey::from_pem(text, lengths(legacy))?);
        Ok(Self(with_text("text", text, read)?))
    }

    /// Reads DER: a SubjectPublicKeyInfo, or the RSAPublicKey of PKCS#1.
    #[staticmethod]
    #[pyo3(signature = (data, *, legacy = false))]
    fn from_der(data: &Bound<'_, PyAny>, legacy: bool) -> PyResult<Self> {
        let der = bytes("data", data)?;
        let key = sealane::PublicKey::from_der(der.as_slice(), lengths(legacy));
        Ok(Self(key.map_err(Refusal::from)?))
    }

    /// Takes the octets of a key: a point, compressed or not, or what RFC 8032, RFC 7748 or FIPS
    /// 204 have.
    #[staticmethod]
    fn from_bytes(algorithm: &str, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let of = crate::terms::algorithm(algorithm)?;
        let octets = bytes("data", data)?;
        let key = sealane::PublicKey::from_bytes(of, octets.as_slice());
        Ok(Self(key.map_err(Refusal::from)?))
    }

    /// The name of its algorithm.
    #[getter]
    fn algorithm(&self) -> String {
        self.0.algorithm().to_string()
    }

    /// Returns the PEM block `PUBLIC KEY`.
    fn to_pem(&self) -> String {
        self.0.to_spki_pem()
    }

    /// Returns the SubjectPublicKeyInfo.
    fn to_der<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_spki_der())
    }

    /// Returns the octets of the key, a point uncompressed if nothing else is said.
    #[pyo3(signature = (*, compressed = false))]
    fn to_bytes<'py>(&self, py: Python<'py>, compressed: bool) -> PyResult<Bound<'py, PyBytes>> {
        let octets = match &self.0 {
            sealane::PublicKey::Curve(key) => Some(key.to_sec1(compressed)),
            key => key.to_bytes(),
        };
        let octets = octets.ok_or(DecodeError::KeyAlgorithm).map_err(Refusal::from)?;
        Ok(PyBytes::new(py, &octets))
    }

    /// Verifies a signature of a message: raises what it is not.
    #[pyo3(signature = (message, signature, *, scheme = None, format = "der"))]
    fn verify(
        &self,
        py: Python<'_>,
        message: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
        scheme: Option<&str>,
        format: &str,
    ) -> PyResult<()> {
        let terms = verify_terms(None, scheme, false, format, false)?;
        let (message, signature) = (bytes("message", message)?, bytes("signature", signature)?);
        let verify = || -> Outcome {
            let scheme = terms.scheme(self.0.algorithm())?;
            let signature = terms.form.read(&self.0, &scheme, signature.as_slice())?;
            Ok(self.0.verify(message.as_slice(), &scheme, &signature)?)
        };
        Ok(py.detach(verify)?)
    }

    /// Verifies a signature of a digest of the scheme's hash: raises what it is not.
    #[pyo3(signature = (digest, signature, *, scheme = None, format = "der"))]
    fn verify_digest(
        &self,
        py: Python<'_>,
        digest: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
        scheme: Option<&str>,
        format: &str,
    ) -> PyResult<()> {
        let terms = verify_terms(None, scheme, true, format, false)?;
        let (digest, signature) = (bytes("digest", digest)?, bytes("signature", signature)?);
        let verify = || -> Outcome {
            let scheme = terms.scheme(self.0.algorithm())?;
            let hash = scheme.hash().ok_or(DecodeError::SigUnsupported)?;
            let digest = Digest::from_bytes(hash, digest.as_slice())?;
            let signature = terms.form.read(&self.0, &scheme, signature.as_slice())?;
            Ok(self.0.verify_digest(&digest, &scheme, &signature)?)
        };
        Ok(py.detach(verify)?)
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    /// What pickles keep: the document, and that its lengths were taken already.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let read = py.import("sealane._sealane")?.getattr("_unpickle_public_key")?;
        Ok((read, (self.to_der(py),)))
    }

    fn __repr__(&self) -> String {
        format!("<sealane.PublicKey {}>", self.0.algorithm())
    }
}

/// Reads a key that was one before.
#[pyfunction]
pub fn _unpickle_public_key(data: &Bound<'_, PyBytes>) -> PyResult<PublicKey> {
    let key = sealane::PublicKey::from_der(data.as_bytes(), Lengths::Legacy);
    Ok(PublicKey(key.map_err(Refusal::from)?))
}

/// The names of all algorithms that fresh keys are made of.
#[pyfunction]
pub fn algorithms() -> Vec<&'static str> {
    sealane::Algorithm::all_names().map(|(name, _)| name).collect()
}

/// Adds what is here to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PrivateKey>()?;
    module.add_class::<PublicKey>()?;
    module.add_function(wrap_pyfunction!(_unpickle_public_key, module)?)?;
    module.add_function(wrap_pyfunction!(algorithms, module)?)
}
