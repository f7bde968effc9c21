use std::{collections::BTreeMap, sync::Arc};

use surefleet_fleet::{Decision, RobotId};
use surefleet_reach::{ArmWay, Capsule, JointAngles, JointPath, WorkCell};

/// Arms that go exactly the ways of their decisions, and are measured without error.
#[derive(Debug, Clone)]
pub struct SimulatedArms {
    cell: Arc<WorkCell>,
    arms: BTreeMap<RobotId, SimulatedArm>,
}

#[derive(Debug, Clone)]
struct SimulatedArm {
    at: JointAngles,
    /// The way that it is on.
    way: Option<Vec<JointPath>>,
}

impl SimulatedArms {
    /// Arms at their start.
    pub fn new(cell: Arc<WorkCell>, start: BTreeMap<RobotId, JointAngles>) -> Self {
        let arms = start.into_iter().map(|(robot, at)| (robot, SimulatedArm { at, way: None })).collect();
        Self { cell, arms }
    }

    /// An arm is at this part, 0 to 1, of the way of a decision; the first time it begins it from where it is.
    pub fn go(&mut self, robot: &RobotId, decision: Decision, part: f64) {
        let way = self.cell.arm(robot).and_then(|arm| arm.ways.get(&decision));
        let Some((arm, way)) = self.arms.get_mut(robot).zip(way.filter(|way| matches!(way, ArmWay::Through(_)))) else {
            return;
        };
        let at = arm.at;
        let paths = arm.way.get_or_insert_with(|| way.paths_from(at).unwrap_or_default());
        let along = part.clamp(0.0, 1.0) * paths.len() as f64;
        if let Some(path) = paths.get((along as usize).min(paths.len().saturating_sub(1))) {
            arm.at = path.at((along - along.floor()).max(f64::from(along as usize >= paths.len())));
        }
    }

    /// An arm has come to rest: at the end of its way if it has done it all (`is_done`), else where it is.
    pub fn rest(&mut self, robot: &RobotId, is_done: bool) {
        let Some(arm) = self.arms.get_mut(robot) else { return };
        if let Some(last) = arm.way.take().and_then(|paths| paths.last().copied()).filter(|_| is_done) {
            arm.at = last.to;
        }
    }

    /// The capsules around the links of each arm now, in the frame of all arms.
    pub fn capsules(&self) -> impl Iterator<Item = (&RobotId, Vec<Capsule>)> {
        let placed = |robot: &RobotId| self.cell.arm(robot).map(|arm| &arm.placed);
        self.arms.iter().filter_map(move |(robot, arm)| Some((robot, placed(robot)?.capsules(&arm.at).collect())))
    }

    /// Where the joints of each arm are now.
    pub fn positions(&self) -> impl Iterator<Item = (&RobotId, JointAngles)> {
        self.arms.iter().map(|(robot, arm)| (robot, arm.at))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use nalgebra::Isometry3;
    use surefleet_reach::{CellArm, PlacedArm};

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn an_arm_goes_its_way_and_stops_where_it_is_stopped() -> Outcome {
        let robot = RobotId::new("arm_1")?;
        let (start, over, there) = ([0.0; 6], [1.0; 6], [2.0; 6]);
        let (go, stay) = (Decision::new(1), Decision::new(0));
        let ways = BTreeMap::from([(go, ArmWay::Through(vec![over, there])), (stay, ArmWay::Stays)]);
        let placed = PlacedArm::ur5e(Isometry3::identity(), 0.0);
        let cell = WorkCell::new(vec![CellArm { robot: robot.clone(), placed, ways }], 0.1, Duration::from_secs(1))?;
        let mut arms = SimulatedArms::new(Arc::new(cell), BTreeMap::from([(robot.clone(), start)]));
        let at = |arms: &SimulatedArms| arms.positions().map(|(_, joints)| joints[0]).sum::<f64>();
        arms.go(&robot, stay, 0.5);
        assert_eq!(at(&arms), 0.0);
        let seen: Vec<f64> = [0.0, 0.25, 0.5, 0.75, 1.0, 2.0]
            .map(|part| {
                arms.go(&robot, go, part);
                at(&arms)
            })
            .to_vec();
        assert_eq!(seen, [0.0, 0.5, 1.0, 1.5, 2.0, 2.0]);
        arms.go(&robot, go, 0.25);
        arms.rest(&robot, false);
        assert_eq!(at(&arms), 0.5, "it was stopped");
        arms.go(&robot, go, 0.1);
        arms.rest(&robot, true);
        assert_eq!(at(&arms), 2.0, "it was done");
        Ok(())
    }
}
