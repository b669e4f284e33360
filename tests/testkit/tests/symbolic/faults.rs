//! Faults planted in formulas and walks: each fails a proof, or changes nothing that a proof is
//! about.
//!
//! These are the faults that the battery of toy groups is given (`tests/faults.rs`), in the places
//! that the proofs come by. Those that no proof fails for stand in `equivalent.txt`, each with the
//! reason.

use super::{edwards, integers, ladder, short};
use sealane_arith::machine::One;
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use testkit::machine::faulty::{Fault, Faulty, Site, Sources, sites, with_fault};
use testkit::machine::symbolic::Symbolic;

type Machine = Faulty<Symbolic>;

/// The proofs, on the machine that faults are planted in.
const PROOFS: [fn(); 7] = [
    short::proof::<short::OfAny, Machine>,
    short::proof::<short::OfMinusThree, Machine>,
    short::proof::<short::OfZero, Machine>,
    edwards::proof::<edwards::OfMinusOne, Machine>,
    edwards::proof::<edwards::OfPlusOne, Machine>,
    ladder::proof::<Machine>,
    || integers::proof(Faulty(One)),
];

/// A proof and the places of the product that it comes by, with the number of kinds of fault.
struct Proof {
    run: fn(),
    sites: BTreeMap<Site, usize>,
}

impl Proof {
    fn all() -> Vec<Self> {
        let product = |(site, _): &(Site, usize)| site.0.contains("crates/");
        let of = |run: fn()| {
            let sites = sites(run).sites.into_iter().filter(product).collect();
            Proof { run, sites }
        };
        PROOFS.map(of).into()
    }

    /// Returns whether the proof fails for the fault.
    fn fails(&self, fault: Fault) -> bool {
        self.sites.contains_key(&fault.site)
            && catch_unwind(|| with_fault(fault, self.run)).is_err()
    }
}

/// Returns every place that the proofs come by, with the number of kinds of fault.
pub fn all_sites() -> BTreeMap<Site, usize> {
    Proof::all().into_iter().flat_map(|proof| proof.sites).collect()
}

/// What no proof fails for.
fn listed() -> Vec<&'static str> {
    let lines = include_str!("equivalent.txt").lines();
    lines.filter(|line| !line.starts_with('#') && !line.is_empty()).collect()
}

/// Compares what no proof failed for with the list, exactly.
fn judge(all: usize, mut survivors: Vec<String>) {
    println!("{} of {all} faults fail a proof", all - survivors.len());
    survivors.sort();
    survivors.dedup();
    for survivor in &survivors {
        println!("survived: {survivor}");
    }
    assert_eq!(survivors, listed(), "what no proof fails for is listed, and is sorted");
    assert!(all > 500, "{all} faults");
}

/// Goal: each fault that can be planted in a formula fails a proof, or is listed with a reason.
#[test]
fn every_fault_fails_a_proof() {
    let (proofs, mut sources) = (Proof::all(), Sources::default());
    let mut survivors = Vec::new();
    let mut all = 0;
    // A proof that fails says so by a panic; what it says is of no use here.
    std::panic::set_hook(Box::new(|_| {}));
    for (site, kinds) in all_sites() {
        for fault in sources.faults(site, kinds) {
            all += 1;
            if !proofs.iter().any(|proof| proof.fails(fault)) {
                survivors.push(sources.described(fault));
            }
        }
    }
    let _ = std::panic::take_hook();
    judge(all, survivors);
}

/// Goal: the judge says no: to a fault that is not listed, to a list with more than there is, and
/// to hardly any faults.
#[test]
fn a_fault_nobody_knows_is_refused() {
    let names = || -> Vec<String> { listed().into_iter().map(Into::into).collect() };
    let judged = |all, survivors| catch_unwind(|| judge(all, survivors)).is_ok();
    let unknown = vec!["crates/sealane/src/group/short.rs | nothing".to_owned()];
    assert!(judged(1000, names()));
    assert!(!judged(1000, [names(), unknown].concat()));
    assert!(!judged(1000, names()[1..].to_vec()));
    assert!(!judged(100, names()));
}
