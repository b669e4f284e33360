//! The loop and the lines of the peers in Rust; see ../../README.md for what they print.
//!
//! The loop is that of `sealane_measure::contest`: 64 different inputs in turn, warm up for a fifth
//! of the time, then samples of about 2 ms (at most 64 operations, one operation outside the clock
//! before each) in CPU time of the thread, and the median of the samples.

use std::env::args;
use std::ffi::{CString, c_char, c_int};
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;

/// How many inputs there are.
pub const INPUTS: usize = 64;
const SAMPLE_S: f64 = 2e-3;
const LEAST_SAMPLES: usize = 5;

/// CPU time of this thread in seconds.
pub fn thread_seconds() -> f64 {
    #[repr(C)]
    struct Timespec {
        sec: i64,
        nsec: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    }
    const CLOCK_THREAD_CPUTIME_ID: c_int = 3;
    let mut time = Timespec { sec: 0, nsec: 0 };
    // SAFETY: the place is one for the answer.
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.sec as f64 + 1e-9 * time.nsec as f64
}

/// 64 different inputs of 32 bytes, the same in every run (xorshift from a fixed seed).
pub fn digests() -> Vec<[u8; 32]> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut digest = |_| {
        let mut digest = [0u8; 32];
        for word in digest.chunks_mut(8) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            word.copy_from_slice(&state.to_le_bytes());
        }
        digest
    };
    (0..INPUTS).map(&mut digest).collect()
}

/// Returns bytes as hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Hands out a result: a public key, an input and an output, as the bench reads them.
pub fn sample(algo: &str, op: &str, public: &[u8], input: &str, output: &str) {
    println!("sample\t{algo}\t{op}\t{}\t{input}\t{output}", hex(public));
}

/// Hands out a new key pair; without a private key if the library does not show it.
pub fn pair(algo: &str, op: &str, public: &[u8], private: Option<&[u8]>) {
    sample(algo, op, public, &private.map_or("-".into(), hex), "-");
}

/// What was asked for.
pub struct Bench {
    seconds: f64,
    pattern: Vec<String>,
}

impl Bench {
    /// Reads the arguments and prints the version.
    pub fn new(version: &str) -> Self {
        println!("# version {version}");
        let pattern = args().nth(2).unwrap_or_default();
        let pattern = pattern.split('|').filter(|it| !it.is_empty()).map(String::from).collect();
        Self { seconds: args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(0.3), pattern }
    }

    /// Whether a row is wanted: parts joined with `|`, `^` and `$` allowed.
    pub fn wants(&self, algo: &str, op: &str) -> bool {
        let row = format!("{algo} {op}");
        let matches = |part: &String| {
            let text = part.trim_start_matches('^').trim_end_matches('$');
            match (part.starts_with('^'), part.ends_with('$')) {
                (true, true) => row == text,
                (true, false) => row.starts_with(text),
                (false, true) => row.ends_with(text),
                (false, false) => row.contains(text),
            }
        };
        self.pattern.is_empty() || self.pattern.iter().any(matches)
    }

    /// Whether any row of an algorithm is wanted.
    pub fn wants_any(&self, algo: &str) -> bool {
        ["keygen", "sign", "verify", "derive"].iter().any(|op| self.wants(algo, op))
    }

    /// The seconds a row shall take.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Measures and prints a row, if it is wanted. Returns the last input and its result.
    pub fn op<R>(&self, algo: &str, op: &str, work: impl FnMut(usize) -> R) -> Option<(usize, R)> {
        if !self.wants(algo, op) {
            return None;
        }
        let (seconds, last) = measured(self.seconds, work);
        row(algo, op, seconds);
        Some(last)
    }

