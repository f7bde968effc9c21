use r2r::surefleet::msg::HelpAnswer;
use surefleet_fleet::{Attempt, MissionId, RobotId, StepIndex};
use surefleet_perception::{Execution, Said};

use super::own_key;

/// So questions about outcomes begin: the planner's own are about decisions.
const PREFIX: &str = "outcome ";

/// Whether a question to people is about an action's outcome.
pub fn is_outcome_key(key: &str) -> bool {
    key.starts_with(PREFIX)
}

/// Which action an answer is about, and what it says of it; `None`: it is about something else.
pub fn outcome_said(answer: &HelpAnswer) -> Option<(Execution, Said)> {
    let said = match i64::from(answer.kind) {
        kind if kind == HelpAnswer::OPTION as i64 && answer.decision == outcome_decision(true) => Said::Worked,
        kind if kind == HelpAnswer::OPTION as i64 => Said::Failed(answer.text.clone()),
        kind if kind == HelpAnswer::NONE_OF_THESE as i64 => Said::Failed(answer.text.clone()),
        _ => Said::Nothing,
    };
    Some((execution_of(&answer.key)?, said))
}

/// The number of the answer that says so.
pub fn outcome_decision(worked: bool) -> u16 {
    u16::from(!worked)
}

/// The key of a question; `round`: how often one had to be put anew.
pub fn outcome_key(robot: &RobotId, mission: MissionId, step: StepIndex, attempt: Attempt, round: u32) -> String {
    let first = format!("{PREFIX}{mission} {step} {} {robot}", attempt.0);
    if round == 0 { first } else { format!("{first} {round}") }
}

/// The action that a question is about, by its key.
fn execution_of(key: &str) -> Option<Execution> {
    let mut words = own_key(key).strip_prefix(PREFIX)?.split(' ');
    let mission = MissionId::try_from(words.next()?.to_owned()).ok()?;
    let step = StepIndex::new(words.next()?.parse().ok()?)?;
    let attempt = Attempt(words.next()?.parse().ok()?);
    Some(Execution { mission, step, attempt })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_name_the_action_that_they_are_about() -> Result<(), Box<dyn std::error::Error>> {
        let (mission, robot) = (MissionId::new([7; 16]), RobotId::new("robot_2")?);
        let of = |round| outcome_key(&robot, mission, StepIndex::FIRST.next(), Attempt(3), round);
        let execution = Execution { mission, step: StepIndex::FIRST.next(), attempt: Attempt(3) };
        assert_ne!(of(0), of(1));
        for key in [of(0), of(1)] {
            assert!(is_outcome_key(&key));
            assert_eq!(execution_of(&key), Some(execution));
        }
        assert_eq!(execution_of("outcome 12 x"), None);
        Ok(())
    }
}
