//! `sealane status`: how a service is, and its figures.
use super::print_json;
use super::served::connect;
use crate::args::service::Status;
use crate::failure::Failure;
use crate::output::to_stdout;
use serde_json::json;
use std::fmt::Write;

pub fn run(args: &Status) -> Result<(), Failure> {
    let mut connection = connect(&args.socket, &args.users, args.role, args.pin.as_ref())?;
    if args.metrics {
        let text = connection.metrics().map_err(Failure::token)?;
        return to_stdout(text.as_bytes());
    }
    let health = connection.health().map_err(Failure::token)?;
    let tokens = connection.tokens().map_err(Failure::token)?;
    if args.json {
        return print_json(&json!({
            "token": health.token,
            "closing": health.closing,
            "objects": health.objects,
            "outstanding": health.outstanding,
            "connections": health.connections,
            "unwrapped": health.hot,
            "tokens": tokens
                .iter()
                .map(|token| json!({ "slot": token.slot, "label": token.label }))
                .collect::<Vec<_>>(),
        }));
    }
    let state = if health.closing { "closing" } else { "serving" };
    let mut text = format!(
        "token         {}\nstate         {state}\nobjects       {}\noutstanding   {}\n\
         connections   {}\nunwrapped     {}\n",
        health.token, health.objects, health.outstanding, health.connections, health.hot
    );
    // Of one token all is said.
    for token in tokens.iter().filter(|_| tokens.len() > 1) {
        let _ = writeln!(text, "{:13} {}", format!("slot {}", token.slot), token.label);
    }
    to_stdout(text.as_bytes())
}
