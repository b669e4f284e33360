//! The prime `p256_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 26x10, 0 additions, reduce+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! At rest the limbs are at most 0x2000000 away from zero, the top one 0x22a512e.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 9.60 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 362 | 100 | 11 |
//! | sqr | `a * a` | rest | rest | 281 | 55 | 11 |
//! | add | `a + b` | rest | rest | 47 | 0 | 11 |
//! | sub | `a - b` | rest | rest | 47 | 0 | 11 |
//! | neg | `-a` | rest | rest | 10 | 0 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, cut, reduced, split};

/// The prime `p256_p`, 10 signed limbs of 26 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P256PS26X10A0;

#[rustfmt::skip]
impl Prime for P256PS26X10A0 {
    type Limbs = [u64; 10];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P256P;
    const NAME: &'static str = "p256_p_s26x10a0";
    const BITS: usize = 256;
    const MODULUS: [u64; 10] = [
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_ffff,
        0,
        0xffff_ffff_0000_0001,
        0,
        0,
        0,
        0,
        0,
        0,
    ];
    const ONE: [u64; 10] = [
        1,
        0,
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
    fn mul(a: &[u64; 10], b: &[u64; 10]) -> [u64; 10] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9] = b.map(|word| word as i64);
        let x20 = a0 * b0;
        let x21 = a0 * b1;
        let x22 = a0 * b2;
        let x23 = a0 * b3;
        let x24 = a0 * b4;
        let x25 = a0 * b5;
        let x26 = a0 * b6;
        let x27 = a0 * b7;
        let x28 = a0 * b8;
        let x29 = a0 * b9;
        let x30 = a1 * b0;
        let x31 = x21 + x30;
        let x32 = a1 * b1;
        let x33 = x22 + x32;
        let x34 = a1 * b2;
        let x35 = x23 + x34;
        let x36 = a1 * b3;
        let x37 = x24 + x36;
        let x38 = a1 * b4;
        let x39 = x25 + x38;
        let x40 = a1 * b5;
        let x41 = x26 + x40;
        let x42 = a1 * b6;
        let x43 = x27 + x42;
        let x44 = a1 * b7;
        let x45 = x28 + x44;
        let x46 = a1 * b8;
        let x47 = x29 + x46;
        let x48 = a1 * b9;
        let x49 = a2 * b0;
        let x50 = x33 + x49;
        let x51 = a2 * b1;
        let x52 = x35 + x51;
        let x53 = a2 * b2;
        let x54 = x37 + x53;
        let x55 = a2 * b3;
        let x56 = x39 + x55;
        let x57 = a2 * b4;
        let x58 = x41 + x57;
        let x59 = a2 * b5;
        let x60 = x43 + x59;
        let x61 = a2 * b6;
        let x62 = x45 + x61;
        let x63 = a2 * b7;
        let x64 = x47 + x63;
        let x65 = a2 * b8;
        let x66 = x48 + x65;
        let x67 = a2 * b9;
        let x68 = a3 * b0;
        let x69 = x52 + x68;
        let x70 = a3 * b1;
        let x71 = x54 + x70;
        let x72 = a3 * b2;
        let x73 = x56 + x72;
        let x74 = a3 * b3;
        let x75 = x58 + x74;
        let x76 = a3 * b4;
        let x77 = x60 + x76;
        let x78 = a3 * b5;
        let x79 = x62 + x78;
        let x80 = a3 * b6;
        let x81 = x64 + x80;
        let x82 = a3 * b7;
        let x83 = x66 + x82;
        let x84 = a3 * b8;
        let x85 = x67 + x84;
        let x86 = a3 * b9;
        let x87 = a4 * b0;
        let x88 = x71 + x87;
        let x89 = a4 * b1;
        let x90 = x73 + x89;
        let x91 = a4 * b2;
        let x92 = x75 + x91;
        let x93 = a4 * b3;
        let x94 = x77 + x93;
        let x95 = a4 * b4;
        let x96 = x79 + x95;
        let x97 = a4 * b5;
        let x98 = x81 + x97;
        let x99 = a4 * b6;
        let x100 = x83 + x99;
        let x101 = a4 * b7;
        let x102 = x85 + x101;
        let x103 = a4 * b8;
        let x104 = x86 + x103;
        let x105 = a4 * b9;
        let x106 = a5 * b0;
        let x107 = x90 + x106;
        let x108 = a5 * b1;
        let x109 = x92 + x108;
        let x110 = a5 * b2;
        let x111 = x94 + x110;
        let x112 = a5 * b3;
        let x113 = x96 + x112;
        let x114 = a5 * b4;
        let x115 = x98 + x114;
        let x116 = a5 * b5;
        let x117 = x100 + x116;
        let x118 = a5 * b6;
        let x119 = x102 + x118;
        let x120 = a5 * b7;
        let x121 = x104 + x120;
        let x122 = a5 * b8;
        let x123 = x105 + x122;
        let x124 = a5 * b9;
        let x125 = a6 * b0;
        let x126 = x109 + x125;
        let x127 = a6 * b1;
        let x128 = x111 + x127;
        let x129 = a6 * b2;
        let x130 = x113 + x129;
        let x131 = a6 * b3;
        let x132 = x115 + x131;
        let x133 = a6 * b4;
        let x134 = x117 + x133;
        let x135 = a6 * b5;
        let x136 = x119 + x135;
        let x137 = a6 * b6;
        let x138 = x121 + x137;
        let x139 = a6 * b7;
        let x140 = x123 + x139;
        let x141 = a6 * b8;
        let x142 = x124 + x141;
        let x143 = a6 * b9;
        let x144 = a7 * b0;
        let x145 = x128 + x144;
        let x146 = a7 * b1;
        let x147 = x130 + x146;
        let x148 = a7 * b2;
        let x149 = x132 + x148;
        let x150 = a7 * b3;
        let x151 = x134 + x150;
        let x152 = a7 * b4;
        let x153 = x136 + x152;
        let x154 = a7 * b5;
        let x155 = x138 + x154;
        let x156 = a7 * b6;
        let x157 = x140 + x156;
        let x158 = a7 * b7;
        let x159 = x142 + x158;
        let x160 = a7 * b8;
        let x161 = x143 + x160;
        let x162 = a7 * b9;
        let x163 = a8 * b0;
        let x164 = x147 + x163;
        let x165 = a8 * b1;
        let x166 = x149 + x165;
        let x167 = a8 * b2;
        let x168 = x151 + x167;
        let x169 = a8 * b3;
        let x170 = x153 + x169;
        let x171 = a8 * b4;
        let x172 = x155 + x171;
        let x173 = a8 * b5;
        let x174 = x157 + x173;
        let x175 = a8 * b6;
        let x176 = x159 + x175;
        let x177 = a8 * b7;
        let x178 = x161 + x177;
        let x179 = a8 * b8;
        let x180 = x162 + x179;
        let x181 = a8 * b9;
        let x182 = a9 * b0;
        let x183 = x166 + x182;
        let x184 = a9 * b1;
        let x185 = x168 + x184;
        let x186 = a9 * b2;
        let x187 = x170 + x186;
        let x188 = a9 * b3;
        let x189 = x172 + x188;
        let x190 = a9 * b4;
        let x191 = x174 + x190;
        let x192 = a9 * b5;
        let x193 = x176 + x192;
        let x194 = a9 * b6;
        let x195 = x178 + x194;
        let x196 = a9 * b7;
        let x197 = x180 + x196;
        let x198 = a9 * b8;
        let x199 = x181 + x198;
        let x200 = a9 * b9;
        let (x201, y201) = split::<22>(x200);
        let x202 = x201 << 4;
        let x203 = x164 + x202;
        let x204 = x183 + y201;
        let (x205, y205) = split::<4>(x200);
        let x206 = x205 << 22;
        let x207 = x187 - x206;
        let x208 = x189 - y205;
        let (x209, y209) = split::<12>(x200);
        let x210 = x209 << 14;
        let x211 = x195 - x210;
        let x212 = x197 - y209;
        let (x213, y213) = split::<6>(x200);
        let x214 = x213 << 20;
        let x215 = x212 + x214;
        let x216 = x199 + y213;
        let (x217, y217) = split::<22>(x216);
        let x218 = x217 << 4;
        let x219 = x145 + x218;
        let x220 = x203 + y217;
        let (x221, y221) = split::<4>(x216);
        let x222 = x221 << 22;
        let x223 = x185 - x222;
        let x224 = x207 - y221;
        let (x225, y225) = split::<12>(x216);
        let x226 = x225 << 14;
        let x227 = x193 - x226;
        let x228 = x211 - y225;
        let (x229, y229) = split::<6>(x216);
        let x230 = x229 << 20;
        let x231 = x228 + x230;
        let x232 = x215 + y229;
        let (x233, y233) = split::<22>(x232);
        let x234 = x233 << 4;
        let x235 = x126 + x234;
        let x236 = x219 + y233;
        let (x237, y237) = split::<4>(x232);
        let x238 = x237 << 22;
        let x239 = x204 - x238;
        let x240 = x223 - y237;
        let (x241, y241) = split::<12>(x232);
        let x242 = x241 << 14;
        let x243 = x191 - x242;
        let x244 = x227 - y241;
        let (x245, y245) = split::<6>(x232);
        let x246 = x245 << 20;
        let x247 = x244 + x246;
        let x248 = x231 + y245;
        let (x249, y249) = split::<22>(x248);
        let x250 = x249 << 4;
        let x251 = x107 + x250;
        let x252 = x235 + y249;
        let (x253, y253) = split::<4>(x248);
        let x254 = x253 << 22;
        let x255 = x220 - x254;
        let x256 = x239 - y253;
        let (x257, y257) = split::<12>(x248);
        let x258 = x257 << 14;
        let x259 = x208 - x258;
        let x260 = x243 - y257;
        let (x261, y261) = split::<6>(x248);
        let x262 = x261 << 20;
        let x263 = x260 + x262;
        let x264 = x247 + y261;
        let (x265, y265) = split::<22>(x264);
        let x266 = x265 << 4;
        let x267 = x88 + x266;
        let x268 = x251 + y265;
        let (x269, y269) = split::<4>(x264);
        let x270 = x269 << 22;
        let x271 = x236 - x270;
        let x272 = x255 - y269;
        let (x273, y273) = split::<12>(x264);
        let x274 = x273 << 14;
        let x275 = x224 - x274;
        let x276 = x259 - y273;
        let (x277, y277) = split::<6>(x264);
        let x278 = x277 << 20;
        let x279 = x276 + x278;
        let x280 = x263 + y277;
        let (x281, y281) = split::<22>(x280);
        let x282 = x281 << 4;
        let x283 = x69 + x282;
        let x284 = x267 + y281;
        let (x285, y285) = split::<4>(x280);
        let x286 = x285 << 22;
        let x287 = x252 - x286;
        let x288 = x271 - y285;
        let (x289, y289) = split::<12>(x280);
        let x290 = x289 << 14;
        let x291 = x240 - x290;
        let x292 = x275 - y289;
        let (x293, y293) = split::<6>(x280);
        let x294 = x293 << 20;
        let x295 = x292 + x294;
        let x296 = x279 + y293;
        let (x297, y297) = split::<22>(x296);
        let x298 = x297 << 4;
        let x299 = x50 + x298;
        let x300 = x283 + y297;
        let (x301, y301) = split::<4>(x296);
        let x302 = x301 << 22;
        let x303 = x268 - x302;
        let x304 = x287 - y301;
        let (x305, y305) = split::<12>(x296);
        let x306 = x305 << 14;
        let x307 = x256 - x306;
        let x308 = x291 - y305;
        let (x309, y309) = split::<6>(x296);
        let x310 = x309 << 20;
        let x311 = x308 + x310;
        let x312 = x295 + y309;
        let (x313, y313) = split::<22>(x312);
        let x314 = x313 << 4;
        let x315 = x31 + x314;
        let x316 = x299 + y313;
        let (x317, y317) = split::<4>(x312);
        let x318 = x317 << 22;
        let x319 = x284 - x318;
        let x320 = x303 - y317;
        let (x321, y321) = split::<12>(x312);
        let x322 = x321 << 14;
        let x323 = x272 - x322;
        let x324 = x307 - y321;
        let (x325, y325) = split::<6>(x312);
        let x326 = x325 << 20;
        let x327 = x324 + x326;
        let x328 = x311 + y325;
        let (x329, y329) = split::<22>(x328);
        let x330 = x329 << 4;
        let x331 = x20 + x330;
        let x332 = x315 + y329;
        let (x333, y333) = split::<4>(x328);
        let x334 = x333 << 22;
        let x335 = x300 - x334;
        let x336 = x319 - y333;
        let (x337, y337) = split::<12>(x328);
        let x338 = x337 << 14;
        let x339 = x288 - x338;
        let x340 = x323 - y337;
        let (x341, y341) = split::<6>(x328);
        let x342 = x341 << 20;
        let x343 = x340 + x342;
        let x344 = x327 + y341;
        let (x345, y345) = carry::<26>(x343);
        let x346 = x344 + y345;
        let (x347, y347) = carry::<26>(x346);
        let (x348, y348) = split::<22>(y347);
        let x349 = x348 << 4;
        let x350 = x331 + x349;
        let x351 = x332 + y348;
        let (x352, y352) = split::<4>(y347);
        let x353 = x352 << 22;
        let x354 = x335 - x353;
        let x355 = x336 - y352;
        let (x356, y356) = split::<12>(y347);
        let x357 = x356 << 14;
        let x358 = x339 - x357;
        let x359 = x345 - y356;
        let (x360, y360) = split::<6>(y347);
        let x361 = x360 << 20;
        let x362 = x359 + x361;
        let x363 = x347 + y360;
        let (x364, y364) = carry::<26>(x350);
        let x365 = x351 + y364;
        let (x366, y366) = carry::<26>(x365);
        let x367 = x316 + y366;
        let (x368, y368) = carry::<26>(x367);
        let x369 = x354 + y368;
        let (x370, y370) = carry::<26>(x369);
        let x371 = x355 + y370;
        let (x372, y372) = carry::<26>(x371);
        let x373 = x320 + y372;
        let (x374, y374) = carry::<26>(x373);
        let x375 = x304 + y374;
        let (x376, y376) = carry::<26>(x375);
        let x377 = x358 + y376;
        let (x378, y378) = carry::<26>(x377);
        let x379 = x362 + y378;
        let (x380, y380) = carry::<26>(x379);
        let x381 = x363 + y380;
        [x364, x366, x368, x370, x372, x374, x376, x378, x380, x381].map(|limb| limb as u64)
    }

    #[inline(always)]
    fn sqr(a: &[u64; 10]) -> [u64; 10] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9] = a.map(|word| word as i64);
        let x10 = a0 * a0;
        let x11 = a0 << 1;
        let x12 = x11 * a1;
        let x13 = x11 * a2;
        let x14 = x11 * a3;
        let x15 = x11 * a4;
        let x16 = x11 * a5;
        let x17 = x11 * a6;
        let x18 = x11 * a7;
        let x19 = x11 * a8;
        let x20 = x11 * a9;
        let x21 = a1 * a1;
        let x22 = x13 + x21;
        let x23 = a1 << 1;
        let x24 = x23 * a2;
        let x25 = x14 + x24;
        let x26 = x23 * a3;
        let x27 = x15 + x26;
        let x28 = x23 * a4;
        let x29 = x16 + x28;
        let x30 = x23 * a5;
        let x31 = x17 + x30;
        let x32 = x23 * a6;
        let x33 = x18 + x32;
        let x34 = x23 * a7;
        let x35 = x19 + x34;
        let x36 = x23 * a8;
        let x37 = x20 + x36;
        let x38 = x23 * a9;
        let x39 = a2 * a2;
        let x40 = x27 + x39;
        let x41 = a2 << 1;
        let x42 = x41 * a3;
        let x43 = x29 + x42;
        let x44 = x41 * a4;
        let x45 = x31 + x44;
        let x46 = x41 * a5;
        let x47 = x33 + x46;
        let x48 = x41 * a6;
        let x49 = x35 + x48;
        let x50 = x41 * a7;
        let x51 = x37 + x50;
        let x52 = x41 * a8;
        let x53 = x38 + x52;
        let x54 = x41 * a9;
        let x55 = a3 * a3;
        let x56 = x45 + x55;
        let x57 = a3 << 1;
        let x58 = x57 * a4;
        let x59 = x47 + x58;
        let x60 = x57 * a5;
        let x61 = x49 + x60;
        let x62 = x57 * a6;
        let x63 = x51 + x62;
        let x64 = x57 * a7;
        let x65 = x53 + x64;
        let x66 = x57 * a8;
        let x67 = x54 + x66;
        let x68 = x57 * a9;
        let x69 = a4 * a4;
        let x70 = x61 + x69;
        let x71 = a4 << 1;
        let x72 = x71 * a5;
        let x73 = x63 + x72;
        let x74 = x71 * a6;
        let x75 = x65 + x74;
        let x76 = x71 * a7;
        let x77 = x67 + x76;
        let x78 = x71 * a8;
        let x79 = x68 + x78;
        let x80 = x71 * a9;
        let x81 = a5 * a5;
        let x82 = x75 + x81;
        let x83 = a5 << 1;
        let x84 = x83 * a6;
        let x85 = x77 + x84;
        let x86 = x83 * a7;
        let x87 = x79 + x86;
        let x88 = x83 * a8;
        let x89 = x80 + x88;
        let x90 = x83 * a9;
        let x91 = a6 * a6;
        let x92 = x87 + x91;
        let x93 = a6 << 1;
        let x94 = x93 * a7;
        let x95 = x89 + x94;
        let x96 = x93 * a8;
        let x97 = x90 + x96;
        let x98 = x93 * a9;
        let x99 = a7 * a7;
        let x100 = x97 + x99;
        let x101 = a7 << 1;
        let x102 = x101 * a8;
        let x103 = x98 + x102;
        let x104 = x101 * a9;
        let x105 = a8 * a8;
        let x106 = x104 + x105;
        let x107 = a8 << 1;
        let x108 = x107 * a9;
        let x109 = a9 * a9;
        let (x110, y110) = split::<22>(x109);
        let x111 = x110 << 4;
        let x112 = x70 + x111;
        let x113 = x73 + y110;
        let (x114, y114) = split::<4>(x109);
        let x115 = x114 << 22;
        let x116 = x85 - x115;
        let x117 = x92 - y114;
        let (x118, y118) = split::<12>(x109);
        let x119 = x118 << 14;
        let x120 = x103 - x119;
        let x121 = x106 - y118;
        let (x122, y122) = split::<6>(x109);
        let x123 = x122 << 20;
        let x124 = x121 + x123;
        let x125 = x108 + y122;
        let (x126, y126) = split::<22>(x125);
        let x127 = x126 << 4;
        let x128 = x59 + x127;
        let x129 = x112 + y126;
        let (x130, y130) = split::<4>(x125);
        let x131 = x130 << 22;
        let x132 = x82 - x131;
        let x133 = x116 - y130;
        let (x134, y134) = split::<12>(x125);
        let x135 = x134 << 14;
        let x136 = x100 - x135;
        let x137 = x120 - y134;
        let (x138, y138) = split::<6>(x125);
        let x139 = x138 << 20;
        let x140 = x137 + x139;
        let x141 = x124 + y138;
        let (x142, y142) = split::<22>(x141);
        let x143 = x142 << 4;
        let x144 = x56 + x143;
        let x145 = x128 + y142;
        let (x146, y146) = split::<4>(x141);
        let x147 = x146 << 22;
        let x148 = x113 - x147;
        let x149 = x132 - y146;
        let (x150, y150) = split::<12>(x141);
        let x151 = x150 << 14;
        let x152 = x95 - x151;
        let x153 = x136 - y150;
        let (x154, y154) = split::<6>(x141);
        let x155 = x154 << 20;
        let x156 = x153 + x155;
        let x157 = x140 + y154;
        let (x158, y158) = split::<22>(x157);
        let x159 = x158 << 4;
        let x160 = x43 + x159;
        let x161 = x144 + y158;
        let (x162, y162) = split::<4>(x157);
        let x163 = x162 << 22;
        let x164 = x129 - x163;
        let x165 = x148 - y162;
        let (x166, y166) = split::<12>(x157);
        let x167 = x166 << 14;
        let x168 = x117 - x167;
        let x169 = x152 - y166;
        let (x170, y170) = split::<6>(x157);
        let x171 = x170 << 20;
        let x172 = x169 + x171;
        let x173 = x156 + y170;
        let (x174, y174) = split::<22>(x173);
        let x175 = x174 << 4;
        let x176 = x40 + x175;
        let x177 = x160 + y174;
        let (x178, y178) = split::<4>(x173);
        let x179 = x178 << 22;
        let x180 = x145 - x179;
        let x181 = x164 - y178;
        let (x182, y182) = split::<12>(x173);
        let x183 = x182 << 14;
        let x184 = x133 - x183;
        let x185 = x168 - y182;
        let (x186, y186) = split::<6>(x173);
        let x187 = x186 << 20;
        let x188 = x185 + x187;
        let x189 = x172 + y186;
        let (x190, y190) = split::<22>(x189);
        let x191 = x190 << 4;
        let x192 = x25 + x191;
        let x193 = x176 + y190;
        let (x194, y194) = split::<4>(x189);
        let x195 = x194 << 22;
        let x196 = x161 - x195;
        let x197 = x180 - y194;
        let (x198, y198) = split::<12>(x189);
        let x199 = x198 << 14;
        let x200 = x149 - x199;
        let x201 = x184 - y198;
        let (x202, y202) = split::<6>(x189);
        let x203 = x202 << 20;
        let x204 = x201 + x203;
        let x205 = x188 + y202;
        let (x206, y206) = split::<22>(x205);
        let x207 = x206 << 4;
        let x208 = x22 + x207;
        let x209 = x192 + y206;
        let (x210, y210) = split::<4>(x205);
        let x211 = x210 << 22;
        let x212 = x177 - x211;
        let x213 = x196 - y210;
        let (x214, y214) = split::<12>(x205);
        let x215 = x214 << 14;
        let x216 = x165 - x215;
        let x217 = x200 - y214;
        let (x218, y218) = split::<6>(x205);
        let x219 = x218 << 20;
        let x220 = x217 + x219;
        let x221 = x204 + y218;
        let (x222, y222) = split::<22>(x221);
        let x223 = x222 << 4;
        let x224 = x12 + x223;
        let x225 = x208 + y222;
        let (x226, y226) = split::<4>(x221);
        let x227 = x226 << 22;
        let x228 = x193 - x227;
        let x229 = x212 - y226;
        let (x230, y230) = split::<12>(x221);
        let x231 = x230 << 14;
        let x232 = x181 - x231;
        let x233 = x216 - y230;
        let (x234, y234) = split::<6>(x221);
        let x235 = x234 << 20;
        let x236 = x233 + x235;
        let x237 = x220 + y234;
        let (x238, y238) = split::<22>(x237);
        let x239 = x238 << 4;
        let x240 = x10 + x239;
        let x241 = x224 + y238;
        let (x242, y242) = split::<4>(x237);
        let x243 = x242 << 22;
        let x244 = x209 - x243;
        let x245 = x228 - y242;
        let (x246, y246) = split::<12>(x237);
        let x247 = x246 << 14;
        let x248 = x197 - x247;
        let x249 = x232 - y246;
        let (x250, y250) = split::<6>(x237);
        let x251 = x250 << 20;
        let x252 = x249 + x251;
        let x253 = x236 + y250;
        let (x254, y254) = carry::<26>(x252);
        let x255 = x253 + y254;
        let (x256, y256) = carry::<26>(x255);
        let (x257, y257) = split::<22>(y256);
        let x258 = x257 << 4;
        let x259 = x240 + x258;
        let x260 = x241 + y257;
        let (x261, y261) = split::<4>(y256);
        let x262 = x261 << 22;
        let x263 = x244 - x262;
        let x264 = x245 - y261;
        let (x265, y265) = split::<12>(y256);
        let x266 = x265 << 14;
        let x267 = x248 - x266;
        let x268 = x254 - y265;
        let (x269, y269) = split::<6>(y256);
        let x270 = x269 << 20;
        let x271 = x268 + x270;
        let x272 = x256 + y269;
        let (x273, y273) = carry::<26>(x259);
        let x274 = x260 + y273;
        let (x275, y275) = carry::<26>(x274);
        let x276 = x225 + y275;
        let (x277, y277) = carry::<26>(x276);
        let x278 = x263 + y277;
        let (x279, y279) = carry::<26>(x278);
        let x280 = x264 + y279;
        let (x281, y281) = carry::<26>(x280);
        let x282 = x229 + y281;
        let (x283, y283) = carry::<26>(x282);
        let x284 = x213 + y283;
        let (x285, y285) = carry::<26>(x284);
        let x286 = x267 + y285;
        let (x287, y287) = carry::<26>(x286);
        let x288 = x271 + y287;
        let (x289, y289) = carry::<26>(x288);
        let x290 = x272 + y289;
        [x273, x275, x277, x279, x281, x283, x285, x287, x289, x290].map(|limb| limb as u64)
    }

    #[inline(always)]
    fn add(a: &[u64; 10], b: &[u64; 10]) -> [u64; 10] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9] = b.map(|word| word as i64);
        let x20 = a0 + b0;
        let x21 = a1 + b1;
        let x22 = a2 + b2;
        let x23 = a3 + b3;
        let x24 = a4 + b4;
        let x25 = a5 + b5;
        let x26 = a6 + b6;
        let x27 = a7 + b7;
        let x28 = a8 + b8;
        let x29 = a9 + b9;
        let (x30, y30) = carry::<26>(x28);
        let x31 = x29 + y30;
        let (x32, y32) = carry::<26>(x31);
        let (x33, y33) = split::<22>(y32);
        let x34 = x33 << 4;
        let x35 = x20 + x34;
        let x36 = x21 + y33;
        let (x37, y37) = split::<4>(y32);
        let x38 = x37 << 22;
        let x39 = x23 - x38;
        let x40 = x24 - y37;
        let (x41, y41) = split::<12>(y32);
        let x42 = x41 << 14;
        let x43 = x27 - x42;
        let x44 = x30 - y41;
        let (x45, y45) = split::<6>(y32);
        let x46 = x45 << 20;
        let x47 = x44 + x46;
        let x48 = x32 + y45;
        let (x49, y49) = carry::<26>(x35);
        let x50 = x36 + y49;
        let (x51, y51) = carry::<26>(x50);
        let x52 = x22 + y51;
        let (x53, y53) = carry::<26>(x52);
        let x54 = x39 + y53;
        let (x55, y55) = carry::<26>(x54);
        let x56 = x40 + y55;
        let (x57, y57) = carry::<26>(x56);
        let x58 = x25 + y57;
        let (x59, y59) = carry::<26>(x58);
        let x60 = x26 + y59;
        let (x61, y61) = carry::<26>(x60);
        let x62 = x43 + y61;
        let (x63, y63) = carry::<26>(x62);
        let x64 = x47 + y63;
        let (x65, y65) = carry::<26>(x64);
        let x66 = x48 + y65;
        [x49, x51, x53, x55, x57, x59, x61, x63, x65, x66].map(|limb| limb as u64)
    }

    #[inline(always)]
    fn sub(a: &[u64; 10], b: &[u64; 10]) -> [u64; 10] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9] = b.map(|word| word as i64);
        let x20 = a0 - b0;
        let x21 = a1 - b1;
        let x22 = a2 - b2;
        let x23 = a3 - b3;
        let x24 = a4 - b4;
        let x25 = a5 - b5;
        let x26 = a6 - b6;
        let x27 = a7 - b7;
        let x28 = a8 - b8;
        let x29 = a9 - b9;
        let (x30, y30) = carry::<26>(x28);
        let x31 = x29 + y30;
        let (x32, y32) = carry::<26>(x31);
        let (x33, y33) = split::<22>(y32);
        let x34 = x33 << 4;
        let x35 = x20 + x34;
        let x36 = x21 + y33;
        let (x37, y37) = split::<4>(y32);
        let x38 = x37 << 22;
        let x39 = x23 - x38;
        let x40 = x24 - y37;
        let (x41, y41) = split::<12>(y32);
        let x42 = x41 << 14;
        let x43 = x27 - x42;
        let x44 = x30 - y41;
        let (x45, y45) = split::<6>(y32);
        let x46 = x45 << 20;
        let x47 = x44 + x46;
        let x48 = x32 + y45;
        let (x49, y49) = carry::<26>(x35);
        let x50 = x36 + y49;
        let (x51, y51) = carry::<26>(x50);
        let x52 = x22 + y51;
        let (x53, y53) = carry::<26>(x52);
        let x54 = x39 + y53;
        let (x55, y55) = carry::<26>(x54);
        let x56 = x40 + y55;
        let (x57, y57) = carry::<26>(x56);
        let x58 = x25 + y57;
        let (x59, y59) = carry::<26>(x58);
        let x60 = x26 + y59;
        let (x61, y61) = carry::<26>(x60);
        let x62 = x43 + y61;
        let (x63, y63) = carry::<26>(x62);
        let x64 = x47 + y63;
        let (x65, y65) = carry::<26>(x64);
        let x66 = x48 + y65;
        [x49, x51, x53, x55, x57, x59, x61, x63, x65, x66].map(|limb| limb as u64)
    }

    #[inline(always)]
    fn neg(a: &[u64; 10]) -> [u64; 10] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9] = a.map(|word| word as i64);
        let x11 = 0 - a0;
        let x12 = 0 - a1;
        let x13 = 0 - a2;
        let x14 = 0 - a3;
        let x15 = 0 - a4;
        let x16 = 0 - a5;
        let x17 = 0 - a6;
        let x18 = 0 - a7;
        let x19 = 0 - a8;
        let x20 = 0 - a9;
        [x11, x12, x13, x14, x15, x16, x17, x18, x19, x20].map(|limb| limb as u64)
    }

    #[inline(always)]
    fn encode(plain: &[u64; 10]) -> [u64; 10] {
        cut::<26, 10>(plain)
    }

    #[inline(always)]
    fn decode(a: &[u64; 10]) -> [u64; 10] {
        reduced::<26, 10>(a, &Self::MODULUS, 4)
    }

    #[inline(always)]
    fn canonical(a: &[u64; 10]) -> [u64; 10] {
        Self::decode(a)
    }
}
