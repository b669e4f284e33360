//! A Rust source file as the tidy rules see it: code without comments and strings, literals,
//! functions.

/// One file.
#[derive(Debug, Clone)]
pub struct Source {
    /// Path from the root of the workspace, with forward slashes.
    pub path: String,
    /// The text as it stands.
    pub text: String,
    /// The text with comments and the insides of literals replaced by spaces: offsets are the same.
    pub code: String,
    /// String literals: the offset of the first quote and the value with line continuations joined.
    pub literals: Vec<(usize, String)>,
}

/// A function with a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Offset of the word `fn`.
    pub start: usize,
    /// Offset just behind the closing brace.
    pub end: usize,
}

impl Source {
    /// Reads the text of a file.
    #[must_use]
    pub fn new(path: &str, text: &str) -> Self {
        let (code, literals) = strip(text);
        Source { path: path.to_owned(), text: text.to_owned(), code, literals }
    }

    /// Returns the number of the line that holds the offset.
    #[must_use]
    pub fn line(&self, offset: usize) -> usize {
        1 + self.text[..offset].matches('\n').count()
    }

    /// Returns "path:line" of an offset.
    #[must_use]
    pub fn place(&self, offset: usize) -> String {
        format!("{}:{}", self.path, self.line(offset))
    }

    /// Returns the offsets of a whole word in the code.
    #[must_use]
    pub fn words(&self, word: &str) -> Vec<usize> {
        let bytes = self.code.as_bytes();
        let part = |at: Option<&u8>| at.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let whole = |at: &usize| {
            let before = at.checked_sub(1).and_then(|i| bytes.get(i));
            !part(before) && !part(bytes.get(at + word.len()))
        };
        self.code.match_indices(word).map(|(at, _)| at).filter(whole).collect()
    }

    /// Returns the functions with a body, in the order of their starts.
    #[must_use]
    pub fn functions(&self) -> Vec<Function> {
        let mut found = Vec::new();
        for start in self.words("fn") {
            let rest = &self.code[start + 2..];
            let name: String = rest
                .trim_start()
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            // A pointer type has no name, a declaration ends before any brace opens.
            let Some(open) = rest.find(['{', ';']) else { continue };
            if name.is_empty() || rest.as_bytes()[open] == b';' && !within_type(&rest[..open]) {
                continue;
            }
            let body = start + 2 + rest.find('{').unwrap_or(open);
            found.push(Function { name, start, end: self.block_end(body) });
        }
        found
    }

    /// Returns the innermost function around an offset.
    #[must_use]
    pub fn function_at(&self, offset: usize) -> Option<Function> {
        let holds = |f: &Function| (f.start..f.end).contains(&offset);
        self.functions().into_iter().rfind(holds)
    }

    /// Returns the offset behind the brace that closes the one at `open`.
    fn block_end(&self, open: usize) -> usize {
        let mut depth = 0;
        for (i, byte) in self.code.bytes().enumerate().skip(open) {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return i + 1;
            }
        }
        self.code.len()
    }

    /// Returns the ranges of modules that exist in test builds only.
    #[must_use]
    pub fn test_modules(&self) -> Vec<std::ops::Range<usize>> {
        let starts = self.code.match_indices("#[cfg(test)]").map(|(at, _)| at);
        let range = |start: usize| {
            let open = self.code[start..].find(['{', ';'])? + start;
            (self.code.as_bytes()[open] == b'{').then(|| start..self.block_end(open))
        };
        starts.filter_map(range).collect()
    }

    /// Returns whether an offset lies in code of test builds only.
    #[must_use]
    pub fn is_test(&self, offset: usize) -> bool {
        let file = self.path.contains("/tests/") || self.path.ends_with("/tests.rs");
        file || self.test_modules().iter().any(|range| range.contains(&offset))
    }
}

/// Returns whether a `;` that ends `head` stands within brackets, as in `[u64; 4]`.
fn within_type(head: &str) -> bool {
    head.matches('[').count() > head.matches(']').count()
}

/// Replaces comments and the insides of literals by spaces, and collects the strings.
fn strip(text: &str) -> (String, Vec<(usize, String)>) {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut literals = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let end = if text[i..].starts_with("//") {
            text[i..].find('\n').map_or(bytes.len(), |n| i + n)
        } else if text[i..].starts_with("/*") {
            comment_end(bytes, i)
        } else if let Some((first, end)) = string_at(bytes, i) {
            literals.push((first, joined(&text[first + 1..end - 1])));
            blank(&mut code, first + 1, end - 1);
            i = end;
            continue;
        } else if let Some(end) = character_end(text, i) {
            blank(&mut code, i + 1, end - 1);
            i = end;
            continue;
        } else {
            i += 1;
            while i < bytes.len() && !text.is_char_boundary(i) {
                i += 1;
            }
            continue;
        };
        blank(&mut code, i, end);
        i = end;
    }
    (String::from_utf8(code).expect("only whole characters were replaced"), literals)
}

