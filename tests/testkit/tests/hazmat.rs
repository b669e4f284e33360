//! The low-level module: complete sums on toy groups, laws on real ones, edges of every encoding.

use num_bigint::BigUint;
use sealane::DecodeError;
use sealane::curve::{
    BrainpoolP384r1, Curve, Edwards448, Edwards25519, P224, P256, P521, Secp256k1,
};
use sealane::ecc::{Algorithm, PrivateKey};
use sealane::group::comb::mul_base;
use sealane::group::edwards::Edwards;
use sealane::group::model::Model;
use sealane::group::secret_point::{SLOTS, mul_secret_point, scalar_bits};
use sealane::group::short::Short;
use sealane::hazmat::{Choice, Group, Operation, Point, Scalar, empty_slot};
use sealane_arith::ct::Mask;
use sealane_arith::fe::Fe;
use sealane_arith::field::Field;
use sealane_arith::machine::One;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use testkit::reference::field;
use testkit::toy::{ForEachGroup, Toy, ToyCurve, for_each_whole_group};

/// Goal: the complete sum, equality and negation are right for all pairs of points of small
/// groups and many of larger ones, infinity among them, with denominators other than one.
#[test]
fn sums_are_complete_on_toy_groups() {
    struct Every(usize);
    impl ForEachGroup for Every {
        fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
            let one = Fe::<C::P>::new(&Words::ZERO).one_like();
            let point = |i: u64, z: Fe<C::P>| match toy.point(i) {
                None => <Short<C> as Model>::neutral(one),
                Some([x, y]) => {
                    let zz = z.sqr();
                    let mut p = <Short<C> as Model>::point(Fe::new(x), Fe::new(y));
                    (p.x, p.y, p.z) = (p.x * zz, p.y * (zz * z), z);
                    p
                }
            };
            let (two, three) = (one.twice(), one.twice() + one);
            let all: Vec<u64> = [0].into_iter().chain(toy.some_logarithms(60)).collect();
            for &i in &all {
                for &j in &all {
                    let (p, q) = (point(i, two), point(j, three));
                    let sum = <Short<C> as Model>::sum(p, q);
                    let same = |a: &_, b: &_| {
                        <Short<C> as Model>::equal::<Fe<C::P>>(a, b).to_bool_vartime()
                    };
                    assert!(same(&sum, &point(i + j, one)), "{}: {i} + {j}", toy.name);
                    assert_eq!(same(&p, &q), i == j, "{}: {i} and {j}", toy.name);
                    let negative = <Short<C> as Model>::negate_point_if(Mask::splat(true), q);
                    assert!(same(&negative, &point(toy.n - j, two)), "{}: -{j}", toy.name);
                    self.0 += 1;
                }
            }
        }
    }
    let mut every = Every(0);
    for_each_whole_group(&mut every);
    assert!(every.0 > 5000, "{} pairs", every.0);
}

fn holds(choice: &Choice) -> bool {
    choice.reveal()
}

fn check_laws<G: Group>() {
    let random = || Scalar::<G>::random().expect("randomness");
    let (a, b) = (random(), random());
    let (p, q) = (Point::mul_base(&a), Point::mul_base(&b));
    let base = Point::<G>::generator();
    assert!(holds(&base.mul(&a).equals(&p)));
    assert!(holds(&p.add(&q).equals(&Point::mul_base(&a.add(&b)))));
    assert!(holds(&p.sub(&q).equals(&Point::mul_base(&a.sub(&b)))));
    assert!(holds(&p.mul(&b).equals(&Point::mul_base(&a.mul(&b)))));
    assert!(holds(&p.double().equals(&p.add(&p))));
    assert!(holds(&p.sub(&p).is_neutral()));
    assert!(!holds(&p.is_neutral()) && !holds(&p.equals(&q)));
    assert!(holds(&p.add(&Point::neutral()).equals(&p)));
    assert!(holds(&Point::neutral().add(&p).equals(&p)));
    assert!(holds(&Point::<G>::neutral().mul(&a).is_neutral()));
    for small in 0..40 {
        // Windows of one digit, and sums of a point with itself inside of the table.
        let k = Scalar::from_u64(small);
        assert!(holds(&p.mul(&k).equals(&Point::mul_base(&a.mul(&k)))), "{small}");
        let k = k.neg();
        assert!(holds(&p.mul(&k).equals(&Point::mul_base(&a.mul(&k)))), "-{small}");
    }
    for truth in [false, true] {
        let choice = Choice::of(truth);
        assert_eq!(holds(&p.add_if(&choice, &q).equals(&p.add(&q))), truth);
        assert_eq!(holds(&p.sub_if(&choice, &q).equals(&p.sub(&q))), truth);
        assert_eq!(holds(&Point::select(&choice, &p, &q).equals(&p)), truth);
        assert_eq!(holds(&Scalar::select(&choice, &a, &b).equals(&a)), truth);
        assert_eq!(holds(&Scalar::select(&choice, &a, &b).equals(&b)), !truth);
        assert_eq!((holds(&choice), holds(&choice.not())), (truth, !truth));
        assert_eq!(holds(&choice.and(&Choice::of(true))), truth);
        assert!(!holds(&choice.and(&Choice::of(false))));
    }
    assert!(holds(&a.mul(&a.invert()).equals(&Scalar::from_u64(1))));
    assert!(holds(&Scalar::<G>::from_u64(0).invert().is_zero()));
    let bytes = a.to_be_bytes();
    assert!(holds(&Scalar::from_be_bytes(&bytes).expect("in range").equals(&a)));
    let bytes = a.to_le_bytes();
    assert!(holds(&Scalar::from_le_bytes(&bytes).expect("in range").equals(&a)));
    // The bytes again above 2^(8 BYTES): a + a 2^(8 BYTES), modulo the order.
    let wide = [&bytes[..], &bytes[..]].concat();
    let mut shift = Scalar::<G>::from_u64(1);
    (0..8 * bytes.len()).for_each(|_| shift = shift.add(&shift));
    if wide.len() <= 128 {
        let reduced = Scalar::reduce_le_bytes(&wide).expect("short enough");
        assert!(holds(&reduced.equals(&a.add(&a.mul(&shift)))));
    }
}

