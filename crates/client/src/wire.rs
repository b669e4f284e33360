//! What client and service say to each other.
//!
//! A frame is its length in four bytes, the highest first, and that many bytes: in the form of
//! `postcard`, a number that the client chooses, and a [`Request`]; or the number and a [`Reply`].
//! A request is one message, and so is its reply; replies come as they are ready, in any order.
//!
//! Nothing here may change its place in an enumeration without another [`VERSION`].

use crate::audit::AuditSettings;
use crate::error::Error;
use crate::guard::Guard;
use crate::object::{Attributes, Id, Object};
use crate::role::Role;
use crate::signer::Content;
use crate::signer::SignItem;
use crate::wrapping::Wrapping;
use sealane::{Digest, Hash, Scheme};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use zeroize::{Zeroize, Zeroizing};

/// The version of the protocol.
pub const VERSION: u16 = 2;
/// The most bytes of a request; longer messages are signed by their digests.
pub const REQUEST_BYTES: usize = 1 << 20;
/// The most bytes of a reply.
pub const REPLY_BYTES: usize = 1 << 25;
/// The bytes that are kept for the next frame, where more were needed.
const ROOM: usize = 1 << 14;
/// The most objects of a page, and about the most bytes: who has not logged in may ask for one.
pub const PAGE_ROWS: usize = 128;
/// About the most bytes of a page.
pub const PAGE_BYTES: usize = 1 << 14;
/// The most rows of the log in a reply: none is longer than a kilobyte.
pub const AUDIT_ROWS: usize = 8192;
/// The most signatures of one request.
pub const MAX_ITEMS: usize = 1024;

/// What is signed.
#[allow(missing_docs)]
#[doc(hidden)]
#[derive(Serialize, Deserialize)]
pub enum Data {
    Message(#[serde(with = "serde_bytes")] Vec<u8>),
    Digest {
        hash: Hash,
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// What ECDSA and DSA take for a digest, of a hash that is not said.
    Raw(#[serde(with = "serde_bytes")] Vec<u8>),
}

#[allow(missing_docs)]
#[doc(hidden)]
#[derive(Serialize, Deserialize)]
pub struct Item {
    pub key: Id,
    pub scheme: Option<Scheme>,
    pub data: Data,
    pub deterministic: bool,
}

#[allow(missing_docs)]
#[doc(hidden)]
#[derive(Serialize, Deserialize)]
pub enum Request {
    Hello {
        version: u16,
    },
    Login {
        role: Role,
        pin: Zeroizing<Vec<u8>>,
    },
    Logout,
    Sign(Item),
    SignAll(Vec<Item>),
    Verify {
        item: Item,
        signature: ByteBuf,
    },
    Derive {
        key: Id,
        peer: ByteBuf,
    },
    Wrap {
        by: Wrapping,
        key: Id,
    },
    Unwrap {
        by: Wrapping,
        wrapped: ByteBuf,
        attributes: Attributes,
    },
    Generate {
        kind: String,
        attributes: Attributes,
    },
    Delete(Id),
    Find(Id),
    FindLabel(String),
    List,
    Health,
    Metrics,
    Stop,
    Import {
        kind: String,
        document: Zeroizing<Vec<u8>>,
        attributes: Attributes,
    },
    ImportPublic {
        spki: ByteBuf,
        label: String,
    },
    Export(Id),
    Ticket,
    Join {
        ticket: Zeroizing<Vec<u8>>,
    },
    SetPin {
        role: Role,
        pin: Zeroizing<Vec<u8>>,
    },
    /// The objects whose labels come behind this one, as many as a reply holds.
    Page {
        after: String,
    },
    /// Lifts the delays and the lock of a role, for who could do it on the store.
    Unlock(Role),
    /// The same, for who has the recovery code.
    Recover {
        role: Role,
        code: Zeroizing<Vec<u8>>,
    },
    /// What wrong PINs cost.
    Guard,
    SetGuard(Guard),
    /// What the log tells of uses, and how much of it is kept.
    AuditSettings,
    SetAuditSettings(AuditSettings),
    /// Rows of the log from this number on, as many as a reply holds.
    Audit {
        first: u64,
    },
    /// The message of a ciphertext, by RSA-OAEP.
    Decrypt {
        key: Id,
        hash: Hash,
        mgf: Hash,
        label: ByteBuf,
        bytes: ByteBuf,
    },
    /// So many random bytes.
    Random {
        count: u32,
    },
}

#[allow(missing_docs)]
#[doc(hidden)]
#[derive(Serialize, Deserialize)]
pub enum Reply {
    Done,
    Hello {
        version: u16,
        token: String,
    },
    Signature(ByteBuf),
    Signatures(Vec<Result<ByteBuf, Refusal>>),
    Bytes(Zeroizing<Vec<u8>>),
    Object(Object),
    Objects(Vec<Object>),
    Health(Health),
    Text(String),
    Refused(Refusal),
    /// Objects in the order of their labels, and whether there are more behind them.
    Page {
        objects: Vec<Object>,
        more: bool,
    },
    Guard(Guard),
    AuditSettings(AuditSettings),
    /// Rows of the log with their numbers, each as the store has it; none behind the last.
    AuditRows(Vec<(u64, ByteBuf)>),
}

/// How the service is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// The token's label.
    pub token: String,
    /// Objects in it.
    pub objects: u64,
    /// Items that wait or are being done.
    pub outstanding: u64,
    /// Connections that are open.
    pub connections: u64,
    /// Keys that are unwrapped.
    pub hot: u64,
    /// Whether it takes nothing more.
    pub closing: bool,
}

/// An error on its way: code and sentence.
#[allow(missing_docs)]
#[doc(hidden)]
#[derive(Serialize, Deserialize)]
pub struct Refusal {
    code: String,
    sentence: String,
}

/// Errors that are the same at both ends of a connection.
const PLAIN: [Error; 16] = [
    Error::PinLocked,
    Error::PinUnset,
    Error::NotLoggedIn,
    Error::RoleDenied,
    Error::KeyUnknown,
    Error::NameInvalid,
    Error::NameExists,
    Error::UsageDenied,
    Error::UsageConflict,
    Error::KeyType,
    Error::KeyNotExportable,
    Error::WrapInvalid,
    Error::WrapTooWeak,
    Error::Busy,
    Error::Closing,
    Error::Internal,
];

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { code: error.code().to_owned(), sentence: error.to_string() }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let plain = PLAIN.iter().find(|error| error.code() == refusal.code);
        plain.cloned().unwrap_or(Self::Remote(refusal.code, refusal.sentence))
    }
}

