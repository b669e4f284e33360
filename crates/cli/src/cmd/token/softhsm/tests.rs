//! Objects of a token that SoftHSM 2.6.1 has made, and of ones that are made here: what becomes of
//! each, also if it is damaged.
use super::convert::{Content, Ready, ready};
use super::foreign::{Foreign, Value};
use super::numbers::{Kind, OS_USER_PIN};
use super::pin::ValueKey;
use super::plan::{Entry, Outcome, plan};
use super::{attribute_file, folder};
use cryptoki_sys::*;
use sealane_hsm::object::{Attributes, Class, Mechanism, Usage};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The user PIN of the token in the tree.
const PIN: &[u8] = b"314159";

fn stored_token() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/softhsm-2.6.1")
}

fn sealed_key() -> Vec<u8> {
    let token = std::fs::read(stored_token().join("token.object")).expect("a file");
    let values = attribute_file::read(&token).expect("it is whole");
    let Some(Value::Bytes(sealed)) = values.get(&OS_USER_PIN) else { panic!("no PIN") };
    sealed.to_vec()
}

/// The files of all objects, by their names.
fn files() -> Vec<(String, Vec<u8>)> {
    let names = std::fs::read_dir(stored_token()).expect("a folder");
    let names = names.map(|entry| entry.expect("an entry").file_name().into_string());
    let names = names
        .map(|name| name.expect("text"))
        .filter(|name| name.ends_with(".object") && name != "token.object");
    let mut names: Vec<_> = names.collect();
    names.sort();
    let read = |name: String| (std::fs::read(stored_token().join(&name)).expect("a file"), name);
    names.into_iter().map(read).map(|(bytes, name)| (name, bytes)).collect()
}

fn opened(name: &str, bytes: &[u8], key: &ValueKey) -> Foreign {
    let mut object = folder::of_file(name.to_owned(), attribute_file::read(bytes));
    folder::open(&mut object, key);
    object
}

fn all(objects: &[Foreign]) -> Vec<Entry> {
    plan(objects, &[], |_| None)
}

/// What keys are brought: their public halves, or for AES the bytes.
fn brought(entries: &[Entry]) -> Vec<Vec<u8>> {
    let keys = entries.iter().filter_map(|entry| match &entry.outcome {
        Outcome::Bring(ready) if ready.class.is_key() => Some(ready),
        _ => None,
    });
    keys.map(|it| match &it.content {
        Content::Key(key) if it.class == Class::Secret => key.to_document().to_vec(),
        _ => it.public(),
    })
    .collect()
}

/// Goal: a damaged key is never taken for another one, and nothing crashes, though nothing
/// authenticates these files. Method: one bit of every 13th byte flipped, or of every 389th
/// where numbers are long; the object beside all that has its id.
#[test]
fn damaged_objects_bring_no_other_key() {
    let key = ValueKey::open(&sealed_key(), PIN).expect("its PIN");
    let files = files();
    let good: Vec<Foreign> = files.iter().map(|(name, it)| opened(name, it, &key)).collect();
    let whole: HashSet<_> = brought(&all(&good)).into_iter().collect();
    assert_eq!(whole.len(), 9);
    let mut refused = 0;
    for ((name, bytes), own) in files.iter().zip(&good) {
        let beside = files.iter().zip(&good).filter(|((it, _), other)| {
            it != name && !own.id().is_empty() && other.id() == own.id()
        });
        let beside: Vec<_> = beside.map(|(file, _)| file).collect();
        let step = if bytes.len() > 1000 { 389 } else { 13 };
        for at in (0..bytes.len()).step_by(step) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            let mut objects = vec![opened(name, &damaged, &key)];
            objects.extend(beside.iter().map(|(name, it)| opened(name, it, &key)));
            let entries = all(&objects);
            let other = brought(&entries).into_iter().find(|it| !whole.contains(it));
            assert!(other.is_none(), "{name}: another key by byte {at}");
            refused +=
                entries.iter().filter(|it| matches!(it.outcome, Outcome::Refused(_))).count();
        }
    }
    assert!(refused > 50, "{refused}");
}

