//! Keys that were made to pass: composites that many bases call primes ("Prime and Prejudice",
//! Albrecht, Massimo, Paterson and Somorovsky, 2018), primes that are too short, and moduli of
//! public keys that are none.

use num_bigint::BigUint;
use num_traits::One;
use sealane::rsa::{Lengths, PrivateKey, PublicKey};
use sealane::{DecodeError, dsa, hooks};
use testkit::reference::field::hex;

/// `k` of a composite order of 256 bits.
const ORDER_K: &str = "\
    4ec8ed14f4d4c585346fdd4c0db06973";
/// `j` such that twice it times that order, and one, is a prime of 2048 bits.
const ORDER_COFACTOR: &str = "\
    8659ca7120ef4ce009f56b5e5e22d1ed4b5fc7afd0fe33c415d9dd05de96ed38d46a575c5e324f87b6604d6fc010\
    a4c1483661c88556bfb59f3443762ce44ee4facaf4cf0919cb8fddff8a8c5f851b0e8319e21f30ff36fcb1ba4f1c\
    1e298be76166ba722a039b49948e1db00ecc5c050ccd783de66d21dc39d30d27863f2a428c726c76d761d38ddd9c\
    1736c5e6c2b8bb45374d32ae7385d0a2582f34c7d257c5184344b4e3844bb5d01424e93d8b39fe297f1e104597e3\
    104813595156affe6b65db5c430131c04d8d395256bc94c4428b822bb4464ef3810bd313ba328641";
/// A prime order of 256 bits.
const ORDER: &str = "\
    e1194584c71f31a3956ad17568e9630b45a986745989152a20dc16c1b461ed2b";
/// What it is multiplied by to be the `k` of a composite modulus of 2048 bits.
const MODULUS_COFACTOR: &str = "\
    59ea9df9b2b44098413be3d1ff84512af1360f0b1c0908a62c6459e60564c8f379822f33aad4d8185565a9f2414a\
    009389da88411763706cf144f238a8cb2fd3374094c7edb0a7c4c56d73b6beb1276f2738ee1d64da892dc6c477c3\
    cb8c6bbf";
/// `k` of a composite of 1024 bits.
const HALF_K: &str = "\
    595e076b6877b59f13de168d54ef17ea8dea9f202d41b7e44b07b331a40cbbdc047e736d88843c404c1601c4740d\
    4c719b35204bd5994fd957e984f17eb04d25";
/// A prime of 1024 bits.
const HALF: &str = "\
    fa4cbb4bb209743e71a4f95312f0340d0117eb857fd32cfe255fb6a04e145d97c4c024ab1dbeddd8e26d8cf1cea9\
    00df0476a7c790ef41589711c5af3fe73908a7c5fdc213d2c1e22466786f1e096788d27d1721477361a865f9df8e\
    f6b9453461fbb5e53ae850dcd319fa6d121ab2fc5b0d1e55b4cfc72f16a8406b257d8777";
/// A prime of 2048 bits.
const MODULUS: &str = "\
    d3987c7ce2f477cb05afcc9d93166f757c0cd6039b2933f80f8444d7841f584b85f179d9f37e9cbfbaa36cd38e41\
    693a3a8770112248e3810f856ebf3cb72b34bf726ad683186a23c29f69ba03f0563bd734680a8c0783360445417d\
    e6d2974ddcca9d56fd540e9a8d2b4dce66c6e6d303892829282050ce4065613b80bda052652ba5c11908d1fbc0ac\
    f3c1846c770243b4410d3b1e946b1a3cab54668c54223e064b9d3637827630f15ac1b1adefe062a000cdc2dc3991\
    5ef92c279255a09dbe9e82a5d5d32cc9b6041d60b718c6df2b24acc7b1c07c06232d0dcd4613538e42f7ff60e5df\
    1b1eb4bfcb15c86256bdb0532ff02d148ba81406207535ef8fb5";
/// A prime of 17 bits.
const SHORT_17: &str = "\
    1eedb";
/// A prime that makes 2048 bits of the one before.
const LONG_2031: &str = "\
    629001f34dea7b74bb217b2a7f5e49109bda27e95faabdf0eda5e5d597f7f47ea2b0712344df937ba5717cd9251c\
    4ceb1eef642238dac66b724dce72030a3a17e018f5f93a0a1de52d974a254209b0d260f883c05343c1d1f6ca7237\
    4d792cbbd271826593b66a07090f9f841fd1afc274b624cdf80ce0d582d7776acc9fcb5dba8bd06b6535ec7b80e1\
    0cb284da7bcf8d7bfaeab174689d89aad106c36c5b48b09bc5bd20628220ac9c0eb5d0b214d400afe7c5ebad0f60\
    eb638ba23b80913943a470af0215b3108609d43accfa1785cde4618ac3a2745d9678c83f45be9e376b2b7c4ea2cc\
    b9a40bd25c49cdce6d0d9d2afbccd818d1d8cb8bdb9d42a3";
