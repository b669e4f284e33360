//! Signing the items of a manifest by keys of a service, and the public halves of its keys.
use super::fields::{Field, Fields, refused};
use super::item::{self, Keyring};
use super::work::{Answer, Work, options};
use crate::args::token::Who;
use crate::args::{BatchFiles, SignBatch, SignatureForm};
use crate::cmd::hex;
use crate::cmd::served::{ServedKey, about_refused, connect, content, served_key};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::subject::{Op, Subject, in_form, subject};
use sealane::Batch;
use sealane_hsm::Error;
use sealane_hsm::engine::{SignItem, Signer};
use sealane_hsm::remote::Connection;
use sealane_hsm::wire::MAX_ITEMS;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// Bytes of the messages of one request: with all that is said of each it is below the limit of the
/// protocol.
const MAX_BYTES: usize = 1_000_000 - ITEM_BYTES * MAX_ITEMS;
/// Bytes beside a message, about.
const ITEM_BYTES: usize = 192;
/// The longest message of an item.
const MAX_MESSAGE: usize = 1_000_000;

/// How often a service that is too busy is asked again, and how long is waited before.
const MAX_TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(100);

/// A service whose keys items name.
pub struct BatchService {
    connection: RefCell<Connection>,
    role: Who,
    /// Why nothing more is asked of it.
    lost: RefCell<Option<Error>>,
}

impl BatchService {
    /// Connects to the service, if one is named.
    pub fn reach(files: &BatchFiles) -> Result<Option<Rc<Self>>, Failure> {
        let through = &files.through;
        let Some(endpoint) = &through.socket else { return Ok(None) };
        let pin = through.pin.as_ref().map(|source| Input::new("--pin-file", source));
        let manifest = Input::new("--manifest", &files.manifest);
        refuse_two_pipes(&[manifest].into_iter().chain(pin).collect::<Vec<_>>())?;
        let role = through.role;
        let connection = connect(endpoint, &through.users, role, through.pin.as_ref())?;
        let connection = RefCell::new(connection);
        Ok(Some(Rc::new(Self { connection, role, lost: RefCell::new(None) })))
    }

    /// Returns the key of a label or an id.
    pub fn key(&self, input: Input) -> Result<ServedKey, Failure> {
        self.demand_there()?;
        let mut connection = self.connection.borrow_mut();
        served_key(&mut *connection, input.source).inspect_err(|failure| {
            if let Failure::Said { code, sentence, .. } = failure
                && ends_all(code)
            {
                let why = Error::Remote(code.to_string(), sentence.clone());
                *self.lost.borrow_mut() = Some(why);
            }
        })
    }

    /// Demands that it is still there. Errors: why it is not.
    pub fn demand_there(&self) -> Result<(), Failure> {
        let lost = self.lost.borrow().clone();
        lost.map_or(Ok(()), |error| Err(self.about_all(error)))
    }

    /// Signs what one request holds. Errors: what is not of single items.
    fn sign(&self, items: &[SignItem]) -> Result<Vec<Result<Vec<u8>, Error>>, Failure> {
        let mut tries = 0;
        loop {
            let signed = self.connection.borrow_mut().sign_all(items.to_vec());
            match signed {
                Err(Error::Busy) if tries < MAX_TRIES => {
                    tries += 1;
                    std::thread::sleep(PAUSE);
                }
                Err(error) => return Err(self.about_all(error)),
                Ok(signed) => {
                    let mut errors = signed.iter().filter_map(|one| one.as_ref().err());
                    let of_all = errors.find(|error| ends_all(error.code())).cloned();
                    return of_all.map_or(Ok(signed), |error| Err(self.about_all(error)));
                }
            }
        }
    }

    fn about_all(&self, error: Error) -> Failure {
        let is_later = matches!(error.code(), "BUSY" | "CLOSING" | "DISCONNECTED" | "TIMED_OUT");
        let failure = about_refused(self.role, None, error);
        let hint =
            if is_later { "; run again, it goes on behind the results there are" } else { "" };
        failure.about(|said| said + hint)
    }
}

