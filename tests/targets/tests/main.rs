//! Known answers, published vectors and toy groups; a module is a suite, which runs in a process of
//! its own.

#[path = "../../testkit/tests/bip340.rs"]
mod bip340;
mod each_machine;
#[path = "../../testkit/tests/fork.rs"]
mod fork;
#[path = "../../../crates/sealane/tests/narrow.rs"]
mod narrow;
#[path = "../../testkit/tests/nist_ecdsa.rs"]
mod nist_ecdsa;
#[path = "../../testkit/tests/nist_rsa.rs"]
mod nist_rsa;
#[path = "../../testkit/tests/rfc6979.rs"]
mod rfc6979;
#[path = "../../testkit/tests/rfc7748.rs"]
mod rfc7748;
#[path = "../../testkit/tests/rfc8032.rs"]
mod rfc8032;
#[path = "../../testkit/tests/toy_edwards.rs"]
mod toy_edwards;
#[path = "../../testkit/tests/toy_groups.rs"]
mod toy_groups;
#[path = "../../testkit/tests/wycheproof_octets.rs"]
mod wycheproof_octets;
