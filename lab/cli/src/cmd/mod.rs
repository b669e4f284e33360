//! One file for each subcommand.
pub mod check_vectors;
pub mod fields;
pub mod load;
pub mod profile;
pub mod speed;
pub mod tables;
