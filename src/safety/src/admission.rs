use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use surefleet_conformal::Fraction;
use surefleet_fleet::{Brief, Facts, RobotId, Stamp};
use surefleet_mission::{Mission, Oracle, State, Transport};
use surefleet_search::{Answer, Budget, Task, TaskError, shortest};

use crate::{
    AdmissionError, Policy, TeamError, UnseenWorld,
    rule::Rule,
    running::{Reading, Running},
    sight::Sight,
    watch::Watch,
};

/// A requested mission that is sound in itself; it waits until its robots are ready.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub brief: Arc<Brief>,
    reading: Reading,
    /// The time when it was asked for.
    pub since: Stamp,
    /// The time at which it is refused if something is still missing.
    pub until: Stamp,
    pub origin: Origin,
}

/// The origin of a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A client asks for it.
    Client,
    /// A person corrected the words of a running mission. That mission's client now has this one.
    Correction,
    /// The same, in an earlier life of the monitor: there is no client.
    ClientlessCorrection,
}

impl Candidate {
    /// Reads a brief, and refuses it if waiting cannot help.
    pub fn read(now: Stamp, policy: &Policy, brief: Arc<Brief>, origin: Origin) -> Result<Self, AdmissionError> {
        let brief = Arc::new(brief.as_ref().clone().check()?);
        if let Some(robot) = brief.team.iter().find(|robot| !policy.fleet.contains(robot)) {
            return Err(TeamError::UnknownRobot { robot: robot.clone(), fleet: policy.fleet.clone() }.into());
        }
        if !brief.alpha.is_empty() {
            let parsed: Result<Fraction, _> = brief.alpha.parse();
            let asked = parsed.map_err(|problem| AdmissionError::Alpha {
                alpha: brief.alpha.clone(),
                problem: problem.to_string(),
            })?;
            // The person who calibrated the fleet chose its level; a client may ask for more care, not less.
            if let Some(calibrated) = policy.alpha.filter(|calibrated| asked > *calibrated) {
                return Err(AdmissionError::LaxerAlpha { asked, calibrated });
            }
        }
        let reading = Reading::of(policy, &brief)?;
        let formulas = reading.formulas().into_iter().map(ToString::to_string).collect();
        let meanings = reading.meanings().iter().map(ToString::to_string).collect();
        let unread = reading.unread().to_vec();
        let rules = Vec::new();
        let brief = Arc::new(Brief { formulas, meanings, unread, rules, ..brief.as_ref().clone() });
        let until = now + policy.timing.start_patience;
        Ok(Self { brief, reading, since: now, until, origin })
    }

    /// Whether the grammar reads all of it and a plan finishes it in this world under the fleet's rules.
    pub fn can_be_done(
        &self,
        now: Stamp,
        policy: &Policy,
        sight: &Sight,
        rules: &[Rule],
    ) -> Result<(), AdmissionError> {
        surefleet_english::read(&self.brief.text, &policy.vocabulary).map_err(AdmissionError::Unreadable)?;
        self.reachable(policy, sight.facts(now, policy)?, rules)
    }

    fn reachable(&self, policy: &Policy, facts: &Facts, rules: &[Rule]) -> Result<(), AdmissionError> {
        self.can_begin(policy, facts)?;
        let deliveries = policy
            .transport
            .as_ref()
            .and_then(|transport| Some((transport, Mission::of_brief(&self.brief, transport)?)));
        match deliveries {
            Some((transport, mission)) => {
                let state = State::from_facts(transport, &self.brief.team, facts).map_err(TeamError::OutOfReach)?;
                within_reach(transport, &state, &mission, self.brief.horizon)?;
            }
            None => self.has_plan(policy, facts)?,
        }
        self.has_plan_under(rules, policy, facts)
    }

    /// Refuses what has several meanings at this start, and what the start alone makes impossible.
    fn can_begin(&self, policy: &Policy, facts: &Facts) -> Result<(), AdmissionError> {
        let (world, vocabulary) = (&policy.world, &policy.vocabulary);
        let state = world.read(facts).map_err(UnseenWorld::Impossible)?;
        let asked = self.reading.asked.iter().map(|asked| &asked.formula);
        let refusal = AdmissionError::open(self.reading.of_one(), world, &state, vocabulary)
            .or_else(|| AdmissionError::unmet(asked, world, &state, vocabulary));
        refusal.map_or(Ok(()), Err)
    }

    /// Refuses a mission of which is proved that no plan achieves it within the horizon. What the budget leaves open is
    /// admitted: the monitor judges each step anyway.
    fn has_plan(&self, policy: &Policy, facts: &Facts) -> Result<(), AdmissionError> {
        let task = match self.task(policy, &[]) {
            // Only a language model reads the text, or it has several meanings.
            Err(TaskError::NoFormula) => return Ok(()),
            task => task.map_err(AdmissionError::Unplanned)?,
        };
        let state = policy.world.read(facts).map_err(UnseenWorld::Impossible)?;
        if self.is_impossible(task, &state, ADMISSION_BUDGET) { Err(AdmissionError::Unachievable) } else { Ok(()) }
    }