/// Goal: files that are cut off, or have more at their end, are refused. Method: every length.
#[test]
fn cut_files_are_refused() {
    for (name, bytes) in files() {
        let whole = attribute_file::read(&bytes).expect("it is whole").len();
        for end in 0..bytes.len() {
            // Between two attributes it is a file with fewer of them.
            let cut = attribute_file::read(&bytes[..end]);
            assert!(cut.is_none_or(|values| values.len() < whole), "{name}: {end}");
        }
        let twice = [&bytes[..], &bytes[8..]].concat();
        assert!(attribute_file::read(&twice).is_none(), "{name}: each attribute twice");
        for more in 1..8 {
            let longer = [&bytes[..], &vec![0; more]].concat();
            assert!(attribute_file::read(&longer).is_none(), "{name}: {more} bytes more");
        }
    }
    // Lengths and counts that no file has.
    for form in [3_u64, 4, 5] {
        let head = [0_u64, 7, form, u64::MAX].map(u64::to_be_bytes).concat();
        assert!(attribute_file::read(&head).is_none());
    }
}

/// Goal: the right PIN opens a token, and no other one or damaged key does.
#[test]
fn pins_open_or_not() {
    let sealed = sealed_key();
    assert!(ValueKey::open(&sealed, PIN).is_some());
    for wrong in [&b""[..], b"31415", b"314158", b"3141592", b"27182818"] {
        assert!(ValueKey::open(&sealed, wrong).is_none());
    }
    for end in 0..sealed.len() {
        assert!(ValueKey::open(&sealed[..end], PIN).is_none(), "{end}");
    }
}

/// Goal: a database gives the objects that files give. Method: the files of the token, written into
/// the tables that SoftHSM makes.
#[test]
fn databases_are_read_like_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = rusqlite::Connection::open(folder.path().join("sqlite3.db")).expect("a file");
    for form in ["boolean", "integer", "binary", "array"] {
        let columns = "value, type integer, object_id integer, id integer primary key";
        let table = format!("create table attribute_{form} ({columns})");
        database.execute(&table, []).expect("a table");
    }
    let token = std::fs::read(stored_token().join("token.object")).expect("a file");
    let all: Vec<_> = [("token.object".to_owned(), token)].into_iter().chain(files()).collect();
    for (at, (name, bytes)) in all.iter().enumerate() {
        for (kind, value) in attribute_file::read(bytes).expect(name) {
            let insert = |form: &str, value: &dyn rusqlite::ToSql| {
                let columns = "(value, type, object_id) values (?1, ?2, ?3)";
                let line = format!("insert into attribute_{form} {columns}");
                database.execute(&line, (value, kind.cast_signed(), at as i64)).expect("a row");
            };
            match value {
                Value::Truth(it) => insert("boolean", &it),
                Value::Number(it) => insert("integer", &it.cast_signed()),
                Value::Bytes(it) => insert("binary", &*it),
                Value::Mechanisms(it) => {
                    let numbers = it.iter().flat_map(|number| number.to_ne_bytes());
                    insert("array", &numbers.collect::<Vec<u8>>());
                }
                // Templates for other keys, of which nothing is read.
                Value::Unreadable => insert("array", &Vec::new()),
            }
        }
    }
    drop(database);
    let key = ValueKey::open(&sealed_key(), PIN).expect("its PIN");
    let opened_all = |mut objects: Vec<Foreign>| {
        objects.iter_mut().for_each(|object| folder::open(object, &key));
        let mut brought = brought(&self::all(&objects));
        brought.sort();
        brought
    };
    let of_files = opened_all(folder::stored(&stored_token()).expect("they are read"));
    assert_eq!(of_files.len(), 9);
    assert_eq!(opened_all(folder::stored(folder.path()).expect("it is read")), of_files);
    let file = folder.path().join("sqlite3.db");
    let bytes = std::fs::read(&file).expect("a file");
    std::fs::write(&file, &bytes[..bytes.len() / 2]).expect("a file");
    assert!(folder::stored(folder.path()).is_err(), "half of it");
    std::fs::write(&file, "no database").expect("a file");
    assert!(folder::stored(folder.path()).is_err(), "no database");
}

