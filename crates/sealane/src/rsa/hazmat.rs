//! The two functions of RSA on bare numbers, for those who build protocols: blind signatures, other
//! encodings. RFC 8017, section 5.
//!
//! Without an encoding, RSA neither signs nor encrypts: products of signatures are signatures of
//! products, and small numbers have small powers. The private power is blinded and checked as in
//! signing.

use super::{PrivateKey, PublicKey};
use crate::error::SignError;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// Returns `x^e mod n`, big-endian, of as many bytes as the modulus; `None` unless `x`, of as many,
/// is below it. Variable-time: `x` is public.
#[must_use]
pub fn public_power_vartime(key: &PublicKey, x: &[u8]) -> Option<Vec<u8>> {
    let mut out = alloc::vec![0; key.signature_bytes()];
    let good = x.len() == out.len() && key.0.apply_vartime(x, &mut out);
    good.then_some(out)
}

/// Returns `x^d mod n`, big-endian, of as many bytes as the modulus; `None` unless `x`, which is
/// public and of as many bytes, is below it.
///
/// Errors: `Random`; `Fault` if the result was not right, which is then not given out.
pub fn private_power(key: &PrivateKey, x: &[u8]) -> Result<Option<Zeroizing<Vec<u8>>>, SignError> {
    let length = key.public.signature_bytes();
    if x.len() != length {
        return Ok(None);
    }
    let power = key.core.secret_power(x)?;
    Ok(power.map(|power| {
        let bytes = Zeroizing::new(power.reveal("a raw power is given out because its owner asks"));
        Zeroizing::new(bytes[..length].to_vec())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rsa::Lengths;

    /// Goal: each power undoes the other one, below the modulus alone.
    #[test]
    fn powers_are_inverse() {
        let key = PrivateKey::from_pem(include_str!("example.pem"), Lengths::Current);
        let key = key.expect("the key is good");
        let public = key.public_key();
        let mut less = public.0.modulus();
        *less.last_mut().expect("it has bytes") -= 1;
        for x in [alloc::vec![0; 256], [&[0; 255][..], &[1]].concat(), less, [7; 256].to_vec()] {
            let power = private_power(&key, &x).expect("no fault").expect("it is below");
            assert_eq!(public_power_vartime(public, &power), Some(x));
        }
        let above = [public.0.modulus(), alloc::vec![0xff; 256]];
        for x in above.into_iter().chain([alloc::vec![1; 255], alloc::vec![0; 257]]) {
            assert_eq!(private_power(&key, &x), Ok(None));
            assert_eq!(public_power_vartime(public, &x), None);
        }
    }
}
