//! What the searches of readers begin with: documents of keys of every algorithm, in every form,
//! their points and their signatures.

use crate::keys::text_of;
use crate::points::GROUPS;
use crate::template::{curve_document, document};
use data_encoding::BASE64;
use sealane::ecc::{Algorithm, PrivateKey, Scheme};
use sealane::rsa::Permitted;
use sealane::{Hash, Lengths, Nonces, rsa};
use testkit::documents::{element, spki, unhex};
use testkit::reference::curve::Group;

type Seeds = Vec<(&'static str, Vec<Vec<u8>>)>;

/// A key of ML-DSA. RFC 9881, appendix C.
const MLDSA: &str = include_str!("../../../vectors/rfc9881-ML-DSA-44-seed.pem");
const MLDSA_PUBLIC: &str = include_str!("../../../vectors/rfc9881-ML-DSA-44-public.pem");

fn behind(first: u8, bytes: &[u8]) -> Vec<u8> {
    [&[first], bytes].concat()
}

fn curve_key(algorithm: Algorithm) -> PrivateKey {
    PrivateKey::from_pkcs8_der(&curve_document(algorithm)).expect("a good key")
}

fn rsa_key() -> rsa::PrivateKey {
    rsa::PrivateKey::from_pkcs8_der(&document("rsa2048"), Lengths::Current).expect("a good key")
}

/// The inputs of each target.
pub fn all() -> Seeds {
    let groups = &GROUPS[..];
    let private: Vec<Vec<u8>> = private_documents();
    let public = public_documents(groups, &private);
    let mut all = vec![
        ("der-signature", signatures(groups, true)),
        ("raw-signature", signatures(groups, false)),
        ("spki", public.iter().map(|der| behind(0, der)).collect()),
        ("pkcs8", private.iter().map(|der| behind(0, der)).collect()),
        ("pem", texts(&public, &private)),
        ("encrypted-pkcs8", files(&public, &private)),
        ("sec1-point", points(groups)),
    ];
    all.extend(of_edwards());
    all.extend(of_rsa());
    all
}

/// PKCS#8 of every algorithm over curves, of RSA, DSA and ML-DSA.
fn private_documents() -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Algorithm::ALL.iter().map(|it| curve_document(*it)).collect();
    all.extend(["rsa2048", "dsa2048"].map(document));
    let key = sealane::PrivateKey::from_pem(MLDSA, Lengths::Current).expect("a good key");
    all.push(key.to_pkcs8_der().to_vec());
    all
}

/// What belongs to them, with points compressed and coordinates not reduced too.
fn public_documents(groups: &[(Algorithm, Group)], private: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let read = |der: &Vec<u8>| {
        sealane::PrivateKey::from_pkcs8_der(der, Lengths::Current).expect("a good key")
    };
    let mut all: Vec<Vec<u8>> =
        private.iter().map(|der| read(der).public_key().to_spki_der()).collect();
    let compressed = |(algorithm, group): &(Algorithm, Group)| {
        spki(group, &curve_key(*algorithm).public_key().to_sec1(true))
    };
    all.extend(groups.iter().map(compressed));
    // The greatest string of a length is no reduced coordinate.
    all.extend([Algorithm::X25519, Algorithm::X448].map(|algorithm| {
        let mut der = curve_key(algorithm).public_key().to_spki_der();
        let start = der.len() - algorithm.field_bytes();
        der[start..].fill(0xff);
        der
    }));
    for permitted in uses() {
        let key = rsa_key().with_permitted(permitted).expect("documents name its hashes");
        all.push(key.public_key().to_spki_der());
    }
    all
}

/// What keys of RSA are for.
fn uses() -> Vec<Permitted> {
    let with = |hash, mgf, least_salt_bytes| Permitted::PssWith { hash, mgf, least_salt_bytes };
    vec![
        Permitted::Pss,
        with(Hash::Sha1, Hash::Sha1, 20),
        with(Hash::Sha256, Hash::Sha256, 32),
        with(Hash::Sha512, Hash::Sha1, 0),
    ]
}

