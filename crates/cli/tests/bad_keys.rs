//! Goal: every damaged key, point and digest is refused with its own code and status 3.
use crate::common;

use common::Folder;
use common::documents::*;

/// A folder with a good private key, a good public key, a message and its digest.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("private.pem", private_pem());
    folder.write("public.pem", public_pem());
    folder.write("message", "sample");
    folder.write("digest", hex(SAMPLE_SHA256));
    folder.write("signature", signature(R, S));
    folder
}

/// Expects the refusal of a public key by every command that takes one, in DER and in PEM.
fn refused_public(code: &str, ders: &[Vec<u8>]) {
    let folder = folder();
    for der in ders {
        for bytes in [der.clone(), pem("PUBLIC KEY", der).into_bytes()] {
            folder.write("bad", bytes);
            let verify = ["verify", "--key", "bad", "--in", "message", "--signature", "signature"];
            folder.refuses(&verify, 3, code);
            folder.refuses(&["pubkey", "--key", "bad", "--out", "out"], 3, code);
            let derive = ["derive", "--key", "private.pem", "--peer", "bad", "--out", "out"];
            folder.refuses(&derive, 3, code);
        }
    }
}

/// Expects the refusal of a private key by every command that takes one, in DER and in PEM.
fn refused_private(code: &str, label: &str, ders: &[Vec<u8>]) {
    let folder = folder();
    for der in ders {
        for bytes in [der.clone(), pem(label, der).into_bytes()] {
            folder.write("bad", bytes);
            folder.refuses(&["sign", "--key", "bad", "--in", "message", "--out", "out"], 3, code);
            folder.refuses(&["pubkey", "--key", "bad", "--out", "out"], 3, code);
            let derive = ["derive", "--key", "bad", "--peer", "public.pem", "--out", "out"];
            folder.refuses(&derive, 3, code);
        }
    }
}

fn coordinates(prefix: u8, x: &str, y: &str) -> Vec<u8> {
    [&[prefix], &hex(x)[..], &hex(y)].concat()
}

fn zeros() -> String {
    "00".repeat(32)
}

#[test]
fn good_keys_are_taken_in_every_form() {
    let folder = folder();
    let compressed = [&[2], &hex(X)[..]].concat();
    assert_eq!(hex(Y)[31] & 1, 1, "the point is the one with the odd y");
    let odd = [&[3], &compressed[1..]].concat();
    let public = [
        spki(OID_P256, &point()),
        spki(OID_P256, &odd),
        pem("PUBLIC KEY", &spki(OID_P256, &odd)).into(),
    ];
    for bytes in public {
        folder.write("key", bytes);
        assert_eq!(folder.succeeds(&["pubkey", "--key", "key"]), public_pem().as_bytes());
    }
    let scalar = hex(SCALAR);
    let private = [
        pkcs8(OID_P256, &scalar, Some(&point())),
        pkcs8(OID_P256, &scalar, None),
        sec1(Some(OID_P256), &scalar, Some(&point())),
        sec1(Some(OID_P256), &scalar, None),
        pem("EC PRIVATE KEY", &sec1(Some(OID_P256), &scalar, None)).into(),
        pem("PRIVATE KEY", &pkcs8(OID_P256, &scalar, None)).into(),
    ];
    for bytes in private {
        folder.write("key", bytes);
        assert_eq!(folder.succeeds(&["pubkey", "--key", "key"]), public_pem().as_bytes());
    }
}

