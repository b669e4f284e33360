//! Programs of machine code as certificates, which the second checker proves in its own way.

use crate::contracts::Contracts;
use crate::survey::Survey;
use fieldgen::certify::{document, wrap};
use fieldgen::field::Field;

/// The text of the certificates of all primes that have a function in the program. What is not
/// there as a function of its own, or is not proven by itself, is the program of the text.
///
/// # Errors
/// A program that a prover refuses.
pub fn certificates(contracts: &Contracts, survey: &Survey) -> Result<String, String> {
    let mut texts = Vec::new();
    let of_lanes = survey.rows.iter().filter(|row| !row.subject.task.is_single());
    for prime in &contracts.primes {
        let mut field: Field = prime.field.clone();
        let mut lifted = 0;
        for row in of_lanes.clone().filter(|row| row.subject.task.of == field.row.name) {
            let Ok(proven) = &row.outcome else { continue };
            if proven.by_itself.is_err() {
                continue;
            }
            let text = &row.subject.task.program;
            let of_same_name = |program: &&mut fieldgen::ir::Program| program.name == text.name;
            if let Some(program) = field.programs.iter_mut().find(of_same_name) {
                *program = proven.followed.program(text);
                lifted += 1;
            }
        }
        if lifted > 0 {
            texts.push(document(&field).map_err(|refusal| refusal.to_string())?);
        }
    }
    Ok(wrap(&texts))
}
