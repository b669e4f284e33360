//! Scalars and points for those who build protocols. **Nothing here checks a protocol**: no nonce
//! is made, no message hashed, no rule of a scheme enforced. Whoever signs or derives wants
//! [`crate::PrivateKey`] and [`crate::PublicKey`].
//!
//! A group is named by its model: `Short<P256>` for curves in Weierstrass form,
//! `Edwards<Ed25519>` for twisted Edwards curves. Scalars and points are secret and wiped on drop;
//! all operations on them are constant-time unless their name ends in `_vartime`; what leaves
//! leaves by [`Scalar::to_be_bytes`], [`Scalar::to_le_bytes`], [`Point::encode`] and
//! [`Choice::reveal`], which say so.
//!
//! ```
//! use sealane::curve::P256;
//! use sealane::group::short::Short;
//! use sealane::hazmat::{Point, Scalar};
//!
//! type Group = Short<P256>;
//! let (a, b) = (Scalar::<Group>::random()?, Scalar::<Group>::random()?);
//! let shared = Point::mul_base(&a).mul(&b);
//! assert!(shared.equals(&Point::mul_base(&a.mul(&b))).reveal());
//! # Ok::<(), sealane::SignError>(())
//! ```
//!
//! Everything here runs on 64-bit words, whatever [`crate::backend`] says.
//!
//! # Memory
//!
//! No operation allocates but those that hand bytes out. [`Point::mul`] keeps a table while it
//! runs, and has a twin that takes it from the caller instead of from the stack, as
//! [`Scalar::invert_batch_in`] takes its own; [`Operation::scratch_bytes`] says how much each
//! needs, to the byte, and 0 for the simple ones. A table holds secrets: the caller wipes it.

mod encoding;
mod point;
mod scalar;

pub use encoding::Encoding;
pub use point::{Group, Operation, Point, Slot, empty_slot};
pub use scalar::{Choice, Scalar};
