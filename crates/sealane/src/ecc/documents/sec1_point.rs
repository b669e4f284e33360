//! The octet string of a point: its tag and its lengths. SEC 1, section 2.3.

use crate::ecc::algorithm::Algorithm;
use crate::error::{BufferTooSmall, DecodeError};

const INFINITY: u8 = 0;
const EVEN: u8 = 2;
const ODD: u8 = 3;
const UNCOMPRESSED: u8 = 4;

/// The parts of a point's octet string; each coordinate is as wide as the field.
///
/// Coordinates are not yet known to be below `p`, nor the point to be on the curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointBytes<'a> {
    /// One coordinate, and which of the two roots the other is.
    Compressed {
        /// Whether `y` is odd.
        odd: bool,
        /// Big-endian.
        x: &'a [u8],
    },
    /// Both coordinates.
    Uncompressed {
        /// Big-endian.
        x: &'a [u8],
        /// Big-endian.
        y: &'a [u8],
    },
}

impl<'a> PointBytes<'a> {
    /// Splits the octet string of a point.
    ///
    /// Errors: `KeyPointInvalid` for infinity (one zero byte); `KeyEncoding` for every other tag,
    /// the hybrid forms included, and for a length that is not the tag's own.
    pub fn parse(algorithm: Algorithm, bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::of_width(algorithm.field_bytes(), bytes)
    }

    /// Like [`PointBytes::parse`], for coordinates of `width` bytes.
    pub(crate) fn of_width(width: usize, bytes: &'a [u8]) -> Result<Self, DecodeError> {
        match bytes {
            [INFINITY] => Err(DecodeError::KeyPointInvalid),
            [tag @ (EVEN | ODD), x @ ..] if x.len() == width => {
                Ok(Self::Compressed { odd: *tag == ODD, x })
            }
            [UNCOMPRESSED, xy @ ..] if xy.len() == 2 * width => {
                let (x, y) = xy.split_at(width);
                Ok(Self::Uncompressed { x, y })
            }
            _ => Err(DecodeError::KeyEncoding),
        }
    }

    /// Writes the octet string to the start of `out` and returns how many bytes it has.
    pub fn write(&self, out: &mut [u8]) -> Result<usize, BufferTooSmall> {
        let (tag, x, y): (u8, &[u8], &[u8]) = match *self {
            Self::Compressed { odd: false, x } => (EVEN, x, &[]),
            Self::Compressed { odd: true, x } => (ODD, x, &[]),
            Self::Uncompressed { x, y } => (UNCOMPRESSED, x, y),
        };
        let needed = 1 + x.len() + y.len();
        let slot = out.get_mut(..needed).ok_or(BufferTooSmall { needed })?;
        slot[0] = tag;
        slot[1..1 + x.len()].copy_from_slice(x);
        slot[1 + x.len()..].copy_from_slice(y);
        Ok(needed)
    }

    /// Bytes of a point's octet string.
    pub fn encoded_bytes(algorithm: Algorithm, compressed: bool) -> usize {
        1 + algorithm.field_bytes() * if compressed { 1 } else { 2 }
    }

    /// The coordinate every form has.
    pub fn x(&self) -> &'a [u8] {
        match *self {
            Self::Compressed { x, .. } | Self::Uncompressed { x, .. } => x,
        }
    }

    /// Whether `y` is odd.
    pub fn is_odd(&self) -> bool {
        match *self {
            Self::Compressed { odd, .. } => odd,
            Self::Uncompressed { y, .. } => y.last().is_some_and(|byte| byte & 1 == 1),
        }
    }

    /// Whether both stand for one point, should both be points: in one form the bytes are equal,
    /// in two the coordinate and the root they share are.
    pub(crate) fn agrees_with(&self, other: &PointBytes<'_>) -> bool {
        match (self, other) {
            (Self::Compressed { .. }, PointBytes::Compressed { .. })
            | (Self::Uncompressed { .. }, PointBytes::Uncompressed { .. }) => self == other,
            _ => self.x() == other.x() && self.is_odd() == other.is_odd(),
        }
    }
}
