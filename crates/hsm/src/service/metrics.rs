//! Figures in the text format of Prometheus, version 0.0.4.

use super::Shared;
use crate::queue::{DELAY_BOUNDS, FILL_BOUNDS, LineStatistics};
use std::fmt::Write;
use std::sync::atomic::Ordering;

/// A figure of a line.
type Value = fn(&LineStatistics) -> f64;

/// One family of figures: its name, kind and explanation, then its lines.
fn family(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn figure(out: &mut String, name: &str, kind: &str, help: &str, value: impl std::fmt::Display) {
    family(out, name, kind, help);
    let _ = writeln!(out, "{name} {value}");
}

/// A histogram's lines: each bucket counts all that are at most its bound.
fn histogram(out: &mut String, name: &str, labels: &str, buckets: &[(String, u64)], sum: f64) {
    let mut all = 0;
    for (bound, count) in buckets {
        all += count;
        let _ = writeln!(out, "{name}_bucket{{{labels},le=\"{bound}\"}} {all}");
    }
    let _ = writeln!(out, "{name}_sum{{{labels}}} {sum}\n{name}_count{{{labels}}} {all}");
}

fn fill(line: &LineStatistics) -> Vec<(String, u64)> {
    let bounds = FILL_BOUNDS.iter().map(ToString::to_string);
    bounds.zip(line.fill).chain([("+Inf".to_owned(), 0)]).collect()
}

fn delay(line: &LineStatistics) -> Vec<(String, u64)> {
    let bounds = DELAY_BOUNDS.iter().map(|micros| (*micros as f64 / 1e6).to_string());
    bounds.chain(["+Inf".to_owned()]).zip(line.delay).collect()
}

fn process_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Returns all figures.
pub(super) fn text(shared: &Shared) -> String {
    let mut out = String::new();
    let queue = shared.engine.queue().statistics();
    let mut lines: Vec<_> =
        queue.lines.iter().map(|(of, line)| (format!("algorithm=\"{of}\""), line)).collect();
    lines.sort_by(|a, b| a.0.cmp(&b.0));
    let counters: [(&str, &str, Value); 4] = [
        ("sealane_signatures_total", "Signatures asked for and done.", |l| l.items as f64),
        ("sealane_signatures_failed_total", "Of them, refused.", |l| l.failed as f64),
        ("sealane_sign_seconds_total", "Time of workers in groups.", |l| l.worked.as_secs_f64()),
        ("sealane_answer_seconds_total", "Time of callbacks.", |l| l.answered.as_secs_f64()),
    ];
    for (name, help, value) in counters {
        family(&mut out, name, "counter", help);
        for (labels, line) in &lines {
            let _ = writeln!(out, "{name}{{{labels}}} {}", value(line));
        }
    }
    family(&mut out, "sealane_group_items", "histogram", "Items of a group: how full lanes were.");
    for (labels, line) in &lines {
        histogram(&mut out, "sealane_group_items", labels, &fill(line), line.items as f64);
    }
    family(&mut out, "sealane_queue_seconds", "histogram", "How long items waited.");
    for (labels, line) in &lines {
        let sum = line.waited.as_secs_f64();
        histogram(&mut out, "sealane_queue_seconds", labels, &delay(line), sum);
    }
    let hot = shared.engine.hot().statistics();
    let count = |value: &std::sync::atomic::AtomicU64| value.load(Ordering::Relaxed);
    let connections = shared.connections.load(Ordering::Relaxed);
    let seconds = hot.unwrapped.as_secs_f64();
    let out = &mut out;
    figure(out, "sealane_busy_total", "counter", "Items refused as too many.", queue.busy);
    figure(out, "sealane_panics_total", "counter", "Panics, contained.", queue.panics);
    figure(out, "sealane_outstanding", "gauge", "Items under way.", queue.outstanding);
    figure(out, "sealane_unwrap_hits_total", "counter", "Keys that were hot.", hot.hits);
    figure(out, "sealane_unwrap_misses_total", "counter", "Keys unwrapped.", hot.misses);
    figure(out, "sealane_unwrap_seconds_total", "counter", "Time of unwrapping.", seconds);
    figure(out, "sealane_hot_keys", "gauge", "Keys that are unwrapped.", hot.held);
    figure(out, "sealane_connections", "gauge", "Connections.", connections);
    let help = "CPU time of the process.";
    figure(out, "process_cpu_seconds_total", "counter", help, process_seconds());
    let parts = shared.components();
    let [handed, returned] = [parts.handed, parts.returned].map(|sum| sum.as_secs_f64());
    let help = "Time from threads that read to others.";
    figure(out, "sealane_handed_seconds_total", "counter", help, handed);
    let help = "Time of replies before they are written.";
    figure(out, "sealane_returned_seconds_total", "counter", help, returned);
    let derived = count(&shared.derived);
    figure(out, "sealane_derivations_total", "counter", "PINs derived from.", derived);
    let requests = count(&shared.requests);
    figure(out, "sealane_requests_total", "counter", "Requests.", requests);
    let refused = count(&shared.refused);
    figure(out, "sealane_refused_total", "counter", "Requests refused.", refused);
    std::mem::take(out)
}
