//! The operations that are followed: what the command is told, and what it finds in its folder.
//!
//! Which algorithms there are, and what they can do, the command says itself.

use std::borrow::Cow;
use std::process::Command;

/// Where following begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum From {
    /// At the entry of a function, by a part of its name.
    Function(Cow<'static, str>),
    /// Where randomness is asked for.
    Random,
}

const fn function(part: &'static str) -> From {
    From::Function(Cow::Borrowed(part))
}

const SIGN: From = function("11sealane_cli3cmd4sign3run");
const DERIVE: From = function("11sealane_cli3cmd6derive3run");
const IMPORT: From = function("11sealane_cli4keys13public_of_any");
const BATCH: From = function("11sealane_cli3cmd5batch4sign");
/// Documents of RSA take up to two thousand million steps to read, to prove primes. Rows of their
/// own follow that.
const RSA_SIGN: From = function("3rsa7signing");
const RSA_DECRYPT: From = function("12decrypt_oaep");
/// Methods of a token, after the PIN of its user has opened it.
const TOKEN: [(&str, From); 4] = [
    ("import", function("sealane_hsm..token..Token$GT$6import17h")),
    ("export", function("sealane_hsm..token..Token$GT$6export17h")),
    ("wrap", function("sealane_hsm..token..Token$GT$4wrap17h")),
    ("unwrap", function("sealane_hsm..token..Token$GT$6unwrap17h")),
];

/// Keys of a batch: as many as there are lanes.
const ITEMS: usize = 8;

/// An operation.
#[derive(Debug, Clone)]
pub struct Row {
    /// The algorithm and what is done.
    pub name: String,
    /// Where following begins.
    pub from: From,
    /// What the command is told. It writes to the file `out`, or changes a token.
    pub arguments: Vec<String>,
    /// Calls of the command that make what it finds, before.
    pub before: Vec<Vec<String>>,
    /// The same, whose randomness is the same for all secrets.
    pub before_public: Vec<Vec<String>>,
    /// The same, after the key is made.
    pub then_public: Vec<Vec<String>>,
    /// Bytes at the end of the key that differ from secret to secret, if the key itself, with its
    /// domain parameters, does not.
    pub tail: usize,
    /// Whether what it draws is the same for all secrets: public, as the ids of keys are.
    pub draws_public: bool,
    /// Whether it makes signatures at once, and what follows is not looked at.
    pub is_batch: bool,
    /// Whether it has more steps than every run of the tests can take.
    pub is_long: bool,
    /// The only secrets to take, if any will not do.
    pub numbers: &'static [u64],
}

/// An operation that is not followed.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The algorithm and what is done.
    pub name: String,
    /// Why.
    pub why: &'static str,
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

impl Row {
    fn new(algorithm: &str, act: &str, from: From, arguments: &str) -> Self {
        let before = vec![words(&format!("keygen --algorithm {algorithm} --out key"))];
        Self {
            name: format!("{algorithm} {act}"),
            from,
            arguments: words(arguments),
            before,
            before_public: Vec::new(),
            then_public: Vec::new(),
            tail: 0,
            draws_public: false,
            is_batch: false,
            is_long: false,
            numbers: &[],
        }
    }

    /// The number that randomness of the operation itself comes from, of a secret.
    #[must_use]
    pub fn draws(&self, number: u64) -> u64 {
        if self.draws_public { 0 } else { number }
    }

    /// Whether it writes to the file `out`, as all do but those that change a token alone.
    #[must_use]
    pub fn writes_out(&self) -> bool {
        self.arguments.windows(2).any(|pair| pair == ["--out", "out"])
    }

    fn long(self) -> Self {
        Self { is_long: true, ..self }
    }
}

/// What an algorithm can do, as the command says.
#[derive(Debug, Clone)]
pub struct Algorithm {
    name: String,
    operations: Vec<String>,
}

/// Asks a command for its algorithms. Errors: it does not say.
pub fn algorithms(command: &std::path::Path) -> Result<Vec<Algorithm>, String> {
    let output = Command::new(command).args(["algorithms", "--json"]).output();
    let output = output.map_err(|error| format!("{}: {error}", command.display()))?;
    let list: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let algorithm = |row: &serde_json::Value| {
        let operations = row["operations"].as_array()?.iter();
        let operations = operations.filter_map(|it| it.as_str().map(String::from)).collect();
        Some(Algorithm { name: row["name"].as_str()?.into(), operations })
    };
    let list = list.as_array().ok_or("no list of algorithms")?;
    list.iter().map(algorithm).collect::<Option<_>>().ok_or("no list of algorithms".into())
}

