//! Names of schemes, with all that belongs to them, there and back.
//!
//! | scheme | name |
//! |---|---|
//! | ECDSA, DSA, RSA by PKCS#1 v1.5 | `ecdsa-sha256`, `dsa-sha256`, `rsa-pkcs1-sha256` |
//! | RSA of messages that are not hashed | `rsa-pkcs1`, padded; `rsa-raw` |
//! | RSA by PSS | `rsa-pss-sha256`; with mask and salt `rsa-pss-sha256:mgf=sha1,salt=20` |
//! | EdDSA | `eddsa`, `eddsa-prehashed`; `eddsa:context=70617973`, in hexadecimal digits |
//! | BIP 340 | `bip340` |
//! | ML-DSA | `mldsa`, prehashed `mldsa-sha512`; `mldsa:context=70617973`; of a hash, `mldsa-mu` |

use super::Scheme;
use crate::error::UnknownName;
use crate::hash::Hash;
use crate::lengths::Salt;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ecdsa(hash) => write!(f, "ecdsa-{hash}"),
            Self::Dsa(hash) => write!(f, "dsa-{hash}"),
            Self::RsaPkcs1(hash) => write!(f, "rsa-pkcs1-{hash}"),
            Self::Bip340 => f.write_str("bip340"),
            Self::RsaPkcs1Bytes => f.write_str("rsa-pkcs1"),
            Self::RsaRaw => f.write_str("rsa-raw"),
            Self::EdDsa { context, prehashed } => {
                f.write_str(if *prehashed { "eddsa-prehashed" } else { "eddsa" })?;
                context.as_ref().map_or(Ok(()), |context| write_context(f, context))
            }
            Self::MlDsa { context, prehash } => {
                f.write_str("mldsa")?;
                prehash.map_or(Ok(()), |hash| write!(f, "-{hash}"))?;
                if context.is_empty() { Ok(()) } else { write_context(f, context) }
            }
            Self::MlDsaMu => f.write_str("mldsa-mu"),
            Self::RsaPss { hash, mgf, salt } => {
                write!(f, "rsa-pss-{hash}")?;
                if mgf == hash && *salt == Salt::OfHash {
                    return Ok(());
                }
                write!(f, ":mgf={mgf},salt={salt}")
            }
        }
    }
}

fn write_context(f: &mut fmt::Formatter<'_>, context: &[u8]) -> fmt::Result {
    f.write_str(":context=")?;
    context.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Takes what `Display` writes, hashes by all their names.
impl FromStr for Scheme {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        parse(name).ok_or(UnknownName)
    }
}

fn parse(name: &str) -> Option<Scheme> {
    if let Some(hash) = name.strip_prefix("ecdsa-") {
        return Some(Scheme::Ecdsa(Hash::from_name(hash)?));
    }
    if let Some(hash) = name.strip_prefix("dsa-") {
        return Some(Scheme::Dsa(Hash::from_name(hash)?));
    }
    if let Some(hash) = name.strip_prefix("rsa-pkcs1-") {
        return Some(Scheme::RsaPkcs1(Hash::from_name(hash)?));
    }
    let (name, rest) = name.split_once(':').map_or((name, None), |(name, it)| (name, Some(it)));
    if let Some(hash) = name.strip_prefix("rsa-pss-") {
        let hash = Hash::from_name(hash)?;
        let Some(rest) = rest else { return Some(Scheme::rsa_pss(hash)) };
        let (mgf, salt) = rest.strip_prefix("mgf=")?.split_once(",salt=")?;
        let (mgf, salt) = (Hash::from_name(mgf)?, salt.parse().ok()?);
        return Some(Scheme::RsaPss { hash, mgf, salt });
    }
    let context = match rest {
        Some(rest) => Some(of_hex(rest.strip_prefix("context=")?)?),
        None => None,
    };
    if let Some(kind) = name.strip_prefix("mldsa") {
        return of_mldsa(kind, context);
    }
    match (name, &context) {
        ("eddsa", _) => Some(Scheme::EdDsa { context, prehashed: false }),
        ("eddsa-prehashed", _) => Some(Scheme::EdDsa { context, prehashed: true }),
        ("bip340", None) => Some(Scheme::Bip340),
        ("rsa-pkcs1", None) => Some(Scheme::RsaPkcs1Bytes),
        ("rsa-raw", None) => Some(Scheme::RsaRaw),
        _ => None,
    }
}

