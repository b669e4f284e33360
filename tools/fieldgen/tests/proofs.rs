//! Every function of every prime that a builder covers is proven.
use fieldgen::field::Field;
use fieldgen::prove::prove;
use fieldgen::table::TABLE;

#[test]
fn all() {
    let mut bad = 0;
    let only = std::env::var("ONLY").unwrap_or_default();
    for row in TABLE.iter().filter(|row| row.name.contains(&only)) {
        let field = Field::build(row);
        for program in &field.programs {
            let t = std::time::Instant::now();
            match prove(program, &field.contract(program)) {
                Ok(proof) => println!("{} {:?} {:?}", row.name, proof, t.elapsed()),
                Err(e) => { bad += 1; println!("{} REFUSED {e} {:?}", row.name, t.elapsed()) }
            }
        }
    }
    assert_eq!(bad, 0);
}
