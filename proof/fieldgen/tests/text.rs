//! The texts that are compiled: read back, proven, and changed line by line.

use crate::common;

use common::Random;
use common::text::{changes, says_something};
use fieldgen::contract::{Contract, Limits};
use fieldgen::emit::folder;
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::{Op, Program, Value};
use fieldgen::narrow::choose;
use fieldgen::print::{c32, c64};
use fieldgen::prove::prove;
use fieldgen::read::{self, Text, texts};
use fieldgen::table::find;
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;

/// A checked-in file and what is in it.
struct File {
    text: Text,
    content: String,
    programs: Vec<Program>,
    /// By program: the first and the last of its lines, from the empty one before it on.
    places: Vec<(usize, usize)>,
}

/// What is said to a changed text.
enum Said<'a> {
    /// A line is of no known form, or says what it must not.
    Unreadable,
    /// A prover refuses a program.
    Unproven,
    /// The programs that differ from those of the file, each with its own.
    Accepted(Vec<(Program, &'a Program)>),
}

fn files() -> Vec<File> {
    let all = texts().into_iter().flat_map(|(_, texts)| texts);
    let read = all.map(|text| {
        let content = std::fs::read_to_string(folder().join(&text.name)).expect("a file");
        let programs = text.programs(&content);
        let programs = programs.unwrap_or_else(|error| panic!("{}: {error}", text.name));
        let lines: Vec<&str> = content.split('\n').collect();
        let places = programs.iter().map(|program| place(&lines, program.name)).collect();
        File { text, content, programs, places }
    });
    read.collect()
}

/// The first and the last line of a function.
fn place(lines: &[&str], name: &str) -> (usize, usize) {
    let starts = [format!("    fn {name}("), format!("    fn {name}<")];
    let is_head = |line: &&str| starts.iter().any(|start| line.starts_with(start));
    let head = lines.iter().position(is_head).expect("the head of the function");
    let end = lines[head..].iter().position(|line| *line == "    }").expect("its end");
    (head - 2, head + end)
}

impl File {
    /// What is said to a changed text.
    fn said(&self, changed: &str) -> Said<'_> {
        match self.text.programs(changed) {
            Ok(programs) => self.judged(programs.into_iter().zip(&self.programs)),
            Err(_) => Said::Unreadable,
        }
    }

    /// What is said to a text in which nothing but the lines of the function number `at` changed,
    /// which are `changed`. All others would be read as before.
    fn said_of_one(&self, at: usize, changed: &str) -> Said<'_> {
        let own = &self.programs[at];
        match self.text.program(changed, own.name) {
            Ok(program) => self.judged([(program, own)].into_iter()),
            Err(_) => Said::Unreadable,
        }
    }

    fn judged<'a>(&self, pairs: impl Iterator<Item = (Program, &'a Program)>) -> Said<'a> {
        let different: Vec<_> = pairs.filter(|(program, own)| program != *own).collect();
        let contract = |program: &Program| self.text.form.contract(program);
        let proven = different.iter().all(|(one, _)| prove(one, &contract(one)).is_ok());
        if proven { Said::Accepted(different) } else { Said::Unproven }
    }

    /// All changes of the line number `at`, with what is said to each.
    fn tried<'a>(&'a self, lines: &[&str], at: usize) -> Vec<(String, Said<'a>)> {
        let inside = |(start, end): &(usize, usize)| *start < at && at < *end;
        match self.places.iter().position(inside) {
            Some(number) => {
                let (start, end) = self.places[number];
                // As in the whole text, an empty line is the last.
                let own = [&lines[start..=end], &[""]].concat();
                let changes = changes(&own, at - start).into_iter();
                changes.map(|one| (one.what, self.said_of_one(number, &one.text))).collect()
            }
            None => {
                let changes = changes(lines, at).into_iter();
                changes.map(|one| (one.what, self.said(&one.text))).collect()
            }
        }
    }

    /// Whether both programs give the same words, on limbs at their ends and on random ones; or
    /// else, if `rounded`, words of the same residue within the limits.
    fn same_words(
        &self,
        random: &mut Random,
        (one, other): (&Program, &Program),
        rounded: bool,
    ) -> bool {
        let contract = self.text.form.contract(one);
        (0..64).all(|round| {
            let mut inputs = inputs(random, &contract);
            if round == 0 {
                let least =
                    |limits: &Limits| limits.limbs.iter().map(|limb| limb.0.clone()).collect();
                inputs = contract.inputs.iter().map(least).collect();
            }
            let words = |program: &Program| {
                let done = run(program, &inputs).ok()?;
                let words = program.output.iter().map(|word| done.value(*word).clone());
                Some(words.collect::<Vec<_>>())
            };
            let (one, other) = (words(one), words(other));
            let bits = self.programs[0].limb_bits as usize;
            let number = |words: &Vec<BigInt>| -> BigInt {
                words.iter().enumerate().map(|(place, word)| word << (bits * place)).sum()
            };
            let alike = |one: &Vec<BigInt>, other: &Vec<BigInt>| {
                let difference = number(one) - number(other);
                let mut limits = one.iter().zip(&contract.output.limbs);
                (difference % BigInt::from(self.text.form.modulus.clone())).is_zero()
                    && limits.all(|(word, limit)| limit.0 <= *word && *word <= limit.1)
            };
            match (&one, &other) {
                (Some(one), Some(other)) => one == other || (rounded && alike(one, other)),
                _ => false,
            }
        })
    }

    /// Why a change may be accepted, and which those are. What it says of results is tried.
    fn reason(
        &self,
        random: &mut Random,
        lines: &[&str],
        (at, what): (usize, &str),
        programs: &[(Program, &Program)],
    ) -> Option<&'static str> {
        let line = lines[at];
        let order = "two statements that do not read each other";
        if programs.is_empty() {
            if line.contains("inline(") || line.contains("const CALLED") {
                return Some("the same program: whether it is compiled into its callers");
            }
            if line.contains(".like(") && what.contains("becomes") {
                return Some("the same program: of which word a constant takes its kind");
            }
            if what == "exchanged with the next" {
                return Some(order);
            }
            let [_, old, _, new, _] = what.split('`').collect::<Vec<_>>()[..] else { return None };
            let copies = [format!("let {old} = {new};"), format!("let {new} = {old};")];
            let copied = lines.iter().any(|line| copies.iter().any(|copy| line.trim() == copy));
            return copied.then_some("the same program: a copy, or what it is a copy of");
        }
        let around = matches!(programs, [(one, own)] if is_rounded_around(one, own));
        let rounded = what == "`carry` becomes `split`" || what == "`split` becomes `carry`";
        let rounded = rounded || around;
        let mut pairs = programs.iter();
        if !pairs.all(|(one, own)| self.same_words(random, (one, own), rounded)) {
            return None;
        }
        let [(one, own)] = programs else { return None };
        match what {
            "exchanged with the next" => Some(order),
            _ if around => Some(
                "a carry that rounds around another number: the same residue, within the limits",
            ),
            _ if rounded => {
                Some("a carry that rounds otherwise: the same residue, within the limits")
            }
            _ if self.same_values(random, one, own) => {
                Some("another operand, and the results are the same numbers")
            }
            _ => Some("other results on the way, and the same words in the end"),
        }
    }

    /// Whether each step of two programs gives the same numbers, where there are as many.
    fn same_values(&self, random: &mut Random, one: &Program, other: &Program) -> bool {
        let contract = self.text.form.contract(one);
        one.steps.len() == other.steps.len()
            && (0..16).all(|_| {
                let inputs = inputs(random, &contract);
                let values = |program: &Program| {
                    let done = run(program, &inputs).ok()?;
                    let results = program.steps.iter().enumerate().flat_map(|(number, step)| {
                        (0..step.op.results()).map(move |part| Value::new(number, part))
                    });
                    Some(results.map(|value| done.value(value).clone()).collect::<Vec<_>>())
                };
                values(one) == values(other)
            })
    }
}

