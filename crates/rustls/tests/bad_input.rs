//! Wrong input through every door of the provider: the error of rustls, and never a panic.

use super::common::*;
use rustls::crypto::{ActiveKeyExchange, SharedSecret, SupportedKxGroup};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs1KeyDer, PrivateSec1KeyDer};
use rustls::version::{TLS12, TLS13};
use rustls::{
    ClientConnection, Connection, Error, NamedGroup, PeerMisbehaved, ServerConnection,
    SignatureScheme,
};
use sealane_rustls::kx_group;
use std::sync::Arc;
use testkit::inputs::Random;

/// An answer without its secret.
fn said(result: Result<SharedSecret, Error>) -> Result<usize, Error> {
    result.map(|secret| secret.secret_bytes().len())
}

fn start(group: &dyn SupportedKxGroup) -> Box<dyn ActiveKeyExchange> {
    group.start().unwrap()
}

const INVALID: Result<usize, Error> = Err(Error::PeerMisbehaved(PeerMisbehaved::InvalidKeyShare));

/// Goal: both sides of an exchange have one secret, of the length of the field, and with ring's.
#[test]
fn both_sides_have_one_secret() {
    for &group in kx_group::ALL {
        let (one, other) = (start(group), start(group));
        let [ones, others] = [&one, &other].map(|side| side.pub_key().to_vec());
        let (one, other) = (one.complete(&others).unwrap(), other.complete(&ones).unwrap());
        assert_eq!(one.secret_bytes(), other.secret_bytes(), "{group:?}");
        assert!(one.secret_bytes().iter().any(|byte| *byte != 0));
    }
    for theirs in rings().kx_groups {
        let ours = start(group(&ours(), theirs.name()));
        let made = theirs.start_and_complete(ours.pub_key()).unwrap();
        let secret = ours.complete(&made.pub_key).unwrap();
        assert_eq!(secret.secret_bytes(), made.secret.secret_bytes());
    }
}

/// Goal: a share that is cut or has a byte too many is refused, whatever its length.
#[test]
fn shares_of_other_lengths_are_refused() {
    for &group in kx_group::ALL {
        let good = start(group).pub_key().to_vec();
        for length in 0..=2 * good.len() {
            let share: Vec<u8> = good.iter().copied().cycle().take(length).collect();
            let result = said(start(group).complete(&share));
            assert_eq!(result == INVALID, length != good.len(), "{group:?} {length}: {result:?}");
        }
    }
}

/// Goal: points off the curve, at infinity, compressed, hybrid, with coordinates that are too
/// large, are refused; ring refuses the same.
#[test]
fn shares_off_the_curve_are_refused() {
    for &group in kx_group::ALL {
        let good = start(group).pub_key().to_vec();
        if good[0] != 4 || matches!(group.name(), NamedGroup::X25519 | NamedGroup::X448) {
            continue;
        }
        let half = good.len() / 2;
        let is_odd = good[good.len() - 1] & 1;
        let mut wrong = vec![
            ("infinity", vec![0]),
            ("compressed", [&[2 + is_odd][..], &good[1..=half]].concat()),
            ("hybrid", [&[6 + is_odd][..], &good[1..]].concat()),
            ("zeros", [&[4][..], &vec![0; 2 * half]].concat()),
            ("ones", [&[4][..], &vec![0xff; 2 * half]].concat()),
            ("swapped", [&[4][..], &good[half + 1..], &good[1..=half]].concat()),
        ];
        for bit in (8..8 * good.len()).step_by(7) {
            let mut flipped = good.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            wrong.push(("flipped", flipped));
        }
        for first in (0..=255u8).filter(|first| *first != 4) {
            wrong.push(("another form", [&[first][..], &good[1..]].concat()));
        }
        let theirs = rings().kx_groups.into_iter().find(|it| it.name() == group.name());
        for (what, share) in wrong {
            assert_eq!(said(start(group).complete(&share)), INVALID, "{group:?} {what}");
            if let Some(theirs) = theirs {
                assert_eq!(said(start(theirs).complete(&share)), INVALID, "{group:?} {what}");
            }
        }
    }
}

/// Goal: an X25519 or X448 share whose secret is zero is refused, as ring refuses it. Method: the
/// points of small order of RFC 7748's curves, also in forms that are not reduced.
#[test]
fn secrets_of_zero_are_refused() {
    let hex = |text: &str| data_encoding::HEXLOWER.decode(text.as_bytes()).unwrap();
    let of_25519 = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000080",
    ];
    let theirs = group(&rings(), NamedGroup::X25519);
    for share in of_25519.map(hex) {
        assert_eq!(said(start(kx_group::X25519).complete(&share)), INVALID);
        assert_eq!(said(start(theirs).complete(&share)), INVALID);
    }
    let least = |first: u8| [vec![first], vec![0; 55]].concat();
    let prime = [vec![0xff; 28], vec![0xfe], vec![0xff; 27]].concat();
    let before = [vec![0xfe], prime[1..].to_vec()].concat();
    for share in [least(0), least(1), before, prime] {
        assert_eq!(said(start(kx_group::X448).complete(&share)), INVALID);
    }
    let mut good = start(kx_group::X25519).pub_key().to_vec();
    // The bit that is masked.
    good[31] |= 0x80;
    assert_eq!(said(start(kx_group::X25519).complete(&good)), Ok(32));
}

