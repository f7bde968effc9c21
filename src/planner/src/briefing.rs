//! The constant facts of a mission: the meaning of its words, and whether the calibration covers it.

use std::sync::Arc;

use surefleet_conformal::{
    Calibration, CalibrationError, Certainty, Fraction, HexFloat, Kinds, MissionFeatures, Team, Threshold, Understood,
};
use surefleet_english::Vocabulary;
use surefleet_fleet::{Brief, MissionId, Outcome, RobotId, Turn};
use surefleet_language::LabelledOption;
use surefleet_mission::{Forms, Mission, Oracle, SiteNames, State, Transport};
use surefleet_search::{Task, Tracker};
use surefleet_world::World;

use crate::{Permit, PlannerConfig, prompt::prompt_prefix};

/// The constant facts of a mission, computed once: its reading, its prompt's prefix, its threshold.
#[derive(Debug)]
pub(crate) struct Briefing {
    pub mission: MissionId,
    pub reading: Reading,
    /// The team, as classes of calibration tell teams apart.
    pub team: Team,
    pub prefix: Arc<str>,
    /// The scorer's latest understanding of the words.
    pub meanings: Arc<[(String, f64)]>,
    /// Why no calibration covers the mission, if it looks unlike the missions of every calibration.
    uncovered: Option<String>,
    /// Whether scores depend on the prompt's words.
    reads_prompts: bool,
    /// Whether an action failed before: later prompts then show which actions were repeated or did not happen.
    has_failed: bool,
    level: Option<(MissionFeatures, Result<Level, CalibrationError>)>,
}

/// The calibration's values for the mission at its level, once the scorer has said how well it understood the mission.
#[derive(Debug, Clone)]
struct Level {
    alpha: Fraction,
    certainty: Certainty,
    most_unexplained: Option<HexFloat>,
    threshold: Threshold,
}

impl Briefing {
    pub fn new(brief: &Brief, config: &PlannerConfig, labels: &[LabelledOption]) -> Self {
        let transport = config.transport.as_ref();
        let reading = Reading::of(brief, &config.world, transport);
        let prefix = prompt_prefix(&config.world, brief, labels);
        let team = team_of(&config.world, transport.map(Arc::as_ref), &brief.team);
        let unread = brief.unread.first().map(|words| format!("nobody here can read {words:?}"));
        let uncovered = unread.or_else(|| uncovered_here(brief, config));
        Self {
            mission: brief.id,
            reading,
            team,
            prefix,
            meanings: Arc::default(),
            uncovered,
            reads_prompts: config.scorer.reads_prompts(),
            has_failed: false,
            level: None,
        }
    }

    /// Whether nothing but the mission's words keeps its robots from deciding alone, and the calibration covers what it was read as: then a
    /// person need only say that it means that.
    pub fn awaits_meaning(&self, brief: &Brief, config: &PlannerConfig, permit: &Permit) -> bool {
        let ([(words, _)], Permit::Off { reason }) = (self.meanings.as_ref(), permit) else { return false };
        let is_open = self.uncovered.as_ref() == Some(reason) && *words != brief.text;
        is_open && uncovered_here(&Brief { text: words.clone(), ..brief.clone() }, config).is_none()
    }

    /// Whether the calibration covers a decision of this turn.
    ///
    /// The mission's own level picks the threshold from the raw scores of its class; there, the level is divided over
    /// `W + 1` orders. The class depends on how well the scorer `understood` the mission. A turn that was reordered more
    /// than W times is not covered. A turn is not covered either if a model reads its prompt and the prompt tells of
    /// something that no mission of a calibration has.
    pub fn permit(
        &mut self,
        turn: &Turn,
        (options, understood): (usize, Option<Understood>),
        calibration: Result<&Calibration, String>,
    ) -> Permit {
        let calibration = match calibration {
            Ok(calibration) => calibration,
            Err(reason) => return Permit::Off { reason },
        };
        if let Some(reason) = &self.uncovered {
            return Permit::Off { reason: reason.clone() };
        }
        if let Some(told) = self.told_unlike_calibrated(turn).filter(|_| self.reads_prompts) {
            return Permit::Off {
                reason: format!("the prompt tells of {told}, and none that it was calibrated on does"),
            };
        }
        let features = MissionFeatures { team: self.team.clone(), options, understood };
        let known = self.level.take().filter(|(known, _)| *known == features);
        let (_, level) = self.level.insert(known.unwrap_or_else(|| {
            let level = at_level(&turn.brief, &features, calibration);
            (features, level)
        }));
        let Level { alpha, certainty, most_unexplained, threshold } = match level {
            Ok(level) => level.clone(),
            Err(error) => return Permit::Off { reason: error.to_string() },
        };
        let Some(left) = calibration.reorders().checked_sub(turn.reorders) else {
            let done = turn.reorders;
            let paid = calibration.reorders();
            return Permit::Off {
                reason: format!("step was reordered {done} times, but the calibration pays for {paid}"),
            };
        };
        let reorders_left = if turn.order.len() > 1 { left } else { 0 };
        let (calibration, bound) = (calibration.digest(), calibration.bound());
        Permit::On { calibration, bound, alpha, certainty, most_unexplained, threshold, reorders_left }
    }

