//! Success over time, and intervals and differences over scenes.

use anyhow::Result;
use surefleet_conformal::{Interval, MissionTotal, clustered_bootstrap};
use surefleet_houses::SizeClass;

use super::{episode::EpisodeEnd, method::Method};

/// Draws of the bootstrap.
const RESAMPLES: usize = 2000;
const BOOTSTRAP_SEED: u64 = 7;

/// The episodes of one scene, by visit and then by method. All methods make the same visits.
pub struct SceneEnds {
    pub size: SizeClass,
    pub visits: Vec<Vec<(Method, EpisodeEnd)>>,
}

/// A mean over scenes with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    pub within: [f64; 2],
}

/// The episode of a method in a visit.
pub fn end_of(visit: &[(Method, EpisodeEnd)], method: Method) -> Option<&EpisodeEnd> {
    visit.iter().find(|(one, _)| *one == method).map(|(_, end)| end)
}

impl SceneEnds {
    /// The mean over visits of a number of a method's episode; `None` if it was not tried.
    fn mean(&self, method: Method, of: impl Fn(&EpisodeEnd) -> f64) -> Option<f64> {
        let visits = self.visits.iter().map(|visit| end_of(visit, method).map(&of));
        Some(visits.sum::<Option<f64>>()? / self.visits.len() as f64)
    }
}

impl Estimate {
    /// The ratio of two sums over scenes, by a bootstrap that draws whole scenes.
    ///
    /// # Errors
    /// No scenes.
    pub fn ratio(scenes: &[(f64, f64)]) -> Result<Self> {
        let totals: Vec<MissionTotal> = scenes.iter().map(|&(sum, count)| MissionTotal { sum, count }).collect();
        let Interval { low, high } = clustered_bootstrap(&totals, RESAMPLES, 0.95, BOOTSTRAP_SEED)?;
        let (sum, count) = scenes.iter().fold((0.0, 0.0), |(sum, count), one| (sum + one.0, count + one.1));
        Ok(Self { mean: sum / count, within: [low, high] })
    }

    /// The mean over scenes of a number of a method's episodes, each scene with the mean of its visits.
    ///
    /// # Errors
    /// No scenes.
    pub fn mean(scenes: &[&SceneEnds], method: Method, of: impl Fn(&EpisodeEnd) -> f64) -> Result<Self> {
        Self::ratio(&scenes.iter().filter_map(|scene| Some((scene.mean(method, &of)?, 1.0))).collect::<Vec<_>>())
    }

    /// The success rate by a share of `T_max`: right answers over all questions. Every scene has as many.
    ///
    /// # Errors
    /// No scenes.
    pub fn success(scenes: &[&SceneEnds], method: Method, by: f64) -> Result<Self> {
        Self::mean(scenes, method, |end| success_of(end, by))
    }

    /// Ours minus another method, in the same scenes.
    ///
    /// # Errors
    /// No scenes.
    pub fn gain(scenes: &[&SceneEnds], over: Method, of: impl Fn(&EpisodeEnd) -> f64) -> Result<Self> {
        let pair = |scene: &&SceneEnds| Some((scene.mean(Method::Ours, &of)? - scene.mean(over, &of)?, 1.0));
        Self::ratio(&scenes.iter().filter_map(pair).collect::<Vec<_>>())
    }
}

/// The success rate of one episode.
pub fn success_of(end: &EpisodeEnd, by: f64) -> f64 {
    end.right_by(by) as f64 / end.questions.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mm_eqa::{episode::QuestionEnd, robot::Said};

    fn end(questions: &[(Option<f64>, bool)]) -> EpisodeEnd {
        let question = |&(settled_s, is_right)| QuestionEnd { settled_s, is_right, is_certain: settled_s.is_some() };
        let questions = questions.iter().map(question).collect();
        EpisodeEnd { questions, limit_s: 100.0, seconds: 100.0, said: Said::default(), driven_m: 0.0, straight_m: 0.0 }
    }

    #[test]
    fn success_over_time_is_the_area_under_the_curve() {
        let end = end(&[(Some(25.0), true), (Some(10.0), false), (None, false), (Some(75.0), true)]);
        assert_eq!(end.success_over_time(), (0.75 + 0.25) / 4.0);
        let steps = 1000;
        let curve = (0..steps).map(|step| end.right_by((f64::from(step) + 0.5) / f64::from(steps)) as f64 / 4.0);
        assert!((curve.sum::<f64>() / f64::from(steps) - end.success_over_time()).abs() < 1e-9);
    }

    #[test]
    fn an_answer_that_is_held_for_certain_and_wrong_is_wrong() {
        let end = end(&[(Some(10.0), false), (Some(60.0), true), (None, false)]);
        assert_eq!([end.right_by(0.5), end.right_by(0.6), end.right_by(1.0), end.wrong()], [0, 1, 1, 1]);
    }

    #[test]
    fn the_bootstrap_of_even_chances_has_the_width_of_the_normal_law() {
        // 100 scenes, half of them 1: the standard error is 0.05.
        let scenes: Vec<(f64, f64)> = (0..100).map(|scene| (f64::from(scene % 2), 1.0)).collect();
        let Estimate { mean, within: [low, high] } = Estimate::ratio(&scenes).unwrap();
        assert_eq!(mean, 0.5);
        assert!((low - 0.402).abs() < 0.015 && (high - 0.598).abs() < 0.015, "{low} to {high}");
        let same = Estimate::ratio(&[(2.0, 4.0); 9]).unwrap();
        assert_eq!((same.mean, same.within), (0.5, [0.5, 0.5]));
    }

    #[test]
    fn a_gain_is_taken_within_scenes() {
        // Scenes differ much and methods by the same in each, so nothing is uncertain about the gain.
        let scene = |right: usize| {
            let questions = |right: usize| (0..6).map(|one| (Some(5.0), one < right)).collect::<Vec<_>>();
            let visit = |more: usize| {
                vec![(Method::Ours, end(&questions(right + more))), (Method::Independent, end(&questions(right)))]
            };
            // In one visit of two, ours has two more.
            SceneEnds { size: SizeClass::Small, visits: vec![visit(0), visit(2)] }
        };
        let scenes: Vec<SceneEnds> = (0..5).map(scene).collect();
        let gain = Estimate::gain(&scenes.iter().collect::<Vec<_>>(), Method::Independent, |end| success_of(end, 1.0));
        let gain = gain.unwrap();
        assert!((gain.mean - 1.0 / 6.0).abs() < 1e-12 && gain.within[1] - gain.within[0] < 1e-12, "{gain:?}");
    }
}
