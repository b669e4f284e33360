//! AES key wrap, in both forms of SP 800-38F.

use crate::error::Error;
use crate::traces::{SHORT, wiped};
use aes_kw::{KeyInit, KwAes128, KwAes192, KwAes256, KwpAes128, KwpAes192, KwpAes256};
use zeroize::Zeroizing;

pub use crate::wrapping::{Form, Wrapping};

/// Lets an AES key of 16, 24 or 32 bytes wrap or unwrap by a form.
macro_rules! by {
    ($form:expr, $key:expr, $operation:ident, $from:expr, $to:expr) => {
        match ($form, $key.len()) {
            (Form::Whole, 16) => of_length::<KwAes128>($key).$operation($from, $to),
            (Form::Whole, 24) => of_length::<KwAes192>($key).$operation($from, $to),
            (Form::Whole, _) => of_length::<KwAes256>($key).$operation($from, $to),
            (Form::Padded, 16) => of_length::<KwpAes128>($key).$operation($from, $to),
            (Form::Padded, 24) => of_length::<KwpAes192>($key).$operation($from, $to),
            (Form::Padded, _) => of_length::<KwpAes256>($key).$operation($from, $to),
        }
    };
}

/// Returns `secret` wrapped by `key`: eight bytes more, rounded up to eight.
///
/// Errors: `KeyType` for a key that has not 16, 24 or 32 bytes; `WrapLength` for a secret of a
/// length that the form does not take.
pub fn wrap(form: Form, key: &[u8], secret: &[u8]) -> Result<Vec<u8>, Error> {
    check_key(key)?;
    let fits = match form {
        Form::Whole => secret.len() >= 16 && secret.len().is_multiple_of(8),
        Form::Padded => !secret.is_empty() && u32::try_from(secret.len()).is_ok(),
    };
    if !fits {
        return Err(Error::WrapLength);
    }
    let mut out = vec![0; secret.len().next_multiple_of(8) + 8];
    // Round keys are wiped where they lie last, and not where they come from.
    let wrapped = wiped(SHORT / 4, || by!(form, key, wrap_key, secret, &mut out).map(drop));
    wrapped.map_err(|_| Error::WrapLength)?;
    Ok(out)
}

/// Returns what was wrapped. Errors: `KeyType`; `WrapLength` for a length that nothing wrapped
/// has; `WrapInvalid`, one for all else.
pub fn unwrap(form: Form, key: &[u8], wrapped: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    check_key(key)?;
    let least = if form == Form::Whole { 24 } else { 16 };
    if !wrapped.len().is_multiple_of(8) || wrapped.len() < least {
        return Err(Error::WrapLength);
    }
    let mut out = Zeroizing::new(vec![0; wrapped.len() - 8]);
    let open = || by!(form, key, unwrap_key, wrapped, &mut out).map(|opened| opened.len());
    let length = wiped(SHORT / 4, open).map_err(|_| Error::WrapInvalid)?;
    out.truncate(length);
    Ok(out)
}

fn check_key(key: &[u8]) -> Result<(), Error> {
    if [16, 24, 32].contains(&key.len()) { Ok(()) } else { Err(Error::KeyType) }
}

fn of_length<K: KeyInit>(key: &[u8]) -> K {
    K::new_from_slice(key).expect("an AES key has 16, 24 or 32 bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: each form takes the lengths that it has, and no others; what one form wrapped the
    /// other does not open. Method: all lengths up to five blocks, all keys.
    #[test]
    fn forms_have_their_lengths() {
        for bytes in [16, 24, 32] {
            let key = vec![7; bytes];
            for length in 0..=40 {
                let secret = vec![9; length];
                let (whole, padded) =
                    (wrap(Form::Whole, &key, &secret), wrap(Form::Padded, &key, &secret));
                assert_eq!(whole.is_ok(), length >= 16 && length % 8 == 0, "{length}");
                assert_eq!(padded.is_ok(), length > 0, "{length}");
                for (form, wrapped) in [(Form::Whole, whole), (Form::Padded, padded)] {
                    let Ok(wrapped) = wrapped else { continue };
                    assert_eq!(wrapped.len(), length.next_multiple_of(8) + 8);
                    assert_eq!(unwrap(form, &key, &wrapped).unwrap()[..], secret);
                    let other = if form == Form::Whole { Form::Padded } else { Form::Whole };
                    assert!(unwrap(other, &key, &wrapped).is_err());
                    let short = unwrap(form, &key, &wrapped[..wrapped.len() - 1]).err();
                    assert_eq!(short, Some(Error::WrapLength));
                }
            }
        }
        for bytes in [0, 8, 15, 17, 31, 33] {
            assert_eq!(wrap(Form::Padded, &vec![7; bytes], &[9]), Err(Error::KeyType));
            let none = unwrap(Form::Whole, &vec![7; bytes], &[9; 24]).err();
            assert_eq!(none, Some(Error::KeyType));
        }
    }
}
