//! The prime `p256_n`, 256 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: Montgomery; an element `x` is held as `x * 2^256 mod p`.
//! Every function takes values below `p` and gives a value below `p`, proven for all inputs.
//!
//! | function | steps | products | carries | selects |
//! |---|---|---|---|---|
//! | mul | 84 | 36 | 36 | 0 |
//! | sqr | 71 | 30 | 30 | 0 |
//! | add | 14 | 0 | 9 | 4 |
//! | sub | 13 | 0 | 8 | 0 |
//! | neg | 13 | 0 | 8 | 0 |
//! | encode | 84 | 36 | 36 | 0 |
//! | decode | 20 | 20 | 0 | 0 |

use crate::prime::Prime;
use crate::word::{adc, mac, mask, mul_wide, sbb, select};

/// The prime `p256_n`, 256 bits, 4 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P256N;

#[rustfmt::skip]
impl Prime for P256N {
    type Limbs = [u64; 4];
    const NAME: &'static str = "p256_n";
    const BITS: usize = 256;
    const MODULUS: [u64; 4] = [
        0xf3b9_cac2_fc63_2551,
        0xbce6_faad_a717_9e84,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_0000_0000,
    ];
    const ONE: [u64; 4] = [
        0x0c46_353d_039c_daaf,
        0x4319_0552_58e8_617b,
        0,
        0x0000_0000_ffff_ffff,
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
        let (x60, y60) = sbb(0xf3b9_cac2_fc63_2551, x52, 0);
        let (x61, y61) = sbb(0xbce6_faad_a717_9e84, x53, y60);
        let (x62, y62) = sbb(0xffff_ffff_ffff_ffff, x54, y61);
        let (x63, _) = sbb(0xffff_ffff_0000_0000, x55, y62);
        let x65 = x8.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y66) = mac(x65, 0xf3b9_cac2_fc63_2551, x8, 0);
        let (x67, y67) = mac(x65, 0xbce6_faad_a717_9e84, x25, y66);
        let (x68, y68) = mac(x65, 0xffff_ffff_ffff_ffff, x38, y67);
        let (x69, y69) = mac(x65, 0xffff_ffff_0000_0000, x51, y68);
        let x70 = x67.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y71) = mac(x70, 0xf3b9_cac2_fc63_2551, x67, 0);
        let (x72, y72) = mac(x70, 0xbce6_faad_a717_9e84, x68, y71);
        let (x73, y73) = mac(x70, 0xffff_ffff_ffff_ffff, x69, y72);
        let (x74, y74) = mac(x70, 0xffff_ffff_0000_0000, y69, y73);
        let x75 = x72.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y76) = mac(x75, 0xf3b9_cac2_fc63_2551, x72, 0);
        let (x77, y77) = mac(x75, 0xbce6_faad_a717_9e84, x73, y76);
        let (x78, y78) = mac(x75, 0xffff_ffff_ffff_ffff, x74, y77);
        let (x79, y79) = mac(x75, 0xffff_ffff_0000_0000, y74, y78);
        let x80 = x77.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y81) = mac(x80, 0xf3b9_cac2_fc63_2551, x77, 0);
        let (x82, y82) = mac(x80, 0xbce6_faad_a717_9e84, x78, y81);
        let (x83, y83) = mac(x80, 0xffff_ffff_ffff_ffff, x79, y82);
        let (x84, y84) = mac(x80, 0xffff_ffff_0000_0000, y79, y83);
        let (x85, y85) = sbb(x82, x60, 0);
        let (x86, y86) = sbb(x83, x61, y85);
        let (x87, y87) = sbb(x84, x62, y86);
        let (x88, y88) = sbb(y84, x63, y87);
        let x89 = mask(y88);
        let x90 = x89 & 0xf3b9_cac2_fc63_2551;
        let x91 = x89 & 0xbce6_faad_a717_9e84;
        let x92 = x89 & 0xffff_ffff_ffff_ffff;
        let x93 = x89 & 0xffff_ffff_0000_0000;
        let (x94, y94) = adc(x85, x90, 0);
        let (x95, y95) = adc(x86, x91, y94);
        let (x96, y96) = adc(x87, x92, y95);
        let (x97, _) = adc(x88, x93, y96);
        [x94, x95, x96, x97]
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
        let (x43, y43) = sbb(0xf3b9_cac2_fc63_2551, x34, 0);
        let (x44, y44) = sbb(0xbce6_faad_a717_9e84, x35, y43);
        let (x45, y45) = sbb(0xffff_ffff_ffff_ffff, x36, y44);
        let (x46, _) = sbb(0xffff_ffff_0000_0000, x38, y45);
        let x48 = x27.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y49) = mac(x48, 0xf3b9_cac2_fc63_2551, x27, 0);
        let (x50, y50) = mac(x48, 0xbce6_faad_a717_9e84, x31, y49);
        let (x51, y51) = mac(x48, 0xffff_ffff_ffff_ffff, x32, y50);
        let (x52, y52) = mac(x48, 0xffff_ffff_0000_0000, x33, y51);
        let x53 = x50.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y54) = mac(x53, 0xf3b9_cac2_fc63_2551, x50, 0);
        let (x55, y55) = mac(x53, 0xbce6_faad_a717_9e84, x51, y54);
        let (x56, y56) = mac(x53, 0xffff_ffff_ffff_ffff, x52, y55);
        let (x57, y57) = mac(x53, 0xffff_ffff_0000_0000, y52, y56);
        let x58 = x55.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y59) = mac(x58, 0xf3b9_cac2_fc63_2551, x55, 0);
        let (x60, y60) = mac(x58, 0xbce6_faad_a717_9e84, x56, y59);
        let (x61, y61) = mac(x58, 0xffff_ffff_ffff_ffff, x57, y60);
        let (x62, y62) = mac(x58, 0xffff_ffff_0000_0000, y57, y61);
        let x63 = x60.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y64) = mac(x63, 0xf3b9_cac2_fc63_2551, x60, 0);
        let (x65, y65) = mac(x63, 0xbce6_faad_a717_9e84, x61, y64);
        let (x66, y66) = mac(x63, 0xffff_ffff_ffff_ffff, x62, y65);
        let (x67, y67) = mac(x63, 0xffff_ffff_0000_0000, y62, y66);
        let (x68, y68) = sbb(x65, x43, 0);
        let (x69, y69) = sbb(x66, x44, y68);
        let (x70, y70) = sbb(x67, x45, y69);
        let (x71, y71) = sbb(y67, x46, y70);
        let x72 = mask(y71);
        let x73 = x72 & 0xf3b9_cac2_fc63_2551;
        let x74 = x72 & 0xbce6_faad_a717_9e84;
        let x75 = x72 & 0xffff_ffff_ffff_ffff;
        let x76 = x72 & 0xffff_ffff_0000_0000;
        let (x77, y77) = adc(x68, x73, 0);
        let (x78, y78) = adc(x69, x74, y77);
        let (x79, y79) = adc(x70, x75, y78);
        let (x80, _) = adc(x71, x76, y79);
        [x77, x78, x79, x80]
    }

    #[inline(always)]
    fn add(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x13, y13) = adc(a0, b0, 0);
        let (x14, y14) = adc(a1, b1, y13);
        let (x15, y15) = adc(a2, b2, y14);
        let (x16, y16) = adc(a3, b3, y15);
        let (x17, y17) = sbb(x13, 0xf3b9_cac2_fc63_2551, 0);
        let (x18, y18) = sbb(x14, 0xbce6_faad_a717_9e84, y17);
        let (x19, y19) = sbb(x15, 0xffff_ffff_ffff_ffff, y18);
        let (x20, y20) = sbb(x16, 0xffff_ffff_0000_0000, y19);
        let (_, y21) = sbb(y16, 0, y20);
        let x22 = mask(y21);
        let x23 = select(x22, x13, x17);
        let x24 = select(x22, x14, x18);
        let x25 = select(x22, x15, x19);
        let x26 = select(x22, x16, x20);
        [x23, x24, x25, x26]
    }

    #[inline(always)]
    fn sub(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let (x13, y13) = sbb(a0, b0, 0);
        let (x14, y14) = sbb(a1, b1, y13);
        let (x15, y15) = sbb(a2, b2, y14);
        let (x16, y16) = sbb(a3, b3, y15);
        let x17 = mask(y16);
        let x18 = x17 & 0xf3b9_cac2_fc63_2551;
        let x19 = x17 & 0xbce6_faad_a717_9e84;
        let x20 = x17 & 0xffff_ffff_ffff_ffff;
        let x21 = x17 & 0xffff_ffff_0000_0000;
        let (x22, y22) = adc(x13, x18, 0);
        let (x23, y23) = adc(x14, x19, y22);
        let (x24, y24) = adc(x15, x20, y23);
        let (x25, _) = adc(x16, x21, y24);
        [x22, x23, x24, x25]
    }

    #[inline(always)]
    fn neg(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let (x9, y9) = sbb(0, a0, 0);
        let (x10, y10) = sbb(0, a1, y9);
        let (x11, y11) = sbb(0, a2, y10);
        let (x12, y12) = sbb(0, a3, y11);
        let x13 = mask(y12);
        let x14 = x13 & 0xf3b9_cac2_fc63_2551;
        let x15 = x13 & 0xbce6_faad_a717_9e84;
        let x16 = x13 & 0xffff_ffff_ffff_ffff;
        let x17 = x13 & 0xffff_ffff_0000_0000;
        let (x18, y18) = adc(x9, x14, 0);
        let (x19, y19) = adc(x10, x15, y18);
        let (x20, y20) = adc(x11, x16, y19);
        let (x21, _) = adc(x12, x17, y20);
        [x18, x19, x20, x21]
    }

    #[inline(always)]
    fn encode(plain: &[u64; 4]) -> [u64; 4] {
        let [plain0, plain1, plain2, plain3] = *plain;
        let (x8, y8) = mul_wide(plain0, 0x8324_4c95_be79_eea2);
        let (x9, y9) = mul_wide(plain0, 0x4699_799c_49bd_6fa6);
        let (x10, y10) = mul_wide(plain0, 0x2845_b239_2b6b_ec59);
        let (x11, y11) = mul_wide(plain0, 0x66e1_2d94_f3d9_5620);
        let (x13, y13) = adc(y8, x9, 0);
        let (x14, y14) = adc(y9, x10, y13);
        let (x15, y15) = adc(y10, x11, y14);
        let x16 = y11 + y15;
        let (x17, y17) = mul_wide(plain1, 0x8324_4c95_be79_eea2);
        let (x18, y18) = mul_wide(plain1, 0x4699_799c_49bd_6fa6);
        let (x19, y19) = mul_wide(plain1, 0x2845_b239_2b6b_ec59);
        let (x20, y20) = mul_wide(plain1, 0x66e1_2d94_f3d9_5620);
        let (x21, y21) = adc(y17, x18, 0);
        let (x22, y22) = adc(y18, x19, y21);
        let (x23, y23) = adc(y19, x20, y22);
        let x24 = y20 + y23;
        let (x25, y25) = adc(x13, x17, 0);
        let (x26, y26) = adc(x14, x21, y25);
        let (x27, y27) = adc(x15, x22, y26);
        let (x28, y28) = adc(x16, x23, y27);
        let x29 = x24 + y28;
        let (x30, y30) = mul_wide(plain2, 0x8324_4c95_be79_eea2);
        let (x31, y31) = mul_wide(plain2, 0x4699_799c_49bd_6fa6);
        let (x32, y32) = mul_wide(plain2, 0x2845_b239_2b6b_ec59);
        let (x33, y33) = mul_wide(plain2, 0x66e1_2d94_f3d9_5620);
        let (x34, y34) = adc(y30, x31, 0);
        let (x35, y35) = adc(y31, x32, y34);
        let (x36, y36) = adc(y32, x33, y35);
        let x37 = y33 + y36;
        let (x38, y38) = adc(x26, x30, 0);
        let (x39, y39) = adc(x27, x34, y38);
        let (x40, y40) = adc(x28, x35, y39);
        let (x41, y41) = adc(x29, x36, y40);
        let x42 = x37 + y41;
        let (x43, y43) = mul_wide(plain3, 0x8324_4c95_be79_eea2);
        let (x44, y44) = mul_wide(plain3, 0x4699_799c_49bd_6fa6);
        let (x45, y45) = mul_wide(plain3, 0x2845_b239_2b6b_ec59);
        let (x46, y46) = mul_wide(plain3, 0x66e1_2d94_f3d9_5620);
        let (x47, y47) = adc(y43, x44, 0);
        let (x48, y48) = adc(y44, x45, y47);
        let (x49, y49) = adc(y45, x46, y48);
        let x50 = y46 + y49;
        let (x51, y51) = adc(x39, x43, 0);
        let (x52, y52) = adc(x40, x47, y51);
        let (x53, y53) = adc(x41, x48, y52);
        let (x54, y54) = adc(x42, x49, y53);
        let x55 = x50 + y54;
        let (x60, y60) = sbb(0xf3b9_cac2_fc63_2551, x52, 0);
        let (x61, y61) = sbb(0xbce6_faad_a717_9e84, x53, y60);
        let (x62, y62) = sbb(0xffff_ffff_ffff_ffff, x54, y61);
        let (x63, _) = sbb(0xffff_ffff_0000_0000, x55, y62);
        let x65 = x8.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y66) = mac(x65, 0xf3b9_cac2_fc63_2551, x8, 0);
        let (x67, y67) = mac(x65, 0xbce6_faad_a717_9e84, x25, y66);
        let (x68, y68) = mac(x65, 0xffff_ffff_ffff_ffff, x38, y67);
        let (x69, y69) = mac(x65, 0xffff_ffff_0000_0000, x51, y68);
        let x70 = x67.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y71) = mac(x70, 0xf3b9_cac2_fc63_2551, x67, 0);
        let (x72, y72) = mac(x70, 0xbce6_faad_a717_9e84, x68, y71);
        let (x73, y73) = mac(x70, 0xffff_ffff_ffff_ffff, x69, y72);
        let (x74, y74) = mac(x70, 0xffff_ffff_0000_0000, y69, y73);
        let x75 = x72.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y76) = mac(x75, 0xf3b9_cac2_fc63_2551, x72, 0);
        let (x77, y77) = mac(x75, 0xbce6_faad_a717_9e84, x73, y76);
        let (x78, y78) = mac(x75, 0xffff_ffff_ffff_ffff, x74, y77);
        let (x79, y79) = mac(x75, 0xffff_ffff_0000_0000, y74, y78);
        let x80 = x77.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y81) = mac(x80, 0xf3b9_cac2_fc63_2551, x77, 0);
        let (x82, y82) = mac(x80, 0xbce6_faad_a717_9e84, x78, y81);
        let (x83, y83) = mac(x80, 0xffff_ffff_ffff_ffff, x79, y82);
        let (x84, y84) = mac(x80, 0xffff_ffff_0000_0000, y79, y83);
        let (x85, y85) = sbb(x82, x60, 0);
        let (x86, y86) = sbb(x83, x61, y85);
        let (x87, y87) = sbb(x84, x62, y86);
        let (x88, y88) = sbb(y84, x63, y87);
        let x89 = mask(y88);
        let x90 = x89 & 0xf3b9_cac2_fc63_2551;
        let x91 = x89 & 0xbce6_faad_a717_9e84;
        let x92 = x89 & 0xffff_ffff_ffff_ffff;
        let x93 = x89 & 0xffff_ffff_0000_0000;
        let (x94, y94) = adc(x85, x90, 0);
        let (x95, y95) = adc(x86, x91, y94);
        let (x96, y96) = adc(x87, x92, y95);
        let (x97, _) = adc(x88, x93, y96);
        [x94, x95, x96, x97]
    }

    #[inline(always)]
    fn decode(a: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = *a;
        let x10 = a0.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y11) = mac(x10, 0xf3b9_cac2_fc63_2551, a0, 0);
        let (x12, y12) = mac(x10, 0xbce6_faad_a717_9e84, a1, y11);
        let (x13, y13) = mac(x10, 0xffff_ffff_ffff_ffff, a2, y12);
        let (x14, y14) = mac(x10, 0xffff_ffff_0000_0000, a3, y13);
        let x15 = x12.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y16) = mac(x15, 0xf3b9_cac2_fc63_2551, x12, 0);
        let (x17, y17) = mac(x15, 0xbce6_faad_a717_9e84, x13, y16);
        let (x18, y18) = mac(x15, 0xffff_ffff_ffff_ffff, x14, y17);
        let (x19, y19) = mac(x15, 0xffff_ffff_0000_0000, y14, y18);
        let x20 = x17.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y21) = mac(x20, 0xf3b9_cac2_fc63_2551, x17, 0);
        let (x22, y22) = mac(x20, 0xbce6_faad_a717_9e84, x18, y21);
        let (x23, y23) = mac(x20, 0xffff_ffff_ffff_ffff, x19, y22);
        let (x24, y24) = mac(x20, 0xffff_ffff_0000_0000, y19, y23);
        let x25 = x22.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y26) = mac(x25, 0xf3b9_cac2_fc63_2551, x22, 0);
        let (x27, y27) = mac(x25, 0xbce6_faad_a717_9e84, x23, y26);
        let (x28, y28) = mac(x25, 0xffff_ffff_ffff_ffff, x24, y27);
        let (x29, y29) = mac(x25, 0xffff_ffff_0000_0000, y24, y28);
        [x27, x28, x29, y29]
    }
}
