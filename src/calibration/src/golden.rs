use surefleet_conformal::{FEWEST_GOLDEN_PROMPTS, Golden, GoldenPrompt, GoldenReplay, Sha256, Team, Understood};
use surefleet_language::{OptionScorer, Question};

use crate::{CalibrateError, Course, Missions, Split, episode::understood};

/// Greatest difference of a replayed log-probability: far below what separates options, above another CPU's rounding.
const TOLERANCE: f64 = 1e-3;

/// The most teams that have golden prompts.
const MOST_TEAMS: usize = 4;
/// The most missions of each team. A few give prompts enough, unless all missions are very short.
const ROUNDS: u32 = 8;

/// The golden prompts of a scenario distribution: three turns of a mission of each of four teams, or of all
/// if there are fewer; of more missions, if these have too few turns.
///
/// They are made anew at every start rather than read from the file, so that a planner that renders other prompts than
/// the calibrated one does not find its prompts there. Their history is the oracle's choice, whatever scores them.
///
/// # Errors
/// [`CalibrateError::NoWayOn`] where a scenario is infeasible.
pub fn golden_questions(missions: &dyn Missions) -> Result<Vec<Question>, CalibrateError> {
    let teams = missions.teams();
    let (last, count) = (teams.len().saturating_sub(1), teams.len().min(MOST_TEAMS));
    // Spread over all teams, the smallest and the largest among them.
    let chosen: Vec<&(u16, Team)> = (0..count).map(|one| &teams[last * one / (count - 1).max(1)]).collect();
    let mut questions = Vec::new();
    for round in 0..ROUNDS {
        for (number, team) in &chosen {
            let course = match missions.begin(team, Split::Golden.seed_of(*number, round)) {
                // A team that can do nothing by itself.
                Err(CalibrateError::NoMission { .. }) => continue,
                course => course?,
            };
            questions.extend(questions_of(course, team.size())?);
        }
        if questions.len() >= FEWEST_GOLDEN_PROMPTS {
            break;
        }
    }
    Ok(questions)
}

/// Three turns of a mission: of the first robot, of one that sees the first one's decision, and of one that sees a whole step.
fn questions_of(mut course: Box<dyn Course + '_>, team: usize) -> Result<Vec<Question>, CalibrateError> {
    let turns = [0, 1, team.max(2)];
    let mut questions = Vec::new();
    for decision in 0..=turns[2] {
        let Some(turn) = course.turn() else { break };
        let step = turn.step;
        let question = course.question();
        let robot = question.robot.clone();
        if turns.contains(&decision) {
            questions.push(question);
        }
        let seed = course.seed();
        let preferred = course.preferred()?;
        course.decide(preferred.ok_or(CalibrateError::NoWayOn { seed, step, robot })?)?;
    }
    Ok(questions)
}

/// The scores that the running scorer gives the golden prompts.
///
/// # Errors
/// [`CalibrateError::Golden`] where one gets no scores.
pub async fn replay_golden<S: OptionScorer>(
    missions: &dyn Missions,
    scorer: &S,
) -> Result<Vec<GoldenReplay>, CalibrateError> {
    let mut replays = Vec::new();
    for question in golden_questions(missions)? {
        let (scores, understood) = ask(scorer, &question).await?;
        replays.push(GoldenReplay { prompt_sha256: Sha256::of(question.prompt.text()), scores, understood });
    }
    Ok(replays)
}

/// The golden prompts with their scores, for a calibration file.
pub(crate) async fn golden<S: OptionScorer>(missions: &dyn Missions, scorer: &S) -> Result<Golden, CalibrateError> {
    let mut prompts = Vec::new();
    for question in golden_questions(missions)? {
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
