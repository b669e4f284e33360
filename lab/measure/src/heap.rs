//! Allocations of the calling thread, counted.
//!
//! A program that wants them counted makes [`Counting`] its allocator:
//! `#[global_allocator] static HEAP: Counting = Counting;`
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The allocator of the system, with a count for each thread.
#[derive(Debug, Clone, Copy)]
pub struct Counting;

thread_local! {
    /// Needs no allocation and no destructor of its own, so the allocator may use it at any time.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Returns how many allocations `work` makes on this thread, growth of one included; 0 always in a
/// program that does not count.
pub fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

fn count() {
    // A thread that ends has no count any more, and nobody asks for it.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call goes to the allocator of the system as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise is that of the allocator of the system.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, and the place came from the allocator of the system.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise is that of the allocator of the system.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's promise, and the place came from the allocator of the system.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[global_allocator]
    static HEAP: Counting = Counting;

    #[test]
    fn allocations_are_counted_and_their_absence_too() {
        assert_eq!(allocations(|| drop(black_box(vec![7u8; 100]))), 1);
        assert_eq!(allocations(|| drop(black_box([vec![0u64; 9], vec![1]]))), 2);
        let mut room: Vec<u8> = Vec::with_capacity(4);
        assert_eq!(allocations(|| black_box(&mut room).extend([1; 4])), 0);
        assert_eq!(allocations(|| black_box(&mut room).push(5)), 1);
    }
}
