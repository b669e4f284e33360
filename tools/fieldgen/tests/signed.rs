//! Signed limbs: which sets the provers accept, and that what they accept is right.

use fieldgen::build::signed::Signed;
use fieldgen::build::signed::rest::Unfit;
use fieldgen::field::Field;
use fieldgen::prove::prove;
use fieldgen::table::find;

/// The field of P-256 in a parameter set.
fn p256(bits: u32, limbs: usize, additions: u32, sequence: &str) -> Result<Field, Unfit> {
    let row = find("p256_p").expect("a row");
    let sequence = sequence.parse().expect("a sequence");
    Field::signed(row, Signed::new(row, bits, limbs, additions, sequence).expect("it fits"))
}

/// The verdicts of the design notes: FieldGen's order, and a carry before it.
#[test]
fn known_sets_have_their_known_verdict() {
    let table = [
        (29, 9, 2, "reduce+short", false),
        (29, 9, 2, "carry+short", false),
        (29, 9, 1, "reduce+short", false),
        (29, 9, 1, "carry+short", true),
        (29, 9, 0, "reduce+short", true),
        (29, 9, 0, "carry+short", true),
        (26, 10, 2, "reduce+short", true),
        (26, 10, 3, "reduce+short", false),
        (28, 10, 2, "carry+short", true),
        (27, 10, 3, "carry+short", true),
    ];
    for (bits, limbs, additions, sequence, good) in table {
        let found = p256(bits, limbs, additions, sequence);
        println!(
            "{bits}x{limbs} {additions} {sequence}: {:?}",
            found.as_ref().map(|f| {
                let rest = &f.signed.as_ref().unwrap().1;
                (rest.passes, rest.tightest.margin(), rest.limbs.clone())
            })
        );
        assert_eq!(found.is_ok(), good, "{bits}x{limbs} {additions} {sequence}");
        let Ok(field) = found else { continue };
        for program in &field.programs {
            let start = std::time::Instant::now();
            let proof = prove(program, &field.contract(program)).unwrap_or_else(|r| panic!("{r}"));
            println!("  {proof:?} {:?}", start.elapsed());
        }
    }
}
