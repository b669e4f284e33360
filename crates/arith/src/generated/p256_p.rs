//! The prime `p256_p`, 256 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: MontgomerySparse; an element `x` is held as `x * 2^256 mod p`.
//! Every function takes values below `p` and gives a value below `p`, proven for all inputs.
//!
//! | function | steps | products | carries | selects |
//! |---|---|---|---|---|
//! | mul | 99 | 16 | 52 | 0 |
//! | sqr | 86 | 10 | 46 | 0 |
//! | add | 16 | 0 | 12 | 0 |
//! | sub | 12 | 0 | 8 | 0 |
//! | neg | 12 | 0 | 8 | 0 |
//! | encode | 99 | 16 | 52 | 0 |
//! | decode | 36 | 0 | 16 | 0 |

use crate::prime::Prime;
use crate::word::{adc, mask, mul_wide, sbb};

/// The prime `p256_p`, 256 bits, 4 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P256P;

#[rustfmt::skip]
impl Prime for P256P {
    type Limbs = [u64; 4];
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
        let x66 = x8 - x64;
        let x67 = x66 - y65;
        let (x68, y68) = adc(x25, x63, 0);
        let (x69, y69) = adc(x38, x64, y68);
        let (x70, y70) = adc(x51, x65, y69);
        let x71 = x67 + y70;
        let x72 = x68 << 32;
        let x73 = x68 >> 32;
        let (x74, y74) = sbb(x68, x72, 0);
        let x75 = x68 - x73;
        let x76 = x75 - y74;
        let (x77, y77) = adc(x69, x72, 0);
        let (x78, y78) = adc(x70, x73, y77);
        let (x79, y79) = adc(x71, x74, y78);
        let x80 = x76 + y79;
        let x81 = x77 << 32;
        let x82 = x77 >> 32;
        let (x83, y83) = sbb(x77, x81, 0);
        let x84 = x77 - x82;
        let x85 = x84 - y83;
        let (x86, y86) = adc(x78, x81, 0);
        let (x87, y87) = adc(x79, x82, y86);
        let (x88, y88) = adc(x80, x83, y87);
        let x89 = x85 + y88;
        let x90 = x86 << 32;
        let x91 = x86 >> 32;
        let (x92, y92) = sbb(x86, x90, 0);
        let x93 = x86 - x91;
        let x94 = x93 - y92;
        let (x95, y95) = adc(x87, x90, 0);
        let (x96, y96) = adc(x88, x91, y95);
        let (x97, y97) = adc(x89, x92, y96);
        let x98 = x94 + y97;
        let (x99, y99) = sbb(x95, x59, 0);
        let (x100, y100) = sbb(x96, x60, y99);
        let (x101, y101) = sbb(x97, x61, y100);
        let (x102, y102) = sbb(x98, x62, y101);
        let x103 = mask(y102);
        let x104 = x103 & 0xffff_ffff_ffff_ffff;
        let x105 = x103 & 0x0000_0000_ffff_ffff;
        let x106 = x103 & 0xffff_ffff_0000_0001;
        let (x107, y107) = adc(x99, x104, 0);
        let (x108, y108) = adc(x100, x105, y107);
        let (x109, y109) = adc(x101, 0, y108);
        let (x110, _) = adc(x102, x106, y109);
        [x107, x108, x109, x110]
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
        let x49 = x27 - x47;
        let x50 = x49 - y48;
        let (x51, y51) = adc(x31, x46, 0);
        let (x52, y52) = adc(x32, x47, y51);
        let (x53, y53) = adc(x33, x48, y52);
        let x54 = x50 + y53;
        let x55 = x51 << 32;
        let x56 = x51 >> 32;
        let (x57, y57) = sbb(x51, x55, 0);
        let x58 = x51 - x56;
        let x59 = x58 - y57;
        let (x60, y60) = adc(x52, x55, 0);
        let (x61, y61) = adc(x53, x56, y60);
        let (x62, y62) = adc(x54, x57, y61);
        let x63 = x59 + y62;
        let x64 = x60 << 32;
        let x65 = x60 >> 32;
        let (x66, y66) = sbb(x60, x64, 0);
        let x67 = x60 - x65;
        let x68 = x67 - y66;
        let (x69, y69) = adc(x61, x64, 0);
        let (x70, y70) = adc(x62, x65, y69);
        let (x71, y71) = adc(x63, x66, y70);
        let x72 = x68 + y71;
        let x73 = x69 << 32;
        let x74 = x69 >> 32;
        let (x75, y75) = sbb(x69, x73, 0);
        let x76 = x69 - x74;
        let x77 = x76 - y75;
        let (x78, y78) = adc(x70, x73, 0);
        let (x79, y79) = adc(x71, x74, y78);
        let (x80, y80) = adc(x72, x75, y79);
        let x81 = x77 + y80;
        let (x82, y82) = sbb(x78, x42, 0);
        let (x83, y83) = sbb(x79, x43, y82);
        let (x84, y84) = sbb(x80, x44, y83);
        let (x85, y85) = sbb(x81, x45, y84);
        let x86 = mask(y85);
        let x87 = x86 & 0xffff_ffff_ffff_ffff;
        let x88 = x86 & 0x0000_0000_ffff_ffff;
        let x89 = x86 & 0xffff_ffff_0000_0001;
        let (x90, y90) = adc(x82, x87, 0);
        let (x91, y91) = adc(x83, x88, y90);
        let (x92, y92) = adc(x84, 0, y91);
        let (x93, _) = adc(x85, x89, y92);
        [x90, x91, x92, x93]
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
        let x21 = x20 & 0xffff_ffff_ffff_ffff;
        let x22 = x20 & 0x0000_0000_ffff_ffff;
        let x23 = x20 & 0xffff_ffff_0000_0001;
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
        let (x12, y12) = sbb(a0, b0, 0);
        let (x13, y13) = sbb(a1, b1, y12);
        let (x14, y14) = sbb(a2, b2, y13);
        let (x15, y15) = sbb(a3, b3, y14);
        let x16 = mask(y15);
        let x17 = x16 & 0xffff_ffff_ffff_ffff;
        let x18 = x16 & 0x0000_0000_ffff_ffff;
        let x19 = x16 & 0xffff_ffff_0000_0001;
        let (x20, y20) = adc(x12, x17, 0);
        let (x21, y21) = adc(x13, x18, y20);
        let (x22, y22) = adc(x14, 0, y21);
        let (x23, _) = adc(x15, x19, y22);
        [x20, x21, x22, x23]
    }

    #[inline(always)]
    fn neg(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let (x8, y8) = sbb(0, a0, 0);
        let (x9, y9) = sbb(0, a1, y8);
        let (x10, y10) = sbb(0, a2, y9);
        let (x11, y11) = sbb(0, a3, y10);
        let x12 = mask(y11);
        let x13 = x12 & 0xffff_ffff_ffff_ffff;
        let x14 = x12 & 0x0000_0000_ffff_ffff;
        let x15 = x12 & 0xffff_ffff_0000_0001;
        let (x16, y16) = adc(x8, x13, 0);
        let (x17, y17) = adc(x9, x14, y16);
        let (x18, y18) = adc(x10, 0, y17);
        let (x19, _) = adc(x11, x15, y18);
        [x16, x17, x18, x19]
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
        let x66 = x8 - x64;
        let x67 = x66 - y65;
        let (x68, y68) = adc(x25, x63, 0);
        let (x69, y69) = adc(x38, x64, y68);
        let (x70, y70) = adc(x51, x65, y69);
        let x71 = x67 + y70;
        let x72 = x68 << 32;
        let x73 = x68 >> 32;
        let (x74, y74) = sbb(x68, x72, 0);
        let x75 = x68 - x73;
        let x76 = x75 - y74;
        let (x77, y77) = adc(x69, x72, 0);
        let (x78, y78) = adc(x70, x73, y77);
        let (x79, y79) = adc(x71, x74, y78);
        let x80 = x76 + y79;
        let x81 = x77 << 32;
        let x82 = x77 >> 32;
        let (x83, y83) = sbb(x77, x81, 0);
        let x84 = x77 - x82;
        let x85 = x84 - y83;
        let (x86, y86) = adc(x78, x81, 0);
        let (x87, y87) = adc(x79, x82, y86);
        let (x88, y88) = adc(x80, x83, y87);
        let x89 = x85 + y88;
        let x90 = x86 << 32;
        let x91 = x86 >> 32;
        let (x92, y92) = sbb(x86, x90, 0);
        let x93 = x86 - x91;
        let x94 = x93 - y92;
        let (x95, y95) = adc(x87, x90, 0);
        let (x96, y96) = adc(x88, x91, y95);
        let (x97, y97) = adc(x89, x92, y96);
        let x98 = x94 + y97;
        let (x99, y99) = sbb(x95, x59, 0);
        let (x100, y100) = sbb(x96, x60, y99);
        let (x101, y101) = sbb(x97, x61, y100);
        let (x102, y102) = sbb(x98, x62, y101);
        let x103 = mask(y102);
        let x104 = x103 & 0xffff_ffff_ffff_ffff;
        let x105 = x103 & 0x0000_0000_ffff_ffff;
        let x106 = x103 & 0xffff_ffff_0000_0001;
        let (x107, y107) = adc(x99, x104, 0);
        let (x108, y108) = adc(x100, x105, y107);
        let (x109, y109) = adc(x101, 0, y108);
        let (x110, _) = adc(x102, x106, y109);
        [x107, x108, x109, x110]
    }

    #[inline(always)]
    fn decode(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let x5 = a0 << 32;
        let x6 = a0 >> 32;
        let (x7, y7) = sbb(a0, x5, 0);
        let x8 = a0 - x6;
        let x9 = x8 - y7;
        let (x10, y10) = adc(a1, x5, 0);
        let (x11, y11) = adc(a2, x6, y10);
        let (x12, y12) = adc(a3, x7, y11);
        let x13 = x9 + y12;
        let x14 = x10 << 32;
        let x15 = x10 >> 32;
        let (x16, y16) = sbb(x10, x14, 0);
        let x17 = x10 - x15;
        let x18 = x17 - y16;
        let (x19, y19) = adc(x11, x14, 0);
        let (x20, y20) = adc(x12, x15, y19);
        let (x21, y21) = adc(x13, x16, y20);
        let x22 = x18 + y21;
        let x23 = x19 << 32;
        let x24 = x19 >> 32;
        let (x25, y25) = sbb(x19, x23, 0);
        let x26 = x19 - x24;
        let x27 = x26 - y25;
        let (x28, y28) = adc(x20, x23, 0);
        let (x29, y29) = adc(x21, x24, y28);
        let (x30, y30) = adc(x22, x25, y29);
        let x31 = x27 + y30;
        let x32 = x28 << 32;
        let x33 = x28 >> 32;
        let (x34, y34) = sbb(x28, x32, 0);
        let x35 = x28 - x33;
        let x36 = x35 - y34;
        let (x37, y37) = adc(x29, x32, 0);
        let (x38, y38) = adc(x30, x33, y37);
        let (x39, y39) = adc(x31, x34, y38);
        let x40 = x36 + y39;
        [x37, x38, x39, x40]
    }
}