/// Goal: empty messages are signed and verified like others; empty keys and signatures are refused.
#[test]
fn empty_input_is_input() {
    for (kind, _) in KINDS {
        let key = key(kind, 1);
        let loaded = ours().key_provider.load_private_key(document(&key)).unwrap();
        let spki = loaded.public_key().unwrap();
        assert_eq!(&*spki, &key.public_key().to_spki_der()[..]);
        let schemes = ours().signature_verification_algorithms;
        for (scheme, rows) in schemes.mapping {
            let Some(signer) = loaded.choose_scheme(&[*scheme]) else { continue };
            assert_eq!(signer.scheme(), *scheme);
            let signature = signer.sign(&[]).unwrap();
            let octets = octets(&spki);
            let verified = |key: &[u8], message: &[u8], signature: &[u8]| {
                rows[0].verify_signature(key, message, signature).is_ok()
            };
            assert!(verified(octets, &[], &signature), "{kind} {scheme:?}");
            assert!(!verified(octets, &[0], &signature));
            assert!(!verified(octets, &[], &[]));
            assert!(!verified(&[], &[], &signature));
            assert!(!verified(&[], &[], &[]));
        }
        assert!(loaded.choose_scheme(&[]).is_none());
        assert!(loaded.choose_scheme(&[SignatureScheme::RSA_PKCS1_SHA1]).is_none());
        assert!(loaded.choose_scheme(&[SignatureScheme::Unknown(0xffff)]).is_none());
    }
}

/// What is in the bit string of a SubjectPublicKeyInfo.
fn octets(spki: &[u8]) -> &[u8] {
    use x509_cert::der::Decode;
    use x509_cert::spki::SubjectPublicKeyInfoRef;
    SubjectPublicKeyInfoRef::from_der(spki).unwrap().subject_public_key.raw_bytes()
}

/// Goal: keys, messages and signatures with a bit changed, cut or lengthened are invalid, by every
/// algorithm of the provider, and the algorithms of other keys take none.
#[test]
fn wrong_signatures_are_invalid() {
    let mut random = Random::seeded("wrong_signatures_are_invalid");
    let all = ours().signature_verification_algorithms;
    for (kind, _) in KINDS {
        let key = key(kind, 1);
        let loaded = ours().key_provider.load_private_key(document(&key)).unwrap();
        let spki = loaded.public_key().unwrap();
        let octets = octets(&spki);
        for (scheme, rows) in all.mapping {
            let Some(signer) = loaded.choose_scheme(&[*scheme]) else { continue };
            let signature = signer.sign(b"message").unwrap();
            let taken = all
                .all
                .iter()
                .filter(|row| row.verify_signature(octets, b"message", &signature).is_ok());
            // PKCS#1 twice: with the parameters of its identifier, and without.
            let is_pkcs1 = format!("{scheme:?}").contains("PKCS1");
            assert_eq!(taken.count(), 1 + usize::from(is_pkcs1), "{kind} {scheme:?}");
            let refused = |key: &[u8], signature: &[u8]| {
                rows[0].verify_signature(key, b"message", signature).is_err()
            };
            for length in 0..signature.len().min(80) {
                assert!(refused(octets, &signature[..length]));
            }
            assert!(refused(octets, &[&signature[..], &[0]].concat()));
            for _ in 0..100 {
                let mut flipped = signature.clone();
                let bit = random.below(8 * flipped.len());
                flipped[bit / 8] ^= 1 << (bit % 8);
                assert!(refused(octets, &flipped), "{kind} {scheme:?}: bit {bit}");
                let mut flipped = octets.to_vec();
                let bit = random.below(8 * flipped.len());
                flipped[bit / 8] ^= 1 << (bit % 8);
                assert!(refused(&flipped, &signature), "{kind} {scheme:?}: bit {bit} of the key");
            }
        }
    }
}

