//! Where frames begin and end in what a connection sends.

use crate::error::Error;
use crate::wire::REQUEST_BYTES;
use crate::wire::frames::number_of;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio_util::bytes::{Buf, BytesMut};

/// The most bytes of a request before a login: PINs, tickets and labels are shorter.
pub(super) const STRANGER_BYTES: usize = 4096;
/// What is read at once at first; more as a frame grows.
const CHUNK: usize = 8192;
/// The same before a login.
const STRANGER_CHUNK: usize = 4096;
/// The bytes of the number of a request.
const NUMBER_BYTES: usize = 4;

/// What has arrived.
#[derive(Debug)]
pub(super) enum Arrival {
    /// The first bytes of a frame, without the last: said once, so that its end can be waited for
    /// with a clock.
    Begun,
    /// A frame, without its length.
    Whole(BytesMut),
    /// A request of that number which is too long before a login: the rest of it is skipped.
    TooEarly(u32),
}

/// Takes frames out of bytes: four of length, the highest first, and so many. No room is made for
/// what was only announced.
#[derive(Default)]
pub(super) struct Frames {
    bytes: BytesMut,
    begun: bool,
    /// What is left of a frame that nobody wants.
    skipped: usize,
}

impl Frames {
    /// Waits for the next arrival; `None` at the end. Whether long requests are taken is for
    /// `is_known` to say. What has arrived stays if it is not waited for to the end.
    ///
    /// Errors: `Frame`.
    pub(super) async fn next(
        &mut self,
        read: &mut (impl AsyncRead + Unpin),
        is_known: bool,
    ) -> Result<Option<Arrival>, Error> {
        loop {
            if let Some(arrival) = self.decode(is_known)? {
                return Ok(Some(arrival));
            }
            let chunk = if is_known { CHUNK } else { STRANGER_CHUNK };
            // Twice as much each time, so that a long frame is not copied often.
            self.bytes.reserve(if is_known { chunk.max(self.bytes.len()) } else { chunk });
            // What fails is gone.
            if read.read_buf(&mut self.bytes).await.unwrap_or(0) == 0 {
                return Ok(None);
            }
        }
    }

    fn decode(&mut self, is_known: bool) -> Result<Option<Arrival>, Error> {
        if self.skipped > 0 {
            let some = self.skipped.min(self.bytes.len());
            self.bytes.advance(some);
            self.skipped -= some;
            if self.skipped > 0 {
                return Ok(None);
            }
            self.begun = false;
        }
        if let Some(length) = self.bytes.first_chunk::<4>() {
            let length = u32::from_be_bytes(*length) as usize;
            if length > REQUEST_BYTES {
                return Err(Error::Frame("it is too long"));
            }
            let too_long = length > STRANGER_BYTES && !is_known;
            if self.bytes.len() - 4 >= length && !too_long {
                self.begun = false;
                self.bytes.advance(4);
                return Ok(Some(Arrival::Whole(self.bytes.split_to(length))));
            }
            // First it is said that it has begun: a login may be under way.
            if too_long && self.begun && self.bytes.len() >= 4 + NUMBER_BYTES {
                let number = number_of(&self.bytes[4..]).ok_or(Error::Frame("it has no head"))?;
                self.bytes.advance(4);
                self.skipped = length;
                return Ok(Some(Arrival::TooEarly(number)));
            }
        }
        let begins = !self.bytes.is_empty() && !self.begun;
        self.begun |= begins;
        Ok(begins.then_some(Arrival::Begun))
    }

    /// Whether a frame has begun that has not ended.
    pub(super) fn is_begun(&self) -> bool {
        self.begun
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(frames: &mut Frames, is_known: bool) -> Vec<String> {
        let mut all = vec![];
        loop {
            match frames.decode(is_known) {
                Ok(Some(Arrival::Begun)) => all.push("begun".to_owned()),
                Ok(Some(Arrival::Whole(frame))) => all.push(format!("{:?}", &frame[..])),
                Ok(Some(Arrival::TooEarly(number))) => all.push(format!("too early {number}")),
                Ok(None) => return all,
                Err(_) => return [&all[..], &["refused".to_owned()]].concat(),
            }
        }
    }

    fn with(bytes: &[u8]) -> Frames {
        Frames { bytes: bytes.into(), ..Frames::default() }
    }

    /// Goal: frames come whole wherever the bytes are cut, a begun one is said once, and no room is
    /// made for an announcement. Method: all cuts of two frames; one byte at a time; lengths.
    #[test]
    fn frames_are_whole() {
        let all = [0, 0, 0, 2, 7, 8, 0, 0, 0, 0, 0, 0, 0, 1, 9];
        for cut in 0..=all.len() {
            let mut frames = with(&all[..cut]);
            let mut heard = said(&mut frames, true);
            frames.bytes.extend_from_slice(&all[cut..]);
            heard.extend(said(&mut frames, true));
            let begun = heard.iter().filter(|it| *it == "begun").count();
            assert_eq!(begun, usize::from(![0, 6, 10, 15].contains(&cut)), "{cut}: {heard:?}");
            heard.retain(|it| it != "begun");
            assert_eq!(heard, ["[7, 8]", "[]", "[9]"], "{cut}");
        }
        let mut frames = Frames::default();
        let mut heard = vec![];
        for byte in all {
            frames.bytes.extend_from_slice(&[byte]);
            heard.extend(said(&mut frames, true));
        }
        assert_eq!(heard, ["begun", "[7, 8]", "begun", "[]", "begun", "[9]"]);
        let lengths = [REQUEST_BYTES as u32, REQUEST_BYTES as u32 + 1, u32::MAX];
        for (length, answer) in lengths.into_iter().zip(["begun", "refused", "refused"]) {
            let mut frames = with(&length.to_be_bytes());
            assert_eq!(said(&mut frames, true), [answer]);
            assert!(frames.bytes.capacity() < 1024, "{}", frames.bytes.capacity());
        }
    }

    /// Goal: before a login a long request is named and skipped, and what comes behind it is taken;
    /// one of the most bytes is taken. Method: lengths at the bound, the bytes in pieces and all at
    /// once.
    #[test]
    fn long_frames_come_too_early() {
        let bound =
            [(STRANGER_BYTES, false), (STRANGER_BYTES + 1, false), (STRANGER_BYTES + 1, true)];
        for ((length, known), most) in bound.into_iter().flat_map(|it| [(it, 1000), (it, 10_000)]) {
            let body = [&[0, 0, 1, 0x2c][..], &vec![7; length - 4]].concat();
            let long = [&(length as u32).to_be_bytes()[..], &body].concat();
            let all = [&long[..], &[0, 0, 0, 1, 9]].concat();
            let (mut frames, mut heard) = (Frames::default(), vec![]);
            let too_long = length > STRANGER_BYTES && !known;
            for piece in all.chunks(most) {
                frames.bytes.extend_from_slice(piece);
                heard.extend(said(&mut frames, known));
                assert!(!too_long || frames.bytes.len() <= 1000, "{}", frames.bytes.len());
            }
            let too_early = heard.contains(&"too early 300".to_owned());
            assert_eq!(too_early, too_long, "{length}");
            assert_eq!(heard[heard.len() - 1], "[9]");
            assert!(heard[0] == "begun" || !too_long && most > length, "{heard:?}");
            assert!(!frames.is_begun());
        }
    }
}
