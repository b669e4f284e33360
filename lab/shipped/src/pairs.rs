//! Pairs of secrets for one operation: folders with keys, and two runs side by side.

use crate::judge::{Difference, Judge, Told, What};
use crate::program::{Image, Program};
use crate::public::{self, Exception};
use crate::rows::{self, From, Row};
use crate::steps::{Library, Plan, Run};
use std::collections::BTreeSet;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Numbers that are tried for secrets whose documents have the same shape.
const TRIES: u64 = 64;
/// Pairs that are tried for one that public decisions do not part.
const PAIRS: usize = 12;

/// What runs, and by what.
pub struct Stage {
    /// The command, with its symbols.
    pub program: Program,
    /// The library of steps.
    pub library: Library,
    /// Where folders are made.
    pub root: PathBuf,
    /// Functions whose steps may differ.
    pub differing: BTreeSet<u64>,
    /// Functions at which following of a batch ends.
    pub ends: BTreeSet<u64>,
    /// Whether following of all others ends there too.
    pub ends_all: bool,
}

/// What came of an operation.
pub struct Verdict {
    /// The last pair that was followed, with what those before it have shown.
    pub told: Told,
    /// The secrets of the last one.
    pub pair: [u64; 2],
    /// Decisions that parted other pairs.
    pub decided: Vec<&'static Exception>,
    /// Where the runs part, in words.
    pub difference: Option<String>,
}

impl Stage {
    /// Runs the command without steps, with what a number makes random.
    fn call(&self, folder: &Path, arguments: &[String], number: u64) -> Result<(), String> {
        let output = Command::new(&self.program.path)
            .args(arguments)
            .current_dir(folder)
            .env_clear()
            .env("LD_PRELOAD", self.library.path())
            .env("STEPS_SEED", format!("{number:020}"))
            .stdin(Stdio::null())
            .output()
            .map_err(|error| error.to_string())?;
        let said = || format!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.status.success().then_some(()).ok_or_else(said)
    }

    /// Makes the folder of a secret, and returns it with the shape of its documents.
    fn folder(&self, row: &Row, number: u64) -> Result<(PathBuf, Vec<usize>), String> {
        // Equally long for all: paths lie on the stack.
        let folder = self.root.join(format!("{number:08}"));
        let _ = std::fs::remove_dir_all(&folder);
        let write = |name: &str, bytes: &[u8]| {
            std::fs::write(folder.join(name), bytes).map_err(|why| format!("{name}: {why}"))
        };
        std::fs::create_dir_all(&folder).map_err(said)?;
        // What a token is opened by. Its folder must be one where nobody else writes.
        std::fs::set_permissions(&folder, Permissions::from_mode(0o700)).map_err(said)?;
        for (name, bytes) in [("master.key", &[7; 32][..]), ("pin", b"not a secret here\n")] {
            write(name, bytes)?;
            let owners = Permissions::from_mode(0o600);
            std::fs::set_permissions(folder.join(name), owners).map_err(said)?;
        }
        write("message", b"step by step\n")?;
        write("manifest", rows::manifest(true).as_bytes())?;
        write("of-one-key", rows::manifest(false).as_bytes())?;
        for arguments in &row.before_public {
            self.call(&folder, arguments, 0)?;
        }
        for (i, arguments) in (1..).zip(&row.before) {
            self.call(&folder, arguments, 1000 * i + number)?;
        }
        let key = folder.join("key");
        if row.tail > 0 {
            let mut bytes = std::fs::read(&key).map_err(said)?;
            let length = bytes.len();
            vary(&mut bytes[length - row.tail..], number);
            write("key", &bytes)?;
        }
        for arguments in &row.then_public {
            self.call(&folder, arguments, 0)?;
        }
        let before = contents(&folder)?;
        self.call(&folder, &row.arguments, row.draws(number))?;
        let out = folder.join("out");
        if row.writes_out() && !out.exists() {
            return Err(format!("{:?}: nothing was written", row.arguments));
        }
        let shape = [key, out].iter().flat_map(|file| shape(file)).collect();
        put_back(&folder, &before)?;
        Ok((folder, shape))
    }

