//! PINs: what of a file is one, and what logins by right and wrong ones cost, as time passes and
//! the token is closed and opened again.
//!
//! The input is steps of three bytes: what is done, and how much; then the bytes of a PIN. A small
//! model says what each is answered.

use crate::common::{OFFICER, USER, master, pin};
use crate::memory::{Contents, Memory};
use crate::template::{TEMPLATE, platform};
use sealane_cli::hooks::read_pin;
use sealane_hsm::Error;
use sealane_hsm::guard::Guard;
use sealane_hsm::role::{Pin, Right, Role};
use sealane_hsm::token::{Session, Token};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What wrong PINs cost here.
const GUARD: Guard =
    Guard { free: 3, first_ms: 1000, longest_ms: 8000, lock_after: 7, permitted: vec![] };

/// The milliseconds since the machine started.
static NOW: AtomicU64 = AtomicU64::new(5_000_000);

/// The token of the template with that guard.
static GUARDED: LazyLock<Contents> = LazyLock::new(|| {
    let memory = Memory::new(TEMPLATE.contents.clone());
    let token = open(&memory);
    let officer = token.login(Role::Officer, &pin(OFFICER)).expect("the officer");
    token.set_guard(&officer, GUARD).expect("a guard");
    drop(token);
    memory.contents()
});

fn open(memory: &Memory) -> Token {
    let platform = platform(4).with_uptime(|| NOW.load(Ordering::Relaxed));
    Token::open(Box::new(memory.clone()), platform, &master()).expect("the token opens")
}

/// The PIN of a file: its first line, of 4 to 255 bytes of text without zeros.
fn pin_of(file: &[u8]) -> Option<Vec<u8>> {
    let end = file.iter().position(|byte| *byte == b'\n').unwrap_or(file.len());
    let line = &file[..end];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let is_text = std::str::from_utf8(line).is_ok() && !line.contains(&0);
    (is_text && (4..=255).contains(&line.len())).then(|| line.to_vec())
}

/// What is known of the user's PIN.
struct Model {
    pin: Vec<u8>,
    wrong: u32,
    last_ms: u64,
}

impl Model {
    /// How long the next PIN waits.
    fn delay_ms(&self) -> u64 {
        let over = self.wrong.checked_sub(GUARD.free);
        over.map_or(0, |over| (GUARD.first_ms << over).min(GUARD.longest_ms))
    }

    /// What is said to a PIN; nothing to the right one.
    fn answer(&mut self, given: &[u8], now_ms: u64) -> Option<Error> {
        let left = self.delay_ms().saturating_sub(now_ms - self.last_ms);
        match () {
            () if self.wrong >= GUARD.lock_after => return Some(Error::PinLocked),
            () if left > 0 => return Some(Error::PinDelayed { seconds: left.div_ceil(1000) }),
            () if given == self.pin => {
                self.wrong = 0;
                return None;
            }
            () => (self.wrong, self.last_ms) = (self.wrong + 1, now_ms),
        }
        Some(match self.delay_ms() {
            _ if self.wrong >= GUARD.lock_after => Error::PinLocked,
            0 => Error::PinWrong { left: GUARD.free - self.wrong },
            delay => Error::PinDelayed { seconds: delay.div_ceil(1000) },
        })
    }
}

/// A PIN that is set, and who is logged in by the one of before.
fn change(token: &Token, session: &mut Option<Session>, to: &Pin) {
    let officer = token.login(Role::Officer, &pin(OFFICER)).expect("the officer");
    token.set_pin(&officer, Role::User, to).expect("a PIN is set");
    if let Some(session) = session.take() {
        let refused = token.demand(&session, Right::Sign).expect_err("another PIN is set");
        assert_eq!(refused.code(), "NOT_LOGGED_IN");
    }
}

/// Every login is answered as the model has it, and the counts stay when the token is closed.
pub fn run(bytes: &[u8]) {
    let memory = Memory::new(GUARDED.clone());
    let mut token = open(&memory);
    let mut model = Model { pin: USER.as_bytes().to_vec(), wrong: 0, last_ms: 0 };
    let (mut rest, mut session, mut steps) = (bytes, None, 0);
    while let Some((&[what, much, length], behind)) = rest.split_first_chunk::<3>() {
        let (file, behind) = behind.split_at(usize::from(length).min(behind.len()));
        (rest, steps) = (behind, steps + 1);
        if steps > 40 {
            break;
        }
        let read = read_pin(file);
        assert_eq!(read.is_ok(), pin_of(file).is_some(), "{file:?}: {read:?}");
        let right = model.pin.clone();
        match what % 5 {
            0 | 1 => {
                let given = if what % 5 == 0 { pin_of(file) } else { Some(right) };
                let Some(given) = given else { continue };
                let by = Pin::new(&given).expect("it was read");
                let wanted = model.answer(&given, NOW.load(Ordering::Relaxed));
                let login = token.login(Role::User, &by);
                assert_eq!(login.as_ref().err(), wanted.as_ref());
                session = login.ok().or(session);
            }
            2 => {
                let Some(given) = pin_of(file) else { continue };
                change(&token, &mut session, &Pin::new(&given).expect("it was read"));
                (model.pin, model.wrong) = (given, 0);
            }
            3 => drop(NOW.fetch_add(u64::from(much) * 125, Ordering::Relaxed)),
            _ => {
                drop(token);
                (token, session) = (open(&memory), None);
            }
        }
    }
    token.check().expect("the token is whole");
}
