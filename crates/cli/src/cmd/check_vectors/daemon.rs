//! Cases answered by a service: a token made for them, behind its socket.
//!
//! Each case's key comes into the token, is used there, and is deleted. What is no key or no
//! signature is refused by the library, before there is something to ask.
use super::answer::Answer;
use super::case::Case;
use super::octets::{self, Variant};
use super::ops;
use super::signed::{self, Signed};
use super::wraps;
use crate::failure::Failure;
use sealane::{Algorithm, PrivateKey, Signature};
use sealane_hsm::engine::{Engine, Keys, Settings, SignItem, Signer};
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::keywrap::{Form, Wrapping};
use sealane_hsm::master::Master;
use sealane_hsm::object::{Attributes, Id, Usage};
use sealane_hsm::queue::Content;
use sealane_hsm::remote::{Connection, Place};
use sealane_hsm::role::{Pin, Role};
use sealane_hsm::scheme::Scheme;
use sealane_hsm::service::{Options, Service};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use sealane_hsm::{Error, Surroundings};
use tempfile::TempDir;

/// A service and its client. All of it is gone when it is dropped.
pub struct Daemon {
    connection: Connection,
    _service: Service,
    _folder: TempDir,
}

/// Keys of one case have this label.
const LABEL: &str = "case";
/// The token is gone before anybody could try it.
const PIN: &[u8] = b"of a token that lasts as long as the command";

