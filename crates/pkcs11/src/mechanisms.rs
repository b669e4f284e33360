//! The mechanisms: one table, of which lists, flags, sizes and what each does are read.

use crate::rv::Rv;
use cryptoki_sys::*;
use sealane::mldsa::ParameterSet;
use sealane::{Algorithm, Hash};
use sealane_client::key::{KeyKind, MAX_SECRET};
use sealane_client::object::{Class, Mechanism as Use, Object, Usage};
use sealane_client::wrapping::Form;

/// What a mechanism does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// RSA by PKCS#1 v1.5 of bytes that the caller has made, most often a `DigestInfo`.
    RsaPkcs1Bytes,
    /// RSA of a number that the caller has made.
    RsaRaw,
    /// RSA by PKCS#1 v1.5.
    RsaPkcs1(Hash),
    /// RSA by PSS of a digest.
    RsaPss,
    /// RSA by PSS.
    RsaPssHashed(Hash),
    /// RSA encryption by OAEP.
    RsaOaep,
    /// ECDSA of a digest.
    Ecdsa,
    /// ECDSA.
    EcdsaHashed(Hash),
    /// EdDSA, and its keys, for programs that ask for them by this name.
    EdDsa,
    /// DSA of a digest.
    Dsa,
    /// DSA.
    DsaHashed(Hash),
    /// ML-DSA of a message.
    MlDsa,
    /// ML-DSA of a digest, of which the parameter says the hash.
    HashMlDsa,
    /// ML-DSA of the digest that a hash gives of a message.
    HashMlDsaHashed(Hash),
    /// A digest.
    Digest(Hash),
    /// Keys of RSA.
    RsaPair,
    /// Keys of curves that sign and agree.
    EcPair,
    /// Keys of Edwards curves.
    EdwardsPair,
    /// Keys of Montgomery curves.
    MontgomeryPair,
    /// Keys of ML-DSA.
    MlDsaPair,
    /// Keys of AES.
    AesKey,
    /// Keys wrapped by AES.
    AesWrap(Form),
    /// Secrets for MACs.
    SecretKey,
    /// New secrets that make MACs by one hash alone.
    HashKey(Hash),
    /// A MAC, whole.
    Hmac(Hash),
    /// The first bytes of a MAC: how many, the parameter says.
    HmacCut(Hash),
    /// A shared secret.
    Agree,
}

/// A mechanism.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Its number.
    pub number: CK_MECHANISM_TYPE,
    /// What it does.
    pub rule: Rule,
}

const fn row(number: CK_MECHANISM_TYPE, rule: Rule) -> Row {
    Row { number, rule }
}

