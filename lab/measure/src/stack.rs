//! How much stack an operation uses.
//!
//! The operation runs on a thread whose stack is memory of ours, painted beforehand. What is not
//! painted any more afterwards was written to.
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

/// Room for the operation and what a thread needs besides.
const STACK_BYTES: usize = 1 << 20;
/// A stack must lie at pages, also at large ones.
const ALIGNMENT: usize = 1 << 16;
/// What the stack is painted with. Runs of it are rare in what programs write.
const PAINT: u8 = 0xa5;
/// Fewer than this many painted bytes in a row may be chance.
const SURE: usize = 64;

/// What the thread is given and what it gives.
struct Task<'a> {
    work: &'a mut (dyn FnMut() + Send),
    /// Where the stack of the work begins.
    top: usize,
    panicked: bool,
}

/// Returns how many bytes of stack `work` uses below its caller. Errors: the system makes no
/// thread, or the work panicked; its text says which.
pub fn depth(work: &mut (dyn FnMut() + Send)) -> Result<usize, String> {
    let stack = Stack::painted();
    let mut task = Task { work, top: 0, panicked: false };
    run_on(&stack, &mut task)?;
    if task.panicked {
        return Err("the operation panicked".into());
    }
    Ok(task.top.saturating_sub(stack.deepest()))
}

/// Returns how many times the bytes of `pattern` lie on the stack that `work` has used. Errors: as
/// of [`depth`].
pub fn residue(work: &mut (dyn FnMut() + Send), pattern: &[u8]) -> Result<usize, String> {
    let stack = Stack::painted();
    let mut task = Task { work, top: 0, panicked: false };
    run_on(&stack, &mut task)?;
    if task.panicked {
        return Err("the operation panicked".into());
    }
    let bytes = stack.bytes();
    let bytes = &bytes[..task.top - stack.0 as usize];
    Ok(bytes.windows(pattern.len()).filter(|window| *window == pattern).count())
}

/// Memory for a stack.
struct Stack(*mut u8);

impl Stack {
    const LAYOUT: Layout = match Layout::from_size_align(STACK_BYTES, ALIGNMENT) {
        Ok(layout) => layout,
        Err(_) => panic!("the size is a multiple of the alignment"),
    };

    fn painted() -> Self {
        // SAFETY: the layout has a size that is not 0.
        let place = unsafe { alloc(Self::LAYOUT) };
        if place.is_null() {
            handle_alloc_error(Self::LAYOUT);
        }
        // SAFETY: the place was allocated just now with that many bytes.
        unsafe { place.write_bytes(PAINT, STACK_BYTES) };
        Self(place)
    }

    /// Returns what lies on the stack. No thread may run on it any more.
    fn bytes(&self) -> &[u8] {
        // SAFETY: all bytes were painted, and the thread that wrote to some of them has ended.
        unsafe { std::slice::from_raw_parts(self.0, STACK_BYTES) }
    }

    /// Returns the lowest address that was written to. No thread may run on the stack any more.
    fn deepest(&self) -> usize {
        let bytes = self.bytes();
        let painted = bytes.iter().take_while(|byte| **byte == PAINT).count();
        // A single painted byte may have been written; the run up to here is far longer.
        self.0 as usize + if painted < SURE { 0 } else { painted }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and no thread runs on it: `run_on` has joined.
        unsafe { dealloc(self.0, Self::LAYOUT) }
    }
}

fn run_on(stack: &Stack, task: &mut Task) -> Result<(), String> {
    let refused = |what: &str, error: c_int| {
        if error == 0 { Ok(()) } else { Err(format!("{what} failed with {error}")) }
    };
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    let mut thread = MaybeUninit::<libc::pthread_t>::uninit();
    // SAFETY: the place is one for attributes.
    refused("pthread_attr_init", unsafe { libc::pthread_attr_init(attributes.as_mut_ptr()) })?;
    let (place, task) = (stack.0.cast(), std::ptr::from_mut(task).cast());
    // SAFETY: the attributes were made above, and the stack has that many bytes.
    let set = unsafe { libc::pthread_attr_setstack(attributes.as_mut_ptr(), place, STACK_BYTES) };
    // SAFETY: all are as their types say; the task outlives the thread, which is joined below, and
    // what it holds may go to another thread, since the work is `Send`.
    let made = refused("pthread_attr_setstack", set).and_then(|()| unsafe {
        let made = libc::pthread_create(thread.as_mut_ptr(), attributes.as_ptr(), begin, task);
        refused("pthread_create", made)
    });
    // SAFETY: the attributes were made above and are not used any more.
    unsafe { libc::pthread_attr_destroy(attributes.as_mut_ptr()) };
    made?;
    // SAFETY: the thread was made above and is joined once.
    refused("pthread_join", unsafe { libc::pthread_join(thread.assume_init(), null_mut()) })
}

/// The first function of the thread.
extern "C" fn begin(task: *mut c_void) -> *mut c_void {
    // SAFETY: `run_on` gives a task, which nobody else uses until this thread has ended.
    let task = unsafe { &mut *task.cast::<Task>() };
    let marker = 0u8;
    task.top = black_box(&raw const marker) as usize;
    let work = std::panic::AssertUnwindSafe(|| (task.work)());
    task.panicked = std::panic::catch_unwind(work).is_err();
    null::<c_void>().cast_mut()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(never)]
    fn use_stack<const BYTES: usize>() -> u8 {
        let mut room = [0u8; BYTES];
        black_box(&mut room).fill(1);
        black_box(&room)[BYTES / 2]
    }

    /// Goal: the depth follows what is used, to within the frames around it.
    #[test]
    fn depth_is_what_is_used() {
        let around = depth(&mut || {}).expect("a thread");
        assert!(around < 2048, "{around}");
        let small = depth(&mut || assert_eq!(use_stack::<1000>(), 1)).expect("a thread");
        let large = depth(&mut || assert_eq!(use_stack::<200_000>(), 1)).expect("a thread");
        assert!((1000..4000).contains(&small), "{small}");
        assert!((200_000..204_000).contains(&large), "{large}");
    }

    #[test]
    fn panic_is_no_figure() {
        assert!(depth(&mut || panic!("planted")).is_err());
        assert!(residue(&mut || panic!("planted"), b"x").is_err());
    }

    /// Goal: what an operation leaves on its stack is found, however deep it lies.
    #[test]
    fn residues_are_found() {
        let pattern = 0x0123_4567_89ab_cdef_u64.to_be_bytes();
        let mut leave = || {
            let mut room = [0u8; 100_000];
            black_box(&mut room)[500..508].copy_from_slice(&pattern);
            black_box(&room);
        };
        assert!(residue(&mut leave, &pattern).is_ok_and(|found| found > 0));
        assert_eq!(residue(&mut || {}, &pattern), Ok(0));
    }
}
