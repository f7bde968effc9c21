//! Missions as deliveries: the exact oracle judges them, and each class of teams has a size of its own.

use surefleet_conformal::Team;
use surefleet_fleet::{Decision, Digest, Turn};
use surefleet_language::Question;
use surefleet_mission::{Distribution, Forms, TeamClass};

use crate::{CalibrateError, Course, Missions, OptionKind, Walk, missions::number_of};

/// The oracle's version; it rises whenever it may call another decision acceptable than before.
const TRUTH_ORACLE_VERSION: &str = "exact-1";
/// Each is drawn, understood and walked in about a tenth of a second.
const SPOT_CHECKED: usize = 8;

impl Missions for Distribution {
    fn id(&self) -> String {
        Self::id(self)
    }

    fn digest(&self) -> Digest {
        Self::digest(self)
    }

    fn options(&self) -> (usize, Digest) {
        let options = self.domain().options();
        (options.len(), options.digest())
    }

    fn truth(&self) -> String {
        TRUTH_ORACLE_VERSION.to_owned()
    }

    fn teams(&self) -> Vec<(u16, Team)> {
        let team = |class: TeamClass| (class.team_size() as u16, class.team_size().into());
        TeamClass::ALL.map(team).to_vec()
    }

    fn spot_checked(&self) -> usize {
        SPOT_CHECKED
    }

    /// All of them: a mission of deliveries is drawn within a millisecond.
    fn redrawn(&self) -> usize {
        usize::MAX
    }

    fn forms_rule(&self) -> &'static str {
        Forms::RULE
    }

    fn forms(&self, missions: u64, _: &(dyn Fn(u64) + Sync)) -> Result<Forms, CalibrateError> {
        Ok(Self::forms(self, missions))
    }

    fn begin(&self, team: &Team, seed: u64) -> Result<Box<dyn Course + '_>, CalibrateError> {
        let number = number_of(self, team)?;
        let class = TeamClass::ALL.into_iter().find(|class| class.team_size() == usize::from(number));
        let class = class.expect("a team's number is its size, and each size that has one has a class");
        Ok(Box::new(Walk::of(self, self.sample(class, seed))?))
    }

    fn sorts(&self) -> Vec<Box<dyn Missions + '_>> {
        vec![Box::new(self.clone())]
    }
}

impl Course for Walk<'_> {
    fn seed(&self) -> u64 {
        self.scenario().seed
    }

    fn vague_parts(&self) -> usize {
        0
    }

    fn turn(&self) -> Option<&Turn> {
        Self::turn(self)
    }

    fn content(&self) -> Digest {
        Self::content(self)
    }

    fn steps_done(&self) -> u32 {
        Self::steps_done(self)
    }

    fn uncovered(&self, forms: &Forms) -> Option<String> {
        Self::uncovered(self, forms)
    }

    fn question(&self) -> Question {
        Self::question(self)
    }

    fn kinds(&self) -> Result<Vec<OptionKind>, CalibrateError> {
        let (judgement, allowed) = (self.judgement(), self.allowed());
        if judgement.acceptable.iter().all(|acceptable| !acceptable) {
            return Err(self.no_way_on());
        }
        let kind = |(allowed, acceptable)| match (allowed, acceptable) {
            (false, _) => OptionKind::Refused,
            (true, true) => OptionKind::Acceptable,
            (true, false) => OptionKind::Wrong,
        };
        Ok(allowed.into_iter().zip(judgement.acceptable).map(kind).collect())
    }

    fn preferred(&self) -> Result<Option<Decision>, CalibrateError> {
        self.judgement().preferred.map(Some).ok_or_else(|| self.no_way_on())
    }

    fn decide(&mut self, decision: Decision) -> Result<(), CalibrateError> {
        Self::decide(self, decision)
    }
}
