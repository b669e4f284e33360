//! The configuration: what is read, and that each mistake is told.
use super::*;
use crate::config::reader::Fault;

const PACKAGED: &str = include_str!("../../../../packaging/sealane.toml");

fn read(text: &str) -> Result<Config, Vec<Fault>> {
    Config::from_text(text, Path::new("/etc/sealane/sealane.toml"))
}

/// Goal: the example that is shipped is read as it is, and with every key that it only mentions.
#[test]
fn the_example_is_read() {
    let config = read(PACKAGED).expect("it is right");
    assert_eq!(config.socket, Some("/run/sealane/socket".into()));
    assert_eq!(config.metrics, Some(Endpoint::Socket("/run/sealane/metrics".into())));
    assert_eq!(config.tokens.len(), 1);
    let token = &config.tokens[0];
    assert_eq!((token.slot, &token.store), (0, &PathBuf::from("/var/lib/sealane/token.db")));
    assert_eq!(token.master.master_credential.as_deref(), Some("master"));
    // Keys that are usual stand behind `#` without a space.
    let all: Vec<&str> = PACKAGED.lines().map(|it| it.strip_prefix('#').unwrap_or(it)).collect();
    let is_line = |line: &&str| !line.starts_with(' ');
    let all: Vec<&str> = all.into_iter().filter(is_line).collect();
    let config = read(&all.join("\n")).expect("what it mentions is right");
    assert_eq!(config.tokens.len(), 2);
    assert_eq!((config.tokens[1].slot, config.tokens[1].label.as_deref()), (7, Some("archive")));
    let options = config.limits.set(Options::default());
    let usual = Options::default();
    assert_eq!((options.most_connections, options.drain), (usual.most_connections, usual.drain));
    assert_eq!(options.stranger_idle, usual.stranger_idle);
    assert_eq!((config.threads, config.most_keys), (Some(2), Some(1024)));
    assert_eq!(config.users, Some(vec![1000, 1001]));
}

/// Goal: every mistake is told, with its line, its key and what is allowed. Method: a file of them,
/// and the same line by line.
#[test]
fn every_mistake_is_told() {
    let text = "\
[service]
socket = 7
listen = \"192.0.2.1:8000\"
metrics = \"0.0.0.0:9464\"
users = [1000, -1]
threads = 0
keep_keys = \"always\"
log_levle = \"info\"
[limits]
idle_seconds = 86401
outstanding_bytes = 1
[[token]]
slot = 3
label = \"a\"
store = \"a.db\"
master_file = \"a.key\"
[[token]]
slot = 3
store = \"a.db\"
[[token]]
slot = 65536
label = \"\"
store = \"\"
master_file = \"a.key\"
master_credential = \"a\"
colour = \"red\"
[tokens]
";
    let faults = read(text).expect_err("it is wrong");
    let told: Vec<(usize, &str)> =
        faults.iter().map(|fault| (fault.line, fault.key.as_str())).collect();
    let expected = [
        (2, "service.socket"),
        (3, "service.listen"),
        (4, "service.metrics"),
        (5, "service.users"),
        (6, "service.threads"),
        (7, "service.keep_keys"),
        (8, "service.log_levle"),
        (10, "limits.idle_seconds"),
        (11, "limits.outstanding_bytes"),
        (17, "token[1].master_file"),
        (18, "token[1].slot"),
        (19, "token[1].store"),
        (20, "token"),
        (21, "token[2].slot"),
        (22, "token[2].label"),
        (23, "token[2].store"),
        (26, "token[2].colour"),
        (27, "tokens"),
    ];
    assert_eq!(told, expected);
    let why = |line: usize| &faults.iter().find(|fault| fault.line == line).expect("told").why;
    assert_eq!(why(6), "allowed: 1 to 1024");
    assert!(why(8).contains("\"log_level\" is near") && why(8).contains("socket, activated"));
    assert!(why(18).contains("line 12"), "{}", why(18));
}

/// Goal: a file that is no TOML is told by the line, together with what is wrong elsewhere.
#[test]
fn mistakes_of_form_are_told() {
    for (text, line) in [
        ("[service]\nsocket = \n", 2),
        ("[service]\nsocket = \"a\"\nsocket = \"b\"\n", 3),
        ("[service\n", 1),
        ("\n\nwords alone\n", 3),
    ] {
        let faults = read(text).expect_err("it is wrong");
        assert_eq!((faults[0].line, faults[0].key.as_str()), (line, ""), "{text}: {faults:?}");
        assert_eq!(faults.len(), 1, "{text}: {faults:?}");
    }
    let faults = read("[service]\nsocket = \nthreads = 0\n").expect_err("it is wrong");
    assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2, 3]);
    assert!(read("service = 1\ntoken = []\n").is_err());
    assert!(read("").is_ok(), "what is missing the command line may say");
    let both = "[service]\nsocket = \"a\"\nactivated = true\n";
    assert_eq!(read(both).expect_err("one of them")[0].line, 3);
}

/// Goal: names of files are relative to the folder of the file.
#[test]
fn names_are_relative_to_the_file() {
    let text = "[service]\nsocket = \"s\"\n[[token]]\nstore = \"../t.db\"\nmaster_file = \"/m\"\n";
    let config = read(text).expect("it is right");
    assert_eq!(config.socket, Some("/etc/sealane/s".into()));
    assert_eq!(config.tokens[0].store, PathBuf::from("/etc/sealane/../t.db"));
    assert_eq!(config.tokens[0].master.master_file, Some("/m".into()));
}
