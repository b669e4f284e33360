//! Traits of other crates and of the standard library, for keys and signatures of every family: by
//! the usual scheme of the key where a scheme is needed.

mod documents;
mod signing;
mod text;
#[cfg(feature = "serde")]
mod values;
