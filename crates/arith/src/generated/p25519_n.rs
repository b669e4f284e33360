//! The prime `p25519_n`, 253 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: RFC 8032, section 5.
//! Form: montgomery; an element `x` is held as `x * 2^256 mod p`.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b / 2^256` | a, b < p | < p | 115 | 32 | 64 | 0 |
//! | sqr | `a * a / 2^256` | a < p | < p | 102 | 26 | 58 | 0 |
//! | add | `a + b` | a, b < p | < p | 16 | 0 | 12 | 0 |
//! | sub | `a - b` | a, b < p | < p | 12 | 0 | 8 | 0 |
//! | neg | `-a` | a < p | < p | 12 | 0 | 8 | 0 |
//! | encode | `plain * 2^256` | plain < p | < p | 115 | 32 | 64 | 0 |
//! | decode | `a / 2^256` | a < p | < p | 52 | 16 | 28 | 0 |

use crate::prime::Prime;
use crate::word::{adc, mask, mul_wide, sbb};

/// The prime `p25519_n`, 253 bits, 4 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P25519N;

#[rustfmt::skip]
impl Prime for P25519N {
    type Limbs = [u64; 4];
    #[cfg(feature = "narrow")]
    type Narrow = super::narrow::P25519NS29X9A0;
    #[cfg(not(feature = "narrow"))]
    type Narrow = Self;
    type Lanes = super::lanes::P25519N;
    const NAME: &'static str = "p25519_n";
    const BITS: usize = 253;
    const MODULUS: [u64; 4] = [
        0x5812_631a_5cf5_d3ed,
        0x14de_f9de_a2f7_9cd6,
        0,
        0x1000_0000_0000_0000,
    ];
    const ONE: [u64; 4] = [
        0xd6ec_3174_8d98_951d,
        0xc6ef_5bf4_737d_cf70,
        0xffff_ffff_ffff_fffe,
        0x0fff_ffff_ffff_ffff,
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
        let (x59, y59) = sbb(0x5812_631a_5cf5_d3ed, x52, 0);
        let (x60, y60) = sbb(0x14de_f9de_a2f7_9cd6, x53, y59);
        let (x61, y61) = sbb(0, x54, y60);
        let (x62, _) = sbb(0x1000_0000_0000_0000, x55, y61);
        let x64 = x8.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x65, y65) = mul_wide(x64, 0x5812_631a_5cf5_d3ed);
        let (x66, y66) = mul_wide(x64, 0x14de_f9de_a2f7_9cd6);
        let (x67, y67) = mul_wide(x64, 0x1000_0000_0000_0000);
        let (x68, y68) = adc(y65, x66, 0);
        let (x69, y69) = adc(y66, 0, y68);
        let (x70, y70) = adc(0, x67, y69);
        let x71 = y67 + y70;
        let (_, y72) = adc(x8, x65, 0);
        let (x73, y73) = adc(x25, x68, y72);
        let (x74, y74) = adc(x38, x69, y73);
        let (x75, y75) = adc(x51, x70, y74);
        let x76 = x71 + y75;
        let x77 = x73.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x78, y78) = mul_wide(x77, 0x5812_631a_5cf5_d3ed);
        let (x79, y79) = mul_wide(x77, 0x14de_f9de_a2f7_9cd6);
        let (x80, y80) = mul_wide(x77, 0x1000_0000_0000_0000);
        let (x81, y81) = adc(y78, x79, 0);
        let (x82, y82) = adc(y79, 0, y81);
        let (x83, y83) = adc(0, x80, y82);
        let x84 = y80 + y83;
        let (_, y85) = adc(x73, x78, 0);
        let (x86, y86) = adc(x74, x81, y85);
        let (x87, y87) = adc(x75, x82, y86);
        let (x88, y88) = adc(x76, x83, y87);
        let x89 = x84 + y88;
        let x90 = x86.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x91, y91) = mul_wide(x90, 0x5812_631a_5cf5_d3ed);
        let (x92, y92) = mul_wide(x90, 0x14de_f9de_a2f7_9cd6);
        let (x93, y93) = mul_wide(x90, 0x1000_0000_0000_0000);
        let (x94, y94) = adc(y91, x92, 0);
        let (x95, y95) = adc(y92, 0, y94);
        let (x96, y96) = adc(0, x93, y95);
        let x97 = y93 + y96;
        let (_, y98) = adc(x86, x91, 0);
        let (x99, y99) = adc(x87, x94, y98);
        let (x100, y100) = adc(x88, x95, y99);
        let (x101, y101) = adc(x89, x96, y100);
        let x102 = x97 + y101;
        let x103 = x99.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x104, y104) = mul_wide(x103, 0x5812_631a_5cf5_d3ed);
        let (x105, y105) = mul_wide(x103, 0x14de_f9de_a2f7_9cd6);
        let (x106, y106) = mul_wide(x103, 0x1000_0000_0000_0000);
        let (x107, y107) = adc(y104, x105, 0);
        let (x108, y108) = adc(y105, 0, y107);
        let (x109, y109) = adc(0, x106, y108);
        let x110 = y106 + y109;
        let (_, y111) = adc(x99, x104, 0);
        let (x112, y112) = adc(x100, x107, y111);
        let (x113, y113) = adc(x101, x108, y112);
        let (x114, y114) = adc(x102, x109, y113);
        let x115 = x110 + y114;
        let (x116, y116) = sbb(x112, x59, 0);
        let (x117, y117) = sbb(x113, x60, y116);
        let (x118, y118) = sbb(x114, x61, y117);
        let (x119, y119) = sbb(x115, x62, y118);
        let x120 = mask(y119);
        let x121 = x120 & 0x5812_631a_5cf5_d3ed;
        let x122 = x120 & 0x14de_f9de_a2f7_9cd6;
        let x123 = x120 & 0x1000_0000_0000_0000;
        let (x124, y124) = adc(x116, x121, 0);
        let (x125, y125) = adc(x117, x122, y124);
        let (x126, y126) = adc(x118, 0, y125);
        let (x127, _) = adc(x119, x123, y126);
        [x124, x125, x126, x127]
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
        let (x42, y42) = sbb(0x5812_631a_5cf5_d3ed, x34, 0);
        let (x43, y43) = sbb(0x14de_f9de_a2f7_9cd6, x35, y42);
        let (x44, y44) = sbb(0, x36, y43);
        let (x45, _) = sbb(0x1000_0000_0000_0000, x38, y44);
        let x47 = x27.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x48, y48) = mul_wide(x47, 0x5812_631a_5cf5_d3ed);
        let (x49, y49) = mul_wide(x47, 0x14de_f9de_a2f7_9cd6);
        let (x50, y50) = mul_wide(x47, 0x1000_0000_0000_0000);
        let (x51, y51) = adc(y48, x49, 0);
        let (x52, y52) = adc(y49, 0, y51);
        let (x53, y53) = adc(0, x50, y52);
        let x54 = y50 + y53;
        let (_, y55) = adc(x27, x48, 0);
        let (x56, y56) = adc(x31, x51, y55);
        let (x57, y57) = adc(x32, x52, y56);
        let (x58, y58) = adc(x33, x53, y57);
        let x59 = x54 + y58;
        let x60 = x56.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x61, y61) = mul_wide(x60, 0x5812_631a_5cf5_d3ed);
        let (x62, y62) = mul_wide(x60, 0x14de_f9de_a2f7_9cd6);
        let (x63, y63) = mul_wide(x60, 0x1000_0000_0000_0000);
        let (x64, y64) = adc(y61, x62, 0);
        let (x65, y65) = adc(y62, 0, y64);
        let (x66, y66) = adc(0, x63, y65);
        let x67 = y63 + y66;
        let (_, y68) = adc(x56, x61, 0);
        let (x69, y69) = adc(x57, x64, y68);
        let (x70, y70) = adc(x58, x65, y69);
        let (x71, y71) = adc(x59, x66, y70);
        let x72 = x67 + y71;
        let x73 = x69.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x74, y74) = mul_wide(x73, 0x5812_631a_5cf5_d3ed);
        let (x75, y75) = mul_wide(x73, 0x14de_f9de_a2f7_9cd6);
        let (x76, y76) = mul_wide(x73, 0x1000_0000_0000_0000);
        let (x77, y77) = adc(y74, x75, 0);
        let (x78, y78) = adc(y75, 0, y77);
        let (x79, y79) = adc(0, x76, y78);
        let x80 = y76 + y79;
        let (_, y81) = adc(x69, x74, 0);
        let (x82, y82) = adc(x70, x77, y81);
        let (x83, y83) = adc(x71, x78, y82);
        let (x84, y84) = adc(x72, x79, y83);
        let x85 = x80 + y84;
        let x86 = x82.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x87, y87) = mul_wide(x86, 0x5812_631a_5cf5_d3ed);
        let (x88, y88) = mul_wide(x86, 0x14de_f9de_a2f7_9cd6);
        let (x89, y89) = mul_wide(x86, 0x1000_0000_0000_0000);
        let (x90, y90) = adc(y87, x88, 0);
        let (x91, y91) = adc(y88, 0, y90);
        let (x92, y92) = adc(0, x89, y91);
        let x93 = y89 + y92;
        let (_, y94) = adc(x82, x87, 0);
        let (x95, y95) = adc(x83, x90, y94);
        let (x96, y96) = adc(x84, x91, y95);
        let (x97, y97) = adc(x85, x92, y96);
        let x98 = x93 + y97;
        let (x99, y99) = sbb(x95, x42, 0);
        let (x100, y100) = sbb(x96, x43, y99);
        let (x101, y101) = sbb(x97, x44, y100);
        let (x102, y102) = sbb(x98, x45, y101);
        let x103 = mask(y102);
        let x104 = x103 & 0x5812_631a_5cf5_d3ed;
        let x105 = x103 & 0x14de_f9de_a2f7_9cd6;
        let x106 = x103 & 0x1000_0000_0000_0000;
        let (x107, y107) = adc(x99, x104, 0);
        let (x108, y108) = adc(x100, x105, y107);
        let (x109, y109) = adc(x101, 0, y108);
        let (x110, _) = adc(x102, x106, y109);
        [x107, x108, x109, x110]
    }

    #[inline(always)]
    fn add(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x12, y12) = sbb(0x5812_631a_5cf5_d3ed, b0, 0);
        let (x13, y13) = sbb(0x14de_f9de_a2f7_9cd6, b1, y12);
        let (x14, y14) = sbb(0, b2, y13);
        let (x15, _) = sbb(0x1000_0000_0000_0000, b3, y14);
        let (x16, y16) = sbb(a0, x12, 0);
        let (x17, y17) = sbb(a1, x13, y16);
        let (x18, y18) = sbb(a2, x14, y17);
        let (x19, y19) = sbb(a3, x15, y18);
        let x20 = mask(y19);
        let x21 = x20 & 0x5812_631a_5cf5_d3ed;
        let x22 = x20 & 0x14de_f9de_a2f7_9cd6;
        let x23 = x20 & 0x1000_0000_0000_0000;
        let (x24, y24) = adc(x16, x21, 0);
        let (x25, y25) = adc(x17, x22, y24);
        let (x26, y26) = adc(x18, 0, y25);
        let (x27, _) = adc(x19, x23, y26);
        [x24, x25, x26, x27]
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
        let x15 = x13 & 0x5812_631a_5cf5_d3ed;
        let x17 = x13 & 0x14de_f9de_a2f7_9cd6;
        let x19 = x13 & 0x1000_0000_0000_0000;
        let (x20, y20) = adc(x9, x15, 0);
        let (x21, y21) = adc(x10, x17, y20);
        let (x22, y22) = adc(x11, 0, y21);
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
        let x11 = x9 & 0x5812_631a_5cf5_d3ed;
        let x13 = x9 & 0x14de_f9de_a2f7_9cd6;
        let x15 = x9 & 0x1000_0000_0000_0000;
        let (x16, y16) = adc(x5, x11, 0);
        let (x17, y17) = adc(x6, x13, y16);
        let (x18, y18) = adc(x7, 0, y17);
        let (x19, _) = adc(x8, x15, y18);
        [x16, x17, x18, x19]
    }

    #[inline(always)]
    fn encode(plain: &[u64; 4]) -> [u64; 4] {
        let [plain0, plain1, plain2, plain3] = *plain;
        let (x8, y8) = mul_wide(plain0, 0xa406_11e3_449c_0f01);
        let (x9, y9) = mul_wide(plain0, 0xd00e_1ba7_6885_9347);
        let (x10, y10) = mul_wide(plain0, 0xceec_73d2_17f5_be65);
        let (x11, y11) = mul_wide(plain0, 0x0399_411b_7c30_9a3d);
        let (x13, y13) = adc(y8, x9, 0);
        let (x14, y14) = adc(y9, x10, y13);
        let (x15, y15) = adc(y10, x11, y14);
        let x16 = y11 + y15;
        let (x17, y17) = mul_wide(plain1, 0xa406_11e3_449c_0f01);
        let (x18, y18) = mul_wide(plain1, 0xd00e_1ba7_6885_9347);
        let (x19, y19) = mul_wide(plain1, 0xceec_73d2_17f5_be65);
        let (x20, y20) = mul_wide(plain1, 0x0399_411b_7c30_9a3d);
        let (x21, y21) = adc(y17, x18, 0);
        let (x22, y22) = adc(y18, x19, y21);
        let (x23, y23) = adc(y19, x20, y22);
        let x24 = y20 + y23;
        let (x25, y25) = adc(x13, x17, 0);
        let (x26, y26) = adc(x14, x21, y25);
        let (x27, y27) = adc(x15, x22, y26);
        let (x28, y28) = adc(x16, x23, y27);
        let x29 = x24 + y28;
        let (x30, y30) = mul_wide(plain2, 0xa406_11e3_449c_0f01);
        let (x31, y31) = mul_wide(plain2, 0xd00e_1ba7_6885_9347);
        let (x32, y32) = mul_wide(plain2, 0xceec_73d2_17f5_be65);
        let (x33, y33) = mul_wide(plain2, 0x0399_411b_7c30_9a3d);
        let (x34, y34) = adc(y30, x31, 0);
        let (x35, y35) = adc(y31, x32, y34);
        let (x36, y36) = adc(y32, x33, y35);
        let x37 = y33 + y36;
        let (x38, y38) = adc(x26, x30, 0);
        let (x39, y39) = adc(x27, x34, y38);
        let (x40, y40) = adc(x28, x35, y39);
        let (x41, y41) = adc(x29, x36, y40);
        let x42 = x37 + y41;
        let (x43, y43) = mul_wide(plain3, 0xa406_11e3_449c_0f01);
        let (x44, y44) = mul_wide(plain3, 0xd00e_1ba7_6885_9347);
        let (x45, y45) = mul_wide(plain3, 0xceec_73d2_17f5_be65);
        let (x46, y46) = mul_wide(plain3, 0x0399_411b_7c30_9a3d);
        let (x47, y47) = adc(y43, x44, 0);
        let (x48, y48) = adc(y44, x45, y47);
        let (x49, y49) = adc(y45, x46, y48);
        let x50 = y46 + y49;
        let (x51, y51) = adc(x39, x43, 0);
        let (x52, y52) = adc(x40, x47, y51);
        let (x53, y53) = adc(x41, x48, y52);
        let (x54, y54) = adc(x42, x49, y53);
        let x55 = x50 + y54;
        let (x59, y59) = sbb(0x5812_631a_5cf5_d3ed, x52, 0);
        let (x60, y60) = sbb(0x14de_f9de_a2f7_9cd6, x53, y59);
        let (x61, y61) = sbb(0, x54, y60);
        let (x62, _) = sbb(0x1000_0000_0000_0000, x55, y61);
        let x64 = x8.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x65, y65) = mul_wide(x64, 0x5812_631a_5cf5_d3ed);
        let (x66, y66) = mul_wide(x64, 0x14de_f9de_a2f7_9cd6);
        let (x67, y67) = mul_wide(x64, 0x1000_0000_0000_0000);
        let (x68, y68) = adc(y65, x66, 0);
        let (x69, y69) = adc(y66, 0, y68);
        let (x70, y70) = adc(0, x67, y69);
        let x71 = y67 + y70;
        let (_, y72) = adc(x8, x65, 0);
        let (x73, y73) = adc(x25, x68, y72);
        let (x74, y74) = adc(x38, x69, y73);
        let (x75, y75) = adc(x51, x70, y74);
        let x76 = x71 + y75;
        let x77 = x73.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x78, y78) = mul_wide(x77, 0x5812_631a_5cf5_d3ed);
        let (x79, y79) = mul_wide(x77, 0x14de_f9de_a2f7_9cd6);
        let (x80, y80) = mul_wide(x77, 0x1000_0000_0000_0000);
        let (x81, y81) = adc(y78, x79, 0);
        let (x82, y82) = adc(y79, 0, y81);
        let (x83, y83) = adc(0, x80, y82);
        let x84 = y80 + y83;
        let (_, y85) = adc(x73, x78, 0);
        let (x86, y86) = adc(x74, x81, y85);
        let (x87, y87) = adc(x75, x82, y86);
        let (x88, y88) = adc(x76, x83, y87);
        let x89 = x84 + y88;
        let x90 = x86.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x91, y91) = mul_wide(x90, 0x5812_631a_5cf5_d3ed);
        let (x92, y92) = mul_wide(x90, 0x14de_f9de_a2f7_9cd6);
        let (x93, y93) = mul_wide(x90, 0x1000_0000_0000_0000);
        let (x94, y94) = adc(y91, x92, 0);
        let (x95, y95) = adc(y92, 0, y94);
        let (x96, y96) = adc(0, x93, y95);
        let x97 = y93 + y96;
        let (_, y98) = adc(x86, x91, 0);
        let (x99, y99) = adc(x87, x94, y98);
        let (x100, y100) = adc(x88, x95, y99);
        let (x101, y101) = adc(x89, x96, y100);
        let x102 = x97 + y101;
        let x103 = x99.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x104, y104) = mul_wide(x103, 0x5812_631a_5cf5_d3ed);
        let (x105, y105) = mul_wide(x103, 0x14de_f9de_a2f7_9cd6);
        let (x106, y106) = mul_wide(x103, 0x1000_0000_0000_0000);
        let (x107, y107) = adc(y104, x105, 0);
        let (x108, y108) = adc(y105, 0, y107);
        let (x109, y109) = adc(0, x106, y108);
        let x110 = y106 + y109;
        let (_, y111) = adc(x99, x104, 0);
        let (x112, y112) = adc(x100, x107, y111);
        let (x113, y113) = adc(x101, x108, y112);
        let (x114, y114) = adc(x102, x109, y113);
        let x115 = x110 + y114;
        let (x116, y116) = sbb(x112, x59, 0);
        let (x117, y117) = sbb(x113, x60, y116);
        let (x118, y118) = sbb(x114, x61, y117);
        let (x119, y119) = sbb(x115, x62, y118);
        let x120 = mask(y119);
        let x121 = x120 & 0x5812_631a_5cf5_d3ed;
        let x122 = x120 & 0x14de_f9de_a2f7_9cd6;
        let x123 = x120 & 0x1000_0000_0000_0000;
        let (x124, y124) = adc(x116, x121, 0);
        let (x125, y125) = adc(x117, x122, y124);
        let (x126, y126) = adc(x118, 0, y125);
        let (x127, _) = adc(x119, x123, y126);
        [x124, x125, x126, x127]
    }

    #[inline(always)]
    fn decode(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let x9 = a0.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x10, y10) = mul_wide(x9, 0x5812_631a_5cf5_d3ed);
        let (x11, y11) = mul_wide(x9, 0x14de_f9de_a2f7_9cd6);
        let (x12, y12) = mul_wide(x9, 0x1000_0000_0000_0000);
        let (x13, y13) = adc(y10, x11, 0);
        let (x14, y14) = adc(y11, 0, y13);
        let (x15, y15) = adc(0, x12, y14);
        let x16 = y12 + y15;
        let (_, y17) = adc(a0, x10, 0);
        let (x18, y18) = adc(a1, x13, y17);
        let (x19, y19) = adc(a2, x14, y18);
        let (x20, y20) = adc(a3, x15, y19);
        let x21 = x16 + y20;
        let x22 = x18.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x23, y23) = mul_wide(x22, 0x5812_631a_5cf5_d3ed);
        let (x24, y24) = mul_wide(x22, 0x14de_f9de_a2f7_9cd6);
        let (x25, y25) = mul_wide(x22, 0x1000_0000_0000_0000);
        let (x26, y26) = adc(y23, x24, 0);
        let (x27, y27) = adc(y24, 0, y26);
        let (x28, y28) = adc(0, x25, y27);
        let x29 = y25 + y28;
        let (_, y30) = adc(x18, x23, 0);
        let (x31, y31) = adc(x19, x26, y30);
        let (x32, y32) = adc(x20, x27, y31);
        let (x33, y33) = adc(x21, x28, y32);
        let x34 = x29 + y33;
        let x35 = x31.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x36, y36) = mul_wide(x35, 0x5812_631a_5cf5_d3ed);
        let (x37, y37) = mul_wide(x35, 0x14de_f9de_a2f7_9cd6);
        let (x38, y38) = mul_wide(x35, 0x1000_0000_0000_0000);
        let (x39, y39) = adc(y36, x37, 0);
        let (x40, y40) = adc(y37, 0, y39);
        let (x41, y41) = adc(0, x38, y40);
        let x42 = y38 + y41;
        let (_, y43) = adc(x31, x36, 0);
        let (x44, y44) = adc(x32, x39, y43);
        let (x45, y45) = adc(x33, x40, y44);
        let (x46, y46) = adc(x34, x41, y45);
        let x47 = x42 + y46;
        let x48 = x44.wrapping_mul(0xd2b5_1da3_1254_7e1b);
        let (x49, y49) = mul_wide(x48, 0x5812_631a_5cf5_d3ed);
        let (x50, y50) = mul_wide(x48, 0x14de_f9de_a2f7_9cd6);
        let (x51, y51) = mul_wide(x48, 0x1000_0000_0000_0000);
        let (x52, y52) = adc(y49, x50, 0);
        let (x53, y53) = adc(y50, 0, y52);
        let (x54, y54) = adc(0, x51, y53);
        let x55 = y51 + y54;
        let (_, y56) = adc(x44, x49, 0);
        let (x57, y57) = adc(x45, x52, y56);
        let (x58, y58) = adc(x46, x53, y57);
        let (x59, y59) = adc(x47, x54, y58);
        let x60 = x55 + y59;
        [x57, x58, x59, x60]
    }
}
