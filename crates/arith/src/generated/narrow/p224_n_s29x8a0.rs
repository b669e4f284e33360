//! The prime `p224_n` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 29x8, 0 additions, split+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! At rest the limbs are at most 0x10000000 away from zero, the top one 0x10000003.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 3.80 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 259 | 121 | 17 |
//! | sqr | `a * a` | rest | rest | 210 | 93 | 17 |
//! | add | `a + b` | rest | rest | 35 | 5 | 9 |
//! | sub | `a - b` | rest | rest | 35 | 5 | 9 |
//! | neg | `-a` | rest | rest | 8 | 0 | 0 |
//! | encode | `plain` | words | rest | 34 | 0 | 7 |
//! | decode | the least `a` | rest | words | 93 | 9 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, split};
use crate::word::{mask, select};

/// The prime `p224_n`, 8 signed limbs of 29 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P224NS29X8A0;

#[rustfmt::skip]
impl Prime for P224NS29X8A0 {
    type Limbs = [u64; 8];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P224N;
    const NAME: &'static str = "p224_n_s29x8a0";
    const BITS: usize = 224;
    const MODULUS: [u64; 8] = [
        0x13dd_2945_5c5c_2a3d,
        0xffff_16a2_e0b8_f03e,
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_ffff,
        0,
        0,
        0,
        0,
    ];
    const ONE: [u64; 8] = [
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ];

