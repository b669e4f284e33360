//! Command lines of any arguments.
//!
//! Arguments stand one behind the other, with a byte of zero between; the first byte says whether
//! the text of a key is put among them, and where.

use sealane_cli::hooks::{Said, read_line};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The text of a key, as no line may have it: the name of no file.
const KEY: &str = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
/// What stands before it.
const OPTIONS: [&str; 4] = ["--key", "--peer", "--passphrase", "--pin"];

/// A sentence is one line, and says nothing of a key.
fn check(said: &Said) {
    assert!(!said.code.is_empty() && !said.sentence.is_empty(), "{said:?}");
    let is_plain = !said.sentence.chars().any(char::is_control);
    assert!(is_plain && !said.sentence.contains(&KEY[..16]), "{said:?}");
}

/// A line is a command, help, or refused in one sentence; one with the text of a key is refused
/// without a word of it.
pub fn run(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let words = bytes.split(|byte| *byte == 0).map(|word| OsString::from_vec(word.to_vec()));
    let mut line = vec![OsString::from("sealane")];
    line.extend(words);
    // Files whose names are so long are not looked for.
    if line.iter().any(|word| word.as_bytes().len() > 4096) || line.len() > 256 {
        return;
    }
    let read = read_line(&line);
    if let Err(said) = &read {
        check(said);
    }
    assert_eq!(read_line(&line), read, "read once more");
    if *first > 0 {
        let option = OPTIONS[usize::from(*first) % OPTIONS.len()];
        let at = 1 + usize::from(first >> 2) % line.len();
        let key = format!("{option}={KEY}");
        line.insert(at, key.into());
        check(&read_line(&line).expect_err("it holds a key"));
        line.remove(at);
        let end = line.len();
        line.splice(end..end, ["--key".into(), OsString::from(KEY)]);
        if let Err(said) = read_line(&line) {
            check(&said);
        }
    }
}
