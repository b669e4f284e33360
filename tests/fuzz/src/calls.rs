//! Sequences of calls of the PKCS#11 module, whose service is in this process.
//!
//! The input decides which calls there are, and what they are passed. The module reads its
//! configuration at a place that `SEALANE_PKCS11_CONF` names, where this target puts it.

use crate::common::USER;
use crate::memory::Memory;
use crate::raw::steps::Program;
use crate::requests::start;
use crate::template::TEMPLATE;
use sealane_hsm::service::Service;
use std::sync::{LazyLock, Mutex, PoisonError};
use tempfile::TempDir;

/// A program that has begun, and what it needs.
struct Begun {
    program: Program,
    _service: Service,
    _folder: TempDir,
}

static BEGUN: LazyLock<Mutex<Begun>> = LazyLock::new(|| begin().into());

fn begin() -> Begun {
    let folder = crate::common::quick_folder();
    let socket = folder.path().join("socket");
    let service = start(&Memory::new(TEMPLATE.contents.clone()), &socket);
    let place = std::env::var_os("SEALANE_PKCS11_CONF").expect("SEALANE_PKCS11_CONF is set");
    std::fs::write(place, format!("socket = {socket:?}\n")).expect("a file");
    Begun { program: Program::new(USER), _service: service, _folder: folder }
}

/// No call crashes or hangs, or writes where it must not, and the module signs afterwards.
pub fn run(bytes: &[u8]) {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner).program.run(bytes);
}
