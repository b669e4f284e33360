//! Programs and services killed at any moment: pairs have both halves or none, what was
//! acknowledged is there, and handles of other programs name what they named.
//!
//! `SEALANE_PKCS11_KILLS=200` kills as often.

use crate::common::{
    USER, command, configure, configure_embedded, make_token, open_token, quick_folder, serve,
    served,
};
use crate::raw::{P256, Raw, TRUE, call, plain, row};
use crate::waiting::Relay;
use cryptoki_sys::*;
use sealane_hsm::service::Options;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::ptr::null_mut;
use std::time::Duration;

const NAME: &str = "kills::killed_processes_leave_nothing_half";
/// What a process of the test does: the outer one finds nothing set.
const ROLE: &str = "SEALANE_PKCS11_ROLE";
/// Who looks at what others leave, beside a service; and with a store that it shares with them.
const WITNESS: &str = "witness";
const LONE_WITNESS: &str = "lone witness";
/// How many are killed.
const KILLS: &str = "SEALANE_PKCS11_KILLS";
/// Where nothing is said: most of them wait for a login.
const FEW: usize = 8;
/// The label of the key that stays.
const STEADY: &str = "steady";
/// A victim is killed after it has said fewer lines than this, and before this time after the last.
const MOST_LINES: usize = 10;
const LONGEST: Duration = Duration::from_millis(4);
/// What victims do, in turn.
const WORKS: [&str; 4] = ["pair", "object", "copy", "remove"];
/// What a victim is told when the service was killed.
const LOST: [CK_RV; 2] = [CKR_DEVICE_ERROR, CKR_TOKEN_NOT_PRESENT];
/// The most objects that are gone whose handles are still looked at.
const MAX_GONE: usize = 40;

type Handle = CK_OBJECT_HANDLE;

/// Goal: whoever is killed while keys are made, brought, copied and removed, a program or the
/// service, leaves both halves of each pair or none, all that was acknowledged, and every handle of
/// another program as it was. Method: a process with a login of its own looks at all of it after
/// each kill at a random time.
#[test]
fn killed_processes_leave_nothing_half() {
    let folder = || env::current_dir().unwrap();
    match env::var(ROLE).as_deref() {
        Ok("service") => {
            let folder = folder();
            let _service = serve(&folder, open_token(&folder), Options::default());
            say("ready");
            loop {
                std::thread::park();
            }
        }
        Ok(WITNESS) => Witness::watch(&folder(), Some("service")),
        Ok(LONE_WITNESS) => Witness::watch(&folder(), None),
        Ok(work) => victim(work),
        Err(_) => {
            let configured = |folder: &Path| {
                configure(folder, folder.join("socket").to_str().unwrap());
            };
            holds(WITNESS, configured);
        }
    }
}

/// Goal: the same of programs that have one store open and no service.
#[test]
fn killed_processes_with_one_store_leave_nothing_half() {
    holds(LONE_WITNESS, configure_embedded);
}

/// Runs a witness in the folder of a fresh token.
fn holds(witness: &str, configure: impl FnOnce(&Path)) {
    let folder = quick_folder();
    drop(make_token(folder.path(), 0));
    configure(folder.path());
    let output = own(folder.path(), witness).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    assert!(said.contains("1 passed"), "{said}");
    said.lines().filter(|line| line.contains(" kills: ")).for_each(|it| println!("{it}"));
}

/// Goal: a public key comes into the token with all that is said of it in one change. Method: what
/// is asked of the service is counted.
#[test]
fn public_keys_come_at_once() {
    served("kills::public_keys_come_at_once", || {
        let relay = Relay::start(60);
        let (raw, session) = Raw::begin(USER);
        let (public, _) = raw.pair(session);
        let point = value(raw, session, public, CKA_EC_POINT).unwrap();
        let before = relay.count().1;
        assert_eq!(made(raw, session, "public key", 0, &point), CKR_OK);
        assert_eq!(relay.count().1, before + 1);
        let all = found(raw, session, "public key");
        assert_eq!(value(raw, session, all[0], CKA_ID).as_deref(), Ok(&b"public key"[..]));
    });
}

