//! Between bytes and parts: signatures, points, public and private keys, PEM.
//!
//! Thin adapters over the DER, SPKI, PKCS#8, SEC1 and PEM crates. Nothing here knows a curve: what
//! comes out has the right form and the right lengths, and is still to be proven a point, a scalar
//! or a pair of integers in range. One form is taken of each document: strict DER, named curves,
//! points compressed or not, with nothing left over.

#[cfg_attr(not(all(feature = "rsa", feature = "dsa")), allow(dead_code))]
pub(crate) mod integers;
pub mod pem;
pub(crate) mod pkcs8_info;
pub mod signature;

use crate::error::BufferTooSmall;
use alloc::vec::Vec;
use der::Encode;
use zeroize::Zeroizing;

/// Writes the DER of `document` to the start of `out` and returns how many bytes it has.
///
/// Nothing is written if `out` is too small. Time depends on lengths only.
pub(crate) fn write(document: &impl Encode, out: &mut [u8]) -> Result<usize, BufferTooSmall> {
    let needed = needed_bytes(document);
    let slot = out.get_mut(..needed).ok_or(BufferTooSmall { needed })?;
    document.encode_to_slice(slot).map_err(|_| BufferTooSmall { needed })?;
    Ok(needed)
}

/// Bytes of the DER of `document`. One of 4 GiB or more, which cannot be written, fits nowhere.
pub(crate) fn needed_bytes(document: &impl Encode) -> usize {
    let bytes = document.encoded_len().ok().and_then(|n| usize::try_from(n).ok());
    bytes.unwrap_or(usize::MAX)
}

/// Runs a writer into a buffer of exactly the size it asks for.
pub(crate) fn collect(
    needed: usize,
    write: impl FnOnce(&mut [u8]) -> Result<usize, BufferTooSmall>,
) -> Zeroizing<Vec<u8>> {
    let mut out = Zeroizing::new(alloc::vec![0; needed]);
    let written = write(&mut out).expect("the writer was asked for the size");
    debug_assert_eq!(written, needed);
    out
}

#[cfg(test)]
pub(crate) mod tests;
