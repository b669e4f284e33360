//! The operations that are counted, on inputs that never change.

use sealane::ecc::{self, Algorithm as Curve, Signature};
use sealane::rsa::{self, Oaep};
use sealane::{Algorithm, Hash, Lengths, Nonces, PrivateKey, PublicKey, Scheme, backend, raw};
use sealane_arith::field::Machine;
use sealane_arith::generated::P256P;
use sealane_arith::machine::One;
use std::hint::black_box;

/// One operation of one algorithm on one backend.
pub struct Case {
    /// Name of the backend.
    pub backend: &'static str,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Name of the operation.
    pub operation: &'static str,
}

impl Case {
    /// The name as the table has it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {} {}", self.backend, self.algorithm, self.operation)
    }
}

/// Returns every case whose name contains `part`.
#[must_use]
pub fn cases(part: &str) -> Vec<Case> {
    let mut all = Vec::new();
    for backend in backend::names() {
        for &curve in Curve::ALL {
            let case = |operation| Case { backend, algorithm: curve.into(), operation };
            all.push(case("keygen"));
            if curve.signs() {
                all.extend([case("sign"), case("verify")]);
            }
            if curve.derives() {
                all.push(case("derive"));
            }
        }
        for (algorithm, _) in KEYS {
            let decrypts = matches!(algorithm, Algorithm::Rsa { .. });
            let operations = ["sign", "verify", "decrypt"];
            let operations = &operations[..2 + usize::from(decrypts)];
            all.extend(operations.iter().map(|operation| Case { backend, algorithm, operation }));
        }
    }
    all.retain(|case| case.name().contains(part));
    all
}

/// Keys of RSA and DSA, which no rule of a few words gives.
const KEYS: [(Algorithm, &str); 5] = [
    (Algorithm::Rsa { bits: 2048 }, include_str!("../../../crates/sealane/src/rsa/example.pem")),
    (Algorithm::Rsa { bits: 3072 }, include_str!("rsa3072.pem")),
    (Algorithm::Rsa { bits: 4096 }, include_str!("rsa4096.pem")),
    (
        Algorithm::Dsa { bits: 2048, order_bits: 256 },
        include_str!("../../cli/src/cmd/speed/dsa2048.pem"),
    ),
    (
        Algorithm::Dsa { bits: 3072, order_bits: 256 },
        include_str!("../../cli/src/cmd/speed/dsa3072.pem"),
    ),
];

/// What an operation works on, made outside of what is counted.
enum Inputs {
    Curve(OfCurve),
    Other(OfOther),
}

/// A key of RSA or DSA.
struct OfOther {
    key: PrivateKey,
    public: PublicKey,
    scheme: Scheme,
    signature: Vec<u8>,
    /// What RSA decrypts.
    sealed: Vec<u8>,
}

struct OfCurve {
    private: Vec<u8>,
    key: ecc::PrivateKey,
    peer: ecc::PublicKey,
    scheme: Option<ecc::Scheme<'static>>,
    signature: Option<Signature>,
}

const MESSAGE: &[u8] = b"counted, instruction by instruction";

impl Inputs {
    fn new(algorithm: Algorithm) -> Self {
        match algorithm {
            Algorithm::Curve(algorithm) => Self::Curve(OfCurve::new(algorithm)),
            other => Self::Other(OfOther::new(other)),
        }
    }
}

impl OfCurve {
    fn new(algorithm: Curve) -> Self {
        // The top byte is zero: below every order.
        let private = |step: usize| -> Vec<u8> {
            (0..algorithm.order_bytes()).map(|i| (i * step) as u8).collect()
        };
        let key =
            |bytes: &[u8]| ecc::PrivateKey::from_bytes(algorithm, bytes).expect("it is in range");
        let key_of_bytes = key(&private(37));
        let scheme = algorithm.usual_scheme();
        let signature = scheme.map(|scheme| {
            key_of_bytes.sign(MESSAGE, scheme, Nonces::Deterministic).expect("the key signs")
        });
        let peer = key(&private(91)).public_key().clone();
        Self { private: private(37), key: key_of_bytes, peer, scheme, signature }
    }

