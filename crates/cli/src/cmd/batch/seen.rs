//! The names that items had so far, so that each stands once.
//!
//! Of a name eight bytes are kept: that two different ones are taken for one has a chance of 2^-64
//! for each pair. The first million is kept in memory; then all go to a file without a name in the
//! folder for temporary files, so that memory does not grow with the manifest.
use std::collections::HashSet;
use std::fmt::Display;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;

/// Names that are kept in memory: as many as a table of hash values of 2^20 places takes.
const MAX_IN_MEMORY: usize = (1 << 20) / 8 * 7;

pub struct Seen {
    hasher: RandomState,
    most: usize,
    recent: HashSet<u64>,
    file: Option<Pages>,
}

impl Seen {
    pub fn new() -> Self {
        Self::with_memory(MAX_IN_MEMORY)
    }

    fn with_memory(most: usize) -> Self {
        Self { hasher: RandomState::new(), most, recent: HashSet::new(), file: None }
    }

    /// Whether a name is seen for the first time; it is not any more. A number is the same name as
    /// its digits.
    ///
    /// Errors: those of the temporary file.
    pub fn is_new(&mut self, name: &impl Display) -> io::Result<bool> {
        let hash = self.hasher.hash_one(name.to_string());
        if let Some(file) = &mut self.file {
            return file.insert(hash);
        }
        let new = self.recent.insert(hash);
        if self.recent.len() > self.most {
            let mut all: Vec<u64> = std::mem::take(&mut self.recent).into_iter().collect();
            all.sort_unstable();
            let file = self.file.insert(Pages::new(all.len())?);
            for hash in all {
                file.insert(hash)?;
            }
        }
        Ok(new)
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
    /// Room for `count` values, and more as they come.
    fn new(count: usize) -> io::Result<Self> {
        let bits = (count as u64 / MEAN + 1).next_power_of_two().ilog2();
        let file = tempfile::tempfile()?;
        file.set_len((PAGE_BYTES as u64) << bits)?;
        Ok(Self { file, bits, count: 0 })
    }

    /// Returns whether the value was not there.
    fn insert(&mut self, hash: u64) -> io::Result<bool> {
        let hash = if hash == NONE { 1 } else { hash };
        let start = page_of(hash, self.bits) * PAGE_BYTES as u64;
        let mut page: Page = [0; PAGE_BYTES];
        self.file.read_exact_at(&mut page, start)?;
        let mut values = values(&page);
        let Some(at) = values.position(|value| value == hash || value == NONE) else {
            return Err(io::Error::other("a page of names is full"));
        };
        let place = 8 * at;
        if page[place..place + 8] == hash.to_le_bytes() {
            return Ok(false);
        }
        self.file.write_all_at(&hash.to_le_bytes(), start + place as u64)?;
        self.count += 1;
        if self.count > MEAN << self.bits {
            self.double()?;
        }
        Ok(true)
    }

    /// Parts each page in two, by the next bit.
    fn double(&mut self) -> io::Result<()> {
        let (old, bits) = (&self.file, self.bits + 1);
        let mut new = BufWriter::with_capacity(16 * PAGE_BYTES, tempfile::tempfile()?);
        let mut page: Page = [0; PAGE_BYTES];
        for number in 0..1 << self.bits {
            old.read_exact_at(&mut page, number * PAGE_BYTES as u64)?;
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
            if let Some(file) = &seen.file {
                assert_eq!(file.count, all.len() as u64);
                assert!(file.count <= MEAN << file.bits && file.bits > 0);
            }
            assert!(seen.is_new(&"a name").expect("a file"));
            assert!(!seen.is_new(&"7").expect("a file") || !all.contains(&7));
        }
    }

    /// Goal: extreme values have their places, and the value that marks an end is found again.
    #[test]
    fn extreme_values_are_found_again() {
        let mut pages = Pages::new(0).expect("a temporary file");
        for round in 0..2 {
            for value in [0, 1 << 63, u64::MAX, 2] {
                assert_eq!(pages.insert(value).expect("a file"), round == 0, "{value}");
            }
            pages.double().expect("a file");
            pages.double().expect("a file");
        }
        assert_eq!(pages.count, 4);
    }
}
