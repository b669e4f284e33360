//! A program of the user that says anything, and is told return values: what bad input is tried by.

use crate::common::USER;
use crate::raw::{Raw, call, row};
use cryptoki_sys::*;
use std::ptr::null_mut;

/// An attribute and its value.
pub type Row<'a> = (CK_ATTRIBUTE_TYPE, &'a [u8]);

pub const TRUE: &[u8] = &[CK_TRUE];
pub const FALSE: &[u8] = &[CK_FALSE];
pub const ED25519: &[u8] = &[6, 3, 0x2b, 0x65, 0x70];
pub const X25519: &[u8] = &[6, 3, 0x2b, 0x65, 0x6e];

/// The most bytes of what a call of a test gives: an expanded key of ML-DSA-87 has 4896.
const MAX_BYTES: usize = 8192;

/// A session of the user.
#[derive(Clone, Copy)]
pub struct User {
    pub raw: Raw,
    pub session: CK_SESSION_HANDLE,
}

/// Bytes of hexadecimal digits, of which blanks are left out.
pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().filter(|digit| !digit.is_whitespace()).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// A mechanism with a parameter, which must live until the call is over.
pub fn with<T>(mechanism: CK_MECHANISM_TYPE, parameter: &mut T) -> CK_MECHANISM {
    let length = size_of_val(parameter) as CK_ULONG;
    let parameter = std::ptr::from_mut(parameter).cast();
    CK_MECHANISM { mechanism, pParameter: parameter, ulParameterLen: length }
}

/// What a call has made, or its refusal.
pub fn result<T>(said: CK_RV, made: T) -> Result<T, CK_RV> {
    if said == CKR_OK { Ok(made) } else { Err(said) }
}

