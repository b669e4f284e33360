//! Bad keys and templates: brought, made, wrapped and changed; by which value each is refused, and
//! the nearest that is taken.
//!
//! docs/pkcs11.md says which test has which kind of bad input.

use crate::common::served;
use crate::raw::{P256, call, plain, row};
use crate::user::{ED25519, FALSE, Row, TRUE, User, X25519, hex, result};
use cryptoki_sys::*;
use std::ptr::null_mut;

/// The prime of P-256's coordinates, and the order of its group. SP 800-186, section 3.2.1.3.
const P256_PRIME: &str = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
const P256_ORDER: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

const IN_SESSION: Row<'static> = (CKA_TOKEN, FALSE);
const IN_TOKEN: Row<'static> = (CKA_TOKEN, TRUE);
/// Both places of an object.
const PLACES: [Row<'static>; 2] = [IN_SESSION, IN_TOKEN];

/// Brings a public key of a curve.
fn public(
    user: User,
    place: Row<'_>,
    (kind, curve): (CK_KEY_TYPE, &[u8]),
    point: &[u8],
) -> Result<CK_OBJECT_HANDLE, CK_RV> {
    let (class, kind) = (CKO_PUBLIC_KEY.to_ne_bytes(), kind.to_ne_bytes());
    let of_curve = [(CKA_KEY_TYPE, &kind[..]), (CKA_EC_PARAMS, curve), (CKA_EC_POINT, point)];
    user.create(&[&[place, (CKA_CLASS, &class[..])], &of_curve[..]].concat())
}

/// Brings a private key of P-256.
fn private(user: User, place: Row<'_>, more: &[Row<'_>]) -> Result<CK_OBJECT_HANDLE, CK_RV> {
    let (class, kind) = (CKO_PRIVATE_KEY.to_ne_bytes(), CKK_EC.to_ne_bytes());
    let rows = [place, (CKA_CLASS, &class), (CKA_KEY_TYPE, &kind), (CKA_EC_PARAMS, &P256)];
    user.create(&[&rows[..], more].concat())
}

/// Goal: what is no point of its curve is no public key, whatever is wrong with it, in a session
/// and in the token; a point is taken in each of its forms.
#[test]
fn points() {
    served("bad_keys::points", || {
        let user = User::begin();
        let curve = [IN_SESSION, (CKA_EC_PARAMS, &P256[..])];
        let (made, _) = user.pair(CKM_EC_KEY_PAIR_GEN, &curve, &[]).unwrap();
        let good = user.value(made, CKA_EC_POINT).unwrap()[2..].to_vec();
        let (x, y) = (&good[1..33], &good[33..]);
        let form = |first: u8, x: &[u8], y: &[u8]| [&[first], x, y].concat();
        let (zero, prime) = ([0; 32], hex(P256_PRIME));
        let mut beside = y.to_vec();
        beside[31] ^= 1;
        let bad = [
            vec![0],
            vec![],
            form(4, x, &beside),
            form(4, &zero, &zero),
            form(4, &prime, y),
            form(4, x, &prime),
            form(4, &[0xff; 32], y),
            form(2, &prime, &[]),
            form(5, x, &[]),
            form(6, x, y),
            form(7, x, y),
            form(4, x, &y[1..]),
            form(4, x, &[y, &[0]].concat()),
            // Of a curve with longer coordinates.
            form(4, &[1; 48], &[1; 48]),
        ];
        let own = (CKK_EC, &P256[..]);
        for place in PLACES {
            for point in &bad {
                let said = public(user, place, own, point);
                assert_eq!(said, Err(CKR_PUBLIC_KEY_INVALID), "{point:02x?}");
            }
            let short = form(2 + y[31] % 2, x, &[]);
            for point in [&good, &short, &[&[4, 65][..], &good].concat()] {
                public(user, place, own, point).unwrap();
            }
        }
        // Half of all numbers are no x of a point.
        let compressed = (1..32u8).map(|x| {
            let mut point = [0; 33];
            (point[0], point[32]) = (2, x);
            public(user, IN_SESSION, own, &point).err()
        });
        let (taken, refused): (Vec<_>, Vec<_>) = compressed.partition(Option::is_none);
        assert!(taken.len() > 5 && refused.len() > 5);
        assert!(refused.iter().all(|said| *said == Some(CKR_PUBLIC_KEY_INVALID)));
        let edwards = (CKK_EC_EDWARDS, ED25519);
        let mut prime = [0xff; 32];
        (prime[0], prime[31]) = (0xed, 0x7f);
        for place in PLACES {
            assert_eq!(public(user, place, edwards, &prime), Err(CKR_PUBLIC_KEY_INVALID));
        }
        // Points of order 1 and 4: a session verifies by them, and the token does not keep them.
        let (mut neutral, zero) = ([0; 32], [0; 32]);
        neutral[0] = 1;
        for point in [&neutral, &zero] {
            public(user, IN_SESSION, edwards, point).unwrap();
            let kept = public(user, IN_TOKEN, edwards, point);
            assert_eq!(kept, Err(CKR_PUBLIC_KEY_INVALID), "{point:02x?}");
        }
    });
}

