//! What moves between lanes, over every prime.

use sealane_arith::ct::{LaneMask, Mask};
use sealane_arith::field::Machine;
use sealane_arith::generated::each_prime;
use sealane_arith::machine::{One, Soft8};
use sealane_arith::prime::{Prime, PrimeTask, Words};

const LANES: usize = 8;

/// A value of each lane, all different, with zero and the greatest one among them.
fn values<P: Prime>() -> [P::Limbs; LANES] {
    std::array::from_fn(|lane| {
        let mut value = P::Limbs::ZERO;
        value.as_mut()[0] = lane as u64;
        value.as_mut()[P::Limbs::LEN - 1] |= lane as u64;
        if lane + 1 == LANES {
            value = P::MODULUS;
            value.as_mut()[0] -= 1;
        }
        value
    })
}

/// Elements turn by every number of lanes, and the first lane comes out alone.
fn turn<M: Machine<Mask = LaneMask>, P: Prime>(machine: M) {
    let values = values::<P>();
    let x = machine.load::<P>(&values);
    for by in 0..2 * LANES {
        let turned = machine.turn::<P>(x, by);
        let mut found = [P::Limbs::ZERO; LANES];
        machine.unload::<P>(turned, &mut found);
        let expected: [_; LANES] = std::array::from_fn(|lane| values[(lane + by) % LANES]);
        assert_eq!(found, expected, "{} by {by} on {}", P::NAME, M::NAME);
        assert_eq!(machine.unload_first::<P>(turned), expected[0], "{} on {}", P::NAME, M::NAME);
        // A sum, which is above the modulus before it is carried.
        let sum = machine.unload_first::<P>(turned + turned);
        let first = One.load::<P>(&expected[..1]);
        assert_eq!(sum, One.unload_first::<P>(first + first), "{} on {}", P::NAME, M::NAME);
    }
}

struct Turns;

impl PrimeTask for Turns {
    fn run<P: Prime>(&mut self) {
        turn::<Soft8, P>(Soft8::MACHINE);
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        if let Some(eight) = sealane_arith::machine::Eight::detect() {
            turn::<_, P>(eight);
        }
        let [_, second, ..] = values::<P>();
        let x = One.load::<P>(&[second]);
        assert_eq!(One.turn::<P>(x, 3).plain(), second, "one lane stays where it is");
        assert_eq!(One.unload_first::<P>(x), second);
    }
}

/// Goal: elements of every prime move to the lanes that they should move to, and come out.
#[test]
fn elements_turn() {
    each_prime(&mut Turns);
}

/// Goal: truth moves as elements do. Method: every mask, by every number of lanes.
#[test]
fn masks_turn() {
    for bits in 0..=u8::MAX {
        for by in 0..2 * LANES {
            let turned = Soft8::MACHINE.turn_mask(LaneMask::of_bits(bits), by);
            for lane in 0..LANES {
                let expected = bits >> ((lane + by) % LANES) & 1;
                assert_eq!(turned.to_bits() >> lane & 1, u64::from(expected), "{bits:b} by {by}");
            }
        }
    }
}
