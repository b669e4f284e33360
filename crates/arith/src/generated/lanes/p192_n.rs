//! The prime `p192_n` in lanes. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: FIPS 186-4, appendix D.1.2.
//! Form: lanes 52x4, montgomery; an element `x` is held as `x * 2^208 mod p`.
//! At rest the limbs are from 0 to 2^52 - 1 and the value is below 2.01 p. Sums, whose limbs
//! have signs, may hold 4 elements at rest; `carry` takes such a sum, products do not.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | mul | at rest | at rest | 88 | 68 |
//! | sqr | at rest | at rest | 82 | 56 |
//! | mul_sub | at rest | at rest | 130 | 100 |
//! | mul_sub_sqr2 | at rest | at rest | 132 | 88 |
//! | add | 2 elements | 4 elements | 4 | 0 |
//! | sub | 2 elements | 4 elements | 4 | 0 |
//! | neg | 4 elements | 4 elements | 4 | 0 |
//! | carry | 4 elements | at rest | 20 | 4 |
//! | encode | at rest | at rest | 88 | 68 |
//! | decode | at rest | < 2 p | 58 | 36 |

use crate::lanes::{Cell, LANES, Lanes, Word};

/// The prime `p192_n`, 4 limbs of 52 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P192N;

#[rustfmt::skip]
impl Lanes for P192N {
    type Limbs<W: Word> = [W; 4];
    type Cells = [Cell; 4];
    const MODULUS: &'static [u64] = &[
        0xbc9b1b4d22831,
        0xff99def836146,
        0xfffffffffffff,
        0xfffffffff,
    ];
    const ONE: &'static [u64] = &[
        0xe4b2dd7cf0000,
        0x2107c9eb94364,
        0x66,
        0x0,
    ];
    const EMPTY: [Cell; 4] = [Cell([0; LANES]); 4];
    const CALLED: bool = true;

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
        let k41 = a0.like(0x672070ddbcf2f);
        let x42 = k8.madd_low(x9, k41);
        let k43 = a0.like(0xbc9b1b4d22831);
        let x44 = x9.madd_low(x42, k43);
        let (_, y45) = x44.split::<52>();
        let x46 = x17 + y45;
        let x47 = x46.madd_high(x42, k43);
        let k48 = a0.like(0xff99def836146);
        let x49 = x47.madd_low(x42, k48);
        let x50 = x25.madd_high(x42, k48);
        let k51 = a0.like(0xfffffffffffff);
        let x52 = x50.madd_low(x42, k51);
        let x53 = x33.madd_high(x42, k51);
        let k54 = a0.like(0xfffffffff);
        let x55 = x53.madd_low(x42, k54);
        let x56 = x35.madd_high(x42, k54);
        let (x57, y57) = x49.split::<52>();
        let x58 = x52 + y57;
        let x59 = k8.madd_low(x57, k41);
        let x60 = x57.madd_low(x59, k43);
        let (_, y61) = x60.split::<52>();
        let x62 = x58 + y61;
        let x63 = x62.madd_high(x59, k43);
        let x64 = x63.madd_low(x59, k48);
        let x65 = x55.madd_high(x59, k48);
        let x66 = x65.madd_low(x59, k51);
        let x67 = x56.madd_high(x59, k51);
        let x68 = x67.madd_low(x59, k54);
        let x69 = x37.madd_high(x59, k54);
        let (x70, y70) = x64.split::<52>();
        let x71 = x66 + y70;
        let x72 = k8.madd_low(x70, k41);
        let x73 = x70.madd_low(x72, k43);
        let (_, y74) = x73.split::<52>();
        let x75 = x71 + y74;
        let x76 = x75.madd_high(x72, k43);
        let x77 = x76.madd_low(x72, k48);
        let x78 = x68.madd_high(x72, k48);
        let x79 = x78.madd_low(x72, k51);
        let x80 = x69.madd_high(x72, k51);
        let x81 = x80.madd_low(x72, k54);
        let x82 = x39.madd_high(x72, k54);
        let (x83, y83) = x77.split::<52>();
        let x84 = x79 + y83;
        let x85 = k8.madd_low(x83, k41);
        let x86 = x83.madd_low(x85, k43);
        let (_, y87) = x86.split::<52>();
        let x88 = x84 + y87;
        let x89 = x88.madd_high(x85, k43);
        let x90 = x89.madd_low(x85, k48);
        let x91 = x81.madd_high(x85, k48);
        let x92 = x91.madd_low(x85, k51);
        let x93 = x82.madd_high(x85, k51);
        let x94 = x93.madd_low(x85, k54);
        let x95 = x40.madd_high(x85, k54);
        let (x96, y96) = x90.split::<52>();
        let x97 = x92 + y96;
        let (x98, y98) = x97.split::<52>();
        let x99 = x94 + y98;
        let (x100, y100) = x99.split::<52>();
        let x101 = x95 + y100;
        [x96, x98, x100, x101]
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
        let k31 = a0.like(0x672070ddbcf2f);
        let x32 = k4.madd_low(x23, k31);
        let k33 = a0.like(0xbc9b1b4d22831);
        let x34 = x23.madd_low(x32, k33);
        let (_, y35) = x34.split::<52>();
        let x36 = x24 + y35;
        let x37 = x36.madd_high(x32, k33);
        let k38 = a0.like(0xff99def836146);
        let x39 = x37.madd_low(x32, k38);
        let x40 = x25.madd_high(x32, k38);
        let k41 = a0.like(0xfffffffffffff);
        let x42 = x40.madd_low(x32, k41);
        let x43 = x26.madd_high(x32, k41);
        let k44 = a0.like(0xfffffffff);
        let x45 = x43.madd_low(x32, k44);
        let x46 = x27.madd_high(x32, k44);
        let (x47, y47) = x39.split::<52>();
        let x48 = x42 + y47;
        let x49 = k4.madd_low(x47, k31);
        let x50 = x47.madd_low(x49, k33);
        let (_, y51) = x50.split::<52>();
        let x52 = x48 + y51;
        let x53 = x52.madd_high(x49, k33);
        let x54 = x53.madd_low(x49, k38);
        let x55 = x45.madd_high(x49, k38);
        let x56 = x55.madd_low(x49, k41);
        let x57 = x46.madd_high(x49, k41);
        let x58 = x57.madd_low(x49, k44);
        let x59 = x28.madd_high(x49, k44);
        let (x60, y60) = x54.split::<52>();
        let x61 = x56 + y60;
        let x62 = k4.madd_low(x60, k31);
        let x63 = x60.madd_low(x62, k33);
        let (_, y64) = x63.split::<52>();
        let x65 = x61 + y64;
        let x66 = x65.madd_high(x62, k33);
        let x67 = x66.madd_low(x62, k38);
        let x68 = x58.madd_high(x62, k38);
        let x69 = x68.madd_low(x62, k41);
        let x70 = x59.madd_high(x62, k41);
        let x71 = x70.madd_low(x62, k44);
        let x72 = x29.madd_high(x62, k44);
        let (x73, y73) = x67.split::<52>();
        let x74 = x69 + y73;
        let x75 = k4.madd_low(x73, k31);
        let x76 = x73.madd_low(x75, k33);
        let (_, y77) = x76.split::<52>();
        let x78 = x74 + y77;
        let x79 = x78.madd_high(x75, k33);
        let x80 = x79.madd_low(x75, k38);
        let x81 = x71.madd_high(x75, k38);
        let x82 = x81.madd_low(x75, k41);
        let x83 = x72.madd_high(x75, k41);
        let x84 = x83.madd_low(x75, k44);
        let x85 = x30.madd_high(x75, k44);
        let (x86, y86) = x80.split::<52>();
        let x87 = x82 + y86;
        let (x88, y88) = x87.split::<52>();
        let x89 = x84 + y88;
        let (x90, y90) = x89.split::<52>();
        let x91 = x85 + y90;
        [x86, x88, x90, x91]
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
        let k16 = a0.like(0x1ebc507dd68d3a);
        let k17 = a0.like(0x3568420b55267a);
        let k18 = a0.like(0x5f8f73f60b6615);
        let k19 = a0.like(0x70000d9f330fda);
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
        let x91 = x65 + y90;
        let k92 = a0.like(0x672070ddbcf2f);
        let x93 = k24.madd_low(x90, k92);
        let k94 = a0.like(0xbc9b1b4d22831);
        let x95 = x90.madd_low(x93, k94);
        let (_, y96) = x95.split::<52>();
        let x97 = x91 + y96;
        let x98 = x97.madd_high(x93, k94);
        let k99 = a0.like(0xff99def836146);
        let x100 = x98.madd_low(x93, k99);
        let x101 = x73.madd_high(x93, k99);
        let k102 = a0.like(0xfffffffffffff);
        let x103 = x101.madd_low(x93, k102);
        let x104 = x81.madd_high(x93, k102);
        let k105 = a0.like(0xfffffffff);
        let x106 = x104.madd_low(x93, k105);
        let x107 = x83.madd_high(x93, k105);
        let x108 = x100 - x33;
        let (x109, y109) = x108.split::<52>();
        let x110 = x103 + y109;
        let x111 = k24.madd_low(x109, k92);
        let x112 = x109.madd_low(x111, k94);
        let (_, y113) = x112.split::<52>();
        let x114 = x110 + y113;
        let x115 = x114.madd_high(x111, k94);
        let x116 = x115.madd_low(x111, k99);
        let x117 = x106.madd_high(x111, k99);
        let x118 = x117.madd_low(x111, k102);
        let x119 = x107.madd_high(x111, k102);
        let x120 = x119.madd_low(x111, k105);
        let x121 = x85.madd_high(x111, k105);
        let x122 = x116 - x41;
        let (x123, y123) = x122.split::<52>();
        let x124 = x118 + y123;
        let x125 = k24.madd_low(x123, k92);
        let x126 = x123.madd_low(x125, k94);
        let (_, y127) = x126.split::<52>();
        let x128 = x124 + y127;
        let x129 = x128.madd_high(x125, k94);
        let x130 = x129.madd_low(x125, k99);
        let x131 = x120.madd_high(x125, k99);
        let x132 = x131.madd_low(x125, k102);
        let x133 = x121.madd_high(x125, k102);
        let x134 = x133.madd_low(x125, k105);
        let x135 = x87.madd_high(x125, k105);
        let x136 = x130 - x49;
        let (x137, y137) = x136.split::<52>();
        let x138 = x132 + y137;
        let x139 = k24.madd_low(x137, k92);
        let x140 = x137.madd_low(x139, k94);
        let (_, y141) = x140.split::<52>();
        let x142 = x138 + y141;
        let x143 = x142.madd_high(x139, k94);
        let x144 = x143.madd_low(x139, k99);
        let x145 = x134.madd_high(x139, k99);
        let x146 = x145.madd_low(x139, k102);
        let x147 = x135.madd_high(x139, k102);
        let x148 = x147.madd_low(x139, k105);
        let x149 = x88.madd_high(x139, k105);
        let x150 = x144 - x51;
        let (x151, y151) = x150.split::<52>();
        let x152 = x146 + y151;
        let x153 = x152 - x53;
        let (x154, y154) = x153.split::<52>();
        let x155 = x148 + y154;
        let x156 = x155 - x55;
        let (x157, y157) = x156.split::<52>();
        let x158 = x149 + y157;
        let x159 = x158 - x56;
        [x151, x154, x157, x159]
    }

    #[inline(always)]
    fn mul_sub_sqr2<W: Word>(a: &[W; 4], b: &[W; 4], c: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let [b0, b1, b2, b3] = *b;
        let [c0, c1, c2, c3] = *c;
        let k12 = a0.like(0x21aeef46daf243);
        let k13 = a0.like(0x6ad6e62726ebaf);
        let k14 = a0.like(0xaf1ee7ec16cc2a);
        let k15 = a0.like(0xe0000b3e661fb5);
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
        let x89 = x63 + y88;
        let k90 = a0.like(0x672070ddbcf2f);
        let x91 = k20.madd_low(x88, k90);
        let k92 = a0.like(0xbc9b1b4d22831);
        let x93 = x88.madd_low(x91, k92);
        let (_, y94) = x93.split::<52>();
        let x95 = x89 + y94;
        let x96 = x95.madd_high(x91, k92);
        let k97 = a0.like(0xff99def836146);
        let x98 = x96.madd_low(x91, k97);
        let x99 = x71.madd_high(x91, k97);
        let k100 = a0.like(0xfffffffffffff);
        let x101 = x99.madd_low(x91, k100);
        let x102 = x79.madd_high(x91, k100);
        let k103 = a0.like(0xfffffffff);
        let x104 = x102.madd_low(x91, k103);
        let x105 = x81.madd_high(x91, k103);
        let x106 = x98 - x48;
        let (x107, y107) = x106.split::<52>();
        let x108 = x101 + y107;
        let x109 = k20.madd_low(x107, k90);
        let x110 = x107.madd_low(x109, k92);
        let (_, y111) = x110.split::<52>();
        let x112 = x108 + y111;
        let x113 = x112.madd_high(x109, k92);
        let x114 = x113.madd_low(x109, k97);
        let x115 = x104.madd_high(x109, k97);
        let x116 = x115.madd_low(x109, k100);
        let x117 = x105.madd_high(x109, k100);
        let x118 = x117.madd_low(x109, k103);
        let x119 = x83.madd_high(x109, k103);
        let x120 = x114 - x49;
        let (x121, y121) = x120.split::<52>();
        let x122 = x116 + y121;
        let x123 = k20.madd_low(x121, k90);
        let x124 = x121.madd_low(x123, k92);
        let (_, y125) = x124.split::<52>();
        let x126 = x122 + y125;
        let x127 = x126.madd_high(x123, k92);
        let x128 = x127.madd_low(x123, k97);
        let x129 = x118.madd_high(x123, k97);
        let x130 = x129.madd_low(x123, k100);
        let x131 = x119.madd_high(x123, k100);
        let x132 = x131.madd_low(x123, k103);
        let x133 = x85.madd_high(x123, k103);
        let x134 = x128 - x50;
        let (x135, y135) = x134.split::<52>();
        let x136 = x130 + y135;
        let x137 = k20.madd_low(x135, k90);
        let x138 = x135.madd_low(x137, k92);
        let (_, y139) = x138.split::<52>();
        let x140 = x136 + y139;
        let x141 = x140.madd_high(x137, k92);
        let x142 = x141.madd_low(x137, k97);
        let x143 = x132.madd_high(x137, k97);
        let x144 = x143.madd_low(x137, k100);
        let x145 = x133.madd_high(x137, k100);
        let x146 = x145.madd_low(x137, k103);
        let x147 = x86.madd_high(x137, k103);
        let x148 = x142 - x51;
        let (x149, y149) = x148.split::<52>();
        let x150 = x144 + y149;
        let x151 = x150 - x52;
        let (x152, y152) = x151.split::<52>();
        let x153 = x146 + y152;
        let x154 = x153 - x53;
        let (x155, y155) = x154.split::<52>();
        let x156 = x147 + y155;
        let x157 = x156 - x54;
        [x149, x152, x155, x157]
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
        let k4 = a0.like(0xa173f5b6369b9);
        let x5 = a0 + k4;
        let k6 = a0.like(0xfc68d6b9e6b7c);
        let x7 = a1 + k6;
        let k8 = a0.like(0xfffffffffffff);
        let x9 = a2 + k8;
        let k10 = a0.like(0x8fffffffff);
        let x11 = a3 + k10;
        let k12 = a0.like(0x6);
        let x13 = x11 - k12;
        let (x14, y14) = x13.split::<36>();
        let x15 = x14 + k12;
        let k16 = a0.like(0x4364e4b2dd7cf);
        let k17 = a0.like(0x0);
        let x18 = k17.madd_low(y14, k16);
        let x19 = k17.madd_high(y14, k16);
        let k20 = a0.like(0x662107c9eb9);
        let x21 = x19.madd_low(y14, k20);
        let x22 = k17.madd_high(y14, k20);
        let x23 = x5 + x18;
        let (x24, y24) = x23.split::<52>();
        let x25 = x7 + y24;
        let x26 = x25 + x21;
        let (x27, y27) = x26.split::<52>();
        let x28 = x9 + y27;
        let x29 = x28 + x22;
        let (x30, y30) = x29.split::<52>();
        let x31 = x15 + y30;
        [x24, x27, x30, x31]
    }

    #[inline(always)]
    fn encode<W: Word>(plain: &[W; 4]) -> [W; 4] {
        let [plain0, plain1, plain2, plain3] = *plain;
        let k4 = plain0.like(0x1dac5dc70db39);
        let k5 = plain0.like(0x28b50b2f49b4b);
        let k6 = plain0.like(0x696ea5bcb7b84);
        let k7 = plain0.like(0xea0581a24);
        let k8 = plain0.like(0x0);
        let x9 = k8.madd_low(plain0, k4);
        let x10 = k8.madd_high(plain0, k4);
        let x11 = x10.madd_low(plain0, k5);
        let x12 = k8.madd_high(plain0, k5);
        let x13 = x12.madd_low(plain0, k6);
        let x14 = k8.madd_high(plain0, k6);
        let x15 = x14.madd_low(plain0, k7);
        let x16 = k8.madd_high(plain0, k7);
        let x17 = x11.madd_low(plain1, k4);
        let x18 = x13.madd_high(plain1, k4);
        let x19 = x18.madd_low(plain1, k5);
        let x20 = x15.madd_high(plain1, k5);
        let x21 = x20.madd_low(plain1, k6);
        let x22 = x16.madd_high(plain1, k6);
        let x23 = x22.madd_low(plain1, k7);
        let x24 = k8.madd_high(plain1, k7);
        let x25 = x19.madd_low(plain2, k4);
        let x26 = x21.madd_high(plain2, k4);
        let x27 = x26.madd_low(plain2, k5);
        let x28 = x23.madd_high(plain2, k5);
        let x29 = x28.madd_low(plain2, k6);
        let x30 = x24.madd_high(plain2, k6);
        let x31 = x30.madd_low(plain2, k7);
        let x32 = k8.madd_high(plain2, k7);
        let x33 = x27.madd_low(plain3, k4);
        let x34 = x29.madd_high(plain3, k4);
        let x35 = x34.madd_low(plain3, k5);
        let x36 = x31.madd_high(plain3, k5);
        let x37 = x36.madd_low(plain3, k6);
        let x38 = x32.madd_high(plain3, k6);
        let x39 = x38.madd_low(plain3, k7);
        let x40 = k8.madd_high(plain3, k7);
        let k41 = plain0.like(0x672070ddbcf2f);
        let x42 = k8.madd_low(x9, k41);
        let k43 = plain0.like(0xbc9b1b4d22831);
        let x44 = x9.madd_low(x42, k43);
        let (_, y45) = x44.split::<52>();
        let x46 = x17 + y45;
        let x47 = x46.madd_high(x42, k43);
        let k48 = plain0.like(0xff99def836146);
        let x49 = x47.madd_low(x42, k48);
        let x50 = x25.madd_high(x42, k48);
        let k51 = plain0.like(0xfffffffffffff);
        let x52 = x50.madd_low(x42, k51);
        let x53 = x33.madd_high(x42, k51);
        let k54 = plain0.like(0xfffffffff);
        let x55 = x53.madd_low(x42, k54);
        let x56 = x35.madd_high(x42, k54);
        let (x57, y57) = x49.split::<52>();
        let x58 = x52 + y57;
        let x59 = k8.madd_low(x57, k41);
        let x60 = x57.madd_low(x59, k43);
        let (_, y61) = x60.split::<52>();
        let x62 = x58 + y61;
        let x63 = x62.madd_high(x59, k43);
        let x64 = x63.madd_low(x59, k48);
        let x65 = x55.madd_high(x59, k48);
        let x66 = x65.madd_low(x59, k51);
        let x67 = x56.madd_high(x59, k51);
        let x68 = x67.madd_low(x59, k54);
        let x69 = x37.madd_high(x59, k54);
        let (x70, y70) = x64.split::<52>();
        let x71 = x66 + y70;
        let x72 = k8.madd_low(x70, k41);
        let x73 = x70.madd_low(x72, k43);
        let (_, y74) = x73.split::<52>();
        let x75 = x71 + y74;
        let x76 = x75.madd_high(x72, k43);
        let x77 = x76.madd_low(x72, k48);
        let x78 = x68.madd_high(x72, k48);
        let x79 = x78.madd_low(x72, k51);
        let x80 = x69.madd_high(x72, k51);
        let x81 = x80.madd_low(x72, k54);
        let x82 = x39.madd_high(x72, k54);
        let (x83, y83) = x77.split::<52>();
        let x84 = x79 + y83;
        let x85 = k8.madd_low(x83, k41);
        let x86 = x83.madd_low(x85, k43);
        let (_, y87) = x86.split::<52>();
        let x88 = x84 + y87;
        let x89 = x88.madd_high(x85, k43);
        let x90 = x89.madd_low(x85, k48);
        let x91 = x81.madd_high(x85, k48);
        let x92 = x91.madd_low(x85, k51);
        let x93 = x82.madd_high(x85, k51);
        let x94 = x93.madd_low(x85, k54);
        let x95 = x40.madd_high(x85, k54);
        let (x96, y96) = x90.split::<52>();
        let x97 = x92 + y96;
        let (x98, y98) = x97.split::<52>();
        let x99 = x94 + y98;
        let (x100, y100) = x99.split::<52>();
        let x101 = x95 + y100;
        [x96, x98, x100, x101]
    }

    #[inline(always)]
    fn decode<W: Word>(a: &[W; 4]) -> [W; 4] {
        let [a0, a1, a2, a3] = *a;
        let k4 = a0.like(0x672070ddbcf2f);
        let k5 = a0.like(0x0);
        let x6 = k5.madd_low(a0, k4);
        let k7 = a0.like(0xbc9b1b4d22831);
        let x8 = a0.madd_low(x6, k7);
        let (_, y9) = x8.split::<52>();
        let x10 = y9.madd_high(x6, k7);
        let k11 = a0.like(0xff99def836146);
        let x12 = x10.madd_low(x6, k11);
        let x13 = k5.madd_high(x6, k11);
        let k14 = a0.like(0xfffffffffffff);
        let x15 = x13.madd_low(x6, k14);
        let x16 = k5.madd_high(x6, k14);
        let k17 = a0.like(0xfffffffff);
        let x18 = x16.madd_low(x6, k17);
        let x19 = k5.madd_high(x6, k17);
        let x20 = a1 + x12;
        let (x21, y21) = x20.split::<52>();
        let x22 = x15 + y21;
        let x23 = k5.madd_low(x21, k4);
        let x24 = x21.madd_low(x23, k7);
        let (_, y25) = x24.split::<52>();
        let x26 = x22 + y25;
        let x27 = x26.madd_high(x23, k7);
        let x28 = x27.madd_low(x23, k11);
        let x29 = x18.madd_high(x23, k11);
        let x30 = x29.madd_low(x23, k14);
        let x31 = x19.madd_high(x23, k14);
        let x32 = x31.madd_low(x23, k17);
        let x33 = k5.madd_high(x23, k17);
        let x34 = a2 + x28;
        let (x35, y35) = x34.split::<52>();
        let x36 = x30 + y35;
        let x37 = k5.madd_low(x35, k4);
        let x38 = x35.madd_low(x37, k7);
        let (_, y39) = x38.split::<52>();
        let x40 = x36 + y39;
        let x41 = x40.madd_high(x37, k7);
        let x42 = x41.madd_low(x37, k11);
        let x43 = x32.madd_high(x37, k11);
        let x44 = x43.madd_low(x37, k14);
        let x45 = x33.madd_high(x37, k14);
        let x46 = x45.madd_low(x37, k17);
        let x47 = k5.madd_high(x37, k17);
        let x48 = a3 + x42;
        let (x49, y49) = x48.split::<52>();
        let x50 = x44 + y49;
        let x51 = k5.madd_low(x49, k4);
        let x52 = x49.madd_low(x51, k7);
        let (_, y53) = x52.split::<52>();
        let x54 = x50 + y53;
        let x55 = x54.madd_high(x51, k7);
        let x56 = x55.madd_low(x51, k11);
        let x57 = x46.madd_high(x51, k11);
        let x58 = x57.madd_low(x51, k14);
        let x59 = x47.madd_high(x51, k14);
        let x60 = x59.madd_low(x51, k17);
        let x61 = k5.madd_high(x51, k17);
        let (x62, y62) = x56.split::<52>();
        let x63 = x58 + y62;
        let (x64, y64) = x63.split::<52>();
        let x65 = x60 + y64;
        let (x66, y66) = x65.split::<52>();
        let x67 = x61 + y66;
        [x62, x64, x66, x67]
    }
}