    /// The part of this turn's prompt that no calibration prompt has, if there is one. Calibration missions have no
    /// requirements beside their words, all of their robots take part, and all of their actions succeed.
    fn told_unlike_calibrated(&mut self, turn: &Turn) -> Option<&'static str> {
        self.has_failed |= !turn.failures.is_empty();
        let unlike = [
            (self.has_failed, "a failed action"),
            (!turn.refusals.is_empty(), "a refused joint step"),
            (!turn.brief.constraints.is_empty(), "requirements beside the mission"),
            (turn.history.iter().flatten().any(Option::is_none), "a robot that was absent"),
        ];
        unlike.into_iter().find_map(|(is_so, told)| is_so.then_some(told))
    }
}

/// A team of these robots of a fleet, as classes of calibration tell teams apart.
///
/// Only their number counts where all kinds of robots can do the same: at a site of deliveries, and at one that has one kind.
pub fn team_of(world: &World, transport: Option<&Transport>, robots: &[RobotId]) -> Team {
    let domain = world.domain();
    if transport.is_some() || domain.kinds().count() < 2 {
        return Team::of_size(robots.len());
    }
    let kind = |robot: &RobotId| {
        let of = world.object(world.find(robot.as_str())?).types.first()?;
        Some(domain.types()[of.index()].name.as_str())
    };
    let kinds: Option<Vec<&str>> = robots.iter().map(kind).collect();
    // A robot that the fleet does not have is of no class.
    let kinds = kinds.and_then(|kinds| Kinds::of(kinds).ok());
    kinds.map_or(Team::of_size(robots.len()), Team::of_kinds)
}

/// Why the calibration of this fleet does not cover a mission, as [`uncovered`].
fn uncovered_here(brief: &Brief, config: &PlannerConfig) -> Option<String> {
    match &config.transport {
        Some(transport) => uncovered(brief, transport, &config.forms),
        None => uncovered_at(brief, &SiteNames::of(&config.world), &config.forms),
    }
}

/// Why no calibration of a site that is not one of deliveries covers a mission, as [`uncovered`].
pub fn uncovered_at(brief: &Brief, names: &SiteNames, forms: &Forms) -> Option<String> {
    forms.check_at(&brief.text, names).err().map(|unlike| unlike.to_string())
}

/// Why no calibration covers a mission, however its scorer understands it; `None`: its text says nothing against it.
///
/// Planners ask this before they act alone. Measurements of a calibration ask it too, so both mean the same missions.
pub fn uncovered(brief: &Brief, transport: &Transport, forms: &Forms) -> Option<String> {
    let team_size = brief.team.len();
    if let Err(unlike) = forms.check(&brief.text, transport, team_size) {
        return Some(unlike.to_string());
    }
    let inventory = Vocabulary::of(&transport.world(team_size)).inventory(&brief.text);
    if let Some(word) = inventory.dangling() {
        return Some(format!("no place is named before its {word:?}"));
    }
    let open = inventory.open_parts();
    let most = forms.most_open();
    let too_open = || {
        format!(
            "{open} parts of it leave something open, and at most {most} did in the missions that it was calibrated on"
        )
    };
    (open > most).then(too_open)
}

