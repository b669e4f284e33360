//! Searches among the objects of a token. What the service has told once is asked again only when
//! it has changed; where little is wanted, the service's own tables are asked.

use crate::known::{Known, Row, Watched};
use crate::module::{Module, with_module};
use crate::objects::{Kept, Part};
use crate::raw::Attributes;
use crate::rv::Rv;
use crate::said;
use crate::slot::{Login, Repeat, ask};
use cryptoki_sys::*;
use sealane_client::Error;
use sealane_client::connection::Connection;
use sealane_client::object::{Class, Object};
use sealane_client::signer::Keys;
use sealane_client::template::{Place, Template};
use std::sync::Arc;

/// The most objects of one page of a search.
const PAGE: usize = 1024;
/// How often all objects are read that others change meanwhile.
const READINGS: usize = 3;

/// Finds the parts of objects of a token that fit a template, as they are now.
///
/// Errors: those of asking the service.
pub fn find(slot: CK_SLOT_ID, wanted: &Attributes) -> Result<Vec<Row>, Rv> {
    let is_of_nothing = |class| raw_class(class).is_none();
    if wanted.truth(CKA_TOKEN) == Ok(Some(false))
        || wanted.get(CKA_CLASS).is_some_and(is_of_nothing)
    {
        return Ok(vec![]);
    }
    if let Some(known) = current(slot)? {
        return Ok(fitting(slot, known.candidates(wanted), wanted));
    }
    let template = template_of(wanted);
    // Objects without an id are in no table.
    if template.label.is_some() || template.external_id.as_ref().is_some_and(|id| !id.is_empty()) {
        let found = Known::new(0, None, &fetched(slot, &template)?);
        return Ok(fitting(slot, found.rows().iter(), wanted));
    }
    let known = all(slot, &template)?;
    Ok(fitting(slot, known.candidates(wanted), wanted))
}

/// The class of an attribute's bytes, if objects of a token have it.
fn raw_class(value: &[u8]) -> Option<Part> {
    crate::raw::number(value).and_then(Part::from_class).ok()
}

fn fitting<'a>(
    slot: CK_SLOT_ID,
    rows: impl Iterator<Item = &'a Row>,
    wanted: &Attributes,
) -> Vec<Row> {
    let fits = |(object, part): &&Row| {
        Kept::Token { slot, object: object.clone(), part: *part }.fits(wanted)
    };
    rows.filter(fits).cloned().collect()
}

/// What is known of a slot, and who has logged in.
type Seen = (Option<Arc<Known>>, Option<Arc<Login>>);

fn known_of(slot: CK_SLOT_ID) -> Result<Seen, Rv> {
    with_module(|module| {
        let slot = module.slot(slot)?;
        Ok((slot.known.clone(), slot.login.clone()))
    })
}

/// What is known, if nothing has changed: by the number that is watched, or by one question.
fn current(slot: CK_SLOT_ID) -> Result<Option<Arc<Known>>, Rv> {
    let (Some(known), login) = known_of(slot)? else { return Ok(None) };
    if !known.is_of(login.as_ref()) {
        return Ok(None);
    }
    let watched = known.watched().and_then(|it| Some((it, it.now()?)));
    if watched.is_some_and(|(it, number)| it.is_at(number)) {
        // A service that has died changes no number any more; and the login is looked at again.
        let is_so = |module: &mut Module| {
            let own = module.slot(slot)?;
            Ok(own.is_served() && known.is_of(own.login.as_ref()))
        };
        if with_module(is_so)? {
            return Ok(Some(known));
        }
    }
    let Some(changes) = changes(slot)? else { return Ok(None) };
    // The login may have ended meanwhile.
    let (_, login) = known_of(slot)?;
    if !known.is_at(changes, login.as_ref()) {
        return Ok(None);
    }
    // The number moves behind a change: what it was before the question is that of these objects.
    if let Some((watched, number)) = watched {
        watched.note_asked(number);
    }
    Ok(Some(known.clone()))
}

/// The number of changes, of a service that tells it.
fn changes(slot: CK_SLOT_ID) -> Result<Option<u64>, Rv> {
    ask(slot, Repeat::Harmless, |connection: &mut Connection| match connection.changes() {
        Err(error) if error.code() == Error::OperationUnknown(0).code() => Ok(None),
        told => told.map(Some),
    })
}

/// The number of changes, and what says without a request that there was none.
fn watch(slot: CK_SLOT_ID) -> Result<Option<(u64, Option<Watched>)>, Rv> {
    let watched = ask(slot, Repeat::Harmless, |connection| match connection.watch_changes() {
        Err(error) if error.code() == Error::OperationUnknown(0).code() => Ok(None),
        told => told.map(Some),
    })?;
    Ok(match watched {
        Some((number, file)) => Some((number, file.and_then(Watched::new))),
        // An earlier service.
        None => changes(slot)?.map(|number| (number, None)),
    })
}

/// Reads all objects, and keeps them if none has changed meanwhile. Of a service that tells of no
/// changes, and of a token that never rests, those of the template are read and not kept.
fn all(slot: CK_SLOT_ID, template: &Template) -> Result<Arc<Known>, Rv> {
    for _ in 0..READINGS {
        let (_, login) = known_of(slot)?;
        let Some((before, watched)) = watch(slot)? else { break };
        let objects = fetched(slot, &Template::default())?;
        let known = Arc::new(Known::new(before, login, &objects).with_watched(watched));
        if changes(slot)? == Some(before) && is_kept(slot, &known)? {
            return Ok(known);
        }
    }
    Ok(Arc::new(Known::new(0, None, &fetched(slot, template)?)))
}

/// Keeps what is known, if the login is the same, and shows objects as they are by their handles.
fn is_kept(slot: CK_SLOT_ID, known: &Arc<Known>) -> Result<bool, Rv> {
    with_module(|module| {
        let own = module.slot(slot)?;
        if !known.is_of(own.login.as_ref()) {
            return Ok(false);
        }
        own.known = Some(known.clone());
        module.handles.renew_all(slot, known.rows());
        Ok(true)
    })
}

/// Asks the service for all objects of a template.
fn fetched(slot: CK_SLOT_ID, template: &Template) -> Result<Vec<Arc<Object>>, Rv> {
    let mut all: Vec<Arc<Object>> = vec![];
    loop {
        let after = all.last().map(|last| Place::from(&**last));
        let page = ask(slot, Repeat::Harmless, |keys| keys.search(template, after.as_ref(), PAGE))?;
        let is_last = page.len() < PAGE;
        all.extend(page.into_iter().map(Arc::new));
        if is_last {
            return Ok(all);
        }
    }
}

/// What the service is asked for: by label, id and class, which it has tables of.
fn template_of(wanted: &Attributes) -> Template {
    // What is no label of the token is that of no object there.
    let text = |value: &[u8]| said::label_of_token(value).unwrap_or_default().to_owned();
    let label = wanted.get(CKA_LABEL).map(text);
    let external_id = wanted.get(CKA_ID).map(<[u8]>::to_vec);
    let class = match wanted.get(CKA_CLASS).and_then(raw_class) {
        Some(Part::Private) => Some(Class::Private),
        Some(Part::Secret) => Some(Class::Secret),
        Some(Part::Certificate) => Some(Class::Certificate),
        Some(Part::Data) => Some(Class::Data),
        // Public keys are halves of pairs too.
        Some(Part::Public) | None => None,
    };
    let or_extra = said::rows_of_names(wanted);
    Template { label, external_id, class, or_extra, ..Template::default() }
}
