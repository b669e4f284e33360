//! Kernels of one lane: what is printed is proven as it is read back, and wrong text is refused.

mod processor;

use crate::common::Random;
use fieldgen::emit;
use fieldgen::eval;
use fieldgen::field::Field;
use fieldgen::ir::{Op, Program};
use fieldgen::kernel::{Built, Task, build, file, judge};
use fieldgen::table::{Form, Modulus, Row};
use num_bigint::BigUint;

/// A short prime, `2^89 - 1`, in which every fault is planted.
static SHORT: Row = Row {
    name: "short",
    type_name: "Short",
    modulus: Modulus::Terms(&[(1, 89), (-1, 0)]),
    form: Form::Crandall,
    source: "none",
};

const REGISTERS: [&str; 16] = [
    "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13",
    "r14", "r15",
];

/// The kernels as they are checked in, each with its field and what the builder advises.
fn shipped() -> Vec<(Field, Task, Vec<String>, Built)> {
    let mut all = Vec::new();
    for (field, name) in emit::kernel_names() {
        let text = std::fs::read_to_string(emit::folder().join(name)).expect("a file");
        for (task, lines) in file::read(&text).expect("text of the known form") {
            let advice = build::build(&field, task);
            all.push((field.clone(), task, lines, advice));
        }
    }
    all
}

fn short() -> Vec<(Field, Task, Vec<String>, Built)> {
    let field = Field::build(&SHORT);
    let kernel = |task| {
        let advice = build::build(&field, task);
        (field.clone(), task, advice.lines.clone(), advice)
    };
    Task::ALL.into_iter().map(kernel).collect()
}

/// Whether a text does on a processor what the formula says, and keeps to what is its own; nothing
/// else of the provers or of the reader is used.
fn is_right(lines: &[String], field: &Field, task: Task, random: &mut Random) -> bool {
    let words = |value: &BigUint| {
        let mut words = value.to_u64_digits();
        words.resize(field.limbs, 0);
        words
    };
    (0..40).all(|at| {
        let end = &field.bound - 1u32;
        let [a, b] = [(); 2].map(|()| match at {
            0 => end.clone(),
            1 => &field.modulus - 1u32,
            _ => random.runs(field.limbs) % &field.bound,
        });
        let b = if task == Task::Square { a.clone() } else { b };
        let Some(out) = processor::run(lines, &words(&a), &words(&b)) else { return false };
        let value = out.iter().rev().fold(BigUint::default(), |sum, word| (sum << 64u32) + word);
        let same = (&value * &field.radix) % &field.modulus == (a * b) % &field.modulus;
        same && value < field.bound
    })
}

/// Whether a text does on a processor what the program says that was read of it, which is followed
/// in exact integers.
fn is_same(lines: &[String], program: &Program, field: &Field, random: &mut Random) -> bool {
    (0..200).all(|_| {
        let inputs = [(); 2].map(|()| {
            let mut words = (random.runs(field.limbs) % &field.bound).to_u64_digits();
            words.resize(field.limbs, 0);
            words
        });
        let exact =
            inputs.each_ref().map(|words| words.iter().map(|word| (*word).into()).collect());
        let Ok(run) = eval::run(program, &exact) else { return false };
        let words = program.output.iter().map(|word| u64::try_from(run.value(*word)).ok());
        processor::run(lines, &inputs[0], &inputs[1]) == words.collect()
    })
}

/// Goal: the kernels are what their primes say. Method: the files are read back and proven, and
/// run by an interpreter, as the program that
/// was read does; they have as many products as the rows have.
#[test]
fn kernels_are_proven_as_read_back() {
    let (all, mut random) = (shipped(), Random::new("kernels"));
    assert_eq!(all.len(), 4);
    for (field, task, lines, advice) in all {
        let program = judge(&lines, &field, task, &advice).expect("a kernel that is proven");
        let n = field.limbs;
        let rows = if task == Task::Product { n * n } else { n * (n + 1) / 2 };
        assert_eq!(program.count(Op::MulWide), rows, "{} {task:?}", field.row.name);
        assert!(is_same(&lines, &program, &field, &mut random), "{} {task:?}", field.row.name);
        assert!(is_right(&lines, &field, task, &mut random), "{} {task:?}", field.row.name);
    }
}

/// Goal: a kernel is proven as itself only, and without advice it is not proven.
#[test]
fn a_kernel_is_no_other_one() {
    let all = shipped();
    for (field, task, _, advice) in &all {
        for (other, of, lines, _) in &all {
            let same = field.row.name == other.row.name && task == of;
            assert_eq!(judge(lines, field, *task, advice).is_ok(), same, "{task:?} {of:?}");
        }
    }
    let (field, task, lines, _) = &all[0];
    assert!(judge(lines, field, *task, &Built::default()).is_err());
}

