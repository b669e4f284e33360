//! Figures in the text formats of Prometheus, version 0.0.4, and of OpenMetrics, version 1.0.

use super::{Components, Shared};
use crate::error::Error;
use crate::hot::HotStatistics;
use crate::queue::{DELAY_BOUNDS, FILL_BOUNDS, LineStatistics, Statistics};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeCounterValue, NoLabelSet};
use prometheus_client::encoding::{EncodeGaugeValue, prometheus_text};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;
use sealane::Algorithm;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::atomic::Ordering;

/// Returns all figures, in the text format of Prometheus.
pub(super) fn text(shared: &Shared) -> String {
    let mut out = String::new();
    prometheus_text::encode(&mut out, &registry(shared)).expect(MEMORY);
    out
}

/// Returns all figures, in the format of OpenMetrics.
pub(super) fn open(shared: &Shared) -> String {
    let mut out = String::new();
    prometheus_client::encoding::text::encode(&mut out, &registry(shared)).expect(MEMORY);
    out
}

const MEMORY: &str = "memory takes all that is written";

fn registry(shared: &Shared) -> Registry {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(Figures::of_now(shared)));
    registry
}

/// What is known of an algorithm, with its label.
type Line<'a> = ([(&'static str, String); 1], &'a LineStatistics);

/// The statistics of each algorithm, in the order of their names.
fn in_order(lines: &HashMap<Algorithm, LineStatistics>) -> Vec<Line<'_>> {
    let label = |algorithm: &dyn ToString| [("algorithm", algorithm.to_string())];
    let mut lines: Vec<_> =
        lines.iter().map(|(algorithm, line)| (label(algorithm), line)).collect();
    lines.sort_by(|a, b| a.0.cmp(&b.0));
    lines
}

/// What there is to tell, all of one moment.
#[derive(Debug)]
struct Figures {
    queue: Statistics,
    hot: HotStatistics,
    parts: Components,
    connections: u64,
    process_seconds: f64,
    derived: u64,
    requests: u64,
    refused: u64,
    logins: u64,
    joins: u64,
    logins_refused: BTreeMap<String, u64>,
    refusals: BTreeMap<String, u64>,
    slow: [u64; 3],
    evicted: u64,
    log_dropped: u64,
}

impl Figures {
    fn of_now(shared: &Shared) -> Self {
        Self {
            queue: shared.tokens.queue().statistics(),
            hot: shared.hot(),
            parts: shared.components(),
            connections: shared.admissions.count() as u64,
            process_seconds: process_seconds(),
            derived: shared.derived.load(Ordering::Relaxed),
            requests: shared.requests.load(Ordering::Relaxed),
            refused: shared.refused.load(Ordering::Relaxed),
            logins: shared.counts.logins.load(Ordering::Relaxed),
            joins: shared.counts.joins.load(Ordering::Relaxed),
            logins_refused: shared.counts.logins_refused.sums(),
            refusals: shared.counts.refusals.sums(),
            slow: [shared.executor.waiting(), shared.executor.dropped(), shared.executor.panics()],
            evicted: shared.admissions.evicted(),
            log_dropped: shared.log.dropped(),
        }
    }
}

impl Figures {
    /// Logins, and what was refused, by code.
    fn encode_refusals(&self, out: &mut Output<'_, '_>) -> fmt::Result {
        out.counter("sealane_logins", "Logins by PINs.", self.logins)?;
        out.counter("sealane_joins", "Logins by tickets.", self.joins)?;
        let help = "Logins by PINs refused, by code.";
        out.by_code("sealane_logins_refused", help, &self.logins_refused)?;
        let locked = self.logins_refused.get(Error::PinLocked.code()).copied();
        let help = "Logins refused to who is locked out.";
        out.counter("sealane_locks", help, locked.unwrap_or_default())?;
        out.by_code("sealane_refusals", "Requests refused, by code.", &self.refusals)
    }
}

