//! Figures over HTTP, for collectors: `GET /metrics` in the form of OpenMetrics 1.0, and nothing
//! else, on an address of this machine alone or a socket.
//!
//! A connection is one request. Its head has few bytes and little time, there are few connections
//! at once, and all of it is on a thread of its own: what a collector does holds up nobody who
//! signs.

use super::listeners::{listen, listen_loopback};
use super::{Shared, failed, metrics, stopped};
use crate::error::Error;
use crate::remote::Endpoint;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::Semaphore;

/// Bytes of a request up to the empty line.
const HEAD_BYTES: usize = 8 << 10;
/// For all of a request and its answer.
const MAX_TIME: Duration = Duration::from_secs(5);
/// Connections at once; the next one is closed.
const MAX_CONNECTIONS: usize = 8;
/// What a client may send behind its request while it reads the answer.
const REST_BYTES: u64 = 64 << 10;

/// A place where figures are told.
pub(super) struct Figures {
    pub(super) thread: JoinHandle<()>,
    pub(super) address: Option<SocketAddr>,
    /// The socket that was made.
    pub(super) path: Option<PathBuf>,
}

enum Listener {
    Unix(std::os::unix::net::UnixListener),
    Loopback(std::net::TcpListener),
}

/// Opened already: nothing of the service has started when a place is refused. Its socket goes
/// with it if the service does not start.
pub(super) struct Place {
    listener: Option<Listener>,
    address: Option<SocketAddr>,
    path: Option<PathBuf>,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Somebody may have taken it away already.
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Place {
    /// Errors: `Permission` for a place that is taken, or an address that other machines reach.
    pub(super) fn open(place: &Endpoint) -> Result<Self, Error> {
        Ok(match place {
            Endpoint::Loopback(address) => {
                let listener = listen_loopback(*address)?;
                let address = listener.local_addr().ok();
                Self { listener: Some(Listener::Loopback(listener)), address, path: None }
            }
            // Its group may be that of a collector.
            Endpoint::Socket(path) => {
                let listener = Listener::Unix(listen(path, 0o660)?);
                Self { listener: Some(listener), address: None, path: Some(path.clone()) }
            }
        })
    }

    /// Tells figures there until the service stops. Errors: `StoreFailed` without a thread.
    pub(super) fn serve(mut self, shared: Arc<Shared>) -> Result<Figures, Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(failed)?;
        let (listener, path) = (self.listener.take(), self.path.take());
        let work = move || {
            // A service without figures signs all the same.
            let _ = listener.map(|listener| runtime.block_on(accept_all(listener, shared)));
        };
        Ok(Figures { thread: std::thread::spawn(work), address: self.address, path })
    }
}

async fn accept_all(listener: Listener, shared: Arc<Shared>) -> std::io::Result<()> {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut stop = shared.stop.subscribe();
    let (unix, loopback) = match listener {
        Listener::Unix(listener) => (Some(tokio::net::UnixListener::from_std(listener)?), None),
        Listener::Loopback(listener) => (None, Some(tokio::net::TcpListener::from_std(listener)?)),
    };
    loop {
        let accepted = async {
            match (&unix, &loopback) {
                (Some(listener), _) => {
                    listener.accept().await.map(|it| start(it.0, &places, &shared))
                }
                (_, Some(listener)) => {
                    listener.accept().await.map(|it| start(it.0, &places, &shared))
                }
                _ => std::future::pending().await,
            }
        };
        tokio::select! {
            accepted = accepted => if accepted.is_err() {
                // Without a descriptor there is nothing to do but to wait for one.
                tokio::time::sleep(Duration::from_millis(100)).await;
            },
            () = stopped(&mut stop) => return Ok(()),
        }
    }
}

/// Answers a connection beside others, unless there are too many.
fn start<S>(stream: S, places: &Arc<Semaphore>, shared: &Arc<Shared>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let Ok(place) = places.clone().try_acquire_owned() else { return };
    let shared = shared.clone();
    tokio::spawn(async move {
        // Who is slow gets no answer.
        let _ = tokio::time::timeout(MAX_TIME, answer(stream, &|| metrics::open(&shared))).await;
        drop(place);
    });
}

