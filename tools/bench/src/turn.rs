//! One turn of a peer: its process, its lines, and the verdict over its samples.

use crate::judge::Judge;
use crate::peers::Peer;
use crate::protocol::{Line, Sample, read};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// No peer takes this long for a turn: seconds until it is ended.
const PATIENCE_S: &str = "1800";

/// A row: what is measured, and the operation.
pub type Row = (String, String);

/// What a turn has given. Only rows whose samples are right are in it.
#[derive(Debug, Default)]
pub struct Turn {
    /// The version the peer says it is.
    pub version: String,
    /// Nanoseconds an operation, row by row in the peer's order.
    pub rows: Vec<(Row, f64)>,
    /// What it says that it does not offer.
    pub notes: BTreeSet<String>,
    /// Samples that Sealane, and that OpenSSL has found right.
    pub checked: [usize; 2],
    /// What was wrong: a result, a line, a row without a sample.
    pub wrong: Vec<String>,
    /// Why the process did not come to its end, if so.
    pub stopped: Option<String>,
}

/// Where the peers are, and how long they measure.
#[derive(Debug)]
pub struct Setting {
    /// The folder of the list of peers: commands run in it.
    pub peers: PathBuf,
    /// The folder they are built in.
    pub build: PathBuf,
    /// Seconds of CPU time a row.
    pub seconds: f64,
    /// Which rows.
    pub pattern: String,
}

impl Setting {
    /// The folder of the throw-away keys.
    pub fn keys(&self) -> PathBuf {
        self.build.join("keys")
    }

    /// A file for what a peer says besides, made new.
    fn log(&self, peer: &Peer, end: &str) -> Result<(PathBuf, File), String> {
        let folder = self.build.join("log");
        let path = folder.join(format!("{}.{end}", peer.name));
        let made = std::fs::create_dir_all(&folder).and_then(|()| File::create(&path));
        made.map(|file| (path.clone(), file)).map_err(|why| format!("{}: {why}", path.display()))
    }

    fn shell(&self, text: &str) -> Command {
        let mut command = Command::new("timeout");
        command.args(["-k", "5", PATIENCE_S, "sh", "-c", text, "peer"]);
        command.current_dir(&self.peers).env("B", &self.build).env("PEER_KEYS", self.keys());
        command.stdin(Stdio::null());
        command
    }

    /// Builds a peer. The error is the first line that looks like a reason.
    pub fn build(&self, peer: &Peer) -> Result<(), String> {
        let (path, file) = self.log(peer, "build")?;
        let other = file.try_clone().map_err(|why| why.to_string())?;
        let status = self.shell(&peer.build).stdout(file).stderr(other).status();
        match status.map_err(|why| why.to_string())? {
            status if status.success() => Ok(()),
            status => Err(reason(&path).unwrap_or_else(|| status.to_string())),
        }
    }

    /// Runs a peer once and checks what it says.
    pub fn run(&self, peer: &Peer, judge: &Judge) -> Result<Turn, String> {
        let (path, log) = self.log(peer, "run")?;
        let mut command = self.shell(&peer.run);
        command.args([&self.seconds.to_string(), &self.pattern]).stderr(log);
        let output = command.output().map_err(|why| why.to_string())?;
        let mut turn = judged(&String::from_utf8_lossy(&output.stdout), judge);
        if !output.status.success() {
            let why = reason(&path).unwrap_or_default();
            turn.stopped = Some(format!("{} {why}", output.status).trim().to_owned());
        }
        Ok(turn)
    }
}

/// The first line of a log that looks like a reason, cut to a line of a table.
fn reason(log: &Path) -> Option<String> {
    let text = String::from_utf8_lossy(&std::fs::read(log).ok()?).into_owned();
    let words = ["rror", "not found", "No ", "wrong", "annot"];
    let tells = |line: &&str| words.iter().any(|word| line.contains(word));
    let line = text.lines().find(tells).or_else(|| text.lines().next_back())?;
    Some(line.trim().chars().take(200).collect())
}

/// Reads what a peer has printed and checks its samples.
pub fn judged(text: &str, judge: &Judge) -> Turn {
    let mut turn = Turn::default();
    let mut samples: Vec<Sample> = Vec::new();
    let (mut rows, mut refused) = (Vec::new(), BTreeSet::new());
    for line in text.lines() {
        match read(line) {
            Ok(Some(Line::Version(version))) => turn.version = version,
            Ok(Some(Line::Note(note))) => drop(turn.notes.insert(note)),
            Ok(Some(Line::Refused(algo))) => drop(refused.insert(algo)),
            Ok(Some(Line::Row { algo, op, ops_per_s })) => rows.push(((algo, op), 1e9 / ops_per_s)),
            Ok(Some(Line::Sample(sample))) => samples.push(sample),
            Ok(None) => {}
            Err(why) => turn.wrong.push(why),
        }
    }
    let mut shown = BTreeSet::new();
    for sample in &samples {
        match judge.check(sample) {
            Ok(verdict) => {
                turn.checked[0] += usize::from(verdict.by_sealane);
                turn.checked[1] += usize::from(verdict.by_libcrypto);
                shown.insert((sample.algo.clone(), sample.op.clone()));
            }
            Err(why) => turn.wrong.push(why),
        }
    }
    for (row, ns) in rows {
        let (algo, op) = &row;
        if !shown.contains(&row) {
            turn.wrong.push(format!("{algo} {op}: no right sample was shown"));
        } else if op.starts_with("verify") && !refused.contains(algo) {
            turn.wrong.push(format!("{algo} verify: has not said no to anything"));
        } else {
            turn.rows.push((row, ns));
        }
    }
    turn
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::HEXLOWER;
    use sealane::{Algorithm, Digest, Nonces, PrivateKey};

    /// The lines of a peer whose signature is right.
    fn lines(op: &str) -> String {
        let key = PrivateKey::generate(Algorithm::EcP256).expect("a key");
        let digest = Digest::raw(&[7; 32]);
        let signature = key.sign_digest(&digest, Nonces::Hedged).expect("a signature").to_der();
        let [public, digest, signature] =
            [&key.public_key().to_sec1(false)[..], digest.as_bytes(), &signature]
                .map(|bytes| HEXLOWER.encode(bytes));
        format!(
            "# version X 1\nsample\tecdsa-p256\t{op}\t{public}\tdigest:{digest}\tder:{signature}\n\
             ecdsa-p256\t{op}\t1000.0\n# absent p192\n"
        )
    }

    #[test]
    fn right_samples_make_rows() {
        let turn = judged(&lines("sign"), &Judge::of_machine());
        assert_eq!(turn.wrong, [""; 0]);
        assert_eq!(turn.rows, [(("ecdsa-p256".into(), "sign".into()), 1e6)]);
        assert_eq!((turn.version.as_str(), turn.checked[0], turn.notes.len()), ("X 1", 1, 1));
    }

    /// Goal: each way to show nothing, or something wrong, costs the row and is told.
    #[test]
    fn rows_need_right_samples() {
        let judge = Judge::of_machine();
        let damaged = lines("sign").replacen("der:30", "der:31", 1);
        let bare = "ecdsa-p256\tsign\t1000.0\n".to_owned();
        let other = lines("sign").replacen("\tsign\t", "\tkeygen\t", 1);
        for text in [damaged, bare, other, "nonsense\n".to_owned(), lines("verify")] {
            let turn = judged(&text, &judge);
            assert!(turn.rows.is_empty() && !turn.wrong.is_empty(), "{text}");
        }
        let verify = lines("verify") + "refused\tecdsa-p256\n";
        assert_eq!(judged(&verify, &judge).rows.len(), 1);
    }
}
