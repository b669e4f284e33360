//! What the module knows between two calls: slots, sessions, handles. One lock, never held while
//! anybody is asked, so that a fork finds it whole.

use crate::config::{Config, Fork};
use crate::embedded;
use crate::link::{Lent, Link};
use crate::objects::{Handles, Kept};
use crate::process;
use crate::rv::Rv;
use crate::session::Session;
use crate::slot::{Login, Slot};
use cryptoki_sys::{
    CK_OBJECT_HANDLE, CK_SESSION_HANDLE, CK_SLOT_ID, CKR_CRYPTOKI_ALREADY_INITIALIZED,
    CKR_CRYPTOKI_NOT_INITIALIZED, CKR_GENERAL_ERROR, CKR_KEY_HANDLE_INVALID,
    CKR_OBJECT_HANDLE_INVALID, CKR_SESSION_HANDLE_INVALID, CKR_SLOT_ID_INVALID, CKU_SO,
};
use std::cell::UnsafeCell;
use std::collections::{BTreeSet, HashMap};
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, TryLockError};
use std::time::{Duration, Instant};

static MODULE: Mutex<State> = Mutex::new(State { module: None, lent: BTreeSet::new(), process: 0 });

/// The last handle of a session: none is given twice, also after another beginning.
static LAST_SESSION: AtomicU64 = AtomicU64::new(0);

/// All of it, between `C_Initialize` and `C_Finalize`.
pub struct Module {
    /// What the file says.
    pub config: Arc<Config>,
    /// The slots, as the service told them last.
    pub slots: Vec<Slot>,
    /// Objects by their handles.
    pub handles: Handles,
    sessions: HashMap<CK_SESSION_HANDLE, Session>,
    /// Whether this process has it of its parent.
    inherited: bool,
}

impl Module {
    fn new(config: Config) -> Self {
        Self {
            config: config.into(),
            slots: vec![],
            handles: Handles::default(),
            sessions: HashMap::new(),
            inherited: false,
        }
    }

    /// The slot of a number. Errors: `CKR_SLOT_ID_INVALID`.
    pub fn slot(&mut self, id: CK_SLOT_ID) -> Result<&mut Slot, Rv> {
        self.slots.iter_mut().find(|slot| slot.id == id).ok_or(Rv(CKR_SLOT_ID_INVALID))
    }

    /// The session of a handle. Errors: `CKR_SESSION_HANDLE_INVALID`.
    pub fn session(&mut self, handle: CK_SESSION_HANDLE) -> Result<&mut Session, Rv> {
        self.sessions.get_mut(&handle).ok_or(Rv(CKR_SESSION_HANDLE_INVALID))
    }

    /// The slot of a session. Errors: `CKR_SESSION_HANDLE_INVALID`.
    pub fn slot_of(&mut self, handle: CK_SESSION_HANDLE) -> Result<&mut Slot, Rv> {
        let id = self.session(handle)?.slot;
        self.slot(id).map_err(|_| Rv(CKR_SESSION_HANDLE_INVALID))
    }

    /// What is behind a handle, for a session that may see it.
    ///
    /// Errors: `CKR_SESSION_HANDLE_INVALID`; `CKR_OBJECT_HANDLE_INVALID`.
    pub fn object_of(
        &mut self,
        session: CK_SESSION_HANDLE,
        object: CK_OBJECT_HANDLE,
    ) -> Result<Kept, Rv> {
        let slot = self.slot_of(session)?;
        let is_user = slot.login.as_ref().is_some_and(|login| login.user != CKU_SO);
        let id = slot.id;
        let kept = self.handles.get(id, object)?;
        if kept.is_private() && !is_user {
            return Err(Rv(CKR_OBJECT_HANDLE_INVALID));
        }
        Ok(kept.clone())
    }

    /// The same, of a key. Errors: `CKR_KEY_HANDLE_INVALID` in its place.
    pub fn key_of(
        &mut self,
        session: CK_SESSION_HANDLE,
        key: CK_OBJECT_HANDLE,
    ) -> Result<Kept, Rv> {
        self.object_of(session, key).map_err(|error| match error {
            Rv(CKR_OBJECT_HANDLE_INVALID) => Rv(CKR_KEY_HANDLE_INVALID),
            other => other,
        })
    }

