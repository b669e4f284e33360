//! Which attributes objects of a class may be given, and in which form. PKCS#11, sections 4.4 to
//! 4.10.

use crate::objects::Part;
use crate::raw::{self, Attributes as Given};
use crate::rv::Rv;
use crate::said;
use cryptoki_sys::*;

/// How an attribute is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Truth,
    Number,
    Date,
    /// Text, numbers of any length, encodings, lists.
    Bytes,
}

const ALL: &[Part] = &[Part::Private, Part::Public, Part::Secret, Part::Certificate, Part::Data];
const KEYS: &[Part] = &[Part::Private, Part::Public, Part::Secret];
const PAIR: &[Part] = &[Part::Private, Part::Public];
const GUARDED: &[Part] = &[Part::Private, Part::Secret];
const OPEN: &[Part] = &[Part::Public, Part::Secret];
const PRIVATE: &[Part] = &[Part::Private];
const PUBLIC: &[Part] = &[Part::Public];
const SECRET: &[Part] = &[Part::Secret];
const CERTIFICATE: &[Part] = &[Part::Certificate];
const NAMED: &[Part] = &[Part::Private, Part::Public, Part::Secret, Part::Certificate];
const SUBJECT: &[Part] = &[Part::Private, Part::Public, Part::Certificate];
const TRUSTED: &[Part] = &[Part::Public, Part::Secret, Part::Certificate];
const CHECKED: &[Part] = &[Part::Secret, Part::Certificate];
const DATA: &[Part] = &[Part::Data];

/// Each attribute that objects here may have, its form, and which objects have it.
const ROWS: &[(CK_ATTRIBUTE_TYPE, Form, &[Part])] = &[
    (CKA_CLASS, Form::Number, ALL),
    (CKA_TOKEN, Form::Truth, ALL),
    (CKA_PRIVATE, Form::Truth, ALL),
    (CKA_MODIFIABLE, Form::Truth, ALL),
    (CKA_COPYABLE, Form::Truth, ALL),
    (CKA_DESTROYABLE, Form::Truth, ALL),
    (CKA_LABEL, Form::Bytes, ALL),
    (CKA_UNIQUE_ID, Form::Bytes, ALL),
    (CKA_VALUE, Form::Bytes, ALL),
    (CKA_APPLICATION, Form::Bytes, DATA),
    (CKA_OBJECT_ID, Form::Bytes, DATA),
    (CKA_ID, Form::Bytes, NAMED),
    (CKA_START_DATE, Form::Date, NAMED),
    (CKA_END_DATE, Form::Date, NAMED),
    (CKA_SUBJECT, Form::Bytes, SUBJECT),
    (CKA_PUBLIC_KEY_INFO, Form::Bytes, SUBJECT),
    (CKA_TRUSTED, Form::Truth, TRUSTED),
    (CKA_CHECK_VALUE, Form::Bytes, CHECKED),
    (CKA_CERTIFICATE_TYPE, Form::Number, CERTIFICATE),
    (CKA_CERTIFICATE_CATEGORY, Form::Number, CERTIFICATE),
    (CKA_JAVA_MIDP_SECURITY_DOMAIN, Form::Number, CERTIFICATE),
    (CKA_NAME_HASH_ALGORITHM, Form::Number, CERTIFICATE),
    (CKA_ISSUER, Form::Bytes, CERTIFICATE),
    (CKA_SERIAL_NUMBER, Form::Bytes, CERTIFICATE),
    (CKA_URL, Form::Bytes, CERTIFICATE),
    (CKA_HASH_OF_SUBJECT_PUBLIC_KEY, Form::Bytes, CERTIFICATE),
    (CKA_HASH_OF_ISSUER_PUBLIC_KEY, Form::Bytes, CERTIFICATE),
    (CKA_KEY_TYPE, Form::Number, KEYS),
    (CKA_DERIVE, Form::Truth, KEYS),
    (CKA_LOCAL, Form::Truth, KEYS),
    (CKA_KEY_GEN_MECHANISM, Form::Number, KEYS),
    (CKA_ALLOWED_MECHANISMS, Form::Bytes, KEYS),
    (CKA_MODULUS, Form::Bytes, PAIR),
    (CKA_PUBLIC_EXPONENT, Form::Bytes, PAIR),
    (CKA_EC_PARAMS, Form::Bytes, PAIR),
    (CKA_PRIME, Form::Bytes, PAIR),
    (CKA_SUBPRIME, Form::Bytes, PAIR),
    (CKA_BASE, Form::Bytes, PAIR),
    (CKA_PARAMETER_SET, Form::Number, PAIR),
    (CKA_MODULUS_BITS, Form::Number, PUBLIC),
    (CKA_EC_POINT, Form::Bytes, PUBLIC),
    (CKA_VERIFY_RECOVER, Form::Truth, PUBLIC),
    (CKA_ENCRYPT, Form::Truth, OPEN),
    (CKA_VERIFY, Form::Truth, OPEN),
    (CKA_WRAP, Form::Truth, OPEN),
    (CKA_WRAP_TEMPLATE, Form::Bytes, OPEN),
    (CKA_DECRYPT, Form::Truth, GUARDED),
    (CKA_SIGN, Form::Truth, GUARDED),
    (CKA_UNWRAP, Form::Truth, GUARDED),
    (CKA_UNWRAP_TEMPLATE, Form::Bytes, GUARDED),
    (CKA_DERIVE_TEMPLATE, Form::Bytes, GUARDED),
    (CKA_SENSITIVE, Form::Truth, GUARDED),
    (CKA_EXTRACTABLE, Form::Truth, GUARDED),
    (CKA_ALWAYS_SENSITIVE, Form::Truth, GUARDED),
    (CKA_NEVER_EXTRACTABLE, Form::Truth, GUARDED),
    (CKA_WRAP_WITH_TRUSTED, Form::Truth, GUARDED),
    (CKA_SIGN_RECOVER, Form::Truth, PRIVATE),
    (CKA_ALWAYS_AUTHENTICATE, Form::Truth, PRIVATE),
    (CKA_PRIVATE_EXPONENT, Form::Bytes, PRIVATE),
    (CKA_PRIME_1, Form::Bytes, PRIVATE),
    (CKA_PRIME_2, Form::Bytes, PRIVATE),
    (CKA_EXPONENT_1, Form::Bytes, PRIVATE),
    (CKA_EXPONENT_2, Form::Bytes, PRIVATE),
    (CKA_COEFFICIENT, Form::Bytes, PRIVATE),
    (CKA_SEED, Form::Bytes, PRIVATE),
    (CKA_VALUE_LEN, Form::Number, SECRET),
];

