use crate::ActionOutcome;

/// A detector's statement before any threshold: how unsure it was, from 0 to 1, and whether it was right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// Its uncertainty.
    pub uncertainty: f64,
    /// Whether its statement is true.
    pub is_right: bool,
}

/// The accuracy of an empty set, in KnowLoop's area under the accuracy curve; the paper does not define it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmptyAccuracy {
    /// 0.
    Zero,
    /// Left out: the rest is stretched to the whole width.
    Renormalised,
    /// The accuracy of the surest checks.
    Carried,
}

/// Share of right statements; `None` for an empty slice.
pub fn accuracy(judged: &[Judged]) -> Option<f64> {
    (!judged.is_empty()).then(|| right(judged) / judged.len() as f64)
}

/// Mean of two shares: true successes judged right and true failures judged right. Each pair is (truth, said); `None`
/// if one class is missing.
///
/// Unlike the plain share, it is 1/2 for a detector that always says the same, even if failures are rare.
pub fn balanced_accuracy(said: impl IntoIterator<Item = (ActionOutcome, ActionOutcome)>) -> Option<f64> {
    let (mut right, mut all) = ([0.0; 2], [0.0; 2]);
    for (truth, said) in said {
        let class = usize::from(truth == ActionOutcome::Failure);
        all[class] += 1.0;
        right[class] += f64::from(u8::from(truth == said));
    }
    let is_whole = all.iter().all(|count| *count > 0.0);
    is_whole.then(|| 0.5 * (right[0] / all[0] + right[1] / all[1]))
}

/// Accuracy of the rest after dropping the j most uncertain of n, at x = j / n for j = 0..n (KnowLoop, IV-B.b).
///
/// For equally uncertain checks it averages over all ways to drop some of them.
pub fn selective_curve(judged: &[Judged]) -> Vec<(f64, f64)> {
    let (n, sorted) = (judged.len(), sorted(judged));
    // The surest checks are kept. Checks that tie with the last kept one count in part, all equally.
    let kept = |count: usize| {
        let last = sorted[count - 1].uncertainty;
        let surer = sorted.partition_point(|one| one.uncertainty < last);
        let as_sure = sorted.partition_point(|one| one.uncertainty <= last);
        let part = (count - surer) as f64 / (as_sure - surer) as f64;
        (right(&sorted[..surer]) + part * right(&sorted[surer..as_sure])) / count as f64
    };
    (0..n).map(|dropped| (dropped as f64 / n as f64, kept(n - dropped))).collect()
}

/// Selective-AUC: the mean of [`selective_curve`]; `None` for an empty slice.
pub fn selective_auc(judged: &[Judged]) -> Option<f64> {
    let curve = selective_curve(judged);
    (!curve.is_empty()).then(|| curve.iter().map(|(_, accuracy)| accuracy).sum::<f64>() / curve.len() as f64)
}

/// Calibration-AUC of Ren et al.: the probability that a right answer is surer than a wrong one. A tie counts half;
/// `None` if all are right, or all wrong.
pub fn calibration_roc_auc(judged: &[Judged]) -> Option<f64> {
    let sorted = sorted(judged);
    let (rights, wrongs) = (right(&sorted), sorted.len() as f64 - right(&sorted));
    let mut pairs = 0.0;
    let mut rights_before = 0.0;
    for equal in sorted.chunk_by(|a, b| a.uncertainty == b.uncertainty) {
        let rights_here = right(equal);
        pairs += (equal.len() as f64 - rights_here) * (rights_before + 0.5 * rights_here);
        rights_before += rights_here;
    }
    (rights > 0.0 && wrongs > 0.0).then(|| pairs / (rights * wrongs))
}

/// KnowLoop's curve (IV-B.a): accuracy A(tau) of the checks with u <= 1 - tau, at each tau = 1 - u in ascending order.
///
/// Between two points the curve has the value of the point to the right. After the last point no check is left.
pub fn uncertainty_accuracy_curve(judged: &[Judged]) -> Vec<(f64, f64)> {
    let sorted = sorted(judged);
    let mut kept = 0;
    let mut curve = Vec::new();
    for equal in sorted.chunk_by(|a, b| a.uncertainty == b.uncertainty) {
        kept += equal.len();
        curve.push((1.0 - equal[0].uncertainty, right(&sorted[..kept]) / kept as f64));
    }
    curve.reverse();
    curve
}

