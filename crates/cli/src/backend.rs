//! Which machine computes: how it is chosen, and what is said of it.
use crate::failure::Failure;
use crate::names::ByName;
use sealane::{backend, backend::BackendError};
use std::ffi::OsStr;

/// Makes operations run on this backend, in every command; `--backend` weighs more.
pub const VARIABLE: &str = "SEALANE_BACKEND";

/// Takes the name of a backend that is built in, whether this CPU can run it or not: what it lacks
/// is said of the latter, and not that there is none.
pub fn names() -> ByName<&'static str> {
    let list = format!("built in are {}", built_in());
    let names = backend::built_in().map(|name| (name, &[] as &[_])).collect();
    ByName::new("backend", list, names, |name| backend::built_in().find(|it| *it == name))
}

/// Like [`choose`], with the environment of this process.
pub fn choose_or_usual(option: Option<&str>) -> Result<(), Failure> {
    choose(option, std::env::var_os(VARIABLE).as_deref())
}

/// Makes operations run on the backend that the option names, or else the one of the environment.
/// Errors: `USAGE`, `BACKEND_UNAVAILABLE`.
pub fn choose(option: Option<&str>, variable: Option<&OsStr>) -> Result<(), Failure> {
    if let Some(name) = option {
        return force("--backend", name);
    }
    match variable.filter(|name| !name.is_empty()) {
        Some(name) => force(VARIABLE, &name.to_string_lossy()),
        None => Ok(()),
    }
}

fn force(argument: &str, name: &str) -> Result<(), Failure> {
    backend::force(name).map_err(|error| refusal(argument, name, error))
}

fn refusal(argument: &str, name: &str, error: BackendError) -> Failure {
    match error {
        BackendError::Unknown => Failure::usage("USAGE", names().refusal(argument, name)),
        BackendError::Unavailable { .. } => {
            let sentence = format!("{argument}: {error}; it can run {}", list(available()));
            Failure::usage("BACKEND_UNAVAILABLE", sentence)
        }
    }
}

/// The backends that this CPU can run: those of one lane, then those of several.
pub fn available() -> impl Iterator<Item = &'static str> {
    backend::names().chain(backend::lane_names())
}

/// The name by which `--backend` gives what is in force now. One of several lanes leaves single
/// operations to the best machine of one lane; one of one lane takes batches too.
pub fn in_force() -> &'static str {
    backend::current_batch()
}

/// What computes, as a part of a sentence.
pub fn summary() -> String {
    format!("single operations on {}, batches on {}", backend::current(), backend::current_batch())
}

/// What computes, and what else is built in: the lines of `--version` below the first.
pub fn description() -> String {
    let absent: Vec<_> =
        backend::built_in().filter(|name| available().all(|it| it != *name)).collect();
    let absent = match absent.is_empty() {
        true => String::new(),
        false => format!(" (this CPU cannot run {})", absent.join(", ")),
    };
    format!(
        "single operations on {}\nbatches on {}, and RSA, DSA, generators of curves, X25519, \
         verification by Ed25519 and secp256k1, \
         verification and secrets by P-224, P-256 and P-521\n\
         built in: {}{absent}\n",
        backend::current(),
        backend::current_batch(),
        built_in(),
    )
}

fn built_in() -> String {
    list(backend::built_in())
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(failure: &Failure) -> (&str, &str) {
        let Failure::Said { code, sentence, .. } = failure else { panic!("it says nothing") };
        (code, sentence)
    }

    /// Goal: the refusal names the argument, the backend, what the CPU lacks and what it can run,
    /// whatever this CPU has.
    #[test]
    fn what_a_cpu_lacks_is_told() {
        let lacks = BackendError::Unavailable { name: "eight", needs: "AVX-512 IFMA" };
        for argument in ["--backend", VARIABLE] {
            let failure = refusal(argument, "eight", lacks);
            let (code, sentence) = said(&failure);
            assert_eq!(code, "BACKEND_UNAVAILABLE");
            for part in [argument, "eight", "AVX-512 IFMA", "portable, ", "soft8"] {
                assert!(sentence.contains(part), "{sentence}");
            }
        }
    }

    /// Goal: a name that is none is refused with all that there are, wherever it stands.
    #[test]
    fn unknown_names_are_refused_with_all_there_are() {
        for failure in [choose(Some("abacus"), None), choose(None, Some(OsStr::new("abacus")))] {
            let failure = failure.expect_err("there is none");
            let (code, sentence) = said(&failure);
            assert_eq!(code, "USAGE");
            for name in backend::built_in() {
                assert!(sentence.contains(name), "{sentence}");
            }
        }
        // The option weighs more than what the environment has, right or wrong.
        assert!(choose(Some("portable"), Some(OsStr::new("abacus"))).is_ok());
        assert!(choose(None, Some(OsStr::new(""))).is_ok());
    }
}
