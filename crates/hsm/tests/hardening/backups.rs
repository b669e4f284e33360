//! D2: a backup that anybody can write bricks no token.

use super::forge::{self, Forged};
use crate::common;
use common::{OFFICER, draft, init, open, pin, user};
use sealane_hsm::Error;
use sealane_hsm::object::{Class, Mechanism, Usage};
use sealane_hsm::role::Role;
use sealane_hsm::token::{BackupSource, inspect_backup};

/// Goal: whatever is wrong anywhere in a backup, nothing of it is taken, and the token opens.
/// Method: backups by somebody who has the public key that they are for, and who is even named as
/// their source; one object of three has something wrong; a good one is taken.
#[test]
fn hardening_d2_a_backup_is_looked_at_whole_before_anything_changes() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let own = token.generate(&session, draft("p256", "own")).unwrap();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let target = token.backup_target(&officer, "target").unwrap();
    let restore = |contents: &[Forged]| {
        let (backup, signer) = forge::backup(&target.public, contents);
        token.restore(&officer, target.id, &backup, BackupSource::Token(signer))
    };
    let good =
        || [Forged::new("p256", "a"), Forged::new("ed25519", "b"), Forged::new("aes256", "c")];
    type Spoil = fn(&mut [Forged; 3]);
    let spoilt: [(&str, Spoil); 17] = [
        ("an id twice", |it| it[1].object.id = it[0].object.id),
        ("a label twice", |it| it[1].object.attributes.label = "a".into()),
        ("a label of no characters", |it| it[2].object.attributes.label = String::new()),
        ("a label that reads backwards", |it| it[2].object.attributes.label = "x\u{202e}y".into()),
        ("a public half of garbage", |it| it[0].object.public = b"garbage".to_vec()),
        ("another one's public half", |it| {
            it[0].object.public = Forged::new("p256", "").object.public;
        }),
        ("no public half", |it| it[1].object.public.clear()),
        ("a public half of AES", |it| it[2].object.public = vec![1]),
        ("another kind", |it| it[0].object.kind = "p384".parse().unwrap()),
        ("another kind of AES", |it| it[2].object.kind = "aes128".parse().unwrap()),
        ("a private key of garbage", |it| it[0].document = vec![7; 50]),
        ("a private key of another kind", |it| it[0].document = it[1].document.clone()),
        ("a private key for a public one", |it| it[0].object.class = Class::Public),
        ("a class that is not its kind's", |it| it[2].object.class = Class::Private),
        ("a use that it has not", |it| it[1].object.attributes.usage = Usage::WRAP),
        ("a mechanism that it has not", |it| {
            it[1].object.attributes.mechanisms = vec![Mechanism::Ecdsa];
        }),
        ("mechanisms without end", |it| {
            it[1].object.attributes.mechanisms = vec![Mechanism::EdDsa; 100_000];
        }),
    ];
    let before = token.status().unwrap();
    for (what, spoil) in spoilt {
        let mut contents = good();
        spoil(&mut contents);
        assert!(restore(&contents).is_err(), "{what}");
        assert_eq!(token.status().unwrap(), before, "{what}");
    }
    let mut taken = good();
    taken[1].object.id = own.id;
    assert_eq!(restore(&taken).err(), Some(Error::NameExists));
    taken[1] = Forged::new("ed25519", "own");
    assert_eq!(restore(&taken).err(), Some(Error::NameExists));
    assert_eq!(restore(&good()).map(|all| all.len()), Ok(3));
    drop(token);
    let token = open(folder.path()).unwrap();
    token.check().unwrap();
    assert_eq!(token.list().len(), 5);
}

/// Goal: who restores names who has signed. Method: a good backup under its own name, another's,
/// and none; one that somebody else has made for the same target.
#[test]
fn hardening_d2_backups_are_signed_by_their_token() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (source, target) = (init(from.path()), init(to.path()));
    let session = user(&source);
    source.generate(&session, draft("p256", "web")).unwrap();
    let officer = target.login(Role::Officer, &pin(OFFICER)).unwrap();
    let key = target.backup_target(&officer, "target").unwrap();
    let by = source.login(Role::Officer, &pin(OFFICER)).unwrap();
    let backup = source.backup(&by, &key.public).unwrap();
    let [of_source, of_target] =
        [&source, &target].map(|it| BackupSource::Token(it.status().unwrap().fingerprint));
    let restore = |backup: &[u8], by| target.restore(&officer, key.id, backup, by).err();
    assert_eq!(restore(&backup, of_target), Some(Error::BackupForeign));
    assert_eq!(restore(&backup, BackupSource::Unsigned), Some(Error::BackupForeign));
    let (forged, _) = forge::backup(&key.public, &[Forged::new("p256", "web")]);
    assert_eq!(restore(&forged, of_source), Some(Error::BackupForeign));
    let report = inspect_backup(&backup).unwrap();
    let status = source.status().unwrap();
    assert_eq!((report.signer, report.token), (Some(status.fingerprint), status.token));
    assert_eq!(report.label.as_deref(), Some("a token"));
    assert_eq!(report.objects[0].attributes.label, "web");
    let mut damaged = backup.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    assert_eq!(inspect_backup(&damaged).err(), Some(Error::BackupInvalid));
    assert_eq!(restore(&backup, of_source), None);
    // The name is the token's, whatever becomes of its keys.
    source.rekey(&by, None).unwrap();
    assert_eq!(source.status().unwrap().fingerprint, status.fingerprint);
    let again = source.backup(&by, &key.public).unwrap();
    assert_eq!(inspect_backup(&again).unwrap().signer, Some(status.fingerprint));
}
