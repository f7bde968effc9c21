//! Missions of any site, from its domain and from how it may be at the start, and nothing else.

mod course;
mod draft;
mod goals;
mod wander;
mod wordings;

use std::{sync::Arc, thread::available_parallelism};

use surefleet_conformal::{Kinds, Team};
use surefleet_english::Vocabulary;
use surefleet_fleet::{Digest, RobotId};
use surefleet_grounded::FormalJudge;
use surefleet_language::LabelledOption;
use surefleet_mission::{Forms, SiteNames};
use surefleet_planner::{labelled_options, team_of};
use surefleet_search::Budget;
use surefleet_world::{Atom, Start, World};

use self::{course::SiteCourse, draft::Draft};
use crate::{CalibrateError, Course, Missions};

/// The generator's version: raise it whenever a seed may give another scenario than before.
const GENERATOR: &str = "site-1";
/// The first seed of the missions that forms are learnt from; calibration and test use other seeds.
const FORMS: u64 = 15 << 48;
/// The work that it takes to judge one turn. What it leaves open is not right.
const BUDGET: Budget = Budget(300_000);
/// The most teams that a fleet may form: seeds have 16 bits for them.
const MOST_TEAMS: usize = 0xfffe;

/// The distribution of missions at any site, for all teams that a fleet can form.
///
/// A mission is made by wandering: from a start that is drawn, the team takes permitted steps at random, those rather that change
/// something new. What has come about at the end, or was done on the way, is what a person then asks for; so there is a plan for
/// it, and search finds a shorter one. Its words are English that is read as just that. How many robots there are and of
/// which kinds is the team's alone: the other robots of the fleet stay where they are.
pub struct SiteMissions {
    world: Arc<World>,
    start: Start,
    vocabulary: Vocabulary,
    names: SiteNames,
    judge: FormalJudge,
    labels: Arc<[LabelledOption]>,
    teams: Vec<(u16, Team)>,
    /// All facts that skills can change.
    atoms: Vec<Atom>,
}

impl SiteMissions {
    /// The missions of a fleet at a site.
    ///
    /// # Errors
    /// [`CalibrateError::Site`] for a fleet of so many kinds that its teams cannot be numbered.
    pub fn new(world: Arc<World>, start: Start) -> Result<Self, CalibrateError> {
        let teams = teams_of(&world)?;
        let (vocabulary, names) = (Vocabulary::of(&world), SiteNames::of(&world));
        let judge = FormalJudge::new(Arc::clone(&world), BUDGET).content_with_any();
        let (labels, atoms) = (labelled_options(&world), goals::changeable(&world));
        Ok(Self { world, start, vocabulary, names, judge, labels, teams, atoms })
    }

    /// The site, with the robots of the fleet.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }
}

impl Missions for SiteMissions {
    fn id(&self) -> String {
        format!("{GENERATOR}, {}", self.world.domain().name())
    }

    fn digest(&self) -> Digest {
        let world = &self.world;
        let robots: Vec<String> =
            world.robots().iter().map(|robot| format!("{robot}: {}", team_of(world, None, &[robot.clone()]))).collect();
        let (id, domain, start) = (self.id(), world.domain().digest(), self.start.digest());
        let parts = [id.as_bytes(), domain.as_bytes().as_slice(), start.as_bytes().as_slice()];
        Digest::of(parts.into_iter().chain(robots.iter().map(String::as_bytes)))
    }

    fn options(&self) -> (usize, Digest) {
        (self.world.options().len(), self.world.options().digest())
    }

    fn truth(&self) -> String {
        format!("search-1, {} units of work a turn", BUDGET.0)
    }

    fn teams(&self) -> Vec<(u16, Team)> {
        self.teams.clone()
    }

