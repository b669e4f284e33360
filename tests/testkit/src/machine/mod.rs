//! Machines for tests: one counts the field operations of a formula, one bounds them.

pub mod bounds;
pub mod budget;
pub mod count;
pub mod faulty;