/// Goal: zeros behind a document are taken for padding, up to seven, and nothing else is.
#[test]
fn wrapped_documents_may_be_padded() {
    let plain = ready(&p256([])).expect("a key");
    let Content::Key(key) = &plain.content else { panic!("a key") };
    let document = key.to_document();
    let taken = |end: &[u8]| {
        let whole = Zeroizing::new([&document[..], end].concat());
        let object = Foreign { document: Some(whole), ..p256([]) };
        ready(&object).is_ok_and(|it| it.public() == plain.public())
    };
    assert!(taken(&[]) && taken(&[0]) && taken(&[0; 7]));
    assert!(!taken(&[0; 8]) && !taken(&[1]) && !taken(&[0, 1]));
}

/// An object that is made here.
fn made(values: impl IntoIterator<Item = (Kind, Value)>) -> Foreign {
    Foreign { name: "made".into(), values: values.into_iter().collect(), ..Foreign::default() }
}

fn bytes(value: &[u8]) -> Value {
    Value::Bytes(Zeroizing::new(value.to_vec()))
}

/// A private key of P-256 that may leave, with more said of it.
fn p256(more: impl IntoIterator<Item = (Kind, Value)>) -> Foreign {
    let usual = [
        (CKA_CLASS, Value::Number(CKO_PRIVATE_KEY)),
        (CKA_KEY_TYPE, Value::Number(CKK_EC)),
        (CKA_EC_PARAMS, bytes(&[6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7])),
        // A number without zeros in front.
        (CKA_VALUE, bytes(&[7; 30])),
        (CKA_LABEL, bytes(b"made")),
        (CKA_SIGN, Value::Truth(true)),
        (CKA_EXTRACTABLE, Value::Truth(true)),
        (CKA_SENSITIVE, Value::Truth(false)),
    ];
    made(usual.into_iter().chain(more))
}

fn attributes(object: &Foreign) -> Result<Attributes, String> {
    ready(object).map(|it: Ready| it.attributes).map_err(|it| it.code.into_owned())
}

/// Goal: what protects a key stays or gets stricter, or the key is refused. Method: each
/// protection alone.
#[test]
fn protections_stay() {
    let of = |kind, value| attributes(&p256([(kind, value)]));
    let usual = attributes(&p256([])).expect("it is taken");
    assert!(usual.exportable && !usual.sensitive);
    assert_eq!(usual.usage, Usage::SIGN.with(Usage::VERIFY));
    let stays = of(CKA_EXTRACTABLE, Value::Truth(false)).expect("it is taken");
    assert!(!stays.exportable && stays.sensitive);
    let wrapped = of(CKA_SENSITIVE, Value::Truth(true)).expect("it is taken");
    assert!(wrapped.exportable && wrapped.sensitive);
    let trusted = of(CKA_WRAP_WITH_TRUSTED, Value::Truth(true)).expect("it is taken");
    assert!(!trusted.exportable && trusted.sensitive);
    let mut unsaid = p256([]);
    unsaid.values.remove(&CKA_SENSITIVE);
    assert!(attributes(&unsaid).expect("it is taken").sensitive);
    let always = of(CKA_ALWAYS_AUTHENTICATE, Value::Truth(true));
    assert_eq!(always.err().as_deref(), Some("OBJECT_UNSUPPORTED"));
    assert!(of(CKA_ALWAYS_AUTHENTICATE, Value::Truth(false)).is_ok());
}

/// Goal: a list of mechanisms never becomes a longer one.
#[test]
fn lists_of_mechanisms_stay() {
    let of = |numbers: &[CK_MECHANISM_TYPE]| {
        attributes(&p256([(CKA_ALLOWED_MECHANISMS, Value::Mechanisms(numbers.to_vec()))]))
    };
    let listed = |numbers: &[CK_MECHANISM_TYPE]| of(numbers).expect("it is taken").mechanisms;
    assert_eq!(listed(&[]), []);
    assert_eq!(listed(&[CKM_ECDSA]), [Mechanism::Ecdsa]);
    let more = [CKM_ECDSA_SHA256, CKM_ECDSA, CKM_ECDH1_DERIVE];
    assert_eq!(listed(&more), [Mechanism::Ecdsa, Mechanism::Agree]);
    // ECDSA with SHA-256 alone, and one of RSA.
    for part in [&[CKM_ECDSA_SHA256][..], &[CKM_RSA_PKCS], &[0xffff_ffff]] {
        assert_eq!(of(part).err().as_deref(), Some("OBJECT_UNSUPPORTED"), "{part:x?}");
    }
    let unreadable = attributes(&p256([(CKA_ALLOWED_MECHANISMS, Value::Unreadable)]));
    assert_eq!(unreadable.err().as_deref(), Some("OBJECT_UNSUPPORTED"));
}

