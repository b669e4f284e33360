//! Kernels of one lane as machine code: proven by themselves, and refused where a byte is changed.

use crate::bytes;
use lift::image::{Function, Image};
use lift::kernels::Kernel;
use lift::words::{self, Random};

/// The product and the square modulo the prime of P-384, as they were assembled.
const CODES: [(&str, &str); 2] = [
    ("mul", include_str!("data/p384_p-mulx-mul.txt")),
    ("sqr", include_str!("data/p384_p-mulx-sqr.txt")),
];

/// The image of a stored kernel.
fn stored(name: &str, text: &str) -> Image {
    let words: Vec<&str> = text.trim_end().split(' ').collect();
    let ["code", at, hex] = words[..] else { panic!("a line of code") };
    let at = u64::from_str_radix(&at[2..], 16).expect("an address");
    let code = bytes(hex);
    let symbol = format!("_ZN13sealane_arith7machine7kernels15mulx_p384_p_{name}17h00E");
    let function = Function { symbol, name: String::new(), at, size: code.len() };
    Image::of_sections(vec![(at, code, true)], vec![function])
}

fn kernel(name: &str) -> Kernel {
    let is_it = |kernel: &Kernel| kernel.name() == format!("p384_p {name} by mulx");
    Kernel::all().into_iter().find(is_it).expect("a kernel of the list")
}

/// Goal: what was assembled is proven from its bytes; a kernel is no other one.
#[test]
fn stored_kernels_are_proven() {
    assert_eq!(Kernel::all().len(), 4);
    for (name, text) in CODES {
        let (image, kernel) = (stored(name, text), kernel(name));
        let found = kernel.find(&image).expect("a function of that name");
        let (_, count) = found.outcome.unwrap_or_else(|refusal| panic!("{refusal}"));
        assert!(count > 250, "{count} instructions");
        let names = CODES.map(|(name, _)| name);
        let other = names.iter().find(|other| **other != name).expect("two names");
        let other = crate::kernels::kernel(other);
        assert!(other.find(&image).is_none());
        assert!(other.judge(&image, &found.function).is_err());
    }
}

/// Goal: no changed byte goes through that changes a result. Method: bytes at random, each with
/// another value; what is proven still has to give the same words.
#[test]
fn changed_bytes_are_refused() {
    let (mut random, mut taken) = (Random(11), 0);
    for (name, text) in CODES {
        let (mut image, kernel) = (stored(name, text), kernel(name));
        let function = image.functions[0].clone();
        let (whole, _) = kernel.judge(&image, &function).unwrap_or_else(|why| panic!("{why}"));
        for _ in 0..40 {
            let at = function.at + random.below(function.size) as u64;
            let byte = image.byte(at).expect("a byte") ^ (1 << random.below(8));
            let old = image.change(at, byte).expect("a byte");
            if let Ok((changed, _)) = kernel.judge(&image, &function) {
                taken += 1;
                for _ in 0..8 {
                    let inputs = random.inputs(&whole);
                    let [one, other] = [&whole, &changed].map(|it| words::run(it, &inputs));
                    assert_eq!(one, other, "{name}: {byte:#x} at {at:#x}");
                }
            }
            image.change(at, old);
        }
    }
    println!("{taken} of 80 changes leave the meaning");
    assert!(taken < 20, "{taken} of 80");
}

/// Goal: what is no part of a kernel is refused by name: a call, a prefix, an index, half a word.
#[test]
fn code_that_is_no_kernel_is_refused() {
    for (code, why) in [
        ("c3", "rbx"),
        ("e800000000c3", "an operand of another kind"),
        ("f0480108c3", "a prefix"),
        ("488b04cec3", "a fixed place"),
        ("8b06c3", "a fixed place"),
        ("0fa2c3", "unknown"),
        ("c20800", "another return"),
        ("06", "no instruction"),
    ] {
        let image = stored("mul", &format!("code 0x1000 {code}"));
        let found = kernel("mul").find(&image).expect("a function of that name");
        let refusal = found.outcome.expect_err("no kernel").to_string();
        // A return alone writes no result.
        let why = if code == "c3" { "no line writes" } else { why };
        assert!(refusal.contains(why), "{code}: {refusal}");
    }
}
