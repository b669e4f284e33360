//! Labels of what is brought: such as this token takes, and such as it does not have yet.
use crate::cmd::hex;
use sealane_hsm::object::check_label;

/// The most bytes of a label.
const MOST: usize = 128;

/// The most bytes of an id that become a label.
const MOST_OF_ID: usize = 32;

/// The label itself if it is one; else what can be kept of it, or the digits of the id.
pub fn fitting(label: &[u8], id: &[u8]) -> String {
    let text = String::from_utf8_lossy(label);
    if std::str::from_utf8(label).is_ok() && check_label(&text).is_ok() {
        return text.into_owned();
    }
    let kept = |c: char| match c {
        ' ' => ' ',
        c if check_label(c.encode_utf8(&mut [0; 4])).is_ok() => c,
        _ => '_',
    };
    let text: String = text.trim().chars().map(kept).collect();
    let text = cut(&text, MOST).trim();
    if !text.is_empty() {
        return text.to_owned();
    }
    match id.get(..MOST_OF_ID).unwrap_or(id) {
        [] => "unnamed".to_owned(),
        id => hex(id),
    }
}

/// The label with a number that tells it apart; the first has none.
pub fn numbered(label: &str, number: u32) -> String {
    if number < 2 {
        return label.to_owned();
    }
    let end = format!(" ({number})");
    format!("{}{end}", cut(label, MOST - end.len()).trim_end())
}

/// Whether a label is another one, or that with a number.
pub fn is_numbered(of: &str, label: &str) -> bool {
    let number = label.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let number = number.and_then(|(_, digits)| digits.parse().ok());
    label == of || number.is_some_and(|number| number > 1 && numbered(of, number) == label)
}

/// The longest beginning of a text that has at most so many bytes.
fn cut(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    text.get(..end.unwrap_or(0)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: every label becomes one that a token takes, and a good one stays. Method: labels of
    /// each sort, the longest and one byte more, and text that is none.
    #[test]
    fn labels_fit() {
        let long = "x".repeat(128);
        let signs = "é".repeat(64);
        for good in ["web", "a b", "é", &long, &signs] {
            assert_eq!(fitting(good.as_bytes(), b"id"), good);
        }
        for (had, has) in [
            (&b" web\0"[..], "web_"),
            (b"a\nb", "a_b"),
            (b"", "0107"),
            (b"  ", "0107"),
            (b"\xff", "\u{fffd}"),
            (format!("{long}y").as_bytes(), &long),
            (format!("{signs}é").as_bytes(), &signs),
        ] {
            assert_eq!(fitting(had, &[1, 7]), has);
        }
        assert_eq!(fitting(b"", b""), "unnamed");
        for had in [&[0; 300][..], &[0xff; 300], "é\u{200b}".repeat(99).as_bytes(), &[b' '; 300]] {
            assert_eq!(check_label(&fitting(had, &[7; 300])), Ok(()));
        }
    }

    /// Goal: numbers tell labels apart, stay within the length, and are seen again.
    #[test]
    fn numbers_tell_labels_apart() {
        let long = "é".repeat(64);
        for label in ["web", "web (2)", &long] {
            for number in [1, 2, 3, 99, u32::MAX] {
                let made = numbered(label, number);
                assert_eq!(check_label(&made), Ok(()), "{made}");
                assert_eq!(made == label, number == 1);
                assert!(is_numbered(label, &made), "{made}");
            }
        }
        for no in ["web (1)", "web (02)", "web(2)", "web (x)", "webs (2)", "web (2) "] {
            assert!(!is_numbered("web", no), "{no}");
        }
    }
}
