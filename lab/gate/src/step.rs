//! Counting by single steps, for what valgrind's processor does not have, such as AVX-512.
//!
//! The program runs on the machine's own processor, one instruction at a time, as under a debugger;
//! a breakpoint says when the window opens. What callgrind counts, this counts: instructions of
//! this program between the entry of the window and its return, those of the C library left out. It
//! takes some microseconds an instruction.

use nix::libc::user_regs_struct;
use nix::sched::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
use nix::sys::ptrace;
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;
use std::ffi::c_void;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The instruction of a breakpoint, `int3`.
const BREAKPOINT: i64 = 0xcc;

/// Runs `program run` with further arguments and returns the instructions of each time the window
/// was open, in order. Errors: the text says what failed.
pub fn count(program: &Path, arguments: &[&str]) -> Result<Vec<u64>, String> {
    let mut counts = Vec::new();
    follow(program, &[&["run", "--wait"], arguments].concat(), |run, _| {
        counts.resize(counts.len().max(run + 1), 0);
        counts[run] += 1;
        Ok(())
    })?;
    Ok(counts)
}

/// An instruction of the program that is about to run.
pub struct Step<'a> {
    pid: Pid,
    /// The registers before it.
    pub registers: &'a user_regs_struct,
}

impl Step<'_> {
    /// Returns a number of up to eight bytes in the program's memory. Errors: it cannot be read.
    pub fn number(&self, at: u64, bytes: usize) -> Result<u64, String> {
        let word = ptrace::read(self.pid, address(at)).map_err(failed("read"))? as u64;
        Ok(if bytes < 8 { word & ((1 << (8 * bytes)) - 1) } else { word })
    }

    /// Returns the code from the instruction on, as many bytes as one can have.
    pub fn code(&self) -> Result<Vec<u8>, String> {
        let mut code = Vec::new();
        for word in 0..2 {
            let at = address(self.registers.rip + 8 * word);
            code.extend(ptrace::read(self.pid, at).map_err(failed("read"))?.to_le_bytes());
        }
        Ok(code)
    }
}

/// Runs a program that prints the address of its window and waits for the end of its input, and
/// gives `see` every instruction of it inside the window, with how often it was open before.
/// Errors: the text says what failed.
pub fn follow(
    program: &Path,
    arguments: &[&str],
    see: impl FnMut(usize, &Step<'_>) -> Result<(), String>,
) -> Result<(), String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let done = together(&child).and_then(|_pinned| windows(&mut child, program, see));
    // It has ended, unless something failed.
    let _ = child.kill();
    let _ = child.wait();
    done
}

/// Where this thread could run before it was bound to one processor; dropped, it can again.
struct Pinned(CpuSet);

impl Drop for Pinned {
    fn drop(&mut self) {
        // As it was before, so there is nothing to refuse.
        let _ = sched_setaffinity(Pid::from_raw(0), &self.0);
    }
}

/// Binds this thread and a child to one processor. They take turns, and to wake what sleeps on
/// another processor costs some times a step.
fn together(child: &Child) -> Result<Pinned, String> {
    let this = Pid::from_raw(0);
    let before = sched_getaffinity(this).map_err(failed("affinity"))?;
    let pid = i32::try_from(child.id()).map_err(|error| error.to_string())?;
    let mut one = CpuSet::new();
    one.set(sched_getcpu().map_err(failed("processor"))?).map_err(failed("processor"))?;
    let pinned = Pinned(before);
    for bound in [this, Pid::from_raw(pid)] {
        sched_setaffinity(bound, &one).map_err(failed("affinity"))?;
    }
    Ok(pinned)
}

