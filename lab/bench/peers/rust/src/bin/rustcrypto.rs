//! RustCrypto: p192, p224, p256, p384, p521, k256 and rsa. Calls for digests; ECDSA nonces are RFC
//! 6979. P-192 has no rule for nonces, so its sign takes a random one by the hazmat call.

use p256::elliptic_curve::{self, Generate};
use peers::{Bench, digests, hex, key_file, pair, sample};

/// One curve, with digests of at least `$bytes` bytes: shorter ones are filled up with zeros.
macro_rules! curve {
    ($bench:expr, $package:ident, $name:literal, $bytes:literal) => {{
        use $package::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
        use $package::ecdsa::{Signature, SigningKey, VerifyingKey};
        let algo = concat!("ecdsa-", $name);
        let fill = |digest: &[u8; 32]| {
            let mut out = [0u8; $bytes];
            out[..32].copy_from_slice(digest);
            out
        };
        let inputs: Vec<[u8; $bytes]> = digests().iter().map(fill).collect();
        let new = |_| {
            let key = SigningKey::generate();
            (VerifyingKey::from(&key), key)
        };
        if let Some((_, (public, key))) = $bench.op(algo, "keygen", new) {
            let point = public.to_sec1_point(false);
            pair(algo, "keygen", point.as_bytes(), Some(&key.to_bytes()));
        }
        let (public, key) = new(0);
        let sign = |i: usize| -> Signature { key.sign_prehash(&inputs[i]).expect("a signature") };
        let made: Vec<Signature> = (0..inputs.len()).map(sign).collect();
        let point = public.to_sec1_point(false);
        let show = |op: &str, i: usize, signature: &Signature| {
            let output = format!("raw:{}", hex(&signature.to_bytes()));
            let input = format!("digest:{}", hex(&inputs[i]));
            sample(algo, op, point.as_bytes(), &input, &output);
        };
        if let Some((i, signature)) = $bench.op(algo, "sign", sign) {
            show("sign", i, &signature);
        }
        let verify = |m: usize, s: usize| public.verify_prehash(&inputs[m], &made[s]).is_ok();
        if let Some(i) = $bench.verify(algo, verify) {
            show("verify", i, &made[i]);
        }
    }};
}

/// Agreement over one curve.
macro_rules! agreement {
    ($bench:expr, $package:ident, $name:literal) => {{
        let algo = concat!("ecdh-", $name);
        let own = $package::SecretKey::generate();
        let other = $package::SecretKey::generate().public_key();
        let agree = |_| $package::ecdh::diffie_hellman(own.to_nonzero_scalar(), other.as_affine());
        if let Some((_, secret)) = $bench.op(algo, "derive", agree) {
            let point = $package::ecdsa::VerifyingKey::from(other).to_sec1_point(false);
            let output = format!("x:{}", hex(secret.raw_secret_bytes()));
            sample(algo, "derive", point.as_bytes(), &hex(&own.to_bytes()), &output);
        }
    }};
}

fn p192(bench: &Bench) {
    use p192::NistP192 as Curve;
    use p192::ecdsa::{Signature, VerifyingKey};
    type Scalar = elliptic_curve::NonZeroScalar<Curve>;
    type Public = elliptic_curve::PublicKey<Curve>;
    const ALGO: &str = "ecdsa-p192";
    let inputs = digests();
    let new = |_| {
        let key = Scalar::generate();
        (Public::from_secret_scalar(&key), key)
    };
    let encode = |public: Public| VerifyingKey::from(public).to_sec1_point(false);
    if let Some((_, (public, key))) = bench.op(ALGO, "keygen", new) {
        pair(ALGO, "keygen", encode(public).as_bytes(), Some(&key.to_bytes()));
    }
    let (public, key) = new(0);
    let sign = |i: usize| {
        let signed = ecdsa::hazmat::sign_prehashed::<Curve>(&key, &Scalar::generate(), &inputs[i]);
        signed.expect("a signature").0
    };
    let made: Vec<Signature> = (0..inputs.len()).map(sign).collect();
    let show = |op: &str, i: usize, signature: &Signature| {
        let output = format!("raw:{}", hex(&signature.to_bytes()));
        let input = format!("digest:{}", hex(&inputs[i]));
        sample(ALGO, op, encode(public).as_bytes(), &input, &output);
    };
    if let Some((i, signature)) = bench.op(ALGO, "sign", sign) {
        show("sign", i, &signature);
    }
    let point = (*public.as_affine()).into();
    let verify = |m: usize, s: usize| {
        ecdsa::hazmat::verify_prehashed::<Curve>(&point, &inputs[m], &made[s]).is_ok()
    };
    if let Some(i) = bench.verify(ALGO, verify) {
        show("verify", i, &made[i]);
    }
}

