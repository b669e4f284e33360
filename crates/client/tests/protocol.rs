//! docs/protocol.md against the code: examples, numbers, limits.

use sealane::{Hash, Scheme};
use sealane_client::audit::Uses;
use sealane_client::extra::Extra;
use sealane_client::object::{Attributes, Class, History, Id, Mechanism, Object, Usage};
use sealane_client::role::Role;
use sealane_client::wire::frames::{add_reply, add_request, read_reply, read_request};
use sealane_client::wire::numbers::{REPLIES, REQUESTS};
use sealane_client::wire::{
    AUDIT_ROWS, Data, Item, MAX_ITEMS, PAGE_BYTES, PAGE_ROWS, REPLY_BYTES, REQUEST_BYTES, Refusal,
    Reply, Request, TokenName, Versions,
};
use serde::Serialize;
use zeroize::Zeroizing;

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// An example of the page: what it is, and its bytes.
fn examples(page: &str) -> Vec<(String, Vec<u8>)> {
    let blocks = page.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let example = |block: &str| {
        let (title, rows) = block.split_once('\n').unwrap();
        let bytes = rows.lines().flat_map(|row| row.split("  ").next().unwrap().split(' '));
        let bytes = bytes.map(|digits| u8::from_str_radix(digits, 16).expect("two digits"));
        (title.to_owned(), bytes.collect())
    };
    blocks.map(example).collect()
}

const KEY: Id = Id([16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]);

fn item(scheme: Option<Scheme>, data: Data, deterministic: bool) -> Item {
    Item { key: KEY, scheme, data, deterministic }
}

/// The requests of the examples, each with its number and token.
fn requests() -> Vec<(u32, TokenName, Request)> {
    let first = TokenName::default();
    let attributes = Attributes {
        mechanisms: vec![Mechanism::Ecdsa],
        ..Attributes::usual("k", "p256".parse().unwrap())
    };
    let ecdsa = item(Some(Scheme::Ecdsa(Hash::Sha256)), Data::Message(b"hi".to_vec()), false);
    let raw = item(None, Data::Raw(b"abc".to_vec()), true);
    let empty = item(None, Data::Message(vec![]), false);
    let pin = Zeroizing::new(b"1234".to_vec());
    let page = Request::Page { after: String::new(), most: 0 };
    vec![
        (1, first.clone(), Request::hello(Versions::OWN)),
        (2, first.clone(), Request::Login { who: "user".to_owned(), pin }),
        (3, TokenName::Slot(2), page),
        (256, TokenName::Label("first".to_owned()), Request::Sign(ecdsa)),
        (257, first.clone(), Request::SignAll(vec![raw, empty])),
        (4, first, Request::Generate { kind: "p256".to_owned(), attributes: attributes.into() }),
    ]
}

fn replies() -> Vec<(u32, Reply)> {
    let kind = "aes128".parse().unwrap();
    let attributes = Attributes {
        mechanisms: vec![Mechanism::WrapPadded, Mechanism::Wrap],
        extra: vec![Extra { kind: 3, value: b"Web".to_vec() }],
        ..Attributes::usual("web", kind)
    };
    let object = Object {
        id: KEY,
        class: Class::Secret,
        kind,
        attributes,
        public: vec![],
        version: 0,
        sequence: 7,
        created: 1_765_568_000,
        history: History { local: true, always_sensitive: true, never_exportable: true },
    };
    let refusal = |code: &str, sentence: &str| Refusal {
        code: code.to_owned(),
        sentence: sentence.to_owned(),
    };
    let (token, Versions { lowest, highest }) = ("first".to_owned(), Versions::OWN);
    let signed = vec![Ok(vec![10, 11].into()), Err(refusal("KEY_TYPE", "no key to sign"))];
    vec![
        (1, Reply::Hello { version: highest, lowest, highest, token }),
        (2, Reply::Done),
        (3, Reply::Page { objects: vec![object], more: false }),
        (256, Reply::Signature(vec![0x30, 6, 2, 1, 7, 2, 1, 9].into())),
        (257, Reply::Signatures(signed)),
        (4, Reply::Refused(refusal("NAME_EXISTS", "the label is taken"))),
    ]
}

