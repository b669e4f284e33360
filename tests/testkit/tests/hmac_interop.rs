//! HMAC beside the program `openssl`. Without it the test is skipped, and says so.

use sealane::{Hash, Hmac};
use std::process::{Command, Stdio};

/// Goal: the MAC of each hash that `openssl` has is its own. Method: keys shorter than a block, as
/// long, and longer; SHAKEs have no HMAC there.
#[test]
fn macs_are_theirs() {
    if Command::new("openssl").arg("version").output().is_err() {
        println!("SKIPPED: openssl is not installed, so no MAC was compared");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let message = folder.path().join("message");
    std::fs::write(&message, b"a message for another program").expect("it is written");
    for &hash in Hash::ALL {
        if matches!(hash, Hash::Shake128 | Hash::Shake256) {
            continue;
        }
        for bytes in [1, 32, hash.block_bytes(), hash.block_bytes() + 1, 512] {
            let key: Vec<u8> = (0..bytes).map(|i| i as u8).collect();
            let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
            let output = Command::new("openssl")
                .args(["dgst", &format!("-{hash}"), "-mac", "HMAC", "-binary", "-macopt"])
                .arg(format!("hexkey:{digits}"))
                .arg(&message)
                .stdin(Stdio::null())
                .output()
                .expect("it starts");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let mut mac = Hmac::new(hash, &key);
            mac.update(b"a message for another program");
            assert_eq!(mac.finish().as_bytes(), output.stdout, "{hash}, {bytes} bytes");
        }
    }
}
