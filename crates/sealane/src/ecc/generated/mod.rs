//! The table of algorithms over curves. Written by `fieldgen write`; do not edit.

// What one kind of curves needs is idle in builds that have none of it.
#![cfg_attr(
    not(all(feature = "short-curves", feature = "edwards-curves")),
    allow(unused_imports, dead_code)
)]

use crate::ecc::algorithm::{Kind, Row};
use crate::ecc::eddsa::message::Suite;
use crate::ecc::ops::Ops;
use crate::ecc::ops::edwards::EdwardsOps;
use crate::ecc::ops::montgomery::MontgomeryOps;
use crate::ecc::ops::short::ShortOps;
use crate::ecc::scheme::Scheme;
#[rustfmt::skip]
use crate::group::curve::{P192, P224, P256, P384, P521, Secp256k1, BrainpoolP256r1, BrainpoolP384r1, BrainpoolP512r1, Edwards25519, Edwards448};
use crate::hash::Hash;
use crate::names::EC_PUBLIC_KEY;
use der::asn1::ObjectIdentifier;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
use sealane_arith::machine::Mulx;
#[cfg(feature = "narrow")]
use sealane_arith::machine::Narrow;
use sealane_arith::machine::{One, Watched, Watcher};

/// A key's algorithm: the curve, and with it what the key can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// ECDSA and ECDH over NIST P-192. FIPS 186-4, appendix D.1.2.1.
    #[cfg(feature = "p192")]
    EcP192,
    /// ECDSA and ECDH over NIST P-224. NIST SP 800-186, section 3.2.1.2.
    #[cfg(feature = "p224")]
    EcP224,
    /// ECDSA and ECDH over NIST P-256. NIST SP 800-186, section 3.2.1.3.
    #[cfg(feature = "p256")]
    EcP256,
    /// ECDSA and ECDH over NIST P-384. NIST SP 800-186, section 3.2.1.4.
    #[cfg(feature = "p384")]
    EcP384,
    /// ECDSA and ECDH over NIST P-521. NIST SP 800-186, section 3.2.1.5.
    #[cfg(feature = "p521")]
    EcP521,
    /// ECDSA and ECDH over secp256k1. SEC 2 version 2.0, section 2.4.1.
    #[cfg(feature = "secp256k1")]
    EcSecp256k1,
    /// ECDSA and ECDH over brainpoolP256r1. RFC 5639, section 3.4.
    #[cfg(feature = "brainpoolp256r1")]
    EcBrainpoolP256r1,
    /// ECDSA and ECDH over brainpoolP384r1. RFC 5639, section 3.6.
    #[cfg(feature = "brainpoolp384r1")]
    EcBrainpoolP384r1,
    /// ECDSA and ECDH over brainpoolP512r1. RFC 5639, section 3.7.
    #[cfg(feature = "brainpoolp512r1")]
    EcBrainpoolP512r1,
    /// EdDSA over edwards25519. RFC 8032, section 5.1.
    #[cfg(feature = "curve25519")]
    Ed25519,
    /// Key agreement by the partner of edwards25519 in Montgomery's form.
    /// RFC 7748, section 6.1.
    #[cfg(feature = "curve25519")]
    X25519,
    /// EdDSA over edwards448. RFC 8032, section 5.2.
    #[cfg(feature = "curve448")]
    Ed448,
    /// Key agreement by the partner of edwards448 in Montgomery's form.
    /// RFC 7748, section 6.2.
    #[cfg(feature = "curve448")]
    X448,
}

