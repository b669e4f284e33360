//! What is done with the keys of one token, and may take its time.

use crate::engine::{Keys, MacInput};
use crate::error::Error;
use crate::key::Key;
use crate::object::Object;
use crate::wire::{Reply, Request};

/// Demands that lists of names are no longer than a key may have: in memory they are many times
/// their bytes on the wire. Errors: `IdentityInvalid`.
pub(crate) fn demand_short_lists(request: &Request) -> Result<(), Error> {
    match request {
        Request::Generate { attributes, .. }
        | Request::Import { attributes, .. }
        | Request::ImportPublicAs { attributes, .. }
        | Request::Unwrap { attributes, .. }
        | Request::UnwrapSecret { attributes, .. } => attributes.permissions.check(),
        Request::Permit { permissions, .. } => permissions.check(),
        _ => Ok(()),
    }
}

/// Does it.
pub(crate) fn work(keys: &mut dyn Keys, request: Request) -> Result<Reply, Error> {
    Ok(match request {
        Request::Verify { item, signature } => {
            keys.verify(item.try_into()?, &signature)?;
            Reply::Done
        }
        Request::Derive { key, peer } => Reply::Bytes(keys.derive(key, &peer)?),
        Request::Mac { key, hash, message } => {
            let message = message.into_vec();
            Reply::Bytes(keys.mac(key, MacInput { hash, message })?.into())
        }
        Request::VerifyMac { key, hash, message, mac } => {
            let message = message.into_vec();
            keys.verify_mac(key, MacInput { hash, message }, &mac)?;
            Reply::Done
        }
        Request::UnwrapSecret { by, wrapped, attributes } => {
            object(keys.unwrap_secret(by, &wrapped, *attributes)?)
        }
        Request::Random { count } => {
            Reply::Bytes(keys.random(usize::try_from(count).unwrap_or(usize::MAX))?)
        }
        Request::Wrap { by, key } => Reply::Bytes(keys.wrap(by, key)?.into()),
        Request::Unwrap { by, wrapped, attributes } => {
            object(keys.unwrap(by, &wrapped, *attributes)?)
        }
        Request::UnwrapInClear { by, wrapped } => Reply::Bytes(keys.unwrap_in_clear(by, &wrapped)?),
        Request::Generate { kind, attributes } => {
            object(keys.generate(kind.parse()?, *attributes)?)
        }
        Request::Import { kind, document, attributes } => {
            let key = Key::from_outside(kind.parse()?, &document)?;
            object(keys.import(key, *attributes)?)
        }
        Request::ImportPublic { spki, label } => object(keys.import_public(&spki, &label)?),
        Request::ImportPublicAs { spki, attributes } => {
            object(keys.import_public_as(&spki, *attributes)?)
        }
        Request::Export(id) => Reply::Bytes(keys.export(id)?),
        Request::Permit { key, permissions } => object(keys.permit(key, permissions)?),
        Request::Delete(id) => {
            keys.delete(id)?;
            Reply::Done
        }
        _ => return Err(Error::Internal),
    })
}

fn object(object: Object) -> Reply {
    Reply::Object(object.into())
}
