//! What the tests of Sealane stand on: slow reference arithmetic, toy primes and toy curves,
//! machines that count and that bound, vector readers, and the tidy checks.

pub mod cases;
pub mod documents;
pub mod inputs;
pub mod machine;
pub mod nist;
pub mod reference;
pub mod tidy;
pub mod toy;
pub mod vectors;
