//! Who signs and keeps keys: a service behind a socket, or a token of this process.

use crate::error::Error;
use crate::key::{Key, KeyKind};
use crate::object::{Attributes, Id, Object};
use crate::permission::Permissions;
use crate::template::{Place, Template};
use crate::wrapping::Wrapping;
use sealane::rsa::Oaep;
use sealane::{Digest, Hash, Hmac, Scheme};
use zeroize::Zeroizing;

/// What is signed.
#[derive(Debug, Clone)]
pub enum Content {
    /// A message.
    Message(Vec<u8>),
    /// The digest of one, for schemes that sign digests.
    Digest(Digest),
}

/// What is to be decrypted by RSA-OAEP, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ciphertext {
    /// As many bytes as the modulus of the key.
    pub bytes: Vec<u8>,
    /// The hash of the label.
    pub hash: Hash,
    /// The hash of the masks.
    pub mgf: Hash,
    /// What both sides know; most often nothing.
    pub label: Vec<u8>,
}

impl Ciphertext {
    /// How it is decrypted.
    #[must_use]
    pub fn oaep(&self) -> Oaep<'_> {
        Oaep { hash: self.hash, mgf: self.mgf, label: &self.label }
    }
}

/// What a MAC is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacInput {
    /// The hash of HMAC.
    pub hash: Hash,
    /// The message.
    pub message: Vec<u8>,
}

impl MacInput {
    /// HMAC by a secret.
    #[must_use]
    pub fn mac(&self, secret: &[u8]) -> Hmac {
        let mut mac = Hmac::new(self.hash, secret);
        mac.update(&self.message);
        mac
    }
}

/// One signature that is asked for.
#[derive(Debug, Clone)]
pub struct SignItem {
    /// By which key.
    pub key: Id,
    /// How; as its kind usually does if nothing is said.
    pub scheme: Option<Scheme>,
    /// Of what.
    pub content: Content,
    /// Whether the nonce comes of key and message alone (RFC 6979) and of no random bytes; then the
    /// signature is verified before it leaves, as those of deterministic schemes are.
    pub deterministic: bool,
}

/// Who signs: an `Engine` of this process, or a service behind a socket.
pub trait Signer {
    /// Returns the object of a label. Errors: `KeyUnknown`.
    fn find(&mut self, label: &str) -> Result<Object, Error>;

    /// Returns all objects, ordered by their labels.
    fn list(&mut self) -> Result<Vec<Object>, Error>;

    /// Signs; the signature has the form that [`sealane::PublicKey::verify`] takes.
    ///
    /// Errors: `NotLoggedIn`, those of `Token::permit`, `Busy`, `Closing`, and those of the
    /// library.
    fn sign(&mut self, item: SignItem) -> Result<Vec<u8>, Error>;

    /// Signs all, in their order. Errors of all: `Busy`, `Closing`; others are of single items.
    fn sign_all(&mut self, items: Vec<SignItem>) -> Result<Vec<Result<Vec<u8>, Error>>, Error>;
}

/// Who keeps keys, the same two. Who may do what the `Token` looks at, for both; without a login
/// there is [`Error::NotLoggedIn`] for all that is not public.
pub trait Keys: Signer {
    /// Returns at most so many objects that fit a template, in the order of their labels and
    /// classes, behind a place.
    fn search(
        &mut self,
        template: &Template,
        after: Option<&Place>,
        most: usize,
    ) -> Result<Vec<Object>, Error>;

    /// Sets who may use and see an object. Errors: those of the `Token::set_permissions` of
    /// `sealane-hsm`.
    fn permit(&mut self, key: Id, permissions: Permissions) -> Result<Object, Error>;

    /// Returns the object of an id. Errors: `KeyUnknown`.
    fn find_id(&mut self, id: Id) -> Result<Object, Error>;

    /// Verifies a signature by the public half of a key. Errors: those of `Engine::verify`.
    fn verify(&mut self, item: SignItem, signature: &[u8]) -> Result<(), Error>;

    /// Returns the secret that a key shares with a public one, a SubjectPublicKeyInfo.
    ///
    /// Errors: those of `Engine::derive`.
    fn derive(&mut self, key: Id, peer: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error>;

    /// Returns the message of a ciphertext for a key of RSA, by OAEP.
    ///
    /// Errors: those of `Token::permit`, `Busy`, `Closing`; of a ciphertext that is no good those
    /// of [`sealane::rsa::PrivateKey::decrypt_oaep`], which say no more of it than that.
    fn decrypt(&mut self, key: Id, ciphertext: Ciphertext) -> Result<Zeroizing<Vec<u8>>, Error>;

    /// Returns the MAC of a message by a secret, as long as its hash gives. Errors: those of
    /// `Token::permit`.
    fn mac(&mut self, key: Id, of: MacInput) -> Result<Vec<u8>, Error>;

    /// Looks whether bytes are the MAC of a message by a secret, or its first bytes: how many are
    /// enough is said by how many they are.
    ///
    /// Errors: those of `Token::permit`; `SIG_INVALID`.
    fn verify_mac(&mut self, key: Id, of: MacInput, mac: &[u8]) -> Result<(), Error>;

    /// Returns random bytes. Errors: those of `Token::random`.
    fn random(&mut self, count: usize) -> Result<Zeroizing<Vec<u8>>, Error>;

    /// Returns a key wrapped by another. Errors: those of `Token::wrap`.
    fn wrap(&mut self, by: Wrapping, key: Id) -> Result<Vec<u8>, Error>;

    /// Takes a wrapped key in. Errors: those of `Token::unwrap`.
    fn unwrap(
        &mut self,
        by: Wrapping,
        wrapped: &[u8],
        attributes: Attributes,
    ) -> Result<Object, Error>;

    /// Takes the wrapped bytes of a secret for MACs in. Errors: those of `Token::unwrap_secret`.
    fn unwrap_secret(
        &mut self,
        by: Wrapping,
        wrapped: &[u8],
        attributes: Attributes,
    ) -> Result<Object, Error>;

    /// Returns what was wrapped, in the clear. Errors: those of `Token::unwrap_in_clear`.
    fn unwrap_in_clear(
        &mut self,
        by: Wrapping,
        wrapped: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, Error>;

    /// Makes a key. Errors: those of `Token::generate`.
    fn generate(&mut self, kind: KeyKind, attributes: Attributes) -> Result<Object, Error>;

    /// Takes a key in. Errors: those of `Token::import`.
    fn import(&mut self, key: Key, attributes: Attributes) -> Result<Object, Error>;

    /// Takes somebody's public key in. Errors: those of `Token::import_public`.
    fn import_public(&mut self, spki: &[u8], label: &str) -> Result<Object, Error>;

    /// The same with its id and what programs say of it, in one change. Errors: those of
    /// `Token::import_public_as`.
    fn import_public_as(&mut self, spki: &[u8], attributes: Attributes) -> Result<Object, Error>;

    /// Returns a key in the clear. Errors: those of `Token::export`.
    fn export(&mut self, id: Id) -> Result<Zeroizing<Vec<u8>>, Error>;

    /// Removes a key for ever. Errors: those of `Token::delete`.
    fn delete(&mut self, id: Id) -> Result<(), Error>;
}
