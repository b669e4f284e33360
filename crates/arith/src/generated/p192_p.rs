//! The prime `p192_p`, 192 bits, 3 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: FIPS 186-4, appendix D.1.2.
//! Form: montgomery, rows without products; an element `x` is held as `x * 2^192 mod p`.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b / 2^192` | a, b < p | < p | 46 | 9 | 27 | 0 |
//! | sqr | `a * a / 2^192` | a < p | < p | 40 | 6 | 25 | 0 |
//! | add | `a + b` | a, b < p | < p | 11 | 0 | 9 | 0 |
//! | sub | `a - b` | a, b < p | < p | 8 | 0 | 6 | 0 |
//! | neg | `-a` | a < p | < p | 8 | 0 | 6 | 0 |
//! | encode | `plain * 2^192` | plain < p | < p | 34 | 3 | 24 | 0 |
//! | decode | `a / 2^192` | a < p | < p | 9 | 0 | 6 | 0 |

use crate::prime::Prime;
use crate::word::{adc, mask, mul_wide, sbb};

/// The prime `p192_p`, 192 bits, 3 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P192P;

#[rustfmt::skip]
impl Prime for P192P {
    type Limbs = [u64; 3];
    #[cfg(feature = "narrow")]
    type Narrow = super::narrow::P192PS28X7A0;
    #[cfg(not(feature = "narrow"))]
    type Narrow = Self;
    type Lanes = super::lanes::P192P;
    const NAME: &'static str = "p192_p";
    const BITS: usize = 192;
    const MODULUS: [u64; 3] = [
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_fffe,
        0xffff_ffff_ffff_ffff,
    ];
    const ONE: [u64; 3] = [
        1,
        1,
        0,
    ];

    #[inline(always)]
    fn mul(a: &[u64; 3], b: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let [b0, b1, b2] = *b;
        let (x6, y6) = mul_wide(a0, b0);
        let (x7, y7) = mul_wide(a0, b1);
        let (x8, y8) = mul_wide(a0, b2);
        let (x10, y10) = adc(y6, x7, 0);
        let (x11, y11) = adc(y7, x8, y10);
        let x12 = y8 + y11;
        let (x13, y13) = mul_wide(a1, b0);
        let (x14, y14) = mul_wide(a1, b1);
        let (x15, y15) = mul_wide(a1, b2);
        let (x16, y16) = adc(y13, x14, 0);
        let (x17, y17) = adc(y14, x15, y16);
        let x18 = y15 + y17;
        let (x19, y19) = adc(x10, x13, 0);
        let (x20, y20) = adc(x11, x16, y19);
        let (x21, y21) = adc(x12, x17, y20);
        let x22 = x18 + y21;
        let (x23, y23) = mul_wide(a2, b0);
        let (x24, y24) = mul_wide(a2, b1);
        let (x25, y25) = mul_wide(a2, b2);
        let (x26, y26) = adc(y23, x24, 0);
        let (x27, y27) = adc(y24, x25, y26);
        let x28 = y25 + y27;
        let (x29, y29) = adc(x20, x23, 0);
        let (x30, y30) = adc(x21, x26, y29);
        let (x31, y31) = adc(x22, x27, y30);
        let x32 = x28 + y31;
        let (x35, y35) = sbb(0xffff_ffff_ffff_ffff, x30, 0);
        let (x36, y36) = sbb(0xffff_ffff_ffff_fffe, x31, y35);
        let (x37, _) = sbb(0xffff_ffff_ffff_ffff, x32, y36);
        let (x38, y38) = sbb(x19, x6, 0);
        let (x39, y39) = sbb(x29, 0, y38);
        let x40 = x6 - y39;
        let (x41, y41) = sbb(x39, x38, 0);
        let (x42, y42) = sbb(x40, 0, y41);
        let x43 = x38 - y42;
        let (x44, y44) = sbb(x42, x41, 0);
        let (x45, y45) = sbb(x43, 0, y44);
        let x46 = x41 - y45;
        let (x47, y47) = sbb(x44, x35, 0);
        let (x48, y48) = sbb(x45, x36, y47);
        let (x49, y49) = sbb(x46, x37, y48);
        let x50 = mask(y49);
        let x51 = x50 & 0xffff_ffff_ffff_fffe;
        let (x52, y52) = adc(x47, x50, 0);
        let (x53, y53) = adc(x48, x51, y52);
        let (x54, _) = adc(x49, x50, y53);
        [x52, x53, x54]
    }

