//! The algorithm identifiers of RSA keys: `rsaEncryption`, or `id-RSASSA-PSS` with what the key is
//! for. RFC 4055, sections 1.2 and 3; RFC 8017, appendices A.1 and A.2.3.

use crate::encode::{collect, needed_bytes, write};
use crate::error::DecodeError;
use crate::hash::Hash;
use crate::rsa::Permitted;
use crate::rsa::encoding::pkcs1;
use der::asn1::{AnyRef, ContextSpecific, ObjectIdentifier};
use der::{
    Decode, DecodeValue, Encode, EncodeValue, Header, Length, Reader, Sequence, TagMode, TagNumber,
    Writer,
};
use spki::{AlgorithmIdentifier, AlgorithmIdentifierRef};

/// `rsaEncryption`.
pub(crate) const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
/// `id-RSASSA-PSS`.
const PSS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.10");
/// `id-mgf1`.
const MGF1: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.8");

/// What a field is that is not there.
const USUAL: (Hash, u8) = (Hash::Sha1, 20);

/// RSASSA-PSS-params: the fields that are there. The last one, of the trailer, never is: it has
/// only its default.
struct Parameters<'a> {
    hash: Option<ContextSpecific<AlgorithmIdentifierRef<'a>>>,
    mgf: Option<ContextSpecific<AlgorithmIdentifier<AlgorithmIdentifierRef<'a>>>>,
    salt: Option<ContextSpecific<u8>>,
}

impl<'a> DecodeValue<'a> for Parameters<'a> {
    type Error = der::Error;

    fn decode_value<R: Reader<'a>>(reader: &mut R, _header: Header) -> der::Result<Self> {
        let hash = ContextSpecific::decode_explicit(reader, TagNumber(0))?;
        let mgf = ContextSpecific::decode_explicit(reader, TagNumber(1))?;
        let salt = ContextSpecific::decode_explicit(reader, TagNumber(2))?;
        Ok(Self { hash, mgf, salt })
    }
}

impl EncodeValue for Parameters<'_> {
    fn value_len(&self) -> der::Result<Length> {
        self.hash.encoded_len()? + self.mgf.encoded_len()? + self.salt.encoded_len()?
    }
    fn encode_value(&self, writer: &mut impl Writer) -> der::Result<()> {
        self.hash.encode(writer)?;
        self.mgf.encode(writer)?;
        self.salt.encode(writer)
    }
}

impl<'a> Sequence<'a> for Parameters<'a> {}

fn field<T>(number: u32, value: T) -> ContextSpecific<T> {
    ContextSpecific { tag_number: TagNumber(number), tag_mode: TagMode::Explicit, value }
}

/// The hash of an identifier, with NULL beside it or nothing: both are in use. RFC 4055, section
/// 2.1.
fn hash_of(id: &AlgorithmIdentifierRef<'_>) -> Option<Hash> {
    let named = |hash: &&Hash| pkcs1::identifier(**hash) == Some(id.oid.as_bytes());
    let bare = id.parameters.is_none_or(|parameters| parameters.is_null());
    Hash::ALL.iter().find(named).copied().filter(|_| bare)
}

fn identifier_of(hash: Hash) -> AlgorithmIdentifierRef<'static> {
    let oid = pkcs1::identifier(hash).expect("uses have hashes that documents name");
    let oid = ObjectIdentifier::from_bytes(oid).expect("it is one");
    AlgorithmIdentifier { oid, parameters: Some(AnyRef::NULL) }
}

/// Reads what a key is for. Errors: `KeyAlgorithm` for no key of RSA; `KeyEncoding`, also for
/// parameters that say what they need not, and for a hash or a mask that is not ours.
pub(crate) fn permitted(id: &AlgorithmIdentifierRef<'_>) -> Result<Permitted, DecodeError> {
    let permitted = match id.parameters {
        _ if id.oid != RSA && id.oid != PSS => return Err(DecodeError::KeyAlgorithm),
        Some(parameters) if id.oid == RSA => parameters.is_null().then_some(Permitted::Everything),
        // RFC 3279, section 2.3.1: there is a NULL.
        None if id.oid == RSA => None,
        None => Some(Permitted::Pss),
        Some(parameters) => read(&parameters),
    };
    permitted.ok_or(DecodeError::KeyEncoding)
}

fn read(parameters: &AnyRef<'_>) -> Option<Permitted> {
    let of: Parameters<'_> = parameters.decode_as().ok()?;
    let (usual, usual_salt) = USUAL;
    // What is there is not what it would be without: DER.
    let given = |hash: Option<Hash>| hash.filter(|hash| *hash != usual);
    let hash = of.hash.map_or(Some(usual), |it| given(hash_of(&it.value)));
    let mgf = of.mgf.map_or(Some(usual), |it| {
        let of_hash = it.value.parameters.filter(|_| it.value.oid == MGF1)?;
        given(hash_of(&of_hash))
    });
    let salt = of.salt.map_or(Some(usual_salt), |it| Some(it.value).filter(|it| *it != usual_salt));
    Some(Permitted::PssWith { hash: hash?, mgf: mgf?, least_salt_bytes: salt? })
}

