//! Keys of RSA as numbers, the parameters of PSS in documents, and what OAEP decrypts.

use crate::edits;
use crate::template::document;
use num_bigint::BigUint;
use sealane::rsa::{Oaep, Permitted, PrivateKey, PublicKey, Scheme};
use sealane::{Hash, Lengths, Salt};
use std::sync::LazyLock;
use testkit::documents::{element, unhex};
use testkit::reference::hash::{HASHES, HashRow};

/// A key that a release wrote.
static KEY: LazyLock<PrivateKey> = LazyLock::new(|| {
    PrivateKey::from_pkcs8_der(&document("rsa2048"), Lengths::Current).expect("a good key")
});

/// Numbers make a key, which signs, or they are refused by name; they are written as they came.
///
/// The first byte says in which form they are, and whether old lengths are taken.
pub fn run_key(bytes: &[u8]) {
    let Some((first, der)) = bytes.split_first() else { return };
    let lengths = if first & 1 == 0 { Lengths::Current } else { Lengths::Legacy };
    let key = match first >> 1 & 3 {
        0 => {
            let Ok(key) = PublicKey::from_pkcs1_der(der, lengths) else { return };
            assert_eq!(key.to_pkcs1_der(), der);
            let e = BigUint::from(key.exponent()).to_bytes_be();
            assert!(PublicKey::from_numbers(&key.modulus(), &e, lengths) == Ok(key.clone()));
            check_public(&key);
            return;
        }
        1 => {
            let Ok(key) = PrivateKey::from_pkcs1_der(der, lengths) else { return };
            let written = key.to_pkcs1_der();
            let again = PrivateKey::from_pkcs1_der(&written, lengths).expect("it was written");
            assert!(again.to_pkcs1_der() == written);
            key
        }
        2 => {
            let Ok(key) = PrivateKey::from_precalculated_bytes(der, lengths) else { return };
            assert!(*key.to_precalculated_bytes() == *der, "it is written anew");
            key
        }
        _ => {
            let Some(numbers) = numbers(der) else { return };
            let Ok(key) = PrivateKey::from_numbers(&numbers, lengths) else { return };
            key
        }
    };
    check_public(key.public_key());
    let scheme = Scheme::Pkcs1(Hash::Sha256);
    let signature = key.sign(b"message", scheme).expect("a good key signs");
    assert!(key.public_key().verify(b"message", scheme, &signature).is_ok());
}

/// Numbers behind their lengths, of two bytes each.
fn numbers(mut bytes: &[u8]) -> Option<[&[u8]; 6]> {
    let mut all = [&[][..]; 6];
    for number in &mut all {
        let (length, rest) = bytes.split_first_chunk()?;
        (*number, bytes) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
    }
    Some(all)
}

/// The public function is the power.
fn check_public(key: &PublicKey) {
    let n = BigUint::from_bytes_be(&key.modulus());
    assert_eq!(n.bits() as usize, key.bits());
    assert!(n.bit(0) && key.exponent() & 1 == 1 && key.exponent() > 2);
    let x = BigUint::from(0x1234_5678_9abc_def0_u64) << (key.bits() - 80);
    let mut octets = x.to_bytes_be();
    octets.splice(0..0, vec![0; key.signature_bytes() - octets.len()]);
    let power = sealane::rsa::hazmat::public_power_vartime(key, &octets).expect("it is below n");
    assert_eq!(BigUint::from_bytes_be(&power), x.modpow(&key.exponent().into(), &n));
}

/// `id-RSASSA-PSS`.
const PSS: &str = "06092a864886f70d01010a";

