//! A PKCS#11 module (versions 3.2, 3.0 and 2.40) whose keys are in Sealane's service, or in a token
//! of its own.
//!
//! | module | what it holds |
//! |---|---|
//! | `chapters` | the functions, one file a chapter of the standard |
//! | `interfaces` | the lists of functions that programs ask for |
//! | [`mechanisms`] | the table of mechanisms |
//! | [`operations`] | signatures, verifications and the like that are under way |
//! | [`objects`], [`attributes`], [`templates`] | handles; what objects say; new objects |
//! | [`classes`] | which attributes objects of a class may be given |
//! | [`said`], [`changes`] | what programs say of objects; what they change of them |
//! | [`search`], [`known`] | which objects fit a template; what is remembered of them |
//! | [`session_keys`], [`numbers`] | keys of sessions, used here; numbers of keys that may leave |
//! | [`module`], [`slot`], [`session`] | what is known between two calls; who is asked |
//! | [`link`] | connections, which are free or belong to one call |
//! | [`crowd`] | signatures that several threads want at the same time |
//! | [`embedded`] | the token of this process, where there is no service |
//! | [`config`] | the file that says where the service is |
//! | [`process`] | which process this is, also behind a fork |
//! | [`raw`], [`rv`] | what callers pass, and what they are told |
//!
//! It starts no threads. A call that needs a key of the token sends one request to the service, or
//! to the token of this process, by a connection that no other call uses meanwhile; threads that
//! want signatures at the same time send one together ([`crowd`]). All other calls are answered
//! here.
#![allow(non_snake_case, reason = "functions have the names of the standard")]

pub mod attributes;
pub mod changes;
mod chapters;
pub mod classes;
pub mod config;
pub mod crowd;
#[cfg_attr(not(feature = "embedded"), path = "embedded/absent.rs")]
pub mod embedded;
mod interfaces;
pub mod known;
pub mod link;
pub mod mechanisms;
pub mod module;
pub mod numbers;
pub mod objects;
pub mod operations;
pub mod process;
pub mod raw;
pub mod rv;
pub mod said;
pub mod search;
pub mod session;
pub mod session_keys;
pub mod slot;
pub mod templates;

pub use interfaces::{C_GetFunctionList, C_GetInterface, C_GetInterfaceList};
