//! What the search of each target begins with.

mod arithmetic;
mod documents;

use crate::common::{USER, quick_folder};
use crate::memory::Memory;
use crate::recorded::{everything, sent};
use crate::template::TEMPLATE;
use crate::test_service::framed;
use crate::{backups, journal, requests};
use sealane_hsm::Error;
use sealane_hsm::engine::{Keys, Signer};
use sealane_hsm::extra::Extra;
use sealane_hsm::identity::Identity;
use sealane_hsm::key::Key;
use sealane_hsm::object::{Attributes, Class, Patch};
use sealane_hsm::permission::Permissions;
use sealane_hsm::remote::Connection;
use sealane_hsm::role::Role;
use sealane_hsm::template::Template;
use sealane_hsm::wire::Reply;
use sealane_hsm::wire::frames::add_reply;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of what releases wrote.
fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/hsm/tests/fixtures/v0.1")
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(fixtures().join(name)).expect("a fixture")
}

/// The inputs of each target, by its name.
///
/// # Panics
/// If something cannot be read or made.
#[must_use]
pub fn all() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let (user, officer) = recorded();
    let frames = frames(&user);
    let mut all = documents::all();
    all.extend(arithmetic::all());
    all.extend([
        ("frames", frames.clone()),
        ("requests", sequences(&user, &officer)),
        ("calls", calls()),
        ("store", stores()),
        ("records", vec![vec![], vec![0; 6], vec![0, 3, 1, 0, 1, 1, 0, 99, 2, 0, 7, 7]]),
        ("backups", backups()),
        ("manifests", manifests()),
        ("planted-frames", frames),
        ("journal", journals()),
        ("pins", pins()),
        ("config", config()),
        ("arguments", arguments()),
    ]);
    all
}

/// Requests and replies that an earlier release wrote, requests of this one, and replies of some
/// kinds, one by one.
fn frames(requests: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let text = String::from_utf8(fixture("frames.txt")).expect("text");
    let unhex = |text: &str| data_encoding::HEXLOWER.decode(text.as_bytes()).expect("digits");
    let mut seeds: Vec<Vec<u8>> =
        requests.iter().map(|request| [&[7][..], &framed(request)].concat()).collect();
    let replies = [
        Reply::Done,
        Reply::Text("text".to_owned()),
        Reply::Page { objects: vec![], more: true },
        Reply::Signatures(vec![Ok(vec![7; 64].into()), Err(Error::KeyUnknown.into())]),
        Reply::AuditRows(vec![(7, vec![1, 2, 3].into())]),
    ];
    for reply in &replies {
        let mut out = Default::default();
        add_reply(&mut out, 7, reply);
        seeds.push([&[6][..], &out[4..]].concat());
    }
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        seeds.push([&[7][..], &framed(&unhex(cells[2]))].concat());
        seeds.push([&[6][..], &unhex(cells[3])].concat());
    }
    seeds
}

/// What a user does, and an officer, recorded with a service as the target has it.
fn recorded() -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let folder = quick_folder();
    let socket = folder.path().join("socket");
    let memory = Memory::new(TEMPLATE.contents.clone());
    let service = requests::start(&memory, &socket);
    let record = |role: Role, ask: &dyn Fn(&mut Connection)| {
        let _ = fs::remove_file(folder.path().join("between"));
        let pin = if role == Role::Officer { crate::common::OFFICER } else { USER };
        sent(&socket, |connection| {
            connection.login(role, pin.as_bytes()).expect("a login");
            ask(connection);
        })
    };
    let user = record(Role::User, &|user| {
        everything(user);
        change_objects(user).expect("changes");
    });
    let officer = record(Role::Officer, &|officer| {
        look_after(officer).expect("what officers do");
        officer.set_pin(Role::User, b"another PIN").expect("a PIN");
        officer.logout().expect("a logout");
    });
    drop(service);
    (user, officer)
}

