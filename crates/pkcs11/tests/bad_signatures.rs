//! Bad signatures, digests, ciphertexts and parameters, and by which value each is refused; beside
//! each the nearest that is taken.
//!
//! docs/pkcs11.md says which test has which kind of bad input.

use crate::common::served;
use crate::raw::{P256, plain};
use crate::user::{ED25519, FALSE, Row, TRUE, User, hex, with};
use cryptoki_sys::*;
use sealane::rsa::Oaep;
use sealane::{Hash, Lengths, PublicKey};

/// The order of P-256's group. FIPS 186-5; SP 800-186, section 3.2.1.3.
const P256_ORDER: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
/// That of Ed25519, its lowest byte first. RFC 8032, section 5.1.
const ED25519_ORDER: &str = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";

const IN_SESSION: Row<'static> = (CKA_TOKEN, FALSE);

/// `a - b` of numbers of one length, the highest byte first.
fn difference(a: &[u8], b: &[u8]) -> Vec<u8> {
    let (mut out, mut borrow) = (vec![0; a.len()], 0);
    for at in (0..a.len()).rev() {
        let one = i32::from(a[at]) - i32::from(b[at]) - borrow;
        (out[at], borrow) = (one.rem_euclid(256) as u8, i32::from(one < 0));
    }
    out
}

/// `a + b` of numbers of one length, the lowest byte first.
fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut carry = 0;
    let add = |(one, other): (&u8, &u8)| {
        let all = u32::from(*one) + u32::from(*other) + carry;
        carry = all >> 8;
        all as u8
    };
    a.iter().zip(b).map(add).collect()
}

/// Goal: signatures of ECDSA of another length, with a number out of range, in DER and of another
/// message are refused; a high `s` is as good as a low one, for no mechanism demands it. Digests of
/// no bytes are refused.
#[test]
fn ecdsa() {
    served("bad_signatures::ecdsa", || {
        let user = User::begin();
        let made = user.pair(CKM_EC_KEY_PAIR_GEN, &[IN_SESSION, (CKA_EC_PARAMS, &P256)], &[]);
        let (public, own) = made.unwrap();
        let (mechanism, digest) = (plain(CKM_ECDSA), [7; 32]);
        let good = user.sign(mechanism, own, &digest).unwrap();
        let said = |signature: &[u8]| user.verify(mechanism, public, &digest, signature);
        assert_eq!(said(&good), CKR_OK);
        let curve = sealane::ecc::Algorithm::EcP256;
        let der = sealane::ecc::Signature::from_bytes(curve, &good).unwrap().to_der();
        for other in [&[][..], &good[1..], &[&good[..], &[0]].concat(), &der] {
            assert_eq!(said(other), CKR_SIGNATURE_LEN_RANGE, "{} bytes", other.len());
        }
        let (r, s, order) = (&good[..32], &good[32..], hex(P256_ORDER));
        let mut like_der = good.clone();
        like_der[..4].copy_from_slice(&[0x30, 62, 2, 29]);
        let mut wrong = good.clone();
        wrong[63] ^= 1;
        for (r, s) in [
            (&[0; 32][..], s),
            (r, &[0; 32]),
            (&[0; 32], &[0; 32]),
            (&order, s),
            (r, &order),
            (r, &[0xff; 32]),
            (like_der.split_at(32)),
            (wrong.split_at(32)),
            (s, r),
        ] {
            assert_eq!(said(&[r, s].concat()), CKR_SIGNATURE_INVALID, "{r:?} {s:?}");
        }
        assert_eq!(said(&[r, &difference(&order, s)].concat()), CKR_OK, "the other of two");
        assert_eq!(user.verify(mechanism, public, &[8; 32], &good), CKR_SIGNATURE_INVALID);
        assert_eq!(user.sign(mechanism, own, &[]), Err(CKR_DATA_LEN_RANGE));
        assert_eq!(user.verify(mechanism, public, &[], &good), CKR_DATA_LEN_RANGE);
        for length in [1, 20, 31, 33, 64] {
            let digest = vec![7; length];
            let signature = user.sign(mechanism, own, &digest).unwrap();
            assert_eq!(user.verify(mechanism, public, &digest, &signature), CKR_OK, "{length}");
        }
    });
}