/// Whether the one difference of two programs is a number that `own` takes off before a split and
/// adds to its lower half: it chooses which of the quotients next to each other is carried.
fn is_rounded_around(one: &Program, own: &Program) -> bool {
    let pairs = one.steps.iter().zip(&own.steps).enumerate();
    let different: Vec<usize> = pairs.filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect();
    let [at] = different[..] else { return false };
    let same_shape = one.steps.len() == own.steps.len() && one.output == own.output;
    let constants = [one, own].iter().all(|program| program.steps[at].op == Op::Const);
    let value = Value::new(at, 0);
    let users = |value: Value| -> Vec<usize> {
        let uses = |at: &usize| own.steps[*at].args.contains(&value);
        (0..own.steps.len()).filter(uses).collect()
    };
    let [off, on] = users(value)[..] else { return false };
    let [split] = users(Value::new(off, 0))[..] else { return false };
    let step = |at: usize| (own.steps[at].op, &own.steps[at].args[..]);
    let kept = Value::new(split, 0);
    let mut leaving = own.output.iter();
    same_shape
        && constants
        && matches!(step(off), (Op::SubSigned, [_, number]) if *number == value)
        && matches!(step(split).0, Op::SplitSigned | Op::CarrySigned)
        && (step(on) == (Op::AddSigned, &[kept, value])
            || step(on) == (Op::AddSigned, &[value, kept]))
        && users(kept) == [on]
        && leaving.all(|word| ![value, kept, Value::new(off, 0)].contains(word))
}