/// Goal: points and scalars obey their laws.
#[test]
fn groups_obey_their_laws() {
    check_laws::<Short<P256>>();
    check_laws::<Short<P521>>();
    check_laws::<Short<Secp256k1>>();
    check_laws::<Short<BrainpoolP384r1>>();
    check_laws::<Edwards<Edwards25519>>();
    check_laws::<Edwards<Edwards448>>();
}

/// Compares multiples of five times the generator, a point with a denominator other than 1.
fn check_edges<G: Group>(bits_to_spare: usize) {
    let order = field::from_words(G::N::MODULUS.as_ref());
    let length = <G::N as Prime>::Limbs::LEN;
    let power = |bits: usize| BigUint::from(1u32) << bits;
    let whole = power(scalar_bits::<G>());
    assert_eq!(64 * length - scalar_bits::<G>(), bits_to_spare);
    let mut edges = vec![BigUint::ZERO, &order - 1u32, order.clone(), &order + 1u32];
    edges.extend([power(G::N::BITS - 1), power(G::N::BITS) - 1u32, &whole - 1u32]);
    if bits_to_spare > 0 {
        // Taken modulo the power of two.
        edges.extend([whole.clone(), &whole + 7u32, power(64 * length) - 1u32]);
    }
    let words = |integer: &BigUint| {
        let mut words = <G::N as Prime>::Limbs::ZERO;
        words.as_mut().copy_from_slice(&field::to_words(integer, length));
        Secret::new([words])
    };
    let base = |k: &BigUint| mul_base::<G, One, 1>(One, G::base_table(), &words(&(k % &order)));
    let five = base(&BigUint::from(5u32));
    for edge in edges {
        let mut table = [empty_slot::<G>(); SLOTS];
        let product = mul_secret_point::<G, One, 1>(One, &words(&edge), &five, &mut table);
        let expected = base(&(&edge % &whole * 5u32));
        let same = product.zip(&expected, |p, q| G::equal(p, q).to_bits());
        assert_eq!(same.reveal("a test looks at its own points"), 1, "{edge:x}");
    }
}

/// Goal: a secret point may be multiplied by every integer below the power of two that is stated,
/// the order and what is above included; bits above that are not read.
#[test]
fn multiples_of_secret_points_are_right_up_to_the_last_bit() {
    check_edges::<Short<P256>>(0);
    check_edges::<Short<BrainpoolP384r1>>(0);
    check_edges::<Short<P224>>(32);
    check_edges::<Short<P521>>(52);
    check_edges::<Edwards<Edwards25519>>(0);
    check_edges::<Edwards<Edwards448>>(0);
}

/// Goal: bytes are those of the keys, and what is no point or scalar is refused by its name.
#[test]
fn encodings_are_those_of_keys() {
    type G = Short<P256>;
    let key = PrivateKey::generate(Algorithm::EcP256).expect("randomness");
    let scalar = Scalar::<G>::from_be_bytes(&key.to_bytes()).expect("a key is in range");
    let encoded = Point::mul_base(&scalar).encode().expect("not infinity");
    assert_eq!(encoded, key.public_key().to_sec1(false));
    for form in [false, true] {
        let public = key.public_key().to_sec1(form);
        let point = Point::<G>::decode_vartime(&public).expect("a point");
        assert_eq!(point.encode().as_ref(), Some(&encoded));
        let twice =
            Point::double_scalar_vartime(&Scalar::from_u64(0), &Scalar::from_u64(2), &public);
        assert!(holds(&twice.expect("a point").equals(&point.double())));
        let both = Point::double_scalar_vartime(&scalar, &Scalar::from_u64(1), &public);
        assert!(holds(&both.expect("a point").equals(&point.double())), "the same twice");
    }
    assert_eq!(Point::<G>::neutral().encode(), None);
    let refused = |bytes: &[u8]| Point::<G>::decode_vartime(bytes).err();
    assert_eq!(refused(&[0]), Some(DecodeError::KeyPointInvalid));
    assert_eq!(refused(&encoded[..64]), Some(DecodeError::KeyEncoding));
    let mut off = encoded.clone();
    off[64] ^= 1;
    assert_eq!(refused(&off), Some(DecodeError::KeyPointInvalid));
    let order = <P256 as Curve>::N::MODULUS;
    let mut bytes: Vec<u8> = order.iter().rev().flat_map(|word| word.to_be_bytes()).collect();
    assert_eq!(Scalar::<G>::from_be_bytes(&bytes).err(), Some(DecodeError::KeyRange));
    bytes[31] -= 1;
    let last = Scalar::<G>::from_be_bytes(&bytes).expect("n - 1 is below n");
    assert!(holds(&last.equals(&Scalar::from_u64(1).neg())));
    let length = DecodeError::KeyLength { expected: 32, got: 31 };
    assert_eq!(Scalar::<G>::from_be_bytes(&bytes[1..]).err(), Some(length));
    assert!(Scalar::<G>::reduce_le_bytes(&[1; 128]).is_ok());
    assert!(Scalar::<G>::reduce_le_bytes(&[1; 129]).is_err());
}

