//! The command line: what may be said, and the help that teaches it.
use crate::input::Source;
use crate::message::{HexBytes, hex_bytes};
use crate::names;
use clap::{Args, Parser, Subcommand};
use sealane::{Algorithm, ecc};
use std::path::PathBuf;

pub mod agent;
mod batch;
#[cfg(feature = "parquet")]
mod columns;
mod encrypt;
mod examples;
mod forms;
pub mod kept;
pub mod line;
mod message;
pub mod service;
pub mod token;
pub mod wrapping;
pub use batch::{BatchFiles, ManifestForm, SignBatch, VerifyBatch};
#[cfg(feature = "parquet")]
pub use columns::ColumnArgs;
pub use encrypt::{Decrypt, Encrypt, Oaep};
pub use forms::{AnySignatureForm, Encoding, Out, PublicEncoding, SignatureForm};
pub use forms::{hash_names, number, source, target};
use line::Line;
pub use message::{Message, RsaEncoding, RsaScheme, mask_hash_names, salt};
pub use token::{Attributed, KeyCommand, KeyName, Lists, MasterArgs, Store, TokenCommand};

/// Keys, signatures and key agreement from the command line.
#[derive(Debug, Parser)]
#[command(name = "sealane", version, max_term_width = 100, after_help = FIRST_STEPS)]
pub struct CommandLine {
    #[command(flatten)]
    pub line: Line<Command>,
}

const FIRST_STEPS: &str = "\
First steps:
  sealane keygen --algorithm p256 --out key.pem
  sealane pubkey --key key.pem --out public.pem
  sealane sign --key key.pem --in letter.txt --out letter.sig
  sealane verify --key public.pem --in letter.txt --signature letter.sig

A file named - is standard input or output, but for master keys and stores. Files are never
overwritten without --force.
Exit status: 0 done, 1 failed, 2 wrong command line, 3 input refused, 4 signature not valid, 5 a
token's store missing, damaged or not safe, 6 not logged in, 7 too much to do already.
Errors are one line on standard error: `error: CODE: sentence`. With USAGE it names the argument,
what it may be, and the help that explains it.

