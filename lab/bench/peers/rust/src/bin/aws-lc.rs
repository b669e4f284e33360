//! AWS-LC of crate aws-lc-sys, by the peer in C.

use aws_lc_sys as _;
use std::ffi::{c_char, c_int};

unsafe extern "C" {
    fn peer_main(count: c_int, texts: *mut *mut c_char) -> c_int;
}

fn main() {
    // SAFETY: it is the `main` of c/evp.c.
    unsafe { peers::run_c(peer_main) }
}
