//! The prime `p256_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 29x9, 1 addition, split+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! At rest the limbs are at most 0x10000000 away from zero, the top one 0x1000000a.
//! Factors may have 1 nested additions behind them: limbs up to 2 times as wide. Sums that go to
//! `carry` may have 4. Every function is proven for all limbs within these bounds, over every
//! chain of calls.
//! Tightest step of a product: 1.83 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | 2 rest | rest | 341 | 81 | 19 |
//! | sqr | `a * a` | 2 rest | rest | 277 | 45 | 19 |
//! | add | `a + b` | 8 rest | 16 rest | 9 | 0 | 0 |
//! | sub | `a - b` | 8 rest | 16 rest | 9 | 0 | 0 |
//! | neg | `-a` | 16 rest | 16 rest | 9 | 0 | 0 |
//! | carry | `a` | 16 rest | rest | 35 | 0 | 10 |
//! | encode | `plain` | words | rest | 38 | 0 | 8 |
//! | decode | the least `a` | 16 rest | words | 102 | 8 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, split};
use crate::word::{mask, select};

/// The prime `p256_p`, 9 signed limbs of 29 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P256PS29X9A1;

#[rustfmt::skip]
impl Prime for P256PS29X9A1 {
    type Limbs = [u64; 9];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P256P;
    const NAME: &'static str = "p256_p_s29x9a1";
    const BITS: usize = 256;
    const MODULUS: [u64; 9] = [
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_ffff,
        0,
        0xffff_ffff_0000_0001,
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

    #[inline(always)]
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
        let (x180, y180) = split::<24>(y179);
        let x181 = x180 << 5;
        let x182 = x163 + x181;
        let x183 = x165 + y180;
        let (x184, y184) = split::<15>(y179);
        let x185 = x184 << 14;
        let x186 = x169 - x185;
        let x187 = x171 - y184;
        let (x188, y188) = split::<6>(y179);
        let x189 = x188 << 23;
        let x190 = x175 - x189;
        let x191 = x177 - y188;
        let (x192, y192) = split::<3>(y179);
        let x193 = x192 << 26;
        let x194 = x191 + x193;
        let x195 = x179 + y192;
        let (x196, y196) = split::<24>(x195);
        let x197 = x196 << 5;
        let x198 = x130 + x197;
        let x199 = x182 + y196;
        let (x200, y200) = split::<15>(x195);
        let x201 = x200 << 14;
        let x202 = x167 - x201;
        let x203 = x186 - y200;
        let (x204, y204) = split::<6>(x195);
        let x205 = x204 << 23;
        let x206 = x173 - x205;
        let x207 = x190 - y204;
        let (x208, y208) = split::<3>(x195);
        let x209 = x208 << 26;
        let x210 = x207 + x209;
        let x211 = x194 + y208;
        let (x212, y212) = split::<24>(x211);
        let x213 = x212 << 5;
        let x214 = x113 + x213;
        let x215 = x198 + y212;
        let (x216, y216) = split::<15>(x211);
        let x217 = x216 << 14;
        let x218 = x183 - x217;
        let x219 = x202 - y216;
        let (x220, y220) = split::<6>(x211);
        let x221 = x220 << 23;
        let x222 = x187 - x221;
        let x223 = x206 - y220;
        let (x224, y224) = split::<3>(x211);
        let x225 = x224 << 26;
        let x226 = x223 + x225;
        let x227 = x210 + y224;
        let (x228, y228) = split::<24>(x227);
        let x229 = x228 << 5;
        let x230 = x96 + x229;
        let x231 = x214 + y228;
        let (x232, y232) = split::<15>(x227);
        let x233 = x232 << 14;
        let x234 = x199 - x233;
        let x235 = x218 - y232;
        let (x236, y236) = split::<6>(x227);
        let x237 = x236 << 23;
        let x238 = x203 - x237;
        let x239 = x222 - y236;
        let (x240, y240) = split::<3>(x227);
        let x241 = x240 << 26;
        let x242 = x239 + x241;
        let x243 = x226 + y240;
        let (x244, y244) = split::<24>(x243);
        let x245 = x244 << 5;
        let x246 = x79 + x245;
        let x247 = x230 + y244;
        let (x248, y248) = split::<15>(x243);
        let x249 = x248 << 14;
        let x250 = x215 - x249;
        let x251 = x234 - y248;
        let (x252, y252) = split::<6>(x243);
        let x253 = x252 << 23;
        let x254 = x219 - x253;
        let x255 = x238 - y252;
        let (x256, y256) = split::<3>(x243);
        let x257 = x256 << 26;
        let x258 = x255 + x257;
        let x259 = x242 + y256;
        let (x260, y260) = split::<24>(x259);
        let x261 = x260 << 5;
        let x262 = x62 + x261;
        let x263 = x246 + y260;
        let (x264, y264) = split::<15>(x259);
        let x265 = x264 << 14;
        let x266 = x231 - x265;
        let x267 = x250 - y264;
        let (x268, y268) = split::<6>(x259);
        let x269 = x268 << 23;
        let x270 = x235 - x269;
        let x271 = x254 - y268;
        let (x272, y272) = split::<3>(x259);
        let x273 = x272 << 26;
        let x274 = x271 + x273;
        let x275 = x258 + y272;
        let (x276, y276) = split::<24>(x275);
        let x277 = x276 << 5;
        let x278 = x45 + x277;
        let x279 = x262 + y276;
        let (x280, y280) = split::<15>(x275);
        let x281 = x280 << 14;
        let x282 = x247 - x281;
        let x283 = x266 - y280;
        let (x284, y284) = split::<6>(x275);
        let x285 = x284 << 23;
        let x286 = x251 - x285;
        let x287 = x270 - y284;
        let (x288, y288) = split::<3>(x275);
        let x289 = x288 << 26;
        let x290 = x287 + x289;
        let x291 = x274 + y288;
        let (x292, y292) = split::<24>(x291);
        let x293 = x292 << 5;
        let x294 = x28 + x293;
        let x295 = x278 + y292;
        let (x296, y296) = split::<15>(x291);
        let x297 = x296 << 14;
        let x298 = x263 - x297;
        let x299 = x282 - y296;
        let (x300, y300) = split::<6>(x291);
        let x301 = x300 << 23;
        let x302 = x267 - x301;
        let x303 = x286 - y300;
        let (x304, y304) = split::<3>(x291);
        let x305 = x304 << 26;
        let x306 = x303 + x305;
        let x307 = x290 + y304;
        let (x308, y308) = split::<24>(x307);
        let x309 = x308 << 5;
        let x310 = x18 + x309;
        let x311 = x294 + y308;
        let (x312, y312) = split::<15>(x307);
        let x313 = x312 << 14;
        let x314 = x279 - x313;
        let x315 = x298 - y312;
        let (x316, y316) = split::<6>(x307);
        let x317 = x316 << 23;
        let x318 = x283 - x317;
        let x319 = x302 - y316;
        let (x320, y320) = split::<3>(x307);
        let x321 = x320 << 26;
        let x322 = x319 + x321;
        let x323 = x306 + y320;
        let (x324, y324) = carry::<29>(x322);
        let x325 = x323 + y324;
        let (x326, y326) = carry::<29>(x325);
        let (x327, y327) = split::<24>(y326);
        let x328 = x327 << 5;
        let x329 = x310 + x328;
        let x330 = x311 + y327;
        let (x331, y331) = split::<15>(y326);
        let x332 = x331 << 14;
        let x333 = x314 - x332;
        let x334 = x315 - y331;
        let (x335, y335) = split::<6>(y326);
        let x336 = x335 << 23;
        let x337 = x318 - x336;
        let x338 = x324 - y335;
        let (x339, y339) = split::<3>(y326);
        let x340 = x339 << 26;
        let x341 = x338 + x340;
        let x342 = x326 + y339;
        let (x343, y343) = carry::<29>(x329);
        let x344 = x330 + y343;
        let (x345, y345) = carry::<29>(x344);
        let x346 = x295 + y345;
        let (x347, y347) = carry::<29>(x346);
        let x348 = x333 + y347;
        let (x349, y349) = carry::<29>(x348);
        let x350 = x334 + y349;
        let (x351, y351) = carry::<29>(x350);
        let x352 = x299 + y351;
        let (x353, y353) = carry::<29>(x352);
        let x354 = x337 + y353;
        let (x355, y355) = carry::<29>(x354);
        let x356 = x341 + y355;
        let (x357, y357) = carry::<29>(x356);
        let x358 = x342 + y357;
        [x343, x345, x347, x349, x351, x353, x355, x357, x358].map(|limb| limb as u64)
    }

