//! The measurement: every form in turn within each column, what ships twice, OpenSSL last.

use crate::curves::{FORMS, SHIPPING};
use crate::works::{Keygen, Messages, Sign, TheirKeygen, TheirSign};
use sealane::ecc::key::forms::Form;
use sealane_measure::libcrypto::Libcrypto;
use sealane_measure::{Figures, Work, contest, paired_ratio, rehearse};
use std::rc::Rc;

/// Sizes of the messages in bytes: the ones of the table in OpenJDK's pull request 10398.
pub const MESSAGE_BYTES: [usize; 4] = [64, 512, 2048, 16384];
/// How far the two measurements of what ships may be apart.
pub const MAX_DRIFT: f64 = 0.10;

/// The number of the contestant that ships; the forms follow.
pub const FIRST: usize = 0;
/// The number of the same contestant, measured once more.
pub const SECOND: usize = FORMS.len() + 1;
/// The number of OpenSSL.
pub const THEIRS: usize = FORMS.len() + 2;

/// One column: a title, and figures in the order of [`FIRST`], the forms, [`SECOND`], [`THEIRS`].
pub struct Column {
    /// `sign 64 B` or `keygen`.
    pub title: String,
    /// Of each contestant.
    pub figures: Vec<Figures>,
}

impl Column {
    /// How far the two measurements of what ships are apart: by their medians or by their ratio
    /// within the rounds, whichever is worse.
    #[must_use]
    pub fn drift(&self) -> f64 {
        let (first, second) = (&self.figures[FIRST], &self.figures[SECOND]);
        let off = |ratio: f64| ratio.max(1.0 / ratio) - 1.0;
        off(first.median_ns() / second.median_ns()).max(off(paired_ratio(first, second)))
    }
}

/// Refuses figures whose control does not hold.
pub fn control(columns: &[Column]) -> Result<(), String> {
    match columns.iter().find(|column| column.drift() > MAX_DRIFT) {
        None => Ok(()),
        Some(column) => Err(format!(
            "{}: two measurements of the same code are {:.1} % apart, more than {:.0} %; \
             the machine is too busy for a table",
            column.title,
            column.drift() * 100.0,
            MAX_DRIFT * 100.0
        )),
    }
}

/// The contestants' names, in their order.
#[must_use]
pub fn titles() -> Vec<&'static str> {
    let forms = FORMS.iter().map(|row| row.title);
    [SHIPPING.title].into_iter().chain(forms).chain(["the first row again", "OpenSSL"]).collect()
}

/// Measures all columns, `seconds` of CPU time for each cell. Errors: a result that is wrong, with
/// the name of its contestant.
pub fn measure(
    seconds: f64,
    libcrypto: &Rc<Libcrypto>,
    mut tell: impl FnMut(&str),
) -> Result<Vec<Column>, String> {
    let rows = [&SHIPPING].into_iter().chain(&FORMS);
    let mut forms: Vec<Rc<Form>> = rows.map(|row| Rc::new((row.form)())).collect();
    forms.push(Rc::clone(&forms[FIRST]));
    let mut columns = Vec::new();
    for bytes in MESSAGE_BYTES {
        let messages = Messages::new(bytes)?;
        let mut ours: Vec<Sign> = forms.iter().map(|form| Sign::new(form, &messages)).collect();
        let mut theirs = TheirSign::new(libcrypto, &messages)?;
        let mut works: Vec<&mut dyn Work> = ours.iter_mut().map(|it| it as _).collect();
        works.push(&mut theirs);
        let title = format!("sign {bytes} B");
        tell(&title);
        columns.push(Column { title, figures: run(&mut works, seconds)? });
    }
    let mut ours: Vec<Keygen> = forms.iter().map(Keygen::new).collect();
    let mut theirs = TheirKeygen::new(libcrypto)?;
    let mut works: Vec<&mut dyn Work> = ours.iter_mut().map(|it| it as _).collect();
    works.push(&mut theirs);
    tell("keygen");
    columns.push(Column { title: "keygen".into(), figures: run(&mut works, seconds)? });
    Ok(columns)
}

fn run(works: &mut [&mut dyn Work], seconds: f64) -> Result<Vec<Figures>, String> {
    let figures = rehearse(works).and_then(|()| contest(works, seconds));
    figures.map_err(|(number, why)| format!("{}: {why}; no figures", titles()[number]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(second_ns: f64) -> Column {
        let mut figures = vec![Figures::new(vec![100.0; 5], 5); THEIRS + 1];
        figures[SECOND] = Figures::new(vec![second_ns; 5], 5);
        Column { title: "sign 64 B".into(), figures }
    }

    /// Goal: the control says no on either side of its limit, and yes just inside.
    #[test]
    fn control_refuses_what_drifts() {
        for good in [92.0, 100.0, 109.0] {
            assert_eq!(control(&[column(100.0), column(good)]), Ok(()), "{good}");
        }
        for bad in [90.0, 111.0] {
            let no = control(&[column(100.0), column(bad)]).expect_err("beyond the limit");
            assert!(no.contains("sign 64 B"), "{no}");
        }
    }
}
