//! Throw-away keys in a folder, for peers that cannot make or cannot hand out their own.

use data_encoding::HEXLOWER;
use sealane::ecc::{Algorithm, PrivateKey};
use std::path::Path;
use std::process::{Command, Stdio};

/// The private key of agreements whose peer does not hand out its own: the same in every run, so
/// that the judge needs no file. It protects nothing.
pub fn agreement(algorithm: Algorithm) -> Result<PrivateKey, String> {
    let mut bytes = vec![0x5a; algorithm.order_bytes()];
    // Below every order, also that of P-521 with its short first byte.
    bytes[0] = 0;
    PrivateKey::from_bytes(algorithm, &bytes).map_err(|why| why.to_string())
}

/// Writes `agreement-CURVE.public`, as hex, for all curves.
pub fn write_agreements(folder: &Path) -> Result<(), String> {
    let failed = |why: std::io::Error| format!("{}: {why}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    for &algorithm in Algorithm::ALL.iter().filter(|it| it.derives()) {
        let public = HEXLOWER.encode(&agreement(algorithm)?.public_key().to_bytes());
        let path = folder.join(format!("agreement-{algorithm}.public"));
        std::fs::write(path, public).map_err(failed)?;
    }
    Ok(())
}

/// Bits of the RSA keys that are written.
pub const RSA: [&str; 4] = ["1024", "2048", "3072", "4096"];
/// Bits of the DSA keys that are written, and of their orders.
pub const DSA: [(&str, &str); 3] = [("1024", "160"), ("2048", "256"), ("3072", "256")];

/// Writes what is not there yet of `rsa-BITS` and `dsa-BITS`, as PKCS#8 (`.pk8`) and as
/// RSAPrivateKey or what OpenSSL writes for DSA (`.der`), by the `openssl` command. Without that
/// command, peers make their own each time, or report those rows as absent.
pub fn write_documents(folder: &Path) {
    for bits in RSA {
        let option = format!("rsa_keygen_bits:{bits}");
        make(folder, &format!("rsa-{bits}"), &["-algorithm", "RSA", "-pkeyopt", &option]);
    }
    for (bits, order_bits) in DSA {
        let group = folder.join(format!("dsa-{bits}.group"));
        let path = group.display().to_string();
        if !group.exists() {
            let [bits, order_bits] = [("bits", bits), ("q_bits", order_bits)]
                .map(|(name, value)| format!("dsa_paramgen_{name}:{value}"));
            let options = ["-pkeyopt", &bits, "-pkeyopt", &order_bits];
            let begin = ["genpkey", "-genparam", "-algorithm", "DSA", "-out", &path];
            openssl(&[&begin[..], &options].concat());
        }
        make(folder, &format!("dsa-{bits}"), &["-paramfile", &path]);
    }
}

/// Makes `NAME.pk8` and `NAME.der`. What fails leaves no file.
fn make(folder: &Path, name: &str, options: &[&str]) {
    let place = |end| folder.join(format!("{name}.{end}")).display().to_string();
    let (document, pem, bare) = (place("pk8"), place("pem"), place("der"));
    if [&document, &bare].iter().all(|path| Path::new(path).exists()) {
        return;
    }
    let convert = ["pkcs8", "-topk8", "-nocrypt", "-in", &pem, "-outform", "DER"];
    let strip = ["pkey", "-traditional", "-in", &pem, "-outform", "DER"];
    let made = openssl(&[&["genpkey", "-out", &pem], options].concat())
        && openssl(&[&convert[..], &["-out", &document]].concat())
        && openssl(&[&strip[..], &["-out", &bare]].concat());
    if !made {
        let _ = std::fs::remove_file(&document);
        let _ = std::fs::remove_file(&bare);
    }
    let _ = std::fs::remove_file(&pem);
}

/// Runs the command; says whether it succeeded.
fn openssl(arguments: &[&str]) -> bool {
    let quiet = || Stdio::null();
    let status = Command::new("openssl").args(arguments).stdout(quiet()).stderr(quiet()).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agreement_has_a_key_and_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        write_agreements(folder.path()).expect("they can be written");
        for &algorithm in Algorithm::ALL.iter().filter(|it| it.derives()) {
            let path = folder.path().join(format!("agreement-{algorithm}.public"));
            let text = std::fs::read_to_string(path).expect("a file");
            let key = agreement(algorithm).expect("a key");
            assert_eq!(text, HEXLOWER.encode(&key.public_key().to_bytes()));
        }
    }
}
