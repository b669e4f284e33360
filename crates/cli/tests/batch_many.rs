//! Goal: large manifests, in every encoding that a field has: each row has its own verdict, and
//! memory does not grow with the rows.
use crate::common;

use common::Folder;
use data_encoding::{BASE64, HEXLOWER};
use sealane::ecc::batch::{SignItem, sign_batch};
use sealane::ecc::{Algorithm, PrivateKey, Scheme, Signature, keygen_batch};
use sealane::{Digest, Hash, Nonces, SignError};
use std::fmt::Write as _;
use std::io::Write;
use std::process::Stdio;

const ROWS: usize = 20_000;
const KEYS: usize = 1000;
/// Keys that have a file too.
const FILES: usize = 40;

const COLUMNS: [&str; 13] = [
    "id",
    "key",
    "key_text",
    "key_base64",
    "message",
    "message_hex",
    "message_base64",
    "digest",
    "digest_base64",
    "signature",
    "signature_base64",
    "context_hex",
    "context_base64",
];

fn name_of(key: usize) -> String {
    format!("key-{key}.pem")
}

/// Keys of P-256, and of Ed25519 every tenth.
fn keys(folder: &Folder) -> Vec<PrivateKey> {
    let algorithm = |at| if at % 10 == 3 { Algorithm::Ed25519 } else { Algorithm::EcP256 };
    let made = keygen_batch(&(0..KEYS).map(algorithm).collect::<Vec<_>>());
    let keys: Vec<PrivateKey> = made.into_iter().map(|key| key.expect("a key")).collect();
    for (at, key) in keys.iter().enumerate().take(FILES) {
        folder.write(&name_of(at), key.public_key().to_spki_pem());
    }
    keys
}

/// Whether a row is to be not valid.
fn is_planted(row: usize) -> bool {
    row % 101 == 7
}

/// The cells of each row, in the order of the columns; which of them are there goes through all
/// encodings.
fn rows(keys: &[PrivateKey]) -> Vec<[Option<String>; COLUMNS.len()]> {
    let key_of = |row: usize| row * row % KEYS;
    let messages: Vec<String> = (0..ROWS).map(|row| format!("payment {row}")).collect();
    let items: Vec<_> = messages
        .iter()
        .enumerate()
        .map(|(row, message)| {
            let key = &keys[key_of(row)];
            let scheme = match key.algorithm() {
                Algorithm::Ed25519 => Scheme::EdDsa { context: Some(b"pay"), prehashed: false },
                _ => Scheme::Ecdsa(Hash::Sha256),
            };
            SignItem::new(key, message.as_bytes(), scheme, Nonces::Deterministic)
        })
        .collect();
    let signed = sign_batch(&items);
    let row = |(row, signed): (usize, Result<Signature, SignError>)| {
        let (key, is_edwards) = (&keys[key_of(row)], key_of(row) % 10 == 3);
        let mut message = messages[row].clone();
        if is_planted(row) {
            message += "0";
        }
        let signature = signed.expect("it signs");
        let signature = if is_edwards { signature.to_bytes() } else { signature.to_der() };
        let digest = Digest::of(Hash::Sha256, message.as_bytes());
        let mut cells = [const { None }; COLUMNS.len()];
        let mut put = |name: &str, text: String| {
            cells[COLUMNS.iter().position(|it| *it == name).expect("a column")] = Some(text);
        };
        if row % 7 > 0 {
            put("id", format!("{row}"));
        }
        match row % 3 {
            0 if key_of(row) < FILES => put("key", name_of(key_of(row))),
            // A PEM block has lines, which a cell has not; OpenSSH's form has one.
            1 => put("key_text", openssh_line(key)),
            _ => put("key_base64", BASE64.encode(&key.public_key().to_spki_der())),
        }
        match row % 5 {
            0 => put("message", message),
            1 => put("message_hex", HEXLOWER.encode(message.as_bytes()).to_uppercase()),
            2 => put("message_base64", BASE64.encode(message.as_bytes())),
            _ if is_edwards => put("message", message),
            3 => put("digest", HEXLOWER.encode(digest.as_bytes())),
            _ => put("digest_base64", BASE64.encode(digest.as_bytes())),
        }
        match row % 2 {
            0 => put("signature", HEXLOWER.encode(&signature)),
            _ => put("signature_base64", BASE64.encode(&signature)),
        }
        match (is_edwards, row % 4) {
            (false, _) => {}
            (true, 0 | 1) => put("context_hex", HEXLOWER.encode(b"pay")),
            (true, _) => put("context_base64", BASE64.encode(b"pay")),
        }
        cells
    };
    signed.into_iter().enumerate().map(row).collect()
}