    /// Follows an operation for so many pairs of secrets, each of which is equal but for what is
    /// public. Errors: the command failed, or there are no such pairs.
    pub fn follow(&self, row: &Row, pairs: usize) -> Result<Verdict, String> {
        let mut plan = Plan { from_random: row.from == From::Random, ..Plan::default() };
        if let From::Function(name) = &row.from {
            plan.from = self.program.named(name)?;
        }
        public::plan(&self.program, &mut plan)?;
        let numbers = |at: u64| match row.numbers {
            [] => at + 1,
            some => some[at as usize % some.len()],
        };
        let none = BTreeSet::new();
        let ends = if row.is_batch || self.ends_all { &self.ends } else { &none };
        let mut alike: Vec<(u64, PathBuf, Vec<usize>)> = Vec::new();
        let (mut decided, mut equal, mut tried) = (Vec::new(), 0, 0);
        let mut shown = Told::default();
        for at in 0..TRIES {
            let number = numbers(at);
            let (folder, shape) = self.folder(row, number)?;
            let before = alike.iter().position(|it| it.2 == shape && it.0 != number);
            let Some(before) = before else {
                alike.push((number, folder, shape));
                continue;
            };
            let other = alike.remove(before);
            let run = |folder: &Path, number| {
                let (library, path) = (&self.library, &self.program.path);
                Run::start(library, path, folder, &row.arguments, row.draws(number), &plan)
            };
            let (a, b) = (run(&other.1, other.0)?, run(&folder, number)?);
            let image = a.image.clone();
            let mut told = Judge::new(&self.program, &self.differing, ends).follow(a, b)?;
            told.add(std::mem::take(&mut shown));
            let is_jump = |it: &Difference| matches!(it.what, What::Path(..));
            let is_jump = told.difference.as_ref().is_some_and(is_jump);
            let pair = [other.0, number];
            let parted = told.difference.as_ref().map(|it| self.describe(&image, it));
            tried += 1;
            let Some((difference, frames)) = parted else {
                equal += 1;
                if equal == pairs {
                    return Ok(Verdict { told, pair, decided, difference: None });
                }
                shown = told;
                continue;
            };
            match public::decision(&frames) {
                Some(by) if tried < PAIRS && is_jump => {
                    decided.push(by);
                    shown = told;
                    // Made anew: what ran there was stopped.
                    alike.push((number, self.folder(row, number)?.0, other.2));
                }
                _ => return Ok(Verdict { told, pair, decided, difference: Some(difference) }),
            }
        }
        Err(format!("no pairs of the same shape in {TRIES} secrets"))
    }

    /// Says where two runs part, and gives the places of the source, the innermost first.
    #[must_use]
    pub fn describe(&self, image: &Image, it: &Difference) -> (String, Vec<String>) {
        let place = |at: u64| match image.place(at) {
            Some((path, offset)) if path == self.program.path => {
                self.program.function_at(offset).map_or_else(
                    || format!("{offset:#x}"),
                    |(start, function)| format!("{}+{:#x}", function.name, offset - start),
                )
            }
            Some((path, offset)) => format!("{}+{offset:#x}", path.display()),
            None => format!("{at:#x}"),
        };
        let what = match it.what {
            What::Operand(a, b) => format!("an address or a divided number, {a:#x} and {b:#x}"),
            What::Path(a, b) => {
                let to = |at: Option<u64>| at.map_or("the end".to_string(), place);
                format!("goes on to {} and to {}", to(a), to(b))
            }
        };
        let frames = match image.place(it.at) {
            Some((path, offset)) if path == self.program.path => frames(path, offset),
            _ => Vec::new(),
        };
        let first = frames.first().map(|it| format!(" ({it})")).unwrap_or_default();
        (format!("step {}, {}{first}: {what}", it.step, place(it.at)), frames)
    }
}

fn said(error: std::io::Error) -> String {
    error.to_string()
}

/// The files of a folder, by their paths, with what they hold.
type Contents = Vec<(PathBuf, Vec<u8>)>;

/// Returns the files of a folder.
fn contents(folder: &Path) -> Result<Contents, String> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).map_err(said)? {
        let path = file.map_err(said)?.path();
        found.push((path.clone(), std::fs::read(path).map_err(said)?));
    }
    Ok(found)
}

/// Puts a folder back to how it was: files that have changed, and without those that are new.
fn put_back(folder: &Path, before: &Contents) -> Result<(), String> {
    for (path, bytes) in contents(folder)? {
        match before.iter().find(|(old, _)| *old == path) {
            None => std::fs::remove_file(path).map_err(said)?,
            Some((_, old)) if *old != bytes => std::fs::write(path, old).map_err(said)?,
            Some(_) => {}
        }
    }
    Ok(())
}

/// Replaces bytes by others that a number stands for.
fn vary(bytes: &mut [u8], number: u64) {
    let mut state = number;
    for byte in bytes {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *byte = (state >> 56) as u8;
    }
}

