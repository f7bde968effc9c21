use std::{collections::BTreeMap, time::Duration};

use surefleet_fleet::{Incarnation, MissionId, RobotId, SafeDefault, Stamp, TurnKey};
use surefleet_perception::InspectionPolicy;
use surefleet_planner::{HelpTerms, Link, Patience, PlannerConfig};
use surefleet_ring::{Entry, RingConfig};
use surefleet_robot::{AskedQuestions, RobotConfig};

use crate::{
    mind,
    schedule::{Conduct, LEASE},
    watch::Watch,
    yard::yard_of,
};

/// One robot: a planner process that lives and dies, and its kept state.
#[derive(Debug)]
pub(crate) struct Robot {
    pub id: RobotId,
    /// The number of the planner process's present life, or of its last one.
    pub life: u32,
    /// The first life that the journal covers.
    pub first_known_life: u32,
    pub core: Option<surefleet_robot::Robot>,
    pub journal: Vec<Entry>,
    /// The place of its next record.
    pub link: Link,
    pub asked: AskedQuestions,
    pub watch: Watch,
    /// The outputs left until the process dies, and how long it will be down; `None`: it lives on.
    pub doom: Option<Doom>,
    /// When the next [`Event::Wake`](crate::message::Event) comes.
    pub wake_at: Option<Stamp>,
    /// The newest turn of each mission in this life.
    pub newest: BTreeMap<MissionId, TurnKey>,
}

/// How a planner process will die.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Doom {
    pub outputs_left: u32,
    pub down: Option<Duration>,
    pub keeps_journal: bool,
}

/// How long a call may take until its caller gives it up.
pub(crate) const CALL_PATIENCE: Duration = Duration::from_secs(2);

/// How long robots wait for perception.
pub(crate) const INSPECTION: InspectionPolicy = InspectionPolicy {
    settle: Duration::from_millis(200),
    verdict: Duration::from_secs(2),
    repeat_help: Duration::from_secs(5),
    help: None,
    max_retries: 6,
};

impl Robot {
    /// Whether it was told a turn with a team step that cannot be: nobody sends one.
    pub fn rejects_team_steps(&self) -> bool {
        self.core.as_ref().is_some_and(|core| core.ring().counts().team_step > 0)
    }

    pub fn new(place: usize) -> Self {
        Self {
            id: RobotId::new(&format!("robot_{place}")).expect("a letter, then letters, digits and _"),
            life: 0,
            first_known_life: 1,
            core: None,
            journal: Vec::new(),
            link: Link::first(),
            asked: AskedQuestions::default(),
            watch: Watch::default(),
            doom: None,
            wake_at: None,
            newest: BTreeMap::new(),
        }
    }

    pub fn start(&mut self, now: Stamp, incarnation: u64, conduct: &Conduct, fleet: Vec<RobotId>) {
        self.life += 1;
        self.newest.clear();
        self.asked = AskedQuestions::default();
        self.watch = Watch::default();
        let world = yard_of(&fleet);
        let default = if conduct.halts_unanswered { SafeDefault::Halt } else { SafeDefault::Idle };
        let planner = PlannerConfig {
            me: self.id.clone(),
            autonomy: mind::autonomy(),
            forms: mind::forms(),
            scorer: mind::scorer(),
            patience: Patience {
                scores: Duration::from_secs(10),
                verdicts: CALL_PATIENCE,
                monitor: Duration::from_secs(60),
                repeat_help: Duration::from_secs(5),
                help: conduct.patience,
                ..Patience::default()
            },
            help: HelpTerms::new(0, default, BTreeMap::new(), &world).expect("no skill is named"),
            link: self.link,
            world,
            transport: None,
        };
        let ring = RingConfig {
            me: self.id.clone(),
            fleet: fleet.into(),
            incarnation: Incarnation(incarnation),
            lease: LEASE,
        };
        let inspection = conduct.perception.then_some(INSPECTION);
        let config = RobotConfig { ring, planner, inspection };
        self.core = Some(surefleet_robot::Robot::start(now, config, self.journal.iter().cloned()));
    }

    pub fn die(&mut self, keeps_journal: bool) {
        self.core = None;
        self.doom = None;
        self.wake_at = None;
        if !keeps_journal {
            self.journal.clear();
            self.first_known_life = self.life + 1;
        }
    }

    /// Checks that the ring never follows an older turn after a newer one.
    pub fn check_newest(&mut self) -> Result<(), String> {
        for turn in self.core.iter().flat_map(|core| core.ring().turns()) {
            let newest = self.newest.entry(turn.mission()).or_insert(turn.key());
            if *newest > turn.key() {
                return Err(format!("{} went back from {newest:?} to {:?}", self.id, turn.key()));
            }
            *newest = turn.key();
        }
        Ok(())
    }
}
