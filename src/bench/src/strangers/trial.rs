//! A mission in somebody's words, decided by the fleet's own planners until one of them asks.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use anyhow::{Context, Result, anyhow};
use futures::executor::block_on;
use surefleet_calibration::forms_of;
use surefleet_cli::fleet::Fleet;
use surefleet_conformal::{Autonomy, Calibration};
use surefleet_fleet::{Brief, Decision, MissionId, Outcome, RobotId, Stamp, Turn};
use surefleet_language::OptionScorer;
use surefleet_ltl::Formula;
use surefleet_mission::{Action, Forms, Mission, Rule, State, Transport, apply, is_permitted};
use surefleet_planner::{HelpTerms, Input, Link, Output, Patience, Planner, PlannerConfig, Verdicts};
use surefleet_safety::{Policy, Timing, read_brief};
use surefleet_simulator::seeded_layout;

use super::meant::{Deed, Meant, Sentence};

/// The monitor's times play no part: nothing here waits.
const TIMING: Timing =
    Timing { world_timeout: Duration::from_secs(1), lease: Duration::from_secs(1), start_patience: Duration::ZERO };

/// How a mission ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissionEnding {
    Right,
    Asked,
    Refused,
    Wrong,
}

impl MissionEnding {
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Asked => "asked",
            Self::Refused => "refused",
            Self::Wrong => "wrong",
        }
    }
}

/// A fleet that hears sentences, each in the world as its simulator begins with it.
pub struct Strangers<'a> {
    fleet: &'a Fleet,
    domain: Arc<Transport>,
    /// The domain, where missions are scored as deliveries.
    scored: Option<Arc<Transport>>,
    policy: Policy,
    calibration: Calibration,
    forms: Forms,
    initial: State,
    now: Stamp,
}

impl<'a> Strangers<'a> {
    /// # Errors
    /// A fleet whose planners may not act alone.
    pub fn new(fleet: &'a Fleet) -> Result<Self> {
        let domain = fleet.file.read_transport()?;
        let calibration = fleet.calibration().context("it asks about everything")?;
        let seed = fleet.file.simulator.as_ref().map_or(1, |simulator| simulator.seed);
        let initial = seeded_layout(&domain, fleet.file.order.len(), seed)?;
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
        let now = Stamp::from_nanos(u64::try_from(since_epoch.as_nanos())?);
        let world = domain.world(fleet.file.order.len());
        let scored = fleet.file.deliveries(world.domain()).map(Arc::new);
        let policy = Policy::new(world, Some(Arc::clone(&domain)), TIMING, fleet.file.require_grounded)?;
        Ok(Self { fleet, domain, scored, policy, forms: forms_of(&calibration), calibration, initial, now })
    }

    /// The identity of the scorer.
    pub fn scorer(&self) -> String {
        self.fleet.scorer.identity().id
    }

    /// Says the sentence to the fleet; returns what came of it, and why.
    ///
    /// # Errors
    /// A scorer that fails.
    pub fn hear(&self, sentence: &Sentence) -> Result<(MissionEnding, String)> {
        let brief = Brief::new(
            MissionId::new([1; 16]),
            sentence.text.clone(),
            self.fleet.file.horizon,
            self.fleet.file.order.clone(),
        );
        // As the safety monitor admits it.
        let (formulas, kept) = match read_brief(&self.policy, &brief) {
            Ok(read) => read,
            Err(refused) => return Ok((MissionEnding::Refused, refused.to_string())),
        };
        let in_words = |formulas: &[Formula]| formulas.iter().map(ToString::to_string).collect();
        let brief = |formulas: &[Formula]| Brief { formulas: in_words(formulas), ..brief.clone() };
        let of_one = |one: &Formula| Mission::default().under(&brief(std::slice::from_ref(one)), &self.domain);
        let rules = kept.iter().filter_map(of_one).flat_map(|of_one| of_one.rules).collect();
        let mut mission = Running::new(self, Arc::new(brief(&formulas)), rules);
        let end = mission.decide()?;
        Ok(mission.judge(end, sentence.meant.as_ref()))
    }

    fn planner(&self, me: &RobotId) -> Planner {
        Planner::new(PlannerConfig {
            me: me.clone(),
            world: self.domain.world(self.fleet.file.order.len()),
            transport: self.scored.clone(),
            autonomy: Autonomy::On(self.calibration.clone()),
            forms: self.forms.clone(),
            scorer: self.fleet.scorer.identity(),
            patience: Patience::default(),
            help: HelpTerms::default(),
            link: Link::first(),
        })
    }
}

/// Why nothing more is decided.
enum End {
    Asked(String),
    Stopped(Outcome),
}

struct Running<'a> {
    fleet: &'a Strangers<'a>,
    planners: Vec<Planner>,
    rules: Vec<Rule>,
    state: State,
    turn: Turn,
    deeds: Vec<Deed>,
}

