//! The tidy rules over the whole tree, and for each of them an offender that it must refuse.

mod algorithms;
mod crates;
mod floors;
mod repeats;

use std::sync::LazyLock;
use testkit::tidy::source::Source;
use testkit::tidy::{files, licence, rules, secrets};
use testkit::vectors::workspace;

/// The files of the tree, read once.
fn tree() -> &'static [Source] {
    static TREE: LazyLock<Vec<Source>> = LazyLock::new(|| files(&workspace()));
    assert!(TREE.len() > 50, "the tree was found");
    &TREE
}

/// Fails with all offences at once.
fn none(rule: &str, offences: &[String]) {
    assert!(offences.is_empty(), "{rule}: {} offences\n{}", offences.len(), offences.join("\n"));
}

fn each(rule: &str, check: fn(&Source) -> Vec<String>) {
    none(rule, &tree().iter().flat_map(check).collect::<Vec<_>>());
}

/// Returns the offences of a planted file.
fn planted(check: fn(&Source) -> Vec<String>, path: &str, text: &str) -> Vec<String> {
    check(&Source::new(path, text))
}

/// Goal: lines, files and functions keep their lengths.
#[test]
fn lengths_are_kept() {
    each("lengths", rules::lengths);
    let long = format!("//! x\nfn f() {{ let _ = {}; }}\n", "1 + ".repeat(25) + "1");
    assert_eq!(planted(rules::lengths, "crates/a/src/b.rs", &long).len(), 1);
    let exact = format!("{}\n", "x".repeat(100));
    assert!(planted(rules::lengths, "scripts/a.sh", &exact).is_empty());
    assert_eq!(planted(rules::lengths, "scripts/a.sh", &format!("x{exact}")).len(), 1);
    assert!(planted(rules::lengths, "crates/a/src/b.rs", &"\n".repeat(500)).is_empty());
    assert_eq!(planted(rules::lengths, "crates/a/src/b.rs", &"\n".repeat(501)).len(), 1);
    assert!(planted(rules::lengths, "crates/a/src/generated/b.rs", &"\n".repeat(501)).is_empty());
    let function = |lines: usize| format!("fn f() {{{}}}\n", "\n".repeat(lines - 1));
    assert!(planted(rules::lengths, "crates/a/src/b.rs", &function(70)).is_empty());
    assert_eq!(planted(rules::lengths, "crates/a/src/b.rs", &function(71)).len(), 1);
}

/// Goal: safe code cannot reach instructions that the CPU lacks. Method: the functions of the
/// machines' traits, and those that name such instructions, take a value of the machine.
#[test]
fn instructions_need_a_licence() {
    each("traits of machines", licence::traits);
    each("instructions", licence::intrinsics);
    let count = |check: fn(&Source) -> Vec<String>, text: &str| {
        planted(check, "crates/arith/src/a.rs", text).len()
    };
    let vector = |function: &str| format!("pub trait Vector: Word {{\n    fn {function};\n}}\n");
    for bad in ["run<R>(work: impl FnOnce() -> R) -> R", "clear()", "execute(of: [&Self; 4])"] {
        assert_eq!(count(licence::traits, &vector(bad)), 1, "{bad}");
    }
    for good in ["run<R>(self, work: impl FnOnce() -> R) -> R", "select(m: Mask, a: Self, b: Self)"]
    {
        assert_eq!(count(licence::traits, &vector(good)), 0, "{good}");
    }
    let body = "{\n    // SAFETY: none.\n    unsafe { _mm512_add_epi64(a, b) }\n}\n";
    assert_eq!(count(licence::intrinsics, &format!("pub fn add(a: R, b: R) -> R {body}")), 1);
    assert_eq!(count(licence::intrinsics, &format!("    fn add(self, b: R) -> R {body}")), 0);
    assert_eq!(count(licence::intrinsics, &format!("unsafe fn add(a: R, b: R) -> R {body}")), 0);
    assert_eq!(count(licence::intrinsics, &format!("fn detect() -> Option<R> {body}")), 0);
}

/// Goal: every Rust file says in its first line what it is about.
#[test]
fn first_lines_say_what_a_file_is() {
    each("first lines", rules::first_lines);
    assert_eq!(planted(rules::first_lines, "crates/a/src/b.rs", "use x;\n").len(), 1);
}

/// Goal: nothing unfinished or switched off.
#[test]
fn nothing_is_unfinished() {
    each("unfinished work", rules::unfinished);
    for mark in [["TO", "DO"], ["FIX", "ME"], ["to", "do!()"], ["#[", "ignore]"]] {
        let text = format!("//! x\n// {}: later\n", mark.concat());
        assert_eq!(planted(rules::unfinished, "crates/a/src/b.rs", &text).len(), 1, "{text}");
        let text = format!("- {}\n", mark.concat());
        assert_eq!(planted(rules::unfinished, "docs/a.md", &text).len(), 1, "{text}");
    }
    assert!(planted(rules::unfinished, "docs/a.md", "MASTODON and methods\n").is_empty());
}

/// Goal: no path or word of the place where the work is done.
#[test]
fn no_workplace_words() {
    each("workplace words", rules::workplace_words);
    for word in [["Sub", "agent"], ["/wo", "rk/x"], ["../sha", "red/design"], ["/tmp/", "brief"]] {
        let text = format!("See {}.\n", word.concat());
        assert_eq!(planted(rules::workplace_words, "README.md", &text).len(), 1, "{text}");
    }
    assert!(
        planted(rules::workplace_words, "README.md", "The network/file is shared.\n").is_empty()
    );
}

