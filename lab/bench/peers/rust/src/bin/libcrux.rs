//! libcrux: ML-DSA. It takes random bytes with each call, and chooses AVX2 when it runs.

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
        let sign = |i: usize| sign(&key.signing_key, &inputs[i], b"", random()).expect("it signs");
        let made: Vec<_> = (0..inputs.len()).map(sign).collect();
        let show = |op: &str, i: usize, signature: &[u8]| {
            let input = format!("message:{}", peers::hex(&inputs[i]));
            let output = format!("raw:{}", peers::hex(signature));
            peers::sample($name, op, key.verification_key.as_slice(), &input, &output);
        };
        if let Some((i, signature)) = $bench.op($name, "sign", sign) {
            show("sign", i, signature.as_slice());
        }
        let good =
            |m: usize, s: usize| verify(&key.verification_key, &inputs[m], b"", &made[s]).is_ok();
        if let Some(i) = $bench.verify($name, good) {
            show("verify", i, made[i].as_slice());
        }
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
