//! The loop and the lines of the peers in Rust; see ../../README.md for what they print.
//!
//! The loop is that of `sealane_measure::contest`: 64 different inputs one after another, warm up
//! for a fifth of the time, then turns of samples of about 1 ms (at most 64 operations, one
//! operation outside the clock before each) in CPU time of the thread; of each turn the median
//! sample and the fastest. When the bench calls the turns, it says on standard input when each
//! begins.

use std::env::args;
use std::ffi::{CString, c_char, c_int};
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;

/// How many inputs there are.
pub const INPUTS: usize = 64;
const SAMPLE_S: f64 = 1e-3;
/// Of a peer on its own; in a turn that the bench has called, one is enough.
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
    paced: bool,
}

impl Bench {
    /// Reads the arguments and prints the version.
    pub fn new(version: &str) -> Self {
        println!("# version {version}");
        let pattern = args().nth(2).unwrap_or_default();
        let pattern = pattern.split('|').filter(|it| !it.is_empty()).map(String::from).collect();
        let seconds = args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(0.3);
        Self { seconds, pattern, paced: args().len() > 3 }
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

    /// Measures and prints a row, if it is wanted. Returns the last input and its result.
    pub fn op<R>(
        &self,
        algo: &str,
        op: &str,
        mut work: impl FnMut(usize) -> R,
    ) -> Option<(usize, R)> {
        let mut lane: Option<Lane> = None;
        let mut last = None;
        self.turns(algo, op, |seconds, least| {
            let lane = lane.get_or_insert_with(|| Lane::warm(seconds / 5.0, &mut work));
            repeated(seconds, least, || lane.sample(&mut work, &mut last))
        });
        last
    }

    /// Calls `turn` with the seconds it shall take and how many samples it must make, once or as
    /// often as the bench says, and prints the samples of each, in seconds an operation. Returns
    /// whether there was a turn.
    pub fn turns(
        &self,
        algo: &str,
        op: &str,
        mut turn: impl FnMut(f64, usize) -> Vec<f64>,
    ) -> bool {
        let mut made = 0;
        while self.wants(algo, op) && self.called(algo, op, made) {
            let mut samples = turn(self.seconds, if self.paced { 1 } else { LEAST_SAMPLES });
            samples.sort_by(f64::total_cmp);
            let count = samples.len();
            let middle = f64::midpoint(samples[(count - 1) / 2], samples[count / 2]);
            println!("{algo}\t{op}\t{:.1}\t{:.1}", 1.0 / middle, 1.0 / samples[0]);
            made += 1;
        }
        made > 0
    }

    /// Whether there is another turn after so many.
    fn called(&self, algo: &str, op: &str, made: usize) -> bool {
        if !self.paced {
            return made == 0;
        }
        if made == 0 {
            println!("ready\t{algo}\t{op}");
        }
        let _ = std::io::stdout().flush();
        let mut word = String::new();
        std::io::stdin().read_line(&mut word).is_ok() && word == "turn\n"
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

/// Makes samples until they hold so many seconds in all, and so many are there. `sample` gives the
/// seconds of a sample and how many operations it had.
pub fn repeated(seconds: f64, least: usize, mut sample: impl FnMut() -> (f64, usize)) -> Vec<f64> {
    let (mut samples, mut used) = (Vec::new(), 0.0);
    while used < seconds || samples.len() < least {
        let (spent, operations) = sample();
        used += spent;
        samples.push(spent / operations as f64);
    }
    samples
}

/// What is known of a row while it is measured.
struct Lane {
    calls: usize,
    next: usize,
}

impl Lane {
    /// Warms up for so many seconds, and learns how many operations a sample has.
    fn warm<R>(seconds: f64, work: &mut impl FnMut(usize) -> R) -> Self {
        let start = thread_seconds();
        let (mut done, mut spent) = (0, 0.0);
        while done == 0 || spent < seconds {
            black_box(work(done % INPUTS));
            done += 1;
            spent = thread_seconds() - start;
        }
        let calls = ((SAMPLE_S / (spent / done as f64)) as usize).clamp(1, INPUTS);
        Self { calls, next: 0 }
    }

    /// One sample; keeps the last input and its result.
    fn sample<R>(
        &mut self,
        work: &mut impl FnMut(usize) -> R,
        last: &mut Option<(usize, R)>,
    ) -> (f64, usize) {
        black_box(work(self.next));
        let start = thread_seconds();
        for call in self.next..self.next + self.calls {
            let input = call % INPUTS;
            *last = Some((input, black_box(work(input))));
        }
        let spent = thread_seconds() - start;
        self.next = (self.next + self.calls) % INPUTS;
        (spent, self.calls)
    }
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