fn rsa_keys(bench: &Bench, bits: usize) {
    use rsa::pkcs1v15::{SigningKey, VerifyingKey};
    use rsa::pkcs8::{DecodePrivateKey, EncodePublicKey};
    use rsa::signature::SignatureEncoding;
    use rsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
    let algo = format!("rsa-{bits}");
    if !bench.wants_any(&algo) {
        return;
    }
    let key = key_file(&format!("{algo}.pk8"));
    let Some(key) = key.and_then(|it| rsa::RsaPrivateKey::from_pkcs8_der(&it).ok()) else {
        println!("# absent {algo}: no such key, or refused");
        return;
    };
    let spki = |key: &rsa::RsaPublicKey| key.to_public_key_der().expect("a document");
    if bits == 2048 {
        let mut random = rand_core::UnwrapErr(getrandom::SysRng);
        let new = |_| rsa::RsaPrivateKey::new(&mut random, bits).expect("a key");
        if let Some((_, made)) = bench.op(&algo, "keygen", new) {
            pair(&algo, "keygen", spki(&made.to_public_key()).as_bytes(), None);
        }
    }
    let public = spki(&key.to_public_key());
    let verifier = VerifyingKey::<rsa::sha2::Sha256>::new(key.to_public_key());
    let signer = SigningKey::<rsa::sha2::Sha256>::new(key);
    let inputs = digests();
    let sign = |i: usize| signer.sign_prehash(&inputs[i]).expect("a signature");
    let made: Vec<_> = (0..inputs.len()).map(sign).collect();
    let show = |op: &str, i: usize| {
        let input = format!("digest:{}", hex(&inputs[i]));
        sample(&algo, op, public.as_bytes(), &input, &format!("raw:{}", hex(&made[i].to_bytes())));
    };
    if let Some((i, signature)) = bench.op(&algo, "sign", sign) {
        assert_eq!(signature.to_bytes(), made[i].to_bytes(), "PKCS#1 v1.5 is deterministic");
        show("sign", i);
    }
    let verify = |m: usize, s: usize| verifier.verify_prehash(&inputs[m], &made[s]).is_ok();
    if let Some(i) = bench.verify(&algo, verify) {
        show("verify", i);
    }
}

fn main() {
    let bench = Bench::new(&format!("RustCrypto p256 {}", env!("PEER_VERSION")));
    if bench.wants_any("ecdsa-p192") {
        p192(&bench);
    }
    curve!(bench, p224, "p224", 32);
    curve!(bench, p256, "p256", 32);
    curve!(bench, p384, "p384", 48);
    curve!(bench, p521, "p521", 64);
    curve!(bench, k256, "secp256k1", 32);
    agreement!(bench, p224, "p224");
    agreement!(bench, p256, "p256");
    agreement!(bench, p384, "p384");
    agreement!(bench, p521, "p521");
    agreement!(bench, k256, "secp256k1");
    for bits in [1024, 2048, 3072, 4096] {
        rsa_keys(&bench, bits);
    }
}
