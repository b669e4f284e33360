//! The loop, the tables and the graph of made-up figures, and what they refuse.

use super::*;
use crate::sizes::report::Circumstances;
use sealane_measure::Provenance;

/// Does nothing for a while, for each item; may fail or be wrong from a call on.
struct Idle {
    calls: usize,
    wrong_after: usize,
    fails_after: usize,
    seen: Vec<(usize, usize)>,
}

impl Idle {
    fn new() -> Self {
        Self { calls: 0, wrong_after: usize::MAX, fails_after: usize::MAX, seen: Vec::new() }
    }
}

impl Batches for Idle {
    fn name(&self) -> String {
        "idle wait".into()
    }

    fn run(&mut self, threads: usize, items: usize) -> bool {
        self.calls += 1;
        self.seen.push((threads, items));
        (0..items * 2000).for_each(|it| {
            std::hint::black_box(it);
        });
        self.calls <= self.fails_after
    }

    fn check(&mut self, _: usize, items: usize, _: bool) -> Result<[usize; 2], String> {
        if self.calls > self.wrong_after { Err("planted".into()) } else { Ok([items, 0]) }
    }
}

fn plan() -> Plan {
    Plan {
        sizes: vec![1, 8, 16],
        threads: vec![1, 2],
        rounds: 2,
        turns: 2,
        seconds: 0.001,
        slow: None,
    }
}

fn run(work: Idle, plan: &Plan) -> Result<Results, String> {
    measure(&mut [Box::new(work)], plan, |_| ())
}

/// Made-up figures of two operations: so many nanoseconds for the control in each round.
fn made_up(controls: [f64; 2]) -> Results {
    let ops = vec!["ed25519 sign".to_owned(), "x25519 derive".to_owned()];
    let mut results = Results { ops, checked: [12, 5], ..Results::default() };
    for (round, control) in controls.into_iter().enumerate() {
        for (op, threads, items, ns) in [
            (0, 1, 1, 20_000.0),
            (0, 1, 8, 4000.0),
            (0, 1, 4096, 2000.0),
            (0, 2, 8, 4000.0),
            (0, 2, 4096, 1000.0),
            (1, 1, 1, 50_000.0),
            (1, 1, 8, 8000.0),
            (1, 1, 4096, 8000.0),
            (1, 2, 8, 8000.0),
            (1, 2, 4096, 4500.0),
        ] {
            let took = |ns| Took { median_ns: ns, fastest_ns: ns };
            results.take(round, Cell { op, threads, items }, took(ns), took(control));
        }
    }
    results
}

fn about() -> Circumstances {
    let place = Provenance {
        cpu: "Some CPU".into(),
        core_hz: 3e9,
        load: 0.1,
        commit: "0123456789ab".into(),
    };
    Circumstances {
        place,
        backend: "eight".into(),
        plan: plan(),
        cpu: 3,
        cpus: 4,
        reference: Ok("OpenSSL made up".into()),
        command: "make bench-sizes".into(),
    }
}

/// Goal: every size is measured on every number of threads that it is for, and counted.
#[test]
fn all_sizes_are_measured() {
    let results = run(Idle::new(), &plan()).expect("all is right");
    assert_eq!(results.threads().collect::<Vec<_>>(), [1, 2]);
    assert_eq!((results.sizes(1), results.sizes(2)), (vec![1, 8, 16], vec![8, 16]));
    // Rehearsals, and two turns in two rounds.
    assert_eq!(results.checked, [(1 + 8 + 16 + 8 + 16) * 5, 0]);
    for (cell, rounds) in &results.cells {
        assert!(rounds.len() == 2 && rounds.iter().all(|turns| turns.len() == 2), "{cell:?}");
        assert!(results.items_per_s(*cell).is_some_and(|it| it > 0.0 && it.is_finite()));
        assert!(results.medians(*cell).is_some());
    }
}

/// Goal: a wrong result and a failed operation, at once or late, give no figures at all.
#[test]
fn wrong_results_give_no_figures() {
    for wrong_after in [0, 30] {
        let why = run(Idle { wrong_after, ..Idle::new() }, &plan()).expect_err("planted");
        assert!(why.contains("no figures: idle wait") && why.contains("planted"), "{why}");
        let fails_after = wrong_after;
        let why = run(Idle { fails_after, ..Idle::new() }, &plan()).expect_err("planted");
        assert!(why.contains("an operation failed"), "{why}");
    }
}

