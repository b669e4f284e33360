//! libcrux: ML-DSA. It takes random bytes with each call, and chooses AVX2 when it runs.

use libcrux_ml_dsa::MLDSASignature;
use peers::{Bench, digests, pair};

fn random() -> [u8; 32] {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).expect("random bytes");
    bytes
}

/// One parameter set, by its module.
macro_rules! set {
    ($bench:expr, $module:ident, $name:literal) => {{
        use libcrux_ml_dsa::$module::{generate_key_pair, sign, verify};
        let new = |_| {
            let seed = random();
            (generate_key_pair(seed), seed)
        };
        if let Some((_, (made, seed))) = $bench.op($name, "keygen", new) {
            pair($name, "keygen", made.verification_key.as_slice(), Some(&seed));
        }
        let (key, inputs) = (new(0).0, digests());
        let sign = |i: usize| {
            let signed = sign(&key.signing_key, &inputs[i], b"", random());
            signed.expect("it signs").as_slice().to_vec()
        };
        let good = |i: usize, signature: &[u8]| {
            let signature = MLDSASignature::new(signature.try_into().expect("its own length"));
            verify(&key.verification_key, &inputs[i], b"", &signature).is_ok()
        };
        let about = (key.verification_key.as_slice(), "message", "raw");
        $bench.signatures($name, about, &inputs, sign, good);
    }};
}

fn main() {
    let bench = Bench::new(&format!("libcrux-ml-dsa {}", env!("PEER_VERSION")));
    if bench.wants_any("mldsa44") {
        set!(bench, ml_dsa_44, "mldsa44");
    }
    if bench.wants_any("mldsa65") {
        set!(bench, ml_dsa_65, "mldsa65");
    }
    if bench.wants_any("mldsa87") {
        set!(bench, ml_dsa_87, "mldsa87");
    }
}
