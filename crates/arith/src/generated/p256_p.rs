//! The prime `p256_p`, 256 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: MontgomerySparse; an element `x` is held as `x * 2^256 mod p`.
//! Every function takes values below `p` and gives a value below `p`, proven for all inputs.
//!
//! | function | steps | products | carries | selects |
//! |---|---|---|---|---|
//! | mul | 58 | 20 | 21 | 4 |
//! | sqr | 67 | 14 | 34 | 4 |
//! | add | 14 | 0 | 9 | 4 |
//! | sub | 12 | 0 | 8 | 0 |
//! | neg | 12 | 0 | 8 | 0 |
//! | encode | 58 | 20 | 21 | 4 |
//! | decode | 28 | 4 | 12 | 0 |

use crate::prime::Prime;
use crate::word::{adc, mac, mask, mul_wide, sbb, select};

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
        let (x10, y10) = mac(a0, b1, y8, 0);
        let (x11, y11) = mac(a0, b2, y10, 0);
        let (x12, y12) = mac(a0, b3, y11, 0);
        let (x13, y13) = mac(a1, b0, x10, 0);
        let (x14, y14) = mac(a1, b1, x11, y13);
        let (x15, y15) = mac(a1, b2, x12, y14);
        let (x16, y16) = mac(a1, b3, y12, y15);
        let (x17, y17) = mac(a2, b0, x14, 0);
        let (x18, y18) = mac(a2, b1, x15, y17);
        let (x19, y19) = mac(a2, b2, x16, y18);
        let (x20, y20) = mac(a2, b3, y16, y19);
        let (x21, y21) = mac(a3, b0, x18, 0);
        let (x22, y22) = mac(a3, b1, x19, y21);
        let (x23, y23) = mac(a3, b2, x20, y22);
        let (x24, y24) = mac(a3, b3, y20, y23);
        let x28 = x8 << 32;
        let x29 = x8 >> 32;
        let (x30, y30) = mul_wide(x8, 0xffff_ffff_0000_0001);
        let (x31, y31) = adc(x13, x28, 0);
        let (x32, y32) = adc(x17, x29, y31);
        let (x33, y33) = adc(x21, x30, y32);
        let x34 = y30 + y33;
        let x35 = x31 << 32;
        let x36 = x31 >> 32;
        let (x37, y37) = mul_wide(x31, 0xffff_ffff_0000_0001);
        let (x38, y38) = adc(x32, x35, 0);
        let (x39, y39) = adc(x33, x36, y38);
        let (x40, y40) = adc(x34, x37, y39);
        let x41 = y37 + y40;
        let x42 = x38 << 32;
        let x43 = x38 >> 32;
        let (x44, y44) = mul_wide(x38, 0xffff_ffff_0000_0001);
        let (x45, y45) = adc(x39, x42, 0);
        let (x46, y46) = adc(x40, x43, y45);
        let (x47, y47) = adc(x41, x44, y46);
        let x48 = y44 + y47;
        let x49 = x45 << 32;
        let x50 = x45 >> 32;
        let (x51, y51) = mul_wide(x45, 0xffff_ffff_0000_0001);
        let (x52, y52) = adc(x46, x49, 0);
        let (x53, y53) = adc(x47, x50, y52);
        let (x54, y54) = adc(x48, x51, y53);
        let x55 = y51 + y54;
        let (x56, y56) = adc(x52, x22, 0);
        let (x57, y57) = adc(x53, x23, y56);
        let (x58, y58) = adc(x54, x24, y57);
        let (x59, y59) = adc(x55, y24, y58);
        let (x60, y60) = sbb(x56, 0xffff_ffff_ffff_ffff, 0);
        let (x61, y61) = sbb(x57, 0x0000_0000_ffff_ffff, y60);
        let (x62, y62) = sbb(x58, 0, y61);
        let (x63, y63) = sbb(x59, 0xffff_ffff_0000_0001, y62);
        let (_, y64) = sbb(y59, 0, y63);
        let x65 = mask(y64);
        let x66 = select(x65, x56, x60);
        let x67 = select(x65, x57, x61);
        let x68 = select(x65, x58, x62);
        let x69 = select(x65, x59, x63);
        [x66, x67, x68, x69]
    }

    #[inline(always)]
    fn sqr(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let (x5, y5) = mul_wide(a0, a1);
        let (x6, y6) = mac(a0, a2, 0, y5);
        let (x7, y7) = mac(a0, a3, 0, y6);
        let (x8, y8) = mac(a1, a2, x7, 0);
        let (x9, y9) = mac(a1, a3, y7, y8);
        let (x10, y10) = mac(a2, a3, y9, 0);
        let (x11, y11) = adc(x5, x5, 0);
        let (x12, y12) = adc(x6, x6, y11);
        let (x13, y13) = adc(x8, x8, y12);
        let (x14, y14) = adc(x9, x9, y13);
        let (x15, y15) = adc(x10, x10, y14);
        let (x16, y16) = adc(y10, y10, y15);
        let (x17, y17) = mul_wide(a0, a0);
        let (x18, y18) = adc(0, x17, 0);
        let (x19, y19) = adc(x11, y17, y18);
        let (x20, y20) = mul_wide(a1, a1);
        let (x21, y21) = adc(x12, x20, y19);
        let (x22, y22) = adc(x13, y20, y21);
        let (x23, y23) = mul_wide(a2, a2);
        let (x24, y24) = adc(x14, x23, y22);
        let (x25, y25) = adc(x15, y23, y24);
        let (x26, y26) = mul_wide(a3, a3);
        let (x27, y27) = adc(x16, x26, y25);
        let x28 = y16 + y26;
        let x29 = x28 + y27;
        let x33 = x18 << 32;
        let x34 = x18 >> 32;
        let (x35, y35) = mul_wide(x18, 0xffff_ffff_0000_0001);
        let (x36, y36) = adc(x19, x33, 0);
        let (x37, y37) = adc(x21, x34, y36);
        let (x38, y38) = adc(x22, x35, y37);
        let x39 = y35 + y38;
        let x40 = x36 << 32;
        let x41 = x36 >> 32;
        let (x42, y42) = mul_wide(x36, 0xffff_ffff_0000_0001);
        let (x43, y43) = adc(x37, x40, 0);
        let (x44, y44) = adc(x38, x41, y43);
        let (x45, y45) = adc(x39, x42, y44);
        let x46 = y42 + y45;
        let x47 = x43 << 32;
        let x48 = x43 >> 32;
        let (x49, y49) = mul_wide(x43, 0xffff_ffff_0000_0001);
        let (x50, y50) = adc(x44, x47, 0);
        let (x51, y51) = adc(x45, x48, y50);
        let (x52, y52) = adc(x46, x49, y51);
        let x53 = y49 + y52;
        let x54 = x50 << 32;
        let x55 = x50 >> 32;
        let (x56, y56) = mul_wide(x50, 0xffff_ffff_0000_0001);
        let (x57, y57) = adc(x51, x54, 0);
        let (x58, y58) = adc(x52, x55, y57);
        let (x59, y59) = adc(x53, x56, y58);
        let x60 = y56 + y59;
        let (x61, y61) = adc(x57, x24, 0);
        let (x62, y62) = adc(x58, x25, y61);
        let (x63, y63) = adc(x59, x27, y62);
        let (x64, y64) = adc(x60, x29, y63);
        let (x65, y65) = sbb(x61, 0xffff_ffff_ffff_ffff, 0);
        let (x66, y66) = sbb(x62, 0x0000_0000_ffff_ffff, y65);
        let (x67, y67) = sbb(x63, 0, y66);
        let (x68, y68) = sbb(x64, 0xffff_ffff_0000_0001, y67);
        let (_, y69) = sbb(y64, 0, y68);
        let x70 = mask(y69);
        let x71 = select(x70, x61, x65);
        let x72 = select(x70, x62, x66);
        let x73 = select(x70, x63, x67);
        let x74 = select(x70, x64, x68);
        [x71, x72, x73, x74]
    }

    #[inline(always)]
    fn add(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x12, y12) = adc(a0, b0, 0);
        let (x13, y13) = adc(a1, b1, y12);
        let (x14, y14) = adc(a2, b2, y13);
        let (x15, y15) = adc(a3, b3, y14);
        let (x16, y16) = sbb(x12, 0xffff_ffff_ffff_ffff, 0);
        let (x17, y17) = sbb(x13, 0x0000_0000_ffff_ffff, y16);
        let (x18, y18) = sbb(x14, 0, y17);
        let (x19, y19) = sbb(x15, 0xffff_ffff_0000_0001, y18);
        let (_, y20) = sbb(y15, 0, y19);
        let x21 = mask(y20);
        let x22 = select(x21, x12, x16);
        let x23 = select(x21, x13, x17);
        let x24 = select(x21, x14, x18);
        let x25 = select(x21, x15, x19);
        [x22, x23, x24, x25]
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
        let (x10, y10) = mac(plain0, 0xffff_fffb_ffff_ffff, y8, 0);
        let (x11, y11) = mac(plain0, 0xffff_ffff_ffff_fffe, y10, 0);
        let (x12, y12) = mac(plain0, 0x0000_0004_ffff_fffd, y11, 0);
        let (x13, y13) = mac(plain1, 3, x10, 0);
        let (x14, y14) = mac(plain1, 0xffff_fffb_ffff_ffff, x11, y13);
        let (x15, y15) = mac(plain1, 0xffff_ffff_ffff_fffe, x12, y14);
        let (x16, y16) = mac(plain1, 0x0000_0004_ffff_fffd, y12, y15);
        let (x17, y17) = mac(plain2, 3, x14, 0);
        let (x18, y18) = mac(plain2, 0xffff_fffb_ffff_ffff, x15, y17);
        let (x19, y19) = mac(plain2, 0xffff_ffff_ffff_fffe, x16, y18);
        let (x20, y20) = mac(plain2, 0x0000_0004_ffff_fffd, y16, y19);
        let (x21, y21) = mac(plain3, 3, x18, 0);
        let (x22, y22) = mac(plain3, 0xffff_fffb_ffff_ffff, x19, y21);
        let (x23, y23) = mac(plain3, 0xffff_ffff_ffff_fffe, x20, y22);
        let (x24, y24) = mac(plain3, 0x0000_0004_ffff_fffd, y20, y23);
        let x28 = x8 << 32;
        let x29 = x8 >> 32;
        let (x30, y30) = mul_wide(x8, 0xffff_ffff_0000_0001);
        let (x31, y31) = adc(x13, x28, 0);
        let (x32, y32) = adc(x17, x29, y31);
        let (x33, y33) = adc(x21, x30, y32);
        let x34 = y30 + y33;
        let x35 = x31 << 32;
        let x36 = x31 >> 32;
        let (x37, y37) = mul_wide(x31, 0xffff_ffff_0000_0001);
        let (x38, y38) = adc(x32, x35, 0);
        let (x39, y39) = adc(x33, x36, y38);
        let (x40, y40) = adc(x34, x37, y39);
        let x41 = y37 + y40;
        let x42 = x38 << 32;
        let x43 = x38 >> 32;
        let (x44, y44) = mul_wide(x38, 0xffff_ffff_0000_0001);
        let (x45, y45) = adc(x39, x42, 0);
        let (x46, y46) = adc(x40, x43, y45);
        let (x47, y47) = adc(x41, x44, y46);
        let x48 = y44 + y47;
        let x49 = x45 << 32;
        let x50 = x45 >> 32;
        let (x51, y51) = mul_wide(x45, 0xffff_ffff_0000_0001);
        let (x52, y52) = adc(x46, x49, 0);
        let (x53, y53) = adc(x47, x50, y52);
        let (x54, y54) = adc(x48, x51, y53);
        let x55 = y51 + y54;
        let (x56, y56) = adc(x52, x22, 0);
        let (x57, y57) = adc(x53, x23, y56);
        let (x58, y58) = adc(x54, x24, y57);
        let (x59, y59) = adc(x55, y24, y58);
        let (x60, y60) = sbb(x56, 0xffff_ffff_ffff_ffff, 0);
        let (x61, y61) = sbb(x57, 0x0000_0000_ffff_ffff, y60);
        let (x62, y62) = sbb(x58, 0, y61);
        let (x63, y63) = sbb(x59, 0xffff_ffff_0000_0001, y62);
        let (_, y64) = sbb(y59, 0, y63);
        let x65 = mask(y64);
        let x66 = select(x65, x56, x60);
        let x67 = select(x65, x57, x61);
        let x68 = select(x65, x58, x62);
        let x69 = select(x65, x59, x63);
        [x66, x67, x68, x69]
    }

    #[inline(always)]
    fn decode(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let x8 = a0 << 32;
        let x9 = a0 >> 32;
        let (x10, y10) = mul_wide(a0, 0xffff_ffff_0000_0001);
        let (x11, y11) = adc(a1, x8, 0);
        let (x12, y12) = adc(a2, x9, y11);
        let (x13, y13) = adc(a3, x10, y12);
        let x14 = y10 + y13;
        let x15 = x11 << 32;
        let x16 = x11 >> 32;
        let (x17, y17) = mul_wide(x11, 0xffff_ffff_0000_0001);
        let (x18, y18) = adc(x12, x15, 0);
        let (x19, y19) = adc(x13, x16, y18);
        let (x20, y20) = adc(x14, x17, y19);
        let x21 = y17 + y20;
        let x22 = x18 << 32;
        let x23 = x18 >> 32;
        let (x24, y24) = mul_wide(x18, 0xffff_ffff_0000_0001);
        let (x25, y25) = adc(x19, x22, 0);
        let (x26, y26) = adc(x20, x23, y25);
        let (x27, y27) = adc(x21, x24, y26);
        let x28 = y24 + y27;
        let x29 = x25 << 32;
        let x30 = x25 >> 32;
        let (x31, y31) = mul_wide(x25, 0xffff_ffff_0000_0001);
        let (x32, y32) = adc(x26, x29, 0);
        let (x33, y33) = adc(x27, x30, y32);
        let (x34, y34) = adc(x28, x31, y33);
        let x35 = y31 + y34;
        [x32, x33, x34, x35]
    }
}