impl Daemon {
    /// Makes the token and starts its service.
    pub fn start() -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::failed("IO_FAILED", error.to_string());
        // In memory where there is such a place: nothing of it outlives the command.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let folder = folder.map_err(failed)?;
        let (service, connection) = started(&folder).map_err(Failure::token)?;
        Ok(Self { connection, _service: service, _folder: folder })
    }

    /// Answers a case.
    pub fn answer(&mut self, case: &Case) -> Answer {
        if let Some(form) = wraps::form(case) {
            return self.wraps(case, form).unwrap_or_else(|refusal| refusal);
        }
        let algorithm = match case.text("algo") {
            "EC" | "ECDSA" | "ECDH" => {
                Algorithm::from_name(case.text("curve")).map(|it| (it, None))
            }
            _ => octets::scheme(case).map(|(algorithm, variant)| (algorithm, Some(variant))),
        };
        let Some((algorithm, variant)) = algorithm else { return Answer::Unsupported };
        let result = match case.text("op") {
            "verify" => self.verify(case, algorithm, variant),
            "sign_det" => self.sign(case, algorithm, variant),
            "ecdh" => self.agree(case, algorithm),
            _ => Err(Answer::Unsupported),
        };
        result.unwrap_or_else(|refusal| refusal)
    }

    fn verify(
        &mut self,
        case: &Case,
        algorithm: Algorithm,
        variant: Option<Variant>,
    ) -> Result<Answer, Answer> {
        let Signed { key, subject, signature } = match variant {
            None => ops::signed(case, algorithm)?,
            Some(variant) => octets::signed(case, algorithm, variant)?,
        };
        let (scheme, content) = match subject {
            signed::Subject::Digest(digest) => (
                Scheme::Ecdsa(digest.hash().unwrap_or(sealane::Hash::Sha256)),
                Content::Digest(digest),
            ),
            signed::Subject::DigestInContext(digest, context) => {
                (Scheme::EdDsa { context: Some(context), prehashed: true }, Content::Digest(digest))
            }
            signed::Subject::Message { message, context, prehashed } => {
                (Scheme::EdDsa { context, prehashed }, Content::Message(message))
            }
        };
        let object = self.connection.import_public(&key.to_spki_der(), LABEL).map_err(refused)?;
        self.with(object.id, |connection, key| {
            let scheme = Some(scheme);
            let item = SignItem { key, scheme, content, deterministic: false };
            connection.verify(item, &signature.to_der())?;
            Ok(Answer::Valid)
        })
    }

    fn sign(
        &mut self,
        case: &Case,
        algorithm: Algorithm,
        variant: Option<Variant>,
    ) -> Result<Answer, Answer> {
        let key = ops::private_key(case, algorithm)?;
        let (scheme, content) = match variant {
            None => {
                let digest = ops::digest(case)?;
                let hash = digest.hash().unwrap_or(sealane::Hash::Sha256);
                (Scheme::Ecdsa(hash), Content::Digest(digest))
            }
            Some(variant) => {
                let context = octets::context(case, variant)?;
                let prehashed = matches!(variant, Variant::Prehashed);
                let content = match octets::subject(case, algorithm, variant)? {
                    octets::Subject::Message(message) => Content::Message(message),
                    octets::Subject::Digest(digest) => Content::Digest(digest),
                };
                (Scheme::EdDsa { context, prehashed }, content)
            }
        };
        let id = self.take_in(&key, Usage::SIGN)?;
        self.with(id, |connection, key| {
            let item = SignItem { key, scheme: Some(scheme), content, deterministic: true };
            let signature = Signature::from_der(algorithm, &connection.sign(item)?)?;
            Ok(Answer::hex("sig_raw", &signature.to_bytes()))
        })
    }

    fn agree(&mut self, case: &Case, algorithm: Algorithm) -> Result<Answer, Answer> {
        let key = ops::private_key(case, algorithm)?;
        let peer = ops::public_key(case, algorithm)?.to_spki_der();
        let id = self.take_in(&key, Usage::DERIVE)?;
        self.with(id, |connection, key| Ok(Answer::hex("z", &connection.derive(key, &peer)?)))
    }

    /// A token wraps keys and no other bytes: what is no AES key, and what is stronger than the key
    /// that would wrap it, it is not asked.
    fn wraps(&mut self, case: &Case, form: Form) -> Result<Answer, Answer> {
        let (kek, op) = (case.bytes("kek")?, case.text("op"));
        let by = Wrapping { by: self.take_aes("wrapping", &kek)?, form };
        let result = match op {
            "wrap" => {
                let secret = case.bytes("pt").map_err(Answer::from);
                let secret = secret.and_then(|secret| self.take_aes(LABEL, &secret));
                secret.and_then(|id| {
                    self.with(id, |connection, key| {
                        Ok(Answer::hex("ct", &connection.wrap(by, key)?))
                    })
                })
            }
            "unwrap" => case.bytes("ct").map_err(Answer::from).and_then(|wrapped| {
                let taken = self.connection.unwrap(by, &wrapped, aes_attributes(LABEL));
                let id = taken.map_err(refused)?.id;
                self.with(id, |connection, key| Ok(Answer::hex("pt", &connection.export(key)?)))
            }),
            _ => Err(Answer::Unsupported),
        };
        self.connection.delete(by.by).map_err(refused)?;
        match result {
            Err(Answer::Invalid(code)) if !["WRAP_LENGTH", "WRAP_INVALID"].contains(&&*code) => {
                Err(Answer::Unsupported)
            }
            result => result,
        }
    }

    fn take_aes(&mut self, label: &str, bytes: &[u8]) -> Result<Id, Answer> {
        let bits = u16::try_from(8 * bytes.len()).unwrap_or_default();
        let kind = format!("aes{bits}").parse().map_err(|_| Answer::Unsupported)?;
        let key = Key::from_outside(kind, bytes).map_err(refused)?;
        Ok(self.connection.import(key, aes_attributes(label)).map_err(refused)?.id)
    }

    fn take_in(&mut self, key: &PrivateKey, usage: Usage) -> Result<Id, Answer> {
        let kind = KeyKind::Pair(key.algorithm().into());
        let attributes = Attributes { usage, ..Attributes::usual(LABEL, kind) };
        let key = Key::from_pkcs8(&key.to_pkcs8_der()).map_err(refused)?;
        let object = self.connection.import(key, attributes);
        Ok(object.map_err(refused)?.id)
    }

    /// Does something with a key, which is deleted afterwards.
    fn with(
        &mut self,
        id: Id,
        work: impl FnOnce(&mut Connection, Id) -> Result<Answer, Error>,
    ) -> Result<Answer, Answer> {
        let result = work(&mut self.connection, id);
        self.connection.delete(id).map_err(refused)?;
        result.map_err(refused)
    }
}

fn aes_attributes(label: &str) -> Attributes {
    let usual = Attributes::usual(label, KeyKind::Aes(256));
    Attributes { exportable: true, sensitive: false, ..usual }
}

fn started(folder: &TempDir) -> Result<(Service, Connection), Error> {
    let surroundings = Surroundings::system();
    let storage = Box::new(Sqlite::create(&folder.path().join("token.db"))?);
    let master = Master::fresh(&surroundings)?;
    let pin = Pin::new(PIN)?;
    let token = Token::init(storage, surroundings, &master, "cases", &pin)?;
    let officer = token.login(Role::Officer, &pin)?;
    token.set_pin(&officer, Role::User, &pin)?;
    let engine = Engine::new(token, Settings::default());
    let path = folder.path().join("socket");
    let service = Service::start(engine, &path, Options::default())?;
    let mut connection = Connection::connect(&Place::Socket(path), None)?;
    connection.login(Role::User, PIN)?;
    Ok((service, connection))
}

/// The code of a refusal, which may come from the other end as a text.
fn refused(error: Error) -> Answer {
    Answer::Invalid(error.code().to_owned().into())
}