/// RFC 4253, section 6.6, RFC 5656, section 3.1, and RFC 8709, section 4.
fn openssh_line(key: &PrivateKey) -> String {
    let public = key.public_key();
    let (name, parts) = match key.algorithm() {
        Algorithm::Ed25519 => ("ssh-ed25519", vec![public.to_bytes()]),
        _ => ("ecdsa-sha2-nistp256", vec![b"nistp256".to_vec(), public.to_sec1(false)]),
    };
    let mut blob = Vec::new();
    for part in [name.as_bytes().to_vec()].iter().chain(&parts) {
        blob.extend((part.len() as u32).to_be_bytes());
        blob.extend(part);
    }
    format!("{name} {}", BASE64.encode(&blob))
}

fn csv(rows: &[[Option<String>; COLUMNS.len()]]) -> String {
    let mut text = COLUMNS.join(",") + ",note\n";
    for row in rows {
        for cell in row {
            text += cell.as_deref().unwrap_or_default();
            text.push(',');
        }
        text += "\"a \"\"note\"\", passed over\"\n";
    }
    text
}

fn jsonl(rows: &[[Option<String>; COLUMNS.len()]]) -> String {
    let mut text = String::new();
    for row in rows {
        text += "{\"note\":[1,{}]";
        for (name, cell) in COLUMNS.iter().zip(row) {
            // Names are numbers here.
            match cell {
                Some(cell) if *name == "id" => write!(text, ",\"id\":{cell}").expect("room"),
                Some(cell) => write!(text, ",\"{name}\":\"{cell}\"").expect("room"),
                None => {}
            }
        }
        text += "}\n";
    }
    text
}

/// Goal: 20,000 rows of 1,000 keys have the verdicts that they must have, whichever way the values
/// are written, in both forms, to a file and to standard output, on one thread and on two.
#[test]
fn every_row_has_its_verdict() {
    let folder = Folder::new();
    let keys = keys(&folder);
    let rows = rows(&keys);
    folder.write("m.csv", csv(&rows));
    folder.write("m.jsonl", jsonl(&rows));
    let bad = (0..ROWS).filter(|row| is_planted(*row)).count();
    let summary = format!("items: {ROWS}\nvalid: {}\ninvalid: {bad}\n", ROWS - bad);
    for (manifest, out, threads) in [("m.csv", "r.csv", "1"), ("m.jsonl", "-", "2")] {
        let line = ["verify-batch", "--manifest", manifest, "--out", out, "--threads", threads];
        let outcome = folder.run(&[&line[..], &["--ignore-unknown"]].concat());
        assert_eq!(outcome.status, Some(4), "{}", outcome.stderr);
        let results = if out == "-" {
            assert!(outcome.stderr.starts_with(&summary), "{}", outcome.stderr);
            outcome.stdout
        } else {
            assert_eq!(outcome.text(), summary);
            folder.read(out)
        };
        let results = String::from_utf8(results).expect("text");
        let mut results = results.lines().skip(usize::from(out != "-"));
        for (row, cells) in rows.iter().enumerate() {
            let result = results.next().expect("a result for each row");
            let word = if is_planted(row) { "invalid" } else { "valid" };
            let (id, line) = (cells[0].as_deref(), row + 1);
            let expected = match (out, id) {
                ("-", Some(id)) => format!("\"id\":{id},\"line\":{line},"),
                ("-", None) => format!("\"line\":{line},"),
                (_, id) => format!("{},{},{word},", line + 1, id.unwrap_or_default()),
            };
            assert!(result.contains(&expected), "{row}: {result}");
            assert!(out != "-" || result.contains(&format!("\"result\":\"{word}\"")), "{result}");
        }
        assert_eq!(results.next(), None);
    }
}

/// Goal: memory is the same for many rows as for few. Method: its peak after 20,000 rows and after
/// 200,000, each with a name and one of a thousand keys, through a pipe that stays open meanwhile.
#[test]
fn memory_does_not_grow_with_rows() {
    const MAX_GROWTH_KIB: usize = 8 << 10;
    let folder = Folder::new();
    let keys: Vec<String> =
        keys(&folder).iter().map(|key| BASE64.encode(&key.public_key().to_spki_der())).collect();
    let line = ["verify-batch", "--manifest", "-", "--out", "-"];
    let mut child = folder
        .command(&line)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let status = format!("/proc/{}/status", child.id());
    let peak_kib = || -> usize {
        let status = std::fs::read_to_string(&status).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let line = line.expect("its peak").trim().strip_suffix(" kB").expect("a unit");
        line.parse().expect("a number")
    };
    let mut feed = |rows: std::ops::Range<usize>| {
        let mut text = String::new();
        for row in rows {
            let (key, digest) = (&keys[row % KEYS], "5a".repeat(32));
            let item = "\"signature_base64\":\"AAAA\"";
            writeln!(
                text,
                "{{\"id\":\"row {row}\",\"key_base64\":\"{key}\",\"digest\":\"{digest}\",{item}}}"
            )
            .expect("room");
        }
        stdin.write_all(text.as_bytes()).expect("the command reads");
    };
    feed(0..20_000);
    let few = peak_kib();
    feed(20_000..200_000);
    let many = peak_kib();
    drop(stdin);
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(4));
    assert!(many < few + MAX_GROWTH_KIB, "from {few} KiB to {many} KiB");
}