Backends give the same results. One of a single lane, such as portable, runs all operations; one of
eight lanes (eight: AVX-512 IFMA; soft8: plain words) runs batches, and RSA and DSA, while single
operations over curves stay on the best of a single lane. SEALANE_BACKEND names one where --backend
does not; without both it is the best that this CPU can run, which --version tells.
`sealane COMMAND --help` shows an example of each command. `sealane-lab` measures, and answers test
cases.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Makes a key pair and writes the private key (PKCS#8)
    #[command(after_help = "\
Example:
  sealane keygen --algorithm p256 --out key.pem
  sealane keygen --algorithm rsa3072 --out rsa-key.pem
  sealane keygen --algorithm mldsa65 --out mldsa-key.pem

`sealane algorithms` lists the names and the object identifiers that --algorithm takes. The file
can be read by its owner only. OpenSSL reads it: openssl pkey -in key.pem -text")]
    Keygen(Keygen),

    /// Writes the public key that belongs to a key
    #[command(after_help = "\
Example:
  sealane pubkey --key key.pem --out public.pem
  sealane pubkey --key key.pem --outform point | xxd -p")]
    Pubkey(Pubkey),

    /// Signs a message
    #[command(after_help = "\
Example:
  sealane sign --key key.pem --in letter.txt --out letter.sig
  openssl dgst -sha256 -verify public.pem -signature letter.sig letter.txt

The nonce mixes the key, the message and fresh random bytes, so two signatures of one message
differ. --deterministic leaves the random bytes out (RFC 6979). Messages of any size are read in
pieces. --digest says that the input is the digest of the message and not the message.

EdDSA keys (ed25519, ed448) sign the message as it is, up to 256 MiB, and always in the same way;
--prehash signs its hash instead, of any size, and --context binds the signature to a purpose.

ML-DSA keys (mldsa44, mldsa65, mldsa87) sign messages of any size, with --context for a purpose.
What stands for a message is a hash of 64 bytes, made with the public key: `sealane mu` computes it
where the message is, and --mu signs it where the private key is. --prehash is another scheme
(HashML-DSA), for those who have a digest; its signatures are as strong as --hash, so sha512 is
meant.

RSA keys sign by PKCS#1 v1.5, or by PSS with --scheme pss; DSA keys like ECDSA keys.

With --socket a service signs: sealane sign --socket S --pin-file operator.pin --key web")]
    Sign(Sign),

    /// Verifies a signature
    #[command(after_help = "\
Example:
  sealane verify --key public.pem --in letter.txt --signature letter.sig

Prints `signature: valid` and exits with 0, or exits with 4. --key may be the private key too.
ML-DSA signatures are valid with the --context and --prehash that they were made with, or with --mu.
EdDSA signatures are valid by one rule, \"cofactored, canonical\": the public key and R are the
canonical encodings of points, S is below the order, and the equation holds up to the cofactor.

Signatures of ECDSA and DSA are DER, or r and s of fixed length; --format auto, which is meant if
nothing is said, takes for DER what is DER. A chance of less than 2^-40 has r and s look like DER of
the very same length: --format raw says that they are not.")]
    Verify(Verify),

    /// Signs many messages, which a manifest lists
    #[command(after_help = batch::SIGN_HELP)]
    SignBatch(SignBatch),

    /// Verifies many signatures, which a manifest lists
    #[command(after_help = batch::VERIFY_HELP)]
    VerifyBatch(VerifyBatch),

    /// Computes the 64 bytes that stand for a message, for an ML-DSA key to sign (mu)
    #[command(after_help = "\
Example:
  sealane mu --key mldsa-public.pem --in letter.txt --out letter.mu
  sealane sign --key mldsa-key.pem --mu --in letter.mu --out letter.sig
  sealane verify --key mldsa-public.pem --in letter.txt --signature letter.sig

The public key and the context are in it, so it serves for that key alone, and the signature is the
one of the message (FIPS 204, algorithm 7, step 6). Messages of any size are read in pieces.")]
    Mu(Mu),

    /// Encrypts a short message to an RSA key (OAEP)
    #[command(after_help = encrypt::ENCRYPT_HELP)]
    Encrypt(Encrypt),

    /// Decrypts what was encrypted to an RSA key (OAEP)
    #[command(after_help = encrypt::DECRYPT_HELP)]
    Decrypt(Decrypt),

    /// Agrees on a shared secret with the owner of another key (ECDH, X25519, X448)
    #[command(after_help = "\
Example:
  sealane derive --key mine.pem --peer theirs-public.pem --out secret.bin
  openssl pkeyutl -derive -inkey theirs.pem -peerkey mine-public.pem -out same-secret.bin

The secret is the x coordinate (u for x25519 and x448), as many bytes as the curve's field. Put it
through a key derivation function before use.

With --socket the key of a service derives, as the user alone may:
  sealane derive --socket S --pin-file user.pin --key mine --peer theirs-public.pem")]
    Derive(Derive),

    /// Says what a file is: key, signature, certificate, request
    #[command(after_help = "\
Example:
  sealane inspect key.pem
  sealane inspect chain.pem --json
  sealane inspect signature.bin --algorithm p256

Takes PEM, any number of blocks, and DER; with --algorithm also r and s of fixed length and bare
points. Nothing secret is printed. The signatures of requests and of self-issued certificates are
verified; exits with 4 if one is not valid.")]
    Inspect(Inspect),

    /// Keeps keys at rest in a token: makes one, sets PINs, checks, backs up
    #[command(after_help = token::TOKEN_HELP)]
    Token(token::Token),

    /// Makes, lists, takes in and gives out the keys of a token
    #[command(after_help = token::KEY_HELP)]
    Key(token::Key),

    /// Serves a token to the processes of this machine
    #[command(after_help = service::SERVE_HELP)]
    Serve(service::Serve),

    /// Says how a service is, and prints its figures
    #[command(after_help = service::STATUS_HELP)]
    Status(service::Status),

    /// Logs in to a service, for the commands after it
    #[command(after_help = service::LOGIN_HELP)]
    Login(service::Login),

    /// Ends the login of a service
    #[command(after_help = service::LOGOUT_HELP)]
    Logout(service::Logout),

    /// Answers ssh, git and sshd as an ssh-agent does, by keys of a service
    #[command(after_help = agent::AGENT_HELP)]
    Agent(agent::Agent),

    /// Lists the algorithms: names, object identifiers, sizes, operations
    #[command(after_help = "\
Example:
  sealane algorithms
  sealane algorithms --json")]
    Algorithms(Algorithms),

    /// Tests every algorithm against known answers, on every backend or the one that is named
    #[command(after_help = "\
Example:
  sealane self-test
  sealane self-test --backend eight

Machines of one lane do single operations, and those of eight lanes batches of each algorithm and
single operations of RSA and DSA. A test whose machine did not run has failed. Hashes and ML-DSA run
on the same machine with every backend, and are tested once.")]
    SelfTest(SelfTest),

    /// Writes the completion script of a shell to standard output
    #[command(after_help = "\
Example:
  sealane completions bash > ~/.local/share/bash-completion/completions/sealane
  sealane completions fish > ~/.config/fish/completions/sealane.fish")]
    Completions(Completions),

    /// Writes the manual pages into a directory
    #[command(after_help = "\
Example:
  sealane man --out ~/.local/share/man/man1
  man sealane-sign")]
    Man(ManualPages),
}

