//! How the command says no: one line with a stable code, and an exit status.
use sealane::{BadSignature, DecodeError, SignError};
use std::borrow::Cow;
use std::io::{self, Write};
use std::process::ExitCode;

/// The command could not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// Somebody stopped reading our output. Not worth a word; the status is the shell's for
    /// SIGPIPE.
    ClosedPipe,
    /// Everything else: `error: CODE: sentence`.
    Said {
        /// What it exits with.
        status: Status,
        /// The stable code.
        code: Cow<'static, str>,
        /// The sentence for people.
        sentence: String,
    },
}

/// Exit statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The machine failed us, or a test of ours did.
    Failed = 1,
    /// The command line is wrong, or the output may not be written there.
    Usage = 2,
    /// The input was read and refused.
    Refused = 3,
    /// The signature is not valid.
    InvalidSignature = 4,
    /// A token's store, or the way to it, is missing, damaged or not safe.
    Store = 5,
    /// Nobody is logged in, or the PIN or master key is not taken.
    Login = 6,
    /// There is too much to do already; it may be tried again.
    Busy = 7,
}

/// What a shell reports for a program that a closed pipe has ended (128 + SIGPIPE).
const CLOSED_PIPE_STATUS: u8 = 141;

impl Failure {
    /// The machine failed us.
    pub fn failed(code: &'static str, sentence: impl Into<String>) -> Self {
        Self::Said { status: Status::Failed, code: code.into(), sentence: sentence.into() }
    }

    /// The command line is wrong.
    pub fn usage(code: &'static str, sentence: impl Into<String>) -> Self {
        Self::Said { status: Status::Usage, code: code.into(), sentence: sentence.into() }
    }

    /// An input is refused.
    pub fn refused(code: &'static str, sentence: impl Into<String>) -> Self {
        Self::Said { status: Status::Refused, code: code.into(), sentence: sentence.into() }
    }

    /// A signature is not valid.
    pub fn bad_signature(_: BadSignature) -> Self {
        Self::Said {
            status: Status::InvalidSignature,
            code: "SIG_INVALID".into(),
            sentence: "--signature: the signature does not belong to this message and key".into(),
        }
    }

    /// What the library refused, with the argument it came from.
    pub fn decode(argument: &str, error: DecodeError) -> Self {
        let code = error.code();
        let signature = code.starts_with("SIG_");
        let status = if signature { Status::InvalidSignature } else { Status::Refused };
        Self::Said { status, code: code.into(), sentence: format!("{argument}: {error}") }
    }

    /// The same with another sentence.
    pub fn about(self, say: impl FnOnce(String) -> String) -> Self {
        match self {
            Self::ClosedPipe => self,
            Self::Said { status, code, sentence } => {
                Self::Said { status, code, sentence: say(sentence) }
            }
        }
    }

    /// The same with another exit status.
    pub fn with_status(self, status: Status) -> Self {
        match self {
            Self::ClosedPipe => self,
            Self::Said { code, sentence, .. } => Self::Said { status, code, sentence },
        }
    }

    /// What signing failed of.
    pub fn sign(error: SignError) -> Self {
        Self::failed(error.code(), error.to_string())
    }

    /// What a token refused, or why it failed.
    pub fn token(error: sealane_hsm::Error) -> Self {
        let (code, sentence) = (error.code().to_owned(), error.to_string());
        let sentence = match &*code {
            // Whoever gives no PIN is nobody.
            "NOT_LOGGED_IN" => format!("{sentence}: --pin-file is needed, or `sealane login`"),
            _ => sentence,
        };
        Self::Said { status: of_token(&code), code: code.into(), sentence }
    }

    /// Whether it is of a token or a service as a whole, and no input that is refused.
    pub fn is_of_token(&self) -> bool {
        !matches!(self, Self::Said { status: Status::Refused, .. })
    }

    /// A failure to write to `place`.
    pub fn write(place: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ClosedPipe;
        }
        Self::failed("OUTPUT_FAILED", format!("{place}: {error}"))
    }

    /// Says it on standard error and gives the status to exit with.
    pub fn report(&self) -> ExitCode {
        ExitCode::from(self.report_status())
    }

    /// The same, as a number.
    pub fn report_status(&self) -> u8 {
        match self {
            Self::ClosedPipe => CLOSED_PIPE_STATUS,
            Self::Said { status, code, sentence } => {
                // Nobody listening on standard error changes nothing.
                let _ = writeln!(io::stderr(), "error: {code}: {}", sentence.trim_end());
                *status as u8
            }
        }
    }
}

/// The status of a token's code, whether it comes from here or over a socket.
fn of_token(code: &str) -> Status {
    match code {
        "MASTER_UNSET" | "STORE_EXISTS" => Status::Usage,
        "NOT_LOGGED_IN" | "MASTER_WRONG" | "RECOVERY_WRONG" => Status::Login,
        "BUSY" | "CLOSING" | "STORE_CONFLICT" => Status::Busy,
        "RANDOM_FAILED"
        | "INTERNAL"
        | "DISCONNECTED"
        | "TIMED_OUT"
        | "FRAME_INVALID"
        | "VERSION_UNSUPPORTED"
        | "OPERATION_UNKNOWN" => Status::Failed,
        code if code == "PERMISSION" || code.starts_with("STORE_") => Status::Store,
        code if code.starts_with("PIN_") || code.starts_with("TICKET_") => Status::Login,
        _ => Status::Refused,
    }
}