fn at_level(brief: &Brief, features: &MissionFeatures, calibration: &Calibration) -> Result<Level, CalibrationError> {
    let alpha = match brief.alpha.trim() {
        "" => calibration.alpha(),
        written => written.parse()?,
    };
    let (_, threshold) = calibration.at_alpha(alpha, features)?;
    let most_unexplained = calibration.most_unexplained(features)?;
    Ok(Level { alpha, certainty: features.certainty(), most_unexplained, threshold })
}

/// The planner's view of a mission.
#[derive(Debug)]
pub enum Reading {
    /// Deliveries: whether they are achieved or out of reach is computed exactly.
    Grounded {
        /// The site as deliveries see it.
        transport: Arc<Transport>,
        /// The mission's goals and prohibitions.
        mission: Mission,
        /// Tells what is out of reach; `None` for a domain or a mission beyond the oracle: then nothing is known to be.
        oracle: Option<Box<Oracle>>,
    },
    /// Other formulas: search computes whether they are achieved or out of reach.
    Formal(Box<Tracker>),
    /// Free text that only a language model reads: the team stops when all robots stay idle.
    Ungrounded,
}

impl Reading {
    /// Takes the mission as the safety monitor has read it.
    pub fn of(brief: &Brief, world: &Arc<World>, transport: Option<&Arc<Transport>>) -> Self {
        if brief.formulas.is_empty() {
            return Self::Ungrounded;
        }
        match transport.and_then(|transport| Some((transport, Mission::of_brief(brief, transport)?))) {
            Some((transport, mission)) => {
                let oracle = Oracle::new(transport, &mission, brief.team.len()).ok().map(Box::new);
                Self::Grounded { transport: Arc::clone(transport), mission, oracle }
            }
            None => Task::of_brief(world, brief)
                .map_or(Self::Ungrounded, |task| Self::Formal(Box::new(Tracker::new(Arc::new(task))))),
        }
    }
}

/// Whether the mission ends before this step; for the first holder of a step.
///
/// If the monitor has refused to end the mission in this step, the mission is not ended again while steps are left. A
/// constraint may still ask for something; the refusal, which is in the prompt, says what.
pub fn assess(world: &World, reading: &mut Reading, turn: &Turn) -> Option<Outcome> {
    let left = turn.steps_left();
    let out_of_horizon = (left == 0).then_some(Outcome::OutOfHorizon);
    match reading {
        Reading::Grounded { transport, mission, oracle } => {
            let Ok(state) = State::from_facts(transport, &turn.brief.team, &turn.facts) else { return out_of_horizon };
            if mission.achieved(&state) {
                return (turn.refusals.is_empty() || left == 0).then_some(Outcome::Succeeded);
            }
            let is_out_of_reach = || oracle.as_ref().is_some_and(|oracle| !oracle.feasible(&state, left));
            out_of_horizon.or_else(|| {
                is_out_of_reach().then(|| Outcome::Impossible(format!("it takes more steps than are left ({left})")))
            })
        }
        Reading::Formal(tracker) => {
            let Ok(state) = world.read(&turn.facts) else { return out_of_horizon };
            let progress = tracker.follow_turn(&state, turn).clone();
            let task = tracker.task();
            if task.is_achieved(&progress) {
                return (turn.refusals.is_empty() || left == 0).then_some(Outcome::Succeeded);
            }
            let is_lost = || tracker.is_whole() && task.is_lost(&progress);
            let lost = || Outcome::Impossible("what it asks for can no longer be brought about".to_owned());
            out_of_horizon.or_else(|| is_lost().then(lost))
        }
        Reading::Ungrounded if turn.refusals.is_empty() && all_stayed(world, turn) => {
            Some(match has_acted(world, turn) {
                true => Outcome::Succeeded,
                false => Outcome::Impossible(
                    "nobody of the team did anything: it is done already, or was not understood; then say it in other \
                     words"
                        .to_owned(),
                ),
            })
        }
        Reading::Ungrounded => out_of_horizon,
    }
}

/// Whether any robot was approved to do anything so far: if the whole team stayed idle, nobody knows why.
fn has_acted(world: &World, turn: &Turn) -> bool {
    turn.history.iter().flatten().flatten().any(|decision| *decision != world.options().idle())
}

/// Whether every robot that took part in the last step stayed idle.
fn all_stayed(world: &World, turn: &Turn) -> bool {
    let Some(row) = turn.history.last() else { return false };
    let mut present = row.iter().flatten().peekable();
    present.peek().is_some() && present.all(|decision| *decision == world.options().idle())
}
