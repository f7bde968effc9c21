//! Questions about an action's outcome.

use r2r::surefleet::msg::{HelpAnswer, HelpOption, HelpRequest};
use surefleet_fleet::{Attempt, MissionId, RobotId, StepIndex};
use surefleet_help::QuestionKind;
use surefleet_perception::{Execution, Said};

use super::{WireError, decision_code, mission_id, question_kind, step_index};

/// The asker's own key of a question about an outcome. Nobody parses it: [`HelpRequest`] has fields for its content.
pub fn outcome_key(robot: &RobotId, mission: MissionId, step: StepIndex, attempt: Attempt) -> String {
    format!("{mission}/{step}/{}/{robot}/{}", attempt.0, QuestionKind::Outcome)
}

/// The answer that the action worked, or that it failed. `score`: the logarithm of its probability; NaN: unknown.
pub fn outcome_option(worked: bool, text: String, score: f64) -> HelpOption {
    HelpOption {
        id: outcome_option_id(worked),
        text,
        decision: decision_code(None),
        score,
        in_set: true,
        allowed: true,
        reason: String::new(),
        lasting: false,
    }
}

/// The id of the answer that the action worked, or that it failed.
pub fn outcome_option_id(worked: bool) -> u16 {
    if worked { HelpOption::WORKED as u16 } else { HelpOption::FAILED as u16 }
}

/// Whether a question about an outcome offers both answers, and no other.
///
/// # Errors
/// An option with another id; one of the two that is missing.
pub fn check_outcome_options(request: &HelpRequest) -> Result<(), WireError> {
    let known = [true, false].map(outcome_option_id);
    let offered = |id: u16| request.options.iter().any(|option| option.id == id);
    let strange = request.options.iter().map(|option| option.id).find(|id| !known.contains(id));
    match strange.or_else(|| known.into_iter().find(|id| !offered(*id))) {
        Some(id) => Err(strange_option(id)),
        None => Ok(()),
    }
}

fn strange_option(id: u16) -> WireError {
    let (field, value) = ("option.id", id.to_string());
    WireError::Field { field, value, wrong: "a question about an outcome has WORKED (1) and FAILED (2), both of them" }
}

/// The action that an answer is about, and its verdict; `None`: the answer is about something else.
///
/// # Errors
/// A malformed field.
pub fn outcome_said(answer: &HelpAnswer) -> Result<Option<(Execution, Said)>, WireError> {
    match question_kind(answer.question_kind)? {
        QuestionKind::Decision => return Ok(None),
        QuestionKind::Outcome => {}
    }
    let said = match i64::from(answer.kind) {
        kind if kind == HelpAnswer::OPTION as i64 && answer.option.id == outcome_option_id(true) => Said::Worked,
        kind if kind == HelpAnswer::OPTION as i64 && answer.option.id == outcome_option_id(false) => {
            Said::Failed(answer.text.clone())
        }
        kind if kind == HelpAnswer::OPTION as i64 => return Err(strange_option(answer.option.id)),
        kind if kind == HelpAnswer::NONE_OF_THESE as i64 => Said::Failed(answer.text.clone()),
        _ => Said::Nothing,
    };
    let (mission, step) = (mission_id(&answer.mission_id)?, step_index(answer.step)?);
    Ok(Some((Execution { mission, step, attempt: Attempt(answer.attempt) }, said)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::decision;

    fn answer(question_kind: i64, kind: i64, option: i64) -> HelpAnswer {
        HelpAnswer {
            mission_id: vec![7; 16],
            step: 2,
            attempt: 3,
            question_kind: question_kind as u8,
            kind: kind as u8,
            option: HelpOption { id: option as u16, ..Default::default() },
            text: "it slipped".to_owned(),
            ..Default::default()
        }
    }

    #[test]
    fn an_answer_is_about_the_action_that_it_names_and_says_what_its_option_is_called()
    -> Result<(), Box<dyn std::error::Error>> {
        let action = Execution { mission: MissionId::new([7; 16]), step: StepIndex::FIRST.next(), attempt: Attempt(3) };
        let failed = || Said::Failed("it slipped".to_owned());
        for (kind, option, said) in [
            (HelpAnswer::OPTION as i64, HelpOption::WORKED as i64, Said::Worked),
            (HelpAnswer::OPTION as i64, HelpOption::FAILED as i64, failed()),
            (HelpAnswer::NONE_OF_THESE as i64, 0, failed()),
            (HelpAnswer::EXPIRED as i64, 0, Said::Nothing),
            (HelpAnswer::HALT as i64, 0, Said::Nothing),
        ] {
            let heard = answer(HelpRequest::OUTCOME as i64, kind, option);
            assert_eq!(outcome_said(&heard)?, Some((action, said)), "{kind} {option}");
        }
        let decided = answer(HelpRequest::DECISION as i64, HelpAnswer::OPTION as i64, HelpOption::WORKED as i64);
        assert_eq!(outcome_said(&decided)?, None);
        for strange in [0, 3] {
            assert!(outcome_said(&answer(HelpRequest::OUTCOME as i64, HelpAnswer::OPTION as i64, strange)).is_err());
        }
        let later = outcome_said(&answer(9, HelpAnswer::OPTION as i64, HelpOption::WORKED as i64));
        assert_eq!(
            later.map_err(|error| error.to_string()),
            Err("field kind is 9: known are DECISION (1) and OUTCOME (2)".into())
        );
        Ok(())
    }

    #[test]
    fn a_question_about_an_outcome_offers_nothing_else() {
        let offers = |id: u16| HelpRequest {
            options: vec![outcome_option(true, "yes".into(), 0.0), HelpOption { id, ..Default::default() }],
            ..Default::default()
        };
        assert!(check_outcome_options(&offers(HelpOption::FAILED as u16)).is_ok());
        assert!(check_outcome_options(&offers(3)).is_err());
        assert!(check_outcome_options(&offers(HelpOption::WORKED as u16)).is_err(), "nobody could say that it failed");
        // Whoever leaves the decision out names none, and not the first member of S.
        assert_eq!(decision(HelpOption::default().decision), None);
    }
}
