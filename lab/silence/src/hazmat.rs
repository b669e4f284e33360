//! The low-level module under valgrind: every operation on secrets, on a group of each shape.

use sealane::curve::{BrainpoolP256r1, Edwards448, Edwards25519, P256, P521, Secp256k1};
use sealane::group::edwards::Edwards;
use sealane::group::short::Short;
use sealane::hazmat::{Choice, Encoding, Group, Operation, Point, Scalar, empty_slot};
use sealane_arith::machine::taint;

/// One operation: its name in the source, and a run of it, which says whether the result was right.
type Row = (&'static str, fn() -> bool);

/// Truth values and scalars.
pub fn scalars() -> bool {
    each_group(Part::Scalars)
}

/// Points and their multiples.
pub fn points() -> bool {
    each_group(Part::Points)
}

#[derive(Clone, Copy)]
enum Part {
    Scalars,
    Points,
}

/// Runs on every formula that points have: `a = -3` with words that are full and with bits to
/// spare, `a = 0`, another `a`, and Edwards curves of both kinds.
fn each_group(part: Part) -> bool {
    let right = [
        each_operation::<Short<P256>>("P-256", part),
        each_operation::<Short<P521>>("P-521", part),
        each_operation::<Short<Secp256k1>>("secp256k1", part),
        each_operation::<Short<BrainpoolP256r1>>("brainpoolP256r1", part),
        each_operation::<Edwards<Edwards25519>>("edwards25519", part),
        each_operation::<Edwards<Edwards448>>("edwards448", part),
    ];
    right.into_iter().all(|right| right)
}

/// Runs every operation, and names those that leak and those that are wrong.
fn each_operation<G: Group + Encoding>(group: &str, part: Part) -> bool {
    let rows = match part {
        Part::Scalars => scalar_rows::<G>(),
        Part::Points => point_rows::<G>(),
    };
    let mut all_right = true;
    for (name, run) in rows {
        let before = taint::errors_so_far();
        let right = run();
        let leaks = taint::errors_so_far() - before;
        if !right || leaks > 0 {
            println!("{name} on {group}: right {right}, {leaks} leaks");
        }
        all_right &= right;
    }
    all_right
}

/// Bytes of a scalar below every order of that length, marked as a secret.
fn secret_bytes(length: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..length).map(|i| (i * i + 77 * i + 5) as u8).collect();
    (bytes[0], bytes[length - 1]) = (0, 0);
    taint::make_bytes_undefined(&mut bytes);
    bytes
}

fn a<G: Group>() -> Scalar<G> {
    Scalar::from_be_bytes(&secret_bytes(Scalar::<G>::BYTES)).expect("it is in range")
}

fn b<G: Group>() -> Scalar<G> {
    a::<G>().add(&small(3))
}

fn small<G: Group>(value: u64) -> Scalar<G> {
    Scalar::from_u64(value)
}

fn same<G: Group>(x: &Scalar<G>, y: &Scalar<G>) -> bool {
    x.equals(y).reveal()
}

