//! Documents of known content for the tests of encodings, and a reader of hexadecimal text.
//!
//! Written by OpenSSL 3.0.19 for keys made for this purpose.

use alloc::vec::Vec;

/// The bytes of hexadecimal `text`; white space is skipped.
pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).expect("a sample is hexadecimal") as u8)
        .collect();
    assert!(digits.len().is_multiple_of(2), "a sample has whole bytes");
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
