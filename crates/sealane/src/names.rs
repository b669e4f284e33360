//! What names and sizes have in common, whatever they are of.

use der::asn1::ObjectIdentifier;

/// The most bytes a coordinate of any row has (P-521).
pub const MAX_FIELD_BYTES: usize = 66;
/// The most bytes a group order of any row has (P-521).
pub const MAX_ORDER_BYTES: usize = 66;

/// `id-ecPublicKey`. RFC 5480, section 2.1.1.
pub(crate) const EC_PUBLIC_KEY: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

/// Whether `asked` is `name` or one of `names`, in capitals or not.
pub(crate) fn is_named(asked: &str, name: &str, names: &[&str]) -> bool {
    asked.eq_ignore_ascii_case(name) || names.iter().any(|n| asked.eq_ignore_ascii_case(n))
}