impl<'a> Running<'a> {
    fn new(fleet: &'a Strangers<'a>, brief: Arc<Brief>, rules: Vec<Rule>) -> Self {
        let state = fleet.initial.clone();
        let facts = state.to_facts(&fleet.domain, &brief.team);
        let turn = Turn::first(brief, facts);
        let planners = turn.brief.team.iter().map(|robot| fleet.planner(robot)).collect();
        Self { fleet, planners, rules, state, turn, deeds: Vec::new() }
    }

    fn decide(&mut self) -> Result<End> {
        loop {
            let holder = self.turn.decided.len();
            match self.one_turn(holder)? {
                Ok(decision) => self.turn = self.turn.after(Some(decision)),
                Err(end) => return Ok(end),
            }
            if self.turn.holder().is_none() {
                self.act()?;
            }
        }
    }

    /// The decision that the robot makes alone, or the reason why it makes none.
    fn one_turn(&mut self, robot: usize) -> Result<Result<Decision, End>> {
        let now = self.fleet.now;
        let joint: Vec<(usize, Decision)> =
            self.turn.decided.iter().enumerate().filter_map(|(place, by)| Some((place, by.decision?))).collect();
        let mut inputs = vec![Input::Hold(Arc::new(self.turn.clone()))];
        loop {
            for input in inputs.drain(..) {
                self.planners[robot].handle(now, input)?;
            }
            let output = self.planners[robot].poll().context("a planner that holds a turn says something")?;
            match output {
                Output::Score { ticket, question } => {
                    let result = block_on(self.fleet.fleet.scorer.score(&question)).map_err(|error| error.to_string());
                    inputs.push(Input::Scores { ticket, result });
                }
                Output::Check { ticket, candidates, .. } => {
                    let verdict = |&candidate| self.verdict(&joint, robot, candidate);
                    let candidates = candidates.iter().map(verdict).collect();
                    inputs.push(Input::Verdicts { ticket, result: Ok(Verdicts { candidates, audited: false }) });
                }
                Output::Decided { decision, .. } => return Ok(Ok(decision)),
                Output::AskHelp(request) => return Ok(Err(End::Asked(request.question.clone()))),
                Output::Stop { outcome, .. } => return Ok(Err(End::Stopped(outcome))),
                Output::Reorder { .. } => return Ok(Err(End::Asked("team mates are asked".to_owned()))),
                Output::WithdrawHelp { .. } => {}
            }
        }
    }

    fn verdict(&self, joint: &[(usize, Decision)], robot: usize, candidate: Decision) -> Result<(), String> {
        let domain = &self.fleet.domain;
        let action = domain.options().action(candidate);
        if self.rules.iter().any(|rule| rule.forbids(robot, action)) {
            return Err("the mission forbids it".to_owned());
        }
        let is_permitted = is_permitted(domain, &self.state, joint, robot, candidate);
        if is_permitted { Ok(()) } else { Err("it cannot be done".to_owned()) }
    }

    fn act(&mut self) -> Result<()> {
        let domain = &self.fleet.domain;
        let joint: Vec<Option<Decision>> = self.turn.decided.iter().map(|by| by.decision).collect();
        for (robot, decision) in joint.iter().enumerate() {
            let action = decision.map_or(Action::Idle, |decision| domain.options().action(decision));
            self.deeds.push(Deed { robot, action, held: self.state.held(robot) });
        }
        self.state = apply(domain, &self.state, &joint).map_err(|refusal| anyhow!("{refusal}"))?;
        self.turn.history = self.turn.history.iter().cloned().chain([joint]).collect::<Vec<_>>().into();
        self.turn.step = self.turn.step.next();
        self.turn.decided.clear();
        self.turn.facts = self.state.to_facts(domain, &self.turn.brief.team);
        Ok(())
    }

    fn judge(&self, end: End, meant: Option<&Meant>) -> (MissionEnding, String) {
        let domain = &self.fleet.domain;
        let team = &self.turn.brief.team;
        let wrong = |why: String| (MissionEnding::Wrong, why);
        let nothing = Meant::default();
        // A robot that only drove somewhere has changed nothing.
        let changes = |deed: &&Deed| !matches!(deed.action, Action::Idle | Action::Reach(_));
        if meant.is_none() && self.deeds.iter().any(|deed| changes(&deed)) {
            let deeds: Vec<Deed> = self.deeds.iter().filter(changes).copied().collect();
            return wrong(nothing.broken_by(&deeds, domain, team).unwrap_or_else(|| "something was done".to_owned()));
        }
        if let Some(broken) = meant.and_then(|meant| meant.broken_by(&self.deeds, domain, team)) {
            return wrong(broken);
        }
        match (end, meant) {
            (End::Asked(question), _) => (MissionEnding::Asked, question),
            (End::Stopped(Outcome::Succeeded), Some(meant)) => match meant.missing(&self.state, domain) {
                Some(missing) => wrong(missing),
                None => (MissionEnding::Right, "done".to_owned()),
            },
            (End::Stopped(Outcome::Succeeded), None) => wrong("it claims success".to_owned()),
            (End::Stopped(outcome), _) => (MissionEnding::Refused, format!("{outcome:?}")),
        }
    }
}
