//! The prime `p256_p` in lanes. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: lanes 52x5, montgomery; an element `x` is held as `x * 2^260 mod p`.
//! At rest the limbs are from 0 to 2^52 - 1 and the value is below 2.01 p. Sums, whose limbs
//! have signs, may hold 4 elements at rest; `carry` takes such a sum, products do not.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | mul | at rest | at rest | 96 | 80 |
//! | sqr | at rest | at rest | 84 | 60 |
//! | mul_sub | at rest | at rest | 158 | 130 |
//! | mul_sub_sqr2 | at rest | at rest | 156 | 110 |
//! | add | 2 elements | 4 elements | 5 | 0 |
//! | sub | 2 elements | 4 elements | 5 | 0 |
//! | neg | 4 elements | 4 elements | 5 | 0 |
//! | carry | 4 elements | at rest | 18 | 0 |
//! | encode | at rest | at rest | 96 | 80 |
//! | decode | at rest | < 2 p | 50 | 30 |

use crate::lanes::{Cell, LANES, Lanes, Word};

/// The prime `p256_p`, 5 limbs of 52 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P256P;

#[rustfmt::skip]
impl Lanes for P256P {
    type Limbs<W: Word> = [W; 5];
    type Cells = [Cell; 5];
    const MODULUS: &'static [u64] = &[
        0xfffffffffffff,
        0xfffffffffff,
        0x0,
        0x1000000000,
        0xffffffff0000,
    ];
    const ONE: &'static [u64] = &[
        0x10,
        0xf000000000000,
        0xfffffffffffff,
        0xffeffffffffff,
        0xfffff,
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
        let k64 = a0.like(0x1000000000);
        let x65 = x41.madd_low(x11, k64);
        let x66 = x51.madd_high(x11, k64);
        let k67 = a0.like(0xffffffff0000);
        let x68 = x66.madd_low(x11, k67);
        let x69 = x53.madd_high(x11, k67);
        let (x70, y70) = x62.split::<52>();
        let x71 = x63 + y70;
        let x72 = x71.madd_low(x70, k61);
        let x73 = x65.madd_high(x70, k61);
        let x74 = x68.madd_low(x70, k64);
        let x75 = x69.madd_high(x70, k64);
        let x76 = x75.madd_low(x70, k67);
        let x77 = x55.madd_high(x70, k67);
        let (x78, y78) = x72.split::<52>();
        let x79 = x73 + y78;
        let x80 = x79.madd_low(x78, k61);
        let x81 = x74.madd_high(x78, k61);
        let x82 = x76.madd_low(x78, k64);
        let x83 = x77.madd_high(x78, k64);
        let x84 = x83.madd_low(x78, k67);
        let x85 = x57.madd_high(x78, k67);
        let (x86, y86) = x80.split::<52>();
        let x87 = x81 + y86;
        let x88 = x87.madd_low(x86, k61);
        let x89 = x82.madd_high(x86, k61);
        let x90 = x84.madd_low(x86, k64);
        let x91 = x85.madd_high(x86, k64);
        let x92 = x91.madd_low(x86, k67);
        let x93 = x59.madd_high(x86, k67);
        let (x94, y94) = x88.split::<52>();
        let x95 = x89 + y94;
        let x96 = x95.madd_low(x94, k61);
        let x97 = x90.madd_high(x94, k61);
        let x98 = x92.madd_low(x94, k64);
        let x99 = x93.madd_high(x94, k64);
        let x100 = x99.madd_low(x94, k67);
        let x101 = x60.madd_high(x94, k67);
        let (x102, y102) = x96.split::<52>();
        let x103 = x97 + y102;
        let (x104, y104) = x103.split::<52>();
        let x105 = x98 + y104;
        let (x106, y106) = x105.split::<52>();
        let x107 = x100 + y106;
        let (x108, y108) = x107.split::<52>();
        let x109 = x101 + y108;
        [x102, x104, x106, x108, x109]
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
        let k47 = a0.like(0x1000000000);
        let x48 = x37.madd_low(x34, k47);
        let x49 = x38.madd_high(x34, k47);
        let k50 = a0.like(0xffffffff0000);
        let x51 = x49.madd_low(x34, k50);
        let x52 = x39.madd_high(x34, k50);
        let (x53, y53) = x45.split::<52>();
        let x54 = x46 + y53;
        let x55 = x54.madd_low(x53, k44);
        let x56 = x48.madd_high(x53, k44);
        let x57 = x51.madd_low(x53, k47);
        let x58 = x52.madd_high(x53, k47);
        let x59 = x58.madd_low(x53, k50);
        let x60 = x40.madd_high(x53, k50);
        let (x61, y61) = x55.split::<52>();
        let x62 = x56 + y61;
        let x63 = x62.madd_low(x61, k44);
        let x64 = x57.madd_high(x61, k44);
        let x65 = x59.madd_low(x61, k47);
        let x66 = x60.madd_high(x61, k47);
        let x67 = x66.madd_low(x61, k50);
        let x68 = x41.madd_high(x61, k50);
        let (x69, y69) = x63.split::<52>();
        let x70 = x64 + y69;
        let x71 = x70.madd_low(x69, k44);
        let x72 = x65.madd_high(x69, k44);
        let x73 = x67.madd_low(x69, k47);
        let x74 = x68.madd_high(x69, k47);
        let x75 = x74.madd_low(x69, k50);
        let x76 = x42.madd_high(x69, k50);
        let (x77, y77) = x71.split::<52>();
        let x78 = x72 + y77;
        let x79 = x78.madd_low(x77, k44);
        let x80 = x73.madd_high(x77, k44);
        let x81 = x75.madd_low(x77, k47);
        let x82 = x76.madd_high(x77, k47);
        let x83 = x82.madd_low(x77, k50);
        let x84 = x43.madd_high(x77, k50);
        let (x85, y85) = x79.split::<52>();
        let x86 = x80 + y85;
        let (x87, y87) = x86.split::<52>();
        let x88 = x81 + y87;
        let (x89, y89) = x88.split::<52>();
        let x90 = x83 + y89;
        let (x91, y91) = x90.split::<52>();
        let x92 = x84 + y91;
        [x85, x87, x89, x91, x92]
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
        let k20 = a0.like(0x1003f8020ff424);
        let k21 = a0.like(0x3d840100ffc41c);
        let k22 = a0.like(0x5e33fc03fe0414);
        let k23 = a0.like(0x7ffe7bfdff0072);
        let k24 = a0.like(0x90003bf033fdc0);
        let k25 = a0.like(0x73fffffffbfff4);
        let k26 = a0.like(0x53fffffffbfff7);
        let k27 = a0.like(0x33fffffffbfffa);
        let k28 = a0.like(0x13fffffffbfffd);
        let k29 = a0.like(0x3fffffff8000);
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
        let x131 = x81 - x31;
        let (x132, y132) = x131.split::<52>();
        let x133 = x91 + y132;
        let k134 = a0.like(0x100000000000);
        let x135 = x133.madd_low(x132, k134);
        let x136 = x101.madd_high(x132, k134);
        let k137 = a0.like(0x1000000000);
        let x138 = x111.madd_low(x132, k137);
        let x139 = x121.madd_high(x132, k137);
        let k140 = a0.like(0xffffffff0000);
        let x141 = x139.madd_low(x132, k140);
        let x142 = x123.madd_high(x132, k140);
        let x143 = x135 - x41;
        let (x144, y144) = x143.split::<52>();
        let x145 = x136 + y144;
        let x146 = x145.madd_low(x144, k134);
        let x147 = x138.madd_high(x144, k134);
        let x148 = x141.madd_low(x144, k137);
        let x149 = x142.madd_high(x144, k137);
        let x150 = x149.madd_low(x144, k140);
        let x151 = x125.madd_high(x144, k140);
        let x152 = x146 - x51;
        let (x153, y153) = x152.split::<52>();
        let x154 = x147 + y153;
        let x155 = x154.madd_low(x153, k134);
        let x156 = x148.madd_high(x153, k134);
        let x157 = x150.madd_low(x153, k137);
        let x158 = x151.madd_high(x153, k137);
        let x159 = x158.madd_low(x153, k140);
        let x160 = x127.madd_high(x153, k140);
        let x161 = x155 - x61;
        let (x162, y162) = x161.split::<52>();
        let x163 = x156 + y162;
        let x164 = x163.madd_low(x162, k134);
        let x165 = x157.madd_high(x162, k134);
        let x166 = x159.madd_low(x162, k137);
        let x167 = x160.madd_high(x162, k137);
        let x168 = x167.madd_low(x162, k140);
        let x169 = x129.madd_high(x162, k140);
        let x170 = x164 - x71;
        let (x171, y171) = x170.split::<52>();
        let x172 = x165 + y171;
        let x173 = x172.madd_low(x171, k134);
        let x174 = x166.madd_high(x171, k134);
        let x175 = x168.madd_low(x171, k137);
        let x176 = x169.madd_high(x171, k137);
        let x177 = x176.madd_low(x171, k140);
        let x178 = x130.madd_high(x171, k140);
        let x179 = x173 - x73;
        let (x180, y180) = x179.split::<52>();
        let x181 = x174 + y180;
        let x182 = x181 - x75;
        let (x183, y183) = x182.split::<52>();
        let x184 = x175 + y183;
        let x185 = x184 - x77;
        let (x186, y186) = x185.split::<52>();
        let x187 = x177 + y186;
        let x188 = x187 - x79;
        let (x189, y189) = x188.split::<52>();
        let x190 = x178 + y189;
        let x191 = x190 - x80;
        [x180, x183, x186, x189, x191]
    }

    #[inline(always)]
    fn mul_sub_sqr2<W: Word>(a: &[W; 5], b: &[W; 5], c: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let [b0, b1, b2, b3, b4] = *b;
        let [c0, c1, c2, c3, c4] = *c;
        let k15 = a0.like(0x2007f0041fe848);
        let k16 = a0.like(0x6b080201ff8838);
        let k17 = a0.like(0xac67f807fc0829);
        let k18 = a0.like(0xeffcf7fbfe00e5);
        let k19 = a0.like(0x1200077e067fb81);
        let k20 = a0.like(0xe7fffffff7ffe8);
        let k21 = a0.like(0xa7fffffff7ffee);
        let k22 = a0.like(0x67fffffff7fff4);
        let k23 = a0.like(0x27fffffff7fffa);
        let k24 = a0.like(0x7fffffff0000);
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
        let x124 = x74 - x64;
        let (x125, y125) = x124.split::<52>();
        let x126 = x84 + y125;
        let k127 = a0.like(0x100000000000);
        let x128 = x126.madd_low(x125, k127);
        let x129 = x94.madd_high(x125, k127);
        let k130 = a0.like(0x1000000000);
        let x131 = x104.madd_low(x125, k130);
        let x132 = x114.madd_high(x125, k130);
        let k133 = a0.like(0xffffffff0000);
        let x134 = x132.madd_low(x125, k133);
        let x135 = x116.madd_high(x125, k133);
        let x136 = x128 - x65;
        let (x137, y137) = x136.split::<52>();
        let x138 = x129 + y137;
        let x139 = x138.madd_low(x137, k127);
        let x140 = x131.madd_high(x137, k127);
        let x141 = x134.madd_low(x137, k130);
        let x142 = x135.madd_high(x137, k130);
        let x143 = x142.madd_low(x137, k133);
        let x144 = x118.madd_high(x137, k133);
        let x145 = x139 - x66;
        let (x146, y146) = x145.split::<52>();
        let x147 = x140 + y146;
        let x148 = x147.madd_low(x146, k127);
        let x149 = x141.madd_high(x146, k127);
        let x150 = x143.madd_low(x146, k130);
        let x151 = x144.madd_high(x146, k130);
        let x152 = x151.madd_low(x146, k133);
        let x153 = x120.madd_high(x146, k133);
        let x154 = x148 - x67;
        let (x155, y155) = x154.split::<52>();
        let x156 = x149 + y155;
        let x157 = x156.madd_low(x155, k127);
        let x158 = x150.madd_high(x155, k127);
        let x159 = x152.madd_low(x155, k130);
        let x160 = x153.madd_high(x155, k130);
        let x161 = x160.madd_low(x155, k133);
        let x162 = x122.madd_high(x155, k133);
        let x163 = x157 - x68;
        let (x164, y164) = x163.split::<52>();
        let x165 = x158 + y164;
        let x166 = x165.madd_low(x164, k127);
        let x167 = x159.madd_high(x164, k127);
        let x168 = x161.madd_low(x164, k130);
        let x169 = x162.madd_high(x164, k130);
        let x170 = x169.madd_low(x164, k133);
        let x171 = x123.madd_high(x164, k133);
        let x172 = x166 - x69;
        let (x173, y173) = x172.split::<52>();
        let x174 = x167 + y173;
        let x175 = x174 - x70;
        let (x176, y176) = x175.split::<52>();
        let x177 = x168 + y176;
        let x178 = x177 - x71;
        let (x179, y179) = x178.split::<52>();
        let x180 = x170 + y179;
        let x181 = x180 - x72;
        let (x182, y182) = x181.split::<52>();
        let x183 = x171 + y182;
        let x184 = x183 - x73;
        [x173, x176, x179, x182, x184]
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
        let k5 = a0.like(0x110005);
        let x6 = a4 - k5;
        let (x7, y7) = x6.split::<48>();
        let x8 = x7 + k5;
        let x9 = a0 + y7;
        let x10 = y7.shl::<44>();
        let x11 = a1 - x10;
        let x12 = y7.shl::<36>();
        let x13 = a3 - x12;
        let x14 = y7.shl::<16>();
        let x15 = x8 + x14;
        let (x16, y16) = x9.split::<52>();
        let x17 = x11 + y16;
        let (x18, y18) = x17.split::<52>();
        let x19 = a2 + y18;
        let (x20, y20) = x19.split::<52>();
        let x21 = x13 + y20;
        let (x22, y22) = x21.split::<52>();
        let x23 = x15 + y22;
        [x16, x18, x20, x22, x23]
    }

    #[inline(always)]
    fn encode<W: Word>(plain: &[W; 5]) -> [W; 5] {
        let [plain0, plain1, plain2, plain3, plain4] = *plain;
        let k5 = plain0.like(0x300);
        let k6 = plain0.like(0xffffffff00000);
        let k7 = plain0.like(0xffffefffffffb);
        let k8 = plain0.like(0xfdfffffffffff);
        let k9 = plain0.like(0x4ffffff);
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
        let k64 = plain0.like(0x1000000000);
        let x65 = x41.madd_low(x11, k64);
        let x66 = x51.madd_high(x11, k64);
        let k67 = plain0.like(0xffffffff0000);
        let x68 = x66.madd_low(x11, k67);
        let x69 = x53.madd_high(x11, k67);
        let (x70, y70) = x62.split::<52>();
        let x71 = x63 + y70;
        let x72 = x71.madd_low(x70, k61);
        let x73 = x65.madd_high(x70, k61);
        let x74 = x68.madd_low(x70, k64);
        let x75 = x69.madd_high(x70, k64);
        let x76 = x75.madd_low(x70, k67);
        let x77 = x55.madd_high(x70, k67);
        let (x78, y78) = x72.split::<52>();
        let x79 = x73 + y78;
        let x80 = x79.madd_low(x78, k61);
        let x81 = x74.madd_high(x78, k61);
        let x82 = x76.madd_low(x78, k64);
        let x83 = x77.madd_high(x78, k64);
        let x84 = x83.madd_low(x78, k67);
        let x85 = x57.madd_high(x78, k67);
        let (x86, y86) = x80.split::<52>();
        let x87 = x81 + y86;
        let x88 = x87.madd_low(x86, k61);
        let x89 = x82.madd_high(x86, k61);
        let x90 = x84.madd_low(x86, k64);
        let x91 = x85.madd_high(x86, k64);
        let x92 = x91.madd_low(x86, k67);
        let x93 = x59.madd_high(x86, k67);
        let (x94, y94) = x88.split::<52>();
        let x95 = x89 + y94;
        let x96 = x95.madd_low(x94, k61);
        let x97 = x90.madd_high(x94, k61);
        let x98 = x92.madd_low(x94, k64);
        let x99 = x93.madd_high(x94, k64);
        let x100 = x99.madd_low(x94, k67);
        let x101 = x60.madd_high(x94, k67);
        let (x102, y102) = x96.split::<52>();
        let x103 = x97 + y102;
        let (x104, y104) = x103.split::<52>();
        let x105 = x98 + y104;
        let (x106, y106) = x105.split::<52>();
        let x107 = x100 + y106;
        let (x108, y108) = x107.split::<52>();
        let x109 = x101 + y108;
        [x102, x104, x106, x108, x109]
    }

    #[inline(always)]
    fn decode<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x100000000000);
        let k6 = a0.like(0x0);
        let x7 = k6.madd_low(a0, k5);
        let x8 = k6.madd_high(a0, k5);
        let k9 = a0.like(0x1000000000);
        let x10 = k6.madd_low(a0, k9);
        let x11 = k6.madd_high(a0, k9);
        let k12 = a0.like(0xffffffff0000);
        let x13 = x11.madd_low(a0, k12);
        let x14 = k6.madd_high(a0, k12);
        let x15 = a1 + x7;
        let (x16, y16) = x15.split::<52>();
        let x17 = x8 + y16;
        let x18 = x17.madd_low(x16, k5);
        let x19 = x10.madd_high(x16, k5);
        let x20 = x13.madd_low(x16, k9);
        let x21 = x14.madd_high(x16, k9);
        let x22 = x21.madd_low(x16, k12);
        let x23 = k6.madd_high(x16, k12);
        let x24 = a2 + x18;
        let (x25, y25) = x24.split::<52>();
        let x26 = x19 + y25;
        let x27 = x26.madd_low(x25, k5);
        let x28 = x20.madd_high(x25, k5);
        let x29 = x22.madd_low(x25, k9);
        let x30 = x23.madd_high(x25, k9);
        let x31 = x30.madd_low(x25, k12);
        let x32 = k6.madd_high(x25, k12);
        let x33 = a3 + x27;
        let (x34, y34) = x33.split::<52>();
        let x35 = x28 + y34;
        let x36 = x35.madd_low(x34, k5);
        let x37 = x29.madd_high(x34, k5);
        let x38 = x31.madd_low(x34, k9);
        let x39 = x32.madd_high(x34, k9);
        let x40 = x39.madd_low(x34, k12);
        let x41 = k6.madd_high(x34, k12);
        let x42 = a4 + x36;
        let (x43, y43) = x42.split::<52>();
        let x44 = x37 + y43;
        let x45 = x44.madd_low(x43, k5);
        let x46 = x38.madd_high(x43, k5);
        let x47 = x40.madd_low(x43, k9);
        let x48 = x41.madd_high(x43, k9);
        let x49 = x48.madd_low(x43, k12);
        let x50 = k6.madd_high(x43, k12);
        let (x51, y51) = x45.split::<52>();
        let x52 = x46 + y51;
        let (x53, y53) = x52.split::<52>();
        let x54 = x47 + y53;
        let (x55, y55) = x54.split::<52>();
        let x56 = x49 + y55;
        let (x57, y57) = x56.split::<52>();
        let x58 = x50 + y57;
        [x51, x53, x55, x57, x58]
    }
}
