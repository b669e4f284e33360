//! Keys behind a service, or in a token of this process: reached in one way, and used to sign.
use super::key::output_of;
use super::token::{about_login, about_name, about_role, first_line, login, open};
use crate::args::service::{RemoteKeyArgs, ServiceArgs, ServiceUsers};
use crate::args::token::{TokenLocation, TokenLocationArgs, Who};
use crate::args::{KeyName, Out};
use crate::failure::Failure;
use crate::input::{Input, Source, refuse_two_pipes};
use crate::output::{self, Output};
use crate::secrets::shown;
use crate::subject::{self, Subject, refused_hash};
use crate::tickets::TicketFile;
use sealane::{Lengths, PublicKey, Scheme, SignError};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Keys, Settings, SignItem, Signer};
use sealane_hsm::object::{Class, Object};
use sealane_hsm::queue::Content;
use sealane_hsm::remote::{Connection, Endpoint, Ticket};
use sealane_hsm::template::Template;
use std::os::unix::fs::FileTypeExt;
use std::sync::Arc;
use std::time::Duration;

/// No answer takes this long.
pub const WAIT: Duration = Duration::from_secs(60);

/// Reaches the keys of a token, wherever it is: as a role with the PIN of a file, or without.
pub fn reach(
    at: &TokenLocationArgs,
    who: impl AsRef<str>,
    pin: Option<&Source>,
) -> Result<Box<dyn Keys>, Failure> {
    reach_at(at.location(), who.as_ref(), pin)
}

fn reach_at(at: TokenLocation, who: &str, pin: Option<&Source>) -> Result<Box<dyn Keys>, Failure> {
    let store = match at {
        TokenLocation::Service(endpoint, users) => {
            return Ok(Box::new(connect(endpoint, users, who, pin)?));
        }
        TokenLocation::Store(store) => store,
    };
    let (token, session) = match pin {
        None => (open(&store)?, None),
        Some(source) => {
            let (token, session) = login(&store, who, source)?;
            (token, Some(session))
        }
    };
    Ok(Box::new(Arc::new(Engine::new(token, Settings::default())).client(session)))
}

/// Opens a connection with a session.
pub fn log_in(at: &ServiceArgs) -> Result<Connection, Failure> {
    connect(&at.socket, &at.users, at.role, at.pin.file.as_ref())
}

/// Opens a connection that joins the session of another one.
pub fn join(at: &ServiceArgs, ticket: &Ticket) -> Result<Connection, Failure> {
    let mut connection = connect_unknown(&at.socket, &at.users)?;
    connection.join(ticket).map_err(Failure::token)?;
    Ok(connection)
}

/// Opens a connection, with a session if there is a PIN, or else a ticket of `sealane login`.
pub fn connect(
    endpoint: &Endpoint,
    users: &ServiceUsers,
    who: impl AsRef<str>,
    pin: Option<&Source>,
) -> Result<Connection, Failure> {
    let input = pin.map(|source| Input::new("--pin-file", source));
    let pin = input.map(|input| Ok((input, first_line(input)?))).transpose()?;
    let mut connection = connect_unknown(endpoint, users)?;
    if let Some((input, pin)) = pin {
        let who = who.as_ref();
        connection.login(who, &pin).map_err(|error| about_login(input, who, error))?;
    } else if let Some(file) = TicketFile::new(endpoint, users) {
        file.join(&mut connection, who.as_ref())?;
    }
    Ok(connection)
}

/// Opens a connection without a session.
pub fn connect_unknown(endpoint: &Endpoint, users: &ServiceUsers) -> Result<Connection, Failure> {
    let connected = Connection::connect_to(endpoint, &users.uids()?, Some(WAIT));
    let mut connection = connected.map_err(|error| about_endpoint(endpoint, error))?;
    if let Some(token) = users.token() {
        connection.select(token.clone()).map_err(|error| match error {
            Error::TokenUnknown => Failure::token(error).about(|said| format!("--token: {said}")),
            other => Failure::token(other),
        })?;
    }
    Ok(connection)
}

/// Why nobody answers at an endpoint: its error says only that the connection is gone.
fn about_endpoint(endpoint: &Endpoint, error: Error) -> Failure {
    if error.code() != Error::Disconnected.code() {
        return Failure::token(error);
    }
    let (name, why) = match endpoint {
        Endpoint::Loopback(address) => (address.to_string(), "nobody serves there".into()),
        Endpoint::Socket(path) => (
            shown(path),
            match path.metadata() {
                Err(why) => why.to_string(),
                Ok(found) if !found.file_type().is_socket() => "that is no socket".into(),
                Ok(_) => "nobody serves there, or this user is not let in".into(),
            },
        ),
    };
    Failure::token(error).about(|_| format!("--socket {name}: {why}"))
}

/// Finds the object of a label or an id.
pub fn found(keys: &mut (impl Keys + ?Sized), name: &KeyName) -> Result<Object, Failure> {
    let found = match name {
        KeyName::Id(id) => keys.find_id(*id),
        KeyName::Label(label) => keys.find(label),
        KeyName::Other(class, label) => {
            let (label, class) = (Some(label.clone()), Some(*class));
            let template = Template { label, class, ..Template::default() };
            let some = keys.search(&template, None, 1);
            some.and_then(|some| some.into_iter().next().ok_or(Error::KeyUnknown))
        }
    };
    found.map_err(|error| about_name(name, error))
}

