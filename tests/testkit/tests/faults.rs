//! Mutation testing above the field, without compiling anything twice: the machine `Faulty` gets
//! one line of the formulas, walks and schemes wrong, each line and each way in turn, and the
//! exhaustive runs over toy groups must notice.
//!
//! What they must notice it by is what they give on `One`, where the other toy tests compare them
//! with tables of the groups. What they do not notice stands in `faults/survivors.txt` with the
//! reason why it is no fault.

#[path = "faults/battery.rs"]
mod battery;

use battery::{Noticed, Run, SECTIONS, section};
use sealane_arith::machine::One;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use testkit::machine::faulty::{Fault, Faulty, Site, sites, with_fault};

/// What stands in the sources: lines by file.
#[derive(Default)]
struct Sources(BTreeMap<&'static str, Vec<String>>);

impl Sources {
    fn line(&mut self, (file, line, ..): Site) -> &str {
        let lines = self.0.entry(file).or_insert_with(|| {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let text = std::fs::read_to_string(root.join(file));
            text.unwrap_or_else(|why| panic!("{file}: {why}")).lines().map(Into::into).collect()
        });
        &lines[line as usize - 1]
    }

    /// Returns how many operators share the site: `a - b - c` is two that start in one place.
    fn chain(&mut self, site: Site) -> usize {
        let (_, _, column, what) = site;
        if !["+", "-", "*"].contains(&what) {
            return 1;
        }
        let text = &self.line(site)[column as usize - 1..];
        let (mut depth, mut count) = (0, 0);
        for (i, c) in text.char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => break,
                ')' | ']' | '}' => depth -= 1,
                ';' | ',' if depth == 0 => break,
                _ if depth == 0 && text[i..].starts_with(&format!(" {what} ")) => count += 1,
                _ => {}
            }
        }
        count.max(1)
    }
}

/// A section of the battery: what it gives without a fault, and how much is done for that.
struct Section {
    index: usize,
    right: Vec<u64>,
    steps: u64,
    /// The places that it comes by, and how many kinds of fault each can have.
    sites: BTreeMap<Site, usize>,
}

impl Section {
    fn of(index: usize) -> Self {
        let mut right = Run::recording();
        assert_eq!(section(One, index, &mut right), Ok(()));
        let mut again = Err(Noticed);
        let met = sites(|| again = section(Faulty, index, &mut Run::against(&right.values)));
        assert_eq!(again, Ok(()), "both machines give the same");
        Section { index, right: right.values, steps: met.steps, sites: met.sites }
    }

    /// All sections, those with little to do first.
    fn all() -> Vec<Self> {
        let mut all: Vec<Self> = (0..SECTIONS).map(Self::of).collect();
        all.sort_by_key(|section| section.steps);
        all
    }

    /// Returns whether the fault is noticed: a result differs, or the program stops.
    fn notices(&self, fault: Fault) -> bool {
        let run = || section(Faulty, self.index, &mut Run::against(&self.right));
        let outcome = catch_unwind(AssertUnwindSafe(|| with_fault(fault, run)));
        !matches!(outcome, Ok(Ok(())))
    }
}

/// Returns every site with the number of its kinds of fault: of the product's sources alone.
fn all_sites(sections: &[Section]) -> BTreeMap<Site, usize> {
    let all = sections.iter().flat_map(|section| &section.sites);
    all.filter(|(site, _)| site.0.contains("crates/"))
        .map(|(site, kinds)| (*site, *kinds))
        .collect()
}

/// Goal: the battery gives the same on both machines, so that what it notices is a wrong result;
/// and it comes by every file of formulas.
#[test]
fn the_battery_comes_by_every_file() {
    let sites = all_sites(&Section::all());
    for wanted in [
        "group/comb.rs",
        "group/edwards.rs",
        "group/ladder.rs",
        "group/secret_point.rs",
        "group/short.rs",
        "group/short_a0.rs",
        "group/short_a3.rs",
        "group/short_any.rs",
        "group/straus_vartime.rs",
        "group/table_vartime.rs",
        "group/window.rs",
        "ecc/ecdsa.rs",
        "ecc/eddsa.rs",
        "ecc/schnorr.rs",
        "ecc/xdh.rs",
        "arith/src/field.rs",
    ] {
        assert!(sites.keys().any(|(file, ..)| file.ends_with(wanted)), "{wanted}");
    }
}

/// Goal: every fault is noticed, but those listed with a reason. Every site, every kind.
#[test]
fn every_fault_is_noticed() {
    let sections = Section::all();
    let mut sources = Sources::default();
    // A fault may stop the program; what it says then is of no use.
    std::panic::set_hook(Box::new(|_| {}));
    let (mut all, mut survivors) = (0, Vec::new());
    for (site, kinds) in all_sites(&sections) {
        let of = sources.chain(site);
        for (kind, phase) in (1..=kinds).flat_map(|kind| (0..of).map(move |phase| (kind, phase))) {
            all += 1;
            let fault = Fault { site, kind, phase, of };
            let mut able = sections.iter().filter(|section| section.sites.contains_key(&site));
            if !able.any(|section| section.notices(fault)) {
                survivors.push(described(&mut sources, fault));
            }
        }
    }
    let _ = std::panic::take_hook();
    judge(all, survivors);
}

/// Names a fault by what stands in its line, which outlives changes elsewhere in the file.
fn described(sources: &mut Sources, Fault { site, kind, phase, .. }: Fault) -> String {
    let (file, _, column, what) = site;
    let line = sources.line(site);
    let indent = line.len() - line.trim().len();
    format!("{file} | {} | {what} {kind}.{phase} at {}", line.trim(), column as usize - indent)
}

/// Compares what was not noticed with the list, exactly.
fn judge(all: usize, mut survivors: Vec<String>) {
    println!("{} of {all} faults were noticed", all - survivors.len());
    let listed = include_str!("faults/survivors.txt");
    let listed: Vec<&str> =
        listed.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    survivors.sort();
    survivors.dedup();
    for survivor in &survivors {
        println!("survived: {survivor}");
    }
    let unknown: Vec<_> = survivors.iter().filter(|s| !listed.contains(&s.as_str())).collect();
    assert!(unknown.is_empty(), "faults that nothing notices: {unknown:#?}");
    assert_eq!(survivors, listed, "the list has no others, and is sorted");
    assert!(all > 800, "{all} faults");
}

/// Goal: the judge says no: to a fault that is not listed, to a list with more than there is, and
/// to a battery that hardly plants any.
#[test]
fn a_fault_nobody_knows_is_refused() {
    let refused = |all, survivors: Vec<String>| {
        catch_unwind(AssertUnwindSafe(|| judge(all, survivors))).is_err()
    };
    let listed = || -> Vec<String> {
        let lines = include_str!("faults/survivors.txt").lines();
        lines.filter(|line| !line.starts_with('#') && !line.is_empty()).map(Into::into).collect()
    };
    let with_another =
        [listed(), vec!["crates/sealane/src/group/short.rs | nothing".into()]].concat();
    assert!(refused(1000, with_another));
    assert!(refused(1000, listed()[1..].to_vec()));
    assert!(refused(700, listed()));
    assert!(!refused(1000, listed()));
}
