//! HMAC-DRBG by HMAC with every hash: for those that have no words of SHA-2's.

use super::{NonceRequest, Order};
use crate::hash::MAX_OUTPUT_BYTES;
use crate::hash::hmac::Hmac;
use crate::names::MAX_ORDER_BYTES;
use sealane_arith::secret::{Secret, wipe};
use zeroize::Zeroize;

/// The generator of any hash.
pub(super) struct ByHmac {
    /// HMAC under the key, `K` in the RFC: begun once for all that one key does. Wiped on drop.
    keyed: Hmac,
    state: Secret<State>,
    used: bool,
}

/// The names of the RFC are `V` and `T`.
#[derive(Clone, Copy)]
struct State {
    value: [u8; MAX_OUTPUT_BYTES],
    output: [u8; MAX_ORDER_BYTES],
}

impl ByHmac {
    /// Seeds it. Section 3.2, steps b to g.
    pub(super) fn new<O: Order>(order: &O, request: &NonceRequest<'_, O::Scalar>) -> Self {
        let NonceRequest { scalar, digest, hedge } = *request;
        let hash = request.hash();
        let mut reduced = [0; MAX_ORDER_BYTES];
        let reduced = &mut reduced[..order.bytes()];
        order.write(&order.digest_to_scalar(digest.as_bytes()), reduced);
        let mut keyed = Hmac::new(hash, &[0; MAX_OUTPUT_BYTES][..hash.output_bytes()]);
        let mut seed = |scalar: &O::Scalar, extra: &[u8]| {
            let mut secret = [0; MAX_ORDER_BYTES];
            order.write(scalar, &mut secret[..order.bytes()]);
            let mut state = State { value: [1; MAX_OUTPUT_BYTES], output: [0; MAX_ORDER_BYTES] };
            for round in 0..2 {
                state.rekey(&mut keyed, [&[round], &secret[..order.bytes()], reduced, extra]);
            }
            wipe(&mut secret);
            state
        };
        let state = match hedge {
            Some(extra) => scalar.zip(extra, |scalar, extra| seed(scalar, extra)),
            None => scalar.map(|scalar| seed(scalar, &[])),
        };
        ByHmac { keyed, state, used: false }
    }

    /// Returns the next candidate. Section 3.2, step h.
    pub(super) fn candidate<O: Order>(&mut self, order: &O) -> Secret<O::Scalar> {
        let keyed = &mut self.keyed;
        if self.used {
            self.state.update(|state| state.rekey(keyed, [&[0], &[], &[], &[]]));
        }
        self.used = true;
        self.state.update(|state| state.fill(keyed, order.bytes()));
        self.state.map(|state| order.leftmost_bits(&state.output[..order.bytes()]))
    }
}

impl State {
    /// `K = HMAC_K(V || data)`, then `V = HMAC_K(V)`.
    fn rekey(&mut self, keyed: &mut Hmac, data: [&[u8]; 4]) {
        let hash = keyed.hash();
        let mut key = [0; MAX_OUTPUT_BYTES];
        let key = &mut key[..hash.output_bytes()];
        let [a, b, c, d] = data;
        keyed.of_parts(&[&self.value[..key.len()], a, b, c, d], key);
        *keyed = Hmac::new(hash, key);
        wipe(key);
        self.step(keyed);
    }

    /// `V = HMAC_K(V)`.
    fn step(&mut self, keyed: &Hmac) {
        let mut value = self.value;
        let length = keyed.hash().output_bytes();
        keyed.of_parts(&[&value[..length]], &mut self.value[..length]);
        wipe(&mut value);
    }

    /// Fills the first `bytes` bytes of the output.
    fn fill(&mut self, keyed: &Hmac, bytes: usize) {
        let length = keyed.hash().output_bytes();
        let mut filled = 0;
        while filled < bytes {
            self.step(keyed);
            let more = length.min(bytes - filled);
            self.output[filled..filled + more].copy_from_slice(&self.value[..more]);
            filled += more;
        }
    }
}

impl Zeroize for State {
    fn zeroize(&mut self) {
        wipe(&mut self.value);
        wipe(&mut self.output);
    }
}
