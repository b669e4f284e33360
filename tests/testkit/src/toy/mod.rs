//! Toy primes and toy groups: small enough that every scalar and every pair can be tried.

mod curves;
mod edwards;
mod endomorphisms;
mod lanes;
mod prime;
mod quads;
mod subgroups;
mod wide;

pub use curves::{
    ForEachGroup, OfRow, Small, Subgroup, Toy, ToyCurve, ToyShape, Whole, for_each_subgroup,
    for_each_whole_group, words,
};
pub use edwards::{ForEachEdwards, ToyEdwards, ToyGroup, Twisted, for_each_edwards};
pub use endomorphisms::{CubeRoot, Halved, for_each_halved_group};
pub use prime::{Called, ToyPrime};
pub use subgroups::{Row, SUBGROUPS};
pub use wide::{MODULI, Wide};
