//! The prime `p192_p`, 192 bits, 3 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: FIPS 186-4, appendix D.1.2.
//! Form: montgomery; an element `x` is held as `x * 2^192 mod p`.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b / 2^192` | a, b < p | < p | 70 | 21 | 36 | 0 |
//! | sqr | `a * a / 2^192` | a < p | < p | 64 | 18 | 34 | 0 |
//! | add | `a + b` | a, b < p | < p | 11 | 0 | 9 | 0 |
//! | sub | `a - b` | a, b < p | < p | 8 | 0 | 6 | 0 |
//! | neg | `-a` | a < p | < p | 8 | 0 | 6 | 0 |
//! | encode | `plain * 2^192` | plain < p | < p | 70 | 21 | 36 | 0 |
//! | decode | `a / 2^192` | a < p | < p | 33 | 12 | 15 | 0 |

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
        let x39 = x6.wrapping_mul(1);
        let (x40, y40) = mul_wide(x39, 0xffff_ffff_ffff_ffff);
        let (x41, y41) = mul_wide(x39, 0xffff_ffff_ffff_fffe);
        let (x42, y42) = mul_wide(x39, 0xffff_ffff_ffff_ffff);
        let (x43, y43) = adc(y40, x41, 0);
        let (x44, y44) = adc(y41, x42, y43);
        let x45 = y42 + y44;
        let (_, y46) = adc(x6, x40, 0);
        let (x47, y47) = adc(x19, x43, y46);
        let (x48, y48) = adc(x29, x44, y47);
        let x49 = x45 + y48;
        let x50 = x47.wrapping_mul(1);
        let (x51, y51) = mul_wide(x50, 0xffff_ffff_ffff_ffff);
        let (x52, y52) = mul_wide(x50, 0xffff_ffff_ffff_fffe);
        let (x53, y53) = mul_wide(x50, 0xffff_ffff_ffff_ffff);
        let (x54, y54) = adc(y51, x52, 0);
        let (x55, y55) = adc(y52, x53, y54);
        let x56 = y53 + y55;
        let (_, y57) = adc(x47, x51, 0);
        let (x58, y58) = adc(x48, x54, y57);
        let (x59, y59) = adc(x49, x55, y58);
        let x60 = x56 + y59;
        let x61 = x58.wrapping_mul(1);
        let (x62, y62) = mul_wide(x61, 0xffff_ffff_ffff_ffff);
        let (x63, y63) = mul_wide(x61, 0xffff_ffff_ffff_fffe);
        let (x64, y64) = mul_wide(x61, 0xffff_ffff_ffff_ffff);
        let (x65, y65) = adc(y62, x63, 0);
        let (x66, y66) = adc(y63, x64, y65);
        let x67 = y64 + y66;
        let (_, y68) = adc(x58, x62, 0);
        let (x69, y69) = adc(x59, x65, y68);
        let (x70, y70) = adc(x60, x66, y69);
        let x71 = x67 + y70;
        let (x72, y72) = sbb(x69, x35, 0);
        let (x73, y73) = sbb(x70, x36, y72);
        let (x74, y74) = sbb(x71, x37, y73);
        let x75 = mask(y74);
        let x76 = x75 & 0xffff_ffff_ffff_fffe;
        let (x77, y77) = adc(x72, x75, 0);
        let (x78, y78) = adc(x73, x76, y77);
        let (x79, _) = adc(x74, x75, y78);
        [x77, x78, x79]
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
        let x30 = x15.wrapping_mul(1);
        let (x31, y31) = mul_wide(x30, 0xffff_ffff_ffff_ffff);
        let (x32, y32) = mul_wide(x30, 0xffff_ffff_ffff_fffe);
        let (x33, y33) = mul_wide(x30, 0xffff_ffff_ffff_ffff);
        let (x34, y34) = adc(y31, x32, 0);
        let (x35, y35) = adc(y32, x33, y34);
        let x36 = y33 + y35;
        let (_, y37) = adc(x15, x31, 0);
        let (x38, y38) = adc(x18, x34, y37);
        let (x39, y39) = adc(x19, x35, y38);
        let x40 = x36 + y39;
        let x41 = x38.wrapping_mul(1);
        let (x42, y42) = mul_wide(x41, 0xffff_ffff_ffff_ffff);
        let (x43, y43) = mul_wide(x41, 0xffff_ffff_ffff_fffe);
        let (x44, y44) = mul_wide(x41, 0xffff_ffff_ffff_ffff);
        let (x45, y45) = adc(y42, x43, 0);
        let (x46, y46) = adc(y43, x44, y45);
        let x47 = y44 + y46;
        let (_, y48) = adc(x38, x42, 0);
        let (x49, y49) = adc(x39, x45, y48);
        let (x50, y50) = adc(x40, x46, y49);
        let x51 = x47 + y50;
        let x52 = x49.wrapping_mul(1);
        let (x53, y53) = mul_wide(x52, 0xffff_ffff_ffff_ffff);
        let (x54, y54) = mul_wide(x52, 0xffff_ffff_ffff_fffe);
        let (x55, y55) = mul_wide(x52, 0xffff_ffff_ffff_ffff);
        let (x56, y56) = adc(y53, x54, 0);
        let (x57, y57) = adc(y54, x55, y56);
        let x58 = y55 + y57;
        let (_, y59) = adc(x49, x53, 0);
        let (x60, y60) = adc(x50, x56, y59);
        let (x61, y61) = adc(x51, x57, y60);
        let x62 = x58 + y61;
        let (x63, y63) = sbb(x60, x26, 0);
        let (x64, y64) = sbb(x61, x27, y63);
        let (x65, y65) = sbb(x62, x28, y64);
        let x66 = mask(y65);
        let x67 = x66 & 0xffff_ffff_ffff_fffe;
        let (x68, y68) = adc(x63, x66, 0);
        let (x69, y69) = adc(x64, x67, y68);
        let (x70, _) = adc(x65, x66, y69);
        [x68, x69, x70]
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
        let (x5, y5) = mul_wide(plain0, 1);
        let (x6, y6) = mul_wide(plain0, 2);
        let (x7, y7) = mul_wide(plain0, 1);
        let (x9, y9) = adc(y5, x6, 0);
        let (x10, y10) = adc(y6, x7, y9);
        let x11 = y7 + y10;
        let (x12, y12) = mul_wide(plain1, 1);
        let (x13, y13) = mul_wide(plain1, 2);
        let (x14, y14) = mul_wide(plain1, 1);
        let (x15, y15) = adc(y12, x13, 0);
        let (x16, y16) = adc(y13, x14, y15);
        let x17 = y14 + y16;
        let (x18, y18) = adc(x9, x12, 0);
        let (x19, y19) = adc(x10, x15, y18);
        let (x20, y20) = adc(x11, x16, y19);
        let x21 = x17 + y20;
        let (x22, y22) = mul_wide(plain2, 1);
        let (x23, y23) = mul_wide(plain2, 2);
        let (x24, y24) = mul_wide(plain2, 1);
        let (x25, y25) = adc(y22, x23, 0);
        let (x26, y26) = adc(y23, x24, y25);
        let x27 = y24 + y26;
        let (x28, y28) = adc(x19, x22, 0);
        let (x29, y29) = adc(x20, x25, y28);
        let (x30, y30) = adc(x21, x26, y29);
        let x31 = x27 + y30;
        let (x34, y34) = sbb(0xffff_ffff_ffff_ffff, x29, 0);
        let (x35, y35) = sbb(0xffff_ffff_ffff_fffe, x30, y34);
        let (x36, _) = sbb(0xffff_ffff_ffff_ffff, x31, y35);
        let x37 = x5.wrapping_mul(1);
        let (x38, y38) = mul_wide(x37, 0xffff_ffff_ffff_ffff);
        let (x39, y39) = mul_wide(x37, 0xffff_ffff_ffff_fffe);
        let (x40, y40) = mul_wide(x37, 0xffff_ffff_ffff_ffff);
        let (x41, y41) = adc(y38, x39, 0);
        let (x42, y42) = adc(y39, x40, y41);
        let x43 = y40 + y42;
        let (_, y44) = adc(x5, x38, 0);
        let (x45, y45) = adc(x18, x41, y44);
        let (x46, y46) = adc(x28, x42, y45);
        let x47 = x43 + y46;
        let x48 = x45.wrapping_mul(1);
        let (x49, y49) = mul_wide(x48, 0xffff_ffff_ffff_ffff);
        let (x50, y50) = mul_wide(x48, 0xffff_ffff_ffff_fffe);
        let (x51, y51) = mul_wide(x48, 0xffff_ffff_ffff_ffff);
        let (x52, y52) = adc(y49, x50, 0);
        let (x53, y53) = adc(y50, x51, y52);
        let x54 = y51 + y53;
        let (_, y55) = adc(x45, x49, 0);
        let (x56, y56) = adc(x46, x52, y55);
        let (x57, y57) = adc(x47, x53, y56);
        let x58 = x54 + y57;
        let x59 = x56.wrapping_mul(1);
        let (x60, y60) = mul_wide(x59, 0xffff_ffff_ffff_ffff);
        let (x61, y61) = mul_wide(x59, 0xffff_ffff_ffff_fffe);
        let (x62, y62) = mul_wide(x59, 0xffff_ffff_ffff_ffff);
        let (x63, y63) = adc(y60, x61, 0);
        let (x64, y64) = adc(y61, x62, y63);
        let x65 = y62 + y64;
        let (_, y66) = adc(x56, x60, 0);
        let (x67, y67) = adc(x57, x63, y66);
        let (x68, y68) = adc(x58, x64, y67);
        let x69 = x65 + y68;
        let (x70, y70) = sbb(x67, x34, 0);
        let (x71, y71) = sbb(x68, x35, y70);
        let (x72, y72) = sbb(x69, x36, y71);
        let x73 = mask(y72);
        let x74 = x73 & 0xffff_ffff_ffff_fffe;
        let (x75, y75) = adc(x70, x73, 0);
        let (x76, y76) = adc(x71, x74, y75);
        let (x77, _) = adc(x72, x73, y76);
        [x75, x76, x77]
    }

    #[inline(always)]
    fn decode(a: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let x7 = a0.wrapping_mul(1);
        let (x8, y8) = mul_wide(x7, 0xffff_ffff_ffff_ffff);
        let (x9, y9) = mul_wide(x7, 0xffff_ffff_ffff_fffe);
        let (x10, y10) = mul_wide(x7, 0xffff_ffff_ffff_ffff);
        let (x11, y11) = adc(y8, x9, 0);
        let (x12, y12) = adc(y9, x10, y11);
        let x13 = y10 + y12;
        let (_, y14) = adc(a0, x8, 0);
        let (x15, y15) = adc(a1, x11, y14);
        let (x16, y16) = adc(a2, x12, y15);
        let x17 = x13 + y16;
        let x18 = x15.wrapping_mul(1);
        let (x19, y19) = mul_wide(x18, 0xffff_ffff_ffff_ffff);
        let (x20, y20) = mul_wide(x18, 0xffff_ffff_ffff_fffe);
        let (x21, y21) = mul_wide(x18, 0xffff_ffff_ffff_ffff);
        let (x22, y22) = adc(y19, x20, 0);
        let (x23, y23) = adc(y20, x21, y22);
        let x24 = y21 + y23;
        let (_, y25) = adc(x15, x19, 0);
        let (x26, y26) = adc(x16, x22, y25);
        let (x27, y27) = adc(x17, x23, y26);
        let x28 = x24 + y27;
        let x29 = x26.wrapping_mul(1);
        let (x30, y30) = mul_wide(x29, 0xffff_ffff_ffff_ffff);
        let (x31, y31) = mul_wide(x29, 0xffff_ffff_ffff_fffe);
        let (x32, y32) = mul_wide(x29, 0xffff_ffff_ffff_ffff);
        let (x33, y33) = adc(y30, x31, 0);
        let (x34, y34) = adc(y31, x32, y33);
        let x35 = y32 + y34;
        let (_, y36) = adc(x26, x30, 0);
        let (x37, y37) = adc(x27, x33, y36);
        let (x38, y38) = adc(x28, x34, y37);
        let x39 = x35 + y38;
        [x37, x38, x39]
    }
}
