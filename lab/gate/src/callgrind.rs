//! Counting by valgrind's callgrind.
//!
//! It runs the program on a processor of its own making, so the counts are those of the code and
//! not of the machine. Only instructions of this program count, not those of the C library, which
//! differ from one machine to the next.

use std::path::Path;
use std::process::Command;

/// Returns the version of valgrind; `None` where there is none.
#[must_use]
pub fn version() -> Option<String> {
    let output = Command::new("valgrind").arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Runs `program run` with further arguments and returns the instructions of each time the window
/// was open, in order. Errors: the text says what failed.
pub fn count(program: &Path, arguments: &[&str], window: &str) -> Result<Vec<u64>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = folder.path().join("out");
    let output = Command::new("valgrind")
        .args(["-q", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no"])
        .arg("--dump-line=no")
        .args([format!("--toggle-collect={window}"), format!("--dump-after={window}")])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .arg("run")
        .args(arguments)
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    if !output.status.success() {
        return Err(format!("valgrind: {}", String::from_utf8_lossy(&output.stderr)));
    }
    // One file for each dump, and the last one, of the end of the program, without a number.
    let mut counts = Vec::new();
    loop {
        let path = folder.path().join(format!("out.{}", counts.len() + 1));
        let Ok(text) = std::fs::read_to_string(&path) else { break };
        counts.push(instructions_in(&text, &program.to_string_lossy()));
    }
    Ok(counts)
}

/// Returns the instructions of one object in a dump of uncompressed names and positions.
///
/// A dump lists functions: `ob=` names the object of those that follow, `position cost` are the
/// costs of a function itself. The line after `calls=` is the cost of what was called, which is
/// listed there.
fn instructions_in(dump: &str, object: &str) -> u64 {
    let (mut inside, mut of_callee, mut sum) = (false, false, 0);
    for line in dump.lines() {
        if let Some(name) = line.strip_prefix("ob=") {
            inside = name == object;
        } else if line.starts_with("calls=") {
            of_callee = true;
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            let cost = line.split(' ').nth(1).and_then(|cost| cost.parse::<u64>().ok());
            if inside && !of_callee {
                sum += cost.unwrap_or(0);
            }
            of_callee = false;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: own costs of one object count, once: neither callees' nor another library's.
    #[test]
    fn own_instructions_of_the_object_count() {
        let dump = "version: 1\npositions: line\nevents: Ir\n\nob=/a/gate\nfl=???\nfn=f\n0 10\n\
                    cob=/lib/libc.so\ncfn=memcpy\ncalls=3 0\n0 500\n0 7\n\nob=/lib/libc.so\n\
                    fn=memcpy\n0 500\n\nob=/a/gate\nfn=g\n12 100\n\ntotals: 617\n";
        assert_eq!(instructions_in(dump, "/a/gate"), 117);
        assert_eq!(instructions_in(dump, "/lib/libc.so"), 500);
        assert_eq!(instructions_in(dump, "/b/gate"), 0);
    }
}
