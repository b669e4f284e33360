//! Who may do what with which key: every identity, every operation, every pair of lists.
//!
//! What must come out is said by a model that knows roles and lists, and nothing of the product.

pub mod matrix;
pub mod model;

use crate::common;
use crate::hardening::forge;
use crate::hardening::memory::Memory;
use crate::identities::{identity, own};
use crate::test_service::TestService;

use common::{OFFICER, draft, init_in, master, path, pin, quick_folder};
use matrix::{fill, keys_of, pin_of};
use model::{CONFIGS, Config, Operation, PEOPLE, Who};
use sealane_hsm::engine::{Engine, Keys, Settings};
use sealane_hsm::object::{Class, Id, Mechanism};
use sealane_hsm::permission::Permissions;
use sealane_hsm::role::Role;
use sealane_hsm::service::Options;
use sealane_hsm::template::{Place, Template};
use sealane_hsm::token::{Patch, Session, Token};
use sealane_hsm::{Error, Platform};
use std::sync::Arc;

fn session(token: &Token, who: Who) -> Option<Session> {
    who.name.map(|name| token.login(name, &pin_of(name)).unwrap())
}

/// Goal: in a token, each may do what role and lists say, and gets the error that they say. Method:
/// the whole matrix, also for a token that was opened anew.
#[test]
fn the_store_permits_what_it_should() {
    let store = Memory::default();
    let token = init_in(Box::new(store.clone()));
    let all = fill(&token);
    drop(token);
    let token = Token::open(Box::new(store), Platform::system(), &master()).unwrap();
    let engine = Arc::new(Engine::new(token, Settings::default()));
    let connect =
        |who: Who| -> Box<dyn Keys> { Box::new(engine.client(session(engine.token(), who))) };
    let cases = matrix::run(&connect, &all, |who, operation| match operation {
        // Without a service between, what is public needs no login.
        Operation::Verify | Operation::See => false,
        _ => who.role.is_none(),
    });
    let own = of_token(engine.token());
    println!("permissions: {} cases in the store, {own} of the token alone", cases);
}

/// Goal: the same through a service: each logs in by name over a socket. Method: the whole matrix.
#[test]
fn the_wire_permits_what_it_should() {
    let mut all = vec![];
    let service = TestService::with(Options::default(), |token, _| all = fill(token));
    let open = |who: Who| {
        let mut connection = crate::test_service::connect(&service.path()).unwrap();
        if let Some(name) = who.name {
            connection.login(name, matrix::pin_text(name).as_bytes()).unwrap();
        }
        connection
    };
    let connect = |who: Who| -> Box<dyn Keys> { Box::new(open(who)) };
    let cases = matrix::run(&connect, &all, |who, operation| match operation {
        Operation::See => false,
        _ => who.role.is_none(),
    });
    let mut lists = 0;
    for who in PEOPLE {
        let mut keys = open(who);
        for config in CONFIGS {
            let label = Some(keys_of(config).signs);
            let template = Template { label, ..Template::default() };
            let found = keys.search(&template, None, 10).unwrap();
            assert_eq!(!found.is_empty(), who.sees(config), "{who:?} {config:?}");
            let id = all.iter().find(|row| row.0 == keys_of(config).signs).unwrap().1;
            let permitted = keys.permit(id, matrix::permissions(config)).map(drop);
            agree(who, Operation::Permit, config, permitted);
            let modified = keys.modify(id, Patch::default()).map(drop);
            agree(who, Operation::Modify, config, modified);
            lists += 3;
        }
        let everything = keys.search(&Template::default(), None, usize::MAX).unwrap();
        let seen = CONFIGS.into_iter().filter(|config| who.sees(*config)).count();
        let kept = everything.iter().filter(|it| it.class == Class::Certificate).count();
        assert_eq!(kept, seen, "pages give all that one sees");
    }
    println!("permissions: {cases} cases through the service, {lists} of lists and attributes");
}

