use std::sync::Arc;

use surefleet_conformal::{Calibration, CalibrationError, Fraction, Threshold};
use surefleet_fleet::{Brief, MissionId, Turn};
use surefleet_language::{LabelledOption, ScorerIdentity};
use surefleet_mission::{Domain, Lexicon};

use crate::{Permit, Reading, prompt::prompt_prefix};

/// What does not change within a mission, worked out once: its reading, its prompt's prefix, its threshold.
#[derive(Debug)]
pub(crate) struct Briefing {
    pub mission: MissionId,
    pub reading: Reading,
    pub prefix: Arc<str>,
    /// Why no calibration covers the mission, if its words say so.
    uncovered: Option<String>,
    /// Whether scores depend on the prompt's words.
    reads_prompts: bool,
    /// Whether an action failed before: later prompts show what was done twice, or was not.
    has_failed: bool,
    threshold: Option<Result<(Fraction, Threshold), CalibrationError>>,
}

impl Briefing {
    pub fn new(
        brief: &Brief,
        domain: &Arc<Domain>,
        labels: &[LabelledOption],
        (lexicon, scorer): (&Lexicon, &ScorerIdentity),
    ) -> Self {
        let (reading, prefix) = (Reading::of(brief, domain), prompt_prefix(domain, brief, labels));
        let uncovered = match &reading {
            Reading::Grounded { .. } => None,
            Reading::Ungrounded(_) => strange(&lexicon.unknown(&brief.text)),
        };
        Self {
            mission: brief.id,
            reading,
            prefix,
            uncovered,
            reads_prompts: scorer.reads_prompts(),
            has_failed: false,
            threshold: None,
        }
    }

    /// Whether the calibration covers a decision of this turn.
    ///
    /// The mission's own level picks the threshold from the calibration's raw scores; it is divided over W + 1
    /// orders there. A turn that was reordered more often than W is not covered, nor is one whose prompt tells of what no mission
    /// of a calibration has, where a model reads it.
    pub fn permit(&mut self, turn: &Turn, options: usize, calibration: Result<&Calibration, String>) -> Permit {
        let calibration = match calibration {
            Ok(calibration) => calibration,
            Err(reason) => return Permit::Off { reason },
        };
        if let Some(reason) = &self.uncovered {
            return Permit::Off { reason: reason.clone() };
        }
        if let Some(told) = self.told_unlike_calibrated(turn).filter(|_| self.reads_prompts) {
            return Permit::Off {
                reason: format!("the prompt tells of {told}, and none that it was calibrated on does"),
            };
        }
        let threshold = self.threshold.get_or_insert_with(|| at_level(&turn.brief, options, calibration));
        let (alpha, threshold) = match threshold {
            Ok(known) => *known,
            Err(error) => return Permit::Off { reason: error.to_string() },
        };
        let Some(left) = calibration.reorders().checked_sub(turn.reorders) else {
            let (done, paid) = (turn.reorders, calibration.reorders());
            return Permit::Off {
                reason: format!("step was reordered {done} times, but the calibration pays for {paid}"),
            };
        };
        let reorders_left = if turn.order.len() > 1 { left } else { 0 };
        Permit::On { calibration: calibration.digest(), alpha, threshold, reorders_left }
    }

    /// What the prompt of this turn tells of and those of a calibration do not: its missions have no requirements beside their words, all of
    /// their robots take part, and what they do succeeds.
    fn told_unlike_calibrated(&mut self, turn: &Turn) -> Option<&'static str> {
        self.has_failed |= !turn.failures.is_empty();
        let unlike = [
            (self.has_failed, "a failed action"),
            (!turn.refusals.is_empty(), "a refused joint step"),
            (!turn.brief.constraints.is_empty(), "requirements beside the mission"),
            (turn.history.iter().flatten().any(Option::is_none), "a robot that was absent"),
        ];
        unlike.into_iter().find_map(|(is_so, told)| is_so.then_some(told))
    }
}

/// What is wrong with words that no mission has which the calibration is about; nothing, if there are none.
fn strange(words: &[&str]) -> Option<String> {
    let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    let (last, rest) = quoted.split_last()?;
    let listed = if rest.is_empty() { last.clone() } else { format!("{} or {last}", rest.join(", ")) };
    Some(format!("no mission that it was calibrated on speaks of {listed}"))
}

fn at_level(
    brief: &Brief,
    options: usize,
    calibration: &Calibration,
) -> Result<(Fraction, Threshold), CalibrationError> {
    let alpha = match brief.alpha.trim() {
        "" => calibration.alpha(),
        written => written.parse()?,
    };
    let (_, threshold) = calibration.at_alpha(alpha, brief.team.len(), options)?;
    Ok((alpha, threshold))
}