/// A certificate and data, searches, another label, and whom a key is for.
fn change_objects(user: &mut Connection) -> Result<(), Error> {
    for kind in ["certificate", "data"] {
        let (label, kind) = (format!("another {kind}"), kind.parse()?);
        let key = Key::from_outside(kind, &[0x30, 3, 2, 1, 7])?;
        let usual = Attributes::usual(&label, kind);
        user.import(key, Attributes { exportable: true, sensitive: false, ..usual })?;
    }
    let template = Template { class: Some(Class::Certificate), ..Template::default() };
    let found = user.search(&template, None, 5)?;
    let or_extra = vec![Extra { kind: 3, value: b"p256".to_vec() }];
    user.search(&Template { label: Some("none".to_owned()), or_extra, ..template }, None, 5)?;
    user.export(found[0].id).err();
    let key = user.find("open")?.id;
    let extra = Some(vec![Extra { kind: 3, value: b"another".to_vec() }]);
    user.modify(key, Patch { label: Some("renamed".to_owned()), extra, ..Patch::default() })?;
    let users = Some(vec!["user".parse()?]);
    user.permit(key, Permissions { users, viewers: None })?;
    user.token_status().map(drop)
}

/// People, limits, the log, and long work.
fn look_after(officer: &mut Connection) -> Result<(), Error> {
    let alice = Identity { name: "alice".to_owned(), role: Role::User, uid: None };
    officer.add_identity(&alice, USER.as_bytes())?;
    officer.identities()?;
    officer.remove_identity("alice")?;
    let (limits, guard) = (officer.limits()?, officer.guard()?);
    officer.set_limits(limits)?;
    officer.set_guard(guard)?;
    let settings = officer.audit_settings()?;
    officer.set_audit_settings(settings)?;
    let rows = officer.audit(0, 3)?;
    officer.trim_audit(rows[0].0)?;
    officer.unlock("user").err();
    let target = officer.backup_target("another target")?;
    let watch = &mut |_: u64, _: u64| ();
    officer.check(watch)?;
    let (backup, _) = officer.backup(&target.public, watch)?;
    // Its keys are in the token already.
    officer.verify_backup(target.id, &backup, None, watch).err();
    officer.rekey(watch).map(drop)
}

/// The steps of both, in some orders.
fn sequences(user: &[Vec<u8>], officer: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let sequence = |client: u8, all: &[Vec<u8>]| -> Vec<u8> {
        all.iter().flat_map(|frame| requests::step(client, frame)).collect()
    };
    let mut seeds = vec![sequence(0, user), sequence(1, officer)];
    seeds.push([sequence(0, &user[..4]), sequence(1, officer), sequence(0, &user[4..])].concat());
    // Each of the user's requests behind a login.
    seeds.extend(
        user[2..].iter().map(|frame| [sequence(0, &user[..2]), requests::step(0, frame)].concat()),
    );
    seeds
}

/// Calls of every kind, with all that may be passed.
fn calls() -> Vec<Vec<u8>> {
    let sequence = |seed: u64| -> Vec<u8> {
        let piece = |part: u64| Sha256::digest([seed, part].map(u64::to_be_bytes).concat());
        (0..24).flat_map(piece).collect()
    };
    (0..64).map(sequence).collect()
}

/// A small store of small pages, and those that a release wrote under the same master key.
fn stores() -> Vec<Vec<u8>> {
    vec![journal::STORE.clone(), fixture("keys.db")]
}

/// Journals that change nothing, bytes, pages; and the whole store as a log.
fn journals() -> Vec<Vec<u8>> {
    vec![
        vec![0, 0xd9, 0xd5, 5, 0xf9, 0x20, 0xa1, 0x63, 0xd7],
        [&[1][..], &journal::STORE[..4096]].concat(),
        vec![2],
        vec![2, 0, 1, 0, 0, 9, 9],
        vec![2, 0, 3, 1, 1, 0, 0, 0, 7, 1, 0, 40, 1],
        vec![7, 0, 2, 0, 0, 0, 1],
    ]
}

/// Right and wrong PINs, time, another PIN, and the token opened again.
fn pins() -> Vec<Vec<u8>> {
    let step = |what: u8, much: u8, text: &str| {
        [&[what, much, text.len() as u8][..], text.as_bytes()].concat()
    };
    let wrong = step(0, 0, "wrong PIN\n");
    vec![
        [step(1, 0, ""), wrong.clone(), step(4, 0, ""), step(1, 0, "")].concat(),
        [wrong.repeat(4), step(1, 0, ""), step(3, 40, ""), step(1, 0, "")].concat(),
        [step(1, 0, ""), step(2, 0, "another PIN\r\n"), step(0, 0, "another PIN")].concat(),
        [wrong.as_slice(), &step(3, 255, "")].concat().repeat(9),
        [step(0, 0, "abc"), step(0, 0, "a\0bcd"), step(2, 0, "\u{3ba}\u{3b9}")].concat(),
    ]
}

