//! Which top-level module of a crate uses which other, from the syntax tree.

use super::source::Source;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, ItemUse, Meta, Token, TraitItem, UseTree};

/// From which module to which, and where the source says so.
pub type Uses = BTreeMap<(String, String), BTreeSet<String>>;

/// The top-level modules of a crate.
#[derive(Debug, Default, Clone)]
pub struct Modules {
    /// Their names, without those of test builds.
    pub names: BTreeSet<String>,
    /// Which uses which.
    pub uses: Uses,
    /// Paths whose module cannot be told, and files that are missing.
    pub unclear: Vec<String>,
}

/// A path that begins with `crate`, or that `self` and `super` lead to the root, without that
/// beginning; and its line.
type Absolute = (Vec<String>, usize);

/// Reads the modules that the root file `lib.rs` in `folder` declares, and theirs, down to the
/// last.
///
/// Follows `crate::`, `self::` and `super::` in imports, types, expressions, patterns and within
/// macros. A name that the root exports again counts as a use of the module it stems from. Items of
/// test builds are left out.
///
/// # Panics
/// If a file is no Rust.
#[must_use]
pub fn modules(files: &[Source], folder: &str) -> Modules {
    let mut found = Modules::default();
    let root = parse(files, &format!("{folder}/lib.rs")).expect("the root file").0;
    let mut exports = BTreeMap::new();
    for item in root.items.iter().filter(|item| !is_test(attributes(item))) {
        match item {
            Item::Mod(module) => drop(found.names.insert(module.ident.to_string())),
            Item::Use(item) => {
                for (path, name, _) in flattened(&item.tree) {
                    let path = path.into_iter().skip_while(|s| s == "crate" || s == "self");
                    exports.insert(name, path.collect::<Vec<_>>());
                }
            }
            _ => {}
        }
    }
    let mut paths = Vec::new();
    read_items(files, &format!("{folder}/lib.rs"), folder, &[], &mut paths, &mut found.unclear);
    for (module, file, (path, line)) in paths {
        // What the root says itself is no module's use.
        let Some(user) = module.first() else { continue };
        let place = format!("{file}:{line}");
        match origin(&found.names, &exports, &path) {
            Some(used) if used == *user => {}
            Some(used) => drop(found.uses.entry((user.clone(), used)).or_default().insert(place)),
            None => found.unclear.push(format!("{place}: crate::{}", path.join("::"))),
        }
    }
    found
}

/// Returns the top-level module that a path from the root names.
fn origin(
    names: &BTreeSet<String>,
    exports: &BTreeMap<String, Vec<String>>,
    path: &[String],
) -> Option<String> {
    let mut first = path.first()?;
    // A name exported again under its own name would lead here without end.
    for _ in 0..=exports.len() {
        if names.contains(first) {
            return Some(first.clone());
        }
        first = exports.get(first)?.first()?;
    }
    None
}

fn parse<'a>(files: &'a [Source], path: &str) -> Option<(syn::File, &'a Source)> {
    let source = files.iter().find(|source| source.path == path)?;
    let file = syn::parse_file(&source.text).unwrap_or_else(|e| panic!("{path}: {e}"));
    Some((file, source))
}

/// Collects the paths of a file and of the modules it declares, which lie in `folder`.
fn read_items(
    files: &[Source],
    path: &str,
    folder: &str,
    module: &[String],
    paths: &mut Vec<(Vec<String>, String, Absolute)>,
    unclear: &mut Vec<String>,
) {
    let (file, source) = parse(files, path).expect("the caller saw it");
    let mut walk = Walk { module: module.to_vec(), paths: Vec::new(), files: Vec::new() };
    walk.visit_file(&file);
    let placed = walk.paths.into_iter().map(|(user, path)| (user, source.path.clone(), path));
    paths.extend(placed);
    for child in walk.files {
        let inside = child[module.len()..].join("/");
        let candidates = [format!("{folder}/{inside}.rs"), format!("{folder}/{inside}/mod.rs")];
        match candidates.iter().find(|path| files.iter().any(|file| file.path == **path)) {
            Some(file) => {
                let folder = format!("{folder}/{inside}");
                read_items(files, file, &folder, &child, paths, unclear);
            }
            None => unclear.push(format!("{path}: no file of module {}", child.join("::"))),
        }
    }
}

