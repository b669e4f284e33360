//! Moduli of every length from 1025 bits to 2050, each number at the very end of memory: the class
//! of CVE-2022-2274, where a length in bits was taken for one in words, behind a right result.

use num_bigint::BigUint;
use num_traits::One;
use sealane::DecodeError;
use sealane::rsa::{Lengths, PublicKey, hazmat};
use sealane_arith::ct::Mask;
use sealane_arith::lanes::Vector;
use sealane_arith::machine::{Lanes8, Soft8};
use sealane_arith::modulus::Modulus;
use sealane_arith::modulus::rows::{RowModuli, Rows};
use sealane_measure::guard::Guarded;
use testkit::inputs::Random;
use testkit::reference::field;

const EXPONENT: u64 = 65537;

fn words<const L: usize>(value: &BigUint) -> [u64; L] {
    let mut out = [0; L];
    let digits = value.to_u64_digits();
    out[..digits.len()].copy_from_slice(&digits);
    out
}

/// An odd modulus of exactly so many bits, and a number below it.
fn numbers(random: &mut Random, bits: usize) -> (BigUint, BigUint) {
    let top = BigUint::one() << (bits - 1);
    let modulus = (random.runs(bits) % &top) | &top | BigUint::one();
    let number = random.structured(&modulus);
    (modulus, number)
}

/// Room for four values of each kind.
struct Rooms([Guarded; 4]);

impl Rooms {
    fn new() -> Self {
        Rooms([(); 4].map(|()| Guarded::new(1 << 16).expect("the system has memory")))
    }
}

/// Powers by words, then by rows, all of whose inputs and outputs end where memory ends.
fn check<V: Vector, const L: usize, const R: usize>(
    machine: Lanes8<V>,
    rooms: &mut Rooms,
    modulus: &BigUint,
    number: &BigUint,
) {
    let expected = number.modpow(&BigUint::from(EXPONENT), modulus);
    let [room_m, room_rows, room_x, room_out] = &mut rooms.0;
    let m = room_m.put(Modulus::<L>::new(&words(modulus), modulus.bits() as usize));
    let (x, out) = (room_x.put(words::<L>(number)), room_out.put([0; L]));
    *out = m.encode(x);
    *x = m.sqr(out);
    *x = m.mul(out, x);
    let cube = number.modpow(&BigUint::from(3u32), modulus);
    assert_eq!(field::from_words(&m.decode(x)), cube);
    *x = m.pow(out, &[EXPONENT], 17);
    *out = m.pow_vartime(out, &[EXPONENT]);
    assert_eq!(x, out);
    *x = m.decode(out);
    assert_eq!(field::from_words(x), expected);
    let (inverse, good) = m.invert(x);
    assert_eq!(good.to_bool_vartime(), expected.modinv(modulus).is_some());
    *x = m.mul(&m.encode(x), &inverse);
    assert!(!good.to_bool_vartime() || field::from_words(x).is_one());

    let number = words::<L>(number);
    let rows = room_rows.put(RowModuli::<R>::new([&*m]));
    let (x, out): (&mut Rows<R>, &mut Rows<R>) =
        (room_x.put(rows.place([&number])), room_out.put(rows.place([&number])));
    *x = rows.encode(machine, out);
    *out = rows.pow(machine, x, [&[EXPONENT]], 17);
    *out = rows.decode(machine, out);
    *x = rows.pow_vartime(machine, x, EXPONENT);
    *x = rows.decode(machine, x);
    assert_eq!(field::from_words(&rows.take(x, 0, m)), expected);
    assert_eq!(field::from_words(&rows.take(out, 0, m)), expected);
}

fn check_all<V: Vector>(machine: Lanes8<V>, step: usize) {
    let (mut random, mut rooms) = (Random::seeded("guard pages"), Rooms::new());
    for bits in (1025..=2050).step_by(step) {
        let (modulus, number) = numbers(&mut random, bits);
        if bits <= 2048 {
            check::<V, 32, 5>(machine, &mut rooms, &modulus, &number);
        } else {
            check::<V, 48, 8>(machine, &mut rooms, &modulus, &number);
        }
    }
}

/// Goal: no operation on words or rows touches a byte beyond its numbers, for any length. Method:
/// a page behind each number that nobody may touch; results beside big integers.
#[test]
fn nothing_is_touched_beyond_a_number() {
    check_all(Soft8::MACHINE, 19);
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    match sealane_arith::machine::Eight::detect() {
        Some(machine) => check_all(machine, 1),
        None => println!("SKIPPED: this CPU has no AVX-512 IFMA"),
    }
}

/// Returns the next odd number of the same length that no number from 3 to 1024 divides.
fn without_small_factors(mut modulus: BigUint) -> BigUint {
    let top = BigUint::one() << (modulus.bits() - 1);
    while (3u32..1024).step_by(2).any(|x| &modulus % x == BigUint::ZERO) {
        modulus = ((modulus + 2u32) % &top) | &top;
    }
    modulus
}

/// Returns whether a number that nothing up to 1024 divides is a power.
fn is_power(modulus: &BigUint) -> bool {
    let exponents = 2..=modulus.bits() as u32 / 10;
    exponents.into_iter().any(|k| modulus.nth_root(k).pow(k) == *modulus)
}

/// Returns the key of this modulus or, where it is a power, of the next that is none: a run of ones
/// above a run of zeros may be the square of a run of ones, which no key may have.
fn key_near(modulus: BigUint) -> (PublicKey, BigUint) {
    let (mut modulus, e) = (without_small_factors(modulus), EXPONENT.to_be_bytes());
    loop {
        match PublicKey::from_numbers(&modulus.to_bytes_be(), &e[5..], Lengths::Legacy) {
            Err(DecodeError::KeyRsaWeak) if is_power(&modulus) => {
                modulus = without_small_factors(modulus + 2u32);
            }
            key => return (key.expect("it is odd, long enough and no power"), modulus),
        }
    }
}

/// Goal: the square of a run of ones is refused, and the key after it is made.
#[test]
fn a_modulus_that_is_a_square_is_stepped_over() {
    let ones: BigUint = (BigUint::one() << 767) - 1u32;
    let square = ones.pow(2);
    let (key, modulus) = key_near(square.clone());
    assert!(is_power(&square) && modulus > square && !is_power(&modulus));
    assert_eq!(key.bits(), 1534);
}

/// Goal: public keys of all these lengths are taken and compute right.
#[test]
fn keys_of_every_length_compute_right() {
    let mut random = Random::seeded("keys of every length");
    for bits in 1025..=2050 {
        let (modulus, number) = numbers(&mut random, bits);
        let (key, modulus) = key_near(modulus);
        // The next one may be at the other end of those of that length.
        let number = number % &modulus;
        assert_eq!(key.bits(), bits);
        let bytes = |value: &BigUint| {
            let value = value.to_bytes_be();
            [vec![0; bits.div_ceil(8) - value.len()], value].concat()
        };
        let power = hazmat::public_power_vartime(&key, &bytes(&number));
        let expected = number.modpow(&BigUint::from(EXPONENT), &modulus);
        assert_eq!(power, Some(bytes(&expected)), "{bits} bits");
    }
}
