//! The provider beside ring's, OpenSSL and curl; keys of a real service; vectors; wrong input.

mod bad_input;
mod clients;
mod common;
mod guide;
mod handshakes;
mod refusals;
mod service;
mod vectors;