/// Goal: objects that this token has no place for are refused by name, and those nearest to them
/// are taken.
#[test]
fn what_has_no_place_is_refused() {
    let code = |more: Vec<(Kind, Value)>| attributes(&p256(more)).err();
    let number = |kind, value| vec![(kind, Value::Number(value))];
    assert_eq!(code(vec![]), None);
    for (more, expected) in [
        (number(CKA_CLASS, 8), "OBJECT_UNSUPPORTED"),
        (number(CKA_KEY_TYPE, 0x30), "OBJECT_UNSUPPORTED"),
        // A key of an Edwards curve has no parameters of a short one.
        (number(CKA_KEY_TYPE, CKK_EC_EDWARDS), "OBJECT_UNSUPPORTED"),
        (vec![(CKA_VALUE, bytes(&[]))], "OBJECT_DAMAGED"),
        (vec![(CKA_VALUE, Value::Unreadable)], "OBJECT_DAMAGED"),
        (vec![(CKA_VALUE, bytes(&[0; 32]))], "KEY_RANGE"),
        (vec![(CKA_VALUE, bytes(&[7; 33]))], "KEY_LENGTH"),
        (vec![(CKA_EC_PARAMS, bytes(&[6, 3, 0x2a, 3, 4]))], "OBJECT_UNSUPPORTED"),
        (vec![(CKA_EC_PARAMS, bytes(b"\x13\x04p257"))], "OBJECT_UNSUPPORTED"),
        (vec![(CKA_ID, bytes(&[1; 65]))], "OBJECT_UNSUPPORTED"),
        (vec![(CKA_SIGN, Value::Truth(false)), (CKA_ENCRYPT, Value::Truth(true))], "USAGE_DENIED"),
    ] {
        assert_eq!(code(more).as_deref(), Some(expected));
    }
    assert_eq!(code(vec![(CKA_ID, bytes(&[1; 64]))]), None);
    assert_eq!(code(vec![(CKA_EC_PARAMS, bytes(b"\x13\x0aprime256v1"))]), None);
    assert_eq!(code(vec![(CKA_VALUE, bytes(&[&[0; 9][..], &[7; 32]].concat()))]), None);
    assert_eq!(attributes(&made([])).err().as_deref(), Some("OBJECT_DAMAGED"));
}

/// Goal: a pair is one object by id and value together; a public key with another id, or of
/// another key, stands alone, and one whose private half is refused stays away.
#[test]
fn halves_find_each_other() {
    let point = |scalar: &[u8]| {
        let key = ready(&p256([(CKA_VALUE, bytes(scalar))])).expect("a key");
        let spki = key.public();
        spki[spki.len() - 65..].to_vec()
    };
    let public = |id: &[u8], point: Vec<u8>| {
        let object = p256([
            (CKA_CLASS, Value::Number(CKO_PUBLIC_KEY)),
            (CKA_EC_POINT, bytes(&point)),
            (CKA_ID, bytes(id)),
            (CKA_VERIFY, Value::Truth(true)),
        ]);
        Foreign { name: "public".into(), ..object }
    };
    let private = |more| p256([(CKA_ID, bytes(b"1")), more]);
    let usual = || private((CKA_SIGN, Value::Truth(true)));
    let codes = |objects: &[Foreign]| {
        let code = |entry: Entry| match entry.outcome {
            Outcome::Bring(ready) => format!("{} {}", ready.class.name(), ready.attributes.label),
            Outcome::Refused(refusal) => refusal.code.into_owned(),
            _ => panic!("nothing is there"),
        };
        all(objects).into_iter().map(code).collect::<Vec<_>>()
    };
    let (own, other) = (point(&[7; 30]), point(&[8; 30]));
    let octets = |point: &[u8]| [&[4, 65], point].concat();
    assert_eq!(codes(&[usual(), public(b"1", own.clone())]), ["private made"]);
    assert_eq!(codes(&[public(b"1", octets(&own)), usual()]), ["private made"]);
    let two = codes(&[usual(), public(b"2", own.clone())]);
    assert_eq!(two, ["private made", "public made (2)"]);
    let mismatched = codes(&[usual(), public(b"1", other.clone())]);
    assert_eq!(mismatched, ["KEY_MISMATCH", "HALF_MISSING"]);
    let third = codes(&[usual(), public(b"1", other), public(b"1", own.clone())]);
    assert_eq!(third, ["private made", "public made (2)"]);
    let refused = private((CKA_ALWAYS_AUTHENTICATE, Value::Truth(true)));
    let refused = codes(&[refused, public(b"1", own)]);
    assert_eq!(refused, ["OBJECT_UNSUPPORTED", "HALF_MISSING"]);
}

