//! The operations that are counted, on inputs that never change.

use sealane::{Algorithm, Nonces, PrivateKey, PublicKey, Scheme, Signature, backend, raw};
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
        format!("{} {} {}", self.backend, self.algorithm.name(), self.operation)
    }
}

/// Returns every case whose name contains `part`.
#[must_use]
pub fn cases(part: &str) -> Vec<Case> {
    let mut all = Vec::new();
    for backend in backend::names() {
        for &algorithm in Algorithm::ALL {
            let case = |operation| Case { backend, algorithm, operation };
            all.push(case("keygen"));
            if algorithm.signs() {
                all.extend([case("sign"), case("verify")]);
            }
            if algorithm.derives() {
                all.push(case("derive"));
            }
        }
    }
    all.retain(|case| case.name().contains(part));
    all
}

/// What an operation works on, made outside of what is counted.
struct Inputs {
    private: Vec<u8>,
    key: PrivateKey,
    peer: PublicKey,
    scheme: Option<Scheme<'static>>,
    signature: Option<Signature>,
}

const MESSAGE: &[u8] = b"counted, instruction by instruction";

impl Inputs {
    fn new(algorithm: Algorithm) -> Self {
        // The top byte is zero: below every order.
        let private = |step: usize| -> Vec<u8> {
            (0..algorithm.order_bytes()).map(|i| (i * step) as u8).collect()
        };
        let key = |bytes: &[u8]| PrivateKey::from_bytes(algorithm, bytes).expect("it is in range");
        let key_of_bytes = key(&private(37));
        let scheme = algorithm.usual_scheme();
        let signature = scheme.map(|scheme| {
            key_of_bytes.sign(MESSAGE, scheme, Nonces::Deterministic).expect("the key signs")
        });
        let peer = key(&private(91)).public_key().clone();
        Self { private: private(37), key: key_of_bytes, peer, scheme, signature }
    }
}

/// What is counted: the profiler starts and stops with this function, by its name.
#[inline(never)]
fn counted_window(case: &Case, inputs: &Inputs, plant: bool, out: &mut [u8; 132]) -> bool {
    if plant {
        let x = One.load::<P256P>(&[black_box([7; 4])]);
        black_box(x * x);
    }
    let done = match case.operation {
        "keygen" => {
            let key = PrivateKey::from_bytes(case.algorithm, &inputs.private);
            black_box(key).is_ok()
        }
        "derive" => raw::derive_into(&inputs.key, &inputs.peer, out).is_ok(),
        operation => {
            let Some(scheme) = inputs.scheme else { return false };
            match (operation, &inputs.signature) {
                ("verify", Some(it)) => inputs.key.public_key().verify(MESSAGE, scheme, it).is_ok(),
                _ => {
                    raw::sign_into(&inputs.key, MESSAGE, scheme, Nonces::Deterministic, out).is_ok()
                }
            }
        }
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
        let kinds = |a: &Algorithm| 1 + 2 * usize::from(a.signs()) + usize::from(a.derives());
        assert_eq!(cases("portable").len(), Algorithm::ALL.iter().map(kinds).sum::<usize>());
        assert!(run(&cases("p256"), false));
        assert!(run(&cases("25519"), false));
    }
}