    fn forms_rule(&self) -> &'static str {
        Forms::RULE_AT_SITES
    }

    fn forms(&self, missions: u64) -> Result<Forms, CalibrateError> {
        let threads = available_parallelism().map_or(1, usize::from);
        let part = |one: usize| -> Result<Forms, CalibrateError> {
            let mut forms = Forms::default();
            for (number, team) in &self.teams {
                let first = FORMS | u64::from(*number) << 32;
                for seed in (first..first + missions).skip(one).step_by(threads) {
                    // Without a plan, which takes the most time: that one exists is known from the way.
                    forms.learn_at(&Draft::new(self, team, seed)?.text, &self.names);
                }
            }
            Ok(forms)
        };
        // All that was learnt is one set, whoever learnt it.
        let part = &part;
        std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads).map(|one| scope.spawn(move || part(one))).collect();
            let mut all = Forms::default();
            for part in parts {
                all.merge(part.join().expect("drawing does not panic")?);
            }
            Ok(all)
        })
    }

    fn begin(&self, team: &Team, seed: u64) -> Result<Box<dyn Course + '_>, CalibrateError> {
        Ok(Box::new(SiteCourse::new(self, Draft::with_plan(self, team, seed)?)?))
    }

    fn sorts(&self) -> Vec<Box<dyn Missions + '_>> {
        vec![Box::new(self)]
    }
}

impl Missions for &SiteMissions {
    fn id(&self) -> String {
        (*self).id()
    }

    fn digest(&self) -> Digest {
        (*self).digest()
    }

    fn options(&self) -> (usize, Digest) {
        (*self).options()
    }

    fn truth(&self) -> String {
        (*self).truth()
    }

    fn teams(&self) -> Vec<(u16, Team)> {
        (*self).teams()
    }

    fn forms_rule(&self) -> &'static str {
        (*self).forms_rule()
    }

    fn forms(&self, missions: u64) -> Result<Forms, CalibrateError> {
        (*self).forms(missions)
    }

    fn begin(&self, team: &Team, seed: u64) -> Result<Box<dyn Course + '_>, CalibrateError> {
        (*self).begin(team, seed)
    }

    fn sorts(&self) -> Vec<Box<dyn Missions + '_>> {
        (*self).sorts()
    }
}

/// All teams that the fleet can form, the smaller ones first, each with its number.
///
/// The number counts the robots of each kind, as digits do: a team has the same number in every version.
fn teams_of(world: &World) -> Result<Vec<(u16, Team)>, CalibrateError> {
    let fleet = team_of(world, None, world.robots());
    let Some(kinds) = fleet.kinds() else {
        return Ok((1..=fleet.size()).map(|size| (size as u16, size.into())).collect());
    };
    let counts: Vec<(&str, usize)> = kinds.counts().collect();
    let all = counts.iter().try_fold(1_usize, |all, (_, count)| all.checked_mul(count + 1));
    let all = all.filter(|all| *all <= MOST_TEAMS);
    let all = all.ok_or_else(|| CalibrateError::Site(format!("a fleet of {fleet} forms too many teams")))?;
    let team = |number: usize| {
        let mut left = number;
        let robots = counts.iter().flat_map(|(kind, count)| {
            let own = left % (count + 1);
            left /= count + 1;
            std::iter::repeat_n(*kind, own)
        });
        let kinds = Kinds::of(robots.collect::<Vec<_>>()).expect("the names are the fleet's, and not all counts are zero");
        (number as u16, Team::of_kinds(kinds))
    };
    let mut teams: Vec<(u16, Team)> = (1..all).map(team).collect();
    teams.sort_by_key(|(number, team)| (team.size(), *number));
    Ok(teams)
}

/// The robots of the fleet that make up a team, by place; `None` if it has not so many.
fn members(world: &World, team: &Team, mut choose: impl FnMut(&[usize], usize) -> Vec<usize>) -> Option<Vec<usize>> {
    let places: Vec<usize> = (0..world.team_size()).collect();
    let mut members = match team.kinds() {
        None => choose(&places, team.size()),
        Some(kinds) => {
            let is_of = |place: &usize, kind: &str| {
                let robot: RobotId = world.robots()[*place].clone();
                team_of(world, None, &[robot]).kinds().is_some_and(|own| own.counts().any(|(own, _)| own == kind))
            };
            let own = kinds.counts().flat_map(|(kind, count)| {
                let alike: Vec<usize> = places.iter().copied().filter(|place| is_of(place, kind)).collect();
                choose(&alike, count)
            });
            own.collect()
        }
    };
    members.sort_unstable();
    (members.len() == team.size()).then_some(members)
}
