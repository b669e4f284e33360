//! Machines for tests: one counts the field operations of a formula, one bounds them, and one runs
//! them on polynomials.

pub mod bounds;
pub mod budget;
pub mod count;
pub mod each;
pub mod faulty;
pub mod quad_bounds;
pub mod ring_bounds;
pub mod ring_count;
pub mod ring_forms;
pub mod symbolic;
