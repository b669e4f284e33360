//! Compares two runs, step by step.

use crate::operands::Operands;
use crate::program::{Image, Program};
use crate::steps::{Run, Step};
use iced_x86::InstructionInfoFactory;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// Where two runs part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The step, counted from the first that is followed.
    pub step: u64,
    /// The instruction that both had in common last, or whose addresses differ.
    pub at: u64,
    /// What differs.
    pub what: What,
}

/// What differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The next instruction.
    Path(Option<u64>, Option<u64>),
    /// An address of memory, or a number that is divided or divides.
    Operand(u64, u64),
}

/// What is told of two runs.
#[derive(Debug, Default)]
pub struct Told {
    /// Instructions that were compared.
    pub steps: u64,
    /// Addresses that were compared.
    pub addresses: u64,
    /// Places of instructions on registers of 512 bits.
    pub wide: u64,
    /// Where they part, if they do.
    pub difference: Option<Difference>,
    /// The function at which following ended, if it did before the program.
    pub ended: Option<u64>,
    /// Public functions in which the two differed.
    pub differed: BTreeSet<u64>,
    /// Instructions that no secret may reach.
    pub refused: BTreeSet<String>,
    /// Functions of the program that were followed, by where they begin, and how many steps each
    /// took.
    pub functions: BTreeMap<u64, u64>,
}

impl Told {
    /// Takes over what runs before have shown, of other pairs of the same operation.
    pub fn add(&mut self, before: Told) {
        self.wide += before.wide;
        self.ended = self.ended.or(before.ended);
        self.differed.extend(before.differed);
        self.refused.extend(before.refused);
        for (function, count) in before.functions {
            *self.functions.entry(function).or_default() += count;
        }
    }
}

/// Follows two runs of a program.
pub struct Judge<'a> {
    program: &'a Program,
    /// Functions whose steps may differ, by where they begin.
    public: &'a BTreeSet<u64>,
    /// Functions at which following ends.
    ends: &'a BTreeSet<u64>,
    info: InstructionInfoFactory,
    /// What is known of instructions, and where, by their addresses.
    known: Vec<Known>,
    places: HashMap<u64, usize, BuildHasherDefault<ByProduct>>,
    /// Of the first run and of the second.
    addresses: [Vec<u64>; 2],
    told: Told,
}

/// Hashes addresses by one product: they are not an opponent's, and there are millions of them.
#[derive(Default)]
struct ByProduct(u64);

impl Hasher for ByProduct {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

/// An instruction.
struct Known {
    /// `None` if its code is of no file: the kernel's.
    operands: Option<Operands>,
    /// The function that it is of.
    function: Option<u64>,
    /// Whether a function begins with it whose steps may differ.
    is_public: bool,
    /// Whether following ends with it.
    is_end: bool,
    count: u64,
}

impl<'a> Judge<'a> {
    /// A judge of runs of a program, the functions whose steps may differ, and those at which
    /// following ends.
    #[must_use]
    pub fn new(program: &'a Program, public: &'a BTreeSet<u64>, ends: &'a BTreeSet<u64>) -> Self {
        let info = InstructionInfoFactory::new();
        let (known, places, told) = (Vec::new(), HashMap::default(), Told::default());
        let addresses = [Vec::new(), Vec::new()];
        Self { program, public, ends, info, known, places, addresses, told }
    }

    /// Follows both to their ends, or to where they part; then they are stopped. Errors: a run
    /// failed, nothing was followed, or an instruction is not understood.
    pub fn follow(mut self, mut a: Run, mut b: Run) -> Result<Told, String> {
        match self.steps(&mut a, &mut b) {
            Ok(()) if self.told.difference.is_none() && self.told.ended.is_none() => {
                a.end()?;
                b.end()?;
            }
            Ok(()) => {
                a.stop();
                b.stop();
            }
            Err(why) => {
                a.stop();
                b.stop();
                return Err(why);
            }
        }
        for known in &self.known {
            let (Some(function), count) = (known.function, known.count) else { continue };
            *self.told.functions.entry(function).or_default() += count;
        }
        if self.told.steps == 0 { Err("nothing was followed".into()) } else { Ok(self.told) }
    }

