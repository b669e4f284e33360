//! Pages of objects: as many as one answer holds, of those that one may see.

use crate::object::Object;
use crate::template::{Place, Template};
use crate::token::{Token, Viewer};
use crate::wire::{PAGE_BYTES, PAGE_ROWS, Reply};
use std::sync::Arc;

/// Returns the keys behind a label, `most` at most if that is not 0, and whether there are more.
pub(crate) fn page(token: &Token, viewer: Viewer<'_>, after: &str, most: u16) -> Reply {
    let rows = rows_of(most);
    fitting(&token.page(viewer, after, rows + 1), rows)
}

/// The same of the objects that fit a template, behind a place.
pub(crate) fn search(
    token: &Token,
    viewer: Viewer<'_>,
    template: &Template,
    after: Option<&Place>,
    most: u16,
) -> Reply {
    let rows = rows_of(most);
    fitting(&token.find_all(viewer, template, after, rows + 1), rows)
}

/// The most objects of a page for which so many are asked.
fn rows_of(most: u16) -> usize {
    if most == 0 { PAGE_ROWS } else { PAGE_ROWS.min(most.into()) }
}

/// Returns those of the first objects that one answer holds, and whether there are more.
fn fitting(some: &[Arc<Object>], rows: usize) -> Reply {
    let (mut objects, mut bytes) = (vec![], 0);
    for object in some {
        bytes += size_of_object(object);
        let full = objects.len() == rows || bytes > PAGE_BYTES;
        if full && !objects.is_empty() {
            return Reply::Page { objects, more: true };
        }
        objects.push((**object).clone());
    }
    Reply::Page { objects, more: false }
}

/// About the bytes of an object in an answer.
fn size_of_object(object: &Object) -> usize {
    let it = &object.attributes;
    let lists = [&it.permissions.users, &it.permissions.viewers].into_iter().flatten().flatten();
    let named: usize = lists.map(|it| it.to_string().len() + 1).sum();
    let extra: usize = it.extra.iter().map(|row| row.value.len() + 12).sum();
    64 + it.label.len() + it.external_id.len() + object.public.len() + named + extra
}