#[test]
fn row_6_digest_of_another_length() {
    let folder = folder();
    let sign = |hash| ["sign", "--key", "private.pem", "--digest", "--hash", hash, "--out", "out"];
    for (hash, length) in [("sha256", 32), ("sha384", 48), ("sha512-224", 28), ("sha3-512", 64)] {
        for wrong in [0, length - 1, length + 1] {
            let outcome = folder.refuses_input(&sign(hash), &vec![7; wrong], 3, "DIGEST_LENGTH");
            assert!(outcome.stderr.contains(&length.to_string()), "{}", outcome.stderr);
        }
        let verify = ["verify", "--key", "public.pem", "--digest", "--hash", hash, "--signature"];
        let verify = [&verify[..], &["signature"]].concat();
        folder.refuses_input(&verify, &vec![7; length + 1], 3, "DIGEST_LENGTH");
    }
    let verify = ["verify", "--key", "public.pem", "--digest", "--in", "digest", "--signature"];
    let verify = [&verify[..], &["signature"]].concat();
    assert_eq!(folder.succeeds(&verify), b"signature: valid\n");
}

#[test]
fn row_7_digest_of_no_hash() {
    let folder = folder();
    let sign = ["sign", "--key", "private.pem", "--hash", "none", "--out", "out"];
    folder.refuses_input(&sign, b"", 3, "DIGEST_LENGTH");
    let verify = ["verify", "--key", "public.pem", "--hash", "none", "--signature", "signature"];
    folder.refuses_input(&verify, b"", 3, "DIGEST_LENGTH");
    // The leftmost bits count: more bytes after the digest change nothing, other bytes do.
    let longer = [&hex(SAMPLE_SHA256)[..], &[9; 100]].concat();
    assert_eq!(folder.pipe(&verify, &longer).status, Some(0));
    assert_eq!(folder.pipe(&verify, &hex(SAMPLE_SHA256)).status, Some(0));
    folder.refuses_input(&verify, &hex(SAMPLE_SHA256)[..31], 4, "SIG_INVALID");
    assert_eq!(folder.pipe(&sign, &[1]).status, Some(0));
}

#[test]
fn row_8_point_not_of_the_curve() {
    // The point with x = 0, just inside, and the same with x = p.
    let y_at_zero = "66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4";
    let folder = folder();
    folder.write("key", spki(OID_P256, &coordinates(4, &zeros(), y_at_zero)));
    folder.succeeds(&["pubkey", "--key", "key"]);
    let one = format!("{}01", "00".repeat(31));
    refused_public(
        "KEY_POINT_INVALID",
        &[
            spki(OID_P256, &[0]),
            spki(OID_P256, &coordinates(4, X, &Y.replace("2299", "2298"))),
            spki(OID_P256, &coordinates(4, P, y_at_zero)),
            spki(OID_P256, &coordinates(4, X, P)),
            spki(OID_P256, &coordinates(4, &"ff".repeat(32), Y)),
            spki(OID_P256, &coordinates(4, &zeros(), &zeros())),
            // x = 1 has no y on P-256.
            spki(OID_P256, &[&[2], &hex(&one)[..]].concat()),
            spki(OID_P256, &[&[3], &hex(P)[..]].concat()),
        ],
    );
}

#[test]
fn row_9_point_in_another_encoding() {
    let good = point();
    refused_public(
        "KEY_ENCODING",
        &[
            spki(OID_P256, &[]),
            spki(OID_P256, &coordinates(5, X, Y)),
            spki(OID_P256, &coordinates(6, X, Y)),
            spki(OID_P256, &coordinates(7, X, Y)),
            spki(OID_P256, &good[..64]),
            spki(OID_P256, &[&good[..], &[0]].concat()),
            spki(OID_P256, &good[..33]),
            [&spki(OID_P256, &good)[..], &[0]].concat(),
            spki(OID_P256, &good)[..90].to_vec(),
        ],
    );
}

/// The generator of P-384.
const P384_G: [&str; 2] = [
    "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a38\
     5502f25dbf55296c3a545e3872760ab7",
    "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c0\
     0a60b1ce1d7e819d7a431d7c90ea0e5f",
];

