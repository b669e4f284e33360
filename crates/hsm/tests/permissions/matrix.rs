//! The matrix itself: keys of every pair of lists, and everything that is asked of them.

use super::model::{CONFIGS, Config, Operation, PEOPLE, Who};
use crate::common::{OFFICER, USER, draft, loose, pin};
use crate::identities::{identity, own};
use sealane::rsa::Oaep;
use sealane::{Hash, Lengths, PrivateKey, PublicKey};
use sealane_hsm::Error;
use sealane_hsm::engine::{Keys, SignItem};
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::keywrap::{Form, Wrapping};
use sealane_hsm::object::{Attributes, Id, Usage};
use sealane_hsm::permission::Permissions;
use sealane_hsm::queue::{Ciphertext, Content};
use sealane_hsm::role::{Pin, Role};
use sealane_hsm::token::{Session, Token};
use std::sync::LazyLock;

/// The labels of the keys of one pair of lists.
pub struct Labels {
    pub signs: String,
    pub derives: String,
    pub decrypts: String,
    pub wraps: String,
    pub data: String,
    pub certificate: String,
}

pub fn keys_of(config: Config) -> Labels {
    let label = |what: &str| format!("{what} {:02}", config.number);
    Labels {
        signs: label("signs"),
        derives: label("derives"),
        decrypts: label("decrypts"),
        wraps: label("wraps"),
        data: label("data"),
        certificate: label("certificate"),
    }
}

/// The label of a key that one may try to delete.
fn victim(config: Config, who: Who) -> String {
    format!("victim {:02} {}", config.number, who.name.unwrap_or("nobody"))
}

pub fn pin_of(name: &str) -> Pin {
    pin(&pin_text(name))
}

pub fn pin_text(name: &str) -> String {
    match name {
        "officer" => OFFICER.to_owned(),
        "user" => USER.to_owned(),
        name => format!("PIN of {name}"),
    }
}

pub fn permissions(config: Config) -> Permissions {
    let list = |list: Option<&[&str]>| {
        list.map(|list| list.iter().map(|name| name.parse().unwrap()).collect())
    };
    Permissions { users: list(config.users), viewers: list(config.viewers) }
}

/// Takes a certificate or data in.
pub fn import_value(token: &Token, user: &Session, kind: &str, label: &str, id: &[u8]) -> Id {
    let kind = kind.parse().unwrap();
    // The least that passes for a value of DER.
    let key = Key::from_outside(kind, &[0x30, 3, 2, 1, 7]).unwrap();
    let (exportable, sensitive, external_id) = (true, false, id.to_vec());
    let usual = Attributes::usual(label, kind);
    let attributes = Attributes { exportable, sensitive, external_id, ..usual };
    token.import(user, vec![(key, attributes)]).unwrap()[0].id
}

static RSA: LazyLock<PrivateKey> = LazyLock::new(|| {
    let text = include_str!("../../../sealane/src/rsa/example.pem");
    PrivateKey::from_pem(text, Lengths::Current).unwrap()
});

/// Makes the people, and keys of every pair of lists: by a user who is in no list, for whom they
/// are open until the officer says what they are for. Returns their labels and ids.
pub fn fill(token: &Token) -> Vec<(String, Id)> {
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    for who in PEOPLE {
        if let (Some(name), Some(role)) = (who.name, who.role)
            && role != Role::Officer
        {
            token.add_identity(&officer, &identity(name, role), &own(name)).unwrap();
        }
    }
    let maker = crate::common::user(token);
    let open = [draft("aes256", "open wraps"), loose("ed25519", "open key")];
    token.generate_all(&maker, open.to_vec()).unwrap();
    let mut all = vec![];
    for config in CONFIGS {
        let labels = keys_of(config);
        let mut signs = loose("ed25519", &labels.signs);
        signs.attributes.external_id = vec![config.number as u8 + 1];
        let wraps = draft("aes256", &labels.wraps);
        let mut drafts = vec![signs, draft("x25519", &labels.derives), wraps];
        let victims = PEOPLE.map(|who| victim(config, who));
        drafts.extend(victims.iter().map(|label| draft("ed25519", label)));
        let made = token.generate_all(&maker, drafts).unwrap();
        let mut made: Vec<Id> = made.iter().map(|it| it.id).collect();
        let kind = Key::Private(RSA.clone()).kind();
        let usual = Attributes::usual(&labels.decrypts, kind);
        let attributes = Attributes { usage: Usage::DECRYPT, ..usual };
        let rsa = vec![(Key::Private(RSA.clone()), attributes)];
        made.push(token.import(&maker, rsa).unwrap()[0].id);
        made.push(import_value(token, &maker, "data", &labels.data, &[]));
        made.push(import_value(token, &maker, "certificate", &labels.certificate, &[]));
        for id in made {
            let made = token.set_permissions(&officer, id, permissions(config)).unwrap();
            all.push((made.attributes.label.clone(), id));
        }
    }
    let open = ["open wraps", "open key"].map(|label| token.find_label(label).unwrap().id);
    all.extend(["open wraps".to_owned(), "open key".to_owned()].into_iter().zip(open));
    all
}

/// What all share who ask: the ids of the keys, which nobody keeps secret.
struct Known<'a> {
    keys: &'a mut dyn Keys,
    all: &'a [(String, Id)],
    blob: &'a [u8],
    ciphertext: &'a [u8],
    peer: &'a [u8],
}

