use surefleet_conformal::{Golden, GoldenPrompt, GoldenReplay, Sha256, Understood};
use surefleet_language::{OptionScorer, Question};
use surefleet_mission::{Distribution, TeamClass};

use crate::{CalibrateError, Split, Walk, episode::understood};

/// Greatest difference of a replayed log-probability: far below what separates options, above another CPU's rounding.
const TOLERANCE: f64 = 1e-3;

/// The golden prompts of a scenario distribution: three turns of a mission of each class.
///
/// They are made anew at every start rather than read from the file, so that a planner that renders other prompts than
/// the calibrated one does not find its prompts there. Their history is the oracle's choice, whatever scores them.
///
/// # Errors
/// [`CalibrateError::NoWayOn`] where a scenario is infeasible.
pub fn golden_questions(distribution: &Distribution) -> Result<Vec<Question>, CalibrateError> {
    let mut questions = Vec::new();
    for class in TeamClass::ALL {
        let scenario = distribution.sample(class, Split::Golden.seed(class, 0));
        let mut walk = Walk::new(distribution, &scenario)?;
        let team = class.team_size();
        // The first robot, one that sees the first one's decision, and one that sees a whole step.
        let turns = [0, 1, team.max(2)];
        for decision in 0..=turns[2] {
            let Some(turn) = walk.turn() else { break };
            let step = turn.step;
            let question = walk.question();
            let robot = question.robot.clone();
            if turns.contains(&decision) {
                questions.push(question);
            }
            let preferred = walk.judgement().preferred;
            walk.decide(preferred.ok_or(CalibrateError::NoWayOn { seed: scenario.seed, step, robot })?)?;
        }
    }
    Ok(questions)
}

/// The scores that the running scorer gives the golden prompts.
///
/// # Errors
/// [`CalibrateError::Golden`] where one gets no scores.
pub async fn replay_golden<S: OptionScorer>(
    distribution: &Distribution,
    scorer: &S,
) -> Result<Vec<GoldenReplay>, CalibrateError> {
    let mut replays = Vec::new();
    for question in golden_questions(distribution)? {
        let (scores, understood) = ask(scorer, &question).await?;
        replays.push(GoldenReplay { prompt_sha256: Sha256::of(question.prompt.text()), scores, understood });
    }
    Ok(replays)
}

/// The golden prompts with their scores, for a calibration file.
pub(crate) async fn golden<S: OptionScorer>(distribution: &Distribution, scorer: &S) -> Result<Golden, CalibrateError> {
    let mut prompts = Vec::new();
    for question in golden_questions(distribution)? {
        let (scores, understood) = ask(scorer, &question).await?;
        let options = question.options.iter().map(|option| option.text.to_string()).collect();
        prompts.push(GoldenPrompt::new(question.prompt.text(), options, &scores, understood)?);
    }
    Ok(Golden { tolerance: TOLERANCE, prompts })
}

async fn ask<S: OptionScorer>(
    scorer: &S,
    question: &Question,
) -> Result<(Vec<f64>, Option<Understood>), CalibrateError> {
    let scored = scorer.score(question).await.map_err(CalibrateError::Golden)?;
    let understood = understood(&scored)?;
    Ok((scored.log_probabilities, understood))
}
