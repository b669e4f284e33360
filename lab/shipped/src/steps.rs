//! Runs a program beside the library that writes its steps, and reads them.

use crate::operands::Registers;
use crate::program::Image;
use iced_x86::Register;
use nix::sys::personality::{self, Persona};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// Words of a step: the address of the instruction, and the general registers in the order of
/// their numbers.
const WORDS: usize = 17;

/// The registers before an instruction.
#[derive(Debug, Clone, Copy)]
pub struct Step([u64; WORDS]);

impl Step {
    /// The address of the instruction.
    #[must_use]
    pub fn at(&self) -> u64 {
        self.0[0]
    }

    /// The end of the stack.
    #[must_use]
    pub fn stack(&self) -> u64 {
        self.0[1 + Register::RSP.number()]
    }
}

impl Registers for Step {
    fn value(&self, register: Register) -> Option<u64> {
        match register {
            Register::RIP => Some(self.at()),
            // The base of what a thread owns is the same in each run: offsets tell all.
            Register::FS | Register::GS => Some(0),
            register if register.is_gpr64() => Some(self.0[1 + register.number()]),
            _ => None,
        }
    }
}

/// The library that writes steps, built.
#[derive(Debug)]
pub struct Library(PathBuf);

impl Library {
    /// Its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Builds it in a folder, by the C compiler of the machine. Errors: there is none, or it
    /// refuses.
    pub fn build(folder: &Path) -> Result<Self, String> {
        let (source, out) = (folder.join("steps.c"), folder.join("steps.so"));
        std::fs::write(&source, include_str!("steps.c")).map_err(|why| why.to_string())?;
        let options = ["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"];
        let built = Command::new("cc").args(options).args([&out, &source]).status();
        match built {
            Ok(status) if status.success() => Ok(Self(out)),
            Ok(_) => Err("the library of steps does not compile".into()),
            Err(why) => Err(format!("no C compiler: {why}")),
        }
    }
}

/// Where following begins, and what is passed over.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Offsets of functions: the first that is entered begins.
    pub from: Vec<u64>,
    /// Whether it begins where randomness is asked for, too.
    pub from_random: bool,
    /// Functions that run without steps after they were followed so often.
    pub left: Vec<(u64, u64)>,
}

/// A run.
#[derive(Debug)]
pub struct Run {
    child: Child,
    output: BufReader<ChildStdout>,
    /// Its code.
    pub image: Image,
}

/// Makes addresses of all programs that are started from now on the same in each run. Errors: the
/// system refuses.
pub fn fix_addresses() -> Result<(), String> {
    let fixed = personality::get().map(|now| now | Persona::ADDR_NO_RANDOMIZE);
    let set = fixed.and_then(personality::set);
    set.map(drop).map_err(|why| format!("addresses cannot be fixed: {why}"))
}

impl Run {
    /// Starts a program in a folder, with what a number makes random. Errors: it does not start.
    pub fn start(
        library: &Library,
        program: &Path,
        folder: &Path,
        arguments: &[String],
        seed: u64,
        plan: &Plan,
    ) -> Result<Self, String> {
        let from: Vec<String> = plan.from.iter().map(|at| format!("{at:x}")).collect();
        let left: Vec<String> =
            plan.left.iter().map(|(at, count)| format!("{at:x}:{count:x}")).collect();
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(folder)
            .env_clear()
            .env("LD_PRELOAD", &library.0)
            // Equally long for all: what stands in the environment lies on the stack.
            .env("STEPS_SEED", format!("{seed:020}"))
            .env("STEPS_FROM", from.join(" "))
            .env("STEPS_LEAVE", left.join(" "))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if plan.from_random {
            command.env("STEPS_RANDOM", "1");
        }
        let mut child =
            command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut output = BufReader::with_capacity(1 << 20, output);
        let maps = maps(&mut output);
        let image = maps.and_then(|maps| Image::read(&maps, program));
        match image {
            Ok(image) => Ok(Self { child, output, image }),
            Err(why) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(why)
            }
        }
    }

    /// Returns the next step; `None` after the last.
    pub fn step(&mut self) -> Option<Step> {
        let mut bytes = [0; 8 * WORDS];
        self.output.read_exact(&mut bytes).ok()?;
        let word = |i: usize| bytes[8 * i..].first_chunk().map_or(0, |it| u64::from_le_bytes(*it));
        Some(Step(std::array::from_fn(word)))
    }

    /// Waits for the end. Errors: it failed; with what it said.
    pub fn end(mut self) -> Result<(), String> {
        drop(self.output);
        let mut said = String::new();
        if let Some(mut errors) = self.child.stderr.take() {
            let _ = errors.read_to_string(&mut said);
        }
        let status = self.child.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("{status}: {said}")) }
    }

    /// Ends it where it is.
    pub fn stop(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The list of the process's memory, which comes first.
fn maps(output: &mut impl Read) -> Result<String, String> {
    let mut length = [0; 8];
    let unsaid = |error| format!("the program said nothing of its steps: {error}");
    output.read_exact(&mut length).map_err(unsaid)?;
    let length = u64::from_le_bytes(length);
    if length > 1 << 20 {
        return Err("the program wrote something else than steps".into());
    }
    let mut text = vec![0; length as usize];
    output.read_exact(&mut text).map_err(unsaid)?;
    String::from_utf8(text).map_err(|error| error.to_string())
}
