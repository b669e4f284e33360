//! The compression functions of SHA-2 over many messages at once, one a lane. FIPS 180-4,
//! section 6.
//!
//! Written once over a small trait of words, and read by two machines: AVX-512 registers where
//! this CPU has them, arrays of plain words elsewhere. Sixteen lanes of 32-bit words or eight of
//! 64-bit words fill a register.
//!
//! Constant-time: every step is the same whatever the words hold.

use crate::machine::sha as vectors;
use crate::machine::taint::under_valgrind;
use words::{Plain, Sha2Words};

pub(crate) mod words;

/// Lanes of SHA-224 and SHA-256.
pub const LANES_256: usize = 16;
/// Lanes of SHA-384 and SHA-512.
pub const LANES_512: usize = 8;

/// Whether lanes run in registers, and are faster than one message after the other. Says so too
/// under the taint test, whose machine has no such registers but must see the same steps.
#[must_use]
pub fn is_fast() -> bool {
    vectors::available() || under_valgrind()
}

/// Compresses a block in each lane into its state. `state[i][lane]` and `block[i][lane]` are word
/// `i` of a lane, read from its bytes big-endian. Section 6.2.2.
pub fn compress_256(state: &mut [[u32; LANES_256]; 8], block: &[[u32; LANES_256]; 16]) {
    if !vectors::compress_256(state, block) {
        compress_256_plain(state, block);
    }
}

/// Like [`compress_256`], for SHA-512. Section 6.4.2.
pub fn compress_512(state: &mut [[u64; LANES_512]; 8], block: &[[u64; LANES_512]; 16]) {
    if !vectors::compress_512(state, block) {
        compress_512_plain(state, block);
    }
}

/// [`compress_256`] on plain words, whatever the CPU has.
pub fn compress_256_plain(state: &mut [[u32; LANES_256]; 8], block: &[[u32; LANES_256]; 16]) {
    compress::<Sha256, _>(Plain([0u32; LANES_256]), state, block);
}

/// [`compress_512`] on plain words, whatever the CPU has.
pub fn compress_512_plain(state: &mut [[u64; LANES_512]; 8], block: &[[u64; LANES_512]; 16]) {
    compress::<Sha512, _>(Plain([0u64; LANES_512]), state, block);
}

/// What tells one compression function from another. Section 4.1 and 4.2.
pub(crate) trait Family<W: Sha2Words> {
    const ROUNDS: usize;
    /// How far right the constants of SHA-512 are shifted: those of SHA-256 are their upper halves.
    const CONSTANT_SHIFT: u32;
    fn sum0(x: W) -> W;
    fn sum1(x: W) -> W;
    fn sigma0(x: W) -> W;
    fn sigma1(x: W) -> W;
}

pub(crate) struct Sha256;

impl<W: Sha2Words> Family<W> for Sha256 {
    const ROUNDS: usize = 64;
    const CONSTANT_SHIFT: u32 = 32;
    #[inline(always)]
    fn sum0(x: W) -> W {
        x.rotate::<2>().xor3(x.rotate::<13>(), x.rotate::<22>())
    }
    #[inline(always)]
    fn sum1(x: W) -> W {
        x.rotate::<6>().xor3(x.rotate::<11>(), x.rotate::<25>())
    }
    #[inline(always)]
    fn sigma0(x: W) -> W {
        x.rotate::<7>().xor3(x.rotate::<18>(), x.shift::<3>())
    }
    #[inline(always)]
    fn sigma1(x: W) -> W {
        x.rotate::<17>().xor3(x.rotate::<19>(), x.shift::<10>())
    }
}

pub(crate) struct Sha512;

impl<W: Sha2Words> Family<W> for Sha512 {
    const ROUNDS: usize = 80;
    const CONSTANT_SHIFT: u32 = 0;
    #[inline(always)]
    fn sum0(x: W) -> W {
        x.rotate::<28>().xor3(x.rotate::<34>(), x.rotate::<39>())
    }
    #[inline(always)]
    fn sum1(x: W) -> W {
        x.rotate::<14>().xor3(x.rotate::<18>(), x.rotate::<41>())
    }
    #[inline(always)]
    fn sigma0(x: W) -> W {
        x.rotate::<1>().xor3(x.rotate::<8>(), x.shift::<7>())
    }
    #[inline(always)]
    fn sigma1(x: W) -> W {
        x.rotate::<19>().xor3(x.rotate::<61>(), x.shift::<6>())
    }
}

