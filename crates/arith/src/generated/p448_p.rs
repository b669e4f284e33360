//! The prime `p448_p`, 448 bits, 7 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.3.
//! Form: montgomery, rows without products; an element `x` is held as `x * 2^448 mod p`.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b / 2^448` | a, b < p | < p | 218 | 49 | 133 | 0 |
//! | sqr | `a * a / 2^448` | a < p | < p | 166 | 28 | 103 | 0 |
//! | add | `a + b` | a, b < p | < p | 23 | 0 | 21 | 0 |
//! | sub | `a - b` | a, b < p | < p | 16 | 0 | 14 | 0 |
//! | neg | `-a` | a < p | < p | 16 | 0 | 14 | 0 |
//! | encode | `plain * 2^448` | plain < p | < p | 116 | 14 | 79 | 0 |
//! | decode | `a / 2^448` | a < p | < p | 49 | 0 | 28 | 0 |

use crate::prime::Prime;
use crate::word::{adc, mask, mul_wide, sbb};

/// The prime `p448_p`, 448 bits, 7 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P448P;

#[rustfmt::skip]
impl Prime for P448P {
    type Limbs = [u64; 7];
    #[cfg(feature = "narrow")]
    type Narrow = super::narrow::P448PS30X15A0;
    #[cfg(not(feature = "narrow"))]
    type Narrow = Self;
    type Lanes = super::lanes::P448P;
    const NAME: &'static str = "p448_p";
    const BITS: usize = 448;
    const MODULUS: [u64; 7] = [
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_fffe_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
    ];
    const ONE: [u64; 7] = [
        1,
        0,
        0,
        0x0000_0001_0000_0000,
        0,
        0,
        0,
    ];

