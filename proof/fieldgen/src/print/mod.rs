//! Printers: from programs to text.

pub mod c;
pub mod c32;
pub mod c64;
pub mod cases;
pub mod command;
pub mod curves;
pub mod lanes52;
pub mod limbs64;
pub mod quads;
pub mod signed64;
mod twisted;
