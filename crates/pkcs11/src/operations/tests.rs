//! MACs that are cut short, which the crate `cryptoki` does not ask for.

use super::*;
use sealane_client::object::{Attributes, Class, History};
use std::sync::Arc;

/// A secret of a token.
fn secret() -> Kept {
    let kind = KeyKind::Secret(256);
    let attributes = Attributes::usual("secret", kind);
    let (id, class, public) = (Id([7; 16]), Class::Secret, vec![]);
    let (version, sequence, created, history) = (0, 1, 0, History::default());
    let object =
        Object { id, class, kind, attributes, public, version, sequence, created, history };
    Kept::Token { slot: 0, object: Arc::new(object), part: Part::Secret }
}

/// Calls `use_it` with a mechanism of a MAC that has so many bytes.
fn with_length<T>(length: CK_ULONG, use_it: impl FnOnce(&Mechanism<'_>) -> T) -> T {
    let mut length = length;
    let parameter = std::ptr::from_mut(&mut length).cast();
    let ulParameterLen = size_of::<CK_ULONG>() as CK_ULONG;
    let mechanism =
        CK_MECHANISM { mechanism: CKM_SHA256_HMAC_GENERAL, pParameter: parameter, ulParameterLen };
    // SAFETY: the pointers are valid.
    use_it(&unsafe { Mechanism::new(&mechanism) }.unwrap())
}

/// Goal: a MAC has as many bytes as the parameter says, when it is made and when it is looked at,
/// and no parameter asks for none, or for more than there are.
#[test]
fn macs_are_cut_short() {
    let whole: Vec<u8> = (0..32).collect();
    for length in [1, 16, 32] {
        let (signing, verifying) = with_length(length as CK_ULONG, |mechanism| {
            let signing = Signing::new(mechanism, &secret()).unwrap();
            (signing, Verifying::new(mechanism, &secret()).unwrap())
        });
        assert_eq!(signing.length(), length);
        let made = signing.finish(|holder, asked| {
            assert!(matches!(holder, Holder::Token(Id(id)) if *id == [7; 16]));
            assert!(matches!(asked, Asked::Mac(_)));
            Ok(whole.clone())
        });
        assert_eq!(made.as_deref(), Ok(&whole[..length]));
        let mut seen = None;
        let looked_at = verifying.finish(&whole[..length], |_, of, mac| {
            seen = Some((of.hash, mac.len()));
            Ok(())
        });
        assert_eq!((looked_at, seen), (Ok(()), Some((Hash::Sha256, length))));
        let verifying = with_length(length as CK_ULONG, |it| Verifying::new(it, &secret()));
        let said = verifying.unwrap().finish(&[0; 33], |_, _, _| Ok(()));
        assert_eq!(said, Err(Rv(CKR_SIGNATURE_LEN_RANGE)));
    }
    for wrong in [0, 33, CK_ULONG::MAX] {
        let said = with_length(wrong, |it| Signing::new(it, &secret()).map(drop));
        assert_eq!(said, Err(Rv(CKR_MECHANISM_PARAM_INVALID)));
    }
}
