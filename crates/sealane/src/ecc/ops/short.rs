//! Short Weierstrass curves.

#[cfg(not(feature = "lanes"))]
use super::group::OneByOne as Usual;
use super::group::{AgreeJob, BatchBackend, SignJob, VerifyJob};
use super::inverse::OneInverse;
#[cfg(feature = "lanes")]
use super::lanes::short::Lanes8 as Usual;
use super::{KeyTable, MAX_PUBLIC_BYTES, Message, Ops, Wide, fit};
use crate::ecc::algorithm::Algorithm;
use crate::ecc::documents::sec1_point::PointBytes;
use crate::ecc::scheme::Scheme;
use crate::ecc::trial::{self, Trial};
use crate::ecc::{ecdh, ecdsa, schnorr};
use crate::error::{DecodeError, DeriveError, SignError};
use crate::group::comb;
use crate::group::curve::{BaseTable, NLimbs, PLimbs};
use crate::group::model::Point;
use crate::group::plan::Plan;
use crate::group::short::{Affine, Shape, Short, is_on_curve};
use crate::hash::Digest;
use crate::names::MAX_FIELD_BYTES;
use crate::nonce::{Fixed, Generator, HEDGE_BYTES, Hedge, NonceRequest, Order};
use alloc::boxed::Box;
use core::marker::PhantomData;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine, sqrt};
use sealane_arith::machine::{Phase, Single};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

/// The operations of curve `C` on machine `M`, those of groups done as `G` says.
pub(crate) struct ShortOps<C, M, G = Usual>(PhantomData<(C, M, G)>);

impl<C, M, G> ShortOps<C, M, G> {
    /// The only value.
    pub(crate) const NEW: Self = ShortOps(PhantomData);
}

impl<C: BaseTable<M>, M: Single, G: BatchBackend<C>> Ops for ShortOps<C, M, G> {
    fn prepare(&self) {
        let _ = C::base_table(M::machine());
        G::prepare();
    }

    fn table_bytes(&self) -> usize {
        C::base_table(M::machine()).bytes()
    }

    fn table_plans(&self) -> [Plan; 3] {
        C::COMBS
    }

    fn table(&self, plan: Plan, slots: usize) -> Box<dyn Trial> {
        trial::build::<Short<C>, M>(M::machine(), plan, slots)
    }

    fn private_from_bytes(&self, scalar: &[u8]) -> Result<Secret<Wide>, DecodeError> {
        if scalar.len() != C::N::BYTES {
            return Err(DecodeError::KeyLength { expected: C::N::BYTES, got: scalar.len() });
        }
        let scalar = Secret::new(bytes::from_be_bytes::<NLimbs<C>>(scalar));
        let good = scalar.map(|d| bytes::is_unit::<C::N>(d).to_bits());
        if good.reveal("whether a private key is in range: refused if not, and true of every key")
            == 0
        {
            return Err(DecodeError::KeyRange);
        }
        Ok(scalar.map(fit))
    }

    fn private_of_random(&self, random: &[u8]) -> Option<Secret<Wide>> {
        Fixed::<C::N>::ORDER.scalar_of_random(random).map(|scalar| scalar.map(fit))
    }

    fn public_of(&self, private: &Secret<Wide>) -> [Wide; 2] {
        let machine = M::enter();
        let point = multiple::<C, M, G>(machine, &private.map(fit));
        let plain = ecdsa::plain_points::<C, M, 1, 1>(machine, OneInverse, &point, 1);
        plain.map(|[[[x], [y]]]| [fit(x), fit(y)]).reveal("a public key is public")
    }

    fn public_from_bytes(
        &self,
        algorithm: Algorithm,
        bytes: &[u8],
    ) -> Result<[Wide; 2], DecodeError> {
        match PointBytes::parse(algorithm, bytes)? {
            PointBytes::Compressed { odd, x } => decompress::<C, M>(x, odd),
            PointBytes::Uncompressed { x, y } => check::<C, M>(x, y),
        }
    }

