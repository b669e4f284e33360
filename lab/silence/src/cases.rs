//! What runs under valgrind: the secret operations, and leaks planted beside them.

use crate::{dsa, hazmat, mldsa, planted, rsa};
use operations::{Tool, word_leaks};
use sealane::ecc::batch::{SignItem, derive_batch, keygen_batch, sign_batch};
use sealane::ecc::documents::private::{self, PrivateParts};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme};
use sealane::tables::{Plan, Table};
use sealane::{Digest, Hash, Nonces, SignOptions};
use sealane_arith::bytes;
use sealane_arith::divsteps;
use sealane_arith::generated::each_prime;
use sealane_arith::machine::taint;
use sealane_arith::prime::{Prime, PrimeTask};
use sealane_arith::secret::Secret;

/// What memcheck must say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// Nothing.
    Silent,
    /// At least one branch or address made from a secret.
    Leak,
}

/// One run under valgrind.
pub struct Case {
    /// Name on the command line.
    pub name: &'static str,
    /// What it runs.
    pub about: &'static str,
    /// What memcheck must say.
    pub expect: Expect,
    /// The backend that operations of the engine run on in it, if there are any.
    pub backend: Option<&'static str>,
    /// Whether the quick run has it: one case for each shape of algorithm, and every planted leak.
    pub quick: bool,
    /// Returns whether the result was right.
    pub run: fn() -> bool,
}

impl Case {
    /// The same case, of the quick run.
    fn quick(self) -> Self {
        Case { quick: true, ..self }
    }
}

/// Must be silent, on words of one lane.
fn silent(name: &'static str, about: &'static str, run: fn() -> bool) -> Case {
    let (expect, backend) = (Expect::Silent, Some("portable"));
    Case { name, about, expect, backend, quick: false, run }
}

/// Must be silent, in eight lanes.
fn in_lanes(name: &'static str, about: &'static str, run: fn() -> bool) -> Case {
    Case { backend: Some("soft8"), ..silent(name, about, run) }
}

/// Must be silent, and asks no backend.
fn bytes_only(name: &'static str, about: &'static str, run: fn() -> bool) -> Case {
    Case { backend: None, ..silent(name, about, run) }
}

/// Must be found.
fn leak(name: &'static str, about: &'static str, run: fn() -> bool) -> Case {
    Case { expect: Expect::Leak, ..bytes_only(name, about, run) }.quick()
}

/// The cases that take longest, in order: they start first.
pub const LONGEST: [&str; 12] = [
    "rsa-generate-lanes",
    "rsa-sign-lanes-batch",
    "sign-lanes",
    "keygen-and-derive-lanes",
    "rsa-group",
    "rsa-sign-batch",
    "rsa-generate",
    "rsa-sign-lanes",
    "dsa-sign-lanes",
    "hazmat-points",
    "tables",
    "shape-short-lanes",
];

/// Every case.
pub fn all() -> Vec<Case> {
    let parts = [shapes(), every_algorithm(), rsa_and_dsa(), of_ml_dsa(), leaks()];
    parts.into_iter().flatten().collect()
}

