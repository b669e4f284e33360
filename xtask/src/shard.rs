//! A share of the jobs of a tier.

use std::str::FromStr;

/// Share `number` of `count`, from 1 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    pub number: usize,
    pub count: usize,
}

impl Shard {
    /// The one share that is all.
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not I/N with 1 <= I <= N <= 100, such as 2/4");
        let (number, count) = text.split_once('/').ok_or_else(wrong)?;
        let read = |part: &str| part.parse::<usize>().map_err(|_| wrong());
        let (number, count) = (read(number)?, read(count)?);
        let fits = 1 <= number && number <= count && count <= 100;
        if fits { Ok(Shard { number, count }) } else { Err(wrong()) }
    }
}

/// Returns the share, from 0 on, that each of the groups of jobs of these seconds belongs to: the
/// longest first, each to the share that has least to do.
pub fn dealt(seconds: &[f64], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..seconds.len()).collect();
    order.sort_by(|&a, &b| seconds[b].total_cmp(&seconds[a]).then(a.cmp(&b)));
    let mut loads = vec![0.0f64; count];
    let mut shares = vec![0; seconds.len()];
    for index in order {
        let lightest = (0..count).min_by(|&a, &b| loads[a].total_cmp(&loads[b])).unwrap_or(0);
        shares[index] = lightest;
        loads[lightest] += seconds[index];
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: each group is in one share, and shares are about as long as each other.
    #[test]
    fn each_group_is_in_one_share() {
        let seconds = [400.0, 10.0, 300.0, 20.0, 30.0, 250.0, 5.0];
        let shares = dealt(&seconds, 3);
        let load =
            |share| -> f64 { (0..7).filter(|&i| shares[i] == share).map(|i| seconds[i]).sum() };
        assert_eq!((0..3).map(load).sum::<f64>(), 1015.0);
        assert!((0..3).all(|share| (250.0..=400.0).contains(&load(share))));
        assert_eq!(dealt(&seconds, 1), [0; 7]);
    }

    #[test]
    fn a_share_is_a_number_of_a_count() {
        assert_eq!("2/4".parse(), Ok(Shard { number: 2, count: 4 }));
        for wrong in ["", "2", "0/4", "5/4", "1/0", "1/101", "a/b", "1/2/3", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