/// In the order of the variants of [`Algorithm`].
#[rustfmt::skip]
pub(crate) static ROWS: &[Row] = &[
    #[cfg(feature = "p192")]
    Row {
        algorithm: Algorithm::EcP192,
        name: "p192",
        names: &["P-192", "secp192r1", "prime192v1", "nistp192"],
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.1")),
        field_bytes: 24,
        order_bytes: 24,
        usual_scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        fixed_hash: None,
    },
    #[cfg(feature = "p224")]
    Row {
        algorithm: Algorithm::EcP224,
        name: "p224",
        names: &["P-224", "secp224r1", "nistp224"],
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap("1.3.132.0.33")),
        field_bytes: 28,
        order_bytes: 28,
        usual_scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        fixed_hash: None,
    },
    #[cfg(feature = "p256")]
    Row {
        algorithm: Algorithm::EcP256,
        name: "p256",
        names: &["P-256", "secp256r1", "prime256v1", "nistp256", "ecdsa-sha2-nistp256"],
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7")),
        field_bytes: 32,
        order_bytes: 32,
        usual_scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        fixed_hash: None,
    },
    #[cfg(feature = "p384")]
    Row {
        algorithm: Algorithm::EcP384,
        name: "p384",
        names: &["P-384", "secp384r1", "nistp384", "ecdsa-sha2-nistp384"],
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap("1.3.132.0.34")),
        field_bytes: 48,
        order_bytes: 48,
        usual_scheme: Some(Scheme::Ecdsa(Hash::Sha384)),
        fixed_hash: None,
    },
    #[cfg(feature = "p521")]
    Row {
        algorithm: Algorithm::EcP521,
        name: "p521",
        names: &["P-521", "secp521r1", "nistp521", "ecdsa-sha2-nistp521"],
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap("1.3.132.0.35")),
        field_bytes: 66,
        order_bytes: 66,
        usual_scheme: Some(Scheme::Ecdsa(Hash::Sha512)),
        fixed_hash: None,
    },
    #[cfg(feature = "secp256k1")]
    Row {
        algorithm: Algorithm::EcSecp256k1,
        name: "secp256k1",
        names: &["k256"],
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap("1.3.132.0.10")),
        field_bytes: 32,
        order_bytes: 32,
        usual_scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        fixed_hash: None,
    },
    #[cfg(feature = "brainpoolp256r1")]
    Row {
        algorithm: Algorithm::EcBrainpoolP256r1,
        name: "brainpoolp256r1",
        names: &["bp256r1"],
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap("1.3.36.3.3.2.8.1.1.7")),
        field_bytes: 32,
        order_bytes: 32,
        usual_scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        fixed_hash: None,
    },
    #[cfg(feature = "brainpoolp384r1")]
    Row {
        algorithm: Algorithm::EcBrainpoolP384r1,
        name: "brainpoolp384r1",
        names: &["bp384r1"],
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap("1.3.36.3.3.2.8.1.1.11")),
        field_bytes: 48,
        order_bytes: 48,
        usual_scheme: Some(Scheme::Ecdsa(Hash::Sha384)),
        fixed_hash: None,
    },
    #[cfg(feature = "brainpoolp512r1")]
    Row {
        algorithm: Algorithm::EcBrainpoolP512r1,
        name: "brainpoolp512r1",
        names: &["bp512r1"],
        kind: Kind::Weierstrass,
        partner: None,
        key_oid: EC_PUBLIC_KEY,
        curve_oid: Some(ObjectIdentifier::new_unwrap("1.3.36.3.3.2.8.1.1.13")),
        field_bytes: 64,
        order_bytes: 64,
        usual_scheme: Some(Scheme::Ecdsa(Hash::Sha512)),
        fixed_hash: None,
    },
    #[cfg(feature = "curve25519")]
    Row {
        algorithm: Algorithm::Ed25519,
        name: "ed25519",
        names: &["id-Ed25519", "ssh-ed25519"],
        kind: Kind::Edwards,
        partner: Some(Algorithm::X25519),
        key_oid: ObjectIdentifier::new_unwrap("1.3.101.112"),
        curve_oid: None,
        field_bytes: 32,
        order_bytes: 32,
        usual_scheme: Some(Scheme::PURE_EDDSA),
        fixed_hash: Some(Hash::Sha512),
    },
    #[cfg(feature = "curve25519")]
    Row {
        algorithm: Algorithm::X25519,
        name: "x25519",
        names: &["Curve25519", "id-X25519"],
        kind: Kind::Montgomery,
        partner: Some(Algorithm::Ed25519),
        key_oid: ObjectIdentifier::new_unwrap("1.3.101.110"),
        curve_oid: None,
        field_bytes: 32,
        order_bytes: 32,
        usual_scheme: None,
        fixed_hash: None,
    },
    #[cfg(feature = "curve448")]
    Row {
        algorithm: Algorithm::Ed448,
        name: "ed448",
        names: &["id-Ed448", "ssh-ed448"],
        kind: Kind::Edwards,
        partner: Some(Algorithm::X448),
        key_oid: ObjectIdentifier::new_unwrap("1.3.101.113"),
        curve_oid: None,
        field_bytes: 57,
        order_bytes: 57,
        usual_scheme: Some(Scheme::PURE_EDDSA),
        fixed_hash: Some(Hash::Shake256),
    },
    #[cfg(feature = "curve448")]
    Row {
        algorithm: Algorithm::X448,
        name: "x448",
        names: &["Curve448", "id-X448"],
        kind: Kind::Montgomery,
        partner: Some(Algorithm::Ed448),
        key_oid: ObjectIdentifier::new_unwrap("1.3.101.111"),
        curve_oid: None,
        field_bytes: 56,
        order_bytes: 56,
        usual_scheme: None,
        fixed_hash: None,
    },
];

