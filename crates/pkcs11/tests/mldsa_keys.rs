//! Keys of ML-DSA: made, brought by seed and by expanded key, wrapped and copied; and which are
//! refused, beside the nearest that is taken. RFC 9881; PKCS#11 3.2, "ML-DSA".

use crate::common::{both_ways, served};
use crate::mldsa::{PLACES, SETS, pair, presented, public_key};
use crate::raw::{call, plain, row};
use crate::user::{FALSE, Row, TRUE, User, with};
use cryptoki_sys::*;
use sealane::mldsa::{ParameterSet, PrivateKey, Scheme};
use sealane::{Nonces, PublicKey};

/// The keys of RFC 9881, appendix C: the private one by its seed, and the public one.
const EXAMPLES: [(&str, &str); 3] = [
    (
        include_str!("../../../tests/vectors/rfc9881-ML-DSA-44-seed.pem"),
        include_str!("../../../tests/vectors/rfc9881-ML-DSA-44-public.pem"),
    ),
    (
        include_str!("../../../tests/vectors/rfc9881-ML-DSA-65-seed.pem"),
        include_str!("../../../tests/vectors/rfc9881-ML-DSA-65-public.pem"),
    ),
    (
        include_str!("../../../tests/vectors/rfc9881-ML-DSA-87-seed.pem"),
        include_str!("../../../tests/vectors/rfc9881-ML-DSA-87-public.pem"),
    ),
];

