//! Keys from files: PEM or DER, or a form of OpenSSH, whichever it is.
use crate::failure::Failure;
use crate::input::Input;
use crate::openssh::{self, Refusal};
use der::asn1::OctetStringRef;
use der::{Decode, Sequence};
use sealane::{Algorithm, DecodeError, Lengths, PrivateKey, PublicKey, dsa, ecc, rsa};
use spki::AlgorithmIdentifierRef;
use x509_cert::Certificate;
use x509_cert::request::CertReq;

/// PKCS#8 behind a password. RFC 5958, section 3.
#[derive(Sequence)]
pub struct Encrypted<'a> {
    pub scheme: AlgorithmIdentifierRef<'a>,
    pub data: &'a OctetStringRef,
}

/// The contents of a key file, as far as their form goes.
enum Document<'a> {
    Pem(&'a str),
    Pkcs8(&'a [u8]),
    Sec1(&'a [u8]),
    Spki(&'a [u8]),
    /// A private key of integers alone, of RSA (PKCS#1) or DSA.
    Integers(&'a [u8]),
    /// A public key of RSA, PKCS#1.
    Pkcs1(&'a [u8]),
    /// A private key of OpenSSH's, in PEM.
    OpensshPrivate(&'a str),
    /// The line of a public key of OpenSSH's.
    OpensshLine(&'a str),
}

/// Reads a private key: PKCS#8, SEC1 or PKCS#1, PEM or DER, or OpenSSH's form.
pub fn private(input: Input) -> Result<PrivateKey, Failure> {
    let bytes = input.read()?;
    let document = document(input, &bytes)?;
    read_private(&document, Lengths::Current)
        .map_err(|refusal| label_named(input, &document, "a private key", refusal))
}

/// Like [`private`], for what keys over curves alone do.
pub fn curve_private(input: Input) -> Result<ecc::PrivateKey, Failure> {
    match private(input)? {
        PrivateKey::Curve(key) => Ok(key),
        other => Err(not_over_a_curve(input, other.algorithm())),
    }
}

fn of_curve(input: Input, key: PublicKey) -> Result<ecc::PublicKey, Failure> {
    match key {
        PublicKey::Curve(key) => Ok(key),
        other => Err(not_over_a_curve(input, other.algorithm())),
    }
}

fn not_over_a_curve(input: Input, algorithm: Algorithm) -> Failure {
    let name = input.name();
    let sentence = format!("{name}: {algorithm} keys are not taken here, keys over curves are");
    Failure::refused(DecodeError::KeyAlgorithm.code(), sentence)
}

/// Reads the public key of a peer. A private key is not taken: a peer that shows us theirs makes a
/// mistake.
pub fn peer(input: Input) -> Result<ecc::PublicKey, Failure> {
    of_curve(input, public_alone(input, Lengths::Current)?)
}

/// Reads a public key where a private one would be out of place.
pub fn public_alone(input: Input, lengths: Lengths) -> Result<PublicKey, Failure> {
    let bytes = input.read()?;
    let document = document(input, &bytes)?;
    let key = read_public(&document, lengths).map_err(Refusal::Decode);
    key.map_err(|refusal| label_named(input, &document, "the public key alone", refusal))
}

/// Reads a public key, or the public half of a private key.
pub fn public_of_any(input: Input, lengths: Lengths) -> Result<PublicKey, Failure> {
    of_bytes(input, &input.read()?, lengths)
}

/// Like [`public_of_any`], of what the input holds.
pub fn of_bytes(input: Input, bytes: &[u8], lengths: Lengths) -> Result<PublicKey, Failure> {
    let document = document(input, bytes)?;
    let key = if is_private(&document) {
        read_private(&document, lengths).map(|key| key.public_key())
    } else {
        read_public(&document, lengths).map_err(Refusal::Decode)
    };
    key.map_err(|refusal| label_named(input, &document, "a key", refusal))
}

/// The failure to take a key from a document; of what is something else it says what, as far as
/// that is known, and what is `needed`.
fn label_named(input: Input, document: &Document, needed: &str, refusal: Refusal) -> Failure {
    let found = match (&refusal, document) {
        (Refusal::Decode(DecodeError::PemLabel), Document::Pem(text)) => of_label(text),
        (Refusal::Decode(DecodeError::KeyEncoding), Document::Spki(der)) => of_der(der),
        _ => None,
    };
    let Some(found) = found else { return refused(input, refusal) };
    refused(input, refusal)
        .about(|_| format!("{}: {needed} is needed, and this is {found}", input.name()))
}

const CERTIFICATE: &str = "a certificate, whose key `openssl x509 -pubkey -noout` prints";
const REQUEST: &str = "a certificate request, whose key `openssl req -pubkey -noout` prints";

/// What a DER document is that is no key.
fn of_der(der: &[u8]) -> Option<&'static str> {
    if Certificate::from_der(der).is_ok() {
        return Some(CERTIFICATE);
    }
    CertReq::from_der(der).ok().map(|_| REQUEST)
}

/// What the first PEM block of a text is.
fn of_label(text: &str) -> Option<&'static str> {
    Some(match first_label(text)? {
        "PUBLIC KEY" | "RSA PUBLIC KEY" => "a public key",
        "PRIVATE KEY" | "EC PRIVATE KEY" | "RSA PRIVATE KEY" | "DSA PRIVATE KEY" => "a private key",
        "CERTIFICATE" | "X509 CERTIFICATE" | "TRUSTED CERTIFICATE" => CERTIFICATE,
        "CERTIFICATE REQUEST" | "NEW CERTIFICATE REQUEST" => REQUEST,
        _ => return None,
    })
}

/// The failure to take a key from an input.
pub fn refused(input: Input, refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Decode(error) => Failure::decode(&input.name(), error),
        Refusal::Encrypted => encrypted(input, "`ssh-keygen -p -N '' -f COPY`"),
    }
}

/// The refusal of a key behind a password, with the call that takes it off.
fn encrypted(input: Input, call: &str) -> Failure {
    let name = input.name();
    let sentence = format!("{name}: the key is behind a password; {call} takes it off a copy");
    Failure::refused("KEY_ENCRYPTED", sentence)
}

/// What takes the password off a key of OpenSSL's.
const OPENSSL_CALL: &str = "`openssl pkey -in FILE -out COPY`";

/// The cipher of a PEM block that is encrypted by its headers. RFC 1421, section 4.6.1.1.
pub fn header_cipher(block: &str) -> Option<&str> {
    let mut headers = block.lines().skip(1).take_while(|line| line.contains(':'));
    headers.next().filter(|line| line.starts_with("Proc-Type: 4,ENCRYPTED"))?;
    let info = headers.find_map(|line| line.strip_prefix("DEK-Info: "));
    Some(info.and_then(|info| info.split(',').next()).unwrap_or("not named"))
}

/// Whether a text is one PEM block, of a key behind a password.
fn is_encrypted_pem(text: &str) -> bool {
    let Some((_, block)) = text.split_once(BEGIN) else { return false };
    let is_pkcs8 = first_label(text) == Some("ENCRYPTED PRIVATE KEY");
    (is_pkcs8 || header_cipher(block).is_some()) && !block.contains(BEGIN)
}

fn read_private(document: &Document, lengths: Lengths) -> Result<PrivateKey, Refusal> {
    let key = match document {
        Document::Pem(text) => PrivateKey::from_pem(text, lengths),
        Document::Pkcs8(der) => PrivateKey::from_pkcs8_der(der, lengths),
        Document::Sec1(der) => ecc::PrivateKey::from_sec1_der(der).map(PrivateKey::Curve),
        Document::Integers(der) => match rsa::PrivateKey::from_pkcs1_der(der, lengths) {
            Err(DecodeError::KeyEncoding) => {
                dsa::PrivateKey::from_openssl_der(der).map(PrivateKey::Dsa)
            }
            key => key.map(PrivateKey::Rsa),
        },
        Document::OpensshPrivate(text) => {
            return openssh::private_from_pem(text, lengths);
        }
        Document::Spki(_) | Document::Pkcs1(_) | Document::OpensshLine(_) => {
            Err(DecodeError::KeyEncoding)
        }
    };
    key.map_err(Refusal::Decode)
}

/// Reads a public key, and validates it: for that, a modulus of RSA must be no prime.
fn read_public(document: &Document, lengths: Lengths) -> Result<PublicKey, DecodeError> {
    let key = match document {
        Document::Pem(text) => PublicKey::from_pem(text, lengths),
        Document::Spki(der) => PublicKey::from_spki_der(der, lengths),
        Document::Pkcs1(der) => rsa::PublicKey::from_pkcs1_der(der, lengths).map(PublicKey::Rsa),
        Document::OpensshLine(text) => openssh::public_from_line(text, lengths),
        Document::OpensshPrivate(_) => Err(DecodeError::PemLabel),
        Document::Pkcs8(_) | Document::Sec1(_) | Document::Integers(_) => {
            Err(DecodeError::KeyEncoding)
        }
    }?;
    if let PublicKey::Rsa(key) = &key {
        key.validate()?;
    }
    Ok(key)
}

/// Says whether to try the document as a private key. A wrong guess is a refusal with the right
/// code. It looks at the first label alone: a search takes steps that depend on what it passes
/// over, which may be the key.
fn is_private(document: &Document) -> bool {
    match document {
        Document::Pem(text) => !matches!(first_label(text), Some("PUBLIC KEY" | "RSA PUBLIC KEY")),
        Document::Pkcs8(_)
        | Document::Sec1(_)
        | Document::Integers(_)
        | Document::OpensshPrivate(_) => true,
        Document::Spki(_) | Document::Pkcs1(_) | Document::OpensshLine(_) => false,
    }
}

/// Tells the forms apart by their first bytes; the library then reads them strictly.
fn document<'a>(input: Input, bytes: &'a [u8]) -> Result<Document<'a>, Failure> {
    const SEQUENCE: u8 = 0x30;
    const INTEGER: u8 = 0x02;
    const OCTET_STRING: u8 = 0x04;
    const BYTE_ORDER_MARKS: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
    if bytes.first() == Some(&SEQUENCE) {
        return Ok(match after_header(bytes) {
            // All begin with a version; what follows is an algorithm, the scalar or a number.
            Some([INTEGER, 1, _, OCTET_STRING, ..]) => Document::Sec1(bytes),
            Some([INTEGER, 1, _, INTEGER, ..]) => Document::Integers(bytes),
            Some([INTEGER, 1, ..]) => Document::Pkcs8(bytes),
            Some([INTEGER, ..]) => Document::Pkcs1(bytes),
            _ if Encrypted::from_der(bytes).is_ok() => return Err(encrypted(input, OPENSSL_CALL)),
            _ => Document::Spki(bytes),
        });
    }
    if BYTE_ORDER_MARKS.iter().any(|mark| bytes.starts_with(mark)) {
        return Err(Failure::decode(&input.name(), DecodeError::PemByteOrderMark));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if openssh::is_line(text) => Ok(Document::OpensshLine(text)),
        Ok(text) if first_label(text) == Some(openssh::PRIVATE) => {
            Ok(Document::OpensshPrivate(text))
        }
        Ok(text) if is_encrypted_pem(text) => Err(encrypted(input, OPENSSL_CALL)),
        Ok(text) if text.contains(BEGIN) => Ok(Document::Pem(text)),
        _ => {
            let found = if bytes.is_empty() { "is empty" } else { "is neither PEM nor DER" };
            let sentence = format!("{} {found}; a key in PEM or DER is needed", input.name());
            Err(Failure::refused("INPUT_FORMAT", sentence))
        }
    }
}

const BEGIN: &str = "-----BEGIN ";

/// The label of the first PEM block.
fn first_label(text: &str) -> Option<&str> {
    let (_, block) = text.split_once(BEGIN)?;
    block.split_once("-----").map(|(label, _)| label)
}

/// Returns what follows the tag and length of the outermost element.
fn after_header(der: &[u8]) -> Option<&[u8]> {
    let length = *der.get(1)?;
    let more = if length < 0x80 { 0 } else { usize::from(length & 0x7f) };
    der.get(2 + more..)
}