/// One algorithm of each shape, with all that it can do.
fn shapes() -> Vec<Case> {
    let cases = [
        silent("shape-short", "p256: a = -3", || shape(Algorithm::EcP256)),
        silent("shape-endomorphism", "secp256k1: a = 0", || shape(Algorithm::EcSecp256k1)),
        silent("shape-any", "brainpoolP256r1: another a", || shape(Algorithm::EcBrainpoolP256r1)),
        silent("shape-edwards", "Ed25519", || shape(Algorithm::Ed25519)),
        silent("shape-montgomery", "X25519", || shape(Algorithm::X25519)),
        in_lanes("shape-short-lanes", "p256 in eight lanes", || shape_in_lanes(Algorithm::EcP256)),
        in_lanes("shape-short-by-lanes", "p256, each operation by all lanes", || {
            shape(Algorithm::EcP256)
        }),
        in_lanes("shape-edwards-by-lanes", "Ed25519, each operation by all lanes", || {
            shape(Algorithm::Ed25519)
        }),
        in_lanes("shape-montgomery-by-lanes", "X25519, keys by all lanes", || {
            shape(Algorithm::X25519)
        }),
        in_lanes("shape-edwards-lanes", "Ed25519 in eight lanes", || {
            shape_in_lanes(Algorithm::Ed25519)
        }),
        in_lanes("shape-montgomery-lanes", "X25519 in eight lanes", || {
            shape_in_lanes(Algorithm::X25519)
        }),
        bytes_only("hazmat-scalars", "every operation on scalars, on six groups", hazmat::scalars),
        bytes_only("hazmat-points", "every operation on points, on six groups", hazmat::points),
        bytes_only("encode-private", "the DER of a private key, PKCS#8 and SEC1", encode_private),
    ];
    cases.map(Case::quick).into()
}

/// Every algorithm over a curve.
fn curves() -> Vec<Algorithm> {
    Tool::Silence.algorithms().filter_map(|algorithm| algorithm.curve()).collect()
}

/// What each of them can do.
fn every_algorithm() -> Vec<Case> {
    vec![
        silent("keygen", "a fresh key and its public key", || keygen(&curves())),
        silent("import-scalar", "range check and public key of a scalar", || {
            import_scalar(&curves())
        }),
        silent("import-pkcs8", "a PKCS#8 document to a key", || import_pkcs8(&curves())),
        silent("sign-hedged", "sign with hedged nonces, every hash", || {
            sign(&curves(), Nonces::Hedged)
        }),
        silent("sign-deterministic", "sign with RFC 6979 nonces, every hash", || {
            sign(&curves(), Nonces::Deterministic)
        }),
        silent("derive", "ECDH, X25519 and X448 with both sides", || derive(&curves())),
        silent("sign-eddsa", "Ed25519 and Ed448: plain, with context, prehashed", || {
            sign_eddsa(&curves())
        }),
        silent("sign-bip340", "BIP 340 with random and with zero auxiliary bytes", sign_bip340),
        silent("sign-batch", "signatures of every algorithm in one batch", || {
            sign_in_batch(&curves(), 1)
        }),
        in_lanes("sign-lanes", "the same in eight lanes", || sign_in_batch(&curves(), 3)),
        in_lanes("sign-by-lanes", "a key and a signature of every curve by all lanes", || {
            keygen(&curves()) && sign(&curves(), Nonces::Deterministic) && sign_eddsa(&curves())
        }),
        silent("keygen-and-derive-batch", "fresh keys and their secrets in batches", || {
            derive_in_batch(&curves(), 1)
        }),
        in_lanes("keygen-and-derive-lanes", "the same in eight lanes", || {
            derive_in_batch(&curves(), 3)
        }),
        bytes_only("tables", "the generator by tables with several windows a row", tables),
        bytes_only("invert", "divsteps inversion modulo every prime", invert_every),
    ]
}