/// Goal: unsafe code stands in the listed places only, and the crates above forbid it.
#[test]
fn unsafe_code_stands_at_the_bottom() {
    each("unsafe code", rules::unsafe_code);
    none("forbid(unsafe_code)", &rules::forbidding(tree()));
    let text = "//! x\nfn f() { unsafe { g() } }\n";
    assert_eq!(planted(rules::unsafe_code, "crates/arith/src/fe.rs", text).len(), 1);
    assert_eq!(planted(rules::unsafe_code, "tests/testkit/src/x.rs", text).len(), 1);
    assert!(planted(rules::unsafe_code, "crates/arith/src/machine/adx.rs", text).is_empty());
    let mentioned = "//! unsafe\n#![forbid(unsafe_code)]\nconst A: &str = \"unsafe\";\n";
    assert!(planted(rules::unsafe_code, "crates/sealane/src/lib.rs", mentioned).is_empty());
    let open = [Source::new("crates/sealane/src/lib.rs", "// #![forbid(unsafe_code)]\n")];
    assert_eq!(rules::forbidding(&open).len(), 8);
}

/// Goal: the reveal ledger and the source are equal, exit by exit.
#[test]
fn every_exit_stands_in_the_ledger() {
    let ledger = std::fs::read_to_string(workspace().join("docs/reveals.md")).expect("the ledger");
    none("reveals", &secrets::reveals(tree(), &ledger));
    none("test-only files", &secrets::test_only(tree()));
    let rows = secrets::ledger_rows(&ledger).len();
    assert!(rows >= 5, "{rows} rows");

    let path = "crates/sealane/src/x.rs";
    let row = |why: &str| format!("| {path} | {why} | It is. |\n");
    let check = |text: &str, ledger: &str| secrets::reveals(&[Source::new(path, text)], ledger);
    let exit = "fn f() { s.reveal(\"it is public\") }\n";
    assert!(check(exit, &row("it is public")).is_empty());
    assert_eq!(check(exit, "").len(), 1, "an exit that is not listed");
    assert_eq!(check("", &row("it is public")).len(), 1, "a row without an exit");
    assert_eq!(check(exit, &row("it is Public")).len(), 2, "another reason");
    assert_eq!(check(exit, &row("it is public").repeat(2)).len(), 2, "a row twice");
    assert_eq!(check("fn f() { s.reveal(WHY) }\n", "").len(), 1, "a reason elsewhere");
    assert_eq!(check("fn f() { Secret::reveal(&s, \"x\") }\n", "").len(), 1, "called by its path");
    let broken = "fn f() { s\n  .reveal(\n    // why\n    \"it is \\\n     public\") }\n";
    assert!(check(broken, &row("it is public")).is_empty());
    let test = format!("#[cfg(test)]\nmod tests {{ {exit} }}\n");
    assert!(check(&test, "").is_empty());
    let open = [Source::new("crates/sealane/src/lib.rs", "//! x\npub mod hooks;\n")];
    assert_eq!(secrets::test_only(&open).len(), 1);
}

/// Goal: variable time stands where its name is said or its inputs are listed as public.
#[test]
fn variable_time_is_for_public_inputs() {
    none("variable time", &secrets::variable_time(tree(), &secrets::PUBLIC_INPUTS));
    let check = |path: &str, text: &str| {
        let listed = [("crates/sealane/src/x.rs", "listed", "public")];
        secrets::variable_time(&[Source::new(path, text)], &listed)
    };
    let used = "fn listed() { m.to_bool_vartime(); }\n";
    assert!(check("crates/sealane/src/x.rs", used).is_empty());
    assert_eq!(check("crates/sealane/src/x.rs", "").len(), 1, "a row that nothing uses");
    let sign = format!("{used}fn sign() {{ if m.to_bool_vartime() {{ }} }}\n");
    assert_eq!(check("crates/sealane/src/x.rs", &sign).len(), 1);
    let named = format!("{used}fn sum_vartime() {{ m.to_bool_vartime(); }}\nuse a_vartime;\n");
    assert!(check("crates/sealane/src/x.rs", &named).is_empty());
    assert_eq!(check("crates/sealane/src/y.rs", used).len(), 2, "listed in another file");
    assert_eq!(check("crates/sealane/src/straus_vartime.rs", "fn f() { g_vartime() }").len(), 1);
}

/// Goal: every file of vectors says where it comes from.
#[test]
fn vectors_have_a_source() {
    let folder = workspace().join("tests/vectors");
    let entries = std::fs::read_dir(&folder).expect("the folder can be read");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry can be read").file_name().to_string_lossy().into_owned()
    };
    let names: Vec<String> = entries.map(name).collect();
    let sources = std::fs::read_to_string(folder.join("SOURCES.md")).expect("the list");
    none("vectors", &rules::vectors_without_source(&names, &sources));
    let check = |names: &[&str], sources: &str| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        rules::vectors_without_source(&names, sources).len()
    };
    assert_eq!(check(&["a.txt", "SOURCES.md"], "| `a.txt` | from `there` |\n"), 0);
    assert_eq!(check(&["a.txt", "b.txt"], "| `a.txt` | from there |\n"), 1);
    assert_eq!(check(&[], "| `a.txt` | from there |\n"), 1);
}
