//! The numbers of messages: the one table of them.
//!
//! A number is bound to the name of a variant and never to its place: messages may be moved, and
//! new ones put anywhere. A number is never given to another message; those from 0x8000 on are
//! nobody's, and for trials.

use super::{Reply, Request};
use crate::error::Error;
use serde::Deserialize;
use serde::de::value::{Error as NameError, U32Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::sync::OnceLock;

/// The numbers of requests.
pub const REQUESTS: [(u16, &str); 56] = [
    // The service.
    (1, "Hello"),
    (2, "Tokens"),
    (3, "Health"),
    (4, "Metrics"),
    (5, "Stop"),
    // Sessions.
    (16, "Login"),
    (17, "Logout"),
    (18, "Ticket"),
    (19, "Join"),
    (20, "SetPin"),
    (21, "Unlock"),
    (22, "Recover"),
    (24, "Identities"),
    (25, "AddIdentity"),
    (26, "RemoveIdentity"),
    // Keys in use.
    (32, "Sign"),
    (33, "SignAll"),
    (34, "Verify"),
    (35, "Derive"),
    (36, "Decrypt"),
    (37, "Random"),
    (38, "Wrap"),
    (39, "Unwrap"),
    (40, "Mac"),
    (41, "VerifyMac"),
    (42, "UnwrapSecret"),
    (43, "UnwrapInClear"),
    // Objects.
    (48, "Find"),
    (49, "FindLabel"),
    (50, "Page"),
    (51, "Generate"),
    (52, "Import"),
    (53, "ImportPublic"),
    (54, "Export"),
    (55, "Delete"),
    (56, "Search"),
    (57, "Permit"),
    (58, "Modify"),
    (59, "Copy"),
    (60, "ImportPublicAs"),
    (62, "WatchChanges"),
    (63, "Changes"),
    // The token itself.
    (64, "Guard"),
    (65, "SetGuard"),
    (66, "AuditSettings"),
    (67, "SetAuditSettings"),
    (68, "Audit"),
    (69, "TrimAudit"),
    (70, "Status"),
    (72, "Limits"),
    (73, "SetLimits"),
    // Long work on it.
    (80, "BackupTarget"),
    (81, "Begin"),
    (82, "Put"),
    (83, "Progress"),
    (84, "Take"),
];

/// The numbers of replies.
pub const REPLIES: [(u16, &str); 19] = [
    (0, "Done"),
    (1, "Refused"),
    (2, "Hello"),
    (3, "Tokens"),
    (4, "Health"),
    (5, "Text"),
    (6, "Bytes"),
    (7, "Signature"),
    (8, "Signatures"),
    (9, "Object"),
    (10, "Page"),
    (11, "Guard"),
    (12, "AuditSettings"),
    (13, "AuditRows"),
    (14, "Status"),
    (15, "Progress"),
    (32, "Identities"),
    (33, "Limits"),
    (40, "Changes"),
];

/// The number of a hello, in every version.
pub const HELLO: u16 = 1;

/// Messages of one direction.
pub trait Numbered: for<'de> Deserialize<'de> {
    /// Their numbers.
    const TABLE: &'static [(u16, &'static str)];

    /// The number of each variant, by its place.
    fn numbers() -> &'static [u16];
}

impl Numbered for Request {
    const TABLE: &'static [(u16, &'static str)] = &REQUESTS;

    fn numbers() -> &'static [u16] {
        static NUMBERS: OnceLock<Vec<u16>> = OnceLock::new();
        NUMBERS.get_or_init(numbers_of::<Self>)
    }
}

impl Numbered for Reply {
    const TABLE: &'static [(u16, &'static str)] = &REPLIES;

    fn numbers() -> &'static [u16] {
        static NUMBERS: OnceLock<Vec<u16>> = OnceLock::new();
        NUMBERS.get_or_init(numbers_of::<Self>)
    }
}

fn numbers_of<M: Numbered>() -> Vec<u16> {
    let number = |name: &&str| {
        let row = M::TABLE.iter().find(|(_, known)| known == name);
        row.expect("every message has a number").0
    };
    names_of::<M>().iter().map(number).collect()
}

/// The names of the variants of an enumeration, in their order.
fn names_of<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    /// Keeps the names that it is told, and refuses.
    struct Names<'a>(&'a mut &'static [&'static str]);

    impl<'de> Deserializer<'de> for Names<'_> {
        type Error = NameError;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NameError> {
            Err(serde::de::Error::custom("an enumeration"))
        }

        fn deserialize_enum<V: Visitor<'de>>(
            self,
            _: &'static str,
            variants: &'static [&'static str],
            _: V,
        ) -> Result<V::Value, NameError> {
            *self.0 = variants;
            Err(serde::de::Error::custom("the names were wanted"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
            option unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier
            ignored_any
        }
    }

    let mut names: &'static [&'static str] = &[];
    let refused = T::deserialize(Names(&mut names));
    debug_assert!(refused.is_err());
    names
}

/// The variant of a place, with its fields behind it.
struct Placed<'a, D>(u32, &'a mut D);

/// Reads the fields of a message behind its number.
///
/// Errors: `OperationUnknown` for a number that no message has; `Frame`.
pub(super) fn read<M: Numbered>(number: u16, fields: &[u8]) -> Result<(M, &[u8]), Error> {
    let place = M::numbers().iter().position(|known| *known == number);
    let place = place.ok_or(Error::OperationUnknown(number))?;
    let mut fields = postcard::Deserializer::from_bytes(fields);
    let message = M::deserialize(Placed(place as u32, &mut fields));
    let message = message.map_err(|_| Error::Frame("it is no message"))?;
    let rest = fields.finalize().map_err(|_| Error::Frame("it is no message"))?;
    Ok((message, rest))
}

type Fields<'de> = postcard::Deserializer<'de, postcard::de_flavors::Slice<'de>>;

impl<'de> Deserializer<'de> for Placed<'_, Fields<'de>> {
    type Error = postcard::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(postcard::Error::WontImplement)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

impl<'de> EnumAccess<'de> for Placed<'_, Fields<'de>> {
    type Error = postcard::Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), Self::Error> {
        let place: U32Deserializer<Self::Error> = self.0.into_deserializer();
        Ok((seed.deserialize(place)?, self))
    }
}

impl<'de> VariantAccess<'de> for Placed<'_, Fields<'de>> {
    type Error = postcard::Error;

    fn unit_variant(self) -> Result<(), Self::Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, Self::Error> {
        seed.deserialize(self.1)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.1.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.1.deserialize_tuple(fields.len(), visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: each message has one number, and each number a message. Method: the names that serde
    /// knows, against the tables; a row too few and a number twice are noticed.
    #[test]
    fn messages_have_numbers() {
        fn check(names: &[&str], table: &[(u16, &str)]) -> bool {
            let mut numbers: Vec<u16> = table.iter().map(|row| row.0).collect();
            numbers.dedup();
            let rising = numbers.is_sorted() && numbers.len() == names.len();
            rising && names.iter().all(|name| table.iter().any(|row| row.1 == *name))
        }
        let (requests, replies) = (names_of::<Request>(), names_of::<Reply>());
        assert!(check(requests, &REQUESTS) && check(replies, &REPLIES));
        assert!(!check(requests, &REQUESTS[1..]));
        let mut twice = REPLIES;
        twice[1].0 = 0;
        assert!(!check(replies, &twice));
        assert_eq!(REQUESTS[0], (HELLO, "Hello"));
        assert!(REQUESTS.iter().all(|row| row.0 < 0x8000));
    }
}
