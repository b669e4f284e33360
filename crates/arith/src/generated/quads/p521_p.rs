//! The prime `p521_p` in quads. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: quads 48x11; an element is held times 2^528.
//! At rest the limbs are from 0 to 2^48 + 9728. Sums, whose limbs have signs, may hold
//! 1536 elements at rest; `carry` takes such a sum, products do not. A product is a sum that may
//! be as large as 256 elements, so that `carry` takes 6 of them.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | carry | 1536 elements | at rest | 33 | 0 |
//! | mul | at rest | 256 elements | 327 | 264 |
//! | sqr | at rest | 256 elements | 255 | 154 |
//! | add | 768 elements | 1536 elements | 11 | 0 |
//! | sub | 768 elements | 1536 elements | 11 | 0 |
//! | decode | at rest | < 2 p | 85 | 22 |

use crate::lanes::Word;
use crate::quads::Quads;

/// The prime `p521_p`, 11 limbs of 48 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P521P;

#[rustfmt::skip]
impl Quads for P521P {
    type Limbs<W: Word> = [W; 11];
    const BITS: usize = 48;
    const MODULUS: &'static [u64] = &[
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0x1ffffffffff,
    ];
    const RADIX_SQUARED: &'static [u64] = &[
        0x4000,
        0x0,
        0x0,
        0x0,
        0x0,
        0x0,
        0x0,
        0x0,
        0x0,
        0x0,
        0x0,
    ];

    #[inline(always)]
    fn spread<W: Word>(word: W) -> [W; 11] {
        [word; 11]
    }

    #[inline(always)]
    fn carry<W: Word>(a: &[W; 11]) -> [W; 11] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = *a;
        let k11 = a0.like(0x2000fffffffff800);
        let x12 = a0 + k11;
        let (x13, y13) = x12.split::<48>();
        let k14 = a0.like(0x2000ffffffffdfff);
        let x15 = a1 + k14;
        let (x16, y16) = x15.split::<48>();
        let x17 = a2 + k14;
        let (x18, y18) = x17.split::<48>();
        let x19 = a3 + k14;
        let (x20, y20) = x19.split::<48>();
        let x21 = a4 + k14;
        let (x22, y22) = x21.split::<48>();
        let x23 = a5 + k14;
        let (x24, y24) = x23.split::<48>();
        let x25 = a6 + k14;
        let (x26, y26) = x25.split::<48>();
        let x27 = a7 + k14;
        let (x28, y28) = x27.split::<48>();
        let x29 = a8 + k14;
        let (x30, y30) = x29.split::<48>();
        let x31 = a9 + k14;
        let (x32, y32) = x31.split::<48>();
        let k33 = a0.like(0xfffffffffdfff);
        let x34 = a10 + k33;
        let (x35, y35) = x34.split::<41>();
        let x36 = x13 + y35;
        let x37 = x16 + y13;
        let x38 = x18 + y16;
        let x39 = x20 + y18;
        let x40 = x22 + y20;
        let x41 = x24 + y22;
        let x42 = x26 + y24;
        let x43 = x28 + y26;
        let x44 = x30 + y28;
        let x45 = x32 + y30;
        let x46 = x35 + y32;
        [x36, x37, x38, x39, x40, x41, x42, x43, x44, x45, x46]
    }

    #[inline(always)]
    fn mul<W: Word>(a: &[W; 11], b: &[W; 11]) -> [W; 11] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = *a;
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10] = *b;
        let k22 = a0.like(0x0);
        let x23 = k22.madd_low(a0, b0);
        let x24 = k22.madd_high(a0, b0);
        let x25 = k22.madd_low(a0, b1);
        let x26 = k22.madd_high(a0, b1);
        let x27 = x25.madd_low(a1, b0);
        let x28 = x26.madd_high(a1, b0);
        let x29 = k22.madd_low(a0, b2);
        let x30 = k22.madd_high(a0, b2);
        let x31 = x29.madd_low(a1, b1);
        let x32 = x30.madd_high(a1, b1);
        let x33 = x31.madd_low(a2, b0);
        let x34 = x32.madd_high(a2, b0);
        let x35 = k22.madd_low(a0, b3);
        let x36 = k22.madd_high(a0, b3);
        let x37 = x35.madd_low(a1, b2);
        let x38 = x36.madd_high(a1, b2);
        let x39 = x37.madd_low(a2, b1);
        let x40 = x38.madd_high(a2, b1);
        let x41 = x39.madd_low(a3, b0);
        let x42 = x40.madd_high(a3, b0);
        let x43 = k22.madd_low(a0, b4);
        let x44 = k22.madd_high(a0, b4);
        let x45 = x43.madd_low(a1, b3);
        let x46 = x44.madd_high(a1, b3);
        let x47 = x45.madd_low(a2, b2);
        let x48 = x46.madd_high(a2, b2);
        let x49 = x47.madd_low(a3, b1);
        let x50 = x48.madd_high(a3, b1);
        let x51 = x49.madd_low(a4, b0);
        let x52 = x50.madd_high(a4, b0);
        let x53 = k22.madd_low(a0, b5);
        let x54 = k22.madd_high(a0, b5);
        let x55 = x53.madd_low(a1, b4);
        let x56 = x54.madd_high(a1, b4);
        let x57 = x55.madd_low(a2, b3);
        let x58 = x56.madd_high(a2, b3);
        let x59 = x57.madd_low(a3, b2);
        let x60 = x58.madd_high(a3, b2);
        let x61 = x59.madd_low(a4, b1);
        let x62 = x60.madd_high(a4, b1);
        let x63 = x61.madd_low(a5, b0);
        let x64 = x62.madd_high(a5, b0);
        let x65 = k22.madd_low(a0, b6);
        let x66 = k22.madd_high(a0, b6);
        let x67 = x65.madd_low(a1, b5);
        let x68 = x66.madd_high(a1, b5);
        let x69 = x67.madd_low(a2, b4);
        let x70 = x68.madd_high(a2, b4);
        let x71 = x69.madd_low(a3, b3);
        let x72 = x70.madd_high(a3, b3);
        let x73 = x71.madd_low(a4, b2);
        let x74 = x72.madd_high(a4, b2);
        let x75 = x73.madd_low(a5, b1);
        let x76 = x74.madd_high(a5, b1);
        let x77 = x75.madd_low(a6, b0);
        let x78 = x76.madd_high(a6, b0);
        let x79 = k22.madd_low(a0, b7);
        let x80 = k22.madd_high(a0, b7);
        let x81 = x79.madd_low(a1, b6);
        let x82 = x80.madd_high(a1, b6);
        let x83 = x81.madd_low(a2, b5);
        let x84 = x82.madd_high(a2, b5);
        let x85 = x83.madd_low(a3, b4);
        let x86 = x84.madd_high(a3, b4);
        let x87 = x85.madd_low(a4, b3);
        let x88 = x86.madd_high(a4, b3);
        let x89 = x87.madd_low(a5, b2);
        let x90 = x88.madd_high(a5, b2);
        let x91 = x89.madd_low(a6, b1);
        let x92 = x90.madd_high(a6, b1);
        let x93 = x91.madd_low(a7, b0);
        let x94 = x92.madd_high(a7, b0);
        let x95 = k22.madd_low(a0, b8);
        let x96 = k22.madd_high(a0, b8);
        let x97 = x95.madd_low(a1, b7);
        let x98 = x96.madd_high(a1, b7);
        let x99 = x97.madd_low(a2, b6);
        let x100 = x98.madd_high(a2, b6);
        let x101 = x99.madd_low(a3, b5);
        let x102 = x100.madd_high(a3, b5);
        let x103 = x101.madd_low(a4, b4);
        let x104 = x102.madd_high(a4, b4);
        let x105 = x103.madd_low(a5, b3);
        let x106 = x104.madd_high(a5, b3);
        let x107 = x105.madd_low(a6, b2);
        let x108 = x106.madd_high(a6, b2);
        let x109 = x107.madd_low(a7, b1);
        let x110 = x108.madd_high(a7, b1);
        let x111 = x109.madd_low(a8, b0);
        let x112 = x110.madd_high(a8, b0);
        let x113 = k22.madd_low(a0, b9);
        let x114 = k22.madd_high(a0, b9);
        let x115 = x113.madd_low(a1, b8);
        let x116 = x114.madd_high(a1, b8);
        let x117 = x115.madd_low(a2, b7);
        let x118 = x116.madd_high(a2, b7);
        let x119 = x117.madd_low(a3, b6);
        let x120 = x118.madd_high(a3, b6);
        let x121 = x119.madd_low(a4, b5);
        let x122 = x120.madd_high(a4, b5);
        let x123 = x121.madd_low(a5, b4);
        let x124 = x122.madd_high(a5, b4);
        let x125 = x123.madd_low(a6, b3);
        let x126 = x124.madd_high(a6, b3);
        let x127 = x125.madd_low(a7, b2);
        let x128 = x126.madd_high(a7, b2);
        let x129 = x127.madd_low(a8, b1);
        let x130 = x128.madd_high(a8, b1);
        let x131 = x129.madd_low(a9, b0);
        let x132 = x130.madd_high(a9, b0);
        let x133 = k22.madd_low(a0, b10);
        let x134 = k22.madd_high(a0, b10);
        let x135 = x133.madd_low(a1, b9);
        let x136 = x134.madd_high(a1, b9);
        let x137 = x135.madd_low(a2, b8);
        let x138 = x136.madd_high(a2, b8);
        let x139 = x137.madd_low(a3, b7);
        let x140 = x138.madd_high(a3, b7);
        let x141 = x139.madd_low(a4, b6);
        let x142 = x140.madd_high(a4, b6);
        let x143 = x141.madd_low(a5, b5);
        let x144 = x142.madd_high(a5, b5);
        let x145 = x143.madd_low(a6, b4);
        let x146 = x144.madd_high(a6, b4);
        let x147 = x145.madd_low(a7, b3);
        let x148 = x146.madd_high(a7, b3);
        let x149 = x147.madd_low(a8, b2);
        let x150 = x148.madd_high(a8, b2);
        let x151 = x149.madd_low(a9, b1);
        let x152 = x150.madd_high(a9, b1);
        let x153 = x151.madd_low(a10, b0);
        let x154 = x152.madd_high(a10, b0);
        let x155 = k22.madd_low(a1, b10);
        let x156 = k22.madd_high(a1, b10);
        let x157 = x155.madd_low(a2, b9);
        let x158 = x156.madd_high(a2, b9);
        let x159 = x157.madd_low(a3, b8);
        let x160 = x158.madd_high(a3, b8);
        let x161 = x159.madd_low(a4, b7);
        let x162 = x160.madd_high(a4, b7);
        let x163 = x161.madd_low(a5, b6);
        let x164 = x162.madd_high(a5, b6);
        let x165 = x163.madd_low(a6, b5);
        let x166 = x164.madd_high(a6, b5);
        let x167 = x165.madd_low(a7, b4);
        let x168 = x166.madd_high(a7, b4);
        let x169 = x167.madd_low(a8, b3);
        let x170 = x168.madd_high(a8, b3);
        let x171 = x169.madd_low(a9, b2);
        let x172 = x170.madd_high(a9, b2);
        let x173 = x171.madd_low(a10, b1);
        let x174 = x172.madd_high(a10, b1);
        let x175 = k22.madd_low(a2, b10);
        let x176 = k22.madd_high(a2, b10);
        let x177 = x175.madd_low(a3, b9);
        let x178 = x176.madd_high(a3, b9);
        let x179 = x177.madd_low(a4, b8);
        let x180 = x178.madd_high(a4, b8);
        let x181 = x179.madd_low(a5, b7);
        let x182 = x180.madd_high(a5, b7);
        let x183 = x181.madd_low(a6, b6);
        let x184 = x182.madd_high(a6, b6);
        let x185 = x183.madd_low(a7, b5);
        let x186 = x184.madd_high(a7, b5);
        let x187 = x185.madd_low(a8, b4);
        let x188 = x186.madd_high(a8, b4);
        let x189 = x187.madd_low(a9, b3);
        let x190 = x188.madd_high(a9, b3);
        let x191 = x189.madd_low(a10, b2);
        let x192 = x190.madd_high(a10, b2);
        let x193 = k22.madd_low(a3, b10);
        let x194 = k22.madd_high(a3, b10);
        let x195 = x193.madd_low(a4, b9);
        let x196 = x194.madd_high(a4, b9);
        let x197 = x195.madd_low(a5, b8);
        let x198 = x196.madd_high(a5, b8);
        let x199 = x197.madd_low(a6, b7);
        let x200 = x198.madd_high(a6, b7);
        let x201 = x199.madd_low(a7, b6);
        let x202 = x200.madd_high(a7, b6);
        let x203 = x201.madd_low(a8, b5);
        let x204 = x202.madd_high(a8, b5);
        let x205 = x203.madd_low(a9, b4);
        let x206 = x204.madd_high(a9, b4);
        let x207 = x205.madd_low(a10, b3);
        let x208 = x206.madd_high(a10, b3);
        let x209 = k22.madd_low(a4, b10);
        let x210 = k22.madd_high(a4, b10);
        let x211 = x209.madd_low(a5, b9);
        let x212 = x210.madd_high(a5, b9);
        let x213 = x211.madd_low(a6, b8);
        let x214 = x212.madd_high(a6, b8);
        let x215 = x213.madd_low(a7, b7);
        let x216 = x214.madd_high(a7, b7);
        let x217 = x215.madd_low(a8, b6);
        let x218 = x216.madd_high(a8, b6);
        let x219 = x217.madd_low(a9, b5);
        let x220 = x218.madd_high(a9, b5);
        let x221 = x219.madd_low(a10, b4);
        let x222 = x220.madd_high(a10, b4);
        let x223 = k22.madd_low(a5, b10);
        let x224 = k22.madd_high(a5, b10);
        let x225 = x223.madd_low(a6, b9);
        let x226 = x224.madd_high(a6, b9);
        let x227 = x225.madd_low(a7, b8);
        let x228 = x226.madd_high(a7, b8);
        let x229 = x227.madd_low(a8, b7);
        let x230 = x228.madd_high(a8, b7);
        let x231 = x229.madd_low(a9, b6);
        let x232 = x230.madd_high(a9, b6);
        let x233 = x231.madd_low(a10, b5);
        let x234 = x232.madd_high(a10, b5);
        let x235 = k22.madd_low(a6, b10);
        let x236 = k22.madd_high(a6, b10);
        let x237 = x235.madd_low(a7, b9);
        let x238 = x236.madd_high(a7, b9);
        let x239 = x237.madd_low(a8, b8);
        let x240 = x238.madd_high(a8, b8);
        let x241 = x239.madd_low(a9, b7);
        let x242 = x240.madd_high(a9, b7);
        let x243 = x241.madd_low(a10, b6);
        let x244 = x242.madd_high(a10, b6);
        let x245 = k22.madd_low(a7, b10);
        let x246 = k22.madd_high(a7, b10);
        let x247 = x245.madd_low(a8, b9);
        let x248 = x246.madd_high(a8, b9);
        let x249 = x247.madd_low(a9, b8);
        let x250 = x248.madd_high(a9, b8);
        let x251 = x249.madd_low(a10, b7);
        let x252 = x250.madd_high(a10, b7);
        let x253 = k22.madd_low(a8, b10);
        let x254 = k22.madd_high(a8, b10);
        let x255 = x253.madd_low(a9, b9);
        let x256 = x254.madd_high(a9, b9);
        let x257 = x255.madd_low(a10, b8);
        let x258 = x256.madd_high(a10, b8);
        let x259 = k22.madd_low(a9, b10);
        let x260 = k22.madd_high(a9, b10);
        let x261 = x259.madd_low(a10, b9);
        let x262 = x260.madd_high(a10, b9);
        let x263 = k22.madd_low(a10, b10);
        let x264 = k22.madd_high(a10, b10);
        let (x265, y265) = x23.split::<48>();
        let k266 = a0.like(0x20000000000);
        let x267 = x153.madd_low(x265, k266);
        let x268 = x154.madd_high(x265, k266);
        let x269 = x24.shl::<4>();
        let x270 = x27 + x269;
        let x271 = x270 + y265;
        let (x272, y272) = x271.split::<48>();
        let x273 = x173.madd_low(x272, k266);
        let x274 = x174.madd_high(x272, k266);
        let x275 = x28.shl::<4>();
        let x276 = x33 + x275;
        let x277 = x276 + y272;
        let (x278, y278) = x277.split::<48>();
        let x279 = x191.madd_low(x278, k266);
        let x280 = x192.madd_high(x278, k266);
        let x281 = x34.shl::<4>();
        let x282 = x41 + x281;
        let x283 = x282 + y278;
        let (x284, y284) = x283.split::<48>();
        let x285 = x207.madd_low(x284, k266);
        let x286 = x208.madd_high(x284, k266);
        let x287 = x42.shl::<4>();
        let x288 = x51 + x287;
        let x289 = x288 + y284;
        let (x290, y290) = x289.split::<48>();
        let x291 = x221.madd_low(x290, k266);
        let x292 = x222.madd_high(x290, k266);
        let x293 = x52.shl::<4>();
        let x294 = x63 + x293;
        let x295 = x294 + y290;
        let (x296, y296) = x295.split::<48>();
        let x297 = x233.madd_low(x296, k266);
        let x298 = x234.madd_high(x296, k266);
        let x299 = x64.shl::<4>();
        let x300 = x77 + x299;
        let x301 = x300 + y296;
        let (x302, y302) = x301.split::<48>();
        let x303 = x243.madd_low(x302, k266);
        let x304 = x244.madd_high(x302, k266);
        let x305 = x78.shl::<4>();
        let x306 = x93 + x305;
        let x307 = x306 + y302;
        let (x308, y308) = x307.split::<48>();
        let x309 = x251.madd_low(x308, k266);
        let x310 = x252.madd_high(x308, k266);
        let x311 = x94.shl::<4>();
        let x312 = x111 + x311;
        let x313 = x312 + y308;
        let (x314, y314) = x313.split::<48>();
        let x315 = x257.madd_low(x314, k266);
        let x316 = x258.madd_high(x314, k266);
        let x317 = x112.shl::<4>();
        let x318 = x131 + x317;
        let x319 = x318 + y314;
        let (x320, y320) = x319.split::<48>();
        let x321 = x261.madd_low(x320, k266);
        let x322 = x262.madd_high(x320, k266);
        let x323 = x132.shl::<4>();
        let x324 = x267 + x323;
        let x325 = x324 + y320;
        let (x326, y326) = x325.split::<48>();
        let x327 = x263.madd_low(x326, k266);
        let x328 = x264.madd_high(x326, k266);
        let x329 = x268.shl::<4>();
        let x330 = x273 + x329;
        let x331 = x330 + y326;
        let x332 = x274.shl::<4>();
        let x333 = x279 + x332;
        let x334 = x280.shl::<4>();
        let x335 = x285 + x334;
        let x336 = x286.shl::<4>();
        let x337 = x291 + x336;
        let x338 = x292.shl::<4>();
        let x339 = x297 + x338;
        let x340 = x298.shl::<4>();
        let x341 = x303 + x340;
        let x342 = x304.shl::<4>();
        let x343 = x309 + x342;
        let x344 = x310.shl::<4>();
        let x345 = x315 + x344;
        let x346 = x316.shl::<4>();
        let x347 = x321 + x346;
        let x348 = x322.shl::<4>();
        let x349 = x327 + x348;
        let x350 = x328.shl::<4>();
        [x331, x333, x335, x337, x339, x341, x343, x345, x347, x349, x350]
    }

    #[inline(always)]
    fn sqr<W: Word>(a: &[W; 11]) -> [W; 11] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = *a;
        let k11 = a0.like(0x0);
        let x12 = k11.madd_low(a0, a1);
        let x13 = k11.madd_high(a0, a1);
        let x14 = k11.madd_low(a0, a2);
        let x15 = k11.madd_high(a0, a2);
        let x16 = k11.madd_low(a0, a3);
        let x17 = k11.madd_high(a0, a3);
        let x18 = x16.madd_low(a1, a2);
        let x19 = x17.madd_high(a1, a2);
        let x20 = k11.madd_low(a0, a4);
        let x21 = k11.madd_high(a0, a4);
        let x22 = x20.madd_low(a1, a3);
        let x23 = x21.madd_high(a1, a3);
        let x24 = k11.madd_low(a0, a5);
        let x25 = k11.madd_high(a0, a5);
        let x26 = x24.madd_low(a1, a4);
        let x27 = x25.madd_high(a1, a4);
        let x28 = x26.madd_low(a2, a3);
        let x29 = x27.madd_high(a2, a3);
        let x30 = k11.madd_low(a0, a6);
        let x31 = k11.madd_high(a0, a6);
        let x32 = x30.madd_low(a1, a5);
        let x33 = x31.madd_high(a1, a5);
        let x34 = x32.madd_low(a2, a4);
        let x35 = x33.madd_high(a2, a4);
        let x36 = k11.madd_low(a0, a7);
        let x37 = k11.madd_high(a0, a7);
        let x38 = x36.madd_low(a1, a6);
        let x39 = x37.madd_high(a1, a6);
        let x40 = x38.madd_low(a2, a5);
        let x41 = x39.madd_high(a2, a5);
        let x42 = x40.madd_low(a3, a4);
        let x43 = x41.madd_high(a3, a4);
        let x44 = k11.madd_low(a0, a8);
        let x45 = k11.madd_high(a0, a8);
        let x46 = x44.madd_low(a1, a7);
        let x47 = x45.madd_high(a1, a7);
        let x48 = x46.madd_low(a2, a6);
        let x49 = x47.madd_high(a2, a6);
        let x50 = x48.madd_low(a3, a5);
        let x51 = x49.madd_high(a3, a5);
        let x52 = k11.madd_low(a0, a9);
        let x53 = k11.madd_high(a0, a9);
        let x54 = x52.madd_low(a1, a8);
        let x55 = x53.madd_high(a1, a8);
        let x56 = x54.madd_low(a2, a7);
        let x57 = x55.madd_high(a2, a7);
        let x58 = x56.madd_low(a3, a6);
        let x59 = x57.madd_high(a3, a6);
        let x60 = x58.madd_low(a4, a5);
        let x61 = x59.madd_high(a4, a5);
        let x62 = k11.madd_low(a0, a10);
        let x63 = k11.madd_high(a0, a10);
        let x64 = x62.madd_low(a1, a9);
        let x65 = x63.madd_high(a1, a9);
        let x66 = x64.madd_low(a2, a8);
        let x67 = x65.madd_high(a2, a8);
        let x68 = x66.madd_low(a3, a7);
        let x69 = x67.madd_high(a3, a7);
        let x70 = x68.madd_low(a4, a6);
        let x71 = x69.madd_high(a4, a6);
        let x72 = k11.madd_low(a1, a10);
        let x73 = k11.madd_high(a1, a10);
        let x74 = x72.madd_low(a2, a9);
        let x75 = x73.madd_high(a2, a9);
        let x76 = x74.madd_low(a3, a8);
        let x77 = x75.madd_high(a3, a8);
        let x78 = x76.madd_low(a4, a7);
        let x79 = x77.madd_high(a4, a7);
        let x80 = x78.madd_low(a5, a6);
        let x81 = x79.madd_high(a5, a6);
        let x82 = k11.madd_low(a2, a10);
        let x83 = k11.madd_high(a2, a10);
        let x84 = x82.madd_low(a3, a9);
        let x85 = x83.madd_high(a3, a9);
        let x86 = x84.madd_low(a4, a8);
        let x87 = x85.madd_high(a4, a8);
        let x88 = x86.madd_low(a5, a7);
        let x89 = x87.madd_high(a5, a7);
        let x90 = k11.madd_low(a3, a10);
        let x91 = k11.madd_high(a3, a10);
        let x92 = x90.madd_low(a4, a9);
        let x93 = x91.madd_high(a4, a9);
        let x94 = x92.madd_low(a5, a8);
        let x95 = x93.madd_high(a5, a8);
        let x96 = x94.madd_low(a6, a7);
        let x97 = x95.madd_high(a6, a7);
        let x98 = k11.madd_low(a4, a10);
        let x99 = k11.madd_high(a4, a10);
        let x100 = x98.madd_low(a5, a9);
        let x101 = x99.madd_high(a5, a9);
        let x102 = x100.madd_low(a6, a8);
        let x103 = x101.madd_high(a6, a8);
        let x104 = k11.madd_low(a5, a10);
        let x105 = k11.madd_high(a5, a10);
        let x106 = x104.madd_low(a6, a9);
        let x107 = x105.madd_high(a6, a9);
        let x108 = x106.madd_low(a7, a8);
        let x109 = x107.madd_high(a7, a8);
        let x110 = k11.madd_low(a6, a10);
        let x111 = k11.madd_high(a6, a10);
        let x112 = x110.madd_low(a7, a9);
        let x113 = x111.madd_high(a7, a9);
        let x114 = k11.madd_low(a7, a10);
        let x115 = k11.madd_high(a7, a10);
        let x116 = x114.madd_low(a8, a9);
        let x117 = x115.madd_high(a8, a9);
        let x118 = k11.madd_low(a8, a10);
        let x119 = k11.madd_high(a8, a10);
        let x120 = k11.madd_low(a9, a10);
        let x121 = k11.madd_high(a9, a10);
        let x122 = x12 + x12;
        let x123 = x14 + x14;
        let x124 = x18 + x18;
        let x125 = x22 + x22;
        let x126 = x28 + x28;
        let x127 = x34 + x34;
        let x128 = x42 + x42;
        let x129 = x50 + x50;
        let x130 = x60 + x60;
        let x131 = x70 + x70;
        let x132 = x80 + x80;
        let x133 = x88 + x88;
        let x134 = x96 + x96;
        let x135 = x102 + x102;
        let x136 = x108 + x108;
        let x137 = x112 + x112;
        let x138 = x116 + x116;
        let x139 = x118 + x118;
        let x140 = x120 + x120;
        let x141 = x13 + x13;
        let x142 = x15 + x15;
        let x143 = x19 + x19;
        let x144 = x23 + x23;
        let x145 = x29 + x29;
        let x146 = x35 + x35;
        let x147 = x43 + x43;
        let x148 = x51 + x51;
        let x149 = x61 + x61;
        let x150 = x71 + x71;
        let x151 = x81 + x81;
        let x152 = x89 + x89;
        let x153 = x97 + x97;
        let x154 = x103 + x103;
        let x155 = x109 + x109;
        let x156 = x113 + x113;
        let x157 = x117 + x117;
        let x158 = x119 + x119;
        let x159 = x121 + x121;
        let x160 = k11.madd_low(a0, a0);
        let x161 = k11.madd_high(a0, a0);
        let x162 = x123.madd_low(a1, a1);
        let x163 = x142.madd_high(a1, a1);
        let x164 = x125.madd_low(a2, a2);
        let x165 = x144.madd_high(a2, a2);
        let x166 = x127.madd_low(a3, a3);
        let x167 = x146.madd_high(a3, a3);
        let x168 = x129.madd_low(a4, a4);
        let x169 = x148.madd_high(a4, a4);
        let x170 = x131.madd_low(a5, a5);
        let x171 = x150.madd_high(a5, a5);
        let x172 = x133.madd_low(a6, a6);
        let x173 = x152.madd_high(a6, a6);
        let x174 = x135.madd_low(a7, a7);
        let x175 = x154.madd_high(a7, a7);
        let x176 = x137.madd_low(a8, a8);
        let x177 = x156.madd_high(a8, a8);
        let x178 = x139.madd_low(a9, a9);
        let x179 = x158.madd_high(a9, a9);
        let x180 = k11.madd_low(a10, a10);
        let x181 = k11.madd_high(a10, a10);
        let (x182, y182) = x160.split::<48>();
        let k183 = a0.like(0x20000000000);
        let x184 = x170.madd_low(x182, k183);
        let x185 = x171.madd_high(x182, k183);
        let x186 = x161.shl::<4>();
        let x187 = x122 + x186;
        let x188 = x187 + y182;
        let (x189, y189) = x188.split::<48>();
        let x190 = x132.madd_low(x189, k183);
        let x191 = x151.madd_high(x189, k183);
        let x192 = x141.shl::<4>();
        let x193 = x162 + x192;
        let x194 = x193 + y189;
        let (x195, y195) = x194.split::<48>();
        let x196 = x172.madd_low(x195, k183);
        let x197 = x173.madd_high(x195, k183);
        let x198 = x163.shl::<4>();
        let x199 = x124 + x198;
        let x200 = x199 + y195;
        let (x201, y201) = x200.split::<48>();
        let x202 = x134.madd_low(x201, k183);
        let x203 = x153.madd_high(x201, k183);
        let x204 = x143.shl::<4>();
        let x205 = x164 + x204;
        let x206 = x205 + y201;
        let (x207, y207) = x206.split::<48>();
        let x208 = x174.madd_low(x207, k183);
        let x209 = x175.madd_high(x207, k183);
        let x210 = x165.shl::<4>();
        let x211 = x126 + x210;
        let x212 = x211 + y207;
        let (x213, y213) = x212.split::<48>();
        let x214 = x136.madd_low(x213, k183);
        let x215 = x155.madd_high(x213, k183);
        let x216 = x145.shl::<4>();
        let x217 = x166 + x216;
        let x218 = x217 + y213;
        let (x219, y219) = x218.split::<48>();
        let x220 = x176.madd_low(x219, k183);
        let x221 = x177.madd_high(x219, k183);
        let x222 = x167.shl::<4>();
        let x223 = x128 + x222;
        let x224 = x223 + y219;
        let (x225, y225) = x224.split::<48>();
        let x226 = x138.madd_low(x225, k183);
        let x227 = x157.madd_high(x225, k183);
        let x228 = x147.shl::<4>();
        let x229 = x168 + x228;
        let x230 = x229 + y225;
        let (x231, y231) = x230.split::<48>();
        let x232 = x178.madd_low(x231, k183);
        let x233 = x179.madd_high(x231, k183);
        let x234 = x169.shl::<4>();
        let x235 = x130 + x234;
        let x236 = x235 + y231;
        let (x237, y237) = x236.split::<48>();
        let x238 = x140.madd_low(x237, k183);
        let x239 = x159.madd_high(x237, k183);
        let x240 = x149.shl::<4>();
        let x241 = x184 + x240;
        let x242 = x241 + y237;
        let (x243, y243) = x242.split::<48>();
        let x244 = x180.madd_low(x243, k183);
        let x245 = x181.madd_high(x243, k183);
        let x246 = x185.shl::<4>();
        let x247 = x190 + x246;
        let x248 = x247 + y243;
        let x249 = x191.shl::<4>();
        let x250 = x196 + x249;
        let x251 = x197.shl::<4>();
        let x252 = x202 + x251;
        let x253 = x203.shl::<4>();
        let x254 = x208 + x253;
        let x255 = x209.shl::<4>();
        let x256 = x214 + x255;
        let x257 = x215.shl::<4>();
        let x258 = x220 + x257;
        let x259 = x221.shl::<4>();
        let x260 = x226 + x259;
        let x261 = x227.shl::<4>();
        let x262 = x232 + x261;
        let x263 = x233.shl::<4>();
        let x264 = x238 + x263;
        let x265 = x239.shl::<4>();
        let x266 = x244 + x265;
        let x267 = x245.shl::<4>();
        [x248, x250, x252, x254, x256, x258, x260, x262, x264, x266, x267]
    }

    #[inline(always)]
    fn add<W: Word>(a: &[W; 11], b: &[W; 11]) -> [W; 11] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = *a;
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10] = *b;
        let x22 = a0 + b0;
        let x23 = a1 + b1;
        let x24 = a2 + b2;
        let x25 = a3 + b3;
        let x26 = a4 + b4;
        let x27 = a5 + b5;
        let x28 = a6 + b6;
        let x29 = a7 + b7;
        let x30 = a8 + b8;
        let x31 = a9 + b9;
        let x32 = a10 + b10;
        [x22, x23, x24, x25, x26, x27, x28, x29, x30, x31, x32]
    }

    #[inline(always)]
    fn sub<W: Word>(a: &[W; 11], b: &[W; 11]) -> [W; 11] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = *a;
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10] = *b;
        let x22 = a0 - b0;
        let x23 = a1 - b1;
        let x24 = a2 - b2;
        let x25 = a3 - b3;
        let x26 = a4 - b4;
        let x27 = a5 - b5;
        let x28 = a6 - b6;
        let x29 = a7 - b7;
        let x30 = a8 - b8;
        let x31 = a9 - b9;
        let x32 = a10 - b10;
        [x22, x23, x24, x25, x26, x27, x28, x29, x30, x31, x32]
    }

    #[inline(always)]
    fn decode<W: Word>(a: &[W; 11]) -> [W; 11] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = *a;
        let (x11, y11) = a0.split::<48>();
        let k12 = a0.like(0x20000000000);
        let k13 = a0.like(0x0);
        let x14 = a10.madd_low(x11, k12);
        let x15 = k13.madd_high(x11, k12);
        let x16 = a1 + y11;
        let (x17, y17) = x16.split::<48>();
        let x18 = k13.madd_low(x17, k12);
        let x19 = k13.madd_high(x17, k12);
        let x20 = a2 + y17;
        let (x21, y21) = x20.split::<48>();
        let x22 = k13.madd_low(x21, k12);
        let x23 = k13.madd_high(x21, k12);
        let x24 = a3 + y21;
        let (x25, y25) = x24.split::<48>();
        let x26 = k13.madd_low(x25, k12);
        let x27 = k13.madd_high(x25, k12);
        let x28 = a4 + y25;
        let (x29, y29) = x28.split::<48>();
        let x30 = k13.madd_low(x29, k12);
        let x31 = k13.madd_high(x29, k12);
        let x32 = a5 + y29;
        let (x33, y33) = x32.split::<48>();
        let x34 = k13.madd_low(x33, k12);
        let x35 = k13.madd_high(x33, k12);
        let x36 = a6 + y33;
        let (x37, y37) = x36.split::<48>();
        let x38 = k13.madd_low(x37, k12);
        let x39 = k13.madd_high(x37, k12);
        let x40 = a7 + y37;
        let (x41, y41) = x40.split::<48>();
        let x42 = k13.madd_low(x41, k12);
        let x43 = k13.madd_high(x41, k12);
        let x44 = a8 + y41;
        let (x45, y45) = x44.split::<48>();
        let x46 = k13.madd_low(x45, k12);
        let x47 = k13.madd_high(x45, k12);
        let x48 = a9 + y45;
        let (x49, y49) = x48.split::<48>();
        let x50 = k13.madd_low(x49, k12);
        let x51 = k13.madd_high(x49, k12);
        let x52 = x14 + y49;
        let (x53, y53) = x52.split::<48>();
        let x54 = k13.madd_low(x53, k12);
        let x55 = k13.madd_high(x53, k12);
        let x56 = x15.shl::<4>();
        let x57 = x18 + x56;
        let x58 = x57 + y53;
        let x59 = x19.shl::<4>();
        let x60 = x22 + x59;
        let x61 = x23.shl::<4>();
        let x62 = x26 + x61;
        let x63 = x27.shl::<4>();
        let x64 = x30 + x63;
        let x65 = x31.shl::<4>();
        let x66 = x34 + x65;
        let x67 = x35.shl::<4>();
        let x68 = x38 + x67;
        let x69 = x39.shl::<4>();
        let x70 = x42 + x69;
        let x71 = x43.shl::<4>();
        let x72 = x46 + x71;
        let x73 = x47.shl::<4>();
        let x74 = x50 + x73;
        let x75 = x51.shl::<4>();
        let x76 = x54 + x75;
        let x77 = x55.shl::<4>();
        let (x78, y78) = x58.split::<48>();
        let x79 = x60 + y78;
        let (x80, y80) = x79.split::<48>();
        let x81 = x62 + y80;
        let (x82, y82) = x81.split::<48>();
        let x83 = x64 + y82;
        let (x84, y84) = x83.split::<48>();
        let x85 = x66 + y84;
        let (x86, y86) = x85.split::<48>();
        let x87 = x68 + y86;
        let (x88, y88) = x87.split::<48>();
        let x89 = x70 + y88;
        let (x90, y90) = x89.split::<48>();
        let x91 = x72 + y90;
        let (x92, y92) = x91.split::<48>();
        let x93 = x74 + y92;
        let (x94, y94) = x93.split::<48>();
        let x95 = x76 + y94;
        let (x96, y96) = x95.split::<48>();
        let x97 = x77 + y96;
        [x78, x80, x82, x84, x86, x88, x90, x92, x94, x96, x97]
    }
}