    #[inline(never)]
    fn mul(a: &[u64; 7], b: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = *a;
        let [b0, b1, b2, b3, b4, b5, b6] = *b;
        let (x14, y14) = mul_wide(a0, b0);
        let (x15, y15) = mul_wide(a0, b1);
        let (x16, y16) = mul_wide(a0, b2);
        let (x17, y17) = mul_wide(a0, b3);
        let (x18, y18) = mul_wide(a0, b4);
        let (x19, y19) = mul_wide(a0, b5);
        let (x20, y20) = mul_wide(a0, b6);
        let (x22, y22) = adc(y14, x15, 0);
        let (x23, y23) = adc(y15, x16, y22);
        let (x24, y24) = adc(y16, x17, y23);
        let (x25, y25) = adc(y17, x18, y24);
        let (x26, y26) = adc(y18, x19, y25);
        let (x27, y27) = adc(y19, x20, y26);
        let x28 = y20 + y27;
        let (x29, y29) = mul_wide(a1, b0);
        let (x30, y30) = mul_wide(a1, b1);
        let (x31, y31) = mul_wide(a1, b2);
        let (x32, y32) = mul_wide(a1, b3);
        let (x33, y33) = mul_wide(a1, b4);
        let (x34, y34) = mul_wide(a1, b5);
        let (x35, y35) = mul_wide(a1, b6);
        let (x36, y36) = adc(y29, x30, 0);
        let (x37, y37) = adc(y30, x31, y36);
        let (x38, y38) = adc(y31, x32, y37);
        let (x39, y39) = adc(y32, x33, y38);
        let (x40, y40) = adc(y33, x34, y39);
        let (x41, y41) = adc(y34, x35, y40);
        let x42 = y35 + y41;
        let (x43, y43) = adc(x22, x29, 0);
        let (x44, y44) = adc(x23, x36, y43);
        let (x45, y45) = adc(x24, x37, y44);
        let (x46, y46) = adc(x25, x38, y45);
        let (x47, y47) = adc(x26, x39, y46);
        let (x48, y48) = adc(x27, x40, y47);
        let (x49, y49) = adc(x28, x41, y48);
        let x50 = x42 + y49;
        let (x51, y51) = mul_wide(a2, b0);
        let (x52, y52) = mul_wide(a2, b1);
        let (x53, y53) = mul_wide(a2, b2);
        let (x54, y54) = mul_wide(a2, b3);
        let (x55, y55) = mul_wide(a2, b4);
        let (x56, y56) = mul_wide(a2, b5);
        let (x57, y57) = mul_wide(a2, b6);
        let (x58, y58) = adc(y51, x52, 0);
        let (x59, y59) = adc(y52, x53, y58);
        let (x60, y60) = adc(y53, x54, y59);
        let (x61, y61) = adc(y54, x55, y60);
        let (x62, y62) = adc(y55, x56, y61);
        let (x63, y63) = adc(y56, x57, y62);
        let x64 = y57 + y63;
        let (x65, y65) = adc(x44, x51, 0);
        let (x66, y66) = adc(x45, x58, y65);
        let (x67, y67) = adc(x46, x59, y66);
        let (x68, y68) = adc(x47, x60, y67);
        let (x69, y69) = adc(x48, x61, y68);
        let (x70, y70) = adc(x49, x62, y69);
        let (x71, y71) = adc(x50, x63, y70);
        let x72 = x64 + y71;
        let (x73, y73) = mul_wide(a3, b0);
        let (x74, y74) = mul_wide(a3, b1);
        let (x75, y75) = mul_wide(a3, b2);
        let (x76, y76) = mul_wide(a3, b3);
        let (x77, y77) = mul_wide(a3, b4);
        let (x78, y78) = mul_wide(a3, b5);
        let (x79, y79) = mul_wide(a3, b6);
        let (x80, y80) = adc(y73, x74, 0);
        let (x81, y81) = adc(y74, x75, y80);
        let (x82, y82) = adc(y75, x76, y81);
        let (x83, y83) = adc(y76, x77, y82);
        let (x84, y84) = adc(y77, x78, y83);
        let (x85, y85) = adc(y78, x79, y84);
        let x86 = y79 + y85;
        let (x87, y87) = adc(x66, x73, 0);
        let (x88, y88) = adc(x67, x80, y87);
        let (x89, y89) = adc(x68, x81, y88);
        let (x90, y90) = adc(x69, x82, y89);
        let (x91, y91) = adc(x70, x83, y90);
        let (x92, y92) = adc(x71, x84, y91);
        let (x93, y93) = adc(x72, x85, y92);
        let x94 = x86 + y93;
        let (x95, y95) = mul_wide(a4, b0);
        let (x96, y96) = mul_wide(a4, b1);
        let (x97, y97) = mul_wide(a4, b2);
        let (x98, y98) = mul_wide(a4, b3);
        let (x99, y99) = mul_wide(a4, b4);
        let (x100, y100) = mul_wide(a4, b5);
        let (x101, y101) = mul_wide(a4, b6);
        let (x102, y102) = adc(y95, x96, 0);
        let (x103, y103) = adc(y96, x97, y102);
        let (x104, y104) = adc(y97, x98, y103);
        let (x105, y105) = adc(y98, x99, y104);
        let (x106, y106) = adc(y99, x100, y105);
        let (x107, y107) = adc(y100, x101, y106);
        let x108 = y101 + y107;
        let (x109, y109) = adc(x88, x95, 0);
        let (x110, y110) = adc(x89, x102, y109);
        let (x111, y111) = adc(x90, x103, y110);
        let (x112, y112) = adc(x91, x104, y111);
        let (x113, y113) = adc(x92, x105, y112);
        let (x114, y114) = adc(x93, x106, y113);
        let (x115, y115) = adc(x94, x107, y114);
        let x116 = x108 + y115;
        let (x117, y117) = mul_wide(a5, b0);
        let (x118, y118) = mul_wide(a5, b1);
        let (x119, y119) = mul_wide(a5, b2);
        let (x120, y120) = mul_wide(a5, b3);
        let (x121, y121) = mul_wide(a5, b4);
        let (x122, y122) = mul_wide(a5, b5);
        let (x123, y123) = mul_wide(a5, b6);
        let (x124, y124) = adc(y117, x118, 0);
        let (x125, y125) = adc(y118, x119, y124);
        let (x126, y126) = adc(y119, x120, y125);
        let (x127, y127) = adc(y120, x121, y126);
        let (x128, y128) = adc(y121, x122, y127);
        let (x129, y129) = adc(y122, x123, y128);
        let x130 = y123 + y129;
        let (x131, y131) = adc(x110, x117, 0);
        let (x132, y132) = adc(x111, x124, y131);
        let (x133, y133) = adc(x112, x125, y132);
        let (x134, y134) = adc(x113, x126, y133);
        let (x135, y135) = adc(x114, x127, y134);
        let (x136, y136) = adc(x115, x128, y135);
        let (x137, y137) = adc(x116, x129, y136);
        let x138 = x130 + y137;
        let (x139, y139) = mul_wide(a6, b0);
        let (x140, y140) = mul_wide(a6, b1);
        let (x141, y141) = mul_wide(a6, b2);
        let (x142, y142) = mul_wide(a6, b3);
        let (x143, y143) = mul_wide(a6, b4);
        let (x144, y144) = mul_wide(a6, b5);
        let (x145, y145) = mul_wide(a6, b6);
        let (x146, y146) = adc(y139, x140, 0);
        let (x147, y147) = adc(y140, x141, y146);
        let (x148, y148) = adc(y141, x142, y147);
        let (x149, y149) = adc(y142, x143, y148);
        let (x150, y150) = adc(y143, x144, y149);
        let (x151, y151) = adc(y144, x145, y150);
        let x152 = y145 + y151;
        let (x153, y153) = adc(x132, x139, 0);
        let (x154, y154) = adc(x133, x146, y153);
        let (x155, y155) = adc(x134, x147, y154);
        let (x156, y156) = adc(x135, x148, y155);
        let (x157, y157) = adc(x136, x149, y156);
        let (x158, y158) = adc(x137, x150, y157);
        let (x159, y159) = adc(x138, x151, y158);
        let x160 = x152 + y159;
        let (x163, y163) = sbb(0xffff_ffff_ffff_ffff, x154, 0);
        let (x164, y164) = sbb(0xffff_ffff_ffff_ffff, x155, y163);
        let (x165, y165) = sbb(0xffff_ffff_ffff_ffff, x156, y164);
        let (x166, y166) = sbb(0xffff_fffe_ffff_ffff, x157, y165);
        let (x167, y167) = sbb(0xffff_ffff_ffff_ffff, x158, y166);
        let (x168, y168) = sbb(0xffff_ffff_ffff_ffff, x159, y167);
        let (x169, _) = sbb(0xffff_ffff_ffff_ffff, x160, y168);
        let x170 = x14 << 32;
        let x171 = x14 >> 32;
        let (x172, y172) = sbb(x87, x170, 0);
        let (x173, y173) = sbb(x109, x171, y172);
        let (x174, y174) = sbb(x131, 0, y173);
        let (x175, y175) = sbb(x153, 0, y174);
        let x176 = x14 - y175;
        let x177 = x43 << 32;
        let x178 = x43 >> 32;
        let (x179, y179) = sbb(x173, x177, 0);
        let (x180, y180) = sbb(x174, x178, y179);
        let (x181, y181) = sbb(x175, 0, y180);
        let (x182, y182) = sbb(x176, 0, y181);
        let x183 = x43 - y182;
        let x184 = x65 << 32;
        let x185 = x65 >> 32;
        let (x186, y186) = sbb(x180, x184, 0);
        let (x187, y187) = sbb(x181, x185, y186);
        let (x188, y188) = sbb(x182, 0, y187);
        let (x189, y189) = sbb(x183, 0, y188);
        let x190 = x65 - y189;
        let x191 = x172 << 32;
        let x192 = x172 >> 32;
        let (x193, y193) = sbb(x187, x191, 0);
        let (x194, y194) = sbb(x188, x192, y193);
        let (x195, y195) = sbb(x189, 0, y194);
        let (x196, y196) = sbb(x190, 0, y195);
        let x197 = x172 - y196;
        let x198 = x179 << 32;
        let x199 = x179 >> 32;
        let (x200, y200) = sbb(x194, x198, 0);
        let (x201, y201) = sbb(x195, x199, y200);
        let (x202, y202) = sbb(x196, 0, y201);
        let (x203, y203) = sbb(x197, 0, y202);
        let x204 = x179 - y203;
        let x205 = x186 << 32;
        let x206 = x186 >> 32;
        let (x207, y207) = sbb(x201, x205, 0);
        let (x208, y208) = sbb(x202, x206, y207);
        let (x209, y209) = sbb(x203, 0, y208);
        let (x210, y210) = sbb(x204, 0, y209);
        let x211 = x186 - y210;
        let x212 = x193 << 32;
        let x213 = x193 >> 32;
        let (x214, y214) = sbb(x208, x212, 0);
        let (x215, y215) = sbb(x209, x213, y214);
        let (x216, y216) = sbb(x210, 0, y215);
        let (x217, y217) = sbb(x211, 0, y216);
        let x218 = x193 - y217;
        let (x219, y219) = sbb(x200, x163, 0);
        let (x220, y220) = sbb(x207, x164, y219);
        let (x221, y221) = sbb(x214, x165, y220);
        let (x222, y222) = sbb(x215, x166, y221);
        let (x223, y223) = sbb(x216, x167, y222);
        let (x224, y224) = sbb(x217, x168, y223);
        let (x225, y225) = sbb(x218, x169, y224);
        let x226 = mask(y225);
        let x227 = x226 & 0xffff_fffe_ffff_ffff;
        let (x228, y228) = adc(x219, x226, 0);
        let (x229, y229) = adc(x220, x226, y228);
        let (x230, y230) = adc(x221, x226, y229);
        let (x231, y231) = adc(x222, x227, y230);
        let (x232, y232) = adc(x223, x226, y231);
        let (x233, y233) = adc(x224, x226, y232);
        let (x234, _) = adc(x225, x226, y233);
        [x228, x229, x230, x231, x232, x233, x234]
    }

