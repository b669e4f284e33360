//! Private keys as PKCS#8 and as RFC 5915.

use crate::ecc::algorithm::Algorithm;
use crate::ecc::documents::private::{
    PrivateDocument, PrivateForm, PrivateParts, pkcs8_from_der, pkcs8_to_der, pkcs8_to_pem,
    pkcs8_write, sec1_from_der, sec1_to_der, sec1_to_pem, sec1_write,
};
use crate::encode::tests::written;
use crate::error::DecodeError;
use crate::samples::{self, hex, neighbours, tlv};
use alloc::vec::Vec;

const P256: Algorithm = Algorithm::EcP256;
const EC: &str = "0607 2a8648ce3d0201";
const CURVE: &str = "0608 2a8648ce3d030107";
const K224_CURVE: &str = "0605 2b81040020";

fn refused<T>(result: Result<T, DecodeError>) -> DecodeError {
    result.err().expect("must be refused")
}

fn point() -> Vec<u8> {
    [&[4][..], &hex(samples::X), &hex(samples::Y)].concat()
}

fn compressed() -> Vec<u8> {
    [&[2][..], &hex(samples::X)].concat()
}

/// The contents of a bit string of whole bytes.
fn bits(bytes: &[u8]) -> Vec<u8> {
    [&[0], bytes].concat()
}

/// An RFC 5915 document of these fields after the version.
fn sec1(fields: &[&[u8]]) -> Vec<u8> {
    tlv(0x30, &[&[2, 1, 1], &fields.concat()])
}

/// A field `[1]` of RFC 5915 with the bit string's contents.
fn inner_public(contents: &[u8]) -> Vec<u8> {
    tlv(0xa1, &[&tlv(3, &[contents])])
}

fn octets(bytes: &[u8]) -> Vec<u8> {
    tlv(4, &[bytes])
}

/// A PKCS#8 document for P-256 of a version, the key inside, and the fields after it.
fn pkcs8(version: u8, inner: &[u8], fields: &[&[u8]]) -> Vec<u8> {
    let identifier = tlv(0x30, &[&hex(EC), &hex(CURVE)]);
    tlv(0x30, &[&[2, 1, version], &identifier, &octets(inner), &fields.concat()])
}

/// Goal: OpenSSL's documents go in and out unchanged. Method: both forms, with the point and not.
#[test]
fn openssl_documents_make_the_round_trip() {
    let (pkcs8, sec1) = (hex(samples::PKCS8), hex(samples::SEC1));
    for parts in [
        pkcs8_from_der(&pkcs8).unwrap(),
        sec1_from_der(None, &sec1).unwrap(),
        sec1_from_der(Some(P256), &sec1).unwrap(),
    ] {
        assert_eq!(parts.algorithm, P256);
        assert_eq!(parts.scalar, hex(samples::SCALAR));
        assert_eq!(parts.public, Some(&point()[..]));
        assert_eq!(*pkcs8_to_der(&parts), pkcs8);
        assert_eq!(*sec1_to_der(&parts), sec1);
        assert_eq!(written(|out| pkcs8_write(&parts, out)), pkcs8);
        assert_eq!(written(|out| sec1_write(&parts, out)), sec1);
        assert_eq!(*pkcs8_to_pem(&parts), samples::PEM_PKCS8);
        assert_eq!(*sec1_to_pem(&parts), samples::PEM_SEC1);
    }
    let bare = hex(samples::SEC1_WITHOUT_PUBLIC);
    let parts = sec1_from_der(None, &bare).unwrap();
    assert_eq!(parts.public, None);
    assert_eq!(*sec1_to_der(&parts), bare);
}

