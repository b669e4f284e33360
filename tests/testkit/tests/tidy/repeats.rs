//! No text stands in two files: what repeats in the tree, and planted repeats.

use testkit::tidy::repeats::{KNOWN, LINES, repeats, unknown};
use testkit::tidy::source::Source;

/// Goal: no two files that are written by hand share ten lines of the same shape, but for the
/// listed ones.
#[test]
fn no_text_stands_twice() {
    super::none("repeats", &unknown(&repeats(super::tree()), &KNOWN));
}

/// As many different lines, with other names and values for each `seed`.
fn lines(count: usize, seed: usize) -> Vec<String> {
    let line = |i: usize| {
        let arguments = vec![format!("x{seed}"); i + 1].join(", ");
        format!("    let y{seed} = f{seed}({arguments}, {seed}, \"{seed} {i}\");\n")
    };
    (0..count).map(line).collect()
}

fn shared(a: &str, b: &str) -> usize {
    shared_in("crates/a/src/a.rs", a, b)
}

fn shared_in(path: &str, a: &str, b: &str) -> usize {
    let files = [Source::new(path, a), Source::new("crates/b/src/b.rs", b)];
    repeats(&files).values().map(|(lines, _)| lines).sum()
}

/// Goal: ten lines of the same shape are found whatever their names, comments and imports; nine
/// are not, nor lists of like rows.
#[test]
fn planted_repeats_are_found() {
    let text = |count: usize, seed: usize| lines(count, seed).concat();
    assert_eq!(shared(&text(LINES, 1), &text(LINES, 2)), LINES);
    assert_eq!(shared(&text(LINES + 3, 1), &text(LINES + 3, 2)), LINES + 3);
    assert_eq!(shared(&text(LINES - 1, 1), &text(LINES - 1, 2)), 0);
    let between = "\n    // Why.\n    /* {\n    } */\n    {}\n    use a::{\n        b,\n    };\n";
    assert_eq!(shared(&lines(LINES, 1).join(between), &text(LINES, 2)), LINES);
    assert_eq!(shared(&lines(LINES, 1).join("    x += 1;\n"), &text(LINES, 2)), 0);
    let rows = "    (1, \"a\", b),\n".repeat(2 * LINES);
    assert_eq!(shared(&rows, &rows), 0);
    assert_eq!(shared(&text(LINES, 1).replace("let", "static"), &text(LINES, 2)), 0);
    assert_eq!(shared_in("crates/a/src/generated/a.rs", &text(LINES, 1), &text(LINES, 2)), 0);
    assert_eq!(shared_in("docs/a.md", &text(LINES, 1), &text(LINES, 2)), 0);
    assert_eq!(shared(&text(LINES, 1).repeat(2), ""), 0, "within one file");
}

/// Goal: the list is exact: a new repeat, a longer one, one that is shorter or gone fails.
#[test]
fn the_list_of_repeats_is_exact() {
    let (a, b) = ("crates/a/src/a.rs", "crates/b/src/b.rs");
    let files = |count: usize| {
        [(a, 1), (b, 2)].map(|(path, seed)| Source::new(path, &lines(count, seed).concat()))
    };
    let found = repeats(&files(LINES));
    let offences = |known: &[(&str, &str, usize, &str)]| unknown(&found, known).len();
    assert_eq!(offences(&[(a, b, LINES, "why")]), 0);
    assert_eq!(offences(&[]), 1);
    assert_eq!(offences(&[(a, b, LINES - 1, "why")]), 1, "grown");
    assert_eq!(offences(&[(a, b, LINES + 1, "why")]), 1, "shrunk");
    assert_eq!(offences(&[(a, b, LINES, "why"), (b, a, LINES, "why")]), 1, "gone");
    assert_eq!(offences(&[(a, b, LINES, "")]), 2, "no reason");
}