/// Every change of a line: it is lost, done twice, exchanged with the next one; another register,
/// constant, displacement, operation.
fn changes(lines: &[String], at: usize) -> Vec<(String, Vec<String>)> {
    let line = &lines[at];
    let with = |new: &[String]| [&lines[..at], new, &lines[at + 1..]].concat();
    let mut all = vec![
        ("lost".to_string(), with(&[])),
        ("twice".to_string(), with(&[line.clone(), line.clone()])),
    ];
    if let Some(next) = lines.get(at + 1).filter(|next| *next != line) {
        let mut swapped = lines.to_vec();
        swapped.swap(at, at + 1);
        all.push((format!("after {next}"), swapped));
    }
    let mut changed: Vec<String> = Vec::new();
    for (number, register) in REGISTERS.iter().enumerate() {
        for (place, _) in line.match_indices(register) {
            let after = &line[place + register.len()..];
            if after.starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            for step in [1, 5] {
                let other = REGISTERS[(number + step) % 16];
                changed.push(format!("{}{other}{after}", &line[..place]));
            }
        }
    }
    let words = [
        ("adcx", "adox"),
        ("adox", "adcx"),
        ("adc ", "add "),
        ("add ", "adc "),
        ("add ", "sub "),
        ("sub ", "add "),
        ("sbb ", "sub "),
        ("sub ", "sbb "),
        ("sbb ", "adc "),
        ("shl", "shr"),
        ("shr", "shl"),
        ("cmovb", "mov"),
        ("adox", "adc"),
        ("adcx", "add"),
        ("or ", "xor "),
        ("and ", "or "),
        ("eax", "ebx"),
        ("push", "pop"),
        ("pop", "push"),
        ("mulx", "mul"),
        ("ret", "ret 8"),
    ];
    for (old, new) in words.iter().filter(|(old, _)| line.contains(old)) {
        changed.push(line.replacen(old, new, 1));
    }
    let bytes: Vec<&str> = line.split(|c: char| !c.is_ascii_digit()).collect();
    for number in bytes.iter().filter(|digits| !digits.is_empty()) {
        for place in line.match_indices(number).map(|(place, _)| place) {
            let is_name = line[..place].ends_with(|c: char| c.is_ascii_alphanumeric());
            let Ok(value) = number.parse::<u64>() else { continue };
            for other in [value.wrapping_add(8), value.wrapping_sub(8), value.wrapping_add(1)] {
                if !is_name {
                    let after = &line[place + number.len()..];
                    changed.push(format!("{}{other}{after}", &line[..place]));
                }
            }
        }
    }
    changed.retain(|other| other != line);
    all.extend(changed.into_iter().map(|new| (new.clone(), with(&[new]))));
    all
}

/// Tries the changes of one line; gives how many there were and how many were taken, which then
/// have to be right.
fn try_line(
    (field, task, lines, advice): &(Field, Task, Vec<String>, Built),
    at: usize,
    random: &mut Random,
) -> (usize, usize) {
    let (mut tried, mut taken) = (0, 0);
    for (what, changed) in changes(lines, at) {
        tried += 1;
        if judge(&changed, field, *task, advice).is_ok() {
            taken += 1;
            let name = field.row.name;
            assert!(
                is_right(&changed, field, *task, random),
                "{name} line {at}: {}: {what}",
                lines[at]
            );
        }
    }
    (tried, taken)
}

/// Goal: no line of a short kernel can be lost or be another one. Method: every change of every
/// line; what a proof takes, an interpreter has to find right.
#[test]
fn no_line_can_be_another_one() {
    let (mut tried, mut taken, mut random) = (0, 0, Random::new("short kernels"));
    for kernel in short() {
        let (field, task, lines, advice) = &kernel;
        judge(lines, field, *task, advice).expect("a kernel that is proven");
        for at in 0..lines.len() {
            let (more, of_them) = try_line(&kernel, at, &mut random);
            (tried, taken) = (tried + more, taken + of_them);
        }
    }
    println!("{tried} changes of short kernels, {taken} of them right");
    assert!(tried > 800 && taken * 5 < tried, "{taken} of {tried}");
}

/// Goal: the same of the kernels that ship. Method: a line of each, others by each seed.
#[test]
fn no_line_that_ships_can_be_another_one() {
    let mut random = Random::new("kernels that ship");
    for kernel in shipped() {
        let at = random.word() as usize % kernel.2.len();
        try_line(&kernel, at, &mut random);
    }
}

/// Goal: what is left out of a text, or reaches out of it, is refused by name.
#[test]
fn what_a_kernel_must_not_do_is_named() {
    let (field, task, lines, advice) = short().remove(0);
    let refused = |at: usize, new: &str, why: &str| {
        let mut changed = lines.clone();
        changed.insert(at, new.to_string());
        let said = judge(&changed, &field, task, &advice).expect_err(new);
        assert!(said.contains(why), "{new}: {said}");
    };
    let (body, end) = (8, lines.len() - 7);
    refused(body, "vzeroupper", "unknown");
    refused(body, "jmp 2f", "unknown");
    refused(body, "mov rax, qword ptr [rsi + 16]", "outside");
    refused(body, "mov rax, qword ptr [rsi + 4]", "no word");
    refused(body, "mov qword ptr [rsi + 0], rsi", "writes where it must not");
    refused(body, "mov rax, qword ptr [rax + 0]", "no array");
    refused(body, "mov rax, qword ptr [rsp + 512]", "not of this stack");
    refused(body, "mov rsp, rsi", "the stack pointer");
    refused(body, "sub rsp, 4096", "no distance");
    refused(body, "adc rbx, 0", "the carry flag is no carry");
    refused(body, "adox rbx, qword ptr [rsi + 0]", "the overflow flag is no carry");
    refused(body, "mulx rax, rax, rsi", "no number");
    refused(body, "shlx rax, qword ptr [rsi + 0], rbx", "no register");
    refused(body, "shrx rax, rbx, rsi", "no number");
    refused(body, "cmovb rax, qword ptr [rsi + 0]", "no register");
    refused(body, "cmovb rax, rbx", "the carry flag is no carry");
    refused(body, "add rbx, rbx", "no number");
    refused(end, "mov rax, qword ptr [rsi + 0]", "after the result was written");
    refused(lines.len(), "ret", "after the return");
    let without = |lines: &[String], why: &str| {
        let said = judge(lines, &field, task, &advice).expect_err(why);
        assert!(said.contains(why), "{said}");
    };
    without(&lines[..lines.len() - 1], "no return");
    let mut kept = lines.clone();
    kept[lines.len() - 2] = "pop rax".to_string();
    without(&kept, "rbx is not what it was");
}
