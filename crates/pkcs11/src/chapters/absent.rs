//! Functions with nothing behind them, by how many arguments they take.

use cryptoki_sys::{CK_RV, CKR_FUNCTION_NOT_PARALLEL, CKR_FUNCTION_NOT_SUPPORTED};

pub extern "C" fn absent1<A>(_: A) -> CK_RV {
    CKR_FUNCTION_NOT_SUPPORTED
}

pub extern "C" fn absent2<A, B>(_: A, _: B) -> CK_RV {
    CKR_FUNCTION_NOT_SUPPORTED
}

pub extern "C" fn absent3<A, B, C>(_: A, _: B, _: C) -> CK_RV {
    CKR_FUNCTION_NOT_SUPPORTED
}

pub extern "C" fn absent5<A, B, C, D, E>(_: A, _: B, _: C, _: D, _: E) -> CK_RV {
    CKR_FUNCTION_NOT_SUPPORTED
}

pub extern "C" fn absent7<A, B, C, D, E, F, G>(_: A, _: B, _: C, _: D, _: E, _: F, _: G) -> CK_RV {
    CKR_FUNCTION_NOT_SUPPORTED
}

pub extern "C" fn absent8<A, B, C, D, E, F, G, H>(
    _: A,
    _: B,
    _: C,
    _: D,
    _: E,
    _: F,
    _: G,
    _: H,
) -> CK_RV {
    CKR_FUNCTION_NOT_SUPPORTED
}

pub extern "C" fn absent9<A, B, C, D, E, F, G, H, I>(
    _: A,
    _: B,
    _: C,
    _: D,
    _: E,
    _: F,
    _: G,
    _: H,
    _: I,
) -> CK_RV {
    CKR_FUNCTION_NOT_SUPPORTED
}

pub extern "C" fn absent10<A, B, C, D, E, F, G, H, I, J>(
    _: A,
    _: B,
    _: C,
    _: D,
    _: E,
    _: F,
    _: G,
    _: H,
    _: I,
    _: J,
) -> CK_RV {
    CKR_FUNCTION_NOT_SUPPORTED
}

/// What ended with version 2.0 of the standard.
pub extern "C" fn not_parallel<A>(_: A) -> CK_RV {
    CKR_FUNCTION_NOT_PARALLEL
}
