//! Goal: what is released has no symbols and is small, and its symbols stand beside it.
use crate::common;

use common::{Folder, text};
use object::{Object, ObjectSection, ObjectSymbol};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Most bytes of the command that is released.
const MAX_RELEASE_BYTES: u64 = 25_000_000;

/// What is wrong with a released program.
fn refusal(program: &Path, max_bytes: u64) -> Option<String> {
    let bytes = std::fs::read(program).expect("the program");
    let elf = object::File::parse(&*bytes).expect("an executable");
    // Some bytes that the program loads, which name a script for a debugger, are called so too.
    let is_debug = |name: &str| {
        (name.starts_with(".debug") || name.starts_with(".zdebug")) && name != ".debug_gdb_scripts"
    };
    if let Some(section) = elf.sections().find(|it| it.name().is_ok_and(is_debug)) {
        return Some(format!("it has {}", section.name().unwrap_or_default()));
    }
    if elf.section_by_name(".symtab").is_some() {
        return Some("it has symbols".into());
    }
    if bytes.len() as u64 > max_bytes {
        return Some(format!("it has {} bytes, over {max_bytes}", bytes.len()));
    }
    let Ok(Some((name, _))) = elf.gnu_debuglink() else { return Some("it names none".into()) };
    let beside = program.with_file_name(std::str::from_utf8(name).expect("a name"));
    let Ok(symbols) = std::fs::read(&beside) else { return Some("no symbols beside it".into()) };
    let Ok(symbols) = object::File::parse(&*symbols) else { return Some("no such file".into()) };
    if elf.build_id().ok().flatten() != symbols.build_id().ok().flatten() {
        return Some("the symbols are of another build".into());
    }
    let ours = symbols.symbols().filter(|it| it.name().is_ok_and(|name| name.contains("sealane")));
    (ours.count() < 100).then(|| "the file beside it has no symbols".into())
}

fn take_symbols_out(program: &Path) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/symbols.sh");
    Command::new("bash").args([script, text(&program)]).output().expect("there is bash")
}

/// Goal: the script takes symbols out and puts them beside; cargo's other name of the file is the
/// same still; a second run changes nothing. And the check says no to each thing that is wrong.
#[test]
fn symbols_stand_beside_the_program() {
    let folder = Folder::new();
    let program = folder.path("sealane");
    std::fs::copy(env!("CARGO_BIN_EXE_sealane"), &program).expect("a copy");
    std::fs::create_dir(folder.path("deps")).expect("a folder");
    let other = folder.path("deps/sealane-0123");
    std::fs::hard_link(&program, &other).expect("a link");
    let before = program.metadata().expect("a file").len();
    assert!(refusal(&program, before).is_some_and(|why| why.starts_with("it has ")));

    let done = take_symbols_out(&program);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(refusal(&program, before), None);
    let after = program.metadata().expect("a file");
    assert!(after.len() < before && after.mode() & 0o111 != 0);
    assert_eq!(after.ino(), other.metadata().expect("a file").ino());
    assert_eq!(folder.names(), ["deps", "sealane", "sealane.debug"]);
    let version = Command::new(&program).arg("--version").output().expect("it starts");
    assert!(version.status.success());
    assert!(take_symbols_out(&program).status.success());
    assert_eq!(program.metadata().expect("a file").ino(), after.ino());

    let why = refusal(&program, after.len() - 1).expect("it is too large");
    assert!(why.contains("bytes, over"), "{why}");
    folder.write("sealane.debug", "no symbols");
    assert!(refusal(&program, before).is_some());
    std::fs::copy("/proc/self/exe", folder.path("sealane.debug")).expect("a copy");
    let why = refusal(&program, before).expect("they are of another program");
    assert!(why.contains("another build"), "{why}");
    std::fs::remove_file(folder.path("sealane.debug")).expect("it is there");
    assert!(refusal(&program, before).is_some_and(|why| why.contains("beside")));
    assert_eq!(take_symbols_out(&program).status.code(), Some(1), "they are lost");
}

/// Goal: the command as it ships is small, and its symbols are kept.
#[test]
fn the_release_has_symbols_aside() {
    let named = std::env::var_os("SEALANE_BIN").map(PathBuf::from);
    let Some(program) = named.filter(|path| path.exists()) else {
        return common::skipped("SEALANE_BIN names no release to look at");
    };
    assert_eq!(refusal(&program, MAX_RELEASE_BYTES), None, "{}", program.display());
}