fn rows(template: &[Row<'_>]) -> Vec<CK_ATTRIBUTE> {
    template.iter().map(|(kind, value)| row(*kind, value)).collect()
}

fn at(bytes: &[u8]) -> *mut CK_BYTE {
    bytes.as_ptr().cast_mut()
}

impl User {
    pub fn begin() -> Self {
        let (raw, session) = Raw::begin(USER);
        Self { raw, session }
    }

    pub fn create(self, template: &[Row<'_>]) -> Result<CK_OBJECT_HANDLE, CK_RV> {
        let (mut rows, mut made) = (rows(template), 0);
        let (at, count) = (rows.as_mut_ptr(), rows.len() as CK_ULONG);
        result(call!(self.raw, C_CreateObject, self.session, at, count, &mut made), made)
    }

    /// Makes a pair; returns its public and private halves.
    pub fn pair(
        self,
        mechanism: CK_MECHANISM_TYPE,
        public: &[Row<'_>],
        own: &[Row<'_>],
    ) -> Result<(CK_OBJECT_HANDLE, CK_OBJECT_HANDLE), CK_RV> {
        self.raw.generate(self.session, mechanism, &mut rows(public), &mut rows(own))
    }

    /// Makes a secret key of so many bytes.
    pub fn secret(
        self,
        mut mechanism: CK_MECHANISM,
        bytes: usize,
        more: &[Row<'_>],
    ) -> Result<CK_OBJECT_HANDLE, CK_RV> {
        let (length, mut made) = ((bytes as CK_ULONG).to_ne_bytes(), 0);
        let mut rows = rows(&[&[(CKA_VALUE_LEN, &length[..])], more].concat());
        let (at, count) = (rows.as_mut_ptr(), rows.len() as CK_ULONG);
        let session = self.session;
        result(call!(self.raw, C_GenerateKey, session, &mut mechanism, at, count, &mut made), made)
    }

    pub fn copy(
        self,
        object: CK_OBJECT_HANDLE,
        template: &[Row<'_>],
    ) -> Result<CK_OBJECT_HANDLE, CK_RV> {
        let (mut rows, mut made) = (rows(template), 0);
        let (at, count) = (rows.as_mut_ptr(), rows.len() as CK_ULONG);
        let (raw, session) = (self.raw, self.session);
        result(call!(raw, C_CopyObject, session, object, at, count, &mut made), made)
    }

    pub fn change(self, object: CK_OBJECT_HANDLE, template: &[Row<'_>]) -> CK_RV {
        let mut rows = rows(template);
        let (at, count) = (rows.as_mut_ptr(), rows.len() as CK_ULONG);
        call!(self.raw, C_SetAttributeValue, self.session, object, at, count)
    }

    /// The value of an attribute.
    pub fn value(
        self,
        object: CK_OBJECT_HANDLE,
        kind: CK_ATTRIBUTE_TYPE,
    ) -> Result<Vec<u8>, CK_RV> {
        let mut bytes = vec![0; MAX_BYTES];
        let mut asked = row(kind, &bytes);
        asked.pValue = bytes.as_mut_ptr().cast();
        let said = call!(self.raw, C_GetAttributeValue, self.session, object, &mut asked, 1);
        bytes.truncate(usize::try_from(asked.ulValueLen).unwrap_or(0).min(MAX_BYTES));
        result(said, bytes)
    }

    pub fn sign(
        self,
        mut mechanism: CK_MECHANISM,
        key: CK_OBJECT_HANDLE,
        data: &[u8],
    ) -> Result<Vec<u8>, CK_RV> {
        let (mut out, mut length) = (vec![0; MAX_BYTES], MAX_BYTES as CK_ULONG);
        result(call!(self.raw, C_SignInit, self.session, &mut mechanism, key), ())?;
        let (place, count) = (out.as_mut_ptr(), data.len() as CK_ULONG);
        let said = call!(self.raw, C_Sign, self.session, at(data), count, place, &mut length);
        out.truncate(length as usize);
        result(said, out)
    }

    pub fn verify(
        self,
        mut mechanism: CK_MECHANISM,
        key: CK_OBJECT_HANDLE,
        data: &[u8],
        signature: &[u8],
    ) -> CK_RV {
        let begun = call!(self.raw, C_VerifyInit, self.session, &mut mechanism, key);
        if begun != CKR_OK {
            return begun;
        }
        let (count, length) = (data.len() as CK_ULONG, signature.len() as CK_ULONG);
        call!(self.raw, C_Verify, self.session, at(data), count, at(signature), length)
    }

    /// Signs a message that comes in parts.
    pub fn sign_parts(
        self,
        mut mechanism: CK_MECHANISM,
        key: CK_OBJECT_HANDLE,
        parts: &[&[u8]],
    ) -> Result<Vec<u8>, CK_RV> {
        let (mut out, mut length) = (vec![0; MAX_BYTES], MAX_BYTES as CK_ULONG);
        result(call!(self.raw, C_SignInit, self.session, &mut mechanism, key), ())?;
        for part in parts {
            let count = part.len() as CK_ULONG;
            result(call!(self.raw, C_SignUpdate, self.session, at(part), count), ())?;
        }
        let said = call!(self.raw, C_SignFinal, self.session, out.as_mut_ptr(), &mut length);
        out.truncate(length as usize);
        result(said, out)
    }

    /// Verifies a signature that comes behind a message in parts, or before it.
    pub fn verify_parts(
        self,
        mut mechanism: CK_MECHANISM,
        key: CK_OBJECT_HANDLE,
        parts: &[&[u8]],
        (signature, comes_first): (&[u8], bool),
    ) -> Result<(), CK_RV> {
        let (raw, session, length) = (self.raw, self.session, signature.len() as CK_ULONG);
        let (signature, mechanism) = (at(signature), &mut mechanism);
        let said = match comes_first {
            true => call!(raw, C_VerifySignatureInit, session, mechanism, key, signature, length),
            false => call!(raw, C_VerifyInit, session, mechanism, key),
        };
        result(said, ())?;
        for part in parts {
            let count = part.len() as CK_ULONG;
            let said = match comes_first {
                true => call!(raw, C_VerifySignatureUpdate, session, at(part), count),
                false => call!(raw, C_VerifyUpdate, session, at(part), count),
            };
            result(said, ())?;
        }
        let said = match comes_first {
            true => call!(raw, C_VerifySignatureFinal, session),
            false => call!(raw, C_VerifyFinal, session, signature, length),
        };
        result(said, ())
    }

    /// Verifies a signature that comes before a message.
    pub fn verify_signature(
        self,
        mut mechanism: CK_MECHANISM,
        key: CK_OBJECT_HANDLE,
        data: &[u8],
        signature: &[u8],
    ) -> CK_RV {
        let (raw, session, length) = (self.raw, self.session, signature.len() as CK_ULONG);
        let (place, first) = (&mut mechanism, at(signature));
        let begun = call!(raw, C_VerifySignatureInit, session, place, key, first, length);
        if begun != CKR_OK {
            return begun;
        }
        call!(raw, C_VerifySignature, session, at(data), data.len() as CK_ULONG)
    }

    pub fn decrypt(
        self,
        mut mechanism: CK_MECHANISM,
        key: CK_OBJECT_HANDLE,
        ciphertext: &[u8],
    ) -> Result<Vec<u8>, CK_RV> {
        let (mut out, mut length) = (vec![0; MAX_BYTES], MAX_BYTES as CK_ULONG);
        result(call!(self.raw, C_DecryptInit, self.session, &mut mechanism, key), ())?;
        let (place, count) = (out.as_mut_ptr(), ciphertext.len() as CK_ULONG);
        let (session, data) = (self.session, at(ciphertext));
        let said = call!(self.raw, C_Decrypt, session, data, count, place, &mut length);
        out.truncate(length as usize);
        result(said, out)
    }

    pub fn wrap(
        self,
        mut mechanism: CK_MECHANISM,
        by: CK_OBJECT_HANDLE,
        key: CK_OBJECT_HANDLE,
    ) -> Result<Vec<u8>, CK_RV> {
        let (mut out, mut length) = (vec![0; MAX_BYTES], MAX_BYTES as CK_ULONG);
        let (session, place) = (self.session, out.as_mut_ptr());
        let mechanism = &mut mechanism;
        let said = call!(self.raw, C_WrapKey, session, mechanism, by, key, place, &mut length);
        out.truncate(length as usize);
        result(said, out)
    }

    pub fn unwrap(
        self,
        mut mechanism: CK_MECHANISM,
        by: CK_OBJECT_HANDLE,
        wrapped: &[u8],
        template: &[Row<'_>],
    ) -> Result<CK_OBJECT_HANDLE, CK_RV> {
        let (mut rows, mut made) = (rows(template), 0);
        let (place, count) = (rows.as_mut_ptr(), rows.len() as CK_ULONG);
        let (data, length, session) = (at(wrapped), wrapped.len() as CK_ULONG, self.session);
        let (raw, at) = (self.raw, &mut mechanism);
        let made_at = &mut made;
        let said = call!(raw, C_UnwrapKey, session, at, by, data, length, place, count, made_at);
        result(said, made)
    }

    /// Agrees on a secret with a point, as an object of the session.
    pub fn agree(self, base: CK_OBJECT_HANDLE, point: &[u8]) -> Result<CK_OBJECT_HANDLE, CK_RV> {
        let mut parameters = CK_ECDH1_DERIVE_PARAMS {
            kdf: CKD_NULL,
            ulSharedDataLen: 0,
            pSharedData: null_mut(),
            ulPublicDataLen: point.len() as CK_ULONG,
            pPublicData: at(point),
        };
        let mut mechanism = with(CKM_ECDH1_DERIVE, &mut parameters);
        let (mut rows, mut made) = (rows(&[(CKA_TOKEN, FALSE)]), 0);
        let (session, place) = (self.session, rows.as_mut_ptr());
        let mechanism = &mut mechanism;
        result(call!(self.raw, C_DeriveKey, session, mechanism, base, place, 1, &mut made), made)
    }
}
