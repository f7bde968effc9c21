use std::{borrow::Cow, sync::Arc};

use surefleet_fleet::{Attempt, Brief, Decided, Decision, Digest, Facts, MissionId, RobotId, Turn};
use surefleet_language::{LabelledOption, Prompt, Question};
use surefleet_mission::{Distribution, Forms, Judgement, Oracle, Scenario, State, Transport, apply, is_permitted};
use surefleet_planner::{Reading, assess, labelled_options, prompt_prefix, prompt_suffix, uncovered};
use surefleet_world::World;

use crate::CalibrateError;

/// A scenario's mission, decided turn by turn as a fleet would on a day without faults.
///
/// Turns, prompts and the end of the mission are those of the planner; what is done succeeds.
pub struct Walk<'a> {
    domain: &'a Arc<Transport>,
    /// The site with the team's robots and no others.
    world: Arc<World>,
    scenario: Cow<'a, Scenario>,
    oracle: Oracle,
    reading: Reading,
    labels: Arc<[LabelledOption]>,
    prefix: Arc<str>,
    state: State,
    turn: Turn,
    is_over: bool,
}

impl<'a> Walk<'a> {
    /// Before the first decision; robots decide in the order of the team.
    ///
    /// # Errors
    /// [`CalibrateError::Domain`] for a domain that the oracle does not know how to judge.
    pub fn new(distribution: &'a Distribution, scenario: &'a Scenario) -> Result<Self, CalibrateError> {
        Self::over(distribution, Cow::Borrowed(scenario))
    }

    /// The same, of a scenario that nobody else needs.
    pub(crate) fn of(distribution: &'a Distribution, scenario: Scenario) -> Result<Self, CalibrateError> {
        Self::over(distribution, Cow::Owned(scenario))
    }

    fn over(distribution: &'a Distribution, scenario: Cow<'a, Scenario>) -> Result<Self, CalibrateError> {
        let domain = distribution.domain();
        let world = domain.world(scenario.team.len());
        let id = MissionId::new(u128::from(scenario.seed).to_be_bytes());
        let brief = Arc::new(Brief {
            formulas: scenario.mission.formulas(domain, &scenario.team).iter().map(ToString::to_string).collect(),
            // Decisions do not depend on the id.
            ..Brief::new(id, &scenario.text, scenario.horizon, scenario.team.clone())
        });
        let labels = labelled_options(&world);
        let prefix = prompt_prefix(&world, &brief, &labels);
        let turn = Turn::first(brief, facts(domain, &scenario, &scenario.initial));
        let mut walk = Self {
            domain,
            world: Arc::clone(&world),
            oracle: Oracle::new(domain, &scenario.mission, scenario.team.len())?,
            reading: Reading::of(&turn.brief, &world, Some(domain)),
            labels,
            prefix,
            state: scenario.initial.clone(),
            scenario,
            turn,
            is_over: false,
        };
        walk.is_over = walk.stops();
        Ok(walk)
    }

    /// What is walked.
    pub(crate) fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// That the mission cannot be finished, which must not happen.
    pub(crate) fn no_way_on(&self) -> CalibrateError {
        CalibrateError::NoWayOn { seed: self.scenario.seed, step: self.turn.step, robot: self.holder().clone() }
    }

    /// The turn that is to be decided; `None` once the mission is over.
    pub fn turn(&self) -> Option<&Turn> {
        (!self.is_over).then_some(&self.turn)
    }

    /// The world as it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether the mission is achieved in the world as it is.
    pub fn is_achieved(&self) -> bool {
        self.scenario.mission.achieved(&self.state)
    }

    /// A hash of all that the mission's first decision depends on: of the scenario, without its seed.
    pub fn content(&self) -> Digest {
        // Formulas follow from the words.
        let brief = Arc::new(Brief { formulas: Vec::new(), ..Brief::clone(&self.turn.brief) });
        Turn { brief, ..self.turn.clone() }.content()
    }

