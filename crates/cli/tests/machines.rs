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

/// Goal: each single test is able to fail the self-test.
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
    // Each by itself, on the machine that is quickest to be tested.
    let of_one: Vec<_> =
        names.iter().filter(|it| !it.contains('/') || it.contains("/portable/")).collect();
    assert!(of_one.len() < names.len(), "{text}");
    for name in of_one {
        let outcome = folder.run(&["self-test", "--backend", "portable", "--break", name]);
        assert_eq!(outcome.status, Some(1), "{name}");
        assert!(outcome.stderr.starts_with("error: SELF_TEST: "), "{name}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(name.as_str()), "{name}: {}", outcome.stderr);
        assert!(outcome.text().contains("1 failed"), "{name}: {}", outcome.text());
    }
    folder.refuses(&["self-test", "--break", "no-such-test"], 2, "USAGE");
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