/// Whether what a service says of one item is true of all others.
fn ends_all(code: &str) -> bool {
    const OF_SERVICE: [&str; 5] = ["BUSY", "CLOSING", "DISCONNECTED", "TIMED_OUT", "FRAME_INVALID"];
    matches!(code, "NOT_LOGGED_IN" | "ROLE_DENIED") || OF_SERVICE.contains(&code)
}

pub struct ServedSigning<'a> {
    args: &'a SignBatch,
    options: String,
    service: Rc<BatchService>,
    keys: Keyring<Rc<ServedKey>>,
}

impl<'a> ServedSigning<'a> {
    /// Errors: of options that a service does not take.
    pub fn new(args: &'a SignBatch, service: Rc<BatchService>) -> Result<Self, Failure> {
        if args.files.threads > 1 {
            let sentence = "--threads: the service has its own, with --socket";
            return Err(Failure::usage("USAGE", sentence));
        }
        let own = (args.format, args.deterministic);
        let options = options("sign by a service", &args.files, &own);
        let of_service = service.clone();
        let keys = Keyring::new(move |input: Input| of_service.key(input).map(Rc::new));
        Ok(Self { args, options, service, keys })
    }
}

/// A message to be signed by a key of the service.
pub struct ToSend {
    key: Rc<ServedKey>,
    subject: Subject,
    deterministic: bool,
    format: SignatureForm,
}

impl ToSend {
    fn item(&self) -> SignItem {
        let (key, scheme) = (self.key.object.id, Some(self.subject.scheme.clone()));
        let content = content(&self.subject);
        SignItem { key, scheme, content, deterministic: self.deterministic }
    }
}

impl Work for ServedSigning<'_> {
    const OP: Op = Op::Sign;
    const GOOD: &'static str = "signed";
    type Prepared = ToSend;

    fn options(&self) -> &str {
        &self.options
    }

    fn prepare(&mut self, fields: &Fields) -> Result<ToSend, Failure> {
        for field in [Field::LowS, Field::Check] {
            if fields.truth(field).is_some() {
                return Err(refused(format!("field {field}: not for keys of a service")));
            }
        }
        let args = self.args;
        let key = self.keys.key(fields, args.files.key.as_deref())?;
        let message = item::message(fields, key.public.algorithm(), &args.files)?;
        let deterministic = fields.truth(Field::Deterministic).unwrap_or(args.deterministic);
        let format = item::format(fields, args.format)?;
        let subject = subject(Op::Sign, &key.public, &message, false)?;
        if subject.kept_bytes() > MAX_MESSAGE {
            let sentence = format!(
                "{}: a service takes at most {MAX_MESSAGE} bytes; --prehash has no limit",
                message.argument
            );
            return Err(Failure::refused("INPUT_TOO_LARGE", sentence));
        }
        Ok(ToSend { key, subject, deterministic, format })
    }

    fn kept_bytes(prepared: &ToSend) -> usize {
        prepared.subject.kept_bytes()
    }

    fn run(&mut self, _: Batch, items: &[&ToSend]) -> Result<Vec<Answer>, Failure> {
        self.service.demand_there()?;
        let mut answers = Vec::with_capacity(items.len());
        let mut rest = items;
        while !rest.is_empty() {
            let (some, others) = rest.split_at(request_items(rest));
            rest = others;
            let signed = self.service.sign(&some.iter().map(|it| it.item()).collect::<Vec<_>>())?;
            let role = self.service.role;
            answers
                .extend(some.iter().zip(signed).map(|(item, signed)| formed(item, role, signed)));
        }
        Ok(answers)
    }
}

/// How many items one request holds: one at least.
fn request_items(items: &[&ToSend]) -> usize {
    let mut bytes = 0;
    let fits = |item: &&&ToSend| {
        bytes += item.subject.kept_bytes();
        bytes <= MAX_BYTES
    };
    items.iter().take(MAX_ITEMS).take_while(fits).count().max(1)
}

/// The signature in the form that is asked for.
fn formed(item: &ToSend, role: Who, signed: Result<Vec<u8>, Error>) -> Answer {
    let scheme = &item.subject.scheme;
    let signed = signed.map_err(|error| about_refused(role, Some(scheme), error))?;
    let formed = in_form(&item.key.public, scheme, signed, item.format);
    let (_, bytes) = formed.map_err(|error| Failure::decode("the signature", error))?;
    Ok(Some(hex(&bytes)))
}
