//! `fieldgen explain`: why a parameter set is admissible, or why not.
//!
//! A refusal names the step, shows numbers within the contract that break it by computing with
//! them, and names the nearest sets that hold.

mod ifma;
mod pull_request;
mod signed;
mod words;

use crate::table::{self, Row};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::process::ExitCode;

/// Say whether a parameter set is admissible, what limits it, and what breaks it.
#[derive(Debug, Args)]
pub struct Explain {
    /// Name of the prime, as `fieldgen primes` lists it; `p256` for `p256_p`.
    #[arg(long, value_name = "NAME", value_parser = table::named)]
    prime: &'static Row,
    /// How an element is held and reduced.
    #[arg(long)]
    form: Form,
    /// Bits per limb; 64 for full words.
    #[arg(long, default_value_t = 64)]
    limb_bits: u32,
    /// Limbs per element; as many as the prime needs if not given.
    #[arg(long)]
    limbs: Option<usize>,
    /// Nested additions that a factor may have behind it: factors up to 2^ADDS times an element.
    #[arg(long, default_value_t = 0)]
    adds: u32,
    /// Signed limbs: the order of carries and reductions, such as carry+short, or its steps, such
    /// as r16-r9,c7,c8,r9,c0-c7. The cheapest that holds if not given.
    #[arg(long)]
    sequence: Option<String>,
}

/// The forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Signed limbs in 64-bit columns.
    Signed,
    /// Montgomery form over 64-bit words.
    Montgomery,
    /// Folding of the high half over 64-bit words, for primes just below a power of two.
    Solinas,
    /// Limbs in the 52-bit products of AVX-512 IFMA.
    Ifma,
}

/// What came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Admissible,
    Refused,
}

impl Explain {
    /// Does it; ends with 0 if the set is admissible, with 3 if not, with 2 if it is no set.
    pub fn run(&self) -> io::Result<ExitCode> {
        let mut out = io::stdout().lock();
        let verdict = match self.form {
            Form::Signed => signed::explain(self, &mut out),
            Form::Montgomery | Form::Solinas => words::explain(self, &mut out),
            Form::Ifma => ifma::explain(self, &mut out),
        };
        match verdict {
            Ok(Verdict::Admissible) => Ok(ExitCode::SUCCESS),
            Ok(Verdict::Refused) => Ok(ExitCode::from(3)),
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                out.flush()?;
                eprintln!("fieldgen: {error}");
                Ok(ExitCode::from(2))
            }
            Err(error) => Err(error),
        }
    }

    /// The number of limbs: as given, or the fewest that hold an element with `spare` free bits.
    fn limbs(&self, spare: u64) -> usize {
        let bits = self.prime.modulus.value().bits() + spare;
        self.limbs.unwrap_or(bits.div_ceil(self.limb_bits.max(1).into()) as usize)
    }
}

fn usage(text: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, text.into())
}

fn plural(count: u32) -> &'static str {
    if count == 1 { "" } else { "s" }
}