/// KnowLoop's Calibration-AUC: the area under A(tau) for tau from 0 to 1; `None` if there is no area.
///
/// Unlike [`calibration_roc_auc`], it depends on the values of the uncertainties and not only on their order.
pub fn calibration_area(judged: &[Judged], of_nothing: EmptyAccuracy) -> Option<f64> {
    let curve = uncertainty_accuracy_curve(judged);
    let (greatest, surest) = *curve.last()?;
    let mut area = 0.0;
    let mut from = 0.0;
    for (tau, accuracy) in curve {
        area += (tau - from) * accuracy;
        from = tau;
    }
    match of_nothing {
        EmptyAccuracy::Zero => Some(area),
        EmptyAccuracy::Renormalised => (greatest > 0.0).then(|| area / greatest),
        EmptyAccuracy::Carried => Some(area + (1.0 - greatest) * surest),
    }
}

/// Share of the confidence statements that could be read; `None` if none was asked for.
pub fn generation_rate(confidences: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    let (mut read, mut all) = (0.0, 0.0);
    for confidence in confidences {
        all += 1.0;
        read += f64::from(u8::from(confidence.is_some()));
    }
    (all > 0.0).then(|| read / all)
}

fn right(judged: &[Judged]) -> f64 {
    judged.iter().filter(|one| one.is_right).count() as f64
}

