//! The prime `p384_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 30x13, 0 additions, reduce+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! At rest the limbs are at most 0x20000000 away from zero, the top one 0x20000003.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 1.30 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 548 | 169 | 14 |
//! | sqr | `a * a` | rest | rest | 404 | 91 | 14 |
//! | add | `a + b` | rest | rest | 56 | 0 | 14 |
//! | sub | `a - b` | rest | rest | 56 | 0 | 14 |
//! | neg | `-a` | rest | rest | 13 | 0 | 0 |
//! | encode | `plain` | words | rest | 58 | 0 | 12 |
//! | decode | the least `a` | rest | words | 149 | 13 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, split};
use crate::word::{mask, select};

/// The prime `p384_p`, 13 signed limbs of 30 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P384PS30X13A0;

#[rustfmt::skip]
impl Prime for P384PS30X13A0 {
    type Limbs = [u64; 13];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P384P;
    const NAME: &'static str = "p384_p_s30x13a0";
    const BITS: usize = 384;
    const MODULUS: [u64; 13] = [
        0x0000_0000_ffff_ffff,
        0xffff_ffff_0000_0000,
        0xffff_ffff_ffff_fffe,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ];
    const ONE: [u64; 13] = [
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
        0,
        0,
        0,
    ];

    #[inline(never)]
    fn mul(a: &[u64; 13], b: &[u64; 13]) -> [u64; 13] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12,
        ] = a.map(|word| word as i64);
        let [
            b0, b1, b2, b3, b4, b5, b6, b7,
            b8, b9, b10, b11, b12,
        ] = b.map(|word| word as i64);
        let x26 = a0 * b0;
        let x27 = a0 * b1;
        let x28 = a0 * b2;
        let x29 = a0 * b3;
        let x30 = a0 * b4;
        let x31 = a0 * b5;
        let x32 = a0 * b6;
        let x33 = a0 * b7;
        let x34 = a0 * b8;
        let x35 = a0 * b9;
        let x36 = a0 * b10;
        let x37 = a0 * b11;
        let x38 = a0 * b12;
        let x39 = a1 * b0;
        let x40 = x27 + x39;
        let x41 = a1 * b1;
        let x42 = x28 + x41;
        let x43 = a1 * b2;
        let x44 = x29 + x43;
        let x45 = a1 * b3;
        let x46 = x30 + x45;
        let x47 = a1 * b4;
        let x48 = x31 + x47;
        let x49 = a1 * b5;
        let x50 = x32 + x49;
        let x51 = a1 * b6;
        let x52 = x33 + x51;
        let x53 = a1 * b7;
        let x54 = x34 + x53;
        let x55 = a1 * b8;
        let x56 = x35 + x55;
        let x57 = a1 * b9;
        let x58 = x36 + x57;
        let x59 = a1 * b10;
        let x60 = x37 + x59;
        let x61 = a1 * b11;
        let x62 = x38 + x61;
        let x63 = a1 * b12;
        let x64 = a2 * b0;
        let x65 = x42 + x64;
        let x66 = a2 * b1;
        let x67 = x44 + x66;
        let x68 = a2 * b2;
        let x69 = x46 + x68;
        let x70 = a2 * b3;
        let x71 = x48 + x70;
        let x72 = a2 * b4;
        let x73 = x50 + x72;
        let x74 = a2 * b5;
        let x75 = x52 + x74;
        let x76 = a2 * b6;
        let x77 = x54 + x76;
        let x78 = a2 * b7;
        let x79 = x56 + x78;
        let x80 = a2 * b8;
        let x81 = x58 + x80;
        let x82 = a2 * b9;
        let x83 = x60 + x82;
        let x84 = a2 * b10;
        let x85 = x62 + x84;
        let x86 = a2 * b11;
        let x87 = x63 + x86;
        let x88 = a2 * b12;
        let x89 = a3 * b0;
        let x90 = x67 + x89;
        let x91 = a3 * b1;
        let x92 = x69 + x91;
        let x93 = a3 * b2;
        let x94 = x71 + x93;
        let x95 = a3 * b3;
        let x96 = x73 + x95;
        let x97 = a3 * b4;
        let x98 = x75 + x97;
        let x99 = a3 * b5;
        let x100 = x77 + x99;
        let x101 = a3 * b6;
        let x102 = x79 + x101;
        let x103 = a3 * b7;
        let x104 = x81 + x103;
        let x105 = a3 * b8;
        let x106 = x83 + x105;
        let x107 = a3 * b9;
        let x108 = x85 + x107;
        let x109 = a3 * b10;
        let x110 = x87 + x109;
        let x111 = a3 * b11;
        let x112 = x88 + x111;
        let x113 = a3 * b12;
        let x114 = a4 * b0;
        let x115 = x92 + x114;
        let x116 = a4 * b1;
        let x117 = x94 + x116;
        let x118 = a4 * b2;
        let x119 = x96 + x118;
        let x120 = a4 * b3;
        let x121 = x98 + x120;
        let x122 = a4 * b4;
        let x123 = x100 + x122;
        let x124 = a4 * b5;
        let x125 = x102 + x124;
        let x126 = a4 * b6;
        let x127 = x104 + x126;
        let x128 = a4 * b7;
        let x129 = x106 + x128;
        let x130 = a4 * b8;
        let x131 = x108 + x130;
        let x132 = a4 * b9;
        let x133 = x110 + x132;
        let x134 = a4 * b10;
        let x135 = x112 + x134;
        let x136 = a4 * b11;
        let x137 = x113 + x136;
        let x138 = a4 * b12;
        let x139 = a5 * b0;
        let x140 = x117 + x139;
        let x141 = a5 * b1;
        let x142 = x119 + x141;
        let x143 = a5 * b2;
        let x144 = x121 + x143;
        let x145 = a5 * b3;
        let x146 = x123 + x145;
        let x147 = a5 * b4;
        let x148 = x125 + x147;
        let x149 = a5 * b5;
        let x150 = x127 + x149;
        let x151 = a5 * b6;
        let x152 = x129 + x151;
        let x153 = a5 * b7;
        let x154 = x131 + x153;
        let x155 = a5 * b8;
        let x156 = x133 + x155;
        let x157 = a5 * b9;
        let x158 = x135 + x157;
        let x159 = a5 * b10;
        let x160 = x137 + x159;
        let x161 = a5 * b11;
        let x162 = x138 + x161;
        let x163 = a5 * b12;
        let x164 = a6 * b0;
        let x165 = x142 + x164;
        let x166 = a6 * b1;
        let x167 = x144 + x166;
        let x168 = a6 * b2;
        let x169 = x146 + x168;
        let x170 = a6 * b3;
        let x171 = x148 + x170;
        let x172 = a6 * b4;
        let x173 = x150 + x172;
        let x174 = a6 * b5;
        let x175 = x152 + x174;
        let x176 = a6 * b6;
        let x177 = x154 + x176;
        let x178 = a6 * b7;
        let x179 = x156 + x178;
        let x180 = a6 * b8;
        let x181 = x158 + x180;
        let x182 = a6 * b9;
        let x183 = x160 + x182;
        let x184 = a6 * b10;
        let x185 = x162 + x184;
        let x186 = a6 * b11;
        let x187 = x163 + x186;
        let x188 = a6 * b12;
        let x189 = a7 * b0;
        let x190 = x167 + x189;
        let x191 = a7 * b1;
        let x192 = x169 + x191;
        let x193 = a7 * b2;
        let x194 = x171 + x193;
        let x195 = a7 * b3;
        let x196 = x173 + x195;
        let x197 = a7 * b4;
        let x198 = x175 + x197;
        let x199 = a7 * b5;
        let x200 = x177 + x199;
        let x201 = a7 * b6;
        let x202 = x179 + x201;
        let x203 = a7 * b7;
        let x204 = x181 + x203;
        let x205 = a7 * b8;
        let x206 = x183 + x205;
        let x207 = a7 * b9;
        let x208 = x185 + x207;
        let x209 = a7 * b10;
        let x210 = x187 + x209;
        let x211 = a7 * b11;
        let x212 = x188 + x211;
        let x213 = a7 * b12;
        let x214 = a8 * b0;
        let x215 = x192 + x214;
        let x216 = a8 * b1;
        let x217 = x194 + x216;
        let x218 = a8 * b2;
        let x219 = x196 + x218;
        let x220 = a8 * b3;
        let x221 = x198 + x220;
        let x222 = a8 * b4;
        let x223 = x200 + x222;
        let x224 = a8 * b5;
        let x225 = x202 + x224;
        let x226 = a8 * b6;
        let x227 = x204 + x226;
        let x228 = a8 * b7;
        let x229 = x206 + x228;
        let x230 = a8 * b8;
        let x231 = x208 + x230;
        let x232 = a8 * b9;
        let x233 = x210 + x232;
        let x234 = a8 * b10;
        let x235 = x212 + x234;
        let x236 = a8 * b11;
        let x237 = x213 + x236;
        let x238 = a8 * b12;
        let x239 = a9 * b0;
        let x240 = x217 + x239;
        let x241 = a9 * b1;
        let x242 = x219 + x241;
        let x243 = a9 * b2;
        let x244 = x221 + x243;
        let x245 = a9 * b3;
        let x246 = x223 + x245;
        let x247 = a9 * b4;
        let x248 = x225 + x247;
        let x249 = a9 * b5;
        let x250 = x227 + x249;
        let x251 = a9 * b6;
        let x252 = x229 + x251;
        let x253 = a9 * b7;
        let x254 = x231 + x253;
        let x255 = a9 * b8;
        let x256 = x233 + x255;
        let x257 = a9 * b9;
        let x258 = x235 + x257;
        let x259 = a9 * b10;
        let x260 = x237 + x259;
        let x261 = a9 * b11;
        let x262 = x238 + x261;
        let x263 = a9 * b12;
        let x264 = a10 * b0;
        let x265 = x242 + x264;
        let x266 = a10 * b1;
        let x267 = x244 + x266;
        let x268 = a10 * b2;
        let x269 = x246 + x268;
        let x270 = a10 * b3;
        let x271 = x248 + x270;
        let x272 = a10 * b4;
        let x273 = x250 + x272;
        let x274 = a10 * b5;
        let x275 = x252 + x274;
        let x276 = a10 * b6;
        let x277 = x254 + x276;
        let x278 = a10 * b7;
        let x279 = x256 + x278;
        let x280 = a10 * b8;
        let x281 = x258 + x280;
        let x282 = a10 * b9;
        let x283 = x260 + x282;
        let x284 = a10 * b10;
        let x285 = x262 + x284;
        let x286 = a10 * b11;
        let x287 = x263 + x286;
        let x288 = a10 * b12;
        let x289 = a11 * b0;
        let x290 = x267 + x289;
        let x291 = a11 * b1;
        let x292 = x269 + x291;
        let x293 = a11 * b2;
        let x294 = x271 + x293;
        let x295 = a11 * b3;
        let x296 = x273 + x295;
        let x297 = a11 * b4;
        let x298 = x275 + x297;
        let x299 = a11 * b5;
        let x300 = x277 + x299;
        let x301 = a11 * b6;
        let x302 = x279 + x301;
        let x303 = a11 * b7;
        let x304 = x281 + x303;
        let x305 = a11 * b8;
        let x306 = x283 + x305;
        let x307 = a11 * b9;
        let x308 = x285 + x307;
        let x309 = a11 * b10;
        let x310 = x287 + x309;
        let x311 = a11 * b11;
        let x312 = x288 + x311;
        let x313 = a11 * b12;
        let x314 = a12 * b0;
        let x315 = x292 + x314;
        let x316 = a12 * b1;
        let x317 = x294 + x316;
        let x318 = a12 * b2;
        let x319 = x296 + x318;
        let x320 = a12 * b3;
        let x321 = x298 + x320;
        let x322 = a12 * b4;
        let x323 = x300 + x322;
        let x324 = a12 * b5;
        let x325 = x302 + x324;
        let x326 = a12 * b6;
        let x327 = x304 + x326;
        let x328 = a12 * b7;
        let x329 = x306 + x328;
        let x330 = a12 * b8;
        let x331 = x308 + x330;
        let x332 = a12 * b9;
        let x333 = x310 + x332;
        let x334 = a12 * b10;
        let x335 = x312 + x334;
        let x336 = a12 * b11;
        let x337 = x313 + x336;
        let x338 = a12 * b12;
        let (x339, y339) = split::<24>(x338);
        let x340 = x339 << 6;
        let x341 = x290 + x340;
        let x342 = x315 + y339;
        let (x343, y343) = split::<22>(x338);
        let x344 = x343 << 8;
        let x345 = x342 - x344;
        let x346 = x317 - y343;
        let (x347, y347) = split::<18>(x338);
        let x348 = x347 << 12;
        let x349 = x319 + x348;
        let x350 = x321 + y347;
        let (x351, y351) = split::<16>(x338);
        let x352 = x351 << 14;
        let x353 = x350 + x352;
        let x354 = x323 + y351;
        let (x355, y355) = split::<24>(x337);
        let x356 = x355 << 6;
        let x357 = x265 + x356;
        let x358 = x341 + y355;
        let (x359, y359) = split::<22>(x337);
        let x360 = x359 << 8;
        let x361 = x358 - x360;
        let x362 = x345 - y359;
        let (x363, y363) = split::<18>(x337);
        let x364 = x363 << 12;
        let x365 = x346 + x364;
        let x366 = x349 + y363;
        let (x367, y367) = split::<16>(x337);
        let x368 = x367 << 14;
        let x369 = x366 + x368;
        let x370 = x353 + y367;
        let (x371, y371) = split::<24>(x335);
        let x372 = x371 << 6;
        let x373 = x240 + x372;
        let x374 = x357 + y371;
        let (x375, y375) = split::<22>(x335);
        let x376 = x375 << 8;
        let x377 = x374 - x376;
        let x378 = x361 - y375;
        let (x379, y379) = split::<18>(x335);
        let x380 = x379 << 12;
        let x381 = x362 + x380;
        let x382 = x365 + y379;
        let (x383, y383) = split::<16>(x335);
        let x384 = x383 << 14;
        let x385 = x382 + x384;
        let x386 = x369 + y383;
        let (x387, y387) = split::<24>(x333);
        let x388 = x387 << 6;
        let x389 = x215 + x388;
        let x390 = x373 + y387;
        let (x391, y391) = split::<22>(x333);
        let x392 = x391 << 8;
        let x393 = x390 - x392;
        let x394 = x377 - y391;
        let (x395, y395) = split::<18>(x333);
        let x396 = x395 << 12;
        let x397 = x378 + x396;
        let x398 = x381 + y395;
        let (x399, y399) = split::<16>(x333);
        let x400 = x399 << 14;
        let x401 = x398 + x400;
        let x402 = x385 + y399;
        let (x403, y403) = split::<24>(x331);
        let x404 = x403 << 6;
        let x405 = x190 + x404;
        let x406 = x389 + y403;
        let (x407, y407) = split::<22>(x331);
        let x408 = x407 << 8;
        let x409 = x406 - x408;
        let x410 = x393 - y407;
        let (x411, y411) = split::<18>(x331);
        let x412 = x411 << 12;
        let x413 = x394 + x412;
        let x414 = x397 + y411;
        let (x415, y415) = split::<16>(x331);
        let x416 = x415 << 14;
        let x417 = x414 + x416;
        let x418 = x401 + y415;
        let (x419, y419) = split::<24>(x329);
        let x420 = x419 << 6;
        let x421 = x165 + x420;
        let x422 = x405 + y419;
        let (x423, y423) = split::<22>(x329);
        let x424 = x423 << 8;
        let x425 = x422 - x424;
        let x426 = x409 - y423;
        let (x427, y427) = split::<18>(x329);
        let x428 = x427 << 12;
        let x429 = x410 + x428;
        let x430 = x413 + y427;
        let (x431, y431) = split::<16>(x329);
        let x432 = x431 << 14;
        let x433 = x430 + x432;
        let x434 = x417 + y431;
        let (x435, y435) = split::<24>(x327);
        let x436 = x435 << 6;
        let x437 = x140 + x436;
        let x438 = x421 + y435;
        let (x439, y439) = split::<22>(x327);
        let x440 = x439 << 8;
        let x441 = x438 - x440;
        let x442 = x425 - y439;
        let (x443, y443) = split::<18>(x327);
        let x444 = x443 << 12;
        let x445 = x426 + x444;
        let x446 = x429 + y443;
        let (x447, y447) = split::<16>(x327);
        let x448 = x447 << 14;
        let x449 = x446 + x448;
        let x450 = x433 + y447;
        let (x451, y451) = split::<24>(x325);
        let x452 = x451 << 6;
        let x453 = x115 + x452;
        let x454 = x437 + y451;
        let (x455, y455) = split::<22>(x325);
        let x456 = x455 << 8;
        let x457 = x454 - x456;
        let x458 = x441 - y455;
        let (x459, y459) = split::<18>(x325);
        let x460 = x459 << 12;
        let x461 = x442 + x460;
        let x462 = x445 + y459;
        let (x463, y463) = split::<16>(x325);
        let x464 = x463 << 14;
        let x465 = x462 + x464;
        let x466 = x449 + y463;
        let (x467, y467) = split::<24>(x354);
        let x468 = x467 << 6;
        let x469 = x90 + x468;
        let x470 = x453 + y467;
        let (x471, y471) = split::<22>(x354);
        let x472 = x471 << 8;
        let x473 = x470 - x472;
        let x474 = x457 - y471;
        let (x475, y475) = split::<18>(x354);
        let x476 = x475 << 12;
        let x477 = x458 + x476;
        let x478 = x461 + y475;
        let (x479, y479) = split::<16>(x354);
        let x480 = x479 << 14;
        let x481 = x478 + x480;
        let x482 = x465 + y479;
        let (x483, y483) = split::<24>(x370);
        let x484 = x483 << 6;
        let x485 = x65 + x484;
        let x486 = x469 + y483;
        let (x487, y487) = split::<22>(x370);
        let x488 = x487 << 8;
        let x489 = x486 - x488;
        let x490 = x473 - y487;
        let (x491, y491) = split::<18>(x370);
        let x492 = x491 << 12;
        let x493 = x474 + x492;
        let x494 = x477 + y491;
        let (x495, y495) = split::<16>(x370);
        let x496 = x495 << 14;
        let x497 = x494 + x496;
        let x498 = x481 + y495;
        let (x499, y499) = split::<24>(x386);
        let x500 = x499 << 6;
        let x501 = x40 + x500;
        let x502 = x485 + y499;
        let (x503, y503) = split::<22>(x386);
        let x504 = x503 << 8;
        let x505 = x502 - x504;
        let x506 = x489 - y503;
        let (x507, y507) = split::<18>(x386);
        let x508 = x507 << 12;
        let x509 = x490 + x508;
        let x510 = x493 + y507;
        let (x511, y511) = split::<16>(x386);
        let x512 = x511 << 14;
        let x513 = x510 + x512;
        let x514 = x497 + y511;
        let (x515, y515) = split::<24>(x402);
        let x516 = x515 << 6;
        let x517 = x26 + x516;
        let x518 = x501 + y515;
        let (x519, y519) = split::<22>(x402);
        let x520 = x519 << 8;
        let x521 = x518 - x520;
        let x522 = x505 - y519;
        let (x523, y523) = split::<18>(x402);
        let x524 = x523 << 12;
        let x525 = x506 + x524;
        let x526 = x509 + y523;
        let (x527, y527) = split::<16>(x402);
        let x528 = x527 << 14;
        let x529 = x526 + x528;
        let x530 = x513 + y527;
        let (x531, y531) = carry::<30>(x434);
        let x532 = x418 + y531;
        let (x533, y533) = carry::<30>(x532);
        let (x534, y534) = split::<24>(y533);
        let x535 = x534 << 6;
        let x536 = x517 + x535;
        let x537 = x521 + y534;
        let (x538, y538) = split::<22>(y533);
        let x539 = x538 << 8;
        let x540 = x537 - x539;
        let x541 = x522 - y538;
        let (x542, y542) = split::<18>(y533);
        let x543 = x542 << 12;
        let x544 = x525 + x543;
        let x545 = x529 + y542;
        let (x546, y546) = split::<16>(y533);
        let x547 = x546 << 14;
        let x548 = x545 + x547;
        let x549 = x530 + y546;
        let (x550, y550) = carry::<30>(x536);
        let x551 = x540 + y550;
        let (x552, y552) = carry::<30>(x551);
        let x553 = x541 + y552;
        let (x554, y554) = carry::<30>(x553);
        let x555 = x544 + y554;
        let (x556, y556) = carry::<30>(x555);
        let x557 = x548 + y556;
        let (x558, y558) = carry::<30>(x557);
        let x559 = x549 + y558;
        let (x560, y560) = carry::<30>(x559);
        let x561 = x514 + y560;
        let (x562, y562) = carry::<30>(x561);
        let x563 = x498 + y562;
        let (x564, y564) = carry::<30>(x563);
        let x565 = x482 + y564;
        let (x566, y566) = carry::<30>(x565);
        let x567 = x466 + y566;
        let (x568, y568) = carry::<30>(x567);
        let x569 = x450 + y568;
        let (x570, y570) = carry::<30>(x569);
        let x571 = x531 + y570;
        let (x572, y572) = carry::<30>(x571);
        let x573 = x533 + y572;
        [
            x550, x552, x554, x556, x558, x560, x562, x564,
            x566, x568, x570, x572, x573,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sqr(a: &[u64; 13]) -> [u64; 13] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12,
        ] = a.map(|word| word as i64);
        let x13 = a0 * a0;
        let x14 = a0 << 1;
        let x15 = x14 * a1;
        let x16 = x14 * a2;
        let x17 = x14 * a3;
        let x18 = x14 * a4;
        let x19 = x14 * a5;
        let x20 = x14 * a6;
        let x21 = x14 * a7;
        let x22 = x14 * a8;
        let x23 = x14 * a9;
        let x24 = x14 * a10;
        let x25 = x14 * a11;
        let x26 = x14 * a12;
        let x27 = a1 * a1;
        let x28 = x16 + x27;
        let x29 = a1 << 1;
        let x30 = x29 * a2;
        let x31 = x17 + x30;
        let x32 = x29 * a3;
        let x33 = x18 + x32;
        let x34 = x29 * a4;
        let x35 = x19 + x34;
        let x36 = x29 * a5;
        let x37 = x20 + x36;
        let x38 = x29 * a6;
        let x39 = x21 + x38;
        let x40 = x29 * a7;
        let x41 = x22 + x40;
        let x42 = x29 * a8;
        let x43 = x23 + x42;
        let x44 = x29 * a9;
        let x45 = x24 + x44;
        let x46 = x29 * a10;
        let x47 = x25 + x46;
        let x48 = x29 * a11;
        let x49 = x26 + x48;
        let x50 = x29 * a12;
        let x51 = a2 * a2;
        let x52 = x33 + x51;
        let x53 = a2 << 1;
        let x54 = x53 * a3;
        let x55 = x35 + x54;
        let x56 = x53 * a4;
        let x57 = x37 + x56;
        let x58 = x53 * a5;
        let x59 = x39 + x58;
        let x60 = x53 * a6;
        let x61 = x41 + x60;
        let x62 = x53 * a7;
        let x63 = x43 + x62;
        let x64 = x53 * a8;
        let x65 = x45 + x64;
        let x66 = x53 * a9;
        let x67 = x47 + x66;
        let x68 = x53 * a10;
        let x69 = x49 + x68;
        let x70 = x53 * a11;
        let x71 = x50 + x70;
        let x72 = x53 * a12;
        let x73 = a3 * a3;
        let x74 = x57 + x73;
        let x75 = a3 << 1;
        let x76 = x75 * a4;
        let x77 = x59 + x76;
        let x78 = x75 * a5;
        let x79 = x61 + x78;
        let x80 = x75 * a6;
        let x81 = x63 + x80;
        let x82 = x75 * a7;
        let x83 = x65 + x82;
        let x84 = x75 * a8;
        let x85 = x67 + x84;
        let x86 = x75 * a9;
        let x87 = x69 + x86;
        let x88 = x75 * a10;
        let x89 = x71 + x88;
        let x90 = x75 * a11;
        let x91 = x72 + x90;
        let x92 = x75 * a12;
        let x93 = a4 * a4;
        let x94 = x79 + x93;
        let x95 = a4 << 1;
        let x96 = x95 * a5;
        let x97 = x81 + x96;
        let x98 = x95 * a6;
        let x99 = x83 + x98;
        let x100 = x95 * a7;
        let x101 = x85 + x100;
        let x102 = x95 * a8;
        let x103 = x87 + x102;
        let x104 = x95 * a9;
        let x105 = x89 + x104;
        let x106 = x95 * a10;
        let x107 = x91 + x106;
        let x108 = x95 * a11;
        let x109 = x92 + x108;
        let x110 = x95 * a12;
        let x111 = a5 * a5;
        let x112 = x99 + x111;
        let x113 = a5 << 1;
        let x114 = x113 * a6;
        let x115 = x101 + x114;
        let x116 = x113 * a7;
        let x117 = x103 + x116;
        let x118 = x113 * a8;
        let x119 = x105 + x118;
        let x120 = x113 * a9;
        let x121 = x107 + x120;
        let x122 = x113 * a10;
        let x123 = x109 + x122;
        let x124 = x113 * a11;
        let x125 = x110 + x124;
        let x126 = x113 * a12;
        let x127 = a6 * a6;
        let x128 = x117 + x127;
        let x129 = a6 << 1;
        let x130 = x129 * a7;
        let x131 = x119 + x130;
        let x132 = x129 * a8;
        let x133 = x121 + x132;
        let x134 = x129 * a9;
        let x135 = x123 + x134;
        let x136 = x129 * a10;
        let x137 = x125 + x136;
        let x138 = x129 * a11;
        let x139 = x126 + x138;
        let x140 = x129 * a12;
        let x141 = a7 * a7;
        let x142 = x133 + x141;
        let x143 = a7 << 1;
        let x144 = x143 * a8;
        let x145 = x135 + x144;
        let x146 = x143 * a9;
        let x147 = x137 + x146;
        let x148 = x143 * a10;
        let x149 = x139 + x148;
        let x150 = x143 * a11;
        let x151 = x140 + x150;
        let x152 = x143 * a12;
        let x153 = a8 * a8;
        let x154 = x147 + x153;
        let x155 = a8 << 1;
        let x156 = x155 * a9;
        let x157 = x149 + x156;
        let x158 = x155 * a10;
        let x159 = x151 + x158;
        let x160 = x155 * a11;
        let x161 = x152 + x160;
        let x162 = x155 * a12;
        let x163 = a9 * a9;
        let x164 = x159 + x163;
        let x165 = a9 << 1;
        let x166 = x165 * a10;
        let x167 = x161 + x166;
        let x168 = x165 * a11;
        let x169 = x162 + x168;
        let x170 = x165 * a12;
        let x171 = a10 * a10;
        let x172 = x169 + x171;
        let x173 = a10 << 1;
        let x174 = x173 * a11;
        let x175 = x170 + x174;
        let x176 = x173 * a12;
        let x177 = a11 * a11;
        let x178 = x176 + x177;
        let x179 = a11 << 1;
        let x180 = x179 * a12;
        let x181 = a12 * a12;
        let (x182, y182) = split::<24>(x181);
        let x183 = x182 << 6;
        let x184 = x115 + x183;
        let x185 = x128 + y182;
        let (x186, y186) = split::<22>(x181);
        let x187 = x186 << 8;
        let x188 = x185 - x187;
        let x189 = x131 - y186;
        let (x190, y190) = split::<18>(x181);
        let x191 = x190 << 12;
        let x192 = x142 + x191;
        let x193 = x145 + y190;
        let (x194, y194) = split::<16>(x181);
        let x195 = x194 << 14;
        let x196 = x193 + x195;
        let x197 = x154 + y194;
        let (x198, y198) = split::<24>(x180);
        let x199 = x198 << 6;
        let x200 = x112 + x199;
        let x201 = x184 + y198;
        let (x202, y202) = split::<22>(x180);
        let x203 = x202 << 8;
        let x204 = x201 - x203;
        let x205 = x188 - y202;
        let (x206, y206) = split::<18>(x180);
        let x207 = x206 << 12;
        let x208 = x189 + x207;
        let x209 = x192 + y206;
        let (x210, y210) = split::<16>(x180);
        let x211 = x210 << 14;
        let x212 = x209 + x211;
        let x213 = x196 + y210;
        let (x214, y214) = split::<24>(x178);
        let x215 = x214 << 6;
        let x216 = x97 + x215;
        let x217 = x200 + y214;
        let (x218, y218) = split::<22>(x178);
        let x219 = x218 << 8;
        let x220 = x217 - x219;
        let x221 = x204 - y218;
        let (x222, y222) = split::<18>(x178);
        let x223 = x222 << 12;
        let x224 = x205 + x223;
        let x225 = x208 + y222;
        let (x226, y226) = split::<16>(x178);
        let x227 = x226 << 14;
        let x228 = x225 + x227;
        let x229 = x212 + y226;
        let (x230, y230) = split::<24>(x175);
        let x231 = x230 << 6;
        let x232 = x94 + x231;
        let x233 = x216 + y230;
        let (x234, y234) = split::<22>(x175);
        let x235 = x234 << 8;
        let x236 = x233 - x235;
        let x237 = x220 - y234;
        let (x238, y238) = split::<18>(x175);
        let x239 = x238 << 12;
        let x240 = x221 + x239;
        let x241 = x224 + y238;
        let (x242, y242) = split::<16>(x175);
        let x243 = x242 << 14;
        let x244 = x241 + x243;
        let x245 = x228 + y242;
        let (x246, y246) = split::<24>(x172);
        let x247 = x246 << 6;
        let x248 = x77 + x247;
        let x249 = x232 + y246;
        let (x250, y250) = split::<22>(x172);
        let x251 = x250 << 8;
        let x252 = x249 - x251;
        let x253 = x236 - y250;
        let (x254, y254) = split::<18>(x172);
        let x255 = x254 << 12;
        let x256 = x237 + x255;
        let x257 = x240 + y254;
        let (x258, y258) = split::<16>(x172);
        let x259 = x258 << 14;
        let x260 = x257 + x259;
        let x261 = x244 + y258;
        let (x262, y262) = split::<24>(x167);
        let x263 = x262 << 6;
        let x264 = x74 + x263;
        let x265 = x248 + y262;
        let (x266, y266) = split::<22>(x167);
        let x267 = x266 << 8;
        let x268 = x265 - x267;
        let x269 = x252 - y266;
        let (x270, y270) = split::<18>(x167);
        let x271 = x270 << 12;
        let x272 = x253 + x271;
        let x273 = x256 + y270;
        let (x274, y274) = split::<16>(x167);
        let x275 = x274 << 14;
        let x276 = x273 + x275;
        let x277 = x260 + y274;
        let (x278, y278) = split::<24>(x164);
        let x279 = x278 << 6;
        let x280 = x55 + x279;
        let x281 = x264 + y278;
        let (x282, y282) = split::<22>(x164);
        let x283 = x282 << 8;
        let x284 = x281 - x283;
        let x285 = x268 - y282;
        let (x286, y286) = split::<18>(x164);
        let x287 = x286 << 12;
        let x288 = x269 + x287;
        let x289 = x272 + y286;
        let (x290, y290) = split::<16>(x164);
        let x291 = x290 << 14;
        let x292 = x289 + x291;
        let x293 = x276 + y290;
        let (x294, y294) = split::<24>(x157);
        let x295 = x294 << 6;
        let x296 = x52 + x295;
        let x297 = x280 + y294;
        let (x298, y298) = split::<22>(x157);
        let x299 = x298 << 8;
        let x300 = x297 - x299;
        let x301 = x284 - y298;
        let (x302, y302) = split::<18>(x157);
        let x303 = x302 << 12;
        let x304 = x285 + x303;
        let x305 = x288 + y302;
        let (x306, y306) = split::<16>(x157);
        let x307 = x306 << 14;
        let x308 = x305 + x307;
        let x309 = x292 + y306;
        let (x310, y310) = split::<24>(x197);
        let x311 = x310 << 6;
        let x312 = x31 + x311;
        let x313 = x296 + y310;
        let (x314, y314) = split::<22>(x197);
        let x315 = x314 << 8;
        let x316 = x313 - x315;
        let x317 = x300 - y314;
        let (x318, y318) = split::<18>(x197);
        let x319 = x318 << 12;
        let x320 = x301 + x319;
        let x321 = x304 + y318;
        let (x322, y322) = split::<16>(x197);
        let x323 = x322 << 14;
        let x324 = x321 + x323;
        let x325 = x308 + y322;
        let (x326, y326) = split::<24>(x213);
        let x327 = x326 << 6;
        let x328 = x28 + x327;
        let x329 = x312 + y326;
        let (x330, y330) = split::<22>(x213);
        let x331 = x330 << 8;
        let x332 = x329 - x331;
        let x333 = x316 - y330;
        let (x334, y334) = split::<18>(x213);
        let x335 = x334 << 12;
        let x336 = x317 + x335;
        let x337 = x320 + y334;
        let (x338, y338) = split::<16>(x213);
        let x339 = x338 << 14;
        let x340 = x337 + x339;
        let x341 = x324 + y338;
        let (x342, y342) = split::<24>(x229);
        let x343 = x342 << 6;
        let x344 = x15 + x343;
        let x345 = x328 + y342;
        let (x346, y346) = split::<22>(x229);
        let x347 = x346 << 8;
        let x348 = x345 - x347;
        let x349 = x332 - y346;
        let (x350, y350) = split::<18>(x229);
        let x351 = x350 << 12;
        let x352 = x333 + x351;
        let x353 = x336 + y350;
        let (x354, y354) = split::<16>(x229);
        let x355 = x354 << 14;
        let x356 = x353 + x355;
        let x357 = x340 + y354;
        let (x358, y358) = split::<24>(x245);
        let x359 = x358 << 6;
        let x360 = x13 + x359;
        let x361 = x344 + y358;
        let (x362, y362) = split::<22>(x245);
        let x363 = x362 << 8;
        let x364 = x361 - x363;
        let x365 = x348 - y362;
        let (x366, y366) = split::<18>(x245);
        let x367 = x366 << 12;
        let x368 = x349 + x367;
        let x369 = x352 + y366;
        let (x370, y370) = split::<16>(x245);
        let x371 = x370 << 14;
        let x372 = x369 + x371;
        let x373 = x356 + y370;
        let (x374, y374) = carry::<30>(x277);
        let x375 = x261 + y374;
        let (x376, y376) = carry::<30>(x375);
        let (x377, y377) = split::<24>(y376);
        let x378 = x377 << 6;
        let x379 = x360 + x378;
        let x380 = x364 + y377;
        let (x381, y381) = split::<22>(y376);
        let x382 = x381 << 8;
        let x383 = x380 - x382;
        let x384 = x365 - y381;
        let (x385, y385) = split::<18>(y376);
        let x386 = x385 << 12;
        let x387 = x368 + x386;
        let x388 = x372 + y385;
        let (x389, y389) = split::<16>(y376);
        let x390 = x389 << 14;
        let x391 = x388 + x390;
        let x392 = x373 + y389;
        let (x393, y393) = carry::<30>(x379);
        let x394 = x383 + y393;
        let (x395, y395) = carry::<30>(x394);
        let x396 = x384 + y395;
        let (x397, y397) = carry::<30>(x396);
        let x398 = x387 + y397;
        let (x399, y399) = carry::<30>(x398);
        let x400 = x391 + y399;
        let (x401, y401) = carry::<30>(x400);
        let x402 = x392 + y401;
        let (x403, y403) = carry::<30>(x402);
        let x404 = x357 + y403;
        let (x405, y405) = carry::<30>(x404);
        let x406 = x341 + y405;
        let (x407, y407) = carry::<30>(x406);
        let x408 = x325 + y407;
        let (x409, y409) = carry::<30>(x408);
        let x410 = x309 + y409;
        let (x411, y411) = carry::<30>(x410);
        let x412 = x293 + y411;
        let (x413, y413) = carry::<30>(x412);
        let x414 = x374 + y413;
        let (x415, y415) = carry::<30>(x414);
        let x416 = x376 + y415;
        [
            x393, x395, x397, x399, x401, x403, x405, x407,
            x409, x411, x413, x415, x416,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn add(a: &[u64; 13], b: &[u64; 13]) -> [u64; 13] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12,
        ] = a.map(|word| word as i64);
        let [
            b0, b1, b2, b3, b4, b5, b6, b7,
            b8, b9, b10, b11, b12,
        ] = b.map(|word| word as i64);
        let x26 = a0 + b0;
        let x27 = a1 + b1;
        let x28 = a2 + b2;
        let x29 = a3 + b3;
        let x30 = a4 + b4;
        let x31 = a5 + b5;
        let x32 = a6 + b6;
        let x33 = a7 + b7;
        let x34 = a8 + b8;
        let x35 = a9 + b9;
        let x36 = a10 + b10;
        let x37 = a11 + b11;
        let x38 = a12 + b12;
        let (x39, y39) = carry::<30>(x37);
        let x40 = x38 + y39;
        let (x41, y41) = carry::<30>(x40);
        let (x42, y42) = split::<24>(y41);
        let x43 = x42 << 6;
        let x44 = x26 + x43;
        let x45 = x27 + y42;
        let (x46, y46) = split::<22>(y41);
        let x47 = x46 << 8;
        let x48 = x45 - x47;
        let x49 = x28 - y46;
        let (x50, y50) = split::<18>(y41);
        let x51 = x50 << 12;
        let x52 = x29 + x51;
        let x53 = x30 + y50;
        let (x54, y54) = split::<16>(y41);
        let x55 = x54 << 14;
        let x56 = x53 + x55;
        let x57 = x31 + y54;
        let (x58, y58) = carry::<30>(x44);
        let x59 = x48 + y58;
        let (x60, y60) = carry::<30>(x59);
        let x61 = x49 + y60;
        let (x62, y62) = carry::<30>(x61);
        let x63 = x52 + y62;
        let (x64, y64) = carry::<30>(x63);
        let x65 = x56 + y64;
        let (x66, y66) = carry::<30>(x65);
        let x67 = x57 + y66;
        let (x68, y68) = carry::<30>(x67);
        let x69 = x32 + y68;
        let (x70, y70) = carry::<30>(x69);
        let x71 = x33 + y70;
        let (x72, y72) = carry::<30>(x71);
        let x73 = x34 + y72;
        let (x74, y74) = carry::<30>(x73);
        let x75 = x35 + y74;
        let (x76, y76) = carry::<30>(x75);
        let x77 = x36 + y76;
        let (x78, y78) = carry::<30>(x77);
        let x79 = x39 + y78;
        let (x80, y80) = carry::<30>(x79);
        let x81 = x41 + y80;
        [
            x58, x60, x62, x64, x66, x68, x70, x72,
            x74, x76, x78, x80, x81,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sub(a: &[u64; 13], b: &[u64; 13]) -> [u64; 13] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12,
        ] = a.map(|word| word as i64);
        let [
            b0, b1, b2, b3, b4, b5, b6, b7,
            b8, b9, b10, b11, b12,
        ] = b.map(|word| word as i64);
        let x26 = a0 - b0;
        let x27 = a1 - b1;
        let x28 = a2 - b2;
        let x29 = a3 - b3;
        let x30 = a4 - b4;
        let x31 = a5 - b5;
        let x32 = a6 - b6;
        let x33 = a7 - b7;
        let x34 = a8 - b8;
        let x35 = a9 - b9;
        let x36 = a10 - b10;
        let x37 = a11 - b11;
        let x38 = a12 - b12;
        let (x39, y39) = carry::<30>(x37);
        let x40 = x38 + y39;
        let (x41, y41) = carry::<30>(x40);
        let (x42, y42) = split::<24>(y41);
        let x43 = x42 << 6;
        let x44 = x26 + x43;
        let x45 = x27 + y42;
        let (x46, y46) = split::<22>(y41);
        let x47 = x46 << 8;
        let x48 = x45 - x47;
        let x49 = x28 - y46;
        let (x50, y50) = split::<18>(y41);
        let x51 = x50 << 12;
        let x52 = x29 + x51;
        let x53 = x30 + y50;
        let (x54, y54) = split::<16>(y41);
        let x55 = x54 << 14;
        let x56 = x53 + x55;
        let x57 = x31 + y54;
        let (x58, y58) = carry::<30>(x44);
        let x59 = x48 + y58;
        let (x60, y60) = carry::<30>(x59);
        let x61 = x49 + y60;
        let (x62, y62) = carry::<30>(x61);
        let x63 = x52 + y62;
        let (x64, y64) = carry::<30>(x63);
        let x65 = x56 + y64;
        let (x66, y66) = carry::<30>(x65);
        let x67 = x57 + y66;
        let (x68, y68) = carry::<30>(x67);
        let x69 = x32 + y68;
        let (x70, y70) = carry::<30>(x69);
        let x71 = x33 + y70;
        let (x72, y72) = carry::<30>(x71);
        let x73 = x34 + y72;
        let (x74, y74) = carry::<30>(x73);
        let x75 = x35 + y74;
        let (x76, y76) = carry::<30>(x75);
        let x77 = x36 + y76;
        let (x78, y78) = carry::<30>(x77);
        let x79 = x39 + y78;
        let (x80, y80) = carry::<30>(x79);
        let x81 = x41 + y80;
        [
            x58, x60, x62, x64, x66, x68, x70, x72,
            x74, x76, x78, x80, x81,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn neg(a: &[u64; 13]) -> [u64; 13] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12,
        ] = a.map(|word| word as i64);
        let x14 = 0 - a0;
        let x15 = 0 - a1;
        let x16 = 0 - a2;
        let x17 = 0 - a3;
        let x18 = 0 - a4;
        let x19 = 0 - a5;
        let x20 = 0 - a6;
        let x21 = 0 - a7;
        let x22 = 0 - a8;
        let x23 = 0 - a9;
        let x24 = 0 - a10;
        let x25 = 0 - a11;
        let x26 = 0 - a12;
        [
            x14, x15, x16, x17, x18, x19, x20, x21,
            x22, x23, x24, x25, x26,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn encode(plain: &[u64; 13]) -> [u64; 13] {
        let [
            plain0, plain1, plain2, plain3, plain4, plain5, _, _,
            _, _, _, _, _,
        ] = *plain;
        let x14 = plain0 & 0x0000_0000_3fff_ffff;
        let x15 = plain0 >> 30;
        let x16 = x15 & 0x0000_0000_3fff_ffff;
        let x17 = x15 >> 30;
        let x19 = plain1 & 0x0000_0000_03ff_ffff;
        let x20 = plain1 >> 26;
        let x21 = x19 << 4;
        let x22 = x17 + x21;
        let x23 = x20 & 0x0000_0000_3fff_ffff;
        let x24 = x20 >> 30;
        let x26 = plain2 & 0x0000_0000_003f_ffff;
        let x27 = plain2 >> 22;
        let x28 = x26 << 8;
        let x29 = x24 + x28;
        let x30 = x27 & 0x0000_0000_3fff_ffff;
        let x31 = x27 >> 30;
        let x33 = plain3 & 0x0000_0000_0003_ffff;
        let x34 = plain3 >> 18;
        let x35 = x33 << 12;
        let x36 = x31 + x35;
        let x37 = x34 & 0x0000_0000_3fff_ffff;
        let x38 = x34 >> 30;
        let x40 = plain4 & 0x0000_0000_0000_3fff;
        let x41 = plain4 >> 14;
        let x42 = x40 << 16;
        let x43 = x38 + x42;
        let x44 = x41 & 0x0000_0000_3fff_ffff;
        let x45 = x41 >> 30;
        let x47 = plain5 & 0x0000_0000_0000_03ff;
        let x48 = plain5 >> 10;
        let x49 = x47 << 20;
        let x50 = x45 + x49;
        let x51 = x48 & 0x0000_0000_3fff_ffff;
        let x52 = x48 >> 30;
        let (x53, y53) = carry::<30>(x14 as i64);
        let x54 = x16 as i64 + y53;
        let (x55, y55) = carry::<30>(x54);
        let x56 = x22 as i64 + y55;
        let (x57, y57) = carry::<30>(x56);
        let x58 = x23 as i64 + y57;
        let (x59, y59) = carry::<30>(x58);
        let x60 = x29 as i64 + y59;
        let (x61, y61) = carry::<30>(x60);
        let x62 = x30 as i64 + y61;
        let (x63, y63) = carry::<30>(x62);
        let x64 = x36 as i64 + y63;
        let (x65, y65) = carry::<30>(x64);
        let x66 = x37 as i64 + y65;
        let (x67, y67) = carry::<30>(x66);
        let x68 = x43 as i64 + y67;
        let (x69, y69) = carry::<30>(x68);
        let x70 = x44 as i64 + y69;
        let (x71, y71) = carry::<30>(x70);
        let x72 = x50 as i64 + y71;
        let (x73, y73) = carry::<30>(x72);
        let x74 = x51 as i64 + y73;
        let (x75, y75) = carry::<30>(x74);
        let x76 = x52 as i64 + y75;
        [
            x53, x55, x57, x59, x61, x63, x65, x67,
            x69, x71, x73, x75, x76,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn decode(a: &[u64; 13]) -> [u64; 13] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12,
        ] = a.map(|word| word as i64);
        let (x13, y13) = split::<30>(a0);
        let x14 = a1 + y13;
        let (x15, y15) = split::<30>(x14);
        let x16 = a2 + y15;
        let (x17, y17) = split::<30>(x16);
        let x18 = a3 + y17;
        let (x19, y19) = split::<30>(x18);
        let x20 = a4 + y19;
        let (x21, y21) = split::<30>(x20);
        let x22 = a5 + y21;
        let (x23, y23) = split::<30>(x22);
        let x24 = a6 + y23;
        let (x25, y25) = split::<30>(x24);
        let x26 = a7 + y25;
        let (x27, y27) = split::<30>(x26);
        let x28 = a8 + y27;
        let (x29, y29) = split::<30>(x28);
        let x30 = a9 + y29;
        let (x31, y31) = split::<30>(x30);
        let x32 = a10 + y31;
        let (x33, y33) = split::<30>(x32);
        let x34 = a11 + y33;
        let (x35, y35) = split::<30>(x34);
        let x36 = a12 + y35;
        let x39 = x36 * 0x0000_0000_8000_0000;
        let x40 = x39 - 0x0000_0000_2000_0005;
        let (_, y41) = split::<55>(x40);
        let x43 = y41 * 0x0000_0000_3fff_ffff;
        let x44 = x13 - x43;
        let x46 = y41 * 3;
        let x47 = x15 - x46;
        let x49 = y41 * 0x0000_0000_3fff_ffc0;
        let x50 = x19 - x49;
        let x52 = y41 * 0x0000_0000_3fff_feff;
        let x53 = x21 - x52;
        let x54 = y41 * 0x0000_0000_3fff_ffff;
        let x55 = x23 - x54;
        let x56 = y41 * 0x0000_0000_3fff_ffff;
        let x57 = x25 - x56;
        let x58 = y41 * 0x0000_0000_3fff_ffff;
        let x59 = x27 - x58;
        let x60 = y41 * 0x0000_0000_3fff_ffff;
        let x61 = x29 - x60;
        let x62 = y41 * 0x0000_0000_3fff_ffff;
        let x63 = x31 - x62;
        let x64 = y41 * 0x0000_0000_3fff_ffff;
        let x65 = x33 - x64;
        let x66 = y41 * 0x0000_0000_3fff_ffff;
        let x67 = x35 - x66;
        let x69 = y41 * 0x0000_0000_00ff_ffff;
        let x70 = x36 - x69;
        let (x71, y71) = split::<30>(x44);
        let x72 = x47 + y71;
        let (x73, y73) = split::<30>(x72);
        let x74 = x17 + y73;
        let (x75, y75) = split::<30>(x74);
        let x76 = x50 + y75;
        let (x77, y77) = split::<30>(x76);
        let x78 = x53 + y77;
        let (x79, y79) = split::<30>(x78);
        let x80 = x55 + y79;
        let (x81, y81) = split::<30>(x80);
        let x82 = x57 + y81;
        let (x83, y83) = split::<30>(x82);
        let x84 = x59 + y83;
        let (x85, y85) = split::<30>(x84);
        let x86 = x61 + y85;
        let (x87, y87) = split::<30>(x86);
        let x88 = x63 + y87;
        let (x89, y89) = split::<30>(x88);
        let x90 = x65 + y89;
        let (x91, y91) = split::<30>(x90);
        let x92 = x67 + y91;
        let (x93, y93) = split::<30>(x92);
        let x94 = x70 + y93;
        let x96 = x71 + 1;
        let x98 = x73 + 0x0000_0000_3fff_fffc;
        let x99 = x75 + 0x0000_0000_3fff_ffff;
        let x101 = x77 + 0x0000_0000_0000_003f;
        let x103 = x79 + 0x0000_0000_0000_0100;
        let x105 = x94 + 0x0000_0000_3f00_0000;
        let (x106, y106) = split::<30>(x96);
        let x107 = x98 + y106;
        let (x108, y108) = split::<30>(x107);
        let x109 = x99 + y108;
        let (x110, y110) = split::<30>(x109);
        let x111 = x101 + y110;
        let (x112, y112) = split::<30>(x111);
        let x113 = x103 + y112;
        let (x114, y114) = split::<30>(x113);
        let x115 = x81 + y114;
        let (x116, y116) = split::<30>(x115);
        let x117 = x83 + y116;
        let (x118, y118) = split::<30>(x117);
        let x119 = x85 + y118;
        let (x120, y120) = split::<30>(x119);
        let x121 = x87 + y120;
        let (x122, y122) = split::<30>(x121);
        let x123 = x89 + y122;
        let (x124, y124) = split::<30>(x123);
        let x125 = x91 + y124;
        let (x126, y126) = split::<30>(x125);
        let x127 = x93 + y126;
        let (x128, y128) = split::<30>(x127);
        let x129 = x105 + y128;
        let (x130, y130) = split::<30>(x129);
        let x131 = mask(y130 as u64);
        let x132 = select(x131, x106 as u64, x71 as u64);
        let x133 = select(x131, x108 as u64, x73 as u64);
        let x134 = select(x131, x110 as u64, x75 as u64);
        let x135 = select(x131, x112 as u64, x77 as u64);
        let x136 = select(x131, x114 as u64, x79 as u64);
        let x137 = select(x131, x116 as u64, x81 as u64);
        let x138 = select(x131, x118 as u64, x83 as u64);
        let x139 = select(x131, x120 as u64, x85 as u64);
        let x140 = select(x131, x122 as u64, x87 as u64);
        let x141 = select(x131, x124 as u64, x89 as u64);
        let x142 = select(x131, x126 as u64, x91 as u64);
        let x143 = select(x131, x128 as u64, x93 as u64);
        let x144 = select(x131, x130 as u64, x94 as u64);
        let x145 = x133 << 30;
        let x146 = x132 + x145;
        let x147 = x134 << 60;
        let x148 = x146 + x147;
        let x149 = x134 >> 4;
        let x150 = x135 << 26;
        let x151 = x149 + x150;
        let x152 = x136 << 56;
        let x153 = x151 + x152;
        let x154 = x136 >> 8;
        let x155 = x137 << 22;
        let x156 = x154 + x155;
        let x157 = x138 << 52;
        let x158 = x156 + x157;
        let x159 = x138 >> 12;
        let x160 = x139 << 18;
        let x161 = x159 + x160;
        let x162 = x140 << 48;
        let x163 = x161 + x162;
        let x164 = x140 >> 16;
        let x165 = x141 << 14;
        let x166 = x164 + x165;
        let x167 = x142 << 44;
        let x168 = x166 + x167;
        let x169 = x142 >> 20;
        let x170 = x143 << 10;
        let x171 = x169 + x170;
        let x172 = x144 << 40;
        let x173 = x171 + x172;
        [
            x148, x153, x158, x163, x168, x173, 0, 0,
            0, 0, 0, 0, 0,
        ]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 13]) -> [u64; 13] {
        Self::decode(a)
    }
}
