//! The OpenSSL of the machine, loaded when the program runs: the reference every figure is set
//! beside.
//!
//! Keys and contexts are prepared once and used again, as OpenSSL itself recommends for speed: an
//! operation here is one EVP call. Nothing of this may serve a user's own keys; it compares.
mod message;
mod symbols;

use libloading::Library;
use message::{MessageSigner, MessageVerifier};
use std::error::Error;
use std::ffi::{CStr, CString, c_int, c_long};
use std::ptr::{null, null_mut};
use std::rc::Rc;
use symbols::{Opaque, Ptr, Symbols};

/// Names a libcrypto has, newest first.
const NAMES: [&str; 2] = ["libcrypto.so.4", "libcrypto.so.3"];
/// `OPENSSL_VERSION`, the number of the version text.
const VERSION_TEXT: c_int = 0;

/// A loaded libcrypto.
pub struct Libcrypto {
    symbols: Symbols,
    // Below the pointers into it: fields are dropped in order.
    _library: Library,
}

impl Libcrypto {
    /// Loads the newest libcrypto the system finds. The error says for each name why not.
    pub fn load() -> Result<Rc<Self>, String> {
        let mut reasons = Vec::new();
        for name in NAMES {
            match Self::load_from(name) {
                Ok(libcrypto) => return Ok(libcrypto),
                Err(why) => reasons.push(why),
            }
        }
        Err(reasons.join("; "))
    }

    /// Loads the libcrypto of the given name or path.
    pub fn load_from(name: &str) -> Result<Rc<Self>, String> {
        // SAFETY: loading runs the initialisers of the library, and OpenSSL's may run at any time
        // in any thread. Whoever names another file trusts it as much as the program itself.
        let library = unsafe { Library::new(name) }.map_err(|why| reason(name, &why))?;
        let symbols = Symbols::find(&library).map_err(|why| format!("{name}: {why}"))?;
        Ok(Rc::new(Self { symbols, _library: library }))
    }

    /// Returns the version text, such as `OpenSSL 3.0.19 27 Jan 2026`.
    pub fn version(&self) -> String {
        // SAFETY: any number is allowed; the answer is a static string of C.
        let text = unsafe { CStr::from_ptr((self.symbols.version)(VERSION_TEXT)) };
        text.to_string_lossy().into_owned()
    }

    /// Says whether a call succeeded; forgets the reason if not, else the queue of errors would
    /// grow.
    fn succeeded(&self, code: c_int) -> bool {
        if code != 1 {
            // SAFETY: needs nothing.
            unsafe { (self.symbols.clear_errors)() };
        }
        code == 1
    }
}

/// The loader's message, which the error only has as its cause.
fn reason(name: &str, error: &libloading::Error) -> String {
    let cause = error.source().map_or_else(|| error.to_string(), |cause| cause.to_string());
    if cause.contains(name) { cause } else { format!("{name}: {cause}") }
}

/// An `EVP_PKEY` that we own.
pub struct Key {
    libcrypto: Rc<Libcrypto>,
    pointer: Ptr,
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: the pointer came from libcrypto, is owned here and used no more.
        unsafe { (self.libcrypto.symbols.key_free)(self.pointer) };
    }
}

impl Key {
    fn owned(libcrypto: &Rc<Libcrypto>, pointer: Ptr) -> Option<Self> {
        if pointer.is_null() {
            libcrypto.succeeded(0);
            return None;
        }
        Some(Self { libcrypto: Rc::clone(libcrypto), pointer })
    }

    /// Reads a private key in DER: PKCS#8 or the traditional form. `None`: refused.
    pub fn from_private_der(libcrypto: &Rc<Libcrypto>, der: &[u8]) -> Option<Self> {
        let mut next = der.as_ptr();
        let length = c_long::try_from(der.len()).ok()?;
        // SAFETY: reads at most `length` bytes from `next`, which is `der`; a null first argument
        // asks for a new key.
        let key = unsafe { (libcrypto.symbols.read_private)(null_mut(), &mut next, length) };
        Self::owned(libcrypto, key)
    }

