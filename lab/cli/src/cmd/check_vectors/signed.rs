//! Signatures that cases give to be verified, one or many.
use super::answer::Answer;
use super::case::{Case, Malformed};
use sealane::Digest;
use sealane::ecc::batch::VerifyItem;
use sealane::ecc::{PublicKey, Scheme, Signature, verify_batch};
use serde_json::{Map, Value, json};

/// What is said to be signed.
pub enum Subject {
    Digest(Digest),
    /// The digest of a message of EdDSA.
    DigestInContext(Digest, Vec<u8>),
    /// A message of EdDSA.
    Message {
        message: Vec<u8>,
        context: Option<Vec<u8>>,
        prehashed: bool,
    },
}

/// A signature with its key and what it is of.
pub struct Signed {
    pub key: PublicKey,
    pub subject: Subject,
    pub signature: Signature,
}

impl Signed {
    /// Verifies it by itself.
    pub fn verify(&self) -> Result<Answer, Answer> {
        let (key, signature) = (&self.key, &self.signature);
        match &self.subject {
            Subject::Digest(digest) => key.verify_digest(digest, signature)?,
            Subject::DigestInContext(digest, context) => {
                key.verify_digest_with_context(digest, context, signature)?;
            }
            Subject::Message { message, context, prehashed } => {
                let (context, prehashed) = (context.as_deref(), *prehashed);
                key.verify(message, Scheme::EdDsa { context, prehashed }, signature)?;
            }
        }
        Ok(Answer::Valid)
    }

    fn item(&self) -> VerifyItem<'_> {
        let (key, signature) = (&self.key, &self.signature);
        match &self.subject {
            Subject::Digest(digest) => VerifyItem::of_digest(key, digest, signature),
            Subject::DigestInContext(digest, context) => {
                VerifyItem::of_digest_with_context(key, digest, context, signature)
            }
            Subject::Message { message, context, prehashed } => {
                let (context, prehashed) = (context.as_deref(), *prehashed);
                VerifyItem::new(key, message, Scheme::EdDsa { context, prehashed }, signature)
            }
        }
    }
}

/// The most items of a batch: more than any test needs, and few enough to answer at once.
const BATCH_LIMIT: usize = 2048;

/// One answer for each item of a batch: whether it is a signature that `read` understands, and
/// valid. What is understood `verify` takes, all at once, and says of each whether it is.
pub fn each(
    case: &Case,
    read: impl Fn(&Case) -> Result<Signed, Answer>,
    verify: impl FnOnce(Vec<Signed>) -> Result<Vec<bool>, Answer>,
) -> Result<Answer, Answer> {
    let items = case.input("items")?.and_then(Value::as_array).ok_or(Malformed)?;
    if items.len() > BATCH_LIMIT {
        return Err(Answer::refused("BATCH_LIMIT"));
    }
    let read = |item| case.item(item).ok().and_then(|item| read(&item).ok());
    let signed: Vec<Option<Signed>> = items.iter().map(read).collect();
    let understood: Vec<bool> = signed.iter().map(Option::is_some).collect();
    let there: Vec<Signed> = signed.into_iter().flatten().collect();
    let mut verdicts = verify(there)?.into_iter();
    let mut verdict = || verdicts.next().is_some_and(|verdict| verdict);
    let mask = understood.into_iter().map(|item| json!(item && verdict())).collect();
    Ok(Answer::Value(Map::from_iter([("mask".to_owned(), Value::Array(mask))])))
}

/// Verifies all by one call of the library.
pub fn verify_all(signed: Vec<Signed>) -> Result<Vec<bool>, Answer> {
    let items: Vec<VerifyItem> = signed.iter().map(Signed::item).collect();
    Ok(verify_batch(&items).into_iter().map(|verdict| verdict.is_ok()).collect())
}