impl Known<'_> {
    fn id(&self, label: &str) -> Id {
        self.all.iter().find(|(known, _)| known == label).expect("it was made").1
    }

    fn sees(&mut self, label: &str) -> Result<(), Error> {
        let id = self.id(label);
        let by_id = self.keys.find_id(id).map(drop);
        let by_label = self.keys.find(label).map(drop);
        let listed = self.keys.list()?.iter().any(|it| it.id == id);
        assert_eq!(by_id.as_ref().err().map(Error::code), by_label.as_ref().err().map(Error::code));
        assert_eq!(by_id.is_ok(), listed, "{label}");
        by_id
    }

    fn item(&self, label: &str) -> SignItem {
        let content = Content::Message(b"message".to_vec());
        // Named, so that the role is looked at before the key.
        let scheme = "ed25519".parse::<KeyKind>().unwrap().usual_scheme().ok();
        SignItem { key: self.id(label), scheme, content, deterministic: false }
    }

    fn ask(&mut self, who: Who, operation: Operation, config: Config) -> Result<(), Error> {
        let labels = keys_of(config);
        let form = Form::Padded;
        match operation {
            Operation::See => self.sees(&labels.signs),
            Operation::Verify => {
                // No signature of it: to be told so takes a look at the key.
                match self.keys.verify(self.item(&labels.signs), &[0; 64]) {
                    Err(error) if error.code() == NO_SIGNATURE => Ok(()),
                    other => other,
                }
            }
            Operation::Sign => {
                let (item, more) = (self.item(&labels.signs), self.item(&labels.signs));
                let all = self.keys.sign_all(vec![more]).map(|mut all| all.remove(0));
                let one = self.keys.sign(item).map(drop);
                let all = all.and_then(|it| it.map(drop));
                let code =
                    |it: &Result<(), Error>| it.as_ref().err().map(|it| it.code().to_owned());
                assert_eq!(code(&all), code(&one));
                one
            }
            Operation::Derive => self.keys.derive(self.id(&labels.derives), self.peer).map(drop),
            Operation::Decrypt => {
                let (hash, mgf, label) = (Hash::Sha256, Hash::Sha256, vec![]);
                let ciphertext = Ciphertext { bytes: self.ciphertext.to_vec(), hash, mgf, label };
                self.keys.decrypt(self.id(&labels.decrypts), ciphertext).map(drop)
            }
            Operation::WrapBy => {
                let by = Wrapping { by: self.id(&labels.wraps), form };
                self.keys.wrap(by, self.id("open key")).map(drop)
            }
            Operation::UnwrapBy => {
                // It is of another key, which is told to those alone who may use this one.
                let by = Wrapping { by: self.id(&labels.wraps), form };
                let kind = "ed25519".parse().unwrap();
                let made = self.keys.unwrap(by, self.blob, Attributes::usual("again", kind));
                match made {
                    Err(error) if error.code() == "WRAP_INVALID" => Ok(()),
                    other => other.map(drop),
                }
            }
            Operation::UnwrapInClear => {
                // It wraps what is sensitive, which is told to those alone who may use it.
                let by = Wrapping { by: self.id(&labels.wraps), form };
                match self.keys.unwrap_in_clear(by, self.blob) {
                    Err(error) if error.code() == "ATTRIBUTE_SENSITIVE" => Ok(()),
                    other => other.map(drop),
                }
            }
            Operation::WrapOf => {
                let by = Wrapping { by: self.id("open wraps"), form };
                self.keys.wrap(by, self.id(&labels.signs)).map(drop)
            }
            Operation::Export => self.keys.export(self.id(&labels.signs)).map(drop),
            Operation::ReadData => {
                let read = self.keys.export(self.id(&labels.data))?;
                assert_eq!(*read, [0x30, 3, 2, 1, 7]);
                Ok(())
            }
            Operation::Delete => self.keys.delete(self.id(&victim(config, who))),
            Operation::Modify | Operation::Permit => unreachable!("the token has them"),
        }
    }
}

/// Asks everything of everybody, and demands what the model says; `needs_login` says what nobody is
/// answered without a login. Returns how many cases there were.
pub fn run(
    connect: &dyn Fn(Who) -> Box<dyn Keys>,
    all: &[(String, Id)],
    needs_login: impl Fn(Who, Operation) -> bool,
) -> usize {
    let PublicKey::Rsa(public) = RSA.public_key() else { panic!("it is of RSA") };
    let ciphertext = public.encrypt_oaep(b"secret", Oaep::of(Hash::Sha256)).unwrap();
    let peer = PrivateKey::generate(sealane::Algorithm::from_name("x25519").unwrap()).unwrap();
    let peer = peer.public_key().to_spki_der();
    let mut maker = connect(MAKER);
    let id = |label: &str| all.iter().find(|(known, _)| known == label).unwrap().1;
    let by = Wrapping { by: id("open wraps"), form: Form::Padded };
    let blob = maker.wrap(by, id("open key")).unwrap();
    let mut cases = 0;
    for who in PEOPLE {
        let mut keys = connect(who);
        let (blob, ciphertext, peer) = (&blob[..], &ciphertext[..], &peer[..]);
        let mut known = Known { keys: &mut *keys, all, blob, ciphertext, peer };
        for config in CONFIGS {
            for operation in Operation::ALL {
                if matches!(operation, Operation::Modify | Operation::Permit) {
                    continue;
                }
                let said = known.ask(who, operation, config);
                let expected = if needs_login(who, operation) {
                    Err("NOT_LOGGED_IN")
                } else {
                    who.outcome(operation, config)
                };
                let code = said.as_ref().err().map(Error::code);
                assert_eq!(code, expected.err(), "{who:?} {operation:?} {config:?}: {said:?}");
                cases += 1;
            }
        }
    }
    cases
}

/// What a signature is called that is none.
const NO_SIGNATURE: &str = "SIG_INVALID";

/// Who has made the keys, and is in no list.
pub const MAKER: Who = Who { name: Some("user"), role: Some(Role::User) };
