//! crrl. ECDSA nonces are deterministic; an agreement over P-256 and secp256k1 is a multiplication
//! of a point and the compressed encoding.

use peers::{Bench, digests, hex, pair, sample};

fn bytes() -> [u8; 32] {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).expect("random bytes");
    bytes
}

/// One short Weierstrass curve.
macro_rules! curve {
    ($bench:expr, $module:ident, $name:literal) => {{
        use crrl::$module::{Point, PrivateKey, Scalar};
        let algo = concat!("ecdsa-", $name);
        // The order of both curves is so near 2^256 that no random bytes reach it.
        let new = |_| {
            let seed = bytes();
            let key = PrivateKey::decode(&seed).expect("below the order");
            (key.to_public_key(), seed)
        };
        if let Some((_, (public, seed))) = $bench.op(algo, "keygen", new) {
            pair(algo, "keygen", &public.encode_uncompressed(), Some(&seed));
        }
        let seed = bytes();
        let key = PrivateKey::decode(&seed).expect("below the order");
        let public = key.to_public_key();
        let inputs = digests();
        let sign = |i: usize| key.sign_hash(&inputs[i], &[]);
        let verify = |i: usize, signature: &[u8]| public.verify_hash(signature, &inputs[i]);
        let point = public.encode_uncompressed();
        $bench.signatures(algo, (&point, "digest", "raw"), &inputs, sign, verify);
        let algo = concat!("ecdh-", $name);
        let other = Point::mulgen(&Scalar::decode_reduce(&inputs[1]));
        let mut little = seed;
        little.reverse();
        let own = Scalar::decode_reduce(&little);
        let agree = |_| (other * own).encode_compressed();
        if let Some((_, secret)) = $bench.op(algo, "derive", agree) {
            let output = format!("compressed:{}", hex(&secret));
            sample(algo, "derive", &other.encode_uncompressed(), &hex(&seed), &output);
        }
    }};
}

fn curve25519(bench: &Bench) {
    use crrl::ed25519::PrivateKey;
    use crrl::x25519::{x25519, x25519_base};
    let inputs = digests();
    let new = |_| {
        let seed = bytes();
        (PrivateKey::from_seed(&seed), seed)
    };
    if let Some((_, (key, seed))) = bench.op("ed25519", "keygen", new) {
        pair("ed25519", "keygen", &key.public_key.encode(), Some(&seed));
    }
    let key = new(0).0;
    let public = key.public_key;
    let sign = |i: usize| key.sign_raw(&inputs[i]);
    let verify = |i: usize, signature: &[u8]| public.verify_raw(signature, &inputs[i]);
    let about = (&public.encode()[..], "message", "raw");
    bench.signatures("ed25519", about, &inputs, sign, verify);
    let new = |_| {
        let secret = bytes();
        (x25519_base(&secret), secret)
    };
    if let Some((_, (public, secret))) = bench.op("x25519", "keygen", new) {
        pair("x25519", "keygen", &public, Some(&secret));
    }
    let ((_, own), (other, _)) = (new(0), new(0));
    if let Some((_, secret)) = bench.op("x25519", "derive", |_| x25519(&other, &own)) {
        sample("x25519", "derive", &other, &hex(&own), &format!("x:{}", hex(&secret)));
    }
}

fn main() {
    let bench = Bench::new(&format!("crrl {}", env!("PEER_VERSION")));
    curve!(bench, p256, "p256");
    curve!(bench, secp256k1, "secp256k1");
    curve25519(&bench);
}