/// Demands that an object of a class may have all that a template says, in the form that it says.
///
/// Errors: `CKR_ATTRIBUTE_TYPE_INVALID` for what no object has here; `CKR_TEMPLATE_INCONSISTENT`
/// for an attribute of another class; `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn demand_fitting(given: &Given, part: Part) -> Result<(), Rv> {
    for (kind, value) in given.iter() {
        let row = ROWS.iter().find(|row| row.0 == kind);
        let (_, form, parts) = row.ok_or(Rv(CKR_ATTRIBUTE_TYPE_INVALID))?;
        if !parts.contains(&part) {
            return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
        }
        demand_form(*form, value)?;
    }
    Ok(())
}

/// Demands that all that a template says has its form, of whatever class it is.
///
/// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn demand_forms(given: &Given) -> Result<(), Rv> {
    given.iter().try_for_each(|(kind, value)| {
        let row = ROWS.iter().find(|row| row.0 == kind);
        row.map_or(Ok(()), |(_, form, _)| demand_form(*form, value))
    })
}

fn demand_form(form: Form, value: &[u8]) -> Result<(), Rv> {
    match form {
        Form::Truth => raw::truth(value).map(drop),
        Form::Number => raw::number(value).map(drop),
        Form::Date => said::demand_date(value),
        Form::Bytes => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: no attribute stands twice, so that each has one form.
    #[test]
    fn rows_are_different() {
        for (at, (kind, _, _)) in ROWS.iter().enumerate() {
            assert!(ROWS[..at].iter().all(|other| other.0 != *kind), "{kind:#x}");
        }
    }

    /// Goal: data has its own attributes in their form, and none of keys; what no object has is
    /// told apart. Method: beside each refusal, what is accepted.
    #[test]
    fn templates_are_fitting() {
        let of = |kind, value: &[u8]| {
            demand_fitting(&Given::from_pairs(&[(kind, value)]), Part::Data).map_err(|rv| rv.0)
        };
        let long = CK_ULONG::to_ne_bytes(0);
        assert_eq!(of(CKA_PRIVATE, &[0]), Ok(()));
        assert_eq!(of(CKA_PRIVATE, &long), Err(CKR_ATTRIBUTE_VALUE_INVALID));
        assert_eq!(of(CKA_CLASS, &long), Ok(()));
        assert_eq!(of(CKA_CLASS, &long[1..]), Err(CKR_ATTRIBUTE_VALUE_INVALID));
        assert_eq!(of(CKA_OBJECT_ID, b"any"), Ok(()));
        for kind in [CKA_SIGN, CKA_SENSITIVE, CKA_ID, CKA_START_DATE] {
            assert_eq!(of(kind, &[0]), Err(CKR_TEMPLATE_INCONSISTENT), "{kind:#x}");
        }
        for kind in [CKA_OBJECT_VALIDATION_FLAGS, CKA_VENDOR_DEFINED + 1] {
            assert_eq!(of(kind, &[0]), Err(CKR_ATTRIBUTE_TYPE_INVALID), "{kind:#x}");
        }
        let date = |value: &[u8]| {
            let given = Given::from_pairs(&[(CKA_END_DATE, value)]);
            demand_fitting(&given, Part::Certificate).is_ok()
        };
        assert!(date(b"20301231") && date(b"") && !date(b"203012") && !date(b"2030123x"));
    }
}
