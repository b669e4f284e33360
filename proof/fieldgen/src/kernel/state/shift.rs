//! Shifts, and what they are added to.

use super::{Operand, State, Word};
use crate::ir::{Op, Value};

impl State {
    /// `or` of a word without its `distance` upper bits and one of these alone: a sum.
    pub(super) fn or(&mut self, to: &str, from: &str) -> Result<(), String> {
        let (Operand::Register(at), Operand::Register(from)) =
            (self.operand(to)?, self.operand(from)?)
        else {
            return Err("no register".into());
        };
        let args = [self.value(&Operand::Register(at))?, self.value(&Operand::Register(from))?];
        let [low, high] = args.map(|value| self.program.step_of(value));
        let are_apart =
            low.op == Op::Shr && high.op == Op::Shl && low.immediate + high.immediate == 64;
        if !are_apart {
            return Err("no two parts of a word".into());
        }
        let sum = self.push(Op::Add, &args, 0);
        self.put(at, sum);
        Ok(())
    }

    pub(super) fn shift(&mut self, name: &str, to: &str, by: &str) -> Result<(), String> {
        let Operand::Register(at) = self.operand(to)? else { return Err("no register".into()) };
        let distance: u64 = by.parse().map_err(|_| "no distance")?;
        if !(1..64).contains(&distance) {
            return Err("no distance".into());
        }
        let own = self.value(&Operand::Register(at))?;
        let op = if name == "shl" { Op::Shl } else { Op::Shr };
        let shifted = self.push(op, &[own], distance);
        self.put(at, shifted);
        Ok(())
    }

    /// A shift that touches no flag. The distance is in a register and has to be known.
    pub(super) fn shift_apart(
        &mut self,
        name: &str,
        to: &str,
        from: &str,
        by: &str,
    ) -> Result<(), String> {
        let (Operand::Register(to), Operand::Register(from), Operand::Register(by)) =
            (self.operand(to)?, self.operand(from)?, self.operand(by)?)
        else {
            return Err("no register".into());
        };
        let distance = self.value(&Operand::Register(by))?;
        let distance = self.program.constant(distance).filter(|bits| (1..64).contains(bits));
        let own = self.value(&Operand::Register(from))?;
        let op = if name == "shlx" { Op::Shl } else { Op::Shr };
        let shifted = self.push(op, &[own], distance.ok_or("no distance")?);
        self.registers[to] = Some(Word::Number(shifted));
        Ok(())
    }

    /// `add u, x` of a word and `x = 2^distance u`, where `2 distance` is 64 or more.
    ///
    /// The sum is `q = (2^distance + 1) u mod 2^64`, and `x` is `2^distance q` as well, which is
    /// `2^distance u + 2^(2 distance) u`. With the carry, `u + x = q + 2^64 carry`; so
    /// `(2^64 - 1) q + u + x` is `2^64 (q + carry)`. That its lowest word is zero the provers see.
    pub(super) fn add_shifted(&mut self, to: usize, [own, shifted]: [Value; 2]) {
        let distance = self.program.step_of(shifted).immediate;
        let (factor, ones) = (self.constant((1 << distance) + 1), self.constant(u64::MAX));
        let sum = self.push(Op::MulLow, &[own, factor], 0);
        let again = self.push(Op::Shl, &[sum], distance);
        let whole = self.push(Op::Mac, &[sum, ones, own, again], 0);
        let carry = self.push(Op::Sub, &[Value::new(whole.step(), 1), sum], 0);
        for word in self.registers.iter_mut().filter(|it| **it == Some(Word::Number(shifted))) {
            *word = Some(Word::Number(again));
        }
        self.registers[to] = Some(Word::Number(sum));
        (self.carry, self.overflow) = (Some(carry), None);
    }
}