/// Goal: a PEM key is read in the form its label names. Method: both labels, and each exchanged.
#[test]
fn pem_label_chooses_the_form() {
    for (text, form) in
        [(samples::PEM_PKCS8, PrivateForm::Pkcs8), (samples::PEM_SEC1, PrivateForm::Sec1)]
    {
        let document = PrivateDocument::from_pem(text).unwrap();
        assert_eq!(document.form(), form);
        assert_eq!(document.parts().unwrap().scalar, hex(samples::SCALAR));
    }
    let exchanged = [
        samples::PEM_SEC1.replace("EC PRIVATE KEY", "PRIVATE KEY"),
        samples::PEM_PKCS8.replace("PRIVATE KEY", "EC PRIVATE KEY"),
    ];
    for text in exchanged {
        let document = PrivateDocument::from_pem(&text).unwrap();
        assert_eq!(refused(document.parts()), DecodeError::KeyEncoding);
    }
    assert_eq!(refused(PrivateDocument::from_pem(samples::PEM_SPKI)), DecodeError::PemLabel);
}

/// Goal: foreign keys are told apart by name. Method: documents of other curves and algorithms.
#[test]
fn foreign_documents_are_named() {
    for (sample, error) in [
        (samples::PKCS8_EXPLICIT, DecodeError::CurveUnsupported),
        (samples::PKCS8_K224, DecodeError::CurveUnsupported),
        (samples::SEC1, DecodeError::KeyEncoding),
        (samples::SPKI, DecodeError::KeyEncoding),
    ] {
        assert_eq!(refused(pkcs8_from_der(&hex(sample))), error);
    }
    for (sample, error) in [
        (samples::SEC1_EXPLICIT, DecodeError::CurveUnsupported),
        (samples::SEC1_K224, DecodeError::CurveUnsupported),
        (samples::PKCS8, DecodeError::KeyEncoding),
        (samples::SPKI, DecodeError::KeyEncoding),
    ] {
        assert_eq!(refused(sec1_from_der(None, &hex(sample))), error);
    }
    let k224 = hex(samples::SEC1_K224);
    assert_eq!(refused(sec1_from_der(Some(P256), &k224)), DecodeError::KeyCurveMismatch);
    assert_eq!(refused(pkcs8_from_der(&[])), DecodeError::KeyEncoding);
    assert_eq!(refused(sec1_from_der(None, &[])), DecodeError::KeyEncoding);
}

/// Goal: the curve is named once, or twice alike. Method: every pairing of inside and outside.
#[test]
fn parameters_inside_and_outside_must_agree() {
    let scalar = octets(&hex(samples::SCALAR));
    let named = |curve: &str| sec1(&[&scalar, &tlv(0xa0, &[&hex(curve)])]);
    let unnamed = sec1(&[&scalar]);
    assert!(sec1_from_der(None, &named(CURVE)).is_ok());
    assert!(sec1_from_der(Some(P256), &named(CURVE)).is_ok());
    assert!(sec1_from_der(Some(P256), &unnamed).is_ok());
    assert!(pkcs8_from_der(&pkcs8(0, &named(CURVE), &[])).is_ok());
    assert!(pkcs8_from_der(&pkcs8(0, &unnamed, &[])).is_ok());
    for (result, error) in [
        (sec1_from_der(None, &unnamed), DecodeError::KeyEncoding),
        (sec1_from_der(None, &named(K224_CURVE)), DecodeError::CurveUnsupported),
        (sec1_from_der(Some(P256), &named(K224_CURVE)), DecodeError::KeyCurveMismatch),
        (pkcs8_from_der(&pkcs8(0, &named(K224_CURVE), &[])), DecodeError::KeyCurveMismatch),
        (pkcs8_from_der(&pkcs8(0, &named("0500"), &[])), DecodeError::CurveUnsupported),
        (pkcs8_from_der(&pkcs8(0, &named("3000"), &[])), DecodeError::CurveUnsupported),
        (sec1_from_der(None, &named("0500")), DecodeError::CurveUnsupported),
        (sec1_from_der(None, &named("3003020101")), DecodeError::CurveUnsupported),
        (sec1_from_der(None, &named("0400")), DecodeError::KeyEncoding),
        (sec1_from_der(None, &named("")), DecodeError::KeyEncoding),
        (sec1_from_der(Some(P256), &named("")), DecodeError::KeyEncoding),
    ] {
        assert_eq!(refused(result), error);
    }
    let twice = [CURVE, CURVE].concat();
    assert_eq!(refused(sec1_from_der(None, &named(&twice))), DecodeError::KeyEncoding);
}