/// What computes with moduli that are known at run time.
fn rsa_and_dsa() -> Vec<Case> {
    vec![
        silent("rsa-import", "an RSA key from its document and from storage", rsa::import).quick(),
        silent("rsa-sign", "PKCS#1 v1.5 and PSS, with factors made and squared", rsa::sign).quick(),
        silent("rsa-power", "the bare private power", rsa::power).quick(),
        silent("rsa-decrypt", "OAEP, what opens and what does not", rsa::decrypt).quick(),
        silent("rsa-generate", "a fresh RSA key", rsa::generate),
        in_lanes("rsa-import-lanes", "the same on rows of eight lanes", rsa::import),
        in_lanes("rsa-sign-lanes", "the same on rows of eight lanes", rsa::sign),
        in_lanes("rsa-power-lanes", "the same on rows of eight lanes", rsa::power),
        in_lanes("rsa-decrypt-lanes", "the same on rows of eight lanes", rsa::decrypt),
        in_lanes("rsa-generate-lanes", "the same on rows of eight lanes", rsa::generate),
        silent("rsa-sign-batch", "a batch of both schemes", rsa::sign_in_batch),
        in_lanes("rsa-sign-lanes-batch", "the same, an item a lane", rsa::sign_in_batch),
        in_lanes("rsa-group", "eight signatures, one a lane", rsa::sign_a_group).quick(),
        silent("dsa-import", "a DSA key from its document and back", dsa::import).quick(),
        silent("dsa-sign", "DSA with nonces of both kinds", dsa::sign).quick(),
        silent("dsa-generate", "a fresh DSA key", dsa::generate),
        in_lanes("dsa-import-lanes", "the same on rows of eight lanes", dsa::import),
        in_lanes("dsa-sign-lanes", "the same on rows of eight lanes", dsa::sign),
        in_lanes("dsa-generate-lanes", "the same on rows of eight lanes", dsa::generate),
    ]
}

/// What computes with polynomials.
fn of_ml_dsa() -> Vec<Case> {
    vec![
        bytes_only("mldsa-import", "ML-DSA keys of seeds and documents", mldsa::import).quick(),
        bytes_only("mldsa-sign", "ML-DSA of messages and digests", mldsa::sign).quick(),
        bytes_only("mldsa-generate", "a fresh key of each set", mldsa::generate),
        bytes_only("mldsa-batch", "keys and signatures one by one", mldsa::in_batch),
        in_lanes("mldsa-batch-lanes", "the same, eight at once", mldsa::in_batch).quick(),
    ]
}

/// What must be found.
fn leaks() -> Vec<Case> {
    vec![
        leak("planted-dsa-length", "a power as long as the nonce", || {
            planted::leaks(word_leaks::length)
        }),
        leak("planted-rsa-bits", "a product where the exponent has a bit", || {
            planted::leaks(word_leaks::bits)
        }),
        leak("planted-rsa-window", "a window's entry read by its address", || {
            planted::leaks(word_leaks::window)
        }),
        leak("planted-rsa-subtraction", "a subtraction only where needed", || {
            planted::leaks(word_leaks::subtraction)
        }),
        leak("planted-rsa-padding", "the end of the padding sought", || {
            planted::leaks(word_leaks::padding)
        }),
        leak(
            "planted-mldsa-rejection",
            "an attempt given up by the secret vector alone",
            mldsa::planted_rejection,
        ),
        leak(
            "planted-mldsa-hints",
            "hints written before all checks have passed",
            mldsa::planted_hints,
        ),
        leak(
            "planted-mldsa-early-exit",
            "a check that stops at the first large coefficient",
            mldsa::planted_early_exit,
        ),
        leak("planted-index", "a secret-indexed read whose result is right", || {
            planted::leaks(word_leaks::index)
        }),
        leak("planted-branch", "a branch on a secret bit", || planted::leaks(word_leaks::branch)),
        leak("planted-rejection", "a rejection loop that depends on the key", || {
            planted::leaks(word_leaks::rejection)
        }),
        leak("planted-early-out", "a comparison that stops at the first difference", || {
            planted::leaks(word_leaks::early_out)
        }),
        leak("planted-skip-zero", "a product that skips a zero word", || {
            planted::leaks(word_leaks::skip_zero)
        }),
        leak("planted-vartime", "the variable-time inversion of a secret", || {
            planted::leaks(word_leaks::vartime)
        }),
        leak("planted-mask", "a mask made a bool", || planted::leaks(word_leaks::mask)),
        leak("planted-half", "a branch on the sign of half a scalar", || {
            planted::leaks(word_leaks::half)
        }),
    ]
}

