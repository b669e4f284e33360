//! The prime `p521_p`, 521 bits, 9 words. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: crandall; an element is held as it is.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
//! | mul | `a * b` | a, b < 2 p | < 2 p | 290 | 81 | 162 | 0 |
//! | sqr | `a * a` | a < 2 p | < 2 p | 197 | 45 | 106 | 0 |
//! | add | `a + b` | a, b < 2 p | < 2 p | 30 | 0 | 27 | 0 |
//! | sub | `a - b` | a, b < 2 p | < 2 p | 21 | 0 | 18 | 0 |
//! | neg | `-a` | a < 2 p | < 2 p | 21 | 0 | 18 | 0 |
//! | encode | `plain` | plain < p | < p | 0 | 0 | 0 | 0 |
//! | decode | `a` | a < 2 p | < p | 19 | 0 | 9 | 9 |
//! | canonical | `a` | a < 2 p | < p | 19 | 0 | 9 | 9 |

use crate::prime::Prime;
use crate::word::{adc, mask, mul_wide, sbb, select};

/// The prime `p521_p`, 521 bits, 9 words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P521P;

#[rustfmt::skip]
impl Prime for P521P {
    type Limbs = [u64; 9];
    #[cfg(feature = "narrow")]
    type Narrow = super::narrow::P521PS29X18A0;
    #[cfg(not(feature = "narrow"))]
    type Narrow = Self;
    type Lanes = super::lanes::P521P;
    const NAME: &'static str = "p521_p";
    const BITS: usize = 521;
    const MODULUS: [u64; 9] = [
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0x0000_0000_0000_01ff,
    ];
    const ONE: [u64; 9] = [
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ];
    const MULTIPLE: u64 = 2;