/// What only the token has: changes of attributes and lists, and searches.
fn of_token(token: &Token) -> usize {
    let mut cases = 0;
    for who in PEOPLE {
        let session = session(token, who);
        for config in CONFIGS {
            let labels = keys_of(config);
            let key = token.find_label(&labels.signs).unwrap();
            let found = |template: &Template| {
                !token.find_all(session.as_ref(), template, None, 9).is_empty()
            };
            let label =
                |text: &String| Template { label: Some(text.clone()), ..Template::default() };
            let external_id = Some(key.attributes.external_id.clone());
            for template in [
                label(&labels.signs),
                label(&labels.certificate),
                label(&labels.data),
                Template { external_id, ..Template::default() },
            ] {
                assert_eq!(found(&template), who.sees(config), "{who:?} {config:?} {template:?}");
            }
            let page = token.page(session.as_ref(), "", 10_000);
            assert_eq!(page.iter().any(|it| it.id == key.id), who.sees(config));
            cases += 5;
            let Some(session) = &session else { continue };
            let modified = token.modify(session, key.id, Patch::default()).map(drop);
            agree(who, Operation::Modify, config, modified);
            let same = key.attributes.permissions.clone();
            let permitted = token.set_permissions(session, key.id, same).map(drop);
            agree(who, Operation::Permit, config, permitted);
            cases += 2;
        }
    }
    cases
}

fn agree(who: Who, operation: Operation, config: Config, said: Result<(), Error>) {
    let expected = who.outcome(operation, config);
    let said = said.as_ref().map_err(|error| error.code().to_owned());
    assert_eq!(
        said,
        expected.as_ref().map(|_| &()).map_err(|it| (*it).to_owned()),
        "{who:?} {operation:?} {config:?}"
    );
}

/// Goal: the model says no too: a product that looked at no list, or at no role, would not agree.
#[test]
fn the_model_tells_lists_and_roles_apart() {
    let all = PEOPLE.into_iter().flat_map(|who| CONFIGS.map(|config| (who, config)));
    let outcome = |who: Who, config| Operation::ALL.map(|it| who.outcome(it, config));
    let open = CONFIGS[0];
    let by_lists =
        all.clone().filter(|(who, config)| outcome(*who, *config) != outcome(*who, open));
    assert!(by_lists.count() > 50);
    let user = PEOPLE[1];
    let by_role = all.filter(|(who, config)| outcome(*who, *config) != outcome(user, *config));
    assert!(by_role.count() > 50);
    for operation in Operation::ALL {
        let outcomes =
            PEOPLE.map(|who| CONFIGS.map(|config| who.outcome(operation, config).is_ok()));
        let all: Vec<bool> = outcomes.into_iter().flatten().collect();
        assert!(all.contains(&true) && all.contains(&false), "{operation:?}");
    }
}

/// Goal: lists are bound to the key: who has the master key and no PIN takes none away. Method: a
/// key for one identity, whose list is cut off the record and all MACs made right.
#[test]
fn hardening_d8_lists_are_bound_to_the_key() {
    let folder = quick_folder();
    let store = path(folder.path());
    let token = common::init(folder.path());
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    for name in ["alice", "bob"] {
        token.add_identity(&officer, &identity(name, Role::User), &own(name)).unwrap();
    }
    let alice = token.login("alice", &own("alice")).unwrap();
    let mut draft = draft("p256", "hers");
    draft.attributes.permissions.users = Some(vec!["alice".parse().unwrap()]);
    let key = token.generate(&alice, draft).unwrap().id;
    drop(token);
    let whole = std::fs::read(&store).unwrap();
    let opened = |cut: bool| {
        std::fs::write(&store, &whole).unwrap();
        let before = forge::digest_of(&store);
        let file = rusqlite::Connection::open(&store).unwrap();
        let query = "SELECT body FROM record WHERE kind = 0";
        let mut body: Vec<u8> = file.query_row(query, [], |row| row.get(0)).unwrap();
        // No id, a list of one identity, and no other list; the key's past, and no rows.
        let more = [&[0, 1, 1, 1, 5][..], b"alice", &[0, 1, 1, 1, 0]].concat();
        assert!(body.ends_with(&more));
        if cut {
            body.truncate(body.len() - more.len());
        }
        file.execute("UPDATE record SET body = ? WHERE kind = 0", [body]).unwrap();
        drop(file);
        forge::mend(&store, before);
        let token = common::open(folder.path()).unwrap();
        let open = |name: &str| {
            let session = token.login(name, &own(name)).unwrap();
            token.open_key(&session, key, Mechanism::Ecdsa).err()
        };
        ["alice", "bob"].map(open)
    };
    assert_eq!(opened(false), [None, Some(Error::KeyDenied)]);
    for said in opened(true) {
        assert!(matches!(said, Some(Error::StoreCorrupt(_))), "{said:?}");
    }
}