/// Returns the operations on the machine that runs.
#[rustfmt::skip]
pub(crate) fn running(algorithm: Algorithm) -> &'static dyn Ops {
    #[cfg(feature = "narrow")]
    if crate::backend::is_narrow() {
        return match algorithm {
            #[cfg(feature = "p192")]
            Algorithm::EcP192 => &ShortOps::<P192, Narrow>::NEW,
            #[cfg(feature = "p224")]
            Algorithm::EcP224 => &ShortOps::<P224, Narrow>::NEW,
            #[cfg(feature = "p256")]
            Algorithm::EcP256 => &ShortOps::<P256, Narrow>::NEW,
            #[cfg(feature = "p384")]
            Algorithm::EcP384 => &ShortOps::<P384, Narrow>::NEW,
            #[cfg(feature = "p521")]
            Algorithm::EcP521 => &ShortOps::<P521, Narrow>::NEW,
            #[cfg(feature = "secp256k1")]
            Algorithm::EcSecp256k1 => &ShortOps::<Secp256k1, Narrow>::NEW,
            #[cfg(feature = "brainpoolp256r1")]
            Algorithm::EcBrainpoolP256r1 => &ShortOps::<BrainpoolP256r1, Narrow>::NEW,
            #[cfg(feature = "brainpoolp384r1")]
            Algorithm::EcBrainpoolP384r1 => &ShortOps::<BrainpoolP384r1, Narrow>::NEW,
            #[cfg(feature = "brainpoolp512r1")]
            Algorithm::EcBrainpoolP512r1 => &ShortOps::<BrainpoolP512r1, Narrow>::NEW,
            #[cfg(feature = "curve25519")]
            Algorithm::Ed25519 => &EdwardsOps::<Edwards25519, Narrow>::NEW,
            #[cfg(feature = "curve25519")]
            Algorithm::X25519 => &MontgomeryOps::<Edwards25519, Narrow>::NEW,
            #[cfg(feature = "curve448")]
            Algorithm::Ed448 => &EdwardsOps::<Edwards448, Narrow>::NEW,
            #[cfg(feature = "curve448")]
            Algorithm::X448 => &MontgomeryOps::<Edwards448, Narrow>::NEW,
        };
    }
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if crate::backend::is_mulx() {
        #[cfg(feature = "p384")]
        if algorithm == Algorithm::EcP384 {
            return &ShortOps::<P384, Mulx>::NEW;
        }
        #[cfg(feature = "p521")]
        if algorithm == Algorithm::EcP521 {
            return &ShortOps::<P521, Mulx>::NEW;
        }
    }
    match algorithm {
        #[cfg(feature = "p192")]
        Algorithm::EcP192 => &ShortOps::<P192, One>::NEW,
        #[cfg(feature = "p224")]
        Algorithm::EcP224 => &ShortOps::<P224, One>::NEW,
        #[cfg(feature = "p256")]
        Algorithm::EcP256 => &ShortOps::<P256, One>::NEW,
        #[cfg(feature = "p384")]
        Algorithm::EcP384 => &ShortOps::<P384, One>::NEW,
        #[cfg(feature = "p521")]
        Algorithm::EcP521 => &ShortOps::<P521, One>::NEW,
        #[cfg(feature = "secp256k1")]
        Algorithm::EcSecp256k1 => &ShortOps::<Secp256k1, One>::NEW,
        #[cfg(feature = "brainpoolp256r1")]
        Algorithm::EcBrainpoolP256r1 => &ShortOps::<BrainpoolP256r1, One>::NEW,
        #[cfg(feature = "brainpoolp384r1")]
        Algorithm::EcBrainpoolP384r1 => &ShortOps::<BrainpoolP384r1, One>::NEW,
        #[cfg(feature = "brainpoolp512r1")]
        Algorithm::EcBrainpoolP512r1 => &ShortOps::<BrainpoolP512r1, One>::NEW,
        #[cfg(feature = "curve25519")]
        Algorithm::Ed25519 => &EdwardsOps::<Edwards25519, One>::NEW,
        #[cfg(feature = "curve25519")]
        Algorithm::X25519 => &MontgomeryOps::<Edwards25519, One>::NEW,
        #[cfg(feature = "curve448")]
        Algorithm::Ed448 => &EdwardsOps::<Edwards448, One>::NEW,
        #[cfg(feature = "curve448")]
        Algorithm::X448 => &MontgomeryOps::<Edwards448, One>::NEW,
    }
}

