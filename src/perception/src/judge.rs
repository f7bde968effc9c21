use crate::{
    ActionEvidence, ActionOutcome, ActionReading, ActionVerdict, Check, DecisionRule, PerceptionError, Strategy,
    Uncertainty,
};

/// One way to ask, and a rule for when the answer counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Criterion {
    /// How the model is asked.
    pub strategy: Strategy,
    /// How the model's doubt is measured.
    pub uncertainty: Uncertainty,
    /// The rule that decides whether the answer counts.
    pub rule: DecisionRule,
    /// Least probability mass on the offered answers. Below it the answer never counts.
    pub least_mass: f64,
    /// Unix time in seconds at which the calibration of the rule expires; `None`: the rule has none.
    pub expires_unix_s: Option<u64>,
}

/// Turns readings into a verdict. Once it is off, every verdict is [`ActionVerdict::Uncertain`].
///
/// With several criteria, all must be certain and agree. Each criterion's bound on "wrong and not asked" still holds,
/// because fewer checks are decided without asking. A bound on "wrong, given that nobody was asked" holds only for each
/// criterion alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Judge {
    criteria: Vec<Criterion>,
    off: Option<String>,
}

/// The least mass if nothing else is configured.
pub const DEFAULT_LEAST_MASS: f64 = 0.5;

impl Judge {
    /// A judge with these criteria. It is off if there are none, or with the first error among them.
    pub fn new<E: ToString>(criteria: impl IntoIterator<Item = Result<Criterion, E>>) -> Self {
        let criteria: Result<Vec<Criterion>, E> = criteria.into_iter().collect();
        match criteria {
            Ok(criteria) if criteria.is_empty() => Self::off("no way to ask is set"),
            Ok(criteria) => Self { criteria, off: None },
            Err(reason) => Self::off(&reason.to_string()),
        }
    }

    /// A judge that is never certain, for this reason.
    pub fn off(reason: &str) -> Self {
        Self { criteria: Vec::new(), off: Some(reason.to_owned()) }
    }

    /// Why it is off, if it is.
    pub fn why_off(&self) -> Option<&str> {
        self.off.as_deref()
    }

    /// Switches the judge off for good. The first reason is kept.
    pub fn latch_off(&mut self, reason: &str) {
        self.off.get_or_insert_with(|| reason.to_owned());
    }

    /// Its criteria; empty if it is off from the start.
    pub fn criteria(&self) -> &[Criterion] {
        &self.criteria
    }

    /// The strategies to pass to [`read`](crate::read), each once.
    pub fn strategies(&self) -> Vec<Strategy> {
        let mut strategies: Vec<Strategy> = self.criteria.iter().map(|criterion| criterion.strategy).collect();
        strategies.sort_unstable();
        strategies.dedup();
        strategies
    }

    /// The uncertainties to pass to [`read`](crate::read), each once.
    pub fn uncertainties(&self) -> Vec<Uncertainty> {
        let mut uncertainties: Vec<Uncertainty> = self.criteria.iter().map(|criterion| criterion.uncertainty).collect();
        uncertainties.sort_unstable();
        uncertainties.dedup();
        uncertainties
    }

    /// The verdict on the model's readings, or on the error in place of them. `now_unix_s` is Unix time in seconds. The
    /// judge latches off once a calibration has expired.
    pub fn judge(
        &mut self,
        now_unix_s: u64,
        check: &Check,
        said: Result<Vec<ActionReading>, PerceptionError>,
    ) -> ActionVerdict {
        if self.criteria.iter().any(|criterion| criterion.expires_unix_s.is_some_and(|end| end <= now_unix_s)) {
            self.latch_off("the detector's calibration has expired: calibrate anew");
        }
        let readings = match said {
            Ok(readings) => readings,
            Err(error) => return ActionVerdict::Uncertain { why: error.to_string(), readings: Vec::new() },
        };
        match self.conclude(&readings) {
            Ok(ActionOutcome::Success) => ActionVerdict::Success,
            Ok(ActionOutcome::Failure) => {
                let (subtask, expected) = (check.subtask(), check.expected());
                ActionVerdict::Failure(format!("tried to {subtask}, but it is not so that {expected}"))
            }
            Err(why) => ActionVerdict::Uncertain { why, readings },
        }
    }