    #[inline(always)]
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
        let (x107, y107) = split::<24>(y106);
        let x108 = x107 << 5;
        let x109 = x90 + x108;
        let x110 = x92 + y107;
        let (x111, y111) = split::<15>(y106);
        let x112 = x111 << 14;
        let x113 = x96 - x112;
        let x114 = x98 - y111;
        let (x115, y115) = split::<6>(y106);
        let x116 = x115 << 23;
        let x117 = x102 - x116;
        let x118 = x104 - y115;
        let (x119, y119) = split::<3>(y106);
        let x120 = x119 << 26;
        let x121 = x118 + x120;
        let x122 = x106 + y119;
        let (x123, y123) = split::<24>(x122);
        let x124 = x123 << 5;
        let x125 = x53 + x124;
        let x126 = x109 + y123;
        let (x127, y127) = split::<15>(x122);
        let x128 = x127 << 14;
        let x129 = x94 - x128;
        let x130 = x113 - y127;
        let (x131, y131) = split::<6>(x122);
        let x132 = x131 << 23;
        let x133 = x100 - x132;
        let x134 = x117 - y131;
        let (x135, y135) = split::<3>(x122);
        let x136 = x135 << 26;
        let x137 = x134 + x136;
        let x138 = x121 + y135;
        let (x139, y139) = split::<24>(x138);
        let x140 = x139 << 5;
        let x141 = x50 + x140;
        let x142 = x125 + y139;
        let (x143, y143) = split::<15>(x138);
        let x144 = x143 << 14;
        let x145 = x110 - x144;
        let x146 = x129 - y143;
        let (x147, y147) = split::<6>(x138);
        let x148 = x147 << 23;
        let x149 = x114 - x148;
        let x150 = x133 - y147;
        let (x151, y151) = split::<3>(x138);
        let x152 = x151 << 26;
        let x153 = x150 + x152;
        let x154 = x137 + y151;
        let (x155, y155) = split::<24>(x154);
        let x156 = x155 << 5;
        let x157 = x39 + x156;
        let x158 = x141 + y155;
        let (x159, y159) = split::<15>(x154);
        let x160 = x159 << 14;
        let x161 = x126 - x160;
        let x162 = x145 - y159;
        let (x163, y163) = split::<6>(x154);
        let x164 = x163 << 23;
        let x165 = x130 - x164;
        let x166 = x149 - y163;
        let (x167, y167) = split::<3>(x154);
        let x168 = x167 << 26;
        let x169 = x166 + x168;
        let x170 = x153 + y167;
        let (x171, y171) = split::<24>(x170);
        let x172 = x171 << 5;
        let x173 = x36 + x172;
        let x174 = x157 + y171;
        let (x175, y175) = split::<15>(x170);
        let x176 = x175 << 14;
        let x177 = x142 - x176;
        let x178 = x161 - y175;
        let (x179, y179) = split::<6>(x170);
        let x180 = x179 << 23;
        let x181 = x146 - x180;
        let x182 = x165 - y179;
        let (x183, y183) = split::<3>(x170);
        let x184 = x183 << 26;
        let x185 = x182 + x184;
        let x186 = x169 + y183;
        let (x187, y187) = split::<24>(x186);
        let x188 = x187 << 5;
        let x189 = x23 + x188;
        let x190 = x173 + y187;
        let (x191, y191) = split::<15>(x186);
        let x192 = x191 << 14;
        let x193 = x158 - x192;
        let x194 = x177 - y191;
        let (x195, y195) = split::<6>(x186);
        let x196 = x195 << 23;
        let x197 = x162 - x196;
        let x198 = x181 - y195;
        let (x199, y199) = split::<3>(x186);
        let x200 = x199 << 26;
        let x201 = x198 + x200;
        let x202 = x185 + y199;
        let (x203, y203) = split::<24>(x202);
        let x204 = x203 << 5;
        let x205 = x20 + x204;
        let x206 = x189 + y203;
        let (x207, y207) = split::<15>(x202);
        let x208 = x207 << 14;
        let x209 = x174 - x208;
        let x210 = x193 - y207;
        let (x211, y211) = split::<6>(x202);
        let x212 = x211 << 23;
        let x213 = x178 - x212;
        let x214 = x197 - y211;
        let (x215, y215) = split::<3>(x202);
        let x216 = x215 << 26;
        let x217 = x214 + x216;
        let x218 = x201 + y215;
        let (x219, y219) = split::<24>(x218);
        let x220 = x219 << 5;
        let x221 = x11 + x220;
        let x222 = x205 + y219;
        let (x223, y223) = split::<15>(x218);
        let x224 = x223 << 14;
        let x225 = x190 - x224;
        let x226 = x209 - y223;
        let (x227, y227) = split::<6>(x218);
        let x228 = x227 << 23;
        let x229 = x194 - x228;
        let x230 = x213 - y227;
        let (x231, y231) = split::<3>(x218);
        let x232 = x231 << 26;
        let x233 = x230 + x232;
        let x234 = x217 + y231;
        let (x235, y235) = split::<24>(x234);
        let x236 = x235 << 5;
        let x237 = x9 + x236;
        let x238 = x221 + y235;
        let (x239, y239) = split::<15>(x234);
        let x240 = x239 << 14;
        let x241 = x206 - x240;
        let x242 = x225 - y239;
        let (x243, y243) = split::<6>(x234);
        let x244 = x243 << 23;
        let x245 = x210 - x244;
        let x246 = x229 - y243;
        let (x247, y247) = split::<3>(x234);
        let x248 = x247 << 26;
        let x249 = x246 + x248;
        let x250 = x233 + y247;
        let (x251, y251) = carry::<29>(x249);
        let x252 = x250 + y251;
        let (x253, y253) = carry::<29>(x252);
        let (x254, y254) = split::<24>(y253);
        let x255 = x254 << 5;
        let x256 = x237 + x255;
        let x257 = x238 + y254;
        let (x258, y258) = split::<15>(y253);
        let x259 = x258 << 14;
        let x260 = x241 - x259;
        let x261 = x242 - y258;
        let (x262, y262) = split::<6>(y253);
        let x263 = x262 << 23;
        let x264 = x245 - x263;
        let x265 = x251 - y262;
        let (x266, y266) = split::<3>(y253);
        let x267 = x266 << 26;
        let x268 = x265 + x267;
        let x269 = x253 + y266;
        let (x270, y270) = carry::<29>(x256);
        let x271 = x257 + y270;
        let (x272, y272) = carry::<29>(x271);
        let x273 = x222 + y272;
        let (x274, y274) = carry::<29>(x273);
        let x275 = x260 + y274;
        let (x276, y276) = carry::<29>(x275);
        let x277 = x261 + y276;
        let (x278, y278) = carry::<29>(x277);
        let x279 = x226 + y278;
        let (x280, y280) = carry::<29>(x279);
        let x281 = x264 + y280;
        let (x282, y282) = carry::<29>(x281);
        let x283 = x268 + y282;
        let (x284, y284) = carry::<29>(x283);
        let x285 = x269 + y284;
        [x270, x272, x274, x276, x278, x280, x282, x284, x285].map(|limb| limb as u64)
    }

    #[inline(always)]
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
        [x18, x19, x20, x21, x22, x23, x24, x25, x26].map(|limb| limb as u64)
    }

    #[inline(always)]
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
        [x18, x19, x20, x21, x22, x23, x24, x25, x26].map(|limb| limb as u64)
    }

    #[inline(always)]
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

    #[inline(always)]
    fn carry(a: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = a.map(|word| word as i64);
        let (x9, y9) = carry::<29>(a7);
        let x10 = a8 + y9;
        let (x11, y11) = carry::<29>(x10);
        let (x12, y12) = split::<24>(y11);
        let x13 = x12 << 5;
        let x14 = a0 + x13;
        let x15 = a1 + y12;
        let (x16, y16) = split::<15>(y11);
        let x17 = x16 << 14;
        let x18 = a3 - x17;
        let x19 = a4 - y16;
        let (x20, y20) = split::<6>(y11);
        let x21 = x20 << 23;
        let x22 = a6 - x21;
        let x23 = x9 - y20;
        let (x24, y24) = split::<3>(y11);
        let x25 = x24 << 26;
        let x26 = x23 + x25;
        let x27 = x11 + y24;
        let (x28, y28) = carry::<29>(x14);
        let x29 = x15 + y28;
        let (x30, y30) = carry::<29>(x29);
        let x31 = a2 + y30;
        let (x32, y32) = carry::<29>(x31);
        let x33 = x18 + y32;
        let (x34, y34) = carry::<29>(x33);
        let x35 = x19 + y34;
        let (x36, y36) = carry::<29>(x35);
        let x37 = a5 + y36;
        let (x38, y38) = carry::<29>(x37);
        let x39 = x22 + y38;
        let (x40, y40) = carry::<29>(x39);
        let x41 = x26 + y40;
        let (x42, y42) = carry::<29>(x41);
        let x43 = x27 + y42;
        [x28, x30, x32, x34, x36, x38, x40, x42, x43].map(|limb| limb as u64)
    }

    #[inline(always)]
    fn encode(plain: &[u64; 9]) -> [u64; 9] {
        let [plain0, plain1, plain2, plain3, _, _, _, _, _] = *plain;
        let x10 = plain0 & 0x0000_0000_1fff_ffff;
        let x11 = plain0 >> 29;
        let x12 = x11 & 0x0000_0000_1fff_ffff;
        let x13 = x11 >> 29;
        let x15 = plain1 & 0x0000_0000_007f_ffff;
        let x16 = plain1 >> 23;
        let x17 = x15 << 6;
        let x18 = x13 + x17;
        let x19 = x16 & 0x0000_0000_1fff_ffff;
        let x20 = x16 >> 29;
        let x22 = plain2 & 0x0000_0000_0001_ffff;
        let x23 = plain2 >> 17;
        let x24 = x22 << 12;
        let x25 = x20 + x24;
        let x26 = x23 & 0x0000_0000_1fff_ffff;
        let x27 = x23 >> 29;
        let x29 = plain3 & 0x0000_0000_0000_07ff;
        let x30 = plain3 >> 11;
        let x31 = x29 << 18;
        let x32 = x27 + x31;
        let x33 = x30 & 0x0000_0000_1fff_ffff;
        let x34 = x30 >> 29;
        let (x35, y35) = carry::<29>(x10 as i64);
        let x36 = x12 as i64 + y35;
        let (x37, y37) = carry::<29>(x36);
        let x38 = x18 as i64 + y37;
        let (x39, y39) = carry::<29>(x38);
        let x40 = x19 as i64 + y39;
        let (x41, y41) = carry::<29>(x40);
        let x42 = x25 as i64 + y41;
        let (x43, y43) = carry::<29>(x42);
        let x44 = x26 as i64 + y43;
        let (x45, y45) = carry::<29>(x44);
        let x46 = x32 as i64 + y45;
        let (x47, y47) = carry::<29>(x46);
        let x48 = x33 as i64 + y47;
        let (x49, y49) = carry::<29>(x48);
        let x50 = x34 as i64 + y49;
        [x35, x37, x39, x41, x43, x45, x47, x49, x50].map(|limb| limb as u64)
    }

    #[inline(always)]
    fn decode(a: &[u64; 9]) -> [u64; 9] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8] = a.map(|word| word as i64);
        let (x9, y9) = split::<29>(a0);
        let x10 = a1 + y9;
        let (x11, y11) = split::<29>(x10);
        let x12 = a2 + y11;
        let (x13, y13) = split::<29>(x12);
        let x14 = a3 + y13;
        let (x15, y15) = split::<29>(x14);
        let x16 = a4 + y15;
        let (x17, y17) = split::<29>(x16);
        let x18 = a5 + y17;
        let (x19, y19) = split::<29>(x18);
        let x20 = a6 + y19;
        let (x21, y21) = split::<29>(x20);
        let x22 = a7 + y21;
        let (x23, y23) = split::<29>(x22);
        let x24 = a8 + y23;
        let x27 = x24 * 0x0000_0000_1000_0000;
        let x28 = x27 - 0x0000_0001_0000_00aa;
        let (_, y29) = split::<52>(x28);
        let x31 = y29 * 0x0000_0000_1fff_ffff;
        let x32 = x9 - x31;
        let x33 = y29 * 0x0000_0000_1fff_ffff;
        let x34 = x11 - x33;
        let x35 = y29 * 0x0000_0000_1fff_ffff;
        let x36 = x13 - x35;
        let x38 = y29 * 0x0000_0000_0000_01ff;
        let x39 = x15 - x38;
        let x41 = y29 * 0x0000_0000_0004_0000;
        let x42 = x21 - x41;
        let x44 = y29 * 0x0000_0000_1fe0_0000;
        let x45 = x23 - x44;
        let x47 = y29 * 0x0000_0000_00ff_ffff;
        let x48 = x24 - x47;
        let (x49, y49) = split::<29>(x32);
        let x50 = x34 + y49;
        let (x51, y51) = split::<29>(x50);
        let x52 = x36 + y51;
        let (x53, y53) = split::<29>(x52);
        let x54 = x39 + y53;
        let (x55, y55) = split::<29>(x54);
        let x56 = x17 + y55;
        let (x57, y57) = split::<29>(x56);
        let x58 = x19 + y57;
        let (x59, y59) = split::<29>(x58);
        let x60 = x42 + y59;
        let (x61, y61) = split::<29>(x60);
        let x62 = x45 + y61;
        let (x63, y63) = split::<29>(x62);
        let x64 = x48 + y63;
        let x66 = x49 + 1;
        let x68 = x55 + 0x0000_0000_1fff_fe00;
        let x69 = x57 + 0x0000_0000_1fff_ffff;
        let x70 = x59 + 0x0000_0000_1fff_ffff;
        let x72 = x61 + 0x0000_0000_1ffb_ffff;
        let x74 = x63 + 0x0000_0000_001f_ffff;
        let x76 = x64 + 0x0000_0000_1f00_0000;
        let (x77, y77) = split::<29>(x66);
        let x78 = x51 + y77;
        let (x79, y79) = split::<29>(x78);
        let x80 = x53 + y79;
        let (x81, y81) = split::<29>(x80);
        let x82 = x68 + y81;
        let (x83, y83) = split::<29>(x82);
        let x84 = x69 + y83;
        let (x85, y85) = split::<29>(x84);
        let x86 = x70 + y85;
        let (x87, y87) = split::<29>(x86);
        let x88 = x72 + y87;
        let (x89, y89) = split::<29>(x88);
        let x90 = x74 + y89;
        let (x91, y91) = split::<29>(x90);
        let x92 = x76 + y91;
        let (x93, y93) = split::<29>(x92);
        let x94 = mask(y93 as u64);
        let x95 = select(x94, x77 as u64, x49 as u64);
        let x96 = select(x94, x79 as u64, x51 as u64);
        let x97 = select(x94, x81 as u64, x53 as u64);
        let x98 = select(x94, x83 as u64, x55 as u64);
        let x99 = select(x94, x85 as u64, x57 as u64);
        let x100 = select(x94, x87 as u64, x59 as u64);
        let x101 = select(x94, x89 as u64, x61 as u64);
        let x102 = select(x94, x91 as u64, x63 as u64);
        let x103 = select(x94, x93 as u64, x64 as u64);
        let x104 = x96 << 29;
        let x105 = x95 + x104;
        let x106 = x97 << 58;
        let x107 = x105 + x106;
        let x108 = x97 >> 6;
        let x109 = x98 << 23;
        let x110 = x108 + x109;
        let x111 = x99 << 52;
        let x112 = x110 + x111;
        let x113 = x99 >> 12;
        let x114 = x100 << 17;
        let x115 = x113 + x114;
        let x116 = x101 << 46;
        let x117 = x115 + x116;
        let x118 = x101 >> 18;
        let x119 = x102 << 11;
        let x120 = x118 + x119;
        let x121 = x103 << 40;
        let x122 = x120 + x121;
        [x107, x112, x117, x122, 0, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 9]) -> [u64; 9] {
        Self::decode(a)
    }
}
