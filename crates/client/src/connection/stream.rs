//! What frames go through, and what has come of them.

use crate::error::Error;
use crate::wire::frames::{reserve, wipe};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use std::cell::Cell;
use std::io::{self, ErrorKind, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};
use zeroize::{Zeroize, Zeroizing};

/// What frames go through: a socket, or what somebody has put around one.
pub trait Stream: Read + Write + Send {
    /// Whether reading would wait for nothing; yes where that cannot be known.
    fn is_ready(&self) -> bool {
        true
    }

    /// Reads, and takes a descriptor that comes with what is read, where one can.
    ///
    /// Errors: those of reading.
    fn read_passed(&mut self, out: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
        Ok((self.read(out)?, None))
    }

    /// The descriptor that becomes readable when there is something to read, if there is one.
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}

/// A socket whose reader waits for what is to be read alone: one that waits in the reading itself
/// is woken when the other end takes what was sent, too.
pub(super) struct Polled<S> {
    socket: S,
    /// How long is waited for something.
    most: Option<Duration>,
    /// Whether there is known to be something.
    is_ready: Cell<bool>,
}

impl<S: AsFd> Polled<S> {
    pub(super) fn new(socket: S, most: Option<Duration>) -> Self {
        Self { socket, most, is_ready: Cell::new(false) }
    }

    /// Waits until there is something. Errors: `TimedOut`.
    fn wait(&self) -> io::Result<()> {
        if self.is_ready.take() {
            return Ok(());
        }
        let (begun, mut left) = (Instant::now(), self.most);
        loop {
            // What no number of the system holds is for ever.
            let most = left.and_then(|left| Timespec::try_from(left).ok());
            match poll(&mut [PollFd::new(&self.socket, PollFlags::IN)], most.as_ref()) {
                Ok(0) => return Err(ErrorKind::TimedOut.into()),
                // Signals make nobody wait for longer.
                Err(Errno::INTR) => {
                    left = self.most.map(|most| most.saturating_sub(begun.elapsed()));
                }
                polled => return polled.map(drop).map_err(io::Error::from),
            }
        }
    }
}

impl<S: Read + AsFd> Read for Polled<S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.wait()?;
        self.socket.read(out)
    }
}

impl<S: Write> Write for Polled<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

impl<S: Read + Write + AsFd + Send> Stream for Polled<S> {
    fn is_ready(&self) -> bool {
        self.is_ready.set(is_readable(&self.socket));
        self.is_ready.get()
    }

    fn read_passed(&mut self, out: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
        self.wait()?;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut passed = RecvAncillaryBuffer::new(&mut space);
        let mut out = [IoSliceMut::new(out)];
        let read = recvmsg(&self.socket, &mut out, &mut passed, RecvFlags::CMSG_CLOEXEC)?;
        let descriptor = passed.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut all) => all.next(),
            _ => None,
        });
        Ok((read.bytes, descriptor))
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.socket.as_fd())
    }
}

impl Stream for UnixStream {
    fn is_ready(&self) -> bool {
        is_readable(self)
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.as_fd())
    }
}

impl Stream for TcpStream {
    fn is_ready(&self) -> bool {
        is_readable(self)
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.as_fd())
    }
}

fn is_readable(descriptor: &impl AsFd) -> bool {
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let mut this = [PollFd::new(descriptor, PollFlags::IN)];
    // What cannot be asked is found by reading.
    !matches!(poll(&mut this, Some(&at_once)), Ok(0))
}

/// What a stream's error means for the connection.
pub(super) fn why_lost(error: &io::Error) -> Error {
    match error.kind() {
        // Which of both it is depends on the system.
        ErrorKind::WouldBlock | ErrorKind::TimedOut => Error::TimedOut,
        _ => Error::Disconnected,
    }
}

/// The bytes that are read at once at least.
const CHUNK: usize = 4096;

/// What has come and nobody has taken. What was taken is wiped.
#[derive(Default)]
pub(super) struct Input {
    bytes: Zeroizing<Vec<u8>>,
    taken: usize,
    /// Whether a descriptor is taken that comes with the bytes, and the last one that has come.
    pub(super) takes_passed: bool,
    pub(super) passed: Option<OwnedFd>,
}

impl Input {
    pub(super) fn is_empty(&self) -> bool {
        self.rest().is_empty()
    }

    fn rest(&self) -> &[u8] {
        &self.bytes[self.taken..]
    }

