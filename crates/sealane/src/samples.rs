//! Documents of known content for the tests of encodings, and readers and writers of test text.
//!
//! Written by OpenSSL 3.0.19 for keys made for this purpose. Unless a name says otherwise, all hold
//! one P-256 key: `SCALAR` with the point `X`, `Y`.

extern crate alloc;
use alloc::vec::Vec;

/// The bytes of hexadecimal `text`; white space is skipped.
pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).expect("a sample is hexadecimal") as u8)
        .collect();
    assert!(digits.len().is_multiple_of(2), "a sample has whole bytes");
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// The DER of `parts`, one after the other, under `tag`.
pub fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let body = parts.concat();
    let mut out = match body.len() {
        short @ 0..=127 => Vec::from([tag, short as u8]),
        long @ 128..=255 => Vec::from([tag, 0x81, long as u8]),
        long => Vec::from([tag, 0x82, (long >> 8) as u8, long as u8]),
    };
    out.extend(body);
    out
}

/// Every document that differs from `bytes` in one byte changed, cut off, left out or put in.
pub fn neighbours(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let changed = (0..bytes.len()).flat_map(move |at| {
        (1..=255).map(move |flip| {
            let mut copy = bytes.to_vec();
            copy[at] ^= flip;
            copy
        })
    });
    let cut = (0..bytes.len()).map(move |len| bytes[..len].to_vec());
    let left_out = (0..bytes.len()).map(move |at| [&bytes[..at], &bytes[at + 1..]].concat());
    let put_in = (0..=bytes.len()).flat_map(move |at| {
        [0, 1, 0x80, 0xff].map(move |byte| [&bytes[..at], &[byte], &bytes[at..]].concat())
    });
    changed.chain(cut).chain(left_out).chain(put_in)
}

/// The private scalar.
pub const SCALAR: &str = "d6a08f0a8bcc3fd9067e8d042f0822c607c6e4acce3dfd262e021e31ec98de41";
/// The public key's first coordinate.
pub const X: &str = "5702204b4a2a0b7f9de6949594771b077d37715bc09b4a5c91c2e5b08301c81a";
/// The public key's second coordinate, which is even.
pub const Y: &str = "253731489f98935ef0c2452e950acb8941a1ff12f5d24c536dab4a4318f5bf60";

/// The public key, uncompressed.
pub const SPKI: &str = "\
    3059301306072a8648ce3d020106082a8648ce3d030107034200045702204b4a2a0b7f9de6949594771b077d3771\
    5bc09b4a5c91c2e5b08301c81a253731489f98935ef0c2452e950acb8941a1ff12f5d24c536dab4a4318f5bf60";

/// The same, compressed.
pub const SPKI_COMPRESSED: &str = "\
    3039301306072a8648ce3d020106082a8648ce3d030107032200025702204b4a2a0b7f9de6949594771b077d3771\
    5bc09b4a5c91c2e5b08301c81a";

/// The same in the hybrid form.
pub const SPKI_HYBRID: &str = "\
    3059301306072a8648ce3d020106082a8648ce3d030107034200065702204b4a2a0b7f9de6949594771b077d3771\
    5bc09b4a5c91c2e5b08301c81a253731489f98935ef0c2452e950acb8941a1ff12f5d24c536dab4a4318f5bf60";

/// The same with explicit curve parameters.
pub const SPKI_EXPLICIT: &str = "\
    3082014b3082010306072a8648ce3d02013081f7020101302c06072a8648ce3d0101022100ffffffff0000000100\
    0000000000000000000000ffffffffffffffffffffffff305b0420ffffffff000000010000000000000000000000\
    00fffffffffffffffffffffffc04205ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d260\
    4b031500c49d360886e704936a6678e1139d26b7819f7e900441046b17d1f2e12c4247f8bce6e563a440f277037d\
    812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f502\
    2100ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551020101034200045702204b4a\
    2a0b7f9de6949594771b077d37715bc09b4a5c91c2e5b08301c81a253731489f98935ef0c2452e950acb8941a1ff\
    12f5d24c536dab4a4318f5bf60";

/// The private key, the public key inside.
pub const PKCS8: &str = "\
    308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420d6a08f0a8bcc3fd9067e\
    8d042f0822c607c6e4acce3dfd262e021e31ec98de41a144034200045702204b4a2a0b7f9de6949594771b077d37\
    715bc09b4a5c91c2e5b08301c81a253731489f98935ef0c2452e950acb8941a1ff12f5d24c536dab4a4318f5bf60";