impl Collector for Figures {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let (queue, hot, parts) = (&self.queue, &self.hot, &self.parts);
        let out = &mut Output { encoder, lines: in_order(&queue.lines) };
        let [waiting, dropped, panicked] = self.slow;
        out.counters("sealane_signatures", "Signatures asked for and done.", |l| l.items)?;
        out.counters("sealane_signatures_failed", "Of them, refused.", |l| l.failed)?;
        let seconds = |line: &LineStatistics| line.worked.as_secs_f64();
        out.counters("sealane_sign_seconds", "Time of workers in groups.", seconds)?;
        let seconds = |line: &LineStatistics| line.answered.as_secs_f64();
        out.counters("sealane_answer_seconds", "Time of callbacks.", seconds)?;
        let help = "Items of a group: how full lanes were.";
        out.histograms("sealane_group_items", help, fill, |l| l.items as f64)?;
        let seconds = |line: &LineStatistics| line.waited.as_secs_f64();
        out.histograms("sealane_queue_seconds", "How long items waited.", delay, seconds)?;
        out.lines = in_order(&queue.decryptions);
        out.counters("sealane_decryptions", "Ciphertexts decrypted, or not.", |l| l.items)?;
        let seconds = |line: &LineStatistics| line.worked.as_secs_f64();
        out.counters("sealane_decrypt_seconds", "Time of workers with them.", seconds)?;
        out.counter("sealane_busy", "Items refused as too many.", queue.busy)?;
        out.counter("sealane_panics", "Panics, contained.", queue.panics + panicked)?;
        out.gauge("sealane_outstanding", "Items under way.", queue.outstanding)?;
        out.counter("sealane_unwrap_hits", "Keys that were hot.", hot.hits)?;
        out.counter("sealane_unwrap_misses", "Keys unwrapped.", hot.misses)?;
        let seconds = hot.unwrapped.as_secs_f64();
        out.counter("sealane_unwrap_seconds", "Time of unwrapping.", seconds)?;
        out.gauge("sealane_hot_keys", "Keys that are unwrapped.", hot.held)?;
        out.gauge("sealane_connections", "Connections.", self.connections)?;
        out.counter("process_cpu_seconds", "CPU time of the process.", self.process_seconds)?;
        let seconds = parts.handed.as_secs_f64();
        out.counter("sealane_handed_seconds", "Time from threads that read to others.", seconds)?;
        let seconds = parts.returned.as_secs_f64();
        let help = "Time of replies before they are written.";
        out.counter("sealane_returned_seconds", help, seconds)?;
        out.counter("sealane_derivations", "PINs derived from.", self.derived)?;
        out.counter("sealane_requests", "Requests.", self.requests)?;
        out.counter("sealane_refused", "Requests refused.", self.refused)?;
        self.encode_refusals(out)?;
        out.gauge("sealane_slow_waiting", "Slow jobs that wait.", waiting)?;
        let help = "Slow jobs dropped with their connections.";
        out.counter("sealane_slow_dropped", help, dropped)?;
        let help = "Idle connections that had to go for others.";
        out.counter("sealane_connections_dropped", help, self.evicted)?;
        let help = "Events that the log did not take, or not so often.";
        out.counter("sealane_log_dropped", help, self.log_dropped)
    }
}

/// Where figures go. The names of counters are given without the `_total` at their end.
struct Output<'a, 'b> {
    encoder: DescriptorEncoder<'a>,
    lines: Vec<Line<'b>>,
}

impl Output<'_, '_> {
    fn counter(&mut self, name: &str, help: &str, value: impl EncodeCounterValue) -> fmt::Result {
        let mut family = self.encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
        family.encode_counter::<NoLabelSet, _, u64>(&value, None)
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl EncodeGaugeValue) -> fmt::Result {
        self.encoder.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&value)
    }

    /// A counter for each code.
    fn by_code(&mut self, name: &str, help: &str, sums: &BTreeMap<String, u64>) -> fmt::Result {
        let mut family = self.encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
        for (code, sum) in sums {
            let label = [("code", code.as_str())];
            let mut one = family.encode_family(&label)?;
            one.encode_counter::<NoLabelSet, _, u64>(sum, None)?;
        }
        Ok(())
    }

    /// A counter for each algorithm.
    fn counters<V: EncodeCounterValue>(
        &mut self,
        name: &str,
        help: &str,
        value: impl Fn(&LineStatistics) -> V,
    ) -> fmt::Result {
        let mut family = self.encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
        for (labels, line) in &self.lines {
            let mut one = family.encode_family(labels)?;
            one.encode_counter::<NoLabelSet, _, u64>(&value(line), None)?;
        }
        Ok(())
    }

    /// A histogram for each algorithm.
    fn histograms(
        &mut self,
        name: &str,
        help: &str,
        buckets: impl Fn(&LineStatistics) -> Vec<(f64, u64)>,
        sum: impl Fn(&LineStatistics) -> f64,
    ) -> fmt::Result {
        let mut family = self.encoder.encode_descriptor(name, help, None, MetricType::Histogram)?;
        for (labels, line) in &self.lines {
            let buckets = buckets(line);
            let count = buckets.iter().map(|(_, count)| count).sum();
            let mut one = family.encode_family(labels)?;
            one.encode_histogram::<NoLabelSet>(sum(line), count, &buckets, None)?;
        }
        Ok(())
    }
}