impl From<SignItem> for Item {
    fn from(item: SignItem) -> Self {
        let data = match item.content {
            Content::Message(bytes) => Data::Message(bytes),
            Content::Digest(digest) => match digest.hash() {
                Some(hash) => Data::Digest { hash, bytes: digest.as_bytes().to_vec() },
                None => Data::Raw(digest.as_bytes().to_vec()),
            },
        };
        let deterministic = item.deterministic;
        Self { key: item.key, scheme: item.scheme, data, deterministic }
    }
}

impl TryFrom<Item> for SignItem {
    type Error = Error;

    /// Errors: of a digest whose length is not that of its hash.
    fn try_from(item: Item) -> Result<Self, Error> {
        let content = match item.data {
            Data::Message(bytes) => Content::Message(bytes),
            Data::Digest { hash, bytes } => Content::Digest(Digest::from_bytes(hash, &bytes)?),
            Data::Raw(bytes) => Content::Digest(Digest::raw(&bytes)),
        };
        let deterministic = item.deterministic;
        Ok(Self { key: item.key, scheme: item.scheme, content, deterministic })
    }
}

/// Adds a frame with a message to `out`: its length, its number, the message.
pub fn add_frame(out: &mut Zeroizing<Vec<u8>>, number: u32, message: &impl Serialize) {
    let begin = out.len();
    add(out, &[0; 4]);
    let added = postcard::serialize_with_flavor(&(number, message), AppendFlavor(out));
    added.expect("memory is the one bound of what is written");
    let length = (out.len() - begin - 4) as u32;
    out[begin..begin + 4].copy_from_slice(&length.to_be_bytes());
}

/// Appends to bytes that may be secret: what moves to a larger buffer is wiped where it was.
struct AppendFlavor<'a>(&'a mut Zeroizing<Vec<u8>>);

