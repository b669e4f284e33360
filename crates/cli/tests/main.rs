//! The command, as a process.
//!
//! One program, so that generic code is compiled once. A module is a suite of its own: `cargo
//! xtask` runs it in a process of its own.

mod agent;
mod agent_frames;
mod agent_life;
mod backends;
mod bad_files;
mod bad_keys;
mod bad_signatures;
mod bad_tokens;
mod batch;
mod batch_many;
mod batch_outputs;
mod batch_rsa;
mod batch_served;
mod batch_streams;
mod commands;
mod common;
mod fixtures;
mod inspect;
mod kept_keys;
mod machines;
mod mldsa;
mod narrow;
mod octet_keys;
mod openssl;
mod operators_day;
mod people;
mod permissions;
mod pss_keys;
mod released;
mod rsa_dsa;
mod scripts;
mod self_test_time;
mod service;
mod service_config;
mod service_descriptors;
mod service_manager;
mod shells;
mod softhsm;
mod softhsm_live;
mod ssh;
mod ssh_rsa;
mod ssh_scalars;
mod tickets;
mod token;
mod token_errors;
mod token_files;
mod token_served;
mod token_serving;

use std::path::PathBuf;

/// The command under test: the one named by `SEALANE_BIN`, or the one built with the tests.
fn program_of(_arguments: &[&str]) -> PathBuf {
    common::named_or("SEALANE_BIN", env!("CARGO_BIN_EXE_sealane"))
}
