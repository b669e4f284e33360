//! The prime `p25519_p` in quads. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.3.
//! Form: quads 51x5; an element is held as it is.
//! At rest the limbs are from 0 to 2^51 + 58386. Sums, whose limbs have signs, may hold
//! 1536 elements at rest; `carry` takes such a sum, products do not. A product is a sum that may
//! be as large as 256 elements, so that `carry` takes 6 of them.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | carry | 1536 elements | at rest | 19 | 0 |
//! | mul | at rest | 256 elements | 92 | 50 |
//! | sqr | at rest | 256 elements | 86 | 30 |
//! | add | 768 elements | 1536 elements | 5 | 0 |
//! | sub | 768 elements | 1536 elements | 5 | 0 |
//! | decode | at rest | < 2 p | 14 | 0 |

use crate::lanes::Word;
use crate::quads::Quads;

/// The prime `p25519_p`, 5 limbs of 51 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P25519P;

#[rustfmt::skip]
impl Quads for P25519P {
    type Limbs<W: Word> = [W; 5];
    const BITS: usize = 51;
    const MODULUS: &'static [u64] = &[
        0x7ffffffffffed,
        0x7ffffffffffff,
        0x7ffffffffffff,
        0x7ffffffffffff,
        0x7ffffffffffff,
    ];
    const RADIX_SQUARED: &'static [u64] = &[
        0x1,
        0x0,
        0x0,
        0x0,
        0x0,
    ];

    #[inline(always)]
    fn spread<W: Word>(word: W) -> [W; 5] {
        [word; 5]
    }

    #[inline(always)]
    fn carry<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x3007ffffffff8ded);
        let x6 = a0 + k5;
        let (x7, y7) = x6.split::<51>();
        let k8 = a0.like(0x3007fffffffff9ff);
        let x9 = a1 + k8;
        let (x10, y10) = x9.split::<51>();
        let x11 = a2 + k8;
        let (x12, y12) = x11.split::<51>();
        let x13 = a3 + k8;
        let (x14, y14) = x13.split::<51>();
        let x15 = a4 + k8;
        let (x16, y16) = x15.split::<51>();
        let x17 = y16.shl::<1>();
        let x18 = y16.shl::<4>();
        let x19 = y16 + x17;
        let x20 = x19 + x18;
        let x21 = x7 + x20;
        let x22 = x10 + y7;
        let x23 = x12 + y10;
        let x24 = x14 + y12;
        let x25 = x16 + y14;
        [x21, x22, x23, x24, x25]
    }

    #[inline(always)]
    fn mul<W: Word>(a: &[W; 5], b: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let [b0, b1, b2, b3, b4] = *b;
        let k10 = a0.like(0x0);
        let x11 = k10.madd_low(a0, b4);
        let x12 = k10.madd_high(a0, b4);
        let x13 = x11.madd_low(a1, b3);
        let x14 = x12.madd_high(a1, b3);
        let x15 = k10.madd_low(a1, b4);
        let x16 = k10.madd_high(a1, b4);
        let x17 = x13.madd_low(a2, b2);
        let x18 = x14.madd_high(a2, b2);
        let x19 = x15.madd_low(a2, b3);
        let x20 = x16.madd_high(a2, b3);
        let x21 = k10.madd_low(a2, b4);
        let x22 = k10.madd_high(a2, b4);
        let x23 = x17.madd_low(a3, b1);
        let x24 = x18.madd_high(a3, b1);
        let x25 = x19.madd_low(a3, b2);
        let x26 = x20.madd_high(a3, b2);
        let x27 = x21.madd_low(a3, b3);
        let x28 = x22.madd_high(a3, b3);
        let x29 = k10.madd_low(a3, b4);
        let x30 = k10.madd_high(a3, b4);
        let x31 = x23.madd_low(a4, b0);
        let x32 = x24.madd_high(a4, b0);
        let x33 = x25.madd_low(a4, b1);
        let x34 = x26.madd_high(a4, b1);
        let x35 = x27.madd_low(a4, b2);
        let x36 = x28.madd_high(a4, b2);
        let x37 = x29.madd_low(a4, b3);
        let x38 = x30.madd_high(a4, b3);
        let x39 = k10.madd_low(a4, b4);
        let x40 = k10.madd_high(a4, b4);
        let x41 = k10.madd_low(a0, b0);
        let x42 = k10.madd_high(a0, b0);
        let x43 = k10.madd_low(a0, b1);
        let x44 = k10.madd_high(a0, b1);
        let x45 = k10.madd_low(a0, b2);
        let x46 = k10.madd_high(a0, b2);
        let x47 = k10.madd_low(a0, b3);
        let x48 = k10.madd_high(a0, b3);
        let x49 = x43.madd_low(a1, b0);
        let x50 = x44.madd_high(a1, b0);
        let x51 = x45.madd_low(a1, b1);
        let x52 = x46.madd_high(a1, b1);
        let x53 = x47.madd_low(a1, b2);
        let x54 = x48.madd_high(a1, b2);
        let x55 = x51.madd_low(a2, b0);
        let x56 = x52.madd_high(a2, b0);
        let x57 = x53.madd_low(a2, b1);
        let x58 = x54.madd_high(a2, b1);
        let x59 = x57.madd_low(a3, b0);
        let x60 = x58.madd_high(a3, b0);
        let x61 = x32 + x32;
        let x62 = x33 + x61;
        let x63 = x62.shl::<1>();
        let x64 = x62.shl::<4>();
        let x65 = x62 + x63;
        let x66 = x65 + x64;
        let x67 = x34 + x34;
        let x68 = x35 + x67;
        let x69 = x68.shl::<1>();
        let x70 = x68.shl::<4>();
        let x71 = x68 + x69;
        let x72 = x71 + x70;
        let x73 = x36 + x36;
        let x74 = x37 + x73;
        let x75 = x74.shl::<1>();
        let x76 = x74.shl::<4>();
        let x77 = x74 + x75;
        let x78 = x77 + x76;
        let x79 = x38 + x38;
        let x80 = x39 + x79;
        let x81 = x80.shl::<1>();
        let x82 = x80.shl::<4>();
        let x83 = x80 + x81;
        let x84 = x83 + x82;
        let x85 = x40 + x40;
        let x86 = x85.shl::<1>();
        let x87 = x85.shl::<4>();
        let x88 = x85 + x86;
        let x89 = x88 + x87;
        let x90 = x41 + x66;
        let x91 = x42 + x42;
        let x92 = x49 + x91;
        let x93 = x92 + x72;
        let x94 = x50 + x50;
        let x95 = x55 + x94;
        let x96 = x95 + x78;
        let x97 = x56 + x56;
        let x98 = x59 + x97;
        let x99 = x98 + x84;
        let x100 = x60 + x60;
        let x101 = x31 + x100;
        let x102 = x101 + x89;
        [x90, x93, x96, x99, x102]
    }

    #[inline(always)]
    fn sqr<W: Word>(a: &[W; 5]) -> [W; 5] {
        let [a0, a1, a2, a3, a4] = *a;
        let k5 = a0.like(0x0);
        let x6 = k5.madd_low(a0, a4);
        let x7 = k5.madd_high(a0, a4);
        let x8 = x6.madd_low(a1, a3);
        let x9 = x7.madd_high(a1, a3);
        let x10 = k5.madd_low(a1, a4);
        let x11 = k5.madd_high(a1, a4);
        let x12 = x10.madd_low(a2, a3);
        let x13 = x11.madd_high(a2, a3);
        let x14 = k5.madd_low(a2, a4);
        let x15 = k5.madd_high(a2, a4);
        let x16 = k5.madd_low(a3, a4);
        let x17 = k5.madd_high(a3, a4);
        let x18 = k5.madd_low(a0, a1);
        let x19 = k5.madd_high(a0, a1);
        let x20 = k5.madd_low(a0, a2);
        let x21 = k5.madd_high(a0, a2);
        let x22 = k5.madd_low(a0, a3);
        let x23 = k5.madd_high(a0, a3);
        let x24 = x22.madd_low(a1, a2);
        let x25 = x23.madd_high(a1, a2);
        let x26 = x18 + x18;
        let x27 = x20 + x20;
        let x28 = x24 + x24;
        let x29 = x8 + x8;
        let x30 = x12 + x12;
        let x31 = x14 + x14;
        let x32 = x16 + x16;
        let x33 = x19 + x19;
        let x34 = x21 + x21;
        let x35 = x25 + x25;
        let x36 = x9 + x9;
        let x37 = x13 + x13;
        let x38 = x15 + x15;
        let x39 = x17 + x17;
        let x40 = x29.madd_low(a2, a2);
        let x41 = x36.madd_high(a2, a2);
        let x42 = x31.madd_low(a3, a3);
        let x43 = x38.madd_high(a3, a3);
        let x44 = k5.madd_low(a4, a4);
        let x45 = k5.madd_high(a4, a4);
        let x46 = k5.madd_low(a0, a0);
        let x47 = k5.madd_high(a0, a0);
        let x48 = x27.madd_low(a1, a1);
        let x49 = x34.madd_high(a1, a1);
        let x50 = x41 + x41;
        let x51 = x30 + x50;
        let x52 = x51.shl::<1>();
        let x53 = x51.shl::<4>();
        let x54 = x51 + x52;
        let x55 = x54 + x53;
        let x56 = x37 + x37;
        let x57 = x42 + x56;
        let x58 = x57.shl::<1>();
        let x59 = x57.shl::<4>();
        let x60 = x57 + x58;
        let x61 = x60 + x59;
        let x62 = x43 + x43;
        let x63 = x32 + x62;
        let x64 = x63.shl::<1>();
        let x65 = x63.shl::<4>();
        let x66 = x63 + x64;
        let x67 = x66 + x65;
        let x68 = x39 + x39;
        let x69 = x44 + x68;
        let x70 = x69.shl::<1>();
        let x71 = x69.shl::<4>();
        let x72 = x69 + x70;
        let x73 = x72 + x71;
        let x74 = x45 + x45;
        let x75 = x74.shl::<1>();
        let x76 = x74.shl::<4>();
        let x77 = x74 + x75;
        let x78 = x77 + x76;
        let x79 = x46 + x55;
        let x80 = x47 + x47;
        let x81 = x26 + x80;
        let x82 = x81 + x61;
        let x83 = x33 + x33;
        let x84 = x48 + x83;
        let x85 = x84 + x67;
        let x86 = x49 + x49;
        let x87 = x28 + x86;
        let x88 = x87 + x73;
        let x89 = x35 + x35;
        let x90 = x40 + x89;
        let x91 = x90 + x78;
        [x79, x82, x85, x88, x91]
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
        let (x5, y5) = a4.split::<51>();
        let x6 = y5.shl::<1>();
        let x7 = y5.shl::<4>();
        let x8 = y5 + x6;
        let x9 = x8 + x7;
        let x10 = a0 + x9;
        let (x11, y11) = x10.split::<51>();
        let x12 = a1 + y11;
        let (x13, y13) = x12.split::<51>();
        let x14 = a2 + y13;
        let (x15, y15) = x14.split::<51>();
        let x16 = a3 + y15;
        let (x17, y17) = x16.split::<51>();
        let x18 = x5 + y17;
        [x11, x13, x15, x17, x18]
    }
}