/// A prime of 64 bits.
const SHORT_64: &str = "\
    dc6d2168a8b59d2f";
/// A prime that makes 2048 bits of the one before.
const LONG_1984: &str = "\
    d15a3eafb1952c102fd248e1b0773b1f65b4cb9aba1899cce6ddf28094f1963286985fc20d1e7364259cfe4cbfb8\
    d33c182987bf5fd1895091b70edf435766a529a87252519a0ffc9958faa34e7b5116d27422750d7892fe807e66ce\
    70f7b324c4417e1d886114ec4ed075daf7d34b8b94fbed8744d925d71ffdbab43a0c78adb52d5183686462c077ae\
    a47451b2db6983b015f7037655e1c51c26f5f6cccb1c058b62a1ad09e8427ac9f7c5357bb62de5d2dd4d1ffa8d0b\
    4983a414508611b1ea37d13e1f81e3c48e45909c118e5b8be05bcbafbbc89af1be76c8095da597c4241dfc8e078c\
    34d4e38c72ba24f8dec90ea89d421397505f";
/// A prime of 128 bits.
const SHORT_128: &str = "\
    c7cffe734d1488308ae436776a50c91b";
/// A prime that makes 2048 bits of the one before.
const LONG_1920: &str = "\
    d53497ffd4e587ef97e8a68d0d398fa4f1de8d0c6270b676cf54d008fbedd3799eeb1ca1174daff8b73ce38c40af\
    46e0fb439508fe97d3961f32a16c51b6c713cc9422c5a4bde74f69d8ee42ccc2bdfeb07ed6f0ceb39cc8d1a4a61a\
    94d215719aaa988f05eb150f0f93687ffd972a82099bb1894b46ead2a86a8c9974d40ab303eb1ef45e671931528d\
    1af53952a4087cd50a8c25f8b297365f6b1aaa50b325ffe24b8c48f6f092d1e3dacf5c5aeac815182362025ea45a\
    a2db52767d19658d1eb0aaa5b06be8a9df4d9a8a34429ecb03515789ac4533451cfe71219cc0dbb0dd39fb9c33ff\
    817520bcb771ceb98be9";
/// A prime of 1023 bits.
const SHORT_1023: &str = "\
    683a99f51ea5d345161e6a73b5fe53f63feb63ddfa9111d1c50746754ae94dca2c277c1d8ef0ff7da2ed82dba462\
    51791862d67262aaf56ef3e20e4cecc141f0344c6769460e1a9e385cc2b3ecac7378e61837db082728c3c084b177\
    70fbe2879eaad0e65f66574b17bfc8915969905c6b67aed7a410ca53239747e7868cde09";
/// A prime that makes 2048 bits of the one before.
const LONG_1025: &str = "\
    18d4c66034b4c307595bce9505cc6f168bb81e87efa39b9a0de11189eceae95197cca0bdac923b8b58e990fb6da6\
    138efe9fcc52146b3889768aaefb60f6cb4fe2719abd612407c32e9b2fa7156d3049b9168f663d0252057fa88cf2\
    5570b6a80aebc142df8df7cb8e7f654952780ae71833973ff432b3fff7dc71503a8ecf003";

/// Returns `(2k + 1)(4k + 1)`: with an odd `k` and both factors primes, a fourth of all bases call
/// it a prime, which is as many as any composite has.
fn crafted(k: &BigUint) -> BigUint {
    (k * 2u32 + 1u32) * (k * 4u32 + 1u32)
}

/// Returns whether a number passes a round of Miller and Rabin's test, by big integers.
fn passes(n: &BigUint, base: u32) -> bool {
    let less = n - 1u32;
    let twos = less.trailing_zeros().expect("it is not 0");
    let mut power = BigUint::from(base).modpow(&(&less >> twos), n);
    let mut good = power.is_one() || power == less;
    for _ in 1..twos {
        power = &power * &power % n;
        good |= power == less;
    }
    good
}

/// Asserts that about a fourth of all bases are deceived by a number. Method: 200 of them.
fn assert_deceives(n: &BigUint) {
    let count = (2..202).filter(|base| passes(n, *base)).count();
    assert!((25..75).contains(&count), "{count} of 200 bases");
}