    /// Reads a SubjectPublicKeyInfo. `None`: refused.
    pub fn from_spki_der(libcrypto: &Rc<Libcrypto>, der: &[u8]) -> Option<Self> {
        let mut next = der.as_ptr();
        let length = c_long::try_from(der.len()).ok()?;
        // SAFETY: as in `from_private_der`.
        let key = unsafe { (libcrypto.symbols.read_public)(null_mut(), &mut next, length) };
        Self::owned(libcrypto, key)
    }

    /// Writes the private key in its traditional form (SEC1 for curves).
    pub fn to_private_der(&self) -> Option<Vec<u8>> {
        self.written(self.libcrypto.symbols.write_private)
    }

    /// Writes the SubjectPublicKeyInfo.
    pub fn to_spki_der(&self) -> Option<Vec<u8>> {
        self.written(self.libcrypto.symbols.write_public)
    }

    /// Returns the octets of the public key as its documents hold them: the point as SEC1 writes
    /// it, or what RFC 8032 and RFC 7748 say. Far cheaper than the documents.
    pub fn public_octets(&self) -> Option<Vec<u8>> {
        if !self.is_one_of(&OCTET_KEYS) {
            return self.public_point();
        }
        let (mut octets, mut length) = (vec![0u8; 64], 64);
        // SAFETY: the key lives; no more than the given length is written, and the length told.
        let code = unsafe {
            (self.libcrypto.symbols.raw_public)(self.pointer, octets.as_mut_ptr(), &mut length)
        };
        octets.truncate(length);
        self.libcrypto.succeeded(code).then_some(octets)
    }

    /// Whether the key is of one of these types.
    fn is_one_of(&self, types: &[&CStr]) -> bool {
        // SAFETY: the key lives; the name is a C string.
        let is_a = |name: &&CStr| unsafe {
            (self.libcrypto.symbols.is_a)(self.pointer, name.as_ptr()) == 1
        };
        types.iter().any(is_a)
    }

    fn public_point(&self) -> Option<Vec<u8>> {
        let symbols = &self.libcrypto.symbols;
        let mut start: *mut u8 = null_mut();
        // SAFETY: the key lives; the answer is the length of new memory whose start is written.
        let length = unsafe { (symbols.public_point)(self.pointer, &mut start) };
        if length == 0 || start.is_null() {
            self.libcrypto.succeeded(0);
            return None;
        }
        // SAFETY: the call above has just made `length` bytes there.
        let point = unsafe { std::slice::from_raw_parts(start, length) }.to_vec();
        // SAFETY: the memory is libcrypto's, ours to free, and used no more.
        unsafe { (symbols.free)(start.cast(), c"".as_ptr(), 0) };
        Some(point)
    }

    fn written(&self, write: unsafe extern "C" fn(Ptr, *mut *mut u8) -> c_int) -> Option<Vec<u8>> {
        // SAFETY: the key lives; a null place asks for the length only.
        let length = unsafe { write(self.pointer, null_mut()) };
        let mut bytes = vec![0u8; usize::try_from(length).ok()?];
        let mut next = bytes.as_mut_ptr();
        // SAFETY: the place has as many bytes as the same call just asked for.
        let written = unsafe { write(self.pointer, &mut next) };
        (written == length && length > 0).then_some(bytes)
    }

    /// Prepares signatures of 32 bytes: a SHA-256 digest, or the message for EdDSA.
    pub fn signer(&self) -> Option<Signer> {
        let signer = self.signer_of_any()?;
        if let SignatureInput::Digests(context) = &signer.0 {
            context.use_sha256()?;
        }
        Some(signer)
    }

    /// Like [`Key::signer`], for digests of any length, the leftmost bits of which are used, and
    /// messages of any length.
    pub fn signer_of_any(&self) -> Option<Signer> {
        if self.is_one_of(&MESSAGE_KEYS) {
            return MessageSigner::new(self).map(|it| Signer(SignatureInput::Messages(it)));
        }
        let context = Context::of_key(self)?;
        context.init(self.libcrypto.symbols.sign_init)?;
        Some(Signer(SignatureInput::Digests(context)))
    }