/// Goal: curves by explicit parameters, that nobody knows, over binary fields, and of another
/// kind of key are refused, in new keys and in those that are brought.
#[test]
fn curves() {
    served("bad_keys::curves", || {
        let user = User::begin();
        let explicit = [0x30, 3, 2, 1, 1];
        let sect233r1 = [6, 5, 0x2b, 0x81, 4, 0, 0x1b];
        for curve in [&explicit[..], &[6, 3, 0x2a, 3, 4], &sect233r1, ED25519, &[], &[0xff; 40]] {
            let made = user.pair(CKM_EC_KEY_PAIR_GEN, &[IN_SESSION, (CKA_EC_PARAMS, curve)], &[]);
            assert_eq!(made, Err(CKR_CURVE_NOT_SUPPORTED), "{curve:02x?}");
            let said = public(user, IN_SESSION, (CKK_EC, curve), &[4; 65]);
            assert_eq!(said, Err(CKR_CURVE_NOT_SUPPORTED), "{curve:02x?}");
        }
        let made = user.pair(CKM_EC_KEY_PAIR_GEN, &[IN_SESSION, (CKA_EC_PARAMS, &P256)], &[]);
        made.unwrap();
    });
}

/// Goal: private scalars that are zero, not below the order, or too long are refused, and a public
/// key beside one that is another's; the key's own, in each form, is taken.
#[test]
fn private_keys() {
    served("bad_keys::private_keys", || {
        let user = User::begin();
        let order = hex(P256_ORDER);
        let mut last = order.clone();
        last[31] -= 1;
        for place in PLACES {
            for bad in [&[0; 32][..], &order, &[0xff; 32], &[1; 33], &[]] {
                let said = private(user, place, &[(CKA_VALUE, bad)]);
                assert_eq!(said, Err(CKR_ATTRIBUTE_VALUE_INVALID), "{bad:02x?}");
            }
            // Zeros in front may be left out.
            for good in [&last[..], &[1]] {
                private(user, place, &[(CKA_VALUE, good)]).unwrap();
            }
        }
        let away = [(CKA_EXTRACTABLE, TRUE), (CKA_SENSITIVE, FALSE)];
        let curve = [IN_SESSION, (CKA_EC_PARAMS, &P256[..])];
        let make = || user.pair(CKM_EC_KEY_PAIR_GEN, &curve, &away).unwrap();
        let ((of_public, own), (other, _)) = (make(), make());
        let scalar = user.value(own, CKA_VALUE).unwrap();
        for kind in [CKA_EC_POINT, CKA_PUBLIC_KEY_INFO] {
            let named = |public| {
                let value = user.value(public, kind).unwrap();
                private(user, IN_SESSION, &[(CKA_VALUE, &scalar), (kind, &value)])
            };
            assert_eq!(named(other), Err(CKR_TEMPLATE_INCONSISTENT));
            named(of_public).unwrap();
        }
        let nonsense = [(CKA_VALUE, &scalar[..]), (CKA_PUBLIC_KEY_INFO, &[1, 2, 3])];
        assert_eq!(private(user, IN_SESSION, &nonsense), Err(CKR_TEMPLATE_INCONSISTENT));
    });
}

/// Goal: peers of low order, of another length, and points of no curve are refused.
#[test]
fn peers() {
    served("bad_keys::peers", || {
        let user = User::begin();
        let derive = [(CKA_DERIVE, TRUE)];
        let agree = |mechanism, curve, bad: &[&[u8]]| {
            let curve = [IN_SESSION, (CKA_EC_PARAMS, curve)];
            let make = || user.pair(mechanism, &curve, &derive).unwrap();
            let ((_, own), (peer, _)) = (make(), make());
            for point in bad {
                let said = user.agree(own, point);
                assert_eq!(said, Err(CKR_MECHANISM_PARAM_INVALID), "{point:02x?}");
            }
            user.agree(own, &user.value(peer, CKA_EC_POINT).unwrap()).unwrap();
        };
        let (mut one, mut prime) = ([0; 32], [0xff; 32]);
        one[0] = 1;
        (prime[0], prime[31]) = (0xed, 0x7f);
        // RFC 7748, section 6.1: what gives zero.
        let bad = [&[0; 32][..], &one, &prime, &[9; 31], &[9; 33], &[]];
        agree(CKM_EC_MONTGOMERY_KEY_PAIR_GEN, X25519, &bad);
        agree(CKM_EC_KEY_PAIR_GEN, &P256, &[&[0], &[4; 65], &[2; 32], &[]]);
    });
}

