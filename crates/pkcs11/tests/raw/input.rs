//! Bytes as what a hostile program would pass: numbers, templates, mechanisms and buffers, each of
//! which is memory that is there, or a pointer to nothing.

use cryptoki_sys::*;
use std::ptr::null_mut;

/// Bytes that decide; zeros when they are used up.
pub struct Input<'a>(pub &'a [u8]);

/// What is passed lives here until the call is over.
#[derive(Default)]
pub struct Memory {
    pieces: Vec<Vec<u8>>,
}

impl Memory {
    /// Keeps bytes, and returns where they are: at an odd address if that is wanted.
    pub fn keep(&mut self, bytes: &[u8], is_odd: bool) -> *mut CK_BYTE {
        // What the system gives is aligned.
        let mut piece = vec![0; usize::from(is_odd)];
        piece.extend_from_slice(bytes);
        // No reading behind the end.
        piece.shrink_to_fit();
        let at = piece.as_mut_ptr();
        self.pieces.push(piece);
        at.wrapping_add(usize::from(is_odd))
    }
}

pub const TYPES: [CK_ATTRIBUTE_TYPE; 53] = [
    CKA_CLASS,
    CKA_TOKEN,
    CKA_PRIVATE,
    CKA_LABEL,
    CKA_UNIQUE_ID,
    CKA_APPLICATION,
    CKA_VALUE,
    CKA_OBJECT_ID,
    CKA_CERTIFICATE_TYPE,
    CKA_ISSUER,
    CKA_SERIAL_NUMBER,
    CKA_TRUSTED,
    CKA_CERTIFICATE_CATEGORY,
    CKA_CHECK_VALUE,
    CKA_KEY_TYPE,
    CKA_SUBJECT,
    CKA_ID,
    CKA_SENSITIVE,
    CKA_ENCRYPT,
    CKA_DECRYPT,
    CKA_WRAP,
    CKA_UNWRAP,
    CKA_SIGN,
    CKA_SIGN_RECOVER,
    CKA_VERIFY,
    CKA_DERIVE,
    CKA_START_DATE,
    CKA_END_DATE,
    CKA_MODULUS,
    CKA_MODULUS_BITS,
    CKA_PUBLIC_EXPONENT,
    CKA_PRIVATE_EXPONENT,
    CKA_PRIME_1,
    CKA_PUBLIC_KEY_INFO,
    CKA_PRIME,
    CKA_SUBPRIME,
    CKA_BASE,
    CKA_VALUE_LEN,
    CKA_EXTRACTABLE,
    CKA_LOCAL,
    CKA_NEVER_EXTRACTABLE,
    CKA_ALWAYS_SENSITIVE,
    CKA_KEY_GEN_MECHANISM,
    CKA_MODIFIABLE,
    CKA_COPYABLE,
    CKA_DESTROYABLE,
    CKA_EC_PARAMS,
    CKA_EC_POINT,
    CKA_ALWAYS_AUTHENTICATE,
    CKA_WRAP_TEMPLATE,
    CKA_ALLOWED_MECHANISMS,
    CKA_PARAMETER_SET,
    CKA_SEED,
];

pub const MECHANISMS: [CK_MECHANISM_TYPE; 36] = [
    CKM_RSA_PKCS,
    CKM_SHA256_RSA_PKCS,
    CKM_RSA_PKCS_PSS,
    CKM_SHA256_RSA_PKCS_PSS,
    CKM_RSA_PKCS_OAEP,
    CKM_RSA_X_509,
    CKM_EC_KEY_PAIR_GEN,
    CKM_ECDSA,
    CKM_ECDSA_SHA256,
    CKM_ECDSA_SHA1,
    CKM_ECDSA_SHA3_512,
    CKM_ECDH1_DERIVE,
    CKM_EC_EDWARDS_KEY_PAIR_GEN,
    CKM_EDDSA,
    CKM_EC_MONTGOMERY_KEY_PAIR_GEN,
    CKM_DSA,
    CKM_DSA_SHA256,
    CKM_AES_KEY_GEN,
    CKM_AES_KEY_WRAP,
    CKM_AES_KEY_WRAP_PAD,
    CKM_AES_KEY_WRAP_KWP,
    CKM_SHA_1,
    CKM_SHA256,
    CKM_SHA3_384,
    CKM_SHA512_224,
    CKM_GENERIC_SECRET_KEY_GEN,
    CKM_SHA256_KEY_GEN,
    CKM_SHA256_HMAC,
    CKM_SHA256_HMAC_GENERAL,
    CKM_AES_GCM,
    CKM_ML_DSA_KEY_PAIR_GEN,
    CKM_ML_DSA,
    CKM_HASH_ML_DSA,
    CKM_HASH_ML_DSA_SHA256,
    CKM_CONCATENATE_BASE_AND_KEY,
    CKM_VENDOR_DEFINED,
];