    #[inline(never)]
    fn sqr(a: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = *a;
        let (x8, y8) = mul_wide(a0, a1);
        let (x9, y9) = mul_wide(a0, a2);
        let (x10, y10) = mul_wide(a0, a3);
        let (x11, y11) = mul_wide(a0, a4);
        let (x12, y12) = mul_wide(a0, a5);
        let (x13, y13) = mul_wide(a0, a6);
        let (x14, y14) = adc(y8, x9, 0);
        let (x15, y15) = adc(y9, x10, y14);
        let (x16, y16) = adc(y10, x11, y15);
        let (x17, y17) = adc(y11, x12, y16);
        let (x18, y18) = adc(y12, x13, y17);
        let x19 = y13 + y18;
        let (x20, y20) = mul_wide(a1, a2);
        let (x21, y21) = mul_wide(a1, a3);
        let (x22, y22) = mul_wide(a1, a4);
        let (x23, y23) = mul_wide(a1, a5);
        let (x24, y24) = mul_wide(a1, a6);
        let (x25, y25) = adc(y20, x21, 0);
        let (x26, y26) = adc(y21, x22, y25);
        let (x27, y27) = adc(y22, x23, y26);
        let (x28, y28) = adc(y23, x24, y27);
        let x29 = y24 + y28;
        let (x30, y30) = adc(x15, x20, 0);
        let (x31, y31) = adc(x16, x25, y30);
        let (x32, y32) = adc(x17, x26, y31);
        let (x33, y33) = adc(x18, x27, y32);
        let (x34, y34) = adc(x19, x28, y33);
        let x35 = x29 + y34;
        let (x36, y36) = mul_wide(a2, a3);
        let (x37, y37) = mul_wide(a2, a4);
        let (x38, y38) = mul_wide(a2, a5);
        let (x39, y39) = mul_wide(a2, a6);
        let (x40, y40) = adc(y36, x37, 0);
        let (x41, y41) = adc(y37, x38, y40);
        let (x42, y42) = adc(y38, x39, y41);
        let x43 = y39 + y42;
        let (x44, y44) = adc(x32, x36, 0);
        let (x45, y45) = adc(x33, x40, y44);
        let (x46, y46) = adc(x34, x41, y45);
        let (x47, y47) = adc(x35, x42, y46);
        let x48 = x43 + y47;
        let (x49, y49) = mul_wide(a3, a4);
        let (x50, y50) = mul_wide(a3, a5);
        let (x51, y51) = mul_wide(a3, a6);
        let (x52, y52) = adc(y49, x50, 0);
        let (x53, y53) = adc(y50, x51, y52);
        let x54 = y51 + y53;
        let (x55, y55) = adc(x46, x49, 0);
        let (x56, y56) = adc(x47, x52, y55);
        let (x57, y57) = adc(x48, x53, y56);
        let x58 = x54 + y57;
        let (x59, y59) = mul_wide(a4, a5);
        let (x60, y60) = mul_wide(a4, a6);
        let (x61, y61) = adc(y59, x60, 0);
        let x62 = y60 + y61;
        let (x63, y63) = adc(x57, x59, 0);
        let (x64, y64) = adc(x58, x61, y63);
        let x65 = x62 + y64;
        let (x66, y66) = mul_wide(a5, a6);
        let (x67, y67) = adc(x65, x66, 0);
        let x68 = y66 + y67;
        let (x69, y69) = adc(x8, x8, 0);
        let (x70, y70) = adc(x14, x14, y69);
        let (x71, y71) = adc(x30, x30, y70);
        let (x72, y72) = adc(x31, x31, y71);
        let (x73, y73) = adc(x44, x44, y72);
        let (x74, y74) = adc(x45, x45, y73);
        let (x75, y75) = adc(x55, x55, y74);
        let (x76, y76) = adc(x56, x56, y75);
        let (x77, y77) = adc(x63, x63, y76);
        let (x78, y78) = adc(x64, x64, y77);
        let (x79, y79) = adc(x67, x67, y78);
        let (x80, y80) = adc(x68, x68, y79);
        let (x81, y81) = mul_wide(a0, a0);
        let (x82, y82) = mul_wide(a1, a1);
        let (x83, y83) = mul_wide(a2, a2);
        let (x84, y84) = mul_wide(a3, a3);
        let (x85, y85) = mul_wide(a4, a4);
        let (x86, y86) = mul_wide(a5, a5);
        let (x87, y87) = mul_wide(a6, a6);
        let (x88, y88) = adc(x69, y81, 0);
        let (x89, y89) = adc(x70, x82, y88);
        let (x90, y90) = adc(x71, y82, y89);
        let (x91, y91) = adc(x72, x83, y90);
        let (x92, y92) = adc(x73, y83, y91);
        let (x93, y93) = adc(x74, x84, y92);
        let (x94, y94) = adc(x75, y84, y93);
        let (x95, y95) = adc(x76, x85, y94);
        let (x96, y96) = adc(x77, y85, y95);
        let (x97, y97) = adc(x78, x86, y96);
        let (x98, y98) = adc(x79, y86, y97);
        let (x99, y99) = adc(x80, x87, y98);
        let x100 = y80 + y87;
        let x101 = x100 + y99;
        let (x104, y104) = sbb(0xffff_ffff_ffff_ffff, x94, 0);
        let (x105, y105) = sbb(0xffff_ffff_ffff_ffff, x95, y104);
        let (x106, y106) = sbb(0xffff_ffff_ffff_ffff, x96, y105);
        let (x107, y107) = sbb(0xffff_fffe_ffff_ffff, x97, y106);
        let (x108, y108) = sbb(0xffff_ffff_ffff_ffff, x98, y107);
        let (x109, y109) = sbb(0xffff_ffff_ffff_ffff, x99, y108);
        let (x110, _) = sbb(0xffff_ffff_ffff_ffff, x101, y109);
        let x111 = x81 << 32;
        let x112 = x81 >> 32;
        let (x113, y113) = sbb(x90, x111, 0);
        let (x114, y114) = sbb(x91, x112, y113);
        let (x115, y115) = sbb(x92, 0, y114);
        let (x116, y116) = sbb(x93, 0, y115);
        let x117 = x81 - y116;
        let x118 = x88 << 32;
        let x119 = x88 >> 32;
        let (x120, y120) = sbb(x114, x118, 0);
        let (x121, y121) = sbb(x115, x119, y120);
        let (x122, y122) = sbb(x116, 0, y121);
        let (x123, y123) = sbb(x117, 0, y122);
        let x124 = x88 - y123;
        let x125 = x89 << 32;
        let x126 = x89 >> 32;
        let (x127, y127) = sbb(x121, x125, 0);
        let (x128, y128) = sbb(x122, x126, y127);
        let (x129, y129) = sbb(x123, 0, y128);
        let (x130, y130) = sbb(x124, 0, y129);
        let x131 = x89 - y130;
        let x132 = x113 << 32;
        let x133 = x113 >> 32;
        let (x134, y134) = sbb(x128, x132, 0);
        let (x135, y135) = sbb(x129, x133, y134);
        let (x136, y136) = sbb(x130, 0, y135);
        let (x137, y137) = sbb(x131, 0, y136);
        let x138 = x113 - y137;
        let x139 = x120 << 32;
        let x140 = x120 >> 32;
        let (x141, y141) = sbb(x135, x139, 0);
        let (x142, y142) = sbb(x136, x140, y141);
        let (x143, y143) = sbb(x137, 0, y142);
        let (x144, y144) = sbb(x138, 0, y143);
        let x145 = x120 - y144;
        let x146 = x127 << 32;
        let x147 = x127 >> 32;
        let (x148, y148) = sbb(x142, x146, 0);
        let (x149, y149) = sbb(x143, x147, y148);
        let (x150, y150) = sbb(x144, 0, y149);
        let (x151, y151) = sbb(x145, 0, y150);
        let x152 = x127 - y151;
        let x153 = x134 << 32;
        let x154 = x134 >> 32;
        let (x155, y155) = sbb(x149, x153, 0);
        let (x156, y156) = sbb(x150, x154, y155);
        let (x157, y157) = sbb(x151, 0, y156);
        let (x158, y158) = sbb(x152, 0, y157);
        let x159 = x134 - y158;
        let (x160, y160) = sbb(x141, x104, 0);
        let (x161, y161) = sbb(x148, x105, y160);
        let (x162, y162) = sbb(x155, x106, y161);
        let (x163, y163) = sbb(x156, x107, y162);
        let (x164, y164) = sbb(x157, x108, y163);
        let (x165, y165) = sbb(x158, x109, y164);
        let (x166, y166) = sbb(x159, x110, y165);
        let x167 = mask(y166);
        let x168 = x167 & 0xffff_fffe_ffff_ffff;
        let (x169, y169) = adc(x160, x167, 0);
        let (x170, y170) = adc(x161, x167, y169);
        let (x171, y171) = adc(x162, x167, y170);
        let (x172, y172) = adc(x163, x168, y171);
        let (x173, y173) = adc(x164, x167, y172);
        let (x174, y174) = adc(x165, x167, y173);
        let (x175, _) = adc(x166, x167, y174);
        [x169, x170, x171, x172, x173, x174, x175]
    }

