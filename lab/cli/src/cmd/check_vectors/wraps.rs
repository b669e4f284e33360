//! Cases of AES key wrap.
use super::answer::Answer;
use super::case::Case;
use sealane_hsm::Error;
use sealane_hsm::keywrap::{Form, unwrap, wrap};

/// The form of a case of AES-KW or AES-KWP.
pub fn form(case: &Case) -> Option<Form> {
    match case.text("algo") {
        "AES-KW" => Some(Form::Whole),
        "AES-KWP" => Some(Form::Padded),
        _ => None,
    }
}

/// Answers a case of AES-KW or AES-KWP: `pt` wrapped by `kek` is `ct`, and the reverse.
pub fn answer(op: &str, case: &Case) -> Result<Answer, Answer> {
    let form = form(case).ok_or(Answer::Unsupported)?;
    let bytes = |name: &str| case.bytes(name);
    match op {
        "wrap" => {
            let wrapped = wrap(form, &bytes("kek")?, &bytes("pt")?).map_err(refused)?;
            Ok(Answer::hex("ct", &wrapped))
        }
        "unwrap" => {
            let opened = unwrap(form, &bytes("kek")?, &bytes("ct")?).map_err(refused)?;
            Ok(Answer::hex("pt", &opened))
        }
        _ => Err(Answer::Unsupported),
    }
}

fn refused(error: Error) -> Answer {
    Answer::refused(match error {
        Error::KeyType => "KEY_TYPE",
        Error::WrapLength => "WRAP_LENGTH",
        Error::WrapInvalid => "WRAP_INVALID",
        _ => "INTERNAL",
    })
}
