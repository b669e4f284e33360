//! Known answers, streaming, names and lengths of every hash.

use super::*;
use crate::samples::hex;
use alloc::vec::Vec;

/// The digest of `abc` and of [`long`], as Python's hashlib gives them.
const ANSWERS: &[(Hash, &str, &str)] = &[
    (
        Hash::Sha1,
        "a9993e364706816aba3e25717850c26c9cd0d89d",
        "c9c960a0b925474fab83942cc27d504fc24ac37b",
    ),
    (
        Hash::Sha224,
        "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
        "c182669a7f6629dc7fd8a9198f15af15adbbaeffa1842e854f681357",
    ),
    (
        Hash::Sha256,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d",
    ),
    (
        Hash::Sha384,
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed\
         8086072ba1e7cc2358baeca134c825a7",
        "7a2f8c7f12344964a13cb9260492b845e56615d6152b9eb9e54b580fc88405e6\
         4f31813bfda10de2a642fdf1676c61b4",
    ),
    (
        Hash::Sha512,
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
         2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "5096498d96f50f9a137c4db5b8b0cd38383ad55350fb5a98805fedc31fa1262f\
         1f0cf4d6f12d7ecd8dedd933a4c9126344fe22e937a8ad35fdeae1e876ae698b",
    ),
    (
        Hash::Sha512_224,
        "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
        "c37d5044d175f42e9993f2e3a059e14980cd85b209681dd218aa8a6b",
    ),
    (
        Hash::Sha512_256,
        "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
        "974bc1ca87fcb8f487f65a650d1eeeebdc0cc269381b9eeb708cc4ea6d4954f2",
    ),
    (
        Hash::Sha3_224,
        "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf",
        "51481b8dbd6b73dd110a967f438aa22facfcdce1eb5d2b36a5ec023f",
    ),
    (
        Hash::Sha3_256,
        "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
        "48e66a01861d0eadaacdb7a6ae7db6b9ac79242ecced4154a9fbb33c4e3cc571",
    ),
    (
        Hash::Sha3_384,
        "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b2\
         98d88cea927ac7f539f1edf228376d25",
        "43e60a7ef818a0e367fcd4ede8f5fabbdb7090cb45972bb7a84038cc3abf4fc2\
         6c4f44b59d3a0306c973b66e84c8890b",
    ),
    (
        Hash::Sha3_512,
        "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e\
         10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
        "b8030d306ae990bc794bfb3a6100f67851889d6c272257afac7d1077a18660d6\
         ea8d0da5d2299c3ebaa0d34baf62cc58ac1fd4476506cf512a4897bb083a6fc4",
    ),
    (
        Hash::Shake128,
        "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8",
        "a72440f7f5aa7c14c8e0187420611da7e2ba62f5bb2e88a91b9c9448cac30078",
    ),
    (
        Hash::Shake256,
        "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739\
         d5a15bef186a5386c75744c0527e1faa9f8726e462a12a4feb06bd8801e751e4",
        "34833f03ed88bb5f083ce590c7ae5af93ede33e11f53c70e47916c7044746acb\
         dca19a73ff13905e91f8dc25ce6e41ae59fe75441bd548dda9114aca1da71802",
    ),
];

/// A thousand bytes: several blocks of every hash, and a last one that is not full.
fn long() -> Vec<u8> {
    (0..1000u32).map(|i| (i % 251) as u8).collect()
}

/// Goal: each name runs its own function. Method: two known answers a hash, none left out.
#[test]
fn known_answers_hold_for_every_hash() {
    assert!(ANSWERS.iter().map(|row| row.0).eq(Hash::ALL.iter().copied()));
    for &(hash, abc, thousand) in ANSWERS {
        assert_eq!(Digest::of(hash, b"abc").as_bytes(), hex(abc), "{hash}");
        assert_eq!(Digest::of(hash, &long()).as_bytes(), hex(thousand), "{hash}");
    }
}