/// This test once more, as a process that does something else.
fn own(folder: &Path, role: &str) -> Command {
    let mut command = command(folder, env::current_exe().unwrap());
    command.args(["--exact", NAME, "--nocapture"]).env(ROLE, role);
    command
}

fn say(what: &str) {
    let mut out = std::io::stdout();
    writeln!(out, "{what}").and_then(|()| out.flush()).unwrap();
}

/// A process of this test that has said that it is ready.
struct Started {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Started {
    fn new(folder: &Path, role: &str) -> Self {
        let mut command = own(folder, role);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let is_ready = |line: String| line.ends_with("ready");
        assert!(lines.by_ref().map_while(Result::ok).any(is_ready), "{role} does not begin");
        Self { child, lines }
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Waits for so many lines, if there are as many, or for the word that there are no more.
    fn await_lines(&mut self, count: usize) -> Vec<String> {
        let lines = self.lines.by_ref().map_while(Result::ok);
        lines.take(count).take_while(|line| line != "idle").collect()
    }

    /// Kills it, and returns what it has said since.
    fn end(mut self) -> Vec<String> {
        self.kill();
        self.lines.by_ref().map_while(Result::ok).collect()
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How many objects a label has by what was made: both halves of a pair, or one.
fn parts(label: &str) -> usize {
    if label.starts_with("pair ") || label.starts_with("key ") { 2 } else { 1 }
}

/// What a search by label finds.
fn found(raw: Raw, session: CK_SESSION_HANDLE, label: &str) -> Vec<Handle> {
    let mut all = raw.found(session, &mut [row(CKA_LABEL, label.as_bytes())]);
    all.sort_unstable();
    all
}

/// The same of a class.
fn of_class(raw: Raw, session: CK_SESSION_HANDLE, label: &str, class: CK_OBJECT_CLASS) -> Handle {
    let class = class.to_ne_bytes();
    let mut wanted = [row(CKA_LABEL, label.as_bytes()), row(CKA_CLASS, &class)];
    let all = raw.found(session, &mut wanted);
    assert_eq!(all.len(), 1, "{label}");
    all[0]
}

/// The value of an attribute that is no longer than that of a point, or the refusal.
fn value(
    raw: Raw,
    session: CK_SESSION_HANDLE,
    object: Handle,
    kind: CK_ATTRIBUTE_TYPE,
) -> Result<Vec<u8>, CK_RV> {
    let mut bytes = [0u8; 128];
    let mut asked = CK_ATTRIBUTE { ulValueLen: 128, ..row(kind, &[]) };
    asked.pValue = bytes.as_mut_ptr().cast();
    match call!(raw, C_GetAttributeValue, session, object, &mut asked, 1) {
        CKR_OK => Ok(bytes[..asked.ulValueLen as usize].to_vec()),
        refusal => Err(refusal),
    }
}

/// Works until it is killed; says each thing before it is done and when it is.
fn victim(work: &str) {
    let (raw, session) = Raw::begin(USER);
    let steady = of_class(raw, session, STEADY, CKO_PRIVATE_KEY);
    let point = value(raw, session, of_class(raw, session, STEADY, CKO_PUBLIC_KEY), CKA_EC_POINT);
    let point = point.unwrap();
    say("ready");
    if work == "remove" {
        return remove_all(raw, session);
    }
    for n in 0.. {
        let kind = match (work, n % 3) {
            ("object", 0) => "key",
            ("object", 1) => "data",
            ("object", _) => "public",
            (work, _) => work,
        };
        let label = format!("{kind} {} {n}", std::process::id());
        say(&format!("begins {label}"));
        match made(raw, session, &label, steady, &point) {
            CKR_OK => say(&format!("ends {label}")),
            lost if LOST.contains(&lost) => return,
            refusal => return say(&format!("fault {refusal:#x} {label}")),
        }
    }
}

fn made(raw: Raw, session: CK_SESSION_HANDLE, label: &str, steady: Handle, point: &[u8]) -> CK_RV {
    let name = label.as_bytes();
    let names = [row(CKA_TOKEN, &TRUE), row(CKA_LABEL, name), row(CKA_ID, name)];
    let [private, public, data] =
        [CKO_PRIVATE_KEY, CKO_PUBLIC_KEY, CKO_DATA].map(CK_OBJECT_CLASS::to_ne_bytes);
    let of_curve = [row(CKA_KEY_TYPE, &CKK_EC.to_ne_bytes()), row(CKA_EC_PARAMS, &P256)];
    let kind = label.split(' ').next().unwrap_or_default();
    let mut rows = match kind {
        "pair" => {
            let mut public = [&names[..], &[row(CKA_EC_PARAMS, &P256)]].concat();
            let mut own = [&names[..], &[row(CKA_SIGN, &TRUE)]].concat();
            let said = raw.generate(session, CKM_EC_KEY_PAIR_GEN, &mut public, &mut own);
            return said.err().unwrap_or(CKR_OK);
        }
        "key" => {
            let own = [row(CKA_CLASS, &private), row(CKA_VALUE, &[7; 32]), row(CKA_SIGN, &TRUE)];
            [&names[..], &of_curve, &own].concat()
        }
        "public" => {
            let own = [row(CKA_CLASS, &public), row(CKA_EC_POINT, point)];
            [&names[..], &of_curve, &own].concat()
        }
        // Data has no id.
        "data" => {
            let own = [row(CKA_CLASS, &data), row(CKA_APPLICATION, name), row(CKA_VALUE, &[1; 99])];
            [&names[..2], &own].concat()
        }
        _ => names.to_vec(),
    };
    let (at, count, mut handle) = (rows.as_mut_ptr(), rows.len() as CK_ULONG, 0);
    match kind {
        "copy" => call!(raw, C_CopyObject, session, steady, at, count, &mut handle),
        _ => call!(raw, C_CreateObject, session, at, count, &mut handle),
    }
}

/// Removes private keys, and pairs by them, as long as there are some.
fn remove_all(raw: Raw, session: CK_SESSION_HANDLE) {
    let class = CKO_PRIVATE_KEY.to_ne_bytes();
    for key in raw.found(session, &mut [row(CKA_CLASS, &class)]) {
        let Ok(label) = value(raw, session, key, CKA_LABEL) else { break };
        let label = String::from_utf8(label).unwrap();
        if label == STEADY {
            continue;
        }
        say(&format!("removes {label}"));
        match call!(raw, C_DestroyObject, session, key) {
            CKR_OK => say(&format!("removed {label}")),
            lost if LOST.contains(&lost) => return,
            refusal => return say(&format!("fault {refusal:#x} {label}")),
        }
    }
    say("idle");
    std::thread::park();
}

/// Who looks at what others leave.
struct Witness {
    raw: Raw,
    session: CK_SESSION_HANDLE,
    /// Both halves of the key that stays.
    steady: (Handle, Handle),
    /// What there is, by label.
    present: BTreeMap<String, Vec<Handle>>,
    /// Labels of what a victim had begun to make or to remove when it was killed: a service that
    /// lives on may finish it at any time.
    open: BTreeSet<String>,
    /// Handles of what there was.
    gone: Vec<Handle>,
    /// How many were made, and removed.
    counts: (usize, usize),
}

impl Witness {
    /// Looks after each kill. `service` is the role of the process that has the store, if there is
    /// one.
    fn watch(folder: &Path, service: Option<&str>) {
        let kills = env::var(KILLS).map_or(FEW, |text| text.parse().unwrap());
        let start = || service.map(|role| Started::new(folder, role));
        let mut service = start();
        let (raw, session) = Raw::begin(USER);
        assert_eq!(made_steady(raw, session), CKR_OK);
        let half = |class| of_class(raw, session, STEADY, class);
        let steady = (half(CKO_PUBLIC_KEY), half(CKO_PRIVATE_KEY));
        let (present, open, gone) = (BTreeMap::new(), BTreeSet::new(), vec![]);
        let mut witness = Self { raw, session, steady, present, open, gone, counts: (0, 0) };
        for round in 0..kills {
            let turn = round / WORKS.len() + round;
            let mut victim = Started::new(folder, WORKS[turn % WORKS.len()]);
            let mut random = [0; 2];
            getrandom::fill(&mut random).unwrap();
            let mut said = victim.await_lines(usize::from(random[0]) % MOST_LINES);
            std::thread::sleep(LONGEST * u32::from(random[1]) / 256);
            // The service in one round of four.
            if round % 4 == 3 {
                service.map(Started::end);
                said.extend(victim.end());
                service = start();
            } else {
                said.extend(victim.end());
            }
            witness.log_in_again();
            witness.settle(&said);
            if service.is_none() || round % 4 == 3 {
                // Who could have finished it is dead.
                witness.open.clear();
            }
            witness.look();
        }
        service.map(Started::end);
        // Who opens the store for himself finds nobody there.
        assert_eq!(call!(witness.raw, C_Finalize, null_mut()), CKR_OK);
        let token = open_token(folder);
        token.check().unwrap();
        // One object of the token each, and the key that stays.
        let is_open = |label: &str| witness.open.contains(label);
        let left = token.list().iter().filter(|it| !is_open(&it.attributes.label)).count();
        assert_eq!(left, witness.present.keys().filter(|it| !is_open(it)).count() + 1);
        let (made, removed) = witness.counts;
        println!("{kills} kills: {made} objects made, {removed} removed");
        assert!(made >= kills / 2 && removed >= kills / 16, "the victims did too little");
    }

    /// Signs by the handle of the key that stays. Where the login went with the service, so have
    /// the handles of private keys, for ever (PKCS#11, section 5.6.8), and no others.
    fn log_in_again(&mut self) {
        let said = self.signs(self.steady.1, self.steady.0);
        if said == CKR_OK {
            return;
        }
        let lost = [CKR_USER_NOT_LOGGED_IN, CKR_DEVICE_ERROR, CKR_KEY_HANDLE_INVALID];
        assert!(lost.contains(&said), "{said:#x}");
        assert_eq!(self.raw.login(self.session, USER), CKR_OK);
        let half = |class| of_class(self.raw, self.session, STEADY, class);
        assert_eq!(half(CKO_PUBLIC_KEY), self.steady.0);
        self.gone.push(std::mem::replace(&mut self.steady.1, half(CKO_PRIVATE_KEY)));
        assert_eq!(self.signs(self.steady.1, self.steady.0), CKR_OK);
        let (raw, session, gone) = (self.raw, self.session, &mut self.gone);
        self.present.retain(|label, handles| {
            let now = found(raw, session, label);
            let before = std::mem::replace(handles, now);
            gone.extend(before.into_iter().filter(|one| !handles.contains(one)));
            // What the victim has removed before the service went.
            !handles.is_empty()
        });
    }

    /// Signs by a key, and verifies by another, if that could be.
    fn signs(&self, own: Handle, public: Handle) -> CK_RV {
        let (raw, session, mut ecdsa) = (self.raw, self.session, plain(CKM_ECDSA));
        let (mut out, mut length, digest) = ([0u8; 64], 64, [7u8; 32]);
        let (out, digest) = (out.as_mut_ptr(), digest.as_ptr().cast_mut());
        // What a call before has left.
        call!(raw, C_SessionCancel, session, CKF_SIGN | CKF_VERIFY);
        let begun = call!(raw, C_SignInit, session, &mut ecdsa, own);
        if begun != CKR_OK {
            return begun;
        }
        let said = call!(raw, C_Sign, session, digest, 32, out, &mut length);
        if said != CKR_OK {
            return said;
        }
        assert_eq!(call!(raw, C_VerifyInit, session, &mut ecdsa, public), CKR_OK);
        call!(raw, C_Verify, session, digest, 32, out, length)
    }

    /// Takes what a victim has said to be so, and what it had begun to be so or not.
    fn settle(&mut self, said: &[String]) {
        let mut open = std::mem::take(&mut self.open);
        for line in said {
            let Some((word, label)) = line.split_once(' ') else { continue };
            match word {
                "begins" | "removes" => {
                    open.insert(label.to_owned());
                }
                "ends" => {
                    open.remove(label);
                    assert!(self.appears(label), "acknowledged, and not there: {label}");
                }
                "removed" => {
                    open.remove(label);
                    assert!(self.vanishes(label), "removed, and there: {label}");
                }
                "fault" => panic!("{line}"),
                _ => {}
            }
        }
        open.retain(|label| match self.present.contains_key(label) {
            true => !self.vanishes(label),
            false => !self.appears(label),
        });
        self.open = open;
    }

    /// Whether there is an object of a label; then all of it is there, and it works.
    fn appears(&mut self, label: &str) -> bool {
        let all = found(self.raw, self.session, label);
        if all.is_empty() {
            return false;
        }
        assert_eq!(all.len(), parts(label), "a half: {label}");
        let beside = if label.starts_with("data") { CKA_APPLICATION } else { CKA_ID };
        for object in &all {
            let told = value(self.raw, self.session, *object, beside);
            assert_eq!(told.as_deref(), Ok(label.as_bytes()), "a part of what was said: {label}");
        }
        let half = |class| of_class(self.raw, self.session, label, class);
        let said = match parts(label) {
            2 => self.signs(half(CKO_PRIVATE_KEY), half(CKO_PUBLIC_KEY)),
            _ if label.starts_with("copy") => self.signs(half(CKO_PRIVATE_KEY), self.steady.0),
            _ => CKR_OK,
        };
        assert_eq!(said, CKR_OK, "{label}");
        self.present.insert(label.to_owned(), all);
        self.counts.0 += 1;
        true
    }

    /// Whether nothing of a label is left; otherwise all of it is there.
    fn vanishes(&mut self, label: &str) -> bool {
        let left = found(self.raw, self.session, label).len();
        assert!([0, parts(label)].contains(&left), "a half is left: {label}");
        if left == 0 {
            self.gone.extend(self.present.remove(label).unwrap_or_default());
            self.counts.1 += 1;
        }
        left == 0
    }

    /// Looks at every handle: each names what it named, or nothing any more.
    fn look(&mut self) {
        // What no victim removes, that the token stays small.
        let is_left = |label: &String| label.starts_with("data") || label.starts_with("public");
        for label in self.present.keys().filter(|it| is_left(it)).cloned().collect::<Vec<_>>() {
            let object = self.present[&label][0];
            assert_eq!(call!(self.raw, C_DestroyObject, self.session, object), CKR_OK);
            assert!(self.vanishes(&label));
        }
        for (label, handles) in self.present.iter().filter(|(it, _)| !self.open.contains(*it)) {
            assert_eq!(&found(self.raw, self.session, label), handles, "{label}");
            for handle in handles {
                let told = value(self.raw, self.session, *handle, CKA_LABEL);
                assert_eq!(told.as_deref(), Ok(label.as_bytes()));
            }
        }
        // Attributes are told as the last search among all objects has found them.
        self.raw.found(self.session, &mut []);
        for handle in &self.gone {
            let told = value(self.raw, self.session, *handle, CKA_LABEL);
            assert_eq!(told, Err(CKR_OBJECT_HANDLE_INVALID));
        }
        self.gone.drain(..self.gone.len().saturating_sub(MAX_GONE));
    }
}

/// Makes the key that stays.
fn made_steady(raw: Raw, session: CK_SESSION_HANDLE) -> CK_RV {
    let named = [row(CKA_TOKEN, &TRUE), row(CKA_LABEL, STEADY.as_bytes())];
    let mut public = [&named[..], &[row(CKA_EC_PARAMS, &P256)]].concat();
    let mut own = [&named[..], &[row(CKA_SIGN, &TRUE)]].concat();
    let said = raw.generate(session, CKM_EC_KEY_PAIR_GEN, &mut public, &mut own);
    said.err().unwrap_or(CKR_OK)
}