/// The operations of algorithms that are followed, and those that are not.
#[must_use]
pub fn rows(algorithms: &[Algorithm]) -> (Vec<Row>, Vec<LeftOut>) {
    let (mut rows, mut left_out) = (Vec::new(), Vec::new());
    for algorithm in algorithms {
        let name = &*algorithm.name;
        let does = |act: &str| algorithm.operations.iter().any(|it| it == act);
        if name.starts_with("rsa") {
            of_rsa(name, &mut rows, &mut left_out);
        } else if name.starts_with("dsa") {
            of_dsa(name, &mut rows, &mut left_out);
        } else {
            let keygen = format!("keygen --algorithm {name} --out out");
            rows.push(Row { before: vec![], ..Row::new(name, "keygen", From::Random, &keygen) });
            rows.push(Row::new(name, "import", IMPORT, "pubkey --key key --out out"));
            if name == "p256" {
                of_token(name, &mut rows);
            }
            if does("sign") {
                of_signing(name, &mut rows, &mut left_out);
            }
            if does("derive") {
                let peer = format!("keygen --algorithm {name} --out peer.key");
                let public = "pubkey --key peer.key --out peer";
                let derive = "derive --key key --peer peer --out out";
                let mut row = Row::new(name, "derive", DERIVE, derive);
                row.before_public = vec![words(&peer), words(public)];
                rows.push(row.clone());
                if name == "x25519" {
                    let arguments = words(&format!("{derive} --hex"));
                    rows.push(Row { name: format!("{name} derive hex"), arguments, ..row });
                }
            }
        }
    }
    (rows, left_out)
}

fn of_signing(name: &str, rows: &mut Vec<Row>, left_out: &mut Vec<LeftOut>) {
    let sign = "sign --key key --in message --quiet --out out";
    let with = |act: &str, options: &str| Row::new(name, act, SIGN, &format!("{sign} {options}"));
    if name.starts_with("mldsa") {
        rows.push(Row { numbers: at_once(name), ..with("sign", "--deterministic") });
        return;
    }
    rows.push(with("sign", ""));
    match name {
        "p256" => rows.push(with("sign deterministic", "--deterministic")),
        "secp256k1" => rows.push(with("sign bip340", "--bip340")),
        "ed25519" => rows.push(with("sign prehashed", "--prehash --context silence")),
        _ => {}
    }
    let every: &[&str] = &["portable", "soft8", "eight"];
    let backends = if ["p256", "ed25519"].contains(&name) { every } else { &["eight"] };
    if name.starts_with("brainpool") {
        let why = "rejected nonce candidates of eight items, which are public, never agree";
        left_out.push(LeftOut { name: format!("{name} sign batch"), why });
    } else {
        rows.extend(backends.iter().map(|backend| batch(name, backend)));
    }
}

/// A key that comes into a token and leaves it again.
fn of_token(name: &str, rows: &mut Vec<Row>) {
    let user = "--store token.db --master-file master.key --pin-file pin";
    let new = "--store token.db --master-file master.key --label silence --new-pin-file pin";
    let wrapping = format!("--algorithm aes256 --label wrapping --usage wrap {user}");
    let taken = format!("key import --in key --label own --exportable {user}");
    let ready = [
        format!("token init {new}"),
        format!("token set-pin {user} --for user --new-pin-file pin"),
        format!("key generate {wrapping}"),
    ];
    for (act, from) in TOKEN {
        let mut then: Vec<_> = ready.iter().map(|it| words(it)).collect();
        let arguments = match act {
            "import" => taken.clone(),
            "export" => format!("key export own --out out {user}"),
            "wrap" => format!("key wrap own --by wrapping --out out {user}"),
            _ => format!(
                "key unwrap --by wrapping --in sealed --algorithm {name} --label again {user}"
            ),
        };
        if act != "import" {
            then.push(words(&taken));
        }
        if act == "unwrap" {
            then.push(words(&format!("key wrap own --by wrapping --out sealed {user}")));
        }
        let row = Row::new(name, &format!("token {act}"), from, &arguments);
        rows.push(Row { then_public: then, draws_public: true, ..row });
    }
}

/// A batch of as many keys as there are lanes.
fn batch(name: &str, backend: &str) -> Row {
    let arguments = format!(
        "sign-batch --backend {backend} --manifest manifest --out out --quiet --format raw"
    );
    let key = |i| words(&format!("keygen --algorithm {name} --out key{i}"));
    let row = Row::new(name, &format!("sign batch {backend}"), BATCH, &arguments);
    Row { before: (0..ITEMS).map(key).collect(), is_batch: true, ..row }
}

/// A manifest that batches find: each item with a key of its own, or all without.
#[must_use]
pub fn manifest(has_keys: bool) -> String {
    let item = |i: usize| {
        let key = if has_keys { format!("\"key\":\"key{i}\",") } else { String::new() };
        format!("{{\"id\":\"{i}\",{key}\"message\":\"step by step\"}}\n")
    };
    (0..ITEMS).map(item).collect()
}

