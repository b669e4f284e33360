//! What registers, flags and memory hold while the lines of a kernel are followed.

mod shift;

use super::{CARRY, Task};
use crate::ir::{Group, Op, Program, Step, Value};
use std::collections::BTreeMap;

/// What a register, or eight bytes of memory, holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// A number.
    Number(Value),
    /// The address of an array: the result, or an operand by its number.
    Address(Array),
    /// What the caller left in the register of this number.
    Caller(usize),
}

/// An array that an argument points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Array {
    /// The result.
    Result,
    /// An operand.
    Operand(usize),
}

/// Registers by number, of 64 and of 32 bits.
const REGISTERS: [(&str, &str); 16] = [
    ("rax", "eax"),
    ("rbx", "ebx"),
    ("rcx", "ecx"),
    ("rdx", "edx"),
    ("rsi", "esi"),
    ("rdi", "edi"),
    ("rbp", "ebp"),
    ("rsp", "esp"),
    ("r8", "r8d"),
    ("r9", "r9d"),
    ("r10", "r10d"),
    ("r11", "r11d"),
    ("r12", "r12d"),
    ("r13", "r13d"),
    ("r14", "r14d"),
    ("r15", "r15d"),
];

/// Registers that a function leaves as they were.
const KEPT: [&str; 6] = ["rbx", "rbp", "r12", "r13", "r14", "r15"];

/// The stack pointer, which holds no word: the depth of the stack is known.
const STACK: &str = "rsp";

/// The lower 32 bits of a word.
const HALF: u64 = 0xffff_ffff;

/// The most bytes that a kernel has on the stack.
const MOST_STACK: i64 = 1024;

/// A flag that carries: nothing where an instruction left it as something else.
type Flag = Option<Value>;

/// What the lines have done so far.
pub(super) struct State {
    program: Program,
    constants: BTreeMap<u64, Value>,
    registers: [Option<Word>; 16],
    carry: Flag,
    overflow: Flag,
    /// Bytes between the stack pointer and the return address.
    depth: i64,
    /// By distance below the return address.
    stack: BTreeMap<i64, Word>,
    limbs: usize,
    result: Vec<Option<Word>>,
    has_returned: bool,
}

/// Where an operand is.
#[derive(Clone, Copy)]
enum Operand {
    Register(usize),
    Low(usize),
    Constant(u64),
    Word(Array, usize),
    Stack(i64),
}

fn register(name: &str) -> Option<usize> {
    REGISTERS.iter().position(|(wide, _)| *wide == name)
}

impl State {
    /// The state at the first line.
    pub(super) fn new(task: Task, limbs: usize) -> Self {
        let mut state = Self {
            program: Program::empty(task.name(), 64),
            constants: BTreeMap::new(),
            registers: std::array::from_fn(|at| Some(Word::Caller(at))),
            carry: None,
            overflow: None,
            depth: 0,
            stack: BTreeMap::new(),
            limbs,
            result: vec![None; limbs],
            has_returned: false,
        };
        for (group, name) in task.inputs().iter().enumerate() {
            let limbs = (0..limbs).map(|at| state.push(Op::Input, &[], input(group, at)));
            let limbs = limbs.collect();
            state.program.inputs.push(Group { name, limbs });
        }
        let arguments = [Array::Result, Array::Operand(0), Array::Operand(1)];
        let arguments = arguments.into_iter().zip(["rdi", "rsi", "rdx"]);
        for (array, name) in arguments.take(task.inputs().len() + 1) {
            let at = register(name).expect("a register");
            state.registers[at] = Some(Word::Address(array));
        }
        state
    }

    fn push(&mut self, op: Op, args: &[Value], immediate: u64) -> Value {
        self.program.steps.push(Step { op, args: args.to_vec(), immediate });
        Value::new(self.program.steps.len() - 1, 0)
    }

    fn constant(&mut self, word: u64) -> Value {
        if let Some(value) = self.constants.get(&word) {
            return *value;
        }
        let value = self.push(Op::Const, &[], word);
        self.constants.insert(word, value);
        value
    }

