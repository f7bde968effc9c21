use std::collections::BTreeMap;

use surefleet_fleet::{Incarnation, MissionId, RobotId, Stamp, TurnKey};
use surefleet_ring::{Entry, Ring, RingConfig};

use crate::schedule::LEASE;

/// One robot: a planner process that lives and dies, and its journal.
#[derive(Debug)]
pub(crate) struct Robot {
    pub id: RobotId,
    /// The number of the planner process's present life, or of its last one.
    pub life: u32,
    /// The first life that the journal knows of.
    pub first_known_life: u32,
    pub ring: Option<Ring>,
    pub journal: Vec<Entry>,
    /// So many outputs are left to the process, and how long it will be down; `None`: it lives on.
    pub doom: Option<Doom>,
    /// When the next [`Event::Wake`](crate::message::Event) comes.
    pub wake_at: Option<Stamp>,
    /// The newest turn of each mission in this life.
    pub newest: BTreeMap<MissionId, TurnKey>,
}

/// How a planner process is to die.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Doom {
    pub outputs_left: u32,
    pub down: Option<std::time::Duration>,
    pub keeps_journal: bool,
}

impl Robot {
    pub fn new(place: usize) -> Self {
        Self {
            id: RobotId::new(&format!("robot_{place}")).expect("a letter, then letters, digits and _"),
            life: 0,
            first_known_life: 1,
            ring: None,
            journal: Vec::new(),
            doom: None,
            wake_at: None,
            newest: BTreeMap::new(),
        }
    }

    pub fn start(&mut self, now: Stamp, incarnation: u64) {
        self.life += 1;
        self.newest.clear();
        let config = RingConfig { me: self.id.clone(), incarnation: Incarnation(incarnation), lease: LEASE };
        self.ring = Some(Ring::start(now, config, self.journal.iter().cloned()));
    }

    pub fn die(&mut self, keeps_journal: bool) {
        self.ring = None;
        self.doom = None;
        self.wake_at = None;
        if !keeps_journal {
            self.journal.clear();
            self.first_known_life = self.life + 1;
        }
    }

    /// Checks that the ring follows no turn that is older than one it followed.
    pub fn check_newest(&mut self) -> Result<(), String> {
        for turn in self.ring.iter().flat_map(Ring::turns) {
            let newest = self.newest.entry(turn.mission()).or_insert(turn.key());
            if *newest > turn.key() {
                return Err(format!("{} went back from {newest:?} to {:?}", self.id, turn.key()));
            }
            *newest = turn.key();
        }
        Ok(())
    }
}
