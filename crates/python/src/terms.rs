//! How keys sign: what callers name by words.

use crate::refusal::{Outcome, Refusal};
use sealane::{Algorithm, Nonces, Scheme, SignError, SignOptions};
use sealane_columns::terms::{Form, VerifyTerms, scheme};

/// The algorithm of a name. Errors: `NAME_UNKNOWN`.
pub fn algorithm(name: &str) -> Outcome<Algorithm> {
    sealane_columns::terms::algorithm(name).map_err(Refusal::from)
}

/// How signatures are verified, by names. Errors: `NAME_UNKNOWN`.
pub fn verify_terms(
    algorithm: Option<&str>,
    scheme: Option<&str>,
    digests: bool,
    format: &str,
    legacy: bool,
) -> Outcome<VerifyTerms> {
    VerifyTerms::new(algorithm, scheme, digests, format, legacy).map_err(Refusal::from)
}

/// How something is signed.
#[derive(Debug, Clone)]
pub struct SignTerms {
    scheme: Option<Scheme>,
    pub options: SignOptions,
    pub form: Form,
}

impl SignTerms {
    /// Errors: `NAME_UNKNOWN`.
    pub fn new(
        name: Option<&str>,
        deterministic: bool,
        low_s: bool,
        check: bool,
        format: &str,
    ) -> Outcome<Self> {
        let nonces = if deterministic { Nonces::Deterministic } else { Nonces::Hedged };
        let scheme = name.map(scheme).transpose()?;
        let options = SignOptions { nonces, low_s, check };
        Ok(Self { scheme, options, form: Form::from_name(format)? })
    }

    /// The scheme that a key signs by. Errors: `Unsupported` for keys that do not sign.
    pub fn scheme(&self, of: Algorithm) -> Result<Scheme, SignError> {
        self.scheme.clone().or_else(|| of.usual_scheme()).ok_or(SignError::Unsupported)
    }
}