/// Goal: a secret is taken with its length and the uses that it had, with no more; one that fits
/// no length or not its check value is refused.
#[test]
fn secrets_are_taken() {
    let secret = |value: &[u8], more: Vec<(Kind, Value)>| {
        let usual = [
            (CKA_CLASS, Value::Number(CKO_SECRET_KEY)),
            (CKA_KEY_TYPE, Value::Number(CKK_GENERIC_SECRET)),
            (CKA_VALUE, bytes(value)),
            (CKA_LABEL, bytes(b"secret")),
            (CKA_SIGN, Value::Truth(true)),
        ];
        ready(&made(usual.into_iter().chain(more))).map_err(|it| it.code.into_owned())
    };
    for length in [1, 20, 512] {
        let ready = secret(&vec![7; length], vec![]).expect("it is taken");
        let Content::Key(key) = &ready.content else { panic!("a key") };
        assert_eq!((ready.class, &key.to_document()[..]), (Class::Secret, &vec![7; length][..]));
        assert_eq!(ready.kind.to_string(), format!("secret{}", 8 * length));
        assert_eq!((ready.attributes.usage, &ready.notes[..]), (Usage::SIGN, &[][..]));
    }
    let truth = |kind| vec![(kind, Value::Truth(true))];
    let both = secret(b"a", truth(CKA_VERIFY)).expect("it is taken");
    assert_eq!(both.attributes.usage, Usage::SIGN.with(Usage::VERIFY));
    let derives = secret(b"a", truth(CKA_DERIVE)).expect("it is taken");
    assert_eq!(derives.notes, ["uses left out: derive"]);
    // SHA-1 of "abc" begins so.
    let checked = |check: &[u8]| secret(b"abc", vec![(CKA_CHECK_VALUE, bytes(check))]).err();
    assert_eq!((checked(&[0xa9, 0x99, 0x3e]), checked(&[])), (None, None));
    assert_eq!(checked(&[0xa9, 0x99, 0x3f]).as_deref(), Some("OBJECT_DAMAGED"));
    assert_eq!(secret(&[7; 513], vec![]).err().as_deref(), Some("OBJECT_UNSUPPORTED"));
    assert_eq!(secret(&[], vec![]).err().as_deref(), Some("OBJECT_DAMAGED"));
    let of_hash = vec![(CKA_KEY_TYPE, Value::Number(CKK_SHA256_HMAC))];
    assert_eq!(secret(&[7; 32], of_hash).err().as_deref(), Some("OBJECT_UNSUPPORTED"));
}

/// Goal: the check value of a key of AES is looked at, where there is one.
#[test]
fn check_values_are_compared() {
    let aes = |value: &[u8], check: &[u8]| {
        let object = made([
            (CKA_CLASS, Value::Number(CKO_SECRET_KEY)),
            (CKA_KEY_TYPE, Value::Number(CKK_AES)),
            (CKA_VALUE, bytes(value)),
            (CKA_CHECK_VALUE, bytes(check)),
            (CKA_UNWRAP, Value::Truth(true)),
        ]);
        attributes(&object).map(|it| it.usage)
    };
    // AES-128 of a block of zeros by a key of zeros begins so.
    assert_eq!(aes(&[0; 16], &[0x66, 0xe9, 0x4b]), Ok(Usage::WRAP));
    assert_eq!(aes(&[0; 16], &[]), Ok(Usage::WRAP));
    for (value, check) in [(&[0; 16][..], [0x66, 0xe9, 0x4a]), (&[1; 16], [0x66, 0xe9, 0x4b])] {
        assert_eq!(aes(value, &check), Err("OBJECT_DAMAGED".into()));
    }
    assert_eq!(aes(&[0; 15], &[]), Err("OBJECT_DAMAGED".into()));
}