#[test]
fn row_10_point_of_another_curve() {
    // A point of P-384, on a curve that calls itself P-256: too long.
    refused_public("KEY_ENCODING", &[spki(OID_P256, &[&[4][..], &[7; 96]].concat())]);
    // The generator of secp256k1: the length fits, the curve does not.
    let x = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    let y = "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8";
    refused_public("KEY_POINT_INVALID", &[spki(OID_P256, &coordinates(4, x, y))]);
    let folder = folder();
    let p384 = spki(OID_P384, &coordinates(4, P384_G[0], P384_G[1]));
    for bytes in [p384.clone(), pem("PUBLIC KEY", &p384).into()] {
        folder.write("p384", bytes);
        let derive = ["derive", "--key", "private.pem", "--peer", "p384", "--out", "out"];
        let said = folder.refuses(&derive, 3, "KEY_CURVE_MISMATCH").stderr;
        assert!(said.contains("--peer is p384, --key is p256"), "{said}");
    }
}

#[test]
fn row_11_curve_that_is_not_offered() {
    let null: &[u8] = &[5, 0];
    for curve in [&explicit_p256(), OID_BINARY, OID_NOBODYS, null] {
        refused_public("CURVE_UNSUPPORTED", &[spki(curve, &point())]);
        refused_private("CURVE_UNSUPPORTED", "PRIVATE KEY", &[pkcs8(curve, &hex(SCALAR), None)]);
    }
    let sec1_explicit = sec1(Some(&explicit_p256()), &hex(SCALAR), None);
    refused_private("CURVE_UNSUPPORTED", "EC PRIVATE KEY", &[sec1_explicit]);
    let of = |kind| sequence(&[&sequence(&[kind, null]), &element(0x03, &[0, 1, 2, 3])]);
    refused_public("KEY_ALGORITHM", &[of(OID_DH)]);
    refused_public("KEY_ENCODING", &[of(OID_RSA), of(OID_RSA_PSS)]);
}

#[test]
fn row_12_scalar_out_of_range_or_of_another_length() {
    let last = N.replace("2551", "2550");
    let folder = folder();
    folder.write("key", pkcs8(OID_P256, &hex(&last), None));
    folder.succeeds(&["pubkey", "--key", "key"]);
    for scalar in [zeros(), N.to_owned(), "ff".repeat(32)] {
        refused_private("KEY_RANGE", "PRIVATE KEY", &[pkcs8(OID_P256, &hex(&scalar), None)]);
        let der = sec1(Some(OID_P256), &hex(&scalar), None);
        refused_private("KEY_RANGE", "EC PRIVATE KEY", &[der]);
    }
    for bytes in [&hex(SCALAR)[..31], &[&[0], &hex(SCALAR)[..]].concat(), &[]] {
        refused_private("KEY_LENGTH", "PRIVATE KEY", &[pkcs8(OID_P256, bytes, None)]);
    }
}

#[test]
fn row_13_stored_public_key_of_another_key() {
    let generator = coordinates(
        4,
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
        "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
    );
    let der = pkcs8(OID_P256, &hex(SCALAR), Some(&generator));
    refused_private("KEY_MISMATCH", "PRIVATE KEY", &[der]);
    let der = sec1(Some(OID_P256), &hex(SCALAR), Some(&generator));
    refused_private("KEY_MISMATCH", "EC PRIVATE KEY", &[der]);
}

/// Goal: no message shows any of a private key, whatever is wrong with it.
#[test]
fn refusals_show_nothing_of_the_key() {
    let folder = folder();
    let document = pkcs8(OID_P256, &hex(SCALAR), Some(&point()));
    let text = pem("PRIVATE KEY", &document);
    let damaged = [
        text.replace("PRIVATE", "PRIVAT"),
        text.replace("END", "FIN"),
        text.replacen('M', "!", 1),
        text[40..].to_owned(),
    ];
    for bytes in damaged {
        folder.write("bad", &bytes);
        let outcome = folder.run(&["sign", "--key", "bad", "--in", "message"]);
        assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
        for start in (0..bytes.len() - 12).step_by(4) {
            let piece = &bytes[start..start + 12];
            let label = piece.contains('-') || piece.contains(' ');
            assert!(label || !outcome.stderr.contains(piece), "{}", outcome.stderr);
        }
    }
}
