//! Median, minimum and spread of samples.

/// What was measured of one contestant: nanoseconds of CPU time an operation, sample by sample.
#[derive(Debug, Clone)]
pub struct Figures {
    samples_ns: Vec<f64>,
    operations: u64,
}

impl Figures {
    /// Takes the samples (at least one, in the order they were made) and how many operations they
    /// hold in all.
    pub fn new(samples_ns: Vec<f64>, operations: u64) -> Self {
        assert!(!samples_ns.is_empty(), "a figure needs a sample");
        Self { samples_ns, operations }
    }

    /// Nanoseconds an operation, the median of the samples.
    pub fn median_ns(&self) -> f64 {
        quantile(&self.samples_ns, 0.5)
    }

    /// Nanoseconds an operation in the fastest sample.
    pub fn min_ns(&self) -> f64 {
        quantile(&self.samples_ns, 0.0)
    }

    /// Operations a second, from the median.
    pub fn ops_per_s(&self) -> f64 {
        1e9 / self.median_ns()
    }

    /// Distance of the quartiles over the median: 0.02 says half the samples lie within about 1 %.
    pub fn spread(&self) -> f64 {
        (quantile(&self.samples_ns, 0.75) - quantile(&self.samples_ns, 0.25)) / self.median_ns()
    }

    /// Operations a second, the mean over the samples, and half of its 99.9 % confidence interval
    /// by the normal distribution: what JMH calls score and error. Needs two samples.
    pub fn throughput(&self) -> (f64, f64) {
        const QUANTILE: f64 = 3.291;
        let count = self.samples_ns.len() as f64;
        let rates = || self.samples_ns.iter().map(|ns| 1e9 / ns);
        let mean = rates().sum::<f64>() / count;
        let variance = rates().map(|rate| (rate - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (mean, QUANTILE * (variance / count).sqrt())
    }

    /// How many samples were made.
    pub fn samples(&self) -> usize {
        self.samples_ns.len()
    }

    /// How many operations all samples hold.
    pub fn operations(&self) -> u64 {
        self.operations
    }
}

/// Returns the median over the rounds of `time of a / time of b`.
///
/// Both must come from one contest: sample `i` of each was made in round `i`, under the same load
/// of the machine, so the ratio is far steadier than the ratio of the two medians.
pub fn paired_ratio(a: &Figures, b: &Figures) -> f64 {
    paired_quartiles(a, b)[1]
}

/// Like [`paired_ratio`], with the quartiles on either side of the median.
pub fn paired_quartiles(a: &Figures, b: &Figures) -> [f64; 3] {
    let pairs: Vec<f64> = a.samples_ns.iter().zip(&b.samples_ns).map(|(a, b)| a / b).collect();
    [0.25, 0.5, 0.75].map(|q| quantile(&pairs, q))
}

/// Returns the `q`-quantile of the values, interpolated between the two nearest.
fn quantile(values: &[f64], q: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = q * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_quantiles() {
        let figures = Figures::new(vec![50.0, 10.0, 20.0, 40.0, 30.0], 5);
        assert_eq!(figures.median_ns(), 30.0);
        assert_eq!(figures.min_ns(), 10.0);
        assert_eq!(figures.spread(), 20.0 / 30.0);
        assert_eq!(figures.ops_per_s(), 1e9 / 30.0);
        assert_eq!(Figures::new(vec![1.0, 2.0], 2).median_ns(), 1.5);
    }

    #[test]
    fn throughput_has_an_error() {
        let (mean, error) = Figures::new(vec![1e9, 0.5e9, 1e9, 0.5e9], 4).throughput();
        assert_eq!(mean, 1.5);
        assert!((error - 3.291 * (1.0f64 / 12.0).sqrt()).abs() < 1e-12, "{error}");
        assert_eq!(Figures::new(vec![5.0; 9], 9).throughput().1, 0.0);
    }

    /// Goal: load that hits both in the same round cancels; the ratio of the medians would not show
    /// it.
    #[test]
    fn paired_ratio_cancels_common_load() {
        let a = Figures::new(vec![10.0, 100.0, 1000.0], 3);
        let b = Figures::new(vec![20.0, 200.0, 2000.0], 3);
        assert_eq!(paired_ratio(&a, &b), 0.5);
        assert_eq!(paired_quartiles(&a, &b), [0.5; 3]);
        let b = Figures::new(vec![10.0, 50.0, 250.0], 3);
        assert_eq!(paired_quartiles(&a, &b), [1.5, 2.0, 3.0]);
    }
}
