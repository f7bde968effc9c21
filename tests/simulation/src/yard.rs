use std::sync::{Arc, LazyLock};

use surefleet_mission::{Forms, Transport};

/// A yard whose robots go between corners, which have room for all, and sheds, which have room for one at a time.
const YARD: &str = r#"
domain: yard
predicates:
  - at(robot, item | container | surface)
  - holding(robot, item)
  - located(item, container | surface)
  - open(container)
items: [{label: crate, each: [{name: crate_1}]}]
containers:
  - {name: shed_1, label: first shed}
  - {name: shed_2, label: second shed}
  - {name: shed_3, label: third shed}
surfaces:
  - {name: north, label: north}
  - {name: east, label: east}
  - {name: south, label: south}
  - {name: west, label: west}
skills:
  - name: go_to
    role: go_to
    parameter: {name: target, types: [surface, container], exclusive: [container]}
    text: go to {target}
    effects: ["at(robot, spot_of(target))"]
  - {name: idle, role: idle, text: stay}
"#;

/// The mission of all simulated fleets: it leaves the crate's destination open, so only the scorer knows the right
/// action.
pub(crate) const MISSION: &str = "Put the crate away.";

/// The forms of that mission, as a calibration would know them.
pub(crate) fn forms() -> Forms {
    let words = ["|", "|", "|", "put", "the", "<item>", "away", ".", "|"];
    let runs: Vec<String> = words.windows(4).map(|run| run.join(" ")).collect();
    Forms::new(runs, 1)
}

/// The domain of all simulated fleets, read once.
pub(crate) fn yard() -> Arc<Transport> {
    static READ: LazyLock<Arc<Transport>> =
        LazyLock::new(|| Arc::new(Transport::parse(YARD, "the yard").expect("every run reads this very text")));
    READ.clone()
}
