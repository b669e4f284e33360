//! Secrets on the command line: every user of the machine could read them, so they are refused.
//!
//! Looked for before anything else, because the parser's own messages repeat what they refuse.
use crate::failure::Failure;
use std::ffi::OsString;
use std::path::Path;

/// Options that other tools take secrets by.
const SECRET_OPTIONS: [&str; 12] = [
    "--pass",
    "--passin",
    "--passout",
    "--password",
    "--passphrase",
    "--pin",
    "--secret",
    "--private-key",
    "--priv",
    "--scalar",
    "--seed",
    "--key-hex",
];
/// Options that name a file with a key in it.
const KEY_OPTIONS: [&str; 2] = ["--key", "--peer"];
/// A scalar of the smallest curve in use has 24 bytes; shorter hex may well be a name.
const KEY_HEX_DIGITS: usize = 48;

/// Refuses arguments that hold a secret. The message never repeats any of it.
pub fn refuse_secrets(arguments: &[OsString]) -> Result<(), Failure> {
    let mut key_option = None;
    for argument in arguments.iter().skip(1) {
        let text = argument.to_string_lossy();
        let (option, value) = match text.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, Some(value)),
            _ => (&*text, None),
        };
        if text.contains("-----BEGIN") || text.contains("PRIVATE KEY") {
            return Err(refusal("an argument holds the text of a key"));
        }
        if SECRET_OPTIONS.contains(&option) {
            return Err(refusal(&format!("{option} is not taken")));
        }
        let named = KEY_OPTIONS.into_iter().find(|name| *name == option);
        // What follows an option may be another one, with a value of its own.
        for (whose, key_text) in [(key_option, Some(&*text)), (named, value)] {
            if let (Some(whose), Some(key_text)) = (whose, key_text)
                && is_key_text(key_text)
            {
                return Err(refusal(&format!(
                    "{whose} holds the key itself, not the name of its file"
                )));
            }
        }
        key_option = named.filter(|_| value.is_none());
    }
    Ok(())
}

/// Refuses a line that does not parse and holds the text of a key anywhere: the parser would repeat
/// it.
pub fn refuse_to_repeat(arguments: &[OsString]) -> Result<(), Failure> {
    let holds_key = |argument: &OsString| {
        let text = argument.to_string_lossy();
        is_key_text(&text) || text.split_once('=').is_some_and(|(_, value)| is_key_text(value))
    };
    if arguments.iter().skip(1).any(holds_key) {
        return Err(refusal("the line is wrong, and an argument looks like the text of a key"));
    }
    Ok(())
}

/// The name of a file for messages, in quotes, with odd characters escaped; what looks like the
/// text of a key is not repeated.
pub fn shown(path: &Path) -> String {
    if is_key_text(&path.to_string_lossy()) {
        return "(a name not repeated here: it looks like the text of a key)".into();
    }
    format!("{path:?}")
}

fn refusal(fact: &str) -> Failure {
    let advice = "secrets come from a file or a pipe (-), never from the command line, which every \
                  user of the machine can read";
    Failure::usage("USAGE", format!("{fact}: {advice}"))
}

/// Says whether the text is a key in hex or base64 rather than the name of a file.
fn is_key_text(text: &str) -> bool {
    if Path::new(text).exists() {
        return false;
    }
    // Some tools say what follows: `hex:`, `data:`.
    let named = text.split_once(':').map(|(_, value)| value);
    [Some(text), named].into_iter().flatten().any(|text| is_hex(text) || is_base64(text))
}

fn is_hex(text: &str) -> bool {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    let hex = digits.bytes().filter(u8::is_ascii_hexdigit).count();
    let mark = |c: u8| c == b':' || c.is_ascii_whitespace();
    hex >= KEY_HEX_DIGITS && digits.bytes().all(|c| c.is_ascii_hexdigit() || mark(c))
}