/// Steps through every window of a child that waits at its start.
fn windows(
    child: &mut Child,
    program: &Path,
    mut see: impl FnMut(usize, &Step<'_>) -> Result<(), String>,
) -> Result<(), String> {
    let mut line = String::new();
    let output = child.stdout.take().ok_or("no output")?;
    BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
    let window = u64::from_str_radix(line.trim(), 16);
    let window = window.map_err(|_| format!("{line:?} is no address"))?;
    let pid = i32::try_from(child.id()).map_err(|error| error.to_string())?;
    let traced = Traced::attach(Pid::from_raw(pid), program)?;
    // The end of its input is what the child waits for.
    drop(child.stdin.take());
    let mut run = 0;
    while traced.runs_to(window)? {
        traced.steps_out(|step| see(run, step))?;
        run += 1;
    }
    Ok(())
}

/// A process under control, stopped.
struct Traced {
    pid: Pid,
    /// Where the instructions of the program itself lie.
    own: Vec<Range<u64>>,
}

fn failed(what: &str) -> impl Fn(nix::Error) -> String {
    move |error| format!("{what}: {error}")
}

fn address(at: u64) -> *mut c_void {
    at as *mut c_void
}

impl Traced {
    fn attach(pid: Pid, program: &Path) -> Result<Self, String> {
        ptrace::attach(pid).map_err(failed("the program cannot be traced"))?;
        waitpid(pid, None).map_err(failed("wait"))?;
        let maps = std::fs::read_to_string(format!("/proc/{pid}/maps"));
        let own = code_of(&maps.map_err(|error| error.to_string())?, program);
        if own.is_empty() { Err("the program has no code".into()) } else { Ok(Self { pid, own }) }
    }

    /// Lets it run until it stops for a trap or ends, and returns whether there is more to come.
    /// Other signals are passed on.
    fn stops(&self, go: fn(Pid, Option<Signal>) -> nix::Result<()>) -> Result<bool, String> {
        let mut signal = None;
        loop {
            go(self.pid, signal).map_err(failed("the program cannot go on"))?;
            match waitpid(self.pid, None).map_err(failed("wait"))? {
                WaitStatus::Stopped(_, Signal::SIGTRAP) => return Ok(true),
                WaitStatus::Stopped(_, other) => signal = Some(other),
                WaitStatus::Exited(_, 0) => return Ok(false),
                other => return Err(format!("the program ended by {other:?}")),
            }
        }
    }

    /// Runs to the entry of the function at `window`; `false` if the program ends before.
    fn runs_to(&self, window: u64) -> Result<bool, String> {
        let code = ptrace::read(self.pid, address(window)).map_err(failed("read"))?;
        let put = |code| ptrace::write(self.pid, address(window), code).map_err(failed("write"));
        put(code & !0xff | BREAKPOINT)?;
        if !self.stops(ptrace::cont)? {
            return Ok(false);
        }
        put(code)?;
        let mut registers = ptrace::getregs(self.pid).map_err(failed("registers"))?;
        if registers.rip != window + 1 {
            return Err(format!("a trap at {:#x}, not in the window", registers.rip));
        }
        registers.rip = window;
        ptrace::setregs(self.pid, registers).map_err(failed("registers"))?;
        Ok(true)
    }

    /// Steps from the entry of a function to its return and shows the program's instructions.
    fn steps_out(
        &self,
        mut see: impl FnMut(&Step<'_>) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut registers = ptrace::getregs(self.pid).map_err(failed("registers"))?;
        let stack = registers.rsp;
        let back = ptrace::read(self.pid, address(stack)).map_err(failed("read"))? as u64;
        // A function that calls itself returns with another stack.
        while (registers.rip, registers.rsp) != (back, stack + 8) {
            if self.own.iter().any(|code| code.contains(&registers.rip)) {
                see(&Step { pid: self.pid, registers: &registers })?;
            }
            if !self.stops(ptrace::step)? {
                return Err("the program ended inside the window".into());
            }
            registers = ptrace::getregs(self.pid).map_err(failed("registers"))?;
        }
        Ok(())
    }
}

/// Returns where a file's code lies, by the list of a process's memory.
fn code_of(maps: &str, file: &Path) -> Vec<Range<u64>> {
    let code = |line: &str| {
        let mut fields = line.split_ascii_whitespace();
        let (start, end) = fields.next()?.split_once('-')?;
        let executable = fields.next()?.contains('x');
        let path = fields.nth(3)?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        (executable && Path::new(path) == file).then_some(number(start)?..number(end)?)
    };
    maps.lines().filter_map(code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: executable memory of the file counts, not its data and no other file's code.
    #[test]
    fn code_is_found() {
        let maps = "5000-6000 r--p 00000000 fe:00 12 /a/gate\n6000-9000 r-xp 00001000 fe:00 12 \
                    /a/gate\n7f00-7f80 r-xp 00000000 fe:00 13 /lib/libc.so\n7fff-8fff rw-p 0 0:0 \
                    0\nff00-ff10 r-xp 00000000 00:00 0 [vdso]\n";
        assert_eq!(code_of(maps, Path::new("/a/gate")), vec![0x6000..0x9000; 1]);
        assert!(code_of(maps, Path::new("/b/gate")).is_empty());
    }
}
