//! The prime `p224_p`, 224 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: montgomery; an element `x` is held as `x * 2^256 mod p`.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b / 2^256` | a, b < p | < p | 119 | 36 | 64 | 0 |
//! | sqr | `a * a / 2^256` | a < p | < p | 106 | 30 | 58 | 0 |
//! | add | `a + b` | a, b < p | < p | 16 | 0 | 12 | 0 |
//! | sub | `a - b` | a, b < p | < p | 12 | 0 | 8 | 0 |
//! | neg | `-a` | a < p | < p | 12 | 0 | 8 | 0 |
//! | encode | `plain * 2^256` | plain < p | < p | 119 | 36 | 64 | 0 |
//! | decode | `a / 2^256` | a < p | < p | 56 | 20 | 28 | 0 |

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
        let (x60, y60) = sbb(1, x52, 0);
        let (x61, y61) = sbb(0xffff_ffff_0000_0000, x53, y60);
        let (x62, y62) = sbb(0xffff_ffff_ffff_ffff, x54, y61);
        let (x63, _) = sbb(0x0000_0000_ffff_ffff, x55, y62);
        let x64 = x8.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x65, y65) = mul_wide(x64, 1);
        let (x66, y66) = mul_wide(x64, 0xffff_ffff_0000_0000);
        let (x67, y67) = mul_wide(x64, 0xffff_ffff_ffff_ffff);
        let (x68, y68) = mul_wide(x64, 0x0000_0000_ffff_ffff);
        let (x69, y69) = adc(y65, x66, 0);
        let (x70, y70) = adc(y66, x67, y69);
        let (x71, y71) = adc(y67, x68, y70);
        let x72 = y68 + y71;
        let (_, y73) = adc(x8, x65, 0);
        let (x74, y74) = adc(x25, x69, y73);
        let (x75, y75) = adc(x38, x70, y74);
        let (x76, y76) = adc(x51, x71, y75);
        let x77 = x72 + y76;
        let x78 = x74.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x79, y79) = mul_wide(x78, 1);
        let (x80, y80) = mul_wide(x78, 0xffff_ffff_0000_0000);
        let (x81, y81) = mul_wide(x78, 0xffff_ffff_ffff_ffff);
        let (x82, y82) = mul_wide(x78, 0x0000_0000_ffff_ffff);
        let (x83, y83) = adc(y79, x80, 0);
        let (x84, y84) = adc(y80, x81, y83);
        let (x85, y85) = adc(y81, x82, y84);
        let x86 = y82 + y85;
        let (_, y87) = adc(x74, x79, 0);
        let (x88, y88) = adc(x75, x83, y87);
        let (x89, y89) = adc(x76, x84, y88);
        let (x90, y90) = adc(x77, x85, y89);
        let x91 = x86 + y90;
        let x92 = x88.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x93, y93) = mul_wide(x92, 1);
        let (x94, y94) = mul_wide(x92, 0xffff_ffff_0000_0000);
        let (x95, y95) = mul_wide(x92, 0xffff_ffff_ffff_ffff);
        let (x96, y96) = mul_wide(x92, 0x0000_0000_ffff_ffff);
        let (x97, y97) = adc(y93, x94, 0);
        let (x98, y98) = adc(y94, x95, y97);
        let (x99, y99) = adc(y95, x96, y98);
        let x100 = y96 + y99;
        let (_, y101) = adc(x88, x93, 0);
        let (x102, y102) = adc(x89, x97, y101);
        let (x103, y103) = adc(x90, x98, y102);
        let (x104, y104) = adc(x91, x99, y103);
        let x105 = x100 + y104;
        let x106 = x102.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x107, y107) = mul_wide(x106, 1);
        let (x108, y108) = mul_wide(x106, 0xffff_ffff_0000_0000);
        let (x109, y109) = mul_wide(x106, 0xffff_ffff_ffff_ffff);
        let (x110, y110) = mul_wide(x106, 0x0000_0000_ffff_ffff);
        let (x111, y111) = adc(y107, x108, 0);
        let (x112, y112) = adc(y108, x109, y111);
        let (x113, y113) = adc(y109, x110, y112);
        let x114 = y110 + y113;
        let (_, y115) = adc(x102, x107, 0);
        let (x116, y116) = adc(x103, x111, y115);
        let (x117, y117) = adc(x104, x112, y116);
        let (x118, y118) = adc(x105, x113, y117);
        let x119 = x114 + y118;
        let (x120, y120) = sbb(x116, x60, 0);
        let (x121, y121) = sbb(x117, x61, y120);
        let (x122, y122) = sbb(x118, x62, y121);
        let (x123, y123) = sbb(x119, x63, y122);
        let x124 = mask(y123);
        let x125 = x124 & 1;
        let x126 = x124 & 0xffff_ffff_0000_0000;
        let x127 = x124 & 0x0000_0000_ffff_ffff;
        let (x128, y128) = adc(x120, x125, 0);
        let (x129, y129) = adc(x121, x126, y128);
        let (x130, y130) = adc(x122, x124, y129);
        let (x131, _) = adc(x123, x127, y130);
        [x128, x129, x130, x131]
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
        let (x43, y43) = sbb(1, x34, 0);
        let (x44, y44) = sbb(0xffff_ffff_0000_0000, x35, y43);
        let (x45, y45) = sbb(0xffff_ffff_ffff_ffff, x36, y44);
        let (x46, _) = sbb(0x0000_0000_ffff_ffff, x38, y45);
        let x47 = x27.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x48, y48) = mul_wide(x47, 1);
        let (x49, y49) = mul_wide(x47, 0xffff_ffff_0000_0000);
        let (x50, y50) = mul_wide(x47, 0xffff_ffff_ffff_ffff);
        let (x51, y51) = mul_wide(x47, 0x0000_0000_ffff_ffff);
        let (x52, y52) = adc(y48, x49, 0);
        let (x53, y53) = adc(y49, x50, y52);
        let (x54, y54) = adc(y50, x51, y53);
        let x55 = y51 + y54;
        let (_, y56) = adc(x27, x48, 0);
        let (x57, y57) = adc(x31, x52, y56);
        let (x58, y58) = adc(x32, x53, y57);
        let (x59, y59) = adc(x33, x54, y58);
        let x60 = x55 + y59;
        let x61 = x57.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x62, y62) = mul_wide(x61, 1);
        let (x63, y63) = mul_wide(x61, 0xffff_ffff_0000_0000);
        let (x64, y64) = mul_wide(x61, 0xffff_ffff_ffff_ffff);
        let (x65, y65) = mul_wide(x61, 0x0000_0000_ffff_ffff);
        let (x66, y66) = adc(y62, x63, 0);
        let (x67, y67) = adc(y63, x64, y66);
        let (x68, y68) = adc(y64, x65, y67);
        let x69 = y65 + y68;
        let (_, y70) = adc(x57, x62, 0);
        let (x71, y71) = adc(x58, x66, y70);
        let (x72, y72) = adc(x59, x67, y71);
        let (x73, y73) = adc(x60, x68, y72);
        let x74 = x69 + y73;
        let x75 = x71.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x76, y76) = mul_wide(x75, 1);
        let (x77, y77) = mul_wide(x75, 0xffff_ffff_0000_0000);
        let (x78, y78) = mul_wide(x75, 0xffff_ffff_ffff_ffff);
        let (x79, y79) = mul_wide(x75, 0x0000_0000_ffff_ffff);
        let (x80, y80) = adc(y76, x77, 0);
        let (x81, y81) = adc(y77, x78, y80);
        let (x82, y82) = adc(y78, x79, y81);
        let x83 = y79 + y82;
        let (_, y84) = adc(x71, x76, 0);
        let (x85, y85) = adc(x72, x80, y84);
        let (x86, y86) = adc(x73, x81, y85);
        let (x87, y87) = adc(x74, x82, y86);
        let x88 = x83 + y87;
        let x89 = x85.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x90, y90) = mul_wide(x89, 1);
        let (x91, y91) = mul_wide(x89, 0xffff_ffff_0000_0000);
        let (x92, y92) = mul_wide(x89, 0xffff_ffff_ffff_ffff);
        let (x93, y93) = mul_wide(x89, 0x0000_0000_ffff_ffff);
        let (x94, y94) = adc(y90, x91, 0);
        let (x95, y95) = adc(y91, x92, y94);
        let (x96, y96) = adc(y92, x93, y95);
        let x97 = y93 + y96;
        let (_, y98) = adc(x85, x90, 0);
        let (x99, y99) = adc(x86, x94, y98);
        let (x100, y100) = adc(x87, x95, y99);
        let (x101, y101) = adc(x88, x96, y100);
        let x102 = x97 + y101;
        let (x103, y103) = sbb(x99, x43, 0);
        let (x104, y104) = sbb(x100, x44, y103);
        let (x105, y105) = sbb(x101, x45, y104);
        let (x106, y106) = sbb(x102, x46, y105);
        let x107 = mask(y106);
        let x108 = x107 & 1;
        let x109 = x107 & 0xffff_ffff_0000_0000;
        let x110 = x107 & 0x0000_0000_ffff_ffff;
        let (x111, y111) = adc(x103, x108, 0);
        let (x112, y112) = adc(x104, x109, y111);
        let (x113, y113) = adc(x105, x107, y112);
        let (x114, _) = adc(x106, x110, y113);
        [x111, x112, x113, x114]
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
        let (x58, y58) = sbb(1, x52, 0);
        let (x59, y59) = sbb(0xffff_ffff_0000_0000, x53, y58);
        let (x60, y60) = sbb(0xffff_ffff_ffff_ffff, x54, y59);
        let (x61, _) = sbb(0x0000_0000_ffff_ffff, x55, y60);
        let x62 = x8.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x63, y63) = mul_wide(x62, 1);
        let (x64, y64) = mul_wide(x62, 0xffff_ffff_0000_0000);
        let (x65, y65) = mul_wide(x62, 0xffff_ffff_ffff_ffff);
        let (x66, y66) = mul_wide(x62, 0x0000_0000_ffff_ffff);
        let (x67, y67) = adc(y63, x64, 0);
        let (x68, y68) = adc(y64, x65, y67);
        let (x69, y69) = adc(y65, x66, y68);
        let x70 = y66 + y69;
        let (_, y71) = adc(x8, x63, 0);
        let (x72, y72) = adc(x25, x67, y71);
        let (x73, y73) = adc(x38, x68, y72);
        let (x74, y74) = adc(x51, x69, y73);
        let x75 = x70 + y74;
        let x76 = x72.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x77, y77) = mul_wide(x76, 1);
        let (x78, y78) = mul_wide(x76, 0xffff_ffff_0000_0000);
        let (x79, y79) = mul_wide(x76, 0xffff_ffff_ffff_ffff);
        let (x80, y80) = mul_wide(x76, 0x0000_0000_ffff_ffff);
        let (x81, y81) = adc(y77, x78, 0);
        let (x82, y82) = adc(y78, x79, y81);
        let (x83, y83) = adc(y79, x80, y82);
        let x84 = y80 + y83;
        let (_, y85) = adc(x72, x77, 0);
        let (x86, y86) = adc(x73, x81, y85);
        let (x87, y87) = adc(x74, x82, y86);
        let (x88, y88) = adc(x75, x83, y87);
        let x89 = x84 + y88;
        let x90 = x86.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x91, y91) = mul_wide(x90, 1);
        let (x92, y92) = mul_wide(x90, 0xffff_ffff_0000_0000);
        let (x93, y93) = mul_wide(x90, 0xffff_ffff_ffff_ffff);
        let (x94, y94) = mul_wide(x90, 0x0000_0000_ffff_ffff);
        let (x95, y95) = adc(y91, x92, 0);
        let (x96, y96) = adc(y92, x93, y95);
        let (x97, y97) = adc(y93, x94, y96);
        let x98 = y94 + y97;
        let (_, y99) = adc(x86, x91, 0);
        let (x100, y100) = adc(x87, x95, y99);
        let (x101, y101) = adc(x88, x96, y100);
        let (x102, y102) = adc(x89, x97, y101);
        let x103 = x98 + y102;
        let x104 = x100.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x105, y105) = mul_wide(x104, 1);
        let (x106, y106) = mul_wide(x104, 0xffff_ffff_0000_0000);
        let (x107, y107) = mul_wide(x104, 0xffff_ffff_ffff_ffff);
        let (x108, y108) = mul_wide(x104, 0x0000_0000_ffff_ffff);
        let (x109, y109) = adc(y105, x106, 0);
        let (x110, y110) = adc(y106, x107, y109);
        let (x111, y111) = adc(y107, x108, y110);
        let x112 = y108 + y111;
        let (_, y113) = adc(x100, x105, 0);
        let (x114, y114) = adc(x101, x109, y113);
        let (x115, y115) = adc(x102, x110, y114);
        let (x116, y116) = adc(x103, x111, y115);
        let x117 = x112 + y116;
        let (x118, y118) = sbb(x114, x58, 0);
        let (x119, y119) = sbb(x115, x59, y118);
        let (x120, y120) = sbb(x116, x60, y119);
        let (x121, y121) = sbb(x117, x61, y120);
        let x122 = mask(y121);
        let x123 = x122 & 1;
        let x124 = x122 & 0xffff_ffff_0000_0000;
        let x125 = x122 & 0x0000_0000_ffff_ffff;
        let (x126, y126) = adc(x118, x123, 0);
        let (x127, y127) = adc(x119, x124, y126);
        let (x128, y128) = adc(x120, x122, y127);
        let (x129, _) = adc(x121, x125, y128);
        [x126, x127, x128, x129]
    }

    #[inline(always)]
    fn decode(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let x9 = a0.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x10, y10) = mul_wide(x9, 1);
        let (x11, y11) = mul_wide(x9, 0xffff_ffff_0000_0000);
        let (x12, y12) = mul_wide(x9, 0xffff_ffff_ffff_ffff);
        let (x13, y13) = mul_wide(x9, 0x0000_0000_ffff_ffff);
        let (x14, y14) = adc(y10, x11, 0);
        let (x15, y15) = adc(y11, x12, y14);
        let (x16, y16) = adc(y12, x13, y15);
        let x17 = y13 + y16;
        let (_, y18) = adc(a0, x10, 0);
        let (x19, y19) = adc(a1, x14, y18);
        let (x20, y20) = adc(a2, x15, y19);
        let (x21, y21) = adc(a3, x16, y20);
        let x22 = x17 + y21;
        let x23 = x19.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x24, y24) = mul_wide(x23, 1);
        let (x25, y25) = mul_wide(x23, 0xffff_ffff_0000_0000);
        let (x26, y26) = mul_wide(x23, 0xffff_ffff_ffff_ffff);
        let (x27, y27) = mul_wide(x23, 0x0000_0000_ffff_ffff);
        let (x28, y28) = adc(y24, x25, 0);
        let (x29, y29) = adc(y25, x26, y28);
        let (x30, y30) = adc(y26, x27, y29);
        let x31 = y27 + y30;
        let (_, y32) = adc(x19, x24, 0);
        let (x33, y33) = adc(x20, x28, y32);
        let (x34, y34) = adc(x21, x29, y33);
        let (x35, y35) = adc(x22, x30, y34);
        let x36 = x31 + y35;
        let x37 = x33.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x38, y38) = mul_wide(x37, 1);
        let (x39, y39) = mul_wide(x37, 0xffff_ffff_0000_0000);
        let (x40, y40) = mul_wide(x37, 0xffff_ffff_ffff_ffff);
        let (x41, y41) = mul_wide(x37, 0x0000_0000_ffff_ffff);
        let (x42, y42) = adc(y38, x39, 0);
        let (x43, y43) = adc(y39, x40, y42);
        let (x44, y44) = adc(y40, x41, y43);
        let x45 = y41 + y44;
        let (_, y46) = adc(x33, x38, 0);
        let (x47, y47) = adc(x34, x42, y46);
        let (x48, y48) = adc(x35, x43, y47);
        let (x49, y49) = adc(x36, x44, y48);
        let x50 = x45 + y49;
        let x51 = x47.wrapping_mul(0xffff_ffff_ffff_ffff);
        let (x52, y52) = mul_wide(x51, 1);
        let (x53, y53) = mul_wide(x51, 0xffff_ffff_0000_0000);
        let (x54, y54) = mul_wide(x51, 0xffff_ffff_ffff_ffff);
        let (x55, y55) = mul_wide(x51, 0x0000_0000_ffff_ffff);
        let (x56, y56) = adc(y52, x53, 0);
        let (x57, y57) = adc(y53, x54, y56);
        let (x58, y58) = adc(y54, x55, y57);
        let x59 = y55 + y58;
        let (_, y60) = adc(x47, x52, 0);
        let (x61, y61) = adc(x48, x56, y60);
        let (x62, y62) = adc(x49, x57, y61);
        let (x63, y63) = adc(x50, x58, y62);
        let x64 = x59 + y63;
        [x61, x62, x63, x64]
    }
}