/// Numbers for the inputs of a program, anywhere within their limits.
fn inputs(random: &mut Random, contract: &Contract) -> Vec<Vec<BigInt>> {
    let mut limb = |(low, high): &(BigInt, BigInt)| low + (high - low) * random.word() / u64::MAX;
    let groups = contract.inputs.iter();
    groups.map(|limits| limits.limbs.iter().map(&mut limb).collect()).collect()
}

/// The lines to change: `more` of all at random, none twice, and before them every line of P-256 if
/// `whole`.
fn chosen(
    files: &[File],
    split: &[Vec<&str>],
    random: &mut Random,
    (more, whole): (usize, bool),
) -> Vec<(usize, usize)> {
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for (file, lines) in split.iter().enumerate() {
        let of_p256 = whole && files[file].text.name.contains("p256_");
        let all = (0..lines.len()).filter(|at| says_something(lines[*at])).map(|at| (file, at));
        if of_p256 { first.extend(all) } else { rest.extend(all) }
    }
    for place in 0..more.min(rest.len()) {
        let other = place + random.word() as usize % (rest.len() - place);
        rest.swap(place, other);
    }
    rest.truncate(more);
    first.extend(rest);
    first
}

/// Which of how many parts of the lines is asked for, so that a long run can be made in several.
fn part() -> (usize, usize) {
    let asked = std::env::var("FIELDGEN_TEXT_PART").ok();
    let asked = asked.as_deref().and_then(|asked| asked.split_once('/'));
    let asked = asked.and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    let (part, parts) = asked.unwrap_or((1, 1));
    assert!(1 <= part && part <= parts, "a part such as 2/8");
    (part, parts)
}

