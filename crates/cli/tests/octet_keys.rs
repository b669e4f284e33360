//! Goal: keys of Ed25519, Ed448, X25519 and X448 do what they are for, and bad input to them is
//! refused with its code.
use crate::common;

use common::Folder;

const SPKI_ED25519: [u8; 12] = [0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0];
const SPKI_X25519: [u8; 12] = [0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 3, 0x21, 0];

/// A folder with a key `NAME` and a public key `NAME.public` of each algorithm, and a message.
fn folder(algorithms: &[&str]) -> Folder {
    let folder = Folder::new();
    folder.write("message", "a message");
    for name in algorithms {
        folder.succeeds(&["keygen", "--algorithm", name, "--out", name]);
        let public = format!("{name}.public");
        folder.succeeds(&["pubkey", "--key", name, "--out", &public]);
    }
    folder
}

fn sign(folder: &Folder, key: &str, more: &[&str]) {
    let line = ["sign", "--key", key, "--in", "message", "--out", "signature", "--force"];
    folder.succeeds(&[&line[..], more].concat());
}

fn verify<'a>(key: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["verify", "--key", key, "--in", "message", "--signature", "signature"][..], more].concat()
}

/// Goal: a signature is of its context and its way of hashing; signatures repeat.
#[test]
fn contexts_and_prehashing_make_signatures_of_their_own() {
    let folder = folder(&["ed25519", "ed448"]);
    let ways: [&[&str]; 4] =
        [&[], &["--context", "a"], &["--prehash"], &["--prehash", "--context-hex", "61"]];
    for key in ["ed25519", "ed448"] {
        let public = format!("{key}.public");
        for way in ways {
            sign(&folder, key, way);
            let first = folder.read("signature");
            sign(&folder, key, way);
            assert_eq!(folder.read("signature"), first);
            for other in ways {
                let line = verify(&public, other);
                if other == way {
                    assert_eq!(folder.succeeds(&line), b"signature: valid\n");
                } else {
                    folder.refuses(&line, 4, "SIG_INVALID");
                }
            }
        }
    }
}

/// Goal: a key for another use is refused and the one to use is named; options of another scheme
/// are refused and not passed over.
#[test]
fn keys_and_options_of_another_scheme_are_refused() {
    let folder = folder(&["ed25519", "x25519", "p256"]);
    let line = ["derive", "--key", "ed25519", "--peer", "x25519.public"];
    let said = folder.refuses(&line, 3, "DERIVE_UNSUPPORTED").stderr;
    assert!(said.contains("ed25519 keys cannot derive; x25519 keys can"), "{said}");
    let line = ["sign", "--key", "x25519", "--in", "message"];
    let said = folder.refuses(&line, 3, "SCHEME_UNSUPPORTED").stderr;
    assert!(said.contains("x25519 keys cannot sign; ed25519 keys can"), "{said}");
    folder.write("signature", [0; 64]);
    let said = folder.refuses(&verify("x25519.public", &[]), 3, "SCHEME_UNSUPPORTED").stderr;
    assert!(said.contains("x25519 keys cannot verify; ed25519 keys can"), "{said}");
    for more in
        [&["--hash", "sha512"][..], &["--hash", "none"], &["--digest"], &["--low-s"], &["--bip340"]]
    {
        let line = [&["sign", "--key", "ed25519", "--in", "message"][..], more].concat();
        folder.refuses(&line, 2, "SCHEME_UNSUPPORTED");
        folder.refuses(&verify("ed25519.public", more), 2, "SCHEME_UNSUPPORTED");
    }
    for more in [&["--prehash"][..], &["--context", "a"], &["--context-hex", "61"]] {
        let line = [&["sign", "--key", "p256", "--in", "message"][..], more].concat();
        folder.refuses(&line, 2, "SCHEME_UNSUPPORTED");
    }
    let line = ["derive", "--key", "x25519", "--peer", "p256.public"];
    folder.refuses(&line, 3, "KEY_CURVE_MISMATCH");
}

