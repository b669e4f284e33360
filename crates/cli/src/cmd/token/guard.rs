//! What wrong PINs cost, shown and set.
use super::{login, open};
use crate::args::token as args;
use crate::cmd::print_json;
use crate::failure::Failure;
use crate::output::to_stdout;
use sealane_hsm::guard::Guard;
use sealane_hsm::role::Role;
use serde_json::json;
use std::fmt::Write;

pub fn run(args: &args::Guard) -> Result<(), Failure> {
    let guard = match &args.pin {
        None => open(&args.store)?.guard().map_err(Failure::token)?,
        Some(pin) => {
            let (token, session) = login(&args.store, Role::Officer, pin)?;
            let guard = changed(token.guard().map_err(Failure::token)?, args);
            token.set_guard(&session, guard.clone()).map_err(Failure::token)?;
            guard
        }
    };
    report(&guard, args.json)
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
