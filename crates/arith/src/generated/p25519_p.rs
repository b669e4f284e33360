//! The prime `p25519_p`, 255 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.3.
//! Form: crandall; an element is held as it is.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b` | a, b < 2 p | < 2 p | 69 | 21 | 35 | 0 |
//! | sqr | `a * a` | a < 2 p | < 2 p | 56 | 15 | 29 | 0 |
//! | add | `a + b` | a, b < 2 p | < 2 p | 14 | 0 | 12 | 0 |
//! | sub | `a - b` | a, b < 2 p | < 2 p | 10 | 0 | 8 | 0 |
//! | neg | `-a` | a < 2 p | < 2 p | 10 | 0 | 8 | 0 |
//! | encode | `plain` | plain < p | < p | 0 | 0 | 0 | 0 |
//! | decode | `a` | a < 2 p | < p | 9 | 0 | 4 | 4 |
//! | canonical | `a` | a < 2 p | < p | 9 | 0 | 4 | 4 |

use crate::prime::Prime;
use crate::word::{adc, mask, mul_wide, sbb, select};

/// The prime `p25519_p`, 255 bits, 4 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P25519P;

#[rustfmt::skip]
impl Prime for P25519P {
    type Limbs = [u64; 4];
    #[cfg(feature = "narrow")]
    type Narrow = super::narrow::P25519PS26X10A0;
    #[cfg(not(feature = "narrow"))]
    type Narrow = Self;
    type Lanes = super::lanes::P25519P;
    const NAME: &'static str = "p25519_p";
    const BITS: usize = 255;
    const MODULUS: [u64; 4] = [
        0xffff_ffff_ffff_ffed,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0x7fff_ffff_ffff_ffff,
    ];
    const ONE: [u64; 4] = [
        1,
        0,
        0,
        0,
    ];
    const MULTIPLE: u64 = 2;

