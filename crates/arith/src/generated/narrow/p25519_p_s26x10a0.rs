//! The prime `p25519_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 26x10, 0 additions, reduce+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.3.
//! At rest the limbs are at most 0x2000000 away from zero, the top one 0x2000003.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 5.58 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 252 | 110 | 11 |
//! | sqr | `a * a` | rest | rest | 171 | 65 | 11 |
//! | add | `a + b` | rest | rest | 36 | 1 | 11 |
//! | sub | `a - b` | rest | rest | 36 | 1 | 11 |
//! | neg | `-a` | rest | rest | 10 | 0 | 0 |
//! | encode | `plain` | words | rest | 42 | 0 | 9 |
//! | decode | the least `a` | rest | words | 112 | 11 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, split};
use crate::word::{mask, select};

/// The prime `p25519_p`, 10 signed limbs of 26 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P25519PS26X10A0;

#[rustfmt::skip]
impl Prime for P25519PS26X10A0 {
    type Limbs = [u64; 10];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P25519P;
    const NAME: &'static str = "p25519_p_s26x10a0";
    const BITS: usize = 255;
    const MODULUS: [u64; 10] = [
        0xffff_ffff_ffff_ffed,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0x7fff_ffff_ffff_ffff,
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

    #[inline(never)]
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
        let x202 = x200 * 0x0000_0000_0000_0013;
        let (x203, y203) = split::<21>(x202);
        let x204 = x203 << 5;
        let x205 = x164 + x204;
        let x206 = x183 + y203;
        let x207 = x199 * 0x0000_0000_0000_0013;
        let (x208, y208) = split::<21>(x207);
        let x209 = x208 << 5;
        let x210 = x145 + x209;
        let x211 = x205 + y208;
        let x212 = x197 * 0x0000_0000_0000_0013;
        let (x213, y213) = split::<21>(x212);
        let x214 = x213 << 5;
        let x215 = x126 + x214;
        let x216 = x210 + y213;
        let x217 = x195 * 0x0000_0000_0000_0013;
        let (x218, y218) = split::<21>(x217);
        let x219 = x218 << 5;
        let x220 = x107 + x219;
        let x221 = x215 + y218;
        let x222 = x193 * 0x0000_0000_0000_0013;
        let (x223, y223) = split::<21>(x222);
        let x224 = x223 << 5;
        let x225 = x88 + x224;
        let x226 = x220 + y223;
        let x227 = x191 * 0x0000_0000_0000_0013;
        let (x228, y228) = split::<21>(x227);
        let x229 = x228 << 5;
        let x230 = x69 + x229;
        let x231 = x225 + y228;
        let x232 = x189 * 0x0000_0000_0000_0013;
        let (x233, y233) = split::<21>(x232);
        let x234 = x233 << 5;
        let x235 = x50 + x234;
        let x236 = x230 + y233;
        let x237 = x187 * 0x0000_0000_0000_0013;
        let (x238, y238) = split::<21>(x237);
        let x239 = x238 << 5;
        let x240 = x31 + x239;
        let x241 = x235 + y238;
        let x242 = x185 * 0x0000_0000_0000_0013;
        let (x243, y243) = split::<21>(x242);
        let x244 = x243 << 5;
        let x245 = x20 + x244;
        let x246 = x240 + y243;
        let (x247, y247) = carry::<26>(x211);
        let x248 = x206 + y247;
        let (x249, y249) = carry::<26>(x248);
        let x250 = y249 * 0x0000_0000_0000_0013;
        let (x251, y251) = split::<21>(x250);
        let x252 = x251 << 5;
        let x253 = x245 + x252;
        let x254 = x246 + y251;
        let (x255, y255) = carry::<26>(x253);
        let x256 = x254 + y255;
        let (x257, y257) = carry::<26>(x256);
        let x258 = x241 + y257;
        let (x259, y259) = carry::<26>(x258);
        let x260 = x236 + y259;
        let (x261, y261) = carry::<26>(x260);
        let x262 = x231 + y261;
        let (x263, y263) = carry::<26>(x262);
        let x264 = x226 + y263;
        let (x265, y265) = carry::<26>(x264);
        let x266 = x221 + y265;
        let (x267, y267) = carry::<26>(x266);
        let x268 = x216 + y267;
        let (x269, y269) = carry::<26>(x268);
        let x270 = x247 + y269;
        let (x271, y271) = carry::<26>(x270);
        let x272 = x249 + y271;
        [x255, x257, x259, x261, x263, x265, x267, x269, x271, x272].map(|limb| limb as u64)
    }

