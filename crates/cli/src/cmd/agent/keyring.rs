//! The keys that an agent offers, and the forms of OpenSSH for their signatures.
use super::protocol::{RSA_SHA2_256, RSA_SHA2_512};
use crate::args::agent::Agent;
use crate::cmd::served::found;
use crate::cmd::token::public;
use crate::failure::Failure;
use crate::input::Input;
use crate::openssh;
use data_encoding::BASE64;
use sealane::ecc::{Algorithm as Curve, Signature as CurveSignature};
use sealane::{Algorithm, Hash, Scheme};
use sealane_hsm::engine::{Keys, SignItem};
use sealane_hsm::object::{Class, Id, Mechanism, Object, Usage};
use sealane_hsm::queue::Content;
use ssh_key::encoding::Encode;
use ssh_key::public::KeyData;
use ssh_key::{Certificate, HashAlg, Mpint, Signature};

/// A key of the token, in the forms of OpenSSH.
pub struct AgentKey {
    id: Id,
    label: String,
    algorithm: Algorithm,
    data: KeyData,
    /// What names it in messages, and its certificates after it.
    blobs: Vec<Vec<u8>>,
    /// Whether each signature is asked for on the screen.
    pub confirm: bool,
}

/// All of them, in the order in which they are offered.
pub struct Keyring(Vec<AgentKey>);

impl Keyring {
    /// Chooses keys of a token.
    ///
    /// Errors: `KEY_UNKNOWN`; `KEY_TYPE` and `USAGE_DENIED` for a key that is named and cannot sign
    /// for OpenSSH, or if there is none at all; of a certificate that is none, or of another key.
    pub fn choose(token: &mut impl Keys, args: &Agent) -> Result<Self, Failure> {
        let mut keys = vec![];
        if args.keys.is_empty() {
            let objects = token.list().map_err(Failure::token)?;
            let fits = |object: &&Object| args.parts.iter().all(|part| part.0.fits(object));
            keys.extend(objects.iter().filter(fits).filter_map(|it| AgentKey::new(it).ok()));
        }
        for name in &args.keys {
            let key = AgentKey::new(&found(token, name)?)?;
            // Who names a key twice means it once.
            if keys.iter().all(|other: &AgentKey| other.id != key.id) {
                keys.push(key);
            }
        }
        if keys.is_empty() {
            let sentence = "no key that was chosen signs for OpenSSH: keys of p256, p384, p521, \
                            ed25519 and RSA do, whose use is to sign";
            return Err(Failure::refused("KEY_UNKNOWN", sentence));
        }
        let mut keyring = Self(keys);
        for source in &args.certificates {
            keyring.add_certificate(Input::new("--certificate", source))?;
        }
        for label in &args.confirm_keys {
            let key = keyring.0.iter_mut().find(|key| key.label == *label);
            let sentence = || format!("--confirm-key {label:?}: no key of this label is offered");
            key.ok_or_else(|| Failure::refused("KEY_UNKNOWN", sentence()))?.confirm = true;
        }
        if args.confirm {
            keyring.0.iter_mut().for_each(|key| key.confirm = true);
        }
        Ok(keyring)
    }

    /// Offers a certificate with the key that it is of.
    fn add_certificate(&mut self, input: Input) -> Result<(), Failure> {
        let bytes = input.read()?;
        let line = std::str::from_utf8(&bytes).unwrap_or_default();
        let refused =
            |why: &str| Failure::refused("CERTIFICATE_INVALID", format!("{}: {why}", input.name()));
        let read = Certificate::from_openssh(line);
        let certificate = read.map_err(|_| refused("no line of a certificate of OpenSSH"))?;
        // As it stands: its bytes are what is signed.
        let blob = line.split_ascii_whitespace().nth(1).map(str::as_bytes).unwrap_or_default();
        let blob = BASE64.decode(blob).map_err(|_| refused("its base64 is damaged"))?;
        let own = self.0.iter_mut().find(|key| key.data == *certificate.public_key());
        own.ok_or_else(|| refused("it is of none of the keys that are offered"))?.blobs.push(blob);
        Ok(())
    }

    /// The key that a blob names, its own or a certificate's.
    pub fn find(&self, blob: &[u8]) -> Option<&AgentKey> {
        self.0.iter().find(|key| key.blobs.iter().any(|own| own == blob))
    }

    /// Whether any signature is asked for on the screen.
    pub fn any_confirm(&self) -> bool {
        self.0.iter().any(|key| key.confirm)
    }

    /// All blobs with their comments, which are labels: those have no ends of lines.
    pub fn list(&self) -> Vec<(Vec<u8>, String)> {
        let all = self.0.iter().flat_map(|key| key.blobs.iter().map(move |blob| (key, blob)));
        all.map(|(key, blob)| (blob.clone(), key.label.clone())).collect()
    }
}

