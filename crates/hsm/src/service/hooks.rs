//! The protocol's readers by themselves, for who gives them any bytes.
//!
//! Exists only with the feature `test-hooks`.

use super::frames::{Arrival, Frames};
use crate::error::Error;
use crate::wire::frames::{add_reply, add_request, read_reply, read_request};
use crate::wire::{Versions, earlier};
use futures_util::FutureExt;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, ReadBuf};
use zeroize::Zeroizing;

/// What a connection has brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A request, as it would be written.
    Request(Vec<u8>),
    /// A request of a number that no operation has.
    Unknown(u16),
    /// A request of that number which is too long before a login.
    TooEarly(u32),
    /// Bytes that are no request: they end the connection.
    Refused,
}

/// Bytes that come in pieces.
struct Pieces<'a> {
    bytes: &'a [u8],
    piece: usize,
}

impl AsyncRead for Pieces<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let length = self.piece.min(out.remaining()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(length);
        out.put_slice(now);
        self.bytes = later;
        Poll::Ready(Ok(()))
    }
}

/// Returns what a connection brings whose bytes come `piece` at a time.
#[must_use]
pub fn heard(bytes: &[u8], piece: usize, is_known: bool) -> Vec<Heard> {
    let (mut frames, mut all) = (Frames::default(), vec![]);
    let mut read = Pieces { bytes, piece: piece.max(1) };
    loop {
        // What it reads from is always ready.
        let Some(arrival) = frames.next(&mut read, is_known).now_or_never() else { return all };
        match arrival {
            Ok(None) => return all,
            Ok(Some(Arrival::Begun)) => {}
            Ok(Some(Arrival::TooEarly(number))) => all.push(Heard::TooEarly(number)),
            Ok(Some(Arrival::Whole(frame))) => match request(&frame) {
                Ok(request) => all.push(Heard::Request(request)),
                Err(Error::OperationUnknown(number)) => all.push(Heard::Unknown(number)),
                Err(_) => {
                    all.push(Heard::Refused);
                    return all;
                }
            },
            Err(_) => {
                all.push(Heard::Refused);
                return all;
            }
        }
    }
}

/// Returns a request, as it would be written: a frame without its length. It is shown to the reader
/// of earlier versions, too. Errors: `Frame`, `OperationUnknown`.
///
/// # Panics
/// If what is written is not read again as the same.
fn request(frame: &[u8]) -> Result<Vec<u8>, Error> {
    let _ = earlier::refusal(frame, Versions::OWN);
    again(frame, |frame| {
        let (head, request) = read_request(frame)?;
        let mut out = Zeroizing::default();
        add_request(&mut out, head.number, &head.token, &request?);
        Ok(out[4..].to_vec())
    })
}

/// Returns a reply, as it would be written. Errors: `Frame`.
///
/// # Panics
/// If what is written is not read again as the same.
pub fn reply(frame: &[u8]) -> Result<Vec<u8>, Error> {
    again(frame, |frame| {
        let (number, reply) = read_reply(frame)?;
        let mut out = Zeroizing::default();
        add_reply(&mut out, number, &reply);
        Ok(out[4..].to_vec())
    })
}

/// Reads a message and writes it, twice.
fn again(
    frame: &[u8],
    written: impl Fn(&[u8]) -> Result<Vec<u8>, Error>,
) -> Result<Vec<u8>, Error> {
    let first = written(frame)?;
    let again = written(&first).expect("what is written is read");
    assert_eq!(first, again, "what is written is read as the same");
    Ok(first)
}