/// All that one algorithm can do, one by one.
fn shape(algorithm: Algorithm) -> bool {
    let of = &[algorithm];
    let schemes = algorithm != Algorithm::EcSecp256k1 || sign_bip340();
    keygen(of)
        && import_scalar(of)
        && import_pkcs8(of)
        && sign(of, Nonces::Hedged)
        && sign(of, Nonces::Deterministic)
        && sign_eddsa(of)
        && derive(of)
        && schemes
}

/// The same in batches.
fn shape_in_lanes(algorithm: Algorithm) -> bool {
    sign_in_batch(&[algorithm], 3) && derive_in_batch(&[algorithm], 3)
}

pub const SCALAR: [u8; 32] = [
    0xc9, 0xaf, 0xa9, 0xd8, 0x45, 0xba, 0x75, 0x16, 0x6b, 0x5c, 0x21, 0x57, 0x67, 0xb1, 0xd6, 0x93,
    0x4e, 0x50, 0xc3, 0xdb, 0x36, 0xe8, 0x9b, 0x12, 0x7b, 0x8a, 0x62, 0x2b, 0x12, 0x0f, 0x67, 0x21,
];

/// Bytes of any width below every order and prime of that width.
fn scalar(width: usize) -> Vec<u8> {
    let mut scalar: Vec<u8> = SCALAR.into_iter().cycle().take(width).collect();
    scalar[0] = 0;
    scalar
}

fn key(algorithm: Algorithm) -> PrivateKey {
    let scalar = scalar(algorithm.order_bytes());
    PrivateKey::from_bytes(algorithm, &scalar).expect("the scalar is in range")
}

fn keygen(of: &[Algorithm]) -> bool {
    of.iter().all(|&algorithm| {
        let key = PrivateKey::generate(algorithm).expect("the system has a random generator");
        PublicKey::from_bytes(algorithm, &key.public_key().to_sec1(true)).as_ref()
            == Ok(key.public_key())
    })
}

fn import_scalar(of: &[Algorithm]) -> bool {
    of.iter().all(|&algorithm| {
        let zeros = vec![0; algorithm.order_bytes()];
        let ones = vec![0xff; algorithm.order_bytes()];
        // Scalars have a range; for the other kinds of keys any octets will do.
        let ranged = algorithm.partner().is_none();
        let refused =
            [zeros, ones].iter().all(|s| PrivateKey::from_bytes(algorithm, s).is_err() == ranged);
        refused && key(algorithm).algorithm() == algorithm
    })
}

fn import_pkcs8(of: &[Algorithm]) -> bool {
    of.iter().all(|&algorithm| {
        let key = key(algorithm);
        let again = PrivateKey::from_pkcs8_der(&key.to_pkcs8_der());
        again.is_ok_and(|again| again.public_key() == key.public_key())
    })
}

/// The algorithms whose signatures are of the digest of any hash.
fn ecdsa(of: &[Algorithm]) -> impl Iterator<Item = Algorithm> {
    let all = of.iter().copied();
    all.filter(|algorithm| matches!(algorithm.usual_scheme(), Some(Scheme::Ecdsa(_))))
}

/// The algorithms whose signatures have a hash of their own.
fn eddsa(of: &[Algorithm]) -> impl Iterator<Item = Algorithm> {
    of.iter().copied().filter(|algorithm| algorithm.fixed_hash().is_some())
}

/// The algorithms that agree upon secrets.
fn deriving(of: &[Algorithm]) -> impl Iterator<Item = Algorithm> {
    of.iter().copied().filter(|algorithm| algorithm.derives())
}

fn sign_eddsa(of: &[Algorithm]) -> bool {
    eddsa(of).all(|algorithm| {
        let key = key(algorithm);
        let context = Some(&b"silence"[..]);
        [(None, false), (context, false), (None, true), (context, true)].iter().all(|&how| {
            let scheme = Scheme::EdDsa { context: how.0, prehashed: how.1 };
            let signature =
                key.sign(b"message", scheme, Nonces::Hedged).expect("the scheme is the key's");
            key.public_key().verify(b"message", scheme, &signature).is_ok()
        })
    })
}

