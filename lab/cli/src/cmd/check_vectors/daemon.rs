//! Cases answered by a service: a token made for them, behind its socket.
//!
//! Each case's key comes into the token, is used there, and is deleted. What is no key or no
//! signature is refused by the library, before there is something to ask.
use super::answer::Answer;
use super::case::{Case, Malformed};
use super::numbers;
use super::octets::{self, Variant};
use super::ops;
use super::signed::{self, Signed};
use super::wraps;
use sealane::ecc::{self, Signature};
use sealane::{Algorithm, DecodeError, Hash, Lengths, PrivateKey, PublicKey, Scheme};
use sealane_cli::Failure;
use sealane_hsm::engine::{Engine, Keys, Settings, SignItem, Signer};
use sealane_hsm::key::{Key, KeyKind, has_small_order};
use sealane_hsm::keywrap::{Form, Wrapping};
use sealane_hsm::master::Master;
use sealane_hsm::object::{Attributes, Id, Usage};
use sealane_hsm::queue::Content;
use sealane_hsm::remote::{Connection, Endpoint};
use sealane_hsm::role::{Pin, Role};
use sealane_hsm::service::{Options, Service};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use sealane_hsm::{Error, Platform};
use tempfile::TempDir;

/// A service and its client. All of it is gone when it is dropped.
pub struct Daemon {
    connection: Connection,
    _service: Service,
    _folder: TempDir,
}

/// What a service is asked. It makes keys, too, but none that a case could expect, and gives no
/// bare power and no private key's decryption.
const OPERATIONS: [&str; 8] =
    ["verify", "verify_batch", "rsa_verify", "sign_det", "rsa_sign_det", "ecdh", "wrap", "unwrap"];

/// Keys of one case have this label.
const LABEL: &str = "case";
/// The token is gone before anybody could try it.
const PIN: &[u8] = b"of a token that lasts as long as the command";

/// A signature to be verified, as a service takes it.
struct Question {
    spki: Vec<u8>,
    scheme: Scheme,
    content: Content,
    signature: Vec<u8>,
}

impl From<Signed> for Question {
    fn from(Signed { key, subject, signature }: Signed) -> Self {
        let (scheme, content) = match subject {
            signed::Subject::Digest(digest) => {
                (Scheme::Ecdsa(digest.hash().unwrap_or(Hash::Sha256)), Content::Digest(digest))
            }
            signed::Subject::DigestInContext(digest, context) => {
                (Scheme::EdDsa { context: Some(context), prehashed: true }, Content::Digest(digest))
            }
            signed::Subject::Message { message, context, prehashed } => {
                (Scheme::EdDsa { context, prehashed }, Content::Message(message))
            }
        };
        Self { spki: key.to_spki_der(), scheme, content, signature: signature.to_der() }
    }
}

impl TryFrom<numbers::Signed> for Question {
    type Error = Answer;

