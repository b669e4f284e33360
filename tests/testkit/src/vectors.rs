//! Readers of the files in `tests/vectors/`.

use crate::reference::field;
use flate2::read::GzDecoder;
use num_bigint::BigUint;
use std::io::Read;
use std::path::PathBuf;

/// Returns the root folder of the workspace.
#[must_use]
pub fn workspace() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the text of a file in `tests/vectors/`.
///
/// # Panics
/// If it cannot be read: a test without its vectors is no test.
#[must_use]
pub fn read(name: &str) -> String {
    String::from_utf8(read_bytes(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Returns the bytes of a file in `tests/vectors/`.
///
/// # Panics
/// Like [`read`].
#[must_use]
pub fn read_bytes(name: &str) -> Vec<u8> {
    let path = workspace().join("tests/vectors").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Returns the text of a file in `tests/vectors/` that is packed by gzip.
///
/// # Panics
/// Like [`read`], and if the file is damaged.
#[must_use]
pub fn unpacked(name: &str) -> String {
    unpack(&read_bytes(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn unpack(packed: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text)?;
    Ok(text)
}

/// One signature of RFC 6979, appendix A.2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeterministicCase {
    /// Name of the hash function.
    pub hash: String,
    /// The message.
    pub message: String,
    /// The nonce.
    pub k: BigUint,
    /// First half of the signature.
    pub r: BigUint,
    /// Second half of the signature.
    pub s: BigUint,
}

/// One table of RFC 6979, appendix A.2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeterministicTable {
    /// The order.
    pub q: BigUint,
    /// The private key.
    pub x: BigUint,
    /// The public key.
    pub u: (BigUint, BigUint),
    /// The signatures.
    pub cases: Vec<DeterministicCase>,
}

/// Reads a table of RFC 6979, appendix A.2, as published without page breaks.
///
/// # Panics
/// If a line is not of the known kinds, or a value is missing.
#[must_use]
pub fn deterministic_table(text: &str) -> DeterministicTable {
    let mut values: Vec<(&str, BigUint)> = Vec::new();
    let mut titles = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some((name, digits)) = line.split_once(" = ").filter(|_| !line.starts_with("With")) {
            values.push((name, field::hex(digits)));
        } else if let Some(title) = line.strip_prefix("With ") {
            let parts = title.strip_suffix("\":").and_then(|t| t.split_once(", message = \""));
            titles.push(parts.unwrap_or_else(|| panic!("not a title: {line}")));
        } else {
            assert!(
                line.starts_with("A.2.") || line.starts_with("curve: "),
                "unknown line: {line}"
            );
        }
    }
    let all = |wanted: &str| -> Vec<BigUint> {
        values.iter().filter(|(name, _)| *name == wanted).map(|(_, v)| v.clone()).collect()
    };
    let only = |wanted: &str| match &all(wanted)[..] {
        [value] => value.clone(),
        found => panic!("{} values of {wanted}", found.len()),
    };
    let (k, r, s) = (all("k"), all("r"), all("s"));
    assert!(k.len() == titles.len() && r.len() == titles.len() && s.len() == titles.len());
    let cases = titles.iter().enumerate().map(|(i, (hash, message))| DeterministicCase {
        hash: (*hash).to_owned(),
        message: (*message).to_owned(),
        k: k[i].clone(),
        r: r[i].clone(),
        s: s[i].clone(),
    });
    let cases = cases.collect();
    DeterministicTable { q: only("q"), x: only("x"), u: (only("Ux"), only("Uy")), cases }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a packed file with a bit changed, in its content or in its check sum, is refused.
    #[test]
    fn damaged_files_are_refused() {
        let mut packed = read_bytes("nist-ecdsa-PKV.rsp.gz");
        assert!(unpack(&packed).is_ok());
        for at in [packed.len() / 2, packed.len() - 6] {
            packed[at] ^= 1;
            assert!(unpack(&packed).is_err(), "byte {at}");
            packed[at] ^= 1;
        }
    }

    /// Goal: the reader says no to what it does not know and to a table with a hole.
    #[test]
    fn broken_tables_are_refused() {
        let whole = read("rfc6979-p256.txt");
        assert_eq!(deterministic_table(&whole).cases.len(), 10);
        let refused =
            |text: String| std::panic::catch_unwind(|| deterministic_table(&text)).is_err();
        let without_a_line = |name: &str| {
            let mut lines: Vec<&str> = whole.lines().collect();
            let at = lines.iter().position(|line| line.starts_with(name)).expect("it is there");
            lines.remove(at);
            lines.join("\n")
        };
        for name in ["k = ", "s = ", "x = ", "With SHA-1"] {
            assert!(refused(without_a_line(name)), "{name} missing");
        }
        assert!(refused(format!("{whole}\nWhat is this?")));
        assert!(refused(whole.replace("k = 8829", "k = 88zz")));
    }
}
