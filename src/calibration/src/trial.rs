use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_conformal::{Calibration, Fraction, Team, Threshold};

use crate::{Episode, OptionKind, ScoredChoice};

/// How many of a decision's options, from the top, a method puts in its set.
///
/// The rest of the procedure is the planner's for every method: one allowed member is taken, else a person is asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// Options whose score reaches a calibrated threshold.
    Surefleet(Threshold),
    /// The calibration does not cover the mission: every decision asks, and offers the whole of S.
    Asking,
    /// Any allowed option, each as likely as the others: what doing anything at all is worth. Draws are seeded by this and by the
    /// mission's seed; after a right one the history goes on as in the episode.
    RandomAllowed {
        /// Of the draws.
        seed: u64,
    },
}

/// A mission under a method, with an operator who always answers rightly.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MissionTrial {
    /// Whether every decision's set holds an acceptable option, along the true history.
    pub covered: bool,
    /// Whether the mission is achieved: no robot took a wrong option alone.
    pub succeeded: bool,
    /// Whether a robot took a wrong option alone: it did wrong, and nobody was asked.
    pub wrong_unasked: bool,
    /// Decisions made, up to the first wrong one.
    pub decisions: u32,
    /// Decisions in which a person was asked.
    pub asked: u32,
    /// Of these, those in which the set left nothing to offer, so that all of S was offered. A mission that no calibration
    /// covers has no sets.
    pub asked_all: u32,
    /// Decisions in which a person would have been asked if nobody had said what is allowed: the set has not one member.
    pub asked_unmasked: u32,
    /// Members of the prediction sets, summed over the decisions.
    pub members: u32,
    /// Questions to a person that offer a wrong option, so that one wrong answer fails the mission.
    pub risky: u32,
    /// Questions that offer right options only: "none of these" leads to another question, and a second wrong answer
    /// fails the mission.
    pub safe: u32,
}

const SMALL: &str = "S is counted in 16 bits";

impl MissionTrial {
    /// The result of `method` on an episode.
    pub fn of(episode: &Episode, method: Method) -> Self {
        match method {
            Method::RandomAllowed { seed } => Self::at_random(episode, seed),
            Method::Asking => Self::along(
                episode,
                |choice| method.members(choice),
                |trial, choice, _| {
                    trial.ask(choice, (0, 0));
                },
            ),
            Method::Surefleet(_) => Self::of_sets(episode, |choice| method.members(choice)),
        }
    }

    /// The result when a decision's set holds its top `members` options.
    pub fn of_sets(episode: &Episode, members: impl Fn(&ScoredChoice) -> usize) -> Self {
        Self::along(episode, members, Self::decide)
    }

    fn along(
        episode: &Episode,
        members: impl Fn(&ScoredChoice) -> usize,
        decide: impl Fn(&mut Self, &ScoredChoice, usize),
    ) -> Self {
        let mut trial = Self { covered: true, succeeded: true, ..Self::default() };
        for choice in &episode.choices {
            let members = members(choice);
            trial.covered &= choice.truth().is_some_and(|truth| truth < members);
            if trial.succeeded {
                decide(&mut trial, choice, members);
                trial.asked_unmasked += u32::from(members != 1);
                trial.members += u32::try_from(members).expect(SMALL);
            }
        }
        trial
    }

    fn decide(&mut self, choice: &ScoredChoice, members: usize) {
        let offered = |kind: OptionKind| choice.kinds[..members].iter().filter(move |known| **known == kind).count();
        match (offered(OptionKind::Acceptable), offered(OptionKind::Wrong)) {
            (1, 0) => self.decisions += 1,
            (0, 1) => self.wrong_alone(),
            offered => {
                self.asked_all += u32::from(offered == (0, 0));
                self.ask(choice, offered);
            }
        }
    }

    /// A robot does something wrong, and nobody was asked.
    fn wrong_alone(&mut self) {
        self.decisions += 1;
        (self.succeeded, self.wrong_unasked) = (false, true);
    }

    /// A person is asked, who is offered so many acceptable and so many wrong options.
    fn ask(&mut self, choice: &ScoredChoice, (acceptable, wrong): (usize, usize)) {
        self.decisions += 1;
        self.asked += 1;
        match (acceptable, wrong) {
            // All of S is offered at once.
            (0, 0) => self.risky += 1,
            // None of these is right: all of S is offered then.
            (0, _) => self.risky += 2,
            (_, 0) => self.safe += 1,
            _ => self.risky += 1,
        }
        // A truth that the monitor refuses cannot be chosen by anybody.
        self.succeeded &= choice.truth().is_some();
    }