/// Goal: bad input of row 14: `S` at and above the order, `R` and keys that are not canonical.
#[test]
fn row_14_signatures_and_keys_out_of_range() {
    let folder = folder(&["ed25519"]);
    sign(&folder, "ed25519", &[]);
    let good = folder.read("signature");
    folder.succeeds(&verify("ed25519.public", &[]));
    // The order, little-endian: 2^252 + 27742317777372353535851937790883648493.
    let order: [u8; 32] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde,
        0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];
    let mut carry = 0u16;
    let twin: Vec<u8> = good[32..]
        .iter()
        .zip(order)
        .map(|(&s, n)| {
            carry = (carry >> 8) + u16::from(s) + u16::from(n);
            carry as u8
        })
        .collect();
    for s in [&order[..], &twin, &[0xff; 32]] {
        folder.write("signature", [&good[..32], s].concat());
        folder.refuses(&verify("ed25519.public", &[]), 4, "SIG_INVALID");
    }
    for length in [0, 1, 63, 65, 72] {
        folder.write("signature", vec![1; length]);
        folder.refuses(&verify("ed25519.public", &[]), 4, "SIG_LENGTH");
    }
    // The neutral element in its two other encodings: y + p, and the sign of x = 0.
    let mut above = [0xff; 32];
    above[0] = 0xee;
    above[31] = 0x7f;
    let mut signed_zero = [0; 32];
    signed_zero[0] = 1;
    signed_zero[31] = 0x80;
    for octets in [above, signed_zero] {
        folder.write("signature", [&octets[..], &good[32..]].concat());
        folder.refuses(&verify("ed25519.public", &[]), 4, "SIG_INVALID");
        folder.write("odd.public", [&SPKI_ED25519[..], &octets].concat());
        folder.refuses(&["pubkey", "--key", "odd.public"], 3, "KEY_POINT_INVALID");
    }
}

/// Goal: bad input of row 15: nobody can sign with a foreign public key, for none is taken; a
/// document with one is refused.
#[test]
fn row_15_a_foreign_public_key_is_refused() {
    let folder = folder(&["ed25519"]);
    let line = ["keygen", "--algorithm", "ed25519", "--outform", "der", "--out", "key", "--force"];
    folder.succeeds(&line);
    let der = folder.read("key");
    let public = |name: &str| {
        let line = ["pubkey", "--key", name, "--outform", "point", "--out", "point", "--force"];
        folder.succeeds(&line);
        folder.read("point")
    };
    let version_2 = |public: &[u8]| {
        let mut document = [&der[..], &[0x81, 33, 0], public].concat();
        document[1] += 35;
        document[4] = 1;
        document
    };
    folder.write("both", version_2(&public("key")));
    folder.succeeds(&["sign", "--key", "both", "--in", "message"]);
    folder.write("foreign", version_2(&public("ed25519")));
    folder.refuses(&["sign", "--key", "foreign", "--in", "message"], 3, "KEY_MISMATCH");
}

/// Goal: bad input of row 16: a context of 255 bytes is taken, one of 256 is not.
#[test]
fn row_16_a_context_too_long() {
    let folder = folder(&["ed25519", "ed448"]);
    for key in ["ed25519", "ed448"] {
        let (most, over) = ("c".repeat(255), "c".repeat(256));
        sign(&folder, key, &["--context", &most]);
        folder.succeeds(&verify(key, &["--context", &most]));
        folder.refuses(&verify(key, &["--context", &over]), 3, "CONTEXT_LENGTH");
        let hex = "00".repeat(256);
        let line = ["sign", "--key", key, "--in", "message", "--context-hex", &hex];
        folder.refuses(&line, 3, "CONTEXT_LENGTH");
    }
}

/// Goal: bad input of row 17: peers of small order, and keys of a wrong length.
#[test]
fn row_17_peers_of_small_order_and_wrong_lengths() {
    let folder = folder(&["x25519"]);
    let mut one = [0; 32];
    one[0] = 1;
    let mut minus_one = [0xff; 32];
    minus_one[0] = 0xec;
    minus_one[31] = 0x7f;
    for octets in [[0; 32], one, minus_one] {
        folder.write("peer", [&SPKI_X25519[..], &octets].concat());
        let line = ["derive", "--key", "x25519", "--peer", "peer", "--out", "secret"];
        folder.refuses(&line, 3, "PEER_LOW_ORDER");
    }
    for length in [31u8, 33] {
        let mut peer = [&SPKI_X25519[..], &vec![9; usize::from(length)]].concat();
        peer[1] = length + 10;
        peer[10] = length + 1;
        folder.write("peer", peer);
        let line = ["derive", "--key", "x25519", "--peer", "peer", "--out", "secret"];
        folder.refuses(&line, 3, "KEY_LENGTH");
    }
}
