//! Signatures of ML-DSA: of messages and of digests, with contexts, hedged and not; and which are
//! refused. FIPS 204; PKCS#11 3.2, "ML-DSA".

use crate::common::{both_ways, served};
use crate::raw::{P256, call, plain};
use crate::user::{FALSE, Row, TRUE, User, with};
use cryptoki_sys::*;
use sealane::mldsa::ParameterSet;
use sealane::{Digest, Hash, Lengths, PublicKey, Scheme};
use sealane_pkcs11::mechanisms::{ROWS, Rule};
use std::ptr::null_mut;

/// The parameter sets, by the standard's numbers.
pub const SETS: [(CK_ULONG, ParameterSet); 3] = [
    (CKP_ML_DSA_44, ParameterSet::MlDsa44),
    (CKP_ML_DSA_65, ParameterSet::MlDsa65),
    (CKP_ML_DSA_87, ParameterSet::MlDsa87),
];
/// Both places of a key.
pub const PLACES: [Row<'static>; 2] = [(CKA_TOKEN, FALSE), (CKA_TOKEN, TRUE)];

const MESSAGE: &[u8] = b"a message";

/// The public and the private half of a pair.
pub type Pair = (CK_OBJECT_HANDLE, CK_OBJECT_HANDLE);

/// Makes a pair in a place.
pub fn pair(user: User, place: Row<'_>, set: CK_ULONG, own: &[Row<'_>]) -> Result<Pair, CK_RV> {
    let set = set.to_ne_bytes();
    let public = [place, (CKA_PARAMETER_SET, &set)];
    user.pair(CKM_ML_DSA_KEY_PAIR_GEN, &public, &[&[place], own].concat())
}

/// The public key that an object says it has.
pub fn public_key(user: User, object: CK_OBJECT_HANDLE) -> PublicKey {
    let document = user.value(object, CKA_PUBLIC_KEY_INFO).unwrap();
    PublicKey::from_spki_der(&document, Lengths::Current).unwrap()
}

/// The parameter of a mechanism: a hedge variant and a context.
pub fn presented(hedge: CK_HEDGE_TYPE, context: &[u8]) -> CK_SIGN_ADDITIONAL_CONTEXT {
    CK_SIGN_ADDITIONAL_CONTEXT {
        hedgeVariant: hedge,
        pContext: context.as_ptr().cast_mut(),
        ulContextLen: context.len() as CK_ULONG,
    }
}

/// The same with the hash of a digest.
fn hashed(hash: CK_MECHANISM_TYPE, context: &[u8]) -> CK_HASH_SIGN_ADDITIONAL_CONTEXT {
    let given = presented(CKH_HEDGE_PREFERRED, context);
    CK_HASH_SIGN_ADDITIONAL_CONTEXT {
        hedgeVariant: given.hedgeVariant,
        pContext: given.pContext,
        ulContextLen: given.ulContextLen,
        hash,
    }
}

fn pure(context: &[u8]) -> Scheme {
    Scheme::MlDsa { context: context.to_vec(), prehash: None }
}

/// Demands that a signature is taken in each order of calls, and is of one message alone.
fn demand_verified(
    user: User,
    mechanism: CK_MECHANISM,
    public: CK_OBJECT_HANDLE,
    signature: &[u8],
) {
    let (first, rest) = MESSAGE.split_at(3);
    for (parts, expected) in [([first, rest], Ok(())), ([rest, first], Err(CKR_SIGNATURE_INVALID))]
    {
        let whole = parts.concat();
        let said = user.verify(mechanism, public, &whole, signature);
        assert_eq!(said, expected.err().unwrap_or(CKR_OK));
        assert_eq!(user.verify_signature(mechanism, public, &whole, signature), said);
        for comes_first in [false, true] {
            let given = (signature, comes_first);
            assert_eq!(user.verify_parts(mechanism, public, &parts, given), expected);
        }
    }
    let mut changed = signature.to_vec();
    changed[7] ^= 1;
    let said = user.verify(mechanism, public, MESSAGE, &changed);
    assert_eq!(said, CKR_SIGNATURE_INVALID);
    for other in [&[][..], &signature[1..], &[signature, &[0]].concat()] {
        let said = user.verify(mechanism, public, MESSAGE, other);
        assert_eq!(said, CKR_SIGNATURE_LEN_RANGE, "{} bytes", other.len());
        let said = user.verify_signature(mechanism, public, MESSAGE, other);
        assert_eq!(said, CKR_SIGNATURE_LEN_RANGE, "{} bytes", other.len());
    }
}