/// Returns the operations on the machine that runs, watched by `W`.
#[rustfmt::skip]
pub(crate) fn watched<W: Watcher>(algorithm: Algorithm) -> &'static dyn Ops {
    #[cfg(feature = "narrow")]
    if crate::backend::is_narrow() {
        return match algorithm {
            #[cfg(feature = "p192")]
            Algorithm::EcP192 => &ShortOps::<P192, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "p224")]
            Algorithm::EcP224 => &ShortOps::<P224, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "p256")]
            Algorithm::EcP256 => &ShortOps::<P256, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "p384")]
            Algorithm::EcP384 => &ShortOps::<P384, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "p521")]
            Algorithm::EcP521 => &ShortOps::<P521, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "secp256k1")]
            Algorithm::EcSecp256k1 => &ShortOps::<Secp256k1, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "brainpoolp256r1")]
            Algorithm::EcBrainpoolP256r1 => &ShortOps::<BrainpoolP256r1, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "brainpoolp384r1")]
            Algorithm::EcBrainpoolP384r1 => &ShortOps::<BrainpoolP384r1, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "brainpoolp512r1")]
            Algorithm::EcBrainpoolP512r1 => &ShortOps::<BrainpoolP512r1, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "curve25519")]
            Algorithm::Ed25519 => &EdwardsOps::<Edwards25519, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "curve25519")]
            Algorithm::X25519 => &MontgomeryOps::<Edwards25519, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "curve448")]
            Algorithm::Ed448 => &EdwardsOps::<Edwards448, Watched<Narrow, W>>::NEW,
            #[cfg(feature = "curve448")]
            Algorithm::X448 => &MontgomeryOps::<Edwards448, Watched<Narrow, W>>::NEW,
        };
    }
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if crate::backend::is_mulx() {
        #[cfg(feature = "p384")]
        if algorithm == Algorithm::EcP384 {
            return &ShortOps::<P384, Watched<Mulx, W>>::NEW;
        }
        #[cfg(feature = "p521")]
        if algorithm == Algorithm::EcP521 {
            return &ShortOps::<P521, Watched<Mulx, W>>::NEW;
        }
    }
    match algorithm {
        #[cfg(feature = "p192")]
        Algorithm::EcP192 => &ShortOps::<P192, Watched<One, W>>::NEW,
        #[cfg(feature = "p224")]
        Algorithm::EcP224 => &ShortOps::<P224, Watched<One, W>>::NEW,
        #[cfg(feature = "p256")]
        Algorithm::EcP256 => &ShortOps::<P256, Watched<One, W>>::NEW,
        #[cfg(feature = "p384")]
        Algorithm::EcP384 => &ShortOps::<P384, Watched<One, W>>::NEW,
        #[cfg(feature = "p521")]
        Algorithm::EcP521 => &ShortOps::<P521, Watched<One, W>>::NEW,
        #[cfg(feature = "secp256k1")]
        Algorithm::EcSecp256k1 => &ShortOps::<Secp256k1, Watched<One, W>>::NEW,
        #[cfg(feature = "brainpoolp256r1")]
        Algorithm::EcBrainpoolP256r1 => &ShortOps::<BrainpoolP256r1, Watched<One, W>>::NEW,
        #[cfg(feature = "brainpoolp384r1")]
        Algorithm::EcBrainpoolP384r1 => &ShortOps::<BrainpoolP384r1, Watched<One, W>>::NEW,
        #[cfg(feature = "brainpoolp512r1")]
        Algorithm::EcBrainpoolP512r1 => &ShortOps::<BrainpoolP512r1, Watched<One, W>>::NEW,
        #[cfg(feature = "curve25519")]
        Algorithm::Ed25519 => &EdwardsOps::<Edwards25519, Watched<One, W>>::NEW,
        #[cfg(feature = "curve25519")]
        Algorithm::X25519 => &MontgomeryOps::<Edwards25519, Watched<One, W>>::NEW,
        #[cfg(feature = "curve448")]
        Algorithm::Ed448 => &EdwardsOps::<Edwards448, Watched<One, W>>::NEW,
        #[cfg(feature = "curve448")]
        Algorithm::X448 => &MontgomeryOps::<Edwards448, Watched<One, W>>::NEW,
    }
}

/// RFC 8032, section 5.1.
impl Suite for Edwards25519 {
    const HASH: Hash = Hash::Sha512;
    const DOMAIN: &'static [u8] = b"SigEd25519 no Ed25519 collisions";
    const ALWAYS_FRAMED: bool = false;
}

/// RFC 8032, section 5.2.
impl Suite for Edwards448 {
    const HASH: Hash = Hash::Shake256;
    const DOMAIN: &'static [u8] = b"SigEd448";
    const ALWAYS_FRAMED: bool = true;
}
