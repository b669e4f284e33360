//! The recovery code of a token: shown once, when the token is made, and kept by its owner.

use crate::error::Error;
use crate::object::Id;
use crate::platform::Platform;
use crate::secret::Tag;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use zeroize::Zeroizing;

/// Bytes of a code: nobody guesses so many.
const BYTES: usize = 16;

/// Makes a code: its text, eight groups of four hexadecimal digits, and its digest.
///
/// Errors: `Random`.
pub(super) fn generate(token: Id, platform: &Platform) -> Result<(Zeroizing<String>, Tag), Error> {
    let mut bytes = Zeroizing::new([0; BYTES]);
    platform.random(&mut bytes[..])?;
    // All the room at once: growing would leave copies behind.
    let mut text = Zeroizing::new(String::with_capacity(64));
    for (at, pair) in bytes.chunks(2).enumerate() {
        let dash = if at == 0 { "" } else { "-" };
        let _ = write!(text, "{dash}{:02x}{:02x}", pair[0], pair[1]);
    }
    let digest = digest(token, text.as_bytes()).ok_or(Error::Internal)?;
    Ok((text, digest))
}

/// Returns the digest of a code's text, whatever stands between its digits; nothing for a text of
/// another form.
pub(super) fn digest(token: Id, text: &[u8]) -> Option<Tag> {
    let digits: Zeroizing<Vec<u8>> = Zeroizing::new(
        text.iter().copied().filter(|byte| !matches!(byte, b'-' | b' ' | b'\n' | b'\r')).collect(),
    );
    let whole = digits.len() == 2 * BYTES && digits.iter().all(u8::is_ascii_hexdigit);
    let digits = Zeroizing::new(digits.to_ascii_lowercase());
    let hash = Sha256::new().chain_update(b"recovery code").chain_update(token.0);
    whole.then(|| hash.chain_update(&digits[..]).finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a code is as many hexadecimal digits as it is made of, whatever stands between them.
    #[test]
    fn codes_have_one_form() {
        let token = Id([1; 16]);
        let digits = "0123456789abcdef".repeat(BYTES.div_ceil(8));
        let whole = &digits[..2 * BYTES];
        let said = digest(token, whole.as_bytes());
        assert!(said.is_some());
        let spaced: Vec<u8> =
            whole.to_uppercase().bytes().flat_map(|it| [it, b'-', b' ']).collect();
        assert_eq!(digest(token, &spaced), said);
        assert_ne!(digest(Id([2; 16]), whole.as_bytes()), said);
        for wrong in [&whole[1..], &format!("{whole}0"), "", &format!("{}g", &whole[1..])] {
            assert_eq!(digest(token, wrong.as_bytes()), None, "{wrong}");
        }
    }
}
