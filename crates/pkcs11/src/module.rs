//! What the module knows between two calls: slots, sessions, handles. One lock, never held while
//! anybody is asked, so that a fork finds it whole.

use crate::config::{Config, Fork};
use crate::objects::{Handles, Kept};
use crate::rv::Rv;
use crate::session::Session;
use crate::slot::{Login, Slot};
use cryptoki_sys::{
    CK_OBJECT_HANDLE, CK_SESSION_HANDLE, CK_SLOT_ID, CKR_CRYPTOKI_ALREADY_INITIALIZED,
    CKR_CRYPTOKI_NOT_INITIALIZED, CKR_KEY_HANDLE_INVALID, CKR_OBJECT_HANDLE_INVALID,
    CKR_SESSION_HANDLE_INVALID, CKR_SLOT_ID_INVALID, CKU_SO,
};
use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

static MODULE: Mutex<Option<Module>> = Mutex::new(None);

/// All of it, between `C_Initialize` and `C_Finalize`.
pub struct Module {
    /// What the file says.
    pub config: Config,
    /// The slots, as the service told them last.
    pub slots: Vec<Slot>,
    /// Objects by their handles.
    pub handles: Handles,
    sessions: HashMap<CK_SESSION_HANDLE, Session>,
    last_session: CK_SESSION_HANDLE,
    /// Whether this process has it of its parent.
    inherited: bool,
}

impl Module {
    fn new(config: Config) -> Self {
        Self {
            config,
            slots: vec![],
            handles: Handles::default(),
            sessions: HashMap::new(),
            last_session: 0,
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
        self.last_session += 1;
        self.sessions.insert(self.last_session, session);
        self.last_session
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
        self.slot(slot)?.set_login(None, None);
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

    /// What is left in the child of a fork: all but connections, which are the parent's.
    fn after_fork(&mut self) {
        self.inherited = true;
        self.slots.iter_mut().for_each(Slot::forget_connections);
    }
}

fn locked() -> MutexGuard<'static, Option<Module>> {
    MODULE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works on what the module knows; nobody is asked anything meanwhile.
///
/// Errors: `CKR_CRYPTOKI_NOT_INITIALIZED`, and those of `work`.
pub fn with_module<T>(work: impl FnOnce(&mut Module) -> Result<T, Rv>) -> Result<T, Rv> {
    let mut module = locked();
    work(module.as_mut().ok_or(Rv(CKR_CRYPTOKI_NOT_INITIALIZED))?)
}

/// Begins. Errors: `CKR_CRYPTOKI_ALREADY_INITIALIZED`, but not for a child that has its module of
/// its parent; those of [`Config::read`].
pub fn begin() -> Result<(), Rv> {
    static HANDLERS: Once = Once::new();
    let mut module = locked();
    if module.as_ref().is_some_and(|module| !module.inherited) {
        return Err(Rv(CKR_CRYPTOKI_ALREADY_INITIALIZED));
    }
    *module = Some(Module::new(Config::read()?));
    HANDLERS.call_once(|| {
        // SAFETY: the handlers live as long as the module: the C library forgets them when it is
        // unloaded. They take a lock, leave it, and close descriptors.
        unsafe { libc::pthread_atfork(Some(prepare), Some(in_parent), Some(in_child)) };
    });
    Ok(())
}

/// Ends, and returns all that there was. Errors: `CKR_CRYPTOKI_NOT_INITIALIZED`.
pub fn end() -> Result<Module, Rv> {
    locked().take().ok_or(Rv(CKR_CRYPTOKI_NOT_INITIALIZED))
}

/// The lock, while a fork is under way: held by the thread that forks, so that no other is half
/// through a change, of which the child would have that half.
struct Held(UnsafeCell<Option<MutexGuard<'static, Option<Module>>>>);

// SAFETY: it is touched by the handlers alone, in the thread that has taken the lock in `prepare`;
// in the child that thread is the only one.
unsafe impl Sync for Held {}

static HELD: Held = Held(UnsafeCell::new(None));

extern "C" fn prepare() {
    let guard = locked();
    // SAFETY: the lock is held from here to the handler behind the fork.
    unsafe { *HELD.0.get() = Some(guard) };
}

extern "C" fn in_parent() {
    // SAFETY: the lock is held since `prepare`.
    drop(unsafe { (*HELD.0.get()).take() });
}

extern "C" fn in_child() {
    // SAFETY: the lock is held since `prepare`, by this thread.
    let Some(mut module) = (unsafe { (*HELD.0.get()).take() }) else { return };
    match module.as_mut() {
        Some(inner) if inner.config.fork == Fork::Reconnect => inner.after_fork(),
        _ => *module = None,
    }
}