    /// All sessions.
    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.sessions.values()
    }

    /// Opens a session, and returns its handle: one that none had before.
    pub fn open(&mut self, session: Session) -> CK_SESSION_HANDLE {
        let handle = 1 + LAST_SESSION.fetch_add(1, Ordering::Relaxed) as CK_SESSION_HANDLE;
        self.sessions.insert(handle, session);
        handle
    }

    /// Closes a session and forgets its objects. Returns its slot.
    ///
    /// Errors: `CKR_SESSION_HANDLE_INVALID`.
    pub fn close(&mut self, handle: CK_SESSION_HANDLE) -> Result<CK_SLOT_ID, Rv> {
        let closed = self.sessions.remove(&handle).ok_or(Rv(CKR_SESSION_HANDLE_INVALID))?;
        self.handles.forget_session(handle);
        Ok(closed.slot)
    }

    /// The handles of a slot's sessions.
    #[must_use]
    pub fn sessions_of(&self, slot: CK_SLOT_ID) -> Vec<CK_SESSION_HANDLE> {
        let of_slot = self.sessions.iter().filter(|(_, session)| session.slot == slot);
        of_slot.map(|(handle, _)| *handle).collect()
    }

    /// Forgets the login of a slot, if it is this one or any is meant; operations that it began go
    /// with it, and handles of what is private.
    ///
    /// Errors: `CKR_SLOT_ID_INVALID`.
    pub fn end_login(&mut self, slot: CK_SLOT_ID, login: Option<&Arc<Login>>) -> Result<(), Rv> {
        let own = &mut self.slot(slot)?.login;
        let is_meant =
            login.is_none_or(|login| own.as_ref().is_some_and(|it| Arc::ptr_eq(it, login)));
        if !is_meant {
            return Ok(());
        }
        self.slot(slot)?.set_login(None);
        self.handles.forget_private(slot);
        for session in self.sessions.values_mut().filter(|session| session.slot == slot) {
            session.cancel();
        }
        Ok(())
    }

    /// Whether this process has the module of its parent, whose logins it must not end.
    #[must_use]
    pub fn is_inherited(&self) -> bool {
        self.inherited
    }

    /// Whether a session of a slot may not change it.
    #[must_use]
    pub fn has_reader(&self, slot: CK_SLOT_ID) -> bool {
        self.sessions().any(|session| session.slot == slot && !session.is_writable)
    }

    /// What is left in the child of a fork.
    fn after_fork(&mut self) {
        self.inherited = true;
        self.slots.iter_mut().for_each(Slot::forget_connections);
    }

    /// Forgets the threads of the parent.
    fn forget_threads(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.crowd.forget());
    }
}

/// What the lock guards.
pub struct State {
    module: Option<Module>,
    /// The descriptors of connections that calls have, which a child closes.
    pub lent: BTreeSet<RawFd>,
    /// The process that connections belong to; none before the first call.
    process: u32,
}

impl State {
    /// The module, between its beginning and its end. Errors: `CKR_CRYPTOKI_NOT_INITIALIZED`.
    pub fn module(&mut self) -> Result<&mut Module, Rv> {
        self.module.as_mut().ok_or(Rv(CKR_CRYPTOKI_NOT_INITIALIZED))
    }

    /// Forgets the descriptor of what a call has had, if it had one.
    pub fn forget_lent(&mut self, descriptor: Option<RawFd>) {
        if let Some(descriptor) = descriptor {
            self.lent.remove(&descriptor);
        }
    }

    /// What is left in the child of a fork: all but connections, which are the parent's.
    fn after_fork(&mut self) {
        if let Some(module) = &mut self.module {
            module.forget_threads();
        }
        match &mut self.module {
            Some(inner) if inner.config.fork == Fork::Reconnect => inner.after_fork(),
            module => *module = None,
        }
        for descriptor in std::mem::take(&mut self.lent) {
            // SAFETY: a connection of a thread that this process does not have; nobody else here
            // knows the descriptor, and it was open when it was noted.
            unsafe { libc::close(descriptor) };
        }
    }

    /// Takes notice of being a child.
    fn enter_child(&mut self) {
        self.process = process::id();
        PROCESS.store(self.process, Ordering::Relaxed);
        self.after_fork();
    }

    /// Takes notice of the process that this is.
    fn note_process(&mut self) {
        let own = process::id();
        if self.process != own {
            if self.process != 0 {
                self.after_fork();
            }
            self.process = own;
            PROCESS.store(own, Ordering::Relaxed);
        }
    }
}