fn scalar_rows<G: Group>() -> Vec<Row> {
    vec![
        ("Choice::of", || Choice::of(true).reveal()),
        ("Choice::and", || !small::<G>(0).is_zero().and(&small::<G>(1).is_zero()).reveal()),
        ("Choice::not", || a::<G>().is_zero().not().reveal()),
        ("Choice::reveal", || !a::<G>().is_zero().reveal()),
        ("Scalar::from_u64", || same(&small::<G>(5).add(&small(6)), &small(11))),
        ("Scalar::from_be_bytes", || {
            let mut above = vec![0xff; Scalar::<G>::BYTES];
            taint::make_bytes_undefined(&mut above);
            Scalar::<G>::from_be_bytes(&above).is_err() && same(&a::<G>(), &a())
        }),
        ("Scalar::from_le_bytes", || {
            let mut reversed = secret_bytes(Scalar::<G>::BYTES);
            reversed.reverse();
            Scalar::from_le_bytes(&reversed).is_ok_and(|scalar| same(&scalar, &a::<G>()))
        }),
        ("Scalar::reduce_le_bytes", || {
            let mut wide = secret_bytes(Scalar::<G>::BYTES);
            wide.reverse();
            wide.resize(128, 0);
            let reduced = Scalar::<G>::reduce_le_bytes(&wide).is_ok_and(|x| same(&x, &a()));
            reduced && Scalar::<G>::reduce_le_bytes(&secret_bytes(128)).is_ok()
        }),
        ("Scalar::random", || Scalar::<G>::random().is_ok_and(|x| !x.is_zero().reveal())),
        ("Scalar::add", || same(&a::<G>().add(&b()), &b().add(&a()))),
        ("Scalar::sub", || same(&b::<G>().sub(&a()), &small(3))),
        ("Scalar::mul", || same(&a::<G>().mul(&small(2)), &a().add(&a()))),
        ("Scalar::neg", || a::<G>().neg().add(&a()).is_zero().reveal()),
        ("Scalar::invert", || same(&a::<G>().invert().mul(&a()), &small(1))),
        ("Scalar::select", || {
            let (yes, no) = (small::<G>(0).is_zero(), a::<G>().is_zero());
            same(&Scalar::select(&yes, &a::<G>(), &b()), &a())
                && same(&Scalar::select(&no, &a::<G>(), &b()), &b())
        }),
        ("Scalar::equals", || !a::<G>().equals(&b()).reveal()),
        ("Scalar::is_zero", || small::<G>(0).is_zero().reveal()),
        ("Scalar::to_be_bytes", || {
            let mut bytes = a::<G>().to_be_bytes();
            taint::make_bytes_undefined(&mut bytes);
            Scalar::from_be_bytes(&bytes).is_ok_and(|scalar| same(&scalar, &a::<G>()))
        }),
        ("Scalar::to_le_bytes", || {
            let bytes = a::<G>().to_le_bytes();
            Scalar::from_le_bytes(&bytes).is_ok_and(|scalar| same(&scalar, &a::<G>()))
        }),
        ("Scalar::invert_batch_in", || {
            let mut scalars = [a::<G>(), small(0), b()];
            let mut scratch = [small(0), small(0), small(0)];
            let room = Scalar::invert_batch_in(&mut scalars, &mut scratch).is_ok();
            room && same(&scalars[0], &a().invert())
                && scalars[1].is_zero().reveal()
                && same(&scalars[2], &b().invert())
        }),
    ]
}

fn p<G: Group>() -> Point<G> {
    Point::mul_base(&a())
}

fn q<G: Group>() -> Point<G> {
    Point::mul_base(&b())
}

fn equal<G: Group>(p: &Point<G>, q: &Point<G>) -> bool {
    p.equals(q).reveal()
}

