//! Any PKCS#11 module whose keys may leave: their values read, or wrapped by a key that the command
//! makes in its session.
use super::foreign::{Foreign, Refusal, Value};
use super::numbers::Kind;
use super::source::{Candidate, OtherObjects, OtherPin, chosen};
use crate::args::token::OtherToken;
use crate::failure::Failure;
use crate::secrets::shown;
use cryptoki::context::{CInitializeArgs, CInitializeFlags, Pkcs11};
use cryptoki::error::{Error, RvError};
use cryptoki::mechanism::{Mechanism, MechanismType};
use cryptoki::object::{Attribute, AttributeType, KeyType, ObjectClass, ObjectHandle};
use cryptoki::session::{Session, UserType};
use cryptoki::types::RawAuthPin;
use cryptoki_sys::*;
use sealane_hsm::Platform;
use sealane_hsm::key::{Key, KeyKind, generate};
use sealane_hsm::keywrap::{self, Form};
use std::path::Path;
use zeroize::Zeroizing;

/// What is said of every key.
const OF_KEYS: [AttributeType; 14] = [
    AttributeType::KeyType,
    AttributeType::Label,
    AttributeType::Id,
    AttributeType::Encrypt,
    AttributeType::Decrypt,
    AttributeType::Wrap,
    AttributeType::Unwrap,
    AttributeType::Sign,
    AttributeType::SignRecover,
    AttributeType::Verify,
    AttributeType::Derive,
    AttributeType::EcParams,
    AttributeType::Modulus,
    AttributeType::PublicExponent,
];

/// What is said of those that are secret.
const OF_SECRETS: [AttributeType; 6] = [
    AttributeType::Sensitive,
    AttributeType::Extractable,
    AttributeType::AlwaysAuthenticate,
    AttributeType::WrapWithTrusted,
    AttributeType::CheckValue,
    AttributeType::ValueLen,
];

const OF_CERTIFICATES: [AttributeType; 4] =
    [AttributeType::CertificateType, AttributeType::Label, AttributeType::Id, AttributeType::Value];

const OF_DATA: [AttributeType; 3] =
    [AttributeType::Label, AttributeType::Application, AttributeType::Value];

/// The numbers of a private key but for DSA, or the bytes of a secret one.
const VALUES: [AttributeType; 5] = [
    AttributeType::PrivateExponent,
    AttributeType::Prime1,
    AttributeType::Prime2,
    AttributeType::Coefficient,
    AttributeType::Value,
];

/// Reads the objects of a token of a module.
pub fn read(path: &Path, from: &OtherToken, pin: &OtherPin) -> Result<OtherObjects, Failure> {
    let place = format!("--module {}", shown(path));
    let failed = |error: Error| Failure::failed("MODULE_FAILED", format!("{place}: {error}"));
    let module = Pkcs11::new(path)
        .map_err(|error| Failure::refused("MODULE_INVALID", format!("{place}: {error}")))?;
    let threads = CInitializeArgs::new(CInitializeFlags::OS_LOCKING_OK);
    module.initialize(threads).map_err(failed)?;
    let mut candidates = vec![];
    for slot in module.get_slots_with_initialized_token().map_err(failed)? {
        let label = module.get_token_info(slot).map_err(failed)?.label().to_owned();
        candidates.push(Candidate { label, slot: Some(slot.id()), token: slot });
    }
    let Candidate { label, token: slot, .. } = chosen(from, &place, candidates)?;
    // One that only reads: objects of the session may be made in it all the same.
    let session = module.open_ro_session(slot).map_err(failed)?;
    log_in(&session, pin, failed)?;
    let handles = session.find_objects(&[Attribute::Token(true)]).map_err(failed)?;
    let mut wrapper = None;
    let mut objects = Vec::with_capacity(handles.len());
    for (at, handle) in handles.into_iter().enumerate() {
        let name = format!("object {}", at + 1);
        let mut object = Foreign { name, ..Foreign::default() };
        object.refusal = read_object(&session, handle, &mut object, &mut wrapper).err();
        objects.push(object);
    }
    Ok(OtherObjects { label, objects })
}

