//! The published signatures of RFC 6979 on every machine, one by one and as a batch.

use sealane::ecc::batch::{SignItem, VerifyItem, sign_batch, verify_batch};
use sealane::ecc::{Algorithm, PrivateKey, Scheme, Signature};
use sealane::{Hash, Nonces, backend};
use testkit::reference::curve::Group;
use testkit::vectors::{deterministic_table, read};

/// Appendices A.2.5 and A.2.7: the most common curve, and the one of the most words.
const TABLES: [(Algorithm, &str); 2] =
    [(Algorithm::EcP256, "rfc6979-p256.txt"), (Algorithm::EcP521, "rfc6979-p521.txt")];

/// A row: its message, the hash of it, and the signature.
type Row = (Vec<u8>, Hash, Vec<u8>);

fn rows() -> Vec<(PrivateKey, Vec<Row>)> {
    let of_table = |&(algorithm, file): &(Algorithm, &str)| {
        let (group, table) = (Group::of(algorithm), deterministic_table(&read(file)));
        let key = PrivateKey::from_bytes(algorithm, &group.scalar(&table.x)).expect("a scalar");
        let rows = table.cases.iter().map(|case| {
            let hash = Hash::from_name(&case.hash).expect("a hash of the table");
            let signature = group.raw(&(case.r.clone(), case.s.clone()));
            (case.message.clone().into_bytes(), hash, signature)
        });
        // With SHA-1 nothing is signed.
        (key, rows.filter(|row| row.1.signs()).collect())
    };
    TABLES.iter().map(of_table).collect()
}

/// Signs the rows one by one and as a batch, and verifies them both ways, of a changed message too;
/// returns how many signatures were right.
fn signed_right(key: &PrivateKey, rows: &[Row]) -> usize {
    let algorithm = key.algorithm();
    let scheme = |row: &Row| Scheme::Ecdsa(row.1);
    let items: Vec<_> = rows
        .iter()
        .map(|row| SignItem::new(key, &row.0, scheme(row), Nonces::Deterministic))
        .collect();
    let batch = sign_batch(&items);
    let published: Vec<Signature> = rows
        .iter()
        .map(|row| Signature::from_bytes(algorithm, &row.2).expect("two halves"))
        .collect();
    let items: Vec<_> = rows
        .iter()
        .zip(&published)
        .map(|(row, signature)| VerifyItem::new(key.public_key(), &row.0, scheme(row), signature))
        .collect();
    assert!(verify_batch(&items).iter().all(Result::is_ok));
    let right = |(row, signature): (&Row, Signature)| {
        let single = key.sign(&row.0, scheme(row), Nonces::Deterministic).expect("signs");
        assert!(key.public_key().verify(&row.0, scheme(row), &single).is_ok());
        assert!(key.public_key().verify(b"another", scheme(row), &single).is_err());
        signature.to_bytes() == row.2 && single.to_bytes() == row.2
    };
    let batch = batch.into_iter().map(|signature| signature.expect("signs"));
    rows.iter().zip(batch).filter(|(row, signature)| right((row, signature.clone()))).count()
}

/// Goal: every machine that this processor can run gives the published signatures, and has run. A
/// wrong row is seen.
#[test]
fn every_machine_gives_the_published_signatures() {
    let names = targets::machines();
    assert!(names.contains(&"portable") && names.contains(&"soft8"), "{names:?}");
    assert_eq!(names.contains(&"narrow"), cfg!(feature = "narrow"), "{names:?}");
    if cfg!(any(not(target_arch = "x86_64"), sealane_portable)) {
        assert!(!names.contains(&"eight"), "nothing of x86-64 is left: {names:?}");
    }
    let mut tables = rows();
    for name in names {
        backend::force(name).expect("it is available");
        let before = backend::entered(name).expect("a machine");
        for (key, rows) in &tables {
            assert_eq!(signed_right(key, rows), rows.len(), "{name}");
        }
        assert!(backend::entered(name).expect("a machine") > before, "{name} has run");
    }
    let (key, rows) = &mut tables[0];
    rows[3].2 = rows[4].2.clone();
    let wrong = || signed_right(key, rows);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(wrong)).is_err());
}
