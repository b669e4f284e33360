//! Calls in an order that bytes decide, with what a hostile program would pass; and what the module
//! must not do, whatever they are.

use super::input::{Input, Memory, TYPES};
use super::{P256, Raw, TRUE, call, plain};
use cryptoki_sys::*;
use std::ptr::null_mut;

/// What stands behind a buffer, where nothing may be written.
const UNTOUCHED: [u8; 16] = [0xa5; 16];
/// ML-DSA-44, as an attribute has it.
const ML_DSA_44: [u8; 8] = CKP_ML_DSA_44.to_ne_bytes();
/// The most objects that are left to the next sequence.
const MAX_LEFT: usize = 40;

/// A program of one process, with what it was given.
pub struct Program {
    raw: Raw,
    slot: CK_SLOT_ID,
    pin: &'static str,
    /// It keeps the login, which takes long to begin.
    keeper: CK_SESSION_HANDLE,
    sessions: Vec<CK_SESSION_HANDLE>,
    objects: Vec<CK_OBJECT_HANDLE>,
    /// Of these, those that stay as they are.
    lasting: Vec<CK_OBJECT_HANDLE>,
}

/// A buffer for a result, and how long the caller says that it is.
struct Output {
    bytes: Vec<u8>,
    length: CK_ULONG,
    is_null: bool,
    has_length: bool,
}

impl Output {
    fn new(input: &mut Input<'_>) -> Self {
        let length = input.pick(&[64, 256, 0, 31, 32, 63, 66, 140, 2420]);
        let bytes = [&vec![0xa5; length][..], &UNTOUCHED].concat();
        let (is_null, has_length) = (input.once_in(6), !input.once_in(20));
        Self { bytes, length: length as CK_ULONG, is_null, has_length }
    }

    fn at(&mut self) -> *mut CK_BYTE {
        if self.is_null { null_mut() } else { self.bytes.as_mut_ptr() }
    }

    fn length(&mut self) -> *mut CK_ULONG {
        if self.has_length { &mut self.length } else { null_mut() }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        assert!(self.bytes.ends_with(&UNTOUCHED), "written behind the end");
    }
}

impl Program {
    /// Begins, as the user.
    pub fn new(pin: &'static str) -> Self {
        let (raw, keeper) = Raw::begin(pin);
        raw.pair(keeper);
        let lasting = raw.found(keeper, &mut []);
        let (sessions, objects) = (vec![raw.session()], lasting.clone());
        Self { raw, slot: raw.slot(), pin, keeper, sessions, objects, lasting }
    }

    /// Calls in the order of an input; afterwards the module signs as ever.
    ///
    /// # Panics
    /// If a call ended by a fault of the module, or wrote where it must not.
    pub fn run(&mut self, bytes: &[u8]) {
        let mut input = Input(bytes);
        while !input.is_over() {
            let mut memory = Memory::default();
            let said = match input.byte() % 8 {
                0 => self.about_sessions(&mut input),
                1 | 2 => self.about_objects(&mut input, &mut memory),
                3 => self.about_keys(&mut input, &mut memory),
                4 => self.begin_operation(&mut input, &mut memory),
                5 | 6 => self.go_on(&mut input, &mut memory),
                _ => self.about_all(&mut input, &mut memory),
            };
            // Only what has panicked says so.
            assert_ne!(said, CKR_GENERAL_ERROR, "a fault of the module");
        }
        self.end();
    }

    /// Leaves the sessions, and signs in another one.
    fn end(&mut self) {
        for session in self.sessions.drain(..) {
            call!(self.raw, C_CloseSession, session);
        }
        self.sessions.push(self.raw.session());
        // A number that nobody was given may have been its handle.
        if call!(self.raw, C_SessionCancel, self.keeper, CK_FLAGS::MAX) != CKR_OK {
            self.keeper = self.raw.session();
        }
        let session = self.keeper;
        let said = self.raw.login(session, self.pin);
        assert!(matches!(said, CKR_OK | CKR_USER_ALREADY_LOGGED_IN), "a login: {said:#x}");
        let (public, private) = self.raw.pair(session);
        let (mut ecdsa, mut out, mut length) = (plain(CKM_ECDSA), [0u8; 64], 64);
        assert_eq!(call!(self.raw, C_SignInit, session, &mut ecdsa, private), CKR_OK);
        let (digest, out) = ([7u8; 32], out.as_mut_ptr());
        let digest = digest.as_ptr().cast_mut();
        assert_eq!(call!(self.raw, C_Sign, session, digest, 32, out, &mut length), CKR_OK);
        assert_eq!(call!(self.raw, C_VerifyInit, session, &mut ecdsa, public), CKR_OK);
        assert_eq!(call!(self.raw, C_Verify, session, digest, 32, out, 64), CKR_OK);
        // The token stays small.
        let mut all = self.raw.found(session, &mut []);
        all.retain(|object| !self.lasting.contains(object));
        for object in all.split_off(all.len().min(MAX_LEFT)) {
            call!(self.raw, C_DestroyObject, session, object);
        }
        self.objects = [&self.lasting[..], &all].concat();
    }

