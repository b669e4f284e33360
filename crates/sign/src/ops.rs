//! The operations on keys whose algorithm is known at run time only: plain integers in, plain integers out.
//!
//! A key holds its integers as [`Wide`] words; each operation is a [`Visit`] that meets the curve's types,
//! runs on the machine, and hands wide words back. No allocation, no panic on any input.

use crate::algorithm::Algorithm;
use crate::curve::{BaseTable, NLimbs, PLimbs, Visit, visit};
use crate::error::{DecodeError, SignError};
use crate::group::comb::mul_base;
use crate::group::short::{Affine, Shape, is_on_curve};
use crate::hash::Digest;
use crate::nonce::{Generator, digest_to_scalar, random_hedge, random_scalar};
use crate::scheme::{ecdh, ecdsa};
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine, sqrt_3mod4};
use sealane_arith::machine::{self, One};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

/// Words enough for an integer of any curve, little-endian.
pub(crate) type Wide = [u64; 9];

/// How the nonce of a signature is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nonces {
    /// RFC 6979 with 32 fresh random bytes mixed in (its section 3.6). Neither a broken random generator
    /// nor a fault that repeats a computation makes two signatures share a nonce.
    #[default]
    Hedged,
    /// RFC 6979 as it stands: the same message gives the same signature.
    Deterministic,
}

/// Widens or narrows words; the dropped ones are zero by the caller's range checks.
pub(crate) fn fit<A: Words, B: Words>(from: &A) -> B {
    let mut to = B::ZERO;
    let n = A::LEN.min(B::LEN);
    to.as_mut()[..n].copy_from_slice(&from.as_ref()[..n]);
    to
}

/// Makes the tables of an algorithm.
pub(crate) fn prepare(algorithm: Algorithm) {
    struct Task;
    impl Visit for Task {
        type Output = ();
        fn curve<C: BaseTable<One>>(self) {
            let _ = C::base_table(One);
        }
    }
    visit(algorithm, Task);
}

/// Returns a private scalar, given its big-endian bytes. Errors: `KeyLength`, `KeyRange`.
pub(crate) fn scalar_from_bytes(
    algorithm: Algorithm,
    scalar: &[u8],
) -> Result<Secret<Wide>, DecodeError> {
    struct Task<'a>(&'a [u8]);
    impl Visit for Task<'_> {
        type Output = Result<Secret<Wide>, DecodeError>;
        fn curve<C: BaseTable<One>>(self) -> Self::Output {
            if self.0.len() != C::N::BYTES {
                return Err(DecodeError::KeyLength { expected: C::N::BYTES, got: self.0.len() });
            }
            let scalar = Secret::new(bytes::from_be_bytes::<NLimbs<C>>(self.0));
            let good = scalar.map(|d| bytes::is_unit::<C::N>(d).to_bits());
            if good
                .reveal("whether a private key is in range: refused if not, and true of every key")
                == 0
            {
                return Err(DecodeError::KeyRange);
            }
            Ok(scalar.map(fit))
        }
    }
    visit(algorithm, Task(scalar))
}

/// Returns a fresh private scalar. Errors: `Random`.
pub(crate) fn generate_scalar(algorithm: Algorithm) -> Result<Secret<Wide>, SignError> {
    struct Task;
    impl Visit for Task {
        type Output = Result<Secret<Wide>, SignError>;
        fn curve<C: BaseTable<One>>(self) -> Self::Output {
            Ok(random_scalar::<C>()?.map(fit))
        }
    }
    visit(algorithm, Task)
}

/// Returns the public point of a private scalar in `1..n`. Constant-time.
pub(crate) fn public_point(algorithm: Algorithm, scalar: &Secret<Wide>) -> [Wide; 2] {
    struct Task<'a>(&'a Secret<Wide>);
    impl Visit for Task<'_> {
        type Output = [Wide; 2];
        fn curve<C: BaseTable<One>>(self) -> Self::Output {
            let machine = machine::enter_one();
            let scalar = self.0.map(|d| [fit::<_, NLimbs<C>>(d)]);
            let point = mul_base::<C, One, 1>(machine, C::base_table(machine), &scalar);
            let plain = point.map(|p| {
                let Affine { x, y } = p.to_affine(Field::invert);
                [x, y].map(|c| unload::<C::P>(machine, c))
            });
            plain.reveal("a public key is public")
        }
    }
    visit(algorithm, Task(scalar))
}