/// Base64 of either alphabet: of a document, or of a bare scalar of 32 bytes.
fn is_base64(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(|c| !c.is_ascii_whitespace()).collect();
    if !digits.iter().all(|c| c.is_ascii_alphanumeric() || b"+/=-_".contains(c)) {
        return false;
    }
    // A DER sequence begins with M and one of A to P.
    let der = matches!(digits[..], [b'M', b'A'..=b'P', ..]) && digits.len() >= KEY_HEX_DIGITS;
    // A name of just this length hardly has capitals, small letters and digits together.
    let scalar = digits.len() == 43 || (digits.len() == 44 && digits[43] == b'=');
    let kinds = [u8::is_ascii_uppercase, u8::is_ascii_lowercase, u8::is_ascii_digit];
    der || (scalar && kinds.iter().all(|kind| digits.iter().any(kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(arguments: &[&str]) -> bool {
        let all: Vec<OsString> = ["sealane"].iter().chain(arguments).map(OsString::from).collect();
        refuse_secrets(&all).is_err()
    }

    #[test]
    fn key_text_is_refused_wherever_it_stands() {
        let hex = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
        let base64 = "MHcCAQEEIMmvqdhFunUWa1whV2ex1pNOUMPbNuibEnuKYisSD2choAoGCCqGSM49";
        let pem = "-----BEGIN PRIVATE KEY-----\nMIG";
        let pair = format!("--key={hex}");
        for line in [
            &["sign", "--key", hex][..],
            &["sign", &pair],
            &["sign", "--key", &format!("0x{hex}")],
            &["sign", "--key", base64],
            &["sign", "--key", &format!("0X{hex}\n")],
            &["sign", "--key", &format!("hex:{hex}")],
            &["sign", "--key", &format!("data:{base64}")],
            &["sign", "--key", &format!("{}\n{}", &base64[..32], &base64[32..])],
            &["sign", "--key", &base64.replace('q', "-")],
            &["sign", "--key", "ya+p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyE="],
            &["sign", "--key", "ya-p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyE"],
            &["derive", "--key", "k", "--peer", hex],
            &["derive", "--key", "k", &format!("--peer={hex}")],
            &["sign", "--help", "--key", &pair],
            &["sign", "--help", "--key", "--key", hex],
            &["sign", pem],
            &["sign", "--key", pem],
            &["sign", "--peer", pem],
            &["sign", "--passphrase", "x"],
            &["sign", "--passphrase=x"],
            &["keygen", "--pin", "1234"],
        ] {
            assert!(refused(line), "{line:?}");
        }
    }

    #[test]
    fn names_of_files_are_not_secrets() {
        let hex = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
        for line in [
            &["sign", "--key", "key.pem"][..],
            &["sign", "--key", "-"],
            &["sign", "--key", "0123456789abcdef"],
            &["sign", "--key", "/proc/self/exe"],
            &["sign", "--key", "keys/of-the-department/for_signing/releases"],
            &["sign", "--key", "C:/keys/of-the-department/2026/for_signing"],
            &["sign", "--in", hex],
            &["verify", "--key", "k", "--signature", hex],
            &["sign", "--key", "MANUALS/keys/of/the/department/for/signing/releases.pem"],
        ] {
            assert!(!refused(line), "{line:?}");
        }
    }

    #[test]
    fn names_like_keys_are_not_shown() {
        let hex = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
        assert!(!shown(Path::new(hex)).contains(&hex[..8]));
        assert_eq!(shown(Path::new("letter\n.txt")), "\"letter\\n.txt\"");
    }

    #[test]
    fn refusal_does_not_repeat_the_secret() {
        let hex = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
        for line in [["--key", hex], ["--passphrase=hunter2", "x"]] {
            let line: Vec<OsString> = ["sealane"].iter().chain(&line).map(OsString::from).collect();
            let Err(Failure::Said { sentence, .. }) = refuse_secrets(&line) else {
                panic!("taken")
            };
            assert!(!sentence.contains(&hex[..8]) && !sentence.contains("hunter2"), "{sentence}");
        }
    }
}
