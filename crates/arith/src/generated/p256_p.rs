//! The prime `p256_p`, 256 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: montgomery, rows without products; an element `x` is held as `x * 2^256 mod p`.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b / 2^256` | a, b < p | < p | 94 | 16 | 56 | 0 |
//! | sqr | `a * a / 2^256` | a < p | < p | 81 | 10 | 50 | 0 |
//! | add | `a + b` | a, b < p | < p | 15 | 0 | 12 | 0 |
//! | sub | `a - b` | a, b < p | < p | 11 | 0 | 8 | 0 |
//! | neg | `-a` | a < p | < p | 11 | 0 | 8 | 0 |
//! | encode | `plain * 2^256` | plain < p | < p | 94 | 16 | 56 | 0 |
//! | decode | `a / 2^256` | a < p | < p | 32 | 0 | 20 | 0 |

use crate::prime::Prime;
use crate::word::{adc, mask, mul_wide, sbb};

/// The prime `p256_p`, 256 bits, 4 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P256P;

#[rustfmt::skip]
impl Prime for P256P {
    type Limbs = [u64; 4];
    #[cfg(feature = "narrow")]
    type Narrow = super::narrow::P256PS29X9A0;
    #[cfg(not(feature = "narrow"))]
    type Narrow = Self;
    type Lanes = super::lanes::P256P;
    const NAME: &'static str = "p256_p";
    const BITS: usize = 256;
    const MODULUS: [u64; 4] = [
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_ffff,
        0,
        0xffff_ffff_0000_0001,
    ];
    const ONE: [u64; 4] = [
        1,
        0xffff_ffff_0000_0000,
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_fffe,
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
        let (x59, y59) = sbb(0xffff_ffff_ffff_ffff, x52, 0);
        let (x60, y60) = sbb(0x0000_0000_ffff_ffff, x53, y59);
        let (x61, y61) = sbb(0, x54, y60);
        let (x62, _) = sbb(0xffff_ffff_0000_0001, x55, y61);
        let x63 = x8 << 32;
        let x64 = x8 >> 32;
        let (x65, y65) = sbb(x8, x63, 0);
        let (x66, _) = sbb(x8, x64, y65);
        let (x67, y67) = adc(x25, x63, 0);
        let (x68, y68) = adc(x38, x64, y67);
        let (x69, y69) = adc(x51, x65, y68);
        let x70 = x66 + y69;
        let x71 = x67 << 32;
        let x72 = x67 >> 32;
        let (x73, y73) = sbb(x67, x71, 0);
        let (x74, _) = sbb(x67, x72, y73);
        let (x75, y75) = adc(x68, x71, 0);
        let (x76, y76) = adc(x69, x72, y75);
        let (x77, y77) = adc(x70, x73, y76);
        let x78 = x74 + y77;
        let x79 = x75 << 32;
        let x80 = x75 >> 32;
        let (x81, y81) = sbb(x75, x79, 0);
        let (x82, _) = sbb(x75, x80, y81);
        let (x83, y83) = adc(x76, x79, 0);
        let (x84, y84) = adc(x77, x80, y83);
        let (x85, y85) = adc(x78, x81, y84);
        let x86 = x82 + y85;
        let x87 = x83 << 32;
        let x88 = x83 >> 32;
        let (x89, y89) = sbb(x83, x87, 0);
        let (x90, _) = sbb(x83, x88, y89);
        let (x91, y91) = adc(x84, x87, 0);
        let (x92, y92) = adc(x85, x88, y91);
        let (x93, y93) = adc(x86, x89, y92);
        let x94 = x90 + y93;
        let (x95, y95) = sbb(x91, x59, 0);
        let (x96, y96) = sbb(x92, x60, y95);
        let (x97, y97) = sbb(x93, x61, y96);
        let (x98, y98) = sbb(x94, x62, y97);
        let x99 = mask(y98);
        let x100 = x99 & 0x0000_0000_ffff_ffff;
        let x101 = x99 & 0xffff_ffff_0000_0001;
        let (x102, y102) = adc(x95, x99, 0);
        let (x103, y103) = adc(x96, x100, y102);
        let (x104, y104) = adc(x97, 0, y103);
        let (x105, _) = adc(x98, x101, y104);
        [x102, x103, x104, x105]
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
        let (x42, y42) = sbb(0xffff_ffff_ffff_ffff, x34, 0);
        let (x43, y43) = sbb(0x0000_0000_ffff_ffff, x35, y42);
        let (x44, y44) = sbb(0, x36, y43);
        let (x45, _) = sbb(0xffff_ffff_0000_0001, x38, y44);
        let x46 = x27 << 32;
        let x47 = x27 >> 32;
        let (x48, y48) = sbb(x27, x46, 0);
        let (x49, _) = sbb(x27, x47, y48);
        let (x50, y50) = adc(x31, x46, 0);
        let (x51, y51) = adc(x32, x47, y50);
        let (x52, y52) = adc(x33, x48, y51);
        let x53 = x49 + y52;
        let x54 = x50 << 32;
        let x55 = x50 >> 32;
        let (x56, y56) = sbb(x50, x54, 0);
        let (x57, _) = sbb(x50, x55, y56);
        let (x58, y58) = adc(x51, x54, 0);
        let (x59, y59) = adc(x52, x55, y58);
        let (x60, y60) = adc(x53, x56, y59);
        let x61 = x57 + y60;
        let x62 = x58 << 32;
        let x63 = x58 >> 32;
        let (x64, y64) = sbb(x58, x62, 0);
        let (x65, _) = sbb(x58, x63, y64);
        let (x66, y66) = adc(x59, x62, 0);
        let (x67, y67) = adc(x60, x63, y66);
        let (x68, y68) = adc(x61, x64, y67);
        let x69 = x65 + y68;
        let x70 = x66 << 32;
        let x71 = x66 >> 32;
        let (x72, y72) = sbb(x66, x70, 0);
        let (x73, _) = sbb(x66, x71, y72);
        let (x74, y74) = adc(x67, x70, 0);
        let (x75, y75) = adc(x68, x71, y74);
        let (x76, y76) = adc(x69, x72, y75);
        let x77 = x73 + y76;
        let (x78, y78) = sbb(x74, x42, 0);
        let (x79, y79) = sbb(x75, x43, y78);
        let (x80, y80) = sbb(x76, x44, y79);
        let (x81, y81) = sbb(x77, x45, y80);
        let x82 = mask(y81);
        let x83 = x82 & 0x0000_0000_ffff_ffff;
        let x84 = x82 & 0xffff_ffff_0000_0001;
        let (x85, y85) = adc(x78, x82, 0);
        let (x86, y86) = adc(x79, x83, y85);
        let (x87, y87) = adc(x80, 0, y86);
        let (x88, _) = adc(x81, x84, y87);
        [x85, x86, x87, x88]
    }