/// Compresses a block. `like` is any word.
#[inline(always)]
pub(crate) fn compress<F: Family<W>, W: Sha2Words>(
    like: W,
    state: &mut [W::Row; 8],
    block: &[W::Row; 16],
) {
    let mut s = [like; 8];
    for (word, row) in s.iter_mut().zip(state.iter()) {
        *word = like.load(row);
    }
    let before = s;
    // The last sixteen words of the schedule.
    let mut w = [like; 16];
    for (word, row) in w.iter_mut().zip(block) {
        *word = like.load(row);
    }
    for first in (0..F::ROUNDS).step_by(16) {
        for i in 0..16 {
            if first > 0 {
                let fresh = F::sigma1(w[(i + 14) % 16]).add(w[(i + 9) % 16]);
                w[i] = w[i].add(fresh).add(F::sigma0(w[(i + 1) % 16]));
            }
            let [a, b, c, d, e, f, g, h] = s;
            let constant = like.like(CONSTANTS[first + i] >> F::CONSTANT_SHIFT);
            let t1 = h.add(constant.add(w[i])).add(e.choose(f, g)).add(F::sum1(e));
            let t2 = F::sum0(a).add(a.majority(b, c));
            s = [t1.add(t2), a, b, c, d.add(t1), e, f, g];
        }
    }
    for ((word, before), row) in s.into_iter().zip(before).zip(state) {
        word.add(before).store(row);
    }
}

/// The first 64 bits of the fractional parts of the cube roots of the first eighty primes. Section
/// 4.2.3.
const CONSTANTS: [u64; 80] = [
    0x428a_2f98_d728_ae22,
    0x7137_4491_23ef_65cd,
    0xb5c0_fbcf_ec4d_3b2f,
    0xe9b5_dba5_8189_dbbc,
    0x3956_c25b_f348_b538,
    0x59f1_11f1_b605_d019,
    0x923f_82a4_af19_4f9b,
    0xab1c_5ed5_da6d_8118,
    0xd807_aa98_a303_0242,
    0x1283_5b01_4570_6fbe,
    0x2431_85be_4ee4_b28c,
    0x550c_7dc3_d5ff_b4e2,
    0x72be_5d74_f27b_896f,
    0x80de_b1fe_3b16_96b1,
    0x9bdc_06a7_25c7_1235,
    0xc19b_f174_cf69_2694,
    0xe49b_69c1_9ef1_4ad2,
    0xefbe_4786_384f_25e3,
    0x0fc1_9dc6_8b8c_d5b5,
    0x240c_a1cc_77ac_9c65,
    0x2de9_2c6f_592b_0275,
    0x4a74_84aa_6ea6_e483,
    0x5cb0_a9dc_bd41_fbd4,
    0x76f9_88da_8311_53b5,
    0x983e_5152_ee66_dfab,
    0xa831_c66d_2db4_3210,
    0xb003_27c8_98fb_213f,
    0xbf59_7fc7_beef_0ee4,
    0xc6e0_0bf3_3da8_8fc2,
    0xd5a7_9147_930a_a725,
    0x06ca_6351_e003_826f,
    0x1429_2967_0a0e_6e70,
    0x27b7_0a85_46d2_2ffc,
    0x2e1b_2138_5c26_c926,
    0x4d2c_6dfc_5ac4_2aed,
    0x5338_0d13_9d95_b3df,
    0x650a_7354_8baf_63de,
    0x766a_0abb_3c77_b2a8,
    0x81c2_c92e_47ed_aee6,
    0x9272_2c85_1482_353b,
    0xa2bf_e8a1_4cf1_0364,
    0xa81a_664b_bc42_3001,
    0xc24b_8b70_d0f8_9791,
    0xc76c_51a3_0654_be30,
    0xd192_e819_d6ef_5218,
    0xd699_0624_5565_a910,
    0xf40e_3585_5771_202a,
    0x106a_a070_32bb_d1b8,
    0x19a4_c116_b8d2_d0c8,
    0x1e37_6c08_5141_ab53,
    0x2748_774c_df8e_eb99,
    0x34b0_bcb5_e19b_48a8,
    0x391c_0cb3_c5c9_5a63,
    0x4ed8_aa4a_e341_8acb,
    0x5b9c_ca4f_7763_e373,
    0x682e_6ff3_d6b2_b8a3,
    0x748f_82ee_5def_b2fc,
    0x78a5_636f_4317_2f60,
    0x84c8_7814_a1f0_ab72,
    0x8cc7_0208_1a64_39ec,
    0x90be_fffa_2363_1e28,
    0xa450_6ceb_de82_bde9,
    0xbef9_a3f7_b2c6_7915,
    0xc671_78f2_e372_532b,
    0xca27_3ece_ea26_619c,
    0xd186_b8c7_21c0_c207,
    0xeada_7dd6_cde0_eb1e,
    0xf57d_4f7f_ee6e_d178,
    0x06f0_67aa_7217_6fba,
    0x0a63_7dc5_a2c8_98a6,
    0x113f_9804_bef9_0dae,
    0x1b71_0b35_131c_471b,
    0x28db_77f5_2304_7d84,
    0x32ca_ab7b_40c7_2493,
    0x3c9e_be0a_15c9_bebc,
    0x431d_67c4_9c10_0d4c,
    0x4cc5_d4be_cb3e_42b6,
    0x597f_299c_fc65_7e2a,
    0x5fcb_6fab_3ad6_faec,
    0x6c44_198c_4a47_5817,
];
