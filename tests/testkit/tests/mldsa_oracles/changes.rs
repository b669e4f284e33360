//! What is changed of signatures, and of what they are of: each change must be refused.

use super::{Case, set_of};
use testkit::inputs::Random;
use testkit::reference::mldsa::Set;

/// The hints of a signature as they are packed: places, row by row, zeros after them, and where the
/// places of each row end.
pub struct Hints {
    places: Vec<u8>,
    ends: Vec<u8>,
}

impl Hints {
    /// The hints at the end of a signature.
    fn read(set: &Set, signature: &[u8]) -> Self {
        let (_, tail) = signature.split_at(signature.len() - set.most_hints() - set.rows());
        let (places, ends) = tail.split_at(set.most_hints());
        Self { places: places.to_vec(), ends: ends.to_vec() }
    }

    fn write(&self, signature: &mut [u8]) {
        let tail = [&self.places[..], &self.ends].concat();
        let start = signature.len() - tail.len();
        signature[start..].copy_from_slice(&tail);
    }

    /// The end of the last row's places.
    fn count(&self) -> usize {
        self.ends.last().map_or(0, |end| usize::from(*end))
    }

    /// The first row with as many hints as that, and where it begins.
    fn row_of(&self, least: usize) -> Option<(usize, usize)> {
        let ends = self.ends.iter().map(|end| usize::from(*end));
        let mut start = 0;
        ends.enumerate().find_map(|(row, end)| {
            let begin = std::mem::replace(&mut start, end);
            (end >= begin + least).then_some((row, begin))
        })
    }

    fn has_room(&self) -> bool {
        self.count() < self.places.len()
    }
}

/// Writes the same hints in another form. `None` if these have none.
pub type Form = fn(&mut Hints) -> Option<()>;

/// Forms that a reader without checks takes for what they were.
pub const FORMS: [(&str, Form); 5] = [
    ("places that are not in order", |hints| {
        let (_, start) = hints.row_of(2)?;
        hints.places.swap(start, start + 1);
        Some(())
    }),
    ("a place twice", |hints| {
        let (row, start) = hints.row_of(1).filter(|_| hints.has_room())?;
        hints.places.insert(start, hints.places[start]);
        hints.places.pop();
        hints.ends[row..].iter_mut().for_each(|end| *end += 1);
        Some(())
    }),
    ("a first byte after the places that is not 0", |hints| {
        let count = hints.count();
        *hints.places.get_mut(count)? = 255;
        Some(())
    }),
    ("a last byte after the places that is not 0", |hints| {
        let free = hints.count()..hints.places.len();
        *hints.places.get_mut(free)?.last_mut()? = 1;
        Some(())
    }),
    ("an end beyond all places", |hints| {
        *hints.ends.last_mut()? = 255;
        Some(())
    }),
];

/// Writes the hints of a signature in another form. `None` if these have none.
pub fn reformed(set: &Set, signature: &[u8], form: Form) -> Option<Vec<u8>> {
    let mut hints = Hints::read(set, signature);
    form(&mut hints)?;
    let mut signature = signature.to_vec();
    hints.write(&mut signature);
    Some(signature)
}

/// Changes a case whose signature is good.
type Change = fn(&mut Case, &mut Random) -> Option<()>;

/// Changes one bit of bytes in a range that is not empty.
fn flip(bytes: &mut [u8], random: &mut Random) -> Option<()> {
    let at = random.below(bytes.len().max(1));
    *bytes.get_mut(at)? ^= 1 << random.below(8);
    Some(())
}

/// The changes.
pub const CHANGES: [(&str, Change); 11] = [
    ("a bit of the challenge", |case, random| {
        let (hash, _) = set_of(case.of.set).signature_parts();
        flip(&mut case.signature[..hash], random)
    }),
    ("a bit of the answer", |case, random| {
        let (hash, answer) = set_of(case.of.set).signature_parts();
        flip(&mut case.signature[hash..hash + answer], random)
    }),
    ("a bit of the hints", |case, random| {
        let (hash, answer) = set_of(case.of.set).signature_parts();
        flip(&mut case.signature[hash + answer..], random)
    }),
    ("another form of the hints", |case, random| {
        let (_, form) = FORMS[random.below(FORMS.len())];
        case.signature = reformed(&set_of(case.of.set), &case.signature, form)?;
        Some(())
    }),
    ("a byte of the signature", |case, random| {
        let at = random.below(case.signature.len());
        case.signature[at] ^= 1 + random.below(255) as u8;
        Some(())
    }),
    ("the length of the signature", |case, random| {
        let length = case.signature.len();
        let lengths = [0, 1, length / 2, length - 1, length + 1, 2 * length];
        case.signature.resize(lengths[random.below(lengths.len())], 0);
        Some(())
    }),
    ("a bit of the public key", |case, random| flip(&mut case.public, random)),
    ("the length of the public key", |case, random| {
        let length = case.public.len();
        let lengths = [0, 32, length - 1, length + 1];
        case.public.resize(lengths[random.below(lengths.len())], 0);
        Some(())
    }),
    ("a bit of the message", |case, random| flip(&mut case.of.message, random)),
    ("a bit of the context", |case, random| flip(&mut case.of.context, random)),
    ("a byte from the context to the message", |case, _| {
        let last = case.of.context.pop()?;
        case.of.message.insert(0, last);
        Some(())
    }),
];
