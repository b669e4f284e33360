//! SHA-2 in lanes: registers and plain words give the same, and both what is published.

use crate::random::Random;
use sealane_arith::sha::{
    LANES_256, LANES_512, compress_256, compress_256_plain, compress_512, compress_512_plain,
};

/// Goal: registers, where the CPU has them, and plain words agree bit by bit. Method: chains of
/// compressions of random blocks, every lane another.
#[test]
fn registers_and_plain_words_agree() {
    let mut random = Random(1);
    let mut narrow = [[[0u32; LANES_256]; 8]; 2];
    let mut wide = [[[0u64; LANES_512]; 8]; 2];
    for _ in 0..10_000 {
        let block = [(); 16].map(|()| [(); LANES_256].map(|()| random.word() as u32));
        compress_256(&mut narrow[0], &block);
        compress_256_plain(&mut narrow[1], &block);
        assert_eq!(narrow[0], narrow[1]);
        let block = [(); 16].map(|()| [(); LANES_512].map(|()| random.word()));
        compress_512(&mut wide[0], &block);
        compress_512_plain(&mut wide[1], &block);
        assert_eq!(wide[0], wide[1]);
    }
}

/// Goal: "abc" hashes to what FIPS 180-4 and its examples say, in every lane.
#[test]
fn published_digests_come_out() {
    let start = [
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19u32,
    ];
    let digest = [
        0xba78_16bf,
        0x8f01_cfea,
        0x4141_40de,
        0x5dae_2223,
        0xb003_61a3,
        0x9617_7a9c,
        0xb410_ff61,
        0xf200_15adu32,
    ];
    let mut block = [[0u32; LANES_256]; 16];
    (block[0], block[15]) = ([0x6162_6380; LANES_256], [24; LANES_256]);
    for compress in [compress_256, compress_256_plain] {
        let mut state = start.map(|word| [word; LANES_256]);
        compress(&mut state, &block);
        assert_eq!(state, digest.map(|word| [word; LANES_256]));
    }
    let start = [
        0x6a09_e667_f3bc_c908,
        0xbb67_ae85_84ca_a73b,
        0x3c6e_f372_fe94_f82b,
        0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1,
        0x9b05_688c_2b3e_6c1f,
        0x1f83_d9ab_fb41_bd6b,
        0x5be0_cd19_137e_2179u64,
    ];
    let digest = [
        0xddaf_35a1_9361_7aba,
        0xcc41_7349_ae20_4131,
        0x12e6_fa4e_89a9_7ea2,
        0x0a9e_eee6_4b55_d39a,
        0x2192_992a_274f_c1a8,
        0x36ba_3c23_a3fe_ebbd,
        0x454d_4423_643c_e80e,
        0x2a9a_c94f_a54c_a49fu64,
    ];
    let mut block = [[0u64; LANES_512]; 16];
    (block[0], block[15]) = ([0x6162_6380 << 32; LANES_512], [24; LANES_512]);
    for compress in [compress_512, compress_512_plain] {
        let mut state = start.map(|word| [word; LANES_512]);
        compress(&mut state, &block);
        assert_eq!(state, digest.map(|word| [word; LANES_512]));
    }
}