/// Goal: domain parameters with a composite order, or over a composite, are refused, though all
/// else of them is right and eight rounds let one in 65,536 of them pass. Method: many tries.
#[test]
fn domain_parameters_of_composites_are_refused() {
    let two = BigUint::from(2u32);
    let take = |p: &BigUint, q: &BigUint, g: &BigUint| {
        let [p, q, g] = [p, q, g].map(BigUint::to_bytes_be);
        dsa::Parameters::from_numbers(&p, &q, &g).map(|_| ())
    };
    let q = crafted(&hex(ORDER_K));
    let p = &q * hex(ORDER_COFACTOR) * 2u32 + 1u32;
    assert_eq!((p.bits(), q.bits()), (2048, 256));
    assert!((2..52).all(|base| passes(&p, base)));
    assert_deceives(&q);
    let g = two.modpow(&((&p - 1u32) / &q), &p);
    for _ in 0..50 {
        assert_eq!(take(&p, &q, &g), Err(DecodeError::KeyDsaParameters));
    }
    let q = hex(ORDER);
    let k = &q * hex(MODULUS_COFACTOR);
    let p = crafted(&k);
    assert_eq!((p.bits(), q.bits()), (2048, 256));
    assert!((2..52).all(|base| passes(&q, base)));
    assert_deceives(&p);
    // Both factors less one divide 4 k.
    let g = two.modpow(&(&k / &q * 4u32), &p);
    assert!(!g.is_one() && g.modpow(&q, &p).is_one());
    for _ in 0..20 {
        assert_eq!(take(&p, &q, &g), Err(DecodeError::KeyDsaParameters));
    }
}

/// Takes the private key of two numbers that are said to be primes.
fn private(p: &BigUint, q: &BigUint) -> Result<(), DecodeError> {
    let (p, q) = (p.max(q), p.min(q));
    let e = BigUint::from(65537u32);
    let phi = (p - 1u32) * (q - 1u32);
    let d = e.modinv(&phi).expect("it has an inverse");
    let inverse = q.modinv(p).expect("they have no common factor");
    let numbers = [p * q, e, d, p.clone(), q.clone(), inverse].map(|number| number.to_bytes_be());
    let numbers = numbers.each_ref().map(Vec::as_slice);
    PrivateKey::from_numbers(&numbers, Lengths::Current).map(|_| ())
}

/// Goal: a private key with a composite for a prime is refused, though its numbers belong together.
#[test]
fn private_keys_of_composites_are_refused() {
    let (composite, prime) = (crafted(&hex(HALF_K)), hex(HALF));
    assert_eq!((composite.bits(), prime.bits()), (1024, 1024));
    assert_deceives(&composite);
    for _ in 0..20 {
        assert_eq!(private(&composite, &prime), Err(DecodeError::KeyRsaWeak));
    }
    // A prime in its place makes a key.
    let mut other = &composite + 2u32;
    while !hooks::is_probable_prime(&other.to_bytes_be()).expect("there is room") {
        other += 2u32;
    }
    assert_eq!(private(&other, &prime), Ok(()));
}

/// Goal: primes have half of the modulus' length. Method: keys of 2048 bits with primes of 17 bits
/// to 1023, whose other prime has the rest.
#[test]
fn primes_of_other_lengths_are_refused() {
    let pairs = [
        (SHORT_17, LONG_2031),
        (SHORT_64, LONG_1984),
        (SHORT_128, LONG_1920),
        (SHORT_1023, LONG_1025),
    ];
    for (short, long) in pairs {
        let (short, long) = (hex(short), hex(long));
        assert_eq!((&short * &long).bits(), 2048);
        assert_eq!(private(&long, &short), Err(DecodeError::KeyRsaWeak), "{} bits", short.bits());
    }
}

/// Goal: a public key whose modulus is a power or has a small factor is refused where it is taken,
/// and one that is a prime where it is validated; what lies beside passes. SP 800-89, section
/// 5.3.3.
#[test]
fn moduli_that_are_none_are_refused() {
    let take = |n: &BigUint| {
        let key = PublicKey::from_numbers(&n.to_bytes_be(), &[1, 0, 1], Lengths::Current)?;
        key.validate()
    };
    let weak = Err(DecodeError::KeyRsaWeak);
    let (prime, half) = (hex(MODULUS), hex(HALF));
    assert_eq!(take(&prime), weak);
    let taken = PublicKey::from_numbers(&prime.to_bytes_be(), &[1, 0, 1], Lengths::Current);
    assert!(taken.is_ok(), "primality is not asked for where a key is taken");
    assert_eq!(take(&(&half * &half)), weak);
    assert_eq!(take(&hex(SHORT_1023).pow(3)), weak);
    assert_eq!(take(&hex(SHORT_17).pow(121)), weak);
    for small in [3u32, 17, 751, 757, 1021] {
        assert_eq!(take(&(hex(LONG_2031) * hex(SHORT_17) * small)), weak, "{small}");
    }
    assert_eq!(take(&(hex(LONG_2031) * hex(SHORT_17))), Ok(()));
    assert_eq!(take(&(&half * crafted(&hex(HALF_K)))), Ok(()));
    // Of every exponent that is odd and in range.
    for (e, expected) in [(2u64, false), (3, true), (65536, false), ((1 << 33) - 1, true)] {
        let n = (&half * crafted(&hex(HALF_K))).to_bytes_be();
        let e = BigUint::from(e).to_bytes_be();
        let taken = PublicKey::from_numbers(&n, &e, Lengths::Current);
        assert_eq!(taken.is_ok(), expected, "{e:?}");
    }
}
