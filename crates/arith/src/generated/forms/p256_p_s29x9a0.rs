//! The prime `p256_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 29x9, 0 additions, reduce+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! At rest the limbs are at most 0x10000000 away from zero, the top one 0x1c020b67.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 3.41 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 308 | 81 | 10 |
//! | sqr | `a * a` | rest | rest | 244 | 45 | 10 |
//! | add | `a + b` | rest | rest | 44 | 0 | 10 |
//! | sub | `a - b` | rest | rest | 44 | 0 | 10 |
//! | neg | `-a` | rest | rest | 9 | 0 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, cut, reduced, split};

/// The prime `p256_p`, 9 signed limbs of 29 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P256PS29X9A0;

#[rustfmt::skip]
impl Prime for P256PS29X9A0 {
    type Limbs = [u64; 9];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P256P;
    const NAME: &'static str = "p256_p_s29x9a0";
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
        let (x163, y163) = split::<24>(x162);
        let x164 = x163 << 5;
        let x165 = x130 + x164;
        let x166 = x147 + y163;
        let (x167, y167) = split::<15>(x162);
        let x168 = x167 << 14;
        let x169 = x151 - x168;
        let x170 = x153 - y167;
        let (x171, y171) = split::<6>(x162);
        let x172 = x171 << 23;
        let x173 = x157 - x172;
        let x174 = x159 - y171;
        let (x175, y175) = split::<3>(x162);
        let x176 = x175 << 26;
        let x177 = x174 + x176;
        let x178 = x161 + y175;
        let (x179, y179) = split::<24>(x178);
        let x180 = x179 << 5;
        let x181 = x113 + x180;
        let x182 = x165 + y179;
        let (x183, y183) = split::<15>(x178);
        let x184 = x183 << 14;
        let x185 = x149 - x184;
        let x186 = x169 - y183;
        let (x187, y187) = split::<6>(x178);
        let x188 = x187 << 23;
        let x189 = x155 - x188;
        let x190 = x173 - y187;
        let (x191, y191) = split::<3>(x178);
        let x192 = x191 << 26;
        let x193 = x190 + x192;
        let x194 = x177 + y191;
        let (x195, y195) = split::<24>(x194);
        let x196 = x195 << 5;
        let x197 = x96 + x196;
        let x198 = x181 + y195;
        let (x199, y199) = split::<15>(x194);
        let x200 = x199 << 14;
        let x201 = x166 - x200;
        let x202 = x185 - y199;
        let (x203, y203) = split::<6>(x194);
        let x204 = x203 << 23;
        let x205 = x170 - x204;
        let x206 = x189 - y203;
        let (x207, y207) = split::<3>(x194);
        let x208 = x207 << 26;
        let x209 = x206 + x208;
        let x210 = x193 + y207;
        let (x211, y211) = split::<24>(x210);
        let x212 = x211 << 5;
        let x213 = x79 + x212;
        let x214 = x197 + y211;
        let (x215, y215) = split::<15>(x210);
        let x216 = x215 << 14;
        let x217 = x182 - x216;
        let x218 = x201 - y215;
        let (x219, y219) = split::<6>(x210);
        let x220 = x219 << 23;
        let x221 = x186 - x220;
        let x222 = x205 - y219;
        let (x223, y223) = split::<3>(x210);
        let x224 = x223 << 26;
        let x225 = x222 + x224;
        let x226 = x209 + y223;
        let (x227, y227) = split::<24>(x226);
        let x228 = x227 << 5;
        let x229 = x62 + x228;
        let x230 = x213 + y227;
        let (x231, y231) = split::<15>(x226);
        let x232 = x231 << 14;
        let x233 = x198 - x232;
        let x234 = x217 - y231;
        let (x235, y235) = split::<6>(x226);
        let x236 = x235 << 23;
        let x237 = x202 - x236;
        let x238 = x221 - y235;
        let (x239, y239) = split::<3>(x226);
        let x240 = x239 << 26;
        let x241 = x238 + x240;
        let x242 = x225 + y239;
        let (x243, y243) = split::<24>(x242);
        let x244 = x243 << 5;
        let x245 = x45 + x244;
        let x246 = x229 + y243;
        let (x247, y247) = split::<15>(x242);
        let x248 = x247 << 14;
        let x249 = x214 - x248;
        let x250 = x233 - y247;
        let (x251, y251) = split::<6>(x242);
        let x252 = x251 << 23;
        let x253 = x218 - x252;
        let x254 = x237 - y251;
        let (x255, y255) = split::<3>(x242);
        let x256 = x255 << 26;
        let x257 = x254 + x256;
        let x258 = x241 + y255;
        let (x259, y259) = split::<24>(x258);
        let x260 = x259 << 5;
        let x261 = x28 + x260;
        let x262 = x245 + y259;
        let (x263, y263) = split::<15>(x258);
        let x264 = x263 << 14;
        let x265 = x230 - x264;
        let x266 = x249 - y263;
        let (x267, y267) = split::<6>(x258);
        let x268 = x267 << 23;
        let x269 = x234 - x268;
        let x270 = x253 - y267;
        let (x271, y271) = split::<3>(x258);
        let x272 = x271 << 26;
        let x273 = x270 + x272;
        let x274 = x257 + y271;
        let (x275, y275) = split::<24>(x274);
        let x276 = x275 << 5;
        let x277 = x18 + x276;
        let x278 = x261 + y275;
        let (x279, y279) = split::<15>(x274);
        let x280 = x279 << 14;
        let x281 = x246 - x280;
        let x282 = x265 - y279;
        let (x283, y283) = split::<6>(x274);
        let x284 = x283 << 23;
        let x285 = x250 - x284;
        let x286 = x269 - y283;
        let (x287, y287) = split::<3>(x274);
        let x288 = x287 << 26;
        let x289 = x286 + x288;
        let x290 = x273 + y287;
        let (x291, y291) = carry::<29>(x289);
        let x292 = x290 + y291;
        let (x293, y293) = carry::<29>(x292);
        let (x294, y294) = split::<24>(y293);
        let x295 = x294 << 5;
        let x296 = x277 + x295;
        let x297 = x278 + y294;
        let (x298, y298) = split::<15>(y293);
        let x299 = x298 << 14;
        let x300 = x281 - x299;
        let x301 = x282 - y298;
        let (x302, y302) = split::<6>(y293);
        let x303 = x302 << 23;
        let x304 = x285 - x303;
        let x305 = x291 - y302;
        let (x306, y306) = split::<3>(y293);
        let x307 = x306 << 26;
        let x308 = x305 + x307;
        let x309 = x293 + y306;
        let (x310, y310) = carry::<29>(x296);
        let x311 = x297 + y310;
        let (x312, y312) = carry::<29>(x311);
        let x313 = x262 + y312;
        let (x314, y314) = carry::<29>(x313);
        let x315 = x300 + y314;
        let (x316, y316) = carry::<29>(x315);
        let x317 = x301 + y316;
        let (x318, y318) = carry::<29>(x317);
        let x319 = x266 + y318;
        let (x320, y320) = carry::<29>(x319);
        let x321 = x304 + y320;
        let (x322, y322) = carry::<29>(x321);
        let x323 = x308 + y322;
        let (x324, y324) = carry::<29>(x323);
        let x325 = x309 + y324;
        [x310, x312, x314, x316, x318, x320, x322, x324, x325].map(|limb| limb as u64)
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
        let (x90, y90) = split::<24>(x89);
        let x91 = x90 << 5;
        let x92 = x53 + x91;
        let x93 = x62 + y90;
        let (x94, y94) = split::<15>(x89);
        let x95 = x94 << 14;
        let x96 = x72 - x95;
        let x97 = x75 - y94;
        let (x98, y98) = split::<6>(x89);
        let x99 = x98 << 23;
        let x100 = x83 - x99;
        let x101 = x86 - y98;
        let (x102, y102) = split::<3>(x89);
        let x103 = x102 << 26;
        let x104 = x101 + x103;
        let x105 = x88 + y102;
        let (x106, y106) = split::<24>(x105);
        let x107 = x106 << 5;
        let x108 = x50 + x107;
        let x109 = x92 + y106;
        let (x110, y110) = split::<15>(x105);
        let x111 = x110 << 14;
        let x112 = x65 - x111;
        let x113 = x96 - y110;
        let (x114, y114) = split::<6>(x105);
        let x115 = x114 << 23;
        let x116 = x80 - x115;
        let x117 = x100 - y114;
        let (x118, y118) = split::<3>(x105);
        let x119 = x118 << 26;
        let x120 = x117 + x119;
        let x121 = x104 + y118;
        let (x122, y122) = split::<24>(x121);
        let x123 = x122 << 5;
        let x124 = x39 + x123;
        let x125 = x108 + y122;
        let (x126, y126) = split::<15>(x121);
        let x127 = x126 << 14;
        let x128 = x93 - x127;
        let x129 = x112 - y126;
        let (x130, y130) = split::<6>(x121);
        let x131 = x130 << 23;
        let x132 = x97 - x131;
        let x133 = x116 - y130;
        let (x134, y134) = split::<3>(x121);
        let x135 = x134 << 26;
        let x136 = x133 + x135;
        let x137 = x120 + y134;
        let (x138, y138) = split::<24>(x137);
        let x139 = x138 << 5;
        let x140 = x36 + x139;
        let x141 = x124 + y138;
        let (x142, y142) = split::<15>(x137);
        let x143 = x142 << 14;
        let x144 = x109 - x143;
        let x145 = x128 - y142;
        let (x146, y146) = split::<6>(x137);
        let x147 = x146 << 23;
        let x148 = x113 - x147;
        let x149 = x132 - y146;
        let (x150, y150) = split::<3>(x137);
        let x151 = x150 << 26;
        let x152 = x149 + x151;
        let x153 = x136 + y150;
        let (x154, y154) = split::<24>(x153);
        let x155 = x154 << 5;
        let x156 = x23 + x155;
        let x157 = x140 + y154;
        let (x158, y158) = split::<15>(x153);
        let x159 = x158 << 14;
        let x160 = x125 - x159;
        let x161 = x144 - y158;
        let (x162, y162) = split::<6>(x153);
        let x163 = x162 << 23;
        let x164 = x129 - x163;
        let x165 = x148 - y162;
        let (x166, y166) = split::<3>(x153);
        let x167 = x166 << 26;
        let x168 = x165 + x167;
        let x169 = x152 + y166;
        let (x170, y170) = split::<24>(x169);
        let x171 = x170 << 5;
        let x172 = x20 + x171;
        let x173 = x156 + y170;
        let (x174, y174) = split::<15>(x169);
        let x175 = x174 << 14;
        let x176 = x141 - x175;
        let x177 = x160 - y174;
        let (x178, y178) = split::<6>(x169);
        let x179 = x178 << 23;
        let x180 = x145 - x179;
        let x181 = x164 - y178;
        let (x182, y182) = split::<3>(x169);
        let x183 = x182 << 26;
        let x184 = x181 + x183;
        let x185 = x168 + y182;
        let (x186, y186) = split::<24>(x185);
        let x187 = x186 << 5;
        let x188 = x11 + x187;
        let x189 = x172 + y186;
        let (x190, y190) = split::<15>(x185);
        let x191 = x190 << 14;
        let x192 = x157 - x191;
        let x193 = x176 - y190;
        let (x194, y194) = split::<6>(x185);
        let x195 = x194 << 23;
        let x196 = x161 - x195;
        let x197 = x180 - y194;
        let (x198, y198) = split::<3>(x185);
        let x199 = x198 << 26;
        let x200 = x197 + x199;
        let x201 = x184 + y198;
        let (x202, y202) = split::<24>(x201);
        let x203 = x202 << 5;
        let x204 = x9 + x203;
        let x205 = x188 + y202;
        let (x206, y206) = split::<15>(x201);
        let x207 = x206 << 14;
        let x208 = x173 - x207;
        let x209 = x192 - y206;
        let (x210, y210) = split::<6>(x201);
        let x211 = x210 << 23;
        let x212 = x177 - x211;
        let x213 = x196 - y210;
        let (x214, y214) = split::<3>(x201);
        let x215 = x214 << 26;
        let x216 = x213 + x215;
        let x217 = x200 + y214;
        let (x218, y218) = carry::<29>(x216);
        let x219 = x217 + y218;
        let (x220, y220) = carry::<29>(x219);
        let (x221, y221) = split::<24>(y220);
        let x222 = x221 << 5;
        let x223 = x204 + x222;
        let x224 = x205 + y221;
        let (x225, y225) = split::<15>(y220);
        let x226 = x225 << 14;
        let x227 = x208 - x226;
        let x228 = x209 - y225;
        let (x229, y229) = split::<6>(y220);
        let x230 = x229 << 23;
        let x231 = x212 - x230;
        let x232 = x218 - y229;
        let (x233, y233) = split::<3>(y220);
        let x234 = x233 << 26;
        let x235 = x232 + x234;
        let x236 = x220 + y233;
        let (x237, y237) = carry::<29>(x223);
        let x238 = x224 + y237;
        let (x239, y239) = carry::<29>(x238);
        let x240 = x189 + y239;
        let (x241, y241) = carry::<29>(x240);
        let x242 = x227 + y241;
        let (x243, y243) = carry::<29>(x242);
        let x244 = x228 + y243;
        let (x245, y245) = carry::<29>(x244);
        let x246 = x193 + y245;
        let (x247, y247) = carry::<29>(x246);
        let x248 = x231 + y247;
        let (x249, y249) = carry::<29>(x248);
        let x250 = x235 + y249;
        let (x251, y251) = carry::<29>(x250);
        let x252 = x236 + y251;
        [x237, x239, x241, x243, x245, x247, x249, x251, x252].map(|limb| limb as u64)
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
        let (x27, y27) = carry::<29>(x25);
        let x28 = x26 + y27;
        let (x29, y29) = carry::<29>(x28);
        let (x30, y30) = split::<24>(y29);
        let x31 = x30 << 5;
        let x32 = x18 + x31;
        let x33 = x19 + y30;
        let (x34, y34) = split::<15>(y29);
        let x35 = x34 << 14;
        let x36 = x21 - x35;
        let x37 = x22 - y34;
        let (x38, y38) = split::<6>(y29);
        let x39 = x38 << 23;
        let x40 = x24 - x39;
        let x41 = x27 - y38;
        let (x42, y42) = split::<3>(y29);
        let x43 = x42 << 26;
        let x44 = x41 + x43;
        let x45 = x29 + y42;
        let (x46, y46) = carry::<29>(x32);
        let x47 = x33 + y46;
        let (x48, y48) = carry::<29>(x47);
        let x49 = x20 + y48;
        let (x50, y50) = carry::<29>(x49);
        let x51 = x36 + y50;
        let (x52, y52) = carry::<29>(x51);
        let x53 = x37 + y52;
        let (x54, y54) = carry::<29>(x53);
        let x55 = x23 + y54;
        let (x56, y56) = carry::<29>(x55);
        let x57 = x40 + y56;
        let (x58, y58) = carry::<29>(x57);
        let x59 = x44 + y58;
        let (x60, y60) = carry::<29>(x59);
        let x61 = x45 + y60;
        [x46, x48, x50, x52, x54, x56, x58, x60, x61].map(|limb| limb as u64)
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
        let (x27, y27) = carry::<29>(x25);
        let x28 = x26 + y27;
        let (x29, y29) = carry::<29>(x28);
        let (x30, y30) = split::<24>(y29);
        let x31 = x30 << 5;
        let x32 = x18 + x31;
        let x33 = x19 + y30;
        let (x34, y34) = split::<15>(y29);
        let x35 = x34 << 14;
        let x36 = x21 - x35;
        let x37 = x22 - y34;
        let (x38, y38) = split::<6>(y29);
        let x39 = x38 << 23;
        let x40 = x24 - x39;
        let x41 = x27 - y38;
        let (x42, y42) = split::<3>(y29);
        let x43 = x42 << 26;
        let x44 = x41 + x43;
        let x45 = x29 + y42;
        let (x46, y46) = carry::<29>(x32);
        let x47 = x33 + y46;
        let (x48, y48) = carry::<29>(x47);
        let x49 = x20 + y48;
        let (x50, y50) = carry::<29>(x49);
        let x51 = x36 + y50;
        let (x52, y52) = carry::<29>(x51);
        let x53 = x37 + y52;
        let (x54, y54) = carry::<29>(x53);
        let x55 = x23 + y54;
        let (x56, y56) = carry::<29>(x55);
        let x57 = x40 + y56;
        let (x58, y58) = carry::<29>(x57);
        let x59 = x44 + y58;
        let (x60, y60) = carry::<29>(x59);
        let x61 = x45 + y60;
        [x46, x48, x50, x52, x54, x56, x58, x60, x61].map(|limb| limb as u64)
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
    fn encode(plain: &[u64; 9]) -> [u64; 9] {
        cut::<29, 9>(plain)
    }

    #[inline(always)]
    fn decode(a: &[u64; 9]) -> [u64; 9] {
        reduced::<29, 9>(a, &Self::MODULUS, 5)
    }

    #[inline(always)]
    fn canonical(a: &[u64; 9]) -> [u64; 9] {
        Self::decode(a)
    }
}
