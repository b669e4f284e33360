//! RSA keys of many lengths: made, written, read, used, and compared with big integers.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use sealane::rsa::{Lengths, PrivateKey, PublicKey, Scheme};
use sealane::{Hash, backend};

/// The integers of a PKCS#1 document, in their order.
fn integers(der: &[u8]) -> Vec<BigUint> {
    let length = |der: &mut &[u8]| {
        let (first, rest) = der[1..].split_first().expect("there is a length");
        let bytes = if *first < 128 { 0 } else { usize::from(first & 127) };
        let length = rest[..bytes].iter().fold(0, |all, byte| all << 8 | usize::from(*byte));
        *der = &rest[bytes..];
        if bytes == 0 { usize::from(*first) } else { length }
    };
    let mut rest = der;
    length(&mut rest);
    let mut found = Vec::new();
    while !rest.is_empty() {
        let bytes = length(&mut rest);
        found.push(BigUint::from_bytes_be(&rest[..bytes]));
        rest = &rest[bytes..];
    }
    found
}

/// Goal: fresh keys are what the standard asks for. Method: every number of their documents against
/// big integers; they are read again, which checks them too.
#[test]
fn fresh_keys_are_right() {
    for bits in [2048, 2304, 3072] {
        let key = PrivateKey::generate(bits).expect("there are random bytes");
        let numbers = integers(&key.to_pkcs1_der());
        let [version, n, e, d, p, q, dp, dq, qinv] = &numbers[..] else { panic!("nine numbers") };
        assert_eq!(version.bits(), 0);
        assert_eq!(n.bits(), bits as u64);
        assert_eq!(*e, BigUint::from(65537u32));
        assert_eq!(*n, p * q);
        for prime in [p, q] {
            assert_eq!(prime.bits(), bits as u64 / 2);
            // Fermat's test to the base 2, by other code.
            assert!(BigUint::from(2u32).modpow(&(prime - 1u32), prime).is_one());
            assert!(!((prime - 1u32) % e).bits().eq(&0));
        }
        let (less_p, less_q) = (p - 1u32, q - 1u32);
        let multiple = less_p.lcm(&less_q);
        assert_eq!(*d, e.modinv(&multiple).expect("it has an inverse"));
        assert!(d.bits() > bits as u64 / 2);
        assert_eq!((dp, dq), (&(d % &less_p), &(d % &less_q)));
        assert_eq!(*qinv, q.modinv(p).expect("it has an inverse"));
        let again = PrivateKey::from_pkcs8_der(&key.to_pkcs8_der(), Lengths::Current);
        assert_eq!(again.expect("it is good").public_key(), key.public_key());
    }
    for bits in [0, 1024, 2047, 2049, 8448] {
        assert!(PrivateKey::generate(bits).is_err(), "{bits}");
    }
}

/// Goal: a signature is the encoded message to the power `d`, for keys of every length there is
/// room for. Method: the same by big integers.
#[test]
fn signatures_are_powers() {
    for bits in [2048, 2560, 3072, 4096] {
        let key = PrivateKey::generate(bits).expect("there are random bytes");
        let numbers = integers(&key.to_pkcs1_der());
        let (n, e, d) = (&numbers[1], &numbers[2], &numbers[3]);
        let signature = key.sign(b"message", Scheme::Pkcs1(Hash::Sha512)).expect("it signs");
        let found = BigUint::from_bytes_be(&signature);
        let encoded = found.modpow(e, n);
        assert_eq!(encoded.modpow(d, n), found);
        let text = encoded.to_bytes_be();
        assert_eq!(text.len(), bits / 8 - 1);
        assert_eq!(text[..8], [1, 255, 255, 255, 255, 255, 255, 255]);
        let public = PublicKey::from_spki_der(&key.public_key().to_spki_der(), Lengths::Current);
        let public = public.expect("it is good");
        assert!(public.verify(b"message", Scheme::Pkcs1(Hash::Sha512), &signature).is_ok());
        for scheme in [Scheme::pss(Hash::Sha256), Scheme::pss(Hash::Sha3_512)] {
            let signature = key.sign(b"message", scheme).expect("it signs");
            assert!(public.verify(b"message", scheme, &signature).is_ok());
        }
    }
}

/// The key of two primes, with the exponent 65537.
fn key_of(p: &BigUint, q: &BigUint) -> PrivateKey {
    let e = BigUint::from(65537u32);
    let d = e.modinv(&(p - 1u32).lcm(&(q - 1u32))).expect("it has an inverse");
    let inverse = q.modinv(p).expect("they are different");
    let numbers = [&(p * q), &e, &d, p, q, &inverse].map(BigUint::to_bytes_be);
    let numbers = numbers.each_ref().map(Vec::as_slice);
    PrivateKey::from_numbers(&numbers, Lengths::Current).expect("a key")
}

/// Goal: primes need not be equally long. Method: moduli of 2049 bits whose first prime is the
/// longer one, and the shorter one, on every machine, with powers by big integers.
#[test]
fn one_prime_may_be_longer_by_a_bit() {
    let prime = |bits: u32, more: u32| (BigUint::from(3u32) << (bits - 2)) + more;
    let (long, short) = (prime(1025, 203), prime(1024, 1037));
    for (p, q) in [(&long, &short), (&short, &long)] {
        let (key, n) = (key_of(p, q), p * q);
        assert_eq!((n.bits(), key.public_key().signature_bytes()), (2049, 257));
        for name in backend::lane_names().chain(backend::names()) {
            backend::force(name).expect("it is available");
            for number in [BigUint::from(2u32), &n - 1u32, (&n >> 3) + 1u32] {
                let bytes = number.to_bytes_be();
                let padded = [&vec![0; 257 - bytes.len()], &bytes[..]].concat();
                let power = key.sign(&padded, Scheme::Raw).expect("it is below the modulus");
                let power = BigUint::from_bytes_be(&power);
                assert_eq!(power.modpow(&BigUint::from(65537u32), &n), number, "{name}");
            }
        }
    }
    let best = backend::lane_names().next().expect("there is one");
    backend::force(best).expect("it is available");
}
