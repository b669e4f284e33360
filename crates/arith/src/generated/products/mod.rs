//! Products in AVX-512 registers. Written by `fieldgen write`; do not edit.

pub(crate) mod limbs20;
pub(crate) mod limbs30;
pub(crate) mod limbs40;
