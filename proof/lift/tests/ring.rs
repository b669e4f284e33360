//! Products of the ring as machine code: proven by their text, and refused where a bit is changed.

use crate::bytes;
use lift::image::{Function, Image};
use lift::ring::{self, Product};

/// Both products, as the compiler made them of the text.
const CODES: [(&str, &str); 2] = [
    ("times", "4863cf4863c6480fafc148c1e8200fafca4863c94869c901e07f0048c1e92029c8c3"),
    ("fold", "89f069cf012080034863c94869c901e07f0048c1e92029c8c3"),
];

fn stored(name: &str, code: &str) -> Image {
    let (code, name) = (bytes(code), format!("ring_{name}"));
    let symbol = format!("_ZN7singles{}{name}17h00E", name.len());
    let function = Function { symbol, name, at: 0x1000, size: code.len() };
    Image::of_sections(vec![(0x1000, code, true)], vec![function])
}

fn product(name: &str) -> Product {
    let products = ring::products(&fieldgen::emit::folder()).expect("a text that is proven");
    assert_eq!(products.len(), CODES.len());
    let is_it = |product: &Product| product.name() == format!("ring {name} alone");
    products.into_iter().find(is_it).expect("a product of the text")
}

/// Goal: what the compiler made is proven, and is no other product.
#[test]
fn stored_products_are_proven() {
    for (name, code) in CODES {
        let (image, product) = (stored(name, code), product(name));
        let function = product.find(&image).expect("a function of that name").clone();
        assert!(product.judge(&image, &function).is_ok_and(|count| count > 6));
        for (other, code) in CODES.iter().filter(|(other, _)| *other != name) {
            let image = stored(name, code);
            assert!(product.judge(&image, &image.functions[0]).is_err(), "{other} as {name}");
        }
    }
}

/// Goal: every change of a bit is refused, or leaves the lower half of the result. Method: all of
/// them; what is taken is told by the bits that do not count.
#[test]
fn changed_bits_are_refused() {
    for (name, code) in CODES {
        let (mut image, product) = (stored(name, code), product(name));
        let function = image.functions[0].clone();
        let mut taken = Vec::new();
        for at in function.at..function.at + function.size as u64 {
            for bit in 0..8 {
                let byte = image.byte(at).expect("a byte of the code");
                image.change(at, byte ^ 1 << bit);
                if product.judge(&image, &function).is_ok() {
                    taken.push((at - function.at, bit));
                }
                image.change(at, byte);
            }
        }
        println!("{name}: taken {taken:?}");
        assert!(taken.len() <= 12, "{name}: {taken:?}");
    }
}

/// What is refused, whatever it computes: the code, and why.
#[test]
fn code_that_is_not_understood_is_refused() {
    for (what, code, why) in [
        ("a call", "e800000000c3", "not lifted"),
        ("no return", "89f0", "it ends without a return"),
        ("a register of the caller", "89f3c3", "a register that it must not change"),
        ("what was not written", "89c8c3", "a register that is not known"),
        ("half a word as a whole one", "480faff7c3", "a register of which half is known"),
        ("memory", "8b07c3", "an operand of another kind"),
        ("a shift by another distance", "4863c748c1e81fc3", "not lifted"),
    ] {
        let image = stored("fold", code);
        let refusal = product("fold").judge(&image, &image.functions[0]).expect_err("no product");
        assert!(refusal.to_string().contains(why), "{what}: {refusal}");
    }
}