    #[inline(never)]
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
        let x111 = x109 * 0x0000_0000_0000_0013;
        let (x112, y112) = split::<21>(x111);
        let x113 = x112 << 5;
        let x114 = x70 + x113;
        let x115 = x73 + y112;
        let x116 = x108 * 0x0000_0000_0000_0013;
        let (x117, y117) = split::<21>(x116);
        let x118 = x117 << 5;
        let x119 = x59 + x118;
        let x120 = x114 + y117;
        let x121 = x106 * 0x0000_0000_0000_0013;
        let (x122, y122) = split::<21>(x121);
        let x123 = x122 << 5;
        let x124 = x56 + x123;
        let x125 = x119 + y122;
        let x126 = x103 * 0x0000_0000_0000_0013;
        let (x127, y127) = split::<21>(x126);
        let x128 = x127 << 5;
        let x129 = x43 + x128;
        let x130 = x124 + y127;
        let x131 = x100 * 0x0000_0000_0000_0013;
        let (x132, y132) = split::<21>(x131);
        let x133 = x132 << 5;
        let x134 = x40 + x133;
        let x135 = x129 + y132;
        let x136 = x95 * 0x0000_0000_0000_0013;
        let (x137, y137) = split::<21>(x136);
        let x138 = x137 << 5;
        let x139 = x25 + x138;
        let x140 = x134 + y137;
        let x141 = x92 * 0x0000_0000_0000_0013;
        let (x142, y142) = split::<21>(x141);
        let x143 = x142 << 5;
        let x144 = x22 + x143;
        let x145 = x139 + y142;
        let x146 = x85 * 0x0000_0000_0000_0013;
        let (x147, y147) = split::<21>(x146);
        let x148 = x147 << 5;
        let x149 = x12 + x148;
        let x150 = x144 + y147;
        let x151 = x82 * 0x0000_0000_0000_0013;
        let (x152, y152) = split::<21>(x151);
        let x153 = x152 << 5;
        let x154 = x10 + x153;
        let x155 = x149 + y152;
        let (x156, y156) = carry::<26>(x120);
        let x157 = x115 + y156;
        let (x158, y158) = carry::<26>(x157);
        let x159 = y158 * 0x0000_0000_0000_0013;
        let (x160, y160) = split::<21>(x159);
        let x161 = x160 << 5;
        let x162 = x154 + x161;
        let x163 = x155 + y160;
        let (x164, y164) = carry::<26>(x162);
        let x165 = x163 + y164;
        let (x166, y166) = carry::<26>(x165);
        let x167 = x150 + y166;
        let (x168, y168) = carry::<26>(x167);
        let x169 = x145 + y168;
        let (x170, y170) = carry::<26>(x169);
        let x171 = x140 + y170;
        let (x172, y172) = carry::<26>(x171);
        let x173 = x135 + y172;
        let (x174, y174) = carry::<26>(x173);
        let x175 = x130 + y174;
        let (x176, y176) = carry::<26>(x175);
        let x177 = x125 + y176;
        let (x178, y178) = carry::<26>(x177);
        let x179 = x156 + y178;
        let (x180, y180) = carry::<26>(x179);
        let x181 = x158 + y180;
        [x164, x166, x168, x170, x172, x174, x176, x178, x180, x181].map(|limb| limb as u64)
    }

    #[inline(never)]
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
        let x34 = y32 * 0x0000_0000_0000_0013;
        let (x35, y35) = split::<21>(x34);
        let x36 = x35 << 5;
        let x37 = x20 + x36;
        let x38 = x21 + y35;
        let (x39, y39) = carry::<26>(x37);
        let x40 = x38 + y39;
        let (x41, y41) = carry::<26>(x40);
        let x42 = x22 + y41;
        let (x43, y43) = carry::<26>(x42);
        let x44 = x23 + y43;
        let (x45, y45) = carry::<26>(x44);
        let x46 = x24 + y45;
        let (x47, y47) = carry::<26>(x46);
        let x48 = x25 + y47;
        let (x49, y49) = carry::<26>(x48);
        let x50 = x26 + y49;
        let (x51, y51) = carry::<26>(x50);
        let x52 = x27 + y51;
        let (x53, y53) = carry::<26>(x52);
        let x54 = x30 + y53;
        let (x55, y55) = carry::<26>(x54);
        let x56 = x32 + y55;
        [x39, x41, x43, x45, x47, x49, x51, x53, x55, x56].map(|limb| limb as u64)
    }

    #[inline(never)]
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
        let x34 = y32 * 0x0000_0000_0000_0013;
        let (x35, y35) = split::<21>(x34);
        let x36 = x35 << 5;
        let x37 = x20 + x36;
        let x38 = x21 + y35;
        let (x39, y39) = carry::<26>(x37);
        let x40 = x38 + y39;
        let (x41, y41) = carry::<26>(x40);
        let x42 = x22 + y41;
        let (x43, y43) = carry::<26>(x42);
        let x44 = x23 + y43;
        let (x45, y45) = carry::<26>(x44);
        let x46 = x24 + y45;
        let (x47, y47) = carry::<26>(x46);
        let x48 = x25 + y47;
        let (x49, y49) = carry::<26>(x48);
        let x50 = x26 + y49;
        let (x51, y51) = carry::<26>(x50);
        let x52 = x27 + y51;
        let (x53, y53) = carry::<26>(x52);
        let x54 = x30 + y53;
        let (x55, y55) = carry::<26>(x54);
        let x56 = x32 + y55;
        [x39, x41, x43, x45, x47, x49, x51, x53, x55, x56].map(|limb| limb as u64)
    }

    #[inline(never)]
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

    #[inline(never)]
    fn encode(plain: &[u64; 10]) -> [u64; 10] {
        let [plain0, plain1, plain2, plain3, _, _, _, _, _, _] = *plain;
        let x11 = plain0 & 0x0000_0000_03ff_ffff;
        let x12 = plain0 >> 26;
        let x13 = x12 & 0x0000_0000_03ff_ffff;
        let x14 = x12 >> 26;
        let x16 = plain1 & 0x0000_0000_0000_3fff;
        let x17 = plain1 >> 14;
        let x18 = x16 << 12;
        let x19 = x14 + x18;
        let x20 = x17 & 0x0000_0000_03ff_ffff;
        let x21 = x17 >> 26;
        let x23 = plain2 & 3;
        let x24 = plain2 >> 2;
        let x25 = x23 << 24;
        let x26 = x21 + x25;
        let x27 = x24 & 0x0000_0000_03ff_ffff;
        let x28 = x24 >> 26;
        let x29 = x28 & 0x0000_0000_03ff_ffff;
        let x30 = x28 >> 26;
        let x32 = plain3 & 0x0000_0000_0000_ffff;
        let x33 = plain3 >> 16;
        let x34 = x32 << 10;
        let x35 = x30 + x34;
        let x36 = x33 & 0x0000_0000_03ff_ffff;
        let x37 = x33 >> 26;
        let (x38, y38) = carry::<26>(x11 as i64);
        let x39 = x13 as i64 + y38;
        let (x40, y40) = carry::<26>(x39);
        let x41 = x19 as i64 + y40;
        let (x42, y42) = carry::<26>(x41);
        let x43 = x20 as i64 + y42;
        let (x44, y44) = carry::<26>(x43);
        let x45 = x26 as i64 + y44;
        let (x46, y46) = carry::<26>(x45);
        let x47 = x27 as i64 + y46;
        let (x48, y48) = carry::<26>(x47);
        let x49 = x29 as i64 + y48;
        let (x50, y50) = carry::<26>(x49);
        let x51 = x35 as i64 + y50;
        let (x52, y52) = carry::<26>(x51);
        let x53 = x36 as i64 + y52;
        let (x54, y54) = carry::<26>(x53);
        let x55 = x37 as i64 + y54;
        [x38, x40, x42, x44, x46, x48, x50, x52, x54, x55].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn decode(a: &[u64; 10]) -> [u64; 10] {
        let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9] = a.map(|word| word as i64);
        let (x10, y10) = split::<26>(a0);
        let x11 = a1 + y10;
        let (x12, y12) = split::<26>(x11);
        let x13 = a2 + y12;
        let (x14, y14) = split::<26>(x13);
        let x15 = a3 + y14;
        let (x16, y16) = split::<26>(x15);
        let x17 = a4 + y16;
        let (x18, y18) = split::<26>(x17);
        let x19 = a5 + y18;
        let (x20, y20) = split::<26>(x19);
        let x21 = a6 + y20;
        let (x22, y22) = split::<26>(x21);
        let x23 = a7 + y22;
        let (x24, y24) = split::<26>(x23);
        let x25 = a8 + y24;
        let (x26, y26) = split::<26>(x25);
        let x27 = a9 + y26;
        let x30 = x27 * 0x0000_0008_0000_0000;
        let x31 = x30 - 0x0000_0000_0200_0005;
        let (_, y32) = split::<56>(x31);
        let x34 = y32 * 0x0000_0000_03ff_ffed;
        let x35 = x10 - x34;
        let x37 = y32 * 0x0000_0000_03ff_ffff;
        let x38 = x12 - x37;
        let x39 = y32 * 0x0000_0000_03ff_ffff;
        let x40 = x14 - x39;
        let x41 = y32 * 0x0000_0000_03ff_ffff;
        let x42 = x16 - x41;
        let x43 = y32 * 0x0000_0000_03ff_ffff;
        let x44 = x18 - x43;
        let x45 = y32 * 0x0000_0000_03ff_ffff;
        let x46 = x20 - x45;
        let x47 = y32 * 0x0000_0000_03ff_ffff;
        let x48 = x22 - x47;
        let x49 = y32 * 0x0000_0000_03ff_ffff;
        let x50 = x24 - x49;
        let x51 = y32 * 0x0000_0000_03ff_ffff;
        let x52 = x26 - x51;
        let x54 = y32 * 0x0000_0000_001f_ffff;
        let x55 = x27 - x54;
        let (x56, y56) = split::<26>(x35);
        let x57 = x38 + y56;
        let (x58, y58) = split::<26>(x57);
        let x59 = x40 + y58;
        let (x60, y60) = split::<26>(x59);
        let x61 = x42 + y60;
        let (x62, y62) = split::<26>(x61);
        let x63 = x44 + y62;
        let (x64, y64) = split::<26>(x63);
        let x65 = x46 + y64;
        let (x66, y66) = split::<26>(x65);
        let x67 = x48 + y66;
        let (x68, y68) = split::<26>(x67);
        let x69 = x50 + y68;
        let (x70, y70) = split::<26>(x69);
        let x71 = x52 + y70;
        let (x72, y72) = split::<26>(x71);
        let x73 = x55 + y72;
        let x75 = x56 + 0x0000_0000_0000_0013;
        let x77 = x73 + 0x0000_0000_03e0_0000;
        let (x78, y78) = split::<26>(x75);
        let x79 = x58 + y78;
        let (x80, y80) = split::<26>(x79);
        let x81 = x60 + y80;
        let (x82, y82) = split::<26>(x81);
        let x83 = x62 + y82;
        let (x84, y84) = split::<26>(x83);
        let x85 = x64 + y84;
        let (x86, y86) = split::<26>(x85);
        let x87 = x66 + y86;
        let (x88, y88) = split::<26>(x87);
        let x89 = x68 + y88;
        let (x90, y90) = split::<26>(x89);
        let x91 = x70 + y90;
        let (x92, y92) = split::<26>(x91);
        let x93 = x72 + y92;
        let (x94, y94) = split::<26>(x93);
        let x95 = x77 + y94;
        let (x96, y96) = split::<26>(x95);
        let x97 = mask(y96 as u64);
        let x98 = select(x97, x78 as u64, x56 as u64);
        let x99 = select(x97, x80 as u64, x58 as u64);
        let x100 = select(x97, x82 as u64, x60 as u64);
        let x101 = select(x97, x84 as u64, x62 as u64);
        let x102 = select(x97, x86 as u64, x64 as u64);
        let x103 = select(x97, x88 as u64, x66 as u64);
        let x104 = select(x97, x90 as u64, x68 as u64);
        let x105 = select(x97, x92 as u64, x70 as u64);
        let x106 = select(x97, x94 as u64, x72 as u64);
        let x107 = select(x97, x96 as u64, x73 as u64);
        let x108 = x99 << 26;
        let x109 = x98 + x108;
        let x110 = x100 << 52;
        let x111 = x109 + x110;
        let x112 = x100 >> 12;
        let x113 = x101 << 14;
        let x114 = x112 + x113;
        let x115 = x102 << 40;
        let x116 = x114 + x115;
        let x117 = x102 >> 24;
        let x118 = x103 << 2;
        let x119 = x117 + x118;
        let x120 = x104 << 28;
        let x121 = x119 + x120;
        let x122 = x105 << 54;
        let x123 = x121 + x122;
        let x124 = x105 >> 10;
        let x125 = x106 << 16;
        let x126 = x124 + x125;
        let x127 = x107 << 42;
        let x128 = x126 + x127;
        [x111, x116, x123, x128, 0, 0, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 10]) -> [u64; 10] {
        Self::decode(a)
    }
}
