//! Services started by the command.
use super::Folder;
use super::tokens::{STORE, generate, set_pin, token_of_user};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// How a client asks.
pub const AT: &str = "--socket socket --pin-file operator.pin";

/// A service of the token of a folder, killed with the test.
pub struct Service {
    pub child: Child,
    /// What it has said of being ready.
    pub ready: serde_json::Value,
}

impl Service {
    /// Starts it and waits until it is ready.
    pub fn start(folder: &Folder, more: &str) -> Self {
        Self::configured(folder, &format!("{STORE} --socket socket{more}"))
    }

    /// The same, with these arguments alone.
    pub fn configured(folder: &Folder, arguments: &str) -> Self {
        let line = format!("serve {arguments}");
        let mut command = folder.command(&line.split(' ').collect::<Vec<_>>());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the command starts");
        let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut lines = stderr.lines().map(|line| line.expect("text"));
        let mut said = vec![];
        let ready = lines.by_ref().find(|line| {
            said.push(line.clone());
            line.contains("\"ready\"")
        });
        // A log that nobody reads would fill its pipe.
        std::thread::spawn(move || lines.for_each(drop));
        assert!(said.iter().all(|line| line.starts_with('{')), "{said:?}");
        assert!(child.try_wait().expect("a status").is_none(), "it ended: {said:?}");
        let ready = ready.expect("a line that says so");
        Self { child, ready: serde_json::from_str(&ready).expect("JSON") }
    }

    /// Sends it a signal, and returns the status it ends with.
    pub fn signal(&mut self, name: &str) -> Option<i32> {
        let number = self.child.id().to_string();
        let status = std::process::Command::new("kill").args([name, &number]).status();
        assert!(status.expect("kill runs").success());
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status.code();
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A service without keys.
pub fn served() -> (Folder, Service) {
    served_with(&[])
}

/// A service of keys, each of whose labels is its algorithm.
pub fn served_with(algorithms: &[&str]) -> (Folder, Service) {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    for algorithm in algorithms {
        generate(&folder, algorithm, algorithm, "");
    }
    let service = Service::start(&folder, "");
    (folder, service)
}

/// Logs in, in vain for the rest: from its first change on, an open store has its journal beside
/// it, which is then no file that a later command has left.
pub fn log_in_once(folder: &Folder) {
    let line = "sign --socket socket --pin-file operator.pin --key none --in operator.pin";
    let output = folder.run(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status, Some(3), "{}", output.stderr);
}

/// A process that ends with the test, however that ends.
pub struct Ended(pub Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Ended {
    /// Asks it to end.
    pub fn terminate(&self) {
        let kill =
            std::process::Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
    }

    /// Waits for its end; returns how long that took, and its status.
    pub fn end(&mut self) -> (Duration, Option<i32>) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("a status") {
                return (begun.elapsed(), status.code());
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
