//! The narrow set: the signed limbs of a prime for targets without a product of 128 bits.
//!
//! One rule for every prime. Each sum is carried: of the sets measured for P-256 those without lazy
//! additions are the fastest (docs/results/limb-forms.md), and their margins are the widest. Limbs
//! at rest fit 32 bits, so that a product of two is one instruction of a 32-bit machine, and there
//! are no more of them than hold an element. Among the admissible sets of that kind the one with
//! the cheapest product is taken, by the count that `fieldgen list` prints, and of equally cheap
//! ones the one with the widest margin.

use crate::admissible::{Admissible, Range, search};
use crate::field::Field;
use crate::table::Row;
use std::cmp::Ordering;

/// What is searched. Fewer bits need more limbs, and more products, than any of these.
const RANGE: Range = Range { bits: 24..=31, spare_limbs: 0, additions: 0..=0 };

/// Returns the prime of `row` in its narrow set; `None` if no set in the range is admissible.
#[must_use]
pub fn choose(row: &'static Row) -> Option<Field> {
    let sets = search(row, &RANGE).into_iter().filter(fits_32_bits);
    let best = sets.min_by(better)?;
    Some(Field::signed(row, best.set).expect("resting limbs were found before"))
}

fn fits_32_bits(one: &Admissible) -> bool {
    one.rest.limbs.iter().all(|limb| *limb <= i128::from(i32::MAX))
}

/// `Less` if the first is to be preferred.
fn better(one: &Admissible, other: &Admissible) -> Ordering {
    let margin = |one: &Admissible| one.rest.tightest.reach;
    let cost = one.cost.total().cmp(&other.cost.total());
    cost.then(margin(one).cmp(&margin(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::prove;
    use crate::table::{TABLE, find};

    /// Goal: every prime has a narrow set, both provers confirm it, and docs/bounds.md tells which
    /// it is. Of P-256 it is the one that was measured to be the fastest.
    #[test]
    fn every_prime_has_a_proven_narrow_set() {
        let page = include_str!("../../../docs/bounds.md");
        for row in TABLE {
            let field = choose(row).unwrap_or_else(|| panic!("{}: no set", row.name));
            let (set, rest) = field.signed.as_ref().expect("signed limbs");
            assert_eq!(set.additions, 0, "{}", row.name);
            let (order, margin) = (set.sequence.name(), rest.tightest.margin());
            let told =
                format!("| {} | {}x{} | {order} | {margin:.2} |", row.name, set.bits, set.limbs);
            assert!(page.contains(&told), "docs/bounds.md does not say {told}");
            for program in &field.programs {
                prove(program, &field.contract(program)).unwrap_or_else(|no| panic!("{no}"));
            }
        }
        let p256 = choose(find("p256_p").expect("a row")).expect("a set");
        assert_eq!(p256.form_name(), "signed 29x9, 0 additions, reduce+short");
    }

    /// Goal: the choice is what the rule says: no set of the list is cheaper, none as cheap has a
    /// wider margin, and limbs wider than 32 bits are passed over.
    #[test]
    fn no_other_set_is_better() {
        for name in ["p256_p", "p521_p", "brainpool256_n"] {
            let row = find(name).expect("a row");
            let (set, rest) = choose(row).and_then(|field| field.signed).expect("a set");
            let sets = search(row, &RANGE);
            let chosen = sets.iter().find(|one| one.set == set).expect("it is in the list");
            assert_eq!(chosen.rest, rest);
            for one in sets.iter().filter(|one| fits_32_bits(one)) {
                assert_ne!(better(one, chosen), Ordering::Less, "{name}: {}", one.line());
            }
        }
        let row = find("p256_p").expect("a row");
        let mut wide = search(row, &RANGE).remove(0);
        assert!(fits_32_bits(&wide));
        wide.rest.limbs[0] = 1 << 31;
        assert!(!fits_32_bits(&wide));
    }
}