    fn write_public(
        &self,
        public: &[Wide; 2],
        compressed: bool,
        out: &mut [u8; MAX_PUBLIC_BYTES],
    ) -> usize {
        let mut coordinates = [[0; MAX_FIELD_BYTES]; 2];
        for (slot, value) in coordinates.iter_mut().zip(public) {
            bytes::to_be_bytes(value, &mut slot[..C::P::BYTES]);
        }
        let [x, y] = [&coordinates[0][..C::P::BYTES], &coordinates[1][..C::P::BYTES]];
        let point = if compressed {
            PointBytes::Compressed { odd: public[1][0] & 1 == 1, x }
        } else {
            PointBytes::Uncompressed { x, y }
        };
        point.write(out).expect("the buffer takes the point of any curve")
    }

    fn write_integer(&self, integer: &Wide, out: &mut [u8]) {
        bytes::to_be_bytes(integer, out);
    }

    fn sign(
        &self,
        private: &Secret<Wide>,
        public: &[Wide; 2],
        message: Message<'_>,
        hedge: Option<&Hedge>,
    ) -> Result<[Wide; 2], SignError> {
        if let Message::Whole(message, Scheme::Bip340) = message {
            return sign_bip340::<C, M>(private, public, message, hedge);
        }
        let digest = &M::machine().span(Phase::Hash, || digest_to_sign(message))?;
        let d = private.map(fit::<_, NLimbs<C>>);
        let order = Fixed::<C::N>::ORDER;
        let seeded = || Generator::new(&order, NonceRequest { scalar: &d, digest, hedge });
        let mut generator = M::machine().span(Phase::Nonce, seeded);
        loop {
            let nonce = M::machine().span(Phase::Nonce, || generator.next(&order));
            if let Some(signature) = sign_once::<C, M, G>(&d, &nonce, digest) {
                return Ok(signature);
            }
        }
    }

    fn verify(&self, public: &[Wide; 2], message: Message<'_>, signature: &[Wide; 2]) -> bool {
        let machine = M::enter();
        if let Message::Whole(message, Scheme::Bip340) = message {
            return C::BIP340 && verify_bip340_vartime::<C, M>(machine, public, message, signature);
        }
        let digest = machine.span(Phase::Hash, || digest_of(message));
        let Some(digest) = digest else { return false };
        // Halves that were read for another scheme may lie outside.
        let unit = |half: &Wide| bytes::is_unit::<C::N>(&fit(half)).to_bool_vartime();
        if !signature.iter().all(unit) {
            return false;
        }
        let e = Fixed::<C::N>::ORDER.digest_to_scalar(digest.as_bytes());
        let q = [fit(&public[0]), fit(&public[1])];
        let [r, s] = [fit(&signature[0]), fit(&signature[1])];
        ecdsa::verify_by_vartime::<C, M>(machine, &e, &r, &s, |u1, u2| {
            let by_words = || {
                let comb = C::base_table(machine);
                ecdsa::sum_vartime::<C, M>(machine, comb, u1, u2, &q)
            };
            G::double_scalar_vartime(machine, u1, u2, &q).unwrap_or_else(by_words)
        })
    }

    fn signature_halves(&self, r: &[u8], s: &[u8]) -> Result<[Wide; 2], DecodeError> {
        let half = |half: &[u8]| {
            let fits = half.len() <= C::N::BYTES;
            let value = fits.then(|| bytes::from_be_bytes::<NLimbs<C>>(half));
            value.filter(|value| bytes::is_unit::<C::N>(value).to_bool_vartime())
        };
        match (half(r), half(s)) {
            (Some(r), Some(s)) => Ok([fit(&r), fit(&s)]),
            _ => Err(DecodeError::SigInvalid),
        }
    }

    fn bip340_halves(&self, r: &[u8], s: &[u8]) -> Result<[Wide; 2], DecodeError> {
        if !C::BIP340 {
            return Err(DecodeError::SigUnsupported);
        }
        if r.len() != C::P::BYTES || s.len() != C::N::BYTES {
            let (expected, got) = (C::P::BYTES + C::N::BYTES, r.len() + s.len());
            return Err(DecodeError::SigLength { expected, got });
        }
        let r = bytes::from_be_bytes::<PLimbs<C>>(r);
        let s = bytes::from_be_bytes::<NLimbs<C>>(s);
        let good = bytes::is_below::<C::P>(&r).and(bytes::is_below::<C::N>(&s));
        if good.to_bool_vartime() { Ok([fit(&r), fit(&s)]) } else { Err(DecodeError::SigInvalid) }
    }

    fn low_s(&self, s: &Wide) -> Wide {
        if bytes::is_lower_half::<C::N>(&fit(s)).to_bool_vartime() {
            return *s;
        }
        unload::<C::N, M>(M::machine(), -M::machine().load::<C::N>(&[fit(s)]))
    }

