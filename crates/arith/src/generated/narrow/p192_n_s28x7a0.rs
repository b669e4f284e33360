//! The prime `p192_n` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 28x7, 0 additions, split+short.
//! Source of the modulus: FIPS 186-4, appendix D.1.2.
//! At rest the limbs are at most 0x8000000 away from zero, the top one 0x8000002.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 6.11 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 195 | 90 | 15 |
//! | sqr | `a * a` | rest | rest | 159 | 69 | 15 |
//! | add | `a + b` | rest | rest | 30 | 4 | 8 |
//! | sub | `a - b` | rest | rest | 30 | 4 | 8 |
//! | neg | `-a` | rest | rest | 7 | 0 | 0 |
//! | encode | `plain` | words | rest | 28 | 0 | 6 |
//! | decode | the least `a` | rest | words | 81 | 8 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, split};
use crate::word::{mask, select};

/// The prime `p192_n`, 7 signed limbs of 28 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P192NS28X7A0;

#[rustfmt::skip]
impl Prime for P192NS28X7A0 {
    type Limbs = [u64; 7];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P192N;
    const NAME: &'static str = "p192_n_s28x7a0";
    const BITS: usize = 192;
    const MODULUS: [u64; 7] = [
        0x146b_c9b1_b4d2_2831,
        0xffff_ffff_99de_f836,
        0xffff_ffff_ffff_ffff,
        0,
        0,
        0,
        0,
    ];
    const ONE: [u64; 7] = [
        1,
        0,
        0,
        0,
        0,
        0,
        0,
    ];