fn log_in(
    session: &Session,
    pin: &OtherPin,
    failed: impl Fn(Error) -> Failure,
) -> Result<(), Failure> {
    let raw = RawAuthPin::new(Box::new(pin.text.to_vec()));
    match session.login_with_raw(UserType::User, &raw) {
        Ok(()) | Err(Error::Pkcs11(RvError::UserAlreadyLoggedIn, _)) => Ok(()),
        Err(Error::Pkcs11(RvError::PinIncorrect | RvError::PinLenRange, _)) => Err(pin.wrong()),
        Err(Error::Pkcs11(RvError::PinLocked, _)) => {
            Err(pin.refused("PIN_LOCKED", "the other token has locked its user out"))
        }
        Err(Error::Pkcs11(RvError::UserPinNotInitialized, _)) => {
            Err(pin.refused("PIN_UNSET", "the other token has no user PIN"))
        }
        Err(error) => Err(failed(error)),
    }
}

/// A key of the session that wraps, and its bytes.
type Wrapper = (ObjectHandle, Zeroizing<Vec<u8>>);

/// Reads what an object says, and its value if it gives it away.
fn read_object(
    session: &Session,
    handle: ObjectHandle,
    object: &mut Foreign,
    wrapper: &mut Option<Wrapper>,
) -> Result<(), Refusal> {
    read_more(session, handle, object, &[AttributeType::Class])?;
    match object.number(CKA_CLASS) {
        Some(CKO_DATA) => read_more(session, handle, object, &OF_DATA),
        Some(CKO_CERTIFICATE) => read_more(session, handle, object, &OF_CERTIFICATES),
        Some(CKO_PUBLIC_KEY) => {
            read_more(
                session,
                handle,
                object,
                &[&OF_KEYS[..], &[AttributeType::EcPoint]].concat(),
            )?;
            if object.number(CKA_KEY_TYPE) == Some(CKK_DSA) {
                return Err(Refusal::unsupported("public keys of DSA come by --folder alone"));
            }
            Ok(())
        }
        Some(CKO_PRIVATE_KEY | CKO_SECRET_KEY) => read_secret(session, handle, object, wrapper),
        _ => Ok(()),
    }
}

fn read_more(
    session: &Session,
    handle: ObjectHandle,
    object: &mut Foreign,
    kinds: &[AttributeType],
) -> Result<(), Refusal> {
    let read = session.get_attributes(handle, kinds).map_err(unreadable)?;
    object.values.extend(read.into_iter().filter_map(value));
    Ok(())
}

/// Reads a private or a secret key. Errors: `KEY_NOT_EXTRACTABLE`.
fn read_secret(
    session: &Session,
    handle: ObjectHandle,
    object: &mut Foreign,
    wrapper: &mut Option<Wrapper>,
) -> Result<(), Refusal> {
    read_more(session, handle, object, &[&OF_KEYS[..], &OF_SECRETS].concat())?;
    // A list with a mechanism that is not known must not pass for no list.
    if read_more(session, handle, object, &[AttributeType::AllowedMechanisms]).is_err() {
        object.values.insert(CKA_ALLOWED_MECHANISMS, Value::Unreadable);
    }
    if !object.is(CKA_EXTRACTABLE) {
        let why = "CKA_EXTRACTABLE is false: the module does not give it away";
        return Err(Refusal::new("KEY_NOT_EXTRACTABLE", why));
    }
    // The crate cannot ask for CKA_SUBPRIME: keys of DSA come whole by being wrapped.
    let by_values = object.number(CKA_KEY_TYPE) != Some(CKK_DSA);
    if by_values && !object.is(CKA_SENSITIVE) {
        read_more(session, handle, object, &VALUES)?;
        let is_read = |kind: &Kind| object.bytes(*kind).is_some_and(|bytes| !bytes.is_empty());
        if [CKA_VALUE, CKA_PRIVATE_EXPONENT].iter().any(is_read) {
            return Ok(());
        }
    }
    let refused = |error| Refusal::new("KEY_NOT_EXTRACTABLE", format!("not wrapped: {error}"));
    if wrapper.is_none() {
        *wrapper = Some(make_wrapper(session)?);
    }
    let Some((by, key)) = wrapper else { return Err(sealane_hsm::Error::Internal.into()) };
    // Keys of AES have whole blocks, and others perhaps not.
    let (mechanism, form) = match object.number(CKA_KEY_TYPE) {
        Some(CKK_AES) => (Mechanism::AesKeyWrap, Form::Whole),
        _ => (Mechanism::AesKeyWrapPad, Form::Padded),
    };
    let wrapped = session.wrap_key(&mechanism, *by, handle).map_err(refused)?;
    let mut opened = keywrap::unwrap(form, key, &wrapped)?;
    if object.number(CKA_CLASS) == Some(CKO_SECRET_KEY) {
        let length = object.number(CKA_VALUE_LEN).and_then(|length| length.try_into().ok());
        leave_out_filling(&mut opened, length);
        object.values.insert(CKA_VALUE, Value::Bytes(opened));
    } else {
        object.document = Some(opened);
    }
    Ok(())
}

