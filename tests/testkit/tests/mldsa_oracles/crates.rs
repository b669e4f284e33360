//! Crates: fips204, libcrux-ml-dsa, and ml-dsa of RustCrypto.

use super::{Abilities, Keys, Oracle, Seed, Signed};
use fips204::pre_hash;
use fips204::traits::{KeyGen, SerDes, Signer, Verifier};
use libcrux_ml_dsa::{MLDSASignature, MLDSAVerificationKey};
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

/// The number in a set's name.
fn number(set: ParameterSet) -> u8 {
    match set {
        ParameterSet::MlDsa44 => 44,
        ParameterSet::MlDsa65 => 65,
        ParameterSet::MlDsa87 => 87,
        other => panic!("{other} is a set of no library"),
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
        Some(Keys { public: rustcrypto::public_key(number(set), seed)?, expanded: None })
    }

    fn sign(&self, seed: &Seed, of: &Signed) -> Option<Vec<u8>> {
        rustcrypto::sign(number(of.set), seed, &of.message, &of.context)
    }

    fn verify(&self, public: &[u8], of: &Signed, signature: &[u8]) -> Option<()> {
        let set = number(of.set);
        rustcrypto::verify(set, public, &of.message, &of.context, signature).then_some(())
    }
}
