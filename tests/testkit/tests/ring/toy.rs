//! The text of the transforms on small rings, against the school book.

use sealane_arith::ring::butterflies::{inverse, transform};
use sealane_arith::ring::products::reduced;
use sealane_arith::ring::table::{Ring, Table, Twiddles};
use sealane_arith::ring::words::{Plain, Words};
use testkit::inputs::Random;
use testkit::reference::ring as reference;

/// A ring with eight coefficients modulo 257.
struct Tiny;
/// A ring with eight coefficients modulo 7681.
struct Small;

const TINY_ROOT: i32 = 249;
const SMALL_ROOT: i32 = 527;

impl Ring for Tiny {
    const Q: i32 = 257;
    const N: usize = 8;
    fn forward() -> Twiddles {
        static TABLE: Table<12> = Table::forward(257, 8, TINY_ROOT);
        TABLE.twiddles()
    }
    fn backward() -> Twiddles {
        static TABLE: Table<12> = Table::backward(257, 8, TINY_ROOT);
        TABLE.twiddles()
    }
}

impl Ring for Small {
    const Q: i32 = 7681;
    const N: usize = 8;
    fn forward() -> Twiddles {
        static TABLE: Table<12> = Table::forward(7681, 8, SMALL_ROOT);
        TABLE.twiddles()
    }
    fn backward() -> Twiddles {
        static TABLE: Table<12> = Table::backward(7681, 8, SMALL_ROOT);
        TABLE.twiddles()
    }
}

/// A root is one of unity of order `2 n`: its `n`-th power is -1.
fn is_root(q: i64, root: i64, n: usize) -> bool {
    (0..n).fold(1, |power, _| power * root % q) == q - 1
}

/// Returns the product by transforms, over rows of `LANES` words.
fn product<R: Ring, const LANES: usize, const ROWS: usize>(a: &[i32; 8], b: &[i32; 8]) -> Vec<i64> {
    let like = Plain([0; LANES]);
    let rows = |x: &[i32; 8]| -> [[i32; LANES]; ROWS] {
        std::array::from_fn(|row| std::array::from_fn(|lane| x[row * LANES + lane]))
    };
    let [mut a, mut b] = [a, b].map(rows);
    transform::<R, _, ROWS>(like, &mut a);
    transform::<R, _, ROWS>(like, &mut b);
    for (a, b) in a.iter_mut().zip(&b) {
        let product = like.load(a).add_product(like.load(b), like.no_sums());
        reduced::<R, _>(like, product).store(a);
    }
    inverse::<R, _, ROWS>(like, &mut a);
    reference::canonical(R::Q.into(), a.as_flattened())
}

/// Compares products over rows of one, two and four words with the school book's.
fn compare<R: Ring>(a: &[i32; 8], b: &[i32; 8]) {
    let q = R::Q.into();
    let slow = reference::product(q, &reference::canonical(q, a), &reference::canonical(q, b));
    assert_eq!(product::<R, 1, 8>(a, b), slow, "{a:?} {b:?}");
    assert_eq!(product::<R, 2, 4>(a, b), slow, "{a:?} {b:?}");
    assert_eq!(product::<R, 4, 2>(a, b), slow, "{a:?} {b:?}");
}

/// Compares all products of `c X^i` and `d X^j`, which by linearity are those that decide, and
/// random ones.
fn compare_all<R: Ring>(random: &mut Random, factors: impl Iterator<Item = (i32, i32)>) {
    for (c, d) in factors {
        for i in 0..8 {
            let (mut a, mut b) = ([0; 8], [0; 8]);
            (a[i], b[random.below(8)]) = (c, d);
            compare::<R>(&a, &b);
        }
    }
    for _ in 0..20_000 {
        let mut any = || [(); 8].map(|()| random.below(2 * R::Q as usize - 1) as i32 - R::Q + 1);
        compare::<R>(&any(), &any());
    }
}

/// Goal: on small rings every product of two single terms is right, and sums of them.
#[test]
fn small_rings_multiply_as_the_school_book() {
    let mut random = Random::seeded("small rings");
    assert!(is_root(257, TINY_ROOT.into(), 8) && is_root(7681, SMALL_ROOT.into(), 8));
    compare_all::<Tiny>(&mut random, (0..257).flat_map(|c| (0..257).map(move |d| (c, d))));
    let edges = [-7680, -3841, -3840, -1, 0, 1, 3840, 3841, 7680];
    compare_all::<Small>(&mut random, (-7680..7681).flat_map(|c| edges.map(|d| (c, d))));
}
