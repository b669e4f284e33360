//! Where and how figures were made: what stands at the head of every stored result.

use crate::clock;
use std::process::Command;

/// The compiler of this build, as `rustc --version` says it.
pub const COMPILER: &str = env!("COMPILER");

/// A machine and a state of the source.
#[derive(Debug, Clone)]
pub struct Provenance {
    /// The processor's name.
    pub cpu: String,
    /// What the core really runs at, in hertz.
    pub core_hz: f64,
    /// Processes that wanted to run in the last minute.
    pub load: f64,
    /// The commit, and whether any of the measured folders differs from it.
    pub commit: String,
}

impl Provenance {
    /// Asks the system, once, before the measurement. `measured` are files and folders from where
    /// the program is called.
    pub fn find(measured: &[&str]) -> Self {
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let line = cpu.lines().find_map(|line| line.strip_prefix(name)?.split_once(": "));
            line.map_or_else(|| "unknown".to_owned(), |found| found.1.to_owned())
        };
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split(' ').next().and_then(|text| text.parse().ok());
        Self {
            // Machines that hide the name still tell family and model.
            cpu: format!(
                "{} (family {}, model {})",
                field("model name"),
                field("cpu family"),
                field("model\t")
            ),
            core_hz: clock::core_hz(),
            load: load.unwrap_or(f64::NAN),
            commit: commit(measured),
        }
    }

    /// The same as lines of a list.
    pub fn lines(&self) -> String {
        format!(
            "- Processor: {}, core at {:.2} GHz, load of the machine at the start {:.2}.\n\
             - Compiler: {COMPILER}, release profile, no processor named.\n\
             - Commit: {}.\n",
            self.cpu,
            self.core_hz / 1e9,
            self.load,
            self.commit,
        )
    }
}

/// The commit, and whether something measured is not in it.
fn commit(measured: &[&str]) -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok().filter(|it| it.status.success());
        output.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_string())
    };
    let Some(head) = git(&["rev-parse", "--short=12", "HEAD"]) else {
        return "unknown".to_string();
    };
    let changed = git(&[&["status", "--porcelain", "--"], measured].concat());
    let clean = changed.is_some_and(|list| list.is_empty());
    if clean { head } else { format!("{head} with changes") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_says_processor_compiler_and_commit() {
        let lines = Provenance::find(&["."]).lines();
        assert_eq!(lines.lines().count(), 3);
        assert!(COMPILER.starts_with("rustc ") && lines.contains(COMPILER), "{lines}");
        assert!(lines.contains("Commit: ") && lines.contains("GHz"), "{lines}");
    }
}