/// All of them.
pub static ROWS: &[Row] = &[
    row(CKM_RSA_PKCS_KEY_PAIR_GEN, Rule::RsaPair),
    row(CKM_RSA_PKCS, Rule::RsaPkcs1Bytes),
    row(CKM_RSA_X_509, Rule::RsaRaw),
    row(CKM_SHA1_RSA_PKCS, Rule::RsaPkcs1(Hash::Sha1)),
    row(CKM_SHA224_RSA_PKCS, Rule::RsaPkcs1(Hash::Sha224)),
    row(CKM_SHA256_RSA_PKCS, Rule::RsaPkcs1(Hash::Sha256)),
    row(CKM_SHA384_RSA_PKCS, Rule::RsaPkcs1(Hash::Sha384)),
    row(CKM_SHA512_RSA_PKCS, Rule::RsaPkcs1(Hash::Sha512)),
    row(CKM_SHA3_224_RSA_PKCS, Rule::RsaPkcs1(Hash::Sha3_224)),
    row(CKM_SHA3_256_RSA_PKCS, Rule::RsaPkcs1(Hash::Sha3_256)),
    row(CKM_SHA3_384_RSA_PKCS, Rule::RsaPkcs1(Hash::Sha3_384)),
    row(CKM_SHA3_512_RSA_PKCS, Rule::RsaPkcs1(Hash::Sha3_512)),
    row(CKM_RSA_PKCS_PSS, Rule::RsaPss),
    row(CKM_SHA1_RSA_PKCS_PSS, Rule::RsaPssHashed(Hash::Sha1)),
    row(CKM_SHA224_RSA_PKCS_PSS, Rule::RsaPssHashed(Hash::Sha224)),
    row(CKM_SHA256_RSA_PKCS_PSS, Rule::RsaPssHashed(Hash::Sha256)),
    row(CKM_SHA384_RSA_PKCS_PSS, Rule::RsaPssHashed(Hash::Sha384)),
    row(CKM_SHA512_RSA_PKCS_PSS, Rule::RsaPssHashed(Hash::Sha512)),
    row(CKM_SHA3_224_RSA_PKCS_PSS, Rule::RsaPssHashed(Hash::Sha3_224)),
    row(CKM_SHA3_256_RSA_PKCS_PSS, Rule::RsaPssHashed(Hash::Sha3_256)),
    row(CKM_SHA3_384_RSA_PKCS_PSS, Rule::RsaPssHashed(Hash::Sha3_384)),
    row(CKM_SHA3_512_RSA_PKCS_PSS, Rule::RsaPssHashed(Hash::Sha3_512)),
    row(CKM_RSA_PKCS_OAEP, Rule::RsaOaep),
    row(CKM_EC_KEY_PAIR_GEN, Rule::EcPair),
    row(CKM_ECDSA, Rule::Ecdsa),
    row(CKM_ECDSA_SHA1, Rule::EcdsaHashed(Hash::Sha1)),
    row(CKM_ECDSA_SHA224, Rule::EcdsaHashed(Hash::Sha224)),
    row(CKM_ECDSA_SHA256, Rule::EcdsaHashed(Hash::Sha256)),
    row(CKM_ECDSA_SHA384, Rule::EcdsaHashed(Hash::Sha384)),
    row(CKM_ECDSA_SHA512, Rule::EcdsaHashed(Hash::Sha512)),
    row(CKM_ECDSA_SHA3_224, Rule::EcdsaHashed(Hash::Sha3_224)),
    row(CKM_ECDSA_SHA3_256, Rule::EcdsaHashed(Hash::Sha3_256)),
    row(CKM_ECDSA_SHA3_384, Rule::EcdsaHashed(Hash::Sha3_384)),
    row(CKM_ECDSA_SHA3_512, Rule::EcdsaHashed(Hash::Sha3_512)),
    row(CKM_ECDH1_DERIVE, Rule::Agree),
    row(CKM_EC_EDWARDS_KEY_PAIR_GEN, Rule::EdwardsPair),
    row(CKM_EDDSA, Rule::EdDsa),
    row(CKM_EC_MONTGOMERY_KEY_PAIR_GEN, Rule::MontgomeryPair),
    row(CKM_DSA, Rule::Dsa),
    row(CKM_DSA_SHA1, Rule::DsaHashed(Hash::Sha1)),
    row(CKM_DSA_SHA224, Rule::DsaHashed(Hash::Sha224)),
    row(CKM_DSA_SHA256, Rule::DsaHashed(Hash::Sha256)),
    row(CKM_DSA_SHA384, Rule::DsaHashed(Hash::Sha384)),
    row(CKM_DSA_SHA512, Rule::DsaHashed(Hash::Sha512)),
    row(CKM_DSA_SHA3_224, Rule::DsaHashed(Hash::Sha3_224)),
    row(CKM_DSA_SHA3_256, Rule::DsaHashed(Hash::Sha3_256)),
    row(CKM_DSA_SHA3_384, Rule::DsaHashed(Hash::Sha3_384)),
    row(CKM_DSA_SHA3_512, Rule::DsaHashed(Hash::Sha3_512)),
    row(CKM_ML_DSA_KEY_PAIR_GEN, Rule::MlDsaPair),
    row(CKM_ML_DSA, Rule::MlDsa),
    row(CKM_HASH_ML_DSA, Rule::HashMlDsa),
    row(CKM_HASH_ML_DSA_SHA224, Rule::HashMlDsaHashed(Hash::Sha224)),
    row(CKM_HASH_ML_DSA_SHA256, Rule::HashMlDsaHashed(Hash::Sha256)),
    row(CKM_HASH_ML_DSA_SHA384, Rule::HashMlDsaHashed(Hash::Sha384)),
    row(CKM_HASH_ML_DSA_SHA512, Rule::HashMlDsaHashed(Hash::Sha512)),
    row(CKM_HASH_ML_DSA_SHA3_224, Rule::HashMlDsaHashed(Hash::Sha3_224)),
    row(CKM_HASH_ML_DSA_SHA3_256, Rule::HashMlDsaHashed(Hash::Sha3_256)),
    row(CKM_HASH_ML_DSA_SHA3_384, Rule::HashMlDsaHashed(Hash::Sha3_384)),
    row(CKM_HASH_ML_DSA_SHA3_512, Rule::HashMlDsaHashed(Hash::Sha3_512)),
    row(CKM_HASH_ML_DSA_SHAKE128, Rule::HashMlDsaHashed(Hash::Shake128)),
    row(CKM_HASH_ML_DSA_SHAKE256, Rule::HashMlDsaHashed(Hash::Shake256)),
    row(CKM_AES_KEY_GEN, Rule::AesKey),
    row(CKM_AES_KEY_WRAP, Rule::AesWrap(Form::Whole)),
    // What programs of before version 3.0 call the same.
    row(CKM_AES_KEY_WRAP_PAD, Rule::AesWrap(Form::Padded)),
    row(CKM_AES_KEY_WRAP_KWP, Rule::AesWrap(Form::Padded)),
    row(CKM_GENERIC_SECRET_KEY_GEN, Rule::SecretKey),
    row(CKM_SHA_1_KEY_GEN, Rule::HashKey(Hash::Sha1)),
    row(CKM_SHA224_KEY_GEN, Rule::HashKey(Hash::Sha224)),
    row(CKM_SHA256_KEY_GEN, Rule::HashKey(Hash::Sha256)),
    row(CKM_SHA384_KEY_GEN, Rule::HashKey(Hash::Sha384)),
    row(CKM_SHA512_KEY_GEN, Rule::HashKey(Hash::Sha512)),
    row(CKM_SHA512_224_KEY_GEN, Rule::HashKey(Hash::Sha512_224)),
    row(CKM_SHA512_256_KEY_GEN, Rule::HashKey(Hash::Sha512_256)),
    row(CKM_SHA3_224_KEY_GEN, Rule::HashKey(Hash::Sha3_224)),
    row(CKM_SHA3_256_KEY_GEN, Rule::HashKey(Hash::Sha3_256)),
    row(CKM_SHA3_384_KEY_GEN, Rule::HashKey(Hash::Sha3_384)),
    row(CKM_SHA3_512_KEY_GEN, Rule::HashKey(Hash::Sha3_512)),
    row(CKM_SHA_1_HMAC, Rule::Hmac(Hash::Sha1)),
    row(CKM_SHA224_HMAC, Rule::Hmac(Hash::Sha224)),
    row(CKM_SHA256_HMAC, Rule::Hmac(Hash::Sha256)),
    row(CKM_SHA384_HMAC, Rule::Hmac(Hash::Sha384)),
    row(CKM_SHA512_HMAC, Rule::Hmac(Hash::Sha512)),
    row(CKM_SHA512_224_HMAC, Rule::Hmac(Hash::Sha512_224)),
    row(CKM_SHA512_256_HMAC, Rule::Hmac(Hash::Sha512_256)),
    row(CKM_SHA3_224_HMAC, Rule::Hmac(Hash::Sha3_224)),
    row(CKM_SHA3_256_HMAC, Rule::Hmac(Hash::Sha3_256)),
    row(CKM_SHA3_384_HMAC, Rule::Hmac(Hash::Sha3_384)),
    row(CKM_SHA3_512_HMAC, Rule::Hmac(Hash::Sha3_512)),
    row(CKM_SHA_1_HMAC_GENERAL, Rule::HmacCut(Hash::Sha1)),
    row(CKM_SHA224_HMAC_GENERAL, Rule::HmacCut(Hash::Sha224)),
    row(CKM_SHA256_HMAC_GENERAL, Rule::HmacCut(Hash::Sha256)),
    row(CKM_SHA384_HMAC_GENERAL, Rule::HmacCut(Hash::Sha384)),
    row(CKM_SHA512_HMAC_GENERAL, Rule::HmacCut(Hash::Sha512)),
    row(CKM_SHA512_224_HMAC_GENERAL, Rule::HmacCut(Hash::Sha512_224)),
    row(CKM_SHA512_256_HMAC_GENERAL, Rule::HmacCut(Hash::Sha512_256)),
    row(CKM_SHA3_224_HMAC_GENERAL, Rule::HmacCut(Hash::Sha3_224)),
    row(CKM_SHA3_256_HMAC_GENERAL, Rule::HmacCut(Hash::Sha3_256)),
    row(CKM_SHA3_384_HMAC_GENERAL, Rule::HmacCut(Hash::Sha3_384)),
    row(CKM_SHA3_512_HMAC_GENERAL, Rule::HmacCut(Hash::Sha3_512)),
    row(CKM_SHA_1, Rule::Digest(Hash::Sha1)),
    row(CKM_SHA224, Rule::Digest(Hash::Sha224)),
    row(CKM_SHA256, Rule::Digest(Hash::Sha256)),
    row(CKM_SHA384, Rule::Digest(Hash::Sha384)),
    row(CKM_SHA512, Rule::Digest(Hash::Sha512)),
    row(CKM_SHA512_224, Rule::Digest(Hash::Sha512_224)),
    row(CKM_SHA512_256, Rule::Digest(Hash::Sha512_256)),
    row(CKM_SHA3_224, Rule::Digest(Hash::Sha3_224)),
    row(CKM_SHA3_256, Rule::Digest(Hash::Sha3_256)),
    row(CKM_SHA3_384, Rule::Digest(Hash::Sha3_384)),
    row(CKM_SHA3_512, Rule::Digest(Hash::Sha3_512)),
];

