//! The field operations of every operation of every curve, on inputs that never change, against
//! `docs/results/operations.tsv`, exactly. `COUNTS=write` in the environment writes the table anew.

use sealane::curve::{
    BrainpoolP256r1, BrainpoolP384r1, BrainpoolP512r1, Curve, Edwards448, Edwards25519, NLimbs,
    P192, P224, P256, P384, P521, PLimbs, Secp256k1,
};
use sealane::ecc::eddsa::message::{
    Claim, Framing, Request, Suite, public_of, sign, verify_message_vartime,
};
use sealane::ecc::{ecdh, ecdsa, xdh};
use sealane::group::comb::{Comb, mul_base};
use sealane::group::edwards::Edwards;
use sealane::group::short::{Jacobian, Shape, Short};
use sealane::tables::Plan;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::One;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use std::fmt::Write;
use testkit::machine::count::{Count, Ops, counting};
use testkit::vectors::workspace;

/// One line for each prime that an operation computes with: the coordinates' and the order's.
fn lines<P: Prime, N: Prime>(text: &mut String, name: &str, operation: &str, task: &dyn Fn()) {
    for (modulus, ops) in [("p", counting::<P, _>(task).1), ("n", counting::<N, _>(task).1)] {
        let Ops { mul, sqr, add, sub, neg, carry, select, zero_test, .. } = ops;
        let Ops { invert, invert_vartime, lookup, .. } = ops;
        let _ = writeln!(
            text,
            "{name}\t{operation}\t{modulus}\t{mul}\t{sqr}\t{add}\t{sub}\t{neg}\t{carry}\t{select}\t\
             {zero_test}\t{invert}\t{invert_vartime}\t{lookup}"
        );
    }
}

const HEAD: &str = "\
# Field operations of each operation, exactly. Written by `make gate-write`; do not edit.
# algorithm\toperation\tmodulus\tmul\tsqr\tadd\tsub\tneg\tcarry\tselect\tzero test\tinvert\t\
invert vartime\tlookup
";

/// An integer with a zero top byte, so below every order of its width.
fn integer<L: Words>(bytes: usize, step: usize) -> L {
    let bytes: Vec<u8> = (0..bytes).map(|i| (i * step) as u8).collect();
    sealane_arith::bytes::from_be_bytes(&bytes)
}

fn short<C: Curve>(text: &mut String, name: &str) {
    let comb = Comb::<Short<C>, Count>::spaced(Count, C::COMB_WIDTH, C::COMB_SPACING);
    let [d, k, e] = [37, 91, 53].map(|step| integer::<NLimbs<C>>(C::N::BYTES, step));
    let secret = |x: NLimbs<C>| Secret::new([x]);
    let affine = |k: NLimbs<C>| -> [PLimbs<C>; 2] {
        let point = mul_base::<Short<C>, Count, 1>(Count, &comb, &secret(k));
        let to_plain = |p: &Jacobian<_>| {
            let affine = p.to_affine(Field::invert);
            [affine.x, affine.y].map(|c| {
                let mut plain = [PLimbs::<C>::ZERO];
                Count.unload::<C::P>(c, &mut plain);
                plain[0]
            })
        };
        point.map(to_plain).reveal("a test's own point")
    };
    let signed = || {
        let (d, k) = ([secret(d)], [secret(k)]);
        let [signed] = ecdsa::sign::<C, Count, 1, 1>(Count, &comb, &d, &k, &[[e]]);
        signed
    };
    let (signature, public) = (signed(), affine(d));
    lines::<C::P, C::N>(text, name, "keygen", &|| {
        affine(d);
    });
    lines::<C::P, C::N>(text, name, "sign", &|| {
        signed();
    });
    lines::<C::P, C::N>(text, name, "verify", &|| {
        let [r, s] = [signature.r[0], signature.s[0]];
        assert!(ecdsa::verify_vartime::<C, Count>(Count, &comb, &public, &e, &r, &s));
    });
    lines::<C::P, C::N>(text, name, "derive", &|| {
        let peer = [[[public[0]], [public[1]]]];
        let _ = ecdh::shared_x::<C, Count, 1, 1>(Count, &[secret(k)], &peer);
    });
}