/// Sorts by uncertainty, the surest first.
fn sorted(judged: &[Judged]) -> Vec<Judged> {
    let mut sorted = judged.to_vec();
    sorted.sort_by(|a, b| a.uncertainty.total_cmp(&b.uncertainty));
    sorted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fixture() -> Vec<Judged> {
        let of = |(uncertainty, is_right)| Judged { uncertainty, is_right };
        [(0.3, false), (0.1, true), (0.4, true), (0.2, true)].map(of).to_vec()
    }

    fn near(value: Option<f64>, expected: f64) -> bool {
        value.is_some_and(|value| (value - expected).abs() < 1e-12)
    }

    #[test]
    fn areas_of_the_fixture_are_those_computed_by_hand() {
        let judged = fixture();
        assert_eq!(accuracy(&judged), Some(0.75));
        assert!(near(selective_auc(&judged), (0.75 + 2.0 / 3.0 + 2.0) / 4.0));
        assert!(near(calibration_roc_auc(&judged), 2.0 / 3.0));
        let area = 0.6 * 0.75 + 0.1 * (2.0 / 3.0) + 0.1 + 0.1;
        assert!((area - 0.7167f64).abs() < 5e-5);
        assert!(near(calibration_area(&judged, EmptyAccuracy::Zero), area));
        assert!(near(calibration_area(&judged, EmptyAccuracy::Renormalised), area / 0.9));
        assert!(near(calibration_area(&judged, EmptyAccuracy::Carried), area + 0.1));
        assert_eq!(selective_curve(&judged)[1..], [(0.25, 2.0 / 3.0), (0.5, 1.0), (0.75, 1.0)]);
        let curve: Vec<f64> = uncertainty_accuracy_curve(&judged).into_iter().map(|(_, accuracy)| accuracy).collect();
        assert_eq!(curve, [0.75, 2.0 / 3.0, 1.0, 1.0]);
    }

    #[test]
    fn ties_count_as_every_order_of_them_on_average() {
        let judged = [true, false].map(|is_right| Judged { uncertainty: 0.5, is_right });
        assert_eq!(selective_curve(&judged), [(0.0, 0.5), (0.5, 0.5)]);
        assert_eq!(calibration_roc_auc(&judged), Some(0.5));
    }

    #[test]
    fn what_has_no_value_is_none() {
        assert_eq!((accuracy(&[]), selective_auc(&[]), generation_rate([])), (None, None, None));
        let all_right = [Judged { uncertainty: 1.0, is_right: true }];
        assert_eq!(calibration_roc_auc(&all_right), None);
        assert_eq!(calibration_area(&all_right, EmptyAccuracy::Renormalised), None);
        assert_eq!(calibration_area(&all_right, EmptyAccuracy::Carried), Some(1.0));
        assert_eq!(balanced_accuracy([(ActionOutcome::Success, ActionOutcome::Success)]), None);
    }

    #[test]
    fn balanced_accuracy_is_a_half_for_whoever_always_says_the_same() {
        let truths = [ActionOutcome::Success, ActionOutcome::Success, ActionOutcome::Success, ActionOutcome::Failure];
        assert_eq!(balanced_accuracy(truths.map(|truth| (truth, ActionOutcome::Success))), Some(0.5));
        assert_eq!(balanced_accuracy(truths.map(|truth| (truth, truth))), Some(1.0));
        assert_eq!(generation_rate([Some(0.5), None, None, Some(0.0)]), Some(0.5));
    }

    fn any_judged() -> impl Strategy<Value = Vec<Judged>> {
        let one = (0u32..12, any::<bool>());
        let of = |(u, is_right)| Judged { uncertainty: f64::from(u) / 11.0, is_right };
        prop::collection::vec(one.prop_map(of), 1..12)
    }

    proptest! {
        #[test]
        fn selective_and_roc_areas_depend_on_the_order_alone(judged in any_judged()) {
            let bent: Vec<Judged> =
                judged.iter().map(|one| Judged { uncertainty: one.uncertainty.powi(3) * 0.5, ..*one }).collect();
            prop_assert_eq!(selective_auc(&judged), selective_auc(&bent));
            prop_assert_eq!(calibration_roc_auc(&judged), calibration_roc_auc(&bent));
            let mut turned = judged.clone();
            turned.rotate_left(judged.len() / 2);
            prop_assert_eq!(selective_auc(&judged), selective_auc(&turned));
        }

        #[test]
        fn roc_area_is_the_share_of_ordered_pairs(judged in any_judged()) {
            let (mut pairs, mut won) = (0.0, 0.0);
            for right in judged.iter().filter(|one| one.is_right) {
                for wrong in judged.iter().filter(|one| !one.is_right) {
                    pairs += 1.0;
                    won += match right.uncertainty.total_cmp(&wrong.uncertainty) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                }
            }
            match calibration_roc_auc(&judged) {
                Some(area) => prop_assert!((area - won / pairs).abs() < 1e-12),
                None => prop_assert_eq!(pairs, 0.0),
            }
        }

        /// Oracle: averages over every order of the tied checks.
        #[test]
        fn selective_curve_is_the_average_over_all_orders_of_ties(judged in any_judged().prop_filter("few", |j| j.len() <= 6)) {
            fn orders(rest: &[Judged]) -> Vec<Vec<Judged>> {
                if rest.is_empty() {
                    return vec![Vec::new()];
                }
                let mut all = Vec::new();
                for (place, one) in rest.iter().enumerate() {
                    let mut others = rest.to_vec();
                    others.remove(place);
                    all.extend(orders(&others).into_iter().map(|tail| [vec![*one], tail].concat()));
                }
                all
            }
            let n = judged.len();
            let sorted: Vec<Vec<Judged>> =
                orders(&judged).into_iter().filter(|order| order.is_sorted_by_key(|one| one.uncertainty)).collect();
            for (dropped, (x, y)) in selective_curve(&judged).into_iter().enumerate() {
                let accuracy = |order: &Vec<Judged>| right(&order[..n - dropped]) / (n - dropped) as f64;
                let mean = sorted.iter().map(accuracy).sum::<f64>() / sorted.len() as f64;
                prop_assert!((y - mean).abs() < 1e-12 && (x - dropped as f64 / n as f64).abs() < 1e-15);
            }
        }

        /// Oracle: a Riemann sum of the definition.
        #[test]
        fn calibration_area_is_the_integral_of_its_definition(judged in any_judged()) {
            let steps = 22_000;
            let sum: f64 = (0..steps)
                .map(|step| {
                    let tau = (f64::from(step) + 0.5) / f64::from(steps);
                    let kept: Vec<Judged> = judged.iter().filter(|one| one.uncertainty <= 1.0 - tau).copied().collect();
                    accuracy(&kept).unwrap_or(0.0)
                })
                .sum();
            let area = calibration_area(&judged, EmptyAccuracy::Zero).unwrap();
            prop_assert!((area - sum / f64::from(steps)).abs() < 1e-3);
        }
    }
}
