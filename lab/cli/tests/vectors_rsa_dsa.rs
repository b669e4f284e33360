//! Goal: check-vectors answers cases of RSA and DSA.
use crate::common;

use common::Folder;
use data_encoding::{BASE64, HEXLOWER};
use serde_json::Value;

fn sealane(folder: &Folder, line: &str) -> Vec<u8> {
    folder.succeeds(&line.split(' ').collect::<Vec<_>>())
}

/// The values of a line of RFC 6979's table of DSA, in hex.
fn published(name: &str) -> String {
    let table = include_str!("../../../tests/vectors/rfc6979-dsa2048.txt");
    let from = if matches!(name, "r" | "s") { "With SHA-256, message = \"sample\":" } else { "" };
    let (_, rest) = table.split_once(from).expect("the table has it");
    let value = rest.lines().find_map(|line| line.strip_prefix(&format!("{name} = ")));
    value.expect("the table has it").to_lowercase()
}

/// Goal: cases of DSA are answered, and a wrong expectation is found. Method: a published
/// signature, made and verified, and expected wrongly.
#[test]
fn cases_of_dsa_are_answered() {
    let folder = Folder::new();
    let case = |id: &str, op: &str, more: &[(&str, String)], expect: &str, out: Value| {
        let mut input = serde_json::Map::new();
        for name in ["p", "q", "g"] {
            input.insert(name.into(), published(name).into());
        }
        for (name, value) in more {
            input.insert((*name).into(), value.clone().into());
        }
        serde_json::json!({ "id": id, "src": "here", "algo": "DSA", "curve": "", "hash": "SHA-256",
                            "op": op, "in": input, "expect": expect, "out": out })
    };
    let signature = published("r") + &published("s");
    let message =
        |text: &str| ("msg", text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>());
    let private = [("priv", published("x")), message("sample")];
    let public = |text| [("y", published("y")), ("sig_raw", signature.clone()), message(text)];
    let signed = serde_json::json!({ "sig_raw": signature });
    let good = [
        case("signed", "sign_det", &private, "value", signed),
        case("valid", "verify", &public("sample"), "valid", Value::Null),
        case("invalid", "verify", &public("Sample"), "invalid", Value::Null),
    ];
    let lines = |cases: &[Value]| cases.iter().map(|case| format!("{case}\n")).collect::<String>();
    let summary = ["check-vectors", "--summary"];
    let outcome = folder.pipe(&summary, lines(&good).as_bytes());
    assert_eq!(outcome.status, Some(0), "{}\n{}", outcome.text(), outcome.stderr);
    let wrong = case("wrong", "verify", &public("Sample"), "valid", Value::Null);
    let outcome = folder.pipe(&summary, lines(&[wrong]).as_bytes());
    assert_eq!(outcome.status, Some(1), "{}", outcome.text());
    assert!(outcome.text().contains("wrong"), "{}", outcome.text());
}

/// Goal: the bare private power answers as signing does, and refuses what is not below the modulus.
/// Method: the encoding of a digest, whose power is the signature; 0, 1, the modulus, longer ones.
#[test]
fn cases_of_bare_powers_are_answered() {
    let folder = Folder::new();
    let pem = include_str!("../../../crates/cli/src/cmd/self_test/rsa2048.pem");
    folder.write("key.pem", pem);
    folder.write("sample", "sample");
    let signature = HEXLOWER.encode(&sealane(&folder, "sign --key key.pem --in sample"));
    let body: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
    let pkcs8 = HEXLOWER.encode(&BASE64.decode(body.as_bytes()).expect("base64"));
    // RFC 8017, section 9.2, note 1, and the digest.
    let info = "3031300d060960864801650304020105000420";
    let digest = "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf";
    let encoded = format!("0001{}00{info}{digest}", "ff".repeat(202));
    let one = format!("{}01", "00".repeat(255));
    let cases = [
        (encoded.clone(), "value", signature.clone()),
        (encoded[2..].to_owned(), "value", signature),
        ("01".to_owned(), "value", one.clone()),
        ("00".to_owned(), "value", "00".repeat(256)),
        ("ff".repeat(256), "invalid", String::new()),
        (format!("01{}", "00".repeat(256)), "invalid", String::new()),
    ];
    let lines: String = cases
        .iter()
        .map(|(msg, expect, out)| {
            let case = serde_json::json!({
                "id": msg, "src": "here", "algo": "RSA-RAW", "curve": "", "hash": "",
                "op": "rsa_raw_private", "in": { "pkcs8": pkcs8, "msg": msg }, "expect": expect,
                "out": { "out": out },
            });
            format!("{case}\n")
        })
        .collect();
    let outcome = folder.pipe(&["check-vectors", "--summary"], lines.as_bytes());
    assert_eq!(outcome.status, Some(0), "{}", outcome.text());
    let answers = folder.pipe(&["check-vectors"], lines.as_bytes());
    assert!(!answers.text().contains("unsupported"), "{}", answers.text());
    // The same with a wrong expectation.
    let outcome = folder.pipe(
        &["check-vectors", "--summary"],
        lines.replace(&one, &one.replace("01", "02")).as_bytes(),
    );
    assert_eq!(outcome.status, Some(1), "{}", outcome.text());
}

/// Goal: a SHAKE is a mask by itself, and MGF1 with one is not offered. Method: a signature
/// by PSS and a ciphertext, under the right name of the mask, the wrong one, and another.
#[test]
fn masks_by_mgf1_with_a_shake_are_unsupported() {
    let folder = Folder::new();
    folder.write("key.pem", include_str!("../../../crates/cli/src/cmd/self_test/rsa2048.pem"));
    folder.write("sample", "sample");
    let shake = "--hash shake128 --mgf-hash shake128";
    let sign = format!("sign --key key.pem --in sample --scheme pss {shake}");
    let signature = HEXLOWER.encode(&sealane(&folder, &sign));
    let encrypt = format!("encrypt --key key.pem --in sample {shake}");
    let ciphertext = HEXLOWER.encode(&sealane(&folder, &encrypt));
    let pkcs8 = include_str!("../../../crates/cli/src/cmd/self_test/rsa2048.pem");
    let body: String = pkcs8.lines().filter(|line| !line.starts_with('-')).collect();
    let pkcs8 = HEXLOWER.encode(&BASE64.decode(body.as_bytes()).expect("base64"));
    for (mgf, [verified, decrypted]) in [
        ("SHAKE128", ["valid", "value"]),
        ("MGF1-SHAKE128", ["unsupported"; 2]),
        ("MGF1-SHAKE256", ["unsupported"; 2]),
        ("MGF1-SHA-256", ["invalid"; 2]),
    ] {
        for (algo, op, field, bytes, expected) in [
            ("RSA-PSS", "rsa_verify", "sig", &signature, verified),
            ("RSA-OAEP", "rsa_oaep_decrypt", "ct", &ciphertext, decrypted),
        ] {
            let mut case = serde_json::json!({
                "id": "c", "src": "here", "algo": algo, "curve": "", "hash": "SHAKE128",
                "op": op, "in": { "pkcs8": pkcs8, "mgf": mgf, "msg": "73616d706c65" },
                "expect": "valid", "out": null,
            });
            case["in"][field] = bytes.clone().into();
            let answer = folder.pipe(&["check-vectors"], format!("{case}\n").as_bytes());
            let answer = answer.text();
            assert!(answer.contains(&format!("\"{expected}\"")), "{algo} {mgf}: {answer}");
        }
    }
}
