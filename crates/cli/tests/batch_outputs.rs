//! Goal: the results of a batch are written over nothing that the run reads, nor over what is no
//! file of results.
use crate::common;

use common::Folder;
use common::documents::{private_pem, public_pem};
use std::os::unix::fs::symlink;

const FILES: [&str; 5] = ["usual.pem", "private.pem", "public.pem", "letter", "signature"];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("usual.pem", private_pem());
    folder.write("private.pem", private_pem());
    folder.write("public.pem", public_pem());
    folder.write("letter", "Pay 100 to Bob.");
    let sign = ["sign", "--key", "private.pem", "--in", "letter", "--out", "signature"];
    folder.succeeds(&sign);
    folder
}

/// Goal: keys, messages, signatures and the manifest stay as they are, by whatever name the results
/// come: the file's own, a link's, another directory entry's; named by an option or by an item,
/// from a file or a pipe, with and without `--force`.
#[test]
fn what_is_read_is_not_written() {
    let folder = folder();
    let sign = r#"{"message": "m", "key": "private.pem"}"#;
    let file = r#"{"file": "letter"}"#;
    let verify = r#"{"file": "letter", "signature_file": "signature", "key": "public.pem"}"#;
    let before = FILES.map(|name| folder.read(name));
    for (op, item, field, read) in [
        ("sign-batch", sign, "field key", "private.pem"),
        ("sign-batch", file, "--key", "usual.pem"),
        ("sign-batch", file, "field file", "letter"),
        ("sign-batch", file, "--manifest", "manifest"),
        ("verify-batch", verify, "field signature_file", "signature"),
        ("verify-batch", verify, "field key", "public.pem"),
    ] {
        let manifest = format!("{{\"message\": \"first\"}}\n{item}\n");
        folder.write("manifest", &manifest);
        for link in ["", "soft", "hard"] {
            let out = if link.is_empty() { read } else { "link" };
            match link {
                "soft" => symlink(read, folder.path("link")).expect("a link"),
                "hard" => std::fs::hard_link(folder.path(read), folder.path("link")).expect("one"),
                _ => {}
            }
            for force in [&["--force"][..], &[]] {
                let line =
                    |manifest| [op, "--key", "usual.pem", "--out", out, "--manifest", manifest];
                let said =
                    folder.refuses(&[&line("manifest")[..], force].concat(), 2, "OUTPUT_IS_INPUT");
                assert!(said.stderr.contains(field), "{op} {out}: {}", said.stderr);
                if field != "--manifest" {
                    let line = [&line("-")[..], force].concat();
                    let outcome = folder.pipe(&line, manifest.as_bytes());
                    assert!(matches!(outcome.status, Some(2 | 3)), "{}", outcome.stderr);
                }
                assert_eq!(folder.read("manifest"), manifest.as_bytes());
            }
            assert_eq!(FILES.map(|name| folder.read(name)), before, "{op} {field} {link}");
            let _ = std::fs::remove_file(folder.path("link"));
        }
    }
}

/// Goal: an item of a pipe that names the results is refused, and harms no other.
#[test]
fn items_that_name_the_results_are_refused() {
    let folder = folder();
    let line = ["sign-batch", "--key", "private.pem", "--manifest", "-", "--out", "r"];
    let manifest = b"{\"message\": \"m\"}\n{\"file\": \"./r\"}\n{\"message\": \"n\"}\n";
    let outcome = folder.pipe(&line, manifest);
    assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
    assert_eq!(outcome.text(), "items: 3\nsigned: 2\nrefused: 1\n");
    assert!(outcome.stderr.contains("line 2: field file"), "{}", outcome.stderr);
    let results = String::from_utf8(folder.read("r")).expect("text");
    assert!(results.lines().nth(1).expect("a line").contains("OUTPUT_IS_INPUT"), "{results}");
}

/// Goal: a file that is none of results is dropped by nothing, and cut by nothing; one of results
/// is dropped by `--force`.
#[test]
fn only_results_are_replaced() {
    let folder = folder();
    folder.write("manifest", "{\"message\": \"m\"}\n");
    let line = |out| ["sign-batch", "--key", "private.pem", "--manifest", "manifest", "--out", out];
    for text in [&b"Dear Bob,\n"[..], b"Dear Bob", b"\x30\x82\x01\x02", b"{\"k\": 1}", b"lines"] {
        folder.write("other", text);
        folder.refuses(&line("other"), 3, "RESULTS_MISMATCH");
        let forced = [&line("other")[..], &["--force"]].concat();
        let said = folder.refuses(&forced, 3, "RESULTS_MISMATCH");
        assert!(said.stderr.contains("give another name"), "{}", said.stderr);
        assert_eq!(folder.read("other"), text);
    }
    folder.succeeds(&line("r"));
    let forced = [&line("r")[..], &["--force", "--hash", "sha384"]].concat();
    folder.succeeds(&forced);
}

/// Goal: a manifest that never ends, or a line that does not, ends the run under a limit.
#[test]
fn endless_lines_end() {
    let folder = folder();
    let line = ["sign-batch", "--key", "private.pem", "--manifest", "/dev/zero", "--out", "r"];
    let said = folder.refuses(&line, 3, "INPUT_TOO_LARGE");
    assert!(
        said.stderr.contains("--manifest") && said.stderr.contains("268435456"),
        "{}",
        said.stderr
    );
}