/// The numbers of a private key of RSA, in the order of its template.
const NUMBERS: [CK_ATTRIBUTE_TYPE; 8] = [
    CKA_MODULUS,
    CKA_PUBLIC_EXPONENT,
    CKA_PRIVATE_EXPONENT,
    CKA_PRIME_1,
    CKA_PRIME_2,
    CKA_EXPONENT_1,
    CKA_EXPONENT_2,
    CKA_COEFFICIENT,
];

/// Goal: lengths, moduli and exponents of RSA that are no key's are refused; so are numbers that do
/// not belong together.
#[test]
fn rsa() {
    served("bad_keys::rsa", || {
        let user = User::begin();
        let make = |bits: u64| {
            let bits = bits.to_ne_bytes();
            let away = [(CKA_EXTRACTABLE, TRUE), (CKA_SENSITIVE, FALSE)];
            let public = [IN_SESSION, (CKA_MODULUS_BITS, &bits[..])];
            user.pair(CKM_RSA_PKCS_KEY_PAIR_GEN, &public, &away)
        };
        for bits in [0, 512, 1024, 2047, 8193, 1 << 40, u64::MAX] {
            assert_eq!(make(bits), Err(CKR_KEY_SIZE_RANGE), "{bits}");
        }
        let (_, own) = make(2048).unwrap();
        let numbers = NUMBERS.map(|kind| user.value(own, kind).unwrap());
        let bring = |class: CK_OBJECT_CLASS, numbers: &[Vec<u8>]| {
            let (class, kind) = (class.to_ne_bytes(), CKK_RSA.to_ne_bytes());
            let rows = [IN_SESSION, (CKA_CLASS, &class[..]), (CKA_KEY_TYPE, &kind)];
            let numbers = NUMBERS.into_iter().zip(numbers.iter().map(Vec::as_slice));
            user.create(&rows.into_iter().chain(numbers).collect::<Vec<_>>())
        };
        let modulus = &numbers[0];
        let even = difference_of_one(modulus);
        for (n, e) in [
            (&even[..], &[1, 0, 1][..]),
            (&modulus[..63], &[1, 0, 1]),
            (&[0xff; 1025], &[1, 0, 1]),
            (modulus, &[1]),
            (modulus, &[4]),
            (modulus, &[2, 0, 0, 0, 1]),
            (modulus, &[]),
        ] {
            let said = bring(CKO_PUBLIC_KEY, &[n.to_vec(), e.to_vec()]);
            assert_eq!(said, Err(CKR_ATTRIBUTE_VALUE_INVALID), "{} bytes, {e:?}", n.len());
        }
        bring(CKO_PUBLIC_KEY, &numbers[..2]).unwrap();
        for at in [2, 3, 4, 7] {
            let mut changed = numbers.clone();
            *changed[at].last_mut().unwrap() ^= 2;
            let said = bring(CKO_PRIVATE_KEY, &changed);
            assert_eq!(said, Err(CKR_TEMPLATE_INCONSISTENT), "{:#x}", NUMBERS[at]);
        }
        let mut twice = numbers.clone();
        twice[4] = twice[3].clone();
        assert_eq!(bring(CKO_PRIVATE_KEY, &twice), Err(CKR_TEMPLATE_INCONSISTENT), "p is q");
        bring(CKO_PRIVATE_KEY, &numbers).unwrap();
    });
}

/// An odd number, less one.
fn difference_of_one(odd: &[u8]) -> Vec<u8> {
    let mut even = odd.to_vec();
    *even.last_mut().unwrap() ^= 1;
    even
}

