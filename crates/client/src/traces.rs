//! Work with keys that leaves nothing on the stack.

/// Stack of work with one key that is short: over a curve, or a document read or written.
pub const SHORT: usize = 64 << 10;
/// The same of work with the longest keys.
pub const LONG: usize = 256 << 10;

/// Does work with a key, and overwrites so many bytes of the stack that it had.
///
/// What it has left there would not stay there: values have gaps, and with a value that is put on
/// the heap go the bytes of its gaps, which are what was on the stack before. So this comes before
/// anything else is done that allocates.
#[inline(never)]
pub fn wiped<T>(stack_bytes: usize, work: impl FnOnce() -> T) -> T {
    let out = outlined(work);
    sealane::backend::wipe_traces(stack_bytes);
    out
}

/// Does work in a frame of its own.
#[inline(never)]
fn outlined<T>(work: impl FnOnce() -> T) -> T {
    work()
}