/// The same with explicit curve parameters.
pub const PKCS8_EXPLICIT: &str = "\
    308201790201003082010306072a8648ce3d02013081f7020101302c06072a8648ce3d0101022100ffffffff0000\
    0001000000000000000000000000ffffffffffffffffffffffff305b0420ffffffff000000010000000000000000\
    00000000fffffffffffffffffffffffc04205ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e\
    27d2604b031500c49d360886e704936a6678e1139d26b7819f7e900441046b17d1f2e12c4247f8bce6e563a440f2\
    77037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf\
    51f5022100ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551020101046d306b0201\
    010420d6a08f0a8bcc3fd9067e8d042f0822c607c6e4acce3dfd262e021e31ec98de41a144034200045702204b4a\
    2a0b7f9de6949594771b077d37715bc09b4a5c91c2e5b08301c81a253731489f98935ef0c2452e950acb8941a1ff\
    12f5d24c536dab4a4318f5bf60";

/// The private key in the form of RFC 5915.
pub const SEC1: &str = "\
    30770201010420d6a08f0a8bcc3fd9067e8d042f0822c607c6e4acce3dfd262e021e31ec98de41a00a06082a8648\
    ce3d030107a144034200045702204b4a2a0b7f9de6949594771b077d37715bc09b4a5c91c2e5b08301c81a253731\
    489f98935ef0c2452e950acb8941a1ff12f5d24c536dab4a4318f5bf60";

/// The same without the public key.
pub const SEC1_WITHOUT_PUBLIC: &str = "\
    30310201010420d6a08f0a8bcc3fd9067e8d042f0822c607c6e4acce3dfd262e021e31ec98de41a00a06082a8648\
    ce3d030107";

/// The same with explicit curve parameters.
pub const SEC1_EXPLICIT: &str = "\
    308201680201010420d6a08f0a8bcc3fd9067e8d042f0822c607c6e4acce3dfd262e021e31ec98de41a081fa3081\
    f7020101302c06072a8648ce3d0101022100ffffffff00000001000000000000000000000000ffffffffffffffff\
    ffffffff305b0420ffffffff00000001000000000000000000000000fffffffffffffffffffffffc04205ac635d8\
    aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b031500c49d360886e704936a6678e1139d26\
    b7819f7e900441046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a\
    7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5022100ffffffff00000000ffffffffffffffffbc\
    e6faada7179e84f3b9cac2fc632551020101a144034200045702204b4a2a0b7f9de6949594771b077d37715bc09b\
    4a5c91c2e5b08301c81a253731489f98935ef0c2452e950acb8941a1ff12f5d24c536dab4a4318f5bf60";

/// A key on secp224k1.
pub const SPKI_K224: &str = "\
    304e301006072a8648ce3d020106052b81040020033a0004195318d6a83225fb6dca9ad6e1f9516ebc8dba1b9b74\
    3dea293d4979316cb5473852d4595c4e0258277fd500d657cbbc66fd1876da2cdef0";

/// Its private key.
pub const PKCS8_K224: &str = "\
    3079020100301006072a8648ce3d020106052b8104002004623060020101041d006e646e0b0009755bf87de33dda\
    5b0bfd4aaea2500d4f14f577c3db39a13c033a0004195318d6a83225fb6dca9ad6e1f9516ebc8dba1b9b743dea29\
    3d4979316cb5473852d4595c4e0258277fd500d657cbbc66fd1876da2cdef0";

/// The same in the form of RFC 5915.
pub const SEC1_K224: &str = "\
    3069020101041d006e646e0b0009755bf87de33dda5b0bfd4aaea2500d4f14f577c3db39a00706052b81040020a1\
    3c033a0004195318d6a83225fb6dca9ad6e1f9516ebc8dba1b9b743dea293d4979316cb5473852d4595c4e025827\
    7fd500d657cbbc66fd1876da2cdef0";

/// A key on the binary curve sect283r1.
pub const SPKI_BINARY: &str = "\
    305e301006072a8648ce3d020106052b81040011034a00040459624f1022ca66cdf5f590f1e5d26a425144012dc3\
    3df76b01da3eb311fd4f24d1f01f03bafbf004923aa6152a053ae46a282701070af563e52581f8b729ef426efa8c\
    5803003a";

/// An Ed25519 key.
pub const SPKI_ED25519: &str = "\
    302a300506032b6570032100763c59fbb7673c8360d58de57c52d04c36af30379bacded8690960c25eb93efa";

/// Its private key.
pub const PKCS8_ED25519: &str = "\
    302e020100300506032b6570042204207e4cc78613f81799fda753a05d2873cd3c7c054e3c7834756e1758335cdb\
    b9c6";

/// An RSA key.
pub const SPKI_RSA: &str = "\
    30819f300d06092a864886f70d010101050003818d0030818902818100a5ffea95652bbad91b4b87031d8cf5e849\
    fe1e0e5e4a2dff1f303c054d4936af784b90c5fed9eac911fc1bfebf680050452f863d3791b321e21fff28db4e66\
    bcae948be58588094f9f05387fd4086357dffac2d6aaa0ce02de04896785dea48c1aa2ab71c321a2d359dd95ea6c\
    0a58ee395e6c8e073635d7513af0a570ba6e6d0203010001";