fn of_rsa(name: &str, rows: &mut Vec<Row>, left_out: &mut Vec<LeftOut>) {
    left_out.push(LeftOut {
        name: format!("{name} keygen"),
        why: "how many candidates were thrown away is public, and differs from key to key",
    });
    let sign = "sign --key key --in message --quiet --out out";
    let made = [
        Row::new(name, "sign", RSA_SIGN, sign),
        Row::new(name, "sign pss", RSA_SIGN, &format!("{sign} --scheme pss")),
        Row {
            before_public: vec![],
            ..Row::new(name, "decrypt", RSA_DECRYPT, "decrypt --key key --in sealed --out out")
        },
        Row::new(name, "import", IMPORT, "pubkey --key key --out out"),
    ];
    for mut row in made {
        if row.name.ends_with("decrypt") {
            row.before.push(words("pubkey --key key --out public"));
            row.before.push(words("encrypt --key public --in message --out sealed"));
        }
        rows.push(if name == "rsa8192" { row.long() } else { row });
    }
    if name == "rsa2048" {
        // Of one key: the shapes of eight documents never agree.
        let arguments =
            "sign-batch --backend eight --manifest of-one-key --key key --out out --quiet";
        let row = Row::new(name, "sign batch eight", BATCH, arguments);
        rows.push(Row { is_batch: true, ..row });
    }
}

fn of_dsa(name: &str, rows: &mut Vec<Row>, left_out: &mut Vec<LeftOut>) {
    left_out.push(LeftOut {
        name: format!("{name} keygen"),
        why: "the command makes domain parameters with each key, which are public and differ",
    });
    let mut row = Row::new(name, "sign", SIGN, "sign --key key --in message --quiet --out out");
    let key = format!("keygen --algorithm {name} --outform der --out key");
    // The private number stands last; its first byte is left, so that it is below the order.
    (row.before, row.before_public, row.tail) = (vec![], vec![words(&key)], 24);
    rows.push(row);
}

/// Secrets by which the one message is signed in one attempt. How many it takes, and at which check
/// the others fail, is public, and differs: two at random seldom take the same steps.
fn at_once(name: &str) -> &'static [u64] {
    match name {
        "mldsa44" => &[6, 16, 24, 29, 32, 34, 35, 36],
        "mldsa65" => &[9, 22, 26, 31, 35, 40, 52, 53],
        "mldsa87" => &[13, 20, 33, 36, 42, 44, 47, 52],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn algorithm(name: &str, operations: &[&str]) -> Algorithm {
        let operations = operations.iter().map(|it| it.to_string()).collect();
        Algorithm { name: name.into(), operations }
    }

    /// Goal: every secret operation that an algorithm has is followed, or left out with a reason; a
    /// new algorithm is followed without a word here.
    #[test]
    fn every_operation_has_a_row() {
        let all = [
            algorithm("p999", &["sign", "verify", "derive"]),
            algorithm("x999", &["derive"]),
            algorithm("ed999", &["sign", "verify"]),
            algorithm("mldsa99", &["sign", "verify"]),
            algorithm("rsa9999", &["sign", "verify", "encrypt", "decrypt"]),
            algorithm("dsa9999", &["sign", "verify"]),
        ];
        let (rows, left_out) = rows(&all);
        let names: Vec<&str> = rows.iter().map(|row| &*row.name).collect();
        for algorithm in &all {
            let has = |act: &str| names.contains(&&*format!("{} {act}", algorithm.name));
            let out = |act: &str| {
                left_out.iter().any(|it| it.name == format!("{} {act}", algorithm.name))
            };
            assert!(has("keygen") != out("keygen"), "{}", algorithm.name);
            assert!(has("import") || algorithm.name.starts_with("dsa"), "{}", algorithm.name);
            for act in ["sign", "derive", "decrypt"] {
                let can = algorithm.operations.iter().any(|it| it == act);
                assert_eq!(has(act), can, "{} {act}", algorithm.name);
            }
        }
        assert!(left_out.iter().all(|it| it.why.len() > 20));
    }

    /// Goal: each row writes the file that is looked at, or a token's; names are unique.
    #[test]
    fn rows_write_their_output() {
        let all = ["p256", "secp256k1", "ed25519", "rsa2048", "dsa2048"];
        let all = all.map(|name| algorithm(name, &["sign", "derive", "decrypt"]));
        let (rows, _) = rows(&all);
        for (i, row) in rows.iter().enumerate() {
            let changes = row.name.ends_with("token import") || row.name.ends_with("token unwrap");
            assert_eq!(row.writes_out(), !changes, "{}", row.name);
            assert!(rows[..i].iter().all(|other| other.name != row.name), "{}", row.name);
        }
    }
}
