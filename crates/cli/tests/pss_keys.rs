//! Goal: keys that OpenSSL made for PSS alone sign and verify within what their documents say, both
//! ways; what they forbid is said to be that, and is no invalid signature.
use crate::common;

use common::{Folder, tool};

/// The options of `genpkey` for each key, the hash that it then has, and its salt.
const KEYS: [(&str, &str, usize); 4] = [
    ("", "sha256", 0),
    (" -pkeyopt rsa_pss_keygen_md:sha256", "sha256", 20),
    (" -pkeyopt rsa_pss_keygen_md:sha384 -pkeyopt rsa_pss_keygen_saltlen:50", "sha384", 50),
    (" -pkeyopt rsa_pss_keygen_md:sha512 -pkeyopt rsa_pss_keygen_mgf1_md:sha256", "sha512", 20),
];

fn openssl(folder: &Folder, line: &str) -> Option<()> {
    let line: Vec<&str> = line.split(' ').collect();
    let output = tool(folder, "openssl", &line)?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl {line:?}: {said}");
    Some(())
}

fn sealane(folder: &Folder, line: &str) {
    folder.succeeds(&line.split(' ').collect::<Vec<_>>());
}

fn refuses(folder: &Folder, line: &str, status: i32, code: &str) -> String {
    folder.refuses(&line.split(' ').collect::<Vec<_>>(), status, code).stderr
}

/// A folder with a message, and the key of these options as `key`, its public half as `public`.
fn folder(options: &str) -> Option<Folder> {
    let folder = Folder::new();
    folder.write("m", "Pay 100 to Bob.");
    openssl(&folder, &format!("genpkey -algorithm RSA-PSS{options} -out key"))?;
    openssl(&folder, "pkey -in key -pubout -out public")?;
    Some(folder)
}

/// Goal: without an option, our signatures have the key's own salt, and OpenSSL takes them; its own
/// we take, whatever salt it took, alone and in a batch.
#[test]
fn signatures_go_both_ways() {
    for (options, hash, least) in KEYS {
        let Some(folder) = folder(options) else { return };
        sealane(&folder, &format!("sign --key key --in m --out ours --hash {hash}"));
        let own = if options.is_empty() { 32 } else { least };
        sealane(&folder, &format!("verify --key public --in m --signature ours --hash {hash}"));
        let salt = format!("--salt {own} --hash {hash}");
        sealane(&folder, &format!("verify --key public --in m --signature ours {salt}"));
        openssl(&folder, &format!("dgst -{hash} -verify public -signature ours m"));
        for salt in ["", " -sigopt rsa_pss_saltlen:max", " -sigopt rsa_pss_saltlen:digest"] {
            // A salt as long as the hash may be shorter than the key's.
            if salt.ends_with("digest") && least > 48 {
                continue;
            }
            openssl(&folder, &format!("dgst -{hash}{salt} -sign key -out theirs m"));
            for more in ["", " --salt any"] {
                let verify = "verify --key public --in m --signature theirs --hash";
                sealane(&folder, &format!("{verify} {hash}{more}"));
            }
            let item = format!(
                "{{\"file\": \"m\", \"signature_file\": \"theirs\", \"hash\": \"{hash}\"}}\n"
            );
            folder.write("manifest", item);
            sealane(&folder, "verify-batch --key public --manifest manifest --out r --force");
            folder.write("m", "Pay 900 to Bob.");
            let verify = format!("verify --key public --in m --signature theirs --hash {hash}");
            refuses(&folder, &verify, 4, "SIG_INVALID");
            folder.write("m", "Pay 100 to Bob.");
        }
    }
}

/// Goal: a hash, a mask, a salt or a scheme that the document forbids is named, for signing and for
/// verifying alike; a signature with a salt that is too short is invalid.
#[test]
fn what_a_key_forbids_is_named() {
    let (options, ..) = KEYS[2];
    let Some(folder) = folder(options) else { return };
    sealane(&folder, "sign --key key --in m --out s");
    for (more, named) in [
        ("--hash sha256", "--hash sha256: the document of the key says sha384"),
        ("--mgf-hash sha256", "--mgf-hash sha256: the document of the key says sha1"),
        ("--salt 49", "--salt: 49 bytes, where the document of the key says 50 or more"),
        ("--salt hash", "--salt: 48 bytes, where the document of the key says 50 or more"),
        ("--scheme pkcs1", "--scheme pkcs1: the document of the key says"),
    ] {
        for line in ["sign --key key --in m", "verify --key public --in m --signature s"] {
            let said = refuses(&folder, &format!("{line} {more}"), 3, "SCHEME_UNSUPPORTED");
            assert!(said.contains(named), "{said}");
        }
    }
    sealane(&folder, "verify --key public --in m --signature s --salt 50");
    // The same numbers without the limits sign with a shorter salt.
    openssl(&folder, "rsa -in key -traditional -out free");
    let free = String::from_utf8(folder.read("free")).expect("PEM");
    folder.write("free", free.replace("RSA-PSS", "RSA"));
    let sign = "sign --key free --in m --out short --scheme pss --hash sha384 --mgf-hash sha1";
    sealane(&folder, &format!("{sign} --salt 50"));
    sealane(&folder, "verify --key public --in m --signature short");
    sealane(&folder, &format!("{sign} --salt 49 --force"));
    refuses(&folder, "verify --key public --in m --signature short", 4, "SIG_INVALID");
    refuses(&folder, "verify --key public --in m --signature short --salt any", 4, "SIG_INVALID");
}

/// Goal: where OpenSSL's usual salt is another than ours, the error says what to do, and that
/// works.
#[test]
fn other_salts_are_hinted_at() {
    let folder = Folder::new();
    folder.write("m", "Pay 100 to Bob.");
    sealane(&folder, "keygen --algorithm rsa2048 --out key");
    let sign = "dgst -sha256 -sigopt rsa_padding_mode:pss -sign key -out s m";
    if openssl(&folder, sign).is_none() {
        return;
    }
    let verify = "verify --key key --in m --signature s --scheme pss";
    let said = refuses(&folder, verify, 4, "SIG_INVALID");
    assert!(said.contains("--salt any"), "{said}");
    sealane(&folder, &format!("{verify} --salt any"));
    folder.write("m", "Pay 900 to Bob.");
    let said = refuses(&folder, &format!("{verify} --salt any"), 4, "SIG_INVALID");
    assert!(!said.contains("--salt any"), "{said}");
}
