//! Operations no user may have, from the library's test hooks. A normal build answers
//! `unsupported`.
use super::answer::Answer;
use super::case::Case;
use sealane::Digest;
use sealane::ecc::{Algorithm, PrivateKey, Signature};

#[cfg(feature = "test-hooks")]
pub use with_hooks::{field_eval, nonce, point_mul, prime_check, sign_any, sign_k, small_group};
#[cfg(not(feature = "test-hooks"))]
pub use without_hooks::{field_eval, nonce, point_mul, prime_check, sign_any, sign_k, small_group};

#[cfg(not(feature = "test-hooks"))]
mod without_hooks {
    use super::*;

    /// A signature with a given nonce.
    pub fn sign_k(_: &Case, _: Algorithm) -> Result<Answer, Answer> {
        Err(Answer::Unsupported)
    }

    /// A multiple of a point.
    pub fn point_mul(_: &Case, _: Algorithm) -> Result<Answer, Answer> {
        Err(Answer::Unsupported)
    }

    /// Whether a number is a probable prime.
    pub fn prime_check(_: &Case) -> Result<Answer, Answer> {
        Err(Answer::Unsupported)
    }

    /// Chains of field operations.
    pub fn field_eval(_: &Case) -> Result<Answer, Answer> {
        Err(Answer::Unsupported)
    }

    /// All multiples of the generator of a small group.
    pub fn small_group(_: &Case) -> Result<Answer, Answer> {
        Err(Answer::Unsupported)
    }

    /// The nonce of a deterministic signature.
    pub fn nonce(_: &PrivateKey, _: &Digest) -> Option<Vec<u8>> {
        None
    }

    /// A deterministic signature with a hash that nothing is signed with.
    pub fn sign_any(_: &PrivateKey, _: &Digest) -> Option<Signature> {
        None
    }
}

#[cfg(feature = "test-hooks")]
mod with_hooks {
    use super::*;
    use crate::cmd::check_vectors::case::Malformed;
    use crate::cmd::check_vectors::ops::{digest, private_key};
    use sealane::hooks;
    use sealane_cli::hex;
    use serde_json::{Map, Value, json};

    /// A signature with a given nonce.
    pub fn sign_k(case: &Case, algorithm: Algorithm) -> Result<Answer, Answer> {
        let key = private_key(case, algorithm)?;
        let nonce = case.bytes("k")?;
        match hooks::sign_with_nonce(&key, &digest(case)?, &nonce) {
            Some(signature) => Ok(Answer::hex("sig_raw", &signature.to_bytes())),
            None => Err(Answer::refused("NONCE")),
        }
    }

    /// A multiple of a point.
    pub fn point_mul(case: &Case, algorithm: Algorithm) -> Result<Answer, Answer> {
        let product = hooks::point_mul(algorithm, &case.bytes("pub")?, &case.bytes("k")?)?;
        // Under the name that the case has for it; the format leaves that open.
        let name = case.expected_out().and_then(|out| out.keys().next());
        Ok(Answer::hex(name.map_or("pub", String::as_str), &product))
    }

    /// Whether a number is a probable prime, as keys from outside are tested for it.
    pub fn prime_check(case: &Case) -> Result<Answer, Answer> {
        match hooks::is_probable_prime(&case.bytes("n")?) {
            None => Err(Answer::Unsupported),
            Some(true) => Ok(Answer::Valid),
            Some(false) => Err(Answer::refused("COMPOSITE")),
        }
    }

    /// The nonce of a deterministic signature.
    pub fn nonce(key: &PrivateKey, digest: &Digest) -> Option<Vec<u8>> {
        Some(hooks::deterministic_nonce(key, digest))
    }

    /// A deterministic signature, with any hash.
    pub fn sign_any(key: &PrivateKey, digest: &Digest) -> Option<Signature> {
        hooks::sign_deterministic(key, digest)
    }

    /// Chains of field operations: `curve` is `p:NAME` or `n:NAME`.
    pub fn field_eval(case: &Case) -> Result<Answer, Answer> {
        let (kind, name) = case.text("curve").split_once(':').ok_or(Malformed)?;
        let order = match kind {
            "p" => false,
            "n" => true,
            _ => return Err(Malformed.into()),
        };
        // The format names the primes of Edwards curves by their numbers.
        let algorithm = match name {
            "25519" => Some(Algorithm::Ed25519),
            "448" => Some(Algorithm::Ed448),
            _ => Algorithm::from_name(name),
        };
        let algorithm = algorithm.ok_or(Answer::Unsupported)?;
        let out = hooks::field_eval(algorithm, order, &case.bytes("x")?, additions(case)?);
        let out = out.ok_or(Answer::Unsupported)?;
        let list = |values: &[Vec<u8>]| values.iter().map(|value| number(value)).collect::<Value>();
        let values = [
            ("sqr_after_adds", list(&out.sqr_after_adds)),
            ("mul_after_adds", list(&out.mul_after_adds)),
            ("sub", json!(number(&out.sub))),
            ("neg", json!(number(&out.neg))),
            ("inv", json!(number(&out.inv))),
        ];
        Ok(Answer::Value(Map::from_iter(values.map(|(name, value)| (name.to_owned(), value)))))
    }

    /// All multiples of the generator of a small group, hashed: `i:x,y;` for each, in decimal, and
    /// `i:O;` for infinity.
    pub fn small_group(case: &Case) -> Result<Answer, Answer> {
        let [p, a, b, x, y] = ["p", "a", "b", "gx", "gy"].map(|name| case.bytes(name));
        let (p, a, b, x, y) = (p?, a?, b?, x?, y?);
        let group = hooks::SmallGroup { p: &p, a: &a, b: &b, g: [&x, &y] };
        let order = case.input("order")?.and_then(Value::as_u64).ok_or(Malformed)?;
        let multiples = group.multiples(order).ok_or(Answer::refused("GROUP"))?;
        let mut text = String::new();
        for (i, point) in multiples.iter().enumerate() {
            text += &match point {
                None => format!("{i}:O;"),
                Some([x, y]) => format!("{i}:{},{};", decimal(x), decimal(y)),
            };
        }
        let digest = Digest::of(sealane::Hash::Sha256, text.as_bytes());
        Ok(Answer::hex("sha256_of_multiples", digest.as_bytes()))
    }

    /// An integer in decimal digits, by long division.
    fn decimal(bytes: &[u8]) -> String {
        let mut rest = bytes.to_vec();
        let mut digits = Vec::new();
        while digits.is_empty() || rest.iter().any(|byte| *byte != 0) {
            let divide = |carry: u32, byte: &mut u8| {
                let value = carry << 8 | u32::from(*byte);
                *byte = (value / 10) as u8;
                value % 10
            };
            let digit = rest.iter_mut().fold(0, divide);
            digits.push(char::from(b'0' + digit as u8));
        }
        digits.iter().rev().collect()
    }

    /// The number of doublings, from the end of the program's text: `j = 0..4`. More than a few say
    /// nothing new.
    fn additions(case: &Case) -> Result<usize, Malformed> {
        const USUAL: usize = 4;
        const MAX: usize = 64;
        let Some(program) = case.input("program")?.and_then(Value::as_str) else {
            return Ok(USUAL);
        };
        let last = program.rsplit_once("0..").and_then(|(_, last)| last.trim().parse().ok());
        last.filter(|&last: &usize| last <= MAX).ok_or(Malformed)
    }

    /// An integer in hex, without leading zeros.
    fn number(bytes: &[u8]) -> String {
        let text = hex(bytes);
        match text.trim_start_matches('0') {
            "" => "0".into(),
            digits => digits.into(),
        }
    }
}
