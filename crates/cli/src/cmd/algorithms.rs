//! `sealane algorithms`: what `--algorithm` takes, and what each of them is.
use crate::args::Algorithms;
use crate::cmd::print_json;
use crate::failure::Failure;
use crate::output::to_stdout;
use sealane::{Algorithm, Hash, Scheme};
use serde_json::{Value, json};

pub fn run(args: &Algorithms) -> Result<(), Failure> {
    if args.json {
        return print_json(&Algorithm::ALL.iter().map(|&row| to_json(row)).collect());
    }
    let mut text = String::new();
    let mut line = |cells: [&str; 7]| {
        let [name, oid, field, order, hash, operations, others] = cells;
        text += &format!(
            "{name:<16} {oid:<22} {field:>6} {order:>6}  {hash:<7} {operations:<20} {others}\n"
        );
    };
    line(["name", "object identifier", "point", "scalar", "hash", "operations", "other names"]);
    for &row in Algorithm::ALL {
        let (field, order) = (row.field_bytes().to_string(), row.order_bytes().to_string());
        let (operations, others) = (operations(row).join(" "), row.names().join(" "));
        let hash = usual_hash(row).unwrap_or("-");
        line([row.name(), &oid(row), &field, &order, hash, &operations, &others]);
    }
    text += "\npoint: bytes of a coordinate; scalar: bytes of a private key and of each half of a \
             signature\nhash: the usual one, as standards pair them\n";
    to_stdout(text.as_bytes())
}

/// The identifier that tells keys of this algorithm from all others: the curve's, where the curve
/// is a parameter.
pub fn oid(algorithm: Algorithm) -> String {
    let identifier = algorithm.identifier();
    identifier.parameters.unwrap_or(identifier.oid).to_string()
}

/// What keys of the algorithm can do.
fn operations(algorithm: Algorithm) -> &'static [&'static str] {
    match (algorithm.signs(), algorithm.derives()) {
        (true, true) => &["sign", "verify", "derive"],
        (true, false) => &["sign", "verify"],
        _ => &["derive"],
    }
}

/// The hash that standards pair with the algorithm, or that it has of its own.
fn usual_hash(algorithm: Algorithm) -> Option<&'static str> {
    match algorithm.usual_scheme() {
        Some(Scheme::Ecdsa(hash)) => Some(hash.name()),
        _ => algorithm.fixed_hash().map(Hash::name),
    }
}

fn to_json(row: Algorithm) -> Value {
    json!({
        "name": row.name(),
        "other_names": row.names(),
        "oid": oid(row),
        "key_oid": row.identifier().oid.to_string(),
        "field_bytes": row.field_bytes(),
        "order_bytes": row.order_bytes(),
        "operations": operations(row),
        "usual_hash": usual_hash(row),
    })
}
