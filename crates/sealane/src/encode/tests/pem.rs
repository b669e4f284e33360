//! PEM blocks.

use crate::encode::pem::{PKCS8, PUBLIC, SEC1, decode, encode};
use crate::error::DecodeError;
use crate::samples::{self, hex};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

const ALL: &[&str] = &[PUBLIC, PKCS8, SEC1];

fn refusal(text: &str) -> DecodeError {
    decode(text, ALL).expect_err("must be refused")
}

/// The lines of a sample between its boundaries.
fn body() -> String {
    let lines: Vec<&str> = samples::PEM_PKCS8.lines().collect();
    lines[1..lines.len() - 1].join("\n")
}

fn block(body: &str) -> String {
    format!("-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n")
}

/// Goal: OpenSSL's blocks go in and out unchanged. Method: three labels.
#[test]
fn openssl_blocks_make_the_round_trip() {
    for (text, label, der) in [
        (samples::PEM_SPKI, PUBLIC, samples::SPKI),
        (samples::PEM_PKCS8, PKCS8, samples::PKCS8),
        (samples::PEM_SEC1, SEC1, samples::SEC1),
    ] {
        let (found, bytes) = decode(text, ALL).unwrap();
        assert_eq!((found, &bytes[..]), (label, &hex(der)[..]));
        assert_eq!(*encode(label, &bytes), text);
    }
}

/// Goal: every length is written as it is read. Method: bodies of 1 to 200 bytes.
#[test]
fn every_length_makes_the_round_trip() {
    for len in 1..200 {
        let bytes: Vec<u8> = (0..len).map(|i| (i * 37 + len) as u8).collect();
        let text = encode(PKCS8, &bytes);
        assert_eq!(*decode(&text, ALL).unwrap().1, bytes);
        assert!(text.lines().all(|line| line.len() <= 64) && text.ends_with("-----\n"));
    }
}

/// Goal: layouts of other systems are taken. Method: line ends, text before, blank lines after.
#[test]
fn harmless_layouts_are_taken() {
    let text = samples::PEM_PKCS8;
    for layout in [
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        text.trim_end().to_string(),
        format!("{text}\n\n"),
        format!("{text} \t\r\n"),
        format!("\n{text}"),
        format!("A key for tests\nof two lines\n{text}"),
        format!("subject: CN=\u{fc}ml\u{e4}ut\r\n{}", text.replace('\n', "\r\n")),
    ] {
        let (label, bytes) = decode(&layout, ALL).unwrap();
        assert_eq!((label, &bytes[..]), (PKCS8, &hex(samples::PKCS8)[..]), "{layout}");
    }
}

/// Goal: a label that is not asked for is refused as such. Method: ours exchanged, and others.
#[test]
fn other_labels_are_refused() {
    assert_eq!(decode(samples::PEM_SPKI, &[PKCS8, SEC1]).err(), Some(DecodeError::PemLabel));
    assert_eq!(decode(samples::PEM_PKCS8, &[PUBLIC]).err(), Some(DecodeError::PemLabel));
    assert_eq!(decode(samples::PEM_PKCS8, &[]).err(), Some(DecodeError::PemLabel));
    assert_eq!(refusal(samples::PEM_ENCRYPTED), DecodeError::PemLabel);
    for label in ["private key", "PRIVATE  KEY", "PRIVATE KEYS", "CERTIFICATE", "RSA PRIVATE KEY"] {
        let text = samples::PEM_PKCS8.replace("PRIVATE KEY", label);
        let error = refusal(&text);
        assert!(matches!(error, DecodeError::PemLabel | DecodeError::PemEncoding), "{label}");
    }
}

/// Goal: one block and no more. Method: two alike, two different, and OpenSSL's habit.
#[test]
fn two_blocks_are_refused() {
    let (one, two) = (samples::PEM_PKCS8, samples::PEM_SPKI);
    for text in [
        [one, one].concat(),
        [one, two].concat(),
        [two, one].concat(),
        [one, "\n", one].concat(),
        [one, one, one].concat(),
        [one.trim_end(), one].concat(),
        [one, "-----BEGIN "].concat(),
        samples::PEM_TWO_BLOCKS.to_string(),
    ] {
        assert_eq!(refusal(&text), DecodeError::PemBlocks, "{text}");
    }
}

