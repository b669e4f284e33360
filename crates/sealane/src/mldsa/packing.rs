//! Coefficients as bits, and back. FIPS 204, section 7.1.

use super::parameters::packed_bytes;
use sealane_arith::ring::Polynomial;

/// Writes `value` of each coefficient in as many bits, lowest first, which fill `out`. FIPS 204,
/// algorithms 16 and 17. Constant-time.
pub(super) fn pack(of: &Polynomial, bits: u32, value: impl Fn(i32) -> i32, out: &mut [u8]) {
    debug_assert_eq!(out.len(), packed_bytes(bits));
    let (mut word, mut filled) = (0u64, 0);
    let mut coefficients = of.0.iter();
    for out in out {
        // How many bits are there depends on lengths alone.
        while filled < 8 {
            let next = coefficients.next().map_or(0, |x| value(*x));
            word |= u64::from(next as u32) << filled;
            filled += bits;
        }
        *out = word as u8;
        word >>= 8;
        filled -= 8;
    }
}

/// Reads coefficients that [`pack`] wrote, as `value` of their bits. FIPS 204, algorithms 18 and
/// 19. Constant-time.
pub(super) fn unpack(bytes: &[u8], bits: u32, value: impl Fn(i32) -> i32, out: &mut Polynomial) {
    debug_assert_eq!(bytes.len(), packed_bytes(bits));
    let (mut word, mut filled) = (0u64, 0);
    let mut bytes = bytes.iter();
    for out in &mut out.0 {
        while filled < bits {
            word |= bytes.next().map_or(0, |byte| u64::from(*byte)) << filled;
            filled += 8;
        }
        *out = value((word & ((1 << bits) - 1)) as i32);
        word >>= bits;
        filled -= bits;
    }
}
