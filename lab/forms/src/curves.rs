//! P-256 with its coordinates in each form: the constants of the curve that ships, over other
//! limbs.

use sealane::curve::{BaseTable, Curve, P256};
use sealane::ecc::key::forms::Form;
use sealane::group::comb::{Comb, Rows};
use sealane::group::short::Short;
use sealane::tables::Plan;
use sealane_arith::generated::P256P;
use sealane_arith::generated::forms::{P256PS26X10A0, P256PS26X10A2, P256PS29X9A0, P256PS29X9A1};
use sealane_arith::machine::One;
use sealane_arith::prime::Prime;
use std::marker::PhantomData;
use std::sync::LazyLock;

/// The comb of P-256 over `P`.
pub type CombOver<P, const N: usize> = Comb<Short<Over<P, N>>, One>;

/// P-256 with coordinates in the form `P` of `N` limbs.
#[derive(Clone, Copy, Debug)]
pub struct Over<P, const N: usize>(PhantomData<P>);

/// A form of the coordinate prime of P-256 in `N` limbs.
pub trait OfP256<const N: usize>: Prime<Limbs = [u64; N]> {
    /// Returns the comb over this form, made on first use.
    fn comb() -> &'static CombOver<Self, N>;
}

impl<P: OfP256<N>, const N: usize> Curve for Over<P, N> {
    type P = P;
    type N = <P256 as Curve>::N;
    type Shape = <P256 as Curve>::Shape;
    const B: [u64; N] = widened(P::MODULUS, P256::B);
    const G: [[u64; N]; 2] = [widened(P::MODULUS, P256::G[0]), widened(P::MODULUS, P256::G[1])];
    const COMBS: [Plan; 3] = P256::COMBS;
    const WINDOW: usize = P256::WINDOW;
}

impl<P: OfP256<N>, const N: usize> BaseTable<One> for Over<P, N> {
    fn base_table(_: One) -> &'static Comb<Short<Self>, One> {
        P::comb()
    }
}

/// Returns a plain integer in as many words as a form has limbs. The form must be one of the
/// coordinate prime: anything else does not compile.
const fn widened<const N: usize>(modulus: [u64; N], plain: [u64; 4]) -> [u64; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        assert!(modulus[i] == if i < 4 { P256P::MODULUS[i] } else { 0 }, "a form of another prime");
        if i < 4 {
            out[i] = plain[i];
        }
        i += 1;
    }
    out
}

/// Builds the comb over `P`.
#[must_use]
pub fn build<P: OfP256<N>, const N: usize>() -> CombOver<P, N> {
    Rows::build(One, P256::COMB_WIDTH)
}

impl OfP256<10> for P256PS26X10A2 {
    fn comb() -> &'static CombOver<Self, 10> {
        static COMB: LazyLock<CombOver<P256PS26X10A2, 10>> = LazyLock::new(build);
        &COMB
    }
}

impl OfP256<9> for P256PS29X9A1 {
    fn comb() -> &'static CombOver<Self, 9> {
        static COMB: LazyLock<CombOver<P256PS29X9A1, 9>> = LazyLock::new(build);
        &COMB
    }
}

impl OfP256<9> for P256PS29X9A0 {
    fn comb() -> &'static CombOver<Self, 9> {
        static COMB: LazyLock<CombOver<P256PS29X9A0, 9>> = LazyLock::new(build);
        &COMB
    }
}

impl OfP256<10> for P256PS26X10A0 {
    fn comb() -> &'static CombOver<Self, 10> {
        static COMB: LazyLock<CombOver<P256PS26X10A0, 10>> = LazyLock::new(build);
        &COMB
    }
}

/// A form to be measured.
pub struct Row {
    /// What it is called in the table.
    pub title: &'static str,
    /// Name of its prime, by which its proof is found.
    pub name: &'static str,
    /// Makes its operations.
    pub form: fn() -> Form,
}

const fn row<P: OfP256<N>, const N: usize>(title: &'static str) -> Row {
    Row { title, name: P::NAME, form: Form::of::<Over<P, N>> }
}

/// What ships: Montgomery form in four words, by products of 128 bits.
pub const SHIPPING: Row =
    Row { title: "Montgomery 4x64", name: P256P::NAME, form: Form::of::<P256> };

/// The forms without a product of 128 bits.
pub const FORMS: [Row; 4] = [
    row::<P256PS26X10A2, 10>("26x10, 2 additions"),
    row::<P256PS29X9A1, 9>("29x9, 1 addition"),
    row::<P256PS29X9A0, 9>("29x9, reduce each sum"),
    row::<P256PS26X10A0, 10>("26x10, reduce each sum"),
];

/// The form that nine limbs are compared with.
pub const TEN_LIMBS: usize = 0;
