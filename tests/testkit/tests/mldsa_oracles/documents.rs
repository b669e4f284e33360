//! Documents of keys, both ways: PKCS#8 with the seed, the expanded key and both, and
//! SubjectPublicKeyInfo.

use super::{Oracle, Seed, programs, set_of};
use sealane::mldsa::{ParameterSet, PrivateKey, PublicKey};
use testkit::documents::{element, unhex};
use testkit::inputs::Random;

/// The forms of a private key in its document, first that which every library reads. RFC 9881,
/// section 6.
fn forms(key: &PrivateKey, seed: &Seed) -> [(&'static str, Vec<u8>); 3] {
    let expanded = element(0x04, &[&key.to_expanded_bytes()]);
    let both = element(0x30, &[&element(0x04, &[seed]), &expanded]);
    [("seed", element(0x80, &[seed])), ("expanded key", expanded), ("both", both)]
}

/// The PKCS#8 document of a private key in one of its forms.
fn document(set: ParameterSet, form: &[u8]) -> Vec<u8> {
    let last = match set_of(set).name {
        "ML-DSA-44" => 17,
        "ML-DSA-65" => 18,
        _ => 19,
    };
    let identifier = element(0x06, &[&unhex("6086480165030403"), &[last]]);
    element(0x30, &[&[2, 1, 0], &element(0x30, &[&identifier]), &element(0x04, &[form])])
}

/// Demands that documents are read on both sides. Errors: which is not.
fn compare(it: &dyn Oracle, key: &PrivateKey, seed: &Seed) -> Result<(), String> {
    let set = key.parameter_set();
    let what = |what: &str| format!("{set} by {}: {what} of {seed:02x?}", it.name());
    let public = key.public_key().to_spki_der();
    if it.read(&key.to_pkcs8_der()).as_ref() != Some(&public) {
        return Err(what("our document"));
    }
    let read = if it.can().expanded_documents { 3 } else { 1 };
    for (name, form) in forms(key, seed).into_iter().take(read) {
        if it.read(&document(set, &form)).as_ref() != Some(&public) {
            return Err(what(name));
        }
    }
    let (private, theirs) = it.documents(set, seed).ok_or_else(|| what("no document"))?;
    let read = PrivateKey::from_pkcs8_der(&private).map_err(|why| what(&format!("{why}")))?;
    let read_public = PublicKey::from_spki_der(&theirs).map_err(|why| what(&format!("{why}")))?;
    if (read.public_key(), &read_public) != (key.public_key(), key.public_key()) {
        return Err(what("their documents"));
    }
    if theirs == public { Ok(()) } else { Err(what("another SubjectPublicKeyInfo")) }
}

/// Goal: each side reads the other's documents, in every form. The key that a document holds twice
/// must be the same.
#[test]
fn documents_are_read_both_ways() {
    let all = programs::rows();
    let all: Vec<_> = all.iter().filter(|it| it.can().documents).collect();
    if all.is_empty() {
        println!("SKIPPED: no library with documents; {} names programs", programs::COMMANDS);
    }
    let mut random = Random::seeded("documents of ML-DSA");
    for (it, set) in all.iter().flat_map(|it| ParameterSet::ALL.map(|set| (it, set))) {
        let [seed, other] =
            [0; 2].map(|_| -> Seed { random.bytes(32).try_into().expect("32 bytes") });
        let [key, another] =
            [seed, other].map(|seed| PrivateKey::from_seed(set, &seed).expect("a seed"));
        compare(&***it, &key, &seed).unwrap_or_else(|why| panic!("{why}"));
        let [_, _, (_, both)] = forms(&another, &seed);
        let both = document(set, &both);
        assert!(PrivateKey::from_pkcs8_der(&both).is_err(), "{set}");
        assert_eq!(it.read(&both), None, "{set} by {}: two keys in one", it.name());
        // The comparison says no: the seed of another key.
        assert!(compare(&***it, &key, &other).is_err(), "{set} by {}", it.name());
    }
}
