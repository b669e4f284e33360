//! Sets of signed limbs for P-256, to be measured. Written by `fieldgen write`;
//! do not edit.

mod p256_p_s26x10a0;
mod p256_p_s26x10a2;
mod p256_p_s29x9a0;
mod p256_p_s29x9a1;

pub use p256_p_s26x10a0::P256PS26X10A0;
pub use p256_p_s26x10a2::P256PS26X10A2;
pub use p256_p_s29x9a0::P256PS29X9A0;
pub use p256_p_s29x9a1::P256PS29X9A1;
