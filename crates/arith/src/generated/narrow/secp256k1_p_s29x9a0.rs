//! The prime `secp256k1_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 29x9, 0 additions, split+short.
//! Source of the modulus: SEC 2 version 2.0, section 2.4.1.
//! At rest the limbs are at most 0x10000000 away from zero, the top one 0x10000002.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 3.83 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 271 | 91 | 19 |
//! | sqr | `a * a` | rest | rest | 207 | 55 | 19 |
//! | add | `a + b` | rest | rest | 37 | 1 | 10 |
//! | sub | `a - b` | rest | rest | 37 | 1 | 10 |
//! | neg | `-a` | rest | rest | 9 | 0 | 0 |
//! | encode | `plain` | words | rest | 38 | 0 | 8 |
//! | decode | the least `a` | rest | words | 102 | 10 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, split};
use crate::word::{mask, select};

/// The prime `secp256k1_p`, 9 signed limbs of 29 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secp256k1PS29X9A0;

#[rustfmt::skip]
impl Prime for Secp256k1PS29X9A0 {
    type Limbs = [u64; 9];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::Secp256k1P;
    const NAME: &'static str = "secp256k1_p_s29x9a0";
    const BITS: usize = 256;
    const MODULUS: [u64; 9] = [
        0xffff_fffe_ffff_fc2f,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
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
        let x181 = y179 * 0x0000_0000_0000_03d1;
        let (x182, y182) = split::<24>(x181);
        let x183 = x182 << 5;
        let x184 = x163 + x183;
        let x185 = x165 + y182;
        let (x186, y186) = split::<21>(y179);
        let x187 = x186 << 8;
        let x188 = x185 + x187;
        let x189 = x167 + y186;
        let x190 = x179 * 0x0000_0000_0000_03d1;
        let (x191, y191) = split::<24>(x190);
        let x192 = x191 << 5;
        let x193 = x130 + x192;
        let x194 = x184 + y191;
        let (x195, y195) = split::<21>(x179);
        let x196 = x195 << 8;
        let x197 = x194 + x196;
        let x198 = x188 + y195;
        let x199 = x177 * 0x0000_0000_0000_03d1;
        let (x200, y200) = split::<24>(x199);
        let x201 = x200 << 5;
        let x202 = x113 + x201;
        let x203 = x193 + y200;
        let (x204, y204) = split::<21>(x177);
        let x205 = x204 << 8;
        let x206 = x203 + x205;
        let x207 = x197 + y204;
        let x208 = x175 * 0x0000_0000_0000_03d1;
        let (x209, y209) = split::<24>(x208);
        let x210 = x209 << 5;
        let x211 = x96 + x210;
        let x212 = x202 + y209;
        let (x213, y213) = split::<21>(x175);
        let x214 = x213 << 8;
        let x215 = x212 + x214;
        let x216 = x206 + y213;
        let x217 = x173 * 0x0000_0000_0000_03d1;
        let (x218, y218) = split::<24>(x217);
        let x219 = x218 << 5;
        let x220 = x79 + x219;
        let x221 = x211 + y218;
        let (x222, y222) = split::<21>(x173);
        let x223 = x222 << 8;
        let x224 = x221 + x223;
        let x225 = x215 + y222;
        let x226 = x171 * 0x0000_0000_0000_03d1;
        let (x227, y227) = split::<24>(x226);
        let x228 = x227 << 5;
        let x229 = x62 + x228;
        let x230 = x220 + y227;
        let (x231, y231) = split::<21>(x171);
        let x232 = x231 << 8;
        let x233 = x230 + x232;
        let x234 = x224 + y231;
        let x235 = x169 * 0x0000_0000_0000_03d1;
        let (x236, y236) = split::<24>(x235);
        let x237 = x236 << 5;
        let x238 = x45 + x237;
        let x239 = x229 + y236;
        let (x240, y240) = split::<21>(x169);
        let x241 = x240 << 8;
        let x242 = x239 + x241;
        let x243 = x233 + y240;
        let x244 = x189 * 0x0000_0000_0000_03d1;
        let (x245, y245) = split::<24>(x244);
        let x246 = x245 << 5;
        let x247 = x28 + x246;
        let x248 = x238 + y245;
        let (x249, y249) = split::<21>(x189);
        let x250 = x249 << 8;
        let x251 = x248 + x250;
        let x252 = x242 + y249;
        let x253 = x198 * 0x0000_0000_0000_03d1;
        let (x254, y254) = split::<24>(x253);
        let x255 = x254 << 5;
        let x256 = x18 + x255;
        let x257 = x247 + y254;
        let (x258, y258) = split::<21>(x198);
        let x259 = x258 << 8;
        let x260 = x257 + x259;
        let x261 = x251 + y258;
        let (x262, y262) = carry::<29>(x216);
        let x263 = x207 + y262;
        let (x264, y264) = carry::<29>(x263);
        let x265 = y264 * 0x0000_0000_0000_03d1;
        let (x266, y266) = split::<24>(x265);
        let x267 = x266 << 5;
        let x268 = x256 + x267;
        let x269 = x260 + y266;
        let (x270, y270) = split::<21>(y264);
        let x271 = x270 << 8;
        let x272 = x269 + x271;
        let x273 = x261 + y270;
        let (x274, y274) = carry::<29>(x268);
        let x275 = x272 + y274;
        let (x276, y276) = carry::<29>(x275);
        let x277 = x273 + y276;
        let (x278, y278) = carry::<29>(x277);
        let x279 = x252 + y278;
        let (x280, y280) = carry::<29>(x279);
        let x281 = x243 + y280;
        let (x282, y282) = carry::<29>(x281);
        let x283 = x234 + y282;
        let (x284, y284) = carry::<29>(x283);
        let x285 = x225 + y284;
        let (x286, y286) = carry::<29>(x285);
        let x287 = x262 + y286;
        let (x288, y288) = carry::<29>(x287);
        let x289 = x264 + y288;
        [x274, x276, x278, x280, x282, x284, x286, x288, x289].map(|limb| limb as u64)
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
        let x108 = y106 * 0x0000_0000_0000_03d1;
        let (x109, y109) = split::<24>(x108);
        let x110 = x109 << 5;
        let x111 = x90 + x110;
        let x112 = x92 + y109;
        let (x113, y113) = split::<21>(y106);
        let x114 = x113 << 8;
        let x115 = x112 + x114;
        let x116 = x94 + y113;
        let x117 = x106 * 0x0000_0000_0000_03d1;
        let (x118, y118) = split::<24>(x117);
        let x119 = x118 << 5;
        let x120 = x53 + x119;
        let x121 = x111 + y118;
        let (x122, y122) = split::<21>(x106);
        let x123 = x122 << 8;
        let x124 = x121 + x123;
        let x125 = x115 + y122;
        let x126 = x104 * 0x0000_0000_0000_03d1;
        let (x127, y127) = split::<24>(x126);
        let x128 = x127 << 5;
        let x129 = x50 + x128;
        let x130 = x120 + y127;
        let (x131, y131) = split::<21>(x104);
        let x132 = x131 << 8;
        let x133 = x130 + x132;
        let x134 = x124 + y131;
        let x135 = x102 * 0x0000_0000_0000_03d1;
        let (x136, y136) = split::<24>(x135);
        let x137 = x136 << 5;
        let x138 = x39 + x137;
        let x139 = x129 + y136;
        let (x140, y140) = split::<21>(x102);
        let x141 = x140 << 8;
        let x142 = x139 + x141;
        let x143 = x133 + y140;
        let x144 = x100 * 0x0000_0000_0000_03d1;
        let (x145, y145) = split::<24>(x144);
        let x146 = x145 << 5;
        let x147 = x36 + x146;
        let x148 = x138 + y145;
        let (x149, y149) = split::<21>(x100);
        let x150 = x149 << 8;
        let x151 = x148 + x150;
        let x152 = x142 + y149;
        let x153 = x98 * 0x0000_0000_0000_03d1;
        let (x154, y154) = split::<24>(x153);
        let x155 = x154 << 5;
        let x156 = x23 + x155;
        let x157 = x147 + y154;
        let (x158, y158) = split::<21>(x98);
        let x159 = x158 << 8;
        let x160 = x157 + x159;
        let x161 = x151 + y158;
        let x162 = x96 * 0x0000_0000_0000_03d1;
        let (x163, y163) = split::<24>(x162);
        let x164 = x163 << 5;
        let x165 = x20 + x164;
        let x166 = x156 + y163;
        let (x167, y167) = split::<21>(x96);
        let x168 = x167 << 8;
        let x169 = x166 + x168;
        let x170 = x160 + y167;
        let x171 = x116 * 0x0000_0000_0000_03d1;
        let (x172, y172) = split::<24>(x171);
        let x173 = x172 << 5;
        let x174 = x11 + x173;
        let x175 = x165 + y172;
        let (x176, y176) = split::<21>(x116);
        let x177 = x176 << 8;
        let x178 = x175 + x177;
        let x179 = x169 + y176;
        let x180 = x125 * 0x0000_0000_0000_03d1;
        let (x181, y181) = split::<24>(x180);
        let x182 = x181 << 5;
        let x183 = x9 + x182;
        let x184 = x174 + y181;
        let (x185, y185) = split::<21>(x125);
        let x186 = x185 << 8;
        let x187 = x184 + x186;
        let x188 = x178 + y185;
        let (x189, y189) = carry::<29>(x143);
        let x190 = x134 + y189;
        let (x191, y191) = carry::<29>(x190);
        let x192 = y191 * 0x0000_0000_0000_03d1;
        let (x193, y193) = split::<24>(x192);
        let x194 = x193 << 5;
        let x195 = x183 + x194;
        let x196 = x187 + y193;
        let (x197, y197) = split::<21>(y191);
        let x198 = x197 << 8;
        let x199 = x196 + x198;
        let x200 = x188 + y197;
        let (x201, y201) = carry::<29>(x195);
        let x202 = x199 + y201;
        let (x203, y203) = carry::<29>(x202);
        let x204 = x200 + y203;
        let (x205, y205) = carry::<29>(x204);
        let x206 = x179 + y205;
        let (x207, y207) = carry::<29>(x206);
        let x208 = x170 + y207;
        let (x209, y209) = carry::<29>(x208);
        let x210 = x161 + y209;
        let (x211, y211) = carry::<29>(x210);
        let x212 = x152 + y211;
        let (x213, y213) = carry::<29>(x212);
        let x214 = x189 + y213;
        let (x215, y215) = carry::<29>(x214);
        let x216 = x191 + y215;
        [x201, x203, x205, x207, x209, x211, x213, x215, x216].map(|limb| limb as u64)
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
        let x31 = y29 * 0x0000_0000_0000_03d1;
        let (x32, y32) = split::<24>(x31);
        let x33 = x32 << 5;
        let x34 = x18 + x33;
        let x35 = x19 + y32;
        let (x36, y36) = split::<21>(y29);
        let x37 = x36 << 8;
        let x38 = x35 + x37;
        let x39 = x20 + y36;
        let (x40, y40) = carry::<29>(x34);
        let x41 = x38 + y40;
        let (x42, y42) = carry::<29>(x41);
        let x43 = x39 + y42;
        let (x44, y44) = carry::<29>(x43);
        let x45 = x21 + y44;
        let (x46, y46) = carry::<29>(x45);
        let x47 = x22 + y46;
        let (x48, y48) = carry::<29>(x47);
        let x49 = x23 + y48;
        let (x50, y50) = carry::<29>(x49);
        let x51 = x24 + y50;
        let (x52, y52) = carry::<29>(x51);
        let x53 = x27 + y52;
        let (x54, y54) = carry::<29>(x53);
        let x55 = x29 + y54;
        [x40, x42, x44, x46, x48, x50, x52, x54, x55].map(|limb| limb as u64)
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
        let x31 = y29 * 0x0000_0000_0000_03d1;
        let (x32, y32) = split::<24>(x31);
        let x33 = x32 << 5;
        let x34 = x18 + x33;
        let x35 = x19 + y32;
        let (x36, y36) = split::<21>(y29);
        let x37 = x36 << 8;
        let x38 = x35 + x37;
        let x39 = x20 + y36;
        let (x40, y40) = carry::<29>(x34);
        let x41 = x38 + y40;
        let (x42, y42) = carry::<29>(x41);
        let x43 = x39 + y42;
        let (x44, y44) = carry::<29>(x43);
        let x45 = x21 + y44;
        let (x46, y46) = carry::<29>(x45);
        let x47 = x22 + y46;
        let (x48, y48) = carry::<29>(x47);
        let x49 = x23 + y48;
        let (x50, y50) = carry::<29>(x49);
        let x51 = x24 + y50;
        let (x52, y52) = carry::<29>(x51);
        let x53 = x27 + y52;
        let (x54, y54) = carry::<29>(x53);
        let x55 = x29 + y54;
        [x40, x42, x44, x46, x48, x50, x52, x54, x55].map(|limb| limb as u64)
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

    #[inline(never)]
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
        let x27 = x24 * 0x0000_0001_0000_0000;
        let x28 = x27 - 0x0000_0000_1000_0004;
        let (_, y29) = split::<56>(x28);
        let x31 = y29 * 0x0000_0000_1fff_fc2f;
        let x32 = x9 - x31;
        let x34 = y29 * 0x0000_0000_1fff_fff7;
        let x35 = x11 - x34;
        let x37 = y29 * 0x0000_0000_1fff_ffff;
        let x38 = x13 - x37;
        let x39 = y29 * 0x0000_0000_1fff_ffff;
        let x40 = x15 - x39;
        let x41 = y29 * 0x0000_0000_1fff_ffff;
        let x42 = x17 - x41;
        let x43 = y29 * 0x0000_0000_1fff_ffff;
        let x44 = x19 - x43;
        let x45 = y29 * 0x0000_0000_1fff_ffff;
        let x46 = x21 - x45;
        let x47 = y29 * 0x0000_0000_1fff_ffff;
        let x48 = x23 - x47;
        let x50 = y29 * 0x0000_0000_00ff_ffff;
        let x51 = x24 - x50;
        let (x52, y52) = split::<29>(x32);
        let x53 = x35 + y52;
        let (x54, y54) = split::<29>(x53);
        let x55 = x38 + y54;
        let (x56, y56) = split::<29>(x55);
        let x57 = x40 + y56;
        let (x58, y58) = split::<29>(x57);
        let x59 = x42 + y58;
        let (x60, y60) = split::<29>(x59);
        let x61 = x44 + y60;
        let (x62, y62) = split::<29>(x61);
        let x63 = x46 + y62;
        let (x64, y64) = split::<29>(x63);
        let x65 = x48 + y64;
        let (x66, y66) = split::<29>(x65);
        let x67 = x51 + y66;
        let x69 = x52 + 0x0000_0000_0000_03d1;
        let x71 = x54 + 8;
        let x73 = x67 + 0x0000_0000_1f00_0000;
        let (x74, y74) = split::<29>(x69);
        let x75 = x71 + y74;
        let (x76, y76) = split::<29>(x75);
        let x77 = x56 + y76;
        let (x78, y78) = split::<29>(x77);
        let x79 = x58 + y78;
        let (x80, y80) = split::<29>(x79);
        let x81 = x60 + y80;
        let (x82, y82) = split::<29>(x81);
        let x83 = x62 + y82;
        let (x84, y84) = split::<29>(x83);
        let x85 = x64 + y84;
        let (x86, y86) = split::<29>(x85);
        let x87 = x66 + y86;
        let (x88, y88) = split::<29>(x87);
        let x89 = x73 + y88;
        let (x90, y90) = split::<29>(x89);
        let x91 = mask(y90 as u64);
        let x92 = select(x91, x74 as u64, x52 as u64);
        let x93 = select(x91, x76 as u64, x54 as u64);
        let x94 = select(x91, x78 as u64, x56 as u64);
        let x95 = select(x91, x80 as u64, x58 as u64);
        let x96 = select(x91, x82 as u64, x60 as u64);
        let x97 = select(x91, x84 as u64, x62 as u64);
        let x98 = select(x91, x86 as u64, x64 as u64);
        let x99 = select(x91, x88 as u64, x66 as u64);
        let x100 = select(x91, x90 as u64, x67 as u64);
        let x101 = x93 << 29;
        let x102 = x92 + x101;
        let x103 = x94 << 58;
        let x104 = x102 + x103;
        let x105 = x94 >> 6;
        let x106 = x95 << 23;
        let x107 = x105 + x106;
        let x108 = x96 << 52;
        let x109 = x107 + x108;
        let x110 = x96 >> 12;
        let x111 = x97 << 17;
        let x112 = x110 + x111;
        let x113 = x98 << 46;
        let x114 = x112 + x113;
        let x115 = x98 >> 18;
        let x116 = x99 << 11;
        let x117 = x115 + x116;
        let x118 = x100 << 40;
        let x119 = x117 + x118;
        [x104, x109, x114, x119, 0, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 9]) -> [u64; 9] {
        Self::decode(a)
    }
}
