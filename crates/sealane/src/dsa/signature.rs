//! Signatures: their halves, as DER and as bytes of fixed length.

use super::Parameters;
use super::primitive::Scalar;
use crate::encode::signature;
use crate::error::DecodeError;
use crate::nonce::Order;
use alloc::vec::Vec;
use core::fmt;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;

/// A signature: `r` and `s`, both in `1..q`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Signature {
    /// Bytes of `q`.
    pub(super) width: usize,
    pub(super) halves: [Scalar; 2],
}

impl Signature {
    /// Takes `SEQUENCE { r INTEGER, s INTEGER }` in strict DER (RFC 3279, section 2.2.2), made by
    /// keys of the parameters.
    ///
    /// Errors: `SigLength`, `SigEncoding`; `SigInvalid` for a half outside `1..q`.
    pub fn from_der(parameters: &Parameters, der: &[u8]) -> Result<Self, DecodeError> {
        Self::of_integers(parameters, &signature::from_der(parameters.order_bytes(), der)?)
    }

    /// Takes `r` then `s`, each as wide as `q`. Errors: `SigLength`, `SigInvalid`.
    pub fn from_bytes(parameters: &Parameters, bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::of_integers(parameters, &signature::from_fixed(parameters.order_bytes(), bytes)?)
    }

    fn of_integers(
        parameters: &Parameters,
        integers: &signature::Integers,
    ) -> Result<Self, DecodeError> {
        let halves = [integers.r(), integers.s()].map(bytes::from_be_bytes::<Scalar>);
        let q = parameters.0.q();
        if halves.iter().all(|half| q.is_unit(half).to_bool_vartime()) {
            Ok(Self { width: parameters.order_bytes(), halves })
        } else {
            Err(DecodeError::SigInvalid)
        }
    }

    /// Returns `r` then `s`, each as wide as `q`.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = alloc::vec![0; 2 * self.width];
        for (half, out) in self.halves.iter().zip(out.chunks_exact_mut(self.width)) {
            bytes::to_be_bytes(half, out);
        }
        out
    }

    /// Returns the DER.
    #[must_use]
    pub fn to_der(&self) -> Vec<u8> {
        let fixed = self.to_bytes();
        let (r, s) = fixed.split_at(self.width);
        let mut out = alloc::vec![0; signature::max_der_bytes(self.width)];
        let length = signature::to_der(r, s, &mut out).expect("it has room for the longest");
        out.truncate(length);
        out
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dsa::Signature(")?;
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