/// Parameters say what the key is for, and are written so that they say the same; what the key then
/// signs, it verifies.
///
/// All bytes are the parameters.
pub fn run_pss(parameters: &[u8]) {
    let key = element(3, &[&[0], &KEY.public_key().to_pkcs1_der()]);
    let algorithm = element(0x30, &[&unhex(PSS), parameters]);
    let der = element(0x30, &[&algorithm, &key]);
    let Ok(public) = PublicKey::from_spki_der(&der, Lengths::Current) else { return };
    let permitted = public.permitted();
    assert!(permitted != Permitted::Everything, "a document of PSS is for PSS");
    let written = public.to_spki_der();
    let again = PublicKey::from_spki_der(&written, Lengths::Current).expect("it was written");
    assert!(again == public && again.permitted() == permitted && again.to_spki_der() == written);
    let private = KEY.clone().with_permitted(permitted).expect("documents name its hashes");
    let document = private.to_pkcs8_der();
    let private = PrivateKey::from_pkcs8_der(&document, Lengths::Current).expect("it was written");
    assert_eq!(private.public_key().permitted(), permitted);
    let scheme = permitted.usual_scheme();
    assert!(permitted.has(scheme) && !permitted.has(Scheme::Pkcs1(Hash::Sha256)));
    match private.sign(b"message", scheme) {
        Ok(signature) => {
            assert!(public.verify(b"message", scheme, &signature).is_ok());
            let Scheme::Pss { hash, mgf, .. } = scheme else { panic!("it is for PSS") };
            let any = Scheme::Pss { hash, mgf, salt: Salt::Any };
            assert!(public.verify(b"message", any, &signature).is_ok());
            let whole = PublicKey::from_pkcs1_der(&public.to_pkcs1_der(), Lengths::Current);
            assert!(whole.expect("its numbers").verify(b"message", any, &signature).is_ok());
        }
        // A salt that the modulus has no room for.
        Err(error) => assert!(!error.code().is_empty()),
    }
}

/// MGF1. RFC 8017, appendix B.2.1.
fn masked(hash: &HashRow, seed: &[u8], octets: &mut [u8]) {
    let blocks = (0u32..).flat_map(|i| (hash.of)(&[seed, &i.to_be_bytes()].concat()));
    octets.iter_mut().zip(blocks).for_each(|(octet, mask)| *octet ^= mask);
}

/// Which hashes OAEP is tried with: those that documents name.
const NAMES: [(Hash, &str); 4] = [
    (Hash::Sha1, "SHA-1"),
    (Hash::Sha256, "SHA-256"),
    (Hash::Sha384, "SHA-384"),
    (Hash::Sha512, "SHA-512"),
];

fn row(name: &str) -> &'static HashRow {
    HASHES.iter().find(|row| row.name == name).expect("it is one of them")
}

/// A ciphertext is decrypted if what is behind the masks is an encoding, to its message, and no
/// other one.
///
/// The first three bytes are the hashes, and the length of the message; then edits of the encoding
/// before it is masked.
pub fn run_oaep(bytes: &[u8]) {
    let Some((&[hashes, length, zero], rest)) = bytes.split_first_chunk::<3>() else { return };
    let (hash, name) = NAMES[usize::from(hashes & 3)];
    let (mgf, mgf_name) = NAMES[usize::from(hashes >> 2 & 3)];
    let (row, mask) = (row(name), row(mgf_name));
    let label = if hashes & 16 == 0 { &b""[..] } else { b"label" };
    let bytes_of_key = KEY.public_key().signature_bytes();
    let most = bytes_of_key - 2 * row.output_bytes - 2;
    let message = vec![0x5a; usize::from(length) % (most + 1)];
    let mut block = (row.of)(label);
    block.extend(vec![0; most - message.len()]);
    block.push(1);
    block.extend(&message);
    let whole = block.len();
    for edit in edits::read(rest) {
        edit.apply(&mut block);
    }
    block.resize(whole, 0);
    let wanted = opened(row, label, &block).filter(|_| zero == 0);
    let mut seed = (row.of)(rest);
    masked(mask, &seed, &mut block);
    masked(mask, &block, &mut seed);
    let encoded = [&[zero][..], &seed, &block].concat();
    // Above the modulus there is no ciphertext of it.
    let power = sealane::rsa::hazmat::public_power_vartime(KEY.public_key(), &encoded);
    let Some(ciphertext) = power else { return };
    let by = Oaep { hash, mgf, label };
    match (KEY.decrypt_oaep(&ciphertext, by), wanted) {
        (Ok(message), Some(wanted)) => assert_eq!(*message, wanted),
        (Err(error), None) => assert_eq!(error.code(), "DECRYPT_FAILED"),
        (got, wanted) => panic!("{got:?} where {wanted:?} stands"),
    }
    let sealed = KEY.public_key().encrypt_oaep(&message, by).expect("it fits");
    assert_eq!(KEY.decrypt_oaep(&sealed, by).as_deref(), Ok(&message));
}

/// Returns the message of a block without masks. RFC 8017, section 7.1.2, step 3g.
fn opened(hash: &HashRow, label: &[u8], block: &[u8]) -> Option<Vec<u8>> {
    let text = block.strip_prefix(&(hash.of)(label)[..])?;
    let mark = text.iter().position(|octet| *octet != 0)?;
    (text[mark] == 1).then(|| text[mark + 1..].to_vec())
}