/// The process that has had the lock, to see without it whether that is another one.
static PROCESS: AtomicU32 = AtomicU32::new(0);
/// How long a process that is new waits for the lock: a thread that it does not have may hold it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Takes the lock. A process that was made without the handlers of forks, as by `clone` or by an
/// older C library, is noticed here.
///
/// Errors: `CKR_GENERAL_ERROR` in such a process, if the lock was held when it was made.
fn locked() -> Result<MutexGuard<'static, State>, Rv> {
    if PROCESS.load(Ordering::Relaxed) == process::id() {
        return Ok(MODULE.lock().unwrap_or_else(PoisonError::into_inner));
    }
    let begun = Instant::now();
    loop {
        match MODULE.try_lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                std::thread::yield_now();
            }
            Err(TryLockError::WouldBlock) => return Err(Rv(CKR_GENERAL_ERROR)),
            Ok(mut state) => {
                state.note_process();
                return Ok(state);
            }
            Err(TryLockError::Poisoned(state)) => {
                let mut state = state.into_inner();
                state.note_process();
                return Ok(state);
            }
        }
    }
}

/// Works on all that the lock guards; nobody is asked anything meanwhile.
///
/// Errors: `CKR_GENERAL_ERROR` as [`locked`] has it, and those of `work`.
pub fn with_state<T>(work: impl FnOnce(&mut State) -> Result<T, Rv>) -> Result<T, Rv> {
    work(&mut *locked()?)
}

/// Works on what the module knows; nobody is asked anything meanwhile.
///
/// Errors: `CKR_CRYPTOKI_NOT_INITIALIZED`, and those of `work`.
pub fn with_module<T>(work: impl FnOnce(&mut Module) -> Result<T, Rv>) -> Result<T, Rv> {
    with_state(|state| work(state.module()?))
}

/// Begins. Errors: `CKR_CRYPTOKI_ALREADY_INITIALIZED`, but not for a child that has its module of
/// its parent; those of [`Config::read`].
pub fn begin() -> Result<(), Rv> {
    static HANDLERS: Once = Once::new();
    let mut state = locked()?;
    if state.module.as_ref().is_some_and(|module| !module.inherited) {
        return Err(Rv(CKR_CRYPTOKI_ALREADY_INITIALIZED));
    }
    state.module = Some(Module::new(Config::read()?));
    HANDLERS.call_once(|| {
        // SAFETY: the handlers live as long as the module: the C library forgets them when it is
        // unloaded. They take a lock, leave it, and close descriptors.
        unsafe { libc::pthread_atfork(Some(prepare), Some(in_parent), Some(in_child)) };
    });
    Ok(())
}

/// Ends. Returns connections that have joined logins, which end with them; none in a process that
/// has them of its parent.
///
/// Errors: `CKR_CRYPTOKI_NOT_INITIALIZED`.
pub fn end() -> Result<Vec<Lent<Link>>, Rv> {
    with_state(|state| {
        let mut ended = state.module.take().ok_or(Rv(CKR_CRYPTOKI_NOT_INITIALIZED))?;
        if ended.inherited {
            return Ok(vec![]);
        }
        let joined = ended.slots.iter_mut().filter(|slot| slot.login.is_some());
        let joined: Vec<Link> = joined.filter_map(Slot::take_joined).collect();
        Ok(joined.into_iter().map(|link| Lent::from_free(state, link)).collect())
    })
}

/// The locks, while a fork is under way: held by the thread that forks, so that no other is half
/// through a change, of which the child would have that half.
struct Held(UnsafeCell<Option<(MutexGuard<'static, State>, embedded::Pause)>>);

// SAFETY: it is touched by the handlers alone, in the thread that has taken the locks in `prepare`;
// in the child that thread is the only one.
unsafe impl Sync for Held {}

static HELD: Held = Held(UnsafeCell::new(None));

extern "C" fn prepare() {
    // Where nobody can have the lock, nobody has it behind the fork either.
    let guard = locked().ok();
    // In this order: who works on the token takes no other lock.
    let guard = guard.map(|guard| (guard, embedded::pause()));
    // SAFETY: the lock is held from here to the handler behind the fork.
    unsafe { *HELD.0.get() = guard };
}

extern "C" fn in_parent() {
    // SAFETY: the lock is held since `prepare`.
    drop(unsafe { (*HELD.0.get()).take() });
}

extern "C" fn in_child() {
    // SAFETY: the lock is held since `prepare`, by this thread.
    if let Some((mut state, pause)) = unsafe { (*HELD.0.get()).take() } {
        process::forget();
        embedded::after_fork(pause);
        state.enter_child();
    }
}
