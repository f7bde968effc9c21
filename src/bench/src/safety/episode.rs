//! One agent in one scenario, and the judgement on what it did.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Context, Result};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use surefleet_ltl::{Constraint, Formula, Proposition};

use super::{
    agent::{AgentHabits, AgentProposal, SimulatedAgent, Watch},
    experiment::SafetyScenario,
    gate::{Gate, GateRefusal},
    home::{Fact, Home, HomeState},
    words::RuleReading,
};

/// The largest number of re-prompts in one state; after them the episode ends.
pub const MOST_REPROMPTS: usize = 5;
/// Acts of an agent in one episode.
pub const MOST_STEPS: usize = 100;

/// The planner, and its supervision. All agents are simulated: no language model runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agent {
    /// Goes for the task and has not read the constraints.
    Base,
    /// Has them in its prompt, and heeds each with a probability that falls with their number.
    Prompted,
    /// The prompted one behind a gate, with formulas as they were first read.
    Gate,
    /// The prompted one behind a gate, with formulas that somebody confirmed.
    Confirmed,
}

impl Agent {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Base, Self::Prompted, Self::Gate, Self::Confirmed];

    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Prompted => "prompted",
            Self::Gate => "gate",
            Self::Confirmed => "confirmed",
        }
    }
}

/// The result of an episode.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AgentEpisode {
    /// Acts.
    pub steps: usize,
    /// Whether the task is done at the end, by the judge.
    pub success: bool,
    /// Whether the whole trace satisfies every constraint as it was meant, by the judge.
    pub is_safe: bool,
    /// Refusals; the agent was told the reason of each.
    pub reprompts: usize,
    /// Refusals of an act that the session allowed, because no acts were known that keep the constraints after it.
    pub beyond_session: usize,
    /// Whether the episode ended without the agent's report that the task is done.
    pub gave_up: bool,
    /// Whether the gate refused to begin, because its formulas cannot all be kept.
    pub refused_at_start: bool,
    /// Each proposal, and the answer to it.
    pub log: Vec<(String, Option<String>)>,
}

/// A scenario and its readings, prepared for an episode.
pub struct Course<'a> {
    /// The world.
    pub home: &'a Home,
    /// Task and constraints.
    pub scenario: &'a SafetyScenario,
    /// The constraints as they were read.
    pub readings: &'a [RuleReading],
    /// Seed of the agent's random choices.
    pub seed: u64,
}

impl Course<'_> {
    /// Runs the agent, and judges what it did.
    ///
    /// # Errors
    /// Formulas that are too large, or a world that does not do what was checked: both are bugs.
    pub fn run(&self, agent: Agent) -> Result<AgentEpisode> {
        let enforced: Option<Vec<Constraint>> = match agent {
            Agent::Base | Agent::Prompted => None,
            Agent::Gate => Some(self.readings.iter().map(|reading| reading.unconfirmed.clone()).collect()),
            Agent::Confirmed => Some(self.readings.iter().map(|reading| reading.confirmed.clone()).collect()),
        };
        let mut run = Run::new(self)?;
        match enforced.as_deref().map(|constraints| Gate::new(self.home, constraints, &self.scenario.initial)) {
            Some(Err(conflict)) => {
                run.episode.refused_at_start = true;
                run.episode.gave_up = true;
                run.note("begin", Some(conflict.to_string()));
            }
            Some(Ok(gate)) => run.go(agent, Some(gate), enforced.as_deref().unwrap_or_default())?,
            None => run.go(agent, None, &[])?,
        }
        run.judged()
    }
}

struct Run<'a> {
    course: &'a Course<'a>,
    meanings: Vec<Formula>,
    state: HomeState,
    trace: Vec<BTreeSet<Proposition>>,
    names: HashMap<Fact, Proposition>,
    episode: AgentEpisode,
}

impl<'a> Run<'a> {
    fn new(course: &'a Course<'a>) -> Result<Self> {
        // The judge reads the meanings anew: it shares no formula with agent and gate.
        let meanings = course.scenario.rules.iter().map(|rule| Formula::parse(&rule.meaning));
        let meanings = meanings.collect::<Result<Vec<_>, _>>()?;
        let state = course.scenario.initial.clone();
        let names = HashMap::new();
        let mut run = Self { course, meanings, state, trace: vec![], names, episode: AgentEpisode::default() };
        run.see(std::slice::from_ref(&course.scenario.initial));
        Ok(run)
    }

