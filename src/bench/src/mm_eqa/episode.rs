//! One episode: a team explores a house by one method.

use anyhow::Result;
use std::time::Duration;
use surefleet_exploration::AnswerCertainty;
use surefleet_fleet::Stamp;
use surefleet_simulator::AskedQuestion;

use super::{
    method::{Method, Rules},
    robot::{Models, Robot, Said, Talk, is_right},
    scene::Scene,
};

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuestionEnd {
    /// The second in which the answer was settled that stands at the end; `None` if none stands.
    pub settled_s: Option<f64>,
    /// Whether that answer is right; whatever it was held for.
    pub is_right: bool,
    /// Whether it was held for certain by the calibration.
    pub is_certain: bool,
}

/// What became of an episode.
#[derive(Debug, Clone, PartialEq)]
pub struct EpisodeEnd {
    pub questions: Vec<QuestionEnd>,
    /// `T_max`.
    pub limit_s: f64,
    /// When all questions had an answer; `T_max` if not all had.
    pub seconds: f64,
    pub said: Said,
    pub driven_m: f64,
}

/// Runs an episode. Equal arguments give equal ends.
///
/// # Errors
/// None that a scene can cause.
pub fn run(scene: &Scene, method: Method, talk: Talk, rules: &Rules, models: Models<'_>) -> Result<EpisodeEnd> {
    let limit_s = scene.time_limit_s();
    let robots = (0..scene.robots()).map(|place| Robot::new(scene, place, (method, talk), rules, models));
    let mut robots: Vec<Robot<'_>> = robots.collect::<Result<_>>()?;
    let mut seconds = limit_s;
    for second in 1..=limit_s {
        let now = Stamp::ZERO + Duration::from_secs(second.into());
        for speaker in 0..robots.len() {
            for message in robots[speaker].take_said(now) {
                for hearer in (0..robots.len()).filter(|&hearer| hearer != speaker) {
                    robots[hearer].hear(now, message.clone())?;
                }
            }
        }
        for robot in &mut robots {
            robot.step(now)?;
        }
        if robots.iter().all(Robot::is_done) {
            seconds = second;
            break;
        }
    }
    Ok(end(scene, &robots, f64::from(seconds)))
}

fn end(scene: &Scene, robots: &[Robot<'_>], seconds: f64) -> EpisodeEnd {
    let question = |question| {
        let asked: &AskedQuestion = question;
        let id = asked.asked.id();
        let standing = robots.iter().find_map(|robot| robot.answered().get(id));
        QuestionEnd {
            settled_s: standing.map(|(seconds, _)| *seconds),
            is_right: standing.is_some_and(|(_, answer)| is_right(asked, answer.letter.place())),
            is_certain: standing.is_some_and(|(_, answer)| answer.certainty == AnswerCertainty::Certain),
        }
    };
    let mut said = Said::default();
    for robot in robots {
        let one = robot.said();
        said.requests += one.requests;
        said.findings += one.findings;
        said.answers += one.answers;
        said.bytes += one.bytes;
    }
    EpisodeEnd {
        questions: scene.questions.iter().map(question).collect(),
        limit_s: scene.time_limit_s().into(),
        seconds,
        said,
        driven_m: robots.iter().map(Robot::driven_m).sum(),
    }
}

impl EpisodeEnd {
    /// Questions whose right answer stood by this share of `T_max`.
    pub fn right_by(&self, share: f64) -> usize {
        let by = share * self.limit_s;
        self.questions.iter().filter(|end| end.is_right && end.settled_s.is_some_and(|at| at <= by)).count()
    }

    /// The normalised time cost: from the start until all robots are done, as a share of `T_max`.
    pub fn time_cost(&self) -> f64 {
        self.seconds / self.limit_s
    }

    /// Questions with an answer that stands, which is wrong.
    pub fn wrong(&self) -> usize {
        self.questions.iter().filter(|end| end.settled_s.is_some() && !end.is_right).count()
    }
}