/// Calls `use_it` with the identifier of a key that is for this.
pub(super) fn with_identifier<T>(
    permitted: Permitted,
    use_it: impl FnOnce(AlgorithmIdentifierRef<'_>) -> T,
) -> T {
    let (usual, usual_salt) = USUAL;
    match permitted {
        Permitted::Everything => {
            use_it(AlgorithmIdentifier { oid: RSA, parameters: Some(AnyRef::NULL) })
        }
        Permitted::Pss => use_it(AlgorithmIdentifier { oid: PSS, parameters: None }),
        Permitted::PssWith { hash, mgf, least_salt_bytes } => {
            let mask =
                |hash| AlgorithmIdentifier { oid: MGF1, parameters: Some(identifier_of(hash)) };
            let parameters = Parameters {
                hash: (hash != usual).then(|| field(0, identifier_of(hash))),
                mgf: (mgf != usual).then(|| field(1, mask(mgf))),
                salt: (least_salt_bytes != usual_salt).then(|| field(2, least_salt_bytes)),
            };
            let parameters = collect(needed_bytes(&parameters), |out| write(&parameters, out));
            let parameters = AnyRef::from_der(&parameters).expect("they were just written");
            use_it(AlgorithmIdentifier { oid: PSS, parameters: Some(parameters) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    fn of(parameters: &[u8]) -> Result<Permitted, DecodeError> {
        let parameters = Some(AnyRef::from_der(parameters).expect("it is an element"));
        permitted(&AlgorithmIdentifier { oid: PSS, parameters })
    }

    fn element(tag: u8, contents: &[&[u8]]) -> Vec<u8> {
        let contents = contents.concat();
        [&[tag, contents.len() as u8][..], &contents].concat()
    }

    const NULL: &[u8] = &[5, 0];
    const SHA256: &[u8] = &[6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1];
    const UNKNOWN: &[u8] = &[6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 63];
    const SHA1: &[u8] = &[6, 5, 0x2b, 0x0e, 3, 2, 0x1a];
    const MASK: &[u8] = &[6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 8];

    /// Goal: fields that are not there have their defaults, and NULL may be missing beside a hash.
    #[test]
    fn parameters_are_read() {
        let (hash, least_salt_bytes) = USUAL;
        let usual = Permitted::PssWith { hash, mgf: hash, least_salt_bytes };
        assert_eq!(of(&element(0x30, &[])), Ok(usual));
        let sha256 = Hash::Sha256;
        for null in [NULL, &[]] {
            let id = element(0x30, &[SHA256, null]);
            let named = element(0x30, &[&element(0xa0, &[&id])]);
            let expected = Permitted::PssWith { hash: sha256, mgf: hash, least_salt_bytes };
            assert_eq!(of(&named), Ok(expected));
            let mask = element(0x30, &[MASK, &id]);
            let masked = element(0x30, &[&element(0xa1, &[&mask]), &[0xa2, 3, 2, 1, 0]]);
            let expected = Permitted::PssWith { hash, mgf: sha256, least_salt_bytes: 0 };
            assert_eq!(of(&masked), Ok(expected));
        }
    }

    /// Goal: what need not be said, is not ours, or is in another order is refused.
    #[test]
    fn odd_parameters_are_refused() {
        let id = |oid| element(0x30, &[oid, NULL]);
        let hash = |oid| element(0xa0, &[&id(oid)]);
        let mask = |oid, hash| element(0xa1, &[&element(0x30, &[oid, &id(hash)])]);
        let salt = [0xa2, 3, 2, 1, 32];
        for fields in [
            vec![hash(SHA1)],
            vec![hash(UNKNOWN)],
            vec![mask(MASK, SHA1)],
            vec![mask(MASK, UNKNOWN)],
            vec![mask(SHA256, SHA256)],
            vec![element(0xa1, &[&element(0x30, &[MASK])])],
            vec![vec![0xa2, 3, 2, 1, 20]],
            vec![vec![0xa2, 3, 2, 1, 0xff]],
            vec![vec![0xa2, 4, 2, 2, 1, 0]],
            vec![vec![0xa3, 3, 2, 1, 1]],
            vec![salt.to_vec(), hash(SHA256)],
            vec![hash(SHA256), hash(SHA256)],
            vec![NULL.to_vec()],
        ] {
            let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
            let refused = of(&element(0x30, &fields));
            assert_eq!(refused, Err(DecodeError::KeyEncoding), "{fields:02x?}");
        }
        assert_eq!(of(NULL), Err(DecodeError::KeyEncoding));
        let good = element(0x30, &[&hash(SHA256), &mask(MASK, SHA256), &salt]);
        let sha256 = Hash::Sha256;
        let expected = Permitted::PssWith { hash: sha256, mgf: sha256, least_salt_bytes: 32 };
        assert_eq!(of(&good), Ok(expected));
        assert_eq!(with_identifier(expected, |id| permitted(&id)), Ok(expected));
        let none = AlgorithmIdentifier { oid: MGF1, parameters: None };
        assert_eq!(permitted(&none), Err(DecodeError::KeyAlgorithm));
    }
}
