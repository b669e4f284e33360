//! Small changes of bytes that are there, as a target reads them out of its input: most inputs are
//! near to something good, and reach what looks at it last.

/// The bytes of an edit in an input.
const BYTES: usize = 6;
/// The most edits of an input.
const MAX: usize = 24;

/// One change of one of several fields.
pub struct Edit {
    /// Which field: taken modulo their number.
    pub field: usize,
    action: u8,
    at: usize,
    value: u8,
}

/// Reads edits; what is left is too short for one more.
pub fn read(bytes: &[u8]) -> Vec<Edit> {
    let (all, _) = bytes.as_chunks::<BYTES>();
    let edit = |&[high, low, action, at, more, value]: &[u8; BYTES]| Edit {
        field: usize::from(u16::from_be_bytes([high, low])),
        action,
        at: usize::from(u16::from_be_bytes([at, more])),
        value,
    };
    all.iter().take(MAX).map(edit).collect()
}

impl Edit {
    /// An edit of a field that is known.
    pub fn new(action: u8, at: usize, value: u8) -> Self {
        Self { field: 0, action, at, value }
    }

    /// Changes a field.
    pub fn apply(&self, field: &mut Vec<u8>) {
        let at = if field.is_empty() { 0 } else { self.at % field.len() };
        match self.action % 6 {
            0 => field.iter_mut().skip(at).take(1).for_each(|byte| *byte = self.value),
            1 => field.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= self.value),
            2 => field.insert(at, self.value),
            3 => drop(field.drain(at..(at + usize::from(self.value)).min(field.len()))),
            4 => field.truncate(at),
            _ => {
                let copied: Vec<u8> =
                    field.iter().skip(at).take(self.value.into()).copied().collect();
                field.splice(at..at, copied);
            }
        }
    }
}
