//! The floors of the library: what its modules use, and planted imports that must be refused.

use std::collections::BTreeSet;
use testkit::tidy::floors::{FLOORS, UPWARD, floors};
use testkit::tidy::source::Source;
use testkit::tidy::uses::{Modules, modules};

/// Goal: in the library a module uses lower floors and its own, and no modules are a circle, but
/// for the listed uses, each of which is still needed.
#[test]
fn modules_use_lower_floors() {
    let modules = modules(super::tree(), "crates/sealane/src");
    assert!(modules.names.len() > 10 && modules.uses.len() > 30, "the tree was read");
    super::none("floors", &floors(&modules, &FLOORS, &UPWARD));
}

/// A small library of four modules on three floors, one of them generated.
const LIBRARY: [(&str, &str); 6] = [
    ("lib.rs", "mod low; mod generated; mod side; pub mod top;\npub use top::{Top, self as roof};"),
    ("low.rs", "pub struct Low;"),
    ("generated/mod.rs", "use crate::low::Low;"),
    ("side.rs", "mod inner;\n#[cfg(test)] mod tests;\nuse super::low;"),
    ("side/inner.rs", "fn f(x: super::super::low::Low) -> crate::low::Low { x }"),
    ("top.rs", "pub use crate::{low::Low, side as beside}; pub struct Top;"),
];

const TABLE: [(&str, u8); 4] = [("low", 0), ("generated", 1), ("side", 1), ("top", 2)];

/// Returns the modules of the small library with lines added to some of its files.
fn library(added: &[(&str, &str)]) -> Modules {
    let file = |(name, text): &(&str, &str)| {
        let added = added.iter().filter(|(to, _)| to == name).map(|(_, text)| *text);
        let text = format!("{text}\n{}", added.collect::<String>());
        Source::new(&format!("crates/x/src/{name}"), &text)
    };
    modules(&LIBRARY.iter().map(file).collect::<Vec<_>>(), "crates/x/src")
}

fn offences(added: &[(&str, &str)]) -> Vec<String> {
    floors(&library(added), &TABLE, &[])
}

/// Goal: uses are found wherever a path may stand, and what is for tests alone is left out.
#[test]
fn uses_are_found() {
    let pairs: Vec<_> = library(&[]).uses.into_iter().collect();
    let place = |file: &str, line: usize| format!("crates/x/src/{file}:{line}");
    let inner = place("side/inner.rs", 1);
    let wanted = [
        ("generated", "low", vec![place("generated/mod.rs", 1)]),
        ("side", "low", vec![place("side.rs", 3), inner]),
        ("top", "low", vec![place("top.rs", 1)]),
        ("top", "side", vec![place("top.rs", 1)]),
    ];
    let wanted = wanted.map(|(a, b, places)| {
        ((a.to_owned(), b.to_owned()), places.into_iter().collect::<BTreeSet<_>>())
    });
    assert_eq!(pairs, wanted);
    assert_eq!(offences(&[]), [""; 0]);
    for text in [
        "#[cfg(test)] mod t { use crate::top::Top; }",
        "#[cfg(all(test, unix))] use crate::top::Top;",
        "struct S; impl S { #[cfg(test)] fn f(x: crate::top::Top) {} }",
        "pub(in crate::low) fn f() {}",
        "/// See [`crate::top::Top`].\nconst A: &str = \"crate::top::Top\";",
        "mod roof { pub struct Top; } use self::roof::Top; use top::x;",
        "pub(crate) fn g() {} fn f() { self::g() }",
    ] {
        assert_eq!(offences(&[("low.rs", text)]), [""; 0], "{text}");
    }
}