/// The row of a number. Errors: `CKR_MECHANISM_INVALID`.
pub fn find(number: CK_MECHANISM_TYPE) -> Result<&'static Row, Rv> {
    ROWS.iter().find(|row| row.number == number).ok_or(Rv(CKR_MECHANISM_INVALID))
}

/// The hash of the number of a digest. Errors: `CKR_MECHANISM_PARAM_INVALID`.
pub fn hash(number: CK_MECHANISM_TYPE) -> Result<Hash, Rv> {
    match find(number).map(|row| row.rule) {
        Ok(Rule::Digest(hash)) => Ok(hash),
        _ => Err(Rv(CKR_MECHANISM_PARAM_INVALID)),
    }
}

/// The types of secrets that make MACs by one hash alone.
const HASH_TYPES: [(CK_KEY_TYPE, Hash); 11] = [
    (CKK_SHA_1_HMAC, Hash::Sha1),
    (CKK_SHA224_HMAC, Hash::Sha224),
    (CKK_SHA256_HMAC, Hash::Sha256),
    (CKK_SHA384_HMAC, Hash::Sha384),
    (CKK_SHA512_HMAC, Hash::Sha512),
    (CKK_SHA512_224_HMAC, Hash::Sha512_224),
    (CKK_SHA512_256_HMAC, Hash::Sha512_256),
    (CKK_SHA3_224_HMAC, Hash::Sha3_224),
    (CKK_SHA3_256_HMAC, Hash::Sha3_256),
    (CKK_SHA3_384_HMAC, Hash::Sha3_384),
    (CKK_SHA3_512_HMAC, Hash::Sha3_512),
];

