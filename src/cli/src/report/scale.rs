use surefleet_conformal::Threshold;
use surefleet_planner::{DecisionRecord, Permit};

/// The marks of the axis that all bars share, from 0 to 1: place in % and label.
pub const MARKS: [(f64, &str); 3] = [(0.0, "0"), (50.0, "0.5"), (100.0, "1")];

/// Position of a log-probability on the axis, 0 to 100 %.
pub fn percent(score: f64) -> f64 {
    let probability = score.exp();
    if probability.is_nan() { 0.0 } else { 100.0 * probability.clamp(0.0, 1.0) }
}

/// The record's finite threshold, as a log-probability.
pub fn threshold(record: &DecisionRecord) -> Option<f64> {
    match record.evidence.permit() {
        Permit::On { threshold: Threshold::Finite(t), .. } => Some(*t),
        _ => None,
    }
}

/// A log-probability as a probability with three digits.
pub fn probability(score: f64) -> String {
    let p = score.exp();
    match p {
        _ if (0.9995..1.0).contains(&p) => format!("1 - {:.0e}", -score.exp_m1()),
        _ if p >= 0.001 => format!("{p:.3}"),
        _ if p > 0.0 => format!("{p:.0e}"),
        _ => "0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_probability() {
        for (p, place) in [(1.0, 100.0), (0.5, 50.0), (0.02, 2.0)] {
            assert!((percent(f64::ln(p)) - place).abs() < 1e-9, "{p}");
        }
        assert_eq!((percent(f64::NEG_INFINITY), percent(f64::NAN)), (0.0, 0.0));
    }

    #[test]
    fn probabilities_keep_what_tells_them_apart() {
        for (p, text) in [(0.5, "0.500"), (1.0, "1"), (0.0123, "0.012"), (2.4e-5, "2e-5"), (0.99997, "1 - 3e-5")] {
            let shown = probability(f64::ln(p));
            assert!(shown.starts_with(text), "{p}: {shown}");
        }
        assert_eq!(probability(f64::NEG_INFINITY), "0");
    }
}
