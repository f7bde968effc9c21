use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_fleet::{
    Attempt, Brief, DecisionKey, Facts, Issuer, JointStep, MissionId, Outcome, RobotId, Stamp, StepIndex, Turn,
};
use surefleet_world::World;

use surefleet_english::{Asked, Partial, forbidden_by_all, is_typed, partial, read_binding};
use surefleet_ltl::{Binary, Formula, LtlError, Node, Unary};

use crate::{
    AdmissionError, ConstraintError, ConstraintId, MissionConstraintError, MissionReport, Policy, StopRefusal,
    Unreworded,
    watch::{Substance, Watch, Watched, substance},
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
    /// The goals, and where the world stands under each. No other mission has to help or to wait for them.
    pub goals: Watch,
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

/// The monitor's reading of a brief: goals and requirements alike are formulas over facts and deeds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// All that it asks for; of free text and of a text with several meanings, what it forbids.
    pub asked: Vec<AskedFor>,
    /// Whether nobody here knows when it is achieved: only a language model reads the text, or it has several meanings, or words
    /// that are not read.
    is_free: bool,
    /// The meanings of a text that has several, or that is not read whole.
    meanings: Vec<Formula>,
    /// The words that the meanings leave out.
    unread: Vec<String>,
}

/// A goal or a requirement, and its words.
#[derive(Debug, Clone)]
pub(crate) struct AskedFor {
    pub words: String,
    pub formula: Formula,
    pub paraphrase: String,
    /// Whether something must be done or come about: by the mission's end, whatever other missions bring about later.
    pub is_goal: bool,
    /// Whether it speaks of the one thing that is so at the start ([`Asked::is_of_one`]).
    is_of_one: bool,
}

impl Reading {
    /// Reads text and constraints. A constraint that is not understood could not be enforced, so it is refused even if
    /// free text is admitted. Free text is refused if it seems to forbid something that cannot be read.
    pub fn of(policy: &Policy, brief: &Brief) -> Result<Self, AdmissionError> {
        ConstraintError::unless_short(&brief.text).map_err(MissionConstraintError::from)?;
        let mut meanings = Vec::new();
        // Where nobody weighs meanings, all of it must be read.
        let found = if policy.takes_meanings {
            partial(&brief.text, &policy.vocabulary)
        } else {
            surefleet_english::readings(&brief.text, &policy.vocabulary)
                .map(|readings| Partial { readings, unread: Vec::new() })
        };
        let left_out = found.iter().flat_map(|found| &found.unread);
        let mut unread: Vec<String> = left_out.map(|words| brief.text[words.clone()].to_owned()).collect();
        let readings = found.map(|found| found.readings);
        for reading in readings.iter().flatten() {
            reading.bans_spelt().map_err(AdmissionError::Unreadable)?;
        }
        let (read, is_free) = match readings.as_deref() {
            Ok([read]) if unread.is_empty() && is_typed(&brief.text) => {
                (read.statements.iter().flat_map(typed_parts).collect(), false)
            }
            Ok([read]) if unread.is_empty() => (read.statements.clone(), false),
            Ok(readings) if policy.takes_meanings => {
                meanings = readings.iter().map(surefleet_english::Reading::formula).collect();
                let undecided = || match readings {
                    [_] => surefleet_english::read(&brief.text, &policy.vocabulary)
                        .map_or_else(AdmissionError::Unreadable, |_| AdmissionError::undecided(readings)),
                    several => AdmissionError::undecided(several),
                };
                (forbidden_by_all(readings).ok_or_else(undecided)?, true)
            }
            // A language model reworded it. Its words forbid only what is read of the text itself (`read_mission_rewording`).
            Err(_) if !brief.meanings.is_empty() => {
                let parse =
                    |text: &String| Formula::parse(text).map_err(|error| AdmissionError::Unreadable(error.into()));
                meanings = brief.meanings.iter().map(parse).collect::<Result<_, _>>()?;
                unread = vec![brief.text.clone()];
                (read_binding(&brief.text, &policy.vocabulary)?, true)
            }
            Ok(_) if policy.require_grounded => {
                let ambiguous = surefleet_english::read(&brief.text, &policy.vocabulary);
                return Err(AdmissionError::Unreadable(ambiguous.expect_err("it has several readings")));
            }
            Err(unread) if policy.require_grounded => return Err(AdmissionError::Unreadable(unread.clone())),
            _ => (read_binding(&brief.text, &policy.vocabulary)?, true),
        };
        if !is_free && read.iter().all(|asked| !asked.is_goal) {
            return Err(AdmissionError::NothingToDo);
        }
        let mut asked: Vec<AskedFor> = read.into_iter().map(AskedFor::from).collect();
        let of_text = asked.len();
        for text in &brief.constraints {
            ConstraintError::unless_short(text).map_err(MissionConstraintError::from)?;
            asked.extend(AskedFor::beside(text, policy)?);
        }
        // What is required beside the text is required in each case.
        let beside = asked.iter().skip(of_text).map(|asked| &asked.formula);
        let beside: Vec<Formula> = beside.cloned().collect();
        // A mission of an earlier life has them already.
        let with_those = |meaning: Formula| {
            let known = meaning.conjuncts();
            let missing = beside.iter().filter(|one| !known.contains(one));
            missing.fold(meaning.clone(), |all, one| Formula::binary(Binary::And, &all, one))
        };
        Ok(Self { asked, is_free, meanings: meanings.into_iter().map(with_those).collect(), unread })
    }

    /// The words of the text that its meanings leave out.
    pub fn unread(&self) -> &[String] {
        &self.unread
    }

    /// The meanings of a text that has several, each whole.
    pub fn meanings(&self) -> &[Formula] {
        &self.meanings
    }

