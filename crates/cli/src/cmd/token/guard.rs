//! What wrong PINs cost, shown and set, and how their delays are lifted.
use super::{first_line, login, named, open};
use crate::args::token::{self as args, TokenLocation};
use crate::cmd::print_json;
use crate::cmd::served::connect;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::to_stdout;
use sealane_hsm::guard::Guard;
use sealane_hsm::peer::Peer;
use sealane_hsm::role::Role;
use serde_json::json;
use std::fmt::Write;

pub fn run(args: &args::Guard) -> Result<(), Failure> {
    let guard = match (args.at.location(), &args.pin) {
        (TokenLocation::Store(_), None) if args.is_change() => return Err(args::needs_pin()),
        (TokenLocation::Store(store), None) => open(&store)?.guard(),
        (TokenLocation::Store(store), Some(pin)) => {
            let (token, session) = login(&store, args.officer.who, pin)?;
            token.guard().and_then(|guard| {
                let guard = changed(guard, args);
                token.set_guard(&session, guard.clone())?;
                Ok(guard)
            })
        }
        (TokenLocation::Service(place, users), pin) => {
            let mut connection = connect(place, users, args.officer.who, pin.as_ref())?;
            connection.guard().and_then(|guard| {
                let guard = changed(guard, args);
                if pin.is_some() || args.is_change() {
                    connection.set_guard(guard.clone())?;
                }
                Ok(guard)
            })
        }
    };
    report(&guard.map_err(Failure::token)?, args.json)
}

pub fn unlock(args: &args::Unlock) -> Result<(), Failure> {
    let input = args.recovery_file.as_ref().map(|it| Input::new("--recovery-file", it));
    let code = input.map(first_line).transpose()?;
    let done = match (args.at.location(), &code) {
        (TokenLocation::Store(store), None) => open(&store)?.unlock(args.role),
        (TokenLocation::Store(store), Some(code)) => {
            open(&store)?.recover(Peer::own(), args.role, code)
        }
        (TokenLocation::Service(place, users), code) => {
            let mut connection = connect(place, users, args.officer.who, args.pin.as_ref())?;
            match code {
                None => connection.unlock(args.role),
                Some(code) => connection.recover(args.role, code),
            }
        }
    };
    done.map_err(|error| match input {
        Some(input) => named(&input.name(), error),
        None => Failure::token(error),
    })
}

/// The parameters with what the arguments say.
fn changed(mut guard: Guard, args: &args::Guard) -> Guard {
    let millis = |seconds: u32| 1000 * u64::from(seconds);
    guard.free = args.free.unwrap_or(guard.free);
    guard.lock_after = args.lock_after.unwrap_or(guard.lock_after);
    guard.first_ms = args.first_delay.map_or(guard.first_ms, millis);
    guard.longest_ms = args.longest_delay.map_or(guard.longest_ms, millis);
    for (role, uids) in &args.permit {
        guard.permitted.retain(|(named, _)| named != role);
        guard.permitted.extend(uids.iter().map(|uid| (*role, *uid)));
    }
    guard
}

fn report(guard: &Guard, as_json: bool) -> Result<(), Failure> {
    let uids = |role: Role| {
        let named = guard.permitted.iter().filter(move |(named, _)| *named == role);
        named.map(|(_, uid)| *uid).collect::<Vec<u32>>()
    };
    let named = Role::ALL.into_iter().filter(|role| !uids(*role).is_empty());
    if as_json {
        let permitted = named.map(|role| (role.name().to_owned(), json!(uids(role))));
        return print_json(&json!({
            "free": guard.free, "first_delay_ms": guard.first_ms,
            "longest_delay_ms": guard.longest_ms, "lock_after": guard.lock_after,
            "permitted": permitted.collect::<serde_json::Map<String, _>>(),
        }));
    }
    let mut text = format!(
        "free tries:    {}\nfirst delay:   {} ms\nlongest delay: {} ms\nlock after:    {}\n",
        guard.free, guard.first_ms, guard.longest_ms, guard.lock_after
    );
    for role in named {
        let uids: Vec<String> = uids(role).iter().map(u32::to_string).collect();
        let _ = writeln!(text, "{:14} {}", format!("{}:", role.name()), uids.join(", "));
    }
    to_stdout(text.as_bytes())
}
