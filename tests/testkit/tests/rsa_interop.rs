//! RSA beside the programs `openssl` and `ssh-keygen`: keys, signatures and ciphertexts both ways.
//! Without a program its part is skipped, and says so.

use sealane::rsa::{Lengths, Oaep, Permitted, PrivateKey, PublicKey, Salt, Scheme};
use sealane::{Hash, SignError};
use std::path::Path;
use std::process::{Command, Stdio};

const MESSAGE: &[u8] = b"a message for another program";

/// Runs a program in a folder; the error is what it says.
fn run(program: &str, folder: &Path, arguments: &str) -> Result<(), String> {
    let output = Command::new(program)
        .args(arguments.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{program} {arguments}: {text}")) }
}

fn is_there(program: &str, arguments: &str) -> bool {
    let found = Command::new(program).args(arguments.split(' ')).output().is_ok();
    if !found {
        println!("SKIPPED: {program} is not installed, so nothing was exchanged with it");
    }
    found
}

/// A folder with a private key, its public key and a message, and the key.
fn folder(bits: usize) -> (tempfile::TempDir, PrivateKey) {
    let folder = tempfile::tempdir().expect("a folder");
    let key = PrivateKey::generate(bits).expect("there are random bytes");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).expect("it is written");
    };
    write("private.pem", key.to_pkcs8_pem().as_bytes());
    write("public.pem", key.public_key().to_spki_pem().as_bytes());
    write("message", MESSAGE);
    (folder, key)
}

/// The names of hashes as `openssl` has them.
const HASHES: [(Hash, &str); 6] = [
    (Hash::Sha224, "sha224"),
    (Hash::Sha256, "sha256"),
    (Hash::Sha384, "sha384"),
    (Hash::Sha512, "sha512"),
    (Hash::Sha3_256, "sha3-256"),
    (Hash::Sha512_256, "sha512-256"),
];

/// Schemes, and what `openssl dgst` is told for them.
fn schemes() -> Vec<(Scheme, String)> {
    let mut all = Vec::new();
    for (hash, name) in HASHES {
        all.push((Scheme::Pkcs1(hash), format!("-{name}")));
        let salts = [
            (Salt::OfHash, "digest".to_string()),
            (Salt::Longest, "max".to_string()),
            (Salt::Bytes(0), "0".to_string()),
            (Salt::Bytes(20), "20".to_string()),
        ];
        for (salt, told) in salts {
            let pss = "-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen";
            all.push((Scheme::Pss { hash, mgf: hash, salt }, format!("-{name} {pss}:{told}")));
        }
    }
    let (hash, mgf, salt) = (Hash::Sha256, Hash::Sha512, Salt::OfHash);
    let mgf1 = "-sigopt rsa_mgf1_md:sha512 -sigopt rsa_pss_saltlen:digest";
    let told = format!("-sha256 -sigopt rsa_padding_mode:pss {mgf1}");
    all.push((Scheme::Pss { hash, mgf, salt }, told));
    all
}

/// Goal: each verifies what the other one has signed, by PKCS#1 v1.5 and by PSS with every kind of
/// salt, and refuses another message.
#[test]
fn signatures_cross() {
    if !is_there("openssl", "version") {
        return;
    }
    for bits in [2048, 3072] {
        let (folder, key) = folder(bits);
        let (folder, public) = (folder.path(), key.public_key());
        for (scheme, told) in schemes() {
            run("openssl", folder, &format!("dgst -sign private.pem -out theirs {told} message"))
                .expect("it signs");
            let theirs = std::fs::read(folder.join("theirs")).expect("it has signed");
            assert_eq!(public.verify(MESSAGE, scheme, &theirs), Ok(()), "{scheme:?}");
            assert!(public.verify(b"another", scheme, &theirs).is_err());
            let ours = key.sign(MESSAGE, scheme).expect("it signs");
            std::fs::write(folder.join("ours"), ours).expect("it is written");
            let verify = |message: &str| {
                let told = format!("dgst -verify public.pem -signature ours {told} {message}");
                run("openssl", folder, &told)
            };
            verify("message").unwrap_or_else(|why| panic!("{scheme:?}: {why}"));
            verify("public.pem").expect_err("another message is refused");
        }
    }
}

