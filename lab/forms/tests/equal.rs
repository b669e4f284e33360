//! Every form computes what ships computes, bit for bit; a wrong one is noticed.

use forms::curves::{CombOver, FORMS, OfP256, Over, build};
use sealane::curve::{BaseTable, Curve, P256};
use sealane::ecc::key::forms::Form;
use sealane::ecc::{PrivateKey, PublicKey};
use sealane::group::comb::{Comb, Rows};
use sealane::group::short::Short;
use sealane::tables::Plan;
use sealane::{Digest, Hash, Nonces};
use sealane_arith::generated::forms::P256PS29X9A1;
use sealane_arith::machine::One;
use sealane_arith::prime::Prime;
use sealane_measure::digests;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

/// The order of P-256.
const ORDER: [u64; 4] = <<P256 as Curve>::N as Prime>::MODULUS;

/// `order - less`, big-endian.
fn below_order(less: u64) -> [u8; 32] {
    let words = [ORDER[0] - less, ORDER[1], ORDER[2], ORDER[3]];
    let mut out = [0; 32];
    for (room, word) in out.rchunks_mut(8).zip(words) {
        room.copy_from_slice(&word.to_be_bytes());
    }
    out
}

fn small(n: u8) -> [u8; 32] {
    let mut out = [0; 32];
    out[31] = n;
    out
}

/// Scalars at both ends, with long runs of equal digits, and others.
fn scalars() -> Vec<[u8; 32]> {
    let mut scalars = vec![small(1), small(2), small(32), below_order(1), below_order(2)];
    scalars.push(below_order(1 << 31));
    scalars.push([0x55; 32]);
    scalars.push([0x7f; 32]);
    scalars.extend(&digests()[..8]);
    scalars
}

/// Compares everything a key can do by `form` with what ships. The error says what differs.
fn differs(form: &Form) -> Result<(), &'static str> {
    let same = |same: bool, what| if same { Ok(()) } else { Err(what) };
    let scalars = scalars();
    for (i, scalar) in scalars.iter().enumerate() {
        let key = PrivateKey::from_bytes(Form::ALGORITHM, scalar).expect("a scalar in range");
        let public = key.public_key();
        let by_form = form.key_from_bytes(scalar).expect("a scalar in range");
        same(by_form.public_key() == public, "public key")?;
        for compressed in [false, true] {
            let read = form.public_from_sec1(&public.to_sec1(compressed));
            same(read.is_ok_and(|it| it == *public), "reading a point")?;
        }
        let digest = Digest::of(Hash::Sha256, scalar);
        let fixed = key.sign_digest(&digest, Nonces::Deterministic).expect("needs no randomness");
        let signature = form.sign(&key, scalar, Hash::Sha256, Nonces::Deterministic);
        same(signature.is_ok_and(|it| it == fixed), "signature")?;
        same(form.verify(public, &digest, &fixed).is_ok(), "verification")?;
        let other = Digest::of(Hash::Sha256, b"another message");
        same(form.verify(public, &other, &fixed).is_err(), "verification of a wrong one")?;
        let nonce = &scalars[(i + 3) % scalars.len()];
        let by_nonce = form.sign_with_nonce(&key, &digest, nonce);
        let by_nonce = by_nonce.ok_or("signature with a given nonce")?;
        same(public.verify_digest(&digest, &by_nonce).is_ok(), "signature with a given nonce")?;
        // The x of the nonce's multiple, as the key agreement of what ships has it.
        let nonce = PrivateKey::from_bytes(Form::ALGORITHM, nonce).expect("a scalar in range");
        let x = &nonce.public_key().to_sec1(true)[1..];
        let r = &by_nonce.to_bytes()[..32];
        same(r == x || x >= &below_order(0)[..], "first half with a given nonce")?;
        let secret = key.derive(nonce.public_key()).expect("one curve");
        let by_form = form.derive(&key, nonce.public_key());
        same(by_form.as_bytes() == secret.as_bytes(), "shared secret")?;
    }
    Ok(())
}