/// Groups by how full they were: the upper bounds of buckets, each with what is in it alone.
fn fill(line: &LineStatistics) -> Vec<(f64, u64)> {
    FILL_BOUNDS.iter().map(|bound| *bound as f64).zip(line.fill).collect()
}

/// The same of how long items waited, in seconds.
fn delay(line: &LineStatistics) -> Vec<(f64, u64)> {
    let bounds = DELAY_BOUNDS.iter().map(|micros| *micros as f64 / 1e6);
    bounds.chain([f64::INFINITY]).zip(line.delay).collect()
}

fn process_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Goal: names, types, labels and buckets are as collectors know them. Method: all text of
    /// figures that differ from each other.
    #[test]
    fn text_has_the_form_of_prometheus() {
        let line = LineStatistics {
            items: 9,
            failed: 1,
            fill: [1, 0, 0, 0, 0, 1, 0, 0, 0],
            delay: [2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 4],
            waited: Duration::from_millis(1500),
            worked: Duration::from_millis(250),
            answered: Duration::ZERO,
        };
        let lines = HashMap::from([(Algorithm::Rsa { bits: 2048 }, line.clone())]);
        let decryptions = HashMap::from([(Algorithm::Rsa { bits: 3072 }, line)]);
        let figures = Figures {
            queue: Statistics { lines, decryptions, busy: 5, panics: 0, outstanding: 6 },
            hot: HotStatistics { held: 3, ..HotStatistics::default() },
            parts: Components::default(),
            connections: 2,
            process_seconds: 0.5,
            derived: 7,
            requests: 8,
            refused: 1,
            logins: 15,
            joins: 16,
            logins_refused: BTreeMap::from([("PIN_LOCKED".into(), 17), ("PIN_WRONG".into(), 18)]),
            refusals: BTreeMap::from([("BUSY".into(), 19)]),
            slow: [11, 12, 0],
            evicted: 13,
            log_dropped: 14,
        };
        let mut registry = Registry::default();
        registry.register_collector(Box::new(figures));
        let mut out = String::new();
        prometheus_text::encode(&mut out, &registry).unwrap();
        for part in [
            "# TYPE sealane_signatures_total counter\n\
             sealane_signatures_total{algorithm=\"rsa2048\"} 9\n",
            "# TYPE sealane_sign_seconds_total counter\n\
             sealane_sign_seconds_total{algorithm=\"rsa2048\"} 0.25\n",
            "# HELP sealane_group_items Items of a group: how full lanes were.\n\
             # TYPE sealane_group_items histogram\n\
             sealane_group_items_bucket{algorithm=\"rsa2048\",le=\"1\"} 1\n",
            "sealane_group_items_bucket{algorithm=\"rsa2048\",le=\"8\"} 2\n",
            "sealane_group_items_bucket{algorithm=\"rsa2048\",le=\"+Inf\"} 2\n\
             sealane_group_items_sum{algorithm=\"rsa2048\"} 9.0\n\
             sealane_group_items_count{algorithm=\"rsa2048\"} 2\n",
            "sealane_queue_seconds_bucket{algorithm=\"rsa2048\",le=\"1e-05\"} 2\n",
            "sealane_queue_seconds_bucket{algorithm=\"rsa2048\",le=\"1\"} 5\n\
             sealane_queue_seconds_bucket{algorithm=\"rsa2048\",le=\"+Inf\"} 9\n\
             sealane_queue_seconds_sum{algorithm=\"rsa2048\"} 1.5\n\
             sealane_queue_seconds_count{algorithm=\"rsa2048\"} 9\n",
            "# TYPE sealane_decryptions_total counter\n\
             sealane_decryptions_total{algorithm=\"rsa3072\"} 9\n",
            "sealane_decrypt_seconds_total{algorithm=\"rsa3072\"} 0.25\n",
            "# TYPE sealane_hot_keys gauge\nsealane_hot_keys 3\n",
            "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 0.5\n",
            "sealane_busy_total 5\n",
            "sealane_refused_total 1\n",
            "sealane_logins_total 15\n",
            "sealane_joins_total 16\n",
            "sealane_locks_total 17\n",
            "sealane_logins_refused_total{code=\"PIN_WRONG\"} 18\n",
            "# TYPE sealane_refusals_total counter\nsealane_refusals_total{code=\"BUSY\"} 19\n",
        ] {
            assert!(out.contains(part), "{part}\n{out}");
        }
    }
}
