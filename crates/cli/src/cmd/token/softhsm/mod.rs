//! `sealane token import-softhsm`: objects of another token, brought into this one.
//!
//! A source gives objects with their attributes: the files of SoftHSM, or a PKCS#11 module. They
//! become objects of this token one by one, each in one change; what is there already is left as
//! it is, so that a run that was interrupted is resumed by running it again.
use super::about_role;
use super::reached::{Reached, watched};
use crate::args::token::{ImportSofthsm, TokenLocation};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use convert::{Content, Ready};
use plan::{Entry, Outcome};
use report::Report;
use sealane_hsm::Error;
use sealane_hsm::object::Patch;

mod attribute_file;
mod convert;
mod database;
mod folder;
mod foreign;
mod keys;
mod labels;
mod module;
mod numbers;
mod pin;
mod plan;
mod report;
mod source;
#[cfg(test)]
mod tests;

pub fn run(args: &ImportSofthsm) -> Result<(), Failure> {
    refuse_pipes(args)?;
    let other = source::read(&args.from)?;
    let who = args.user.whom.who;
    let mut reached = Reached::new(args.user.at.location(), who, args.user.pin.file.as_ref())?;
    let existing = reached.objects().map_err(Failure::token)?;
    let mut entries = plan::plan(&other.objects, &existing, |object| {
        plan::is_readable(object).then(|| reached.export(object.id).ok()).flatten()
    });
    drop(other.objects);
    let done = if args.dry_run { Ok(()) } else { bring_all(&mut reached, &mut entries) };
    let report = Report { from: &other.label, entries: &entries, is_dry: args.dry_run };
    report.print(args.json)?;
    done.map_err(|error| {
        let failure = about_role(who, "the user takes keys in", Failure::token(error));
        failure.about(|it| format!("{it}; what was brought stays, and another run goes on"))
    })?;
    report.verdict()
}

/// Refuses a line that reads standard input for two secrets.
fn refuse_pipes(args: &ImportSofthsm) -> Result<(), Failure> {
    let at = args.user.at.location();
    let passphrase = match &at {
        TokenLocation::Store(store) => store.master.master_passphrase_file.as_ref(),
        TokenLocation::Service(..) => None,
    };
    let passphrase = passphrase.map(|it| Input::new("--master-passphrase-file", it));
    let pins = [source::pin_input(&args.from)].into_iter().chain(args.user.pin.inputs());
    refuse_two_pipes(&pins.chain(passphrase).collect::<Vec<_>>())
}

/// Brings what is to be brought. Errors: one that ends the whole.
fn bring_all(reached: &mut Reached, entries: &mut [Entry]) -> Result<(), Error> {
    let total = entries.len() as u64;
    watched(|show| {
        for (done, entry) in entries.iter_mut().enumerate() {
            show(done as u64, total);
            let brought = match std::mem::replace(&mut entry.outcome, Outcome::There) {
                Outcome::Bring(ready) => bring(reached, *ready),
                Outcome::Finish(id, patch) => reached.modify(id, patch).map(drop),
                other => {
                    entry.outcome = other;
                    continue;
                }
            };
            let ends = brought.clone().err().filter(ends_all);
            entry.outcome = match brought {
                Ok(()) => Outcome::Brought,
                Err(error) => Outcome::Refused(error.into()),
            };
            if let Some(error) = ends {
                return Err(error);
            }
        }
        Ok(())
    })
}

/// Whether an error is of more than one object.
fn ends_all(error: &Error) -> bool {
    error.code() == Error::RoleDenied.code() || Failure::token(error.clone()).is_of_token()
}

/// Takes an object into the token. A public key takes its id in a second change, which a later run
/// makes if this one is interrupted.
fn bring(reached: &mut Reached, mut ready: Ready) -> Result<(), Error> {
    let content = std::mem::replace(&mut ready.content, Content::Public(vec![]));
    match content {
        Content::Key(key) => reached.import(key, ready.attributes).map(drop),
        Content::Public(spki) => {
            let made = reached.import_public(&spki, &ready.attributes.label)?;
            match plan::missing(&ready, &made) {
                patch if patch == Patch::default() => Ok(()),
                patch => reached.modify(made.id, patch).map(drop),
            }
        }
    }
}
