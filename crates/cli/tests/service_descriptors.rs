//! Goal: a service without descriptors says so, waits, and goes on when others have ended.
use crate::common;

use common::services::Ended;
use common::tokens::{STORE, generate, run, set_pin, token_of_user};
use std::io::{BufRead, BufReader};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const WAIT: Duration = Duration::from_secs(60);

/// Goal: connections beyond what the system lets the process have are not taken in, with one line
/// of the log for all of them; those that are in go on; after their end new ones are served.
#[test]
fn descriptors_run_out() {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    generate(&folder, "p256", "web", "");
    let limited = format!("ulimit -n 40; exec \"$0\" serve {STORE} --socket socket --threads 2");
    let child = Command::new("sh")
        .args(["-c", &limited, common::program().to_str().expect("text")])
        .current_dir(folder.path("."))
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut child = Ended(child);
    let stderr = BufReader::new(child.0.stderr.take().expect("a pipe"));
    let (sender, said) = mpsc::channel();
    std::thread::spawn(move || {
        stderr.lines().map_while(Result::ok).try_for_each(|it| sender.send(it))
    });
    let mut heard = vec![];
    let mut until = |what: &str, poke: &dyn Fn()| -> String {
        let begun = Instant::now();
        loop {
            assert!(begun.elapsed() < WAIT, "it never says {what}: {heard:?}");
            poke();
            let Ok(line) = said.recv_timeout(Duration::from_millis(100)) else { continue };
            heard.push(line.clone());
            if line.contains(what) {
                return line;
            }
        }
    };
    let nothing = || ();
    let connect = || drop(UnixStream::connect(folder.path("socket")));
    until("\"ready\"", &nothing);
    let many: Vec<_> =
        (0..100).map_while(|_| UnixStream::connect(folder.path("socket")).ok()).collect();
    assert!(many.len() > 40, "{}", many.len());
    let line = until("no connection can be taken in", &nothing);
    assert!(line.contains("Too many open files"), "{line}");
    drop(many);
    until("connections are taken in again", &connect);
    let sign = "sign --socket socket --pin-file operator.pin --key web --in operator.pin --force";
    for _ in 0..4 {
        run(&folder, &format!("{sign} --out signature"));
    }
    let failures = heard.iter().filter(|line| line.contains("no connection")).count();
    // One line a thread.
    assert!(failures <= 2, "{heard:?}");
}
