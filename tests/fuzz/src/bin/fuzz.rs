//! libFuzzer on the target that `SEALANE_FUZZ_TARGET` names.
#![no_main]

use fuzz::Target;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("SEALANE_FUZZ_TARGET").unwrap_or_default();
    fuzz::target(&name).unwrap_or_else(|| panic!("SEALANE_FUZZ_TARGET: there is no {name:?}"))
});

fuzz_target!(|bytes: &[u8]| CHOSEN(bytes));
