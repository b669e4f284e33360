//! Numbers of many words: their sizes, products modulo odd numbers, and which are prime.

// A family by itself leaves some of it idle.
#![cfg_attr(not(all(feature = "rsa", feature = "dsa")), allow(dead_code))]

pub(crate) mod primality;
pub(crate) mod products;
pub(crate) mod size;