/// Goal: pieces do not matter. Method: one message cut at steps around each hash's block.
#[test]
fn streaming_agrees_with_one_piece() {
    let message = long();
    for &hash in Hash::ALL {
        let whole = Digest::of(hash, &message);
        for step in [1, 7, hash.block_bytes() - 1, hash.block_bytes(), hash.block_bytes() + 1] {
            let mut hasher = Hasher::new(hash);
            assert_eq!(hasher.hash(), hash);
            message.chunks(step).for_each(|piece| hasher.update(piece));
            hasher.update(&[]);
            assert_eq!(hasher.finish(), whole, "{hash} in steps of {step}");
        }
    }
}

/// Goal: a copy taken midway goes its own way. Method: fork, add to one only.
#[test]
fn a_cloned_hasher_is_independent() {
    for &hash in Hash::ALL {
        let mut one = Hasher::new(hash);
        one.update(b"ab");
        let two = one.clone();
        one.update(b"c");
        assert_eq!(one.finish(), Digest::of(hash, b"abc"));
        assert_eq!(two.finish(), Digest::of(hash, b"ab"));
    }
}

/// Goal: each name means one hash. Method: all names there and back, all pairs, near misses.
#[test]
fn names_are_unique_and_lead_back() {
    let mut seen: Vec<&str> = Vec::new();
    for &hash in Hash::ALL {
        for &name in hash.names().iter().chain([&hash.name()]) {
            assert_eq!(Hash::from_name(name), Some(hash));
            assert_eq!(Hash::from_name(&name.to_uppercase()), Some(hash));
            assert!(!seen.iter().any(|s| s.eq_ignore_ascii_case(name)), "{name} twice");
            seen.push(name);
        }
    }
    // The names of the case format, as it spells them.
    for (name, hash) in [
        ("SHA-1", Hash::Sha1),
        ("SHA-512/224", Hash::Sha512_224),
        ("SHA-512/256", Hash::Sha512_256),
        ("SHA3-224", Hash::Sha3_224),
        ("SHAKE128", Hash::Shake128),
    ] {
        assert_eq!(Hash::from_name(name), Some(hash));
    }
    for wrong in ["", "none", "sha", "sha2", "sha257", "sha-256 ", "sha3256", "sha512224", "md5"] {
        assert_eq!(Hash::from_name(wrong), None, "{wrong:?}");
    }
}

/// Goal: a digest of the wrong length is refused. Method: none, one less, right, one more, 64 KiB.
#[test]
fn from_bytes_takes_exactly_the_output_length() {
    for &hash in Hash::ALL {
        let expected = hash.output_bytes();
        let bytes = [0xa5; 1 << 16];
        for got in [0, 1, expected - 1, expected + 1, 66, 67, 1 << 16] {
            let refused = Digest::from_bytes(hash, &bytes[..got]);
            assert_eq!(refused, Err(DecodeError::DigestLength { expected, got }), "{hash}");
        }
        let taken = Digest::from_bytes(hash, &bytes[..expected]).unwrap();
        assert_eq!(taken.as_bytes(), &bytes[..expected]);
        assert_eq!(taken.hash(), Some(hash));
    }
}

/// Goal: raw digests keep their leftmost 66 bytes. Method: lengths around the limit.
#[test]
fn raw_keeps_the_leftmost_bytes() {
    let bytes = long();
    for len in [0, 1, 20, 64, 65, 66, 67, 1000] {
        let digest = Digest::raw(&bytes[..len]);
        assert_eq!(digest.as_bytes(), &bytes[..len.min(66)]);
        assert_eq!(digest.hash(), None);
    }
}

/// Goal: equal bytes of another hash are another digest. Method: two hashes of 32 bytes.
#[test]
fn digests_of_two_hashes_differ() {
    let bytes = [7; 32];
    let of = |hash| Digest::from_bytes(hash, &bytes).unwrap();
    assert_ne!(of(Hash::Sha256), of(Hash::Sha3_256));
    assert_ne!(of(Hash::Sha256), Digest::raw(&bytes));
    assert_eq!(Digest::raw(&bytes), Digest::raw(&bytes));
    assert_ne!(Digest::raw(&bytes), Digest::raw(&bytes[..31]));
}
