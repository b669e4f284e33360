//! Runs a program beside the library that writes its steps, and reads them.

use crate::operands::Registers;
use crate::program::Image;
use crate::translate::Translator;
use iced_x86::Register;
use nix::sys::personality::{self, Persona};
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Words of a step: the address of the instruction, the general registers in the order of their
/// numbers, and the number that divides, if it is in memory.
const WORDS: usize = 18;

/// The registers before an instruction.
#[derive(Debug, Clone, Copy)]
pub struct Step([u64; WORDS]);

impl Step {
    /// The address of the instruction.
    #[must_use]
    pub fn at(&self) -> u64 {
        self.0[0]
    }

    /// Whether registers have the same values in another step, those whose numbers are set in a
    /// mask; bit 16 stands for the number in memory that divides.
    #[must_use]
    pub fn agrees(&self, other: &Self, mut mask: u32) -> bool {
        while mask != 0 {
            let number = 1 + mask.trailing_zeros() as usize;
            if self.0[number] != other.0[number] {
                return false;
            }
            mask &= mask - 1;
        }
        true
    }

    /// The end of the stack.
    #[must_use]
    pub fn stack(&self) -> u64 {
        self.0[1 + Register::RSP.number()]
    }
}

impl Registers for Step {
    fn divisor(&self) -> Option<u64> {
        Some(self.0[WORDS - 1])
    }

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
    /// Whether the processor's trap flag makes the steps, and not copies of the code: the same
    /// steps, but for those of repeated string instructions, which are many then.
    pub by_traps: bool,
}

/// A run.
#[derive(Debug)]
pub struct Run {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    translator: Translator,
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
            .env("STEPS_TRAP", if plan.by_traps { "1" } else { "0" })
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if plan.from_random {
            command.env("STEPS_RANDOM", "1");
        }
        let mut child =
            command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = input.zip(output).ok_or("no pipes")?;
        let mut output = BufReader::with_capacity(1 << 20, output);
        let begun = maps(&mut output).and_then(|(maps, copies)| {
            let image = Image::read(&maps, program)?;
            let watched = plan.left.iter().map(|(at, _)| image.base + at).collect();
            Ok((image, Translator::new(copies, watched)))
        });
        match begun {
            Ok((image, translator)) => Ok(Self { child, input, output, translator, image }),
            Err(why) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(why)
            }
        }
    }

    /// Returns the next step; `None` after the last. Errors: it asks for code that cannot be
    /// copied.
    pub fn step(&mut self) -> Result<Option<Step>, String> {
        loop {
            let mut bytes = [0; 8 * WORDS];
            if self.output.read_exact(&mut bytes).is_err() {
                return Ok(None);
            }
            let word =
                |i: usize| bytes[8 * i..].first_chunk().map_or(0, |it| u64::from_le_bytes(*it));
            // No instruction stands at 0: it is a question.
            if word(0) != 0 {
                return Ok(Some(Step(std::array::from_fn(word))));
            }
            self.answer(word(1))?;
        }
    }

    /// Gives a run the copy of a block: where it lies, its length, where it begins, its bytes. The
    /// length is 0 if the code is of no file.
    fn answer(&mut self, at: u64) -> Result<(), String> {
        let mut answer = Vec::new();
        if let Some(copy) = self.translator.copy(&self.image, at)? {
            for word in [copy.place, copy.code.len() as u64, copy.start] {
                answer.extend(word.to_le_bytes());
            }
            answer.extend(copy.code);
        } else {
            answer.extend([0; 24]);
        }
        let told = self.input.write_all(&answer);
        told.map_err(|error| format!("the program takes no copies: {error}"))
    }

    /// Waits for the end. Errors: it failed; with what it said.
    pub fn end(mut self) -> Result<(), String> {
        drop((self.input, self.output));
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

/// The list of the process's memory, and where copies lie: they come first.
fn maps(output: &mut impl Read) -> Result<(String, [u64; 2]), String> {
    let mut length = [0; 8];
    let unsaid = |error| format!("the program said nothing of its steps: {error}");
    output.read_exact(&mut length).map_err(unsaid)?;
    let length = u64::from_le_bytes(length);
    if length > 1 << 20 {
        return Err("the program wrote something else than steps".into());
    }
    let mut text = vec![0; length as usize];
    output.read_exact(&mut text).map_err(unsaid)?;
    let mut copies = [[0; 8]; 2];
    for it in &mut copies {
        output.read_exact(it).map_err(unsaid)?;
    }
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    Ok((text, copies.map(u64::from_le_bytes)))
}
