//! A client of the service: logs in, takes the first key that signs by ECDSA over P-256 or makes
//! one, signs, and verifies with the public key that the service gives.
//!
//! `sealane serve` starts a service; then
//! `SEALANE_PIN=... cargo run --example client -- ENDPOINT`, the path of its socket or an address.

use sealane::{Lengths, PublicKey};
use sealane_hsm::engine::{Keys, SignItem, Signer};
use sealane_hsm::object::Attributes;
use sealane_hsm::queue::Content;
use sealane_hsm::remote::{Connection, Endpoint};
use sealane_hsm::role::Role;
use std::error::Error;
use std::time::Duration;

const LABEL: &str = "example";

fn main() -> Result<(), Box<dyn Error>> {
    let endpoint = std::env::args().nth(1).ok_or("name the socket or the address of a service")?;
    let pin = std::env::var("SEALANE_PIN")?;
    let signature = run(&endpoint.parse()?, pin.as_bytes(), b"message")?;
    println!("a signature of {} bytes verifies", signature.len());
    Ok(())
}

/// Returns a signature of the message by the key of the label, which is made if there is none.
pub fn run(endpoint: &Endpoint, pin: &[u8], message: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut service = Connection::connect(endpoint, Some(Duration::from_secs(10)))?;
    service.login(Role::User, pin)?;
    let kind = "p256".parse()?;
    let object = match service.find(LABEL) {
        Err(sealane_hsm::Error::KeyUnknown) => {
            service.generate(kind, Attributes::usual(LABEL, kind))?
        }
        found => found?,
    };

    // Requests of many clients at a time share the lanes; so do many items of one.
    let content = Content::Message(message.to_vec());
    let item = SignItem { key: object.id, scheme: None, content, deterministic: false };
    let signature = service.sign(item)?;
    service.logout()?;

    // The public key is in the object; verifying needs no service.
    let public = PublicKey::from_spki_der(&object.public, Lengths::Current)?;
    let scheme = public.algorithm().usual_scheme().ok_or("it does not sign")?;
    public.verify(message, &scheme, &signature)?;
    Ok(signature)
}
