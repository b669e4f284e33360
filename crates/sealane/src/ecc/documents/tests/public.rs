//! SubjectPublicKeyInfo.

use crate::ecc::algorithm::Algorithm;
use crate::ecc::documents::public::{
    spki_from_der, spki_from_pem, spki_to_der, spki_to_pem, spki_write,
};
use crate::encode::tests::written;
use crate::error::DecodeError;
use crate::samples::{self, hex, neighbours, tlv};
use alloc::vec::Vec;

const P256: Algorithm = Algorithm::EcP256;
const EC: &str = "0607 2a8648ce3d0201";
const CURVE: &str = "0608 2a8648ce3d030107";

fn refusal(der: &[u8]) -> DecodeError {
    spki_from_der(der).expect_err("must be refused")
}

/// A SubjectPublicKeyInfo of identifier parts and a bit string in hexadecimal.
fn spki(identifier: &[&str], bits: &str) -> Vec<u8> {
    let identifier: Vec<u8> = identifier.iter().flat_map(|part| hex(part)).collect();
    tlv(0x30, &[&tlv(0x30, &[&identifier]), &hex(bits)])
}

/// Goal: OpenSSL's documents go in and out unchanged. Method: three forms of point.
#[test]
fn openssl_documents_make_the_round_trip() {
    for (sample, tag, bytes) in [
        (samples::SPKI, 4, 65),
        (samples::SPKI_COMPRESSED, 2, 33),
        // The hybrid form is the point's affair, and refused there.
        (samples::SPKI_HYBRID, 6, 65),
    ] {
        let der = hex(sample);
        let (algorithm, point) = spki_from_der(&der).unwrap();
        assert_eq!((algorithm, point[0], point.len()), (P256, tag, bytes));
        assert_eq!(point[1..33], hex(samples::X));
        assert_eq!(spki_to_der(algorithm, point), der);
        assert_eq!(written(|out| spki_write(algorithm, point, out)), der);
    }
}

/// Goal: PEM is what OpenSSL writes. Method: one sample, both ways, and a private key refused.
#[test]
fn pem_is_as_openssl_writes_it() {
    let der = spki_from_pem(samples::PEM_SPKI).unwrap();
    assert_eq!(der, hex(samples::SPKI));
    let (algorithm, point) = spki_from_der(&der).unwrap();
    assert_eq!(spki_to_pem(algorithm, point), samples::PEM_SPKI);
    assert_eq!(spki_from_pem(samples::PEM_PKCS8), Err(DecodeError::PemLabel));
}

/// Goal: foreign keys are told apart by name. Method: documents of other curves and algorithms.
#[test]
fn foreign_documents_are_named() {
    for (sample, error) in [
        (samples::SPKI_EXPLICIT, DecodeError::CurveUnsupported),
        (samples::SPKI_K224, DecodeError::CurveUnsupported),
        (samples::SPKI_BINARY, DecodeError::CurveUnsupported),
        (samples::SPKI_RSA, DecodeError::KeyAlgorithm),
        (samples::PKCS8, DecodeError::KeyEncoding),
        (samples::SEC1, DecodeError::KeyEncoding),
    ] {
        assert_eq!(refusal(&hex(sample)), error);
    }
    assert_eq!(refusal(&[]), DecodeError::KeyEncoding);
    assert_eq!(refusal(samples::PEM_SPKI.as_bytes()), DecodeError::KeyEncoding);
}

/// Goal: parameters are one named curve of ours. Method: each other thing that can stand there.
#[test]
fn other_parameters_are_refused() {
    let bits = "0303 000400";
    assert_eq!(spki_from_der(&spki(&[EC, CURVE], bits)), Ok((P256, &[4, 0][..])));
    for (identifier, error) in [
        (&[EC, "0500"][..], DecodeError::CurveUnsupported),
        (&[EC, "3000"], DecodeError::CurveUnsupported),
        (&[EC, "0608 2a8648ce3d030106"], DecodeError::CurveUnsupported),
        (&[EC, "0608 2a8648ce3d030108"], DecodeError::CurveUnsupported),
        (&[EC, "0607 2a8648ce3d0301"], DecodeError::CurveUnsupported),
        (&[EC, "0609 2a8648ce3d03010700"], DecodeError::CurveUnsupported),
        (&[EC], DecodeError::KeyEncoding),
        (&[EC, "0408 2a8648ce3d030107"], DecodeError::KeyEncoding),
        (&[EC, "0608 2a8648ce3d030187"], DecodeError::KeyEncoding),
        (&[EC, "0600"], DecodeError::KeyEncoding),
        (&[EC, CURVE, "0500"], DecodeError::KeyEncoding),
        (&[EC, CURVE, CURVE], DecodeError::KeyEncoding),
        (&[CURVE], DecodeError::KeyAlgorithm),
        (&[CURVE, EC], DecodeError::KeyAlgorithm),
        // Keys for Diffie-Hellman alone, and for MQV.
        (&["0605 2b8104010c", CURVE], DecodeError::KeyAlgorithm),
        (&["0605 2b8104010d", CURVE], DecodeError::KeyAlgorithm),
        (&["0500", CURVE], DecodeError::KeyEncoding),
        (&[], DecodeError::KeyEncoding),
    ] {
        assert_eq!(refusal(&spki(identifier, bits)), error, "{identifier:?}");
    }
}

