//! Where a fault may strike a private operation. In the product none does; tests change bits there
//! and see whether anything wrong leaves.

use core::ops::Range;
use sealane_arith::lanes::Cell;

/// What is struck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultPoint {
    /// The number that goes in, before it is blinded.
    Input,
    /// The blinding factor `r^e`.
    Blind,
    /// The blinding factor `1/r`.
    Unblind,
    /// The blinded number.
    Blinded,
    /// The powers of the blinded number modulo `p` that windows of the exponent read.
    TableP,
    /// The same, modulo `q`.
    TableQ,
    /// The power modulo `p`.
    HalfP,
    /// The power modulo `q`.
    HalfQ,
    /// The power modulo `n`, still blinded.
    Joined,
    /// The power, no longer blinded.
    Result,
}

#[cfg(feature = "test-hooks")]
impl FaultPoint {
    /// Every place.
    pub const ALL: [Self; 10] = [
        Self::Input,
        Self::Blind,
        Self::Unblind,
        Self::Blinded,
        Self::TableP,
        Self::TableQ,
        Self::HalfP,
        Self::HalfQ,
        Self::Joined,
        Self::Result,
    ];
}

/// What may happen to the numbers of an operation.
pub(crate) trait FaultInjector {
    /// Changes the words, if it strikes there.
    fn strike(&mut self, place: FaultPoint, words: &mut [u64]);
    /// Changes words of these lanes, if it strikes there.
    fn strike_lanes(&mut self, place: FaultPoint, cells: &mut [Cell], lanes: Range<usize>);
    /// Whether a wrong result is found, as always; tests of the tests say no.
    fn finds(&self) -> bool {
        true
    }
}

/// No fault.
pub(crate) struct NoFaults;

impl FaultInjector for NoFaults {
    #[inline(always)]
    fn strike(&mut self, _: FaultPoint, _: &mut [u64]) {}
    #[inline(always)]
    fn strike_lanes(&mut self, _: FaultPoint, _: &mut [Cell], _: Range<usize>) {}
}

#[cfg(feature = "test-hooks")]
impl FaultInjector for &mut dyn FaultInjector {
    fn strike(&mut self, place: FaultPoint, words: &mut [u64]) {
        (**self).strike(place, words);
    }
    fn strike_lanes(&mut self, place: FaultPoint, cells: &mut [Cell], lanes: Range<usize>) {
        (**self).strike_lanes(place, cells, lanes);
    }
    fn finds(&self) -> bool {
        (**self).finds()
    }
}
