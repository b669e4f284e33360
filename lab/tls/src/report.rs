//! The page: all settings in turn, medians and ratios, and a control.

use crate::load::{Setting, Taken, measure};
use crate::{Provider, TableArgs};
use sealane_measure::Provenance;
use std::fmt::Write;

/// The algorithms of certificates that ring has too.
const ALGORITHMS: [(&str, &str); 4] = [
    ("p256", "ECDSA P-256"),
    ("p384", "ECDSA P-384"),
    ("ed25519", "Ed25519"),
    ("rsa2048", "RSA-2048"),
];

const fn setting(provider: Provider, in_service: bool) -> Setting {
    Setting { provider, in_service }
}

/// What is measured: the first row is what the others are compared with, the second the same once
/// more.
const SETTINGS: [(&str, Setting); 5] = [
    ("ring, key in a file", setting(Provider::Ring, false)),
    ("ring, key in a file, once more (control)", setting(Provider::Ring, false)),
    ("Sealane, key in a file", setting(Provider::Sealane, false)),
    ("Sealane, key in the service", setting(Provider::Sealane, true)),
    ("ring, key in the service", setting(Provider::Ring, true)),
];

/// Measures, and writes the page. Errors: those of the runs; a control that is too far apart.
pub fn run(args: &TableArgs) -> Result<(), String> {
    if args.rounds == 0 || args.handshakes == 0 || !(1..=1000).contains(&args.clients) {
        return Err("rounds and handshakes are at least 1, clients 1 to 1000".into());
    }
    let place = Provenance::find(&["crates", "lab/tls", "Cargo.toml"]);
    let mut rows = vec![vec![Vec::new(); SETTINGS.len()]; ALGORITHMS.len()];
    for round in 0..args.rounds {
        for (row, (algorithm, _)) in rows.iter_mut().zip(ALGORITHMS) {
            for at in 0..SETTINGS.len() {
                // Each round begins with another one.
                let at = (at + round) % SETTINGS.len();
                row[at].push(measure(args, algorithm, SETTINGS[at].1)?);
            }
        }
    }
    let drift = control(&rows, args.max_drift / 100.0)?;
    let page = page(args, &rows, drift, &place);
    match &args.out {
        None => print!("{page}"),
        Some(path) => {
            std::fs::write(path, page).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// The runs of a setting, one a round.
type Runs = Vec<Taken>;

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { values[middle - 1].midpoint(values[middle]) }
}

/// How many times as much CPU time a setting takes as another one: the median of the rounds.
fn ratio(runs: &Runs, of: &Runs) -> f64 {
    median(runs.iter().zip(of).map(|(run, of)| run.all() / of.all()))
}

/// Returns how far the control is from what it repeats, at most. Errors: too far.
fn control(rows: &[Vec<Runs>], most: f64) -> Result<f64, String> {
    let apart = |row: &Vec<Runs>| (ratio(&row[1], &row[0]) - 1.0).abs();
    let drift = rows.iter().map(apart).fold(0.0, f64::max);
    if drift > most {
        return Err(format!("the same is {:.1} % apart: the machine is not quiet", drift * 100.0));
    }
    Ok(drift)
}

fn page(args: &TableArgs, rows: &[Vec<Runs>], drift: f64, place: &Provenance) -> String {
    let mut text = format!(
        "# TLS handshakes by rustls, keys in a file and in the service\n\n\
         Written by `make tls`; do not edit.\n\n{}\
         - {} full handshakes of TLS 1.3 a run (X25519, certificate of the server alone, nothing \
         resumed) by {} clients at the same time, {} rounds, all settings in turn, medians. The \
         clients are rustls with ring in a process of their own.\n\
         - The server is a process with {} threads, the service another one (`sealane serve`). \
         Times are CPU time of the whole process, system calls \
         included, in microseconds a handshake; *ratio* is server and service over the first row, \
         the median of the rounds: below 1 is less than ring.\n\
         - *group* is how many signatures the service made together.\n\
         - Control: the first row measured twice is at most {:.1} % apart (above {:.0} % there is \
         no table).\n",
        place.lines(),
        args.handshakes,
        args.clients,
        args.rounds,
        args.clients,
        drift * 100.0,
        args.max_drift,
    );
    for (row, (_, name)) in rows.iter().zip(ALGORITHMS) {
        write!(
            text,
            "\n## {name}\n\n\
             | | server | service | together | ratio | clients | handshakes/s | group |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|\n"
        )
        .expect("text takes all");
        for (runs, (setting, of)) in row.iter().zip(SETTINGS) {
            let of_runs = |value: fn(&Taken) -> f64| median(runs.iter().map(value));
            let in_service = |value: String| if of.in_service { value } else { "-".to_owned() };
            writeln!(
                text,
                "| {setting} | {:.0} | {} | {:.0} | {:.2} | {:.0} | {:.0} | {} |",
                of_runs(|run| run.server),
                in_service(format!("{:.1}", of_runs(|run| run.service))),
                of_runs(Taken::all),
                ratio(runs, &row[0]),
                of_runs(|run| run.clients),
                of_runs(|run| run.rate),
                in_service(format!("{:.1}", of_runs(|run| run.group))),
            )
            .expect("text takes all");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(all: [f64; 3]) -> Runs {
        all.map(|server| Taken { server, service: 10.0, ..Taken::default() }).to_vec()
    }

    /// Goal: a control that drifts refuses the page; ratios are medians of rounds, below 1 for
    /// less.
    #[test]
    fn a_drifting_control_refuses() {
        let good = vec![vec![runs([90.0, 190.0, 290.0]), runs([95.0, 200.0, 300.0])]; 2];
        assert!(control(&good, 0.15).is_ok_and(|drift| drift > 0.03 && drift < 0.06));
        let mut bad = good;
        bad[1][1] = runs([110.0, 240.0, 350.0]);
        assert!(control(&bad, 0.15).is_err());
        assert_eq!(ratio(&runs([40.0, 90.0, 140.0]), &runs([90.0, 190.0, 290.0])), 0.5);
        assert_eq!(median([3.0, 1.0, 2.0, 10.0].into_iter()), 2.5);
    }
}