    fn steps(&mut self, a: &mut Run, b: &mut Run) -> Result<(), String> {
        let (mut of_a, mut of_b) = (a.step()?, b.step()?);
        let mut last = 0;
        while let (Some(x), Some(y)) = (of_a, of_b) {
            if x.at() != y.at() {
                break;
            }
            last = x.at();
            let place = self.know(&a.image, last)?;
            let known = &mut self.known[place];
            if known.is_end {
                self.told.ended = Some(last.wrapping_sub(a.image.base));
                return Ok(());
            }
            known.count += 1;
            let is_public = known.is_public;
            if self.compare(place, &x, &y)? {
                return Ok(());
            }
            if is_public {
                let (there, here);
                (of_a, there) = self.pass(a, x)?;
                (of_b, here) = self.pass(b, y)?;
                if there != here {
                    self.told.differed.insert(last.wrapping_sub(a.image.base));
                }
            } else {
                (of_a, of_b) = (a.step()?, b.step()?);
            }
        }
        let (of_a, of_b) = (of_a.map(|it| it.at()), of_b.map(|it| it.at()));
        if of_a != of_b {
            let what = What::Path(of_a, of_b);
            self.told.difference = Some(Difference { step: self.told.steps, at: last, what });
        }
        Ok(())
    }

    /// Passes over a function, and returns the step after it and what tells its steps from others.
    fn pass(&mut self, run: &mut Run, entry: Step) -> Result<(Option<Step>, u64), String> {
        let mut sum: u64 = 0;
        let mut step = Some(entry);
        // What a function has returned to has more of the stack.
        while let Some(it) = step.filter(|it| it.stack() <= entry.stack()) {
            let place = self.know(&run.image, it.at())?;
            let mut named = std::mem::take(&mut self.addresses[0]);
            named.clear();
            named.push(it.at());
            if let Some(operands) = &self.known[place].operands {
                operands.append(&it, &mut named)?;
            }
            for value in &named {
                sum = (sum ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            }
            self.addresses[0] = named;
            step = run.step()?;
        }
        Ok((step, sum))
    }

    /// Compares what an instruction names in both, and returns whether it differs.
    fn compare(&mut self, place: usize, a: &Step, b: &Step) -> Result<bool, String> {
        self.told.steps += 1;
        let known = &self.known[place];
        let Some(operands) = &known.operands else { return Ok(false) };
        if known.count == 1 {
            self.told.wide += u64::from(operands.is_wide);
            if let Some(mnemonic) = operands.refused {
                let function = known.function.and_then(|at| self.program.function_at(at));
                let name = function.map_or("another file", |(_, function)| &function.name);
                self.told.refused.insert(format!("{mnemonic:?} in {name}"));
            }
        }
        self.told.addresses += operands.count() as u64;
        // What all is made of is the same: so is all.
        if a.agrees(b, operands.registers) {
            return Ok(false);
        }
        for (step, out) in [a, b].into_iter().zip(&mut self.addresses) {
            out.clear();
            operands.append(step, out)?;
        }
        let [of_a, of_b] = &self.addresses;
        let Some((x, y)) = of_a.iter().zip(of_b).find(|(x, y)| x != y) else { return Ok(false) };
        let (step, at) = (self.told.steps, a.at());
        self.told.difference = Some(Difference { step, at, what: What::Operand(*x, *y) });
        Ok(true)
    }

    /// Returns the place of what is known of the instruction at an address; reads it, if that has
    /// not been done.
    fn know(&mut self, image: &Image, at: u64) -> Result<usize, String> {
        if let Some(&place) = self.places.get(&at) {
            return Ok(place);
        }
        let code = image.code(at);
        let operands = code.map(|code| Operands::read(code, at, &mut self.info)).transpose()?;
        let is_own = image.place(at).is_some_and(|(path, _)| path == self.program.path);
        let offset = at.wrapping_sub(image.base);
        let function = is_own.then(|| self.program.function_at(offset)).flatten();
        let is_public = is_own && self.public.contains(&offset);
        let function = function.map(|(start, _)| start);
        let is_end = self.ends.contains(&offset);
        self.known.push(Known { operands, function, is_public, is_end, count: 0 });
        self.places.insert(at, self.known.len() - 1);
        Ok(self.known.len() - 1)
    }
}
