//! A JSON Web Token by ES256: RFC 7519, RFC 7515 and RFC 7518, section 3.4. Its signature is `r`
//! and `s` of fixed length, and not the DER of certificates.

use data_encoding::BASE64URL_NOPAD as BASE64;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{Hash, Nonces};
use serde_json::{Value, json};
use std::error::Error;

const ES256: Scheme<'static> = Scheme::Ecdsa(Hash::Sha256);

fn main() -> Result<(), Box<dyn Error>> {
    run()
}

/// Makes a token and takes it; refuses the signature of another.
pub fn run() -> Result<(), Box<dyn Error>> {
    let key = PrivateKey::generate(Algorithm::EcP256)?;
    let token = sign(&key, &json!({"sub": "alice", "admin": true}))?;
    println!("{token}");
    let claims = verify(key.public_key(), &token)?;
    println!("{claims}");
    assert_eq!(claims["sub"], "alice");
    // The claims of another token do not go with this signature.
    let (_, signature) = token.rsplit_once('.').ok_or("no signature")?;
    let other = sign(&key, &json!({"sub": "bob", "admin": true}))?;
    let (other, _) = other.rsplit_once('.').ok_or("no signature")?;
    assert!(verify(key.public_key(), &format!("{other}.{signature}")).is_err());
    Ok(())
}

/// Returns the token of these claims.
fn sign(key: &PrivateKey, claims: &Value) -> Result<String, Box<dyn Error>> {
    let header = json!({"alg": "ES256", "typ": "JWT"});
    let [header, claims] = [&header, claims].map(|it| BASE64.encode(it.to_string().as_bytes()));
    let signed = format!("{header}.{claims}");
    let signature = key.sign(signed.as_bytes(), ES256, Nonces::Hedged)?;
    Ok(format!("{signed}.{}", BASE64.encode(&signature.to_bytes())))
}

/// Returns the claims of a token, if it is of this key. The algorithm is what the program expects:
/// a token is not asked.
fn verify(key: &PublicKey, token: &str) -> Result<Value, Box<dyn Error>> {
    let (signed, signature) = token.rsplit_once('.').ok_or("no signature")?;
    let signature = BASE64.decode(signature.as_bytes())?;
    let signature = Signature::from_bytes(key.algorithm(), &signature)?;
    key.verify(signed.as_bytes(), ES256, &signature)?;
    let (header, claims) = signed.split_once('.').ok_or("no claims")?;
    let header: Value = serde_json::from_slice(&BASE64.decode(header.as_bytes())?)?;
    if header["alg"] != "ES256" {
        return Err("a token of another algorithm".into());
    }
    Ok(serde_json::from_slice(&BASE64.decode(claims.as_bytes())?)?)
}
