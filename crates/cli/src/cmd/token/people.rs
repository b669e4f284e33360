//! People of a token: who may log in, and how much of a service a peer may have.
use super::{first_line, login, new_pin, open, tell};
use crate::args::token::{self as args, TokenLocation};
use crate::cmd::print_json;
use crate::cmd::served::{connect, connect_unknown};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::output::to_stdout;
use sealane_hsm::identity::{Identity, IdentityStatus};
use sealane_hsm::limits::PeerLimits;
use serde_json::json;
use std::fmt::Write;

pub fn add(args: &args::IdentityAdd) -> Result<(), Failure> {
    let input = Input::new("--new-pin-file", &args.new_pin.new_file);
    refuse_two_pipes(&args.by.pin.inputs().chain([input]).collect::<Vec<_>>())?;
    let fresh = first_line(input)?;
    let checked = new_pin(input, &fresh)?;
    let (name, role, uid) = (args.name.clone(), args.role, args.uid);
    let identity = Identity { name, role, uid };
    let added = match args.by.at.location() {
        TokenLocation::Store(store) => {
            let (token, session) = login(&store, args.by.officer.who, args.by.pin.demanded()?)?;
            token.add_identity(&session, &identity, &checked)
        }
        TokenLocation::Service(place, users) => {
            let pin = args.by.pin.file.as_ref();
            connect(place, users, args.by.officer.who, pin)?.add_identity(&identity, &fresh)
        }
    };
    added.map_err(|error| Failure::token(error).about(|it| format!("{}: {it}", args.name)))?;
    tell(&format!("{} is there, as {}", args.name, role.name()))
}

pub fn remove(args: &args::IdentityRemove) -> Result<(), Failure> {
    let removed = match args.by.at.location() {
        TokenLocation::Store(store) => {
            let (token, session) = login(&store, args.by.officer.who, args.by.pin.demanded()?)?;
            token.remove_identity(&session, &args.name)
        }
        TokenLocation::Service(place, users) => {
            let pin = args.by.pin.file.as_ref();
            connect(place, users, args.by.officer.who, pin)?.remove_identity(&args.name)
        }
    };
    removed.map_err(|error| Failure::token(error).about(|it| format!("{}: {it}", args.name)))?;
    tell(&format!("{} is removed", args.name))
}

pub fn list(args: &args::Identities) -> Result<(), Failure> {
    let all = match args.at.location() {
        TokenLocation::Store(store) => open(&store)?.identities(),
        TokenLocation::Service(place, users) => connect_unknown(place, users)?.identities(),
    };
    let all = all.map_err(Failure::token)?;
    if args.json {
        let one = |it: &IdentityStatus| {
            let Identity { name, role, uid } = &it.identity;
            json!({ "name": name, "role": role.name(), "uid": uid, "wrong_pins": it.wrong,
                    "locked": it.locked })
        };
        return print_json(&json!({ "identities": all.iter().map(one).collect::<Vec<_>>() }));
    }
    let mut text = String::new();
    for IdentityStatus { identity: Identity { name, role, uid }, wrong, locked } in &all {
        let uid = uid.map(|uid| format!("  uid {uid}")).unwrap_or_default();
        let wrong = if *wrong > 0 { format!("  {wrong} wrong PINs") } else { String::new() };
        let locked = if *locked { "  locked for a user" } else { "" };
        let _ = writeln!(text, "{:9} {name}{uid}{wrong}{locked}", role.name());
    }
    to_stdout(text.as_bytes())
}

pub fn limits(args: &args::Limits) -> Result<(), Failure> {
    let changed = |limits: PeerLimits| PeerLimits {
        requests_a_second: args.requests.unwrap_or(limits.requests_a_second),
        bytes_a_second: args.bytes.unwrap_or(limits.bytes_a_second),
        slow_jobs: args.slow_jobs.unwrap_or(limits.slow_jobs),
    };
    let is_change = args.requests.or(args.slow_jobs).is_some() || args.bytes.is_some();
    let pin = args.pin.pin.as_ref();
    let limits = match (args.at.location(), pin) {
        (TokenLocation::Store(_), None) if is_change => return Err(args::needs_pin()),
        (TokenLocation::Store(store), None) => Ok(open(&store)?.limits()),
        (TokenLocation::Store(store), Some(pin)) => {
            let (token, session) = login(&store, args.officer.who, pin)?;
            let limits = changed(token.limits());
            token.set_limits(&session, limits).map(|()| limits)
        }
        (TokenLocation::Service(place, users), pin) => {
            let mut connection = connect(place, users, args.officer.who, pin)?;
            connection.limits().map(changed).and_then(|limits| {
                if is_change {
                    connection.set_limits(limits)?;
                }
                Ok(limits)
            })
        }
    };
    let PeerLimits { requests_a_second, bytes_a_second, slow_jobs } =
        limits.map_err(Failure::token)?;
    if args.json {
        return print_json(&json!({
            "requests_a_second": requests_a_second, "bytes_a_second": bytes_a_second,
            "slow_jobs": slow_jobs,
        }));
    }
    let said = |n: u64| if n == 0 { "no limit".to_owned() } else { n.to_string() };
    let text = format!(
        "requests a second: {}\nbytes a second:    {}\nslow jobs:         {}\n",
        said(requests_a_second.into()),
        said(bytes_a_second),
        said(slow_jobs.into())
    );
    to_stdout(text.as_bytes())
}
