//! Handshakes of rustls by our provider with rustls by ring's, both ways and with itself.

use super::common::*;
use rustls::crypto::CryptoProvider;
use rustls::version::{TLS12, TLS13};
use rustls::{NamedGroup, ProtocolVersion, SignatureScheme};

type Provider = fn() -> CryptoProvider;

/// Who serves whom, and whether ring takes part.
const SIDES: [(&str, Provider, Provider, bool); 3] = [
    ("our server, our client", ours, ours, false),
    ("our server, ring's client", ours, rings, true),
    ("ring's server, our client", rings, ours, true),
];

const GROUPS: [NamedGroup; 3] = [NamedGroup::X25519, NamedGroup::secp256r1, NamedGroup::secp384r1];

/// Goal: every kind of key, in both versions, over every group, with a certificate of the client of
/// the same kind; with ring where it has the kind. TLS 1.2 has no ML-DSA and no Ed448.
#[test]
fn every_kind_of_key_shakes_hands_over_every_group() {
    let mut done = 0;
    for (kind, ring_has_it) in KINDS {
        let authority = Authority::new(kind);
        for (sides, servers, clients, with_ring) in SIDES {
            if with_ring && !ring_has_it {
                continue;
            }
            for version in [&TLS12, &TLS13] {
                let server_key = good(&servers(), &authority, &key(kind, 1));
                let client_key = good(&clients(), &authority, &key(kind, 2));
                let server = server(servers(), server_key, Some(authority.roots()));
                for name in GROUPS {
                    let provider = with_group(clients(), group(&clients(), name));
                    let roots = authority.roots();
                    let client = client(provider, version, roots, Some(client_key.clone()));
                    let said = shake(&client, &server);
                    if !has_suites(kind, version.version) {
                        assert!(said.is_err(), "{kind} in TLS 1.2");
                        continue;
                    }
                    let pair = said.unwrap_or_else(|why| panic!("{sides} {kind} {name:?} {why:?}"));
                    assert_eq!(pair.client.protocol_version(), Some(version.version));
                    let found = pair.server.negotiated_key_exchange_group().unwrap();
                    assert_eq!(found.name(), name);
                    done += 1;
                }
            }
        }
    }
    println!("{done} handshakes");
}

/// Goal: a server signs by the scheme that the client takes, if its key has it, and else there is
/// no handshake: every scheme, every kind of key, both versions, as ring's server does.
#[test]
fn every_scheme_is_signed_and_verified() {
    let schemes = ours().signature_verification_algorithms.supported_schemes();
    assert_eq!(schemes.len(), 14);
    for (kind, ring_has_it) in KINDS {
        let authority = Authority::new("p256");
        let key = key(kind, 1);
        let server_of = |provider: Provider| {
            let own = good(&provider(), &authority, &key);
            server(provider(), own, None)
        };
        let (own_server, rings_server) = (server_of(ours), ring_has_it.then(|| server_of(rings)));
        for version in [&TLS12, &TLS13] {
            let mut taken = vec![];
            for &scheme in &schemes {
                let client = client(with_scheme(ours(), scheme), version, authority.roots(), None);
                let said = shake(&client, &own_server);
                if let Some(server) = &rings_server {
                    let theirs = shake(&client, server);
                    assert_eq!(said.is_ok(), theirs.is_ok(), "{kind} {scheme:?}");
                }
                if said.is_ok() {
                    taken.push(scheme);
                }
            }
            taken.sort_by_key(|scheme| u16::from(*scheme));
            assert_eq!(taken, expected(kind, version.version), "{kind} {:?}", version.version);
        }
    }
}

