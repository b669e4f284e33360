//! The lists of functions, of versions 3.2, 3.0 and 2.40, and how programs ask for them.

use crate::chapters::absent::*;
use crate::chapters::copies::*;
use crate::chapters::decryption::*;
use crate::chapters::digests::*;
use crate::chapters::encryption::*;
use crate::chapters::general::*;
use crate::chapters::keys::*;
use crate::chapters::objects::*;
use crate::chapters::random::*;
use crate::chapters::sessions::*;
use crate::chapters::signatures::*;
use crate::chapters::slots::*;
use crate::chapters::verification::*;
use crate::raw::{self, Output};
use crate::rv::{Rv, answered};
use cryptoki_sys::*;
use std::ffi::CStr;
use std::mem::transmute_copy;

/// All functions of version 3.2. Those of earlier versions come first, in the same order.
const LIST_3_2: CK_FUNCTION_LIST_3_2 = CK_FUNCTION_LIST_3_2 {
    version: CK_VERSION { major: 3, minor: 2 },
    C_Initialize: Some(C_Initialize),
    C_Finalize: Some(C_Finalize),
    C_GetInfo: Some(C_GetInfo),
    C_GetFunctionList: Some(C_GetFunctionList),
    C_GetSlotList: Some(C_GetSlotList),
    C_GetSlotInfo: Some(C_GetSlotInfo),
    C_GetTokenInfo: Some(C_GetTokenInfo),
    C_GetMechanismList: Some(C_GetMechanismList),
    C_GetMechanismInfo: Some(C_GetMechanismInfo),
    C_InitToken: Some(C_InitToken),
    C_InitPIN: Some(C_InitPIN),
    C_SetPIN: Some(C_SetPIN),
    C_OpenSession: Some(C_OpenSession),
    C_CloseSession: Some(C_CloseSession),
    C_CloseAllSessions: Some(C_CloseAllSessions),
    C_GetSessionInfo: Some(C_GetSessionInfo),
    C_GetOperationState: Some(C_GetOperationState),
    C_SetOperationState: Some(C_SetOperationState),
    C_Login: Some(C_Login),
    C_Logout: Some(C_Logout),
    C_CreateObject: Some(C_CreateObject),
    C_CopyObject: Some(C_CopyObject),
    C_DestroyObject: Some(C_DestroyObject),
    C_GetObjectSize: Some(C_GetObjectSize),
    C_GetAttributeValue: Some(C_GetAttributeValue),
    C_SetAttributeValue: Some(C_SetAttributeValue),
    C_FindObjectsInit: Some(C_FindObjectsInit),
    C_FindObjects: Some(C_FindObjects),
    C_FindObjectsFinal: Some(C_FindObjectsFinal),
    C_EncryptInit: Some(C_EncryptInit),
    C_Encrypt: Some(C_Encrypt),
    C_EncryptUpdate: Some(C_EncryptUpdate),
    C_EncryptFinal: Some(C_EncryptFinal),
    C_DecryptInit: Some(C_DecryptInit),
    C_Decrypt: Some(C_Decrypt),
    C_DecryptUpdate: Some(C_DecryptUpdate),
    C_DecryptFinal: Some(C_DecryptFinal),
    C_DigestInit: Some(C_DigestInit),
    C_Digest: Some(C_Digest),
    C_DigestUpdate: Some(C_DigestUpdate),
    C_DigestKey: Some(absent2),
    C_DigestFinal: Some(C_DigestFinal),
    C_SignInit: Some(C_SignInit),
    C_Sign: Some(C_Sign),
    C_SignUpdate: Some(C_SignUpdate),
    C_SignFinal: Some(C_SignFinal),
    C_SignRecoverInit: Some(absent3),
    C_SignRecover: Some(absent5),
    C_VerifyInit: Some(C_VerifyInit),
    C_Verify: Some(C_Verify),
    C_VerifyUpdate: Some(C_VerifyUpdate),
    C_VerifyFinal: Some(C_VerifyFinal),
    C_VerifyRecoverInit: Some(absent3),
    C_VerifyRecover: Some(absent5),
    C_DigestEncryptUpdate: Some(absent5),
    C_DecryptDigestUpdate: Some(absent5),
    C_SignEncryptUpdate: Some(absent5),
    C_DecryptVerifyUpdate: Some(absent5),
    C_GenerateKey: Some(C_GenerateKey),
    C_GenerateKeyPair: Some(C_GenerateKeyPair),
    C_WrapKey: Some(C_WrapKey),
    C_UnwrapKey: Some(C_UnwrapKey),
    C_DeriveKey: Some(C_DeriveKey),
    C_SeedRandom: Some(C_SeedRandom),
    C_GenerateRandom: Some(C_GenerateRandom),
    C_GetFunctionStatus: Some(not_parallel),
    C_CancelFunction: Some(not_parallel),
    C_WaitForSlotEvent: Some(C_WaitForSlotEvent),
    C_GetInterfaceList: Some(C_GetInterfaceList),
    C_GetInterface: Some(C_GetInterface),
    C_LoginUser: Some(C_LoginUser),
    C_SessionCancel: Some(C_SessionCancel),
    C_MessageEncryptInit: Some(absent3),
    C_EncryptMessage: Some(absent9),
    C_EncryptMessageBegin: Some(absent5),
    C_EncryptMessageNext: Some(absent8),
    C_MessageEncryptFinal: Some(absent1),
    C_MessageDecryptInit: Some(absent3),
    C_DecryptMessage: Some(absent9),
    C_DecryptMessageBegin: Some(absent5),
    C_DecryptMessageNext: Some(absent8),
    C_MessageDecryptFinal: Some(absent1),
    C_MessageSignInit: Some(absent3),
    C_SignMessage: Some(absent7),
    C_SignMessageBegin: Some(absent3),
    C_SignMessageNext: Some(absent7),
    C_MessageSignFinal: Some(absent1),
    C_MessageVerifyInit: Some(absent3),
    C_VerifyMessage: Some(absent7),
    C_VerifyMessageBegin: Some(absent3),
    C_VerifyMessageNext: Some(absent7),
    C_MessageVerifyFinal: Some(absent1),
    C_EncapsulateKey: Some(absent8),
    C_DecapsulateKey: Some(absent8),
    C_VerifySignatureInit: Some(C_VerifySignatureInit),
    C_VerifySignature: Some(C_VerifySignature),
    C_VerifySignatureUpdate: Some(C_VerifySignatureUpdate),
    C_VerifySignatureFinal: Some(C_VerifySignatureFinal),
    C_GetSessionValidationFlags: Some(C_GetSessionValidationFlags),
    C_AsyncComplete: Some(absent3),
    C_AsyncGetID: Some(absent3),
    C_AsyncJoin: Some(absent5),
    C_WrapKeyAuthenticated: Some(absent8),
    C_UnwrapKeyAuthenticated: Some(absent10),
};