/// Goal: messages are signed whole and in parts, by keys of the token and of sessions, and the
/// library verifies what the module signs. Method: every parameter set, with and without a context.
#[test]
fn messages() {
    both_ways("mldsa::messages", || {
        let user = User::begin();
        for (number, set) in SETS {
            for place in PLACES {
                let (public, own) = pair(user, place, number, &[]).unwrap();
                let key = public_key(user, public);
                let mut given = presented(CKH_HEDGE_REQUIRED, b"letters");
                for (mechanism, context) in
                    [(plain(CKM_ML_DSA), &b""[..]), (with(CKM_ML_DSA, &mut given), b"letters")]
                {
                    let whole = user.sign(mechanism, own, MESSAGE).unwrap();
                    let parts = user.sign_parts(mechanism, own, &[b"a ", b"", b"message"]).unwrap();
                    assert_ne!(whole, parts, "random bytes hedge them");
                    for signature in [&whole, &parts] {
                        assert_eq!(signature.len(), set.signature_bytes());
                        key.verify(MESSAGE, &pure(context), signature).unwrap();
                        demand_verified(user, mechanism, public, signature);
                    }
                    let none = user.sign_parts(mechanism, own, &[]).unwrap();
                    key.verify(b"", &pure(context), &none).unwrap();
                }
            }
        }
    });
}

/// Goal: a message may be longer than a request to the service, for 64 bytes stand for it. Method:
/// 5 MiB, whole and in parts.
#[test]
fn long_messages() {
    both_ways("mldsa::long_messages", || {
        let user = User::begin();
        let (public, own) = pair(user, PLACES[1], CKP_ML_DSA_44, &[]).unwrap();
        let message: Vec<u8> = (0..5 << 20).map(|i| (i % 251) as u8).collect();
        let mechanism = plain(CKM_ML_DSA);
        let whole = user.sign(mechanism, own, &message).unwrap();
        let parts: Vec<_> = message.chunks(1 << 20).collect();
        let parts = user.sign_parts(mechanism, own, &parts).unwrap();
        for signature in [whole, parts] {
            assert_eq!(user.verify(mechanism, public, &message, &signature), CKR_OK);
            public_key(user, public).verify(&message, &pure(b""), &signature).unwrap();
        }
    });
}

/// Goal: deterministic signatures repeat, and differ from hedged ones; a variant that there is not
/// is refused where a signature is made, and ignored where one is verified.
#[test]
fn hedges() {
    both_ways("mldsa::hedges", || {
        let user = User::begin();
        for place in PLACES {
            let (public, own) = pair(user, place, CKP_ML_DSA_65, &[]).unwrap();
            let sign = |mechanism, hedge, context: &[u8]| {
                user.sign(with(mechanism, &mut presented(hedge, context)), own, MESSAGE)
            };
            for mechanism in [CKM_ML_DSA, CKM_HASH_ML_DSA_SHA512] {
                let fixed = |context| sign(mechanism, CKH_DETERMINISTIC_REQUIRED, context).unwrap();
                assert_eq!(fixed(b""), fixed(b""));
                assert_ne!(fixed(b""), fixed(b"purpose"));
                for hedge in [CKH_HEDGE_PREFERRED, CKH_HEDGE_REQUIRED] {
                    let hedged = || sign(mechanism, hedge, b"").unwrap();
                    let both = [hedged(), hedged()];
                    assert!(both[0] != both[1] && both.iter().all(|one| *one != fixed(b"")));
                }
                for hedge in [3, CK_ULONG::MAX] {
                    let said = sign(mechanism, hedge, b"");
                    assert_eq!(said, Err(CKR_MECHANISM_PARAM_INVALID));
                    let mut given = presented(hedge, b"");
                    let given = with(mechanism, &mut given);
                    let said = user.verify(given, public, MESSAGE, &fixed(b""));
                    assert_eq!(said, CKR_OK, "{hedge}");
                }
            }
        }
    });
}

