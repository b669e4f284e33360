//! The ring of ML-DSA: transforms and products against the school book, on every machine.

mod bounds;
mod forms;
mod maps;
mod toy;

use sealane_arith::ct::Mask;
use sealane_arith::ring::tasks::{Inverse, Multiply, MultiplyAccumulate, Task, Transform};
use sealane_arith::ring::words::Plain;
use sealane_arith::ring::{MAX_PRODUCTS, N, Polynomial, Q, exceeds, run, run_plain};
use testkit::inputs::Random;
use testkit::reference::ring as reference;

const ROOT: i64 = 1753;

/// A machine that runs tasks.
trait Machine {
    const NAME: &'static str;
    fn run<T: Task>(task: T) -> T::Result;
}

/// The fastest of this CPU.
struct Fastest;

impl Machine for Fastest {
    const NAME: &'static str = "fastest";
    fn run<T: Task>(task: T) -> T::Result {
        run(task)
    }
}

/// Sixteen plain words side by side, as every CPU has them.
struct Sixteen;

impl Machine for Sixteen {
    const NAME: &'static str = "sixteen";
    fn run<T: Task>(task: T) -> T::Result {
        run_plain(task)
    }
}

/// One word after the other.
struct Single;

impl Machine for Single {
    const NAME: &'static str = "single";
    fn run<T: Task>(task: T) -> T::Result {
        task.on::<_, N>(Plain([0]))
    }
}

/// Something to test on each machine.
trait OnEachMachine {
    fn on<M: Machine>(&mut self);

    fn on_all(&mut self) {
        self.on::<Fastest>();
        self.on::<Sixteen>();
        self.on::<Single>();
    }
}

/// Polynomials with coefficients between `-q` and `q`: random ones, and those with which sums
/// become greatest.
fn polynomials(random: &mut Random) -> Vec<Polynomial> {
    let greatest = [1 - Q, Q - 1];
    let mut all: Vec<Polynomial> = greatest.iter().map(|x| Polynomial([*x; N])).collect();
    all.push(Polynomial(std::array::from_fn(|i| greatest[i % 2])));
    for _ in 0..4 {
        all.push(Polynomial([(); N].map(|()| greatest[random.below(2)])));
        all.push(Polynomial([(); N].map(|()| random.below(2 * Q as usize - 1) as i32 - Q + 1)));
    }
    for at in [0, 1, 15, 16, 17, 127, 128, 255] {
        let mut single = Polynomial::ZERO;
        single.0[at] = [1, -1, Q - 1, Q / 2][random.below(4)];
        all.push(single);
    }
    all
}

fn canonical(x: &Polynomial) -> Vec<i64> {
    reference::canonical(Q.into(), &x.0)
}

fn limit(x: &Polynomial) -> i32 {
    x.0.iter().map(|x| x.abs()).max().expect("a polynomial has coefficients")
}

struct Values(Vec<Polynomial>);

impl OnEachMachine for Values {
    fn on<M: Machine>(&mut self) {
        for x in &self.0 {
            let mut changed = *x;
            M::run(Transform(&mut changed));
            assert!(limit(&changed) < 6 * Q, "{}", M::NAME);
            let values = reference::values(Q.into(), ROOT, &canonical(x));
            assert_eq!(canonical(&changed), values, "{}", M::NAME);
        }
    }
}

/// Goal: a transform is the values at the roots, in the order of FIPS 204, on every machine.
#[test]
fn transforms_are_values_at_roots() {
    let mut random = Random::seeded("values at roots");
    Values(polynomials(&mut random)).on_all();
}

struct Back(Vec<Polynomial>);

impl OnEachMachine for Back {
    fn on<M: Machine>(&mut self) {
        for x in &self.0 {
            let mut changed = *x;
            M::run(Transform(&mut changed));
            changed.0.iter_mut().for_each(|value| *value %= Q);
            M::run(Inverse(&mut changed));
            assert!(limit(&changed) < Q / 4 * 3, "{}", M::NAME);
            let scaled = reference::scaled(Q.into(), &canonical(x), 1 << 32);
            assert_eq!(canonical(&changed), scaled, "{}", M::NAME);
            // Whatever the values are, the greatest among them: the inverse keeps its bound.
            let mut changed = *x;
            M::run(Inverse(&mut changed));
            assert!(limit(&changed) < Q / 4 * 3, "{}", M::NAME);
        }
    }
}

/// Goal: the inverse undoes a transform, but for the factor 2^32.
#[test]
fn inverses_undo_transforms() {
    let mut random = Random::seeded("inverses");
    Back(polynomials(&mut random)).on_all();
}

