//! How a simulated operator knows what is right.

use std::{collections::BTreeMap, sync::Arc};

use surefleet_fleet::{Brief, Decision, Digest, RobotId, Turn};
use surefleet_grounded::FormalJudge;
use surefleet_language::ScoreError;
use surefleet_mission::Transport;
use surefleet_search::Budget;
use surefleet_world::World;

use crate::scorer::Missions;

/// The work that it takes to judge one question: a person thinks for a second or two.
const BUDGET: Budget = Budget(2_000_000);

/// The exact oracle for deliveries, search for missions that the safety monitor has read as formulas: one of them, or
/// both.
#[derive(Debug)]
pub(super) struct Mind {
    exact: Option<Missions>,
    search: Option<Box<FormalJudge>>,
    /// The formulas that each text in free words means.
    meant: BTreeMap<String, Vec<String>>,
}

/// What a mind knows about a question.
pub(super) struct Insight {
    /// The offered options that are right, in their order.
    pub right: Vec<Decision>,
    /// The robot's place in its team.
    pub place: usize,
    /// The world, and what is decided in it.
    pub content: Digest,
}

impl Mind {
    pub fn of_deliveries(transport: Arc<Transport>) -> Self {
        Self { exact: Some(Missions::new(transport)), search: None, meant: BTreeMap::new() }
    }

    pub fn of_site(world: Arc<World>, transport: Option<Arc<Transport>>) -> Self {
        let search = Some(Box::new(FormalJudge::new(world, BUDGET).content_with_any()));
        Self { exact: transport.map(Missions::new), search, meant: BTreeMap::new() }
    }

    pub fn meaning(self, meant: BTreeMap<String, Vec<String>>) -> Self {
        Self { meant, ..self }
    }

    pub fn meant(&self, text: &str) -> Option<&[String]> {
        self.meant.get(text).map(Vec::as_slice)
    }

    /// Which of the offered options are right for a robot in this turn. What is no delivery is left to search.
    pub fn judge(&self, turn: &Turn, robot: &RobotId, offered: &[Decision]) -> Result<Insight, ScoreError> {
        let meant = self.meant.get(&turn.brief.text).map(|formulas| {
            let brief = Brief { formulas: formulas.clone(), ..Brief::clone(&turn.brief) };
            Turn { brief: Arc::new(brief), ..turn.clone() }
        });
        let (turn, is_free) = (meant.as_ref().unwrap_or(turn), meant.is_some());
        let exact = self.exact.as_ref().map(|missions| missions.judge(turn, robot, is_free));
        let search = self.search.as_ref().filter(|_| !turn.brief.formulas.is_empty() || self.exact.is_none());
        match (exact, search) {
            (Some(Ok(judged)), _) => {
                let is_right = |one: &Decision| judged.judgement.acceptable.get(one.index()) == Some(&true);
                let right = offered.iter().copied().filter(is_right).collect();
                Ok(Insight { right, place: judged.place, content: judged.content })
            }
            (_, Some(search)) => {
                let right = search.right(turn, robot, offered)?;
                let place = turn.brief.place_of(robot).unwrap_or_default();
                Ok(Insight { right, place, content: turn.content() })
            }
            (Some(Err(error)), None) => Err(error),
            (None, None) => unreachable!("a mind has one of the two"),
        }
    }
}
