use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_fleet::{
    Attempt, Brief, Decision, DecisionKey, Facts, Issuer, JointStep, MissionId, Outcome, RobotId, Stamp, StepIndex,
    Turn,
};
use surefleet_mission::{Mission, Rule, State, binding_word};
use surefleet_world::World;

use surefleet_english::is_typed;
use surefleet_ltl::{Formula, LtlError};

use crate::{
    AdmissionError, ConstraintError, ConstraintId, DecisionRefusal, MissionConstraintError, MissionReport, Policy,
    StopRefusal, Translation, Unreworded, translate,
    watch::{Substance, Watched, substance},
};

/// If nobody names a mission for this many leases, its turn is said again. Robots that work on a mission name it three
/// times a lease; after two leases they give up a mate.
const QUIET_LEASES: u32 = 4;

/// After a restart of the monitor, a mission has no client that could cancel it. If no robot names it either for this
/// many leases, and for at least a minute, it is over: its robots could do nothing else. Computers restart sooner.
const FORSAKEN_LEASES: u32 = 60;
const FORSAKEN: Duration = Duration::from_secs(60);

/// A mission that was admitted and has not ended.
#[derive(Debug, Clone)]
pub(crate) struct Running {
    brief: Arc<Brief>,
    pub reading: Reading,
    /// `approved[i]` is the joint step i + 1.
    pub approved: Vec<JointStep>,
    /// Whether a person was asked, for every decision that was reported.
    pub decisions: BTreeMap<DecisionKey, bool>,
    pub since: Stamp,
    /// The time when it was asked for, in any life of the monitor; `None`: the journal does not say.
    pub began: Option<Stamp>,
    /// The newest attempt that the monitor made, in this life or an earlier one.
    issued: Option<(StepIndex, Attempt)>,
    /// Whether a robot of the team has named it in this life.
    is_known: bool,
    /// The time when a robot last named it or its turn was last said.
    quiet_since: Stamp,
    /// The time since which it has had no client and no robot has named it; `None`: it has a client.
    pub forsaken_since: Option<Stamp>,
    /// Whether its turn must be said as soon as the world is seen.
    pub waits_for_world: bool,
}

/// The monitor's reading of a brief.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// The sub-tasks to achieve; `None`: free text that only a language model reads.
    goal: Option<Mission>,
    requirements: Vec<Requirement>,
    /// Requirements over time, which are more than an action that a robot must never do.
    pub temporal: Vec<Temporal>,
    /// Whether all of it is in `temporal`, goals included.
    is_formal: bool,
}

/// A requirement over time, and its words.
#[derive(Debug, Clone)]
pub(crate) struct Temporal {
    pub words: String,
    pub formula: Formula,
    pub paraphrase: String,
}

/// A safety requirement and its words.
#[derive(Debug, Clone)]
struct Requirement {
    rule: Rule,
    words: String,
}

impl Reading {
    /// Reads text and constraints. A constraint that is not understood could not be enforced, so it is refused even if
    /// free text is admitted. Free text is refused if it seems to forbid something that cannot be read.
    pub fn of(policy: &Policy, brief: &Brief) -> Result<Self, AdmissionError> {
        let Some(domain) = &policy.transport else {
            return match Self::formal(policy, brief) {
                Err(AdmissionError::NotRead(_)) if Self::is_free(policy, brief) => Ok(Self::default()),
                read => read,
            };
        };
        let goal = match Mission::parse(&brief.text, domain, &brief.team) {
            Ok(mission) => Some(mission),
            Err(error) => match Self::formal(policy, brief) {
                Ok(formal) => return Ok(formal),
                Err(_) if policy.require_grounded => return Err(AdmissionError::Unreadable(error)),
                Err(_) => None,
            },
        };
        let in_text = match &goal {
            Some(mission) => mission.rules.clone(),
            None => Mission::parse_rules(&brief.text, domain, &brief.team).map_err(AdmissionError::Unreadable)?,
        };
        let mut requirements: Vec<Requirement> =
            in_text.into_iter().map(|rule| Requirement { words: words(domain, &rule), rule }).collect();
        let mut temporal = Vec::new();
        for text in &brief.constraints {
            ConstraintError::unless_short(text).map_err(MissionConstraintError::from)?;
            match Mission::parse_rule(text, domain, &brief.team) {
                Ok(rule) => requirements.push(Requirement { rule, words: text.clone() }),
                Err(_) => temporal.push(Temporal::of(text, policy)?),
            }
        }
        Ok(Self { goal, requirements, temporal, is_formal: false })
    }

