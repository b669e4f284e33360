"""What `scripts/mutants.py` plants mutants in, by groups, and the tests that it asks.

Imported by it.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ("crates/arith/src/bytes.rs", "crates/arith/src/divsteps.rs")
LIBRARY += ("crates/sealane/src/group/digits.rs", "crates/sealane/src/group/glv.rs")
LIBRARY += ("crates/sealane/src/nonce.rs", "crates/sealane/src/nonce/*.rs")
LIBRARY += ("crates/sealane/src/hazmat/*.rs",)
LIBRARY += ("crates/sealane/src/encode/*.rs",)
LIBRARY += ("crates/sealane/src/ecc/documents/*.rs", "crates/sealane/src/rsa/documents/*.rs")
LIBRARY += ("crates/sealane/src/rsa/documents.rs", "crates/sealane/src/dsa/documents.rs")
SCHEMES = ("ecdh", "ecdsa", "eddsa", "inverses", "schnorr", "xdh")
LIBRARY += tuple(f"crates/sealane/src/ecc/{scheme}.rs" for scheme in SCHEMES)
LIBRARY += ("crates/sealane/src/number/*.rs",)
LIBRARY += ("crates/sealane/src/rsa/primitive.rs", "crates/sealane/src/rsa/encoding/*.rs")
LIBRARY += ("crates/sealane/src/dsa/primitive.rs",)
KEYSTORE = ("crates/client/src/wire.rs", "crates/client/src/keywrap.rs")
KEYSTORE += tuple(f"crates/client/src/wire/{it}.rs" for it in ("earlier", "frames", "numbers"))
PARTS_OF_KEYSTORE = ("acl", "audit", "guard", "master", "record_digest", "secret", "sessions")
PARTS_OF_KEYSTORE += ("sqlite", "state", "storage", "token")
KEYSTORE += tuple(f"crates/hsm/src/{part}.rs" for part in PARTS_OF_KEYSTORE)
KEYSTORE += ("crates/hsm/src/sqlite/*.rs", "crates/hsm/src/token/*.rs")


def modules(folder, others):
    """Returns the modules of a package's tests from outside but others."""
    names = sorted(path.stem for path in (ROOT / folder).glob("tests/*.rs"))
    return tuple(name for name in names if name not in others)


# Modules of the tests from outside that say nothing of these files, know their lines as they are
# or have no tests of their own; all others are asked, and the unit tests of the libraries.
NOT_OF_LIBRARY = ("bounds", "cases", "faults", "fork", "guard_pages", "hmac_interop", "main")
NOT_OF_LIBRARY += ("mldsa", "mldsa_known", "quads_short", "reveals", "ring", "tidy")
NOT_OF_LIBRARY += ("wycheproof_mldsa",)
# Where a part of the tests says enough.
OF_FIELDS = ("batch", "inversion", "powers", "ranges", "square")
PARTS = {"fields": tuple(f"fields::{part}" for part in OF_FIELDS)}
OF_PROOFS = ("integers", "recodings", "walks")
PARTS |= {"symbolic": tuple(f"symbolic::{part}" for part in OF_PROOFS)}
# Asked only for what all those let pass.
SLOW = ("hooks", "lanes", "regressions", "rfc6979", "toy_edwards", "toy_groups", "toy_schemes")
TESTS = modules("tests/testkit", SLOW + NOT_OF_LIBRARY)
SLOW_OF_KEYSTORE = ("embedded", "fixtures", "hardening_service", "kill", "queue", "service")
SLOW_OF_KEYSTORE += ("tokens",)
# What says nothing that others do not, or has no tests of its own: all other modules are asked.
NOT_OF_KEYSTORE = ("common", "hostile", "main", "protocol", "test_service", "use_cost")
NOT_OF_KEYSTORE += ("wycheproof",)
TESTS_OF_KEYSTORE = modules("crates/hsm", SLOW_OF_KEYSTORE + NOT_OF_KEYSTORE)
# Of each group: its files; the packages that are compiled with them; those with unit tests; and
# the programs of tests from outside, with their quick modules and their slow ones.
GROUPS = {
    "library": (LIBRARY, ["sealane"], ["sealane", "sealane-arith"], {"testkit": (TESTS, SLOW)}),
    # What shows that it says no.
    "judge": (LIBRARY[:2], ["sealane-arith"], ["sealane-arith"], {}),
    "keystore": (
        KEYSTORE,
        ["sealane-client", "sealane-hsm"],
        ["sealane-client", "sealane-hsm"],
        {
            "sealane-client": (("protocol",), ()),
            "sealane-hsm": (TESTS_OF_KEYSTORE, SLOW_OF_KEYSTORE),
        },
    ),
}
# Modules of unit tests that are asked, where not all are.
UNITS = {"judge": ("divsteps",)}


def sources(group):
    """Returns the files that mutants of a group are planted in."""
    found = [path for mask in GROUPS[group][0] for path in sorted(ROOT.glob(mask))]
    return [path for path in found if path.name != "tests.rs"]
