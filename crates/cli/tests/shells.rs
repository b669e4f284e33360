//! Goal: completion scripts complete, and manual pages are manual pages.
use crate::common;

use common::{Folder, tool};
use std::process::Output;

fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned()).concat()
}

/// Goal: bash, having read the script, offers commands, options and values. Method: the function
/// that the script registers is called as bash calls it when a key is pressed.
#[test]
fn bash_completes() {
    let folder = Folder::new();
    folder.write("script", folder.succeeds(&["completions", "bash"]));
    let complete = |words: &str| {
        let line = format!(
            "set -eu +u; source ./script; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} \
             - 1)); f=$(complete -p sealane | sed 's/.*-F \\([^ ]*\\).*/\\1/'); \
             $f sealane \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\" || true; \
             echo \"${{COMPREPLY[@]}}\""
        );
        tool(&folder, "bash", &["--norc", "-c", &line])
    };
    for (words, offered, not_offered) in [
        ("sealane \"\"", &["keygen", "inspect", "algorithms", "completions"][..], "p256"),
        ("sealane ins", &["inspect"], "sign"),
        ("sealane sign --de", &["--deterministic"], "--key"),
        ("sealane keygen --algorithm \"\"", &["p256", "secp256k1", "brainpoolp512r1"], "sha256"),
        ("sealane completions \"\"", &["bash", "zsh", "fish", "powershell", "elvish"], "keygen"),
    ] {
        let Some(output) = complete(words) else { return };
        let text = said(&output);
        let offers: Vec<&str> = text.split_whitespace().collect();
        for word in offered {
            assert!(offers.contains(word), "{words}: {text}");
        }
        assert!(!offers.contains(&not_offered), "{words}: {text}");
    }
}

/// Goal: each shell gets a script of its own that it can read, where the shell is there.
#[test]
fn every_shell_has_a_script() {
    let folder = Folder::new();
    for (shell, mark, check) in [
        ("bash", "complete -F", Some(["bash", "-n"])),
        ("zsh", "#compdef sealane", Some(["zsh", "-n"])),
        ("fish", "complete -c sealane", Some(["fish", "-n"])),
        ("powershell", "Register-ArgumentCompleter", None),
        ("elvish", "edit:completion:arg-completer[sealane]", None),
    ] {
        let script = folder.succeeds(&["completions", shell]);
        let text = String::from_utf8(script.clone()).expect("text");
        assert!(text.contains(mark), "{shell}");
        folder.write("script", script);
        if let Some([program, option]) = check
            && let Some(output) = tool(&folder, program, &[option, "script"])
        {
            assert!(output.status.success(), "{shell}: {}", said(&output));
        }
    }
    folder.refuses(&["completions", "tcsh"], 2, "USAGE");
}

fn pages(folder: &Folder) -> Vec<String> {
    folder.succeeds(&["man", "--out", "."]);
    folder.names().into_iter().filter(|name| name.ends_with(".1")).collect()
}

#[test]
fn manual_has_a_page_for_each_command() {
    let folder = Folder::new();
    let names = pages(&folder);
    for name in ["sealane.1", "sealane-sign.1", "sealane-inspect.1", "sealane-self-test.1"] {
        assert!(names.iter().any(|it| it == name), "{names:?}");
    }
    let page = String::from_utf8(folder.read("sealane-sign.1")).expect("text");
    for part in [".TH SEALANE-SIGN", "deterministic", "Example:"] {
        assert!(page.contains(part), "{page}");
    }
    folder.refuses(&["man", "--out", "."], 2, "OUTPUT_EXISTS");
    folder.succeeds(&["man", "--out", ".", "--force"]);
    // A new user has no such directory.
    folder.succeeds(&["man", "--out", "share/man/man1"]);
    assert_eq!(folder.read("share/man/man1/sealane-sign.1"), page.as_bytes());
    for out in ["sealane.1", "sealane.1/man1"] {
        folder.refuses(&["man", "--out", out], 2, "OUTPUT_DIRECTORY");
    }
}

/// Goal: the pages are right roff: `groff` has no warning, and has one for a page that is not.
#[test]
fn manual_pages_have_no_warnings() {
    let folder = Folder::new();
    let groff = |name: &str| tool(&folder, "groff", &["-man", "-Tutf8", "-ww", "-z", name]);
    for name in pages(&folder) {
        let Some(output) = groff(&name) else { return };
        assert!(output.status.success() && said(&output).is_empty(), "{name}: {}", said(&output));
    }
    folder.write("bad.1", ".TH BAD 1\n.no-such-macro\n");
    let output = groff("bad.1").expect("it was there before");
    assert!(said(&output).contains("no-such-macro"), "{}", said(&output));
}
