//! What the searches of arithmetic begin with: numbers of every length, with the words at which
//! carries happen among them.

use sha2::{Digest, Sha256};

/// Returns so many bytes that are the same each time.
fn stream(seed: u64, length: usize) -> Vec<u8> {
    let piece = |part: u64| Sha256::digest([seed, part].map(u64::to_be_bytes).concat());
    let mut out: Vec<u8> = (0..).flat_map(piece).take(length).collect();
    // Words of ones, and of zeros.
    for (number, word) in out.chunks_mut(8).enumerate() {
        match (seed + number as u64) % 5 {
            0 => word.fill(0xff),
            1 if number % 2 == 0 => word.fill(0),
            _ => {}
        }
    }
    out
}

/// The inputs of each target.
pub fn all() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let field = |prime: u8| [&[prime, 24][..], &stream(prime.into(), 48 + 8 * 64)].concat();
    let modulus = |words: u8| [&[words][..], &stream(words.into(), 1800)].concat();
    let item = |number: u8| {
        let changed = if number.is_multiple_of(3) { number } else { 0 };
        [number, number / 7, number, number % 5 / 4, number, 0, number, changed]
    };
    vec![
        ("field", (0..24).map(field).collect()),
        ("modulus", (0..8).map(modulus).collect()),
        // Of one word each: no sum has a carry.
        (
            "planted-modulus",
            vec![vec![7], [3; 8].to_vec(), vec![0; 48], [&[5; 8][..], &[0; 8], &[9; 8]].concat()],
        ),
        (
            "batch",
            vec![
                vec![],
                item(1).to_vec(),
                (0..32).flat_map(item).collect(),
                (60..92).flat_map(item).collect(),
            ],
        ),
        (
            "key-wrap",
            (0..12).map(|how| [&[how | 0xc0][..], &stream(how.into(), 40)].concat()).collect(),
        ),
    ]
}