/// Goal: a control that has moved, on one thread or on two, keeps the run from being stored, and
/// one that was slowed moves.
#[test]
fn moved_control_is_refused() {
    assert_eq!(made_up([100.0, 109.0]).worth_keeping(), Ok(()));
    let why = made_up([100.0, 111.0]).worth_keeping().expect_err("it moved");
    assert!(why.starts_with("1 thread: the control moved by 11.0 %"), "{why}");
    let mut results = made_up([100.0, 100.0]);
    let took = |ns| Took { median_ns: ns, fastest_ns: ns };
    let cell = Cell { op: 0, threads: 2, items: 8 };
    results.take(2, cell, took(1.0), took(120.0));
    let why = results.worth_keeping().expect_err("it moved");
    assert!(why.starts_with("2 threads: the control moved by 20.0 %"), "{why}");
    let slow = Plan { slow: Some(2), threads: vec![1], ..plan() };
    let results = run(Idle::new(), &slow).expect("all is right");
    assert!(results.worth_keeping().is_err());
}

/// Goal: medians are made comparable by the control of their rounds.
#[test]
fn medians_are_scaled() {
    let medians = made_up([100.0, 100.0]).medians(Cell { op: 0, threads: 1, items: 8 });
    assert_eq!(medians.expect("measured").median_ns(), 4000.0);
    let mut results = made_up([100.0, 100.0]);
    let took = |ns| Took { median_ns: ns, fastest_ns: ns };
    let cell = Cell { op: 2, threads: 1, items: 8 };
    results.take(0, cell, took(10.0), took(50.0));
    assert_eq!(results.medians(cell).expect("measured").median_ns(), 20.0);
}

#[test]
fn document_has_head_tables_and_graph() {
    let text = report::document(&made_up([100.0, 105.0]), &about(), "graph.svg");
    for part in [
        "Written by `make bench-sizes`",
        "- Processor: Some CPU",
        "- Compiler: rustc",
        "- Commit: 0123456789ab.",
        "`eight`: 1 thread, on CPU 3, by its CPU time; 2 threads, on 4 CPUs",
        "12 results by Sealane's single operations, 5 of them also by OpenSSL made up",
        "Control on 1 thread, an untouched workload before each turn: its rounds are 5.0 % apart",
        "All at once took 1.00 times as long",
        "![Items a second by the size of the batch](graph.svg)",
        "## On 1 thread\n\n| items | ed25519 sign | x25519 derive |\n|---:|---:|---:|\n\
         | 1 | 50,000 | 20,000 |\n| 8 | 250,000 | 125,000 |\n| 4096 | 500,000 | 125,000 |\n",
        "## On 2 threads\n\n| items | ed25519 sign | x25519 derive |\n|---:|---:|---:|\n\
         | 8 | 250,000 | 125,000 |\n| 4096 | 1,000,000 | 222,222 |\n",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
}

#[test]
fn lines_are_one_a_cell() {
    let text = report::lines(&made_up([100.0, 100.0]), &about());
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 11);
    assert!(rows[0].starts_with("algo\top\tthreads\titems\titems_per_s\t"));
    assert_eq!(rows[1], "ed25519\tsign\t1\t1\t50000.0\t20000.0\t20000.0\t0.0000\t2");
    assert!(text.contains("# Commit: 0123456789ab."));
}

/// Goal: every panel has its title, both lines with their names, and axes with units.
#[test]
fn graph_has_titles_axes_and_lines() {
    let svg = plot::svg(&made_up([100.0, 100.0])).expect("it is drawn");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
    for text in [
        "ed25519 sign",
        "x25519 derive",
        "items in a batch",
        "thousand items a second",
        "1 thread",
        "2 threads",
        "4096",
    ] {
        assert!(svg.contains(&format!("\n{text}\n")), "no {text:?} in {svg}");
    }
    // One dot a figure.
    assert_eq!(svg.matches("<circle").count(), 10);
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

/// Goal: where there is no figure there is no graph.
#[test]
fn empty_graph_is_refused() {
    assert!(plot::svg(&Results::default()).is_err());
    let mut results = made_up([100.0, 100.0]);
    results.ops.push("x448 derive".into());
    assert!(plot::svg(&results).is_err_and(|why| why.contains("no figure of x448 derive")));
}

/// Goal: the errors name the argument and the limit.
#[test]
fn plans_are_judged() {
    let refused = |plan: Plan| plan.judge(2).expect_err("it is refused");
    assert_eq!(plan().judge(2), Ok(()));
    assert!(plan().judge(1).is_err_and(|why| why.contains("--threads are 1 to 1")));
    let of = |sizes: &[usize]| Plan { sizes: sizes.to_vec(), ..plan() };
    assert!(refused(of(&[1, 4097])).contains("--sizes are 1 to 4096, not 4097"));
    assert!(refused(of(&[0, 8])).contains("not 0"));
    assert!(refused(of(&[8, 8])).contains("larger than the one before"));
    assert!(refused(of(&[8])).contains("two or more"));
    assert!(refused(of(&[1, 2])).contains("2 threads need one from 8 up"));
    assert!(refused(Plan { threads: vec![], ..plan() }).contains("--threads are one or more"));
    assert!(refused(Plan { threads: vec![0], ..plan() }).contains("not 0"));
    assert!(refused(Plan { seconds: 11.0, ..plan() }).contains("--secs is 0.001 to 10"));
}
