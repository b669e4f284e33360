//! The vectors of RSA Laboratories, with SHA-1: PSS, PKCS#1 v1.5 and OAEP by keys of 1024 to 1031,
//! 1536 and 2048 bits.

use sealane::rsa::{Lengths, Oaep, OaepError, PrivateKey, PublicKey, Salt, Scheme, hazmat};
use sealane::{Hash, SignError};
use testkit::vectors;

const SALT_BYTES: usize = 20;

fn pss(salt: Salt) -> Scheme {
    Scheme::Pss { hash: Hash::Sha1, mgf: Hash::Sha1, salt }
}

/// One key: its numbers in the order of the file, and what was done by it.
#[derive(Default)]
struct Group {
    numbers: Vec<Vec<u8>>,
    /// Message, salt or seed if there is one, and signature or ciphertext.
    cases: Vec<Vec<Vec<u8>>>,
}

/// A value has a title that ends in a colon, and lines of octets.
fn groups(text: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut values: Vec<(String, Vec<u8>)> = Vec::new();
    for line in text.lines().skip_while(|line| !line.contains("Example 1:")).map(str::trim) {
        if let Some(title) = line.strip_prefix('#') {
            if title.trim().ends_with(':') {
                values.push((title.trim().to_string(), Vec::new()));
            }
        } else if !line.is_empty() && !line.starts_with('=') {
            let octet = |text| u8::from_str_radix(text, 16).expect("two digits");
            let (_, value) = values.last_mut().expect("a title comes first");
            value.extend(line.split_whitespace().map(octet));
        }
    }
    for (title, value) in values {
        let last = groups.last_mut();
        let begins = title.to_lowercase().contains("modulus")
            && last.is_none_or(|group| !group.cases.is_empty());
        if begins {
            groups.push(Group::default());
        }
        let group = groups.last_mut().expect("a modulus comes first");
        if title.starts_with("Message") {
            group.cases.push(vec![value]);
        } else if let Some(case) = group.cases.last_mut() {
            case.push(value);
        } else {
            group.numbers.push(value);
        }
    }
    groups
}

/// A DER integer or sequence.
fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let head = match length {
        0..128 => vec![tag, length as u8],
        128..256 => vec![tag, 0x81, length as u8],
        _ => vec![tag, 0x82, (length >> 8) as u8, length as u8],
    };
    [&head, content].concat()
}

/// Takes the private key. Method: its eight numbers are the last ones; those of the public key may
/// stand before them once more.
fn private(numbers: &[Vec<u8>]) -> PrivateKey {
    assert!([8, 10].contains(&numbers.len()) && numbers[0] == numbers[numbers.len() - 8]);
    let mut all = element(2, &[0]);
    for number in &numbers[numbers.len() - 8..] {
        let zeros = number.iter().take_while(|byte| **byte == 0).count();
        let number = &number[zeros..];
        let padded = if number[0] < 128 { number.to_vec() } else { [&[0], number].concat() };
        all.extend(element(2, &padded));
    }
    let key = PrivateKey::from_pkcs1_der(&element(0x30, &all), Lengths::Legacy);
    let key = key.expect("the key is good");
    let [n, e, ..] = numbers else { panic!("there are numbers") };
    let public = PublicKey::from_numbers(n, e, Lengths::Legacy).expect("the key is good");
    assert_eq!(key.public_key(), &public);
    key
}

/// Keys with what was done by each.
type Keys = Vec<(PrivateKey, Vec<Vec<Vec<u8>>>)>;

/// Reads a file of so many cases a key. Method: moduli have the lengths that it promises.
fn keys(text: &str, short: &[usize], each: usize) -> Keys {
    let groups = groups(text);
    let keys = groups.into_iter().map(|group| (private(&group.numbers), group.cases));
    let keys: Vec<_> = keys.collect();
    let lengths: Vec<usize> = keys.iter().map(|(key, _)| key.public_key().bits()).collect();
    let expected = short.iter().copied().chain([1536, 2048]);
    assert!(expected.eq(lengths));
    assert!(keys.iter().all(|(_, cases)| cases.len() == each));
    keys
}

