//! Libraries that other programs have, in other languages. A program is asked line by line.
//! `SEALANE_MLDSA_ORACLES` has their commands, with `;` between them; the suite `mldsa-peers` sets
//! it.
//!
//! A program says first who it is and what it can do: `OpenSSL-4.0.3 contexts deterministic
//! documents expanded-documents`. Then it answers each line by one, in words: names of sets are
//! those of the standard, bytes are hexadecimal, no bytes `-`, and a refusal is `no`.
//!
//! | line | answer |
//! |---|---|
//! | `key SET SEED` | public key, expanded private key or `-` |
//! | `sign SET SEED CONTEXT MESSAGE` | signature |
//! | `verify SET PUBLIC CONTEXT MESSAGE SIGNATURE` | `yes` |
//! | `documents SET SEED` | PKCS#8, SubjectPublicKeyInfo |
//! | `read PKCS8` | SubjectPublicKeyInfo |
//! | `certificate SET SEED` | a certificate, signed by its own key |
//! | `issued CERTIFICATE` | `yes` if it is signed by its own key |

use super::{Abilities, Keys, Oracle, Seed, Signed, set_of};
use data_encoding::HEXLOWER;
use sealane::mldsa::ParameterSet;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use testkit::documents::unhex;

/// The variable that has the commands.
pub const COMMANDS: &str = "SEALANE_MLDSA_ORACLES";

/// The programs that the environment names.
pub fn rows() -> Vec<Box<dyn Oracle>> {
    let commands = std::env::var(COMMANDS).unwrap_or_default();
    let commands = commands.split(';').filter(|command| !command.trim().is_empty());
    commands.map(|command| -> Box<dyn Oracle> { Box::new(Program::start(command)) }).collect()
}

/// A program that runs.
struct Program {
    name: String,
    can: Abilities,
    child: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Drop for Program {
    /// It may have ended by itself.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn line(from: &mut impl BufRead) -> String {
    let mut text = String::new();
    from.read_line(&mut text).expect("a program answers in text");
    assert!(text.ends_with('\n'), "a program has ended: {text}");
    text.trim().to_owned()
}

fn word(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".to_owned() } else { HEXLOWER.encode(bytes) }
}

impl Program {
    fn start(command: &str) -> Self {
        // The shell gives way to the program, which is ended by its number.
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {}", command.trim())])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the shell runs");
        let pipes = child.stdin.take().zip(child.stdout.take()).expect("both are pipes");
        let mut pipes = (pipes.0, BufReader::new(pipes.1));
        let said = line(&mut pipes.1);
        let has = |ability: &str| said.split(' ').skip(1).any(|word| word == ability);
        let can = Abilities {
            contexts: has("contexts"),
            prehashes: Vec::new(),
            deterministic: has("deterministic"),
            documents: has("documents"),
            expanded_documents: has("expanded-documents"),
            certificates: has("certificates"),
        };
        let name = said.split(' ').next().unwrap_or_default().to_owned();
        println!("{name}: {can:?}");
        Self { name, can, child, pipes: RefCell::new(pipes) }
    }

    /// Asks, and returns the words of the answer. `None` for a refusal.
    fn ask(&self, what: &str, words: &[&[u8]]) -> Option<Vec<Vec<u8>>> {
        let (input, output) = &mut *self.pipes.borrow_mut();
        let words: Vec<String> = words.iter().map(|bytes| word(bytes)).collect();
        writeln!(input, "{what} {}", words.join(" ")).expect("a program reads");
        let answer = line(output);
        match answer.as_str() {
            "no" => None,
            "yes" => Some(vec![]),
            _ => {
                let bytes = |word: &str| if word == "-" { vec![] } else { unhex(word) };
                Some(answer.split(' ').map(bytes).collect())
            }
        }
    }

    /// Asks for two words.
    fn ask_for_two(&self, what: &str, bytes: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
        let words = self.ask(what, &[bytes])?;
        let [first, second]: [Vec<u8>; 2] = words.try_into().expect("two words");
        Some((first, second))
    }
}

impl Oracle for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn can(&self) -> Abilities {
        self.can.clone()
    }

    fn key(&self, set: ParameterSet, seed: &Seed) -> Option<Keys> {
        let (public, expanded) = self.ask_for_two(&format!("key {}", set_of(set).name), seed)?;
        Some(Keys { public, expanded: Some(expanded).filter(|bytes| !bytes.is_empty()) })
    }

    fn sign(&self, seed: &Seed, of: &Signed) -> Option<Vec<u8>> {
        let what = format!("sign {}", set_of(of.set).name);
        self.ask(&what, &[seed, &of.context, &of.message])?.pop()
    }

    fn verify(&self, public: &[u8], of: &Signed, signature: &[u8]) -> Option<()> {
        let what = format!("verify {}", set_of(of.set).name);
        self.ask(&what, &[public, &of.context, &of.message, signature]).map(|_| ())
    }

    fn documents(&self, set: ParameterSet, seed: &Seed) -> Option<(Vec<u8>, Vec<u8>)> {
        self.ask_for_two(&format!("documents {}", set_of(set).name), seed)
    }

    fn read(&self, private: &[u8]) -> Option<Vec<u8>> {
        self.ask("read", &[private])?.pop()
    }

    fn certificate(&self, set: ParameterSet, seed: &Seed) -> Option<Vec<u8>> {
        self.ask(&format!("certificate {}", set_of(set).name), &[seed])?.pop()
    }

    fn is_issued(&self, certificate: &[u8]) -> bool {
        self.ask("issued", &[certificate]).is_some()
    }
}
