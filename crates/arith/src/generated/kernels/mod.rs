//! Kernels of one lane, by BMI2 and ADX. Written by `fieldgen write`; do not edit.

pub(crate) mod p384_p;
pub(crate) mod p521_p;
