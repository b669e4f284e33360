//! Work in pieces, one a thread.
//!
//! Threads live as long as the call: a pool would not be there in a process that was forked, as
//! those of `multiprocessing` are.

/// The results of all items, in their order, by `work` on so many threads.
pub fn in_pieces<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&[T]) -> Vec<R> + Sync,
) -> Vec<R> {
    let mut pieces = items.chunks(items.len().div_ceil(threads).max(1));
    let Some(own) = pieces.next() else { return Vec::new() };
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = pieces.map(|piece| scope.spawn(move || work(piece))).collect();
        let mut results = work(own);
        for other in others {
            let found = other.join();
            results.extend(found.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}
