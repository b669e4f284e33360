//! Keys from files: PEM or DER, whichever it is.
use crate::failure::Failure;
use crate::input::Input;
use sealane::{DecodeError, PrivateKey, PublicKey};

/// The contents of a key file, as far as their form goes.
enum Document<'a> {
    Pem(&'a str),
    Pkcs8(&'a [u8]),
    Sec1(&'a [u8]),
    Spki(&'a [u8]),
}

/// Reads a private key: PKCS#8 or SEC1, PEM or DER.
pub fn private(input: Input) -> Result<PrivateKey, Failure> {
    let bytes = input.read()?;
    read_private(&document(input, &bytes)?).map_err(|error| Failure::decode(&input.name(), error))
}

/// Reads the public key of a peer. A private key is not taken: a peer that shows us theirs makes a
/// mistake.
pub fn peer(input: Input) -> Result<PublicKey, Failure> {
    let bytes = input.read()?;
    let document = document(input, &bytes)?;
    read_public(&document).map_err(|error| Failure::decode(&input.name(), error))
}

/// Reads a public key, or the public half of a private key.
pub fn public_of_any(input: Input) -> Result<PublicKey, Failure> {
    let bytes = input.read()?;
    let document = document(input, &bytes)?;
    let key = if is_private(&document) {
        read_private(&document).map(|key| key.public_key().clone())
    } else {
        read_public(&document)
    };
    key.map_err(|error| Failure::decode(&input.name(), error))
}

fn read_private(document: &Document) -> Result<PrivateKey, DecodeError> {
    match document {
        Document::Pem(text) => PrivateKey::from_pem(text),
        Document::Pkcs8(der) => PrivateKey::from_pkcs8_der(der),
        Document::Sec1(der) => PrivateKey::from_sec1_der(der),
        Document::Spki(_) => Err(DecodeError::KeyEncoding),
    }
}

fn read_public(document: &Document) -> Result<PublicKey, DecodeError> {
    match document {
        Document::Pem(text) => PublicKey::from_pem(text),
        Document::Spki(der) => PublicKey::from_spki_der(der),
        Document::Pkcs8(_) | Document::Sec1(_) => Err(DecodeError::KeyEncoding),
    }
}

/// Says whether to try the document as a private key. A wrong guess is a refusal with the right
/// code.
fn is_private(document: &Document) -> bool {
    match document {
        Document::Pem(text) => !text.contains("-----BEGIN PUBLIC KEY-----"),
        Document::Pkcs8(_) | Document::Sec1(_) => true,
        Document::Spki(_) => false,
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
            // Both begin with a version; what follows is an algorithm or the scalar itself.
            Some([INTEGER, 1, _, OCTET_STRING, ..]) => Document::Sec1(bytes),
            Some([INTEGER, ..]) => Document::Pkcs8(bytes),
            _ => Document::Spki(bytes),
        });
    }
    if BYTE_ORDER_MARKS.iter().any(|mark| bytes.starts_with(mark)) {
        return Err(Failure::decode(&input.name(), DecodeError::PemByteOrderMark));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if text.contains("-----BEGIN ") => Ok(Document::Pem(text)),
        _ => {
            let found = if bytes.is_empty() { "is empty" } else { "is neither PEM nor DER" };
            let sentence = format!("{} {found}; a key in PEM or DER is needed", input.name());
            Err(Failure::refused("INPUT_FORMAT", sentence))
        }
    }
}

/// Returns what follows the tag and length of the outermost element.
fn after_header(der: &[u8]) -> Option<&[u8]> {
    let length = *der.get(1)?;
    let more = if length < 0x80 { 0 } else { usize::from(length & 0x7f) };
    der.get(2 + more..)
}
