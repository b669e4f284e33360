//! The log of a token: shown, made shorter, and what it tells.
use super::reached::Reached;
use super::{about_role, login, open};
use crate::args::token::{self as args, TokenLocation};
use crate::cmd::served::connect;
use crate::cmd::{date, print_json};
use crate::failure::Failure;
use crate::output::to_stdout;
use sealane_hsm::AuditRow;
use sealane_hsm::audit::AuditSettings;
use serde_json::json;
use std::fmt::Write;

pub fn rows(args: &args::Audit) -> Result<(), Failure> {
    let rows = match args.at.location() {
        TokenLocation::Store(store) => {
            let (token, session) = login(&store, args.role, args.pin.demanded()?)?;
            token.audit(&session, args.first, args.most)
        }
        TokenLocation::Service(place, users) => {
            let mut connection = connect(place, users, args.role, args.pin.file.as_ref())?;
            connection.audit(args.first, args.most)
        }
    };
    let rows = rows.map_err(|error| {
        about_role(args.role, "the auditor and the officer read the log", Failure::token(error))
    })?;
    let mut text = String::new();
    for (number, row) in rows {
        let line = if args.json { as_json(number, &row) } else { as_text(number, &row) };
        let _ = writeln!(text, "{line}");
    }
    to_stdout(text.as_bytes())
}

fn as_json(number: u64, row: &AuditRow) -> String {
    let mut value = json!({
        "number": number, "time": row.time, "actor": row.actor, "action": row.action,
        "subject": row.subject, "sequence": row.sequence,
        "peer": row.peer.map(|peer| peer.to_string()),
    });
    if let Some(count) = &row.count {
        value["by"] = json!(count.by);
        value["times"] = json!(count.times);
        value["since"] = json!(count.since);
    }
    value.to_string()
}

fn as_text(number: u64, row: &AuditRow) -> String {
    let AuditRow { actor, action, subject, .. } = row;
    let time = date(row.time);
    let peer = row.peer.map(|peer| peer.to_string()).unwrap_or_default();
    let counted = row.count.as_ref().map(|count| {
        let times = if count.times == 1 { "time" } else { "times" };
        format!("\t{}, {} {times} since {}", count.by, count.times, date(count.since))
    });
    let counted = counted.unwrap_or_default();
    format!("{number}\t{time}\t{actor}\t{action}\t{subject}\t{peer}{counted}")
}

pub fn trim(args: &args::AuditTrim) -> Result<(), Failure> {
    let mut reached =
        Reached::new(args.by.at.location(), args.by.officer.who, args.by.pin.file.as_ref())?;
    reached.trim_audit(args.before).map_err(Failure::token)
}

pub fn settings(args: &args::AuditSetting) -> Result<(), Failure> {
    let settings = match (args.at.location(), &args.pin) {
        (TokenLocation::Store(_), None) if args.is_change() => return Err(args::needs_pin()),
        (TokenLocation::Store(store), None) => open(&store)?.audit_settings(),
        (TokenLocation::Store(store), Some(pin)) => {
            let (token, session) = login(&store, args.officer.who, pin)?;
            token.audit_settings().and_then(|settings| {
                let settings = changed(settings, args);
                token.set_audit_settings(&session, settings)?;
                Ok(settings)
            })
        }
        (TokenLocation::Service(place, users), pin) => {
            let mut connection = connect(place, users, args.officer.who, pin.as_ref())?;
            connection.audit_settings().and_then(|settings| {
                let settings = changed(settings, args);
                if pin.is_some() || args.is_change() {
                    connection.set_audit_settings(settings)?;
                }
                Ok(settings)
            })
        }
    };
    report(settings.map_err(Failure::token)?, args.json)
}

/// The settings with what the arguments say.
fn changed(settings: AuditSettings, args: &args::AuditSetting) -> AuditSettings {
    AuditSettings {
        uses: args.uses.unwrap_or(settings.uses),
        keep_rows: args.keep_rows.unwrap_or(settings.keep_rows),
        keep_days: args.keep_days.unwrap_or(settings.keep_days),
    }
}

fn report(settings: AuditSettings, as_json: bool) -> Result<(), Failure> {
    let AuditSettings { uses, keep_rows, keep_days } = settings;
    if as_json {
        return print_json(&json!({
            "uses": uses.name(), "keep_rows": keep_rows, "keep_days": keep_days,
        }));
    }
    let all = |number: u64| if number == 0 { "all".to_owned() } else { number.to_string() };
    let (rows, days) = (all(keep_rows), all(keep_days.into()));
    to_stdout(
        format!("uses of keys: {}\nrows kept:    {rows}\ndays kept:    {days}\n", uses.name())
            .as_bytes(),
    )
}