/// Goal: a scalar has the order's width. Method: widths around it, in both forms.
#[test]
fn scalars_of_another_width_are_refused() {
    for got in [0, 1, 31, 33, 48, 64, 66, 1000] {
        let inner = sec1(&[&octets(&alloc::vec![1; got])]);
        let error = DecodeError::KeyLength { expected: 32, got };
        assert_eq!(refused(sec1_from_der(Some(P256), &inner)), error);
        assert_eq!(refused(pkcs8_from_der(&pkcs8(0, &inner, &[]))), error);
    }
    // Range is not looked at here.
    for byte in [0, 0xff] {
        let inner = sec1(&[&octets(&[byte; 32])]);
        assert_eq!(sec1_from_der(Some(P256), &inner).unwrap().scalar, [byte; 32]);
    }
}

/// Goal: RFC 5915 has its four fields in order. Method: each field broken, moved or repeated.
#[test]
fn broken_inner_documents_are_refused() {
    let scalar = octets(&[7; 32]);
    let curve = tlv(0xa0, &[&hex(CURVE)]);
    let public = inner_public(&bits(&point()));
    assert!(sec1_from_der(Some(P256), &sec1(&[&scalar, &curve, &public])).is_ok());
    let version = |bytes: &[u8]| tlv(0x30, &[bytes, &scalar, &curve]);
    for (why, wrong) in [
        ("version 0", version(&[2, 1, 0])),
        ("version 2", version(&[2, 1, 2])),
        ("version 257", version(&[2, 2, 1, 1])),
        ("padded version", version(&[2, 2, 0, 1])),
        ("no version", version(&[])),
        ("no scalar", sec1(&[&curve])),
        ("scalar as an integer", sec1(&[&tlv(2, &[&[7; 32]]), &curve])),
        ("constructed scalar", sec1(&[&tlv(0x24, &[&scalar]), &curve])),
        ("public key first", sec1(&[&scalar, &public, &curve])),
        ("curve first", sec1(&[&curve, &scalar])),
        ("two curves", sec1(&[&scalar, &curve, &curve])),
        ("two public keys", sec1(&[&scalar, &public, &public])),
        ("a further field", sec1(&[&scalar, &curve, &public, &[0xa2, 0]])),
        ("a null after", sec1(&[&scalar, &curve, &[5, 0]])),
        ("primitive [0]", sec1(&[&scalar, &tlv(0x80, &[&hex(CURVE)])])),
        ("implicit [1]", sec1(&[&scalar, &tlv(0x81, &[&bits(&point())])])),
        ("unused bits", sec1(&[&scalar, &inner_public(&[1, 4, 0])])),
        ("eight unused bits", sec1(&[&scalar, &inner_public(&[8, 4, 0])])),
        ("no bits at all", sec1(&[&scalar, &inner_public(&[])])),
        ("public as octets", sec1(&[&scalar, &tlv(0xa1, &[&octets(&point())])])),
        ("empty [1]", sec1(&[&scalar, &[0xa1, 0]])),
        ("trailing byte", [&sec1(&[&scalar, &curve])[..], &[0]].concat()),
        ("a set", [&[0x31], &sec1(&[&scalar, &curve])[1..]].concat()),
    ] {
        let got = refused(sec1_from_der(Some(P256), &wrong));
        assert_eq!(got, DecodeError::KeyEncoding, "{why}");
        let got = refused(pkcs8_from_der(&pkcs8(0, &wrong, &[])));
        assert_eq!(got, DecodeError::KeyEncoding, "{why}, inside PKCS#8");
    }
}