/// Those of version 3.0.
const LIST_3_0: CK_FUNCTION_LIST_3_0 = {
    // SAFETY: the structure is a beginning of the other one: a test compares both ends.
    let list: CK_FUNCTION_LIST_3_0 = unsafe { transmute_copy(&LIST_3_2) };
    CK_FUNCTION_LIST_3_0 { version: CK_VERSION { major: 3, minor: 0 }, ..list }
};

/// Those of version 2.40.
const LIST_2_40: CK_FUNCTION_LIST = {
    // SAFETY: as above.
    let list: CK_FUNCTION_LIST = unsafe { transmute_copy(&LIST_3_2) };
    CK_FUNCTION_LIST { version: CK_VERSION { major: 2, minor: 40 }, ..list }
};

static OF_3_2: CK_FUNCTION_LIST_3_2 = LIST_3_2;
static OF_3_0: CK_FUNCTION_LIST_3_0 = LIST_3_0;
static OF_2_40: CK_FUNCTION_LIST = LIST_2_40;

const NAME: &CStr = c"PKCS 11";

/// The interfaces, which hold pointers to what never changes.
struct Interfaces([CK_INTERFACE; 3]);

// SAFETY: nobody writes through its pointers.
unsafe impl Sync for Interfaces {}

const fn interface<T>(list: &'static T) -> CK_INTERFACE {
    CK_INTERFACE {
        pInterfaceName: NAME.as_ptr().cast_mut().cast(),
        pFunctionList: std::ptr::from_ref(list).cast_mut().cast(),
        flags: CKF_INTERFACE_FORK_SAFE,
    }
}

