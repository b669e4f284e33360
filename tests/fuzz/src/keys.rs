//! Documents of keys, public and private, in DER and in PEM, and what the command makes of them.
//!
//! What is read is written to the same bytes, or to a document that is written to itself again; the
//! readers of a family, of PEM and of the command say the same as the one for all of them.

use data_encoding::BASE64;
use num_bigint::BigUint;
use sealane::{DecodeError, Lengths, PrivateKey, PublicKey, dsa, ecc, mldsa, rsa};
use sealane_cli::hooks;

const PUBLIC: &str = "PUBLIC KEY";
const PRIVATE: &str = "PRIVATE KEY";

/// Returns a document as text, as RFC 7468 has it.
pub fn text_of(label: &str, der: &[u8]) -> String {
    let body = BASE64.encode(der);
    let lines: Vec<&str> = body.as_bytes().chunks(64).map(as_text).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}

fn as_text(digits: &[u8]) -> &str {
    std::str::from_utf8(digits).expect("digits of base64")
}

/// What the reader of its own family makes of the document of a public key.
fn public_of_family(key: &PublicKey, der: &[u8], lengths: Lengths) -> PublicKey {
    let own = match key {
        PublicKey::Curve(_) => ecc::PublicKey::from_spki_der(der).map(PublicKey::Curve),
        PublicKey::Rsa(_) => rsa::PublicKey::from_spki_der(der, lengths).map(PublicKey::Rsa),
        PublicKey::Dsa(_) => dsa::PublicKey::from_spki_der(der).map(PublicKey::Dsa),
        PublicKey::MlDsa(_) => mldsa::PublicKey::from_spki_der(der).map(PublicKey::MlDsa),
        _ => return key.clone(),
    };
    own.expect("its family reads what all read")
}

/// The same of a private key, as a document.
fn private_of_family(key: &PrivateKey, der: &[u8], lengths: Lengths) -> Vec<u8> {
    let own = match key {
        PrivateKey::Curve(_) => ecc::PrivateKey::from_pkcs8_der(der).map(PrivateKey::Curve),
        PrivateKey::Rsa(_) => rsa::PrivateKey::from_pkcs8_der(der, lengths).map(PrivateKey::Rsa),
        PrivateKey::Dsa(_) => dsa::PrivateKey::from_pkcs8_der(der).map(PrivateKey::Dsa),
        PrivateKey::MlDsa(_) => mldsa::PrivateKey::from_pkcs8_der(der).map(PrivateKey::MlDsa),
        _ => return key.to_pkcs8_der().to_vec(),
    };
    own.expect("its family reads what all read").to_pkcs8_der().to_vec()
}

/// Legacy lengths are asked for by the first byte.
fn lengths(first: u8) -> Lengths {
    if first & 1 == 0 { Lengths::Current } else { Lengths::Legacy }
}

/// Whether two readings refuse for the same reason, or take the same.
fn assert_same<T: PartialEq>(a: Result<T, DecodeError>, b: Result<T, DecodeError>, who: &str) {
    assert_eq!(a.as_ref().err(), b.as_ref().err(), "{who}");
    assert!(a.ok() == b.ok(), "{who}: another key");
}

/// A key that is not written as it came: a point that is compressed, or a coordinate that is not
/// reduced. RFC 7748, section 5, masks the bits above the prime and takes the rest modulo it.
fn check_written_anew(key: &ecc::PublicKey, der: &[u8], written: &[u8]) {
    let one = BigUint::from(1u8);
    let (bits, prime): (u32, BigUint) = match key.algorithm() {
        ecc::Algorithm::X25519 => (255, (&one << 255) - 19u8),
        ecc::Algorithm::X448 => (448, (&one << 448) - (&one << 224) - &one),
        _ => {
            assert!(der.ends_with(&key.to_sec1(true)), "a document that is not compressed");
            assert!(written.ends_with(&key.to_sec1(false)), "a point that is compressed again");
            return;
        }
    };
    let (head, u) = der.split_at(der.len() - key.to_bytes().len());
    let masked = BigUint::from_bytes_le(u) % (one << bits);
    let mut reduced = (masked % prime).to_bytes_le();
    reduced.resize(u.len(), 0);
    assert_eq!(written, [head, &reduced].concat(), "another coordinate");
}

/// A public key is written as it came; of a point that is compressed, uncompressed; a coordinate
/// `u`, reduced.
pub fn run_spki(bytes: &[u8]) {
    let Some((first, der)) = bytes.split_first() else { return };
    let lengths = lengths(*first);
    let read = PublicKey::from_spki_der(der, lengths);
    let by_text = PublicKey::from_pem(&text_of(PUBLIC, der), lengths);
    // There is no text of nothing.
    if !der.is_empty() {
        assert_same(read.clone(), by_text, "PEM");
    }
    let Ok(key) = read else { return };
    let written = key.to_spki_der();
    if written != der {
        let PublicKey::Curve(point) = &key else { panic!("{:?} is written anew", key.algorithm()) };
        check_written_anew(point, der, &written);
    }
    assert!(PublicKey::from_spki_der(&written, lengths).as_ref() == Ok(&key));
    assert!(PublicKey::from_der(der, lengths).as_ref() == Ok(&key));
    assert!(public_of_family(&key, der, lengths) == key);
    check_command(der, lengths, &written);
}

