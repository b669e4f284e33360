//! How many tests a job has run, from what it printed.

use std::ops::AddAssign;

/// Tests that passed, failed and were skipped.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl Counts {
    /// Adds up the closing lines of cargo's runner, of Python's unittest and of our own programs.
    pub fn read(output: &str) -> Self {
        let mut sum = Counts::default();
        for line in output.lines() {
            let words: Vec<&str> = line.split([' ', ',', ';']).filter(|w| !w.is_empty()).collect();
            let before = |what: &str| {
                let at = words.iter().position(|word| *word == what)?;
                words.get(at.checked_sub(1)?)?.parse::<usize>().ok()
            };
            if line.starts_with("test result:") {
                sum.passed += before("passed").unwrap_or(0);
                sum.failed += before("failed").unwrap_or(0);
                sum.skipped += before("ignored").unwrap_or(0);
            } else if let [_, "passed", _, "failed", _, "skipped"] = words[..] {
                sum.passed += before("passed").unwrap_or(0);
                sum.failed += before("failed").unwrap_or(0);
                sum.skipped += before("skipped").unwrap_or(0);
            }
        }
        sum
    }

    /// What a job counts for that has ended well or not: one that fails without a count (a build
    /// error, a crash) is one failure, and one that counts nothing has tested nothing, which is
    /// one too.
    pub fn judged(mut self, ended_well: bool) -> Self {
        let counted_nothing = self.passed + self.skipped == 0;
        if (!ended_well || counted_nothing) && self.failed == 0 {
            self.failed = 1;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn counts(passed: usize, failed: usize, skipped: usize) -> Counts {
        Counts { passed, failed, skipped }
    }

    /// Goal: closing lines of each kind are read, and nothing else.
    #[test]
    fn closing_lines_are_added_up() {
        let cargo = "test result: ok. 12 passed; 1 failed; 2 ignored; 0 measured; 7 filtered out";
        assert_eq!(Counts::read(cargo), counts(12, 1, 2));
        let own = "4 passed, 1 failed, 3 skipped\nok 5 passed\n1 passed, 0 failed, 0 skipped\n";
        assert_eq!(Counts::read(own), counts(5, 1, 3));
        assert_eq!(Counts::read("they passed, or failed, or were skipped"), counts(0, 0, 0));
    }

    /// Goal: says no to a crash, and to a job that has tested nothing.
    #[test]
    fn a_job_without_a_count_has_failed() {
        assert_eq!(counts(3, 0, 0).judged(true).failed, 0);
        assert_eq!(counts(3, 0, 0).judged(false).failed, 1);
        assert_eq!(counts(0, 0, 0).judged(true).failed, 1);
        assert_eq!(counts(0, 0, 1).judged(true).failed, 0);
        assert_eq!(counts(3, 2, 0).judged(false).failed, 2);
    }
}
