"""The moduli that the names in a certificate stand for.

Written down apart from the generator's table and, where there is one, in another form: the sums of
powers of the standards; an order as a power of two and an offset, or as a prime and the trace of
Frobenius. The digits are those of `openssl ecparam -name NAME -param_enc explicit -text` and of
RFC 8032. The tests of the checker try whether each is prime and each order within Hasse's bound.
"""


def _sum(*powers):
    """The sum of powers of two; a negative number stands for the power that is taken away."""
    return sum((1 if power > 0 else -1) << abs(power) for power in powers)


_P256 = _sum(256, -224, 192, 96) - 1
_BRAINPOOL_256 = 0xA9FB57DBA1EEA9BC3E660A909D838D726E3BF623D52620282013481D1F6E5377
_BRAINPOOL_384 = int(
    "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b4"
    "12b1da197fb71123acd3a729901d1a71874700133107ec53",
    16,
)
_BRAINPOOL_512 = int(
    "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330871"
    "7d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3",
    16,
)

KNOWN = {
    "p192_p": _sum(192, -64) - 1,
    "p192_n": _sum(192) - 0x662107C9EB94364E4B2DD7CF,
    "p224_p": _sum(224, -96) + 1,
    "p224_n": _sum(224) - 0xE95D1F470FC1EC22D6BAA3A3D5C3,
    "p256_p": _P256,
    "p256_n": _sum(256, -224, 192) - 0x4319055258E8617B0C46353D039CDAAF,
    "p384_p": _sum(384, -128, -96, 32) - 1,
    "p384_n": _sum(384) - 0x389CB27E0BC8D220A7E5F24DB74F58851313E695333AD68D,
    "p521_p": _sum(521) - 1,
    "p521_n": _sum(521) - 0x5AE79787C40D069948033FEB708F65A2FC44A36477663B851449048E16EC79BF7,
    "secp256k1_p": _sum(256, -32) - 977,
    "secp256k1_n": _sum(256) - 0x14551231950B75FC4402DA1732FC9BEBF,
    "p25519_p": _sum(255) - 19,
    "p25519_n": _sum(252) + 27742317777372353535851937790883648493,
    "p448_p": _sum(448, -224) - 1,
    "p448_n": _sum(446) - 13818066809895115352007386748515426880336692474882178609894547503885,
    "brainpool256_p": _BRAINPOOL_256,
    "brainpool256_n": _BRAINPOOL_256 + 1 - 0xE2027B801FC479308FF5399A8825FCD1,
    "brainpool384_p": _BRAINPOOL_384,
    "brainpool384_n": _BRAINPOOL_384 + 1 - 0xF39B6BACD3B2EB7BDD98F07A249D57614BBECE10480386EF,
    "brainpool512_p": _BRAINPOOL_512,
    "brainpool512_n": _BRAINPOOL_512 + 1
    - 0x1280F3EBF4F1D42296D47401166F7709F0AD02BAE2524EBA77322C9D3BB91488B,
}