/// Goal: each mechanism that hashes the message signs as the library does with that hash, and
/// `CKM_HASH_ML_DSA` signs the same of its digest. Method: every row of the table, with and without
/// a context.
#[test]
fn prehashes() {
    both_ways("mldsa::prehashes", || {
        let user = User::begin();
        let digest_of = |wanted: Hash| {
            ROWS.iter().find(|row| row.rule == Rule::Digest(wanted)).map(|row| row.number)
        };
        for place in PLACES {
            let (public, own) = pair(user, place, CKP_ML_DSA_44, &[]).unwrap();
            let key = public_key(user, public);
            let mut count = 0;
            for row in ROWS {
                let Rule::HashMlDsaHashed(hash) = row.rule else { continue };
                count += 1;
                for context in [&b""[..], b"purpose"] {
                    let mut given = presented(CKH_HEDGE_PREFERRED, context);
                    let mechanism = with(row.number, &mut given);
                    let signature = user.sign(mechanism, own, MESSAGE).unwrap();
                    let scheme = Scheme::MlDsa { context: context.to_vec(), prehash: Some(hash) };
                    key.verify(MESSAGE, &scheme, &signature).unwrap();
                    demand_verified(user, mechanism, public, &signature);
                    let Some(number) = digest_of(hash) else { continue };
                    let mut given = hashed(number, context);
                    let mechanism = with(CKM_HASH_ML_DSA, &mut given);
                    let digest = Digest::of(hash, MESSAGE);
                    let said = user.verify(mechanism, public, digest.as_bytes(), &signature);
                    assert_eq!(said, CKR_OK, "{hash}");
                    let signature = user.sign(mechanism, own, digest.as_bytes()).unwrap();
                    key.verify(MESSAGE, &scheme, &signature).unwrap();
                }
            }
            assert_eq!(count, 10);
        }
    });
}

/// Goal: a digest that its hash does not give is refused, and one in parts, which ends the
/// operation; SHA-1, hashes that are none, and no parameter.
#[test]
fn bad_digests() {
    served("mldsa::bad_digests", || {
        let user = User::begin();
        for place in PLACES {
            let (public, own) = pair(user, place, CKP_ML_DSA_65, &[]).unwrap();
            let sign = |hash, digest: &[u8]| {
                user.sign(with(CKM_HASH_ML_DSA, &mut hashed(hash, b"")), own, digest)
            };
            let good = sign(CKM_SHA384, &[7; 48]).unwrap();
            let mut given = hashed(CKM_SHA384, b"");
            let mechanism = with(CKM_HASH_ML_DSA, &mut given);
            for digest in [&[][..], &[7; 47], &[7; 49], &[7; 96]] {
                assert_eq!(sign(CKM_SHA384, digest), Err(CKR_DATA_LEN_RANGE));
                let said = user.verify(mechanism, public, digest, &good);
                assert_eq!(said, CKR_DATA_LEN_RANGE, "{}", digest.len());
            }
            assert_eq!(user.verify(mechanism, public, &[8; 48], &good), CKR_SIGNATURE_INVALID);
            for hash in [CKM_SHA_1, CKM_ECDSA_SHA256, CKM_SHA256_HMAC, 0x7fff] {
                let said = sign(hash, &[7; 20]);
                assert_eq!(said, Err(CKR_MECHANISM_PARAM_INVALID), "{hash:#x}");
            }
            let said = user.sign(plain(CKM_HASH_ML_DSA), own, &[7; 48]);
            assert_eq!(said, Err(CKR_MECHANISM_PARAM_INVALID));
            let over = Err(CKR_OPERATION_NOT_INITIALIZED);
            assert_eq!(user.sign_parts(mechanism, own, &[&[7; 48]]), over);
            for comes_first in [false, true] {
                let said = user.verify_parts(mechanism, public, &[&[7; 48]], (&good, comes_first));
                assert_eq!(said, over.clone().map(drop));
            }
            assert_eq!(user.verify(mechanism, public, &[7; 48], &good), CKR_OK);
            // Of the message, and of the digest, there are different signatures.
            assert_eq!(user.verify(plain(CKM_ML_DSA), public, &[7; 48], &good), {
                CKR_SIGNATURE_INVALID
            });
        }
    });
}

