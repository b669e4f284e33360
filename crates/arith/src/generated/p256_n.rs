//! The prime `p256_n`, 256 bits, 4 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: Montgomery; an element `x` is held as `x * 2^256 mod p`.
//! Every function takes values below `p` and gives a value below `p`, proven for all inputs.
//!
//! | function | steps | products | carries | selects |
//! |---|---|---|---|---|
//! | mul | 50 | 36 | 9 | 4 |
//! | sqr | 59 | 30 | 22 | 4 |
//! | add | 14 | 0 | 9 | 4 |
//! | sub | 13 | 0 | 8 | 0 |
//! | neg | 13 | 0 | 8 | 0 |
//! | encode | 50 | 36 | 9 | 4 |
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
        let x30 = x8.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y31) = mac(x30, 0xf3b9_cac2_fc63_2551, x8, 0);
        let (x32, y32) = mac(x30, 0xbce6_faad_a717_9e84, x13, y31);
        let (x33, y33) = mac(x30, 0xffff_ffff_ffff_ffff, x17, y32);
        let (x34, y34) = mac(x30, 0xffff_ffff_0000_0000, x21, y33);
        let x35 = x32.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y36) = mac(x35, 0xf3b9_cac2_fc63_2551, x32, 0);
        let (x37, y37) = mac(x35, 0xbce6_faad_a717_9e84, x33, y36);
        let (x38, y38) = mac(x35, 0xffff_ffff_ffff_ffff, x34, y37);
        let (x39, y39) = mac(x35, 0xffff_ffff_0000_0000, y34, y38);
        let x40 = x37.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y41) = mac(x40, 0xf3b9_cac2_fc63_2551, x37, 0);
        let (x42, y42) = mac(x40, 0xbce6_faad_a717_9e84, x38, y41);
        let (x43, y43) = mac(x40, 0xffff_ffff_ffff_ffff, x39, y42);
        let (x44, y44) = mac(x40, 0xffff_ffff_0000_0000, y39, y43);
        let x45 = x42.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y46) = mac(x45, 0xf3b9_cac2_fc63_2551, x42, 0);
        let (x47, y47) = mac(x45, 0xbce6_faad_a717_9e84, x43, y46);
        let (x48, y48) = mac(x45, 0xffff_ffff_ffff_ffff, x44, y47);
        let (x49, y49) = mac(x45, 0xffff_ffff_0000_0000, y44, y48);
        let (x50, y50) = adc(x47, x22, 0);
        let (x51, y51) = adc(x48, x23, y50);
        let (x52, y52) = adc(x49, x24, y51);
        let (x53, y53) = adc(y49, y24, y52);
        let (x54, y54) = sbb(x50, 0xf3b9_cac2_fc63_2551, 0);
        let (x55, y55) = sbb(x51, 0xbce6_faad_a717_9e84, y54);
        let (x56, y56) = sbb(x52, 0xffff_ffff_ffff_ffff, y55);
        let (x57, y57) = sbb(x53, 0xffff_ffff_0000_0000, y56);
        let (_, y58) = sbb(y53, 0, y57);
        let x59 = mask(y58);
        let x60 = select(x59, x50, x54);
        let x61 = select(x59, x51, x55);
        let x62 = select(x59, x52, x56);
        let x63 = select(x59, x53, x57);
        [x60, x61, x62, x63]
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
        let x35 = x18.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y36) = mac(x35, 0xf3b9_cac2_fc63_2551, x18, 0);
        let (x37, y37) = mac(x35, 0xbce6_faad_a717_9e84, x19, y36);
        let (x38, y38) = mac(x35, 0xffff_ffff_ffff_ffff, x21, y37);
        let (x39, y39) = mac(x35, 0xffff_ffff_0000_0000, x22, y38);
        let x40 = x37.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y41) = mac(x40, 0xf3b9_cac2_fc63_2551, x37, 0);
        let (x42, y42) = mac(x40, 0xbce6_faad_a717_9e84, x38, y41);
        let (x43, y43) = mac(x40, 0xffff_ffff_ffff_ffff, x39, y42);
        let (x44, y44) = mac(x40, 0xffff_ffff_0000_0000, y39, y43);
        let x45 = x42.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y46) = mac(x45, 0xf3b9_cac2_fc63_2551, x42, 0);
        let (x47, y47) = mac(x45, 0xbce6_faad_a717_9e84, x43, y46);
        let (x48, y48) = mac(x45, 0xffff_ffff_ffff_ffff, x44, y47);
        let (x49, y49) = mac(x45, 0xffff_ffff_0000_0000, y44, y48);
        let x50 = x47.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y51) = mac(x50, 0xf3b9_cac2_fc63_2551, x47, 0);
        let (x52, y52) = mac(x50, 0xbce6_faad_a717_9e84, x48, y51);
        let (x53, y53) = mac(x50, 0xffff_ffff_ffff_ffff, x49, y52);
        let (x54, y54) = mac(x50, 0xffff_ffff_0000_0000, y49, y53);
        let (x55, y55) = adc(x52, x24, 0);
        let (x56, y56) = adc(x53, x25, y55);
        let (x57, y57) = adc(x54, x27, y56);
        let (x58, y58) = adc(y54, x29, y57);
        let (x59, y59) = sbb(x55, 0xf3b9_cac2_fc63_2551, 0);
        let (x60, y60) = sbb(x56, 0xbce6_faad_a717_9e84, y59);
        let (x61, y61) = sbb(x57, 0xffff_ffff_ffff_ffff, y60);
        let (x62, y62) = sbb(x58, 0xffff_ffff_0000_0000, y61);
        let (_, y63) = sbb(y58, 0, y62);
        let x64 = mask(y63);
        let x65 = select(x64, x55, x59);
        let x66 = select(x64, x56, x60);
        let x67 = select(x64, x57, x61);
        let x68 = select(x64, x58, x62);
        [x65, x66, x67, x68]
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
        let (x10, y10) = mac(plain0, 0x4699_799c_49bd_6fa6, y8, 0);
        let (x11, y11) = mac(plain0, 0x2845_b239_2b6b_ec59, y10, 0);
        let (x12, y12) = mac(plain0, 0x66e1_2d94_f3d9_5620, y11, 0);
        let (x13, y13) = mac(plain1, 0x8324_4c95_be79_eea2, x10, 0);
        let (x14, y14) = mac(plain1, 0x4699_799c_49bd_6fa6, x11, y13);
        let (x15, y15) = mac(plain1, 0x2845_b239_2b6b_ec59, x12, y14);
        let (x16, y16) = mac(plain1, 0x66e1_2d94_f3d9_5620, y12, y15);
        let (x17, y17) = mac(plain2, 0x8324_4c95_be79_eea2, x14, 0);
        let (x18, y18) = mac(plain2, 0x4699_799c_49bd_6fa6, x15, y17);
        let (x19, y19) = mac(plain2, 0x2845_b239_2b6b_ec59, x16, y18);
        let (x20, y20) = mac(plain2, 0x66e1_2d94_f3d9_5620, y16, y19);
        let (x21, y21) = mac(plain3, 0x8324_4c95_be79_eea2, x18, 0);
        let (x22, y22) = mac(plain3, 0x4699_799c_49bd_6fa6, x19, y21);
        let (x23, y23) = mac(plain3, 0x2845_b239_2b6b_ec59, x20, y22);
        let (x24, y24) = mac(plain3, 0x66e1_2d94_f3d9_5620, y20, y23);
        let x30 = x8.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y31) = mac(x30, 0xf3b9_cac2_fc63_2551, x8, 0);
        let (x32, y32) = mac(x30, 0xbce6_faad_a717_9e84, x13, y31);
        let (x33, y33) = mac(x30, 0xffff_ffff_ffff_ffff, x17, y32);
        let (x34, y34) = mac(x30, 0xffff_ffff_0000_0000, x21, y33);
        let x35 = x32.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y36) = mac(x35, 0xf3b9_cac2_fc63_2551, x32, 0);
        let (x37, y37) = mac(x35, 0xbce6_faad_a717_9e84, x33, y36);
        let (x38, y38) = mac(x35, 0xffff_ffff_ffff_ffff, x34, y37);
        let (x39, y39) = mac(x35, 0xffff_ffff_0000_0000, y34, y38);
        let x40 = x37.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y41) = mac(x40, 0xf3b9_cac2_fc63_2551, x37, 0);
        let (x42, y42) = mac(x40, 0xbce6_faad_a717_9e84, x38, y41);
        let (x43, y43) = mac(x40, 0xffff_ffff_ffff_ffff, x39, y42);
        let (x44, y44) = mac(x40, 0xffff_ffff_0000_0000, y39, y43);
        let x45 = x42.wrapping_mul(0xccd1_c8aa_ee00_bc4f);
        let (_, y46) = mac(x45, 0xf3b9_cac2_fc63_2551, x42, 0);
        let (x47, y47) = mac(x45, 0xbce6_faad_a717_9e84, x43, y46);
        let (x48, y48) = mac(x45, 0xffff_ffff_ffff_ffff, x44, y47);
        let (x49, y49) = mac(x45, 0xffff_ffff_0000_0000, y44, y48);
        let (x50, y50) = adc(x47, x22, 0);
        let (x51, y51) = adc(x48, x23, y50);
        let (x52, y52) = adc(x49, x24, y51);
        let (x53, y53) = adc(y49, y24, y52);
        let (x54, y54) = sbb(x50, 0xf3b9_cac2_fc63_2551, 0);
        let (x55, y55) = sbb(x51, 0xbce6_faad_a717_9e84, y54);
        let (x56, y56) = sbb(x52, 0xffff_ffff_ffff_ffff, y55);
        let (x57, y57) = sbb(x53, 0xffff_ffff_0000_0000, y56);
        let (_, y58) = sbb(y53, 0, y57);
        let x59 = mask(y58);
        let x60 = select(x59, x50, x54);
        let x61 = select(x59, x51, x55);
        let x62 = select(x59, x52, x56);
        let x63 = select(x59, x53, x57);
        [x60, x61, x62, x63]
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
