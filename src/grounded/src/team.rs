//! Joint steps for a whole team, written by a language model and verified by search.

use std::{collections::BTreeMap, sync::Arc};

use surefleet_fleet::{Decision, RobotId, TeamProposal, Turn};
use surefleet_language::{LanguageModel, Prompt, Sampling, ScoreError, TextRequest, Usage};
use surefleet_search::Verdict;
use surefleet_world::World;

use crate::{FormalJudge, formal, joint_step::read_joint_step};

/// How often a model is asked for one joint step.
const TRIES: usize = 3;
/// Its answers are cut off after this: thoughts, and a line for each robot.
const MOST_TOKENS: u32 = 1024;

/// The prompt that asks a model for the joint step of a turn.
pub type TeamPrompt = Box<dyn Fn(&Turn) -> Prompt + Send + Sync>;

/// A planner for a whole team: a language model writes a joint step, and search verifies it before anybody hears of it.
///
/// What is refused is told to the model in words, and it is asked again, three times in all. Search writes the joint step if
/// nothing that the model wrote will do ([`by_search`](Self::by_search)). A proposal gives no right to move: each robot judges its part as its own
/// decision, and the safety monitor the whole.
pub struct TeamPlanner<M> {
    model: M,
    judge: FormalJudge,
    prompt: TeamPrompt,
}

/// What a model wrote for a turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The joint step; `None`: it wrote none that will do.
    pub proposal: Option<Arc<TeamProposal>>,
    /// Why its answers were refused, in words, first one first.
    pub refused: Vec<String>,
    /// The cost of its calls.
    pub usage: Usage,
}

impl<M: LanguageModel> TeamPlanner<M> {
    /// A planner for the missions of a world.
    pub fn new(model: M, world: Arc<World>, prompt: TeamPrompt) -> Self {
        Self { model, judge: FormalJudge::new(world, formal::BUDGET), prompt }
    }

    /// Asks the model for the joint step of a turn that awaits one. `owner`: the robot that holds the turn.
    ///
    /// A joint step will do if it begins a shortest known plan. It gives none of a mission that can mean several things, or that is not read as formulas.
    pub async fn write(&self, turn: &Turn, owner: &RobotId) -> Written {
        let mut written = Written::default();
        if !is_read(turn) {
            return written;
        }
        for _ in 0..TRIES {
            let mut prompt = (self.prompt)(turn);
            tell_refused(&mut prompt.suffix, &written.refused);
            let request = TextRequest { prompt, max_tokens: MOST_TOKENS, stop: Vec::new(), sampling: Sampling::Greedy };
            let answer = match self.model.write(&request).await {
                Ok(answer) => answer,
                Err(error) => {
                    written.refused.push(error.to_string());
                    return written;
                }
            };
            written.usage += answer.usage;
            let parts = read_joint_step(&answer.text, self.judge.world(), &turn.brief.team);
            let parts = parts.and_then(|parts| self.verify(turn, &parts).map(|()| parts));
            match parts {
                Ok(parts) => {
                    let by = self.model.name().to_owned();
                    written.proposal = Some(Arc::new(TeamProposal { owner: owner.clone(), by, parts }));
                    return written;
                }
                // At temperature 0 it would only write the same again.
                Err(why) if written.refused.contains(&why) => return written,
                Err(why) => written.refused.push(why),
            }
        }
        written
    }

    /// The joint step by search alone: the best known plan's. `None`: none is known, or the mission can mean several things.
    pub fn by_search(&self, turn: &Turn, owner: &RobotId) -> Option<Arc<TeamProposal>> {
        if !is_read(turn) {
            return None;
        }
        let mut so_far = turn.clone();
        let mut parts = BTreeMap::new();
        for robot in turn.order.iter() {
            let part = self.judge.judge(&so_far, robot).ok()?.preferred?;
            parts.insert(robot.clone(), part);
            so_far = so_far.after(Some(part));
        }
        Some(Arc::new(TeamProposal { owner: owner.clone(), by: TeamProposal::SEARCH.to_owned(), parts }))
    }

    /// Checks a joint step; an error says in words what is wrong with it.
    fn verify(&self, turn: &Turn, parts: &BTreeMap<RobotId, Decision>) -> Result<(), String> {
        let world = self.judge.world();
        let refused = |error: ScoreError| error.to_string();
        let state = world.read(&turn.facts).map_err(|error| error.to_string())?;
        let mut beside = Vec::new();
        for (robot, &part) in turn.order.iter().filter_map(|robot| Some((robot, parts.get(robot)?))) {
            let Some(place) = world.place(robot) else { continue };
            world.permits(&state, &beside, place, part).map_err(|refusal| refusal.to_string())?;
            beside.push((place, part));
        }
        let Some(last) = turn.order.last() else { return Ok(()) };
        let least = formal::least_steps(&self.judge.judge(turn, last).map_err(refused)?);
        match self.judge.judge_whole(turn, parts, last).map_err(refused)? {
            Some(Verdict::Yes { steps, .. }) if least.is_none_or(|least| steps <= least) => Ok(()),
            Some(Verdict::Yes { steps, .. }) => {
                let more = steps - least.unwrap_or(steps);
                Err(format!("the mission then takes {more} more {}", if more == 1 { "step" } else { "steps" }))
            }
            Some(Verdict::No) | None => {
                Err("the mission can then not be finished in time, or breaks a rule".to_owned())
            }
            Some(Verdict::Open) => Err("no plan is known that goes on from there".to_owned()),
        }
    }
}

/// Whether the mission is read as formulas in one way.
fn is_read(turn: &Turn) -> bool {
    !turn.brief.formulas.is_empty() && turn.brief.meanings.is_empty() && turn.brief.unread.is_empty()
}

/// A robot's name in prompts: "robot 2".
pub(crate) fn name_of(world: &World, robot: &RobotId) -> String {
    world.find(robot.as_str()).map_or_else(|| robot.to_string(), |robot| world.object(robot).phrase.clone())
}

fn tell_refused(prompt: &mut String, refused: &[String]) {
    if refused.is_empty() {
        return;
    }
    prompt.push_str("\nThese answers were refused:\n");
    prompt.extend(refused.iter().map(|why| format!("- {why}\n")));
    prompt.push_str("Answer again.\n");
}