/// Goal: contexts have at most 255 bytes, are all of what was said, and are there; parameters of
/// another size are refused.
#[test]
fn bad_parameters() {
    served("mldsa::bad_parameters", || {
        let user = User::begin();
        let (public, own) = pair(user, PLACES[0], CKP_ML_DSA_44, &[]).unwrap();
        let long = [1; 256];
        let mut given = presented(CKH_HEDGE_PREFERRED, &long[..255]);
        let good = user.sign(with(CKM_ML_DSA, &mut given), own, MESSAGE).unwrap();
        let verify = |context: &[u8]| {
            let mut given = presented(CKH_HEDGE_PREFERRED, context);
            user.verify(with(CKM_ML_DSA, &mut given), public, MESSAGE, &good)
        };
        assert_eq!(verify(&long[..255]), CKR_OK);
        public_key(user, public).verify(MESSAGE, &pure(&long[..255]), &good).unwrap();
        assert_eq!([verify(&long[..254]), verify(b"")], [CKR_SIGNATURE_INVALID; 2]);
        assert_eq!(verify(&long), CKR_MECHANISM_PARAM_INVALID);
        let nothing = CK_SIGN_ADDITIONAL_CONTEXT {
            pContext: null_mut(),
            ..presented(CKH_HEDGE_PREFERRED, b"letters")
        };
        for mut given in [presented(CKH_HEDGE_PREFERRED, &long), nothing] {
            for mechanism in [CKM_ML_DSA, CKM_HASH_ML_DSA_SHA256] {
                let said = user.sign(with(mechanism, &mut given), own, MESSAGE);
                assert_eq!(said, Err(CKR_MECHANISM_PARAM_INVALID));
            }
        }
        let (mut number, mut with_hash) = (0u64, hashed(CKM_SHA256, b""));
        let of_digest = with(CKM_HASH_ML_DSA, &mut with_hash);
        for mechanism in [
            with(CKM_ML_DSA, &mut number),
            CK_MECHANISM { mechanism: CKM_ML_DSA, ..of_digest },
            CK_MECHANISM { mechanism: CKM_HASH_ML_DSA_SHA256, ..of_digest },
            CK_MECHANISM { mechanism: CKM_HASH_ML_DSA, ..with(CKM_ML_DSA, &mut given) },
        ] {
            let said = user.sign(mechanism, own, &[7; 32]);
            assert_eq!(said, Err(CKR_MECHANISM_PARAM_INVALID), "{mechanism:?}");
        }
        user.sign(of_digest, own, &[7; 32]).unwrap();
    });
}

/// Goal: keys of other kinds, keys that may not, and mechanisms that a key is not limited to are
/// refused; what a mechanism says of itself is what the standard has.
#[test]
fn keys_that_may_not() {
    both_ways("mldsa::keys_that_may_not", || {
        let user = User::begin();
        for place in PLACES {
            let curve = [place, (CKA_EC_PARAMS, &P256[..])];
            let (other_public, other) = user.pair(CKM_EC_KEY_PAIR_GEN, &curve, &[place]).unwrap();
            let (public, own) = pair(user, place, CKP_ML_DSA_44, &[]).unwrap();
            let signature = user.sign(plain(CKM_ML_DSA), own, MESSAGE).unwrap();
            for (mechanism, key, verifies) in
                [(CKM_ML_DSA, other, other_public), (CKM_ECDSA_SHA256, own, public)]
            {
                let inconsistent = CKR_KEY_TYPE_INCONSISTENT;
                assert_eq!(user.sign(plain(mechanism), key, MESSAGE), Err(inconsistent));
                let said = user.verify(plain(mechanism), verifies, MESSAGE, &signature);
                assert_eq!(said, inconsistent, "{mechanism:#x}");
            }
            assert_eq!(user.sign(plain(CKM_ML_DSA), public, MESSAGE), {
                Err(CKR_KEY_TYPE_INCONSISTENT)
            });
            let (_, idle) = pair(user, place, CKP_ML_DSA_44, &[(CKA_SIGN, FALSE)]).unwrap();
            let said = user.sign(plain(CKM_ML_DSA), idle, MESSAGE);
            assert_eq!(said, Err(CKR_KEY_FUNCTION_NOT_PERMITTED));
            let list = CKM_HASH_ML_DSA_SHA256.to_ne_bytes();
            let list = [(CKA_ALLOWED_MECHANISMS, &list[..])];
            let (_, limited) = pair(user, place, CKP_ML_DSA_44, &list).unwrap();
            user.sign(plain(CKM_HASH_ML_DSA_SHA256), limited, MESSAGE).unwrap();
            for mechanism in [CKM_ML_DSA, CKM_HASH_ML_DSA_SHA512] {
                let said = user.sign(plain(mechanism), limited, MESSAGE);
                assert_eq!(said, Err(CKR_MECHANISM_INVALID));
            }
        }
        for row in ROWS {
            let flags = match row.rule {
                Rule::MlDsaPair => CKF_GENERATE_KEY_PAIR,
                Rule::MlDsa | Rule::HashMlDsa | Rule::HashMlDsaHashed(_) => CKF_SIGN | CKF_VERIFY,
                _ => continue,
            };
            let (raw, slot, mut info) = (user.raw, user.raw.slot(), CK_MECHANISM_INFO::default());
            assert_eq!(call!(raw, C_GetMechanismInfo, slot, row.number, &mut info), CKR_OK);
            let sizes = [ParameterSet::MlDsa44, ParameterSet::MlDsa87];
            let [least, most] = sizes.map(|set| set.public_key_bytes() as CK_ULONG);
            let told = (info.ulMinKeySize, info.ulMaxKeySize, info.flags);
            assert_eq!(told, (least, most, flags), "{row:?}");
        }
    });
}

