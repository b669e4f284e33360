//! The prime `p192_p` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: signed 28x7, 0 additions, reduce+short.
//! Source of the modulus: FIPS 186-4, appendix D.1.2.
//! At rest the limbs are at most 0x8000000 away from zero, the top one 0x8000002.
//! Each sum is carried, so every element is at rest. Every function is proven for all limbs
//! within these bounds, over every chain of calls.
//! Tightest step of a product: 6.19 bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
//! | mul | `a * b` | rest | rest | 156 | 49 | 8 |
//! | sqr | `a * a` | rest | rest | 120 | 28 | 8 |
//! | add | `a + b` | rest | rest | 30 | 0 | 8 |
//! | sub | `a - b` | rest | rest | 30 | 0 | 8 |
//! | neg | `-a` | rest | rest | 7 | 0 | 0 |
//! | encode | `plain` | words | rest | 28 | 0 | 6 |
//! | decode | the least `a` | rest | words | 79 | 8 | 0 |

use crate::prime::Prime;
use crate::signed::{carry, split};
use crate::word::{mask, select};

/// The prime `p192_p`, 7 signed limbs of 28 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P192PS28X7A0;

#[rustfmt::skip]
impl Prime for P192PS28X7A0 {
    type Limbs = [u64; 7];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::P192P;
    const NAME: &'static str = "p192_p_s28x7a0";
    const BITS: usize = 192;
    const MODULUS: [u64; 7] = [
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_fffe,
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
        let (x99, y99) = split::<24>(x98);
        let x100 = x99 << 4;
        let x101 = x74 + x100;
        let x102 = x87 + y99;
        let (x103, y103) = split::<16>(x98);
        let x104 = x103 << 12;
        let x105 = x89 + x104;
        let x106 = x91 + y103;
        let (x107, y107) = split::<24>(x97);
        let x108 = x107 << 4;
        let x109 = x61 + x108;
        let x110 = x101 + y107;
        let (x111, y111) = split::<16>(x97);
        let x112 = x111 << 12;
        let x113 = x102 + x112;
        let x114 = x105 + y111;
        let (x115, y115) = split::<24>(x95);
        let x116 = x115 << 4;
        let x117 = x48 + x116;
        let x118 = x109 + y115;
        let (x119, y119) = split::<16>(x95);
        let x120 = x119 << 12;
        let x121 = x110 + x120;
        let x122 = x113 + y119;
        let (x123, y123) = split::<24>(x93);
        let x124 = x123 << 4;
        let x125 = x35 + x124;
        let x126 = x117 + y123;
        let (x127, y127) = split::<16>(x93);
        let x128 = x127 << 12;
        let x129 = x118 + x128;
        let x130 = x121 + y127;
        let (x131, y131) = split::<24>(x106);
        let x132 = x131 << 4;
        let x133 = x22 + x132;
        let x134 = x125 + y131;
        let (x135, y135) = split::<16>(x106);
        let x136 = x135 << 12;
        let x137 = x126 + x136;
        let x138 = x129 + y135;
        let (x139, y139) = split::<24>(x114);
        let x140 = x139 << 4;
        let x141 = x14 + x140;
        let x142 = x133 + y139;
        let (x143, y143) = split::<16>(x114);
        let x144 = x143 << 12;
        let x145 = x134 + x144;
        let x146 = x137 + y143;
        let (x147, y147) = carry::<28>(x130);
        let x148 = x122 + y147;
        let (x149, y149) = carry::<28>(x148);
        let (x150, y150) = split::<24>(y149);
        let x151 = x150 << 4;
        let x152 = x141 + x151;
        let x153 = x142 + y150;
        let (x154, y154) = split::<16>(y149);
        let x155 = x154 << 12;
        let x156 = x145 + x155;
        let x157 = x146 + y154;
        let (x158, y158) = carry::<28>(x152);
        let x159 = x153 + y158;
        let (x160, y160) = carry::<28>(x159);
        let x161 = x156 + y160;
        let (x162, y162) = carry::<28>(x161);
        let x163 = x157 + y162;
        let (x164, y164) = carry::<28>(x163);
        let x165 = x138 + y164;
        let (x166, y166) = carry::<28>(x165);
        let x167 = x147 + y166;
        let (x168, y168) = carry::<28>(x167);
        let x169 = x149 + y168;
        [x158, x160, x162, x164, x166, x168, x169].map(|limb| limb as u64)
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
        let (x56, y56) = split::<24>(x55);
        let x57 = x56 << 4;
        let x58 = x31 + x57;
        let x59 = x38 + y56;
        let (x60, y60) = split::<16>(x55);
        let x61 = x60 << 12;
        let x62 = x41 + x61;
        let x63 = x46 + y60;
        let (x64, y64) = split::<24>(x54);
        let x65 = x64 << 4;
        let x66 = x28 + x65;
        let x67 = x58 + y64;
        let (x68, y68) = split::<16>(x54);
        let x69 = x68 << 12;
        let x70 = x59 + x69;
        let x71 = x62 + y68;
        let (x72, y72) = split::<24>(x52);
        let x73 = x72 << 4;
        let x74 = x19 + x73;
        let x75 = x66 + y72;
        let (x76, y76) = split::<16>(x52);
        let x77 = x76 << 12;
        let x78 = x67 + x77;
        let x79 = x70 + y76;
        let (x80, y80) = split::<24>(x49);
        let x81 = x80 << 4;
        let x82 = x16 + x81;
        let x83 = x74 + y80;
        let (x84, y84) = split::<16>(x49);
        let x85 = x84 << 12;
        let x86 = x75 + x85;
        let x87 = x78 + y84;
        let (x88, y88) = split::<24>(x63);
        let x89 = x88 << 4;
        let x90 = x9 + x89;
        let x91 = x82 + y88;
        let (x92, y92) = split::<16>(x63);
        let x93 = x92 << 12;
        let x94 = x83 + x93;
        let x95 = x86 + y92;
        let (x96, y96) = split::<24>(x71);
        let x97 = x96 << 4;
        let x98 = x7 + x97;
        let x99 = x90 + y96;
        let (x100, y100) = split::<16>(x71);
        let x101 = x100 << 12;
        let x102 = x91 + x101;
        let x103 = x94 + y100;
        let (x104, y104) = carry::<28>(x87);
        let x105 = x79 + y104;
        let (x106, y106) = carry::<28>(x105);
        let (x107, y107) = split::<24>(y106);
        let x108 = x107 << 4;
        let x109 = x98 + x108;
        let x110 = x99 + y107;
        let (x111, y111) = split::<16>(y106);
        let x112 = x111 << 12;
        let x113 = x102 + x112;
        let x114 = x103 + y111;
        let (x115, y115) = carry::<28>(x109);
        let x116 = x110 + y115;
        let (x117, y117) = carry::<28>(x116);
        let x118 = x113 + y117;
        let (x119, y119) = carry::<28>(x118);
        let x120 = x114 + y119;
        let (x121, y121) = carry::<28>(x120);
        let x122 = x95 + y121;
        let (x123, y123) = carry::<28>(x122);
        let x124 = x104 + y123;
        let (x125, y125) = carry::<28>(x124);
        let x126 = x106 + y125;
        [x115, x117, x119, x121, x123, x125, x126].map(|limb| limb as u64)
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
        let (x24, y24) = split::<24>(y23);
        let x25 = x24 << 4;
        let x26 = x14 + x25;
        let x27 = x15 + y24;
        let (x28, y28) = split::<16>(y23);
        let x29 = x28 << 12;
        let x30 = x16 + x29;
        let x31 = x17 + y28;
        let (x32, y32) = carry::<28>(x26);
        let x33 = x27 + y32;
        let (x34, y34) = carry::<28>(x33);
        let x35 = x30 + y34;
        let (x36, y36) = carry::<28>(x35);
        let x37 = x31 + y36;
        let (x38, y38) = carry::<28>(x37);
        let x39 = x18 + y38;
        let (x40, y40) = carry::<28>(x39);
        let x41 = x21 + y40;
        let (x42, y42) = carry::<28>(x41);
        let x43 = x23 + y42;
        [x32, x34, x36, x38, x40, x42, x43].map(|limb| limb as u64)
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
        let (x24, y24) = split::<24>(y23);
        let x25 = x24 << 4;
        let x26 = x14 + x25;
        let x27 = x15 + y24;
        let (x28, y28) = split::<16>(y23);
        let x29 = x28 << 12;
        let x30 = x16 + x29;
        let x31 = x17 + y28;
        let (x32, y32) = carry::<28>(x26);
        let x33 = x27 + y32;
        let (x34, y34) = carry::<28>(x33);
        let x35 = x30 + y34;
        let (x36, y36) = carry::<28>(x35);
        let x37 = x31 + y36;
        let (x38, y38) = carry::<28>(x37);
        let x39 = x18 + y38;
        let (x40, y40) = carry::<28>(x39);
        let x41 = x21 + y40;
        let (x42, y42) = carry::<28>(x41);
        let x43 = x23 + y42;
        [x32, x34, x36, x38, x40, x42, x43].map(|limb| limb as u64)
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
        let x25 = y23 * 0x0000_0000_0fff_ffff;
        let x26 = x7 - x25;
        let x27 = y23 * 0x0000_0000_0fff_ffff;
        let x28 = x9 - x27;
        let x30 = y23 * 0x0000_0000_0fff_feff;
        let x31 = x11 - x30;
        let x32 = y23 * 0x0000_0000_0fff_ffff;
        let x33 = x13 - x32;
        let x34 = y23 * 0x0000_0000_0fff_ffff;
        let x35 = x15 - x34;
        let x36 = y23 * 0x0000_0000_0fff_ffff;
        let x37 = x17 - x36;
        let x39 = y23 * 0x0000_0000_00ff_ffff;
        let x40 = x18 - x39;
        let (x41, y41) = split::<28>(x26);
        let x42 = x28 + y41;
        let (x43, y43) = split::<28>(x42);
        let x44 = x31 + y43;
        let (x45, y45) = split::<28>(x44);
        let x46 = x33 + y45;
        let (x47, y47) = split::<28>(x46);
        let x48 = x35 + y47;
        let (x49, y49) = split::<28>(x48);
        let x50 = x37 + y49;
        let (x51, y51) = split::<28>(x50);
        let x52 = x40 + y51;
        let x54 = x41 + 1;
        let x56 = x45 + 0x0000_0000_0000_0100;
        let x58 = x52 + 0x0000_0000_0f00_0000;
        let (x59, y59) = split::<28>(x54);
        let x60 = x43 + y59;
        let (x61, y61) = split::<28>(x60);
        let x62 = x56 + y61;
        let (x63, y63) = split::<28>(x62);
        let x64 = x47 + y63;
        let (x65, y65) = split::<28>(x64);
        let x66 = x49 + y65;
        let (x67, y67) = split::<28>(x66);
        let x68 = x51 + y67;
        let (x69, y69) = split::<28>(x68);
        let x70 = x58 + y69;
        let (x71, y71) = split::<28>(x70);
        let x72 = mask(y71 as u64);
        let x73 = select(x72, x59 as u64, x41 as u64);
        let x74 = select(x72, x61 as u64, x43 as u64);
        let x75 = select(x72, x63 as u64, x45 as u64);
        let x76 = select(x72, x65 as u64, x47 as u64);
        let x77 = select(x72, x67 as u64, x49 as u64);
        let x78 = select(x72, x69 as u64, x51 as u64);
        let x79 = select(x72, x71 as u64, x52 as u64);
        let x80 = x74 << 28;
        let x81 = x73 + x80;
        let x82 = x75 << 56;
        let x83 = x81 + x82;
        let x84 = x75 >> 8;
        let x85 = x76 << 20;
        let x86 = x84 + x85;
        let x87 = x77 << 48;
        let x88 = x86 + x87;
        let x89 = x77 >> 16;
        let x90 = x78 << 12;
        let x91 = x89 + x90;
        let x92 = x79 << 40;
        let x93 = x91 + x92;
        [x83, x88, x93, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn canonical(a: &[u64; 7]) -> [u64; 7] {
        Self::decode(a)
    }
}