/// The hash of a type of secrets that make MACs by that alone; nothing for other types.
#[must_use]
pub fn hash_of_type(of: CK_KEY_TYPE) -> Option<Hash> {
    HASH_TYPES.into_iter().find(|row| row.0 == of).map(|row| row.1)
}

/// The parameter sets of ML-DSA, by their numbers.
const PARAMETER_SETS: [(CK_ML_DSA_PARAMETER_SET_TYPE, ParameterSet); 3] = [
    (CKP_ML_DSA_44, ParameterSet::MlDsa44),
    (CKP_ML_DSA_65, ParameterSet::MlDsa65),
    (CKP_ML_DSA_87, ParameterSet::MlDsa87),
];

/// The parameter set of ML-DSA that a number is. Errors: `CKR_PARAMETER_SET_NOT_SUPPORTED`.
pub fn parameter_set(number: CK_ML_DSA_PARAMETER_SET_TYPE) -> Result<ParameterSet, Rv> {
    let row = PARAMETER_SETS.into_iter().find(|row| row.0 == number);
    row.map(|row| row.1).ok_or(Rv(CKR_PARAMETER_SET_NOT_SUPPORTED))
}

/// The number of the parameter set of a kind of keys; nothing for those that have none.
#[must_use]
pub fn parameter_set_of(kind: KeyKind) -> Option<CK_ML_DSA_PARAMETER_SET_TYPE> {
    let KeyKind::Pair(Algorithm::MlDsa(set)) = kind else { return None };
    PARAMETER_SETS.into_iter().find(|row| row.1 == set).map(|row| row.0)
}