    fn agree(&self, private: &Secret<Wide>, peer: &[Wide; 2]) -> Result<Secret<Wide>, DeriveError> {
        let machine = M::enter();
        let d = private.map(fit::<_, NLimbs<C>>);
        let [x, y] = [fit(&peer[0]), fit(&peer[1])];
        if let Some(point) = G::product(machine, &d, &[x, y]) {
            let points = point.map(|point| [*point]);
            let secret = ecdh::shared_x_of::<C, M, 1, 1>(machine, OneInverse, &points, 1);
            return Ok(secret.map(|[[x]]| fit(x)));
        }
        let secret = ecdh::shared_x::<C, M, 1, 1>(machine, &[d.map(|d| [*d])], &[[[x], [y]]]);
        Ok(secret.map(|[[x]]| fit(x)))
    }

    fn public_of_group(&self, privates: &[Secret<Wide>], out: &mut [[Wide; 2]]) {
        G::public_of(privates, out, |d| self.public_of(d));
    }

    fn sign_group(&self, jobs: &[SignJob<'_>], out: &mut [Result<[Wide; 2], SignError>]) {
        G::sign(jobs, out, |it| self.sign(it.private, it.public, it.message, it.hedge.as_ref()));
    }

    fn verify_group(&self, jobs: &[VerifyJob<'_>], out: &mut [bool]) {
        G::verify(jobs, out, |it| self.verify(it.public, it.message, it.signature));
    }

    fn key_table_bytes(&self) -> Option<usize> {
        G::key_table_bytes()
    }

    fn key_table(&self, public: &[Wide; 2]) -> Option<KeyTable> {
        G::key_table(public)
    }

    fn agree_group(&self, jobs: &[AgreeJob<'_>], out: &mut [Result<Secret<Wide>, DeriveError>]) {
        G::agree(jobs, out, |it| self.agree(it.private, it.peer));
    }

    #[cfg(feature = "test-hooks")]
    fn hooks(&self) -> Option<&dyn crate::ecc::ops::hooks::Hooks> {
        Some(self)
    }
}

// Its stack is not to lie beside that of the nonce.
#[inline(never)]
fn sign_bip340<C: BaseTable<M>, M: Single>(
    private: &Secret<Wide>,
    public: &[Wide; 2],
    message: &[u8],
    hedge: Option<&Hedge>,
) -> Result<[Wide; 2], SignError> {
    if !C::BIP340 {
        return Err(SignError::Unsupported);
    }
    let zeros = Secret::new([0; HEDGE_BYTES]);
    let d = private.map(fit::<_, NLimbs<C>>);
    let public = [fit(&public[0]), fit(&public[1])];
    let machine = M::enter();
    let signed =
        schnorr::message::sign::<C, M>(machine, &d, &public, message, hedge.unwrap_or(&zeros));
    let (r, s) = signed.ok_or(SignError::Fault)?;
    Ok([fit(&r), fit(&s)])
}

fn verify_bip340_vartime<C: BaseTable<M>, M: Single>(
    machine: M,
    public: &[Wide; 2],
    message: &[u8],
    signature: &[Wide; 2],
) -> bool {
    let public = [fit(&public[0]), fit(&public[1])];
    let (r, s) = (fit(&signature[0]), fit(&signature[1]));
    schnorr::message::verify_message_vartime::<C, M>(machine, &public, message, &r, &s)
}

/// Returns the digest that a signature of ECDSA is of; `None` for what is another scheme's.
pub(super) fn digest_of(message: Message<'_>) -> Option<Digest> {
    match message {
        Message::Whole(message, Scheme::Ecdsa(hash)) => Some(Digest::of(hash, message)),
        Message::Digest(digest, None) => Some(digest.clone()),
        _ => None,
    }
}

/// Returns the digest that ECDSA signs. Errors: `Unsupported` for what is another scheme's;
/// `HashRefused`.
pub(super) fn digest_to_sign(message: Message<'_>) -> Result<Digest, SignError> {
    let hash = match message {
        Message::Whole(_, Scheme::Ecdsa(hash)) => Some(hash),
        Message::Digest(digest, None) => digest.hash(),
        _ => return Err(SignError::Unsupported),
    };
    if hash.is_some_and(|hash| !hash.signs()) {
        return Err(SignError::HashRefused);
    }
    digest_of(message).ok_or(SignError::Unsupported)
}

/// Signs with a given nonce in `1..n`; `None` if a half is zero.
// Its stack is not to lie beside that of the nonce.
#[inline(never)]
pub(crate) fn sign_once<C: BaseTable<M>, M: Single, G: BatchBackend<C>>(
    d: &Secret<NLimbs<C>>,
    nonce: &Secret<NLimbs<C>>,
    digest: &Digest,
) -> Option<[Wide; 2]> {
    let machine = M::enter();
    let e = [[Fixed::<C::N>::ORDER.digest_to_scalar(digest.as_bytes())]];
    let point = multiple::<C, M, G>(machine, nonce);
    let (d, k) = ([d.map(|d| [*d])], [nonce.map(|k| [*k])]);
    let [signed] = ecdsa::sign_with::<C, M, 1, 1>(machine, OneInverse, &point, &d, &k, &e);
    (signed.good == 1).then(|| [fit(&signed.r[0]), fit(&signed.s[0])])
}

/// Returns `k G`: by lanes, if the backend has them, or by the table of the machine.
fn multiple<C: BaseTable<M>, M: Single, G: BatchBackend<C>>(
    machine: M,
    k: &Secret<NLimbs<C>>,
) -> Secret<[Point<Short<C>, M>; 1]> {
    let by_words = || {
        let k = k.map(|k| [*k]);
        comb::mul_base::<Short<C>, M, 1>(machine, C::base_table(machine), &k)
    };
    G::multiple(machine, k).unwrap_or_else(by_words).map(|point| [*point])
}

/// Returns the plain integer of an element.
pub(crate) fn unload<P: Prime, M: Machine>(machine: M, x: M::Of<P>) -> Wide {
    let mut plain = [P::Limbs::ZERO];
    machine.unload::<P>(x, &mut plain);
    fit(&plain[0])
}

/// Returns the point of an uncompressed encoding.
fn check<C: BaseTable<M>, M: Single>(x: &[u8], y: &[u8]) -> Result<[Wide; 2], DecodeError> {
    let [x, y] = [x, y].map(bytes::from_be_bytes::<PLimbs<C>>);
    let below = bytes::is_below::<C::P>(&x).and(bytes::is_below::<C::P>(&y));
    if !below.to_bool_vartime() {
        return Err(DecodeError::KeyPointInvalid);
    }
    let [fx, fy] = [x, y].map(|c| M::machine().load::<C::P>(&[c]));
    let on_curve = is_on_curve::<C::Shape, _>(Affine { x: fx, y: fy }, fx.like(&C::B));
    if !on_curve.to_bool_vartime() {
        return Err(DecodeError::KeyPointInvalid);
    }
    Ok([x, y].map(|c| fit(&c)))
}

/// Returns the point of a compressed encoding.
fn decompress<C: BaseTable<M>, M: Single>(x: &[u8], odd: bool) -> Result<[Wide; 2], DecodeError> {
    let x = bytes::from_be_bytes::<PLimbs<C>>(x);
    if !bytes::is_below::<C::P>(&x).to_bool_vartime() {
        return Err(DecodeError::KeyPointInvalid);
    }
    let fx = M::machine().load::<C::P>(&[x]);
    let (root, exists) = sqrt(C::Shape::right_side(fx, fx.like(&C::B)));
    if !exists.to_bool_vartime() {
        return Err(DecodeError::KeyPointInvalid);
    }
    let mut y = unload::<C::P, M>(M::machine(), root);
    if (y[0] & 1 == 1) != odd {
        // A root 0 has no odd single; no curve of prime order has a point with y = 0.
        y = unload::<C::P, M>(M::machine(), -root);
    }
    Ok([fit(&x), y])
}

/// Returns the point of an encoding, compressed or not.
pub(crate) fn point_of<C: BaseTable<M>, M: Single>(
    encoded: &[u8],
) -> Result<[PLimbs<C>; 2], DecodeError> {
    let point = match PointBytes::of_width(C::P::BYTES, encoded)? {
        PointBytes::Compressed { odd, x } => decompress::<C, M>(x, odd),
        PointBytes::Uncompressed { x, y } => check::<C, M>(x, y),
    };
    point.map(|point| point.map(|coordinate| fit(&coordinate)))
}