    /// Errors: of keys that a token does not take.
    fn try_from(signed: numbers::Signed) -> Result<Self, Answer> {
        let spki = signed.key.to_spki_der();
        if PublicKey::from_spki_der(&spki, Lengths::Current).is_err() {
            return Err(too_short());
        }
        let scheme = signed.scheme;
        let (content, signature) = (Content::Digest(signed.digest), signed.signature);
        Ok(Self { spki, scheme, content, signature })
    }
}

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
        self.answered(case).unwrap_or_else(|refusal| refusal)
    }

    fn answered(&mut self, case: &Case) -> Result<Answer, Answer> {
        let op = case.text("op");
        if op.is_empty() {
            return Err(Malformed.into());
        }
        if !OPERATIONS.contains(&op) {
            let sentence = format!("by a service go {} only", OPERATIONS.join(", "));
            return Err(Answer::NotServed(sentence));
        }
        if let Some(form) = wraps::form(case) {
            return self.wraps(case, form);
        }
        if let Some(signed) = numbers::signed(op, case) {
            return self.verify(&signed?.try_into()?);
        }
        if let Some(asked) = numbers::asked(op, case) {
            return self.sign_by_number(&asked?);
        }
        let (algorithm, variant) = match case.text("algo") {
            "EC" | "ECDSA" | "ECDH" => (ecc::Algorithm::from_name(case.text("curve")), None),
            _ => match octets::scheme(case) {
                Some((algorithm, variant)) => (Some(algorithm), Some(variant)),
                None => (None, None),
            },
        };
        let algorithm = algorithm.ok_or(Answer::Unsupported)?;
        match (op, variant) {
            ("verify", None) => self.verify_signed(ops::signed(case, algorithm)?),
            ("verify", Some(variant)) => {
                self.verify_signed(octets::signed(case, algorithm, variant)?)
            }
            ("verify_batch", None) => {
                signed::each(case, ops::signed_of_item, |signed| self.verify_each(signed))
            }
            ("verify_batch", Some(variant)) => {
                let read = |item: &Case| octets::signed(item, algorithm, variant);
                signed::each(case, read, |signed| self.verify_each(signed))
            }
            ("sign_det", _) => self.sign(case, algorithm, variant),
            ("ecdh", _) => self.agree(case, algorithm),
            _ => Err(Answer::Unsupported),
        }
    }

    /// Verifies each; what is refused for another reason than that it is invalid is no verdict.
    fn verify_each(&mut self, signed: Vec<Signed>) -> Result<Vec<bool>, Answer> {
        let verdict = |signed: Signed| match self.verify_signed(signed) {
            Ok(_) => Ok(true),
            Err(Answer::Invalid(code)) if code == DecodeError::SigInvalid.code() => Ok(false),
            Err(refusal) => Err(refusal),
        };
        signed.into_iter().map(verdict).collect()
    }

    /// A token keeps no public key of small order: whoever verifies by one does so without it.
    fn verify_signed(&mut self, signed: Signed) -> Result<Answer, Answer> {
        if has_small_order(&PublicKey::Curve(signed.key.clone())) {
            return signed.verify();
        }
        self.verify(&signed.into())
    }

    fn verify(&mut self, question: &Question) -> Result<Answer, Answer> {
        let object = self.connection.import_public(&question.spki, LABEL).map_err(refused)?;
        self.with(object.id, |connection, key| {
            let (scheme, content) = (Some(question.scheme.clone()), question.content.clone());
            let item = SignItem { key, scheme, content, deterministic: false };
            connection.verify(item, &question.signature)?;
            Ok(Answer::Valid)
        })
    }

    /// Signs by RSA or DSA.
    fn sign_by_number(&mut self, asked: &numbers::Asked) -> Result<Answer, Answer> {
        let scheme = Some(asked.scheme.clone());
        let document = asked.key.to_pkcs8_der();
        if PrivateKey::from_pkcs8_der(&document, Lengths::Current).is_err() {
            return Err(too_short());
        }
        let id = self.take_in(&document, asked.key.algorithm(), Usage::SIGN)?;
        let content = Content::Digest(asked.digest.clone());
        let mut signature = vec![];
        self.with(id, |connection, key| {
            let item = SignItem { key, scheme, content, deterministic: true };
            signature = connection.sign(item)?;
            Ok(Answer::Valid)
        })?;
        asked.answer(&signature)
    }

    fn sign(
        &mut self,
        case: &Case,
        algorithm: ecc::Algorithm,
        variant: Option<Variant>,
    ) -> Result<Answer, Answer> {
        let key = ops::private_key(case, algorithm)?;
        let (scheme, content) = match variant {
            None => {
                let digest = ops::digest(case)?;
                let hash = digest.hash().unwrap_or(Hash::Sha256);
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
        let id = self.take_in(&key.to_pkcs8_der(), algorithm.into(), Usage::SIGN)?;
        self.with(id, |connection, key| {
            let item = SignItem { key, scheme: Some(scheme), content, deterministic: true };
            let signature = Signature::from_der(algorithm, &connection.sign(item)?)?;
            Ok(Answer::hex("sig_raw", &signature.to_bytes()))
        })
    }

    fn agree(&mut self, case: &Case, algorithm: ecc::Algorithm) -> Result<Answer, Answer> {
        let key = ops::private_key(case, algorithm)?;
        let peer = ops::public_key(case, algorithm)?.to_spki_der();
        let id = self.take_in(&key.to_pkcs8_der(), algorithm.into(), Usage::DERIVE)?;
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
                Err(not_wrapped())
            }
            result => result,
        }
    }

    fn take_aes(&mut self, label: &str, bytes: &[u8]) -> Result<Id, Answer> {
        let bits = u16::try_from(8 * bytes.len()).unwrap_or_default();
        let kind = format!("aes{bits}").parse().map_err(|_| not_wrapped())?;
        let key = Key::from_outside(kind, bytes).map_err(refused)?;
        Ok(self.connection.import(key, aes_attributes(label)).map_err(refused)?.id)
    }

    fn take_in(
        &mut self,
        document: &[u8],
        algorithm: Algorithm,
        usage: Usage,
    ) -> Result<Id, Answer> {
        let kind = KeyKind::Pair(algorithm);
        let attributes = Attributes { usage, ..Attributes::usual(LABEL, kind) };
        let key = Key::from_pkcs8(document).map_err(refused)?;
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
    let platform = Platform::system();
    let storage = Box::new(Sqlite::create(&folder.path().join("token.db"))?);
    let master = Master::fresh(&platform)?;
    let pin = Pin::new(PIN)?;
    let token = Token::init(storage, platform, &master, "cases", &pin)?;
    let officer = token.login(Role::Officer, &pin)?;
    token.set_pin(&officer, Role::User, &pin)?;
    let engine = Engine::new(token, Settings::default());
    let path = folder.path().join("socket");
    let service = Service::start(engine, &path, Options::default())?;
    let mut connection = Connection::connect(&Endpoint::Socket(path), None)?;
    connection.login(Role::User, PIN)?;
    Ok((service, connection))
}

fn too_short() -> Answer {
    Answer::NotServed("a token takes RSA and DSA keys of lengths that still sign only".to_owned())
}

fn not_wrapped() -> Answer {
    let sentence = "a token wraps AES keys only, and none by a weaker one";
    Answer::NotServed(sentence.to_owned())
}

/// The code of a refusal, which may come from the other end as a text.
fn refused(error: Error) -> Answer {
    Answer::Invalid(error.code().to_owned().into())
}
