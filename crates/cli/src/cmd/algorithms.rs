//! `sealane algorithms`: what `--algorithm` takes, and what each of them is.
use crate::args::Algorithms;
use crate::cmd::print_json;
use crate::failure::Failure;
use crate::output::to_stdout;
use crate::subject::mldsa::OWN_HASH;
use comfy_table::{CellAlignment, Table, presets};
use sealane::{Algorithm, Hash};
use serde_json::{Value, json};

const HEADER: [&str; 7] =
    ["name", "object identifier", "point", "scalar", "hash", "operations", "other names"];
/// The columns of [`HEADER`] that are numbers.
const NUMBERS: [usize; 2] = [2, 3];

pub fn run(args: &Algorithms) -> Result<(), Failure> {
    if args.json {
        return print_json(&Algorithm::all().map(to_json).collect());
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(HEADER);
    for row in Algorithm::all() {
        let [field, order] = sizes(row).map(|bytes| bytes.to_string());
        let (operations, others) = (operations(row).join(" "), other_names(row).join(" "));
        let hash = usual_hash(row).unwrap_or("-").to_owned();
        table.add_row([row.to_string(), oid(row), field, order, hash, operations, others]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for sizes in NUMBERS {
        table.column_mut(sizes).expect("a column").set_cell_alignment(CellAlignment::Right);
    }
    let mut text = table.trim_fmt() + "\n";
    text += "\npoint: bytes of a coordinate; scalar: bytes of a private key and of each half of a \
             signature\nhash: the usual one, as standards pair them\nof RSA: bytes of the modulus \
             and of a prime; of DSA: bytes of p and of q\nof ML-DSA: bytes of a public key and of \
             the seed of a private one\n";
    to_stdout(text.as_bytes())
}

/// The identifier that tells keys of this algorithm from all others: the curve's, where the curve
/// is a parameter.
pub fn oid(algorithm: Algorithm) -> String {
    let identifier = algorithm.identifier();
    identifier.parameters.unwrap_or(identifier.oid).to_string()
}

/// Bytes of what is public and of what is private: see the last lines of the table.
fn sizes(algorithm: Algorithm) -> [usize; 2] {
    match algorithm {
        Algorithm::Curve(curve) => [curve.field_bytes(), curve.order_bytes()],
        Algorithm::Rsa { bits } => [bits.div_ceil(8), bits.div_ceil(16)],
        Algorithm::Dsa { bits, order_bits } => [bits.div_ceil(8), order_bits.div_ceil(8)],
        Algorithm::MlDsa(set) => [set.public_key_bytes(), 32],
        _ => [0, 0],
    }
}

fn other_names(algorithm: Algorithm) -> &'static [&'static str] {
    if let Algorithm::Curve(curve) = algorithm { curve.names() } else { &[] }
}

/// What keys of the algorithm can do.
fn operations(algorithm: Algorithm) -> &'static [&'static str] {
    let algorithm = match algorithm {
        Algorithm::Curve(curve) => curve,
        Algorithm::Rsa { .. } => return &["sign", "verify", "encrypt", "decrypt"],
        _ => return &["sign", "verify"],
    };
    match (algorithm.signs(), algorithm.derives()) {
        (true, true) => &["sign", "verify", "derive"],
        (true, false) => &["sign", "verify"],
        _ => &["derive"],
    }
}

/// The hash that standards pair with the algorithm, or that it has of its own.
fn usual_hash(algorithm: Algorithm) -> Option<&'static str> {
    let fixed = || match algorithm {
        Algorithm::Curve(curve) => curve.fixed_hash(),
        Algorithm::MlDsa(_) => Some(OWN_HASH),
        _ => None,
    };
    algorithm.usual_hash().or_else(fixed).map(Hash::name)
}

fn to_json(row: Algorithm) -> Value {
    let [field_bytes, order_bytes] = sizes(row);
    json!({
        "name": row.to_string(),
        "other_names": other_names(row),
        "oid": oid(row),
        "key_oid": row.identifier().oid.to_string(),
        "field_bytes": field_bytes,
        "order_bytes": order_bytes,
        "operations": operations(row),
        "usual_hash": usual_hash(row),
    })
}
