//! Known answers of ML-DSA, which runs on one machine whatever the backend. A key and its signature
//! are compared by their hashes, for they have thousands of bytes.
use super::{Test, constant, is_damaged};
use sealane::mldsa::{ParameterSet, PrivateKey, PublicKey, Scheme};
use sealane::{Digest, Hash, Nonces};

/// The first record of a file of known answers, by the hashes of what it has.
struct KnownAnswer {
    set: ParameterSet,
    /// SHA-256 of the public key.
    public: &'static str,
    /// SHA-256 of the deterministic signature.
    signature: &'static str,
}

/// The seed, the message and the context of all three.
const SEED: &str = "f696484048ec21f96cf50a56d0759c448f3779752f0383d37449690694cf7a68";
const MESSAGE: &str = "6dbbc4375136df3b07f7c70e639e223e";
const CONTEXT: &str = "480c658c0cb3e040bde084345cef0df7";

/// `tests/vectors/kat_MLDSA_44_det_pure.rsp.gz` and the two beside it, record 0.
static KNOWN: [KnownAnswer; 3] = [
    KnownAnswer {
        set: ParameterSet::MlDsa44,
        public: "18288249b90bcbd48d473d2a507cc3c1e95e040f639ac3333a8ed1891de14552",
        signature: "e8a1941380e7cadb3c8dfb31dd3f3986568d26e4bf2d975610e81df300267c37",
    },
    KnownAnswer {
        set: ParameterSet::MlDsa65,
        public: "ab0f27cfe4f84d2a9fa74d48467439df9e5dd8401f8715f82ed70e43a371400a",
        signature: "413e6b4eac737e0406fa3849b9263480667ad6123580f80e4fd3da81bda993bb",
    },
    KnownAnswer {
        set: ParameterSet::MlDsa87,
        public: "b509c4ebd6b5fa67009c73cc7cebe55a3f38486a24acfbf9d91dd04f63e660b5",
        signature: "8c05ed511a746a00f603cc61ee3e967b85ac2320aab03ce2035915823e608465",
    },
];

/// The tests of each parameter set.
pub fn tests(damage: Option<&str>) -> Vec<Test> {
    KNOWN.iter().flat_map(|row| tests_of(row, damage)).collect()
}

fn tests_of(row: &KnownAnswer, damage: Option<&str>) -> [Test; 4] {
    let name = |op: &str| format!("{}-{op}", row.set);
    let key = PrivateKey::from_seed(row.set, &constant(SEED, "", None)).ok();
    let [message, context] = [MESSAGE, CONTEXT].map(|hex| constant(hex, "", None));
    let scheme = Scheme { context: &context, prehash: None };
    let sign = |key: &PrivateKey| key.sign(&message, scheme, Nonces::Deterministic).ok();
    let signature = key.as_ref().and_then(sign);
    let both = key.as_ref().map(PrivateKey::public_key).zip(signature);
    let is_known = |bytes: &[u8], hash: &str, name: &str| {
        Digest::of(Hash::Sha256, bytes).as_bytes() == constant(hash, name, damage)
    };
    let test = |op: &str, check: &dyn Fn(&PublicKey, &[u8], &str) -> bool| {
        let name = name(op);
        // No answer, refused known inputs included, is a wrong answer.
        let passed = both.as_ref().is_some_and(|(key, signature)| check(key, signature, &name));
        Test { name, passed }
    };
    [
        test("public", &|key, _, name| is_known(key.as_bytes(), row.public, name)),
        test("sign", &|_, signature, name| is_known(signature, row.signature, name)),
        test("verify", &|key, signature, name| {
            let message = constant(MESSAGE, name, damage);
            key.verify(&message, scheme, signature).is_ok()
        }),
        test("verify-refuses", &|key, signature, name| {
            // Broken, this test sees the message that the signature does belong to.
            let other: &[u8] = if is_damaged(name, damage) { &message } else { b"another message" };
            key.verify(other, scheme, signature).is_err()
        }),
    ]
}