/// Goal: a byte order mark is refused by name. Method: before a good block and alone.
#[test]
fn byte_order_marks_are_refused() {
    for text in [format!("\u{feff}{}", samples::PEM_SPKI), "\u{feff}".to_string()] {
        assert_eq!(refusal(&text), DecodeError::PemByteOrderMark);
    }
}

/// Goal: what is not one block of strict base64 is refused. Method: boundaries and body broken.
#[test]
fn broken_blocks_are_refused() {
    let good = body();
    let lines: Vec<&str> = good.lines().collect();
    assert!(decode(&block(&good), ALL).is_ok());
    let mut broken = vec![
        String::new(),
        "\n".to_string(),
        "no key at all".to_string(),
        samples::PEM_HEADERS.to_string(),
        good.clone(),
        format!("-----BEGIN PRIVATE KEY-----\n{good}\n"),
        format!("{good}\n-----END PRIVATE KEY-----\n"),
        format!("-----BEGIN PRIVATE KEY-----\n{good}\n-----END PUBLIC KEY-----\n"),
        format!("-----BEGIN PRIVATE KEY----\n{good}\n-----END PRIVATE KEY-----\n"),
        format!("----BEGIN PRIVATE KEY-----\n{good}\n-----END PRIVATE KEY-----\n"),
        format!("-----BEGIN PRIVATE KEY-----{good}\n-----END PRIVATE KEY-----\n"),
        format!("-----BEGIN PRIVATE KEY-----\n{good}-----END PRIVATE KEY-----\n"),
        format!("-----begin PRIVATE KEY-----\n{good}\n-----end PRIVATE KEY-----\n"),
        format!("{}text after\n", block(&good)),
        format!("\0\n{}", block(&good)),
        format!("text {}", block(&good)),
    ];
    let bodies = [
        String::new(),
        good.replace('\n', ""),
        good.replacen('\n', "\n\n", 1),
        good.replacen('\n', " \n", 1),
        good.replacen('M', " M", 1),
        good.replacen('M', "-", 1),
        good.replacen('M', "_", 1),
        good.replacen('M', "\u{e9}", 1),
        good.replacen('M', "=", 1),
        format!("{good}="),
        format!("{good}===="),
        format!("{good}A"),
        good[..good.len() - 1].to_string(),
        good[..good.len() - 2].to_string(),
        format!("{}\n{good}", &lines[0][..60]),
        good.replacen(lines[0], &lines[0][..63], 1),
        good.replacen(lines[0], &format!("{}A", lines[0]), 1),
    ];
    broken.extend(bodies.iter().map(|body| block(body)));
    for text in &broken {
        assert_eq!(refusal(text), DecodeError::PemEncoding, "{text:?}");
    }
}

/// Goal: no second text of a block but its line ends and a blank line last. Method: every
/// character of one replaced by every other of ASCII, left out, or preceded by another; what is
/// taken is written the same.
#[test]
fn whatever_is_taken_is_written_the_same() {
    let good = samples::PEM_PKCS8;
    let (mut taken, mut refused) = (0, 0);
    let mut look_at = |near: String| match decode(&near, ALL) {
        Ok((label, bytes)) => {
            let same_ends = near.replace("\r\n", "\n").replace('\r', "\n");
            let same_ends = same_ends.replace("\n\n-----END", "\n-----END");
            assert_eq!(*encode(label, &bytes), same_ends.trim().to_string() + "\n", "{near:?}");
            taken += 1;
        }
        Err(_) => refused += 1,
    };
    for at in 0..good.len() {
        let (before, rest) = good.split_at(at);
        for other in (0..128u8).map(char::from) {
            look_at(format!("{before}{other}{}", &rest[1..]));
        }
        for other in ['\n', '\r', ' ', '\t', '=', '-', 'A', '\0', ':', '\u{a0}'] {
            look_at(format!("{before}{other}{rest}"));
        }
        look_at(format!("{before}{}", &rest[1..]));
    }
    assert!(taken > 10_000 && refused > 10_000, "{taken} taken, {refused} refused");
}

/// Goal: a block cut off anywhere is refused. Method: every prefix.
#[test]
fn cut_off_blocks_are_refused() {
    let text = samples::PEM_PKCS8.trim_end();
    for len in 0..text.len() {
        assert_eq!(refusal(&text[..len]), DecodeError::PemEncoding, "{len} characters");
    }
}
