//! Signatures whose `s` is in the lower half.

use sealane::DecodeError;
use sealane::ecc::{Algorithm, Signature};

/// Goal: the low half ends at `n / 2`. Method: `s` on either side of it, and at the ends.
#[test]
fn low_s_ends_at_half_the_order() {
    // (n - 1) / 2 of P-256.
    let half = *b"\x7f\xff\xff\xff\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff\
        \xde\x73\x7d\x56\xd3\x8b\xcf\x42\x79\xdc\xe5\x61\x7e\x31\x92\xa8";
    let mut one = [0; 32];
    one[31] = 1;
    let mut above = half;
    above[31] += 1;
    let low = |s: [u8; 32]| {
        let signature = [one, s].concat();
        let signature = Signature::from_bytes(Algorithm::EcP256, &signature);
        signature.expect("in range").require_low_s()
    };
    assert_eq!(low(one), Ok(()));
    assert_eq!(low(half), Ok(()));
    assert_eq!(low(above), Err(DecodeError::SigHighS));
    assert_eq!(low([0xee; 32]), Err(DecodeError::SigHighS));
}