static INTERFACES: Interfaces =
    Interfaces([interface(&OF_3_2), interface(&OF_3_0), interface(&OF_2_40)]);

/// Gives the functions of version 2.40.
///
/// # Safety
///
/// The pointer must be valid for a write, if it is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn C_GetFunctionList(list: *mut CK_FUNCTION_LIST_PTR) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { raw::write(list, std::ptr::from_ref(&OF_2_40).cast_mut()) })
}

/// Lists the interfaces.
///
/// # Safety
///
/// As the standard has it: room for as many as the count says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn C_GetInterfaceList(
    list: *mut CK_INTERFACE,
    count: *mut CK_ULONG,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { Output::new(list, count) }?.put(&INTERFACES.0))
}

/// Gives an interface: the first one that fits.
///
/// # Safety
///
/// Pointers must be valid, if they are not null; a name ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn C_GetInterface(
    name: *mut CK_UTF8CHAR,
    version: *mut CK_VERSION,
    interface: *mut CK_INTERFACE_PTR,
    flags: CK_FLAGS,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let named = name.is_null() || unsafe { CStr::from_ptr(name.cast()) } == NAME;
        // SAFETY: the caller's promise.
        let wanted = (!version.is_null()).then(|| unsafe { raw::read(version) }).transpose()?;
        let versions = [(3, 2), (3, 0), (2, 40)];
        let fits = |(major, minor): (u8, u8)| {
            wanted.is_none_or(|wanted| (wanted.major, wanted.minor) == (major, minor))
        };
        let at = versions.into_iter().position(fits).filter(|_| named);
        let at = at.filter(|at| INTERFACES.0[*at].flags & flags == flags);
        let found = &INTERFACES.0[at.ok_or(Rv(CKR_FUNCTION_FAILED))?];
        // SAFETY: the caller's promise.
        unsafe { raw::write(interface, std::ptr::from_ref(found).cast_mut()) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    /// Goal: lists of earlier versions begin as the last one does. Method: places of functions at
    /// both ends.
    #[test]
    fn lists_begin_alike() {
        type New = CK_FUNCTION_LIST_3_2;
        type Old = CK_FUNCTION_LIST;
        assert_eq!(offset_of!(New, C_Initialize), offset_of!(Old, C_Initialize));
        assert_eq!(offset_of!(New, C_WaitForSlotEvent), offset_of!(Old, C_WaitForSlotEvent));
        type Middle = CK_FUNCTION_LIST_3_0;
        assert_eq!(offset_of!(New, C_MessageVerifyFinal), offset_of!(Middle, C_MessageVerifyFinal));
        assert_eq!((OF_2_40.version.major, OF_2_40.version.minor), (2, 40));
        assert_eq!((OF_3_0.version.major, OF_3_0.version.minor), (3, 0));
        // SAFETY: the pointer is refused.
        unsafe { assert_eq!(C_GetFunctionList(std::ptr::null_mut()), CKR_ARGUMENTS_BAD) };
    }

    /// Goal: interfaces are found by name and version.
    #[test]
    fn interfaces_are_found() {
        let ask = |name: Option<&CStr>, version: Option<(u8, u8)>| {
            let name = name.map_or(std::ptr::null_mut(), |name| name.as_ptr().cast_mut().cast());
            let mut version = version.map(|(major, minor)| CK_VERSION { major, minor });
            let version = version.as_mut().map_or(std::ptr::null_mut(), std::ptr::from_mut);
            let mut found = std::ptr::null_mut();
            // SAFETY: all pointers are valid or null.
            let rv = unsafe { C_GetInterface(name, version, &mut found, 0) };
            (rv == CKR_OK).then(|| INTERFACES.0.iter().position(|one| std::ptr::eq(one, found)))
        };
        assert_eq!(ask(None, None), Some(Some(0)));
        assert_eq!(ask(Some(NAME), Some((3, 0))), Some(Some(1)));
        assert_eq!(ask(Some(c"PKCS 11"), Some((2, 40))), Some(Some(2)));
        assert_eq!(ask(Some(c"PKCS"), None), None);
        assert_eq!(ask(None, Some((3, 1))), None);
    }
}