/// A key that shows what it is.
const OPEN: [Row<'static>; 2] = [(CKA_SENSITIVE, FALSE), (CKA_EXTRACTABLE, TRUE)];

fn example(set: ParameterSet) -> PrivateKey {
    let at = SETS.iter().position(|row| row.1 == set).unwrap();
    PrivateKey::from_pem(EXAMPLES[at].0).unwrap()
}

/// Brings a key of a class, whose parameter set has a number, with what else is said.
fn bring(
    user: User,
    class: CK_OBJECT_CLASS,
    set: CK_ULONG,
    more: &[Row<'_>],
) -> Result<CK_OBJECT_HANDLE, CK_RV> {
    let (class, kind, set) = (class.to_ne_bytes(), CKK_ML_DSA.to_ne_bytes(), set.to_ne_bytes());
    let rows = [(CKA_CLASS, &class[..]), (CKA_KEY_TYPE, &kind), (CKA_PARAMETER_SET, &set)];
    user.create(&[&rows[..], more].concat())
}

/// Demands that a key that is brought by a row is not taken without its parameter set.
fn demand_set(user: User, place: Row<'_>, class: CK_OBJECT_CLASS, row: Row<'_>) {
    let (class, kind) = (class.to_ne_bytes(), CKK_ML_DSA.to_ne_bytes());
    let rows = [place, (CKA_CLASS, &class), (CKA_KEY_TYPE, &kind), row];
    assert_eq!(user.create(&rows), Err(CKR_TEMPLATE_INCOMPLETE));
}

/// Signs by an object of the module, deterministically; the key itself signs the same.
fn demand_signs(user: User, own: CK_OBJECT_HANDLE, key: &PrivateKey) {
    let mut given = presented(CKH_DETERMINISTIC_REQUIRED, b"purpose");
    let signature = user.sign(with(CKM_ML_DSA, &mut given), own, b"message").unwrap();
    let scheme = Scheme { context: b"purpose", prehash: None };
    assert_eq!(signature, key.sign(b"message", scheme, Nonces::Deterministic).unwrap());
}

/// Goal: the keys of RFC 9881 come in by their seed, by the expanded key and by both, have the
/// public key that is published, and sign to the bit as the library does. Method: in both places.
#[test]
fn published_keys() {
    both_ways("mldsa_keys::published_keys", || {
        let user = User::begin();
        for ((number, set), (_, text)) in SETS.into_iter().zip(EXAMPLES) {
            let (key, published) = (example(set), sealane::mldsa::PublicKey::from_pem(text));
            let published = published.unwrap();
            let (seed, expanded) = (key.to_seed().unwrap(), key.to_expanded_bytes());
            let (by_seed, by_expanded) = ((CKA_SEED, &seed[..]), (CKA_VALUE, &expanded[..]));
            for place in PLACES {
                for (parts, has_seed) in [
                    (&[by_seed][..], true),
                    (&[by_expanded], false),
                    (&[by_seed, by_expanded], true),
                ] {
                    let rows = [&[place], &OPEN[..], parts].concat();
                    let own = bring(user, CKO_PRIVATE_KEY, number, &rows).unwrap();
                    demand_signs(user, own, &key);
                    let document = user.value(own, CKA_PUBLIC_KEY_INFO).unwrap();
                    assert_eq!(document, published.to_spki_der());
                    assert_eq!(user.value(own, CKA_PARAMETER_SET), Ok(number.to_ne_bytes().into()));
                    assert_eq!(user.value(own, CKA_VALUE).as_deref(), Ok(&expanded[..]));
                    let own_seed = if has_seed { &seed[..] } else { &[] };
                    assert_eq!(user.value(own, CKA_SEED).as_deref(), Ok(own_seed));
                }
                let rows = [place, (CKA_VALUE, published.as_bytes())];
                let public = bring(user, CKO_PUBLIC_KEY, number, &rows).unwrap();
                assert_eq!(public_key(user, public), PublicKey::MlDsa(published.clone()));
                let signature = key.sign(b"message", Scheme::PURE, Nonces::Hedged).unwrap();
                let verify =
                    |message: &[u8]| user.verify(plain(CKM_ML_DSA), public, message, &signature);
                assert_eq!([verify(b"message"), verify(b"other")], [CKR_OK, CKR_SIGNATURE_INVALID]);
            }
        }
    });
}

/// Goal: a pair that is made says what it is, and no secret; its halves are found by type.
#[test]
fn keys_say_what_they_are() {
    both_ways("mldsa_keys::keys_say_what_they_are", || {
        let user = User::begin();
        for (number, set) in SETS {
            for place in PLACES {
                let (public, own) = pair(user, place, number, &[]).unwrap();
                let number = number.to_ne_bytes().to_vec();
                for (half, class) in [(public, CKO_PUBLIC_KEY), (own, CKO_PRIVATE_KEY)] {
                    for (kind, value) in [
                        (CKA_CLASS, class.to_ne_bytes().to_vec()),
                        (CKA_KEY_TYPE, CKK_ML_DSA.to_ne_bytes().to_vec()),
                        (CKA_PARAMETER_SET, number.clone()),
                        (CKA_LOCAL, TRUE.to_vec()),
                        (CKA_KEY_GEN_MECHANISM, CKM_ML_DSA_KEY_PAIR_GEN.to_ne_bytes().to_vec()),
                    ] {
                        assert_eq!(user.value(half, kind), Ok(value), "{kind:#x}");
                    }
                }
                let PublicKey::MlDsa(key) = public_key(user, public) else { panic!("ML-DSA") };
                assert_eq!(key.parameter_set(), set);
                assert_eq!(user.value(public, CKA_VALUE).as_deref(), Ok(key.as_bytes()));
                for kind in [CKA_SEED, CKA_VALUE] {
                    assert_eq!(user.value(own, kind), Err(CKR_ATTRIBUTE_SENSITIVE), "{kind:#x}");
                }
                let invalid = Err(CKR_ATTRIBUTE_TYPE_INVALID);
                assert_eq!(user.value(public, CKA_SEED), invalid);
                assert_eq!(user.value(public, CKA_EC_PARAMS), invalid);
                let (_, open) = pair(user, place, CKP_ML_DSA_44, &OPEN).unwrap();
                let seed = user.value(open, CKA_SEED).unwrap();
                let again = PrivateKey::from_seed(ParameterSet::MlDsa44, &seed).unwrap();
                let PublicKey::MlDsa(key) = public_key(user, open) else { panic!("ML-DSA") };
                assert_eq!(*again.public_key(), key);
            }
        }
        let class = CKO_PRIVATE_KEY.to_ne_bytes();
        let kind = CKK_ML_DSA.to_ne_bytes();
        let mut wanted = [(CKA_CLASS, &class[..]), (CKA_KEY_TYPE, &kind)].map(|it| row(it.0, it.1));
        assert_eq!(user.raw.found(user.session, &mut wanted).len(), 12);
    });
}

/// Goal: templates of new pairs that lack the parameter set, name one that there is not, or say
/// what a made key cannot have are refused, and nothing is made.
#[test]
fn bad_pairs() {
    served("mldsa_keys::bad_pairs", || {
        let user = User::begin();
        let [of_44, of_65] = [CKP_ML_DSA_44, CKP_ML_DSA_65].map(CK_ULONG::to_ne_bytes);
        let (wrong_kind, kind) = (CKK_EC.to_ne_bytes(), CKK_ML_DSA.to_ne_bytes());
        for place in PLACES {
            let make = |public: &[Row<'_>], own: &[Row<'_>]| {
                let public = [&[place], public].concat();
                user.pair(CKM_ML_DSA_KEY_PAIR_GEN, &public, &[&[place], own].concat()).map(drop)
            };
            let set = (CKA_PARAMETER_SET, &of_44[..]);
            assert_eq!(make(&[], &[]), Err(CKR_TEMPLATE_INCOMPLETE));
            assert_eq!(make(&[], &[set]), Err(CKR_TEMPLATE_INCOMPLETE), "it is the public half's");
            for number in [0, 4, CK_ULONG::MAX] {
                let number = number.to_ne_bytes();
                let said = make(&[(CKA_PARAMETER_SET, &number)], &[]);
                assert_eq!(said, Err(CKR_PARAMETER_SET_NOT_SUPPORTED));
            }
            for bytes in [&[][..], &[1], &[1; 9]] {
                let said = make(&[(CKA_PARAMETER_SET, bytes)], &[]);
                assert_eq!(said, Err(CKR_ATTRIBUTE_VALUE_INVALID));
            }
            for (public, own) in [
                (None, Some((CKA_PARAMETER_SET, &of_65[..]))),
                (Some((CKA_PARAMETER_SET, &of_65[..])), None),
                (None, Some((CKA_SEED, &[7; 32][..]))),
                (None, Some((CKA_VALUE, &[7; 2560]))),
                (Some((CKA_VALUE, &[7; 1312])), None),
                (Some((CKA_KEY_TYPE, &wrong_kind)), None),
                (None, Some((CKA_KEY_TYPE, &wrong_kind))),
                (None, Some((CKA_DECRYPT, TRUE))),
            ] {
                let public: Vec<_> = [set].into_iter().chain(public).collect();
                let own: Vec<_> = own.into_iter().collect();
                let said = make(&public, &own);
                assert_eq!(said, Err(CKR_TEMPLATE_INCONSISTENT), "{public:?} {own:?}");
            }
            assert!(user.raw.found(user.session, &mut []).is_empty());
            make(&[set, (CKA_KEY_TYPE, &kind)], &[set, (CKA_KEY_TYPE, &kind)]).unwrap();
            let mut all = user.raw.found(user.session, &mut []);
            let session = user.session;
            all.drain(..).for_each(|object| {
                call!(user.raw, C_DestroyObject, session, object);
            });
        }
    });
}

/// Goal: private keys that are brought without a parameter set or a value, with lengths that are
/// none of theirs, or whose parts are not of one key are refused.
#[test]
fn bad_keys() {
    served("mldsa_keys::bad_keys", || {
        let user = User::begin();
        let key = example(ParameterSet::MlDsa65);
        let (seed, expanded) = (key.to_seed().unwrap(), key.to_expanded_bytes());
        let (by_seed, by_expanded) = ((CKA_SEED, &seed[..]), (CKA_VALUE, &expanded[..]));
        let other = example(ParameterSet::MlDsa44).public_key().to_spki_der();
        // `tr`, and a short coefficient that is out of range.
        let [mut other_hash, mut too_large] = [expanded.to_vec(), expanded.to_vec()];
        other_hash[64] ^= 1;
        too_large[128] = 0xff;
        for place in PLACES {
            let own = |set, more: &[Row<'_>]| {
                let rows = [&[place], more].concat();
                bring(user, CKO_PRIVATE_KEY, set, &rows).map(drop)
            };
            let set = CKP_ML_DSA_65;
            let info = (CKA_PUBLIC_KEY_INFO, &key.public_key().to_spki_der()[..]);
            own(set, &[by_seed, by_expanded, info]).unwrap();
            own(set, &[by_seed, (CKA_VALUE, b"")]).unwrap();
            for none in [&[] as &[Row<'_>], &[(CKA_SEED, b"")]] {
                assert_eq!(own(set, none), Err(CKR_TEMPLATE_INCOMPLETE));
            }
            for bad in [
                [(CKA_SEED, &seed[1..])],
                [(CKA_SEED, &[7; 33])],
                [(CKA_VALUE, &expanded[1..])],
                [(CKA_VALUE, &[&expanded[..], &[0]].concat())],
                [(CKA_VALUE, &seed[..])],
                [(CKA_VALUE, &other_hash)],
                [(CKA_VALUE, &too_large)],
            ] {
                assert_eq!(own(set, &bad), Err(CKR_ATTRIBUTE_VALUE_INVALID), "{}", bad[0].1.len());
            }
            for bad in [
                [by_expanded, (CKA_SEED, &[7; 32])],
                [by_seed, (CKA_VALUE, &other_hash)],
                [by_seed, (CKA_PUBLIC_KEY_INFO, &other)],
            ] {
                assert_eq!(own(set, &bad), Err(CKR_TEMPLATE_INCONSISTENT), "{:#x}", bad[1].0);
            }
            assert_eq!(own(CKP_ML_DSA_44, &[by_expanded]), Err(CKR_ATTRIBUTE_VALUE_INVALID));
            for number in [0, 4] {
                assert_eq!(own(number, &[by_seed]), Err(CKR_PARAMETER_SET_NOT_SUPPORTED));
            }
            demand_set(user, place, CKO_PRIVATE_KEY, by_seed);
        }
    });
}

/// Goal: public keys without a parameter set or a value, of another length, or with a seed are
/// refused.
#[test]
fn bad_public_keys() {
    served("mldsa_keys::bad_public_keys", || {
        let user = User::begin();
        let key = example(ParameterSet::MlDsa65);
        let (seed, public, set) = ([7; 32], key.public_key().as_bytes(), CKP_ML_DSA_65);
        for place in PLACES {
            let public_of = |set, more: &[Row<'_>]| {
                let rows = [&[place], more].concat();
                bring(user, CKO_PUBLIC_KEY, set, &rows).map(drop)
            };
            let value = (CKA_VALUE, public);
            public_of(set, &[value]).unwrap();
            assert_eq!(public_of(set, &[]), Err(CKR_TEMPLATE_INCOMPLETE));
            for (set, bytes) in [
                (set, &public[1..]),
                (set, &[public, &[0]].concat()),
                (set, &[]),
                (CKP_ML_DSA_44, public),
                (CKP_ML_DSA_87, public),
            ] {
                let said = public_of(set, &[(CKA_VALUE, bytes)]);
                assert_eq!(said, Err(CKR_ATTRIBUTE_VALUE_INVALID), "{}", bytes.len());
            }
            let said = public_of(set, &[value, (CKA_SEED, &seed)]);
            assert_eq!(said, Err(CKR_TEMPLATE_INCONSISTENT), "no public key has a seed");
            for number in [0, 4] {
                assert_eq!(public_of(number, &[value]), Err(CKR_PARAMETER_SET_NOT_SUPPORTED));
            }
            demand_set(user, place, CKO_PUBLIC_KEY, value);
        }
    });
}

/// Goal: keys are wrapped as PKCS#8 by keys of AES that are as strong, and come back by documents
/// with a seed or an expanded key; a template that says another parameter set is refused.
#[test]
fn wrapped_keys() {
    both_ways("mldsa_keys::wrapped_keys", || {
        let user = User::begin();
        let (class, kind) = (CKO_PRIVATE_KEY.to_ne_bytes(), CKK_ML_DSA.to_ne_bytes());
        for place in PLACES {
            let aes = |bytes| {
                let rows = [place, (CKA_WRAP, TRUE), (CKA_UNWRAP, TRUE)];
                user.secret(plain(CKM_AES_KEY_GEN), bytes, &rows).unwrap()
            };
            let (by, weak) = (aes(32), aes(16));
            let mechanism = plain(CKM_AES_KEY_WRAP_KWP);
            for (number, set) in SETS {
                let key = example(set);
                let (seed, expanded) = (key.to_seed().unwrap(), key.to_expanded_bytes());
                for (row, bytes) in
                    [((CKA_SEED, &seed[..]), 54), ((CKA_VALUE, &expanded), expanded.len() + 28)]
                {
                    let rows = [place, (CKA_EXTRACTABLE, TRUE), row];
                    let own = bring(user, CKO_PRIVATE_KEY, number, &rows).unwrap();
                    let wrapped = user.wrap(mechanism, by, own).unwrap();
                    assert_eq!(wrapped.len() / 8, (bytes + 15) / 8, "{set}");
                    let unwrap = |more: &[Row<'_>]| {
                        let rows = [place, (CKA_CLASS, &class), (CKA_KEY_TYPE, &kind)];
                        user.unwrap(mechanism, by, &wrapped, &[&rows[..], more].concat())
                    };
                    demand_signs(user, unwrap(&[]).unwrap(), &key);
                    let said = SETS.map(|(other, _)| {
                        unwrap(&[(CKA_PARAMETER_SET, &other.to_ne_bytes())]).map(drop)
                    });
                    for ((other, _), said) in SETS.into_iter().zip(said) {
                        let own = other == number;
                        let expected = if own { Ok(()) } else { Err(CKR_TEMPLATE_INCONSISTENT) };
                        assert_eq!(said, expected, "{set} {other}");
                    }
                    let unknown = unwrap(&[(CKA_PARAMETER_SET, &4u64.to_ne_bytes())]);
                    assert_eq!(unknown, Err(CKR_PARAMETER_SET_NOT_SUPPORTED));
                    let said = user.wrap(mechanism, weak, own).map(drop);
                    let is_weak = set != ParameterSet::MlDsa44;
                    let expected = if is_weak { Err(CKR_WRAPPING_KEY_SIZE_RANGE) } else { Ok(()) };
                    assert_eq!(said, expected, "{set}");
                }
            }
        }
    });
}

/// Goal: copies sign as what they are copies of, in both places; copies of public keys in sessions
/// say what those of the token say.
#[test]
fn copied_keys() {
    both_ways("mldsa_keys::copied_keys", || {
        let user = User::begin();
        let key = example(ParameterSet::MlDsa44);
        let seed = key.to_seed().unwrap();
        for place in PLACES {
            let rows = [place, (CKA_SEED, &seed[..])];
            let own = bring(user, CKO_PRIVATE_KEY, CKP_ML_DSA_44, &rows).unwrap();
            demand_signs(user, user.copy(own, &[(CKA_LABEL, b"copy")]).unwrap(), &key);
            let set = CKP_ML_DSA_87.to_ne_bytes();
            let said = user.copy(own, &[(CKA_PARAMETER_SET, &set)]);
            assert_eq!(said, Err(CKR_ATTRIBUTE_READ_ONLY));
            let rows = [place, (CKA_VALUE, key.public_key().as_bytes())];
            let public = bring(user, CKO_PUBLIC_KEY, CKP_ML_DSA_44, &rows).unwrap();
            let signature = key.sign(b"message", Scheme::PURE, Nonces::Hedged).unwrap();
            for place in PLACES {
                let copy = user.copy(public, &[place]).unwrap();
                let said = user.verify(plain(CKM_ML_DSA), copy, b"message", &signature);
                assert_eq!(said, CKR_OK);
                for kind in [CKA_PARAMETER_SET, CKA_VALUE, CKA_KEY_TYPE] {
                    assert_eq!(user.value(copy, kind), user.value(public, kind));
                }
            }
        }
        let rows = [PLACES[0], (CKA_SEED, &seed[..])];
        let own = bring(user, CKO_PRIVATE_KEY, CKP_ML_DSA_44, &rows).unwrap();
        demand_signs(user, user.copy(own, &[PLACES[1]]).unwrap(), &key);
    });
}
