//! `Mulx`: one lane of 64-bit words, with products of some primes as instructions of BMI2 and ADX.
//!
//! All else, and the products of all other primes, is what `One` does. Which of the two a product
//! takes is known when a program is compiled.

use super::kernels::Kernels;
use super::wrapped::{as_inside, sums, tables};
use crate::ct::WordMask;
use crate::fe::Fe;
use crate::field::{Field, Machine};
use crate::prime::{Prime, Words};
use core::arch::x86_64::{__cpuid, __cpuid_count};
use core::ops::{Add, Mul, Neg, Sub};
use core::sync::atomic::{AtomicU8, Ordering};
use zeroize::Zeroize;

/// The machine of one lane for CPUs with BMI2 and ADX.
#[derive(Clone, Copy, Debug)]
pub struct Mulx(());

impl Mulx {
    /// Returns the machine if this CPU has BMI2 and ADX.
    #[must_use]
    pub fn detect() -> Option<Self> {
        // 0: not asked yet; 1: no; 2: yes.
        static FOUND: AtomicU8 = AtomicU8::new(0);
        if FOUND.load(Ordering::Relaxed) == 0 {
            FOUND.store(1 + u8::from(supported()), Ordering::Relaxed);
        }
        (FOUND.load(Ordering::Relaxed) == 2).then_some(Mulx(()))
    }

    /// Returns whether it has products of `P` of its own.
    #[must_use]
    pub const fn has_kernels<P: Prime>() -> bool {
        Kernels::of(P::NAME, P::Limbs::LEN).is_some()
    }
}

/// Asks the CPU. Intel SDM, volume 2, CPUID leaf 7: BMI2 is bit 8 of EBX, ADX bit 19. `mulx` is
/// encoded as AVX instructions are, and needs none of what these have the system save.
fn supported() -> bool {
    const BMI2_AND_ADX: u32 = 1 << 8 | 1 << 19;
    __cpuid(0).eax >= 7 && __cpuid_count(7, 0).ebx & BMI2_AND_ADX == BMI2_AND_ADX
}

/// One element of the field of `P` on [`Mulx`]. It is made of a machine or of another element, so
/// that there is none on a CPU without the instructions.
#[derive(Clone, Copy, Debug)]
pub struct MulxFe<P: Prime>(Fe<P>);

impl<P: Prime> MulxFe<P> {
    const KERNELS: Option<Kernels> = Kernels::of(P::NAME, P::Limbs::LEN);
}

sums!(MulxFe);

impl<P: Prime> Mul for MulxFe<P> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let Some(kernels) = Self::KERNELS else { return MulxFe(self.0 * other.0) };
        let mut out = P::Limbs::ZERO;
        let (a, b) = (self.0.words().as_ref(), other.0.words().as_ref());
        // SAFETY: elements come only from `detect()`, which saw BMI2 and ADX on this CPU.
        unsafe { kernels.mul(out.as_mut(), a, b) }
        MulxFe(Fe::from_words(out))
    }
}

impl<P: Prime> Field for MulxFe<P> {
    type P = P;
    type Mask = WordMask;

    as_inside!(MulxFe);

    #[inline(always)]
    fn outlined<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.outlined(work)
    }
    #[inline(always)]
    fn sqr(self) -> Self {
        let Some(kernels) = Self::KERNELS else { return MulxFe(self.0.sqr()) };
        let mut out = P::Limbs::ZERO;
        // SAFETY: as above.
        unsafe { kernels.sqr(out.as_mut(), self.0.words().as_ref()) }
        MulxFe(Fe::from_words(out))
    }
    #[inline(always)]
    fn like(self, plain: &P::Limbs) -> Self {
        MulxFe(self.0.like(plain))
    }
    fn invert(self) -> Self {
        MulxFe(self.0.invert())
    }
    fn invert_vartime(self) -> Self {
        MulxFe(self.0.invert_vartime())
    }
}

impl Machine for Mulx {
    const NAME: &'static str = super::MULX_NAME;
    const LANES: usize = 1;
    type Mask = WordMask;
    type Of<P: Prime> = MulxFe<P>;
    type Digit = u64;
    type Stored<P: Prime> = MulxFe<P>;
    const GROUP: usize = 1;

    #[inline(always)]
    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> MulxFe<P> {
        MulxFe(Fe::new(&lanes[0]))
    }
    #[inline(always)]
    fn unload<P: Prime>(self, x: MulxFe<P>, lanes: &mut [P::Limbs]) {
        lanes[0] = x.0.plain();
    }

    tables!(MulxFe);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::each_prime;
    use crate::machine::One;
    use crate::prime::PrimeTask;

    /// Operands: the ends of what elements may be, and words of few bits and of many.
    fn operands<P: Prime>() -> [P::Limbs; 8] {
        let mut all = [P::Limbs::ZERO; 8];
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for (at, operand) in all.iter_mut().enumerate() {
            let modulus = P::MODULUS;
            for (word, of_p) in operand.as_mut().iter_mut().zip(modulus.as_ref()) {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *word = match at {
                    0 => 0,
                    1 => *of_p,
                    2..5 => *of_p & if state >> 63 == 0 { 0 } else { u64::MAX },
                    _ => state & of_p,
                };
            }
        }
        // The modulus less one, and one.
        all[1].as_mut()[0] -= 1;
        all[2] = P::Limbs::ZERO;
        all[2].as_mut()[0] = 1;
        all
    }

    struct Same(Mulx, usize);

    impl PrimeTask for Same {
        fn run<P: Prime>(&mut self) {
            self.1 += usize::from(Mulx::has_kernels::<P>());
            for a in operands::<P>() {
                for b in operands::<P>() {
                    let (x, y) = (self.0.load::<P>(&[a]), self.0.load::<P>(&[b]));
                    let (u, v) = (One.load::<P>(&[a]), One.load::<P>(&[b]));
                    assert_eq!((x * y).0.plain(), (u * v).plain(), "{}", P::NAME);
                    assert_eq!((x - y).sqr().0.plain(), (u - v).sqr().plain(), "{}", P::NAME);
                    // Sums are the longest elements that there are.
                    let (x, u) = (x + y, u + v);
                    assert_eq!((x * x.sqr()).0.plain(), (u * u.sqr()).plain(), "{}", P::NAME);
                }
            }
        }
    }

    /// Goal: products are those of the machine of plain words, for every prime; two primes have
    /// kernels.
    #[test]
    fn products_are_those_of_plain_words() {
        let Some(machine) = Mulx::detect() else { return };
        let mut same = Same(machine, 0);
        each_prime(&mut same);
        assert_eq!(same.1, 2);
    }

    /// Goal: a name alone does not give kernels: elements must be as long as theirs.
    #[test]
    fn kernels_are_of_their_lengths() {
        assert!(Kernels::of("p384_p", 6).is_some() && Kernels::of("p521_p", 9).is_some());
        assert!(Kernels::of("p384_p", 9).is_none() && Kernels::of("p384_n", 6).is_none());
        assert!(Kernels::of("p384_", 6).is_none() && Kernels::of("", 6).is_none());
    }
}
