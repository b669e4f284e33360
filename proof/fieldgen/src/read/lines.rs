//! A text as lines, taken one after the other.

use super::Unreadable;
use num_bigint::BigUint;

/// The lines that were not taken yet.
#[derive(Clone)]
pub struct Lines<'a> {
    lines: Vec<&'a str>,
    taken: usize,
}

impl<'a> Lines<'a> {
    /// All lines of `text`; after the last line break nothing may stand.
    pub fn new(text: &'a str) -> Self {
        Self { lines: text.split('\n').collect(), taken: 0 }
    }

    /// What is wrong with the line that was taken last.
    pub fn refuse(&self, why: impl Into<String>) -> Unreadable {
        Unreadable { line: self.taken, why: why.into() }
    }

    /// The next line, which stays.
    pub fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.taken).copied()
    }

    /// The next line.
    pub fn take(&mut self) -> Result<&'a str, Unreadable> {
        let line = self.peek();
        self.taken += 1;
        line.ok_or_else(|| self.refuse("the text ends early"))
    }

    /// The next line must be `wanted`.
    pub fn expect(&mut self, wanted: &str) -> Result<(), Unreadable> {
        match self.take()? {
            line if line == wanted => Ok(()),
            line => Err(self.refuse(format!("`{line}` is not `{wanted}`"))),
        }
    }

    /// The next lines must be those of `wanted`.
    pub fn expect_all(&mut self, wanted: &str) -> Result<(), Unreadable> {
        wanted.lines().try_for_each(|line| self.expect(line))
    }

    /// What stands between `before` and `after` on the next line.
    pub fn between(&mut self, before: &str, after: &str) -> Result<&'a str, Unreadable> {
        let line = self.take()?;
        let inner = line.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        inner.ok_or_else(|| self.refuse(format!("`{line}` is not `{before}..{after}`")))
    }

    /// Leaves out lines that begin with `mark`.
    pub fn skip_comments(&mut self, mark: &str) {
        while self.peek().is_some_and(|line| line.starts_with(mark)) {
            self.taken += 1;
        }
    }

    /// The next lines as one, up to where every bracket is closed.
    pub fn statement(&mut self) -> Result<String, Unreadable> {
        let mut text = self.take()?.trim().to_string();
        while text.matches(['[', '(']).count() > text.matches([']', ')']).count() {
            text = text + " " + self.take()?.trim();
        }
        Ok(text)
    }

    /// The number in the list that `before` begins: `limbs` literals of `bits` bits, one a line.
    pub fn number(&mut self, before: &str, limbs: usize, bits: u32) -> Result<BigUint, Unreadable> {
        self.expect(before)?;
        let mut number = BigUint::default();
        for place in 0..limbs {
            let limb = literal(self.between("        ", ",")?);
            let fits = limb.filter(|limb| bits >= 64 || limb >> bits == 0);
            let limb = fits.ok_or_else(|| self.refuse("no limb of that many bits"))?;
            number |= BigUint::from(limb) << (bits as usize * place);
        }
        self.expect("    ];")?;
        Ok(number)
    }

    /// Nothing may be left.
    pub fn end(&mut self) -> Result<(), Unreadable> {
        self.expect("")?;
        match self.peek() {
            None => Ok(()),
            Some(line) => Err(self.refuse(format!("`{line}` after the end"))),
        }
    }
}

/// A literal: decimal digits, or hexadecimal ones with lines between them.
pub fn literal(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => {
            let known = |letter: char| letter == '_' || matches!(letter, '0'..='9' | 'a'..='f');
            let plain = digits.replace('_', "");
            let short = digits.chars().all(known) && (1..=16).contains(&plain.len());
            short.then(|| u64::from_str_radix(&plain, 16).ok()).flatten()
        }
        None => decimal(text),
    }
}

/// Decimal digits, and nothing else.
pub fn decimal(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
