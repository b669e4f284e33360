//! Goal: ECDSA keys of OpenSSH are read whatever the length of their scalar. Method: documents
//! built byte by byte, which `ssh-keygen` reads too.
use crate::common;

use common::documents::{OID_P256, OID_P384, pem_of_width, pkcs8};
use common::{Folder, tool};
use data_encoding::BASE64;
use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt;

const OID_P521: &[u8] = &[0x06, 5, 0x2b, 0x81, 4, 0, 0x23];

/// Bytes with their length before. RFC 4251, section 5.
fn string(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

/// A number in its shortest form. RFC 4251, section 5.
fn mpint(number: &[u8]) -> Vec<u8> {
    let zeros = number.iter().take_while(|byte| **byte == 0).count();
    let digits = &number[zeros..];
    let sign: &[u8] = if digits.first().is_some_and(|first| *first >= 0x80) { &[0] } else { &[] };
    string(&[sign, digits].concat())
}

/// A document without a password, of the public key as its line has it, and of all that follows it.
/// `PROTOCOL.key` of OpenSSH.
fn document(public: &[u8], rest: &[u8]) -> String {
    let private = [&[7; 8], public, rest].concat();
    let none = string(b"none");
    let head = [&b"openssh-key-v1\0"[..], &none, &none, &string(b""), &[0, 0, 0, 1]].concat();
    let whole = [head, string(public), string(&private)].concat();
    pem_of_width("OPENSSH PRIVATE KEY", &whole, 70)
}

/// A scalar, a comment, and the padding after them.
fn rest_of(public: &[u8], scalar: &[u8], comment: &[u8]) -> Vec<u8> {
    let rest = [scalar, &string(comment)].concat();
    let length = 8 + public.len() + rest.len();
    let padding = (1..).take(length.next_multiple_of(8) - length);
    rest.iter().copied().chain(padding).collect()
}

/// The public key of a scalar, as its line has it, after a look at what it is.
fn public_of(folder: &Folder, curve: &[u8], scalar: &[u8]) -> Vec<u8> {
    folder.write("pkcs8", pkcs8(curve, scalar, None));
    let line = folder.succeeds(&["pubkey", "--key", "pkcs8", "--outform", "openssh"]);
    let line = String::from_utf8(line).expect("text");
    let word = line.split_whitespace().nth(1).expect("two words");
    BASE64.decode(word.as_bytes()).expect("base64")
}

/// A scalar of so many bytes that begins with this one, as wide as the curve has them.
fn scalar_of(first: u8, count: usize, width: usize) -> Vec<u8> {
    let mut scalar = vec![0; width];
    scalar[width - count..].fill(0x5a);
    scalar[width - count] = first;
    scalar
}

fn write_private(folder: &Folder, name: &str, text: &str) {
    folder.write(name, text);
    set_permissions(folder.path(name), Permissions::from_mode(0o600)).expect("its owner's");
}

/// Goal: keys of short scalars are read and used. Method: scalars of every length, in the shortest
/// form as OpenSSH writes it and as wide as the curve has it, as this command writes it; both are
/// the key of the scalar here and there.
#[test]
fn scalars_of_every_length_are_taken() {
    let every: Vec<usize> = (1..=32).collect();
    for (curve, width, lengths) in [
        (OID_P256, 32, &every[..]),
        (OID_P384, 48, &[1, 2, 30, 31, 32, 33, 47, 48]),
        (OID_P521, 66, &[1, 2, 30, 31, 32, 33, 64, 65]),
    ] {
        let firsts = |length: usize| if length < width { [1, 0xff] } else { [1, 1] };
        for (at, &length) in lengths.iter().enumerate() {
            // With the first bit set and without, in turn; a whole width is below the order.
            let first = firsts(length)[at % 2];
            let folder = Folder::new();
            let scalar = scalar_of(first, length, width);
            let public = public_of(&folder, curve, &scalar);
            let pem = folder.succeeds(&["pubkey", "--key", "pkcs8"]);
            for number in [string(&scalar), mpint(&scalar)] {
                // Our writer too puts a zero before a first bit that is set.
                if number[4] >= 0x80 {
                    continue;
                }
                // Every length of padding.
                let comment = &b"comment"[..length % 7];
                let text = document(&public, &rest_of(&public, &number, comment));
                write_private(&folder, "key", &text);
                let found = folder.succeeds(&["pubkey", "--key", "key"]);
                assert_eq!(found, pem, "{width} {length} {first}");
                // OpenSSH takes no scalar of half the bits of the order or fewer.
                let bits = 8 * length - if first == 1 { 7 } else { 0 };
                if bits <= 4 * width {
                    continue;
                }
                let theirs = tool(&folder, "ssh-keygen", &["-y", "-f", "key"]);
                let line = folder.succeeds(&["pubkey", "--key", "key", "--outform", "openssh"]);
                if let Some(theirs) = theirs {
                    let said = String::from_utf8_lossy(&theirs.stderr);
                    assert!(theirs.status.success(), "{width} {length} {first}: {said}");
                    assert!(theirs.stdout.starts_with(line.trim_ascii_end()), "{length}");
                }
            }
            if length < 31 {
                continue;
            }
            folder.write("m", "message");
            folder.write("public", &pem);
            let sign = ["sign", "--key", "key", "--in", "m", "--hash", "sha256", "--out", "s"];
            folder.succeeds(&sign);
            let verify = ["verify", "--key", "public", "--in", "m", "--hash", "sha256"];
            folder.succeeds(&[&verify[..], &["--signature", "s"]].concat());
        }
    }
}

/// Goal: of a short scalar no other form is taken, and no other key beside it.
#[test]
fn short_scalars_have_one_form() {
    let folder = Folder::new();
    let scalar = scalar_of(0x5a, 31, 32);
    let public = public_of(&folder, OID_P256, &scalar);
    let other = public_of(&folder, OID_P256, &scalar_of(0x5a, 30, 32));
    let shortest = mpint(&scalar);
    let rest = |number: &[u8]| rest_of(&public, number, b"cc");
    let good = rest(&shortest);
    assert_ne!(good.last(), Some(&b'c'), "there is padding");
    write_private(&folder, "key", &document(&public, &good));
    folder.succeeds(&["pubkey", "--key", "key"]);
    let mut padding = good.clone();
    *padding.last_mut().expect("it has some") ^= 1;
    let negative = [&[0x80][..], &scalar[2..]].concat();
    for (why, public, rest, code) in [
        ("a zero too many", &public, rest(&string(&[&[0], &scalar[2..]].concat())), "KEY_ENCODING"),
        ("a negative number", &public, rest(&string(&negative)), "KEY_ENCODING"),
        ("other padding", &public, padding, "KEY_ENCODING"),
        (
            "a block too many",
            &public,
            [&good[..], &[1, 2, 3, 4, 5, 6, 7, 8]].concat(),
            "KEY_ENCODING",
        ),
        ("cut off", &public, good[..good.len() - 1].to_vec(), "KEY_ENCODING"),
        ("nothing", &public, rest(&mpint(&[])), "KEY_RANGE"),
        ("another key", &other, rest_of(&other, &shortest, b"cc"), "KEY_MISMATCH"),
        ("another scalar", &public, rest(&mpint(&scalar[2..])), "KEY_MISMATCH"),
    ] {
        write_private(&folder, "key", &document(public, &rest));
        let said = folder.refuses(&["pubkey", "--key", "key", "--out", "out"], 3, code);
        assert!(said.stderr.starts_with("error: "), "{why}");
    }
}