/// Goal: bytes that are not hashed have one signature, whoever makes it: padded, and as a number.
/// Method: `openssl pkeyutl` beside the library: padded by it as far as it signs such bytes (64),
/// the longest ones padded by hand and raised by its private power; one byte more is refused here,
/// and a number above the modulus by both.
#[test]
fn signatures_of_bytes_are_theirs() {
    if !is_there("openssl", "version") {
        return;
    }
    for bits in [2048, 3072] {
        let (folder, key) = folder(bits);
        let (folder, bytes) = (folder.path(), bits / 8);
        let theirs = |what: &str, data: &[u8]| {
            std::fs::write(folder.join("data"), data).expect("it is written");
            let told = format!("-{what} -inkey private.pem -in data -out theirs");
            run("openssl", folder, &format!("pkeyutl {told}"))?;
            Ok::<_, String>(std::fs::read(folder.join("theirs")).expect("it has signed"))
        };
        let padded = "sign -pkeyopt rsa_padding_mode:pkcs1";
        let power = "decrypt -pkeyopt rsa_padding_mode:none";
        for data in [&b"\x00"[..], b"a message that has thirty-six bytes.", &[7; 64]] {
            let ours = key.sign(data, Scheme::Pkcs1Bytes).expect("it signs");
            assert_eq!(theirs(padded, data).as_ref(), Ok(&ours), "{} bytes", data.len());
        }
        let longest: Vec<u8> = (0..bytes - 11).map(|i| i as u8).collect();
        let block = [&[0, 1][..], &[0xff; 8], &[0], &longest].concat();
        let ours = key.sign(&longest, Scheme::Pkcs1Bytes).expect("it signs");
        assert_eq!(theirs(power, &block), Ok(ours));
        let modulus = key.public_key().modulus();
        let mut less = modulus.clone();
        less[bytes - 1] -= 1;
        for number in [vec![0x5a; bytes], less] {
            let ours = key.sign(&number, Scheme::Raw).expect("it is below the modulus");
            assert_eq!(theirs(power, &number), Ok(ours));
        }
        theirs(power, &modulus).expect_err("it is refused");
        for (scheme, wrong) in [
            (Scheme::Pkcs1Bytes, &[&longest[..], b"\x00"].concat()),
            (Scheme::Raw, &modulus),
            (Scheme::Raw, &modulus[1..].to_vec()),
        ] {
            key.sign(wrong, scheme).expect_err("it is refused");
        }
    }
}

/// Goal: each decrypts what the other one has encrypted by OAEP, with each hash, with two, and with
/// a label.
#[test]
fn ciphertexts_cross() {
    if !is_there("openssl", "version") {
        return;
    }
    let (folder, key) = folder(2048);
    let folder = folder.path();
    let mut all = vec![
        (Oaep { hash: Hash::Sha256, mgf: Hash::Sha1, label: b"" }, ["sha256", "sha1", ""]),
        (Oaep { hash: Hash::Sha1, mgf: Hash::Sha256, label: b"abc" }, ["sha1", "sha256", "616263"]),
    ];
    all.extend(HASHES.map(|(hash, name)| (Oaep::of(hash), [name, name, ""])));
    for (by, [hash, mgf, label]) in all {
        let mut told = format!("-pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:{hash}");
        told += &format!(" -pkeyopt rsa_mgf1_md:{mgf}");
        if !label.is_empty() {
            told += &format!(" -pkeyopt rsa_oaep_label:{label}");
        }
        let encrypt = "pkeyutl -encrypt -pubin -inkey public.pem -in message -out theirs";
        run("openssl", folder, &format!("{encrypt} {told}")).expect("it encrypts");
        let theirs = std::fs::read(folder.join("theirs")).expect("it has encrypted");
        assert_eq!(key.decrypt_oaep(&theirs, by).as_deref().map(|m| &m[..]), Ok(MESSAGE));
        let ours = key.public_key().encrypt_oaep(MESSAGE, by).expect("it fits");
        std::fs::write(folder.join("ours"), ours).expect("it is written");
        let decrypt = "pkeyutl -decrypt -inkey private.pem -in ours -out opened";
        run("openssl", folder, &format!("{decrypt} {told}")).expect("it decrypts");
        assert_eq!(std::fs::read(folder.join("opened")).expect("it has decrypted"), MESSAGE);
    }
}