    /// Inlined: what is counted is the operation.
    #[inline(always)]
    fn run(&self, operation: &str, out: &mut [u8; 132]) -> bool {
        let Self { private, key, peer, scheme, signature } = self;
        match operation {
            "keygen" => {
                let key = ecc::PrivateKey::from_bytes(key.algorithm(), private);
                black_box(key).is_ok()
            }
            "derive" => raw::derive_into(key, peer, out).is_ok(),
            operation => {
                let Some(scheme) = *scheme else { return false };
                match (operation, signature) {
                    ("verify", Some(it)) => key.public_key().verify(MESSAGE, scheme, it).is_ok(),
                    _ => raw::sign_into(key, MESSAGE, scheme, Nonces::Deterministic, out).is_ok(),
                }
            }
        }
    }
}

impl OfOther {
    fn new(algorithm: Algorithm) -> Self {
        // Blinding factors lie where there is room: always in the same place.
        rsa::clear_caches();
        let row = KEYS.iter().find(|row| row.0 == algorithm).expect("the list is of these");
        let key = PrivateKey::from_pem(row.1, Lengths::Current).expect("the key is good");
        let scheme = algorithm.usual_scheme().expect("such keys sign");
        let signature = key.sign(MESSAGE, &scheme, Nonces::Deterministic).expect("it signs");
        let public = key.public_key();
        let sealed = match &public {
            PublicKey::Rsa(public) => {
                public.encrypt_oaep(MESSAGE, Oaep::of(Hash::Sha256)).expect("it fits")
            }
            _ => Vec::new(),
        };
        Self { key, public, scheme, signature: signature.into(), sealed }
    }

    /// Inlined, as above.
    #[inline(always)]
    fn run(&self, operation: &str) -> bool {
        let Self { key, public, scheme, signature, sealed } = self;
        match (operation, key) {
            ("verify", _) => public.verify(MESSAGE, scheme, signature).is_ok(),
            ("decrypt", PrivateKey::Rsa(key)) => {
                key.decrypt_oaep(sealed, Oaep::of(Hash::Sha256)).is_ok()
            }
            ("sign", _) => key.sign(MESSAGE, scheme, Nonces::Deterministic).is_ok(),
            _ => false,
        }
    }
}

/// What is counted: the profiler starts and stops with this function, by its name.
#[inline(never)]
fn counted_window(case: &Case, inputs: &Inputs, plant: bool, out: &mut [u8; 132]) -> bool {
    if plant {
        let x = One.load::<P256P>(&[black_box([7; 4])]);
        black_box(x * x);
    }
    let done = match inputs {
        Inputs::Curve(inputs) => inputs.run(case.operation, out),
        Inputs::Other(inputs) => inputs.run(case.operation),
    };
    black_box(done)
}

/// The name of the function the profiler looks for, whole: some of its options take no pattern.
pub const WINDOW: &str = "gate::cases::counted_window";

/// Returns the address of that function in this process, for those who look by address.
#[must_use]
pub fn window() -> usize {
    counted_window as *const () as usize
}

/// Runs cases, each once outside and once inside the window; with `plant`, with one multiplication
/// more. Returns whether all of them succeeded.
#[must_use]
pub fn run(cases: &[Case], plant: bool) -> bool {
    let mut all_ran = true;
    for case in cases {
        backend::force(case.backend).expect("the list has only backends of this machine");
        // The first operation makes the table of the generator.
        let inputs = Inputs::new(case.algorithm);
        let mut out = [0; 132];
        all_ran &= counted_window(case, &inputs, plant, &mut out);
    }
    all_ran
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: every algorithm and every backend is counted, and every operation succeeds.
    #[test]
    fn every_operation_runs() {
        let names: Vec<String> = cases("").iter().map(Case::name).collect();
        assert!(names.contains(&"portable p256 sign".to_string()), "{names:?}");
        let kinds = |a: &Curve| 1 + 2 * usize::from(a.signs()) + usize::from(a.derives());
        let others = 3 * 3 + 2 * 2;
        assert_eq!(cases("portable").len(), Curve::ALL.iter().map(kinds).sum::<usize>() + others);
        assert!(run(&cases("p256"), false));
        assert!(run(&cases("25519"), false));
        assert!(run(&cases("rsa2048"), false));
        assert!(run(&cases("dsa2048"), false));
    }
}
