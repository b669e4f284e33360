//! The prime `p192_p` in lanes. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: FIPS 186-4, appendix D.1.2.
//! Form: lanes 52x4, montgomery; an element `x` is held as `x * 2^208 mod p`.
//! At rest the limbs are from 0 to 2^52 - 1 and the value is below 2.01 p. Sums, whose limbs
//! have signs, may hold 4 elements at rest; `carry` takes such a sum, products do not.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | mul | at rest | at rest | 65 | 48 |
//! | sqr | at rest | at rest | 59 | 36 |
//! | mul_sub | at rest | at rest | 102 | 80 |
//! | mul_sub_sqr2 | at rest | at rest | 104 | 68 |
//! | add | 2 elements | 4 elements | 4 | 0 |
//! | sub | 2 elements | 4 elements | 4 | 0 |
//! | neg | 4 elements | 4 elements | 4 | 0 |
//! | carry | 4 elements | at rest | 12 | 0 |
//! | encode | at rest | at rest | 65 | 48 |
//! | decode | at rest | < 2 p | 34 | 16 |

use crate::lanes::{Cell, LANES, Lanes, Word};

/// The prime `p192_p`, 4 limbs of 52 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P192P;

#[rustfmt::skip]
impl Lanes for P192P {
    type Limbs<W: Word> = [W; 4];
    type Cells = [Cell; 4];
    const MODULUS: &'static [u64] = &[
        0xfffffffffffff,
        0xfffffffffefff,
        0xfffffffffffff,
        0xfffffffff,
    ];
    const ONE: &'static [u64] = &[
        0x10000,
        0x10000000,
        0x0,
        0x0,
    ];
    const EMPTY: [Cell; 4] = [Cell([0; LANES]); 4];
    const CALLED: bool = false;

    #[inline(always)]
    fn spread<W: Word>(word: W) -> [W; 4] {
        [word; 4]
    }

    #[inline(always)]
    fn mul<W: Word>(a: &[W; 4], b: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let k8 = a0.like(0x0);
        let x9 = k8.madd_low(a0, b0);
        let x10 = k8.madd_high(a0, b0);
        let x11 = x10.madd_low(a0, b1);
        let x12 = k8.madd_high(a0, b1);
        let x13 = x12.madd_low(a0, b2);
        let x14 = k8.madd_high(a0, b2);
        let x15 = x14.madd_low(a0, b3);
        let x16 = k8.madd_high(a0, b3);
        let x17 = x11.madd_low(a1, b0);
        let x18 = x13.madd_high(a1, b0);
        let x19 = x18.madd_low(a1, b1);
        let x20 = x15.madd_high(a1, b1);
        let x21 = x20.madd_low(a1, b2);
        let x22 = x16.madd_high(a1, b2);
        let x23 = x22.madd_low(a1, b3);
        let x24 = k8.madd_high(a1, b3);
        let x25 = x19.madd_low(a2, b0);
        let x26 = x21.madd_high(a2, b0);
        let x27 = x26.madd_low(a2, b1);
        let x28 = x23.madd_high(a2, b1);
        let x29 = x28.madd_low(a2, b2);
        let x30 = x24.madd_high(a2, b2);
        let x31 = x30.madd_low(a2, b3);
        let x32 = k8.madd_high(a2, b3);
        let x33 = x27.madd_low(a3, b0);
        let x34 = x29.madd_high(a3, b0);
        let x35 = x34.madd_low(a3, b1);
        let x36 = x31.madd_high(a3, b1);
        let x37 = x36.madd_low(a3, b2);
        let x38 = x32.madd_high(a3, b2);
        let x39 = x38.madd_low(a3, b3);
        let x40 = k8.madd_high(a3, b3);
        let k41 = a0.like(0x1000);
        let x42 = k8.madd_low(x9, k41);
        let x43 = k8.madd_high(x9, k41);
        let k44 = a0.like(0x1000000000);
        let x45 = x33.madd_low(x9, k44);
        let x46 = x35.madd_high(x9, k44);
        let x47 = x17 - x42;
        let (x48, y48) = x47.split::<52>();
        let x49 = x43.madd_low(x48, k41);
        let x50 = k8.madd_high(x48, k41);
        let x51 = x46.madd_low(x48, k44);
        let x52 = x37.madd_high(x48, k44);
        let x53 = y48 + x25;
        let x54 = x53 - x49;
        let (x55, y55) = x54.split::<52>();
        let x56 = x50.madd_low(x55, k41);
        let x57 = k8.madd_high(x55, k41);
        let x58 = x52.madd_low(x55, k44);
        let x59 = x39.madd_high(x55, k44);
        let x60 = y55 + x45;
        let x61 = x60 - x56;
        let (x62, y62) = x61.split::<52>();
        let x63 = x57.madd_low(x62, k41);
        let x64 = k8.madd_high(x62, k41);
        let x65 = x59.madd_low(x62, k44);
        let x66 = x40.madd_high(x62, k44);
        let x67 = y62 + x51;
        let x68 = x67 - x63;
        let (x69, y69) = x68.split::<52>();
        let x70 = y69 + x58;
        let x71 = x70 - x64;
        let (x72, y72) = x71.split::<52>();
        let x73 = y72 + x65;
        let (x74, y74) = x73.split::<52>();
        let x75 = y74 + x66;
        [x69, x72, x74, x75]
    }

    #[inline(always)]
    fn sqr<W: Word>(a: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let k4 = a0.like(0x0);
        let x5 = k4.madd_low(a0, a1);
        let x6 = k4.madd_high(a0, a1);
        let x7 = x6.madd_low(a0, a2);
        let x8 = k4.madd_high(a0, a2);
        let x9 = x8.madd_low(a0, a3);
        let x10 = k4.madd_high(a0, a3);
        let x11 = x9.madd_low(a1, a2);
        let x12 = x10.madd_high(a1, a2);
        let x13 = x12.madd_low(a1, a3);
        let x14 = k4.madd_high(a1, a3);
        let x15 = x14.madd_low(a2, a3);
        let x16 = k4.madd_high(a2, a3);
        let x17 = x5 + x5;
        let x18 = x7 + x7;
        let x19 = x11 + x11;
        let x20 = x13 + x13;
        let x21 = x15 + x15;
        let x22 = x16 + x16;
        let x23 = k4.madd_low(a0, a0);
        let x24 = x17.madd_high(a0, a0);
        let x25 = x18.madd_low(a1, a1);
        let x26 = x19.madd_high(a1, a1);
        let x27 = x20.madd_low(a2, a2);
        let x28 = x21.madd_high(a2, a2);
        let x29 = x22.madd_low(a3, a3);
        let x30 = k4.madd_high(a3, a3);
        let k31 = a0.like(0x1000);
        let x32 = k4.madd_low(x23, k31);
        let x33 = k4.madd_high(x23, k31);
        let k34 = a0.like(0x1000000000);
        let x35 = x26.madd_low(x23, k34);
        let x36 = x27.madd_high(x23, k34);
        let x37 = x24 - x32;
        let (x38, y38) = x37.split::<52>();
        let x39 = x33.madd_low(x38, k31);
        let x40 = k4.madd_high(x38, k31);
        let x41 = x36.madd_low(x38, k34);
        let x42 = x28.madd_high(x38, k34);
        let x43 = y38 + x25;
        let x44 = x43 - x39;
        let (x45, y45) = x44.split::<52>();
        let x46 = x40.madd_low(x45, k31);
        let x47 = k4.madd_high(x45, k31);
        let x48 = x42.madd_low(x45, k34);
        let x49 = x29.madd_high(x45, k34);
        let x50 = y45 + x35;
        let x51 = x50 - x46;
        let (x52, y52) = x51.split::<52>();
        let x53 = x47.madd_low(x52, k31);
        let x54 = k4.madd_high(x52, k31);
        let x55 = x49.madd_low(x52, k34);
        let x56 = x30.madd_high(x52, k34);
        let x57 = y52 + x41;
        let x58 = x57 - x53;
        let (x59, y59) = x58.split::<52>();
        let x60 = y59 + x48;
        let x61 = x60 - x54;
        let (x62, y62) = x61.split::<52>();
        let x63 = y62 + x55;
        let (x64, y64) = x63.split::<52>();
        let x65 = y64 + x56;
        [x59, x62, x64, x65]
    }

    #[inline(always)]
    fn mul_sub<W: Word>(
        a: &[W; 4],
        b: &[W; 4],
        c: &[W; 4],
        d: &[W; 4],
    ) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let [c0, c1, c2, c3] = *c;
        let [d0, d1, d2, d3] = *d;
        let k16 = a0.like(0x1fffffc003fffc);
        let k17 = a0.like(0x3ffc0040027ffa);
        let k18 = a0.like(0x5000002c01bff8);
        let k19 = a0.like(0x7000001fffbff7);
        let k20 = a0.like(0x50003ffffffff5);
        let k21 = a0.like(0x30003ffffffff8);
        let k22 = a0.like(0x10003ffffffffb);
        let k23 = a0.like(0x3fffff);
        let k24 = a0.like(0x0);
        let x25 = k24.madd_low(c0, d0);
        let x26 = k24.madd_high(c0, d0);
        let x27 = x26.madd_low(c0, d1);
        let x28 = k24.madd_high(c0, d1);
        let x29 = x28.madd_low(c0, d2);
        let x30 = k24.madd_high(c0, d2);
        let x31 = x30.madd_low(c0, d3);
        let x32 = k24.madd_high(c0, d3);
        let x33 = x27.madd_low(c1, d0);
        let x34 = x29.madd_high(c1, d0);
        let x35 = x34.madd_low(c1, d1);
        let x36 = x31.madd_high(c1, d1);
        let x37 = x36.madd_low(c1, d2);
        let x38 = x32.madd_high(c1, d2);
        let x39 = x38.madd_low(c1, d3);
        let x40 = k24.madd_high(c1, d3);
        let x41 = x35.madd_low(c2, d0);
        let x42 = x37.madd_high(c2, d0);
        let x43 = x42.madd_low(c2, d1);
        let x44 = x39.madd_high(c2, d1);
        let x45 = x44.madd_low(c2, d2);
        let x46 = x40.madd_high(c2, d2);
        let x47 = x46.madd_low(c2, d3);
        let x48 = k24.madd_high(c2, d3);
        let x49 = x43.madd_low(c3, d0);
        let x50 = x45.madd_high(c3, d0);
        let x51 = x50.madd_low(c3, d1);
        let x52 = x47.madd_high(c3, d1);
        let x53 = x52.madd_low(c3, d2);
        let x54 = x48.madd_high(c3, d2);
        let x55 = x54.madd_low(c3, d3);
        let x56 = k24.madd_high(c3, d3);
        let x57 = k16.madd_low(a0, b0);
        let x58 = k17.madd_high(a0, b0);
        let x59 = x58.madd_low(a0, b1);
        let x60 = k18.madd_high(a0, b1);
        let x61 = x60.madd_low(a0, b2);
        let x62 = k19.madd_high(a0, b2);
        let x63 = x62.madd_low(a0, b3);
        let x64 = k20.madd_high(a0, b3);
        let x65 = x59.madd_low(a1, b0);
        let x66 = x61.madd_high(a1, b0);
        let x67 = x66.madd_low(a1, b1);
        let x68 = x63.madd_high(a1, b1);
        let x69 = x68.madd_low(a1, b2);
        let x70 = x64.madd_high(a1, b2);
        let x71 = x70.madd_low(a1, b3);
        let x72 = k21.madd_high(a1, b3);
        let x73 = x67.madd_low(a2, b0);
        let x74 = x69.madd_high(a2, b0);
        let x75 = x74.madd_low(a2, b1);
        let x76 = x71.madd_high(a2, b1);
        let x77 = x76.madd_low(a2, b2);
        let x78 = x72.madd_high(a2, b2);
        let x79 = x78.madd_low(a2, b3);
        let x80 = k22.madd_high(a2, b3);
        let x81 = x75.madd_low(a3, b0);
        let x82 = x77.madd_high(a3, b0);
        let x83 = x82.madd_low(a3, b1);
        let x84 = x79.madd_high(a3, b1);
        let x85 = x84.madd_low(a3, b2);
        let x86 = x80.madd_high(a3, b2);
        let x87 = x86.madd_low(a3, b3);
        let x88 = k23.madd_high(a3, b3);
        let x89 = x57 - x25;
        let (x90, y90) = x89.split::<52>();
        let k91 = a0.like(0x1000);
        let x92 = x33.madd_low(x90, k91);
        let x93 = x41.madd_high(x90, k91);
        let k94 = a0.like(0x1000000000);
        let x95 = x81.madd_low(x90, k94);
        let x96 = x83.madd_high(x90, k94);
        let x97 = y90 + x65;
        let x98 = x97 - x92;
        let (x99, y99) = x98.split::<52>();
        let x100 = x93.madd_low(x99, k91);
        let x101 = x49.madd_high(x99, k91);
        let x102 = x96.madd_low(x99, k94);
        let x103 = x85.madd_high(x99, k94);
        let x104 = y99 + x73;
        let x105 = x104 - x100;
        let (x106, y106) = x105.split::<52>();
        let x107 = x101.madd_low(x106, k91);
        let x108 = x51.madd_high(x106, k91);
        let x109 = x103.madd_low(x106, k94);
        let x110 = x87.madd_high(x106, k94);
        let x111 = y106 + x95;
        let x112 = x111 - x107;
        let (x113, y113) = x112.split::<52>();
        let x114 = x108.madd_low(x113, k91);
        let x115 = x53.madd_high(x113, k91);
        let x116 = x110.madd_low(x113, k94);
        let x117 = x88.madd_high(x113, k94);
        let x118 = y113 + x102;
        let x119 = x118 - x114;
        let (x120, y120) = x119.split::<52>();
        let x121 = y120 + x109;
        let x122 = x121 - x115;
        let (x123, y123) = x122.split::<52>();
        let x124 = y123 + x116;
        let x125 = x124 - x55;
        let (x126, y126) = x125.split::<52>();
        let x127 = y126 + x117;
        let x128 = x127 - x56;
        [x120, x123, x126, x128]
    }

    #[inline(always)]
    fn mul_sub_sqr2<W: Word>(a: &[W; 4], b: &[W; 4], c: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let [c0, c1, c2, c3] = *c;
        let k12 = a0.like(0x2fffff8007fff8);
        let k13 = a0.like(0x6ff8008004fff5);
        let k14 = a0.like(0xa0000058037ff1);
        let k15 = a0.like(0xe000003fff7fee);
        let k16 = a0.like(0xa0007fffffffea);
        let k17 = a0.like(0x60007ffffffff0);
        let k18 = a0.like(0x20007ffffffff6);
        let k19 = a0.like(0x7ffffe);
        let k20 = a0.like(0x0);
        let x21 = k20.madd_low(c0, c1);
        let x22 = k20.madd_high(c0, c1);
        let x23 = x22.madd_low(c0, c2);
        let x24 = k20.madd_high(c0, c2);
        let x25 = x24.madd_low(c0, c3);
        let x26 = k20.madd_high(c0, c3);
        let x27 = x25.madd_low(c1, c2);
        let x28 = x26.madd_high(c1, c2);
        let x29 = x28.madd_low(c1, c3);
        let x30 = k20.madd_high(c1, c3);
        let x31 = x30.madd_low(c2, c3);
        let x32 = k20.madd_high(c2, c3);
        let x33 = x21 + x21;
        let x34 = x23 + x23;
        let x35 = x27 + x27;
        let x36 = x29 + x29;
        let x37 = x31 + x31;
        let x38 = x32 + x32;
        let x39 = k20.madd_low(c0, c0);
        let x40 = x33.madd_high(c0, c0);
        let x41 = x34.madd_low(c1, c1);
        let x42 = x35.madd_high(c1, c1);
        let x43 = x36.madd_low(c2, c2);
        let x44 = x37.madd_high(c2, c2);
        let x45 = x38.madd_low(c3, c3);
        let x46 = k20.madd_high(c3, c3);
        let x47 = x39 + x39;
        let x48 = x40 + x40;
        let x49 = x41 + x41;
        let x50 = x42 + x42;
        let x51 = x43 + x43;
        let x52 = x44 + x44;
        let x53 = x45 + x45;
        let x54 = x46 + x46;
        let x55 = k12.madd_low(a0, b0);
        let x56 = k13.madd_high(a0, b0);
        let x57 = x56.madd_low(a0, b1);
        let x58 = k14.madd_high(a0, b1);
        let x59 = x58.madd_low(a0, b2);
        let x60 = k15.madd_high(a0, b2);
        let x61 = x60.madd_low(a0, b3);
        let x62 = k16.madd_high(a0, b3);
        let x63 = x57.madd_low(a1, b0);
        let x64 = x59.madd_high(a1, b0);
        let x65 = x64.madd_low(a1, b1);
        let x66 = x61.madd_high(a1, b1);
        let x67 = x66.madd_low(a1, b2);
        let x68 = x62.madd_high(a1, b2);
        let x69 = x68.madd_low(a1, b3);
        let x70 = k17.madd_high(a1, b3);
        let x71 = x65.madd_low(a2, b0);
        let x72 = x67.madd_high(a2, b0);
        let x73 = x72.madd_low(a2, b1);
        let x74 = x69.madd_high(a2, b1);
        let x75 = x74.madd_low(a2, b2);
        let x76 = x70.madd_high(a2, b2);
        let x77 = x76.madd_low(a2, b3);
        let x78 = k18.madd_high(a2, b3);
        let x79 = x73.madd_low(a3, b0);
        let x80 = x75.madd_high(a3, b0);
        let x81 = x80.madd_low(a3, b1);
        let x82 = x77.madd_high(a3, b1);
        let x83 = x82.madd_low(a3, b2);
        let x84 = x78.madd_high(a3, b2);
        let x85 = x84.madd_low(a3, b3);
        let x86 = k19.madd_high(a3, b3);
        let x87 = x55 - x47;
        let (x88, y88) = x87.split::<52>();
        let k89 = a0.like(0x1000);
        let x90 = x48.madd_low(x88, k89);
        let x91 = x49.madd_high(x88, k89);
        let k92 = a0.like(0x1000000000);
        let x93 = x79.madd_low(x88, k92);
        let x94 = x81.madd_high(x88, k92);
        let x95 = y88 + x63;
        let x96 = x95 - x90;
        let (x97, y97) = x96.split::<52>();
        let x98 = x91.madd_low(x97, k89);
        let x99 = x50.madd_high(x97, k89);
        let x100 = x94.madd_low(x97, k92);
        let x101 = x83.madd_high(x97, k92);
        let x102 = y97 + x71;
        let x103 = x102 - x98;
        let (x104, y104) = x103.split::<52>();
        let x105 = x99.madd_low(x104, k89);
        let x106 = x51.madd_high(x104, k89);
        let x107 = x101.madd_low(x104, k92);
        let x108 = x85.madd_high(x104, k92);
        let x109 = y104 + x93;
        let x110 = x109 - x105;
        let (x111, y111) = x110.split::<52>();
        let x112 = x106.madd_low(x111, k89);
        let x113 = x52.madd_high(x111, k89);
        let x114 = x108.madd_low(x111, k92);
        let x115 = x86.madd_high(x111, k92);
        let x116 = y111 + x100;
        let x117 = x116 - x112;
        let (x118, y118) = x117.split::<52>();
        let x119 = y118 + x107;
        let x120 = x119 - x113;
        let (x121, y121) = x120.split::<52>();
        let x122 = y121 + x114;
        let x123 = x122 - x53;
        let (x124, y124) = x123.split::<52>();
        let x125 = y124 + x115;
        let x126 = x125 - x54;
        [x118, x121, x124, x126]
    }

    #[inline(always)]
    fn add<W: Word>(a: &[W; 4], b: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let x8 = a0 + b0;
        let x9 = a1 + b1;
        let x10 = a2 + b2;
        let x11 = a3 + b3;
        [x8, x9, x10, x11]
    }

    #[inline(always)]
    fn sub<W: Word>(a: &[W; 4], b: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let x8 = a0 - b0;
        let x9 = a1 - b1;
        let x10 = a2 - b2;
        let x11 = a3 - b3;
        [x8, x9, x10, x11]
    }

    #[inline(always)]
    fn neg<W: Word>(a: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let k4 = a0.like(0x0);
        let x5 = k4 - a0;
        let x6 = k4 - a1;
        let x7 = k4 - a2;
        let x8 = k4 - a3;
        [x5, x6, x7, x8]
    }

    #[inline(always)]
    fn carry<W: Word>(a: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let k4 = a0.like(0x6);
        let x5 = a3 - k4;
        let (x6, y6) = x5.split::<36>();
        let x7 = x6 + k4;
        let x8 = a0 + y6;
        let x9 = y6.shl::<12>();
        let x10 = a1 + x9;
        let (x11, y11) = x8.split::<52>();
        let x12 = x10 + y11;
        let (x13, y13) = x12.split::<52>();
        let x14 = a2 + y13;
        let (x15, y15) = x14.split::<52>();
        let x16 = x7 + y15;
        [x11, x13, x15, x16]
    }

    #[inline(always)]
    fn encode<W: Word>(plain: &[W; 4]) -> [W; 4] {
        let [plain0, plain1, plain2, plain3] = *plain;
        let k4 = plain0.like(0x100000000);
        let k5 = plain0.like(0x200000000000);
        let k6 = plain0.like(0x0);
        let k7 = plain0.like(0x10);
        let x8 = k6.madd_low(plain0, k4);
        let x9 = k6.madd_high(plain0, k4);
        let x10 = x9.madd_low(plain0, k5);
        let x11 = k6.madd_high(plain0, k5);
        let x12 = x11.madd_low(plain0, k6);
        let x13 = k6.madd_high(plain0, k6);
        let x14 = x13.madd_low(plain0, k7);
        let x15 = k6.madd_high(plain0, k7);
        let x16 = x10.madd_low(plain1, k4);
        let x17 = x12.madd_high(plain1, k4);
        let x18 = x17.madd_low(plain1, k5);
        let x19 = x14.madd_high(plain1, k5);
        let x20 = x19.madd_low(plain1, k6);
        let x21 = x15.madd_high(plain1, k6);
        let x22 = x21.madd_low(plain1, k7);
        let x23 = k6.madd_high(plain1, k7);
        let x24 = x18.madd_low(plain2, k4);
        let x25 = x20.madd_high(plain2, k4);
        let x26 = x25.madd_low(plain2, k5);
        let x27 = x22.madd_high(plain2, k5);
        let x28 = x27.madd_low(plain2, k6);
        let x29 = x23.madd_high(plain2, k6);
        let x30 = x29.madd_low(plain2, k7);
        let x31 = k6.madd_high(plain2, k7);
        let x32 = x26.madd_low(plain3, k4);
        let x33 = x28.madd_high(plain3, k4);
        let x34 = x33.madd_low(plain3, k5);
        let x35 = x30.madd_high(plain3, k5);
        let x36 = x35.madd_low(plain3, k6);
        let x37 = x31.madd_high(plain3, k6);
        let x38 = x37.madd_low(plain3, k7);
        let x39 = k6.madd_high(plain3, k7);
        let k40 = plain0.like(0x1000);
        let x41 = k6.madd_low(x8, k40);
        let x42 = k6.madd_high(x8, k40);
        let k43 = plain0.like(0x1000000000);
        let x44 = x32.madd_low(x8, k43);
        let x45 = x34.madd_high(x8, k43);
        let x46 = x16 - x41;
        let (x47, y47) = x46.split::<52>();
        let x48 = x42.madd_low(x47, k40);
        let x49 = k6.madd_high(x47, k40);
        let x50 = x45.madd_low(x47, k43);
        let x51 = x36.madd_high(x47, k43);
        let x52 = y47 + x24;
        let x53 = x52 - x48;
        let (x54, y54) = x53.split::<52>();
        let x55 = x49.madd_low(x54, k40);
        let x56 = k6.madd_high(x54, k40);
        let x57 = x51.madd_low(x54, k43);
        let x58 = x38.madd_high(x54, k43);
        let x59 = y54 + x44;
        let x60 = x59 - x55;
        let (x61, y61) = x60.split::<52>();
        let x62 = x56.madd_low(x61, k40);
        let x63 = k6.madd_high(x61, k40);
        let x64 = x58.madd_low(x61, k43);
        let x65 = x39.madd_high(x61, k43);
        let x66 = y61 + x50;
        let x67 = x66 - x62;
        let (x68, y68) = x67.split::<52>();
        let x69 = y68 + x57;
        let x70 = x69 - x63;
        let (x71, y71) = x70.split::<52>();
        let x72 = y71 + x64;
        let (x73, y73) = x72.split::<52>();
        let x74 = y73 + x65;
        [x68, x71, x73, x74]
    }

    #[inline(always)]
    fn decode<W: Word>(a: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let k4 = a0.like(0x1000);
        let k5 = a0.like(0x0);
        let x6 = k5.madd_low(a0, k4);
        let x7 = k5.madd_high(a0, k4);
        let k8 = a0.like(0x1000000000);
        let x9 = k5.madd_low(a0, k8);
        let x10 = k5.madd_high(a0, k8);
        let x11 = a1 - x6;
        let (x12, y12) = x11.split::<52>();
        let x13 = a2 + y12;
        let x14 = x7.madd_low(x12, k4);
        let x15 = k5.madd_high(x12, k4);
        let x16 = x10.madd_low(x12, k8);
        let x17 = k5.madd_high(x12, k8);
        let x18 = x13 - x14;
        let (x19, y19) = x18.split::<52>();
        let x20 = a3 + y19;
        let x21 = x15.madd_low(x19, k4);
        let x22 = k5.madd_high(x19, k4);
        let x23 = x17.madd_low(x19, k8);
        let x24 = k5.madd_high(x19, k8);
        let x25 = x20 + x9;
        let x26 = x25 - x21;
        let (x27, y27) = x26.split::<52>();
        let x28 = x22.madd_low(x27, k4);
        let x29 = k5.madd_high(x27, k4);
        let x30 = x24.madd_low(x27, k8);
        let x31 = k5.madd_high(x27, k8);
        let x32 = y27 + x16;
        let x33 = x32 - x28;
        let (x34, y34) = x33.split::<52>();
        let x35 = y34 + x23;
        let x36 = x35 - x29;
        let (x37, y37) = x36.split::<52>();
        let x38 = y37 + x30;
        let (x39, y39) = x38.split::<52>();
        let x40 = y39 + x31;
        [x34, x37, x39, x40]
    }
}
