//! Crates: fips204, libcrux-ml-dsa, and ml-dsa of RustCrypto.

use super::{Abilities, Keys, Oracle, Seed, Signed};
use fips204::pre_hash;
use fips204::traits::{KeyGen, SerDes, Signer, Verifier};
use libcrux_ml_dsa::{MLDSASignature, MLDSAVerificationKey};
use ml_dsa::{KeyInit, MlDsa44, MlDsa65, MlDsa87, MlDsaParams, SigningKey, VerifyingKey};
use sealane::Hash;
use sealane::mldsa::ParameterSet;
use testkit::reference::hash;

pub fn rows() -> Vec<Box<dyn Oracle>> {
    vec![Box::new(Fips204), Box::new(Libcrux), Box::new(RustCrypto)]
}

/// What each of them can do: all but documents, with these hashes.
fn abilities(prehashes: Vec<Hash>) -> Abilities {
    Abilities {
        contexts: true,
        prehashes,
        deterministic: true,
        documents: false,
        expanded_documents: false,
        certificates: false,
    }
}

/// What is computed by the module of a parameter set, where a library has one for each.
macro_rules! by_set {
    ($set:expr, $library:ident, $module:ident => $value:expr) => {
        match $set {
            ParameterSet::MlDsa44 => {
                use $library::ml_dsa_44 as $module;
                $value
            }
            ParameterSet::MlDsa65 => {
                use $library::ml_dsa_65 as $module;
                $value
            }
            ParameterSet::MlDsa87 => {
                use $library::ml_dsa_87 as $module;
                $value
            }
            other => panic!("{other} is a set of no library"),
        }
    };
}

/// Crate `fips204`. It signs digests that others make: those of the reference.
struct Fips204;

/// The hashes, by the identifiers that the crate has for them.
const IDENTIFIERS: [(Hash, &[u8; 11]); 12] = [
    (Hash::Sha224, &pre_hash::SHA2_224),
    (Hash::Sha256, &pre_hash::SHA2_256),
    (Hash::Sha384, &pre_hash::SHA2_384),
    (Hash::Sha512, &pre_hash::SHA2_512),
    (Hash::Sha512_224, &pre_hash::SHA2_512_224),
    (Hash::Sha512_256, &pre_hash::SHA2_512_256),
    (Hash::Sha3_224, &pre_hash::SHA3_224),
    (Hash::Sha3_256, &pre_hash::SHA3_256),
    (Hash::Sha3_384, &pre_hash::SHA3_384),
    (Hash::Sha3_512, &pre_hash::SHA3_512),
    (Hash::Shake128, &pre_hash::SHAKE_128),
    (Hash::Shake256, &pre_hash::SHAKE_256),
];

/// The digest of a message, and the identifier of its hash.
fn digest(hash: Hash, message: &[u8]) -> (Vec<u8>, &'static [u8]) {
    let row = hash::HASHES.iter().find(|row| Hash::from_name(row.name) == Some(hash));
    let identifier = IDENTIFIERS.iter().find(|(row, _)| *row == hash);
    let (row, (_, identifier)) = row.zip(identifier).expect("both tables have every hash");
    ((row.of)(message), *identifier)
}

impl Oracle for Fips204 {
    fn name(&self) -> &str {
        "fips204"
    }

    fn can(&self) -> Abilities {
        abilities(IDENTIFIERS.iter().map(|(hash, _)| *hash).collect())
    }

    fn key(&self, set: ParameterSet, seed: &Seed) -> Option<Keys> {
        by_set!(set, fips204, module => {
            let (public, private) = module::KG::keygen_from_seed(seed);
            let expanded = Some(private.into_bytes().to_vec());
            Some(Keys { public: public.into_bytes().to_vec(), expanded })
        })
    }

    fn sign(&self, seed: &Seed, of: &Signed) -> Option<Vec<u8>> {
        by_set!(of.set, fips204, module => {
            let (_, private) = module::KG::keygen_from_seed(seed);
            let made = match of.prehash {
                None => private.try_sign_with_seed(&[0; 32], &of.message, &of.context),
                Some(hash) => {
                    let (digest, identifier) = digest(hash, &of.message);
                    private.try_hash_sign_with_seed(&[0; 32], &digest, &of.context, identifier)
                }
            };
            Some(made.ok()?.to_vec())
        })
    }