/// Goal: an import of a higher floor is refused, in whatever form, in generated files too.
#[test]
fn upward_uses_are_refused() {
    for text in [
        "use crate::top::Top;",
        "use super::top;",
        "use crate::{low::Low, top::{self, Top}};",
        "pub use crate::top::*;",
        "fn f(x: &[crate::top::Top]) {}",
        "fn f() { let x = crate::top::Top; }",
        "fn f() { match x { super::top::Top => {} } }",
        "fn f() { assert_eq!(1, g(crate::top::Top)); }",
        "macro_rules! m { () => { $crate::top::Top } }",
        "impl crate::top::Trait for X {}",
        "#[cfg(any(test, unix))] use crate::top::Top;",
        "#[cfg(not(test))] use crate::top::Top;",
        "mod inside { mod more { use super::super::super::top::Top; } }",
        // By what the root exports again.
        "use crate::Top;",
        "use crate::roof::Top;",
        "fn f() -> crate::Top { super::Top }",
    ] {
        for (file, user) in [("low.rs", "low"), ("generated/mod.rs", "generated")] {
            let found = offences(&[(file, text)]);
            let start = format!("{user} uses top, a higher floor: crates/x/src/{file}:2");
            let upward = found.iter().filter(|offence| !offence.starts_with("a circle: "));
            assert_eq!(upward.count(), 1, "{text}: {found:?}");
            assert!(found[0].starts_with(&start), "{text}: {found:?}");
        }
    }
    let inner = offences(&[("side/inner.rs", "use super::super::top::Top;")]);
    assert_eq!(inner[0], "side uses top, a higher floor: crates/x/src/side/inner.rs:2");
}

/// Goal: what hides where it leads is refused: the root by another name or whole, names that the
/// root defines, modules without a file.
#[test]
fn hidden_uses_are_refused() {
    for text in
        ["use crate::*;", "use super::*;", "use crate as root;", "use crate::{self as root};"]
    {
        let wanted = "crates/x/src/low.rs:2: crate::*: cannot be followed";
        assert_eq!(offences(&[("low.rs", text)]), [wanted], "{text}");
    }
    let defined = [("lib.rs", "pub struct Root;"), ("low.rs", "use crate::Root;")];
    assert_eq!(offences(&defined), ["crates/x/src/low.rs:2: crate::Root: cannot be followed"]);
    let lost = offences(&[("low.rs", "mod lost;")]);
    assert_eq!(lost, ["crates/x/src/low.rs: no file of module low::lost: cannot be followed"]);
}

/// Goal: a circle is refused with its edges, on one floor too.
#[test]
fn circles_are_refused() {
    let circle =
        [("generated/mod.rs", "use crate::side::X;"), ("side.rs", "use super::generated;")];
    let wanted = "a circle: generated, side\n  \
        generated uses side: crates/x/src/generated/mod.rs:2\n  \
        side uses generated: crates/x/src/side.rs:4";
    assert_eq!(offences(&circle), [wanted]);
    assert_eq!(offences(&circle[..1]), [""; 0], "one way on one floor");
    let long = [("low.rs", "use crate::top;"), ("side.rs", "use crate::generated;")];
    let found = offences(&long);
    assert!(found.len() == 2 && found[1].starts_with("a circle: generated, low, side, top\n"));
}

/// Goal: a listed use passes, as long as it is there and breaks the rule; each module has a floor.
#[test]
fn listed_uses_are_needed() {
    let upward = library(&[("low.rs", "use crate::top::Top;")]);
    assert_eq!(floors(&upward, &TABLE, &[("low", "top")]), [""; 0]);
    let idle = |known: &[(&str, &str)]| floors(&library(&[]), &TABLE, known);
    assert_eq!(idle(&[("low", "top")]), ["listed, not so: low uses top"]);
    assert_eq!(idle(&[("top", "low")]), ["listed, not so: top uses low"], "no offence");
    assert_eq!(floors(&library(&[]), &TABLE[1..], &[]), ["low: a module without a floor"]);
    let more = [&TABLE[..], &[("gone", 3)]].concat();
    assert_eq!(floors(&library(&[]), &more, &[]), ["gone: a floor without a module"]);
}

/// Goal: what `dispatch` names is a family, and on one floor with the others, without a row for it.
/// Method: two families below a module of that name, and one that uses what names it.
#[test]
fn families_are_what_dispatch_names() {
    let of = |uses: &str| {
        let file = |name: &str, text: &str| Source::new(&format!("crates/x/src/{name}"), text);
        let root = "mod low; mod one; mod two; mod dispatch;";
        let files = [
            file("lib.rs", root),
            file("low.rs", ""),
            file("one.rs", "use crate::low;"),
            file("two.rs", uses),
            file("dispatch.rs", "use crate::{one, two};"),
        ];
        let found = modules(&files, "crates/x/src");
        floors(&found, &[("low", 0), ("dispatch", 4)], &[])
    };
    assert_eq!(of("use crate::one;"), [""; 0]);
    let upward = of("use crate::dispatch;");
    assert!(upward[0].starts_with("two uses dispatch, a higher floor"), "{upward:?}");
}