/// Goal: a signature that comes before its message is verified by a step of its own: each in its
/// order, beside a verification of the other kind. Method: calls out of order, for a key of ECDSA
/// too.
#[test]
fn signatures_that_come_first() {
    served("mldsa::signatures_that_come_first", || {
        let user = User::begin();
        let (raw, session) = (user.raw, user.session);
        let (public, own) = raw.pair(session);
        let mechanism = plain(CKM_ECDSA_SHA256);
        let signature = user.sign(mechanism, own, MESSAGE).unwrap();
        demand_verified(user, mechanism, public, &signature);
        let mut given = mechanism;
        let (at, length) = (signature.as_ptr().cast_mut(), signature.len() as CK_ULONG);
        let (data, count) = (MESSAGE.as_ptr().cast_mut(), MESSAGE.len() as CK_ULONG);
        let whole = || call!(raw, C_VerifySignature, session, data, count);
        let update = || call!(raw, C_VerifySignatureUpdate, session, data, count);
        let last = || call!(raw, C_VerifySignatureFinal, session);
        let over = CKR_OPERATION_NOT_INITIALIZED;
        assert_eq!([whole(), update(), last()], [over; 3]);
        let mut init = |key, at, length| {
            call!(raw, C_VerifySignatureInit, session, &mut given, key, at, length)
        };
        assert_eq!(init(public, null_mut(), length), CKR_ARGUMENTS_BAD);
        assert_eq!(init(own, at, length), CKR_KEY_FUNCTION_NOT_PERMITTED);
        assert_eq!(init(public, at, length - 1), CKR_SIGNATURE_LEN_RANGE);
        assert_eq!(init(CK_ULONG::MAX, at, length), CKR_KEY_HANDLE_INVALID);
        assert_eq!(init(public, at, length), CKR_OK);
        assert_eq!(init(public, at, length), CKR_OPERATION_ACTIVE);
        // The other kind has a place of its own.
        assert_eq!(call!(raw, C_VerifyUpdate, session, data, count), over);
        assert_eq!(user.verify(mechanism, public, MESSAGE, &signature), CKR_OK);
        assert_eq!([update(), whole()], [CKR_OK, CKR_OPERATION_ACTIVE]);
        assert_eq!([last(), last()], [CKR_OK, over]);
        for flags in [CKF_SIGN, CKF_VERIFY] {
            let begun = call!(raw, C_VerifySignatureInit, session, &mut given, public, at, length);
            assert_eq!(begun, CKR_OK);
            assert_eq!(call!(raw, C_SessionCancel, session, flags), CKR_OK);
            assert_eq!(whole(), if flags == CKF_SIGN { CKR_OK } else { over });
        }
    });
}
