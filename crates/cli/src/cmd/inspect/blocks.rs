//! A file taken apart: one document in DER or raw bytes, or any number of PEM blocks.
use super::signature::Pair;
use crate::keys::{Encrypted, header_cipher};
use crate::openssh;
use der::Decode;
use pem_rfc7468::Decoder;
use pkcs8::PrivateKeyInfoRef;
use sealane::DecodeError;
use sealane::ecc::Algorithm;
use sec1::EcPrivateKey;
use spki::SubjectPublicKeyInfoRef;
use x509_cert::Certificate;
use x509_cert::request::CertReq;
use zeroize::Zeroizing;

/// What a document is, as its label or its shape says.
pub enum Kind {
    Pkcs8,
    Sec1,
    /// Of RSA, private and public.
    Pkcs1,
    Pkcs1Public,
    /// Of DSA, private, as OpenSSL wrote it before PKCS#8.
    OpensslDsa,
    Encrypted,
    /// The same as PEM had it before, by this cipher.
    EncryptedByHeaders(String),
    Public,
    /// The octet string of a point.
    Point(Algorithm),
    /// A sequence of two integers.
    Signature,
    /// `r` then `s`.
    Fixed(Algorithm),
    Certificate,
    Request,
    /// OpenSSH's: a private key, the line of a public key, the signature of a file.
    OpensshPrivate,
    OpensshLine,
    OpensshSignature,
    /// Something by name, of which no more is said.
    Other(String),
}

/// One document.
pub struct Block {
    /// Of a PEM block.
    pub label: Option<String>,
    pub bytes: Zeroizing<Vec<u8>>,
    /// The document as it stands, of what is no DER within.
    pub text: Zeroizing<String>,
    /// The cipher of a body that the headers of RFC 1421 encrypt, so that `bytes` is empty.
    header_cipher: Option<String>,
}

/// Splits a file into its documents. Errors: `PemByteOrderMark`, `PemEncoding`.
pub fn split(bytes: &[u8]) -> Result<Vec<Block>, DecodeError> {
    const BYTE_ORDER_MARKS: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
    if bytes.first() != Some(&0x30) {
        if BYTE_ORDER_MARKS.iter().any(|mark| bytes.starts_with(mark)) {
            return Err(DecodeError::PemByteOrderMark);
        }
        if let Some(texts) = std::str::from_utf8(bytes).ok().map(pem_texts)
            && !texts.is_empty()
        {
            return texts.into_iter().map(Block::of_pem).collect();
        }
    }
    let line = std::str::from_utf8(bytes).ok().filter(|text| openssh::is_line(text));
    let text = Zeroizing::new(line.unwrap_or_default().to_owned());
    let bytes = Zeroizing::new(bytes.to_vec());
    Ok(vec![Block { label: None, bytes, text, header_cipher: None }])
}

const BEGIN: &str = "-----BEGIN ";

/// The PEM blocks of a text, each from its first boundary to the end of its last.
fn pem_texts(text: &str) -> Vec<&str> {
    let at_line_start = |at: &usize| *at == 0 || matches!(text.as_bytes()[at - 1], b'\n' | b'\r');
    let starts: Vec<usize> =
        text.match_indices(BEGIN).map(|(at, _)| at).filter(at_line_start).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let block = |(&start, end): (&usize, usize)| {
        let block = &text[start..end];
        let Some(last) = block.find("\n-----END ").or_else(|| block.find("\r-----END ")) else {
            return block;
        };
        let line = block[last + 1..].find(['\n', '\r']);
        line.map_or(block, |length| &block[..last + 1 + length])
    };
    starts.iter().zip(ends).map(block).collect()
}

