//! Frames: a length in four bytes, the highest first, and so many bytes.
//!
//! Those of a request are its number, four bytes; the number of its message, two bytes; which token
//! it is for; and the fields of the message in the form of `postcard`. Those of a reply are the
//! same without a token. All numbers before the fields have their highest byte first.

use super::numbers::{HELLO, Numbered, read};
use super::{MAGIC, Reply, Request, TokenName};
use crate::error::Error;
use serde::Serialize;
use zeroize::{Zeroize, Zeroizing};

/// The bytes that are kept for the next frame, where more were needed.
const ROOM: usize = 1 << 14;

/// What is known of a request before its fields are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The number that the client has given it.
    pub number: u32,
    /// The number of its message.
    pub operation: u16,
    /// Which token it is for.
    pub token: TokenName,
}

/// Adds the frame of a request to `out`.
///
/// # Panics
/// If the label of the token is longer than any label may be.
pub fn add_request(
    out: &mut Zeroizing<Vec<u8>>,
    number: u32,
    token: &TokenName,
    request: &Request,
) {
    add_frame(out, number, request, |out| match token {
        TokenName::Slot(0) => add(out, &[0]),
        TokenName::Slot(slot) => add(out, &[&[1][..], &slot.to_be_bytes()].concat()),
        TokenName::Label(label) => {
            let length = u8::try_from(label.len()).expect("a label has at most 128 bytes");
            add(out, &[&[2, length][..], label.as_bytes()].concat());
        }
    });
}

/// Adds the frame of a reply to `out`.
pub fn add_reply(out: &mut Zeroizing<Vec<u8>>, number: u32, reply: &Reply) {
    add_frame(out, number, reply, |_| ());
}

fn add_frame<M: Numbered + Serialize>(
    out: &mut Zeroizing<Vec<u8>>,
    number: u32,
    message: &M,
    add_token: impl FnOnce(&mut Zeroizing<Vec<u8>>),
) {
    let begin = out.len();
    add(out, &[0; 4]);
    add(out, &number.to_be_bytes());
    add(out, &[0; 2]);
    add_token(out);
    let place = postcard::serialize_with_flavor(message, FieldsFlavor { out, place: None });
    let place = place.expect("memory is the one bound of what is written");
    let operation = M::numbers()[usize::from(place)];
    out[begin + 8..begin + 10].copy_from_slice(&operation.to_be_bytes());
    let length = (out.len() - begin - 4) as u32;
    out[begin..begin + 4].copy_from_slice(&length.to_be_bytes());
}

/// Appends the fields of a message to bytes that may be secret, and gives the place of its variant,
/// which comes before them in one byte: there are not so many that it takes two. What moves to a
/// larger buffer is wiped where it was.
struct FieldsFlavor<'a> {
    out: &'a mut Zeroizing<Vec<u8>>,
    place: Option<u8>,
}

