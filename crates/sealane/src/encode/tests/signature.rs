//! Signatures in DER and at fixed width.

use super::written;
use crate::encode::signature::{from_der, from_fixed, max_der_bytes, to_der, to_fixed};
use crate::error::DecodeError;
use crate::samples::{SIGNATURES, hex, neighbours, tlv};
use alloc::vec::Vec;

const WIDTH: usize = 32;

fn refusal(der: &[u8]) -> DecodeError {
    from_der(WIDTH, der).expect_err("must be refused")
}

/// `SEQUENCE { r, s }` with the contents octets given.
fn pair(r: &[u8], s: &[u8]) -> Vec<u8> {
    tlv(0x30, &[&tlv(2, &[r]), &tlv(2, &[s])])
}

/// Goal: OpenSSL's signatures go in and out unchanged. Method: four shapes, both forms.
#[test]
fn openssl_signatures_make_the_round_trip() {
    for sample in SIGNATURES {
        let der = hex(sample);
        let integers = from_der(WIDTH, &der).unwrap();
        assert_eq!(written(|out| to_der(integers.r(), integers.s(), out)), der);
        assert!(der.len() <= max_der_bytes(WIDTH));
        let fixed = written(|out| to_fixed(integers.r(), integers.s(), out));
        assert_eq!(fixed, [integers.r(), integers.s()].concat());
        assert_eq!(from_fixed(WIDTH, &fixed).unwrap(), integers);
    }
}

/// Goal: the values come out at full width. Method: one and zero, and both ends of 256 bits.
#[test]
fn integers_are_as_wide_as_the_order() {
    let one = [&[0; 31][..], &[1]].concat();
    let most = [0xff; 32];
    let got = from_der(WIDTH, &pair(&[1], &[&[0][..], &most].concat())).unwrap();
    assert_eq!((got.r(), got.s()), (&one[..], &most[..]));
    // Zero is well-formed: the range is refused later, and as SIG_INVALID.
    let got = from_der(WIDTH, &pair(&[0], &[0x7f])).unwrap();
    assert_eq!((got.r(), got.s()[31]), (&[0; 32][..], 0x7f));
}

/// Goal: one form only. Method: each way to write the pair (1, 1) that DER forbids.
#[test]
fn every_other_form_of_a_pair_is_refused() {
    assert!(from_der(WIDTH, &hex("3006 020101 020101")).is_ok());
    for (why, wrong) in [
        ("trailing byte", "3006 020101 020101 00"),
        ("trailing sequence", "3006 020101 020101 3006 020101 020101"),
        ("third element", "3009 020101 020101 020101"),
        ("trailing byte inside", "3007 020101 020101 00"),
        ("one element", "3003 020101"),
        ("no element", "3000"),
        ("long form of a short length", "308106 020101 020101"),
        ("long form with a zero", "30820006 020101 020101"),
        ("long form inside", "3007 02810101 020101"),
        ("indefinite length", "3080 020101 020101 0000"),
        ("indefinite length inside", "3008 02800100 00 020101"),
        ("reserved length", "30ff 020101 020101"),
        ("length beyond the end", "3007 020101 020101"),
        ("length short of the end", "3005 020101 020101"),
        ("inner length beyond the outer", "3006 020101 020201"),
        ("length 2^64 - 1", "3088ffffffffffffffff 020101 020101"),
        ("inner length 2^64 - 1", "300e 0288ffffffffffffffff 01 020101"),
        ("length 2^32 - 1", "3084ffffffff 020101 020101"),
        ("length 2^128 - 1", "3090ffffffffffffffffffffffffffffffff 020101 020101"),
        ("padded r", "3007 02020001 020101"),
        ("padded s", "3007 020101 02020001"),
        ("padded zero", "3007 02020000 020101"),
        ("negative r", "3006 020181 020101"),
        ("negative s", "3006 020101 0201ff"),
        ("negative, padded", "3007 0202ff81 020101"),
        ("empty r", "3005 0200 020101"),
        ("empty s", "3005 020101 0200"),
        ("a set", "3106 020101 020101"),
        ("a primitive sequence", "1006 020101 020101"),
        ("a context tag", "a006 020101 020101"),
        ("long tag", "3f3006 020101 020101"),
        ("bit string for r", "3006 030101 020101"),
        ("octet string for s", "3006 020101 040101"),
        ("enumerated for r", "3006 0a0101 020101"),
        ("constructed integer", "3006 220101 020101"),
        ("pair in a pair", "3008 3006 020101 020101"),
        ("null for s", "3005 020101 0500"),
        ("only a tag", "30"),
        ("zeros", "0000"),
        ("text", "2d2d2d2d2d"),
    ] {
        assert_eq!(refusal(&hex(wrong)), DecodeError::SigEncoding, "{why}");
    }
}

/// Goal: no bytes are a matter of length. Method: none, against one.
#[test]
fn an_empty_signature_is_refused_by_length() {
    assert_eq!(refusal(&[]), DecodeError::SigLength { expected: 8, got: 0 });
    assert_eq!(refusal(&[0x30]), DecodeError::SigEncoding);
}

/// Goal: an integer too long is out of range, not badly encoded. Method: at, above and far above.
#[test]
fn integers_longer_than_the_order_are_invalid() {
    let at = [&[0][..], &[0xff; 32]].concat();
    assert!(from_der(WIDTH, &pair(&at, &at)).is_ok());
    for long in [[&[1][..], &[0; 32]].concat(), [&[0][..], &[0xff; 33]].concat(), [1; 1000].into()]
    {
        assert_eq!(refusal(&pair(&long, &at)), DecodeError::SigInvalid);
        assert_eq!(refusal(&pair(&at, &long)), DecodeError::SigInvalid);
        // Bad encoding goes before range.
        assert_eq!(refusal(&pair(&long, &[0, 1])), DecodeError::SigEncoding);
    }
}

/// Goal: no second encoding of anything. Method: every neighbour of real signatures is refused or
/// is itself what its values are written as.
#[test]
fn whatever_is_taken_is_written_the_same() {
    let (mut taken, mut refused) = (0, 0);
    for sample in SIGNATURES {
        for near in neighbours(&hex(sample)) {
            match from_der(WIDTH, &near) {
                Ok(integers) => {
                    let mut out = [0; 72];
                    let bytes = to_der(integers.r(), integers.s(), &mut out).unwrap();
                    assert_eq!(&out[..bytes], near);
                    taken += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    // Changed value bytes are still signatures; everything else is not.
    assert!(taken > 60_000 && refused > 2_000, "{taken} taken, {refused} refused");
}

/// Goal: the fixed form has one length. Method: lengths around it.
#[test]
fn fixed_form_of_another_length_is_refused() {
    for got in [0, 1, 32, 63, 65, 66, 96, 128, 1 << 16] {
        let refused = from_fixed(WIDTH, &alloc::vec![1; got]);
        assert_eq!(refused, Err(DecodeError::SigLength { expected: 64, got }));
    }
    let integers = from_fixed(WIDTH, &[0xff; 64]).unwrap();
    assert_eq!((integers.r(), integers.s()), (&[0xff; 32][..], &[0xff; 32][..]));
}

/// Goal: the bound on a signature's length is exact. Method: the widest values of three orders.
#[test]
fn longest_der_is_as_long_as_promised() {
    for order_bytes in [32, 48, 66] {
        let most = alloc::vec![0xff; order_bytes];
        assert_eq!(written(|out| to_der(&most, &most, out)).len(), max_der_bytes(order_bytes));
    }
    assert_eq!(max_der_bytes(32), 72);
}