    fn verify(&self, public: &[u8], of: &Signed, signature: &[u8]) -> Option<()> {
        let good = by_set!(of.set, fips204, module => {
            let public = module::PublicKey::try_from_bytes(public.try_into().ok()?).ok()?;
            let signature = signature.try_into().ok()?;
            match of.prehash {
                None => public.verify(&of.message, &signature, &of.context),
                Some(hash) => {
                    let (digest, identifier) = digest(hash, &of.message);
                    public.hash_verify(&digest, &signature, &of.context, identifier)
                }
            }
        });
        good.then_some(())
    }
}

/// Crate `libcrux-ml-dsa`: on AVX2 where the processor has it. Of hashes it has one.
struct Libcrux;

impl Oracle for Libcrux {
    fn name(&self) -> &str {
        "libcrux-ml-dsa"
    }

    fn can(&self) -> Abilities {
        abilities(vec![Hash::Shake128])
    }

    fn key(&self, set: ParameterSet, seed: &Seed) -> Option<Keys> {
        by_set!(set, libcrux_ml_dsa, module => {
            let pair = module::generate_key_pair(*seed);
            let expanded = Some(pair.signing_key.as_slice().to_vec());
            Some(Keys { public: pair.verification_key.as_slice().to_vec(), expanded })
        })
    }

    fn sign(&self, seed: &Seed, of: &Signed) -> Option<Vec<u8>> {
        by_set!(of.set, libcrux_ml_dsa, module => {
            let key = module::generate_key_pair(*seed).signing_key;
            let sign = match of.prehash {
                None => module::sign,
                Some(_) => module::sign_pre_hashed_shake128,
            };
            Some(sign(&key, &of.message, &of.context, [0; 32]).ok()?.as_slice().to_vec())
        })
    }

    fn verify(&self, public: &[u8], of: &Signed, signature: &[u8]) -> Option<()> {
        by_set!(of.set, libcrux_ml_dsa, module => {
            let public = MLDSAVerificationKey::new(public.try_into().ok()?);
            let signature = MLDSASignature::new(signature.try_into().ok()?);
            let verify = match of.prehash {
                None => module::verify,
                Some(_) => module::verify_pre_hashed_shake128,
            };
            verify(&public, &of.message, &of.context, &signature).ok()
        })
    }
}

/// Crate `ml-dsa`.
struct RustCrypto;

impl RustCrypto {
    fn public<P: MlDsaParams>(seed: &Seed) -> Vec<u8> {
        let key = SigningKey::<P>::from_seed(&(*seed).into());
        key.expanded_key().verifying_key().encode().to_vec()
    }

    fn signature<P: MlDsaParams>(seed: &Seed, of: &Signed) -> Option<Vec<u8>> {
        let key = SigningKey::<P>::from_seed(&(*seed).into());
        let made = key.expanded_key().sign_deterministic(&of.message, &of.context);
        Some(made.ok()?.encode().to_vec())
    }

    fn verdict<P: MlDsaParams>(public: &[u8], of: &Signed, signature: &[u8]) -> Option<()> {
        let public = VerifyingKey::<P>::new_from_slice(public).ok()?;
        let signature = ml_dsa::Signature::<P>::try_from(signature).ok()?;
        public.verify_with_context(&of.message, &of.context, &signature).then_some(())
    }
}

impl Oracle for RustCrypto {
    fn name(&self) -> &str {
        "ml-dsa"
    }

    fn can(&self) -> Abilities {
        abilities(vec![])
    }

    fn key(&self, set: ParameterSet, seed: &Seed) -> Option<Keys> {
        let public = match set {
            ParameterSet::MlDsa44 => Self::public::<MlDsa44>(seed),
            ParameterSet::MlDsa65 => Self::public::<MlDsa65>(seed),
            _ => Self::public::<MlDsa87>(seed),
        };
        Some(Keys { public, expanded: None })
    }

    fn sign(&self, seed: &Seed, of: &Signed) -> Option<Vec<u8>> {
        match of.set {
            ParameterSet::MlDsa44 => Self::signature::<MlDsa44>(seed, of),
            ParameterSet::MlDsa65 => Self::signature::<MlDsa65>(seed, of),
            _ => Self::signature::<MlDsa87>(seed, of),
        }
    }

    fn verify(&self, public: &[u8], of: &Signed, signature: &[u8]) -> Option<()> {
        match of.set {
            ParameterSet::MlDsa44 => Self::verdict::<MlDsa44>(public, of, signature),
            ParameterSet::MlDsa65 => Self::verdict::<MlDsa65>(public, of, signature),
            _ => Self::verdict::<MlDsa87>(public, of, signature),
        }
    }
}
