//! The PSS vectors of RSA Laboratories: ten keys of 1024 to 1031, 1536 and 2048 bits, SHA-1.

use sealane::rsa::{Lengths, PrivateKey, PublicKey, Salt, Scheme, hazmat};
use sealane::{Hash, SignError};
use testkit::vectors::read;

const SALT_BYTES: usize = 20;
const SCHEME: Scheme =
    Scheme::Pss { hash: Hash::Sha1, mgf: Hash::Sha1, salt: Salt::Bytes(SALT_BYTES) };

/// One key: its numbers in the order of the file, and its signatures.
#[derive(Default)]
struct Group {
    numbers: Vec<Vec<u8>>,
    /// Message, salt and signature.
    cases: Vec<[Vec<u8>; 3]>,
}

/// A value has a title that ends in a colon, and lines of octets.
fn groups() -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut values: Vec<(String, Vec<u8>)> = Vec::new();
    let text = read("pss-vect.txt");
    for line in text.lines().skip_while(|line| !line.contains("Example 1:")).map(str::trim) {
        if let Some(title) = line.strip_prefix('#') {
            if title.trim().ends_with(':') {
                values.push((title.trim().to_string(), Vec::new()));
            }
        } else if !line.is_empty() {
            let octet = |text| u8::from_str_radix(text, 16).expect("two digits");
            let (_, value) = values.last_mut().expect("a title comes first");
            value.extend(line.split(' ').map(octet));
        }
    }
    for (title, value) in values {
        if title.starts_with("RSA modulus") {
            groups.push(Group::default());
        }
        let group = groups.last_mut().expect("a modulus comes first");
        match title.as_str() {
            "Message to be signed:" => group.cases.push([value, Vec::new(), Vec::new()]),
            "Salt:" => group.cases.last_mut().expect("a message comes first")[1] = value,
            "Signature:" => group.cases.last_mut().expect("a message comes first")[2] = value,
            _ => group.numbers.push(value),
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

fn private(numbers: &[Vec<u8>]) -> Vec<u8> {
    let mut all = element(2, &[0]);
    for number in numbers {
        let zeros = number.iter().take_while(|byte| **byte == 0).count();
        let number = &number[zeros..];
        let padded = if number[0] < 128 { number.to_vec() } else { [&[0], number].concat() };
        all.extend(element(2, &padded));
    }
    element(0x30, &all)
}

/// Goal: all 60 signatures verify, for their message and their length of salt alone; the private
/// power leads from the encoded message back to them. New ones with SHA-1 are not made.
#[test]
fn published_signatures_verify() {
    let groups = groups();
    let lengths: Vec<usize> = (1024..=1031).chain([1536, 2048]).collect();
    let mut cases = 0;
    for (group, bits) in groups.iter().zip(&lengths) {
        let [n, e, ..] = &group.numbers[..] else { panic!("there are numbers") };
        let public = PublicKey::from_numbers(n, e, Lengths::Legacy).expect("the key is good");
        assert_eq!(public.bits(), *bits);
        let key = PrivateKey::from_pkcs1_der(&private(&group.numbers), Lengths::Legacy);
        let key = key.expect("the key is good");
        assert_eq!(key.public_key(), &public);
        assert_eq!(key.sign(b"", SCHEME), Err(SignError::HashRefused));
        for [message, salt, signature] in &group.cases {
            cases += 1;
            assert_eq!(salt.len(), SALT_BYTES);
            assert_eq!(public.verify(message, SCHEME, signature), Ok(()));
            let any = Scheme::Pss { hash: Hash::Sha1, mgf: Hash::Sha1, salt: Salt::Any };
            assert_eq!(public.verify(message, any, signature), Ok(()));
            let other = Scheme::Pss { hash: Hash::Sha1, mgf: Hash::Sha1, salt: Salt::Bytes(19) };
            assert!(public.verify(message, other, signature).is_err());
            assert!(public.verify(&message[1..], SCHEME, signature).is_err());
            let encoded = hazmat::public_power_vartime(&public, signature).expect("it is below");
            let power = hazmat::private_power(&key, &encoded).expect("no fault");
            assert_eq!(power.expect("it is below").as_slice(), signature.as_slice());
            let shorter = Scheme::pss(Hash::Sha256);
            let ours = key.sign(message, shorter).expect("it signs");
            assert_eq!(public.verify(message, shorter, &ours), Ok(()));
        }
    }
    assert_eq!((groups.len(), cases), (10, 60));
}
