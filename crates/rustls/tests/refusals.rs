//! Wrong certificates, keys and signatures: the same error and alert as by ring's provider.

use super::common::*;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::CertificateDer;
use rustls::sign::{CertifiedKey, Signer, SigningKey};
use rustls::version::{TLS12, TLS13};
use rustls::{
    AlertDescription as Alert, CertificateError, Error, InconsistentKeys, SignatureAlgorithm,
    SignatureScheme, SupportedProtocolVersion,
};
use std::sync::Arc;

/// Changes one bit of each signature.
#[derive(Debug)]
struct Flips(Arc<dyn SigningKey>);

impl SigningKey for Flips {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        Some(Box::new(FlipsOne(self.0.choose_scheme(offered)?)))
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        self.0.algorithm()
    }
}

#[derive(Debug)]
struct FlipsOne(Box<dyn Signer>);

impl Signer for FlipsOne {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        let mut signature = self.0.sign(message)?;
        *signature.last_mut().expect("it has bytes") ^= 1;
        Ok(signature)
    }

    fn scheme(&self) -> SignatureScheme {
        self.0.scheme()
    }
}

/// A key of ours, and a certificate that need not be its.
fn pair(kind: &str, number: usize, certificate: CertificateDer<'static>) -> CertifiedKey {
    let key = ours().key_provider.load_private_key(document(&key(kind, number))).unwrap();
    CertifiedKey::new(vec![certificate], key)
}

/// What is wrong, the certificate and key of it, and the alert that it costs.
fn cases(kind: &str, authority: &Authority) -> Vec<(&'static str, CertifiedKey, Alert)> {
    let public = key(kind, 1).public_key();
    let of = |leaf| authority.issue(&public, leaf);
    let mut flipped = of(GOOD).to_vec();
    *flipped.last_mut().expect("it has bytes") ^= 1;
    let mut flips = pair(kind, 1, of(GOOD));
    flips.key = Arc::new(Flips(flips.key));
    let strange = Authority::strange(kind);
    vec![
        (
            "expired",
            pair(kind, 1, of(Leaf { from: -3, until: -1, ..GOOD })),
            Alert::CertificateExpired,
        ),
        ("not yet", pair(kind, 1, of(Leaf { from: 1, ..GOOD })), Alert::CertificateExpired),
        (
            "another name",
            pair(kind, 1, of(Leaf { name: "example.org", ..GOOD })),
            Alert::BadCertificate,
        ),
        ("another key", pair(kind, 2, of(GOOD)), Alert::DecryptError),
        ("flipped certificate", pair(kind, 1, flipped.into()), Alert::DecryptError),
        ("flipped handshake", flips, Alert::DecryptError),
        ("strange authority", pair(kind, 1, strange.issue(&public, GOOD)), Alert::UnknownCA),
    ]
}

fn refusal(
    provider: CryptoProvider,
    version: &'static SupportedProtocolVersion,
    authority: &Authority,
    own: CertifiedKey,
) -> Refused {
    let client = client(provider, version, authority.roots(), None);
    let Err(refused) = shake(&client, &server(ours(), own, None)) else {
        panic!("it was taken");
    };
    assert!(refused.by_client);
    refused
}

/// Goal: what is wrong with a server is refused with its alert, by every kind of key in both
/// versions, and as ring's provider refuses it.
#[test]
fn wrong_servers_are_refused() {
    for (kind, ring_has_it) in KINDS {
        let authority = Authority::new(kind);
        for version in [&TLS12, &TLS13] {
            if !has_suites(kind, version.version) {
                continue;
            }
            for (what, own, alert) in cases(kind, &authority) {
                let refused = refusal(ours(), version, &authority, own.clone());
                assert_eq!(refused.alert, Some(alert), "{kind} {what}: {refused:?}");
                if ring_has_it {
                    let theirs = refusal(rings(), version, &authority, own);
                    let text = |refused: &Refused| refused.error.to_string();
                    // What a time is compared with is said to the second.
                    let same =
                        text(&refused) == text(&theirs) || what == "expired" || what == "not yet";
                    assert!(same, "{kind} {what}: {refused:?} {theirs:?}");
                    assert_eq!(refused.alert, theirs.alert, "{kind} {what}");
                }
            }
            let own = good(&ours(), &authority, &key(kind, 1));
            let client = client(ours(), version, authority.roots(), None);
            assert!(shake(&client, &server(ours(), own, None)).is_ok(), "the good one is taken");
        }
    }
}

/// Goal: what is wrong with a client is refused by the server, with its alert; no certificate too.
#[test]
fn wrong_clients_are_refused() {
    for (kind, _) in KINDS {
        let authority = Authority::new(kind);
        let own = || good(&ours(), &authority, &key(kind, 1));
        let server = server(ours(), own(), Some(authority.roots()));
        let mut wrong: Vec<_> = cases(kind, &authority)
            .into_iter()
            .filter(|(what, ..)| *what != "another name")
            .map(|(what, own, alert)| (what, Some(own), alert))
            .collect();
        wrong.push(("none", None, Alert::CertificateRequired));
        for (what, own, alert) in wrong {
            let client = client(ours(), &TLS13, authority.roots(), own);
            let Err(refused) = shake(&client, &server) else {
                panic!("{kind} {what}: it was taken")
            };
            assert!(!refused.by_client, "{kind} {what}: {refused:?}");
            assert_eq!(refused.alert, Some(alert), "{kind} {what}: {refused:?}");
        }
        let client = client(ours(), &TLS13, authority.roots(), Some(own()));
        assert!(shake(&client, &server).is_ok(), "{kind}");
    }
}

/// Goal: a certificate of another key is found when it is configured.
#[test]
fn keys_must_be_those_of_their_certificates() {
    for (kind, _) in KINDS {
        let authority = Authority::new("p256");
        let certificate = authority.issue(&key(kind, 1).public_key(), GOOD);
        let load = |number| {
            let document = document(&key(kind, number));
            CertifiedKey::from_der(vec![certificate.clone()], document, &ours()).err()
        };
        assert_eq!(load(1), None, "{kind}");
        let mismatch = Error::InconsistentKeys(InconsistentKeys::KeyMismatch);
        assert_eq!(load(2), Some(mismatch), "{kind}");
    }
}

/// Goal: an error of a certificate is rustls' own.
#[test]
fn errors_are_those_of_rustls() {
    let authority = Authority::new("p256");
    let (_, own, _) = cases("p256", &authority).remove(4);
    let refused = refusal(ours(), &TLS13, &authority, own);
    assert_eq!(refused.error, Error::InvalidCertificate(CertificateError::BadSignature));
}
