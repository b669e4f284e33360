//! Instructions that not every CPU has are reached by values that only a look at the CPU gives.

use super::source::Source;

/// Traits of `sealane-arith` that machines implement.
const TRAITS: [&str; 8] =
    ["Word", "Vector", "Machine", "Field", "Digit", "Words", "Sha2Words", "KeccakWords"];

/// What may make the first value of a machine, and what asks the CPU for it.
const DOORS: [&str; 4] = ["detect", "supported", "available", "ask"];

/// Returns functions of the machines' traits that take no value of the machine: `self`, or another
/// argument of the implementing type. A type can be named without a look at the CPU.
#[must_use]
pub fn traits(source: &Source) -> Vec<String> {
    // Words of `prime.rs` are plain integers, which every CPU has.
    if !source.path.starts_with("crates/arith/src/") || source.path.ends_with("/prime.rs") {
        return vec![];
    }
    let mut offences = Vec::new();
    for name in TRAITS {
        let heads = ["pub", "pub(crate)"].map(|seen| format!("{seen} trait {name}:"));
        let Some(start) = heads.iter().find_map(|head| source.text.find(head.as_str())) else {
            continue;
        };
        let end = source.text[start..].find("\n}").map_or(source.text.len(), |at| start + at);
        for (at, arguments) in functions(&source.text[start..end]) {
            if !licensed(arguments) {
                offences
                    .push(format!("{}: takes no value of the machine", source.place(start + at)));
            }
        }
    }
    offences
}

/// Returns safe functions, in files that name instructions of vectors, that hold an `unsafe` block
/// and take no value of the machine, but for those that ask the CPU. Tests ask for themselves.
#[must_use]
pub fn intrinsics(source: &Source) -> Vec<String> {
    let vectors = ["_mm512", "avx512"].iter().any(|mark| source.text.contains(mark));
    if !source.path.starts_with("crates/arith/src/") || !vectors {
        return vec![];
    }
    let code = source.text.split("\n#[cfg(test)]\nmod").next().unwrap_or_default();
    let starts: Vec<_> = functions(code).collect();
    let mut offences = Vec::new();
    for (i, (at, arguments)) in starts.iter().enumerate() {
        let next = starts.get(i + 1).map_or(code.len(), |(at, _)| *at);
        let line = code[..*at].rfind('\n').map_or(0, |at| at + 1);
        let unsafe_function = code[line..*at].contains("unsafe");
        let name = code[at + 3..].split(['<', '(']).next().unwrap_or_default();
        let body = code[*at..next].split_once('{').map_or("", |(_, body)| body);
        let reaches = body.contains("unsafe {");
        if reaches && !unsafe_function && !licensed(arguments) && !DOORS.contains(&name) {
            offences.push(format!("{}: {name} takes no value of the machine", source.place(*at)));
        }
    }
    offences
}

/// Returns where each function begins, and its arguments.
fn functions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("fn ").filter_map(|(at, _)| {
        let lines = text[..at].rfind('\n').map_or(0, |line| line + 1);
        if text[lines..at].contains("//") {
            return None;
        }
        let open = at + text[at..].find('(')?;
        let mut depth = 0;
        let close = text[open..].char_indices().find(|(_, c)| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        })?;
        Some((at, &text[open + 1..open + close.0]))
    })
}

/// Whether arguments hold a value of the implementing type, by itself and not inside of another.
fn licensed(arguments: &str) -> bool {
    let first = arguments.trim_start().trim_start_matches("&mut ").trim_start_matches('&');
    first.starts_with("self")
        || first.starts_with("mut self")
        || arguments.split(',').any(|one| one.trim().ends_with(": Self"))
}
