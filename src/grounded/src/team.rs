//! Joint steps for a whole team, written by a language model and verified by search.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use surefleet_fleet::{Decision, MissionId, RobotId, StepIndex, TeamStep, Turn};
use surefleet_language::{LanguageModel, Prompt, Sampling, TextRequest, Usage};

use crate::{FormalScorer, joint_step::read_joint_step};

/// How often a model is asked for one joint step.
const TRIES: usize = 3;
/// Its answer is cut off after so many tokens for thoughts, and so many for each robot.
const TOKENS_OF_THOUGHT: u32 = 512;
const TOKENS_OF_ROBOT: u32 = 64;

/// The prompt that asks a model for the joint step of a turn.
pub type TeamPrompt = Box<dyn Fn(&Turn) -> Prompt + Send + Sync>;

/// A planner for a whole team: a language model writes a joint step, and search verifies it before anybody hears of it.
///
/// A team step gives no right to move: each robot judges its part as its own decision, and the safety monitor the whole. Where the model writes none
/// that will do, each robot's own search decides in its turn.
pub struct TeamPlanner<M> {
    model: M,
    prompt: TeamPrompt,
    /// What it wrote last, so that a turn which begins again need not wait for the model again.
    last: Mutex<Option<Last>>,
}

/// A joint step that did, and the step that it was for.
#[derive(Debug, Clone)]
struct Last {
    mission: MissionId,
    step: StepIndex,
    /// How many joint steps the monitor had refused then: what it refuses later may be this one.
    refusals: usize,
    parts: BTreeMap<RobotId, Decision>,
}

/// What a model wrote for a turn, so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The joint step; `None`: it wrote none that will do.
    pub team_step: Option<Arc<TeamStep>>,
    /// What was wrong with its answers, in words, first one first.
    pub wrong: Vec<String>,
    /// Why it gave no answer.
    pub fault: Option<String>,
    /// The cost of its calls.
    pub usage: Usage,
}

impl<M: LanguageModel> TeamPlanner<M> {
    /// A planner with a model and the prompt for it.
    pub fn new(model: M, prompt: TeamPrompt) -> Self {
        Self { model, prompt, last: Mutex::default() }
    }

    /// Asks the model for the joint step of a turn that awaits one. `owner`: the robot that holds the turn; `scorer`: what scores its options.
    ///
    /// A joint step will do if it begins a shortest known plan. What is wrong with an answer is told to the model in words, and it is asked again, three times in
    /// all. It is not asked about a mission that can mean several things, or that is not read as formulas. Whoever stops waiting has in `written`
    /// what there is until then.
    pub async fn write(&self, turn: &Turn, owner: &RobotId, scorer: &FormalScorer, written: &mut Written) {
        if turn.brief.formulas.is_empty() || !turn.brief.has_one_meaning() {
            return;
        }
        let last = self.last(turn);
        if let Some(parts) = last.filter(|parts| scorer.check_team_step(turn, parts, owner).is_ok()) {
            return self.take(turn, owner, parts, written);
        }
        while written.wrong.len() < TRIES {
            let mut prompt = (self.prompt)(turn);
            tell_wrong(&mut prompt.suffix, &written.wrong);
            let max_tokens = TOKENS_OF_THOUGHT + TOKENS_OF_ROBOT * turn.brief.team.len() as u32;
            let request = TextRequest { prompt, max_tokens, stop: Vec::new(), sampling: Sampling::Greedy };
            let answer = match self.model.write(&request).await {
                Ok(answer) => answer,
                Err(error) => {
                    written.fault = Some(error.to_string());
                    return;
                }
            };
            written.usage += answer.usage;
            let parts = match answer.is_whole {
                true => read_joint_step(&answer.text, scorer.world(), &turn.brief.team),
                false => Err(format!("it was cut off after {max_tokens} tokens: think less")),
            };
            match parts.and_then(|parts| scorer.check_team_step(turn, &parts, owner).map(|()| parts)) {
                Ok(parts) => return self.take(turn, owner, parts, written),
                // It takes its likeliest words, so it would only write the same again.
                Err(wrong) if written.wrong.contains(&wrong) => return,
                Err(wrong) => written.wrong.push(wrong),
            }
        }
    }

    /// What was written for the same step, unless the monitor has refused a joint step since.
    fn last(&self, turn: &Turn) -> Option<BTreeMap<RobotId, Decision>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_for =
            |last: &&Last| (last.mission, last.step, last.refusals) == (turn.mission(), turn.step, turn.refusals.len());
        last.as_ref().filter(is_for).map(|last| last.parts.clone())
    }

    fn take(&self, turn: &Turn, owner: &RobotId, parts: BTreeMap<RobotId, Decision>, written: &mut Written) {
        let (mission, step, refusals) = (turn.mission(), turn.step, turn.refusals.len());
        let last = Last { mission, step, refusals, parts: parts.clone() };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
        let team_step = TeamStep { owner: owner.clone(), by: self.model.name().to_owned(), parts };
        written.team_step = Some(Arc::new(team_step));
    }
}

fn tell_wrong(prompt: &mut String, wrong: &[String]) {
    if wrong.is_empty() {
        return;
    }
    prompt.push_str("\nYour earlier answers will not do:\n");
    prompt.extend(wrong.iter().map(|wrong| format!("- {wrong}\n")));
    prompt.push_str("Answer again.\n");
}