    fn session(&self, input: &mut Input<'_>) -> CK_SESSION_HANDLE {
        input.handle(&self.sessions)
    }

    fn object(&self, input: &mut Input<'_>) -> CK_OBJECT_HANDLE {
        input.handle(&self.objects)
    }

    fn about_sessions(&mut self, input: &mut Input<'_>) -> CK_RV {
        let (raw, session) = (self.raw, self.session(input));
        match input.byte() % 12 {
            0..6 => {
                let flags = input.pick(&[6, 6, 6, 4, 2, 0]);
                let mut made = 0;
                let said = call!(raw, C_OpenSession, self.slot, flags, null_mut(), None, &mut made);
                if said == CKR_OK {
                    self.sessions.push(made);
                }
                said
            }
            6 if self.sessions.len() > 1 => call!(raw, C_CloseSession, session),
            7 if self.sessions.len() > 1 => {
                let flags = input.pick(&[CK_FLAGS::MAX, CKF_SIGN, CKF_FIND_OBJECTS, 0]);
                call!(raw, C_SessionCancel, session, flags)
            }
            8 if input.once_in(32) => {
                call!(raw, C_Logout, session);
                raw.login(session, self.pin)
            }
            9 => {
                // No PIN is as short, so that none counts as wrong.
                let pin = if input.once_in(2) { null_mut() } else { [0u8; 2].as_mut_ptr() };
                let length = if pin.is_null() { input.number() } else { 0 };
                call!(raw, C_SetPIN, session, pin, length, pin, length)
            }
            10 => call!(raw, C_Login, session, input.number(), null_mut(), 0),
            _ => {
                // SAFETY: numbers, of which all bits are values.
                let mut info: CK_SESSION_INFO = unsafe { std::mem::zeroed() };
                let place = if input.once_in(4) { null_mut() } else { &raw mut info };
                call!(raw, C_GetSessionInfo, session, place)
            }
        }
    }

    fn about_objects(&mut self, input: &mut Input<'_>, memory: &mut Memory) -> CK_RV {
        let (raw, session, object) = (self.raw, self.session(input), self.object(input));
        let mut made = 0;
        let place = if input.once_in(20) { null_mut() } else { &raw mut made };
        let said = match input.byte() % 10 {
            0 | 1 => {
                let (rows, count) = input.template(memory, &[]);
                call!(raw, C_FindObjectsInit, session, rows, count)
            }
            2 => {
                let (mut found, mut count) = ([0; 8], 0);
                let (most, at) = (input.pick(&[8, 0, 3]), found.as_mut_ptr());
                let at = if input.once_in(12) { null_mut() } else { at };
                call!(raw, C_FindObjects, session, at, most, &mut count)
            }
            3 => call!(raw, C_FindObjectsFinal, session),
            4 | 5 => read(raw, session, object, input),
            6 if !self.lasting.contains(&object) => {
                let (rows, count) = input.template(memory, &[]);
                call!(raw, C_SetAttributeValue, session, object, rows, count)
            }
            7 => {
                let class = input.pick(&[CKO_DATA, CKO_SECRET_KEY, CKO_CERTIFICATE, 9]);
                let (class, token) = (class.to_ne_bytes(), [input.byte() % 2]);
                let aes = CKK_AES.to_ne_bytes();
                let sound: [(_, &[u8]); 4] = [
                    (CKA_CLASS, &class),
                    (CKA_TOKEN, &token),
                    (CKA_KEY_TYPE, &aes),
                    (CKA_VALUE, &[9; 16]),
                ];
                let (rows, count) = input.template(memory, &sound);
                call!(raw, C_CreateObject, session, rows, count, place)
            }
            8 => {
                let (rows, count) = input.template(memory, &[]);
                call!(raw, C_CopyObject, session, object, rows, count, place)
            }
            9 if !self.lasting.contains(&object) => call!(raw, C_DestroyObject, session, object),
            _ => call!(raw, C_GetObjectSize, session, object, place),
        };
        self.keep(said, &[made]);
        said
    }

