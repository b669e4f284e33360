//! The texts that are compiled: read back, proven, and changed line by line.

use crate::common;

use common::Random;
use common::text::{changes, says_something};
use fieldgen::emit::folder;
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::Program;
use fieldgen::narrow::choose;
use fieldgen::print::{c32, c64};
use fieldgen::prove::prove;
use fieldgen::read::{self, Text, texts};
use fieldgen::table::find;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// A checked-in file and what is in it.
struct File {
    text: Text,
    content: String,
    programs: Vec<Program>,
}

fn files() -> Vec<File> {
    let all = texts().into_iter().flat_map(|(_, texts)| texts);
    let read = all.map(|text| {
        let content = std::fs::read_to_string(folder().join(&text.name)).expect("a file");
        let programs = text.programs(&content);
        let programs = programs.unwrap_or_else(|error| panic!("{}: {error}", text.name));
        File { text, content, programs }
    });
    read.collect()
}

impl File {
    /// The programs of a changed text that differ, each with its own; none if the text is refused,
    /// by its reader or by a prover.
    fn accepted(&self, changed: &str) -> Option<Vec<(Program, &Program)>> {
        let programs = self.text.programs(changed).ok()?;
        let pairs = programs.into_iter().zip(&self.programs);
        let different: Vec<_> = pairs.filter(|(program, own)| program != *own).collect();
        let contract = |program: &Program| self.text.form.contract(program);
        let proven = different.iter().all(|(one, _)| prove(one, &contract(one)).is_ok());
        proven.then_some(different)
    }

    /// Whether both programs give the same words, on limbs at their ends and on random ones.
    fn same_words(&self, random: &mut Random, one: &Program, other: &Program) -> bool {
        let contract = self.text.form.contract(one);
        (0..64).all(|round| {
            let limb = |random: &mut Random, (low, high): &(BigInt, BigInt)| match round {
                0 => low.clone(),
                _ => low + (high - low) * random.word() / (BigInt::from(u64::MAX) + 1),
            };
            let inputs = contract.inputs.iter().map(|limits| {
                limits.limbs.iter().map(|range| limb(random, range)).collect::<Vec<_>>()
            });
            let inputs: Vec<_> = inputs.collect();
            let words = |program: &Program| {
                let done = run(program, &inputs).ok()?;
                Some(
                    program.output.iter().map(|word| done.value(*word).clone()).collect::<Vec<_>>(),
                )
            };
            words(one) == words(other)
        })
    }
}

/// Why a change may be accepted, and which those are.
fn reason(lines: &[&str], at: usize, what: &str) -> Option<&'static str> {
    let line = lines[at];
    if line.contains("inline(") || line.contains("const CALLED") {
        return Some("whether a function is called or compiled into its callers");
    }
    if line.contains(".like(") && what.contains("becomes") && !what.contains("`0x") {
        return Some("of which word a constant takes its machine");
    }
    if what == "`carry` becomes `split`" || what == "`split` becomes `carry`" {
        return Some("a carry that rounds otherwise: the same number in limbs within the limits");
    }
    if what == "exchanged with the next" && lines[at + 1].contains("let ") {
        return Some("two statements that do not read each other");
    }
    None
}

/// Goal: every change of one line of a text is refused, but for those that change no result. A
/// share of all lines, others with each seed; as many as `FIELDGEN_TEXT_LINES` says, and then
/// every line of P-256 besides.
#[test]
fn changed_lines_are_refused() {
    let files = files();
    let asked = std::env::var("FIELDGEN_TEXT_LINES").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new("changed_lines_are_refused");
    let split: Vec<Vec<&str>> =
        files.iter().map(|file| file.content.split('\n').collect()).collect();
    let mut chosen: Vec<(usize, usize)> = Vec::new();
    for (file, lines) in split.iter().enumerate() {
        let all = (0..lines.len()).filter(|at| says_something(lines[*at]));
        let whole = asked.is_some() && files[file].text.name.contains("p256_");
        chosen.extend(all.filter(|_| whole).map(|at| (file, at)));
    }
    let total: usize = split.iter().map(Vec::len).sum();
    let more = chosen.len() + asked.unwrap_or(LINES);
    while chosen.len() < more {
        let mut at = random.word() as usize % total;
        let mut file = 0;
        while at >= split[file].len() {
            at -= split[file].len();
            file += 1;
        }
        if says_something(split[file][at]) {
            chosen.push((file, at));
        }
    }
    let (mut tried, mut left, mut reasons) = (0, Vec::new(), BTreeMap::new());
    for (file, at) in chosen {
        for change in changes(&split[file], at) {
            tried += 1;
            let Some(programs) = files[file].accepted(&change.text) else { continue };
            let mut same = programs.iter();
            let same = same.all(|(one, own)| files[file].same_words(&mut random, one, own));
            let same = same.then_some("an operand that is another and gives the same words");
            match reason(&split[file], at, &change.what).or(same) {
                Some(reason) => *reasons.entry(reason).or_insert(0) += 1,
                None => {
                    let name = &files[file].text.name;
                    let line = split[file][at].trim();
                    left.push(format!("{name}:{}: `{line}`: {}", at + 1, change.what));
                }
            }
        }
    }
    println!("{tried} changes, accepted: {reasons:?}");
    assert!(left.is_empty(), "accepted without a reason:\n{}", left.join("\n"));
}

