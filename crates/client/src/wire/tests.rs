//! Versions and schemes on their way.

use super::*;
use sealane::Salt;

/// Goal: the version is the highest that both speak, or both ranges are named. Method: a client
/// one version older and one newer, in part and in whole.
#[test]
fn versions_are_negotiated() {
    let range = |lowest, highest| Versions { lowest, highest };
    for (client, service, common) in [
        ((3, 3), (3, 3), Some(3)),
        ((2, 3), (3, 3), Some(3)),
        ((3, 4), (3, 3), Some(3)),
        ((3, 3), (3, 4), Some(3)),
        ((3, 9), (2, 5), Some(5)),
        ((4, 5), (3, 3), None),
        ((1, 2), (3, 3), None),
        ((4, 3), (3, 4), None),
    ] {
        let (client, service) = (range(client.0, client.1), range(service.0, service.1));
        match (Versions::common(client, service), common) {
            (Ok(version), Some(expected)) => assert_eq!(version, expected),
            (Err(error), None) => {
                assert_eq!(error.code(), "VERSION_UNSUPPORTED");
                let said = error.to_string();
                for range in [client, service] {
                    assert!(said.contains(&range.to_string()), "{said}");
                }
            }
            (said, _) => panic!("{client}, {service}: {said:?}"),
        }
    }
}

/// Goal: a scheme survives its bytes, and its hash goes by its name. Method: each kind; and a
/// name that no hash has.
#[test]
fn schemes_travel() {
    let context = Some(b"purpose".to_vec());
    let pss = |salt| Scheme::RsaPss { hash: Hash::Sha256, mgf: Hash::Sha1, salt };
    let all = [
        Scheme::Ecdsa(Hash::Sha3_512),
        Scheme::EdDsa { context, prehashed: true },
        Scheme::EdDsa { context: None, prehashed: false },
        Scheme::Bip340,
        Scheme::RsaPkcs1(Hash::Sha512),
        pss(Salt::Bytes(20)),
        pss(Salt::OfHash),
        pss(Salt::Longest),
        pss(Salt::Any),
        Scheme::Dsa(Hash::Sha224),
        Scheme::RsaPkcs1Bytes,
        Scheme::RsaRaw,
        Scheme::PURE_MLDSA,
        Scheme::MlDsa { context: b"purple".to_vec(), prehash: Some(Hash::Sha512) },
        Scheme::MlDsaMu,
    ];
    for scheme in all {
        let mut bytes = postcard::to_allocvec(&scheme).unwrap();
        assert_eq!(postcard::from_bytes::<Scheme>(&bytes).as_ref(), Ok(&scheme));
        if scheme.hash().is_some() {
            let letter = bytes.iter_mut().find(|byte| **byte == b's').unwrap();
            *letter = b'x';
            assert!(postcard::from_bytes::<Scheme>(&bytes).is_err());
        }
    }
}
