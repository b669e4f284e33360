//! The examples, by what they are made of.

#[allow(dead_code, reason = "its `main` is the example's")]
#[path = "../examples/client.rs"]
mod client;

use crate::common::USER;
use crate::test_service::TestService;
use sealane_hsm::remote::Endpoint;
use sealane_hsm::service::Options;

/// Goal: the client signs by a key that it makes, and by the same one when it comes again. Method:
/// run it twice, and once with a wrong PIN.
#[test]
fn the_client_signs() {
    let served = TestService::new(Options::default());
    let endpoint = Endpoint::from(served.path());
    for message in [b"first", b"other"] {
        client::run(&endpoint, USER.as_bytes(), message).expect("it signs");
    }
    assert!(client::run(&endpoint, b"wrong", b"message").is_err());
}