/// Leaves out zeros behind a secret of a known length: SoftHSM fills it up to whole blocks before
/// it wraps it, by the form that would not need that too.
fn leave_out_filling(secret: &mut Zeroizing<Vec<u8>>, length: Option<usize>) {
    let Some(length) = length.filter(|length| secret.len() < length + 8) else { return };
    if secret.get(length..).is_some_and(|filling| filling.iter().all(|byte| *byte == 0)) {
        secret.truncate(length);
    }
}

/// Makes a key that wraps, which goes with the session.
fn make_wrapper(session: &Session) -> Result<Wrapper, Refusal> {
    let Key::Aes(bytes) = generate(KeyKind::Aes(256), &Platform::system())? else {
        return Err(sealane_hsm::Error::Internal.into());
    };
    let template = [
        Attribute::Class(ObjectClass::SECRET_KEY),
        Attribute::KeyType(KeyType::AES),
        Attribute::Token(false),
        Attribute::Private(true),
        Attribute::Wrap(true),
        Attribute::Value(bytes.to_vec()),
    ];
    let made = session.create_object(&template).map_err(|error| {
        Refusal::new("KEY_NOT_EXTRACTABLE", format!("no key that wraps is taken: {error}"))
    });
    Ok((made?, bytes))
}

fn unreadable(error: Error) -> Refusal {
    Refusal::unsupported(format!("what the module says of it cannot be read: {error}"))
}

/// An attribute as it is kept here, if it is one of those that are.
fn value(attribute: Attribute) -> Option<(Kind, Value)> {
    use Attribute as A;
    let kind = Kind::from(attribute.attribute_type());
    let value = match attribute {
        A::Class(it) => Value::Number(*it),
        A::KeyType(it) => Value::Number(*it),
        A::CertificateType(it) => Value::Number(*it),
        A::ValueLen(it) => Value::Number(*it),
        A::AllowedMechanisms(all) => {
            Value::Mechanisms(all.into_iter().map(|it: MechanismType| *it).collect())
        }
        A::AlwaysAuthenticate(it)
        | A::Decrypt(it)
        | A::Derive(it)
        | A::Encrypt(it)
        | A::Extractable(it)
        | A::Sensitive(it)
        | A::Sign(it)
        | A::SignRecover(it)
        | A::Unwrap(it)
        | A::Verify(it)
        | A::Wrap(it)
        | A::WrapWithTrusted(it) => Value::Truth(it),
        A::Application(it)
        | A::CheckValue(it)
        | A::Coefficient(it)
        | A::EcParams(it)
        | A::EcPoint(it)
        | A::Id(it)
        | A::Label(it)
        | A::Modulus(it)
        | A::Prime1(it)
        | A::Prime2(it)
        | A::PrivateExponent(it)
        | A::PublicExponent(it)
        | A::Value(it) => Value::Bytes(Zeroizing::new(it)),
        _ => return None,
    };
    Some((kind, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: less than a block of zeros behind a secret is left out, and nothing else.
    #[test]
    fn filling_is_left_out() {
        let left = |bytes: &[u8], length| {
            let mut secret = Zeroizing::new(bytes.to_vec());
            leave_out_filling(&mut secret, length);
            secret.to_vec()
        };
        assert_eq!(left(&[7, 0, 0], Some(1)), [7]);
        assert_eq!(left(&[7, 0, 0], Some(2)), [7, 0]);
        assert_eq!(left(&[7, 0, 1], Some(1)), [7, 0, 1]);
        assert_eq!(left(&[7, 0, 0], None), [7, 0, 0]);
        assert_eq!(left(&[7, 0], Some(9)), [7, 0]);
        assert_eq!(left(&[0; 9], Some(1)), [0; 9]);
    }
}