    #[inline(always)]
    fn mul(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x8, y8) = mul_wide(a0, b0);
        let (x9, y9) = mul_wide(a0, b1);
        let (x10, y10) = mul_wide(a0, b2);
        let (x11, y11) = mul_wide(a0, b3);
        let (x13, y13) = adc(y8, x9, 0);
        let (x14, y14) = adc(y9, x10, y13);
        let (x15, y15) = adc(y10, x11, y14);
        let x16 = y11 + y15;
        let (x17, y17) = mul_wide(a1, b0);
        let (x18, y18) = mul_wide(a1, b1);
        let (x19, y19) = mul_wide(a1, b2);
        let (x20, y20) = mul_wide(a1, b3);
        let (x21, y21) = adc(y17, x18, 0);
        let (x22, y22) = adc(y18, x19, y21);
        let (x23, y23) = adc(y19, x20, y22);
        let x24 = y20 + y23;
        let (x25, y25) = adc(x13, x17, 0);
        let (x26, y26) = adc(x14, x21, y25);
        let (x27, y27) = adc(x15, x22, y26);
        let (x28, y28) = adc(x16, x23, y27);
        let x29 = x24 + y28;
        let (x30, y30) = mul_wide(a2, b0);
        let (x31, y31) = mul_wide(a2, b1);
        let (x32, y32) = mul_wide(a2, b2);
        let (x33, y33) = mul_wide(a2, b3);
        let (x34, y34) = adc(y30, x31, 0);
        let (x35, y35) = adc(y31, x32, y34);
        let (x36, y36) = adc(y32, x33, y35);
        let x37 = y33 + y36;
        let (x38, y38) = adc(x26, x30, 0);
        let (x39, y39) = adc(x27, x34, y38);
        let (x40, y40) = adc(x28, x35, y39);
        let (x41, y41) = adc(x29, x36, y40);
        let x42 = x37 + y41;
        let (x43, y43) = mul_wide(a3, b0);
        let (x44, y44) = mul_wide(a3, b1);
        let (x45, y45) = mul_wide(a3, b2);
        let (x46, y46) = mul_wide(a3, b3);
        let (x47, y47) = adc(y43, x44, 0);
        let (x48, y48) = adc(y44, x45, y47);
        let (x49, y49) = adc(y45, x46, y48);
        let x50 = y46 + y49;
        let (x51, y51) = adc(x39, x43, 0);
        let (x52, y52) = adc(x40, x47, y51);
        let (x53, y53) = adc(x41, x48, y52);
        let (x54, y54) = adc(x42, x49, y53);
        let x55 = x50 + y54;
        let (x57, y57) = mul_wide(0x0000_0000_0000_0026, x52);
        let (x58, y58) = mul_wide(0x0000_0000_0000_0026, x53);
        let (x59, y59) = mul_wide(0x0000_0000_0000_0026, x54);
        let (x60, y60) = mul_wide(0x0000_0000_0000_0026, x55);
        let (x61, y61) = adc(y57, x58, 0);
        let (x62, y62) = adc(y58, x59, y61);
        let (x63, y63) = adc(y59, x60, y62);
        let x64 = y60 + y63;
        let (x65, y65) = adc(x57, x8, 0);
        let (x66, y66) = adc(x61, x25, y65);
        let (x67, y67) = adc(x62, x38, y66);
        let (x68, y68) = adc(x63, x51, y67);
        let x69 = x64 + y68;
        let x70 = x69 << 1;
        let x71 = x68 >> 63;
        let x72 = x70 + x71;
        let (x74, y74) = mul_wide(x72, 0x0000_0000_0000_0013);
        let x76 = x68 & 0x7fff_ffff_ffff_ffff;
        let (x77, y77) = adc(x65, x74, 0);
        let (x78, y78) = adc(x66, y74, y77);
        let (x79, y79) = adc(x67, 0, y78);
        let (x80, _) = adc(x76, 0, y79);
        [x77, x78, x79, x80]
    }

    #[inline(always)]
    fn sqr(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let (x5, y5) = mul_wide(a0, a1);
        let (x6, y6) = mul_wide(a0, a2);
        let (x7, y7) = mul_wide(a0, a3);
        let (x8, y8) = adc(y5, x6, 0);
        let (x9, y9) = adc(y6, x7, y8);
        let x10 = y7 + y9;
        let (x11, y11) = mul_wide(a1, a2);
        let (x12, y12) = mul_wide(a1, a3);
        let (x13, y13) = adc(y11, x12, 0);
        let x14 = y12 + y13;
        let (x15, y15) = adc(x9, x11, 0);
        let (x16, y16) = adc(x10, x13, y15);
        let x17 = x14 + y16;
        let (x18, y18) = mul_wide(a2, a3);
        let (x19, y19) = adc(x17, x18, 0);
        let x20 = y18 + y19;
        let (x21, y21) = adc(x5, x5, 0);
        let (x22, y22) = adc(x8, x8, y21);
        let (x23, y23) = adc(x15, x15, y22);
        let (x24, y24) = adc(x16, x16, y23);
        let (x25, y25) = adc(x19, x19, y24);
        let (x26, y26) = adc(x20, x20, y25);
        let (x27, y27) = mul_wide(a0, a0);
        let (x28, y28) = mul_wide(a1, a1);
        let (x29, y29) = mul_wide(a2, a2);
        let (x30, y30) = mul_wide(a3, a3);
        let (x31, y31) = adc(x21, y27, 0);
        let (x32, y32) = adc(x22, x28, y31);
        let (x33, y33) = adc(x23, y28, y32);
        let (x34, y34) = adc(x24, x29, y33);
        let (x35, y35) = adc(x25, y29, y34);
        let (x36, y36) = adc(x26, x30, y35);
        let x37 = y26 + y30;
        let x38 = x37 + y36;
        let (x40, y40) = mul_wide(0x0000_0000_0000_0026, x34);
        let (x41, y41) = mul_wide(0x0000_0000_0000_0026, x35);
        let (x42, y42) = mul_wide(0x0000_0000_0000_0026, x36);
        let (x43, y43) = mul_wide(0x0000_0000_0000_0026, x38);
        let (x44, y44) = adc(y40, x41, 0);
        let (x45, y45) = adc(y41, x42, y44);
        let (x46, y46) = adc(y42, x43, y45);
        let x47 = y43 + y46;
        let (x48, y48) = adc(x40, x27, 0);
        let (x49, y49) = adc(x44, x31, y48);
        let (x50, y50) = adc(x45, x32, y49);
        let (x51, y51) = adc(x46, x33, y50);
        let x52 = x47 + y51;
        let x53 = x52 << 1;
        let x54 = x51 >> 63;
        let x55 = x53 + x54;
        let (x57, y57) = mul_wide(x55, 0x0000_0000_0000_0013);
        let x59 = x51 & 0x7fff_ffff_ffff_ffff;
        let (x60, y60) = adc(x48, x57, 0);
        let (x61, y61) = adc(x49, y57, y60);
        let (x62, y62) = adc(x50, 0, y61);
        let (x63, _) = adc(x59, 0, y62);
        [x60, x61, x62, x63]
    }

    #[inline(always)]
    fn add(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x11, y11) = sbb(0xffff_ffff_ffff_ffda, b0, 0);
        let (x12, y12) = sbb(0xffff_ffff_ffff_ffff, b1, y11);
        let (x13, y13) = sbb(0xffff_ffff_ffff_ffff, b2, y12);
        let (x14, _) = sbb(0xffff_ffff_ffff_ffff, b3, y13);
        let (x15, y15) = sbb(a0, x11, 0);
        let (x16, y16) = sbb(a1, x12, y15);
        let (x17, y17) = sbb(a2, x13, y16);
        let (x18, y18) = sbb(a3, x14, y17);
        let x19 = mask(y18);
        let x20 = x19 & 0xffff_ffff_ffff_ffda;
        let (x21, y21) = adc(x15, x20, 0);
        let (x22, y22) = adc(x16, x19, y21);
        let (x23, y23) = adc(x17, x19, y22);
        let (x24, _) = adc(x18, x19, y23);
        [x21, x22, x23, x24]
    }

    #[inline(always)]
    fn sub(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x9, y9) = sbb(a0, b0, 0);
        let (x10, y10) = sbb(a1, b1, y9);
        let (x11, y11) = sbb(a2, b2, y10);
        let (x12, y12) = sbb(a3, b3, y11);
        let x13 = mask(y12);
        let x15 = x13 & 0xffff_ffff_ffff_ffda;
        let (x16, y16) = adc(x9, x15, 0);
        let (x17, y17) = adc(x10, x13, y16);
        let (x18, y18) = adc(x11, x13, y17);
        let (x19, _) = adc(x12, x13, y18);
        [x16, x17, x18, x19]
    }

    #[inline(always)]
    fn neg(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let (x5, y5) = sbb(0, a0, 0);
        let (x6, y6) = sbb(0, a1, y5);
        let (x7, y7) = sbb(0, a2, y6);
        let (x8, y8) = sbb(0, a3, y7);
        let x9 = mask(y8);
        let x11 = x9 & 0xffff_ffff_ffff_ffda;
        let (x12, y12) = adc(x5, x11, 0);
        let (x13, y13) = adc(x6, x9, y12);
        let (x14, y14) = adc(x7, x9, y13);
        let (x15, _) = adc(x8, x9, y14);
        [x12, x13, x14, x15]
    }

    #[inline(always)]
    fn encode(plain: &[u64; 4]) -> [u64; 4] {
        let [plain0, plain1, plain2, plain3] = *plain;
        [plain0, plain1, plain2, plain3]
    }

    #[inline(always)]
    fn decode(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let (x8, y8) = sbb(a0, 0xffff_ffff_ffff_ffed, 0);
        let (x9, y9) = sbb(a1, 0xffff_ffff_ffff_ffff, y8);
        let (x10, y10) = sbb(a2, 0xffff_ffff_ffff_ffff, y9);
        let (x11, y11) = sbb(a3, 0x7fff_ffff_ffff_ffff, y10);
        let x12 = mask(y11);
        let x13 = select(x12, a0, x8);
        let x14 = select(x12, a1, x9);
        let x15 = select(x12, a2, x10);
        let x16 = select(x12, a3, x11);
        [x13, x14, x15, x16]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let (x8, y8) = sbb(a0, 0xffff_ffff_ffff_ffed, 0);
        let (x9, y9) = sbb(a1, 0xffff_ffff_ffff_ffff, y8);
        let (x10, y10) = sbb(a2, 0xffff_ffff_ffff_ffff, y9);
        let (x11, y11) = sbb(a3, 0x7fff_ffff_ffff_ffff, y10);
        let x12 = mask(y11);
        let x13 = select(x12, a0, x8);
        let x14 = select(x12, a1, x9);
        let x15 = select(x12, a2, x10);
        let x16 = select(x12, a3, x11);
        [x13, x14, x15, x16]
    }
}
