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
    /// Metres of the straight ways past the answers that are right.
    pub straight_m: f64,
}

/// A team in a house, second by second. Equal arguments give equal courses.
pub struct Team<'a> {
    scene: &'a Scene,
    robots: Vec<Robot<'a>>,
    second: u32,
}

impl<'a> Team<'a> {
    /// A team at its start.
    ///
    /// # Errors
    /// None that a scene can cause.
    pub fn new(scene: &'a Scene, method: Method, talk: Talk, rules: &Rules, models: Models<'a>) -> Result<Self> {
        let robots = (0..scene.robots()).map(|place| Robot::new(scene, place, (method, talk), rules, models));
        Ok(Self { scene, robots: robots.collect::<Result<_>>()?, second: 0 })
    }

    /// One second. Returns whether the episode goes on.
    ///
    /// # Errors
    /// None that a scene can cause.
    pub fn step(&mut self) -> Result<bool> {
        self.second += 1;
        let now = Stamp::ZERO + Duration::from_secs(self.second.into());
        for speaker in 0..self.robots.len() {
            for message in self.robots[speaker].take_said(now) {
                for hearer in (0..self.robots.len()).filter(|&hearer| hearer != speaker) {
                    self.robots[hearer].hear(now, message.clone())?;
                }
            }
        }
        for robot in &mut self.robots {
            robot.step(now)?;
        }
        Ok(self.second < self.scene.time_limit_s() && !self.robots.iter().all(Robot::is_done))
    }

    pub fn robots(&self) -> &[Robot<'a>] {
        &self.robots
    }

    /// The seconds so far.
    pub fn second(&self) -> u32 {
        self.second
    }
}

/// Runs an episode.
///
/// # Errors
/// None that a scene can cause.
pub fn run(scene: &Scene, method: Method, talk: Talk, rules: &Rules, models: Models<'_>) -> Result<EpisodeEnd> {
    let mut team = Team::new(scene, method, talk, rules, models)?;
    while team.step()? {}
    Ok(end(scene, team.robots(), team.second().into()))
}

fn end(scene: &Scene, robots: &[Robot<'_>], seconds: f64) -> EpisodeEnd {
    let question = |asked: &AskedQuestion| {
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
        said.pairs_asked += one.pairs_asked;
        said.pairs_said += one.pairs_said;
        said.bytes += one.bytes;
    }
    let is_right = |asked: &AskedQuestion| question(asked).is_right;
    EpisodeEnd {
        straight_m: scene.straight_m(is_right),
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

    /// The mean of the success rate over all times up to `T_max`.
    pub fn success_over_time(&self) -> f64 {
        let stood = |end: &QuestionEnd| match end.settled_s {
            Some(at) if end.is_right => 1.0 - (at / self.limit_s).min(1.0),
            _ => 0.0,
        };
        self.questions.iter().map(stood).sum::<f64>() / self.questions.len() as f64
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
