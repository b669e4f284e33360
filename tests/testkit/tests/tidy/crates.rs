//! Crates use what is below them: what Cargo says of the tree, and planted dependencies.

use testkit::tidy::crates::{ACROSS_PLACES, Crate, ask_cargo, directions, read_metadata};
use testkit::vectors::workspace;

/// The crates of the tree.
fn crates() -> Vec<Crate> {
    let tree = super::tree();
    let manifests: Vec<&str> =
        tree.iter().map(|f| &f.path[..]).filter(|path| path.ends_with("/Cargo.toml")).collect();
    let crates = ask_cargo(&workspace(), &manifests);
    assert!(crates.len() >= manifests.len() && crates.len() >= 16, "{} crates", crates.len());
    crates
}

/// Goal: crates use what is below them, and nothing else. Method: Cargo's description of the tree,
/// and the same with one dependency more.
#[test]
fn crates_point_downward() {
    let crates = crates();
    super::none("directions", &directions(&crates, &ACROSS_PLACES));
    for (folder, name, in_tests) in [
        ("crates/arith", "sealane", false),
        ("crates/arith", "subtle", false),
        ("crates/sealane", "sealane-hsm", false),
        ("crates/sealane", "sealane-cli", false),
        ("crates/sealane", "testkit", true),
        ("crates/sealane", "fieldgen", false),
        ("crates/client", "sealane-hsm", false),
        ("crates/hsm", "sealane-measure", false),
        ("crates/hsm", "testkit", false),
        ("crates/cli", "bench", false),
        ("proof/fieldgen", "sealane-arith", true),
        ("proof/fieldgen", "sealane-arith", false),
        ("proof/fieldgen", "sealane-measure", false),
        ("tests/testkit", "sealane-measure", false),
        ("tests/testkit", "sealane-hsm", true),
        ("xtask", "sealane", false),
    ] {
        let mut planted = crates.clone();
        let user = planted.iter_mut().find(|one| one.folder == folder).expect("a crate");
        if in_tests { &mut user.tests } else { &mut user.build }.push(name.to_owned());
        let offences = directions(&planted, &ACROSS_PLACES);
        assert_eq!(offences, [format!("{folder}: may not use {name}")], "in tests: {in_tests}");
    }
}

/// Goal: a crate that no row names, and a listed exception that is none any more, are refused.
#[test]
fn crates_stand_in_the_table() {
    let mut crates = crates();
    let across = [&ACROSS_PLACES[..], &[("crates/hsm", "lab/measure")]].concat();
    let offences = directions(&crates, &across);
    assert_eq!(offences, ["listed, not so: crates/hsm uses lab/measure"]);
    if let Some(((user, _), rest)) = ACROSS_PLACES.split_first() {
        let offences = directions(&crates, rest);
        assert_eq!(offences.len(), 1, "{offences:?}");
        assert!(offences[0].starts_with(&format!("{user}: may not use ")), "{offences:?}");
    }
    crates.iter_mut().find(|one| one.folder == "xtask").expect("a crate").folder =
        "crates/new".to_owned();
    let offences = directions(&crates, &ACROSS_PLACES);
    assert_eq!(offences, ["crates/new: a crate without a row in the table"]);
}

/// Goal: every kind of dependency is read, by the package's name: of the build, of its script, of
/// tests, of one target.
#[test]
fn every_kind_of_dependency_is_read() {
    let uses = [("a", "null"), ("b", "\"build\""), ("c", "\"dev\""), ("d", "null")];
    let uses = uses.map(|(name, kind)| {
        format!(r#"{{"name": "{name}", "kind": {kind}, "target": "cfg(unix)", "rename": "x"}}"#)
    });
    let json = format!(
        r#"{{"packages": [{{"name": "p", "manifest_path": "/r/lab/p/Cargo.toml",
            "dependencies": [{}]}}]}}"#,
        uses.join(",")
    );
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let wanted = Crate {
        folder: "lab/p".to_owned(),
        name: "p".to_owned(),
        build: owned(&["a", "b", "d"]),
        tests: owned(&["c"]),
    };
    assert_eq!(read_metadata(&json, "/r".as_ref()), [wanted]);
}
