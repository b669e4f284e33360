//! What a worker does with a group: items of one line, their keys and schemes mixed.

use super::job::{LineName, Task};
use super::{Content, Job};
use crate::error::Error;
use crate::key::Key;
use crate::traces::{LONG, SHORT, wiped};
use sealane::batch::{Batch, KeyTables, SignItem};
use sealane::{Algorithm, PrivateKey};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The most bytes of a thread's tables of public keys: those of a dozen keys.
const TABLE_BYTES: usize = 4 << 20;

thread_local! {
    /// For the checks of the signatures that this thread makes.
    static TABLES: RefCell<KeyTables> = RefCell::new(KeyTables::new(TABLE_BYTES));
}

/// The most items of a group. More lanes at a time share more, and what waits behind the group
/// waits longer: a millisecond or two is the bound. Ciphertexts are decrypted one by one, and share
/// nothing.
pub(super) fn most(line: LineName) -> usize {
    match line.algorithm {
        _ if line.decrypts => 1,
        Algorithm::Curve(curve) if curve.order_bytes() <= 32 => 64,
        Algorithm::Curve(_) => 16,
        // Attempts at several fill the lanes that one that is done leaves.
        Algorithm::MlDsa(_) => 32,
        _ => 8,
    }
}

/// Does what the jobs are, all of one line; one whose work panics is an error of its own. Returns
/// also how many panicked.
pub(super) fn do_all(jobs: &[&Job]) -> (Vec<Result<Vec<u8>, Error>>, u64) {
    // A lone signature over a curve takes as long as to wipe a megabyte, and as much of the stack
    // as docs/resources.md says. What lanes use of it they wipe themselves.
    let stack = match jobs.first().map(|job| job.line().algorithm) {
        Some(Algorithm::Curve(curve)) if curve.order_bytes() <= 32 => SHORT / 4,
        Some(Algorithm::Curve(_)) | None => SHORT,
        Some(_) => LONG,
    };
    wiped(stack, || contained(jobs, group))
}

/// Does `work` with all items, or one by one if that panics.
fn contained<J: Copy, R>(
    jobs: &[J],
    work: impl Fn(&[J]) -> Vec<Result<R, Error>>,
) -> (Vec<Result<R, Error>>, u64) {
    let attempt = |jobs: &[J]| catch_unwind(AssertUnwindSafe(|| work(jobs)));
    if let Ok(results) = attempt(jobs) {
        return (results, 0);
    }
    let mut panics = 0;
    let mut alone = |job| match attempt(&[job]) {
        Ok(mut results) => results.remove(0),
        Err(_) => {
            panics += 1;
            Err(Error::Internal)
        }
    };
    let results = jobs.iter().map(|job| alone(*job)).collect();
    (results, panics)
}

fn group(jobs: &[&Job]) -> Vec<Result<Vec<u8>, Error>> {
    if let [job] = jobs {
        return vec![one(job)];
    }
    let items: Option<Vec<SignItem>> = jobs.iter().map(|job| item(job)).collect();
    let Some(items) = items else {
        // Each says for itself why it is refused.
        return jobs.iter().map(|job| one(job)).collect();
    };
    let signed = TABLES.with_borrow_mut(|tables| Batch::new().sign_with(tables, &items));
    signed.into_iter().map(|signed| Ok(signed?.into())).collect()
}

/// Returns the item of a batch; `None` for a key that does not sign.
fn item(job: &Job) -> Option<SignItem<'_>> {
    let Key::Private(key) = &*job.key else { return None };
    let Task::Sign { content, scheme, options } = &job.task else { return None };
    Some(match content {
        Content::Message(message) => SignItem::new(key, message, scheme, *options),
        Content::Digest(digest) => SignItem::of_digest(key, digest, scheme, *options),
    })
}

fn one(job: &Job) -> Result<Vec<u8>, Error> {
    let Key::Private(key) = &*job.key else { return Err(Error::KeyType) };
    let (content, scheme, options) = match (&job.task, key) {
        (Task::Sign { content, scheme, options }, _) => (content, scheme, *options),
        (Task::Decrypt(ciphertext), PrivateKey::Rsa(key)) => {
            let mut message = key.decrypt_oaep(&ciphertext.bytes, ciphertext.oaep())?;
            // The same bytes on the heap: who has asked wipes them.
            return Ok(std::mem::take(&mut *message));
        }
        (Task::Decrypt(_), _) => return Err(Error::KeyType),
    };
    let signature = match content {
        Content::Message(message) => key.sign(message, scheme, options)?,
        Content::Digest(digest) => key.sign_digest(digest, scheme, options)?,
    };
    Ok(signature.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: an item that panics harms none beside it. Method: one item of eight panics.
    #[test]
    fn panics_are_contained() {
        let work = |jobs: &[u32]| -> Vec<Result<u32, Error>> {
            jobs.iter().map(|job| if *job == 5 { panic!("planted") } else { Ok(*job) }).collect()
        };
        let jobs: Vec<u32> = (0..8).collect();
        let (results, panics) = contained(&jobs, work);
        assert_eq!(panics, 1);
        for (i, result) in results.into_iter().enumerate() {
            assert_eq!(result, if i == 5 { Err(Error::Internal) } else { Ok(i as u32) });
        }
    }
}