/// Goal: PKCS#8 has its fields in order, and no others. Method: each broken, moved or repeated.
#[test]
fn broken_outer_documents_are_refused() {
    let inner = sec1(&[&octets(&[7; 32])]);
    let public = tlv(0x81, &[&bits(&point())]);
    let attributes = hex("a0 0d 300b 0603551d0f 3104 03020080");
    let taken = [
        pkcs8(0, &inner, &[]),
        pkcs8(0, &inner, &[&attributes]),
        pkcs8(0, &inner, &[&[0xa0, 0]]),
        pkcs8(1, &inner, &[&public]),
        pkcs8(1, &inner, &[&attributes, &public]),
    ];
    for right in &taken {
        assert!(pkcs8_from_der(right).is_ok());
        assert_eq!(refused(pkcs8_from_der(&[right, &[0][..]].concat())), DecodeError::KeyEncoding);
    }
    for (why, wrong) in [
        ("version 2", pkcs8(2, &inner, &[&public])),
        ("version 255", pkcs8(255, &inner, &[])),
        ("version 1 without a public key", pkcs8(1, &inner, &[])),
        ("version 0 with a public key", pkcs8(0, &inner, &[&public])),
        ("public key before attributes", pkcs8(1, &inner, &[&public, &attributes])),
        ("two public keys", pkcs8(1, &inner, &[&public, &public])),
        ("attributes twice", pkcs8(0, &inner, &[&attributes, &attributes])),
        ("a further field", pkcs8(0, &inner, &[&[0xa2, 0]])),
        ("a further field after all", pkcs8(1, &inner, &[&attributes, &public, &[0xa2, 0]])),
        ("explicit public key", pkcs8(1, &inner, &[&inner_public(&bits(&point()))])),
        ("unused bits", pkcs8(1, &inner, &[&tlv(0x81, &[&[1, 4, 0]])])),
        ("no bits at all", pkcs8(1, &inner, &[&[0x81, 0]])),
        ("primitive attributes", pkcs8(0, &inner, &[&[0x80, 0]])),
        ("a null after", pkcs8(0, &inner, &[&[5, 0]])),
        ("an empty key", pkcs8(0, &[], &[])),
        ("a bare scalar", pkcs8(0, &[7; 32], &[])),
        ("octets in octets", pkcs8(0, &octets(&inner), &[])),
        ("trailing byte inside", pkcs8(0, &[&inner[..], &[0]].concat(), &[])),
    ] {
        assert_eq!(refused(pkcs8_from_der(&wrong)), DecodeError::KeyEncoding, "{why}");
    }
}

/// Goal: no stored public key goes unseen. Method: one or two of them, alike and not.
#[test]
fn two_stored_public_keys_must_agree() {
    let scalar = octets(&[7; 32]);
    let document = |inner: Option<&[u8]>, outer: &[u8]| {
        let inner = inner.map(|bytes| inner_public(&bits(bytes))).unwrap_or_default();
        pkcs8(1, &sec1(&[&scalar, &inner]), &[&tlv(0x81, &[&bits(outer)])])
    };
    let full = point();
    let short = compressed();
    for (inner, outer, kept) in [
        (None, &full, &full),
        (None, &short, &short),
        (Some(&full[..]), &full, &full),
        (Some(&short), &short, &short),
        (Some(&short), &full, &full),
        (Some(&full), &short, &full),
    ] {
        let der = document(inner, outer);
        assert_eq!(pkcs8_from_der(&der).unwrap().public, Some(&kept[..]));
    }
    let odd = [&[3][..], &short[1..]].concat();
    let mut other_y = full.clone();
    other_y[40] ^= 1;
    let mut hybrid = full.clone();
    hybrid[0] = 6;
    for (inner, outer, error) in [
        (&full, &odd, DecodeError::KeyMismatch),
        (&odd, &full, DecodeError::KeyMismatch),
        (&short, &odd, DecodeError::KeyMismatch),
        (&full, &other_y, DecodeError::KeyMismatch),
        (&hybrid, &full, DecodeError::KeyEncoding),
        (&full, &hybrid, DecodeError::KeyEncoding),
        (&full, &Vec::from([0]), DecodeError::KeyPointInvalid),
        (&Vec::from([0]), &full, DecodeError::KeyPointInvalid),
        (&Vec::new(), &full, DecodeError::KeyEncoding),
    ] {
        assert_eq!(refused(pkcs8_from_der(&document(Some(inner), outer))), error);
    }
}