/// The bytes of pairs of hexadecimal digits.
fn of_hex(digits: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let pairs = digits.as_bytes().chunks(2).map(|pair| match *pair {
        [high, low] => u8::try_from(16 * digit(high)? + digit(low)?).ok(),
        _ => None,
    });
    pairs.collect()
}

/// What stands behind `mldsa`: nothing, a hash or `mu`, and then there is no context.
fn of_mldsa(kind: &str, context: Option<Vec<u8>>) -> Option<Scheme> {
    let context = match (kind, context) {
        ("-mu", None) => return Some(Scheme::MlDsaMu),
        (_, context) => context.unwrap_or_default(),
    };
    let prehash = match kind {
        "" => None,
        hashed => Some(Hash::from_name(hashed.strip_prefix('-')?)?),
    };
    Some(Scheme::MlDsa { context, prehash })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// Goal: a name says all of a scheme. Method: schemes of each form, there and back.
    #[test]
    fn names_lead_back() {
        let pss = |mgf, salt| Scheme::RsaPss { hash: Hash::Sha256, mgf, salt };
        let eddsa = |context: Option<&[u8]>, prehashed| Scheme::EdDsa {
            context: context.map(<[u8]>::to_vec),
            prehashed,
        };
        let mldsa = |context: &[u8], prehash| Scheme::MlDsa { context: context.to_vec(), prehash };
        for (scheme, name) in [
            (Scheme::Ecdsa(Hash::Sha3_512), "ecdsa-sha3-512"),
            (Scheme::Dsa(Hash::Sha224), "dsa-sha224"),
            (Scheme::RsaPkcs1(Hash::Sha512_256), "rsa-pkcs1-sha512-256"),
            (Scheme::rsa_pss(Hash::Sha256), "rsa-pss-sha256"),
            (pss(Hash::Sha1, Salt::Bytes(20)), "rsa-pss-sha256:mgf=sha1,salt=20"),
            (pss(Hash::Sha256, Salt::Longest), "rsa-pss-sha256:mgf=sha256,salt=longest"),
            (pss(Hash::Sha256, Salt::Any), "rsa-pss-sha256:mgf=sha256,salt=any"),
            (pss(Hash::Sha1, Salt::OfHash), "rsa-pss-sha256:mgf=sha1,salt=hash"),
            (eddsa(None, false), "eddsa"),
            (eddsa(None, true), "eddsa-prehashed"),
            (eddsa(Some(b""), false), "eddsa:context="),
            (eddsa(Some(b"\x0f:"), true), "eddsa-prehashed:context=0f3a"),
            (Scheme::Bip340, "bip340"),
            (Scheme::PURE_MLDSA, "mldsa"),
            (mldsa(b"\x0f:", None), "mldsa:context=0f3a"),
            (mldsa(b"", Some(Hash::Sha3_512)), "mldsa-sha3-512"),
            (mldsa(b"pay", Some(Hash::Shake256)), "mldsa-shake256:context=706179"),
            (Scheme::MlDsaMu, "mldsa-mu"),
            (Scheme::RsaPkcs1Bytes, "rsa-pkcs1"),
            (Scheme::RsaRaw, "rsa-raw"),
        ] {
            assert_eq!(scheme.to_string(), name);
            assert_eq!(name.parse(), Ok(scheme));
        }
    }

    /// Goal: what is not whole is no name. Method: names with a part missing, doubled or wrong.
    #[test]
    fn other_names_are_refused() {
        for wrong in [
            "",
            "ecdsa",
            "ecdsa-",
            "ecdsa-sha2",
            "dsa-sha256:",
            "rsa-sha256",
            "rsa-pkcs1-",
            "rsa-raw-sha256",
            "rsa-raw:context=",
            "rsa-pss-sha256:",
            "rsa-pss-sha256:salt=20",
            "rsa-pss-sha256:mgf=sha1",
            "rsa-pss-sha256:mgf=sha1,salt=",
            "rsa-pss-sha256:mgf=sha1,salt=-1",
            "rsa-pss-sha256:mgf=sha1,salt=+1",
            "eddsa:",
            "eddsa:context=0",
            "eddsa:context=0g",
            "eddsa:context=+1",
            "bip340:context=",
            "mldsa-",
            "mldsa-sha2",
            "mldsa:",
            "mldsa:context=0",
            "mldsa44",
            "mldsa-mu:context=70",
        ] {
            assert_eq!(wrong.parse::<Scheme>(), Err(UnknownName), "{wrong:?}");
        }
    }
}
