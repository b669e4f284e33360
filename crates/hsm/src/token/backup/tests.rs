//! What a backup must not have in it, and what a token has after it.

use super::super::tests::{Edited, OFFICER, draft, init, nothing, user};
use super::*;
use crate::role::{Pin, Role};

/// A token with a key, its public half as an object, and a certificate of the key's label; its
/// officer; the public key that backups are for.
fn filled() -> (tempfile::TempDir, Token, Session, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let session = user(&token);
    let made = token.generate(&session, draft("p256", "a key")).unwrap();
    token.import_public(&session, &made.public, "its public half").unwrap();
    let kind = "certificate".parse().unwrap();
    let certificate = Key::from_outside(kind, &[0x30, 3, 2, 1, 7]).unwrap();
    let attributes =
        Attributes { exportable: true, sensitive: false, ..Attributes::usual("a key", kind) };
    token.import(&session, vec![(certificate, attributes)]).unwrap();
    let officer = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
    let target = token.backup_target(&officer, "for backups").unwrap().public.clone();
    (folder, token, officer, target)
}

/// Returns what a backup has of a class, as it was read.
fn first_of(read: &Read, class: Class) -> (Stored, Vec<u8>) {
    let mut objects = read.bundle.objects.iter();
    let found = objects.find_map(|(body, sealed)| {
        let stored = Stored::from_body(body).unwrap();
        (stored.object.class == class).then(|| (stored, sealed.clone()))
    });
    found.unwrap()
}

/// Goal: a backup has no certificate and no public key that could not be in a token, whoever has
/// made it. Method: what is in one, and each part of it changed.
#[test]
fn public_objects_are_looked_at() {
    let (_folder, token, officer, target) = filled();
    let read = Read::new(&token.backup(&officer, &target).unwrap()).unwrap();
    let by = SymmetricKey::from_bytes(&[7; 32]).unwrap();
    let taken = |stored: &Stored, sealed: &[u8]| read.taken(&by, &stored.body(), sealed).err();
    let refused = Some(Error::BackupInvalid);

    let (certificate, sealed) = first_of(&read, Class::Certificate);
    assert_eq!(taken(&certificate, &sealed), None);
    assert_eq!(taken(&certificate, &[1]), refused);
    let mut broken = certificate;
    broken.object.public = vec![0x30, 3, 2, 1];
    assert_eq!(taken(&broken, &[]), refused);

    let (public, sealed) = first_of(&read, Class::Public);
    assert_eq!(taken(&public, &sealed), None);
    assert_eq!(taken(&public, &[1]), refused);
    let mut other = public.clone();
    other.object.kind = "p384".parse().unwrap();
    assert_eq!(taken(&other, &[]), refused);
    // The same key in its other form.
    let mut short = public.clone();
    let point = public.object.public.len() - 65;
    let mut spki =
        [&public.object.public[..point], &[2], &public.object.public[point + 1..][..32]].concat();
    spki[1] -= 32;
    spki[point - 2] -= 32;
    spki[point] += public.object.public.last().unwrap() & 1;
    assert!(public_kind(&spki).is_ok());
    short.object.public = spki;
    assert_eq!(taken(&short, &[]), refused);
}

/// Goal: a backup is signed by a key of Ed25519 alone. Method: the same bytes, signed by one of
/// Ed448, which is named in them.
#[test]
fn signers_are_of_one_kind() {
    let (_folder, token, officer, target) = filled();
    let bytes = token.backup(&officer, &target).unwrap();
    let (mut bundle, _): (Bundle, _) = postcard::take_from_bytes(&bytes).unwrap();
    for (algorithm, valid) in [(Algorithm::Ed25519, true), (Algorithm::Ed448, false)] {
        let key = PrivateKey::Curve(ecc::PrivateKey::generate(algorithm).unwrap());
        bundle.signer = key.public_key().to_spki_der();
        let body = to_bytes(&bundle);
        let scheme = key.algorithm().usual_scheme().unwrap();
        let message = [SIGNED, &body].concat();
        let signature = key.sign(&message, &scheme, SignOptions::default()).unwrap();
        let read = Read::new(&[body, signature.into()].concat());
        assert_eq!(read.is_ok(), valid, "{algorithm:?}");
    }
}

/// Goal: a record that was edited behind the token's back comes into no backup. Method: a store
/// that gives another one.
#[test]
fn edited_records_are_not_kept() {
    let (_folder, token, officer, target) = filled();
    {
        let mut writer = token.writer().unwrap();
        let inner = std::mem::replace(&mut writer.storage, nothing());
        let mut edited = Edited::of(inner);
        edited.are_records = true;
        writer.storage = Box::new(edited);
    }
    let said = token.backup(&officer, &target).err();
    assert_eq!(said, Some(Error::StoreCorrupt("a record was edited")));
}

/// Goal: what was restored is of the change that has restored it, and the log tells how much and
/// from where; the key for it has a name as others do.
#[test]
fn restored_objects_are_new() {
    let (_folder, source, officer, _) = filled();
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let own = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
    let long = token.backup_target(&own, &"long".repeat(100)).err();
    assert!(matches!(long, Some(Error::NameInvalid)), "{long:?}");
    let target = token.backup_target(&own, "for restoring").unwrap();
    let id = source.view().unwrap().state.token;
    let backup = source.backup(&officer, &target.public).unwrap();
    let signer = BackupSource::Token(Read::new(&backup).unwrap().signer.unwrap());
    // The officer alone restores, and by a key for that alone; who watches sees each object.
    let session = user(&token);
    let denied = token.restore(&session, target.id, &backup, signer).err();
    assert!(matches!(denied, Some(Error::RoleDenied)), "{denied:?}");
    let other = token.generate(&session, draft("x25519", "another")).unwrap();
    let denied = token.restore(&own, other.id, &backup, signer).err();
    assert!(!matches!(denied, None | Some(Error::BackupInvalid)), "{denied:?}");
    let progress = Progress::default();
    assert_eq!(token.verify_backup(&own, target.id, &backup, signer, &progress), Ok(4));
    assert_eq!(progress.steps(), (4, 4));
    let restored = token.restore(&own, target.id, &backup, signer).unwrap();
    let sequence = token.view().unwrap().state.sequence;
    assert!(restored.len() == 4 && restored.iter().all(|it| it.sequence == sequence));
    let (_, row) = token.audit(&own, 0, usize::MAX).unwrap().pop().unwrap();
    assert_eq!(row.subject, format!("4 objects of {id}"));
}