    #[inline(always)]
    fn sqr(a: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let (x4, y4) = mul_wide(a0, a1);
        let (x5, y5) = mul_wide(a0, a2);
        let (x6, y6) = adc(y4, x5, 0);
        let x7 = y5 + y6;
        let (x8, y8) = mul_wide(a1, a2);
        let (x9, y9) = adc(x7, x8, 0);
        let x10 = y8 + y9;
        let (x11, y11) = adc(x4, x4, 0);
        let (x12, y12) = adc(x6, x6, y11);
        let (x13, y13) = adc(x9, x9, y12);
        let (x14, y14) = adc(x10, x10, y13);
        let (x15, y15) = mul_wide(a0, a0);
        let (x16, y16) = mul_wide(a1, a1);
        let (x17, y17) = mul_wide(a2, a2);
        let (x18, y18) = adc(x11, y15, 0);
        let (x19, y19) = adc(x12, x16, y18);
        let (x20, y20) = adc(x13, y16, y19);
        let (x21, y21) = adc(x14, x17, y20);
        let x22 = y14 + y17;
        let x23 = x22 + y21;
        let (x26, y26) = sbb(0xffff_ffff_ffff_ffff, x20, 0);
        let (x27, y27) = sbb(0xffff_ffff_ffff_fffe, x21, y26);
        let (x28, _) = sbb(0xffff_ffff_ffff_ffff, x23, y27);
        let (x29, y29) = sbb(x18, x15, 0);
        let (x30, y30) = sbb(x19, 0, y29);
        let x31 = x15 - y30;
        let (x32, y32) = sbb(x30, x29, 0);
        let (x33, y33) = sbb(x31, 0, y32);
        let x34 = x29 - y33;
        let (x35, y35) = sbb(x33, x32, 0);
        let (x36, y36) = sbb(x34, 0, y35);
        let x37 = x32 - y36;
        let (x38, y38) = sbb(x35, x26, 0);
        let (x39, y39) = sbb(x36, x27, y38);
        let (x40, y40) = sbb(x37, x28, y39);
        let x41 = mask(y40);
        let x42 = x41 & 0xffff_ffff_ffff_fffe;
        let (x43, y43) = adc(x38, x41, 0);
        let (x44, y44) = adc(x39, x42, y43);
        let (x45, _) = adc(x40, x41, y44);
        [x43, x44, x45]
    }

    #[inline(always)]
    fn add(a: &[u64; 3], b: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let [b0, b1, b2] = *b;
        let (x9, y9) = sbb(0xffff_ffff_ffff_ffff, b0, 0);
        let (x10, y10) = sbb(0xffff_ffff_ffff_fffe, b1, y9);
        let (x11, _) = sbb(0xffff_ffff_ffff_ffff, b2, y10);
        let (x12, y12) = sbb(a0, x9, 0);
        let (x13, y13) = sbb(a1, x10, y12);
        let (x14, y14) = sbb(a2, x11, y13);
        let x15 = mask(y14);
        let x16 = x15 & 0xffff_ffff_ffff_fffe;
        let (x17, y17) = adc(x12, x15, 0);
        let (x18, y18) = adc(x13, x16, y17);
        let (x19, _) = adc(x14, x15, y18);
        [x17, x18, x19]
    }

