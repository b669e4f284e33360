//! Checked-in files are what the generator makes: all are made in memory and compared by byte.

use fieldgen::emit::{FOLDERS, all_files, curves_difference, curves_files, differences, folder};

#[test]
fn checked_in_files_are_regenerated() {
    let files = all_files();
    let found = differences(&files, &folder()).expect("the folder can be read");
    assert!(found.is_empty(), "run `cargo run -p fieldgen -- write`: {found:?}");
}

/// The curves in the signing crate are those of the table; a changed digit is seen.
#[test]
fn curves_are_regenerated() {
    for (path, text) in curves_files() {
        let found = curves_difference(&path, &text).expect("the file can be read");
        assert_eq!(found, None, "run `cargo run -p fieldgen -- write`");
    }
    let path = std::env::temp_dir().join(format!("fieldgen-curves-{}.rs", std::process::id()));
    let [(_, text), _] = curves_files();
    std::fs::write(&path, text.replacen("Plan::of(", "Plan::of(1", 1)).expect("a changed copy");
    let found = curves_difference(&path, &text).expect("readable");
    std::fs::remove_file(&path).expect("the copy goes");
    assert!(found.is_some_and(|line| line.contains("differs")));
}

/// Plants a changed line, a missing file and a stray one in a copy, and wants a line for each.
#[test]
fn differences_are_seen() {
    let folder = std::env::temp_dir().join(format!("fieldgen-regen-{}", std::process::id()));
    for name in FOLDERS {
        std::fs::create_dir_all(folder.join(name)).expect("a folder for the copy");
    }
    let made = all_files();
    for file in &made {
        std::fs::write(folder.join(&file.name), &file.text).expect("a copy");
    }
    assert!(differences(&made, &folder).expect("readable").is_empty());
    let changed = made[0].text.replacen("adc(", "sbb(", 1);
    std::fs::write(folder.join(&made[0].name), changed).expect("a changed copy");
    std::fs::remove_file(folder.join(&made[1].name)).expect("a file less");
    std::fs::write(folder.join("stray.rs"), "").expect("a file more");
    let mut found = differences(&made, &folder).expect("readable");
    found.sort();
    std::fs::remove_dir_all(&folder).expect("the copy goes");
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().any(|line| line.contains(&made[0].name) && line.contains("differs")));
    assert!(found.iter().any(|line| line.contains(&made[1].name) && line.contains("missing")));
    assert!(found.iter().any(|line| line.contains("stray.rs")));
}

/// Every line of the emitted text is dull: no unsafe, no branch, no loop, no division, no index, no
/// instruction but moves, products, sums and shifts, no address but a fixed place of an array.
#[test]
fn emitted_text_is_dull() {
    for file in all_files().iter().filter(|file| !file.name.ends_with("mod.rs")) {
        assert_eq!(first_lively_line(&file.text), None, "{}", file.name);
    }
}

#[test]
fn lively_text_is_seen() {
    let lines = [
        "let x = if y { a } else { b };",
        "let x = a / b;",
        "let x = a % b;",
        "let x = table[digit];",
        "unsafe { f() }",
        "for i in 0..4 {",
        "let x = a && b;",
        "match x {",
        "\"jne 2b\",",
        "\"vpgatherqq zmm0, zmmword ptr [{x} + 8 * zmm1]\",",
        "\"vmovdqa64 zmm0, zmmword ptr [{x} + 8 * {y}]\",",
    ];
    for line in lines {
        let text = format!("impl Prime for P {{\n    {line}\n}}\n");
        assert!(first_lively_line(&text).is_some(), "{line}");
    }
}

/// In a kernel: no instruction but moves, products, sums, shifts, masks, and a choice without a
/// jump, whose time does not depend on its condition (by Intel's list of such instructions); no
/// jump, no call.
fn first_lively_instruction(text: &str) -> Option<&str> {
    let known = [
        "push", "pop", "ret", "mov", "xor", "mulx", "add", "adc", "adcx", "adox", "sub", "sbb",
        "and", "or", "shl", "shr", "shlx", "shrx", "cmovb",
    ];
    let lines = text.lines().map(str::trim).filter_map(|line| line.strip_prefix('"'));
    let lines = lines.map(|line| line.trim_end_matches("\","));
    lines.into_iter().find(|line| {
        let name = line.split(' ').next().unwrap_or_default();
        !known.contains(&name) || line.contains('*')
    })
}

fn first_lively_line(text: &str) -> Option<&str> {
    let forbidden =
        ["unsafe", "if ", "match ", "while ", "for ", "loop", " / ", " % ", "&&", "||", "assert"];
    if text.contains("naked_asm!") {
        return first_lively_instruction(text);
    }
    let mut body = text.lines().filter(|line| {
        let comment = line.trim_start().starts_with("//");
        let kinds = ["Prime", "Lanes", "Quads", "QuadPrime"];
        !comment && !kinds.iter().any(|kind| line.starts_with(&format!("impl {kind} for")))
    });
    let instructions = [
        "vmovdqa64 zmm",
        "vpxorq zmm",
        "vpmadd52luq zmm",
        "vpmadd52huq zmm",
        "vpaddq zmm",
        "vpsrlq zmm",
    ];
    body.find(|line| {
        let trimmed = line.trim();
        if let Some(text) = trimmed.strip_prefix('"') {
            let store = text.starts_with("vmovdqa64 zmmword ptr [{sums} + ");
            let known = store || instructions.iter().any(|name| text.starts_with(name));
            return !known || text.contains('*');
        }
        let array = ["let [", "[", "#["].iter().any(|start| trimmed.starts_with(start));
        let of_type = ["u64; ", "[W; ", "[Cell; ", "&'static [u64] = &["];
        let typed = of_type.iter().any(|part| line.contains(part));
        let indexed = line.contains('[') && !typed && !array;
        forbidden.iter().any(|word| line.contains(word)) || indexed || line.len() > 100
    })
}