    /// The number that is in a register or on the stack, if it is one.
    pub(super) fn number(&self, place: &str) -> Option<Value> {
        if place == CARRY {
            return self.carry;
        }
        let word = match self.operand(place).ok()? {
            Operand::Register(at) => self.registers[at]?,
            Operand::Stack(at) => *self.stack.get(&at)?,
            _ => return None,
        };
        if let Word::Number(value) = word { Some(value) } else { None }
    }

    /// Follows a line.
    pub(super) fn follow(&mut self, line: &str) -> Result<(), String> {
        if self.has_returned {
            return Err("after the return".into());
        }
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split(", ").collect();
        match (name, words.as_slice()) {
            ("push", [from]) => self.push_word(from),
            ("pop", [to]) => self.pop_word(to),
            ("ret", [""]) => self.leave(),
            ("add" | "sub", [to, by]) if *to == STACK => self.move_stack(name, by),
            ("mov", [to, from]) => self.mov(to, from),
            ("xor", [to, from]) if to == from => self.clear(to),
            ("mulx", [high, low, factor]) => self.mulx(high, low, factor),
            ("sbb", [to, from]) if to == from => self.mask(to),
            ("add" | "adc" | "sub" | "sbb", [to, from]) => self.chain(name, to, from),
            ("adcx" | "adox", [to, from]) => self.chain(name, to, from),
            ("and", [to, from]) => self.and(to, from),
            ("or", [to, from]) => self.or(to, from),
            ("shl" | "shr", [to, by]) => self.shift(name, to, by),
            ("shlx" | "shrx", [to, from, by]) => self.shift_apart(name, to, from, by),
            ("cmovb", [to, from]) => self.select(to, from),
            _ => Err("unknown".into()),
        }
    }

    /// The program and the words of the result, after the last line.
    pub(super) fn end(self) -> Result<(Program, Vec<Option<Word>>), String> {
        if !self.has_returned {
            return Err("no return".into());
        }
        Ok((self.program, self.result))
    }

    fn leave(&mut self) -> Result<(), String> {
        if self.depth != 0 {
            return Err("the stack is not where it was".into());
        }
        for name in KEPT {
            let at = register(name).ok_or("no register")?;
            if self.registers[at] != Some(Word::Caller(at)) {
                return Err(format!("{name} is not what it was"));
            }
        }
        self.has_returned = true;
        Ok(())
    }

    fn push_word(&mut self, from: &str) -> Result<(), String> {
        let Operand::Register(at) = self.operand(from)? else { return Err("no register".into()) };
        let word = self.registers[at].ok_or("reads what was not written")?;
        self.go_down(8)?;
        self.stack.insert(self.depth, word);
        Ok(())
    }

    fn pop_word(&mut self, to: &str) -> Result<(), String> {
        let Operand::Register(at) = self.operand(to)? else { return Err("no register".into()) };
        if self.depth == 0 {
            return Err("takes the return address".into());
        }
        let word = self.stack.get(&self.depth).copied();
        self.registers[at] = Some(word.ok_or("reads what was not written")?);
        self.go_up(8)
    }

    fn go_down(&mut self, bytes: i64) -> Result<(), String> {
        self.depth += bytes;
        if self.depth > MOST_STACK { Err("too much of the stack".into()) } else { Ok(()) }
    }

    /// What is below the stack pointer is anybody's.
    fn go_up(&mut self, bytes: i64) -> Result<(), String> {
        self.depth -= bytes;
        let depth = self.depth;
        self.stack.retain(|at, _| *at <= depth);
        if depth < 0 { Err("above the return address".into()) } else { Ok(()) }
    }

    fn move_stack(&mut self, name: &str, by: &str) -> Result<(), String> {
        let bytes: i64 = by.parse().map_err(|_| "no distance")?;
        if bytes <= 0 || bytes % 8 != 0 || bytes > MOST_STACK {
            return Err("no distance".into());
        }
        (self.carry, self.overflow) = (None, None);
        if name == "sub" { self.go_down(bytes) } else { self.go_up(bytes) }
    }

