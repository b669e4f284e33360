//! Keystore and service.
//!
//! One program, so that generic code is compiled once. A module is a suite of its own: `cargo
//! xtask` runs it in a process of its own.

use std::alloc::System;
use zeroizing_alloc::ZeroAlloc;

/// As the command has it.
#[global_allocator]
static ALLOCATOR: ZeroAlloc<System> = ZeroAlloc(System);

mod common;
mod decryption;
mod disk;
mod embedded;
mod examples;
mod faults;
mod fixtures;
mod frames;
mod hardening;
mod hardening_clients;
mod hardening_service;
mod history;
mod hostile;
mod hot;
mod identities;
mod in_clear;
mod kill;
mod limits;
mod login;
mod macs;
mod management;
mod many;
mod objects;
mod opened;
mod permissions;
mod places;
mod protocol;
mod queue;
mod raw;
mod service;
mod serving;
mod sessions;
mod store;
mod storm;
mod taken_in;
mod test_service;
mod tokens;
mod use_cost;
mod writers;
mod wycheproof;