    #[inline(always)]
    fn add(a: &[u64; 7], b: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = *a;
        let [b0, b1, b2, b3, b4, b5, b6] = *b;
        let (x17, y17) = sbb(0xffff_ffff_ffff_ffff, b0, 0);
        let (x18, y18) = sbb(0xffff_ffff_ffff_ffff, b1, y17);
        let (x19, y19) = sbb(0xffff_ffff_ffff_ffff, b2, y18);
        let (x20, y20) = sbb(0xffff_fffe_ffff_ffff, b3, y19);
        let (x21, y21) = sbb(0xffff_ffff_ffff_ffff, b4, y20);
        let (x22, y22) = sbb(0xffff_ffff_ffff_ffff, b5, y21);
        let (x23, _) = sbb(0xffff_ffff_ffff_ffff, b6, y22);
        let (x24, y24) = sbb(a0, x17, 0);
        let (x25, y25) = sbb(a1, x18, y24);
        let (x26, y26) = sbb(a2, x19, y25);
        let (x27, y27) = sbb(a3, x20, y26);
        let (x28, y28) = sbb(a4, x21, y27);
        let (x29, y29) = sbb(a5, x22, y28);
        let (x30, y30) = sbb(a6, x23, y29);
        let x31 = mask(y30);
        let x32 = x31 & 0xffff_fffe_ffff_ffff;
        let (x33, y33) = adc(x24, x31, 0);
        let (x34, y34) = adc(x25, x31, y33);
        let (x35, y35) = adc(x26, x31, y34);
        let (x36, y36) = adc(x27, x32, y35);
        let (x37, y37) = adc(x28, x31, y36);
        let (x38, y38) = adc(x29, x31, y37);
        let (x39, _) = adc(x30, x31, y38);
        [x33, x34, x35, x36, x37, x38, x39]
    }

