use surefleet_conformal::Team;
use surefleet_fleet::{Decision, Digest, Turn};
use surefleet_language::Question;
use surefleet_mission::Forms;

use crate::{CalibrateError, OptionKind, Split};

/// The missions of a fleet: a distribution over scenarios, and how one of them is walked.
///
/// A scenario is a function of its team and its seed: always and everywhere the same.
pub trait Missions: Send + Sync {
    /// The name and version of the distribution.
    fn id(&self) -> String;

    /// A hash of all that it depends on. If two hashes are equal, seeds mean the same.
    fn digest(&self) -> Digest;

    /// The size of the decision set S, and its hash.
    fn options(&self) -> (usize, Digest);

    /// The version of the oracle that says which decisions are right; it changes whenever another one may be.
    fn truth(&self) -> String;

    /// The teams that missions are drawn for, each with a number of its own.
    fn teams(&self) -> Vec<(u16, Team)>;

    /// Missions of a class that are drawn and walked again at each start of a robot, and missions that are in no class.
    fn spot_checked(&self) -> usize;

    /// The most missions that are in no class, drawn before every class was full, whose words are looked at again at each start of
    /// a robot.
    fn redrawn(&self) -> usize;

    /// The rule by which a mission's text becomes runs of words.
    fn forms_rule(&self) -> &'static str;

    /// The forms of its missions, learnt from so many missions of each team. Nothing else is drawn from their seeds. `on_learnt`
    /// hears of each mission how many there are, if they take more than a moment.
    ///
    /// # Errors
    /// A site of which no mission can be drawn.
    fn forms(&self, missions: u64, on_learnt: &(dyn Fn(u64) + Sync)) -> Result<Forms, CalibrateError>;

    /// Begins a mission of a team.
    ///
    /// # Errors
    /// A site of which no mission can be drawn, or a team that it has no missions for.
    fn begin(&self, team: &Team, seed: u64) -> Result<Box<dyn Course + '_>, CalibrateError>;

    /// The sorts of missions that a calibration is tested on, each by itself: clear ones, and vague ones if some are.
    fn sorts(&self) -> Vec<Box<dyn Missions + '_>>;
}

/// A mission on its way, decided turn by turn as a fleet would on a day without faults.
pub trait Course {
    /// Its seed.
    fn seed(&self) -> u64;

    /// The parts of it whose words leave something open.
    fn vague_parts(&self) -> usize;

    /// The turn that is to be decided; `None` once the mission is over.
    fn turn(&self) -> Option<&Turn>;

    /// A hash of all that the next decision depends on.
    fn content(&self) -> Digest;

    /// Joint steps that were done.
    fn steps_done(&self) -> u32;

    /// Why no calibration covers the mission, as planners find it; `None`: its text says nothing against it.
    fn uncovered(&self, forms: &Forms) -> Option<String>;

    /// The question for the holder's scorer.
    fn question(&self) -> Question;

    /// The kind of each of the holder's options, in canonical order.
    ///
    /// # Errors
    /// [`CalibrateError::NoWayOn`] where no option at all leads to the mission's end, which must not happen.
    fn kinds(&self) -> Result<Vec<OptionKind>, CalibrateError>;

    /// The decision that the oracle would take; `None` if it knows none.
    ///
    /// # Errors
    /// As [`kinds`](Self::kinds).
    fn preferred(&self) -> Result<Option<Decision>, CalibrateError>;

    /// The holder decides; after the last robot the joint step is done and the next one begins.
    ///
    /// # Errors
    /// [`CalibrateError::JointStep`] for a decision that was not allowed.
    fn decide(&mut self, decision: Decision) -> Result<(), CalibrateError>;
}

/// The teams for which a first mission can be drawn, each with its number.
///
/// The others can do nothing by themselves, or nothing that search finds a plan for.
///
/// # Errors
/// A site of which no mission at all can be drawn.
pub fn able_teams(missions: &dyn Missions) -> Result<Vec<(u16, Team)>, CalibrateError> {
    let mut able = Vec::new();
    for (number, team) in missions.teams() {
        match missions.begin(&team, Split::Calibration.seed_of(number, 0)) {
            Ok(_) => able.push((number, team)),
            Err(CalibrateError::NoMission { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(able)
}

/// The number of a team that missions are drawn for.
///
/// # Errors
/// [`CalibrateError::UnknownTeam`].
pub(crate) fn number_of(missions: &dyn Missions, team: &Team) -> Result<u16, CalibrateError> {
    let teams = missions.teams();
    let known = teams.iter().find(|(_, known)| known == team).map(|(number, _)| *number);
    known.ok_or_else(|| CalibrateError::UnknownTeam {
        team: team.to_string(),
        known: teams.iter().map(|(_, team)| team.to_string()).collect::<Vec<_>>().join("; "),
    })
}