/// What the command reads of a file is what the library reads, or it has another code.
fn check_command(der: &[u8], lengths: Lengths, public: &[u8]) {
    match hooks::read_key(der, lengths) {
        Ok(document) => assert_eq!(document, public, "another key by the command"),
        // It looks at what is no key of RSA longer.
        Err(said) => assert_eq!(said.code, "KEY_RSA_WEAK", "{said:?}"),
    }
}

/// A private key is written to a document that is written to itself, with the same public key.
pub fn run_pkcs8(bytes: &[u8]) {
    let Some((first, der)) = bytes.split_first() else { return };
    let lengths = lengths(*first);
    let document = |key: PrivateKey| key.to_pkcs8_der().to_vec();
    let read = PrivateKey::from_pkcs8_der(der, lengths);
    if !der.is_empty() {
        let by_text = PrivateKey::from_pem(&text_of(PRIVATE, der), lengths);
        assert_eq!(read.as_ref().err(), by_text.as_ref().err(), "PEM");
        assert!(read.clone().ok().map(document) == by_text.ok().map(document), "PEM");
    }
    let Ok(key) = read else { return };
    let written = key.to_pkcs8_der();
    let again = PrivateKey::from_pkcs8_der(&written, lengths).expect("it was written just now");
    assert!(again.public_key() == key.public_key());
    assert!(again.to_pkcs8_der() == written);
    assert!(PrivateKey::from_der(der, lengths).is_ok_and(|it| it.to_pkcs8_der() == written));
    assert!(private_of_family(&key, der, lengths) == *written);
    let public = key.public_key().to_spki_der();
    let by_public = PublicKey::from_spki_der(&public, lengths).expect("it was written just now");
    assert!(by_public == key.public_key());
    check_command(der, lengths, &public);
}

/// The DER that a text of one block holds, taken out by hand, and its label.
fn body_of(text: &str) -> Option<(&str, Vec<u8>)> {
    let (_, block) = text.split_once("-----BEGIN ")?;
    let (label, block) = block.split_once("-----")?;
    let (body, _) = block.split_once("-----END ")?;
    let digits: String = body.split_ascii_whitespace().collect();
    Some((label, BASE64.decode(digits.as_bytes()).ok()?))
}

/// A text is a key if what stands between its lines is the document of the label, and of one kind.
pub fn run_pem(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let (lengths, Ok(text)) = (lengths(*first), std::str::from_utf8(bytes)) else { return };
    let (public, private) =
        (PublicKey::from_pem(text, lengths), PrivateKey::from_pem(text, lengths));
    assert!(public.is_err() || private.is_err(), "a text of two kinds");
    if let Ok(key) = &public {
        let (label, der) = body_of(text).expect("it was read");
        let by_body = match label {
            "RSA PUBLIC KEY" => rsa::PublicKey::from_pkcs1_der(&der, lengths).map(PublicKey::Rsa),
            PUBLIC => PublicKey::from_spki_der(&der, lengths),
            other => panic!("a public key behind {other}"),
        };
        assert!(by_body.as_ref() == Ok(key));
        let written = key.to_spki_pem();
        assert!(PublicKey::from_pem(&written, lengths).as_ref() == Ok(key));
        assert_eq!(written, text_of(PUBLIC, &key.to_spki_der()));
    }
    if let Ok(key) = &private {
        let (label, der) = body_of(text).expect("it was read");
        let by_body = PrivateKey::from_der(&der, lengths).expect("it was read by its text");
        assert!(by_body.to_pkcs8_der() == key.to_pkcs8_der(), "{label}");
        assert!(*key.to_pkcs8_pem() == text_of(PRIVATE, &key.to_pkcs8_der()));
    }
}

/// Files of any kind: a key behind a password is no key, and all that the command says of a file is
/// said in printable text.
///
/// The first byte says whether an algorithm is asked for, and which.
pub fn run_encrypted(bytes: &[u8]) {
    let Some((first, file)) = bytes.split_first() else { return };
    let wanted = ecc::Algorithm::ALL.get(usize::from(*first)).copied();
    let is_plain = |text: &str| !text.chars().any(|c| c.is_control() && c != '\n');
    let read = hooks::read_key(file, Lengths::Current);
    match hooks::inspect(file, wanted) {
        Ok(reports) => {
            for report in &reports {
                assert!(is_plain(&report.text), "{:?}", report.text);
            }
            let is_encrypted = |report: &hooks::Report| report.json["encrypted"] == true;
            // OpenSSH's form has the public key outside.
            let is_openssh = |report: &hooks::Report| report.text.contains("OPENSSH");
            let hidden = reports.iter().any(|it| is_encrypted(it) && !is_openssh(it));
            assert!(read.is_err() || !hidden, "a key was read that is behind a password");
        }
        Err(said) => assert!(is_plain(&said.sentence) && !said.code.is_empty(), "{said:?}"),
    }
    if let Err(said) = &read {
        assert!(is_plain(&said.sentence) && !said.code.is_empty(), "{said:?}");
    }
}
