//! Points and their multiples, once for all curves of a shape and all machines.

pub mod comb;
pub mod curve;
pub mod digits;
mod each;
pub mod edwards;
mod generated;
pub mod glv;
pub mod ladder;
pub mod model;
pub(crate) mod plan;
pub mod quads;
pub mod secret_point;
pub mod short;
pub mod short_a0;
pub mod short_a3;
pub mod short_any;
pub mod split_comb;
pub mod straus_vartime;
mod table_vartime;
pub mod window;