impl postcard::ser_flavors::Flavor for AppendFlavor<'_> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        reserve(self.0, 1);
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        add(self.0, bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

fn add(out: &mut Zeroizing<Vec<u8>>, bytes: &[u8]) {
    reserve(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// Makes room for so many bytes more; the room before, if it was too small, is wiped.
#[inline]
pub fn reserve(out: &mut Zeroizing<Vec<u8>>, more: usize) {
    if out.capacity() - out.len() < more {
        grow(out, more);
    }
}

#[cold]
fn grow(out: &mut Zeroizing<Vec<u8>>, more: usize) {
    let wanted = (out.len() + more).max(2 * out.capacity());
    let mut larger = Zeroizing::new(Vec::with_capacity(wanted));
    larger.extend_from_slice(out);
    *out = larger;
}

/// Wipes what is in a buffer, and leaves its room: no larger than most frames need.
pub fn wipe(out: &mut Zeroizing<Vec<u8>>) {
    if out.capacity() > ROOM {
        *out = Zeroizing::default();
    }
    out.as_mut_slice().zeroize();
    out.clear();
}

/// Takes a message; all bytes must belong to it. Errors: `Frame`.
pub fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<(u32, T), Error> {
    match postcard::take_from_bytes(bytes) {
        Ok((message, [])) => Ok(message),
        Ok(_) => Err(Error::Frame("there are bytes behind the message")),
        Err(_) => Err(Error::Frame("it is no message")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sealane::Salt;

    const FRAMES: &str = include_str!("../../hsm/tests/fixtures/v0.1/frames.txt");

    /// Returns the place of a message in its enumeration, if it is read and written again as it
    /// is. The numbers of the recorded frames take one byte.
    fn kind<T: Serialize + for<'a> Deserialize<'a>>(frame: &[u8]) -> Option<u8> {
        let (number, message): (u32, T) = decode(frame).ok()?;
        let mut out = Zeroizing::default();
        add_frame(&mut out, number, &message);
        (out[4..] == *frame).then(|| frame[1])
    }

    fn unhex(text: &str) -> Vec<u8> {
        data_encoding::HEXLOWER.decode(text.as_bytes()).unwrap()
    }

    /// Goal: a scheme survives its bytes, and its hash goes by its name. Method: each kind; and a
    /// name that no hash has.
    #[test]
    fn schemes_travel() {
        let context = Some(b"purpose".to_vec());
        let pss = |salt| Scheme::RsaPss { hash: Hash::Sha256, mgf: Hash::Sha1, salt };
        let all = [
            Scheme::Ecdsa(Hash::Sha3_512),
            Scheme::EdDsa { context, prehashed: true },
            Scheme::EdDsa { context: None, prehashed: false },
            Scheme::Bip340,
            Scheme::RsaPkcs1(Hash::Sha512),
            pss(Salt::Bytes(20)),
            pss(Salt::OfHash),
            pss(Salt::Longest),
            pss(Salt::Any),
            Scheme::Dsa(Hash::Sha224),
        ];
        for scheme in all {
            let mut bytes = postcard::to_allocvec(&scheme).unwrap();
            assert_eq!(postcard::from_bytes::<Scheme>(&bytes).as_ref(), Ok(&scheme));
            if scheme.hash().is_some() {
                let letter = bytes.iter_mut().find(|byte| **byte == b's').unwrap();
                *letter = b'x';
                assert!(postcard::from_bytes::<Scheme>(&bytes).is_err());
            }
        }
    }

    /// Goal: the protocol is the one that release 0.1 spoke. Method: recorded frames are read and
    /// written again, byte by byte; every kind of request and of reply is among them. A changed
    /// frame, and a kind that is not there, are noticed.
    #[test]
    fn recorded_frames_are_read() {
        let rows: Vec<Vec<&str>> = FRAMES.lines().map(|line| line.split('\t').collect()).collect();
        let frames = |at: usize| rows.iter().map(move |row| unhex(row[at]));
        let kinds = |of: fn(&[u8]) -> Option<u8>, at| {
            let mut kinds: Vec<u8> = frames(at).map(|it| of(&it).expect("it is read")).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        };
        assert_eq!(kinds(kind::<Request>, 2), (0..=22).collect::<Vec<_>>());
        assert_eq!(kinds(kind::<Reply>, 3), (0..=9).collect::<Vec<_>>());
        // Behind those of the release: a page, and what is done to the token.
        assert_eq!(kind::<Request>(&[1, 23, 1, b'x']), Some(23));
        assert_eq!(kind::<Reply>(&[1, 10, 0, 1]), Some(10));
        assert_eq!(kind::<Request>(&[1, 24, 2]), Some(24));
        assert_eq!(kind::<Request>(&[1, 25, 2, 1, b'x']), Some(25));
        assert_eq!(kind::<Request>(&[1, 26]), Some(26));
        assert_eq!(kind::<Request>(&[1, 27, 10, 1, 2, 100, 1, 0, 7]), Some(27));
        assert_eq!(kind::<Request>(&[1, 28]), Some(28));
        assert_eq!(kind::<Request>(&[1, 29, 1, 7, 8]), Some(29));
        assert_eq!(kind::<Request>(&[1, 30, 7]), Some(30));
        let hashes = [&[6][..], b"sha256", &[4], b"sha1"].concat();
        let decrypt = [&[1, 31][..], &[7; 16], &hashes, &[1, b'x', 2, 8, 9]].concat();
        assert_eq!(kind::<Request>(&decrypt), Some(31));
        assert_eq!(kind::<Request>(&[1, 32, 0x80, 8]), Some(32));
        assert_eq!(kind::<Reply>(&[1, 11, 10, 1, 2, 100, 0]), Some(11));
        assert_eq!(kind::<Reply>(&[1, 12, 0, 7, 8]), Some(12));
        assert_eq!(kind::<Reply>(&[1, 13, 1, 7, 1, b'x']), Some(13));
        for kind in [33, 255] {
            assert!(self::kind::<Request>(&[1, kind]).is_none());
        }
        let hello = unhex(rows[1][2]);
        assert_eq!(kind::<Request>(&hello), Some(0));
        assert!(kind::<Request>(&[&hello[..], &[0]].concat()).is_none());
        assert!(kind::<Request>(&hello[..2]).is_none());
    }
}
