//! Signed limbs in 64-bit words: what the generated forms of that kind call.
//!
//! A word holds a limb in two's complement; `value = sum(limb[i] * 2^(B i))`, not unique. All that
//! works on whole numbers is generated and proven; here is how one limb is cut.

/// Returns `(low, high)` with `a = low + 2^BITS high` and `0 <= low < 2^BITS`.
#[inline(always)]
#[must_use]
pub const fn split<const BITS: u32>(a: i64) -> (i64, i64) {
    (a & ((1 << BITS) - 1), a >> BITS)
}

/// Returns `(low, high)` with `a = low + 2^BITS high` and `low` in `-half .. half`, where `half` is
/// `2^(BITS - 1)`; `a + half` and `a - half` must fit.
#[inline(always)]
#[must_use]
pub const fn carry<const BITS: u32>(a: i64) -> (i64, i64) {
    let high = (a + (1 << (BITS - 1))) >> BITS;
    (a - (high << BITS), high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_and_carries_round_as_they_say() {
        for a in [-513, -512, -257, -256, -255, -1, 0, 1, 255, 256, 257, 511, 512] {
            let (low, high) = split::<8>(a);
            assert!(low + 256 * high == a && (0..256).contains(&low));
            let (low, high) = carry::<8>(a);
            assert!(low + 256 * high == a && (-128..128).contains(&low));
        }
    }
}
