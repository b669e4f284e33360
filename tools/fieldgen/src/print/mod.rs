//! Printers: from programs to text.

pub mod c;
pub mod c64;
pub mod cases;
pub mod command;
pub mod limbs64;