impl AgentKey {
    /// Errors: `KEY_TYPE` and `USAGE_DENIED` for a key that does not sign for OpenSSH.
    fn new(object: &Object) -> Result<Self, Failure> {
        let label = &object.attributes.label;
        let refused = |code, why: &str| Failure::refused(code, format!("--key {label:?}: {why}"));
        if object.class != Class::Private {
            return Err(refused("KEY_TYPE", "it is no private key"));
        }
        let public = public(object)?;
        let algorithm = public.algorithm();
        let data = openssh::key_data(&public).filter(|_| usual_scheme(algorithm).is_some());
        let data = data.ok_or_else(|| {
            refused("KEY_TYPE", "OpenSSH has none of its kind; p256, p384, p521, ed25519, RSA")
        })?;
        let mechanism = match algorithm {
            Algorithm::Rsa { .. } => Mechanism::RsaPkcs1,
            Algorithm::Curve(Curve::Ed25519) => Mechanism::EdDsa,
            _ => Mechanism::Ecdsa,
        };
        if !object.attributes.usage.has(Usage::SIGN) || !object.attributes.lists(mechanism) {
            let why = format!("it is not for signatures by {}", mechanism.name());
            return Err(refused("USAGE_DENIED", &why));
        }
        let blob = data.encode_vec().map_err(|_| refused("KEY_TYPE", "it is too long"))?;
        let (label, blobs) = (label.clone(), vec![blob]);
        Ok(Self { id: object.id, label, algorithm, data, blobs, confirm: false })
    }

    /// What somebody is asked before a signature.
    pub fn question(&self) -> String {
        let fingerprint = self.data.fingerprint(HashAlg::Sha256);
        format!("Allow use of key {:?}?\nKey fingerprint {fingerprint}.", self.label)
    }

    /// What is to be signed, by which algorithm of theirs; nothing for flags that this key does not
    /// sign by, SHA-1 of RSA among them. The flags of RSA say nothing of other keys.
    pub fn item(&self, data: Vec<u8>, flags: u32) -> Option<(SignItem, ssh_key::Algorithm)> {
        if flags & !(RSA_SHA2_256 | RSA_SHA2_512) != 0 {
            return None;
        }
        let (scheme, name) = match self.algorithm {
            Algorithm::Rsa { .. } => {
                // The first of both, as OpenSSH has it.
                let (hash, theirs) = match flags {
                    0 => return None,
                    RSA_SHA2_512 => (Hash::Sha512, HashAlg::Sha512),
                    _ => (Hash::Sha256, HashAlg::Sha256),
                };
                (Scheme::RsaPkcs1(hash), ssh_key::Algorithm::Rsa { hash: Some(theirs) })
            }
            algorithm => (usual_scheme(algorithm)?, self.data.algorithm()),
        };
        let (key, content) = (self.id, Content::Message(data));
        Some((SignItem { key, scheme: Some(scheme), content, deterministic: false }, name))
    }

    /// The blob of a signature that the service has made. RFC 5656, section 3.1.2; RFC 8332,
    /// section 3; RFC 8709, section 6. `None` of one that is none.
    pub fn signature(&self, name: ssh_key::Algorithm, signed: Vec<u8>) -> Option<Vec<u8>> {
        let bytes = match self.algorithm {
            Algorithm::Curve(curve) if curve != Curve::Ed25519 => {
                let halves = CurveSignature::from_der(curve, &signed).ok()?.to_bytes();
                let (r, s) = halves.split_at(halves.len() / 2);
                let mut bytes = vec![];
                for half in [r, s] {
                    Mpint::from_positive_bytes(half).encode(&mut bytes).ok()?;
                }
                bytes
            }
            _ => signed,
        };
        Signature::new(name, bytes).ok()?.encode_vec().ok()
    }
}

/// How keys sign for OpenSSH, if they do; those of RSA as is asked for. RFC 5656, section 6.2.1.
fn usual_scheme(algorithm: Algorithm) -> Option<Scheme> {
    Some(match algorithm {
        Algorithm::Curve(Curve::EcP256) => Scheme::Ecdsa(Hash::Sha256),
        Algorithm::Curve(Curve::EcP384) => Scheme::Ecdsa(Hash::Sha384),
        Algorithm::Curve(Curve::EcP521) => Scheme::Ecdsa(Hash::Sha512),
        Algorithm::Curve(Curve::Ed25519) => Scheme::PURE_EDDSA,
        Algorithm::Rsa { .. } => Scheme::RsaPkcs1(Hash::Sha512),
        _ => return None,
    })
}
