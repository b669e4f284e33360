//! Signals to a thread that waits.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

extern "C" fn nothing(_: i32) {}

/// Does some work on this thread, which a signal interrupts ten times a second, at most so long.
pub fn interrupted<T>(most: Duration, work: impl FnOnce() -> T) -> T {
    // SAFETY: the handler does nothing; no call is begun anew behind it.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = nothing as *const () as usize;
        assert_eq!(libc::sigaction(libc::SIGUSR1, &raw const action, null_mut()), 0);
    }
    // SAFETY: it names this thread, which waits for the other one.
    let (own, ended) = (unsafe { libc::pthread_self() }, AtomicBool::new(false));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Ordering::SeqCst) && begun.elapsed() < most {
                std::thread::sleep(Duration::from_millis(100));
                // SAFETY: the thread lives until this one has ended.
                unsafe { libc::pthread_kill(own, libc::SIGUSR1) };
            }
        });
        let done = work();
        ended.store(true, Ordering::SeqCst);
        done
    })
}