/// The hash of a mask generation function. Errors: `CKR_MECHANISM_PARAM_INVALID`.
pub fn mask_hash(number: CK_RSA_PKCS_MGF_TYPE) -> Result<Hash, Rv> {
    Ok(match number {
        CKG_MGF1_SHA1 => Hash::Sha1,
        CKG_MGF1_SHA224 => Hash::Sha224,
        CKG_MGF1_SHA256 => Hash::Sha256,
        CKG_MGF1_SHA384 => Hash::Sha384,
        CKG_MGF1_SHA512 => Hash::Sha512,
        CKG_MGF1_SHA3_224 => Hash::Sha3_224,
        CKG_MGF1_SHA3_256 => Hash::Sha3_256,
        CKG_MGF1_SHA3_384 => Hash::Sha3_384,
        CKG_MGF1_SHA3_512 => Hash::Sha3_512,
        _ => return Err(Rv(CKR_MECHANISM_PARAM_INVALID)),
    })
}

impl Rule {
    /// What keys of the token have it as, if it uses one.
    #[must_use]
    pub fn used_as(self) -> Option<Use> {
        Some(match self {
            Self::RsaPkcs1Bytes | Self::RsaPkcs1(_) => Use::RsaPkcs1,
            Self::RsaRaw => Use::RsaRaw,
            Self::RsaPss | Self::RsaPssHashed(_) => Use::RsaPss,
            Self::RsaOaep => Use::RsaOaep,
            Self::Ecdsa | Self::EcdsaHashed(_) => Use::Ecdsa,
            Self::EdDsa => Use::EdDsa,
            Self::Dsa | Self::DsaHashed(_) => Use::Dsa,
            Self::MlDsa | Self::HashMlDsa | Self::HashMlDsaHashed(_) => Use::MlDsa,
            Self::Agree => Use::Agree,
            Self::AesWrap(form) => form.mechanism(),
            Self::Hmac(_) | Self::HmacCut(_) => Use::Hmac,
            _ => return None,
        })
    }

    /// The hash that it takes of a message.
    #[must_use]
    pub fn hash(self) -> Option<Hash> {
        match self {
            Self::RsaPkcs1(hash) | Self::RsaPssHashed(hash) => Some(hash),
            Self::EcdsaHashed(hash) | Self::DsaHashed(hash) => Some(hash),
            Self::HashMlDsaHashed(hash) => Some(hash),
            _ => None,
        }
    }