/// Lines that are changed where nothing else is asked for.
const LINES: usize = 40;

/// Goal: C texts are proven as they are read back, and changed ones refused. Method: both dialects
/// of three primes; every change of statements at random but their order.
#[test]
fn changed_lines_of_c_are_refused() {
    let asked = std::env::var("FIELDGEN_TEXT_LINES").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new("changed_lines_of_c_are_refused");
    let (mut tried, mut left) = (0, Vec::new());
    for name in ["p256_p", "p25519_p", "secp256k1_n"] {
        let row = find(name).expect("a row");
        let words = c64::functions(&Field::build(row)).expect("proven");
        let narrow = c32::functions(&choose(row).expect("a set")).expect("proven");
        let texts = [
            (c64::file(&words), &c64::DIALECT, &words),
            (c32::file(&narrow), &c32::DIALECT, &narrow),
        ];
        for (text, dialect, functions) in texts {
            assert_eq!(read::c::prove(&text, dialect, functions), Ok(()), "{name}");
            let lines: Vec<&str> = text.split('\n').collect();
            // Not those that only declare, in whatever order.
            let is_own = |line: &str| {
                line.starts_with("    out[")
                    || line.starts_with("    const ") && !line.contains('[')
            };
            let own = (0..lines.len()).filter(|at| is_own(lines[*at]));
            let own: Vec<usize> = own.collect();
            for _ in 0..asked.map_or(2, |asked: usize| asked.min(200)) {
                let at = own[random.word() as usize % own.len()];
                for change in changes(&lines, at) {
                    tried += 1;
                    let order = change.what == "exchanged with the next";
                    if !order && read::c::prove(&change.text, dialect, functions).is_ok() {
                        left.push(format!("{name}:{}: `{}`: {}", at + 1, lines[at], change.what));
                    }
                }
            }
        }
    }
    println!("{tried} changes");
    assert!(left.is_empty(), "accepted:\n{}", left.join("\n"));
}

/// What a printer may get wrong, everywhere in a file.
type Bug = fn(&str) -> String;

/// Goal: what a printer with an error would write is refused, whatever file has a use for it.
#[test]
fn printers_with_errors_are_refused() {
    let bugs: [(&str, Bug); 7] = [
        ("operands of adc exchanged", |line| operands_exchanged(line, "adc(", 1, 2)),
        ("operands of sbb exchanged", |line| operands_exchanged(line, "sbb(", 0, 1)),
        ("a shift off by one", |line| match line.split_once(" << ") {
            Some((start, end)) => match end.trim_end_matches(';').parse::<u32>() {
                Ok(distance) => format!("{start} << {};", distance + 1),
                Err(_) => line.to_string(),
            },
            None => line.to_string(),
        }),
        ("a carry lost", |line| line.replace("(x70, y70) = ", "(x70, _) = ")),
        ("a copy of the wrong word", |line| match line.split_once(" = x") {
            Some((start, end)) if end.trim_end_matches(';').parse::<u32>().is_ok() => {
                format!("{start} = a0;")
            }
            _ => line.to_string(),
        }),
        ("limbs of another width", |line| line.replace("split::<52>", "split::<51>")),
        ("halves of products exchanged", |line| line.replace("madd_high", "madd_low")),
    ];
    let files = files();
    for (what, bug) in bugs {
        let mut tried = 0;
        for file in &files {
            let lines: Vec<String> = file.content.split('\n').map(bug).collect();
            let changed = lines.join("\n");
            if changed != file.content {
                tried += 1;
                assert!(file.accepted(&changed).is_none(), "{}: {what}", file.text.name);
            }
        }
        println!("{what}: {tried} files");
        assert!(tried > 0, "{what}");
    }
    for file in &files {
        for name in ["ONE", "MODULUS"] {
            let at = file.content.find(&format!("const {name}")).expect("a constant");
            let (start, rest) = file.content.split_at(at);
            for (old, new) in [("1,\n", "2,\n"), ("f,\n", "e,\n"), ("0,\n", "1,\n")] {
                if let Some(place) = rest.find(old).filter(|place| *place < 400) {
                    let changed = format!("{start}{}{new}{}", &rest[..place], &rest[place + 3..]);
                    assert!(
                        file.accepted(&changed).is_none(),
                        "{}: a wrong {name}",
                        file.text.name
                    );
                }
            }
        }
        let statement = file.content.rfind("        let ").expect("a statement");
        let end = statement + file.content[statement..].find(";\n").expect("its end") + 2;
        let lost = format!("{}{}", &file.content[..statement], &file.content[end..]);
        assert!(file.accepted(&lost).is_none(), "{}: a line lost", file.text.name);
    }
}

/// The line with two operands of a call exchanged.
fn operands_exchanged(line: &str, call: &str, first: usize, second: usize) -> String {
    let Some((start, rest)) = line.split_once(call) else { return line.to_string() };
    let Some(inner) = rest.strip_suffix(");") else { return line.to_string() };
    let mut operands: Vec<&str> = inner.split(", ").collect();
    operands.swap(first, second);
    format!("{start}{call}{});", operands.join(", "))
}
