//! Words of the ring that are linear forms in the inputs, modulo q, and no numbers.
//!
//! Running the text of a transform on them gives, for all inputs at once, what it computes: the
//! coefficients of each output. That no sum leaves its word is shown by
//! [`Interval`](super::ring_bounds::Interval); here each sum is one of integers. A product by a
//! constant is known by its steps: two upper halves, whose lower halves are equal, so that their
//! difference is exact. A refusal is a panic.

use crate::reference::ring::Q;
use sealane_arith::ring::words::Words;
use std::array::from_fn;
use std::cell::RefCell;

/// What is known of one lane.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Lane {
    /// A constant.
    Constant(i32),
    /// A linear form: its coefficients modulo q.
    Form(Vec<i64>),
    /// `x by mod 2^32`, of a form with a number.
    Low { x: usize, by: i32 },
    /// `x by / 2^32`.
    High { x: usize, by: i32 },
    /// `(x by mod 2^32) q / 2^32`.
    Multiple { x: usize, by: i32 },
}

thread_local! {
    /// Every lane that was made, by its number.
    static LANES: RefCell<Vec<Lane>> = const { RefCell::new(Vec::new()) };
}

fn kept(lane: Lane) -> usize {
    LANES.with_borrow_mut(|lanes| {
        lanes.push(lane);
        lanes.len() - 1
    })
}

fn known(number: usize) -> Lane {
    LANES.with_borrow(|lanes| lanes[number].clone())
}

/// A word of lanes, by their numbers.
#[derive(Debug, Clone, Copy)]
pub struct Forms<const COUNT: usize>([usize; COUNT]);

impl<const COUNT: usize> Forms<COUNT> {
    /// Returns the inputs with the numbers from `first` on, of `inputs`, each multiplied by one.
    #[must_use]
    pub fn inputs(first: usize, inputs: usize) -> Self {
        let unit = |lane: usize| (0..inputs).map(move |input| i64::from(input == first + lane));
        Forms(from_fn(|lane| kept(Lane::Form(unit(lane).collect()))))
    }

    /// Returns the coefficients of each lane, from 0 to `q - 1`.
    ///
    /// # Panics
    /// If a lane is no linear form.
    #[must_use]
    pub fn coefficients(self) -> Vec<Vec<i64>> {
        let form = |number: usize| match known(number) {
            Lane::Form(form) => form,
            other => panic!("{other:?} is no linear form"),
        };
        self.0.into_iter().map(form).collect()
    }

    /// Forgets every lane of this thread.
    pub fn forget_all() {
        LANES.with_borrow_mut(Vec::clear);
    }

    fn each(self, other: Self, step: impl Fn(usize, usize) -> Lane) -> Self {
        Forms(from_fn(|lane| kept(step(self.0[lane], other.0[lane]))))
    }

    fn combined(self, other: Self, sign: i64) -> Self {
        self.each(other, |a, b| match (known(a), known(b)) {
            (Lane::Form(a), Lane::Form(b)) => {
                let sum = |(a, b): (&i64, &i64)| (a + sign * b).rem_euclid(Q);
                Lane::Form(a.iter().zip(&b).map(sum).collect())
            }
            (Lane::High { x, by }, Lane::Multiple { x: same, by: quotient })
                if sign == -1 && x == same =>
            {
                product(x, by, quotient)
            }
            (a, b) => panic!("{a:?} and {b:?} have no sum"),
        })
    }
}

/// `x by / 2^32` modulo q, where `quotient` must be `by` divided by q modulo `2^32`.
fn product(x: usize, by: i32, quotient: i32) -> Lane {
    let fits = quotient.wrapping_mul(Q as i32) == by;
    assert!(fits, "the lower halves of products by {by} and {quotient} differ");
    let Lane::Form(x) = known(x) else { panic!("a product of a linear form") };
    // 2^-32, as 2^-1 is (q + 1) / 2.
    let scale = (0..32).fold(i64::from(by), |scale, _| scale * ((Q + 1) / 2) % Q);
    Lane::Form(x.iter().map(|x| (x * scale).rem_euclid(Q)).collect())
}

impl<const COUNT: usize> Words for Forms<COUNT> {
    const LANES: usize = COUNT;
    type Row = Self;
    type Sums = ();

    fn like(self, constant: i32) -> Self {
        Forms([kept(Lane::Constant(constant)); COUNT])
    }
    fn constants(self, list: &[i32]) -> Self {
        Forms(from_fn(|lane| kept(Lane::Constant(list[lane]))))
    }
    fn load(self, row: &Self) -> Self {
        *row
    }
    fn store(self, row: &mut Self) {
        *row = self;
    }
    fn add(self, other: Self) -> Self {
        self.combined(other, 1)
    }
    fn sub(self, other: Self) -> Self {
        self.combined(other, -1)
    }
    fn mul_low(self, other: Self) -> Self {
        self.each(other, |x, by| match (known(x), known(by)) {
            (Lane::Form(_), Lane::Constant(by)) => Lane::Low { x, by },
            (a, b) => panic!("{a:?} and {b:?} have no lower half"),
        })
    }
    fn mul_high(self, other: Self) -> Self {
        self.each(other, |x, by| match (known(x), known(by)) {
            (Lane::Form(_), Lane::Constant(by)) => Lane::High { x, by },
            (Lane::Low { x, by }, Lane::Constant(q)) if i64::from(q) == Q => {
                Lane::Multiple { x, by }
            }
            (a, b) => panic!("{a:?} and {b:?} have no upper half"),
        })
    }
    fn shift(self, _: u32) -> Self {
        unreachable!("a linear form has no bits")
    }
    fn and(self, _: Self) -> Self {
        unreachable!("a linear form has no bits")
    }
    fn total(self) -> i32 {
        unreachable!("a linear form is no number")
    }
    fn no_sums(self) {}
    fn add_product(self, _: Self, (): ()) {
        unreachable!("a product of two forms is not linear")
    }
    fn halves(self, (): ()) -> (Self, Self) {
        unreachable!("a product of two forms is not linear")
    }
    fn exchange<const LEN: usize>(self, other: Self) -> (Self, Self) {
        let place = |lane: usize| lane & LEN != 0;
        let first = |lane: usize| if place(lane) { other.0[lane - LEN] } else { self.0[lane] };
        let second = |lane: usize| if place(lane) { other.0[lane] } else { self.0[lane + LEN] };
        (Forms(from_fn(first)), Forms(from_fn(second)))
    }
    fn interleave(self, other: Self) -> (Self, Self) {
        let both = [self.0, other.0];
        let at = |place: usize| both[place % 2][place / 2];
        (Forms(from_fn(at)), Forms(from_fn(|lane| at(COUNT + lane))))
    }
    fn separate(self, other: Self) -> (Self, Self) {
        let both: Vec<usize> = self.0.into_iter().chain(other.0).collect();
        (Forms(from_fn(|lane| both[2 * lane])), Forms(from_fn(|lane| both[2 * lane + 1])))
    }
}
