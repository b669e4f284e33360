//! Key documents and signatures built byte by byte, right and wrong, by code that shares nothing
//! with the product's.
use data_encoding::{BASE64, HEXLOWER};

/// Key and public point of RFC 6979, appendix A.2.5.
pub const SCALAR: &str = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
pub const X: &str = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6";
pub const Y: &str = "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";
/// Its signature of `sample` with SHA-256, and what SHA-256 makes of `sample`.
pub const R: &str = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716";
pub const S: &str = "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";
pub const SAMPLE_SHA256: &str = "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf";
/// The order of the group, and `n - S`.
pub const N: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
pub const N_MINUS_S: &str = "0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a9";
/// The prime of the field.
pub const P: &str = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";

pub const OID_EC: &[u8] = &[0x06, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
pub const OID_P256: &[u8] = &[0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
pub const OID_P384: &[u8] = &[0x06, 5, 0x2b, 0x81, 4, 0, 0x22];
/// c2pnb163v1, a curve over a binary field.
pub const OID_BINARY: &[u8] = &[0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 0, 1];
pub const OID_NOBODYS: &[u8] = &[0x06, 3, 0x2a, 0x03, 0x04];
/// RSA for PSS alone, which we do not take. RFC 4055, section 1.2.
pub const OID_RSA_PSS: &[u8] = &[0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 10];
/// dhKeyAgreement of PKCS#3.
pub const OID_DH: &[u8] = &[0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 3, 1];
pub const OID_RSA: &[u8] = &[0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1];

pub fn hex(text: &str) -> Vec<u8> {
    HEXLOWER.decode(text.as_bytes()).expect("hex")
}

/// An element: tag, length, contents.
pub fn element(tag: u8, contents: &[u8]) -> Vec<u8> {
    let length = contents.len();
    let mut der = vec![tag];
    match length {
        0..0x80 => der.push(length as u8),
        0x80..0x100 => der.extend([0x81, length as u8]),
        _ => der.extend([0x82, (length >> 8) as u8, length as u8]),
    }
    der.extend(contents);
    der
}

pub fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    element(0x30, &parts.concat())
}

/// A positive integer from its bytes.
pub fn integer(bytes: &[u8]) -> Vec<u8> {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let digits = &bytes[zeros.min(bytes.len() - 1)..];
    let sign: &[u8] = if digits[0] >= 0x80 { &[0] } else { &[] };
    element(0x02, &[sign, digits].concat())
}

pub fn signature(r: &str, s: &str) -> Vec<u8> {
    sequence(&[&integer(&hex(r)), &integer(&hex(s))])
}

pub fn point() -> Vec<u8> {
    [&[4], &hex(X)[..], &hex(Y)].concat()
}

/// A SubjectPublicKeyInfo of a curve by its OID (or whatever stands in its place) and a point.
pub fn spki(curve: &[u8], point: &[u8]) -> Vec<u8> {
    let bits = element(0x03, &[&[0], point].concat());
    sequence(&[&sequence(&[OID_EC, curve]), &bits])
}

/// A PKCS#8 document of a scalar and the public point beside it, if any.
pub fn pkcs8(curve: &[u8], scalar: &[u8], point: Option<&[u8]>) -> Vec<u8> {
    let key = sec1(None, scalar, point);
    sequence(&[&integer(&[0]), &sequence(&[OID_EC, curve]), &element(0x04, &key)])
}

/// An RFC 5915 document.
pub fn sec1(curve: Option<&[u8]>, scalar: &[u8], point: Option<&[u8]>) -> Vec<u8> {
    let curve = curve.map_or(vec![], |curve| element(0xa0, curve));
    let point =
        point.map_or(vec![], |point| element(0xa1, &element(0x03, &[&[0], point].concat())));
    sequence(&[&integer(&[1]), &element(0x04, scalar), &curve, &point])
}

/// P-256 by explicit parameters, as SEC1 writes them.
pub fn explicit_p256() -> Vec<u8> {
    const PRIME_FIELD: &[u8] = &[0x06, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 1, 1];
    let a = hex("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc");
    let b = hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
    let g = hex("036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296");
    sequence(&[
        &integer(&[1]),
        &sequence(&[PRIME_FIELD, &integer(&hex(P))]),
        &sequence(&[&element(0x04, &a), &element(0x04, &b)]),
        &element(0x04, &g),
        &integer(&hex(N)),
        &integer(&[1]),
    ])
}

/// A PEM block with lines of 64 and the given line end.
pub fn pem_lines(label: &str, der: &[u8], end: &str) -> String {
    pem_folded(label, der, 64, end)
}

/// A PEM block with lines of a width.
pub fn pem_of_width(label: &str, der: &[u8], width: usize) -> String {
    pem_folded(label, der, width, "\n")
}

fn pem_folded(label: &str, der: &[u8], width: usize, end: &str) -> String {
    let body = BASE64.encode(der);
    let lines: Vec<&str> =
        (0..body.len()).step_by(width).map(|i| &body[i..body.len().min(i + width)]).collect();
    format!("-----BEGIN {label}-----{end}{}{end}-----END {label}-----{end}", lines.join(end))
}

pub fn pem(label: &str, der: &[u8]) -> String {
    pem_lines(label, der, "\n")
}

/// The good key, in PEM.
pub fn private_pem() -> String {
    pem("PRIVATE KEY", &pkcs8(OID_P256, &hex(SCALAR), Some(&point())))
}

/// The good public key, in PEM.
pub fn public_pem() -> String {
    pem("PUBLIC KEY", &spki(OID_P256, &point()))
}
