//! The module as programs in C call it: in this process, and with any pointers.
//!
//! Whoever calls says why its pointers are valid, or are not followed.

pub mod input;
pub mod steps;

use cryptoki_sys::*;
use std::ptr::null_mut;

/// The module's functions.
#[derive(Clone, Copy)]
pub struct Raw(&'static CK_FUNCTION_LIST_3_2);

/// Calls a function by its name in the standard.
macro_rules! call {
    ($raw:expr, $name:ident $(, $argument:expr)*) => {{
        let function = $raw.functions().$name.expect("every function is there");
        // SAFETY: pointers are null, or to memory of the caller of the length that it says.
        unsafe { function($($argument),*) }
    }};
}
pub(crate) use call;

/// A row of a template, for a value that lives as long as the call.
pub fn row(kind: CK_ATTRIBUTE_TYPE, value: &[u8]) -> CK_ATTRIBUTE {
    CK_ATTRIBUTE {
        type_: kind,
        pValue: value.as_ptr().cast_mut().cast(),
        ulValueLen: value.len() as CK_ULONG,
    }
}

/// A mechanism without a parameter.
pub fn plain(mechanism: CK_MECHANISM_TYPE) -> CK_MECHANISM {
    CK_MECHANISM { mechanism, pParameter: null_mut(), ulParameterLen: 0 }
}

/// The most objects that a search of a test gives.
pub const MAX_FOUND: usize = 256;

pub const TRUE: [u8; 1] = [CK_TRUE];
pub const P256: [u8; 10] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];

impl Raw {
    /// The module that is part of this program.
    pub fn new() -> Self {
        let mut found: CK_INTERFACE_PTR = null_mut();
        // SAFETY: the place is valid; the other pointers may be null.
        let said = unsafe { sealane_pkcs11::C_GetInterface(null_mut(), null_mut(), &mut found, 0) };
        assert_eq!(said, CKR_OK);
        // SAFETY: the first interface is that of version 3.2, and is there for ever.
        Self(unsafe { &*(*found).pFunctionList.cast::<CK_FUNCTION_LIST_3_2>() })
    }

    pub fn functions(self) -> &'static CK_FUNCTION_LIST_3_2 {
        self.0
    }

    /// The slot of the only token.
    pub fn slot(self) -> CK_SLOT_ID {
        let (mut slots, mut count) = ([0; 4], 4);
        assert_eq!(call!(self, C_GetSlotList, CK_TRUE, slots.as_mut_ptr(), &mut count), CKR_OK);
        assert_eq!(count, 1);
        slots[0]
    }

    /// A session that may change the token.
    pub fn session(self) -> CK_SESSION_HANDLE {
        let (flags, mut session) = (CKF_SERIAL_SESSION | CKF_RW_SESSION, 0);
        let said = call!(self, C_OpenSession, self.slot(), flags, null_mut(), None, &mut session);
        assert_eq!(said, CKR_OK);
        session
    }

    pub fn login(self, session: CK_SESSION_HANDLE, pin: &str) -> CK_RV {
        let (bytes, length) = (pin.as_ptr().cast_mut(), pin.len() as CK_ULONG);
        call!(self, C_Login, session, CKU_USER, bytes, length)
    }

    /// Begins: a session of the user.
    pub fn begin(pin: &str) -> (Self, CK_SESSION_HANDLE) {
        let raw = Self::new();
        assert_eq!(call!(raw, C_Initialize, null_mut()), CKR_OK);
        let session = raw.session();
        assert_eq!(raw.login(session, pin), CKR_OK);
        (raw, session)
    }

    /// Makes a pair of a mechanism by templates, and returns its public and private halves; or the
    /// refusal.
    pub fn generate(
        self,
        session: CK_SESSION_HANDLE,
        mechanism: CK_MECHANISM_TYPE,
        public: &mut [CK_ATTRIBUTE],
        own: &mut [CK_ATTRIBUTE],
    ) -> Result<(CK_OBJECT_HANDLE, CK_OBJECT_HANDLE), CK_RV> {
        let mut mechanism = plain(mechanism);
        let (count, own_count) = (public.len() as CK_ULONG, own.len() as CK_ULONG);
        let (public, own) = (public.as_mut_ptr(), own.as_mut_ptr());
        let (mut made, mut made_own) = (0, 0);
        let (place, own_place) = (&mut made, &mut made_own);
        let at = &mut mechanism;
        let made_by = self.functions().C_GenerateKeyPair.expect("every function is there");
        // SAFETY: all of it lives until the call is over.
        let said = unsafe { made_by(session, at, public, count, own, own_count, place, own_place) };
        if said == CKR_OK { Ok((made, made_own)) } else { Err(said) }
    }

    /// Makes a pair of P-256, and returns its public and private halves.
    pub fn pair(self, session: CK_SESSION_HANDLE) -> (CK_OBJECT_HANDLE, CK_OBJECT_HANDLE) {
        let mut public = [row(CKA_TOKEN, &TRUE), row(CKA_EC_PARAMS, &P256)];
        let mut own = [row(CKA_TOKEN, &TRUE), row(CKA_SIGN, &TRUE)];
        self.generate(session, CKM_EC_KEY_PAIR_GEN, &mut public, &mut own).expect("it is made")
    }

    /// What a search finds, at most so many objects.
    pub fn found(
        self,
        session: CK_SESSION_HANDLE,
        template: &mut [CK_ATTRIBUTE],
    ) -> Vec<CK_OBJECT_HANDLE> {
        let (at, count) = (template.as_mut_ptr(), template.len() as CK_ULONG);
        assert_eq!(call!(self, C_FindObjectsInit, session, at, count), CKR_OK);
        let (mut found, mut count) = ([0; MAX_FOUND], 0);
        let (at, most) = (found.as_mut_ptr(), MAX_FOUND as CK_ULONG);
        let said = call!(self, C_FindObjects, session, at, most, &mut count);
        assert_eq!(said, CKR_OK);
        assert_eq!(call!(self, C_FindObjectsFinal, session), CKR_OK);
        found[..count as usize].to_vec()
    }
}
