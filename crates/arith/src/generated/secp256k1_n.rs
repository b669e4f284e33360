//! The prime `secp256k1_n`, 256 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: SEC 2 version 2.0, section 2.4.1.
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

/// The prime `secp256k1_n`, 256 bits, 4 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secp256k1N;

#[rustfmt::skip]
impl Prime for Secp256k1N {
    type Limbs = [u64; 4];
    #[cfg(feature = "narrow")]
    type Narrow = super::narrow::Secp256k1NS29X9A0;
    #[cfg(not(feature = "narrow"))]
    type Narrow = Self;
    type Lanes = super::lanes::Secp256k1N;
    const NAME: &'static str = "secp256k1_n";
    const BITS: usize = 256;
    const MODULUS: [u64; 4] = [
        0xbfd2_5e8c_d036_4141,
        0xbaae_dce6_af48_a03b,
        0xffff_ffff_ffff_fffe,
        0xffff_ffff_ffff_ffff,
    ];
    const ONE: [u64; 4] = [
        0x402d_a173_2fc9_bebf,
        0x4551_2319_50b7_5fc4,
        1,
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
        let (x60, y60) = sbb(0xbfd2_5e8c_d036_4141, x52, 0);
        let (x61, y61) = sbb(0xbaae_dce6_af48_a03b, x53, y60);
        let (x62, y62) = sbb(0xffff_ffff_ffff_fffe, x54, y61);
        let (x63, _) = sbb(0xffff_ffff_ffff_ffff, x55, y62);
        let x65 = x8.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x66, y66) = mul_wide(x65, 0xbfd2_5e8c_d036_4141);
        let (x67, y67) = mul_wide(x65, 0xbaae_dce6_af48_a03b);
        let (x68, y68) = mul_wide(x65, 0xffff_ffff_ffff_fffe);
        let (x69, y69) = mul_wide(x65, 0xffff_ffff_ffff_ffff);
        let (x70, y70) = adc(y66, x67, 0);
        let (x71, y71) = adc(y67, x68, y70);
        let (x72, y72) = adc(y68, x69, y71);
        let x73 = y69 + y72;
        let (_, y74) = adc(x8, x66, 0);
        let (x75, y75) = adc(x25, x70, y74);
        let (x76, y76) = adc(x38, x71, y75);
        let (x77, y77) = adc(x51, x72, y76);
        let x78 = x73 + y77;
        let x79 = x75.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x80, y80) = mul_wide(x79, 0xbfd2_5e8c_d036_4141);
        let (x81, y81) = mul_wide(x79, 0xbaae_dce6_af48_a03b);
        let (x82, y82) = mul_wide(x79, 0xffff_ffff_ffff_fffe);
        let (x83, y83) = mul_wide(x79, 0xffff_ffff_ffff_ffff);
        let (x84, y84) = adc(y80, x81, 0);
        let (x85, y85) = adc(y81, x82, y84);
        let (x86, y86) = adc(y82, x83, y85);
        let x87 = y83 + y86;
        let (_, y88) = adc(x75, x80, 0);
        let (x89, y89) = adc(x76, x84, y88);
        let (x90, y90) = adc(x77, x85, y89);
        let (x91, y91) = adc(x78, x86, y90);
        let x92 = x87 + y91;
        let x93 = x89.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x94, y94) = mul_wide(x93, 0xbfd2_5e8c_d036_4141);
        let (x95, y95) = mul_wide(x93, 0xbaae_dce6_af48_a03b);
        let (x96, y96) = mul_wide(x93, 0xffff_ffff_ffff_fffe);
        let (x97, y97) = mul_wide(x93, 0xffff_ffff_ffff_ffff);
        let (x98, y98) = adc(y94, x95, 0);
        let (x99, y99) = adc(y95, x96, y98);
        let (x100, y100) = adc(y96, x97, y99);
        let x101 = y97 + y100;
        let (_, y102) = adc(x89, x94, 0);
        let (x103, y103) = adc(x90, x98, y102);
        let (x104, y104) = adc(x91, x99, y103);
        let (x105, y105) = adc(x92, x100, y104);
        let x106 = x101 + y105;
        let x107 = x103.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x108, y108) = mul_wide(x107, 0xbfd2_5e8c_d036_4141);
        let (x109, y109) = mul_wide(x107, 0xbaae_dce6_af48_a03b);
        let (x110, y110) = mul_wide(x107, 0xffff_ffff_ffff_fffe);
        let (x111, y111) = mul_wide(x107, 0xffff_ffff_ffff_ffff);
        let (x112, y112) = adc(y108, x109, 0);
        let (x113, y113) = adc(y109, x110, y112);
        let (x114, y114) = adc(y110, x111, y113);
        let x115 = y111 + y114;
        let (_, y116) = adc(x103, x108, 0);
        let (x117, y117) = adc(x104, x112, y116);
        let (x118, y118) = adc(x105, x113, y117);
        let (x119, y119) = adc(x106, x114, y118);
        let x120 = x115 + y119;
        let (x121, y121) = sbb(x117, x60, 0);
        let (x122, y122) = sbb(x118, x61, y121);
        let (x123, y123) = sbb(x119, x62, y122);
        let (x124, y124) = sbb(x120, x63, y123);
        let x125 = mask(y124);
        let x126 = x125 & 0xbfd2_5e8c_d036_4141;
        let x127 = x125 & 0xbaae_dce6_af48_a03b;
        let x128 = x125 & 0xffff_ffff_ffff_fffe;
        let (x129, y129) = adc(x121, x126, 0);
        let (x130, y130) = adc(x122, x127, y129);
        let (x131, y131) = adc(x123, x128, y130);
        let (x132, _) = adc(x124, x125, y131);
        [x129, x130, x131, x132]
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
        let (x43, y43) = sbb(0xbfd2_5e8c_d036_4141, x34, 0);
        let (x44, y44) = sbb(0xbaae_dce6_af48_a03b, x35, y43);
        let (x45, y45) = sbb(0xffff_ffff_ffff_fffe, x36, y44);
        let (x46, _) = sbb(0xffff_ffff_ffff_ffff, x38, y45);
        let x48 = x27.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x49, y49) = mul_wide(x48, 0xbfd2_5e8c_d036_4141);
        let (x50, y50) = mul_wide(x48, 0xbaae_dce6_af48_a03b);
        let (x51, y51) = mul_wide(x48, 0xffff_ffff_ffff_fffe);
        let (x52, y52) = mul_wide(x48, 0xffff_ffff_ffff_ffff);
        let (x53, y53) = adc(y49, x50, 0);
        let (x54, y54) = adc(y50, x51, y53);
        let (x55, y55) = adc(y51, x52, y54);
        let x56 = y52 + y55;
        let (_, y57) = adc(x27, x49, 0);
        let (x58, y58) = adc(x31, x53, y57);
        let (x59, y59) = adc(x32, x54, y58);
        let (x60, y60) = adc(x33, x55, y59);
        let x61 = x56 + y60;
        let x62 = x58.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x63, y63) = mul_wide(x62, 0xbfd2_5e8c_d036_4141);
        let (x64, y64) = mul_wide(x62, 0xbaae_dce6_af48_a03b);
        let (x65, y65) = mul_wide(x62, 0xffff_ffff_ffff_fffe);
        let (x66, y66) = mul_wide(x62, 0xffff_ffff_ffff_ffff);
        let (x67, y67) = adc(y63, x64, 0);
        let (x68, y68) = adc(y64, x65, y67);
        let (x69, y69) = adc(y65, x66, y68);
        let x70 = y66 + y69;
        let (_, y71) = adc(x58, x63, 0);
        let (x72, y72) = adc(x59, x67, y71);
        let (x73, y73) = adc(x60, x68, y72);
        let (x74, y74) = adc(x61, x69, y73);
        let x75 = x70 + y74;
        let x76 = x72.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x77, y77) = mul_wide(x76, 0xbfd2_5e8c_d036_4141);
        let (x78, y78) = mul_wide(x76, 0xbaae_dce6_af48_a03b);
        let (x79, y79) = mul_wide(x76, 0xffff_ffff_ffff_fffe);
        let (x80, y80) = mul_wide(x76, 0xffff_ffff_ffff_ffff);
        let (x81, y81) = adc(y77, x78, 0);
        let (x82, y82) = adc(y78, x79, y81);
        let (x83, y83) = adc(y79, x80, y82);
        let x84 = y80 + y83;
        let (_, y85) = adc(x72, x77, 0);
        let (x86, y86) = adc(x73, x81, y85);
        let (x87, y87) = adc(x74, x82, y86);
        let (x88, y88) = adc(x75, x83, y87);
        let x89 = x84 + y88;
        let x90 = x86.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x91, y91) = mul_wide(x90, 0xbfd2_5e8c_d036_4141);
        let (x92, y92) = mul_wide(x90, 0xbaae_dce6_af48_a03b);
        let (x93, y93) = mul_wide(x90, 0xffff_ffff_ffff_fffe);
        let (x94, y94) = mul_wide(x90, 0xffff_ffff_ffff_ffff);
        let (x95, y95) = adc(y91, x92, 0);
        let (x96, y96) = adc(y92, x93, y95);
        let (x97, y97) = adc(y93, x94, y96);
        let x98 = y94 + y97;
        let (_, y99) = adc(x86, x91, 0);
        let (x100, y100) = adc(x87, x95, y99);
        let (x101, y101) = adc(x88, x96, y100);
        let (x102, y102) = adc(x89, x97, y101);
        let x103 = x98 + y102;
        let (x104, y104) = sbb(x100, x43, 0);
        let (x105, y105) = sbb(x101, x44, y104);
        let (x106, y106) = sbb(x102, x45, y105);
        let (x107, y107) = sbb(x103, x46, y106);
        let x108 = mask(y107);
        let x109 = x108 & 0xbfd2_5e8c_d036_4141;
        let x110 = x108 & 0xbaae_dce6_af48_a03b;
        let x111 = x108 & 0xffff_ffff_ffff_fffe;
        let (x112, y112) = adc(x104, x109, 0);
        let (x113, y113) = adc(x105, x110, y112);
        let (x114, y114) = adc(x106, x111, y113);
        let (x115, _) = adc(x107, x108, y114);
        [x112, x113, x114, x115]
    }

    #[inline(always)]
    fn add(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x13, y13) = sbb(0xbfd2_5e8c_d036_4141, b0, 0);
        let (x14, y14) = sbb(0xbaae_dce6_af48_a03b, b1, y13);
        let (x15, y15) = sbb(0xffff_ffff_ffff_fffe, b2, y14);
        let (x16, _) = sbb(0xffff_ffff_ffff_ffff, b3, y15);
        let (x17, y17) = sbb(a0, x13, 0);
        let (x18, y18) = sbb(a1, x14, y17);
        let (x19, y19) = sbb(a2, x15, y18);
        let (x20, y20) = sbb(a3, x16, y19);
        let x21 = mask(y20);
        let x22 = x21 & 0xbfd2_5e8c_d036_4141;
        let x23 = x21 & 0xbaae_dce6_af48_a03b;
        let x24 = x21 & 0xffff_ffff_ffff_fffe;
        let (x25, y25) = adc(x17, x22, 0);
        let (x26, y26) = adc(x18, x23, y25);
        let (x27, y27) = adc(x19, x24, y26);
        let (x28, _) = adc(x20, x21, y27);
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
        let x15 = x13 & 0xbfd2_5e8c_d036_4141;
        let x17 = x13 & 0xbaae_dce6_af48_a03b;
        let x19 = x13 & 0xffff_ffff_ffff_fffe;
        let (x20, y20) = adc(x9, x15, 0);
        let (x21, y21) = adc(x10, x17, y20);
        let (x22, y22) = adc(x11, x19, y21);
        let (x23, _) = adc(x12, x13, y22);
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
        let x11 = x9 & 0xbfd2_5e8c_d036_4141;
        let x13 = x9 & 0xbaae_dce6_af48_a03b;
        let x15 = x9 & 0xffff_ffff_ffff_fffe;
        let (x16, y16) = adc(x5, x11, 0);
        let (x17, y17) = adc(x6, x13, y16);
        let (x18, y18) = adc(x7, x15, y17);
        let (x19, _) = adc(x8, x9, y18);
        [x16, x17, x18, x19]
    }

    #[inline(always)]
    fn encode(plain: &[u64; 4]) -> [u64; 4] {
        let [plain0, plain1, plain2, plain3] = *plain;
        let (x8, y8) = mul_wide(plain0, 0x896c_f214_67d7_d140);
        let (x9, y9) = mul_wide(plain0, 0x7414_96c2_0e7c_f878);
        let (x10, y10) = mul_wide(plain0, 0xe697_f5e4_5bcd_07c6);
        let (x11, y11) = mul_wide(plain0, 0x9d67_1cd5_81c6_9bc5);
        let (x13, y13) = adc(y8, x9, 0);
        let (x14, y14) = adc(y9, x10, y13);
        let (x15, y15) = adc(y10, x11, y14);
        let x16 = y11 + y15;
        let (x17, y17) = mul_wide(plain1, 0x896c_f214_67d7_d140);
        let (x18, y18) = mul_wide(plain1, 0x7414_96c2_0e7c_f878);
        let (x19, y19) = mul_wide(plain1, 0xe697_f5e4_5bcd_07c6);
        let (x20, y20) = mul_wide(plain1, 0x9d67_1cd5_81c6_9bc5);
        let (x21, y21) = adc(y17, x18, 0);
        let (x22, y22) = adc(y18, x19, y21);
        let (x23, y23) = adc(y19, x20, y22);
        let x24 = y20 + y23;
        let (x25, y25) = adc(x13, x17, 0);
        let (x26, y26) = adc(x14, x21, y25);
        let (x27, y27) = adc(x15, x22, y26);
        let (x28, y28) = adc(x16, x23, y27);
        let x29 = x24 + y28;
        let (x30, y30) = mul_wide(plain2, 0x896c_f214_67d7_d140);
        let (x31, y31) = mul_wide(plain2, 0x7414_96c2_0e7c_f878);
        let (x32, y32) = mul_wide(plain2, 0xe697_f5e4_5bcd_07c6);
        let (x33, y33) = mul_wide(plain2, 0x9d67_1cd5_81c6_9bc5);
        let (x34, y34) = adc(y30, x31, 0);
        let (x35, y35) = adc(y31, x32, y34);
        let (x36, y36) = adc(y32, x33, y35);
        let x37 = y33 + y36;
        let (x38, y38) = adc(x26, x30, 0);
        let (x39, y39) = adc(x27, x34, y38);
        let (x40, y40) = adc(x28, x35, y39);
        let (x41, y41) = adc(x29, x36, y40);
        let x42 = x37 + y41;
        let (x43, y43) = mul_wide(plain3, 0x896c_f214_67d7_d140);
        let (x44, y44) = mul_wide(plain3, 0x7414_96c2_0e7c_f878);
        let (x45, y45) = mul_wide(plain3, 0xe697_f5e4_5bcd_07c6);
        let (x46, y46) = mul_wide(plain3, 0x9d67_1cd5_81c6_9bc5);
        let (x47, y47) = adc(y43, x44, 0);
        let (x48, y48) = adc(y44, x45, y47);
        let (x49, y49) = adc(y45, x46, y48);
        let x50 = y46 + y49;
        let (x51, y51) = adc(x39, x43, 0);
        let (x52, y52) = adc(x40, x47, y51);
        let (x53, y53) = adc(x41, x48, y52);
        let (x54, y54) = adc(x42, x49, y53);
        let x55 = x50 + y54;
        let (x60, y60) = sbb(0xbfd2_5e8c_d036_4141, x52, 0);
        let (x61, y61) = sbb(0xbaae_dce6_af48_a03b, x53, y60);
        let (x62, y62) = sbb(0xffff_ffff_ffff_fffe, x54, y61);
        let (x63, _) = sbb(0xffff_ffff_ffff_ffff, x55, y62);
        let x65 = x8.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x66, y66) = mul_wide(x65, 0xbfd2_5e8c_d036_4141);
        let (x67, y67) = mul_wide(x65, 0xbaae_dce6_af48_a03b);
        let (x68, y68) = mul_wide(x65, 0xffff_ffff_ffff_fffe);
        let (x69, y69) = mul_wide(x65, 0xffff_ffff_ffff_ffff);
        let (x70, y70) = adc(y66, x67, 0);
        let (x71, y71) = adc(y67, x68, y70);
        let (x72, y72) = adc(y68, x69, y71);
        let x73 = y69 + y72;
        let (_, y74) = adc(x8, x66, 0);
        let (x75, y75) = adc(x25, x70, y74);
        let (x76, y76) = adc(x38, x71, y75);
        let (x77, y77) = adc(x51, x72, y76);
        let x78 = x73 + y77;
        let x79 = x75.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x80, y80) = mul_wide(x79, 0xbfd2_5e8c_d036_4141);
        let (x81, y81) = mul_wide(x79, 0xbaae_dce6_af48_a03b);
        let (x82, y82) = mul_wide(x79, 0xffff_ffff_ffff_fffe);
        let (x83, y83) = mul_wide(x79, 0xffff_ffff_ffff_ffff);
        let (x84, y84) = adc(y80, x81, 0);
        let (x85, y85) = adc(y81, x82, y84);
        let (x86, y86) = adc(y82, x83, y85);
        let x87 = y83 + y86;
        let (_, y88) = adc(x75, x80, 0);
        let (x89, y89) = adc(x76, x84, y88);
        let (x90, y90) = adc(x77, x85, y89);
        let (x91, y91) = adc(x78, x86, y90);
        let x92 = x87 + y91;
        let x93 = x89.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x94, y94) = mul_wide(x93, 0xbfd2_5e8c_d036_4141);
        let (x95, y95) = mul_wide(x93, 0xbaae_dce6_af48_a03b);
        let (x96, y96) = mul_wide(x93, 0xffff_ffff_ffff_fffe);
        let (x97, y97) = mul_wide(x93, 0xffff_ffff_ffff_ffff);
        let (x98, y98) = adc(y94, x95, 0);
        let (x99, y99) = adc(y95, x96, y98);
        let (x100, y100) = adc(y96, x97, y99);
        let x101 = y97 + y100;
        let (_, y102) = adc(x89, x94, 0);
        let (x103, y103) = adc(x90, x98, y102);
        let (x104, y104) = adc(x91, x99, y103);
        let (x105, y105) = adc(x92, x100, y104);
        let x106 = x101 + y105;
        let x107 = x103.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x108, y108) = mul_wide(x107, 0xbfd2_5e8c_d036_4141);
        let (x109, y109) = mul_wide(x107, 0xbaae_dce6_af48_a03b);
        let (x110, y110) = mul_wide(x107, 0xffff_ffff_ffff_fffe);
        let (x111, y111) = mul_wide(x107, 0xffff_ffff_ffff_ffff);
        let (x112, y112) = adc(y108, x109, 0);
        let (x113, y113) = adc(y109, x110, y112);
        let (x114, y114) = adc(y110, x111, y113);
        let x115 = y111 + y114;
        let (_, y116) = adc(x103, x108, 0);
        let (x117, y117) = adc(x104, x112, y116);
        let (x118, y118) = adc(x105, x113, y117);
        let (x119, y119) = adc(x106, x114, y118);
        let x120 = x115 + y119;
        let (x121, y121) = sbb(x117, x60, 0);
        let (x122, y122) = sbb(x118, x61, y121);
        let (x123, y123) = sbb(x119, x62, y122);
        let (x124, y124) = sbb(x120, x63, y123);
        let x125 = mask(y124);
        let x126 = x125 & 0xbfd2_5e8c_d036_4141;
        let x127 = x125 & 0xbaae_dce6_af48_a03b;
        let x128 = x125 & 0xffff_ffff_ffff_fffe;
        let (x129, y129) = adc(x121, x126, 0);
        let (x130, y130) = adc(x122, x127, y129);
        let (x131, y131) = adc(x123, x128, y130);
        let (x132, _) = adc(x124, x125, y131);
        [x129, x130, x131, x132]
    }

    #[inline(always)]
    fn decode(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let x10 = a0.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x11, y11) = mul_wide(x10, 0xbfd2_5e8c_d036_4141);
        let (x12, y12) = mul_wide(x10, 0xbaae_dce6_af48_a03b);
        let (x13, y13) = mul_wide(x10, 0xffff_ffff_ffff_fffe);
        let (x14, y14) = mul_wide(x10, 0xffff_ffff_ffff_ffff);
        let (x15, y15) = adc(y11, x12, 0);
        let (x16, y16) = adc(y12, x13, y15);
        let (x17, y17) = adc(y13, x14, y16);
        let x18 = y14 + y17;
        let (_, y19) = adc(a0, x11, 0);
        let (x20, y20) = adc(a1, x15, y19);
        let (x21, y21) = adc(a2, x16, y20);
        let (x22, y22) = adc(a3, x17, y21);
        let x23 = x18 + y22;
        let x24 = x20.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x25, y25) = mul_wide(x24, 0xbfd2_5e8c_d036_4141);
        let (x26, y26) = mul_wide(x24, 0xbaae_dce6_af48_a03b);
        let (x27, y27) = mul_wide(x24, 0xffff_ffff_ffff_fffe);
        let (x28, y28) = mul_wide(x24, 0xffff_ffff_ffff_ffff);
        let (x29, y29) = adc(y25, x26, 0);
        let (x30, y30) = adc(y26, x27, y29);
        let (x31, y31) = adc(y27, x28, y30);
        let x32 = y28 + y31;
        let (_, y33) = adc(x20, x25, 0);
        let (x34, y34) = adc(x21, x29, y33);
        let (x35, y35) = adc(x22, x30, y34);
        let (x36, y36) = adc(x23, x31, y35);
        let x37 = x32 + y36;
        let x38 = x34.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x39, y39) = mul_wide(x38, 0xbfd2_5e8c_d036_4141);
        let (x40, y40) = mul_wide(x38, 0xbaae_dce6_af48_a03b);
        let (x41, y41) = mul_wide(x38, 0xffff_ffff_ffff_fffe);
        let (x42, y42) = mul_wide(x38, 0xffff_ffff_ffff_ffff);
        let (x43, y43) = adc(y39, x40, 0);
        let (x44, y44) = adc(y40, x41, y43);
        let (x45, y45) = adc(y41, x42, y44);
        let x46 = y42 + y45;
        let (_, y47) = adc(x34, x39, 0);
        let (x48, y48) = adc(x35, x43, y47);
        let (x49, y49) = adc(x36, x44, y48);
        let (x50, y50) = adc(x37, x45, y49);
        let x51 = x46 + y50;
        let x52 = x48.wrapping_mul(0x4b0d_ff66_5588_b13f);
        let (x53, y53) = mul_wide(x52, 0xbfd2_5e8c_d036_4141);
        let (x54, y54) = mul_wide(x52, 0xbaae_dce6_af48_a03b);
        let (x55, y55) = mul_wide(x52, 0xffff_ffff_ffff_fffe);
        let (x56, y56) = mul_wide(x52, 0xffff_ffff_ffff_ffff);
        let (x57, y57) = adc(y53, x54, 0);
        let (x58, y58) = adc(y54, x55, y57);
        let (x59, y59) = adc(y55, x56, y58);
        let x60 = y56 + y59;
        let (_, y61) = adc(x48, x53, 0);
        let (x62, y62) = adc(x49, x57, y61);
        let (x63, y63) = adc(x50, x58, y62);
        let (x64, y64) = adc(x51, x59, y63);
        let x65 = x60 + y64;
        [x62, x63, x64, x65]
    }
}
