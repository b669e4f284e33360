//! The prime `p25519_n` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 29x9, 0 additions, split+short.
//! Source of the modulus: RFC 8032, section 5.
//! At rest the limbs are at most 0x10000000 away from zero, the top one 0x10000003.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 3.55 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 313 | 147 | 19 |
//! | sqr | `a * a` | rest | rest | 249 | 111 | 19 |
//! | add | `a + b` | rest | rest | 38 | 5 | 10 |
//! | sub | `a - b` | rest | rest | 38 | 5 | 10 |
//! | neg | `-a` | rest | rest | 9 | 0 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, cut, reduced};

/// The prime `p25519_n`, 9 signed limbs of 29 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P25519NS29X9A0;

#[rustfmt::skip]
impl Prime for P25519NS29X9A0 {
    type Limbs = [u64; 9];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P25519N;
    const NAME: &'static str = "p25519_n_s29x9a0";
    const BITS: usize = 253;
    const MODULUS: [u64; 9] = [
        0x5812_631a_5cf5_d3ed,
        0x14de_f9de_a2f7_9cd6,
        0,
        0x1000_0000_0000_0000,
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
        let x181 = y179 * 0x0000_0000_00d7_4032;
        let x182 = x18 + x181;
        let x184 = y179 * 0x0000_0000_0622_bee8;
        let x185 = x28 + x184;
        let x187 = y179 * 0x0000_0000_02e4_2f6d;
        let x188 = x45 + x187;
        let x190 = y179 * 0x0000_0000_01d5_d724;
        let x191 = x62 - x190;
        let x193 = y179 * 0x0000_0000_042f_ead9;
        let x194 = x79 + x193;
        let x196 = y179 * 0x0000_0000_0311_38c3;
        let x197 = x96 - x196;
        let x199 = y179 * 0x0000_0000_01e7_b2e1;
        let x200 = x113 - x199;
        let x202 = y179 * 0x0000_0000_0e65_046e;
        let x203 = x130 + x202;
        let x205 = y179 * 0x0000_0000_0007_d9ca;
        let x206 = x163 - x205;
        let x208 = x179 * 0x0000_0000_0c90_6159;
        let x209 = x182 - x208;
        let x211 = x179 * 0x0000_0000_00d3_8682;
        let x212 = x185 + x211;
        let x214 = x179 * 0x0000_0000_06f6_b77b;
        let x215 = x188 + x214;
        let x217 = x179 * 0x0000_0000_0843_2ead;
        let x218 = x191 - x217;
        let x220 = x179 * 0x0000_0000_0311_38e5;
        let x221 = x194 - x220;
        let x222 = x179 * 0x0000_0000_01e7_b2e1;
        let x223 = x197 - x222;
        let x224 = x179 * 0x0000_0000_0e65_046e;
        let x225 = x200 + x224;
        let x227 = x179 * 0x0000_0000_0ba7_d9ca;
        let x228 = x203 - x227;
        let x230 = x179 * 0x0000_0000_0001_a5cf;
        let x231 = x206 - x230;
        let x233 = x177 * 0x0000_0000_04bf_46db;
        let x234 = x209 + x233;
        let x236 = x177 * 0x0000_0000_0564_d562;
        let x237 = x212 + x236;
        let x239 = x177 * 0x0000_0000_0a79_b961;
        let x240 = x215 + x239;
        let x242 = x177 * 0x0000_0000_0a97_6805;
        let x243 = x218 - x242;
        let x245 = x177 * 0x0000_0000_01e7_b27c;
        let x246 = x221 - x245;
        let x247 = x177 * 0x0000_0000_0e65_046e;
        let x248 = x223 + x247;
        let x249 = x177 * 0x0000_0000_0ba7_d9ca;
        let x250 = x225 - x249;
        let x252 = x177 * 0x0000_0000_0631_a5cf;
        let x253 = x228 - x252;
        let x255 = x177 * 0x0000_0000_0004_d3f7;
        let x256 = x231 + x255;
        let x258 = x175 * 0x0000_0000_0f70_3d18;
        let x259 = x234 + x258;
        let x261 = x175 * 0x0000_0000_0536_5a71;
        let x262 = x237 + x261;
        let x264 = x175 * 0x0000_0000_0f78_6e6f;
        let x265 = x240 + x264;
        let x267 = x175 * 0x0000_0000_0792_d9e8;
        let x268 = x243 - x267;
        let x270 = x175 * 0x0000_0000_0e65_04e0;
        let x271 = x246 + x270;
        let x272 = x175 * 0x0000_0000_0ba7_d9ca;
        let x273 = x248 - x272;
        let x274 = x175 * 0x0000_0000_0631_a5cf;
        let x275 = x250 - x274;
        let x277 = x175 * 0x0000_0000_0e6b_2c09;
        let x278 = x253 - x277;
        let x280 = x175 * 0x0000_0000_0005_7422;
        let x281 = x256 + x280;
        let x283 = x173 * 0x0000_0000_0ba7_da00;
        let x284 = x271 - x283;
        let x285 = x173 * 0x0000_0000_0631_a5cf;
        let x286 = x273 - x285;
        let x287 = x173 * 0x0000_0000_0e6b_2c09;
        let x288 = x275 - x287;
        let x290 = x173 * 0x0000_0000_077a_8bde;
        let x291 = x278 - x290;
        let x293 = x173 * 0x0000_0000_0002_9bdf;
        let x294 = x281 - x293;
        let x295 = x171 * 0x0000_0000_0ba7_da00;
        let x296 = x268 - x295;
        let x297 = x171 * 0x0000_0000_0631_a5cf;
        let x298 = x284 - x297;
        let x299 = x171 * 0x0000_0000_0e6b_2c09;
        let x300 = x286 - x299;
        let x301 = x171 * 0x0000_0000_077a_8bde;
        let x302 = x288 - x301;
        let x303 = x171 * 0x0000_0000_0002_9bdf;
        let x304 = x291 - x303;
        let x305 = x169 * 0x0000_0000_0ba7_da00;
        let x306 = x265 - x305;
        let x307 = x169 * 0x0000_0000_0631_a5cf;
        let x308 = x296 - x307;
        let x309 = x169 * 0x0000_0000_0e6b_2c09;
        let x310 = x298 - x309;
        let x311 = x169 * 0x0000_0000_077a_8bde;
        let x312 = x300 - x311;
        let x313 = x169 * 0x0000_0000_0002_9bdf;
        let x314 = x302 - x313;
        let x315 = x167 * 0x0000_0000_0ba7_da00;
        let x316 = x262 - x315;
        let x317 = x167 * 0x0000_0000_0631_a5cf;
        let x318 = x306 - x317;
        let x319 = x167 * 0x0000_0000_0e6b_2c09;
        let x320 = x308 - x319;
        let x321 = x167 * 0x0000_0000_077a_8bde;
        let x322 = x310 - x321;
        let x323 = x167 * 0x0000_0000_0002_9bdf;
        let x324 = x312 - x323;
        let x325 = x165 * 0x0000_0000_0ba7_da00;
        let x326 = x259 - x325;
        let x327 = x165 * 0x0000_0000_0631_a5cf;
        let x328 = x316 - x327;
        let x329 = x165 * 0x0000_0000_0e6b_2c09;
        let x330 = x318 - x329;
        let x331 = x165 * 0x0000_0000_077a_8bde;
        let x332 = x320 - x331;
        let x333 = x165 * 0x0000_0000_0002_9bdf;
        let x334 = x322 - x333;
        let (x335, y335) = carry::<29>(x304);
        let x336 = x294 + y335;
        let (x337, y337) = carry::<29>(x336);
        let x338 = y337 * 0x0000_0000_0ba7_da00;
        let x339 = x326 - x338;
        let x340 = y337 * 0x0000_0000_0631_a5cf;
        let x341 = x328 - x340;
        let x342 = y337 * 0x0000_0000_0e6b_2c09;
        let x343 = x330 - x342;
        let x344 = y337 * 0x0000_0000_077a_8bde;
        let x345 = x332 - x344;
        let x346 = y337 * 0x0000_0000_0002_9bdf;
        let x347 = x334 - x346;
        let (x348, y348) = carry::<29>(x339);
        let x349 = x341 + y348;
        let (x350, y350) = carry::<29>(x349);
        let x351 = x343 + y350;
        let (x352, y352) = carry::<29>(x351);
        let x353 = x345 + y352;
        let (x354, y354) = carry::<29>(x353);
        let x355 = x347 + y354;
        let (x356, y356) = carry::<29>(x355);
        let x357 = x324 + y356;
        let (x358, y358) = carry::<29>(x357);
        let x359 = x314 + y358;
        let (x360, y360) = carry::<29>(x359);
        let x361 = x335 + y360;
        let (x362, y362) = carry::<29>(x361);
        let x363 = x337 + y362;
        [x348, x350, x352, x354, x356, x358, x360, x362, x363].map(|limb| limb as u64)
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
        let x108 = y106 * 0x0000_0000_00d7_4032;
        let x109 = x9 + x108;
        let x111 = y106 * 0x0000_0000_0622_bee8;
        let x112 = x11 + x111;
        let x114 = y106 * 0x0000_0000_02e4_2f6d;
        let x115 = x20 + x114;
        let x117 = y106 * 0x0000_0000_01d5_d724;
        let x118 = x23 - x117;
        let x120 = y106 * 0x0000_0000_042f_ead9;
        let x121 = x36 + x120;
        let x123 = y106 * 0x0000_0000_0311_38c3;
        let x124 = x39 - x123;
        let x126 = y106 * 0x0000_0000_01e7_b2e1;
        let x127 = x50 - x126;
        let x129 = y106 * 0x0000_0000_0e65_046e;
        let x130 = x53 + x129;
        let x132 = y106 * 0x0000_0000_0007_d9ca;
        let x133 = x90 - x132;
        let x135 = x106 * 0x0000_0000_0c90_6159;
        let x136 = x109 - x135;
        let x138 = x106 * 0x0000_0000_00d3_8682;
        let x139 = x112 + x138;
        let x141 = x106 * 0x0000_0000_06f6_b77b;
        let x142 = x115 + x141;
        let x144 = x106 * 0x0000_0000_0843_2ead;
        let x145 = x118 - x144;
        let x147 = x106 * 0x0000_0000_0311_38e5;
        let x148 = x121 - x147;
        let x149 = x106 * 0x0000_0000_01e7_b2e1;
        let x150 = x124 - x149;
        let x151 = x106 * 0x0000_0000_0e65_046e;
        let x152 = x127 + x151;
        let x154 = x106 * 0x0000_0000_0ba7_d9ca;
        let x155 = x130 - x154;
        let x157 = x106 * 0x0000_0000_0001_a5cf;
        let x158 = x133 - x157;
        let x160 = x104 * 0x0000_0000_04bf_46db;
        let x161 = x136 + x160;
        let x163 = x104 * 0x0000_0000_0564_d562;
        let x164 = x139 + x163;
        let x166 = x104 * 0x0000_0000_0a79_b961;
        let x167 = x142 + x166;
        let x169 = x104 * 0x0000_0000_0a97_6805;
        let x170 = x145 - x169;
        let x172 = x104 * 0x0000_0000_01e7_b27c;
        let x173 = x148 - x172;
        let x174 = x104 * 0x0000_0000_0e65_046e;
        let x175 = x150 + x174;
        let x176 = x104 * 0x0000_0000_0ba7_d9ca;
        let x177 = x152 - x176;
        let x179 = x104 * 0x0000_0000_0631_a5cf;
        let x180 = x155 - x179;
        let x182 = x104 * 0x0000_0000_0004_d3f7;
        let x183 = x158 + x182;
        let x185 = x102 * 0x0000_0000_0f70_3d18;
        let x186 = x161 + x185;
        let x188 = x102 * 0x0000_0000_0536_5a71;
        let x189 = x164 + x188;
        let x191 = x102 * 0x0000_0000_0f78_6e6f;
        let x192 = x167 + x191;
        let x194 = x102 * 0x0000_0000_0792_d9e8;
        let x195 = x170 - x194;
        let x197 = x102 * 0x0000_0000_0e65_04e0;
        let x198 = x173 + x197;
        let x199 = x102 * 0x0000_0000_0ba7_d9ca;
        let x200 = x175 - x199;
        let x201 = x102 * 0x0000_0000_0631_a5cf;
        let x202 = x177 - x201;
        let x204 = x102 * 0x0000_0000_0e6b_2c09;
        let x205 = x180 - x204;
        let x207 = x102 * 0x0000_0000_0005_7422;
        let x208 = x183 + x207;
        let x210 = x100 * 0x0000_0000_0ba7_da00;
        let x211 = x198 - x210;
        let x212 = x100 * 0x0000_0000_0631_a5cf;
        let x213 = x200 - x212;
        let x214 = x100 * 0x0000_0000_0e6b_2c09;
        let x215 = x202 - x214;
        let x217 = x100 * 0x0000_0000_077a_8bde;
        let x218 = x205 - x217;
        let x220 = x100 * 0x0000_0000_0002_9bdf;
        let x221 = x208 - x220;
        let x222 = x98 * 0x0000_0000_0ba7_da00;
        let x223 = x195 - x222;
        let x224 = x98 * 0x0000_0000_0631_a5cf;
        let x225 = x211 - x224;
        let x226 = x98 * 0x0000_0000_0e6b_2c09;
        let x227 = x213 - x226;
        let x228 = x98 * 0x0000_0000_077a_8bde;
        let x229 = x215 - x228;
        let x230 = x98 * 0x0000_0000_0002_9bdf;
        let x231 = x218 - x230;
        let x232 = x96 * 0x0000_0000_0ba7_da00;
        let x233 = x192 - x232;
        let x234 = x96 * 0x0000_0000_0631_a5cf;
        let x235 = x223 - x234;
        let x236 = x96 * 0x0000_0000_0e6b_2c09;
        let x237 = x225 - x236;
        let x238 = x96 * 0x0000_0000_077a_8bde;
        let x239 = x227 - x238;
        let x240 = x96 * 0x0000_0000_0002_9bdf;
        let x241 = x229 - x240;
        let x242 = x94 * 0x0000_0000_0ba7_da00;
        let x243 = x189 - x242;
        let x244 = x94 * 0x0000_0000_0631_a5cf;
        let x245 = x233 - x244;
        let x246 = x94 * 0x0000_0000_0e6b_2c09;
        let x247 = x235 - x246;
        let x248 = x94 * 0x0000_0000_077a_8bde;
        let x249 = x237 - x248;
        let x250 = x94 * 0x0000_0000_0002_9bdf;
        let x251 = x239 - x250;
        let x252 = x92 * 0x0000_0000_0ba7_da00;
        let x253 = x186 - x252;
        let x254 = x92 * 0x0000_0000_0631_a5cf;
        let x255 = x243 - x254;
        let x256 = x92 * 0x0000_0000_0e6b_2c09;
        let x257 = x245 - x256;
        let x258 = x92 * 0x0000_0000_077a_8bde;
        let x259 = x247 - x258;
        let x260 = x92 * 0x0000_0000_0002_9bdf;
        let x261 = x249 - x260;
        let (x262, y262) = carry::<29>(x231);
        let x263 = x221 + y262;
        let (x264, y264) = carry::<29>(x263);
        let x265 = y264 * 0x0000_0000_0ba7_da00;
        let x266 = x253 - x265;
        let x267 = y264 * 0x0000_0000_0631_a5cf;
        let x268 = x255 - x267;
        let x269 = y264 * 0x0000_0000_0e6b_2c09;
        let x270 = x257 - x269;
        let x271 = y264 * 0x0000_0000_077a_8bde;
        let x272 = x259 - x271;
        let x273 = y264 * 0x0000_0000_0002_9bdf;
        let x274 = x261 - x273;
        let (x275, y275) = carry::<29>(x266);
        let x276 = x268 + y275;
        let (x277, y277) = carry::<29>(x276);
        let x278 = x270 + y277;
        let (x279, y279) = carry::<29>(x278);
        let x280 = x272 + y279;
        let (x281, y281) = carry::<29>(x280);
        let x282 = x274 + y281;
        let (x283, y283) = carry::<29>(x282);
        let x284 = x251 + y283;
        let (x285, y285) = carry::<29>(x284);
        let x286 = x241 + y285;
        let (x287, y287) = carry::<29>(x286);
        let x288 = x262 + y287;
        let (x289, y289) = carry::<29>(x288);
        let x290 = x264 + y289;
        [x275, x277, x279, x281, x283, x285, x287, x289, x290].map(|limb| limb as u64)
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
        let x31 = y29 * 0x0000_0000_0ba7_da00;
        let x32 = x18 - x31;
        let x34 = y29 * 0x0000_0000_0631_a5cf;
        let x35 = x19 - x34;
        let x37 = y29 * 0x0000_0000_0e6b_2c09;
        let x38 = x20 - x37;
        let x40 = y29 * 0x0000_0000_077a_8bde;
        let x41 = x21 - x40;
        let x43 = y29 * 0x0000_0000_0002_9bdf;
        let x44 = x22 - x43;
        let (x45, y45) = carry::<29>(x32);
        let x46 = x35 + y45;
        let (x47, y47) = carry::<29>(x46);
        let x48 = x38 + y47;
        let (x49, y49) = carry::<29>(x48);
        let x50 = x41 + y49;
        let (x51, y51) = carry::<29>(x50);
        let x52 = x44 + y51;
        let (x53, y53) = carry::<29>(x52);
        let x54 = x23 + y53;
        let (x55, y55) = carry::<29>(x54);
        let x56 = x24 + y55;
        let (x57, y57) = carry::<29>(x56);
        let x58 = x27 + y57;
        let (x59, y59) = carry::<29>(x58);
        let x60 = x29 + y59;
        [x45, x47, x49, x51, x53, x55, x57, x59, x60].map(|limb| limb as u64)
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
        let x31 = y29 * 0x0000_0000_0ba7_da00;
        let x32 = x18 - x31;
        let x34 = y29 * 0x0000_0000_0631_a5cf;
        let x35 = x19 - x34;
        let x37 = y29 * 0x0000_0000_0e6b_2c09;
        let x38 = x20 - x37;
        let x40 = y29 * 0x0000_0000_077a_8bde;
        let x41 = x21 - x40;
        let x43 = y29 * 0x0000_0000_0002_9bdf;
        let x44 = x22 - x43;
        let (x45, y45) = carry::<29>(x32);
        let x46 = x35 + y45;
        let (x47, y47) = carry::<29>(x46);
        let x48 = x38 + y47;
        let (x49, y49) = carry::<29>(x48);
        let x50 = x41 + y49;
        let (x51, y51) = carry::<29>(x50);
        let x52 = x44 + y51;
        let (x53, y53) = carry::<29>(x52);
        let x54 = x23 + y53;
        let (x55, y55) = carry::<29>(x54);
        let x56 = x24 + y55;
        let (x57, y57) = carry::<29>(x56);
        let x58 = x27 + y57;
        let (x59, y59) = carry::<29>(x58);
        let x60 = x29 + y59;
        [x45, x47, x49, x51, x53, x55, x57, x59, x60].map(|limb| limb as u64)
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
        reduced::<29, 9>(a, &Self::MODULUS, 9)
    }

    #[inline(always)]
    fn canonical(a: &[u64; 9]) -> [u64; 9] {
        Self::decode(a)
    }
}