    /// `CK_MECHANISM_INFO`: the sizes of keys, in bits, those of secrets and of public keys of
    /// ML-DSA in bytes, and what it is for.
    #[must_use]
    pub fn info(self) -> CK_MECHANISM_INFO {
        const CURVE: CK_FLAGS =
            CKF_EC_F_P | CKF_EC_OID | CKF_EC_CURVENAME | CKF_EC_UNCOMPRESS | CKF_EC_COMPRESS;
        let signs = match self.hash() {
            // Old signatures alone.
            Some(hash) if !hash.signs() => CKF_VERIFY,
            _ => CKF_SIGN | CKF_VERIFY,
        };
        let (least, most, flags) = match self {
            Self::RsaPair => (2048, 8192, CKF_GENERATE_KEY_PAIR),
            Self::RsaPkcs1Bytes | Self::RsaPkcs1(_) | Self::RsaRaw => (1024, 8192, signs),
            Self::RsaPss | Self::RsaPssHashed(_) => (1024, 8192, signs),
            Self::RsaOaep => (2048, 8192, CKF_ENCRYPT | CKF_DECRYPT),
            Self::Ecdsa | Self::EcdsaHashed(_) => (192, 521, signs | CURVE),
            Self::EcPair => (192, 521, CKF_GENERATE_KEY_PAIR | CURVE),
            Self::EdDsa => (255, 448, CKF_SIGN | CKF_VERIFY | CKF_GENERATE_KEY_PAIR | CURVE),
            Self::EdwardsPair => (255, 448, CKF_GENERATE_KEY_PAIR | CURVE),
            Self::MontgomeryPair => (255, 448, CKF_GENERATE_KEY_PAIR | CURVE),
            Self::Agree => (192, 521, CKF_DERIVE | CURVE),
            Self::Dsa | Self::DsaHashed(_) => (1024, 3072, signs),
            Self::MlDsa | Self::HashMlDsa | Self::HashMlDsaHashed(_) => (1312, 2592, signs),
            Self::MlDsaPair => (1312, 2592, CKF_GENERATE_KEY_PAIR),
            Self::AesKey => (16, 32, CKF_GENERATE),
            Self::AesWrap(_) => (16, 32, CKF_WRAP | CKF_UNWRAP),
            Self::SecretKey | Self::HashKey(_) => (1, MAX_SECRET as CK_ULONG, CKF_GENERATE),
            Self::Hmac(_) | Self::HmacCut(_) => (1, MAX_SECRET as CK_ULONG, signs),
            Self::Digest(_) => (0, 0, CKF_DIGEST),
        };
        CK_MECHANISM_INFO { ulMinKeySize: least, ulMaxKeySize: most, flags }
    }

    /// The type of the secret keys that it makes.
    #[must_use]
    pub fn makes_type(self) -> Option<CK_KEY_TYPE> {
        match self {
            Self::AesKey => Some(CKK_AES),
            Self::SecretKey => Some(CKK_GENERIC_SECRET),
            Self::HashKey(hash) => {
                HASH_TYPES.into_iter().find(|row| row.1 == hash).map(|row| row.0)
            }
            _ => None,
        }
    }

    /// Whether it is the one that makes keys of a kind, of secrets those of one hash or of any.
    #[must_use]
    pub fn makes(self, kind: KeyKind, of: Option<Hash>) -> bool {
        match (self, kind) {
            (Self::RsaPair, KeyKind::Pair(Algorithm::Rsa { .. }))
            | (Self::MlDsaPair, KeyKind::Pair(Algorithm::MlDsa(_)))
            | (Self::AesKey, KeyKind::Aes(_)) => true,
            (Self::SecretKey, KeyKind::Secret(_)) => of.is_none(),
            (Self::HashKey(hash), KeyKind::Secret(_)) => of == Some(hash),
            (Self::EcPair | Self::EdwardsPair | Self::MontgomeryPair, KeyKind::Pair(algorithm)) => {
                let Algorithm::Curve(curve) = algorithm else { return false };
                let of_rule = match self {
                    Self::EcPair => (true, true),
                    Self::EdwardsPair => (true, false),
                    _ => (false, true),
                };
                (curve.signs(), curve.derives()) == of_rule
            }
            _ => false,
        }
    }

    /// The hash of a MAC, if it makes MACs.
    #[must_use]
    pub fn mac_hash(self) -> Option<Hash> {
        match self {
            Self::Hmac(hash) | Self::HmacCut(hash) => Some(hash),
            _ => None,
        }
    }