/// Signatures, and the least and the greatest numbers of each.
fn signatures(groups: &[(Algorithm, Group)], is_der: bool) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (number, (algorithm, group)) in groups.iter().enumerate() {
        let key = curve_key(*algorithm);
        let signed = key.sign(b"message", Scheme::Ecdsa(Hash::Sha256), Nonces::Deterministic);
        let signed = signed.expect("a key signs");
        let one = 1u8.into();
        let edge = group.raw(&(one, &group.n - 1u8));
        let edge = sealane::ecc::Signature::from_bytes(*algorithm, &edge).expect("in range");
        for signature in [signed, edge] {
            let bytes = if is_der { signature.to_der() } else { signature.to_bytes() };
            all.push(behind(number as u8, &bytes));
        }
    }
    let schemes = [
        (Algorithm::EcSecp256k1, Scheme::Bip340),
        (Algorithm::Ed25519, Scheme::PURE_EDDSA),
        (Algorithm::Ed448, Scheme::PURE_EDDSA),
    ];
    for (number, (algorithm, scheme)) in schemes.into_iter().enumerate().filter(|_| !is_der) {
        let signed = curve_key(algorithm).sign(b"message", scheme, Nonces::Deterministic);
        let bytes = scheme.signature_bytes(&signed.expect("a key signs"));
        all.push(behind((groups.len() + number) as u8, &bytes));
    }
    all
}

/// Every document as text, and those of other labels.
fn texts(public: &[Vec<u8>], private: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut all: Vec<String> = public.iter().map(|der| text_of("PUBLIC KEY", der)).collect();
    all.extend(private.iter().map(|der| text_of("PRIVATE KEY", der)));
    let sec1 = curve_key(Algorithm::EcP256).to_sec1_pem().expect("it has that form");
    all.push(sec1.to_string());
    all.push(text_of("RSA PRIVATE KEY", &rsa_key().to_pkcs1_der()));
    all.push(text_of("RSA PUBLIC KEY", &rsa_key().public_key().to_pkcs1_der()));
    all.push(MLDSA.to_owned());
    all.push(MLDSA_PUBLIC.to_owned());
    all.push(format!("words before\n{}words behind\n", text_of("PUBLIC KEY", &public[2])));
    all.into_iter().map(|text| behind(0, text.as_bytes())).collect()
}

