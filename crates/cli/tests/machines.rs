//! Goal: the self-test says what is right, and no when something is not.
use crate::common;

use common::Folder;

/// Goal: every algorithm is tested on every machine that this CPU can run: single operations on
/// those of one lane, batches on those of several.
#[test]
fn self_test_has_every_algorithm_on_every_machine() {
    let text = Folder::new().succeeds(&["self-test"]);
    let text = String::from_utf8(text).expect("text");
    let passed = |name: String| {
        let line = text.lines().find(|line| line.split(' ').next() == Some(&*name));
        assert!(line.is_some_and(|line| line.ends_with(" ok")), "{name}: {text}");
    };
    for set in ["mldsa44", "mldsa65", "mldsa87"] {
        for op in ["public", "sign", "verify", "verify-refuses"] {
            passed(format!("{set}-{op}"));
        }
    }
    // A release has what is built in without features; the library under test may have more.
    let narrow = text.contains("/narrow/");
    let single = sealane::backend::names().filter(|name| narrow || *name != "narrow");
    let backends = single.map(|name| (name, "")).collect::<Vec<_>>().into_iter();
    let lanes = sealane::backend::lane_names().map(|name| (name, "-batch"));
    for (backend, suffix) in backends.chain(lanes) {
        for algorithm in sealane::ecc::Algorithm::ALL {
            let first = if suffix.is_empty() { "public" } else { "keygen-batch" };
            passed(format!("{algorithm}/{backend}/{first}"));
            if algorithm.signs() {
                passed(format!("{algorithm}/{backend}/sign{suffix}"));
                passed(format!("{algorithm}/{backend}/verify{suffix}"));
                passed(format!("{algorithm}/{backend}/verify{suffix}-refuses"));
            }
            if algorithm.derives() {
                passed(format!("{algorithm}/{backend}/derive{suffix}"));
            }
        }
        for name in ["rsa2048", "dsa2048"] {
            passed(format!("{name}/{backend}/sign"));
        }
        if !suffix.is_empty() {
            passed(format!("rsa2048/{backend}/sign-batch"));
        }
    }
}

/// Goal: each single test is able to fail the self-test, and fails for its own answer alone.
#[test]
fn self_test_says_no_to_each_broken_answer() {
    let folder = Folder::new();
    let tests = |text: &str, answer: &str| -> Vec<String> {
        let lines = text.lines().filter(|it| it.ends_with(&format!(" {answer}")));
        lines.filter_map(|it| it.split(' ').next()).map(str::to_owned).collect()
    };
    let text = String::from_utf8(folder.succeeds(&["self-test"])).expect("text");
    let names = tests(&text, "ok");
    assert!(names.len() >= 18, "{text}");
    // All at once: there is none that cannot fail.
    let outcome = folder.run(&["self-test", "--break", "every-test"]);
    assert_eq!(outcome.status, Some(1));
    assert_eq!(tests(outcome.text(), "FAILED"), names);
    // Just those that are broken fail, on the machine that is quickest to be tested. Of any two
    // tests there is a run that breaks one and not the other, and one the other way round: their
    // numbers differ in a bit.
    let of_one: Vec<&String> =
        names.iter().filter(|it| !it.contains('/') || it.contains("/portable/")).collect();
    assert!(of_one.len() < names.len(), "{text}");
    let bits = usize::BITS - (of_one.len() - 1).leading_zeros();
    for (bit, value) in (0..bits).flat_map(|bit| [(bit, 0), (bit, 1)]) {
        let numbered = of_one.iter().enumerate().filter(|(number, _)| number >> bit & 1 == value);
        let broken: Vec<String> = numbered.map(|(_, name)| (*name).clone()).collect();
        let list = broken.join(",");
        let outcome = folder.run(&["self-test", "--backend", "portable", "--break", &list]);
        assert_eq!(outcome.status, Some(1), "{list}");
        assert_eq!(tests(outcome.text(), "FAILED"), broken);
        let said = format!("error: SELF_TEST: wrong answers from {};", broken.join(", "));
        assert!(outcome.stderr.starts_with(&said), "{list}: {}", outcome.stderr);
        let counted = format!("{} failed", broken.len());
        assert!(outcome.text().contains(&counted), "{list}: {}", outcome.text());
    }
    for list in ["no-such-test", "every-test,no-such-test", ""] {
        let line = ["self-test", "--backend", "portable", "--break", list];
        folder.refuses(&line, 2, "USAGE");
    }
}

#[test]
fn backend_of_the_environment_must_exist() {
    let folder = Folder::new();
    let run = |name: &str| {
        let mut command = folder.command(&["self-test"]);
        common::Outcome::from_output(command.env("SEALANE_BACKEND", name).output().expect("starts"))
    };
    assert_eq!(run("portable").status, Some(0));
    assert_eq!(run("").status, Some(0));
    let outcome = run("abacus");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("SEALANE_BACKEND"), "{}", outcome.stderr);
}
