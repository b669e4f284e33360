//! Printers: from programs to text.

pub mod limbs64;
