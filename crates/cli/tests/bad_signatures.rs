//! Goal: every damaged signature is refused with its own code and status 4, in DER and in raw form.
use crate::common;

use common::Folder;
use common::documents::*;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("public.pem", public_pem());
    folder.write("message", "sample");
    folder.write("good.der", signature(R, S));
    folder
}

fn verify(format: &str) -> [&str; 9] {
    [
        "verify",
        "--key",
        "public.pem",
        "--in",
        "message",
        "--signature",
        "signature",
        "--format",
        format,
    ]
}

fn raw(r: &str, s: &str) -> Vec<u8> {
    [hex(r), hex(s)].concat()
}

/// Writes each signature and expects its refusal in each way of reading it.
fn refused(code: &str, formats: &[&str], signatures: &[Vec<u8>]) {
    let folder = folder();
    for bytes in signatures {
        folder.write("signature", bytes);
        for format in formats {
            folder.refuses(&verify(format), 4, code);
        }
    }
}

#[test]
fn good_signature_is_taken_in_every_form() {
    let folder = folder();
    for (bytes, formats) in [(signature(R, S), ["auto", "der"]), (raw(R, S), ["auto", "raw"])] {
        folder.write("signature", bytes);
        for format in formats {
            assert_eq!(folder.succeeds(&verify(format)), b"signature: valid\n");
        }
    }
}

#[test]
fn row_1_length() {
    refused("SIG_LENGTH", &["auto", "der", "raw"], &[vec![]]);
    let good = raw(R, S);
    let longer = [&good[..], &[0]].concat();
    refused("SIG_LENGTH", &["auto", "raw"], &[good[..63].to_vec(), longer, vec![1], vec![1; 132]]);
}

/// Goal: what has the length of neither form is told both, by `verify` and in a batch.
#[test]
fn row_1_both_forms_are_named() {
    let folder = folder();
    let base64 = data_encoding::BASE64.encode(&signature(R, S));
    for (bytes, length) in [(base64.as_bytes(), base64.len()), (b"", 0), (&[7; 63], 63)] {
        folder.write("signature", bytes);
        let said = folder.refuses(&verify("auto"), 4, "SIG_LENGTH").stderr;
        let both = format!("is neither DER nor r and s of 64 bytes: it has {length} bytes");
        assert!(said.contains(&format!("--signature \"signature\" {both}")), "{said}");
        let item = r#"{"message": "sample", "signature_file": "signature"}"#;
        folder.write("items", item);
        let line = ["verify-batch", "--key", "public.pem", "--manifest", "items", "--out", "-"];
        let said = folder.run(&line).stderr;
        assert!(said.contains(&format!("line 1: field signature_file {both}")), "{said}");
    }
    // Where one form is asked for, it alone is named.
    let said = folder.refuses(&verify("raw"), 4, "SIG_LENGTH").stderr;
    assert!(!said.contains("DER"), "{said}");
}

#[test]
fn row_2_range() {
    let zero = "00".repeat(32);
    let most = "ff".repeat(32);
    let pairs =
        [(&*zero, S), (R, &*zero), (N, S), (R, N), (&*most, S), (R, &*most), (&zero, &zero)];
    for (r, s) in pairs {
        refused("SIG_INVALID", &["auto", "raw"], &[raw(r, s)]);
        refused("SIG_INVALID", &["auto", "der"], &[signature(r, s)]);
    }
}

/// Row 2, just inside: n - 1 is a number like others, and the signature is merely wrong.
#[test]
fn row_2_greatest_number_in_range_is_read() {
    let last = N.replace("2551", "2550");
    refused("SIG_INVALID", &["raw"], &[raw(&last, &last)]);
}