    /// Prepares verifications of what [`Key::signer`] makes.
    pub fn verifier(&self) -> Option<Verifier> {
        let verifier = self.verifier_of_any()?;
        if let SignatureInput::Digests(context) = &verifier.0 {
            context.use_sha256()?;
        }
        Some(verifier)
    }

    /// Prepares verifications of what [`Key::signer_of_any`] makes.
    pub fn verifier_of_any(&self) -> Option<Verifier> {
        if self.is_one_of(&MESSAGE_KEYS) {
            return MessageVerifier::new(self).map(|it| Verifier(SignatureInput::Messages(it)));
        }
        let context = Context::of_key(self)?;
        context.init(self.libcrypto.symbols.verify_init)?;
        Some(Verifier(SignatureInput::Digests(context)))
    }

    /// Prepares key agreement with one peer, which is checked here and not again.
    pub fn agreement(&self, peer: &Self) -> Option<Agreement> {
        let context = Context::of_key(self)?;
        context.init(self.libcrypto.symbols.derive_init)?;
        // SAFETY: context and peer live; the context takes its own reference to the peer.
        let code =
            unsafe { (self.libcrypto.symbols.derive_set_peer)(context.pointer, peer.pointer) };
        self.libcrypto.succeeded(code).then_some(Agreement { context })
    }
}

/// The types of keys whose documents hold octets, and those of them that sign.
const OCTET_KEYS: [&CStr; 4] = [c"ED25519", c"ED448", c"X25519", c"X448"];
const MESSAGE_KEYS: [&CStr; 2] = [c"ED25519", c"ED448"];

/// An `EVP_PKEY_CTX` that we own.
struct Context {
    libcrypto: Rc<Libcrypto>,
    pointer: Ptr,
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the pointer came from libcrypto, is owned here and used no more.
        unsafe { (self.libcrypto.symbols.context_free)(self.pointer) };
    }
}

impl Context {
    fn owned(libcrypto: &Rc<Libcrypto>, pointer: Ptr) -> Option<Self> {
        if pointer.is_null() {
            libcrypto.succeeded(0);
            return None;
        }
        Some(Self { libcrypto: Rc::clone(libcrypto), pointer })
    }

    fn of_key(key: &Key) -> Option<Self> {
        // SAFETY: the key lives, and the context takes its own reference; no engine.
        let pointer = unsafe { (key.libcrypto.symbols.context_of_key)(key.pointer, null_mut()) };
        Self::owned(&key.libcrypto, pointer)
    }

    fn init(&self, init: unsafe extern "C" fn(Ptr) -> c_int) -> Option<()> {
        // SAFETY: the context lives, and the `init` functions ask for nothing else.
        let code = unsafe { init(self.pointer) };
        self.libcrypto.succeeded(code).then_some(())
    }

    fn use_sha256(&self) -> Option<()> {
        let symbols = &self.libcrypto.symbols;
        // SAFETY: a C string; the answer is a static object of libcrypto, or null.
        let digest: *const Opaque = unsafe { (symbols.digest_by_name)(c"SHA256".as_ptr()) };
        if digest.is_null() {
            return None;
        }
        // SAFETY: the context lives and is ready to sign or verify; the digest is not null.
        let code = unsafe { (symbols.set_signature_md)(self.pointer, digest) };
        self.libcrypto.succeeded(code).then_some(())
    }
}

/// Makes key pairs of one kind.
pub struct Generator {
    context: Context,
}

impl Generator {
    /// Prepares key generation for the curve OpenSSL knows by `group`, such as `P-256`. An unknown
    /// name is refused here or by the first [`Generator::generate`], as the version likes.
    pub fn new(libcrypto: &Rc<Libcrypto>, group: &str) -> Option<Self> {
        let group = CString::new(group).ok()?;
        let generator = Self::of_type(libcrypto, c"EC")?;
        // SAFETY: the context lives and is ready to make keys; the name is a C string and is
        // copied.
        let code = unsafe {
            (libcrypto.symbols.set_group_name)(generator.context.pointer, group.as_ptr())
        };
        libcrypto.succeeded(code).then_some(generator)
    }