/// Returns what is wrong with the examples of a page.
fn wrong_examples(page: &str) -> Vec<String> {
    let framed = |add: &dyn Fn(&mut Zeroizing<Vec<u8>>)| {
        let mut out = Zeroizing::default();
        add(&mut out);
        out.to_vec()
    };
    let mut written: Vec<(&str, Vec<u8>)> = vec![];
    for (number, token, request) in &requests() {
        written.push(("request", framed(&|out| add_request(out, *number, token, request))));
    }
    for (number, reply) in &replies() {
        written.push(("reply", framed(&|out| add_reply(out, *number, reply))));
    }
    let mut wrong = vec![];
    let examples = examples(page);
    for (title, bytes) in &examples {
        let (side, name) = title.split_once(' ').expect("a side and a name");
        if !written.iter().any(|known| known.0 == side && known.1 == *bytes) {
            wrong.push(format!("{title}: the code does not write it"));
        }
        let table = if side == "request" { &REQUESTS[..] } else { &REPLIES };
        let number = bytes.get(8..10).map(|two| u16::from_be_bytes([two[0], two[1]]));
        if !table.iter().any(|row| Some(row.0) == number && row.1 == name) {
            wrong.push(format!("{title}: of another number"));
        }
        // What is read is written again as it is.
        let frame = bytes.get(4..).unwrap_or_default();
        let again = if side == "request" {
            read_request(frame).ok().and_then(|(head, request)| {
                let request = request.ok()?;
                Some(framed(&|out| add_request(out, head.number, &head.token, &request)))
            })
        } else {
            let read = read_reply(frame).ok();
            read.map(|(number, reply)| framed(&|out| add_reply(out, number, &reply)))
        };
        if again.as_ref() != Some(bytes) {
            wrong.push(format!("{title}: the code does not read it"));
        }
    }
    if examples.len() != written.len() {
        wrong.push(format!("{} examples of {}", examples.len(), written.len()));
    }
    wrong
}

/// Goal: the bytes of the page are those of the code, read and written. A changed byte, and a
/// block that is not there, are noticed.
#[test]
fn examples_are_those_of_the_code() {
    assert_eq!(wrong_examples(PAGE), [""; 0]);
    for (from, to) in [
        ("04 31 32 33 34 ", "04 31 32 33 35 "),
        ("00 10          Login", "00 11          Login"),
        ("request Page", "request Sign"),
        ("00 00 00 06    6 bytes", "00 00 00 07    6 bytes"),
    ] {
        assert!(PAGE.contains(from), "{from}");
        assert!(!wrong_examples(&PAGE.replace(from, to)).is_empty(), "{from}");
    }
    let cut = PAGE.rsplit_once("```text").unwrap().0;
    assert!(!wrong_examples(cut).is_empty());
}

/// The numbers and names of a table of the page, which has this head.
fn rows(page: &str, head: &str) -> Vec<(u16, String)> {
    let table = page.split_once(head).expect("the table").1;
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        (cells[1].parse().expect("a number"), cells[2].to_owned())
    };
    table.lines().skip(2).take_while(|line| line.starts_with('|')).map(row).collect()
}

/// Goal: the page has every number, with its name.
#[test]
fn numbers_are_those_of_the_code() {
    let same = |page: &str, head: &str, table: &[(u16, &str)]| {
        let known = table.iter().map(|(number, name)| (*number, (*name).to_owned()));
        rows(page, head) == known.collect::<Vec<_>>()
    };
    assert!(same(PAGE, "| number | operation |", &REQUESTS));
    assert!(same(PAGE, "| number | reply |", &REPLIES));
    let changed = PAGE.replace("| 36 | Decrypt |", "| 40 | Decrypt |");
    assert!(!same(&changed, "| number | operation |", &REQUESTS));
}

/// Goal: what is one of several has the numbers of the page, and so do the limits.
#[test]
fn tables_are_those_of_the_code() {
    fn numbered<T: Serialize>(all: impl IntoIterator<Item = (T, &'static str)>) -> String {
        let one = |(value, name): (T, &str)| {
            let number = postcard::to_allocvec(&value).unwrap()[0];
            format!("{number} {name}")
        };
        all.into_iter().map(one).collect::<Vec<_>>().join(", ")
    }
    let classes = Class::ALL;
    let lines = [
        format!("| role | {} |", numbered(Role::ALL.map(|role| (role, role.name())))),
        format!("| class | {} |", numbered(classes.map(|class| (class, class.name())))),
        format!("| mechanism | {} |", numbered(Mechanism::ALL)),
        format!("| uses | {} |", numbered(Uses::ALL)),
        format!("the sum of {}.", {
            let bit = |(usage, name): (Usage, &str)| {
                format!("{} {name}", postcard::to_allocvec(&usage).unwrap()[0])
            };
            Usage::ALL.map(bit).join(", ")
        }),
        format!("| bytes of a request | {REQUEST_BYTES} |"),
        format!("| bytes of a reply | {REPLY_BYTES} |"),
        format!("| items of SignAll | {MAX_ITEMS} |"),
        format!("| objects of a page | {PAGE_ROWS} |"),
        format!("| bytes of a page, about | {PAGE_BYTES} |"),
        format!("| rows of AuditRows | {AUDIT_ROWS} |"),
    ];
    for line in lines {
        assert!(PAGE.contains(&line), "{line}");
    }
}