    /// All formulas of a mission that is read completely; none of free text.
    pub fn formulas(&self) -> Vec<&Formula> {
        if self.is_free { Vec::new() } else { self.asked.iter().map(|asked| &asked.formula).collect() }
    }

    /// What speaks of the one thing that is so at the start.
    pub fn of_one(&self) -> impl Iterator<Item = &Formula> {
        self.asked.iter().filter(|asked| asked.is_of_one).map(|asked| &asked.formula)
    }

    /// The requirements of a mission, numbered from 1.
    pub fn requirements(&self, mission: MissionId) -> impl Iterator<Item = (ConstraintId, &AskedFor)> {
        let required = self.asked.iter().filter(|asked| !asked.is_goal).zip(1..);
        required.map(move |(asked, number)| (ConstraintId::Mission(mission, number), asked))
    }

    /// What must be kept while the mission runs.
    pub fn required(&self, mission: MissionId) -> Vec<Watched> {
        self.requirements(mission).map(|(id, asked)| asked.watched(id)).collect()
    }

    /// What must be so when the mission ends, numbered on from the requirements.
    pub fn goals(&self, mission: MissionId) -> Vec<Watched> {
        let first = self.asked.iter().filter(|asked| !asked.is_goal).count() as u32 + 1;
        let goals = self.asked.iter().filter(|asked| asked.is_goal).zip(first..);
        goals.map(|(asked, number)| asked.watched(ConstraintId::Mission(mission, number))).collect()
    }

    /// Whether a mission in free text may stop with success after `last`: its team must have stayed idle. What is still
    /// owed of any other is asked of the watch.
    pub fn may_stop(&self, policy: &Policy, last: Option<&JointStep>) -> Result<(), StopRefusal> {
        let mut decisions = last.iter().flat_map(|joint| &joint.decided).filter_map(|one| one.decision).peekable();
        let has_stayed =
            decisions.peek().is_some() && decisions.all(|decision| decision == policy.world.options().idle());
        if !self.is_free || has_stayed { Ok(()) } else { Err(StopRefusal::NotIdle) }
    }
}

/// What a mission's brief asks for, as the monitor reads it: all formulas if its text is read completely, and those of
/// them that must be kept while it runs.
///
/// # Errors
/// The reason why the monitor would not admit its words.
pub fn read_brief(policy: &Policy, brief: &Brief) -> Result<(Vec<Formula>, Vec<Formula>), AdmissionError> {
    let reading = Reading::of(policy, brief)?;
    let kept = reading.asked.iter().filter(|asked| !asked.is_goal).map(|asked| asked.formula.clone()).collect();
    Ok((reading.formulas().into_iter().cloned().collect(), kept))
}

impl From<Asked> for AskedFor {
    fn from(asked: Asked) -> Self {
        Self {
            words: asked.words.clone(),
            formula: asked.formula,
            paraphrase: asked.words,
            is_goal: asked.is_goal,
            is_of_one: asked.is_of_one,
        }
    }
}

impl AskedFor {
    fn watched(&self, id: ConstraintId) -> Watched {
        Watched::new(id, self.words.clone(), self.formula.clone())
    }

    /// Takes a constraint that the client sends beside the text. Nobody is asked to confirm it. So it says what must never
    /// or always be, or the client wrote it as a formula. Robots must be able both to violate the formula and to keep it.
    fn beside(text: &str, policy: &Policy) -> Result<Vec<Self>, MissionConstraintError> {
        let unreadable = |problem| ConstraintError::unreadable(text, problem, Unreworded::OfMission);
        let read = surefleet_english::read(text, &policy.vocabulary).map_err(unreadable)?;
        read.spelt().map_err(unreadable)?;
        if !is_typed(text) && read.statements.iter().all(|asked| is_of_each_state(&asked.formula)) {
            let words = text.to_owned();
            let asked = read.statements.into_iter();
            return Ok(asked.map(|asked| Self { words: words.clone(), ..Self::from(asked) }).collect());
        }
        let (formula, paraphrase, text) = (read.formula(), read.words(), text.to_owned());
        if !is_typed(&text) {
            return Err(MissionConstraintError::Unconfirmed { text, paraphrase, formula: formula.to_string() });
        }
        let too_large = |error: LtlError| ConstraintError::unreadable(&text, error.into(), Unreworded::OfMission);
        match substance(&policy.world, &formula).map_err(too_large)? {
            Substance::Whole => Ok(vec![Self { words: text, formula, paraphrase, is_goal: false, is_of_one: false }]),
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

/// The parts of a typed mission, each a goal or a requirement.
fn typed_parts(typed: &Asked) -> Vec<Asked> {
    let part = |formula: Formula| {
        let is_goal = formula.must_come_about();
        Asked { words: format!("ltl: {formula}"), formula, is_goal, groundings: Vec::new(), is_of_one: false }
    };
    typed.formula.conjuncts().into_iter().map(part).collect()
}

/// Whether a formula says the same of each state: each conjunct is `G` of a formula without operators over time.
fn is_of_each_state(formula: &Formula) -> bool {
    formula.conjuncts().iter().all(|conjunct| match conjunct.nodes().last() {
        Some(Node::Unary(Unary::Globally, inner)) => conjunct.momentary()[*inner as usize],
        _ => false,
    })
}

impl Running {
    /// A mission whose goals nobody watches yet.
    pub fn new(now: Stamp, policy: &Policy, brief: Arc<Brief>, reading: Reading) -> Self {
        Self {
            brief,
            reading,
            goals: Watch::new(policy),
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
        let history = self.approved.iter().map(row).collect();
        Some(Turn { step, attempt, history, ..Turn::first(self.brief.clone(), facts) })
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
