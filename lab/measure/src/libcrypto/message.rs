//! Signatures of whole messages, as EdDSA has them: on a context that keeps its key.
use super::symbols::{MessageInit, Ptr};
use super::{Key, Libcrypto};
use std::ptr::null_mut;
use std::rc::Rc;

/// An `EVP_MD_CTX` that we own, for signing or for verifying with one key.
struct MessageContext {
    libcrypto: Rc<Libcrypto>,
    pointer: Ptr,
    init: MessageInit,
}

impl Drop for MessageContext {
    fn drop(&mut self) {
        // SAFETY: the pointer came from libcrypto, is owned here and used no more.
        unsafe { (self.libcrypto.symbols.message_free)(self.pointer) };
    }
}

impl MessageContext {
    fn new(key: &Key, init: MessageInit) -> Option<Self> {
        // SAFETY: needs nothing.
        let pointer = unsafe { (key.libcrypto.symbols.message_new)() };
        if pointer.is_null() {
            key.libcrypto.succeeded(0);
            return None;
        }
        let context = Self { libcrypto: Rc::clone(&key.libcrypto), pointer, init };
        context.ready(key.pointer).then_some(context)
    }

    /// Makes it ready for a message. With a null key it keeps the one that it has, as `openssl
    /// speed` does: the versions differ in whether a context may be used again without this.
    fn ready(&self, key: Ptr) -> bool {
        // SAFETY: the context lives, and so does the key, of which the context takes a reference;
        // null stands for no place for the inner context, no hash and no engine.
        let code = unsafe { (self.init)(self.pointer, null_mut(), null_mut(), null_mut(), key) };
        self.libcrypto.succeeded(code)
    }
}

/// Signs messages with one key.
pub(super) struct MessageSigner(MessageContext);

impl MessageSigner {
    pub(super) fn new(key: &Key) -> Option<Self> {
        MessageContext::new(key, key.libcrypto.symbols.message_sign_init).map(Self)
    }

    /// Signs into `out`; returns the length. `None`: failed.
    pub(super) fn sign(&self, message: &[u8], out: &mut [u8]) -> Option<usize> {
        let context = &self.0;
        if !context.ready(null_mut()) {
            return None;
        }
        let mut length = out.len();
        // SAFETY: the context lives and is ready to sign; both texts have the lengths given.
        let code = unsafe {
            (context.libcrypto.symbols.message_sign)(
                context.pointer,
                out.as_mut_ptr(),
                &mut length,
                message.as_ptr(),
                message.len(),
            )
        };
        context.libcrypto.succeeded(code).then_some(length)
    }
}

/// Verifies signatures of messages under one key.
pub(super) struct MessageVerifier(MessageContext);

impl MessageVerifier {
    pub(super) fn new(key: &Key) -> Option<Self> {
        MessageContext::new(key, key.libcrypto.symbols.message_verify_init).map(Self)
    }

    /// Says whether the signature is one of the message.
    pub(super) fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let context = &self.0;
        if !context.ready(null_mut()) {
            return false;
        }
        // SAFETY: the context lives and is ready to verify; both texts have the lengths given.
        let code = unsafe {
            (context.libcrypto.symbols.message_verify)(
                context.pointer,
                signature.as_ptr(),
                signature.len(),
                message.as_ptr(),
                message.len(),
            )
        };
        context.libcrypto.succeeded(code)
    }
}