/// Goal: every change of one line of a text is refused, but for those that change no result. A
/// share of all lines, others with each seed; as many as `FIELDGEN_TEXT_LINES` says, and then
/// every line of P-256 besides; of those, the part that `FIELDGEN_TEXT_PART` says.
#[test]
fn changed_lines_are_refused() {
    let files = files();
    let asked = std::env::var("FIELDGEN_TEXT_LINES").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new("changed_lines_are_refused");
    let split: Vec<Vec<&str>> =
        files.iter().map(|file| file.content.split('\n').collect()).collect();
    let how_many = (asked.unwrap_or(LINES), asked.is_some());
    let mut chosen = chosen(&files, &split, &mut random, how_many);
    let (part, parts) = part();
    chosen = chosen.into_iter().skip(part - 1).step_by(parts).collect();
    let (mut unreadable, mut unproven) = (0, 0);
    let (mut left, mut reasons) = (Vec::new(), BTreeMap::new());
    for (number, &(file, at)) in chosen.iter().enumerate() {
        if number % 1000 == 999 {
            println!("{} lines of {}", number + 1, chosen.len());
        }
        for (what, said) in files[file].tried(&split[file], at) {
            let programs = match said {
                Said::Unreadable => {
                    unreadable += 1;
                    continue;
                }
                Said::Unproven => {
                    unproven += 1;
                    continue;
                }
                Said::Accepted(programs) => programs,
            };
            let name = &files[file].text.name;
            let change = format!("{name}:{}: `{}`: {what}", at + 1, split[file][at].trim());
            match files[file].reason(&mut random, &split[file], (at, &what), &programs) {
                Some(reason) => {
                    println!("accepted: {change}: {reason}");
                    *reasons.entry(reason).or_insert(0) += 1;
                }
                None => left.push(change),
            }
        }
    }
    let accepted = reasons.values().sum::<usize>();
    println!("{} lines, {} changes", chosen.len(), unreadable + unproven + accepted + left.len());
    println!("{unreadable} refused by the reader, {unproven} by a prover, {accepted} accepted:");
    reasons.iter().for_each(|(reason, count)| println!("{count:6} {reason}"));
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
            for _ in 0..asked.map_or(2, |asked: usize| asked.min(40)) {
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
    // `out` may be one of the inputs: nothing is read after the first word that is written.
    let words = c64::functions(&Field::build(find("p256_p").expect("a row"))).expect("proven");
    let text = c64::file(&words);
    let (start, rest) = text.split_at(text.find("    out[0]").expect("a result"));
    let (first, rest) = rest.split_once('\n').expect("more words");
    let late = "    const uint64_t a9 = a[1];";
    let said = |text: String| read::c::prove(&text, &c64::DIALECT, &words);
    assert_eq!(said(format!("{start}{late}\n{first}\n{rest}")), Ok(()));
    assert!(said(format!("{start}{first}\n{late}\n{rest}")).is_err());
    assert!(left.is_empty(), "accepted:\n{}", left.join("\n"));
}

/// What a printer may get wrong, everywhere in a file.
type Bug = fn(&str) -> String;

/// Sees to it that a file with another digit in a constant is refused.
fn wrong_constants_are_refused(file: &File) {
    let is_quads = file.content.contains("impl Quads for ");
    for name in ["ONE", "MODULUS", "RADIX_SQUARED"] {
        let Some(at) = file.content.find(&format!("const {name}")) else {
            // Nothing is multiplied by a one of quads, and only quads are by the other.
            assert!(name == if is_quads { "ONE" } else { "RADIX_SQUARED" }, "{name}");
            continue;
        };
        let (start, rest) = file.content.split_at(at);
        for (old, new) in [("1,\n", "2,\n"), ("f,\n", "e,\n"), ("0,\n", "1,\n")] {
            if let Some(place) = rest.find(old).filter(|place| *place < 400) {
                let changed = format!("{start}{}{new}{}", &rest[..place], &rest[place + 3..]);
                assert!(
                    !matches!(file.said(&changed), Said::Accepted(_)),
                    "{}: a wrong {name}",
                    file.text.name
                );
            }
        }
    }
}

/// Goal: what a printer with an error would write is refused, whatever file has a use for it.
#[test]
fn printers_with_errors_are_refused() {
    let bugs: [(&str, Bug); 9] = [
        ("sum and factor exchanged", |line| match line.split_once(".madd_low(") {
            Some((start, end)) => match (start.rsplit_once(" = "), end.split_once(", ")) {
                (Some((left, sum)), Some((factor, rest))) => {
                    format!("{left} = {factor}.madd_low({sum}, {rest}")
                }
                _ => line.to_string(),
            },
            None => line.to_string(),
        }),
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
        ("limbs one bit longer", |line| line.replace("split::<51>", "split::<52>")),
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
                assert!(
                    !matches!(file.said(&changed), Said::Accepted(_)),
                    "{}: {what}",
                    file.text.name
                );
            }
        }
        println!("{what}: {tried} files");
        assert!(tried > 0, "{what}");
    }
    for file in &files {
        wrong_constants_are_refused(file);
        let statement = file.content.rfind("        let ").expect("a statement");
        let end = statement + file.content[statement..].find(";\n").expect("its end") + 2;
        let lost = format!("{}{}", &file.content[..statement], &file.content[end..]);
        assert!(!matches!(file.said(&lost), Said::Accepted(_)), "{}: a line lost", file.text.name);
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