    #[inline(always)]
    fn sub(a: &[u64; 7], b: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = *a;
        let [b0, b1, b2, b3, b4, b5, b6] = *b;
        let (x15, y15) = sbb(a0, b0, 0);
        let (x16, y16) = sbb(a1, b1, y15);
        let (x17, y17) = sbb(a2, b2, y16);
        let (x18, y18) = sbb(a3, b3, y17);
        let (x19, y19) = sbb(a4, b4, y18);
        let (x20, y20) = sbb(a5, b5, y19);
        let (x21, y21) = sbb(a6, b6, y20);
        let x22 = mask(y21);
        let x24 = x22 & 0xffff_fffe_ffff_ffff;
        let (x25, y25) = adc(x15, x22, 0);
        let (x26, y26) = adc(x16, x22, y25);
        let (x27, y27) = adc(x17, x22, y26);
        let (x28, y28) = adc(x18, x24, y27);
        let (x29, y29) = adc(x19, x22, y28);
        let (x30, y30) = adc(x20, x22, y29);
        let (x31, _) = adc(x21, x22, y30);
        [x25, x26, x27, x28, x29, x30, x31]
    }

    #[inline(always)]
    fn neg(a: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = *a;
        let (x8, y8) = sbb(0, a0, 0);
        let (x9, y9) = sbb(0, a1, y8);
        let (x10, y10) = sbb(0, a2, y9);
        let (x11, y11) = sbb(0, a3, y10);
        let (x12, y12) = sbb(0, a4, y11);
        let (x13, y13) = sbb(0, a5, y12);
        let (x14, y14) = sbb(0, a6, y13);
        let x15 = mask(y14);
        let x17 = x15 & 0xffff_fffe_ffff_ffff;
        let (x18, y18) = adc(x8, x15, 0);
        let (x19, y19) = adc(x9, x15, y18);
        let (x20, y20) = adc(x10, x15, y19);
        let (x21, y21) = adc(x11, x17, y20);
        let (x22, y22) = adc(x12, x15, y21);
        let (x23, y23) = adc(x13, x15, y22);
        let (x24, _) = adc(x14, x15, y23);
        [x18, x19, x20, x21, x22, x23, x24]
    }