const CURVES: [&[u8]; 6] = [
    &super::P256,
    &[6, 5, 0x2b, 0x81, 4, 0, 0x22],
    &[6, 3, 0x2b, 0x65, 0x70],
    &[6, 3, 0x2b, 0x65, 0x6e],
    b"\x13\x0cedwards25519",
    &[6, 3, 0x2b, 0x65],
];

impl Input<'_> {
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// Yes once in so many times.
    pub fn once_in(&mut self, times: u8) -> bool {
        self.byte() % times == times - 1
    }

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.byte()) % all.len()]
    }

    pub fn bytes(&mut self, most: u8) -> Vec<u8> {
        let length = self.byte() % most.max(1);
        (0..length).map(|_| self.byte()).collect()
    }

    /// A small number, or an odd one.
    pub fn number(&mut self) -> CK_ULONG {
        match self.byte() {
            0 => CK_ULONG::MAX,
            1 => CK_ULONG::MAX / 2,
            2 => 1 << 40,
            small => CK_ULONG::from(small % 40),
        }
    }

    /// A handle that was given out, or one that was not.
    pub fn handle(&mut self, known: &[CK_ULONG]) -> CK_ULONG {
        if known.is_empty() || self.once_in(16) { self.number() } else { self.pick(known) }
    }

    /// Bytes to be read, with their length: now and then nothing, of some length.
    pub fn data(&mut self, memory: &mut Memory) -> (*mut CK_BYTE, CK_ULONG) {
        if self.once_in(16) {
            return (null_mut(), self.number());
        }
        let bytes = if self.once_in(2) { vec![7; 32] } else { self.bytes(100) };
        (memory.keep(&bytes, self.once_in(2)), bytes.len() as CK_ULONG)
    }

    /// The value of an attribute: one that fits its type more often than not.
    fn value(&mut self, kind: CK_ATTRIBUTE_TYPE) -> Vec<u8> {
        let number = |value: CK_ULONG| value.to_ne_bytes().to_vec();
        if self.once_in(4) {
            return self.bytes(40);
        }
        match kind {
            CKA_CLASS => number(self.byte().into()).iter().map(|byte| byte % 6).collect(),
            CKA_KEY_TYPE => number(self.pick(&[
                CKK_RSA,
                CKK_DSA,
                CKK_EC,
                CKK_EC_EDWARDS,
                CKK_EC_MONTGOMERY,
                CKK_AES,
                CKK_GENERIC_SECRET,
                CKK_ML_DSA,
            ])),
            CKA_VALUE_LEN => number(self.pick(&[16, 24, 32, 0, 33])),
            // Never one of which a key is made: that takes its time.
            CKA_MODULUS_BITS => number(self.pick(&[0, 1, 512, 1 << 20])),
            CKA_PARAMETER_SET => number(self.pick(&[CKP_ML_DSA_44, CKP_ML_DSA_65, 0, 4])),
            CKA_SEED => vec![self.byte(); self.pick(&[32, 31])],
            CKA_EC_PARAMS => self.pick(&CURVES).to_vec(),
            CKA_LABEL => self.pick::<&[u8]>(&[b"web", b"mail", b"", b"\xff"]).to_vec(),
            CKA_ID => vec![self.byte() % 4],
            CKA_VALUE => vec![self.byte(); self.pick(&[16, 32])],
            CKA_ALLOWED_MECHANISMS => {
                (0..self.byte() % 4).flat_map(|_| number(self.pick(&MECHANISMS))).collect()
            }
            CKA_MODULUS | CKA_EC_POINT | CKA_PRIME | CKA_ISSUER | CKA_SUBJECT => self.bytes(200),
            _ => vec![self.byte() % 3],
        }
    }

    /// Rows of a template, and how many it is said that there are. They are to be read.
    pub fn template(
        &mut self,
        memory: &mut Memory,
        sound: &[(CK_ATTRIBUTE_TYPE, &[u8])],
    ) -> (*mut CK_ATTRIBUTE, CK_ULONG) {
        if self.once_in(24) {
            return (null_mut(), self.number());
        }
        let mut rows: Vec<(CK_ATTRIBUTE_TYPE, Vec<u8>)> =
            sound.iter().map(|(kind, value)| (*kind, value.to_vec())).collect();
        for _ in 0..self.byte() % 5 {
            let kind = if self.once_in(12) { self.number() } else { self.pick(&TYPES) };
            rows.push((kind, self.value(kind)));
        }
        if self.once_in(4) && !rows.is_empty() {
            rows.swap_remove(usize::from(self.byte()) % rows.len());
        }
        let mut written = vec![];
        for (type_, value) in &rows {
            let (length, is_odd) = (value.len() as CK_ULONG, self.once_in(4));
            let at = memory.keep(value, is_odd).cast();
            let row = match self.byte() {
                // A pointer to nothing.
                0 | 1 => CK_ATTRIBUTE { type_: *type_, pValue: null_mut(), ulValueLen: length },
                // More than is ever read.
                2 => CK_ATTRIBUTE { type_: *type_, pValue: at, ulValueLen: CK_ULONG::MAX },
                _ => CK_ATTRIBUTE { type_: *type_, pValue: at, ulValueLen: length },
            };
            written.extend(row.type_.to_ne_bytes());
            written.extend((row.pValue as usize).to_ne_bytes());
            written.extend(row.ulValueLen.to_ne_bytes());
        }
        (memory.keep(&written, self.once_in(3)).cast(), rows.len() as CK_ULONG)
    }

    /// A mechanism, with a parameter that fits it more often than not.
    pub fn mechanism(&mut self, memory: &mut Memory, sound: CK_MECHANISM_TYPE) -> CK_MECHANISM {
        let mechanism = if self.once_in(4) { self.pick(&MECHANISMS) } else { sound };
        let mut words: Vec<CK_ULONG> = vec![];
        let hash = self.pick(&[CKM_SHA256, CKM_SHA_1, CKM_SHA3_384, CKM_ECDSA]);
        let mgf = self.pick(&[CKG_MGF1_SHA256, CKG_MGF1_SHA1, 99]);
        match mechanism {
            CKM_RSA_PKCS_PSS | CKM_SHA256_RSA_PKCS_PSS => words.extend([hash, mgf, self.number()]),
            CKM_RSA_PKCS_OAEP => {
                let (label, length) = self.data(memory);
                words.extend([hash, mgf, CKZ_DATA_SPECIFIED, label as CK_ULONG, length]);
            }
            CKM_EDDSA if self.once_in(2) => {
                let (context, length) = self.data(memory);
                words.extend([CK_ULONG::from(self.byte() % 2), length, context as CK_ULONG]);
            }
            CKM_ML_DSA | CKM_HASH_ML_DSA | CKM_HASH_ML_DSA_SHA256 if !self.once_in(4) => {
                let (context, length) = self.data(memory);
                words.extend([CK_ULONG::from(self.byte() % 4), context as CK_ULONG, length]);
                words.extend((mechanism == CKM_HASH_ML_DSA).then_some(hash));
            }
            CKM_ECDH1_DERIVE => {
                let (point, length) = self.data(memory);
                words.extend([CKD_NULL, 0, 0, length, point as CK_ULONG]);
            }
            _ => {}
        }
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        if self.once_in(8) {
            // Of another size, but never with a pointer in it that is none.
            bytes = vec![0; usize::from(self.byte() % 64)];
        }
        let parameter = memory.keep(&bytes, self.once_in(3)).cast();
        let mut made = super::plain(mechanism);
        made.ulParameterLen = bytes.len() as CK_ULONG;
        if !bytes.is_empty() && !self.once_in(24) {
            made.pParameter = parameter;
        }
        made
    }
}
