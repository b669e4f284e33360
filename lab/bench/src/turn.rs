//! A peer at work: its process, its lines, its turns, and the verdict over its samples.

use crate::judge::Judge;
use crate::peers::Peer;
use crate::protocol::{Line, Sample, read};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// No process takes this long: seconds until it is ended.
const PATIENCE_S: &str = "1800";

/// A row: what is measured, and the operation.
pub type Row = (String, String);

/// What an operation took in one turn: nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Took {
    /// The median of the samples of the turn.
    pub median_ns: f64,
    /// The fastest of them.
    pub fastest_ns: f64,
}

/// What a process of a peer has given. Only rows whose samples are right are in it.
#[derive(Debug, Default)]
pub struct Given {
    /// The version the peer says it is.
    pub version: String,
    /// Row by row in the peer's order, turn by turn.
    pub rows: Vec<(Row, Vec<Took>)>,
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
    /// Seconds of CPU time a turn.
    pub seconds: f64,
    /// Which rows.
    pub pattern: String,
    /// Whether our backends are measured besides what ships, those built on demand too.
    pub all_backends: bool,
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
        if self.all_backends {
            command.env("ALL_BACKENDS", "yes");
        }
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

    /// Starts a peer for the rows of a pattern, and lets it come to the first of them.
    pub fn start(&self, peer: &Peer, pattern: &str) -> Result<Live, String> {
        let (log, file) = self.log(peer, "run")?;
        let mut command = self.shell(&peer.run);
        command.args([&self.seconds.to_string(), pattern, "turns"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(file);
        let mut child = command.spawn().map_err(|why| why.to_string())?;
        let calls = child.stdin.take().expect("a pipe was asked for");
        let lines = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
        let mut live = Live { child, calls, lines, log, said: Vec::new(), at: None };
        live.read_to(|_| false)?;
        Ok(live)
    }

    /// Asks a peer which rows it has, and measures none; also one that cannot wait for turns, which
    /// has told its figures by then. Besides, why it stopped if it did so.
    pub fn roll_call(&self, peer: &Peer) -> Result<(Vec<Row>, Option<String>), String> {
        let mut live = self.start(peer, &self.pattern)?;
        let mut rows = Vec::new();
        while let Some(row) = live.at.clone() {
            rows.push(row);
            live.end_row()?;
        }
        let told = live.said.iter().filter_map(|line| match line {
            Ok(Line::Row { algo, op, .. }) => Some((algo.clone(), op.clone())),
            _ => None,
        });
        rows.extend(told);
        Ok((rows, live.end()?.1))
    }
}

/// All that a process has said, a line that cannot be read as its error.
type Said = Vec<Result<Line, String>>;

/// A process of a peer, which waits until its turn is called.
pub struct Live {
    child: Child,
    calls: ChildStdin,
    lines: BufReader<ChildStdout>,
    log: PathBuf,
    said: Said,
    /// The row that it is ready to measure; none when it has come to its end.
    at: Option<Row>,
}

impl Live {
    /// The row that it is ready to measure.
    pub fn at(&self) -> Option<&Row> {
        self.at.as_ref()
    }

    /// Lets it measure one turn of its row.
    pub fn turn(&mut self) -> Result<(), String> {
        let (row, before) = (self.at.clone(), self.said.len());
        self.call("turn\n");
        self.read_to(|line| matches!(line, Line::Row { .. }))?;
        // It waits for the next one, unless it has stopped or failed.
        if matches!(self.said[before..].last(), Some(Ok(Line::Row { .. }))) {
            self.at = row;
        }
        Ok(())
    }

    /// Ends its row and lets it come to the next.
    pub fn end_row(&mut self) -> Result<(), String> {
        self.call("end\n");
        self.read_to(|_| false)
    }

    /// One that has stopped cannot be told anything; its status says so later.
    fn call(&mut self, word: &str) {
        let _ = self.calls.write_all(word.as_bytes()).and_then(|()| self.calls.flush());
    }

    /// Reads lines up to one that is `enough`, the next row, or the end.
    fn read_to(&mut self, enough: impl Fn(&Line) -> bool) -> Result<(), String> {
        self.at = None;
        loop {
            let mut bytes = Vec::new();
            let length = self.lines.read_until(b'\n', &mut bytes);
            if length.map_err(|why| why.to_string())? == 0 {
                return Ok(());
            }
            match read(String::from_utf8_lossy(&bytes).trim_end_matches('\n')) {
                Ok(None) => {}
                Ok(Some(Line::Ready(algo, op))) => {
                    self.at = Some((algo, op));
                    return Ok(());
                }
                Ok(Some(line)) => {
                    let stop = enough(&line);
                    self.said.push(Ok(line));
                    if stop {
                        return Ok(());
                    }
                }
                // Nothing can be expected of it any more: it is not waited for.
                Err(why) => {
                    self.said.push(Err(why));
                    return Ok(());
                }
            }
        }
    }

    /// Ends the process. Returns what it has said, and why it stopped if it did so by itself.
    fn end(mut self) -> Result<(Said, Option<String>), String> {
        while self.at.is_some() {
            self.end_row()?;
        }
        drop(self.calls);
        let status = self.child.wait().map_err(|why| why.to_string())?;
        let why = || reason(&self.log).unwrap_or_default();
        let stopped = (!status.success()).then(|| format!("{status} {}", why()).trim().to_owned());
        Ok((self.said, stopped))
    }

    /// Ends the process and checks what it has said.
    pub fn given(self, judge: &Judge) -> Result<Given, String> {
        let (said, stopped) = self.end()?;
        Ok(Given { stopped, ..judged(said, judge) })
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

/// Sorts what a peer has said, and checks its samples.
fn judged(said: Said, judge: &Judge) -> Given {
    let mut given = Given::default();
    let mut samples: Vec<Sample> = Vec::new();
    let (mut rows, mut refused) = (Vec::<(Row, Vec<Took>)>::new(), BTreeSet::new());
    for line in said {
        match line {
            Ok(Line::Version(version)) => given.version = version,
            Ok(Line::Note(note)) => drop(given.notes.insert(note)),
            Ok(Line::Refused(algo)) => drop(refused.insert(algo)),
            Ok(Line::Row { algo, op, median, fastest }) => {
                let took = Took { median_ns: 1e9 / median, fastest_ns: 1e9 / fastest };
                let row = (algo, op);
                match rows.iter_mut().find(|(other, _)| *other == row) {
                    Some((_, turns)) => turns.push(took),
                    None => rows.push((row, vec![took])),
                }
            }
            Ok(Line::Sample(sample)) => samples.push(sample),
            Ok(Line::Ready(..)) => {}
            Err(why) => given.wrong.push(why),
        }
    }
    let mut shown = BTreeSet::new();
    for sample in &samples {
        match judge.check(sample) {
            Ok(verdict) => {
                given.checked[0] += usize::from(verdict.by_sealane);
                given.checked[1] += usize::from(verdict.by_libcrypto);
                shown.insert((sample.algo.clone(), sample.op.clone()));
            }
            Err(why) => given.wrong.push(why),
        }
    }
    for (row, turns) in rows {
        let (algo, op) = &row;
        if !shown.contains(&row) {
            given.wrong.push(format!("{algo} {op}: no right sample was shown"));
        } else if op.starts_with("verify") && !refused.contains(algo) {
            given.wrong.push(format!("{algo} verify: has not said no to anything"));
        } else {
            given.rows.push((row, turns));
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::HEXLOWER;
    use sealane::ecc::{Algorithm, PrivateKey};
    use sealane::{Digest, Nonces};

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
             ecdsa-p256\t{op}\t1000.0\t2000.0\n# absent p192\n"
        )
    }

    fn judged(text: &str, judge: &Judge) -> Given {
        super::judged(text.lines().filter_map(|line| read(line).transpose()).collect(), judge)
    }

    #[test]
    fn right_samples_make_rows() {
        let turn = judged(&lines("sign"), &Judge::of_machine());
        assert_eq!(turn.wrong, [""; 0]);
        let took = Took { median_ns: 1e6, fastest_ns: 5e5 };
        assert_eq!(turn.rows, [(("ecdsa-p256".into(), "sign".into()), vec![took])]);
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

    /// A peer of these shell commands, in a folder that must live as long.
    fn setting() -> (Setting, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_owned();
        let setting = Setting {
            peers: path.clone(),
            build: path,
            seconds: 0.01,
            pattern: String::new(),
            all_backends: false,
        };
        (setting, folder)
    }

    fn peer(run: &str) -> Peer {
        let empty = String::new;
        Peer {
            name: "made-up".into(),
            core: true,
            keys: false,
            slow: false,
            build: empty(),
            run: run.into(),
            what: empty(),
            differs: empty(),
        }
    }

    /// Rows `x sign` and `y sign`, each of so many turns as are called.
    const WAITS: &str = "for a in x y; do printf 'ready\\t%s\\tsign\\n' $a; \
                         while read word && [ $word = turn ]; do \
                         printf '%s\\tsign\\t10\\t20\\n' $a; done; done";

    /// Goal: a peer measures when it is called and as often as it is called; asked for its rows, it
    /// measures none.
    #[test]
    fn peers_wait_for_their_turns() {
        let (setting, _folder) = setting();
        let (rows, stopped) = setting.roll_call(&peer(WAITS)).expect("it can be called");
        let names: Vec<&str> = rows.iter().map(|(algo, _)| &algo[..]).collect();
        assert_eq!((names, stopped), (vec!["x", "y"], None));
        let mut live = setting.start(&peer(WAITS), "").expect("it can be called");
        for name in ["x", "y"] {
            assert_eq!(live.at().map(|row| &row.0[..]), Some(name));
            live.turn().expect("a turn");
            live.turn().expect("a turn");
            live.end_row().expect("the end");
        }
        assert!(live.at().is_none());
        let count = live.said.iter().filter(|it| matches!(it, Ok(Line::Row { .. }))).count();
        assert_eq!(count, 4);
    }

    /// Goal: one that stops in the middle of a turn is noticed, with its status.
    #[test]
    fn peers_that_stop_are_noticed() {
        let (setting, _folder) = setting();
        let run =
            "printf 'ready\\tx\\tsign\\n'; read word; printf 'x\\tsign\\t1\\n'; read word; exit 7";
        let mut live = setting.start(&peer(run), "").expect("it can be called");
        live.turn().expect("a turn");
        assert!(live.at().is_some());
        live.turn().expect("no error of ours");
        assert!(live.at().is_none());
        let given = live.given(&Judge::of_machine()).expect("an end");
        assert!(given.stopped.is_some_and(|why| why.contains('7')));
    }

    /// Goal: one that cannot wait is heard all the same.
    #[test]
    fn peers_that_do_not_wait_have_rows() {
        let (setting, _folder) = setting();
        let rows =
            setting.roll_call(&peer("printf 'x\\tsign\\t5\\n'")).expect("it can be called").0;
        assert_eq!(rows, [("x".to_owned(), "sign".to_owned())]);
    }
}