    #[inline(never)]
    fn encode(plain: &[u64; 7]) -> [u64; 7] {
        let [plain0, plain1, plain2, plain3, plain4, plain5, plain6] = *plain;
        let (x10, y10) = mul_wide(plain0, 2);
        let (x11, y11) = mul_wide(plain0, 0x0000_0003_0000_0000);
        let (x12, y12) = mul_wide(plain1, 2);
        let (x13, y13) = mul_wide(plain1, 0x0000_0003_0000_0000);
        let (x14, y14) = adc(y10, x12, 0);
        let (x15, y15) = adc(0, y12, y14);
        let (x16, y16) = adc(x11, 0, y15);
        let (x17, y17) = adc(y11, x13, y16);
        let (x18, y18) = adc(0, y13, y17);
        let (x19, y19) = mul_wide(plain2, 2);
        let (x20, y20) = mul_wide(plain2, 0x0000_0003_0000_0000);
        let (x21, y21) = adc(x15, x19, 0);
        let (x22, y22) = adc(x16, y19, y21);
        let (x23, y23) = adc(x17, 0, y22);
        let (x24, y24) = adc(x18, x20, y23);
        let (x25, y25) = adc(y18, y20, y24);
        let (x26, y26) = mul_wide(plain3, 2);
        let (x27, y27) = mul_wide(plain3, 0x0000_0003_0000_0000);
        let (x28, y28) = adc(x22, x26, 0);
        let (x29, y29) = adc(x23, y26, y28);
        let (x30, y30) = adc(x24, 0, y29);
        let (x31, y31) = adc(x25, x27, y30);
        let (x32, y32) = adc(y25, y27, y31);
        let (x33, y33) = mul_wide(plain4, 2);
        let (x34, y34) = mul_wide(plain4, 0x0000_0003_0000_0000);
        let (x35, y35) = adc(x29, x33, 0);
        let (x36, y36) = adc(x30, y33, y35);
        let (x37, y37) = adc(x31, 0, y36);
        let (x38, y38) = adc(x32, x34, y37);
        let (x39, y39) = adc(y32, y34, y38);
        let (x40, y40) = mul_wide(plain5, 2);
        let (x41, y41) = mul_wide(plain5, 0x0000_0003_0000_0000);
        let (x42, y42) = adc(x36, x40, 0);
        let (x43, y43) = adc(x37, y40, y42);
        let (x44, y44) = adc(x38, 0, y43);
        let (x45, y45) = adc(x39, x41, y44);
        let (x46, y46) = adc(y39, y41, y45);
        let (x47, y47) = mul_wide(plain6, 2);
        let (x48, y48) = mul_wide(plain6, 0x0000_0003_0000_0000);
        let (x49, y49) = adc(x43, x47, 0);
        let (x50, y50) = adc(x44, y47, y49);
        let (x51, y51) = adc(x45, 0, y50);
        let (x52, y52) = adc(x46, x48, y51);
        let (x53, y53) = adc(y46, y48, y52);
        let (x56, y56) = sbb(0xffff_ffff_ffff_ffff, x50, 0);
        let (x57, y57) = sbb(0xffff_ffff_ffff_ffff, x51, y56);
        let (x58, y58) = sbb(0xffff_ffff_ffff_ffff, x52, y57);
        let (x59, y59) = sbb(0xffff_fffe_ffff_ffff, x53, y58);
        let (x60, y60) = sbb(0xffff_ffff_ffff_ffff, y53, y59);
        let (x61, y61) = sbb(0xffff_ffff_ffff_ffff, 0, y60);
        let (x62, _) = sbb(0xffff_ffff_ffff_ffff, 0, y61);
        let x63 = x10 << 32;
        let x64 = x10 >> 32;
        let (x65, y65) = sbb(x28, x63, 0);
        let (x66, y66) = sbb(x35, x64, y65);
        let (x67, y67) = sbb(x42, 0, y66);
        let (x68, y68) = sbb(x49, 0, y67);
        let x69 = x10 - y68;
        let x70 = x14 << 32;
        let x71 = x14 >> 32;
        let (x72, y72) = sbb(x66, x70, 0);
        let (x73, y73) = sbb(x67, x71, y72);
        let (x74, y74) = sbb(x68, 0, y73);
        let (x75, y75) = sbb(x69, 0, y74);
        let x76 = x14 - y75;
        let x77 = x21 << 32;
        let x78 = x21 >> 32;
        let (x79, y79) = sbb(x73, x77, 0);
        let (x80, y80) = sbb(x74, x78, y79);
        let (x81, y81) = sbb(x75, 0, y80);
        let (x82, y82) = sbb(x76, 0, y81);
        let x83 = x21 - y82;
        let x84 = x65 << 32;
        let x85 = x65 >> 32;
        let (x86, y86) = sbb(x80, x84, 0);
        let (x87, y87) = sbb(x81, x85, y86);
        let (x88, y88) = sbb(x82, 0, y87);
        let (x89, y89) = sbb(x83, 0, y88);
        let x90 = x65 - y89;
        let x91 = x72 << 32;
        let x92 = x72 >> 32;
        let (x93, y93) = sbb(x87, x91, 0);
        let (x94, y94) = sbb(x88, x92, y93);
        let (x95, y95) = sbb(x89, 0, y94);
        let (x96, y96) = sbb(x90, 0, y95);
        let x97 = x72 - y96;
        let x98 = x79 << 32;
        let x99 = x79 >> 32;
        let (x100, y100) = sbb(x94, x98, 0);
        let (x101, y101) = sbb(x95, x99, y100);
        let (x102, y102) = sbb(x96, 0, y101);
        let (x103, y103) = sbb(x97, 0, y102);
        let x104 = x79 - y103;
        let x105 = x86 << 32;
        let x106 = x86 >> 32;
        let (x107, y107) = sbb(x101, x105, 0);
        let (x108, y108) = sbb(x102, x106, y107);
        let (x109, y109) = sbb(x103, 0, y108);
        let (x110, y110) = sbb(x104, 0, y109);
        let x111 = x86 - y110;
        let (x112, y112) = sbb(x93, x56, 0);
        let (x113, y113) = sbb(x100, x57, y112);
        let (x114, y114) = sbb(x107, x58, y113);
        let (x115, y115) = sbb(x108, x59, y114);
        let (x116, y116) = sbb(x109, x60, y115);
        let (x117, y117) = sbb(x110, x61, y116);
        let (x118, y118) = sbb(x111, x62, y117);
        let x119 = mask(y118);
        let x120 = x119 & 0xffff_fffe_ffff_ffff;
        let (x121, y121) = adc(x112, x119, 0);
        let (x122, y122) = adc(x113, x119, y121);
        let (x123, y123) = adc(x114, x119, y122);
        let (x124, y124) = adc(x115, x120, y123);
        let (x125, y125) = adc(x116, x119, y124);
        let (x126, y126) = adc(x117, x119, y125);
        let (x127, _) = adc(x118, x119, y126);
        [x121, x122, x123, x124, x125, x126, x127]
    }

