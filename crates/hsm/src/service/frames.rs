//! Where frames begin and end in what a connection sends.

use crate::error::Error;
use crate::wire::REQUEST_BYTES;
use tokio_util::bytes::{Buf, BytesMut};
use tokio_util::codec::Decoder;

/// What has arrived.
pub(super) enum Arrival {
    /// The first bytes of a frame, without the last: said once, so that its end can be waited for
    /// with a clock.
    Begun,
    /// A frame, without its length.
    Whole(BytesMut),
}

/// Takes frames out of bytes: four of length, the highest first, and so many. No room is made for
/// what was only announced.
#[derive(Default)]
pub(super) struct Frames {
    begun: bool,
}

impl Decoder for Frames {
    type Item = Arrival;
    type Error = FrameError;

    fn decode(&mut self, bytes: &mut BytesMut) -> Result<Option<Arrival>, FrameError> {
        if let Some(length) = bytes.first_chunk::<4>() {
            let length = u32::from_be_bytes(*length) as usize;
            if length > REQUEST_BYTES {
                return Err(FrameError::Refused(Error::Frame("it is too long")));
            }
            if bytes.len() - 4 >= length {
                self.begun = false;
                bytes.advance(4);
                return Ok(Some(Arrival::Whole(bytes.split_to(length))));
            }
        }
        let begins = !bytes.is_empty() && !self.begun;
        self.begun |= begins;
        Ok(begins.then_some(Arrival::Begun))
    }
}

/// Why there is no frame.
pub(super) enum FrameError {
    Refused(Error),
    /// The connection is gone.
    Gone,
}

impl From<std::io::Error> for FrameError {
    fn from(_: std::io::Error) -> Self {
        Self::Gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(frames: &mut Frames, bytes: &mut BytesMut) -> Vec<String> {
        let mut all = vec![];
        loop {
            match frames.decode(bytes) {
                Ok(Some(Arrival::Begun)) => all.push("begun".to_owned()),
                Ok(Some(Arrival::Whole(frame))) => all.push(format!("{:?}", &frame[..])),
                Ok(None) => return all,
                Err(_) => return [&all[..], &["refused".to_owned()]].concat(),
            }
        }
    }

    /// Goal: frames come whole wherever the bytes are cut, a begun one is said once, and no room is
    /// made for an announcement. Method: all cuts of two frames; one byte at a time; lengths.
    #[test]
    fn frames_are_whole() {
        let all = [0, 0, 0, 2, 7, 8, 0, 0, 0, 0, 0, 0, 0, 1, 9];
        for cut in 0..=all.len() {
            let (mut frames, mut bytes) = (Frames::default(), BytesMut::from(&all[..cut]));
            let mut heard = said(&mut frames, &mut bytes);
            bytes.extend_from_slice(&all[cut..]);
            heard.extend(said(&mut frames, &mut bytes));
            let begun = heard.iter().filter(|it| *it == "begun").count();
            assert_eq!(begun, usize::from(![0, 6, 10, 15].contains(&cut)), "{cut}: {heard:?}");
            heard.retain(|it| it != "begun");
            assert_eq!(heard, ["[7, 8]", "[]", "[9]"], "{cut}");
        }
        let (mut frames, mut bytes) = (Frames::default(), BytesMut::new());
        let mut heard = vec![];
        for byte in all {
            bytes.extend_from_slice(&[byte]);
            heard.extend(said(&mut frames, &mut bytes));
        }
        assert_eq!(heard, ["begun", "[7, 8]", "begun", "[]", "begun", "[9]"]);
        let lengths = [REQUEST_BYTES as u32, REQUEST_BYTES as u32 + 1, u32::MAX];
        for (length, answer) in lengths.into_iter().zip(["begun", "refused", "refused"]) {
            let mut bytes = BytesMut::from(&length.to_be_bytes()[..]);
            assert_eq!(said(&mut Frames::default(), &mut bytes), [answer]);
            assert!(bytes.capacity() < 1024, "{}", bytes.capacity());
        }
    }
}
