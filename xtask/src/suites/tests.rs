//! The table of suites covers what there is, and says what runs.

use super::*;
use crate::build;

/// Goal: a package without a suite is noticed; a suite without a package, too.
#[test]
fn every_package_has_its_suite() {
    let packages = build::packages(&build::Tree::own()).expect("packages");
    let covered: Vec<&str> = SUITES
        .iter()
        .filter_map(|suite| match suite.work {
            Work::Programs { folder, .. } => Some(folder),
            Work::Steps(_) => None,
        })
        .collect();
    for package in &packages {
        assert!(covered.contains(&package.folder.as_str()), "{}", package.folder);
    }
    for folder in covered {
        assert!(packages.iter().any(|package| package.folder == folder), "{folder}");
    }
}

/// Goal: what the table says of a tier is what the tier runs.
#[test]
fn parts_and_steps_agree() {
    for suite in SUITES {
        let Work::Steps(steps) = suite.work else { continue };
        for tier in [Check, Test, Full] {
            let runs = steps.iter().any(|step| step.tiers.contains(&tier));
            // The plans of tables are tested where keys are.
            let elsewhere = suite.name == "tables" && tier == Test;
            assert_eq!(runs || elsewhere, suite.part(tier) != No, "{} {tier:?}", suite.name);
        }
    }
}

/// Goal: everything runs whole in the last tier, so that nothing is dropped.
#[test]
fn the_full_tier_runs_everything_whole() {
    assert!(SUITES.iter().all(|suite| suite.part(Full) == Whole));
}

/// Goal: the table that people read is this one.
#[test]
fn the_page_has_this_table() {
    let page =
        std::fs::read_to_string(build::Tree::own().root.join("CONTRIBUTING.md")).expect("a page");
    assert!(page.contains(&table()), "put `cargo xtask suites` into CONTRIBUTING.md");
}