    /// Prepares key generation for a type that needs no curve, such as `X25519`, whether its name
    /// is in capitals or not. `None`: there is no such type.
    pub fn of_octets(libcrypto: &Rc<Libcrypto>, name: &str) -> Option<Self> {
        let named = |row: &&&CStr| row.to_bytes().eq_ignore_ascii_case(name.as_bytes());
        Self::of_type(libcrypto, OCTET_KEYS.iter().find(named)?)
    }

    fn of_type(libcrypto: &Rc<Libcrypto>, name: &CStr) -> Option<Self> {
        let symbols = &libcrypto.symbols;
        // SAFETY: null is the default library context and no properties; the name is a C string.
        let pointer = unsafe { (symbols.context_by_name)(null_mut(), name.as_ptr(), null()) };
        let context = Context::owned(libcrypto, pointer)?;
        context.init(symbols.keygen_init)?;
        Some(Self { context })
    }

    /// Makes a key pair.
    pub fn generate(&mut self) -> Option<Key> {
        let libcrypto = &self.context.libcrypto;
        let mut key: Ptr = null_mut();
        // SAFETY: the context lives and is ready to make keys; a null key asks for a new one.
        let code = unsafe { (libcrypto.symbols.generate)(self.context.pointer, &mut key) };
        if !libcrypto.succeeded(code) {
            return None;
        }
        Key::owned(libcrypto, key)
    }
}

/// Signs with one key.
pub struct Signer(SignatureInput<MessageSigner>);

/// Verifies under one key.
pub struct Verifier(SignatureInput<MessageVerifier>);

/// What is signed: a digest, or a message as EdDSA takes it.
enum SignatureInput<M> {
    Digests(Context),
    Messages(M),
}

impl Signer {
    /// Signs an input into `out`; returns the length of the signature: DER, or what RFC 8032 says.
    /// `None`: failed, or a digest has the wrong length.
    pub fn sign(&mut self, input: &[u8], out: &mut [u8]) -> Option<usize> {
        let context = match &self.0 {
            SignatureInput::Digests(context) => context,
            SignatureInput::Messages(signer) => return signer.sign(input, out),
        };
        let (libcrypto, mut length) = (&context.libcrypto, out.len());
        // SAFETY: the context lives and is ready to sign; `out` and `input` have the lengths given.
        let code = unsafe {
            (libcrypto.symbols.sign)(
                context.pointer,
                out.as_mut_ptr(),
                &mut length,
                input.as_ptr(),
                input.len(),
            )
        };
        libcrypto.succeeded(code).then_some(length)
    }
}

impl Verifier {
    /// Says whether the signature is one of the input.
    pub fn verify(&mut self, input: &[u8], signature: &[u8]) -> bool {
        let context = match &self.0 {
            SignatureInput::Digests(context) => context,
            SignatureInput::Messages(verifier) => return verifier.verify(input, signature),
        };
        let libcrypto = &context.libcrypto;
        // SAFETY: the context lives and is ready to verify; both texts have the lengths given.
        let code = unsafe {
            (libcrypto.symbols.verify)(
                context.pointer,
                signature.as_ptr(),
                signature.len(),
                input.as_ptr(),
                input.len(),
            )
        };
        libcrypto.succeeded(code)
    }
}

/// Agrees on a secret with one peer.
pub struct Agreement {
    context: Context,
}

impl Agreement {
    /// Writes the shared secret into `out`; returns its length. `None`: failed.
    pub fn derive(&mut self, out: &mut [u8]) -> Option<usize> {
        let mut length = out.len();
        let libcrypto = &self.context.libcrypto;
        // SAFETY: the context lives and has a peer; `out` has the length given.
        let code = unsafe {
            (libcrypto.symbols.derive)(self.context.pointer, out.as_mut_ptr(), &mut length)
        };
        libcrypto.succeeded(code).then_some(length)
    }
}

#[cfg(test)]
mod tests;
