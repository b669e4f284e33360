//! What is done off the threads that serve, with keys of one token.

use crate::engine::{Keys, MacInput};
use crate::error::Error;
use crate::key::{Key, KeyKind};
use crate::object::Object;
use crate::service::executor::LaneName;
use crate::wire::{Reply, Request};
use sealane::Algorithm;

/// The lane of a request that is slow. Keys of RSA and DSA take their time to be made, and to be
/// looked at when they come in.
pub(super) fn lane_of(request: &Request) -> LaneName {
    let kind: Option<KeyKind> = match request {
        Request::Generate { kind, .. } | Request::Import { kind, .. } => kind.parse().ok(),
        _ => None,
    };
    match kind {
        Some(KeyKind::Pair(Algorithm::Rsa { .. } | Algorithm::Dsa { .. })) => LaneName::Primes,
        _ => LaneName::Store,
    }
}

/// Demands that lists of names are no longer than a key may have: in memory they are many times
/// their bytes on the wire. Errors: `IdentityInvalid`.
pub(super) fn demand_short_lists(request: &Request) -> Result<(), Error> {
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
pub(super) fn done_slowly(keys: &mut dyn Keys, request: Request) -> Result<Reply, Error> {
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