/// The places of the source that an instruction is of, from the innermost function outwards:
/// `function at file:line`. None if the machine has no `addr2line`.
fn frames(program: &Path, offset: u64) -> Vec<String> {
    let mut beside = program.as_os_str().to_owned();
    beside.push(".debug");
    let file = if Path::new(&beside).exists() { beside } else { program.as_os_str().to_owned() };
    let output = Command::new("addr2line")
        .args(["-ifpC", "-e"])
        .arg(file)
        .arg(format!("{offset:#x}"))
        .output();
    let text = output.map(|it| String::from_utf8_lossy(&it.stdout).into_owned());
    let text = text.unwrap_or_default();
    text.lines().map(|line| line.trim_start_matches(" (inlined by) ").to_string()).collect()
}

/// Lengths of the parts of a file: of DER its elements, of anything else its bytes alone. What of
/// it differs in length takes other steps to write.
fn shape(file: &Path) -> Vec<usize> {
    let bytes = std::fs::read(file).unwrap_or_default();
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    let body: String = text.lines().filter(|line| !line.starts_with('-')).collect();
    let decoded = base64(&body);
    let der = decoded.as_deref().unwrap_or(&bytes);
    let mut out = Vec::new();
    elements(der, &mut out);
    // What is one element, and no more, is a document.
    let is_document = der.first() == Some(&0x30)
        && out.first().is_some_and(|length| (length + 2..length + 6).contains(&der.len()));
    if !is_document {
        out.clear();
    }
    out.push(bytes.len());
    out
}

/// Appends the lengths of all elements, those inside of others too.
fn elements(mut der: &[u8], out: &mut Vec<usize>) {
    while let [tag, length, rest @ ..] = der {
        let more = if *length < 0x80 { 0 } else { usize::from(length & 0x7f) };
        if more > 3 || rest.len() < more {
            return;
        }
        let long = rest[..more].iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        let length = if more == 0 { usize::from(*length) } else { long };
        let Some(inside) = rest[more..].get(..length) else { return };
        out.push(length);
        // Sequences, and what holds a document.
        if matches!(tag, 0x30 | 0x04 | 0xa1) {
            elements(inside, out);
        }
        der = &rest[more + length..];
    }
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let (mut out, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (bits, held) = (bits << 6 | u32::from(digit), held + 6);
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: documents have the shape of their parts, in PEM too; other files that of their length.
    #[test]
    fn documents_have_shapes() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |bytes: &[u8]| {
            let file = folder.path().join("file");
            std::fs::write(&file, bytes).expect("it is written");
            shape(&file)
        };
        let signature = [0x30, 6, 2, 1, 5, 2, 1, 7];
        assert_eq!(of(&signature), [6, 1, 1, 8]);
        assert_eq!(of(&[0x30, 6, 2, 2, 5, 2, 0, 7]), [6, 2, 8]);
        assert_eq!(of(b"-----BEGIN X-----\nMAYCAQUCAQc=\n-----END X-----\n"), [6, 1, 1, 47]);
        // An octet string that holds a sequence; what only begins like a document.
        assert_eq!(of(&[0x30, 5, 4, 3, 0x30, 1, 9]), [5, 3, 1, 7]);
        assert_eq!(of(&[0x30, 1, 0, 0, 0, 0, 0, 0]), [8]);
        assert_eq!(of(b"{\"id\": \"1\"}\n"), [12]);
        assert_eq!(of(&[]), [0]);
    }

    /// Goal: a folder is as it was, whatever was changed in it, added or left.
    #[test]
    fn folders_are_put_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let write = |name, text| std::fs::write(at(name), text).expect("it is written");
        write("kept", "kept");
        write("changed", "before");
        let before = contents(folder.path()).expect("it is read");
        write("changed", "after");
        write("new", "new");
        put_back(folder.path(), &before).expect("it is put back");
        let text = |name| std::fs::read_to_string(at(name)).ok();
        assert_eq!(text("kept").as_deref(), Some("kept"));
        assert_eq!(text("changed").as_deref(), Some("before"));
        assert_eq!(text("new"), None);
    }

    /// Goal: bytes of another number are others, and of the same number the same.
    #[test]
    fn tails_vary_with_the_number() {
        let of = |number| {
            let mut bytes = [0; 24];
            vary(&mut bytes, number);
            bytes
        };
        assert_eq!(of(3), of(3));
        assert!((0..50).all(|number| of(number) != of(number + 1)));
    }
}
