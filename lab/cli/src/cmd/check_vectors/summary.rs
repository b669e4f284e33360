//! Answers set against what the cases expect.
use super::answer::Answer;
use super::case::{Case, bytes};
use sealane::ecc::{Algorithm, Signature};
use sealane_cli::Failure;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Rules the product follows, by the flag that names them, and the answer that follows from each.
const RULES: [(&str, &str); 2] =
    [("policy_reject_explicit", "invalid"), ("policy_reject_hybrid", "invalid")];

/// The rule of EdDSA verification, by which cases name it: cofactored equation, canonical `A` and
/// `R`.
const EDDSA_RULE: &str = "cofactored_canonical";

/// How an answer relates to the expectation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Match {
    Agrees,
    Disagrees,
    /// The expectation depends on a rule that this product has not declared.
    Undecided,
}

#[derive(Default)]
struct Count {
    agree: usize,
    disagree: usize,
    unsupported: usize,
    undecided: usize,
}

#[derive(Default)]
pub struct Summary {
    counts: BTreeMap<String, Count>,
    disagreeing: Vec<String>,
    undecided: Vec<String>,
    /// Why cases were not given to a service.
    not_served: BTreeSet<String>,
}

impl Summary {
    pub fn add(&mut self, case: &Case, answer: &Answer) {
        let op = match case.text("op") {
            "" => "(malformed)",
            op => op,
        };
        let count = self.counts.entry(shown(op)).or_default();
        if answer.result() == Answer::Unsupported.result() {
            count.unsupported += 1;
            if let Answer::NotServed(why) = answer {
                self.not_served.insert(why.clone());
            }
            return;
        }
        match relation(case, answer) {
            Match::Agrees => count.agree += 1,
            Match::Disagrees => {
                count.disagree += 1;
                self.disagreeing.push(line(case, answer));
            }
            Match::Undecided => {
                count.undecided += 1;
                self.undecided.push(line(case, answer));
            }
        }
    }

    pub fn text(&self, backend: &str) -> String {
        let mut text = format!(
            "backend {backend}\n{:<16} {:>8} {:>8} {:>11} {:>9}\n",
            "op", "agree", "disagree", "unsupported", "undecided"
        );
        let row = |name: &str, c: &Count| {
            let Count { agree, disagree, unsupported, undecided } = c;
            format!("{name:<16} {agree:>8} {disagree:>8} {unsupported:>11} {undecided:>9}\n")
        };
        let mut all = Count::default();
        for (op, count) in &self.counts {
            text += &row(op, count);
            all.agree += count.agree;
            all.disagree += count.disagree;
            all.unsupported += count.unsupported;
            all.undecided += count.undecided;
        }
        text += &row("all", &all);
        for (title, ids) in [("disagrees", &self.disagreeing), ("undecided", &self.undecided)] {
            for id in ids {
                text += &format!("{title}: {id}\n");
            }
        }
        for why in &self.not_served {
            text += &format!("unsupported: {why}\n");
        }
        text
    }

    /// Fails if an answer disagrees.
    pub fn verdict(&self) -> Result<(), Failure> {
        match self.disagreeing.len() {
            0 => Ok(()),
            n => Err(Failure::failed("CASES", format!("{n} answers are not what is expected"))),
        }
    }
}

/// A text of a case, such that it cannot pass for other lines of the summary or move the cursor.
fn shown(text: &str) -> String {
    let shown = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    text.chars().map(shown).collect()
}

fn line(case: &Case, answer: &Answer) -> String {
    let id = case.id.as_str().map_or_else(|| case.id.to_string(), str::to_owned);
    let code = if let Answer::Invalid(code) = answer { format!(" {code}") } else { String::new() };
    let expected = shown(case.text("expect"));
    format!("{}: {}{code}, expected {expected}", shown(&id), answer.result())
}