fn point_rows<G: Group + Encoding>() -> Vec<Row> {
    vec![
        ("Point::generator", || equal(&Point::<G>::generator(), &Point::mul_base(&small(1)))),
        ("Point::neutral", || Point::<G>::neutral().is_neutral().reveal()),
        ("Point::mul_base", || equal(&p::<G>(), &Point::generator().mul(&a()))),
        ("Point::add", || {
            equal(&p::<G>().add(&q()), &Point::mul_base(&a().add(&b())))
                && equal(&p::<G>().add(&p()), &p().double())
                && equal(&p::<G>().add(&Point::neutral()), &p())
        }),
        ("Point::sub", || {
            equal(&q::<G>().sub(&p()), &Point::mul_base(&small(3)))
                && p::<G>().sub(&p()).is_neutral().reveal()
        }),
        ("Point::double", || equal(&p::<G>().double(), &Point::mul_base(&a().add(&a())))),
        ("Point::neg", || equal(&p::<G>().neg(), &Point::mul_base(&a().neg()))),
        ("Point::add_if", || {
            let (yes, no) = (small::<G>(0).is_zero(), a::<G>().is_zero());
            equal(&p::<G>().add_if(&yes, &q()), &p().add(&q()))
                && equal(&p::<G>().add_if(&no, &q()), &p())
        }),
        ("Point::sub_if", || {
            let (yes, no) = (small::<G>(0).is_zero(), a::<G>().is_zero());
            equal(&p::<G>().sub_if(&yes, &q()), &p().sub(&q()))
                && equal(&p::<G>().sub_if(&no, &q()), &p())
        }),
        ("Point::select", || {
            let no = a::<G>().is_zero();
            equal(&Point::select(&no, &p::<G>(), &q()), &q())
        }),
        ("Point::equals", || !equal(&p::<G>(), &q())),
        ("Point::is_neutral", || !p::<G>().is_neutral().reveal()),
        ("Point::mul", || {
            equal(&p::<G>().mul(&b()), &q().mul(&a()))
                && p::<G>().mul(&small(0)).is_neutral().reveal()
        }),
        ("Point::mul_in", || {
            let mut table = vec![empty_slot::<G>(); Operation::Mul.slots()];
            p::<G>().mul_in(&b(), &mut table).is_ok_and(|product| equal(&product, &p().mul(&b())))
        }),
        ("Point::encode", || {
            let encoded = p::<G>().encode().expect("it is not neutral");
            // The neutral point has bytes on Edwards curves alone.
            let neutral = Point::<G>::neutral().encode();
            Point::<G>::decode_vartime(&encoded).is_ok_and(|point| equal(&point, &p()))
                && neutral.is_none_or(|bytes| bytes[0] == 1)
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Operations that have cases of their own.
    const ELSEWHERE: [&str; 1] = ["private_power"];
    /// Functions that are given nothing secret, and why.
    const PUBLIC: [(&str, &str); 6] = [
        ("Operation::slots", "a number of slots"),
        ("Operation::scratch_bytes", "a number of bytes"),
        ("empty_slot", "gives room for a point"),
        ("Group::base_table", "multiples of the generator"),
        ("Encoding::encode", "an affine point that has left already"),
        // Their inputs are public, as their names say.
        ("*_vartime", "variable time"),
    ];

    /// Returns the functions of a file that others can call, with the type or trait they belong to.
    /// Reads the text as rustfmt leaves it.
    fn public_functions(source: &str) -> Vec<String> {
        let mut owner = String::new();
        let mut in_trait = false;
        let mut found = Vec::new();
        for line in source.lines() {
            if line.starts_with("mod tests") {
                break;
            }
            let words = line.trim_start();
            if let Some(name) = line.strip_prefix("pub trait ") {
                (owner, in_trait) = (identifier(name).to_owned(), true);
            } else if line.starts_with("impl") {
                // The type after the parameters; what a trait demands stands at the trait.
                let header = line.split_once("> ").filter(|_| line.starts_with("impl<"));
                let header = header.map_or(&line["impl ".len()..], |(_, rest)| rest);
                (owner, in_trait) = (identifier(header).to_owned(), false);
            } else if line == "}" {
                (owner, in_trait) = (String::new(), false);
            }
            let after = ["pub const fn ", "pub fn "].iter().find_map(|it| words.strip_prefix(it));
            let after = after.or_else(|| words.strip_prefix("fn ").filter(|_| in_trait));
            if let Some(name) = after.map(identifier) {
                let separator = if owner.is_empty() { "" } else { "::" };
                found.push(format!("{owner}{separator}{name}"));
            }
        }
        found
    }

    fn identifier(text: &str) -> &str {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
    }

    /// Returns the functions that no case runs and that are not listed, and rows of no function.
    fn offences(functions: &[String], cases: &[&str]) -> Vec<String> {
        let listed = |name: &str| PUBLIC.iter().any(|(listed, _)| *listed == name);
        let covered = |name: &str| {
            cases.contains(&name) || ELSEWHERE.contains(&name) || name.ends_with("_vartime")
        };
        let open = functions.iter().filter(|name| !covered(name) && !listed(name));
        let open = open.map(|name| format!("no case: {name}"));
        let rows = cases.iter().chain(&ELSEWHERE).chain(PUBLIC.iter().map(|(name, _)| name));
        let stale = rows.filter(|row| !row.contains('*') && !functions.iter().any(|it| it == *row));
        open.chain(stale.map(|row| format!("no function: {row}"))).collect()
    }

    fn source() -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/sealane/src");
        let folder = std::fs::read_dir(root.join("hazmat")).expect("the folder can be read");
        let files = folder.map(|entry| entry.expect("an entry can be read").path());
        let files = files.chain([root.join("hazmat.rs"), root.join("rsa/hazmat.rs")]);
        let texts = files.map(|file| std::fs::read_to_string(file).expect("a file can be read"));
        texts.flat_map(|text| public_functions(&text)).collect()
    }

    fn cases() -> Vec<&'static str> {
        let rows = scalar_rows::<Short<P256>>().into_iter().chain(point_rows::<Short<P256>>());
        rows.map(|(name, _)| name).collect()
    }

    /// Goal: every public function of the module that takes secrets has a case. Method: the source
    /// is read; what is missing in the cases, or new in the source, is named.
    #[test]
    fn every_operation_has_a_case() {
        let functions = source();
        assert!(functions.len() > 40, "the source was read: {functions:?}");
        assert_eq!(offences(&functions, &cases()), [""; 0]);
        let without_one: Vec<&str> =
            cases().into_iter().filter(|name| *name != "Point::mul").collect();
        assert_eq!(offences(&functions, &without_one), ["no case: Point::mul"]);
        let planted = "impl<G: Model> Point<G> {\n    pub fn halve(&self) -> Self {\n    }\n}\n";
        let grown = [functions.clone(), public_functions(planted)].concat();
        assert_eq!(offences(&grown, &cases()), ["no case: Point::halve"]);
        let shrunk: Vec<String> =
            functions.into_iter().filter(|name| name != "Choice::not").collect();
        assert_eq!(offences(&shrunk, &cases()), ["no function: Choice::not"]);
    }

    /// Goal: every row of the tables gives the right result.
    #[test]
    fn every_case_is_right() {
        assert!(scalars() && points());
    }
}
