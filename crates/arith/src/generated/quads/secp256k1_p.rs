//! The prime `secp256k1_p` in quads. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: SEC 2 version 2.0, section 2.4.1.
//! Form: quads 48x6; an element is held as it is.
//! At rest the limbs are from 0 to 2^48 + 16368124088402. Sums, whose limbs have signs, may hold
//! 1536 elements at rest; `carry` takes such a sum, products do not. A product is a sum that may
//! be as large as 256 elements, so that `carry` takes 6 of them.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | carry | 1536 elements | at rest | 18 | 1 |
//! | mul | at rest | 256 elements | 139 | 94 |
//! | sqr | at rest | 256 elements | 127 | 64 |
//! | add | 768 elements | 1536 elements | 6 | 0 |
//! | sub | 768 elements | 1536 elements | 6 | 0 |
//! | decode | at rest | < 2 p | 12 | 1 |

use crate::lanes::Word;
use crate::quads::Quads;

/// The prime `secp256k1_p`, 6 limbs of 48 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secp256k1P;

#[rustfmt::skip]
impl Quads for Secp256k1P {
    type Limbs<W: Word> = [W; 6];
    const BITS: usize = 48;
    const MODULUS: &'static [u64] = &[
        0xfffefffffc2f,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0xffffffffffff,
        0xffff,
    ];
    const RADIX_SQUARED: &'static [u64] = &[
        0x1,
        0x0,
        0x0,
        0x0,
        0x0,
        0x0,
    ];

    #[inline(always)]
    fn spread<W: Word>(word: W) -> [W; 6] {
        [word; 6]
    }

    #[inline(always)]
    fn carry<W: Word>(a: &[W; 6]) -> [W; 6] {
        let [a0, a1, a2, a3, a4, a5] = *a;
        let k6 = a0.like(0x2000f7ffffe17800);
        let x7 = a0 + k6;
        let (x8, y8) = x7.split::<48>();
        let k9 = a0.like(0x2000ffffffffdfff);
        let x10 = a1 + k9;
        let (x11, y11) = x10.split::<48>();
        let x12 = a2 + k9;
        let (x13, y13) = x12.split::<48>();
        let x14 = a3 + k9;
        let (x15, y15) = x14.split::<48>();
        let x16 = a4 + k9;
        let (x17, y17) = x16.split::<48>();
        let k18 = a0.like(0x7ffdfff);
        let x19 = a5 + k18;
        let (x20, y20) = x19.split::<16>();
        let k21 = a0.like(0x1000003d1);
        let x22 = x8.madd_low(y20, k21);
        let x23 = x11 + y8;
        let x24 = x13 + y11;
        let x25 = x15 + y13;
        let x26 = x17 + y15;
        let x27 = x20 + y17;
        [x22, x23, x24, x25, x26, x27]
    }

    #[inline(always)]
    fn mul<W: Word>(a: &[W; 6], b: &[W; 6]) -> [W; 6] {
        let [a0, a1, a2, a3, a4, a5] = *a;
        let [b0, b1, b2, b3, b4, b5] = *b;
        let k12 = a0.like(0x0);
        let x13 = k12.madd_low(a0, b5);
        let x14 = k12.madd_high(a0, b5);
        let x15 = x13.madd_low(a1, b4);
        let x16 = x14.madd_high(a1, b4);
        let x17 = k12.madd_low(a1, b5);
        let x18 = k12.madd_high(a1, b5);
        let x19 = x15.madd_low(a2, b3);
        let x20 = x16.madd_high(a2, b3);
        let x21 = x17.madd_low(a2, b4);
        let x22 = x18.madd_high(a2, b4);
        let x23 = k12.madd_low(a2, b5);
        let x24 = k12.madd_high(a2, b5);
        let x25 = x19.madd_low(a3, b2);
        let x26 = x20.madd_high(a3, b2);
        let x27 = x21.madd_low(a3, b3);
        let x28 = x22.madd_high(a3, b3);
        let x29 = x23.madd_low(a3, b4);
        let x30 = x24.madd_high(a3, b4);
        let x31 = k12.madd_low(a3, b5);
        let x32 = k12.madd_high(a3, b5);
        let x33 = x25.madd_low(a4, b1);
        let x34 = x26.madd_high(a4, b1);
        let x35 = x27.madd_low(a4, b2);
        let x36 = x28.madd_high(a4, b2);
        let x37 = x29.madd_low(a4, b3);
        let x38 = x30.madd_high(a4, b3);
        let x39 = x31.madd_low(a4, b4);
        let x40 = x32.madd_high(a4, b4);
        let x41 = k12.madd_low(a4, b5);
        let x42 = k12.madd_high(a4, b5);
        let x43 = x33.madd_low(a5, b0);
        let x44 = x34.madd_high(a5, b0);
        let x45 = x35.madd_low(a5, b1);
        let x46 = x36.madd_high(a5, b1);
        let x47 = x37.madd_low(a5, b2);
        let x48 = x38.madd_high(a5, b2);
        let x49 = x39.madd_low(a5, b3);
        let x50 = x40.madd_high(a5, b3);
        let x51 = x41.madd_low(a5, b4);
        let x52 = x42.madd_high(a5, b4);
        let x53 = k12.madd_low(a5, b5);
        let x55 = k12.madd_low(a0, b0);
        let x56 = k12.madd_high(a0, b0);
        let x57 = k12.madd_low(a0, b1);
        let x58 = k12.madd_high(a0, b1);
        let x59 = k12.madd_low(a0, b2);
        let x60 = k12.madd_high(a0, b2);
        let x61 = k12.madd_low(a0, b3);
        let x62 = k12.madd_high(a0, b3);
        let x63 = k12.madd_low(a0, b4);
        let x64 = k12.madd_high(a0, b4);
        let x65 = x57.madd_low(a1, b0);
        let x66 = x58.madd_high(a1, b0);
        let x67 = x59.madd_low(a1, b1);
        let x68 = x60.madd_high(a1, b1);
        let x69 = x61.madd_low(a1, b2);
        let x70 = x62.madd_high(a1, b2);
        let x71 = x63.madd_low(a1, b3);
        let x72 = x64.madd_high(a1, b3);
        let x73 = x67.madd_low(a2, b0);
        let x74 = x68.madd_high(a2, b0);
        let x75 = x69.madd_low(a2, b1);
        let x76 = x70.madd_high(a2, b1);
        let x77 = x71.madd_low(a2, b2);
        let x78 = x72.madd_high(a2, b2);
        let x79 = x75.madd_low(a3, b0);
        let x80 = x76.madd_high(a3, b0);
        let x81 = x77.madd_low(a3, b1);
        let x82 = x78.madd_high(a3, b1);
        let x83 = x81.madd_low(a4, b0);
        let x84 = x82.madd_high(a4, b0);
        let x85 = x44.shl::<4>();
        let x86 = x45 + x85;
        let (x87, y87) = x86.split::<48>();
        let x88 = x46.shl::<4>();
        let x89 = x47 + x88;
        let (x90, y90) = x89.split::<48>();
        let x91 = x90 + y87;
        let x92 = x48.shl::<4>();
        let x93 = x49 + x92;
        let (x94, y94) = x93.split::<48>();
        let x95 = x94 + y90;
        let x96 = x50.shl::<4>();
        let x97 = x51 + x96;
        let (x98, y98) = x97.split::<48>();
        let x99 = x98 + y94;
        let x100 = x52.shl::<4>();
        let x101 = x53 + x100;
        let x102 = x101 + y98;
        let k103 = a0.like(0x3d100000000);
        let x104 = k12.madd_low(x87, k103);
        let x105 = k12.madd_high(x87, k103);
        let k106 = a0.like(0x10000);
        let x107 = k12.madd_low(x87, k106);
        let x108 = k12.madd_high(x87, k106);
        let x109 = x107.madd_low(x91, k103);
        let x110 = x108.madd_high(x91, k103);
        let x111 = k12.madd_low(x91, k106);
        let x112 = k12.madd_high(x91, k106);
        let x113 = x111.madd_low(x95, k103);
        let x114 = x112.madd_high(x95, k103);
        let x115 = k12.madd_low(x95, k106);
        let x116 = k12.madd_high(x95, k106);
        let x117 = x115.madd_low(x99, k103);
        let x118 = x116.madd_high(x99, k103);
        let x119 = k12.madd_low(x99, k106);
        let x120 = k12.madd_high(x99, k106);
        let x121 = x119.madd_low(x102, k103);
        let x122 = x120.madd_high(x102, k103);
        let x123 = k12.madd_low(x102, k106);
        let x125 = x84.shl::<4>();
        let x126 = x43 + x125;
        let x127 = x122.shl::<4>();
        let x128 = x123 + x127;
        let x129 = x126 + x128;
        let (x130, y130) = x129.split::<16>();
        let k131 = a0.like(0x1000003d1);
        let x132 = x104.madd_low(y130, k131);
        let x133 = x105.madd_high(y130, k131);
        let x134 = x55 + x132;
        let x135 = x56.shl::<4>();
        let x136 = x65 + x135;
        let x137 = x133.shl::<4>();
        let x138 = x109 + x137;
        let x139 = x136 + x138;
        let x140 = x66.shl::<4>();
        let x141 = x73 + x140;
        let x142 = x110.shl::<4>();
        let x143 = x113 + x142;
        let x144 = x141 + x143;
        let x145 = x74.shl::<4>();
        let x146 = x79 + x145;
        let x147 = x114.shl::<4>();
        let x148 = x117 + x147;
        let x149 = x146 + x148;
        let x150 = x80.shl::<4>();
        let x151 = x83 + x150;
        let x152 = x118.shl::<4>();
        let x153 = x121 + x152;
        let x154 = x151 + x153;
        [x134, x139, x144, x149, x154, x130]
    }

    #[inline(always)]
    fn sqr<W: Word>(a: &[W; 6]) -> [W; 6] {
        let [a0, a1, a2, a3, a4, a5] = *a;
        let k6 = a0.like(0x0);
        let x7 = k6.madd_low(a0, a5);
        let x8 = k6.madd_high(a0, a5);
        let x9 = x7.madd_low(a1, a4);
        let x10 = x8.madd_high(a1, a4);
        let x11 = k6.madd_low(a1, a5);
        let x12 = k6.madd_high(a1, a5);
        let x13 = x9.madd_low(a2, a3);
        let x14 = x10.madd_high(a2, a3);
        let x15 = x11.madd_low(a2, a4);
        let x16 = x12.madd_high(a2, a4);
        let x17 = k6.madd_low(a2, a5);
        let x18 = k6.madd_high(a2, a5);
        let x19 = x17.madd_low(a3, a4);
        let x20 = x18.madd_high(a3, a4);
        let x21 = k6.madd_low(a3, a5);
        let x22 = k6.madd_high(a3, a5);
        let x23 = k6.madd_low(a4, a5);
        let x24 = k6.madd_high(a4, a5);
        let x25 = k6.madd_low(a0, a1);
        let x26 = k6.madd_high(a0, a1);
        let x27 = k6.madd_low(a0, a2);
        let x28 = k6.madd_high(a0, a2);
        let x29 = k6.madd_low(a0, a3);
        let x30 = k6.madd_high(a0, a3);
        let x31 = k6.madd_low(a0, a4);
        let x32 = k6.madd_high(a0, a4);
        let x33 = x29.madd_low(a1, a2);
        let x34 = x30.madd_high(a1, a2);
        let x35 = x31.madd_low(a1, a3);
        let x36 = x32.madd_high(a1, a3);
        let x37 = x25 + x25;
        let x38 = x27 + x27;
        let x39 = x33 + x33;
        let x40 = x35 + x35;
        let x41 = x13 + x13;
        let x42 = x15 + x15;
        let x43 = x19 + x19;
        let x44 = x21 + x21;
        let x45 = x23 + x23;
        let x46 = x26 + x26;
        let x47 = x28 + x28;
        let x48 = x34 + x34;
        let x49 = x36 + x36;
        let x50 = x14 + x14;
        let x51 = x16 + x16;
        let x52 = x20 + x20;
        let x53 = x22 + x22;
        let x54 = x24 + x24;
        let x55 = x42.madd_low(a3, a3);
        let x56 = x51.madd_high(a3, a3);
        let x57 = x44.madd_low(a4, a4);
        let x58 = x53.madd_high(a4, a4);
        let x59 = k6.madd_low(a5, a5);
        let x61 = k6.madd_low(a0, a0);
        let x62 = k6.madd_high(a0, a0);
        let x63 = x38.madd_low(a1, a1);
        let x64 = x47.madd_high(a1, a1);
        let x65 = x40.madd_low(a2, a2);
        let x66 = x49.madd_high(a2, a2);
        let x67 = x50.shl::<4>();
        let x68 = x55 + x67;
        let (x69, y69) = x68.split::<48>();
        let x70 = x56.shl::<4>();
        let x71 = x43 + x70;
        let (x72, y72) = x71.split::<48>();
        let x73 = x72 + y69;
        let x74 = x52.shl::<4>();
        let x75 = x57 + x74;
        let (x76, y76) = x75.split::<48>();
        let x77 = x76 + y72;
        let x78 = x58.shl::<4>();
        let x79 = x45 + x78;
        let (x80, y80) = x79.split::<48>();
        let x81 = x80 + y76;
        let x82 = x54.shl::<4>();
        let x83 = x59 + x82;
        let x84 = x83 + y80;
        let k85 = a0.like(0x3d100000000);
        let x86 = k6.madd_low(x69, k85);
        let x87 = k6.madd_high(x69, k85);
        let k88 = a0.like(0x10000);
        let x89 = k6.madd_low(x69, k88);
        let x90 = k6.madd_high(x69, k88);
        let x91 = x89.madd_low(x73, k85);
        let x92 = x90.madd_high(x73, k85);
        let x93 = k6.madd_low(x73, k88);
        let x94 = k6.madd_high(x73, k88);
        let x95 = x93.madd_low(x77, k85);
        let x96 = x94.madd_high(x77, k85);
        let x97 = k6.madd_low(x77, k88);
        let x98 = k6.madd_high(x77, k88);
        let x99 = x97.madd_low(x81, k85);
        let x100 = x98.madd_high(x81, k85);
        let x101 = k6.madd_low(x81, k88);
        let x102 = k6.madd_high(x81, k88);
        let x103 = x101.madd_low(x84, k85);
        let x104 = x102.madd_high(x84, k85);
        let x105 = k6.madd_low(x84, k88);
        let x107 = x66.shl::<4>();
        let x108 = x41 + x107;
        let x109 = x104.shl::<4>();
        let x110 = x105 + x109;
        let x111 = x108 + x110;
        let (x112, y112) = x111.split::<16>();
        let k113 = a0.like(0x1000003d1);
        let x114 = x86.madd_low(y112, k113);
        let x115 = x87.madd_high(y112, k113);
        let x116 = x61 + x114;
        let x117 = x62.shl::<4>();
        let x118 = x37 + x117;
        let x119 = x115.shl::<4>();
        let x120 = x91 + x119;
        let x121 = x118 + x120;
        let x122 = x46.shl::<4>();
        let x123 = x63 + x122;
        let x124 = x92.shl::<4>();
        let x125 = x95 + x124;
        let x126 = x123 + x125;
        let x127 = x64.shl::<4>();
        let x128 = x39 + x127;
        let x129 = x96.shl::<4>();
        let x130 = x99 + x129;
        let x131 = x128 + x130;
        let x132 = x48.shl::<4>();
        let x133 = x65 + x132;
        let x134 = x100.shl::<4>();
        let x135 = x103 + x134;
        let x136 = x133 + x135;
        [x116, x121, x126, x131, x136, x112]
    }

    #[inline(always)]
    fn add<W: Word>(a: &[W; 6], b: &[W; 6]) -> [W; 6] {
        let [a0, a1, a2, a3, a4, a5] = *a;
        let [b0, b1, b2, b3, b4, b5] = *b;
        let x12 = a0 + b0;
        let x13 = a1 + b1;
        let x14 = a2 + b2;
        let x15 = a3 + b3;
        let x16 = a4 + b4;
        let x17 = a5 + b5;
        [x12, x13, x14, x15, x16, x17]
    }

    #[inline(always)]
    fn sub<W: Word>(a: &[W; 6], b: &[W; 6]) -> [W; 6] {
        let [a0, a1, a2, a3, a4, a5] = *a;
        let [b0, b1, b2, b3, b4, b5] = *b;
        let x12 = a0 - b0;
        let x13 = a1 - b1;
        let x14 = a2 - b2;
        let x15 = a3 - b3;
        let x16 = a4 - b4;
        let x17 = a5 - b5;
        [x12, x13, x14, x15, x16, x17]
    }

    #[inline(always)]
    fn decode<W: Word>(a: &[W; 6]) -> [W; 6] {
        let [a0, a1, a2, a3, a4, a5] = *a;
        let (x6, y6) = a5.split::<16>();
        let k7 = a0.like(0x1000003d1);
        let x8 = a0.madd_low(y6, k7);
        let (x9, y9) = x8.split::<48>();
        let x10 = a1 + y9;
        let (x11, y11) = x10.split::<48>();
        let x12 = a2 + y11;
        let (x13, y13) = x12.split::<48>();
        let x14 = a3 + y13;
        let (x15, y15) = x14.split::<48>();
        let x16 = a4 + y15;
        let (x17, y17) = x16.split::<48>();
        let x18 = x6 + y17;
        [x9, x11, x13, x15, x17, x18]
    }
}