    /// Refuses a mission of which is proved that no plan achieves it within the horizon while it keeps the fleet's rules, and names those
    /// that are in its way.
    fn has_plan_under(&self, rules: &[Rule], policy: &Policy, facts: &Facts) -> Result<(), AdmissionError> {
        let state = policy.world.read(facts).map_err(UnseenWorld::Impossible)?;
        let is_barred = |rules: &[&Rule], budget| {
            self.task(policy, rules).is_ok_and(|task| self.is_impossible(task, &state, budget))
        };
        let mut barring: Vec<&Rule> = rules.iter().filter(|rule| !rule.formulas.is_empty()).collect();
        if barring.is_empty() || !is_barred(&barring, ADMISSION_BUDGET) {
            return Ok(());
        }
        for rule in barring.clone() {
            let rest: Vec<&Rule> = barring.iter().copied().filter(|one| one.id != rule.id).collect();
            if is_barred(&rest, BLAME_BUDGET) {
                barring = rest;
            }
        }
        if barring.is_empty() {
            return Err(AdmissionError::Unachievable);
        }
        let rules = barring.iter().map(ToString::to_string).collect();
        Err(AdmissionError::Barred { rules, horizon: self.brief.horizon })
    }

    /// What the mission's team is to achieve while it keeps these rules, as planners compile it.
    fn task(&self, policy: &Policy, rules: &[&Rule]) -> Result<Task, TaskError> {
        let rules = rules.iter().flat_map(|rule| rule.formulas.iter().cloned()).collect();
        Task::of_brief(&policy.world, &Brief { rules, ..self.brief.as_ref().clone() })
    }

    fn is_impossible(&self, task: Task, state: &surefleet_world::State, budget: Budget) -> bool {
        let task = task.without_forbidden();
        matches!(shortest(&task, state, &task.begin(state), self.brief.horizon, budget), Answer::Impossible)
    }

    /// The brief with the rules, where planners plan with formulas and can follow the rules beside each meaning.
    fn ruled_brief(&self, policy: &Policy, rules: &[Rule]) -> Arc<Brief> {
        let rules: Vec<String> = rules.iter().flat_map(|rule| rule.formulas.iter().cloned()).collect();
        if !policy.takes_meanings || rules.is_empty() {
            return Arc::clone(&self.brief);
        }
        let ruled = Brief { rules, ..self.brief.as_ref().clone() };
        let can_follow = |formulas: &[String]| {
            Task::of_brief(&policy.world, &Brief { formulas: formulas.to_vec(), ..ruled.clone() }).is_ok()
        };
        let can_follow_each = if ruled.meanings.is_empty() {
            can_follow(&ruled.formulas)
        } else {
            ruled.meanings.iter().all(|meaning| can_follow(std::slice::from_ref(meaning)))
        };
        if can_follow_each { Arc::new(ruled) } else { Arc::clone(&self.brief) }
    }

    /// The mission ready to run and the facts that it starts from, or the reason why it cannot start now.
    pub fn admit<'r>(
        &self,
        now: Stamp,
        policy: &Policy,
        sight: &Sight,
        (heard, unserved): (&BTreeMap<RobotId, Stamp>, &BTreeSet<RobotId>),
        watch: &Watch,
        mut running: impl Iterator<Item = &'r Running>,
    ) -> Result<(Running, Facts), AdmissionError> {
        let team = &self.brief.team;
        let busy =
            running.find_map(|other| Some((other.id(), team.iter().find(|robot| other.team().contains(robot))?)));
        if let Some((mission, robot)) = busy {
            return Err(TeamError::Busy { robot: robot.clone(), mission }.into());
        }
        let facts = sight.facts(now, policy)?;
        let unheard: Vec<RobotId> = {
            let spell = policy.timing.lease * HEARD_LEASES;
            let is_heard = |robot: &&RobotId| heard.get(*robot).is_some_and(|heard| now - *heard < spell);
            team.iter().filter(|robot| !is_heard(robot)).cloned().collect()
        };
        if !unheard.is_empty() {
            return Err(TeamError::Unheard(unheard).into());
        }
        let without: Vec<RobotId> = team.iter().filter(|robot| unserved.contains(*robot)).cloned().collect();
        if !without.is_empty() {
            return Err(TeamError::Unserved(without).into());
        }
        let rules = watch.rules();
        self.reachable(policy, facts, &rules)?;
        Ok((self.starting(now, policy, self.ruled_brief(policy, &rules)), facts.clone()))
    }

    /// The mission ready to run, as this brief.
    pub fn starting(&self, now: Stamp, policy: &Policy, brief: Arc<Brief>) -> Running {
        let mut mission = Running::new(now, policy, brief, self.reading.clone());
        mission.began = Some(self.since);
        mission.forsaken_since = (self.origin == Origin::ClientlessCorrection).then_some(now);
        mission
    }
}

/// The work of looking for a plan at admission: some tenths of a second.
const ADMISSION_BUDGET: Budget = Budget(200_000);
/// The work of finding out whether a rule is in the way of a mission, for each.
const BLAME_BUDGET: Budget = Budget(20_000);

/// A robot not heard for this many leases is not there. Heartbeats come three times a lease, and some are lost.
const HEARD_LEASES: u32 = 4;

/// Enough steps for any sub-task that can be done: the robot that holds the item or blocks the gripper puts down, one
/// robot goes to the container, puts down what it holds and opens, another goes there, takes the thing and puts down.
const STEPS_A_SUBTASK: u32 = 10;

/// Refuses a mission that no plan achieves; admits it if the domain is too large for the oracle to tell.
fn within_reach(
    transport: &Arc<Transport>,
    state: &State,
    mission: &Mission,
    horizon: u32,
) -> Result<(), AdmissionError> {
    let Ok(oracle) = Oracle::new(transport, mission, state.team_size()) else { return Ok(()) };
    let enough = STEPS_A_SUBTASK.saturating_mul(mission.subtasks.len() as u32 + 1);
    match oracle.min_steps(state, enough) {
        Some(least) if least <= horizon => Ok(()),
        Some(least) => Err(AdmissionError::TooFar { least, horizon }),
        None => Err(AdmissionError::Unachievable),
    }
}