/// A string of the protocol of SSH.
fn string(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

/// A private key of OpenSSH's, whose private part is, or pretends to be, encrypted.
fn openssh(cipher: &str) -> String {
    let key = curve_key(Algorithm::Ed25519);
    let (seed, point) = (key.to_bytes(), key.public_key().to_bytes());
    let public = [string(b"ssh-ed25519"), string(&point)].concat();
    let pair = string(&[&seed[..], &point].concat());
    let mut hidden = [&[7; 8][..], &public, &pair, &string(b"comment")].concat();
    hidden.extend((1..).take(hidden.len().next_multiple_of(8) - hidden.len()));
    let (kdf, options) = if cipher == "none" {
        ("none", vec![])
    } else {
        ("bcrypt", [string(&[9; 16]), vec![0, 0, 0, 16]].concat())
    };
    let head = [string(cipher.as_bytes()), string(kdf.as_bytes()), string(&options)].concat();
    let body = [&head[..], &[0, 0, 0, 1], &string(&public), &string(&hidden)].concat();
    text_of("OPENSSH PRIVATE KEY", &[b"openssh-key-v1\0", &body[..]].concat())
}

/// Files of all kinds: keys behind passwords above all.
fn files(public: &[Vec<u8>], private: &[Vec<u8>]) -> Vec<Vec<u8>> {
    // PBES2 with PBKDF2 and AES-256-CBC. RFC 8018, appendix A.
    let salt = element(0x30, &[&element(4, &[&[7; 16]]), &[2, 2, 8, 0]]);
    let kdf = element(0x30, &[&unhex("06092a864886f70d01050c"), &salt]);
    let cipher = element(0x30, &[&unhex("060960864801650304012a"), &element(4, &[&[9; 16]])]);
    let both = element(0x30, &[&kdf, &cipher]);
    let scheme = element(0x30, &[&unhex("06092a864886f70d01050d"), &both]);
    let hidden = element(0x30, &[&scheme, &element(4, &[&[0x5a; 96]])]);
    let mut all = vec![hidden.clone(), text_of("ENCRYPTED PRIVATE KEY", &hidden).into_bytes()];
    let headers = "RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n";
    let legacy =
        text_of("RSA PRIVATE KEY", &[0x5a; 64]).replace("RSA PRIVATE KEY-----\nW", headers);
    all.push(legacy.into_bytes());
    all.extend(["none", "aes256-ctr"].map(|cipher| openssh(cipher).into_bytes()));
    let point = curve_key(Algorithm::Ed25519).public_key().to_bytes();
    let line = BASE64.encode(&[string(b"ssh-ed25519"), string(&point)].concat());
    all.push(format!("ssh-ed25519 {line} somebody\n").into_bytes());
    all.extend(public.iter().chain(private).cloned());
    all.push(
        [text_of("PUBLIC KEY", &public[0]), text_of("PRIVATE KEY", &private[0])].concat().into(),
    );
    let bare = curve_key(Algorithm::EcP256).public_key().to_sec1(true);
    let mut seeds: Vec<Vec<u8>> = all.into_iter().map(|file| behind(0xff, &file)).collect();
    let place = Algorithm::ALL.iter().position(|it| *it == Algorithm::EcP256);
    seeds.push(behind(place.expect("it is one of all") as u8, &bare));
    seeds
}

/// Generators, in both forms, and the points of keys.
fn points(groups: &[(Algorithm, Group)]) -> Vec<Vec<u8>> {
    let mut all = vec![vec![0, 0]];
    for (number, (algorithm, _)) in groups.iter().enumerate() {
        let key = curve_key(*algorithm);
        for compressed in [false, true] {
            all.push(behind(number as u8, &key.public_key().to_sec1(compressed)));
        }
    }
    all
}

/// Points of Ed25519, of small order among them; scalars and coordinates of X25519.
fn of_edwards() -> Seeds {
    let mut points = vec![curve_key(Algorithm::Ed25519).public_key().to_bytes()];
    for digits in [
        "5866666666666666666666666666666666666666666666666666666666666666",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ] {
        points.push(unhex(digits));
    }
    let secret = |u: &[u8]| [&[0x25; 32], u].concat();
    let mut coordinates: Vec<Vec<u8>> = points.iter().map(|octets| secret(octets)).collect();
    coordinates.push(secret(&[&[9][..], &[0; 31]].concat()));
    coordinates.push(secret(&[0; 32]));
    coordinates.push(secret(&[0xff; 32]));
    coordinates.push(secret(&[1; 31]));
    vec![("ed25519-point", points), ("x25519", coordinates)]
}

/// Keys of RSA in every form, and parameters of PSS.
fn of_rsa() -> Seeds {
    let key = rsa_key();
    let forms = vec![
        behind(0, &key.public_key().to_pkcs1_der()),
        behind(2, &key.to_pkcs1_der()),
        behind(4, &key.to_precalculated_bytes()),
    ];
    let parameters = |permitted| {
        let key = rsa_key().with_permitted(permitted).expect("documents name its hashes");
        let der = key.public_key().to_spki_der();
        // Behind both headers and the identifier.
        der[6 + 11..][..usize::from(der[5]) - 11].to_vec()
    };
    let mut pss: Vec<Vec<u8>> = uses().into_iter().map(parameters).collect();
    pss.push(element(0x30, &[&element(0xa2, &[&[2, 1, 222]])]));
    let oaep = [
        vec![0, 20, 0],
        vec![5, 200, 0],
        vec![27, 0, 0, 0, 0, 0, 0, 3, 1],
        vec![1, 1, 1],
        vec![2, 99, 0, 0, 0, 1, 0, 70, 1, 0, 0, 4, 0, 60, 0],
    ];
    vec![("rsa-key", forms), ("pss-parameters", pss), ("oaep", oaep.into())]
}
