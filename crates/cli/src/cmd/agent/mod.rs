//! `sealane agent`: keys of a service for programs that ask an ssh-agent.
//!
//! - `protocol`: messages.    - `keyring`: keys and signatures in the forms of OpenSSH.
//! - `link`: the way to the service.    - `answers`: who gets what.    - `lock`, `confirm`.
//! - `socket`: where it listens.    - `clients`: who asks.    - `process`: how it runs and ends.
mod answers;
mod clients;
mod confirm;
mod keyring;
mod link;
mod lock;
mod process;
mod protocol;
mod socket;

use crate::args::agent::Agent as Arguments;
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::output::to_stdout;
use answers::Agent;
use clients::Clients;
use confirm::Confirmation;
use keyring::Keyring;
use link::ServiceLink;
use process::Event;
use protocol::Reply;
use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use socket::AgentSocket;
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

pub fn run(args: &Arguments) -> Result<(), Failure> {
    let certificates = args.certificates.iter().map(|it| Input::new("--certificate", it));
    let inputs: Vec<Input> = args.service.pin.inputs().chain(certificates).collect();
    refuse_two_pipes(&inputs)?;
    if !args.foreground && !args.detached && args.command.is_empty() {
        return process::detach();
    }
    // Nobody but root reads the memory of this process, which has a PIN; the command's is its own.
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    let (link, mut first) = ServiceLink::open(&args.service)?;
    let keyring = Keyring::choose(&mut first, args)?;
    drop(first);
    demand_listable(&keyring)?;
    let confirmation = keyring.any_confirm().then(Confirmation::new).transpose()?;
    let agent = Agent::new(keyring, link, confirmation, args.no_forwarded);
    let socket = AgentSocket::open(args.place.as_deref())?;
    attend(args, &agent, &socket).inspect_err(|_| {
        socket.remove();
        agent.end();
    })
}

/// Serves until it is to end, and ends the process: the threads of clients wait for ever. Errors:
/// of a command that cannot be started; of what prevents that it is told to end.
fn attend(args: &Arguments, agent: &Agent, socket: &AgentSocket) -> Result<(), Failure> {
    let (tell, events) = channel();
    process::watch_signals(tell.clone())?;
    let clients = Clients::default();
    std::thread::scope(|scope| {
        scope.spawn(|| clients.serve(scope, &socket.listener, agent));
        let ready = ready(args, socket).map(|child| {
            let number = child.as_ref().map(Child::id);
            if let Some(child) = child {
                process::watch_end(child, tell);
            }
            wait(args.lifetime, agent, number, &events)
        });
        socket.remove();
        agent.end();
        match ready {
            Ok(status) => std::process::exit(status),
            // Here, as the scope has no end.
            Err(failure) => std::process::exit(failure.report_status().into()),
        }
    })
}

/// Says where it is, or starts the command that it is for.
fn ready(args: &Arguments, socket: &AgentSocket) -> Result<Option<Child>, Failure> {
    if !args.command.is_empty() {
        return process::start(&args.command, &socket.path).map(Some);
    }
    to_stdout(&process::lines(&socket.path, args.csh))?;
    if args.detached {
        process::leave_terminal()?;
    }
    Ok(None)
}

/// Waits for the end, and returns the status to end with. When the time is over nothing is signed
/// any more; a command goes on.
fn wait(
    lifetime: Option<Duration>,
    agent: &Agent,
    command: Option<u32>,
    events: &Receiver<Event>,
) -> i32 {
    let mut end = lifetime.map(|lifetime| Instant::now() + lifetime);
    loop {
        let came = match end {
            Some(end) => events.recv_timeout(end.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match (came, command) {
            (Ok(Event::Ended(status)), _) => return process::status_of(status),
            (Ok(Event::Signal(signal)), Some(number)) => process::pass_on(signal, number),
            (Err(RecvTimeoutError::Timeout), Some(_)) => {
                agent.end();
                end = None;
            }
            _ => return 0,
        }
    }
}

/// Demands that a list of all keys is a message. Errors: `AGENT_KEYS`.
fn demand_listable(keyring: &Keyring) -> Result<(), Failure> {
    let all = keyring.list();
    let (count, listed) = (all.len(), Reply::Keys(all).frame());
    let sentence =
        || format!("{count} keys are more than a message holds; --key or --where chooses some");
    listed.map(drop).map_err(|_| Failure::refused("AGENT_KEYS", sentence()))
}