/// Goal: on Edwards curves the bytes are those of RFC 8032, the neutral point and those of small
/// order have some, and sums with them are right.
#[test]
fn edwards_encodings_are_those_of_rfc_8032() {
    type G = Edwards<Edwards25519>;
    // The base point, RFC 8032, section 5.1: y = 4/5 with an even x.
    let mut base = [0x66; 32];
    base[0] = 0x58;
    assert_eq!(Point::<G>::generator().encode().as_deref(), Some(&base[..]));
    let mut neutral = [0; 32];
    neutral[0] = 1;
    assert_eq!(Point::<G>::neutral().encode().as_deref(), Some(&neutral[..]));
    let k = Scalar::<G>::random().expect("randomness");
    let p = Point::mul_base(&k);
    let encoded = p.encode().expect("every point has bytes");
    assert!(holds(&Point::decode_vartime(&encoded).expect("a point").equals(&p)));
    // (0, -1) has order 2: y = p - 1.
    let mut minus_one = [0xff; 32];
    (minus_one[0], minus_one[31]) = (0xec, 0x7f);
    let two = Point::<G>::decode_vartime(&minus_one).expect("a point of small order");
    assert!(!holds(&two.is_neutral()) && holds(&two.double().is_neutral()));
    for (q, bytes) in [(Point::neutral(), &neutral), (two, &minus_one)] {
        for times in 0..3 {
            let times = Scalar::from_u64(times);
            let sum = Point::double_scalar_vartime(&k, &times, bytes).expect("a point");
            assert!(holds(&sum.equals(&p.add(&q.mul(&times)))));
        }
    }
    let order = <Edwards25519 as sealane::group::edwards::EdwardsCurve>::N::MODULUS;
    let mut bytes: Vec<u8> = order.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(Scalar::<G>::from_le_bytes(&bytes).err(), Some(DecodeError::KeyRange));
    bytes[0] -= 1;
    let last = Scalar::<G>::from_le_bytes(&bytes).expect("n - 1 is below n");
    assert!(holds(&last.equals(&Scalar::from_u64(1).neg())));
}

/// Goal: the twins with scratch give the same, with exactly the bytes asked for and not with less.
#[test]
fn scratch_is_exact() {
    type G = Short<P256>;
    let k = Scalar::<G>::random().expect("randomness");
    let p = Point::<G>::generator();
    let count = Operation::Mul.slots();
    let mut table = vec![empty_slot::<G>(); count];
    assert_eq!(size_of_val(&table[..]), Operation::Mul.scratch_bytes::<G>());
    assert!(holds(&p.mul_in(&k, &mut table).expect("room").equals(&p.mul(&k))));
    let short = p.mul_in(&k, &mut table[1..]).err().expect("one slot less");
    assert_eq!(short.needed, Operation::Mul.scratch_bytes::<G>());
    assert_eq!(Operation::Simple.scratch_bytes::<G>(), 0);
    for size in [0, 1, 2, 7] {
        let make = |i: usize| if i == 3 { Scalar::from_u64(0) } else { Scalar::from_u64(i as u64) };
        let mut scalars: Vec<Scalar<G>> = (1..=size).map(make).collect();
        let mut scratch: Vec<Scalar<G>> = (0..size).map(|_| Scalar::from_u64(9)).collect();
        let bytes = Operation::InvertBatch(size).scratch_bytes::<G>();
        assert_eq!(size_of_val(&scratch[..]), bytes);
        if size > 0 {
            let short = Scalar::invert_batch_in(&mut scalars, &mut scratch[1..]).err();
            assert_eq!(short.expect("one item less").needed, bytes);
        }
        Scalar::invert_batch_in(&mut scalars, &mut scratch).expect("room");
        for (i, inverse) in scalars.iter().enumerate() {
            assert!(holds(&inverse.equals(&make(i + 1).invert())), "{i} of {size}");
        }
    }
}
