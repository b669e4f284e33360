//! Small changes of a text, one at a time.

/// A line in place of one line, or of none; `order` changes two.
pub struct Change {
    /// What was done.
    pub what: String,
    /// The whole text.
    pub text: String,
}

/// Whether a change of the line says anything: comments and empty lines are not read.
pub fn says_something(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with("//")
}

/// All changes of the line number `at`, from 0 on.
///
/// Left out, doubled, exchanged with the next; each name replaced by those of the line before, by
/// the one made before it and by its twin; each number one more, one less and with a bit flipped;
/// each sign and each function replaced by the others; two operands exchanged where that means
/// something.
pub fn changes(lines: &[&str], at: usize) -> Vec<Change> {
    let line = lines[at];
    let mut all = vec![(String::from("left out"), Vec::new())];
    all.push(("doubled".to_string(), vec![line.to_string(); 2]));
    let tokens = tokens(line);
    for (place, token) in tokens.iter().enumerate() {
        for new in replacements(lines, at, &tokens, place) {
            let mut changed: Vec<&str> = tokens.clone();
            changed[place] = &new;
            all.push((format!("`{token}` becomes `{new}`"), vec![changed.concat()]));
        }
    }
    for (first, second) in exchanges(&tokens) {
        let mut changed = tokens.clone();
        changed.swap(first, second);
        let what = format!("`{}` and `{}` exchanged", tokens[first], tokens[second]);
        all.push((what, vec![changed.concat()]));
    }
    let whole = |new: &[String], skipped: usize| {
        let before = lines[..at].iter().map(ToString::to_string);
        let after = lines[at + skipped..].iter().map(ToString::to_string);
        before.chain(new.iter().cloned()).chain(after).collect::<Vec<_>>().join("\n")
    };
    let mut found: Vec<Change> = all
        .into_iter()
        .filter(|(_, new)| *new != [line.to_string()])
        .map(|(what, new)| Change { what, text: whole(&new, 1) })
        .collect();
    if at + 1 < lines.len() && lines[at + 1] != line {
        let new = [lines[at + 1].to_string(), line.to_string()];
        found.push(Change { what: "exchanged with the next".to_string(), text: whole(&new, 2) });
    }
    found
}

/// Words, and single signs between them.
fn tokens(line: &str) -> Vec<&str> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let (mut found, mut rest) = (Vec::new(), line);
    while let Some(first) = rest.chars().next() {
        let shift = rest.starts_with("<< ") || rest.starts_with(">> ");
        let end = match first {
            _ if shift => 2,
            _ if is_word(first) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        found.push(token);
        rest = after;
    }
    found
}

/// A name of a value: letters, then digits.
fn is_value(token: &str) -> bool {
    let digits = token.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    digits.len() < token.len() && !digits.is_empty() && digits.bytes().all(|d| d.is_ascii_digit())
}

fn replacements(lines: &[&str], at: usize, tokens: &[&str], place: usize) -> Vec<String> {
    const CALLS: [&[&str]; 4] = [
        &["adc", "sbb", "select"],
        &["madd_low", "madd_high"],
        &["carry", "split"],
        &["true", "false", "maybe"],
    ];
    let token = tokens[place];
    if is_value(token) {
        let mut names: Vec<String> = Vec::new();
        let before = at.checked_sub(1).map_or(Vec::new(), |before| self::tokens(lines[before]));
        names.extend(before.into_iter().filter(|name| is_value(name)).map(String::from));
        let (letters, number) = token.split_at(token.find(|l: char| l.is_ascii_digit()).unwrap());
        if let Some(less) = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
            names.push(format!("{letters}{less}"));
        }
        names.push(format!("{}{number}", if letters == "x" { "y" } else { "x" }));
        names.sort();
        names.dedup();
        names.retain(|name| name != token);
        return names;
    }
    if token.starts_with(|letter: char| letter.is_ascii_digit()) {
        return numbers(token, at);
    }
    let among = |of: &[&str]| -> Vec<String> {
        of.iter().filter(|one| **one != token).map(ToString::to_string).collect()
    };
    match token {
        "+" | "-" | "*" | "&" => among(&["+", "-", "*", "&"]),
        "<<" | ">>" => among(&["<<", ">>"]),
        _ => match CALLS.into_iter().find(|calls| calls.contains(&token)) {
            Some(calls) => among(calls),
            None if token.len() > 1 && token != "_" => vec![format!("{token}_")],
            None => Vec::new(),
        },
    }
}

/// Numbers near a literal, written as it is.
fn numbers(token: &str, at: usize) -> Vec<String> {
    let plain = token.replace('_', "");
    let (digits, radix) = match plain.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (plain.as_str(), 10),
    };
    let Ok(word) = u64::from_str_radix(digits, radix) else { return Vec::new() };
    let bit = if radix == 16 { at * 11 % 64 } else { at % 4 };
    let mut near = vec![word.wrapping_add(1), word.wrapping_sub(1), word ^ 1 << bit];
    near.dedup();
    let written = |word: u64| if radix == 16 { format!("{word:#x}") } else { word.to_string() };
    near.into_iter().filter(|new| *new != word).map(written).collect()
}

/// Pairs of operands whose order means something: all but those of sums and products.
fn exchanges(tokens: &[&str]) -> Vec<(usize, usize)> {
    let is_operand =
        |token: &str| is_value(token) || token.starts_with(|l: char| l.is_ascii_digit());
    let start = tokens.iter().position(|token| *token == "=").map_or(0, |place| place + 1);
    let places = |from: usize, to: usize| -> Vec<usize> {
        (from..to).filter(|place| is_operand(tokens[*place])).collect()
    };
    let results = places(0, start);
    let operands = places(start, tokens.len());
    let mut found: Vec<(usize, usize)> =
        results.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let has = |name: &str| tokens.contains(&name);
    let alike = |first: usize, second: usize| {
        let [a, b] = [first, second];
        (has("adc") || has("mul_wide") || has("wrapping_mul") || has("&") || has("*") || has("+"))
            || (has("mac") && (a < 2) == (b < 2))
            || ((has("madd_low") || has("madd_high")) && a > 0)
    };
    for first in 0..operands.len() {
        for second in first + 1..operands.len() {
            if !alike(first, second) && tokens[operands[first]] != tokens[operands[second]] {
                found.push((operands[first], operands[second]));
            }
        }
    }
    found
}
