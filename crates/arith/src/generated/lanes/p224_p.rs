//! The prime `p224_p` in lanes. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: lanes 52x5, montgomery; an element `x` is held as `x * 2^260 mod p`.
//! At rest the limbs are from 0 to 2^52 - 1 and the value is below 2.01 p. Sums, whose limbs
//! have signs, may hold 4 elements at rest; `carry` takes such a sum, products do not.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | mul | at rest | at rest | 97 | 70 |
//! | sqr | at rest | at rest | 85 | 50 |
//! | mul_sub | at rest | at rest | 153 | 120 |
//! | mul_sub_sqr2 | at rest | at rest | 151 | 100 |
//! | add | 2 elements | 4 elements | 5 | 0 |
//! | sub | 2 elements | 4 elements | 5 | 0 |
//! | neg | 4 elements | 4 elements | 5 | 0 |
//! | carry | 4 elements | at rest | 14 | 0 |
//! | encode | at rest | at rest | 97 | 70 |
//! | decode | at rest | < 2 p | 48 | 20 |

use crate::lanes::{Cell, LANES, Lanes, Word};

/// The prime `p224_p`, 5 limbs of 52 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P224P;

#[rustfmt::skip]
impl Lanes for P224P {
    type Limbs<W: Word> = [W; 5];
    type Cells = [Cell; 5];
    const MODULUS: &'static [u64] = &[
        0x1,
        0xff00000000000,
        0xfffffffffffff,
        0xfffffffffffff,
        0xffff,
    ];
    const ONE: &'static [u64] = &[
        0xffff000000000,
        0xfffffffffffff,
        0xfffffff,
        0x0,
        0x0,
    ];
    const EMPTY: [Cell; 5] = [Cell([0; LANES]); 5];
    const CALLED: bool = false;

    #[inline(always)]
    fn spread<W: Word>(word: W) -> [W; 5] {
        [word; 5]
    }

    #[inline(always)]
    fn mul<W: Word>(a: &[W; 5], b: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let [b0, b1, b2, b3, b4] = *b;
        let k10 = a0.like(0x0);
        let x11 = k10.madd_low(a0, b0);
        let x12 = k10.madd_high(a0, b0);
        let x13 = x12.madd_low(a0, b1);
        let x14 = k10.madd_high(a0, b1);
        let x15 = x14.madd_low(a0, b2);
        let x16 = k10.madd_high(a0, b2);
        let x17 = x16.madd_low(a0, b3);
        let x18 = k10.madd_high(a0, b3);
        let x19 = x18.madd_low(a0, b4);
        let x20 = k10.madd_high(a0, b4);
        let x21 = x13.madd_low(a1, b0);
        let x22 = x15.madd_high(a1, b0);
        let x23 = x22.madd_low(a1, b1);
        let x24 = x17.madd_high(a1, b1);
        let x25 = x24.madd_low(a1, b2);
        let x26 = x19.madd_high(a1, b2);
        let x27 = x26.madd_low(a1, b3);
        let x28 = x20.madd_high(a1, b3);
        let x29 = x28.madd_low(a1, b4);
        let x30 = k10.madd_high(a1, b4);
        let x31 = x23.madd_low(a2, b0);
        let x32 = x25.madd_high(a2, b0);
        let x33 = x32.madd_low(a2, b1);
        let x34 = x27.madd_high(a2, b1);
        let x35 = x34.madd_low(a2, b2);
        let x36 = x29.madd_high(a2, b2);
        let x37 = x36.madd_low(a2, b3);
        let x38 = x30.madd_high(a2, b3);
        let x39 = x38.madd_low(a2, b4);
        let x40 = k10.madd_high(a2, b4);
        let x41 = x33.madd_low(a3, b0);
        let x42 = x35.madd_high(a3, b0);
        let x43 = x42.madd_low(a3, b1);
        let x44 = x37.madd_high(a3, b1);
        let x45 = x44.madd_low(a3, b2);
        let x46 = x39.madd_high(a3, b2);
        let x47 = x46.madd_low(a3, b3);
        let x48 = x40.madd_high(a3, b3);
        let x49 = x48.madd_low(a3, b4);
        let x50 = k10.madd_high(a3, b4);
        let x51 = x43.madd_low(a4, b0);
        let x52 = x45.madd_high(a4, b0);
        let x53 = x52.madd_low(a4, b1);
        let x54 = x47.madd_high(a4, b1);
        let x55 = x54.madd_low(a4, b2);
        let x56 = x49.madd_high(a4, b2);
        let x57 = x56.madd_low(a4, b3);
        let x58 = x50.madd_high(a4, b3);
        let x59 = x58.madd_low(a4, b4);
        let x60 = k10.madd_high(a4, b4);
        let k61 = a0.like(0x100000000000);
        let x62 = x21.madd_low(x11, k61);
        let x63 = x31.madd_high(x11, k61);
        let k64 = a0.like(0x10000);
        let x65 = k10.madd_low(x11, k64);
        let x66 = k10.madd_high(x11, k64);
        let (x67, y67) = x62.split::<52>();
        let x68 = x63.madd_low(x67, k61);
        let x69 = x41.madd_high(x67, k61);
        let x70 = x66.madd_low(x67, k64);
        let x71 = k10.madd_high(x67, k64);
        let x72 = y67 + x68;
        let (x73, y73) = x72.split::<52>();
        let x74 = x69.madd_low(x73, k61);
        let x75 = x51.madd_high(x73, k61);
        let x76 = x71.madd_low(x73, k64);
        let x77 = k10.madd_high(x73, k64);
        let x78 = y73 + x74;
        let (x79, y79) = x78.split::<52>();
        let x80 = x75.madd_low(x79, k61);
        let x81 = x53.madd_high(x79, k61);
        let x82 = x77.madd_low(x79, k64);
        let x83 = k10.madd_high(x79, k64);
        let x84 = y79 + x80;
        let x85 = x84 - x65;
        let (x86, y86) = x85.split::<52>();
        let x87 = x81.madd_low(x86, k61);
        let x88 = x55.madd_high(x86, k61);
        let x89 = x83.madd_low(x86, k64);
        let x90 = k10.madd_high(x86, k64);
        let k91 = a0.like(0x1);
        let x92 = y86 + k91;
        let k93 = a0.like(0xff00000000000);
        let k94 = a0.like(0xfffffffffffff);
        let k95 = a0.like(0xffff);
        let x96 = x92 + x87;
        let x97 = x96 - x70;
        let (x98, y98) = x97.split::<52>();
        let x99 = k93 + y98;
        let x100 = x99 + x88;
        let x101 = x100 - x76;
        let (x102, y102) = x101.split::<52>();
        let x103 = k94 + y102;
        let x104 = x103 + x57;
        let x105 = x104 - x82;
        let (x106, y106) = x105.split::<52>();
        let x107 = k94 + y106;
        let x108 = x107 + x59;
        let x109 = x108 - x89;
        let (x110, y110) = x109.split::<52>();
        let x111 = k95 + y110;
        let x112 = x111 + x60;
        let x113 = x112 - x90;
        [x98, x102, x106, x110, x113]
    }

    #[inline(always)]
    fn sqr<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x0);
        let x6 = k5.madd_low(a0, a1);
        let x7 = k5.madd_high(a0, a1);
        let x8 = x7.madd_low(a0, a2);
        let x9 = k5.madd_high(a0, a2);
        let x10 = x9.madd_low(a0, a3);
        let x11 = k5.madd_high(a0, a3);
        let x12 = x11.madd_low(a0, a4);
        let x13 = k5.madd_high(a0, a4);
        let x14 = x10.madd_low(a1, a2);
        let x15 = x12.madd_high(a1, a2);
        let x16 = x15.madd_low(a1, a3);
        let x17 = x13.madd_high(a1, a3);
        let x18 = x17.madd_low(a1, a4);
        let x19 = k5.madd_high(a1, a4);
        let x20 = x18.madd_low(a2, a3);
        let x21 = x19.madd_high(a2, a3);
        let x22 = x21.madd_low(a2, a4);
        let x23 = k5.madd_high(a2, a4);
        let x24 = x23.madd_low(a3, a4);
        let x25 = k5.madd_high(a3, a4);
        let x26 = x6 + x6;
        let x27 = x8 + x8;
        let x28 = x14 + x14;
        let x29 = x16 + x16;
        let x30 = x20 + x20;
        let x31 = x22 + x22;
        let x32 = x24 + x24;
        let x33 = x25 + x25;
        let x34 = k5.madd_low(a0, a0);
        let x35 = x26.madd_high(a0, a0);
        let x36 = x27.madd_low(a1, a1);
        let x37 = x28.madd_high(a1, a1);
        let x38 = x29.madd_low(a2, a2);
        let x39 = x30.madd_high(a2, a2);
        let x40 = x31.madd_low(a3, a3);
        let x41 = x32.madd_high(a3, a3);
        let x42 = x33.madd_low(a4, a4);
        let x43 = k5.madd_high(a4, a4);
        let k44 = a0.like(0x100000000000);
        let x45 = x35.madd_low(x34, k44);
        let x46 = x36.madd_high(x34, k44);
        let k47 = a0.like(0x10000);
        let x48 = k5.madd_low(x34, k47);
        let x49 = k5.madd_high(x34, k47);
        let (x50, y50) = x45.split::<52>();
        let x51 = x46.madd_low(x50, k44);
        let x52 = x37.madd_high(x50, k44);
        let x53 = x49.madd_low(x50, k47);
        let x54 = k5.madd_high(x50, k47);
        let x55 = y50 + x51;
        let (x56, y56) = x55.split::<52>();
        let x57 = x52.madd_low(x56, k44);
        let x58 = x38.madd_high(x56, k44);
        let x59 = x54.madd_low(x56, k47);
        let x60 = k5.madd_high(x56, k47);
        let x61 = y56 + x57;
        let (x62, y62) = x61.split::<52>();
        let x63 = x58.madd_low(x62, k44);
        let x64 = x39.madd_high(x62, k44);
        let x65 = x60.madd_low(x62, k47);
        let x66 = k5.madd_high(x62, k47);
        let x67 = y62 + x63;
        let x68 = x67 - x48;
        let (x69, y69) = x68.split::<52>();
        let x70 = x64.madd_low(x69, k44);
        let x71 = x40.madd_high(x69, k44);
        let x72 = x66.madd_low(x69, k47);
        let x73 = k5.madd_high(x69, k47);
        let k74 = a0.like(0x1);
        let x75 = y69 + k74;
        let k76 = a0.like(0xff00000000000);
        let k77 = a0.like(0xfffffffffffff);
        let k78 = a0.like(0xffff);
        let x79 = x75 + x70;
        let x80 = x79 - x53;
        let (x81, y81) = x80.split::<52>();
        let x82 = k76 + y81;
        let x83 = x82 + x71;
        let x84 = x83 - x59;
        let (x85, y85) = x84.split::<52>();
        let x86 = k77 + y85;
        let x87 = x86 + x41;
        let x88 = x87 - x65;
        let (x89, y89) = x88.split::<52>();
        let x90 = k77 + y89;
        let x91 = x90 + x42;
        let x92 = x91 - x72;
        let (x93, y93) = x92.split::<52>();
        let x94 = k78 + y93;
        let x95 = x94 + x43;
        let x96 = x95 - x73;
        [x81, x85, x89, x93, x96]
    }

    #[inline(always)]
    fn mul_sub<W: Word>(
        a: &[W; 5],
        b: &[W; 5],
        c: &[W; 5],
        d: &[W; 5],
    ) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let [b0, b1, b2, b3, b4] = *b;
        let [c0, c1, c2, c3, c4] = *c;
        let [d0, d1, d2, d3, d4] = *d;
        let k20 = a0.like(0x1fffb03fffcffc);
        let k21 = a0.like(0x307fc000000002);
        let k22 = a0.like(0x5fbfd04fc00031);
        let k23 = a0.like(0x7fbfc03ffffffe);
        let k24 = a0.like(0x8ffffffffffff8);
        let k25 = a0.like(0x7000000003fff2);
        let k26 = a0.like(0x5000000003fff5);
        let k27 = a0.like(0x3000000003fff8);
        let k28 = a0.like(0x3fffffffd);
        let k29 = a0.like(0x0);
        let x30 = k29.madd_low(c0, d0);
        let x31 = k29.madd_high(c0, d0);
        let x32 = x31.madd_low(c0, d1);
        let x33 = k29.madd_high(c0, d1);
        let x34 = x33.madd_low(c0, d2);
        let x35 = k29.madd_high(c0, d2);
        let x36 = x35.madd_low(c0, d3);
        let x37 = k29.madd_high(c0, d3);
        let x38 = x37.madd_low(c0, d4);
        let x39 = k29.madd_high(c0, d4);
        let x40 = x32.madd_low(c1, d0);
        let x41 = x34.madd_high(c1, d0);
        let x42 = x41.madd_low(c1, d1);
        let x43 = x36.madd_high(c1, d1);
        let x44 = x43.madd_low(c1, d2);
        let x45 = x38.madd_high(c1, d2);
        let x46 = x45.madd_low(c1, d3);
        let x47 = x39.madd_high(c1, d3);
        let x48 = x47.madd_low(c1, d4);
        let x49 = k29.madd_high(c1, d4);
        let x50 = x42.madd_low(c2, d0);
        let x51 = x44.madd_high(c2, d0);
        let x52 = x51.madd_low(c2, d1);
        let x53 = x46.madd_high(c2, d1);
        let x54 = x53.madd_low(c2, d2);
        let x55 = x48.madd_high(c2, d2);
        let x56 = x55.madd_low(c2, d3);
        let x57 = x49.madd_high(c2, d3);
        let x58 = x57.madd_low(c2, d4);
        let x59 = k29.madd_high(c2, d4);
        let x60 = x52.madd_low(c3, d0);
        let x61 = x54.madd_high(c3, d0);
        let x62 = x61.madd_low(c3, d1);
        let x63 = x56.madd_high(c3, d1);
        let x64 = x63.madd_low(c3, d2);
        let x65 = x58.madd_high(c3, d2);
        let x66 = x65.madd_low(c3, d3);
        let x67 = x59.madd_high(c3, d3);
        let x68 = x67.madd_low(c3, d4);
        let x69 = k29.madd_high(c3, d4);
        let x70 = x62.madd_low(c4, d0);
        let x71 = x64.madd_high(c4, d0);
        let x72 = x71.madd_low(c4, d1);
        let x73 = x66.madd_high(c4, d1);
        let x74 = x73.madd_low(c4, d2);
        let x75 = x68.madd_high(c4, d2);
        let x76 = x75.madd_low(c4, d3);
        let x77 = x69.madd_high(c4, d3);
        let x78 = x77.madd_low(c4, d4);
        let x79 = k29.madd_high(c4, d4);
        let x80 = k20.madd_low(a0, b0);
        let x81 = k21.madd_high(a0, b0);
        let x82 = x81.madd_low(a0, b1);
        let x83 = k22.madd_high(a0, b1);
        let x84 = x83.madd_low(a0, b2);
        let x85 = k23.madd_high(a0, b2);
        let x86 = x85.madd_low(a0, b3);
        let x87 = k24.madd_high(a0, b3);
        let x88 = x87.madd_low(a0, b4);
        let x89 = k25.madd_high(a0, b4);
        let x90 = x82.madd_low(a1, b0);
        let x91 = x84.madd_high(a1, b0);
        let x92 = x91.madd_low(a1, b1);
        let x93 = x86.madd_high(a1, b1);
        let x94 = x93.madd_low(a1, b2);
        let x95 = x88.madd_high(a1, b2);
        let x96 = x95.madd_low(a1, b3);
        let x97 = x89.madd_high(a1, b3);
        let x98 = x97.madd_low(a1, b4);
        let x99 = k26.madd_high(a1, b4);
        let x100 = x92.madd_low(a2, b0);
        let x101 = x94.madd_high(a2, b0);
        let x102 = x101.madd_low(a2, b1);
        let x103 = x96.madd_high(a2, b1);
        let x104 = x103.madd_low(a2, b2);
        let x105 = x98.madd_high(a2, b2);
        let x106 = x105.madd_low(a2, b3);
        let x107 = x99.madd_high(a2, b3);
        let x108 = x107.madd_low(a2, b4);
        let x109 = k27.madd_high(a2, b4);
        let x110 = x102.madd_low(a3, b0);
        let x111 = x104.madd_high(a3, b0);
        let x112 = x111.madd_low(a3, b1);
        let x113 = x106.madd_high(a3, b1);
        let x114 = x113.madd_low(a3, b2);
        let x115 = x108.madd_high(a3, b2);
        let x116 = x115.madd_low(a3, b3);
        let x117 = x109.madd_high(a3, b3);
        let x118 = x117.madd_low(a3, b4);
        let x119 = k28.madd_high(a3, b4);
        let x120 = x112.madd_low(a4, b0);
        let x121 = x114.madd_high(a4, b0);
        let x122 = x121.madd_low(a4, b1);
        let x123 = x116.madd_high(a4, b1);
        let x124 = x123.madd_low(a4, b2);
        let x125 = x118.madd_high(a4, b2);
        let x126 = x125.madd_low(a4, b3);
        let x127 = x119.madd_high(a4, b3);
        let x128 = x127.madd_low(a4, b4);
        let x129 = k29.madd_high(a4, b4);
        let x130 = x80 - x30;
        let (x131, y131) = x130.split::<52>();
        let k132 = a0.like(0x100000000000);
        let x133 = x90.madd_low(x131, k132);
        let x134 = x100.madd_high(x131, k132);
        let k135 = a0.like(0x10000);
        let x136 = x70.madd_low(x131, k135);
        let x137 = x72.madd_high(x131, k135);
        let x138 = y131 + x133;
        let x139 = x138 - x40;
        let (x140, y140) = x139.split::<52>();
        let x141 = x134.madd_low(x140, k132);
        let x142 = x110.madd_high(x140, k132);
        let x143 = x137.madd_low(x140, k135);
        let x144 = x74.madd_high(x140, k135);
        let x145 = y140 + x141;
        let x146 = x145 - x50;
        let (x147, y147) = x146.split::<52>();
        let x148 = x142.madd_low(x147, k132);
        let x149 = x120.madd_high(x147, k132);
        let x150 = x144.madd_low(x147, k135);
        let x151 = x76.madd_high(x147, k135);
        let x152 = y147 + x148;
        let x153 = x152 - x60;
        let (x154, y154) = x153.split::<52>();
        let x155 = x149.madd_low(x154, k132);
        let x156 = x122.madd_high(x154, k132);
        let x157 = x151.madd_low(x154, k135);
        let x158 = x78.madd_high(x154, k135);
        let x159 = y154 + x155;
        let x160 = x159 - x136;
        let (x161, y161) = x160.split::<52>();
        let x162 = x156.madd_low(x161, k132);
        let x163 = x124.madd_high(x161, k132);
        let x164 = x158.madd_low(x161, k135);
        let x165 = x79.madd_high(x161, k135);
        let k166 = a0.like(0x1);
        let x167 = y161 + k166;
        let k168 = a0.like(0xff00000000000);
        let k169 = a0.like(0xfffffffffffff);
        let k170 = a0.like(0xffff);
        let x171 = x167 + x162;
        let x172 = x171 - x143;
        let (x173, y173) = x172.split::<52>();
        let x174 = k168 + y173;
        let x175 = x174 + x163;
        let x176 = x175 - x150;
        let (x177, y177) = x176.split::<52>();
        let x178 = k169 + y177;
        let x179 = x178 + x126;
        let x180 = x179 - x157;
        let (x181, y181) = x180.split::<52>();
        let x182 = k169 + y181;
        let x183 = x182 + x128;
        let x184 = x183 - x164;
        let (x185, y185) = x184.split::<52>();
        let x186 = k170 + y185;
        let x187 = x186 + x129;
        let x188 = x187 - x165;
        [x173, x177, x181, x185, x188]
    }

    #[inline(always)]
    fn mul_sub_sqr2<W: Word>(a: &[W; 5], b: &[W; 5], c: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let [b0, b1, b2, b3, b4] = *b;
        let [c0, c1, c2, c3, c4] = *c;
        let k15 = a0.like(0x2fff607fff9ff8);
        let k16 = a0.like(0x60ff8000000005);
        let k17 = a0.like(0xaf7fa09f800062);
        let k18 = a0.like(0xef7f807ffffffd);
        let k19 = a0.like(0x11ffffffffffff1);
        let k20 = a0.like(0xe000000007ffe4);
        let k21 = a0.like(0xa000000007ffea);
        let k22 = a0.like(0x6000000007fff0);
        let k23 = a0.like(0x7fffffffa);
        let k24 = a0.like(0x0);
        let x25 = k24.madd_low(c0, c1);
        let x26 = k24.madd_high(c0, c1);
        let x27 = x26.madd_low(c0, c2);
        let x28 = k24.madd_high(c0, c2);
        let x29 = x28.madd_low(c0, c3);
        let x30 = k24.madd_high(c0, c3);
        let x31 = x30.madd_low(c0, c4);
        let x32 = k24.madd_high(c0, c4);
        let x33 = x29.madd_low(c1, c2);
        let x34 = x31.madd_high(c1, c2);
        let x35 = x34.madd_low(c1, c3);
        let x36 = x32.madd_high(c1, c3);
        let x37 = x36.madd_low(c1, c4);
        let x38 = k24.madd_high(c1, c4);
        let x39 = x37.madd_low(c2, c3);
        let x40 = x38.madd_high(c2, c3);
        let x41 = x40.madd_low(c2, c4);
        let x42 = k24.madd_high(c2, c4);
        let x43 = x42.madd_low(c3, c4);
        let x44 = k24.madd_high(c3, c4);
        let x45 = x25 + x25;
        let x46 = x27 + x27;
        let x47 = x33 + x33;
        let x48 = x35 + x35;
        let x49 = x39 + x39;
        let x50 = x41 + x41;
        let x51 = x43 + x43;
        let x52 = x44 + x44;
        let x53 = k24.madd_low(c0, c0);
        let x54 = x45.madd_high(c0, c0);
        let x55 = x46.madd_low(c1, c1);
        let x56 = x47.madd_high(c1, c1);
        let x57 = x48.madd_low(c2, c2);
        let x58 = x49.madd_high(c2, c2);
        let x59 = x50.madd_low(c3, c3);
        let x60 = x51.madd_high(c3, c3);
        let x61 = x52.madd_low(c4, c4);
        let x62 = k24.madd_high(c4, c4);
        let x63 = x53 + x53;
        let x64 = x54 + x54;
        let x65 = x55 + x55;
        let x66 = x56 + x56;
        let x67 = x57 + x57;
        let x68 = x58 + x58;
        let x69 = x59 + x59;
        let x70 = x60 + x60;
        let x71 = x61 + x61;
        let x72 = x62 + x62;
        let x73 = k15.madd_low(a0, b0);
        let x74 = k16.madd_high(a0, b0);
        let x75 = x74.madd_low(a0, b1);
        let x76 = k17.madd_high(a0, b1);
        let x77 = x76.madd_low(a0, b2);
        let x78 = k18.madd_high(a0, b2);
        let x79 = x78.madd_low(a0, b3);
        let x80 = k19.madd_high(a0, b3);
        let x81 = x80.madd_low(a0, b4);
        let x82 = k20.madd_high(a0, b4);
        let x83 = x75.madd_low(a1, b0);
        let x84 = x77.madd_high(a1, b0);
        let x85 = x84.madd_low(a1, b1);
        let x86 = x79.madd_high(a1, b1);
        let x87 = x86.madd_low(a1, b2);
        let x88 = x81.madd_high(a1, b2);
        let x89 = x88.madd_low(a1, b3);
        let x90 = x82.madd_high(a1, b3);
        let x91 = x90.madd_low(a1, b4);
        let x92 = k21.madd_high(a1, b4);
        let x93 = x85.madd_low(a2, b0);
        let x94 = x87.madd_high(a2, b0);
        let x95 = x94.madd_low(a2, b1);
        let x96 = x89.madd_high(a2, b1);
        let x97 = x96.madd_low(a2, b2);
        let x98 = x91.madd_high(a2, b2);
        let x99 = x98.madd_low(a2, b3);
        let x100 = x92.madd_high(a2, b3);
        let x101 = x100.madd_low(a2, b4);
        let x102 = k22.madd_high(a2, b4);
        let x103 = x95.madd_low(a3, b0);
        let x104 = x97.madd_high(a3, b0);
        let x105 = x104.madd_low(a3, b1);
        let x106 = x99.madd_high(a3, b1);
        let x107 = x106.madd_low(a3, b2);
        let x108 = x101.madd_high(a3, b2);
        let x109 = x108.madd_low(a3, b3);
        let x110 = x102.madd_high(a3, b3);
        let x111 = x110.madd_low(a3, b4);
        let x112 = k23.madd_high(a3, b4);
        let x113 = x105.madd_low(a4, b0);
        let x114 = x107.madd_high(a4, b0);
        let x115 = x114.madd_low(a4, b1);
        let x116 = x109.madd_high(a4, b1);
        let x117 = x116.madd_low(a4, b2);
        let x118 = x111.madd_high(a4, b2);
        let x119 = x118.madd_low(a4, b3);
        let x120 = x112.madd_high(a4, b3);
        let x121 = x120.madd_low(a4, b4);
        let x122 = k24.madd_high(a4, b4);
        let x123 = x73 - x63;
        let (x124, y124) = x123.split::<52>();
        let k125 = a0.like(0x100000000000);
        let x126 = x83.madd_low(x124, k125);
        let x127 = x93.madd_high(x124, k125);
        let k128 = a0.like(0x10000);
        let x129 = x67.madd_low(x124, k128);
        let x130 = x68.madd_high(x124, k128);
        let x131 = y124 + x126;
        let x132 = x131 - x64;
        let (x133, y133) = x132.split::<52>();
        let x134 = x127.madd_low(x133, k125);
        let x135 = x103.madd_high(x133, k125);
        let x136 = x130.madd_low(x133, k128);
        let x137 = x69.madd_high(x133, k128);
        let x138 = y133 + x134;
        let x139 = x138 - x65;
        let (x140, y140) = x139.split::<52>();
        let x141 = x135.madd_low(x140, k125);
        let x142 = x113.madd_high(x140, k125);
        let x143 = x137.madd_low(x140, k128);
        let x144 = x70.madd_high(x140, k128);
        let x145 = y140 + x141;
        let x146 = x145 - x66;
        let (x147, y147) = x146.split::<52>();
        let x148 = x142.madd_low(x147, k125);
        let x149 = x115.madd_high(x147, k125);
        let x150 = x144.madd_low(x147, k128);
        let x151 = x71.madd_high(x147, k128);
        let x152 = y147 + x148;
        let x153 = x152 - x129;
        let (x154, y154) = x153.split::<52>();
        let x155 = x149.madd_low(x154, k125);
        let x156 = x117.madd_high(x154, k125);
        let x157 = x151.madd_low(x154, k128);
        let x158 = x72.madd_high(x154, k128);
        let k159 = a0.like(0x1);
        let x160 = y154 + k159;
        let k161 = a0.like(0xff00000000000);
        let k162 = a0.like(0xfffffffffffff);
        let k163 = a0.like(0xffff);
        let x164 = x160 + x155;
        let x165 = x164 - x136;
        let (x166, y166) = x165.split::<52>();
        let x167 = k161 + y166;
        let x168 = x167 + x156;
        let x169 = x168 - x143;
        let (x170, y170) = x169.split::<52>();
        let x171 = k162 + y170;
        let x172 = x171 + x119;
        let x173 = x172 - x150;
        let (x174, y174) = x173.split::<52>();
        let x175 = k162 + y174;
        let x176 = x175 + x121;
        let x177 = x176 - x157;
        let (x178, y178) = x177.split::<52>();
        let x179 = k163 + y178;
        let x180 = x179 + x122;
        let x181 = x180 - x158;
        [x166, x170, x174, x178, x181]
    }

    #[inline(always)]
    fn add<W: Word>(a: &[W; 5], b: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let [b0, b1, b2, b3, b4] = *b;
        let x10 = a0 + b0;
        let x11 = a1 + b1;
        let x12 = a2 + b2;
        let x13 = a3 + b3;
        let x14 = a4 + b4;
        [x10, x11, x12, x13, x14]
    }

    #[inline(always)]
    fn sub<W: Word>(a: &[W; 5], b: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let [b0, b1, b2, b3, b4] = *b;
        let x10 = a0 - b0;
        let x11 = a1 - b1;
        let x12 = a2 - b2;
        let x13 = a3 - b3;
        let x14 = a4 - b4;
        [x10, x11, x12, x13, x14]
    }

    #[inline(always)]
    fn neg<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x0);
        let x6 = k5 - a0;
        let x7 = k5 - a1;
        let x8 = k5 - a2;
        let x9 = k5 - a3;
        let x10 = k5 - a4;
        [x6, x7, x8, x9, x10]
    }

    #[inline(always)]
    fn carry<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x6);
        let x6 = a4 - k5;
        let (x7, y7) = x6.split::<16>();
        let x8 = x7 + k5;
        let x9 = a0 - y7;
        let x10 = y7.shl::<44>();
        let x11 = a1 + x10;
        let (x12, y12) = x9.split::<52>();
        let x13 = x11 + y12;
        let (x14, y14) = x13.split::<52>();
        let x15 = a2 + y14;
        let (x16, y16) = x15.split::<52>();
        let x17 = a3 + y16;
        let (x18, y18) = x17.split::<52>();
        let x19 = x8 + y18;
        [x12, x14, x16, x18, x19]
    }

    #[inline(always)]
    fn encode<W: Word>(plain: &[W; 5]) -> [W; 5] {
        let [plain0, plain1, plain2, plain3, plain4] = *plain;
        let k5 = plain0.like(0xfff0000000001);
        let k6 = plain0.like(0xff000000fffff);
        let k7 = plain0.like(0xffffffff);
        let k8 = plain0.like(0xfffffffffe000);
        let k9 = plain0.like(0xffff);
        let k10 = plain0.like(0x0);
        let x11 = k10.madd_low(plain0, k5);
        let x12 = k10.madd_high(plain0, k5);
        let x13 = x12.madd_low(plain0, k6);
        let x14 = k10.madd_high(plain0, k6);
        let x15 = x14.madd_low(plain0, k7);
        let x16 = k10.madd_high(plain0, k7);
        let x17 = x16.madd_low(plain0, k8);
        let x18 = k10.madd_high(plain0, k8);
        let x19 = x18.madd_low(plain0, k9);
        let x20 = k10.madd_high(plain0, k9);
        let x21 = x13.madd_low(plain1, k5);
        let x22 = x15.madd_high(plain1, k5);
        let x23 = x22.madd_low(plain1, k6);
        let x24 = x17.madd_high(plain1, k6);
        let x25 = x24.madd_low(plain1, k7);
        let x26 = x19.madd_high(plain1, k7);
        let x27 = x26.madd_low(plain1, k8);
        let x28 = x20.madd_high(plain1, k8);
        let x29 = x28.madd_low(plain1, k9);
        let x30 = k10.madd_high(plain1, k9);
        let x31 = x23.madd_low(plain2, k5);
        let x32 = x25.madd_high(plain2, k5);
        let x33 = x32.madd_low(plain2, k6);
        let x34 = x27.madd_high(plain2, k6);
        let x35 = x34.madd_low(plain2, k7);
        let x36 = x29.madd_high(plain2, k7);
        let x37 = x36.madd_low(plain2, k8);
        let x38 = x30.madd_high(plain2, k8);
        let x39 = x38.madd_low(plain2, k9);
        let x40 = k10.madd_high(plain2, k9);
        let x41 = x33.madd_low(plain3, k5);
        let x42 = x35.madd_high(plain3, k5);
        let x43 = x42.madd_low(plain3, k6);
        let x44 = x37.madd_high(plain3, k6);
        let x45 = x44.madd_low(plain3, k7);
        let x46 = x39.madd_high(plain3, k7);
        let x47 = x46.madd_low(plain3, k8);
        let x48 = x40.madd_high(plain3, k8);
        let x49 = x48.madd_low(plain3, k9);
        let x50 = k10.madd_high(plain3, k9);
        let x51 = x43.madd_low(plain4, k5);
        let x52 = x45.madd_high(plain4, k5);
        let x53 = x52.madd_low(plain4, k6);
        let x54 = x47.madd_high(plain4, k6);
        let x55 = x54.madd_low(plain4, k7);
        let x56 = x49.madd_high(plain4, k7);
        let x57 = x56.madd_low(plain4, k8);
        let x58 = x50.madd_high(plain4, k8);
        let x59 = x58.madd_low(plain4, k9);
        let x60 = k10.madd_high(plain4, k9);
        let k61 = plain0.like(0x100000000000);
        let x62 = x21.madd_low(x11, k61);
        let x63 = x31.madd_high(x11, k61);
        let k64 = plain0.like(0x10000);
        let x65 = k10.madd_low(x11, k64);
        let x66 = k10.madd_high(x11, k64);
        let (x67, y67) = x62.split::<52>();
        let x68 = x63.madd_low(x67, k61);
        let x69 = x41.madd_high(x67, k61);
        let x70 = x66.madd_low(x67, k64);
        let x71 = k10.madd_high(x67, k64);
        let x72 = y67 + x68;
        let (x73, y73) = x72.split::<52>();
        let x74 = x69.madd_low(x73, k61);
        let x75 = x51.madd_high(x73, k61);
        let x76 = x71.madd_low(x73, k64);
        let x77 = k10.madd_high(x73, k64);
        let x78 = y73 + x74;
        let (x79, y79) = x78.split::<52>();
        let x80 = x75.madd_low(x79, k61);
        let x81 = x53.madd_high(x79, k61);
        let x82 = x77.madd_low(x79, k64);
        let x83 = k10.madd_high(x79, k64);
        let x84 = y79 + x80;
        let x85 = x84 - x65;
        let (x86, y86) = x85.split::<52>();
        let x87 = x81.madd_low(x86, k61);
        let x88 = x55.madd_high(x86, k61);
        let x89 = x83.madd_low(x86, k64);
        let x90 = k10.madd_high(x86, k64);
        let k91 = plain0.like(0x1);
        let x92 = y86 + k91;
        let k93 = plain0.like(0xff00000000000);
        let k94 = plain0.like(0xfffffffffffff);
        let x95 = x92 + x87;
        let x96 = x95 - x70;
        let (x97, y97) = x96.split::<52>();
        let x98 = k93 + y97;
        let x99 = x98 + x88;
        let x100 = x99 - x76;
        let (x101, y101) = x100.split::<52>();
        let x102 = k94 + y101;
        let x103 = x102 + x57;
        let x104 = x103 - x82;
        let (x105, y105) = x104.split::<52>();
        let x106 = k94 + y105;
        let x107 = x106 + x59;
        let x108 = x107 - x89;
        let (x109, y109) = x108.split::<52>();
        let x110 = k9 + y109;
        let x111 = x110 + x60;
        let x112 = x111 - x90;
        [x97, x101, x105, x109, x112]
    }

    #[inline(always)]
    fn decode<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x100000000000);
        let k6 = a0.like(0x0);
        let x7 = k6.madd_low(a0, k5);
        let x8 = k6.madd_high(a0, k5);
        let k9 = a0.like(0x10000);
        let x10 = k6.madd_low(a0, k9);
        let x11 = k6.madd_high(a0, k9);
        let x12 = a1 + x7;
        let (x13, y13) = x12.split::<52>();
        let x14 = a2 + y13;
        let x15 = x8.madd_low(x13, k5);
        let x16 = k6.madd_high(x13, k5);
        let x17 = x11.madd_low(x13, k9);
        let x18 = k6.madd_high(x13, k9);
        let x19 = x14 + x15;
        let (x20, y20) = x19.split::<52>();
        let x21 = a3 + y20;
        let x22 = x16.madd_low(x20, k5);
        let x23 = k6.madd_high(x20, k5);
        let x24 = x18.madd_low(x20, k9);
        let x25 = k6.madd_high(x20, k9);
        let x26 = x21 + x22;
        let (x27, y27) = x26.split::<52>();
        let x28 = a4 + y27;
        let x29 = x23.madd_low(x27, k5);
        let x30 = k6.madd_high(x27, k5);
        let x31 = x25.madd_low(x27, k9);
        let x32 = k6.madd_high(x27, k9);
        let x33 = x28 + x29;
        let x34 = x33 - x10;
        let (x35, y35) = x34.split::<52>();
        let x36 = x30.madd_low(x35, k5);
        let x37 = k6.madd_high(x35, k5);
        let x38 = x32.madd_low(x35, k9);
        let x39 = k6.madd_high(x35, k9);
        let k40 = a0.like(0x1);
        let x41 = y35 + k40;
        let k42 = a0.like(0xff00000000000);
        let k43 = a0.like(0xfffffffffffff);
        let k44 = a0.like(0xffff);
        let x45 = x41 + x36;
        let x46 = x45 - x17;
        let (x47, y47) = x46.split::<52>();
        let x48 = k42 + y47;
        let x49 = x48 + x37;
        let x50 = x49 - x24;
        let (x51, y51) = x50.split::<52>();
        let x52 = k43 + y51;
        let x53 = x52 - x31;
        let (x54, y54) = x53.split::<52>();
        let x55 = k43 + y54;
        let x56 = x55 - x38;
        let (x57, y57) = x56.split::<52>();
        let x58 = k44 + y57;
        let x59 = x58 - x39;
        [x47, x51, x54, x57, x59]
    }
}
