//! Jobs that are not the same in every tier, and jobs that measure.

/// Jobs of which tiers before the last run a share: the variable that says so, and its value.
pub const SHARES: &[(&str, &str, &str)] = &[
    ("fieldgen/lanes", "FIELDGEN_OTHERS", "6"),
    ("fieldgen/mutants", "FIELDGEN_OTHERS", "6"),
    ("fieldgen/mutants", "FIELDGEN_P256", "12"),
    ("testkit/faults", "SEALANE_FORMULA_FAULTS", "3"),
    ("testkit/rsa_faults", "SEALANE_FAULTS", "75"),
    ("testkit/toy_groups", "SEALANE_TOY_COMBS", "3"),
];

/// Jobs that are longer in the last tier: the variable that says so, and its value.
pub const LENGTHS: &[(&str, &str, &str)] = &[
    ("capi/calls", "SEALANE_WATCHED_ITEMS", "1000"),
    ("capi/heap", "SEALANE_CAPI_CALLS", "1000000"),
    ("capi/vectors", "SEALANE_WATCHED", "1"),
    ("testkit/mldsa_oracles", "SEALANE_MLDSA_ROUNDS", "33334"),
    ("cli/agent_frames", "SEALANE_AGENT_FRAMES", "20000"),
    ("pkcs11/kills", "SEALANE_PKCS11_KILLS", "200"),
    ("pkcs11/sequences", "SEALANE_PKCS11_SEQUENCES", "20000"),
];

/// Modules that compare times, and so have the machine for themselves.
pub const MEASURING: &[&str] = &["cli/self_test_time", "lab/profile"];
