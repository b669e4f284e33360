//! What the tests share.

use sealane::dsa;

#[path = "../src/samples.rs"]
#[allow(dead_code, reason = "unit tests use the rest")]
pub mod samples;

/// A key of RSA.
pub const RSA: &str = include_str!("../src/rsa/example.pem");
/// RFC 6979, appendices A.2.1 and A.2.2.
pub const DSA_1024: &str = include_str!("../../../tests/vectors/rfc6979-dsa1024.txt");
pub const DSA_2048: &str = include_str!("../../../tests/vectors/rfc6979-dsa2048.txt");

/// A number of such a table.
pub fn number(table: &str, name: &str) -> Vec<u8> {
    let mut lines = table.lines().filter_map(|line| line.split_once(" = "));
    samples::hex(lines.find(|(of, _)| *of == name).expect("it is in the table").1)
}

/// The parameters of such a table.
pub fn parameters(table: &str) -> dsa::Parameters {
    let [p, q, g] = ["p", "q", "g"].map(|name| number(table, name));
    dsa::Parameters::from_numbers(&p, &q, &g).expect("they are good")
}

/// The key of RFC 6979, appendix A.2.2.
pub fn dsa_key() -> dsa::PrivateKey {
    let x = number(DSA_2048, "x");
    dsa::PrivateKey::from_number(&parameters(DSA_2048), &x).expect("it is in range")
}
