//! The octet strings of points.

use crate::ecc::algorithm::Algorithm;
use crate::ecc::documents::sec1_point::PointBytes;
use crate::encode::tests::written;
use crate::error::DecodeError;
use crate::samples::{X, Y, hex};

const P256: Algorithm = Algorithm::EcP256;

/// Goal: both forms come apart and go together. Method: tags 2, 3, 4 with real coordinates.
#[test]
fn points_make_the_round_trip() {
    let (x, y) = (hex(X), hex(Y));
    for (tag, odd) in [(2, false), (3, true)] {
        let bytes = [&[tag][..], &x].concat();
        let point = PointBytes::parse(P256, &bytes).unwrap();
        assert_eq!(point, PointBytes::Compressed { odd, x: &x });
        assert_eq!((point.x(), point.is_odd()), (&x[..], odd));
        assert_eq!(written(|out| point.write(out)), bytes);
        assert_eq!(bytes.len(), PointBytes::encoded_bytes(P256, true));
    }
    let bytes = [&[4][..], &x, &y].concat();
    let point = PointBytes::parse(P256, &bytes).unwrap();
    assert_eq!(point, PointBytes::Uncompressed { x: &x, y: &y });
    assert_eq!((point.x(), point.is_odd()), (&x[..], false));
    assert_eq!(written(|out| point.write(out)), bytes);
    assert_eq!(bytes.len(), PointBytes::encoded_bytes(P256, false));
}

/// Goal: a tag has one length and no tag is taken but three. Method: all 256 tags, all lengths
/// up to 140.
#[test]
fn every_other_tag_and_length_is_refused() {
    let bytes = [0x55; 140];
    for tag in 0..=255u8 {
        for len in 1..bytes.len() {
            let mut point = bytes[..len].to_vec();
            point[0] = tag;
            let got = PointBytes::parse(P256, &point);
            match (tag, len) {
                (2 | 3, 33) | (4, 65) => assert!(got.is_ok(), "tag {tag}, {len} bytes"),
                (0, 1) => assert_eq!(got, Err(DecodeError::KeyPointInvalid)),
                _ => assert_eq!(got, Err(DecodeError::KeyEncoding), "tag {tag}, {len} bytes"),
            }
        }
    }
    assert_eq!(PointBytes::parse(P256, &[]), Err(DecodeError::KeyEncoding));
}

/// Goal: two encodings agree when they can be one point. Method: forms against forms, and each
/// with one bit changed.
#[test]
fn agreement_compares_all_that_both_say() {
    let (x, y) = (hex(X), hex(Y));
    let mut odd_y = y.clone();
    odd_y[31] ^= 1;
    let mut other_y = y.clone();
    other_y[0] ^= 1;
    let mut other_x = x.clone();
    other_x[31] ^= 1;
    let even = PointBytes::Compressed { odd: false, x: &x };
    let odd = PointBytes::Compressed { odd: true, x: &x };
    let full = PointBytes::Uncompressed { x: &x, y: &y };
    let differ = [
        (even, odd),
        (odd, full),
        (even, PointBytes::Compressed { odd: false, x: &other_x }),
        (even, PointBytes::Uncompressed { x: &other_x, y: &y }),
        (even, PointBytes::Uncompressed { x: &x, y: &odd_y }),
        (full, PointBytes::Uncompressed { x: &x, y: &odd_y }),
        (full, PointBytes::Uncompressed { x: &x, y: &other_y }),
        (full, PointBytes::Uncompressed { x: &other_x, y: &y }),
    ];
    for (a, b) in [(even, even), (odd, odd), (full, full), (even, full)] {
        assert!(a.agrees_with(&b) && b.agrees_with(&a), "{a:?} {b:?}");
    }
    for (a, b) in differ {
        assert!(!a.agrees_with(&b) && !b.agrees_with(&a), "{a:?} {b:?}");
    }
}
