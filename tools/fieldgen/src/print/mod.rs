//! Printers: from programs to text.

mod c;
pub mod c64;
pub mod cases;
pub mod command;
pub mod limbs64;
