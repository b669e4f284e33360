//! Numbers of many words: their sizes, products modulo odd numbers, and which are prime.

pub(crate) mod primality;
pub(crate) mod products;
pub(crate) mod size;
