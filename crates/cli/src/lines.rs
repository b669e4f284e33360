//! Texts that are read line by line, under a limit.
use std::io::{self, BufRead, ErrorKind, Read};

/// Limit of a line; a batch of a thousand items needs less than a megabyte.
pub const LINE_LIMIT: u64 = 1 << 20;

/// Limit of what is skipped of a line that is longer: a device would never end it.
const SKIP_LIMIT: u64 = 256 << 20;

/// A line with its end, or the fact that it was too long.
pub enum Line {
    /// The line.
    Whole(Vec<u8>),
    /// It was longer than the limit.
    TooLong,
}

impl Line {
    /// Says whether there is nothing on it.
    pub fn is_blank(&self) -> bool {
        matches!(self, Self::Whole(bytes) if bytes.trim_ascii().is_empty())
    }
}

/// Whether a line that was read is whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// It is whole.
    Whole,
    /// It was longer than the limit.
    TooLong,
}

/// Reads a line of at most [`LINE_LIMIT`] bytes, its end included, into `line`, whose memory is
/// used again; what is left of a longer one is skipped.
///
/// Errors: those of the reader; `FileTooLarge` for a line of which [`SKIP_LIMIT`] bytes are no end.
pub fn read_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<Length>> {
    line.clear();
    if lines.by_ref().take(LINE_LIMIT).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') || (line.len() as u64) < LINE_LIMIT {
        return Ok(Some(Length::Whole));
    }
    let mut rest = lines.by_ref().take(SKIP_LIMIT);
    rest.skip_until(b'\n')?;
    if rest.limit() == 0 {
        let why = format!("a line is longer than the limit of {SKIP_LIMIT} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(Some(Length::TooLong))
}

/// Like [`read_line`], into memory of its own.
pub fn next_line(lines: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let length = read_line(lines, &mut bytes)?;
    Ok(length.map(|length| match length {
        Length::Whole => Line::Whole(bytes),
        Length::TooLong => Line::TooLong,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_the_next_is_read() {
        let long = vec![b'x'; LINE_LIMIT as usize + 5];
        let text = [b"a\n", &long[..], b"\nb"].concat();
        let mut lines = &text[..];
        let mut next = || next_line(&mut lines).expect("memory can be read");
        assert!(matches!(next(), Some(Line::Whole(line)) if line == b"a\n"));
        assert!(matches!(next(), Some(Line::TooLong)));
        assert!(matches!(next(), Some(Line::Whole(line)) if line == b"b"));
        assert!(next().is_none());
    }
}
