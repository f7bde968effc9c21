use surefleet_conformal::Threshold;
use surefleet_planner::{DecisionRecord, Permit};

/// The horizontal axis of scores: logarithmic in the probability, from a power of ten to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// log10 of the least probability on the axis, below 0.
    lowest: f64,
}

impl Scale {
    /// The axis on which all thresholds and the better options of the records lie.
    pub fn of<'a>(records: impl Iterator<Item = &'a DecisionRecord>) -> Self {
        let lowest = records.filter_map(threshold).fold(-2.0, |lowest: f64, t| lowest.min(decades(t)));
        // Room below the threshold, so that what misses it narrowly still has a bar.
        Self { lowest: (lowest - 0.5).floor().max(-9.0) }
    }

    /// Where a log-probability lies, 0 to 100 %.
    pub fn percent(self, score: f64) -> f64 {
        let place = 100.0 * (1.0 - decades(score) / self.lowest);
        if place.is_nan() { 0.0 } else { place.clamp(0.0, 100.0) }
    }

    /// The marks of the axis: place in % and label; its left end has none, for want of room.
    pub fn marks(self) -> impl Iterator<Item = (f64, String)> {
        let decades = (-self.lowest) as usize;
        (0..decades).step_by(if decades > 4 { 2 } else { 1 }).map(move |decade| {
            let label = match decade {
                0 => "1".to_owned(),
                1..=3 => format!("{:.decade$}", 10f64.powi(-(decade as i32))),
                _ => format!("1e-{decade}"),
            };
            (100.0 * (1.0 + decade as f64 / self.lowest), label)
        })
    }
}

/// The record's finite threshold, as a log-probability.
pub fn threshold(record: &DecisionRecord) -> Option<f64> {
    match record.evidence.permit() {
        Permit::On { threshold: Threshold::Finite(t), .. } => Some(*t),
        _ => None,
    }
}

/// A log-probability as a probability in three digits.
pub fn probability(score: f64) -> String {
    let p = score.exp();
    match p {
        _ if (0.9995..1.0).contains(&p) => format!("1 - {:.0e}", -score.exp_m1()),
        _ if p >= 0.001 => format!("{p:.3}"),
        _ if p > 0.0 => format!("{p:.0e}"),
        _ => "0".to_owned(),
    }
}

fn decades(score: f64) -> f64 {
    score / std::f64::consts::LN_10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_of_three_decades_has_its_marks_where_the_bars_end() {
        let scale = Scale { lowest: -3.0 };
        let marks: Vec<(f64, String)> = scale.marks().collect();
        assert_eq!(marks.iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>(), ["1", "0.1", "0.01"]);
        for ((place, _), probability) in marks.iter().zip([1.0f64, 0.1, 0.01]) {
            assert!((scale.percent(probability.ln()) - place).abs() < 1e-9, "{probability}");
        }
        assert_eq!(scale.percent(0.001f64.ln()).round(), 0.0);
        assert_eq!(scale.percent(f64::NEG_INFINITY), 0.0);
        let wide: Vec<String> = Scale { lowest: -6.0 }.marks().map(|(_, label)| label).collect();
        assert_eq!(wide, ["1", "0.01", "1e-4"]);
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