fn sign(of: &[Algorithm], nonces: Nonces) -> bool {
    ecdsa(of).all(|algorithm| {
        let key = key(algorithm);
        // What a hash may do to a nonce does not depend on the curve: one curve takes them all.
        let all = algorithm == Algorithm::EcP256;
        let hashes = if all { Hash::ALL } else { &[Hash::Sha256, Hash::Sha512] };
        hashes.iter().filter(|hash| hash.signs()).all(|&hash| {
            let digest = Digest::of(hash, b"silence");
            let signature =
                key.sign_digest(&digest, nonces).expect("signing needs randomness only");
            key.public_key().verify_digest(&digest, &signature).is_ok()
        })
    })
}

fn derive(of: &[Algorithm]) -> bool {
    deriving(of).all(|algorithm| {
        let (a, b) = (key(algorithm), PrivateKey::generate(algorithm).expect("random"));
        let (ab, ba) = (a.derive(b.public_key()), b.derive(a.public_key()));
        matches!((ab, ba), (Ok(ab), Ok(ba)) if ab.as_bytes() == ba.as_bytes())
    })
}

fn sign_bip340() -> bool {
    let key = key(Algorithm::EcSecp256k1);
    [Nonces::Hedged, Nonces::Deterministic].into_iter().all(|nonces| {
        let signature = key.sign(b"message", Scheme::Bip340, nonces).expect("signs");
        key.public_key().verify(b"message", Scheme::Bip340, &signature).is_ok()
    })
}

/// Signs so often with each algorithm, scheme and option.
fn sign_in_batch(of: &[Algorithm], times: usize) -> bool {
    let schemes = of.iter().filter_map(|&a| Some((a, a.usual_scheme()?)));
    let bip340 = of.iter().filter(|&&algorithm| algorithm == Algorithm::EcSecp256k1);
    let schemes = schemes.chain(bip340.map(|&algorithm| (algorithm, Scheme::Bip340)));
    let keys: Vec<_> = schemes.map(|(algorithm, scheme)| (key(algorithm), scheme)).collect();
    let options = [Nonces::Hedged, Nonces::Deterministic].map(SignOptions::from);
    let options = [options[0], SignOptions { low_s: true, check: true, ..options[1] }];
    let item = |(key, scheme)| options.map(|how| SignItem::new(key, b"silence", scheme, how));
    let items: Vec<_> = keys.iter().flat_map(|(key, scheme)| item((key, *scheme))).collect();
    let items = items.repeat(times);
    let signed = sign_batch(&items);
    let rows: Vec<_> = keys.iter().flat_map(|row| [row; 2]).collect();
    let mut each = rows.repeat(times).into_iter().zip(&signed);
    each.all(|((key, scheme), signed)| {
        let signed = signed.as_ref().expect("signing needs randomness only");
        key.public_key().verify(b"silence", *scheme, signed).is_ok()
    })
}

/// Makes so many pairs of keys for each algorithm; those of key agreement agree.
fn derive_in_batch(of: &[Algorithm], pairs: usize) -> bool {
    let algorithms: Vec<_> = of.iter().flat_map(|&algorithm| vec![algorithm; 2 * pairs]).collect();
    let keys: Vec<_> = keygen_batch(&algorithms).into_iter().map(Result::unwrap).collect();
    let (derives, others): (Vec<_>, Vec<_>) =
        keys.chunks(2).partition(|pair| pair[0].algorithm().derives());
    let crossed = derives.iter().flat_map(|pair| [(&pair[0], &pair[1]), (&pair[1], &pair[0])]);
    let items: Vec<_> = crossed.map(|(own, peer)| (own, peer.public_key())).collect();
    let secrets: Vec<_> = derive_batch(&items).into_iter().map(Result::unwrap).collect();
    let right = |pair: &&[PrivateKey]| pair.iter().all(is_its_own);
    secrets.chunks(2).all(|pair| pair[0].as_bytes() == pair[1].as_bytes())
        && others.iter().all(right)
}

