//! Makes a key, signs a message, and verifies it with what travels: the public key as PEM and the
//! signature as bytes.
//!
//! `cargo run --example sign_and_verify`, or with the name of another algorithm behind.

use sealane::{Algorithm, Nonces, PrivateKey, PublicKey, Signature};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1);
    run(name.as_deref().unwrap_or("ed25519"))
}

/// Signs by a fresh key of that algorithm.
pub fn run(algorithm: &str) -> Result<(), Box<dyn Error>> {
    let algorithm: Algorithm = algorithm.parse()?;
    let scheme = algorithm.usual_scheme().ok_or("keys of this algorithm do not sign")?;
    let message = b"Pay 100 to Bob.";

    // Who signs keeps the private key and gives away the public one.
    let key = PrivateKey::generate(algorithm)?;
    let signature: Signature = key.sign(message, &scheme, Nonces::Hedged)?;
    let pem = key.public_key().to_spki_pem();

    // Who verifies has the text, the message and the bytes.
    let public: PublicKey = pem.parse()?;
    public.verify(message, &scheme, &signature)?;
    assert!(public.verify(b"Pay 900 to Bob.", &scheme, &signature).is_err());

    println!("{pem}{algorithm}, {scheme}: a signature of {} bytes verifies", signature.len());
    Ok(())
}