struct Products(Vec<Polynomial>);

impl Products {
    fn transformed<M: Machine>(x: &Polynomial) -> Polynomial {
        let mut changed = *x;
        M::run(Transform(&mut changed));
        changed
    }
}

impl OnEachMachine for Products {
    fn on<M: Machine>(&mut self) {
        for pair in self.0.windows(2) {
            let [a, b] = [&pair[0], &pair[1]].map(Self::transformed::<M>);
            let mut product = Polynomial::ZERO;
            M::run(Multiply { a: &a, b: &b, out: &mut product });
            assert!(limit(&product) < Q, "{}", M::NAME);
            M::run(Inverse(&mut product));
            let slow = reference::product(Q.into(), &canonical(&pair[0]), &canonical(&pair[1]));
            assert_eq!(canonical(&product), slow, "{}", M::NAME);
        }
    }
}

/// Goal: a product by transforms is the one of the school book.
#[test]
fn products_are_those_of_the_school_book() {
    let mut random = Random::seeded("products");
    Products(polynomials(&mut random)).on_all();
}

struct Sums(Random);

impl OnEachMachine for Sums {
    fn on<M: Machine>(&mut self) {
        for count in 0..=MAX_PRODUCTS {
            let (below_q, any) = (polynomials(&mut self.0), polynomials(&mut self.0));
            // Values at the limits: of one factor below q, of the other below 6 q.
            let reduced = |x: &Polynomial| Polynomial(x.0.map(|x| x.clamp(1 - Q, Q - 1)));
            let scaled = |x: &Polynomial| Polynomial(x.0.map(|x| 6 * x));
            let a: Vec<Polynomial> = below_q.iter().take(count).map(reduced).collect();
            let b: Vec<Polynomial> = any.iter().take(count).map(scaled).collect();
            let mut out = Polynomial([1; N]);
            M::run(MultiplyAccumulate { a: &a, b: &b, out: &mut out });
            assert!(limit(&out) < Q, "{}", M::NAME);
            let sum = |i: usize| {
                a.iter().zip(&b).map(|(a, b)| i128::from(a.0[i]) * i128::from(b.0[i])).sum()
            };
            let sums: Vec<i128> = (0..N).map(sum).collect();
            for (sum, out) in sums.iter().zip(&out.0) {
                let rest = (sum - (i128::from(*out) << 32)).rem_euclid(Q.into());
                assert_eq!(rest, 0, "{}", M::NAME);
            }
        }
    }
}

/// Goal: sums of products are right up to their limits.
#[test]
fn sums_of_products_are_right() {
    Sums(Random::seeded("sums of products")).on_all();
}

/// What one machine made of some polynomials, step by step.
#[derive(Default)]
struct Traces(Vec<Vec<[i32; N]>>);

impl OnEachMachine for Traces {
    fn on<M: Machine>(&mut self) {
        let mut random = Random::from_seed(28);
        let mut trace = Vec::new();
        for x in polynomials(&mut random) {
            let mut x = x;
            M::run(Transform(&mut x));
            trace.push(x.0);
            let mut product = Polynomial::ZERO;
            M::run(Multiply { a: &x, b: &x, out: &mut product });
            trace.push(product.0);
            M::run(Inverse(&mut product));
            trace.push(product.0);
        }
        self.0.push(trace);
    }
}

/// Goal: all machines give the same representatives, bit by bit, and not only the same residues.
#[test]
fn machines_agree_bit_by_bit() {
    let mut traces = Traces::default();
    traces.on_all();
    let [fastest, sixteen, single] = &traces.0[..] else { panic!("three machines") };
    assert!(fastest == sixteen && sixteen == single);
}

/// Goal: a coefficient is too large from its bound on, wherever it stands and whatever its sign.
#[test]
fn norms_are_compared_with_bounds() {
    let exceeds = |x: &Polynomial, bound| exceeds(x, bound).to_bool_vartime();
    for bound in [1, 78, 95_232 - 78, 261_888, (1 << 19) - 196] {
        let inside = Polynomial([(); N].map(|()| bound - 1));
        let negative = Polynomial([(); N].map(|()| 1 - bound));
        assert!(!exceeds(&inside, bound) && !exceeds(&negative, bound));
        for at in 0..N {
            for outside in [bound, -bound, Q / 2, -Q / 2, Q - bound, bound - Q] {
                let mut x = inside;
                x.0[at] = outside;
                assert!(exceeds(&x, bound), "{outside} at {at}");
            }
        }
        let everywhere = [bound, -bound].map(|x| Polynomial([x; N]));
        assert!(everywhere.iter().all(|x| exceeds(x, bound)));
    }
}