    #[inline(always)]
    fn sub(a: &[u64; 3], b: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let [b0, b1, b2] = *b;
        let (x7, y7) = sbb(a0, b0, 0);
        let (x8, y8) = sbb(a1, b1, y7);
        let (x9, y9) = sbb(a2, b2, y8);
        let x10 = mask(y9);
        let x12 = x10 & 0xffff_ffff_ffff_fffe;
        let (x13, y13) = adc(x7, x10, 0);
        let (x14, y14) = adc(x8, x12, y13);
        let (x15, _) = adc(x9, x10, y14);
        [x13, x14, x15]
    }

    #[inline(always)]
    fn neg(a: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let (x4, y4) = sbb(0, a0, 0);
        let (x5, y5) = sbb(0, a1, y4);
        let (x6, y6) = sbb(0, a2, y5);
        let x7 = mask(y6);
        let x9 = x7 & 0xffff_ffff_ffff_fffe;
        let (x10, y10) = adc(x4, x7, 0);
        let (x11, y11) = adc(x5, x9, y10);
        let (x12, _) = adc(x6, x7, y11);
        [x10, x11, x12]
    }

    #[inline(always)]
    fn encode(plain: &[u64; 3]) -> [u64; 3] {
        let [plain0, plain1, plain2] = *plain;
        let (x6, y6) = mul_wide(plain0, 2);
        let (x7, y7) = adc(y6, plain0, 0);
        let (x8, y8) = mul_wide(plain1, 2);
        let (x9, y9) = adc(y8, plain1, 0);
        let (x10, y10) = adc(x6, plain1, 0);
        let (x11, y11) = adc(x7, x8, y10);
        let (x12, y12) = adc(y7, x9, y11);
        let x13 = y9 + y12;
        let (x14, y14) = mul_wide(plain2, 2);
        let (x15, y15) = adc(y14, plain2, 0);
        let (x16, y16) = adc(x11, plain2, 0);
        let (x17, y17) = adc(x12, x14, y16);
        let (x18, y18) = adc(x13, x15, y17);
        let x19 = y15 + y18;
        let (x22, y22) = sbb(0xffff_ffff_ffff_ffff, x17, 0);
        let (x23, y23) = sbb(0xffff_ffff_ffff_fffe, x18, y22);
        let (x24, _) = sbb(0xffff_ffff_ffff_ffff, x19, y23);
        let (x25, y25) = sbb(x10, plain0, 0);
        let (x26, y26) = sbb(x16, 0, y25);
        let x27 = plain0 - y26;
        let (x28, y28) = sbb(x26, x25, 0);
        let (x29, y29) = sbb(x27, 0, y28);
        let x30 = x25 - y29;
        let (x31, y31) = sbb(x29, x28, 0);
        let (x32, y32) = sbb(x30, 0, y31);
        let x33 = x28 - y32;
        let (x34, y34) = sbb(x31, x22, 0);
        let (x35, y35) = sbb(x32, x23, y34);
        let (x36, y36) = sbb(x33, x24, y35);
        let x37 = mask(y36);
        let x38 = x37 & 0xffff_ffff_ffff_fffe;
        let (x39, y39) = adc(x34, x37, 0);
        let (x40, y40) = adc(x35, x38, y39);
        let (x41, _) = adc(x36, x37, y40);
        [x39, x40, x41]
    }

    #[inline(always)]
    fn decode(a: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let (x4, y4) = sbb(a1, a0, 0);
        let (x5, y5) = sbb(a2, 0, y4);
        let x6 = a0 - y5;
        let (x7, y7) = sbb(x5, x4, 0);
        let (x8, y8) = sbb(x6, 0, y7);
        let x9 = x4 - y8;
        let (x10, y10) = sbb(x8, x7, 0);
        let (x11, y11) = sbb(x9, 0, y10);
        let x12 = x7 - y11;
        [x10, x11, x12]
    }
}
