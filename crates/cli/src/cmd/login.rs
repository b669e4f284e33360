//! `sealane login` and `sealane logout`: one login for the commands after it.
use super::served::{connect, connect_unknown};
use crate::args::service::{Login, Logout};
use crate::failure::{Failure, Status};
use crate::output::to_stdout;
use crate::tickets::{TicketFile, is_spent};

pub fn login(args: &Login) -> Result<(), Failure> {
    let file = TicketFile::new(&args.socket, &args.users).ok_or_else(|| {
        let sentence = "there is no folder for the ticket, as XDG_RUNTIME_DIR is not set: --ticket \
                        or SEALANE_TICKET names one";
        Failure::usage("USAGE", sentence)
    })?;
    let mut connection = connect(&args.socket, &args.users, args.role, Some(&args.pin.file))?;
    let ticket = connection.ticket().map_err(Failure::token)?;
    file.write(args.role, &ticket)?;
    let (role, token) = (args.role.name(), connection.token());
    let text = format!("logged in to {token:?} as {role}; the ticket is {}\n", file.name());
    to_stdout(text.as_bytes())
}

pub fn logout(args: &Logout) -> Result<(), Failure> {
    let missing = |name: String| {
        let sentence = format!("nobody has logged in here: there is no ticket{name}");
        Failure::refused("TICKET_MISSING", sentence).with_status(Status::Login)
    };
    let file = TicketFile::new(&args.socket, &args.users);
    let file = file.ok_or_else(|| missing(String::new()))?;
    let (ticket, _) = file.read()?.ok_or_else(|| missing(format!(" {}", file.name())))?;
    let reached = connect_unknown(&args.socket, &args.users);
    // Whatever the service says, it is used no more.
    file.remove()?;
    let mut connection = reached?;
    match connection.join(&ticket).and_then(|()| connection.logout()) {
        Err(error) if !is_spent(&error) => Err(Failure::token(error)),
        _ => to_stdout(b"logged out\n"),
    }
}
