//! Examples of the commands on tokens and on the keys in them.

pub const INIT: &str = "\
Example:
  sealane token init --store token.db --master-file master.key --label signing \\
    --new-pin-file officer.pin

The folder of the store is made, for its owner alone, if there is none; the one above it must be
there. The new PIN is the officer's, who sets those of the other roles: `sealane token set-pin`.";

pub const STATUS: &str = "\
Example:
  sealane token status --store token.db --master-file master.key
  sealane token status --socket sealane.socket";

pub const CHECK: &str = "\
Example:
  sealane token check --store token.db --master-file master.key
  sealane token check --socket sealane.socket";

pub const SET_PIN: &str = "\
Example:
  sealane token set-pin --store token.db --master-file master.key --pin-file officer.pin \\
    --for user --new-pin-file user.pin";

pub const AUDIT: &str = "\
Example:
  sealane token audit --store token.db --master-file master.key --as officer \\
    --pin-file officer.pin
  sealane token audit --socket sealane.socket --pin-file auditor.pin --json-lines --first 5000";

pub const REKEY: &str = "\
Example:
  sealane token rekey --store token.db --master-file master.key --pin-file officer.pin \\
    --new-master-file fresh.key
  sealane token rekey --socket sealane.socket --pin-file officer.pin

A service signs meanwhile; no request of its clients is lost.";

pub const SET: &str = "\
Example:
  sealane key set web --label web-2026 --socket sealane.socket --pin-file user.pin
  sealane key set web --not-exportable --usage sign --store token.db --master-file master.key \\
    --pin-file user.pin";

pub const BACKUP_TARGET: &str = "\
Example:
  sealane token backup-target --store spare.db --master-file spare.key --pin-file officer.pin \\
    --label restore --out target.pem";

pub const BACKUP: &str = "\
Example:
  sealane token backup --store token.db --master-file master.key --pin-file officer.pin \\
    --for target.pem --out backup
  sealane token backup --socket sealane.socket --pin-file officer.pin --for target.pem \\
    --out backup";

pub const RESTORE: &str = "\
Example:
  sealane token restore --store spare.db --master-file spare.key --pin-file officer.pin \\
    --target restore --in backup --from FINGERPRINT

FINGERPRINT is what `sealane token status` of the token says that made the backup.";

pub const BACKUP_VERIFY: &str = "\
Example:
  sealane token backup-verify --in backup
  sealane token backup-verify --in backup --target restore --socket spare.socket \\
    --pin-file officer.pin";

pub const UNLOCK: &str = "\
Example:
  sealane token unlock --store token.db --master-file master.key --role user
  sealane token unlock --socket sealane.socket --role user
  sealane token unlock --socket sealane.socket --role officer --recovery-file code";

pub const GUARD: &str = "\
Example:
  sealane token guard --store token.db --master-file master.key --pin-file officer.pin \\
    --lock-after 100
  sealane token guard --socket sealane.socket";

pub const AUDIT_TRIM: &str = "\
Example:
  sealane token audit-trim --store token.db --master-file master.key --pin-file officer.pin \\
    --before 100000";

pub const AUDIT_SETTING: &str = "\
Example:
  sealane token audit-setting --store token.db --master-file master.key --pin-file officer.pin \\
    --uses minute --keep-days 400
  sealane token audit-setting --socket sealane.socket

Rows that are not kept any more go together, so that some more are there than must be. The chain of
the log begins behind them, and a row says where it ended before: `token audit --json-lines` in time
is how they are kept elsewhere.";

pub const MIGRATE: &str = "\
Example:
  sealane token migrate --store token.db --master-file master.key --pin-file officer.pin";

pub const IMPORT_SOFTHSM: &str = "\
Example:
  sealane token import-softhsm --folder /var/lib/softhsm/tokens --token-label old \\
    --from-pin-file old.pin --store token.db --master-file master.key --pin-file user.pin --dry-run
  sealane token import-softhsm --folder /etc/softhsm/softhsm2.conf --token-label old \\
    --from-pin-file old.pin --socket sealane.socket --pin-file user.pin
  sealane token import-softhsm --module /usr/lib/softhsm/libsofthsm2.so --token-label old \\
    --from-pin-file old.pin --socket sealane.socket --pin-file user.pin

--folder reads SoftHSM's files, with keys that may not leave too; end its programs before. --module
asks any PKCS#11 module, which gives keys with CKA_EXTRACTABLE away: by their values, or wrapped by
an AES key of the session. The other token is not changed.
A pair becomes one object. CKA_ID, label, uses and CKA_EXTRACTABLE come along, and what may not
leave in the clear may not here. A label that another object has gets a number. Each object is one
change; what the token has already is left as it is, so that another run goes on. What is not
brought is listed with its reason, and the exit status is 3.";

pub const GENERATE: &str = "\
Example:
  sealane key generate --store token.db --master-file master.key --pin-file user.pin \\
    --algorithm p256 --label web
  sealane key generate --socket sealane.socket --pin-file user.pin --algorithm aes256 \\
    --label wrapping";

pub const LIST: &str = "\
Example:
  sealane key list --store token.db --master-file master.key
  sealane key list --socket sealane.socket";

pub const SHOW: &str = "\
Example:
  sealane key show web --store token.db --master-file master.key";

pub const IMPORT: &str = "\
Example:
  sealane key import --store token.db --master-file master.key --pin-file user.pin \\
    --in key.pem --label web";

pub const EXPORT: &str = "\
Example:
  sealane key export web --store token.db --master-file master.key --pin-file user.pin \\
    --out key.pem";

pub const PUBKEY: &str = "\
Example:
  sealane key pubkey web --store token.db --master-file master.key --out web-public.pem";

pub const DELETE: &str = "\
Example:
  sealane key delete web --store token.db --master-file master.key --pin-file user.pin";

pub const WRAP: &str = "\
Example:
  sealane key wrap web --by wrapping --socket sealane.socket --pin-file user.pin --out web.wrapped";

pub const UNWRAP: &str = "\
Example:
  sealane key unwrap --by wrapping --in web.wrapped --algorithm p256 --label again \\
    --socket sealane.socket --pin-file user.pin";

pub const IDENTITIES: &str = "\
Example:
  sealane token identities --store token.db --master-file master.key";

pub const IDENTITY_ADD: &str = "\
Example:
  sealane token identity-add alice --role user --uid 1000 --store token.db \\
    --master-file master.key --pin-file officer.pin --new-pin-file alice.pin";

pub const IDENTITY_REMOVE: &str = "\
Example:
  sealane token identity-remove alice --store token.db --master-file master.key \\
    --pin-file officer.pin";

pub const LIMITS: &str = "\
Example:
  sealane token limits --store token.db --master-file master.key --pin-file officer.pin \\
    --requests 1000 --slow-jobs 8";

pub const PERMIT: &str = "\
Example:
  sealane key permit web --users alice,role:operator --viewers role:auditor \\
    --socket sealane.socket --pin-file officer.pin --as officer

Without --users all may use it whose role may, without --viewers all may see it; an empty list is
nobody. For who may use the key, and for the officer.";
