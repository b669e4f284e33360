//! The names that items had so far, so that each stands once.
//!
//! Of a name eight bytes are kept: that two different ones are taken for one has a chance of 2^-64
//! for each pair. A million is kept in memory. Whenever they are that many, all go to a file that
//! has no name in the folder for temporary files, so that memory does not grow with the manifest.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::File;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;

/// Names that are kept in memory: as many as a table of hash values of 2^20 places takes.
const MAX_IN_MEMORY: usize = (1 << 20) / 8 * 7;

pub struct Seen {
    hasher: RandomState,
    most: usize,
    recent: HashSet<u64, BuildHasherDefault<Itself>>,
    file: Option<Pages>,
}

impl Seen {
    pub fn new() -> Self {
        Self::with_memory(MAX_IN_MEMORY)
    }

    fn with_memory(most: usize) -> Self {
        Self { hasher: RandomState::new(), most, recent: HashSet::default(), file: None }
    }

    /// Whether a name is seen for the first time; it is not any more. A number is the same name as
    /// its digits.
    ///
    /// Errors: those of the temporary file.
    pub fn is_new(&mut self, name: &impl Display) -> io::Result<bool> {
        let hash = match self.hasher.hash_one(name.to_string()) {
            NONE => 1,
            other => other,
        };
        if !self.recent.insert(hash) {
            return Ok(false);
        }
        if let Some(file) = &self.file
            && file.has(hash)?
        {
            self.recent.remove(&hash);
            return Ok(false);
        }
        if self.recent.len() > self.most {
            let mut all: Vec<u64> = self.recent.drain().collect();
            all.sort_unstable();
            let file = match &mut self.file {
                Some(file) => file,
                none => none.insert(Pages::new()?),
            };
            file.insert_all(&all)?;
        }
        Ok(true)
    }
}

/// The hash of what is one already.
#[derive(Default)]
struct Itself(u64);

impl Hasher for Itself {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A set of hash values in a file: each is in the page that its first bits number, and a page is
/// filled from the front.
struct Pages {
    file: File,
    /// There are `2^bits` pages.
    bits: u32,
    count: u64,
}

const PAGE_BYTES: usize = 4096;
const PER_PAGE: u64 = (PAGE_BYTES / 8) as u64;
/// Values a page has on average before there are twice as many pages. A page has more than twice
/// as many with a chance below 2^-100.
const MEAN: u64 = PER_PAGE / 2;
/// What stands behind the values of a page.
const NONE: u64 = 0;

type Page = [u8; PAGE_BYTES];

impl Pages {
    /// A page, and more as values come.
    fn new() -> io::Result<Self> {
        let file = tempfile::tempfile()?;
        file.set_len(PAGE_BYTES as u64)?;
        Ok(Self { file, bits: 0, count: 0 })
    }

    fn page(&self, number: u64) -> io::Result<Page> {
        let mut page: Page = [0; PAGE_BYTES];
        self.file.read_exact_at(&mut page, number * PAGE_BYTES as u64)?;
        Ok(page)
    }

    fn has(&self, hash: u64) -> io::Result<bool> {
        let page = self.page(page_of(hash, self.bits))?;
        let has = values(&page).any(|value| value == hash);
        Ok(has)
    }

    /// Puts values that it does not have into their pages, each page once. They are in order.
    fn insert_all(&mut self, all: &[u64]) -> io::Result<()> {
        self.count += all.len() as u64;
        while self.count > MEAN << self.bits {
            self.double()?;
        }
        let number = |hash: &u64| page_of(*hash, self.bits);
        for its in all.chunk_by(|a, b| number(a) == number(b)) {
            let number = number(&its[0]);
            let taken = values(&self.page(number)?).take_while(|value| *value != NONE).count();
            if taken + its.len() > PER_PAGE as usize {
                return Err(io::Error::other("a page of names is full"));
            }
            let bytes: Vec<u8> = its.iter().flat_map(|value| value.to_le_bytes()).collect();
            self.file.write_all_at(&bytes, number * PAGE_BYTES as u64 + 8 * taken as u64)?;
        }
        Ok(())
    }

    /// Parts each page in two, by the next bit.
    fn double(&mut self) -> io::Result<()> {
        let bits = self.bits + 1;
        let mut new = BufWriter::with_capacity(16 * PAGE_BYTES, tempfile::tempfile()?);
        for number in 0..1 << self.bits {
            let page = self.page(number)?;
            for half in [2 * number, 2 * number + 1] {
                let its = values(&page).filter(|v| *v != NONE && page_of(*v, bits) == half);
                let mut written = 0;
                for value in its {
                    new.write_all(&value.to_le_bytes())?;
                    written += 8;
                }
                io::copy(&mut io::repeat(0).take(PAGE_BYTES as u64 - written), &mut new)?;
            }
        }
        self.file = new.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.bits = bits;
        Ok(())
    }
}

fn page_of(hash: u64, bits: u32) -> u64 {
    hash.checked_shr(64 - bits).unwrap_or(0)
}

fn values(page: &Page) -> impl Iterator<Item = u64> {
    page.as_chunks().0.iter().map(|value| u64::from_le_bytes(*value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: each name is new once, in memory and in the file, however often the file has doubled.
    /// Method: names in an order that comes back to early ones; the same answers as a set of them.
    #[test]
    fn names_are_new_once() {
        for most in [0, 1, 1000, MAX_IN_MEMORY] {
            let (mut seen, mut all) = (Seen::with_memory(most), HashSet::new());
            for at in 0..6000u64 {
                let name = (at * at) % 4099;
                let new = seen.is_new(&name).expect("a temporary file");
                assert_eq!(new, all.insert(name), "{most}: {name}");
            }
            assert_eq!(seen.file.is_some(), most < all.len());
            let in_file = seen.file.as_ref().map_or(0, |file| file.count);
            assert_eq!(in_file + seen.recent.len() as u64, all.len() as u64);
            assert!(seen.recent.len() <= most);
            if let Some(file) = &seen.file {
                assert!(file.count <= MEAN << file.bits && file.bits > 0);
            }
            assert!(seen.is_new(&"a name").expect("a file"));
            assert!(!seen.is_new(&"7").expect("a file") || !all.contains(&7));
        }
    }

    /// Goal: extreme values have their places, before and after pages are parted, and a full page
    /// says so.
    #[test]
    fn extreme_values_are_found_again() {
        let mut pages = Pages::new().expect("a temporary file");
        let extreme = [1, 2, 1 << 63, u64::MAX];
        pages.insert_all(&extreme).expect("a file");
        for _ in 0..4 {
            assert!(extreme.iter().all(|value| pages.has(*value).expect("a file")));
            assert!([3, (1 << 63) - 1].iter().all(|value| !pages.has(*value).expect("a file")));
            pages.double().expect("a file");
        }
        assert_eq!((pages.count, pages.bits), (4, 4));
        let close: Vec<u64> = (3..PER_PAGE + 2).collect();
        assert_eq!(
            pages.insert_all(&close).map_err(|error| error.to_string()),
            Err(String::from("a page of names is full"))
        );
    }
}
