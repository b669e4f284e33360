//! The results of a run, as a document and as tab-separated lines.

use super::{Cell, Plan, Results, counted};
use sealane_measure::Provenance;
use std::fmt::Write;

/// Where and how it was measured.
pub struct Circumstances {
    /// The machine and the source.
    pub place: Provenance,
    /// The machine of lanes that batches ran on.
    pub backend: String,
    /// How much was measured.
    pub plan: Plan,
    /// The CPU of what runs on one thread.
    pub cpu: usize,
    /// How many CPUs the threads could choose from.
    pub cpus: usize,
    /// The version of the libcrypto that checked, or why there is none.
    pub reference: Result<String, String>,
    /// The command that writes it.
    pub command: String,
}

/// The document, with the graph of that file name.
pub fn document(results: &Results, about: &Circumstances, graph: &str) -> String {
    let mut text = format!(
        "# Batches by size\n\nWritten by `{}`; do not edit.\n\n{}\n\
         Items a second in the fastest turn but one. Items stand ready before the clock starts and \
         are of 64 keys in turn; messages have 32 bytes, nonces are hedged, and no key has a table \
         of its own. From {} items up a batch is also spread over threads: fewer are one group of \
         lanes.\n\n![Items a second by the size of the batch]({graph})\n",
        about.command,
        circumstances(results, about),
        super::LEAST_SHARED,
    );
    for threads in results.threads() {
        let _ = write!(text, "\n## On {}\n\n{}", counted(threads), table(results, threads));
    }
    text
}

/// What stands at the head of the document.
fn circumstances(results: &Results, about: &Circumstances) -> String {
    let plan = &about.plan;
    let clock = |threads| match threads {
        1 => format!("1 thread, on CPU {}, by its CPU time", about.cpu),
        _ => format!("{threads} threads, on {} CPUs, by the clock on the wall", about.cpus),
    };
    let clocks: Vec<String> = results.threads().map(clock).collect();
    let by_reference = match &about.reference {
        Ok(version) => format!("{} of them also by {version}", results.checked[1]),
        Err(why) => format!("by no other, for there is no libcrypto ({why})"),
    };
    let mut text = format!(
        "{}- Batches on the machine `{}`: {}.\n\
         - {} rounds; in each, {} turns a size of {} s, in which all sizes of an operation follow \
         one another, forwards and backwards.\n\
         - Verified: {} results by Sealane's single operations, {by_reference}.\n",
        about.place.lines(),
        about.backend,
        clocks.join("; "),
        plan.rounds,
        plan.turns,
        plan.seconds,
        results.checked[0],
    );
    let alone = results.control(1).map(crate::control::Control::fastest_ns);
    for (threads, control) in results.threads().filter_map(|it| Some((it, results.control(it)?))) {
        let [median, fastest] = control.drift().map(|it| it * 100.0);
        let (disturbed, turns) = control.disturbed();
        let _ = write!(
            text,
            "- Control on {}, an untouched workload before each turn: its rounds are {median:.1} % \
             apart, their fastest samples {fastest:.1} % (more than 10 % is not stored). \
             {disturbed} of {turns} times it was off by more than 10 %.",
            counted(threads),
        );
        if let Some(alone) = alone.filter(|_| threads > 1) {
            let ratio = control.fastest_ns() / alone;
            let _ = write!(
                text,
                " All at once took {ratio:.2} times as long as one alone: 1 if each has a core of \
                 its own."
            );
        }
        text.push('\n');
    }
    text
}

/// Sizes by operations, in items a second.
fn table(results: &Results, threads: usize) -> String {
    let mut text = format!("| items | {} |\n", results.ops.join(" | "));
    let _ = writeln!(text, "|---:|{}", "---:|".repeat(results.ops.len()));
    for items in results.sizes(threads) {
        let _ = write!(text, "| {items} |");
        for op in 0..results.ops.len() {
            let rate = results.items_per_s(Cell { op, threads, items });
            let rate = rate.map(thousands).unwrap_or_default();
            let _ = write!(text, " {rate} |");
        }
        text.push('\n');
    }
    text
}

/// `1,234,567`.
fn thousands(rate: f64) -> String {
    let digits = format!("{rate:.0}");
    let first = (digits.len() - 1) % 3 + 1;
    let mut text = digits[..first].to_owned();
    for three in digits.as_bytes()[first..].chunks(3) {
        text.push(',');
        text.extend(three.iter().map(|digit| char::from(*digit)));
    }
    text
}

/// The same figures for programs: items a second and nanoseconds an item in the fastest turn but
/// one; the median of the rounds, scaled by the control, and the distance of their quartiles over
/// it.
pub fn lines(results: &Results, about: &Circumstances) -> String {
    let mut text = String::new();
    for line in circumstances(results, about).lines() {
        let _ = writeln!(text, "# {}", line.trim_start_matches("- "));
    }
    text += "algo\top\tthreads\titems\titems_per_s\tmin_ns\tmedian_ns\tspread\trounds\n";
    for (op, name) in results.ops.iter().enumerate() {
        for threads in results.threads() {
            for items in results.sizes(threads) {
                let cell = Cell { op, threads, items };
                let both = results.fastest_ns(cell).zip(results.medians(cell));
                let Some((fastest_ns, medians)) = both else { continue };
                let _ = writeln!(
                    text,
                    "{}\t{threads}\t{items}\t{:.1}\t{fastest_ns:.1}\t{:.1}\t{:.4}\t{}",
                    name.replace(' ', "\t"),
                    1e9 / fastest_ns,
                    medians.median_ns(),
                    medians.spread(),
                    medians.samples(),
                );
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let all = [7.4, 999.0, 1000.0, 12_345.0, 1_234_567.0].map(thousands);
        assert_eq!(all, ["7", "999", "1,000", "12,345", "1,234,567"]);
    }
}