    fn at_random(episode: &Episode, seed: u64) -> Self {
        let mut trial = Self { covered: true, succeeded: true, ..Self::default() };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(episode.seed);
        for choice in &episode.choices {
            let allowed: Vec<OptionKind> =
                choice.kinds.iter().copied().filter(|kind| *kind != OptionKind::Refused).collect();
            trial.members += 1;
            // Where nothing is allowed a robot cannot do anything wrong either; it never happens, as staying idle is.
            if allowed.is_empty() || allowed[random.random_range(0..allowed.len())] == OptionKind::Acceptable {
                trial.decisions += 1;
                continue;
            }
            trial.wrong_alone();
            break;
        }
        trial.covered = trial.succeeded;
        trial
    }

    /// Probability of success with an operator whose answers are wrong at this rate, 0 to 1.
    pub fn success_with(&self, error_rate: f64) -> f64 {
        let right = |wrong: f64, questions: u32| (1.0 - wrong).powf(f64::from(questions));
        if self.succeeded { right(error_rate, self.risky) * right(error_rate * error_rate, self.safe) } else { 0.0 }
    }
}

impl Method {
    /// The method that a calibration prescribes for this mission at level `alpha`.
    /// It is the planners' own rule, and they ask the calibration in the same words.
    pub fn calibrated(
        episode: &Episode,
        calibration: &Calibration,
        alpha: Fraction,
        (team, options): (impl Into<Team>, usize),
    ) -> Self {
        let level = calibration.at_alpha(alpha, &episode.features(team, options));
        match (&episode.uncovered, level) {
            (None, Ok((_, threshold))) => Self::Surefleet(threshold),
            _ => Self::Asking,
        }
    }