    #[inline(never)]
    fn mul(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = *a;
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8] = *b;
        let (x18, y18) = mul_wide(a0, b0);
        let (x19, y19) = mul_wide(a0, b1);
        let (x20, y20) = mul_wide(a0, b2);
        let (x21, y21) = mul_wide(a0, b3);
        let (x22, y22) = mul_wide(a0, b4);
        let (x23, y23) = mul_wide(a0, b5);
        let (x24, y24) = mul_wide(a0, b6);
        let (x25, y25) = mul_wide(a0, b7);
        let (x26, y26) = mul_wide(a0, b8);
        let (x28, y28) = adc(y18, x19, 0);
        let (x29, y29) = adc(y19, x20, y28);
        let (x30, y30) = adc(y20, x21, y29);
        let (x31, y31) = adc(y21, x22, y30);
        let (x32, y32) = adc(y22, x23, y31);
        let (x33, y33) = adc(y23, x24, y32);
        let (x34, y34) = adc(y24, x25, y33);
        let (x35, y35) = adc(y25, x26, y34);
        let x36 = y26 + y35;
        let (x37, y37) = mul_wide(a1, b0);
        let (x38, y38) = mul_wide(a1, b1);
        let (x39, y39) = mul_wide(a1, b2);
        let (x40, y40) = mul_wide(a1, b3);
        let (x41, y41) = mul_wide(a1, b4);
        let (x42, y42) = mul_wide(a1, b5);
        let (x43, y43) = mul_wide(a1, b6);
        let (x44, y44) = mul_wide(a1, b7);
        let (x45, y45) = mul_wide(a1, b8);
        let (x46, y46) = adc(y37, x38, 0);
        let (x47, y47) = adc(y38, x39, y46);
        let (x48, y48) = adc(y39, x40, y47);
        let (x49, y49) = adc(y40, x41, y48);
        let (x50, y50) = adc(y41, x42, y49);
        let (x51, y51) = adc(y42, x43, y50);
        let (x52, y52) = adc(y43, x44, y51);
        let (x53, y53) = adc(y44, x45, y52);
        let x54 = y45 + y53;
        let (x55, y55) = adc(x28, x37, 0);
        let (x56, y56) = adc(x29, x46, y55);
        let (x57, y57) = adc(x30, x47, y56);
        let (x58, y58) = adc(x31, x48, y57);
        let (x59, y59) = adc(x32, x49, y58);
        let (x60, y60) = adc(x33, x50, y59);
        let (x61, y61) = adc(x34, x51, y60);
        let (x62, y62) = adc(x35, x52, y61);
        let (x63, y63) = adc(x36, x53, y62);
        let x64 = x54 + y63;
        let (x65, y65) = mul_wide(a2, b0);
        let (x66, y66) = mul_wide(a2, b1);
        let (x67, y67) = mul_wide(a2, b2);
        let (x68, y68) = mul_wide(a2, b3);
        let (x69, y69) = mul_wide(a2, b4);
        let (x70, y70) = mul_wide(a2, b5);
        let (x71, y71) = mul_wide(a2, b6);
        let (x72, y72) = mul_wide(a2, b7);
        let (x73, y73) = mul_wide(a2, b8);
        let (x74, y74) = adc(y65, x66, 0);
        let (x75, y75) = adc(y66, x67, y74);
        let (x76, y76) = adc(y67, x68, y75);
        let (x77, y77) = adc(y68, x69, y76);
        let (x78, y78) = adc(y69, x70, y77);
        let (x79, y79) = adc(y70, x71, y78);
        let (x80, y80) = adc(y71, x72, y79);
        let (x81, y81) = adc(y72, x73, y80);
        let x82 = y73 + y81;
        let (x83, y83) = adc(x56, x65, 0);
        let (x84, y84) = adc(x57, x74, y83);
        let (x85, y85) = adc(x58, x75, y84);
        let (x86, y86) = adc(x59, x76, y85);
        let (x87, y87) = adc(x60, x77, y86);
        let (x88, y88) = adc(x61, x78, y87);
        let (x89, y89) = adc(x62, x79, y88);
        let (x90, y90) = adc(x63, x80, y89);
        let (x91, y91) = adc(x64, x81, y90);
        let x92 = x82 + y91;
        let (x93, y93) = mul_wide(a3, b0);
        let (x94, y94) = mul_wide(a3, b1);
        let (x95, y95) = mul_wide(a3, b2);
        let (x96, y96) = mul_wide(a3, b3);
        let (x97, y97) = mul_wide(a3, b4);
        let (x98, y98) = mul_wide(a3, b5);
        let (x99, y99) = mul_wide(a3, b6);
        let (x100, y100) = mul_wide(a3, b7);
        let (x101, y101) = mul_wide(a3, b8);
        let (x102, y102) = adc(y93, x94, 0);
        let (x103, y103) = adc(y94, x95, y102);
        let (x104, y104) = adc(y95, x96, y103);
        let (x105, y105) = adc(y96, x97, y104);
        let (x106, y106) = adc(y97, x98, y105);
        let (x107, y107) = adc(y98, x99, y106);
        let (x108, y108) = adc(y99, x100, y107);
        let (x109, y109) = adc(y100, x101, y108);
        let x110 = y101 + y109;
        let (x111, y111) = adc(x84, x93, 0);
        let (x112, y112) = adc(x85, x102, y111);
        let (x113, y113) = adc(x86, x103, y112);
        let (x114, y114) = adc(x87, x104, y113);
        let (x115, y115) = adc(x88, x105, y114);
        let (x116, y116) = adc(x89, x106, y115);
        let (x117, y117) = adc(x90, x107, y116);
        let (x118, y118) = adc(x91, x108, y117);
        let (x119, y119) = adc(x92, x109, y118);
        let x120 = x110 + y119;
        let (x121, y121) = mul_wide(a4, b0);
        let (x122, y122) = mul_wide(a4, b1);
        let (x123, y123) = mul_wide(a4, b2);
        let (x124, y124) = mul_wide(a4, b3);
        let (x125, y125) = mul_wide(a4, b4);
        let (x126, y126) = mul_wide(a4, b5);
        let (x127, y127) = mul_wide(a4, b6);
        let (x128, y128) = mul_wide(a4, b7);
        let (x129, y129) = mul_wide(a4, b8);
        let (x130, y130) = adc(y121, x122, 0);
        let (x131, y131) = adc(y122, x123, y130);
        let (x132, y132) = adc(y123, x124, y131);
        let (x133, y133) = adc(y124, x125, y132);
        let (x134, y134) = adc(y125, x126, y133);
        let (x135, y135) = adc(y126, x127, y134);
        let (x136, y136) = adc(y127, x128, y135);
        let (x137, y137) = adc(y128, x129, y136);
        let x138 = y129 + y137;
        let (x139, y139) = adc(x112, x121, 0);
        let (x140, y140) = adc(x113, x130, y139);
        let (x141, y141) = adc(x114, x131, y140);
        let (x142, y142) = adc(x115, x132, y141);
        let (x143, y143) = adc(x116, x133, y142);
        let (x144, y144) = adc(x117, x134, y143);
        let (x145, y145) = adc(x118, x135, y144);
        let (x146, y146) = adc(x119, x136, y145);
        let (x147, y147) = adc(x120, x137, y146);
        let x148 = x138 + y147;
        let (x149, y149) = mul_wide(a5, b0);
        let (x150, y150) = mul_wide(a5, b1);
        let (x151, y151) = mul_wide(a5, b2);
        let (x152, y152) = mul_wide(a5, b3);
        let (x153, y153) = mul_wide(a5, b4);
        let (x154, y154) = mul_wide(a5, b5);
        let (x155, y155) = mul_wide(a5, b6);
        let (x156, y156) = mul_wide(a5, b7);
        let (x157, y157) = mul_wide(a5, b8);
        let (x158, y158) = adc(y149, x150, 0);
        let (x159, y159) = adc(y150, x151, y158);
        let (x160, y160) = adc(y151, x152, y159);
        let (x161, y161) = adc(y152, x153, y160);
        let (x162, y162) = adc(y153, x154, y161);
        let (x163, y163) = adc(y154, x155, y162);
        let (x164, y164) = adc(y155, x156, y163);
        let (x165, y165) = adc(y156, x157, y164);
        let x166 = y157 + y165;
        let (x167, y167) = adc(x140, x149, 0);
        let (x168, y168) = adc(x141, x158, y167);
        let (x169, y169) = adc(x142, x159, y168);
        let (x170, y170) = adc(x143, x160, y169);
        let (x171, y171) = adc(x144, x161, y170);
        let (x172, y172) = adc(x145, x162, y171);
        let (x173, y173) = adc(x146, x163, y172);
        let (x174, y174) = adc(x147, x164, y173);
        let (x175, y175) = adc(x148, x165, y174);
        let x176 = x166 + y175;
        let (x177, y177) = mul_wide(a6, b0);
        let (x178, y178) = mul_wide(a6, b1);
        let (x179, y179) = mul_wide(a6, b2);
        let (x180, y180) = mul_wide(a6, b3);
        let (x181, y181) = mul_wide(a6, b4);
        let (x182, y182) = mul_wide(a6, b5);
        let (x183, y183) = mul_wide(a6, b6);
        let (x184, y184) = mul_wide(a6, b7);
        let (x185, y185) = mul_wide(a6, b8);
        let (x186, y186) = adc(y177, x178, 0);
        let (x187, y187) = adc(y178, x179, y186);
        let (x188, y188) = adc(y179, x180, y187);
        let (x189, y189) = adc(y180, x181, y188);
        let (x190, y190) = adc(y181, x182, y189);
        let (x191, y191) = adc(y182, x183, y190);
        let (x192, y192) = adc(y183, x184, y191);
        let (x193, y193) = adc(y184, x185, y192);
        let x194 = y185 + y193;
        let (x195, y195) = adc(x168, x177, 0);
        let (x196, y196) = adc(x169, x186, y195);
        let (x197, y197) = adc(x170, x187, y196);
        let (x198, y198) = adc(x171, x188, y197);
        let (x199, y199) = adc(x172, x189, y198);
        let (x200, y200) = adc(x173, x190, y199);
        let (x201, y201) = adc(x174, x191, y200);
        let (x202, y202) = adc(x175, x192, y201);
        let (x203, y203) = adc(x176, x193, y202);
        let x204 = x194 + y203;
        let (x205, y205) = mul_wide(a7, b0);
        let (x206, y206) = mul_wide(a7, b1);
        let (x207, y207) = mul_wide(a7, b2);
        let (x208, y208) = mul_wide(a7, b3);
        let (x209, y209) = mul_wide(a7, b4);
        let (x210, y210) = mul_wide(a7, b5);
        let (x211, y211) = mul_wide(a7, b6);
        let (x212, y212) = mul_wide(a7, b7);
        let (x213, y213) = mul_wide(a7, b8);
        let (x214, y214) = adc(y205, x206, 0);
        let (x215, y215) = adc(y206, x207, y214);
        let (x216, y216) = adc(y207, x208, y215);
        let (x217, y217) = adc(y208, x209, y216);
        let (x218, y218) = adc(y209, x210, y217);
        let (x219, y219) = adc(y210, x211, y218);
        let (x220, y220) = adc(y211, x212, y219);
        let (x221, y221) = adc(y212, x213, y220);
        let x222 = y213 + y221;
        let (x223, y223) = adc(x196, x205, 0);
        let (x224, y224) = adc(x197, x214, y223);
        let (x225, y225) = adc(x198, x215, y224);
        let (x226, y226) = adc(x199, x216, y225);
        let (x227, y227) = adc(x200, x217, y226);
        let (x228, y228) = adc(x201, x218, y227);
        let (x229, y229) = adc(x202, x219, y228);
        let (x230, y230) = adc(x203, x220, y229);
        let (x231, y231) = adc(x204, x221, y230);
        let x232 = x222 + y231;
        let (x233, y233) = mul_wide(a8, b0);
        let (x234, y234) = mul_wide(a8, b1);
        let (x235, y235) = mul_wide(a8, b2);
        let (x236, y236) = mul_wide(a8, b3);
        let (x237, y237) = mul_wide(a8, b4);
        let (x238, y238) = mul_wide(a8, b5);
        let (x239, y239) = mul_wide(a8, b6);
        let (x240, y240) = mul_wide(a8, b7);
        let (x241, y241) = mul_wide(a8, b8);
        let (x242, y242) = adc(y233, x234, 0);
        let (x243, y243) = adc(y234, x235, y242);
        let (x244, y244) = adc(y235, x236, y243);
        let (x245, y245) = adc(y236, x237, y244);
        let (x246, y246) = adc(y237, x238, y245);
        let (x247, y247) = adc(y238, x239, y246);
        let (x248, y248) = adc(y239, x240, y247);
        let (x249, y249) = adc(y240, x241, y248);
        let x250 = y241 + y249;
        let (x251, y251) = adc(x224, x233, 0);
        let (x252, y252) = adc(x225, x242, y251);
        let (x253, y253) = adc(x226, x243, y252);
        let (x254, y254) = adc(x227, x244, y253);
        let (x255, y255) = adc(x228, x245, y254);
        let (x256, y256) = adc(x229, x246, y255);
        let (x257, y257) = adc(x230, x247, y256);
        let (x258, y258) = adc(x231, x248, y257);
        let (x259, y259) = adc(x232, x249, y258);
        let x260 = x250 + y259;
        let x261 = x251 >> 9;
        let x262 = x252 << 55;
        let x263 = x262 + x261;
        let x264 = x252 >> 9;
        let x265 = x253 << 55;
        let x266 = x265 + x264;
        let x267 = x253 >> 9;
        let x268 = x254 << 55;
        let x269 = x268 + x267;
        let x270 = x254 >> 9;
        let x271 = x255 << 55;
        let x272 = x271 + x270;
        let x273 = x255 >> 9;
        let x274 = x256 << 55;
        let x275 = x274 + x273;
        let x276 = x256 >> 9;
        let x277 = x257 << 55;
        let x278 = x277 + x276;
        let x279 = x257 >> 9;
        let x280 = x258 << 55;
        let x281 = x280 + x279;
        let x282 = x258 >> 9;
        let x283 = x259 << 55;
        let x284 = x283 + x282;
        let x285 = x259 >> 9;
        let x286 = x260 << 55;
        let x287 = x286 + x285;
        let x289 = x251 & 0x0000_0000_0000_01ff;
        let (x290, y290) = adc(x18, x263, 0);
        let (x291, y291) = adc(x55, x266, y290);
        let (x292, y292) = adc(x83, x269, y291);
        let (x293, y293) = adc(x111, x272, y292);
        let (x294, y294) = adc(x139, x275, y293);
        let (x295, y295) = adc(x167, x278, y294);
        let (x296, y296) = adc(x195, x281, y295);
        let (x297, y297) = adc(x223, x284, y296);
        let (x298, _) = adc(x289, x287, y297);
        let x299 = x298 >> 9;
        let x300 = x298 & 0x0000_0000_0000_01ff;
        let (x301, y301) = adc(x290, x299, 0);
        let (x302, y302) = adc(x291, 0, y301);
        let (x303, y303) = adc(x292, 0, y302);
        let (x304, y304) = adc(x293, 0, y303);
        let (x305, y305) = adc(x294, 0, y304);
        let (x306, y306) = adc(x295, 0, y305);
        let (x307, y307) = adc(x296, 0, y306);
        let (x308, y308) = adc(x297, 0, y307);
        let (x309, _) = adc(x300, 0, y308);
        [x301, x302, x303, x304, x305, x306, x307, x308, x309]
    }

    #[inline(never)]
    fn sqr(a: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = *a;
        let (x10, y10) = mul_wide(a0, a1);
        let (x11, y11) = mul_wide(a0, a2);
        let (x12, y12) = mul_wide(a0, a3);
        let (x13, y13) = mul_wide(a0, a4);
        let (x14, y14) = mul_wide(a0, a5);
        let (x15, y15) = mul_wide(a0, a6);
        let (x16, y16) = mul_wide(a0, a7);
        let (x17, y17) = mul_wide(a0, a8);
        let (x18, y18) = adc(y10, x11, 0);
        let (x19, y19) = adc(y11, x12, y18);
        let (x20, y20) = adc(y12, x13, y19);
        let (x21, y21) = adc(y13, x14, y20);
        let (x22, y22) = adc(y14, x15, y21);
        let (x23, y23) = adc(y15, x16, y22);
        let (x24, y24) = adc(y16, x17, y23);
        let x25 = y17 + y24;
        let (x26, y26) = mul_wide(a1, a2);
        let (x27, y27) = mul_wide(a1, a3);
        let (x28, y28) = mul_wide(a1, a4);
        let (x29, y29) = mul_wide(a1, a5);
        let (x30, y30) = mul_wide(a1, a6);
        let (x31, y31) = mul_wide(a1, a7);
        let (x32, y32) = mul_wide(a1, a8);
        let (x33, y33) = adc(y26, x27, 0);
        let (x34, y34) = adc(y27, x28, y33);
        let (x35, y35) = adc(y28, x29, y34);
        let (x36, y36) = adc(y29, x30, y35);
        let (x37, y37) = adc(y30, x31, y36);
        let (x38, y38) = adc(y31, x32, y37);
        let x39 = y32 + y38;
        let (x40, y40) = adc(x19, x26, 0);
        let (x41, y41) = adc(x20, x33, y40);
        let (x42, y42) = adc(x21, x34, y41);
        let (x43, y43) = adc(x22, x35, y42);
        let (x44, y44) = adc(x23, x36, y43);
        let (x45, y45) = adc(x24, x37, y44);
        let (x46, y46) = adc(x25, x38, y45);
        let x47 = x39 + y46;
        let (x48, y48) = mul_wide(a2, a3);
        let (x49, y49) = mul_wide(a2, a4);
        let (x50, y50) = mul_wide(a2, a5);
        let (x51, y51) = mul_wide(a2, a6);
        let (x52, y52) = mul_wide(a2, a7);
        let (x53, y53) = mul_wide(a2, a8);
        let (x54, y54) = adc(y48, x49, 0);
        let (x55, y55) = adc(y49, x50, y54);
        let (x56, y56) = adc(y50, x51, y55);
        let (x57, y57) = adc(y51, x52, y56);
        let (x58, y58) = adc(y52, x53, y57);
        let x59 = y53 + y58;
        let (x60, y60) = adc(x42, x48, 0);
        let (x61, y61) = adc(x43, x54, y60);
        let (x62, y62) = adc(x44, x55, y61);
        let (x63, y63) = adc(x45, x56, y62);
        let (x64, y64) = adc(x46, x57, y63);
        let (x65, y65) = adc(x47, x58, y64);
        let x66 = x59 + y65;
        let (x67, y67) = mul_wide(a3, a4);
        let (x68, y68) = mul_wide(a3, a5);
        let (x69, y69) = mul_wide(a3, a6);
        let (x70, y70) = mul_wide(a3, a7);
        let (x71, y71) = mul_wide(a3, a8);
        let (x72, y72) = adc(y67, x68, 0);
        let (x73, y73) = adc(y68, x69, y72);
        let (x74, y74) = adc(y69, x70, y73);
        let (x75, y75) = adc(y70, x71, y74);
        let x76 = y71 + y75;
        let (x77, y77) = adc(x62, x67, 0);
        let (x78, y78) = adc(x63, x72, y77);
        let (x79, y79) = adc(x64, x73, y78);
        let (x80, y80) = adc(x65, x74, y79);
        let (x81, y81) = adc(x66, x75, y80);
        let x82 = x76 + y81;
        let (x83, y83) = mul_wide(a4, a5);
        let (x84, y84) = mul_wide(a4, a6);
        let (x85, y85) = mul_wide(a4, a7);
        let (x86, y86) = mul_wide(a4, a8);
        let (x87, y87) = adc(y83, x84, 0);
        let (x88, y88) = adc(y84, x85, y87);
        let (x89, y89) = adc(y85, x86, y88);
        let x90 = y86 + y89;
        let (x91, y91) = adc(x79, x83, 0);
        let (x92, y92) = adc(x80, x87, y91);
        let (x93, y93) = adc(x81, x88, y92);
        let (x94, y94) = adc(x82, x89, y93);
        let x95 = x90 + y94;
        let (x96, y96) = mul_wide(a5, a6);
        let (x97, y97) = mul_wide(a5, a7);
        let (x98, y98) = mul_wide(a5, a8);
        let (x99, y99) = adc(y96, x97, 0);
        let (x100, y100) = adc(y97, x98, y99);
        let x101 = y98 + y100;
        let (x102, y102) = adc(x93, x96, 0);
        let (x103, y103) = adc(x94, x99, y102);
        let (x104, y104) = adc(x95, x100, y103);
        let x105 = x101 + y104;
        let (x106, y106) = mul_wide(a6, a7);
        let (x107, y107) = mul_wide(a6, a8);
        let (x108, y108) = adc(y106, x107, 0);
        let x109 = y107 + y108;
        let (x110, y110) = adc(x104, x106, 0);
        let (x111, y111) = adc(x105, x108, y110);
        let x112 = x109 + y111;
        let (x113, y113) = mul_wide(a7, a8);
        let (x114, y114) = adc(x112, x113, 0);
        let x115 = y113 + y114;
        let (x116, y116) = adc(x10, x10, 0);
        let (x117, y117) = adc(x18, x18, y116);
        let (x118, y118) = adc(x40, x40, y117);
        let (x119, y119) = adc(x41, x41, y118);
        let (x120, y120) = adc(x60, x60, y119);
        let (x121, y121) = adc(x61, x61, y120);
        let (x122, y122) = adc(x77, x77, y121);
        let (x123, y123) = adc(x78, x78, y122);
        let (x124, y124) = adc(x91, x91, y123);
        let (x125, y125) = adc(x92, x92, y124);
        let (x126, y126) = adc(x102, x102, y125);
        let (x127, y127) = adc(x103, x103, y126);
        let (x128, y128) = adc(x110, x110, y127);
        let (x129, y129) = adc(x111, x111, y128);
        let (x130, y130) = adc(x114, x114, y129);
        let (x131, y131) = adc(x115, x115, y130);
        let (x132, y132) = mul_wide(a0, a0);
        let (x133, y133) = mul_wide(a1, a1);
        let (x134, y134) = mul_wide(a2, a2);
        let (x135, y135) = mul_wide(a3, a3);
        let (x136, y136) = mul_wide(a4, a4);
        let (x137, y137) = mul_wide(a5, a5);
        let (x138, y138) = mul_wide(a6, a6);
        let (x139, y139) = mul_wide(a7, a7);
        let (x140, y140) = mul_wide(a8, a8);
        let (x141, y141) = adc(x116, y132, 0);
        let (x142, y142) = adc(x117, x133, y141);
        let (x143, y143) = adc(x118, y133, y142);
        let (x144, y144) = adc(x119, x134, y143);
        let (x145, y145) = adc(x120, y134, y144);
        let (x146, y146) = adc(x121, x135, y145);
        let (x147, y147) = adc(x122, y135, y146);
        let (x148, y148) = adc(x123, x136, y147);
        let (x149, y149) = adc(x124, y136, y148);
        let (x150, y150) = adc(x125, x137, y149);
        let (x151, y151) = adc(x126, y137, y150);
        let (x152, y152) = adc(x127, x138, y151);
        let (x153, y153) = adc(x128, y138, y152);
        let (x154, y154) = adc(x129, x139, y153);
        let (x155, y155) = adc(x130, y139, y154);
        let (x156, y156) = adc(x131, x140, y155);
        let x157 = y131 + y140;
        let x158 = x157 + y156;
        let x159 = x148 >> 9;
        let x160 = x149 << 55;
        let x161 = x160 + x159;
        let x162 = x149 >> 9;
        let x163 = x150 << 55;
        let x164 = x163 + x162;
        let x165 = x150 >> 9;
        let x166 = x151 << 55;
        let x167 = x166 + x165;
        let x168 = x151 >> 9;
        let x169 = x152 << 55;
        let x170 = x169 + x168;
        let x171 = x152 >> 9;
        let x172 = x153 << 55;
        let x173 = x172 + x171;
        let x174 = x153 >> 9;
        let x175 = x154 << 55;
        let x176 = x175 + x174;
        let x177 = x154 >> 9;
        let x178 = x155 << 55;
        let x179 = x178 + x177;
        let x180 = x155 >> 9;
        let x181 = x156 << 55;
        let x182 = x181 + x180;
        let x183 = x156 >> 9;
        let x184 = x158 << 55;
        let x185 = x184 + x183;
        let x187 = x148 & 0x0000_0000_0000_01ff;
        let (x188, y188) = adc(x132, x161, 0);
        let (x189, y189) = adc(x141, x164, y188);
        let (x190, y190) = adc(x142, x167, y189);
        let (x191, y191) = adc(x143, x170, y190);
        let (x192, y192) = adc(x144, x173, y191);
        let (x193, y193) = adc(x145, x176, y192);
        let (x194, y194) = adc(x146, x179, y193);
        let (x195, y195) = adc(x147, x182, y194);
        let (x196, _) = adc(x187, x185, y195);
        let x197 = x196 >> 9;
        let x198 = x196 & 0x0000_0000_0000_01ff;
        let (x199, y199) = adc(x188, x197, 0);
        let (x200, y200) = adc(x189, 0, y199);
        let (x201, y201) = adc(x190, 0, y200);
        let (x202, y202) = adc(x191, 0, y201);
        let (x203, y203) = adc(x192, 0, y202);
        let (x204, y204) = adc(x193, 0, y203);
        let (x205, y205) = adc(x194, 0, y204);
        let (x206, y206) = adc(x195, 0, y205);
        let (x207, _) = adc(x198, 0, y206);
        [x199, x200, x201, x202, x203, x204, x205, x206, x207]
    }

    #[inline(always)]
    fn add(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = *a;
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8] = *b;
        let (x22, y22) = sbb(0xffff_ffff_ffff_fffe, b0, 0);
        let (x23, y23) = sbb(0xffff_ffff_ffff_ffff, b1, y22);
        let (x24, y24) = sbb(0xffff_ffff_ffff_ffff, b2, y23);
        let (x25, y25) = sbb(0xffff_ffff_ffff_ffff, b3, y24);
        let (x26, y26) = sbb(0xffff_ffff_ffff_ffff, b4, y25);
        let (x27, y27) = sbb(0xffff_ffff_ffff_ffff, b5, y26);
        let (x28, y28) = sbb(0xffff_ffff_ffff_ffff, b6, y27);
        let (x29, y29) = sbb(0xffff_ffff_ffff_ffff, b7, y28);
        let (x30, _) = sbb(0x0000_0000_0000_03ff, b8, y29);
        let (x31, y31) = sbb(a0, x22, 0);
        let (x32, y32) = sbb(a1, x23, y31);
        let (x33, y33) = sbb(a2, x24, y32);
        let (x34, y34) = sbb(a3, x25, y33);
        let (x35, y35) = sbb(a4, x26, y34);
        let (x36, y36) = sbb(a5, x27, y35);
        let (x37, y37) = sbb(a6, x28, y36);
        let (x38, y38) = sbb(a7, x29, y37);
        let (x39, y39) = sbb(a8, x30, y38);
        let x40 = mask(y39);
        let x41 = x40 & 0xffff_ffff_ffff_fffe;
        let x42 = x40 & 0x0000_0000_0000_03ff;
        let (x43, y43) = adc(x31, x41, 0);
        let (x44, y44) = adc(x32, x40, y43);
        let (x45, y45) = adc(x33, x40, y44);
        let (x46, y46) = adc(x34, x40, y45);
        let (x47, y47) = adc(x35, x40, y46);
        let (x48, y48) = adc(x36, x40, y47);
        let (x49, y49) = adc(x37, x40, y48);
        let (x50, y50) = adc(x38, x40, y49);
        let (x51, _) = adc(x39, x42, y50);
        [x43, x44, x45, x46, x47, x48, x49, x50, x51]
    }

    #[inline(always)]
    fn sub(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = *a;
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8] = *b;
        let (x19, y19) = sbb(a0, b0, 0);
        let (x20, y20) = sbb(a1, b1, y19);
        let (x21, y21) = sbb(a2, b2, y20);
        let (x22, y22) = sbb(a3, b3, y21);
        let (x23, y23) = sbb(a4, b4, y22);
        let (x24, y24) = sbb(a5, b5, y23);
        let (x25, y25) = sbb(a6, b6, y24);
        let (x26, y26) = sbb(a7, b7, y25);
        let (x27, y27) = sbb(a8, b8, y26);
        let x28 = mask(y27);
        let x30 = x28 & 0xffff_ffff_ffff_fffe;
        let x32 = x28 & 0x0000_0000_0000_03ff;
        let (x33, y33) = adc(x19, x30, 0);
        let (x34, y34) = adc(x20, x28, y33);
        let (x35, y35) = adc(x21, x28, y34);
        let (x36, y36) = adc(x22, x28, y35);
        let (x37, y37) = adc(x23, x28, y36);
        let (x38, y38) = adc(x24, x28, y37);
        let (x39, y39) = adc(x25, x28, y38);
        let (x40, y40) = adc(x26, x28, y39);
        let (x41, _) = adc(x27, x32, y40);
        [x33, x34, x35, x36, x37, x38, x39, x40, x41]
    }

    #[inline(always)]
    fn neg(a: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = *a;
        let (x10, y10) = sbb(0, a0, 0);
        let (x11, y11) = sbb(0, a1, y10);
        let (x12, y12) = sbb(0, a2, y11);
        let (x13, y13) = sbb(0, a3, y12);
        let (x14, y14) = sbb(0, a4, y13);
        let (x15, y15) = sbb(0, a5, y14);
        let (x16, y16) = sbb(0, a6, y15);
        let (x17, y17) = sbb(0, a7, y16);
        let (x18, y18) = sbb(0, a8, y17);
        let x19 = mask(y18);
        let x21 = x19 & 0xffff_ffff_ffff_fffe;
        let x23 = x19 & 0x0000_0000_0000_03ff;
        let (x24, y24) = adc(x10, x21, 0);
        let (x25, y25) = adc(x11, x19, y24);
        let (x26, y26) = adc(x12, x19, y25);
        let (x27, y27) = adc(x13, x19, y26);
        let (x28, y28) = adc(x14, x19, y27);
        let (x29, y29) = adc(x15, x19, y28);
        let (x30, y30) = adc(x16, x19, y29);
        let (x31, y31) = adc(x17, x19, y30);
        let (x32, _) = adc(x18, x23, y31);
        [x24, x25, x26, x27, x28, x29, x30, x31, x32]
    }

    #[inline(always)]
    fn encode(plain: &[u64; 9]) -> [u64; 9] {
        let [plain0, plain1, plain2, plain3, plain4, plain5, plain6, plain7, plain8] = *plain;
        [plain0, plain1, plain2, plain3, plain4, plain5, plain6, plain7, plain8]
    }

    #[inline(always)]
    fn decode(a: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = *a;
        let (x12, y12) = sbb(a0, 0xffff_ffff_ffff_ffff, 0);
        let (x13, y13) = sbb(a1, 0xffff_ffff_ffff_ffff, y12);
        let (x14, y14) = sbb(a2, 0xffff_ffff_ffff_ffff, y13);
        let (x15, y15) = sbb(a3, 0xffff_ffff_ffff_ffff, y14);
        let (x16, y16) = sbb(a4, 0xffff_ffff_ffff_ffff, y15);
        let (x17, y17) = sbb(a5, 0xffff_ffff_ffff_ffff, y16);
        let (x18, y18) = sbb(a6, 0xffff_ffff_ffff_ffff, y17);
        let (x19, y19) = sbb(a7, 0xffff_ffff_ffff_ffff, y18);
        let (x20, y20) = sbb(a8, 0x0000_0000_0000_01ff, y19);
        let x21 = mask(y20);
        let x22 = select(x21, a0, x12);
        let x23 = select(x21, a1, x13);
        let x24 = select(x21, a2, x14);
        let x25 = select(x21, a3, x15);
        let x26 = select(x21, a4, x16);
        let x27 = select(x21, a5, x17);
        let x28 = select(x21, a6, x18);
        let x29 = select(x21, a7, x19);
        let x30 = select(x21, a8, x20);
        [x22, x23, x24, x25, x26, x27, x28, x29, x30]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = *a;
        let (x12, y12) = sbb(a0, 0xffff_ffff_ffff_ffff, 0);
        let (x13, y13) = sbb(a1, 0xffff_ffff_ffff_ffff, y12);
        let (x14, y14) = sbb(a2, 0xffff_ffff_ffff_ffff, y13);
        let (x15, y15) = sbb(a3, 0xffff_ffff_ffff_ffff, y14);
        let (x16, y16) = sbb(a4, 0xffff_ffff_ffff_ffff, y15);
        let (x17, y17) = sbb(a5, 0xffff_ffff_ffff_ffff, y16);
        let (x18, y18) = sbb(a6, 0xffff_ffff_ffff_ffff, y17);
        let (x19, y19) = sbb(a7, 0xffff_ffff_ffff_ffff, y18);
        let (x20, y20) = sbb(a8, 0x0000_0000_0000_01ff, y19);
        let x21 = mask(y20);
        let x22 = select(x21, a0, x12);
        let x23 = select(x21, a1, x13);
        let x24 = select(x21, a2, x14);
        let x25 = select(x21, a3, x15);
        let x26 = select(x21, a4, x16);
        let x27 = select(x21, a5, x17);
        let x28 = select(x21, a6, x18);
        let x29 = select(x21, a7, x19);
        let x30 = select(x21, a8, x20);
        [x22, x23, x24, x25, x26, x27, x28, x29, x30]
    }
}
