//! Points from and to bytes, each model's own way.

use crate::ecc::eddsa;
use crate::ecc::ops::short::point_of;
use crate::error::DecodeError;
use crate::group::curve::{BaseTable, PLimbs};
use crate::group::edwards::{Edwards, EdwardsTable};
use crate::group::model::{self, Model};
use crate::group::short::Short;
use alloc::vec::Vec;
use sealane_arith::bytes;
use sealane_arith::machine::One;
use sealane_arith::prime::Prime;

/// How a model writes a point.
pub trait Encoding: Model {
    /// Returns the encoding of an affine point.
    fn encode(point: &[model::PLimbs<Self>; 2]) -> Vec<u8>;
    /// Returns the affine point of an encoding. Variable-time: it is public.
    ///
    /// Errors: `KeyEncoding`, `KeyPointInvalid`.
    fn decode_vartime(encoded: &[u8]) -> Result<[model::PLimbs<Self>; 2], DecodeError>;
}

/// SEC 1, section 2.3: uncompressed out, either form in.
impl<C: BaseTable<One>> Encoding for Short<C> {
    fn encode([x, y]: &[PLimbs<C>; 2]) -> Vec<u8> {
        let width = C::P::BYTES;
        let mut out = alloc::vec![4; 1 + 2 * width];
        bytes::to_be_bytes(x, &mut out[1..=width]);
        bytes::to_be_bytes(y, &mut out[1 + width..]);
        out
    }

    fn decode_vartime(encoded: &[u8]) -> Result<[PLimbs<C>; 2], DecodeError> {
        point_of::<C, One>(encoded)
    }
}

/// RFC 8032, sections 5.1.2 and 5.2.2: canonical encodings, points of any order.
impl<E: EdwardsTable<One>> Encoding for Edwards<E> {
    fn encode(point: &[model::PLimbs<Self>; 2]) -> Vec<u8> {
        let mut out = alloc::vec![0; eddsa::point_bytes::<E::P>()];
        eddsa::encode::<E::P>(point, &mut out);
        out
    }

    fn decode_vartime(encoded: &[u8]) -> Result<[model::PLimbs<Self>; 2], DecodeError> {
        if encoded.len() != eddsa::point_bytes::<E::P>() {
            return Err(DecodeError::KeyEncoding);
        }
        eddsa::decode_vartime::<E, One>(One, encoded).ok_or(DecodeError::KeyPointInvalid)
    }
}
