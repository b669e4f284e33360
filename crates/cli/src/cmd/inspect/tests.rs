//! Goal: no document stops the program, and nothing secret of it is said.
use super::*;
use crate::{keys, openssh};
use data_encoding::BASE64;
use pem_rfc7468::LineEnding;
use sealane::ecc::PrivateKey;
use sealane::mldsa::ParameterSet;
use sealane::{Lengths, Nonces};
use std::path::PathBuf;

/// Numbers without a pattern that matters, always the same: what fails here fails again.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> 33) as usize % limit.max(1)
    }
}

fn element(tag: u8, contents: &[u8]) -> Vec<u8> {
    let length = contents.len();
    let [.., high, low] = length.to_be_bytes();
    let head: &[u8] = match length {
        ..0x80 => &[tag, low],
        0x80..0x100 => &[tag, 0x81, low],
        _ => &[tag, 0x82, high, low],
    };
    [head, contents].concat()
}

/// A request for a certificate, signed by its key as the object identifier `by` says.
fn signed_request(key: &sealane::PrivateKey, by: &[u8]) -> Vec<u8> {
    let info = [&[2, 1, 0, 0x30, 0][..], &key.public_key().to_spki_der(), &[0xa0, 0]].concat();
    let info = element(0x30, &info);
    let scheme = key.algorithm().usual_scheme().expect("it signs");
    let signature = key.sign(&info, &scheme, Nonces::Hedged).expect("signs");
    let bits = element(3, &[&[0], &signature[..]].concat());
    element(0x30, &[&info[..], &element(0x30, &element(6, by)), &bits].concat())
}

fn request(key: &PrivateKey) -> Vec<u8> {
    signed_request(&key.clone().into(), &[0x2b, 0x65, 0x70])
}

/// Goal: the signature of a request by ML-DSA is looked at, and is of its own parameter set alone.
#[test]
fn requests_by_mldsa_are_verified() {
    let source = crate::input::Source::File(PathBuf::from("request"));
    let input = Input::new("FILE", &source);
    // The last arcs of ML-DSA-44, -65 and -87 behind 2.16.840.1.101.3.4.3. RFC 9881, section 2.
    let by = |last: u8| [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3, last];
    for (set, own) in ParameterSet::ALL.into_iter().zip(17..) {
        let key = sealane::PrivateKey::generate(sealane::Algorithm::MlDsa(set)).expect("a key");
        for last in 17..=19 {
            let der = signed_request(&key, &by(last));
            let pem = pem_rfc7468::encode_string("CERTIFICATE REQUEST", LineEnding::LF, &der);
            let pem = pem.expect("it is not too long");
            let block = blocks::split(pem.as_bytes()).ok().and_then(|mut it| it.pop());
            let report = inspect(&input, &block.expect("a block"), None).expect("a request");
            assert_eq!(report.signature_holds, Some(last == own), "{set} {last}");
        }
    }
}

/// Documents of every kind that is read.
fn documents() -> Vec<Vec<u8>> {
    let pem = |label: &str, der: &[u8]| {
        format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", BASE64.encode(der))
    };
    let mut all = vec![];
    for &algorithm in Algorithm::ALL {
        let key = PrivateKey::generate(algorithm).expect("randomness");
        let public = key.public_key();
        all.extend([key.to_pkcs8_der().to_vec(), key.to_pkcs8_pem().as_bytes().to_vec()]);
        all.extend([public.to_spki_der(), public.to_spki_pem().into_bytes(), public.to_bytes()]);
        all.extend(key.to_sec1_der().map(|der| der.to_vec()));
        all.extend(openssh::to_line(&public.clone().into()).ok().map(String::into_bytes));
        let copy = PrivateKey::from_pkcs8_der(&key.to_pkcs8_der()).expect("it is good");
        all.extend(openssh::to_pem(&copy.into()).ok().map(|pem| pem.as_bytes().to_vec()));
        if let Some(scheme) = algorithm.usual_scheme() {
            let signature = key.sign(b"message", scheme, Nonces::Hedged).expect("signs");
            all.extend([signature.to_der(), signature.to_bytes()]);
        }
        if algorithm == Algorithm::Ed25519 {
            let request = request(&key);
            all.extend([pem("CERTIFICATE REQUEST", &request).into_bytes(), request.clone()]);
            all.push(pem("CERTIFICATE", &element(0x30, &request)).into_bytes());
            all.push(pem(openssh::SIGNATURE, b"SSHSIG\0\0\0\x01\0\0\0\x33").into_bytes());
        }
    }
    all
}

fn damaged(good: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len());
        let to = bytes.len().min(at + random.below(24));
        match random.below(7) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            1 if !bytes.is_empty() => {
                bytes[at] = [0, 0x7f, 0x80, 0xff, 0x30, b'\n'][random.below(6)]
            }
            2 => drop(bytes.drain(at..to)),
            3 => bytes.truncate(at),
            4 => bytes.extend_from_within(at..),
            5 => drop(bytes.splice(at..at, [0x82, 0xff, 0xff, 0xff])),
            _ => drop(bytes.splice(at..at, *b"\n-----BEGIN PUBLIC KEY-----\n")),
        }
    }
    bytes
}

/// Goal: none of some ten thousand damaged documents stops any reader of the command, as whatever
/// algorithm it is asked for; the good ones are read.
#[test]
fn damaged_documents_stop_nothing() {
    let source = crate::input::Source::File(PathBuf::from("document"));
    let input = Input::new("FILE", &source);
    let mut random = Random(7);
    let mut read = 0;
    let mut look = |bytes: &[u8], wanted: Option<Algorithm>| {
        let Ok(found) = blocks::split(bytes) else { return };
        for block in found {
            if let Ok(report) = inspect(&input, &block, wanted) {
                assert!(!report.to_text().is_empty() && report.to_json().is_object());
                read += 1;
            }
        }
    };
    let good = documents();
    let request = good.iter().find(|it| it.starts_with(b"-----BEGIN CERTIFICATE REQUEST"));
    let block = blocks::split(request.expect("one of them")).ok().and_then(|mut it| it.pop());
    let report = inspect(&input, &block.expect("a block"), None).expect("a good request");
    assert_eq!(report.signature_holds, Some(true));
    good.iter().for_each(|document| look(document, None));
    for i in 0..10_000 {
        let document = damaged(&good[i % good.len()], &mut random);
        let wanted = Algorithm::ALL.get(random.below(2 * Algorithm::ALL.len())).copied();
        look(&document, wanted);
        if let Ok(text) = std::str::from_utf8(&document) {
            let _ = openssh::public_from_line(text, Lengths::Legacy);
            let _ = openssh::private_from_pem(text, Lengths::Legacy);
        }
        let _ = keys::of_bytes(input, &document, Lengths::Legacy);
    }
    assert!(read > 250, "{read}");
}
