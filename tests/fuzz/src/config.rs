//! Files of configuration: of the service, and of the PKCS#11 module.

use sealane_cli::hooks::read_config;
use sealane_pkcs11::config::Config;

/// A file is taken, or told what is wrong with it: each mistake has a line that is there, and a
/// reason of one line. Lines that say nothing change nothing.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let read = read_config(text);
    assert_eq!(read_config(text), read, "read once more");
    match &read {
        Ok(said) => {
            // Behind a last line without its end another line would be part of it.
            let more = format!("{text}\n# nothing\n");
            assert_eq!(read_config(&more).as_ref(), Ok(said));
            // A byte order mark stands first, or not at all.
            let first = format!("\n{}", text.trim_start_matches('\u{feff}'));
            assert!(read_config(&first).is_ok());
        }
        Err(faults) => {
            assert!(!faults.is_empty(), "refused for nothing");
            let lines = text.split('\n').count();
            for (line, sentence) in faults {
                assert!((1..=lines).contains(line), "line {line} of {lines}: {sentence}");
                assert!(!sentence.contains('\n') && !sentence.is_empty(), "{sentence:?}");
            }
            assert!(faults.is_sorted_by_key(|(line, _)| line), "{faults:?}");
        }
    }
    let of_module = Config::from_text(text);
    assert_eq!(Config::from_text(text), of_module, "read once more");
    match &of_module {
        Ok(config) => assert!((1..=3600).contains(&config.wait_seconds)),
        Err(why) => assert!(!why.trim().is_empty()),
    }
}
