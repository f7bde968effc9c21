use surefleet_reach::{ArmPlan, ArmStep, BoxNetTask, SearchEffort, TableState, solve};

use crate::answer::read_step;
use crate::prompt::PlanningMode;

/// How long a planner may try before search goes on in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopLimits {
    /// How often it is asked for one joint step, the first time included.
    pub tries: usize,
    /// How many joint steps it may make in all.
    pub steps: usize,
    /// How much search may do then.
    pub effort: SearchEffort,
}

/// What a grounded loop wants next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoopTurn {
    /// Answers to this prompt: one or several, by [`GroundedLoop::hear`].
    Ask(String),
    /// Nothing: it has ended.
    Ended(LoopEnd),
}

/// How a grounded loop ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoopEnd {
    /// A plan does the task.
    Solved {
        /// The plan.
        plan: ArmPlan,
        /// How many of its last steps are by search; 0 if the planner did it by itself.
        by_search: usize,
    },
    /// Neither the planner nor search went on: a person has to.
    Help {
        /// The steps so far. They are valid.
        plan: ArmPlan,
        /// What was refused last, in words.
        refused: Vec<String>,
    },
}

/// One task by a planner of single steps whose steps are verified before they count (sans-io).
///
/// The planner proposes one or more answers for the next joint step. Those that can be read, break no rule, lead to a state that was not there before,
/// and do not put the targets out of reach form the set of candidates. Of these the loop takes the one after which the lower bound of the steps still
/// needed is least, and among equals the one that most answers propose. If the set is empty, the planner is told why in words and asked again. After
/// [`LoopLimits`] search makes the rest of the plan; if it finds none, the loop ends with a call for help.
///
/// Every step of its plan was verified by [`surefleet_reach`], whoever proposed it.
#[derive(Debug, Clone)]
pub struct GroundedLoop<'a> {
    task: &'a BoxNetTask,
    limits: &'a LoopLimits,
    /// Those of the plan, from the start on.
    states: Vec<TableState>,
    steps: Vec<ArmStep>,
    refused: Vec<String>,
    tries: usize,
    end: Option<LoopEnd>,
}

/// A step that may be taken.
struct Candidate {
    step: ArmStep,
    after: TableState,
    least_steps: u32,
    votes: usize,
}

impl<'a> GroundedLoop<'a> {
    /// The loop before its first turn.
    #[must_use]
    pub fn new(task: &'a BoxNetTask, limits: &'a LoopLimits) -> Self {
        let states = vec![task.start().clone()];
        let mut one = Self { task, limits, states, steps: Vec::new(), refused: Vec::new(), tries: 0, end: None };
        one.conclude();
        one
    }

    /// What it wants next. Until it hears answers, it wants the same.
    #[must_use]
    pub fn turn(&self) -> LoopTurn {
        match &self.end {
            Some(end) => LoopTurn::Ended(end.clone()),
            None => LoopTurn::Ask(self.prompt()),
        }
    }

    /// Takes the planner's answers to the prompt. After the end it takes nothing.
    pub fn hear(&mut self, answers: &[impl AsRef<str>]) {
        if self.end.is_some() {
            return;
        }
        self.tries += 1;
        match self.best_of(answers) {
            Ok(Candidate { step, after, .. }) => {
                self.steps.push(step);
                self.states.push(after);
                self.refused.clear();
                self.tries = 0;
            }
            Err(refused) => self.refused = refused,
        }
        self.conclude();
    }

    fn state(&self) -> &TableState {
        &self.states[self.states.len() - 1]
    }

    fn prompt(&self) -> String {
        let mut prompt = PlanningMode::RePlan.prompt(self.task, self.state());
        if !self.refused.is_empty() {
            prompt.push_str("\nThese answers were refused:\n");
            prompt.extend(self.refused.iter().map(|why| format!("- {why}\n")));
            prompt.push_str("Answer again.\n");
        }
        prompt
    }

    /// The best candidate, or why there is none, each reason once.
    fn best_of(&self, answers: &[impl AsRef<str>]) -> Result<Candidate, Vec<String>> {
        let (mut candidates, mut refused): (Vec<Candidate>, Vec<String>) = Default::default();
        for answer in answers {
            match self.candidate(answer.as_ref()) {
                Ok(new) => match candidates.iter_mut().find(|known| known.step == new.step) {
                    Some(known) => known.votes += 1,
                    None => candidates.push(new),
                },
                Err(why) if refused.contains(&why) => {}
                Err(why) => refused.push(why),
            }
        }
        let best = candidates.into_iter().min_by_key(|one| (one.least_steps, std::cmp::Reverse(one.votes)));
        best.ok_or(refused)
    }

    fn candidate(&self, answer: &str) -> Result<Candidate, String> {
        let step = read_step(answer).map_err(|fault| fault.to_string())?;
        let after = self.task.table().apply(self.state(), &step).map_err(|breach| breach.to_string())?;
        if self.states.contains(&after) {
            return Err("everything was like that before: make another step".to_owned());
        }
        let least_steps = match self.left(&after) {
            Some(left) => solve(&left, &SearchEffort { widths: Vec::new(), bound: 0, proof: 0 }).least_steps,
            None => u32::MAX,
        };
        if least_steps == u32::MAX {
            return Err("after that no plan brings every object to its target: make another step".to_owned());
        }
        Ok(Candidate { step, after, least_steps, votes: 1 })
    }

    /// The task that is left in a state.
    fn left(&self, state: &TableState) -> Option<BoxNetTask> {
        let [arms, objects] = [state.arms(), state.objects()].map(<[_]>::to_vec);
        BoxNetTask::new(self.task.table().clone(), arms, objects, self.task.targets().to_vec()).ok()
    }

    fn conclude(&mut self) {
        let plan = |steps: &[ArmStep]| ArmPlan { steps: steps.to_vec() };
        if self.task.is_solved_by(self.state()) {
            self.end = Some(LoopEnd::Solved { plan: plan(&self.steps), by_search: 0 });
        } else if self.tries >= self.limits.tries || self.steps.len() >= self.limits.steps {
            let rest = self.left(self.state()).and_then(|left| solve(&left, &self.limits.effort).plan);
            self.end = Some(match rest {
                Some(rest) => {
                    let by_search = rest.steps.len();
                    let steps: Vec<_> = self.steps.iter().cloned().chain(rest.steps).collect();
                    LoopEnd::Solved { plan: ArmPlan { steps }, by_search }
                }
                None => LoopEnd::Help { plan: plan(&self.steps), refused: self.refused.clone() },
            });
        }
    }
}
