//! The numbers of the table: prime, of the length in their name, and orders within Hasse's bound.

use fieldgen::table::{Row, TABLE, find};
use num_bigint::{BigInt, BigUint};
use num_traits::One;

#[test]
fn moduli_are_prime() {
    for row in TABLE {
        assert!(is_probable_prime(&row.modulus.value()), "{}", row.name);
    }
}

#[test]
fn composites_are_seen() {
    let p = find("p256_p").expect("a row").modulus.value();
    assert!(!is_probable_prime(&(&p + 2u32)));
    assert!(!is_probable_prime(&(&p * &p)));
    assert!(!is_probable_prime(&BigUint::from(3215031751u64)), "a pseudoprime to bases 2, 3, 5, 7");
}

#[test]
fn lengths_are_those_of_the_names() {
    for row in TABLE {
        let digits: String = row.name.chars().filter(char::is_ascii_digit).collect();
        let bits: u64 = match digits.as_str() {
            "25519" => 255,
            "2561" => 256,
            digits => digits.parse().expect("a name holds its length"),
        };
        let expected = match row.name {
            "p25519_n" => 253,
            "p448_n" => 446,
            _ => bits,
        };
        assert_eq!(row.modulus.value().bits(), expected, "{}", row.name);
    }
}

/// The number of points `h n` lies within `2 sqrt(p)` of `p + 1`.
#[test]
fn orders_fit_their_fields() {
    for row in TABLE.iter().filter(|row| row.name.ends_with("_p")) {
        let order = find(&row.name.replace("_p", "_n")).expect("each field has an order");
        assert!(within_hasse(row, order), "{}", row.name);
    }
    let (p, n) = (find("p256_p").expect("a row"), find("secp256k1_n").expect("a row"));
    assert!(!within_hasse(p, n), "a strange order is seen");
}

fn within_hasse(field: &Row, order: &Row) -> bool {
    let cofactor = match field.name {
        "p25519_p" => 8u32,
        "p448_p" => 4,
        _ => 1,
    };
    let p = field.modulus.value();
    let points: BigInt = (order.modulus.value() * cofactor).into();
    let trace: BigInt = BigInt::from(p.clone()) + 1 - points;
    trace.magnitude() <= &((p << 2u32).sqrt())
}

/// Miller and Rabin with the first sixteen primes as bases.
fn is_probable_prime(n: &BigUint) -> bool {
    let one = BigUint::one();
    let last = n - &one;
    let twos = last.trailing_zeros().unwrap_or(0);
    let odd = &last >> twos;
    [2u32, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53].iter().all(|base| {
        let mut power = BigUint::from(*base).modpow(&odd, n);
        if power == one || power == last {
            return true;
        }
        (1..twos).any(|_| {
            power = &power * &power % n;
            power == last
        })
    })
}