    #[inline(always)]
    fn decode(a: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = *a;
        let x8 = a0 << 32;
        let x9 = a0 >> 32;
        let (x10, y10) = sbb(a3, x8, 0);
        let (x11, y11) = sbb(a4, x9, y10);
        let (x12, y12) = sbb(a5, 0, y11);
        let (x13, y13) = sbb(a6, 0, y12);
        let x14 = a0 - y13;
        let x15 = a1 << 32;
        let x16 = a1 >> 32;
        let (x17, y17) = sbb(x11, x15, 0);
        let (x18, y18) = sbb(x12, x16, y17);
        let (x19, y19) = sbb(x13, 0, y18);
        let (x20, y20) = sbb(x14, 0, y19);
        let x21 = a1 - y20;
        let x22 = a2 << 32;
        let x23 = a2 >> 32;
        let (x24, y24) = sbb(x18, x22, 0);
        let (x25, y25) = sbb(x19, x23, y24);
        let (x26, y26) = sbb(x20, 0, y25);
        let (x27, y27) = sbb(x21, 0, y26);
        let x28 = a2 - y27;
        let x29 = x10 << 32;
        let x30 = x10 >> 32;
        let (x31, y31) = sbb(x25, x29, 0);
        let (x32, y32) = sbb(x26, x30, y31);
        let (x33, y33) = sbb(x27, 0, y32);
        let (x34, y34) = sbb(x28, 0, y33);
        let x35 = x10 - y34;
        let x36 = x17 << 32;
        let x37 = x17 >> 32;
        let (x38, y38) = sbb(x32, x36, 0);
        let (x39, y39) = sbb(x33, x37, y38);
        let (x40, y40) = sbb(x34, 0, y39);
        let (x41, y41) = sbb(x35, 0, y40);
        let x42 = x17 - y41;
        let x43 = x24 << 32;
        let x44 = x24 >> 32;
        let (x45, y45) = sbb(x39, x43, 0);
        let (x46, y46) = sbb(x40, x44, y45);
        let (x47, y47) = sbb(x41, 0, y46);
        let (x48, y48) = sbb(x42, 0, y47);
        let x49 = x24 - y48;
        let x50 = x31 << 32;
        let x51 = x31 >> 32;
        let (x52, y52) = sbb(x46, x50, 0);
        let (x53, y53) = sbb(x47, x51, y52);
        let (x54, y54) = sbb(x48, 0, y53);
        let (x55, y55) = sbb(x49, 0, y54);
        let x56 = x31 - y55;
        [x38, x45, x52, x53, x54, x55, x56]
    }
}
