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
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use testkit::machine::faulty::{Fault, Faulty, Site, Sources, sites, with_fault};

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
        let met = sites(|| again = section(Faulty(One), index, &mut Run::against(&right.values)));
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
        let run = || section(Faulty(One), self.index, &mut Run::against(&self.right));
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

/// Goal: the proofs of formulas come by every place of a formula that the battery comes by, so that
/// each fault there fails a proof or is listed.
#[test]
fn the_proofs_come_by_every_formula() {
    let formulas = ["short.rs", "short_a0.rs", "short_a3.rs", "short_any.rs", "edwards.rs"];
    let is_formula = |site: &&Site| formulas.iter().any(|file| site.0.ends_with(file));
    let (proven, all) = (crate::symbolic::faults::all_sites(), all_sites(&Section::all()));
    let found: Vec<_> = all.keys().filter(is_formula).collect();
    assert!(found.len() > 100, "{} places", found.len());
    let missed: Vec<_> = found.iter().filter(|site| !proven.contains_key(site)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Which faults are planted: all, or one in so many, others with each second of the clock.
#[derive(Debug, Clone, Copy)]
struct Share {
    of: u64,
    turn: u64,
}

impl Share {
    const WHOLE: Self = Share { of: 1, turn: 0 };

    /// What `SEALANE_FORMULA_FAULTS` asks for.
    fn asked() -> Self {
        let Ok(asked) = std::env::var("SEALANE_FORMULA_FAULTS") else { return Self::WHOLE };
        let of = asked.parse().expect("SEALANE_FORMULA_FAULTS is a number, from 1 on");
        let seconds = std::time::UNIX_EPOCH.elapsed().expect("a clock").as_secs();
        Share { of, turn: seconds % of }
    }

    /// By the name, so that faults that are listed by one name are planted together.
    fn has(self, name: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        hasher.finish() % self.of == self.turn
    }
}

/// Goal: every fault is noticed, but those listed with a reason. Every site, every kind.
#[test]
fn every_fault_is_noticed() {
    let (sections, share) = (Section::all(), Share::asked());
    let mut sources = Sources::default();
    // A fault may stop the program; what it says then is of no use.
    std::panic::set_hook(Box::new(|_| {}));
    let (mut all, mut survivors) = (0, Vec::new());
    for (site, kinds) in all_sites(&sections) {
        for fault in sources.faults(site, kinds) {
            let name = sources.described(fault);
            if !share.has(&name) {
                continue;
            }
            all += 1;
            let mut able = sections.iter().filter(|section| section.sites.contains_key(&site));
            if !able.any(|section| section.notices(fault)) {
                survivors.push(name);
            }
        }
    }
    let _ = std::panic::take_hook();
    judge(share, all, survivors);
}

/// The lines of the list that a share has.
fn listed(share: Share) -> Vec<&'static str> {
    let lines = include_str!("faults/survivors.txt").lines();
    let names = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    names.filter(|name| share.has(name)).collect()
}

/// The faults that there are more of. Names of a share are as many as chance has it.
fn least(share: Share) -> usize {
    if share.of == 1 { 800 } else { 600 / share.of as usize }
}

/// Compares what was not noticed with the list, exactly.
fn judge(share: Share, all: usize, mut survivors: Vec<String>) {
    println!("{} of {all} faults were noticed, of {share:?}", all - survivors.len());
    let listed = listed(share);
    survivors.sort();
    survivors.dedup();
    for survivor in &survivors {
        println!("survived: {survivor}");
    }
    let unknown: Vec<_> = survivors.iter().filter(|s| !listed.contains(&s.as_str())).collect();
    assert!(unknown.is_empty(), "faults that nothing notices: {unknown:#?}");
    assert_eq!(survivors, listed, "the list has no others, and is sorted");
    assert!(all > least(share), "{all} faults");
}

/// Goal: the judge says no: to a fault that is not listed, to a list with more than there is, and
/// to a battery that hardly plants any.
#[test]
fn a_fault_nobody_knows_is_refused() {
    let judged = |share, all, survivors: Vec<String>| {
        catch_unwind(AssertUnwindSafe(|| judge(share, all, survivors))).is_ok()
    };
    let names = |share| -> Vec<String> { listed(share).into_iter().map(Into::into).collect() };
    let thirds = [0, 1, 2].map(|turn| Share { of: 3, turn });
    for share in [Share::WHOLE].into_iter().chain(thirds) {
        let (enough, few) = (1000 / share.of as usize, least(share) - 100 / share.of as usize);
        let unknown = (0..).map(|i| format!("crates/sealane/src/group/short.rs | nothing {i}"));
        let unknown = unknown.filter(|name| share.has(name)).take(1).collect();
        assert!(!judged(share, enough, [names(share), unknown].concat()));
        assert!(!judged(share, enough, names(share)[1..].to_vec()));
        assert!(!judged(share, few, names(share)));
        assert!(judged(share, enough, names(share)));
    }
    let sum: usize = thirds.map(|share| listed(share).len()).iter().sum();
    assert_eq!(sum, listed(Share::WHOLE).len());
}
