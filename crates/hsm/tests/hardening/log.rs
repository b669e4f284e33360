//! D6: nothing that was acknowledged is lost unnoticed, whatever becomes of what lies beside the
//! store.

use crate::common;
use common::{draft, init, open, quick_folder, user};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Copies a store as a killed process leaves it; returns the names of what lies beside it.
fn copied(from: &Path, to: &Path) -> Vec<String> {
    let mut beside = vec![];
    for entry in fs::read_dir(to).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }
    for entry in fs::read_dir(from).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        fs::copy(from.join(&name), to.join(&name)).unwrap();
        fs::set_permissions(to.join(&name), fs::Permissions::from_mode(0o600)).unwrap();
        if name != "token.db" {
            beside.push(name);
        }
    }
    beside
}

/// Goal: after a kill, a flipped bit beside the store, or the loss of a file there, takes no
/// acknowledged key away, or the token does not open, or its check says so. Method: 60 flips in
/// each file that a store has beside it while it is open, and each of these files removed.
#[test]
fn hardening_d6_acknowledged_keys_are_not_lost_unnoticed() {
    let (folder, copy) = (quick_folder(), quick_folder());
    let token = init(folder.path());
    let session = user(&token);
    for n in 0..10 {
        token.generate(&session, draft("p256", &format!("key {n}"))).unwrap();
    }
    let acknowledged = token.status().unwrap();
    let beside = copied(folder.path(), copy.path());
    // Without a sound: the count alone would not say it.
    let lost = || match open(copy.path()) {
        Ok(token) => token.check().is_ok() && token.status().unwrap() != acknowledged,
        Err(_) => false,
    };
    assert!(!lost());
    for name in &beside {
        let length = fs::metadata(folder.path().join(name)).unwrap().len() as usize;
        for n in 0..60.min(length) {
            copied(folder.path(), copy.path());
            let mut bytes = fs::read(copy.path().join(name)).unwrap();
            bytes[n * length / 60.min(length)] ^= 1 << (n % 8);
            fs::write(copy.path().join(name), bytes).unwrap();
            assert!(!lost(), "a flip in {name}");
        }
        copied(folder.path(), copy.path());
        fs::remove_file(copy.path().join(name)).unwrap();
        assert!(!lost(), "{name} removed");
    }
}

/// Goal: what a killed `init` has left is removed by the next one, and nothing else is.
#[test]
fn hardening_d11_left_over_stores_are_removed() {
    use std::time::{Duration, SystemTime};
    let folder = tempfile::tempdir().unwrap();
    let old = SystemTime::now() - Duration::from_secs(3600);
    let make = |name: &str, old: Option<SystemTime>| {
        let file = fs::File::create(folder.path().join(name)).unwrap();
        if let Some(time) = old {
            file.set_modified(time).unwrap();
        }
    };
    for name in [".sealane-0123456789abcdef", ".sealane-0123456789abcdef-journal"] {
        make(name, Some(old));
    }
    let stays =
        [(".sealane-0123456789abcde0", None), (".sealane-own", Some(old)), ("x", Some(old))];
    stays.iter().for_each(|(name, time)| make(name, *time));
    let path = common::path(folder.path());
    sealane_hsm::sqlite::Sqlite::create_whole(&path, |storage| {
        drop(common::init_in(Box::new(storage)));
        Ok(())
    })
    .unwrap();
    let names = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name());
    let mut names: Vec<_> = names.map(|it| it.into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, [".sealane-0123456789abcde0", ".sealane-own", "token.db", "x"]);
}

/// Goal: a store that is in use says so at once.
#[test]
fn hardening_d11_stores_in_use_say_so_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let _token = init(folder.path());
    let begun = std::time::Instant::now();
    assert_eq!(open(folder.path()).err(), Some(sealane_hsm::Error::StoreLocked));
    assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
}

/// Goal: labels that look like others, or break a line, are none.
#[test]
fn hardening_d11_labels_are_seen() {
    for c in [
        '\u{2028}',
        '\u{2029}',
        '\u{61c}',
        '\u{3164}',
        '\u{fe0f}',
        '\u{e0041}',
        '\u{e0100}',
        '\u{115f}',
        '\u{ffa0}',
        '\u{34f}',
        '\u{180e}',
        '\u{2800}',
    ] {
        let label = format!("a{c}b");
        let said = sealane_hsm::object::check_label(&label);
        assert_eq!(said, Err(sealane_hsm::Error::NameInvalid), "U+{:04X}", c as u32);
    }
    for label in ["ключ", "κλειδί", "鍵", "مفتاح", "a b", "🔑"] {
        assert_eq!(sealane_hsm::object::check_label(label), Ok(()), "{label}");
    }
}
