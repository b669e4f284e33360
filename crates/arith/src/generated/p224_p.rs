//! The prime `p224_p`, 224 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: montgomery, rows without products; an element `x` is held as `x * 2^256 mod p`.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b / 2^256` | a, b < p | < p | 90 | 16 | 48 | 0 |
//! | sqr | `a * a / 2^256` | a < p | < p | 77 | 10 | 42 | 0 |
//! | add | `a + b` | a, b < p | < p | 16 | 0 | 12 | 0 |
//! | sub | `a - b` | a, b < p | < p | 12 | 0 | 8 | 0 |
//! | neg | `-a` | a < p | < p | 12 | 0 | 8 | 0 |
//! | encode | `plain * 2^256` | plain < p | < p | 90 | 16 | 48 | 0 |
//! | decode | `a / 2^256` | a < p | < p | 43 | 0 | 24 | 0 |

use crate::prime::Prime;
use crate::word::{adc, mask, mul_wide, sbb};

/// The prime `p224_p`, 224 bits, 4 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P224P;

#[rustfmt::skip]
impl Prime for P224P {
    type Limbs = [u64; 4];
    #[cfg(feature = "narrow")]
    type Narrow = super::narrow::P224PS29X8A0;
    #[cfg(not(feature = "narrow"))]
    type Narrow = Self;
    type Lanes = super::lanes::P224P;
    const NAME: &'static str = "p224_p";
    const BITS: usize = 224;
    const MODULUS: [u64; 4] = [
        1,
        0xffff_ffff_0000_0000,
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_ffff,
    ];
    const ONE: [u64; 4] = [
        0xffff_ffff_0000_0000,
        0xffff_ffff_ffff_ffff,
        0,
        0,
    ];

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
        let x56 = x8 << 32;
        let x57 = x8 >> 32;
        let (x58, y58) = adc(x25, x56, 0);
        let (x59, y59) = adc(x38, x57, y58);
        let (x60, y60) = adc(x51, 0, y59);
        let x61 = x58 << 32;
        let x62 = x58 >> 32;
        let (x63, y63) = adc(x59, x61, 0);
        let (x64, y64) = adc(x60, x62, y63);
        let x65 = y60 + y64;
        let x66 = x63 << 32;
        let x67 = x63 >> 32;
        let (x68, y68) = adc(x64, x66, 0);
        let x69 = x65 + y68;
        let (x70, y70) = sbb(x68, x56, 0);
        let x71 = x70 << 32;
        let x72 = x70 >> 32;
        let x73 = x57 + x61;
        let x74 = x62 + x66;
        let x75 = x67 + x71;
        let (x76, y76) = adc(x73, y70, 0);
        let (x77, y77) = adc(x74, 0, y76);
        let (x78, y78) = adc(x75, 0, y77);
        let (x79, _) = adc(x72, 0, y78);
        let x80 = x67 + x69;
        let (x81, y81) = adc(x71, x80, 0);
        let x82 = x72 + y81;
        let (x83, y83) = sbb(x76, x81, 0);
        let (x84, y84) = sbb(x77, x82, y83);
        let (x85, y85) = sbb(x78, 0, y84);
        let (x86, _) = sbb(x79, 0, y85);
        let (x87, y87) = sbb(x52, x83, 0);
        let (x88, y88) = sbb(x53, x84, y87);
        let (x89, y89) = sbb(x54, x85, y88);
        let (x90, y90) = sbb(x55, x86, y89);
        let x91 = mask(y90);
        let x93 = x91 & 1;
        let x95 = x91 & 0xffff_ffff_0000_0000;
        let x97 = x91 & 0x0000_0000_ffff_ffff;
        let (x98, y98) = adc(x87, x93, 0);
        let (x99, y99) = adc(x88, x95, y98);
        let (x100, y100) = adc(x89, x91, y99);
        let (x101, _) = adc(x90, x97, y100);
        [x98, x99, x100, x101]
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
        let x39 = x27 << 32;
        let x40 = x27 >> 32;
        let (x41, y41) = adc(x31, x39, 0);
        let (x42, y42) = adc(x32, x40, y41);
        let (x43, y43) = adc(x33, 0, y42);
        let x44 = x41 << 32;
        let x45 = x41 >> 32;
        let (x46, y46) = adc(x42, x44, 0);
        let (x47, y47) = adc(x43, x45, y46);
        let x48 = y43 + y47;
        let x49 = x46 << 32;
        let x50 = x46 >> 32;
        let (x51, y51) = adc(x47, x49, 0);
        let x52 = x48 + y51;
        let (x53, y53) = sbb(x51, x39, 0);
        let x54 = x53 << 32;
        let x55 = x53 >> 32;
        let x56 = x40 + x44;
        let x57 = x45 + x49;
        let x58 = x50 + x54;
        let (x59, y59) = adc(x56, y53, 0);
        let (x60, y60) = adc(x57, 0, y59);
        let (x61, y61) = adc(x58, 0, y60);
        let (x62, _) = adc(x55, 0, y61);
        let x63 = x50 + x52;
        let (x64, y64) = adc(x54, x63, 0);
        let x65 = x55 + y64;
        let (x66, y66) = sbb(x59, x64, 0);
        let (x67, y67) = sbb(x60, x65, y66);
        let (x68, y68) = sbb(x61, 0, y67);
        let (x69, _) = sbb(x62, 0, y68);
        let (x70, y70) = sbb(x34, x66, 0);
        let (x71, y71) = sbb(x35, x67, y70);
        let (x72, y72) = sbb(x36, x68, y71);
        let (x73, y73) = sbb(x38, x69, y72);
        let x74 = mask(y73);
        let x76 = x74 & 1;
        let x78 = x74 & 0xffff_ffff_0000_0000;
        let x80 = x74 & 0x0000_0000_ffff_ffff;
        let (x81, y81) = adc(x70, x76, 0);
        let (x82, y82) = adc(x71, x78, y81);
        let (x83, y83) = adc(x72, x74, y82);
        let (x84, _) = adc(x73, x80, y83);
        [x81, x82, x83, x84]
    }

    #[inline(always)]
    fn add(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x13, y13) = sbb(1, b0, 0);
        let (x14, y14) = sbb(0xffff_ffff_0000_0000, b1, y13);
        let (x15, y15) = sbb(0xffff_ffff_ffff_ffff, b2, y14);
        let (x16, _) = sbb(0x0000_0000_ffff_ffff, b3, y15);
        let (x17, y17) = sbb(a0, x13, 0);
        let (x18, y18) = sbb(a1, x14, y17);
        let (x19, y19) = sbb(a2, x15, y18);
        let (x20, y20) = sbb(a3, x16, y19);
        let x21 = mask(y20);
        let x22 = x21 & 1;
        let x23 = x21 & 0xffff_ffff_0000_0000;
        let x24 = x21 & 0x0000_0000_ffff_ffff;
        let (x25, y25) = adc(x17, x22, 0);
        let (x26, y26) = adc(x18, x23, y25);
        let (x27, y27) = adc(x19, x21, y26);
        let (x28, _) = adc(x20, x24, y27);
        [x25, x26, x27, x28]
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
        let x15 = x13 & 1;
        let x17 = x13 & 0xffff_ffff_0000_0000;
        let x19 = x13 & 0x0000_0000_ffff_ffff;
        let (x20, y20) = adc(x9, x15, 0);
        let (x21, y21) = adc(x10, x17, y20);
        let (x22, y22) = adc(x11, x13, y21);
        let (x23, _) = adc(x12, x19, y22);
        [x20, x21, x22, x23]
    }

    #[inline(always)]
    fn neg(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let (x5, y5) = sbb(0, a0, 0);
        let (x6, y6) = sbb(0, a1, y5);
        let (x7, y7) = sbb(0, a2, y6);
        let (x8, y8) = sbb(0, a3, y7);
        let x9 = mask(y8);
        let x11 = x9 & 1;
        let x13 = x9 & 0xffff_ffff_0000_0000;
        let x15 = x9 & 0x0000_0000_ffff_ffff;
        let (x16, y16) = adc(x5, x11, 0);
        let (x17, y17) = adc(x6, x13, y16);
        let (x18, y18) = adc(x7, x9, y17);
        let (x19, _) = adc(x8, x15, y18);
        [x16, x17, x18, x19]
    }

    #[inline(always)]
    fn encode(plain: &[u64; 4]) -> [u64; 4] {
        let [plain0, plain1, plain2, plain3] = *plain;
        let (x8, y8) = mul_wide(plain0, 0xffff_ffff_0000_0001);
        let (x9, y9) = mul_wide(plain0, 0xffff_ffff_0000_0000);
        let (x10, y10) = mul_wide(plain0, 0xffff_fffe_0000_0000);
        let (x11, y11) = mul_wide(plain0, 0x0000_0000_ffff_ffff);
        let (x13, y13) = adc(y8, x9, 0);
        let (x14, y14) = adc(y9, x10, y13);
        let (x15, y15) = adc(y10, x11, y14);
        let x16 = y11 + y15;
        let (x17, y17) = mul_wide(plain1, 0xffff_ffff_0000_0001);
        let (x18, y18) = mul_wide(plain1, 0xffff_ffff_0000_0000);
        let (x19, y19) = mul_wide(plain1, 0xffff_fffe_0000_0000);
        let (x20, y20) = mul_wide(plain1, 0x0000_0000_ffff_ffff);
        let (x21, y21) = adc(y17, x18, 0);
        let (x22, y22) = adc(y18, x19, y21);
        let (x23, y23) = adc(y19, x20, y22);
        let x24 = y20 + y23;
        let (x25, y25) = adc(x13, x17, 0);
        let (x26, y26) = adc(x14, x21, y25);
        let (x27, y27) = adc(x15, x22, y26);
        let (x28, y28) = adc(x16, x23, y27);
        let x29 = x24 + y28;
        let (x30, y30) = mul_wide(plain2, 0xffff_ffff_0000_0001);
        let (x31, y31) = mul_wide(plain2, 0xffff_ffff_0000_0000);
        let (x32, y32) = mul_wide(plain2, 0xffff_fffe_0000_0000);
        let (x33, y33) = mul_wide(plain2, 0x0000_0000_ffff_ffff);
        let (x34, y34) = adc(y30, x31, 0);
        let (x35, y35) = adc(y31, x32, y34);
        let (x36, y36) = adc(y32, x33, y35);
        let x37 = y33 + y36;
        let (x38, y38) = adc(x26, x30, 0);
        let (x39, y39) = adc(x27, x34, y38);
        let (x40, y40) = adc(x28, x35, y39);
        let (x41, y41) = adc(x29, x36, y40);
        let x42 = x37 + y41;
        let (x43, y43) = mul_wide(plain3, 0xffff_ffff_0000_0001);
        let (x44, y44) = mul_wide(plain3, 0xffff_ffff_0000_0000);
        let (x45, y45) = mul_wide(plain3, 0xffff_fffe_0000_0000);
        let (x46, y46) = mul_wide(plain3, 0x0000_0000_ffff_ffff);
        let (x47, y47) = adc(y43, x44, 0);
        let (x48, y48) = adc(y44, x45, y47);
        let (x49, y49) = adc(y45, x46, y48);
        let x50 = y46 + y49;
        let (x51, y51) = adc(x39, x43, 0);
        let (x52, y52) = adc(x40, x47, y51);
        let (x53, y53) = adc(x41, x48, y52);
        let (x54, y54) = adc(x42, x49, y53);
        let x55 = x50 + y54;
        let x56 = x8 << 32;
        let x57 = x8 >> 32;
        let (x58, y58) = adc(x25, x56, 0);
        let (x59, y59) = adc(x38, x57, y58);
        let (x60, y60) = adc(x51, 0, y59);
        let x61 = x58 << 32;
        let x62 = x58 >> 32;
        let (x63, y63) = adc(x59, x61, 0);
        let (x64, y64) = adc(x60, x62, y63);
        let x65 = y60 + y64;
        let x66 = x63 << 32;
        let x67 = x63 >> 32;
        let (x68, y68) = adc(x64, x66, 0);
        let x69 = x65 + y68;
        let (x70, y70) = sbb(x68, x56, 0);
        let x71 = x70 << 32;
        let x72 = x70 >> 32;
        let x73 = x57 + x61;
        let x74 = x62 + x66;
        let x75 = x67 + x71;
        let (x76, y76) = adc(x73, y70, 0);
        let (x77, y77) = adc(x74, 0, y76);
        let (x78, y78) = adc(x75, 0, y77);
        let (x79, _) = adc(x72, 0, y78);
        let x80 = x67 + x69;
        let (x81, y81) = adc(x71, x80, 0);
        let x82 = x72 + y81;
        let (x83, y83) = sbb(x76, x81, 0);
        let (x84, y84) = sbb(x77, x82, y83);
        let (x85, y85) = sbb(x78, 0, y84);
        let (x86, _) = sbb(x79, 0, y85);
        let (x87, y87) = sbb(x52, x83, 0);
        let (x88, y88) = sbb(x53, x84, y87);
        let (x89, y89) = sbb(x54, x85, y88);
        let (x90, y90) = sbb(x55, x86, y89);
        let x91 = mask(y90);
        let x93 = x91 & 1;
        let x94 = x91 & 0xffff_ffff_0000_0000;
        let x95 = x91 & 0x0000_0000_ffff_ffff;
        let (x96, y96) = adc(x87, x93, 0);
        let (x97, y97) = adc(x88, x94, y96);
        let (x98, y98) = adc(x89, x91, y97);
        let (x99, _) = adc(x90, x95, y98);
        [x96, x97, x98, x99]
    }

    #[inline(always)]
    fn decode(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let x5 = a0 << 32;
        let x6 = a0 >> 32;
        let (x7, y7) = adc(a1, x5, 0);
        let (x8, y8) = adc(a2, x6, y7);
        let (x9, y9) = adc(a3, 0, y8);
        let x10 = x7 << 32;
        let x11 = x7 >> 32;
        let (x12, y12) = adc(x8, x10, 0);
        let (x13, y13) = adc(x9, x11, y12);
        let x14 = y9 + y13;
        let x15 = x12 << 32;
        let x16 = x12 >> 32;
        let (x17, y17) = adc(x13, x15, 0);
        let x18 = x14 + y17;
        let (x19, y19) = sbb(x17, x5, 0);
        let x20 = x19 << 32;
        let x21 = x19 >> 32;
        let x22 = x6 + x10;
        let x23 = x11 + x15;
        let x24 = x16 + x20;
        let (x25, y25) = adc(x22, y19, 0);
        let (x26, y26) = adc(x23, 0, y25);
        let (x27, y27) = adc(x24, 0, y26);
        let (x28, _) = adc(x21, 0, y27);
        let x29 = x16 + x18;
        let (x30, y30) = adc(x20, x29, 0);
        let x31 = x21 + y30;
        let (x32, y32) = sbb(x25, x30, 0);
        let (x33, y33) = sbb(x26, x31, y32);
        let (x34, y34) = sbb(x27, 0, y33);
        let (x35, _) = sbb(x28, 0, y34);
        let (x36, y36) = sbb(0, x32, 0);
        let (x37, y37) = sbb(0, x33, y36);
        let (x38, y38) = sbb(0, x34, y37);
        let (x39, y39) = sbb(0, x35, y38);
        let x40 = mask(y39);
        let x42 = x40 & 1;
        let x44 = x40 & 0xffff_ffff_0000_0000;
        let x46 = x40 & 0x0000_0000_ffff_ffff;
        let (x47, y47) = adc(x36, x42, 0);
        let (x48, y48) = adc(x37, x44, y47);
        let (x49, y49) = adc(x38, x40, y48);
        let (x50, _) = adc(x39, x46, y49);
        [x47, x48, x49, x50]
    }
}
