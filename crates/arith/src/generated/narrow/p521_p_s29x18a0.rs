//! The prime `p521_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 29x18, 0 additions, reduce+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! At rest the limbs are at most 0x10000000 away from zero, the top one 0x10000005.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 2.83 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 722 | 324 | 19 |
//! | sqr | `a * a` | rest | rest | 433 | 171 | 19 |
//! | add | `a + b` | rest | rest | 59 | 0 | 19 |
//! | sub | `a - b` | rest | rest | 59 | 0 | 19 |
//! | neg | `-a` | rest | rest | 18 | 0 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, cut, reduced, split};

/// The prime `p521_p`, 18 signed limbs of 29 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P521PS29X18A0;

#[rustfmt::skip]
impl Prime for P521PS29X18A0 {
    type Limbs = [u64; 18];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P521P;
    const NAME: &'static str = "p521_p_s29x18a0";
    const BITS: usize = 521;
    const MODULUS: [u64; 18] = [
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0x0000_0000_0000_01ff,
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
    const ONE: [u64; 18] = [
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
        0,
        0,
        0,
    ];

    #[inline(never)]
    fn mul(a: &[u64; 18], b: &[u64; 18]) -> [u64; 18] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14, a15,
            a16, a17,
        ] = a.map(|word| word as i64);
        let [
            b0, b1, b2, b3, b4, b5, b6, b7,
            b8, b9, b10, b11, b12, b13, b14, b15,
            b16, b17,
        ] = b.map(|word| word as i64);
        let x36 = a0 * b0;
        let x37 = a0 * b1;
        let x38 = a0 * b2;
        let x39 = a0 * b3;
        let x40 = a0 * b4;
        let x41 = a0 * b5;
        let x42 = a0 * b6;
        let x43 = a0 * b7;
        let x44 = a0 * b8;
        let x45 = a0 * b9;
        let x46 = a0 * b10;
        let x47 = a0 * b11;
        let x48 = a0 * b12;
        let x49 = a0 * b13;
        let x50 = a0 * b14;
        let x51 = a0 * b15;
        let x52 = a0 * b16;
        let x53 = a0 * b17;
        let x54 = a1 * b0;
        let x55 = x37 + x54;
        let x56 = a1 * b1;
        let x57 = x38 + x56;
        let x58 = a1 * b2;
        let x59 = x39 + x58;
        let x60 = a1 * b3;
        let x61 = x40 + x60;
        let x62 = a1 * b4;
        let x63 = x41 + x62;
        let x64 = a1 * b5;
        let x65 = x42 + x64;
        let x66 = a1 * b6;
        let x67 = x43 + x66;
        let x68 = a1 * b7;
        let x69 = x44 + x68;
        let x70 = a1 * b8;
        let x71 = x45 + x70;
        let x72 = a1 * b9;
        let x73 = x46 + x72;
        let x74 = a1 * b10;
        let x75 = x47 + x74;
        let x76 = a1 * b11;
        let x77 = x48 + x76;
        let x78 = a1 * b12;
        let x79 = x49 + x78;
        let x80 = a1 * b13;
        let x81 = x50 + x80;
        let x82 = a1 * b14;
        let x83 = x51 + x82;
        let x84 = a1 * b15;
        let x85 = x52 + x84;
        let x86 = a1 * b16;
        let x87 = x53 + x86;
        let x88 = a1 * b17;
        let x89 = a2 * b0;
        let x90 = x57 + x89;
        let x91 = a2 * b1;
        let x92 = x59 + x91;
        let x93 = a2 * b2;
        let x94 = x61 + x93;
        let x95 = a2 * b3;
        let x96 = x63 + x95;
        let x97 = a2 * b4;
        let x98 = x65 + x97;
        let x99 = a2 * b5;
        let x100 = x67 + x99;
        let x101 = a2 * b6;
        let x102 = x69 + x101;
        let x103 = a2 * b7;
        let x104 = x71 + x103;
        let x105 = a2 * b8;
        let x106 = x73 + x105;
        let x107 = a2 * b9;
        let x108 = x75 + x107;
        let x109 = a2 * b10;
        let x110 = x77 + x109;
        let x111 = a2 * b11;
        let x112 = x79 + x111;
        let x113 = a2 * b12;
        let x114 = x81 + x113;
        let x115 = a2 * b13;
        let x116 = x83 + x115;
        let x117 = a2 * b14;
        let x118 = x85 + x117;
        let x119 = a2 * b15;
        let x120 = x87 + x119;
        let x121 = a2 * b16;
        let x122 = x88 + x121;
        let x123 = a2 * b17;
        let x124 = a3 * b0;
        let x125 = x92 + x124;
        let x126 = a3 * b1;
        let x127 = x94 + x126;
        let x128 = a3 * b2;
        let x129 = x96 + x128;
        let x130 = a3 * b3;
        let x131 = x98 + x130;
        let x132 = a3 * b4;
        let x133 = x100 + x132;
        let x134 = a3 * b5;
        let x135 = x102 + x134;
        let x136 = a3 * b6;
        let x137 = x104 + x136;
        let x138 = a3 * b7;
        let x139 = x106 + x138;
        let x140 = a3 * b8;
        let x141 = x108 + x140;
        let x142 = a3 * b9;
        let x143 = x110 + x142;
        let x144 = a3 * b10;
        let x145 = x112 + x144;
        let x146 = a3 * b11;
        let x147 = x114 + x146;
        let x148 = a3 * b12;
        let x149 = x116 + x148;
        let x150 = a3 * b13;
        let x151 = x118 + x150;
        let x152 = a3 * b14;
        let x153 = x120 + x152;
        let x154 = a3 * b15;
        let x155 = x122 + x154;
        let x156 = a3 * b16;
        let x157 = x123 + x156;
        let x158 = a3 * b17;
        let x159 = a4 * b0;
        let x160 = x127 + x159;
        let x161 = a4 * b1;
        let x162 = x129 + x161;
        let x163 = a4 * b2;
        let x164 = x131 + x163;
        let x165 = a4 * b3;
        let x166 = x133 + x165;
        let x167 = a4 * b4;
        let x168 = x135 + x167;
        let x169 = a4 * b5;
        let x170 = x137 + x169;
        let x171 = a4 * b6;
        let x172 = x139 + x171;
        let x173 = a4 * b7;
        let x174 = x141 + x173;
        let x175 = a4 * b8;
        let x176 = x143 + x175;
        let x177 = a4 * b9;
        let x178 = x145 + x177;
        let x179 = a4 * b10;
        let x180 = x147 + x179;
        let x181 = a4 * b11;
        let x182 = x149 + x181;
        let x183 = a4 * b12;
        let x184 = x151 + x183;
        let x185 = a4 * b13;
        let x186 = x153 + x185;
        let x187 = a4 * b14;
        let x188 = x155 + x187;
        let x189 = a4 * b15;
        let x190 = x157 + x189;
        let x191 = a4 * b16;
        let x192 = x158 + x191;
        let x193 = a4 * b17;
        let x194 = a5 * b0;
        let x195 = x162 + x194;
        let x196 = a5 * b1;
        let x197 = x164 + x196;
        let x198 = a5 * b2;
        let x199 = x166 + x198;
        let x200 = a5 * b3;
        let x201 = x168 + x200;
        let x202 = a5 * b4;
        let x203 = x170 + x202;
        let x204 = a5 * b5;
        let x205 = x172 + x204;
        let x206 = a5 * b6;
        let x207 = x174 + x206;
        let x208 = a5 * b7;
        let x209 = x176 + x208;
        let x210 = a5 * b8;
        let x211 = x178 + x210;
        let x212 = a5 * b9;
        let x213 = x180 + x212;
        let x214 = a5 * b10;
        let x215 = x182 + x214;
        let x216 = a5 * b11;
        let x217 = x184 + x216;
        let x218 = a5 * b12;
        let x219 = x186 + x218;
        let x220 = a5 * b13;
        let x221 = x188 + x220;
        let x222 = a5 * b14;
        let x223 = x190 + x222;
        let x224 = a5 * b15;
        let x225 = x192 + x224;
        let x226 = a5 * b16;
        let x227 = x193 + x226;
        let x228 = a5 * b17;
        let x229 = a6 * b0;
        let x230 = x197 + x229;
        let x231 = a6 * b1;
        let x232 = x199 + x231;
        let x233 = a6 * b2;
        let x234 = x201 + x233;
        let x235 = a6 * b3;
        let x236 = x203 + x235;
        let x237 = a6 * b4;
        let x238 = x205 + x237;
        let x239 = a6 * b5;
        let x240 = x207 + x239;
        let x241 = a6 * b6;
        let x242 = x209 + x241;
        let x243 = a6 * b7;
        let x244 = x211 + x243;
        let x245 = a6 * b8;
        let x246 = x213 + x245;
        let x247 = a6 * b9;
        let x248 = x215 + x247;
        let x249 = a6 * b10;
        let x250 = x217 + x249;
        let x251 = a6 * b11;
        let x252 = x219 + x251;
        let x253 = a6 * b12;
        let x254 = x221 + x253;
        let x255 = a6 * b13;
        let x256 = x223 + x255;
        let x257 = a6 * b14;
        let x258 = x225 + x257;
        let x259 = a6 * b15;
        let x260 = x227 + x259;
        let x261 = a6 * b16;
        let x262 = x228 + x261;
        let x263 = a6 * b17;
        let x264 = a7 * b0;
        let x265 = x232 + x264;
        let x266 = a7 * b1;
        let x267 = x234 + x266;
        let x268 = a7 * b2;
        let x269 = x236 + x268;
        let x270 = a7 * b3;
        let x271 = x238 + x270;
        let x272 = a7 * b4;
        let x273 = x240 + x272;
        let x274 = a7 * b5;
        let x275 = x242 + x274;
        let x276 = a7 * b6;
        let x277 = x244 + x276;
        let x278 = a7 * b7;
        let x279 = x246 + x278;
        let x280 = a7 * b8;
        let x281 = x248 + x280;
        let x282 = a7 * b9;
        let x283 = x250 + x282;
        let x284 = a7 * b10;
        let x285 = x252 + x284;
        let x286 = a7 * b11;
        let x287 = x254 + x286;
        let x288 = a7 * b12;
        let x289 = x256 + x288;
        let x290 = a7 * b13;
        let x291 = x258 + x290;
        let x292 = a7 * b14;
        let x293 = x260 + x292;
        let x294 = a7 * b15;
        let x295 = x262 + x294;
        let x296 = a7 * b16;
        let x297 = x263 + x296;
        let x298 = a7 * b17;
        let x299 = a8 * b0;
        let x300 = x267 + x299;
        let x301 = a8 * b1;
        let x302 = x269 + x301;
        let x303 = a8 * b2;
        let x304 = x271 + x303;
        let x305 = a8 * b3;
        let x306 = x273 + x305;
        let x307 = a8 * b4;
        let x308 = x275 + x307;
        let x309 = a8 * b5;
        let x310 = x277 + x309;
        let x311 = a8 * b6;
        let x312 = x279 + x311;
        let x313 = a8 * b7;
        let x314 = x281 + x313;
        let x315 = a8 * b8;
        let x316 = x283 + x315;
        let x317 = a8 * b9;
        let x318 = x285 + x317;
        let x319 = a8 * b10;
        let x320 = x287 + x319;
        let x321 = a8 * b11;
        let x322 = x289 + x321;
        let x323 = a8 * b12;
        let x324 = x291 + x323;
        let x325 = a8 * b13;
        let x326 = x293 + x325;
        let x327 = a8 * b14;
        let x328 = x295 + x327;
        let x329 = a8 * b15;
        let x330 = x297 + x329;
        let x331 = a8 * b16;
        let x332 = x298 + x331;
        let x333 = a8 * b17;
        let x334 = a9 * b0;
        let x335 = x302 + x334;
        let x336 = a9 * b1;
        let x337 = x304 + x336;
        let x338 = a9 * b2;
        let x339 = x306 + x338;
        let x340 = a9 * b3;
        let x341 = x308 + x340;
        let x342 = a9 * b4;
        let x343 = x310 + x342;
        let x344 = a9 * b5;
        let x345 = x312 + x344;
        let x346 = a9 * b6;
        let x347 = x314 + x346;
        let x348 = a9 * b7;
        let x349 = x316 + x348;
        let x350 = a9 * b8;
        let x351 = x318 + x350;
        let x352 = a9 * b9;
        let x353 = x320 + x352;
        let x354 = a9 * b10;
        let x355 = x322 + x354;
        let x356 = a9 * b11;
        let x357 = x324 + x356;
        let x358 = a9 * b12;
        let x359 = x326 + x358;
        let x360 = a9 * b13;
        let x361 = x328 + x360;
        let x362 = a9 * b14;
        let x363 = x330 + x362;
        let x364 = a9 * b15;
        let x365 = x332 + x364;
        let x366 = a9 * b16;
        let x367 = x333 + x366;
        let x368 = a9 * b17;
        let x369 = a10 * b0;
        let x370 = x337 + x369;
        let x371 = a10 * b1;
        let x372 = x339 + x371;
        let x373 = a10 * b2;
        let x374 = x341 + x373;
        let x375 = a10 * b3;
        let x376 = x343 + x375;
        let x377 = a10 * b4;
        let x378 = x345 + x377;
        let x379 = a10 * b5;
        let x380 = x347 + x379;
        let x381 = a10 * b6;
        let x382 = x349 + x381;
        let x383 = a10 * b7;
        let x384 = x351 + x383;
        let x385 = a10 * b8;
        let x386 = x353 + x385;
        let x387 = a10 * b9;
        let x388 = x355 + x387;
        let x389 = a10 * b10;
        let x390 = x357 + x389;
        let x391 = a10 * b11;
        let x392 = x359 + x391;
        let x393 = a10 * b12;
        let x394 = x361 + x393;
        let x395 = a10 * b13;
        let x396 = x363 + x395;
        let x397 = a10 * b14;
        let x398 = x365 + x397;
        let x399 = a10 * b15;
        let x400 = x367 + x399;
        let x401 = a10 * b16;
        let x402 = x368 + x401;
        let x403 = a10 * b17;
        let x404 = a11 * b0;
        let x405 = x372 + x404;
        let x406 = a11 * b1;
        let x407 = x374 + x406;
        let x408 = a11 * b2;
        let x409 = x376 + x408;
        let x410 = a11 * b3;
        let x411 = x378 + x410;
        let x412 = a11 * b4;
        let x413 = x380 + x412;
        let x414 = a11 * b5;
        let x415 = x382 + x414;
        let x416 = a11 * b6;
        let x417 = x384 + x416;
        let x418 = a11 * b7;
        let x419 = x386 + x418;
        let x420 = a11 * b8;
        let x421 = x388 + x420;
        let x422 = a11 * b9;
        let x423 = x390 + x422;
        let x424 = a11 * b10;
        let x425 = x392 + x424;
        let x426 = a11 * b11;
        let x427 = x394 + x426;
        let x428 = a11 * b12;
        let x429 = x396 + x428;
        let x430 = a11 * b13;
        let x431 = x398 + x430;
        let x432 = a11 * b14;
        let x433 = x400 + x432;
        let x434 = a11 * b15;
        let x435 = x402 + x434;
        let x436 = a11 * b16;
        let x437 = x403 + x436;
        let x438 = a11 * b17;
        let x439 = a12 * b0;
        let x440 = x407 + x439;
        let x441 = a12 * b1;
        let x442 = x409 + x441;
        let x443 = a12 * b2;
        let x444 = x411 + x443;
        let x445 = a12 * b3;
        let x446 = x413 + x445;
        let x447 = a12 * b4;
        let x448 = x415 + x447;
        let x449 = a12 * b5;
        let x450 = x417 + x449;
        let x451 = a12 * b6;
        let x452 = x419 + x451;
        let x453 = a12 * b7;
        let x454 = x421 + x453;
        let x455 = a12 * b8;
        let x456 = x423 + x455;
        let x457 = a12 * b9;
        let x458 = x425 + x457;
        let x459 = a12 * b10;
        let x460 = x427 + x459;
        let x461 = a12 * b11;
        let x462 = x429 + x461;
        let x463 = a12 * b12;
        let x464 = x431 + x463;
        let x465 = a12 * b13;
        let x466 = x433 + x465;
        let x467 = a12 * b14;
        let x468 = x435 + x467;
        let x469 = a12 * b15;
        let x470 = x437 + x469;
        let x471 = a12 * b16;
        let x472 = x438 + x471;
        let x473 = a12 * b17;
        let x474 = a13 * b0;
        let x475 = x442 + x474;
        let x476 = a13 * b1;
        let x477 = x444 + x476;
        let x478 = a13 * b2;
        let x479 = x446 + x478;
        let x480 = a13 * b3;
        let x481 = x448 + x480;
        let x482 = a13 * b4;
        let x483 = x450 + x482;
        let x484 = a13 * b5;
        let x485 = x452 + x484;
        let x486 = a13 * b6;
        let x487 = x454 + x486;
        let x488 = a13 * b7;
        let x489 = x456 + x488;
        let x490 = a13 * b8;
        let x491 = x458 + x490;
        let x492 = a13 * b9;
        let x493 = x460 + x492;
        let x494 = a13 * b10;
        let x495 = x462 + x494;
        let x496 = a13 * b11;
        let x497 = x464 + x496;
        let x498 = a13 * b12;
        let x499 = x466 + x498;
        let x500 = a13 * b13;
        let x501 = x468 + x500;
        let x502 = a13 * b14;
        let x503 = x470 + x502;
        let x504 = a13 * b15;
        let x505 = x472 + x504;
        let x506 = a13 * b16;
        let x507 = x473 + x506;
        let x508 = a13 * b17;
        let x509 = a14 * b0;
        let x510 = x477 + x509;
        let x511 = a14 * b1;
        let x512 = x479 + x511;
        let x513 = a14 * b2;
        let x514 = x481 + x513;
        let x515 = a14 * b3;
        let x516 = x483 + x515;
        let x517 = a14 * b4;
        let x518 = x485 + x517;
        let x519 = a14 * b5;
        let x520 = x487 + x519;
        let x521 = a14 * b6;
        let x522 = x489 + x521;
        let x523 = a14 * b7;
        let x524 = x491 + x523;
        let x525 = a14 * b8;
        let x526 = x493 + x525;
        let x527 = a14 * b9;
        let x528 = x495 + x527;
        let x529 = a14 * b10;
        let x530 = x497 + x529;
        let x531 = a14 * b11;
        let x532 = x499 + x531;
        let x533 = a14 * b12;
        let x534 = x501 + x533;
        let x535 = a14 * b13;
        let x536 = x503 + x535;
        let x537 = a14 * b14;
        let x538 = x505 + x537;
        let x539 = a14 * b15;
        let x540 = x507 + x539;
        let x541 = a14 * b16;
        let x542 = x508 + x541;
        let x543 = a14 * b17;
        let x544 = a15 * b0;
        let x545 = x512 + x544;
        let x546 = a15 * b1;
        let x547 = x514 + x546;
        let x548 = a15 * b2;
        let x549 = x516 + x548;
        let x550 = a15 * b3;
        let x551 = x518 + x550;
        let x552 = a15 * b4;
        let x553 = x520 + x552;
        let x554 = a15 * b5;
        let x555 = x522 + x554;
        let x556 = a15 * b6;
        let x557 = x524 + x556;
        let x558 = a15 * b7;
        let x559 = x526 + x558;
        let x560 = a15 * b8;
        let x561 = x528 + x560;
        let x562 = a15 * b9;
        let x563 = x530 + x562;
        let x564 = a15 * b10;
        let x565 = x532 + x564;
        let x566 = a15 * b11;
        let x567 = x534 + x566;
        let x568 = a15 * b12;
        let x569 = x536 + x568;
        let x570 = a15 * b13;
        let x571 = x538 + x570;
        let x572 = a15 * b14;
        let x573 = x540 + x572;
        let x574 = a15 * b15;
        let x575 = x542 + x574;
        let x576 = a15 * b16;
        let x577 = x543 + x576;
        let x578 = a15 * b17;
        let x579 = a16 * b0;
        let x580 = x547 + x579;
        let x581 = a16 * b1;
        let x582 = x549 + x581;
        let x583 = a16 * b2;
        let x584 = x551 + x583;
        let x585 = a16 * b3;
        let x586 = x553 + x585;
        let x587 = a16 * b4;
        let x588 = x555 + x587;
        let x589 = a16 * b5;
        let x590 = x557 + x589;
        let x591 = a16 * b6;
        let x592 = x559 + x591;
        let x593 = a16 * b7;
        let x594 = x561 + x593;
        let x595 = a16 * b8;
        let x596 = x563 + x595;
        let x597 = a16 * b9;
        let x598 = x565 + x597;
        let x599 = a16 * b10;
        let x600 = x567 + x599;
        let x601 = a16 * b11;
        let x602 = x569 + x601;
        let x603 = a16 * b12;
        let x604 = x571 + x603;
        let x605 = a16 * b13;
        let x606 = x573 + x605;
        let x607 = a16 * b14;
        let x608 = x575 + x607;
        let x609 = a16 * b15;
        let x610 = x577 + x609;
        let x611 = a16 * b16;
        let x612 = x578 + x611;
        let x613 = a16 * b17;
        let x614 = a17 * b0;
        let x615 = x582 + x614;
        let x616 = a17 * b1;
        let x617 = x584 + x616;
        let x618 = a17 * b2;
        let x619 = x586 + x618;
        let x620 = a17 * b3;
        let x621 = x588 + x620;
        let x622 = a17 * b4;
        let x623 = x590 + x622;
        let x624 = a17 * b5;
        let x625 = x592 + x624;
        let x626 = a17 * b6;
        let x627 = x594 + x626;
        let x628 = a17 * b7;
        let x629 = x596 + x628;
        let x630 = a17 * b8;
        let x631 = x598 + x630;
        let x632 = a17 * b9;
        let x633 = x600 + x632;
        let x634 = a17 * b10;
        let x635 = x602 + x634;
        let x636 = a17 * b11;
        let x637 = x604 + x636;
        let x638 = a17 * b12;
        let x639 = x606 + x638;
        let x640 = a17 * b13;
        let x641 = x608 + x640;
        let x642 = a17 * b14;
        let x643 = x610 + x642;
        let x644 = a17 * b15;
        let x645 = x612 + x644;
        let x646 = a17 * b16;
        let x647 = x613 + x646;
        let x648 = a17 * b17;
        let (x649, y649) = split::<28>(x648);
        let x650 = x649 << 1;
        let x651 = x580 + x650;
        let x652 = x615 + y649;
        let (x653, y653) = split::<28>(x647);
        let x654 = x653 << 1;
        let x655 = x545 + x654;
        let x656 = x651 + y653;
        let (x657, y657) = split::<28>(x645);
        let x658 = x657 << 1;
        let x659 = x510 + x658;
        let x660 = x655 + y657;
        let (x661, y661) = split::<28>(x643);
        let x662 = x661 << 1;
        let x663 = x475 + x662;
        let x664 = x659 + y661;
        let (x665, y665) = split::<28>(x641);
        let x666 = x665 << 1;
        let x667 = x440 + x666;
        let x668 = x663 + y665;
        let (x669, y669) = split::<28>(x639);
        let x670 = x669 << 1;
        let x671 = x405 + x670;
        let x672 = x667 + y669;
        let (x673, y673) = split::<28>(x637);
        let x674 = x673 << 1;
        let x675 = x370 + x674;
        let x676 = x671 + y673;
        let (x677, y677) = split::<28>(x635);
        let x678 = x677 << 1;
        let x679 = x335 + x678;
        let x680 = x675 + y677;
        let (x681, y681) = split::<28>(x633);
        let x682 = x681 << 1;
        let x683 = x300 + x682;
        let x684 = x679 + y681;
        let (x685, y685) = split::<28>(x631);
        let x686 = x685 << 1;
        let x687 = x265 + x686;
        let x688 = x683 + y685;
        let (x689, y689) = split::<28>(x629);
        let x690 = x689 << 1;
        let x691 = x230 + x690;
        let x692 = x687 + y689;
        let (x693, y693) = split::<28>(x627);
        let x694 = x693 << 1;
        let x695 = x195 + x694;
        let x696 = x691 + y693;
        let (x697, y697) = split::<28>(x625);
        let x698 = x697 << 1;
        let x699 = x160 + x698;
        let x700 = x695 + y697;
        let (x701, y701) = split::<28>(x623);
        let x702 = x701 << 1;
        let x703 = x125 + x702;
        let x704 = x699 + y701;
        let (x705, y705) = split::<28>(x621);
        let x706 = x705 << 1;
        let x707 = x90 + x706;
        let x708 = x703 + y705;
        let (x709, y709) = split::<28>(x619);
        let x710 = x709 << 1;
        let x711 = x55 + x710;
        let x712 = x707 + y709;
        let (x713, y713) = split::<28>(x617);
        let x714 = x713 << 1;
        let x715 = x36 + x714;
        let x716 = x711 + y713;
        let (x717, y717) = carry::<29>(x656);
        let x718 = x652 + y717;
        let (x719, y719) = carry::<29>(x718);
        let (x720, y720) = split::<28>(y719);
        let x721 = x720 << 1;
        let x722 = x715 + x721;
        let x723 = x716 + y720;
        let (x724, y724) = carry::<29>(x722);
        let x725 = x723 + y724;
        let (x726, y726) = carry::<29>(x725);
        let x727 = x712 + y726;
        let (x728, y728) = carry::<29>(x727);
        let x729 = x708 + y728;
        let (x730, y730) = carry::<29>(x729);
        let x731 = x704 + y730;
        let (x732, y732) = carry::<29>(x731);
        let x733 = x700 + y732;
        let (x734, y734) = carry::<29>(x733);
        let x735 = x696 + y734;
        let (x736, y736) = carry::<29>(x735);
        let x737 = x692 + y736;
        let (x738, y738) = carry::<29>(x737);
        let x739 = x688 + y738;
        let (x740, y740) = carry::<29>(x739);
        let x741 = x684 + y740;
        let (x742, y742) = carry::<29>(x741);
        let x743 = x680 + y742;
        let (x744, y744) = carry::<29>(x743);
        let x745 = x676 + y744;
        let (x746, y746) = carry::<29>(x745);
        let x747 = x672 + y746;
        let (x748, y748) = carry::<29>(x747);
        let x749 = x668 + y748;
        let (x750, y750) = carry::<29>(x749);
        let x751 = x664 + y750;
        let (x752, y752) = carry::<29>(x751);
        let x753 = x660 + y752;
        let (x754, y754) = carry::<29>(x753);
        let x755 = x717 + y754;
        let (x756, y756) = carry::<29>(x755);
        let x757 = x719 + y756;
        [
            x724, x726, x728, x730, x732, x734, x736, x738,
            x740, x742, x744, x746, x748, x750, x752, x754,
            x756, x757,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sqr(a: &[u64; 18]) -> [u64; 18] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14, a15,
            a16, a17,
        ] = a.map(|word| word as i64);
        let x18 = a0 * a0;
        let x19 = a0 << 1;
        let x20 = x19 * a1;
        let x21 = x19 * a2;
        let x22 = x19 * a3;
        let x23 = x19 * a4;
        let x24 = x19 * a5;
        let x25 = x19 * a6;
        let x26 = x19 * a7;
        let x27 = x19 * a8;
        let x28 = x19 * a9;
        let x29 = x19 * a10;
        let x30 = x19 * a11;
        let x31 = x19 * a12;
        let x32 = x19 * a13;
        let x33 = x19 * a14;
        let x34 = x19 * a15;
        let x35 = x19 * a16;
        let x36 = x19 * a17;
        let x37 = a1 * a1;
        let x38 = x21 + x37;
        let x39 = a1 << 1;
        let x40 = x39 * a2;
        let x41 = x22 + x40;
        let x42 = x39 * a3;
        let x43 = x23 + x42;
        let x44 = x39 * a4;
        let x45 = x24 + x44;
        let x46 = x39 * a5;
        let x47 = x25 + x46;
        let x48 = x39 * a6;
        let x49 = x26 + x48;
        let x50 = x39 * a7;
        let x51 = x27 + x50;
        let x52 = x39 * a8;
        let x53 = x28 + x52;
        let x54 = x39 * a9;
        let x55 = x29 + x54;
        let x56 = x39 * a10;
        let x57 = x30 + x56;
        let x58 = x39 * a11;
        let x59 = x31 + x58;
        let x60 = x39 * a12;
        let x61 = x32 + x60;
        let x62 = x39 * a13;
        let x63 = x33 + x62;
        let x64 = x39 * a14;
        let x65 = x34 + x64;
        let x66 = x39 * a15;
        let x67 = x35 + x66;
        let x68 = x39 * a16;
        let x69 = x36 + x68;
        let x70 = x39 * a17;
        let x71 = a2 * a2;
        let x72 = x43 + x71;
        let x73 = a2 << 1;
        let x74 = x73 * a3;
        let x75 = x45 + x74;
        let x76 = x73 * a4;
        let x77 = x47 + x76;
        let x78 = x73 * a5;
        let x79 = x49 + x78;
        let x80 = x73 * a6;
        let x81 = x51 + x80;
        let x82 = x73 * a7;
        let x83 = x53 + x82;
        let x84 = x73 * a8;
        let x85 = x55 + x84;
        let x86 = x73 * a9;
        let x87 = x57 + x86;
        let x88 = x73 * a10;
        let x89 = x59 + x88;
        let x90 = x73 * a11;
        let x91 = x61 + x90;
        let x92 = x73 * a12;
        let x93 = x63 + x92;
        let x94 = x73 * a13;
        let x95 = x65 + x94;
        let x96 = x73 * a14;
        let x97 = x67 + x96;
        let x98 = x73 * a15;
        let x99 = x69 + x98;
        let x100 = x73 * a16;
        let x101 = x70 + x100;
        let x102 = x73 * a17;
        let x103 = a3 * a3;
        let x104 = x77 + x103;
        let x105 = a3 << 1;
        let x106 = x105 * a4;
        let x107 = x79 + x106;
        let x108 = x105 * a5;
        let x109 = x81 + x108;
        let x110 = x105 * a6;
        let x111 = x83 + x110;
        let x112 = x105 * a7;
        let x113 = x85 + x112;
        let x114 = x105 * a8;
        let x115 = x87 + x114;
        let x116 = x105 * a9;
        let x117 = x89 + x116;
        let x118 = x105 * a10;
        let x119 = x91 + x118;
        let x120 = x105 * a11;
        let x121 = x93 + x120;
        let x122 = x105 * a12;
        let x123 = x95 + x122;
        let x124 = x105 * a13;
        let x125 = x97 + x124;
        let x126 = x105 * a14;
        let x127 = x99 + x126;
        let x128 = x105 * a15;
        let x129 = x101 + x128;
        let x130 = x105 * a16;
        let x131 = x102 + x130;
        let x132 = x105 * a17;
        let x133 = a4 * a4;
        let x134 = x109 + x133;
        let x135 = a4 << 1;
        let x136 = x135 * a5;
        let x137 = x111 + x136;
        let x138 = x135 * a6;
        let x139 = x113 + x138;
        let x140 = x135 * a7;
        let x141 = x115 + x140;
        let x142 = x135 * a8;
        let x143 = x117 + x142;
        let x144 = x135 * a9;
        let x145 = x119 + x144;
        let x146 = x135 * a10;
        let x147 = x121 + x146;
        let x148 = x135 * a11;
        let x149 = x123 + x148;
        let x150 = x135 * a12;
        let x151 = x125 + x150;
        let x152 = x135 * a13;
        let x153 = x127 + x152;
        let x154 = x135 * a14;
        let x155 = x129 + x154;
        let x156 = x135 * a15;
        let x157 = x131 + x156;
        let x158 = x135 * a16;
        let x159 = x132 + x158;
        let x160 = x135 * a17;
        let x161 = a5 * a5;
        let x162 = x139 + x161;
        let x163 = a5 << 1;
        let x164 = x163 * a6;
        let x165 = x141 + x164;
        let x166 = x163 * a7;
        let x167 = x143 + x166;
        let x168 = x163 * a8;
        let x169 = x145 + x168;
        let x170 = x163 * a9;
        let x171 = x147 + x170;
        let x172 = x163 * a10;
        let x173 = x149 + x172;
        let x174 = x163 * a11;
        let x175 = x151 + x174;
        let x176 = x163 * a12;
        let x177 = x153 + x176;
        let x178 = x163 * a13;
        let x179 = x155 + x178;
        let x180 = x163 * a14;
        let x181 = x157 + x180;
        let x182 = x163 * a15;
        let x183 = x159 + x182;
        let x184 = x163 * a16;
        let x185 = x160 + x184;
        let x186 = x163 * a17;
        let x187 = a6 * a6;
        let x188 = x167 + x187;
        let x189 = a6 << 1;
        let x190 = x189 * a7;
        let x191 = x169 + x190;
        let x192 = x189 * a8;
        let x193 = x171 + x192;
        let x194 = x189 * a9;
        let x195 = x173 + x194;
        let x196 = x189 * a10;
        let x197 = x175 + x196;
        let x198 = x189 * a11;
        let x199 = x177 + x198;
        let x200 = x189 * a12;
        let x201 = x179 + x200;
        let x202 = x189 * a13;
        let x203 = x181 + x202;
        let x204 = x189 * a14;
        let x205 = x183 + x204;
        let x206 = x189 * a15;
        let x207 = x185 + x206;
        let x208 = x189 * a16;
        let x209 = x186 + x208;
        let x210 = x189 * a17;
        let x211 = a7 * a7;
        let x212 = x193 + x211;
        let x213 = a7 << 1;
        let x214 = x213 * a8;
        let x215 = x195 + x214;
        let x216 = x213 * a9;
        let x217 = x197 + x216;
        let x218 = x213 * a10;
        let x219 = x199 + x218;
        let x220 = x213 * a11;
        let x221 = x201 + x220;
        let x222 = x213 * a12;
        let x223 = x203 + x222;
        let x224 = x213 * a13;
        let x225 = x205 + x224;
        let x226 = x213 * a14;
        let x227 = x207 + x226;
        let x228 = x213 * a15;
        let x229 = x209 + x228;
        let x230 = x213 * a16;
        let x231 = x210 + x230;
        let x232 = x213 * a17;
        let x233 = a8 * a8;
        let x234 = x217 + x233;
        let x235 = a8 << 1;
        let x236 = x235 * a9;
        let x237 = x219 + x236;
        let x238 = x235 * a10;
        let x239 = x221 + x238;
        let x240 = x235 * a11;
        let x241 = x223 + x240;
        let x242 = x235 * a12;
        let x243 = x225 + x242;
        let x244 = x235 * a13;
        let x245 = x227 + x244;
        let x246 = x235 * a14;
        let x247 = x229 + x246;
        let x248 = x235 * a15;
        let x249 = x231 + x248;
        let x250 = x235 * a16;
        let x251 = x232 + x250;
        let x252 = x235 * a17;
        let x253 = a9 * a9;
        let x254 = x239 + x253;
        let x255 = a9 << 1;
        let x256 = x255 * a10;
        let x257 = x241 + x256;
        let x258 = x255 * a11;
        let x259 = x243 + x258;
        let x260 = x255 * a12;
        let x261 = x245 + x260;
        let x262 = x255 * a13;
        let x263 = x247 + x262;
        let x264 = x255 * a14;
        let x265 = x249 + x264;
        let x266 = x255 * a15;
        let x267 = x251 + x266;
        let x268 = x255 * a16;
        let x269 = x252 + x268;
        let x270 = x255 * a17;
        let x271 = a10 * a10;
        let x272 = x259 + x271;
        let x273 = a10 << 1;
        let x274 = x273 * a11;
        let x275 = x261 + x274;
        let x276 = x273 * a12;
        let x277 = x263 + x276;
        let x278 = x273 * a13;
        let x279 = x265 + x278;
        let x280 = x273 * a14;
        let x281 = x267 + x280;
        let x282 = x273 * a15;
        let x283 = x269 + x282;
        let x284 = x273 * a16;
        let x285 = x270 + x284;
        let x286 = x273 * a17;
        let x287 = a11 * a11;
        let x288 = x277 + x287;
        let x289 = a11 << 1;
        let x290 = x289 * a12;
        let x291 = x279 + x290;
        let x292 = x289 * a13;
        let x293 = x281 + x292;
        let x294 = x289 * a14;
        let x295 = x283 + x294;
        let x296 = x289 * a15;
        let x297 = x285 + x296;
        let x298 = x289 * a16;
        let x299 = x286 + x298;
        let x300 = x289 * a17;
        let x301 = a12 * a12;
        let x302 = x293 + x301;
        let x303 = a12 << 1;
        let x304 = x303 * a13;
        let x305 = x295 + x304;
        let x306 = x303 * a14;
        let x307 = x297 + x306;
        let x308 = x303 * a15;
        let x309 = x299 + x308;
        let x310 = x303 * a16;
        let x311 = x300 + x310;
        let x312 = x303 * a17;
        let x313 = a13 * a13;
        let x314 = x307 + x313;
        let x315 = a13 << 1;
        let x316 = x315 * a14;
        let x317 = x309 + x316;
        let x318 = x315 * a15;
        let x319 = x311 + x318;
        let x320 = x315 * a16;
        let x321 = x312 + x320;
        let x322 = x315 * a17;
        let x323 = a14 * a14;
        let x324 = x319 + x323;
        let x325 = a14 << 1;
        let x326 = x325 * a15;
        let x327 = x321 + x326;
        let x328 = x325 * a16;
        let x329 = x322 + x328;
        let x330 = x325 * a17;
        let x331 = a15 * a15;
        let x332 = x329 + x331;
        let x333 = a15 << 1;
        let x334 = x333 * a16;
        let x335 = x330 + x334;
        let x336 = x333 * a17;
        let x337 = a16 * a16;
        let x338 = x336 + x337;
        let x339 = a16 << 1;
        let x340 = x339 * a17;
        let x341 = a17 * a17;
        let (x342, y342) = split::<28>(x341);
        let x343 = x342 << 1;
        let x344 = x234 + x343;
        let x345 = x237 + y342;
        let (x346, y346) = split::<28>(x340);
        let x347 = x346 << 1;
        let x348 = x215 + x347;
        let x349 = x344 + y346;
        let (x350, y350) = split::<28>(x338);
        let x351 = x350 << 1;
        let x352 = x212 + x351;
        let x353 = x348 + y350;
        let (x354, y354) = split::<28>(x335);
        let x355 = x354 << 1;
        let x356 = x191 + x355;
        let x357 = x352 + y354;
        let (x358, y358) = split::<28>(x332);
        let x359 = x358 << 1;
        let x360 = x188 + x359;
        let x361 = x356 + y358;
        let (x362, y362) = split::<28>(x327);
        let x363 = x362 << 1;
        let x364 = x165 + x363;
        let x365 = x360 + y362;
        let (x366, y366) = split::<28>(x324);
        let x367 = x366 << 1;
        let x368 = x162 + x367;
        let x369 = x364 + y366;
        let (x370, y370) = split::<28>(x317);
        let x371 = x370 << 1;
        let x372 = x137 + x371;
        let x373 = x368 + y370;
        let (x374, y374) = split::<28>(x314);
        let x375 = x374 << 1;
        let x376 = x134 + x375;
        let x377 = x372 + y374;
        let (x378, y378) = split::<28>(x305);
        let x379 = x378 << 1;
        let x380 = x107 + x379;
        let x381 = x376 + y378;
        let (x382, y382) = split::<28>(x302);
        let x383 = x382 << 1;
        let x384 = x104 + x383;
        let x385 = x380 + y382;
        let (x386, y386) = split::<28>(x291);
        let x387 = x386 << 1;
        let x388 = x75 + x387;
        let x389 = x384 + y386;
        let (x390, y390) = split::<28>(x288);
        let x391 = x390 << 1;
        let x392 = x72 + x391;
        let x393 = x388 + y390;
        let (x394, y394) = split::<28>(x275);
        let x395 = x394 << 1;
        let x396 = x41 + x395;
        let x397 = x392 + y394;
        let (x398, y398) = split::<28>(x272);
        let x399 = x398 << 1;
        let x400 = x38 + x399;
        let x401 = x396 + y398;
        let (x402, y402) = split::<28>(x257);
        let x403 = x402 << 1;
        let x404 = x20 + x403;
        let x405 = x400 + y402;
        let (x406, y406) = split::<28>(x254);
        let x407 = x406 << 1;
        let x408 = x18 + x407;
        let x409 = x404 + y406;
        let (x410, y410) = carry::<29>(x349);
        let x411 = x345 + y410;
        let (x412, y412) = carry::<29>(x411);
        let (x413, y413) = split::<28>(y412);
        let x414 = x413 << 1;
        let x415 = x408 + x414;
        let x416 = x409 + y413;
        let (x417, y417) = carry::<29>(x415);
        let x418 = x416 + y417;
        let (x419, y419) = carry::<29>(x418);
        let x420 = x405 + y419;
        let (x421, y421) = carry::<29>(x420);
        let x422 = x401 + y421;
        let (x423, y423) = carry::<29>(x422);
        let x424 = x397 + y423;
        let (x425, y425) = carry::<29>(x424);
        let x426 = x393 + y425;
        let (x427, y427) = carry::<29>(x426);
        let x428 = x389 + y427;
        let (x429, y429) = carry::<29>(x428);
        let x430 = x385 + y429;
        let (x431, y431) = carry::<29>(x430);
        let x432 = x381 + y431;
        let (x433, y433) = carry::<29>(x432);
        let x434 = x377 + y433;
        let (x435, y435) = carry::<29>(x434);
        let x436 = x373 + y435;
        let (x437, y437) = carry::<29>(x436);
        let x438 = x369 + y437;
        let (x439, y439) = carry::<29>(x438);
        let x440 = x365 + y439;
        let (x441, y441) = carry::<29>(x440);
        let x442 = x361 + y441;
        let (x443, y443) = carry::<29>(x442);
        let x444 = x357 + y443;
        let (x445, y445) = carry::<29>(x444);
        let x446 = x353 + y445;
        let (x447, y447) = carry::<29>(x446);
        let x448 = x410 + y447;
        let (x449, y449) = carry::<29>(x448);
        let x450 = x412 + y449;
        [
            x417, x419, x421, x423, x425, x427, x429, x431,
            x433, x435, x437, x439, x441, x443, x445, x447,
            x449, x450,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn add(a: &[u64; 18], b: &[u64; 18]) -> [u64; 18] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14, a15,
            a16, a17,
        ] = a.map(|word| word as i64);
        let [
            b0, b1, b2, b3, b4, b5, b6, b7,
            b8, b9, b10, b11, b12, b13, b14, b15,
            b16, b17,
        ] = b.map(|word| word as i64);
        let x36 = a0 + b0;
        let x37 = a1 + b1;
        let x38 = a2 + b2;
        let x39 = a3 + b3;
        let x40 = a4 + b4;
        let x41 = a5 + b5;
        let x42 = a6 + b6;
        let x43 = a7 + b7;
        let x44 = a8 + b8;
        let x45 = a9 + b9;
        let x46 = a10 + b10;
        let x47 = a11 + b11;
        let x48 = a12 + b12;
        let x49 = a13 + b13;
        let x50 = a14 + b14;
        let x51 = a15 + b15;
        let x52 = a16 + b16;
        let x53 = a17 + b17;
        let (x54, y54) = carry::<29>(x52);
        let x55 = x53 + y54;
        let (x56, y56) = carry::<29>(x55);
        let (x57, y57) = split::<28>(y56);
        let x58 = x57 << 1;
        let x59 = x36 + x58;
        let x60 = x37 + y57;
        let (x61, y61) = carry::<29>(x59);
        let x62 = x60 + y61;
        let (x63, y63) = carry::<29>(x62);
        let x64 = x38 + y63;
        let (x65, y65) = carry::<29>(x64);
        let x66 = x39 + y65;
        let (x67, y67) = carry::<29>(x66);
        let x68 = x40 + y67;
        let (x69, y69) = carry::<29>(x68);
        let x70 = x41 + y69;
        let (x71, y71) = carry::<29>(x70);
        let x72 = x42 + y71;
        let (x73, y73) = carry::<29>(x72);
        let x74 = x43 + y73;
        let (x75, y75) = carry::<29>(x74);
        let x76 = x44 + y75;
        let (x77, y77) = carry::<29>(x76);
        let x78 = x45 + y77;
        let (x79, y79) = carry::<29>(x78);
        let x80 = x46 + y79;
        let (x81, y81) = carry::<29>(x80);
        let x82 = x47 + y81;
        let (x83, y83) = carry::<29>(x82);
        let x84 = x48 + y83;
        let (x85, y85) = carry::<29>(x84);
        let x86 = x49 + y85;
        let (x87, y87) = carry::<29>(x86);
        let x88 = x50 + y87;
        let (x89, y89) = carry::<29>(x88);
        let x90 = x51 + y89;
        let (x91, y91) = carry::<29>(x90);
        let x92 = x54 + y91;
        let (x93, y93) = carry::<29>(x92);
        let x94 = x56 + y93;
        [
            x61, x63, x65, x67, x69, x71, x73, x75,
            x77, x79, x81, x83, x85, x87, x89, x91,
            x93, x94,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sub(a: &[u64; 18], b: &[u64; 18]) -> [u64; 18] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14, a15,
            a16, a17,
        ] = a.map(|word| word as i64);
        let [
            b0, b1, b2, b3, b4, b5, b6, b7,
            b8, b9, b10, b11, b12, b13, b14, b15,
            b16, b17,
        ] = b.map(|word| word as i64);
        let x36 = a0 - b0;
        let x37 = a1 - b1;
        let x38 = a2 - b2;
        let x39 = a3 - b3;
        let x40 = a4 - b4;
        let x41 = a5 - b5;
        let x42 = a6 - b6;
        let x43 = a7 - b7;
        let x44 = a8 - b8;
        let x45 = a9 - b9;
        let x46 = a10 - b10;
        let x47 = a11 - b11;
        let x48 = a12 - b12;
        let x49 = a13 - b13;
        let x50 = a14 - b14;
        let x51 = a15 - b15;
        let x52 = a16 - b16;
        let x53 = a17 - b17;
        let (x54, y54) = carry::<29>(x52);
        let x55 = x53 + y54;
        let (x56, y56) = carry::<29>(x55);
        let (x57, y57) = split::<28>(y56);
        let x58 = x57 << 1;
        let x59 = x36 + x58;
        let x60 = x37 + y57;
        let (x61, y61) = carry::<29>(x59);
        let x62 = x60 + y61;
        let (x63, y63) = carry::<29>(x62);
        let x64 = x38 + y63;
        let (x65, y65) = carry::<29>(x64);
        let x66 = x39 + y65;
        let (x67, y67) = carry::<29>(x66);
        let x68 = x40 + y67;
        let (x69, y69) = carry::<29>(x68);
        let x70 = x41 + y69;
        let (x71, y71) = carry::<29>(x70);
        let x72 = x42 + y71;
        let (x73, y73) = carry::<29>(x72);
        let x74 = x43 + y73;
        let (x75, y75) = carry::<29>(x74);
        let x76 = x44 + y75;
        let (x77, y77) = carry::<29>(x76);
        let x78 = x45 + y77;
        let (x79, y79) = carry::<29>(x78);
        let x80 = x46 + y79;
        let (x81, y81) = carry::<29>(x80);
        let x82 = x47 + y81;
        let (x83, y83) = carry::<29>(x82);
        let x84 = x48 + y83;
        let (x85, y85) = carry::<29>(x84);
        let x86 = x49 + y85;
        let (x87, y87) = carry::<29>(x86);
        let x88 = x50 + y87;
        let (x89, y89) = carry::<29>(x88);
        let x90 = x51 + y89;
        let (x91, y91) = carry::<29>(x90);
        let x92 = x54 + y91;
        let (x93, y93) = carry::<29>(x92);
        let x94 = x56 + y93;
        [
            x61, x63, x65, x67, x69, x71, x73, x75,
            x77, x79, x81, x83, x85, x87, x89, x91,
            x93, x94,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn neg(a: &[u64; 18]) -> [u64; 18] {
        let [
            a0, a1, a2, a3, a4, a5, a6, a7,
            a8, a9, a10, a11, a12, a13, a14, a15,
            a16, a17,
        ] = a.map(|word| word as i64);
        let x19 = 0 - a0;
        let x20 = 0 - a1;
        let x21 = 0 - a2;
        let x22 = 0 - a3;
        let x23 = 0 - a4;
        let x24 = 0 - a5;
        let x25 = 0 - a6;
        let x26 = 0 - a7;
        let x27 = 0 - a8;
        let x28 = 0 - a9;
        let x29 = 0 - a10;
        let x30 = 0 - a11;
        let x31 = 0 - a12;
        let x32 = 0 - a13;
        let x33 = 0 - a14;
        let x34 = 0 - a15;
        let x35 = 0 - a16;
        let x36 = 0 - a17;
        [
            x19, x20, x21, x22, x23, x24, x25, x26,
            x27, x28, x29, x30, x31, x32, x33, x34,
            x35, x36,
        ].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn encode(plain: &[u64; 18]) -> [u64; 18] {
        cut::<29, 18>(plain)
    }

    #[inline(never)]
    fn decode(a: &[u64; 18]) -> [u64; 18] {
        reduced::<29, 18>(a, &Self::MODULUS, 1)
    }

    #[inline(always)]
    fn canonical(a: &[u64; 18]) -> [u64; 18] {
        Self::decode(a)
    }
}