impl postcard::ser_flavors::Flavor for FieldsFlavor<'_> {
    type Output = u8;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.try_extend(&[byte])
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        match (self.place, bytes) {
            (None, [place, rest @ ..]) => {
                self.place = Some(*place);
                add(self.out, rest);
            }
            _ => add(self.out, bytes),
        }
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u8> {
        self.place.ok_or(postcard::Error::SerializeSeqLengthUnknown)
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

/// Takes a request out of a frame without its length.
///
/// The head is known whenever there is a whole one: a message that it has no fields for, or too
/// many, is refused by its number. Errors: `OperationUnknown` and `Frame`, with the head; `Frame`
/// alone if there is none.
pub fn read_request(frame: &[u8]) -> Result<(Head, Result<Request, Error>), Error> {
    let (head, fields) = read_head(frame).ok_or(Error::Frame("it has no head"))?;
    let request = match read(head.operation, fields) {
        Ok((request, [])) => Ok(request),
        // A hello of a later version may say more.
        Ok((request @ Request::Hello { .. }, _)) => Ok(request),
        Ok(_) => Err(Error::Frame("there are bytes behind the message")),
        Err(error) => Err(error),
    };
    Ok((head, request))
}

fn read_head(frame: &[u8]) -> Option<(Head, &[u8])> {
    let (number, rest) = frame.split_first_chunk()?;
    let (operation, rest) = rest.split_first_chunk()?;
    let (token, rest) = match rest.split_first()? {
        (0, rest) => (TokenName::Slot(0), rest),
        (1, rest) => {
            let (slot, rest) = rest.split_first_chunk()?;
            (TokenName::Slot(u16::from_be_bytes(*slot)), rest)
        }
        (2, rest) => {
            let (length, rest) = rest.split_first()?;
            let (label, rest) = rest.split_at_checked((*length).into())?;
            (TokenName::Label(std::str::from_utf8(label).ok()?.to_owned()), rest)
        }
        _ => return None,
    };
    let (number, operation) = (u32::from_be_bytes(*number), u16::from_be_bytes(*operation));
    Some((Head { number, operation, token }, rest))
}

/// Returns the number of a request of which four bytes are there.
#[must_use]
pub fn number_of(frame: &[u8]) -> Option<u32> {
    frame.first_chunk().map(|number| u32::from_be_bytes(*number))
}

/// Whether a frame is a hello: what else comes first is of an earlier version, or nobody's.
#[must_use]
pub fn is_hello(frame: &[u8]) -> bool {
    let head = read_head(frame);
    head.is_some_and(|(head, fields)| head.operation == HELLO && fields.starts_with(&MAGIC))
}

/// Takes a reply out of a frame without its length; bytes behind what is known of it are those of a
/// later service, and skipped. Errors: `Frame`.
pub fn read_reply(frame: &[u8]) -> Result<(u32, Reply), Error> {
    let none = Error::Frame("it is no message");
    let (number, rest) = frame.split_first_chunk().ok_or(none.clone())?;
    let (kind, fields) = rest.split_first_chunk().ok_or(none.clone())?;
    let (reply, _) = read(u16::from_be_bytes(*kind), fields).map_err(|_| none)?;
    Ok((u32::from_be_bytes(*number), reply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Versions;

    fn framed(token: &TokenName, request: &Request) -> Vec<u8> {
        let mut out = Zeroizing::default();
        add_request(&mut out, 7, token, request);
        assert_eq!(out[..4], (out.len() as u32 - 4).to_be_bytes());
        out[4..].to_vec()
    }

    /// Goal: a buffer moves only if what comes does not fit, to one twice as large, or as large as
    /// is needed, and keeps what it has; a large one is given back when it is wiped.
    #[test]
    fn buffers_double() {
        let with = |room: usize, held: usize| {
            let mut out = Zeroizing::new(Vec::with_capacity(room));
            out.resize(held, 7);
            out
        };
        for (room, held, more, then) in [(10, 8, 2, 10), (10, 8, 3, 20), (10, 8, 30, 38)] {
            let mut out = with(room, held);
            reserve(&mut out, more);
            assert_eq!((out.capacity(), &out[..]), (then, &vec![7; held][..]));
        }
        // A vector by itself would have room for eight.
        let mut out = with(3, 3);
        add(&mut out, &[8]);
        assert_eq!((out.capacity(), &out[..]), (6, &[7, 7, 7, 8][..]));
        for (room, left) in [(ROOM, ROOM), (ROOM + 1, 0)] {
            let mut out = with(room, 5);
            wipe(&mut out);
            assert_eq!((out.capacity(), out.len()), (left, 0));
        }
    }

    /// Goal: the place of a variant is taken off, even if it comes with what follows it.
    #[test]
    fn places_are_taken_off() {
        use postcard::ser_flavors::Flavor;
        let mut out = Zeroizing::default();
        let mut flavor = FieldsFlavor { out: &mut out, place: None };
        flavor.try_extend(&[5, 1, 2]).unwrap();
        flavor.try_push(3).unwrap();
        assert_eq!(flavor.finalize().unwrap(), 5);
        assert_eq!(out[..], [1, 2, 3]);
    }

    /// Goal: a request is read as it was written, whichever token it is for; one that is cut off,
    /// or longer, is refused by its number as soon as that is there.
    #[test]
    fn requests_have_heads() {
        let label = TokenName::Label("κλειδί".to_owned());
        for token in [TokenName::Slot(0), TokenName::Slot(0x0102), label] {
            let pin = Zeroizing::new(b"1234".to_vec());
            let frame = framed(&token, &Request::Login { who: "user".to_owned(), pin });
            let (head, request) = read_request(&frame).unwrap();
            assert_eq!(head, Head { number: 7, operation: 16, token: token.clone() });
            assert!(matches!(request, Ok(Request::Login { who, .. }) if who == "user"));
            let fields = frame.len() - 10;
            for length in 0..frame.len() {
                match read_request(&frame[..length]) {
                    Ok((cut, request)) => {
                        assert!(length >= fields && cut == head && request.is_err(), "{length}");
                    }
                    Err(error) => assert!(length < fields && error.code() == "FRAME_INVALID"),
                }
            }
            let (_, longer) = read_request(&[&frame[..], &[0]].concat()).unwrap();
            assert_eq!(longer.err().unwrap().code(), "FRAME_INVALID");
        }
    }

    /// Goal: numbers that are nobody's are named, tokens of no form are no head, and a hello alone
    /// may say more than is known.
    #[test]
    fn strange_requests_are_refused() {
        let (head, request) = read_request(&[0, 0, 0, 9, 0x83, 0xe7, 0, 1, 2]).unwrap();
        assert_eq!((head.number, head.operation), (9, 0x83e7));
        assert_eq!(request.err(), Some(Error::OperationUnknown(0x83e7)));
        for token in [&[3][..], &[2, 1, 0xff], &[2, 2, b'x'], &[1, 0]] {
            let frame = [&[0, 0, 0, 9, 0, 3][..], token].concat();
            assert!(read_request(&frame).is_err(), "{token:?}");
        }
        let hello = framed(&TokenName::default(), &Request::hello(Versions::OWN));
        let longer = [&hello[..], b"more"].concat();
        assert!(is_hello(&longer) && read_request(&longer).unwrap().1.is_ok());
        assert!(!is_hello(&[1, 0, 2]) && !is_hello(&hello[..12]));
    }

    /// Goal: a reply may have more behind it than is known, and not less.
    #[test]
    fn replies_may_grow() {
        let mut out = Zeroizing::default();
        add_reply(&mut out, 7, &Reply::Signature(vec![1, 2, 3].into()));
        assert_eq!(out[4..], [0, 0, 0, 7, 0, 7, 3, 1, 2, 3]);
        let longer = [&out[4..], &[9, 9]].concat();
        assert!(matches!(read_reply(&longer), Ok((7, Reply::Signature(_)))));
        for length in 4..out.len() {
            assert!(read_reply(&out[4..length]).is_err());
        }
        assert!(read_reply(&[0, 0, 0, 7, 0x7f, 0xff]).is_err());
    }
}
