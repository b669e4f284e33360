//! Known answers, one row for each algorithm and each hash.
use sealane::{Algorithm, Hash};

/// What one algorithm must compute. All numbers in hex.
pub struct KnownAnswer {
    pub algorithm: Algorithm,
    /// Key, hash, message and deterministic signature (`r` then `s`). RFC 6979, appendix A.2.5.
    pub private: &'static str,
    pub public: &'static str,
    pub hash: Hash,
    pub message: &'static [u8],
    pub signature: &'static str,
    /// Key agreement: our key, the peer's point, the secret. RFC 5903, section 8.1.
    pub own: &'static str,
    pub peer: &'static str,
    pub secret: &'static str,
}

pub static ALGORITHMS: [KnownAnswer; 1] = [KnownAnswer {
    algorithm: Algorithm::EcP256,
    private: "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
    public: "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6\
             7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
    hash: Hash::Sha256,
    message: b"sample",
    signature: "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
                f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
    own: "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433",
    peer: "04d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63\
           56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab",
    secret: "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de",
}];

/// The digests of `abc`. FIPS 180-4 and FIPS 202, example values.
pub const ABC: &[u8] = b"abc";

pub static HASHES: [(Hash, &str); 13] = [
    (Hash::Sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (Hash::Sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
    (Hash::Sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        Hash::Sha384,
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed\
         8086072ba1e7cc2358baeca134c825a7",
    ),
    (
        Hash::Sha512,
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
         2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ),
    (Hash::Sha512_224, "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"),
    (Hash::Sha512_256, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    (Hash::Sha3_224, "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"),
    (Hash::Sha3_256, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
    (
        Hash::Sha3_384,
        "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b2\
         98d88cea927ac7f539f1edf228376d25",
    ),
    (
        Hash::Sha3_512,
        "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e\
         10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
    ),
    (Hash::Shake128, "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8"),
    (
        Hash::Shake256,
        "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739\
         d5a15bef186a5386c75744c0527e1faa9f8726e462a12a4feb06bd8801e751e4",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: an algorithm or hash that is added gets a known answer with it.
    #[test]
    fn nothing_is_without_a_known_answer() {
        for algorithm in Algorithm::ALL {
            assert!(ALGORITHMS.iter().any(|row| row.algorithm == *algorithm), "{algorithm}");
        }
        for hash in Hash::ALL {
            assert!(HASHES.iter().any(|row| row.0 == *hash), "{hash}");
        }
    }
}
