//! Known answers of RSA and DSA. Those are not over curves, so each is of a whole document.
use super::batches::{ITEMS, OTHER_MESSAGE, is_known};
use super::{Test, constant, is_damaged};
use sealane::{Digest, Hash, Lengths, Nonces, PrivateKey, Scheme, backend, dsa, rsa};

/// A key, and its signature of a message that is the same each time.
struct KnownAnswer {
    name: &'static str,
    pem: &'static str,
    scheme: Scheme,
    /// As documents hold it; of DSA `r` then `s`.
    signature: &'static str,
}

const MESSAGE: &[u8] = b"sample";

/// RFC 6979, appendix A.2.2, for DSA; that of RSA was computed by OpenSSL 3.0.
static KNOWN: [KnownAnswer; 2] = [
    KnownAnswer {
        name: "rsa2048",
        pem: include_str!("rsa2048.pem"),
        scheme: Scheme::RsaPkcs1(Hash::Sha256),
        signature: "6b130a3277dabc4fa10f0ef749af46eb62b5022ea7f79326fae6b88dd126be78e7c59df7\
         0bdad4a0353732fa7cba246bbdb8902e1f86835e3db71692e658b5d4e4b6b2c4e1b02a68\
         2132493327e7d22ed6d86110f83d445aaad91bbbcb759b2fdd9b940f821996520c41b6cb\
         a85f3430e2072feeb5bdfb7dfcc83bd5df2309b602022e5699c1d28be6438851fbab1ddf\
         e3ea5ada0ed8640ef7e7c140405dd8b65fa8403924c5f1f076e2609986415dad34357fed\
         718853cbf63ad3107ed1c1c0ef6ba0cd2ee44b2aa5263df7c945a8e5f5636736a760b161\
         628cb7a1ce17d85b16d873dcdaac29bf34e7d33ffd5312ae46a9cf8d6889ffe045ba364e\
         e9fac1a2",
    },
    KnownAnswer {
        name: "dsa2048",
        pem: include_str!("dsa2048.pem"),
        scheme: Scheme::Dsa(Hash::Sha256),
        signature: "eace8bdbbe353c432a795d9ec556c6d021f7a03f42c36e9bc87e4ac7932cc8097081e175\
         455f9247b812b74583e9e94f9ea79bd640dc962533b0680793a38d53",
    },
];

/// The keys, as far as they are taken: looked at once, for that takes longer than the tests.
pub fn keys() -> Vec<Option<PrivateKey>> {
    KNOWN.iter().map(|row| PrivateKey::from_pem(row.pem, Lengths::Current).ok()).collect()
}

/// The tests of both on the backend in force; one that has lanes must show that it ran, and has
/// batches of RSA.
pub fn tests(
    keys: &[Option<PrivateKey>],
    backend: &str,
    has_lanes: bool,
    damage: Option<&str>,
) -> Vec<Test> {
    let mut tests = Vec::new();
    for (row, key) in KNOWN.iter().zip(keys) {
        let in_batches = has_lanes && row.scheme.of_rsa().is_some();
        let checks: [(&str, bool, Check); 6] = [
            ("sign", true, signature_is_known),
            ("verify", true, known_signature_verifies),
            ("verify-refuses", true, wrong_message_is_refused),
            ("sign-batch", in_batches, signatures_are_known),
            ("verify-batch", in_batches, known_signatures_verify),
            ("verify-batch-refuses", in_batches, wrong_messages_are_refused),
        ];
        for (op, _, check) in checks.into_iter().filter(|(_, does, _)| *does) {
            let name = format!("{}/{backend}/{op}", row.name);
            let entered = backend::entered(backend);
            // A key that is refused gives no answers.
            let answer = key.as_ref().and_then(|key| check(key, row, &name, damage));
            let ran = !has_lanes || backend::entered(backend) > entered;
            tests.push(Test { name, passed: answer == Some(true) && ran });
        }
    }
    tests
}

type Check = fn(&PrivateKey, &KnownAnswer, &str, Option<&str>) -> Option<bool>;

fn signature_is_known(
    key: &PrivateKey,
    row: &KnownAnswer,
    name: &str,
    damage: Option<&str>,
) -> Option<bool> {
    let signature = key.sign(MESSAGE, &row.scheme, Nonces::Deterministic).ok()?;
    let mut signature = Vec::from(signature);
    if let PrivateKey::Dsa(key) = key {
        let parameters = key.public_key().parameters();
        signature = dsa::Signature::from_der(parameters, &signature).ok()?.to_bytes();
    }
    Some(signature == constant(row.signature, name, damage))
}

