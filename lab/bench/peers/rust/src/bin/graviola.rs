//! graviola. It hashes what it signs (there is no call for digests); keys are read beforehand.

use graviola::hashing::{Sha256, Sha384};
use graviola::key_agreement::{p256, p384, x25519};
use graviola::signing::{ecdsa, eddsa, rsa};
use peers::{Bench, INPUTS, digests, hex, key_file, pair, sample};

/// Key generation, signatures and verification over one NIST curve.
macro_rules! curve {
    ($bench:expr, $algo:literal, $curve:ty, $hash:ty, $kind:literal, $bytes:literal) => {
        if $bench.wants_any($algo) {
            let inputs = digests();
            let new = |_| {
                let key = ecdsa::SigningKey::<$curve>::generate().expect("a key");
                let mut out = [0u8; 160];
                key.to_spki_der(&mut out).expect("room enough");
                (key, out)
            };
            let mut room = [0u8; 256];
            if let Some((_, (key, spki))) = $bench.op($algo, "keygen", new) {
                let private = key.to_pkcs8_der(&mut room).expect("room enough");
                let spki = &spki[..spki[1] as usize + 2];
                pair($algo, "keygen", spki, Some(private));
            }
            let (key, spki) = new(0);
            let spki = &spki[..spki[1] as usize + 2];
            // The uncompressed point is the tail of the document.
            let point = &spki[spki.len() - 2 * $bytes - 1..];
            let public = ecdsa::VerifyingKey::<$curve>::from_x962_uncompressed(point);
            let public = public.expect("its own point");
            let sign = |i: usize| {
                let mut out = [0u8; 2 * $bytes];
                let input: &[u8] = &inputs[i];
                key.sign::<$hash>(&[input], &mut out).expect("a signature");
                out
            };
            let verify = |i: usize, signature: &[u8]| {
                let input: &[u8] = &inputs[i];
                public.verify::<$hash>(&[input], signature).is_ok()
            };
            $bench.signatures($algo, (spki, $kind, "raw"), &inputs, sign, verify);
        }
    };
}

/// Agreement over one NIST curve.
macro_rules! agreement {
    ($bench:expr, $algo:literal, $curve:ident) => {
        let new = || $curve::StaticPrivateKey::new_random().expect("a key");
        let (key, point) = (new(), new().public_key_uncompressed());
        let other = $curve::PublicKey::from_x962_uncompressed(&point).expect("its own point");
        let agree = |_| key.diffie_hellman(&other).expect("a secret");
        if let Some((_, secret)) = $bench.op($algo, "derive", agree) {
            let output = format!("x:{}", hex(&secret.0));
            sample($algo, "derive", &point, &hex(&key.as_bytes()), &output);
        }
    };
}

fn curve25519(bench: &Bench) {
    let new = || x25519::StaticPrivateKey::new_random().expect("a key");
    let made = bench.op("x25519", "keygen", |_| {
        let key = new();
        (key.public_key(), key)
    });
    if let Some((_, (public, key))) = made {
        pair("x25519", "keygen", &public.as_bytes(), Some(&key.as_bytes()));
    }
    let (own, other) = (new(), new().public_key());
    let agree = |_| own.diffie_hellman(&other).expect("a secret");
    if let Some((_, secret)) = bench.op("x25519", "derive", agree) {
        let output = format!("x:{}", hex(&secret.as_bytes()));
        sample("x25519", "derive", &other.as_bytes(), &hex(&own.as_bytes()), &output);
    }
    let inputs = digests();
    let new = |_| eddsa::Ed25519SigningKey::generate().expect("a key");
    if let Some((_, key)) = bench.op("ed25519", "keygen", new) {
        let mut room = [0u8; 128];
        let private = key.to_pkcs8_der(&mut room).expect("room enough");
        pair("ed25519", "keygen", &key.public_key().as_bytes(), Some(private));
    }
    let key = new(0);
    let public = key.public_key();
    let sign = |i: usize| key.sign(&inputs[i]);
    let verify = |i: usize, signature: &[u8]| public.verify(signature, &inputs[i]).is_ok();
    bench.signatures("ed25519", (&public.as_bytes(), "message", "raw"), &inputs, sign, verify);
}

fn rsa(bench: &Bench, bits: usize) {
    let algo = format!("rsa-{bits}");
    if !bench.wants_any(&algo) {
        return;
    }
    let key = key_file(&format!("{algo}.pk8"));
    let Some(key) = key.and_then(|der| rsa::SigningKey::from_pkcs8_der(&der).ok()) else {
        println!("# absent {algo}: no such key, or refused");
        return;
    };
    let inputs = digests();
    let mut room = [0u8; 1024];
    if bits == 2048 {
        let new = |_| rsa::SigningKey::generate(rsa::KeySize::Rsa2048).expect("a key");
        if let Some((_, made)) = bench.op(&algo, "keygen", new) {
            let public = made.public_key();
            let spki = public.to_spki_der(&mut room).expect("room enough");
            pair(&algo, "keygen", spki, None);
        }
    }
    let public = key.public_key();
    let spki = public.to_spki_der(&mut room).expect("room enough");
    // A call writes into a buffer as long as the modulus.
    let mut out = vec![0u8; bits / 8];
    let sign = |i: usize, out: &mut [u8]| {
        key.sign_pkcs1_sha256(out, &inputs[i]).expect("a signature");
    };
    let mut made = vec![vec![0u8; bits / 8]; INPUTS];
    for (i, signature) in made.iter_mut().enumerate() {
        sign(i, signature);
    }
    let show = |op: &str, i: usize, signature: &[u8]| {
        let input = format!("sha256:{}", hex(&inputs[i]));
        sample(&algo, op, spki, &input, &format!("raw:{}", hex(signature)));
    };
    if let Some((i, ())) = bench.op(&algo, "sign", |i| sign(i, &mut out)) {
        show("sign", i, &out);
    }
    let verify = |m: usize, s: usize| public.verify_pkcs1_sha256(&made[s], &inputs[m]).is_ok();
    if let Some(i) = bench.verify(&algo, verify) {
        show("verify", i, &made[i]);
    }
}

fn main() {
    let bench = Bench::new(&format!("graviola {}", env!("PEER_VERSION")));
    curve!(bench, "ecdsa-p256", ecdsa::P256, Sha256, "sha256", 32);
    curve!(bench, "ecdsa-p384", ecdsa::P384, Sha384, "sha384", 48);
    agreement!(bench, "ecdh-p256", p256);
    agreement!(bench, "ecdh-p384", p384);
    curve25519(&bench);
    for bits in [1024, 2048, 3072, 4096] {
        rsa(&bench, bits);
    }
}
