//! Signs and verifies many messages in one call, by keys of several families. Each has its own
//! result; on a processor with AVX-512 eight of an algorithm run at a time.

use sealane::{Algorithm, Batch, Nonces, PrivateKey, Scheme, SignItem, VerifyItem};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    run(1000)
}

/// Signs so many messages.
pub fn run(count: usize) -> Result<(), Box<dyn Error>> {
    // Keys, and the scheme that each signs by.
    let keys: Vec<(PrivateKey, Scheme)> = ["p256", "ed25519", "secp256k1"]
        .into_iter()
        .map(|name| -> Result<_, Box<dyn Error>> {
            let algorithm: Algorithm = name.parse()?;
            let scheme = algorithm.usual_scheme().ok_or("it does not sign")?;
            Ok((PrivateKey::generate(algorithm)?, scheme))
        })
        .collect::<Result<_, _>>()?;
    let messages: Vec<String> = (0..count).map(|i| format!("letter {i}")).collect();

    let begin = Instant::now();
    let items: Vec<SignItem<'_>> = messages
        .iter()
        .zip(keys.iter().cycle())
        .map(|(message, (key, scheme))| {
            SignItem::new(key, message.as_bytes(), scheme, Nonces::Hedged)
        })
        .collect();
    let signatures = Batch::new().sign(&items).into_iter().collect::<Result<Vec<_>, _>>()?;
    println!("signed {count} messages in {:?}", begin.elapsed());

    let begin = Instant::now();
    let publics: Vec<_> = keys.iter().map(|(key, scheme)| (key.public_key(), scheme)).collect();
    let items: Vec<VerifyItem<'_>> = messages
        .iter()
        .zip(publics.iter().cycle())
        .zip(&signatures)
        .map(|((message, (key, scheme)), signature)| {
            VerifyItem::new(key, message.as_bytes(), scheme, signature)
        })
        .collect();
    let verdicts = Batch::new().verify(&items);
    println!("verified them in {:?}, on {}", begin.elapsed(), sealane::backend::current_batch());
    assert!(verdicts.iter().all(Result::is_ok));
    Ok(())
}