    /// Waits for a whole frame, and returns its length.
    ///
    /// Errors: `Frame` for one of more than `most` bytes; `Disconnected`, `TimedOut`.
    pub(super) fn wait_for_frame(
        &mut self,
        stream: &mut dyn Stream,
        most: usize,
    ) -> Result<usize, Error> {
        loop {
            let mut wanted = 4;
            if let Some(first) = self.rest().first_chunk() {
                let length = u32::from_be_bytes(*first) as usize;
                if length > most {
                    return Err(Error::Frame("the reply is too long"));
                }
                wanted = 4 + length;
                if self.rest().len() >= wanted {
                    return Ok(length);
                }
            }
            self.read(stream, (wanted - self.rest().len()).max(CHUNK))?;
        }
    }

    /// The first frame, of so many bytes.
    pub(super) fn frame(&self, length: usize) -> &[u8] {
        &self.rest()[4..4 + length]
    }

    /// Takes the first frame away.
    pub(super) fn take(&mut self, length: usize) {
        let end = self.taken + 4 + length;
        self.bytes[self.taken..end].zeroize();
        self.taken = end;
        if self.is_empty() {
            wipe(&mut self.bytes);
            self.taken = 0;
        }
    }

    /// Reads something. Errors: `Disconnected`, `TimedOut`.
    fn read(&mut self, stream: &mut dyn Stream, most: usize) -> Result<(), Error> {
        if self.taken > 0 {
            self.bytes.copy_within(self.taken.., 0);
            let left = self.bytes.len() - self.taken;
            self.bytes[left..].zeroize();
            self.bytes.truncate(left);
            self.taken = 0;
        }
        let before = self.bytes.len();
        reserve(&mut self.bytes, most);
        self.bytes.resize(before + most, 0);
        let read = loop {
            let room = &mut self.bytes[before..];
            let some = match self.takes_passed {
                true => stream.read_passed(room).map(|(read, passed)| {
                    self.passed = passed.or(self.passed.take());
                    read
                }),
                false => stream.read(room),
            };
            match some {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read.map_err(|error| why_lost(&error)),
            }
        };
        self.bytes.truncate(before + *read.as_ref().unwrap_or(&0));
        if read? == 0 { Err(Error::Disconnected) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::REPLY_BYTES;

    /// Bytes that come in pieces.
    struct Pieces(Vec<u8>, usize);

    impl Read for Pieces {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let length = self.1.min(out.len()).min(self.0.len());
            out[..length].copy_from_slice(&self.0[..length]);
            self.0.drain(..length);
            Ok(length)
        }
    }

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Stream for Pieces {}

    /// Goal: frames come whole however their bytes are cut, one behind the other, from a stream
    /// that is no socket.
    #[test]
    fn frames_come_whole() {
        let bodies: [&[u8]; 4] = [&[7; 3], &[], &[8; 9000], &[9]];
        let framed = |body: &&[u8]| [&(body.len() as u32).to_be_bytes()[..], body].concat();
        let all: Vec<u8> = bodies.iter().flat_map(framed).collect();
        for piece in [1, 3, 5, 4096, usize::MAX] {
            let (mut stream, mut input) = (Pieces(all.clone(), piece), Input::default());
            for body in bodies {
                let length = input.wait_for_frame(&mut stream, 9000).unwrap();
                assert_eq!(input.frame(length), body, "{piece}");
                input.take(length);
            }
            assert!(input.is_empty());
            assert_eq!(input.wait_for_frame(&mut stream, 9000), Err(Error::Disconnected));
        }
    }

    /// Goal: a reply that does not come in time is told apart from a connection that has ended.
    /// Method: half of a frame, first with somebody at the other end, and then with nobody.
    #[test]
    fn late_replies_are_told_apart() {
        let (mut stream, mut other) = UnixStream::pair().unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_millis(20))).unwrap();
        other.write_all(&[0, 0]).unwrap();
        let mut input = Input::default();
        assert_eq!(input.wait_for_frame(&mut stream, 9), Err(Error::TimedOut));
        assert_eq!(input.rest().len(), 2, "what has come stays");
        drop(other);
        assert_eq!(input.wait_for_frame(&mut stream, 9), Err(Error::Disconnected));
    }

    /// Goal: a reply may have so many bytes, and not one more. Method: the length of a reply, and
    /// then nobody.
    #[test]
    fn the_longest_reply_is_waited_for() {
        let too_long = Err(Error::Frame("the reply is too long"));
        for (length, expected) in
            [(REPLY_BYTES, Err(Error::Disconnected)), (REPLY_BYTES + 1, too_long)]
        {
            let (mut stream, mut other) = UnixStream::pair().unwrap();
            other.write_all(&(length as u32).to_be_bytes()).unwrap();
            drop(other);
            let said = Input::default().wait_for_frame(&mut stream, REPLY_BYTES);
            assert_eq!(said, expected, "{length}");
        }
    }
}