fn relation(case: &Case, answer: &Answer) -> Match {
    let agrees = |yes| if yes { Match::Agrees } else { Match::Disagrees };
    match case.text("expect") {
        "valid" => agrees(*answer == Answer::Valid),
        "invalid" => agrees(answer.result() == "invalid" && !malformed(answer)),
        "value" => agrees(match (answer, case.expected_out()) {
            (Answer::Value(out), Some(expected)) => equal_values(case, out, expected),
            _ => false,
        }),
        "policy" => match ruled(case) {
            Some(rule) => agrees(answer.result() == rule),
            None => Match::Undecided,
        },
        _ => Match::Disagrees,
    }
}

/// A case nobody understood proves nothing, even where a refusal is expected.
fn malformed(answer: &Answer) -> bool {
    matches!(answer, Answer::Invalid(code) if code.starts_with("CASE_"))
}

/// The answer that follows from the rule this product declares for such cases.
fn ruled<'a>(case: &'a Case<'_>) -> Option<&'a str> {
    let by_flag = RULES.iter().find(|(flag, _)| case.has_flag(flag)).map(|(_, answer)| *answer);
    let named = |rules: &Map<String, Value>| {
        RULES.iter().any(|(flag, _)| {
            rules.contains_key(*flag) || rules.contains_key(flag.trim_start_matches("policy_"))
        })
    };
    match case.policy() {
        Some(Value::String(answer)) => Some(answer),
        Some(Value::Object(rules)) if rules.contains_key(EDDSA_RULE) => rules[EDDSA_RULE].as_str(),
        Some(Value::Object(rules)) if by_flag.is_none() && named(rules) => Some("invalid"),
        _ => by_flag,
    }
}

/// Every expected value is there and equal. The nonce is only known if we give it out, which the
/// library does not; the signature depends on it and is compared.
fn equal_values(case: &Case, out: &Map<String, Value>, expected: &Map<String, Value>) -> bool {
    let low_s = case.has_flag("low_s_normalised");
    expected.iter().all(|(name, want)| match out.get(name) {
        Some(have) if name == "sig_raw" && low_s => {
            low(case, have).is_some_and(|have| low(case, want) == Some(have))
        }
        Some(have) => equal(have, want),
        None => name == "k" && out.contains_key("sig_raw"),
    })
}

/// Compares hex in capitals or not, and truth written as words or as numbers.
fn equal(have: &Value, want: &Value) -> bool {
    match (have, want) {
        (Value::String(have), Value::String(want)) => have.eq_ignore_ascii_case(want),
        (Value::Bool(have), Value::Number(want)) => want.as_u64() == Some(u64::from(*have)),
        (Value::Bool(have), Value::String(want)) => want == if *have { "valid" } else { "invalid" },
        (Value::Array(have), Value::Array(want)) => {
            have.len() == want.len() && have.iter().zip(want).all(|(have, want)| equal(have, want))
        }
        _ => have == want,
    }
}

