//! What a token knows of a key without unwrapping it: attributes, and the rules among them.

use crate::error::Error;
use crate::extra::{Extra, check_extra};
use crate::key::KeyKind;
use crate::permission::Permissions;
use sealane::ecc::Algorithm as Curve;
use sealane::{Algorithm, Scheme};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

pub use crate::patch::Patch;

const SECP256K1: Algorithm = Algorithm::Curve(Curve::EcSecp256k1);
const X25519: Algorithm = Algorithm::Curve(Curve::X25519);

/// The name of an object that no other object of any token has: 16 random bytes. Its text is hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub [u8; 16]);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Id {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let digit = |c: u8| char::from(c).to_digit(16).filter(|_| !c.is_ascii_uppercase());
        let mut id = [0; 16];
        let pairs = text.as_bytes().chunks(2);
        if text.len() != 32 {
            return Err(Error::KeyUnknown);
        }
        for (byte, pair) in id.iter_mut().zip(pairs) {
            let value = digit(pair[0]).zip(digit(pair[1])).ok_or(Error::KeyUnknown)?;
            *byte = (value.0 << 4 | value.1) as u8;
        }
        Ok(Self(id))
    }
}

/// What an object holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Class {
    /// A private key, and the public one that belongs to it: a pair is one object and never half.
    Private,
    /// Somebody's public key.
    Public,
    /// An AES key, or a secret for MACs.
    Secret,
    /// A certificate.
    Certificate,
    /// Bytes of somebody's, wrapped like a key.
    Data,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 5] =
        [Self::Private, Self::Public, Self::Secret, Self::Certificate, Self::Data];

    /// Whether it is a key. Two keys have two labels; a certificate may have that of its key.
    #[must_use]
    pub fn is_key(self) -> bool {
        !matches!(self, Self::Certificate | Self::Data)
    }

    /// The class of a name. Errors: `KeyType`.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|class| class.name() == name).ok_or(Error::KeyType)
    }

    /// Its name, as the command prints it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Public => "public",
            Self::Secret => "secret",
            Self::Certificate => "certificate",
            Self::Data => "data",
        }
    }
}

/// What a key may be used for: a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage(u8);

impl Usage {
    /// No use.
    pub const NONE: Self = Self(0);
    /// To sign, or make MACs.
    pub const SIGN: Self = Self(1);
    /// To verify, by its public half, or MACs.
    pub const VERIFY: Self = Self(2);
    /// To derive shared secrets.
    pub const DERIVE: Self = Self(4);
    /// To decrypt.
    pub const DECRYPT: Self = Self(8);
    /// To wrap and unwrap other keys.
    pub const WRAP: Self = Self(16);

    /// Every use with its name.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::SIGN, "sign"),
        (Self::VERIFY, "verify"),
        (Self::DERIVE, "derive"),
        (Self::DECRYPT, "decrypt"),
        (Self::WRAP, "wrap"),
    ];

    /// Both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` is in it.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set of one name. Errors: `UsageDenied`.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let row = Self::ALL.iter().find(|(_, known)| *known == name);
        row.map(|(usage, _)| *usage).ok_or(Error::UsageDenied)
    }

    /// The names of what is in it.
    #[must_use]
    pub fn names(self) -> Vec<&'static str> {
        Self::ALL.iter().filter(|(usage, _)| self.has(*usage)).map(|(_, name)| *name).collect()
    }

    /// What a key of a kind may ever be used for.
    #[must_use]
    pub fn possible(kind: KeyKind) -> Self {
        match kind {
            KeyKind::Pair(algorithm) => {
                let signs = Self::SIGN.with(Self::VERIFY);
                let sign = if algorithm.signs() { signs } else { Self::NONE };
                match algorithm {
                    Algorithm::Curve(curve) if curve.derives() => sign.with(Self::DERIVE),
                    Algorithm::Rsa { .. } => sign.with(Self::DECRYPT),
                    _ => sign,
                }
            }
            KeyKind::Aes(_) => Self::WRAP,
            KeyKind::Secret(_) => Self::SIGN.with(Self::VERIFY),
            KeyKind::Certificate | KeyKind::Data => Self::NONE,
        }
    }

    /// What a key of a kind is for, if nobody says otherwise: one purpose a key.
    #[must_use]
    pub fn usual(kind: KeyKind) -> Self {
        let possible = Self::possible(kind);
        if possible.has(Self::SIGN) { Self::SIGN.with(Self::VERIFY) } else { possible }
    }
}

