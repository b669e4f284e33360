//! The functions of libcrypto we call, looked up once.
//!
//! Types as in the headers of OpenSSL 3 and 4; every opaque C type is one Rust type that cannot be
//! made or looked into.
use libloading::Library;
use std::ffi::{c_char, c_int, c_long, c_uchar, c_void};

/// An opaque C object.
#[repr(C)]
pub(super) struct Opaque {
    _data: [u8; 0],
    _not_send: core::marker::PhantomData<*mut c_void>,
}

pub(super) type Ptr = *mut Opaque;

/// Declares the table of functions and its loader from one list, so that no name can be bound to
/// the type of another.
macro_rules! symbols {
    ($($field:ident: $kind:ty = $name:literal;)*) => {
        /// The table. Its pointers are good as long as the library it came from stays loaded.
        pub(super) struct Symbols { $(pub(super) $field: $kind,)* }

        impl Symbols {
            /// Looks every function up; the error names the first that is not there.
            pub(super) fn find(library: &Library) -> Result<Self, String> {
                Ok(Self { $(
                    // SAFETY: the type is the function's declaration in the OpenSSL 3 headers; a
                    // library that exports all these names (some are new in 3.0) is such an
                    // OpenSSL.
                    $field: unsafe { library.get::<$kind>(concat!($name, "\0").as_bytes()) }
                        .map(|symbol| *symbol)
                        .map_err(|_| format!("{} is missing", $name))?,
                )* })
            }
        }
    };
}

type Free = unsafe extern "C" fn(Ptr);
type Init = unsafe extern "C" fn(Ptr) -> c_int;
/// The context, a place for an inner one, a hash, an engine, a key.
pub(super) type MessageInit = unsafe extern "C" fn(Ptr, *mut Ptr, Ptr, Ptr, Ptr) -> c_int;

symbols! {
    version: unsafe extern "C" fn(c_int) -> *const c_char = "OpenSSL_version";
    clear_errors: unsafe extern "C" fn() = "ERR_clear_error";
    context_by_name: unsafe extern "C" fn(Ptr, *const c_char, *const c_char) -> Ptr
        = "EVP_PKEY_CTX_new_from_name";
    context_of_key: unsafe extern "C" fn(Ptr, Ptr) -> Ptr = "EVP_PKEY_CTX_new";
    context_free: Free = "EVP_PKEY_CTX_free";
    key_free: Free = "EVP_PKEY_free";
    keygen_init: Init = "EVP_PKEY_keygen_init";
    set_group_name: unsafe extern "C" fn(Ptr, *const c_char) -> c_int
        = "EVP_PKEY_CTX_set_group_name";
    generate: unsafe extern "C" fn(Ptr, *mut Ptr) -> c_int = "EVP_PKEY_generate";
    sign_init: Init = "EVP_PKEY_sign_init";
    sign: unsafe extern "C" fn(Ptr, *mut c_uchar, *mut usize, *const c_uchar, usize) -> c_int
        = "EVP_PKEY_sign";
    verify_init: Init = "EVP_PKEY_verify_init";
    verify: unsafe extern "C" fn(Ptr, *const c_uchar, usize, *const c_uchar, usize) -> c_int
        = "EVP_PKEY_verify";
    set_signature_md: unsafe extern "C" fn(Ptr, *const Opaque) -> c_int
        = "EVP_PKEY_CTX_set_signature_md";
    digest_by_name: unsafe extern "C" fn(*const c_char) -> *const Opaque = "EVP_get_digestbyname";
    derive_init: Init = "EVP_PKEY_derive_init";
    derive_set_peer: unsafe extern "C" fn(Ptr, Ptr) -> c_int = "EVP_PKEY_derive_set_peer";
    derive: unsafe extern "C" fn(Ptr, *mut c_uchar, *mut usize) -> c_int = "EVP_PKEY_derive";
    read_private: unsafe extern "C" fn(*mut Ptr, *mut *const c_uchar, c_long) -> Ptr
        = "d2i_AutoPrivateKey";
    read_public: unsafe extern "C" fn(*mut Ptr, *mut *const c_uchar, c_long) -> Ptr = "d2i_PUBKEY";
    write_private: unsafe extern "C" fn(Ptr, *mut *mut c_uchar) -> c_int = "i2d_PrivateKey";
    public_point: unsafe extern "C" fn(Ptr, *mut *mut c_uchar) -> usize
        = "EVP_PKEY_get1_encoded_public_key";
    raw_public: unsafe extern "C" fn(Ptr, *mut c_uchar, *mut usize) -> c_int
        = "EVP_PKEY_get_raw_public_key";
    is_a: unsafe extern "C" fn(Ptr, *const c_char) -> c_int = "EVP_PKEY_is_a";
    message_new: unsafe extern "C" fn() -> Ptr = "EVP_MD_CTX_new";
    message_free: Free = "EVP_MD_CTX_free";
    message_sign_init: MessageInit = "EVP_DigestSignInit";
    message_verify_init: MessageInit = "EVP_DigestVerifyInit";
    message_sign: unsafe extern "C" fn(
        Ptr, *mut c_uchar, *mut usize, *const c_uchar, usize
    ) -> c_int = "EVP_DigestSign";
    message_verify: unsafe extern "C" fn(
        Ptr, *const c_uchar, usize, *const c_uchar, usize
    ) -> c_int = "EVP_DigestVerify";
    free: unsafe extern "C" fn(*mut c_void, *const c_char, c_int) = "CRYPTO_free";
    write_public: unsafe extern "C" fn(Ptr, *mut *mut c_uchar) -> c_int = "i2d_PUBKEY";
}