    /// Why no calibration covers the mission, as planners find it; `None`: its text says nothing against it.
    pub fn uncovered(&self, forms: &Forms) -> Option<String> {
        uncovered(&self.turn.brief, self.domain, forms)
    }

    /// The question for the holder's scorer.
    ///
    /// # Panics
    /// Once the mission is over.
    pub fn question(&self) -> Question {
        self.asked(self.turn.clone(), self.holder())
    }

    /// The question for a team member that knows the others' decisions in this step, whoever's turn it is.
    ///
    /// # Panics
    /// For a place that the team does not have.
    pub fn question_of(&self, place: usize, others: &[(usize, Decision)]) -> Question {
        let robot = &self.scenario.team[place];
        let decided = others.iter().map(|&(place, decision)| Decided {
            robot: self.scenario.team[place].clone(),
            decision: Some(decision),
            attempt: Attempt::FIRST,
        });
        self.asked(Turn { decided: decided.collect(), ..self.turn.clone() }, robot)
    }

    fn asked(&self, turn: Turn, robot: &RobotId) -> Question {
        Question {
            prompt: Prompt { prefix: Arc::clone(&self.prefix), suffix: prompt_suffix(&self.world, &turn, robot) },
            options: Arc::clone(&self.labels),
            turn,
            robot: robot.clone(),
        }
    }

    /// Joint steps that were done.
    pub fn steps_done(&self) -> u32 {
        self.turn.history.len() as u32
    }

    /// The exact oracle's judgement of the holder's options.
    ///
    /// # Panics
    /// Once the mission is over.
    pub fn judgement(&self) -> Judgement {
        let decided: Vec<_> = self.turn.decided.iter().map(|decided| decided.decision).enumerate().collect();
        self.oracle.judge(&self.state, self.turn.steps_left(), &decided, decided.len())
    }

    /// Whether the safety monitor lets the holder do each option of S: preconditions, conflicts, the mission's rules.
    ///
    /// # Panics
    /// Once the mission is over.
    pub fn allowed(&self) -> Vec<bool> {
        let (joint, options) = (self.joint_so_far(), self.domain.options());
        let robot = joint.len();
        let allows = |decision: Decision| {
            is_permitted(self.domain, &self.state, &joint, robot, decision)
                && !self.scenario.mission.forbids(robot, options.action(decision))
        };
        options.iter().map(allows).collect()
    }

    /// The holder decides; after the last robot the joint step is done and the next one begins.
    ///
    /// # Errors
    /// [`CalibrateError::JointStep`] where the joint step cannot be done: a decision that was not allowed.
    ///
    /// # Panics
    /// Once the mission is over.
    pub fn decide(&mut self, decision: Decision) -> Result<(), CalibrateError> {
        self.turn = self.turn.after(Some(decision));
        if self.turn.holder().is_some() {
            return Ok(());
        }
        let row: Vec<Option<Decision>> = self.turn.decided.iter().map(|decided| decided.decision).collect();
        self.state = apply(self.domain, &self.state, &row).map_err(|refusal| CalibrateError::JointStep {
            seed: self.scenario.seed,
            step: self.turn.step,
            refusal,
        })?;
        let history: Vec<_> = self.turn.history.iter().cloned().chain([row]).collect();
        self.turn.history = history.into();
        self.turn.step = self.turn.step.next();
        self.turn.decided.clear();
        self.turn.facts = facts(self.domain, &self.scenario, &self.state);
        self.is_over = self.stops();
        Ok(())
    }

    fn stops(&mut self) -> bool {
        assess(&self.world, &mut self.reading, &self.turn).is_some()
    }

    fn holder(&self) -> &RobotId {
        self.turn.holder().expect("a complete joint step is done at once, so somebody holds the turn")
    }

    /// The order is the team's, so a robot's position is its place.
    fn joint_so_far(&self) -> Vec<(usize, Decision)> {
        self.turn.decided.iter().enumerate().filter_map(|(place, decided)| Some((place, decided.decision?))).collect()
    }
}

fn facts(domain: &Transport, scenario: &Scenario, state: &State) -> Facts {
    state.to_facts(domain, &scenario.team)
}