#[derive(Debug, Args)]
pub struct Keygen {
    /// Algorithm of the key
    #[arg(long, value_name = "NAME", value_parser = names::algorithms())]
    pub algorithm: Algorithm,
    #[command(flatten)]
    pub out: Out,
    /// Encoding of the key
    #[arg(long, value_name = "FORM", default_value = "pem")]
    pub outform: Encoding,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Pubkey {
    /// Private or public key, PEM, DER or a form of OpenSSH
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub key: Source,
    #[command(flatten)]
    pub out: Out,
    /// Encoding of the public key
    #[arg(long, value_name = "FORM", default_value = "pem")]
    pub outform: PublicEncoding,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Sign {
    /// Private key, PEM, DER or a form of OpenSSH
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub key: Source,
    #[command(flatten)]
    pub through: service::RemoteKeyArgs,
    #[command(flatten)]
    pub message: Message,
    #[command(flatten)]
    pub out: Out,
    /// Encoding of the signature: DER, or r and s of fixed length (EdDSA and BIP 340 always; those
    /// of RSA and ML-DSA have one form)
    #[arg(long, value_name = "FORM", default_value = "der")]
    pub format: SignatureForm,
    /// Derive the nonce from key and message alone (RFC 6979, ML-DSA; EdDSA always does)
    #[arg(long)]
    pub deterministic: bool,
    /// ECDSA: take the lower of the two s that are right for a signature
    #[arg(long, conflicts_with = "socket")]
    pub low_s: bool,
    /// Verify the signature before it is written; nothing is written if it does not verify
    #[arg(long, conflicts_with = "socket")]
    pub check: bool,
    /// Do not say on standard error which hash was taken where none was named
    #[arg(long)]
    pub quiet: bool,
    /// Report as JSON on standard output, with the signature in hex
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Verify {
    /// Public or private key, PEM, DER or a form of OpenSSH
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub key: Source,
    #[command(flatten)]
    pub through: service::RemoteKeyArgs,
    /// The signature
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub signature: Source,
    #[command(flatten)]
    pub message: Message,
    /// Encoding of the signature
    #[arg(long, value_name = "FORM", default_value = "auto")]
    pub format: AnySignatureForm,
    /// ECDSA: refuse a signature whose s is above half the group order
    #[arg(long)]
    pub low_s: bool,
    /// RSA, DSA: take keys of 1024 bits and more, for what was signed long ago
    #[arg(long)]
    pub legacy: bool,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Mu {
    /// Public or private ML-DSA key, PEM or DER
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub key: Source,
    /// The purpose that the signature is bound to, at most 255 bytes
    #[arg(long, value_name = "TEXT")]
    pub context: Option<String>,
    /// Like --context, the bytes in hex
    #[arg(long, value_name = "HEX", conflicts_with = "context", value_parser = hex_bytes)]
    pub context_hex: Option<HexBytes>,
    /// The message
    #[arg(long = "in", value_name = "FILE", default_value = "-", value_parser = source())]
    pub input: Source,
    #[command(flatten)]
    pub out: Out,
    /// Write it in hex, with a line end
    #[arg(long)]
    pub hex: bool,
}

#[derive(Debug, Args)]
pub struct Derive {
    /// Our private key, PEM, DER or a form of OpenSSH; with --socket or --store a label or an id
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub key: Source,
    /// The other's public key, PEM, DER or a form of OpenSSH
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub peer: Source,
    #[command(flatten)]
    pub out: Out,
    /// Write the secret in hex, with a line end
    #[arg(long)]
    pub hex: bool,
    /// Report as JSON on standard output, with the secret in hex
    #[arg(long, conflicts_with = "hex")]
    pub json: bool,
    #[command(flatten)]
    pub token: kept::KeptKeyArgs,
}

#[derive(Debug, Args)]
pub struct Inspect {
    /// The file
    #[arg(value_name = "FILE", value_parser = source())]
    pub file: Source,
    /// What key it must be, or must be of
    #[arg(long, value_name = "NAME", value_parser = names::curves())]
    pub algorithm: Option<ecc::Algorithm>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Algorithms {
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SelfTest {
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// Damage the known answers of these tests, or of every-test, to see the self-test say no
    #[arg(long = "break", value_name = "TEST,...", hide = true)]
    pub damage: Option<String>,
}

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct ManualPages {
    /// Where to write the pages; the directory is made if there is none
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Replace pages that are there
    #[arg(long)]
    pub force: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::line::without_example;
    use crate::message::HashChoice;
    use clap::CommandFactory;
    use sealane::Hash;

    /// Goal: names, conflicts and defaults of the command line fit together, and every command
    /// shows an example.
    #[test]
    fn command_line_is_consistent() {
        CommandLine::command().debug_assert();
        assert_eq!(without_example(&CommandLine::command()), [""; 0]);
    }

    #[test]
    fn every_name_of_a_hash_is_taken() {
        let choice = |name: &str| {
            let line = ["sealane", "sign", "--key", "k", "--hash", name];
            match CommandLine::try_parse_from(line).map(|it| it.line.command) {
                Ok(Command::Sign(sign)) => sign.message.hash,
                _ => None,
            }
        };
        for &hash in Hash::ALL {
            for name in hash.names().iter().copied().chain([hash.name()]) {
                assert_eq!(choice(name), Some(HashChoice::Named(hash)), "{name}");
            }
        }
        assert_eq!(choice("none"), Some(HashChoice::None));
        assert_eq!(choice("sha257"), None);
    }
}