    fn mov(&mut self, to: &str, from: &str) -> Result<(), String> {
        let from = self.operand(from)?;
        let word = match from {
            Operand::Constant(word) => Word::Number(self.constant(word)),
            Operand::Low(at) => {
                let (own, half) = (self.value(&Operand::Register(at))?, self.constant(HALF));
                Word::Number(self.push(Op::And, &[own, half], 0))
            }
            from => self.read(&from)?,
        };
        match (self.operand(to)?, from) {
            (Operand::Register(_), Operand::Low(_)) => return Err("half a register".into()),
            (Operand::Register(at), _) => self.registers[at] = Some(word),
            // 32 bits clear the upper half.
            (Operand::Low(at), Operand::Constant(0..=HALF) | Operand::Low(_)) => {
                self.registers[at] = Some(word);
            }
            (Operand::Word(Array::Result, at), Operand::Register(_)) => {
                self.result[at] = Some(word);
            }
            (Operand::Stack(at), Operand::Register(_)) => {
                self.stack.insert(at, word);
            }
            _ => return Err("writes where it must not".into()),
        }
        Ok(())
    }

    /// `xor r, r`: zero, and no carry in either chain.
    fn clear(&mut self, to: &str) -> Result<(), String> {
        let (Operand::Low(at) | Operand::Register(at)) = self.operand(to)? else {
            return Err("no register".into());
        };
        let zero = self.constant(0);
        self.registers[at] = Some(Word::Number(zero));
        (self.carry, self.overflow) = (Some(zero), Some(zero));
        Ok(())
    }

    fn mulx(&mut self, high: &str, low: &str, factor: &str) -> Result<(), String> {
        let factor = self.operand(factor)?;
        let factor = self.value(&factor)?;
        let multiplier = self.value(&Operand::Register(register("rdx").ok_or("no register")?))?;
        let (Operand::Register(high), Operand::Register(low)) =
            (self.operand(high)?, self.operand(low)?)
        else {
            return Err("no register".into());
        };
        if high == low {
            return Err("one register for both halves".into());
        }
        let product = self.push(Op::MulWide, &[multiplier, factor], 0);
        self.registers[low] = Some(Word::Number(product));
        self.registers[high] = Some(Word::Number(Value::new(product.step(), 1)));
        Ok(())
    }

    /// Sums and differences. Those of the carry flag leave no carry in the overflow flag.
    fn chain(&mut self, name: &str, to: &str, from: &str) -> Result<(), String> {
        let Operand::Register(at) = self.operand(to)? else { return Err("no register".into()) };
        let from = self.operand(from)?;
        let is_constant = matches!(from, Operand::Constant(_));
        if is_constant && matches!(name, "adcx" | "adox") {
            return Err("no constant here".into());
        }
        let by = match from {
            Operand::Constant(word) => {
                // An instruction has 32 bits with a sign for it.
                i32::try_from(word as i64).map_err(|_| "a constant that is too long")?;
                self.constant(word)
            }
            from => self.value(&from)?,
        };
        let with = match name {
            "add" | "sub" => self.constant(0),
            "adox" => self.overflow.ok_or("the overflow flag is no carry")?,
            _ => self.carry.ok_or("the carry flag is no carry")?,
        };
        let own = self.value(&Operand::Register(at))?;
        let step = self.program.step_of(by);
        if name == "add" && step.op == Op::Shl && step.args == [own] && step.immediate >= 32 {
            self.add_shifted(at, [own, by]);
            return Ok(());
        }
        let op = if matches!(name, "sub" | "sbb") { Op::Sbb } else { Op::Adc };
        let sum = self.push(op, &[own, by, with], 0);
        let carry = Some(Value::new(sum.step(), 1));
        self.registers[at] = Some(Word::Number(sum));
        match name {
            "adcx" => self.carry = carry,
            "adox" => self.overflow = carry,
            _ => (self.carry, self.overflow) = (carry, None),
        }
        Ok(())
    }

    /// `and r, 2^k - 1`, of a register or of its lower half.
    fn and(&mut self, to: &str, from: &str) -> Result<(), String> {
        let (Operand::Register(at) | Operand::Low(at)) = self.operand(to)? else {
            return Err("no register".into());
        };
        let Operand::Constant(mask) = self.operand(from)? else { return Err("no mask".into()) };
        if mask == 0 || mask & (mask + 1) != 0 || mask >> 31 != 0 {
            return Err("no mask".into());
        }
        let (own, mask) = (self.value(&Operand::Register(at))?, self.constant(mask));
        let low = self.push(Op::And, &[own, mask], 0);
        self.put(at, low);
        Ok(())
    }

