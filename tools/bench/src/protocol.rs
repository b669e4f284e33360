//! What a peer prints: lines of text, fields apart by tabs.
//!
//! A peer is an executable, called as `peer SECONDS [PATTERN]`. It prints
//!
//! ```text
//! # version TEXT                             once, first
//! # absent TEXT                              what it does not offer
//! algo  op  ops_per_s                        a row, as soon as it is there
//! refused  algo                              it has refused signatures of other messages
//! sample  algo  op  public  input  output    a result of that row, for us to check
//! ```
//!
//! Fields of a sample are hex, some with a word and a colon before it that says what it is; see
//! [`crate::judge`]. A row without a right sample does not count.

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    /// The version of the peer.
    Version(String),
    /// What it does not offer, or could not do.
    Note(String),
    /// Operations a second, the median of the peer's samples.
    Row {
        /// What is measured, such as `ecdsa-p256`.
        algo: String,
        /// The operation, such as `sign`.
        op: String,
        /// Operations a second.
        ops_per_s: f64,
    },
    /// Verification of that algorithm has said no where it must.
    Refused(String),
    /// A result.
    Sample(Sample),
}

/// A result of a peer, and all it takes to check it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// As in the row.
    pub algo: String,
    /// As in the row.
    pub op: String,
    /// The public key: of the signer, of the new pair, or of the other side of an agreement.
    pub public: String,
    /// What was signed, or the private key.
    pub input: String,
    /// The signature or the secret.
    pub output: String,
}

/// Reads a line; an empty one is none. The error quotes what cannot be read.
pub fn read(line: &str) -> Result<Option<Line>, String> {
    if let Some(rest) = line.strip_prefix("# ") {
        let version = rest.strip_prefix("version ").map(|text| Line::Version(text.trim().into()));
        return Ok(Some(version.unwrap_or_else(|| Line::Note(rest.trim().into()))));
    }
    let fields: Vec<&str> = line.split('\t').collect();
    let text = |i: usize| fields[i].to_owned();
    let refused = || format!("a line that is none of the protocol: {line:?}");
    Ok(Some(match (fields[0], fields.len()) {
        ("", 1) => return Ok(None),
        ("sample", 6) => Line::Sample(Sample {
            algo: text(1),
            op: text(2),
            public: text(3),
            input: text(4),
            output: text(5),
        }),
        ("refused", 2) => Line::Refused(text(1)),
        (_, 3) => {
            let ops_per_s = fields[2].parse().map_err(|_| refused())?;
            if !(f64::MIN_POSITIVE..1e12).contains(&ops_per_s) {
                return Err(refused());
            }
            Line::Row { algo: text(0), op: text(1), ops_per_s }
        }
        _ => return Err(refused()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_or_refused() {
        let row = Line::Row { algo: "ed25519".into(), op: "sign".into(), ops_per_s: 12.5 };
        assert_eq!(read("ed25519\tsign\t12.5"), Ok(Some(row)));
        assert_eq!(read("# version X 1"), Ok(Some(Line::Version("X 1".into()))));
        assert_eq!(read("# absent p192"), Ok(Some(Line::Note("absent p192".into()))));
        assert_eq!(read("refused\ted25519"), Ok(Some(Line::Refused("ed25519".into()))));
        assert_eq!(read(""), Ok(None));
        let Ok(Some(Line::Sample(sample))) = read("sample\ta\tb\tc\td\te") else { panic!() };
        assert_eq!((&sample.public[..], &sample.output[..]), ("c", "e"));
        for bad in ["x", "a\tb", "a\tb\tfast", "a\tb\t0", "a\tb\tinf", "a\tb\t-1", "sample\ta\tb"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
