//! Certificates and data of a token, and for whom its objects are.
use super::{attributes, told};
use crate::args::token::{Import, Part, Permit};
use crate::args::{Attributed, Lists};
use crate::cmd::served::{found, reach};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Output, Reader};
use pem_rfc7468::LineEnding;
use sealane_hsm::Error;
use sealane_hsm::engine::Keys;
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::object::{Class, Object};
use sealane_hsm::permission::{Grantee, Permissions};
use sealane_hsm::template::Template;

/// What the PEM of a certificate is called.
const CERTIFICATE: &str = "CERTIFICATE";

/// What is looked for, if anything is: all parts together, the last of each name.
pub fn template(parts: &[Part]) -> Option<Template> {
    let all = parts.iter().fold(Template::default(), |all, Part(one)| Template {
        label: one.label.clone().or(all.label),
        external_id: one.external_id.clone().or(all.external_id),
        class: one.class.or(all.class),
        kind: one.kind.or(all.kind),
        usage: one.usage.or(all.usage),
        ..all
    });
    (!parts.is_empty()).then_some(all)
}

/// The id for programs and the lists that arguments give an object.
pub fn more(args: &Attributed) -> (Vec<u8>, Permissions) {
    let id = args.external_id.as_ref().map(|id| id.0.clone()).unwrap_or_default();
    (id, permissions(&args.lists))
}

fn permissions(lists: &Lists) -> Permissions {
    Permissions { users: lists.users.clone(), viewers: lists.viewers.clone() }
}

/// A list as text; nothing where there is none.
pub fn said(list: Option<&Vec<Grantee>>) -> Option<Vec<String>> {
    list.map(|list| list.iter().map(ToString::to_string).collect())
}

pub fn permit(args: &Permit) -> Result<(), Failure> {
    let mut keys = reach(&args.user.at, args.user.whom.who, args.user.pin.file.as_ref())?;
    let object = found(&mut *keys, &args.key)?;
    let before = object.attributes.permissions;
    let named = permissions(&args.lists);
    // A list that is not named stays.
    let permissions = Permissions {
        users: if args.all_users { None } else { named.users.or(before.users) },
        viewers: if args.all_viewers { None } else { named.viewers.or(before.viewers) },
    };
    let permitted = keys.permit(object.id, permissions);
    super::report(&permitted.map_err(Failure::token)?, args.json)
}

/// Takes a certificate or data in.
pub fn import(args: &Import, input: Input) -> Result<(), Failure> {
    let kind = if args.data { KeyKind::Data } else { KeyKind::Certificate };
    // Everybody may have read a certificate.
    let bytes = if args.data { input.read_own()? } else { input.read()? };
    let document = match kind {
        KeyKind::Certificate if bytes.starts_with(b"-----") => pem_rfc7468::decode_vec(&bytes)
            .ok()
            .and_then(|(name, der)| (name == CERTIFICATE).then_some(der)),
        _ => Some(bytes.to_vec()),
    };
    let key = Key::from_outside(kind, &zeroize::Zeroizing::new(document.unwrap_or_default()));
    let key = key.map_err(|error| {
        Failure::token(error).about(|sentence| format!("{}: {sentence}", input.name()))
    })?;
    let mut made = attributes(&args.attributes, kind)?;
    // Data may be read by who may use it; a certificate by who may see it.
    (made.exportable, made.sensitive) = (true, false);
    let mut keys = reach(&args.user.at, args.user.whom.who, args.user.pin.file.as_ref())?;
    told(keys.import(key, made), &args.attributes.label, args.json)
}

/// Writes a certificate or data.
pub fn export(keys: &mut dyn Keys, object: &Object, output: Output) -> Result<(), Failure> {
    if object.class == Class::Certificate {
        let text = pem_rfc7468::encode_string(CERTIFICATE, LineEnding::LF, &object.public);
        let text = text.map_err(|_| Failure::token(Error::Internal))?;
        return output.write(text.as_bytes(), Reader::Anyone);
    }
    let data = keys.export(object.id).map_err(Failure::token)?;
    output.write(&data, Reader::OwnerOnly)
}
