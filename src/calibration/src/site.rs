//! Missions of any site, from its domain and from how it may be at the start, and nothing else.

mod course;
mod draft;
mod goals;
mod ground;
mod phrasings;
mod teams;
mod vague;
mod wander;
mod wordings;

use std::{sync::Arc, thread::available_parallelism};

use surefleet_conformal::Team;
use surefleet_fleet::Digest;
use surefleet_mission::Forms;
use surefleet_planner::team_of;
use surefleet_world::{Start, World};

use self::{course::SiteCourse, draft::Draft, ground::Ground, teams::teams_of};
use crate::{CalibrateError, Course, Missions};

/// The generator's version: raise it whenever a seed may give another scenario than before.
const GENERATOR: &str = "site-3";
/// How many of the missions leave open which thing is meant: half, so that thresholds are found for either sort.
const VAGUE: f64 = 0.5;
/// The first seed of the missions that forms are learnt from; calibration and test use other seeds.
const FORMS: u64 = 15 << 48;

/// Search judges each of its turns, which takes seconds at a large site, and robots wait for it when they start.
const SPOT_CHECKED: usize = 1;
/// Search looks for a plan of each mission that is drawn, up to a second of work at a large site.
const REDRAWN: usize = 8;

/// The distribution of missions at any site, for all teams that a fleet can form.
///
/// A mission is made by wandering: from a start that is drawn, the team takes permitted steps at random, those rather that change
/// something new. What has come about at the end, or was done on the way, is what a person then asks for; so there is a plan for
/// it, and search finds a shorter one. Its words are English that is read as just that, or that has this among a few meanings. How many robots there are and of
/// which kinds is the team's alone: the other robots of the fleet stay where they are.
#[derive(Clone)]
pub struct SiteMissions {
    ground: Arc<Ground>,
    teams: Vec<(u16, Team)>,
    vague: f64,
}

impl SiteMissions {
    /// The missions of a fleet at a site.
    ///
    /// # Errors
    /// [`CalibrateError::Site`] for a fleet of so many kinds that its teams cannot be numbered.
    pub fn new(world: Arc<World>, start: Start) -> Result<Self, CalibrateError> {
        let teams = teams_of(&world)?;
        Ok(Self { ground: Arc::new(Ground::new(world, start)), teams, vague: VAGUE })
    }

    /// The site, with the robots of the fleet.
    pub fn world(&self) -> &Arc<World> {
        &self.ground.world
    }
}

impl Missions for SiteMissions {
    fn id(&self) -> String {
        format!("{GENERATOR}, {}, {} vague", self.world().domain().name(), self.vague)
    }

    fn digest(&self) -> Digest {
        let world = self.world();
        let robots: Vec<String> = world
            .robots()
            .iter()
            .map(|robot| format!("{robot}: {}", team_of(world, None, std::slice::from_ref(robot))))
            .collect();
        let (id, domain, start) = (self.id(), world.domain().digest(), self.ground.start.digest());
        let parts = [id.as_bytes(), domain.as_bytes().as_slice(), start.as_bytes().as_slice()];
        Digest::of(parts.into_iter().chain(robots.iter().map(String::as_bytes)))
    }

    fn options(&self) -> (usize, Digest) {
        (self.world().options().len(), self.world().options().digest())
    }

    fn truth(&self) -> String {
        format!("search-3, {} units of work a turn", self.ground.judge.budget().0)
    }

    fn teams(&self) -> Vec<(u16, Team)> {
        self.teams.clone()
    }

    fn spot_checked(&self) -> usize {
        SPOT_CHECKED
    }

    fn redrawn(&self) -> usize {
        REDRAWN
    }

    fn forms_rule(&self) -> &'static str {
        Forms::RULE_AT_SITES
    }

    fn forms(&self, missions: u64, on_learnt: &(dyn Fn(u64) + Sync)) -> Result<Forms, CalibrateError> {
        let threads = available_parallelism().map_or(1, usize::from);
        let part = |one: usize| -> Result<Forms, CalibrateError> {
            let mut forms = Forms::default();
            for (number, team) in &self.teams {
                let first = FORMS | u64::from(*number) << 32;
                // A team that can do nothing by itself, as its first mission tells, has no forms.
                if matches!(Draft::new(&self.ground, 0.0, team, first), Err(CalibrateError::NoMission { .. })) {
                    continue;
                }
                for seed in (first..first + missions).skip(one).step_by(threads) {
                    // Without a plan, which takes the most time: that one exists is known from the way.
                    let draft = Draft::new(&self.ground, self.vague, team, seed)?;
                    // Whoever asks for the same in other words may confirm what it was read as.
                    for text in std::iter::once(&draft.text).chain(&draft.told) {
                        forms.learn_at(text, &self.ground.names);
                    }
                    on_learnt(missions * self.teams.len() as u64);
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
        Ok(Box::new(SiteCourse::new(&self.ground, Draft::with_plan(&self.ground, self.vague, team, seed)?)?))
    }

    fn sorts(&self) -> Vec<Box<dyn Missions + '_>> {
        let of = |vague| Box::new(Self { vague, ..self.clone() }) as Box<dyn Missions>;
        vec![of(0.0), of(1.0)]
    }
}
