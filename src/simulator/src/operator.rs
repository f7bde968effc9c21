mod mind;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use rand::RngExt;
use surefleet_fleet::{Decision, RobotId, Turn};
use surefleet_language::ScoreError;
use surefleet_mission::Transport;
use surefleet_world::World;

use crate::scorer::stream;
use mind::{Insight, Mind};

/// A toy human operator: picks the first acceptable option from the top, errs at a seeded rate, takes its time.
///
/// The exact oracle of deliveries says which options are acceptable, or for other missions search. The same question of
/// the same turn gets the same answer.
#[derive(Debug)]
pub struct SimulatedOperator {
    mind: Mind,
    habits: OperatorHabits,
    seed: u64,
}

/// How a simulated operator answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OperatorHabits {
    /// Probability of a wrong answer, 0 to 1.
    pub error_rate: f64,
    /// The quickest answer.
    pub least_delay: Duration,
    /// The slowest answer; delays between the two are equally likely.
    pub greatest_delay: Duration,
}

/// A simulated operator's answer to a help request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperatorAnswer {
    /// The option that is picked; `None`: none of these.
    pub pick: Option<Decision>,
    /// The option that an operator without errors would have picked.
    pub right: Option<Decision>,
    /// Whether no other offered option is right.
    pub is_only: bool,
    /// How long the operator takes.
    pub delay: Duration,
}

impl OperatorAnswer {
    /// Whether the operator deviated from what is right.
    pub fn is_error(&self) -> bool {
        self.pick != self.right
    }
}

impl SimulatedOperator {
    /// The operator's name in every record.
    pub const NAME: &'static str = "simulated operator";

    /// With habits; the same seed gives the same answers everywhere.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for an error rate that is no probability or delays in the wrong order.
    pub fn new(domain: Arc<Transport>, habits: OperatorHabits, seed: u64) -> Result<Self, ScoreError> {
        Self::with(Mind::of_deliveries(domain), habits, seed)
    }

    /// With habits, at any site: deliveries are judged exactly, and other missions by search.
    ///
    /// # Errors
    /// As [`SimulatedOperator::new`].
    pub fn of_site(
        world: Arc<World>,
        transport: Option<Arc<Transport>>,
        habits: OperatorHabits,
        seed: u64,
    ) -> Result<Self, ScoreError> {
        Self::with(Mind::of_site(world, transport), habits, seed)
    }

    fn with(mind: Mind, habits: OperatorHabits, seed: u64) -> Result<Self, ScoreError> {
        let OperatorHabits { error_rate, least_delay, greatest_delay } = habits;
        if !(0.0..=1.0).contains(&error_rate) {
            let mend = "choose a probability from 0 to 1";
            return Err(ScoreError::Setting { name: "error_rate", value: error_rate.to_string(), mend });
        }
        if least_delay > greatest_delay {
            let value = format!("{least_delay:?}");
            let mend = "choose at most greatest_delay";
            return Err(ScoreError::Setting { name: "least_delay", value, mend });
        }
        Ok(Self { mind, habits, seed })
    }

    /// Means these formulas by each of these texts, which only a language model reads, or which have several meanings.
    #[must_use]
    pub fn meaning(self, texts: BTreeMap<String, Vec<String>>) -> Self {
        Self { mind: self.mind.meaning(texts), ..self }
    }

    /// What it means by a text that leaves that open.
    pub fn meant(&self, text: &str) -> Option<&[String]> {
        self.mind.meant(text)
    }

    /// Answers `robot`'s request in this turn; `offered`: the allowed options, best score first.
    ///
    /// A wrong answer is one of the offered options that is not acceptable, each equally likely; where all are
    /// acceptable it is none-of-these.
    ///
    /// # Errors
    /// [`ScoreError`] where the oracle cannot judge the turn, or the text has meanings of which nobody told it the right one.
    pub fn answer(&self, turn: &Turn, robot: &RobotId, offered: &[Decision]) -> Result<OperatorAnswer, ScoreError> {
        let brief = &turn.brief;
        if !brief.meanings.is_empty() && self.meant(&brief.text).is_none() {
            return Err(ScoreError::Setting {
                name: "simulator.operator.means",
                value: format!("without {:?}", brief.text),
                mend: "say there what is meant by it, or leave simulator.operator out and answer yourself",
            });
        }
        let Insight { right: acceptable, place, content } = self.mind.judge(turn, robot, offered)?;
        let right = acceptable.first().copied();
        let place = (place as u64).to_le_bytes();
        let shown: Vec<u8> = offered.iter().flat_map(|decision| decision.get().to_le_bytes()).collect();
        let parts = [content.as_bytes().as_slice(), &place, &shown];
        let mut chance = stream("answers", self.seed, &parts);
        let delay = chance.random_range(self.habits.least_delay..=self.habits.greatest_delay);
        let wrong: Vec<Decision> = offered.iter().copied().filter(|decision| !acceptable.contains(decision)).collect();
        let pick = if !chance.random_bool(self.habits.error_rate) {
            right
        } else if wrong.is_empty() {
            None
        } else {
            Some(wrong[chance.random_range(0..wrong.len())])
        };
        Ok(OperatorAnswer { pick, right, is_only: acceptable.len() == 1, delay })
    }

    /// Answers the question with this name whether something worked, given the truth.
    /// The second value is the time that the operator takes.
    pub fn outcome(&self, question: &str, truth: bool) -> (bool, Duration) {
        let mut chance = stream("outcomes", self.seed, &[question.as_bytes()]);
        let delay = chance.random_range(self.habits.least_delay..=self.habits.greatest_delay);
        (truth != chance.random_bool(self.habits.error_rate), delay)
    }
}
