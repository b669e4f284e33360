//! The prime `p256_p` in quads. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: NIST SP 800-186, section 3.2.1.
//! Form: quads 48x6; an element is held times 2^288.
//! At rest the limbs are from 0 to 2^48 + 16376710309375. Sums, whose limbs have signs, may hold
//! 1536 elements at rest; `carry` takes such a sum, products do not. A product is a sum that may
//! be as large as 256 elements, so that `carry` takes 6 of them.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
//! | carry | 1536 elements | at rest | 22 | 0 |
//! | mul | at rest | 256 elements | 135 | 96 |
//! | sqr | at rest | 256 elements | 123 | 66 |
//! | add | 768 elements | 1536 elements | 6 | 0 |
//! | sub | 768 elements | 1536 elements | 6 | 0 |
//! | decode | at rest | < 2 p | 65 | 24 |

use crate::lanes::Word;
use crate::quads::Quads;

/// The prime `p256_p`, 6 limbs of 48 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P256P;

#[rustfmt::skip]
impl Quads for P256P {
    type Limbs<W: Word> = [W; 6];
    const BITS: usize = 48;
    const MODULUS: &'static [u64] = &[
        0xffffffffffff,
        0xffffffffffff,
        0x0,
        0x0,
        0xffff00000001,
        0xffff,
    ];
    const RADIX_SQUARED: &'static [u64] = &[
        0x500000002,
        0x30000,
        0xfff9fffffffe,
        0xfffffffbffff,
        0xfffcfffffffc,
        0xffff,
    ];

    #[inline(always)]
    fn spread<W: Word>(word: W) -> [W; 6] {
        [word; 6]
    }

    #[inline(always)]
    fn carry<W: Word>(a: &[W; 6]) -> [W; 6] {
        let [a0, a1, a2, a3, a4, a5] = *a;
        let k6 = a0.like(0x2000fffffffff800);
        let x7 = a0 + k6;
        let (x8, y8) = x7.split::<48>();
        let k9 = a0.like(0x2000ffffffffdfff);
        let x10 = a1 + k9;
        let (x11, y11) = x10.split::<48>();
        let k12 = a0.like(0x1fffffffffffe7ff);
        let x13 = a2 + k12;
        let (x14, y14) = x13.split::<48>();
        let k15 = a0.like(0x1fffffffffffe000);
        let x16 = a3 + k15;
        let (x17, y17) = x16.split::<48>();
        let k18 = a0.like(0x2000f7ffffffe800);
        let x19 = a4 + k18;
        let (x20, y20) = x19.split::<48>();
        let k21 = a0.like(0x7ffdfff);
        let x22 = a5 + k21;
        let (x23, y23) = x22.split::<16>();
        let x24 = x8 + y23;
        let x25 = x11 + y8;
        let x26 = x14 + y11;
        let x27 = x26 - y23;
        let x28 = x17 + y14;
        let x29 = y23.shl::<32>();
        let x30 = x20 + y17;
        let x31 = x30 - y23;
        let x32 = x31 + x29;
        let x33 = x23 + y20;
        [x24, x25, x27, x28, x32, x33]
    }

    #[inline(always)]
    fn mul<W: Word>(a: &[W; 6], b: &[W; 6]) -> [W; 6] {
        let [a0, a1, a2, a3, a4, a5] = *a;
        let [b0, b1, b2, b3, b4, b5] = *b;
        let k12 = a0.like(0x0);
        let x13 = k12.madd_low(a0, b0);
        let x14 = k12.madd_high(a0, b0);
        let x15 = k12.madd_low(a0, b1);
        let x16 = k12.madd_high(a0, b1);
        let x17 = x15.madd_low(a1, b0);
        let x18 = x16.madd_high(a1, b0);
        let x19 = k12.madd_low(a0, b2);
        let x20 = k12.madd_high(a0, b2);
        let x21 = x19.madd_low(a1, b1);
        let x22 = x20.madd_high(a1, b1);
        let x23 = x21.madd_low(a2, b0);
        let x24 = x22.madd_high(a2, b0);
        let x25 = k12.madd_low(a0, b3);
        let x26 = k12.madd_high(a0, b3);
        let x27 = x25.madd_low(a1, b2);
        let x28 = x26.madd_high(a1, b2);
        let x29 = x27.madd_low(a2, b1);
        let x30 = x28.madd_high(a2, b1);
        let x31 = x29.madd_low(a3, b0);
        let x32 = x30.madd_high(a3, b0);
        let x33 = k12.madd_low(a0, b4);
        let x34 = k12.madd_high(a0, b4);
        let x35 = x33.madd_low(a1, b3);
        let x36 = x34.madd_high(a1, b3);
        let x37 = x35.madd_low(a2, b2);
        let x38 = x36.madd_high(a2, b2);
        let x39 = x37.madd_low(a3, b1);
        let x40 = x38.madd_high(a3, b1);
        let x41 = x39.madd_low(a4, b0);
        let x42 = x40.madd_high(a4, b0);
        let x43 = k12.madd_low(a0, b5);
        let x44 = k12.madd_high(a0, b5);
        let x45 = x43.madd_low(a1, b4);
        let x46 = x44.madd_high(a1, b4);
        let x47 = x45.madd_low(a2, b3);
        let x48 = x46.madd_high(a2, b3);
        let x49 = x47.madd_low(a3, b2);
        let x50 = x48.madd_high(a3, b2);
        let x51 = x49.madd_low(a4, b1);
        let x52 = x50.madd_high(a4, b1);
        let x53 = x51.madd_low(a5, b0);
        let x54 = x52.madd_high(a5, b0);
        let x55 = k12.madd_low(a1, b5);
        let x56 = k12.madd_high(a1, b5);
        let x57 = x55.madd_low(a2, b4);
        let x58 = x56.madd_high(a2, b4);
        let x59 = x57.madd_low(a3, b3);
        let x60 = x58.madd_high(a3, b3);
        let x61 = x59.madd_low(a4, b2);
        let x62 = x60.madd_high(a4, b2);
        let x63 = x61.madd_low(a5, b1);
        let x64 = x62.madd_high(a5, b1);
        let x65 = k12.madd_low(a2, b5);
        let x66 = k12.madd_high(a2, b5);
        let x67 = x65.madd_low(a3, b4);
        let x68 = x66.madd_high(a3, b4);
        let x69 = x67.madd_low(a4, b3);
        let x70 = x68.madd_high(a4, b3);
        let x71 = x69.madd_low(a5, b2);
        let x72 = x70.madd_high(a5, b2);
        let x73 = k12.madd_low(a3, b5);
        let x74 = k12.madd_high(a3, b5);
        let x75 = x73.madd_low(a4, b4);
        let x76 = x74.madd_high(a4, b4);
        let x77 = x75.madd_low(a5, b3);
        let x78 = x76.madd_high(a5, b3);
        let x79 = k12.madd_low(a4, b5);
        let x80 = k12.madd_high(a4, b5);
        let x81 = x79.madd_low(a5, b4);
        let x82 = x80.madd_high(a5, b4);
        let x83 = k12.madd_low(a5, b5);
        let x84 = k12.madd_high(a5, b5);
        let (x85, y85) = x13.split::<48>();
        let x86 = x23 + x85;
        let k87 = a0.like(0xffff00000001);
        let x88 = x41.madd_low(x85, k87);
        let x89 = x42.madd_high(x85, k87);
        let k90 = a0.like(0xffff);
        let x91 = x53.madd_low(x85, k90);
        let x92 = x54.madd_high(x85, k90);
        let x93 = x14.shl::<4>();
        let x94 = x17 + x93;
        let x95 = x94 + y85;
        let (x96, y96) = x95.split::<48>();
        let x97 = x31 + x96;
        let x98 = x91.madd_low(x96, k87);
        let x99 = x92.madd_high(x96, k87);
        let x100 = x63.madd_low(x96, k90);
        let x101 = x64.madd_high(x96, k90);
        let x102 = x18.shl::<4>();
        let x103 = x86 + x102;
        let x104 = x103 + y96;
        let (x105, y105) = x104.split::<48>();
        let x106 = x88 + x105;
        let x107 = x100.madd_low(x105, k87);
        let x108 = x101.madd_high(x105, k87);
        let x109 = x71.madd_low(x105, k90);
        let x110 = x72.madd_high(x105, k90);
        let x111 = x24.shl::<4>();
        let x112 = x97 + x111;
        let x113 = x112 + y105;
        let (x114, y114) = x113.split::<48>();
        let x115 = x98 + x114;
        let x116 = x109.madd_low(x114, k87);
        let x117 = x110.madd_high(x114, k87);
        let x118 = x77.madd_low(x114, k90);
        let x119 = x78.madd_high(x114, k90);
        let x120 = x32.shl::<4>();
        let x121 = x106 + x120;
        let x122 = x121 + y114;
        let (x123, y123) = x122.split::<48>();
        let x124 = x107 + x123;
        let x125 = x118.madd_low(x123, k87);
        let x126 = x119.madd_high(x123, k87);
        let x127 = x81.madd_low(x123, k90);
        let x128 = x82.madd_high(x123, k90);
        let x129 = x89.shl::<4>();
        let x130 = x115 + x129;
        let x131 = x130 + y123;
        let (x132, y132) = x131.split::<48>();
        let x133 = x116 + x132;
        let x134 = x127.madd_low(x132, k87);
        let x135 = x128.madd_high(x132, k87);
        let x136 = x83.madd_low(x132, k90);
        let x137 = x84.madd_high(x132, k90);
        let x138 = x99.shl::<4>();
        let x139 = x124 + x138;
        let x140 = x139 + y132;
        let x141 = x108.shl::<4>();
        let x142 = x133 + x141;
        let x143 = x117.shl::<4>();
        let x144 = x125 + x143;
        let x145 = x126.shl::<4>();
        let x146 = x134 + x145;
        let x147 = x135.shl::<4>();
        let x148 = x136 + x147;
        let x149 = x137.shl::<4>();
        [x140, x142, x144, x146, x148, x149]
    }

    #[inline(always)]
    fn sqr<W: Word>(a: &[W; 6]) -> [W; 6] {
        let [a0, a1, a2, a3, a4, a5] = *a;
        let k6 = a0.like(0x0);
        let x7 = k6.madd_low(a0, a1);
        let x8 = k6.madd_high(a0, a1);
        let x9 = k6.madd_low(a0, a2);
        let x10 = k6.madd_high(a0, a2);
        let x11 = k6.madd_low(a0, a3);
        let x12 = k6.madd_high(a0, a3);
        let x13 = x11.madd_low(a1, a2);
        let x14 = x12.madd_high(a1, a2);
        let x15 = k6.madd_low(a0, a4);
        let x16 = k6.madd_high(a0, a4);
        let x17 = x15.madd_low(a1, a3);
        let x18 = x16.madd_high(a1, a3);
        let x19 = k6.madd_low(a0, a5);
        let x20 = k6.madd_high(a0, a5);
        let x21 = x19.madd_low(a1, a4);
        let x22 = x20.madd_high(a1, a4);
        let x23 = x21.madd_low(a2, a3);
        let x24 = x22.madd_high(a2, a3);
        let x25 = k6.madd_low(a1, a5);
        let x26 = k6.madd_high(a1, a5);
        let x27 = x25.madd_low(a2, a4);
        let x28 = x26.madd_high(a2, a4);
        let x29 = k6.madd_low(a2, a5);
        let x30 = k6.madd_high(a2, a5);
        let x31 = x29.madd_low(a3, a4);
        let x32 = x30.madd_high(a3, a4);
        let x33 = k6.madd_low(a3, a5);
        let x34 = k6.madd_high(a3, a5);
        let x35 = k6.madd_low(a4, a5);
        let x36 = k6.madd_high(a4, a5);
        let x37 = x7 + x7;
        let x38 = x9 + x9;
        let x39 = x13 + x13;
        let x40 = x17 + x17;
        let x41 = x23 + x23;
        let x42 = x27 + x27;
        let x43 = x31 + x31;
        let x44 = x33 + x33;
        let x45 = x35 + x35;
        let x46 = x8 + x8;
        let x47 = x10 + x10;
        let x48 = x14 + x14;
        let x49 = x18 + x18;
        let x50 = x24 + x24;
        let x51 = x28 + x28;
        let x52 = x32 + x32;
        let x53 = x34 + x34;
        let x54 = x36 + x36;
        let x55 = k6.madd_low(a0, a0);
        let x56 = k6.madd_high(a0, a0);
        let x57 = x38.madd_low(a1, a1);
        let x58 = x47.madd_high(a1, a1);
        let x59 = x40.madd_low(a2, a2);
        let x60 = x49.madd_high(a2, a2);
        let x61 = x42.madd_low(a3, a3);
        let x62 = x51.madd_high(a3, a3);
        let x63 = x44.madd_low(a4, a4);
        let x64 = x53.madd_high(a4, a4);
        let x65 = k6.madd_low(a5, a5);
        let x66 = k6.madd_high(a5, a5);
        let (x67, y67) = x55.split::<48>();
        let x68 = x57 + x67;
        let k69 = a0.like(0xffff00000001);
        let x70 = x59.madd_low(x67, k69);
        let x71 = x60.madd_high(x67, k69);
        let k72 = a0.like(0xffff);
        let x73 = x41.madd_low(x67, k72);
        let x74 = x50.madd_high(x67, k72);
        let x75 = x56.shl::<4>();
        let x76 = x37 + x75;
        let x77 = x76 + y67;
        let (x78, y78) = x77.split::<48>();
        let x79 = x39 + x78;
        let x80 = x73.madd_low(x78, k69);
        let x81 = x74.madd_high(x78, k69);
        let x82 = x61.madd_low(x78, k72);
        let x83 = x62.madd_high(x78, k72);
        let x84 = x46.shl::<4>();
        let x85 = x68 + x84;
        let x86 = x85 + y78;
        let (x87, y87) = x86.split::<48>();
        let x88 = x70 + x87;
        let x89 = x82.madd_low(x87, k69);
        let x90 = x83.madd_high(x87, k69);
        let x91 = x43.madd_low(x87, k72);
        let x92 = x52.madd_high(x87, k72);
        let x93 = x58.shl::<4>();
        let x94 = x79 + x93;
        let x95 = x94 + y87;
        let (x96, y96) = x95.split::<48>();
        let x97 = x80 + x96;
        let x98 = x91.madd_low(x96, k69);
        let x99 = x92.madd_high(x96, k69);
        let x100 = x63.madd_low(x96, k72);
        let x101 = x64.madd_high(x96, k72);
        let x102 = x48.shl::<4>();
        let x103 = x88 + x102;
        let x104 = x103 + y96;
        let (x105, y105) = x104.split::<48>();
        let x106 = x89 + x105;
        let x107 = x100.madd_low(x105, k69);
        let x108 = x101.madd_high(x105, k69);
        let x109 = x45.madd_low(x105, k72);
        let x110 = x54.madd_high(x105, k72);
        let x111 = x71.shl::<4>();
        let x112 = x97 + x111;
        let x113 = x112 + y105;
        let (x114, y114) = x113.split::<48>();
        let x115 = x98 + x114;
        let x116 = x109.madd_low(x114, k69);
        let x117 = x110.madd_high(x114, k69);
        let x118 = x65.madd_low(x114, k72);
        let x119 = x66.madd_high(x114, k72);
        let x120 = x81.shl::<4>();
        let x121 = x106 + x120;
        let x122 = x121 + y114;
        let x123 = x90.shl::<4>();
        let x124 = x115 + x123;
        let x125 = x99.shl::<4>();
        let x126 = x107 + x125;
        let x127 = x108.shl::<4>();
        let x128 = x116 + x127;
        let x129 = x117.shl::<4>();
        let x130 = x118 + x129;
        let x131 = x119.shl::<4>();
        [x122, x124, x126, x128, x130, x131]
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
        let (x6, y6) = a0.split::<48>();
        let x7 = a2 + x6;
        let k8 = a0.like(0xffff00000001);
        let k9 = a0.like(0x0);
        let x10 = a4.madd_low(x6, k8);
        let x11 = k9.madd_high(x6, k8);
        let k12 = a0.like(0xffff);
        let x13 = a5.madd_low(x6, k12);
        let x14 = k9.madd_high(x6, k12);
        let x15 = a1 + y6;
        let (x16, y16) = x15.split::<48>();
        let x17 = a3 + x16;
        let x18 = x13.madd_low(x16, k8);
        let x19 = x14.madd_high(x16, k8);
        let x20 = k9.madd_low(x16, k12);
        let x21 = k9.madd_high(x16, k12);
        let x22 = x7 + y16;
        let (x23, y23) = x22.split::<48>();
        let x24 = x10 + x23;
        let x25 = x20.madd_low(x23, k8);
        let x26 = x21.madd_high(x23, k8);
        let x27 = k9.madd_low(x23, k12);
        let x28 = k9.madd_high(x23, k12);
        let x29 = x17 + y23;
        let (x30, y30) = x29.split::<48>();
        let x31 = x18 + x30;
        let x32 = x27.madd_low(x30, k8);
        let x33 = x28.madd_high(x30, k8);
        let x34 = k9.madd_low(x30, k12);
        let x35 = k9.madd_high(x30, k12);
        let x36 = x24 + y30;
        let (x37, y37) = x36.split::<48>();
        let x38 = x25 + x37;
        let x39 = x34.madd_low(x37, k8);
        let x40 = x35.madd_high(x37, k8);
        let x41 = k9.madd_low(x37, k12);
        let x42 = k9.madd_high(x37, k12);
        let x43 = x11.shl::<4>();
        let x44 = x31 + x43;
        let x45 = x44 + y37;
        let (x46, y46) = x45.split::<48>();
        let x47 = x32 + x46;
        let x48 = x41.madd_low(x46, k8);
        let x49 = x42.madd_high(x46, k8);
        let x50 = k9.madd_low(x46, k12);
        let x51 = k9.madd_high(x46, k12);
        let x52 = x19.shl::<4>();
        let x53 = x38 + x52;
        let x54 = x53 + y46;
        let x55 = x26.shl::<4>();
        let x56 = x47 + x55;
        let x57 = x33.shl::<4>();
        let x58 = x39 + x57;
        let x59 = x40.shl::<4>();
        let x60 = x48 + x59;
        let x61 = x49.shl::<4>();
        let x62 = x50 + x61;
        let x63 = x51.shl::<4>();
        let (x64, y64) = x54.split::<48>();
        let x65 = x56 + y64;
        let (x66, y66) = x65.split::<48>();
        let x67 = x58 + y66;
        let (x68, y68) = x67.split::<48>();
        let x69 = x60 + y68;
        let (x70, y70) = x69.split::<48>();
        let x71 = x62 + y70;
        let (x72, y72) = x71.split::<48>();
        let x73 = x63 + y72;
        [x64, x66, x68, x70, x72, x73]
    }
}
