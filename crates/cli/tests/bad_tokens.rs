//! Rows 18 to 42 of the bad-input catalogue, as far as no test of another command is theirs:
//! RSA keys, PINs, sockets and stores. `docs/attacks.md` names the test of each.
use crate::common;

use common::Folder;
use common::documents::{OID_RSA, element, integer, sequence};
use common::tokens::{STORE, refuses, secret, token, token_of_user};

/// A SubjectPublicKeyInfo of RSA.
fn rsa_spki(n: &[u8], e: &[u8]) -> Vec<u8> {
    let key = sequence(&[&integer(n), &integer(e)]);
    sequence(&[&sequence(&[OID_RSA, &[5, 0]]), &element(3, &[&[0], &key[..]].concat())])
}

/// Goal: RSA keys of a length, a modulus or an exponent that is not taken are refused with what
/// would be.
#[test]
fn row_18_lengths_and_exponents_of_rsa() {
    let folder = Folder::new();
    folder.write("m", "m");
    folder.write("s", [1; 256]);
    let n = |bytes: usize, last: u8| {
        let mut n = vec![0xa5; bytes];
        n[bytes - 1] = last;
        n
    };
    let e = 65537_u32.to_be_bytes();
    for (n, e, code, said) in [
        (n(255, 1), &e[..], "KEY_RSA_MODULUS", "2048"),
        (n(1025, 1), &e, "KEY_RSA_MODULUS", "8192"),
        (n(256, 2), &e, "KEY_RSA_MODULUS", "odd"),
        (n(256, 1), &[1], "KEY_RSA_EXPONENT", "3"),
        (n(256, 1), &[4], "KEY_RSA_EXPONENT", "odd"),
        (n(256, 1), &[2, 0, 0, 0, 1], "KEY_RSA_EXPONENT", "2^33"),
    ] {
        folder.write("key.der", rsa_spki(&n, e));
        let line = "verify --key key.der --in m --signature s";
        let error = refuses(&folder, line, 3, code);
        assert!(error.contains("--key \"key.der\"") && error.contains(said), "{error}");
    }
}

/// Goal: a private key whose primes are neighbours is refused, by every command that takes one.
#[test]
fn row_19_weak_primes() {
    let folder = token_of_user();
    folder.write("m", "m");
    secret(&folder, "weak.pem", include_bytes!("common/close-primes.pem"));
    let import = format!("key import {STORE} --pin-file user.pin --label x --in weak.pem");
    for line in ["sign --key weak.pem --in m --out s", "pubkey --key weak.pem", &import] {
        let error = refuses(&folder, line, 3, "KEY_RSA_WEAK");
        assert!(error.contains("\"weak.pem\""), "{error}");
    }
}

/// Goal: a PIN has from 4 to 255 bytes of text, and what is none is refused where one is set and
/// where one is given, with the argument.
#[test]
fn row_36_pins_have_a_length_and_are_text() {
    let folder = token();
    for (pin, code) in [
        (&b"123\n"[..], "PIN_LENGTH"),
        (&[b'1'; 256], "PIN_LENGTH"),
        (b"", "PIN_LENGTH"),
        (b"12\x0034\n", "PIN_ENCODING"),
        (b"12\xff34\n", "PIN_ENCODING"),
    ] {
        secret(&folder, "bad.pin", pin);
        let fresh = format!("token set-pin {STORE} --pin-file officer.pin --for user");
        let error = refuses(&folder, &format!("{fresh} --new-pin-file bad.pin"), 3, code);
        assert!(error.contains("--new-pin-file \"bad.pin\": "), "{error}");
        let length = pin.strip_suffix(b"\n").unwrap_or(pin).len();
        let told = error.contains(&format!("\": {length} bytes: "));
        assert_eq!(told, code == "PIN_LENGTH", "{error}");
        let login = format!("token audit {STORE} --as officer --pin-file bad.pin");
        let error = refuses(&folder, &login, 6, code);
        assert!(error.contains("--pin-file \"bad.pin\": "), "{error}");
    }
}

/// Goal: a service takes the place of no link, whatever it leads to.
#[test]
fn row_41_links_are_no_sockets() {
    let folder = token_of_user();
    for (name, target) in [("to-nothing", "nowhere"), ("to-a-file", "master.key")] {
        std::os::unix::fs::symlink(target, folder.path(name)).expect("a link");
        let error = refuses(&folder, &format!("serve {STORE} --socket {name}"), 2, "PERMISSION");
        assert!(error.contains(name), "{error}");
        assert!(folder.path(name).is_symlink());
    }
    assert!(!folder.path("nowhere").exists());
}

/// Goal: a store of another version is left alone, and both versions are named.
#[test]
fn row_42_stores_of_another_version() {
    let folder = token_of_user();
    let good = folder.read("token.db");
    // `user_version` of SQLite's header, four bytes, the highest first.
    const AT: std::ops::Range<usize> = 60..64;
    let ours = u32::from_be_bytes(good[AT].try_into().expect("four bytes"));
    for version in [ours + 1, 0, u32::MAX >> 1] {
        let mut store = good.clone();
        store[AT].copy_from_slice(&version.to_be_bytes());
        secret(&folder, "token.db", &store);
        for line in ["token status", "token check", "key list"] {
            let error = refuses(&folder, &format!("{line} {STORE}"), 5, "STORE_VERSION");
            assert!(error.contains("token.db") && error.contains(&version.to_string()), "{error}");
            assert!(error.contains(&format!("format {ours} is read")), "{error}");
        }
        assert_eq!(folder.read("token.db"), store);
    }
}
