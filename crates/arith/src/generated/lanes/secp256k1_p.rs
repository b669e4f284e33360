//! The prime `secp256k1_p` in lanes. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: SEC 2 version 2.0, section 2.4.1.
//! Form: lanes 52x5, folded; an element is held as it is.
//! At rest the limbs are from 0 to 2^52 - 1 and the value is below 1.01 p. Sums, whose limbs
//! have signs, may hold 4 elements at rest; `carry` takes such a sum, products do not.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | mul | at rest | at rest | 90 | 62 |
//! | sqr | at rest | at rest | 78 | 42 |
//! | mul_sub | at rest | at rest | 150 | 112 |
//! | mul_sub_sqr2 | at rest | at rest | 148 | 92 |
//! | add | 2 elements | 4 elements | 5 | 0 |
//! | sub | 2 elements | 4 elements | 5 | 0 |
//! | neg | 4 elements | 4 elements | 5 | 0 |
//! | carry | 4 elements | at rest | 20 | 0 |
//! | encode | at rest | at rest | 0 | 0 |
//! | decode | at rest | < p | 0 | 0 |

use crate::lanes::{Cell, LANES, Lanes, Word};

/// The prime `secp256k1_p`, 5 limbs of 52 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secp256k1P;

#[rustfmt::skip]
impl Lanes for Secp256k1P {
    type Limbs<W: Word> = [W; 5];
    type Cells = [Cell; 5];
    const MODULUS: &'static [u64] = &[
        0xffffefffffc2f,
        0xfffffffffffff,
        0xfffffffffffff,
        0xfffffffffffff,
        0xffffffffffff,
    ];
    const ONE: &'static [u64] = &[
        0x1,
        0x0,
        0x0,
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
        let k61 = a0.like(0x1000003d10);
        let (x62, y62) = x53.split::<52>();
        let x63 = y62 + x55;
        let (x64, y64) = x63.split::<52>();
        let x65 = y64 + x57;
        let (x66, y66) = x65.split::<52>();
        let x67 = y66 + x59;
        let (x68, y68) = x67.split::<52>();
        let x69 = y68 + x60;
        let x70 = x11.madd_low(x62, k61);
        let x71 = x21.madd_high(x62, k61);
        let x72 = x71.madd_low(x64, k61);
        let x73 = x31.madd_high(x64, k61);
        let x74 = x73.madd_low(x66, k61);
        let x75 = x41.madd_high(x66, k61);
        let x76 = x75.madd_low(x68, k61);
        let x77 = x51.madd_high(x68, k61);
        let x78 = x77.madd_low(x69, k61);
        let x79 = k10.madd_high(x69, k61);
        let x80 = x70.madd_low(x79, k61);
        let x81 = x72.madd_high(x79, k61);
        let k82 = a0.like(0x6);
        let x83 = x78 - k82;
        let (x84, y84) = x83.split::<48>();
        let x85 = x84 + k82;
        let x86 = y84.shl::<4>();
        let x87 = y84 + x86;
        let x88 = y84.shl::<6>();
        let x89 = x87 + x80;
        let x90 = x89 - x88;
        let x91 = y84.shl::<10>();
        let x92 = x90 + x91;
        let x93 = y84.shl::<32>();
        let x94 = x92 + x93;
        let (x95, y95) = x94.split::<52>();
        let x96 = y95 + x81;
        let (x97, y97) = x96.split::<52>();
        let x98 = y97 + x74;
        let (x99, y99) = x98.split::<52>();
        let x100 = y99 + x76;
        let (x101, y101) = x100.split::<52>();
        let x102 = x85 + y101;
        [x95, x97, x99, x101, x102]
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
        let k44 = a0.like(0x1000003d10);
        let (x45, y45) = x39.split::<52>();
        let x46 = y45 + x40;
        let (x47, y47) = x46.split::<52>();
        let x48 = y47 + x41;
        let (x49, y49) = x48.split::<52>();
        let x50 = y49 + x42;
        let (x51, y51) = x50.split::<52>();
        let x52 = y51 + x43;
        let x53 = x34.madd_low(x45, k44);
        let x54 = x35.madd_high(x45, k44);
        let x55 = x54.madd_low(x47, k44);
        let x56 = x36.madd_high(x47, k44);
        let x57 = x56.madd_low(x49, k44);
        let x58 = x37.madd_high(x49, k44);
        let x59 = x58.madd_low(x51, k44);
        let x60 = x38.madd_high(x51, k44);
        let x61 = x60.madd_low(x52, k44);
        let x62 = k5.madd_high(x52, k44);
        let x63 = x53.madd_low(x62, k44);
        let x64 = x55.madd_high(x62, k44);
        let k65 = a0.like(0x6);
        let x66 = x61 - k65;
        let (x67, y67) = x66.split::<48>();
        let x68 = x67 + k65;
        let x69 = y67.shl::<4>();
        let x70 = y67 + x69;
        let x71 = y67.shl::<6>();
        let x72 = x70 + x63;
        let x73 = x72 - x71;
        let x74 = y67.shl::<10>();
        let x75 = x73 + x74;
        let x76 = y67.shl::<32>();
        let x77 = x75 + x76;
        let (x78, y78) = x77.split::<52>();
        let x79 = y78 + x64;
        let (x80, y80) = x79.split::<52>();
        let x81 = y80 + x57;
        let (x82, y82) = x81.split::<52>();
        let x83 = y82 + x59;
        let (x84, y84) = x83.split::<52>();
        let x85 = x68 + y84;
        [x78, x80, x82, x84, x85]
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
        let k20 = a0.like(0x1ff52cffe5415e);
        let k21 = a0.like(0x3ffcbdfff3811c);
        let k22 = a0.like(0x5ffcadfff3540a);
        let k23 = a0.like(0x7ffc9dfff316f8);
        let k24 = a0.like(0x90ffbdffff0416);
        let k25 = a0.like(0x7200000000002a);
        let k26 = a0.like(0x5200000000002d);
        let k27 = a0.like(0x32000000000030);
        let k28 = a0.like(0x12000000000033);
        let k29 = a0.like(0x100000000003);
        let k30 = a0.like(0x0);
        let x31 = k30.madd_low(c0, d0);
        let x32 = k30.madd_high(c0, d0);
        let x33 = x32.madd_low(c0, d1);
        let x34 = k30.madd_high(c0, d1);
        let x35 = x34.madd_low(c0, d2);
        let x36 = k30.madd_high(c0, d2);
        let x37 = x36.madd_low(c0, d3);
        let x38 = k30.madd_high(c0, d3);
        let x39 = x38.madd_low(c0, d4);
        let x40 = k30.madd_high(c0, d4);
        let x41 = x33.madd_low(c1, d0);
        let x42 = x35.madd_high(c1, d0);
        let x43 = x42.madd_low(c1, d1);
        let x44 = x37.madd_high(c1, d1);
        let x45 = x44.madd_low(c1, d2);
        let x46 = x39.madd_high(c1, d2);
        let x47 = x46.madd_low(c1, d3);
        let x48 = x40.madd_high(c1, d3);
        let x49 = x48.madd_low(c1, d4);
        let x50 = k30.madd_high(c1, d4);
        let x51 = x43.madd_low(c2, d0);
        let x52 = x45.madd_high(c2, d0);
        let x53 = x52.madd_low(c2, d1);
        let x54 = x47.madd_high(c2, d1);
        let x55 = x54.madd_low(c2, d2);
        let x56 = x49.madd_high(c2, d2);
        let x57 = x56.madd_low(c2, d3);
        let x58 = x50.madd_high(c2, d3);
        let x59 = x58.madd_low(c2, d4);
        let x60 = k30.madd_high(c2, d4);
        let x61 = x53.madd_low(c3, d0);
        let x62 = x55.madd_high(c3, d0);
        let x63 = x62.madd_low(c3, d1);
        let x64 = x57.madd_high(c3, d1);
        let x65 = x64.madd_low(c3, d2);
        let x66 = x59.madd_high(c3, d2);
        let x67 = x66.madd_low(c3, d3);
        let x68 = x60.madd_high(c3, d3);
        let x69 = x68.madd_low(c3, d4);
        let x70 = k30.madd_high(c3, d4);
        let x71 = x63.madd_low(c4, d0);
        let x72 = x65.madd_high(c4, d0);
        let x73 = x72.madd_low(c4, d1);
        let x74 = x67.madd_high(c4, d1);
        let x75 = x74.madd_low(c4, d2);
        let x76 = x69.madd_high(c4, d2);
        let x77 = x76.madd_low(c4, d3);
        let x78 = x70.madd_high(c4, d3);
        let x79 = x78.madd_low(c4, d4);
        let x80 = k30.madd_high(c4, d4);
        let x81 = k20.madd_low(a0, b0);
        let x82 = k21.madd_high(a0, b0);
        let x83 = x82.madd_low(a0, b1);
        let x84 = k22.madd_high(a0, b1);
        let x85 = x84.madd_low(a0, b2);
        let x86 = k23.madd_high(a0, b2);
        let x87 = x86.madd_low(a0, b3);
        let x88 = k24.madd_high(a0, b3);
        let x89 = x88.madd_low(a0, b4);
        let x90 = k25.madd_high(a0, b4);
        let x91 = x83.madd_low(a1, b0);
        let x92 = x85.madd_high(a1, b0);
        let x93 = x92.madd_low(a1, b1);
        let x94 = x87.madd_high(a1, b1);
        let x95 = x94.madd_low(a1, b2);
        let x96 = x89.madd_high(a1, b2);
        let x97 = x96.madd_low(a1, b3);
        let x98 = x90.madd_high(a1, b3);
        let x99 = x98.madd_low(a1, b4);
        let x100 = k26.madd_high(a1, b4);
        let x101 = x93.madd_low(a2, b0);
        let x102 = x95.madd_high(a2, b0);
        let x103 = x102.madd_low(a2, b1);
        let x104 = x97.madd_high(a2, b1);
        let x105 = x104.madd_low(a2, b2);
        let x106 = x99.madd_high(a2, b2);
        let x107 = x106.madd_low(a2, b3);
        let x108 = x100.madd_high(a2, b3);
        let x109 = x108.madd_low(a2, b4);
        let x110 = k27.madd_high(a2, b4);
        let x111 = x103.madd_low(a3, b0);
        let x112 = x105.madd_high(a3, b0);
        let x113 = x112.madd_low(a3, b1);
        let x114 = x107.madd_high(a3, b1);
        let x115 = x114.madd_low(a3, b2);
        let x116 = x109.madd_high(a3, b2);
        let x117 = x116.madd_low(a3, b3);
        let x118 = x110.madd_high(a3, b3);
        let x119 = x118.madd_low(a3, b4);
        let x120 = k28.madd_high(a3, b4);
        let x121 = x113.madd_low(a4, b0);
        let x122 = x115.madd_high(a4, b0);
        let x123 = x122.madd_low(a4, b1);
        let x124 = x117.madd_high(a4, b1);
        let x125 = x124.madd_low(a4, b2);
        let x126 = x119.madd_high(a4, b2);
        let x127 = x126.madd_low(a4, b3);
        let x128 = x120.madd_high(a4, b3);
        let x129 = x128.madd_low(a4, b4);
        let x130 = k29.madd_high(a4, b4);
        let k131 = a0.like(0x1000003d10);
        let x132 = x123 - x73;
        let (x133, y133) = x132.split::<52>();
        let x134 = y133 + x125;
        let x135 = x134 - x75;
        let (x136, y136) = x135.split::<52>();
        let x137 = y136 + x127;
        let x138 = x137 - x77;
        let (x139, y139) = x138.split::<52>();
        let x140 = y139 + x129;
        let x141 = x140 - x79;
        let (x142, y142) = x141.split::<52>();
        let x143 = y142 + x130;
        let x144 = x143 - x80;
        let x145 = x81.madd_low(x133, k131);
        let x146 = x91.madd_high(x133, k131);
        let x147 = x146.madd_low(x136, k131);
        let x148 = x101.madd_high(x136, k131);
        let x149 = x148.madd_low(x139, k131);
        let x150 = x111.madd_high(x139, k131);
        let x151 = x150.madd_low(x142, k131);
        let x152 = x121.madd_high(x142, k131);
        let x153 = x152.madd_low(x144, k131);
        let x154 = k30.madd_high(x144, k131);
        let x155 = x145.madd_low(x154, k131);
        let x156 = x147.madd_high(x154, k131);
        let k157 = a0.like(0x6);
        let x158 = x153 - x71;
        let x159 = x158 - k157;
        let (x160, y160) = x159.split::<48>();
        let x161 = x160 + k157;
        let x162 = y160.shl::<4>();
        let x163 = y160 + x162;
        let x164 = y160.shl::<6>();
        let x165 = x163 + x155;
        let x166 = x165 - x31;
        let x167 = x166 - x164;
        let x168 = y160.shl::<10>();
        let x169 = x167 + x168;
        let x170 = y160.shl::<32>();
        let x171 = x169 + x170;
        let (x172, y172) = x171.split::<52>();
        let x173 = y172 + x156;
        let x174 = x173 - x41;
        let (x175, y175) = x174.split::<52>();
        let x176 = y175 + x149;
        let x177 = x176 - x51;
        let (x178, y178) = x177.split::<52>();
        let x179 = y178 + x151;
        let x180 = x179 - x61;
        let (x181, y181) = x180.split::<52>();
        let x182 = x161 + y181;
        [x172, x175, x178, x181, x182]
    }

    #[inline(always)]
    fn mul_sub_sqr2<W: Word>(a: &[W; 5], b: &[W; 5], c: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let [b0, b1, b2, b3, b4] = *b;
        let [c0, c1, c2, c3, c4] = *c;
        let k15 = a0.like(0x2fea5affca868d);
        let k16 = a0.like(0x6ff97bffe70239);
        let k17 = a0.like(0xaff95bffe6a815);
        let k18 = a0.like(0xeff93bffe62df1);
        let k19 = a0.like(0x120ff7bfffe082d);
        let k20 = a0.like(0xe4000000000054);
        let k21 = a0.like(0xa400000000005a);
        let k22 = a0.like(0x64000000000060);
        let k23 = a0.like(0x24000000000066);
        let k24 = a0.like(0x200000000006);
        let k25 = a0.like(0x0);
        let x26 = k25.madd_low(c0, c1);
        let x27 = k25.madd_high(c0, c1);
        let x28 = x27.madd_low(c0, c2);
        let x29 = k25.madd_high(c0, c2);
        let x30 = x29.madd_low(c0, c3);
        let x31 = k25.madd_high(c0, c3);
        let x32 = x31.madd_low(c0, c4);
        let x33 = k25.madd_high(c0, c4);
        let x34 = x30.madd_low(c1, c2);
        let x35 = x32.madd_high(c1, c2);
        let x36 = x35.madd_low(c1, c3);
        let x37 = x33.madd_high(c1, c3);
        let x38 = x37.madd_low(c1, c4);
        let x39 = k25.madd_high(c1, c4);
        let x40 = x38.madd_low(c2, c3);
        let x41 = x39.madd_high(c2, c3);
        let x42 = x41.madd_low(c2, c4);
        let x43 = k25.madd_high(c2, c4);
        let x44 = x43.madd_low(c3, c4);
        let x45 = k25.madd_high(c3, c4);
        let x46 = x26 + x26;
        let x47 = x28 + x28;
        let x48 = x34 + x34;
        let x49 = x36 + x36;
        let x50 = x40 + x40;
        let x51 = x42 + x42;
        let x52 = x44 + x44;
        let x53 = x45 + x45;
        let x54 = k25.madd_low(c0, c0);
        let x55 = x46.madd_high(c0, c0);
        let x56 = x47.madd_low(c1, c1);
        let x57 = x48.madd_high(c1, c1);
        let x58 = x49.madd_low(c2, c2);
        let x59 = x50.madd_high(c2, c2);
        let x60 = x51.madd_low(c3, c3);
        let x61 = x52.madd_high(c3, c3);
        let x62 = x53.madd_low(c4, c4);
        let x63 = k25.madd_high(c4, c4);
        let x64 = x54 + x54;
        let x65 = x55 + x55;
        let x66 = x56 + x56;
        let x67 = x57 + x57;
        let x68 = x58 + x58;
        let x69 = x59 + x59;
        let x70 = x60 + x60;
        let x71 = x61 + x61;
        let x72 = x62 + x62;
        let x73 = x63 + x63;
        let x74 = k15.madd_low(a0, b0);
        let x75 = k16.madd_high(a0, b0);
        let x76 = x75.madd_low(a0, b1);
        let x77 = k17.madd_high(a0, b1);
        let x78 = x77.madd_low(a0, b2);
        let x79 = k18.madd_high(a0, b2);
        let x80 = x79.madd_low(a0, b3);
        let x81 = k19.madd_high(a0, b3);
        let x82 = x81.madd_low(a0, b4);
        let x83 = k20.madd_high(a0, b4);
        let x84 = x76.madd_low(a1, b0);
        let x85 = x78.madd_high(a1, b0);
        let x86 = x85.madd_low(a1, b1);
        let x87 = x80.madd_high(a1, b1);
        let x88 = x87.madd_low(a1, b2);
        let x89 = x82.madd_high(a1, b2);
        let x90 = x89.madd_low(a1, b3);
        let x91 = x83.madd_high(a1, b3);
        let x92 = x91.madd_low(a1, b4);
        let x93 = k21.madd_high(a1, b4);
        let x94 = x86.madd_low(a2, b0);
        let x95 = x88.madd_high(a2, b0);
        let x96 = x95.madd_low(a2, b1);
        let x97 = x90.madd_high(a2, b1);
        let x98 = x97.madd_low(a2, b2);
        let x99 = x92.madd_high(a2, b2);
        let x100 = x99.madd_low(a2, b3);
        let x101 = x93.madd_high(a2, b3);
        let x102 = x101.madd_low(a2, b4);
        let x103 = k22.madd_high(a2, b4);
        let x104 = x96.madd_low(a3, b0);
        let x105 = x98.madd_high(a3, b0);
        let x106 = x105.madd_low(a3, b1);
        let x107 = x100.madd_high(a3, b1);
        let x108 = x107.madd_low(a3, b2);
        let x109 = x102.madd_high(a3, b2);
        let x110 = x109.madd_low(a3, b3);
        let x111 = x103.madd_high(a3, b3);
        let x112 = x111.madd_low(a3, b4);
        let x113 = k23.madd_high(a3, b4);
        let x114 = x106.madd_low(a4, b0);
        let x115 = x108.madd_high(a4, b0);
        let x116 = x115.madd_low(a4, b1);
        let x117 = x110.madd_high(a4, b1);
        let x118 = x117.madd_low(a4, b2);
        let x119 = x112.madd_high(a4, b2);
        let x120 = x119.madd_low(a4, b3);
        let x121 = x113.madd_high(a4, b3);
        let x122 = x121.madd_low(a4, b4);
        let x123 = k24.madd_high(a4, b4);
        let k124 = a0.like(0x1000003d10);
        let x125 = x116 - x69;
        let (x126, y126) = x125.split::<52>();
        let x127 = y126 + x118;
        let x128 = x127 - x70;
        let (x129, y129) = x128.split::<52>();
        let x130 = y129 + x120;
        let x131 = x130 - x71;
        let (x132, y132) = x131.split::<52>();
        let x133 = y132 + x122;
        let x134 = x133 - x72;
        let (x135, y135) = x134.split::<52>();
        let x136 = y135 + x123;
        let x137 = x136 - x73;
        let x138 = x74.madd_low(x126, k124);
        let x139 = x84.madd_high(x126, k124);
        let x140 = x139.madd_low(x129, k124);
        let x141 = x94.madd_high(x129, k124);
        let x142 = x141.madd_low(x132, k124);
        let x143 = x104.madd_high(x132, k124);
        let x144 = x143.madd_low(x135, k124);
        let x145 = x114.madd_high(x135, k124);
        let x146 = x145.madd_low(x137, k124);
        let x147 = k25.madd_high(x137, k124);
        let x148 = x138.madd_low(x147, k124);
        let x149 = x140.madd_high(x147, k124);
        let k150 = a0.like(0x6);
        let x151 = x146 - x68;
        let x152 = x151 - k150;
        let (x153, y153) = x152.split::<48>();
        let x154 = x153 + k150;
        let x155 = y153.shl::<4>();
        let x156 = y153 + x155;
        let x157 = y153.shl::<6>();
        let x158 = x156 + x148;
        let x159 = x158 - x64;
        let x160 = x159 - x157;
        let x161 = y153.shl::<10>();
        let x162 = x160 + x161;
        let x163 = y153.shl::<32>();
        let x164 = x162 + x163;
        let (x165, y165) = x164.split::<52>();
        let x166 = y165 + x149;
        let x167 = x166 - x65;
        let (x168, y168) = x167.split::<52>();
        let x169 = y168 + x142;
        let x170 = x169 - x66;
        let (x171, y171) = x170.split::<52>();
        let x172 = y171 + x144;
        let x173 = x172 - x67;
        let (x174, y174) = x173.split::<52>();
        let x175 = x154 + y174;
        [x165, x168, x171, x174, x175]
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
        let (x7, y7) = x6.split::<48>();
        let x8 = x7 + k5;
        let x9 = a0 + y7;
        let x10 = y7.shl::<4>();
        let x11 = x9 + x10;
        let x12 = y7.shl::<6>();
        let x13 = x11 - x12;
        let x14 = y7.shl::<10>();
        let x15 = x13 + x14;
        let x16 = y7.shl::<32>();
        let x17 = x15 + x16;
        let (x18, y18) = x17.split::<52>();
        let x19 = a1 + y18;
        let (x20, y20) = x19.split::<52>();
        let x21 = a2 + y20;
        let (x22, y22) = x21.split::<52>();
        let x23 = a3 + y22;
        let (x24, y24) = x23.split::<52>();
        let x25 = x8 + y24;
        [x18, x20, x22, x24, x25]
    }

    #[inline(always)]
    fn encode<W: Word>(plain: &[W; 5]) -> [W; 5] {
        let [plain0, plain1, plain2, plain3, plain4] = *plain;
        [plain0, plain1, plain2, plain3, plain4]
    }

    #[inline(always)]
    fn decode<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        [a0, a1, a2, a3, a4]
    }
}