/// Returns a signature with the smaller of `s` and `n - s`.
fn low(case: &Case, signature: &Value) -> Option<Signature> {
    let algorithm = Algorithm::from_name(case.text("curve"))?;
    let bytes = bytes(signature.as_str()?)?;
    Some(Signature::from_bytes(algorithm, &bytes).ok()?.to_low_s())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn case(value: &Value) -> Case<'static> {
        Case::read(value.to_string().as_bytes(), 1).expect("an object")
    }

    fn check(value: Value, answer: Answer) -> Match {
        relation(&case(&value), &answer)
    }

    #[test]
    fn expectations_say_yes_and_no() {
        let invalid = Answer::refused("SIG_INVALID");
        assert_eq!(check(json!({"expect": "valid"}), Answer::Valid), Match::Agrees);
        assert_eq!(check(json!({"expect": "valid"}), invalid.clone()), Match::Disagrees);
        assert_eq!(check(json!({"expect": "invalid"}), invalid.clone()), Match::Agrees);
        assert_eq!(check(json!({"expect": "invalid"}), Answer::Valid), Match::Disagrees);
        let unread = Answer::refused("CASE_MALFORMED");
        assert_eq!(check(json!({"expect": "invalid"}), unread), Match::Disagrees);
        assert_eq!(check(json!({"expect": "odd"}), Answer::Valid), Match::Disagrees);
        assert_eq!(check(json!({}), Answer::Valid), Match::Disagrees);
        let value = json!({"expect": "value", "out": {"z": "0A"}});
        assert_eq!(check(value.clone(), Answer::hex("z", &[10])), Match::Agrees);
        assert_eq!(check(value.clone(), Answer::hex("z", &[11])), Match::Disagrees);
        assert_eq!(check(value.clone(), Answer::hex("y", &[10])), Match::Disagrees);
        assert_eq!(check(value, invalid), Match::Disagrees);
    }

    #[test]
    fn nonce_may_stay_unknown_but_not_the_signature() {
        let value = json!({"expect": "value", "out": {"sig_raw": "01", "k": "02"}});
        assert_eq!(check(value.clone(), Answer::hex("sig_raw", &[1])), Match::Agrees);
        assert_eq!(check(value.clone(), Answer::hex("sig_raw", &[2])), Match::Disagrees);
        assert_eq!(check(value, Answer::hex("z", &[1])), Match::Disagrees);
    }

    #[test]
    fn declared_rules_decide_and_others_do_not() {
        let explicit = json!({"expect": "policy", "flags": ["policy_reject_explicit"]});
        assert_eq!(check(explicit.clone(), Answer::refused("X")), Match::Agrees);
        assert_eq!(check(explicit, Answer::Valid), Match::Disagrees);
        let other = json!({"expect": "policy", "flags": ["ring_limits_2048_8192_e33"]});
        assert_eq!(check(other, Answer::Valid), Match::Undecided);
    }

    #[test]
    fn either_s_agrees_only_where_the_case_says_so() {
        // n - 1 and n of P-521, the order that is no whole number of words.
        let minus_one = concat!(
            "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "a51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386408",
        );
        let r = format!("{}11", "00".repeat(65));
        let small = format!("{r}{}01", "00".repeat(65));
        let large = format!("{r}{minus_one}");
        let other = format!("{r}{}02", "00".repeat(65));
        let answer = Answer::hex("sig_raw", &bytes(&large).expect("hex"));
        let case = |out: &str, flags: &[&str]| {
            let out = json!({ "sig_raw": out });
            json!({"expect": "value", "curve": "P-521", "out": out, "flags": flags})
        };
        assert_eq!(check(case(&small, &[]), answer.clone()), Match::Disagrees);
        let flag = "low_s_normalised";
        assert_eq!(check(case(&small, &[flag]), answer.clone()), Match::Agrees);
        assert_eq!(check(case(&large, &[flag]), answer.clone()), Match::Agrees);
        assert_eq!(check(case(&other, &[flag]), answer.clone()), Match::Disagrees);
        assert_eq!(check(case(&small.replace("11", "12"), &[flag]), answer), Match::Disagrees);
        // Neither is a signature: equal nonsense is no agreement.
        let zero = Answer::hex("sig_raw", &[0; 132]);
        assert_eq!(check(case(&"00".repeat(132), &[flag]), zero), Match::Disagrees);
    }

    #[test]
    fn masks_compare_by_truth() {
        assert!(equal(&json!([true, false]), &json!([1, 0])));
        assert!(equal(&json!([true, false]), &json!(["valid", "invalid"])));
        assert!(!equal(&json!([true, false]), &json!([1, 1])));
        assert!(!equal(&json!([true]), &json!([true, true])));
    }

    #[test]
    fn one_disagreement_fails_the_run() {
        let mut summary = Summary::default();
        summary.add(&case(&json!({"op": "verify", "expect": "valid"})), &Answer::Valid);
        assert!(summary.verdict().is_ok());
        let bad = json!({"id": "bad-one", "op": "verify", "expect": "invalid"});
        summary.add(&case(&bad), &Answer::Valid);
        assert!(summary.verdict().is_err());
        assert!(summary.text("portable").contains("bad-one"));
    }
}