fn expected(kind: &str, version: ProtocolVersion) -> Vec<SignatureScheme> {
    use SignatureScheme as S;
    let mut rsa = vec![S::RSA_PKCS1_SHA256, S::RSA_PKCS1_SHA384, S::RSA_PKCS1_SHA512];
    if version == ProtocolVersion::TLSv1_3 {
        rsa.clear();
    }
    rsa.extend([S::RSA_PSS_SHA256, S::RSA_PSS_SHA384, S::RSA_PSS_SHA512]);
    match kind {
        _ if !has_suites(kind, version) => vec![],
        "p256" => vec![S::ECDSA_NISTP256_SHA256],
        "p384" => vec![S::ECDSA_NISTP384_SHA384],
        "p521" => vec![S::ECDSA_NISTP521_SHA512],
        "ed25519" => vec![S::ED25519],
        "ed448" => vec![S::ED448],
        "rsa2048" => rsa,
        "mldsa44" => vec![S::ML_DSA_44],
        "mldsa65" => vec![S::ML_DSA_65],
        _ => vec![S::ML_DSA_87],
    }
}

/// Goal: every suite of ring's is there, and works by keys of both kinds that suites name.
#[test]
fn every_suite_works() {
    let authority = Authority::new("p384");
    let suites = ours().cipher_suites;
    assert_eq!(suites, rings().cipher_suites);
    let mut seen = 0;
    for kind in ["p256", "rsa2048"] {
        let server = server(ours(), good(&ours(), &authority, &key(kind, 1)), None);
        for &suite in &suites {
            let version = suite.version();
            let provider = CryptoProvider { cipher_suites: vec![suite], ..rings() };
            let client = client(provider, version, authority.roots(), None);
            let is_other = format!("{:?}", suite.suite()).contains(if kind == "p256" {
                "ECDHE_RSA"
            } else {
                "ECDHE_ECDSA"
            });
            match shake(&client, &server) {
                Ok(pair) => {
                    assert_eq!(pair.server.negotiated_cipher_suite(), Some(suite));
                    assert!(!is_other);
                    seen += 1;
                }
                Err(why) => assert!(is_other, "{suite:?}: {why:?}"),
            }
        }
    }
    assert_eq!(seen, 12, "three of each kind in TLS 1.2, and three of TLS 1.3 twice");
}

/// Goal: the groups beside the usual ones work where both sides have them.
#[test]
fn further_groups_work() {
    let authority = Authority::new("p256");
    for &group in sealane_rustls::kx_group::ALL {
        for version in [&TLS12, &TLS13] {
            let own = good(&ours(), &authority, &key("p256", 1));
            let server = server(with_group(ours(), group), own, None);
            let client = client(with_group(ours(), group), version, authority.roots(), None);
            let pair = shake(&client, &server).unwrap();
            let found = pair.client.negotiated_key_exchange_group().unwrap().name();
            assert_eq!(found, group.name());
        }
    }
}

/// Goal: a server that has none of the client's first group asks for another one, and it works.
#[test]
fn a_second_group_is_asked_for() {
    let authority = Authority::new("ed25519");
    let own = good(&ours(), &authority, &key("ed25519", 1));
    let server = server(with_group(ours(), group(&ours(), NamedGroup::secp384r1)), own, None);
    let client = client(ours(), &TLS13, authority.roots(), None);
    let pair = shake(&client, &server).unwrap();
    assert_eq!(
        pair.client.handshake_kind(),
        Some(rustls::HandshakeKind::FullWithHelloRetryRequest)
    );
}

/// Goal: certificates signed by every kind of key are believed, also of leaves of another kind.
#[test]
fn every_kind_of_authority_is_believed() {
    for (kind, ring_has_it) in KINDS {
        let authority = Authority::new(kind);
        let server = server(ours(), good(&ours(), &authority, &key("p256", 1)), None);
        assert!(shake(&client(ours(), &TLS13, authority.roots(), None), &server).is_ok(), "{kind}");
        let by_ring = shake(&client(rings(), &TLS13, authority.roots(), None), &server);
        assert_eq!(by_ring.is_ok(), ring_has_it, "{kind}");
    }
}
