//! A test case, read leniently: what is odd in it is for the operation to judge.
use super::frugal::{self, Refusal};
use data_encoding::HEXLOWER_PERMISSIVE;
use serde_json::{Map, Value};

/// Code of a case that does not say what its operation needs, or says it in no form we know.
pub const MALFORMED: &str = "CASE_MALFORMED";

/// The case cannot be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

pub struct Case<'a> {
    pub id: Value,
    fields: Map<String, Value>,
    /// Of an item: the batch it is of, asked for whatever the item does not say. A copy for each
    /// item would make the work grow with the square of a batch.
    batch: Option<&'a Case<'a>>,
}

impl<'a> Case<'a> {
    /// Reads a line of JSON.
    pub fn read(line: &[u8], number: usize) -> Result<Self, Refusal> {
        let Value::Object(mut fields) = frugal::read(line)? else {
            return Err(Refusal::Malformed);
        };
        let id = fields.remove("id").unwrap_or_else(|| Self::nameless(number).id);
        Ok(Self { id, fields, batch: None })
    }

    /// A case of which nothing but the number of its line is known.
    pub fn nameless(number: usize) -> Self {
        Self { id: Value::String(format!("line-{number}")), fields: Map::new(), batch: None }
    }

    /// The case of one item of a batch: its own fields, and those of the batch it does not have.
    pub fn item(&'a self, item: &Value) -> Result<Self, Malformed> {
        self.inputs()?;
        let mut inputs = item.as_object().ok_or(Malformed)?.clone();
        let mut fields = Map::new();
        for name in ["hash", "curve"] {
            if let Some(value) = inputs.remove(name) {
                fields.insert(name.into(), value);
            }
        }
        fields.insert("in".into(), Value::Object(inputs));
        Ok(Self { id: Value::Null, fields, batch: Some(self) })
    }

    fn field(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).or_else(|| self.batch?.field(name))
    }

    /// A text beside the inputs; empty if it is not there.
    pub fn text(&self, name: &str) -> &str {
        self.field(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub fn expected_out(&self) -> Option<&Map<String, Value>> {
        self.fields.get("out").and_then(Value::as_object)
    }

    pub fn policy(&self) -> Option<&Value> {
        self.fields.get("policy")
    }

    pub fn has_flag(&self, flag: &str) -> bool {
        let flags = self.fields.get("flags").and_then(Value::as_array);
        flags.is_some_and(|flags| flags.iter().any(|it| it == flag))
    }

    fn inputs(&self) -> Result<&Map<String, Value>, Malformed> {
        self.fields.get("in").and_then(Value::as_object).ok_or(Malformed)
    }

    /// An input as it stands, if it is there.
    pub fn input(&self, name: &str) -> Result<Option<&Value>, Malformed> {
        match (self.inputs()?.get(name), self.batch) {
            (None, Some(batch)) if name != "items" => batch.input(name),
            (value, _) => Ok(value.filter(|value| !value.is_null())),
        }
    }

    /// An input in hex, if it is there.
    pub fn bytes_if_any(&self, name: &str) -> Result<Option<Vec<u8>>, Malformed> {
        self.input(name)?.map(|value| value.as_str().and_then(bytes).ok_or(Malformed)).transpose()
    }

    /// An input in hex that must be there.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, Malformed> {
        self.bytes_if_any(name)?.ok_or(Malformed)
    }
}

/// Decodes hex; a leading zero may be missing, as in numbers.
pub fn bytes(hex: &str) -> Option<Vec<u8>> {
    let even = if hex.len() % 2 == 1 { format!("0{hex}") } else { hex.to_owned() };
    HEXLOWER_PERMISSIVE.decode(even.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_and_their_absence_is_seen() {
        let line = br#"{"id":"a","op":"verify","in":{"x":"0aFf","n":"abc","z":"0g","v":null}}"#;
        let case = Case::read(line, 1).expect("an object");
        assert_eq!((case.text("op"), case.text("hash")), ("verify", ""));
        assert_eq!(case.bytes("x"), Ok(vec![0x0a, 0xff]));
        assert_eq!(case.bytes("n"), Ok(vec![0x0a, 0xbc]));
        assert_eq!(case.bytes("z"), Err(Malformed));
        assert_eq!(case.bytes("y"), Err(Malformed));
        assert_eq!(case.bytes_if_any("v"), Ok(None));
    }

    #[test]
    fn what_is_no_object_is_malformed() {
        for line in [&b""[..], b"{", b"[]", b"7", b"\"x\"", b"\xff\xfe", b"{\"id\":1}{"] {
            assert!(Case::read(line, 1).is_err(), "{line:?}");
        }
        assert!(Case::read("[".repeat(100_000).as_bytes(), 1).is_err(), "deep nesting");
        assert_eq!(Case::read(b"{}", 7).map(|case| case.id), Ok(Value::from("line-7")));
    }

    #[test]
    fn items_of_a_batch_inherit() {
        let line = br#"{"hash":"SHA-256","in":{"pub":"04","items":[]}}"#;
        let batch = Case::read(line, 1).expect("an object");
        let item = serde_json::json!({ "msg": "00", "hash": "none" });
        let item = batch.item(&item).expect("an item");
        assert_eq!((item.text("hash"), item.bytes("pub")), ("none", Ok(vec![4])));
        assert_eq!(item.bytes("msg"), Ok(vec![0]));
        assert!(batch.item(&Value::Null).is_err());
    }
}