/// A key of a token that the user uses, of which `--key` has the label or the id.
pub struct Kept {
    pub keys: Box<dyn Keys>,
    pub object: Object,
}

impl Kept {
    /// Returns where what it is used for goes: apart from all that the command reads, of which
    /// `input` is what it is used on.
    pub fn output(
        out: &Out,
        content: output::Content,
        at: &TokenLocation,
        pin: Option<&Source>,
        input: Input,
    ) -> Result<Output, Failure> {
        let named = pin.map(|pin| ("--pin-file", pin)).into_iter();
        let named: Vec<_> = named.chain([(input.argument, input.source)]).collect();
        let inputs = named.iter().map(|(argument, source)| Input::new(argument, source));
        refuse_two_pipes(&inputs.collect::<Vec<_>>())?;
        output_of(out, content, at, &named)
    }

    /// Finds the key in its token.
    pub fn find(
        at: TokenLocation,
        who: &str,
        pin: Option<&Source>,
        key: &Source,
    ) -> Result<Self, Failure> {
        let name = key_name(key)?;
        if pin.is_none() && matches!(at, TokenLocation::Store(_)) {
            return Err(Failure::token(Error::NotLoggedIn));
        }
        let mut keys = reach_at(at, who, pin)?;
        let object = found(&mut *keys, &name)?;
        Ok(Self { keys, object })
    }

    /// Says of a refusal what it is about: the key, or else what it is used on.
    pub fn about(&self, error: Error, input: Input) -> Failure {
        let of_key = matches!(
            error.code(),
            "USAGE_DENIED"
                | "KEY_TYPE"
                | "SCHEME_UNSUPPORTED"
                | "DERIVE_UNSUPPORTED"
                | "DATA_TOO_LONG"
        );
        let of_input = matches!(
            error.code(),
            "CIPHERTEXT_LENGTH" | "DECRYPT_FAILED" | "KEY_CURVE_MISMATCH" | "PEER_LOW_ORDER"
        );
        let name = format!("--key {:?}", self.object.attributes.label);
        let name = if of_key { name } else { input.name() };
        let failure = Failure::token(error);
        if of_key || of_input { failure.about(|said| format!("{name}: {said}")) } else { failure }
    }
}

/// The label or the id that `--key` is, where it names no file.
fn key_name(key: &Source) -> Result<KeyName, Failure> {
    match key {
        Source::File(name) => Ok(KeyName::from(&*name.to_string_lossy())),
        _ => Err(Failure::usage("USAGE", "--key is a label or an id with --socket or --store")),
    }
}

/// What a service refused to sign, with the role that asked if it is that.
pub fn about_signer(role: Who, failure: Failure) -> Failure {
    about_role(role, "the operator and the user sign", failure)
}

/// A key of a service that signs or verifies.
pub struct ServedKey {
    pub object: Object,
    pub public: PublicKey,
}

/// Finds the key of a label or an id, and reads its public half.
pub fn served_key(keys: &mut (impl Keys + ?Sized), name: &Source) -> Result<ServedKey, Failure> {
    let object = found(keys, &key_name(name)?)?;
    if object.class == Class::Secret {
        let (label, kind) = (&object.attributes.label, object.kind);
        let sentence = format!("--key {label:?}: a key of {kind} has no public half");
        return Err(Failure::refused("KEY_TYPE", sentence));
    }
    let public = PublicKey::from_spki_der(&object.public, Lengths::Current);
    let public = public.map_err(|error| Failure::decode("the token", error))?;
    Ok(ServedKey { object, public })
}

/// What is signed, as the service takes it.
pub fn content(subject: &Subject) -> Content {
    match &subject.content {
        subject::Content::Message(message) => Content::Message(message.clone()),
        subject::Content::Digest(digest) => Content::Digest(digest.clone()),
    }
}

/// What a service refused to sign, with what is known of why.
pub fn about_refused(role: Who, scheme: Option<&Scheme>, error: Error) -> Failure {
    let hash = scheme.and_then(refused_hash);
    let hash = hash.filter(|_| error.code() == SignError::HashRefused.code());
    let failure = about_signer(role, Failure::token(error));
    failure.about(|sentence| hash.unwrap_or(sentence))
}

/// The key of a service that `--key` names.
pub struct Served {
    connection: Connection,
    role: Who,
    object: Object,
    pub public: PublicKey,
}

impl Served {
    /// Finds the key, if there is a service to ask.
    pub fn find(through: &RemoteKeyArgs, key: &Source) -> Result<Option<Self>, Failure> {
        let Some(endpoint) = &through.socket else { return Ok(None) };
        let mut connection = connect(endpoint, &through.users, through.role, through.pin.as_ref())?;
        let ServedKey { object, public } = served_key(&mut connection, key)?;
        Ok(Some(Self { connection, role: through.role, object, public }))
    }

    /// Returns the signature in the form that documents hold.
    pub fn sign(&mut self, subject: &Subject, deterministic: bool) -> Result<Vec<u8>, Failure> {
        let (key, scheme) = (self.object.id, Some(subject.scheme.clone()));
        let item = SignItem { key, scheme, content: content(subject), deterministic };
        let signed = self.connection.sign(item);
        signed.map_err(|error| about_refused(self.role, Some(&subject.scheme), error))
    }
}