#[test]
fn every_form_is_bit_equal_to_what_ships() {
    for row in &FORMS {
        assert_eq!(differs(&(row.form)()), Ok(()), "{}", row.title);
    }
}

/// Goal: what is no point is refused by each form as by what ships.
#[test]
fn every_form_refuses_what_is_no_point() {
    let point = PrivateKey::from_bytes(Form::ALGORITHM, &small(7)).expect("in range");
    let point = point.public_key().to_sec1(false);
    for row in &FORMS {
        let form = (row.form)();
        for bit in [8, 200, 263, 264, 500, 519] {
            let mut wrong = point.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(PublicKey::from_sec1(Form::ALGORITHM, &wrong).is_err());
            assert!(form.public_from_sec1(&wrong).is_err(), "{} bit {bit}", row.title);
        }
    }
}

/// A curve with one bit of `b` wrong.
#[derive(Clone, Copy)]
struct WrongB;

impl Curve for WrongB {
    type P = P256PS29X9A1;
    type N = <P256 as Curve>::N;
    type Shape = <P256 as Curve>::Shape;
    const B: [u64; 9] = {
        let mut b = <Over<P256PS29X9A1, 9> as Curve>::B;
        b[2] ^= 1 << 40;
        b
    };
    const G: [[u64; 9]; 2] = <Over<P256PS29X9A1, 9> as Curve>::G;
    const COMBS: [Plan; 3] = P256::COMBS;
    const WINDOW: usize = P256::WINDOW;
}

impl BaseTable<One> for WrongB {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static COMB: LazyLock<Comb<Short<WrongB>, One>> =
            LazyLock::new(|| Rows::build(One, P256::COMB_WIDTH));
        let One = machine;
        &COMB
    }
}

/// Goal: a wrong constant is noticed. No formula but that of the curve's equation uses `b`.
#[test]
fn a_wrong_constant_is_noticed() {
    assert_eq!(differs(&Form::of::<WrongB>()), Err("reading a point"));
}

/// A form in which `carry` drops what it carries out of the lowest limb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LosesCarry;

type Right = P256PS29X9A1;
type Limbs = <Right as Prime>::Limbs;

impl Prime for LosesCarry {
    type Limbs = Limbs;
    type Narrow = Self;
    type Lanes = <Right as Prime>::Lanes;
    const NAME: &'static str = "a form that loses a carry";
    const BITS: usize = Right::BITS;
    const MODULUS: Limbs = Right::MODULUS;
    const ONE: Limbs = Right::ONE;

    fn mul(a: &Limbs, b: &Limbs) -> Limbs {
        Right::mul(a, b)
    }
    fn sqr(a: &Limbs) -> Limbs {
        Right::sqr(a)
    }
    fn add(a: &Limbs, b: &Limbs) -> Limbs {
        Right::add(a, b)
    }
    fn sub(a: &Limbs, b: &Limbs) -> Limbs {
        Right::sub(a, b)
    }
    fn neg(a: &Limbs) -> Limbs {
        Right::neg(a)
    }
    fn encode(plain: &Limbs) -> Limbs {
        Right::encode(plain)
    }
    fn decode(a: &Limbs) -> Limbs {
        Right::decode(a)
    }
    fn carry(a: &Limbs) -> Limbs {
        let mut out = *a;
        out[0] = sealane_arith::signed::carry::<29>(a[0] as i64).0 as u64;
        Right::carry(&out)
    }
    fn canonical(a: &Limbs) -> Limbs {
        Right::canonical(a)
    }
}

impl OfP256<9> for LosesCarry {
    fn comb() -> &'static CombOver<Self, 9> {
        static COMB: LazyLock<CombOver<LosesCarry, 9>> = LazyLock::new(build);
        &COMB
    }
}

/// Goal: arithmetic that is wrong for some sums only is noticed, by a difference or by a stop.
#[test]
fn a_lost_carry_is_noticed() {
    let compared = catch_unwind(AssertUnwindSafe(|| differs(&Form::of::<Over<LosesCarry, 9>>())));
    assert_ne!(compared.ok(), Some(Ok(())));
}