    /// Reads text and constraints as formulas over facts and deeds: goals and requirements are of one kind.
    fn formal(policy: &Policy, brief: &Brief) -> Result<Self, AdmissionError> {
        let mut temporal = Vec::new();
        for text in std::iter::once(&brief.text).chain(&brief.constraints) {
            ConstraintError::unless_short(text).map_err(MissionConstraintError::from)?;
            let read = surefleet_english::read(text, &policy.vocabulary).map_err(AdmissionError::NotRead)?;
            temporal.extend(read.statements.into_iter().map(|asked| Temporal {
                words: asked.words.clone(),
                formula: asked.formula,
                paraphrase: asked.words,
            }));
        }
        Ok(Self { goal: None, requirements: Vec::new(), temporal, is_formal: true })
    }

    /// Whether only a language model reads the text, and nothing in it or beside it would have to be enforced.
    fn is_free(policy: &Policy, brief: &Brief) -> bool {
        !policy.require_grounded && brief.constraints.is_empty() && binding_word(&brief.text).is_none()
    }

    /// The formulas of a mission that is read as such; empty for others.
    pub fn formulas(&self) -> Vec<&Formula> {
        if self.is_formal { self.temporal.iter().map(|temporal| &temporal.formula).collect() } else { Vec::new() }
    }

    /// The constraints to watch while the mission runs.
    pub fn watched(&self, mission: MissionId) -> Vec<Watched> {
        let watched = |(place, temporal): (usize, &Temporal)| {
            let id = ConstraintId::Mission(mission, place as u32 + 1);
            Watched::new(id, temporal.words.clone(), temporal.formula.clone())
        };
        self.temporal.iter().enumerate().map(watched).collect()
    }

    /// The mission with all its rules, for search; `None` if the text is free.
    pub fn grounded(&self) -> Option<Mission> {
        let mut mission = self.goal.clone()?;
        mission.rules = self.requirements.iter().map(|requirement| requirement.rule.clone()).collect();
        Some(mission)
    }

    /// Whether the requirements allow this decision of a robot of the team.
    pub fn allows(
        &self,
        policy: &Policy,
        team: &[RobotId],
        robot: &RobotId,
        decision: Decision,
    ) -> Result<(), DecisionRefusal> {
        // The requirements of a mission that is read as formulas are watched.
        let Some(transport) = &policy.transport else { return Ok(()) };
        let action = transport.options().action(decision);
        let place = team.iter().position(|member| member == robot).unwrap_or(usize::MAX);
        match self.requirements.iter().find(|requirement| requirement.rule.forbids(place, action)) {
            None => Ok(()),
            Some(requirement) => Err(DecisionRefusal::Forbidden {
                robot: robot.clone(),
                decision: policy.world.text(decision),
                requirement: requirement.words.clone(),
            }),
        }
    }

    /// Whether the mission may stop with success after `last` in a world with these facts.
    pub fn achieved(
        &self,
        policy: &Policy,
        team: &[RobotId],
        facts: &Facts,
        last: Option<&JointStep>,
    ) -> Result<(), StopRefusal> {
        match (&self.goal, &policy.transport) {
            // What is still owed is asked of the watch.
            _ if self.is_formal => Ok(()),
            (Some(mission), Some(transport)) => {
                let others = policy.fleet.iter().filter(|robot| !team.contains(robot));
                let all: Vec<RobotId> = team.iter().chain(others).cloned().collect();
                let state = State::from_facts(transport, &all, facts);
                let state = state.map_err(|_| StopRefusal::NotAchieved("anything that can be told".to_owned()))?;
                match mission.subtasks.iter().find(|subtask| !subtask.achieved(&state)) {
                    Some(subtask) => Err(StopRefusal::NotAchieved(subtask.words(transport))),
                    None => Ok(()),
                }
            }
            _ => {
                let mut decisions =
                    last.iter().flat_map(|joint| &joint.decided).filter_map(|one| one.decision).peekable();
                let stayed =
                    decisions.peek().is_some() && decisions.all(|decision| decision == policy.world.options().idle());
                if stayed { Ok(()) } else { Err(StopRefusal::NotIdle) }
            }
        }
    }
}

impl Temporal {
    /// Takes a formula that the client wrote. Nobody is asked to confirm it, so plain words are refused. Robots must be
    /// able both to violate the formula and to keep it.
    fn of(text: &str, policy: &Policy) -> Result<Self, MissionConstraintError> {
        let unreadable = |problem| ConstraintError::unreadable(text, problem, Unreworded::OfMission);
        let translation = translate(text, &policy.world, &policy.vocabulary).map_err(unreadable)?;
        let text = text.to_owned();
        let Translation { paraphrase, formula, .. } = translation;
        if !is_typed(&text) {
            return Err(MissionConstraintError::Unconfirmed { text, paraphrase, formula: formula.to_string() });
        }
        let too_large = |error: LtlError| ConstraintError::unreadable(&text, error.into(), Unreworded::OfMission);
        match substance(&policy.world, &formula).map_err(too_large)? {
            Substance::Whole => Ok(Self { words: text, formula, paraphrase }),
            Substance::Partly(mut idle) => {
                let (formula, laws) = idle.swap_remove(0);
                Err(ConstraintError::Idle { text, formula, laws }.into())
            }
            Substance::Idle(laws) => Err(ConstraintError::Idle { text, formula: formula.to_string(), laws }.into()),
            Substance::Hopeless(laws) => {
                Err(ConstraintError::Hopeless { text, formula: formula.to_string(), laws }.into())
            }
            Substance::Undecided => Err(MissionConstraintError::Untold { text }),
        }
    }
}