/// Goal: keys of `openssl` are taken, of odd lengths too, and of 1024 bits for legacy use alone;
/// those of three primes are refused by their name.
#[test]
fn keys_cross() {
    if !is_there("openssl", "version") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let make = |bits: usize, more: &str| {
        let told = format!("genrsa -out key.pem{more} {bits}");
        run("openssl", folder.path(), &told).expect("it makes a key");
        std::fs::read_to_string(folder.path().join("key.pem")).expect("it has made a key")
    };
    for bits in [1024, 1536, 2047, 2048, 2050, 3072] {
        let text = make(bits, "");
        let key = PrivateKey::from_pem(&text, Lengths::Legacy).expect("it is a good one");
        assert_eq!(key.public_key().bits(), bits);
        assert_eq!(PrivateKey::from_pem(&text, Lengths::Current).is_ok(), bits >= 2048);
        assert_eq!(*key.to_pkcs8_pem(), text);
        let scheme = Scheme::pss(Hash::Sha256);
        let signature = key.sign(MESSAGE, scheme).expect("it signs");
        assert_eq!(key.public_key().verify(MESSAGE, scheme, &signature), Ok(()));
    }
    let text = make(2048, " -primes 3");
    let refused = PrivateKey::from_pem(&text, Lengths::Legacy).map(|_| ()).expect_err("refused");
    assert_eq!(refused.code(), "KEY_RSA_MULTI_PRIME");
}

/// Goal: keys of `openssl` that are for PSS alone, with and without parameters, come back byte by
/// byte; signatures within the parameters cross, and others are made by neither.
#[test]
fn keys_for_pss_cross() {
    if !is_there("openssl", "version") {
        return;
    }
    let (hash, mgf) = (Hash::Sha256, Hash::Sha384);
    let limits = Permitted::PssWith { hash, mgf, least_salt_bytes: 48 };
    let limited = " -pkeyopt rsa_pss_keygen_md:sha256 -pkeyopt rsa_pss_keygen_mgf1_md:sha384 \
                   -pkeyopt rsa_pss_keygen_saltlen:48";
    for (more, expected) in [("", Permitted::Pss), (limited, limits)] {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let openssl = |line: &str| run("openssl", folder, line);
        let read = |name: &str| std::fs::read(folder.join(name)).expect("it is there");
        let text = |name: &str| String::from_utf8(read(name)).expect("text");
        openssl(&format!("genpkey -algorithm RSA-PSS{more} -out key.pem")).expect("a key");
        openssl("pkey -in key.pem -pubout -out public.pem").expect("a public key");
        let key = PrivateKey::from_pem(&text("key.pem"), Lengths::Current).expect("it is good");
        assert_eq!(key.public_key().permitted(), expected);
        assert_eq!(*key.to_pkcs8_pem(), text("key.pem"));
        assert_eq!(key.public_key().to_spki_pem(), text("public.pem"));
        let scheme = |bytes| Scheme::Pss { hash, mgf, salt: Salt::Bytes(bytes) };
        std::fs::write(folder.join("message"), MESSAGE).expect("it is written");
        let told = "-sha256 -sigopt rsa_mgf1_md:sha384 -sigopt rsa_pss_saltlen:";
        openssl(&format!("dgst {told}48 -sign key.pem -out s message")).expect("it signs");
        assert_eq!(key.public_key().verify(MESSAGE, scheme(48), &read("s")), Ok(()));
        let ours = key.sign(MESSAGE, scheme(50)).expect("it signs");
        std::fs::write(folder.join("s"), ours).expect("it is written");
        openssl(&format!("dgst {told}50 -verify public.pem -signature s message")).expect("good");
        let pkcs1 = Scheme::Pkcs1(hash);
        assert_eq!(key.sign(MESSAGE, pkcs1), Err(SignError::Unsupported));
        let shorter = key.sign(MESSAGE, scheme(47)).is_ok();
        assert_eq!(shorter, expected == Permitted::Pss);
        let theirs = openssl(&format!("dgst {told}47 -sign key.pem -out s message")).is_ok();
        assert_eq!(theirs, shorter);
    }
}

