//! The prime `p256_n` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 29x9, 0 additions, split+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! At rest the limbs are at most 0x10000000 away from zero, the top one 0x100cffe2.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 3.61 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 341 | 161 | 19 |
//! | sqr | `a * a` | rest | rest | 277 | 125 | 19 |
//! | add | `a + b` | rest | rest | 42 | 7 | 10 |
//! | sub | `a - b` | rest | rest | 42 | 7 | 10 |
//! | neg | `-a` | rest | rest | 9 | 0 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, cut, reduced};

/// The prime `p256_n`, 9 signed limbs of 29 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P256NS29X9A0;

#[rustfmt::skip]
impl Prime for P256NS29X9A0 {
    type Limbs = [u64; 9];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P256N;
    const NAME: &'static str = "p256_n_s29x9a0";
    const BITS: usize = 256;
    const MODULUS: [u64; 9] = [
        0xf3b9_cac2_fc63_2551,
        0xbce6_faad_a717_9e84,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_0000_0000,
        0,
        0,
        0,
        0,
        0,
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

    #[inline(never)]
    fn mul(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8] = b.map(|word| word as i64);
        let x18 = a0 * b0;
        let x19 = a0 * b1;
        let x20 = a0 * b2;
        let x21 = a0 * b3;
        let x22 = a0 * b4;
        let x23 = a0 * b5;
        let x24 = a0 * b6;
        let x25 = a0 * b7;
        let x26 = a0 * b8;
        let x27 = a1 * b0;
        let x28 = x19 + x27;
        let x29 = a1 * b1;
        let x30 = x20 + x29;
        let x31 = a1 * b2;
        let x32 = x21 + x31;
        let x33 = a1 * b3;
        let x34 = x22 + x33;
        let x35 = a1 * b4;
        let x36 = x23 + x35;
        let x37 = a1 * b5;
        let x38 = x24 + x37;
        let x39 = a1 * b6;
        let x40 = x25 + x39;
        let x41 = a1 * b7;
        let x42 = x26 + x41;
        let x43 = a1 * b8;
        let x44 = a2 * b0;
        let x45 = x30 + x44;
        let x46 = a2 * b1;
        let x47 = x32 + x46;
        let x48 = a2 * b2;
        let x49 = x34 + x48;
        let x50 = a2 * b3;
        let x51 = x36 + x50;
        let x52 = a2 * b4;
        let x53 = x38 + x52;
        let x54 = a2 * b5;
        let x55 = x40 + x54;
        let x56 = a2 * b6;
        let x57 = x42 + x56;
        let x58 = a2 * b7;
        let x59 = x43 + x58;
        let x60 = a2 * b8;
        let x61 = a3 * b0;
        let x62 = x47 + x61;
        let x63 = a3 * b1;
        let x64 = x49 + x63;
        let x65 = a3 * b2;
        let x66 = x51 + x65;
        let x67 = a3 * b3;
        let x68 = x53 + x67;
        let x69 = a3 * b4;
        let x70 = x55 + x69;
        let x71 = a3 * b5;
        let x72 = x57 + x71;
        let x73 = a3 * b6;
        let x74 = x59 + x73;
        let x75 = a3 * b7;
        let x76 = x60 + x75;
        let x77 = a3 * b8;
        let x78 = a4 * b0;
        let x79 = x64 + x78;
        let x80 = a4 * b1;
        let x81 = x66 + x80;
        let x82 = a4 * b2;
        let x83 = x68 + x82;
        let x84 = a4 * b3;
        let x85 = x70 + x84;
        let x86 = a4 * b4;
        let x87 = x72 + x86;
        let x88 = a4 * b5;
        let x89 = x74 + x88;
        let x90 = a4 * b6;
        let x91 = x76 + x90;
        let x92 = a4 * b7;
        let x93 = x77 + x92;
        let x94 = a4 * b8;
        let x95 = a5 * b0;
        let x96 = x81 + x95;
        let x97 = a5 * b1;
        let x98 = x83 + x97;
        let x99 = a5 * b2;
        let x100 = x85 + x99;
        let x101 = a5 * b3;
        let x102 = x87 + x101;
        let x103 = a5 * b4;
        let x104 = x89 + x103;
        let x105 = a5 * b5;
        let x106 = x91 + x105;
        let x107 = a5 * b6;
        let x108 = x93 + x107;
        let x109 = a5 * b7;
        let x110 = x94 + x109;
        let x111 = a5 * b8;
        let x112 = a6 * b0;
        let x113 = x98 + x112;
        let x114 = a6 * b1;
        let x115 = x100 + x114;
        let x116 = a6 * b2;
        let x117 = x102 + x116;
        let x118 = a6 * b3;
        let x119 = x104 + x118;
        let x120 = a6 * b4;
        let x121 = x106 + x120;
        let x122 = a6 * b5;
        let x123 = x108 + x122;
        let x124 = a6 * b6;
        let x125 = x110 + x124;
        let x126 = a6 * b7;
        let x127 = x111 + x126;
        let x128 = a6 * b8;
        let x129 = a7 * b0;
        let x130 = x115 + x129;
        let x131 = a7 * b1;
        let x132 = x117 + x131;
        let x133 = a7 * b2;
        let x134 = x119 + x133;
        let x135 = a7 * b3;
        let x136 = x121 + x135;
        let x137 = a7 * b4;
        let x138 = x123 + x137;
        let x139 = a7 * b5;
        let x140 = x125 + x139;
        let x141 = a7 * b6;
        let x142 = x127 + x141;
        let x143 = a7 * b7;
        let x144 = x128 + x143;
        let x145 = a7 * b8;
        let x146 = a8 * b0;
        let x147 = x132 + x146;
        let x148 = a8 * b1;
        let x149 = x134 + x148;
        let x150 = a8 * b2;
        let x151 = x136 + x150;
        let x152 = a8 * b3;
        let x153 = x138 + x152;
        let x154 = a8 * b4;
        let x155 = x140 + x154;
        let x156 = a8 * b5;
        let x157 = x142 + x156;
        let x158 = a8 * b6;
        let x159 = x144 + x158;
        let x160 = a8 * b7;
        let x161 = x145 + x160;
        let x162 = a8 * b8;
        let (x163, y163) = carry::<29>(x147);
        let x164 = x149 + y163;
        let (x165, y165) = carry::<29>(x164);
        let x166 = x151 + y165;
        let (x167, y167) = carry::<29>(x166);
        let x168 = x153 + y167;
        let (x169, y169) = carry::<29>(x168);
        let x170 = x155 + y169;
        let (x171, y171) = carry::<29>(x170);
        let x172 = x157 + y171;
        let (x173, y173) = carry::<29>(x172);
        let x174 = x159 + y173;
        let (x175, y175) = carry::<29>(x174);
        let x176 = x161 + y175;
        let (x177, y177) = carry::<29>(x176);
        let x178 = x162 + y177;
        let (x179, y179) = carry::<29>(x178);
        let x181 = y179 * 0x0000_0000_0e70_de9c;
        let x182 = x18 - x181;
        let x184 = y179 * 0x0000_0000_0368_087d;
        let x185 = x28 + x184;
        let x187 = y179 * 0x0000_0000_0821_f2ee;
        let x188 = x45 - x187;
        let x190 = y179 * 0x0000_0000_03e4_b7ec;
        let x191 = x62 + x190;
        let x193 = y179 * 0x0000_0000_0da9_27f3;
        let x194 = x79 - x193;
        let x196 = y179 * 0x0000_0000_0284_5b24;
        let x197 = x96 + x196;
        let x199 = y179 * 0x0000_0000_0613_86f1;
        let x200 = x113 - x199;
        let x202 = y179 * 0x0000_0000_0479_b9a4;
        let x203 = x130 - x202;
        let x205 = y179 * 0x0000_0000_000c_8033;
        let x206 = x163 - x205;
        let x208 = x179 * 0x0000_0000_0ed2_afd0;
        let x209 = x182 + x208;
        let x211 = x179 * 0x0000_0000_09ec_15a2;
        let x212 = x185 + x211;
        let x214 = x179 * 0x0000_0000_0146_db17;
        let x215 = x188 - x214;
        let x217 = x179 * 0x0000_0000_0148_3f7e;
        let x218 = x191 - x217;
        let x220 = x179 * 0x0000_0000_0284_5b2e;
        let x221 = x194 + x220;
        let x223 = x179 * 0x0000_0000_0ea3_86f1;
        let x224 = x197 - x223;
        let x226 = x179 * 0x0000_0000_0006_3c74;
        let x227 = x200 + x226;
        let x229 = x179 * 0x0000_0000_040c_30f1;
        let x230 = x203 - x229;
        let x232 = x179 * 0x0000_0000_0002_7a11;
        let x233 = x206 - x232;
        let x235 = x177 * 0x0000_0000_06ab_c63d;
        let x236 = x209 + x235;
        let x238 = x177 * 0x0000_0000_05d0_ba56;
        let x239 = x212 + x238;
        let x241 = x177 * 0x0000_0000_015f_20af;
        let x242 = x215 + x241;
        let x244 = x177 * 0x0000_0000_0557_c796;
        let x245 = x218 + x244;
        let x247 = x177 * 0x0000_0000_0ea3_8888;
        let x248 = x221 - x247;
        let x250 = x177 * 0x0000_0000_04c6_3c74;
        let x251 = x224 + x250;
        let x253 = x177 * 0x0000_0000_0a0a_acd1;
        let x254 = x227 - x253;
        let x256 = x177 * 0x0000_0000_0ff1_64ee;
        let x257 = x230 + x256;
        let x259 = x177 * 0x0000_0000_0061_0809;
        let x260 = x233 + x259;
        let x262 = x175 * 0x0000_0000_04d9_1f91;
        let x263 = x236 - x262;
        let x265 = x175 * 0x0000_0000_017f_c0fe;
        let x266 = x239 - x265;
        let x268 = x175 * 0x0000_0000_04ad_d6f1;
        let x269 = x242 + x268;
        let x271 = x175 * 0x0000_0000_089b_1970;
        let x272 = x245 + x271;
        let x274 = x175 * 0x0000_0000_04c6_3b10;
        let x275 = x248 + x274;
        let x277 = x175 * 0x0000_0000_06be_acd1;
        let x278 = x251 - x277;
        let x280 = x175 * 0x0000_0000_0a6d_4833;
        let x281 = x254 - x280;
        let x283 = x175 * 0x0000_0000_0ca9_8eef;
        let x284 = x257 - x283;
        let x286 = x175 * 0x0000_0000_0054_b7c7;
        let x287 = x260 + x286;
        let x289 = x173 * 0x0000_0000_0200_0000;
        let x290 = x263 + x289;
        let x292 = x173 * 0x0000_0000_0fc6_3255;
        let x293 = x266 + x292;
        let x295 = x173 * 0x0000_0000_0623_1a9f;
        let x296 = x269 - x295;
        let x298 = x173 * 0x0000_0000_0ad1_e4d0;
        let x299 = x272 + x298;
        let x301 = x173 * 0x0000_0000_06be_accb;
        let x302 = x275 - x301;
        let x304 = x173 * 0x0000_0000_0e96_b7cd;
        let x305 = x278 + x304;
        let x307 = x173 * 0x0000_0000_0b36_6b29;
        let x308 = x281 + x307;
        let x310 = x173 * 0x0000_0000_0154_e700;
        let x311 = x284 + x310;
        let x313 = x173 * 0x0000_0000_0001_79ce;
        let x314 = x287 - x313;
        let x316 = x171 * 0x0000_0000_0e73_6abc;
        let x317 = x296 + x316;
        let x319 = x171 * 0x0000_0000_039e_0280;
        let x320 = x299 - x319;
        let x322 = x171 * 0x0000_0000_0e96_b810;
        let x323 = x302 + x322;
        let x324 = x171 * 0x0000_0000_0b36_6b29;
        let x325 = x305 + x324;
        let x327 = x171 * 0x0000_0000_0154_a700;
        let x328 = x308 + x327;
        let x330 = x171 * 0x0000_0000_0000_8632;
        let x331 = x311 + x330;
        let x333 = x171 * 0x0000_0000_0010_0000;
        let x334 = x314 - x333;
        let x335 = x169 * 0x0000_0000_0e73_6abc;
        let x336 = x293 + x335;
        let x337 = x169 * 0x0000_0000_039e_0280;
        let x338 = x317 - x337;
        let x339 = x169 * 0x0000_0000_0e96_b810;
        let x340 = x320 + x339;
        let x341 = x169 * 0x0000_0000_0b36_6b29;
        let x342 = x323 + x341;
        let x343 = x169 * 0x0000_0000_0154_a700;
        let x344 = x325 + x343;
        let x345 = x169 * 0x0000_0000_0000_8632;
        let x346 = x328 + x345;
        let x347 = x169 * 0x0000_0000_0010_0000;
        let x348 = x331 - x347;
        let x349 = x167 * 0x0000_0000_0e73_6abc;
        let x350 = x290 + x349;
        let x351 = x167 * 0x0000_0000_039e_0280;
        let x352 = x336 - x351;
        let x353 = x167 * 0x0000_0000_0e96_b810;
        let x354 = x338 + x353;
        let x355 = x167 * 0x0000_0000_0b36_6b29;
        let x356 = x340 + x355;
        let x357 = x167 * 0x0000_0000_0154_a700;
        let x358 = x342 + x357;
        let x359 = x167 * 0x0000_0000_0000_8632;
        let x360 = x344 + x359;
        let x361 = x167 * 0x0000_0000_0010_0000;
        let x362 = x346 - x361;
        let x364 = x165 * 0x0000_0000_0c64_aa20;
        let x365 = x350 - x364;
        let x367 = x165 * 0x0000_0000_0635_3d04;
        let x368 = x352 + x367;
        let x370 = x165 * 0x0000_0000_030b_d862;
        let x371 = x354 + x370;
        let x373 = x165 * 0x0000_0000_0154_963a;
        let x374 = x356 + x373;
        let x375 = x165 * 0x0000_0000_0000_8632;
        let x376 = x358 + x375;
        let x378 = x165 * 0x0000_0000_0080_0000;
        let x379 = x362 - x378;
        let x381 = x165 * 0x0000_0000_0400_0000;
        let x382 = x348 + x381;
        let (x383, y383) = carry::<29>(x382);
        let x384 = x334 + y383;
        let (x385, y385) = carry::<29>(x384);
        let x386 = y385 * 0x0000_0000_0c64_aa20;
        let x387 = x365 - x386;
        let x388 = y385 * 0x0000_0000_0635_3d04;
        let x389 = x368 + x388;
        let x390 = y385 * 0x0000_0000_030b_d862;
        let x391 = x371 + x390;
        let x392 = y385 * 0x0000_0000_0154_963a;
        let x393 = x374 + x392;
        let x394 = y385 * 0x0000_0000_0000_8632;
        let x395 = x376 + x394;
        let x396 = y385 * 0x0000_0000_0080_0000;
        let x397 = x379 - x396;
        let x398 = y385 * 0x0000_0000_0400_0000;
        let x399 = x383 + x398;
        let (x400, y400) = carry::<29>(x387);
        let x401 = x389 + y400;
        let (x402, y402) = carry::<29>(x401);
        let x403 = x391 + y402;
        let (x404, y404) = carry::<29>(x403);
        let x405 = x393 + y404;
        let (x406, y406) = carry::<29>(x405);
        let x407 = x395 + y406;
        let (x408, y408) = carry::<29>(x407);
        let x409 = x360 + y408;
        let (x410, y410) = carry::<29>(x409);
        let x411 = x397 + y410;
        let (x412, y412) = carry::<29>(x411);
        let x413 = x399 + y412;
        let (x414, y414) = carry::<29>(x413);
        let x415 = x385 + y414;
        [x400, x402, x404, x406, x408, x410, x412, x414, x415].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sqr(a: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = a.map(|word| word as i64);
        let x9 = a0 * a0;
        let x10 = a0 << 1;
        let x11 = x10 * a1;
        let x12 = x10 * a2;
        let x13 = x10 * a3;
        let x14 = x10 * a4;
        let x15 = x10 * a5;
        let x16 = x10 * a6;
        let x17 = x10 * a7;
        let x18 = x10 * a8;
        let x19 = a1 * a1;
        let x20 = x12 + x19;
        let x21 = a1 << 1;
        let x22 = x21 * a2;
        let x23 = x13 + x22;
        let x24 = x21 * a3;
        let x25 = x14 + x24;
        let x26 = x21 * a4;
        let x27 = x15 + x26;
        let x28 = x21 * a5;
        let x29 = x16 + x28;
        let x30 = x21 * a6;
        let x31 = x17 + x30;
        let x32 = x21 * a7;
        let x33 = x18 + x32;
        let x34 = x21 * a8;
        let x35 = a2 * a2;
        let x36 = x25 + x35;
        let x37 = a2 << 1;
        let x38 = x37 * a3;
        let x39 = x27 + x38;
        let x40 = x37 * a4;
        let x41 = x29 + x40;
        let x42 = x37 * a5;
        let x43 = x31 + x42;
        let x44 = x37 * a6;
        let x45 = x33 + x44;
        let x46 = x37 * a7;
        let x47 = x34 + x46;
        let x48 = x37 * a8;
        let x49 = a3 * a3;
        let x50 = x41 + x49;
        let x51 = a3 << 1;
        let x52 = x51 * a4;
        let x53 = x43 + x52;
        let x54 = x51 * a5;
        let x55 = x45 + x54;
        let x56 = x51 * a6;
        let x57 = x47 + x56;
        let x58 = x51 * a7;
        let x59 = x48 + x58;
        let x60 = x51 * a8;
        let x61 = a4 * a4;
        let x62 = x55 + x61;
        let x63 = a4 << 1;
        let x64 = x63 * a5;
        let x65 = x57 + x64;
        let x66 = x63 * a6;
        let x67 = x59 + x66;
        let x68 = x63 * a7;
        let x69 = x60 + x68;
        let x70 = x63 * a8;
        let x71 = a5 * a5;
        let x72 = x67 + x71;
        let x73 = a5 << 1;
        let x74 = x73 * a6;
        let x75 = x69 + x74;
        let x76 = x73 * a7;
        let x77 = x70 + x76;
        let x78 = x73 * a8;
        let x79 = a6 * a6;
        let x80 = x77 + x79;
        let x81 = a6 << 1;
        let x82 = x81 * a7;
        let x83 = x78 + x82;
        let x84 = x81 * a8;
        let x85 = a7 * a7;
        let x86 = x84 + x85;
        let x87 = a7 << 1;
        let x88 = x87 * a8;
        let x89 = a8 * a8;
        let (x90, y90) = carry::<29>(x62);
        let x91 = x65 + y90;
        let (x92, y92) = carry::<29>(x91);
        let x93 = x72 + y92;
        let (x94, y94) = carry::<29>(x93);
        let x95 = x75 + y94;
        let (x96, y96) = carry::<29>(x95);
        let x97 = x80 + y96;
        let (x98, y98) = carry::<29>(x97);
        let x99 = x83 + y98;
        let (x100, y100) = carry::<29>(x99);
        let x101 = x86 + y100;
        let (x102, y102) = carry::<29>(x101);
        let x103 = x88 + y102;
        let (x104, y104) = carry::<29>(x103);
        let x105 = x89 + y104;
        let (x106, y106) = carry::<29>(x105);
        let x108 = y106 * 0x0000_0000_0e70_de9c;
        let x109 = x9 - x108;
        let x111 = y106 * 0x0000_0000_0368_087d;
        let x112 = x11 + x111;
        let x114 = y106 * 0x0000_0000_0821_f2ee;
        let x115 = x20 - x114;
        let x117 = y106 * 0x0000_0000_03e4_b7ec;
        let x118 = x23 + x117;
        let x120 = y106 * 0x0000_0000_0da9_27f3;
        let x121 = x36 - x120;
        let x123 = y106 * 0x0000_0000_0284_5b24;
        let x124 = x39 + x123;
        let x126 = y106 * 0x0000_0000_0613_86f1;
        let x127 = x50 - x126;
        let x129 = y106 * 0x0000_0000_0479_b9a4;
        let x130 = x53 - x129;
        let x132 = y106 * 0x0000_0000_000c_8033;
        let x133 = x90 - x132;
        let x135 = x106 * 0x0000_0000_0ed2_afd0;
        let x136 = x109 + x135;
        let x138 = x106 * 0x0000_0000_09ec_15a2;
        let x139 = x112 + x138;
        let x141 = x106 * 0x0000_0000_0146_db17;
        let x142 = x115 - x141;
        let x144 = x106 * 0x0000_0000_0148_3f7e;
        let x145 = x118 - x144;
        let x147 = x106 * 0x0000_0000_0284_5b2e;
        let x148 = x121 + x147;
        let x150 = x106 * 0x0000_0000_0ea3_86f1;
        let x151 = x124 - x150;
        let x153 = x106 * 0x0000_0000_0006_3c74;
        let x154 = x127 + x153;
        let x156 = x106 * 0x0000_0000_040c_30f1;
        let x157 = x130 - x156;
        let x159 = x106 * 0x0000_0000_0002_7a11;
        let x160 = x133 - x159;
        let x162 = x104 * 0x0000_0000_06ab_c63d;
        let x163 = x136 + x162;
        let x165 = x104 * 0x0000_0000_05d0_ba56;
        let x166 = x139 + x165;
        let x168 = x104 * 0x0000_0000_015f_20af;
        let x169 = x142 + x168;
        let x171 = x104 * 0x0000_0000_0557_c796;
        let x172 = x145 + x171;
        let x174 = x104 * 0x0000_0000_0ea3_8888;
        let x175 = x148 - x174;
        let x177 = x104 * 0x0000_0000_04c6_3c74;
        let x178 = x151 + x177;
        let x180 = x104 * 0x0000_0000_0a0a_acd1;
        let x181 = x154 - x180;
        let x183 = x104 * 0x0000_0000_0ff1_64ee;
        let x184 = x157 + x183;
        let x186 = x104 * 0x0000_0000_0061_0809;
        let x187 = x160 + x186;
        let x189 = x102 * 0x0000_0000_04d9_1f91;
        let x190 = x163 - x189;
        let x192 = x102 * 0x0000_0000_017f_c0fe;
        let x193 = x166 - x192;
        let x195 = x102 * 0x0000_0000_04ad_d6f1;
        let x196 = x169 + x195;
        let x198 = x102 * 0x0000_0000_089b_1970;
        let x199 = x172 + x198;
        let x201 = x102 * 0x0000_0000_04c6_3b10;
        let x202 = x175 + x201;
        let x204 = x102 * 0x0000_0000_06be_acd1;
        let x205 = x178 - x204;
        let x207 = x102 * 0x0000_0000_0a6d_4833;
        let x208 = x181 - x207;
        let x210 = x102 * 0x0000_0000_0ca9_8eef;
        let x211 = x184 - x210;
        let x213 = x102 * 0x0000_0000_0054_b7c7;
        let x214 = x187 + x213;
        let x216 = x100 * 0x0000_0000_0200_0000;
        let x217 = x190 + x216;
        let x219 = x100 * 0x0000_0000_0fc6_3255;
        let x220 = x193 + x219;
        let x222 = x100 * 0x0000_0000_0623_1a9f;
        let x223 = x196 - x222;
        let x225 = x100 * 0x0000_0000_0ad1_e4d0;
        let x226 = x199 + x225;
        let x228 = x100 * 0x0000_0000_06be_accb;
        let x229 = x202 - x228;
        let x231 = x100 * 0x0000_0000_0e96_b7cd;
        let x232 = x205 + x231;
        let x234 = x100 * 0x0000_0000_0b36_6b29;
        let x235 = x208 + x234;
        let x237 = x100 * 0x0000_0000_0154_e700;
        let x238 = x211 + x237;
        let x240 = x100 * 0x0000_0000_0001_79ce;
        let x241 = x214 - x240;
        let x243 = x98 * 0x0000_0000_0e73_6abc;
        let x244 = x223 + x243;
        let x246 = x98 * 0x0000_0000_039e_0280;
        let x247 = x226 - x246;
        let x249 = x98 * 0x0000_0000_0e96_b810;
        let x250 = x229 + x249;
        let x251 = x98 * 0x0000_0000_0b36_6b29;
        let x252 = x232 + x251;
        let x254 = x98 * 0x0000_0000_0154_a700;
        let x255 = x235 + x254;
        let x257 = x98 * 0x0000_0000_0000_8632;
        let x258 = x238 + x257;
        let x260 = x98 * 0x0000_0000_0010_0000;
        let x261 = x241 - x260;
        let x262 = x96 * 0x0000_0000_0e73_6abc;
        let x263 = x220 + x262;
        let x264 = x96 * 0x0000_0000_039e_0280;
        let x265 = x244 - x264;
        let x266 = x96 * 0x0000_0000_0e96_b810;
        let x267 = x247 + x266;
        let x268 = x96 * 0x0000_0000_0b36_6b29;
        let x269 = x250 + x268;
        let x270 = x96 * 0x0000_0000_0154_a700;
        let x271 = x252 + x270;
        let x272 = x96 * 0x0000_0000_0000_8632;
        let x273 = x255 + x272;
        let x274 = x96 * 0x0000_0000_0010_0000;
        let x275 = x258 - x274;
        let x276 = x94 * 0x0000_0000_0e73_6abc;
        let x277 = x217 + x276;
        let x278 = x94 * 0x0000_0000_039e_0280;
        let x279 = x263 - x278;
        let x280 = x94 * 0x0000_0000_0e96_b810;
        let x281 = x265 + x280;
        let x282 = x94 * 0x0000_0000_0b36_6b29;
        let x283 = x267 + x282;
        let x284 = x94 * 0x0000_0000_0154_a700;
        let x285 = x269 + x284;
        let x286 = x94 * 0x0000_0000_0000_8632;
        let x287 = x271 + x286;
        let x288 = x94 * 0x0000_0000_0010_0000;
        let x289 = x273 - x288;
        let x291 = x92 * 0x0000_0000_0c64_aa20;
        let x292 = x277 - x291;
        let x294 = x92 * 0x0000_0000_0635_3d04;
        let x295 = x279 + x294;
        let x297 = x92 * 0x0000_0000_030b_d862;
        let x298 = x281 + x297;
        let x300 = x92 * 0x0000_0000_0154_963a;
        let x301 = x283 + x300;
        let x302 = x92 * 0x0000_0000_0000_8632;
        let x303 = x285 + x302;
        let x305 = x92 * 0x0000_0000_0080_0000;
        let x306 = x289 - x305;
        let x308 = x92 * 0x0000_0000_0400_0000;
        let x309 = x275 + x308;
        let (x310, y310) = carry::<29>(x309);
        let x311 = x261 + y310;
        let (x312, y312) = carry::<29>(x311);
        let x313 = y312 * 0x0000_0000_0c64_aa20;
        let x314 = x292 - x313;
        let x315 = y312 * 0x0000_0000_0635_3d04;
        let x316 = x295 + x315;
        let x317 = y312 * 0x0000_0000_030b_d862;
        let x318 = x298 + x317;
        let x319 = y312 * 0x0000_0000_0154_963a;
        let x320 = x301 + x319;
        let x321 = y312 * 0x0000_0000_0000_8632;
        let x322 = x303 + x321;
        let x323 = y312 * 0x0000_0000_0080_0000;
        let x324 = x306 - x323;
        let x325 = y312 * 0x0000_0000_0400_0000;
        let x326 = x310 + x325;
        let (x327, y327) = carry::<29>(x314);
        let x328 = x316 + y327;
        let (x329, y329) = carry::<29>(x328);
        let x330 = x318 + y329;
        let (x331, y331) = carry::<29>(x330);
        let x332 = x320 + y331;
        let (x333, y333) = carry::<29>(x332);
        let x334 = x322 + y333;
        let (x335, y335) = carry::<29>(x334);
        let x336 = x287 + y335;
        let (x337, y337) = carry::<29>(x336);
        let x338 = x324 + y337;
        let (x339, y339) = carry::<29>(x338);
        let x340 = x326 + y339;
        let (x341, y341) = carry::<29>(x340);
        let x342 = x312 + y341;
        [x327, x329, x331, x333, x335, x337, x339, x341, x342].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn add(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8] = b.map(|word| word as i64);
        let x18 = a0 + b0;
        let x19 = a1 + b1;
        let x20 = a2 + b2;
        let x21 = a3 + b3;
        let x22 = a4 + b4;
        let x23 = a5 + b5;
        let x24 = a6 + b6;
        let x25 = a7 + b7;
        let x26 = a8 + b8;
        let (x27, y27) = carry::<29>(x25);
        let x28 = x26 + y27;
        let (x29, y29) = carry::<29>(x28);
        let x31 = y29 * 0x0000_0000_0c64_aa20;
        let x32 = x18 - x31;
        let x34 = y29 * 0x0000_0000_0635_3d04;
        let x35 = x19 + x34;
        let x37 = y29 * 0x0000_0000_030b_d862;
        let x38 = x20 + x37;
        let x40 = y29 * 0x0000_0000_0154_963a;
        let x41 = x21 + x40;
        let x43 = y29 * 0x0000_0000_0000_8632;
        let x44 = x22 + x43;
        let x46 = y29 * 0x0000_0000_0080_0000;
        let x47 = x24 - x46;
        let x49 = y29 * 0x0000_0000_0400_0000;
        let x50 = x27 + x49;
        let (x51, y51) = carry::<29>(x32);
        let x52 = x35 + y51;
        let (x53, y53) = carry::<29>(x52);
        let x54 = x38 + y53;
        let (x55, y55) = carry::<29>(x54);
        let x56 = x41 + y55;
        let (x57, y57) = carry::<29>(x56);
        let x58 = x44 + y57;
        let (x59, y59) = carry::<29>(x58);
        let x60 = x23 + y59;
        let (x61, y61) = carry::<29>(x60);
        let x62 = x47 + y61;
        let (x63, y63) = carry::<29>(x62);
        let x64 = x50 + y63;
        let (x65, y65) = carry::<29>(x64);
        let x66 = x29 + y65;
        [x51, x53, x55, x57, x59, x61, x63, x65, x66].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sub(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8] = b.map(|word| word as i64);
        let x18 = a0 - b0;
        let x19 = a1 - b1;
        let x20 = a2 - b2;
        let x21 = a3 - b3;
        let x22 = a4 - b4;
        let x23 = a5 - b5;
        let x24 = a6 - b6;
        let x25 = a7 - b7;
        let x26 = a8 - b8;
        let (x27, y27) = carry::<29>(x25);
        let x28 = x26 + y27;
        let (x29, y29) = carry::<29>(x28);
        let x31 = y29 * 0x0000_0000_0c64_aa20;
        let x32 = x18 - x31;
        let x34 = y29 * 0x0000_0000_0635_3d04;
        let x35 = x19 + x34;
        let x37 = y29 * 0x0000_0000_030b_d862;
        let x38 = x20 + x37;
        let x40 = y29 * 0x0000_0000_0154_963a;
        let x41 = x21 + x40;
        let x43 = y29 * 0x0000_0000_0000_8632;
        let x44 = x22 + x43;
        let x46 = y29 * 0x0000_0000_0080_0000;
        let x47 = x24 - x46;
        let x49 = y29 * 0x0000_0000_0400_0000;
        let x50 = x27 + x49;
        let (x51, y51) = carry::<29>(x32);
        let x52 = x35 + y51;
        let (x53, y53) = carry::<29>(x52);
        let x54 = x38 + y53;
        let (x55, y55) = carry::<29>(x54);
        let x56 = x41 + y55;
        let (x57, y57) = carry::<29>(x56);
        let x58 = x44 + y57;
        let (x59, y59) = carry::<29>(x58);
        let x60 = x23 + y59;
        let (x61, y61) = carry::<29>(x60);
        let x62 = x47 + y61;
        let (x63, y63) = carry::<29>(x62);
        let x64 = x50 + y63;
        let (x65, y65) = carry::<29>(x64);
        let x66 = x29 + y65;
        [x51, x53, x55, x57, x59, x61, x63, x65, x66].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn neg(a: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = a.map(|word| word as i64);
        let x10 = 0 - a0;
        let x11 = 0 - a1;
        let x12 = 0 - a2;
        let x13 = 0 - a3;
        let x14 = 0 - a4;
        let x15 = 0 - a5;
        let x16 = 0 - a6;
        let x17 = 0 - a7;
        let x18 = 0 - a8;
        [x10, x11, x12, x13, x14, x15, x16, x17, x18].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn encode(plain: &[u64; 9]) -> [u64; 9] {
        cut::<29, 9>(plain)
    }

    #[inline(never)]
    fn decode(a: &[u64; 9]) -> [u64; 9] {
        reduced::<29, 9>(a, &Self::MODULUS, 5)
    }

    #[inline(always)]
    fn canonical(a: &[u64; 9]) -> [u64; 9] {
        Self::decode(a)
    }
}
