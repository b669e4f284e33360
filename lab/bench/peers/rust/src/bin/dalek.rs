//! The curve25519-dalek family. As it comes, it chooses AVX2 when it runs; with target-cpu=native
//! it is built with its AVX-512 IFMA code.

use curve25519_dalek as _;
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier};
use peers::{Bench, digests, hex, pair, sample};
use x25519_dalek::{PublicKey, StaticSecret};

fn seed() -> [u8; 32] {
    let mut seed = [0u8; 32];
    getrandom::fill(&mut seed).expect("random bytes");
    seed
}

fn main() {
    let ifma = if cfg!(target_feature = "avx512ifma") { " +avx512ifma" } else { "" };
    let bench = Bench::new(&format!("curve25519-dalek {}{ifma}", env!("PEER_VERSION")));
    let inputs = digests();
    let key = SigningKey::from_bytes(&seed());
    let public = key.verifying_key();
    if let Some((_, made)) = bench.op("ed25519", "keygen", |_| SigningKey::from_bytes(&seed())) {
        pair("ed25519", "keygen", made.verifying_key().as_bytes(), Some(made.as_bytes()));
    }
    let sign = |i: usize| key.sign(&inputs[i]).to_bytes();
    // Reading a signature is copying its two halves.
    let verify = |i: usize, signature: &[u8]| {
        let signature = Signature::from_slice(signature).expect("64 bytes");
        public.verify(&inputs[i], &signature).is_ok()
    };
    bench.signatures("ed25519", (public.as_bytes(), "message", "raw"), &inputs, sign, verify);
    let new = |_| {
        let secret = StaticSecret::from(seed());
        (PublicKey::from(&secret), secret)
    };
    if let Some((_, (public, secret))) = bench.op("x25519", "keygen", new) {
        pair("x25519", "keygen", public.as_bytes(), Some(secret.as_bytes()));
    }
    let ((_, own), (other, _)) = (new(0), new(0));
    if let Some((_, secret)) = bench.op("x25519", "derive", |_| own.diffie_hellman(&other)) {
        let output = format!("x:{}", hex(secret.as_bytes()));
        sample("x25519", "derive", other.as_bytes(), &hex(own.as_bytes()), &output);
    }
}
