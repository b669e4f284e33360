//! The curves. Written by `fieldgen write`; do not edit.

// What one kind of curves needs is idle in builds that have none of it.
#![cfg_attr(
    not(all(feature = "short-curves", feature = "edwards-curves")),
    allow(unused_imports, dead_code)
)]

use crate::group::comb::{Comb, Rows};
use crate::group::curve::{BaseTable, Curve};
use crate::group::edwards::{Edwards, EdwardsCurve, EdwardsTable, MinusOne, PlusOne};
use crate::group::glv::Endomorphism;
use crate::group::plan::Plan;
use crate::group::short::Short;
use crate::group::short_a0::Zero;
use crate::group::short_a3::MinusThree;
use crate::group::short_any::{Any, CoefficientA};
#[cfg(feature = "lanes")]
use crate::group::split_comb::{PARTS, SplitComb, SplitTable};
use alloc::boxed::Box;
use once_cell::race::OnceBox;
use sealane_arith::generated;
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
use sealane_arith::machine::Eight;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
use sealane_arith::machine::Mulx;
#[cfg(feature = "narrow")]
use sealane_arith::machine::Narrow;
use sealane_arith::machine::One;
#[cfg(feature = "lanes")]
use sealane_arith::machine::Soft8;

/// NIST P-192. FIPS 186-4, appendix D.1.2.1.
#[derive(Clone, Copy, Debug)]
pub struct P192;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for P192 {
    type P = generated::P192P;
    type N = generated::P192N;
    type Shape = MinusThree;
    const B: [u64; 3] = [0xfeb8deecc146b9b1, 0xfa7e9ab72243049, 0x64210519e59c80e7];
    const G: [[u64; 3]; 2] = [
        [0xf4ff0afd82ff1012, 0x7cbf20eb43a18800, 0x188da80eb03090f6],
        [0x73f977a11e794811, 0x631011ed6b24cdd5, 0x7192b95ffc8da78],
    ];
    const COMBS: [Plan; 3] = [Plan::of(5, 4), Plan::of(6, 1), Plan::of(6, 1)];
    const WINDOW: usize = 5;
}