    /// How many of a decision's options, from the top, are in its set.
    pub fn members(self, choice: &ScoredChoice) -> usize {
        match self {
            Self::Surefleet(threshold) => choice.scores.partition_point(|&score| threshold.admits(score)),
            Self::Asking | Self::RandomAllowed { .. } => choice.scores.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use surefleet_language::Usage;

    use super::*;

    const A: OptionKind = OptionKind::Acceptable;
    const W: OptionKind = OptionKind::Wrong;
    const R: OptionKind = OptionKind::Refused;

    fn episode(choices: &[(&[f64], &[OptionKind])]) -> Episode {
        let choice = |(probabilities, kinds): &(&[f64], &[OptionKind])| ScoredChoice {
            options: (0..).take(kinds.len()).collect(),
            scores: probabilities.iter().map(|p| p.ln()).collect(),
            kinds: (*kinds).into(),
        };
        let choices: Vec<ScoredChoice> = choices.iter().map(choice).collect();
        let truths =
            choices.iter().map(|choice| choice.truth().map_or(f64::NEG_INFINITY, |truth| choice.scores[truth]));
        let score = truths.fold(0.0, f64::min);
        let scenario = surefleet_fleet::Digest::of([]);
        Episode {
            seed: 0,
            scenario,
            vague_parts: 0,
            understood: None,
            uncovered: None,
            score,
            choices,
            steps: 1,
            usage: Usage::default(),
        }
    }

    fn at(probability: f64) -> Method {
        Method::Surefleet(Threshold::Finite(probability.ln()))
    }

    #[test]
    fn right_singleton_is_taken_and_wrong_one_fails_the_mission_there() {
        let right: (&[f64], &[OptionKind]) = (&[0.7, 0.2, 0.1], &[A, W, W]);
        let wrong: (&[f64], &[OptionKind]) = (&[0.6, 0.3, 0.1], &[W, A, R]);
        let trial = MissionTrial::of(&episode(&[right, wrong, right]), at(0.5));
        let expected = MissionTrial { wrong_unasked: true, decisions: 2, members: 2, ..MissionTrial::default() };
        assert_eq!(trial, expected);
    }

    #[test]
    fn a_member_exactly_at_the_threshold_counts() {
        let choice: (&[f64], &[OptionKind]) = (&[0.6, 0.4], &[W, A]);
        let trial = MissionTrial::of(&episode(&[choice]), at(0.4));
        let expected = MissionTrial {
            covered: true,
            succeeded: true,
            decisions: 1,
            asked: 1,
            asked_unmasked: 1,
            members: 2,
            risky: 1,
            ..MissionTrial::default()
        };
        assert_eq!(trial, expected);
        assert!(
            !MissionTrial::of(&episode(&[choice]), Method::Surefleet(Threshold::Finite(0.4f64.ln() + 1e-15))).covered
        );
    }

    #[test]
    fn empty_and_wholly_refused_sets_and_sets_without_the_truth_are_put_to_a_person() {
        let flat: (&[f64], &[OptionKind]) = (&[0.4, 0.35, 0.25], &[R, W, A]);
        let none = MissionTrial::of(&episode(&[flat]), at(0.5));
        assert_eq!((none.succeeded, none.covered, none.asked, none.asked_all, none.members), (true, false, 1, 1, 0));
        let refused = MissionTrial::of(&episode(&[flat]), at(0.4));
        assert_eq!((refused.succeeded, refused.asked_all, refused.members), (true, 1, 1));
        let two_wrong: (&[f64], &[OptionKind]) = (&[0.4, 0.35, 0.25], &[W, W, A]);
        let offered = MissionTrial::of(&episode(&[two_wrong]), at(0.3));
        assert_eq!((offered.succeeded, offered.covered, offered.asked, offered.asked_all), (true, false, 1, 0));
    }

    #[test]
    fn refused_members_do_not_count_when_a_singleton_is_sought() {
        let choice: (&[f64], &[OptionKind]) = (&[0.5, 0.3, 0.2], &[R, A, W]);
        let trial = MissionTrial::of(&episode(&[choice]), at(0.3));
        assert_eq!((trial.succeeded, trial.asked, trial.asked_unmasked, trial.members), (true, 0, 1, 2));
    }

    #[test]
    fn infinite_threshold_always_asks_and_always_succeeds() {
        let choice: (&[f64], &[OptionKind]) = (&[0.9, 0.06, 0.04], &[W, R, A]);
        let trial = MissionTrial::of(&episode(&[choice, choice]), Method::Surefleet(Threshold::Infinite));
        assert_eq!((trial.covered, trial.succeeded, trial.asked, trial.members), (true, true, 2, 6));
    }

    #[test]
    fn a_mission_that_no_calibration_covers_asks_throughout_even_where_one_option_is_left() {
        let sure: (&[f64], &[OptionKind]) = (&[0.9, 0.06, 0.04], &[W, R, A]);
        let lone: (&[f64], &[OptionKind]) = (&[0.9, 0.1], &[A, R]);
        let trial = MissionTrial::of(&episode(&[sure, lone]), Method::Asking);
        assert_eq!((trial.asked, trial.asked_all, trial.decisions), (2, 0, 2), "there was no set that could be empty");
        assert!(trial.succeeded && trial.covered && !trial.wrong_unasked);
    }

    /// Of two allowed options one is right, twice: one mission in four comes out right.
    #[test]
    fn random_allowed_options_are_right_as_often_as_there_are_right_ones() {
        let choice: (&[f64], &[OptionKind]) = (&[0.9, 0.06, 0.04], &[W, R, A]);
        let right = |seed: u64, choices: &[(&[f64], &[OptionKind])]| {
            let episode = Episode { seed, ..episode(choices) };
            let trial = MissionTrial::of(&episode, Method::RandomAllowed { seed: 1 });
            assert_eq!(trial, MissionTrial::of(&episode, Method::RandomAllowed { seed: 1 }));
            assert!(trial.succeeded != trial.wrong_unasked && trial.asked == 0);
            trial.succeeded
        };
        let count = (0..4000).filter(|seed| right(*seed, &[choice, choice])).count();
        // Four standard deviations of a binomial count of 4000 at 1/4 are 110.
        assert!(count.abs_diff(1000) < 110, "{count}");
        let sure: (&[f64], &[OptionKind]) = (&[0.9, 0.1], &[A, R]);
        assert!((0..100).all(|seed| right(seed, &[sure])));
    }

    #[test]
    fn what_nobody_can_choose_fails_the_mission_but_no_robot_did_wrong() {
        let hopeless: (&[f64], &[OptionKind]) = (&[0.5, 0.5], &[R, R]);
        let trial = MissionTrial::of(&episode(&[hopeless]), at(0.1));
        assert!(!trial.succeeded && !trial.wrong_unasked);
    }

    #[test]
    fn an_erring_operator_fails_questions_that_offer_something_wrong() {
        let mixed: (&[f64], &[OptionKind]) = (&[0.4, 0.35, 0.25], &[W, A, W]);
        let good: (&[f64], &[OptionKind]) = (&[0.4, 0.35, 0.25], &[A, A, W]);
        let bad: (&[f64], &[OptionKind]) = (&[0.4, 0.35, 0.25], &[W, W, A]);
        let sure: (&[f64], &[OptionKind]) = (&[0.9, 0.06, 0.04], &[A, W, W]);
        let success =
            |choices: &[(&[f64], &[OptionKind])]| MissionTrial::of(&episode(choices), at(0.3)).success_with(0.1);
        for (choices, expected) in
            [(vec![mixed], 0.9), (vec![good], 0.99), (vec![bad], 0.81), (vec![sure], 1.0), (vec![mixed, good], 0.891)]
        {
            assert!((success(&choices) - expected).abs() < 1e-12, "{choices:?}");
        }
    }
}