async fn answer<S>(mut stream: S, figures: &(dyn Fn() -> String + Sync)) -> std::io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let Some(line) = request_line(&mut stream).await? else { return Ok(()) };
    let (status, more, body) = match said(&line) {
        Ok(()) => ("200 OK", OPEN_METRICS, figures()),
        Err(Refused::Form) => ("400 Bad Request", PLAIN, "no request of HTTP/1\n".to_owned()),
        Err(Refused::Long) => ("431 Request Header Fields Too Large", PLAIN, String::new()),
        Err(Refused::Method) => ("405 Method Not Allowed", ALLOW, "only GET\n".to_owned()),
        Err(Refused::Path) => ("404 Not Found", PLAIN, "only /metrics\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\n{more}Content-Length: {}\r\nCache-Control: no-store\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await?;
    // Closed with something unread, the answer might be thrown away with it.
    tokio::io::copy(&mut stream.take(REST_BYTES), &mut tokio::io::sink()).await?;
    Ok(())
}

const OPEN_METRICS: &str =
    "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n";
const PLAIN: &str = "Content-Type: text/plain; charset=utf-8\r\n";
const ALLOW: &str = "Content-Type: text/plain; charset=utf-8\r\nAllow: GET\r\n";

/// Why a request gets another answer than figures.
#[derive(Debug, PartialEq, Eq)]
enum Refused {
    Form,
    Long,
    Method,
    Path,
}

/// Reads a request up to the empty line, and returns its first line; a head that is too long has
/// none; nothing if the client leaves before.
async fn request_line<S: AsyncRead + Unpin>(stream: &mut S) -> std::io::Result<Option<Vec<u8>>> {
    let mut head = vec![];
    loop {
        let begun = head.len();
        let mut some = stream.take((HEAD_BYTES - begun) as u64);
        some.read_buf(&mut head).await?;
        if head.len() == begun {
            return Ok((begun == HEAD_BYTES).then(Vec::new));
        }
        if head.windows(4).any(|four| four == b"\r\n\r\n") {
            let line = head.split(|byte| *byte == b'\r').next().unwrap_or_default();
            return Ok(Some(line.to_vec()));
        }
    }
}

/// Looks at the first line of a request.
fn said(line: &[u8]) -> Result<(), Refused> {
    if line.is_empty() {
        return Err(Refused::Long);
    }
    let line = std::str::from_utf8(line).map_err(|_| Refused::Form)?;
    let parts: Vec<&str> = line.split(' ').collect();
    let [method, target, version] = parts[..] else { return Err(Refused::Form) };
    if !version.starts_with("HTTP/1.") || method.is_empty() || !target.starts_with('/') {
        return Err(Refused::Form);
    }
    if method != "GET" {
        return Err(Refused::Method);
    }
    let path = target.split('?').next().unwrap_or_default();
    if path == "/metrics" { Ok(()) } else { Err(Refused::Path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(request: &[u8]) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (mut client, server) = tokio::io::duplex(1 << 16);
            client.write_all(request).await.unwrap();
            client.shutdown().await.unwrap();
            answer(server, &|| "a 1\n# EOF\n".to_owned()).await.unwrap();
            let mut said = String::new();
            client.read_to_string(&mut said).await.unwrap();
            said
        })
    }

    /// Goal: the one request that there is has figures for an answer, all else a status of its own,
    /// and a head is as long as the bound and no longer.
    #[test]
    fn requests_are_answered() {
        let head = "GET /metrics HTTP/1.1\r\n";
        let good = answered(format!("{head}Host: a\r\n\r\n").as_bytes());
        assert!(good.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/openmetrics"));
        assert!(good.contains("Content-Length: 10\r\n") && good.ends_with("\r\n\r\na 1\n# EOF\n"));
        let filled = |length: usize| {
            let more = length - head.len() - "a: \r\n\r\n".len();
            format!("{head}a: {}\r\n\r\n", "x".repeat(more))
        };
        for (request, status) in [
            ("GET /metrics?a=b HTTP/1.0\r\n\r\n".to_owned(), "200"),
            (filled(HEAD_BYTES), "200"),
            (filled(HEAD_BYTES + 1), "431"),
            ("GET / HTTP/1.1\r\n\r\n".into(), "404"),
            ("GET /metrics/ HTTP/1.1\r\n\r\n".into(), "404"),
            ("POST /metrics HTTP/1.1\r\n\r\n".into(), "405"),
            ("get /metrics HTTP/1.1\r\n\r\n".into(), "405"),
            ("GET /metrics HTTP/2\r\n\r\n".into(), "400"),
            ("GET  /metrics HTTP/1.1\r\n\r\n".into(), "400"),
            ("GET metrics HTTP/1.1\r\n\r\n".into(), "400"),
            ("\0\u{1}\r\n\r\n".into(), "400"),
        ] {
            let said = answered(request.as_bytes());
            assert!(said.starts_with(&format!("HTTP/1.1 {status} ")), "{request:.40}: {said}");
        }
        assert_eq!(answered(b"GET /metrics HTTP/1.1\r\n"), "");
    }
}
