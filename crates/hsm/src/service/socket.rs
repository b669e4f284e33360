//! The socket of a connection, which wakes its thread when there is something to read, and for
//! nothing else.
//!
//! The runtime's own sockets ask for room to write as well. The system tells of that each time the
//! client takes a reply: it would wake the thread once more for every request.

use super::listeners::Stream;
use rustix::io::Errno;
use rustix::net::{
    RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, recv, send, sendmsg,
};
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use tokio::io::unix::AsyncFd;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};

/// A connected socket that does not block. Both directions are used by reference.
pub(super) struct Socket {
    read: AsyncFd<OwnedFd>,
    /// To wait for room, while a client leaves none.
    write: Mutex<Option<AsyncFd<OwnedFd>>>,
}

impl Socket {
    /// Takes the socket of a connection, on the thread that attends to it. Errors: without a place
    /// among those that are waited for.
    pub(super) fn new(stream: Stream) -> io::Result<Self> {
        let socket = match stream {
            Stream::Unix(stream) => OwnedFd::from(stream.into_std()?),
            Stream::Loopback(stream) => OwnedFd::from(stream.into_std()?),
        };
        Ok(Self { read: registered(socket, Interest::READABLE)?, write: Mutex::default() })
    }

    /// Writes some bytes with a descriptor for the other end, without a wait. Returns how many
    /// went.
    ///
    /// Errors: if there is no room.
    pub(super) fn pass(&self, bytes: &[u8], descriptor: &OwnedFd) -> io::Result<usize> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut passed = SendAncillaryBuffer::new(&mut space);
        let all = [descriptor.as_fd()];
        passed.push(SendAncillaryMessage::ScmRights(&all));
        let flags = SendFlags::NOSIGNAL;
        Ok(sendmsg(&self.read, &[IoSlice::new(bytes)], &mut passed, flags)?)
    }

    /// Waits for room to write, and writes.
    fn poll_room(&self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let mut place = self.write.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = match place.take() {
            Some(waits) => waits,
            None => registered(self.read.get_ref().try_clone()?, Interest::WRITABLE)?,
        };
        loop {
            let Poll::Ready(room) = waits.poll_write_ready(context) else {
                *place = Some(waits);
                return Poll::Pending;
            };
            match send(&self.read, bytes, SendFlags::NOSIGNAL) {
                // Room of which was told before is no more.
                Err(Errno::AGAIN) => room?.clear_ready(),
                Err(Errno::INTR) => {}
                sent => return Poll::Ready(sent.map_err(io::Error::from)),
            }
        }
    }
}

/// Lets a descriptor be waited for.
#[expect(deprecated, reason = "an owned descriptor stays open as long as it is waited for")]
fn registered(socket: OwnedFd, interest: Interest) -> io::Result<AsyncFd<OwnedFd>> {
    AsyncFd::with_interest(socket, interest)
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.read.get_ref().as_fd()
    }
}

impl AsyncRead for &Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let mut ready = ready!(self.read.poll_read_ready(context))?;
            let room = out.initialize_unfilled();
            match recv(&self.read, &mut *room, RecvFlags::empty()) {
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => ready.clear_ready(),
                Err(error) => return Poll::Ready(Err(error.into())),
                Ok((read, _)) => {
                    // It was all there was: what comes later is told of again.
                    if 0 < read && read < room.len() {
                        ready.clear_ready();
                    }
                    out.advance(read);
                    return Poll::Ready(Ok(()));
                }
            }
        }
    }
}

impl AsyncWrite for &Socket {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match send(&self.read, bytes, SendFlags::NOSIGNAL) {
            Err(Errno::AGAIN | Errno::INTR) => self.poll_room(context, bytes),
            sent => Poll::Ready(sent.map_err(io::Error::from)),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