fn unload<P: Prime>(machine: One, x: <One as Machine>::Of<P>) -> Wide {
    let mut plain = [P::Limbs::ZERO];
    machine.unload::<P>(x, &mut plain);
    fit(&plain[0])
}

/// Returns the point of an uncompressed encoding. Errors: `KeyPointInvalid` for a coordinate at or above the
/// prime and for a point off the curve. Variable-time: the point is public.
pub(crate) fn point_from_coordinates(
    algorithm: Algorithm,
    x: &[u8],
    y: &[u8],
) -> Result<[Wide; 2], DecodeError> {
    struct Task<'a>([&'a [u8]; 2]);
    impl Visit for Task<'_> {
        type Output = Result<[Wide; 2], DecodeError>;
        fn curve<C: BaseTable<One>>(self) -> Self::Output {
            let [x, y] = self.0.map(bytes::from_be_bytes::<PLimbs<C>>);
            let below = bytes::is_below::<C::P>(&x).and(bytes::is_below::<C::P>(&y));
            if !below.to_bool_vartime() {
                return Err(DecodeError::KeyPointInvalid);
            }
            let [fx, fy] = [x, y].map(|c| One.load::<C::P>(&[c]));
            let b = fx.like(&C::B);
            if !is_on_curve::<C::Shape, _>(Affine { x: fx, y: fy }, b).to_bool_vartime() {
                return Err(DecodeError::KeyPointInvalid);
            }
            Ok([x, y].map(|c| fit(&c)))
        }
    }
    visit(algorithm, Task([x, y]))
}

/// Returns the point of a compressed encoding. Errors: `KeyPointInvalid` for a coordinate at or above the
/// prime and for an `x` that no point has. Variable-time: the point is public.
pub(crate) fn point_from_x(
    algorithm: Algorithm,
    x: &[u8],
    odd: bool,
) -> Result<[Wide; 2], DecodeError> {
    struct Task<'a>(&'a [u8], bool);
    impl Visit for Task<'_> {
        type Output = Result<[Wide; 2], DecodeError>;
        fn curve<C: BaseTable<One>>(self) -> Self::Output {
            let x = bytes::from_be_bytes::<PLimbs<C>>(self.0);
            if !bytes::is_below::<C::P>(&x).to_bool_vartime() {
                return Err(DecodeError::KeyPointInvalid);
            }
            let fx = One.load::<C::P>(&[x]);
            let (root, exists) = sqrt_3mod4(C::Shape::right_side(fx, fx.like(&C::B)));
            if !exists.to_bool_vartime() {
                return Err(DecodeError::KeyPointInvalid);
            }
            let mut y = unload::<C::P>(One, root);
            if (y[0] & 1 == 1) != self.1 {
                // A root 0 has no odd twin; no curve of prime order has a point with y = 0.
                y = unload::<C::P>(One, -root);
            }
            Ok([fit(&x), y])
        }
    }
    visit(algorithm, Task(x, odd))
}

/// Returns `r` and `s` of the signature of a digest. Constant-time in the key and the nonce.
pub(crate) fn ecdsa_sign(
    algorithm: Algorithm,
    scalar: &Secret<Wide>,
    digest: &Digest,
    nonces: Nonces,
) -> Result<[Wide; 2], SignError> {
    struct Task<'a>(&'a Secret<Wide>, &'a Digest, Nonces);
    impl Visit for Task<'_> {
        type Output = Result<[Wide; 2], SignError>;
        fn curve<C: BaseTable<One>>(self) -> Self::Output {
            let Task(scalar, digest, nonces) = self;
            let d = scalar.map(fit::<_, NLimbs<C>>);
            let hedge = match nonces {
                Nonces::Hedged => Some(random_hedge()?),
                Nonces::Deterministic => None,
            };
            let mut generator = Generator::new::<C>(&d, digest, hedge.as_ref());
            loop {
                let nonce = generator.next::<C>();
                if let Some(signature) = sign_once::<C>(&d, &nonce, digest) {
                    return Ok(signature);
                }
            }
        }
    }
    visit(algorithm, Task(scalar, digest, nonces))
}