/// Whether a key's public key is that of its octets.
fn is_its_own(key: &PrivateKey) -> bool {
    let again = PrivateKey::from_bytes(key.algorithm(), &key.to_bytes());
    again.is_ok_and(|again| again.public_key() == key.public_key())
}

fn tables() -> bool {
    let plans = [(4, 2), (6, 3)].map(|(width, spacing)| Plan { width, spacing });
    let scalar: [u64; 9] = std::array::from_fn(|i| 0x9e37_79b9_7f4a_7c15 << i);
    Algorithm::ALL.iter().filter(|row| row.signs()).all(|&algorithm| {
        plans.into_iter().all(|plan| {
            let mut table = Table::build(algorithm, plan, 1);
            // The table takes the scalar as a secret.
            table.multiply(0, &scalar);
            table.is_right_vartime(0, &scalar)
        })
    })
}

pub fn secret<P: Prime>() -> Secret<P::Limbs> {
    Secret::new(bytes::from_be_bytes(&scalar(P::BYTES)))
}

fn invert_every() -> bool {
    struct Task(bool);
    impl PrimeTask for Task {
        fn run<P: Prime>(&mut self) {
            self.0 &= invert::<P>();
        }
    }
    let mut task = Task(true);
    each_prime(&mut task);
    task.0
}

fn invert<P: Prime>() -> bool {
    let inverse = secret::<P>().map(divsteps::invert::<P>);
    let product =
        secret::<P>().zip(&inverse, |a, b| P::decode(&P::mul(&P::encode(a), &P::encode(b))));
    product.reveal("a test looks at its own product").as_ref()[0] == 1
}

fn encode_private() -> bool {
    let mut scalar = SCALAR;
    taint::make_bytes_undefined(&mut scalar);
    let parts = PrivateParts { algorithm: Algorithm::EcP256, scalar: &scalar, public: None };
    let mut documents =
        [private::pkcs8_to_der(&parts).to_vec(), private::sec1_to_der(&parts).to_vec()];
    documents.iter_mut().for_each(|document| taint::make_bytes_defined(document));
    let read =
        [PrivateKey::from_pkcs8_der(&documents[0]), PrivateKey::from_sec1_der(&documents[1])];
    read.into_iter().all(|read| read.is_ok_and(|key| key.to_bytes()[..] == SCALAR))
}

#[cfg(test)]
mod tests {
    use super::*;
    use operations::{Action, Operation, gaps};

    /// What the cases run, by the choices that they make.
    fn covered(of: &[Algorithm]) -> Vec<Operation> {
        let row = |action| move |it: Algorithm| Operation { algorithm: it.into(), action };
        let keys = of.iter().copied().map(row(Action::Keygen));
        let signatures = ecdsa(of).chain(eddsa(of)).map(row(Action::Sign));
        let secrets = deriving(of).map(row(Action::Derive));
        let numbers = rsa::COVERED.into_iter().chain(dsa::COVERED).chain(mldsa::covered());
        let named = |name| all().iter().any(|case| case.name == name);
        let numbers = numbers.filter(|(case, _)| named(*case)).map(|(_, operation)| operation);
        keys.chain(signatures).chain(secrets).chain(numbers).collect()
    }

    /// Goal: every operation of the catalogue that knows a secret runs under valgrind; and an
    /// algorithm that is taken away is missed.
    #[test]
    fn every_secret_operation_is_a_case() {
        let curves = curves();
        assert_eq!(gaps(Tool::Silence, &covered(&curves)), [""; 0]);
        let missed =
            ["keygen", "sign", "derive"].map(|it| format!("Silence does not cover p192 {it}"));
        assert_eq!(gaps(Tool::Silence, &covered(&curves[1..])), missed);
    }
}
