//! Documents as OpenSSL writes them, and what is refused: more wrong input than right.

mod pem;
mod signature;

use crate::error::BufferTooSmall;
use alloc::vec::Vec;

/// Runs a writer into every buffer from none to one byte too many, and returns what it writes.
///
/// Too small must be refused with the size that suffices and without a touch; room to spare must
/// stay as it was.
pub(crate) fn written(writer: impl Fn(&mut [u8]) -> Result<usize, BufferTooSmall>) -> Vec<u8> {
    let Err(BufferTooSmall { needed }) = writer(&mut []) else {
        panic!("a writer took an empty buffer")
    };
    let mut buffer = alloc::vec![0xa5; needed + 1];
    for len in 0..needed {
        assert_eq!(writer(&mut buffer[..len]), Err(BufferTooSmall { needed }));
        assert!(buffer.iter().all(|&byte| byte == 0xa5), "{len} bytes: written to in spite");
    }
    assert_eq!(writer(&mut buffer), Ok(needed));
    assert_eq!(buffer.pop(), Some(0xa5));
    let mut exact = alloc::vec![0; needed];
    assert_eq!(writer(&mut exact), Ok(needed));
    assert_eq!(exact, buffer);
    exact
}