/// `SPKI` as OpenSSL writes it.
pub const PEM_SPKI: &str = "\
-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEVwIgS0oqC3+d5pSVlHcbB303cVvA
m0pckcLlsIMByBolNzFIn5iTXvDCRS6VCsuJQaH/EvXSTFNtq0pDGPW/YA==
-----END PUBLIC KEY-----
";

/// `PKCS8` as OpenSSL writes it.
pub const PEM_PKCS8: &str = "\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1qCPCovMP9kGfo0E
LwgixgfG5KzOPf0mLgIeMeyY3kGhRANCAARXAiBLSioLf53mlJWUdxsHfTdxW8Cb
SlyRwuWwgwHIGiU3MUifmJNe8MJFLpUKy4lBof8S9dJMU22rSkMY9b9g
-----END PRIVATE KEY-----
";

/// `SEC1` as OpenSSL writes it.
pub const PEM_SEC1: &str = "\
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEINagjwqLzD/ZBn6NBC8IIsYHxuSszj39Ji4CHjHsmN5BoAoGCCqGSM49
AwEHoUQDQgAEVwIgS0oqC3+d5pSVlHcbB303cVvAm0pckcLlsIMByBolNzFIn5iT
XvDCRS6VCsuJQaH/EvXSTFNtq0pDGPW/YA==
-----END EC PRIVATE KEY-----
";

/// What `openssl ecparam -genkey` writes when not told otherwise.
pub const PEM_TWO_BLOCKS: &str = "\
-----BEGIN EC PARAMETERS-----
BggqhkjOPQMBBw==
-----END EC PARAMETERS-----
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIIbGj5TwuxOv1X0BAxDrAwRs7AzUirvnboLRSwrzDO3+oAoGCCqGSM49
AwEHoUQDQgAEyRrSbbYy4Xbz2eedWfpWywOvysz639YWq6+K3CUIDtbNr3UzRwzI
rME/RUfpOYL3sXVcbaCsLWUcp2VR1VNRIw==
-----END EC PRIVATE KEY-----
";

/// An encrypted PKCS#8 key.
pub const PEM_ENCRYPTED: &str = "\
-----BEGIN ENCRYPTED PRIVATE KEY-----
MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgGSIYYzSs4xAICCAAw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEB03UXa+3h+R20Z7I1Bgc9oEgZAx
wofHBkERYdXsLmVzE/0Nlh4VcQigRGE0U3EZS97K9MWIa3EQsRtLfj8vGLTyMtkV
uQb/xfpYBaz6Gw1b6k5pUJk2DaCawx24D/A+DmZhdCSQsq+ted6MO46NIJaA26kP
usYHY8u85TRrTm4iL1toYZ1v+SUTUZKLixNMX/7DE3OwpTnheukl6hMS+tcomHI=
-----END ENCRYPTED PRIVATE KEY-----
";

/// An encrypted key with headers, as before PKCS#8.
pub const PEM_HEADERS: &str = "\
-----BEGIN EC PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,7A621065D9B6AAEEF2694CAFCCCFEF2C

51ZPu4teYsqdek+aQBrbWO4rRPncCiOlBYc0TlaS+X10rKLPp493NcW4GwHVwi1j
aB5hLQVDoQ7ub9EmyOKRWrWl228CNc96PWn7gHGk0h/O7t1Ansy1VLXbQfAle+ir
74m8pqVO/QltSZCzC7d1iu4oBiHdX7Jxx92wfsHpf5U=
-----END EC PRIVATE KEY-----
";

/// Signatures by the key, each of another shape: 70 bytes, a long `r`, both long, and a long `r`
/// with an `s` that begins with a small byte.
pub const SIGNATURES: &[&str] = &[
    "304402206ccba9702625af57733d05a850f1152a882f79fdf84d50eb837d8611593b3fea\
     022073d9a193c755a3590198578979ade5a38d243b0045fd06ab69c2231c29c48684",
    "3045022100a49ed09d722d4646f8725c8709c7049146ba526ff2ac4b62b3bfc87d3f5576e1\
     02203281d76ac3feabb74fec09091d76da78d53a2bf9f12c8b32437d0afb8e04e282",
    "3046022100ee9c22a4aa4f922390d1dac7b8604726a5143eec0eaf9323adc587fd0578a12d\
     022100e7d1b0b12e51e4e047f0801a02d72994d9ee2b9c8b479a99934bf2c8d6477a40",
    "3045022100d356f64ea16ff8323597458012bc232d1e1dad3de2c3e9774059a19ea2147ca1\
     0220063ceb665ae924164a3565237f63949b3124b2a8eafc425f75fbfef8cc2638df",
];
