//! What a copy of this process does: a program that forks has all that its parent kept.

use std::io::{Error, PipeReader, Read, Write, pipe};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A copy of this process that works.
pub struct Child {
    process: libc::pid_t,
    result: PipeReader,
}

/// Forks, and lets the child do `work` and nothing else. To be called while no other thread of the
/// process works: what one holds locked stays so in the child.
///
/// Errors: what the system says.
pub fn fork(work: impl FnOnce() -> Vec<u8>) -> Result<Child, Error> {
    let (result, mut out) = pipe()?;
    // SAFETY: the call takes no pointer. The child has this thread alone, goes on with its own copy
    // of all memory, and leaves without what would run at the end of the parent.
    match unsafe { libc::fork() } {
        -1 => Err(Error::last_os_error()),
        0 => {
            let done = catch_unwind(AssertUnwindSafe(work));
            let good = done.is_ok_and(|bytes| out.write_all(&bytes).is_ok());
            // SAFETY: it takes no pointer and does not return.
            unsafe { libc::_exit(i32::from(!good)) }
        }
        process => Ok(Child { process, result }),
    }
}

impl Child {
    /// Waits for its end, and returns what it has worked out. Errors: what the system says, and
    /// that it did not come to an end.
    pub fn result(mut self) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![];
        let read = self.result.read_to_end(&mut bytes);
        let mut status = 0;
        // SAFETY: the status is ours, and the process is our child, which nobody has waited for.
        if unsafe { libc::waitpid(self.process, &raw mut status, 0) } != self.process {
            return Err(Error::last_os_error());
        }
        read?;
        if status == 0 { Ok(bytes) } else { Err(Error::other("the child failed")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what a child does is told, and changes nothing here; what fails there fails.
    #[test]
    fn children_work_apart() {
        let mut count = 1_u8;
        let children: Vec<Child> = (0..3)
            .map(|i| {
                fork(|| {
                    count += i;
                    vec![count]
                })
                .unwrap()
            })
            .collect();
        let told: Vec<_> = children.into_iter().map(|child| child.result().unwrap()).collect();
        assert_eq!((told, count), (vec![vec![1], vec![2], vec![3]], 1));
        let failing = fork(|| std::panic::resume_unwind(Box::new("planted"))).unwrap();
        assert!(failing.result().is_err());
    }
}