/// How a key is used: what `Attributes::mechanisms` restricts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mechanism {
    /// ECDSA.
    Ecdsa,
    /// EdDSA.
    EdDsa,
    /// Schnorr signatures of BIP 340.
    Bip340,
    /// RSA signatures, PKCS#1 v1.5.
    RsaPkcs1,
    /// RSA signatures, PSS.
    RsaPss,
    /// DSA.
    Dsa,
    /// Diffie-Hellman.
    Agree,
    /// Reading a backup: Diffie-Hellman whose result no role is given.
    Restore,
    /// AES key wrap with padding.
    WrapPadded,
    /// AES key wrap of what has whole blocks.
    Wrap,
    /// RSA decryption, OAEP.
    RsaOaep,
    /// The private power of RSA of any number: it signs and decrypts everything.
    RsaRaw,
    /// HMAC: a MAC is made.
    Hmac,
    /// HMAC: a MAC is looked at.
    HmacVerify,
    /// ML-DSA, of messages, digests and what stands for a message.
    MlDsa,
}

impl Mechanism {
    /// Every mechanism with its name.
    pub const ALL: [(Self, &'static str); 15] = [
        (Self::Ecdsa, "ecdsa"),
        (Self::EdDsa, "eddsa"),
        (Self::Bip340, "bip340"),
        (Self::RsaPkcs1, "rsa-pkcs1"),
        (Self::RsaPss, "rsa-pss"),
        (Self::Dsa, "dsa"),
        (Self::Agree, "agree"),
        (Self::Restore, "restore"),
        (Self::WrapPadded, "aes-kwp"),
        (Self::Wrap, "aes-kw"),
        (Self::RsaOaep, "rsa-oaep"),
        (Self::RsaRaw, "rsa-raw"),
        (Self::Hmac, "hmac"),
        (Self::HmacVerify, "hmac-verify"),
        (Self::MlDsa, "mldsa"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The mechanism of a name. Errors: `KeyType`.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let row = Self::ALL.iter().find(|(_, known)| *known == name);
        row.map(|(mechanism, _)| *mechanism).ok_or(Error::KeyType)
    }

    /// The mechanism of a scheme. Errors: `KeyType` for one that keys of a token do not have.
    pub fn from_scheme(scheme: &Scheme) -> Result<Self, Error> {
        Ok(match scheme {
            Scheme::Ecdsa(_) => Self::Ecdsa,
            Scheme::EdDsa { .. } => Self::EdDsa,
            Scheme::Bip340 => Self::Bip340,
            Scheme::RsaPkcs1(_) | Scheme::RsaPkcs1Bytes => Self::RsaPkcs1,
            Scheme::RsaRaw => Self::RsaRaw,
            Scheme::RsaPss { .. } => Self::RsaPss,
            Scheme::Dsa(_) => Self::Dsa,
            Scheme::MlDsa { .. } | Scheme::MlDsaMu => Self::MlDsa,
            _ => return Err(Error::KeyType),
        })
    }

    /// The use that it is.
    #[must_use]
    pub fn usage(self) -> Usage {
        match self {
            Self::Ecdsa | Self::EdDsa | Self::Bip340 | Self::Hmac => Usage::SIGN,
            Self::RsaPkcs1 | Self::RsaPss | Self::RsaRaw | Self::Dsa | Self::MlDsa => Usage::SIGN,
            Self::Agree | Self::Restore => Usage::DERIVE,
            Self::WrapPadded | Self::Wrap => Usage::WRAP,
            Self::RsaOaep => Usage::DECRYPT,
            Self::HmacVerify => Usage::VERIFY,
        }
    }

    /// Whether a key has it only if its list names it: what is a danger to all that the key does.
    #[must_use]
    pub fn must_be_listed(self) -> bool {
        matches!(self, Self::Restore | Self::RsaRaw)
    }

    /// Whether keys of a kind have it.
    #[must_use]
    pub fn fits(self, kind: KeyKind) -> bool {
        match (kind, self) {
            (KeyKind::Pair(algorithm), Mechanism::Bip340) => algorithm == SECP256K1,
            (KeyKind::Pair(Algorithm::Curve(curve)), Mechanism::Agree) => curve.derives(),
            (KeyKind::Pair(algorithm), Mechanism::Restore) => algorithm == X25519,
            (KeyKind::Pair(Algorithm::Rsa { .. }), Self::RsaPss | Self::RsaOaep | Self::RsaRaw)
            | (KeyKind::Aes(_), Mechanism::WrapPadded | Mechanism::Wrap)
            | (KeyKind::Secret(_), Mechanism::Hmac | Mechanism::HmacVerify) => true,
            (KeyKind::Pair(algorithm), _) => {
                let usual = algorithm.usual_scheme();
                usual.is_some_and(|usual| Mechanism::from_scheme(&usual) == Ok(self))
            }
            _ => false,
        }
    }
}

/// What the maker of a key says of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attributes {
    /// Its name among people; no two objects of a token have the same.
    pub label: String,
    /// What it may be used for.
    pub usage: Usage,
    /// Whether it may leave the token at all.
    pub exportable: bool,
    /// Whether it leaves the token wrapped only.
    pub sensitive: bool,
    /// By what it may be used; if there is none, by everything that its kind has, but for what
    /// [must be listed](Mechanism::must_be_listed).
    pub mechanisms: Vec<Mechanism>,
    /// A name that programs give it, at most [`MAX_EXTERNAL_ID`] bytes: `CKA_ID`. Several objects
    /// may have the same, as a key and its certificate do.
    #[serde(with = "serde_bytes")]
    pub external_id: Vec<u8>,
    /// Who may use and see it.
    pub permissions: Permissions,
    /// What programs say of it, in the order of the rows' numbers: kept and authenticated, without
    /// a meaning for the token.
    pub extra: Vec<Extra>,
}

/// The most bytes of the id that programs give an object.
pub const MAX_EXTERNAL_ID: usize = 64;

impl Attributes {
    /// The usual ones: one purpose, not exportable, sensitive.
    #[must_use]
    pub fn usual(label: &str, kind: KeyKind) -> Self {
        Self {
            label: label.to_owned(),
            usage: Usage::usual(kind),
            exportable: false,
            sensitive: true,
            mechanisms: vec![],
            external_id: vec![],
            permissions: Permissions::default(),
            extra: vec![],
        }
    }

