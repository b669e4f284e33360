//! The field generator.

use fieldgen::field::Field;
use fieldgen::print::limbs64;
use fieldgen::table::TABLE;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/arith/src/generated");
    let fields: Vec<Field> = TABLE.iter().filter(|row| row.emit).map(Field::build).collect();
    for field in &fields {
        std::fs::write(folder.join(format!("{}.rs", field.row.name)), limbs64::file(field))?;
    }
    std::fs::write(folder.join("mod.rs"), limbs64::module(&fields))
}