/// Signs with a given nonce in `1..n`; `None` if a half is zero.
fn sign_once<C: BaseTable<One>>(
    d: &Secret<NLimbs<C>>,
    nonce: &Secret<NLimbs<C>>,
    digest: &Digest,
) -> Option<[Wide; 2]> {
    let machine = machine::enter_one();
    let e = [digest_to_scalar::<C>(digest.as_bytes())];
    let (d, k) = (d.map(|d| [*d]), nonce.map(|k| [*k]));
    let signed = ecdsa::sign::<C, One, 1>(machine, C::base_table(machine), &d, &k, &e);
    (signed.good == 1).then(|| [fit(&signed.r[0]), fit(&signed.s[0])])
}

/// Signs with a given nonce: for published test vectors only, and not in a normal build.
///
/// Returns `None` for a nonce outside `1..n` and for a zero half.
#[cfg(feature = "test-hooks")]
pub(crate) fn ecdsa_sign_with_nonce(
    algorithm: Algorithm,
    scalar: &Secret<Wide>,
    digest: &Digest,
    nonce: &[u8],
) -> Option<[Wide; 2]> {
    struct Task<'a>(&'a Secret<Wide>, &'a Digest, &'a Secret<Wide>);
    impl Visit for Task<'_> {
        type Output = Option<[Wide; 2]>;
        fn curve<C: BaseTable<One>>(self) -> Self::Output {
            sign_once::<C>(&self.0.map(fit), &self.2.map(fit), self.1)
        }
    }
    let nonce = scalar_from_bytes(algorithm, nonce).ok()?;
    visit(algorithm, Task(scalar, digest, &nonce))
}

/// Returns whether `r` and `s`, both in `1..n`, sign the digest under `point`. Variable-time: all is public.
pub(crate) fn ecdsa_verify(
    algorithm: Algorithm,
    point: &[Wide; 2],
    digest: &Digest,
    signature: &[Wide; 2],
) -> bool {
    struct Task<'a>(&'a [Wide; 2], &'a Digest, &'a [Wide; 2]);
    impl Visit for Task<'_> {
        type Output = bool;
        fn curve<C: BaseTable<One>>(self) -> bool {
            let machine = machine::enter_one();
            let e = digest_to_scalar::<C>(self.1.as_bytes());
            let q = [fit(&self.0[0]), fit(&self.0[1])];
            let [r, s] = [fit(&self.2[0]), fit(&self.2[1])];
            ecdsa::verify_vartime::<C, One>(machine, C::base_table(machine), &q, &e, &r, &s)
        }
    }
    visit(algorithm, Task(point, digest, signature))
}

/// Returns whether the integer of big-endian bytes is in `1..n`, and the integer. Variable-time: public.
pub(crate) fn signature_half(algorithm: Algorithm, half: &[u8]) -> Option<Wide> {
    struct Task<'a>(&'a [u8]);
    impl Visit for Task<'_> {
        type Output = Option<Wide>;
        fn curve<C: BaseTable<One>>(self) -> Self::Output {
            if self.0.len() > C::N::BYTES {
                return None;
            }
            let value = bytes::from_be_bytes::<NLimbs<C>>(self.0);
            bytes::is_unit::<C::N>(&value).to_bool_vartime().then(|| fit(&value))
        }
    }
    visit(algorithm, Task(half))
}

/// Returns the shared `x` of a private scalar and a peer's point. Constant-time in the scalar.
pub(crate) fn ecdh(algorithm: Algorithm, scalar: &Secret<Wide>, peer: &[Wide; 2]) -> Secret<Wide> {
    struct Task<'a>(&'a Secret<Wide>, &'a [Wide; 2]);
    impl Visit for Task<'_> {
        type Output = Secret<Wide>;
        fn curve<C: BaseTable<One>>(self) -> Self::Output {
            let machine = machine::enter_one();
            let d = self.0.map(|d| [fit::<_, NLimbs<C>>(d)]);
            let peer = [[fit(&self.1[0])], [fit(&self.1[1])]];
            ecdh::shared_x::<C, One, 1>(machine, &d, &peer).map(|x| fit(&x[0]))
        }
    }
    visit(algorithm, Task(scalar, peer))
}