    /// Whether the list of mechanisms has one.
    #[must_use]
    pub fn lists(&self, mechanism: Mechanism) -> bool {
        let unlisted = self.mechanisms.is_empty() && !mechanism.must_be_listed();
        unlisted || self.mechanisms.contains(&mechanism)
    }

    /// Demands that the attributes make sense for a key of `kind` and `class`.
    ///
    /// Errors: `NameInvalid`; `UsageDenied` for a use that the kind does not have, or that a public
    /// key alone does not have; `KeyType` for a mechanism of other keys; `UsageConflict` for a key
    /// that would wrap and also decrypt or sign: what it wraps could be had in the clear; and for
    /// more mechanisms than there are; `DATA_INVALID` for rows that [`check_extra`] refuses.
    pub fn check(&self, kind: KeyKind, class: Class) -> Result<(), Error> {
        check_label(&self.label)?;
        self.permissions.check()?;
        check_extra(&self.extra)?;
        if self.external_id.len() > MAX_EXTERNAL_ID {
            return Err(Error::NameInvalid);
        }
        let of_kind = match class {
            Class::Private | Class::Public => kind.has_public(),
            Class::Secret => kind.secret_bytes().is_some(),
            Class::Certificate => kind == KeyKind::Certificate,
            Class::Data => kind == KeyKind::Data,
        };
        if !of_kind {
            return Err(Error::KeyType);
        }
        if self.mechanisms.len() > Mechanism::ALL.len() {
            return Err(Error::UsageConflict);
        }
        let most = match class {
            Class::Public => Usage::VERIFY,
            _ => Usage::possible(kind),
        };
        if !most.has(self.usage) {
            return Err(Error::UsageDenied);
        }
        if !self.mechanisms.iter().all(|mechanism| mechanism.fits(kind)) {
            return Err(Error::KeyType);
        }
        let wraps = self.usage.has(Usage::WRAP);
        if wraps && self.usage != Usage::WRAP {
            return Err(Error::UsageConflict);
        }
        if self.mechanisms.contains(&Mechanism::Restore) && self.mechanisms.len() > 1 {
            return Err(Error::UsageConflict);
        }
        Ok(())
    }
}

/// Returns the attributes of a certificate or of data: they permit no use of a key.
#[must_use]
pub fn plain_attributes(label: &str, external_id: Vec<u8>, permissions: Permissions) -> Attributes {
    let usual = Attributes::usual(label, KeyKind::Data);
    Attributes { exportable: true, sensitive: false, external_id, permissions, ..usual }
}

/// Demands that a label is one. Errors: `NameInvalid`.
pub fn check_label(label: &str) -> Result<(), Error> {
    let printed = |c: char| !c.is_control() && !is_invisible(c);
    let length = (1..=128).contains(&label.len());
    let whole = length && label.chars().all(printed) && label.trim() == label;
    if whole { Ok(()) } else { Err(Error::NameInvalid) }
}

/// Characters that make two labels look the same or break a line of text: no width or no ink,
/// another direction of writing, another form of the character before them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// What a token says of a key's past: nothing for one that came from outside, and for one of which
/// nobody knows. PKCS#11 3.2 has the same of its `CKA_LOCAL`, `CKA_ALWAYS_SENSITIVE` and
/// `CKA_NEVER_EXTRACTABLE` (section 4.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct History {
    /// Whether it was made in a token, from random bytes of that.
    pub local: bool,
    /// Whether it was sensitive ever since.
    pub always_sensitive: bool,
    /// Whether it was never permitted to leave.
    pub never_exportable: bool,
}

