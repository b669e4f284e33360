//! Which rows a user asked for.

/// A choice of rows: alternatives joined with `|`, each a part of `algo op`; `^` ties an
/// alternative to the start and `$` to the end. The empty pattern chooses every row.
#[derive(Debug, Clone, Default)]
pub struct Pattern {
    alternatives: Vec<Alternative>,
}

#[derive(Debug, Clone)]
struct Alternative {
    text: String,
    at_start: bool,
    at_end: bool,
}

impl Pattern {
    /// Reads a pattern; every text is one.
    pub fn new(text: &str) -> Self {
        let alternatives = text.split('|').filter(|part| !part.is_empty()).map(Alternative::new);
        Self { alternatives: alternatives.collect() }
    }

    /// Says whether the row `algo op` is wanted.
    pub fn wants(&self, algo: &str, op: &str) -> bool {
        let row = format!("{algo} {op}");
        self.alternatives.is_empty() || self.alternatives.iter().any(|part| part.matches(&row))
    }
}

impl Alternative {
    fn new(part: &str) -> Self {
        let (part, at_start) = part.strip_prefix('^').map_or((part, false), |rest| (rest, true));
        let (part, at_end) = part.strip_suffix('$').map_or((part, false), |rest| (rest, true));
        Self { text: part.to_owned(), at_start, at_end }
    }

    fn matches(&self, row: &str) -> bool {
        match (self.at_start, self.at_end) {
            (true, true) => row == self.text,
            (true, false) => row.starts_with(&self.text),
            (false, true) => row.ends_with(&self.text),
            (false, false) => row.contains(&self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_choose_rows() {
        let table = [
            ("", true),
            ("|", true),
            ("p256", true),
            ("p384", false),
            ("p384|sign", true),
            ("^ecdsa", true),
            ("^p256", false),
            ("sign$", true),
            ("ecdsa$", false),
            ("^ecdsa-p256 sign$", true),
            ("^ecdsa-p256 sig$", false),
        ];
        for (text, wanted) in table {
            assert_eq!(Pattern::new(text).wants("ecdsa-p256", "sign"), wanted, "{text}");
        }
        assert!(!Pattern::new("sign$").wants("ecdsa-p256", "sign-into"));
    }
}