/// Goal: signatures of Ed25519 with `S` out of range and with an `R` that is no point are refused,
/// and contexts of more than 255 bytes; a key signs by its own public half, whatever is said
/// beside it.
#[test]
fn ed25519() {
    served("bad_signatures::ed25519", || {
        let user = User::begin();
        let public = [IN_SESSION, (CKA_EC_PARAMS, ED25519)];
        let (public, own) = user.pair(CKM_EC_EDWARDS_KEY_PAIR_GEN, &public, &[]).unwrap();
        let mechanism = plain(CKM_EDDSA);
        let good = user.sign(mechanism, own, b"message").unwrap();
        let said = |signature: &[u8]| user.verify(mechanism, public, b"message", signature);
        assert_eq!(said(&good), CKR_OK);
        let (r, s) = good.split_at(32);
        let more = sum(s, &hex(ED25519_ORDER));
        for (r, s) in [(r, &more[..]), (&[0xff; 32], s), (r, &[0; 32]), (&[0; 32], s)] {
            assert_eq!(said(&[r, s].concat()), CKR_SIGNATURE_INVALID, "{r:?} {s:?}");
        }
        assert_eq!(said(&good[1..]), CKR_SIGNATURE_LEN_RANGE);
        let mut context = vec![1; 256];
        let mut parameters = |length: CK_ULONG| CK_EDDSA_PARAMS {
            phFlag: CK_FALSE,
            ulContextDataLen: length,
            pContextData: context.as_mut_ptr(),
        };
        let (mut none, mut most, mut too_many) = (parameters(0), parameters(255), parameters(256));
        // An empty context is one, and no context is none.
        let empty = user.sign(with(CKM_EDDSA, &mut none), own, b"message").unwrap();
        let by_context = |signature: &[u8], none: &mut CK_EDDSA_PARAMS| {
            user.verify(with(CKM_EDDSA, none), public, b"message", signature)
        };
        assert_eq!([said(&empty), by_context(&good, &mut none)], [CKR_SIGNATURE_INVALID; 2]);
        assert_eq!(by_context(&empty, &mut none), CKR_OK);
        let signature = user.sign(with(CKM_EDDSA, &mut most), own, b"m").unwrap();
        let verify = |mechanism| user.verify(mechanism, public, b"m", &signature);
        assert_eq!(verify(with(CKM_EDDSA, &mut most)), CKR_OK);
        let too_many = with(CKM_EDDSA, &mut too_many);
        assert_eq!(user.sign(too_many, own, b"m"), Err(CKR_MECHANISM_PARAM_INVALID));
        assert_eq!(verify(too_many), CKR_MECHANISM_PARAM_INVALID);
        // Of another key: it is neither kept nor signed by.
        let point = user.value(public, CKA_EC_POINT).unwrap();
        let (class, kind) = (CKO_PRIVATE_KEY.to_ne_bytes(), CKK_EC_EDWARDS.to_ne_bytes());
        let brought: [Row<'_>; 6] = [
            IN_SESSION,
            (CKA_CLASS, &class),
            (CKA_KEY_TYPE, &kind),
            (CKA_EC_PARAMS, ED25519),
            (CKA_VALUE, &[9; 32]),
            (CKA_EC_POINT, &point),
        ];
        assert_eq!(user.create(&brought), Err(CKR_TEMPLATE_INCONSISTENT));
        user.create(&brought[..5]).unwrap();
    });
}