/// Goal: who is gone is in no list, and nobody of the same name comes into their keys; the officer
/// gives them to somebody else. A name that nobody has is refused.
#[test]
fn lists_forget_who_is_gone() {
    let token = init_in(Box::new(Memory::default()));
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let add = |name: &str| {
        token.add_identity(&officer, &identity(name, Role::User), &own(name)).unwrap();
        token.login(name, &own(name)).unwrap()
    };
    let (alice, bob) = (add("alice"), add("bob"));
    let only = |name: &str| Permissions { users: Some(vec![name.parse().unwrap()]), viewers: None };
    let mut hers = draft("p256", "hers");
    hers.attributes.permissions = only("alice");
    let key = token.generate(&alice, hers.clone()).unwrap().id;
    hers.attributes.permissions = only("nobody");
    assert_eq!(token.generate(&alice, hers).err(), Some(Error::IdentityUnknown));
    let said = token.set_permissions(&alice, key, only("nobody")).err();
    assert_eq!(said, Some(Error::IdentityUnknown));
    assert_eq!(token.set_permissions(&bob, key, only("bob")).err(), Some(Error::KeyDenied));
    token.remove_identity(&officer, "alice").unwrap();
    let again = add("alice");
    for session in [&again, &bob] {
        let said = token.open_key(session, key, Mechanism::Ecdsa).err();
        assert_eq!(said, Some(Error::KeyDenied));
    }
    token.set_permissions(&officer, key, only("bob")).unwrap();
    token.open_key(&bob, key, Mechanism::Ecdsa).unwrap();
    let rows = token.audit(&officer, 0, 1000).unwrap();
    let row = &rows.iter().rfind(|(_, row)| row.action == "permit").unwrap().1;
    assert_eq!(row.subject, format!("{key}, used by bob, seen by all"));
    assert_eq!(token.list()[0].attributes.permissions, only("bob"));
}

/// Goal: pages of a search give all that fits, once, in order, whatever is beside. Method: keys,
/// certificates and data of the same labels; pages of each length; templates of each part.
#[test]
fn searches_have_pages() {
    let token = init_in(Box::new(Memory::default()));
    let user = common::user(&token);
    for n in 0..7u8 {
        let mut it = draft(["p256", "ed25519"][usize::from(n) % 2], &format!("key {n}"));
        it.attributes.external_id = vec![n / 2 + 1];
        token.generate(&user, it).unwrap();
    }
    for kind in ["certificate", "data"] {
        for n in 0..4 {
            matrix::import_value(&token, &user, kind, &format!("key {n}"), &[n / 2 + 1]);
        }
    }
    let all = |template: &Template, most| {
        let (mut found, mut after) = (vec![], None);
        loop {
            let page = token.find_all(None, template, after.as_ref(), most);
            let Some(last) = page.last() else { return found };
            assert!(page.len() <= most);
            after = Some(Place::from(&**last));
            found.extend(page.iter().map(|it| (it.attributes.label.clone(), it.class)));
        }
    };
    let class = |class| Template { class: Some(class), ..Template::default() };
    let external = |id: u8| Template { external_id: Some(vec![id]), ..Template::default() };
    let label = |text: &str| Template { label: Some(text.into()), ..Template::default() };
    let kind = Template { kind: "ed25519".parse().ok(), ..Template::default() };
    for (template, count) in [
        (Template::default(), 15),
        (class(Class::Private), 7),
        (class(Class::Certificate), 4),
        (class(Class::Secret), 0),
        (external(1), 6),
        (external(4), 1),
        (external(9), 0),
        (Template { external_id: Some(vec![]), ..Template::default() }, 0),
        (label("key 3"), 3),
        (label("key 6"), 1),
        (Template { class: Some(Class::Data), ..label("key 3") }, 1),
        (kind, 3),
    ] {
        let whole = all(&template, 100);
        assert_eq!(whole.len(), count, "{template:?}");
        assert!(whole.is_sorted());
        (1..5).for_each(|most| assert_eq!(all(&template, most), whole, "{template:?}"));
    }
    assert_eq!(token.list().len(), 7, "who lists keys is told of keys");
    assert!(token.find(Id([0; 16])).is_err());
}