/// Overwrites bytes with spaces but keeps line ends.
fn blank(code: &mut [u8], from: usize, to: usize) {
    for byte in code[from..to.max(from)].iter_mut().filter(|b| **b != b'\n') {
        *byte = b' ';
    }
}

fn comment_end(bytes: &[u8], start: usize) -> usize {
    let (mut depth, mut i) = (0, start);
    while i < bytes.len() {
        if bytes[i..].starts_with(b"/*") {
            depth += 1;
            i += 2;
        } else if bytes[i..].starts_with(b"*/") {
            depth -= 1;
            i += 2;
        } else {
            i += 1;
        }
        if depth == 0 {
            break;
        }
    }
    i
}

/// Returns the offsets of the first quote and behind the last `"` or `#` of a string that starts
/// here.
fn string_at(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    if start > 0 && word(bytes[start - 1]) && bytes[start] != b'"' {
        return None;
    }
    let mut i = start;
    let raw = match bytes[i..] {
        [b'r', b'"' | b'#', ..] => 1,
        [b'b' | b'c', b'r', b'"' | b'#', ..] => 2,
        _ => 0,
    };
    if raw == 0 {
        i += usize::from(matches!(bytes[i..], [b'b' | b'c', b'"', ..]));
        if bytes[i] != b'"' {
            return None;
        }
        let first = i;
        i += 1;
        while i < bytes.len() && bytes[i] != b'"' {
            i += if bytes[i] == b'\\' { 2 } else { 1 };
        }
        return Some((first, i + 1));
    }
    i += raw;
    let hashes = bytes[i..].iter().take_while(|b| **b == b'#').count();
    let first = i + hashes;
    if bytes.get(first) != Some(&b'"') {
        return None;
    }
    let close = [b"\"".to_vec(), vec![b'#'; hashes]].concat();
    let length = bytes[first + 1..].windows(close.len()).position(|w| w == close)?;
    Some((first, first + 1 + length + 1))
}

/// Returns the offset behind a character literal that starts here; a lifetime is none.
fn character_end(text: &str, start: usize) -> Option<usize> {
    let inside = text[start..].strip_prefix('\'')?;
    let escaped = inside.starts_with('\\');
    let first: usize = inside.chars().take(1 + usize::from(escaped)).map(char::len_utf8).sum();
    let close = inside[first..].find('\'').filter(|close| escaped || *close == 0)?;
    Some(start + 1 + first + close + 1)
}

/// Returns a literal's text with `\` line ends joined.
fn joined(inside: &str) -> String {
    let mut parts = inside.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = r##"//! unsafe in a comment
/* unsafe /* nested */ still */
fn outer(x: [u64; 2], c: char) -> &'static str {
    fn inner<'a>() { let _ = '{'; let _ = b'\''; let _ = '…'; }
    let s = "unsafe \" {"; let r = r#"un"safe"#;
    "two \
     parts"
}
trait T { fn declared(&self); }
type P = fn(u64) -> u64;
#[cfg(test)]
mod tests { fn in_test() {} }
fn last() {}
"##;

    /// Goal: comments, strings and characters are not code, and offsets stay.
    #[test]
    fn literals_and_comments_are_not_code() {
        let source = Source::new("crates/x/src/y.rs", SAMPLE);
        assert_eq!(source.code.len(), SAMPLE.len());
        assert!(source.words("unsafe").is_empty());
        assert!(!["nested", "still", "…"].iter().any(|word| source.code.contains(word)));
        let values: Vec<&str> = source.literals.iter().map(|(_, value)| &value[..]).collect();
        assert_eq!(values, ["unsafe \\\" {", "un\"safe", "two parts"]);
    }

    /// Goal: functions are found with their bodies, nested ones too; declarations are not.
    #[test]
    fn functions_are_found() {
        let source = Source::new("crates/x/src/y.rs", SAMPLE);
        let names: Vec<String> = source.functions().into_iter().map(|f| f.name).collect();
        assert_eq!(names, ["outer", "inner", "in_test", "last"]);
        let inside = SAMPLE.find("let _ = '{'").expect("it is there");
        assert_eq!(source.function_at(inside).map(|f| f.name).as_deref(), Some("inner"));
        let after = SAMPLE.find("let s").expect("it is there");
        assert_eq!(source.function_at(after).map(|f| f.name).as_deref(), Some("outer"));
        assert!(source.is_test(SAMPLE.find("in_test").expect("it is there")));
        assert!(!source.is_test(SAMPLE.find("fn last").expect("it is there")));
    }
}