/// Goal: `ssh-keygen` reads our documents as the same key, and a signature it makes with our key
/// is one of PKCS#1 v1.5 with SHA-512 that we verify.
#[test]
fn ssh_keys_cross() {
    if !is_there("ssh-keygen", "-?") {
        return;
    }
    let (folder, key) = folder(3072);
    let folder = folder.path();
    let private = folder.join("private.pem");
    let mut rights = std::fs::metadata(&private).expect("it is there").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut rights, 0o600);
    std::fs::set_permissions(&private, rights).expect("it is ours");
    // It wants the public key beside it, in its own form.
    let told = ["-y", "-f", "private.pem"];
    let public = Command::new("ssh-keygen").args(told).current_dir(folder).output();
    let public = public.expect("it writes").stdout;
    std::fs::write(folder.join("private.pem.pub"), public).expect("it is written");
    run("ssh-keygen", folder, "-q -Y sign -f private.pem -n file message").expect("it signs");
    let armored = std::fs::read_to_string(folder.join("message.sig")).expect("it has signed");
    let blob = base64(armored.lines().filter(|line| !line.starts_with("---")));
    // PROTOCOL.sshsig: "SSHSIG", a version, then the key, the namespace, a reserved string, the
    // hash and the signature, each with its length before it.
    let fields = strings(&blob[10..]);
    let inner = strings(fields[4]);
    assert_eq!((fields[1], inner[0]), (&b"file"[..], &b"rsa-sha2-512"[..]));
    let of_key = strings(fields[0]);
    let numbers = [of_key[2], of_key[1]].map(|number| number.strip_prefix(&[0]).unwrap_or(number));
    let public = PublicKey::from_numbers(numbers[0], numbers[1], Lengths::Current);
    assert_eq!(public.as_ref(), Ok(key.public_key()));
    assert_eq!(fields[3], b"sha512");
    let digest = sealane::Digest::of(Hash::Sha512, MESSAGE);
    let mut signed = b"SSHSIG".to_vec();
    for field in [&b"file"[..], b"", b"sha512", digest.as_bytes()] {
        signed.extend((field.len() as u32).to_be_bytes());
        signed.extend(field);
    }
    let scheme = Scheme::Pkcs1(Hash::Sha512);
    assert_eq!(key.public_key().verify(&signed, scheme, inner[1]), Ok(()));
    signed[8] ^= 1;
    assert!(key.public_key().verify(&signed, scheme, inner[1]).is_err());
}

/// Splits strings with their lengths before them.
fn strings(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let (string, rest) = rest.split_at(u32::from_be_bytes(*length) as usize);
        all.push(string);
        bytes = rest;
    }
    all
}

fn base64<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = lines.flat_map(str::bytes).filter(|c| *c != b'=').map(digit).collect();
    let word = |four: &[u8]| four.iter().fold(0u32, |all, d| all << 6 | u32::from(*d));
    let bytes = |four: &[u8]| {
        let word = word(four) << (6 * (4 - four.len()));
        word.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(bytes).collect()
}
