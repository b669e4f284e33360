//! What machines leave on the stack.

use core::hint::black_box;

/// Bytes of a frame of [`wipe_stack`].
pub(crate) const FRAME: usize = 1 << 12;

/// Overwrites the stack below its caller, a number of frames deep.
#[inline(never)]
pub(crate) fn wipe_stack(frames: usize) {
    // Hidden, so that zeros are written to memory, and so that the frame stays while the next one
    // lies below it.
    let mut frame = [0u64; FRAME / 8];
    black_box(&mut frame);
    if frames > 1 {
        wipe_stack(frames - 1);
    }
    black_box(&frame);
}
