//! What a signature is refused for before anything is computed, beside what is just good enough.

use super::super::packing::pack;
use super::*;

/// Goal: coefficients of an answer are refused from the bound on, on both sides of 0, in the first
/// and the last place.
#[test]
fn answers_out_of_range_are_refused() {
    for set in ParameterSet::ALL {
        let of = set.row();
        let bytes = packed_bytes(of.mask_bits());
        let bound = of.gamma1() - of.beta();
        for at in [0, of.l * ring::N - 1] {
            for (x, good) in [(bound - 1, true), (1 - bound, true), (bound, false), (-bound, false)]
            {
                let mut answer = alloc::vec![Polynomial::ZERO; of.l];
                answer[at / ring::N].0[at % ring::N] = x;
                let mut packed = alloc::vec![0; of.l * bytes];
                for (z, out) in answer.iter().zip(packed.chunks_exact_mut(bytes)) {
                    pack(z, of.mask_bits(), |x| of.gamma1() - x, out);
                }
                assert_eq!(answer_of(of, &packed).is_some(), good, "{set} {x}");
            }
        }
    }
}

/// Something that is done to packed hints.
type Change<'a> = &'a dyn Fn(&mut [u8]);

/// Goal: hints have one form. Method: forms that are good, and each with one thing wrong: an order
/// that does not rise, a place twice, an end before the last one or behind all places, a rest that
/// is not 0.
#[test]
fn hints_have_one_form() {
    for set in ParameterSet::ALL {
        let of = set.row();
        let read = |change: Change<'_>| {
            // Rows end at 3, 3, 5, 5 ..
            let mut bytes = alloc::vec![0; of.omega + of.k];
            bytes[..5].copy_from_slice(&[4, 7, 255, 0, 9]);
            bytes[of.omega..].fill(5);
            bytes[of.omega..of.omega + 2].fill(3);
            change(&mut bytes);
            hints_of(of, &bytes)
        };
        let good = read(&|_| ()).expect("it is in order");
        let ones = |row: usize| good[row].0.iter().filter(|hint| **hint == 1).count();
        assert_eq!((ones(0), ones(1), ones(2), ones(3)), (3, 0, 2, 0));
        assert_eq!((good[0].0[255], good[2].0[0], good[2].0[9]), (1, 1, 1));
        assert!(read(&|bytes| bytes[1] = 254).is_some());
        assert!(read(&|bytes| bytes[1] = 5).is_some());
        let last = of.omega + of.k - 1;
        // As many as there may be, in the last row.
        let full = |bytes: &mut [u8]| {
            (5..of.omega).for_each(|i| bytes[i] = i as u8);
            bytes[last] = of.omega as u8;
        };
        assert!(read(&full).is_some());
        let wrong: [Change<'_>; 10] = [
            &|bytes| bytes[1] = 4,
            &|bytes| bytes[1] = 3,
            &|bytes| bytes[2] = 7,
            &|bytes| bytes[5] = 1,
            &|bytes| bytes[of.omega - 1] = 1,
            &|bytes| bytes[of.omega + 1] = 2,
            &|bytes| bytes[last] = 4,
            &|bytes| bytes[last] = 0,
            &|bytes| bytes[last] = of.omega as u8 + 1,
            &|bytes| {
                full(bytes);
                bytes[last] += 1;
            },
        ];
        for (i, change) in wrong.into_iter().enumerate() {
            assert!(read(change).is_none(), "{set}: change {i}");
        }
    }
}