fn edwards<E: Suite>(text: &mut String, signing: &str, agreement: &str) {
    let comb = Comb::<Edwards<E>, Count>::spaced(Count, E::COMB_WIDTH, E::COMB_SPACING);
    let seed = || Secret::new([7; 57]);
    let made = || public_of::<E, Count, 1, 1>(Count, &comb, &[[&seed()]]);
    let [[[x], [y]]] = made().reveal("a test's own key");
    let public = [x, y];
    let framing = Framing { prehashed: false, context: None };
    let signed = || {
        let request = Request { seed: &seed(), public, framing, message: b"counted" };
        let [[signature]] = sign::<E, Count, 1, 1>(Count, &comb, &[[request]]);
        signature
    };
    let signature = signed();
    lines::<E::P, E::N>(text, signing, "keygen", &|| {
        let _ = made();
    });
    lines::<E::P, E::N>(text, signing, "sign", &|| {
        let _ = signed();
    });
    lines::<E::P, E::N>(text, signing, "verify", &|| {
        let claim = Claim { public, framing, message: b"counted", signature };
        assert!(verify_message_vartime::<E, Count>(Count, &comb, &claim));
    });
    let private = || Secret::new([integer::<<E::P as Prime>::Limbs>(E::P::BYTES, 37)]);
    let own = || xdh::public_of::<E, Count, 1, 1>(Count, &comb, &[private()]);
    let u = own().reveal("a test's own key");
    lines::<E::P, E::N>(text, agreement, "keygen", &|| {
        let _ = own();
    });
    lines::<E::P, E::N>(text, agreement, "derive", &|| {
        let _ = xdh::shared_u::<E, Count, 1, 1>(Count, &[private()], &u);
    });
}

/// The lines of every algorithm.
fn table() -> String {
    let mut text = HEAD.to_string();
    short::<P192>(&mut text, "p192");
    short::<P224>(&mut text, "p224");
    short::<P256>(&mut text, "p256");
    short::<P384>(&mut text, "p384");
    short::<P521>(&mut text, "p521");
    short::<Secp256k1>(&mut text, "secp256k1");
    short::<BrainpoolP256r1>(&mut text, "brainpoolp256r1");
    short::<BrainpoolP384r1>(&mut text, "brainpoolp384r1");
    short::<BrainpoolP512r1>(&mut text, "brainpoolp512r1");
    edwards::<Edwards25519>(&mut text, "ed25519", "x25519");
    edwards::<Edwards448>(&mut text, "ed448", "x448");
    text
}

/// Returns the lines that differ.
fn differences<'a>(stored: &'a str, counted: &'a str) -> Vec<&'a str> {
    let missing = |from: &'a str, other: &'a str| {
        from.lines().filter(move |line| !other.lines().any(|it| it == *line))
    };
    missing(counted, stored).chain(missing(stored, counted)).collect()
}

/// Goal: every operation of every algorithm costs the field operations that the table says.
#[test]
fn operations_cost_what_is_stored() {
    let path = workspace().join("docs/results/operations.tsv");
    let counted = table();
    for algorithm in sealane::ecc::Algorithm::ALL {
        let head = format!("\n{}\t", algorithm.name());
        assert!(counted.contains(&head), "{} is not counted", algorithm.name());
    }
    if std::env::var("COUNTS").is_ok_and(|what| what == "write") {
        std::fs::write(&path, &counted).expect("the table can be written");
    }
    let stored = std::fs::read_to_string(&path).expect("the table can be read");
    let different = differences(&stored, &counted);
    assert!(
        different.is_empty(),
        "counted, then stored (`make gate-write` if it is meant):\n{}",
        different.join("\n")
    );
}

/// P-256 with a doubling that multiplies once more than it must.
#[derive(Clone, Copy)]
struct Grown;

impl Shape for Grown {
    fn double<F: Field>(p: Jacobian<F>) -> Jacobian<F> {
        let Jacobian { x, y, z } = <P256 as Curve>::Shape::double(p);
        Jacobian { x: x * x.one_like(), y, z }
    }
    fn right_side<F: Field>(x: F, b: F) -> F {
        <P256 as Curve>::Shape::right_side(x, b)
    }
}

impl Curve for Grown {
    type P = <P256 as Curve>::P;
    type N = <P256 as Curve>::N;
    type Shape = Self;
    const B: PLimbs<P256> = P256::B;
    const G: [PLimbs<P256>; 2] = P256::G;
    const COMBS: [Plan; 3] = P256::COMBS;
    const WINDOW: usize = P256::WINDOW;
}

/// Goal: the gate says no. A formula with one multiplication more, and the same results, is found
/// in every operation that runs it, and nowhere else.
#[test]
fn a_grown_formula_is_refused() {
    let (mut right, mut grown) = (String::new(), String::new());
    short::<P256>(&mut right, "p256");
    short::<Grown>(&mut grown, "p256");
    let different = differences(&right, &grown);
    let of = |operation: &str| different.iter().filter(|it| it.contains(operation)).count();
    // The last addition of a multiplication has a doubling beside it.
    assert_eq!(["keygen", "sign", "verify", "derive"].map(of), [2, 2, 2, 2]);
    assert!(different.iter().all(|line| line.contains("\tp\t")), "{different:?}");
    let one = Grown::double::<<One as Machine>::Of<<P256 as Curve>::P>>;
    let [x, y] = P256::G.map(|c| One.load::<<P256 as Curve>::P>(&[c]));
    let twice = one(Jacobian { x, y, z: x.one_like() }).to_affine(Field::invert);
    let right = <P256 as Curve>::Shape::double(Jacobian { x, y, z: x.one_like() });
    assert_eq!(twice.x.plain(), right.to_affine(Field::invert).x.plain());
}
