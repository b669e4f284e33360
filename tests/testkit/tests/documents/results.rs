//! Figures that pages take from stored runs.

use super::{Claim, Tree, changed_claims_are_refused, grouped, missing, none, word};

/// The cells of the rows of a stored run, of which the first ones are `begin`.
fn row(path: &str, begin: &[&str]) -> Vec<String> {
    let text = Tree::default().text(path);
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let rows = text.lines().filter(|line| line.starts_with('|')).map(cells);
    let found =
        rows.into_iter().find(|cells| cells.len() >= begin.len() && cells[..begin.len()] == *begin);
    found.unwrap_or_else(|| panic!("{path} has no row {begin:?}"))
}

/// What stands before the first mark of a cell.
fn first(cell: &str) -> &str {
    cell.split([';', ' ']).next().expect("there is a first part")
}

fn about_batches() -> Vec<Claim> {
    let batch = "docs/results/batch.md";
    let text = Tree::default().text(batch);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).collect();
    let floors = |mark: &str| rows.iter().map(|row| row.matches(mark).count()).sum::<usize>();
    let (kept, missed) = (floors("; floor "), floors("; **below** "));
    let of_rsa = rows.iter().filter(|row| row.starts_with("| rsa-"));
    let of_rsa = of_rsa.map(|row| row.matches("; **below** ").count()).sum();
    let mut claims = vec![(
        "docs/lanes.md",
        format!("{missed} of {}, {} of them RSA's", kept + missed, word(of_rsa)),
    )];
    for bits in ["2048", "3072", "4096"] {
        let row = row(batch, &[&format!("rsa-{bits} sign")]);
        let rate = row[1].parse().map_or_else(|_| row[1].clone(), grouped);
        let line = format!("| {bits} | {rate} | {} | {} |", first(&row[2]), first(&row[4]));
        claims.push(("docs/rsa.md", line));
    }
    claims
}

/// The tables of README.md, of batches and of the service.
fn about_the_readme() -> Vec<Claim> {
    let batches = [
        "ecdsa-p256 sign",
        "ecdsa-p256 verify",
        "ecdsa-p256 verify-cached",
        "ecdsa-p384 sign",
        "ecdsa-secp256k1 sign",
        "ed25519 sign",
        "ed25519 verify",
        "rsa-2048 sign",
    ];
    let batches = batches.map(|name| {
        let row = row("docs/results/batch.md", &[name]);
        let rate = grouped(row[1].parse().expect("a rate"));
        let peer = row[3].split(';').next().expect("there is a first part");
        format!("| {name} | {rate} | {} | {peer} |", first(&row[2]))
    });
    let service =
        [("p256", "", 4), ("p256", ", in batches", 6), ("ed25519", "", 4), ("rsa2048", "", 4)];
    let service = service.map(|(algorithm, how, column)| {
        let of = |processors| {
            row("docs/results/service-load.md", &[processors, algorithm])[column].clone()
        };
        format!("| {algorithm}{how} | {} | {} |", of("one"), of("all"))
    });
    batches.into_iter().chain(service).map(|row| ("README.md", row)).collect()
}

fn about_rsa() -> Vec<Claim> {
    let ratio = |name: &str| {
        let row = row("docs/results/rsa.md", &[name]);
        first(&row[3]).to_owned()
    };
    let three = |operation| {
        let ratios = ["2048", "3072", "4096"].map(|bits| ratio(&format!("rsa-{bits} {operation}")));
        format!("{}, {} and {}", ratios[0], ratios[1], ratios[2])
    };
    let fresh: f64 = ratio("rsa-2048 keygen").parse().expect("a ratio");
    vec![
        ("docs/rsa.md", format!("signatures of 2048, 3072 and 4096 bits {} of it", three("sign"))),
        ("docs/rsa.md", format!("verifications {}, fresh keys {fresh:.1}", three("verify"))),
    ]
}

