//! What a peer prints: lines of text, fields apart by tabs.
//!
//! A peer is an executable, called as `peer SECONDS [PATTERN]`, or by the bench as `peer SECONDS
//! PATTERN turns`. It prints
//!
//! ```text
//! # version TEXT                             once, first
//! # absent TEXT                              what it does not offer
//! ready  algo  op                            all is made to measure this row (with `turns` alone)
//! algo  op  ops_per_s  fastest               a turn of a row, as soon as it is there
//! refused  algo                              it has refused signatures of other messages
//! sample  algo  op  public  input  output    a result of that row, for us to check
//! ```
//!
//! Operations a second are those of the median sample of the turn and of the fastest; without a
//! fourth field both are the same. With `turns` it reads a line after `ready` and after each turn:
//! `turn` asks for a turn of SECONDS of CPU time (the first one warms up before), anything else or
//! the end ends the row, and the next one is made ready. A row without a turn shows no sample. On
//! its own it makes one turn of each row.
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
    /// All is made to measure this row: algorithm and operation.
    Ready(String, String),
    /// Operations a second in one turn.
    Row {
        /// What is measured, such as `ecdsa-p256`.
        algo: String,
        /// The operation, such as `sign`.
        op: String,
        /// By the median of the samples.
        median: f64,
        /// By the fastest of them.
        fastest: f64,
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

/// How much faster than the median of its turn a sample can be; more is a fault of the clock, not
/// of the load of the machine.
const MAX_FASTER: f64 = 3.0;

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
        ("ready", 3) => Line::Ready(text(1), text(2)),
        (_, 3 | 4) => {
            let rate = |field: &str| field.parse::<f64>().map_err(|_| refused());
            let (median, fastest) = (rate(fields[2])?, rate(fields[fields.len() - 1])?);
            let sound = (f64::MIN_POSITIVE..1e12).contains(&median) && fastest >= median;
            if !sound {
                return Err(refused());
            }
            // Virtual machines have been seen whose clock of the thread stood still for a sample.
            let fastest = if fastest <= MAX_FASTER * median { fastest } else { median };
            Line::Row { algo: text(0), op: text(1), median, fastest }
        }
        _ => return Err(refused()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_or_refused() {
        let row = |median, fastest| {
            Ok(Some(Line::Row { algo: "ed25519".into(), op: "sign".into(), median, fastest }))
        };
        assert_eq!(read("ed25519\tsign\t12.5"), row(12.5, 12.5));
        assert_eq!(read("ed25519\tsign\t12.5\t13"), row(12.5, 13.0));
        // A clock that stood still.
        assert_eq!(read("ed25519\tsign\t12.5\tinf"), row(12.5, 12.5));
        assert_eq!(read("ed25519\tsign\t12.5\t40"), row(12.5, 12.5));
        let ready = Line::Ready("ed25519".into(), "sign".into());
        assert_eq!(read("ready\ted25519\tsign"), Ok(Some(ready)));
        assert_eq!(read("# version X 1"), Ok(Some(Line::Version("X 1".into()))));
        assert_eq!(read("# absent p192"), Ok(Some(Line::Note("absent p192".into()))));
        assert_eq!(read("refused\ted25519"), Ok(Some(Line::Refused("ed25519".into()))));
        assert_eq!(read(""), Ok(None));
        let Ok(Some(Line::Sample(sample))) = read("sample\ta\tb\tc\td\te") else { panic!() };
        assert_eq!((&sample.public[..], &sample.output[..]), ("c", "e"));
        for bad in [
            "x",
            "a\tb",
            "a\tb\tfast",
            "a\tb\t0",
            "a\tb\tinf",
            "a\tb\t-1",
            "sample\ta\tb",
            "a\tb\t2\t1",
            "a\tb\t2\tNaN",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