impl History {
    /// That of a key which is made now.
    #[must_use]
    pub fn of_new(attributes: &Attributes) -> Self {
        let (always_sensitive, never_exportable) = (attributes.sensitive, !attributes.exportable);
        Self { local: true, always_sensitive, never_exportable }
    }

    /// Whether it can be that of a key of these attributes.
    #[must_use]
    pub fn fits(self, attributes: &Attributes) -> bool {
        let is_known = self.local || self == Self::default();
        let is_sensitive = attributes.sensitive || !self.always_sensitive;
        let stays = !attributes.exportable || !self.never_exportable;
        is_known && is_sensitive && stays
    }
}

/// One object: attributes, and what the token itself says of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Object {
    /// Its name among machines.
    pub id: Id,
    /// What it holds.
    pub class: Class,
    /// Algorithm and size.
    pub kind: KeyKind,
    /// What its maker says.
    pub attributes: Attributes,
    /// The SubjectPublicKeyInfo; empty for secrets.
    pub public: Vec<u8>,
    /// How often it was wrapped anew.
    pub version: u32,
    /// The token's sequence number when it was last written.
    pub sequence: u64,
    /// Seconds since 1970 when it came into the token.
    pub created: u64,
    /// What was of it before.
    pub history: History,
}

impl Object {
    /// Demands that the key may be used by `mechanism`.
    ///
    /// Errors: `KeyType` for a mechanism of other keys; `UsageDenied`.
    pub fn check_use(&self, mechanism: Mechanism) -> Result<(), Error> {
        if self.class == Class::Public {
            return Err(Error::UsageDenied);
        }
        if !Usage::possible(self.kind).has(mechanism.usage()) || !mechanism.fits(self.kind) {
            return Err(Error::KeyType);
        }
        if self.attributes.lists(mechanism) && self.attributes.usage.has(mechanism.usage()) {
            Ok(())
        } else {
            Err(Error::UsageDenied)
        }
    }
}
