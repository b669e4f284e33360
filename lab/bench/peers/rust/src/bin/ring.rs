//! ring. It hashes what it signs (there is no call for digests) and reads the public key at each
//! verification. A private key of an agreement is used up by it, so pools of them are made outside
//! the clock.

use peers::{Bench, digests, hex, key_file, pair, repeated, sample, thread_seconds};
use ring::agreement::{self, EphemeralPrivateKey, UnparsedPublicKey as Peer, agree_ephemeral};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{
    self, ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED,
    ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, EcdsaSigningAlgorithm, Ed25519KeyPair, KeyPair,
    RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RsaKeyPair, UnparsedPublicKey,
    VerificationAlgorithm,
};

fn ecdsa(
    bench: &Bench,
    (algo, kind): (&str, &str),
    signing: &'static EcdsaSigningAlgorithm,
    verifying: &'static dyn VerificationAlgorithm,
) {
    if !bench.wants_any(algo) {
        return;
    }
    let random = SystemRandom::new();
    let generate = |_| EcdsaKeyPair::generate_pkcs8(signing, &random).expect("a key");
    let read = |document: &[u8]| EcdsaKeyPair::from_pkcs8(signing, document, &random);
    if let Some((_, made)) = bench.op(algo, "keygen", generate) {
        let key = read(made.as_ref()).expect("its own document");
        pair(algo, "keygen", key.public_key().as_ref(), Some(made.as_ref()));
    }
    let key = read(generate(0).as_ref()).expect("its own document");
    let inputs = digests();
    let sign = |i: usize| key.sign(&random, &inputs[i]).expect("a signature");
    let public = UnparsedPublicKey::new(verifying, key.public_key().as_ref());
    let verify = |i: usize, signature: &[u8]| public.verify(&inputs[i], signature).is_ok();
    bench.signatures(algo, (key.public_key().as_ref(), kind, "raw"), &inputs, sign, verify);
}

fn edwards(bench: &Bench) {
    let random = SystemRandom::new();
    let generate = |_| {
        let mut seed = [0u8; 32];
        random.fill(&mut seed).expect("random bytes");
        (Ed25519KeyPair::from_seed_unchecked(&seed).expect("a key"), seed)
    };
    if let Some((_, (key, seed))) = bench.op("ed25519", "keygen", generate) {
        pair("ed25519", "keygen", key.public_key().as_ref(), Some(&seed));
    }
    let key = generate(0).0;
    let inputs = digests();
    let sign = |i: usize| key.sign(&inputs[i]);
    let public = UnparsedPublicKey::new(&signature::ED25519, key.public_key().as_ref());
    let verify = |i: usize, signature: &[u8]| public.verify(&inputs[i], signature).is_ok();
    let about = (key.public_key().as_ref(), "message", "raw");
    bench.signatures("ed25519", about, &inputs, sign, verify);
}

/// The other side's key is the one of the bench, since private keys here cannot be shown.
fn derive(bench: &Bench, (algo, curve): (&str, &str), way: &'static agreement::Algorithm) {
    const POOL: usize = 64;
    if !bench.wants(algo, "derive") {
        return;
    }
    let text = key_file(&format!("agreement-{curve}.public")).unwrap_or_default();
    let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
    let Some(bytes) = text.chunks(2).map(byte).collect::<Option<Vec<u8>>>() else { return };
    if bytes.is_empty() {
        println!("# absent {algo}: no key to agree with");
        return;
    }
    let (random, peer) = (SystemRandom::new(), Peer::new(way, bytes));
    let new = || EphemeralPrivateKey::generate(way, &random).expect("a key");
    let timed = || {
        let pool: Vec<_> = (0..POOL).map(|_| new()).collect();
        let start = thread_seconds();
        for key in pool {
            agree_ephemeral(key, &peer, |secret| std::hint::black_box(secret[0])).expect("secret");
        }
        (thread_seconds() - start, POOL)
    };
    if !bench.turns(algo, "derive", |seconds, least| repeated(seconds, least, timed)) {
        return;
    }
    let key = new();
    let public = key.compute_public_key().expect("a point");
    let secret = agree_ephemeral(key, &peer, |secret| hex(secret)).expect("a secret");
    sample(algo, "derive", public.as_ref(), "*", &format!("x:{secret}"));
}

fn x25519_keygen(bench: &Bench) {
    let random = SystemRandom::new();
    let generate = |_| {
        let key = EphemeralPrivateKey::generate(&agreement::X25519, &random).expect("a key");
        key.compute_public_key().expect("a point")
    };
    if let Some((_, public)) = bench.op("x25519", "keygen", generate) {
        pair("x25519", "keygen", public.as_ref(), None);
    }
}

fn rsa(bench: &Bench, bits: usize) {
    let algo = format!("rsa-{bits}");
    if !bench.wants_any(&algo) {
        return;
    }
    let key = key_file(&format!("{algo}.pk8"));
    let Some(key) = key.and_then(|document| RsaKeyPair::from_pkcs8(&document).ok()) else {
        println!("# absent {algo}: no such key, or refused");
        return;
    };
    let (random, inputs) = (SystemRandom::new(), digests());
    let numbers = signature::RsaPublicKeyComponents::<Vec<u8>>::from(key.public_key());
    let public = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key.public_key().as_ref());
    let sign = |i: usize| {
        let mut out = vec![0u8; bits / 8];
        key.sign(&RSA_PKCS1_SHA256, &random, &inputs[i], &mut out).expect("a signature");
        out
    };
    let show = |op: &str, i: usize, signature: &[u8]| {
        let numbers = format!("rsa:{}:{}", hex(&numbers.n), hex(&numbers.e));
        let (input, output) = (hex(&inputs[i]), hex(signature));
        println!("sample\t{algo}\t{op}\t{numbers}\tsha256:{input}\traw:{output}");
    };
    let made: Vec<Vec<u8>> = (0..inputs.len()).map(sign).collect();
    if let Some((i, signature)) = bench.op(&algo, "sign", sign) {
        show("sign", i, &signature);
    }
    let verify = |m: usize, s: usize| public.verify(&inputs[m], &made[s]).is_ok();
    if let Some(i) = bench.verify(&algo, verify) {
        show("verify", i, &made[i]);
    }
}

fn main() {
    let bench = Bench::new(&format!("ring {}", env!("PEER_VERSION")));
    let p256 = ("ecdsa-p256", "sha256");
    ecdsa(&bench, p256, &ECDSA_P256_SHA256_FIXED_SIGNING, &ECDSA_P256_SHA256_FIXED);
    let p384 = ("ecdsa-p384", "sha384");
    ecdsa(&bench, p384, &ECDSA_P384_SHA384_FIXED_SIGNING, &ECDSA_P384_SHA384_FIXED);
    derive(&bench, ("ecdh-p256", "p256"), &agreement::ECDH_P256);
    derive(&bench, ("ecdh-p384", "p384"), &agreement::ECDH_P384);
    edwards(&bench);
    x25519_keygen(&bench);
    derive(&bench, ("x25519", "x25519"), &agreement::X25519);
    for bits in [2048, 3072, 4096] {
        rsa(&bench, bits);
    }
}
