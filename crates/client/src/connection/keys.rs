//! A connection as one who signs and keeps keys.

use super::Connection;
use crate::error::Error;
use crate::key::{Key, KeyKind};
use crate::object::{Attributes, Id, Object};
use crate::permission::Permissions;
use crate::signer::{Ciphertext, Keys, MacInput, SignItem, Signer};
use crate::template::{Place, Template};
use crate::wire::{MAX_ITEMS, Reply, Request};
use crate::wrapping::Wrapping;
use serde_bytes::ByteBuf;
use std::os::fd::OwnedFd;
use zeroize::Zeroizing;

impl Connection {
    /// Returns the objects whose labels come behind one, at most so many, or as many as a reply
    /// holds if that is 0; and whether there are more.
    pub fn page(&mut self, after: &str, most: u16) -> Result<(Vec<Object>, bool), Error> {
        match self.ask(&Request::Page { after: after.to_owned(), most })? {
            Reply::Page { objects, more } => Ok((objects, more)),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Returns a number that is another one after each change of an object of the token, whoever
    /// makes it, and after each start of the service: who has asked for objects between two equal
    /// numbers has them as they are.
    ///
    /// The thread sleeps until the reply comes: this is asked before short work, and looking for
    /// the reply would take longer than that.
    ///
    /// Errors: `OperationUnknown` of an earlier service.
    pub fn changes(&mut self) -> Result<u64, Error> {
        self.soon = false;
        match self.ask(&Request::Changes)? {
            Reply::Changes(number) => Ok(number),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// The same number, and a file that begins with eight bytes which are others after each change
    /// of an object, and after each end of a session: who reads them again and finds the same has
    /// seen all there is, while the service lives. No file comes by an address.
    ///
    /// Errors: the same; `NotLoggedIn` of a session that has ended.
    pub fn watch_changes(&mut self) -> Result<(u64, Option<OwnedFd>), Error> {
        self.soon = false;
        self.input.takes_passed = true;
        let said = self.ask(&Request::WatchChanges);
        self.input.takes_passed = false;
        let passed = self.input.passed.take();
        match said? {
            Reply::Changes(number) => Ok((number, passed)),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }
}

impl Signer for Connection {
    fn find(&mut self, label: &str) -> Result<Object, Error> {
        self.object(&Request::FindLabel(label.to_owned()))
    }

    fn list(&mut self) -> Result<Vec<Object>, Error> {
        let mut all: Vec<Object> = vec![];
        loop {
            let after = all.last().map(|last| last.attributes.label.clone()).unwrap_or_default();
            let (objects, more) = self.page(&after, 0)?;
            // Else it would go on for ever.
            let first = objects.first();
            if more && first.is_none_or(|first| first.attributes.label <= after) {
                return Err(Error::Frame("a page is not behind the one before"));
            }
            all.extend(objects);
            if !more {
                return Ok(all);
            }
        }
    }

    fn sign(&mut self, item: SignItem) -> Result<Vec<u8>, Error> {
        match self.ask(&Request::Sign(item.into()))? {
            Reply::Signature(signature) => Ok(signature.into_vec()),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    fn sign_all(&mut self, items: Vec<SignItem>) -> Result<Vec<Result<Vec<u8>, Error>>, Error> {
        // Many take a while.
        self.soon &= items.len() == 1;
        let mut results = Vec::with_capacity(items.len());
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            let some: Vec<_> = items.by_ref().take(MAX_ITEMS).map(Into::into).collect();
            let count = some.len();
            let Reply::Signatures(signed) = self.ask(&Request::SignAll(some))? else {
                return Err(Error::Frame("another reply than was asked for"));
            };
            if signed.len() != count {
                return Err(Error::Frame("another reply than was asked for"));
            }
            results.extend(signed.into_iter().map(|one| Ok(one?.into_vec())));
        }
        Ok(results)
    }
}

impl Keys for Connection {
    fn search(
        &mut self,
        template: &Template,
        after: Option<&Place>,
        most: usize,
    ) -> Result<Vec<Object>, Error> {
        let mut all: Vec<Object> = vec![];
        while all.len() < most {
            let place = all.last().map(Place::from).or_else(|| after.cloned());
            let left = u16::try_from(most - all.len()).unwrap_or(0);
            let template = Box::new(template.clone());
            let request = Request::Search { template, after: place.clone(), most: left };
            let Reply::Page { objects, more } = self.ask(&request)? else {
                return Err(Error::Frame("another reply than was asked for"));
            };
            // Else it would go on for ever.
            let first = objects.first().map(Place::from);
            if more && first.is_none_or(|first| place.is_some_and(|place| first <= place)) {
                return Err(Error::Frame("a page is not behind the one before"));
            }
            all.extend(objects);
            if !more {
                break;
            }
        }
        all.truncate(most);
        Ok(all)
    }

    fn permit(&mut self, key: Id, permissions: Permissions) -> Result<Object, Error> {
        self.object(&Request::Permit { key, permissions })
    }

    fn find_id(&mut self, id: Id) -> Result<Object, Error> {
        self.object(&Request::Find(id))
    }

    fn verify(&mut self, item: SignItem, signature: &[u8]) -> Result<(), Error> {
        self.done(&Request::Verify { item: item.into(), signature: ByteBuf::from(signature) })
    }

    fn derive(&mut self, key: Id, peer: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.bytes(&Request::Derive { key, peer: ByteBuf::from(peer) })
    }

    fn decrypt(&mut self, key: Id, ciphertext: Ciphertext) -> Result<Zeroizing<Vec<u8>>, Error> {
        let Ciphertext { bytes, hash, mgf, label } = ciphertext;
        let (label, bytes) = (label.into(), bytes.into());
        self.bytes(&Request::Decrypt { key, hash, mgf, label, bytes })
    }

    fn mac(&mut self, key: Id, of: MacInput) -> Result<Vec<u8>, Error> {
        let MacInput { hash, message } = of;
        Ok(self.bytes(&Request::Mac { key, hash, message: message.into() })?.to_vec())
    }

    fn verify_mac(&mut self, key: Id, of: MacInput, mac: &[u8]) -> Result<(), Error> {
        let (MacInput { hash, message }, mac) = (of, ByteBuf::from(mac));
        self.done(&Request::VerifyMac { key, hash, message: message.into(), mac })
    }

    fn random(&mut self, count: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        // More than a number of the protocol holds is too much as well.
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.bytes(&Request::Random { count })
    }

    fn wrap(&mut self, by: Wrapping, key: Id) -> Result<Vec<u8>, Error> {
        Ok(self.bytes(&Request::Wrap { by, key })?.to_vec())
    }

    fn unwrap(
        &mut self,
        by: Wrapping,
        wrapped: &[u8],
        attributes: Attributes,
    ) -> Result<Object, Error> {
        self.object(&Request::Unwrap {
            by,
            wrapped: ByteBuf::from(wrapped),
            attributes: attributes.into(),
        })
    }

    fn unwrap_secret(
        &mut self,
        by: Wrapping,
        wrapped: &[u8],
        attributes: Attributes,
    ) -> Result<Object, Error> {
        self.object(&Request::UnwrapSecret {
            by,
            wrapped: ByteBuf::from(wrapped),
            attributes: attributes.into(),
        })
    }

    fn unwrap_in_clear(
        &mut self,
        by: Wrapping,
        wrapped: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.bytes(&Request::UnwrapInClear { by, wrapped: ByteBuf::from(wrapped) })
    }

    fn generate(&mut self, kind: KeyKind, attributes: Attributes) -> Result<Object, Error> {
        self.object(&Request::Generate { kind: kind.to_string(), attributes: attributes.into() })
    }

    fn import(&mut self, key: Key, attributes: Attributes) -> Result<Object, Error> {
        let (kind, document) = (key.kind().to_string(), key.to_document());
        self.object(&Request::Import { kind, document, attributes: attributes.into() })
    }

    fn import_public(&mut self, spki: &[u8], label: &str) -> Result<Object, Error> {
        self.object(&Request::ImportPublic { spki: ByteBuf::from(spki), label: label.to_owned() })
    }

    fn import_public_as(&mut self, spki: &[u8], attributes: Attributes) -> Result<Object, Error> {
        self.object(&Request::ImportPublicAs {
            spki: ByteBuf::from(spki),
            attributes: attributes.into(),
        })
    }

    fn export(&mut self, id: Id) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.bytes(&Request::Export(id))
    }

    fn delete(&mut self, id: Id) -> Result<(), Error> {
        self.done(&Request::Delete(id))
    }
}