impl Block {
    fn of_pem(text: &str) -> Result<Self, DecodeError> {
        let first = text[BEGIN.len()..].lines().next().unwrap_or_default();
        let label = first.strip_suffix("-----").ok_or(DecodeError::PemEncoding)?.to_owned();
        if let Some(cipher) = header_cipher(text) {
            let (bytes, text) = (Zeroizing::default(), Zeroizing::default());
            let header_cipher = Some(cipher.to_owned());
            return Ok(Self { label: Some(label), bytes, text, header_cipher });
        }
        let kept = if openssh::LABELS.contains(&&*label) { text } else { "" };
        let kept = Zeroizing::new(kept.to_owned());
        let bad = |_| DecodeError::PemEncoding;
        let text = text.trim_ascii_end().as_bytes();
        // OpenSSH folds its bodies in another width than the RFC.
        let wrapped = Decoder::new(text).or_else(|_| Decoder::new_detect_wrap(text));
        let bytes = decode(wrapped.map_err(bad)?);
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(_) => decode(Decoder::new_detect_wrap(text).map_err(bad)?).map_err(bad)?,
        };
        Ok(Self { label: Some(label), bytes, text: kept, header_cipher: None })
    }

    /// How the document is written, for the report.
    pub fn form(&self) -> String {
        match &self.label {
            Some(label) => format!("PEM, {label}"),
            None if !self.text.is_empty() => "a line".into(),
            None => "DER".into(),
        }
    }

    /// What the label says, or else the first kind of document whose shape it has.
    pub fn kind(&self, wanted: Option<Algorithm>) -> Option<Kind> {
        let Some(label) = self.label.as_deref() else { return self.kind_by_shape(wanted) };
        if let Some(cipher) = &self.header_cipher {
            return Some(Kind::EncryptedByHeaders(cipher.clone()));
        }
        Some(match label {
            "PRIVATE KEY" => Kind::Pkcs8,
            "EC PRIVATE KEY" => Kind::Sec1,
            "RSA PRIVATE KEY" => Kind::Pkcs1,
            "RSA PUBLIC KEY" => Kind::Pkcs1Public,
            "DSA PRIVATE KEY" => Kind::OpensslDsa,
            "ENCRYPTED PRIVATE KEY" => Kind::Encrypted,
            "PUBLIC KEY" => Kind::Public,
            "CERTIFICATE" | "X509 CERTIFICATE" => Kind::Certificate,
            "CERTIFICATE REQUEST" | "NEW CERTIFICATE REQUEST" => Kind::Request,
            "EC PARAMETERS" => Kind::Other("parameters of a curve, no key".into()),
            openssh::PRIVATE => Kind::OpensshPrivate,
            openssh::SIGNATURE => Kind::OpensshSignature,
            _ => Kind::Other("block of a kind that is not known here".into()),
        })
    }

    fn kind_by_shape(&self, wanted: Option<Algorithm>) -> Option<Kind> {
        if !self.text.is_empty() {
            return Some(Kind::OpensshLine);
        }
        let bytes = &self.bytes[..];
        type HasShape = fn(&[u8]) -> bool;
        let shapes: [(HasShape, Kind); 7] = [
            (|it| PrivateKeyInfoRef::from_der(it).is_ok(), Kind::Pkcs8),
            (|it| EcPrivateKey::from_der(it).is_ok(), Kind::Sec1),
            (|it| SubjectPublicKeyInfoRef::from_der(it).is_ok(), Kind::Public),
            (|it| Encrypted::from_der(it).is_ok(), Kind::Encrypted),
            (|it| Pair::from_der(it).is_ok(), Kind::Signature),
            (|it| Certificate::from_der(it).is_ok(), Kind::Certificate),
            (|it| CertReq::from_der(it).is_ok(), Kind::Request),
        ];
        let by_shape = shapes.into_iter().find(|(has, _)| has(bytes)).map(|(_, kind)| kind);
        by_shape.or_else(|| bare(bytes, wanted?))
    }
}

/// What bytes without a structure are, by their length.
fn bare(bytes: &[u8], algorithm: Algorithm) -> Option<Kind> {
    let (field, order) = (algorithm.field_bytes(), algorithm.order_bytes());
    let octets = algorithm.partner().is_some();
    match (bytes.first()?, bytes.len()) {
        (_, length) if length == 2 * order && algorithm.signs() => Some(Kind::Fixed(algorithm)),
        (_, length) if octets => (length == field).then_some(Kind::Point(algorithm)),
        (4, length) if length == 1 + 2 * field => Some(Kind::Point(algorithm)),
        (2 | 3, length) if length == 1 + field => Some(Kind::Point(algorithm)),
        _ => None,
    }
}

fn decode(mut decoder: Decoder) -> Result<Zeroizing<Vec<u8>>, pem_rfc7468::Error> {
    let mut body = Zeroizing::new(vec![0; decoder.remaining_len()]);
    decoder.decode(&mut body)?;
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_cut_at_their_boundaries() {
        let one = "-----BEGIN A-----\nMAA=\n-----END A-----";
        let two = "-----BEGIN B-----\r\nMAA=\r\n-----END B-----";
        let text = format!("words -----BEGIN no\n{one}\nbetween\n{two}\r\nafter\n");
        assert_eq!(pem_texts(&text), [one, two]);
        assert_eq!(pem_texts("-----BEGIN A-----\nMAA="), ["-----BEGIN A-----\nMAA="]);
        assert!(pem_texts("no block").is_empty());
        let blocks = split(text.as_bytes()).expect("two blocks");
        let labels: Vec<_> = blocks.iter().map(|it| it.label.as_deref()).collect();
        assert_eq!(labels, [Some("A"), Some("B")]);
        assert_eq!(blocks[1].bytes[..], [0x30, 0]);
    }
}
