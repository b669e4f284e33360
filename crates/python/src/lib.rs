//! Sealane for Python: keys, signatures, secrets, batches; columns of Arrow; a client of the
//! service. What the functions do is said in `sealane/__init__.pyi`, which users read.
//!
//! | module | what it holds |
//! |---|---|
//! | `keys` | keys: made, read, written; single signatures and secrets |
//! | `lists` | batches over lists and two-dimensional buffers |
//! | `arrow` | columns and batches of Arrow, for engines |
//! | `service` | a client of the service |
//! | `terms` | how keys sign |
//! | `given` | arguments as callers give them |
//! | `refusal` | exceptions |
//!
//! Rows are verified by the crate `sealane-columns`.
//!
//! No panic ends the interpreter, and work is done without its lock.
#![forbid(unsafe_code)]

mod arrow;
mod given;
mod keys;
mod lists;
mod refusal;
mod service;
mod terms;

use pyo3::prelude::*;

/// The module behind the package.
#[pymodule]
fn _sealane(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    keys::add(module)?;
    lists::add(module)?;
    arrow::add(module)?;
    service::add(module)
}
