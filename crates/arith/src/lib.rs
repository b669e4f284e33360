//! Constant-time prime-field arithmetic: words, masks, secrets, prime fields and machines.
#![no_std]

pub mod machine;
pub mod prime;
pub mod word;