    /// Remembers what was made.
    fn keep(&mut self, said: CK_RV, made: &[CK_OBJECT_HANDLE]) {
        if said == CKR_OK {
            self.objects.extend(made.iter().filter(|handle| **handle != 0));
        }
    }

    fn about_keys(&mut self, input: &mut Input<'_>, memory: &mut Memory) -> CK_RV {
        let (raw, session, by) = (self.raw, self.session(input), self.object(input));
        let (mut made, mut made_own) = (0, 0);
        let token: (_, &[u8]) = (CKA_TOKEN, &TRUE);
        let said = match input.byte() % 6 {
            0 => {
                let mut mechanism = input.mechanism(memory, CKM_AES_KEY_GEN);
                let length = 32u64.to_ne_bytes();
                let sound = [token, (CKA_VALUE_LEN, &length), (CKA_WRAP, &TRUE)];
                let (rows, count) = input.template(memory, &sound);
                call!(raw, C_GenerateKey, session, &mut mechanism, rows, count, &mut made)
            }
            1 => {
                let ec = (CKM_EC_KEY_PAIR_GEN, (CKA_EC_PARAMS, &P256[..]));
                let mldsa = (CKM_ML_DSA_KEY_PAIR_GEN, (CKA_PARAMETER_SET, &ML_DSA_44[..]));
                let (sound, row) = input.pick(&[ec, mldsa]);
                let mut mechanism = input.mechanism(memory, sound);
                let (rows, count) = input.template(memory, &[token, row]);
                let (own, own_count) = input.template(memory, &[token, (CKA_EXTRACTABLE, &TRUE)]);
                let own_place = if input.once_in(20) { null_mut() } else { &raw mut made_own };
                let mechanism = &raw mut mechanism;
                let (place, pair) = (&raw mut made, raw.functions().C_GenerateKeyPair);
                let pair = pair.expect("every function is there");
                // SAFETY: all of it lives until the call is over.
                unsafe { pair(session, mechanism, rows, count, own, own_count, place, own_place) }
            }
            2 | 3 => {
                let mut mechanism = input.mechanism(memory, CKM_AES_KEY_WRAP_KWP);
                let (key, mut out) = (self.object(input), Output::new(input));
                let (at, length) = (out.at(), out.length());
                call!(raw, C_WrapKey, session, &mut mechanism, by, key, at, length)
            }
            4 => {
                let mut mechanism = input.mechanism(memory, CKM_AES_KEY_WRAP_KWP);
                let (data, length) = input.data(memory);
                let class = CKO_PRIVATE_KEY.to_ne_bytes();
                let (rows, count) = input.template(memory, &[token, (CKA_CLASS, &class)]);
                let (mechanism, place) = (&raw mut mechanism, &raw mut made);
                call!(raw, C_UnwrapKey, session, mechanism, by, data, length, rows, count, place)
            }
            _ => {
                let mut mechanism = input.mechanism(memory, CKM_ECDH1_DERIVE);
                let (rows, count) = input.template(memory, &[(CKA_TOKEN, &[CK_FALSE])]);
                call!(raw, C_DeriveKey, session, &mut mechanism, by, rows, count, &mut made)
            }
        };
        self.keep(said, &[made, made_own]);
        said
    }

    fn begin_operation(&mut self, input: &mut Input<'_>, memory: &mut Memory) -> CK_RV {
        let (raw, session, key) = (self.raw, self.session(input), self.object(input));
        let kind = input.byte() % 9;
        let sound = match kind {
            0..3 => input.pick(&[CKM_ECDSA, CKM_ECDSA_SHA256, CKM_ML_DSA, CKM_HASH_ML_DSA]),
            3..5 | 8 => input.pick(&[CKM_ECDSA_SHA256, CKM_ML_DSA]),
            5 => CKM_SHA256,
            _ => CKM_RSA_PKCS_OAEP,
        };
        let mut mechanism = input.mechanism(memory, sound);
        let place = if input.once_in(16) { null_mut() } else { &raw mut mechanism };
        match kind {
            0..3 => call!(raw, C_SignInit, session, place, key),
            3..5 => call!(raw, C_VerifyInit, session, place, key),
            5 => call!(raw, C_DigestInit, session, place),
            6 => call!(raw, C_DecryptInit, session, place, key),
            8 => {
                let length = input.pick(&[64, 2420, 0, 65]);
                let signature = memory.keep(&vec![7; length], input.once_in(2));
                let length = length as CK_ULONG;
                call!(raw, C_VerifySignatureInit, session, place, key, signature, length)
            }
            _ => call!(raw, C_EncryptInit, session, place, key),
        }
    }