    /// Like [`Bench::op`] for a verification of signature `s` under message `m`. It must first take
    /// every signature of its own message and none of the next. Returns the last input.
    pub fn verify(&self, algo: &str, check: impl Fn(usize, usize) -> bool) -> Option<usize> {
        if !self.wants(algo, "verify") {
            return None;
        }
        let right = |i: usize| check(i, i) && !check((i + 1) % INPUTS, i);
        if !(0..INPUTS).all(right) {
            println!("# fail {algo} verify");
            return None;
        }
        println!("refused\t{algo}");
        let mut good = true;
        let last = self.op(algo, "verify", |i| good &= check(i, i))?.0;
        assert!(good, "a wrong result: {algo} verify");
        Some(last)
    }

    /// Signing and verifying of one key: `sign` gives the bytes of a signature, which `verify`
    /// takes. `public` is the key, `kind` what the inputs are, `form` what signatures are.
    pub fn signatures<S: AsRef<[u8]>>(
        &self,
        algo: &str,
        (public, kind, form): (&[u8], &str, &str),
        inputs: &[impl AsRef<[u8]>],
        mut sign: impl FnMut(usize) -> S,
        verify: impl Fn(usize, &[u8]) -> bool,
    ) {
        let shown = |op: &str, input: usize, signature: &[u8]| {
            let input = format!("{kind}:{}", hex(inputs[input].as_ref()));
            sample(algo, op, public, &input, &format!("{form}:{}", hex(signature)));
        };
        let made: Vec<Vec<u8>> = (0..INPUTS).map(|i| sign(i).as_ref().to_vec()).collect();
        if let Some((input, signature)) = self.op(algo, "sign", sign) {
            shown("sign", input, signature.as_ref());
        }
        if let Some(input) = self.verify(algo, |m, s| verify(m, &made[s])) {
            shown("verify", input, &made[input]);
        }
    }
}

/// Prints a row.
pub fn row(algo: &str, op: &str, seconds: f64) {
    println!("{algo}\t{op}\t{:.1}", 1.0 / seconds);
    let _ = std::io::stdout().flush();
}

/// Returns the median seconds an operation takes, and the last input with its result.
fn measured<R>(seconds: f64, mut work: impl FnMut(usize) -> R) -> (f64, (usize, R)) {
    let start = thread_seconds();
    let mut done = 0;
    let mut spent = 0.0;
    while done == 0 || spent < seconds / 5.0 {
        black_box(work(done % INPUTS));
        done += 1;
        spent = thread_seconds() - start;
    }
    let calls = ((SAMPLE_S / (spent / done as f64)) as usize).clamp(1, INPUTS);
    let (mut samples, mut used, mut next, mut last) = (Vec::new(), 0.0, 0, None);
    while used < seconds || samples.len() < LEAST_SAMPLES {
        black_box(work(next));
        let start = thread_seconds();
        for call in next..next + calls {
            let input = call % INPUTS;
            last = Some((input, black_box(work(input))));
        }
        let spent = thread_seconds() - start;
        next = (next + calls) % INPUTS;
        used += spent;
        samples.push(spent / calls as f64);
    }
    samples.sort_by(f64::total_cmp);
    let middle = f64::midpoint(samples[(samples.len() - 1) / 2], samples[samples.len() / 2]);
    (middle, last.expect("there are samples"))
}

/// The bytes of a file of `$PEER_KEYS`.
pub fn key_file(name: &str) -> Option<Vec<u8>> {
    std::fs::read(format!("{}/{name}", std::env::var("PEER_KEYS").ok()?)).ok()
}

/// Runs a peer in C that was compiled into the program.
///
/// # Safety
/// `main` must be a `main` of C.
pub unsafe fn run_c(main: unsafe extern "C" fn(c_int, *mut *mut c_char) -> c_int) -> ! {
    let texts: Vec<CString> =
        args().map(|text| CString::new(text).expect("arguments hold no zero")).collect();
    let mut pointers: Vec<*mut c_char> = texts.iter().map(|it| it.as_ptr().cast_mut()).collect();
    pointers.push(std::ptr::null_mut());
    // SAFETY: the caller's promise; the texts live, and a null pointer ends them.
    let code = unsafe { main(texts.len() as c_int, pointers.as_mut_ptr()) };
    std::process::exit(code)
}
