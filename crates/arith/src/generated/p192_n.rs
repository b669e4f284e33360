//! The prime `p192_n`, 192 bits, 3 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: FIPS 186-4, appendix D.1.2.
//! Form: montgomery; an element `x` is held as `x * 2^192 mod p`.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b / 2^192` | a, b < p | < p | 71 | 21 | 36 | 0 |
//! | sqr | `a * a / 2^192` | a < p | < p | 65 | 18 | 34 | 0 |
//! | add | `a + b` | a, b < p | < p | 12 | 0 | 9 | 0 |
//! | sub | `a - b` | a, b < p | < p | 9 | 0 | 6 | 0 |
//! | neg | `-a` | a < p | < p | 9 | 0 | 6 | 0 |
//! | encode | `plain * 2^192` | plain < p | < p | 71 | 21 | 36 | 0 |
//! | decode | `a / 2^192` | a < p | < p | 33 | 12 | 15 | 0 |

use crate::prime::Prime;
use crate::word::{adc, mask, mul_wide, sbb};

/// The prime `p192_n`, 192 bits, 3 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P192N;

#[rustfmt::skip]
impl Prime for P192N {
    type Limbs = [u64; 3];
    #[cfg(feature = "narrow")]
    type Narrow = super::narrow::P192NS28X7A0;
    #[cfg(not(feature = "narrow"))]
    type Narrow = Self;
    type Lanes = super::lanes::P192N;
    const NAME: &'static str = "p192_n";
    const BITS: usize = 192;
    const MODULUS: [u64; 3] = [
        0x146b_c9b1_b4d2_2831,
        0xffff_ffff_99de_f836,
        0xffff_ffff_ffff_ffff,
    ];
    const ONE: [u64; 3] = [
        0xeb94_364e_4b2d_d7cf,
        0x0000_0000_6621_07c9,
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
        let (x36, y36) = sbb(0x146b_c9b1_b4d2_2831, x30, 0);
        let (x37, y37) = sbb(0xffff_ffff_99de_f836, x31, y36);
        let (x38, _) = sbb(0xffff_ffff_ffff_ffff, x32, y37);
        let x40 = x6.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x41, y41) = mul_wide(x40, 0x146b_c9b1_b4d2_2831);
        let (x42, y42) = mul_wide(x40, 0xffff_ffff_99de_f836);
        let (x43, y43) = mul_wide(x40, 0xffff_ffff_ffff_ffff);
        let (x44, y44) = adc(y41, x42, 0);
        let (x45, y45) = adc(y42, x43, y44);
        let x46 = y43 + y45;
        let (_, y47) = adc(x6, x41, 0);
        let (x48, y48) = adc(x19, x44, y47);
        let (x49, y49) = adc(x29, x45, y48);
        let x50 = x46 + y49;
        let x51 = x48.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x52, y52) = mul_wide(x51, 0x146b_c9b1_b4d2_2831);
        let (x53, y53) = mul_wide(x51, 0xffff_ffff_99de_f836);
        let (x54, y54) = mul_wide(x51, 0xffff_ffff_ffff_ffff);
        let (x55, y55) = adc(y52, x53, 0);
        let (x56, y56) = adc(y53, x54, y55);
        let x57 = y54 + y56;
        let (_, y58) = adc(x48, x52, 0);
        let (x59, y59) = adc(x49, x55, y58);
        let (x60, y60) = adc(x50, x56, y59);
        let x61 = x57 + y60;
        let x62 = x59.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x63, y63) = mul_wide(x62, 0x146b_c9b1_b4d2_2831);
        let (x64, y64) = mul_wide(x62, 0xffff_ffff_99de_f836);
        let (x65, y65) = mul_wide(x62, 0xffff_ffff_ffff_ffff);
        let (x66, y66) = adc(y63, x64, 0);
        let (x67, y67) = adc(y64, x65, y66);
        let x68 = y65 + y67;
        let (_, y69) = adc(x59, x63, 0);
        let (x70, y70) = adc(x60, x66, y69);
        let (x71, y71) = adc(x61, x67, y70);
        let x72 = x68 + y71;
        let (x73, y73) = sbb(x70, x36, 0);
        let (x74, y74) = sbb(x71, x37, y73);
        let (x75, y75) = sbb(x72, x38, y74);
        let x76 = mask(y75);
        let x77 = x76 & 0x146b_c9b1_b4d2_2831;
        let x78 = x76 & 0xffff_ffff_99de_f836;
        let (x79, y79) = adc(x73, x77, 0);
        let (x80, y80) = adc(x74, x78, y79);
        let (x81, _) = adc(x75, x76, y80);
        [x79, x80, x81]
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
        let (x27, y27) = sbb(0x146b_c9b1_b4d2_2831, x20, 0);
        let (x28, y28) = sbb(0xffff_ffff_99de_f836, x21, y27);
        let (x29, _) = sbb(0xffff_ffff_ffff_ffff, x23, y28);
        let x31 = x15.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x32, y32) = mul_wide(x31, 0x146b_c9b1_b4d2_2831);
        let (x33, y33) = mul_wide(x31, 0xffff_ffff_99de_f836);
        let (x34, y34) = mul_wide(x31, 0xffff_ffff_ffff_ffff);
        let (x35, y35) = adc(y32, x33, 0);
        let (x36, y36) = adc(y33, x34, y35);
        let x37 = y34 + y36;
        let (_, y38) = adc(x15, x32, 0);
        let (x39, y39) = adc(x18, x35, y38);
        let (x40, y40) = adc(x19, x36, y39);
        let x41 = x37 + y40;
        let x42 = x39.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x43, y43) = mul_wide(x42, 0x146b_c9b1_b4d2_2831);
        let (x44, y44) = mul_wide(x42, 0xffff_ffff_99de_f836);
        let (x45, y45) = mul_wide(x42, 0xffff_ffff_ffff_ffff);
        let (x46, y46) = adc(y43, x44, 0);
        let (x47, y47) = adc(y44, x45, y46);
        let x48 = y45 + y47;
        let (_, y49) = adc(x39, x43, 0);
        let (x50, y50) = adc(x40, x46, y49);
        let (x51, y51) = adc(x41, x47, y50);
        let x52 = x48 + y51;
        let x53 = x50.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x54, y54) = mul_wide(x53, 0x146b_c9b1_b4d2_2831);
        let (x55, y55) = mul_wide(x53, 0xffff_ffff_99de_f836);
        let (x56, y56) = mul_wide(x53, 0xffff_ffff_ffff_ffff);
        let (x57, y57) = adc(y54, x55, 0);
        let (x58, y58) = adc(y55, x56, y57);
        let x59 = y56 + y58;
        let (_, y60) = adc(x50, x54, 0);
        let (x61, y61) = adc(x51, x57, y60);
        let (x62, y62) = adc(x52, x58, y61);
        let x63 = x59 + y62;
        let (x64, y64) = sbb(x61, x27, 0);
        let (x65, y65) = sbb(x62, x28, y64);
        let (x66, y66) = sbb(x63, x29, y65);
        let x67 = mask(y66);
        let x68 = x67 & 0x146b_c9b1_b4d2_2831;
        let x69 = x67 & 0xffff_ffff_99de_f836;
        let (x70, y70) = adc(x64, x68, 0);
        let (x71, y71) = adc(x65, x69, y70);
        let (x72, _) = adc(x66, x67, y71);
        [x70, x71, x72]
    }

    #[inline(always)]
    fn add(a: &[u64; 3], b: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let [b0, b1, b2] = *b;
        let (x10, y10) = sbb(0x146b_c9b1_b4d2_2831, b0, 0);
        let (x11, y11) = sbb(0xffff_ffff_99de_f836, b1, y10);
        let (x12, _) = sbb(0xffff_ffff_ffff_ffff, b2, y11);
        let (x13, y13) = sbb(a0, x10, 0);
        let (x14, y14) = sbb(a1, x11, y13);
        let (x15, y15) = sbb(a2, x12, y14);
        let x16 = mask(y15);
        let x17 = x16 & 0x146b_c9b1_b4d2_2831;
        let x18 = x16 & 0xffff_ffff_99de_f836;
        let (x19, y19) = adc(x13, x17, 0);
        let (x20, y20) = adc(x14, x18, y19);
        let (x21, _) = adc(x15, x16, y20);
        [x19, x20, x21]
    }

    #[inline(always)]
    fn sub(a: &[u64; 3], b: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let [b0, b1, b2] = *b;
        let (x7, y7) = sbb(a0, b0, 0);
        let (x8, y8) = sbb(a1, b1, y7);
        let (x9, y9) = sbb(a2, b2, y8);
        let x10 = mask(y9);
        let x12 = x10 & 0x146b_c9b1_b4d2_2831;
        let x14 = x10 & 0xffff_ffff_99de_f836;
        let (x15, y15) = adc(x7, x12, 0);
        let (x16, y16) = adc(x8, x14, y15);
        let (x17, _) = adc(x9, x10, y16);
        [x15, x16, x17]
    }

    #[inline(always)]
    fn neg(a: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let (x4, y4) = sbb(0, a0, 0);
        let (x5, y5) = sbb(0, a1, y4);
        let (x6, y6) = sbb(0, a2, y5);
        let x7 = mask(y6);
        let x9 = x7 & 0x146b_c9b1_b4d2_2831;
        let x11 = x7 & 0xffff_ffff_99de_f836;
        let (x12, y12) = adc(x4, x9, 0);
        let (x13, y13) = adc(x5, x11, y12);
        let (x14, _) = adc(x6, x7, y13);
        [x12, x13, x14]
    }

    #[inline(always)]
    fn encode(plain: &[u64; 3]) -> [u64; 3] {
        let [plain0, plain1, plain2] = *plain;
        let (x6, y6) = mul_wide(plain0, 0xce66_bacc_deb3_5961);
        let (x7, y7) = mul_wide(plain0, 0x4696_ea5b_bb3a_6bee);
        let (x8, y8) = mul_wide(plain0, 0x28be_5677_ea05_81a2);
        let (x10, y10) = adc(y6, x7, 0);
        let (x11, y11) = adc(y7, x8, y10);
        let x12 = y8 + y11;
        let (x13, y13) = mul_wide(plain1, 0xce66_bacc_deb3_5961);
        let (x14, y14) = mul_wide(plain1, 0x4696_ea5b_bb3a_6bee);
        let (x15, y15) = mul_wide(plain1, 0x28be_5677_ea05_81a2);
        let (x16, y16) = adc(y13, x14, 0);
        let (x17, y17) = adc(y14, x15, y16);
        let x18 = y15 + y17;
        let (x19, y19) = adc(x10, x13, 0);
        let (x20, y20) = adc(x11, x16, y19);
        let (x21, y21) = adc(x12, x17, y20);
        let x22 = x18 + y21;
        let (x23, y23) = mul_wide(plain2, 0xce66_bacc_deb3_5961);
        let (x24, y24) = mul_wide(plain2, 0x4696_ea5b_bb3a_6bee);
        let (x25, y25) = mul_wide(plain2, 0x28be_5677_ea05_81a2);
        let (x26, y26) = adc(y23, x24, 0);
        let (x27, y27) = adc(y24, x25, y26);
        let x28 = y25 + y27;
        let (x29, y29) = adc(x20, x23, 0);
        let (x30, y30) = adc(x21, x26, y29);
        let (x31, y31) = adc(x22, x27, y30);
        let x32 = x28 + y31;
        let (x36, y36) = sbb(0x146b_c9b1_b4d2_2831, x30, 0);
        let (x37, y37) = sbb(0xffff_ffff_99de_f836, x31, y36);
        let (x38, _) = sbb(0xffff_ffff_ffff_ffff, x32, y37);
        let x40 = x6.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x41, y41) = mul_wide(x40, 0x146b_c9b1_b4d2_2831);
        let (x42, y42) = mul_wide(x40, 0xffff_ffff_99de_f836);
        let (x43, y43) = mul_wide(x40, 0xffff_ffff_ffff_ffff);
        let (x44, y44) = adc(y41, x42, 0);
        let (x45, y45) = adc(y42, x43, y44);
        let x46 = y43 + y45;
        let (_, y47) = adc(x6, x41, 0);
        let (x48, y48) = adc(x19, x44, y47);
        let (x49, y49) = adc(x29, x45, y48);
        let x50 = x46 + y49;
        let x51 = x48.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x52, y52) = mul_wide(x51, 0x146b_c9b1_b4d2_2831);
        let (x53, y53) = mul_wide(x51, 0xffff_ffff_99de_f836);
        let (x54, y54) = mul_wide(x51, 0xffff_ffff_ffff_ffff);
        let (x55, y55) = adc(y52, x53, 0);
        let (x56, y56) = adc(y53, x54, y55);
        let x57 = y54 + y56;
        let (_, y58) = adc(x48, x52, 0);
        let (x59, y59) = adc(x49, x55, y58);
        let (x60, y60) = adc(x50, x56, y59);
        let x61 = x57 + y60;
        let x62 = x59.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x63, y63) = mul_wide(x62, 0x146b_c9b1_b4d2_2831);
        let (x64, y64) = mul_wide(x62, 0xffff_ffff_99de_f836);
        let (x65, y65) = mul_wide(x62, 0xffff_ffff_ffff_ffff);
        let (x66, y66) = adc(y63, x64, 0);
        let (x67, y67) = adc(y64, x65, y66);
        let x68 = y65 + y67;
        let (_, y69) = adc(x59, x63, 0);
        let (x70, y70) = adc(x60, x66, y69);
        let (x71, y71) = adc(x61, x67, y70);
        let x72 = x68 + y71;
        let (x73, y73) = sbb(x70, x36, 0);
        let (x74, y74) = sbb(x71, x37, y73);
        let (x75, y75) = sbb(x72, x38, y74);
        let x76 = mask(y75);
        let x77 = x76 & 0x146b_c9b1_b4d2_2831;
        let x78 = x76 & 0xffff_ffff_99de_f836;
        let (x79, y79) = adc(x73, x77, 0);
        let (x80, y80) = adc(x74, x78, y79);
        let (x81, _) = adc(x75, x76, y80);
        [x79, x80, x81]
    }

    #[inline(always)]
    fn decode(a: &[u64; 3]) -> [u64; 3] {
        let [a0, a1, a2] = *a;
        let x8 = a0.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x9, y9) = mul_wide(x8, 0x146b_c9b1_b4d2_2831);
        let (x10, y10) = mul_wide(x8, 0xffff_ffff_99de_f836);
        let (x11, y11) = mul_wide(x8, 0xffff_ffff_ffff_ffff);
        let (x12, y12) = adc(y9, x10, 0);
        let (x13, y13) = adc(y10, x11, y12);
        let x14 = y11 + y13;
        let (_, y15) = adc(a0, x9, 0);
        let (x16, y16) = adc(a1, x12, y15);
        let (x17, y17) = adc(a2, x13, y16);
        let x18 = x14 + y17;
        let x19 = x16.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x20, y20) = mul_wide(x19, 0x146b_c9b1_b4d2_2831);
        let (x21, y21) = mul_wide(x19, 0xffff_ffff_99de_f836);
        let (x22, y22) = mul_wide(x19, 0xffff_ffff_ffff_ffff);
        let (x23, y23) = adc(y20, x21, 0);
        let (x24, y24) = adc(y21, x22, y23);
        let x25 = y22 + y24;
        let (_, y26) = adc(x16, x20, 0);
        let (x27, y27) = adc(x17, x23, y26);
        let (x28, y28) = adc(x18, x24, y27);
        let x29 = x25 + y28;
        let x30 = x27.wrapping_mul(0x8826_7207_0ddb_cf2f);
        let (x31, y31) = mul_wide(x30, 0x146b_c9b1_b4d2_2831);
        let (x32, y32) = mul_wide(x30, 0xffff_ffff_99de_f836);
        let (x33, y33) = mul_wide(x30, 0xffff_ffff_ffff_ffff);
        let (x34, y34) = adc(y31, x32, 0);
        let (x35, y35) = adc(y32, x33, y34);
        let x36 = y33 + y35;
        let (_, y37) = adc(x27, x31, 0);
        let (x38, y38) = adc(x28, x34, y37);
        let (x39, y39) = adc(x29, x35, y38);
        let x40 = x36 + y39;
        [x38, x39, x40]
    }
}
