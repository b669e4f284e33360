//! libFuzzer on the target that `SEALANE_FUZZ_TARGET` names; with `SEALANE_FUZZ_SEEDS` it writes
//! what the searches begin with to that folder, one in it for each target, and ends.
#![no_main]

use fuzz::Target;
use libfuzzer_sys::fuzz_target;
use std::path::PathBuf;
use std::sync::LazyLock;

static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("SEALANE_FUZZ_TARGET").unwrap_or_default();
    fuzz::target(&name).unwrap_or_else(|| panic!("SEALANE_FUZZ_TARGET: there is no {name:?}"))
});

fn write_seeds() {
    let Some(folder) = std::env::var_os("SEALANE_FUZZ_SEEDS").map(PathBuf::from) else { return };
    for (target, seeds) in fuzz::seeds::all() {
        let folder = folder.join(target);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (number, bytes) in seeds.iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), bytes).expect("a file");
        }
    }
    std::process::exit(0);
}

fuzz_target!(init: write_seeds(), |bytes: &[u8]| CHOSEN.run(bytes));
