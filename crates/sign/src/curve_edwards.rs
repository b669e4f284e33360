//! The Edwards curves of RFC 8032 and RFC 7748.

use crate::group::comb::Comb;
use crate::group::edwards::{Edwards, EdwardsCurve, EdwardsTable, MinusOne, PlusOne};
use crate::hash::Hash;
use crate::scheme::eddsa::message::Suite;
use alloc::boxed::Box;
use once_cell::race::OnceBox;
use sealane_arith::generated::{P448N, P448P, P25519N, P25519P};
use sealane_arith::machine::One;

/// edwards25519. RFC 7748, section 4.1; SP 800-186, section 3.2.3.2.
#[derive(Clone, Copy, Debug)]
pub struct Edwards25519;

impl EdwardsCurve for Edwards25519 {
    type P = P25519P;
    type N = P25519N;
    type Form = MinusOne;
    const D: [u64; 4] = [
        0x75eb_4dca_1359_78a3,
        0x0070_0a4d_4141_d8ab,
        0x8cc7_4079_7779_e898,
        0x5203_6cee_2b6f_fe73,
    ];
    const G: [[u64; 4]; 2] = [
        [
            0xc956_2d60_8f25_d51a,
            0x692c_c760_9525_a7b2,
            0xc0a4_e231_fdd6_dc5c,
            0x2169_36d3_cd6e_53fe,
        ],
        [
            0x6666_6666_6666_6658,
            0x6666_6666_6666_6666,
            0x6666_6666_6666_6666,
            0x6666_6666_6666_6666,
        ],
    ];
    const COFACTOR_BITS: usize = 3;
    const A24: [u64; 4] = [121_665, 0, 0, 0];
    const COMB_WIDTH: usize = 5;
}

/// RFC 8032, section 5.1.
impl Suite for Edwards25519 {
    const HASH: Hash = Hash::Sha512;
    const DOMAIN: &'static [u8] = b"SigEd25519 no Ed25519 collisions";
    const ALWAYS_FRAMED: bool = false;
}

impl EdwardsTable<One> for Edwards25519 {
    fn base_table(machine: One) -> &'static Comb<Edwards<Self>, One> {
        static TABLE: OnceBox<Comb<Edwards<Edwards25519>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Comb::build(machine, Self::COMB_WIDTH)))
    }
}

/// edwards448. RFC 7748, section 4.2; SP 800-186, section 3.2.3.3.
#[derive(Clone, Copy, Debug)]
pub struct Edwards448;

impl EdwardsCurve for Edwards448 {
    type P = P448P;
    type N = P448N;
    type Form = PlusOne;
    const D: [u64; 7] = [
        0xffff_ffff_ffff_6756,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_fffe_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff,
    ];
    const G: [[u64; 7]; 2] = [
        [
            0x2626_a82b_c70c_c05e,
            0x433b_80e1_8b00_938e,
            0x12ae_1af7_2ab6_6511,
            0xea6d_e324_a3d3_a464,
            0x9e14_6570_470f_1767,
            0x221d_15a6_22bf_36da,
            0x4f19_70c6_6bed_0ded,
        ],
        [
            0x9808_795b_f230_fa14,
            0xfdbd_132c_4ed7_c8ad,
            0x3ad3_ff1c_e67c_39c4,
            0x8778_9c1e_05a0_c2d7,
            0x4bea_7373_6ca3_9840,
            0x8876_2037_56c9_c762,
            0x693f_4671_6eb6_bc24,
        ],
    ];
    const COFACTOR_BITS: usize = 2;
    const A24: [u64; 7] = [39_081, 0, 0, 0, 0, 0, 0];
    const COMB_WIDTH: usize = 5;
}

/// RFC 8032, section 5.2.
impl Suite for Edwards448 {
    const HASH: Hash = Hash::Shake256;
    const DOMAIN: &'static [u8] = b"SigEd448";
    const ALWAYS_FRAMED: bool = true;
}

impl EdwardsTable<One> for Edwards448 {
    fn base_table(machine: One) -> &'static Comb<Edwards<Self>, One> {
        static TABLE: OnceBox<Comb<Edwards<Edwards448>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Comb::build(machine, Self::COMB_WIDTH)))
    }
}