impl Running {
    pub fn new(now: Stamp, brief: Arc<Brief>, reading: Reading) -> Self {
        Self {
            brief,
            reading,
            approved: Vec::new(),
            decisions: BTreeMap::new(),
            since: now,
            began: Some(now),
            issued: None,
            is_known: false,
            quiet_since: now,
            forsaken_since: None,
            waits_for_world: false,
        }
    }

    pub fn brief(&self) -> &Arc<Brief> {
        &self.brief
    }

    pub fn id(&self) -> MissionId {
        self.brief.id
    }

    pub fn team(&self) -> &[RobotId] {
        &self.brief.team
    }

    /// Takes note of an attempt that the monitor made.
    pub fn note_issued(&mut self, step: StepIndex, attempt: Attempt) {
        self.issued = self.issued.max(Some((step, attempt)));
    }

    /// Takes note that a robot works on it.
    pub fn note_named(&mut self, now: Stamp) {
        self.is_known = true;
        self.quiet_since = now;
        self.waits_for_world = false;
        self.forsaken_since = self.forsaken_since.map(|_| now);
    }

    /// The time when it is given up, unless a robot names it before.
    pub fn ends_at(&self, lease: Duration) -> Option<Stamp> {
        self.forsaken_since.map(|since| since + FORSAKEN.max(lease * FORSAKEN_LEASES))
    }

    /// The time when the turn of the next step must be said (again), unless a robot names the mission before.
    pub fn issue_at(&self, lease: Duration) -> Stamp {
        let may_be_known = self.is_known || !self.approved.is_empty();
        self.quiet_since + lease * if may_be_known { QUIET_LEASES } else { 1 }
    }

    /// The turn of the next step, in an attempt that nobody made before; `None` once all attempts are used up.
    pub fn issue(&mut self, now: Stamp, facts: Facts) -> Option<Turn> {
        self.quiet_since = now;
        let step = self.next_step();
        let attempt = match self.issued {
            None => Attempt::FIRST,
            Some((issued, attempt)) => {
                let before = (issued == step).then_some(attempt);
                Issuer::Monitor.next_attempt(self.team().len(), before)?
            }
        };
        self.note_issued(step, attempt);
        let row = |joint: &JointStep| self.team().iter().map(|robot| joint.decision_of(robot)).collect();
        Some(Turn {
            brief: self.brief.clone(),
            step,
            attempt,
            order: self.team().into(),
            decided: Vec::new(),
            history: self.approved.iter().map(row).collect(),
            facts,
            reorders: 0,
            refusals: Arc::new([]),
            failures: Arc::new([]),
        })
    }

    /// The only step that can be decided now.
    pub fn next_step(&self) -> StepIndex {
        self.approved.last().map_or(StepIndex::FIRST, |last| last.step.next())
    }

    /// The joint step that was approved for this step.
    pub fn approved_at(&self, step: StepIndex) -> Option<&JointStep> {
        self.approved.get(step.get() as usize - 1)
    }

    /// The approved joint steps in words, one line for each step.
    pub fn plan(&self, world: &World) -> Vec<String> {
        self.approved.iter().map(|joint| line(world, self.team(), joint)).collect()
    }

    pub fn report(&self, world: &World, outcome: Outcome) -> MissionReport {
        MissionReport {
            mission: self.id(),
            outcome,
            plan: self.plan(world),
            helped: self.decisions.values().filter(|helped| **helped).count() as u32,
            decisions: self.decisions.len() as u32,
        }
    }
}

/// "1: robot_1 go to apple 1; robot_2 remain idle".
fn line(world: &World, team: &[RobotId], joint: &JointStep) -> String {
    format!("{}: {}", joint.step, parts(world, team, joint).join("; "))
}

/// The part of each robot in a joint step: "robot_1 go to apple 1".
pub(crate) fn parts(world: &World, team: &[RobotId], joint: &JointStep) -> Vec<String> {
    let part = |robot: &RobotId| match joint.decision_of(robot) {
        Some(decision) if world.options().contains(decision) => format!("{robot} {}", world.text(decision)),
        Some(decision) => format!("{robot} decision {}", decision.get()),
        None => format!("{robot} absent"),
    };
    team.iter().map(part).collect()
}

fn words(domain: &surefleet_mission::Transport, rule: &Rule) -> String {
    Mission { subtasks: Vec::new(), rules: vec![rule.clone()] }.plain_words(domain)
}
