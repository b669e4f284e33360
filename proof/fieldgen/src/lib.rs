//! From a table of primes to proven straight-line programs to text.

pub mod admissible;
pub mod asm;
pub mod build;
pub mod certify;
pub mod contract;
pub mod curves;
pub mod emit;
pub mod endomorphism;
pub mod eval;
pub mod explain;
pub mod field;
pub mod ir;
pub mod kernel;
pub mod list;
pub mod narrow;
pub mod print;
pub mod prove;
pub mod read;
pub mod ring;
pub mod table;
