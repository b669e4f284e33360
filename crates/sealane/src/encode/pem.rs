//! One PEM block of RFC 7468's strict grammar, in time that depends on lengths and layout only.
//!
//! The base64 crate uses no table. It decides three things by the body: whether every character is
//! of the alphabet and the last ones canonical (reading), and whether all are ASCII (writing). Each
//! has one outcome for every good document, so it says nothing of the key within.

use crate::error::DecodeError;
use alloc::string::String;
use alloc::vec::Vec;
use pem_rfc7468::{Decoder, LineEnding};
use zeroize::Zeroizing;

/// Label of a SubjectPublicKeyInfo.
pub const PUBLIC: &str = "PUBLIC KEY";
/// Label of a PKCS#8 private key.
pub const PKCS8: &str = "PRIVATE KEY";
/// Label of an RFC 5915 private key.
pub const SEC1: &str = "EC PRIVATE KEY";

/// Label of an RSAPrivateKey.
pub const RSA_PRIVATE: &str = "RSA PRIVATE KEY";
/// Label of a DSA private key as OpenSSL wrote it.
pub const DSA_PRIVATE: &str = "DSA PRIVATE KEY";
/// Label of an RSAPublicKey.
pub const RSA_PUBLIC: &str = "RSA PUBLIC KEY";

/// Reads the one block of `text`, which bears one of `labels`: the label, and the bytes within.
///
/// Lines end in LF, CR or CRLF; text may stand before the block and white space after it, and the
/// PEM crate passes over one blank line after the body.
/// Errors: `PemByteOrderMark`, `PemBlocks`, `PemLabel`, else `PemEncoding`.
pub fn decode(
    text: &str,
    labels: &[&'static str],
) -> Result<(&'static str, Zeroizing<Vec<u8>>), DecodeError> {
    if text.starts_with('\u{feff}') {
        return Err(DecodeError::PemByteOrderMark);
    }
    // The scan for a second block reads the body byte by byte, so it waits until the body is known
    // to be no key: between the boundaries of the first, the decoder takes no further boundary.
    decode_block(text.trim_ascii_end(), labels).map_err(|error| {
        if text.matches("-----BEGIN ").count() > 1 { DecodeError::PemBlocks } else { error }
    })
}

fn decode_block(
    text: &str,
    labels: &[&'static str],
) -> Result<(&'static str, Zeroizing<Vec<u8>>), DecodeError> {
    let bad = |_| DecodeError::PemEncoding;
    let mut decoder = Decoder::new(text.as_bytes()).map_err(bad)?;
    let label = labels.iter().copied().find(|label| *label == decoder.type_label());
    let label = label.ok_or(DecodeError::PemLabel)?;
    let mut body = Zeroizing::new(alloc::vec![0; decoder.remaining_len()]);
    decoder.decode(&mut body).map_err(|_| DecodeError::PemEncoding)?;
    if !decoder.is_finished() {
        return Err(DecodeError::PemEncoding);
    }
    Ok((label, body))
}

/// The PEM block of `body` under `label`, in lines of 64 that end in LF.
pub fn encode(label: &'static str, body: &[u8]) -> Zeroizing<String> {
    // Both buffers have their full size from the start: growth would leave copies behind.
    let bytes = pem_rfc7468::encoded_len(label, LineEnding::LF, body)
        .expect("a key document is far below the largest length");
    let mut buffer = Zeroizing::new(alloc::vec![0; bytes]);
    let block = pem_rfc7468::encode(label, LineEnding::LF, body, &mut buffer)
        .expect("the label is ours and the buffer has the size asked for");
    let mut text = Zeroizing::new(String::with_capacity(block.len()));
    text.push_str(block);
    text
}
