//! What elements that hold another one of one lane leave to it, as text: two machines say so.

/// Sums, and wiping, of an element type of one field.
macro_rules! sums {
    ($element:ident) => {
        impl<P: Prime> Zeroize for $element<P> {
            fn zeroize(&mut self) {
                self.0.zeroize();
            }
        }

        impl<P: Prime> Add for $element<P> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                $element(self.0 + other.0)
            }
        }

        impl<P: Prime> Sub for $element<P> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                $element(self.0 - other.0)
            }
        }

        impl<P: Prime> Neg for $element<P> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                $element(-self.0)
            }
        }
    };
}

/// What its field does as that of the element inside: a part of `impl Field`.
macro_rules! as_inside {
    ($element:ident) => {
        #[inline(always)]
        fn carry(self) -> Self {
            $element(self.0.carry())
        }
        #[inline(always)]
        fn one_like(self) -> Self {
            $element(self.0.one_like())
        }
        #[inline(always)]
        fn zero_like(self) -> Self {
            $element(self.0.zero_like())
        }
        #[inline(always)]
        fn is_zero(self) -> WordMask {
            self.0.is_zero()
        }
        #[inline(always)]
        fn equals(self, other: Self) -> WordMask {
            self.0.equals(other.0)
        }
        #[inline(always)]
        fn select(mask: WordMask, a: Self, b: Self) -> Self {
            $element(Fe::select(mask, a.0, b.0))
        }
    };
}

/// Groups of one and lookups, of a machine of one lane: a part of `impl Machine`.
macro_rules! tables {
    ($element:ident) => {
        #[inline(always)]
        fn digit(self, lanes: &[u64]) -> u64 {
            lanes[0]
        }
        #[inline(always)]
        fn keep<P: Prime>(self, group: &[$element<P>]) -> $element<P> {
            group[0]
        }
        #[inline(always)]
        fn lookup<P: Prime, const K: usize>(
            self,
            table: &[[$element<P>; K]],
            index: u64,
        ) -> [$element<P>; K] {
            Fe::scan(table, index, |x: &$element<P>| &x.0).map($element)
        }
        #[inline(always)]
        fn lookup_own<P: Prime, const K: usize>(
            self,
            table: &[[$element<P>; K]],
            index: u64,
        ) -> [$element<P>; K] {
            self.lookup(table, index)
        }
        #[inline(always)]
        fn recall<P: Prime, const K: usize>(
            self,
            table: &[[$element<P>; K]],
            at: usize,
        ) -> [$element<P>; K] {
            table[at]
        }
    };
}

pub(super) use {as_inside, sums, tables};
