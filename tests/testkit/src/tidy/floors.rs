//! The floors of the library: a top-level module uses lower floors and its own, and no circle.

use super::uses::{Modules, Uses};
use std::collections::BTreeSet;

/// The module that names the families.
const DISPATCH: &str = "dispatch";

/// The floor of families: of what [`DISPATCH`] uses and has no floor of its own.
const FAMILIES: u8 = 3;

/// The library's modules but for families, each floor above what it uses.
pub const FLOORS: [(&str, u8); 17] = [
    ("error", 0),
    ("names", 0),
    ("hash", 0),
    ("lengths", 0),
    ("backend", 0),
    ("random", 0),
    ("group", 1),
    ("number", 1),
    ("nonce", 2),
    ("encode", 2),
    (DISPATCH, 4),
    ("raw", 5),
    ("hazmat", 5),
    ("tables", 5),
    ("traits", 5),
    ("hooks", 5),
    ("watch", 5),
];

/// Uses that break the rule. The list only shrinks: a use that is gone, or that breaks nothing any
/// more, fails the test.
pub const UPWARD: [(&str, &str); 0] = [];

/// Returns modules without a floor and floors without a module, uses of a higher floor and circles
/// but for those `known`, rows of `known` that break nothing, and paths that cannot be followed.
#[must_use]
pub fn floors(modules: &Modules, floors: &[(&str, u8)], known: &[(&str, &str)]) -> Vec<String> {
    let floor = |name: &str| {
        let own = floors.iter().find(|(of, _)| *of == name).map(|(_, floor)| *floor);
        let is_family = || modules.uses.contains_key(&(DISPATCH.to_owned(), name.to_owned()));
        own.or_else(|| is_family().then_some(FAMILIES))
    };
    let mut offences: Vec<String> =
        modules.unclear.iter().map(|path| format!("{path}: cannot be followed")).collect();
    let homeless = modules.names.iter().filter(|name| floor(name).is_none());
    offences.extend(homeless.map(|name| format!("{name}: a module without a floor")));
    let empty = floors.iter().filter(|(name, _)| !modules.names.contains(*name));
    offences.extend(empty.map(|(name, _)| format!("{name}: a floor without a module")));

    let upward = |(user, used): &(String, String)| floor(used) > floor(user);
    let listed = |pair: &(String, String)| known.contains(&(&pair.0[..], &pair.1[..]));
    let mut rest = modules.uses.clone();
    rest.retain(|pair, _| !listed(pair));
    for (pair, places) in rest.iter().filter(|(pair, _)| upward(pair)) {
        offences.push(format!("{}, a higher floor: {}", shown(pair), listed_places(places)));
    }
    for circle in circles(&rest) {
        let names: Vec<&str> = circle.iter().map(String::as_str).collect();
        let inside = |(pair, places): (&(String, String), &BTreeSet<String>)| {
            let inside = circle.contains(&pair.0) && circle.contains(&pair.1);
            inside.then(|| format!("\n  {}: {}", shown(pair), listed_places(places)))
        };
        let edges: String = rest.iter().filter_map(inside).collect();
        offences.push(format!("a circle: {}{edges}", names.join(", ")));
    }
    let all = circles(&modules.uses);
    let needed = |pair: &(String, String)| {
        let circle = all.iter().any(|c| c.contains(&pair.0) && c.contains(&pair.1));
        modules.uses.contains_key(pair) && (circle || upward(pair))
    };
    let pairs = known.iter().map(|(user, used)| ((*user).to_owned(), (*used).to_owned()));
    let idle = pairs.filter(|pair| !needed(pair));
    offences.extend(idle.map(|pair| format!("listed, not so: {}", shown(&pair))));
    offences
}

fn listed_places(places: &BTreeSet<String>) -> String {
    places.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn shown((user, used): &(String, String)) -> String {
    format!("{user} uses {used}")
}

/// Returns the sets of more than one module that all reach each other.
fn circles(uses: &Uses) -> BTreeSet<BTreeSet<String>> {
    let reached = |from: &str| {
        let mut reached = BTreeSet::new();
        let mut open = vec![from.to_owned()];
        while let Some(at) = open.pop() {
            let next = uses.keys().filter(|(user, _)| *user == at).map(|(_, used)| used);
            open.extend(next.filter(|used| reached.insert((*used).clone())).cloned());
        }
        reached
    };
    let users: BTreeSet<&String> = uses.keys().map(|(user, _)| user).collect();
    let from: Vec<_> = users.iter().map(|user| (*user, reached(user))).collect();
    let circle = |(user, reaches): &(&String, BTreeSet<String>)| {
        let back = |(other, back): &&(&String, BTreeSet<String>)| {
            reaches.contains(*other) && back.contains(*user)
        };
        from.iter().filter(back).map(|(other, _)| (*other).clone()).collect::<BTreeSet<_>>()
    };
    from.iter().map(circle).filter(|circle| circle.len() > 1).collect()
}