/// The walk over one file.
struct Walk {
    /// Where it is.
    module: Vec<String>,
    paths: Vec<(Vec<String>, Absolute)>,
    /// The modules that have files of their own.
    files: Vec<Vec<String>>,
}

impl Walk {
    /// Takes a path as it is written.
    fn take(&mut self, path: &[String], line: usize) {
        let mut base = self.module.clone();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => base.clear(),
            Some("self" | "super") => {}
            // A child, a name in scope or another crate: no way to the root.
            _ => return,
        }
        while let Some((first, after)) = rest.split_first() {
            match &first[..] {
                "super" => drop(base.pop()),
                "self" | "crate" => {}
                _ => break,
            }
            rest = after;
        }
        base.extend_from_slice(rest);
        if !base.is_empty() {
            self.paths.push((self.module.clone(), (base, line)));
        }
    }

    /// Takes the paths that stand in the arguments of a macro.
    fn take_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let colon = |at: usize| match tokens.get(at) {
            Some(TokenTree::Punct(mark)) => mark.as_char() == ':',
            _ => false,
        };
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.take_tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let mut path = vec![first.to_string()];
                    while colon(at + 1) && colon(at + 2) {
                        let Some(TokenTree::Ident(next)) = tokens.get(at + 3) else { break };
                        path.push(next.to_string());
                        at += 3;
                    }
                    self.take(&path, first.span().start().line);
                }
                _ => {}
            }
            at += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Walk {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test(attributes(item)) {
            return;
        }
        let Item::Mod(module) = item else { return visit::visit_item(self, item) };
        self.module.push(module.ident.to_string());
        match &module.content {
            Some(_) => visit::visit_item(self, item),
            None => self.files.push(self.module.clone()),
        }
        self.module.pop();
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes = match item {
            ImplItem::Const(item) => &item.attrs,
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            _ => return visit::visit_impl_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        if !matches!(item, TraitItem::Fn(item) if is_test(&item.attrs)) {
            visit::visit_trait_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for (mut path, _, line) in flattened(&item.tree) {
            // The root by another name would hide what is taken from it.
            if path.iter().all(|name| ["crate", "super", "self"].contains(&&name[..])) {
                path.push("*".to_owned());
            }
            self.take(&path, line);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let line = path.segments.first().map_or(0, |s| s.ident.span().start().line);
        self.take(&names, line);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.take_tokens(call.tokens.clone());
    }

    /// Who may see an item is no use of theirs.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}

/// Returns what an import names: each path, the name it gets here, the line. A star is a name.
fn flattened(tree: &UseTree) -> Vec<(Vec<String>, String, usize)> {
    let one = |name: &syn::Ident, here: &syn::Ident| {
        vec![(vec![name.to_string()], here.to_string(), name.span().start().line)]
    };
    match tree {
        UseTree::Path(path) => {
            let mut inside = flattened(&path.tree);
            for (names, here, _) in &mut inside {
                names.insert(0, path.ident.to_string());
                if here == "self" {
                    *here = path.ident.to_string();
                    names.pop();
                }
            }
            inside
        }
        UseTree::Name(name) => one(&name.ident, &name.ident),
        UseTree::Rename(name) => one(&name.ident, &name.rename),
        UseTree::Glob(star) => {
            let line = star.star_token.spans[0].start().line;
            vec![(vec!["*".to_owned()], "*".to_owned(), line)]
        }
        UseTree::Group(group) => group.items.iter().flat_map(flattened).collect(),
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether an item exists in test builds only.
fn is_test(attributes: &[Attribute]) -> bool {
    let cfg = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    cfg.filter_map(|attribute| attribute.parse_args::<Meta>().ok()).any(|meta| only_test(&meta))
}

fn only_test(meta: &Meta) -> bool {
    let Meta::List(list) = meta else { return meta.path().is_ident("test") };
    let inside = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let inside = inside.unwrap_or_default();
    match list.path.get_ident().map(ToString::to_string).as_deref() {
        Some("all") => inside.iter().any(only_test),
        Some("any") => !inside.is_empty() && inside.iter().all(only_test),
        _ => false,
    }
}
