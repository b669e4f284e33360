//! The operations that are counted, on inputs that never change.

use operations::{Operation, Tool, keys};
use sealane::ecc::{self, Algorithm as Curve, Signature};
use sealane::rsa::{self, Oaep};
use sealane::{Algorithm, Hash, Nonces, PrivateKey, PublicKey, Scheme, backend, raw};
use sealane_arith::field::Machine;
use sealane_arith::generated::P256P;
use sealane_arith::machine::One;
use std::hint::black_box;

/// One operation of the catalogue on one backend.
pub struct Case {
    /// Name of the backend.
    pub backend: &'static str,
    /// What is counted.
    pub operation: Operation,
    /// The name of its action, found outside of what is counted.
    action: &'static str,
}

impl Case {
    /// The name as the table has it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.backend, self.operation)
    }
}

/// Returns every case whose name contains `part`.
#[must_use]
pub fn cases(part: &str) -> Vec<Case> {
    let on = |backend| {
        let case = move |operation: Operation| Case {
            backend,
            operation,
            action: operation.action.name(),
        };
        Tool::Gate.operations().map(case)
    };
    let all = backends().flat_map(on);
    all.filter(|case| case.name().contains(part)).collect()
}

/// The backends that are counted. Kernels are left out: one processor has them and another not,
/// and their texts, which do not change by themselves, say how many instructions they have.
fn backends() -> impl Iterator<Item = &'static str> {
    backend::names().filter(|name| *name != "mulx")
}

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
        let private = |seed| keys::scalar(algorithm, seed);
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
        let key = keys::read(algorithm).expect("the key is good");
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
        Inputs::Curve(inputs) => inputs.run(case.action, out),
        Inputs::Other(inputs) => inputs.run(case.action),
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

/// The name of no case, whose window has nothing in it but what is planted.
pub const NOTHING: &str = "nothing";

/// That window; returns nothing but what was told.
#[inline(never)]
fn window_of_nothing(plant: bool) -> bool {
    if plant {
        let x = One.load::<P256P>(&[black_box([7; 4])]);
        black_box(x * x);
    }
    black_box(plant)
}

/// Returns its address, as [`window`] does.
#[must_use]
pub fn empty_window() -> usize {
    window_of_nothing as *const () as usize
}

/// Opens it once.
pub fn run_nothing(plant: bool) {
    assert_eq!(window_of_nothing(black_box(plant)), plant);
}

/// Runs cases, each once outside and once inside the window; with `plant`, with one multiplication
/// more. Returns whether all of them succeeded.
#[must_use]
pub fn run(cases: &[Case], plant: bool) -> bool {
    let mut all_ran = true;
    for case in cases {
        backend::force(case.backend).expect("the list has only backends of this machine");
        // The first operation makes the table of the generator.
        let inputs = Inputs::new(case.operation.algorithm);
        let mut out = [0; 132];
        all_ran &= counted_window(case, &inputs, plant, &mut out);
    }
    all_ran
}

#[cfg(test)]
mod tests {
    use super::*;
    use operations::gaps;

    /// Goal: every operation of the catalogue is counted on every backend, and succeeds.
    #[test]
    fn every_operation_runs() {
        let names: Vec<String> = cases("").iter().map(Case::name).collect();
        assert!(names.contains(&"portable p256 sign".to_string()), "{names:?}");
        for backend in backends() {
            let of_backend = cases(backend).into_iter().filter(|case| case.backend == backend);
            let covered: Vec<Operation> = of_backend.map(|case| case.operation).collect();
            assert_eq!(gaps(Tool::Gate, &covered), [""; 0]);
            assert_eq!(gaps(Tool::Gate, &covered[1..]), ["Gate does not cover p192 keygen"]);
        }
        assert!(run(&cases("p256"), false));
        assert!(run(&cases("25519"), false));
        assert!(run(&cases("rsa2048"), false));
        assert!(run(&cases("dsa2048"), false));
    }
}