/// Asserts that the private power leads from the encoded message back to a published signature.
fn assert_powers(key: &PrivateKey, signature: &[u8]) {
    let encoded = hazmat::public_power_vartime(key.public_key(), signature).expect("it is below");
    let power = hazmat::private_power(key, &encoded).expect("no fault");
    assert_eq!(power.expect("it is below").as_slice(), signature);
}

const LENGTHS: [usize; 8] = [1024, 1025, 1026, 1027, 1028, 1029, 1030, 1031];

/// Goal: all 60 signatures by PSS verify, for their message and their length of salt alone; the
/// private power leads from the encoded message back to them. New ones with SHA-1 are not made.
#[test]
fn signatures_of_pss_verify() {
    let scheme = pss(Salt::Bytes(SALT_BYTES));
    for (key, cases) in keys(&vectors::read("pss-vect.txt"), &LENGTHS, 6) {
        let public = key.public_key();
        assert_eq!(key.sign(b"", scheme), Err(SignError::HashRefused));
        for case in &cases {
            let [message, salt, signature] = &case[..] else { panic!("three values") };
            assert_eq!(salt.len(), SALT_BYTES);
            assert_eq!(public.verify(message, scheme, signature), Ok(()));
            assert_eq!(public.verify(message, pss(Salt::Any), signature), Ok(()));
            assert!(public.verify(message, pss(Salt::Bytes(19)), signature).is_err());
            assert!(public.verify(&message[1..], scheme, signature).is_err());
            assert_powers(&key, signature);
            let shorter = Scheme::pss(Hash::Sha256);
            let ours = key.sign(message, shorter).expect("it signs");
            assert_eq!(public.verify(message, shorter, &ours), Ok(()));
        }
    }
}

/// Goal: all 300 signatures by PKCS#1 v1.5 verify, and for their message alone; the private power
/// leads from the encoded message back to them. New ones with SHA-1 are not made.
#[test]
fn signatures_of_pkcs1_verify() {
    let lengths = [&[1024; 5], &LENGTHS[..]].concat();
    let text = vectors::unpacked("pkcs1v15sign-vectors.txt.gz");
    let scheme = Scheme::Pkcs1(Hash::Sha1);
    for (key, cases) in keys(&text, &lengths, 20) {
        assert_eq!(key.sign(b"", scheme), Err(SignError::HashRefused));
        for case in &cases {
            let [message, signature] = &case[..] else { panic!("two values") };
            assert_eq!(key.public_key().verify(message, scheme, signature), Ok(()));
            assert!(key.public_key().verify(&message[1..], scheme, signature).is_err());
            assert_powers(&key, signature);
        }
    }
}

/// Goal: all 60 ciphertexts of OAEP give their messages, and none with a bit changed or another
/// label.
#[test]
fn ciphertexts_of_oaep_are_decrypted() {
    let by = Oaep { hash: Hash::Sha1, mgf: Hash::Sha1, label: b"" };
    for (key, cases) in keys(&vectors::unpacked("oaep-vect.txt.gz"), &LENGTHS, 6) {
        for case in &cases {
            let [message, seed, ciphertext] = &case[..] else { panic!("three values") };
            assert_eq!(seed.len(), 20);
            let found = key.decrypt_oaep(ciphertext, by).expect("it is good");
            assert_eq!(&found[..], &message[..]);
            let mut changed = ciphertext.clone();
            *changed.last_mut().expect("a byte") ^= 1;
            let refused = |ciphertext: &[u8], by| {
                let found = key.decrypt_oaep(ciphertext, by).map(|_| ());
                assert_eq!(found, Err(OaepError::DecryptFailed));
            };
            refused(&changed, by);
            refused(ciphertext, Oaep { label: b"x", ..by });
        }
    }
}