    /// `cmovb`: another word where there is a carry. It stays.
    fn select(&mut self, to: &str, from: &str) -> Result<(), String> {
        let (Operand::Register(to), Operand::Register(from)) =
            (self.operand(to)?, self.operand(from)?)
        else {
            return Err("no register".into());
        };
        let words = [from, to].map(|at| self.value(&Operand::Register(at)));
        let [from, own] = words;
        let bit = self.carry.ok_or("the carry flag is no carry")?;
        let mask = self.push(Op::Mask, &[bit], 0);
        let selected = self.push(Op::Select, &[mask, from?, own?], 0);
        self.registers[to] = Some(Word::Number(selected));
        Ok(())
    }

    /// `sbb r, r`: all ones where there is a carry. It stays.
    fn mask(&mut self, to: &str) -> Result<(), String> {
        let Operand::Register(at) = self.operand(to)? else { return Err("no register".into()) };
        let bit = self.carry.ok_or("the carry flag is no carry")?;
        let mask = self.push(Op::Mask, &[bit], 0);
        self.registers[at] = Some(Word::Number(mask));
        self.overflow = None;
        Ok(())
    }

    /// Writes a register by an instruction that leaves no carry in the flags.
    fn put(&mut self, at: usize, value: Value) {
        self.registers[at] = Some(Word::Number(value));
        (self.carry, self.overflow) = (None, None);
    }

    fn value(&self, operand: &Operand) -> Result<Value, String> {
        match self.read(operand)? {
            Word::Number(value) => Ok(value),
            _ => Err("no number".into()),
        }
    }

    fn read(&self, operand: &Operand) -> Result<Word, String> {
        let nothing = "reads what was not written".to_string();
        match operand {
            Operand::Register(at) => self.registers[*at].ok_or(nothing),
            Operand::Stack(at) => self.stack.get(at).copied().ok_or(nothing),
            Operand::Word(Array::Operand(group), limb) => {
                // The result may lie where an operand does.
                if self.result.iter().any(Option::is_some) {
                    return Err("reads an operand after the result was written".into());
                }
                Ok(Word::Number(self.program.inputs[*group].limbs[*limb]))
            }
            _ => Err("reads what it must not".into()),
        }
    }

    fn operand(&self, word: &str) -> Result<Operand, String> {
        if let Some(at) = register(word) {
            let is_stack = word == STACK;
            return if is_stack {
                Err("the stack pointer".into())
            } else {
                Ok(Operand::Register(at))
            };
        }
        if let Some(at) = REGISTERS.iter().position(|(_, low)| *low == word) {
            return if word == "esp" {
                Err("the stack pointer".into())
            } else {
                Ok(Operand::Low(at))
            };
        }
        if let Some(inner) = word.strip_prefix("qword ptr [") {
            let inner = inner.strip_suffix(']').and_then(|inner| inner.split_once(" + "));
            let (base, offset) = inner.ok_or("no operand")?;
            let offset: i64 = offset.parse().map_err(|_| "no offset")?;
            return self.memory(base, offset);
        }
        let constant = match (word.strip_prefix("0x"), word.strip_prefix('-')) {
            (Some(digits), _) => u64::from_str_radix(digits, 16).ok(),
            (_, Some(digits)) => digits.parse().ok().map(u64::wrapping_neg),
            _ => word.parse().ok(),
        };
        constant.map(Operand::Constant).ok_or("no operand".into())
    }

    fn memory(&self, base: &str, offset: i64) -> Result<Operand, String> {
        if offset % 8 != 0 || offset < 0 {
            return Err("no word".into());
        }
        if base == STACK {
            let at = self.depth - offset;
            return if at > 0 { Ok(Operand::Stack(at)) } else { Err("not of this stack".into()) };
        }
        let base = register(base).and_then(|at| self.registers[at]);
        let Some(Word::Address(array)) = base else { return Err("no array".into()) };
        let limb = (offset / 8) as usize;
        if limb < self.limbs { Ok(Operand::Word(array, limb)) } else { Err("outside".into()) }
    }
}

/// The place of an input word, as programs have it.
fn input(group: usize, limb: usize) -> u64 {
    (group as u64) << 32 | limb as u64
}
