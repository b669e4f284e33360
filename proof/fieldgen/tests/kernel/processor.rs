//! What a processor does with the lines of a kernel, on words: written apart from the reader.

use std::collections::BTreeMap;

/// Where the arrays and the stack are.
const OUT: u64 = 0x1000;
const A: u64 = 0x2000;
const B: u64 = 0x3000;
const STACK: u64 = 0x9000;

/// Registers by their names of 64 bits, flags, and memory by address.
#[derive(Default)]
struct Processor {
    registers: BTreeMap<String, u64>,
    memory: BTreeMap<u64, u64>,
    carry: bool,
    overflow: bool,
}

/// The name of 64 bits, and how many bits `name` has.
fn register(name: &str) -> Option<(String, u32)> {
    let digits = name.trim_start_matches('r').trim_end_matches('d');
    if name.starts_with('r') && digits.parse::<u8>().is_ok() {
        let bits = if name.ends_with('d') { 32 } else { 64 };
        return Some((format!("r{digits}"), bits));
    }
    let known = ["ax", "bx", "cx", "dx", "si", "di", "bp", "sp"].contains(&name.get(1..)?);
    match name.get(..1)? {
        "r" if known => Some((name.to_string(), 64)),
        "e" if known => Some((format!("r{}", &name[1..]), 32)),
        _ => None,
    }
}

impl Processor {
    fn address(&self, operand: &str) -> Option<u64> {
        let inner = operand.strip_prefix("qword ptr [")?.strip_suffix(']')?;
        let (base, offset) = inner.split_once(" + ")?;
        Some(self.registers.get(&register(base)?.0)? + offset.parse::<u64>().ok()?)
    }

    fn read(&self, operand: &str) -> Option<u64> {
        if let Some((name, bits)) = register(operand) {
            let word = *self.registers.get(&name)?;
            return Some(if bits == 32 { word & 0xffff_ffff } else { word });
        }
        if let Some(address) = self.address(operand) {
            return self.memory.get(&address).copied();
        }
        if let Some(digits) = operand.strip_prefix("0x") {
            return u64::from_str_radix(digits, 16).ok();
        }
        let number: i128 = operand.parse().ok()?;
        Some(number as u64)
    }

    fn write(&mut self, operand: &str, word: u64) -> Option<()> {
        match register(operand) {
            Some((name, bits)) => {
                let word = if bits == 32 { word & 0xffff_ffff } else { word };
                self.registers.insert(name, word);
            }
            None => {
                self.memory.insert(self.address(operand)?, word);
            }
        }
        Some(())
    }

    /// Sums and differences with a carry in and out.
    fn sum(&mut self, to: &str, from: &str, with: bool, less: bool) -> Option<bool> {
        let (a, b) = (self.read(to)?, self.read(from)?);
        let whole = if less {
            i128::from(a) - i128::from(b) - i128::from(with)
        } else {
            i128::from(a) + i128::from(b) + i128::from(with)
        };
        self.write(to, whole as u64)?;
        Some(!(0..1 << 64).contains(&whole))
    }

    fn step(&mut self, line: &str) -> Option<()> {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split(", ").collect();
        match (name, words.as_slice()) {
            ("push", [from]) => {
                let (word, top) = (self.read(from)?, self.read("rsp")? - 8);
                self.write("rsp", top)?;
                self.memory.insert(top, word);
            }
            ("pop", [to]) => {
                let top = self.read("rsp")?;
                let word = *self.memory.get(&top)?;
                self.write("rsp", top + 8)?;
                self.write(to, word)?;
            }
            ("mov", [to, from]) => {
                let word = self.read(from)?;
                self.write(to, word)?;
            }
            ("mulx", [high, low, factor]) => {
                let product = u128::from(self.read("rdx")?) * u128::from(self.read(factor)?);
                self.write(low, product as u64)?;
                self.write(high, (product >> 64) as u64)?;
            }
            ("adcx", [to, from]) => self.carry = self.sum(to, from, self.carry, false)?,
            ("adox", [to, from]) => self.overflow = self.sum(to, from, self.overflow, false)?,
            ("add", [to, from]) => self.carry = self.sum(to, from, false, false)?,
            ("adc", [to, from]) => self.carry = self.sum(to, from, self.carry, false)?,
            ("sub", [to, from]) => self.carry = self.sum(to, from, false, true)?,
            ("sbb", [to, from]) => self.carry = self.sum(to, from, self.carry, true)?,
            ("xor" | "and" | "or", [to, from]) => {
                let (a, b) = (self.read(to)?, self.read(from)?);
                let word = match name {
                    "xor" => a ^ b,
                    "and" => a & b,
                    _ => a | b,
                };
                self.write(to, word)?;
                (self.carry, self.overflow) = (false, false);
            }
            ("shl" | "shr", [to, by]) => {
                let (word, by) = (self.read(to)?, self.read(by)? as u32 % 64);
                self.write(to, if name == "shl" { word << by } else { word >> by })?;
            }
            ("shlx" | "shrx", [to, from, by]) => {
                let (word, by) = (self.read(from)?, self.read(by)? as u32 % 64);
                self.write(to, if name == "shlx" { word << by } else { word >> by })?;
            }
            ("cmovb", [to, from]) => {
                let word = self.read(if self.carry { from } else { to })?;
                self.write(to, word)?;
            }
            _ => return None,
        }
        Some(())
    }
}

/// The result of a kernel; nothing if it leaves the stack or a register of the caller changed,
/// writes an operand, or reads what is not there.
pub fn run(lines: &[String], a: &[u64], b: &[u64]) -> Option<Vec<u64>> {
    let mut processor = Processor::default();
    for name in ["rax", "rcx", "r8", "r9", "r10", "r11"] {
        processor.write(name, 0x0bad_0bad_0bad_0bad)?;
    }
    let kept = ["rbx", "rbp", "r12", "r13", "r14", "r15"];
    for (at, name) in kept.iter().enumerate() {
        processor.write(name, 0x5eed_0000 + at as u64)?;
    }
    for (name, address) in [("rdi", OUT), ("rsi", A), ("rdx", B), ("rsp", STACK)] {
        processor.write(name, address)?;
    }
    for (base, words) in [(A, a), (B, b)] {
        for (at, word) in words.iter().enumerate() {
            processor.memory.insert(base + 8 * at as u64, *word);
        }
    }
    for line in lines {
        if line == "ret" {
            break;
        }
        processor.step(line)?;
    }
    let is_kept = kept
        .iter()
        .enumerate()
        .all(|(at, name)| processor.read(name) == Some(0x5eed_0000 + at as u64));
    let read = |base: u64, count: usize| -> Option<Vec<u64>> {
        (0..count).map(|at| processor.memory.get(&(base + 8 * at as u64)).copied()).collect()
    };
    let is_whole = is_kept && processor.read("rsp") == Some(STACK);
    let same = read(A, a.len())? == a && read(B, b.len())? == b;
    if is_whole && same { read(OUT, a.len()) } else { None }
}