/// Goal: an identifier of absurd length is refused at once. Method: names of 40 and 60,000 bytes.
#[test]
fn absurd_identifiers_are_refused() {
    for bytes in [40, 60_000] {
        let absurd = tlv(6, &[&alloc::vec![0x2a; bytes]]);
        let as_curve = tlv(0x30, &[&tlv(0x30, &[&hex(EC), &absurd]), &hex("0303000400")]);
        assert_eq!(refusal(&as_curve), DecodeError::KeyEncoding);
        let as_kind = tlv(0x30, &[&tlv(0x30, &[&absurd, &hex(CURVE)]), &hex("0303000400")]);
        assert_eq!(refusal(&as_kind), DecodeError::KeyEncoding);
    }
}

/// Goal: the point is whole bytes in a bit string. Method: each other thing in its place.
#[test]
fn other_bit_strings_are_refused() {
    assert_eq!(spki_from_der(&spki(&[EC, CURVE], "0301 00")), Ok((P256, &[][..])));
    for bits in [
        "0303 010400",
        "0303 070480",
        "0303 080400",
        "0303 ff0400",
        "0300",
        "0301 01",
        "0402 0400",
        "2305 0303000400",
        "0303 000400 00",
        "0303 000400 0303 000400",
        "0304 000400",
        "0302 000400",
        "",
    ] {
        assert_eq!(refusal(&spki(&[EC, CURVE], bits)), DecodeError::KeyEncoding, "{bits:?}");
    }
}

/// Goal: no second encoding of a document. Method: every neighbour of two real ones is refused or
/// is itself what its parts are written as.
#[test]
fn whatever_is_taken_is_written_the_same() {
    for sample in [samples::SPKI, samples::SPKI_COMPRESSED] {
        let (mut taken, mut refused) = (0, 0);
        for near in neighbours(&hex(sample)) {
            match spki_from_der(&near) {
                Ok((algorithm, point)) => {
                    assert_eq!(spki_to_der(algorithm, point), near);
                    taken += 1;
                }
                Err(_) => refused += 1,
            }
        }
        assert!(taken > 8_000 && refused > 5_000, "{taken} taken, {refused} refused");
    }
}

/// Goal: trailing data is refused. Method: one byte, a zero, and the document again.
#[test]
fn trailing_data_is_refused() {
    let der = hex(samples::SPKI);
    for tail in [&[0][..], &[0xff], b"\n", &[0, 0], &der] {
        assert_eq!(refusal(&[&der, tail].concat()), DecodeError::KeyEncoding);
    }
}

/// Goal: RFC 8410 keys have one form: no parameters. Method: OpenSSL's sample there and back, with
/// a NULL, and with the other algorithms' identifiers.
#[test]
fn octet_keys_have_no_parameters() {
    let der = hex(samples::SPKI_ED25519);
    let (algorithm, octets) = spki_from_der(&der).expect("the sample is good");
    assert_eq!((algorithm, octets.len()), (Algorithm::Ed25519, 32));
    assert_eq!(spki_to_der(algorithm, octets), der);
    let key = tlv(3, &[&[0], octets]);
    let with = |id: &[u8]| tlv(0x30, &[&tlv(0x30, &[id]), &key]);
    assert_eq!(with(&[6, 3, 0x2b, 0x65, 0x70]), der);
    for (last, algorithm) in [
        (0x6e, Ok(Algorithm::X25519)),
        (0x6f, Ok(Algorithm::X448)),
        (0x71, Ok(Algorithm::Ed448)),
        (0x72, Err(DecodeError::KeyAlgorithm)),
    ] {
        let document = with(&[6, 3, 0x2b, 0x65, last]);
        assert_eq!(spki_from_der(&document).map(|(algorithm, _)| algorithm), algorithm);
    }
    assert_eq!(refusal(&with(&[6, 3, 0x2b, 0x65, 0x70, 5, 0])), DecodeError::KeyEncoding);
}