    fn conclude(&self, readings: &[ActionReading]) -> Result<ActionOutcome, String> {
        if let Some(reason) = &self.off {
            return Err(format!("the detector may not judge alone: {reason}"));
        }
        let mut agreed = None;
        for Criterion { strategy, uncertainty, rule, least_mass, .. } in &self.criteria {
            let name = format!("{strategy} by {uncertainty}");
            let reading = readings.iter().find(|reading| reading.strategy == *strategy);
            let reading = reading.ok_or_else(|| format!("{name}: it was not asked"))?;
            let outcome = rule.decide(&ActionEvidence::of(reading, *uncertainty, *least_mass));
            let outcome = outcome.map_err(|why| format!("{name}: {why}"))?;
            if agreed.is_some_and(|before| before != outcome) {
                return Err(format!("{name} contradicts the ways to ask before it"));
            }
            agreed = Some(outcome);
        }
        agreed.ok_or_else(|| "no way to ask is set".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use surefleet_language::{ScoreError, Usage};

    use super::*;

    fn check() -> Check {
        Check::new("task", "grab apple 1", "apple 1 is held").unwrap()
    }

    fn reading(strategy: Strategy, p_success: f64) -> ActionReading {
        let doubt = p_success.min(1.0 - p_success);
        ActionReading {
            strategy,
            question: String::new(),
            says: if p_success > 0.5 { ActionOutcome::Success } else { ActionOutcome::Failure },
            p_success,
            p_failure: 1.0 - p_success,
            mass: 0.9,
            token_probability: doubt,
            entropy: 2.0 * doubt,
            self_explained: None,
            answers: Vec::new(),
            analysis: None,
            confidence: None,
            usage: Usage::default(),
        }
    }

    fn criterion(strategy: Strategy, uncertainty: Uncertainty) -> Result<Criterion, String> {
        let rule = DecisionRule::Fixed { tau: 0.3 };
        Ok(Criterion { strategy, uncertainty, rule, least_mass: DEFAULT_LEAST_MASS, expires_unix_s: Some(100) })
    }

    fn both() -> Judge {
        Judge::new([
            criterion(Strategy::StateComparison, Uncertainty::TokenProbability),
            criterion(Strategy::NextAction, Uncertainty::Entropy),
        ])
    }

    fn why(verdict: ActionVerdict) -> String {
        match verdict {
            ActionVerdict::Uncertain { why, .. } => why,
            certain => panic!("{certain:?}"),
        }
    }

    #[test]
    fn all_criteria_must_be_certain_and_agree() {
        let judge = |ssc: f64, nap: f64| {
            let readings = vec![reading(Strategy::StateComparison, ssc), reading(Strategy::NextAction, nap)];
            both().judge(0, &check(), Ok(readings))
        };
        assert_eq!(judge(0.9, 0.9), ActionVerdict::Success);
        let failure = "tried to grab apple 1, but it is not so that apple 1 is held";
        assert_eq!(judge(0.1, 0.1), ActionVerdict::Failure(failure.into()));
        assert_eq!(why(judge(0.9, 0.1)), "nap by entropy contradicts the ways to ask before it");
        assert_eq!(why(judge(0.6, 0.9)), "ssc by token_probability: its uncertainty 0.400 is not below 0.3");
        assert_eq!(why(judge(0.9, 0.8)), "nap by entropy: its uncertainty 0.400 is not below 0.3");
    }

    #[test]
    fn what_was_not_asked_or_not_answered_is_uncertain() {
        let ssc = reading(Strategy::StateComparison, 0.9);
        let missing = both().judge(0, &check(), Ok(vec![ssc.clone()]));
        assert_eq!(
            missing,
            ActionVerdict::Uncertain { why: "nap by entropy: it was not asked".into(), readings: vec![ssc] }
        );
        for (error, words) in [
            (
                PerceptionError::Model(ScoreError::Model("out of memory".into())),
                "the model did not answer: out of memory",
            ),
            (PerceptionError::NoPicture("it is 9 s old".into()), "there is no picture to judge by: it is 9 s old"),
        ] {
            assert_eq!(why(both().judge(0, &check(), Err(error))), words);
        }
    }

    #[test]
    fn low_mass_is_uncertain_however_sure_the_rest_is() {
        let mut judge = Judge::new([criterion(Strategy::StateComparison, Uncertainty::TokenProbability)]);
        let mut of_mass = |mass: f64| {
            judge.judge(0, &check(), Ok(vec![ActionReading { mass, ..reading(Strategy::StateComparison, 1.0) }]))
        };
        assert_eq!(of_mass(0.5), ActionVerdict::Success);
        assert!(why(of_mass(0.49)).ends_with("the model did not say what it was asked, or not how sure it is"));
    }

    #[test]
    fn one_bad_criterion_or_none_switches_off_and_the_first_reason_stays() {
        let bad = Judge::new([criterion(Strategy::StateComparison, Uncertainty::Entropy), Err("other weights".into())]);
        assert_eq!(bad.why_off(), Some("other weights"));
        let mut none = Judge::new(Vec::<Result<Criterion, String>>::new());
        none.latch_off("later");
        let verdict = none.judge(0, &check(), Ok(vec![reading(Strategy::StateComparison, 1.0)]));
        assert_eq!(why(verdict), "the detector may not judge alone: no way to ask is set");
    }

    #[test]
    fn an_expired_calibration_latches_off() {
        let mut judge = Judge::new([criterion(Strategy::StateComparison, Uncertainty::TokenProbability)]);
        let mut at = |now| judge.judge(now, &check(), Ok(vec![reading(Strategy::StateComparison, 1.0)]));
        assert_eq!(at(99), ActionVerdict::Success);
        assert!(why(at(100)).contains("expired"));
        assert!(why(at(99)).contains("expired"));
    }

    #[test]
    fn each_way_to_ask_is_asked_once() {
        let judge = Judge::new([
            criterion(Strategy::NextAction, Uncertainty::Entropy),
            criterion(Strategy::StateComparison, Uncertainty::Entropy),
            criterion(Strategy::NextAction, Uncertainty::TokenProbability),
        ]);
        assert_eq!(judge.strategies(), [Strategy::StateComparison, Strategy::NextAction]);
        assert_eq!(judge.uncertainties(), [Uncertainty::TokenProbability, Uncertainty::Entropy]);
    }
}