/// A key of RSA of 2048 bits, of a session.
fn rsa(user: User) -> (CK_OBJECT_HANDLE, CK_OBJECT_HANDLE) {
    let bits = 2048u64.to_ne_bytes();
    let public: [Row<'_>; 2] = [IN_SESSION, (CKA_MODULUS_BITS, &bits)];
    let own = [(CKA_SIGN, TRUE), (CKA_DECRYPT, TRUE)];
    user.pair(CKM_RSA_PKCS_KEY_PAIR_GEN, &public, &own).unwrap()
}

/// Goal: signatures of RSA of another length or not below the modulus are refused; so are, for PSS,
/// digests of another length than that of their hash, salts that have no room, and hashes and mask
/// functions that are none.
#[test]
fn rsa_signatures() {
    served("bad_signatures::rsa_signatures", || {
        let user = User::begin();
        let (public, own) = rsa(user);
        let mechanism = plain(CKM_SHA256_RSA_PKCS);
        let good = user.sign(mechanism, own, b"message").unwrap();
        let said = |signature: &[u8]| user.verify(mechanism, public, b"message", signature);
        assert_eq!(said(&good), CKR_OK);
        let modulus = user.value(public, CKA_MODULUS).unwrap();
        for other in [&[][..], &good[1..], &[&[0][..], &good].concat()] {
            assert_eq!(said(other), CKR_SIGNATURE_LEN_RANGE, "{} bytes", other.len());
        }
        for other in [&modulus[..], &[0xff; 256], &[0; 256], &[&[0][..], &good[1..]].concat()] {
            assert_eq!(said(other), CKR_SIGNATURE_INVALID, "{other:?}");
        }
        let pss = |hash, mgf, salt| CK_RSA_PKCS_PSS_PARAMS { hashAlg: hash, mgf, sLen: salt };
        let (hash, mgf) = (CKM_SHA256, CKG_MGF1_SHA256);
        let sign = |mechanism, mut parameters, bytes: &[u8]| {
            user.sign(with(mechanism, &mut parameters), own, bytes).map(|signature| signature.len())
        };
        // 256 bytes, of which the hash has 32 and two more are taken.
        assert_eq!(sign(CKM_RSA_PKCS_PSS, pss(hash, mgf, 222), &[1; 32]), Ok(256));
        for digest in [&[1; 31][..], &[1; 33], &[]] {
            let said = sign(CKM_RSA_PKCS_PSS, pss(hash, mgf, 32), digest);
            assert_eq!(said, Err(CKR_DATA_LEN_RANGE));
        }
        for (mechanism, parameters) in [
            (CKM_RSA_PKCS_PSS, pss(hash, mgf, 223)),
            (CKM_RSA_PKCS_PSS, pss(hash, mgf, CK_ULONG::MAX)),
            (CKM_RSA_PKCS_PSS, pss(CKM_ECDSA, mgf, 32)),
            (CKM_RSA_PKCS_PSS, pss(hash, 99, 32)),
            (CKM_SHA256_RSA_PKCS_PSS, pss(CKM_SHA384, mgf, 32)),
        ] {
            let said = sign(mechanism, parameters, &[1; 32]);
            assert_eq!(said, Err(CKR_MECHANISM_PARAM_INVALID), "{parameters:?}");
        }
        let said = user.sign(plain(CKM_RSA_PKCS_PSS), own, &[1; 32]);
        assert_eq!(said, Err(CKR_MECHANISM_PARAM_INVALID), "no parameter");
    });
}

/// Goal: a ciphertext of OAEP that is bad in any way has one value, whose length is wrong another.
/// Method: the same key in the token and in a session.
#[test]
fn ciphertexts() {
    served("bad_signatures::ciphertexts", || {
        let user = User::begin();
        let (public, own) = rsa(user);
        let document = user.value(public, CKA_PUBLIC_KEY_INFO).unwrap();
        let key = PublicKey::from_spki_der(&document, Lengths::Current).unwrap();
        let PublicKey::Rsa(key) = key else { panic!("RSA") };
        let good = key.encrypt_oaep(b"a secret", Oaep::of(Hash::Sha256)).unwrap();
        let of_other_hash = key.encrypt_oaep(b"a secret", Oaep::of(Hash::Sha384)).unwrap();
        let labelled = Oaep { label: b"label", ..Oaep::of(Hash::Sha256) };
        let labelled = key.encrypt_oaep(b"a secret", labelled).unwrap();
        let decrypt = |bytes: &[u8]| {
            let mut parameters = CK_RSA_PKCS_OAEP_PARAMS {
                hashAlg: CKM_SHA256,
                mgf: CKG_MGF1_SHA256,
                source: CKZ_DATA_SPECIFIED,
                pSourceData: std::ptr::null_mut(),
                ulSourceDataLen: 0,
            };
            user.decrypt(with(CKM_RSA_PKCS_OAEP, &mut parameters), own, bytes)
        };
        assert_eq!(decrypt(&good).as_deref(), Ok(&b"a secret"[..]));
        let mut changed = good.clone();
        changed[255] ^= 1;
        let modulus = user.value(public, CKA_MODULUS).unwrap();
        let zeros = [0; 256];
        for bad in [&changed[..], &of_other_hash, &labelled, &modulus, &[0xff; 256], &zeros] {
            assert_eq!(decrypt(bad), Err(CKR_ENCRYPTED_DATA_INVALID));
        }
        for bad in [&good[1..], &[&[0][..], &good].concat(), &[]] {
            assert_eq!(decrypt(bad), Err(CKR_ENCRYPTED_DATA_LEN_RANGE), "{} bytes", bad.len());
        }
    });
}