/// Goal: no second encoding of a document. Method: every neighbour of real ones is refused or is
/// itself what its parts are written as.
#[test]
fn whatever_is_taken_is_written_the_same() {
    let (mut taken, mut refusals) = (0, 0);
    for near in neighbours(&hex(samples::PKCS8)) {
        match pkcs8_from_der(&near) {
            Ok(parts) => {
                assert_eq!(*pkcs8_to_der(&parts), near);
                taken += 1;
            }
            Err(_) => refusals += 1,
        }
    }
    for near in neighbours(&hex(samples::SEC1)) {
        match sec1_from_der(None, &near) {
            Ok(parts) => {
                assert_eq!(*sec1_to_der(&parts), near);
                taken += 1;
            }
            Err(_) => refusals += 1,
        }
    }
    // The scalar's and the point's bytes may change; nothing else may.
    let free = (32 + 65) * 255;
    assert_eq!(taken, 2 * free);
    assert!(refusals > 18_000, "{refusals}");
}

/// Goal: the inner buffer holds the widest key. Method: widths of P-521 under our name.
#[test]
fn widest_key_fits_the_inner_buffer() {
    let (scalar, public) = ([0xff; 66], [4; 133]);
    let parts = PrivateParts { algorithm: P256, scalar: &scalar, public: Some(&public) };
    let der = pkcs8_to_der(&parts);
    assert_eq!(refused(pkcs8_from_der(&der)), DecodeError::KeyLength { expected: 32, got: 66 });
    assert!(der.windows(133).any(|bytes| bytes == public));
}

/// Goal: RFC 8410 keys are read and written as OpenSSL writes them, and nothing near one is taken
/// for another key. Method: the sample, version 2 with the public key, each wrong shape, and all
/// neighbours, which must be refused or be written back as they are.
#[test]
fn octet_keys_have_one_form() {
    let der = hex(samples::PKCS8_ED25519);
    let parts = pkcs8_from_der(&der).expect("the sample is good");
    assert_eq!((parts.algorithm, parts.public), (Algorithm::Ed25519, None));
    assert_eq!(*pkcs8_to_der(&parts), der);
    let seed = parts.scalar.to_vec();
    let oid = tlv(0x30, &[&[6, 3, 0x2b, 0x65, 0x70]]);
    let document = |version: u8, id: &[u8], inner: &[u8], more: &[u8]| {
        tlv(0x30, &[&[2, 1, version], id, &tlv(4, &[inner]), more])
    };
    let inner = tlv(4, &[&seed]);
    assert_eq!(document(0, &oid, &inner, &[]), der);
    let public = [&[0x81, 33, 0][..], &[7; 32]].concat();
    let version_2 = document(1, &oid, &inner, &public);
    let parts = pkcs8_from_der(&version_2).expect("RFC 5958");
    assert_eq!((parts.scalar, parts.public), (&seed[..], Some(&[7; 32][..])));
    let with_null = tlv(0x30, &[&[6, 3, 0x2b, 0x65, 0x70, 5, 0]]);
    let short = tlv(4, &[&seed[1..]]);
    let long = tlv(4, &[&seed, &[0]]);
    for (wrong, error) in [
        (document(0, &with_null, &inner, &[]), DecodeError::KeyEncoding),
        (document(0, &oid, &seed, &[]), DecodeError::KeyEncoding),
        (document(0, &oid, &[&inner[..], &[0]].concat(), &[]), DecodeError::KeyEncoding),
        (document(0, &oid, &short, &[]), DecodeError::KeyLength { expected: 32, got: 31 }),
        (document(0, &oid, &long, &[]), DecodeError::KeyLength { expected: 32, got: 33 }),
        (document(2, &oid, &inner, &[]), DecodeError::KeyEncoding),
    ] {
        assert_eq!(refused(pkcs8_from_der(&wrong)), error, "{wrong:02x?}");
    }
    for near in neighbours(&der) {
        if let Ok(parts) = pkcs8_from_der(&near) {
            assert_eq!(*pkcs8_to_der(&parts), near);
        }
    }
}
