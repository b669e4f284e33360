//! What clients of versions 1 and 2 are told: in their form, that their version is not spoken.
//!
//! Their frames had the same four bytes of length. Behind them came a number that the client had
//! chosen and the place of the request in a list, each in seven bits a byte, the lowest first; a
//! refusal was the number, 9, a code and a sentence, each behind its length.

use super::Versions;
use crate::error::Error;
use zeroize::Zeroizing;

/// The place of a refusal among the replies, and of the last request among the requests.
const REFUSED: u8 = 9;
const LAST: u8 = 32;

/// Returns the answer to the first frame of a connection that may be of version 1 or 2, with its
/// length; nothing to one that is of no version.
#[must_use]
pub fn refusal(frame: &[u8], service: Versions) -> Option<Zeroizing<Vec<u8>>> {
    let (number, rest) = postcard::take_from_bytes::<u32>(frame).ok()?;
    let (&place, fields) = rest.split_first()?;
    // They counted from 1; a frame of a later version begins with 0.
    if place > LAST || number == 0 {
        return None;
    }
    // A hello says its version; other requests of theirs are of one of the two.
    let said = if place == 0 { postcard::from_bytes::<u16>(fields).ok() } else { None };
    let (lowest, highest) = said.map_or((1, 2), |version| (version, version));
    let error = Error::Version { client: Versions { lowest, highest }, service };
    let body = postcard::to_allocvec(&(number, REFUSED, error.code(), error.to_string()));
    let body = body.expect("memory is the one bound of what is written");
    Some(Zeroizing::new([&(body.len() as u32).to_be_bytes()[..], &body].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: each frame that a release of version 2 sent is answered in its form, by its number;
    /// what no version has is not. Method: recorded frames, one of version 1 among them.
    #[test]
    fn recorded_frames_are_answered() {
        let text = include_str!("../../../hsm/tests/fixtures/v0.1/frames.txt");
        let unhex = |text: &str| data_encoding::HEXLOWER.decode(text.as_bytes()).unwrap();
        let mut hellos = vec![];
        for line in text.lines() {
            let frame = unhex(line.split('\t').nth(2).unwrap());
            let told = refusal(&frame, Versions::OWN).expect("an answer");
            assert_eq!(told[..4], (told.len() as u32 - 4).to_be_bytes());
            // The numbers of the recorded frames take one byte.
            assert_eq!(told[4..6], [frame[0], REFUSED]);
            let (code, sentence): (String, String) = postcard::from_bytes(&told[6..]).unwrap();
            assert_eq!(code, "VERSION_UNSUPPORTED");
            if frame[1] == 0 {
                hellos.push(sentence);
            } else {
                assert!(sentence.contains("1 to 2"), "{sentence}");
            }
        }
        assert!(hellos[0].contains("1 to 1") && hellos[1].contains("2 to 2"), "{hellos:?}");
        assert!(refusal(&[1, LAST], Versions::OWN).is_some());
        for frame in [&[][..], &[1], &[1, LAST + 1], &[0xff; 8], &[0, 0, 0, 7, 0, 3, 0]] {
            assert!(refusal(frame, Versions::OWN).is_none(), "{frame:?}");
        }
    }
}