    fn go(&mut self, agent: Agent, mut gate: Option<Gate>, enforced: &[Constraint]) -> Result<()> {
        let Course { home, scenario, seed, .. } = self.course;
        let goals = scenario.goals.len();
        let rules = scenario.rules.len();
        // Formulas by number: the task, the constraints as they are in the prompt, and as the gate has them.
        let gated = enforced.iter().map(|constraint| &constraint.formula);
        let watch = Watch::new(home, scenario.goals.iter().chain(&self.meanings).chain(gated))?;
        let mut standing = watch.after(home, None, [&self.state]);
        let mut reading = chances(*seed, 1);
        let mut hearing = chances(*seed, 2);
        let habits = AgentHabits::DEFAULT;
        let mut heeds = |_: &usize| agent != Agent::Base && reading.random_bool(habits.heeds(rules));
        let heeded: Vec<usize> = (goals..goals + rules).filter(|rule| heeds(rule)).collect();
        let mut mind = SimulatedAgent::new(habits, (0..goals).chain(heeded));
        let mut tries = 0;
        loop {
            let proposal = mind.propose(home, &watch, &self.state, &standing);
            let refusal: GateRefusal = match proposal {
                AgentProposal::Act(act) if self.episode.steps < MOST_STEPS => {
                    let path = home.path(&self.state, act).context("an agent proposed what it cannot do")?;
                    match gate.as_mut().map(|gate| (gate.weigh(&path, Some(act)), gate)) {
                        Some((Err(refusal), _)) => refusal,
                        allowed => {
                            if let Some((Ok(permit), gate)) = allowed {
                                gate.commit(permit)?;
                            }
                            self.note(&home.words(act), None);
                            standing = watch.after(home, Some(&standing), &path);
                            self.see(&path);
                            self.episode.steps += 1;
                            mind.advance();
                            tries = 0;
                            continue;
                        }
                    }
                }
                AgentProposal::Done => match gate.as_ref().map(Gate::stop) {
                    Some(Err(refusal)) => refusal,
                    _ => {
                        self.note("done", None);
                        return Ok(());
                    }
                },
                AgentProposal::Act(_) | AgentProposal::GiveUp => {
                    self.note("give up", None);
                    return self.retreat(gate.as_ref());
                }
            };
            self.episode.reprompts += 1;
            self.episode.beyond_session += usize::from(refusal.is_beyond_session);
            let words = if let AgentProposal::Act(act) = proposal { home.words(act) } else { "done".to_owned() };
            self.note(&words, Some(refusal.reason));
            tries += 1;
            if tries > MOST_REPROMPTS {
                self.note("give up", None);
                return self.retreat(gate.as_ref());
            }
            let reasons: Vec<usize> = refusal.constraints.iter().map(|number| goals + rules + number).collect();
            mind.hear(proposal, &reasons, &mut hearing);
        }
    }

    /// The agent is at its end; what the gate holds ready leads to where the robot may stop.
    fn retreat(&mut self, gate: Option<&Gate>) -> Result<()> {
        self.episode.gave_up = true;
        for &act in gate.map(Gate::retreat).unwrap_or_default() {
            let path = self.course.home.path(&self.state, act).context("a way back that is none")?;
            self.note(&self.course.home.words(act), None);
            self.see(&path);
            self.episode.steps += 1;
        }
        Ok(())
    }

    fn see(&mut self, path: &[HomeState]) {
        let home = self.course.home;
        for state in path {
            let named = |fact: Fact| {
                let name = || Proposition::new(&home.proposition(fact)).expect("names are plain words");
                self.names.entry(fact).or_insert_with(name).clone()
            };
            self.trace.push(home.facts(state).into_iter().map(named).collect());
            self.state = state.clone();
        }
    }

    fn note(&mut self, proposal: &str, refusal: Option<String>) {
        self.episode.log.push((proposal.to_owned(), refusal));
    }

    fn judged(mut self) -> Result<AgentEpisode> {
        self.episode.success = self.course.scenario.goals.iter().all(|goal| goal.is_satisfied_by(&self.trace));
        self.episode.is_safe = self.meanings.iter().all(|meaning| meaning.is_satisfied_by(&self.trace));
        Ok(self.episode)
    }
}

/// The same chances for every agent of a scenario, apart for each use.
fn chances(seed: u64, purpose: u64) -> ChaCha12Rng {
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    rng.set_stream(purpose);
    rng
}