#[test]
fn row_3_encoding() {
    let (r, s) = (integer(&hex(R)), integer(&hex(S)));
    let good = sequence(&[&r, &s]);
    let body = &good[2..];
    let ber_length = [&[0x30, 0x81, body.len() as u8], body].concat();
    let indefinite = [&[0x30, 0x80], body, &[0, 0]].concat();
    let padded = element(0x02, &[&[0, 0], &hex(R)[..]].concat());
    let negative = element(0x02, &hex(R));
    let endless = [&[0x30, 0x88][..], &[0xff; 8], body].concat();
    let wrong_tag = [&[0x31, body.len() as u8], body].concat();
    let bad = [
        [&good[..], &[0]].concat(),
        good[..good.len() - 1].to_vec(),
        ber_length,
        indefinite,
        sequence(&[&padded, &s]),
        sequence(&[&negative, &s]),
        sequence(&[&r, &element(0x02, &[])]),
        sequence(&[&r, &s, &integer(&[1])]),
        sequence(&[&r, &s, &[5, 0]]),
        sequence(&[&r]),
        sequence(&[&r, &element(0x04, &hex(S))]),
        endless,
        vec![0x30],
    ];
    refused("SIG_ENCODING", &["auto", "der"], &bad);
    refused("SIG_ENCODING", &["der"], &[wrong_tag]);
}

#[test]
fn row_4_high_s() {
    let folder = folder();
    folder.write("signature", signature(R, S));
    let line = [&verify("auto")[..], &["--low-s"]].concat();
    folder.refuses(&line, 4, "SIG_HIGH_S");
    folder.write("signature", signature(R, N_MINUS_S));
    assert_eq!(folder.succeeds(&line), b"signature: valid\n");
    assert_eq!(folder.succeeds(&verify("auto")), b"signature: valid\n");
}

/// Goal: bytes that are DER and have the fixed length are DER, unless `--format raw` says no.
/// Method: such bytes, and two keys of which one signed `sample` so as DER has it and the other as
/// the fixed form has it, found by the recovery of SEC 1, section 4.1.6.
#[test]
fn what_is_der_is_not_of_fixed_length() {
    let both = "303e021d55c8aee71bc0de249406f753a6b6b6e0039eb1d805dde308f42ea9fa\
                d3021d3ebb72751bad46c478effe5fe0d8ba3f5730dfa346a14b5e306e4cd2d8";
    let of_der = "048de088b7abd686bff3fb55855f4a6b995ce323dd1559ed7d662edc9207bc841c\
                  dca5fdf3f7f68bc9e59627f362ab80eafb1020a90b99eeb3f2cfb79031a01f59";
    let of_fixed = "0437786eb5a20a0f94207ca9cfee8b5c96d01c35d6a8acf1a247941fb2385a0349\
                    b20ab8b1bc2706348e44dc8518f3507107e07b0e92e6b7df11ecd0fd35f04e03";
    let folder = folder();
    folder.write("signature", hex(both));
    for (key, good, bad) in
        [(of_der, &["auto", "der"][..], &["raw"][..]), (of_fixed, &["raw"], &["auto", "der"])]
    {
        folder.write("public.pem", spki(OID_P256, &hex(key)));
        for format in good {
            assert_eq!(folder.succeeds(&verify(format)), b"signature: valid\n", "{format}");
        }
        for format in bad {
            folder.refuses(&verify(format), 4, "SIG_INVALID");
        }
    }
}

#[test]
fn row_5_wrong_signature() {
    let last = S.replace("cda8", "cda9");
    refused("SIG_INVALID", &["auto", "der"], &[signature(R, &last)]);
    refused("SIG_INVALID", &["auto", "raw"], &[raw(R, &last), raw(S, R)]);
    let folder = folder();
    folder.write("signature", signature(R, S));
    folder.write("message", "Sample");
    folder.refuses(&verify("auto"), 4, "SIG_INVALID");
    let other_hash = [&verify("auto")[..], &["--hash", "sha384"]].concat();
    folder.write("message", "sample");
    folder.refuses(&other_hash, 4, "SIG_INVALID");
}

/// Goal: a program that asks for JSON gets a word for both answers, and the status says the same.
#[test]
fn json_says_invalid_too() {
    let folder = folder();
    folder.write("signature", signature(R, N));
    let line = [&verify("auto")[..], &["--json"]].concat();
    let outcome = folder.run(&line);
    assert_eq!(outcome.status, Some(4));
    assert_eq!(outcome.json(), serde_json::json!({ "result": "invalid", "code": "SIG_INVALID" }));
    folder.write("signature", signature(R, S));
    let answer: serde_json::Value = serde_json::from_slice(&folder.succeeds(&line)).expect("JSON");
    assert_eq!(answer, serde_json::json!({ "result": "valid" }));
}