    #[inline(always)]
    fn add(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x12, y12) = sbb(0xffff_ffff_ffff_ffff, b0, 0);
        let (x13, y13) = sbb(0x0000_0000_ffff_ffff, b1, y12);
        let (x14, y14) = sbb(0, b2, y13);
        let (x15, _) = sbb(0xffff_ffff_0000_0001, b3, y14);
        let (x16, y16) = sbb(a0, x12, 0);
        let (x17, y17) = sbb(a1, x13, y16);
        let (x18, y18) = sbb(a2, x14, y17);
        let (x19, y19) = sbb(a3, x15, y18);
        let x20 = mask(y19);
        let x21 = x20 & 0x0000_0000_ffff_ffff;
        let x22 = x20 & 0xffff_ffff_0000_0001;
        let (x23, y23) = adc(x16, x20, 0);
        let (x24, y24) = adc(x17, x21, y23);
        let (x25, y25) = adc(x18, 0, y24);
        let (x26, _) = adc(x19, x22, y25);
        [x23, x24, x25, x26]
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
        let x15 = x13 & 0x0000_0000_ffff_ffff;
        let x17 = x13 & 0xffff_ffff_0000_0001;
        let (x18, y18) = adc(x9, x13, 0);
        let (x19, y19) = adc(x10, x15, y18);
        let (x20, y20) = adc(x11, 0, y19);
        let (x21, _) = adc(x12, x17, y20);
        [x18, x19, x20, x21]
    }

    #[inline(always)]
    fn neg(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let (x5, y5) = sbb(0, a0, 0);
        let (x6, y6) = sbb(0, a1, y5);
        let (x7, y7) = sbb(0, a2, y6);
        let (x8, y8) = sbb(0, a3, y7);
        let x9 = mask(y8);
        let x11 = x9 & 0x0000_0000_ffff_ffff;
        let x13 = x9 & 0xffff_ffff_0000_0001;
        let (x14, y14) = adc(x5, x9, 0);
        let (x15, y15) = adc(x6, x11, y14);
        let (x16, y16) = adc(x7, 0, y15);
        let (x17, _) = adc(x8, x13, y16);
        [x14, x15, x16, x17]
    }

    #[inline(always)]
    fn encode(plain: &[u64; 4]) -> [u64; 4] {
        let [plain0, plain1, plain2, plain3] = *plain;
        let (x8, y8) = mul_wide(plain0, 3);
        let (x9, y9) = mul_wide(plain0, 0xffff_fffb_ffff_ffff);
        let (x10, y10) = mul_wide(plain0, 0xffff_ffff_ffff_fffe);
        let (x11, y11) = mul_wide(plain0, 0x0000_0004_ffff_fffd);
        let (x13, y13) = adc(y8, x9, 0);
        let (x14, y14) = adc(y9, x10, y13);
        let (x15, y15) = adc(y10, x11, y14);
        let x16 = y11 + y15;
        let (x17, y17) = mul_wide(plain1, 3);
        let (x18, y18) = mul_wide(plain1, 0xffff_fffb_ffff_ffff);
        let (x19, y19) = mul_wide(plain1, 0xffff_ffff_ffff_fffe);
        let (x20, y20) = mul_wide(plain1, 0x0000_0004_ffff_fffd);
        let (x21, y21) = adc(y17, x18, 0);
        let (x22, y22) = adc(y18, x19, y21);
        let (x23, y23) = adc(y19, x20, y22);
        let x24 = y20 + y23;
        let (x25, y25) = adc(x13, x17, 0);
        let (x26, y26) = adc(x14, x21, y25);
        let (x27, y27) = adc(x15, x22, y26);
        let (x28, y28) = adc(x16, x23, y27);
        let x29 = x24 + y28;
        let (x30, y30) = mul_wide(plain2, 3);
        let (x31, y31) = mul_wide(plain2, 0xffff_fffb_ffff_ffff);
        let (x32, y32) = mul_wide(plain2, 0xffff_ffff_ffff_fffe);
        let (x33, y33) = mul_wide(plain2, 0x0000_0004_ffff_fffd);
        let (x34, y34) = adc(y30, x31, 0);
        let (x35, y35) = adc(y31, x32, y34);
        let (x36, y36) = adc(y32, x33, y35);
        let x37 = y33 + y36;
        let (x38, y38) = adc(x26, x30, 0);
        let (x39, y39) = adc(x27, x34, y38);
        let (x40, y40) = adc(x28, x35, y39);
        let (x41, y41) = adc(x29, x36, y40);
        let x42 = x37 + y41;
        let (x43, y43) = mul_wide(plain3, 3);
        let (x44, y44) = mul_wide(plain3, 0xffff_fffb_ffff_ffff);
        let (x45, y45) = mul_wide(plain3, 0xffff_ffff_ffff_fffe);
        let (x46, y46) = mul_wide(plain3, 0x0000_0004_ffff_fffd);
        let (x47, y47) = adc(y43, x44, 0);
        let (x48, y48) = adc(y44, x45, y47);
        let (x49, y49) = adc(y45, x46, y48);
        let x50 = y46 + y49;
        let (x51, y51) = adc(x39, x43, 0);
        let (x52, y52) = adc(x40, x47, y51);
        let (x53, y53) = adc(x41, x48, y52);
        let (x54, y54) = adc(x42, x49, y53);
        let x55 = x50 + y54;
        let (x59, y59) = sbb(0xffff_ffff_ffff_ffff, x52, 0);
        let (x60, y60) = sbb(0x0000_0000_ffff_ffff, x53, y59);
        let (x61, y61) = sbb(0, x54, y60);
        let (x62, _) = sbb(0xffff_ffff_0000_0001, x55, y61);
        let x63 = x8 << 32;
        let x64 = x8 >> 32;
        let (x65, y65) = sbb(x8, x63, 0);
        let (x66, _) = sbb(x8, x64, y65);
        let (x67, y67) = adc(x25, x63, 0);
        let (x68, y68) = adc(x38, x64, y67);
        let (x69, y69) = adc(x51, x65, y68);
        let x70 = x66 + y69;
        let x71 = x67 << 32;
        let x72 = x67 >> 32;
        let (x73, y73) = sbb(x67, x71, 0);
        let (x74, _) = sbb(x67, x72, y73);
        let (x75, y75) = adc(x68, x71, 0);
        let (x76, y76) = adc(x69, x72, y75);
        let (x77, y77) = adc(x70, x73, y76);
        let x78 = x74 + y77;
        let x79 = x75 << 32;
        let x80 = x75 >> 32;
        let (x81, y81) = sbb(x75, x79, 0);
        let (x82, _) = sbb(x75, x80, y81);
        let (x83, y83) = adc(x76, x79, 0);
        let (x84, y84) = adc(x77, x80, y83);
        let (x85, y85) = adc(x78, x81, y84);
        let x86 = x82 + y85;
        let x87 = x83 << 32;
        let x88 = x83 >> 32;
        let (x89, y89) = sbb(x83, x87, 0);
        let (x90, _) = sbb(x83, x88, y89);
        let (x91, y91) = adc(x84, x87, 0);
        let (x92, y92) = adc(x85, x88, y91);
        let (x93, y93) = adc(x86, x89, y92);
        let x94 = x90 + y93;
        let (x95, y95) = sbb(x91, x59, 0);
        let (x96, y96) = sbb(x92, x60, y95);
        let (x97, y97) = sbb(x93, x61, y96);
        let (x98, y98) = sbb(x94, x62, y97);
        let x99 = mask(y98);
        let x100 = x99 & 0x0000_0000_ffff_ffff;
        let x101 = x99 & 0xffff_ffff_0000_0001;
        let (x102, y102) = adc(x95, x99, 0);
        let (x103, y103) = adc(x96, x100, y102);
        let (x104, y104) = adc(x97, 0, y103);
        let (x105, _) = adc(x98, x101, y104);
        [x102, x103, x104, x105]
    }

    #[inline(always)]
    fn decode(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let x5 = a0 << 32;
        let x6 = a0 >> 32;
        let (x7, y7) = sbb(a0, x5, 0);
        let (x8, _) = sbb(a0, x6, y7);
        let (x9, y9) = adc(a1, x5, 0);
        let (x10, y10) = adc(a2, x6, y9);
        let (x11, y11) = adc(a3, x7, y10);
        let x12 = x8 + y11;
        let x13 = x9 << 32;
        let x14 = x9 >> 32;
        let (x15, y15) = sbb(x9, x13, 0);
        let (x16, _) = sbb(x9, x14, y15);
        let (x17, y17) = adc(x10, x13, 0);
        let (x18, y18) = adc(x11, x14, y17);
        let (x19, y19) = adc(x12, x15, y18);
        let x20 = x16 + y19;
        let x21 = x17 << 32;
        let x22 = x17 >> 32;
        let (x23, y23) = sbb(x17, x21, 0);
        let (x24, _) = sbb(x17, x22, y23);
        let (x25, y25) = adc(x18, x21, 0);
        let (x26, y26) = adc(x19, x22, y25);
        let (x27, y27) = adc(x20, x23, y26);
        let x28 = x24 + y27;
        let x29 = x25 << 32;
        let x30 = x25 >> 32;
        let (x31, y31) = sbb(x25, x29, 0);
        let (x32, _) = sbb(x25, x30, y31);
        let (x33, y33) = adc(x26, x29, 0);
        let (x34, y34) = adc(x27, x30, y33);
        let (x35, y35) = adc(x28, x31, y34);
        let x36 = x32 + y35;
        [x33, x34, x35, x36]
    }
}