    #[inline(never)]
    fn mul(a: &[u64; 7], b: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6] = b.map(|word| word as i64);
        let x14 = a0 * b0;
        let x15 = a0 * b1;
        let x16 = a0 * b2;
        let x17 = a0 * b3;
        let x18 = a0 * b4;
        let x19 = a0 * b5;
        let x20 = a0 * b6;
        let x21 = a1 * b0;
        let x22 = x15 + x21;
        let x23 = a1 * b1;
        let x24 = x16 + x23;
        let x25 = a1 * b2;
        let x26 = x17 + x25;
        let x27 = a1 * b3;
        let x28 = x18 + x27;
        let x29 = a1 * b4;
        let x30 = x19 + x29;
        let x31 = a1 * b5;
        let x32 = x20 + x31;
        let x33 = a1 * b6;
        let x34 = a2 * b0;
        let x35 = x24 + x34;
        let x36 = a2 * b1;
        let x37 = x26 + x36;
        let x38 = a2 * b2;
        let x39 = x28 + x38;
        let x40 = a2 * b3;
        let x41 = x30 + x40;
        let x42 = a2 * b4;
        let x43 = x32 + x42;
        let x44 = a2 * b5;
        let x45 = x33 + x44;
        let x46 = a2 * b6;
        let x47 = a3 * b0;
        let x48 = x37 + x47;
        let x49 = a3 * b1;
        let x50 = x39 + x49;
        let x51 = a3 * b2;
        let x52 = x41 + x51;
        let x53 = a3 * b3;
        let x54 = x43 + x53;
        let x55 = a3 * b4;
        let x56 = x45 + x55;
        let x57 = a3 * b5;
        let x58 = x46 + x57;
        let x59 = a3 * b6;
        let x60 = a4 * b0;
        let x61 = x50 + x60;
        let x62 = a4 * b1;
        let x63 = x52 + x62;
        let x64 = a4 * b2;
        let x65 = x54 + x64;
        let x66 = a4 * b3;
        let x67 = x56 + x66;
        let x68 = a4 * b4;
        let x69 = x58 + x68;
        let x70 = a4 * b5;
        let x71 = x59 + x70;
        let x72 = a4 * b6;
        let x73 = a5 * b0;
        let x74 = x63 + x73;
        let x75 = a5 * b1;
        let x76 = x65 + x75;
        let x77 = a5 * b2;
        let x78 = x67 + x77;
        let x79 = a5 * b3;
        let x80 = x69 + x79;
        let x81 = a5 * b4;
        let x82 = x71 + x81;
        let x83 = a5 * b5;
        let x84 = x72 + x83;
        let x85 = a5 * b6;
        let x86 = a6 * b0;
        let x87 = x76 + x86;
        let x88 = a6 * b1;
        let x89 = x78 + x88;
        let x90 = a6 * b2;
        let x91 = x80 + x90;
        let x92 = a6 * b3;
        let x93 = x82 + x92;
        let x94 = a6 * b4;
        let x95 = x84 + x94;
        let x96 = a6 * b5;
        let x97 = x85 + x96;
        let x98 = a6 * b6;
        let (x99, y99) = carry::<28>(x87);
        let x100 = x89 + y99;
        let (x101, y101) = carry::<28>(x100);
        let x102 = x91 + y101;
        let (x103, y103) = carry::<28>(x102);
        let x104 = x93 + y103;
        let (x105, y105) = carry::<28>(x104);
        let x106 = x95 + y105;
        let (x107, y107) = carry::<28>(x106);
        let x108 = x97 + y107;
        let (x109, y109) = carry::<28>(x108);
        let x110 = x98 + y109;
        let (x111, y111) = carry::<28>(x110);
        let x113 = y111 * 0x0000_0000_00e1_be43;
        let x114 = x14 - x113;
        let x116 = y111 * 0x0000_0000_0273_8522;
        let x117 = x22 - x116;
        let x119 = y111 * 0x0000_0000_0597_fa7b;
        let x120 = x35 - x119;
        let x122 = y111 * 0x0000_0000_0246_97c7;
        let x123 = x48 + x122;
        let x125 = y111 * 0x0000_0000_015f_a7e6;
        let x126 = x61 - x125;
        let x128 = y111 * 0x0000_0000_0741_a988;
        let x129 = x74 - x128;
        let x131 = y111 * 0x0000_0000_0022_830d;
        let x132 = x99 - x131;
        let x134 = x111 * 0x0000_0000_0622_c8ac;
        let x135 = x114 + x134;
        let x137 = x111 * 0x0000_0000_00a2_8256;
        let x138 = x117 - x137;
        let x140 = x111 * 0x0000_0000_07ed_1c04;
        let x141 = x120 - x140;
        let x143 = x111 * 0x0000_0000_015f_a940;
        let x144 = x123 - x143;
        let x145 = x111 * 0x0000_0000_0741_a988;
        let x146 = x126 - x145;
        let x148 = x111 * 0x0000_0000_02dd_7cf3;
        let x149 = x129 + x148;
        let x151 = x111 * 0x0000_0000_0036_4e4b;
        let x152 = x132 + x151;
        let x154 = x109 * 0x0000_0000_01ab_4510;
        let x155 = x135 - x154;
        let x157 = x109 * 0x0000_0000_01cd_f40b;
        let x158 = x138 - x157;
        let x160 = x109 * 0x0000_0000_074e_46bc;
        let x161 = x141 + x160;
        let x163 = x109 * 0x0000_0000_0741_aca4;
        let x164 = x144 - x163;
        let x165 = x109 * 0x0000_0000_02dd_7cf3;
        let x166 = x146 + x165;
        let x168 = x109 * 0x0000_0000_0436_4e4b;
        let x169 = x149 + x168;
        let x171 = x109 * 0x0000_0000_007c_9eb9;
        let x172 = x152 + x171;
        let x174 = x107 * 0x0000_0000_02dd_7cf0;
        let x175 = x164 + x174;
        let x176 = x107 * 0x0000_0000_0436_4e4b;
        let x177 = x166 + x176;
        let x178 = x107 * 0x0000_0000_007c_9eb9;
        let x179 = x169 + x178;
        let x181 = x107 * 0x0000_0000_0000_6621;
        let x182 = x172 + x181;
        let x183 = x105 * 0x0000_0000_02dd_7cf0;
        let x184 = x161 + x183;
        let x185 = x105 * 0x0000_0000_0436_4e4b;
        let x186 = x175 + x185;
        let x187 = x105 * 0x0000_0000_007c_9eb9;
        let x188 = x177 + x187;
        let x189 = x105 * 0x0000_0000_0000_6621;
        let x190 = x179 + x189;
        let x191 = x103 * 0x0000_0000_02dd_7cf0;
        let x192 = x158 + x191;
        let x193 = x103 * 0x0000_0000_0436_4e4b;
        let x194 = x184 + x193;
        let x195 = x103 * 0x0000_0000_007c_9eb9;
        let x196 = x186 + x195;
        let x197 = x103 * 0x0000_0000_0000_6621;
        let x198 = x188 + x197;
        let x199 = x101 * 0x0000_0000_02dd_7cf0;
        let x200 = x155 + x199;
        let x201 = x101 * 0x0000_0000_0436_4e4b;
        let x202 = x192 + x201;
        let x203 = x101 * 0x0000_0000_007c_9eb9;
        let x204 = x194 + x203;
        let x205 = x101 * 0x0000_0000_0000_6621;
        let x206 = x196 + x205;
        let (x207, y207) = carry::<28>(x190);
        let x208 = x182 + y207;
        let (x209, y209) = carry::<28>(x208);
        let x210 = y209 * 0x0000_0000_02dd_7cf0;
        let x211 = x200 + x210;
        let x212 = y209 * 0x0000_0000_0436_4e4b;
        let x213 = x202 + x212;
        let x214 = y209 * 0x0000_0000_007c_9eb9;
        let x215 = x204 + x214;
        let x216 = y209 * 0x0000_0000_0000_6621;
        let x217 = x206 + x216;
        let (x218, y218) = carry::<28>(x211);
        let x219 = x213 + y218;
        let (x220, y220) = carry::<28>(x219);
        let x221 = x215 + y220;
        let (x222, y222) = carry::<28>(x221);
        let x223 = x217 + y222;
        let (x224, y224) = carry::<28>(x223);
        let x225 = x198 + y224;
        let (x226, y226) = carry::<28>(x225);
        let x227 = x207 + y226;
        let (x228, y228) = carry::<28>(x227);
        let x229 = x209 + y228;
        [x218, x220, x222, x224, x226, x228, x229].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sqr(a: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = a.map(|word| word as i64);
        let x7 = a0 * a0;
        let x8 = a0 << 1;
        let x9 = x8 * a1;
        let x10 = x8 * a2;
        let x11 = x8 * a3;
        let x12 = x8 * a4;
        let x13 = x8 * a5;
        let x14 = x8 * a6;
        let x15 = a1 * a1;
        let x16 = x10 + x15;
        let x17 = a1 << 1;
        let x18 = x17 * a2;
        let x19 = x11 + x18;
        let x20 = x17 * a3;
        let x21 = x12 + x20;
        let x22 = x17 * a4;
        let x23 = x13 + x22;
        let x24 = x17 * a5;
        let x25 = x14 + x24;
        let x26 = x17 * a6;
        let x27 = a2 * a2;
        let x28 = x21 + x27;
        let x29 = a2 << 1;
        let x30 = x29 * a3;
        let x31 = x23 + x30;
        let x32 = x29 * a4;
        let x33 = x25 + x32;
        let x34 = x29 * a5;
        let x35 = x26 + x34;
        let x36 = x29 * a6;
        let x37 = a3 * a3;
        let x38 = x33 + x37;
        let x39 = a3 << 1;
        let x40 = x39 * a4;
        let x41 = x35 + x40;
        let x42 = x39 * a5;
        let x43 = x36 + x42;
        let x44 = x39 * a6;
        let x45 = a4 * a4;
        let x46 = x43 + x45;
        let x47 = a4 << 1;
        let x48 = x47 * a5;
        let x49 = x44 + x48;
        let x50 = x47 * a6;
        let x51 = a5 * a5;
        let x52 = x50 + x51;
        let x53 = a5 << 1;
        let x54 = x53 * a6;
        let x55 = a6 * a6;
        let (x56, y56) = carry::<28>(x38);
        let x57 = x41 + y56;
        let (x58, y58) = carry::<28>(x57);
        let x59 = x46 + y58;
        let (x60, y60) = carry::<28>(x59);
        let x61 = x49 + y60;
        let (x62, y62) = carry::<28>(x61);
        let x63 = x52 + y62;
        let (x64, y64) = carry::<28>(x63);
        let x65 = x54 + y64;
        let (x66, y66) = carry::<28>(x65);
        let x67 = x55 + y66;
        let (x68, y68) = carry::<28>(x67);
        let x70 = y68 * 0x0000_0000_00e1_be43;
        let x71 = x7 - x70;
        let x73 = y68 * 0x0000_0000_0273_8522;
        let x74 = x9 - x73;
        let x76 = y68 * 0x0000_0000_0597_fa7b;
        let x77 = x16 - x76;
        let x79 = y68 * 0x0000_0000_0246_97c7;
        let x80 = x19 + x79;
        let x82 = y68 * 0x0000_0000_015f_a7e6;
        let x83 = x28 - x82;
        let x85 = y68 * 0x0000_0000_0741_a988;
        let x86 = x31 - x85;
        let x88 = y68 * 0x0000_0000_0022_830d;
        let x89 = x56 - x88;
        let x91 = x68 * 0x0000_0000_0622_c8ac;
        let x92 = x71 + x91;
        let x94 = x68 * 0x0000_0000_00a2_8256;
        let x95 = x74 - x94;
        let x97 = x68 * 0x0000_0000_07ed_1c04;
        let x98 = x77 - x97;
        let x100 = x68 * 0x0000_0000_015f_a940;
        let x101 = x80 - x100;
        let x102 = x68 * 0x0000_0000_0741_a988;
        let x103 = x83 - x102;
        let x105 = x68 * 0x0000_0000_02dd_7cf3;
        let x106 = x86 + x105;
        let x108 = x68 * 0x0000_0000_0036_4e4b;
        let x109 = x89 + x108;
        let x111 = x66 * 0x0000_0000_01ab_4510;
        let x112 = x92 - x111;
        let x114 = x66 * 0x0000_0000_01cd_f40b;
        let x115 = x95 - x114;
        let x117 = x66 * 0x0000_0000_074e_46bc;
        let x118 = x98 + x117;
        let x120 = x66 * 0x0000_0000_0741_aca4;
        let x121 = x101 - x120;
        let x122 = x66 * 0x0000_0000_02dd_7cf3;
        let x123 = x103 + x122;
        let x125 = x66 * 0x0000_0000_0436_4e4b;
        let x126 = x106 + x125;
        let x128 = x66 * 0x0000_0000_007c_9eb9;
        let x129 = x109 + x128;
        let x131 = x64 * 0x0000_0000_02dd_7cf0;
        let x132 = x121 + x131;
        let x133 = x64 * 0x0000_0000_0436_4e4b;
        let x134 = x123 + x133;
        let x135 = x64 * 0x0000_0000_007c_9eb9;
        let x136 = x126 + x135;
        let x138 = x64 * 0x0000_0000_0000_6621;
        let x139 = x129 + x138;
        let x140 = x62 * 0x0000_0000_02dd_7cf0;
        let x141 = x118 + x140;
        let x142 = x62 * 0x0000_0000_0436_4e4b;
        let x143 = x132 + x142;
        let x144 = x62 * 0x0000_0000_007c_9eb9;
        let x145 = x134 + x144;
        let x146 = x62 * 0x0000_0000_0000_6621;
        let x147 = x136 + x146;
        let x148 = x60 * 0x0000_0000_02dd_7cf0;
        let x149 = x115 + x148;
        let x150 = x60 * 0x0000_0000_0436_4e4b;
        let x151 = x141 + x150;
        let x152 = x60 * 0x0000_0000_007c_9eb9;
        let x153 = x143 + x152;
        let x154 = x60 * 0x0000_0000_0000_6621;
        let x155 = x145 + x154;
        let x156 = x58 * 0x0000_0000_02dd_7cf0;
        let x157 = x112 + x156;
        let x158 = x58 * 0x0000_0000_0436_4e4b;
        let x159 = x149 + x158;
        let x160 = x58 * 0x0000_0000_007c_9eb9;
        let x161 = x151 + x160;
        let x162 = x58 * 0x0000_0000_0000_6621;
        let x163 = x153 + x162;
        let (x164, y164) = carry::<28>(x147);
        let x165 = x139 + y164;
        let (x166, y166) = carry::<28>(x165);
        let x167 = y166 * 0x0000_0000_02dd_7cf0;
        let x168 = x157 + x167;
        let x169 = y166 * 0x0000_0000_0436_4e4b;
        let x170 = x159 + x169;
        let x171 = y166 * 0x0000_0000_007c_9eb9;
        let x172 = x161 + x171;
        let x173 = y166 * 0x0000_0000_0000_6621;
        let x174 = x163 + x173;
        let (x175, y175) = carry::<28>(x168);
        let x176 = x170 + y175;
        let (x177, y177) = carry::<28>(x176);
        let x178 = x172 + y177;
        let (x179, y179) = carry::<28>(x178);
        let x180 = x174 + y179;
        let (x181, y181) = carry::<28>(x180);
        let x182 = x155 + y181;
        let (x183, y183) = carry::<28>(x182);
        let x184 = x164 + y183;
        let (x185, y185) = carry::<28>(x184);
        let x186 = x166 + y185;
        [x175, x177, x179, x181, x183, x185, x186].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn add(a: &[u64; 7], b: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6] = b.map(|word| word as i64);
        let x14 = a0 + b0;
        let x15 = a1 + b1;
        let x16 = a2 + b2;
        let x17 = a3 + b3;
        let x18 = a4 + b4;
        let x19 = a5 + b5;
        let x20 = a6 + b6;
        let (x21, y21) = carry::<28>(x19);
        let x22 = x20 + y21;
        let (x23, y23) = carry::<28>(x22);
        let x25 = y23 * 0x0000_0000_02dd_7cf0;
        let x26 = x14 + x25;
        let x28 = y23 * 0x0000_0000_0436_4e4b;
        let x29 = x15 + x28;
        let x31 = y23 * 0x0000_0000_007c_9eb9;
        let x32 = x16 + x31;
        let x34 = y23 * 0x0000_0000_0000_6621;
        let x35 = x17 + x34;
        let (x36, y36) = carry::<28>(x26);
        let x37 = x29 + y36;
        let (x38, y38) = carry::<28>(x37);
        let x39 = x32 + y38;
        let (x40, y40) = carry::<28>(x39);
        let x41 = x35 + y40;
        let (x42, y42) = carry::<28>(x41);
        let x43 = x18 + y42;
        let (x44, y44) = carry::<28>(x43);
        let x45 = x21 + y44;
        let (x46, y46) = carry::<28>(x45);
        let x47 = x23 + y46;
        [x36, x38, x40, x42, x44, x46, x47].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn sub(a: &[u64; 7], b: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = a.map(|word| word as i64);
        let [b0, b1, b2, b3, b4, b5, b6] = b.map(|word| word as i64);
        let x14 = a0 - b0;
        let x15 = a1 - b1;
        let x16 = a2 - b2;
        let x17 = a3 - b3;
        let x18 = a4 - b4;
        let x19 = a5 - b5;
        let x20 = a6 - b6;
        let (x21, y21) = carry::<28>(x19);
        let x22 = x20 + y21;
        let (x23, y23) = carry::<28>(x22);
        let x25 = y23 * 0x0000_0000_02dd_7cf0;
        let x26 = x14 + x25;
        let x28 = y23 * 0x0000_0000_0436_4e4b;
        let x29 = x15 + x28;
        let x31 = y23 * 0x0000_0000_007c_9eb9;
        let x32 = x16 + x31;
        let x34 = y23 * 0x0000_0000_0000_6621;
        let x35 = x17 + x34;
        let (x36, y36) = carry::<28>(x26);
        let x37 = x29 + y36;
        let (x38, y38) = carry::<28>(x37);
        let x39 = x32 + y38;
        let (x40, y40) = carry::<28>(x39);
        let x41 = x35 + y40;
        let (x42, y42) = carry::<28>(x41);
        let x43 = x18 + y42;
        let (x44, y44) = carry::<28>(x43);
        let x45 = x21 + y44;
        let (x46, y46) = carry::<28>(x45);
        let x47 = x23 + y46;
        [x36, x38, x40, x42, x44, x46, x47].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn neg(a: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = a.map(|word| word as i64);
        let x8 = 0 - a0;
        let x9 = 0 - a1;
        let x10 = 0 - a2;
        let x11 = 0 - a3;
        let x12 = 0 - a4;
        let x13 = 0 - a5;
        let x14 = 0 - a6;
        [x8, x9, x10, x11, x12, x13, x14].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn encode(plain: &[u64; 7]) -> [u64; 7] {
        let [plain0, plain1, plain2, _, _, _, _] = *plain;
        let x8 = plain0 & 0x0000_0000_0fff_ffff;
        let x9 = plain0 >> 28;
        let x10 = x9 & 0x0000_0000_0fff_ffff;
        let x11 = x9 >> 28;
        let x13 = plain1 & 0x0000_0000_000f_ffff;
        let x14 = plain1 >> 20;
        let x15 = x13 << 8;
        let x16 = x11 + x15;
        let x17 = x14 & 0x0000_0000_0fff_ffff;
        let x18 = x14 >> 28;
        let x20 = plain2 & 0x0000_0000_0000_0fff;
        let x21 = plain2 >> 12;
        let x22 = x20 << 16;
        let x23 = x18 + x22;
        let x24 = x21 & 0x0000_0000_0fff_ffff;
        let x25 = x21 >> 28;
        let (x26, y26) = carry::<28>(x8 as i64);
        let x27 = x10 as i64 + y26;
        let (x28, y28) = carry::<28>(x27);
        let x29 = x16 as i64 + y28;
        let (x30, y30) = carry::<28>(x29);
        let x31 = x17 as i64 + y30;
        let (x32, y32) = carry::<28>(x31);
        let x33 = x23 as i64 + y32;
        let (x34, y34) = carry::<28>(x33);
        let x35 = x24 as i64 + y34;
        let (x36, y36) = carry::<28>(x35);
        let x37 = x25 as i64 + y36;
        [x26, x28, x30, x32, x34, x36, x37].map(|limb| limb as u64)
    }

    #[inline(never)]
    fn decode(a: &[u64; 7]) -> [u64; 7] {
        let [a0, a1, a2, a3, a4, a5, a6] = a.map(|word| word as i64);
        let (x7, y7) = split::<28>(a0);
        let x8 = a1 + y7;
        let (x9, y9) = split::<28>(x8);
        let x10 = a2 + y9;
        let (x11, y11) = split::<28>(x10);
        let x12 = a3 + y11;
        let (x13, y13) = split::<28>(x12);
        let x14 = a4 + y13;
        let (x15, y15) = split::<28>(x14);
        let x16 = a5 + y15;
        let (x17, y17) = split::<28>(x16);
        let x18 = a6 + y17;
        let x21 = x18 * 0x0000_0002_0000_0000;
        let x22 = x21 - 0x0000_0000_0800_0004;
        let (_, y23) = split::<57>(x22);
        let x25 = y23 * 0x0000_0000_04d2_2831;
        let x26 = x7 - x25;
        let x28 = y23 * 0x0000_0000_06bc_9b1b;
        let x29 = x9 - x28;
        let x31 = y23 * 0x0000_0000_0ef8_3614;
        let x32 = x11 - x31;
        let x34 = y23 * 0x0000_0000_0fff_f99d;
        let x35 = x13 - x34;
        let x37 = y23 * 0x0000_0000_0fff_ffff;
        let x38 = x15 - x37;
        let x39 = y23 * 0x0000_0000_0fff_ffff;
        let x40 = x17 - x39;
        let x42 = y23 * 0x0000_0000_00ff_ffff;
        let x43 = x18 - x42;
        let (x44, y44) = split::<28>(x26);
        let x45 = x29 + y44;
        let (x46, y46) = split::<28>(x45);
        let x47 = x32 + y46;
        let (x48, y48) = split::<28>(x47);
        let x49 = x35 + y48;
        let (x50, y50) = split::<28>(x49);
        let x51 = x38 + y50;
        let (x52, y52) = split::<28>(x51);
        let x53 = x40 + y52;
        let (x54, y54) = split::<28>(x53);
        let x55 = x43 + y54;
        let x57 = x44 + 0x0000_0000_0b2d_d7cf;
        let x59 = x46 + 0x0000_0000_0943_64e4;
        let x61 = x48 + 0x0000_0000_0107_c9eb;
        let x63 = x50 + 0x0000_0000_0000_0662;
        let x65 = x55 + 0x0000_0000_0f00_0000;
        let (x66, y66) = split::<28>(x57);
        let x67 = x59 + y66;
        let (x68, y68) = split::<28>(x67);
        let x69 = x61 + y68;
        let (x70, y70) = split::<28>(x69);
        let x71 = x63 + y70;
        let (x72, y72) = split::<28>(x71);
        let x73 = x52 + y72;
        let (x74, y74) = split::<28>(x73);
        let x75 = x54 + y74;
        let (x76, y76) = split::<28>(x75);
        let x77 = x65 + y76;
        let (x78, y78) = split::<28>(x77);
        let x79 = mask(y78 as u64);
        let x80 = select(x79, x66 as u64, x44 as u64);
        let x81 = select(x79, x68 as u64, x46 as u64);
        let x82 = select(x79, x70 as u64, x48 as u64);
        let x83 = select(x79, x72 as u64, x50 as u64);
        let x84 = select(x79, x74 as u64, x52 as u64);
        let x85 = select(x79, x76 as u64, x54 as u64);
        let x86 = select(x79, x78 as u64, x55 as u64);
        let x87 = x81 << 28;
        let x88 = x80 + x87;
        let x89 = x82 << 56;
        let x90 = x88 + x89;
        let x91 = x82 >> 8;
        let x92 = x83 << 20;
        let x93 = x91 + x92;
        let x94 = x84 << 48;
        let x95 = x93 + x94;
        let x96 = x84 >> 16;
        let x97 = x85 << 12;
        let x98 = x96 + x97;
        let x99 = x86 << 40;
        let x100 = x98 + x99;
        [x90, x95, x100, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 7]) -> [u64; 7] {
        Self::decode(a)
    }
}
