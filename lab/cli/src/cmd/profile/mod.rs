//! `sealane-lab profile`: where the time of one operation goes.
mod report;
mod service;
mod tree;
mod works;

use crate::args::Profile;
use report::Report;
use sealane::{Algorithm, ecc};
use sealane_cli::Failure;
use sealane_cli::output::{Content, Output, Reader, to_stdout};
use sealane_cli::print_json;
use sealane_measure::profile::profile;

pub fn run(args: &Profile) -> Result<(), Failure> {
    let Some(operation) = args.operation else {
        return service::run(args);
    };
    let action = operation.action();
    let algorithm = match args.algorithm {
        None => ecc::Algorithm::EcP256,
        Some(Algorithm::Curve(curve)) => curve,
        Some(other) => {
            let sentence = format!("{other} has no call tree: only algorithms over curves have");
            return Err(Failure::usage("USAGE", sentence));
        }
    };
    let flame = args.flame.as_ref();
    let flame = flame.map(|target| Output::new(target, args.force, Content::Text, &[]));
    let flame = flame.transpose()?;
    let Some(work) = works::work(algorithm, action) else {
        let (algorithm, operation) = (algorithm.name(), action.name());
        let sentence = format!("{algorithm} keys have no operation {operation}");
        return Err(Failure::usage("USAGE", sentence));
    };
    let failed = |why: String| Failure::failed("PROFILE", why);
    let work = work.map_err(failed)?;
    // Both forms give the same, or what is measured is no profile of the operation.
    work.rehearse().map_err(failed)?;
    let profile = profile(|input| work.plain(input), |input| work.watched(input), args.seconds);
    let report = Report::new(algorithm, action, profile.map_err(failed)?);
    if let Some(output) = flame {
        output.write(&report.to_svg().map_err(failed)?, Reader::Anyone)?;
    }
    if let Some(warning) = report.warning() {
        eprintln!("warning: {warning}");
    }
    if args.json { print_json(&report.to_json()) } else { to_stdout(report.to_table().as_bytes()) }
}
