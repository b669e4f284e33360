//! What a build has, whichever features it has: run with several sets of them.

use sealane::{Algorithm, Batch, Lengths, Nonces, PrivateKey, PublicKey, SignItem, VerifyItem};

/// Keys of what is built in, but for those whose parameters take seconds to make.
fn keys() -> Vec<PrivateKey> {
    let quick = |algorithm: &Algorithm| {
        let name = algorithm.to_string();
        !name.starts_with("dsa") && !["rsa3072", "rsa4096", "rsa8192"].contains(&name.as_str())
    };
    let made = Algorithm::all().filter(quick).map(PrivateKey::generate);
    made.collect::<Result<_, _>>().expect("there are random bytes")
}

/// Goal: every algorithm that is built in signs and verifies, alone and in batches, with lanes and
/// without. Method: keys go through their documents; a batch verifies what single calls signed and
/// the reverse.
#[test]
fn what_is_built_in_works() {
    let keys = keys();
    assert!(!keys.is_empty());
    for key in &keys {
        let algorithm = key.algorithm();
        assert_eq!(Algorithm::from_name(&algorithm.to_string()), Some(algorithm));
        let key = PrivateKey::from_pem(&key.to_pkcs8_pem(), Lengths::Current).expect("a key");
        let pem = key.public_key().to_spki_pem();
        let public = PublicKey::from_pem(&pem, Lengths::Current).expect("a public key");
        assert_eq!(public, key.public_key());
        let Some(scheme) = algorithm.usual_scheme() else { continue };
        let messages: Vec<[u8; 1]> = (0..9).map(|i| [i]).collect();
        let items = messages.iter().map(|m| SignItem::new(&key, m, &scheme, Nonces::Hedged));
        let signed = Batch::new().sign(&items.collect::<Vec<_>>());
        let signed: Vec<_> = signed.into_iter().map(|s| s.expect("signed")).collect();
        for (message, signature) in messages.iter().zip(&signed) {
            assert_eq!(public.verify(message, &scheme, signature), Ok(()), "{algorithm}");
            assert!(public.verify(b"another", &scheme, signature).is_err(), "{algorithm}");
        }
        let alone = |m: &[u8; 1]| key.sign(m, &scheme, Nonces::Hedged).expect("signed");
        let signed: Vec<_> = messages.iter().map(alone).collect();
        let items = messages.iter().zip(&signed);
        let items = items.map(|(m, s)| VerifyItem::new(&public, m, &scheme, s));
        assert!(Batch::new().verify(&items.collect::<Vec<_>>()).iter().all(Result::is_ok));
    }
}

/// Goal: machines of lanes are named where they are built in, and nowhere else.
#[test]
fn machines_are_those_of_the_features() {
    let lanes = sealane::backend::lane_names().count();
    assert_eq!(lanes > 0, cfg!(feature = "lanes"));
    if lanes == 0 {
        assert_eq!(sealane::backend::current_batch(), sealane::backend::current());
        assert!(sealane::backend::force("soft8").is_err());
    }
    assert_eq!(Algorithm::from_name("p256").is_some(), cfg!(feature = "p256"));
    assert_eq!(Algorithm::from_name("rsa2048").is_some(), cfg!(feature = "rsa"));
    assert_eq!(Algorithm::from_name("dsa2048").is_some(), cfg!(feature = "dsa"));
    assert_eq!(Algorithm::from_name("mldsa44").is_some(), cfg!(feature = "mldsa"));
}