    /// Whether keys of a kind have it.
    #[must_use]
    pub fn fits(self, kind: KeyKind) -> bool {
        self.used_as().is_some_and(|used| used.fits(kind))
    }
}

/// What a key may be used by: `CKA_ALLOWED_MECHANISMS`.
#[must_use]
pub fn allowed(object: &Object) -> Vec<CK_MECHANISM_TYPE> {
    let attributes = &object.attributes;
    let may = |used: Use| {
        let (needed, listed) = match object.class {
            Class::Public => (Usage::VERIFY, true),
            _ => (used.usage(), attributes.lists(used)),
        };
        used.fits(object.kind) && attributes.usage.has(needed) && listed
    };
    let may = |used: Use| may(used) || used == Use::Hmac && may(Use::HmacVerify);
    let rows = ROWS.iter().filter(|row| row.rule.used_as().is_some_and(may));
    rows.map(|row| row.number).collect()
}

/// The kinds of keys that a rule makes with parameters of a curve, or none.
///
/// Errors: `CKR_CURVE_NOT_SUPPORTED`.
pub fn curve_of(rule: Rule, parameters: &[u8]) -> Result<Algorithm, Rv> {
    let all = sealane::ecc::Algorithm::ALL.iter().copied();
    let found = all.filter(|curve| match rule {
        Rule::EcPair => curve.signs() && curve.derives(),
        Rule::EdwardsPair | Rule::EdDsa => !curve.derives(),
        Rule::MontgomeryPair => !curve.signs(),
        _ => false,
    });
    let mut found = found.filter(|curve| {
        crate::attributes::curve_parameters(*curve) == parameters || is_named(*curve, parameters)
    });
    let curve = found.next().ok_or(Rv(CKR_CURVE_NOT_SUPPORTED))?;
    Ok(Algorithm::Curve(curve))
}

/// Whether parameters name a curve by a printable text, as some programs do.
fn is_named(curve: sealane::ecc::Algorithm, parameters: &[u8]) -> bool {
    let [0x13, length, name @ ..] = parameters else { return false };
    let Some(name) = std::str::from_utf8(name).ok().filter(|it| it.len() == usize::from(*length))
    else {
        return false;
    };
    let usual = match curve {
        sealane::ecc::Algorithm::Ed25519 => "edwards25519",
        sealane::ecc::Algorithm::Ed448 => "edwards448",
        sealane::ecc::Algorithm::X25519 => "curve25519",
        sealane::ecc::Algorithm::X448 => "curve448",
        _ => curve.name(),
    };
    name == usual || sealane::ecc::Algorithm::from_name(name) == Some(curve)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: no number stands twice, and each has something that it is for.
    #[test]
    fn rows_are_different() {
        for (at, row) in ROWS.iter().enumerate() {
            assert!(ROWS[..at].iter().all(|other| other.number != row.number), "{row:?}");
            assert_ne!(row.rule.info().flags, 0, "{row:?}");
        }
    }

    /// Goal: curves are found by identifier and by name, and only where they are of the kind.
    #[test]
    fn curves_are_found() {
        use sealane::ecc::Algorithm as Curve;
        let p256 = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
        let of = |rule, parameters: &[u8]| curve_of(rule, parameters).ok();
        assert_eq!(of(Rule::EcPair, &p256), Some(Algorithm::Curve(Curve::EcP256)));
        assert_eq!(of(Rule::EdwardsPair, &p256), None);
        let ed25519 = Some(Algorithm::Curve(Curve::Ed25519));
        assert_eq!(of(Rule::EdwardsPair, &[6, 3, 0x2b, 0x65, 0x70]), ed25519);
        assert_eq!(of(Rule::EdDsa, b"\x13\x0cedwards25519"), ed25519);
        assert_eq!(of(Rule::EdDsa, b"\x13\x0bedwards25519"), None);
        assert_eq!(of(Rule::EcPair, b"\x13\x0aprime256v1"), of(Rule::EcPair, &p256));
    }
}
