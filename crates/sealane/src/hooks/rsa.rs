//! RSA under faults.

pub use crate::rsa::primitive::strike::FaultPoint;

use crate::error::SignError;
use crate::hash::Digest;
use crate::rsa::primitive::strike::FaultInjector;
use crate::rsa::{Input, PrivateKey, Scheme, restruck};
use alloc::vec::Vec;
use core::ops::Range;
use sealane_arith::lanes::Cell;

/// Bits that are changed in one operation.
#[derive(Debug, Clone, Copy)]
pub struct Flip {
    /// Where; `None` for the encoded message, after it was made.
    pub place: Option<FaultPoint>,
    /// Which bit, counted from the lowest one, modulo as many as there are.
    pub bit: usize,
    /// Whether a wrong result is found and kept back: `false` shows what left otherwise.
    pub finds: bool,
}

impl FaultInjector for Flip {
    fn strike(&mut self, place: FaultPoint, words: &mut [u64]) {
        if self.place == Some(place) {
            let bit = self.bit % (64 * words.len());
            words[bit / 64] ^= 1 << (bit % 64);
        }
    }

    fn strike_lanes(&mut self, place: FaultPoint, cells: &mut [Cell], lanes: Range<usize>) {
        if self.place == Some(place) {
            let bit = self.bit % (64 * lanes.len() * cells.len());
            let (cell, lane) = (bit / 64 / lanes.len(), bit / 64 % lanes.len());
            cells[cell].0[lanes.start + lane] ^= 1 << (bit % 64);
        }
    }

    fn finds(&self) -> bool {
        self.finds
    }
}

/// Sees the blinding factor `r^e` and changes nothing.
struct Factor(Vec<u64>);

impl FaultInjector for Factor {
    fn strike(&mut self, place: FaultPoint, words: &mut [u64]) {
        if place == FaultPoint::Blind {
            self.0 = words.to_vec();
        }
    }

    fn strike_lanes(&mut self, _: FaultPoint, _: &mut [Cell], _: Range<usize>) {}
}

/// Signs a digest, and returns the words of the blinding factor that was used. Errors: those of
/// `sign_digest`.
pub fn blinding_of(
    key: &PrivateKey,
    digest: &Digest,
    scheme: Scheme,
) -> Result<Vec<u64>, SignError> {
    let mut factor = Factor(Vec::new());
    key.sign_input_by(&Input::Digest(digest.clone()), scheme, |encoded, out| {
        key.core().apply_struck(encoded, out, &mut factor)
    })?;
    Ok(factor.0)
}

/// Signs a digest while bits change. Errors: those of `sign_digest`.
pub fn sign_struck(
    key: &PrivateKey,
    digest: &Digest,
    scheme: Scheme,
    mut flip: Flip,
) -> Result<Vec<u8>, SignError> {
    key.sign_input_by(&Input::Digest(digest.clone()), scheme, |encoded, out| {
        if flip.place.is_none() {
            let bit = flip.bit % (8 * encoded.len());
            encoded[bit / 8] ^= 1 << (bit % 8);
        }
        key.core().apply_struck(encoded, out, &mut flip)
    })
}

/// Returns the key with one bit changed in what is kept of its primes: the primes themselves,
/// exponents, coefficient, and all that was computed from them. The bit is counted modulo as many
/// as there are.
#[must_use]
pub fn struck_key(key: &PrivateKey, bit: usize) -> PrivateKey {
    restruck(key, bit)
}

/// Returns the private power of each number, big-endian and as long as the modulus, as a batch has
/// it, while bits change; at most eight keys of one length and exponent. Errors: those of
/// `sign_digest`.
#[must_use]
pub fn powers_struck(
    items: &[(&PrivateKey, &[u8])],
    mut flip: Flip,
) -> Vec<Result<Vec<u8>, SignError>> {
    let cores: Vec<_> = items.iter().map(|(key, number)| (key.core(), *number)).collect();
    cores.first().map_or_else(Vec::new, |(first, _)| first.apply_group_struck(&cores, &mut flip))
}
