//! Key exchange over curves: a fresh key for each handshake, wiped with it.

use rustls::crypto::{ActiveKeyExchange, GetRandomFailed, SharedSecret, SupportedKxGroup};
use rustls::ffdhe_groups::FfdheGroup;
use rustls::{Error, NamedGroup, PeerMisbehaved};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey};
use std::fmt;

/// X25519. RFC 7748; RFC 8446, section 7.4.2.
pub static X25519: &dyn SupportedKxGroup =
    &Group { name: NamedGroup::X25519, algorithm: Algorithm::X25519 };
/// ECDH over P-256. RFC 8446, section 7.4.2.
pub static SECP256R1: &dyn SupportedKxGroup =
    &Group { name: NamedGroup::secp256r1, algorithm: Algorithm::EcP256 };
/// ECDH over P-384.
pub static SECP384R1: &dyn SupportedKxGroup =
    &Group { name: NamedGroup::secp384r1, algorithm: Algorithm::EcP384 };
/// ECDH over P-521. Not among [`DEFAULT`].
pub static SECP521R1: &dyn SupportedKxGroup =
    &Group { name: NamedGroup::secp521r1, algorithm: Algorithm::EcP521 };
/// X448. Not among [`DEFAULT`].
pub static X448: &dyn SupportedKxGroup =
    &Group { name: NamedGroup::X448, algorithm: Algorithm::X448 };

/// The groups of [`provider`](crate::provider), the first preferred.
pub static DEFAULT: &[&dyn SupportedKxGroup] = &[X25519, SECP256R1, SECP384R1];

/// Every group there is.
pub static ALL: &[&dyn SupportedKxGroup] = &[X25519, SECP256R1, SECP384R1, SECP521R1, X448];

/// A group: its name in TLS, and our algorithm.
#[derive(Clone, Copy)]
struct Group {
    name: NamedGroup,
    algorithm: Algorithm,
}

impl Group {
    /// Takes what a peer has sent, in the one form that TLS has: a point uncompressed, where there
    /// are others. RFC 8446, section 4.2.8.2; RFC 8422, section 5.1.2.
    fn peer(self, share: &[u8]) -> Option<PublicKey> {
        let has_forms = !matches!(self.algorithm, Algorithm::X25519 | Algorithm::X448);
        if has_forms && share.first() != Some(&UNCOMPRESSED) {
            return None;
        }
        PublicKey::from_bytes(self.algorithm, share).ok()
    }
}

/// The first octet of a point that is not compressed. SEC 1, section 2.3.3.
const UNCOMPRESSED: u8 = 4;

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

impl SupportedKxGroup for Group {
    /// Errors: `FailedToGetRandomBytes`.
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        let key = PrivateKey::generate(self.algorithm).map_err(|_| GetRandomFailed)?;
        let share = key.public_key().to_bytes();
        Ok(Box::new(Exchange { group: *self, key, share }))
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn name(&self) -> NamedGroup {
        self.name
    }
}

/// An exchange that has begun. The key is wiped on drop.
struct Exchange {
    group: Group,
    key: PrivateKey,
    share: Vec<u8>,
}

impl ActiveKeyExchange for Exchange {
    /// Errors: `InvalidKeyShare` for octets that are no point of the curve in the form of TLS, and
    /// for a peer whose secret would be zero (RFC 8446, section 7.4.2; RFC 7748, section 6).
    fn complete(self: Box<Self>, peer: &[u8]) -> Result<SharedSecret, Error> {
        let peer = self.group.peer(peer).ok_or(PeerMisbehaved::InvalidKeyShare)?;
        let secret = self.key.derive(&peer).map_err(|_| PeerMisbehaved::InvalidKeyShare)?;
        Ok(SharedSecret::from(secret.as_bytes()))
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn pub_key(&self) -> &[u8] {
        &self.share
    }

    fn group(&self) -> NamedGroup {
        self.group.name
    }
}