    #[inline(never)]
    fn mul(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7] = b.map(|word| word as i64);
        let x16 = a0 * b0;
        let x17 = a0 * b1;
        let x18 = a0 * b2;
        let x19 = a0 * b3;
        let x20 = a0 * b4;
        let x21 = a0 * b5;
        let x22 = a0 * b6;
        let x23 = a0 * b7;
        let x24 = a1 * b0;
        let x25 = x17 + x24;
        let x26 = a1 * b1;
        let x27 = x18 + x26;
        let x28 = a1 * b2;
        let x29 = x19 + x28;
        let x30 = a1 * b3;
        let x31 = x20 + x30;
        let x32 = a1 * b4;
        let x33 = x21 + x32;
        let x34 = a1 * b5;
        let x35 = x22 + x34;
        let x36 = a1 * b6;
        let x37 = x23 + x36;
        let x38 = a1 * b7;
        let x39 = a2 * b0;
        let x40 = x27 + x39;
        let x41 = a2 * b1;
        let x42 = x29 + x41;
        let x43 = a2 * b2;
        let x44 = x31 + x43;
        let x45 = a2 * b3;
        let x46 = x33 + x45;
        let x47 = a2 * b4;
        let x48 = x35 + x47;
        let x49 = a2 * b5;
        let x50 = x37 + x49;
        let x51 = a2 * b6;
        let x52 = x38 + x51;
        let x53 = a2 * b7;
        let x54 = a3 * b0;
        let x55 = x42 + x54;
        let x56 = a3 * b1;
        let x57 = x44 + x56;
        let x58 = a3 * b2;
        let x59 = x46 + x58;
        let x60 = a3 * b3;
        let x61 = x48 + x60;
        let x62 = a3 * b4;
        let x63 = x50 + x62;
        let x64 = a3 * b5;
        let x65 = x52 + x64;
        let x66 = a3 * b6;
        let x67 = x53 + x66;
        let x68 = a3 * b7;
        let x69 = a4 * b0;
        let x70 = x57 + x69;
        let x71 = a4 * b1;
        let x72 = x59 + x71;
        let x73 = a4 * b2;
        let x74 = x61 + x73;
        let x75 = a4 * b3;
        let x76 = x63 + x75;
        let x77 = a4 * b4;
        let x78 = x65 + x77;
        let x79 = a4 * b5;
        let x80 = x67 + x79;
        let x81 = a4 * b6;
        let x82 = x68 + x81;
        let x83 = a4 * b7;
        let x84 = a5 * b0;
        let x85 = x72 + x84;
        let x86 = a5 * b1;
        let x87 = x74 + x86;
        let x88 = a5 * b2;
        let x89 = x76 + x88;
        let x90 = a5 * b3;
        let x91 = x78 + x90;
        let x92 = a5 * b4;
        let x93 = x80 + x92;
        let x94 = a5 * b5;
        let x95 = x82 + x94;
        let x96 = a5 * b6;
        let x97 = x83 + x96;
        let x98 = a5 * b7;
        let x99 = a6 * b0;
        let x100 = x87 + x99;
        let x101 = a6 * b1;
        let x102 = x89 + x101;
        let x103 = a6 * b2;
        let x104 = x91 + x103;
        let x105 = a6 * b3;
        let x106 = x93 + x105;
        let x107 = a6 * b4;
        let x108 = x95 + x107;
        let x109 = a6 * b5;
        let x110 = x97 + x109;
        let x111 = a6 * b6;
        let x112 = x98 + x111;
        let x113 = a6 * b7;
        let x114 = a7 * b0;
        let x115 = x102 + x114;
        let x116 = a7 * b1;
        let x117 = x104 + x116;
        let x118 = a7 * b2;
        let x119 = x106 + x118;
        let x120 = a7 * b3;
        let x121 = x108 + x120;
        let x122 = a7 * b4;
        let x123 = x110 + x122;
        let x124 = a7 * b5;
        let x125 = x112 + x124;
        let x126 = a7 * b6;
        let x127 = x113 + x126;
        let x128 = a7 * b7;
        let (x129, y129) = carry::<29>(x115);
        let x130 = x117 + y129;
        let (x131, y131) = carry::<29>(x130);
        let x132 = x119 + y131;
        let (x133, y133) = carry::<29>(x132);
        let x134 = x121 + y133;
        let (x135, y135) = carry::<29>(x134);
        let x136 = x123 + y135;
        let (x137, y137) = carry::<29>(x136);
        let x138 = x125 + y137;
        let (x139, y139) = carry::<29>(x138);
        let x140 = x127 + y139;
        let (x141, y141) = carry::<29>(x140);
        let x142 = x128 + y141;
        let (x143, y143) = carry::<29>(x142);
        let x145 = y143 * 0x0000_0000_05b3_0663;
        let x146 = x16 - x145;
        let x148 = y143 * 0x0000_0000_0fbc_dd37;
        let x149 = x25 - x148;
        let x151 = y143 * 0x0000_0000_0a5b_9ccc;
        let x152 = x40 - x151;
        let x154 = y143 * 0x0000_0000_08bd_a240;
        let x155 = x55 - x154;
        let x157 = y143 * 0x0000_0000_070b_434f;
        let x158 = x70 - x157;
        let x160 = y143 * 0x0000_0000_008a_f11f;
        let x161 = x85 + x160;
        let x163 = y143 * 0x0000_0000_08ab_661d;
        let x164 = x100 - x163;
        let x166 = y143 * 0x0000_0000_000a_3c2b;
        let x167 = x129 - x166;
        let x169 = x143 * 0x0000_0000_0626_ef5e;
        let x170 = x146 - x169;
        let x172 = x143 * 0x0000_0000_0fad_e3a8;
        let x173 = x149 + x172;
        let x175 = x143 * 0x0000_0000_064c_2b7c;
        let x176 = x152 - x175;
        let x178 = x143 * 0x0000_0000_0676_f79a;
        let x179 = x155 - x178;
        let x180 = x143 * 0x0000_0000_008a_f11f;
        let x181 = x158 + x180;
        let x182 = x143 * 0x0000_0000_08ab_661d;
        let x183 = x161 - x182;
        let x185 = x143 * 0x0000_0000_03d5_c3d5;
        let x186 = x164 + x185;
        let x188 = x143 * 0x0000_0000_000a_2ae3;
        let x189 = x167 - x188;
        let x191 = x141 * 0x0000_0000_0846_e260;
        let x192 = x170 + x191;
        let x194 = x141 * 0x0000_0000_01ae_cf9a;
        let x195 = x173 - x194;
        let x197 = x141 * 0x0000_0000_04ba_5a95;
        let x198 = x176 + x197;
        let x200 = x141 * 0x0000_0000_016d_4bc3;
        let x201 = x179 + x200;
        let x202 = x141 * 0x0000_0000_08ab_661d;
        let x203 = x181 - x202;
        let x204 = x141 * 0x0000_0000_03d5_c3d5;
        let x205 = x183 + x204;
        let x207 = x141 * 0x0000_0000_094a_2ae3;
        let x208 = x186 - x207;
        let x210 = x141 * 0x0000_0000_000f_84f7;
        let x211 = x189 - x210;
        let x213 = x139 * 0x0000_0000_0850_15be;
        let x214 = x192 - x213;
        let x216 = x139 * 0x0000_0000_0140_3277;
        let x217 = x195 + x216;
        let x219 = x139 * 0x0000_0000_000a_5d6f;
        let x220 = x198 - x219;
        let x222 = x139 * 0x0000_0000_0857_7393;
        let x223 = x201 - x222;
        let x224 = x139 * 0x0000_0000_03d5_c3d5;
        let x225 = x203 + x224;
        let x226 = x139 * 0x0000_0000_094a_2ae3;
        let x227 = x205 - x226;
        let x229 = x139 * 0x0000_0000_03f0_7b09;
        let x230 = x208 + x229;
        let x232 = x139 * 0x0000_0000_0005_c172;
        let x233 = x211 - x232;
        let x235 = x137 * 0x0000_0000_03d5_c300;
        let x236 = x223 + x235;
        let x237 = x137 * 0x0000_0000_094a_2ae3;
        let x238 = x225 - x237;
        let x239 = x137 * 0x0000_0000_03f0_7b09;
        let x240 = x227 + x239;
        let x242 = x137 * 0x0000_0000_0d45_c172;
        let x243 = x230 - x242;
        let x245 = x137 * 0x0000_0000_0000_000f;
        let x246 = x233 + x245;
        let x247 = x135 * 0x0000_0000_03d5_c300;
        let x248 = x220 + x247;
        let x249 = x135 * 0x0000_0000_094a_2ae3;
        let x250 = x236 - x249;
        let x251 = x135 * 0x0000_0000_03f0_7b09;
        let x252 = x238 + x251;
        let x253 = x135 * 0x0000_0000_0d45_c172;
        let x254 = x240 - x253;
        let x255 = x135 * 0x0000_0000_0000_000f;
        let x256 = x243 + x255;
        let x257 = x133 * 0x0000_0000_03d5_c300;
        let x258 = x217 + x257;
        let x259 = x133 * 0x0000_0000_094a_2ae3;
        let x260 = x248 - x259;
        let x261 = x133 * 0x0000_0000_03f0_7b09;
        let x262 = x250 + x261;
        let x263 = x133 * 0x0000_0000_0d45_c172;
        let x264 = x252 - x263;
        let x265 = x133 * 0x0000_0000_0000_000f;
        let x266 = x254 + x265;
        let x267 = x131 * 0x0000_0000_03d5_c300;
        let x268 = x214 + x267;
        let x269 = x131 * 0x0000_0000_094a_2ae3;
        let x270 = x258 - x269;
        let x271 = x131 * 0x0000_0000_03f0_7b09;
        let x272 = x260 + x271;
        let x273 = x131 * 0x0000_0000_0d45_c172;
        let x274 = x262 - x273;
        let x275 = x131 * 0x0000_0000_0000_000f;
        let x276 = x264 + x275;
        let (x277, y277) = carry::<29>(x256);
        let x278 = x246 + y277;
        let (x279, y279) = carry::<29>(x278);
        let x280 = y279 * 0x0000_0000_03d5_c300;
        let x281 = x268 + x280;
        let x282 = y279 * 0x0000_0000_094a_2ae3;
        let x283 = x270 - x282;
        let x284 = y279 * 0x0000_0000_03f0_7b09;
        let x285 = x272 + x284;
        let x286 = y279 * 0x0000_0000_0d45_c172;
        let x287 = x274 - x286;
        let x288 = y279 * 0x0000_0000_0000_000f;
        let x289 = x276 + x288;
        let (x290, y290) = carry::<29>(x281);
        let x291 = x283 + y290;
        let (x292, y292) = carry::<29>(x291);
        let x293 = x285 + y292;
        let (x294, y294) = carry::<29>(x293);
        let x295 = x287 + y294;
        let (x296, y296) = carry::<29>(x295);
        let x297 = x289 + y296;
        let (x298, y298) = carry::<29>(x297);
        let x299 = x266 + y298;
        let (x300, y300) = carry::<29>(x299);
        let x301 = x277 + y300;
        let (x302, y302) = carry::<29>(x301);
        let x303 = x279 + y302;
        [x290, x292, x294, x296, x298, x300, x302, x303].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sqr(a: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let x8 = a0 * a0;
        let x9 = a0 << 1;
        let x10 = x9 * a1;
        let x11 = x9 * a2;
        let x12 = x9 * a3;
        let x13 = x9 * a4;
        let x14 = x9 * a5;
        let x15 = x9 * a6;
        let x16 = x9 * a7;
        let x17 = a1 * a1;
        let x18 = x11 + x17;
        let x19 = a1 << 1;
        let x20 = x19 * a2;
        let x21 = x12 + x20;
        let x22 = x19 * a3;
        let x23 = x13 + x22;
        let x24 = x19 * a4;
        let x25 = x14 + x24;
        let x26 = x19 * a5;
        let x27 = x15 + x26;
        let x28 = x19 * a6;
        let x29 = x16 + x28;
        let x30 = x19 * a7;
        let x31 = a2 * a2;
        let x32 = x23 + x31;
        let x33 = a2 << 1;
        let x34 = x33 * a3;
        let x35 = x25 + x34;
        let x36 = x33 * a4;
        let x37 = x27 + x36;
        let x38 = x33 * a5;
        let x39 = x29 + x38;
        let x40 = x33 * a6;
        let x41 = x30 + x40;
        let x42 = x33 * a7;
        let x43 = a3 * a3;
        let x44 = x37 + x43;
        let x45 = a3 << 1;
        let x46 = x45 * a4;
        let x47 = x39 + x46;
        let x48 = x45 * a5;
        let x49 = x41 + x48;
        let x50 = x45 * a6;
        let x51 = x42 + x50;
        let x52 = x45 * a7;
        let x53 = a4 * a4;
        let x54 = x49 + x53;
        let x55 = a4 << 1;
        let x56 = x55 * a5;
        let x57 = x51 + x56;
        let x58 = x55 * a6;
        let x59 = x52 + x58;
        let x60 = x55 * a7;
        let x61 = a5 * a5;
        let x62 = x59 + x61;
        let x63 = a5 << 1;
        let x64 = x63 * a6;
        let x65 = x60 + x64;
        let x66 = x63 * a7;
        let x67 = a6 * a6;
        let x68 = x66 + x67;
        let x69 = a6 << 1;
        let x70 = x69 * a7;
        let x71 = a7 * a7;
        let (x72, y72) = carry::<29>(x47);
        let x73 = x54 + y72;
        let (x74, y74) = carry::<29>(x73);
        let x75 = x57 + y74;
        let (x76, y76) = carry::<29>(x75);
        let x77 = x62 + y76;
        let (x78, y78) = carry::<29>(x77);
        let x79 = x65 + y78;
        let (x80, y80) = carry::<29>(x79);
        let x81 = x68 + y80;
        let (x82, y82) = carry::<29>(x81);
        let x83 = x70 + y82;
        let (x84, y84) = carry::<29>(x83);
        let x85 = x71 + y84;
        let (x86, y86) = carry::<29>(x85);
        let x88 = y86 * 0x0000_0000_05b3_0663;
        let x89 = x8 - x88;
        let x91 = y86 * 0x0000_0000_0fbc_dd37;
        let x92 = x10 - x91;
        let x94 = y86 * 0x0000_0000_0a5b_9ccc;
        let x95 = x18 - x94;
        let x97 = y86 * 0x0000_0000_08bd_a240;
        let x98 = x21 - x97;
        let x100 = y86 * 0x0000_0000_070b_434f;
        let x101 = x32 - x100;
        let x103 = y86 * 0x0000_0000_008a_f11f;
        let x104 = x35 + x103;
        let x106 = y86 * 0x0000_0000_08ab_661d;
        let x107 = x44 - x106;
        let x109 = y86 * 0x0000_0000_000a_3c2b;
        let x110 = x72 - x109;
        let x112 = x86 * 0x0000_0000_0626_ef5e;
        let x113 = x89 - x112;
        let x115 = x86 * 0x0000_0000_0fad_e3a8;
        let x116 = x92 + x115;
        let x118 = x86 * 0x0000_0000_064c_2b7c;
        let x119 = x95 - x118;
        let x121 = x86 * 0x0000_0000_0676_f79a;
        let x122 = x98 - x121;
        let x123 = x86 * 0x0000_0000_008a_f11f;
        let x124 = x101 + x123;
        let x125 = x86 * 0x0000_0000_08ab_661d;
        let x126 = x104 - x125;
        let x128 = x86 * 0x0000_0000_03d5_c3d5;
        let x129 = x107 + x128;
        let x131 = x86 * 0x0000_0000_000a_2ae3;
        let x132 = x110 - x131;
        let x134 = x84 * 0x0000_0000_0846_e260;
        let x135 = x113 + x134;
        let x137 = x84 * 0x0000_0000_01ae_cf9a;
        let x138 = x116 - x137;
        let x140 = x84 * 0x0000_0000_04ba_5a95;
        let x141 = x119 + x140;
        let x143 = x84 * 0x0000_0000_016d_4bc3;
        let x144 = x122 + x143;
        let x145 = x84 * 0x0000_0000_08ab_661d;
        let x146 = x124 - x145;
        let x147 = x84 * 0x0000_0000_03d5_c3d5;
        let x148 = x126 + x147;
        let x150 = x84 * 0x0000_0000_094a_2ae3;
        let x151 = x129 - x150;
        let x153 = x84 * 0x0000_0000_000f_84f7;
        let x154 = x132 - x153;
        let x156 = x82 * 0x0000_0000_0850_15be;
        let x157 = x135 - x156;
        let x159 = x82 * 0x0000_0000_0140_3277;
        let x160 = x138 + x159;
        let x162 = x82 * 0x0000_0000_000a_5d6f;
        let x163 = x141 - x162;
        let x165 = x82 * 0x0000_0000_0857_7393;
        let x166 = x144 - x165;
        let x167 = x82 * 0x0000_0000_03d5_c3d5;
        let x168 = x146 + x167;
        let x169 = x82 * 0x0000_0000_094a_2ae3;
        let x170 = x148 - x169;
        let x172 = x82 * 0x0000_0000_03f0_7b09;
        let x173 = x151 + x172;
        let x175 = x82 * 0x0000_0000_0005_c172;
        let x176 = x154 - x175;
        let x178 = x80 * 0x0000_0000_03d5_c300;
        let x179 = x166 + x178;
        let x180 = x80 * 0x0000_0000_094a_2ae3;
        let x181 = x168 - x180;
        let x182 = x80 * 0x0000_0000_03f0_7b09;
        let x183 = x170 + x182;
        let x185 = x80 * 0x0000_0000_0d45_c172;
        let x186 = x173 - x185;
        let x188 = x80 * 0x0000_0000_0000_000f;
        let x189 = x176 + x188;
        let x190 = x78 * 0x0000_0000_03d5_c300;
        let x191 = x163 + x190;
        let x192 = x78 * 0x0000_0000_094a_2ae3;
        let x193 = x179 - x192;
        let x194 = x78 * 0x0000_0000_03f0_7b09;
        let x195 = x181 + x194;
        let x196 = x78 * 0x0000_0000_0d45_c172;
        let x197 = x183 - x196;
        let x198 = x78 * 0x0000_0000_0000_000f;
        let x199 = x186 + x198;
        let x200 = x76 * 0x0000_0000_03d5_c300;
        let x201 = x160 + x200;
        let x202 = x76 * 0x0000_0000_094a_2ae3;
        let x203 = x191 - x202;
        let x204 = x76 * 0x0000_0000_03f0_7b09;
        let x205 = x193 + x204;
        let x206 = x76 * 0x0000_0000_0d45_c172;
        let x207 = x195 - x206;
        let x208 = x76 * 0x0000_0000_0000_000f;
        let x209 = x197 + x208;
        let x210 = x74 * 0x0000_0000_03d5_c300;
        let x211 = x157 + x210;
        let x212 = x74 * 0x0000_0000_094a_2ae3;
        let x213 = x201 - x212;
        let x214 = x74 * 0x0000_0000_03f0_7b09;
        let x215 = x203 + x214;
        let x216 = x74 * 0x0000_0000_0d45_c172;
        let x217 = x205 - x216;
        let x218 = x74 * 0x0000_0000_0000_000f;
        let x219 = x207 + x218;
        let (x220, y220) = carry::<29>(x199);
        let x221 = x189 + y220;
        let (x222, y222) = carry::<29>(x221);
        let x223 = y222 * 0x0000_0000_03d5_c300;
        let x224 = x211 + x223;
        let x225 = y222 * 0x0000_0000_094a_2ae3;
        let x226 = x213 - x225;
        let x227 = y222 * 0x0000_0000_03f0_7b09;
        let x228 = x215 + x227;
        let x229 = y222 * 0x0000_0000_0d45_c172;
        let x230 = x217 - x229;
        let x231 = y222 * 0x0000_0000_0000_000f;
        let x232 = x219 + x231;
        let (x233, y233) = carry::<29>(x224);
        let x234 = x226 + y233;
        let (x235, y235) = carry::<29>(x234);
        let x236 = x228 + y235;
        let (x237, y237) = carry::<29>(x236);
        let x238 = x230 + y237;
        let (x239, y239) = carry::<29>(x238);
        let x240 = x232 + y239;
        let (x241, y241) = carry::<29>(x240);
        let x242 = x209 + y241;
        let (x243, y243) = carry::<29>(x242);
        let x244 = x220 + y243;
        let (x245, y245) = carry::<29>(x244);
        let x246 = x222 + y245;
        [x233, x235, x237, x239, x241, x243, x245, x246].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn add(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7] = b.map(|word| word as i64);
        let x16 = a0 + b0;
        let x17 = a1 + b1;
        let x18 = a2 + b2;
        let x19 = a3 + b3;
        let x20 = a4 + b4;
        let x21 = a5 + b5;
        let x22 = a6 + b6;
        let x23 = a7 + b7;
        let (x24, y24) = carry::<29>(x22);
        let x25 = x23 + y24;
        let (x26, y26) = carry::<29>(x25);
        let x28 = y26 * 0x0000_0000_03d5_c300;
        let x29 = x16 + x28;
        let x31 = y26 * 0x0000_0000_094a_2ae3;
        let x32 = x17 - x31;
        let x34 = y26 * 0x0000_0000_03f0_7b09;
        let x35 = x18 + x34;
        let x37 = y26 * 0x0000_0000_0d45_c172;
        let x38 = x19 - x37;
        let x40 = y26 * 0x0000_0000_0000_000f;
        let x41 = x20 + x40;
        let (x42, y42) = carry::<29>(x29);
        let x43 = x32 + y42;
        let (x44, y44) = carry::<29>(x43);
        let x45 = x35 + y44;
        let (x46, y46) = carry::<29>(x45);
        let x47 = x38 + y46;
        let (x48, y48) = carry::<29>(x47);
        let x49 = x41 + y48;
        let (x50, y50) = carry::<29>(x49);
        let x51 = x21 + y50;
        let (x52, y52) = carry::<29>(x51);
        let x53 = x24 + y52;
        let (x54, y54) = carry::<29>(x53);
        let x55 = x26 + y54;
        [x42, x44, x46, x48, x50, x52, x54, x55].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sub(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7] = b.map(|word| word as i64);
        let x16 = a0 - b0;
        let x17 = a1 - b1;
        let x18 = a2 - b2;
        let x19 = a3 - b3;
        let x20 = a4 - b4;
        let x21 = a5 - b5;
        let x22 = a6 - b6;
        let x23 = a7 - b7;
        let (x24, y24) = carry::<29>(x22);
        let x25 = x23 + y24;
        let (x26, y26) = carry::<29>(x25);
        let x28 = y26 * 0x0000_0000_03d5_c300;
        let x29 = x16 + x28;
        let x31 = y26 * 0x0000_0000_094a_2ae3;
        let x32 = x17 - x31;
        let x34 = y26 * 0x0000_0000_03f0_7b09;
        let x35 = x18 + x34;
        let x37 = y26 * 0x0000_0000_0d45_c172;
        let x38 = x19 - x37;
        let x40 = y26 * 0x0000_0000_0000_000f;
        let x41 = x20 + x40;
        let (x42, y42) = carry::<29>(x29);
        let x43 = x32 + y42;
        let (x44, y44) = carry::<29>(x43);
        let x45 = x35 + y44;
        let (x46, y46) = carry::<29>(x45);
        let x47 = x38 + y46;
        let (x48, y48) = carry::<29>(x47);
        let x49 = x41 + y48;
        let (x50, y50) = carry::<29>(x49);
        let x51 = x21 + y50;
        let (x52, y52) = carry::<29>(x51);
        let x53 = x24 + y52;
        let (x54, y54) = carry::<29>(x53);
        let x55 = x26 + y54;
        [x42, x44, x46, x48, x50, x52, x54, x55].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn neg(a: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let x9 = 0 - a0;
        let x10 = 0 - a1;
        let x11 = 0 - a2;
        let x12 = 0 - a3;
        let x13 = 0 - a4;
        let x14 = 0 - a5;
        let x15 = 0 - a6;
        let x16 = 0 - a7;
        [x9, x10, x11, x12, x13, x14, x15, x16].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn encode(plain: &[u64; 8]) -> [u64; 8] {
        let [plain0, plain1, plain2, plain3, _, _, _, _] = *plain;
        let x9 = plain0 & 0x0000_0000_1fff_ffff;
        let x10 = plain0 >> 29;
        let x11 = x10 & 0x0000_0000_1fff_ffff;
        let x12 = x10 >> 29;
        let x14 = plain1 & 0x0000_0000_007f_ffff;
        let x15 = plain1 >> 23;
        let x16 = x14 << 6;
        let x17 = x12 + x16;
        let x18 = x15 & 0x0000_0000_1fff_ffff;
        let x19 = x15 >> 29;
        let x21 = plain2 & 0x0000_0000_0001_ffff;
        let x22 = plain2 >> 17;
        let x23 = x21 << 12;
        let x24 = x19 + x23;
        let x25 = x22 & 0x0000_0000_1fff_ffff;
        let x26 = x22 >> 29;
        let x28 = plain3 & 0x0000_0000_0000_07ff;
        let x29 = plain3 >> 11;
        let x30 = x28 << 18;
        let x31 = x26 + x30;
        let (x32, y32) = carry::<29>(x9 as i64);
        let x33 = x11 as i64 + y32;
        let (x34, y34) = carry::<29>(x33);
        let x35 = x17 as i64 + y34;
        let (x36, y36) = carry::<29>(x35);
        let x37 = x18 as i64 + y36;
        let (x38, y38) = carry::<29>(x37);
        let x39 = x24 as i64 + y38;
        let (x40, y40) = carry::<29>(x39);
        let x41 = x25 as i64 + y40;
        let (x42, y42) = carry::<29>(x41);
        let x43 = x31 as i64 + y42;
        let (x44, y44) = carry::<29>(x43);
        let x45 = x29 as i64 + y44;
        [x32, x34, x36, x38, x40, x42, x44, x45].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn decode(a: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let (x8, y8) = split::<29>(a0);
        let x9 = a1 + y8;
        let (x10, y10) = split::<29>(x9);
        let x11 = a2 + y10;
        let (x12, y12) = split::<29>(x11);
        let x13 = a3 + y12;
        let (x14, y14) = split::<29>(x13);
        let x15 = a4 + y14;
        let (x16, y16) = split::<29>(x15);
        let x17 = a5 + y16;
        let (x18, y18) = split::<29>(x17);
        let x19 = a6 + y18;
        let (x20, y20) = split::<29>(x19);
        let x21 = a7 + y20;
        let x24 = x21 * 0x0000_0001_0000_0000;
        let x25 = x24 - 0x0000_0000_1000_0005;
        let (_, y26) = split::<53>(x25);
        let x28 = y26 * 0x0000_0000_1c5c_2a3d;
        let x29 = x8 - x28;
        let x31 = y26 * 0x0000_0000_1ee9_4a2a;
        let x32 = x10 - x31;
        let x34 = y26 * 0x0000_0000_0e3c_0f84;
        let x35 = x12 - x34;
        let x37 = y26 * 0x0000_0000_1e2d_45c1;
        let x38 = x14 - x37;
        let x40 = y26 * 0x0000_0000_1fff_ffff;
        let x41 = x16 - x40;
        let x42 = y26 * 0x0000_0000_1fff_ffff;
        let x43 = x18 - x42;
        let x44 = y26 * 0x0000_0000_1fff_ffff;
        let x45 = x20 - x44;
        let x47 = y26 * 0x0000_0000_001f_ffff;
        let x48 = x21 - x47;
        let (x49, y49) = split::<29>(x29);
        let x50 = x32 + y49;
        let (x51, y51) = split::<29>(x50);
        let x52 = x35 + y51;
        let (x53, y53) = split::<29>(x52);
        let x54 = x38 + y53;
        let (x55, y55) = split::<29>(x54);
        let x56 = x41 + y55;
        let (x57, y57) = split::<29>(x56);
        let x58 = x43 + y57;
        let (x59, y59) = split::<29>(x58);
        let x60 = x45 + y59;
        let (x61, y61) = split::<29>(x60);
        let x62 = x48 + y61;
        let x64 = x49 + 0x0000_0000_03a3_d5c3;
        let x66 = x51 + 0x0000_0000_0116_b5d5;
        let x68 = x53 + 0x0000_0000_11c3_f07b;
        let x70 = x55 + 0x0000_0000_01d2_ba3e;
        let x72 = x62 + 0x0000_0000_1fe0_0000;
        let (x73, y73) = split::<29>(x64);
        let x74 = x66 + y73;
        let (x75, y75) = split::<29>(x74);
        let x76 = x68 + y75;
        let (x77, y77) = split::<29>(x76);
        let x78 = x70 + y77;
        let (x79, y79) = split::<29>(x78);
        let x80 = x57 + y79;
        let (x81, y81) = split::<29>(x80);
        let x82 = x59 + y81;
        let (x83, y83) = split::<29>(x82);
        let x84 = x61 + y83;
        let (x85, y85) = split::<29>(x84);
        let x86 = x72 + y85;
        let (x87, y87) = split::<29>(x86);
        let x88 = mask(y87 as u64);
        let x89 = select(x88, x73 as u64, x49 as u64);
        let x90 = select(x88, x75 as u64, x51 as u64);
        let x91 = select(x88, x77 as u64, x53 as u64);
        let x92 = select(x88, x79 as u64, x55 as u64);
        let x93 = select(x88, x81 as u64, x57 as u64);
        let x94 = select(x88, x83 as u64, x59 as u64);
        let x95 = select(x88, x85 as u64, x61 as u64);
        let x96 = select(x88, x87 as u64, x62 as u64);
        let x97 = x90 << 29;
        let x98 = x89 + x97;
        let x99 = x91 << 58;
        let x100 = x98 + x99;
        let x101 = x91 >> 6;
        let x102 = x92 << 23;
        let x103 = x101 + x102;
        let x104 = x93 << 52;
        let x105 = x103 + x104;
        let x106 = x93 >> 12;
        let x107 = x94 << 17;
        let x108 = x106 + x107;
        let x109 = x95 << 46;
        let x110 = x108 + x109;
        let x111 = x95 >> 18;
        let x112 = x96 << 11;
        let x113 = x111 + x112;
        [x100, x105, x110, x113, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 8]) -> [u64; 8] {
        Self::decode(a)
    }
}
