use std::time::Duration;

use surefleet_fleet::{Decision, RobotId, Stamp};
use surefleet_reach::{ArmWay, CellArm, JointAngles, JointPath, SweepVerdict, WorkCell};
use surefleet_world::World;

use super::{ArmSight, Motion, Motions};
use crate::{ArmRefusal, OtherArm, Unplaced};

/// The most pairs of parts of paths that are looked at for two paths; about ten milliseconds. What is not clear by then is refused.
const EFFORT: u32 = 3_000;

/// The gate of arms that share a space: no approved motion comes within the margin of another arm, whatever the timing of both.
#[derive(Clone, Copy)]
pub(crate) struct ArmGate<'a> {
    pub now: Stamp,
    pub cell: &'a WorkCell,
    pub world: &'a World,
    pub sight: &'a ArmSight,
    pub motions: &'a Motions,
    /// How long a report of a robot is waited for.
    pub patience: Duration,
}

/// Where an arm may be, and why.
struct Occupied {
    paths: Vec<JointPath>,
    by: OtherArm,
}

impl ArmGate<'_> {
    /// Whether a robot's decision keeps its arm apart from all others: from the ways of those that have decided (`beside`, by place in the fleet),
    /// from what may still be under way, and from those that stay.
    ///
    /// # Errors
    /// The reason in words. Whatever is not known or not proved is refused.
    pub fn allows(
        &self,
        robot: usize,
        decision: Decision,
        beside: &[(usize, Decision)],
    ) -> Result<(), Box<ArmRefusal>> {
        let Some(arm) = self.arm(robot) else { return Ok(()) };
        let (robot, words) = (arm.robot.clone(), self.world.text(decision));
        let way = arm.ways.get(&decision).unwrap_or(&UNSAID);
        if !way.moves() {
            return Ok(());
        }
        if let ArmWay::Unknown { pose } = way {
            return Err(Box::new(ArmRefusal::NoWay { robot, decision: words, pose: pose.clone() }));
        }
        if let Some(motion) = self.motions.of(&robot).filter(|motion| motion.ended.is_none()) {
            let (doing, mission) = (self.world.text(motion.decision), motion.mission);
            let is_awaited = self.is_awaited(motion);
            return Err(Box::new(ArmRefusal::OnItsWay { robot, decision: words, doing, mission, is_awaited }));
        }
        let unplaced = |whose: &RobotId, why| {
            Box::new(ArmRefusal::Unplaced { robot: robot.clone(), decision: words.clone(), whose: whose.clone(), why })
        };
        let joints = self.settled(arm).map_err(|why| unplaced(&robot, why))?;
        let paths = way.paths_from(joints).unwrap_or_default();
        for other in self.cell.arms() {
            if other.robot == robot || !self.cell.can_touch(arm, other) {
                continue;
            }
            let occupied = self.occupied(other, beside).map_err(|why| unplaced(&other.robot, why))?;
            self.stay_apart((arm, &paths), (other, &occupied), &words)?;
        }
        Ok(())
    }

    /// Whether the position of each arm that a decision moves, and of those that it could touch, is known and fresh.
    pub fn sees(&self, robot: usize, decision: Decision) -> bool {
        let Some(arm) = self.arm(robot) else { return true };
        if arm.ways.get(&decision).is_some_and(|way| !way.moves()) {
            return true;
        }
        let near = self.cell.arms().iter().filter(|other| self.cell.can_touch(arm, other));
        near.chain([arm]).all(|arm| self.sight.joints(self.now, self.cell, &arm.robot).is_ok())
    }

    fn arm(&self, place: usize) -> Option<&CellArm> {
        self.cell.arm(self.world.robots().get(place)?)
    }

    fn is_awaited(&self, motion: &Motion) -> bool {
        self.now < motion.waits_until(self.patience)
    }

    /// Where an arm has come to rest.
    fn settled(&self, arm: &CellArm) -> Result<JointAngles, Unplaced> {
        let joints = self.sight.joints(self.now, self.cell, &arm.robot)?;
        // The last measurement may be one from on its way.
        if self.motions.of(&arm.robot).is_some() { Err(Unplaced::BeforeItsEnd) } else { Ok(joints) }
    }

    /// Everywhere where an arm may be while others move: where it was measured, on the way that it has decided on, and on what may be under way.
    fn occupied(&self, arm: &CellArm, beside: &[(usize, Decision)]) -> Result<Occupied, Unplaced> {
        let joints = self.sight.joints(self.now, self.cell, &arm.robot)?;
        let mut paths = vec![JointPath::still(joints)];
        let mut by = OtherArm::Staying;
        if let Some(motion) = self.motions.of(&arm.robot) {
            let is_awaited = self.is_awaited(motion);
            let (doing, mission) = (self.world.text(motion.decision), motion.mission);
            paths.extend(motion.paths.clone().ok_or(Unplaced::UnknownStart { doing: doing.clone(), mission })?);
            by = OtherArm::OnItsWay { doing, mission, is_awaited };
        }
        let decided = beside.iter().find(|(place, _)| self.world.robots().get(*place) == Some(&arm.robot));
        if let Some((_, decision)) = decided {
            let way = arm.ways.get(decision).unwrap_or(&UNSAID);
            let decided = way.paths_from(joints).ok_or(Unplaced::NoWay { doing: self.world.text(*decision) })?;
            if way.moves() {
                paths.extend(decided);
                by = OtherArm::Deciding { doing: self.world.text(*decision) };
            }
        }
        Ok(Occupied { paths, by })
    }

    fn stay_apart(
        &self,
        (arm, paths): (&CellArm, &[JointPath]),
        (other, occupied): (&CellArm, &Occupied),
        decision: &str,
    ) -> Result<(), Box<ArmRefusal>> {
        for path in paths {
            for other_path in &occupied.paths {
                let verdict = arm.placed.stays_apart(path, &other.placed, other_path, self.cell.margin_m(), EFFORT);
                let (robot, decision, other) = (arm.robot.clone(), decision.to_owned(), other.robot.clone());
                let (by, margin_mm) = (occupied.by.clone(), millimetres(self.cell.margin_m()));
                match verdict {
                    SweepVerdict::Apart => {}
                    SweepVerdict::Near { links, distance_m, .. } => {
                        let distance_mm = millimetres(distance_m);
                        return Err(Box::new(ArmRefusal::Near {
                            robot,
                            decision,
                            other,
                            by,
                            links,
                            distance_mm,
                            margin_mm,
                        }));
                    }
                    SweepVerdict::Unclear => {
                        return Err(Box::new(ArmRefusal::Unclear { robot, decision, other, by, margin_mm }));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The way of a decision of which the fleet file says nothing.
static UNSAID: ArmWay = ArmWay::Unknown { pose: String::new() };

/// Whole millimetres, rounded down: no distance looks larger than it is.
fn millimetres(metres: f64) -> i64 {
    (metres * 1000.0).floor() as i64
}
