//! The prime `p224_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 29x8, 0 additions, reduce+short.
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! At rest the limbs are at most 0x10000000 away from zero, the top one 0x10000002.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 4.00 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 194 | 64 | 9 |
//! | sqr | `a * a` | rest | rest | 145 | 36 | 9 |
//! | add | `a + b` | rest | rest | 33 | 0 | 9 |
//! | sub | `a - b` | rest | rest | 33 | 0 | 9 |
//! | neg | `-a` | rest | rest | 8 | 0 | 0 |
//! | encode | `plain` | words | rest | 34 | 0 | 7 |
//! | decode | the least `a` | rest | words | 89 | 7 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, split};
use crate::word::{mask, select};

/// The prime `p224_p`, 8 signed limbs of 29 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P224PS29X8A0;

#[rustfmt::skip]
impl Prime for P224PS29X8A0 {
    type Limbs = [u64; 8];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P224P;
    const NAME: &'static str = "p224_p_s29x8a0";
    const BITS: usize = 224;
    const MODULUS: [u64; 8] = [
        1,
        0xffff_ffff_0000_0000,
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_ffff,
        0,
        0,
        0,
        0,
    ];
    const ONE: [u64; 8] = [
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ];

    #[inline(never)]
    fn mul(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7] = b.map(|word| word as i64);
        let x16 = a0 * b0;
        let x17 = a0 * b1;
        let x18 = a0 * b2;
        let x19 = a0 * b3;
        let x20 = a0 * b4;
        let x21 = a0 * b5;
        let x22 = a0 * b6;
        let x23 = a0 * b7;
        let x24 = a1 * b0;
        let x25 = x17 + x24;
        let x26 = a1 * b1;
        let x27 = x18 + x26;
        let x28 = a1 * b2;
        let x29 = x19 + x28;
        let x30 = a1 * b3;
        let x31 = x20 + x30;
        let x32 = a1 * b4;
        let x33 = x21 + x32;
        let x34 = a1 * b5;
        let x35 = x22 + x34;
        let x36 = a1 * b6;
        let x37 = x23 + x36;
        let x38 = a1 * b7;
        let x39 = a2 * b0;
        let x40 = x27 + x39;
        let x41 = a2 * b1;
        let x42 = x29 + x41;
        let x43 = a2 * b2;
        let x44 = x31 + x43;
        let x45 = a2 * b3;
        let x46 = x33 + x45;
        let x47 = a2 * b4;
        let x48 = x35 + x47;
        let x49 = a2 * b5;
        let x50 = x37 + x49;
        let x51 = a2 * b6;
        let x52 = x38 + x51;
        let x53 = a2 * b7;
        let x54 = a3 * b0;
        let x55 = x42 + x54;
        let x56 = a3 * b1;
        let x57 = x44 + x56;
        let x58 = a3 * b2;
        let x59 = x46 + x58;
        let x60 = a3 * b3;
        let x61 = x48 + x60;
        let x62 = a3 * b4;
        let x63 = x50 + x62;
        let x64 = a3 * b5;
        let x65 = x52 + x64;
        let x66 = a3 * b6;
        let x67 = x53 + x66;
        let x68 = a3 * b7;
        let x69 = a4 * b0;
        let x70 = x57 + x69;
        let x71 = a4 * b1;
        let x72 = x59 + x71;
        let x73 = a4 * b2;
        let x74 = x61 + x73;
        let x75 = a4 * b3;
        let x76 = x63 + x75;
        let x77 = a4 * b4;
        let x78 = x65 + x77;
        let x79 = a4 * b5;
        let x80 = x67 + x79;
        let x81 = a4 * b6;
        let x82 = x68 + x81;
        let x83 = a4 * b7;
        let x84 = a5 * b0;
        let x85 = x72 + x84;
        let x86 = a5 * b1;
        let x87 = x74 + x86;
        let x88 = a5 * b2;
        let x89 = x76 + x88;
        let x90 = a5 * b3;
        let x91 = x78 + x90;
        let x92 = a5 * b4;
        let x93 = x80 + x92;
        let x94 = a5 * b5;
        let x95 = x82 + x94;
        let x96 = a5 * b6;
        let x97 = x83 + x96;
        let x98 = a5 * b7;
        let x99 = a6 * b0;
        let x100 = x87 + x99;
        let x101 = a6 * b1;
        let x102 = x89 + x101;
        let x103 = a6 * b2;
        let x104 = x91 + x103;
        let x105 = a6 * b3;
        let x106 = x93 + x105;
        let x107 = a6 * b4;
        let x108 = x95 + x107;
        let x109 = a6 * b5;
        let x110 = x97 + x109;
        let x111 = a6 * b6;
        let x112 = x98 + x111;
        let x113 = a6 * b7;
        let x114 = a7 * b0;
        let x115 = x102 + x114;
        let x116 = a7 * b1;
        let x117 = x104 + x116;
        let x118 = a7 * b2;
        let x119 = x106 + x118;
        let x120 = a7 * b3;
        let x121 = x108 + x120;
        let x122 = a7 * b4;
        let x123 = x110 + x122;
        let x124 = a7 * b5;
        let x125 = x112 + x124;
        let x126 = a7 * b6;
        let x127 = x113 + x126;
        let x128 = a7 * b7;
        let (x129, y129) = split::<21>(x128);
        let x130 = x129 << 8;
        let x131 = x100 - x130;
        let x132 = x115 - y129;
        let (x133, y133) = split::<12>(x128);
        let x134 = x133 << 17;
        let x135 = x119 + x134;
        let x136 = x121 + y133;
        let (x137, y137) = split::<21>(x127);
        let x138 = x137 << 8;
        let x139 = x85 - x138;
        let x140 = x131 - y137;
        let (x141, y141) = split::<12>(x127);
        let x142 = x141 << 17;
        let x143 = x117 + x142;
        let x144 = x135 + y141;
        let (x145, y145) = split::<21>(x125);
        let x146 = x145 << 8;
        let x147 = x70 - x146;
        let x148 = x139 - y145;
        let (x149, y149) = split::<12>(x125);
        let x150 = x149 << 17;
        let x151 = x132 + x150;
        let x152 = x143 + y149;
        let (x153, y153) = split::<21>(x123);
        let x154 = x153 << 8;
        let x155 = x55 - x154;
        let x156 = x147 - y153;
        let (x157, y157) = split::<12>(x123);
        let x158 = x157 << 17;
        let x159 = x140 + x158;
        let x160 = x151 + y157;
        let (x161, y161) = split::<21>(x136);
        let x162 = x161 << 8;
        let x163 = x40 - x162;
        let x164 = x155 - y161;
        let (x165, y165) = split::<12>(x136);
        let x166 = x165 << 17;
        let x167 = x148 + x166;
        let x168 = x159 + y165;
        let (x169, y169) = split::<21>(x144);
        let x170 = x169 << 8;
        let x171 = x25 - x170;
        let x172 = x163 - y169;
        let (x173, y173) = split::<12>(x144);
        let x174 = x173 << 17;
        let x175 = x156 + x174;
        let x176 = x167 + y173;
        let (x177, y177) = split::<21>(x152);
        let x178 = x177 << 8;
        let x179 = x16 - x178;
        let x180 = x171 - y177;
        let (x181, y181) = split::<12>(x152);
        let x182 = x181 << 17;
        let x183 = x164 + x182;
        let x184 = x175 + y181;
        let (x185, y185) = carry::<29>(x168);
        let x186 = x160 + y185;
        let (x187, y187) = carry::<29>(x186);
        let (x188, y188) = split::<21>(y187);
        let x189 = x188 << 8;
        let x190 = x179 - x189;
        let x191 = x180 - y188;
        let (x192, y192) = split::<12>(y187);
        let x193 = x192 << 17;
        let x194 = x183 + x193;
        let x195 = x184 + y192;
        let (x196, y196) = carry::<29>(x190);
        let x197 = x191 + y196;
        let (x198, y198) = carry::<29>(x197);
        let x199 = x172 + y198;
        let (x200, y200) = carry::<29>(x199);
        let x201 = x194 + y200;
        let (x202, y202) = carry::<29>(x201);
        let x203 = x195 + y202;
        let (x204, y204) = carry::<29>(x203);
        let x205 = x176 + y204;
        let (x206, y206) = carry::<29>(x205);
        let x207 = x185 + y206;
        let (x208, y208) = carry::<29>(x207);
        let x209 = x187 + y208;
        [x196, x198, x200, x202, x204, x206, x208, x209].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sqr(a: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let x8 = a0 * a0;
        let x9 = a0 << 1;
        let x10 = x9 * a1;
        let x11 = x9 * a2;
        let x12 = x9 * a3;
        let x13 = x9 * a4;
        let x14 = x9 * a5;
        let x15 = x9 * a6;
        let x16 = x9 * a7;
        let x17 = a1 * a1;
        let x18 = x11 + x17;
        let x19 = a1 << 1;
        let x20 = x19 * a2;
        let x21 = x12 + x20;
        let x22 = x19 * a3;
        let x23 = x13 + x22;
        let x24 = x19 * a4;
        let x25 = x14 + x24;
        let x26 = x19 * a5;
        let x27 = x15 + x26;
        let x28 = x19 * a6;
        let x29 = x16 + x28;
        let x30 = x19 * a7;
        let x31 = a2 * a2;
        let x32 = x23 + x31;
        let x33 = a2 << 1;
        let x34 = x33 * a3;
        let x35 = x25 + x34;
        let x36 = x33 * a4;
        let x37 = x27 + x36;
        let x38 = x33 * a5;
        let x39 = x29 + x38;
        let x40 = x33 * a6;
        let x41 = x30 + x40;
        let x42 = x33 * a7;
        let x43 = a3 * a3;
        let x44 = x37 + x43;
        let x45 = a3 << 1;
        let x46 = x45 * a4;
        let x47 = x39 + x46;
        let x48 = x45 * a5;
        let x49 = x41 + x48;
        let x50 = x45 * a6;
        let x51 = x42 + x50;
        let x52 = x45 * a7;
        let x53 = a4 * a4;
        let x54 = x49 + x53;
        let x55 = a4 << 1;
        let x56 = x55 * a5;
        let x57 = x51 + x56;
        let x58 = x55 * a6;
        let x59 = x52 + x58;
        let x60 = x55 * a7;
        let x61 = a5 * a5;
        let x62 = x59 + x61;
        let x63 = a5 << 1;
        let x64 = x63 * a6;
        let x65 = x60 + x64;
        let x66 = x63 * a7;
        let x67 = a6 * a6;
        let x68 = x66 + x67;
        let x69 = a6 << 1;
        let x70 = x69 * a7;
        let x71 = a7 * a7;
        let (x72, y72) = split::<21>(x71);
        let x73 = x72 << 8;
        let x74 = x44 - x73;
        let x75 = x47 - y72;
        let (x76, y76) = split::<12>(x71);
        let x77 = x76 << 17;
        let x78 = x57 + x77;
        let x79 = x62 + y76;
        let (x80, y80) = split::<21>(x70);
        let x81 = x80 << 8;
        let x82 = x35 - x81;
        let x83 = x74 - y80;
        let (x84, y84) = split::<12>(x70);
        let x85 = x84 << 17;
        let x86 = x54 + x85;
        let x87 = x78 + y84;
        let (x88, y88) = split::<21>(x68);
        let x89 = x88 << 8;
        let x90 = x32 - x89;
        let x91 = x82 - y88;
        let (x92, y92) = split::<12>(x68);
        let x93 = x92 << 17;
        let x94 = x75 + x93;
        let x95 = x86 + y92;
        let (x96, y96) = split::<21>(x65);
        let x97 = x96 << 8;
        let x98 = x21 - x97;
        let x99 = x90 - y96;
        let (x100, y100) = split::<12>(x65);
        let x101 = x100 << 17;
        let x102 = x83 + x101;
        let x103 = x94 + y100;
        let (x104, y104) = split::<21>(x79);
        let x105 = x104 << 8;
        let x106 = x18 - x105;
        let x107 = x98 - y104;
        let (x108, y108) = split::<12>(x79);
        let x109 = x108 << 17;
        let x110 = x91 + x109;
        let x111 = x102 + y108;
        let (x112, y112) = split::<21>(x87);
        let x113 = x112 << 8;
        let x114 = x10 - x113;
        let x115 = x106 - y112;
        let (x116, y116) = split::<12>(x87);
        let x117 = x116 << 17;
        let x118 = x99 + x117;
        let x119 = x110 + y116;
        let (x120, y120) = split::<21>(x95);
        let x121 = x120 << 8;
        let x122 = x8 - x121;
        let x123 = x114 - y120;
        let (x124, y124) = split::<12>(x95);
        let x125 = x124 << 17;
        let x126 = x107 + x125;
        let x127 = x118 + y124;
        let (x128, y128) = carry::<29>(x111);
        let x129 = x103 + y128;
        let (x130, y130) = carry::<29>(x129);
        let (x131, y131) = split::<21>(y130);
        let x132 = x131 << 8;
        let x133 = x122 - x132;
        let x134 = x123 - y131;
        let (x135, y135) = split::<12>(y130);
        let x136 = x135 << 17;
        let x137 = x126 + x136;
        let x138 = x127 + y135;
        let (x139, y139) = carry::<29>(x133);
        let x140 = x134 + y139;
        let (x141, y141) = carry::<29>(x140);
        let x142 = x115 + y141;
        let (x143, y143) = carry::<29>(x142);
        let x144 = x137 + y143;
        let (x145, y145) = carry::<29>(x144);
        let x146 = x138 + y145;
        let (x147, y147) = carry::<29>(x146);
        let x148 = x119 + y147;
        let (x149, y149) = carry::<29>(x148);
        let x150 = x128 + y149;
        let (x151, y151) = carry::<29>(x150);
        let x152 = x130 + y151;
        [x139, x141, x143, x145, x147, x149, x151, x152].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn add(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7] = b.map(|word| word as i64);
        let x16 = a0 + b0;
        let x17 = a1 + b1;
        let x18 = a2 + b2;
        let x19 = a3 + b3;
        let x20 = a4 + b4;
        let x21 = a5 + b5;
        let x22 = a6 + b6;
        let x23 = a7 + b7;
        let (x24, y24) = carry::<29>(x22);
        let x25 = x23 + y24;
        let (x26, y26) = carry::<29>(x25);
        let (x27, y27) = split::<21>(y26);
        let x28 = x27 << 8;
        let x29 = x16 - x28;
        let x30 = x17 - y27;
        let (x31, y31) = split::<12>(y26);
        let x32 = x31 << 17;
        let x33 = x19 + x32;
        let x34 = x20 + y31;
        let (x35, y35) = carry::<29>(x29);
        let x36 = x30 + y35;
        let (x37, y37) = carry::<29>(x36);
        let x38 = x18 + y37;
        let (x39, y39) = carry::<29>(x38);
        let x40 = x33 + y39;
        let (x41, y41) = carry::<29>(x40);
        let x42 = x34 + y41;
        let (x43, y43) = carry::<29>(x42);
        let x44 = x21 + y43;
        let (x45, y45) = carry::<29>(x44);
        let x46 = x24 + y45;
        let (x47, y47) = carry::<29>(x46);
        let x48 = x26 + y47;
        [x35, x37, x39, x41, x43, x45, x47, x48].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sub(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6, b7] = b.map(|word| word as i64);
        let x16 = a0 - b0;
        let x17 = a1 - b1;
        let x18 = a2 - b2;
        let x19 = a3 - b3;
        let x20 = a4 - b4;
        let x21 = a5 - b5;
        let x22 = a6 - b6;
        let x23 = a7 - b7;
        let (x24, y24) = carry::<29>(x22);
        let x25 = x23 + y24;
        let (x26, y26) = carry::<29>(x25);
        let (x27, y27) = split::<21>(y26);
        let x28 = x27 << 8;
        let x29 = x16 - x28;
        let x30 = x17 - y27;
        let (x31, y31) = split::<12>(y26);
        let x32 = x31 << 17;
        let x33 = x19 + x32;
        let x34 = x20 + y31;
        let (x35, y35) = carry::<29>(x29);
        let x36 = x30 + y35;
        let (x37, y37) = carry::<29>(x36);
        let x38 = x18 + y37;
        let (x39, y39) = carry::<29>(x38);
        let x40 = x33 + y39;
        let (x41, y41) = carry::<29>(x40);
        let x42 = x34 + y41;
        let (x43, y43) = carry::<29>(x42);
        let x44 = x21 + y43;
        let (x45, y45) = carry::<29>(x44);
        let x46 = x24 + y45;
        let (x47, y47) = carry::<29>(x46);
        let x48 = x26 + y47;
        [x35, x37, x39, x41, x43, x45, x47, x48].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn neg(a: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let x9 = 0 - a0;
        let x10 = 0 - a1;
        let x11 = 0 - a2;
        let x12 = 0 - a3;
        let x13 = 0 - a4;
        let x14 = 0 - a5;
        let x15 = 0 - a6;
        let x16 = 0 - a7;
        [x9, x10, x11, x12, x13, x14, x15, x16].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn encode(plain: &[u64; 8]) -> [u64; 8] {
        let [plain0, plain1, plain2, plain3, _, _, _, _] = *plain;
        let x9 = plain0 & 0x0000_0000_1fff_ffff;
        let x10 = plain0 >> 29;
        let x11 = x10 & 0x0000_0000_1fff_ffff;
        let x12 = x10 >> 29;
        let x14 = plain1 & 0x0000_0000_007f_ffff;
        let x15 = plain1 >> 23;
        let x16 = x14 << 6;
        let x17 = x12 + x16;
        let x18 = x15 & 0x0000_0000_1fff_ffff;
        let x19 = x15 >> 29;
        let x21 = plain2 & 0x0000_0000_0001_ffff;
        let x22 = plain2 >> 17;
        let x23 = x21 << 12;
        let x24 = x19 + x23;
        let x25 = x22 & 0x0000_0000_1fff_ffff;
        let x26 = x22 >> 29;
        let x28 = plain3 & 0x0000_0000_0000_07ff;
        let x29 = plain3 >> 11;
        let x30 = x28 << 18;
        let x31 = x26 + x30;
        let (x32, y32) = carry::<29>(x9 as i64);
        let x33 = x11 as i64 + y32;
        let (x34, y34) = carry::<29>(x33);
        let x35 = x17 as i64 + y34;
        let (x36, y36) = carry::<29>(x35);
        let x37 = x18 as i64 + y36;
        let (x38, y38) = carry::<29>(x37);
        let x39 = x24 as i64 + y38;
        let (x40, y40) = carry::<29>(x39);
        let x41 = x25 as i64 + y40;
        let (x42, y42) = carry::<29>(x41);
        let x43 = x31 as i64 + y42;
        let (x44, y44) = carry::<29>(x43);
        let x45 = x29 as i64 + y44;
        [x32, x34, x36, x38, x40, x42, x44, x45].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn decode(a: &[u64; 8]) -> [u64; 8] {
        let [a0, a1, a2, a3, a4, a5, a6, a7] = a.map(|word| word as i64);
        let (x8, y8) = split::<29>(a0);
        let x9 = a1 + y8;
        let (x10, y10) = split::<29>(x9);
        let x11 = a2 + y10;
        let (x12, y12) = split::<29>(x11);
        let x13 = a3 + y12;
        let (x14, y14) = split::<29>(x13);
        let x15 = a4 + y14;
        let (x16, y16) = split::<29>(x15);
        let x17 = a5 + y16;
        let (x18, y18) = split::<29>(x17);
        let x19 = a6 + y18;
        let (x20, y20) = split::<29>(x19);
        let x21 = a7 + y20;
        let x24 = x21 * 0x0000_0001_0000_0000;
        let x25 = x24 - 0x0000_0000_1000_0004;
        let (_, y26) = split::<53>(x25);
        let x28 = y26;
        let x29 = x8 - x28;
        let x31 = y26 * 0x0000_0000_1fff_fe00;
        let x32 = x14 - x31;
        let x34 = y26 * 0x0000_0000_1fff_ffff;
        let x35 = x16 - x34;
        let x36 = y26 * 0x0000_0000_1fff_ffff;
        let x37 = x18 - x36;
        let x38 = y26 * 0x0000_0000_1fff_ffff;
        let x39 = x20 - x38;
        let x41 = y26 * 0x0000_0000_001f_ffff;
        let x42 = x21 - x41;
        let (x43, y43) = split::<29>(x29);
        let x44 = x10 + y43;
        let (x45, y45) = split::<29>(x44);
        let x46 = x12 + y45;
        let (x47, y47) = split::<29>(x46);
        let x48 = x32 + y47;
        let (x49, y49) = split::<29>(x48);
        let x50 = x35 + y49;
        let (x51, y51) = split::<29>(x50);
        let x52 = x37 + y51;
        let (x53, y53) = split::<29>(x52);
        let x54 = x39 + y53;
        let (x55, y55) = split::<29>(x54);
        let x56 = x42 + y55;
        let x57 = x43 + 0x0000_0000_1fff_ffff;
        let x58 = x45 + 0x0000_0000_1fff_ffff;
        let x59 = x47 + 0x0000_0000_1fff_ffff;
        let x61 = x49 + 0x0000_0000_0000_01ff;
        let x63 = x56 + 0x0000_0000_1fe0_0000;
        let (x64, y64) = split::<29>(x57);
        let x65 = x58 + y64;
        let (x66, y66) = split::<29>(x65);
        let x67 = x59 + y66;
        let (x68, y68) = split::<29>(x67);
        let x69 = x61 + y68;
        let (x70, y70) = split::<29>(x69);
        let x71 = x51 + y70;
        let (x72, y72) = split::<29>(x71);
        let x73 = x53 + y72;
        let (x74, y74) = split::<29>(x73);
        let x75 = x55 + y74;
        let (x76, y76) = split::<29>(x75);
        let x77 = x63 + y76;
        let (x78, y78) = split::<29>(x77);
        let x79 = mask(y78 as u64);
        let x80 = select(x79, x64 as u64, x43 as u64);
        let x81 = select(x79, x66 as u64, x45 as u64);
        let x82 = select(x79, x68 as u64, x47 as u64);
        let x83 = select(x79, x70 as u64, x49 as u64);
        let x84 = select(x79, x72 as u64, x51 as u64);
        let x85 = select(x79, x74 as u64, x53 as u64);
        let x86 = select(x79, x76 as u64, x55 as u64);
        let x87 = select(x79, x78 as u64, x56 as u64);
        let x88 = x81 << 29;
        let x89 = x80 + x88;
        let x90 = x82 << 58;
        let x91 = x89 + x90;
        let x92 = x82 >> 6;
        let x93 = x83 << 23;
        let x94 = x92 + x93;
        let x95 = x84 << 52;
        let x96 = x94 + x95;
        let x97 = x84 >> 12;
        let x98 = x85 << 17;
        let x99 = x97 + x98;
        let x100 = x86 << 46;
        let x101 = x99 + x100;
        let x102 = x86 >> 18;
        let x103 = x87 << 11;
        let x104 = x102 + x103;
        [x91, x96, x101, x104, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 8]) -> [u64; 8] {
        Self::decode(a)
    }
}