/// Goal: documents of keys that are cut or changed are refused with the code of the library, or are
/// keys; those of other kinds are refused.
#[test]
fn documents_are_looked_at() {
    let load = |key| ours().key_provider.load_private_key(key).map(drop);
    let pkcs8 = |bytes: &[u8]| PrivateKeyDer::Pkcs8(bytes.to_vec().into());
    let code = |result: Result<(), Error>| match result {
        Err(Error::General(text)) => text.split(':').next().unwrap().to_owned(),
        other => panic!("{other:?}"),
    };
    let mut random = Random::seeded("documents_are_looked_at");
    for (kind, _) in KINDS {
        let good = key(kind, 1).to_pkcs8_der();
        assert_eq!(load(pkcs8(&good)), Ok(()));
        for length in 0..good.len().min(300) {
            code(load(pkcs8(&good[..length])));
        }
        for _ in 0..200 {
            let mut flipped = good.to_vec();
            let bit = random.below(8 * flipped.len().min(200));
            flipped[bit / 8] ^= 1 << (bit % 8);
            if let Err(error) = load(pkcs8(&flipped)) {
                code(Err(error));
            }
        }
    }
    for kind in ["secp256k1", "x25519", "brainpoolp256r1"] {
        assert_eq!(code(load(document(&key(kind, 1)))), "KEY_ALGORITHM");
    }
    let sealane::PrivateKey::Curve(p256) = key("p256", 1) else { unreachable!("it is one") };
    let sec1 = p256.to_sec1_der().unwrap().to_vec();
    assert_eq!(load(PrivateKeyDer::Sec1(PrivateSec1KeyDer::from(sec1.clone()))), Ok(()));
    code(load(PrivateKeyDer::Pkcs1(PrivatePkcs1KeyDer::from(sec1))));
    let sealane::PrivateKey::Rsa(rsa) = key("rsa2048", 1) else { unreachable!("it is one") };
    let pkcs1 = rsa.to_pkcs1_der().to_vec();
    assert_eq!(load(PrivateKeyDer::Pkcs1(PrivatePkcs1KeyDer::from(pkcs1.clone()))), Ok(()));
    code(load(PrivateKeyDer::Sec1(PrivateSec1KeyDer::from(pkcs1))));
    // A key for PSS alone has no scheme that rustls knows.
    let for_pss = rsa.with_permitted(sealane::rsa::Permitted::Pss).unwrap();
    assert_eq!(code(load(pkcs8(&for_pss.to_pkcs8_der()))), "KEY_ALGORITHM");
}

/// Goal: hellos that are cut or changed end a handshake with an error of rustls, on either side,
/// or change nothing that matters; nobody panics.
#[test]
fn changed_hellos_are_refused() {
    let authority = Authority::new("p256");
    let server = server(ours(), good(&ours(), &authority, &key("p256", 1)), None);
    let mut random = Random::seeded("changed_hellos_are_refused");
    let (mut refused, mut taken) = (0, 0);
    for round in 0..1500 {
        let version = if round % 3 == 0 { &TLS12 } else { &TLS13 };
        let name = [NamedGroup::X25519, NamedGroup::secp256r1, NamedGroup::secp384r1][round % 3];
        let provider = with_group(ours(), group(&ours(), name));
        let client = client(provider, version, authority.roots(), None);
        let mut client: Connection =
            ClientConnection::new(client, NAME.try_into().unwrap()).unwrap().into();
        let mut server: Connection = ServerConnection::new(Arc::clone(&server)).unwrap().into();
        let mut change = |bytes: &mut Vec<u8>| match round % 4 {
            0 => bytes.truncate(random.below(bytes.len())),
            _ => {
                let bit = 8 * 5 + random.below(8 * (bytes.len() - 5));
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        };
        let mut hello = vec![];
        client.write_tls(&mut hello).unwrap();
        let changes_client = round % 2 == 0;
        if changes_client {
            change(&mut hello);
        }
        let mut result = feed(&mut server, &hello);
        if result.is_ok() && server.wants_write() {
            let mut flight = vec![];
            while server.wants_write() {
                server.write_tls(&mut flight).unwrap();
            }
            if !changes_client {
                change(&mut flight);
            }
            result = feed(&mut client, &flight);
        }
        match result {
            Ok(()) => taken += 1,
            Err(_) => refused += 1,
        }
    }
    println!("{refused} refused, {taken} go on");
    assert!(refused > 500, "{refused}");
}

fn feed(to: &mut Connection, mut bytes: &[u8]) -> Result<(), Error> {
    while !bytes.is_empty() {
        to.read_tls(&mut bytes).unwrap();
        to.process_new_packets()?;
    }
    Ok(())
}

/// Goal: random bytes are there, and differ.
#[test]
fn random_bytes_differ() {
    let (mut one, mut other) = ([0; 64], [0; 64]);
    ours().secure_random.fill(&mut one).unwrap();
    ours().secure_random.fill(&mut other).unwrap();
    ours().secure_random.fill(&mut []).unwrap();
    assert!(one != other && one != [0; 64]);
}