/// The known signature as documents hold it.
fn known(key: &PrivateKey, row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<Vec<u8>> {
    let bytes = constant(row.signature, name, damage);
    let PrivateKey::Dsa(key) = key else { return Some(bytes) };
    let signature = dsa::Signature::from_bytes(key.public_key().parameters(), &bytes);
    Some(signature.ok()?.to_der())
}

fn known_signature_verifies(
    key: &PrivateKey,
    row: &KnownAnswer,
    name: &str,
    damage: Option<&str>,
) -> Option<bool> {
    let signature = known(key, row, name, damage)?;
    Some(key.public_key().verify(MESSAGE, &row.scheme, &signature).is_ok())
}

fn wrong_message_is_refused(
    key: &PrivateKey,
    row: &KnownAnswer,
    name: &str,
    damage: Option<&str>,
) -> Option<bool> {
    let signature = known(key, row, "", None)?;
    // Broken, this test sees the message that the signature does belong to.
    let message = if is_damaged(name, damage) { MESSAGE } else { b"another message" };
    let digest = Digest::of(Hash::Sha256, message);
    Some(key.public_key().verify_digest(&digest, &row.scheme, &signature).is_err())
}

/// A key of RSA, the scheme, and the expected signatures: the known one, and that of the other
/// message by the single operation.
fn of_rsa<'a>(
    key: &'a PrivateKey,
    row: &KnownAnswer,
    known: Vec<u8>,
) -> Option<(&'a rsa::PrivateKey, rsa::Scheme, [Vec<u8>; 2])> {
    let (PrivateKey::Rsa(key), Some(scheme)) = (key, row.scheme.of_rsa()) else { return None };
    let other = key.sign(OTHER_MESSAGE, scheme).ok()?;
    Some((key, scheme, [known, other]))
}

fn signatures_are_known(
    key: &PrivateKey,
    row: &KnownAnswer,
    name: &str,
    damage: Option<&str>,
) -> Option<bool> {
    let (key, scheme, expected) = of_rsa(key, row, constant(row.signature, name, damage))?;
    let item = |place| {
        let message = if is_known(place) { MESSAGE } else { OTHER_MESSAGE };
        rsa::SignItem::new(key, message, scheme)
    };
    let items: Vec<_> = (0..ITEMS).map(item).collect();
    let signed = rsa::sign_batch(&items).into_iter().enumerate();
    let is_right = |(place, signed): (usize, Result<Vec<u8>, _>)| {
        signed.is_ok_and(|signed| signed == expected[place % 2])
    };
    Some(signed.map(is_right).fold(true, |all, one| all & one))
}

/// The verdicts on both signatures in turn: the known one of `message`, and the other of its own.
fn verdicts(
    key: &PrivateKey,
    row: &KnownAnswer,
    known: Vec<u8>,
    message: &[u8],
) -> Option<Vec<bool>> {
    let (key, scheme, signatures) = of_rsa(key, row, known)?;
    let item = |place| {
        let message = if is_known(place) { message } else { OTHER_MESSAGE };
        rsa::VerifyItem::new(key.public_key(), message, scheme, &signatures[place % 2])
    };
    let items: Vec<_> = (0..ITEMS).map(item).collect();
    Some(rsa::verify_batch(&items).iter().map(Result::is_ok).collect())
}

fn known_signatures_verify(
    key: &PrivateKey,
    row: &KnownAnswer,
    name: &str,
    damage: Option<&str>,
) -> Option<bool> {
    let verdicts = verdicts(key, row, constant(row.signature, name, damage), MESSAGE)?;
    Some(verdicts.into_iter().all(|valid| valid))
}

fn wrong_messages_are_refused(
    key: &PrivateKey,
    row: &KnownAnswer,
    name: &str,
    damage: Option<&str>,
) -> Option<bool> {
    // Broken, this test sees the message that the signature does belong to.
    let message = if is_damaged(name, damage) { MESSAGE } else { b"a third message" };
    let verdicts = verdicts(key, row, constant(row.signature, "", None), message)?;
    Some(verdicts.into_iter().enumerate().all(|(place, valid)| valid != is_known(place)))
}