/// Goal: wrapped keys of no length that there is, and changed ones, are refused by one value each;
/// what may not leave is not wrapped, nor by a key that is weaker. Method: all of it in the token,
/// and all of it in a session.
#[test]
fn wrapped_keys() {
    served("bad_keys::wrapped_keys", || {
        let user = User::begin();
        for place in PLACES {
            let aes = |bytes, more: Row<'static>| {
                user.secret(plain(CKM_AES_KEY_GEN), bytes, &[place, more]).unwrap()
            };
            let (by, weak) = (aes(32, (CKA_WRAP, TRUE)), aes(16, (CKA_WRAP, TRUE)));
            let leaves = aes(32, (CKA_EXTRACTABLE, TRUE));
            let stays = aes(32, (CKA_EXTRACTABLE, FALSE));
            let (class, kind) = (CKO_SECRET_KEY.to_ne_bytes(), CKK_AES.to_ne_bytes());
            let template = [place, (CKA_CLASS, &class[..]), (CKA_KEY_TYPE, &kind)];
            for mechanism in [plain(CKM_AES_KEY_WRAP), plain(CKM_AES_KEY_WRAP_KWP)] {
                let good = user.wrap(mechanism, by, leaves).unwrap();
                let unwrapped = |bytes: &[u8]| user.unwrap(mechanism, by, bytes, &template);
                for at in [0, 20, good.len() - 1] {
                    let mut changed = good.clone();
                    changed[at] ^= 1;
                    assert_eq!(unwrapped(&changed), Err(CKR_WRAPPED_KEY_INVALID), "{at}");
                }
                for length in [0, 8, 15, good.len() - 1] {
                    let said = unwrapped(&good[..length]);
                    assert_eq!(said, Err(CKR_WRAPPED_KEY_LEN_RANGE), "{length}");
                }
                unwrapped(&good).unwrap();
                if place == PLACES[0] {
                    // A key of the session is asked before the template is.
                    let bad =
                        [&template[1..], &[(CKA_TOKEN, &[0; 8]), (CKA_ENCRYPT, &[1; 8])]].concat();
                    let said = |bytes: &[u8]| user.unwrap(mechanism, by, bytes, &bad);
                    assert_eq!(said(&good), Err(CKR_ATTRIBUTE_VALUE_INVALID));
                    assert_eq!(said(&[7; 24]), Err(CKR_WRAPPED_KEY_INVALID));
                }
                assert_eq!(user.wrap(mechanism, by, stays), Err(CKR_KEY_UNEXTRACTABLE));
                let said = user.wrap(mechanism, weak, leaves);
                assert_eq!(said, Err(CKR_WRAPPING_KEY_SIZE_RANGE));
                assert_eq!(user.wrap(mechanism, by, by), Err(CKR_KEY_UNEXTRACTABLE));
            }
        }
    });
}

/// Goal: what is sensitive is not read and does not cease to be so, and a key that wraps does
/// nothing else. The attacks of Clulow (2003) and of Bortolozzo and others (2010).
#[test]
fn secrets_stay() {
    served("bad_keys::secrets_stay", || {
        let user = User::begin();
        for place in PLACES {
            let curve = [place, (CKA_EC_PARAMS, &P256[..])];
            for own in [&[(CKA_EXTRACTABLE, TRUE), (CKA_SENSITIVE, TRUE)][..], &[]] {
                let (_, own) = user.pair(CKM_EC_KEY_PAIR_GEN, &curve, own).unwrap();
                assert_eq!(user.value(own, CKA_VALUE), Err(CKR_ATTRIBUTE_SENSITIVE));
            }
            let both = [place, (CKA_WRAP, TRUE), (CKA_DECRYPT, TRUE)];
            let wraps = user.secret(plain(CKM_AES_KEY_GEN), 32, &both).unwrap();
            // It says what it was asked to be, and decrypts nothing.
            assert_eq!(user.value(wraps, CKA_DECRYPT).as_deref(), Ok(TRUE));
            for mechanism in [CKM_AES_ECB, CKM_AES_CBC, CKM_AES_CBC_PAD, CKM_AES_CTR] {
                let said = user.decrypt(plain(mechanism), wraps, &[7; 32]);
                assert_eq!(said, Err(CKR_MECHANISM_INVALID), "{mechanism:#x}");
            }
            assert_eq!(user.value(wraps, CKA_VALUE), Err(CKR_ATTRIBUTE_SENSITIVE));
            let generic = plain(CKM_GENERIC_SECRET_KEY_GEN);
            let generic = user.secret(generic, 32, &[place, (CKA_WRAP, TRUE)]).unwrap();
            let said = user.wrap(plain(CKM_AES_KEY_WRAP), generic, generic);
            assert_eq!(said, Err(CKR_WRAPPING_KEY_TYPE_INCONSISTENT));
        }
        let curve = [IN_TOKEN, (CKA_EC_PARAMS, &P256[..])];
        let (_, own) = user.pair(CKM_EC_KEY_PAIR_GEN, &curve, &[]).unwrap();
        for more in [(CKA_SENSITIVE, FALSE), (CKA_EXTRACTABLE, TRUE)] {
            assert_eq!(user.change(own, &[more]), CKR_ATTRIBUTE_READ_ONLY);
        }
        assert_eq!(user.change(own, &[(CKA_SENSITIVE, TRUE), (CKA_EXTRACTABLE, FALSE)]), CKR_OK);
    });
}

