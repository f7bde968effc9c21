use std::sync::Arc;

use surefleet_conformal::{Calibration, CalibrationError, Fraction, Threshold};
use surefleet_fleet::{Brief, MissionId, Turn};
use surefleet_language::LabelledOption;
use surefleet_mission::Domain;

use crate::{Permit, Reading, prompt::prompt_prefix};

/// What does not change within a mission, worked out once: its reading, its prompt's prefix, its threshold.
#[derive(Debug)]
pub(crate) struct Briefing {
    pub mission: MissionId,
    pub reading: Reading,
    pub prefix: Arc<str>,
    threshold: Option<Result<(Fraction, Threshold), CalibrationError>>,
}

impl Briefing {
    pub fn new(brief: &Brief, domain: &Arc<Domain>, labels: &[LabelledOption]) -> Self {
        let (reading, prefix) = (Reading::of(brief, domain), prompt_prefix(domain, brief, labels));
        Self { mission: brief.id, reading, prefix, threshold: None }
    }

    /// Whether the calibration covers a decision of this turn.
    ///
    /// The mission's own level picks the threshold from the calibration's raw scores; it is divided over W + 1
    /// orders there. A turn that was reordered more often than W is not covered.
    pub fn permit(&mut self, turn: &Turn, options: usize, calibration: Result<&Calibration, String>) -> Permit {
        let calibration = match calibration {
            Ok(calibration) => calibration,
            Err(reason) => return Permit::Off { reason },
        };
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
