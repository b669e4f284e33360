//! Reader of NIST's published vectors (CAVP), which stand in `tests/vectors/` packed by gzip.

use crate::reference::field;
use crate::vectors;
use num_bigint::BigUint;
use sealane::Hash;
use std::collections::BTreeMap;

/// One case: its lines, and those above it that are for all of its group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Case {
    /// The last title above it that names an appendix (`A.2.2   Assurance of …`).
    pub appendix: String,
    /// The last other title above it: `mod = L=1024, N=160, SHA-1`, `P-192,SHA-1`, `EA - SHA1`.
    pub section: String,
    values: BTreeMap<String, String>,
}

impl Case {
    /// Whether the case has a line of that name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Returns what a line says.
    ///
    /// # Panics
    /// If there is no such line.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.values.get(name).unwrap_or_else(|| panic!("no {name} in {self:?}"))
    }

    /// Returns a line's number.
    ///
    /// # Panics
    /// If there is no such line, or it has something else.
    #[must_use]
    pub fn number(&self, name: &str) -> BigUint {
        field::hex(self.text(name))
    }

    /// Returns a line's bytes, leading zeros and all; half a byte is filled up in front.
    ///
    /// # Panics
    /// Like [`Case::number`].
    #[must_use]
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        field::to_bytes(&self.number(name), self.text(name).len().div_ceil(2))
    }

    /// Returns the hash that a line or the end of the section names: `SHA-1` and `SHA1` alike.
    ///
    /// # Panics
    /// If it is not one of ours.
    #[must_use]
    pub fn hash(&self) -> Hash {
        let last = self.section.rsplit([',', ' ']).next().unwrap_or_default();
        let name = if self.has("SHAAlg") { self.text("SHAAlg") } else { last };
        let digits = name.trim_start_matches("SHA").trim_start_matches('-');
        Hash::from_name(&format!("SHA-{digits}")).unwrap_or_else(|| panic!("no hash: {name}"))
    }

    /// Returns whether the case is good by its file, and the reason without the words of one: `P`,
    /// `F (3`, or all of a result that has no number.
    #[must_use]
    pub fn verdict(&self) -> (bool, &str) {
        let result = self.text("Result");
        let numbered = result.split_once(" - ").map(|(reason, _)| reason);
        let reason = numbered.filter(|reason| reason.ends_with(|last: char| last.is_ascii_digit()));
        let reason = reason.unwrap_or(result);
        let reason = if reason.starts_with("P (0") { "P" } else { reason };
        (result.starts_with('P'), reason)
    }
}

/// Returns how often each reason is given.
#[must_use]
pub fn reasons(cases: &[Case]) -> Vec<(&str, usize)> {
    let mut all = BTreeMap::new();
    for case in cases {
        *all.entry(case.verdict().1).or_insert(0) += 1;
    }
    all.into_iter().collect()
}

/// Reads all cases of a packed file. Lines of names in `shared` are for all cases that follow.
///
/// # Panics
/// If there is no such file, or it has something that is not understood.
#[must_use]
pub fn read(name: &str, shared: &[&str]) -> Vec<Case> {
    cases(&vectors::unpacked(name), shared)
}

/// Splits a file: `[…]` is a title, an empty line ends a case if it has begun.
fn cases(text: &str, shared: &[&str]) -> Vec<Case> {
    let (mut all, mut group, mut own) = (Vec::new(), Case::default(), BTreeMap::new());
    for line in text.lines().chain([""]).map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            assert!(own.is_empty(), "a title within a case: {line}");
            let of_appendix = title.get(1..2) == Some(".");
            *if of_appendix { &mut group.appendix } else { &mut group.section } = title.into();
        } else if let Some((name, value)) = line.split_once('=') {
            let (name, value) = (name.trim(), value.trim().to_owned());
            if shared.contains(&name) {
                assert!(own.is_empty(), "a line of the group within a case: {line}");
                group.values.insert(name.to_owned(), value);
            } else {
                assert!(own.insert(name.to_owned(), value).is_none(), "twice: {line}");
            }
        } else if line.is_empty() {
            if !own.is_empty() {
                let mut case = group.clone();
                case.values.append(&mut own);
                all.push(case);
            }
        } else {
            panic!("unknown line: {line}");
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Head = 1\r\n[B.4 Pairs]\r\n[B-163]\r\nN = 02\r\n\r\n\
        d = 0a\r\nQ = 10B\r\nResult = F (3 - S changed)\r\n\r\n\
        [mod = 7, SHA1]\n\nd = 01\nResult = P (0 )";

    /// Goal: cases are told apart, with what is above them.
    #[test]
    fn cases_are_read() {
        let all = cases(TEXT, &["N"]);
        let [first, second] = &all[..] else { panic!("two cases: {all:?}") };
        assert_eq!((&*first.appendix, &*first.section), ("B.4 Pairs", "B-163"));
        assert_eq!((first.bytes("d"), first.bytes("Q")), (vec![10], vec![1, 11]));
        assert_eq!((second.hash(), second.bytes("N")), (Hash::Sha1, vec![2]));
        assert_eq!((first.verdict(), second.verdict()), ((false, "F (3"), (true, "P")));
        assert_eq!(reasons(&all), [("F (3", 1), ("P", 1)]);
        assert!(first.has("Q") && !second.has("Q"));
    }

    /// Goal: the reader says no to what it does not know, to a lost end of a case, to a value that
    /// is missing or no number.
    #[test]
    fn broken_files_are_refused() {
        let refused = |text: &str| {
            let text = text.to_owned();
            std::panic::catch_unwind(move || {
                for case in cases(&text, &["N"]) {
                    let _ = (case.number("d"), case.verdict());
                }
            })
            .is_err()
        };
        assert!(!refused(TEXT));
        assert!(refused(&TEXT.replace("\n\r\n[mod", "\n[mod")), "a case without an end");
        assert!(refused(&TEXT.replace("Q = ", "d = ")), "a line twice");
        assert!(refused(&TEXT.replace("Q = ", "N = ")), "a line of the group within a case");
        assert!(refused(&TEXT.replace("Q = ", "Q: ")), "a line of another kind");
        assert!(refused(&TEXT.replace("d = 01\n", "")), "no value");
        assert!(refused(&TEXT.replace("0a", "0x")), "no number");
    }
}
