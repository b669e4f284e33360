//! The permutation Keccak-f\[1600\] of one state, and of eight at once, one a lane. FIPS 202,
//! section 3.
//!
//! Written once over the words of lanes, like SHA-2, and read by AVX-512 registers of eight words
//! and of one, where this CPU has them, by plain words, and by arrays of eight. The registers have
//! what most of a round is made of: rotations, and any function of three bits.
//!
//! Constant-time: every step is the same whatever the words hold.

use crate::machine::sha as vectors;
use crate::machine::taint::under_valgrind;
use crate::sha;
use crate::sha::words::{KeccakWords, Plain};

/// States that are permuted at once.
pub const LANES: usize = 8;
/// Words of a state.
pub const WORDS: usize = 25;

/// Rounds of the permutation.
const ROUNDS: usize = 24;

/// Whether eight lanes run in registers, and are faster than one state after the other. Says so too
/// under the taint test, as [`sha::is_fast`] does.
#[must_use]
pub fn is_fast() -> bool {
    sha::is_fast()
}

/// Permutes a state. `state[x + 5 y]` is lane `(x, y)` of the standard, its first bit the lowest.
/// Section 3.4, with `nr = 24`.
pub fn permute(state: &mut [u64; WORDS]) {
    if !vectors::permute(state) {
        permute_plain(state);
    }
}

/// [`permute`] on plain words, whatever the CPU has.
pub fn permute_plain(state: &mut [u64; WORDS]) {
    permute_words(0u64, state);
}

/// Permutes the state of each lane: `state[i][lane]` is word `i` of a lane's state.
pub fn permute_8(state: &mut [[u64; LANES]; WORDS]) {
    if vectors::permute_8(state) {
        return;
    }
    if under_valgrind() { permute_8_plain(state) } else { permute_each(state) }
}

/// [`permute_8`], one state after the other: without registers of eight words, faster than lanes.
pub fn permute_each(state: &mut [[u64; LANES]; WORDS]) {
    for lane in 0..LANES {
        let mut single = state.map(|row| row[lane]);
        permute(&mut single);
        for (row, word) in state.iter_mut().zip(single) {
            row[lane] = word;
        }
    }
}

/// [`permute_8`] on plain words of eight lanes, whatever the CPU has: what the taint test sees.
pub fn permute_8_plain(state: &mut [[u64; LANES]; WORDS]) {
    permute_words(Plain([0u64; LANES]), state);
}

/// Permutes a state of words. `like` is any word.
#[inline(always)]
pub(crate) fn permute_words<W: KeccakWords>(like: W, state: &mut [W::Row; WORDS]) {
    let mut a = [[like; 5]; 5];
    for (word, row) in a.as_flattened_mut().iter_mut().zip(state.iter()) {
        *word = like.load(row);
    }
    // Two at a time: no state is moved to where the next round has it.
    for [first, second] in CONSTANTS.as_chunks().0 {
        a = round(&a, like.like(*first));
        a = round(&a, like.like(*second));
    }
    for (word, row) in a.as_flattened().iter().zip(state) {
        word.store(row);
    }
}

/// A state in the middle of theta: its words, by `y` and then by `x`, and what each column of them
/// changes by.
///
/// Two sums for a column and one for a word. Sums of three words would do without the changes, but
/// need the columns and rotations of them, which are five more registers than there are.
struct Theta<'a, W> {
    words: &'a [[W; 5]; 5],
    changes: [W; 5],
}

impl<'a, W: KeccakWords> Theta<'a, W> {
    #[inline(always)]
    fn new(words: &'a [[W; 5]; 5]) -> Self {
        let [a, b, c, d, e] =
            [sum(words, 0), sum(words, 1), sum(words, 2), sum(words, 3), sum(words, 4)];
        let changes = [
            e.xor(b.rotate_left::<1>()),
            a.xor(c.rotate_left::<1>()),
            b.xor(d.rotate_left::<1>()),
            c.xor(e.rotate_left::<1>()),
            d.xor(a.rotate_left::<1>()),
        ];
        Self { words, changes }
    }

    /// The word at `(x, y)` after theta. Section 3.2.1.
    #[inline(always)]
    fn at(&self, x: usize, y: usize) -> W {
        self.words[y][x].xor(self.changes[x])
    }
}

/// Returns the sum of a column.
#[inline(always)]
fn sum<W: KeccakWords>([a, b, c, d, e]: &[[W; 5]; 5], x: usize) -> W {
    a[x].xor3(b[x], c[x]).xor3(d[x], e[x])
}

/// Returns a row after chi. Section 3.2.4.
#[inline(always)]
fn chi<W: KeccakWords>([a, b, c, d, e]: [W; 5]) -> [W; 5] {
    [a.chi(b, c), b.chi(c, d), c.chi(d, e), d.chi(e, a), e.chi(a, b)]
}

/// Returns the state after a round: theta, rho, pi, chi, and iota with its constant.
///
/// The word that pi brings to `(x, y)` was at `(x + 3 y, x)`, and has been rotated by what table 2
/// says for that place. Sections 3.2.2, 3.2.3 and 3.2.5.
#[inline(always)]
fn round<W: KeccakWords>(words: &[[W; 5]; 5], constant: W) -> [[W; 5]; 5] {
    let theta = Theta::new(words);
    let mut rows = [
        chi([
            theta.at(0, 0),
            theta.at(1, 1).rotate_left::<44>(),
            theta.at(2, 2).rotate_left::<43>(),
            theta.at(3, 3).rotate_left::<21>(),
            theta.at(4, 4).rotate_left::<14>(),
        ]),
        chi([
            theta.at(3, 0).rotate_left::<28>(),
            theta.at(4, 1).rotate_left::<20>(),
            theta.at(0, 2).rotate_left::<3>(),
            theta.at(1, 3).rotate_left::<45>(),
            theta.at(2, 4).rotate_left::<61>(),
        ]),
        chi([
            theta.at(1, 0).rotate_left::<1>(),
            theta.at(2, 1).rotate_left::<6>(),
            theta.at(3, 2).rotate_left::<25>(),
            theta.at(4, 3).rotate_left::<8>(),
            theta.at(0, 4).rotate_left::<18>(),
        ]),
        chi([
            theta.at(4, 0).rotate_left::<27>(),
            theta.at(0, 1).rotate_left::<36>(),
            theta.at(1, 2).rotate_left::<10>(),
            theta.at(2, 3).rotate_left::<15>(),
            theta.at(3, 4).rotate_left::<56>(),
        ]),
        chi([
            theta.at(2, 0).rotate_left::<62>(),
            theta.at(3, 1).rotate_left::<55>(),
            theta.at(4, 2).rotate_left::<39>(),
            theta.at(0, 3).rotate_left::<41>(),
            theta.at(1, 4).rotate_left::<2>(),
        ]),
    ];
    rows[0][0] = rows[0][0].xor(constant);
    rows
}

/// What iota adds to the first word, a round each. Section 3.2.5, algorithms 5 and 6.
const CONSTANTS: [u64; ROUNDS] = {
    let mut constants = [0; ROUNDS];
    let (mut register, mut t) = (1u8, 0);
    while t < 7 * ROUNDS {
        let bit = (register & 1) as u64;
        constants[t / 7] |= bit << ((1 << (t % 7)) - 1);
        register = (register << 1) ^ (0x71 * (register >> 7));
        t += 1;
    }
    constants
};
