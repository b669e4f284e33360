//! The prime `p224_p` in quads. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: quads 48x5; an element is held times 2^240.
//! At rest the limbs are from 0 to 2^48 + 16383. Sums, whose limbs have signs, may hold
//! 1536 elements at rest; `carry` takes such a sum, products do not. A product is a sum that may
//! be as large as 256 elements, so that `carry` takes 6 of them.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | carry | 1536 elements | at rest | 17 | 0 |
//! | mul | at rest | 256 elements | 117 | 80 |
//! | sqr | at rest | 256 elements | 111 | 60 |
//! | add | 768 elements | 1536 elements | 5 | 0 |
//! | sub | 768 elements | 1536 elements | 5 | 0 |
//! | decode | at rest | < 2 p | 71 | 30 |

use crate::lanes::Word;
use crate::quads::Quads;

/// The prime `p224_p`, 5 limbs of 48 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P224P;

#[rustfmt::skip]
impl Quads for P224P {
    type Limbs<W: Word> = [W; 5];
    const BITS: usize = 48;
    const MODULUS: &'static [u64] = &[
        0x1,
        0x0,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffff,
    ];
    const RADIX_SQUARED: &'static [u64] = &[
        0x100000000,
        0x0,
        0xfffe00000000,
        0xffffffffffff,
        0xffffffff,
    ];

    #[inline(always)]
    fn spread<W: Word>(word: W) -> [W; 5] {
        [word; 5]
    }

    #[inline(always)]
    fn carry<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x1fffffffffffc800);
        let x6 = a0 + k5;
        let (x7, y7) = x6.split::<48>();
        let k8 = a0.like(0x1fffffffffffe000);
        let x9 = a1 + k8;
        let (x10, y10) = x9.split::<48>();
        let k11 = a0.like(0x2000ffffffffd800);
        let x12 = a2 + k11;
        let (x13, y13) = x12.split::<48>();
        let k14 = a0.like(0x2000ffffffffdfff);
        let x15 = a3 + k14;
        let (x16, y16) = x15.split::<48>();
        let k17 = a0.like(0x7ffffffdfff);
        let x18 = a4 + k17;
        let (x19, y19) = x18.split::<32>();
        let k20 = a0.like(0x4000);
        let x21 = x7 + k20;
        let x22 = x21 - y19;
        let x23 = x10 + y7;
        let x24 = x13 + y10;
        let x25 = x24 + y19;
        let x26 = x16 + y13;
        let x27 = x19 + y16;
        [x22, x23, x25, x26, x27]
    }

    #[inline(always)]
    fn mul<W: Word>(a: &[W; 5], b: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let [b0, b1, b2, b3, b4] = *b;
        let k10 = a0.like(0x0);
        let x11 = k10.madd_low(a0, b0);
        let x12 = k10.madd_high(a0, b0);
        let x13 = k10.madd_low(a0, b1);
        let x14 = k10.madd_high(a0, b1);
        let x15 = x13.madd_low(a1, b0);
        let x16 = x14.madd_high(a1, b0);
        let x17 = k10.madd_low(a0, b2);
        let x18 = k10.madd_high(a0, b2);
        let x19 = x17.madd_low(a1, b1);
        let x20 = x18.madd_high(a1, b1);
        let x21 = x19.madd_low(a2, b0);
        let x22 = x20.madd_high(a2, b0);
        let x23 = k10.madd_low(a0, b3);
        let x24 = k10.madd_high(a0, b3);
        let x25 = x23.madd_low(a1, b2);
        let x26 = x24.madd_high(a1, b2);
        let x27 = x25.madd_low(a2, b1);
        let x28 = x26.madd_high(a2, b1);
        let x29 = x27.madd_low(a3, b0);
        let x30 = x28.madd_high(a3, b0);
        let x31 = k10.madd_low(a0, b4);
        let x32 = k10.madd_high(a0, b4);
        let x33 = x31.madd_low(a1, b3);
        let x34 = x32.madd_high(a1, b3);
        let x35 = x33.madd_low(a2, b2);
        let x36 = x34.madd_high(a2, b2);
        let x37 = x35.madd_low(a3, b1);
        let x38 = x36.madd_high(a3, b1);
        let x39 = x37.madd_low(a4, b0);
        let x40 = x38.madd_high(a4, b0);
        let x41 = k10.madd_low(a1, b4);
        let x42 = k10.madd_high(a1, b4);
        let x43 = x41.madd_low(a2, b3);
        let x44 = x42.madd_high(a2, b3);
        let x45 = x43.madd_low(a3, b2);
        let x46 = x44.madd_high(a3, b2);
        let x47 = x45.madd_low(a4, b1);
        let x48 = x46.madd_high(a4, b1);
        let x49 = k10.madd_low(a2, b4);
        let x50 = k10.madd_high(a2, b4);
        let x51 = x49.madd_low(a3, b3);
        let x52 = x50.madd_high(a3, b3);
        let x53 = x51.madd_low(a4, b2);
        let x54 = x52.madd_high(a4, b2);
        let x55 = k10.madd_low(a3, b4);
        let x56 = k10.madd_high(a3, b4);
        let x57 = x55.madd_low(a4, b3);
        let x58 = x56.madd_high(a4, b3);
        let x59 = k10.madd_low(a4, b4);
        let x60 = k10.madd_high(a4, b4);
        let k61 = a0.like(0x4000000000000000);
        let x62 = k61 - x11;
        let (x63, y63) = x62.split::<48>();
        let k64 = a0.like(0x4000);
        let x65 = k64 - y63;
        let k66 = a0.like(0xffffffffffff);
        let x67 = x21.madd_low(x63, k66);
        let x68 = x22.madd_high(x63, k66);
        let x69 = x29.madd_low(x63, k66);
        let x70 = x30.madd_high(x63, k66);
        let k71 = a0.like(0xffffffff);
        let x72 = x39.madd_low(x63, k71);
        let x73 = x40.madd_high(x63, k71);
        let x74 = x12.shl::<4>();
        let x75 = x15 + x74;
        let x76 = x75 + x65;
        let x77 = k61 - x76;
        let (x78, y78) = x77.split::<48>();
        let x79 = k64 - y78;
        let x80 = x69.madd_low(x78, k66);
        let x81 = x70.madd_high(x78, k66);
        let x82 = x72.madd_low(x78, k66);
        let x83 = x73.madd_high(x78, k66);
        let x84 = x47.madd_low(x78, k71);
        let x85 = x48.madd_high(x78, k71);
        let x86 = x16.shl::<4>();
        let x87 = x67 + x86;
        let x88 = x87 + x79;
        let x89 = k61 - x88;
        let (x90, y90) = x89.split::<48>();
        let x91 = k64 - y90;
        let x92 = x82.madd_low(x90, k66);
        let x93 = x83.madd_high(x90, k66);
        let x94 = x84.madd_low(x90, k66);
        let x95 = x85.madd_high(x90, k66);
        let x96 = x53.madd_low(x90, k71);
        let x97 = x54.madd_high(x90, k71);
        let x98 = x68.shl::<4>();
        let x99 = x80 + x98;
        let x100 = x99 + x91;
        let x101 = k61 - x100;
        let (x102, y102) = x101.split::<48>();
        let x103 = k64 - y102;
        let x104 = x94.madd_low(x102, k66);
        let x105 = x95.madd_high(x102, k66);
        let x106 = x96.madd_low(x102, k66);
        let x107 = x97.madd_high(x102, k66);
        let x108 = x57.madd_low(x102, k71);
        let x109 = x58.madd_high(x102, k71);
        let x110 = x81.shl::<4>();
        let x111 = x92 + x110;
        let x112 = x111 + x103;
        let x113 = k61 - x112;
        let (x114, y114) = x113.split::<48>();
        let x115 = k64 - y114;
        let x116 = x106.madd_low(x114, k66);
        let x117 = x107.madd_high(x114, k66);
        let x118 = x108.madd_low(x114, k66);
        let x119 = x109.madd_high(x114, k66);
        let x120 = x59.madd_low(x114, k71);
        let x121 = x60.madd_high(x114, k71);
        let x122 = x93.shl::<4>();
        let x123 = x104 + x122;
        let x124 = x123 + x115;
        let x125 = x105.shl::<4>();
        let x126 = x116 + x125;
        let x127 = x117.shl::<4>();
        let x128 = x118 + x127;
        let x129 = x119.shl::<4>();
        let x130 = x120 + x129;
        let x131 = x121.shl::<4>();
        [x124, x126, x128, x130, x131]
    }

    #[inline(always)]
    fn sqr<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x0);
        let x6 = k5.madd_low(a0, a1);
        let x7 = k5.madd_high(a0, a1);
        let x8 = k5.madd_low(a0, a2);
        let x9 = k5.madd_high(a0, a2);
        let x10 = k5.madd_low(a0, a3);
        let x11 = k5.madd_high(a0, a3);
        let x12 = x10.madd_low(a1, a2);
        let x13 = x11.madd_high(a1, a2);
        let x14 = k5.madd_low(a0, a4);
        let x15 = k5.madd_high(a0, a4);
        let x16 = x14.madd_low(a1, a3);
        let x17 = x15.madd_high(a1, a3);
        let x18 = k5.madd_low(a1, a4);
        let x19 = k5.madd_high(a1, a4);
        let x20 = x18.madd_low(a2, a3);
        let x21 = x19.madd_high(a2, a3);
        let x22 = k5.madd_low(a2, a4);
        let x23 = k5.madd_high(a2, a4);
        let x24 = k5.madd_low(a3, a4);
        let x25 = k5.madd_high(a3, a4);
        let x26 = x6 + x6;
        let x27 = x8 + x8;
        let x28 = x12 + x12;
        let x29 = x16 + x16;
        let x30 = x20 + x20;
        let x31 = x22 + x22;
        let x32 = x24 + x24;
        let x33 = x7 + x7;
        let x34 = x9 + x9;
        let x35 = x13 + x13;
        let x36 = x17 + x17;
        let x37 = x21 + x21;
        let x38 = x23 + x23;
        let x39 = x25 + x25;
        let x40 = k5.madd_low(a0, a0);
        let x41 = k5.madd_high(a0, a0);
        let x42 = x27.madd_low(a1, a1);
        let x43 = x34.madd_high(a1, a1);
        let x44 = x29.madd_low(a2, a2);
        let x45 = x36.madd_high(a2, a2);
        let x46 = x31.madd_low(a3, a3);
        let x47 = x38.madd_high(a3, a3);
        let x48 = k5.madd_low(a4, a4);
        let x49 = k5.madd_high(a4, a4);
        let k50 = a0.like(0x4000000000000000);
        let x51 = k50 - x40;
        let (x52, y52) = x51.split::<48>();
        let k53 = a0.like(0x4000);
        let x54 = k53 - y52;
        let k55 = a0.like(0xffffffffffff);
        let x56 = x42.madd_low(x52, k55);
        let x57 = x43.madd_high(x52, k55);
        let x58 = x28.madd_low(x52, k55);
        let x59 = x35.madd_high(x52, k55);
        let k60 = a0.like(0xffffffff);
        let x61 = x44.madd_low(x52, k60);
        let x62 = x45.madd_high(x52, k60);
        let x63 = x41.shl::<4>();
        let x64 = x26 + x63;
        let x65 = x64 + x54;
        let x66 = k50 - x65;
        let (x67, y67) = x66.split::<48>();
        let x68 = k53 - y67;
        let x69 = x58.madd_low(x67, k55);
        let x70 = x59.madd_high(x67, k55);
        let x71 = x61.madd_low(x67, k55);
        let x72 = x62.madd_high(x67, k55);
        let x73 = x30.madd_low(x67, k60);
        let x74 = x37.madd_high(x67, k60);
        let x75 = x33.shl::<4>();
        let x76 = x56 + x75;
        let x77 = x76 + x68;
        let x78 = k50 - x77;
        let (x79, y79) = x78.split::<48>();
        let x80 = k53 - y79;
        let x81 = x71.madd_low(x79, k55);
        let x82 = x72.madd_high(x79, k55);
        let x83 = x73.madd_low(x79, k55);
        let x84 = x74.madd_high(x79, k55);
        let x85 = x46.madd_low(x79, k60);
        let x86 = x47.madd_high(x79, k60);
        let x87 = x57.shl::<4>();
        let x88 = x69 + x87;
        let x89 = x88 + x80;
        let x90 = k50 - x89;
        let (x91, y91) = x90.split::<48>();
        let x92 = k53 - y91;
        let x93 = x83.madd_low(x91, k55);
        let x94 = x84.madd_high(x91, k55);
        let x95 = x85.madd_low(x91, k55);
        let x96 = x86.madd_high(x91, k55);
        let x97 = x32.madd_low(x91, k60);
        let x98 = x39.madd_high(x91, k60);
        let x99 = x70.shl::<4>();
        let x100 = x81 + x99;
        let x101 = x100 + x92;
        let x102 = k50 - x101;
        let (x103, y103) = x102.split::<48>();
        let x104 = k53 - y103;
        let x105 = x95.madd_low(x103, k55);
        let x106 = x96.madd_high(x103, k55);
        let x107 = x97.madd_low(x103, k55);
        let x108 = x98.madd_high(x103, k55);
        let x109 = x48.madd_low(x103, k60);
        let x110 = x49.madd_high(x103, k60);
        let x111 = x82.shl::<4>();
        let x112 = x93 + x111;
        let x113 = x112 + x104;
        let x114 = x94.shl::<4>();
        let x115 = x105 + x114;
        let x116 = x106.shl::<4>();
        let x117 = x107 + x116;
        let x118 = x108.shl::<4>();
        let x119 = x109 + x118;
        let x120 = x110.shl::<4>();
        [x113, x115, x117, x119, x120]
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
    fn decode<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x4000000000000000);
        let x6 = k5 - a0;
        let (x7, y7) = x6.split::<48>();
        let k8 = a0.like(0x4000);
        let x9 = k8 - y7;
        let k10 = a0.like(0xffffffffffff);
        let k11 = a0.like(0x0);
        let x12 = a2.madd_low(x7, k10);
        let x13 = k11.madd_high(x7, k10);
        let x14 = a3.madd_low(x7, k10);
        let x15 = k11.madd_high(x7, k10);
        let k16 = a0.like(0xffffffff);
        let x17 = a4.madd_low(x7, k16);
        let x18 = k11.madd_high(x7, k16);
        let x19 = a1 + x9;
        let x20 = k5 - x19;
        let (x21, y21) = x20.split::<48>();
        let x22 = k8 - y21;
        let x23 = x14.madd_low(x21, k10);
        let x24 = x15.madd_high(x21, k10);
        let x25 = x17.madd_low(x21, k10);
        let x26 = x18.madd_high(x21, k10);
        let x27 = k11.madd_low(x21, k16);
        let x28 = k11.madd_high(x21, k16);
        let x29 = x12 + x22;
        let x30 = k5 - x29;
        let (x31, y31) = x30.split::<48>();
        let x32 = k8 - y31;
        let x33 = x25.madd_low(x31, k10);
        let x34 = x26.madd_high(x31, k10);
        let x35 = x27.madd_low(x31, k10);
        let x36 = x28.madd_high(x31, k10);
        let x37 = k11.madd_low(x31, k16);
        let x38 = k11.madd_high(x31, k16);
        let x39 = x13.shl::<4>();
        let x40 = x23 + x39;
        let x41 = x40 + x32;
        let x42 = k5 - x41;
        let (x43, y43) = x42.split::<48>();
        let x44 = k8 - y43;
        let x45 = x35.madd_low(x43, k10);
        let x46 = x36.madd_high(x43, k10);
        let x47 = x37.madd_low(x43, k10);
        let x48 = x38.madd_high(x43, k10);
        let x49 = k11.madd_low(x43, k16);
        let x50 = k11.madd_high(x43, k16);
        let x51 = x24.shl::<4>();
        let x52 = x33 + x51;
        let x53 = x52 + x44;
        let x54 = k5 - x53;
        let (x55, y55) = x54.split::<48>();
        let x56 = k8 - y55;
        let x57 = x47.madd_low(x55, k10);
        let x58 = x48.madd_high(x55, k10);
        let x59 = x49.madd_low(x55, k10);
        let x60 = x50.madd_high(x55, k10);
        let x61 = k11.madd_low(x55, k16);
        let x62 = k11.madd_high(x55, k16);
        let x63 = x34.shl::<4>();
        let x64 = x45 + x63;
        let x65 = x64 + x56;
        let x66 = x46.shl::<4>();
        let x67 = x57 + x66;
        let x68 = x58.shl::<4>();
        let x69 = x59 + x68;
        let x70 = x60.shl::<4>();
        let x71 = x61 + x70;
        let x72 = x62.shl::<4>();
        let (x73, y73) = x65.split::<48>();
        let x74 = x67 + y73;
        let (x75, y75) = x74.split::<48>();
        let x76 = x69 + y75;
        let (x77, y77) = x76.split::<48>();
        let x78 = x71 + y77;
        let (x79, y79) = x78.split::<48>();
        let x80 = x72 + y79;
        [x73, x75, x77, x79, x80]
    }
}