    fn go_on(&mut self, input: &mut Input<'_>, memory: &mut Memory) -> CK_RV {
        let (raw, session) = (self.raw, self.session(input));
        let (data, length) = input.data(memory);
        let mut out = Output::new(input);
        let (at, place) = (out.at(), out.length());
        match input.byte() % 18 {
            0 | 1 => call!(raw, C_Sign, session, data, length, at, place),
            2 => call!(raw, C_SignUpdate, session, data, length),
            3 => call!(raw, C_SignFinal, session, at, place),
            4 => {
                let (signature, count) = input.data(memory);
                call!(raw, C_Verify, session, data, length, signature, count)
            }
            5 => call!(raw, C_VerifyUpdate, session, data, length),
            6 => call!(raw, C_VerifyFinal, session, data, length),
            7 => call!(raw, C_Digest, session, data, length, at, place),
            8 => call!(raw, C_DigestUpdate, session, data, length),
            9 => call!(raw, C_DigestFinal, session, at, place),
            10 => call!(raw, C_Decrypt, session, data, length, at, place),
            11 => call!(raw, C_DecryptUpdate, session, data, length, at, place),
            12 => call!(raw, C_Encrypt, session, data, length, at, place),
            13 => call!(raw, C_EncryptFinal, session, at, place),
            14 => call!(raw, C_VerifySignature, session, data, length),
            15 => call!(raw, C_VerifySignatureUpdate, session, data, length),
            16 => call!(raw, C_VerifySignatureFinal, session),
            _ => {
                let length = if at.is_null() { input.number() } else { out.length };
                call!(raw, C_GenerateRandom, session, at, length)
            }
        }
    }

    fn about_all(&mut self, input: &mut Input<'_>, memory: &mut Memory) -> CK_RV {
        let (raw, slot) = (self.raw, if input.once_in(6) { input.number() } else { self.slot });
        let session = self.session(input);
        let mut count = input.number() % 80;
        match input.byte() % 8 {
            0 => {
                let mut list = vec![0; count as usize];
                call!(raw, C_GetMechanismList, slot, list.as_mut_ptr(), &mut count)
            }
            1 => call!(raw, C_GetMechanismList, slot, null_mut(), &mut count),
            2 => call!(raw, C_GetSlotList, input.byte(), null_mut(), &mut count),
            3 => call!(raw, C_GetMechanismInfo, slot, input.number(), null_mut()),
            4 => call!(raw, C_GetTokenInfo, slot, null_mut()),
            5 => {
                let (data, length) = input.data(memory);
                call!(raw, C_SeedRandom, session, data, length)
            }
            6 => call!(raw, C_WaitForSlotEvent, CKF_DONT_BLOCK, &mut count, null_mut()),
            _ => call!(raw, C_GetOperationState, session, null_mut(), &mut count),
        }
    }
}

/// Reads attributes into buffers of all lengths, of a template that may stand at an odd address.
fn read(
    raw: Raw,
    session: CK_SESSION_HANDLE,
    object: CK_OBJECT_HANDLE,
    input: &mut Input<'_>,
) -> CK_RV {
    let count = usize::from(input.byte() % 6);
    let mut outputs: Vec<Output> = (0..count).map(|_| Output::new(input)).collect();
    let mut memory = vec![0u8; 1 + count * size_of::<CK_ATTRIBUTE>()];
    let shift = usize::from(input.once_in(2));
    let rows = memory.as_mut_ptr().wrapping_add(shift).cast::<CK_ATTRIBUTE>();
    for (at, output) in outputs.iter_mut().enumerate() {
        let type_ = if input.once_in(8) { input.number() } else { input.pick(&TYPES) };
        // SAFETY: there is room for as many rows.
        unsafe {
            rows.add(at).write_unaligned(CK_ATTRIBUTE {
                type_,
                pValue: output.at().cast(),
                ulValueLen: output.length,
            });
        }
    }
    call!(raw, C_GetAttributeValue, session, object, rows, count as CK_ULONG)
}