/// Goal: templates that lack something, say one thing twice, or contradict themselves are refused,
/// and pointers to nothing; what is said twice in the same way is said once.
#[test]
fn templates() {
    served("bad_keys::templates", || {
        let user = User::begin();
        let (class, kind) = (CKO_PRIVATE_KEY.to_ne_bytes(), CKK_EC.to_ne_bytes());
        let whole: [Row<'_>; 5] = [
            IN_SESSION,
            (CKA_CLASS, &class),
            (CKA_KEY_TYPE, &kind),
            (CKA_EC_PARAMS, &P256),
            (CKA_VALUE, &[7; 32]),
        ];
        user.create(&whole).unwrap();
        for at in 1..whole.len() {
            let less = [&whole[..at], &whole[at + 1..]].concat();
            assert_eq!(user.create(&less), Err(CKR_TEMPLATE_INCOMPLETE), "{at}");
        }
        let more = |row| user.create(&[&whole[..], &[row]].concat());
        more((CKA_VALUE, &[7; 32])).unwrap();
        for row in [
            (CKA_VALUE, &[8; 32][..]),
            (CKA_TOKEN, TRUE),
            (CKA_DECRYPT, TRUE),
            (CKA_ALWAYS_AUTHENTICATE, TRUE),
        ] {
            assert_eq!(more(row), Err(CKR_TEMPLATE_INCONSISTENT), "{row:?}");
        }
        for row in [(CKA_LOCAL, TRUE), (CKA_ALWAYS_SENSITIVE, TRUE), (CKA_TRUSTED, TRUE)] {
            assert_eq!(more(row), Err(CKR_ATTRIBUTE_READ_ONLY), "{row:?}");
        }
        for row in [(CKA_SIGN, &[2][..]), (CKA_SIGN, &[]), (CKA_START_DATE, b"tomorrow")] {
            assert_eq!(more(row), Err(CKR_ATTRIBUTE_VALUE_INVALID), "{row:?}");
        }
        let made = |row: CK_ATTRIBUTE, count: CK_ULONG| {
            let (mut rows, mut made) = ([row], 0);
            let at = if count == 2 { null_mut() } else { rows.as_mut_ptr() };
            result(call!(user.raw, C_CreateObject, user.session, at, count, &mut made), made)
        };
        let label = row(CKA_LABEL, b"label");
        for (row, count) in [
            (label, 2),
            (label, CK_ULONG::MAX),
            (CK_ATTRIBUTE { pValue: null_mut(), ..label }, 1),
            (CK_ATTRIBUTE { ulValueLen: 1 << 63, ..label }, 1),
        ] {
            assert_eq!(made(row, count), Err(CKR_ARGUMENTS_BAD));
        }
        assert_eq!(made(label, 1), Err(CKR_TEMPLATE_INCOMPLETE));
    });
}

/// Goal: a key is made without a derivation that its kind does not have, and says so; another use
/// that it does not have is refused. Method: keys of RSA and of two curves.
#[test]
fn keys_are_made_without_derivations_they_lack() {
    served("bad_keys::keys_are_made_without_derivations_they_lack", || {
        let user = User::begin();
        let bits = CK_ULONG::to_ne_bytes(2048);
        let rsa = (CKM_RSA_PKCS_KEY_PAIR_GEN, CKA_MODULUS_BITS, &bits[..]);
        let ed25519 = (CKM_EC_EDWARDS_KEY_PAIR_GEN, CKA_EC_PARAMS, ED25519);
        let x25519 = (CKM_EC_MONTGOMERY_KEY_PAIR_GEN, CKA_EC_PARAMS, X25519);
        for ((mechanism, kind, value), derives) in [(rsa, 0), (ed25519, 0), (x25519, 1)] {
            let public = [IN_SESSION, (kind, value)];
            let make = |name| user.pair(mechanism, &public, &[(name, TRUE)]);
            let (_, own) = make(CKA_DERIVE).unwrap();
            assert_eq!(user.value(own, CKA_DERIVE), Ok(vec![derives]), "{mechanism:#x}");
            if derives == 1 {
                assert_eq!(make(CKA_SIGN), Err(CKR_TEMPLATE_INCONSISTENT));
            }
        }
    });
}
