//! Goal: a service as its file says: every mistake told before it starts, options that win, figures
//! over HTTP, several tokens.
use crate::common;

use common::Folder;
use common::services::{Service, log_in_once};
use common::tokens::{STORE, refuses, run, secret, set_pin, token_of_user};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

const WAIT: Duration = Duration::from_secs(30);

const FILE: &str = "\
[service]
socket = \"socket\"
metrics = \"metrics\"
log_level = \"info\"
[[token]]
label = \"signing\"
store = \"token.db\"
master_file = \"master.key\"
";

fn configured(text: &str) -> Folder {
    let folder = token_of_user();
    secret(&folder, "sealane.toml", text.as_bytes());
    folder
}

/// What is answered to a request of HTTP.
fn answered(mut stream: impl Read + Write, request: &str) -> String {
    stream.write_all(request.as_bytes()).expect("it takes a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer, and its end");
    answer
}

fn tcp(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(WAIT)).expect("a timeout");
    stream
}

const GET: &str = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Goal: `--check` tells all that is wrong, files that are missing included, and starts nothing; a
/// file that is right is served; one with a mistake, and one that others own or may write, are not.
#[test]
fn files_are_checked() {
    let folder = configured(FILE);
    let said = run(&folder, "serve --config sealane.toml --check");
    assert!(said.contains("slot 0: \"signing\" \"token.db\"") && said.contains("no mistakes"));
    let wrong = FILE.replace("info", "loud").replace("token.db", "other.db");
    let wrong = wrong.replace("master.key", "no.key");
    secret(&folder, "wrong.toml", wrong.as_bytes());
    let said = refuses(&folder, "serve --config wrong.toml --check", 2, "CONFIG_INVALID");
    assert!(said.contains("\n  line 4: service.log_level: allowed: \"off\", \"error\""), "{said}");
    let wrong = wrong.replace("loud", "warn");
    secret(&folder, "wrong.toml", wrong.as_bytes());
    let said = refuses(&folder, "serve --config wrong.toml --check", 2, "CONFIG_INVALID");
    assert!(said.contains("2 errors") && said.contains("line 7: token[0].store: "), "{said}");
    assert!(said.contains("line 8: token[0].master_file: "), "{said}");
    refuses(&folder, "serve --config wrong.toml", 3, "MASTER_INVALID");
    refuses(&folder, "serve --config none.toml", 3, "INPUT_MISSING");
    let other = FILE.replace("\"signing\"", "\"other\"");
    secret(&folder, "other.toml", other.as_bytes());
    let said = refuses(&folder, "serve --config other.toml", 2, "CONFIG_INVALID");
    assert!(said.contains("line 6: token[0].label: ") && said.contains("\"signing\""), "{said}");
    let open = std::fs::Permissions::from_mode(0o620);
    std::fs::set_permissions(folder.path("sealane.toml"), open).expect("permissions");
    refuses(&folder, "serve --config sealane.toml", 2, "PERMISSION");
    secret(&folder, "strange.toml", FILE.as_bytes());
    // Whether the owner may be changed depends on who runs the test.
    if chown(folder.path("strange.toml"), Some(1), None).is_ok() {
        let said = refuses(&folder, "serve --config strange.toml", 2, "PERMISSION");
        assert!(said.contains("strange.toml") && said.contains("is user 1's"), "{said}");
    }
    secret(&folder, "empty.toml", b"[service]\n");
    let said = refuses(&folder, "serve --config empty.toml", 2, "CONFIG_INVALID");
    assert!(said.contains("service.socket") && said.contains("[[token]]"), "{said}");
    // Where there is no file at the usual place either, it says what is missing.
    if !std::path::Path::new("/etc/sealane/sealane.toml").exists() {
        let said = refuses(&folder, "serve", 2, "USAGE");
        assert!(said.contains("missing: --store <FILE>, or --config <FILE>"), "{said}");
        assert!(said.contains("`sealane serve --help`"), "{said}");
    }
    assert!(!folder.path("socket").exists());
}

/// Goal: options of the command line win over the file. Method: another socket, another address of
/// figures, a token of the command line in place of those of the file.
#[test]
fn options_win() {
    let text = FILE.replace("\"metrics\"", "\"127.0.0.1:1\"").replace("signing", "not opened");
    let folder = configured(&text);
    let line = " --config sealane.toml --metrics 127.0.0.1:0";
    let service = Service::start(&folder, line);
    let address = service.ready["metrics"].as_str().expect("an address").parse().expect("it");
    let answer = answered(tcp(address), GET);
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    drop(service);
    let place = format!("serve {STORE} --socket other --metrics");
    refuses(&folder, &format!("{place} 192.0.2.1:0"), 2, "PERMISSION");
    refuses(&folder, &format!("{place} master.key"), 2, "PERMISSION");
}

/// Goal: figures over HTTP: OpenMetrics that ends as it must, with counters of logins, locks,
/// refusals and drops; nothing else is answered; clients that say nothing hold up other collectors
/// for some seconds only.
#[test]
fn figures_over_http() {
    let folder = configured(FILE);
    set_pin(&folder, "operator");
    let service = Service::configured(&folder, "--config sealane.toml");
    let mode = folder.path("metrics").metadata().expect("a socket").permissions().mode();
    assert_eq!(mode & 0o777, 0o660);
    let connect = || {
        let stream = UnixStream::connect(folder.path("metrics")).expect("it listens");
        stream.set_read_timeout(Some(WAIT)).expect("a timeout");
        stream
    };
    log_in_once(&folder);
    refuses(&folder, "key delete none --socket socket --pin-file wrong.pin", 6, "PIN_WRONG");
    let answer = answered(connect(), GET);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(head.contains("Content-Type: application/openmetrics-text; version=1.0.0"), "{head}");
    assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{head}");
    assert!(body.ends_with("\n# EOF\n"), "{body}");
    for line in [
        "sealane_logins_total 1",
        "sealane_logins_refused_total{code=\"PIN_WRONG\"} 1",
        "sealane_locks_total 0",
        "sealane_refusals_total{code=\"KEY_UNKNOWN\"} 1",
        "sealane_refusals_total{code=\"PIN_WRONG\"} 1",
        "sealane_connections_dropped_total 0",
        "sealane_log_dropped_total 0",
    ] {
        assert!(body.lines().any(|it| it == line), "{line}\n{body}");
    }
    assert!(answered(connect(), "GET /keys HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
    // As many as there may be, which say nothing: they are let go of in some seconds.
    let silent: Vec<UnixStream> = (0..8).map(|_| connect()).collect();
    let begun = Instant::now();
    let served = || {
        let mut stream = connect();
        let mut answer = String::new();
        let asked =
            stream.write_all(GET.as_bytes()).and_then(|()| stream.read_to_string(&mut answer));
        asked.is_ok() && answer.starts_with("HTTP/1.1 200 ")
    };
    while !served() {
        assert!(begun.elapsed() < WAIT, "never");
        std::thread::sleep(Duration::from_millis(100));
    }
    drop((silent, service));
}