/// The examples that are shipped, with what they only mention, and every key in another form.
fn config() -> Vec<Vec<u8>> {
    let packaged = include_str!("../../../packaging/sealane.toml");
    let module = include_str!("../../../packaging/pkcs11.toml");
    let mentioned = |text: &str| text.replace("\n#", "\n").into_bytes();
    let all = "[service]\nsocket = \"s\"\nlisten = \"127.0.0.1:1\"\nusers = [1, 2]\n\
               keep_keys = \"60\"\nmost_keys = 7\nlog_level = \"warn\"\nthreads = 2\n\
               [limits]\nconnections = 1\nframe = 70000\n[[token]]\nstore = \"a\"\n\
               master_file = \"m\"\nslot = 1\nlabel = \"l\"\n";
    vec![
        packaged.as_bytes().to_vec(),
        mentioned(packaged),
        module.as_bytes().to_vec(),
        mentioned(module),
        all.as_bytes().to_vec(),
    ]
}

/// Lines of every kind of command, as help shows them.
fn arguments() -> Vec<Vec<u8>> {
    let lines = [
        "keygen --algorithm p256 --out key.pem",
        "sign --key key.pem --in letter.txt --out letter.sig --hash sha512 --deterministic",
        "verify --key public.pem --in letter.txt --signature letter.sig --format raw",
        "sign --key k --scheme pss --salt 32 --mgf-hash sha1 --backend portable",
        "sign-batch --manifest m --out o --form csv --threads 4 --key-tables 100",
        "derive --key mine.pem --peer theirs.pem --out -",
        "inspect --json --algorithm p256 file",
        "token init --store token.db --master-file m --label l --officer-pin-file p",
        "key generate --socket s --pin-file p --algorithm rsa3072 --label web --exportable",
        "serve --config sealane.toml --log-level debug --listen 127.0.0.1:8000",
        "token audit --store s --pin-file p --first 7",
        "--help",
        "keygen --version",
        "speed p256",
    ];
    let line = |(first, line): (usize, &str)| {
        [&[(first % 3) as u8][..], line.replace(' ', "\0").as_bytes()].concat()
    };
    lines.into_iter().enumerate().map(line).collect()
}

fn backups() -> Vec<Vec<u8>> {
    let of = |how: u8, bytes: &[u8]| [&[how][..], bytes].concat();
    vec![
        of(backups::WITHOUT, &fixture("backup")),
        of(backups::FORGED, &[]),
        of(backups::FORGED_ALL, &[]),
        of(backups::FORGED, &[0, 0, 1, 0, 20, 1]),
        of(backups::FORGED, &[0, 5, 0, 0, 30, 9]),
    ]
}

fn manifests() -> Vec<Vec<u8>> {
    // Of RFC 6979, section A.2.5.
    let key = concat!(
        "-----BEGIN PUBLIC KEY-----\\n",
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7\\n",
        "Yfps5mliLmDyn7Z5A/4QCLi8maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==\\n",
        "-----END PUBLIC KEY-----\\n"
    );
    let signature = concat!(
        "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
        "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
    );
    let json = format!(
        "{{\"id\":1,\"key_text\":\"{key}\",\"message\":\"sample\",\"signature\":\"{signature}\",\
         \"format\":\"raw\",\"hash\":\"sha256\"}}\n{{\"id\":\"b\",\"key_text\":\"{key}\",\
         \"digest_base64\":\"+/8=\",\"signature_base64\":\"MAYCAQECAQE=\",\"low_s\":true}}\n"
    );
    let table = format!(
        "id,key_base64,message_hex,signature,format,context,prehash,scheme,mgf_hash,salt,bip340\n\
         1,MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=,af82,{signature},raw,,,\
         ,,,\n2,\"AAAA\",,,,,true,pss,sha256,auto,false\n"
    );
    [(json, 2), (table, 4)].map(|(text, how)| [&[how][..], text.as_bytes()].concat()).into()
}
