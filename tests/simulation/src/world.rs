use std::sync::{Arc, LazyLock};

use surefleet_fleet::{Decision, Facts, RobotId};
use surefleet_mission::{Domain, State, apply};

/// A yard whose robots go from corner to corner: whatever one does, others may do at once.
const YARD: &str = r#"
domain: yard
predicates:
  - at(robot, item | container | surface)
  - holding(robot, item)
  - located(item, container | surface)
  - open(container)
items: [{label: crate, each: [{name: crate_1}]}]
surfaces:
  - {name: north, label: north}
  - {name: east, label: east}
  - {name: south, label: south}
  - {name: west, label: west}
skills:
  - name: go_to
    role: go_to
    parameter: {name: target, types: [surface]}
    text: go to {target}
    effects: ["at(robot, spot_of(target))"]
  - {name: idle, role: idle, text: stay}
"#;

/// The domain of all simulated fleets, read once.
pub(crate) fn yard() -> Arc<Domain> {
    static READ: LazyLock<Arc<Domain>> =
        LazyLock::new(|| Arc::new(Domain::parse(YARD, "the yard").expect("every run reads this very text")));
    READ.clone()
}

/// What is true.
pub(crate) struct World {
    pub domain: Arc<Domain>,
    fleet: Vec<RobotId>,
    state: State,
    facts: Facts,
}

impl World {
    pub fn new(fleet: Vec<RobotId>) -> Self {
        let domain = yard();
        let north = domain.find_place("north").expect("the yard has corners");
        let state = State::new(&domain, fleet.len(), &[north], []).expect("no fleet is larger than a domain holds");
        let facts = state.to_facts(&domain, &fleet);
        Self { domain, fleet, state, facts }
    }

    /// A robot did what was approved.
    pub fn act(&mut self, robot: usize, decision: Decision) {
        let mut joint = vec![None; self.fleet.len()];
        joint[robot] = Some(decision);
        self.state = apply(&self.domain, &self.state, &joint).expect("the monitor approves what can happen");
        self.facts = self.state.to_facts(&self.domain, &self.fleet);
    }

    pub fn facts(&self) -> Facts {
        self.facts.clone()
    }
}
