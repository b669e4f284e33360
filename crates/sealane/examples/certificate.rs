//! A self-signed certificate, by the crate `x509-cert`, whose builder takes keys by the traits of
//! the crates `signature`, `spki` and `pkcs8`. Prints it as PEM: `openssl x509 -text` reads it.

use sealane::{Algorithm, PrivateKey, PublicKey, Signature};
use std::error::Error;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use x509_cert::builder::profile::cabf::Root;
use x509_cert::builder::{Builder, CertificateBuilder};
use x509_cert::der::asn1::UtcTime;
use x509_cert::der::{Decode, Encode, EncodePem, pem::LineEnding};
use x509_cert::serial_number::SerialNumber;
use x509_cert::spki::SubjectPublicKeyInfo;
use x509_cert::time::Validity;
use x509_cert::{Certificate, name::Name};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1);
    let certificate = run(name.as_deref().unwrap_or("p256"))?;
    print!("{}", Certificate::from_der(&certificate)?.to_pem(LineEnding::LF)?);
    Ok(())
}

/// Returns a certificate of a fresh key of that algorithm, as DER.
pub fn run(algorithm: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let key = PrivateKey::generate(algorithm.parse::<Algorithm>()?)?;
    let subject: Name = "CN=example,O=Sealane,C=ZZ".parse()?;
    let info = SubjectPublicKeyInfo::from_der(&key.public_key().to_spki_der())?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let [from, until] = [now, now + Duration::from_secs(86400)].map(UtcTime::from_unix_duration);
    let validity = Validity::new(from?.into(), until?.into());
    let profile = Root::new(false, subject)?;
    let builder = CertificateBuilder::new(profile, SerialNumber::from(1u32), validity, info)?;
    let certificate = builder.build::<_, Signature>(&key)?;

    // Who has the certificate has the public key, and what it has signed.
    let public = certificate.tbs_certificate().subject_public_key_info().to_der()?;
    let public = PublicKey::try_from(&public[..])?;
    let signed = certificate.tbs_certificate().to_der()?;
    let scheme = public.algorithm().usual_scheme().ok_or("it does not sign")?;
    public.verify(&signed, &scheme, certificate.signature().raw_bytes())?;
    Ok(certificate.to_der()?)
}