#[cfg(feature = "p192")]
impl BaseTable<One> for P192 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<P192>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p192")]
#[cfg(feature = "narrow")]
impl BaseTable<Narrow> for P192 {
    fn base_table(machine: Narrow) -> &'static Comb<Short<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Short<P192>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p192")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Eight> for P192 {
    fn base_table(machine: Eight) -> &'static Comb<Short<Self>, Eight> {
        static TABLE: OnceBox<Comb<Short<P192>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p192")]
#[cfg(feature = "lanes")]
impl BaseTable<Soft8> for P192 {
    fn base_table(machine: Soft8) -> &'static Comb<Short<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Short<P192>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p192")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Short<Self>, Eight> for P192 {
    fn split_table(machine: Eight) -> &'static SplitComb<Short<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Short<P192>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "p192")]
#[cfg(feature = "lanes")]
impl SplitTable<Short<Self>, Soft8> for P192 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Short<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Short<P192>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

/// NIST P-224. NIST SP 800-186, section 3.2.1.2.
#[derive(Clone, Copy, Debug)]
pub struct P224;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for P224 {
    type P = generated::P224P;
    type N = generated::P224N;
    type Shape = MinusThree;
    const B: [u64; 4] = [0x270b39432355ffb4, 0x5044b0b7d7bfd8ba, 0xc04b3abf5413256, 0xb4050a85];
    const G: [[u64; 4]; 2] = [
        [0x343280d6115c1d21, 0x4a03c1d356c21122, 0x6bb4bf7f321390b9, 0xb70e0cbd],
        [0x44d5819985007e34, 0xcd4375a05a074764, 0xb5f723fb4c22dfe6, 0xbd376388],
    ];
    const COMBS: [Plan; 3] = [Plan::of(4, 4), Plan::of(6, 1), Plan::of(6, 1)];
    const WINDOW: usize = 5;
}

#[cfg(feature = "p224")]
impl BaseTable<One> for P224 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<P224>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p224")]
#[cfg(feature = "narrow")]
impl BaseTable<Narrow> for P224 {
    fn base_table(machine: Narrow) -> &'static Comb<Short<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Short<P224>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p224")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Eight> for P224 {
    fn base_table(machine: Eight) -> &'static Comb<Short<Self>, Eight> {
        static TABLE: OnceBox<Comb<Short<P224>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p224")]
#[cfg(feature = "lanes")]
impl BaseTable<Soft8> for P224 {
    fn base_table(machine: Soft8) -> &'static Comb<Short<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Short<P224>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p224")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Short<Self>, Eight> for P224 {
    fn split_table(machine: Eight) -> &'static SplitComb<Short<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Short<P224>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "p224")]
#[cfg(feature = "lanes")]
impl SplitTable<Short<Self>, Soft8> for P224 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Short<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Short<P224>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

/// NIST P-256. NIST SP 800-186, section 3.2.1.3.
#[derive(Clone, Copy, Debug)]
pub struct P256;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for P256 {
    type P = generated::P256P;
    type N = generated::P256N;
    type Shape = MinusThree;
    const B: [u64; 4] = [0x3bce3c3e27d2604b, 0x651d06b0cc53b0f6, 0xb3ebbd55769886bc, 0x5ac635d8aa3a93e7];
    const G: [[u64; 4]; 2] = [
        [0xf4a13945d898c296, 0x77037d812deb33a0, 0xf8bce6e563a440f2, 0x6b17d1f2e12c4247],
        [0xcbb6406837bf51f5, 0x2bce33576b315ece, 0x8ee7eb4a7c0f9e16, 0x4fe342e2fe1a7f9b],
    ];
    const COMBS: [Plan; 3] = [Plan::of(5, 8), Plan::of(6, 1), Plan::of(6, 1)];
    const WINDOW: usize = 5;
}

#[cfg(feature = "p256")]
impl BaseTable<One> for P256 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<P256>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p256")]
#[cfg(feature = "narrow")]
impl BaseTable<Narrow> for P256 {
    fn base_table(machine: Narrow) -> &'static Comb<Short<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Short<P256>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p256")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Eight> for P256 {
    fn base_table(machine: Eight) -> &'static Comb<Short<Self>, Eight> {
        static TABLE: OnceBox<Comb<Short<P256>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p256")]
#[cfg(feature = "lanes")]
impl BaseTable<Soft8> for P256 {
    fn base_table(machine: Soft8) -> &'static Comb<Short<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Short<P256>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p256")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Short<Self>, Eight> for P256 {
    fn split_table(machine: Eight) -> &'static SplitComb<Short<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Short<P256>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "p256")]
#[cfg(feature = "lanes")]
impl SplitTable<Short<Self>, Soft8> for P256 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Short<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Short<P256>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

/// NIST P-384. NIST SP 800-186, section 3.2.1.4.
#[derive(Clone, Copy, Debug)]
pub struct P384;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for P384 {
    type P = generated::P384P;
    type N = generated::P384N;
    type Shape = MinusThree;
    const B: [u64; 6] = [0x2a85c8edd3ec2aef, 0xc656398d8a2ed19d, 0x314088f5013875a, 0x181d9c6efe814112, 0x988e056be3f82d19, 0xb3312fa7e23ee7e4];
    const G: [[u64; 6]; 2] = [
        [0x3a545e3872760ab7, 0x5502f25dbf55296c, 0x59f741e082542a38, 0x6e1d3b628ba79b98, 0x8eb1c71ef320ad74, 0xaa87ca22be8b0537],
        [0x7a431d7c90ea0e5f, 0xa60b1ce1d7e819d, 0xe9da3113b5f0b8c0, 0xf8f41dbd289a147c, 0x5d9e98bf9292dc29, 0x3617de4a96262c6f],
    ];
    const COMBS: [Plan; 3] = [Plan::of(5, 4), Plan::of(6, 1), Plan::of(6, 1)];
    const WINDOW: usize = 5;
}

#[cfg(feature = "p384")]
impl BaseTable<One> for P384 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<P384>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p384")]
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Mulx> for P384 {
    fn base_table(machine: Mulx) -> &'static Comb<Short<Self>, Mulx> {
        static TABLE: OnceBox<Comb<Short<P384>, Mulx>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p384")]
#[cfg(feature = "narrow")]
impl BaseTable<Narrow> for P384 {
    fn base_table(machine: Narrow) -> &'static Comb<Short<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Short<P384>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p384")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Eight> for P384 {
    fn base_table(machine: Eight) -> &'static Comb<Short<Self>, Eight> {
        static TABLE: OnceBox<Comb<Short<P384>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p384")]
#[cfg(feature = "lanes")]
impl BaseTable<Soft8> for P384 {
    fn base_table(machine: Soft8) -> &'static Comb<Short<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Short<P384>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p384")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Short<Self>, Eight> for P384 {
    fn split_table(machine: Eight) -> &'static SplitComb<Short<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Short<P384>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "p384")]
#[cfg(feature = "lanes")]
impl SplitTable<Short<Self>, Soft8> for P384 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Short<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Short<P384>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

/// NIST P-521. NIST SP 800-186, section 3.2.1.5.
#[derive(Clone, Copy, Debug)]
pub struct P521;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for P521 {
    type P = generated::P521P;
    type N = generated::P521N;
    type Shape = MinusThree;
    const B: [u64; 9] = [0xef451fd46b503f00, 0x3573df883d2c34f1, 0x1652c0bd3bb1bf07, 0x56193951ec7e937b, 0xb8b489918ef109e1, 0xa2da725b99b315f3, 0x929a21a0b68540ee, 0x953eb9618e1c9a1f, 0x51];
    const G: [[u64; 9]; 2] = [
        [0xf97e7e31c2e5bd66, 0x3348b3c1856a429b, 0xfe1dc127a2ffa8de, 0xa14b5e77efe75928, 0xf828af606b4d3dba, 0x9c648139053fb521, 0x9e3ecb662395b442, 0x858e06b70404e9cd, 0xc6],
        [0x88be94769fd16650, 0x353c7086a272c240, 0xc550b9013fad0761, 0x97ee72995ef42640, 0x17afbd17273e662c, 0x98f54449579b4468, 0x5c8a5fb42c7d1bd9, 0x39296a789a3bc004, 0x118],
    ];
    const COMBS: [Plan; 3] = [Plan::of(5, 8), Plan::of(6, 2), Plan::of(6, 1)];
    const WINDOW: usize = 5;
}

#[cfg(feature = "p521")]
impl BaseTable<One> for P521 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<P521>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p521")]
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Mulx> for P521 {
    fn base_table(machine: Mulx) -> &'static Comb<Short<Self>, Mulx> {
        static TABLE: OnceBox<Comb<Short<P521>, Mulx>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p521")]
#[cfg(feature = "narrow")]
impl BaseTable<Narrow> for P521 {
    fn base_table(machine: Narrow) -> &'static Comb<Short<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Short<P521>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "p521")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Eight> for P521 {
    fn base_table(machine: Eight) -> &'static Comb<Short<Self>, Eight> {
        static TABLE: OnceBox<Comb<Short<P521>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p521")]
#[cfg(feature = "lanes")]
impl BaseTable<Soft8> for P521 {
    fn base_table(machine: Soft8) -> &'static Comb<Short<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Short<P521>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "p521")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Short<Self>, Eight> for P521 {
    fn split_table(machine: Eight) -> &'static SplitComb<Short<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Short<P521>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "p521")]
#[cfg(feature = "lanes")]
impl SplitTable<Short<Self>, Soft8> for P521 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Short<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Short<P521>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

/// secp256k1. SEC 2 version 2.0, section 2.4.1.
#[derive(Clone, Copy, Debug)]
pub struct Secp256k1;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for Secp256k1 {
    type P = generated::Secp256k1P;
    type N = generated::Secp256k1N;
    type Shape = Zero;
    const B: [u64; 4] = [0x7, 0x0, 0x0, 0x0];
    const G: [[u64; 4]; 2] = [
        [0x59f2815b16f81798, 0x29bfcdb2dce28d9, 0x55a06295ce870b07, 0x79be667ef9dcbbac],
        [0x9c47d08ffb10d4b8, 0xfd17b448a6855419, 0x5da4fbfc0e1108a8, 0x483ada7726a3c465],
    ];
    const ENDOMORPHISM: Option<Endomorphism<[u64; 4], [u64; 4]>> =
        Some(Endomorphism {
            beta: [0xc1396c28719501ee, 0x9cf0497512f58995, 0x6e64479eac3434e9, 0x7ae96a2b657c0710],
            lambda: [0xdf02967c1b23bd72, 0x122e22ea20816678, 0xa5261c028812645a, 0x5363ad4cc05c30e0],
            minus_basis: [
                [
                    [0x17936f1b6d7b14eb, 0xcf792dde582b9432, 0xffffffffffffffff, 0xffffffffffffffff],
                    [0x6f547fa90abfe4c3, 0xe4437ed6010e8828, 0x0, 0x0],
                ],
                [
                    [0xa83eef7262bb3028, 0xeb35af08571d0c09, 0xfffffffffffffffe, 0xffffffffffffffff],
                    [0x17936f1b6d7b14eb, 0xcf792dde582b9432, 0xffffffffffffffff, 0xffffffffffffffff],
                ],
            ],
            quotients: [
                [0xe893209a45dbb031, 0x3daa8a1471e8ca7f, 0xe86c90e49284eb15, 0x3086d221a7d46bcd],
                [0x1571b4ae8ac47f71, 0x221208ac9df506c6, 0x6f547fa90abfe4c4, 0xe4437ed6010e8828],
            ],
            shift: 384,
            most: [0x2016d0b917e4dd76, 0xa2a8918ca85bafe2, 0x0, 0x0],
            shortest: [0x6f547fa90abfe4c3, 0xe4437ed6010e8828, 0x0, 0x0],
        });
    const BIP340: bool = true;
    const COMBS: [Plan; 3] = [Plan::of(5, 8), Plan::of(6, 1), Plan::of(6, 1)];
    const WINDOW: usize = 5;
}

#[cfg(feature = "secp256k1")]
impl BaseTable<One> for Secp256k1 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<Secp256k1>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "secp256k1")]
#[cfg(feature = "narrow")]
impl BaseTable<Narrow> for Secp256k1 {
    fn base_table(machine: Narrow) -> &'static Comb<Short<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Short<Secp256k1>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "secp256k1")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Eight> for Secp256k1 {
    fn base_table(machine: Eight) -> &'static Comb<Short<Self>, Eight> {
        static TABLE: OnceBox<Comb<Short<Secp256k1>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "secp256k1")]
#[cfg(feature = "lanes")]
impl BaseTable<Soft8> for Secp256k1 {
    fn base_table(machine: Soft8) -> &'static Comb<Short<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Short<Secp256k1>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "secp256k1")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Short<Self>, Eight> for Secp256k1 {
    fn split_table(machine: Eight) -> &'static SplitComb<Short<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Short<Secp256k1>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "secp256k1")]
#[cfg(feature = "lanes")]
impl SplitTable<Short<Self>, Soft8> for Secp256k1 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Short<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Short<Secp256k1>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

/// brainpoolP256r1. RFC 5639, section 3.4.
#[derive(Clone, Copy, Debug)]
pub struct BrainpoolP256r1;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for BrainpoolP256r1 {
    type P = generated::Brainpool256P;
    type N = generated::Brainpool256N;
    type Shape = Any<Self>;
    const B: [u64; 4] = [0x6bccdc18ff8c07b6, 0x958416295cf7e1ce, 0xf330b5d9bbd77cbf, 0x26dc5c6ce94a4b44];
    const G: [[u64; 4]; 2] = [
        [0x3a4453bd9ace3262, 0xb9de27e1e3bd23c2, 0x2c4b482ffc81b7af, 0x8bd2aeb9cb7e57cb],
        [0x5c1d54c72f046997, 0xc27745132ded8e54, 0x97f8461a14611dc9, 0x547ef835c3dac4fd],
    ];
    const COMBS: [Plan; 3] = [Plan::of(5, 8), Plan::of(6, 1), Plan::of(7, 1)];
    const WINDOW: usize = 5;
}

#[cfg(feature = "brainpoolp256r1")]
impl BaseTable<One> for BrainpoolP256r1 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP256r1>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "brainpoolp256r1")]
#[cfg(feature = "narrow")]
impl BaseTable<Narrow> for BrainpoolP256r1 {
    fn base_table(machine: Narrow) -> &'static Comb<Short<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP256r1>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "brainpoolp256r1")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Eight> for BrainpoolP256r1 {
    fn base_table(machine: Eight) -> &'static Comb<Short<Self>, Eight> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP256r1>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "brainpoolp256r1")]
#[cfg(feature = "lanes")]
impl BaseTable<Soft8> for BrainpoolP256r1 {
    fn base_table(machine: Soft8) -> &'static Comb<Short<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP256r1>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "brainpoolp256r1")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Short<Self>, Eight> for BrainpoolP256r1 {
    fn split_table(machine: Eight) -> &'static SplitComb<Short<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Short<BrainpoolP256r1>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "brainpoolp256r1")]
#[cfg(feature = "lanes")]
impl SplitTable<Short<Self>, Soft8> for BrainpoolP256r1 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Short<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Short<BrainpoolP256r1>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl CoefficientA for BrainpoolP256r1 {
    type P = generated::Brainpool256P;
    const A: [u64; 4] = [0xe94a4b44f330b5d9, 0xfb8055c126dc5c6c, 0xeef67530417affe7, 0x7d5a0975fc2c3057];
}

/// brainpoolP384r1. RFC 5639, section 3.6.
#[derive(Clone, Copy, Debug)]
pub struct BrainpoolP384r1;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for BrainpoolP384r1 {
    type P = generated::Brainpool384P;
    type N = generated::Brainpool384N;
    type Shape = Any<Self>;
    const B: [u64; 6] = [0x3ab78696fa504c11, 0x7cb4390295dbc994, 0x2e880ea53eeb62d5, 0x2fb77de107dcd2a6, 0x8b39b55416f0447c, 0x4a8c7dd22ce2826];
    const G: [[u64; 6]; 2] = [
        [0xef87b2e247d4af1e, 0xe826e03436d646aa, 0xdb7fcafe0cbd10e8, 0x8847a3e77ef14fe3, 0xa2a63a81b7c13f6b, 0x1d1c64f068cf45ff],
        [0x42820341263c5315, 0xe46462177918111, 0xe19c054ff9912928, 0x62b70b29feec5864, 0x5cb1eb8e95cfd552, 0x8abe1d7520f9c2a4],
    ];
    const COMBS: [Plan; 3] = [Plan::of(5, 4), Plan::of(6, 2), Plan::of(7, 1)];
    const WINDOW: usize = 5;
}

#[cfg(feature = "brainpoolp384r1")]
impl BaseTable<One> for BrainpoolP384r1 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP384r1>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "brainpoolp384r1")]
#[cfg(feature = "narrow")]
impl BaseTable<Narrow> for BrainpoolP384r1 {
    fn base_table(machine: Narrow) -> &'static Comb<Short<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP384r1>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "brainpoolp384r1")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Eight> for BrainpoolP384r1 {
    fn base_table(machine: Eight) -> &'static Comb<Short<Self>, Eight> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP384r1>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "brainpoolp384r1")]
#[cfg(feature = "lanes")]
impl BaseTable<Soft8> for BrainpoolP384r1 {
    fn base_table(machine: Soft8) -> &'static Comb<Short<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP384r1>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "brainpoolp384r1")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Short<Self>, Eight> for BrainpoolP384r1 {
    fn split_table(machine: Eight) -> &'static SplitComb<Short<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Short<BrainpoolP384r1>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "brainpoolp384r1")]
#[cfg(feature = "lanes")]
impl SplitTable<Short<Self>, Soft8> for BrainpoolP384r1 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Short<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Short<BrainpoolP384r1>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl CoefficientA for BrainpoolP384r1 {
    type P = generated::Brainpool384P;
    const A: [u64; 6] = [0x4a8c7dd22ce2826, 0x8aa5814a503ad4eb, 0x139165efba91f90f, 0xc2bea28e4fb22787, 0x3c72080ace05afa0, 0x7bc382c63d8c150c];
}

/// brainpoolP512r1. RFC 5639, section 3.7.
#[derive(Clone, Copy, Debug)]
pub struct BrainpoolP512r1;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl Curve for BrainpoolP512r1 {
    type P = generated::Brainpool512P;
    type N = generated::Brainpool512N;
    type Shape = Any<Self>;
    const B: [u64; 8] = [0x2809bd638016f723, 0x984050b75ebae5dd, 0x77fc94cadc083e67, 0x2bf2c7b9e7c1ac4d, 0x8b9ac8b57f1117a7, 0xa8253aa10a2ef1c9, 0xea9863bc2ded5d5a, 0x3df91610a83441ca];
    const G: [[u64; 8]; 2] = [
        [0x8b352209bcb9f822, 0x7c6d5047406a5e68, 0x50d1687b93b97d5f, 0xff3b1f78e2d0d48d, 0xb43b62eef4d0098e, 0x85ed9f70b5d916c1, 0x5a21322e9c4c6a93, 0x81aee4bdd82ed964],
        [0x78cd1e0f3ad80892, 0xd1ca2b2fa8f05406, 0x5bca4bd88a2763ae, 0xb2dcde494a5f485e, 0xa000c55b881f8111, 0xf209f70024a57b1a, 0xc0eabfa9cf7822fd, 0x7dde385d566332ec],
    ];
    const COMBS: [Plan; 3] = [Plan::of(5, 8), Plan::of(6, 2), Plan::of(7, 1)];
    const WINDOW: usize = 5;
}

#[cfg(feature = "brainpoolp512r1")]
impl BaseTable<One> for BrainpoolP512r1 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP512r1>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "brainpoolp512r1")]
#[cfg(feature = "narrow")]
impl BaseTable<Narrow> for BrainpoolP512r1 {
    fn base_table(machine: Narrow) -> &'static Comb<Short<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP512r1>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "brainpoolp512r1")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl BaseTable<Eight> for BrainpoolP512r1 {
    fn base_table(machine: Eight) -> &'static Comb<Short<Self>, Eight> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP512r1>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "brainpoolp512r1")]
#[cfg(feature = "lanes")]
impl BaseTable<Soft8> for BrainpoolP512r1 {
    fn base_table(machine: Soft8) -> &'static Comb<Short<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Short<BrainpoolP512r1>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "brainpoolp512r1")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Short<Self>, Eight> for BrainpoolP512r1 {
    fn split_table(machine: Eight) -> &'static SplitComb<Short<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Short<BrainpoolP512r1>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "brainpoolp512r1")]
#[cfg(feature = "lanes")]
impl SplitTable<Short<Self>, Soft8> for BrainpoolP512r1 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Short<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Short<BrainpoolP512r1>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl CoefficientA for BrainpoolP512r1 {
    type P = generated::Brainpool512P;
    const A: [u64; 8] = [0xe7c1ac4d77fc94ca, 0x7f1117a72bf2c7b9, 0xa2ef1c98b9ac8b5, 0x2ded5d5aa8253aa1, 0xa83441caea9863bc, 0x94cbdd8d3df91610, 0xe2327145ac234cc5, 0x7830a3318b603b89];
}

/// edwards25519. NIST SP 800-186, section 3.2.3.2.
#[derive(Clone, Copy, Debug)]
pub struct Edwards25519;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl EdwardsCurve for Edwards25519 {
    type P = generated::P25519P;
    type N = generated::P25519N;
    type Form = MinusOne;
    const D: [u64; 4] = [0x75eb4dca135978a3, 0x700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73];
    const G: [[u64; 4]; 2] = [
        [0xc9562d608f25d51a, 0x692cc7609525a7b2, 0xc0a4e231fdd6dc5c, 0x216936d3cd6e53fe],
        [0x6666666666666658, 0x6666666666666666, 0x6666666666666666, 0x6666666666666666],
    ];
    const COFACTOR_BITS: usize = 3;
    const A24: [u64; 4] = [0x1db41, 0x0, 0x0, 0x0];
    const COMBS: [Plan; 3] = [Plan::of(4, 8), Plan::of(5, 1), Plan::of(5, 1)];
}

#[cfg(feature = "curve25519")]
impl EdwardsTable<One> for Edwards25519 {
    fn base_table(machine: One) -> &'static Comb<Edwards<Self>, One> {
        static TABLE: OnceBox<Comb<Edwards<Edwards25519>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "curve25519")]
#[cfg(feature = "narrow")]
impl EdwardsTable<Narrow> for Edwards25519 {
    fn base_table(machine: Narrow) -> &'static Comb<Edwards<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Edwards<Edwards25519>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "curve25519")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl EdwardsTable<Eight> for Edwards25519 {
    fn base_table(machine: Eight) -> &'static Comb<Edwards<Self>, Eight> {
        static TABLE: OnceBox<Comb<Edwards<Edwards25519>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "curve25519")]
#[cfg(feature = "lanes")]
impl EdwardsTable<Soft8> for Edwards25519 {
    fn base_table(machine: Soft8) -> &'static Comb<Edwards<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Edwards<Edwards25519>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "curve25519")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Edwards<Self>, Eight> for Edwards25519 {
    fn split_table(machine: Eight) -> &'static SplitComb<Edwards<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Edwards<Edwards25519>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "curve25519")]
#[cfg(feature = "lanes")]
impl SplitTable<Edwards<Self>, Soft8> for Edwards25519 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Edwards<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Edwards<Edwards25519>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

/// edwards448. NIST SP 800-186, section 3.2.3.3.
#[derive(Clone, Copy, Debug)]
pub struct Edwards448;

#[rustfmt::skip]
#[allow(clippy::unreadable_literal)]
impl EdwardsCurve for Edwards448 {
    type P = generated::P448P;
    type N = generated::P448N;
    type Form = PlusOne;
    const D: [u64; 7] = [0xffffffffffff6756, 0xffffffffffffffff, 0xffffffffffffffff, 0xfffffffeffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff];
    const G: [[u64; 7]; 2] = [
        [0x2626a82bc70cc05e, 0x433b80e18b00938e, 0x12ae1af72ab66511, 0xea6de324a3d3a464, 0x9e146570470f1767, 0x221d15a622bf36da, 0x4f1970c66bed0ded],
        [0x9808795bf230fa14, 0xfdbd132c4ed7c8ad, 0x3ad3ff1ce67c39c4, 0x87789c1e05a0c2d7, 0x4bea73736ca39840, 0x8876203756c9c762, 0x693f46716eb6bc24],
    ];
    const COFACTOR_BITS: usize = 2;
    const A24: [u64; 7] = [0x98a9, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0];
    const COMBS: [Plan; 3] = [Plan::of(5, 8), Plan::of(5, 1), Plan::of(6, 1)];
}

#[cfg(feature = "curve448")]
impl EdwardsTable<One> for Edwards448 {
    fn base_table(machine: One) -> &'static Comb<Edwards<Self>, One> {
        static TABLE: OnceBox<Comb<Edwards<Edwards448>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "curve448")]
#[cfg(feature = "narrow")]
impl EdwardsTable<Narrow> for Edwards448 {
    fn base_table(machine: Narrow) -> &'static Comb<Edwards<Self>, Narrow> {
        static TABLE: OnceBox<Comb<Edwards<Edwards448>, Narrow>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::spaced(machine, Self::COMB_WIDTH, Self::COMB_SPACING)))
    }
}

#[cfg(feature = "curve448")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl EdwardsTable<Eight> for Edwards448 {
    fn base_table(machine: Eight) -> &'static Comb<Edwards<Self>, Eight> {
        static TABLE: OnceBox<Comb<Edwards<Edwards448>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "curve448")]
#[cfg(feature = "lanes")]
impl EdwardsTable<Soft8> for Edwards448 {
    fn base_table(machine: Soft8) -> &'static Comb<Edwards<Self>, Soft8> {
        static TABLE: OnceBox<Comb<Edwards<Edwards448>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Rows::build(machine, Self::LANES_COMB_WIDTH)))
    }
}

#[cfg(feature = "curve448")]
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl SplitTable<Edwards<Self>, Eight> for Edwards448 {
    fn split_table(machine: Eight) -> &'static SplitComb<Edwards<Self>, Eight> {
        static TABLE: OnceBox<SplitComb<Edwards<Edwards448>, Eight>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

#[cfg(feature = "curve448")]
#[cfg(feature = "lanes")]
impl SplitTable<Edwards<Self>, Soft8> for Edwards448 {
    fn split_table(machine: Soft8) -> &'static SplitComb<Edwards<Self>, Soft8> {
        static TABLE: OnceBox<SplitComb<Edwards<Edwards448>, Soft8>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(SplitComb::build(machine, Self::SPLIT_COMB_WIDTH, PARTS)))
    }
}

/// The types of all curves.
pub mod curves {
    #[rustfmt::skip]
    pub use super::{P192, P224, P256, P384, P521, Secp256k1, BrainpoolP256r1, BrainpoolP384r1, BrainpoolP512r1, Edwards25519, Edwards448};
}
