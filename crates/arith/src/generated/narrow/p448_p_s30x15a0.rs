//! The prime `p448_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 30x15, 0 additions, reduce+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.3.
//! At rest the limbs are at most 0x20000000 away from zero, the top one 0x20000004.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 1.09 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 572 | 225 | 16 |
//! | sqr | `a * a` | rest | rest | 376 | 120 | 16 |
//! | add | `a + b` | rest | rest | 54 | 0 | 16 |
//! | sub | `a - b` | rest | rest | 54 | 0 | 16 |
//! | neg | `-a` | rest | rest | 15 | 0 | 0 |
//! | encode | `plain` | words | rest | 68 | 0 | 14 |
//! | decode | the least `a` | rest | words | 171 | 16 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, split};
use crate::word::{mask, select};

/// The prime `p448_p`, 15 signed limbs of 30 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P448PS30X15A0;

#[rustfmt::skip]
impl Prime for P448PS30X15A0 {
    type Limbs = [u64; 15];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P448P;
    const NAME: &'static str = "p448_p_s30x15a0";
    const BITS: usize = 448;
    const MODULUS: [u64; 15] = [
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_fffe_ffff_ffff,
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
        0,
    ];
    const ONE: [u64; 15] = [
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
        0,
        0,
    ];

    #[inline(never)]
    fn mul(a: &[u64; 15], b: &[u64; 15]) -> [u64; 15] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14,
        ] = a.map(|word| word as i64);
        let [
            b0, b1, b2, b3, b4, b5, b6, b7,
            b8, b9, b10, b11, b12, b13, b14,
        ] = b.map(|word| word as i64);
        let x30 = a0 * b0;
        let x31 = a0 * b1;
        let x32 = a0 * b2;
        let x33 = a0 * b3;
        let x34 = a0 * b4;
        let x35 = a0 * b5;
        let x36 = a0 * b6;
        let x37 = a0 * b7;
        let x38 = a0 * b8;
        let x39 = a0 * b9;
        let x40 = a0 * b10;
        let x41 = a0 * b11;
        let x42 = a0 * b12;
        let x43 = a0 * b13;
        let x44 = a0 * b14;
        let x45 = a1 * b0;
        let x46 = x31 + x45;
        let x47 = a1 * b1;
        let x48 = x32 + x47;
        let x49 = a1 * b2;
        let x50 = x33 + x49;
        let x51 = a1 * b3;
        let x52 = x34 + x51;
        let x53 = a1 * b4;
        let x54 = x35 + x53;
        let x55 = a1 * b5;
        let x56 = x36 + x55;
        let x57 = a1 * b6;
        let x58 = x37 + x57;
        let x59 = a1 * b7;
        let x60 = x38 + x59;
        let x61 = a1 * b8;
        let x62 = x39 + x61;
        let x63 = a1 * b9;
        let x64 = x40 + x63;
        let x65 = a1 * b10;
        let x66 = x41 + x65;
        let x67 = a1 * b11;
        let x68 = x42 + x67;
        let x69 = a1 * b12;
        let x70 = x43 + x69;
        let x71 = a1 * b13;
        let x72 = x44 + x71;
        let x73 = a1 * b14;
        let x74 = a2 * b0;
        let x75 = x48 + x74;
        let x76 = a2 * b1;
        let x77 = x50 + x76;
        let x78 = a2 * b2;
        let x79 = x52 + x78;
        let x80 = a2 * b3;
        let x81 = x54 + x80;
        let x82 = a2 * b4;
        let x83 = x56 + x82;
        let x84 = a2 * b5;
        let x85 = x58 + x84;
        let x86 = a2 * b6;
        let x87 = x60 + x86;
        let x88 = a2 * b7;
        let x89 = x62 + x88;
        let x90 = a2 * b8;
        let x91 = x64 + x90;
        let x92 = a2 * b9;
        let x93 = x66 + x92;
        let x94 = a2 * b10;
        let x95 = x68 + x94;
        let x96 = a2 * b11;
        let x97 = x70 + x96;
        let x98 = a2 * b12;
        let x99 = x72 + x98;
        let x100 = a2 * b13;
        let x101 = x73 + x100;
        let x102 = a2 * b14;
        let x103 = a3 * b0;
        let x104 = x77 + x103;
        let x105 = a3 * b1;
        let x106 = x79 + x105;
        let x107 = a3 * b2;
        let x108 = x81 + x107;
        let x109 = a3 * b3;
        let x110 = x83 + x109;
        let x111 = a3 * b4;
        let x112 = x85 + x111;
        let x113 = a3 * b5;
        let x114 = x87 + x113;
        let x115 = a3 * b6;
        let x116 = x89 + x115;
        let x117 = a3 * b7;
        let x118 = x91 + x117;
        let x119 = a3 * b8;
        let x120 = x93 + x119;
        let x121 = a3 * b9;
        let x122 = x95 + x121;
        let x123 = a3 * b10;
        let x124 = x97 + x123;
        let x125 = a3 * b11;
        let x126 = x99 + x125;
        let x127 = a3 * b12;
        let x128 = x101 + x127;
        let x129 = a3 * b13;
        let x130 = x102 + x129;
        let x131 = a3 * b14;
        let x132 = a4 * b0;
        let x133 = x106 + x132;
        let x134 = a4 * b1;
        let x135 = x108 + x134;
        let x136 = a4 * b2;
        let x137 = x110 + x136;
        let x138 = a4 * b3;
        let x139 = x112 + x138;
        let x140 = a4 * b4;
        let x141 = x114 + x140;
        let x142 = a4 * b5;
        let x143 = x116 + x142;
        let x144 = a4 * b6;
        let x145 = x118 + x144;
        let x146 = a4 * b7;
        let x147 = x120 + x146;
        let x148 = a4 * b8;
        let x149 = x122 + x148;
        let x150 = a4 * b9;
        let x151 = x124 + x150;
        let x152 = a4 * b10;
        let x153 = x126 + x152;
        let x154 = a4 * b11;
        let x155 = x128 + x154;
        let x156 = a4 * b12;
        let x157 = x130 + x156;
        let x158 = a4 * b13;
        let x159 = x131 + x158;
        let x160 = a4 * b14;
        let x161 = a5 * b0;
        let x162 = x135 + x161;
        let x163 = a5 * b1;
        let x164 = x137 + x163;
        let x165 = a5 * b2;
        let x166 = x139 + x165;
        let x167 = a5 * b3;
        let x168 = x141 + x167;
        let x169 = a5 * b4;
        let x170 = x143 + x169;
        let x171 = a5 * b5;
        let x172 = x145 + x171;
        let x173 = a5 * b6;
        let x174 = x147 + x173;
        let x175 = a5 * b7;
        let x176 = x149 + x175;
        let x177 = a5 * b8;
        let x178 = x151 + x177;
        let x179 = a5 * b9;
        let x180 = x153 + x179;
        let x181 = a5 * b10;
        let x182 = x155 + x181;
        let x183 = a5 * b11;
        let x184 = x157 + x183;
        let x185 = a5 * b12;
        let x186 = x159 + x185;
        let x187 = a5 * b13;
        let x188 = x160 + x187;
        let x189 = a5 * b14;
        let x190 = a6 * b0;
        let x191 = x164 + x190;
        let x192 = a6 * b1;
        let x193 = x166 + x192;
        let x194 = a6 * b2;
        let x195 = x168 + x194;
        let x196 = a6 * b3;
        let x197 = x170 + x196;
        let x198 = a6 * b4;
        let x199 = x172 + x198;
        let x200 = a6 * b5;
        let x201 = x174 + x200;
        let x202 = a6 * b6;
        let x203 = x176 + x202;
        let x204 = a6 * b7;
        let x205 = x178 + x204;
        let x206 = a6 * b8;
        let x207 = x180 + x206;
        let x208 = a6 * b9;
        let x209 = x182 + x208;
        let x210 = a6 * b10;
        let x211 = x184 + x210;
        let x212 = a6 * b11;
        let x213 = x186 + x212;
        let x214 = a6 * b12;
        let x215 = x188 + x214;
        let x216 = a6 * b13;
        let x217 = x189 + x216;
        let x218 = a6 * b14;
        let x219 = a7 * b0;
        let x220 = x193 + x219;
        let x221 = a7 * b1;
        let x222 = x195 + x221;
        let x223 = a7 * b2;
        let x224 = x197 + x223;
        let x225 = a7 * b3;
        let x226 = x199 + x225;
        let x227 = a7 * b4;
        let x228 = x201 + x227;
        let x229 = a7 * b5;
        let x230 = x203 + x229;
        let x231 = a7 * b6;
        let x232 = x205 + x231;
        let x233 = a7 * b7;
        let x234 = x207 + x233;
        let x235 = a7 * b8;
        let x236 = x209 + x235;
        let x237 = a7 * b9;
        let x238 = x211 + x237;
        let x239 = a7 * b10;
        let x240 = x213 + x239;
        let x241 = a7 * b11;
        let x242 = x215 + x241;
        let x243 = a7 * b12;
        let x244 = x217 + x243;
        let x245 = a7 * b13;
        let x246 = x218 + x245;
        let x247 = a7 * b14;
        let x248 = a8 * b0;
        let x249 = x222 + x248;
        let x250 = a8 * b1;
        let x251 = x224 + x250;
        let x252 = a8 * b2;
        let x253 = x226 + x252;
        let x254 = a8 * b3;
        let x255 = x228 + x254;
        let x256 = a8 * b4;
        let x257 = x230 + x256;
        let x258 = a8 * b5;
        let x259 = x232 + x258;
        let x260 = a8 * b6;
        let x261 = x234 + x260;
        let x262 = a8 * b7;
        let x263 = x236 + x262;
        let x264 = a8 * b8;
        let x265 = x238 + x264;
        let x266 = a8 * b9;
        let x267 = x240 + x266;
        let x268 = a8 * b10;
        let x269 = x242 + x268;
        let x270 = a8 * b11;
        let x271 = x244 + x270;
        let x272 = a8 * b12;
        let x273 = x246 + x272;
        let x274 = a8 * b13;
        let x275 = x247 + x274;
        let x276 = a8 * b14;
        let x277 = a9 * b0;
        let x278 = x251 + x277;
        let x279 = a9 * b1;
        let x280 = x253 + x279;
        let x281 = a9 * b2;
        let x282 = x255 + x281;
        let x283 = a9 * b3;
        let x284 = x257 + x283;
        let x285 = a9 * b4;
        let x286 = x259 + x285;
        let x287 = a9 * b5;
        let x288 = x261 + x287;
        let x289 = a9 * b6;
        let x290 = x263 + x289;
        let x291 = a9 * b7;
        let x292 = x265 + x291;
        let x293 = a9 * b8;
        let x294 = x267 + x293;
        let x295 = a9 * b9;
        let x296 = x269 + x295;
        let x297 = a9 * b10;
        let x298 = x271 + x297;
        let x299 = a9 * b11;
        let x300 = x273 + x299;
        let x301 = a9 * b12;
        let x302 = x275 + x301;
        let x303 = a9 * b13;
        let x304 = x276 + x303;
        let x305 = a9 * b14;
        let x306 = a10 * b0;
        let x307 = x280 + x306;
        let x308 = a10 * b1;
        let x309 = x282 + x308;
        let x310 = a10 * b2;
        let x311 = x284 + x310;
        let x312 = a10 * b3;
        let x313 = x286 + x312;
        let x314 = a10 * b4;
        let x315 = x288 + x314;
        let x316 = a10 * b5;
        let x317 = x290 + x316;
        let x318 = a10 * b6;
        let x319 = x292 + x318;
        let x320 = a10 * b7;
        let x321 = x294 + x320;
        let x322 = a10 * b8;
        let x323 = x296 + x322;
        let x324 = a10 * b9;
        let x325 = x298 + x324;
        let x326 = a10 * b10;
        let x327 = x300 + x326;
        let x328 = a10 * b11;
        let x329 = x302 + x328;
        let x330 = a10 * b12;
        let x331 = x304 + x330;
        let x332 = a10 * b13;
        let x333 = x305 + x332;
        let x334 = a10 * b14;
        let x335 = a11 * b0;
        let x336 = x309 + x335;
        let x337 = a11 * b1;
        let x338 = x311 + x337;
        let x339 = a11 * b2;
        let x340 = x313 + x339;
        let x341 = a11 * b3;
        let x342 = x315 + x341;
        let x343 = a11 * b4;
        let x344 = x317 + x343;
        let x345 = a11 * b5;
        let x346 = x319 + x345;
        let x347 = a11 * b6;
        let x348 = x321 + x347;
        let x349 = a11 * b7;
        let x350 = x323 + x349;
        let x351 = a11 * b8;
        let x352 = x325 + x351;
        let x353 = a11 * b9;
        let x354 = x327 + x353;
        let x355 = a11 * b10;
        let x356 = x329 + x355;
        let x357 = a11 * b11;
        let x358 = x331 + x357;
        let x359 = a11 * b12;
        let x360 = x333 + x359;
        let x361 = a11 * b13;
        let x362 = x334 + x361;
        let x363 = a11 * b14;
        let x364 = a12 * b0;
        let x365 = x338 + x364;
        let x366 = a12 * b1;
        let x367 = x340 + x366;
        let x368 = a12 * b2;
        let x369 = x342 + x368;
        let x370 = a12 * b3;
        let x371 = x344 + x370;
        let x372 = a12 * b4;
        let x373 = x346 + x372;
        let x374 = a12 * b5;
        let x375 = x348 + x374;
        let x376 = a12 * b6;
        let x377 = x350 + x376;
        let x378 = a12 * b7;
        let x379 = x352 + x378;
        let x380 = a12 * b8;
        let x381 = x354 + x380;
        let x382 = a12 * b9;
        let x383 = x356 + x382;
        let x384 = a12 * b10;
        let x385 = x358 + x384;
        let x386 = a12 * b11;
        let x387 = x360 + x386;
        let x388 = a12 * b12;
        let x389 = x362 + x388;
        let x390 = a12 * b13;
        let x391 = x363 + x390;
        let x392 = a12 * b14;
        let x393 = a13 * b0;
        let x394 = x367 + x393;
        let x395 = a13 * b1;
        let x396 = x369 + x395;
        let x397 = a13 * b2;
        let x398 = x371 + x397;
        let x399 = a13 * b3;
        let x400 = x373 + x399;
        let x401 = a13 * b4;
        let x402 = x375 + x401;
        let x403 = a13 * b5;
        let x404 = x377 + x403;
        let x405 = a13 * b6;
        let x406 = x379 + x405;
        let x407 = a13 * b7;
        let x408 = x381 + x407;
        let x409 = a13 * b8;
        let x410 = x383 + x409;
        let x411 = a13 * b9;
        let x412 = x385 + x411;
        let x413 = a13 * b10;
        let x414 = x387 + x413;
        let x415 = a13 * b11;
        let x416 = x389 + x415;
        let x417 = a13 * b12;
        let x418 = x391 + x417;
        let x419 = a13 * b13;
        let x420 = x392 + x419;
        let x421 = a13 * b14;
        let x422 = a14 * b0;
        let x423 = x396 + x422;
        let x424 = a14 * b1;
        let x425 = x398 + x424;
        let x426 = a14 * b2;
        let x427 = x400 + x426;
        let x428 = a14 * b3;
        let x429 = x402 + x428;
        let x430 = a14 * b4;
        let x431 = x404 + x430;
        let x432 = a14 * b5;
        let x433 = x406 + x432;
        let x434 = a14 * b6;
        let x435 = x408 + x434;
        let x436 = a14 * b7;
        let x437 = x410 + x436;
        let x438 = a14 * b8;
        let x439 = x412 + x438;
        let x440 = a14 * b9;
        let x441 = x414 + x440;
        let x442 = a14 * b10;
        let x443 = x416 + x442;
        let x444 = a14 * b11;
        let x445 = x418 + x444;
        let x446 = a14 * b12;
        let x447 = x420 + x446;
        let x448 = a14 * b13;
        let x449 = x421 + x448;
        let x450 = a14 * b14;
        let (x451, y451) = split::<28>(x450);
        let x452 = x451 << 2;
        let x453 = x394 + x452;
        let x454 = x423 + y451;
        let (x455, y455) = split::<14>(x450);
        let x456 = x455 << 16;
        let x457 = x435 + x456;
        let x458 = x437 + y455;
        let (x459, y459) = split::<28>(x449);
        let x460 = x459 << 2;
        let x461 = x365 + x460;
        let x462 = x453 + y459;
        let (x463, y463) = split::<14>(x449);
        let x464 = x463 << 16;
        let x465 = x433 + x464;
        let x466 = x457 + y463;
        let (x467, y467) = split::<28>(x447);
        let x468 = x467 << 2;
        let x469 = x336 + x468;
        let x470 = x461 + y467;
        let (x471, y471) = split::<14>(x447);
        let x472 = x471 << 16;
        let x473 = x431 + x472;
        let x474 = x465 + y471;
        let (x475, y475) = split::<28>(x445);
        let x476 = x475 << 2;
        let x477 = x307 + x476;
        let x478 = x469 + y475;
        let (x479, y479) = split::<14>(x445);
        let x480 = x479 << 16;
        let x481 = x429 + x480;
        let x482 = x473 + y479;
        let (x483, y483) = split::<28>(x443);
        let x484 = x483 << 2;
        let x485 = x278 + x484;
        let x486 = x477 + y483;
        let (x487, y487) = split::<14>(x443);
        let x488 = x487 << 16;
        let x489 = x427 + x488;
        let x490 = x481 + y487;
        let (x491, y491) = split::<28>(x441);
        let x492 = x491 << 2;
        let x493 = x249 + x492;
        let x494 = x485 + y491;
        let (x495, y495) = split::<14>(x441);
        let x496 = x495 << 16;
        let x497 = x425 + x496;
        let x498 = x489 + y495;
        let (x499, y499) = split::<28>(x439);
        let x500 = x499 << 2;
        let x501 = x220 + x500;
        let x502 = x493 + y499;
        let (x503, y503) = split::<14>(x439);
        let x504 = x503 << 16;
        let x505 = x454 + x504;
        let x506 = x497 + y503;
        let (x507, y507) = split::<28>(x458);
        let x508 = x507 << 2;
        let x509 = x191 + x508;
        let x510 = x501 + y507;
        let (x511, y511) = split::<14>(x458);
        let x512 = x511 << 16;
        let x513 = x462 + x512;
        let x514 = x505 + y511;
        let (x515, y515) = split::<28>(x466);
        let x516 = x515 << 2;
        let x517 = x162 + x516;
        let x518 = x509 + y515;
        let (x519, y519) = split::<14>(x466);
        let x520 = x519 << 16;
        let x521 = x470 + x520;
        let x522 = x513 + y519;
        let (x523, y523) = split::<28>(x474);
        let x524 = x523 << 2;
        let x525 = x133 + x524;
        let x526 = x517 + y523;
        let (x527, y527) = split::<14>(x474);
        let x528 = x527 << 16;
        let x529 = x478 + x528;
        let x530 = x521 + y527;
        let (x531, y531) = split::<28>(x482);
        let x532 = x531 << 2;
        let x533 = x104 + x532;
        let x534 = x525 + y531;
        let (x535, y535) = split::<14>(x482);
        let x536 = x535 << 16;
        let x537 = x486 + x536;
        let x538 = x529 + y535;
        let (x539, y539) = split::<28>(x490);
        let x540 = x539 << 2;
        let x541 = x75 + x540;
        let x542 = x533 + y539;
        let (x543, y543) = split::<14>(x490);
        let x544 = x543 << 16;
        let x545 = x494 + x544;
        let x546 = x537 + y543;
        let (x547, y547) = split::<28>(x498);
        let x548 = x547 << 2;
        let x549 = x46 + x548;
        let x550 = x541 + y547;
        let (x551, y551) = split::<14>(x498);
        let x552 = x551 << 16;
        let x553 = x502 + x552;
        let x554 = x545 + y551;
        let (x555, y555) = split::<28>(x506);
        let x556 = x555 << 2;
        let x557 = x30 + x556;
        let x558 = x549 + y555;
        let (x559, y559) = split::<14>(x506);
        let x560 = x559 << 16;
        let x561 = x510 + x560;
        let x562 = x553 + y559;
        let (x563, y563) = carry::<30>(x522);
        let x564 = x514 + y563;
        let (x565, y565) = carry::<30>(x564);
        let (x566, y566) = split::<28>(y565);
        let x567 = x566 << 2;
        let x568 = x557 + x567;
        let x569 = x558 + y566;
        let (x570, y570) = split::<14>(y565);
        let x571 = x570 << 16;
        let x572 = x561 + x571;
        let x573 = x562 + y570;
        let (x574, y574) = carry::<30>(x568);
        let x575 = x569 + y574;
        let (x576, y576) = carry::<30>(x575);
        let x577 = x550 + y576;
        let (x578, y578) = carry::<30>(x577);
        let x579 = x542 + y578;
        let (x580, y580) = carry::<30>(x579);
        let x581 = x534 + y580;
        let (x582, y582) = carry::<30>(x581);
        let x583 = x526 + y582;
        let (x584, y584) = carry::<30>(x583);
        let x585 = x518 + y584;
        let (x586, y586) = carry::<30>(x585);
        let x587 = x572 + y586;
        let (x588, y588) = carry::<30>(x587);
        let x589 = x573 + y588;
        let (x590, y590) = carry::<30>(x589);
        let x591 = x554 + y590;
        let (x592, y592) = carry::<30>(x591);
        let x593 = x546 + y592;
        let (x594, y594) = carry::<30>(x593);
        let x595 = x538 + y594;
        let (x596, y596) = carry::<30>(x595);
        let x597 = x530 + y596;
        let (x598, y598) = carry::<30>(x597);
        let x599 = x563 + y598;
        let (x600, y600) = carry::<30>(x599);
        let x601 = x565 + y600;
        [
            x574, x576, x578, x580, x582, x584, x586, x588,
            x590, x592, x594, x596, x598, x600, x601,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sqr(a: &[u64; 15]) -> [u64; 15] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14,
        ] = a.map(|word| word as i64);
        let x15 = a0 * a0;
        let x16 = a0 << 1;
        let x17 = x16 * a1;
        let x18 = x16 * a2;
        let x19 = x16 * a3;
        let x20 = x16 * a4;
        let x21 = x16 * a5;
        let x22 = x16 * a6;
        let x23 = x16 * a7;
        let x24 = x16 * a8;
        let x25 = x16 * a9;
        let x26 = x16 * a10;
        let x27 = x16 * a11;
        let x28 = x16 * a12;
        let x29 = x16 * a13;
        let x30 = x16 * a14;
        let x31 = a1 * a1;
        let x32 = x18 + x31;
        let x33 = a1 << 1;
        let x34 = x33 * a2;
        let x35 = x19 + x34;
        let x36 = x33 * a3;
        let x37 = x20 + x36;
        let x38 = x33 * a4;
        let x39 = x21 + x38;
        let x40 = x33 * a5;
        let x41 = x22 + x40;
        let x42 = x33 * a6;
        let x43 = x23 + x42;
        let x44 = x33 * a7;
        let x45 = x24 + x44;
        let x46 = x33 * a8;
        let x47 = x25 + x46;
        let x48 = x33 * a9;
        let x49 = x26 + x48;
        let x50 = x33 * a10;
        let x51 = x27 + x50;
        let x52 = x33 * a11;
        let x53 = x28 + x52;
        let x54 = x33 * a12;
        let x55 = x29 + x54;
        let x56 = x33 * a13;
        let x57 = x30 + x56;
        let x58 = x33 * a14;
        let x59 = a2 * a2;
        let x60 = x37 + x59;
        let x61 = a2 << 1;
        let x62 = x61 * a3;
        let x63 = x39 + x62;
        let x64 = x61 * a4;
        let x65 = x41 + x64;
        let x66 = x61 * a5;
        let x67 = x43 + x66;
        let x68 = x61 * a6;
        let x69 = x45 + x68;
        let x70 = x61 * a7;
        let x71 = x47 + x70;
        let x72 = x61 * a8;
        let x73 = x49 + x72;
        let x74 = x61 * a9;
        let x75 = x51 + x74;
        let x76 = x61 * a10;
        let x77 = x53 + x76;
        let x78 = x61 * a11;
        let x79 = x55 + x78;
        let x80 = x61 * a12;
        let x81 = x57 + x80;
        let x82 = x61 * a13;
        let x83 = x58 + x82;
        let x84 = x61 * a14;
        let x85 = a3 * a3;
        let x86 = x65 + x85;
        let x87 = a3 << 1;
        let x88 = x87 * a4;
        let x89 = x67 + x88;
        let x90 = x87 * a5;
        let x91 = x69 + x90;
        let x92 = x87 * a6;
        let x93 = x71 + x92;
        let x94 = x87 * a7;
        let x95 = x73 + x94;
        let x96 = x87 * a8;
        let x97 = x75 + x96;
        let x98 = x87 * a9;
        let x99 = x77 + x98;
        let x100 = x87 * a10;
        let x101 = x79 + x100;
        let x102 = x87 * a11;
        let x103 = x81 + x102;
        let x104 = x87 * a12;
        let x105 = x83 + x104;
        let x106 = x87 * a13;
        let x107 = x84 + x106;
        let x108 = x87 * a14;
        let x109 = a4 * a4;
        let x110 = x91 + x109;
        let x111 = a4 << 1;
        let x112 = x111 * a5;
        let x113 = x93 + x112;
        let x114 = x111 * a6;
        let x115 = x95 + x114;
        let x116 = x111 * a7;
        let x117 = x97 + x116;
        let x118 = x111 * a8;
        let x119 = x99 + x118;
        let x120 = x111 * a9;
        let x121 = x101 + x120;
        let x122 = x111 * a10;
        let x123 = x103 + x122;
        let x124 = x111 * a11;
        let x125 = x105 + x124;
        let x126 = x111 * a12;
        let x127 = x107 + x126;
        let x128 = x111 * a13;
        let x129 = x108 + x128;
        let x130 = x111 * a14;
        let x131 = a5 * a5;
        let x132 = x115 + x131;
        let x133 = a5 << 1;
        let x134 = x133 * a6;
        let x135 = x117 + x134;
        let x136 = x133 * a7;
        let x137 = x119 + x136;
        let x138 = x133 * a8;
        let x139 = x121 + x138;
        let x140 = x133 * a9;
        let x141 = x123 + x140;
        let x142 = x133 * a10;
        let x143 = x125 + x142;
        let x144 = x133 * a11;
        let x145 = x127 + x144;
        let x146 = x133 * a12;
        let x147 = x129 + x146;
        let x148 = x133 * a13;
        let x149 = x130 + x148;
        let x150 = x133 * a14;
        let x151 = a6 * a6;
        let x152 = x137 + x151;
        let x153 = a6 << 1;
        let x154 = x153 * a7;
        let x155 = x139 + x154;
        let x156 = x153 * a8;
        let x157 = x141 + x156;
        let x158 = x153 * a9;
        let x159 = x143 + x158;
        let x160 = x153 * a10;
        let x161 = x145 + x160;
        let x162 = x153 * a11;
        let x163 = x147 + x162;
        let x164 = x153 * a12;
        let x165 = x149 + x164;
        let x166 = x153 * a13;
        let x167 = x150 + x166;
        let x168 = x153 * a14;
        let x169 = a7 * a7;
        let x170 = x157 + x169;
        let x171 = a7 << 1;
        let x172 = x171 * a8;
        let x173 = x159 + x172;
        let x174 = x171 * a9;
        let x175 = x161 + x174;
        let x176 = x171 * a10;
        let x177 = x163 + x176;
        let x178 = x171 * a11;
        let x179 = x165 + x178;
        let x180 = x171 * a12;
        let x181 = x167 + x180;
        let x182 = x171 * a13;
        let x183 = x168 + x182;
        let x184 = x171 * a14;
        let x185 = a8 * a8;
        let x186 = x175 + x185;
        let x187 = a8 << 1;
        let x188 = x187 * a9;
        let x189 = x177 + x188;
        let x190 = x187 * a10;
        let x191 = x179 + x190;
        let x192 = x187 * a11;
        let x193 = x181 + x192;
        let x194 = x187 * a12;
        let x195 = x183 + x194;
        let x196 = x187 * a13;
        let x197 = x184 + x196;
        let x198 = x187 * a14;
        let x199 = a9 * a9;
        let x200 = x191 + x199;
        let x201 = a9 << 1;
        let x202 = x201 * a10;
        let x203 = x193 + x202;
        let x204 = x201 * a11;
        let x205 = x195 + x204;
        let x206 = x201 * a12;
        let x207 = x197 + x206;
        let x208 = x201 * a13;
        let x209 = x198 + x208;
        let x210 = x201 * a14;
        let x211 = a10 * a10;
        let x212 = x205 + x211;
        let x213 = a10 << 1;
        let x214 = x213 * a11;
        let x215 = x207 + x214;
        let x216 = x213 * a12;
        let x217 = x209 + x216;
        let x218 = x213 * a13;
        let x219 = x210 + x218;
        let x220 = x213 * a14;
        let x221 = a11 * a11;
        let x222 = x217 + x221;
        let x223 = a11 << 1;
        let x224 = x223 * a12;
        let x225 = x219 + x224;
        let x226 = x223 * a13;
        let x227 = x220 + x226;
        let x228 = x223 * a14;
        let x229 = a12 * a12;
        let x230 = x227 + x229;
        let x231 = a12 << 1;
        let x232 = x231 * a13;
        let x233 = x228 + x232;
        let x234 = x231 * a14;
        let x235 = a13 * a13;
        let x236 = x234 + x235;
        let x237 = a13 << 1;
        let x238 = x237 * a14;
        let x239 = a14 * a14;
        let (x240, y240) = split::<28>(x239);
        let x241 = x240 << 2;
        let x242 = x155 + x241;
        let x243 = x170 + y240;
        let (x244, y244) = split::<14>(x239);
        let x245 = x244 << 16;
        let x246 = x212 + x245;
        let x247 = x215 + y244;
        let (x248, y248) = split::<28>(x238);
        let x249 = x248 << 2;
        let x250 = x152 + x249;
        let x251 = x242 + y248;
        let (x252, y252) = split::<14>(x238);
        let x253 = x252 << 16;
        let x254 = x203 + x253;
        let x255 = x246 + y252;
        let (x256, y256) = split::<28>(x236);
        let x257 = x256 << 2;
        let x258 = x135 + x257;
        let x259 = x250 + y256;
        let (x260, y260) = split::<14>(x236);
        let x261 = x260 << 16;
        let x262 = x200 + x261;
        let x263 = x254 + y260;
        let (x264, y264) = split::<28>(x233);
        let x265 = x264 << 2;
        let x266 = x132 + x265;
        let x267 = x258 + y264;
        let (x268, y268) = split::<14>(x233);
        let x269 = x268 << 16;
        let x270 = x189 + x269;
        let x271 = x262 + y268;
        let (x272, y272) = split::<28>(x230);
        let x273 = x272 << 2;
        let x274 = x113 + x273;
        let x275 = x266 + y272;
        let (x276, y276) = split::<14>(x230);
        let x277 = x276 << 16;
        let x278 = x186 + x277;
        let x279 = x270 + y276;
        let (x280, y280) = split::<28>(x225);
        let x281 = x280 << 2;
        let x282 = x110 + x281;
        let x283 = x274 + y280;
        let (x284, y284) = split::<14>(x225);
        let x285 = x284 << 16;
        let x286 = x173 + x285;
        let x287 = x278 + y284;
        let (x288, y288) = split::<28>(x222);
        let x289 = x288 << 2;
        let x290 = x89 + x289;
        let x291 = x282 + y288;
        let (x292, y292) = split::<14>(x222);
        let x293 = x292 << 16;
        let x294 = x243 + x293;
        let x295 = x286 + y292;
        let (x296, y296) = split::<28>(x247);
        let x297 = x296 << 2;
        let x298 = x86 + x297;
        let x299 = x290 + y296;
        let (x300, y300) = split::<14>(x247);
        let x301 = x300 << 16;
        let x302 = x251 + x301;
        let x303 = x294 + y300;
        let (x304, y304) = split::<28>(x255);
        let x305 = x304 << 2;
        let x306 = x63 + x305;
        let x307 = x298 + y304;
        let (x308, y308) = split::<14>(x255);
        let x309 = x308 << 16;
        let x310 = x259 + x309;
        let x311 = x302 + y308;
        let (x312, y312) = split::<28>(x263);
        let x313 = x312 << 2;
        let x314 = x60 + x313;
        let x315 = x306 + y312;
        let (x316, y316) = split::<14>(x263);
        let x317 = x316 << 16;
        let x318 = x267 + x317;
        let x319 = x310 + y316;
        let (x320, y320) = split::<28>(x271);
        let x321 = x320 << 2;
        let x322 = x35 + x321;
        let x323 = x314 + y320;
        let (x324, y324) = split::<14>(x271);
        let x325 = x324 << 16;
        let x326 = x275 + x325;
        let x327 = x318 + y324;
        let (x328, y328) = split::<28>(x279);
        let x329 = x328 << 2;
        let x330 = x32 + x329;
        let x331 = x322 + y328;
        let (x332, y332) = split::<14>(x279);
        let x333 = x332 << 16;
        let x334 = x283 + x333;
        let x335 = x326 + y332;
        let (x336, y336) = split::<28>(x287);
        let x337 = x336 << 2;
        let x338 = x17 + x337;
        let x339 = x330 + y336;
        let (x340, y340) = split::<14>(x287);
        let x341 = x340 << 16;
        let x342 = x291 + x341;
        let x343 = x334 + y340;
        let (x344, y344) = split::<28>(x295);
        let x345 = x344 << 2;
        let x346 = x15 + x345;
        let x347 = x338 + y344;
        let (x348, y348) = split::<14>(x295);
        let x349 = x348 << 16;
        let x350 = x299 + x349;
        let x351 = x342 + y348;
        let (x352, y352) = carry::<30>(x311);
        let x353 = x303 + y352;
        let (x354, y354) = carry::<30>(x353);
        let (x355, y355) = split::<28>(y354);
        let x356 = x355 << 2;
        let x357 = x346 + x356;
        let x358 = x347 + y355;
        let (x359, y359) = split::<14>(y354);
        let x360 = x359 << 16;
        let x361 = x350 + x360;
        let x362 = x351 + y359;
        let (x363, y363) = carry::<30>(x357);
        let x364 = x358 + y363;
        let (x365, y365) = carry::<30>(x364);
        let x366 = x339 + y365;
        let (x367, y367) = carry::<30>(x366);
        let x368 = x331 + y367;
        let (x369, y369) = carry::<30>(x368);
        let x370 = x323 + y369;
        let (x371, y371) = carry::<30>(x370);
        let x372 = x315 + y371;
        let (x373, y373) = carry::<30>(x372);
        let x374 = x307 + y373;
        let (x375, y375) = carry::<30>(x374);
        let x376 = x361 + y375;
        let (x377, y377) = carry::<30>(x376);
        let x378 = x362 + y377;
        let (x379, y379) = carry::<30>(x378);
        let x380 = x343 + y379;
        let (x381, y381) = carry::<30>(x380);
        let x382 = x335 + y381;
        let (x383, y383) = carry::<30>(x382);
        let x384 = x327 + y383;
        let (x385, y385) = carry::<30>(x384);
        let x386 = x319 + y385;
        let (x387, y387) = carry::<30>(x386);
        let x388 = x352 + y387;
        let (x389, y389) = carry::<30>(x388);
        let x390 = x354 + y389;
        [
            x363, x365, x367, x369, x371, x373, x375, x377,
            x379, x381, x383, x385, x387, x389, x390,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn add(a: &[u64; 15], b: &[u64; 15]) -> [u64; 15] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14,
        ] = a.map(|word| word as i64);
        let [
            b0, b1, b2, b3, b4, b5, b6, b7,
            b8, b9, b10, b11, b12, b13, b14,
        ] = b.map(|word| word as i64);
        let x30 = a0 + b0;
        let x31 = a1 + b1;
        let x32 = a2 + b2;
        let x33 = a3 + b3;
        let x34 = a4 + b4;
        let x35 = a5 + b5;
        let x36 = a6 + b6;
        let x37 = a7 + b7;
        let x38 = a8 + b8;
        let x39 = a9 + b9;
        let x40 = a10 + b10;
        let x41 = a11 + b11;
        let x42 = a12 + b12;
        let x43 = a13 + b13;
        let x44 = a14 + b14;
        let (x45, y45) = carry::<30>(x43);
        let x46 = x44 + y45;
        let (x47, y47) = carry::<30>(x46);
        let (x48, y48) = split::<28>(y47);
        let x49 = x48 << 2;
        let x50 = x30 + x49;
        let x51 = x31 + y48;
        let (x52, y52) = split::<14>(y47);
        let x53 = x52 << 16;
        let x54 = x37 + x53;
        let x55 = x38 + y52;
        let (x56, y56) = carry::<30>(x50);
        let x57 = x51 + y56;
        let (x58, y58) = carry::<30>(x57);
        let x59 = x32 + y58;
        let (x60, y60) = carry::<30>(x59);
        let x61 = x33 + y60;
        let (x62, y62) = carry::<30>(x61);
        let x63 = x34 + y62;
        let (x64, y64) = carry::<30>(x63);
        let x65 = x35 + y64;
        let (x66, y66) = carry::<30>(x65);
        let x67 = x36 + y66;
        let (x68, y68) = carry::<30>(x67);
        let x69 = x54 + y68;
        let (x70, y70) = carry::<30>(x69);
        let x71 = x55 + y70;
        let (x72, y72) = carry::<30>(x71);
        let x73 = x39 + y72;
        let (x74, y74) = carry::<30>(x73);
        let x75 = x40 + y74;
        let (x76, y76) = carry::<30>(x75);
        let x77 = x41 + y76;
        let (x78, y78) = carry::<30>(x77);
        let x79 = x42 + y78;
        let (x80, y80) = carry::<30>(x79);
        let x81 = x45 + y80;
        let (x82, y82) = carry::<30>(x81);
        let x83 = x47 + y82;
        [
            x56, x58, x60, x62, x64, x66, x68, x70,
            x72, x74, x76, x78, x80, x82, x83,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sub(a: &[u64; 15], b: &[u64; 15]) -> [u64; 15] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14,
        ] = a.map(|word| word as i64);
        let [
            b0, b1, b2, b3, b4, b5, b6, b7,
            b8, b9, b10, b11, b12, b13, b14,
        ] = b.map(|word| word as i64);
        let x30 = a0 - b0;
        let x31 = a1 - b1;
        let x32 = a2 - b2;
        let x33 = a3 - b3;
        let x34 = a4 - b4;
        let x35 = a5 - b5;
        let x36 = a6 - b6;
        let x37 = a7 - b7;
        let x38 = a8 - b8;
        let x39 = a9 - b9;
        let x40 = a10 - b10;
        let x41 = a11 - b11;
        let x42 = a12 - b12;
        let x43 = a13 - b13;
        let x44 = a14 - b14;
        let (x45, y45) = carry::<30>(x43);
        let x46 = x44 + y45;
        let (x47, y47) = carry::<30>(x46);
        let (x48, y48) = split::<28>(y47);
        let x49 = x48 << 2;
        let x50 = x30 + x49;
        let x51 = x31 + y48;
        let (x52, y52) = split::<14>(y47);
        let x53 = x52 << 16;
        let x54 = x37 + x53;
        let x55 = x38 + y52;
        let (x56, y56) = carry::<30>(x50);
        let x57 = x51 + y56;
        let (x58, y58) = carry::<30>(x57);
        let x59 = x32 + y58;
        let (x60, y60) = carry::<30>(x59);
        let x61 = x33 + y60;
        let (x62, y62) = carry::<30>(x61);
        let x63 = x34 + y62;
        let (x64, y64) = carry::<30>(x63);
        let x65 = x35 + y64;
        let (x66, y66) = carry::<30>(x65);
        let x67 = x36 + y66;
        let (x68, y68) = carry::<30>(x67);
        let x69 = x54 + y68;
        let (x70, y70) = carry::<30>(x69);
        let x71 = x55 + y70;
        let (x72, y72) = carry::<30>(x71);
        let x73 = x39 + y72;
        let (x74, y74) = carry::<30>(x73);
        let x75 = x40 + y74;
        let (x76, y76) = carry::<30>(x75);
        let x77 = x41 + y76;
        let (x78, y78) = carry::<30>(x77);
        let x79 = x42 + y78;
        let (x80, y80) = carry::<30>(x79);
        let x81 = x45 + y80;
        let (x82, y82) = carry::<30>(x81);
        let x83 = x47 + y82;
        [
            x56, x58, x60, x62, x64, x66, x68, x70,
            x72, x74, x76, x78, x80, x82, x83,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn neg(a: &[u64; 15]) -> [u64; 15] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14,
        ] = a.map(|word| word as i64);
        let x16 = 0 - a0;
        let x17 = 0 - a1;
        let x18 = 0 - a2;
        let x19 = 0 - a3;
        let x20 = 0 - a4;
        let x21 = 0 - a5;
        let x22 = 0 - a6;
        let x23 = 0 - a7;
        let x24 = 0 - a8;
        let x25 = 0 - a9;
        let x26 = 0 - a10;
        let x27 = 0 - a11;
        let x28 = 0 - a12;
        let x29 = 0 - a13;
        let x30 = 0 - a14;
        [
            x16, x17, x18, x19, x20, x21, x22, x23,
            x24, x25, x26, x27, x28, x29, x30,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn encode(plain: &[u64; 15]) -> [u64; 15] {
        let [
            plain0, plain1, plain2, plain3, plain4, plain5, plain6, _,
            _, _, _, _, _, _, _,
        ] = *plain;
        let x16 = plain0 & 0x0000_0000_3fff_ffff;
        let x17 = plain0 >> 30;
        let x18 = x17 & 0x0000_0000_3fff_ffff;
        let x19 = x17 >> 30;
        let x21 = plain1 & 0x0000_0000_03ff_ffff;
        let x22 = plain1 >> 26;
        let x23 = x21 << 4;
        let x24 = x19 + x23;
        let x25 = x22 & 0x0000_0000_3fff_ffff;
        let x26 = x22 >> 30;
        let x28 = plain2 & 0x0000_0000_003f_ffff;
        let x29 = plain2 >> 22;
        let x30 = x28 << 8;
        let x31 = x26 + x30;
        let x32 = x29 & 0x0000_0000_3fff_ffff;
        let x33 = x29 >> 30;
        let x35 = plain3 & 0x0000_0000_0003_ffff;
        let x36 = plain3 >> 18;
        let x37 = x35 << 12;
        let x38 = x33 + x37;
        let x39 = x36 & 0x0000_0000_3fff_ffff;
        let x40 = x36 >> 30;
        let x42 = plain4 & 0x0000_0000_0000_3fff;
        let x43 = plain4 >> 14;
        let x44 = x42 << 16;
        let x45 = x40 + x44;
        let x46 = x43 & 0x0000_0000_3fff_ffff;
        let x47 = x43 >> 30;
        let x49 = plain5 & 0x0000_0000_0000_03ff;
        let x50 = plain5 >> 10;
        let x51 = x49 << 20;
        let x52 = x47 + x51;
        let x53 = x50 & 0x0000_0000_3fff_ffff;
        let x54 = x50 >> 30;
        let x56 = plain6 & 0x0000_0000_0000_003f;
        let x57 = plain6 >> 6;
        let x58 = x56 << 24;
        let x59 = x54 + x58;
        let x60 = x57 & 0x0000_0000_3fff_ffff;
        let x61 = x57 >> 30;
        let (x62, y62) = carry::<30>(x16 as i64);
        let x63 = x18 as i64 + y62;
        let (x64, y64) = carry::<30>(x63);
        let x65 = x24 as i64 + y64;
        let (x66, y66) = carry::<30>(x65);
        let x67 = x25 as i64 + y66;
        let (x68, y68) = carry::<30>(x67);
        let x69 = x31 as i64 + y68;
        let (x70, y70) = carry::<30>(x69);
        let x71 = x32 as i64 + y70;
        let (x72, y72) = carry::<30>(x71);
        let x73 = x38 as i64 + y72;
        let (x74, y74) = carry::<30>(x73);
        let x75 = x39 as i64 + y74;
        let (x76, y76) = carry::<30>(x75);
        let x77 = x45 as i64 + y76;
        let (x78, y78) = carry::<30>(x77);
        let x79 = x46 as i64 + y78;
        let (x80, y80) = carry::<30>(x79);
        let x81 = x52 as i64 + y80;
        let (x82, y82) = carry::<30>(x81);
        let x83 = x53 as i64 + y82;
        let (x84, y84) = carry::<30>(x83);
        let x85 = x59 as i64 + y84;
        let (x86, y86) = carry::<30>(x85);
        let x87 = x60 as i64 + y86;
        let (x88, y88) = carry::<30>(x87);
        let x89 = x61 as i64 + y88;
        [
            x62, x64, x66, x68, x70, x72, x74, x76,
            x78, x80, x82, x84, x86, x88, x89,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn decode(a: &[u64; 15]) -> [u64; 15] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14,
        ] = a.map(|word| word as i64);
        let (x15, y15) = split::<30>(a0);
        let x16 = a1 + y15;
        let (x17, y17) = split::<30>(x16);
        let x18 = a2 + y17;
        let (x19, y19) = split::<30>(x18);
        let x20 = a3 + y19;
        let (x21, y21) = split::<30>(x20);
        let x22 = a4 + y21;
        let (x23, y23) = split::<30>(x22);
        let x24 = a5 + y23;
        let (x25, y25) = split::<30>(x24);
        let x26 = a6 + y25;
        let (x27, y27) = split::<30>(x26);
        let x28 = a7 + y27;
        let (x29, y29) = split::<30>(x28);
        let x30 = a8 + y29;
        let (x31, y31) = split::<30>(x30);
        let x32 = a9 + y31;
        let (x33, y33) = split::<30>(x32);
        let x34 = a10 + y33;
        let (x35, y35) = split::<30>(x34);
        let x36 = a11 + y35;
        let (x37, y37) = split::<30>(x36);
        let x38 = a12 + y37;
        let (x39, y39) = split::<30>(x38);
        let x40 = a13 + y39;
        let (x41, y41) = split::<30>(x40);
        let x42 = a14 + y41;
        let x45 = x42 * 0x0000_0000_8000_0000;
        let x46 = x45 - 0x0000_0000_2000_0006;
        let (_, y47) = split::<59>(x46);
        let x49 = y47 * 0x0000_0000_3fff_ffff;
        let x50 = x15 - x49;
        let x51 = y47 * 0x0000_0000_3fff_ffff;
        let x52 = x17 - x51;
        let x53 = y47 * 0x0000_0000_3fff_ffff;
        let x54 = x19 - x53;
        let x55 = y47 * 0x0000_0000_3fff_ffff;
        let x56 = x21 - x55;
        let x57 = y47 * 0x0000_0000_3fff_ffff;
        let x58 = x23 - x57;
        let x59 = y47 * 0x0000_0000_3fff_ffff;
        let x60 = x25 - x59;
        let x61 = y47 * 0x0000_0000_3fff_ffff;
        let x62 = x27 - x61;
        let x64 = y47 * 0x0000_0000_3fff_bfff;
        let x65 = x29 - x64;
        let x66 = y47 * 0x0000_0000_3fff_ffff;
        let x67 = x31 - x66;
        let x68 = y47 * 0x0000_0000_3fff_ffff;
        let x69 = x33 - x68;
        let x70 = y47 * 0x0000_0000_3fff_ffff;
        let x71 = x35 - x70;
        let x72 = y47 * 0x0000_0000_3fff_ffff;
        let x73 = x37 - x72;
        let x74 = y47 * 0x0000_0000_3fff_ffff;
        let x75 = x39 - x74;
        let x76 = y47 * 0x0000_0000_3fff_ffff;
        let x77 = x41 - x76;
        let x79 = y47 * 0x0000_0000_0fff_ffff;
        let x80 = x42 - x79;
        let (x81, y81) = split::<30>(x50);
        let x82 = x52 + y81;
        let (x83, y83) = split::<30>(x82);
        let x84 = x54 + y83;
        let (x85, y85) = split::<30>(x84);
        let x86 = x56 + y85;
        let (x87, y87) = split::<30>(x86);
        let x88 = x58 + y87;
        let (x89, y89) = split::<30>(x88);
        let x90 = x60 + y89;
        let (x91, y91) = split::<30>(x90);
        let x92 = x62 + y91;
        let (x93, y93) = split::<30>(x92);
        let x94 = x65 + y93;
        let (x95, y95) = split::<30>(x94);
        let x96 = x67 + y95;
        let (x97, y97) = split::<30>(x96);
        let x98 = x69 + y97;
        let (x99, y99) = split::<30>(x98);
        let x100 = x71 + y99;
        let (x101, y101) = split::<30>(x100);
        let x102 = x73 + y101;
        let (x103, y103) = split::<30>(x102);
        let x104 = x75 + y103;
        let (x105, y105) = split::<30>(x104);
        let x106 = x77 + y105;
        let (x107, y107) = split::<30>(x106);
        let x108 = x80 + y107;
        let x110 = x81 + 1;
        let x112 = x95 + 0x0000_0000_0000_4000;
        let x114 = x108 + 0x0000_0000_3000_0000;
        let (x115, y115) = split::<30>(x110);
        let x116 = x83 + y115;
        let (x117, y117) = split::<30>(x116);
        let x118 = x85 + y117;
        let (x119, y119) = split::<30>(x118);
        let x120 = x87 + y119;
        let (x121, y121) = split::<30>(x120);
        let x122 = x89 + y121;
        let (x123, y123) = split::<30>(x122);
        let x124 = x91 + y123;
        let (x125, y125) = split::<30>(x124);
        let x126 = x93 + y125;
        let (x127, y127) = split::<30>(x126);
        let x128 = x112 + y127;
        let (x129, y129) = split::<30>(x128);
        let x130 = x97 + y129;
        let (x131, y131) = split::<30>(x130);
        let x132 = x99 + y131;
        let (x133, y133) = split::<30>(x132);
        let x134 = x101 + y133;
        let (x135, y135) = split::<30>(x134);
        let x136 = x103 + y135;
        let (x137, y137) = split::<30>(x136);
        let x138 = x105 + y137;
        let (x139, y139) = split::<30>(x138);
        let x140 = x107 + y139;
        let (x141, y141) = split::<30>(x140);
        let x142 = x114 + y141;
        let (x143, y143) = split::<30>(x142);
        let x144 = mask(y143 as u64);
        let x145 = select(x144, x115 as u64, x81 as u64);
        let x146 = select(x144, x117 as u64, x83 as u64);
        let x147 = select(x144, x119 as u64, x85 as u64);
        let x148 = select(x144, x121 as u64, x87 as u64);
        let x149 = select(x144, x123 as u64, x89 as u64);
        let x150 = select(x144, x125 as u64, x91 as u64);
        let x151 = select(x144, x127 as u64, x93 as u64);
        let x152 = select(x144, x129 as u64, x95 as u64);
        let x153 = select(x144, x131 as u64, x97 as u64);
        let x154 = select(x144, x133 as u64, x99 as u64);
        let x155 = select(x144, x135 as u64, x101 as u64);
        let x156 = select(x144, x137 as u64, x103 as u64);
        let x157 = select(x144, x139 as u64, x105 as u64);
        let x158 = select(x144, x141 as u64, x107 as u64);
        let x159 = select(x144, x143 as u64, x108 as u64);
        let x160 = x146 << 30;
        let x161 = x145 + x160;
        let x162 = x147 << 60;
        let x163 = x161 + x162;
        let x164 = x147 >> 4;
        let x165 = x148 << 26;
        let x166 = x164 + x165;
        let x167 = x149 << 56;
        let x168 = x166 + x167;
        let x169 = x149 >> 8;
        let x170 = x150 << 22;
        let x171 = x169 + x170;
        let x172 = x151 << 52;
        let x173 = x171 + x172;
        let x174 = x151 >> 12;
        let x175 = x152 << 18;
        let x176 = x174 + x175;
        let x177 = x153 << 48;
        let x178 = x176 + x177;
        let x179 = x153 >> 16;
        let x180 = x154 << 14;
        let x181 = x179 + x180;
        let x182 = x155 << 44;
        let x183 = x181 + x182;
        let x184 = x155 >> 20;
        let x185 = x156 << 10;
        let x186 = x184 + x185;
        let x187 = x157 << 40;
        let x188 = x186 + x187;
        let x189 = x157 >> 24;
        let x190 = x158 << 6;
        let x191 = x189 + x190;
        let x192 = x159 << 36;
        let x193 = x191 + x192;
        [
            x163, x168, x173, x178, x183, x188, x193, 0,
            0, 0, 0, 0, 0, 0, 0,
        ]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 15]) -> [u64; 15] {
        Self::decode(a)
    }
}
