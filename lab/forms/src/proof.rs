//! What the generator proves of a form, found by the name of its prime and proven again here.

use fieldgen::admissible::limit;
use fieldgen::emit::{all_files, differences, emitted_fields, folder, signed_fields};
use fieldgen::field::Field;
use fieldgen::ir::Op;
use fieldgen::prove::prove;

/// The proof of one form, in figures.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Name of the prime as the emitted file has it.
    pub name: String,
    /// How the generator calls the form.
    pub form: String,
    /// Steps of all functions together, each shown to fit its word.
    pub steps: usize,
    /// Free bits of the tightest step and where it is; `None` if carries keep all words full.
    pub margin: Option<(f64, String)>,
    /// Products of words in one product of elements, and all its steps.
    pub product: (usize, usize),
}

/// Proves every emitted form of the prime `p256_p`. Errors: a refusal of the provers, or an emitted
/// file that is not what was proven.
pub fn proofs() -> Result<Vec<Proof>, String> {
    let unlike = differences(&all_files(), &folder()).map_err(|error| error.to_string())?;
    if let Some(line) = unlike.first() {
        return Err(format!("what is compiled is not what is proven: {line}"));
    }
    let fields = emitted_fields().into_iter().chain(signed_fields());
    fields.filter(|field| field.row.name == "p256_p").map(|field| of(&field)).collect()
}

fn of(field: &Field) -> Result<Proof, String> {
    let mut steps = 0;
    for program in &field.programs {
        let proof = prove(program, &field.contract(program));
        steps += proof.map_err(|refusal| format!("{}: {refusal}", field.form_name()))?.steps;
    }
    let (name, margin) = match &field.signed {
        None => (field.row.name.to_string(), None),
        Some((set, rest)) => {
            let program = &field.programs[rest.tightest.program];
            let place = limit(program, rest.tightest.step);
            let name = format!("{}_{}", field.row.name, set.tag());
            (name, Some((rest.tightest.margin(), place)))
        }
    };
    let mul = &field.programs[0];
    let products = [Op::MulLow, Op::MulWide, Op::Mac, Op::MulSigned];
    let products = products.iter().map(|op| mul.count(*op)).sum();
    let all = mul.steps.iter().filter(|step| step.op.arity() > 0).count();
    Ok(Proof { name, form: field.form_name(), steps, margin, product: (products, all) })
}

/// The line of the document.
#[must_use]
pub fn line(proof: &Proof) -> String {
    let (products, steps) = proof.product;
    let margin = match &proof.margin {
        None => "words are full and carries are kept; nothing is left to overflow".to_string(),
        Some((bits, place)) => format!("{bits:.2} bits free at the tightest step ({place})"),
    };
    format!(
        "{}: {margin}; {} steps proven; a product has {steps} steps, {products} of them products",
        proof.form, proof.steps
    )
}