fn about_the_service() -> Vec<Claim> {
    let times = |algorithm, column: usize| {
        let of = |processors| {
            row("docs/results/service-load.md", &[processors, algorithm])[column].clone()
        };
        format!("{}, {}", of("one"), of("all"))
    };
    let cells = [("p256", 4), ("p256", 6), ("rsa2048", 4), ("ed25519", 4)];
    let cells = cells.map(|(algorithm, column)| times(algorithm, column));
    vec![("docs/service.md", format!("the stored run | {} |", cells.join(" | ")))]
}

/// The rows of the handshakes that the guide tells of.
const IN_THE_SERVICE: &str = "Sealane, key in the service";

fn about_handshakes() -> Vec<Claim> {
    let text = Tree::default().text("docs/results/tls.md");
    let ratio = |title: &str| {
        let part = text.split("\n## ").find(|part| part.starts_with(title)).expect("a part");
        let mut rows = part.lines().map(|line| line.split('|').map(str::trim));
        let row = rows.find_map(|mut cells| cells.any(|it| it == IN_THE_SERVICE).then_some(cells));
        row.and_then(|mut cells| cells.nth(3)).expect("a ratio")
    };
    let [p256, p384, ed25519, rsa] =
        ["ECDSA P-256", "ECDSA P-384", "Ed25519", "RSA-2048"].map(ratio);
    let said = format!("{p256} (P-256), {p384} (P-384), {ed25519} (Ed25519) and {rsa} (RSA-2048)");
    vec![("docs/guide/rustls.md", said)]
}

fn about_limb_forms() -> Vec<Claim> {
    let gain = |form: &str| {
        let text = Tree::default().text("docs/results/limb-forms.md");
        let (_, gains) = text.split_once("## Gain over ten limbs").expect("a table");
        let line =
            gains.lines().find(|line| line.starts_with(&format!("| {form} |"))).expect("a row");
        let cells: Vec<f64> =
            line.split('|').filter_map(|cell| first(cell.trim()).parse().ok()).collect();
        assert_eq!(cells.len(), 5, "four lengths of message and keys");
        (cells.iter().product::<f64>().powf(0.2) - 1.0) * 100.0
    };
    let shipped = gain("29x9, reduce each sum");
    vec![
        ("docs/bounds.md", format!("| 29x9, each sum carried | 3.41 bits | {shipped:+.1} % |")),
        (
            "docs/bounds.md",
            format!("| 29x9, 1 addition | 1.83 bits | {:+.1} % |", gain("29x9, 1 addition")),
        ),
        (
            "docs/bounds.md",
            format!(
                "| 26x10, each sum carried | 9.60 bits | {:+.1} % |",
                gain("26x10, reduce each sum")
            ),
        ),
        ("CHANGELOG.md", format!("9 limbs of 29 bits signs {shipped:.1} % faster")),
    ]
}

fn about_timing() -> Vec<Claim> {
    let text = Tree::default().text("docs/results/timing.md");
    let value = |line: &str| -> f64 {
        let (_, rest) = line.split_once("|t| =").expect("a value");
        rest.split_whitespace().next().expect("a value").parse().expect("a number")
    };
    let lines = text.lines().filter(|line| line.contains("|t| ="));
    let (planted, cases): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.ends_with("a planted leak"));
    let largest = |lines: &[&str]| lines.iter().map(|it| value(it)).fold(0.0, f64::max);
    let least = planted.iter().map(|it| value(it)).fold(f64::MAX, f64::min);
    vec![(
        "docs/assumptions.md",
        format!(
            "10 s a case, {} cases at |t| up to {:.1}, the {} planted leaks at {least:.0} to {})",
            cases.len(),
            largest(&cases),
            word(planted.len()),
            grouped(largest(&planted).round() as usize),
        ),
    )]
}

fn claims() -> Vec<Claim> {
    let parts = [
        about_batches(),
        about_the_readme(),
        about_rsa(),
        about_the_service(),
        about_handshakes(),
        about_limb_forms(),
        about_timing(),
    ];
    parts.concat()
}

/// Goal: what pages say of stored runs is what those say; another figure is refused, each by
/// itself.
#[test]
fn figures_are_those_of_the_stored_runs() {
    none(&missing(&Tree::default(), &claims()));
    changed_claims_are_refused(&claims());
}
